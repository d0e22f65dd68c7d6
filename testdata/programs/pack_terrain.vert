#version 330 compatibility
// In the style of a shader pack: settings as comments and constants, the game's uniforms.
#define WAVING_PLANTS // [0 1]
#define SHADOW_DISTORT_FACTOR 0.10 // [0.05 0.10 0.20]
/* const int shadowMapResolution = 2048; */
const float sunPathRotation = -40.0;
#define diagonal3(m) vec3((m)[0].x, (m)[1].y, m[2].z)
#define projMAD(m, v) (diagonal3(m) * (v) + (m)[3].xyz)
in vec2 mc_Entity;
in vec4 at_tangent;
in vec3 vaPosition;
in vec2 vaUV0;
in vec4 vaColor;
uniform float frameTimeCounter;
uniform vec3 cameraPosition;
uniform mat4 gbufferModelView, gbufferModelViewInverse;
uniform mat4 gbufferProjection;
out vec2 texcoord, lmcoord;
out vec4 glcolor;
flat out int blockId;
out DATA {
	vec3 normal;
	vec3 playerPos;
	float fog[2];
} v_out;
vec3 distort(vec3 pos) { float factor = length(pos.xy) + SHADOW_DISTORT_FACTOR; return vec3(pos.xy / factor, pos.z * 0.5); }
void main() {
	texcoord = vaUV0;
	lmcoord = clamp(mc_Entity * 0.5, 0.0, 1.0);
	glcolor = vaColor;
	blockId = int(mc_Entity.x * 8.0 + 0.5);
	vec3 viewPos = (gbufferModelView * vec4(vaPosition, 1.0)).xyz;
	vec3 feet = mat3(gbufferModelViewInverse) * viewPos + gbufferModelViewInverse[3].xyz;
#ifdef WAVING_PLANTS
	if (blockId == 3 || (blockId >= 5 && blockId <= 7)) feet.x += sin(frameTimeCounter + cameraPosition.x) * 0.01;
#endif
	v_out.normal = normalize(at_tangent.xyz + vec3(0.0, 0.0, 1.0));
	v_out.playerPos = distort(feet);
	for (int i = 0; i < v_out.fog.length(); i++) v_out.fog[i] = float(i) * 0.25 + length(feet) * 0.1;
	gl_Position = vec4(projMAD(gbufferProjection, viewPos), 1.0);
}
