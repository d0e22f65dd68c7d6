// Names of types, qualifiers, macros and members of the targets, at every level, each with a part in the result.
struct float4 { x: u32, xyzw: u32, length: u32, rgba: vec2u, _1: u32, main0_out: u32 }
struct half { float4: float4, float: array<u32, 2>, uint: u32, metal: u32, thread_position_in_grid: u32 }
struct main0_in { in: u32, out: u32, inout_: u32, gl_Position: u32, sv_position: u32 }
alias uint4 = vec4u;
alias texture2d = array<u32, 3>;
@group(0) @binding(0) var<storage, read_write> buffer: array<u32, 32>;
@group(0) @binding(1) var<storage, read> ByteAddressBuffer: array<u32, 4>;
@group(0) @binding(2) var<uniform> cbuffer: vec4u;
var<private> gl_FragCoord: u32 = 5;
var<private> thread: array<u32, 2> = array(1, 2);
var<workgroup> threadgroup: array<u32, 2>;
const INFINITY = 3u;
const M_PI_F = 4u;
const NAN = 6u;
const FLT_MAX = 7u;
const uint_max = 8u;
const METAL_VERSION = 9u;
const GL_ES = 10u;
const HAVE_X = 11u;
const INT_MIN = 12u;
override size_t: u32 = 13;
fn select_(a: u32) -> u32 { return a + 1; }
fn as_type(a: u32) -> u32 { return a + 2; }
fn asuint(a: u32) -> u32 { return a + 3; }
fn uint(a: u32) -> u32 { return a + 4; }
fn float2(a: u32, b: u32) -> u32 { return a * 2 + b; }
fn texture(a: u32) -> u32 { return a + 5; }
fn mix_(a: u32) -> u32 { return a + 6; }
fn mul(a: u32, b: u32) -> u32 { return a * b + 1; }
fn lerp(a: u32) -> u32 { return a + 7; }
fn threadgroup_barrier(a: u32) -> u32 { return a + 8; }
fn GroupMemoryBarrierWithGroupSync(a: u32) -> u32 { return a + 9; }
fn metal(a: u32) -> u32 { return a + 10; }
fn std_(a: u32) -> u32 { return a + 11; }
fn fract_(a: half) -> u32 { return a.float4.x + a.float[1] + a.uint + a.metal + a.thread_position_in_grid; }
fn matrix_(mat: u32, vec: u32, vec2: u32, float3x3: u32) -> u32 { let int = mat + vec; var double = int * vec2; double += float3x3; return double; }
fn discard_fragment(fragment: u32, vertex: u32, kernel: u32) -> u32 {
	var sampler_state = fragment; let device = vertex; let constant = kernel; let ushort = device * constant;
	for (var uchar = 0u; uchar < 2; uchar++) { let packed_float3 = uchar + ushort; sampler_state += packed_float3; }
	return sampler_state;
}
fn clip(numthreads: u32) -> u32 { let register_ = numthreads; let row_major = register_ + 1; let SV_Target = row_major * 2; let groupshared_ = SV_Target; return groupshared_; }
fn gl_in(lowp_: u32) -> u32 { let highp_ = lowp_; let precision_ = highp_ + 1; let varying_ = precision_; let attribute_ = varying_ + 1; let subroutine_ = attribute_; let uimage2D = subroutine_; return uimage2D + dot_(1); }
fn dot_(abs_: u32) -> u32 { let dot = abs_; let abs = dot + 1; let max = abs + 1; let clamp = max; return clamp; }
@compute @workgroup_size(1)
fn main0(@builtin(local_invocation_index) gl_LocalInvocationIndex: u32, @builtin(workgroup_id) gid: vec3u) {
	let k = ByteAddressBuffer[0] & 15;
	var h: half;
	h.float4 = float4(k, 2, 3, vec2u(4, k), 6, 7);
	h.float = array(k, k + 1);
	h.uint = 3; h.metal = k; h.thread_position_in_grid = 9;
	let i = main0_in(k, 2, 3, k + 4, 5);
	buffer[0] = fract_(h) + i.in + i.out * 3 + i.inout_ * 5 + i.gl_Position * 7 + i.sv_position * 11;
	buffer[1] = h.float4.length + h.float4.rgba.y + h.float4.xyzw + h.float4._1 * 2 + h.float4.main0_out * 3;
	buffer[2] = select_(k) + as_type(k) * 3 + asuint(k) * 5 + uint(k) * 7 + float2(k, 2) * 11;
	buffer[3] = texture(k) + mix_(k) * 3 + mul(k, 3) * 5 + lerp(k) * 7;
	buffer[4] = threadgroup_barrier(k) + GroupMemoryBarrierWithGroupSync(k) * 3 + metal(k) * 5 + std_(k) * 7;
	buffer[5] = matrix_(k, 2, 3, 4) + discard_fragment(k, 2, 3) * 3 + clip(k) * 5 + gl_in(k) * 7;
	buffer[6] = INFINITY + M_PI_F * k + NAN * 3 + FLT_MAX + uint_max * k + METAL_VERSION + GL_ES * k + HAVE_X + INT_MIN * k + size_t;
	buffer[7] = gl_FragCoord + thread[k & 1] + cbuffer.y;
	threadgroup[k & 1] = k; buffer[8] = threadgroup[0] + gl_LocalInvocationIndex + gid.x;
	let uint4_ = uint4(k); let t: texture2d = array(k, 1, 2); buffer[9] = uint4_.w + t[k % 3];
	let float = k; let float3 = vec3u(float); let bool_ = float3.y == k; var vec4 = select(1u, 2u, bool_); vec4 += float; buffer[10] = vec4;
	{ let buffer_ = 3u; let main = buffer_ + k; let void_ = main; buffer[11] = void_; }
	{ let half4 = k; let uint = half4 + 1; let asfloat = uint * 2; let SampleLevel = asfloat; let Load = SampleLevel; let Store4 = Load + 1; buffer[12] = Store4; }
}
