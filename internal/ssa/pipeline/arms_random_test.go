package pipeline_test

// This file makes up functions whose ifs and switches load elements of arrays at the
// beginning of their arms and store some at the end, and loops that divide by what they
// double or halve, and compares what they compute before and after loads went ahead of
// them, stores behind them, and quotients became shifts.

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"refract/internal/ssa/lower"
	"refract/internal/ssa/opt"
	"refract/internal/ssa/pipeline"
	"refract/internal/ssatest"
	"refract/internal/sweep"
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// randomArms is a function with such ifs and switches.
func randomArms(seed uint64) string {
	r := rand.New(rand.NewPCG(seed, 21))
	var b strings.Builder
	b.WriteString("fn f(a: u32, b: u32, c: bool, d: bool) -> u32 {\n  var p = array<u32, 8>(a, b, 3u, 4u, a, 6u, b, 8u); var q = array<u32, 4>(b, 1u, a, 2u); var s = 0u; var t = a;\n")
	index := func() string {
		x := []string{"a", "b", "s", "t", "(s - 1u)", "(t + 2u)", "(a + b)"}[r.IntN(7)]
		switch r.IntN(6) {
		case 0:
			return strconv.Itoa(r.IntN(4))
		case 1:
			return x
		}
		return fmt.Sprintf("min(%s, %du)", x, 3+4*r.IntN(2))
	}
	array := func() string { return []string{"p", "p", "p", "q"}[r.IntN(4)] }
	common := "p[0]" // what arms have in common
	arm := func() {
		if r.IntN(5) == 0 {
			b.WriteString("s = s * 3u + t;\n")
		}
		for range r.IntN(3) {
			x := common
			if r.IntN(3) == 0 {
				x = fmt.Sprintf("%s[%s]", array(), index())
			}
			fmt.Fprintf(&b, "s = s * 5u + %s;\n", x)
		}
		if r.IntN(6) == 0 {
			fmt.Fprintf(&b, "%s[%s] ^= 7u;\n", array(), index())
		}
		if r.IntN(4) > 0 {
			fmt.Fprintf(&b, "%s[%s] = %s;\n", array(), index(), []string{"s", "t", "a + s", "t ^ 9u", "5u"}[r.IntN(5)])
		}
		if r.IntN(3) == 0 {
			b.WriteString("t += 1u;\n")
		}
	}
	var statements func(depth int)
	statements = func(depth int) {
		for range 1 + r.IntN(2) {
			common = fmt.Sprintf("%s[%s]", array(), index())
			switch k := r.IntN(8); {
			case k < 3:
				fmt.Fprintf(&b, "if %s {\n", []string{"c", "d", "s < t", "(s & 1u) == 0u"}[r.IntN(4)])
				arm()
				if depth > 0 && r.IntN(3) == 0 {
					statements(depth - 1)
				}
				b.WriteString("} else {\n")
				arm()
				b.WriteString("}\n")
			case k < 6:
				fmt.Fprintf(&b, "switch (s + t) %% 6u {\n")
				for n := range 3 + r.IntN(3) {
					fmt.Fprintf(&b, "case %du: {\n", n)
					if r.IntN(8) == 0 {
						b.WriteString("if c { break; }\n")
					}
					arm()
					if depth > 0 && r.IntN(6) == 0 {
						statements(depth - 1)
					}
					b.WriteString("}\n")
				}
				b.WriteString("default: {\n")
				arm()
				b.WriteString("}\n}\n")
			case k == 6 && depth > 0:
				n := r.IntN(1000)
				fmt.Fprintf(&b, "for (var i%d = 0u; i%d < 3u; i%d++) {\n", n, n, n)
				statements(depth - 1)
				b.WriteString("}\n")
			default:
				fmt.Fprintf(&b, "s ^= p[%s] * 31u; t = t * 3u + q[%s];\n", index(), index())
			}
		}
	}
	statements(3)
	b.WriteString("  var x = s ^ (t * 7u);\n  for (var i = 0u; i < 8u; i++) { x = x * 33u + p[i] + q[i & 3u]; }\n  return x;\n}\n")
	return b.String()
}

// randomPowers is a function with loops that count powers of two, and other numbers, and
// divide by them.
func randomPowers(seed uint64) string {
	r := rand.New(rand.NewPCG(seed, 22))
	var b strings.Builder
	b.WriteString("fn f(a: u32, b: u32, m: i32, n: i32) -> u32 {\n  var s = a; var t = m; let k = n & 0xffff;\n")
	for n := range 1 + r.IntN(3) {
		h := fmt.Sprintf("h%d", n)
		isSigned := r.IntN(3) == 0
		u := "u"
		if isSigned {
			u = "i"
		}
		start := []string{"1", "2", "4", "3", "1", "64"}[r.IntN(6)]
		switch r.IntN(4) {
		case 0:
			fmt.Fprintf(&b, "for (var %s = 128%s; %s > 0%s; %s >>= %du) {\n", h, u, h, u, h, 1+r.IntN(2))
		case 1:
			fmt.Fprintf(&b, "for (var %s = 256%s; %s > %d%s; %s /= 2%s) {\n", h, u, h, r.IntN(3), u, h, u)
		case 2:
			fmt.Fprintf(&b, "for (var %s = %s%s; %s < 256%s; %s <<= 1u) {\n", h, start, u, h, u, h)
		default:
			fmt.Fprintf(&b, "for (var %s = %s%s; %s < 300%s; %s *= %s%s) {\n", h, start, u, h, u, h, []string{"2", "4", "3", "2"}[r.IntN(4)], u)
		}
		by := h
		switch r.IntN(6) {
		case 0:
			by = fmt.Sprintf("min(%s, 16%s)", h, u)
		case 1:
			by = fmt.Sprintf("select(%s, 8%s, a > b)", h, u)
		case 2:
			by = fmt.Sprintf("(%s * 2%s)", h, u)
		}
		for range 1 + r.IntN(3) {
			x, y := []string{"a", "b", "s", "(a & 127u)"}[r.IntN(4)], "s"
			if isSigned {
				x, y = []string{"m", "k", "(n & 127)", "k"}[r.IntN(4)], "t"
			}
			e := []string{"%[1]s %% %[2]s", "%[1]s / %[2]s", "%[1]s / %[2]s * %[2]s", "(%[1]s / %[2]s) * %[2]s * 2%[3]s + %[1]s %% %[2]s", "%[2]s * (%[1]s / %[2]s) + %[1]s / %[2]s"}[r.IntN(5)]
			fmt.Fprintf(&b, "%s = %s * 5%s + (%s);\n", y, y, u, fmt.Sprintf(e+"%.[4]*[5]s", x, by, u, 0, ""))
		}
		b.WriteString("}\n")
	}
	b.WriteString("  return s ^ u32(t);\n}\n")
	return b.String()
}

// TestRandomArms runs made-up functions before and after each of the passes and all of
// them. REFRACT_PROGRAMS is how many there are.
func TestRandomArms(t *testing.T) {
	count := uint64(sweep.Count(300))
	ways := []struct {
		name   string
		source func(seed uint64) string
		passes []*pass.Pass
	}{
		{"loads", randomArms, []*pass.Pass{opt.HoistLoads}},
		{"stores", randomArms, []*pass.Pass{opt.MergeStores}},
		{"both", randomArms, []*pass.Pass{opt.HoistLoads, opt.CSE, opt.MergeStores}},
		{"powers", randomPowers, []*pass.Pass{opt.PowerDivisors}},
	}
	for _, w := range ways {
		changed := 0
		for seed := range count {
			s := fromWGSL(t, []byte(w.source(seed)))
			if _, err := pipeline.Run(s, pipeline.Of(lower.VarsToSSA, opt.ConstantFolding, opt.Algebraic, opt.CSE, opt.DCE), pipeline.Options{}); err != nil {
				t.Fatal(err)
			}
			f := s.Funcs[1]
			if seed%2 == 1 { // limits as those of safety
				for b := range f.Blocks() {
					for i := range f.Instrs(b) {
						if f.Op(i) == op.UMin {
							f.SetFlags(i, ir.FlagLimit)
						}
					}
				}
			}
			before := s.Clone()
			did := false
			for _, p := range w.passes {
				did = p.Run(s) && p != opt.CSE || did
			}
			if !did {
				continue
			}
			changed++
			if err := ssa.Verify(s); err != nil {
				t.Fatalf("%s, seed %d: %v\nbefore:\n%s\nafter:\n%s", w.name, seed, err, before, s)
			}
			if last := w.passes[len(w.passes)-1]; last.Run(s) {
				t.Fatalf("%s, seed %d: %s finds something again\nbefore:\n%s\nafter:\n%s", w.name, seed, last.Name, before, s)
			}
			if ran, difference := ssatest.Compare(before, s); difference != "" || ran == 0 {
				t.Fatalf("%s, seed %d: %d ran: %s\nbefore:\n%s\nafter:\n%s", w.name, seed, ran, difference, before, s)
			}
		}
		t.Logf("%s: %d of %d functions changed", w.name, changed, count)
		if changed < int(count)/5 {
			t.Errorf("%s: only %d of %d functions changed", w.name, changed, count)
		}
	}
}
