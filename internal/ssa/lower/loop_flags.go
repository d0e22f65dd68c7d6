package lower

// This file gives loops the form that counting their iterations takes: they break in ifs of the body
// itself, not in deeper ones, and continue at the end of the body.
//
//	before                          after
//	loop {                          loop {
//	  if %i < 4 {} else { break }     if %i < 4 {} else { break }
//	  if %a {                         skip = false, leave = false
//	    if %b { break }               if %a {
//	    A                               if %b { skip = true, leave = true }
//	  }                                 if skip {} else { A }
//	  B                               }
//	}                                 if skip {} else { B }
//	                                  if leave { break }
//	                                }
//
// Exits with which the body begins stay. Under the flag skip the rest of the iteration is left out, under
// leave the loop ends.

import (
	"refract/internal/ssa/analysis"
	"refract/internal/ssa/repair"
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// LoopFlags gives loops this form.
var LoopFlags = &pass.Pass{
	Name:     "loop-flags",
	Doc:      "loops continue at the end of the body only, and break in ifs of the body, on flags",
	Destroys: pass.NoPhis | pass.LoopClosed,
	Function: loopFlags,
}

func loopFlags(f *ssa.Function) bool {
	found := innerFirst(f, func(n ssa.NodeID) bool {
		if f.Kind(n) != ssa.NodeLoop || len(f.Preds(f.After(n))) == 0 || len(f.Preds(f.LoopHeader(n))) < 2 {
			return false
		}
		_, exits := analysis.Exits(f, n)
		return exits == nil && !switchJumps(f, n)
	})
	if found == nil {
		return false
	}
	x := loopFlag{f: f, demoted: newPhiDemotion(f)}
	for _, n := range found {
		x.loop(n)
	}
	repair.Function(f)
	x.demoted.finish()
	return true
}

// switchJumps reports whether a jump of a loop stands in a switch, which the pass lower-switch removes.
func switchJumps(f *ssa.Function, n ssa.NodeID) bool {
	for _, b := range f.BlocksOf(n) {
		j := f.Jump(b)
		if j == 0 || f.Op(j) != op.Break && f.Op(j) != op.Continue {
			continue
		}
		for p := f.Parent(b); p != n && p != 0; p = f.Parent(p) {
			if f.Kind(p) == ssa.NodeSwitch {
				return true
			}
		}
	}
	return false
}

// loopFlag rewrites the loops of a function.
type loopFlag struct {
	f           *ssa.Function
	demoted     *phiDemotion
	head, after ssa.NodeID // of the loop: the block that continues lead to, and the one behind it
	skip, leave ssa.VarID
}

// loop rewrites a loop.
func (x *loopFlag) loop(n ssa.NodeID) {
	f := x.f
	body, list := f.LoopBody(n), f.LoopContinue(n)
	x.after, x.head = f.After(n), f.LoopHeader(n)
	if list != 0 {
		x.head = f.ListFirst(list)
		x.demoted.clear(x.head, f.LoopHeader(n))
	}
	x.demoted.clear(x.after, 0)
	x.demoted.clear(f.LoopHeader(n), 0)
	x.skip, x.leave = x.demoted.variable("skip", ir.TypeBool), x.demoted.variable("leave", ir.TypeBool)
	first := x.afterExits(n)
	at := f.Build(f.StartOf(first))
	at.Span = f.NodeSpan(n)
	at.Store(at.DerefVar(x.skip), at.Bool(false))
	at.Store(at.DerefVar(x.leave), at.Bool(false))
	x.list(body, first)
	last := f.ListLast(body)
	end := f.Build(f.EndOf(last))
	end.Span = f.NodeSpan(n)
	guard := end.If(end.Load(end.DerefVar(x.leave)))
	end.Inside(f.Then(guard))
	end.Jump(op.Break)
	if list != 0 {
		part := f.Extract(ssa.Cursor{Block: x.head, Before: f.First(x.head)}, ssa.Cursor{Block: f.ListLast(list)})
		f.Insert(f.EndOf(f.ListLast(body)), part)
		f.DropContinue(n)
		f.SetShape(n, ir.LoopPlain)
	}
}

// afterExits is the block of a loop's body behind the ifs that only break it, with which it begins.
func (x *loopFlag) afterExits(n ssa.NodeID) ssa.NodeID {
	f := x.f
	b := f.ListFirst(f.LoopBody(n))
	for t := f.NextNode(b); t != 0 && f.Kind(t) == ssa.NodeIf; t = f.NextNode(b) {
		out, on := f.ListFirst(f.Then(t)), f.ListFirst(f.Else(t))
		if f.Jump(out) == 0 {
			out, on = on, out
		}
		j := f.Jump(out)
		if j == 0 || f.JumpTarget(j) != x.after || f.NextNode(out) != 0 || f.NextNode(on) != 0 || f.Jump(on) != 0 {
			break
		}
		b = f.After(t)
	}
	return b
}

// list replaces the jumps of a list, from a block on, and reports whether control may come to its
// end having skipped something.
func (x *loopFlag) list(l ssa.ListID, from ssa.NodeID) (may bool) {
	f := x.f
	for b := from; ; {
		if j := f.Jump(b); j != 0 {
			return x.jump(b, j)
		}
		n := f.NextNode(b)
		if n == 0 {
			return false
		}
		b = f.After(n)
		if f.Kind(n) != ssa.NodeIf {
			continue
		}
		yes := x.list(f.Then(n), f.ListFirst(f.Then(n)))
		no := x.list(f.Else(n), f.ListFirst(f.Else(n)))
		if !yes && !no {
			continue
		}
		start, end := f.StartOf(b), ssa.Cursor{Block: f.ListLast(l)}
		if start == end {
			return true
		}
		build := f.Build(start)
		build.Span = f.NodeSpan(n)
		flag := build.Load(build.DerefVar(x.skip))
		rest := f.Extract(f.AfterInstr(flag), end)
		guard := f.InsertIf(f.EndOf(b), ssa.Whole(flag), build.Span)
		f.Insert(f.EndOf(f.ListFirst(f.Else(guard))), rest)
		x.list(f.Else(guard), f.ListFirst(f.Else(guard)))
		return true
	}
}

// jump makes a jump of the loop stores to the flags, and reports whether it was one.
func (x *loopFlag) jump(b ssa.NodeID, j ssa.InstrID) bool {
	f := x.f
	target := f.JumpTarget(j)
	if target != x.head && target != x.after {
		return false
	}
	at := f.BuildBefore(j)
	at.Store(at.DerefVar(x.skip), at.Bool(true))
	if target == x.after {
		at.Store(at.DerefVar(x.leave), at.Bool(true))
	}
	f.RemoveJump(b)
	return true
}
