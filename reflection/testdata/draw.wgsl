// Vertex and fragment: attributes, varyings, textures of every kind.
enable f16;
enable dual_source_blending;

struct Attribute {
    @location(0) position: vec3f,
    @location(2) bones: vec4u,
    @location(3) half: vec3h,
    @location(5) offset: vec2i,
}

struct Varying {
    @invariant @builtin(position) clip: vec4f,
    @location(0) uv: vec2f,
    @location(1) @interpolate(flat) id: u32,
    @location(2) @interpolate(linear, centroid) screen: vec2f,
    @location(7) @interpolate(flat, either) layer: i32,
}

struct Light {
    at: vec3f,
    @size(16) color: vec3f,
    power: f32,
}

struct Frame {
    view: mat4x4f,
    normal: mat3x3f,
    lights: array<Light, 3>,
    tint: vec2f,
}

struct Model { transform: mat4x3f }

@group(0) @binding(0) var<uniform> frame: Frame;
@group(1) @binding(3) var<uniform> model: Model;
@group(0) @binding(1) var color: texture_2d<f32>;
@group(0) @binding(2) var linear: sampler;
@group(0) @binding(3) var shadow: texture_depth_cube_array;
@group(0) @binding(4) var compare: sampler_comparison;
@group(0) @binding(5) var raw: texture_2d_array<f32>;
@group(0) @binding(6) var ids: texture_3d<u32>;
@group(0) @binding(7) var samples: texture_multisampled_2d<i32>;
@group(0) @binding(8) var video: texture_external;
@group(2) @binding(0) var unused: texture_1d<f32>;

@vertex
fn vertex_main(in: Attribute, @builtin(vertex_index) index: u32) -> Varying {
    var out: Varying;
    out.clip = frame.view * vec4f(model.transform * vec4f(in.position, 1), 1);
    out.id = in.bones.x + index;
    out.uv = vec2f(in.half.xy) + vec2f(in.offset);
    return out;
}

struct Blend {
    @location(0) @blend_src(0) color: vec4f,
    @location(0) @blend_src(1) factor: vec4f,
}

@fragment
fn fragment_main(in: Varying, @builtin(front_facing) front: bool) -> Blend {
    let lit = textureSampleCompareLevel(shadow, compare, vec3f(in.uv, 1), in.layer, 0.5);
    let texel = textureLoad(raw, vec2i(in.uv), in.layer, 0) + textureSample(color, linear, in.uv);
    let word = textureLoad(ids, vec3u(in.id), 0).x + u32(textureNumSamples(samples));
    let frame_size = textureDimensions(video);
    if front { discard; }
    return Blend(texel * lit * frame.lights[0].power, vec4f(f32(word + frame_size.x)));
}

@fragment
fn depth_only() -> @builtin(frag_depth) f32 { return frame.tint.x; }
