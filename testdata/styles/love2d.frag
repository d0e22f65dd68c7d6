#version 120
#define PIXEL 1
#define number float
#define Image sampler2D
#define ArrayImage sampler2DArray
#define CubeImage samplerCube
#define VolumeImage sampler3D
#define extern uniform
#define Texel texture2D
#define love_PixelCoord (vec2(gl_FragCoord.x, (gl_FragCoord.y * love_ScreenSize.z) + love_ScreenSize.w))
uniform vec4 love_ScreenSize;
varying vec4 VaryingTexCoord;
varying vec4 VaryingColor;
uniform sampler2D MainTex;
vec4 effect(vec4 vcolor, Image tex, vec2 texcoord, vec2 pixcoord);
extern number time;
extern vec2 lights[3];
extern Image noise;
number luma(vec3 c) { return dot(c, vec3(.2126, .7152, .0722)); }
vec4 effect(vec4 color, Image tex, vec2 tc, vec2 sc)
{
	vec4 pixel = Texel(tex, tc);
	number d = 0.0;
	for (int i = 0; i < 3; ++i) { d += 1.0 / (1.0 + distance(lights[i], sc)); }
	vec2 off = (Texel(noise, tc + vec2(time, -time)).rg - .5) * .02;
	pixel.gb = Texel(tex, tc + off).gb;
	return vec4(vec3(luma(pixel.rgb)) * d, pixel.a) * color;
}
void main() {
	gl_FragColor = effect(VaryingColor, MainTex, VaryingTexCoord.st, love_PixelCoord);
}
