package lower

// This file gives variables other types, and converts the values that are loaded and stored.
//
//	before                               after
//	var $a : array<T, 8>                 var $a : array<U, 8>
//	%1 = deref_array %a, %i              %1 = deref_array %a, %i
//	%2 = load %1 : T                     %2 = load %1 : U
//	store %1, %3                         %4 = (T) %2
//	                                     %5 = (U) %3
//	                                     store %1, %5
//
// Passes state the types T and U of scalars, vectors and matrices; arrays and structs follow. Values that
// are loaded or stored whole are taken apart and put together. Shader variables change in all functions
// or in none.

import (
	"fmt"
	"slices"

	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
)

// A retyping is a change of the types of variables.
type retyping struct {
	s       *ssa.Shader
	m       *ir.Module
	suffix  string   // of the names of new structs
	modes   ssa.Mode // of the variables
	structs bool     // structs with such members change, too
	// leaf is the type in place of that of a scalar, vector or matrix, if there is one.
	leaf func(t *ir.Type) (ir.TypeID, bool)
	// convert makes a scalar or vector one of the other type, either way.
	convert func(b *ssa.Builder, v ssa.Value, to ir.TypeID) ssa.Value
	// fits reports whether a variable may change; nil: any may.
	fits func(v *ssa.Variable) bool
	// takes reports whether a use of an address of a variable allows the change: a load, a store or a
	// part of it.
	takes func(f *ssa.Function, p ssa.Value, i ssa.InstrID) bool
}

// has reports whether typeFor would find another type.
func (x *retyping) has(t ir.TypeID) bool {
	switch ty := x.m.Types.At(t); ty.Kind {
	case ir.TypeScalar, ir.TypeVector, ir.TypeMatrix:
		_, ok := x.leaf(ty)
		return ok
	case ir.TypeArray:
		return ty.LengthExpr == 0 && ty.Length > 0 && x.has(ty.Base)
	case ir.TypeStruct:
		return x.structs && x.m.Structs[ty.Struct].Special == 0 && slices.ContainsFunc(x.m.Structs[ty.Struct].Members, func(mb ir.Member) bool { return x.has(mb.Type) })
	}
	return false
}

// typeFor is the type in place of another, and whether it is another.
func (x *retyping) typeFor(t ir.TypeID) (ir.TypeID, bool) {
	if !x.has(t) {
		return t, false
	}
	ty := *x.m.Types.At(t)
	switch ty.Kind {
	case ir.TypeArray:
		base, _ := x.typeFor(ty.Base)
		return x.m.Types.Array(base, ty.Length), true
	case ir.TypeStruct:
		return x.structFor(ty.Struct), true
	}
	return x.leaf(&ty)
}

// structFor is the struct in place of another, the same one each time.
func (x *retyping) structFor(id ir.StructID) ir.TypeID {
	m := x.m
	members := slices.Clone(m.Structs[id].Members)
	for k := range members {
		members[k].Type, _ = x.typeFor(members[k].Type)
	}
	name := m.Structs[id].Name + "_" + x.suffix
	for k := 0; ; k++ {
		j := slices.IndexFunc(m.Structs, func(s ir.Struct) bool { return s.Name == name })
		if j < 0 {
			break
		}
		if slices.EqualFunc(m.Structs[j].Members, members, func(x, y ir.Member) bool { return x.Type == y.Type && x.Name == y.Name }) {
			return m.Structs[j].Type
		}
		name = fmt.Sprintf("%s_%s_%d", m.Structs[id].Name, x.suffix, k)
	}
	return m.AddStruct(ir.Struct{Name: name, Members: members})
}

// converted is a value as one of another type.
func (x *retyping) converted(b *ssa.Builder, v ssa.Value, to ir.TypeID) ssa.Value {
	if b.F.Type(v) == to {
		return v
	}
	ty := x.m.Types.At(to)
	n := memberCount(x.m, to)
	if ty.Kind == ir.TypeScalar || ty.Kind == ir.TypeVector {
		return x.convert(b, v, to)
	}
	list := make([]ssa.Value, n)
	for k := range list {
		from, part := x.m.ElementType(b.F.Type(v), uint32(k)), x.m.ElementType(to, uint32(k))
		list[k] = x.converted(b, b.Extract(from, v, k), part)
	}
	return b.Op(op.Compose, to, list...)
}

// functionUses are a function's addresses of variables, and declarations with initial values.
type functionUses struct {
	f        *ssa.Function
	derefs   map[ssa.VarID][]ssa.InstrID
	declares map[ssa.VarID][]ssa.InstrID
}

func (x *retyping) collect() []functionUses {
	list := make([]functionUses, 0, len(x.s.Funcs))
	for _, f := range x.s.Funcs[1:] {
		u := functionUses{f, map[ssa.VarID][]ssa.InstrID{}, map[ssa.VarID][]ssa.InstrID{}}
		for b := range f.Blocks() {
			for i := range f.Instrs(b) {
				switch f.Op(i) {
				case op.DerefVar:
					u.derefs[f.VarOf(i)] = append(u.derefs[f.VarOf(i)], i)
				case op.Declare:
					if f.NumSrcs(i) > 0 && f.Arg(i, 0) != 0 {
						u.declares[f.VarOf(i)] = append(u.declares[f.VarOf(i)], i)
					}
				}
			}
		}
		list = append(list, u)
	}
	return list
}

// run changes all variables that it can; it reports whether there are any.
func (x *retyping) run() bool {
	changed := false
	list := x.collect()
	for _, u := range list {
		for k := range u.f.Vars {
			id := ssa.VarID(k) | ssa.LocalVar
			v := &u.f.Vars[k]
			if k == 0 || !x.candidate(v) || len(u.declares[id]) > 0 && leaves(x.m, v.Type) > mostConverted || !x.canChange(u.f, u.derefs[id]) {
				continue
			}
			x.change(v)
			x.mend(u, id)
			changed = true
		}
	}
	for k := range x.s.Vars {
		id, v := ssa.VarID(k), &x.s.Vars[k]
		if k == 0 || !x.candidate(v) {
			continue
		}
		used, bad := false, false
		for _, u := range list {
			used = used || len(u.derefs[id]) > 0
			bad = bad || !x.canChange(u.f, u.derefs[id])
		}
		if !used || bad {
			continue
		}
		x.change(v)
		for _, u := range list {
			x.mend(u, id)
		}
		changed = true
	}
	return changed
}

// change gives a variable its other type. An initial value is zero.
func (x *retyping) change(v *ssa.Variable) {
	v.Type, _ = x.typeFor(v.Type)
	if v.Init != 0 {
		v.Init = ir.ConstID(x.m.Consts.AddZeroValue(v.Type, v.Span))
	}
}

// candidate reports whether a variable is one to change, whatever its uses are.
func (x *retyping) candidate(v *ssa.Variable) bool {
	return v.Mode&x.modes != 0 && v.Layout == 0 && (v.Init == 0 || x.m.Consts.Kind(ir.ExprID(v.Init)) == ir.KindZeroValue) && x.has(v.Type) &&
		(x.fits == nil || x.fits(v))
}

// canChange reports whether the addressed memory is only loaded and stored, in ways that allow the change.
func (x *retyping) canChange(f *ssa.Function, list []ssa.InstrID) bool {
	for _, p := range list {
		for u := f.FirstUse(p); u != 0; u = f.NextUse(u) {
			i, _ := f.UserOf(u)
			if i == 0 || f.UseIndex(u) != 0 || !x.takes(f, p, i) {
				return false
			}
			switch f.Op(i) {
			case op.Load, op.Store:
				if leaves(x.m, x.m.Types.Pointee(f.Type(p))) > mostConverted {
					return false
				}
			case op.DerefArray, op.DerefStruct:
				if !x.canChange(f, []ssa.InstrID{i}) {
					return false
				}
			default:
				return false
			}
		}
	}
	return true
}

// mostConverted is the number of scalars and vectors that a value has at most that is taken apart.
const mostConverted = 64

// mend corrects the uses of a variable that has its other type.
func (x *retyping) mend(u functionUses, id ssa.VarID) {
	for _, d := range u.derefs[id] {
		u.f.SetType(d, u.f.VarPointer(id))
		x.mendUses(u.f, d)
	}
	for _, i := range u.declares[id] {
		b := u.f.BuildBefore(i)
		u.f.SetSrc(i, 0, ssa.Whole(x.converted(&b, u.f.Arg(i, 0), u.f.Var(id).Type)))
	}
}

// mendUses corrects the users of an address whose type has changed.
func (x *retyping) mendUses(f *ssa.Function, p ssa.Value) {
	t := *x.m.Types.At(f.Type(p))
	for u := f.FirstUse(p); u != 0; {
		next := f.NextUse(u)
		switch i, _ := f.UserOf(u); f.Op(i) {
		case op.DerefArray, op.DerefStruct:
			k := uint32(0)
			if f.Op(i) == op.DerefStruct {
				k = uint32(f.IndexOf(i))
			}
			if part := x.m.ElementType(t.Base, k); part != x.m.Types.Pointee(f.Type(i)) {
				f.SetType(i, x.m.Types.Pointer(part, t.Space, t.Access, t.Layout))
				x.mendUses(f, i)
			}
		case op.Load:
			if f.Type(i) == t.Base {
				break
			}
			b := f.BuildBefore(i)
			v := b.Load(p)
			f.SetFlags(v, f.Flags(i))
			replace(f, i, x.converted(&b, v, f.Type(i)))
		case op.Store:
			v := f.Arg(i, 1)
			if f.Type(v) == t.Base {
				break
			}
			b := f.BuildBefore(i)
			n := x.m.Types.ComponentCount(f.Type(v))
			f.SetSrc(i, 1, ssa.Whole(x.converted(&b, v, t.Base)))
			if x.m.Types.ComponentCount(t.Base) > n && f.Field(i, "mask") == 0 {
				f.SetField(i, "mask", 1<<n-1)
			}
		}
		u = next
	}
}
