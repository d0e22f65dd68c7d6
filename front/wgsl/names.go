package wgsl

// This file lists the names of the language for editors.

import (
	"slices"

	"refract/ir"
)

// A NameKind is the kind of a name of the language.
type NameKind uint8

const (
	NameType NameKind = iota
	NameFunction
	NameAttribute
	NameBuiltIn // of @builtin
	NameWord    // an address space, an access mode, a texel format, an interpolation
)

// A Name is a name of the language. It may be several things; each is a Name.
type Name struct {
	Text string
	Kind NameKind
}

// Names are the names that the language declares, keywords apart.
func Names() []Name {
	var list []Name
	for i, text := range predeclaredNames {
		m := &meanings[i]
		add := func(is bool, kind NameKind) {
			if is {
				list = append(list, Name{text, kind})
			}
		}
		add(m.isType, NameType)
		add(m.isFn, NameFunction)
		add(m.attr != noAttribute, NameAttribute)
		add(m.builtIn != 0, NameBuiltIn)
		add(m.space != 0 || m.access != 0 || m.format != 0 || m.interpolation != ir.DefaultInterpolation || m.sampling != ir.DefaultSampling, NameWord)
	}
	for _, text := range []string{"const", "diagnostic"} { // attributes that are keywords
		list = append(list, Name{text, NameAttribute})
	}
	return list
}

// TexelFormats are the formats of storage textures.
func TexelFormats() (list []string) {
	for i, text := range predeclaredNames {
		if meanings[i].format != 0 {
			list = append(list, text)
		}
	}
	return list
}

// ExtensionNames are the names for enable directives; LanguageFeatureNames the ones for
// requires directives.
func ExtensionNames() []string { return slices.Clone(extensionNames) }

// LanguageFeatureNames: see ExtensionNames.
func LanguageFeatureNames() []string { return slices.Clone(languageFeatures) }
