#version 150
#if defined(GL_ES)
precision highp float;
precision highp int;
#else
#define lowp
#define mediump
#define highp
#endif
int modInt(int x, int y) { return x - y*(x/y); }
ivec2 modInt(ivec2 x, int y) { return x - y*(x/y); }
uniform float U0;
uniform vec2 U1[2];
uniform int U2[3];
uniform sampler2D T0;
uniform sampler2D T1;
in vec2 V0;
in vec4 V1;
out vec4 fragColor;
vec4 F0(in vec2 l0);
void F1(out float l0, out float l1);
bool F2(in ivec2 l0, in ivec2 l1) { return (l0) == (l1); }
float[3] F3(in float l0) { float l1[3]; l1[0] = 0.0; l1[1] = l0; l1[2] = 0.0; return l1; }
vec4 F0(in vec2 l0) {
	vec2 l1 = vec2(0);
	l1 = ((l0) - (U1[0])) / (U1[1]);
	return (texture(T0, l0)) * (step(0.0, (l1).x)) * (step((l1).y, 1.0));
}
void F1(out float l0, out float l1) { l0 = 0.5; l1 = float((modInt(7, 4))); return; }
vec4 F4(in vec4 l0, in vec2 l1, in vec4 l2) {
	float l3 = float(0), l4 = float(0);
	F1(l3, l4);
	float l5[3];
	l5 = F3(l3);
	for (int l6 = 0; l6 < 3; l6++) {
		if ((modInt(l6, 2)) == (0)) { continue; }
		l3 = (l3) + (l5[l6]);
		if (F2(ivec2(l6, U2[l6]), modInt(ivec2(U2[0], U2[1]), 5))) { break; }
	}
	return ((F0(l1)) * (l2) + texture(T1, (l1).yx)) * vec4(l3, l4, U0, 1.0) + l0 * 0.0;
}
void main(void) {
	fragColor = F4(gl_FragCoord, V0, V1);
}
