#include <metal_stdlib>
#include <simd/simd.h>

using namespace metal;

struct Array6_uint2 {
    uint2 inner[6];
};

struct Terrain {
    float4x4 view_projection;
    float2 origin;
    float cell_size;
    float height;
    uint cells;
    int octaves;
};

struct Varyings {
    float4 clip [[position]];
    float3 normal [[user(locn0)]];
    float height [[user(locn1)]];
    uint cell [[user(locn2), flat]];
};

constant Array6_uint2 corners = Array6_uint2 {{ uint2(0u), uint2(0u, 1u), uint2(1u, 0u), uint2(1u, 0u), uint2(0u, 1u), uint2(1u) }};

float hash(int2 p) {
    uint h = (as_type<uint>(p.x) * 668265261u) ^ (as_type<uint>(p.y) * 374761393u);
    h = (h ^ (h >> 15u)) * 2246822507u;
    h ^= h >> 13u;
    return float(h & 16777215u) / 16777215.0;
}

float noise(float2 p) {
    int2 cell = int2(clamp(floor(p), float2(-2147483600.0), float2(2147483500.0)));
    float2 f = fract(p);
    float2 s = f * f * (3.0 - 2.0 * f);
    float bottom = mix(hash(cell), hash(as_type<int2>(as_type<uint2>(cell) + uint2(1u, 0u))), s.x);
    float top = mix(hash(as_type<int2>(as_type<uint2>(cell) + uint2(0u, 1u))), hash(as_type<int2>(as_type<uint2>(cell) + 1u)), s.x);
    return mix(bottom, top, s.y);
}

float elevation(float2 p, constant Terrain& terrain) {
    float sum = 0.0;
    float amplitude = 0.5;
    float2 q = p * 0.01;
    for (int i = 0; i < terrain.octaves; i++) {
        sum += amplitude * noise(q);
        q = float2x2(float2(0.8, 0.6), float2(-0.6, 0.8)) * q * 2.03;
        amplitude *= 0.5;
    }
    return sum * terrain.height;
}

vertex Varyings vertex_main(
    uint index [[vertex_id]],
    constant Terrain& terrain [[buffer(0)]]
) {
    uint cell = index / 6u;
    uint2 corner = corners.inner[index % 6u] + uint2(cell % max(terrain.cells, 1u), cell / max(terrain.cells, 1u));
    float2 place = terrain.origin + float2(corner) * terrain.cell_size;
    float e = terrain.cell_size;
    float height = elevation(place, terrain);
    float2 slope = float2(elevation(place + float2(e, 0.0), terrain) - elevation(place - float2(e, 0.0), terrain), elevation(place + float2(0.0, e), terrain) - elevation(place - float2(0.0, e), terrain));
    Varyings out = {};
    out.clip = terrain.view_projection * float4(place.x, height, place.y, 1.0);
    out.normal = normalize(float3(-slope.x, 2.0 * e, -slope.y));
    out.height = height / terrain.height;
    out.cell = cell;
    return out;
}

fragment float4 fragment_main(
    Varyings in [[stage_in]]
) {
    float3 ground = float3(0.0);
    switch (int(clamp(in.height * 4.0, -2147483600.0, 2147483500.0))) {
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
            ground = float3(0.95);
            break;
        }
    }
    float steep = smoothstep(0.6, 0.8, in.normal.y);
    ground = mix(float3(0.35, 0.3, 0.28), ground, float3(steep));
    float light = 0.2 + 0.8 * max(dot(normalize(in.normal), float3(0.48, 0.64, 0.6)), 0.0);
    float checker = (in.cell & 1u) == 0u ? 0.97 : 1.0;
    return float4(ground * light * checker, 1.0);
}
