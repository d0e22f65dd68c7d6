struct Out { @location(2) @interpolate(flat) id: u32, @builtin(position) pos: vec4f, @location(0) uv: vec2f, @location(5) @interpolate(linear, sample) w: vec3f, @location(1) @interpolate(flat, either) k: vec4i }
struct In { @location(5) @interpolate(linear, sample) w: vec3f, @location(1) @interpolate(flat, either) k: vec4i, @builtin(position) gl_FragCoord: vec4f, @location(0) uv: vec2f }
@vertex fn vmain(@builtin(vertex_index) gl_VertexIndex: u32, @builtin(instance_index) input: u32) -> Out {
  var output = Out(); let xy = array(vec2f(-1, -1), vec2f(3, -1), vec2f(-1, 3))[gl_VertexIndex % 3]; output.pos = vec4f(xy, 0.5, 1); output.uv = xy * 0.5 + 0.5; output.id = input + gl_VertexIndex * 4u; output.k = vec4i(i32(input), 1, -2, 3); output.w = vec3f(xy, 1); return output;
}
@fragment fn fmain(in: In, @location(2) @interpolate(flat) id: u32) -> @location(0) vec4f { var tmp = in; tmp.uv = tmp.uv.yx; let sampler_ = tmp.k.wzyx; return vec4f(fract(abs(tmp.uv)), f32(sampler_.x & 7) + f32(id & 3u), floor(in.gl_FragCoord.x)); }
