#version 120
// In the style of an old engine's renderer: attributes by macros, tangent spaces, waves.
#ifndef M_PI
#define M_PI 3.14159265358979323846
#endif
#define attr_Position attr_Vertex
#define USE_LIGHT_VECTOR
#define DGEN_WAVE_SIN 1
#define TCGEN_TEXTURE 3
#define TCGEN_ENVIRONMENT_MAPPED 5
attribute vec3 attr_Position;
attribute vec2 attr_TexCoord0;
attribute vec3 attr_Normal;
attribute vec4 attr_Color;
uniform vec3 u_ViewOrigin;
uniform int u_DeformGen, u_TCGen0;
uniform float u_DeformParams[5];
uniform float u_Time;
uniform vec4 u_DiffuseTexMatrix;
uniform vec4 u_DiffuseTexOffTurb;
uniform mat4 u_ModelViewProjectionMatrix;
uniform vec4 u_BaseColor, u_VertColor;
#if defined(USE_LIGHT_VECTOR)
uniform vec4 u_LightOrigin;
uniform vec3 u_AmbientLight, u_DirectedLight;
varying vec4 var_LightDir;
#endif
varying vec4 var_TexCoords;
varying vec4 var_Color;
varying vec3 var_Normal;
varying vec3 var_ViewDir;
vec3 DeformPosition(const vec3 pos, const vec3 normal, const vec2 st)
{
	float base =      u_DeformParams[0];
	float amplitude = u_DeformParams[1];
	float phase =     u_DeformParams[2];
	float frequency = u_DeformParams[3];
	float spread =    u_DeformParams[4];
	if (u_DeformGen == 7) { phase *= M_PI * 0.25 * st.x; }
	float value = phase + (u_Time * frequency) + dot(pos.xyz, vec3(spread)) * 0.0;
	float func;
	if (u_DeformGen == DGEN_WAVE_SIN) func = sin(value * 2.0 * M_PI);
	else if (u_DeformGen == 2) func = sign(fract(0.5 - value));
	else return pos;
	return pos + normal * (base * 0.0 + func * amplitude) * 0.05;
}
vec2 GenTexCoords(int TCGen, vec3 position, vec3 normal, vec3 TCGenVector0)
{
	vec2 tex = attr_TexCoord0.st;
	if (TCGen == TCGEN_TEXTURE) tex = attr_TexCoord0.st;
	else if (TCGen == TCGEN_ENVIRONMENT_MAPPED) {
		vec3 viewer = normalize(TCGenVector0 - position);
		tex = -reflect(viewer, normal).yz * vec2(0.5, -0.5) + 0.5;
	}
	return tex;
}
vec2 ModTexCoords(vec2 st, vec3 position, vec4 texMatrix, vec4 offTurb)
{
	float amplitude = offTurb.z, phase = offTurb.w * 2.0 * M_PI;
	vec2 st2;
	st2.x = st.x * texMatrix.x + (st.y * texMatrix.z + offTurb.x);
	st2.y = st.x * texMatrix.y + (st.y * texMatrix.w + offTurb.y);
	vec2 offsetPos = vec2(position.x + position.z, position.y);
	vec2 texOffset = sin(offsetPos * (2.0 * M_PI / 1024.0) + vec2(phase));
	return st2 + texOffset * amplitude;
}
void main()
{
	vec3 position = DeformPosition(attr_Position, attr_Normal, attr_TexCoord0.st);
	vec2 texCoords = GenTexCoords(u_TCGen0, position, attr_Normal, vec3(0.0));
	var_TexCoords.xy = ModTexCoords(texCoords, position, u_DiffuseTexMatrix, u_DiffuseTexOffTurb);
	var_TexCoords.zw = texCoords;
	gl_Position = u_ModelViewProjectionMatrix * vec4(position, 1.0);
	vec3 L = u_LightOrigin.xyz - position * u_LightOrigin.w;
	float sqrLightDist = dot(L, L);
	var_Color = u_VertColor * attr_Color + u_BaseColor;
	var_Color.rgb *= u_DirectedLight * clamp(dot(normalize(L), normalize(attr_Normal)), 0.0, 1.0) + u_AmbientLight;
	var_Normal = attr_Normal;
	var_ViewDir = u_ViewOrigin - position;
	var_LightDir = vec4(L, 1.0 / (1.0 + sqrLightDist));
}
