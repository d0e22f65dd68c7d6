#version 330
// opengl
// loose 1e-3
// Fonts in bits: tables of constants indexed by data, loops that count down, tri-state switches.
in vec2 vPos; uniform vec4 uColor; uniform int uText[8]; uniform sampler2DArray uAtlas; out vec4 oColor;
const uvec2 GLYPHS[4] = uvec2[4](uvec2(0x3c66u, 0x7e66u), uvec2(0x7c66u, 0x7c66u), uvec2(0x3c60u, 0x603cu), uvec2(0x6c66u, 0x666cu));
bool bit(int g, ivec2 p) { uvec2 w = GLYPHS[g & 3]; uint row = p.y < 2 ? w.x >> (8 * (1 - p.y)) : w.y >> (8 * (3 - p.y)); return ((row >> uint(7 - p.x)) & 1u) != 0u; }
int digit(int n, int at) { while (at-- > 0) n /= 10; return abs(n) % 10; }
vec4 layer(int g, vec2 at, out bool inside) { inside = all(greaterThanEqual(at, vec2(0))) && all(lessThan(at, vec2(8, 4))); if (!inside) return vec4(0); return bit(g, ivec2(at)) ? vec4(1) : vec4(.25); }
void main() {
	vec2 p = floor(vPos * 2.) - 1.; vec4 c = vec4(0); bool in_; int hits = 0;
	for (int i = 3; i >= 0; --i) { vec4 l = layer(uText[i], p - vec2(i * 4, i), in_); if (in_) hits++; c = in_ ? mix(c, l, .5) : c; switch (hits) { case 0: continue; case 1: c.r += .125; default: c.b += .0625; } if (hits > 2) break; }
	oColor = c * clamp(uColor, 0., 1.) + texelFetch(uAtlas, ivec3(0), 0) * .25 + float(digit(12345, hits));
}
