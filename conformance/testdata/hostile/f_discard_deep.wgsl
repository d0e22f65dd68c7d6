var<private> hits: i32;
fn kill(n: i32) -> i32 { for (var i = 0; i < 4; i++) { if i * n == 6 { hits += 10; discard; } hits++; if n > 5 { return hits; } } return hits * n; }
fn deep(n: i32) -> i32 { switch n & 3 { case 0: { if kill(n) > 3 { return 1; } } case 2: { return kill(n + 1) + 2; } default: { var s = 0; loop { s += kill(s); if s > 3 { break; } continuing { s += 1; } } return s; } } return 7; }
@fragment fn main(@builtin(position) p: vec4f) -> @location(0) vec4i { let n = i32(p.x) + i32(p.y) * 2; let r = deep(n); if r == 3 { discard; } return vec4i(r, hits, n, 1); }
