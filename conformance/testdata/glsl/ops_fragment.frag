#version 330 core
// opengl
// loose 1e-3
in vec3 vNormal; in vec2 vUv; in vec4 vColor; flat in int vKind;
uniform float uTime, uGain[3]; uniform vec3 uLight; uniform mat3 uNormalMatrix; uniform ivec2 uSize; uniform bool uFlip; uniform mat4x3 uBones[2];
uniform struct Material { vec3 diffuse; float shininess; vec2 tiling[2]; bool lit; } uMaterial, uMaterials[2];
uniform sampler2D uTex, uMask; uniform samplerCube uSky;
layout(location = 0) out vec4 fragColor;
const vec2 kernel[5] = vec2[5](vec2(0), vec2(1, 0), vec2(0, 1), vec2(-1, 0), vec2(0, -1));
vec3 tone(vec3 c) { return c / (c + 1.0); }
void main() {
	vec2 uv = uFlip ? vUv.yx : vUv;
	uv = fract(uv * 0.25);
	vec4 acc = vec4(0.0);
	for (int i = 0; i < kernel.length(); i++) acc += textureLod(uTex, uv + kernel[i] * 0.01, 0.0);
	acc /= float(kernel.length());
	vec3 n = normalize(vNormal + vec3(0.0, 0.0, 2.0));
	float d = max(0.0, dot(n, normalize(clamp(uLight, -2.0, 2.0) + vec3(0.0, 0.0, 4.0))));
	vec3 c = acc.rgb * d + clamp(uMaterial.diffuse, 0.0, 1.0) + clamp(uMaterials[vKind & 1].diffuse, 0.0, 1.0) * clamp(uMaterials[1].shininess, 0.0, 2.0);
	if (uMaterial.lit) c += 0.25; else c = tone(max(c, vec3(0.0)));
	c *= clamp(uGain[vKind % 3 < 0 ? 0 : vKind % 3], 0.0, 1.0);
	c += clamp(uMaterials[0].tiling[vKind & 1].xyx, 0.0, 1.0) + clamp(uBones[1] * vec4(0, 0, 1, 0), 0.0, 1.0) + clamp(uNormalMatrix[1], -1.0, 1.0);
	vec4 sky = textureLod(uSky, n, 0.0); c = mix(c, sky.rgb, 0.25) + vec3(uSize.x == uSize.y, uSize.y > 0, uSize.x >= 0);
	fragColor = vec4(c, texelFetch(uMask, ivec2(0), 0).r + clamp(uTime, 0.0, 1.0)) * vColor;
}
