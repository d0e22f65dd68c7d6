#version 430 core
// Switches in loops in switches, falling through, with continue and break and return in
// every place, declarations between cases, and do-while whose condition matters.
layout(local_size_x = 4, local_size_y = 2) in;
layout(std430, binding = 0) buffer O { int r[8][8]; };
layout(std430, binding = 1) readonly buffer I { int seeds[]; };
int fall(int x) {
	int s = 0;
	switch (x & 7) {
	case 0: s++;
	case 1: s += 2;
	default: s += 4;
	case 2: s += 8; if (x > 40) break; s += 1000;
	case 3: { s += 16; if ((x & 16) != 0) return -s; }
	case 4: s += 32; break;
	case 5:
	case 6: return s + 64;
	}
	return s;
}
int loops(int x) {
	int total = 0;
	for (int i = 0; i < 6; i++) {
		int k = x + i;
		do {
			switch (k % 5) {
			case 0: k++; continue;
			case 1: total += 100; break;
			case 2: for (int z = 0; z < 3; z++) { if (z == 1) continue; switch (z) { case 0: total++; break; default: total += 2; } if (total > 500) return total; }
			case 3: total += 3; if (i == 4) { k++; continue; } break;
			default: total -= 1; i++;
			}
			k += 2;
		} while (k < x + 9 && k % 7 != 0);
		if (total % 11 == 10) continue;
		total += i;
	}
	return total;
}
int machine(int x) {
	int state = 0, steps = 0, acc = x;
	while (true) {
		if (++steps > 40) break;
		switch (state) {
		case 0: acc += 3; state = (acc & 1) == 0 ? 1 : 2; continue;
		case 1: acc /= 2; state = acc > 20 ? 3 : 0; break;
		case 2: acc = acc * 3 + 1; state = 1; if (acc > 1000) { state = 3; continue; } break;
		case 3: return acc * 100 + steps;
		}
		acc ^= steps;
	}
	return -acc;
}
int nested(int x) {
	switch (x & 3) {
	case 1:
		switch (x >> 2 & 3) { case 0: return 10; case 1: x += 5; default: x++; }
		return x;
	case 2: { int y = x * 2; switch (y & 4) { case 0: break; case 4: y = -y; } x = y; }
	case 3: x += 1; { int x = 50; x++; } break;
	default: x += 0;
	}
	return x + 1000;
}
uint unsignedCase(uint u) { switch (u) { case 0xffffffffu: return 1u; case 2147483648u: return 2u; case 7u: return 3u; default: return 4u; } }
const int A = 3, B = A * 2;
int constant(int x) { switch (x) { case A: return 1; case B + 1: return 2; case -A: return 3; case (A << 2): return 4; case ~0: return 5; } return 0; }
void main() {
	int me = int(gl_LocalInvocationIndex), x = seeds[me % seeds.length()] & 63;
	r[me][0] = fall(x); r[me][1] = loops(x); r[me][2] = machine(x); r[me][3] = nested(x);
	r[me][4] = int(unsignedCase(uint(x) == 5u ? ~0u : me == 3 ? 1u << 31 : uint(x)));
	r[me][5] = constant(x - 4) * 10 + constant(-3) + constant(12) * 100 + constant(-1) * 1000;
	r[me][6] = fall(me); r[me][7] = loops(me) + nested(me);
}
