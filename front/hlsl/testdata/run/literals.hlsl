// Characters, binary numbers, and places that are assignments or prefix steps.
RWStructuredBuffer<uint> o0 : register(u0);
RWStructuredBuffer<float> o1 : register(u1);
RWStructuredBuffer<int> o2 : register(u2);
RWStructuredBuffer<uint> o3 : register(u3);

void set(out int x) { x = 7; }

float decided(float x) {
	if (x > 3) {
		if (true)
			return 1;
	} else if (!false)
		return 2;
	else
		x++;
}

float early(float x) {
	static const bool always = true;
	if (always || x > 2)
		return x * 2;
	x -= 1;
}

float joined(float x) {
	switch (int(x)) {
	case 1:
		if (true)
			break;
	default:
		return 4;
	}
	return 5;
}

[numthreads(1, 1, 1)] void main() {
	o0[0] = 'A';
	o0[1] = '\n' + '\x7f' + '\101' + '\0' + '\'' + '\\' + '\c';
	o0[2] = 0b1011 + 0B110u;
	o0[3] = uint(0b1111111111111111111111111111111111ULL >> 30);
#if 'a' == 97 && 0b11 == 3
	o0[4] = 1;
#endif
	float x = o1[0];
	++x = x + 2;
	o1[1] = x;
	(x += 3) *= 2;
	o1[2] = x;
	(x = 4) = 5;
	o1[3] = x;
	(++x)++;
	o1[4] = x;
	--(--x);
	o1[5] = x;
	o1[6] = decided(x) + decided(1) * 10;
	o1[7] = early(x) + joined(1) * 16 + joined(2) * 256;
	float4 v = float4(1, 2, 3, 4);
	(v.x *= 2)++;
	o1[8] = v.x;
	o2[0] = '\xff';
	int i = 1;
	set(++i);
	o2[1] = i;
	set(i -= 3);
	o2[2] = i + 'z';
	o3[0] = 'A' / 2;
}
