package transform

// This file lets discarded fragments go on for the derivatives of their quad. A terminate
// is the discard of GLSL and the OpKill of SPIR-V, after which both leave derivatives in other
// fragments undefined. Drivers make a helper of the fragment, and so do the other languages:
//
//	if %c { terminate }
//
// becomes
//
//	if %c { demote }
//
// A helper goes on behind the statement that holds the terminate, and a function whose end it
// reaches so returns zero. In a loop that isn't known to end, a helper might never leave:
// the invocation ends there, and in functions that such a loop calls.

import (
	"refract/internal/ir/calls"
	"refract/ir"
)

// WithHelpers returns a module that HelpDiscarded has changed: m itself if it changes nothing,
// else a copy.
func WithHelpers(m *ir.Module) *ir.Module {
	if LeavesHelpers(m) {
		m = m.Clone()
		helpDiscarded(m)
	}
	return m
}

// HelpDiscarded makes helpers of discarded fragments if LeavesHelpers reports so.
func HelpDiscarded(m *ir.Module) {
	if LeavesHelpers(m) {
		helpDiscarded(m)
	}
}

func helpDiscarded(m *ir.Module) {
	h := helping{m: m, endless: make([]bool, len(m.Functions))}
	for i, f := range m.Functions[1:] {
		h.begin(f)
		h.change = false
		h.walk(f.Body, h.endless[i+1])
	}
	for again := true; again; {
		again = false
		for i, f := range m.Functions[1:] {
			if !h.endless[i+1] {
				continue
			}
			for to := range calls.Of(f) {
				again = again || !h.endless[to]
				h.endless[to] = true
			}
		}
	}
	var fragments calls.Reached
	fragments.Start(m)
	for i := range m.EntryPoints {
		if m.EntryPoints[i].Stage.Info().Discards {
			fragments.Add(m, m.EntryPoints[i].Function)
		}
	}
	for _, id := range fragments.List {
		f := m.Functions[id]
		if !f.MayHaveStmt(ir.StmtTerminate) || h.endless[id] {
			continue
		}
		h.begin(f)
		h.change = true
		h.walk(f.Body, false)
		if f.Result != 0 && h.goesOn(f.Body) {
			h.returnZero()
		}
	}
}

// LeavesHelpers reports whether a module has a terminate and derivatives, explicit or for the
// level of a sample, and no operations on the subgroup, in which terminated fragments have no
// part.
func LeavesHelpers(m *ir.Module) (found bool) {
	ends := false
	for _, f := range m.Functions[1:] {
		ends = ends || f.MayHaveStmt(ir.StmtTerminate)
	}
	if !ends {
		return false
	}
	for _, f := range m.Functions[1:] {
		if f.Next(0, 1<<ir.KindSubgroupResult) != 0 {
			return false
		}
		found = found || f.Next(0, 1<<ir.KindDerivative) != 0
		for x := f.Next(0, 1<<ir.KindImageSample); x != 0 && !found; x = f.Next(x, 1<<ir.KindImageSample) {
			found = f.ImageSample(x).Level.IsImplicit()
		}
	}
	return found
}

type helping struct {
	m       *ir.Module
	f       *ir.Function
	loops   loopAnalysis
	endless []bool // by FuncID: a loop that isn't known to end calls it
	change  bool   // make helpers; else find the calls in such loops
}

func (h *helping) begin(f *ir.Function) {
	h.f = f
	if f.MayHaveStmt(ir.StmtLoop) {
		h.loops.start(h.m, f)
	}
}

// walk visits the statements of a block; endless is set in a loop that isn't known to end.
func (h *helping) walk(b ir.BlockID, endless bool) {
	f := h.f
	for _, s := range f.Block(b) {
		switch f.StmtKind(s) {
		case ir.StmtTerminate:
			if h.change && !endless {
				f.OverwriteStmt(s, f.AddSimple(ir.StmtDemote, f.StmtSpan(s)))
			}
		case ir.StmtCall:
			if endless {
				h.endless[f.Call(s).Function] = true
			}
		case ir.StmtBlock:
			h.walk(f.BlockStmt(s), endless)
		case ir.StmtIf:
			v := f.If(s)
			h.walk(v.Accept, endless)
			h.walk(v.Reject, endless)
		case ir.StmtSwitch:
			for _, c := range f.Switch(s).Cases {
				h.walk(c.Body, endless)
			}
		case ir.StmtLoop:
			v := f.Loop(s)
			endless := endless || !h.loops.finite(s)
			h.walk(v.Body, endless)
			h.walk(v.Continuing, endless)
		}
	}
}

// goesOn reports whether control may reach the end of a block.
func (h *helping) goesOn(b ir.BlockID) bool {
	f := h.f
	list := f.Block(b)
	if len(list) == 0 {
		return true
	}
	switch s := list[len(list)-1]; f.StmtKind(s) {
	case ir.StmtBreak, ir.StmtContinue, ir.StmtReturn, ir.StmtTerminate:
		return false
	case ir.StmtBlock:
		return h.goesOn(f.BlockStmt(s))
	case ir.StmtIf:
		v := f.If(s)
		return h.goesOn(v.Accept) || h.goesOn(v.Reject)
	case ir.StmtSwitch:
		for _, c := range f.Switch(s).Cases {
			if h.breaks(c.Body) || !c.FallThrough && h.goesOn(c.Body) {
				return true
			}
		}
		return false
	case ir.StmtLoop:
		v := f.Loop(s)
		return v.BreakIf != 0 || h.breaks(v.Body)
	}
	return true
}

// breaks reports whether a block has a break out of the loop or switch that it belongs to.
func (h *helping) breaks(b ir.BlockID) bool {
	f := h.f
	for _, s := range f.Block(b) {
		switch f.StmtKind(s) {
		case ir.StmtBreak:
			return true
		case ir.StmtBlock:
			if h.breaks(f.BlockStmt(s)) {
				return true
			}
		case ir.StmtIf:
			if v := f.If(s); h.breaks(v.Accept) || h.breaks(v.Reject) {
				return true
			}
		}
	}
	return false
}

// returnZero adds a return of zero to the end of the function.
func (h *helping) returnZero() {
	var b ir.Builder
	b.Start(h.m, h.f)
	b.Span = h.f.Span
	mark := b.Begin()
	for _, s := range h.f.Block(h.f.Body) {
		b.Push(s)
	}
	b.Return(b.Zero(h.f.Result))
	h.f.Body = b.End(mark)
}
