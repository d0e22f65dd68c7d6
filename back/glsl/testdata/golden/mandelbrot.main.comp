#version 450

layout(local_size_x = 8, local_size_y = 8) in;

struct Escape {
    uint steps;
    float magnitude;
};

layout(std140, binding = 0) uniform View {
    vec2 center;
    float scale;
    uint limit;
} view;

layout(rgba16f, binding = 0) writeonly uniform image2D picture;

bool surely_inside(vec2 c) {
    float x = c.x - 0.25;
    float q = x * x + c.y * c.y;
    return q * (q + x) <= 0.25 * c.y * c.y || dot(c + vec2(1.0, 0.0), c + vec2(1.0, 0.0)) <= 0.0625;
}

vec2 square(vec2 z) {
    return vec2(z.x * z.x - z.y * z.y, 2.0 * z.x * z.y);
}

Escape iterate(vec2 c) {
    if (surely_inside(c)) {
        return Escape(view.limit, 0.0);
    }
    vec2 z = vec2(0.0);
    uint steps = 0u;
    while (true) {
        float magnitude = dot(z, z);
        if (magnitude > 64.0) {
            return Escape(steps, magnitude);
        }
        z = square(z) + c;
        steps++;
        if (steps >= view.limit) {
            break;
        }
    }
    return Escape(steps, dot(z, z));
}

vec3 palette(float t) {
    return 0.5 + 0.5 * cos(6.2831855 * (t + vec3(0.0, 0.33, 0.67)));
}

void main() {
    uvec2 size = uvec2(imageSize(picture));
    if (gl_GlobalInvocationID.x >= size.x || gl_GlobalInvocationID.y >= size.y) {
        return;
    }
    vec2 half_1 = vec2(size) * 0.5;
    vec2 c = view.center + (vec2(gl_GlobalInvocationID.xy) + 0.5 - half_1) / half_1.y * view.scale;
    Escape escape = iterate(c);
    vec3 color = vec3(0.0);
    if (escape.steps < view.limit) {
        float smooth_steps = float(escape.steps) + 1.0 - log2(0.5 * log2(max(escape.magnitude, 1.0001)));
        color = palette(sqrt(max(smooth_steps, 0.0)) * 0.1);
    }
    imageStore(picture, ivec2(gl_GlobalInvocationID.xy), vec4(color, 1.0));
}
