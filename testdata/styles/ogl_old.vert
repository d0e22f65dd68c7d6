#version 110
// fixed-function names as OpenGL 2 programs use them
attribute vec4 tangent;
uniform float time;
uniform mat4 bones[24];
varying vec3 lightDir[2], eyeVec;
varying vec2 uv;
mat4 skin(in vec4 weights, in vec4 indices) {
	mat4 m = bones[int(indices.x)] * weights.x;
	m += bones[int(indices.y)] * weights.y;
	return m;
}
void main() {
	vec4 v = gl_Vertex;
	v.z += sin(5.0 * v.x + time * 0.01) * 0.25;
	vec3 n = normalize(gl_NormalMatrix * gl_Normal), t = normalize(gl_NormalMatrix * tangent.xyz), b = cross(n, t);
	vec3 vVertex = vec3(gl_ModelViewMatrix * skin(gl_MultiTexCoord1, gl_MultiTexCoord2) * v);
	for (int i = 0; i < 2; i++) {
		vec3 tmpVec = gl_LightSource[i].position.xyz - vVertex;
		lightDir[i] = vec3(dot(tmpVec, t), dot(tmpVec, b), dot(tmpVec, n));
	}
	eyeVec = -vVertex;
	uv = (gl_TextureMatrix[0] * gl_MultiTexCoord0).st;
	gl_FrontColor = gl_Color * gl_FrontMaterial.diffuse;
	gl_TexCoord[0] = gl_MultiTexCoord0;
	gl_FogFragCoord = length(vVertex);
	gl_Position = gl_ModelViewProjectionMatrix * v;
}
