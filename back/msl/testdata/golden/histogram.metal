#include <metal_stdlib>
#include <simd/simd.h>

using namespace metal;

struct Array256_atomic_uint {
    atomic_uint inner[256];
};

struct Exposure {
    float low;
    float high;
    atomic_uint brightest;
};

struct Array256_uint {
    uint inner[256];
};

constant uint bins = 256u;

float luminance(float3 color) {
    return dot(color, float3(0.2126, 0.7152, 0.0722));
}

kernel void count(
    uint3 global [[thread_position_in_grid]],
    uint local [[thread_index_in_threadgroup]],
    texture2d<float> image [[texture(0)]],
    device Array256_atomic_uint& histogram [[buffer(0)]],
    device Exposure& exposure [[buffer(1)]]
) {
    threadgroup Array256_atomic_uint local_bins;
    atomic_store_explicit(&local_bins.inner[local], 0u, memory_order_relaxed);
    threadgroup_barrier(mem_flags::mem_threadgroup);
    atomic_store_explicit(&local_bins.inner[local], 0u, memory_order_relaxed);
    threadgroup_barrier(mem_flags::mem_threadgroup);
    uint2 size = uint2(image.get_width(), image.get_height());
    if (all(global.xy < size)) {
        float light = saturate(luminance(image.read(min(global.xy, uint2(image.get_width(), image.get_height()) - 1u)).xyz));
        atomic_fetch_add_explicit(&local_bins.inner[min(uint(clamp(light * 255.0, 0.0, 4294967000.0)), 255u)], 1u, memory_order_relaxed);
        atomic_fetch_max_explicit(&exposure.brightest, as_type<uint>(light), memory_order_relaxed);
    }
    threadgroup_barrier(mem_flags::mem_threadgroup);
    uint found = atomic_load_explicit(&local_bins.inner[local], memory_order_relaxed);
    if (found > 0u) {
        atomic_fetch_add_explicit(&histogram.inner[local], found, memory_order_relaxed);
    }
}

kernel void expose(
    uint local [[thread_index_in_threadgroup]],
    device Array256_atomic_uint& histogram [[buffer(0)]],
    device Exposure& exposure [[buffer(1)]]
) {
    threadgroup Array256_uint counts;
    counts.inner[local] = 0u;
    threadgroup_barrier(mem_flags::mem_threadgroup);
    counts.inner[local] = atomic_exchange_explicit(&histogram.inner[local], 0u, memory_order_relaxed);
    threadgroup_barrier(mem_flags::mem_threadgroup);
    if (local != 0u) {
        return;
    }
    uint total = 0u;
    for (uint i = 0u; i < bins; i++) {
        total += counts.inner[i];
    }
    uint seen = 0u;
    uint low = 0u;
    uint high = 255u;
    uint2 loop_bound = uint2(4294967295u, 4294967295u);
    while (true) {
        if (low >= 255u || (seen + counts.inner[min(low, 255u)]) * 20u > total) {
            break;
        }
        uint2 t = loop_bound;
        if (all(t == uint2(0u))) {
            break;
        }
        loop_bound = uint2(t.x - 1u, t.y - (t.x == 0u ? 1u : 0u));
        seen += counts.inner[min(low, 255u)];
        low++;
    }
    seen = 0u;
    uint2 loop_bound_1 = uint2(4294967295u, 4294967295u);
    while (high > low && (seen + counts.inner[min(high, 255u)]) * 20u <= total) {
        uint2 t = loop_bound_1;
        if (all(t == uint2(0u))) {
            break;
        }
        loop_bound_1 = uint2(t.x - 1u, t.y - (t.x == 0u ? 1u : 0u));
        seen += counts.inner[min(high, 255u)];
        high--;
    }
    exposure.low = float(low) / 255.0;
    exposure.high = min(float(high) / 255.0, as_type<float>(atomic_load_explicit(&exposure.brightest, memory_order_relaxed)));
}
