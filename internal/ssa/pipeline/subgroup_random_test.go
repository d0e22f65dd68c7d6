package pipeline_test

// This file runs the lowering of subgroup operations, under each option, on random
// compute shaders, whose invocations part before they meet in such operations.

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"refract/internal/harness/differential"
	"refract/internal/ir/transform"
	"refract/internal/progen"
	"refract/internal/ssa/fromir"
	"refract/internal/ssa/lower"
	"refract/internal/ssa/pipeline"
	"refract/internal/ssatest"
	"refract/internal/sweep"
	"refract/ssa"
)

// meetings is a shader in which some invocations, as they come, meet in each of the
// operations of a subgroup.
func meetings(seed uint64) string {
	r := rand.New(rand.NewPCG(seed, 5))
	var w strings.Builder
	w.WriteString(`enable subgroups;
enable f16;
diagnostic(off, subgroup_uniformity);
@group(0) @binding(0) var<storage, read_write> b: array<u32>;
@compute @workgroup_size(16) fn main(@builtin(local_invocation_index) i: u32) {
  var x = b[i % arrayLength(&b)] * 747796405u + i;
  var y = f32(x % 1000u) * 0.37;
`)
	for range 6 + r.IntN(6) {
		call := []string{
			"x += u32(subgroupAny(x % 3u == 0u))", "x += 2u * u32(subgroupAll(x % 7u != 0u))", "x ^= dot(subgroupBallot(x % 2u == 0u), vec4u(1u, 3u, 5u, 7u))",
			"if subgroupElect() { x += 11u; }", "x = quadSwapX(x)", "x += quadSwapY(x)", "y = quadSwapDiagonal(y)", "x ^= quadBroadcast(x, 2u)",
			"x += subgroupShuffle(x, x % 16u)", "y += subgroupShuffleUp(y, 3u)", "x -= subgroupShuffleDown(x, 1u)", "x += subgroupShuffleXor(x, 5u)",
			"x = subgroupBroadcast(x, 3u) + i", "x += subgroupBroadcastFirst(x)", "y = f32(subgroupShuffle(f16(y), x % 8u))",
			"y = subgroupAdd(vec3f(y, y * 0.1, 1f)).y", "x = subgroupExclusiveAdd(x)", "y = subgroupInclusiveMul(y * 0.01)", "y += subgroupMin(y)",
			"x = subgroupInclusiveAdd(x)", "y += subgroupExclusiveAdd(y)", "x = u32(subgroupMax(bitcast<i32>(x)))", "x = subgroupXor(x)", "y = subgroupExclusiveMul(y)",
		}[r.IntN(24)]
		if r.IntN(2) == 0 {
			fmt.Fprintf(&w, "  if (x ^ i) %% %du != %du { %s; }\n", 2+r.IntN(3), r.IntN(3), call)
		} else {
			fmt.Fprintf(&w, "  %s;\n", call)
		}
	}
	w.WriteString("  b[i % arrayLength(&b)] = x ^ bitcast<u32>(y);\n}\n")
	return w.String()
}

// TestRandomSubgroups compares what programs leave in buffers. REFRACT_PROGRAMS is how
// many there are for each option.
func TestRandomSubgroups(t *testing.T) {
	count := uint64(sweep.Count(160))
	cpu, err := pipeline.Named("cpu")
	if err != nil {
		t.Fatal(err)
	}
	for name, o := range map[string]lower.SubgroupOptions{
		"all":        lower.AllSubgroups,
		"scalar":     {Size: 32, Scalar: true},
		"ballots":    {Size: 32, Ballots: true, BallotComponents: 2, BallotBits: 64},
		"votes":      {Size: 32, Votes: true},
		"elect":      {Size: 32, Elect: true},
		"broadcasts": {Size: 32, Broadcasts: true},
		"relative":   {Size: 32, Relative: true},
		"quads":      {Size: 32, Quads: true},
		"32 bits":    {Size: 32, Shuffle32: true},
		"reduce":     {Size: 8, Scalar: true, Reduce: true},
	} {
		p := lower.Subgroups(o)
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			acted, ran := 0, 0
			for seed := range count {
				var s *ssa.Shader
				if seed%2 == 0 {
					s = fromWGSL(t, []byte(meetings(seed)))
				} else {
					g := progen.Generate(seed, progen.Options{Rounding: true, Subgroups: true, Size: 1 + int(seed%5)})
					j, err := differential.NewJob("", g.Source, g.Entry, g.Workgroups, g.Overrides, seed)
					if err != nil {
						t.Fatal(err)
					}
					m := j.Module.Clone()
					if err := transform.SubstituteOverrides(m, j.Overrides); err != nil {
						t.Fatal(err)
					}
					s = fromir.Module(m, fromir.Options{Strict: true})
				}
				if _, err := pipeline.Run(s, cpu, pipeline.Options{Establish: true}); err != nil {
					t.Fatal(err)
				}
				before := s.Clone()
				r, err := pipeline.Run(s, pipeline.Of(p), pipeline.Options{Verify: true, Establish: true})
				if err != nil {
					t.Fatalf("seed %d: %v", seed, err)
				}
				if r.Changed {
					acted++
				}
				n, difference := ssatest.Compare(before, s)
				if difference != "" {
					t.Fatalf("seed %d: %s\nbefore:\n%s\nafter:\n%s", seed, difference, ssa.Print(before), ssa.Print(s))
				}
				ran += n
				if p.Run(s) {
					t.Fatalf("seed %d: there is something to do again", seed)
				}
			}
			t.Logf("%d of %d programs changed, %d ran", acted, count, ran)
			if acted == 0 && sweep.On() || ran < int(count)/2 {
				t.Errorf("of %d programs %d changed and %d ran", count, acted, ran)
			}
		})
	}
}
