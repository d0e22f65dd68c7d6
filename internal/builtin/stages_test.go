package builtin

import (
	"testing"

	"refract/ir"
)

// TestStageSets compares the sets of stages with the properties of stages.
func TestStageSets(t *testing.T) {
	for s := ir.NoStage + 1; int(s) < ir.NumStages; s++ {
		if i := s.Info(); workgroupOnly.Allows(s) != i.Workgroups || fragmentOnly.Allows(s) != i.Quads {
			t.Errorf("%s is in other sets than its properties imply", s)
		}
	}
}
