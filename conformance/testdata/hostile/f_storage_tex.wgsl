@group(0) @binding(0) var img: texture_storage_2d<rgba8unorm, write>;
@group(0) @binding(1) var cnt: texture_storage_2d<r32uint, read_write>;
@group(0) @binding(2) var src: texture_2d<u32>;
@fragment
fn main(@builtin(position) p: vec4f) -> @location(0) vec4u {
    let c = vec2u(p.xy);
    textureStore(img, c, vec4f(0.5, 0.25, 1, 0));
    let v = textureLoad(cnt, c).r;
    textureStore(cnt, c, vec4u(v + c.x, 0, 0, 0));
    return textureLoad(src, c, 0) + vec4u(v);
}
