#version 450

// A step of the wave equation over a grid of heights.

layout(local_size_x = 8, local_size_y = 8) in;

layout(set = 0, binding = 0, std430) readonly buffer Before { float before[]; };
layout(set = 0, binding = 1, std430) buffer Now { float now[]; };

layout(push_constant) uniform Step {
    uvec2 size;
    float speed;
    float damping;
} step_;

uint at(uvec2 p) { return min(p.y, step_.size.y - 1u) * step_.size.x + min(p.x, step_.size.x - 1u); }

void main() {
    uvec2 p = gl_GlobalInvocationID.xy;
    if (any(greaterThanEqual(p, step_.size))) {
        return;
    }
    float middle = before[at(p)];
    float around = before[at(p + uvec2(1u, 0u))] + before[at(p + uvec2(0u, 1u))];
    around += p.x > 0u ? before[at(p - uvec2(1u, 0u))] : middle;
    around += p.y > 0u ? before[at(p - uvec2(0u, 1u))] : middle;
    now[at(p)] = mix(middle + step_.speed * (around - 4.0 * middle), 0.0, step_.damping);
}
