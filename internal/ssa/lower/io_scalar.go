package lower

// This file makes accesses of slots accesses of single components.
//
//	before                                       after
//	%2 = load_input %1, base=3 : vec2<f32>       %3 = load_input %1, base=3 : f32
//	                                             %4 = load_input %1, base=3, component=1 : f32
//	                                             %2 = vec %3, %4
//	store_output %5, %1, mask=2                  %6 = mov %5.y
//	                                             store_output %6, %1, component=1

import (
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// IOScalar makes accesses of slots accesses of single components.
var IOScalar = &pass.Pass{
	Name:        "io-to-scalar",
	Doc:         "accesses of slots become accesses of single components",
	Replaces:    []string{"lower_io_to_scalar"},
	Establishes: pass.ScalarIO,
	Preserves:   ssa.ControlFlow,
	Machine:     true,
	Function:    ioScalar,
}

// OnWideSlots reports whether an instruction accesses several components of a slot.
func OnWideSlots(f *ssa.Function, i ssa.InstrID) bool {
	switch f.Op(i) {
	case op.LoadInput, op.LoadInterpolatedInput, op.LoadOutput:
		return f.Comps(i) > 1
	case op.StoreOutput:
		return f.Comps(f.Arg(i, 0)) > 1
	}
	return false
}

func ioScalar(f *ssa.Function) bool {
	changed := false
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			if OnWideSlots(f, i) {
				slotToScalar(f, i)
				changed = true
			}
		}
	}
	return changed
}

func slotToScalar(f *ssa.Function, i ssa.InstrID) {
	b := f.BuildBefore(i)
	data := i
	if f.Op(i) == op.StoreOutput {
		data = f.Arg(i, 0)
	}
	wide := uint32(f.Bits(data)+31) / 32
	t := ir.VectorOf(f.Shader.Module.Types.ScalarOf(f.Type(data)), 1)
	n := f.Comps(data)
	last := f.NumSrcs(i) - 1
	// at puts component k of the access into an instruction, whose sources are srcs.
	at := func(k int, srcs []ssa.Src, t ir.TypeID) ssa.InstrID {
		c := f.Field(i, "component") + uint32(k)*wide
		if c >= 4 {
			srcs[last] = ssa.Whole(b.Op(op.IAdd, ir.TypeU32, srcs[last].Value, b.U32(c/4)))
		}
		v := b.Instr(f.Op(i), t, srcs...)
		f.SetWords(v, f.Words(i))
		f.SetFlags(v, f.Flags(i))
		f.SetField(v, "component", c%4)
		return v
	}
	sources := func() (list []ssa.Src) {
		for k := range f.NumSrcs(i) {
			list = append(list, f.Src(i, k))
		}
		return list
	}
	if f.Op(i) == op.StoreOutput {
		mask := f.Field(i, "mask")
		for k := range n {
			if mask == 0 || mask>>k&1 != 0 {
				srcs := sources()
				srcs[0] = ssa.Whole(b.Component(data, k))
				f.SetField(at(k, srcs, 0), "mask", 0)
			}
		}
		f.Remove(i)
		return
	}
	var parts [4]ssa.Value
	for k := range n {
		parts[k] = at(k, sources(), t)
	}
	v := b.Op(op.Vec, f.Type(i), parts[:n]...)
	f.SetName(v, f.NameOf(i))
	f.ReplaceUses(i, v)
	f.Remove(i)
}
