//go:build !refract_core

package refract

import (
	"refract/back"
	dotback "refract/back/dot"
	glslback "refract/back/glsl"
	hlslback "refract/back/hlsl"
	irback "refract/back/irtext"
	mslback "refract/back/msl"
	spirvback "refract/back/spirv"
	ssaback "refract/back/ssatext"
	wgslback "refract/back/wgsl"
	"refract/front"
	glslfront "refract/front/glsl"
	irfront "refract/front/irtext"
	spirvfront "refract/front/spirv"
	ssafront "refract/front/ssatext"
	wgslfront "refract/front/wgsl"
)

var frontEnds = [...]*front.FrontEnd{
	&wgslfront.FrontEnd,
	&glslfront.FrontEnd,
	&glslfront.FrontEndES,
	&spirvfront.FrontEnd,
	&spirvfront.FrontEndAssembly,
	&irfront.FrontEnd,
	&ssafront.FrontEnd,
}

// backEnds are in the order in which languages are listed.
var backEnds = [...]*back.BackEnd{
	&wgslback.BackEnd,
	&glslback.BackEnd,
	&glslback.BackEndES,
	&spirvback.BackEnd,
	&spirvback.BackEndAssembly,
	&hlslback.BackEnd,
	&mslback.BackEnd,
	&dotback.BackEnd,
	&irback.BackEnd,
	&ssaback.BackEnd,
}
