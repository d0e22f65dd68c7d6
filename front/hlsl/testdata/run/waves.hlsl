RWStructuredBuffer<uint> o : register(u0);
uint lanes(uint x) { return WaveActiveSum(x) + WaveGetLaneIndex() * 0; }
[numthreads(8, 1, 1)]
void main(uint i : SV_GroupIndex) {
    uint at = i * 40;
    o[at++] = WaveGetLaneCount(); o[at++] = WaveGetLaneIndex(); o[at++] = WaveIsFirstLane(); o[at++] = WaveActiveSum(i); o[at++] = WavePrefixSum(i + 1); o[at++] = WaveActiveMin(i + 5); o[at++] = WaveActiveMax(i * 3); o[at++] = WaveActiveProduct(i + 1);
    o[at++] = WaveActiveBitOr(1u << i); o[at++] = WaveActiveBitAnd(i | 8); o[at++] = WaveActiveBitXor(i); o[at++] = WaveActiveBallot(i & 1).x; o[at++] = WaveActiveCountBits(i > 3); o[at++] = WavePrefixCountBits(i & 1); o[at++] = WaveActiveAllTrue(i < 8); o[at++] = WaveActiveAnyTrue(i == 3);
    o[at++] = WaveActiveAllEqual(i); o[at++] = WaveReadLaneFirst(i + 7); o[at++] = WaveReadLaneAt(i * 2, 3); o[at++] = WaveReadLaneAt(i * 2, (i + 1) & 7); o[at++] = QuadReadAcrossX(i); o[at++] = QuadReadAcrossY(i); o[at++] = QuadReadAcrossDiagonal(i); o[at++] = QuadReadLaneAt(i, 2);
    o[at++] = lanes(i); o[at++] = WaveActiveSum(float2(i, 0.5)).x; o[at++] = all(WaveActiveAllEqual(uint2(1, 2))); if (i > 2) o[at++] = WaveActiveSum(1u); else o[at++] = 5; o[at++] = WaveMatch(i & 3).x; o[at++] = WavePrefixProduct(2u); o[at++] = asuint(WaveActiveMax(float(i) * -0.5));
    o[at++] = WaveMultiPrefixSum(i, WaveMatch(i & 1)); o[at++] = WaveMultiPrefixCountBits(true, WaveMatch(i & 1)); o[at++] = (uint)WaveReadLaneFirst(int3(1, 2, i)).z;
}
