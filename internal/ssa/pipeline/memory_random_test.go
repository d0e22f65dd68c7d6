package pipeline_test

// This file makes up functions that read and write memory of every kind, whole and in
// part, by known indices, by others and out of bounds, with calls and barriers in
// between, and compares what they compute before and after the passes about memory.

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"refract/internal/ssa/lower"
	"refract/internal/ssa/opt"
	"refract/internal/ssatest"
	"refract/internal/sweep"
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

type memoryMaker struct {
	r      *rand.Rand
	s      *ssa.Shader
	f      *ssa.Function
	vars   []ssa.VarID
	params []ssa.Value // pointers
	values []ssa.Value
	callee ssa.FuncID
	left   int
	last   int // continue lists that the place is in: they have no returns
	fuel   ssa.VarID
}

// place is a random address of a variable or a part of it.
func (m *memoryMaker) place(b *ssa.Builder) ssa.Value {
	types := &m.s.Module.Types
	var p ssa.Value
	if len(m.params) > 0 && m.r.IntN(4) == 0 {
		p = m.params[m.r.IntN(len(m.params))]
	} else {
		p = b.DerefVar(m.vars[m.r.IntN(len(m.vars))])
	}
	for {
		pt := *types.At(m.f.Type(p))
		t := types.At(pt.Base)
		part := func(e ir.TypeID) ir.TypeID { return types.Pointer(e, pt.Space, pt.Access, pt.Layout) }
		switch {
		case t.Kind == ir.TypeStruct:
			if m.r.IntN(6) == 0 && pt.Space != ir.SpaceStorage {
				return p
			}
			k := m.r.IntN(len(m.s.Module.Structs[t.Struct].Members))
			p = b.DerefStruct(part(m.s.Module.Structs[t.Struct].Members[k].Type), p, k)
		case t.Kind == ir.TypeArray:
			if t.Length != 0 && m.r.IntN(6) == 0 {
				return p
			}
			n := int(t.Length)
			if n == 0 {
				n = 6
			}
			base := t.Base
			index := m.index(b, n)
			p = b.DerefArray(part(base), p, index)
			if c := m.f.Op(index); c == op.UMin && types.At(types.Pointee(m.f.Type(m.f.Arg(p, 0)))).Length != 0 || c == op.IAdd && m.f.IsConst(m.f.Arg(index, 1)) && m.f.Op(m.f.Arg(index, 0)) == op.IAnd && n == 4 && m.f.ConstBits(m.f.Arg(index, 1), 0) == 1 {
				m.f.SetFlags(p, ir.FlagInBounds)
			}
		case t.Kind == ir.TypeVector:
			if m.r.IntN(2) == 0 {
				return p
			}
			p = b.DerefArray(part(ir.ScalarTypeOf(t.Scalar)), p, b.U32(uint32(m.r.IntN(int(t.Rows)))))
		default:
			return p
		}
	}
}

// index is an index into n elements, often known, sometimes out of bounds.
func (m *memoryMaker) index(b *ssa.Builder, n int) ssa.Value {
	switch m.r.IntN(6) {
	case 0, 1, 2:
		return b.U32(uint32(m.r.IntN(n)))
	case 3:
		return b.Op(op.UMin, ir.TypeU32, m.value(b), b.U32(uint32(n-1)))
	case 4:
		return b.Op(op.IAdd, ir.TypeU32, b.Op(op.IAnd, ir.TypeU32, m.value(b), b.U32(2)), b.U32(uint32(m.r.IntN(2))))
	}
	return m.value(b)
}

func (m *memoryMaker) value(b *ssa.Builder) ssa.Value {
	if m.r.IntN(4) == 0 {
		return b.U32(uint32(m.r.IntN(6)))
	}
	return m.values[m.r.IntN(len(m.values))]
}

// whole is a value of a type.
func (m *memoryMaker) whole(b *ssa.Builder, t ir.TypeID) ssa.Value {
	types := &m.s.Module.Types
	ty := *types.At(t)
	var parts []ssa.Value
	switch ty.Kind {
	case ir.TypeScalar:
		return m.value(b)
	case ir.TypeVector:
		var srcs []ssa.Src
		for range ty.Rows {
			srcs = append(srcs, ssa.Src{Value: m.value(b), Comps: 1})
		}
		return b.Instr(op.Vec, t, srcs...)
	case ir.TypeArray:
		for range ty.Length {
			parts = append(parts, m.whole(b, ty.Base))
		}
	case ir.TypeStruct:
		for _, x := range m.s.Module.Structs[ty.Struct].Members {
			parts = append(parts, m.whole(b, x.Type))
		}
	}
	return b.Op(op.Compose, t, parts...)
}

// some takes one scalar out of a value.
func (m *memoryMaker) some(b *ssa.Builder, v ssa.Value) ssa.Value {
	types := &m.s.Module.Types
	for {
		ty := *types.At(m.f.Type(v))
		switch ty.Kind {
		case ir.TypeVector:
			return b.Swizzle(v, ssa.Swizzle(m.r.IntN(int(ty.Rows))), 1)
		case ir.TypeArray:
			v = b.Extract(ty.Base, v, m.r.IntN(int(ty.Length)))
		case ir.TypeStruct:
			k := m.r.IntN(len(m.s.Module.Structs[ty.Struct].Members))
			v = b.Extract(m.s.Module.Structs[ty.Struct].Members[k].Type, v, k)
		default:
			return v
		}
	}
}

// copied copies an array to another as a whole or element by element, perhaps with
// something in between, and reads an element of the copy.
func (m *memoryMaker) copied(b *ssa.Builder) {
	types := &m.s.Module.Types
	var list []ssa.Value
	for range 60 {
		p := m.place(b)
		if t := types.At(types.Pointee(m.f.Type(p))); t.Kind == ir.TypeArray && t.Length > 0 && len(list) < 2 && (len(list) == 0 || types.Pointee(m.f.Type(p)) == types.Pointee(m.f.Type(list[0]))) {
			list = append(list, p)
		}
	}
	if len(list) < 2 {
		return
	}
	to, from := list[0], list[1]
	n := int(types.At(types.Pointee(m.f.Type(to))).Length)
	element := func(p ssa.Value, index ssa.Value) ssa.Value {
		t := types.At(m.f.Type(p))
		return b.DerefArray(types.Pointer(types.At(t.Base).Base, t.Space, t.Access, t.Layout), p, index)
	}
	if m.r.IntN(3) == 0 {
		b.Store(to, b.Load(from))
	} else {
		skip, twice := m.r.IntN(4*n), m.r.IntN(3*n)
		for k := range n {
			if k != skip {
				b.Store(element(to, b.U32(uint32(k))), b.Load(element(from, b.U32(uint32(k)))))
			}
			if k == twice {
				m.step(b)
			}
		}
	}
	for range m.r.IntN(3) {
		m.step(b)
	}
	p := element(to, b.Op(op.UMin, ir.TypeU32, m.value(b), b.U32(uint32(n-1))))
	m.f.SetFlags(p, ir.FlagInBounds)
	m.values = append(m.values, m.some(b, b.Load(p)))
}

func (m *memoryMaker) step(b *ssa.Builder) {
	switch k := m.r.IntN(18); {
	case k >= 16:
		m.copied(b)
	case k < 6:
		m.values = append(m.values, m.some(b, b.Load(m.place(b))))
	case k < 12:
		p := m.place(b)
		t := m.s.Module.Types.Pointee(m.f.Type(p))
		i := b.Store(p, m.whole(b, t))
		if n := m.s.Module.Types.ComponentCount(t); n > 1 && m.r.IntN(3) == 0 {
			m.f.SetWords(i, [2]uint32{uint32(1 + m.r.IntN(1<<n-1))})
		}
	case k == 12: // what is there, to where it is or elsewhere
		p := m.place(b)
		v := b.Load(p)
		if q := m.place(b); m.s.Module.Types.Pointee(m.f.Type(q)) == m.f.Type(v) && m.r.IntN(2) == 0 {
			b.Store(q, v)
		} else {
			b.Store(p, v)
		}
	case k == 13 && m.callee != 0:
		v := b.Call(m.callee, ir.TypeU32, b.DerefVar(m.vars[0]), m.value(b))
		m.values = append(m.values, v)
	case k == 14:
		i := b.Instr(op.MemoryBarrier, 0)
		m.f.SetField(i, "memory", 1)
	default:
		m.values = append(m.values, b.Op(op.IAdd, ir.TypeU32, m.value(b), m.value(b)))
	}
}

func (m *memoryMaker) list(b ssa.Builder, depth int, inLoop bool) {
	scope := len(m.values)
	defer func() { m.values = m.values[:scope] }()
	for range 2 + m.r.IntN(6) {
		switch k := m.r.IntN(12); {
		case k < 8 || depth > 3 || m.left == 0:
			m.step(&b)
		case k < 10:
			m.left--
			n := b.If(b.Op(op.ULt, ir.TypeBool, b.Op(op.IAnd, ir.TypeU32, m.value(&b), b.U32(3)), b.U32(2)))
			for _, l := range []ssa.ListID{m.f.Then(n), m.f.Else(n)} {
				m.list(m.f.Build(m.f.EndOf(m.f.ListLast(l))), depth+1, inLoop)
				at := m.f.Build(m.f.EndOf(m.f.ListLast(l)))
				switch {
				case m.r.IntN(5) > 0:
				case inLoop && m.r.IntN(2) == 0:
					at.Jump([]op.Op{op.Break, op.Continue}[m.r.IntN(2)])
				case m.last == 0:
					at.Jump(op.Return, ssa.Whole(m.some(&at, at.Load(m.place(&at)))))
				}
			}
		case k == 10:
			m.left--
			n := b.Switch(b.Op(op.IAnd, ir.TypeU32, m.value(&b), b.U32(3)), []ssa.NewCase{{Values: []uint64{0}, FallThrough: m.r.IntN(2) == 0}, {Values: []uint64{1}}, {Default: true}})
			for _, c := range m.f.Cases(n) {
				m.list(m.f.Build(m.f.EndOf(m.f.ListLast(c.List))), depth+1, false)
			}
		default:
			m.left--
			n := b.Loop(m.r.IntN(2) == 0)
			head := m.f.Build(m.f.EndOf(m.f.ListLast(m.f.LoopBody(n))))
			fuel := head.Load(head.DerefVar(m.fuel))
			spent := head.If(head.Op(op.IEq, ir.TypeBool, fuel, head.U32(0)))
			out := m.f.Build(m.f.EndOf(m.f.ListLast(m.f.Then(spent))))
			out.Jump(op.Break)
			head = m.f.Build(m.f.EndOf(m.f.ListLast(m.f.LoopBody(n))))
			head.Store(head.DerefVar(m.fuel), head.Op(op.ISub, ir.TypeU32, fuel, head.U32(1)))
			m.list(m.f.Build(m.f.EndOf(m.f.ListLast(m.f.LoopBody(n)))), depth+1, true)
			if c := m.f.LoopContinue(n); c != 0 {
				m.last++
				m.list(m.f.Build(m.f.EndOf(m.f.ListLast(c))), depth+2, false)
				m.last--
			}
		}
	}
}

// randomMemory is a shader of a function with three integers that returns one, and of
// one that it may call.
func randomMemory(seed uint64) *ssa.Shader {
	s := ssa.NewShader(ir.NewModule())
	mod := s.Module
	four := mod.Types.Array(ir.TypeU32, 4)
	st := mod.AddStruct(ir.Struct{Name: "S", Members: []ir.Member{{Name: "a", Type: ir.TypeU32}, {Name: "b", Type: four}, {Name: "v", Type: ir.VectorOf(ir.U32, 3)}}})
	pair := mod.Types.Array(st, 2)
	open := mod.Types.Array(ir.TypeU32, 0)
	var shared []ssa.VarID
	shared = append(shared,
		s.AddVar(ssa.Variable{Name: "private", Mode: ssa.ModeShaderTemp, Type: four, Access: ir.AccessReadWrite}),
		s.AddVar(ssa.Variable{Name: "privates", Mode: ssa.ModeShaderTemp, Type: pair, Access: ir.AccessReadWrite}),
		s.AddVar(ssa.Variable{Name: "buffer", Mode: ssa.ModeSSBO, Type: open, Access: ir.AccessReadWrite, HasBinding: true}),
		s.AddVar(ssa.Variable{Name: "structs", Mode: ssa.ModeSSBO, Type: pair, Access: ir.AccessReadWrite, HasBinding: true, Binding: ir.ResourceBinding{Binding: 1}}))
	r := rand.New(rand.NewPCG(seed, 21))
	m := memoryMaker{r: r, s: s}
	for round := range 2 {
		id, f := s.NewFunction([]string{"g", "f"}[round])
		f.Result = ir.TypeU32
		m.f, m.vars, m.values, m.params, m.left = f, nil, nil, nil, 2+6*round
		b := f.Build(f.EndOf(f.FirstBlock()))
		if round == 0 {
			pt := mod.Types.Pointer(four, ir.SpaceFunction, ir.AccessReadWrite, 0)
			f.Params = []ir.Argument{{Name: "p", Type: pt}, {Name: "x", Type: ir.TypeU32}}
			m.params = append(m.params, b.Instr(op.Param, pt))
			x := b.Instr(op.Param, ir.TypeU32)
			f.SetWords(x, [2]uint32{1})
			m.values = append(m.values, x)
		} else {
			for k, name := range []string{"x", "y", "z"} {
				f.Params = append(f.Params, ir.Argument{Name: name, Type: ir.TypeU32})
				x := b.Instr(op.Param, ir.TypeU32)
				f.SetWords(x, [2]uint32{uint32(k)})
				m.values = append(m.values, x, b.Op(op.IAnd, ir.TypeU32, x, b.U32(3)))
			}
		}
		for k, t := range []ir.TypeID{four, st, pair, ir.TypeU32} {
			v := f.AddVar(ssa.Variable{Name: []string{"a", "s", "p", "fuel"}[k], Mode: ssa.ModeFunctionTemp, Type: t, Access: ir.AccessReadWrite})
			var d ssa.InstrID
			if k == 3 {
				d = b.Instr(op.Declare, 0, ssa.Whole(b.U32(6)))
				m.fuel = v
			} else {
				d = b.Instr(op.Declare, 0, ssa.Whole(m.whole(&b, t)))
				m.vars = append(m.vars, v)
			}
			f.SetWords(d, [2]uint32{uint32(v)})
		}
		m.vars = append(m.vars, shared...)
		m.list(b, 0, false)
		end := f.Build(f.EndOf(f.ListLast(ssa.Body)))
		if f.Jump(end.At.Block) == 0 {
			sum := m.values[0]
			for _, v := range m.vars[:4] {
				whole := end.Load(end.DerefVar(v))
				sum = end.Op(op.IAdd, ir.TypeU32, end.Op(op.IMul, ir.TypeU32, sum, end.U32(31)), m.some(&end, whole))
			}
			end.Jump(op.Return, ssa.Whole(sum))
		}
		m.callee = id
	}
	return s
}

// TestRandomMemory runs the passes about memory on functions that are made up, one by
// one and together. REFRACT_PROGRAMS is how many there are.
func TestRandomMemory(t *testing.T) {
	count := uint64(sweep.Count(40))
	all := []*pass.Pass{opt.CSE, opt.CopyPropVars, opt.DeadWrites, opt.DCE, opt.Deref, lower.SplitStructVars, lower.SplitArrayVars, lower.VarsToSSA, opt.CopyPropVars, opt.DeadWrites, opt.DeadVariables}
	changed := map[string]int{}
	ran := 0
	for seed := range count {
		before := randomMemory(seed)
		if err := ssa.Verify(before); err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, before)
		}
		atLevels(t, seed, before)
		for _, list := range [][]*pass.Pass{{opt.CopyPropVars}, {opt.DeadWrites}, {opt.FindArrayCopies}, {opt.CSE, opt.FindArrayCopies, opt.CopyPropVars}, all} {
			s := before.Clone()
			for k, p := range list {
				was := ssa.Print(s)
				if p.Run(s) != !bytes.Equal(was, ssa.Print(s)) {
					t.Fatalf("seed %d: %s doesn't tell whether it changed anything", seed, p.Name)
				}
				if !bytes.Equal(was, ssa.Print(s)) {
					changed[p.Name]++
				}
				if err := ssa.Verify(s); err != nil {
					t.Fatalf("seed %d, %s: %v\nbefore:\n%s\nafter:\n%s", seed, p.Name, err, before, s)
				}
				if done := ssa.Print(s); p.Run(s) {
					t.Fatalf("seed %d: %s finds something to do again\nbefore:\n%s\nthen:\n%s\nafter:\n%s", seed, p.Name, before, done, s)
				}
				if len(list) > 1 && k != len(list)-1 && k%4 != 2 {
					continue
				}
				n, difference := ssatest.Compare(before, s)
				if difference != "" {
					t.Fatalf("seed %d, %s: %s\nbefore:\n%s\nafter:\n%s", seed, p.Name, difference, before, s)
				}
				ran += n
			}
		}
	}
	t.Logf("of %d functions changed: %v; %d runs", count, changed, ran)
	if changed["copy-prop-vars"] < int(count) || changed["dead-writes"] < int(count)/2 || changed["find-array-copies"] < int(count)/2 || ran < 5*int(count) {
		t.Error("too little happened")
	}
}
