package pipeline_test

// This file runs the functions that memory_random_test.go makes up through the passes of
// the machine's form, and compares what they compute before and after each.

import (
	"testing"

	"refract/internal/ssa/lower"
	"refract/internal/ssa/opt"
	"refract/internal/ssa/pipeline"
	"refract/internal/ssatest"
	"refract/internal/sweep"
	"refract/ssa"
	"refract/ssa/pass"
)

// TestRandomMachineMemory runs made-up functions before and after lists of passes.
// REFRACT_PROGRAMS is how many there are.
func TestRandomMachineMemory(t *testing.T) {
	count := uint64(sweep.Count(60))
	prepare := []*pass.Pass{lower.Returns, lower.InlineFunctions, lower.GlobalToLocal}
	lists := [][]*pass.Pass{
		{lower.ExplicitBuffers, lower.Scratch, opt.CopyProp, opt.CSE, opt.VectorizeMemory, opt.Offsets, lower.WriteMasks, lower.AddressProducts},
		{lower.Scratch, lower.WriteMasks, opt.CopyProp, opt.ConstantFolding, opt.Algebraic, opt.CSE, opt.DCE, opt.VectorizeMemory, opt.Offsets},
		{lower.VarsToSSA, lower.ExplicitBuffers, opt.CopyProp, opt.CSE, opt.VectorizeMemory, lower.SSBOToGlobalOf(lower.GlobalOptions{}), opt.CopyProp, opt.CSE, opt.Offsets},
		{lower.VarsToSSA, lower.ExplicitBuffers, opt.CopyProp, opt.CSE, opt.Ranges, opt.VectorizeMemoryTo(opt.VectorizeMemoryOptions{Bytes: 32}), lower.SSBOToGlobal, opt.CopyProp, opt.CSE, opt.VectorizeMemory},
		{lower.LocalsToRegs, opt.CopyProp, opt.DCE, lower.RegsToSSA, opt.ConstantFolding, opt.DCE},
		{lower.VectorDerefs, lower.Regs(lower.RegOptions{Most: 1 << 10, Arrays: true}), opt.CSE, opt.Ranges, opt.DCE},
		{lower.ScratchOf(lower.ScratchOptions{Least: 32}), lower.LocalsToRegs, opt.CopyProp, opt.DCE},
	}
	changed := map[string]int{}
	for seed := range count {
		first := randomMemory(seed)
		if _, err := pipeline.Run(first, pipeline.Of(prepare...), pipeline.Options{}); err != nil {
			t.Fatal(err)
		}
		for k, list := range lists {
			if k >= 3 && int(seed)%3 != k-3 {
				continue // those of registers take turns
			}
			s := first.Clone()
			for _, p := range list {
				before := s.Clone()
				if !p.Run(s) {
					continue
				}
				changed[p.Name]++
				if err := ssa.Verify(s); err != nil {
					t.Fatalf("seed %d: %s: %v", seed, p.Name, err)
				}
				if _, difference := ssatest.Compare(first, s); difference != "" {
					t.Fatalf("seed %d: %s: %s\nbefore:\n%s\nafter:\n%s", seed, p.Name, difference, before, s)
				}
			}
		}
	}
	for _, p := range []*pass.Pass{lower.ExplicitBuffers, lower.Scratch, lower.WriteMasks, lower.SSBOToGlobal, lower.LocalsToRegs, opt.VectorizeMemory, opt.Offsets, lower.AddressProducts} {
		if changed[p.Name] == 0 {
			t.Errorf("%s changed none of %d", p.Name, count)
		}
	}
	t.Log(changed)
}
