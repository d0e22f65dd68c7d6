#version 450
// A byte-code machine: packed instructions, a stack in a struct, a switch of many cases.
#define OP(name, code) const uint name = uint(code);
OP(PUSH, 0) OP(ADD, 1) OP(MUL, 2) OP(SUB, 3) OP(DUP, 4) OP(SWP, 5) OP(JNZ, 6) OP(POP, 7) OP(HLT, 8) OP(MOD, 9)
#define I(op, arg) (op << 24 | (uint(arg) & 0xffffffu))
layout(local_size_x = 4) in;
layout(std430, binding = 0) buffer O { int result[4]; uint steps[4]; };
struct Machine { int stack[8]; int sp; uint pc, steps; bool fault; };
const uint program[] = uint[](I(PUSH, 1), I(PUSH, 6), I(DUP, 0), I(PUSH, 100), I(SWP, 2), I(POP, 0), I(DUP, 0), I(JNZ, 9), I(HLT, 0), I(PUSH, -1), I(ADD, 0), I(DUP, 0), I(JNZ, 6), I(PUSH, 17), I(MUL, 0), I(SUB, 0), I(HLT, 0));
void push(inout Machine m, int v) { if (m.sp >= 8) { m.fault = true; return; } m.stack[m.sp++] = v; }
int pop(inout Machine m) { if (m.sp <= 0) { m.fault = true; return 0; } return m.stack[--m.sp]; }
int run(inout Machine m) {
	while (!m.fault && m.pc < program.length() && m.steps++ < 60u) {
		uint word = program[m.pc++]; int arg = int(word << 8) >> 8, a, b;
		switch (word >> 24) {
		case PUSH: push(m, arg); break;
		case ADD: push(m, pop(m) + pop(m)); break;
		case MUL: b = pop(m); a = pop(m); push(m, a * b); break;
		case SUB: b = pop(m), a = pop(m), push(m, a - b); break;
		case DUP: if (m.sp == 0) { m.fault = true; continue; } push(m, m.stack[m.sp - 1]); break;
		case SWP: { int t = m.stack[m.sp - arg]; m.stack[m.sp - arg] = m.stack[m.sp - 1]; m.stack[m.sp - 1] = t; } break;
		case JNZ: if (pop(m) != 0) m.pc = uint(arg); break;
		case HLT: return m.sp > 0 ? m.stack[m.sp - 1] : -1;
		case POP: pop(m);
		case MOD: break;
		default: m.fault = true;
		}
	}
	return m.fault ? -999 : pop(m);
}
void main() { uint i = gl_LocalInvocationIndex; Machine m; for (int k = 0; k < 8; k++) m.stack[k] = 0; m.sp = 0; m.pc = i; m.steps = 0u; m.fault = false; push(m, int(i) + 3); push(m, 5); push(m, 2); result[i] = run(m); steps[i] = m.steps * 100u + uint(m.sp); }
