// workgroups 3 2
// not tint-run wgpu-run
const TILE = 8i;
const APRON = 2i;
const SIDE = TILE + 2 * APRON;
struct Params { mode: vec4i, weights: array<vec4f, 2> }
@group(0) @binding(0) var image: texture_2d<f32>;
@group(0) @binding(1) var<uniform> params: Params;
@group(0) @binding(2) var result: texture_storage_2d<rgba32float, write>;
@group(0) @binding(3) var<storage, read_write> sums: array<vec4f, 384>;
var<workgroup> tile: array<array<vec4f, SIDE>, SIDE>;
var<workgroup> rows: array<array<vec4f, TILE>, SIDE>;
fn wrap(i: i32, n: i32, mode: i32) -> i32 {
  switch mode {
    case 0 { return clamp(i, 0, n - 1); }
    case 1 { return ((i % n) + n) % n; }
    case 2 { let m = ((i % (2 * n)) + 2 * n) % (2 * n); return select(m, 2 * n - 1 - m, m >= n); }
    case 3, default { if i < 0 || i >= n { return -1; } return i; }
  }
}
fn fetch(at: vec2i, mode: i32) -> vec4f {
  let size = vec2i(textureDimensions(image));
  let p = vec2i(wrap(at.x, size.x, mode), wrap(at.y, size.y, mode));
  if any(p < vec2i()) { return vec4f(0, 0, 0, -1); }
  return textureLoad(image, p, 0);
}
fn order(a: ptr<function, vec4f>, b: ptr<function, vec4f>) { let t = min(*a, *b); *b = max(*a, *b); *a = t; }
fn median5(v0: vec4f, v1: vec4f, v2: vec4f, v3: vec4f, v4: vec4f) -> vec4f {
  var a = v0; var b = v1; var c = v2; var d = v3; var e = v4;
  order(&a, &b); order(&d, &e); order(&a, &d); order(&b, &e); order(&b, &c); order(&c, &d); order(&b, &c);
  return c;
}
@compute @workgroup_size(8, 8) fn main(@builtin(local_invocation_id) l: vec3u, @builtin(workgroup_id) wg: vec3u, @builtin(local_invocation_index) index: u32) {
  let origin = vec2i(wg.xy) * TILE - APRON - vec2i(5, 3);
  let mode = params.mode[(wg.x + wg.y) & 3] & 3;
  for (var i = i32(index); i < SIDE * SIDE; i += TILE * TILE) { tile[i / SIDE][i % SIDE] = fetch(origin + vec2i(i % SIDE, i / SIDE), mode); }
  workgroupBarrier();
  const kernel = array(1.0, 4.0, 6.0, 4.0, 1.0);
  for (var y = i32(l.y); y < SIDE; y += TILE) {
    var s = vec4f();
    for (var k = -APRON; k <= APRON; k++) { s += kernel[k + APRON] * tile[y][i32(l.x) + APRON + k]; }
    rows[y][l.x] = s / 16;
  }
  workgroupBarrier();
  let c = vec2i(l.xy) + APRON;
  var blur = vec4f();
  for (var k = 0; k < 5; k++) { blur = fma(rows[i32(l.y) + k][l.x], vec4f(kernel[k] / 16), blur); }
  let median = median5(tile[c.y][c.x], tile[c.y][c.x - 1], tile[c.y][c.x + 1], tile[c.y - 1][c.x], tile[c.y + 1][c.x]);
  let sobel = (tile[c.y - 1][c.x + 1] + 2 * tile[c.y][c.x + 1] + tile[c.y + 1][c.x + 1]) - (tile[c.y - 1][c.x - 1] + 2 * tile[c.y][c.x - 1] + tile[c.y + 1][c.x - 1]);
  var erode = tile[c.y][c.x];
  for (var y = -1; y <= 1; y++) { for (var x = -1; x <= 1; x++) { if abs(x) + abs(y) == 2 { continue; } erode = min(erode, tile[c.y + y][c.x + x]); } }
  let group = wg.y * 3 + wg.x;
  sums[group * 64 + index] = select(select(blur, median, vec4<bool>(l.x % 2 == 0, true, false, l.y > 3)), select(sobel, erode, l.y % 2 == 0), vec4<bool>(false, false, true, (index & 4) != 0));
  textureStore(result, l.xy + wg.xy * 8, sums[group * 64 + index]);
}
