package ebitengine_test

import (
	"testing"

	"refract/front/kage"
	"refract/internal/exec/ebitengine"
)

// TestNames compares the names with those of the front end.
func TestNames(t *testing.T) {
	if kage.SourceImages != ebitengine.SourceImages {
		t.Error("the numbers of source images differ")
	}
	for i, u := range new(ebitengine.Drawing).Uniforms() {
		if u.Name != kage.PreservedUniforms[i] {
			t.Errorf("%s, want %s", u.Name, kage.PreservedUniforms[i])
		}
	}
}
