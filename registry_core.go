//go:build refract_core

package refract

import (
	"refract/front"
	glslfront "refract/front/glsl"
	wgslfront "refract/front/wgsl"
)

// Without the SSA form there is no way from SPIR-V to modules; see internal/parts.
var frontEnds = [...]*front.FrontEnd{
	&wgslfront.FrontEnd,
	&glslfront.FrontEnd,
	&glslfront.FrontEndES,
}
