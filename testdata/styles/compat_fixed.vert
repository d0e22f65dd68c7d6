#version 120
varying vec3 normal, eye;
uniform float fade;
void main()
{
	normal = gl_NormalMatrix * gl_Normal;
	eye = vec3(gl_ModelViewMatrix * gl_Vertex);
	vec3 L = normalize(gl_LightSource[0].position.xyz - eye);
	gl_FrontColor = gl_Color * max(dot(normalize(normal), L), 0.0) * fade + gl_LightModel.ambient;
	gl_TexCoord[0] = gl_TextureMatrix[0] * gl_MultiTexCoord0;
	gl_Position = ftransform();
	gl_FogFragCoord = length(eye);
}
