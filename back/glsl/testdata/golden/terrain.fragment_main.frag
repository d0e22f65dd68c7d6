#version 450

layout(location = 0) in vec3 normal;
layout(location = 1) in float height;
layout(location = 2) flat in uint cell;
layout(location = 0) out vec4 color;

void main() {
    vec3 ground = vec3(0.0);
    switch (int(clamp(height * 4.0, -2147483600.0, 2147483500.0))) {
        case 0: {
            ground = vec3(0.12, 0.25, 0.45);
            break;
        }
        case 1: {
            ground = vec3(0.2, 0.4, 0.1);
            break;
        }
        case 2:
        case 3: {
            ground = vec3(0.4, 0.35, 0.3);
            break;
        }
        default: {
            ground = vec3(0.95);
            break;
        }
    }
    float steep = smoothstep(0.6, 0.8, normal.y);
    ground = mix(vec3(0.35, 0.3, 0.28), ground, steep);
    float light = 0.2 + 0.8 * max(dot(normalize(normal), vec3(0.48, 0.64, 0.6)), 0.0);
    float checker = (cell & 1u) == 0u ? 0.97 : 1.0;
    color = vec4(ground * light * checker, 1.0);
}
