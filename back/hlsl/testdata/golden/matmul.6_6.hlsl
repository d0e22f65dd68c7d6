struct Sizes {
    uint rows;
    uint inner;
    uint columns;
    float alpha;
    float beta;
};

cbuffer sizes : register(b0) {
    Sizes sizes;
}

ByteAddressBuffer a : register(t1);
ByteAddressBuffer b : register(t2);
RWByteAddressBuffer c : register(u3);
groupshared float a_tile[256];
groupshared float b_tile[256];

float a_at(uint row, uint column) {
    if (row < sizes.rows && column < sizes.inner) {
        return a.Load<float>((row * sizes.inner + column) * 4u);
    }
    return 0.0;
}

float b_at(uint row, uint column) {
    if (row < sizes.inner && column < sizes.columns) {
        return b.Load<float>((row * sizes.columns + column) * 4u);
    }
    return 0.0;
}

[numthreads(16, 16, 1)]
void main(uint3 global : SV_DispatchThreadID, uint3 local : SV_GroupThreadID, uint local_invocation_index : SV_GroupIndex) {
    a_tile[local_invocation_index] = 0.0;
    b_tile[local_invocation_index] = 0.0;
    GroupMemoryBarrierWithGroupSync();
    uint row = global.y;
    uint column = global.x;
    uint slot = local.y * 16u + local.x;
    uint tiles = (sizes.inner + 16u - 1u) / 16u;
    float sum = 0.0;
    for (uint t = 0u; t < tiles; t++) {
        a_tile[slot] = a_at(row, t * 16u + local.x);
        b_tile[slot] = b_at(t * 16u + local.y, column);
        GroupMemoryBarrierWithGroupSync();
        for (uint k = 0u; k < 16u; k++) {
            sum = mad(a_tile[local.y * 16u + k], b_tile[k * 16u + local.x], sum);
        }
        GroupMemoryBarrierWithGroupSync();
    }
    if (row < sizes.rows && column < sizes.columns) {
        uint i = row * sizes.columns + column;
        c.Store<float>(i * 4u, sizes.alpha * sum + sizes.beta * c.Load<float>(i * 4u));
    }
}
