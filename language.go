package refract

// Languages, by name and by the extension of a file.

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"refract/ir"
)

// A Language is a form in which shaders are read or written: the short name that
// command lines take.
type Language string

const (
	Auto          Language = ""       // by the extension of the input's name
	WGSL          Language = "wgsl"   // WebGPU Shading Language
	GLSL          Language = "glsl"   // OpenGL and Vulkan Shading Language
	ESSL          Language = "essl"   // OpenGL ES Shading Language, GLSL ES
	SPIRV         Language = "spv"    // SPIR-V words
	SPIRVAssembly Language = "spvasm" // SPIR-V as the text that spirv-as reads
	HLSL          Language = "hlsl"   // High-Level Shading Language of Direct3D
	MSL           Language = "msl"    // Metal Shading Language
	DOT           Language = "dot"    // Graphviz: a drawing of the module
	IR            Language = "ir"     // the text form of modules
	SSA           Language = "ssa"    // the text form of shaders as the optimizer has them
)

// LanguageByName returns the language that String names, "wgsl" or "spv", or that
// is known by the name, as "spirv" and "metal" are. Case and dashes don't count.
func LanguageByName(name string) (l Language, ok bool) {
	name = strings.ReplaceAll(strings.ToLower(name), "-", "")
	for _, l := range Languages() {
		if string(l) == name || slices.Contains(l.info().Aliases, name) {
			return l, true
		}
	}
	return Auto, name == Auto.String()
}

// LanguageOfFile returns the language that a file name's extension says.
func LanguageOfFile(name string) (l Language, ok bool) {
	extension := strings.ToLower(path.Ext(name))
	for _, b := range backEnds {
		if slices.Contains(b.Language.Extensions, extension) {
			return Language(b.Language.Name), true
		}
	}
	for _, f := range frontEnds {
		if slices.Contains(f.Language.Extensions, extension) {
			return Language(f.Language.Name), true
		}
	}
	return Auto, false
}

// StageOfFile returns the stage that the extension of a file with GLSL says: those
// of ".vert", ".frag" and ".comp"; else ir.NoStage.
func StageOfFile(name string) ir.Stage {
	switch strings.ToLower(path.Ext(name)) {
	case ".vert":
		return ir.StageVertex
	case ".frag":
		return ir.StageFragment
	case ".comp":
		return ir.StageCompute
	}
	return ir.NoStage
}

// String returns the short name: what LanguageByName takes.
func (l Language) String() string {
	if l == Auto {
		return "auto"
	}
	return string(l)
}

// Title returns the name for people: "SPIR-V".
func (l Language) Title() string {
	if info := l.info(); info != nil {
		return info.Title
	}
	if l == Auto {
		return "by the file name"
	}
	return string(l)
}

// Extensions returns the extensions of the language's files, with their dots.
// The first is the one that output files get.
func (l Language) Extensions() []string {
	if info := l.info(); info != nil {
		return slices.Clone(info.Extensions)
	}
	return nil
}

// Binary reports whether the language is words, not text.
func (l Language) Binary() bool {
	info := l.info()
	return info != nil && info.Binary
}

// A LanguageError says that a language can't be read or can't be written.
type LanguageError struct {
	Language Language
	Write    bool   // writing was asked for, not reading
	Name     string // of the input, where its language could not be told
}

// Error says what can't be done and what can.
func (e *LanguageError) Error() string {
	verb, can := "read", CanRead
	if e.Write {
		verb, can = "written", CanWrite
	}
	var known []string
	for _, l := range Languages() {
		if can(l) {
			known = append(known, l.Title())
		}
	}
	switch {
	case e.Language == Auto && e.Write:
		return "no language to write is given"
	case e.Language == Auto:
		return fmt.Sprintf("the language of %q can't be told from its name", e.Name)
	case len(known) == 0:
		return fmt.Sprintf("%s can't be %s", e.Language.Title(), verb)
	}
	return fmt.Sprintf("%s can't be %s, only %s", e.Language.Title(), verb, strings.Join(known, ", "))
}
