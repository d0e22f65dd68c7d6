package hlsl

// This file registers the front end for HLSL.

import (
	"path"
	"strings"

	"refract/internal/front"
	"refract/ir"
	"refract/ir/validate"
	lang "refract/language"
)

// FrontEnd is the front end for HLSL. If its options have no stage, that of the file's name
// is taken: x.vs.hlsl, x_ps.hlsl, x.psh.
var FrontEnd = front.FrontEnd{
	Language:     &lang.HLSL,
	Options:      func() any { return new(Options) },
	Capabilities: validate.All,
	Sound:        true,
	New:          func() front.Reader { return new(frontEnd) },
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
	switch extension {
	case ".vsh", ".vs":
		return ir.StageVertex
	case ".psh", ".ps":
		return ir.StageFragment
	case ".csh", ".cs":
		return ir.StageCompute
	}
	name = strings.TrimSuffix(name, extension)
	for _, s := range []struct {
		ending string
		stage  ir.Stage
	}{{"vs", ir.StageVertex}, {"ps", ir.StageFragment}, {"cs", ir.StageCompute}, {"vert", ir.StageVertex}, {"frag", ir.StageFragment},
		{"comp", ir.StageCompute}, {"vertex", ir.StageVertex}, {"pixel", ir.StageFragment}, {"compute", ir.StageCompute}} {
		if rest, ok := strings.CutSuffix(name, s.ending); ok && (rest == "" || strings.ContainsAny(rest[len(rest)-1:], "._-")) {
			return s.stage
		}
	}
	return ir.NoStage
}
