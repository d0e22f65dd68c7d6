static const uint block = 256u;

ByteAddressBuffer input : register(t0);
RWByteAddressBuffer output : register(u1);
RWByteAddressBuffer block_sums : register(u2);
groupshared uint buffer[2][256];

uint byte_length(ByteAddressBuffer buffer) {
    uint length;
    buffer.GetDimensions(length);
    return length;
}

uint byte_length(RWByteAddressBuffer buffer) {
    uint length;
    buffer.GetDimensions(length);
    return length;
}

[numthreads(256, 1, 1)]
void scan(uint3 global : SV_DispatchThreadID, uint3 local : SV_GroupThreadID, uint3 group : SV_GroupID, uint local_invocation_index : SV_GroupIndex) {
    for (uint index = local_invocation_index; index < 512u; index += 256u) {
        buffer[index / 256u][index % 256u] = 0u;
    }
    GroupMemoryBarrierWithGroupSync();
    uint i = local.x;
    uint length = byte_length(input) / 4u;
    buffer[0][i] = global.x < length ? input.Load(min(global.x, length - 1u) * 4u) : 0u;
    GroupMemoryBarrierWithGroupSync();
    uint current = 0u;
    for (uint step = 1u; step < block; step <<= 1u) {
        uint other = 1u - current;
        uint sum = buffer[min(current, 1u)][i];
        if (i >= step) {
            sum += buffer[min(current, 1u)][min(i - step, 255u)];
        }
        buffer[min(other, 1u)][i] = sum;
        current = other;
        GroupMemoryBarrierWithGroupSync();
    }
    if (global.x < length) {
        output.Store(global.x * 4u, buffer[min(current, 1u)][i]);
    }
    if (i == 255u) {
        block_sums.Store(group.x * 4u, buffer[min(current, 1u)][i]);
    }
}

[numthreads(256, 1, 1)]
void add_blocks(uint3 global : SV_DispatchThreadID, uint3 group : SV_GroupID) {
    if (global.x >= byte_length(output) / 4u || group.x == 0u) {
        return;
    }
    uint before = 0u;
    for (uint b = 0u; b < group.x; b++) {
        before += block_sums.Load(b * 4u);
    }
    uint t = global.x;
    output.Store(t * 4u, output.Load(t * 4u) + before);
}
