#extension GL_OES_standard_derivatives : enable
#ifdef GL_ES
precision mediump float;
#endif
uniform sampler2D u_normals;
uniform samplerCube u_sky;
uniform float u_time;
uniform vec2 u_resolution;
varying vec3 v_world;
varying vec2 v_uv;
const int WAVES = 4;
float wave(int i, vec2 p) {
	float f = float(i);
	return sin(dot(p, vec2(cos(f), sin(f * 1.7))) * (f + 1.0) + u_time * sqrt(f + 1.0)) / (f + 1.0);
}
void main() {
	float h = 0.0;
	for (int i = 0; i < WAVES; ++i) {
		if (i == 3 && u_resolution.x < 400.0) break;
		h += wave(i, v_world.xz);
	}
	vec3 n = normalize(vec3(-dFdx(h), 1.0, -dFdy(h)) + texture2D(u_normals, v_uv + 0.01 * u_time).xyz - 0.5);
	vec3 r = reflect(normalize(v_world), n);
	vec4 c = textureCube(u_sky, r);
	float fres = pow(1.0 - max(dot(n, -normalize(v_world)), 0.0), 5.0);
	gl_FragColor = vec4(mix(vec3(0.0, 0.1, 0.2), c.rgb, fres), 1.0);
}
