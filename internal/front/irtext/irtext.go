// Package irtext is the front end for the text form of modules, which package ir
// prints and reads.
package irtext

import (
	"refract/internal/front"
	"refract/ir"
	"refract/language"
)

// FrontEnd is the front end for the text of a module. It has no options.
var FrontEnd = front.FrontEnd{
	Language:   &language.IR,
	Everything: true,
	New:        func() front.Reader { return reader{} },
}

type reader struct{}

func (reader) Read(m *ir.Module, s *front.Source, _ *front.Request) {
	if read := ir.Parse(s.Text, s.Base, &s.List); read != nil {
		*m = *read
	}
}
