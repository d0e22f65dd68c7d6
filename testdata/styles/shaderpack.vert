#version 120
// In the style of shader packs: built-in attributes, plants in the wind.
#define WAVING
attribute vec4 mc_Entity;
attribute vec4 mc_midTexCoord;
attribute vec4 at_tangent;
uniform mat4 gbufferModelView, gbufferModelViewInverse;
uniform vec3 cameraPosition;
uniform float frameTimeCounter;
varying vec4 color;
varying vec2 texcoord, lmcoord;
varying vec3 normal;
varying mat3 tbn;
varying float mat;
#define ENTITY_LEAVES 18.0
#define is(id) (mc_Entity.x == id)
float pi2wt = 150.79644737 * frameTimeCounter;
vec3 calcWave(in vec3 pos, in float fm, in float mm, in float ma, in float f0, in float f1) {
	float magnitude = sin(pi2wt * fm + dot(pos, vec3(0.5))) * mm + ma;
	return vec3(sin(pi2wt * f0 + pos.x), sin(pi2wt * f1 + pos.z), sin(pi2wt * f0 * f1)) * magnitude;
}
void main() {
	texcoord = (gl_TextureMatrix[0] * gl_MultiTexCoord0).xy;
	lmcoord = (gl_TextureMatrix[1] * gl_MultiTexCoord1).st;
	vec4 position = gbufferModelViewInverse * gl_ModelViewMatrix * gl_Vertex;
	vec3 world = position.xyz + cameraPosition;
	mat = 0.0;
	bool top = gl_MultiTexCoord0.t < mc_midTexCoord.t;
#ifdef WAVING
	if (is(31.0) || is(ENTITY_LEAVES) || is(161)) {
		if (top) position.xyz += calcWave(world, 0.0041, 0.0070, 0.0044, 0.0038, 0.0240) * vec2(0.4, 1).xyx;
		mat = 1.0;
	}
#endif
	color = gl_Color;
	gl_Position = gl_ProjectionMatrix * (gbufferModelView * position);
	gl_FogFragCoord = gl_Position.z;
	gl_FrontColor = gl_Color;
	normal = normalize(gl_NormalMatrix * gl_Normal);
	vec3 tangent = normalize(gl_NormalMatrix * at_tangent.xyz), binormal = cross(tangent, normal) * at_tangent.w;
	tbn = mat3(tangent.x, binormal.x, normal.x, tangent.y, binormal.y, normal.y, tangent.z, binormal.z, normal.z);
}
