package transform

// This file ends invocations in functions that are called, for targets whose discard makes
// a helper invocation and goes on (WGSL, HLSL, MSL). There a terminate is written as
// discard and return, so that the caller goes on; that leaves no trace, but a loop may then
// never end. So a flag is set when the invocation has ended, and in functions with loops it
// is tested after calls:
//
//	loop {                       loop {
//	  %1 = call @kills()           %1 = call @kills()
//	  ...                          %2 = load @terminated
//	}                              if %2 { terminate }
//	                               ...
//	                             }
//
// Behind a call in a continuing block, which can't be left, it is tested at the beginning
// of the body and behind the loop.

import (
	"slices"

	"refract/diag"
	"refract/internal/ir/calls"
	"refract/internal/ir/rewrite"
	"refract/ir"
)

// CarryTermination makes callers end if their callees end the invocation. As control flow
// isn't uniform behind these calls, derivative_uniformity is turned off. It reports whether
// it changed the module.
func CarryTermination(m *ir.Module) bool {
	if !NeedsTermination(m) {
		return false
	}
	t := newTermination(m)
	c := ir.ConstID(m.Consts.AddLiteral(ir.TypeBool, 0, diag.Span{}))
	m.Globals = append(m.Globals, ir.Global{Name: "terminated", Space: ir.SpacePrivate, Access: ir.AccessReadWrite, Type: ir.TypeBool, Init: c})
	t.flag = ir.GlobalID(len(m.Globals) - 1)
	for i, f := range m.Functions[1:] {
		id := ir.FuncID(i + 1)
		if !t.kills[id] {
			continue
		}
		t.checks = t.loops[id]
		t.sets = !t.entries[id]
		clear(t.continuing)
		rewrite.Function(m, f, t)
	}
	turnOff(m, "derivative_uniformity")
	return true
}

// turnOff turns a rule about uniform control flow off in a module that doesn't mention it.
func turnOff(m *ir.Module, rule string) {
	if !slices.ContainsFunc(m.Diagnostics, func(d ir.DiagnosticFilter) bool { return d.Rule == rule }) {
		m.Diagnostics = append(m.Diagnostics, ir.DiagnosticFilter{Severity: diag.Off, Rule: rule})
	}
}

// NeedsTermination reports whether a function with loops, its own or in its callees, calls
// one that may end the invocation.
func NeedsTermination(m *ir.Module) bool {
	found := false
	for _, f := range m.Functions[1:] {
		found = found || f.MayHaveStmt(ir.StmtTerminate)
	}
	if !found {
		return false
	}
	t := newTermination(m)
	for i, f := range m.Functions[1:] {
		if t.loops[i+1] && t.callsKilling(f) {
			return true
		}
	}
	return false
}

type termination struct {
	m       *ir.Module
	kills   []bool // by FuncID: it, or what it calls, may end the invocation
	loops   []bool // likewise: there is a loop, or an operation that ends the invocation
	entries []bool
	flag    ir.GlobalID

	// State of the function at hand.
	checks, sets bool
	continuing   map[ir.StmtID]bool // calls in continuing blocks
}

func newTermination(m *ir.Module) *termination {
	n := len(m.Functions)
	t := &termination{m: m, kills: make([]bool, n), loops: make([]bool, n), entries: make([]bool, n), continuing: map[ir.StmtID]bool{}}
	for i := range m.EntryPoints {
		t.entries[m.EntryPoints[i].Function] = true
	}
	for i, f := range m.Functions[1:] {
		for s := ir.StmtID(1); int(s) < f.StmtCount(); s++ {
			switch f.StmtKind(s) {
			case ir.StmtTerminate:
				t.kills[i+1] = true
			case ir.StmtLoop:
				t.loops[i+1] = true
			case ir.StmtPipeline:
				// The effects of what follows would be seen.
				t.loops[i+1] = t.loops[i+1] || f.Pipeline(s).Op.Ends()
			}
		}
	}
	for changed := true; changed; {
		changed = false
		for i, f := range m.Functions[1:] {
			for to := range calls.Of(f) {
				if t.kills[to] && !t.kills[i+1] || t.loops[to] && !t.loops[i+1] {
					t.kills[i+1] = t.kills[i+1] || t.kills[to]
					t.loops[i+1] = t.loops[i+1] || t.loops[to]
					changed = true
				}
			}
		}
	}
	return t
}

func (t *termination) callsKilling(f *ir.Function) bool {
	for s := ir.StmtID(1); int(s) < f.StmtCount(); s++ {
		if t.isKilling(f, s) {
			return true
		}
	}
	return false
}

func (t *termination) isKilling(f *ir.Function, s ir.StmtID) bool {
	return f.StmtKind(s) == ir.StmtCall && t.kills[f.Call(s).Function]
}

// Kinds implements rewrite.Selective.
func (*termination) Kinds() ir.KindSet { return 0 }

// Expr implements rewrite.Visitor.
func (*termination) Expr(*rewrite.Editor, ir.ExprID) {}

// Stmt implements rewrite.Visitor.
func (t *termination) Stmt(e *rewrite.Editor, s ir.StmtID) {
	f := e.F
	switch f.StmtKind(s) {
	case ir.StmtTerminate:
		if t.sets {
			b := e.Ahead()
			b.Store(b.Global(t.flag), b.Bool(true))
		}
	case ir.StmtCall:
		if t.checks && t.isKilling(f, s) && !t.continuing[s] {
			t.check(e.Keep())
		}
	case ir.StmtLoop:
		if l := f.Loop(s); t.checks && t.markContinuing(f, l.Continuing) {
			b := new(ir.Builder)
			b.Start(t.m, f)
			mark := b.Begin()
			t.check(b)
			for _, x := range f.Block(l.Body) {
				b.Push(x)
			}
			l.Shape, l.Body = ir.LoopPlain, b.End(mark)
			f.OverwriteStmt(s, f.AddLoop(l, f.StmtSpan(s)))
			t.check(e.Keep())
		}
	}
}

// markContinuing notes the calls in a continuing block, and reports whether one may end
// the invocation.
func (t *termination) markContinuing(f *ir.Function, b ir.BlockID) (found bool) {
	for _, s := range f.Block(b) {
		switch f.StmtKind(s) {
		case ir.StmtCall:
			if t.isKilling(f, s) {
				t.continuing[s] = true
				found = true
			}
		case ir.StmtBlock:
			found = t.markContinuing(f, f.BlockStmt(s)) || found
		case ir.StmtIf:
			v := f.If(s)
			found = t.markContinuing(f, v.Accept) || found
			found = t.markContinuing(f, v.Reject) || found
		case ir.StmtSwitch:
			for _, c := range f.Switch(s).Cases {
				found = t.markContinuing(f, c.Body) || found
			}
		case ir.StmtLoop:
			v := f.Loop(s)
			found = t.markContinuing(f, v.Body) || found
			found = t.markContinuing(f, v.Continuing) || found
		}
	}
	return found
}

// check ends the invocation if a callee has ended it.
func (t *termination) check(b *ir.Builder) {
	gone := b.Load(b.Global(t.flag))
	mark := b.Begin()
	b.Push(b.F.AddSimple(ir.StmtTerminate, b.Span))
	b.If(gone, b.End(mark), 0)
}
