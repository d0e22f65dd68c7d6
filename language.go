package refract

// The languages, their names and file name extensions: one row each.

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"refract/ir"
)

// A Language is a form in which shaders are read or written.
type Language uint8

const (
	Auto          Language = iota // by the extension of the input's name
	WGSL                          // WebGPU Shading Language
	GLSL                          // OpenGL and Vulkan Shading Language
	ESSL                          // OpenGL ES Shading Language, GLSL ES
	SPIRV                         // SPIR-V words
	SPIRVAssembly                 // SPIR-V as the text that spirv-as reads
	HLSL                          // High-Level Shading Language of Direct3D
	MSL                           // Metal Shading Language
	DOT                           // Graphviz: a drawing of the module
	numLanguages
)

// languages has a row for each language.
var languages = [numLanguages]struct {
	name       string
	title      string
	extensions []string
	aliases    []string // other names that people use
}{
	Auto:          {"auto", "by the file name", nil, nil},
	WGSL:          {"wgsl", "WGSL", []string{".wgsl"}, nil},
	GLSL:          {"glsl", "GLSL", []string{".glsl", ".vert", ".frag", ".comp"}, nil},
	ESSL:          {"essl", "GLSL ES", []string{".essl"}, []string{"gles", "glsles"}},
	SPIRV:         {"spv", "SPIR-V", []string{".spv"}, []string{"spirv"}},
	SPIRVAssembly: {"spvasm", "SPIR-V assembly", []string{".spvasm"}, []string{"spirvasm"}},
	HLSL:          {"hlsl", "HLSL", []string{".hlsl"}, nil},
	MSL:           {"msl", "MSL", []string{".metal", ".msl"}, []string{"metal"}},
	DOT:           {"dot", "DOT", []string{".dot"}, []string{"graphviz"}},
}

// Languages returns every language but Auto.
func Languages() []Language {
	all := make([]Language, 0, numLanguages-1)
	for l := Auto + 1; l < numLanguages; l++ {
		all = append(all, l)
	}
	return all
}

// LanguageByName returns the language that String names, "wgsl" or "spv", or that
// is known by the name, as "spirv" and "metal" are. Case and dashes don't count.
func LanguageByName(name string) (l Language, ok bool) {
	name = strings.ReplaceAll(strings.ToLower(name), "-", "")
	for l := range numLanguages {
		if languages[l].name == name || slices.Contains(languages[l].aliases, name) {
			return l, true
		}
	}
	return Auto, false
}

// LanguageOfFile returns the language that a file name's extension says.
func LanguageOfFile(name string) (l Language, ok bool) {
	extension := strings.ToLower(path.Ext(name))
	for l := Auto + 1; l < numLanguages; l++ {
		if slices.Contains(languages[l].extensions, extension) {
			return l, true
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
	if l >= numLanguages {
		return fmt.Sprintf("language(%d)", uint8(l))
	}
	return languages[l].name
}

// Title returns the name for people: "SPIR-V".
func (l Language) Title() string {
	if l >= numLanguages {
		return l.String()
	}
	return languages[l].title
}

// Extensions returns the extensions of the language's files, with their dots.
// The first is the one that output files get.
func (l Language) Extensions() []string {
	if l >= numLanguages {
		return nil
	}
	return slices.Clone(languages[l].extensions)
}

// Binary reports whether the language is words, not text.
func (l Language) Binary() bool { return l == SPIRV }

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
