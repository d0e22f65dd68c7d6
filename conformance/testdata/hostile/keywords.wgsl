// Names that languages keep for themselves.
struct float4 {
    half: f32,
    double: vec2f,
    sampler_: u32,
    texture: i32,
    ivec2: f32,
    UAV: u32,
}
fn lerp(float: f32, int: f32, uint: f32) -> f32 {
    return float * 100.0 + int * 10.0 + uint;
}
fn mul(x: f32, y: f32) -> f32 {
    return x - y;
}
fn saturate_(cbuffer: f32) -> f32 {
    return cbuffer + 1.0;
}
fn main0(gl_Position: f32) -> f32 {
    return gl_Position;
}
fn fmod(a: f32, b: f32) -> f32 {
    return a + b;
}
fn mad(a: f32, b: f32, c: f32) -> f32 {
    return a;
}
fn thread(device: f32) -> f32 {
    var constant = device;
    constant *= 2.0;
    return constant;
}
fn kernel_(input: f32, output: f32) -> f32 {
    return input - output;
}
fn texture2D(s: f32) -> f32 {
    return s * 3.0;
}
fn asuint(f: f32) -> f32 {
    return -f;
}
fn rsqrt(f: f32) -> f32 {
    return f + 7.0;
}
fn metal() -> f32 {
    return 11.0;
}
fn ddx(f: f32) -> f32 {
    return f * 5.0;
}
fn frac(f: f32) -> f32 {
    return f - 1.0;
}
fn isnan(f: f32) -> f32 {
    return f;
}
fn as_type(f: f32) -> f32 {
    return f * 9.0;
}
fn gl_FragCoord_() -> f32 {
    return 2.0;
}
@group(0) @binding(0) var<storage, read_write> buffer: array<f32, 20>;
var<private> tbuffer: f32;
var<workgroup> shared_: f32;
const mediump_ = 2.0;
var<private> gl_in: vec3f;
const highp_ = 3;
@compute @workgroup_size(1)
fn kernel(@builtin(global_invocation_id) gl_GlobalInvocationID: vec3u) {
    var vector = float4(1.0, vec2f(2.0), 3u, 4, 5.0, gl_GlobalInvocationID.x);
    let dword = vector.half + vector.double.y;
    tbuffer = dword;
    gl_in = vec3f(1, 2, 3);
    var technique = lerp(dword, 2.0, mediump_);
    let namespace_ = mul(technique, 3.0);
    var union_: array<f32, 3>;
    union_[1] = fmod(namespace_, 1.0);
    buffer[0] = technique;
    buffer[1] = namespace_;
    buffer[2] = union_[1];
    buffer[3] = mad(1.0, 2.0, 3.0);
    buffer[4] = thread(2.0);
    buffer[5] = kernel_(9.0, 4.0);
    buffer[6] = texture2D(1.5);
    buffer[7] = asuint(2.0);
    buffer[8] = rsqrt(1.0);
    buffer[9] = metal();
    buffer[10] = ddx(1.0);
    buffer[11] = frac(5.0);
    buffer[12] = isnan(2.0);
    buffer[13] = as_type(2.0);
    buffer[14] = main0(saturate_(1.0));
    buffer[15] = tbuffer + gl_in[u32(highp_) - 2u];
    let out = 1.0;
    var inout = out;
    inout += 1.0;
    let in = inout;
    buffer[16] = in;
    let row_major = vector.ivec2;
    buffer[17] = row_major + f32(vector.UAV) + f32(vector.texture);
    buffer[18] = gl_FragCoord_();
    var sample = 1.0;
    let point = sample;
    let triangle = point;
    let line = triangle;
    let signed = line;
    let unsigned = signed;
    let volatile_ = unsigned;
    buffer[19] = volatile_;
}
