#include <metal_stdlib>
#include <simd/simd.h>

using namespace metal;

struct Blur {
    int2 direction;
    float sigma;
};

struct Array144_float4 {
    float4 inner[144];
};

struct Array9_float {
    float inner[9];
};

constant int radius = 8;
constant int strip = 128;

float4 load(int along, int across, texture2d<float> source, constant Blur& blur) {
    uint2 t = uint2(source.get_width(), source.get_height());
    int2 last = as_type<int2>(t - 1u);
    int2 place = blur.direction.x == 1 ? int2(along, across) : int2(across, along);
    return source.read(min(as_type<uint2>(min(max(place, int2(0)), last)), uint2(source.get_width(), source.get_height()) - 1u));
}

kernel void main_(
    uint local [[thread_index_in_threadgroup]],
    uint3 group [[threadgroup_position_in_grid]],
    texture2d<float> source [[texture(0)]],
    texture2d<float, access::write> target_image [[texture(1)]],
    constant Blur& blur [[buffer(0)]]
) {
    threadgroup Array144_float4 tile;
    threadgroup Array9_float weights;
    for (uint index = local; index < 144u; index += 128u) {
        tile.inner[index] = float4(0.0);
    }
    if (local < 1u) {
        weights = Array9_float {};
    }
    threadgroup_barrier(mem_flags::mem_threadgroup);
    uint t = group.x * as_type<uint>(strip);
    int first = as_type<int>(t);
    int across = int(group.y);
    for (int i = int(local); i < 144; i += strip) {
        uint t_1 = t + as_type<uint>(i);
        tile.inner[min(as_type<uint>(i), 143u)] = load(as_type<int>(t_1 - as_type<uint>(radius)), across, source, blur);
    }
    if (local <= 8u) {
        float x = float(local) / max(blur.sigma, 0.001);
        weights.inner[min(local, 8u)] = exp(-0.5 * x * x);
    }
    threadgroup_barrier(mem_flags::mem_threadgroup);
    uint t_2 = local + as_type<uint>(radius);
    int center = as_type<int>(t_2);
    float4 sum = tile.inner[center] * weights.inner[0];
    float total = weights.inner[0];
    for (int k = 1; k <= radius; k++) {
        float w = weights.inner[k];
        sum += w * (tile.inner[min(as_type<uint>(as_type<int>(t_2 - as_type<uint>(k))), 143u)] + tile.inner[as_type<int>(t_2 + as_type<uint>(k))]);
        total += 2.0 * w;
    }
    int along = as_type<int>(t + local);
    int2 place = blur.direction.x == 1 ? int2(along, across) : int2(across, along);
    if (all(place < int2(uint2(target_image.get_width(), target_image.get_height())))) {
        target_image.write(sum / total, uint2(place));
    }
}
