package direct3d

// This file keeps the elements and counters of structured buffers apart.
//
//	before                                            after
//	%1 = element_offset %i, 0, stride=32              %1 = element_offset %i, 0, stride=32
//	%2 = iadd %1, 12                                  %3 = load_ssbo %b, %1, base=12
//	%3 = load_ssbo %b, %2
//	%5 = ssbo_atomic %counter, 0, 1, op=sub           %5 = ssbo_atomic %counter, 0, 0xffffffff, op=add
//	%6 = iadd %5, 0xffffffff                          %6 = %5

import (
	"refract/internal/ir/layout"
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
)

// SeparateElements gives accesses of structured buffers an op.ElementOffset as their offset, and numbers in their
// base. The size of such a buffer becomes its number of elements, and a counter that is decremented gives the new
// number, as Direct3D's do.
func SeparateElements(f *ssa.Function) {
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			if f.Op(i) == op.SSBOSize {
				if reg := registerOf(f, f.Arg(i, 0)); reg.Form.IsStructured() && reg.Stride > 0 {
					countElements(f, i, reg.Stride)
				}
				continue
			}
			form := f.Op(i).Memory()
			if form.Kind != op.MemorySSBO || form.Block < 0 {
				continue
			}
			switch reg := registerOf(f, f.Arg(i, int(form.Block))); {
			case reg.Form.IsStructured():
				baseOfElement(f, i, int(form.Offset))
			case reg.Form == ir.BufferCounter && form.Role == op.MemoryAtomic && ir.AtomicOp(f.Field(i, "op")) == ir.AtomicSub:
				decrement(f, i, int(form.Value))
			}
		}
	}
}

// registerOf is the place in Direct3D of the variable that a block is.
func registerOf(f *ssa.Function, block ssa.Value) ir.Register {
	if f.Op(block) != op.ResourceIndex {
		return ir.Register{}
	}
	return f.Var(f.VarOf(block)).Register
}

// baseOfElement moves the numbers that are added to an offset to the base.
func baseOfElement(f *ssa.Function, i ssa.InstrID, k int) {
	at, base := f.Arg(i, k), f.Field(i, "base")
	for f.Op(at) == op.IAdd {
		number, ok := numberIn(f, at)
		if !ok {
			break
		}
		at, base = f.Arg(at, 0), base+number
	}
	if f.Op(at) == op.ElementOffset && at != f.Arg(i, k) {
		f.SetSrc(i, k, ssa.Whole(at))
		f.SetField(i, "base", base)
	}
}

// numberIn is the number that an operation on a scalar has as its second operand.
func numberIn(f *ssa.Function, i ssa.InstrID) (number uint32, ok bool) {
	bits, ok := f.KnownBits(f.Arg(i, 1), f.Src(i, 1).Swizzle.At(0))
	return uint32(bits), ok && f.Comps(i) == 1 && f.Comps(f.Arg(i, 0)) == 1
}

// countElements makes the size of a buffer the number of its elements.
func countElements(f *ssa.Function, i ssa.InstrID, stride uint32) {
	rest(f, i, func(user ssa.InstrID, number uint32) bool {
		switch f.Op(user) {
		case op.UDiv:
			return number == stride
		case op.UShr:
			return number < 32 && 1<<number == stride
		}
		return false
	}, func(b *ssa.Builder) ssa.Value { return b.Op(op.IMul, ir.TypeU32, i, b.U32(stride)) })
}

// decrement makes an atomic operation that subtracts one that of Direct3D's counters, whose result is the new
// number.
func decrement(f *ssa.Function, i ssa.InstrID, value int) {
	if one, ok := f.KnownBits(f.Arg(i, value), 0); !ok || one != 1 {
		return
	}
	b := f.BuildBefore(i)
	f.SetSrc(i, value, ssa.Whole(b.U32(^uint32(0))))
	f.SetField(i, "op", uint32(ir.AtomicAdd))
	rest(f, i, func(user ssa.InstrID, number uint32) bool {
		return f.Op(user) == op.IAdd && number == ^uint32(0) || f.Op(user) == op.ISub && number == 1
	}, func(b *ssa.Builder) ssa.Value { return b.Op(op.IAdd, ir.TypeU32, i, b.U32(1)) })
}

// rest lets a value have a new meaning. The users that compute it from the old meaning become the value: is reports
// whether one does, which has the value and a number as operands. The others use the old meaning, which old computes.
func rest(f *ssa.Function, i ssa.InstrID, is func(user ssa.InstrID, number uint32) bool, old func(*ssa.Builder) ssa.Value) {
	if f.Type(i) == 0 {
		return
	}
	var same []ssa.InstrID
	var slots []ssa.UseID
	for u := f.FirstUse(i); u != 0; u = f.NextUse(u) {
		if j, _ := f.UserOf(u); j != 0 && f.UseIndex(u) == 0 && f.NumSrcs(j) == 2 {
			if number, ok := numberIn(f, j); ok && is(j, number) {
				same = append(same, j)
				continue
			}
		}
		slots = append(slots, u)
	}
	if len(slots) > 0 {
		b := f.BuildAfter(i)
		v := old(&b)
		for _, u := range slots {
			s := f.SrcAt(u)
			s.Value = v
			f.SetSrcAt(u, s)
		}
	}
	for _, j := range same {
		f.ReplaceUses(j, i)
	}
}

// A Counter is how a shader changes the counter of a structured buffer.
type Counter struct{ grows, shrinks bool }

// IsCounter reports whether the memory of an operation is the counter of a structured buffer.
func IsCounter(f *ssa.Function, i ssa.InstrID, form op.MemoryForm) bool {
	return registerOf(f, f.Arg(i, int(form.Block))).Form == ir.BufferCounter
}

// Step is the number by which an atomic operation changes the counter, 1 or -1, or 0 and the feature that Direct3D lacks.
func (c *Counter) Step(f *ssa.Function, i ssa.InstrID, form op.MemoryForm) (by int, lacks string) {
	number, known := f.KnownBits(f.Arg(i, int(form.Value)), 0)
	if known && ir.AtomicOp(f.Field(i, "op")) == ir.AtomicAdd {
		by = int(int32(uint32(number)))
	}
	if by != 1 && by != -1 {
		return 0, "a counter that changes by other numbers than one"
	}
	if c.grows, c.shrinks = c.grows || by > 0, c.shrinks || by < 0; c.grows && c.shrinks {
		return 0, "a buffer whose counter is incremented and decremented" // both compilers refuse it
	}
	return by, ""
}

// Element is the place of an element of a structured buffer.
func Element(m *ir.Module, places *layout.Places, g *ir.Global) (layout.Place, error) {
	t, l := m.Held(g)
	p := layout.Place{Type: t, Layout: l}
	if m.Types.At(t).Kind == ir.TypeStruct { // of an array of buffers
		data, _, err := places.Member(p, 0)
		if err != nil {
			return p, err
		}
		p = data
	}
	p, _, err := places.Element(p)
	return p, err
}
