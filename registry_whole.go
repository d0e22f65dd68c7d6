//go:build !refract_core

package refract

import (
	"refract/front"
	glslfront "refract/front/glsl"
	spirvfront "refract/front/spirv"
	wgslfront "refract/front/wgsl"
)

var frontEnds = [...]*front.FrontEnd{
	&wgslfront.FrontEnd,
	&glslfront.FrontEnd,
	&glslfront.FrontEndES,
	&spirvfront.FrontEnd,
	&spirvfront.FrontEndAssembly,
}
