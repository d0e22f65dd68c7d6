#version 330 compatibility
/*
const int colortex0Format = RGBA16F;
const bool colortex0Clear = true;
*/
#define FOG_DENSITY 1.0 // [0.0 1.0 2.0]
#define TONEMAP(x) ((x) / ((x) + vec3(1.0)))
uniform sampler2D gtexture;
uniform sampler2D lightmap;
uniform float alphaTestRef = 0.1;
uniform vec3 fogColor;
uniform int isEyeInWater;
uniform ivec2 eyeBrightnessSmooth;
in vec2 texcoord, lmcoord;
in vec4 glcolor;
flat in int blockId;
in DATA {
	vec3 normal;
	vec3 playerPos;
	float fog[2];
} v_in;
/* RENDERTARGETS: 0,1 */
layout(location = 0) out vec4 color;
layout(location = 1) out vec4 encoded;
const vec3 tints[] = vec3[](vec3(1.0, 0.9, 0.8), vec3(0.8, 1.0, 0.9), vec3(0.9, 0.8, 1.0));
const mat4 bayer = mat4(0.0, 8.0, 2.0, 10.0, 12.0, 4.0, 14.0, 6.0, 3.0, 11.0, 1.0, 9.0, 15.0, 7.0, 13.0, 5.0) / 16.0;
vec2 encodeNormal(vec3 n) {
	n.xy /= dot(abs(n), vec3(1.0));
	return (n.z <= 0.0 ? (1.0 - abs(n.yx)) * mix(vec2(-1.0), vec2(1.0), greaterThanEqual(n.xy, vec2(0.0))) : n.xy) * 0.5 + 0.5;
}
float dither(ivec2 at) { return bayer[at.x & 3][at.y & 3]; }
void main() {
	color = texture(gtexture, texcoord) * glcolor;
	if (color.a < alphaTestRef * 0.1) discard;
	color *= 0.5 + 0.5 * texture(lightmap, lmcoord);
	color.rgb *= tints[blockId % tints.length()];
	vec3 c = color.rgb;
	switch (isEyeInWater) {
	case 1: c *= vec3(0.4, 0.6, 1.0); break;
	case 2: c = c.bgr;
	default:
		float f = clamp(v_in.fog[0] + v_in.fog[1] * FOG_DENSITY, 0.0, 1.0);
		c = mix(c, fogColor, f * 0.5);
	}
	c += (dither(ivec2(v_in.playerPos.xy * 8.0 + 64.0)) - 0.5) / 64.0;
	c *= 1.0 + float(eyeBrightnessSmooth.y) / 240.0;
	color = vec4(TONEMAP(c * 1.5), 1.0);
	encoded = vec4(encodeNormal(normalize(v_in.normal)), v_in.fog[int(gl_FragCoord.x) & 0], 1.0);
}
