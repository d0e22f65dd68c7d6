#version 450

// Spheres in rows, lit from the side.
layout(set = 0, binding = 0) uniform Frame {
    vec2 resolution;
    float time;
};

layout(location = 0) out vec4 color;

float scene(vec3 p) {
    vec3 q = vec3(mod(p.xz + 1.0, 2.0) - 1.0, p.y).xzy;
    return min(length(q) - 0.6, p.y + 0.6);
}

vec3 normal(vec3 p) {
    vec2 e = vec2(0.001, 0.0);
    return normalize(vec3(scene(p + e.xyy) - scene(p - e.xyy), scene(p + e.yxy) - scene(p - e.yxy), scene(p + e.yyx) - scene(p - e.yyx)));
}

void main() {
    vec2 at = (2.0 * gl_FragCoord.xy - resolution) / resolution.y;
    vec3 eye = vec3(0.5 * time, 1.2, -3.0);
    vec3 ray = normalize(vec3(at.x, -at.y - 0.4, 1.8));
    float t = 0.0;
    for (int i = 0; i < 60; i++) {
        float d = scene(eye + t * ray);
        if (d < 0.002 || t > 20.0) break;
        t += d;
    }
    vec3 p = eye + t * ray;
    float light = max(dot(normal(p), normalize(vec3(0.6, 0.8, -0.4))), 0.0);
    vec3 base = p.y < -0.55 ? vec3(0.25, 0.3, 0.4) : vec3(0.9, 0.45, 0.25);
    vec3 sky = mix(vec3(0.75, 0.85, 0.95), vec3(0.3, 0.5, 0.8), clamp(ray.y + 0.5, 0.0, 1.0));
    color = vec4(mix(base * (0.15 + 0.85 * light), sky, clamp(t / 20.0, 0.0, 1.0)), 1.0);
}
