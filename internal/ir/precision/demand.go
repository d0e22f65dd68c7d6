package precision

// This file finds the values that 16 bits are enough for since all of their uses say so: they are
// operands of operations with ir.FlagRelaxed, which may convert their operands, or are stored to
// variables of reduced precision.

import (
	"refract/internal/reuse"
	"refract/ir"
)

// Demands finds the precision that the uses of each expression and variable of the function require; Function
// has found those of the places. Of an expression that nothing uses it is None.
func (r *Finder) Demands() {
	f := r.F
	r.Demand = reuse.Zeroed(r.Demand, f.ExprCount())
	r.LocalDemand = reuse.Zeroed(r.LocalDemand, len(f.Locals))
	for s := ir.StmtID(1); int(s) < f.StmtCount(); s++ {
		r.stmtDemand(s)
	}
	for x := ir.ExprID(f.ExprCount() - 1); x > 0; x-- {
		r.user = x
		r.exprDemand(x, r.Demand[x])
	}
	r.user = 0
}

// demand notes that a use of a value requires a precision. A user that comes ahead of its operand has
// been visited last: its own uses aren't known.
func (r *Finder) demand(x ir.ExprID, p Precision) {
	if x == 0 {
		return
	}
	if r.user != 0 && x > r.user {
		p = Full
	}
	r.Demand[x] = max(r.Demand[x], p)
	if r.F.Kind(x) == ir.KindLocal && r.user == 0 { // a pointer that a statement has
		l := r.F.LocalRef(x)
		r.LocalDemand[l] = max(r.LocalDemand[l], p)
	}
}

func (r *Finder) stmtDemand(s ir.StmtID) {
	f := r.F
	switch f.StmtKind(s) {
	case ir.StmtStore:
		v := f.Store(s)
		r.demand(v.Value, r.Exprs[v.Pointer])
	case ir.StmtLocal:
		v := f.LocalDecl(s)
		r.demand(v.Init, r.Locals[v.Local])
	case ir.StmtReturn:
		r.buf = f.StmtOperands(s, r.buf[:0])
		for _, x := range r.buf {
			r.demand(x, Of(f.ResultBinding.Relaxed))
		}
	case ir.StmtCall:
		v := f.Call(s)
		params := r.M.Func(v.Function).Args
		for k, x := range v.Args {
			r.demand(x, Of(params[k].Binding.Relaxed))
		}
	default:
		r.buf = f.StmtOperands(s, r.buf[:0])
		for _, x := range r.buf {
			r.demand(x, Full)
		}
	}
}

// exprDemand passes the demand for an expression on to its operands.
func (r *Finder) exprDemand(x ir.ExprID, d Precision) {
	f := r.F
	switch k := f.Kind(x); k {
	case ir.KindLoad:
		root := f.Root(f.Operand(x))
		if f.Kind(root) == ir.KindLocal {
			l := f.LocalRef(root)
			r.LocalDemand[l] = max(r.LocalDemand[l], d)
		}
		return
	case ir.KindSwizzle, ir.KindSplat, ir.KindAccessIndex:
		r.demand(f.Operand(x), d)
		return
	case ir.KindAccess:
		v := f.Access(x)
		r.demand(v.Base, d)
		r.demand(v.Index, Full)
		return
	case ir.KindSelect:
		v := f.Select(x)
		r.demand(v.Condition, Full)
		r.demand(v.Accept, d)
		r.demand(v.Reject, d)
		return
	case ir.KindCompose:
		r.composeDemand(x, d)
		return
	case ir.KindUnary, ir.KindBinary, ir.KindMath, ir.KindDerivative, ir.KindAs:
		if d = Full; f.Flags(x)&ir.FlagRelaxed != 0 {
			d = Relaxed
		}
	default:
		d = Full
	}
	r.buf = f.Operands(x, r.buf[:0])
	for _, o := range r.buf {
		r.demand(o, d)
	}
}

// composeDemand passes on the demand for a value of parts: members of structs have their own precision.
func (r *Finder) composeDemand(x ir.ExprID, d Precision) {
	t := r.M.Types.At(r.F.TypeOf(x))
	for k, o := range r.F.Compose(x).Components {
		if t.Kind == ir.TypeStruct {
			d = Of(r.M.Structs[t.Struct].Members[k].Binding.Relaxed)
		}
		r.demand(o, d)
	}
}
