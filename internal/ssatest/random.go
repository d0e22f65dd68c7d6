package ssatest

// This file makes up functions whose control flow has everything in it: ifs, loops
// with continue lists and breaks at their ends, switches whose clauses fall through,
// jumps anywhere. They end, whatever their arguments are.

import (
	"math/rand/v2"

	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
)

// Random is a shader of one function, of three integers that returns an integer. Its values
// go through local variables, and directly if the definition dominates the use.
func Random(seed uint64) *ssa.Shader {
	s := ssa.NewShader(ir.NewModule())
	_, f := s.NewFunction("f")
	f.Result = ir.TypeU32
	g := maker{r: rand.New(rand.NewPCG(seed, 7)), f: f, left: 12}
	b := f.Build(f.EndOf(f.FirstBlock()))
	for k, name := range []string{"x", "y", "z"} {
		f.Params = append(f.Params, ir.Argument{Name: name, Type: ir.TypeU32})
		p := b.Instr(op.Param, ir.TypeU32)
		f.SetWords(p, [2]uint32{uint32(k)})
		g.values = append(g.values, p)
	}
	for k, name := range []string{"a", "b", "c"} {
		v := f.AddVar(ssa.Variable{Name: name, Mode: ssa.ModeFunctionTemp, Type: ir.TypeU32, Access: ir.AccessReadWrite})
		d := b.Instr(op.Declare, 0, ssa.Whole(g.values[k]))
		f.SetWords(d, [2]uint32{uint32(v)})
		g.vars = append(g.vars, v)
	}
	for _, name := range []string{"v", "w"} { // vectors, parts of which change
		v := f.AddVar(ssa.Variable{Name: name, Mode: ssa.ModeFunctionTemp, Type: vec3, Access: ir.AccessReadWrite})
		parts := [3]ssa.Src{}
		for k := range parts {
			parts[k] = ssa.Src{Value: g.values[(k+len(g.vecs))%3], Comps: 1}
		}
		d := b.Instr(op.Declare, 0, ssa.Whole(b.Instr(op.Vec, vec3, parts[:]...)))
		f.SetWords(d, [2]uint32{uint32(v)})
		g.vecs = append(g.vecs, v)
	}
	g.fuel = f.AddVar(ssa.Variable{Name: "fuel", Mode: ssa.ModeFunctionTemp, Type: ir.TypeU32, Access: ir.AccessReadWrite})
	d := b.Instr(op.Declare, 0, ssa.Whole(b.U32(24)))
	f.SetWords(d, [2]uint32{uint32(g.fuel)})
	if g.list(b, place{}) {
		b.Inside(ssa.Body)
		sum := b.Load(b.DerefVar(g.vars[0]))
		for _, v := range g.vars[1:] {
			sum = b.Op(op.IAdd, ir.TypeU32, b.Op(op.IMul, ir.TypeU32, sum, b.U32(31)), b.Load(b.DerefVar(v)))
		}
		for _, v := range g.vecs {
			whole := b.Load(b.DerefVar(v))
			for k := range 3 {
				x := b.Instr(op.Mov, ir.TypeU32, ssa.Src{Value: whole, Swizzle: ssa.Splat(k), Comps: 1})
				sum = b.Op(op.IAdd, ir.TypeU32, b.Op(op.IMul, ir.TypeU32, sum, b.U32(31)), x)
			}
		}
		b.Jump(op.Return, ssa.Whole(sum))
	}
	return s
}

// place is the place of a list.
type place struct {
	depth      int
	breaks     bool // there is something to break
	continues  bool
	inContinue bool // no return
}

var vec3 = ir.VectorOf(ir.U32, 3)

type maker struct {
	r      *rand.Rand
	f      *ssa.Function
	vars   []ssa.VarID
	vecs   []ssa.VarID
	fuel   ssa.VarID
	values []ssa.Value // that dominate the present place
	left   int         // ifs, loops and switches still to come
}

// permute exchanges the values of some variables, or gives several one value: all are read
// before any is set.
func (g *maker) permute(b *ssa.Builder, vars []ssa.VarID) {
	read := make([]ssa.Value, len(vars))
	for k, v := range vars {
		read[k] = b.Load(b.DerefVar(v))
		if g.r.IntN(3) == 0 && g.f.Comps(read[k]) == 1 {
			g.values = append(g.values, read[k])
		}
	}
	by := g.r.Perm(len(vars))
	for k, v := range vars {
		switch g.r.IntN(6) {
		case 0:
			continue
		case 1:
			by[k] = g.r.IntN(len(vars))
		}
		b.Store(b.DerefVar(v), read[by[k]])
	}
}

// change changes a part of a vector, or of another one's value then.
func (g *maker) change(b *ssa.Builder) {
	from, to := g.vecs[g.r.IntN(len(g.vecs))], g.vecs[g.r.IntN(len(g.vecs))]
	whole := b.Load(b.DerefVar(from))
	if g.r.IntN(2) == 0 {
		part := b.Instr(op.ExtractDynamic, ir.TypeU32, ssa.Whole(whole), ssa.Src{Value: g.index(b), Comps: 1})
		g.values = append(g.values, part)
	}
	var changed ssa.Value
	if g.r.IntN(2) == 0 {
		changed = b.Instr(op.Insert, vec3, ssa.Whole(whole), ssa.Whole(g.operand(b)))
		g.f.SetWords(changed, [2]uint32{uint32(g.r.IntN(3))})
	} else {
		changed = b.Instr(op.InsertDynamic, vec3, ssa.Whole(whole), ssa.Whole(g.operand(b)), ssa.Src{Value: g.index(b), Comps: 1})
	}
	b.Store(b.DerefVar(to), changed)
	if to != from && g.r.IntN(2) == 0 {
		b.Store(b.DerefVar(from), changed)
	}
}

// index is an index into a vector.
func (g *maker) index(b *ssa.Builder) ssa.Value {
	return b.Op(op.UMin, ir.TypeU32, g.operand(b), b.U32(2))
}

// operand is a value that can be used at a cursor.
func (g *maker) operand(b *ssa.Builder) ssa.Value {
	switch g.r.IntN(4) {
	case 0:
		return b.U32(uint32(g.r.IntN(6)))
	case 1:
		return g.values[g.r.IntN(len(g.values))]
	}
	return b.Load(b.DerefVar(g.vars[g.r.IntN(len(g.vars))]))
}

// compute adds a value, and perhaps stores it.
func (g *maker) compute(b *ssa.Builder) ssa.Value {
	o := []op.Op{op.IAdd, op.ISub, op.IMul, op.IXor, op.UMin}[g.r.IntN(5)]
	v := b.Op(o, ir.TypeU32, g.operand(b), g.operand(b))
	g.values = append(g.values, v)
	if g.r.IntN(3) > 0 {
		b.Store(b.DerefVar(g.vars[g.r.IntN(len(g.vars))]), v)
	}
	return v
}

func (g *maker) condition(b *ssa.Builder) ssa.Value {
	o := []op.Op{op.ULt, op.IEq, op.INe}[g.r.IntN(3)]
	return b.Op(o, ir.TypeBool, b.Op(op.IAnd, ir.TypeU32, g.operand(b), b.U32(3)), b.U32(uint32(g.r.IntN(4))))
}

// list fills the end of a list. It reports whether control comes to its end.
func (g *maker) list(b ssa.Builder, p place) bool {
	scope := len(g.values)
	defer func() { g.values = g.values[:scope] }()
	for range 1 + g.r.IntN(4) {
		switch k := g.r.IntN(14); {
		case k >= 12:
			if g.r.IntN(2) == 0 {
				g.change(&b)
			} else {
				g.permute(&b, [][]ssa.VarID{g.vars[:2], g.vars, g.vecs}[g.r.IntN(3)])
			}
		case k < 4 || g.left == 0 || p.depth > 5:
			g.compute(&b)
		case k < 7:
			g.left--
			n := b.If(g.condition(&b))
			g.inside(g.f.Then(n), p)
			if g.r.IntN(2) == 0 {
				g.inside(g.f.Else(n), p)
			}
		case k < 9:
			g.left--
			g.loop(&b, p)
		case k < 11:
			g.left--
			g.choice(&b, p)
		default:
			if g.jump(&b, p) {
				return false
			}
		}
	}
	return true
}

// inside fills a list of a node.
func (g *maker) inside(l ssa.ListID, p place) {
	p.depth++
	b := g.f.Build(g.f.EndOf(g.f.ListLast(l)))
	scope := len(g.values)
	if g.list(b, p) && g.r.IntN(3) == 0 {
		b.Inside(l)
		g.jump(&b, p)
	}
	g.values = g.values[:scope]
}

// jump ends a block with a jump that may stand there.
func (g *maker) jump(b *ssa.Builder, p place) bool {
	switch k := g.r.IntN(5); {
	case k < 2 && p.breaks:
		b.Jump(op.Break)
	case k < 4 && p.continues:
		b.Jump(op.Continue)
	case k == 4 && !p.inContinue && p.depth > 0:
		b.Jump(op.Return, ssa.Whole(g.operand(b)))
	default:
		return false
	}
	return true
}

func (g *maker) loop(b *ssa.Builder, p place) {
	f := g.f
	n := b.Loop(g.r.IntN(2) == 0)
	head := *b
	head.Inside(f.LoopBody(n))
	fuel := head.Load(head.DerefVar(g.fuel))
	spent := head.If(head.Op(op.IEq, ir.TypeBool, fuel, head.U32(0)))
	head.Store(head.DerefVar(g.fuel), head.Op(op.ISub, ir.TypeU32, fuel, head.U32(1)))
	out := head
	out.Inside(f.Then(spent))
	out.Jump(op.Break)
	g.inside(f.LoopBody(n), place{depth: p.depth, breaks: true, continues: true, inContinue: p.inContinue})
	if c := f.LoopContinue(n); c != 0 {
		in := f.Build(f.EndOf(f.ListLast(c)))
		scope := len(g.values)
		g.compute(&in)
		g.list(in, place{depth: p.depth + 1, inContinue: true})
		in.Inside(c)
		if g.r.IntN(2) == 0 {
			last := in.If(g.condition(&in))
			arm := in
			arm.Inside([]ssa.ListID{f.Then(last), f.Else(last)}[g.r.IntN(2)])
			arm.Jump(op.Break)
		}
		g.values = g.values[:scope]
	}
}

func (g *maker) choice(b *ssa.Builder, p place) {
	selector := b.Op(op.IAnd, ir.TypeU32, g.operand(b), b.U32(7))
	cases := make([]ssa.NewCase, 1+g.r.IntN(5))
	values := g.r.Perm(8)
	for k := range cases {
		for range g.r.IntN(3) {
			cases[k].Values, values = append(cases[k].Values, uint64(values[0])), values[1:]
			if len(values) == 0 {
				values = []int{100 + k}
			}
		}
		cases[k].FallThrough = k+1 < len(cases) && g.r.IntN(2) == 0
	}
	cases[g.r.IntN(len(cases))].Default = true
	n := b.Switch(selector, cases)
	p.breaks = true
	for _, c := range g.f.Cases(n) {
		g.inside(c.List, p)
	}
}
