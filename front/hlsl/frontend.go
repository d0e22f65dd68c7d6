package hlsl

// This file registers the front end for HLSL.

import (
	"path"
	"strings"

	"refract/internal/front"
	"refract/ir"
	lang "refract/language"
)

// FrontEnd is the front end for HLSL. If its options have no stage, that of the file's name
// is taken: x.vs.hlsl, x_ps.hlsl, x.psh, x.geom.hlsl.
var FrontEnd = front.FrontEnd{
	Language:   &lang.HLSL,
	Options:    func() any { return new(Options) },
	Everything: true,
	Sound:      true,
	New:        func() front.Reader { return new(frontEnd) },
}

type frontEnd struct{ r Reader }

func (f *frontEnd) Read(m *ir.Module, s *front.Source, r *front.Request) {
	options := front.OptionsOf[Options](r)
	if options.Stage == ir.NoStage && options.Profile == "" {
		options.Stage = stageOfFile(s.Name)
	}
	options.Preprocessor.Meter = r.Meter
	f.r.Read(m, s.Text, s.Base, options, s.Sources, &s.List)
}

// stageOfFile is the stage that a file's name ends in, or ir.NoStage.
func stageOfFile(name string) ir.Stage {
	name = strings.ToLower(path.Base(name))
	extension := path.Ext(name)
	if len(extension) == 3 || len(extension) == 4 && extension[3] == 'h' { // .vs, .vsh
		if s := profileStage(extension[1:3]); s != ir.NoStage {
			return s
		}
	}
	name = strings.TrimSuffix(name, extension)
	at := strings.LastIndexAny(name, "._-") + 1
	word := name[at:]
	s := profileStage(word)
	for i := range shaderStages {
		if shaderStages[i].word == word {
			s = shaderStages[i].stage
		}
	}
	if s == ir.NoStage {
		s = ir.StageByName(word) // vert, tesc
	}
	if at == 0 && s.Info().Variables { // mesh.hlsl may hold anything
		return ir.NoStage
	}
	return s
}
