struct Frame {
    float2 resolution;
    float time;
    float fog;
    float3 eye;
    float3 look_at;
};

struct Hit {
    float distance;
    int material;
};

struct SpecialConstants {
    uint first_vertex;
    uint first_instance;
    uint other;
};

static const float far = 60.0;
static const float closest = 0.001;
static const int ground_material = 0;
static const int body_material = 1;
static const int ring_material = 2;

cbuffer frame : register(b0) {
    Frame frame;
}

cbuffer special_constants : register(b0, space100) {
    SpecialConstants special_constants;
}

float sphere(float3 p, float radius) {
    return length(p) - radius;
}

float rounded_box(float3 p, float3 size, float rounding) {
    float3 q = abs(p) - size;
    return length(max(q, 0.0)) + min(max(q.x, max(q.y, q.z)), 0.0) - rounding;
}

float torus(float3 p, float2 radius) {
    return length(float2(length(p.xz) - radius.x, p.y)) - radius.y;
}

float smooth_union(float a, float b, float k) {
    float h = saturate(0.5 + 0.5 * (b - a) / k);
    return lerp(b, a, h) - k * h * (1.0 - h);
}

Hit nearer(Hit a, Hit b) {
    if (a.distance < b.distance) {
        return a;
    }
    return b;
}

Hit scene(float3 p) {
    float s = sin(frame.time);
    float c = cos(frame.time);
    float3 turned = float3(mul(p.xz, float2x2(float2(c, s), float2(-s, c))), p.y).xzy;
    float body = smooth_union(rounded_box(turned - float3(0.0, 1.0, 0.0), (float3)0.6, 0.1), sphere(p - float3(0.0, 1.8 + 0.3 * s, 0.0), 0.5), 0.4);
    Hit hit = { p.y, ground_material };
    Hit t = { body, body_material };
    hit = nearer(hit, t);
    Hit t_1 = { torus(p - float3(0.0, 1.0, 0.0), float2(1.8, 0.15)), ring_material };
    return nearer(hit, t_1);
}

Hit march(float3 origin, float3 direction) {
    float travelled = 0.0;
    for (int i = 0; i < 128; i++) {
        Hit hit = scene(origin + direction * travelled);
        if (hit.distance < closest * travelled) {
            Hit t = { travelled, hit.material };
            return t;
        }
        travelled += hit.distance;
        if (travelled > far) {
            break;
        }
    }
    Hit t = { 60.0, -1 };
    return t;
}

float3 normal_at(float3 p) {
    return normalize(float3(1.0, -1.0, -1.0) * scene(p + float3(0.0005, -0.0005, -0.0005)).distance + float3(-1.0, -1.0, 1.0) * scene(p + float3(-0.0005, -0.0005, 0.0005)).distance + float3(-1.0, 1.0, -1.0) * scene(p + float3(-0.0005, 0.0005, -0.0005)).distance + (float3)1.0 * scene(p + 0.0005).distance);
}

float shadow(float3 origin, float3 direction) {
    float light = 1.0;
    float t = 0.02;
    uint2 loop_bound = uint2(4294967295u, 4294967295u);
    [loop] while (t < 12.0 && light > 0.005) {
        uint2 t_1 = loop_bound;
        if (all(t_1 == 0u)) {
            break;
        }
        loop_bound = uint2(t_1.x - 1u, t_1.y - (t_1.x == 0u ? 1u : 0u));
        float h = scene(origin + direction * t).distance;
        light = min(light, 8.0 * h / t);
        t += clamp(h, 0.02, 0.4);
    }
    return saturate(light);
}

float occlusion(float3 p, float3 n) {
    float blocked = 0.0;
    float weight = 1.0;
    for (int i = 1; i <= 5; i++) {
        float reach = 0.06 * float(i);
        blocked += weight * (reach - scene(p + n * reach).distance);
        weight *= 0.8;
    }
    return saturate(1.0 - 2.0 * blocked);
}

float3 albedo(int material, float3 p) {
    switch (material) {
        case 0: {
            float squares = floor(p.x) + floor(p.z);
            return (float3)(frac(squares * 0.5) < 0.25 ? 0.6f : 0.25f);
        }
        case 1: {
            return float3(0.8, 0.3, 0.15);
        }
        case 2: {
            return float3(0.2, 0.5, 0.8);
        }
        default: {
            return (float3)0;
        }
    }
    return (float3)0;
}

float4 vertex_main(uint vertex_index : SV_VertexID) : SV_Position {
    uint index = vertex_index + special_constants.first_vertex;
    float2 corner = float2(float((index << 1u) & 2u), float(index & 2u));
    return float4(corner * 2.0 - 1.0, 0.0, 1.0);
}

float4 fragment_main(float4 pixel : SV_Position) : SV_Target0 {
    float2 screen = (pixel.xy * 2.0 - frame.resolution) / frame.resolution.y * float2(1.0, -1.0);
    float3 forward = normalize(frame.look_at - frame.eye);
    float3 right = normalize(cross(forward, float3(0.0, 1.0, 0.0)));
    float3 up = cross(right, forward);
    float3 direction = normalize(mul(float3(screen, 1.8), float3x3(right, up, forward)));
    Hit hit = march(frame.eye, direction);
    float3 color = float3(0.5, 0.7, 0.9) - 0.3 * max(direction.y, 0.0);
    if (hit.material >= 0) {
        float3 p = frame.eye + direction * hit.distance;
        float3 n = normal_at(p);
        float3 sun = float3(0.55708605, 0.7427814, -0.3713907);
        float direct = max(dot(n, sun), 0.0) * shadow(p + n * 0.01, sun);
        float ambient = occlusion(p, n) * (0.5 + 0.5 * n.y);
        float3 lit = albedo(hit.material, p) * (direct * float3(1.3, 1.2, 1.0) + ambient * 0.4 * float3(0.5, 0.7, 0.9));
        color = lerp(lit, color, 1.0 - exp(-frame.fog * hit.distance * hit.distance));
    }
    return float4(sqrt(saturate(color)), 1.0);
}
