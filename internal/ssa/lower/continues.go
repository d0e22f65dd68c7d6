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
// If only the end of the body leads to the continue list, the list moves there. A continue
// elsewhere keeps its loop: the body goes into an inner loop that exits at its end,
// continues become breaks of it, and breaks of the outer loop set a flag that is tested
// after the inner one.

import (
	"slices"

	"refract/internal/ssa/repair"
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
	Destroys:    pass.NoPhis | pass.LoopClosed,
	Function:    lowerContinues,
}

func lowerContinues(f *ssa.Function) bool {
	found := innerFirst(f, func(n ssa.NodeID) bool { return f.Kind(n) == ssa.NodeLoop && f.LoopContinue(n) != 0 })
	if found == nil {
		return false
	}
	c := continues{f: f, demoted: newPhiDemotion(f)}
	for _, n := range found {
		c.lower(n)
	}
	if c.rerouted {
		repair.Function(f)
	}
	c.demoted.finish()
	return true
}

// innerFirst returns the ifs, loops or switches that wanted accepts, inner ones first.
func innerFirst(f *ssa.Function, wanted func(ssa.NodeID) bool) (found []ssa.NodeID) {
	for b := range f.Blocks() {
		if n := f.NextNode(b); n != 0 && wanted(n) {
			found = append(found, n)
		}
	}
	slices.Reverse(found)
	return found
}

// continues removes the continue lists of a function.
type continues struct {
	f        *ssa.Function
	demoted  *phiDemotion
	rerouted bool // some way is longer, past definitions that it came by
}

// lower moves the continue list of a loop to the end of its body.
func (c *continues) lower(n ssa.NodeID) {
	f := c.f
	l, body := f.LoopContinue(n), f.LoopBody(n)
	head := f.ListFirst(l)
	c.demoted.clear(f.After(n), f.LoopHeader(n))
	c.demoted.clear(head, f.LoopHeader(n))
	if preds := f.Preds(head); len(preds) > 1 || len(preds) == 1 && preds[0] != f.ListLast(body) {
		c.wrap(n)
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

// wrap puts the body of a loop into an inner loop that exits at its end, so that continues
// of the loop break the inner one. Its continue list and the block after it have no phis.
func (c *continues) wrap(n ssa.NodeID) {
	f := c.f
	c.rerouted = true
	body := f.LoopBody(n)
	after, head := f.After(n), f.ListFirst(f.LoopContinue(n))
	var breaks, on []ssa.InstrID
	for x := range f.Nodes(body) {
		for _, b := range f.BlocksOf(x) {
			if j := f.Jump(b); j != 0 {
				switch f.JumpTarget(j) {
				case after:
					breaks = append(breaks, j)
				case head:
					on = append(on, j)
				}
			}
		}
	}
	// A continue in a switch breaks the switch, and a flag makes the code behind it break
	// too.
	var guarded []ssa.InstrID
	var guards []ssa.NodeID // switches around a continue
	for _, j := range on {
		known := len(guards)
		for p := f.Parent(f.Block(j)); p != n; p = f.Parent(p) {
			if f.Kind(p) == ssa.NodeSwitch {
				guards = append(guards, p)
			}
		}
		if len(guards) > known {
			guarded = append(guarded, j)
		}
	}
	slices.Sort(guards)
	guards = slices.Compact(guards)
	first := f.ListFirst(body)
	part := f.Extract(f.StartOf(first), ssa.Cursor{Block: f.ListLast(body)})
	for _, j := range on {
		f.ChangeJump(j, op.Break)
	}
	build := f.Build(f.EndOf(first))
	build.Span = f.NodeSpan(n)
	leave := c.flag(&build, "leave", breaks)
	skip := c.flag(&build, "skip", guarded)
	inner := build.Loop(false)
	f.Insert(f.EndOf(f.ListFirst(f.LoopBody(inner))), part)
	if end := f.ListLast(f.LoopBody(inner)); f.Jump(end) == 0 {
		f.AddJump(end, op.Break, f.NodeSpan(n))
	}
	for _, p := range guards {
		c.guard(p, skip)
	}
	if leave != 0 {
		c.guard(inner, leave)
	}
}

// flag is a variable that is false at a cursor and true at jumps; 0 if there are
// none.
func (c *continues) flag(at *ssa.Builder, name string, jumps []ssa.InstrID) ssa.VarID {
	if jumps == nil {
		return 0
	}
	v := c.demoted.variable(name, ir.TypeBool)
	at.Store(at.DerefVar(v), at.Bool(false))
	for _, j := range jumps {
		b := c.f.BuildBefore(j)
		b.Store(b.DerefVar(v), b.Bool(true))
	}
	return v
}

// guard puts a break on a flag behind a loop or switch.
func (c *continues) guard(n ssa.NodeID, flag ssa.VarID) {
	f := c.f
	b := f.Build(f.StartOf(f.After(n)))
	b.Span = f.NodeSpan(n)
	g := b.If(b.Load(b.DerefVar(flag)))
	b.Inside(f.Then(g))
	b.Jump(op.Break)
}
