// A filter of 5 by 5 over a picture, whose tile and the border around it are loaded once
// by a workgroup; what lies outside of the picture is its nearest pixel.

struct Sizes { width: u32, height: u32 }

@group(0) @binding(0) var<storage, read_write> output: array<f32>;
@group(0) @binding(1) var<storage, read> input: array<f32>;
@group(0) @binding(2) var<storage, read> weights: array<f32, 25>;
@group(0) @binding(3) var<uniform> sizes: Sizes;

const SIDE = 8;
const HALO = 2;
const TILE = SIDE + 2 * HALO;
var<workgroup> tile: array<array<f32, TILE>, TILE>;

@compute @workgroup_size(SIDE, SIDE)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_id) local: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let corner = vec2i(group.xy) * SIDE - HALO;
  let last = vec2i(i32(sizes.width), i32(sizes.height)) - 1;
  for (var i = i32(lane); i < TILE * TILE; i += SIDE * SIDE) {
    let p = clamp(corner + vec2i(i % TILE, i / TILE), vec2i(0), max(last, vec2i(0)));
    tile[i / TILE][i % TILE] = input[u32(p.y) * sizes.width + u32(p.x)];
  }
  workgroupBarrier();
  var sum = 0.0;
  for (var y = 0u; y < 5u; y++) {
    for (var x = 0u; x < 5u; x++) {
      sum += weights[y * 5u + x] * tile[local.y + y][local.x + x];
    }
  }
  let p = group.xy * u32(SIDE) + local.xy;
  if p.x < sizes.width && p.y < sizes.height {
    output[p.y * sizes.width + p.x] = sum;
  }
}
