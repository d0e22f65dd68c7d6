package direct3d

// This file takes apart the operations on whole matrices, arrays and structs that are left once
// local variables are values, since registers hold vectors:
//
//	%2 = extract_dynamic %m, %i : vec2<f32>      %3 = extract %m, index=0
//	                                             %4 = extract %m, index=1
//	                                             %5 = ieq %i, 1
//	                                             %2 = bcsel %5, %4, %3
//
// An element is replaced by an index likewise, and a choice between wholes becomes choices
// between their parts.

import (
	"refract/internal/ir/consteval"
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// Wholes is a pass of these back ends alone.
var Wholes = &pass.Pass{
	Name:      "direct3d-wholes",
	Doc:       "operations on whole matrices, arrays and structs become operations on their parts",
	Destroys:  pass.LoopClosed | pass.Scalar,
	Preserves: ssa.ControlFlow,
	Machine:   true,
	Function:  takeApart,
}

func takeApart(f *ssa.Function) bool {
	x := wholeParts{f: f, m: f.Shader.Module}
	changed := false
	for more := true; more; {
		more = false
		for b := range f.Blocks() {
			for i := range f.Instrs(b) {
				if v := x.replacement(i); v != 0 {
					f.SetName(v, f.NameOf(i))
					f.ReplaceUses(i, v)
					f.Remove(i)
					more, changed = true, true
				}
			}
		}
	}
	return changed
}

type wholeParts struct {
	f    *ssa.Function
	m    *ir.Module
	eval *consteval.Evaluator // of constants that are expressions
}

// parts is the number of parts of a type, 0 of scalars and vectors, and of types that have too
// many.
func (x *wholeParts) parts(t ir.TypeID) int {
	const most = 256
	switch ty := x.m.Types.At(t); ty.Kind {
	case ir.TypeMatrix:
		return int(ty.Columns)
	case ir.TypeArray:
		if ty.Length <= most {
			return int(ty.Length)
		}
	case ir.TypeStruct:
		return len(x.m.Structs[ty.Struct].Members)
	}
	return 0
}

// replacement is the value of an instruction made of parts, or 0.
func (x *wholeParts) replacement(i ssa.InstrID) ssa.Value {
	f := x.f
	switch f.Op(i) {
	case op.Phi:
		return x.phi(i)
	case op.ExtractDynamic:
		base := f.Arg(i, 0)
		n := x.parts(f.Type(base))
		if n == 0 {
			return 0
		}
		b := f.BuildBefore(i)
		v := b.Extract(f.Type(i), base, 0)
		for k := 1; k < n; k++ {
			v = x.choose(&b, f.Src(i, 1), k, b.Extract(f.Type(i), base, k), v)
		}
		return v
	case op.InsertDynamic:
		base := f.Arg(i, 0)
		n := x.parts(f.Type(base))
		if n == 0 {
			return 0
		}
		b := f.BuildBefore(i)
		var list []ssa.Value
		for k := range n {
			list = append(list, x.choose(&b, f.Src(i, 2), k, f.Arg(i, 1), b.Extract(x.m.ElementType(f.Type(base), uint32(k)), base, k)))
		}
		return b.Op(op.Compose, f.Type(i), list...)
	case op.SelectWhole:
		n := x.parts(f.Type(i))
		if n == 0 {
			return 0
		}
		b := f.BuildBefore(i)
		var list []ssa.Value
		for k := range n {
			t := x.m.ElementType(f.Type(i), uint32(k))
			list = append(list, b.Op(op.SelectWhole, t, f.Arg(i, 0), b.Extract(t, f.Arg(i, 1), k), b.Extract(t, f.Arg(i, 2), k)))
		}
		return b.Op(op.Compose, f.Type(i), list...)
	case op.Extract:
		base := f.Arg(i, 0)
		at := uint32(f.IndexOf(i))
		switch f.Op(base) {
		case op.Zero:
			b := f.BuildBefore(i)
			return b.Zero(f.Type(i))
		case op.Constant:
			b := f.BuildBefore(i)
			init := x.m.Constants[f.Word(base, 0)].Init
			if v := x.constant(&b, ir.ExprID(init), at, f.Type(i)); v != 0 {
				return v
			}
			return x.computed(&b, init, int(at))
		case op.Insert:
			if x.parts(f.Type(base)) == 0 {
				return 0
			}
			if f.Word(base, 0) == at {
				return f.Arg(base, 1)
			}
			b := f.BuildBefore(i)
			return b.Extract(f.Type(i), f.Arg(base, 0), int(at))
		case op.Compose:
			return f.Arg(base, int(at))
		}
	}
	return 0
}

// phi makes phis of the parts of a phi.
func (x *wholeParts) phi(i ssa.InstrID) ssa.Value {
	f := x.f
	var list []ssa.Value
	for k := range x.parts(f.Type(i)) {
		t := x.m.ElementType(f.Type(i), uint32(k))
		p := f.PhiAt(f.BeforeInstr(i), t)
		for j, pred := range f.Preds(f.Block(i)) {
			b := f.Build(f.EndOf(pred))
			f.SetSrc(p, j, ssa.Whole(b.Extract(t, f.Arg(i, j), k)))
		}
		list = append(list, p)
	}
	if list == nil {
		return 0
	}
	b := f.Build(f.StartOf(f.Block(i)))
	return b.Op(op.Compose, f.Type(i), list...)
}

// choose is one value if an index is a number, else another.
func (x *wholeParts) choose(b *ssa.Builder, index ssa.Src, k int, yes, no ssa.Value) ssa.Value {
	f := x.f
	number := b.Const(ir.ScalarTypeOf(x.m.Types.ScalarOf(f.Type(index.Value))), uint64(k))
	index.Comps = 1
	same := b.Instr(op.IEq, ir.TypeBool, index, ssa.Src{Value: number, Comps: 1})
	t := f.Type(yes)
	if n := f.Comps(yes); n > 0 {
		return b.Instr(op.BCsel, t, ssa.Src{Value: same, Comps: uint8(n)}, f.SrcFor(op.BCsel, 1, yes), f.SrcFor(op.BCsel, 2, no))
	}
	return b.Op(op.SelectWhole, t, same, yes, no)
}

// constant is a part of a constant; 0 if it isn't known.
func (x *wholeParts) constant(b *ssa.Builder, e ir.ExprID, at uint32, t ir.TypeID) ssa.Value {
	c := &x.m.Consts
	for depth := 0; depth < maxConstDepth && c.Kind(e) == ir.KindConstant; depth++ {
		e = ir.ExprID(x.m.Constants[c.ConstantRef(e)].Init)
	}
	switch c.Kind(e) {
	case ir.KindZeroValue:
		return b.Zero(t)
	case ir.KindCompose:
		list := c.Compose(e).Components
		if int(at) < len(list) {
			return x.built(b, list[at], t, 0)
		}
	}
	return 0
}

// built is the value of a constant expression; 0 if it isn't known.
func (x *wholeParts) built(b *ssa.Builder, e ir.ExprID, t ir.TypeID, depth int) ssa.Value {
	if n := x.m.Types.ComponentCount(t); n > 0 {
		bits := make([]uint64, n)
		for k := range bits {
			v, ok := ssa.ConstantBits(x.m, e, k)
			if !ok {
				return 0
			}
			bits[k] = v
		}
		return b.Const(t, bits...)
	}
	if depth > maxConstDepth {
		return 0
	}
	var list []ssa.Value
	for k := range x.parts(t) {
		part := x.m.ElementType(t, uint32(k))
		v := x.constant(b, e, uint32(k), part)
		if v == 0 {
			return 0
		}
		list = append(list, v)
	}
	return b.Op(op.Compose, t, list...)
}

// computed is a part of a constant that an expression gives; 0 if it isn't known.
func (x *wholeParts) computed(b *ssa.Builder, init ir.ConstID, at int) ssa.Value {
	if x.eval == nil {
		x.eval = new(consteval.Evaluator)
		x.eval.Start(x.m)
	}
	v, err := x.eval.Evaluate(init, nil)
	if err != nil || !v.IsKnown() || at >= x.eval.Len(v.Type) {
		return 0
	}
	return x.materialize(b, x.eval.Member(v, at))
}

func (x *wholeParts) materialize(b *ssa.Builder, v consteval.Value) ssa.Value {
	if n := x.m.Types.ComponentCount(v.Type); n > 0 {
		bits := make([]uint64, n)
		for k := range bits {
			bits[k] = x.eval.Component(v, k).Bits
		}
		return b.Const(v.Type, bits...)
	}
	var list []ssa.Value
	for k := range x.parts(v.Type) {
		part := x.materialize(b, x.eval.Member(v, k))
		if part == 0 {
			return 0
		}
		list = append(list, part)
	}
	if list == nil {
		return 0
	}
	return b.Op(op.Compose, v.Type, list...)
}
