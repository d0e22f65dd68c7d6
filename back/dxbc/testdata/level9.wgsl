// A vertex and a fragment shader of the kind that devices of feature level 9 run.

struct Uniforms { transform: mat4x4f, colors: array<vec4f, 4>, offset: vec2f, count: i32, flags: u32 }
@group(0) @binding(0) var<uniform> u: Uniforms;
@group(0) @binding(1) var image: texture_2d<f32>;
@group(0) @binding(2) var mask: texture_2d<f32>;
@group(0) @binding(3) var linear: sampler;

struct Varyings { @builtin(position) position: vec4f, @location(0) uv: vec2f, @location(1) light: f32, @location(2) color: vec4f }

@vertex fn vertex_main(@location(0) position: vec3f, @location(1) uv: vec2f, @location(2) which: f32) -> Varyings {
  var o: Varyings;
  o.position = u.transform * vec4f(position, 1.0);
  o.uv = uv + u.offset * f32(u.count);
  o.light = saturate(dot(normalize(position), vec3f(0.0, 0.6, 0.8)));
  o.color = u.colors[i32(which)];
  if (u.flags == 1u) { o.color = o.color.bgra; }
  return o;
}

@fragment fn fragment_main(v: Varyings) -> @location(0) vec4f {
  var color = vec4f();
  for (var i = 0; i < 3; i++) {
    if (i > u.count) { break; }
    color += textureSample(image, linear, v.uv + vec2f(f32(i) * 0.25, 0.0)) * u.colors[i];
  }
  let m = textureSample(mask, linear, v.uv.yx).a;
  if (m < 0.5) { discard; }
  color = vec4f(color.rgb * (0.25 + sqrt(v.light)), color.a * m);
  return select(color, v.color, v.light > 0.75);
}
