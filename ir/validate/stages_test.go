package validate

import (
	"testing"

	"refract/ir"
)

// TestStageSets compares the sets of stages with the properties of stages.
func TestStageSets(t *testing.T) {
	for s := ir.NoStage + 1; int(s) < ir.NumStages; s++ {
		i, in := s.Info(), func(set Stages) bool { return set&StageSet(s) != 0 }
		if in(computeStages) != i.Workgroups || in(fragmentStage) != i.Quads || in(vertexStage) != (i.Inputs == ir.Attributes) || !in(allStages) {
			t.Errorf("%s is in other sets than its properties imply", s)
		}
	}
}
