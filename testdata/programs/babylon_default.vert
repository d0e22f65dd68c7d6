#version 300 es
#define SHADER_NAME vertex:default
precision highp float;
#define UV1
#define NORMAL
#define NUM_BONE_INFLUENCERS 0
#define CUSTOM_VERTEX_DEFINITIONS
layout(std140, column_major) uniform;
uniform Scene { mat4 viewProjection; mat4 view; vec4 vEyePosition; };
uniform Mesh { mat4 world; float visibility; };
uniform Material { vec4 diffuseLeftColor; vec4 vDiffuseColor; vec4 vSpecularColor; mat4 diffuseMatrix; vec2 vDiffuseInfos; float pointSize; };
in vec3 position;
in vec3 normal;
#ifdef UV1
in vec2 uv;
#else
const vec2 uv = vec2(0.);
#endif
const float PI_2 = 6.283185307;
#define inline
inline float toLinear(float c) { return pow(c, 2.2); }
out vec2 vMainUV1;
out vec2 vDiffuseUV;
out vec3 vPositionW;
out vec3 vNormalW;
CUSTOM_VERTEX_DEFINITIONS
void main(void) {
	vec3 positionUpdated = position;
	vec3 normalUpdated = normal;
	vec2 uvUpdated = uv;
	vec2 uvOffset = vec2(0., 0.);
	mat4 finalWorld = world;
	vec4 worldPos = finalWorld * vec4(positionUpdated, 1.0);
	mat3 normalWorld = mat3(finalWorld);
	vNormalW = normalize(normalWorld * normalUpdated);
	gl_Position = viewProjection * worldPos;
	vPositionW = vec3(worldPos);
	vMainUV1 = uvUpdated + uvOffset;
	if (vDiffuseInfos.x == 0.) { vDiffuseUV = vec2(diffuseMatrix * vec4(uvUpdated, 1.0, 0.0)); }
	else { vDiffuseUV = vec2(diffuseMatrix * vec4(vMainUV1, 1.0, 0.0)) * toLinear(1.0); }
	gl_PointSize = pointSize;
}
