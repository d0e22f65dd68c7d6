#version 150
uniform vec4 U[4];
uniform sampler2D T0;
uniform sampler2D T1;
in vec2 V0;
in vec4 V1;
out vec4 fragColor;
vec4 F0(in vec2 l0) {
	if (any(lessThan(l0, U[0].xy)) || any(greaterThanEqual(l0, U[0].zw))) {
		return vec4(0);
	}
	return texture(T0, l0 / vec2(textureSize(T0, 0)));
}
void F1(in vec2 l0, in vec4 l1, out vec4 l2, out float l3) {
	vec4 l4 = F0(l0 + U[1].xy), l5 = F0(l0 - U[1].xy);
	l2 = mix(l4, l5, U[1].z) * l1;
	l3 = max(max(l2.r, l2.g), l2.b);
}
void main(void) {
	vec4 l0 = vec4(0);
	float l1 = 0.0;
	F1(V0, V1, l0, l1);
	for (int l2 = 0; l2 < 4; l2++) {
		l0.rgb += texture(T1, V0 * float(l2 + 1) * U[2].xy).rgb * U[3][l2];
	}
	fragColor = l1 > U[2].z ? l0 : l0 * l0.a;
}
