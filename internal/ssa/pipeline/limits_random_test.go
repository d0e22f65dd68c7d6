package pipeline_test

// This file makes up shaders whose indices are out of bounds now and then, with limits
// on them. What stays in bounds computes the same after the limits were joined; what
// doesn't reads and writes elements of the arrays, and nothing else.

import (
	"context"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"refract/diag"
	"refract/exec"
	"refract/exec/interp"
	front "refract/front/wgsl"
	"refract/internal/ir/transform"
	"refract/internal/ssa/fromir"
	"refract/internal/ssa/opt"
	"refract/internal/ssa/pipeline"
	"refract/internal/sweep"
	"refract/ssa"
)

// limitShader is the text of a shader: statements that copy among an array whose
// length its buffer decides, one of fixed length, and a variable, and store numbers.
func limitShader(r *rand.Rand) string {
	var text strings.Builder
	text.WriteString(`
@group(0) @binding(0) var<storage, read_write> a: array<u32>;
@group(0) @binding(1) var<storage, read_write> o: array<u32, 48>;
@group(0) @binding(2) var<uniform> u: vec4u;
@compute @workgroup_size(1) fn main() {
  var p: array<u32, 6>;
`)
	index := func() string {
		c := r.IntN(5)
		switch r.IntN(8) {
		case 0:
			return fmt.Sprintf("%du", c)
		case 1:
			return fmt.Sprintf("(u.%c - %du)", "xyz"[r.IntN(3)], c)
		case 2:
			return fmt.Sprintf("(u.x * 2u + u.y + %du)", c)
		case 3:
			return fmt.Sprintf("min(u.%c + %du, arrayLength(&a) - 1u)", "xyz"[r.IntN(3)], c)
		default:
			return fmt.Sprintf("(u.%c + %du)", "xyz"[r.IntN(3)], c)
		}
	}
	next := 0
	statement := func() {
		next++
		switch x := index(); r.IntN(6) {
		case 0:
			fmt.Fprintf(&text, "  a[%s] = %du;\n", x, 1000+next)
		case 1:
			fmt.Fprintf(&text, "  p[%s] = a[%s];\n", x, index())
		case 2:
			fmt.Fprintf(&text, "  o[%d] = p[%s];\n", next%48, x)
		default:
			fmt.Fprintf(&text, "  o[%d] = a[%s];\n", next%48, x)
		}
	}
	if r.IntN(4) == 0 {
		text.WriteString("  storageBarrier();\n")
	}
	for range 2 + r.IntN(4) {
		open := false
		switch r.IntN(5) {
		case 0:
			fmt.Fprintf(&text, "  if u.w > %du {\n", r.IntN(4))
			open = true
		case 1:
			fmt.Fprintf(&text, "  for (var i = 0u; i < u.w; i++) {\n")
			open = true
		}
		for range 2 + r.IntN(4) {
			statement()
		}
		if open {
			text.WriteString("  }\n")
		}
	}
	text.WriteString("}\n")
	return text.String()
}

// limitRun runs a shader on arrays and indices of a seed. It returns the arrays, and
// whether no index was out of bounds.
func limitRun(t *testing.T, s *ssa.Shader, seed uint64) (arrays [2][]byte, inside bool, err error) {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 5))
	words := func(n int, fn func(k int) uint32) (b []byte) {
		for k := range n {
			b = binary.LittleEndian.AppendUint32(b, fn(k))
		}
		return b
	}
	n := 1 + r.IntN(9)
	bufs := [2][]byte{words(n, func(k int) uint32 { return uint32(100 + k) }), words(48, func(k int) uint32 { return 7 })}
	inputs := words(4, func(int) uint32 {
		switch r.IntN(6) {
		case 0:
			return uint32(r.IntN(12))
		case 1:
			return -uint32(r.IntN(4))
		}
		return uint32(r.IntN(3))
	})
	binary.LittleEndian.PutUint32(inputs[12:], uint32(r.IntN(4)))
	p, err := interp.SSAEngine{}.Load(s, exec.LoadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	var resources exec.Resources
	resources.Bind(0, 0, &exec.Buffer{Data: bufs[0]})
	resources.Bind(0, 1, &exec.Buffer{Data: bufs[1]})
	resources.Bind(0, 2, &exec.Buffer{Data: inputs, ReadOnly: true})
	report, err := p.Dispatch(context.Background(), "main", [3]uint32{1, 1, 1}, &resources, exec.RunOptions{MaxSteps: 1 << 16, Check: exec.CheckBounds})
	return bufs, err == nil && report.Findings == nil, err
}

// TestRandomLimits runs shaders as they are and with joined limits: a few, or as many as
// $REFRACT_PROGRAMS says, from $REFRACT_SEED on.
func TestRandomLimits(t *testing.T) {
	number := func(name string, otherwise uint64) uint64 {
		if n, err := strconv.ParseUint(os.Getenv(name), 10, 64); err == nil {
			return n
		}
		return otherwise
	}
	first, count := number("REFRACT_SEED", 0), uint64(sweep.Count(400))
	level, err := pipeline.Level(2)
	if err != nil {
		t.Fatal(err)
	}
	joined, inside, outside := 0, 0, 0
	for seed := first; seed < first+count; seed++ {
		source := limitShader(rand.New(rand.NewPCG(seed, 4)))
		list := new(diag.List)
		m := front.Parse(source, 1, front.Options{}, list)
		if m == nil {
			t.Fatalf("seed %d: %s\n%s", seed, list.Sorted()[0].Message, source)
		}
		transform.ZeroInitialize(m, transform.ZeroOptions{Locals: true, Private: true})
		plain := fromir.Module(m.Clone(), fromir.Options{Strict: true})
		transform.BoundsChecks(m, transform.BoundsOptions{Index: transform.Restrict, Buffer: transform.Restrict})
		better := fromir.Module(m, fromir.Options{Strict: true})
		result, err := pipeline.Run(better, level.WithJoinedLimits(), pipeline.Options{Verify: true})
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, source)
		}
		for _, a := range result.Applications {
			if a.Pass == opt.JoinLimits && a.Changed {
				joined++
			}
		}
		for round := range uint64(12) {
			want, within, err := limitRun(t, plain, seed*12+round)
			if err != nil {
				t.Fatalf("seed %d: %v\n%s", seed, err, source)
			}
			got, _, err := limitRun(t, better, seed*12+round)
			if err != nil {
				t.Fatalf("seed %d, round %d: %v\n%s\n%s", seed, round, err, source, better)
			}
			if within {
				inside++
				if !slices.Equal(want[0], got[0]) || !slices.Equal(want[1], got[1]) {
					t.Fatalf("seed %d, round %d: % x % x became % x % x\n%s\n%s", seed, round, want[0], want[1], got[0], got[1], source, better)
				}
				continue
			}
			outside++
			for k, b := range got {
				for at := 0; at < len(b); at += 4 {
					v := binary.LittleEndian.Uint32(b[at:])
					if element := v >= 100 && v < uint32(100+len(got[0])/4); !element && v != 0 && v < 1000 && !(k == 1 && v == 7) || v > 1100 {
						t.Fatalf("seed %d, round %d: %d is in no array\n%s\n%s", seed, round, v, source, better)
					}
				}
			}
		}
	}
	t.Logf("%d shaders, limits joined in %d; %d runs in bounds, %d out of bounds", count, joined, inside, outside)
	if joined < int(count)/3 || inside < int(count)/2 || outside < int(count) {
		t.Error("too little happened")
	}
}
