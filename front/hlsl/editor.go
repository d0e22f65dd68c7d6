package hlsl

// This file lists the names of the language for editors.

import (
	"strings"

	"refract/internal/front/glsl/pp"
	"refract/ir"
)

// A NameKind is the kind of a name of the language.
type NameKind uint8

const (
	NameType     NameKind = iota // with templates of types
	NameFunction                 // an intrinsic function
)

// A Name is a name of the language.
type Name struct {
	Text string
	Kind NameKind
}

// Names are the names that the language declares, keywords apart.
func Names() []Name {
	loadTables()
	var list []Name
	for _, names := range [...][]string{language.words, language.types, language.templates} {
		for _, text := range names {
			list = append(list, Name{text, NameType})
		}
	}
	for _, text := range language.others {
		list = append(list, Name{text, NameFunction})
	}
	return list
}

// ParserNames are the names that a parser of the language knows: types that are words of GLSL,
// other types, templates, and functions.
func ParserNames() (words, types, templates, others []string) {
	loadTables()
	return language.words, language.types, language.templates, language.others
}

// argumentNames are the names of arguments in signatures.
var argumentNames = [...]string{"x", "y", "z", "w", "a", "b", "c", "d", "e", "f"}

// Signatures are the forms of the calls of an intrinsic function, by the numbers of arguments.
func Signatures(name string) (list []string) {
	loadTables()
	for i := range intrinsics {
		f := &intrinsics[i]
		if f.name != name {
			continue
		}
		for n := f.min; n <= min(f.max, len(argumentNames)); n++ {
			args := make([]string, n)
			for k := range args {
				args[k] = argumentNames[k]
				if f.written>>k&1 != 0 {
					args[k] = "out " + args[k]
				}
			}
			list = append(list, name+"("+strings.Join(args, ", ")+")")
		}
	}
	return list
}

// Macros are the options of the preprocessor as Read has them, with the predefined macros.
func (o Options) Macros() Options {
	p, _ := parseProfile(o.Profile)
	o.setDefaults(&p)
	o.Preprocessor = o.preprocessing(&p)
	return o
}

// setDefaults sets the stage and the version, unless they are given.
func (o *Options) setDefaults(p *profile) {
	if o.Stage == ir.NoStage {
		o.Stage = p.stage
	}
	if o.Version == 0 {
		o.Version = 2021
		if p.major < 6 {
			o.Version = 2016
		}
	}
}

// preprocessing are the options of the preprocessor.
func (o *Options) preprocessing(p *profile) pp.Options {
	pre := o.Preprocessor
	pre.Dialect = pp.HLSL
	pre.PastesExpanded = p.major < 6
	pre.Defines = append(predefined(o, p), pre.Defines...)
	return pre
}
