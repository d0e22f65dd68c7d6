package ebitengine_test

import (
	"testing"

	"refract/front/kage"
	"refract/internal/exec/ebitengine"
)

// TestNames compares the names with those of the front end.
func TestNames(t *testing.T) {
	if kage.SourceImages != ebitengine.SourceImages || kage.UniformBuffer != ebitengine.UniformBuffer {
		t.Error("the names of resources differ")
	}
	for i, u := range new(ebitengine.Drawing).Uniforms() {
		if u.Name != kage.PreservedUniforms[i] {
			t.Errorf("%s, want %s", u.Name, kage.PreservedUniforms[i])
		}
	}
}
