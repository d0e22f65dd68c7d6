#version 450
// A bytecode machine: one switch in a loop with fallthrough, continue, break out by flags, returns from within.
layout(local_size_x = 4) in; layout(std430, binding = 0) readonly buffer I { uint code[64]; }; layout(std430, binding = 1) buffer O { int r[4][8]; int n[4]; };
const uint prog[] = { 0x01000005u, 0x01000003u, 0x02000000u, 0x06000000u, 0x03000000u, 0x01000064u, 0x04000000u, 0x07000002u, 0x05000001u, 0x08000001u, 0x01000009u, 0x09000003u, 0x0a000000u, 0x02000000u, 0x0bffffffu, 0xff000000u };
int run(uint who, out int steps) {
	int st[16]; int sp = 0, acc = int(who), pc = 0; bool halt = false; steps = 0;
	for (int i = 0; i < 16; i++) st[i] = i;
	while (!halt) {
		if (++steps > 60) return -steps;
		uint op = prog[pc & 15] ^ (code[pc & 15] & 3u) * 0u; int arg = int(op << 8) >> 8; pc++;
		switch (op >> 24) {
		case 1u: st[sp++ & 15] = arg; continue;
		case 2u: sp--; st[(sp - 1) & 15] += st[sp & 15]; break;
		case 3u: acc += st[(sp - 1) & 15]; case 4u: acc ^= arg + 1; if (acc > 1000) break; acc <<= 1; case 5u: acc -= arg; break;
		case 6u: { int t = acc; acc = st[(sp - 1) & 15]; st[(sp - 1) & 15] = t; break; }
		case 7u: if (who > 1u) { pc += arg; continue; } else break;
		case 8u: for (int k = 0; k < arg + 3; k++) { if (k == 1) continue; acc += k; if (acc % 7 == 0) { halt = who == 3u; break; } } break;
		case 9u: do { acc += arg; if ((acc & 1) != 0) break; arg--; } while (arg > 0); break;
		case 10u: if ((acc & 3) == int(who)) return acc;
		case 11u: if (steps < 30) pc += arg; else halt = true; if (arg < 0) break; 
		default: halt = true; continue;
		}
		acc = acc * 3 + 1 & 0xffff;
	}
	return acc + sp;
}
void main() { uint l = gl_LocalInvocationIndex; int s; r[l][0] = run(l, s); n[l] = s; for (uint k = 1u; k < 8u; k++) { int q; r[l][k] = run(l + k, q) + q * 65536; } }
