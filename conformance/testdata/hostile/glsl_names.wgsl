struct texture {
    mix: f32,
    main: vec2f,
    in_: u32,
}
struct vec2_ {
    x: texture,
    gl_Position_: f32,
}
struct out_ {
    texture: texture,
    sampler1: array<texture, 2>,
}
@group(0) @binding(0) var<storage, read_write> block: out_;
@group(0) @binding(1) var<storage, read_write> block_1: out_;
@group(0) @binding(2) var<storage, read> type_: vec2_;
var<private> clamp_: f32 = 3.0;
const frexp_ = 2.0;
fn inversesqrt_(x: f32) -> f32 {
    return x;
}
fn dFdx(x: f32) -> f32 {
    return x + 1.0;
}
fn lessThan(x: f32, y: f32) -> bool {
    return x > y;
}
fn imageStore(x: f32) -> f32 {
    return x * frexp_;
}
fn barrier(x: f32) -> f32 {
    return -x;
}
fn uintBitsToFloat(x: u32) -> f32 {
    return f32(x);
}
fn floatBitsToUint(f: f32) -> u32 {
    return u32(f);
}
fn mix_(a: f32) -> f32 {
    return a;
}
fn greaterThan(a: vec2f) -> f32 {
    return a.x;
}
fn any_() -> bool {
    return false;
}
fn discard_() -> f32 {
    return 1.0;
}
@compute @workgroup_size(1)
fn main_() {
    var texture = block.texture;
    texture.mix = dFdx(type_.x.mix) + imageStore(2.0) + barrier(1.0);
    let mix = texture.mix;
    texture.main = vec2f(mix, uintBitsToFloat(floatBitsToUint(7.5)));
    block_1.texture = texture;
    block_1.sampler1[1] = type_.x;
    block_1.sampler1[0].in_ = select(1u, 2u, lessThan(clamp_, frexp_)) + u32(greaterThan(vec2f(4.0)));
    block.sampler1[0].mix = inversesqrt_(clamp_) + discard_() + mix_(1.0);
    var vec3 = 1.0;
    vec3 += f32(any_());
    block.sampler1[1].mix = vec3;
}
