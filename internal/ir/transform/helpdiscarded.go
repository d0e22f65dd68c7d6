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
// reaches so returns zero. Two things could go wrong with it, and a counter prevents both:
//
//	global @helper_steps : u32 = 0u private
//
// It is 0 for fragments that aren't discarded, and 1 after a terminate. In a loop that isn't
// known to end, a helper might never exit. There each iteration adds one, and beyond
// maxHelperSteps the loop ends. Operations on the subgroup must not see values of helpers: if
// the target lets helpers have a part in them, they run only while the counter is 0. Operations
// within the quad are left alone, as are derivatives.

import (
	"slices"

	"refract/diag"
	"refract/internal/ir/calls"
	"refract/internal/ir/rewrite"
	"refract/internal/reuse"
	"refract/ir"
)

// maxHelperSteps is how many iterations of loops that aren't known to end a discarded fragment
// executes, of all loops together.
const maxHelperSteps = 1024

// WithHelpers returns a module that HelpDiscarded has changed, for engines in which helpers have
// no part in operations on the subgroup: m itself if there is no change, else a copy. If no
// operation needs helpers, fragments that a demote makes helpers end there, as drivers have it.
func WithHelpers(m *ir.Module) *ir.Module {
	switch {
	case LeavesHelpers(m):
		m = m.Clone()
		helpDiscarded(m, false)
	case slices.ContainsFunc(m.Functions[1:], demotes) && !needsQuads(m):
		m = m.Clone()
		TerminateDemoted(m)
	}
	return m
}

func terminates(f *ir.Function) bool {
	for s := ir.StmtID(1); f.MayHaveStmt(ir.StmtTerminate) && int(s) < f.StmtCount(); s++ {
		if f.StmtKind(s) == ir.StmtTerminate {
			return true
		}
	}
	return false
}

func demotes(f *ir.Function) bool { return f.MayHaveStmt(ir.StmtDemote) }

// HelpDiscarded makes helpers of discarded fragments if LeavesHelpers reports so. With guard,
// helpers contribute nothing to operations on the subgroup; it is for targets that let helpers
// have a part in them.
func HelpDiscarded(m *ir.Module, guard bool) {
	if LeavesHelpers(m) {
		helpDiscarded(m, guard)
	}
}

func helpDiscarded(m *ir.Module, guard bool) {
	h := helping{m: m, guard: guard, ends: make([]bool, len(m.Functions)), entered: make([]bool, len(m.Functions))}
	var fragments calls.Reached
	fragments.Start(m)
	for i := range m.EntryPoints {
		if m.EntryPoints[i].Stage.Info().Discards {
			fragments.Add(m, m.EntryPoints[i].Function)
		}
	}
	h.find(fragments.List)
	for _, id := range fragments.List {
		f := m.Functions[id]
		ends := f.MayHaveStmt(ir.StmtTerminate)
		if !h.counts && !ends {
			continue
		}
		h.begin(id)
		rewrite.Function(m, f, &h)
		if ends && f.Result != 0 && h.goesOn(f.Body) {
			h.returnZero()
		}
	}
	// Control flow isn't uniform behind exits of helpers from loops, and in ifs around operations.
	if h.counts {
		turnOff(m, "derivative_uniformity")
	}
	if h.guards {
		turnOff(m, "subgroup_uniformity")
	}
}

// find finds the functions that helpers enter, and whether a counter is needed.
func (h *helping) find(list []ir.FuncID) {
	for again := true; again; {
		again = false
		for i := len(list) - 1; i >= 0; i-- {
			f := h.m.Functions[list[i]]
			ends := f.MayHaveStmt(ir.StmtTerminate)
			for to := range calls.Of(f) {
				ends = ends || h.ends[to]
			}
			again = again || ends != h.ends[list[i]]
			h.ends[list[i]] = ends
		}
	}
	for h.again = true; h.again; {
		h.again = false
		for _, id := range list {
			if h.ends[id] || h.entered[id] {
				h.begin(id)
			}
		}
	}
	if h.counts {
		c := ir.ConstID(h.m.Consts.AddLiteral(ir.TypeU32, 0, diag.Span{}))
		h.m.Globals = append(h.m.Globals, ir.Global{Name: "helper_steps", Space: ir.SpacePrivate, Access: ir.AccessReadWrite, Type: ir.TypeU32, Init: c})
		h.steps = ir.GlobalID(len(h.m.Globals) - 1)
	}
}

// LeavesHelpers reports whether a module has a terminate, and operations that need the other
// fragments of a quad: derivatives, explicit or for the level of a sample, or operations within
// the quad.
func LeavesHelpers(m *ir.Module) (found bool) {
	if !slices.ContainsFunc(m.Functions[1:], terminates) {
		return false
	}
	for _, f := range m.Functions[1:] {
		found = found || f.Next(0, 1<<ir.KindDerivative) != 0
		for x := f.Next(0, 1<<ir.KindImageSample); x != 0 && !found; x = f.Next(x, 1<<ir.KindImageSample) {
			found = f.ImageSample(x).Level.IsImplicit()
		}
		if !f.MayHaveStmt(ir.StmtSubgroupGather) {
			continue
		}
		for s := ir.StmtID(1); int(s) < f.StmtCount() && !found; s++ {
			found = f.StmtKind(s) == ir.StmtSubgroupGather && f.SubgroupGather(s).Mode.InQuad()
		}
	}
	return found
}

type helping struct {
	m       *ir.Module
	guard   bool        // keep helpers out of operations on the subgroup
	ends    []bool      // by FuncID: it, or a function that it calls, has a terminate
	entered []bool      // by FuncID: a helper may call it
	counts  bool        // the counter is needed
	guards  bool        // a broadcast is skipped
	again   bool        // a function was found that helpers enter
	steps   ir.GlobalID // the counter

	// State of the function at hand.
	f      *ir.Function
	loops  loopAnalysis
	helper bool   // the fragment may be a helper at the statement
	holds  []bool // by StmtID: the loop has a terminate, or a call of a function with one
	marked []bool // by StmtID: a loop that counts, or an operation without a part for helpers
}

// begin analyses a function.
func (h *helping) begin(id ir.FuncID) {
	f := h.m.Functions[id]
	h.f, h.helper = f, h.entered[id]
	h.holds = reuse.Zeroed(h.holds, f.StmtCount())
	h.marked = reuse.Zeroed(h.marked, f.StmtCount())
	if f.MayHaveStmt(ir.StmtLoop) {
		h.loops.start(h.m, f)
		h.hold(f.Body)
	}
	h.walk(f.Body)
}

// hold fills holds, and reports whether the block has such a statement.
func (h *helping) hold(b ir.BlockID) (found bool) {
	f := h.f
	for _, s := range f.Block(b) {
		in := false
		switch f.StmtKind(s) {
		case ir.StmtTerminate:
			in = true
		case ir.StmtCall:
			in = h.ends[f.Call(s).Function]
		case ir.StmtBlock:
			in = h.hold(f.BlockStmt(s))
		case ir.StmtIf:
			v := f.If(s)
			accept, reject := h.hold(v.Accept), h.hold(v.Reject)
			in = accept || reject
		case ir.StmtSwitch:
			for _, c := range f.Switch(s).Cases {
				held := h.hold(c.Body)
				in = in || held
			}
		case ir.StmtLoop:
			v := f.Loop(s)
			body, continuing := h.hold(v.Body), h.hold(v.Continuing)
			in = body || continuing
			h.holds[s] = in
		}
		found = found || in
	}
	return found
}

// walk marks statements of a block, and functions that it calls, that helpers may get to.
func (h *helping) walk(b ir.BlockID) {
	f := h.f
	for _, s := range f.Block(b) {
		switch f.StmtKind(s) {
		case ir.StmtTerminate:
			h.helper = true
		case ir.StmtCall:
			to := f.Call(s).Function
			if h.helper && !h.entered[to] {
				h.entered[to], h.again = true, true
			}
			h.helper = h.helper || h.ends[to]
		case ir.StmtSubgroupBallot, ir.StmtSubgroupCollective:
			h.mark(s, h.guard)
		case ir.StmtSubgroupGather:
			h.mark(s, h.guard && f.SubgroupGather(s).Mode == ir.BroadcastFirst)
			h.guards = h.guards || h.marked[s]
		case ir.StmtBlock:
			h.walk(f.BlockStmt(s))
		case ir.StmtIf:
			v := f.If(s)
			h.walk(v.Accept)
			h.walk(v.Reject)
		case ir.StmtSwitch:
			for _, c := range f.Switch(s).Cases {
				h.walk(c.Body)
			}
		case ir.StmtLoop:
			v := f.Loop(s)
			h.helper = h.helper || h.holds[s]
			h.mark(s, h.helper && !h.loops.finite(s))
			h.walk(v.Body)
			h.walk(v.Continuing)
		}
	}
}

// mark marks a statement if a helper may get to it and the condition holds.
func (h *helping) mark(s ir.StmtID, condition bool) {
	h.marked[s] = h.helper && condition
	h.counts = h.counts || h.marked[s]
}

// Kinds implements rewrite.Selective.
func (*helping) Kinds() ir.KindSet { return 0 }

// Expr implements rewrite.Visitor.
func (*helping) Expr(*rewrite.Editor, ir.ExprID) {}

// Stmt implements rewrite.Visitor.
func (h *helping) Stmt(e *rewrite.Editor, s ir.StmtID) {
	f := e.F
	switch f.StmtKind(s) {
	case ir.StmtTerminate:
		if h.counts {
			b := e.Ahead()
			steps := b.Global(h.steps)
			b.Store(steps, b.Math(ir.MathMax, b.Load(steps), b.U32(1)))
		}
		f.OverwriteStmt(s, f.AddSimple(ir.StmtDemote, f.StmtSpan(s)))
	case ir.StmtLoop:
		if int(s) < len(h.marked) && h.marked[s] {
			h.count(e, s)
		}
	case ir.StmtSubgroupBallot, ir.StmtSubgroupCollective, ir.StmtSubgroupGather:
		if int(s) < len(h.marked) && h.marked[s] {
			h.marked[s] = false
			h.abstain(e, s)
		}
	}
}

// abstain has helpers contribute nothing to an operation on the subgroup. They still have a part
// in it, as control flow should stay uniform, but none has the first value of all.
func (h *helping) abstain(e *rewrite.Editor, s ir.StmtID) {
	f, b := e.F, e.Ahead()
	live := b.Binary(ir.Eq, b.Load(b.Global(h.steps)), b.U32(0))
	switch f.StmtKind(s) {
	case ir.StmtSubgroupBallot:
		v := f.SubgroupBallot(s)
		if v.Predicate != 0 {
			live = b.Select(live, v.Predicate, b.Bool(false))
		}
		v.Predicate = live
		f.OverwriteStmt(s, f.AddSubgroupBallot(v, f.StmtSpan(s)))
	case ir.StmtSubgroupGather:
		runs(e, s, live)
	case ir.StmtSubgroupCollective:
		v := f.SubgroupCollective(s)
		if v.Op != ir.SubgroupElect {
			v.Argument = b.Select(live, v.Argument, identity(b, v.Op, f.TypeOf(v.Argument)))
			f.OverwriteStmt(s, f.AddSubgroupCollective(v, f.StmtSpan(s)))
			return
		}
		v = ir.SubgroupCollective{Op: ir.SubgroupAdd, Collective: ir.ExclusiveScan, Argument: b.Select(live, b.U32(1), b.U32(0))}
		v.Result = f.AddResult(ir.KindSubgroupResult, ir.TypeU32, b.Span)
		b.Push(f.AddSubgroupCollective(v, f.StmtSpan(s)))
		e.Result(b.Select(live, b.Binary(ir.Eq, v.Result, b.U32(0)), b.Bool(false)))
	}
}

// count makes a loop end for helpers after some iterations.
func (h *helping) count(e *rewrite.Editor, s ir.StmtID) {
	f := e.F
	b := e.Ahead()
	b.Span = diag.Span{}
	mark := b.Begin()
	body := f.Block(f.Loop(s).Body)
	first := conditionLength(f, body)
	for _, inner := range body[:first] {
		b.Push(inner)
	}
	steps := b.Load(b.Global(h.steps))
	helper := b.Binary(ir.Ne, steps, b.U32(0))
	counted := b.Begin()
	b.Store(b.Global(h.steps), b.Binary(ir.Add, steps, b.U32(1)))
	spent := b.Binary(ir.Gt, steps, b.U32(maxHelperSteps))
	leave := b.Begin()
	leaveLoop(b, f, s)
	b.If(spent, b.End(leave), 0)
	b.If(helper, b.End(counted), 0)
	for _, inner := range body[first:] {
		b.Push(inner)
	}
	f.SetBlock(s, 0, b.End(mark))
	rewrite.FixLoopShape(f, s)
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
