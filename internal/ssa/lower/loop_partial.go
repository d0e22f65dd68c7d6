package lower

// This file writes out as many rounds of a loop as an array has elements.
//
//	before                           after
//	loop {                           if %n > 0 {
//	  %i = phi 0, %j                   A(a[0])
//	  if %i < %n {} else { break }     if %n > 1 {
//	  A(a[%i])                           A(a[1])
//	  %j = iadd %i, 1                    loop { %i = phi 2, ...
//	}
//
// The number of iterations is unknown, but the loop indexes an array of the function by a
// counter: only so many iterations are in bounds. Known indices make values of the
// elements. The loop stays behind the copies, for iterations out of bounds.

import (
	"refract/internal/ssa/analysis"
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// LoopUnrollPartial writes out as many rounds of a loop as an array has elements.
var LoopUnrollPartial = &pass.Pass{
	Name:     "loop-unroll-partial",
	Doc:      "loops that index small local arrays by a counter have one iteration per element unrolled before them",
	Replaces: []string{"opt_loop_unroll"},
	Destroys: pass.NoPhis | pass.LoopClosed | pass.Scalar | pass.ExplicitTemps,
	Function: loopUnrollPartial,
}

func loopUnrollPartial(f *ssa.Function) bool {
	return copyLoops(f, func(x *loopCopies, n ssa.NodeID) bool {
		if _, counted := analysis.CountExit(f, n, maxArrayRounds); counted {
			return false // the passes for those say whether it pays
		}
		c, exits := analysis.Exits(f, n)
		if exits == nil {
			return false
		}
		rounds := roundsInBounds(f, &c)
		if rounds == 0 || len(exits)*rounds > 2*maxExitRounds {
			return false
		}
		size, ok := x.cost(n)
		return ok && size*rounds <= maxExitArray && x.ahead(&c, rounds, false)
	})
}

// maxArrayRounds bounds how many elements an array has that rounds are written out for.
const maxArrayRounds = 32

// isLocalArray reports whether an address is that of an element of an array of the
// function.
func isLocalArray(f *ssa.Function, d ssa.Value) bool {
	types := &f.Shader.Module.Types
	t := types.At(f.Type(d))
	return t.Kind == ir.TypePointer && t.Space == ir.SpaceFunction && types.At(types.Pointee(f.Type(f.Arg(d, 0)))).Kind == ir.TypeArray
}

// roundsInBounds is how many iterations of a loop index arrays of the function inside their
// bounds, or 0 if it has no counter that decides it.
func roundsInBounds(f *ssa.Function, c *analysis.Counted) (rounds int) {
	types := &f.Shader.Module.Types
	header := f.LoopHeader(c.Loop)
	for _, b := range f.BlocksOf(c.Loop) {
		for i := range f.Instrs(b) {
			if f.Op(i) != op.DerefArray || !isLocalArray(f, i) {
				continue
			}
			p := f.Arg(i, 1)
			if f.Op(p) == op.UMin && f.IsConst(f.Arg(p, 1)) {
				p = f.Arg(p, 0)
			}
			if f.Op(p) != op.Phi || f.Block(p) != header {
				continue
			}
			first, ok := f.KnownBits(f.Arg(p, f.PredIndex(header, f.Before(c.Loop))), 0)
			next := f.Arg(p, f.PredIndex(header, c.Last))
			if !ok || f.Op(next) != op.IAdd || f.Arg(next, 0) != p {
				continue
			}
			step, ok := f.KnownBits(f.Arg(next, 1), f.Src(next, 1).Swizzle.At(0))
			length := uint64(types.At(types.Pointee(f.Type(f.Arg(i, 0)))).Length)
			if !ok || step == 0 || step > length || first >= length {
				continue
			}
			if n := (length - first + step - 1) / step; n <= maxArrayRounds {
				rounds = max(rounds, int(n))
			}
		}
	}
	return rounds
}
