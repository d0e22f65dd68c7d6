#version 450
#extension GL_ARB_separate_shader_objects : enable
layout(binding = 1) uniform sampler2DShadow shadowMap;
layout(set = 1, binding = 0) uniform texture2D tex[4];
layout(set = 1, binding = 1) uniform sampler samp;
layout(push_constant) uniform PC { mat4 unused; layout(offset = 64) uint texIndex; layout(offset = 68) float bias; } pc;
layout(location = 0) in vec3 inNormal;
layout(location = 1) in vec3 inLight;
layout(location = 2) in vec4 inShadowCoord;
layout(location = 3) in flat uint inLayer;
layout(location = 0) out vec4 outFragColor;
layout(constant_id = 0) const int enablePCF = 0;
float textureProj(vec4 c, vec2 off) {
	vec3 p = c.xyz / c.w;
	p.xy = p.xy * 0.5 + 0.5 + off;
	return texture(shadowMap, vec3(p.xy, p.z - pc.bias));
}
float filterPCF(vec4 sc) {
	ivec2 texDim = textureSize(shadowMap, 0);
	float dx = 1.5 / float(texDim.x), dy = 1.5 / float(texDim.y);
	float shadowFactor = 0.0;
	int count = 0, range = 1;
	for (int x = -range; x <= range; x++)
		for (int y = -range; y <= range; y++) {
			shadowFactor += textureProj(sc, vec2(dx*x, dy*y));
			count++;
		}
	return shadowFactor / count;
}
void main() {
	float shadow = (enablePCF == 1) ? filterPCF(inShadowCoord) : textureProj(inShadowCoord, vec2(0.0));
	vec3 N = normalize(inNormal), L = normalize(inLight);
	vec4 base;
	switch (inLayer) {
	case 0u: base = texture(sampler2D(tex[0], samp), inShadowCoord.xy); break;
	case 1u: base = texture(sampler2D(tex[1], samp), inShadowCoord.xy); break;
	default: base = vec4(1);
	}
	outFragColor = vec4(max(dot(N, L), 0.1) * shadow * base.rgb, 1.0);
}
