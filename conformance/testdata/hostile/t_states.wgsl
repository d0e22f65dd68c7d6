@group(0) @binding(0) var<storage> input: array<u32, 128>;
@group(0) @binding(1) var<storage, read_write> out: array<u32, 64>;
const START = 0u; const DIGITS = 1u; const QUOTE = 2u; const ESCAPE = 3u; const DONE = 4u;
struct Lexer { state: u32, value: u32, depth: i32, tokens: u32 }
fn step(l: ptr<function, Lexer>, c: u32) -> bool {
  switch (*l).state {
    case START: {
      if c < 4u { (*l).state = DIGITS; (*l).value = c; return true; }
      if c == 4u { (*l).depth += 1; return true; }
      if c == 5u { (*l).depth -= 1; if (*l).depth < 0 { (*l).state = DONE; } return true; }
      if c == 6u { (*l).state = QUOTE; }
      return true;
    }
    case DIGITS: {
      if c < 8u { (*l).value = (*l).value * 10u + c; return true; }
      (*l).tokens += 1u; (*l).state = START;
      return false;
    }
    case QUOTE, ESCAPE: {
      if (*l).state == ESCAPE { (*l).value ^= c << 3u; (*l).state = QUOTE; return true; }
      switch c { case 7u: { (*l).state = ESCAPE; } case 6u: { (*l).tokens += 16u; (*l).state = START; } default: { (*l).value += 1u; } }
    }
    default: { return true; }
  }
  return true;
}
@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) {
  var l = Lexer();
  var at = i;
  var budget = 24;
  while budget > 0 {
    budget--;
    let c = (input[at & 127u] >> (i & 7u)) & 15u;
    if step(&l, c) { at += 1u; } else if l.tokens > 40u { break; }
    if l.state == DONE { continue; }
    if l.depth > 3 { l.depth = 0; at += 2u; }
  }
  var program = array<u32, 8>(1u, 3u, 0u, 2u, 4u, 1u, 5u, 0u);
  var pc = 0u; var acc = l.value; var ticks = 0u; var running = true;
  loop {
    if !running { break; }
    let o = program[pc & 7u];
    pc++;
    switch o {
      case 0u: { acc += 7u; }
      case 1u: { acc = acc * 3u + 1u; if (acc & 1u) == 0u { pc += 1u; } }
      case 2u: { if acc > 1000u { pc = 5u; } else { acc <<= 1u; } }
      case 3u: { if (acc & 4u) != 0u { break; } acc ^= 0x55u; }
      case 4u: { pc = select(0u, 6u, (acc & 8u) != 0u); continue; }
      default: { running = (acc & 3u) != 0u; }
    }
    continuing { ticks++; break if ticks >= 20u; }
  }
  out[i] = l.value ^ (l.tokens << 8u) ^ (u32(l.depth + 8) << 20u) ^ acc ^ (ticks << 24u) ^ (pc << 4u);
}
