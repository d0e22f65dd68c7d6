package pipeline_test

// This file makes up functions of all that ranges know about, with conditions,
// counters and numbers at the ends, and compares what they compute before and after
// the pass.

import (
	"math/rand/v2"
	"testing"

	"refract/internal/ssa/lower"
	"refract/internal/ssa/opt"
	"refract/internal/ssatest"
	"refract/internal/sweep"
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
)

type rangeMaker struct {
	r      *rand.Rand
	f      *ssa.Function
	values []ssa.Value
	bools  []ssa.Value
	acc    ssa.VarID
	left   int
}

var edges = []uint32{0, 0, 1, 1, 2, 3, 5, 7, 8, 31, 32, 255, 0x7FFFFFFE, 0x7FFFFFFF, 0x80000000, 0x80000001, 0xFFFFFFFE, 0xFFFFFFFF}

func (m *rangeMaker) value(b *ssa.Builder) ssa.Value {
	if m.r.IntN(3) == 0 {
		return b.U32(edges[m.r.IntN(len(edges))])
	}
	return m.values[m.r.IntN(len(m.values))]
}

// compute adds an operation, and what it is to the result.
func (m *rangeMaker) compute(b *ssa.Builder) {
	two := []op.Op{op.IAdd, op.ISub, op.IMul, op.UMin, op.UMax, op.IMin, op.IMax, op.IAnd, op.IOr, op.IXor, op.UDiv, op.URem, op.IDiv, op.IRem}
	var v ssa.Value
	if m.r.IntN(3) == 0 {
		v = m.relative(b)
		m.values = append(m.values, v)
		m.note(b, v)
		return
	}
	switch k := m.r.IntN(20); {
	case k < 14:
		v = b.Op(two[k], ir.TypeU32, m.value(b), m.value(b))
	case k < 16:
		o := []op.Op{op.UShr, op.IShr, op.IShl}[m.r.IntN(3)]
		v = b.Op(o, ir.TypeU32, m.value(b), b.U32(uint32(m.r.IntN(32))))
	case k == 16:
		v = b.Op([]op.Op{op.INeg, op.IAbs, op.BitCount}[m.r.IntN(3)], ir.TypeI32, m.value(b))
	case k == 17:
		v = b.Op([]op.Op{op.UClamp, op.IClamp}[m.r.IntN(2)], ir.TypeU32, m.value(b), m.value(b), m.value(b))
	case k == 18:
		v = b.Op(op.BCsel, ir.TypeU32, m.condition(b), m.value(b), m.value(b))
	default:
		v = b.Op(op.B2I, ir.TypeU32, m.condition(b))
	}
	m.values = append(m.values, v)
	m.note(b, v)
}

// relative is a value as code has it that compares an index with a length: the length less
// one, the next or the last but one, the middle of two, a limit, one that goes round.
func (m *rangeMaker) relative(b *ssa.Builder) ssa.Value {
	x, y := m.values[m.r.IntN(len(m.values))], m.values[m.r.IntN(len(m.values))]
	few := b.U32(uint32(1 + m.r.IntN(3)))
	do := func(o op.Op, x, y ssa.Value) ssa.Value { return b.Op(o, ir.TypeU32, x, y) }
	switch m.r.IntN(10) {
	case 0, 1:
		return do([]op.Op{op.IAdd, op.ISub}[m.r.IntN(2)], x, few)
	case 2, 3:
		middle := do(op.IAdd, x, do(op.UShr, do(op.ISub, y, x), few))
		if m.r.IntN(2) == 0 {
			middle = do(op.UDiv, do(op.IAdd, x, y), b.U32(2))
		}
		if m.r.IntN(2) == 0 {
			return middle
		}
		return do(op.UMin, middle, do(op.ISub, y, b.U32(1)))
	case 4, 5:
		return do([]op.Op{op.UMin, op.IMin}[m.r.IntN(2)], x, do(op.ISub, y, few))
	case 6:
		return do(op.ISub, do(op.ISub, y, few), x)
	case 7:
		return do(op.URem, x, y)
	case 8:
		next := do(op.IAdd, x, few)
		return b.Op(op.BCsel, ir.TypeU32, b.Op([]op.Op{op.ULt, op.ULe, op.IEq}[m.r.IntN(3)], ir.TypeBool, next, y), next, b.U32(0))
	}
	return b.Op(op.IClamp, ir.TypeU32, do(op.ISub, x, few), b.U32(0), do(op.ISub, y, few))
}

func (m *rangeMaker) note(b *ssa.Builder, v ssa.Value) {
	p := b.DerefVar(m.acc)
	b.Store(p, b.Op(op.IAdd, ir.TypeU32, b.Op(op.IMul, ir.TypeU32, b.Load(p), b.U32(31)), v))
}

func (m *rangeMaker) condition(b *ssa.Builder) ssa.Value {
	var v ssa.Value
	switch k := m.r.IntN(10); {
	case k < 7 || len(m.bools) == 0:
		o := []op.Op{op.ULt, op.ULe, op.ILt, op.ILe, op.IEq, op.INe}[m.r.IntN(6)]
		v = b.Op(o, ir.TypeBool, m.value(b), m.value(b))
	case k == 7:
		v = b.Op(op.INot, ir.TypeBool, m.bools[m.r.IntN(len(m.bools))])
	default:
		v = b.Op([]op.Op{op.IAnd, op.IOr}[m.r.IntN(2)], ir.TypeBool, m.bools[m.r.IntN(len(m.bools))], m.bools[m.r.IntN(len(m.bools))])
	}
	m.bools = append(m.bools, v)
	return v
}

func (m *rangeMaker) list(b ssa.Builder, depth int, inLoop bool) {
	values, bools := len(m.values), len(m.bools)
	for range 2 + m.r.IntN(5) {
		switch k := m.r.IntN(8); {
		case k < 5 || depth > 4 || m.left == 0:
			m.compute(&b)
		case k == 5:
			m.left--
			n := b.If(m.condition(&b))
			arms := []ssa.ListID{m.f.Then(n), m.f.Else(n)}
			for _, l := range arms {
				m.list(m.f.Build(m.f.EndOf(m.f.ListLast(l))), depth+1, inLoop)
			}
			if l := arms[m.r.IntN(2)]; m.r.IntN(3) == 0 { // what follows is the other's alone
				at := m.f.Build(m.f.EndOf(m.f.ListLast(l)))
				if inLoop && m.r.IntN(2) == 0 {
					at.Jump(op.Break)
				} else {
					at.Jump(op.Return, ssa.Whole(at.Load(at.DerefVar(m.acc))))
				}
			}
		case k == 6:
			m.left--
			n := b.Switch(m.value(&b), []ssa.NewCase{{Values: []uint64{uint64(edges[m.r.IntN(len(edges))])}}, {Values: []uint64{77, 78}}, {Default: true}})
			for _, c := range m.f.Cases(n) {
				m.list(m.f.Build(m.f.EndOf(m.f.ListLast(c.List))), depth+1, false)
			}
		default:
			m.left--
			m.loop(&b, depth)
		}
	}
	m.values, m.bools = m.values[:values], m.bools[:bools]
}

// loop counts, for as many times as it is let.
func (m *rangeMaker) loop(b *ssa.Builder, depth int) {
	f := m.f
	variable := func(name string) ssa.VarID {
		return f.AddVar(ssa.Variable{Name: name, Mode: ssa.ModeFunctionTemp, Type: ir.TypeU32, Access: ir.AccessReadWrite})
	}
	i, j, fuel := variable("i"), variable("j"), variable("fuel")
	bound := m.value(b)
	b.Store(b.DerefVar(j), []ssa.Value{bound, m.value(b)}[m.r.IntN(2)])
	b.Store(b.DerefVar(i), m.value(b))
	b.Store(b.DerefVar(fuel), b.U32(0))
	n := b.Loop(true)
	head := f.Build(f.EndOf(f.ListLast(f.LoopBody(n))))
	spent := head.If(head.Op(op.IEq, ir.TypeBool, head.Load(head.DerefVar(fuel)), head.U32(uint32(max(2, 9>>depth)))))
	out := f.Build(f.EndOf(f.ListLast(f.Then(spent))))
	out.Jump(op.Break)
	head = f.Build(f.EndOf(f.ListLast(f.LoopBody(n))))
	counter := head.Load(head.DerefVar(i))
	o := []op.Op{op.ULt, op.ULe, op.ILt, op.ILe, op.INe}[m.r.IntN(5)]
	other := head.Load(head.DerefVar(j))
	if m.r.IntN(2) == 0 { // ahead of the test
		m.note(&head, head.Op([]op.Op{op.UMin, op.UMax}[m.r.IntN(2)], ir.TypeU32, counter, other))
	}
	x, y := counter, bound
	if m.r.IntN(3) == 0 {
		y = other
	}
	if m.r.IntN(3) == 0 {
		x, y = y, x
	}
	on := head.If(head.Op(o, ir.TypeBool, x, y))
	out = f.Build(f.EndOf(f.ListLast([]ssa.ListID{f.Then(on), f.Else(on)}[m.r.IntN(2)])))
	out.Jump(op.Break)
	values := len(m.values)
	m.values = append(m.values, counter, counter, counter, bound, bound, other)
	m.list(f.Build(f.EndOf(f.ListLast(f.LoopBody(n)))), depth+1, true)
	last := f.Build(f.EndOf(f.ListLast(f.LoopContinue(n))))
	switch few := last.U32(uint32(m.r.IntN(3))); m.r.IntN(4) { // as a search has it: one end comes nearer, or goes away
	case 0:
		last.Store(last.DerefVar(j), last.Op([]op.Op{op.IAdd, op.ISub}[m.r.IntN(2)], ir.TypeU32, last.Load(last.DerefVar(j)), few))
	case 1:
		half := last.Op(op.UShr, ir.TypeU32, last.Op(op.ISub, ir.TypeU32, other, counter), last.U32(1))
		last.Store(last.DerefVar(j), last.Op(op.IAdd, ir.TypeU32, counter, half))
	case 2:
		last.Store(last.DerefVar(j), m.value(&last))
	}
	step := []op.Op{op.IAdd, op.IAdd, op.ISub}[m.r.IntN(3)]
	last.Store(last.DerefVar(i), last.Op(step, ir.TypeU32, last.Load(last.DerefVar(i)), last.U32(edges[m.r.IntN(len(edges))])))
	last.Store(last.DerefVar(fuel), last.Op(op.IAdd, ir.TypeU32, last.Load(last.DerefVar(fuel)), last.U32(1)))
	m.values = m.values[:values]
}

// TestRandomRanges: REFRACT_PROGRAMS is how many functions there are.
func TestRandomRanges(t *testing.T) {
	count := uint64(sweep.Count(400))
	changed, ran := 0, 0
	for seed := range count {
		s := ssa.NewShader(ir.NewModule())
		_, f := s.NewFunction("f")
		f.Result = ir.TypeU32
		m := rangeMaker{r: rand.New(rand.NewPCG(seed, 11)), f: f, left: 8}
		b := f.Build(f.EndOf(f.FirstBlock()))
		for k, name := range []string{"x", "y", "z"} {
			f.Params = append(f.Params, ir.Argument{Name: name, Type: ir.TypeU32})
			p := b.Instr(op.Param, ir.TypeU32)
			f.SetWords(p, [2]uint32{uint32(k)})
			// Small ones, around zero, and near the ends too.
			m.values = append(m.values, p, b.Op(op.IAnd, ir.TypeU32, p, b.U32(7)),
				b.Op(op.ISub, ir.TypeU32, b.Op(op.IAnd, ir.TypeU32, b.Op(op.UShr, ir.TypeU32, p, b.U32(3)), b.U32(3)), b.U32(2)),
				b.Op(op.IAdd, ir.TypeU32, b.Op(op.IAnd, ir.TypeU32, b.Op(op.UShr, ir.TypeU32, p, b.U32(5)), b.U32(3)), b.U32(0x7FFFFFFE)))
		}
		m.acc = f.AddVar(ssa.Variable{Name: "acc", Mode: ssa.ModeFunctionTemp, Type: ir.TypeU32, Access: ir.AccessReadWrite})
		b.Store(b.DerefVar(m.acc), b.U32(1))
		m.list(b, 0, false)
		end := f.Build(f.EndOf(f.ListLast(ssa.Body)))
		end.Jump(op.Return, ssa.Whole(end.Load(end.DerefVar(m.acc))))
		if err := ssa.Verify(s); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		lower.VarsToSSA.Run(s)
		opt.CSE.Run(s)
		opt.CopyProp.Run(s)
		if seed%4 == 0 {
			atLevels(t, seed, s)
		}
		before := s.Clone()
		if opt.Ranges.Run(s) {
			changed++
		}
		if err := ssa.Verify(s); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		n, difference := ssatest.Compare(before, s)
		if difference != "" {
			t.Fatalf("seed %d: %s\nbefore:\n%s\nafter:\n%s", seed, difference, before, s)
		}
		ran += n
	}
	if changed < int(count)/2 || ran < int(count)/2 {
		t.Errorf("%d changed, %d run", changed, ran)
	}
	t.Logf("%d changed, %d run of %d", changed, ran, count)
}
