// Indices out of bounds, values indexed dynamically, variables without a value.
struct Row {
  cells: array<vec3<u32>, 4>,
  total: u32,
}

@group(0) @binding(0) var<storage, read_write> outputs: array<u32>;
@group(0) @binding(1) var<storage, read> inputs: array<u32>;

var<private> scratch: array<u32, 7>;
var<workgroup> rows: array<Row, 3>;
var<workgroup> flags: array<atomic<u32>, 5>;
var<workgroup> large: array<array<u32, 9>, 9>;

const table = array<u32, 6>(3, 1, 4, 1, 5, 9);

fn make(x: u32) -> array<u32, 5> {
  return array<u32, 5>(x, x + 1, x * 2, x ^ 5, 7);
}

fn nth(values: array<u32, 5>, i: i32) -> u32 {
  return values[i];
}

@compute @workgroup_size(2, 2)
fn main(@builtin(local_invocation_index) index: u32) {
  var unset: mat2x2<f32>;
  var sum = u32(unset[0][1]) + large[index][index * 2] + rows[index % 3].total + atomicLoad(&flags[index]);
  for (var k = 0u; k < arrayLength(&inputs); k++) {
    let i = inputs[k];
    let values = make(i);
    sum = sum * 31 + values[i];
    sum = sum * 31 + nth(values, i32(i));
    sum = sum * 31 + table[i];
    scratch[i] = k + index;
    sum = sum * 31 + scratch[k];
    let m = mat3x2<f32>(1, 2, 3, 4, 5, 6);
    sum = sum * 31 + u32(m[i][i]);
    var local = array<array<u32, 2>, 3>(array<u32, 2>(1, 2), array<u32, 2>(3, 4), array<u32, 2>(5, 6));
    local[i][k] += sum;
    let copy = local;
    local[0][0] = 9;
    sum += copy[i32(i)][k] + local[k][i];
    var v = vec4<u32>(k, i, 2, 3);
    v[i] = 8;
    sum += v[k] + v.wzyx[i];
    var inner: u32;
    inner += k;
    sum += inner;
  }
  if index == 0 {
    rows[inputs[3]].cells[inputs[4]][inputs[2]] = 77;
  }
  workgroupBarrier();
  atomicAdd(&flags[inputs[index]], index + 1);
  workgroupBarrier();
  let total = workgroupUniformLoad(&rows[2]).cells[3].z;
  for (var k = 0u; k < 5; k++) {
    sum = sum * 31 + atomicLoad(&flags[k]);
  }
  outputs[index] = sum + total;
  outputs[inputs[3] + 1000u] = 5;
}
