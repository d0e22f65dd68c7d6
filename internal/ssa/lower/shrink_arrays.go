package lower

// This file takes components that nothing reads out of local arrays of vectors.
//
//	before                                  after
//	var $a : array<vec4<f32>, 16>           var $a : array<vec2<f32>, 16>
//	store $a[%i], %v                        store $a[%i], %v.xz
//	%1 = load $a[%j] : vec4<f32>            %1 = load $a[%j] : vec2<f32>
//	%2 = fadd %1.x, %1.z                    %2 = fadd %1.x, %1.y
//
// A variable is taken if its address is used for nothing but vectors, their components by known
// indices, and loads and stores of these; an initial value must be zero.

import (
	"math/bits"

	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// ShrinkArrays takes unread components out of arrays of vectors.
var ShrinkArrays = &pass.Pass{
	Name:      "shrink-array-vars",
	Doc:       "local arrays of vectors lose the components that nothing reads",
	Replaces:  []string{"split_vars"},
	Preserves: ssa.ControlFlow,
	Function:  shrinkArrays,
}

// A shrinking is the use of a variable.
type shrinking struct {
	vector ir.TypeID // at the end of the arrays
	read   uint8     // components
	stays  bool
	used   bool
}

func shrinkArrays(f *ssa.Function) bool {
	if !f.MayHave(op.DerefVar) {
		return false
	}
	list := make([]shrinking, len(f.Vars))
	for v := range f.Vars {
		list[v].vector = vectorOfArrays(&f.Shader.Module.Types, f.Vars[v].Type)
		list[v].stays = list[v].vector == 0 || f.Vars[v].Mode != ssa.ModeFunctionTemp || f.Vars[v].HasAt
	}
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			switch f.Op(i) {
			case op.DerefVar:
				if v := f.VarOf(i); v.IsLocal() && !list[v&^ssa.LocalVar].stays {
					x := &list[v&^ssa.LocalVar]
					x.used = true
					x.stays = !x.collect(f, i)
				}
			case op.Declare:
				if f.NumSrcs(i) > 0 && f.Arg(i, 0) != 0 && f.Op(f.Arg(i, 0)) != op.Zero {
					list[f.VarOf(i)&^ssa.LocalVar].stays = true
				}
			}
		}
	}
	changed := false
	for v := range list {
		x := &list[v]
		n := f.Shader.Module.Types.ComponentCount(x.vector)
		if x.stays || !x.used || x.read == 0 || bits.OnesCount8(x.read) == n {
			continue
		}
		x.shrink(f, ssa.VarID(v))
		changed = true
	}
	return changed
}

// vectorOfArrays is the vector in an array, or in arrays of arrays; 0: there is none.
func vectorOfArrays(types *ir.Types, t ir.TypeID) ir.TypeID {
	if types.At(t).Kind != ir.TypeArray {
		return 0
	}
	for types.At(t).Kind == ir.TypeArray {
		t = types.At(t).Base
	}
	if types.At(t).Kind != ir.TypeVector {
		return 0
	}
	return t
}

// collect adds the uses of an address; false: the variable stays.
func (x *shrinking) collect(f *ssa.Function, p ssa.Value) bool {
	types := &f.Shader.Module.Types
	isVector := types.Pointee(f.Type(p)) == x.vector
	for u := f.FirstUse(p); u != 0; u = f.NextUse(u) {
		i, _ := f.UserOf(u)
		if f.UseIndex(u) != 0 {
			return false
		}
		switch f.Op(i) {
		case op.DerefArray:
			if !isVector {
				if !x.collect(f, i) {
					return false
				}
				continue
			}
			k, known := f.KnownBits(f.Arg(i, 1), 0)
			if !known || k >= uint64(types.ComponentCount(x.vector)) {
				return false
			}
			for u := f.FirstUse(i); u != 0; u = f.NextUse(u) {
				j, _ := f.UserOf(u)
				switch {
				case f.Op(j) == op.Load:
					x.read |= 1 << k
				case f.Op(j) != op.Store || f.UseIndex(u) != 0:
					return false
				}
			}
		case op.Load:
			if !isVector || !x.reads(f, i) {
				return false
			}
		case op.Store:
			if !isVector {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// reads adds the components of a loaded vector that something reads; false: it is taken whole.
func (x *shrinking) reads(f *ssa.Function, v ssa.Value) bool {
	for u := f.FirstUse(v); u != 0; u = f.NextUse(u) {
		s := f.SrcAt(u)
		if s.Comps == 0 {
			return false
		}
		for k := range int(s.Comps) {
			x.read |= 1 << s.Swizzle.At(k)
		}
	}
	return true
}

// place is the number that a component has afterwards.
func (x *shrinking) place(k int) int { return bits.OnesCount8(x.read & (1<<k - 1)) }

// shrink changes the variable and its uses.
func (x *shrinking) shrink(f *ssa.Function, v ssa.VarID) {
	types := &f.Shader.Module.Types
	n := bits.OnesCount8(x.read)
	small := ir.VectorOf(types.ScalarOf(x.vector), n)
	y := &f.Vars[v]
	y.Type = withVector(types, y.Type, small)
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			switch {
			case f.Op(i) == op.DerefVar && f.VarOf(i) == v|ssa.LocalVar:
				f.SetType(i, f.VarPointer(v|ssa.LocalVar))
				x.rewrite(f, i, small)
			case f.Op(i) == op.Declare && f.VarOf(i) == v|ssa.LocalVar && f.NumSrcs(i) > 0 && f.Arg(i, 0) != 0:
				at := f.BuildBefore(i)
				f.SetSrc(i, 0, ssa.Whole(at.Zero(y.Type)))
			}
		}
	}
}

// withVector is an array, or an array of arrays, of another vector.
func withVector(types *ir.Types, t, vector ir.TypeID) ir.TypeID {
	ty := *types.At(t)
	if ty.Kind != ir.TypeArray {
		return vector
	}
	ty.Base = withVector(types, ty.Base, vector)
	return types.Intern(ty)
}

// rewrite changes the uses of an address, whose type is changed.
func (x *shrinking) rewrite(f *ssa.Function, p ssa.Value, small ir.TypeID) {
	m := f.Shader.Module
	atVector := m.Types.Pointee(f.Type(p)) == small
	for u := f.FirstUse(p); u != 0; {
		i, _ := f.UserOf(u)
		u = f.NextUse(u)
		switch {
		case f.Op(i) == op.DerefArray && !atVector:
			f.SetType(i, m.ElementType(f.Type(p), 0))
			x.rewrite(f, i, small)
		case f.Op(i) == op.DerefArray:
			x.component(f, i, p)
		case f.Op(i) == op.Load:
			f.SetType(i, small)
			x.renumber(f, i)
		default:
			x.store(f, i)
		}
	}
}

// component changes the address of a component: a vector of one is a scalar.
func (x *shrinking) component(f *ssa.Function, i, p ssa.Value) {
	k, _ := f.KnownBits(f.Arg(i, 1), 0)
	if x.read>>k&1 == 0 { // only stored
		for u := f.FirstUse(i); u != 0; {
			j, _ := f.UserOf(u)
			u = f.NextUse(u)
			f.Remove(j)
		}
		f.Remove(i)
		return
	}
	if bits.OnesCount8(x.read) == 1 {
		f.ReplaceUses(i, p)
		f.Remove(i)
		return
	}
	at := f.BuildBefore(i)
	f.SetSrc(i, 1, ssa.Whole(at.U32(uint32(x.place(int(k))))))
}

// renumber changes the components that uses of a loaded vector read.
func (x *shrinking) renumber(f *ssa.Function, v ssa.Value) {
	for u := f.FirstUse(v); u != 0; {
		s := f.SrcAt(u)
		for k := range int(s.Comps) {
			s.Swizzle = s.Swizzle.With(k, x.place(s.Swizzle.At(k)))
		}
		next := f.NextUse(u)
		f.SetSrcAt(u, s)
		u = next
	}
}

// store changes a store of a vector.
func (x *shrinking) store(f *ssa.Function, i ssa.InstrID) {
	b := f.BuildBefore(i)
	swizzle := ssa.Swizzle(0)
	n := bits.OnesCount8(x.read)
	mask, old := uint32(0), f.Field(i, "mask")
	for k := range 4 {
		if x.read>>k&1 == 0 {
			continue
		}
		swizzle = swizzle.With(x.place(k), k)
		if old == 0 || old>>k&1 != 0 {
			mask |= 1 << x.place(k)
		}
	}
	if mask == 0 {
		f.Remove(i)
		return
	}
	if mask == 1<<n-1 {
		mask = 0
	}
	f.SetSrc(i, 1, ssa.Whole(b.Swizzle(f.Arg(i, 1), swizzle, n)))
	f.SetField(i, "mask", mask)
}
