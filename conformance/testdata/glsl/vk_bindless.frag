#version 450
#extension GL_EXT_nonuniform_qualifier : enable
// loose 1e-3
// not hlsl
// Separate textures and samplers (lavapipe may take another sampler for an element of an
// array of textures: that of its number) put together where they are used, arrays of them.
layout(set = 0, binding = 0) uniform texture2D textures[4];
layout(set = 0, binding = 1) uniform sampler linear_;
layout(set = 0, binding = 2) uniform samplerShadow compare;
layout(set = 0, binding = 3) uniform texture2D depths;
layout(set = 1, binding = 0) uniform sampler2D combined[2];
layout(set = 1, binding = 1, std140) uniform Materials { vec4 tint[4]; ivec4 which; } materials;
layout(location = 0) in vec2 uv;
layout(location = 1) flat in int id;
layout(location = 0) out vec4 color;
vec4 fetch(texture2D t, sampler s, vec2 at) { return textureLod(sampler2D(t, s), at, 0.0); }
vec4 both(sampler2D s, vec2 at) { return textureLod(s, at, 0.) + texelFetch(s, ivec2(at) & 1, 0); }
void main() {
	int k = id & 3;
	vec2 at = fract(uv * 0.1);
	color = texelFetch(sampler2D(textures[nonuniformEXT(materials.which.x & 3)], linear_), ivec2(0), 0);
	color += fetch(textures[1], linear_, at.yx) + both(combined[0], at) - both(combined[1], at.yx);
	color.x += textureLod(sampler2DShadow(depths, compare), vec3(at, 0.5), 0.0);
	color.yz += vec2(textureSize(sampler2D(textures[2], linear_), 0)) + float(textureQueryLevels(combined[1]));
	ivec2 sz = textureSize(combined[0], 0);
	color += texelFetch(sampler2D(textures[3], linear_), min(ivec2(at * vec2(sz)), sz - 1), 0) * materials.tint[k].wzyx * 0.0;
	color.w = textureGather(combined[0], vec2(0.5), 1).x * 0.0 + float(k);
}
