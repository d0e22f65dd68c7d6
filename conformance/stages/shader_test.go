package stages_test

import (
	"encoding/base64"
	"testing"

	"refract"
	"refract/front/glsl"
	"refract/internal/back"
	"refract/internal/front/glsl/pp"
	"refract/internal/harness"
	_ "refract/internal/harness/plans" // has plans of text checked
	"refract/internal/ssa/pipeline"
	"refract/ir"
	"refract/ir/validate"
	"refract/ssa"
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

// A container is a shader as Direct3D bytecode.
type container struct {
	Name string `json:"name"`
	DXBC []byte `json:"dxbc"`
	Code []byte `json:"code"`
}

// compiled is the containers that FXC or DXC makes of HLSL, by the profiles.
func compiled(t *testing.T, rows []hlslRow) (list []container) {
	t.Helper()
	for i, v := range harness.Oracle(t, "hlsl", rows, "--code") {
		code, err := base64.StdEncoding.DecodeString(v.Code)
		if err != nil || !v.OK {
			t.Fatalf("%s: %s %v\n%s", rows[i].Name, v.Text(), err, rows[i].Source)
		}
		list = append(list, container{rows[i].Name, code, code})
	}
	return list
}

// spirvOf translates containers by dxil-spirv.
func spirvOf(t *testing.T, list []container) (words [][]byte) {
	t.Helper()
	for i, v := range harness.Oracle(t, "d3d-spirv", list) {
		code, err := base64.StdEncoding.DecodeString(v.SPIRV)
		if err != nil || !v.OK {
			t.Fatalf("%s: %s %v", list[i].Name, v.Text(), err)
		}
		words = append(words, code)
	}
	return words
}

// strictly is an optimizer of a level that keeps floats exact.
func strictly(t *testing.T, level int) *back.Optimizer {
	t.Helper()
	passes, err := pipeline.Level(level)
	if err != nil {
		t.Fatal(err)
	}
	return &back.Optimizer{Strict: true, Run: func(s *ssa.Shader) error {
		_, err := pipeline.Run(s, passes, pipeline.Options{Verify: true})
		return err
	}}
}
