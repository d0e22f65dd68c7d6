package transform

// This file takes the results of compare-exchange apart, for targets whose
// operation gives the old value only:
//
//	%r = atomic compare_exchange @count, 1u compare 2u
//	%ok = access_index %r, .exchanged
//
// becomes
//
//	%r = atomic compare_exchange @count, 1u compare 2u
//	%1 = access_index %r, .old_value
//	%ok = eq %1, 2u

import (
	"refract/internal/ir/rewrite"
	"refract/ir"
)

// CompareExchanges makes the old value, taken right behind the statement, the
// only use of the result of every compare-exchange; a result that nothing uses
// stays so. The target's operation must not fail without reason.
func CompareExchanges(m *ir.Module) {
	var v *compareExchanges
	for _, f := range m.Functions[1:] {
		if !f.MayHaveStmt(ir.StmtAtomic) && !f.MayHaveStmt(ir.StmtImageAtomic) {
			continue
		}
		found := false
		for s := ir.StmtID(1); int(s) < f.StmtCount(); s++ {
			switch f.StmtKind(s) {
			case ir.StmtAtomic:
				a := f.Atomic(s)
				found = found || a.Op == ir.AtomicCompareExchange && a.Result != 0
			case ir.StmtImageAtomic:
				a := f.ImageAtomic(s)
				found = found || a.Op == ir.AtomicCompareExchange && a.Result != 0
			}
		}
		if !found {
			continue
		}
		if v == nil {
			v = new(compareExchanges)
		}
		v.results, v.uses.by = v.results[:0], v.uses.by[:0]
		rewrite.Function(m, f, v)
		v.uses.apply(f)
		for i := range v.results {
			moveName(f, v.results[i].result, v.results[i].old)
		}
	}
}

type compareExchanges struct {
	results []exchange
	uses    replacements
	buf     []ir.ExprID
}

// exchange is the result of one compare-exchange.
type exchange struct{ result, old, compare ir.ExprID }

func (v *compareExchanges) find(x ir.ExprID) *exchange {
	for i := range v.results {
		if v.results[i].result == x {
			return &v.results[i]
		}
	}
	return nil
}

func (v *compareExchanges) Expr(e *rewrite.Editor, x ir.ExprID) {
	f := e.F
	if f.Kind(x) == ir.KindAccessIndex {
		a := f.AccessIndex(x)
		if r := v.find(a.Base); r != nil {
			if a.Index == 0 {
				if x != r.old {
					e.Remove()
					v.uses.set(f, x, r.old)
				}
				return
			}
			e.Become(e.Ahead().Binary(ir.Eq, r.old, r.compare))
			return
		}
	}
	v.buf = f.Operands(x, v.buf[:0])
	v.whole(e, func(by func(ir.ExprID) ir.ExprID) { f.MapOperands(x, by) })
}

func (v *compareExchanges) Stmt(e *rewrite.Editor, s ir.StmtID) {
	f := e.F
	v.buf = f.StmtOperands(s, v.buf[:0])
	v.whole(e, func(by func(ir.ExprID) ir.ExprID) { f.MapStmtOperands(s, by) })
	var r exchange
	switch f.StmtKind(s) {
	case ir.StmtAtomic:
		a := f.Atomic(s)
		r = exchange{a.Result, 0, a.Compare}
	case ir.StmtImageAtomic:
		a := f.ImageAtomic(s)
		r = exchange{a.Result, 0, a.Compare}
	}
	if r.result == 0 || r.compare == 0 || e.M.StructOf(f.TypeOf(r.result)) == nil {
		return
	}
	r.old = e.Keep().AccessIndex(r.result, 0)
	v.results = append(v.results, r)
}

// whole puts results that are operands of the current item together again.
func (v *compareExchanges) whole(e *rewrite.Editor, replace func(by func(ir.ExprID) ir.ExprID)) {
	for _, o := range v.buf {
		if r := v.find(o); r != nil {
			b := e.Ahead()
			made := b.Compose(b.TypeOf(r.result), r.old, b.Binary(ir.Eq, r.old, r.compare))
			replace(func(x ir.ExprID) ir.ExprID {
				if x == r.result {
					return made
				}
				return x
			})
		}
	}
}
