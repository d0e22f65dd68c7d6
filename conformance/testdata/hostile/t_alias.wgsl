@group(0) @binding(0) var<storage, read_write> a: array<u32, 64>;
@group(0) @binding(1) var<uniform> u: array<vec4u, 8>;
@group(0) @binding(2) var<storage, read_write> out: array<u32, 64>;
var<private> stack: array<u32, 6>;
var<private> top: u32;
fn push(x: u32) { if top < 6u { stack[top] = x; top++; } }
fn pop() -> u32 { if top == 0u { return 77u; } top--; return stack[top]; }
fn swap(p: ptr<function, array<u32, 8>>, i: u32, j: u32) { let t = (*p)[i]; (*p)[i] = (*p)[j]; (*p)[j] = t; }
fn rotate(p: ptr<function, array<u32, 8>>, by: u32) {
  var copy = *p;
  for (var i = 0u; i < 8u; i++) { (*p)[i] = copy[(i + by) & 7u]; }
}
fn sort(p: ptr<function, array<u32, 8>>) -> u32 {
  var swaps = 0u;
  for (var i = 1u; i < 8u; i++) {
    var j = i;
    while j > 0u && (*p)[j - 1u] > (*p)[j] { swap(p, j - 1u, j); j--; swaps++; }
  }
  return swaps;
}
fn both(p: ptr<function, u32>, q: ptr<function, u32>) -> u32 { *p += 3u; *q *= 2u; return *p ^ *q; }
@compute @workgroup_size(8) fn main(@builtin(local_invocation_index) i: u32) {
  var local: array<u32, 8>;
  for (var k = 0u; k < 8u; k++) { local[k] = (a[i * 8u + k] >> (k & 3u)) & 63u; }
  let before = local;
  rotate(&local, i & 7u);
  let n = sort(&local);
  var mixed = before;
  mixed[i & 7u] = local[(i + 1u) & 7u];
  var x = mixed[2]; var y = local[3];
  x = both(&x, &y);
  y = both(&y, &x);
  for (var k = 0u; k < 8u; k++) { push(local[k] ^ before[7u - k]); if (k & 3u) == 3u { x += pop(); } }
  while top > 0u { y = y * 5u + pop(); }
  var table = u;
  if (i & 1u) == 1u { table[i & 7u].y = 9u; }
  var s = 0u;
  for (var k = 0u; k < 8u; k++) { s += table[(k + i) & 7u].y * (mixed[k] + 1u); }
  for (var k = 0u; k < 8u; k++) { a[i * 8u + k] = before[k] + mixed[(k * 3u) & 7u]; out[i * 8u + k] = a[i * 8u + (k ^ 1u)] + local[k]; }
  out[i * 8u] = s; out[i * 8u + 1u] = n; out[i * 8u + 2u] = x; out[i * 8u + 3u] = y;
}
