package direct3d

// This file checks the names of inputs and outputs.

import (
	"fmt"
	"strings"

	"refract/internal/back"
	"refract/ir"
)

// CheckSemantic checks a semantic, or the beginning of one, that an option gives. The error is a
// *back.OptionError.
func CheckSemantic(option, name string) error {
	if err := back.CheckIdentifier(option, name); err != nil {
		return err
	}
	if len(name) >= 3 && strings.EqualFold(name[:3], "sv_") {
		return &back.OptionError{Name: option, Err: fmt.Errorf("%q begins as the built-in ones do", name)}
	}
	return nil
}

// SemanticOf is the semantic of an input or output at a location: the given one with the location, that of the
// source, or LOC with the location.
func SemanticOf(b *ir.Binding, given string) (name string, index uint32) {
	if given != "" {
		return given, b.Location
	}
	if name, index = b.Semantic.Parts(); name == "" {
		return "LOC", b.Location
	}
	return name, index
}

// MappedSemantic is the semantic of the input or output of the entry point at a location.
type MappedSemantic struct {
	Location uint32 `json:"location"`
	Output   bool   `json:"output,omitempty"`
	Name     string `json:"name"`
	Index    uint32 `json:"index,omitempty"`
}

// CheckSemantics checks the options semantic and semantics of a language. The error is a
// *back.OptionError.
func CheckSemantics(language, semantic string, list []MappedSemantic) error {
	if err := CheckSemantic(language+".semantic", semantic); err != nil {
		return err
	}
	for i := range list {
		s := &list[i]
		if err := CheckSemantic(language+".semantics", s.Name); err != nil {
			return err
		}
		for k := range list[:i] {
			if x := &list[k]; x.Output == s.Output && (x.Location == s.Location || x.Index == s.Index && strings.EqualFold(x.Name, s.Name)) {
				return &back.OptionError{Name: language + ".semantics", Err: fmt.Errorf("%s%d at location %d is given twice", s.Name, s.Index, s.Location)}
			}
		}
	}
	return nil
}
