package refract

// SPIR-V between its two forms, words and assembly, as a format: what the
// module means is not looked at.

import (
	"errors"

	"refract/diag"
	"refract/spirv"
)

// isSPIRV reports whether the language is SPIR-V in one of its forms.
func isSPIRV(l Language) bool { return l == SPIRV || l == SPIRVAssembly }

// convertAll converts one form into each of the others.
func convertAll(name string, src []byte, from Language, o *TranslateOptions, targets []Target) ([][]*Output, error) {
	for i := range targets {
		if o.Write.with(&targets[i]).EntryPoint != "" {
			return nil, &OptionError{"entry point", errWhole}
		}
	}
	s := openSource(name, src, from)
	if err := s.list.Err(s.sources); err != nil {
		return nil, err
	}
	words := s.words(from)
	if err := s.list.Err(s.sources); err != nil {
		return nil, err
	}
	outputs := make([][]*Output, len(targets))
	for i := range targets {
		outputs[i] = []*Output{s.form(words, targets[i].Language)}
	}
	if err := s.list.Err(s.sources); err != nil {
		return nil, err
	}
	s.warn(o.Warn)
	return outputs, nil
}

// errWhole is why no entry point of SPIR-V is picked on its way to its assembly.
var errWhole = errors.New("SPIR-V and its assembly are converted as a whole, instruction by instruction")

// words returns the words of the source, or reports why there are none.
func (s *source) words(l Language) []uint32 {
	if l == SPIRVAssembly {
		words, _ := spirv.Assemble(s.text, s.base, spirv.AssembleOptions{}, &s.list)
		return words
	}
	words, err := spirv.FromBytes(s.bytes)
	s.malformed(err)
	return words
}

// form returns the words, or the assembly of them.
func (s *source) form(words []uint32, l Language) *Output {
	if l == SPIRV {
		return &Output{Language: l, Words: words}
	}
	text, err := spirv.Disassemble(words, disassembly)
	s.malformed(err)
	return &Output{Language: l, Text: text}
}

// disassembly is how assembly is written.
var disassembly = spirv.DisassembleOptions{Names: true}

// malformed reports an error of words.
func (s *source) malformed(err error) {
	if err != nil {
		s.list.Errorf("malformed-spirv", diag.Span{}, "%v", err)
	}
}
