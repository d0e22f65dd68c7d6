#version 420 core
#define PACK 1
layout(location = 0) out vec4 gAlbedo;
layout(location = 1) out uvec2 gNormal;
layout(location = 2) out float gDepth;
layout(location = 3) out vec2 gExtra[2];
layout(depth_greater) out float gl_FragDepth;
in Vertex { vec3 normal; vec4 tangent; centroid vec2 uv; flat int layer; noperspective float fade; } vin;
layout(binding = 3) uniform sampler2DArray maps;
layout(std140, binding = 2) uniform Mats { struct Mat_ { vec3 albedo; float rough; ivec2 flags; } mats[16]; uvec4 seed[2]; mat2 jitter[4]; };
vec2 oct(vec3 n) { n /= dot(abs(n), vec3(1)); return n.z >= 0.0 ? n.xy : (1.0 - abs(n.yx)) * mix(vec2(-1), vec2(1), greaterThanEqual(n.xy, vec2(0))); }
bool masked(float a) { if (a < .1) { discard; } return a < .5; }
void main() {
	mat3 tbn = mat3(vin.tangent.xyz, cross(vin.normal, vin.tangent.xyz) * vin.tangent.w, vin.normal);
	vec4 t = texture(maps, vec3(vin.uv, vin.layer));
	if (masked(t.a)) gAlbedo = vec4(0); else gAlbedo = vec4(mats[vin.layer & 15].albedo, mats[vin.layer & 15].rough) * t;
	vec2 o = oct(tbn * (t.xyz * 2.0 - 1.0));
	gNormal = uvec2(packSnorm2x16(o), packHalf2x16(vin.uv * jitter[vin.layer & 3]));
	gExtra = vec2[2](dFdx(vin.uv), vec2(vin.fade, 1));
	gDepth = gl_FragDepth = max(gl_FragCoord.z, float(mats[0].flags.y));
}
