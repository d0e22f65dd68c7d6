package transform

// This file bounds loops. Many targets treat a loop that never ends as undefined
// behaviour, and compile what follows on that assumption. A counter makes every
// loop end:
//
//	loop { BODY }
//
// becomes
//
//	local $loop_bound = compose 4294967295u, 4294967295u : vec2<u32>
//	loop {
//	  %1 = load $loop_bound
//	  if all(%1 == 0) { break }
//	  store $loop_bound, (%1 as one number) - 1
//	  BODY
//	}
//
// In a function with a result, a loop without any break returns zero instead.
// A loop that certainly ends (see loopfinite.go) is left alone, since counting
// costs time and hinders unrolling.

import (
	"math"
	"sync"

	"refract/diag"
	"refract/ir"
	"refract/ir/rewrite"
)

// LoopOptions says how BoundLoops bounds loops.
type LoopOptions struct {
	Limit uint64 // most iterations; 0: 2^64-1. Below 2^32 the counter is one u32
	All   bool   // bound loops that certainly end, too
}

// BoundLoops makes every loop that isn't known to end leave after the given
// number of iterations. Run it once: it doesn't know its own counters.
func BoundLoops(m *ir.Module, opts LoopOptions) {
	if opts.Limit == 0 {
		opts.Limit = math.MaxUint64
	}
	var l *loopBounding
	for _, f := range m.Functions[1:] {
		for s := ir.StmtID(1); int(s) < f.StmtCount(); s++ {
			if f.StmtKind(s) == ir.StmtLoop {
				if l == nil {
					l = loopBoundings.Get().(*loopBounding)
					l.opts = opts
				}
				if !opts.All {
					l.loops.start(m, f)
				}
				rewrite.Function(m, f, l)
				break
			}
		}
	}
	if l != nil {
		l.loops.m, l.loops.f = nil, nil
		loopBoundings.Put(l)
	}
}

var loopBoundings = sync.Pool{New: func() any { return new(loopBounding) }}

type loopBounding struct {
	opts  LoopOptions
	loops loopAnalysis
}

func (l *loopBounding) Expr(*rewrite.Editor, ir.ExprID) {}

func (l *loopBounding) Stmt(e *rewrite.Editor, s ir.StmtID) {
	f := e.F
	if f.StmtKind(s) != ir.StmtLoop || !l.opts.All && l.loops.finite(s) {
		return
	}
	b := e.Ahead()
	b.Span = diag.Span{}
	t := ir.TypeU32
	if l.opts.Limit > math.MaxUint32 {
		t = vec2u
	}
	counter := f.AddLocal(ir.Local{Name: "loop_bound", Type: t})
	if t == ir.TypeU32 {
		b.DeclareLocal(counter, b.U32(uint32(l.opts.Limit)))
	} else {
		b.DeclareLocal(counter, b.Compose(t, b.U32(uint32(l.opts.Limit)), b.U32(uint32(l.opts.Limit>>32))))
	}
	mark := b.Begin()
	left := b.Load(b.Local(counter))
	spent := b.Binary(ir.Eq, left, b.Zero(t))
	if t == vec2u {
		spent = b.Relational(ir.All, spent)
	}
	leave := b.Begin()
	v := f.Loop(s)
	if v.BreakIf == 0 && f.Result != 0 && !leaves(f, v.Body, ir.StmtBreak) {
		b.Return(b.Zero(f.Result)) // the end of the function isn't reached by way of an endless loop
	} else {
		b.Break()
	}
	b.If(spent, b.End(leave), 0)
	if t == ir.TypeU32 {
		left = b.Binary(ir.Sub, left, b.U32(1))
	} else {
		low, high := b.AccessIndex(left, 0), b.AccessIndex(left, 1)
		borrow := oneIf(b, ir.TypeU32, b.Binary(ir.Eq, low, b.U32(0)))
		left = b.Compose(t, b.Binary(ir.Sub, low, b.U32(1)), b.Binary(ir.Sub, high, borrow))
	}
	b.Store(b.Local(counter), left)
	for _, inner := range f.Block(v.Body) {
		b.Push(inner)
	}
	f.SetBlock(s, 0, b.End(mark))
	rewrite.FixLoopShape(f, s)
}
