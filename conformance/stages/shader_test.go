package stages_test

import (
	"testing"

	"refract"
	"refract/front/glsl"
	"refract/internal/front/glsl/pp"
	_ "refract/internal/harness/plans" // has plans of text checked
	"refract/ir"
	"refract/ir/validate"
)

// A stageShader is a shader in GLSL for Vulkan.
type stageShader struct {
	name, source string
	stage        ir.Stage
	vulkan       bool
}

// check reads and validates a shader.
func (s *stageShader) check(t *testing.T) (*refract.Valid, error) {
	o := refract.CheckOptions{Parse: refract.ParseOptions{Language: refract.GLSL}, Validate: refract.ValidateOptions{Capabilities: validate.All}}
	o.Parse.Options = refract.LanguageOptions{refract.GLSL: &glsl.Options{Stage: s.stage, Preprocessor: pp.Options{Vulkan: s.vulkan}}}
	return refract.Check(t.Context(), s.name, []byte(s.source), o)
}

// An hlslRow is what the oracle of HLSL is given.
type hlslRow struct {
	Name    string   `json:"name"`
	Source  string   `json:"source"`
	Entry   string   `json:"entry"`
	Profile string   `json:"profile"`
	Args    []string `json:"args"`
}

// hlslProfiles are the profiles of stages.
var hlslProfiles = [ir.NumStages]string{ir.StageVertex: "vs", ir.StageFragment: "ps", ir.StageGeometry: "gs",
	ir.StageTessellationControl: "hs", ir.StageTessellationEvaluation: "ds", ir.StageMesh: "ms", ir.StageTask: "as"}
