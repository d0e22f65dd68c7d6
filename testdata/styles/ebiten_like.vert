#version 150
uniform vec2 U0;
uniform vec2 U1[4];
uniform vec2 U2[4];
uniform mat4 U8;
in vec2 A0;
in vec2 A1;
in vec4 A2;
out vec2 V0;
out vec4 V1;
vec4 F7(in vec2 l0, in vec2 l1, in vec4 l2, out vec2 l3, out vec4 l4);
vec4 F7(in vec2 l0, in vec2 l1, in vec4 l2, out vec2 l3, out vec4 l4) {
	vec4 l5 = vec4(0);
	vec2 l6 = vec2(0);
	{
		l5 = (U8) * (vec4(l0, 0.0, 1.0));
		l6 = l1;
		l3 = l6;
		l4 = l2;
		return l5;
	}
	return vec4(0);
}
void main(void) {
	gl_Position = F7(A0, A1, A2, V0, V1);
}
