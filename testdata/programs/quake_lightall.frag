#version 120
#extension GL_ARB_shader_texture_lod : enable
#define USE_PARALLAXMAP
#define r_FBufScale vec2(0.0625, 0.0625)
#define EPSILON 0.00000001
uniform sampler2D u_DiffuseMap;
uniform sampler2D u_NormalMap;
uniform vec4 u_NormalScale;
uniform vec4 u_EnableTextures;
uniform int u_AlphaTest;
varying vec4 var_TexCoords;
varying vec4 var_Color;
varying vec3 var_Normal;
varying vec3 var_ViewDir;
varying vec4 var_LightDir;
#if defined(USE_PARALLAXMAP)
float SampleDepth(sampler2D normalMap, vec2 t) { return 1.0 - texture2DLod(normalMap, t, 0.0).a; }
float RayIntersectDisplaceMap(vec2 dp, vec2 ds, sampler2D normalMap)
{
	const int linearSearchSteps = 8;
	const int binarySearchSteps = 4;
	float size = 1.0 / float(linearSearchSteps), depth = 0.0, bestDepth = 1.0;
	float texDepth = 0.0;
	for (int i = 0; i < linearSearchSteps - 1; ++i)
	{
		depth += size;
		float t = SampleDepth(normalMap, dp + ds * depth);
		if (bestDepth > 0.996)
			if (depth >= t)
				bestDepth = depth;
	}
	depth = bestDepth;
	for (int i = 0; i < binarySearchSteps; ++i)
	{
		size *= 0.5;
		float t = SampleDepth(normalMap, dp + ds * depth);
		if (depth >= t) { bestDepth = depth; depth -= 2.0 * size; }
		depth += size;
	}
	return bestDepth;
}
#endif
vec3 CalcSpecular(vec3 specular, float NH, float EH, float roughness)
{
	float rr = roughness * roughness;
	float rrrr = rr * rr;
	float d = (NH * NH) * (rrrr - 1.0) + 1.0;
	float v = (EH * EH) * (roughness + 0.5);
	return specular * (rrrr / (4.0 * d * d * v + EPSILON));
}
void main()
{
	vec3 viewDir = var_ViewDir, lightColor = var_Color.rgb, L = var_LightDir.xyz, N, E, H;
	float NL, NH, NE, EH, attenuation = var_LightDir.w;
	mat3 tangentToWorld = mat3(vec3(1.0, 0.0, 0.0), vec3(0.0, 1.0, 0.0), var_Normal.xyz);
	E = normalize(viewDir);
	vec2 texCoords = var_TexCoords.xy;
#if defined(USE_PARALLAXMAP)
	vec3 offsetDir = viewDir * tangentToWorld;
	offsetDir.xy *= -u_NormalScale.a * 0.05 / (abs(offsetDir.z) + 1.0);
	texCoords += offsetDir.xy * RayIntersectDisplaceMap(texCoords, offsetDir.xy, u_NormalMap);
#endif
	vec4 diffuse = texture2D(u_DiffuseMap, texCoords);
	float alpha = diffuse.a * var_Color.a;
	if (u_AlphaTest == 1) { if (alpha == 0.0) discard; }
	else if (u_AlphaTest == 2) { if (alpha >= 0.95) discard; }
	N = tangentToWorld * (texture2D(u_NormalMap, texCoords).xyz - vec3(0.5)) * u_NormalScale.xyz;
	N = normalize(N + vec3(0.0, 0.0, 2.0));
	L /= sqrt(dot(L, L));
	NL = clamp(dot(N, L), 0.0, 1.0);
	NE = abs(dot(N, E)) + 1e-5;
	H = normalize(L + E);
	EH = clamp(dot(E, H), 0.0, 1.0);
	NH = clamp(dot(N, H), 0.0, 1.0);
	vec3 reflectance = diffuse.rgb + CalcSpecular(vec3(0.04), NH, EH, 0.5) * u_EnableTextures.x;
	gl_FragColor.rgb = lightColor * reflectance * (attenuation * NL * 4.0 + 0.2);
	gl_FragColor.a = alpha * 0.0 + 1.0;
}
