package pipeline_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"refract/internal/ssa/lower"
	"refract/internal/ssa/opt"
	"refract/internal/ssatest"
	"refract/internal/sweep"
	"refract/ssa"
)

// shrinkSource is a program with arrays of vectors, some of whose components are read.
func shrinkSource(seed uint64) string {
	r := rand.New(rand.NewPCG(seed, 7))
	n, m := 2+r.IntN(3), 1+r.IntN(3) // components; elements of the outer array
	const letters = "xyzw"
	read := 1 + r.IntN(1<<n-1)
	component := func(mask int) byte {
		for {
			if k := r.IntN(n); mask>>k&1 != 0 {
				return letters[k]
			}
		}
	}
	element := func() string {
		index := []string{"li % 4u", "(li + 1u) % 4u", fmt.Sprint(r.IntN(4)), "i % 4u"}
		s := "a"
		if m > 1 {
			s += fmt.Sprintf("[%s]", []string{fmt.Sprint(r.IntN(m)), fmt.Sprintf("li %% %du", m)}[r.IntN(2)])
		}
		return s + "[" + index[r.IntN(len(index))] + "]"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "@group(0) @binding(0) var<storage, read_write> o: array<f32, 32>;\n@compute @workgroup_size(8) fn main(@builtin(local_invocation_index) li: u32) {\n  var i = li;\n")
	t := fmt.Sprintf("array<vec%df, 4>", n)
	if m > 1 {
		t = fmt.Sprintf("array<%s, %d>", t, m)
	}
	fmt.Fprintf(&b, "  var a: %s;\n", t)
	for range 3 + r.IntN(6) {
		switch r.IntN(6) {
		case 0, 1:
			values := make([]string, n)
			for k := range values {
				values[k] = []string{"f32(li)", "o[li + 8u]", fmt.Sprint(r.IntN(9), ".5")}[r.IntN(3)]
			}
			fmt.Fprintf(&b, "  %s = vec%df(%s);\n", element(), n, strings.Join(values, ", "))
		case 2:
			fmt.Fprintf(&b, "  %s.%c = o[li] * 2.0;\n", element(), component(1<<n-1))
		case 3:
			fmt.Fprintf(&b, "  for (i = 0u; i < 3u; i++) { %s.%c = f32(i) + o[li]; }\n", element(), component(1<<n-1))
		case 4:
			fmt.Fprintf(&b, "  o[li + 16u] += %s.%c;\n", element(), component(read))
		default:
			x, y := component(read), component(read)
			fmt.Fprintf(&b, "  { let v = %s; o[li] = v.%c - v.%c * 0.5; }\n", element(), x, y)
		}
	}
	fmt.Fprintf(&b, "  o[li + 24u] = %s.%c;\n}\n", element(), component(read))
	return b.String()
}

// TestRandomShrinking runs programs before and after shrink-array-vars.
func TestRandomShrinking(t *testing.T) {
	count := sweep.Count(400)
	changed := 0
	for seed := range uint64(count) {
		source := shrinkSource(seed)
		s := fromWGSL(t, []byte(source))
		if seed%2 == 1 {
			opt.CopyProp.Run(s)
			opt.ConstantFolding.Run(s)
		}
		first := s.Clone()
		if !lower.ShrinkArrays.Run(s) {
			continue
		}
		changed++
		if err := ssa.Verify(s); err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, source)
		}
		if _, d := ssatest.Compare(first, s); d != "" {
			t.Fatalf("seed %d: %s\n%s\nbefore:\n%s\nafter:\n%s", seed, d, source, first, s)
		}
	}
	if changed < count/4 {
		t.Errorf("of %d programs %d changed", count, changed)
	}
}
