@group(0) @binding(0) var<storage> rom: array<u32>;
@group(0) @binding(1) var<storage, read_write> ram: array<u32, 64>;
struct Cpu { r: array<i32, 4>, pc: u32, f: vec4<bool>, halted: bool, cycles: u32 }
fn fetch(c: ptr<function, Cpu>) -> u32 { let w = rom[(*c).pc % arrayLength(&rom)]; (*c).pc = ((*c).pc + 1u) & 0xffu; return w; }
fn flags(c: ptr<function, Cpu>, v: i32) -> i32 { (*c).f = vec4(v == 0, v < 0, (v & 1) == 1, (*c).f.x); return v; }
fn step(c: ptr<function, Cpu>) -> bool {
  let w = fetch(c); let op = w & 15u; let a = (w >> 4u) & 3u; let b = (w >> 6u) & 3u; let imm = i32(w << 8u) >> 20u;
  switch op {
    case 0, 1: { c.r[a] = flags(c, c.r[a] + c.r[b]); }
    case 2: { c.r[a] = flags(c, c.r[a] - imm); }
    case 3: { if c.f.x || (c.f.y && !c.f.z) { c.pc = u32(imm) & 0xffu; return true; } }
    case 4: { ram[u32(c.r[a]) & 63u] = u32(c.r[b]); }
    case 5: { c.r[b] = bitcast<i32>(ram[u32(c.r[a] ^ imm) & 63u]); }
    case 6: { let t = c.r[a]; c.r[a] = c.r[b]; c.r[b] = t; }
    case 7: { c.r[a] = flags(c, c.r[a] * c.r[b] / select(imm, 1, imm == 0)); }
    case 8: { c.r = array(c.r[3], c.r[0], c.r[1], c.r[2]); }
    case 9: { c.r[a] = flags(c, select(c.r[a], c.r[b], c.f[a])); }
    case 10: { for (var i = 0; i < 4; i++) { if i == i32(a) { continue; } c.r[i] ^= c.r[a]; if c.r[i] == 0 { break; } } }
    case 11: { c.f[b] = !c.f[a]; }
    case 12: { let s = *c; *c = Cpu(); (*c).r = s.r; (*c).pc = s.pc; c.cycles = s.cycles; }
    case 13: { if c.r[a] == c.r[b] { return false; } }
    default: { c.r[a] = flags(c, (c.r[a] << (u32(imm) & 31u)) | (c.r[b] >> 3u)); }
  }
  return true;
}
@compute @workgroup_size(1) fn main() {
  var cpu = Cpu(array(1, 2, 3, 4), 0u, vec4<bool>(), false, 0u);
  while !cpu.halted && cpu.cycles < 200u { cpu.halted = !step(&cpu); cpu.cycles++; }
  for (var i = 0; i < 4; i++) { ram[i] = u32(cpu.r[i]); } ram[4] = cpu.pc; ram[5] = select(0u, 1u, cpu.halted) + dot(vec4u(cpu.f), vec4u(2, 4, 8, 16)); ram[6] = cpu.cycles;
}
