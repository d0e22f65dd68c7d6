#version 120
// an ISF host puts these before the source
uniform int PASSINDEX;
uniform vec2 RENDERSIZE;
varying vec2 isf_FragNormCoord;
uniform float TIME;
uniform vec4 DATE;
uniform int FRAMEINDEX;
uniform sampler2D inputImage; uniform vec4 _inputImage_imgRect; uniform vec2 _inputImage_imgSize; uniform bool _inputImage_flip;
#define IMG_NORM_PIXEL(image, coord) texture2D(image, (_##image##_imgRect.zw * (coord)) + _##image##_imgRect.xy)
#define IMG_PIXEL(image, pos) IMG_NORM_PIXEL(image, (pos) / _##image##_imgSize)
#define IMG_THIS_PIXEL(image) IMG_NORM_PIXEL(image, isf_FragNormCoord)
#define IMG_SIZE(image) _##image##_imgSize
/*{
	"DESCRIPTION": "edges",
	"INPUTS": [ { "NAME": "inputImage", "TYPE": "image" }, { "NAME": "intensity", "TYPE": "float" } ]
}*/
uniform float intensity;
uniform bool invert;
uniform vec4 tint;
uniform int mode;
float gray(vec4 n) { return (n.r + n.g + n.b) / 3.0; }
void main() {
	vec2 d = 1.0 / RENDERSIZE;
	vec2 lc = isf_FragNormCoord + vec2(-d.x, 0), rc = isf_FragNormCoord + vec2(d.x, 0);
	vec4 l = IMG_NORM_PIXEL(inputImage, lc), r = IMG_NORM_PIXEL(inputImage, rc), c = IMG_THIS_PIXEL(inputImage);
	float gx = gray(l) - gray(r);
	vec4 color = vec4(abs(gx) * intensity);
	if (mode == 1) color = mix(c, color, .5);
	else if (mode == 2) { color.rgb = 1.0 - color.rgb; color.a = c.a; }
	if (invert) color = vec4(1.0 - color.rgb, c.a);
	gl_FragColor = color * tint + IMG_PIXEL(inputImage, mod(gl_FragCoord.xy, IMG_SIZE(inputImage))) * 0.001;
}
