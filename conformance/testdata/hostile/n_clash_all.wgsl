struct SV_Position { texture2d: vec2f, registers: i32, threadgroup: u32, TEXCOORD0: i32 }
struct float4 { x: f32, cbuffer: vec2i, kernel: i32, gl_Position: i32 }
struct main0 { half4: i32, precisely: i32, uint: u32 }
@group(0) @binding(0) var<storage, read_write> buffer_: array<i32, 128>;
@group(0) @binding(1) var<storage> _Globals: array<i32, 16>;
var<private> device: i32 = 2; var<private> thread_index_in_simdgroup: i32 = 3; var<workgroup> groupShared: array<i32, 4>; var<private> spvBufferSizeConstants: i32; var<private> inouts: i32; var<private> gl_GlobalInvocationID: i32;
fn lerp(a: i32, b: i32) -> i32 { return a * b + 1; }
fn mul(a: vec2i, b: vec2i) -> i32 { return a.x - b.y; }
fn saturate_(x: i32) -> i32 { return x; }
fn asint(x: i32) -> i32 { return x ^ 1; }
fn fmin(a: i32, b: i32) -> i32 { return a - b; }
fn fast(half: i32) -> i32 { let float = half + 1; let int = float * 2; let uint = int; let double = uint - 1; return double; }
fn texture(sampler2D: i32) -> i32 { var vec3_ = sampler2D; vec3_ += 1; return vec3_; }
fn NonUniformResourceIndex(i: i32) -> i32 { return i + 5; }
fn mod_(a: i32, b: i32) -> i32 { return a % b; }
fn printf_(format: i32) -> i32 { return format; }
fn metal(as_type: i32) -> i32 { let threadgroup_barrier = as_type; let mem_flags = 1; return threadgroup_barrier + mem_flags; }
fn _main(main: i32) -> i32 { return main - 7; }
fn tint_symbol(tint_symbol_1: i32) -> i32 { let tint_symbol = tint_symbol_1; return tint_symbol; }
fn f_(f__1: i32) -> i32 { let f_ = f__1; let f__2 = f_ + f__1; return f__2; }
@compute @workgroup_size(1) fn main(@builtin(local_invocation_index) SV_GroupIndex: u32) {
  let out = lerp(3, 4); let in = mul(vec2(5, 6), vec2(7, 8)); buffer_[0] = out; buffer_[1] = in;
  var string = float4(1.0, vec2(3, 4), 5, 6); string.cbuffer.x = asint(string.kernel); buffer_[2] = string.cbuffer.x + string.gl_Position;
  let points = fast(4); let line = fmin(points, 3); let triangle = texture(line); buffer_[3] = points; buffer_[4] = line; buffer_[5] = triangle;
  let s = SV_Position(vec2f(1, 2), 3, 4, 5); buffer_[6] = s.registers + i32(s.threadgroup) + s.TEXCOORD0 + i32(s.texture2d.y);
  groupShared[SV_GroupIndex] = device + thread_index_in_simdgroup; buffer_[7] = groupShared[0]; spvBufferSizeConstants = NonUniformResourceIndex(1); buffer_[8] = spvBufferSizeConstants + mod_(7, 4) + printf_(2) + metal(3) + _main(1);
  let main0_ = main0(1, 2, 3u); buffer_[9] = main0_.half4 + main0_.precisely + i32(main0_.uint) + tint_symbol(4) + f_(5) + inouts + gl_GlobalInvocationID;
  let a_b = 1; let a__b = 2; let a_b_ = 3; let A_b = 4; let a_b_1 = 5; { let a_b = 6; { let a_b = a_b + 1; buffer_[10] = a_b * 10000 + a__b * 1000 + a_b_ * 100 + A_b * 10 + a_b_1; } }
  let vec4_ = _Globals[0]; let layouts = vec4_ & 3; let uniform_ = layouts; let shared_ = uniform_; let discard_ = shared_; let row_major = discard_; let technique = row_major; let unsigned_ = technique; let signed_ = unsigned_; let short_ = signed_; let constexpr_ = short_; let ulong = constexpr_; let size_t = ulong; let ushort = size_t; let bool4 = ushort; buffer_[11] = bool4;
}
