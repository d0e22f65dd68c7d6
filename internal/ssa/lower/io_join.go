package lower

// This file makes one variable of inputs, or outputs, that are components of one location.
//
//	before                                         after
//	var @a : f32 shader_in location(2)             var @a : vec3<f32> shader_in location(2)
//	var @b : vec2<f32> shader_in location(2)
//	         component(1)
//	%1 = deref_var @b                              %1 = deref_var @a
//	%2 = load %1 : vec2<f32>                       %3 = load %1 : vec3<f32>
//	                                               %2 = mov %3.yz
//
// They must have one kind of number and be interpolated alike, and only be loaded and stored
// whole or by components that are known.

import (
	"cmp"
	"slices"

	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// IOJoin makes one variable of the variables of one location.
var IOJoin = &pass.Pass{
	Name:      "io-variables-to-vector",
	Doc:       "inputs and outputs that are components of one location become one variable",
	Replaces:  []string{"lower_io_to_vector"},
	Requires:  pass.NoCalls | pass.IOVariables,
	Preserves: ssa.ControlFlow,
	Machine:   true,
	Shader:    joinIO,
}

// An ioPlace is the key of variables of one location that can be one.
type ioPlace struct {
	mode   ssa.Mode
	access ir.AccessMode
	io     ir.Binding // without the component
	scalar ir.Scalar
}

func joinIO(s *ssa.Shader) bool {
	types := &s.Module.Types
	var order []ioPlace
	groups := map[ioPlace][]ssa.VarID{}
	for k := 1; k < len(s.Vars); k++ {
		v := &s.Vars[k]
		t := types.At(v.Type)
		if v.Mode&(ssa.ModeShaderIn|ssa.ModeShaderOut) == 0 || v.HasAt || v.IO.Kind != ir.BindLocation || v.Init != 0 ||
			t.Kind != ir.TypeScalar && t.Kind != ir.TypeVector || t.Scalar.Bits() != 32 || !isWholeOrKnown(s, ssa.VarID(k)) {
			continue
		}
		key := ioPlace{v.Mode, v.Access, v.IO, t.Scalar}
		key.io.Component = 0
		if groups[key] == nil {
			order = append(order, key)
		}
		groups[key] = append(groups[key], ssa.VarID(k))
	}
	changed := false
	for _, key := range order {
		list := groups[key]
		slices.SortFunc(list, func(a, b ssa.VarID) int { return cmp.Compare(s.Vars[a].IO.Component, s.Vars[b].IO.Component) })
		end := func(v ssa.VarID) int {
			return int(s.Vars[v].IO.Component) + types.ComponentCount(s.Vars[v].Type)
		}
		apart := len(list) > 1 && end(list[len(list)-1]) <= 4
		for k := 1; k < len(list); k++ {
			apart = apart && end(list[k-1]) <= int(s.Vars[list[k]].IO.Component)
		}
		if !apart {
			continue
		}
		first := int(s.Vars[list[0]].IO.Component)
		whole := ir.VectorOf(key.scalar, end(list[len(list)-1])-first)
		for _, f := range s.Funcs[1:] {
			for _, v := range list {
				useJoined(f, v, list[0], int(s.Vars[v].IO.Component)-first, whole)
			}
		}
		s.Vars[list[0]].Type = whole
		for _, v := range list[1:] {
			s.Vars[v].Mode, s.Vars[v].IO = ssa.ModeShaderTemp, ir.Binding{}
		}
		changed = true
	}
	return changed
}

// isWholeOrKnown reports whether a variable is only loaded and stored whole, or by
// components that are known.
func isWholeOrKnown(s *ssa.Shader, v ssa.VarID) bool {
	n := uint64(s.Module.Types.ComponentCount(s.Vars[v].Type))
	for _, f := range s.Funcs[1:] {
		accesses := func(p ssa.Value) bool {
			for u := f.FirstUse(p); u != 0; u = f.NextUse(u) {
				i, _ := f.UserOf(u)
				if i == 0 || f.UseIndex(u) != 0 || f.Op(i) != op.Load && f.Op(i) != op.Store && f.Op(i) != op.DerefArray {
					return false
				}
			}
			return true
		}
		for b := range f.Blocks() {
			for i := range f.Instrs(b) {
				if f.Op(i) == op.Interpolate && f.Shader.Vars[v].Mode == ssa.ModeShaderIn && f.Field(i, "location") == f.Shader.Vars[v].IO.Location {
					return false
				}
				if f.Op(i) != op.DerefVar || f.VarOf(i) != v {
					continue
				}
				if !accesses(i) {
					return false
				}
				for u := f.FirstUse(i); u != 0; u = f.NextUse(u) {
					p, _ := f.UserOf(u)
					if f.Op(p) != op.DerefArray {
						continue
					}
					if k, known := f.KnownBits(f.Arg(p, 1), 0); !known || k >= n || !accesses(p) {
						return false
					}
				}
			}
		}
	}
	return true
}

// useJoined has a function access components of a joined variable, from one on, in place of
// another variable.
func useJoined(f *ssa.Function, v, joined ssa.VarID, from int, whole ir.TypeID) {
	types := &f.Shader.Module.Types
	type access struct {
		i    ssa.InstrID
		from int
	}
	var list []access
	var gone []ssa.InstrID // addresses, the ones that others begin with last
	users := func(p ssa.Value) (out []ssa.InstrID) {
		for u := f.FirstUse(p); u != 0; u = f.NextUse(u) {
			i, _ := f.UserOf(u)
			out = append(out, i)
		}
		return out
	}
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			if f.Op(i) != op.DerefVar || f.VarOf(i) != v {
				continue
			}
			for _, p := range users(i) {
				if f.Op(p) != op.DerefArray {
					list = append(list, access{p, from})
					continue
				}
				k, _ := f.KnownBits(f.Arg(p, 1), 0)
				for _, j := range users(p) {
					list = append(list, access{j, from + int(k)})
				}
				gone = append(gone, p)
			}
			gone = append(gone, i)
		}
	}
	n := types.ComponentCount(whole)
	x := f.Var(joined)
	pointer := types.Pointer(whole, ir.SpacePrivate, ir.AccessReadWrite, x.Layout)
	for _, a := range list {
		b := f.BuildBefore(a.i)
		p := b.DerefVar(joined)
		f.SetType(p, pointer)
		if f.Op(a.i) == op.Load {
			l := b.Instr(op.Load, whole, ssa.Whole(p))
			swizzle := ssa.Identity
			for k := range f.Comps(a.i) {
				swizzle = swizzle.With(k, a.from+k)
			}
			replace(f, a.i, b.Swizzle(l, swizzle, f.Comps(a.i)))
			continue
		}
		value := f.Arg(a.i, 1)
		comps := f.Comps(value)
		mask := f.Field(a.i, "mask")
		if mask == 0 {
			mask = 1<<comps - 1
		}
		swizzle := ssa.Swizzle(0)
		for k := range n {
			swizzle = swizzle.With(k, min(max(k-a.from, 0), comps-1))
		}
		i := b.Instr(op.Store, 0, ssa.Whole(p), ssa.Whole(b.Swizzle(value, swizzle, n)))
		f.SetField(i, "mask", mask<<a.from)
		f.Remove(a.i)
	}
	for _, i := range gone {
		if !f.HasUses(i) {
			f.Remove(i)
		}
	}
}
