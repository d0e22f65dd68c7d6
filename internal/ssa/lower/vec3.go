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
// Machines align vectors of three like vectors of four, and lay them out more simply so.
// Variables of vectors change, and of arrays and structs of them, which get structs of
// their own; values that are loaded or stored whole are taken apart and put together.

import (
	"fmt"
	"slices"

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

// hasVec3 reports whether widerType would find any.
func hasVec3(m *ir.Module, t ir.TypeID) bool {
	switch ty := m.Types.At(t); ty.Kind {
	case ir.TypeVector:
		return ty.Rows == 3
	case ir.TypeArray:
		return ty.LengthExpr == 0 && ty.Length > 0 && hasVec3(m, ty.Base)
	case ir.TypeStruct:
		return m.Structs[ty.Struct].Special == 0 && slices.ContainsFunc(m.Structs[ty.Struct].Members, func(x ir.Member) bool { return hasVec3(m, x.Type) })
	}
	return false
}

// widerType is a type with vectors of four in place of vectors of three, and whether there
// are any.
func widerType(m *ir.Module, t ir.TypeID) (ir.TypeID, bool) {
	types := &m.Types
	ty := *types.At(t)
	switch {
	case ty.Kind == ir.TypeVector && ty.Rows == 3:
		return ir.VectorOf(ty.Scalar, 4), true
	case ty.Kind == ir.TypeArray && ty.LengthExpr == 0 && ty.Length > 0:
		base, ok := widerType(m, ty.Base)
		if !ok {
			return t, false
		}
		return types.Array(base, ty.Length), true
	case ty.Kind == ir.TypeStruct && m.Structs[ty.Struct].Special == 0:
		return widerStruct(m, ty.Struct)
	}
	return t, false
}

// widerStruct is a struct with vectors of four, the same one each time.
func widerStruct(m *ir.Module, id ir.StructID) (ir.TypeID, bool) {
	members := slices.Clone(m.Structs[id].Members)
	found := false
	for k := range members {
		t, ok := widerType(m, members[k].Type)
		members[k].Type, found = t, found || ok
	}
	if !found {
		return m.Structs[id].Type, false
	}
	name := m.Structs[id].Name + "_vec4"
	for k := 0; ; k++ {
		j := slices.IndexFunc(m.Structs, func(s ir.Struct) bool { return s.Name == name })
		if j < 0 {
			break
		}
		if slices.EqualFunc(m.Structs[j].Members, members, func(x, y ir.Member) bool { return x.Type == y.Type && x.Name == y.Name }) {
			return m.Structs[j].Type, true
		}
		name = fmt.Sprintf("%s_vec4_%d", m.Structs[id].Name, k)
	}
	return m.AddStruct(ir.Struct{Name: name, Members: members}), true
}

// converted is a value as one of another type, with vectors of four in place of vectors of
// three, or the other way round.
func converted(b *ssa.Builder, v ssa.Value, to ir.TypeID) ssa.Value {
	m := b.F.Shader.Module
	if b.F.Type(v) == to {
		return v
	}
	ty := *m.Types.At(to)
	n := int(ty.Length)
	switch ty.Kind {
	case ir.TypeVector:
		return b.Swizzle(v, ssa.Identity.With(3, 2), int(ty.Rows))
	case ir.TypeStruct:
		n = len(m.Structs[ty.Struct].Members)
	}
	part := func(t ir.TypeID, k int) ir.TypeID {
		if x := m.StructOf(t); x != nil {
			return x.Members[k].Type
		}
		return m.Types.At(t).Base
	}
	list := make([]ssa.Value, n)
	for k := range list {
		list[k] = converted(b, b.Extract(part(b.F.Type(v), k), v, k), part(to, k))
	}
	return b.Op(op.Compose, to, list...)
}

func vec3ToVec4(s *ssa.Shader, modes ssa.Mode) bool {
	derefs := map[ssa.VarID][]ssa.InstrID{}
	changed := false
	widen := func(v *ssa.Variable, f *ssa.Function, list []ssa.InstrID) {
		v.Type, _ = widerType(s.Module, v.Type)
		for _, d := range list {
			f.SetType(d, f.VarPointer(f.VarOf(d)))
			widenUses(f, d)
		}
		changed = true
	}
	fits := func(v *ssa.Variable) bool {
		return v.Mode&modes != 0 && v.Layout == 0 && v.Init == 0 && hasVec3(s.Module, v.Type)
	}
	// Shader variables change for all functions or for none.
	bad := map[ssa.VarID]bool{}
	found := map[ssa.VarID]map[*ssa.Function][]ssa.InstrID{}
	for _, f := range s.Funcs[1:] {
		clear(derefs)
		declares := map[ssa.VarID][]ssa.InstrID{} // with a value
		for b := range f.Blocks() {
			for i := range f.Instrs(b) {
				switch f.Op(i) {
				case op.DerefVar:
					derefs[f.VarOf(i)] = append(derefs[f.VarOf(i)], i)
				case op.Declare:
					if f.NumSrcs(i) > 0 && f.Arg(i, 0) != 0 {
						declares[f.VarOf(i)] = append(declares[f.VarOf(i)], i)
					}
				}
			}
		}
		for k := range f.Vars {
			id := ssa.VarID(k) | ssa.LocalVar
			v := &f.Vars[k]
			if k == 0 || !fits(v) || len(declares[id]) > 0 && leaves(s.Module, v.Type) > mostWidened || !canWiden(f, derefs[id]) {
				continue
			}
			widen(v, f, derefs[id])
			for _, i := range declares[id] {
				b := f.BuildBefore(i)
				f.SetSrc(i, 0, ssa.Whole(converted(&b, f.Arg(i, 0), v.Type)))
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
		s.Vars[k].Type, _ = widerType(s.Module, s.Vars[k].Type)
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

// canWiden reports whether the addressed memory is only loaded and stored, and components
// of vectors by known indices.
func canWiden(f *ssa.Function, list []ssa.InstrID) bool {
	m := f.Shader.Module
	for _, p := range list {
		t := m.Types.At(m.Types.Pointee(f.Type(p)))
		for u := f.FirstUse(p); u != 0; u = f.NextUse(u) {
			i, _ := f.UserOf(u)
			switch {
			case i == 0 || f.UseIndex(u) != 0:
				return false
			case f.Op(i) == op.Load || f.Op(i) == op.Store:
				if leaves(m, m.Types.Pointee(f.Type(p))) > mostWidened {
					return false
				}
				continue
			case f.Op(i) != op.DerefArray && f.Op(i) != op.DerefStruct:
				return false
			case t.Kind == ir.TypeVector:
				if k, known := f.KnownBits(f.Arg(i, 1), 0); !known || k > 2 {
					return false
				}
			}
			if !canWiden(f, []ssa.InstrID{i}) {
				return false
			}
		}
	}
	return true
}

// mostWidened is how many scalars and vectors a value has at most that is taken apart.
const mostWidened = 64

// widenUses mends the users of an address whose type has changed.
func widenUses(f *ssa.Function, p ssa.Value) {
	m := f.Shader.Module
	t := *m.Types.At(f.Type(p))
	base := *m.Types.At(t.Base)
	for u := f.FirstUse(p); u != 0; {
		next := f.NextUse(u)
		switch i, _ := f.UserOf(u); f.Op(i) {
		case op.DerefArray, op.DerefStruct:
			part := base.Base
			if f.Op(i) == op.DerefStruct {
				part = m.Structs[base.Struct].Members[f.IndexOf(i)].Type
			}
			if base.Kind != ir.TypeVector && base.Kind != ir.TypeMatrix && part != m.Types.Pointee(f.Type(i)) {
				f.SetType(i, m.Types.Pointer(part, t.Space, t.Access, t.Layout))
				widenUses(f, i)
			}
		case op.Load:
			if f.Type(i) == t.Base {
				break
			}
			b := f.BuildBefore(i)
			v := b.Load(p)
			f.SetFlags(v, f.Flags(i))
			replace(f, i, converted(&b, v, f.Type(i)))
		case op.Store:
			v := f.Arg(i, 1)
			if f.Type(v) == t.Base {
				break
			}
			b := f.BuildBefore(i)
			f.SetSrc(i, 1, ssa.Whole(converted(&b, v, t.Base)))
			if base.Kind == ir.TypeVector && f.Field(i, "mask") == 0 {
				f.SetField(i, "mask", 7)
			}
		}
		u = next
	}
}
