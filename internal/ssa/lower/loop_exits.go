package lower

// This file writes loops out that are left in several places.
//
//	before                           after
//	loop {                           if %a(0) {} else {
//	  %i = phi 0, %j                   if %a(1) {} else {
//	  if %i < 2 {} else { break }      }
//	  if %a(%i) { break }            }
//	  %j = iadd %i, 1
//	}
//
// One of the exits bounds the number of iterations. The others lead past the copies that
// follow, which stand in the arms of their ifs, and with them, in the last of these, the
// loop, whose first iteration is its last. The pass loop-once removes loops of at most one
// iteration.

import (
	"refract/internal/ssa/analysis"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// LoopUnrollExits writes loops out that are left in several places.
var LoopUnrollExits = &pass.Pass{
	Name:     "loop-unroll-exits",
	Doc:      "loops with a small bound of iterations and other exits are unrolled",
	Replaces: []string{"opt_loop_unroll"},
	Destroys: pass.NoPhis | pass.LoopClosed | pass.Scalar | pass.ExplicitTemps,
	Function: func(f *ssa.Function) bool { return loopUnrollExits(f, SmallExits) },
}

// An ExitLimit is how large loops are that are unrolled.
type ExitLimit struct {
	Rounds       int  `doc:"iterations at most"`
	Copies       int  `doc:"copies of exits at most"`
	Instructions int  `doc:"instructions of all copies at most"`
	Arrays       int  `doc:"the same, of loops that index arrays of the function by a counter"`
	Convergent   bool `doc:"operations that invocations do together are copied, too"`
}

// LoopUnrollExitsOf is the pass for other loops.
func LoopUnrollExitsOf(l ExitLimit) *pass.Pass {
	p := *LoopUnrollExits
	p.Function = func(f *ssa.Function) bool { return loopUnrollExits(f, l) }
	return &p
}

// Limits of unrolling: iterations, instructions of the copies, and of copies that index
// arrays of the function by the counter.
const (
	maxExitRounds = 8
	maxExitPlain  = 48
	maxExitArray  = 384
)

// SmallExits is the limit without options.
var SmallExits = ExitLimit{maxExitRounds, 2 * maxExitRounds, maxExitPlain, maxExitArray, false}

func loopUnrollExits(f *ssa.Function, l ExitLimit) bool {
	return copyLoops(f, func(x *loopCopies, n ssa.NodeID) bool {
		x.convergent = l.Convergent
		if len(f.Preds(f.After(n))) < 2 {
			return false
		}
		c, ok := analysis.CountExit(f, n, l.Rounds)
		if !ok || c.Rounds == 0 || len(f.Preds(f.After(n)))*c.Rounds > l.Copies {
			return false
		}
		size, ok := x.cost(n)
		limit := l.Instructions
		if indexesArrays(f, n) {
			limit = l.Arrays
		}
		return ok && size*c.Rounds <= limit && x.ahead(&c, c.Rounds, true)
	})
}

// indexesArrays reports whether a loop indexes arrays of the function by unknown values.
func indexesArrays(f *ssa.Function, n ssa.NodeID) bool {
	for _, b := range f.BlocksOf(n) {
		for i := range f.Instrs(b) {
			if f.Op(i) == op.DerefArray && isLocalArray(f, i) && !f.IsConst(f.Arg(i, 1)) {
				return true
			}
		}
	}
	return false
}
