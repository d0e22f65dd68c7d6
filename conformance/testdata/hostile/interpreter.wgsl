// A bytecode machine with a stack.
struct Machine {
    pc: u32,
    sp: i32,
    stack: array<i32, 8>,
    halted: bool,
}
@group(0) @binding(0) var<storage, read> code: array<u32, 16>;
@group(0) @binding(1) var<storage, read_write> out: array<i32, 16>;
const PUSH = 0u;
const ADD = 1u;
const MUL = 2u;
const DUP = 3u;
const SWAP = 4u;
const JNZ = 5u;
const HALT = 6u;
fn push(m: ptr<function, Machine>, v: i32) {
    (*m).stack[(*m).sp & 7] = v;
    (*m).sp++;
}
fn pop(m: ptr<function, Machine>) -> i32 {
    (*m).sp--;
    return m.stack[m.sp & 7];
}
fn step(m: ptr<function, Machine>, op: u32, arg: i32) -> bool {
    switch op {
        case PUSH {
            push(m, arg);
        }
        case ADD: {
            push(m, pop(m) + pop(m));
        }
        case MUL: {
            let r = pop(m);
            push(m, r * pop(m));
        }
        case DUP, 7u {
            let r = pop(m);
            push(m, r);
            push(m, r);
        }
        case SWAP: {
            let x = pop(m);
            let y = pop(m);
            push(m, x);
            push(m, y);
        }
        case JNZ {
            if pop(m) != 0 {
                m.pc = u32(arg) & 15;
                return true;
            }
        }
        case HALT {
            m.halted = true;
            return false;
        }
        default {
            discardOp(m);
        }
    }
    m.pc = (m.pc + 1u) & 15u;
    return true;
}
fn discardOp(m: ptr<function, Machine>) {
    m.sp = max(m.sp - 1, 0);
}
@compute @workgroup_size(1)
fn main() {
    var m = Machine(0, 0, array<i32, 8>(), false);
    var fuel = 40;
    while !m.halted {
        fuel--;
        if fuel < 0 {
            break;
        }
        let w = code[m.pc];
        if !step(&m, (w ^ u32(fuel)) % 9u, i32(w >> 4u)) {
            continue;
        }
        out[8 + (fuel & 7)] += m.sp;
    }
    for (var i = 0; i < 8; i++) {
        out[i] = m.stack[i];
    }
}
