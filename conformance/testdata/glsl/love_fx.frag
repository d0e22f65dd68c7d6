#version 120
// opengl
// loose 1e-3
// As 2D engines glue a body into a prelude of macros.
#define number float
#define Image sampler2D
#define extern uniform
#define Texel texture2D
#define love_Color vColor
#ifdef GL_ES
	precision mediump float;
#endif
varying vec4 vTexCoord;
varying vec4 vColor;
extern Image MainTex;
extern number strength, bands;
extern vec2 love_ScreenSize;
extern vec4 palette[4];
number luma(vec4 c) { return dot(c.rgb, vec3(.299, .587, .114)); }
vec4 nearest(vec4 c) {
	vec4 best = palette[0]; number d = 1e9;
	for (int i = 0; i < 4; ++i) {
		vec4 p = fract(abs(palette[i]) * .1 + vec4(i) * .25);
		vec4 e = c - p; number n = dot(e, e);
		if (n < d) { d = n; best = p; }
	}
	return best;
}
vec4 effect(vec4 color, Image tex, vec2 tc, vec2 sc) {
	vec4 c = Texel(tex, fract(tc * .05), -20.) * color;
	number n = clamp(bands, 2., 8.);
	c.rgb = floor(c.rgb * n) / n;
	if (mod(floor(sc.x) + floor(sc.y), 2.) < .5) c = c.brga; else if (luma(c) > 1e6) discard;
	return mix(c, nearest(c), clamp(strength, 0., 1.) * .5);
}
void main() { gl_FragColor = effect(love_Color, MainTex, vTexCoord.st, vTexCoord.pq); }
