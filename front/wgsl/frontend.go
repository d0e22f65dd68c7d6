package wgsl

// This file registers this front end.

import (
	"refract/internal/front"
	"refract/ir"
	"refract/language"
)

// FrontEnd is the front end for WGSL. If its options allow no extensions by name, the
// extensions of the capabilities are allowed, and the ones outside the WGSL specification
// need no directive.
var FrontEnd = front.FrontEnd{
	Language: &language.WGSL,
	Options:  func() any { return new(Options) },
	Sound:    true,
	Limits:   true,
	New:      func() front.Reader { return new(frontEnd) },
}

type frontEnd struct{ r Reader }

func (f *frontEnd) Read(m *ir.Module, s *front.Source, r *front.Request) {
	options := front.OptionsOf[Options](r)
	if c := r.Capabilities; !c.Empty() && options.Allowed == 0 {
		var implied Extensions
		options.Allowed, implied = ExtensionsFor(c)
		options.Implied |= implied
	}
	options.DocComments = true // text writers keep them
	options.MaxConstants, options.workers, options.meter = r.MaxConstants, r.Workers, r.Meter
	options.WESL = options.WESL || IsWESL(s.Name)
	options.sources, options.name = s.Sources, s.Name
	f.r.Read(m, s.Text, s.Base, options, &s.List)
}
