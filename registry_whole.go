//go:build !refract_core

package refract

import (
	dxbcback "refract/back/dxbc"
	dxilback "refract/back/dxil"
	glslback "refract/back/glsl"
	hlslback "refract/back/hlsl"
	mslback "refract/back/msl"
	spirvback "refract/back/spirv"
	wgslback "refract/back/wgsl"
	glslfront "refract/front/glsl"
	hlslfront "refract/front/hlsl"
	kagefront "refract/front/kage"
	spirvfront "refract/front/spirv"
	wgslfront "refract/front/wgsl"
	"refract/internal/back"
	dotback "refract/internal/back/dot"
	irback "refract/internal/back/irtext"
	ssaback "refract/internal/back/ssatext"
	"refract/internal/front"
	irfront "refract/internal/front/irtext"
	ssafront "refract/internal/front/ssatext"
)

var frontEnds = [...]*front.FrontEnd{
	&wgslfront.FrontEnd,
	&glslfront.FrontEnd,
	&glslfront.FrontEndES,
	&hlslfront.FrontEnd,
	&kagefront.FrontEnd,
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
	&dxbcback.BackEnd,
	&dxilback.BackEnd,
	&mslback.BackEnd,
	&dotback.BackEnd,
	&irback.BackEnd,
	&ssaback.BackEnd,
}
