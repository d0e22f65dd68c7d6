package ir

// This file copies functions such that handles come in the order of evaluation, as a front
// end would have made them, without the leftovers of transforms.

import (
	"cmp"
	"slices"
)

// Reordering copies functions, one after another.
type Reordering struct {
	exprs  []ExprID  // by former handle: the new one
	locals []LocalID // likewise
	spare  Function
	list   []StmtID
	cases  []Case
	body   *Function // being copied
	to     *Function
}

// Copy makes dst a copy of f, another function of the module or f itself, whose
// expressions, statements and locals have new handles, in the order of their mention in the
// body. Entities that the body doesn't name are left out, but for named values that exist
// everywhere. About so many expressions are expected.
func (r *Reordering) Copy(dst, f *Function, exprs int) {
	g := dst
	if dst == f {
		g = &r.spare
	} else {
		g.Reserve(exprs, exprs/3)
	}
	r.body, r.to = f, g
	r.exprs = grownClear(r.exprs, len(f.nodes))
	r.locals = grownClear(r.locals, len(f.Locals))
	g.Name, g.Result, g.ResultBinding, g.MustUse = f.Name, f.Result, f.ResultBinding, f.MustUse
	g.Span, g.Doc, g.Args, g.Diagnostics = f.Span, f.Doc, append(g.Args[:0], f.Args...), append(g.Diagnostics[:0], f.Diagnostics...)
	g.Locals, g.Named = append(g.Locals[:0], Local{}), g.Named[:0]
	g.Exprs.init()
	g.stmts, g.stmtSpans = append(g.stmts[:0], stmt{}), append(g.stmtSpans[:0], f.stmtSpans[0])
	g.blocks, g.lists = append(g.blocks[:0], blockRange{}), g.lists[:0]
	g.cases, g.caseValues, g.stmtKinds = g.cases[:0], g.caseValues[:0], 0
	g.Body = r.block(f.Body)
	for _, n := range f.Named {
		if r.exprs[n.Expr] == 0 && f.nodes[n.Expr].kind.IsImplicit() {
			r.use(n.Expr)
		}
		if to := r.exprs[n.Expr]; to != 0 {
			g.Named = append(g.Named, NamedExpr{to, n.Name})
		}
	}
	slices.SortFunc(g.Named, func(a, b NamedExpr) int { return cmp.Compare(a.Expr, b.Expr) })
	r.body, r.to = nil, nil
	if dst == f {
		g.copyInto(dst)
	}
}

// grownClear is a slice of n zeros, in the memory of s if that is enough.
func grownClear[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n, n+n/4)
	}
	s = s[:n]
	clear(s)
	return s
}

// local is the new handle of a local.
func (r *Reordering) local(l LocalID) LocalID {
	if l != 0 && r.locals[l] == 0 {
		r.locals[l] = r.to.AddLocal(r.body.Locals[l])
	}
	return r.locals[l]
}

// use is the new handle of an operand.
func (r *Reordering) use(e ExprID) ExprID {
	if e == 0 || r.exprs[e] != 0 {
		return r.exprs[e]
	}
	return r.add(e) // it exists everywhere, or nothing evaluates it before
}

// add makes an expression, whose operands are made if they aren't yet.
func (r *Reordering) add(e ExprID) ExprID {
	f, g := r.body, r.to
	n := f.nodes[e]
	switch n.kind {
	case KindLocal:
		n.a = uint32(r.local(LocalID(n.a)))
	case KindCompose:
		n.a = r.pool(n.a, n.b)
	case KindImageSample:
		n.a = r.pool(n.a, 9)
	case KindImageLoad:
		n.a, n.b = uint32(r.use(ExprID(n.a))), uint32(r.use(ExprID(n.b)))
		if n.c != 0 {
			n.c = r.pool(n.c, 3)
		}
	case KindMath:
		if MathOp(n.op) == MathInsertBits {
			n.a = r.pool(n.a, 4)
			break
		}
		fallthrough
	case KindSelect, KindBufferView:
		n.a, n.b, n.c = uint32(r.use(ExprID(n.a))), uint32(r.use(ExprID(n.b))), uint32(r.use(ExprID(n.c)))
	case KindAccess, KindBinary, KindImageQuery:
		n.a, n.b = uint32(r.use(ExprID(n.a))), uint32(r.use(ExprID(n.b)))
	case KindSplat, KindSwizzle, KindAccessIndex, KindLoad, KindUnary, KindRelational, KindAs, KindDerivative,
		KindArrayLength, KindRayQueryGet, KindRayQueryVertex, KindPointerAt, KindInterpolate:
		n.a = uint32(r.use(ExprID(n.a)))
	}
	r.exprs[e] = g.addCopy(&n, f.spans[e])
	return r.exprs[e]
}

// pool makes a list of operands.
func (r *Reordering) pool(at, n uint32) uint32 {
	list := r.body.pool[at : at+n]
	for _, e := range list {
		r.use(e)
	}
	return r.to.copyPool(list, r.exprs)
}

func (r *Reordering) block(b BlockID) BlockID {
	mark := len(r.list)
	for _, s := range r.body.Block(b) {
		n := r.stmt(r.body.stmts[s])
		r.list = append(r.list, r.to.addStmtCopy(&n, r.body.stmtSpans[s]))
	}
	to := r.to.AddBlock(r.list[mark:])
	r.list = r.list[:mark]
	return to
}

func (r *Reordering) stmt(n stmt) stmt {
	use := func(p *uint32) { *p = uint32(r.use(ExprID(*p))) }
	switch n.kind {
	case StmtEmit:
		list := r.body.pool[n.a : n.a+n.b]
		for _, e := range list {
			r.use(e)
		}
		n.a = r.to.copyPool(list, r.exprs)
	case StmtLocal:
		use(&n.b)
		n.a = uint32(r.local(LocalID(n.a)))
	case StmtBlock:
		n.a = uint32(r.block(BlockID(n.a)))
	case StmtIf:
		use(&n.a)
		n.b = uint32(r.block(BlockID(n.b)))
		n.c = uint32(r.block(BlockID(n.c)))
	case StmtSwitch:
		use(&n.a)
		mark := len(r.cases)
		for _, c := range r.body.cases[n.b : n.b+n.c] {
			c.Body = r.block(c.Body)
			r.cases = append(r.cases, c)
		}
		n.b = uint32(len(r.to.cases))
		for _, c := range r.cases[mark:] {
			r.to.AddCaseValues(&c, r.body.CaseValues(&c))
			r.to.cases = append(r.to.cases, c)
		}
		r.cases = r.cases[:mark]
	case StmtLoop:
		n.a = uint32(r.block(BlockID(n.a)))
		n.b = uint32(r.block(BlockID(n.b)))
		use(&n.c)
	case StmtReturn, StmtWorkgroupUniformLoad, StmtSubgroupBallot, StmtSubgroupCollective:
		use(&n.a)
		use(&n.d)
	case StmtStore, StmtSubgroupGather:
		use(&n.a)
		use(&n.b)
		use(&n.d)
	case StmtImageStore:
		use(&n.a)
		use(&n.b)
		if n.c != 0 {
			n.c = r.pool(n.c, 2)
		}
		use(&n.d)
	case StmtRayQuery:
		use(&n.a)
		use(&n.b)
		use(&n.c)
		use(&n.d)
	case StmtAtomic:
		n.a = r.pool(n.a, 3)
		use(&n.d)
	case StmtImageAtomic:
		n.a = r.pool(n.a, 6)
		use(&n.d)
	case StmtPipeline, StmtCooperative:
		if n.a != 0 {
			n.a = r.pool(n.a, n.b)
		}
		use(&n.d)
	case StmtCall:
		n.b = r.pool(n.b, n.c)
		use(&n.d)
	case StmtPrint:
		if n.b != 0 {
			n.b = r.pool(n.b, n.c)
		}
	case StmtBreak, StmtContinue, StmtTerminate, StmtDemote, StmtControlBarrier, StmtMemoryBarrier, StmtInterlock:
	default:
		panic("ir: reorder statement " + n.kind.String())
	}
	return n
}
