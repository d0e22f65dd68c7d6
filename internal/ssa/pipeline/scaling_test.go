package pipeline_test

// This file runs every pass on functions that are long in each way that could make
// something take more than linear time.

import (
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"refract/internal/harness"
	"refract/internal/ssa/lower"
	"refract/internal/ssa/opt"
	"refract/internal/ssa/pipeline"
	"refract/internal/sweep"
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// grower makes functions that grow.
type grower struct {
	ssa.Builder
	x, cond ssa.Value // an argument, and a condition
	vars    []ssa.VarID
}

func (g *grower) variable() ssa.VarID {
	v := g.F.AddVar(ssa.Variable{Name: "v", Mode: ssa.ModeFunctionTemp, Type: ir.TypeU32, Access: ir.AccessReadWrite})
	d := g.Instr(op.Declare, 0, ssa.Whole(g.x))
	g.F.SetWords(d, [2]uint32{uint32(v)})
	g.vars = append(g.vars, v)
	return v
}

func (g *grower) add(v ssa.VarID, x ssa.Value) {
	g.Store(g.DerefVar(v), g.Op(op.IAdd, ir.TypeU32, g.Load(g.DerefVar(v)), x))
}

// in is a builder at the end of a list.
func (g *grower) in(l ssa.ListID) *grower {
	i := *g
	i.Inside(l)
	return &i
}

func (g *grower) leave(l ssa.ListID, o op.Op) {
	i := g.in(l)
	if o == op.Return {
		i.Jump(o, ssa.Whole(g.x))
	} else {
		i.Jump(o)
	}
}

// nest puts a list's content into n nested ifs, and a store behind each.
func (g *grower) nest(n int) {
	v := g.vars[0]
	at := *g
	var behind []grower
	for range n {
		c := at.If(at.cond)
		behind = append(behind, at)
		at.Inside(at.F.Then(c))
		at.add(v, at.x)
	}
	for k := range behind {
		behind[k].add(v, g.x)
	}
}

// growing are functions by their size. A variable is there already.
var growing = []struct {
	name string
	make func(g *grower, n int)
}{
	{"straight", func(g *grower, n int) {
		for range n {
			g.add(g.vars[0], g.x)
		}
	}},
	{"chain", func(g *grower, n int) {
		v := g.x
		for range n {
			v = g.Op(op.IAdd, ir.TypeU32, v, g.x)
		}
		g.add(g.vars[0], v)
	}},
	{"one value", func(g *grower, n int) {
		v := g.Op(op.IMul, ir.TypeU32, g.x, g.x)
		for range n {
			g.add(g.vars[0], g.Op(op.IXor, ir.TypeU32, v, v))
		}
	}},
	{"constants", func(g *grower, n int) {
		v := g.U32(1)
		for range n {
			v = g.Op(op.IAdd, ir.TypeU32, v, g.U32(1))
		}
		g.add(g.vars[0], v)
	}},
	{"moves", func(g *grower, n int) {
		v := g.x
		for range n {
			v = g.Op(op.Mov, ir.TypeU32, v)
		}
		g.add(g.vars[0], v)
	}},
	{"ifs", func(g *grower, n int) {
		for range n {
			c := g.If(g.cond)
			g.in(g.F.Then(c)).add(g.vars[0], g.x)
		}
	}},
	{"known ifs", func(g *grower, n int) {
		for range n {
			c := g.If(g.Bool(true))
			g.in(g.F.Then(c)).add(g.vars[0], g.x)
		}
	}},
	{"empty ifs", func(g *grower, n int) {
		for range n {
			g.If(g.cond)
		}
	}},
	{"known ifs among others", func(g *grower, n int) {
		for range n {
			c := g.If(g.cond)
			g.in(g.F.Then(c)).add(g.vars[0], g.x)
			g.If(g.Bool(false))
			c = g.If(g.Bool(true))
			g.in(g.F.Then(c)).If(g.cond)
		}
	}},
	{"nested ifs", func(g *grower, n int) {
		for n > 0 {
			g.nest(min(n, 100))
			n -= 100
		}
	}},
	{"deep ifs", func(g *grower, n int) { g.nest(n / 10) }},
	{"returns", func(g *grower, n int) {
		for range n {
			c := g.If(g.cond)
			g.leave(g.F.Then(c), op.Return)
			g.add(g.vars[0], g.x)
		}
	}},
	{"loops", func(g *grower, n int) {
		for range n {
			l := g.Loop(true)
			body := g.in(g.F.LoopBody(l))
			body.add(g.vars[0], g.x)
			c := body.If(g.cond)
			g.leave(g.F.Then(c), op.Break)
			g.in(g.F.LoopContinue(l)).add(g.vars[0], g.x)
		}
	}},
	{"nested loops", func(g *grower, n int) {
		for n > 0 {
			at := *g
			for range min(n, 20) {
				l := at.Loop(true)
				at.Inside(at.F.LoopBody(l))
				c := at.If(at.cond)
				at.leave(at.F.Then(c), op.Break)
				at.in(at.F.LoopContinue(l)).add(g.vars[0], g.x)
			}
			n -= 20
			g.Inside(ssa.Body)
		}
	}},
	{"breaks", func(g *grower, n int) {
		l := g.Loop(false)
		body := g.in(g.F.LoopBody(l))
		for range n {
			body.add(g.vars[0], g.x)
			g.leave(g.F.Then(body.If(g.cond)), op.Break)
		}
	}},
	{"continues", func(g *grower, n int) {
		l := g.Loop(true)
		body := g.in(g.F.LoopBody(l))
		for range n {
			body.add(g.vars[0], g.x)
			g.leave(g.F.Then(body.If(g.cond)), op.Continue)
		}
		body.Jump(op.Break)
		g.in(g.F.LoopContinue(l)).add(g.vars[0], g.x)
	}},
	{"clauses", func(g *grower, n int) {
		cases := make([]ssa.NewCase, n+1)
		for k := range n {
			cases[k].Values = []uint64{uint64(k)}
		}
		cases[n].Default = true
		s := g.Switch(g.x, cases)
		for _, c := range g.F.Cases(s) {
			g.in(c.List).add(g.vars[0], g.x)
		}
	}},
	{"falling clauses", func(g *grower, n int) {
		cases := make([]ssa.NewCase, n+1)
		for k := range n {
			cases[k] = ssa.NewCase{Values: []uint64{uint64(k)}, FallThrough: true}
		}
		cases[n].Default = true
		s := g.Switch(g.x, cases)
		for _, c := range g.F.Cases(s) {
			g.in(c.List).add(g.vars[0], g.x)
		}
	}},
	{"switches", func(g *grower, n int) {
		for range n {
			s := g.Switch(g.x, []ssa.NewCase{{Values: []uint64{1}}, {Default: true}})
			for _, c := range g.F.Cases(s) {
				in := g.in(c.List)
				in.add(g.vars[0], g.x)
				g.leave(g.F.Then(in.If(g.cond)), op.Break)
				in.add(g.vars[0], g.x)
			}
		}
	}},
	{"variables", func(g *grower, n int) {
		for range n {
			g.add(g.variable(), g.x)
		}
	}},
	{"variables and ifs", func(g *grower, n int) {
		for range n {
			g.variable()
		}
		for _, v := range g.vars {
			c := g.If(g.cond)
			g.in(g.F.Then(c)).add(v, g.x)
		}
		sum := g.x
		for _, v := range g.vars {
			sum = g.Op(op.IAdd, ir.TypeU32, sum, g.Load(g.DerefVar(v)))
		}
		g.add(g.vars[0], sum)
	}},
	{"variables in a loop", func(g *grower, n int) {
		for range n {
			g.variable()
		}
		l := g.Loop(false)
		body := g.in(g.F.LoopBody(l))
		for _, v := range g.vars {
			c := body.If(g.cond)
			g.in(g.F.Then(c)).add(v, g.x)
		}
		g.leave(g.F.Then(body.If(g.cond)), op.Break)
		sum := g.x
		for _, v := range g.vars {
			sum = g.Op(op.IAdd, ir.TypeU32, sum, g.Load(g.DerefVar(v)))
		}
		g.add(g.vars[0], sum)
	}},
}

// grown is a function of a shape.
func grown(f func(g *grower, n int), n int) *ssa.Shader {
	s := ssa.NewShader(ir.NewModule())
	_, fn := s.NewFunction("f")
	fn.Params, fn.Result = []ir.Argument{{Name: "x", Type: ir.TypeU32}}, ir.TypeU32
	g := &grower{Builder: fn.Build(fn.EndOf(fn.FirstBlock()))}
	g.x = g.Instr(op.Param, ir.TypeU32)
	g.cond = g.Op(op.ULt, ir.TypeBool, g.x, g.U32(8))
	g.variable()
	f(g, n)
	g.Inside(ssa.Body)
	g.Jump(op.Return, ssa.Whole(g.Load(g.DerefVar(g.vars[0]))))
	return s
}

// growingWGSL are sources by their size, of what the builder has no word for.
var growingWGSL = []struct {
	name string
	make func(n int) string
}{
	{"structs", func(n int) string {
		var b strings.Builder
		b.WriteString("struct P { a: u32, b: vec2u }\nstruct S { p: P, q: array<u32, 4> }\nfn f(x: u32) -> u32 {\n")
		for k := range n {
			fmt.Fprintf(&b, "var s%d: S; s%d.p.a = x; s%d.q[1] = s%d.p.b.y; let c%d = s%d;\n", k, k, k, k, k, k)
		}
		return b.String() + "return s0.p.a;\n}\n"
	}},
	{"matrices", func(n int) string {
		var b strings.Builder
		b.WriteString("fn f(x: vec3f, m: mat3x3f) -> vec3f {\nvar v = m;\n")
		for range n {
			b.WriteString("v = v * m + m;\n")
		}
		return b.String() + "return v * x;\n}\n"
	}},
	{"calls", func(n int) string {
		return "fn g(x: u32) -> u32 { if x > 1u { return x; } return x * 3u; }\nfn f(x: u32) -> u32 { var v = x;\n" +
			strings.Repeat("v = g(v);\n", n) + "return v; }\n"
	}},
	{"functions", func(n int) string {
		var b strings.Builder
		b.WriteString("fn f0(x: u32) -> u32 { return x; }\n")
		for k := range n {
			fmt.Fprintf(&b, "var<private> p%d: u32;\nfn f%d(x: u32) -> u32 { p%d = x; return f%d(x) + p%d; }\n", k, k+1, k, k, k)
		}
		return b.String() + fmt.Sprintf("@fragment fn main() { _ = f%d(1u); }\n", n)
	}},
	{"exits", func(n int) string {
		var b strings.Builder
		b.WriteString("fn f(x: u32) -> u32 {\nvar v = x;\nloop {\n")
		for k := range n {
			fmt.Fprintf(&b, "if v == %du { break; }\nv = v * 3u + x;\n", k)
		}
		return b.String() + "break;\n}\nreturn v;\n}\n"
	}},
	{"returns", func(n int) string {
		var b strings.Builder
		b.WriteString("fn f(x: u32) -> u32 {\nvar v = x;\n")
		for k := range n {
			fmt.Fprintf(&b, "if v == %du { return %du; }\nv = v * 3u + x;\n", k, k)
		}
		return b.String() + "return v;\n}\n"
	}},
}

// TestGrowth runs every pass on functions of a size and of ten times that: what is
// quadratic takes a hundred times as long. What takes 40 times is run on four times
// the larger size, too: caches and a busy machine explain the 40, but not that it
// takes ten times as long again, where what is quadratic takes sixteen times. Memory
// may be 30 times as much. REFRACT_GROWTH is another size to begin with, and prints
// all figures. Phis of n variables in n blocks make leave-ssa look at all n times n:
// it is left out.
func TestGrowth(t *testing.T) {
	sweep.Nightly(t)
	type shape struct {
		name string
		make func(n int) *ssa.Shader
	}
	var shapes []shape
	for _, x := range growing {
		shapes = append(shapes, shape{x.name, func(n int) *ssa.Shader { return grown(x.make, n) }})
	}
	for _, x := range growingWGSL {
		shapes = append(shapes, shape{x.name, func(n int) *ssa.Shader { return fromWGSL(t, []byte(x.make(n))) }})
	}
	size := 300
	if n, err := strconv.Atoi(os.Getenv("REFRACT_GROWTH")); err == nil && n > 0 {
		size = n
	}
	for _, x := range shapes {
		for _, form := range [...]int{0, 2} {
			form := forms[form]
			var shaders [3]*ssa.Shader
			shader := func(k int) *ssa.Shader {
				if shaders[k] == nil {
					shaders[k] = x.make([...]int{size, 10 * size, 40 * size}[k])
					for _, p := range form.passes {
						p.Run(shaders[k])
					}
				}
				return shaders[k]
			}
			for _, p := range pipeline.All() {
				if p != lower.LeaveSSA {
					grows(t, x.name+", "+form.name, p, shader)
				}
			}
		}
	}
}

// cost is what a run takes.
type cost struct {
	time  time.Duration
	bytes uint64
}

// grows measures a pass on clones of shaders, of which shader(1) is ten times and
// shader(2) forty times as large as shader(0).
func grows(t *testing.T, name string, p *pass.Pass, shader func(k int) *ssa.Shader) {
	measure := func(k int) cost {
		s := shader(k).Clone()
		if p.Requires&pass.OneReturn != 0 {
			lower.Returns.Run(s)
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		d := harness.CPUTime(func() { p.Run(s) })
		runtime.ReadMemStats(&after)
		return cost{d, after.TotalAlloc - before.TotalAlloc}
	}
	const floor, most = 5 * time.Millisecond, 40
	short, long := measure(0), measure(1)
	for range 6 { // what seems to take too long is measured again
		if long.time < floor || long.time < most*short.time || long.time > 2*time.Second {
			break
		}
		short.time, long.time = min(short.time, measure(0).time), min(long.time, measure(1).time)
	}
	ratio := float64(long.time) / float64(short.time)
	if os.Getenv("REFRACT_GROWTH") != "" {
		t.Logf("%5.1fx %10v %5.1fx %7d KB  %s: %s", ratio, long.time.Round(time.Microsecond),
			float64(long.bytes)/float64(short.bytes+1), long.bytes/1024, p.Name, name)
	}
	if long.time >= floor && ratio >= most {
		huge := measure(2)
		for range 4 {
			if huge.time < 10*long.time || huge.time > 20*time.Second {
				break
			}
			long.time, huge.time = min(long.time, measure(1).time), min(huge.time, measure(2).time)
		}
		if huge.time >= 10*long.time {
			t.Errorf("%s takes %.0f times as long (%v) for ten times the size, and %.0f times that for four times as much again: %s",
				p.Name, ratio, long.time, float64(huge.time)/float64(long.time), name)
		}
	}
	if long.bytes > 1<<20 && long.bytes > 30*short.bytes {
		t.Errorf("%s takes %d bytes for ten times the size, where it took %d: %s", p.Name, long.bytes, short.bytes, name)
	}
}

// TestNestsOfOneRound writes out loops of one round in each other, that test at their
// start or at their end: what is in them stays once.
func TestNestsOfOneRound(t *testing.T) {
	for name, loop := range map[string][2]string{
		"start": {"for (var i%[1]d = 0u; i%[1]d < 1u; i%[1]d++) { v += x;\n", "}\n"},
		"end":   {"var i%[1]d = 0u; loop { v += x;\n", "continuing { i%[1]d++; break if i%[1]d == 1u; } }\n"},
	} {
		source := func(depth int) []byte {
			var b strings.Builder
			b.WriteString("fn f(x: u32) -> u32 { var v = x;\n")
			for k := range depth {
				fmt.Fprintf(&b, loop[0], k)
			}
			for k := range depth {
				b.WriteString(strings.ReplaceAll(loop[1], "%[1]d", strconv.Itoa(depth-1-k)))
			}
			return []byte(b.String() + "return v; }\n")
		}
		for _, p := range []*pass.Pass{opt.LoopUnrollOnce, opt.LoopUnroll} {
			for _, depth := range []int{4, 40} {
				s := fromWGSL(t, source(depth))
				count := func() int {
					s.Funcs[1].Reclaim()
					return size([]*ssa.Shader{s})
				}
				for _, p := range forms[2].passes {
					p.Run(s)
				}
				before := count()
				p.Run(s)
				if after := count(); after > before+2*depth {
					t.Errorf("%s of %d loops that test at their %s: %d instructions of %d", p.Name, depth, name, after, before)
				}
			}
		}
	}
}
