package pipeline_test

// This file makes up functions of loops that count, in every way and shape, and
// compares what they compute before and after the passes about loops.

import (
	"bytes"
	"math/rand/v2"
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

type loopMaker struct {
	r      *rand.Rand
	f      *ssa.Function
	values []ssa.Value // that dominate the present place
	acc    ssa.VarID
	array  ssa.VarID
	left   int
}

func (m *loopMaker) local(name string, t ir.TypeID) ssa.VarID {
	return m.f.AddVar(ssa.Variable{Name: name, Mode: ssa.ModeFunctionTemp, Type: t, Access: ir.AccessReadWrite})
}

func (m *loopMaker) value() ssa.Value { return m.values[m.r.IntN(len(m.values))] }

// work changes what the function returns.
func (m *loopMaker) work(b *ssa.Builder) {
	p := b.DerefVar(m.acc)
	v := b.Op([]op.Op{op.IAdd, op.IXor, op.IMul, op.ISub}[m.r.IntN(4)], ir.TypeU32, m.value(), m.value())
	if m.r.IntN(3) == 0 { // an element, perhaps out of bounds
		q := b.DerefArray(m.f.Shader.Module.Types.Pointer(ir.TypeU32, ir.SpaceFunction, ir.AccessReadWrite, 0), b.DerefVar(m.array), m.value())
		if m.r.IntN(2) == 0 {
			b.Store(q, v)
		} else {
			v = b.Op(op.IAdd, ir.TypeU32, v, b.Load(q))
		}
	}
	if m.r.IntN(6) == 0 { // a variable that is fresh here
		types := &m.f.Shader.Module.Types
		t := m.local("t", types.Array(ir.TypeU32, 2))
		d := b.Instr(op.Declare, 0, ssa.Whole(b.Op(op.Compose, m.f.Vars[t&^ssa.LocalVar].Type, v, m.value())))
		m.f.SetWords(d, [2]uint32{uint32(t)})
		part := types.Pointer(ir.TypeU32, ir.SpaceFunction, ir.AccessReadWrite, 0)
		b.Store(b.DerefArray(part, b.DerefVar(t), m.value()), m.value())
		v = b.Load(b.DerefArray(part, b.DerefVar(t), m.value()))
	}
	b.Store(p, b.Op(op.IAdd, ir.TypeU32, b.Op(op.IMul, ir.TypeU32, b.Load(p), b.U32(31)), v))
	if m.r.IntN(4) == 0 {
		m.values = append(m.values, v)
	}
}

func (m *loopMaker) list(b ssa.Builder, depth int, breaks, returns bool) {
	scope := len(m.values)
	defer func() { m.values = m.values[:scope] }()
	for range 1 + m.r.IntN(3) {
		switch k := m.r.IntN(8); {
		case k < 4 || m.left == 0 || depth > 3:
			m.work(&b)
		case k < 6:
			m.left--
			m.loop(&b, depth, returns)
		default:
			m.left--
			n := b.If(b.Op(op.ULt, ir.TypeBool, b.Op(op.IAnd, ir.TypeU32, m.value(), b.U32(7)), b.U32(3)))
			for _, l := range []ssa.ListID{m.f.Then(n), m.f.Else(n)} {
				m.list(m.f.Build(m.f.EndOf(m.f.ListLast(l))), depth+1, breaks, returns)
				at := m.f.Build(m.f.EndOf(m.f.ListLast(l)))
				switch k := m.r.IntN(14); {
				case k == 0 && breaks:
					at.Jump(op.Break)
				case k == 1 && breaks:
					at.Jump(op.Continue)
				case k == 2 && returns:
					at.Jump(op.Return, ssa.Whole(at.Load(at.DerefVar(m.acc))))
				}
			}
		}
	}
}

// loop counts from one number to another, mostly few times, in steps of many kinds.
func (m *loopMaker) loop(b *ssa.Builder, depth int, returns bool) {
	f := m.f
	i := m.local("i", ir.TypeU32)
	first, last, step := uint32(m.r.IntN(4)), uint32(m.r.IntN(9)), uint32(1+m.r.IntN(2))
	change, test := op.IAdd, []op.Op{op.ULt, op.ULe, op.ILt, op.INe}[m.r.IntN(4)]
	swap := false
	switch m.r.IntN(5) {
	case 0: // down
		first, last, change, swap = last, first, op.ISub, true
	case 1: // by doubling
		first, change, step = first+1, []op.Op{op.IMul, op.IShl}[m.r.IntN(2)], 2
		if change == op.IShl {
			step = 1
		}
	case 2: // by halving, to nothing
		first, last, change, test, step = uint32(m.r.IntN(40)), 0, op.UShr, op.INe, 1
	}
	start := b.U32(first)
	if m.r.IntN(8) == 0 {
		start = m.value()
	}
	b.Store(b.DerefVar(i), start)
	n := b.Loop(m.r.IntN(3) > 0)
	body, list := f.LoopBody(n), f.LoopContinue(n)
	counted := func(at *ssa.Builder) {
		at.Store(at.DerefVar(i), at.Op(change, ir.TypeU32, at.Load(at.DerefVar(i)), at.U32(step)))
	}
	leave := func(at *ssa.Builder) {
		x, y := at.Load(at.DerefVar(i)), at.U32(last)
		if swap {
			x, y = y, x
		}
		c := at.Op(test, ir.TypeBool, x, y)
		s := at.If(c)
		arm := f.Build(f.EndOf(f.ListLast(f.Else(s))))
		if m.r.IntN(4) == 0 {
			f.SetCond(s, ssa.Whole(func() ssa.Value {
				before := f.Build(f.EndOf(f.Before(s)))
				return before.Op(op.INot, ir.TypeBool, c)
			}()))
			arm = f.Build(f.EndOf(f.ListLast(f.Then(s))))
		}
		arm.Jump(op.Break)
		*at = f.Build(f.EndOf(f.After(s)))
	}
	in := f.Build(f.EndOf(f.ListLast(body)))
	if m.r.IntN(3) == 0 { // a flag, or the counter, tells the first round
		flag := m.local("first", ir.TypeBool)
		before := f.Build(f.EndOf(f.Before(n)))
		before.Store(before.DerefVar(flag), before.Bool(true))
		c := in.Load(in.DerefVar(flag))
		if m.r.IntN(2) == 0 {
			c = in.Op([]op.Op{op.IEq, op.INe}[m.r.IntN(2)], ir.TypeBool, in.Load(in.DerefVar(i)), in.U32(first))
		}
		s := in.If(c)
		for _, l := range []ssa.ListID{f.Then(s), f.Else(s)} {
			arm := f.Build(f.EndOf(f.ListLast(l)))
			known := len(m.values)
			m.work(&arm)
			m.values = m.values[:known]
		}
		in = f.Build(f.EndOf(f.After(s)))
		in.Store(in.DerefVar(flag), in.Bool(false))
	}
	where := m.r.IntN(4) // of the test: first, in the middle, last
	if where < 2 {
		leave(&in)
	}
	scope := len(m.values)
	m.values = append(m.values, in.Load(in.DerefVar(i)))
	m.list(f.Build(f.EndOf(f.ListLast(body))), depth+1, m.r.IntN(4) == 0, returns)
	in = f.Build(f.EndOf(f.ListLast(body)))
	for range m.r.IntN(6) / 4 { // it is left early
		s := in.If(in.Op(op.IEq, ir.TypeBool, in.Op(op.IAnd, ir.TypeU32, m.value(), in.U32(7)), in.U32(uint32(m.r.IntN(8)))))
		arm := f.Build(f.EndOf(f.ListLast([]ssa.ListID{f.Then(s), f.Else(s)}[m.r.IntN(8)/7])))
		known := len(m.values)
		for range m.r.IntN(3) {
			m.work(&arm)
		}
		m.values = m.values[:known]
		arm.Jump(op.Break)
		in = f.Build(f.EndOf(f.After(s)))
	}
	if m.r.IntN(12) == 0 { // it goes round once
		if list != 0 {
			last := f.Build(f.EndOf(f.ListLast(list)))
			counted(&last)
		}
		in.Jump(op.Break)
		m.values = m.values[:scope]
		return
	}
	if where == 2 {
		leave(&in)
		m.work(&in)
	}
	if list == 0 {
		counted(&in)
	} else {
		m.values = m.values[:scope+1] // a continue may come by what the body computes
		last := f.Build(f.EndOf(f.ListLast(list)))
		if m.r.IntN(3) == 0 {
			m.work(&last)
		}
		counted(&last)
		in = last
	}
	if where == 3 {
		leave(&in)
	}
	if list == 0 && m.r.IntN(4) == 0 {
		in.Jump(op.Continue)
	}
	m.values = m.values[:scope]
}

func randomLoops(seed uint64) *ssa.Shader {
	s := ssa.NewShader(ir.NewModule())
	_, f := s.NewFunction("f")
	f.Result = ir.TypeU32
	m := loopMaker{r: rand.New(rand.NewPCG(seed, 31)), f: f, left: 8}
	b := f.Build(f.EndOf(f.FirstBlock()))
	for k, name := range []string{"x", "y", "z"} {
		f.Params = append(f.Params, ir.Argument{Name: name, Type: ir.TypeU32})
		p := b.Instr(op.Param, ir.TypeU32)
		f.SetWords(p, [2]uint32{uint32(k)})
		m.values = append(m.values, p, b.Op(op.IAnd, ir.TypeU32, p, b.U32(3)))
	}
	m.acc, m.array = m.local("acc", ir.TypeU32), m.local("array", s.Module.Types.Array(ir.TypeU32, 8))
	b.Store(b.DerefVar(m.acc), b.U32(1))
	d := b.Instr(op.Declare, 0, ssa.Whole(b.Zero(f.Vars[m.array&^ssa.LocalVar].Type)))
	f.SetWords(d, [2]uint32{uint32(m.array)})
	m.loop(&b, 0, true)
	m.list(b, 0, false, true)
	end := f.Build(f.EndOf(f.ListLast(ssa.Body)))
	end.Jump(op.Return, ssa.Whole(end.Load(end.DerefVar(m.acc))))
	return s
}

// TestRandomLoops: REFRACT_PROGRAMS is how many functions there are.
func TestRandomLoops(t *testing.T) {
	count := uint64(sweep.Count(400))
	changed, ran := 0, 0
	fired := map[string]int{}
	for seed := range count {
		s := randomLoops(seed)
		if err := ssa.Verify(s); err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, s)
		}
		if _, err := pipeline.Run(s, pipeline.Of(lower.VarsToSSA, opt.CSE, opt.CopyProp, opt.ConstantFolding), pipeline.Options{}); err != nil {
			t.Fatal(err)
		}
		for _, p := range loopPasses {
			before := s.Clone()
			after := s.Clone()
			was := ssa.Print(after)
			did := p.Run(after)
			if did != !bytes.Equal(was, ssa.Print(after)) {
				t.Fatalf("seed %d: %s doesn't tell whether it changed anything", seed, p.Name)
			}
			if err := ssa.Verify(after); err != nil {
				t.Fatalf("seed %d, %s: %v\nbefore:\n%s\nafter:\n%s", seed, p.Name, err, before, after)
			}
			if did {
				changed++
				fired[p.Name]++
			}
			n, difference := ssatest.Compare(before, after)
			if difference != "" {
				t.Fatalf("seed %d, %s: %s\nbefore:\n%s\nafter:\n%s", seed, p.Name, difference, before, after)
			}
			if p.Run(after) {
				t.Fatalf("seed %d: %s finds something to do again\nbefore:\n%s\nafter:\n%s", seed, p.Name, before, after)
			}
			ran += n
		}
		atLevels(t, seed, s)
	}
	t.Logf("%d changed, %d run of %d: %v", changed, ran, count, fired)
	for _, p := range loopPasses {
		if fired[p.Name] == 0 && sweep.On() {
			t.Errorf("%s changes nothing", p.Name)
		}
	}
	if changed < int(count)/3 || ran < int(count)/2 {
		t.Error("too little happened")
	}
}

// loopPasses are what the test runs, each by itself.
var loopPasses = []*pass.Pass{opt.LoopUnroll, opt.LoopUnrollOnce, lower.LoopPeel, lower.LoopUnrollExits, lower.LoopUnrollPartial, lower.LoopOnce, opt.IfConditions, opt.SplitLoopPhis, opt.LICM, opt.GCM, opt.Sink, opt.Move}

// atLevels runs the pipelines of all levels on a shader, and compares what it computes
// before and after.
func atLevels(t *testing.T, seed uint64, s *ssa.Shader) {
	t.Helper()
	for _, number := range pipeline.Levels()[1:] {
		level, err := pipeline.Level(number)
		if err != nil {
			t.Fatal(err)
		}
		after := s.Clone()
		r, err := pipeline.Run(after, level, pipeline.Options{})
		if err == nil {
			err = ssa.Verify(after)
		}
		if err != nil {
			t.Fatalf("seed %d, %s: %v\nbefore:\n%s", seed, pipeline.LevelName(number), err, s)
		}
		if r.Unfinished {
			t.Fatalf("seed %d, %s: the pipeline doesn't come to rest\nbefore:\n%s\nafter:\n%s", seed, pipeline.LevelName(number), s, after)
		}
		if _, difference := ssatest.Compare(s, after); difference != "" {
			t.Fatalf("seed %d, %s: %s\nbefore:\n%s\nafter:\n%s", seed, pipeline.LevelName(number), difference, s, after)
		}
	}
}
