package driver

// SPIR-V between its two forms, words and assembly, as a format: the meaning of the module
// is ignored.

import (
	"context"

	spirvfront "refract/front/spirv"
	"refract/internal/back"
	"refract/internal/front"
	"refract/language"
	"refract/spirv"
)

// isSPIRV reports whether the language is SPIR-V in one of its forms.
func isSPIRV(l *language.Info) bool { return l == &language.SPIRV || l == &language.SPIRVAssembly }

// converted is how many of the targets of SPIR-V are made by converting its form.
func (t *Translation) converted() (n int) {
	for i := range t.Targets {
		w := &t.Targets[i]
		if isSPIRV(w.BackEnd.Language) && w.EntryPoint == "" && w.Options == nil && w.Overrides == nil {
			n++
		}
	}
	return n
}

// translateEach translates SPIR-V for one target after the other, if some outputs are its
// other form and some are not.
func (t *Translation) translateEach(ctx context.Context, name string, src []byte) ([][]Output, error) {
	outputs := make([][]Output, len(t.Targets))
	var failed targetErrors
	for i := range t.Targets {
		one := *t
		one.Targets = t.Targets[i : i+1]
		list, err := Translate(ctx, name, src, &one)
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
func (t *Translation) convertAll(name string, src []byte) ([][]Output, error) {
	s, from := new(front.Source), t.Input.FrontEnd.Language
	open(s, name, src, from, t.Input.Budget)
	if err := s.List.Err(s.Sources); err != nil {
		return nil, err
	}
	words := spirvfront.Words(s, from == &language.SPIRVAssembly)
	if err := s.List.Err(s.Sources); err != nil {
		return nil, err
	}
	outputs := make([][]Output, len(t.Targets))
	for i := range t.Targets {
		outputs[i] = []Output{formOf(s, words, t.Targets[i].BackEnd.Language)}
	}
	if err := s.List.Err(s.Sources); err != nil {
		return nil, err
	}
	warn(s, t.Warn)
	return outputs, nil
}

// formOf returns an output with the words, or with the assembly of them.
func formOf(s *front.Source, words []uint32, l *language.Info) Output {
	if l == &language.SPIRV {
		return Output{Language: l, Output: back.Output{Words: words}}
	}
	text, err := spirv.Disassemble(words, spirv.DisassembleOptions{Names: true})
	spirvfront.Malformed(s, err)
	return Output{Language: l, Output: back.Output{Text: text}}
}
