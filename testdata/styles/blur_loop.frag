#version 330 core
#ifndef RADIUS
#define RADIUS 5
#endif
#if RADIUS > 3 && (defined(FAST) || !defined(EXACT))
	#define STRIDE 2
#else
	#define STRIDE 1
#endif
#define WEIGHT(i) (exp(-0.5 * float((i) * (i)) / (sigma * sigma)))
#define TAP(dx, dy) textureOffset(image, uv, ivec2(dx, dy))
#define SWAP(a, b) do { vec4 swap_ = a; a = b; b = swap_; } while (false)
#define MIN_MAX(a, b) if (any(greaterThan(a, b))) SWAP(a, b)
uniform sampler2D image;
uniform bool horizontal;
uniform float sigma;
in vec2 uv;
out vec4 color;
vec4 median3() {
	vec4 a = TAP(-1, 0), b = TAP(0, 0), c = TAP(1, 0);
	MIN_MAX(a, b);
	MIN_MAX(b, c);
	MIN_MAX(a, b);
	return b;
}
void main() {
	vec2 step = (horizontal ? vec2(1, 0) : vec2(0, 1)) / textureSize(image, 0);
	vec4 sum = vec4(0);
	float total = 0., w;
	for (int i = -RADIUS; i <= RADIUS; i += STRIDE)
		w = WEIGHT(i), sum += texture(image, uv + float(i) * step) * w, total += w;
	color = total > 0. ? sum / total : median3();
}
