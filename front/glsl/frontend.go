package glsl

// This file registers the front end for GLSL and GLSL ES.

import (
	"path"
	"slices"
	"strings"

	"refract/internal/front"
	"refract/ir"
	lang "refract/language"
)

// FrontEnd is the front end for GLSL. Where its options have no stage, that of the
// file name's extension is taken.
var FrontEnd = front.FrontEnd{
	Language:   &lang.GLSL,
	Options:    func() any { return new(Options) },
	Everything: true,
	Sound:      true,
	New:        func() front.Reader { return new(frontEnd) },
}

// FrontEndES is the front end for GLSL ES, which has the options of GLSL.
var FrontEndES = front.FrontEnd{
	Language:   &lang.ESSL,
	Options:    func() any { return new(Options) },
	OptionsOf:  &lang.GLSL,
	Everything: true,
	Sound:      true,
	New:        func() front.Reader { return new(frontEnd) },
}

type frontEnd struct{ r Reader }

func (f *frontEnd) Read(m *ir.Module, s *front.Source, r *front.Request) {
	options := front.OptionsOf[Options](r)
	if options.Stage == ir.NoStage {
		options.Stage = stageOfFile(s.Name)
	}
	options.Link = slices.DeleteFunc(slices.Clone(options.Link), func(x Linked) bool { return x.Name == s.Name })
	options.Preprocessor.Meter = r.Meter
	f.r.Read(m, s.Text, s.Base, options, s.Sources, &s.List)
}

// stageOfFile is the stage of a file name's extension, or ir.NoStage.
func stageOfFile(name string) ir.Stage {
	name = strings.TrimSuffix(strings.ToLower(name), ".glsl")
	switch extension := path.Ext(name); extension {
	case ".vs":
		return ir.StageVertex
	case ".fs":
		return ir.StageFragment
	default:
		return ir.StageOfExtension(extension)
	}
}
