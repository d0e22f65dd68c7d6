// Package pretty makes modules that a machine made read as a person would write
// them. Its input is right and plain: variables of the whole function that are set
// and read, loops without a head, a branch for each && and ||. Each transform is one
// file, changes nothing that a shader does, and may be left out:
//
//	Branches    what follows an arm that jumps stands after the if; && and ||
//	Copies      a value is read from the variable that holds it
//	Parts       one component of a variable is set, and changed, as such
//	Sweep       what nothing uses goes
//	Defaults    what most ways out of a loop set is set ahead of it
//	Loops       while and for
//	Declare     variables are declared where they are first set
//
// All are linear in the size of a function, but for sorting by depth, and give the same
// result for the same input.
//
// They look at temporaries alone: local variables that no statement declares, and that are
// only loaded and stored, whole or in parts. The declaration of an author's variable stays.
package pretty

import "refract/ir"

// Module makes every function of a module pretty.
func Module(m *ir.Module) {
	var t Transforms
	for _, f := range m.Functions[1:] {
		t.Function(m, f, f)
	}
}

// Transforms are the transforms of one function after another, in the memory of the
// last.
type Transforms struct {
	m *ir.Module
	f *ir.Function
	b ir.Builder

	orphans []ir.ExprID // see orphan

	info     // what count found
	branches branches
	copies   copies
	sweep    sweep
	parts    parts
	defaults defaults
	declare  declare
	reorder  ir.Reordering
}

// Forget lets go of the last function, but not of the memory.
func (t *Transforms) Forget() {
	t.m, t.f = nil, nil
	t.b.M, t.b.F = nil, nil
}

// Function makes dst, a function of m, a pretty copy of f, which it spoils: another
// function that names entities of m, or dst itself.
func (t *Transforms) Function(m *ir.Module, dst, f *ir.Function) {
	t.f = nil
	if len(f.Locals) < 2 && !f.MayNest() { // there is nothing that a transform would change
		t.reorder.Copy(dst, f, f.ExprCount())
		return
	}
	t.start(m, f)
	t.doBranches()
	t.doCopies()
	t.doSweep()
	if t.doParts() {
		t.doSweep()
	}
	t.doDefaults()
	t.doLoops()
	t.doDeclare()
	t.reorder.Copy(dst, f, t.sweep.count+t.sweep.count/16+8)
}

// Branches gives the branches of a function the form that people write.
func (t *Transforms) Branches(m *ir.Module, f *ir.Function) {
	t.start(m, f)
	t.doBranches()
}

// Copies reads values from the variables that hold them.
func (t *Transforms) Copies(m *ir.Module, f *ir.Function) {
	t.start(m, f)
	t.doCopies()
}

// Sweep removes unused code.
func (t *Transforms) Sweep(m *ir.Module, f *ir.Function) {
	t.start(m, f)
	t.doSweep()
}

// Parts sets parts of variables as such, and reports whether there were any.
func (t *Transforms) Parts(m *ir.Module, f *ir.Function) bool {
	t.start(m, f)
	return t.doParts()
}

// Defaults sets variables ahead of loops that most ways out of them set.
func (t *Transforms) Defaults(m *ir.Module, f *ir.Function) {
	t.start(m, f)
	t.doDefaults()
}

// Loops gives the loops of a function the form of while and for.
func (t *Transforms) Loops(m *ir.Module, f *ir.Function) {
	t.start(m, f)
	t.doLoops()
}

// Declare declares the temporaries of a function.
func (t *Transforms) Declare(m *ir.Module, f *ir.Function) {
	t.start(m, f)
	t.doDeclare()
}

// start prepares a transform of a function.
func (t *Transforms) start(m *ir.Module, f *ir.Function) {
	if t.f != f {
		t.orphans = t.orphans[:0]
	}
	t.m, t.f = m, f
	t.b.Start(m, f)
	t.count()
}

// inner replaces each block of a statement by the result of fn.
func (t *Transforms) inner(s ir.StmtID, fn func(ir.BlockID) ir.BlockID) {
	f := t.f
	switch f.StmtKind(s) {
	case ir.StmtBlock:
		f.SetBlock(s, 0, fn(f.BlockStmt(s)))
	case ir.StmtIf:
		v := f.If(s)
		f.SetBlock(s, 0, fn(v.Accept))
		f.SetBlock(s, 1, fn(v.Reject))
	case ir.StmtSwitch:
		for i := range f.Switch(s).Cases {
			f.SetBlock(s, i, fn(f.Switch(s).Cases[i].Body))
		}
	case ir.StmtLoop:
		v := f.Loop(s)
		f.SetBlock(s, 0, fn(v.Body))
		f.SetBlock(s, 1, fn(v.Continuing))
	}
}
