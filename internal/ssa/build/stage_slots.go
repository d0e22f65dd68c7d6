package build

// This file makes accesses of the slots of vertices, primitives and patches accesses of the variables that
// have the slots: the form that modules and the reference engine have.
//
//	before                                          after
//	%2 = load_stage_input %v, %1, base=3 : f32      %3 = deref_var @in
//	                                                %4 = deref_array %3, %v
//	                                                %5 = deref_struct %4, member=1
//	                                                %2 = load %5 : f32

import (
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
)

// HasStageSlots reports whether a shader accesses slots of vertices, primitives or patches.
func HasStageSlots(s *ssa.Shader) bool {
	for _, f := range s.Funcs[1:] {
		if f.MayHave(op.LoadStageInput) || f.MayHave(op.LoadStageOutput) || f.MayHave(op.StoreStageOutput) {
			return true
		}
	}
	return false
}

// StageSlots replaces all accesses of slots of vertices, primitives and patches by accesses of variables, which
// lose their places; it reports whether there was anything to do.
func StageSlots(s *ssa.Shader) bool {
	changed := false
	for _, f := range s.Funcs[1:] {
		for n := range f.Blocks() {
			for i := range f.Instrs(n) {
				switch f.Op(i) {
				case op.LoadStageInput, op.LoadStageOutput, op.StoreStageOutput:
					stageSlot(f, i)
					changed = true
				}
			}
		}
	}
	for k := range s.Vars {
		if v := &s.Vars[k]; v.HasAt && v.Mode&(ssa.ModeStageIn|ssa.ModeStageOut) != 0 {
			v.HasAt, v.At = false, 0
			changed = true
		}
	}
	return changed
}

// stageSlot replaces one access.
func stageSlot(f *ssa.Function, i ssa.InstrID) {
	b := f.BuildBefore(i)
	first, mode := 0, ssa.ModeStageOut
	switch f.Op(i) {
	case op.LoadStageInput:
		mode = ssa.ModeStageIn
	case op.StoreStageOutput:
		first = 1
	}
	vertex, slot := f.Arg(i, first), f.Arg(i, first+1)
	base := f.Field(i, "base")
	id := f.Shader.StageVar(mode, base)
	p := b.DerefVar(id)
	v := f.Var(id)
	w := slotPath{b: &b, m: f.Shader.Module, known: base - v.At}
	if vertex != 0 {
		p = w.element(p, vertex)
	}
	if k, known := f.KnownBits(slot, 0); known {
		w.known += uint32(k)
	} else {
		w.dynamic = slot
	}
	p = w.leaf(p)
	component, t := int(f.Field(i, "component")), w.m.Types.Pointee(f.Type(p))
	n, scale := w.m.Types.ComponentCount(t), 1
	if w.m.Types.ScalarOf(t).Bits() == 64 {
		scale = 2
	}
	component = int(w.known)*4/scale + component/scale // of 64 bits in a second slot
	if first == 0 {
		value := b.Load(p)
		if f.Comps(i) < n {
			value = b.Swizzle(value, ssa.Identity>>(2*component), f.Comps(i))
		}
		f.SetName(value, f.NameOf(i))
		f.ReplaceUses(i, value)
		f.Remove(i)
		return
	}
	data, mask := f.Arg(i, 0), f.Field(i, "mask")
	whole := f.Comps(data) == n && (mask == 0 || mask == 1<<n-1)
	if whole {
		b.Store(p, data)
	}
	for k := 0; k < f.Comps(data) && !whole; k++ {
		if mask == 0 || mask>>k&1 != 0 {
			b.Store(w.element(p, b.U32(uint32(component+k))), b.Component(data, k))
		}
	}
	f.Remove(i)
}

// A slotPath finds the vector or scalar at a slot of a variable: known slots from its first one on, and
// the slots that a value adds.
type slotPath struct {
	b       *ssa.Builder
	m       *ir.Module
	known   uint32
	dynamic ssa.Value // 0: none
}

// element is the address of an element, column or component.
func (w *slotPath) element(p, index ssa.Value) ssa.Value {
	return w.b.DerefArray(w.m.ElementType(w.b.F.Type(p), 0), p, index)
}

// leaf is the address of the scalar or vector at the slot; known is the slot within it then.
func (w *slotPath) leaf(p ssa.Value) ssa.Value {
	for {
		t := w.m.Types.Pointee(w.b.F.Type(p))
		switch ty := *w.m.Types.At(t); ty.Kind {
		case ir.TypeStruct:
			members := w.m.Structs[ty.Struct].Members
			k := 0
			for n := w.m.Locations(members[0].Type); w.known >= n && k+1 < len(members); n = w.m.Locations(members[k].Type) {
				w.known -= n
				k++
			}
			p = w.b.DerefStruct(w.m.ElementType(w.b.F.Type(p), uint32(k)), p, k)
		case ir.TypeArray, ir.TypeMatrix:
			part := ty.Base
			if ty.Kind == ir.TypeMatrix {
				part = ir.VectorOf(ty.Scalar, int(ty.Rows))
			}
			p = w.element(p, w.index(w.m.Locations(part)))
		default:
			return p
		}
	}
}

// index is the index of the element, of so many slots, that has the slot; the slots within the element
// are left.
func (w *slotPath) index(step uint32) ssa.Value {
	k := w.b.U32(w.known / step)
	w.known %= step
	if w.dynamic == 0 {
		return k
	}
	index := w.dynamic
	if step > 1 {
		index = w.b.Op(op.UDiv, ir.TypeU32, w.dynamic, w.b.U32(step))
		w.dynamic = w.b.Op(op.URem, ir.TypeU32, w.dynamic, w.b.U32(step))
	} else {
		w.dynamic = 0
	}
	return w.b.Op(op.IAdd, ir.TypeU32, index, k)
}
