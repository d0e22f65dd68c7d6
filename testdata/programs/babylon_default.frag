#version 300 es
precision highp float;
#define LIGHTCOUNT 2
#define LIGHTPROC(light) { \
	info = computeHemisphericLighting(viewDirectionW, normalW, light.vLightData, light.vLightDiffuse.rgb, glossiness); \
	diffuseBase += info.diffuse; specularBase += info.specular; }
layout(std140, column_major) uniform;
uniform Scene { mat4 viewProjection; mat4 view; vec4 vEyePosition; };
uniform Material { vec4 diffuseLeftColor; vec4 vDiffuseColor; vec4 vSpecularColor; mat4 diffuseMatrix; vec2 vDiffuseInfos; float pointSize; };
uniform Light0 { vec4 vLightData; vec4 vLightDiffuse; vec4 vLightSpecular; } light0;
uniform Light1 { vec4 vLightData; vec4 vLightDiffuse; vec4 vLightSpecular; } light1;
uniform sampler2D diffuseSampler;
in vec3 vPositionW;
in vec3 vNormalW;
in vec2 vDiffuseUV;
layout(location = 0) out vec4 glFragColor;
struct lightingInfo {
	vec3 diffuse;
#ifndef NOSPECULAR
	vec3 specular;
#endif
};
lightingInfo computeHemisphericLighting(vec3 viewDirectionW, vec3 vNormal, vec4 lightData, vec3 diffuseColor, float glossiness) {
	lightingInfo result;
	float ndl = dot(vNormal, normalize(lightData.xyz)) * 0.5 + 0.5;
	result.diffuse = mix(vec3(0.1), diffuseColor, ndl);
	vec3 angleW = normalize(viewDirectionW + lightData.xyz);
	float specComp = max(0., dot(vNormal, angleW));
	specComp = pow(specComp, max(1., glossiness));
	result.specular = specComp * diffuseColor;
	return result;
}
void main(void) {
	vec3 viewDirectionW = normalize(vEyePosition.xyz - vPositionW);
	vec4 baseColor = vec4(1., 1., 1., 1.);
	vec3 diffuseColor = vDiffuseColor.rgb;
	float alpha = vDiffuseColor.a;
	vec3 normalW = normalize(vNormalW);
	baseColor = texture(diffuseSampler, vDiffuseUV);
	baseColor.rgb *= vDiffuseInfos.y;
	float glossiness = vSpecularColor.a * 8.;
	vec3 diffuseBase = vec3(0., 0., 0.), specularBase = vec3(0.);
	lightingInfo info;
	LIGHTPROC(light0)
#if LIGHTCOUNT > 1
	LIGHTPROC(light1)
#endif
	vec3 finalDiffuse = clamp(diffuseBase * diffuseColor, 0.0, 1.0) * baseColor.rgb;
	vec4 color = vec4(finalDiffuse + specularBase * vSpecularColor.rgb * 0.2, alpha);
	color.rgb = max(color.rgb, 0.);
	glFragColor = color;
}
