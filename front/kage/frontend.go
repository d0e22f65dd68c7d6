package kage

// This file registers the front end for Kage.

import (
	"refract/internal/front"
	"refract/ir"
	"refract/language"
)

// FrontEnd is the front end for Kage.
var FrontEnd = front.FrontEnd{
	Language:   &language.Kage,
	Options:    func() any { return new(Options) },
	Everything: true,
	Sound:      true,
	New:        func() front.Reader { return new(frontEnd) },
}

type frontEnd struct{ r Reader }

func (f *frontEnd) Read(m *ir.Module, s *front.Source, r *front.Request) {
	options := front.OptionsOf[Options](r)
	options.meter = r.Meter
	f.r.Read(m, s.Text, s.Base, options, &s.List)
}
