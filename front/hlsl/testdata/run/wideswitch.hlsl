// Switches on integers of 64 bits.
RWStructuredBuffer<int> o0 : register(u0);

int named(int64_t v) {
	switch (v) {
	case -1: return 1;
	case 0x100000000LL: return 2;
	case 0:
	case 7: return 3;
	}
	return 4;
}

int through(uint64_t v) {
	int r = 0;
	switch (v << 32) {
	default: r += 1;
	case 0xffffffff00000000ull: r += 10;
	case 0: r += 100; break;
	case 0x200000000ull: r = 5;
	}
	return r;
}

[numthreads(1, 1, 1)] void main() {
	int64_t one = o0[40] + 1;
	o0[0] = named(-one); o0[1] = named(one << 32); o0[2] = named(one - 1); o0[3] = named(7 * one); o0[4] = named(0xffffffffLL * one); o0[5] = named(one << 33);
	o0[8] = through(one); o0[9] = through(0xffffffffull * one); o0[10] = through(one - 1); o0[11] = through(one + 1); o0[12] = through(one << 32);
}
