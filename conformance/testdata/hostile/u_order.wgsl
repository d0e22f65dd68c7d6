// Side effects in indices, conditions, loop headers and arguments: what runs first shows.
@group(0) @binding(0) var<storage, read_write> o: array<i32, 64>;
@group(0) @binding(1) var<storage, read> inp: array<i32, 16>;
var<private> n: i32;
var<private> log: i32;
fn s(k: i32) -> i32 { log = log * 7 + k; n += k; return n; }
fn b(k: i32, r: bool) -> bool { log = log * 5 + k; return r; }
fn at(p: ptr<function, i32>) -> i32 { *p += 1; return *p; }
fn three(a: i32, b: bool, c: i32) -> i32 { return a * 100 + select(0, 10, b) + c; }
fn chain(c: bool) -> bool { return b(1, c) && (b(2, !c) || b(3, c)) && !b(4, !c); }
@compute @workgroup_size(1) fn main() {
  let c = inp[0] > 0;
  var a = array<i32, 8>(1, 2, 3, 4, 5, 6, 7, 8);
  var i = 0;
  a[at(&i)] += at(&i) * 10;
  a[at(&i)] = a[at(&i)] - i;
  a[i] *= at(&i);
  let p = &a[i]; i = 0; *p += 100; *p <<= 2u;
  for (var k = 0; k < 8; k++) { o[k] = a[k]; }
  o[8] = s(1) - s(2) * s(3);
  o[9] = log;
  o[10] = select(1, 0, chain(c)); o[11] = log;
  o[12] = three(s(2), b(6, c) || b(7, !c), s(3)); o[13] = log;
  log = 0;
  while b(1, n < 20) && b(2, n != 17) { n += s(0) + 1; }
  o[14] = log; o[15] = n;
  var v = vec4i(s(1), s(2), s(3), s(4));
  v[s(-n + 1) & 3] += s(2);
  v[v.x & 3] = v[v.y & 3] + v.zyxw[v.w & 3];
  o[16] = v.x; o[17] = v.y; o[18] = v.z; o[19] = v.w;
  v.x = v.y; v.y = v.x; v = v.yxwz; v.z += v[2];
  o[20] = v.x; o[21] = v.y; o[22] = v.z; o[23] = v.w; o[24] = log;
  let x = b(1, true) | (b(2, c) & b(3, false));
  o[25] = select(0, 1, x) + log;
  if (b(5, c) && s(1) > 2) || s(2) < 3 { o[26] = log; } else if s(4) == 1 || b(3, true) { o[26] = -log; }
  loop { if s(1) > 50 { break; } if b(2, n % 2 == 0) { continue; } log += 3; continuing { n += 2; break if s(1) > 40 && b(4, true); } }
  o[27] = log; o[28] = n;
  var m = 5; let q = &m;
  m = at(q) + m * at(q) + m;
  o[29] = m;
  for (s(1); b(1, n < 80); s(9)) { if n % 3 == 0 { continue; } o[30] += n; }
  o[31] = log;
  o[i] = s(1) + o[i + 1] + s(2); o[s(0) & 31] = s(3) ; o[32] = log;
  let r = s(1) * 2; n = 0; o[33] = r + s(2) + n;
  var arr = array(s(1), s(2), s(3)); arr = array(arr[2], s(1), arr[0]); o[34] = arr[0] * 100 + arr[1] * 10 + arr[2];
  o[35] = array(s(1), s(2), s(3))[s(4) & 1] + log;
}
