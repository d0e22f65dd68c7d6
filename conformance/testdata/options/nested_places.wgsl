// Places in places, read, written and handed on.
struct Inner { v: array<vec2f, 3>, m: mat2x3f }
struct Outer { inner: array<Inner, 2>, flags: vec4<bool> }
var<private> store: array<Outer, 3>;
var<workgroup> shared_words: array<array<u32, 4>, 4>;
@group(0) @binding(0) var<storage, read_write> words: array<u32>;
fn bump(p: ptr<private, vec2f>) { (*p).x += 1.0; }
fn row(p: ptr<workgroup, array<u32, 4>>, i: u32) -> u32 { (*p)[i] += 1u; return (*p)[i & 3u]; }
@compute @workgroup_size(2)
fn main(@builtin(local_invocation_id) l: vec3u) {
  let i = words[0]; let j = words[1]; let k = words[2];
  store[i].inner[j].v[k] = vec2f(1.0, f32(l.x));
  store[i].inner[j].m[k][words[3]] = 2.0;
  store[j].flags[k] = true;
  bump(&store[j].inner[k].v[i]);
  shared_words[i][l.x] = k;
  workgroupBarrier();
  var sum = row(&shared_words[j], k);
  let copy = store[i];
  if copy.flags[j] && any(copy.flags) { sum += u32(copy.inner[k].m[0].y); }
  let moved = words[words[4]];
  words[words[5]] = sum + moved + workgroupUniformLoad(&shared_words[1][2]);
}
