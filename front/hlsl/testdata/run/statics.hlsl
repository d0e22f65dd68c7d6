// Static variables that are resources, set by functions and in branches.
RWByteAddressBuffer u0 : register(u0);
RWByteAddressBuffer u1 : register(u1);
RWByteAddressBuffer u2 : register(u2);
ByteAddressBuffer t0 : register(t0);
static RWByteAddressBuffer current;
static ByteAddressBuffer source;
static RWByteAddressBuffer pair[2];

void choose(uint k) {
	source = t0;
	if (k % 3 == 0)
		current = u0;
	else
		current = u1;
}

void put(uint at, uint v) { current.Store(at, v + source.Load(at)); }

uint both(uint at) {
	pair[1].Store(at, 7);
	return pair[0].Load(at) + pair[1].Load(at);
}

[numthreads(8, 1, 1)]
void main(uint i : SV_GroupIndex) {
	choose(i);
	put(4 * i, 100);
	pair[0] = current;
	pair[1] = u2;
	uint sum = both(4 * i);
	for (uint k = 0; k < 3; k++) {
		put(64 + 16 * i + 4 * k, sum + k);
		if (k == 1)
			current = u2;
	}
}
