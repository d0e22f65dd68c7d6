#version 450

struct Hit {
    float distance;
    int material;
};

const int ground_material = 0;
const int body_material = 1;
const int ring_material = 2;
const float closest = 0.001;
const float far = 60.0;

layout(std140, binding = 0) uniform Frame {
    vec2 resolution;
    float time;
    float fog;
    vec3 eye;
    vec3 look_at;
} frame;

layout(location = 0) out vec4 color;

float rounded_box(vec3 p, vec3 size, float rounding) {
    vec3 q = abs(p) - size;
    return length(max(q, vec3(0.0))) + min(max(q.x, max(q.y, q.z)), 0.0) - rounding;
}

float sphere(vec3 p, float radius) {
    return length(p) - radius;
}

float smooth_union(float a, float b, float k) {
    float h = clamp(0.5 + 0.5 * (b - a) / k, 0.0, 1.0);
    return mix(b, a, h) - k * h * (1.0 - h);
}

Hit nearer(Hit a, Hit b) {
    if (a.distance < b.distance) {
        return a;
    }
    return b;
}

float torus(vec3 p, vec2 radius) {
    return length(vec2(length(p.xz) - radius.x, p.y)) - radius.y;
}

Hit scene(vec3 p) {
    float s = sin(frame.time);
    float c = cos(frame.time);
    vec3 turned = vec3(mat2(c, s, -s, c) * p.xz, p.y).xzy;
    float body = smooth_union(rounded_box(turned - vec3(0.0, 1.0, 0.0), vec3(0.6), 0.1), sphere(p - vec3(0.0, 1.8 + 0.3 * s, 0.0), 0.5), 0.4);
    Hit hit = Hit(p.y, ground_material);
    hit = nearer(hit, Hit(body, body_material));
    return nearer(hit, Hit(torus(p - vec3(0.0, 1.0, 0.0), vec2(1.8, 0.15)), ring_material));
}

Hit march(vec3 origin, vec3 direction) {
    float travelled = 0.0;
    for (int i = 0; i < 128; i++) {
        Hit hit = scene(origin + direction * travelled);
        if (hit.distance < closest * travelled) {
            return Hit(travelled, hit.material);
        }
        travelled += hit.distance;
        if (travelled > far) {
            break;
        }
    }
    return Hit(60.0, -1);
}

vec3 normal_at(vec3 p) {
    return normalize(vec3(1.0, -1.0, -1.0) * scene(p + vec3(0.0005, -0.0005, -0.0005)).distance + vec3(-1.0, -1.0, 1.0) * scene(p + vec3(-0.0005, -0.0005, 0.0005)).distance + vec3(-1.0, 1.0, -1.0) * scene(p + vec3(-0.0005, 0.0005, -0.0005)).distance + vec3(1.0) * scene(p + 0.0005).distance);
}

float shadow(vec3 origin, vec3 direction) {
    float light = 1.0;
    float t = 0.02;
    while (t < 12.0 && light > 0.005) {
        float h = scene(origin + direction * t).distance;
        light = min(light, 8.0 * h / t);
        t += clamp(h, 0.02, 0.4);
    }
    return clamp(light, 0.0, 1.0);
}

float occlusion(vec3 p, vec3 n) {
    float blocked = 0.0;
    float weight = 1.0;
    for (int i = 1; i <= 5; i++) {
        float reach = 0.06 * float(i);
        blocked += weight * (reach - scene(p + n * reach).distance);
        weight *= 0.8;
    }
    return clamp(1.0 - 2.0 * blocked, 0.0, 1.0);
}

vec3 albedo(int material, vec3 p) {
    switch (material) {
        case 0: {
            float squares = floor(p.x) + floor(p.z);
            return vec3(fract(squares * 0.5) < 0.25 ? 0.6 : 0.25);
        }
        case 1: {
            return vec3(0.8, 0.3, 0.15);
        }
        case 2: {
            return vec3(0.2, 0.5, 0.8);
        }
        default: {
            return vec3(0.0);
        }
    }
}

void main() {
    vec2 screen = (gl_FragCoord.xy * 2.0 - frame.resolution) / frame.resolution.y * vec2(1.0, -1.0);
    vec3 forward = normalize(frame.look_at - frame.eye);
    vec3 right = normalize(cross(forward, vec3(0.0, 1.0, 0.0)));
    vec3 up = cross(right, forward);
    vec3 direction = normalize(mat3(right, up, forward) * vec3(screen, 1.8));
    Hit hit = march(frame.eye, direction);
    vec3 color_1 = vec3(0.5, 0.7, 0.9) - 0.3 * max(direction.y, 0.0);
    if (hit.material >= 0) {
        vec3 p = frame.eye + direction * hit.distance;
        vec3 n = normal_at(p);
        vec3 sun = vec3(0.55708605, 0.7427814, -0.3713907);
        float direct = max(dot(n, sun), 0.0) * shadow(p + n * 0.01, sun);
        float ambient = occlusion(p, n) * (0.5 + 0.5 * n.y);
        vec3 lit = albedo(hit.material, p) * (direct * vec3(1.3, 1.2, 1.0) + ambient * 0.4 * vec3(0.5, 0.7, 0.9));
        color_1 = mix(lit, color_1, 1.0 - exp(-frame.fog * hit.distance * hit.distance));
    }
    color = vec4(sqrt(clamp(color_1, 0.0, 1.0)), 1.0);
}
