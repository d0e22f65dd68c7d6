package ir

// This file checks that a module is well-formed: that every handle names something, every
// enumerator exists and every operand list lies in its pool. It is the one part of
// validation that needs the packed fields; a module that passes can be read through the
// views without a panic. Meaning is left to ir/validate.

import "refract/diag"

// HandleReport receives one finding of CheckHandles. f is the function that
// holds the node, or 0.
type HandleReport func(span diag.Span, f FuncID, what string)

// CheckHandles reports references of the module that name nothing: handles out of range,
// unknown kinds and enumerators, missing operands. It reports at most one finding per
// arena. It is linear in the module's size and accepts any module.
func (m *Module) CheckHandles(report HandleReport) {
	if m.Types.Len() < int(FirstModuleType) || len(m.Structs) == 0 || len(m.Consts.nodes) == 0 || len(m.Constants) == 0 ||
		len(m.Overrides) == 0 || len(m.Globals) == 0 || len(m.Functions) == 0 {
		report(diag.Span{}, 0, "the module was not made by NewModule")
		return
	}
	h := handles{m: m, report: report}
	h.types()
	h.layouts()
	h.structs()
	h.exprs(&m.Consts, 0, nil)
	h.named()
	for id := range m.Functions[1:] {
		h.function(FuncID(id + 1))
	}
	h.entryPoints()
}

type handles struct {
	m      *Module
	report HandleReport
}

func (h *handles) hasType(t TypeID) bool   { return int(t) < h.m.Types.Len() }
func (h *handles) hasConst(c ConstID) bool { return int(c) < len(h.m.Consts.nodes) }
func (h *handles) hasLayout(l LayoutID) bool {
	return l < FirstExplicitLayout || int(l-FirstExplicitLayout) < len(h.m.Layouts)
}

func (h *handles) types() {
	for id := int(FirstModuleType); id < h.m.Types.Len(); id++ {
		t := h.m.Types.At(TypeID(id))
		switch t.Kind {
		case TypeNone, TypeScalar, TypeVector, TypeMatrix, TypeAtomic, TypeSampler:
			h.report(diag.Span{}, 0, "a type that has a predeclared handle has another one")
			return
		}
		if t.Kind >= numTypeKinds || t.Scalar >= numScalars || t.Space >= numSpaces || t.Access > 7 || t.Dim >= numImageDims ||
			t.Class >= numImageClasses || t.Format >= numFormats || !h.hasType(t.Base) || !h.hasLayout(t.Layout) ||
			!h.hasConst(t.LengthExpr) || int(t.Struct) >= len(h.m.Structs) || (t.Struct == 0) != (t.Kind != TypeStruct) {
			h.report(diag.Span{}, 0, "a type refers to a missing declaration")
			return
		}
	}
}

func (h *handles) layouts() {
	for i := range h.m.Layouts {
		for _, l := range h.m.Layouts[i].Members {
			if !h.hasLayout(l) {
				h.report(diag.Span{}, 0, "a layout refers to a layout that doesn't exist")
				return
			}
		}
	}
}

func (b *Binding) known() bool {
	return b.Kind <= BindLocation && b.BuiltIn < numBuiltIns && b.Interpolation < numInterpolations && b.Sampling < numSamplings &&
		b.Depth <= EarlyDepthUnchanged
}

func (h *handles) structs() {
	for i := range h.m.Structs[1:] {
		s := &h.m.Structs[i+1]
		if !h.hasType(s.Type) || !h.hasType(s.Param) || s.Special > SpecialRayIntersection ||
			h.m.Types.At(s.Type).Kind != TypeStruct || h.m.Types.At(s.Type).Struct != StructID(i+1) {
			h.report(s.Span, 0, "a struct refers to a type that is not its own")
			return
		}
		for j := range s.Members {
			if mem := &s.Members[j]; !h.hasType(mem.Type) || !mem.Binding.known() {
				h.report(mem.Span, 0, "a struct's member refers to a missing declaration")
				return
			}
		}
	}
}

// named checks constants, overrides and globals.
func (h *handles) named() {
	for i := range h.m.Constants[1:] {
		if c := &h.m.Constants[i+1]; !h.hasType(c.Type) || !h.hasConst(c.Init) {
			h.report(c.Span, 0, "a constant refers to a missing declaration")
			return
		}
	}
	for i := range h.m.Overrides[1:] {
		if o := &h.m.Overrides[i+1]; !h.hasType(o.Type) || !h.hasConst(o.Init) {
			h.report(o.Span, 0, "an override refers to a missing declaration")
			return
		}
	}
	for i := range h.m.Globals[1:] {
		if g := &h.m.Globals[i+1]; !h.hasType(g.Type) || !h.hasConst(g.Init) || !h.hasLayout(g.Layout) ||
			g.Space >= numSpaces || g.Access > 7 || g.IO != nil && g.IO.BuiltIn >= numBuiltIns {
			h.report(g.Span, 0, "a global variable refers to a missing declaration")
			return
		}
	}
}

func (h *handles) entryPoints() {
	for i := range h.m.EntryPoints {
		e := &h.m.EntryPoints[i]
		ok := e.Function != 0 && int(e.Function) < len(h.m.Functions) && e.Stage < numStages && e.EarlyDepth <= EarlyDepthUnchanged &&
			e.Interlock < numInterlocks && e.Floats < endFloatModes && e.ClipSpace < NumClipSpaces && e.FragmentOrigin < numFragmentOrigins
		if p := e.Setup(); p.Geometry.Input >= numTopologies || p.Geometry.Output >= numTopologies || p.Mesh.Output >= numTopologies ||
			p.Tessellation.Domain >= numTessDomains || p.Tessellation.Spacing >= numTessSpacings || p.Tessellation.Order >= numTessOrders {
			ok = false
		}
		for _, c := range e.WorkgroupSizeExpr {
			ok = ok && h.hasConst(c)
		}
		if !ok || !h.hasConst(e.SubgroupSizeExpr) {
			h.report(e.Span, 0, "an entry point refers to a missing declaration")
			return
		}
	}
}

func (h *handles) function(id FuncID) {
	f := h.m.Functions[id]
	if f == nil || len(f.nodes) == 0 || len(f.stmts) == 0 || len(f.blocks) == 0 || len(f.Locals) == 0 {
		h.report(diag.Span{}, id, "a function was not made by NewFunction")
		return
	}
	ok := h.hasType(f.Result) && f.ResultBinding.known() && int(f.Body) < len(f.blocks)
	for i := range f.Args {
		ok = ok && h.hasType(f.Args[i].Type) && f.Args[i].Binding.known()
	}
	for i := range f.Locals {
		ok = ok && h.hasType(f.Locals[i].Type)
	}
	for i := range f.Named {
		ok = ok && f.Named[i].Expr != 0 && int(f.Named[i].Expr) < len(f.nodes)
	}
	if !ok {
		h.report(f.Span, id, "a function's signature or a local refers to a missing declaration")
		return
	}
	h.exprs(&f.Exprs, id, f)
	h.stmts(f, id)
}

// exprs checks an arena; f is nil for module-scope expressions.
func (h *handles) exprs(e *Exprs, id FuncID, f *Function) {
	if len(e.spans) != len(e.nodes) || len(e.pool) == 0 {
		h.report(diag.Span{}, id, "an arena of expressions is incomplete")
		return
	}
	types := uint32(h.m.Types.Len())
	for i := 1; i < len(e.nodes); i++ {
		if n := &e.nodes[i]; uint32(n.ty) >= types || !h.node(e, n, f) {
			h.report(e.spans[i], id, "an expression refers to a missing declaration")
			return
		}
	}
}

// inPool reports whether a list of count operands lies in the pool, the first
// required of them present and all in range.
func (e *Exprs) inPool(offset, count, required uint32) bool {
	if uint64(offset)+uint64(count) > uint64(len(e.pool)) || offset == 0 && count != 0 {
		return false
	}
	n := ExprID(len(e.nodes))
	for i, x := range e.pool[offset : offset+count] {
		if x >= n || x == 0 && uint32(i) < required {
			return false
		}
	}
	return true
}

func (h *handles) node(e *Exprs, n *node, f *Function) bool {
	ok := true
	switch n.kind {
	case KindLiteral, KindZeroValue:
		return true
	case KindConstant:
		return n.a != 0 && int(n.a) < len(h.m.Constants)
	case KindOverride:
		return n.a != 0 && int(n.a) < len(h.m.Overrides)
	case KindArgument:
		return f != nil && int(n.a) < len(f.Args)
	case KindGlobal:
		return f != nil && n.a != 0 && int(n.a) < len(h.m.Globals)
	case KindLocal:
		return f != nil && n.a != 0 && int(n.a) < len(f.Locals)
	case KindInterpolate:
		ok = InterpolateOp(n.op) < numInterpolateOps
	case KindUnary:
		ok = UnaryOp(n.op) < numUnaryOps
	case KindRelational:
		ok = RelationalOp(n.op) < numRelationalOps
	case KindDerivative:
		ok = DerivativeAxis(n.op&15) < numAxes && DerivativeControl(n.op>>4) < numControls
	case KindBinary:
		ok = BinaryOp(n.op) < numBinaryOps
	case KindMath:
		if MathOp(n.op) >= numMathOps {
			return false
		}
		if args := mathInfos[n.op].Args; args < 4 {
			ok = (n.b != 0 || args < 2) && (n.c != 0 || args < 3)
		}
	case KindImageSample:
		ok = SampleLevel(n.op&^residencyBit) < numLevels && n.flags>>12 <= 4
	case KindImageQuery:
		ok = ImageQueryOp(n.op) < numImageQueries
	case KindInvalid:
		return false
	default:
		if n.kind >= numKinds {
			return false
		}
	}
	return ok && n.slots().hold(e, n.a, n.b, n.c, 0)
}

func (h *handles) stmts(f *Function, id FuncID) {
	if len(f.stmtSpans) != len(f.stmts) {
		h.report(f.Span, id, "an arena of statements is incomplete")
		return
	}
	for i := 1; i < len(f.stmts); i++ {
		if !h.stmt(f, &f.stmts[i]) {
			h.report(f.stmtSpans[i], id, "a statement refers to a missing declaration")
			return
		}
	}
	for _, b := range f.blocks {
		if uint64(b.off)+uint64(b.len) > uint64(len(f.lists)) {
			h.report(f.Span, id, "a block lies outside its arena")
			return
		}
	}
	for _, s := range f.lists {
		if s == 0 || int(s) >= len(f.stmts) {
			h.report(f.Span, id, "a block lists a statement that doesn't exist")
			return
		}
	}
	for i := range f.cases {
		c := &f.cases[i]
		if int(c.Body) >= len(f.blocks) || uint64(c.values.off)+uint64(c.values.len) > uint64(len(f.caseValues)) {
			h.report(f.Span, id, "a clause of a switch refers to a missing declaration")
			return
		}
	}
}

func (h *handles) stmt(f *Function, n *stmt) bool {
	block := func(b uint32) bool { return int(b) < len(f.blocks) }
	ordered := func(x uint32) bool { return Scope(x&0xFF) < numScopes && x>>8 < uint32(numOrderings) }
	ok := true
	switch n.kind {
	case StmtEmit:
		return f.inPool(n.a, n.b, n.b)
	case StmtLocal:
		ok = n.a != 0 && int(n.a) < len(f.Locals)
	case StmtBlock:
		return block(n.a) && (n.b == 0 || int(n.b) < len(h.m.Filters))
	case StmtIf:
		ok = block(n.b) && block(n.c)
	case StmtSwitch:
		ok = uint64(n.b)+uint64(n.c) <= uint64(len(f.cases))
	case StmtLoop:
		ok = LoopShape(n.op) <= LoopDo && block(n.a) && block(n.b)
	case StmtControlBarrier, StmtMemoryBarrier:
		return n.op < uint8(MemorySubgroup)<<1 && ordered(n.a)
	case StmtInterlock:
		return InterlockOp(n.op) < numInterlockOps
	case StmtAtomic:
		ok = AtomicOp(n.op) < numAtomicOps && ordered(n.b)
	case StmtImageAtomic:
		ok = AtomicOp(n.op) < numAtomicOps && f.inPool(n.a, 6, 2) && f.pool[n.a+3] != 0
	case StmtCall:
		ok = n.a != 0 && int(n.a) < len(h.m.Functions)
	case StmtPrint:
		ok = n.a != 0 && int(n.a) < len(h.m.Formats) && f.inPool(n.b, n.c, n.c)
	case StmtRayQuery:
		ok = RayQueryOp(n.op) < numRayQueryOps
	case StmtPipeline:
		if PipelineOp(n.op) >= numPipelineOps || !f.inPool(n.a, n.b, n.b) {
			return false
		}
	case StmtCooperative:
		o := CooperativeOp(n.op & cooperativeOpMask)
		ok = o < numCooperativeOps && n.op < 1<<4 && int(n.b) == o.Operands() && f.inPool(n.a, n.b, n.b) && (n.d != 0) == (o != CooperativeStore)
	case StmtSubgroupGather:
		ok = GatherMode(n.op) < numGatherModes
	case StmtSubgroupCollective:
		ok = SubgroupOp(n.op&15) < numSubgroupOps && CollectiveOp(n.op>>4) < numCollectives
	case StmtInvalid:
		return false
	default:
		if n.kind >= numStmtKinds {
			return false
		}
	}
	return ok && stmtSlots[n.kind].hold(&f.Exprs, n.a, n.b, n.c, n.d)
}
