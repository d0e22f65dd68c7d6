#version 450
// loose 1e-3
// Interface blocks between stages with instance names and explicit places, several kinds of
// interpolation, arrays and structs of inputs, several outputs, early tests.
#define MAX_LIGHTS 3
layout(early_fragment_tests) in;
struct Light { vec4 positionRadius; vec3 color; float intensity; };
layout(std140, binding = 0) uniform Lights { Light lights[MAX_LIGHTS]; vec3 eye; int count; };
layout(location = 0) in Vertex { vec3 position; smooth vec3 normal; noperspective vec2 uv; flat uint material; } v_in;
layout(location = 5) in vec4 colors[2];
struct Extra { vec2 a; vec3 b; }; layout(location = 8) in Extra extra;
layout(location = 0) out vec4 outColor;
layout(location = 1) out uvec2 outId;
layout(location = 2) out vec2 outVelocity[2];
layout(depth_less) out float gl_FragDepth;
float ggx(float nh, float a) { float a2 = a * a, d = nh * nh * (a2 - 1.) + 1.; return a2 / (3.14159 * d * d); }
vec3 shade(const in Light l, vec3 p, vec3 n, vec3 view) {
	vec3 d = clamp(l.positionRadius.xyz, -10., 10.) - p; float dist = max(length(d), .5); vec3 dir = d / dist;
	float atten = clamp(1. - dist / 60., 0., 1.), nl = max(dot(n, dir), 0.);
	return clamp(l.color, 0., 1.) * nl * atten * ggx(max(dot(n, normalize(dir + view + 1e-2)), 0.), .8);
}
void main() {
	vec3 n = normalize(v_in.normal + vec3(0, 0, 1)), view = normalize(vec3(3, 4, 5) - v_in.position), sum = vec3(0.03);
	for (int i = 0; i < MAX_LIGHTS; ++i) { if (i >= 2) break; sum += shade(lights[i], v_in.position, n, view); }
	outColor = vec4(sum, 1.) + colors[v_in.material & 1u] * .1 + colors[1] * vec4(extra.a, extra.b.zx) * .01;
	outId = uvec2(v_in.material, v_in.material + 1u); outVelocity[0] = v_in.uv; outVelocity[1] = -v_in.uv.yx;
	gl_FragDepth = gl_FragCoord.z * .5;
}
