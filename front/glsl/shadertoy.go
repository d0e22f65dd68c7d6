package glsl

import (
	"refract/internal/front/glsl/pp"
	"refract/ir"
)

// This file reads the image shaders of Shadertoy: they define mainImage and use
// inputs that the site provides.

// Shadertoy returns the options for an image shader of Shadertoy, or for one of
// its buffers: a fragment shader of WebGL 2 whose inputs are declared for it, and
// whose mainImage is called for every pixel.
//
// The inputs become members of the block of loose uniforms, and textures; reflection
// reports their places. Macros adapt them: SHADERTOY_CHANNEL0 to SHADERTOY_CHANNEL3 are the
// types of the channels, sampler2D where they aren't defined; with SHADERTOY_BUFFER alpha
// is kept, as buffers have it, with SHADERTOY_FLIP_Y the pixels are counted from the
// bottom, as Shadertoy does, on targets that count from the top.
func Shadertoy() Options {
	return Options{
		Stage:        ir.StageFragment,
		Preprocessor: pp.Options{Version: 300, Profile: pp.ProfileES, Preamble: shadertoyPreamble},
	}
}

// shadertoyFlip is the macro of shaders that count from the bottom.
const shadertoyFlip = "SHADERTOY_FLIP_Y"

const shadertoyPreamble = `precision highp float;
precision highp int;
precision highp sampler2D;
precision highp samplerCube;
precision highp sampler3D;
#ifndef SHADERTOY_CHANNEL0
#define SHADERTOY_CHANNEL0 sampler2D
#endif
#ifndef SHADERTOY_CHANNEL1
#define SHADERTOY_CHANNEL1 sampler2D
#endif
#ifndef SHADERTOY_CHANNEL2
#define SHADERTOY_CHANNEL2 sampler2D
#endif
#ifndef SHADERTOY_CHANNEL3
#define SHADERTOY_CHANNEL3 sampler2D
#endif
#define HW_PERFORMANCE 1
uniform vec3 iResolution;
uniform float iTime;
uniform float iGlobalTime;
uniform float iTimeDelta;
uniform float iFrameRate;
uniform int iFrame;
uniform float iSampleRate;
uniform vec4 iChannelTime;
uniform vec3 iChannelResolution[4];
uniform vec4 iMouse;
uniform vec4 iDate;
uniform SHADERTOY_CHANNEL0 iChannel0;
uniform SHADERTOY_CHANNEL1 iChannel1;
uniform SHADERTOY_CHANNEL2 iChannel2;
uniform SHADERTOY_CHANNEL3 iChannel3;
layout(location = 0) out vec4 shadertoyColor;
void mainImage(out vec4 fragColor, in vec2 fragCoord);
void main() {
	vec2 shadertoyCoord = gl_FragCoord.xy;
#ifdef SHADERTOY_FLIP_Y
	shadertoyCoord.y = iResolution.y - shadertoyCoord.y;
#endif
	vec4 shadertoyPixel = vec4(0.0, 0.0, 0.0, 1.0);
	mainImage(shadertoyPixel, shadertoyCoord);
#ifdef SHADERTOY_BUFFER
	shadertoyColor = shadertoyPixel;
#else
	shadertoyColor = vec4(shadertoyPixel.rgb, 1.0);
#endif
}
`
