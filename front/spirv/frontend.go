package spirv

// This file registers the front end for SPIR-V and for its assembly.

import (
	"refract/diag"
	"refract/internal/front"
	"refract/ir"
	"refract/language"
	"refract/spirv"
)

// FrontEnd is the front end for SPIR-V.
var FrontEnd = front.FrontEnd{
	Language:   &language.SPIRV,
	Everything: true,
	Sound:      true,
	New:        func() front.Reader { return new(words) },
}

// FrontEndAssembly is the front end for SPIR-V's assembly.
var FrontEndAssembly = front.FrontEnd{
	Language:   &language.SPIRVAssembly,
	Everything: true,
	Sound:      true,
	New:        func() front.Reader { return assembly{} },
}

type (
	words    struct{ list []uint32 }
	assembly struct{}
)

func (w *words) Read(m *ir.Module, s *front.Source, r *front.Request) {
	list, err := spirv.AppendWords(w.list[:0], s.Bytes)
	if Malformed(s, err); err != nil || s.List.HasErrors() {
		return
	}
	w.list = list
	into(m, s, list, Options{Meter: r.Meter})
}

func (assembly) Read(m *ir.Module, s *front.Source, r *front.Request) {
	positions := make([]spirv.Position, 0, len(s.Text)/40)
	list, ok := spirv.Assemble(s.Text, s.Base, spirv.AssembleOptions{Positions: &positions}, &s.List)
	if ok {
		into(m, s, list, Options{Positions: positions, Meter: r.Meter})
	}
}

func into(m *ir.Module, s *front.Source, list []uint32, o Options) {
	ReadInto(m, list, o, s.Sources, &s.List)
}

// Words returns the words of a source, in assembly or not, or reports why there are
// none.
func Words(s *front.Source, text bool) []uint32 {
	if text {
		list, _ := spirv.Assemble(s.Text, s.Base, spirv.AssembleOptions{}, &s.List)
		return list
	}
	list, err := spirv.FromBytes(s.Bytes)
	Malformed(s, err)
	return list
}

// Malformed reports an error of words.
func Malformed(s *front.Source, err error) {
	if err != nil {
		s.List.Errorf("malformed-spirv", diag.Span{}, "%v", err)
	}
}
