// One head of attention, a tile of keys at a time: scores, their running maximum and sum
// and the weighted values are kept per query, so that no row of scores is stored.

const D = 16u; // components of a head
const TILE = 8u; // keys of a tile
const ROWS = 16u; // queries of a workgroup

struct Sizes { queries: u32, keys: u32, scale: f32, causal: u32 }

@group(0) @binding(0) var<storage, read_write> output: array<f32>;
@group(0) @binding(1) var<storage, read> q: array<f32>;
@group(0) @binding(2) var<storage, read> k: array<f32>;
@group(0) @binding(3) var<storage, read> v: array<f32>;
@group(0) @binding(4) var<uniform> sizes: Sizes;

var<workgroup> tileK: array<array<f32, D>, TILE>;
var<workgroup> tileV: array<array<f32, D>, TILE>;

@compute @workgroup_size(ROWS)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  let row = id.x;
  var query: array<f32, D>;
  var sums: array<f32, D>;
  for (var c = 0u; c < D; c++) {
    query[c] = select(0.0, q[row * D + c], row < sizes.queries);
  }
  var top = -3.0e38;
  var total = 0.0;
  for (var first = 0u; first < sizes.keys; first += TILE) {
    for (var at = lane; at < TILE * D; at += ROWS) {
      let key = first + at / D;
      let inside = key < sizes.keys;
      tileK[at / D][at % D] = select(0.0, k[key * D + at % D], inside);
      tileV[at / D][at % D] = select(0.0, v[key * D + at % D], inside);
    }
    workgroupBarrier();
    for (var j = 0u; j < TILE; j++) {
      let key = first + j;
      if key >= sizes.keys || (sizes.causal != 0u && key > row) {
        continue;
      }
      var score = 0.0;
      for (var c = 0u; c < D; c++) {
        score += query[c] * tileK[j][c];
      }
      score *= sizes.scale;
      let higher = max(top, score);
      let keep = exp(top - higher);
      let weight = exp(score - higher);
      total = total * keep + weight;
      for (var c = 0u; c < D; c++) {
        sums[c] = sums[c] * keep + weight * tileV[j][c];
      }
      top = higher;
    }
    workgroupBarrier();
  }
  if row >= sizes.queries {
    return;
  }
  for (var c = 0u; c < D; c++) {
    output[row * D + c] = sums[c] / total;
  }
}
