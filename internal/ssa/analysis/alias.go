package analysis

// This file compares addresses: whether two of them name the same memory, overlapping
// memory, or memory that is part of the other's.
//
// Addresses begin with a variable or a pointer that comes from elsewhere, and go on by
// members and elements. Different variables are different memory, but for buffers of the
// same binding (SPIR-V 2.18.2: aliasing is generally not present). Elements by different
// numbers are different ones if both are in bounds: an index out of bounds may name any
// element.

import (
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
)

// Alias is the relation of two addresses. None of the bits: they name different memory.
type Alias uint8

const (
	MayAlias Alias = 1 << iota // the memory may overlap
	Contains                   // all that the second names is part of what the first names
	Within                     // the other way round

	// Equal is the same memory.
	Equal = MayAlias | Contains | Within
)

// maxPath bounds how long the paths are that are compared; longer ones may alias.
const maxPath = 16

// path takes an address apart: its root, and the steps from there in order.
func path(f *ssa.Function, p ssa.Value, buf []ssa.Value) (root ssa.Value, steps []ssa.Value, ok bool) {
	steps = buf[:0]
	for f.Op(p).IsPath() {
		if f.Op(p) == op.DerefCast || len(steps) == maxPath {
			return rootOf(f, p), nil, false
		}
		steps = append(steps, p)
		p = f.Arg(p, 0)
	}
	for i, j := 0, len(steps)-1; i < j; i, j = i+1, j-1 {
		steps[i], steps[j] = steps[j], steps[i]
	}
	return p, steps, true
}

func rootOf(f *ssa.Function, p ssa.Value) ssa.Value {
	for f.Op(p).IsPath() {
		p = f.Arg(p, 0)
	}
	return p
}

// ModeOf is the mode of the memory that an address names.
func ModeOf(f *ssa.Function, p ssa.Value) ssa.Mode {
	if r := rootOf(f, p); f.Op(r) == op.DerefVar {
		return f.Var(f.VarOf(r)).Mode
	}
	types := &f.Shader.Module.Types
	if t := types.At(f.Type(p)); t.Kind == ir.TypePointer {
		return ssa.ModeOf(types, t.Space, t.Base)
	}
	return ssa.ModeResource
}

// RootsMayAlias reports whether memory that begins with one root, the address of a
// variable or a pointer that comes from elsewhere, may be that of another.
func RootsMayAlias(f *ssa.Function, a, b ssa.Value) bool {
	isVar, alsoVar := f.Op(a) == op.DerefVar, f.Op(b) == op.DerefVar
	switch {
	case a == b:
		return true
	case isVar && alsoVar:
		v, w := f.VarOf(a), f.VarOf(b)
		if v == w {
			return true
		}
		if v.IsLocal() || w.IsLocal() {
			return false
		}
		x, y := f.Var(v), f.Var(w)
		return x.Mode == y.Mode && x.HasBinding && y.HasBinding && x.Binding == y.Binding
	case isVar && f.VarOf(a).IsLocal(), alsoVar && f.VarOf(b).IsLocal():
		// Pointers from elsewhere existed before the call's own variables.
		return f.Op(a) != op.Param && f.Op(b) != op.Param && f.Op(a) != op.DerefAddress && f.Op(b) != op.DerefAddress
	}
	return ModeOf(f, a) == ModeOf(f, b)
}

// CompareDerefs returns how the memory that one address names relates to that of another,
// both evaluated with the same values: in one iteration of the loops around them.
func CompareDerefs(f *ssa.Function, a, b ssa.Value) Alias {
	if a == b {
		return Equal
	}
	var bufA, bufB [maxPath]ssa.Value
	rootA, stepsA, okA := path(f, a, bufA[:])
	rootB, stepsB, okB := path(f, b, bufB[:])
	if !RootsMayAlias(f, rootA, rootB) {
		return 0
	}
	same := rootA == rootB || f.Op(rootA) == op.DerefVar && f.Op(rootB) == op.DerefVar && f.VarOf(rootA) == f.VarOf(rootB)
	if !okA || !okB || !same {
		return MayAlias
	}
	exact := true
	for k := range min(len(stepsA), len(stepsB)) {
		x, y := stepsA[k], stepsB[k]
		switch o := f.Op(x); {
		case o != f.Op(y):
			exact = false
		case o == op.DerefStruct:
			if f.IndexOf(x) != f.IndexOf(y) {
				return 0
			}
		case o == op.DerefArray:
			switch equal, differ := compareIndices(f, x, y); {
			case differ:
				return 0
			case !equal:
				exact = false
			}
		default:
			exact = false
		}
	}
	switch {
	case !exact:
		return MayAlias
	case len(stepsA) == len(stepsB):
		return Equal
	case len(stepsA) < len(stepsB):
		return MayAlias | Contains
	}
	return MayAlias | Within
}

// compareIndices reports whether two addresses that begin alike certainly name the same
// element, or certainly two.
func compareIndices(f *ssa.Function, x, y ssa.Value) (equal, differ bool) {
	i, j := f.Src(x, 1), f.Src(y, 1)
	if i == j {
		return true, false
	}
	if f.Bits(i.Value) != f.Bits(j.Value) {
		return false, false
	}
	baseX, byX := offset(f, i)
	baseY, byY := offset(f, j)
	if baseX != baseY {
		return false, false
	}
	if size := f.Bits(i.Value); size < 64 {
		byX, byY = byX&(1<<size-1), byY&(1<<size-1)
	}
	if byX == byY {
		return true, false
	}
	// Two bindings of an array may be one buffer.
	types := &f.Shader.Module.Types
	buffers := f.Type(f.Arg(x, 0)) != 0 && types.At(types.Pointee(f.Type(f.Arg(x, 0)))).Kind == ir.TypeBindingArray
	return false, !buffers && InBounds(f, x) && InBounds(f, y)
}

// offset is an index as a value, or none, and a number that is added to it.
func offset(f *ssa.Function, s ssa.Src) (base ssa.Src, by uint64) {
	comp := s.Swizzle.At(0)
	if s.Comps == 0 && f.Comps(s.Value) != 1 {
		return s, 0
	}
	if x, ok := f.KnownBits(s.Value, comp); ok {
		return ssa.Src{}, x
	}
	v := s.Value
	if o := f.Op(v); (o == op.IAdd || o == op.ISub) && f.Comps(v) == 1 {
		for k := range 2 {
			c := f.Src(v, 1-k)
			x, ok := f.KnownBits(c.Value, c.Swizzle.At(0))
			if !ok || o == op.ISub && k == 1 {
				continue
			}
			if o == op.ISub {
				x = -x
			}
			return plain(f, f.Src(v, k)), x
		}
	}
	return plain(f, s), 0
}

// plain is a source of one component in the canonical form for comparisons.
func plain(f *ssa.Function, s ssa.Src) ssa.Src {
	if f.Comps(s.Value) == 1 {
		return ssa.Src{Value: s.Value, Comps: 1}
	}
	return ssa.Src{Value: s.Value, Swizzle: ssa.Swizzle(s.Swizzle.At(0)), Comps: 1}
}

// InBounds reports whether the last step of an address certainly lies within the object
// that it is a step of. A known index is stronger than the promise of a flag, which holds
// in code that never runs as well.
func InBounds(f *ssa.Function, p ssa.Value) bool {
	if f.Op(p) != op.DerefArray {
		return f.Op(p) != op.DerefCast && f.Op(p) != op.DerefWildcard
	}
	promised := f.Flags(p)&ir.FlagInBounds != 0
	s := f.Src(p, 1)
	x, ok := f.KnownBits(s.Value, s.Swizzle.At(0))
	if !ok {
		return promised
	}
	types := &f.Shader.Module.Types
	switch t := types.At(types.Pointee(f.Type(f.Arg(p, 0)))); {
	case t.Kind == ir.TypeVector:
		return x < uint64(t.Rows)
	case t.Kind == ir.TypeMatrix:
		return x < uint64(t.Columns)
	case t.Kind == ir.TypeArray && t.Length != 0:
		return x < uint64(t.Length)
	}
	return promised
}

// AllInBounds reports whether all steps of an address certainly lie within the objects that
// they are steps of.
func AllInBounds(f *ssa.Function, p ssa.Value) bool {
	for f.Op(p).IsPath() {
		if !InBounds(f, p) {
			return false
		}
		p = f.Arg(p, 0)
	}
	return true
}

// IsPlain reports whether an address names memory that may be read once for several
// times and written last only: nothing volatile or coherent, no atomic, and nothing
// behind casts.
func IsPlain(f *ssa.Function, p ssa.Value) bool {
	m := f.Shader.Module
	t := m.Types.At(f.Type(p))
	if t.Kind != ir.TypePointer || m.Types.At(t.Base).Kind == ir.TypeAtomic {
		return false
	}
	for ; f.Op(p).Class() == op.ClassDeref; p = f.Arg(p, 0) {
		switch f.Op(p) {
		case op.DerefVar:
			return f.Var(f.VarOf(p)).Memory&(ir.Coherent|ir.Volatile|ir.Aliased) == 0
		case op.DerefStruct:
			s := m.StructOf(m.Types.Pointee(f.Type(f.Arg(p, 0))))
			if s == nil || s.Members[f.IndexOf(p)].Memory&(ir.Coherent|ir.Volatile) != 0 {
				return false
			}
		case op.DerefCast, op.DerefWildcard, op.DerefAddress:
			return false
		}
	}
	return f.Op(p) == op.Param
}
