#version 300 es
// In the style of an engine for the web: blocks for materials, lights unrolled by macros.
#define WEBGL2
#define LIGHT0
#define LIGHT1
#define POINTLIGHT1
#define HEMILIGHT0
#define SPECULARTERM
#define DIFFUSE
#define NUM_BONE_INFLUENCERS 4
precision highp float;
#define varying in
out vec4 glFragColor;
#define gl_FragColor glFragColor
#define texture2D texture
layout(std140,column_major) uniform;
layout(std140) uniform Scene { mat4 viewProjection; mat4 view; mat4 projection; vec4 vEyePosition; };
#define CUSTOM_FRAGMENT_BEGIN
uniform Material {
	vec4 diffuseLeftColor;
	vec4 diffuseRightColor;
	vec2 vDiffuseInfos;
	mat4 diffuseMatrix;
	vec4 vSpecularColor;
	float alphaCutOff;
	vec4 vDiffuseColor;
};
#define SAMPLER2D(s) uniform sampler2D s
SAMPLER2D(diffuseSampler);
uniform Light0 { vec4 vLightData; vec4 vLightDiffuse; vec4 vLightSpecular; vec3 vLightGround; vec4 shadowsInfo; vec2 depthValues; } light0;
uniform Light1 { vec4 vLightData; vec4 vLightDiffuse; vec4 vLightSpecular; vec4 vLightFalloff; vec4 shadowsInfo; vec2 depthValues; } light1;
varying vec3 vPositionW;
varying vec3 vNormalW;
varying vec2 vDiffuseUV;
struct lightingInfo { vec3 diffuse;
#ifdef SPECULARTERM
vec3 specular;
#endif
#ifdef NDOTL
float ndl;
#endif
};
const float PI = 3.1415926535897932384626433832795;
const float HALF_MIN = 5.96046448e-08;
float absEps(float x) { return abs(x) + HALF_MIN; }
#define absEps3(v) vec3(absEps(v.x), absEps((v).y), absEps((v) . z))
lightingInfo computeHemisphericLighting(vec3 viewDirectionW, vec3 vNormal, vec4 lightData, vec3 diffuseColor, vec3 specularColor, vec3 groundColor, float glossiness) {
	lightingInfo result;
	float ndl = dot(vNormal, lightData.xyz) * 0.5 + 0.5;
	result.diffuse = mix(groundColor, diffuseColor, ndl);
#ifdef SPECULARTERM
	vec3 angleW = normalize(viewDirectionW + lightData.xyz);
	float specComp = max(0., dot(vNormal, angleW));
	specComp = pow(specComp, max(1., glossiness));
	result.specular = specComp * specularColor;
#endif
	return result;
}
lightingInfo computeLighting(vec3 viewDirectionW, vec3 vNormal, vec4 lightData, vec3 diffuseColor, vec3 specularColor, float range, float glossiness) {
	lightingInfo result;
	vec3 lightVectorW;
	float attenuation = 1.0;
	if (lightData.w == 0.) {
		vec3 direction = lightData.xyz - vPositionW;
		attenuation = max(0., 1.0 - length(direction) / range);
		lightVectorW = normalize(direction);
	} else {
		lightVectorW = normalize(-lightData.xyz);
	}
	result.diffuse = max(0., dot(vNormal, lightVectorW)) * diffuseColor * attenuation;
	result.specular = vec3(pow(max(0., dot(vNormal, normalize(viewDirectionW + lightVectorW))), max(1., glossiness)) * specularColor * attenuation);
	return result;
}
#define CUSTOM_FRAGMENT_DEFINITIONS
void main(void) {
#define CUSTOM_FRAGMENT_MAIN_BEGIN
	vec3 viewDirectionW = normalize(vEyePosition.xyz - vPositionW);
	vec4 baseColor = vec4(1., 1., 1., 1.);
	vec3 diffuseColor = vDiffuseColor.rgb;
	float alpha = vDiffuseColor.a;
	vec3 normalW = normalize(gl_FrontFacing ? vNormalW : -vNormalW);
#ifdef DIFFUSE
	baseColor = texture2D(diffuseSampler, vDiffuseUV + vec2(0));
	#if defined(ALPHATEST) && !defined(ALPHATEST_AFTERALLALPHACOMPUTATIONS)
	if (baseColor.a < alphaCutOff) discard;
	#elif defined(ALPHAFROMDIFFUSE)
	alpha *= baseColor.a;
	#endif
	baseColor.rgb *= vDiffuseInfos.y;
#endif
	vec3 diffuseBase = vec3(0., 0., 0.), specularBase = vec3(0.);
	lightingInfo info;
	float shadow = 1., aggShadow = 0., numLights = 0.;
#ifdef LIGHT0
	#ifdef HEMILIGHT0
	info = computeHemisphericLighting(viewDirectionW, normalW, light0.vLightData, light0.vLightDiffuse.rgb, light0.vLightSpecular.rgb, light0.vLightGround, vSpecularColor.a);
	#endif
	aggShadow += shadow; numLights += 1.0;
	diffuseBase += info.diffuse * shadow;
	specularBase += info.specular * shadow;
#endif
#ifdef LIGHT1
	#if defined(POINTLIGHT1) || defined(DIRLIGHT1)
	info = computeLighting(viewDirectionW, normalW, light1.vLightData, light1.vLightDiffuse.rgb, light1.vLightSpecular.rgb, light1.vLightFalloff.x, vSpecularColor.a);
	#endif
	aggShadow += shadow; numLights += 1.0;
	diffuseBase += info.diffuse * shadow;
	specularBase += info.specular * shadow;
#endif
	aggShadow = aggShadow / numLights;
	vec3 finalDiffuse = clamp(diffuseBase * diffuseColor, 0.0, 1.0) * baseColor.rgb;
	vec4 color = vec4(finalDiffuse + specularBase * vSpecularColor.rgb, alpha);
	color.rgb = max(absEps3(color.rgb), 0.);
#define CUSTOM_FRAGMENT_BEFORE_FRAGCOLOR
	gl_FragColor = color;
#define CUSTOM_FRAGMENT_MAIN_END
}
