package toir_test

import (
	"testing"

	"refract/diag"
	front "refract/front/wgsl"
	"refract/internal/harness"
	"refract/internal/ir/transform"
	"refract/internal/ssa/fromir"
	"refract/internal/ssa/lower"
	"refract/internal/ssa/pipeline"
	"refract/internal/ssa/toir"
	"refract/ir"
	"refract/ssa"
)

// bitcasts counts the reinterpretations that the statements of a module evaluate.
func bitcasts(m *ir.Module) (n int) {
	for _, f := range m.Functions[1:] {
		for s := ir.StmtID(1); int(s) < f.StmtCount(); s++ {
			if f.StmtKind(s) != ir.StmtEmit {
				continue
			}
			for _, e := range f.Emit(s) {
				if f.Kind(e) == ir.KindAs && f.As(e).Bitcast {
					n++
				}
			}
		}
	}
	return n
}

// TestBitcasts: reinterpretations come back as few as they were, give or take one
// in twenty, though values of the SSA form have no kind.
func TestBitcasts(t *testing.T) {
	level, err := pipeline.Level(1)
	if err != nil {
		t.Fatal(err)
	}
	ways := []struct {
		name string
		run  func(*ssa.Shader) error
	}{
		{"without passes", func(s *ssa.Shader) error { return nil }},
		{"at level 1", func(s *ssa.Shader) error {
			_, err := pipeline.Run(s, level, pipeline.Options{Establish: true})
			return err
		}},
	}
	before, after := 0, make([]int, len(ways))
	for _, s := range harness.Shaders(t) {
		m := front.Parse(s.Source, 1, front.Options{Allowed: front.AllExtensions}, new(diag.List))
		if m == nil || diagnostics(m) != "" {
			continue
		}
		n := bitcasts(m)
		before += n
		for k, way := range ways {
			zero := m.Clone()
			transform.ZeroInitialize(zero, transform.ZeroOptions{Locals: true, Private: true})
			v := fromir.Module(zero, fromir.Options{})
			if err := way.run(v); err != nil {
				t.Fatalf("%s %s: %v", s.Name, way.name, err)
			}
			lower.LeaveSSA.Run(v)
			back, err := toir.Module(v)
			if err != nil {
				t.Fatalf("%s %s: %v", s.Name, way.name, err)
			}
			x := bitcasts(back)
			after[k] += x
			if x > n+n/20 {
				t.Logf("%s %s: %d, not %d", s.Name, way.name, x, n)
			}
		}
	}
	for k, way := range ways {
		t.Logf("%d reinterpretations, %s %d", before, way.name, after[k])
		if after[k] > before+before/20 {
			t.Errorf("%s there are %d reinterpretations, not %d", way.name, after[k], before)
		}
	}
}
