package ssa

// This file checks operations of the machine's form: memory by offset, inputs and
// outputs by slot.

import (
	"math/bits"

	"refract/ir"
	"refract/ssa/op"
)

// resource checks the source that names a buffer.
func (v *verifier) resource(i InstrID) {
	f := v.f
	x := VarID(f.Word(i, 0))
	if x == 0 || x.IsLocal() || int(x) >= len(v.s.Vars) {
		v.complain(i, 0, "no such variable")
		return
	}
	y := &v.s.Vars[x]
	if y.Mode&(ModeUBO|ModeSSBO|ModeUniform) == 0 {
		v.complain(i, 0, "a variable of mode %s is no buffer", y.Mode)
	}
	if isArray := v.types.At(y.Type).Kind == ir.TypeBindingArray; isArray != (v.typeOf(i, 0) != 0) {
		v.complain(i, 0, "a binding array has an element, and no other buffer")
	} else if isArray {
		v.isIndex(i, 0)
	}
}

// unit checks the number of a texture, sampler or storage image.
func (v *verifier) unit(i InstrID) {
	f := v.f
	base, n := f.Field(i, "base"), f.Field(i, "range")
	x := v.s.UnitVar(f.Type(i), base)
	if x == 0 {
		v.complain(i, 0, "no variable of type %s has unit %d", v.typeName(f.Type(i)), base)
		return
	}
	y := &v.s.Vars[x]
	if whole := v.typeOf(i, 0) != 0; whole && (base != y.At || n != y.Units(v.types)) {
		v.complain(i, 0, "an element is one of the units of a variable, from the first on")
	} else if !whole && n > 1 {
		v.complain(i, 0, "several units without an element")
	}
}

// explicit checks accesses of memory by offset.
func (v *verifier) explicit(i InstrID) {
	f := v.f
	n := &f.instrs[i]
	form := n.op.Memory()
	if form.Kind == op.MemoryGlobal && f.Field(i, "base") != 0 && int32(f.Field(i, "base")) < 0 {
		v.complain(i, 0, "the base is too great")
	}
	if form.Role == op.MemoryAtomic {
		v.atomicAt(i, int(form.Value))
		return
	}
	data := Value(i)
	if form.Role == op.MemoryStore {
		data = f.Arg(i, int(form.Value))
	}
	if size := f.Bits(data); size < 8 {
		v.complain(i, 0, "memory holds no components of %d bits", size)
	}
	if form.Role == op.MemoryStore && f.Field(i, "mask")>>f.Comps(data) != 0 {
		v.complain(i, 0, "the mask names components that aren't there")
	}
	if a := f.Field(i, "align"); bits.OnesCount32(a) > 1 {
		v.complain(i, 0, "an alignment of %d bytes", a)
	} else if o := f.Field(i, "align_offset"); o != 0 && o >= a {
		v.complain(i, 0, "the address is %d bytes beyond a multiple of %d", o, a)
	}
}

// atomicAt checks an atomic operation on memory by offset, whose value is source k.
func (v *verifier) atomicAt(i InstrID, k int) {
	f := v.f
	s := ir.Scalar(f.Field(i, "kind"))
	if s.Bits() < 8 || s.Bits() != f.Bits(f.Arg(i, k)) {
		v.complain(i, 0, "an atomic operation on %s with a value of %d bits", s, f.Bits(f.Arg(i, k)))
		return
	}
	compares := ir.AtomicOp(f.Field(i, "op")) == ir.AtomicCompareExchange
	if (v.typeOf(i, k+1) != 0) != compares {
		v.complain(i, 0, "an atomic operation takes a value, and an exchange on a condition another")
	}
}

// slots checks operations on inputs and outputs.
func (v *verifier) slots(i InstrID) {
	f := v.f
	if f.Op(i) == op.LoadBarycentric {
		at := op.Barycentric(f.Field(i, "at"))
		want := 0
		switch at {
		case op.BarycentricAtSample:
			want = 1
		case op.BarycentricAtOffset:
			want = 2
		}
		have := 0
		if f.NumSrcs(i) > 0 && f.Arg(i, 0) != 0 {
			have = f.Comps(f.Arg(i, 0))
		}
		if have != want {
			v.complain(i, 0, "a place of %d components, where this one has %d", have, want)
		}
		return
	}
	data := Value(i)
	switch o := f.Op(i); o {
	case op.LoadStageInput, op.LoadStageOutput, op.StoreStageOutput:
		mode := ModeStageOut
		if o == op.LoadStageInput {
			mode = ModeStageIn
		}
		if v.s.StageVar(mode, f.Field(i, "base")) == 0 {
			v.complain(i, 0, "no variable has the slot")
		}
	}
	if o := f.Op(i); o == op.StoreOutput || o == op.StoreStageOutput {
		data = f.Arg(i, 0)
		if f.Field(i, "mask")>>f.Comps(data) != 0 {
			v.complain(i, 0, "the mask names components that aren't there")
		}
	}
	wide := 1
	if f.Bits(data) == 64 {
		wide = 2
	}
	if size := f.Bits(data); size < 8 {
		v.complain(i, 0, "slots hold no components of %d bits", size)
	} else if n := int(f.Field(i, "component")) + wide*f.Comps(data); n > 4 && wide == 1 || n > 8 {
		v.complain(i, 0, "%d components in a slot", n)
	}
}
