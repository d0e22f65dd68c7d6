package transform

// This file bounds the counters of loops: in
//
//	for (var i = 0; i < 4; i++) { a[i] }
//
// the body reads an i from 0 to 3. The counter is a local variable that is stored to in the
// continuing block only, by a constant step, and tested at the beginning of the body. The
// test's condition holds in the rest of the body: for an unsigned counter "i < n" is
// enough, a signed one must also begin at a constant that isn't negative, and count up
// without overflow. A counter that counts down from a constant is tested against another
// that keeps it from going below zero.

import "refract/ir"

// findCounters notes the bounds of loads of loop counters.
func (r *ranges) findCounters() {
	f := r.f
	r.counters = r.counters[:0]
	if !f.MayHaveStmt(ir.StmtLoop) || !f.MayHave(ir.KindAccess) {
		return
	}
	started := false
	for s := ir.StmtID(f.StmtCount() - 1); s > 0; s-- { // what is around a loop comes after it
		if f.StmtKind(s) != ir.StmtLoop {
			continue
		}
		if !started {
			started = true
			r.loops.start(r.m, f)
		}
		if r.loops.ask(s) {
			r.findCounter(f.Loop(s))
		}
	}
}

// findCounter bounds the counter of the loop asked about, if it has one, in the
// rest of the body after the test.
func (r *ranges) findCounter(loop ir.Loop) {
	f := r.f
	list := f.Block(loop.Body)
	for i, s := range list {
		switch f.StmtKind(s) {
		case ir.StmtEmit:
			continue
		case ir.StmtIf:
		default:
			return
		}
		c := f.If(s)
		stay := c.Accept == 0 && breaks(f, c.Reject)
		if !stay && (c.Reject != 0 || !breaks(f, c.Accept)) {
			return
		}
		l, high := r.test(loop, c.Condition, stay, rangeDepth)
		if l != 0 {
			if len(r.counters) == 0 {
				if cap(r.counters) < f.ExprCount() {
					r.counters = make([]uint64, f.ExprCount())
				}
				r.counters = r.counters[:f.ExprCount()]
				clear(r.counters)
			}
			for _, s := range list[i+1:] {
				r.note(s, l, high)
			}
		}
		return
	}
}

// test is the counter that a condition bounds, and its largest value while the condition
// keeps the loop going; 0: none.
func (r *ranges) test(loop ir.Loop, cond ir.ExprID, stay bool, depth int) (ir.LocalID, uint64) {
	f, a := r.f, &r.loops
	if depth == 0 {
		return 0, 0
	}
	switch f.Kind(cond) {
	case ir.KindUnary:
		if v := f.Unary(cond); v.Op == ir.LogicalNot {
			return r.test(loop, v.Value, !stay, depth-1)
		}
	case ir.KindBinary:
		v := f.Binary(cond)
		if stay && (v.Op == ir.And || v.Op == ir.LogicalAnd) || !stay && (v.Op == ir.Or || v.Op == ir.LogicalOr) { // either side says enough
			if l, high := r.test(loop, v.Left, stay, depth-1); l != 0 {
				return l, high
			}
			return r.test(loop, v.Right, stay, depth-1)
		}
		if !v.Op.IsComparison() {
			return 0, 0
		}
		op := v.Op
		if !stay {
			op = negated[op]
		}
		if l := a.counter(v.Left, loop.Body); l != 0 {
			return r.bounded(loop, l, op, v.Right)
		}
		if l := a.counter(v.Right, loop.Body); l != 0 {
			return r.bounded(loop, l, mirrored[op], v.Left)
		}
	}
	return 0, 0
}

// bounded is l and its largest value if "l op bound" holds, or 0.
func (r *ranges) bounded(loop ir.Loop, l ir.LocalID, op ir.BinaryOp, bound ir.ExprID) (ir.LocalID, uint64) {
	f := r.f
	step, ok := r.loops.step(loop.Continuing, l)
	if !ok {
		return 0, 0
	}
	s := r.m.Types.ScalarOf(f.Locals[l].Type)
	var first uint64
	begins := false // at a constant that isn't negative, and only the step changes it
	if v := r.loops.initial[l]; v.stores == 2 && v.init != 0 {
		first, begins = component(r.m, &f.Exprs, v.init, 0)
		begins = begins && first < 1<<31
	}
	switch op {
	case ir.Lt, ir.Le:
		high, ok := r.high(bound, rangeDepth-1)
		if op == ir.Lt {
			ok = ok && high > 0
			high--
		}
		if ok && (!s.IsSigned() || begins && step > 0 && high+uint64(step) < 1<<31) {
			return l, high
		}
	case ir.Gt, ir.Ge:
		bits, known := component(r.m, &f.Exprs, bound, 0)
		least := signed(s, bits)
		if op == ir.Gt {
			least++
		}
		// Signed, the step past the test may go below zero; then the test ends it.
		if known && begins && step < 0 && least >= 0 && (s.IsSigned() || least+step >= 0) {
			return l, first
		}
	}
	return 0, 0
}

// note gives every load of l in a statement its bound.
func (r *ranges) note(s ir.StmtID, l ir.LocalID, high uint64) {
	f := r.f
	block := func(b ir.BlockID) {
		for _, s := range f.Block(b) {
			r.note(s, l, high)
		}
	}
	switch f.StmtKind(s) {
	case ir.StmtEmit:
		for _, x := range f.Emit(s) {
			if f.Kind(x) == ir.KindLoad && f.Kind(f.Operand(x)) == ir.KindLocal && f.LocalRef(f.Operand(x)) == l {
				r.counters[x] = high + 1
			}
		}
	case ir.StmtBlock:
		block(f.BlockStmt(s))
	case ir.StmtIf:
		v := f.If(s)
		block(v.Accept)
		block(v.Reject)
	case ir.StmtSwitch:
		for _, c := range f.Switch(s).Cases {
			block(c.Body)
		}
	case ir.StmtLoop:
		v := f.Loop(s)
		block(v.Body)
		block(v.Continuing)
	}
}
