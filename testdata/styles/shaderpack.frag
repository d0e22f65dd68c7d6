#version 120
// In the style of shader packs: old GLSL, settings in comments, buffers by number.
#define SHADOWS
#define SHADOW_BIAS 0.85 //[0.80 0.85 0.90]
#define WAVING
//#define GODRAYS
const int shadowMapResolution = 1024; //[512 1024 2048]
const float sunPathRotation = -25.0;
const bool shadowHardwareFiltering0 = true;
/*
const int colortex0Format = RGBA16F;
*/
uniform sampler2D texture;
uniform sampler2D lightmap, normals, depthtex0;
uniform sampler2DShadow shadowtex0;
uniform mat4 gbufferModelViewInverse, shadowModelView, shadowProjection;
uniform vec3 sunPosition, upPosition, fogColor;
uniform float viewWidth, viewHeight, frameTimeCounter, rainStrength;
uniform int isEyeInWater, worldTime, fogMode;
varying vec4 color;
varying vec2 texcoord, lmcoord;
varying vec3 normal;
varying float mat;
const int GL_LINEAR = 9729;
const int GL_EXP = 2048;

vec3 nvec3(in vec4 pos) { return pos.xyz / pos.w; }
vec4 nvec4(in vec3 pos) { return vec4(pos.xyz, 1.0); }
vec2 distort(vec2 p) { return p / mix(1.0, length(p), SHADOW_BIAS); }
float bayer2(vec2 a) { a = floor(a); return fract(dot(a, vec2(0.5, a.y * 0.75))); }
#define bayer4(a) (bayer2(0.5 * (a)) * 0.25 + bayer2(a))
#define bayer8(a) (bayer4(0.5 * (a)) * 0.25 + bayer2(a))

float shadow(vec3 view) {
#ifdef SHADOWS
	vec4 p = shadowProjection * shadowModelView * gbufferModelViewInverse * nvec4(view);
	p.xy = distort(p.xy);
	vec3 s = nvec3(p) * 0.5 + 0.5;
	if (s.x < 0. || s.x > 1. || s.y < 0. || s.y > 1.) return 1.0;
	float sum = 0.0, texel = 1.0 / shadowMapResolution;
	const vec2 offsets[4] = vec2[4](vec2(-.5, -.5), vec2(.5, -.5), vec2(-.5, .5), vec2(.5));
	for (int i = 0; i < 4; i++)
		sum += shadow2D(shadowtex0, vec3(s.xy + offsets[i] * texel, s.z - 0.0005)).x;
	return sum * 0.25;
#else
	return 1.0;
#endif
}

void main() {
	vec4 albedo = texture2D(texture, texcoord) * color;
	if (albedo.a < 0.1 * bayer8(gl_FragCoord.xy)) discard;
	vec3 n = normalize(texture2D(normals, texcoord).rgb * 2.0 - 1.0 + normal);
	vec4 ndc = vec4(gl_FragCoord.xy / vec2(viewWidth, viewHeight), gl_FragCoord.z, 1.0) * 2.0 - 1.0;
	vec3 view = nvec3(gl_ProjectionMatrixInverse * ndc);
	float sun = max(dot(n, normalize(sunPosition)), 0.0) * (1 - rainStrength);
	float day = clamp(mod(worldTime, 24000) / 12000, 0, 1);
	vec3 lit = albedo.rgb * (texture2D(lightmap, lmcoord).rgb * .4 + shadow(view) * sun * mix(vec3(1, .6, .3), vec3(1), day));
	if (mat > 0.9 && mat < 1.1) lit *= 1.2;
	if (isEyeInWater == 1) lit *= vec3(.3, .5, .8);
	if (fogMode == GL_EXP)
		lit = mix(lit, gl_Fog.color.rgb, 1.0 - clamp(exp(-gl_Fog.density * gl_FogFragCoord), 0.0, 1.0));
	else if (fogMode == GL_LINEAR)
		lit = mix(lit, fogColor, clamp((gl_FogFragCoord - gl_Fog.start) * gl_Fog.scale, 0.0, 1.0));
/* DRAWBUFFERS:012 */
	gl_FragData[0] = vec4(lit, albedo.a);
	gl_FragData[1] = vec4(n * 0.5 + 0.5, 1);
	gl_FragData[2] = vec4(lmcoord, mat, 1.0);
}
