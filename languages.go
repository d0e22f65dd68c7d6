package refract

// Languages, by name and by the extension of a file. The registry has every front end and
// back end, a line each, in registry_whole.go; the languages of registry_core.go are those of
// programs that count their bytes.

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"refract/internal/back"
	"refract/internal/front"
	"refract/ir"
	"refract/language"
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
	DXBC          Language = "dxbc"   // Direct3D bytecode of shader models 4 and 5
	DXIL          Language = "dxil"   // Direct3D bytecode of shader model 6
	HLSL          Language = "hlsl"   // High-Level Shading Language of Direct3D
	Kage          Language = "kage"   // Ebitengine's shading language
	MSL           Language = "msl"    // Metal Shading Language
	DOT           Language = "dot"    // Graphviz: a drawing of the module
	IR            Language = "ir"     // the text form of modules
	SSA           Language = "ssa"    // the text form of shaders as the optimizer has them
)

// reading returns the number of the front end that reads a language, or -1.
func (l Language) reading() int {
	for i, f := range frontEnds {
		if f.Language.Name == string(l) {
			return i
		}
	}
	return -1
}

// writing returns the number of the back end that writes a language, or -1.
func (l Language) writing() int {
	for i, b := range backEnds {
		if b.Language.Name == string(l) {
			return i
		}
	}
	return -1
}

// info is the description of a language, or nil.
func (l Language) info() *language.Info {
	if i := l.writing(); i >= 0 {
		return backEnds[i].Language
	}
	if i := l.reading(); i >= 0 {
		return frontEnds[i].Language
	}
	return nil
}

// CanRead reports whether Parse reads the language.
func CanRead(l Language) bool { return l.reading() >= 0 }

// CanWrite reports whether Write writes the language.
func CanWrite(l Language) bool { return l.writing() >= 0 }

// Languages returns every language but Auto.
func Languages() []Language {
	var all []Language
	for _, b := range backEnds {
		all = append(all, Language(b.Language.Name))
	}
	for _, f := range frontEnds {
		if l := Language(f.Language.Name); l.writing() < 0 {
			all = append(all, l)
		}
	}
	return all
}

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

// LanguageOfFile returns the language of a file name's extension.
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

// StageOfFile returns the stage of a file with GLSL by its extension, such as ".vert"
// (ir.StageInfo.Extension), or ir.NoStage.
func StageOfFile(name string) ir.Stage { return ir.StageOfExtension(path.Ext(name)) }

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

// Supported returns nil where Translate takes the language to each of the
// others, else a *LanguageError.
func Supported(from Language, to ...Language) error {
	for _, l := range to {
		switch {
		case !CanWrite(l):
			return &LanguageError{Language: l, Write: true}
		case !CanRead(from):
			return &LanguageError{Language: from}
		}
	}
	return nil
}

// frontEnd returns the front end of a language, or of the language of the name. The error is
// a *LanguageError.
func frontEnd(name string, l Language) (*front.FrontEnd, error) {
	if l == Auto {
		l, _ = LanguageOfFile(name)
	}
	if i := l.reading(); i >= 0 {
		return frontEnds[i], nil
	}
	return nil, &LanguageError{Language: l, Name: name}
}

// backEnd returns the back end of a language. The error is a *LanguageError.
func backEnd(l Language) (*back.BackEnd, error) {
	if i := l.writing(); i >= 0 {
		return backEnds[i], nil
	}
	return nil, &LanguageError{Language: l, Write: true}
}

// A LanguageError reports that a language can't be read or can't be written.
type LanguageError struct {
	Language Language
	Write    bool   // writing was asked for, not reading
	Name     string // of the input, where its language could not be told
}

// Error names the language and the possible ones.
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
