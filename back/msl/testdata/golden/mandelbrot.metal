#include <metal_stdlib>
#include <simd/simd.h>

using namespace metal;

struct View {
    float2 center;
    float scale;
    uint limit;
};

struct Escape {
    uint steps;
    float magnitude;
};

float2 square(float2 z) {
    return float2(z.x * z.x - z.y * z.y, 2.0 * z.x * z.y);
}

bool surely_inside(float2 c) {
    float x = c.x - 0.25;
    float q = x * x + c.y * c.y;
    return q * (q + x) <= 0.25 * c.y * c.y || dot(c + float2(1.0, 0.0), c + float2(1.0, 0.0)) <= 0.0625;
}

Escape iterate(float2 c, constant View& view) {
    if (surely_inside(c)) {
        return Escape { view.limit, 0.0 };
    }
    float2 z = float2(0.0);
    uint steps = 0u;
    while (true) {
        float magnitude = dot(z, z);
        if (magnitude > 64.0) {
            return Escape { steps, magnitude };
        }
        z = square(z) + c;
        steps++;
        if (steps >= view.limit) {
            break;
        }
    }
    return Escape { steps, dot(z, z) };
}

float3 palette(float t) {
    return 0.5 + 0.5 * cos(6.2831855 * (t + float3(0.0, 0.33, 0.67)));
}

kernel void main_(
    uint3 id [[thread_position_in_grid]],
    constant View& view [[buffer(0)]],
    texture2d<float, access::write> picture [[texture(0)]]
) {
    uint2 size = uint2(picture.get_width(), picture.get_height());
    if (id.x >= size.x || id.y >= size.y) {
        return;
    }
    float2 half_1 = float2(size) * 0.5;
    float2 c = view.center + (float2(id.xy) + 0.5 - half_1) / half_1.y * view.scale;
    Escape escape = iterate(c, view);
    float3 color = float3(0.0);
    if (escape.steps < view.limit) {
        float smooth_steps = float(escape.steps) + 1.0 - log2(0.5 * log2(max(escape.magnitude, 1.0001)));
        color = palette(sqrt(max(smooth_steps, 0.0)) * 0.1);
    }
    picture.write(float4(color, 1.0), id.xy);
}
