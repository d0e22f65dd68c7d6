package transform

// This file bounds loops. Many targets treat a loop that never ends as undefined behaviour,
// and compile the code behind it on that assumption. A counter makes every loop end:
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
// A condition with which BODY begins, as in loops that came from while and for,
// stays ahead of the counter, so that they still are such loops.
//
// In a function with a result, a loop without any break returns zero instead. A loop that
// certainly ends (see loopfinite.go) is left alone, since counting costs time and hinders
// unrolling, unless a driver needs an exit at its head (see leftLate): there the counter is
// one number. One that ends if its bound is limited gets that instead of a counter:
//
//	for (var i = lane; i < n; i += 64) { ... }
//
// becomes
//
//	for (var i = lane; i < min(n, 4294967232); i += 64) { ... }

import (
	"math"
	"slices"
	"sync"

	"refract/diag"
	"refract/internal/ir/rewrite"
	"refract/ir"
)

// LoopOptions configures BoundLoops.
type LoopOptions struct {
	Limit uint64 // most iterations; 0: 2^64-1. Below 2^32 the counter is one u32
	All   bool   // bound loops that certainly end, too
	Late  bool   // and those that are left only behind a load: see leftLate
}

// BoundLoops makes every loop that isn't known to end leave after the given
// number of iterations. Run it once: it doesn't know its own counters.
func BoundLoops(m *ir.Module, opts LoopOptions) {
	if opts.Limit == 0 {
		opts.Limit = math.MaxUint64
	}
	var l *loopBounding
	for _, f := range m.Functions[1:] {
		if !f.MayHaveStmt(ir.StmtLoop) {
			continue
		}
		started := opts.All
		for s := ir.StmtID(1); int(s) < f.StmtCount(); s++ {
			if f.StmtKind(s) != ir.StmtLoop {
				continue
			}
			if l == nil {
				l = loopBoundings.Get().(*loopBounding)
				l.opts, l.ahead, l.limits = opts, 0, l.limits[:0]
			}
			if !started {
				l.loops.start(m, f)
				started = true
			}
			if !l.ends(f, s) {
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
	opts    LoopOptions
	loops   loopAnalysis
	counter ir.LocalID // of the loop ahead, which is 0 or the next statement
	ahead   ir.StmtID
	limits  []boundLimit // of conditions in loops ahead and around
	own     []ir.LocalID // memory of leftLate
}

// Kinds implements rewrite.Selective.
func (*loopBounding) Kinds() ir.KindSet { return ir.BinaryOps(ir.Lt, ir.Le, ir.Gt, ir.Ge) }

func (l *loopBounding) Expr(e *rewrite.Editor, x ir.ExprID) {
	k := slices.IndexFunc(l.limits, func(v boundLimit) bool { return v.cond == x })
	if k < 0 {
		return
	}
	limit := l.limits[k]
	l.limits = slices.Delete(l.limits, k, k+1)
	c := e.F.Binary(x)
	b := e.Ahead()
	bound := &c.Right
	if limit.left {
		bound = &c.Left
	}
	function := ir.MathMin
	if limit.least {
		function = ir.MathMax
	}
	*bound = b.Math(function, *bound, b.Bits(b.TypeOf(*bound), uint64(limit.value)))
	e.Become(b.Binary(c.Op, c.Left, c.Right))
}

func (l *loopBounding) Stmt(e *rewrite.Editor, s ir.StmtID) {
	f := e.F
	switch f.StmtKind(s) {
	case ir.StmtLocal:
		// Ahead of the possible first part of a for.
		if next := e.Rest(); len(next) > 0 && l.bounds(f, next[0]) && f.Loop(next[0]).Shape == ir.LoopFor {
			l.counter, l.ahead = l.declare(e, next[0]), next[0]
		}
	case ir.StmtLoop:
		if l.ahead == s {
			l.ahead = 0
			l.bound(e, s, l.counter)
		} else if l.bounds(f, s) {
			l.bound(e, s, l.declare(e, s))
		} else if limit, ok := l.limit(s); ok {
			l.limits = append(l.limits, limit)
		}
	}
}

// bounds reports whether a statement is a loop to be bounded.
func (l *loopBounding) bounds(f *ir.Function, s ir.StmtID) bool {
	if f.StmtKind(s) != ir.StmtLoop || l.ends(f, s) {
		return false
	}
	_, ok := l.limit(s)
	return !ok
}

// ends reports whether a loop needs no bound.
func (l *loopBounding) ends(f *ir.Function, s ir.StmtID) bool {
	return !l.opts.All && l.loops.finite(s) && !(l.opts.Late && l.leftLate(f, s))
}

// limit is the limit that the bound of a loop's condition gets instead of a counter, if the
// loop may otherwise not end.
func (l *loopBounding) limit(s ir.StmtID) (limit boundLimit, ok bool) {
	if l.opts.All || l.opts.Limit != math.MaxUint64 || l.loops.finite(s) {
		return limit, false
	}
	return l.loops.limitable(s)
}

// counterType is the type of counters.
func (l *loopBounding) counterType() ir.TypeID {
	if l.opts.Limit > math.MaxUint32 {
		return vec2u
	}
	return ir.TypeU32
}

// declare adds a counter for a loop: one number for one that ends.
func (l *loopBounding) declare(e *rewrite.Editor, s ir.StmtID) ir.LocalID {
	b := e.Ahead()
	b.Span = diag.Span{}
	t := l.counterType()
	if !l.opts.All && l.loops.finite(s) {
		t = ir.TypeU32
	}
	counter := e.F.AddLocal(ir.Local{Name: "loop_bound", Type: t})
	if t == ir.TypeU32 {
		b.DeclareLocal(counter, b.U32(uint32(min(l.opts.Limit, math.MaxUint32))))
	} else {
		b.DeclareLocal(counter, b.Compose(t, b.U32(uint32(l.opts.Limit)), b.U32(uint32(l.opts.Limit>>32))))
	}
	return counter
}

// bound bounds a loop with a counter that was declared ahead of it.
func (l *loopBounding) bound(e *rewrite.Editor, s ir.StmtID, counter ir.LocalID) {
	f := e.F
	t := f.Locals[counter].Type
	b := e.Ahead()
	b.Span = diag.Span{}
	mark := b.Begin()
	body := f.Block(f.Loop(s).Body)
	first := 0
	if !l.opts.Late || !l.leftLate(f, s) {
		first = conditionLength(f, body)
	}
	for _, inner := range body[:first] {
		b.Push(inner)
	}
	left := b.Load(b.Local(counter))
	spent := b.Binary(ir.Eq, left, b.Zero(t))
	if t == vec2u {
		spent = b.Relational(ir.All, spent)
	}
	leave := b.Begin()
	leaveLoop(b, f, s)
	b.If(spent, b.End(leave), 0)
	if t == ir.TypeU32 {
		left = b.Binary(ir.Sub, left, b.U32(1))
	} else {
		low, high := b.AccessIndex(left, 0), b.AccessIndex(left, 1)
		borrow := oneIf(b, ir.TypeU32, b.Binary(ir.Eq, low, b.U32(0)))
		left = b.Compose(t, b.Binary(ir.Sub, low, b.U32(1)), b.Binary(ir.Sub, high, borrow))
	}
	b.Store(b.Local(counter), left)
	for _, inner := range body[first:] {
		b.Push(inner)
	}
	f.SetBlock(s, 0, b.End(mark))
	rewrite.FixLoopShape(f, s)
}

// leaveLoop adds an exit from a loop. In a function with a result, a loop without any break returns zero
// instead: the end of the function isn't reached by way of an endless loop.
func leaveLoop(b *ir.Builder, f *ir.Function, s ir.StmtID) {
	if v := f.Loop(s); v.BreakIf == 0 && f.Result != 0 && !leaves(f, v.Body, ir.StmtBreak) {
		b.Return(b.Zero(f.Result))
		return
	}
	b.Break()
}

// leftLate reports whether each exit of a loop is behind a store to a variable of a value
// loaded from memory that is no variable of the function. If some invocations exit the loop
// earlier than others, drivers that run on processors (Mesa's, SwiftShader) lose the value:
// a load is 0 for invocations that have left. An exit at the head keeps the variable.
func (l *loopBounding) leftLate(f *ir.Function, s ir.StmtID) bool {
	v := f.Loop(s)
	of := lateness{f: f, own: l.own[:0]}
	late := of.block(v.Body) && (of.late || of.block(v.Continuing) && of.late)
	l.own = of.own
	return late
}

// lateness is the state of leftLate from the loop's head on.
type lateness struct {
	f     *ir.Function
	own   []ir.LocalID // variables of one round
	loads bool         // something was loaded
	late  bool         // and kept, ahead of all exits
}

// block goes through a block. It is false from the first exit on.
func (l *lateness) block(b ir.BlockID) bool {
	f := l.f
	for _, s := range f.Block(b) {
		switch f.StmtKind(s) {
		case ir.StmtEmit:
			for _, x := range f.Emit(s) {
				l.loads = l.loads || loadsAway(f, x)
			}
		case ir.StmtCall, ir.StmtAtomic, ir.StmtImageAtomic:
			l.loads = true
		case ir.StmtStore:
			root := f.Root(f.Store(s).Pointer)
			l.late = l.late || l.loads && (f.Kind(root) != ir.KindLocal || !slices.Contains(l.own, f.LocalRef(root)))
		case ir.StmtLocal:
			l.own = append(l.own, f.LocalDecl(s).Local)
		case ir.StmtBreak, ir.StmtReturn:
			return l.late
		case ir.StmtBlock:
			if !l.block(f.BlockStmt(s)) {
				return false
			}
		case ir.StmtIf:
			v := f.If(s)
			if !l.block(v.Accept) || !l.block(v.Reject) {
				return false
			}
		case ir.StmtSwitch:
			for _, c := range f.Switch(s).Cases { // breaks leave the switch
				l.block(c.Body)
			}
		case ir.StmtLoop:
			v := f.Loop(s)
			l.block(v.Body)
			l.block(v.Continuing)
		}
		if l.late {
			return true
		}
	}
	return true
}

// loadsAway reports whether an expression loads from memory that is no variable of the
// function, or from an image.
func loadsAway(f *ir.Function, x ir.ExprID) bool {
	switch f.Kind(x) {
	case ir.KindImageLoad, ir.KindImageSample:
		return true
	case ir.KindLoad:
		return f.Kind(f.Root(f.Operand(x))) != ir.KindLocal
	}
	return false
}

// conditionLength counts the statements with which a loop's body begins that are its
// condition: its evaluation, then an If that only breaks.
func conditionLength(f *ir.Function, body []ir.StmtID) int {
	for i, s := range body {
		if f.StmtKind(s) == ir.StmtIf {
			if v := f.If(s); v.Accept == 0 && breaks(f, v.Reject) || v.Reject == 0 && breaks(f, v.Accept) {
				return i + 1
			}
		}
		if !evaluates(f, s, 0) {
			return 0
		}
	}
	return 0
}

// maxConditionDepth bounds how deep the branches of a condition nest.
const maxConditionDepth = 16

// evaluates reports whether a statement only computes values, as && and || in a
// condition do with branches and a variable without a name.
func evaluates(f *ir.Function, s ir.StmtID, depth int) bool {
	switch f.StmtKind(s) {
	case ir.StmtEmit:
		return true
	case ir.StmtLocal:
		return f.Locals[f.LocalDecl(s).Local].Name == ""
	case ir.StmtStore:
		p := f.Store(s).Pointer
		return f.Kind(p) == ir.KindLocal && f.Locals[f.LocalRef(p)].Name == ""
	case ir.StmtIf:
		if depth == maxConditionDepth {
			return false
		}
		v := f.If(s)
		for _, block := range [...]ir.BlockID{v.Accept, v.Reject} {
			for _, inner := range f.Block(block) {
				if !evaluates(f, inner, depth+1) {
					return false
				}
			}
		}
		return true
	}
	return false
}
