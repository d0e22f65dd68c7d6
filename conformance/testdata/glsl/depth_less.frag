#version 450
// loose 1e-4
layout(depth_less) out float gl_FragDepth; in vec4 gl_FragCoord; layout(location = 0) out vec4 a; layout(location = 1) out ivec2 b; layout(location = 2) out uint d; layout(location = 0) in V { vec2 x; flat ivec3 y; noperspective float z; flat int arr[2]; } v; layout(location = 8) in flat uvec2 q; layout(location = 9) centroid in vec3 w; layout(location = 10) in mat2 mm;
vec4 g; void inner(inout vec2 p, vec2 d) { if (p.x > 2.5 && p.y < 1.5) discard; p += d; }
bool even(int x) { if ((x & 1) == 0) return true; if (x > 1000000) { discard; } return false; }
void main() {
	vec2 p = floor(gl_FragCoord.xy); float fw = fwidth(p.x * p.y); vec2 dd = vec2(dFdx(p.x), dFdy(p.y)); inner(p, dd); a = vec4(p, fw, float(even(int(p.x)))); int i = 0; for (; i < 5; i++) { if (p.x + float(i) > 6.) break; if (i == int(p.y)) continue; a.z += float(i); } b = ivec2(i, v.y.x & 15) + v.arr[1] % 2; d = q.y & 7u; gl_FragDepth = clamp(gl_FragCoord.z * .5, 0., gl_FragCoord.z); if (!gl_FrontFacing) a = a.wzyx; a.x += v.x.x * 0.; g = a; g.yx = g.xy; a = g + vec4(0, 0, w.z * 0., mm[1].y * 0.); a.x += float(gl_SampleMaskIn[0] & 1); 
}
