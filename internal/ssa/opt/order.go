package opt

// This file decides which instructions of a block may change places, and gives a block
// another order.

import (
	"refract/ssa"
	"refract/ssa/op"
)

// isFree reports whether an instruction may stand anywhere in its block behind its
// sources: it has no effect and depends on none.
func isFree(f *ssa.Function, i ssa.InstrID) bool {
	o := f.Op(i)
	switch o.Class() {
	case op.ClassPhi, op.ClassJump, op.ClassCall, op.ClassCopy:
		return false
	}
	if o.Class() == op.ClassDeref {
		if p := rootOf(f, i); f.Op(p) == op.DerefVar && f.VarOf(p).IsLocal() { // behind the variable's declaration
			return false
		}
	}
	if o == op.Derivative || asksNeighbours(f, i) {
		return false // of those that haven't ended
	}
	return o.Has(op.Eliminable|op.Reorderable) && o != op.Param || isConstantLoad(f, i)
}

// reorder puts the instructions of a block behind its phis into an order, and reports
// whether that is another one.
func reorder(f *ssa.Function, b ssa.NodeID, order []ssa.InstrID) bool {
	at := f.StartOf(b).Before
	same := true
	for i, k := at, 0; i != 0 && k < len(order); i, k = f.Next(i), k+1 {
		if order[k] != i {
			same = false
			break
		}
	}
	if same {
		return false
	}
	end := f.EndOf(b)
	for _, i := range order {
		f.Move(i, end)
	}
	return true
}

// movables are the instructions of a block behind its phis and before its jump.
func movables(f *ssa.Function, b ssa.NodeID, buf []ssa.InstrID) []ssa.InstrID {
	for i := f.StartOf(b).Before; i != 0; i = f.Next(i) {
		if f.Op(i).Class() != op.ClassJump {
			buf = append(buf, i)
		}
	}
	return buf
}

// isCheapToKeep reports whether an instruction is as easily computed at its use as kept
// until then: constants, comparisons, moves, uniforms.
func isCheapToKeep(f *ssa.Function, i ssa.InstrID) bool {
	if !isFree(f, i) {
		return false
	}
	switch o := f.Op(i); o.Class() {
	case op.ClassConst, op.ClassUndef:
		return true
	case op.ClassALU:
		return o == op.Mov || o == op.Vec || isComparison(o)
	}
	return isConstantLoad(f, i)
}

// isComparison reports whether an operation compares numbers.
func isComparison(o op.Op) bool {
	return o >= op.FLt && o <= op.INe || o >= op.FLtMask && o <= op.INeMask
}
