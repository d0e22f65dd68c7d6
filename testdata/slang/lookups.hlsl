// HLSL: a loop with a switch inside that leaves it, nested conditionals, early out.
RWStructuredBuffer<uint> b : register(u0);
uint parse(uint x) {
    uint state = 0, out_ = 0;
    [loop] for (uint i = 0; i < 32; i++) {
        uint bit = (x >> i) & 1;
        switch (state) {
        case 0: state = bit ? 1 : 2; break;
        case 1: if (!bit) { state = 3; out_ += i; } break;
        case 2: if (bit) { state = 1; out_ ^= i; break; } if (i > 20) return out_; state = 0; continue;
        case 3: if (i > 25) { return out_ + 1000; } state = bit ? 0 : 2;
        }
        out_ += state;
    }
    return out_;
}
[numthreads(1, 1, 1)]
void main() { b[4] = parse(b[0]); b[5] = parse(b[1]); b[6] = parse(0x5A5A1234); b[7] = parse(0); }
