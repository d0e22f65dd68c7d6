#version 310 es
// loose 2e-2
// ES: qualifiers everywhere they may stand, invariant, centroid, block members of several
// precisions, functions of them, default precisions in scopes.
precision mediump float; precision highp int;
layout(location = 0) centroid in highp vec2 uv; layout(location = 1) in lowp vec4 tint; layout(location = 2) flat in mediump ivec2 n;
layout(std140, binding = 0) uniform B { highp vec4 a; mediump vec3 b; lowp float k; highp mat3 m; mediump int i[2]; };
layout(location = 0) out mediump vec4 c; layout(binding = 1) uniform lowp sampler2D t;
highp float f(highp float x, lowp vec3 y) { return x + y.x; } mediump vec4 g(const in lowp vec4 v) { precision highp float; float x = v.x; return vec4(x) + v; }
void main() { precision lowp float; { precision highp float; float big = clamp(a.x, -3., 3.); c = vec4(f(big, clamp(b, -1., 1.))); } lowp vec4 s = textureLod(t, vec2(.5), 0.); c += g(s * .5) + tint * .25; highp vec3 q = clamp(m[1], vec3(-1.), vec3(1.)); c.xy += q.zx + uv * .125; c.w = float(n.x & 7) + clamp(k, 0., 1.) + float(i[1] == i[1]); }
