package lower

// This file makes registers of local variables.
//
//	before                               after
//	declare $a : array<f32, 8>           store_reg a, 0, 0 ... store_reg a, 0, 7
//	%1 = deref_array $a, %i              %1 = umin %i, 7
//	store %1, %x                         store_reg a, %x, %1
//	%2 = load $v : vec4<f32>             %2 = load_reg v
//	store $v, %3, mask=1                 %4 = vec %3.x, %2.yzw
//	                                     store_reg v, %4
//
// It is for machines that index registers. A variable of a scalar or a vector, or an array
// of arrays of them, becomes a register or an array of registers, if it is loaded and
// stored element by element; one that is copied whole, or whose address goes elsewhere,
// stays. An index out of bounds is that of the last element.

import (
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// RegOptions selects the variables that become registers.
type RegOptions struct {
	Most   int  `doc:"elements that an array has at most"`
	Arrays bool `doc:"arrays alone, no single values"`
	Bits   int  `doc:"bits that a number has at most; 0: any"`
}

// LocalsToRegs makes registers of variables and of arrays of up to 64 elements.
var LocalsToRegs = &pass.Pass{
	Name:      "locals-to-regs",
	Doc:       "local variables become registers, and arrays of them",
	Replaces:  []string{"lower_locals_to_regs"},
	Destroys:  pass.Scalar | pass.LoopClosed,
	Preserves: ssa.ControlFlow,
	Machine:   true,
	Function:  func(f *ssa.Function) bool { return localsToRegs(f, RegOptions{Most: 64}) },
}

// Regs is the pass with options.
func Regs(o RegOptions) *pass.Pass {
	p := *LocalsToRegs
	p.Function = func(f *ssa.Function) bool { return localsToRegs(f, o) }
	return &p
}

// regVar is the replacement of a variable.
type regVar struct {
	reg     ssa.RegID
	element ir.TypeID
	lengths []uint32 // of the arrays, from the outermost
	bad     bool
}

// elements is the number of registers of an array; 0: there is one, that is no array.
func (v *regVar) elements() uint32 {
	if len(v.lengths) == 0 {
		return 0
	}
	n := uint32(1)
	for _, k := range v.lengths {
		n *= k
	}
	return n
}

type regMaker struct {
	f      *ssa.Function
	o      RegOptions
	vars   []regVar
	derefs []ssa.InstrID // that may be left without a use
}

func localsToRegs(f *ssa.Function, o RegOptions) bool {
	m := regMaker{f: f, o: o, vars: make([]regVar, len(f.Vars))}
	var work []ssa.InstrID
	for k := range m.vars {
		m.vars[k].bad = k == 0 || !m.fits(&f.Vars[k], &m.vars[k])
	}
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			switch f.Op(i) {
			case op.DerefVar:
				if v := f.VarOf(i); v.IsLocal() {
					x := &m.vars[v&^ssa.LocalVar]
					x.bad = x.bad || !m.reaches(i, x, 0)
				}
			case op.Declare, op.Load, op.Store:
				work = append(work, i)
			}
		}
	}
	changed := false
	for _, i := range work {
		if f.Op(i) == op.Declare {
			if x := &m.vars[f.VarOf(i)&^ssa.LocalVar]; !x.bad {
				m.declare(i, x)
				changed = true
			}
			continue
		}
		if x, steps := m.path(f.Arg(i, 0)); x != nil {
			m.access(i, x, steps)
			changed = true
		}
	}
	for _, p := range m.derefs {
		for p != 0 && f.Op(p) != 0 && !f.HasUses(p) {
			next := ssa.InstrID(0)
			if f.Op(p) == op.DerefArray {
				next = f.Arg(p, 0)
			}
			f.Remove(p)
			p = next
		}
	}
	return changed
}

// fits reports whether a variable has a form that registers have, and sets it.
func (m *regMaker) fits(v *ssa.Variable, x *regVar) bool {
	if v.Mode != ssa.ModeFunctionTemp || v.Layout != 0 || v.Init != 0 {
		return false
	}
	types := &m.f.Shader.Module.Types
	t := v.Type
	n := uint64(1)
	for {
		switch ty := types.At(t); ty.Kind {
		case ir.TypeScalar, ir.TypeVector:
			x.element = t
			return (len(x.lengths) > 0 || !m.o.Arrays) && (m.o.Bits == 0 || ty.Scalar.Bits() <= m.o.Bits)
		case ir.TypeArray:
			if n *= uint64(ty.Length); ty.LengthExpr != 0 || n == 0 || n > uint64(m.o.Most) {
				return false
			}
			x.lengths = append(x.lengths, ty.Length)
			t = ty.Base
		default:
			return false
		}
	}
}

// reaches reports whether all that becomes of an address, so many steps from the variable,
// are loads and stores of elements.
func (m *regMaker) reaches(p ssa.Value, x *regVar, depth int) bool {
	f := m.f
	for u := f.FirstUse(p); u != 0; u = f.NextUse(u) {
		user, _ := f.UserOf(u)
		if user == 0 || f.UseIndex(u) != 0 {
			return false
		}
		switch f.Op(user) {
		case op.Load, op.Store:
			if depth != len(x.lengths) {
				return false
			}
		case op.DerefArray:
			if depth == len(x.lengths) || !m.reaches(user, x, depth+1) {
				return false // a component of a vector: see vector-derefs
			}
		default:
			return false
		}
	}
	return true
}

// path is the variable that an address leads into, if it becomes a register, and the steps
// from there.
func (m *regMaker) path(p ssa.Value) (x *regVar, steps []ssa.InstrID) {
	f := m.f
	first := p
	for ; f.Op(p) == op.DerefArray; p = f.Arg(p, 0) {
		steps = append(steps, p)
	}
	if f.Op(p) != op.DerefVar || !f.VarOf(p).IsLocal() {
		return nil, nil
	}
	v := f.VarOf(p) &^ ssa.LocalVar
	if x = &m.vars[v]; x.bad {
		return nil, nil
	}
	m.register(x, f.Vars[v].Name)
	m.derefs = append(m.derefs, first)
	for i, j := 0, len(steps)-1; i < j; i, j = i+1, j-1 {
		steps[i], steps[j] = steps[j], steps[i]
	}
	return x, steps
}

// register makes the register of a variable.
func (m *regMaker) register(x *regVar, name string) {
	if x.reg == 0 {
		x.reg = m.f.AddReg(ssa.Register{Name: name, Type: x.element, Length: x.elements()})
	}
}

// index is the number of an element in an array of registers.
func (m *regMaker) index(b *ssa.Builder, x *regVar, steps []ssa.InstrID) ssa.Value {
	f := m.f
	var sum ssa.Value
	known := uint32(0)
	for k, step := range steps {
		n := x.lengths[k]
		inner := uint32(1)
		for _, length := range x.lengths[k+1:] {
			inner *= length
		}
		if bits, ok := f.KnownBits(f.Arg(step, 1), 0); ok {
			known += min(uint32(bits), n-1) * inner
			continue
		}
		index := f.Arg(step, 1)
		if f.Bits(index) != 32 {
			index = b.Op(op.U2U, ir.TypeU32, index)
		}
		index = b.Op(op.UMin, ir.TypeU32, index, b.U32(n-1))
		if inner != 1 {
			index = b.Op(op.IMul, ir.TypeU32, index, b.U32(inner))
		}
		if sum == 0 {
			sum = index
		} else {
			sum = b.Op(op.IAdd, ir.TypeU32, sum, index)
		}
	}
	switch {
	case sum == 0:
		return b.U32(known)
	case known != 0:
		return b.Op(op.IAdd, ir.TypeU32, sum, b.U32(known))
	}
	return sum
}

// access makes a load or store that of a register.
func (m *regMaker) access(i ssa.InstrID, x *regVar, steps []ssa.InstrID) {
	f := m.f
	b := f.BuildBefore(i)
	var at []ssa.Value
	if len(steps) > 0 {
		at = []ssa.Value{m.index(&b, x, steps)}
	}
	load := func() ssa.Value {
		v := b.Op(op.LoadReg, x.element, at...)
		f.SetWords(v, [2]uint32{uint32(x.reg)})
		return v
	}
	if f.Op(i) == op.Load {
		v := load()
		f.ReplaceUses(i, v)
		f.Remove(i)
		return
	}
	value := f.Src(i, 1)
	n := f.Shader.Module.Types.At(x.element).Rows
	if mask := f.Field(i, "mask"); mask != 0 && n > 1 && mask != 1<<n-1 {
		old := load()
		parts := make([]ssa.Src, n)
		for k := range parts {
			parts[k] = ssa.Src{Value: old, Comps: 1, Swizzle: ssa.Splat(k)}
			if mask>>k&1 != 0 {
				from := k
				if value.Comps != 0 {
					from = value.Swizzle.At(k)
				}
				parts[k] = ssa.Src{Value: value.Value, Comps: 1, Swizzle: ssa.Splat(from)}
			}
		}
		value = ssa.Whole(b.Instr(op.Vec, x.element, parts...))
	}
	srcs := []ssa.Src{value}
	for _, v := range at {
		srcs = append(srcs, ssa.Whole(v))
	}
	s := b.Instr(op.StoreReg, 0, srcs...)
	f.SetWords(s, [2]uint32{uint32(x.reg)})
	f.Remove(i)
}

// declare sets the value of a variable at the beginning of its life.
func (m *regMaker) declare(i ssa.InstrID, x *regVar) {
	f := m.f
	v := f.VarOf(i)
	m.register(x, f.Vars[v&^ssa.LocalVar].Name)
	b := f.BuildBefore(i)
	store := func(value ssa.Value, at ...ssa.Value) {
		s := b.Op(op.StoreReg, 0, append([]ssa.Value{value}, at...)...)
		f.SetWords(s, [2]uint32{uint32(x.reg)})
	}
	init := ssa.Value(0)
	if f.NumSrcs(i) > 0 {
		init = f.Arg(i, 0)
	}
	n := x.elements()
	switch {
	case n == 0 && init == 0:
		store(b.Zero(x.element))
	case n == 0:
		store(init)
	case init == 0:
		zero := b.Zero(x.element)
		for k := range n {
			store(zero, b.U32(k))
		}
	default:
		types := &f.Shader.Module.Types
		for k := range n {
			part, t, rest := init, f.Vars[v&^ssa.LocalVar].Type, n
			at := k
			for _, length := range x.lengths {
				rest /= length
				t = types.At(t).Base
				part = b.Extract(t, part, int(at/rest))
				at %= rest
			}
			store(part, b.U32(k))
		}
	}
	f.Remove(i)
}
