struct View {
    float2 center;
    float scale;
    uint limit;
};

struct Escape {
    uint steps;
    float magnitude;
};

cbuffer view : register(b0) {
    View view;
}

RWTexture2D<float4> picture : register(u1);

uint2 texture_size(RWTexture2D<float4> image) {
    uint width, height;
    image.GetDimensions(width, height);
    return uint2(width, height);
}

float2 square(float2 z) {
    return float2(z.x * z.x - z.y * z.y, 2.0 * z.x * z.y);
}

bool surely_inside(float2 c) {
    float x = c.x - 0.25;
    float q = x * x + c.y * c.y;
    return q * (q + x) <= 0.25 * c.y * c.y || dot(c + float2(1.0, 0.0), c + float2(1.0, 0.0)) <= 0.0625;
}

Escape iterate(float2 c) {
    if (surely_inside(c)) {
        Escape t = { view.limit, 0.0 };
        return t;
    }
    float2 z = (float2)0;
    uint steps = 0u;
    [loop] while (true) {
        float magnitude = dot(z, z);
        if (magnitude > 64.0) {
            Escape t = { steps, magnitude };
            return t;
        }
        z = square(z) + c;
        steps++;
        if (steps >= view.limit) {
            break;
        }
    }
    Escape t = { steps, dot(z, z) };
    return t;
}

float3 palette(float t) {
    return 0.5 + 0.5 * cos(6.2831855 * (t + float3(0.0, 0.33, 0.67)));
}

[numthreads(8, 8, 1)]
void main(uint3 id : SV_DispatchThreadID) {
    uint2 size = texture_size(picture);
    if (id.x >= size.x || id.y >= size.y) {
        return;
    }
    float2 half_1 = float2(size) * 0.5;
    float2 c = view.center + (float2(id.xy) + 0.5 - half_1) / half_1.y * view.scale;
    Escape escape = iterate(c);
    float3 color = (float3)0;
    if (escape.steps < view.limit) {
        float smooth_steps = float(escape.steps) + 1.0 - log2(0.5 * log2(max(escape.magnitude, 1.0001)));
        color = palette(sqrt(max(smooth_steps, 0.0)) * 0.1);
    }
    picture[id.xy] = float4(color, 1.0);
}
