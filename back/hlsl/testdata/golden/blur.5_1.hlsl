struct Blur {
    int2 direction;
    float sigma;
};

static const int radius = 8;
static const int strip = 128;

Texture2D<float4> source : register(t0);
RWTexture2D<unorm float4> target_image : register(u1);

cbuffer blur : register(b2) {
    Blur blur;
}

groupshared float4 tile[144];
groupshared float weights[9];

uint2 texture_size(Texture2D<float4> image) {
    uint width, height;
    image.GetDimensions(width, height);
    return uint2(width, height);
}

uint2 texture_size(RWTexture2D<unorm float4> image) {
    uint width, height;
    image.GetDimensions(width, height);
    return uint2(width, height);
}

float4 load(int along, int across) {
    int2 last = asint(texture_size(source) - 1u);
    int2 place = blur.direction.x == 1 ? int2(along, across) : int2(across, along);
    return source.Load(int3(min(max(place, 0), last), 0));
}

[numthreads(128, 1, 1)]
void main(uint local : SV_GroupIndex, uint3 group : SV_GroupID) {
    for (uint index = local; index < 144u; index += 128u) {
        tile[index] = (float4)0;
    }
    if (local < 1u) {
        weights = (float[9])0;
    }
    GroupMemoryBarrierWithGroupSync();
    uint t = group.x * asuint(strip);
    int across = int(group.y);
    for (int i = int(local); i < 144; i += strip) {
        tile[min(asuint(i), 143u)] = load(asint(t + asuint(i) - asuint(radius)), across);
    }
    if (local <= 8u) {
        float x = float(local) / max(blur.sigma, 0.001);
        weights[min(local, 8u)] = exp(-0.5 * x * x);
    }
    GroupMemoryBarrierWithGroupSync();
    uint t_1 = local + asuint(radius);
    int center = asint(t_1);
    float4 sum = tile[center] * weights[0];
    float total = weights[0];
    for (int k = 1; k <= radius; k++) {
        float w = weights[k];
        sum += w * (tile[min(t_1 - asuint(k), 143u)] + tile[t_1 + asuint(k)]);
        total += 2.0 * w;
    }
    int along = asint(t + local);
    int2 place = blur.direction.x == 1 ? int2(along, across) : int2(across, along);
    if (all(place < int2(texture_size(target_image)))) {
        target_image[place] = sum / total;
    }
}
