package refract

// What is written: text or words.

import (
	glslback "refract/back/glsl"
	hlslback "refract/back/hlsl"
	mslback "refract/back/msl"
	spirvback "refract/back/spirv"
	wgslback "refract/back/wgsl"
	"refract/reflect"
	"refract/spirv"
)

// An Output is a module in another language. It is the caller's to keep. What its
// back end tells of it is here in the back end's own form, and by Mapping in one
// that all share.
type Output struct {
	Language Language
	Text     string   // unless Language.Binary
	Words    []uint32 // if Language is SPIRV

	// SPIRV says where resources are.
	SPIRV *spirvback.Reflection
	// Renames say which names WGSL has changed, most of all minified WGSL.
	Renames []wgslback.Rename
	// GLSL says what GLSL calls resources and where they are.
	GLSL *glslback.Reflection

	// HLSL says what HLSL calls entry points and where resources are.
	HLSL *hlslback.Reflection
	// MSL says where Metal's entry points find their resources.
	MSL *mslback.Output

	entries  []reflect.MappedEntryPoint // of WGSL, as in the module
	samplers []wgslback.Sampler         // likewise, of combined images
}

// Bytes returns the output as a file holds it: text in UTF-8, words with the
// low byte first.
func (o *Output) Bytes() []byte {
	if o.Language.Binary() {
		return spirv.AppendBytes(nil, o.Words)
	}
	return []byte(o.Text)
}
