// Rows get the mean 0 and the variance 1, then a scale and an offset per column. A
// workgroup has a row; sums are reduced in a tree.

struct Sizes { columns: u32, epsilon: f32 }

@group(0) @binding(0) var<storage, read_write> output: array<f32>;
@group(0) @binding(1) var<storage, read> input: array<f32>;
@group(0) @binding(2) var<storage, read> gamma: array<f32>;
@group(0) @binding(3) var<storage, read> beta: array<f32>;
@group(0) @binding(4) var<uniform> sizes: Sizes;

const WIDTH = 32u;
var<workgroup> partial: array<vec2f, WIDTH>;

fn reduced(lane: u32, own: vec2f) -> vec2f {
  partial[lane] = own;
  workgroupBarrier();
  for (var stride = WIDTH / 2u; stride > 0u; stride /= 2u) {
    if lane < stride {
      partial[lane] += partial[lane + stride];
    }
    workgroupBarrier();
  }
  return workgroupUniformLoad(&partial)[0];
}

@compute @workgroup_size(WIDTH)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let start = group.x * sizes.columns;
  var sum = vec2f();
  for (var c = lane; c < sizes.columns; c += WIDTH) {
    let x = input[start + c];
    sum += vec2f(x, x * x);
  }
  let moments = reduced(lane, sum) / f32(sizes.columns);
  let scale = inverseSqrt(moments.y - moments.x * moments.x + sizes.epsilon);
  for (var c = lane; c < sizes.columns; c += WIDTH) {
    output[start + c] = (input[start + c] - moments.x) * scale * gamma[c] + beta[c];
  }
}
