package pretty

// This file loads a part of a variable instead of the whole if the part is changed.
//
//	%1 = load r
//	%2 = access %1, %i
//	%3 = add %2, %x             r[i] += x
//	store (access r, %i), %3

import "refract/ir"

// assignments are the operators of compound assignments.
const assignments ir.KindSet = 1<<(ir.FirstOperator+ir.Add) | 1<<(ir.FirstOperator+ir.Sub) | 1<<(ir.FirstOperator+ir.Mul) | 1<<(ir.FirstOperator+ir.Div) | 1<<(ir.FirstOperator+ir.Rem) | 1<<(ir.FirstOperator+ir.And) | 1<<(ir.FirstOperator+ir.Or) | 1<<(ir.FirstOperator+ir.Xor) | 1<<(ir.FirstOperator+ir.Shl) | 1<<(ir.FirstOperator+ir.Shr)

// update is the value to be stored to a part of l instead of value, a result of an
// operation on the part: the same operation on a Load of the part, or 0 if value is none.
func (t *Transforms) update(ptr, value ir.ExprID, l ir.LocalID, b ir.BlockID) ir.ExprID {
	f := t.f
	if !f.In(value, assignments) || t.locals[l].escapes || !t.isSingle(value, b) || f.TypeOf(value) != t.m.Types.Pointee(f.TypeOf(ptr)) {
		return 0
	}
	v := f.Binary(value)
	if !t.isSingle(v.Left, b) || !t.isPartNow(v.Left, ptr, l, b) {
		commutes := t.m.Types.IsScalarOrVector(f.TypeOf(value)) && (v.Op == ir.Add || v.Op == ir.Mul || v.Op == ir.And || v.Op == ir.Or || v.Op == ir.Xor)
		if v.Left, v.Right = v.Right, v.Left; !commutes || !t.isSingle(v.Left, b) || !t.isPartNow(v.Left, ptr, l, b) {
			return 0
		}
	}
	if f.TypeOf(v.Left) != f.TypeOf(value) {
		return 0
	}
	t.parts.any = true
	return t.b.Binary(v.Op, t.b.Load(ptr), v.Right)
}

// isSingle reports whether a value has one use, no name, and is computed in a block.
func (t *Transforms) isSingle(e ir.ExprID, b ir.BlockID) bool {
	return t.uses[e] == 1 && !t.named[e] && t.at[e] == b
}

// isPartNow reports whether e is the part of l's present value that ptr points to.
func (t *Transforms) isPartNow(e, ptr ir.ExprID, l ir.LocalID, b ir.BlockID) bool {
	f := t.f
	for f.Kind(ptr) != ir.KindLocal {
		switch k := f.Kind(e); {
		case k == ir.KindAccessIndex && f.Kind(ptr) == ir.KindAccessIndex && f.AccessIndex(e).Index == f.AccessIndex(ptr).Index:
		case k == ir.KindAccess && f.Kind(ptr) == ir.KindAccess && t.isSameNow(f.Access(e).Index, f.Access(ptr).Index, b):
		default:
			return false
		}
		e, ptr = f.Operand(e), f.Operand(ptr)
	}
	return t.holdsNow(e, l, b)
}

// isSameNow reports whether two values are one, or the present value of one variable.
func (t *Transforms) isSameNow(x, y ir.ExprID, b ir.BlockID) bool {
	if x == y {
		return true
	}
	f := t.f
	if f.Kind(x) != ir.KindLoad || f.Kind(f.Operand(x)) != ir.KindLocal {
		return false
	}
	l := f.LocalRef(f.Operand(x))
	return !t.locals[l].escapes && t.holdsNow(x, l, b) && t.holdsNow(y, l, b)
}
