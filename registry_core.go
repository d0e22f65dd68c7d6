//go:build refract_core

package refract

import (
	glslback "refract/back/glsl"
	hlslback "refract/back/hlsl"
	mslback "refract/back/msl"
	spirvback "refract/back/spirv"
	wgslback "refract/back/wgsl"
	glslfront "refract/front/glsl"
	wgslfront "refract/front/wgsl"
	"refract/internal/back"
	dotback "refract/internal/back/dot"
	"refract/internal/front"
	"refract/language"
)

// Without the SSA form there is no way from SPIR-V to modules; see internal/parts.
var frontEnds = [...]*front.FrontEnd{
	&wgslfront.FrontEnd,
	&glslfront.FrontEnd,
	&glslfront.FrontEndES,
}

// backEnds are in the order in which languages are listed.
var backEnds = [...]*back.BackEnd{
	&wgslback.BackEnd,
	&glslback.BackEnd,
	&glslback.BackEndES,
	&spirvback.BackEnd,
	&spirvback.BackEndAssembly,
	&hlslback.BackEnd,
	&absentDXBC,
	&absentDXIL,
	&mslback.BackEnd,
	&dotback.BackEnd,
	&absentIR,
	&absentSSA,
}

// The text forms are known, with their options, and not written; bytecode likewise, which is made
// in SSA form.
var (
	absentDXBC = back.BackEnd{Language: &language.DXBC, New: back.Absent(&language.DXBC)}
	absentDXIL = back.BackEnd{Language: &language.DXIL, New: back.Absent(&language.DXIL)}
	absentIR   = back.TextForm(&language.IR, back.Absent(&language.IR))
	absentSSA  = back.TextForm(&language.SSA, back.Absent(&language.SSA))
)
