package lower

// This file gives variables of three components a fourth.
//
//	before                               after
//	var $a : array<vec3<f32>, 8>         var $a : array<vec4<f32>, 8>
//	%1 = deref_array %a, %i              %1 = deref_array %a, %i
//	%2 = load %1 : vec3<f32>             %2 = load %1 : vec4<f32>
//	store %1, %3                         %4 = mov %2.xyz
//	                                     %5 = mov %3.xyzz
//	                                     store %1, %5, mask=7
//
// Machines align vectors of three as those of four, and lay them out more simply so.
// Variables of vectors, and arrays of them, change that are loaded and stored vector by
// vector or component by component.

import (
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// Vec3ToVec4 gives variables of three components a fourth.
var Vec3ToVec4 = &pass.Pass{
	Name:      "vec3-to-vec4",
	Doc:       "private and workgroup variables of vectors of three components are of four",
	Replaces:  []string{"lower_vec3_to_vec4"},
	Preserves: ssa.ControlFlow,
	Shader: func(s *ssa.Shader) bool {
		return vec3ToVec4(s, ssa.ModeFunctionTemp|ssa.ModeShaderTemp|ssa.ModeShared)
	},
}

// Vec3ToVec4In is the pass for variables of some modes.
func Vec3ToVec4In(modes ssa.Mode) *pass.Pass {
	p := *Vec3ToVec4
	p.Shader = func(s *ssa.Shader) bool { return vec3ToVec4(s, modes) }
	return &p
}

// widerType is a type with vectors of four in place of those of three, and whether there
// are any.
func widerType(types *ir.Types, t ir.TypeID) (ir.TypeID, bool) {
	ty := *types.At(t)
	switch {
	case ty.Kind == ir.TypeVector && ty.Rows == 3:
		return ir.VectorOf(ty.Scalar, 4), true
	case ty.Kind == ir.TypeArray && ty.LengthExpr == 0 && ty.Length > 0:
		base, ok := widerType(types, ty.Base)
		if !ok {
			return t, false
		}
		return types.Array(base, ty.Length), true
	}
	return t, false
}

func vec3ToVec4(s *ssa.Shader, modes ssa.Mode) bool {
	types := &s.Module.Types
	derefs := map[ssa.VarID][]ssa.InstrID{}
	changed := false
	widen := func(v *ssa.Variable, f *ssa.Function, list []ssa.InstrID) {
		v.Type, _ = widerType(types, v.Type)
		for _, d := range list {
			f.SetType(d, f.VarPointer(f.VarOf(d)))
			widenUses(f, d)
		}
		changed = true
	}
	fits := func(v *ssa.Variable) bool {
		_, ok := widerType(types, v.Type)
		return ok && v.Mode&modes != 0 && v.Layout == 0 && v.Init == 0
	}
	// Shader variables change for all functions or for none.
	bad := map[ssa.VarID]bool{}
	found := map[ssa.VarID]map[*ssa.Function][]ssa.InstrID{}
	for _, f := range s.Funcs[1:] {
		clear(derefs)
		declared := map[ssa.VarID]bool{}
		for b := range f.Blocks() {
			for i := range f.Instrs(b) {
				switch f.Op(i) {
				case op.DerefVar:
					derefs[f.VarOf(i)] = append(derefs[f.VarOf(i)], i)
				case op.Declare:
					declared[f.VarOf(i)] = declared[f.VarOf(i)] || f.NumSrcs(i) > 0 && f.Arg(i, 0) != 0
				}
			}
		}
		for k := range f.Vars {
			id := ssa.VarID(k) | ssa.LocalVar
			if v := &f.Vars[k]; k > 0 && !declared[id] && fits(v) && canWiden(f, derefs[id]) {
				widen(v, f, derefs[id])
			}
		}
		for id, list := range derefs {
			if id.IsLocal() || !fits(f.Var(id)) {
				continue
			}
			bad[id] = bad[id] || !canWiden(f, list)
			if found[id] == nil {
				found[id] = map[*ssa.Function][]ssa.InstrID{}
			}
			found[id][f] = list
		}
	}
	for k := range s.Vars {
		id := ssa.VarID(k)
		if bad[id] || found[id] == nil {
			continue
		}
		s.Vars[k].Type, _ = widerType(types, s.Vars[k].Type)
		changed = true
		for _, f := range s.Funcs[1:] {
			for _, d := range found[id][f] {
				f.SetType(d, f.VarPointer(id))
				widenUses(f, d)
			}
		}
	}
	return changed
}

// canWiden reports whether what addresses name is only loaded and stored by vectors or by
// components that are known.
func canWiden(f *ssa.Function, list []ssa.InstrID) bool {
	types := &f.Shader.Module.Types
	for _, p := range list {
		t := types.At(types.Pointee(f.Type(p)))
		for u := f.FirstUse(p); u != 0; u = f.NextUse(u) {
			i, _ := f.UserOf(u)
			switch {
			case i == 0 || f.UseIndex(u) != 0:
				return false
			case f.Op(i) == op.Load || f.Op(i) == op.Store:
				if t.Kind == ir.TypeArray {
					return false
				}
			case f.Op(i) != op.DerefArray:
				return false
			case t.Kind == ir.TypeVector:
				if k, known := f.KnownBits(f.Arg(i, 1), 0); !known || k > 2 {
					return false
				}
			}
			if f.Op(i) == op.DerefArray && !canWiden(f, []ssa.InstrID{i}) {
				return false
			}
		}
	}
	return true
}

// widenUses mends what an address of another type than before is used by.
func widenUses(f *ssa.Function, p ssa.Value) {
	types := &f.Shader.Module.Types
	t := *types.At(f.Type(p))
	for u := f.FirstUse(p); u != 0; {
		next := f.NextUse(u)
		i, _ := f.UserOf(u)
		switch vector := types.At(t.Base).Kind == ir.TypeVector; {
		case f.Op(i) == op.DerefArray && !vector:
			f.SetType(i, types.Pointer(types.At(t.Base).Base, t.Space, t.Access, t.Layout))
			widenUses(f, i)
		case f.Op(i) == op.Load && vector && f.Comps(i) == 3:
			b := f.BuildBefore(i)
			v := b.Load(p)
			f.SetFlags(v, f.Flags(i))
			replace(f, i, b.Swizzle(v, ssa.Identity, 3))
		case f.Op(i) == op.Store && vector && f.Comps(f.Arg(i, 1)) == 3:
			b := f.BuildBefore(i)
			f.SetSrc(i, 1, ssa.Whole(b.Swizzle(f.Arg(i, 1), ssa.Identity.With(3, 2), 4)))
			if f.Field(i, "mask") == 0 {
				f.SetField(i, "mask", 7)
			}
		}
		u = next
	}
}
