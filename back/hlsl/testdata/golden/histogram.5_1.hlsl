struct Exposure {
    float low;
    float high;
    uint brightest;
};

static const uint bins = 256u;

Texture2D<float4> image : register(t0);
RWByteAddressBuffer histogram : register(u1);
RWByteAddressBuffer exposure : register(u2);
groupshared uint local_bins[256];
groupshared uint counts[256];

uint2 texture_size(Texture2D<float4> image) {
    uint width, height;
    image.GetDimensions(width, height);
    return uint2(width, height);
}

float luminance(float3 color) {
    return dot(color, float3(0.2126, 0.7152, 0.0722));
}

[numthreads(16, 16, 1)]
void count(uint3 global : SV_DispatchThreadID, uint local : SV_GroupIndex) {
    local_bins[local] = 0u;
    GroupMemoryBarrierWithGroupSync();
    uint t;
    InterlockedExchange(local_bins[local], 0u, t);
    GroupMemoryBarrierWithGroupSync();
    uint2 size = texture_size(image);
    if (all(global.xy < size)) {
        float light = saturate(luminance(image.Load(int3(global.xy, 0)).xyz));
        InterlockedAdd(local_bins[min(uint(clamp(light * 255.0, 0.0, 4294967000.0)), 255u)], 1u);
        exposure.InterlockedMax(8, asuint(light));
    }
    GroupMemoryBarrierWithGroupSync();
    uint found;
    InterlockedOr(local_bins[local], 0u, found);
    if (found > 0u) {
        histogram.InterlockedAdd(local * 4u, found);
    }
}

[numthreads(256, 1, 1)]
void expose(uint local : SV_GroupIndex) {
    counts[local] = 0u;
    GroupMemoryBarrierWithGroupSync();
    uint t;
    histogram.InterlockedExchange(local * 4u, 0u, t);
    counts[local] = t;
    GroupMemoryBarrierWithGroupSync();
    if (local != 0u) {
        return;
    }
    uint total = 0u;
    for (uint i = 0u; i < bins; i++) {
        total += counts[i];
    }
    uint seen = 0u;
    uint low = 0u;
    uint high = 255u;
    uint2 loop_bound = uint2(4294967295u, 4294967295u);
    [loop] while (true) {
        if (low >= 255u || (seen + counts[min(low, 255u)]) * 20u > total) {
            break;
        }
        uint2 t = loop_bound;
        if (all(t == 0u)) {
            break;
        }
        loop_bound = uint2(t.x - 1u, t.y - (t.x == 0u ? 1u : 0u));
        seen += counts[min(low, 255u)];
        low++;
    }
    seen = 0u;
    uint2 loop_bound_1 = uint2(4294967295u, 4294967295u);
    [loop] while (high > low && (seen + counts[min(high, 255u)]) * 20u <= total) {
        uint2 t = loop_bound_1;
        if (all(t == 0u)) {
            break;
        }
        loop_bound_1 = uint2(t.x - 1u, t.y - (t.x == 0u ? 1u : 0u));
        seen += counts[min(high, 255u)];
        high--;
    }
    exposure.Store(0, asuint(float(low) / 255.0));
    uint t_1;
    exposure.InterlockedOr(8, 0u, t_1);
    exposure.Store(4, asuint(min(float(high) / 255.0, asfloat(t_1))));
}
