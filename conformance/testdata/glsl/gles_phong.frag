#version 100
// opengl
// loose 1e-3
#ifdef GL_ES
precision mediump float;
#endif
#define USE_FOG
#define NUM_LIGHTS 2
#if NUM_LIGHTS > 0
struct PointLight { vec3 position; vec3 color; float distance; };
uniform PointLight pointLights[NUM_LIGHTS];
#endif
#ifdef USE_FOG
uniform vec3 fogColor; uniform float fogNear; uniform float fogFar; varying float vFogDepth;
#endif
uniform vec3 diffuse; uniform float opacity; uniform sampler2D map; uniform mat3 uvTransform;
varying vec2 vUv; varying vec3 vNormal; varying vec3 vViewPosition;
#define saturate(a) clamp(a, 0.0, 1.0)
#define RECIPROCAL_PI 0.31830988618
float pow2(const in float x) { return x * x; }
float pow4(const in float x) { return pow2(pow2(x)); }
struct ReflectedLight { vec3 directDiffuse; vec3 directSpecular; };
struct GeometricContext { vec3 position; vec3 normal; vec3 viewDir; };
void RE_Direct(const in vec3 lightColor, const in vec3 dir, const in GeometricContext geometry, inout ReflectedLight reflectedLight) {
	float dotNL = saturate(dot(geometry.normal, dir));
	vec3 irradiance = dotNL * lightColor;
	reflectedLight.directDiffuse += irradiance * RECIPROCAL_PI;
	reflectedLight.directSpecular += irradiance * pow4(saturate(dot(geometry.normal, normalize(dir + geometry.viewDir + vec3(0.0, 0.0, 0.01)))));
}
void main() {
	vec4 diffuseColor = vec4(saturate(diffuse), saturate(opacity));
	vec2 uv = (saturate(uvTransform[0]) * vec3(vUv, 1.0)).xy + fract(vUv * 0.1);
	diffuseColor *= texture2D(map, fract(uv * 0.1), -16.0);
	ReflectedLight reflectedLight = ReflectedLight(vec3(0.0), vec3(0.0));
	GeometricContext geometry;
	geometry.position = -vViewPosition; geometry.normal = normalize(vNormal + vec3(0.0, 0.0, 1.0)); geometry.viewDir = normalize(vViewPosition + vec3(0.0, 0.0, 1.0));
#if NUM_LIGHTS > 0
	PointLight pointLight;
	for (int i = 0; i < NUM_LIGHTS; i++) {
		pointLight = pointLights[i];
		vec3 l = clamp(pointLight.position, -5.0, 5.0) - geometry.position;
		float d = length(l) + 0.1;
		RE_Direct(saturate(pointLight.color) * saturate(1.0 - d / 50.0), l / d, geometry, reflectedLight);
	}
#endif
	vec3 outgoing = diffuseColor.rgb * reflectedLight.directDiffuse + reflectedLight.directSpecular;
	gl_FragColor = vec4(outgoing, diffuseColor.a);
#ifdef USE_FOG
	float fogFactor = smoothstep(0.0, 30.0, vFogDepth);
	gl_FragColor.rgb = mix(gl_FragColor.rgb, saturate(fogColor), fogFactor);
#endif
#ifdef TONE_MAPPING
	gl_FragColor.rgb = toneMapping(gl_FragColor.rgb);
#endif
}
