package lower

// This file removes continue lists.
//
//	before                        after
//	loop {                        loop {
//	  if %c { continue }            if %c {} else {
//	  A                               A
//	  continuing { B }              }
//	}                               B
//	                              }
//
// Where only the end of the body leads to the list it moves there. A continue
// elsewhere keeps its loop: the body goes into an inner loop that is left at its
// end, continues become breaks of it, and what broke the outer loop sets a flag
// that is tested after the inner one.

import (
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// Continues removes continue lists of loops.
var Continues = &pass.Pass{
	Name:        "lower-continue",
	Doc:         "continue lists move to the end of the loop's body",
	Establishes: pass.NoContinue,
	Function: func(f *ssa.Function) bool {
		changed := false
		for again := true; again; {
			again = false
			for b := range f.Blocks() {
				n := f.NextNode(b)
				if n != 0 && f.Kind(n) == ssa.NodeLoop && f.LoopContinue(n) != 0 && !f.HasPhis(f.ListFirst(f.LoopContinue(n))) {
					lowerContinue(f, n)
					changed, again = true, true
					break
				}
			}
		}
		return changed
	},
}

// lowerContinue moves the continue list of a loop to the end of its body.
func lowerContinue(f *ssa.Function, n ssa.NodeID) {
	l := f.LoopContinue(n)
	body := f.LoopBody(n)
	head := f.ListFirst(l)
	preds := f.Preds(head)
	if len(preds) > 1 || len(preds) == 1 && preds[0] != f.ListLast(body) {
		wrapBody(f, n)
	}
	last := f.ListLast(body)
	if j := f.Jump(last); j != 0 && f.Op(j) == op.Continue {
		f.RemoveJump(last)
	}
	if f.Jump(last) == 0 {
		part := f.Extract(ssa.Cursor{Block: head, Before: f.First(head)}, ssa.Cursor{Block: f.ListLast(l)})
		f.Insert(f.EndOf(last), part)
	} else {
		f.ClearFrom(head)
	}
	f.DropContinue(n)
	f.SetShape(n, ir.LoopPlain)
}

// wrapBody puts the body of a loop into an inner loop that is left at its end,
// so that what continued it breaks the inner one.
func wrapBody(f *ssa.Function, n ssa.NodeID) {
	body := f.LoopBody(n)
	var breaks, continues []ssa.NodeID
	for x := range f.Nodes(body) {
		for _, b := range f.BlocksOf(x) {
			j := f.Jump(b)
			if j == 0 {
				continue
			}
			switch t := f.JumpTarget(j); {
			case f.Op(j) == op.Break && t == f.After(n):
				breaks = append(breaks, b)
			case f.Op(j) == op.Continue && t == f.ListFirst(f.LoopContinue(n)):
				continues = append(continues, b)
			}
		}
	}
	// Loops and switches in the body around such a jump pass it on by the flags.
	leave := f.AddVar(ssa.Variable{Name: "leave", Mode: ssa.ModeFunctionTemp, Type: ir.TypeBool, Access: ir.AccessReadWrite})
	skip := f.AddVar(ssa.Variable{Name: "skip", Mode: ssa.ModeFunctionTemp, Type: ir.TypeBool, Access: ir.AccessReadWrite})
	guarded := map[ssa.NodeID]bool{}
	var guards []ssa.NodeID // switches around a continue, innermost first
	mark := func(b ssa.NodeID, v ssa.VarID) {
		j := f.Jump(b)
		build := f.BuildBefore(j)
		build.Store(build.DerefVar(v), build.Bool(true))
		span := f.SpanOf(j)
		f.RemoveJump(b)
		f.AddJump(b, op.Break, span)
		for p := f.Parent(b); p != n; p = f.Parent(p) {
			if f.Kind(p) == ssa.NodeSwitch && !guarded[p] {
				guarded[p] = true
				guards = append(guards, p)
			}
		}
	}
	for _, b := range continues {
		mark(b, skip)
	}
	first := f.ListFirst(body)
	part := f.Extract(f.StartOf(first), ssa.Cursor{Block: f.ListLast(body)})
	build := f.Build(f.EndOf(first))
	build.Span = f.NodeSpan(n)
	build.Store(build.DerefVar(leave), build.Bool(false))
	build.Store(build.DerefVar(skip), build.Bool(false))
	inner := build.Loop(false)
	f.Insert(f.EndOf(f.ListFirst(f.LoopBody(inner))), part)
	end := f.ListLast(f.LoopBody(inner))
	if f.Jump(end) == 0 {
		f.AddJump(end, op.Break, f.NodeSpan(n))
	}
	for _, b := range breaks {
		j := f.Jump(b)
		if j == 0 {
			continue
		}
		build := f.BuildBefore(j)
		build.Store(build.DerefVar(leave), build.Bool(true))
	}
	for _, p := range guards { // leaving a switch by skip leaves the inner loop too
		at := f.Build(f.StartOf(f.After(p)))
		g := at.If(at.Load(at.DerefVar(skip)))
		at.Inside(f.Then(g))
		at.Jump(op.Break)
	}
	after := f.Build(f.StartOf(f.After(inner)))
	g := after.If(after.Load(after.DerefVar(leave)))
	after.Inside(f.Then(g))
	after.Jump(op.Break)
}
