package opt

// This file writes loops out.
//
//	before                              after
//	loop {                              A(0)
//	  %i = phi 0, %j                    A(1)
//	  if %i < 2 {} else { break }       A(2)
//	  A(%i)
//	  %j = iadd %i, 1
//	}
//
// A loop with a known number of iterations becomes that many copies of its body, and behind
// them the part before its test, for the iteration that exits. It does if that makes code
// no longer than a few times its size, and further if arrays of the function are indexed by
// a counter: known indices make values of their elements. Inner loops are unrolled first;
// facts from the copies of an outer one let more of them go.

import (
	"slices"

	"refract/internal/ssa/analysis"
	"refract/internal/ssa/repair"
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// LoopUnroll writes loops out that go round a known number of times.
var LoopUnroll = &pass.Pass{
	Name:     "loop-unroll",
	Doc:      "loops with a small known trip count are unrolled",
	Replaces: []string{"opt_loop_unroll", "loop_analyze.c", "loop_analyze.h"},
	Destroys: pass.LoopClosed,
	Function: func(f *ssa.Function) bool { return loopUnroll(f, SmallLoops) },
}

// A LoopLimit is how large loops are that are unrolled.
type LoopLimit struct {
	Rounds       int  `doc:"iterations at most"`
	Instructions int  `doc:"instructions of all copies at most"`
	Arrays       int  `doc:"the same, of loops that index arrays of the function by a counter"`
	Convergent   bool `doc:"operations that invocations do together are copied, too"`
}

// SmallLoops is the limit without options.
var SmallLoops = LoopLimit{maxUnrolled, maxUnrolledPlain, maxUnrolledArray, false}

// LoopUnrollOf is the pass for other loops.
func LoopUnrollOf(l LoopLimit) *pass.Pass {
	p := *LoopUnroll
	p.Function = func(f *ssa.Function) bool { return loopUnroll(f, l) }
	return &p
}

// LoopUnrollOnce writes loops out that go round once at most, which makes nothing longer.
var LoopUnrollOnce = &pass.Pass{
	Name:     "loop-unroll-once",
	Doc:      "loops whose condition holds at most once become their body",
	Replaces: []string{"opt_loop_unroll"},
	Destroys: pass.LoopClosed,
	Function: func(f *ssa.Function) bool { return loopUnroll(f, onceLoops) },
}

// Limits of unrolling: iterations, and instructions of the copies, of any loop and of one
// whose iterations index arrays of the function.
const (
	maxUnrolled      = 32
	maxUnrolledPlain = 32
	maxUnrolledArray = 768

	// maxUnrolledFunction bounds how large a function gets.
	maxUnrolledFunction = 16384
)

var (
	onceLoops = LoopLimit{1, maxUnrolledPlain, maxUnrolledArray, false}
)

// loopUnroll unrolls loops.
func loopUnroll(f *ssa.Function, limit LoopLimit) bool {
	changed := false
	for {
		u := unroller{f: f, limit: limit}
		var loops []ssa.NodeID
		for b := range f.Blocks() {
			for range f.Instrs(b) {
				u.size++
			}
			if n := f.NextNode(b); n != 0 && f.Kind(n) == ssa.NodeLoop {
				loops = append(loops, n)
			}
		}
		slices.Reverse(loops) // inner ones first
		again := false
		for _, n := range loops {
			if f.Kind(n) == ssa.NodeLoop && u.loop(n) {
				again = true
			}
		}
		if !again {
			return changed
		}
		changed = true
	}
}

// unroller writes out the loops of a function.
type unroller struct {
	f     *ssa.Function
	limit LoopLimit
	size  int // instructions of the function, about
}

// loop writes a loop out if that pays.
func (u *unroller) loop(n ssa.NodeID) bool {
	f := u.f
	// A condition that is known is that of a loop that was written out already.
	c, ok := analysis.CountLoop(f, n, u.limit.Rounds)
	if !ok || isKnown(f, f.Cond(c.Test).Value) {
		return false
	}
	size, arrays := u.cost(n)
	limit := u.limit.Instructions
	if arrays {
		limit = u.limit.Arrays
	}
	if c.Rounds > 1 && c.Rounds*size > limit || c.Rounds > 0 && u.size+c.Rounds*size > maxUnrolledFunction {
		return false
	}
	if c.Rounds > 0 && !repair.HoistVariables(f, n) {
		return false
	}
	u.size += c.Rounds * size
	u.copies(&c)
	b := f.Build(f.EndOf(f.Before(n)))
	exit := b.Bool(c.Exit)
	f.SetCond(c.Test, ssa.Whole(exit))
	if c.List == f.LoopContinue(n) {
		u.join(n)
	}
	u.last(n)
	return true
}

// last dissolves the loop that stays for the iteration that exits. Otherwise nests of loops
// double with each level, as an outer one is copied with the rest of the inner.
func (u *unroller) last(n ssa.NodeID) {
	for l := u.f.LoopBody(n); deadCFList(u.f, l); {
	}
	deadCFNode(u.f, n)
}

// join moves a loop's continue list, which has a known test, to the end of its body.
func (u *unroller) join(n ssa.NodeID) {
	f := u.f
	for i := f.First(f.After(n)); i != 0 && f.Op(i) == op.Phi; i = f.First(f.After(n)) {
		f.ReplaceUses(i, f.Arg(i, 0)) // there is one way here
		f.Remove(i)
	}
	l := f.LoopContinue(n)
	part := f.Extract(f.StartOf(f.ListFirst(l)), f.EndOf(f.ListLast(l)))
	f.Insert(f.EndOf(f.ListLast(f.LoopBody(n))), part)
	f.DropContinue(n)
	f.SetShape(n, ir.LoopPlain)
}

// cost is the number of instructions of a loop, and whether it indexes arrays of the
// function by unknown values.
func (u *unroller) cost(n ssa.NodeID) (size int, arrays bool) {
	f := u.f
	types := &f.Shader.Module.Types
	for _, b := range f.BlocksOf(n) {
		for i := range f.Instrs(b) {
			switch f.Op(i).Class() {
			case op.ClassConst, op.ClassUndef, op.ClassPhi:
				continue
			}
			size++
			if !u.limit.Convergent && (f.Op(i).Has(op.Convergent) || f.Op(i).Has(op.Synchronizes)) {
				size = maxUnrolledFunction // copies of it don't pay
				return size, false
			}
			if f.Op(i) == op.RayInitialize && u.limit.Rounds > 1 {
				return maxUnrolledFunction, false // the queries of iterations are different ones, and some are never begun
			}
			if f.Op(i) != op.DerefArray || isKnown(f, f.Arg(i, 1)) {
				continue
			}
			t := types.At(f.Type(i))
			if t.Kind == ir.TypePointer && t.Space == ir.SpaceFunction && types.At(types.Pointee(f.Type(f.Arg(i, 0)))).Kind == ir.TypeArray {
				arrays = true
			}
		}
	}
	return size, arrays
}

// copies puts a copy for each round before a loop.
func (u *unroller) copies(c *analysis.Counted) {
	f := u.f
	n := c.Loop
	header := f.LoopHeader(n)
	body, list := f.LoopBody(n), f.LoopContinue(n)
	test := placeOf(f, c.Test)
	f.RemoveJump(f.ListLast(body))        // a continue: that is where control goes anyway
	now := make([]ssa.Value, len(c.Phis)) // what the phis are in this round
	next := make([]ssa.Value, len(c.Phis))
	entry, back := f.PredIndex(header, f.Before(n)), f.PredIndex(header, c.Last)
	for k, p := range c.Phis {
		now[k] = f.Arg(p, entry)
	}
	copier := ssa.NewCopier(f, f)
	for range c.Rounds {
		l := copier.List(body)
		k := 0
		for i := f.First(f.ListFirst(l)); k < len(c.Phis); k++ {
			following := f.Next(i)
			f.ReplaceUses(i, now[k])
			copier.Values[c.Phis[k]] = now[k]
			i = following
		}
		u.insert(n, l, c, body, test)
		if list != 0 {
			u.insert(n, copier.List(list), c, list, test)
		}
		for k, p := range c.Phis {
			v := f.Arg(p, back)
			if int(v) < len(copier.Values) && copier.Values[v] != 0 {
				v = copier.Values[v]
			}
			next[k] = v
		}
		now, next = next, now
	}
	for k, p := range c.Phis {
		f.SetSrc(p, f.PredIndex(header, f.Before(n)), ssa.Whole(now[k]))
	}
}

// placeOf is how many ifs, loops and switches come before a node in its list.
func placeOf(f *ssa.Function, n ssa.NodeID) (place int) {
	for at := f.ListFirst(f.ListOf(n)); f.NextNode(at) != n; at = f.After(f.NextNode(at)) {
		place++
	}
	return place
}

// insert puts a copy of one of a loop's lists before it. In the list that has the
// test, the arm that stays takes its place.
func (u *unroller) insert(n ssa.NodeID, l ssa.ListID, c *analysis.Counted, of ssa.ListID, test int) {
	f := u.f
	b := f.Before(n)
	f.Insert(f.EndOf(b), l)
	if of != c.List {
		return
	}
	at := f.NextNode(b)
	for range test {
		at = f.NextNode(f.After(at))
	}
	on := f.Then(at)
	if c.Exit {
		on = f.Else(at)
	}
	f.Splice(at, on)
}
