#version 450
#extension GL_GOOGLE_include_directive : enable
layout (location = 0) in vec3 inWorldPos;
layout (location = 1) in vec3 inNormal;
layout (location = 2) in vec2 inUV;
layout (location = 3) in flat uint inMaterial;
layout (location = 4) in mat3 inTBN;
struct Material { vec4 base; float rough, metal; int tex[2]; };
layout (set = 0, binding = 0) uniform UBO { mat4 projection; mat4 model; mat4 view; vec3 camPos; } ubo;
layout (set = 0, binding = 1) uniform UBOParams { vec4 lights[4]; float exposure; float gamma; } uboParams;
layout (set = 0, binding = 2, std430) readonly buffer Materials { uint count; Material items[]; } materials;
layout (set = 1, binding = 0) uniform samplerCube samplerIrradiance;
layout (set = 1, binding = 1) uniform sampler2D textures[8];
layout (push_constant) uniform PushConsts { layout(offset = 12) float roughness; layout(offset = 16) vec3 tint; } material;
layout (constant_id = 0) const int LIGHTS = 4;
layout (constant_id = 1) const bool TONEMAP = true;
layout (location = 0) out vec4 outColor;
layout (location = 1) out vec2 outVelocity;
const float PI = 3.14159265359;
float D_GGX(float dotNH, float roughness) { float alpha = roughness * roughness, alpha2 = alpha * alpha, denom = dotNH * dotNH * (alpha2 - 1.0) + 1.0; return (alpha2)/(PI * denom*denom); }
vec3 Uncharted2Tonemap(vec3 x) { float A = 0.15, B = 0.50, C = 0.10, D = 0.20, E = 0.02, F = 0.30; return ((x*(A*x+C*B)+D*E)/(x*(A*x+B)+D*F))-E/F; }
vec3 specularContribution(vec3 L, vec3 V, vec3 N, vec3 F0, float metallic, float roughness)
{
	vec3 H = normalize (V + L);
	float dotNH = clamp(dot(N, H), 0.0, 1.0), dotNL = clamp(dot(N, L), 0.0, 1.0);
	vec3 color = vec3(0.0);
	if (dotNL > 0.0) { float D = D_GGX(dotNH, roughness); color += D * F0 * dotNL * (1 - metallic); }
	return color;
}
void main()
{
	Material m = materials.items[min(inMaterial, materials.count - 1u)];
	vec3 N = normalize(inTBN * (texture(textures[1], inUV).xyz * 2.0 - 1.0));
	vec3 V = normalize(ubo.camPos - inWorldPos);
	vec3 F0 = mix(vec3(0.04), m.base.rgb, m.metal), Lo = vec3(0.0);
	for(int i = 0; i < uboParams.lights.length() && i < LIGHTS; i++) {
		vec3 L = normalize(uboParams.lights[i].xyz - inWorldPos);
		Lo += specularContribution(L, V, N, F0, m.metal, m.rough + material.roughness);
	}
	vec3 color = texture(samplerIrradiance, N).rgb * m.base.rgb + Lo + material.tint;
	if (TONEMAP) { color = Uncharted2Tonemap(color * uboParams.exposure); color *= (1.0f / Uncharted2Tonemap(vec3(11.2f))); }
	outColor = vec4(pow(color, vec3(1.0f / uboParams.gamma)), m.base[3]);
	outVelocity = dFdx(inUV) + dFdy(inUV);
}
