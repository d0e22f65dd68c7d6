// Package language names the languages that shaders are written in, as front ends and back
// ends register them. A language that only one package knows is a value in that package.
package language

// An Info is the names of a language, and of its files.
type Info struct {
	Name       string   // short, as command lines take it: "wgsl"
	Title      string   // for people: "SPIR-V"
	Extensions []string // of files, with their dots; the first is that of outputs
	Aliases    []string // other names that people use
	Binary     bool     // it is words, not text
}

// The languages that are both read and written, and Kage, which is read.
var (
	WGSL          = Info{Name: "wgsl", Title: "WGSL", Extensions: []string{".wgsl", ".wesl"}}
	GLSL          = Info{Name: "glsl", Title: "GLSL", Extensions: []string{".glsl", ".vert", ".frag", ".comp", ".geom", ".tesc", ".tese", ".task", ".mesh", ".rgen", ".rint", ".rahit", ".rchit", ".rmiss", ".rcall", ".slang"}}
	ESSL          = Info{Name: "essl", Title: "GLSL ES", Extensions: []string{".essl"}, Aliases: []string{"gles", "glsles"}}
	Kage          = Info{Name: "kage", Title: "Kage", Extensions: []string{".kage"}}
	HLSL          = Info{Name: "hlsl", Title: "HLSL", Extensions: []string{".hlsl", ".hlsli", ".fx", ".fxh", ".vsh", ".psh"}}
	SPIRV         = Info{Name: "spv", Title: "SPIR-V", Extensions: []string{".spv"}, Aliases: []string{"spirv"}, Binary: true}
	SPIRVAssembly = Info{Name: "spvasm", Title: "SPIR-V assembly", Extensions: []string{".spvasm"}, Aliases: []string{"spirvasm"}}
	DXBC          = Info{Name: "dxbc", Title: "DXBC", Extensions: []string{".dxbc", ".cso"}, Binary: true}
	DXIL          = Info{Name: "dxil", Title: "DXIL", Extensions: []string{".dxil"}, Binary: true}
	IR            = Info{Name: "ir", Title: "module IR", Extensions: []string{".ir"}}
	SSA           = Info{Name: "ssa", Title: "SSA form", Extensions: []string{".ssa"}}
)
