package conformance

// This file reads again what is written as WGSL of shaders in GLSL: what this module's own
// reader and validator refuse is no output.

import (
	"context"
	"errors"
	"testing"

	"refract"
	"refract/diag"
	"refract/front/wgsl"
	"refract/ir/validate"
)

// TestWGSLOfGLSLIsRead writes the shaders of the corpus as WGSL, and checks that with the
// capabilities that the shaders have.
func TestWGSLOfGLSLIsRead(t *testing.T) {
	every := number("REFRACT_EVERY", 1)
	read, refused, divided := 0, 0, 0
	for i, row := range glslShaders(t) {
		if i%every != 0 {
			continue
		}
		v, err := row.check()
		if err != nil || len(v.Module.EntryPoints) == 0 {
			continue
		}
		beyond := false
		out, err := refract.Write(context.Background(), v, refract.WriteOptions{Language: refract.WGSL, Warn: func(found *diag.Diagnostics) {
			for _, d := range found.Items {
				beyond = beyond || d.Code == diag.CodeBeyond
			}
		}})
		if err != nil {
			refused++
			continue
		}
		allowed := v.Info.Required.Union(validate.Default).With(validate.EarlyDepthTest)
		if beyond {
			allowed = validate.All
		}
		_, err = refract.Check(context.Background(), "a.wgsl", []byte(out.Text), refract.CheckOptions{
			Parse:    refract.ParseOptions{Options: refract.LanguageOptions{refract.WGSL: &wgsl.Options{Allowed: wgsl.AllExtensions}}},
			Validate: refract.ValidateOptions{Capabilities: allowed}})
		var found *diag.Diagnostics
		if errors.As(err, &found) && found.Items[0].Code == "barrier-uniformity" {
			divided++ // a warning of translations
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", row.Name, err)
			continue
		}
		read++
	}
	t.Logf("%d are read, %d have no form in WGSL, %d have barriers in control flow that isn't uniform", read, refused, divided)
}
