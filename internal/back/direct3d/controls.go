package direct3d

// This file checks that tessellation control shaders mean the same as hull shaders, in which each
// control point runs by itself, and the patch-constant function goes through all control points once
// more, behind them. Barriers divide the invocations of a control shader into phases. It is
// refused if
//
//   - it has effects outside, which would happen twice, or operations of subgroups;
//   - it writes the outputs of another control point;
//   - it reads outputs of other control points in the phase in which they are written, or before:
//     in the patch-constant function they have their last values;
//   - it reads outputs of the patch that an earlier phase writes: an invocation that comes later
//     in the patch-constant function may have written them.

import (
	"refract/diag"
	"refract/ir"
)

// A phases is the first and the last phase of something; the zero value is none.
type phases struct {
	first, last int // 1 is the first
	span        diag.Span
}

func (p *phases) note(phase int, span diag.Span) {
	if p.first == 0 {
		p.first, p.span = phase, span
	}
	p.first, p.last = min(p.first, phase), max(p.last, phase)
}

// A controlCheck walks the statements of a control shader.
type controlCheck struct {
	report Report
	m      *ir.Module
	main   *ir.Function
	f      *ir.Function
	phase  int
	mixed  bool // a barrier is in a branch or loop
	depth  int

	writes, reads           phases // outputs of control points; reads of those of others
	patchWrites, patchReads phases
}

// A Report takes the name of a feature that a target lacks, and its place.
type Report func(feature string, span diag.Span)

// CheckControls checks the control shaders of a module.
func CheckControls(m *ir.Module, report Report) {
	for i := range m.EntryPoints {
		e := &m.EntryPoints[i]
		if e.Stage != ir.StageTessellationControl {
			continue
		}
		c := controlCheck{report: report, m: m, main: m.Func(e.Function), phase: 1}
		c.function(c.main)
		if c.mixed && (c.reads.first != 0 || c.patchReads.first != 0) {
			report("a tessellation control shader that reads outputs, with a barrier in a branch or loop", e.Span)
		}
		if c.reads.first != 0 && c.writes.first != 0 && c.writes.last >= c.reads.first {
			report("outputs of other control points that are read without a barrier behind all writes", c.reads.span)
		}
		if c.patchReads.first != 0 && c.patchWrites.first != 0 && c.patchWrites.first < c.patchReads.last {
			report("outputs of a patch that are read behind a barrier", c.patchReads.span)
		}
	}
}

func (c *controlCheck) function(f *ir.Function) {
	was := c.f
	c.f = f
	c.block(f.Body)
	c.f = was
}

func (c *controlCheck) nested(blocks ...ir.BlockID) {
	c.depth++
	for _, b := range blocks {
		c.block(b)
	}
	c.depth--
}

func (c *controlCheck) block(b ir.BlockID) {
	f := c.f
	for _, s := range f.Block(b) {
		span := f.StmtSpan(s)
		switch f.StmtKind(s) {
		case ir.StmtEmit:
			for _, x := range f.Emit(s) {
				c.expr(x)
			}
		case ir.StmtStore:
			c.store(f.Store(s).Pointer, span)
		case ir.StmtBlock:
			c.block(f.BlockStmt(s))
		case ir.StmtIf:
			v := f.If(s)
			c.nested(v.Accept, v.Reject)
		case ir.StmtSwitch:
			for _, x := range f.Switch(s).Cases {
				c.nested(x.Body)
			}
		case ir.StmtLoop:
			v := f.Loop(s)
			c.nested(v.Body, v.Continuing)
		case ir.StmtControlBarrier:
			if f != c.main {
				c.report("a barrier in a function that a tessellation control shader calls", span)
			}
			c.mixed = c.mixed || c.depth > 0
			c.phase++
		case ir.StmtCall:
			v := f.Call(s)
			for _, a := range v.Args {
				if c.output(a) != 0 {
					c.report("an output of a tessellation control shader as an argument", span)
				}
			}
			c.depth++
			c.function(c.m.Func(v.Function))
			c.depth--
		case ir.StmtAtomic, ir.StmtImageStore, ir.StmtImageAtomic:
			c.report("effects of a tessellation control shader on buffers and textures", span)
		case ir.StmtSubgroupBallot, ir.StmtSubgroupGather, ir.StmtSubgroupCollective:
			c.report("operations of subgroups in a tessellation control shader", span)
		}
	}
}

// output is the output that a pointer points into, or 0.
func (c *controlCheck) output(ptr ir.ExprID) ir.GlobalID {
	if c.m.Types.At(c.f.TypeOf(ptr)).Kind != ir.TypePointer {
		return 0
	}
	if g := rootGlobal(c.f, ptr); g != 0 && c.m.Globals[g].Space == ir.SpaceOutput {
		return g
	}
	return 0
}

// isPatch reports whether an output is one of the patch.
func (c *controlCheck) isPatch(g ir.GlobalID) bool {
	b := c.m.Globals[g].IO
	return b != nil && rateOf(b) == PerPatch
}

func (c *controlCheck) store(ptr ir.ExprID, span diag.Span) {
	switch c.m.Types.At(c.f.TypeOf(ptr)).Space {
	case ir.SpaceStorage, ir.SpaceHandle:
		c.report("effects of a tessellation control shader on buffers and textures", span)
	}
	g := c.output(ptr)
	switch {
	case g == 0:
	case c.isPatch(g):
		c.patchWrites.note(c.phase, span)
	case !c.isOwn(ptr):
		c.report("outputs of a control point at another index than that of the invocation", span)
	default:
		c.writes.note(c.phase, span)
	}
}

func (c *controlCheck) expr(x ir.ExprID) {
	f := c.f
	if f.Kind(x) != ir.KindLoad {
		return
	}
	ptr := f.Operand(x)
	g := c.output(ptr)
	switch {
	case g == 0:
	case c.isPatch(g):
		c.patchReads.note(c.phase, f.SpanOf(x))
	case !c.isOwn(ptr):
		c.reads.note(c.phase, f.SpanOf(x))
	}
}

// isOwn reports whether a pointer to an output is to the element of the invocation's control point.
func (c *controlCheck) isOwn(ptr ir.ExprID) bool {
	f := c.f
	for {
		switch f.Kind(ptr) {
		case ir.KindAccess:
			if base := f.Operand(ptr); f.Kind(base) == ir.KindGlobal {
				return c.isInvocation(f.Access(ptr).Index, 0)
			}
		case ir.KindAccessIndex:
		default:
			return false
		}
		ptr = f.Operand(ptr)
	}
}

// isInvocation reports whether a value is the number of the invocation, by other words.
func (c *controlCheck) isInvocation(x ir.ExprID, depth int) bool {
	f := c.f
	if depth > 16 {
		return false
	}
	switch f.Kind(x) {
	case ir.KindAs:
		return c.isInvocation(f.Operand(x), depth+1)
	case ir.KindArgument:
		b := &f.Args[f.ArgumentIndex(x)].Binding
		return f == c.main && b.Kind == ir.BindBuiltIn && b.BuiltIn == ir.BuiltInInvocationID
	case ir.KindLoad:
		p := f.Operand(x)
		return f.Kind(p) == ir.KindGlobal && c.holdsInvocation(f.GlobalRef(p), depth+1) || f.Kind(p) == ir.KindLocal && c.storedOnce(f.LocalRef(p), depth+1)
	}
	return false
}

// holdsInvocation reports whether a private variable is the number of the invocation: the entry
// point's function alone stores to it, once.
func (c *controlCheck) holdsInvocation(g ir.GlobalID, depth int) bool {
	if c.m.Globals[g].Space != ir.SpacePrivate {
		return false
	}
	stores, own := 0, false
	was := c.f
	for _, f := range c.m.Functions[1:] {
		for s := ir.StmtID(1); int(s) < f.StmtCount(); s++ {
			if f.StmtKind(s) != ir.StmtStore || rootGlobal(f, f.Store(s).Pointer) != g {
				continue
			}
			stores++
			c.f = f
			own = f == c.main && c.isInvocation(f.Store(s).Value, depth)
		}
	}
	c.f = was
	return stores == 1 && own
}

// storedOnce is holdsInvocation of a local variable.
func (c *controlCheck) storedOnce(l ir.LocalID, depth int) bool {
	f, stores, own := c.f, 0, false
	for s := ir.StmtID(1); int(s) < f.StmtCount(); s++ {
		switch f.StmtKind(s) {
		case ir.StmtStore:
			p := f.Store(s).Pointer
			for f.Kind(p) == ir.KindAccess || f.Kind(p) == ir.KindAccessIndex {
				p = f.Operand(p)
			}
			if f.Kind(p) == ir.KindLocal && f.LocalRef(p) == l {
				stores++
				own = c.isInvocation(f.Store(s).Value, depth)
			}
		case ir.StmtLocal:
			if d := f.LocalDecl(s); d.Local == l && d.Init != 0 {
				stores++
				own = c.isInvocation(d.Init, depth)
			}
		}
	}
	return stores == 1 && own
}

// rootGlobal is the global that a pointer points into, or 0.
func rootGlobal(f *ir.Function, p ir.ExprID) ir.GlobalID {
	for {
		switch f.Kind(p) {
		case ir.KindGlobal:
			return f.GlobalRef(p)
		case ir.KindAccess, ir.KindAccessIndex:
			p = f.Operand(p)
		default:
			return 0
		}
	}
}
