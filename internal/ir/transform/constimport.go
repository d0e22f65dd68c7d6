package transform

// This file copies module-scope expressions into a function, for lengths of arrays and
// sizes of workgroups that depend on overrides.

import (
	"fmt"

	"refract/ir"
)

// importConst builds a module-scope expression in a function.
func importConst(b *ir.Builder, c ir.ConstID) ir.ExprID {
	x, id := &b.M.Consts, ir.ExprID(c)
	t := x.TypeOf(id)
	in := func(e ir.ExprID) ir.ExprID {
		if e == 0 {
			return 0
		}
		return importConst(b, ir.ConstID(e))
	}
	var made ir.ExprID
	switch k := x.Kind(id); k {
	case ir.KindLiteral:
		return b.Bits(t, x.LiteralBits(id))
	case ir.KindConstant:
		return b.Constant(x.ConstantRef(id))
	case ir.KindOverride:
		return b.Override(x.OverrideRef(id))
	case ir.KindZeroValue:
		return b.Zero(t)
	case ir.KindCompose:
		var parts []ir.ExprID
		for _, p := range x.Compose(id).Components {
			parts = append(parts, in(p))
		}
		made = b.F.AddCompose(t, parts, b.Span)
	case ir.KindSplat:
		made = b.F.AddUnaryKind(k, t, 0, in(x.Operand(id)), b.Span)
	case ir.KindSwizzle:
		v := x.Swizzle(id)
		v.Vector = in(v.Vector)
		made = b.F.AddSwizzle(t, v, b.Span)
	case ir.KindAccess:
		v := x.Access(id)
		made = b.F.AddAccess(t, 0, ir.Access{Base: in(v.Base), Index: in(v.Index)}, b.Span)
	case ir.KindAccessIndex:
		v := x.AccessIndex(id)
		made = b.F.AddAccessIndex(t, ir.AccessIndex{Base: in(v.Base), Index: v.Index}, b.Span)
	case ir.KindUnary:
		v := x.Unary(id)
		made = b.F.AddUnary(t, 0, ir.Unary{Op: v.Op, Value: in(v.Value)}, b.Span)
	case ir.KindBinary:
		v := x.Binary(id)
		made = b.F.AddBinary(t, 0, ir.Binary{Op: v.Op, Left: in(v.Left), Right: in(v.Right)}, b.Span)
	case ir.KindSelect:
		v := x.Select(id)
		made = b.F.AddSelect(t, ir.Select{Condition: in(v.Condition), Accept: in(v.Accept), Reject: in(v.Reject)}, b.Span)
	case ir.KindRelational:
		v := x.Relational(id)
		made = b.F.AddRelational(t, ir.Relational{Op: v.Op, Value: in(v.Value)}, b.Span)
	case ir.KindMath:
		v := x.Math(id)
		for i := range v.Args {
			v.Args[i] = in(v.Args[i])
		}
		made = b.F.AddMath(t, 0, v, b.Span)
	case ir.KindAs:
		v := x.As(id)
		made = b.F.AddAs(t, 0, ir.As{Value: in(v.Value), Bitcast: v.Bitcast}, b.Span)
	default:
		panic(fmt.Sprintf("transform: module-scope expression %s", k))
	}
	b.F.SetFlags(made, x.Flags(id))
	return b.Pend(made)
}

// importU32 is importConst of a positive i32 or u32, as u32.
func importU32(b *ir.Builder, c ir.ConstID) ir.ExprID {
	e := importConst(b, c)
	if b.TypeOf(e) == ir.TypeU32 {
		return e
	}
	return b.Bitcast(ir.TypeU32, e)
}
