// Textured rectangles, as a user interface draws them: a rectangle is an instance.

struct Globals { size: vec2f } // of the window, in pixels

struct Quad {
    @location(0) rect: vec4f, // left, top, width, height
    @location(1) uv: vec4f,
    @location(2) tint: vec4f,
}

struct Corner {
    @builtin(position) position: vec4f,
    @location(0) uv: vec2f,
    @location(1) tint: vec4f,
}

@group(0) @binding(0) var<uniform> globals: Globals;
@group(1) @binding(0) var atlas: texture_2d<f32>;
@group(1) @binding(1) var atlas_sampler: sampler;

@vertex
fn vs_main(@builtin(vertex_index) index: u32, quad: Quad) -> Corner {
    let corner = vec2f(f32(index & 1), f32(index >> 1));
    let at = (quad.rect.xy + corner * quad.rect.zw) / globals.size;
    return Corner(vec4f(at.x * 2 - 1, 1 - at.y * 2, 0, 1), quad.uv.xy + corner * quad.uv.zw, quad.tint);
}

@fragment
fn fs_main(in: Corner) -> @location(0) vec4f {
    return textureSample(atlas, atlas_sampler, in.uv) * in.tint;
}
