// Package embedded finds the shaders in programs: string literals of Go, Rust, C, C++, JavaScript
// and TypeScript, and the files that programs embed.
//
// A literal is a shader if a tag marks it, in one of the forms that editors know, or if a rule
// of the caller takes its name. Its value may be made of several literals, and of names to
// which the same file gives a literal. A Shader maps each offset of the value to the program's
// text and back, through escapes, so that findings are reported in the program and edits of
// the value become edits of the literal.
//
// The scanners are small lexers, one a language, that accept any text. Their work is linear in
// the program; values made of other values are bounded by maxAssembled.
package embedded

import (
	"path"
	"strings"

	"refract/ir"
	"refract/language"
)

// A Host is a language of programs.
type Host uint8

const (
	NoHost Host = iota
	Go
	Rust
	C          // and C++
	JavaScript // and TypeScript
)

// hostExtensions are the extensions of files with programs.
var hostExtensions = [...]struct {
	host       Host
	extensions string // each with a blank behind it
}{
	{Go, ".go "},
	{Rust, ".rs "},
	{C, ".c .h .cc .cpp .cxx .c++ .hh .hpp .hxx .h++ .ipp .inl .m .mm "},
	{JavaScript, ".js .mjs .cjs .jsx .ts .mts .cts .tsx "},
}

// HostOfFile is the language of a program by the name of its file, or NoHost.
func HostOfFile(name string) Host {
	extension := strings.ToLower(path.Ext(name))
	if extension == "" {
		return NoHost
	}
	for _, h := range hostExtensions {
		if strings.Contains(h.extensions, extension+" ") {
			return h.host
		}
	}
	return NoHost
}

// HostOfID is the language of a program by the identifier that editors give it, or NoHost.
func HostOfID(id string) Host {
	switch strings.ToLower(id) {
	case "go":
		return Go
	case "rust":
		return Rust
	case "c", "cpp", "objective-c", "objective-cpp":
		return C
	case "javascript", "javascriptreact", "typescript", "typescriptreact":
		return JavaScript
	}
	return NoHost
}

// A Span is a range of bytes of a program.
type Span struct{ Start, End int }

// A Rule reports whether a literal is a shader by its name, "" if it has none, and the
// substitutions for the placeholders in it.
type Rule func(name string) (isShader bool, substitutions []Substitution)

// A Substitution is the value of a placeholder in a literal, such as "${SIZE}" or "%d".
type Substitution struct{ Placeholder, Value string }

// A Tag is the mark of a shader.
type Tag struct {
	Language *language.Info // nil: there is no tag
	WESL     bool           // the language is WGSL with imports and conditions
	Stage    ir.Stage       // ir.NoStage: the tag has none
	Entry    string         // name of the entry point; "": the tag has none
	At       Span
}

// A Shader is a shader in a literal.
type Shader struct {
	Name  string // of the constant or variable that holds it; "": none is known
	Tag   Tag    // zero: the shader is one by a rule
	At    Span   // of the literals that it is made of, from the first to the last
	Text  string // the value, with substitutions for placeholders
	Holes []Hole // if there are any, Text is incomplete

	program  string // the text
	places   []place
	literals []literal
}

// A Hole is a part of a value that isn't known before the program runs.
type Hole struct {
	At   Span
	Text string // of the program
}

// A File is a file that a program embeds.
type File struct {
	Name string // as the program has it: with slashes, relative to the program's folder
	Tag  Tag    // zero: the file's name says which language it is
	At   Span   // of the name
}

// A Problem is a mistake about shaders in a program.
type Problem struct {
	At      Span
	Message string
}

// A Program is a program's shaders, in the order of the text.
type Program struct {
	Shaders  []Shader
	Files    []File
	Problems []Problem
}

// Read finds the shaders of a program. rule may be nil: no literal is a shader by its name.
func Read(host Host, text string, rule Rule) Program {
	s := scanner{lexer: lexer{host: host, text: text, fresh: true}, rule: rule, plain: true}
	if host != NoHost {
		s.scan()
	}
	a := assembler{host: host, text: text, rule: rule}
	for i := range s.chosen {
		s.program.Shaders = append(s.program.Shaders, a.shader(&s.chosen[i]))
	}
	return s.program
}
