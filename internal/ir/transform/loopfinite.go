package transform

// This file recognizes loops that certainly end: loops that count a local variable up or
// down by a constant towards a bound that doesn't change in the loop.
//
//	for (var i = a; i < n; i++) { ... }
//
// The variable is an i32 or u32 whose address is never taken, stored to once in the loop:
// in the continuing block, or in the body itself if nothing skips it. The condition stands
// in a part of the body that every iteration reaches, or is break-if; it may be one of
// several exits. The step must not jump over the end of the type's range: it is 1 towards
// an exclusive bound, or the bound is a constant far enough from it. Variables that are
// halved towards zero, or doubled from a positive constant towards another, count too:
//
//	for (var i = n; i > 0; i >>= 1) { ... }
//	for (var i = 1u; i < 64; i <<= 1) { ... }
//
// Others end if their bound is kept away from the end of the range:
//
//	for (var i = a; i <= n; i++) { ... }
//	for (var i = lane; i < n; i += 64) { ... }
//
// If the step is a power of two and the condition the only way out, a variable that wraps
// takes the same numbers again, and none has ended the loop: it never ends. So a bound
// beyond the last number from which a step doesn't wrap may as well be that number.

import (
	"slices"

	"refract/internal/reuse"
	"refract/ir"
)

// loopAnalysis answers about the loops of one function.
type loopAnalysis struct {
	m       *ir.Module
	f       *ir.Function
	escapes []bool    // by LocalID: its address is used for more than loads and stores of the whole
	initial []initial // by LocalID
	buf     []ir.ExprID

	// Evaluations and stores, by their place in the order of the text, from 1.
	places uint32
	at     []uint32 // by ExprID; 0: nothing evaluates it
	stores []uint32 // of each local one after the other: see initial
	region []region // of loops
	ofLoop []uint32 // by StmtID: index in region, +1
	loop   region   // asked about

	// The limit that would make the loop end, if one is wanted.
	limiting bool
	limit    boundLimit

	// The addition that counts the loop, if an earlier condition in the same iteration
	// keeps it from overflowing; or 0.
	counted ir.ExprID
}

// A boundLimit keeps the bound of a loop's condition away from the end of its type's range:
// it becomes at most the value, or at least that.
type boundLimit struct {
	cond  ir.ExprID // the comparison; 0: there is nothing to do
	left  bool      // the bound is its left side
	least bool
	value uint32 // bits of the type
	able  bool   // the step and the comparison allow it
}

// initial is how a local begins, if it has one declaration and one store.
type initial struct {
	stores int // with declarations
	init   ir.ExprID
	first  int // of its stores in loopAnalysis.stores
	known  int // how many are there
}

// region is the contents of a loop: everything with a place above begin, up to end.
type region struct {
	begin, end uint32
	skips      bool // a continue of the loop itself
}

// ofPointers has the kinds whose first operand is a pointer, except loads.
const ofPointers ir.KindSet = 1<<ir.KindAccess | 1<<ir.KindAccessIndex | 1<<ir.KindArrayLength | 1<<ir.KindRayQueryGet | 1<<ir.KindRayQueryVertex

func (a *loopAnalysis) start(m *ir.Module, f *ir.Function) {
	a.m, a.f, a.places, a.loop = m, f, 0, region{}
	a.escapes = reuse.Zeroed(a.escapes, len(f.Locals))
	a.at = reuse.Zeroed(a.at, f.ExprCount())
	a.ofLoop = reuse.Zeroed(a.ofLoop, f.StmtCount())
	a.region = a.region[:0]
	use := func(x ir.ExprID) {
		if f.Kind(x) == ir.KindLocal {
			a.escapes[f.LocalRef(x)] = true
		}
	}
	for x := f.Next(0, ofPointers); x != 0; x = f.Next(x, ofPointers) {
		use(f.Operand(x))
	}
	if cap(a.initial) < len(f.Locals) {
		a.initial = make([]initial, len(f.Locals))
	}
	a.initial = a.initial[:len(f.Locals)]
	clear(a.initial)
	for s := ir.StmtID(1); int(s) < f.StmtCount(); s++ {
		switch f.StmtKind(s) {
		case ir.StmtStore:
			use(f.Store(s).Value)
			if p := f.Store(s).Pointer; f.Kind(p) == ir.KindLocal {
				a.initial[f.LocalRef(p)].stores++
			}
		case ir.StmtLocal:
			d := f.LocalDecl(s)
			a.initial[d.Local].init = d.Init
			a.initial[d.Local].stores++
			if d.Init != 0 {
				use(d.Init)
			}
		case ir.StmtEmit, ir.StmtBlock, ir.StmtIf, ir.StmtSwitch, ir.StmtLoop, ir.StmtBreak, ir.StmtContinue, ir.StmtReturn: // take no pointers
		default:
			a.buf = f.StmtOperands(s, a.buf[:0])
			for _, o := range a.buf {
				use(o)
			}
		}
	}
	stores := 0
	for l := range a.initial {
		a.initial[l].first = stores
		stores += a.initial[l].stores
	}
	a.stores = reuse.Zeroed(a.stores, stores)
	a.place(f.Body, 0)
}

// finite reports whether a loop certainly ends.
func (a *loopAnalysis) finite(s ir.StmtID) bool {
	f := a.f
	v := f.Loop(s)
	a.counted = 0
	if !a.ask(s) {
		return false
	}
	if v.BreakIf != 0 && a.ends(v, v.BreakIf, v.Continuing, false) {
		a.counted = 0 // the condition comes after it
		return true
	}
	first := true // nothing but values came before
	for _, st := range f.Block(v.Body) {
		switch f.StmtKind(st) {
		case ir.StmtEmit:
			continue
		case ir.StmtIf:
			c := f.If(st)
			ends := false
			switch {
			case c.Accept == 0 && breaks(f, c.Reject):
				ends = a.ends(v, c.Condition, v.Body, true)
			case c.Reject == 0 && breaks(f, c.Accept):
				ends = a.ends(v, c.Condition, v.Body, false)
			}
			if ends {
				if !first {
					a.counted = 0 // the condition may come after it
				}
				return true
			}
		}
		a.counted = 0
		if a.loop.skips {
			return false // what follows isn't always reached
		}
		first = false
	}
	return false
}

// limitable reports whether a loop certainly ends once the bound of its condition has a
// limit, which changes nothing for loops that end without it.
func (a *loopAnalysis) limitable(s ir.StmtID) (limit boundLimit, ok bool) {
	v := a.f.Loop(s)
	exits := a.exits(v.Body, true) + a.exits(v.Continuing, true)
	if v.BreakIf != 0 {
		exits++
	}
	if exits != 1 {
		return limit, false
	}
	a.limiting, a.limit = true, limit
	ok = a.finite(s)
	a.limiting, a.counted = false, 0
	return a.limit, ok && a.limit.cond != 0
}

// exits counts the statements by which control leaves a loop or the function from a block
// of the loop; own is set if a break is the loop's.
func (a *loopAnalysis) exits(b ir.BlockID, own bool) (n int) {
	f := a.f
	for _, s := range f.Block(b) {
		switch f.StmtKind(s) {
		case ir.StmtBreak:
			if own {
				n++
			}
		case ir.StmtReturn, ir.StmtTerminate, ir.StmtDemote:
			n++
		case ir.StmtCall:
			if a.terminates() {
				n++
			}
		case ir.StmtBlock:
			n += a.exits(f.BlockStmt(s), own)
		case ir.StmtIf:
			v := f.If(s)
			n += a.exits(v.Accept, own) + a.exits(v.Reject, own)
		case ir.StmtSwitch:
			for _, c := range f.Switch(s).Cases {
				n += a.exits(c.Body, false)
			}
		case ir.StmtLoop:
			v := f.Loop(s)
			n += a.exits(v.Body, false) + a.exits(v.Continuing, false)
		}
	}
	return n
}

// terminates reports whether a call may end the invocation.
func (a *loopAnalysis) terminates() bool {
	for _, f := range a.m.Functions[1:] {
		if f.MayHaveStmt(ir.StmtTerminate) || f.MayHaveStmt(ir.StmtDemote) {
			return true
		}
	}
	return false
}

// breaks reports whether a block is a break, with nothing before it but values and
// stores.
func breaks(f *ir.Function, b ir.BlockID) bool {
	list := f.Block(b)
	if len(list) == 0 || f.StmtKind(list[len(list)-1]) != ir.StmtBreak {
		return false
	}
	for _, s := range list[:len(list)-1] {
		switch f.StmtKind(s) {
		case ir.StmtEmit, ir.StmtStore, ir.StmtLocal:
		default:
			return false
		}
	}
	return true
}

// place gives the evaluations and stores of a block their places; in is the loop around it,
// as in ofLoop.
func (a *loopAnalysis) place(b ir.BlockID, in uint32) {
	f := a.f
	for _, s := range f.Block(b) {
		switch f.StmtKind(s) {
		case ir.StmtEmit:
			a.places++
			for _, x := range f.Emit(s) {
				a.at[x] = a.places
			}
		case ir.StmtStore:
			if p := f.Store(s).Pointer; f.Kind(p) == ir.KindLocal {
				a.stored(f.LocalRef(p))
			}
		case ir.StmtLocal:
			a.stored(f.LocalDecl(s).Local)
		case ir.StmtContinue:
			if in != 0 {
				a.region[in-1].skips = true
			}
		case ir.StmtBlock:
			a.place(f.BlockStmt(s), in)
		case ir.StmtIf:
			v := f.If(s)
			a.place(v.Accept, in)
			a.place(v.Reject, in)
		case ir.StmtSwitch:
			for _, c := range f.Switch(s).Cases {
				a.place(c.Body, in)
			}
		case ir.StmtLoop:
			v := f.Loop(s)
			a.region = append(a.region, region{begin: a.places})
			id := uint32(len(a.region))
			a.ofLoop[s] = id
			a.place(v.Body, id)
			a.place(v.Continuing, 0)
			a.region[id-1].end = a.places
		default:
			if r := f.StmtResult(s); r != 0 {
				a.places++
				a.at[r] = a.places
			}
		}
	}
}

// stored notes a store to a local.
func (a *loopAnalysis) stored(l ir.LocalID) {
	a.places++
	v := &a.initial[l]
	if v.known == v.stores { // the statement is in two blocks
		a.escapes[l] = true
		return
	}
	a.stores[v.first+v.known] = a.places
	v.known++
}

// ask makes a loop the one asked about, and reports whether it is in the
// function.
func (a *loopAnalysis) ask(s ir.StmtID) bool {
	if int(s) >= len(a.ofLoop) || a.ofLoop[s] == 0 {
		return false
	}
	a.loop = a.region[a.ofLoop[s]-1]
	return true
}

// isInside reports whether the loop asked about evaluates x.
func (a *loopAnalysis) isInside(x ir.ExprID) bool {
	return int(x) < len(a.at) && a.at[x] > a.loop.begin && a.at[x] <= a.loop.end
}

// storesTo reports whether the loop asked about stores to a local, and whether
// it does so in one place.
func (a *loopAnalysis) storesTo(l ir.LocalID) (stores, one bool) {
	if int(l) >= len(a.initial) {
		return false, false
	}
	v := &a.initial[l]
	list := a.stores[v.first:][:v.known]
	i, _ := slices.BinarySearch(list, a.loop.begin+1)
	stores = i < len(list) && list[i] <= a.loop.end
	return stores, stores && (i+1 == len(list) || list[i+1] > a.loop.end)
}

// mirrored is the comparison with its sides exchanged, negated the opposite one.
var (
	mirrored = [...]ir.BinaryOp{ir.Lt: ir.Gt, ir.Le: ir.Ge, ir.Gt: ir.Lt, ir.Ge: ir.Le, ir.Ne: ir.Ne, ir.Eq: ir.Eq}
	negated  = [...]ir.BinaryOp{ir.Lt: ir.Ge, ir.Le: ir.Gt, ir.Gt: ir.Le, ir.Ge: ir.Lt, ir.Ne: ir.Eq, ir.Eq: ir.Ne}
)

// ends reports whether a condition, evaluated in block on each iteration, at last becomes
// one that leaves the loop; stay is set if it goes on while the condition holds.
func (a *loopAnalysis) ends(loop ir.Loop, cond ir.ExprID, where ir.BlockID, stay bool) bool {
	return a.leaves(loop, cond, where, stay, maxConditions)
}

// maxConditions bounds how deep conditions are looked into.
const maxConditions = 4

func (a *loopAnalysis) leaves(loop ir.Loop, cond ir.ExprID, where ir.BlockID, stay bool, depth int) bool {
	f := a.f
	if f.Kind(cond) == ir.KindUnary && f.Unary(cond).Op == ir.LogicalNot {
		cond, stay = f.Unary(cond).Value, !stay
	}
	if f.Kind(cond) == ir.KindBinary {
		// It goes on if both hold, or leaves if one does: either is enough.
		if c := f.Binary(cond); depth > 0 && (stay && (c.Op == ir.And || c.Op == ir.LogicalAnd) || !stay && (c.Op == ir.Or || c.Op == ir.LogicalOr)) {
			return a.leaves(loop, c.Left, where, stay, depth-1) || a.leaves(loop, c.Right, where, stay, depth-1)
		}
	}
	a.counted = 0
	if f.Kind(cond) != ir.KindBinary || !f.Binary(cond).Op.IsComparison() {
		return false
	}
	c := f.Binary(cond)
	op := c.Op
	if !stay {
		op = negated[op]
	}
	if depth < maxConditions { // what else is in the condition may leave, too
		defer func(asked bool) { a.limiting = asked }(a.limiting)
		a.limiting = false
	}
	a.limit = boundLimit{}
	if l := a.counter(c.Left, where); l != 0 && a.invariant(c.Right, 8) {
		return a.counts(loop, l, op, c.Right) || a.limited(cond)
	}
	if l := a.counter(c.Right, where); l != 0 && a.invariant(c.Left, 8) {
		a.limit.left = true
		return a.counts(loop, l, mirrored[op], c.Left) || a.limited(cond)
	}
	return false
}

// counter is the local that x loads, if it is a candidate and x is evaluated by
// an Emit directly in the block.
func (a *loopAnalysis) counter(x ir.ExprID, where ir.BlockID) ir.LocalID {
	f := a.f
	if f.Kind(x) != ir.KindLoad || f.Kind(f.Operand(x)) != ir.KindLocal || f.TypeOf(x) != ir.TypeI32 && f.TypeOf(x) != ir.TypeU32 {
		return 0
	}
	l := f.LocalRef(f.Operand(x))
	if int(l) >= len(a.escapes) || a.escapes[l] {
		return 0
	}
	if _, one := a.storesTo(l); !one || !a.emittedIn(where, x) {
		return 0
	}
	return l
}

func (a *loopAnalysis) emittedIn(b ir.BlockID, x ir.ExprID) bool {
	if !a.isInside(x) {
		return false
	}
	for _, s := range a.f.Block(b) {
		if a.f.StmtKind(s) == ir.StmtEmit {
			for _, y := range a.f.Emit(s) {
				if x == y {
					return true
				}
			}
		}
	}
	return false
}

// counts reports whether the one store to l moves it past the bound, so that
// "l op bound" becomes false.
func (a *loopAnalysis) counts(loop ir.Loop, l ir.LocalID, op ir.BinaryOp, bound ir.ExprID) bool {
	step, ok := a.step(loop.Continuing, l)
	if !ok && !a.loop.skips {
		step, ok = a.step(loop.Body, l)
	}
	if !ok {
		return a.scales(loop.Continuing, l, op, bound) || !a.loop.skips && a.scales(loop.Body, l, op, bound)
	}
	if step == 0 {
		return false
	}
	s := a.m.Types.ScalarOf(a.f.Locals[l].Type)
	lowest, highest := int64(0), int64(1)<<32-1
	if s.IsSigned() {
		lowest, highest = -1<<31, 1<<31-1
	}
	word, known := component(a.m, &a.f.Exprs, bound, 0)
	limit := signed(s, word)
	if size := max(step, -step); a.limiting && !known && size&(size-1) == 0 {
		a.canLimit(op, step, lowest, highest)
	}
	switch op {
	case ir.Lt:
		return step == 1 || step > 0 && known && limit+step-1 <= highest
	case ir.Le:
		return step > 0 && known && limit+step <= highest
	case ir.Gt:
		return step == -1 || step < 0 && known && limit+step+1 >= lowest
	case ir.Ge:
		return step < 0 && known && limit+step >= lowest
	case ir.Ne:
		a.counted = 0 // it may go the long way round
		return step == 1 || step == -1
	}
	return false
}

// canLimit notes the limit of the bound that keeps a counter from wrapping.
func (a *loopAnalysis) canLimit(op ir.BinaryOp, step, lowest, highest int64) {
	var value int64
	switch {
	case op == ir.Lt && step > 0:
		value = highest - step + 1
	case op == ir.Le && step > 0:
		value = highest - step
	case op == ir.Gt && step < 0:
		value = lowest - step - 1
	case op == ir.Ge && step < 0:
		value = lowest - step
	default:
		return
	}
	a.limit.least, a.limit.value, a.limit.able = step < 0, uint32(value), true
}

// limited reports whether a limit of the condition's bound makes the loop end.
func (a *loopAnalysis) limited(cond ir.ExprID) bool {
	if !a.limit.able {
		return false
	}
	a.limit.cond = cond
	return true
}

// step is the constant by which a store directly in the block changes l.
func (a *loopAnalysis) step(b ir.BlockID, l ir.LocalID) (int64, bool) {
	f := a.f
	for _, s := range f.Block(b) {
		if f.StmtKind(s) != ir.StmtStore {
			continue
		}
		v := f.Store(s)
		if f.Kind(v.Pointer) != ir.KindLocal || f.LocalRef(v.Pointer) != l {
			continue
		}
		if f.Kind(v.Value) != ir.KindBinary {
			return 0, false
		}
		sum := f.Binary(v.Value)
		isLoad := func(x ir.ExprID) bool { return a.loads(x, l, b) }
		if sum.Op == ir.Add && isLoad(sum.Right) {
			sum.Left, sum.Right = sum.Right, sum.Left
		}
		bits, known := component(a.m, &f.Exprs, sum.Right, 0)
		if !known || !isLoad(sum.Left) || sum.Op != ir.Add && sum.Op != ir.Sub {
			return 0, false
		}
		n := int64(int32(uint32(bits))) // of a u32 too, adding 0xFFFFFFFF is going down by one
		if sum.Op == ir.Sub {
			n = -n
		}
		a.counted = v.Value
		return n, true
	}
	return 0, false
}

// scales reports whether a store directly in the block halves l, or multiplies
// it, so that "l op bound" becomes false.
func (a *loopAnalysis) scales(b ir.BlockID, l ir.LocalID, op ir.BinaryOp, bound ir.ExprID) bool {
	f := a.f
	limit, known := component(a.m, &f.Exprs, bound, 0)
	if !known || limit > 1<<31-1 {
		return false
	}
	v, ok := a.storeIn(b, l)
	if !ok || !a.loads(v.Left, l, b) {
		return false
	}
	amount, known := component(a.m, &f.Exprs, v.Right, 0)
	if !known || amount > 1<<16 {
		return false
	}
	if v.Op == ir.Shl || v.Op == ir.Shr {
		if amount == 0 || amount > 16 {
			return false
		}
		amount = 1 << amount
	}
	if amount < 2 {
		return false
	}
	switch v.Op {
	case ir.Shr, ir.Div: // while it is above zero, it shrinks
		unsigned := !a.m.Types.ScalarOf(f.Locals[l].Type).IsSigned()
		return op == ir.Gt || op == ir.Ge && limit > 0 || op == ir.Ne && limit == 0 && (unsigned || v.Op == ir.Div)
	case ir.Shl, ir.Mul: // while it is at most the limit, it grows without overflow
		i := a.initial[l]
		if i.stores != 2 || i.init == 0 || op != ir.Lt && op != ir.Le || limit*amount >= 1<<31 {
			return false
		}
		first, begins := component(a.m, &f.Exprs, i.init, 0)
		return begins && first > 0 && first <= limit
	}
	return false
}

// storeIn is the operation whose result is stored to l directly in the block.
func (a *loopAnalysis) storeIn(b ir.BlockID, l ir.LocalID) (ir.Binary, bool) {
	f := a.f
	for _, s := range f.Block(b) {
		if f.StmtKind(s) != ir.StmtStore {
			continue
		}
		if v := f.Store(s); f.Kind(v.Pointer) == ir.KindLocal && f.LocalRef(v.Pointer) == l {
			if f.Kind(v.Value) != ir.KindBinary {
				return ir.Binary{}, false
			}
			return f.Binary(v.Value), true
		}
	}
	return ir.Binary{}, false
}

// loads reports whether x loads l, in an Emit directly in the block.
func (a *loopAnalysis) loads(x ir.ExprID, l ir.LocalID, b ir.BlockID) bool {
	f := a.f
	return f.Kind(x) == ir.KindLoad && f.Kind(f.Operand(x)) == ir.KindLocal && f.LocalRef(f.Operand(x)) == l && a.emittedIn(b, x)
}

// invariant reports whether a value is the same on each iteration.
func (a *loopAnalysis) invariant(x ir.ExprID, depth int) bool {
	f := a.f
	k := f.Kind(x)
	switch {
	case k.IsImplicit() || int(x) < len(a.at) && !a.isInside(x):
		return true
	case depth == 0 || int(x) >= len(a.at):
		return false
	}
	var buf [8]ir.ExprID
	switch k {
	case ir.KindLoad:
		p := f.Operand(x)
		if f.Kind(p) == ir.KindLocal {
			l := f.LocalRef(p)
			if int(l) >= len(a.escapes) || a.escapes[l] {
				return false
			}
			stores, _ := a.storesTo(l)
			return !stores
		}
		t := a.m.Types.At(f.TypeOf(p))
		return t.Kind == ir.TypePointer && (t.Space == ir.SpaceUniform || t.Space == ir.SpaceImmediate) && a.invariant(p, depth-1)
	case ir.KindArrayLength:
		return true
	case ir.KindAccess, ir.KindAccessIndex, ir.KindUnary, ir.KindBinary, ir.KindAs, ir.KindSwizzle, ir.KindSelect, ir.KindMath:
		for _, o := range f.Operands(x, buf[:0]) {
			if !a.invariant(o, depth-1) {
				return false
			}
		}
		return true
	}
	return false
}
