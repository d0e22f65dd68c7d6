struct Terrain {
    row_major float4x4 view_projection;
    float2 origin;
    float cell_size;
    float height;
    uint cells;
    int octaves;
};

struct Varyings {
    float4 clip : SV_Position;
    float3 normal : LOC0;
    float height : LOC1;
    nointerpolation uint cell : LOC2;
};

struct SpecialConstants {
    uint first_vertex;
    uint first_instance;
    uint other;
};

static const uint2 corners[6] = { (uint2)0, uint2(0u, 1u), uint2(1u, 0u), uint2(1u, 0u), uint2(0u, 1u), (uint2)1u };

cbuffer terrain : register(b0) {
    Terrain terrain;
}

cbuffer special_constants : register(b0, space100) {
    SpecialConstants special_constants;
}

float hash(int2 p) {
    uint h = (asuint(p.x) * 668265261u) ^ (asuint(p.y) * 374761393u);
    h = (h ^ (h >> 15u)) * 2246822507u;
    h ^= h >> 13u;
    return float(h & 16777215u) / 16777215.0;
}

float noise_1(float2 p) {
    int2 cell = int2(clamp(floor(p), -2147483600.0, 2147483500.0));
    float2 f = frac(p);
    float2 s = f * f * (3.0 - 2.0 * f);
    float bottom = lerp(hash(cell), hash(asint(asuint(cell) + uint2(1u, 0u))), s.x);
    float top = lerp(hash(asint(asuint(cell) + uint2(0u, 1u))), hash(asint(asuint(cell) + 1u)), s.x);
    return lerp(bottom, top, s.y);
}

float elevation(float2 p) {
    float sum = 0.0;
    float amplitude = 0.5;
    float2 q = p * 0.01;
    for (int i = 0; i < terrain.octaves; i++) {
        sum += amplitude * noise_1(q);
        q = mul(q, float2x2(float2(0.8, 0.6), float2(-0.6, 0.8))) * 2.03;
        amplitude *= 0.5;
    }
    return sum * terrain.height;
}

Varyings vertex_main(uint vertex_index : SV_VertexID) {
    uint index = vertex_index + special_constants.first_vertex;
    uint cell = index / 6u;
    uint2 corner = corners[index % 6u] + uint2(cell % max(terrain.cells, 1u), cell / max(terrain.cells, 1u));
    float2 place = terrain.origin + float2(corner) * terrain.cell_size;
    float e = terrain.cell_size;
    float height = elevation(place);
    float2 slope = float2(elevation(place + float2(e, 0.0)) - elevation(place - float2(e, 0.0)), elevation(place + float2(0.0, e)) - elevation(place - float2(0.0, e)));
    Varyings out_1 = (Varyings)0;
    out_1.clip = mul(float4(place.x, height, place.y, 1.0), terrain.view_projection);
    out_1.normal = normalize(float3(-slope.x, 2.0 * e, -slope.y));
    out_1.height = height / terrain.height;
    out_1.cell = cell;
    return out_1;
}

float4 fragment_main(Varyings in_1) : SV_Target0 {
    float3 ground = (float3)0;
    switch (int(clamp(in_1.height * 4.0, -2147483600.0, 2147483500.0))) {
        case 0: {
            ground = float3(0.12, 0.25, 0.45);
            break;
        }
        case 1: {
            ground = float3(0.2, 0.4, 0.1);
            break;
        }
        case 2:
        case 3: {
            ground = float3(0.4, 0.35, 0.3);
            break;
        }
        default: {
            ground = (float3)0.95;
            break;
        }
    }
    float steep = smoothstep(0.6, 0.8, in_1.normal.y);
    ground = lerp(float3(0.35, 0.3, 0.28), ground, steep);
    float light = 0.2 + 0.8 * max(dot(normalize(in_1.normal), float3(0.48, 0.64, 0.6)), 0.0);
    float checker = (in_1.cell & 1u) == 0u ? 0.97f : 1.0f;
    return float4(ground * light * checker, 1.0);
}
