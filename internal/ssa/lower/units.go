package lower

// This file gives textures, samplers and storage images units, and makes uses of them uses of a unit.
//
//	before                                               after
//	var @t : binding_array<image<2d>, 4> binding(0, 1)   var @t : binding_array<image<2d>, 4> binding(0, 1) at(2)
//	%1 = deref_var @t                                    %3 = umin %i, 3
//	%2 = deref_array %1, %i : image<2d>                  %2 = resource_unit %3, base=2, range=4 : image<2d>
//
// It is for machines that have textures by number. Units have the order of groups and bindings; an element of
// an array has a unit of its own, and an index that isn't known is limited to the array. Arrays of unknown
// length and input attachments stay variables. Passes that find resources by their variables, as lower-tex
// and non-uniform-access do, come before.

import (
	"cmp"
	"slices"

	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// ResourceUnits replaces textures, samplers and storage images by their units.
var ResourceUnits = &pass.Pass{
	Name:      "resource-units",
	Doc:       "textures, samplers and storage images get numbers, and uses of them become uses of a number",
	Replaces:  []string{"lower_samplers"},
	Requires:  pass.NoCalls,
	Destroys:  pass.Scalar,
	Preserves: ssa.ControlFlow,
	Machine:   true,
	Shader:    resourceUnits,
}

func resourceUnits(s *ssa.Shader) bool {
	changed := assignUnits(s)
	for _, f := range s.Funcs[1:] {
		for b := range f.Blocks() {
			for i := range f.Instrs(b) {
				if o := f.Op(i); (o == op.DerefVar || o == op.DerefArray) && isUnit(f, i) {
					replace(f, i, unitOf(f, i))
					changed = true
				}
			}
		}
		changed = unusedAddresses(f) || changed
	}
	return changed
}

// assignUnits gives the variables units that have none; it reports whether there are any.
func assignUnits(s *ssa.Shader) bool {
	types := &s.Module.Types
	var list []*ssa.Variable
	var next [ssa.UnitImage + 1]uint32
	for k := 1; k < len(s.Vars); k++ {
		v := &s.Vars[k]
		kind := ssa.UnitKindOf(types, v.Type)
		switch {
		case v.Mode&(ssa.ModeResource|ssa.ModeImage) == 0 || kind == ssa.NoUnits:
		case v.HasAt:
			next[kind] = max(next[kind], v.At+v.Units(types))
		default:
			list = append(list, v)
		}
	}
	slices.SortStableFunc(list, func(a, b *ssa.Variable) int {
		return cmp.Or(cmp.Compare(a.Binding.Group, b.Binding.Group), cmp.Compare(a.Binding.Binding, b.Binding.Binding))
	})
	for _, v := range list {
		kind := ssa.UnitKindOf(types, v.Type)
		v.HasAt, v.At = true, next[kind]
		next[kind] += v.Units(types)
	}
	return len(list) > 0
}

// isUnit reports whether a value is a resource of a variable with units.
func isUnit(f *ssa.Function, v ssa.Value) bool {
	types := &f.Shader.Module.Types
	root := rootVar(f, v)
	if root == 0 || root.IsLocal() || !f.HasUses(v) {
		return false
	}
	x := f.Var(root)
	return x.HasAt && x.Mode&(ssa.ModeResource|ssa.ModeImage) != 0 && types.At(f.Type(v)).Kind != ir.TypeBindingArray
}

// unitOf inserts the resource by its unit.
func unitOf(f *ssa.Function, i ssa.InstrID) ssa.Value {
	b := f.BuildBefore(i)
	x := f.Var(rootVar(f, i))
	n := x.Units(&f.Shader.Module.Types)
	base, element := x.At, ssa.Src{}
	if f.Op(i) == op.DerefArray {
		index := f.Arg(i, 1)
		if k, known := f.KnownBits(index, 0); known {
			base += uint32(min(k&(1<<f.Bits(index)-1), uint64(n-1)))
			n = 1
		} else {
			if f.Bits(index) != 32 {
				index = b.Op(op.U2U, ir.TypeU32, index)
			}
			if f.Flags(i)&ir.FlagInBounds == 0 {
				index = b.Op(op.UMin, ir.TypeU32, index, b.U32(n-1))
			}
			element = ssa.Whole(index)
		}
	}
	v := b.Instr(op.ResourceUnit, f.Type(i), element)
	f.SetField(v, "base", base)
	f.SetField(v, "range", n)
	f.SetFlags(v, f.Flags(i)&(ir.FlagNonUniform|ir.FlagInBounds))
	return v
}

// moduleUnits makes units variables and elements of them again; it reports whether there are any.
func moduleUnits(s *ssa.Shader) bool {
	changed := false
	for _, f := range s.Funcs[1:] {
		if !f.MayHave(op.ResourceUnit) {
			continue
		}
		for n := range f.Blocks() {
			for i := range f.Instrs(n) {
				if f.Op(i) != op.ResourceUnit {
					continue
				}
				b := f.BuildBefore(i)
				id := s.UnitVar(f.Type(i), f.Field(i, "base"))
				v := b.DerefVar(id)
				if f.Type(v) != f.Type(i) {
					index := ssa.Value(0)
					if f.NumSrcs(i) > 0 {
						index = f.Arg(i, 0)
					}
					if index == 0 {
						index = b.U32(f.Field(i, "base") - s.Vars[id].At)
					}
					v = b.DerefArray(f.Type(i), v, index)
					f.SetFlags(v, f.Flags(i))
				}
				replace(f, i, v)
				changed = true
			}
		}
	}
	for k := range s.Vars {
		if v := &s.Vars[k]; v.HasAt && v.Mode&(ssa.ModeResource|ssa.ModeImage) != 0 {
			v.HasAt, v.At = false, 0
			changed = true
		}
	}
	return changed
}
