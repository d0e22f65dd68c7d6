package refract

// SPIR-V between its two forms, words and assembly, as a format: what the
// module means is not looked at.

import (
	"refract/front"
	spirvfront "refract/front/spirv"
	"refract/spirv"
)

// isSPIRV reports whether the language is SPIR-V in one of its forms.
func isSPIRV(l Language) bool { return l == SPIRV || l == SPIRVAssembly }

// converted is how many of the targets of SPIR-V are made by converting its form.
func (o *TranslateOptions) converted(targets []Target) (n int) {
	for i := range targets {
		if w := o.Write.with(&targets[i]); isSPIRV(w.Language) && w.EntryPoint == "" && w.Options[SPIRV] == nil && w.Overrides == nil && o.Overrides == nil {
			n++
		}
	}
	return n
}

// translateEach translates SPIR-V for one target after the other, where some outputs
// are its other form and some are not.
func translateEach(name string, src []byte, o *TranslateOptions, targets []Target) ([][]*Output, error) {
	outputs := make([][]*Output, len(targets))
	var failed targetErrors
	for i := range targets {
		list, err := TranslateTargets(name, src, *o, targets[i])
		if err != nil && !failed.add(err) {
			return nil, err
		}
		if list != nil {
			outputs[i] = list[0]
		}
	}
	return outputs, failed.err()
}

// convertAll converts one form into each of the others.
func convertAll(name string, src []byte, from Language, o *TranslateOptions, targets []Target) ([][]*Output, error) {
	s := new(front.Source)
	openSource(s, name, src, from, o.Parse.Budget)
	if err := s.List.Err(s.Sources); err != nil {
		return nil, err
	}
	words := spirvfront.Words(s, from == SPIRVAssembly)
	if err := s.List.Err(s.Sources); err != nil {
		return nil, err
	}
	outputs := make([][]*Output, len(targets))
	for i := range targets {
		outputs[i] = []*Output{formOf(s, words, targets[i].Language)}
	}
	if err := s.List.Err(s.Sources); err != nil {
		return nil, err
	}
	warn(s, o.Warn)
	return outputs, nil
}

// formOf returns an output with the words, or with the assembly of them.
func formOf(s *front.Source, words []uint32, l Language) *Output {
	if l == SPIRV {
		return &Output{Language: l, Words: words}
	}
	text, err := spirv.Disassemble(words, spirv.DisassembleOptions{Names: true})
	spirvfront.Malformed(s, err)
	return &Output{Language: l, Text: text}
}
