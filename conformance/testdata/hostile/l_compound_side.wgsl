@group(0) @binding(0) var<storage, read_write> o: array<i32, 128>;
var<private> calls: i32 = 0;
var<private> t: array<i32, 8>;
fn next() -> i32 { calls += 1; return calls & 7; }
fn poke(i: i32) -> i32 { t[i & 7] += 100; return i; }
struct N { v: vec3i, a: array<vec2i, 3> }
var<private> n: N;
fn bump(i: i32) -> i32 { n.v.x += 10; n.a[1].y -= 1; return i; }
@compute @workgroup_size(1) fn main() {
  t[next()] += next();
  t[next()] -= poke(3) + next();
  t[poke(2)] *= poke(2);
  t[next()]++;
  t[next()]--;
  for (var i = 0; i < 8; i++) { o[i] = t[i]; }
  n.v.x += bump(5);
  n.v[bump(0)] += bump(7);
  n.a[bump(1)].y *= bump(3);
  n.a[bump(1)][bump(1)] -= n.a[1].y;
  let q = &n.a[bump(2) % 3];
  (*q).x = bump(4) + (*q).x;
  q[1] = bump(9) | n.v.x;
  o[8] = n.v.x; o[9] = n.v.y; o[10] = n.v.z;
  for (var i = 0; i < 3; i++) { o[11 + i * 2] = n.a[i].x; o[12 + i * 2] = n.a[i].y; }
  var x = 1;
  x = x + bump(x) * x;
  var y = calls + next() + calls;
  y = (y << 1u) ^ (next() - next() * next());
  o[17] = x; o[18] = y; o[19] = calls;
  let z = vec3i(next(), calls, next());
  o[20] = z.x; o[21] = z.y; o[22] = z.z;
  var arr = array<i32, 3>(calls, next(), calls);
  arr[next() % 3] ^= arr[next() % 3] + calls;
  o[23] = arr[0]; o[24] = arr[1]; o[25] = arr[2];
  o[26] = select(next(), next(), calls > 3) * 100 + calls;
  if ((next() > 2 && next() < 100) || next() == 0) { calls *= 3; }
  o[27] = calls;
  _ = next();
  _ = n.a[next() % 3];
  o[28] = calls;
  o[next() + 29] = calls;
}
