const HALT = 0u; const PUSH = 1u; const ADD = 2u; const SUB = 3u; const MUL = 4u; const DUP = 5u; const SWAP = 6u; const JNZ = 7u; const CALL = 8u;
const RET = 9u; const LOAD = 10u; const STORE = 11u; const DROP = 12u; const LT = 13u; const DIV = 14u; const XOR = 15u;
struct Vm { stack: array<i32, 12>, sp: i32, pc: u32, calls: array<u32, 4>, cp: u32, ram: array<i32, 8>, cycles: u32, trap: u32 }
const program = array<u32, 40>(
  PUSH, 5, CALL, 12, STORE, 0, LOAD, 0, PUSH, 3, XOR, HALT,
  DUP, PUSH, 2, LT, JNZ, 28, DUP, PUSH, 1, SUB, CALL, 12, MUL, RET, DROP, HALT,
  DROP, PUSH, 1, RET, LOAD, 9, DIV, ADD, 77, STORE, 99, HALT);
@group(0) @binding(0) var<storage> code: array<u32, 32>;
@group(0) @binding(1) var<storage, read_write> o: array<i32, 128>;
fn push(m: ptr<function, Vm>, v: i32) { if (*m).sp >= 12 { (*m).trap = 1; return; } (*m).stack[(*m).sp] = v; (*m).sp++; }
fn pop(m: ptr<function, Vm>) -> i32 { if m.sp <= 0 { m.trap = 2; return 0; } m.sp -= 1; return m.stack[m.sp]; }
fn fetch(m: ptr<function, Vm>, given: bool) -> u32 {
  let at = (*m).pc; (*m).pc = at + 1;
  if given { return code[at & 31] % 18; }
  if at >= 40 { (*m).trap = 3; return HALT; }
  return program[at];
}
fn run(m: ptr<function, Vm>, given: bool) -> i32 {
  loop {
    if m.trap != 0 { break; }
    let op = fetch(m, given);
    switch op {
      case HALT { break; }
      case PUSH { push(m, i32(fetch(m, given))); continue; }
      case ADD, SUB, MUL, LT, DIV, XOR {
        let b = pop(m); let a = pop(m);
        var r = a + b;
        switch op {
          case SUB { r = a - b; }
          case MUL { r = a * b; }
          case LT { r = i32(a < b); }
          case DIV { if b == 0 { m.trap = 4; break; } r = a / b; if r == 0 { continue; } }
          case XOR { r = a ^ b; }
          default {}
        }
        push(m, r);
        continue;
      }
      default { if op > 15 { m.trap = op; } else { continue; } }
      case DUP { let t = pop(m); push(m, t); push(m, t); if m.sp > 10 { break; } continue; }
      case SWAP { let a = pop(m); let b = pop(m); push(m, a); push(m, b); continue; }
      case JNZ { let to = fetch(m, given); if pop(m) != 0 { m.pc = to; } continue; }
      case CALL {
        let to = fetch(m, given);
        if m.cp >= 4 { m.trap = 5; continue; }
        m.calls[m.cp] = m.pc; m.cp++; m.pc = to;
        continue;
      }
      case RET { if m.cp == 0 { break; } m.cp--; m.pc = m.calls[m.cp]; continue; }
      case LOAD { push(m, m.ram[fetch(m, given) & 7]); continue; }
      case STORE { let to = fetch(m, given) & 7; m.ram[to] = pop(m) + i32(to); continue; }
      case DROP { _ = pop(m); continue; }
    }
    break;
    continuing { m.cycles += 1; break if m.cycles > 90; }
  }
  if m.sp > 0 { return pop(m); }
  return -i32(m.trap);
}
@compute @workgroup_size(1) fn main() {
  var at = 0u;
  for (var start = 0u; start < 18; start++) {
    var m = Vm();
    let given = start >= 6;
    m.pc = select(start * 6, start * 2, given);
    m.ram[1] = i32(start);
    let r = run(&m, given);
    o[at] = r; o[at + 1] = i32(m.cycles | (m.trap << 8) | (m.cp << 16)); o[at + 2] = m.ram[0] ^ m.ram[(start + 1) & 7]; o[at + 3] = m.sp; o[at + 4] = i32(m.pc);
    var sum = 0; for (var k = 0; k < m.sp; k++) { sum = sum * 31 + m.stack[k]; } o[at + 5] = sum;
    at += 6;
  }
}
