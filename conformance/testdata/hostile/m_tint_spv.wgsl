struct S {
  /* @offset(0) */
  field0 : u32,
  /* @offset(16) */
  field1 : vec3<f32>,
  /* @offset(28) */
  field2 : i32,
}
alias Arr = array<S, 3u>;
alias Arr_1 = array<vec4<u32>, 4u>;
struct Block { @size(144) field0 : Arr, field1 : Arr_1, }
alias RTArr = array<i32, 64>;
struct Out { field0 : RTArr, }
var<private> x_2 : i32;
var<private> x_3 : Arr_1 = Arr_1(vec4<u32>(), vec4<u32>(1u), vec4<u32>(2u, 3u, 4u, 5u), vec4<u32>());
var<private> gl_LocalInvocationID : vec3<u32>;
@group(0) @binding(0) var<storage, read> x_5 : Block;
@group(0) @binding(1) var<storage, read_write> x_6 : Out;
fn func_i1_i1_(x_20 : ptr<function, i32>, x_21 : ptr<function, i32>) -> i32 {
  var x_22 : i32;
  var x_23 : bool;
  var x_24_phi : i32;
  x_22 = 0i;
  x_24_phi = *x_20;
  loop {
    let x_24 : i32 = x_24_phi;
    var x_25 : i32;
    if ((x_24 < 10i)) {
    } else {
      break;
    }
    let x_26 : i32 = *x_21;
    *x_21 = bitcast<i32>((bitcast<u32>(x_26) + 3u));
    if (((x_24 & 1i) == 1i)) {
      x_25 = x_24;
      continue;
    } else {
      let x_30 : i32 = x_22;
      x_22 = (x_30 + x_24);
      if ((x_22 > 17i)) {
        *x_20 = x_24;
        return x_22;
      }
    }
    x_25 = (x_24 + 1i);

    continuing {
      x_24_phi = select((x_25 + 2i), (x_24 + 1i), (x_25 <= x_24));
    }
  }
  x_23 = (x_22 > 3i);
  if (x_23) {
    x_2 = (x_2 + x_22);
  }
  return (x_22 - 1i);
}
fn main_1() {
  var a_1 : i32;
  var b_1 : i32;
  var x_40 : u32;
  a_1 = bitcast<i32>(gl_LocalInvocationID.x);
  b_1 = 7i;
  let x_41 : i32 = func_i1_i1_(&(a_1), &(b_1));
  x_40 = (x_5.field0[(gl_LocalInvocationID.x % 3u)].field0 ^ x_5.field1[(gl_LocalInvocationID.x & 3u)][(gl_LocalInvocationID.x >> 1u) & 3u]);
  let x_50 = &(x_3[(gl_LocalInvocationID.x & 3u)]);
  (*(x_50)).y = (x_40 + (*(x_50)).z);
  let x_60 : u32 = (gl_LocalInvocationID.x * 5u);
  x_6.field0[x_60] = x_41;
  x_6.field0[(x_60 + 1u)] = a_1;
  x_6.field0[(x_60 + 2u)] = b_1;
  x_6.field0[(x_60 + 3u)] = x_2;
  x_6.field0[(x_60 + 4u)] = bitcast<i32>(x_3[(gl_LocalInvocationID.x & 3u)].y);
  return;
}
@compute @workgroup_size(8i, 1i, 1i)
fn main(@builtin(local_invocation_id) gl_LocalInvocationID_param : vec3<u32>) {
  gl_LocalInvocationID = gl_LocalInvocationID_param;
  main_1();
}
