#version 310 es
precision mediump float;
precision highp sampler2DArray;
layout(binding = 0) uniform sampler2DArray atlas;
layout(std140, binding = 1) uniform Style { vec4 fill; vec4 outline; float width; float gamma; int mode; };
layout(location = 0) in highp vec3 uvw;
layout(location = 1) in lowp vec4 tint;
layout(location = 0) out lowp vec4 color;
float median(float r, float g, float b) { return max(min(r, g), min(max(r, g), b)); }
void main() {
	vec3 s = texture(atlas, uvw).rgb;
	float d = median(s.r, s.g, s.b) - 0.5;
	float w = fwidth(d);
	vec4 c = vec4(0.0);
	switch (mode) {
	case 2:
		c = outline * smoothstep(-w, w, d + width);
		// falls through
	case 1:
		c = mix(c, fill, smoothstep(-w, w, d));
		break;
	case 0: {
		float a = clamp(d / w + 0.5, 0.0, 1.0);
		if (a <= 0.0) discard;
		c = fill * a;
	} break;
	}
	color = pow(c, vec4(vec3(gamma), 1.0)) * tint;
}
