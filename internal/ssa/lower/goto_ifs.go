package lower

// This file is the structurizer: it makes functions in flat form trees.
//
//	before                       after
//	b1:                          loop {
//	  goto b2                      %1 = ult %i, %n
//	b2:                            if %1 {} else { break }
//	  merge b5, continue b4        switch %s {
//	  %1 = ult %i, %n              case 1 { set leave }
//	  branch %1, b3, b5            default {}
//	b3:                            }
//	  merge b4                     if leave { break }
//	  switch %s, 1: b5,          } continue { ... }
//	    default: b4
//	...
//
// The scheme is that of Ramsey, "Beyond Relooper: Recursive Translation of Unstructured
// Control Flow to Structured Control Flow" (2022): the dominator tree places blocks, so
// that each is written once. A block with one predecessor stands in the list that its
// predecessor leads to; one with several stands behind the construct that holds them all.
// Four things are different.
//
// Blocks may declare the block in which their ways meet (merges, continue targets). That
// block stands behind the construct even if dominators would have it inside, so that
// constructs come back as they were written, and invocations that parted meet in the same
// place. A declaration that can't be kept is ignored.
//
// A tree has no jumps out of several constructs. The end of a list falls through to the
// next node, breaks the innermost loop or switch, or continues the innermost loop. Any
// other way sets a flag and exits as far as a fall or a break takes it; code that it must
// not run is under an if on the flag, or, if the way goes on with a jump, behind an if that
// jumps. A block that only returns is copied instead.
//
// Loops that are entered in several places get one entry: a switch on a selector, in front
// of a loop around all of it. Nodes that would nest too deep become a loop of this kind
// altogether, with a clause for each block. So every function can be structured, in time
// and size that are linear but for the depth of nesting, which is bounded.
//
// Phis and flags are variables while blocks move, and values again at the end. If ways are
// unchanged, definitions still stand before their uses; if a flag or a copy of a block
// changed them, uses that lost their definition are mended.

import (
	"refract/internal/ssa/repair"
	"refract/ssa"
	"refract/ssa/pass"
)

// GotoIfs makes functions in flat form trees.
var GotoIfs = &pass.Pass{
	Name:        "goto-ifs",
	Doc:         "blocks that lead to each other become ifs, switches and loops",
	Replaces:    []string{"lower_goto_ifs"},
	Establishes: pass.Tree,
	Destroys:    pass.OneReturn | pass.NoPhis | pass.NoSwitch | pass.NoContinue | pass.LoopClosed | pass.ExplicitTemps,
	Preserves:   ssa.ControlFlow, // what is known is known of the tree
	Function:    gotoIfs,
}

func gotoIfs(f *ssa.Function) bool {
	if !f.IsFlat() {
		return false
	}
	if straight(f) {
		return true
	}
	e := emitters.Get().(*emitter)
	defer e.release()
	e.startGraph(f)
	e.reduce()
	e.begin()
	e.function()
	e.tree.Finish(func(b ssa.NodeID) bool { return e.placed[b] })
	e.values.finish(f)
	e.tree.Close()
	if e.lossy || len(e.selector) > 0 {
		repair.Function(f)
	}
	return true
}

// straight makes a function of one block without phis a tree, if that is one.
func straight(f *ssa.Function) bool {
	b := f.FirstBlock()
	how, j := f.Ending(b), f.Jump(b)
	if !f.IsStraight() || f.HasPhis(b) || how != ssa.EndReturn && how != ssa.EndHalt || how == ssa.EndReturn && f.Result != 0 && f.NumSrcs(j) == 0 {
		return false
	}
	o, span, result := f.Op(j), f.NodeSpan(b), ssa.Value(0)
	if f.NumSrcs(j) > 0 {
		result = f.Arg(j, 0)
	}
	t := f.StartTree()
	at := f.FirstBlock()
	t.Take(b, at)
	if result != 0 || how == ssa.EndHalt {
		t.Jump(at, o, result, span)
	}
	t.Finish(func(ssa.NodeID) bool { return true })
	t.Close()
	return true
}
