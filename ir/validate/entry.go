package validate

// This file checks entry points: stage, workgroup size, the effects and uses of their
// functions, and bindings.

import (
	"cmp"
	"slices"

	"refract/diag"
	"refract/ir"
)

func (v *Validator) entryPoints() {
	m := v.m
	v.info.EntryPoints = grow(v.info.EntryPoints, len(m.EntryPoints))
	for i := range m.EntryPoints {
		v.entryPoint(i)
		v.meter.Step()
		if len(v.graph.globals) > maxUses || len(v.graph.pairs) > maxUses {
			v.errorf(CodeLimit, m.EntryPoints[i].Span, "the entry points use too many globals, all together")
			return
		}
	}
	v.uniqueNames()
}

// uniqueNames reports entry points of one stage that share a name.
func (v *Validator) uniqueNames() {
	m := v.m
	order := v.io.order[:0]
	for i := range m.EntryPoints {
		order = append(order, i)
	}
	slices.SortFunc(order, func(a, b int) int {
		x, y := &m.EntryPoints[a], &m.EntryPoints[b]
		return cmp.Or(cmp.Compare(x.Name, y.Name), cmp.Compare(x.Stage, y.Stage), cmp.Compare(a, b))
	})
	for i := 1; i < len(order); i++ {
		x, y := &m.EntryPoints[order[i-1]], &m.EntryPoints[order[i]]
		if x.Name == y.Name && x.Stage == y.Stage {
			v.errorf(CodeEntryPoint, y.Span, "two %s entry points have the name %q", y.Stage, y.Name)
		}
	}
	v.io.order = order
}

func (v *Validator) entryPoint(i int) {
	e := &v.m.EntryPoints[i]
	f := v.m.Functions[e.Function]
	span := cmp.Or(e.Span, f.Span)
	switch e.Stage {
	case ir.NoStage:
		v.errorf(CodeEntryPoint, span, "the entry point %q has no stage", e.Name)
		return
	case ir.StageTask, ir.StageMesh:
		v.need(MeshShader, span, "the "+e.Stage.String()+" stage")
	}
	if e.Stage.Info().RayTracing {
		v.need(RayTracingPipeline, span, "the "+e.Stage.String()+" stage")
	}
	v.workgroupSize(e, span)
	v.subgroupSize(e, span)
	v.setup(e, span)
	if e.EarlyDepth != ir.EarlyDepthDefault {
		if !e.Stage.Info().Discards {
			v.errorf(CodeEarlyDepth, span, "only fragment entry points can choose when the depth test runs")
		}
		v.need(EarlyDepthTest, span, "setting when the depth test runs")
	}
	if e.PostDepthCoverage {
		if !e.Stage.Info().Discards {
			v.errorf(CodeEarlyDepth, span, "only fragment entry points have sample masks after the depth test")
		}
		v.need(EarlyDepthTest, span, "a sample mask after the depth test")
	}
	if e.Interlock != ir.NoInterlock {
		if e.Stage != ir.StageFragment {
			v.errorf(CodeInterlock, span, "only fragment entry points have critical sections")
		}
		v.need(FragmentInterlock, span, "a critical section of fragments")
	}
	v.derivativeGroup(e, span)
	if e.ClipSpace != ir.ClipSpaceWebGPU && !e.Stage.Info().HasPositions {
		v.errorf(CodeEntryPoint, span, "a %s entry point has no clip space", e.Stage)
	}
	if e.FragmentOrigin != ir.OriginWebGPU && e.Stage != ir.StageFragment {
		v.errorf(CodeEntryPoint, span, "only fragment entry points have an origin of fragments")
	}
	v.interfaces(i, e, f, span)
	v.closure(i, e, span)
}

func (v *Validator) workgroupSize(e *ir.EntryPoint, span diag.Span) {
	grouped := e.Stage.Info().Workgroups
	var wanted ir.TypeID
	for d := range 3 {
		x := e.WorkgroupSizeExpr[d]
		switch {
		case !grouped:
			if x != 0 || e.WorkgroupSize[d] != 0 {
				v.errorf(CodeWorkgroupSize, span, "a %s entry point has no workgroup", e.Stage)
				return
			}
		case x != 0:
			v.check.Consts()
			if !v.consts.visit(x) {
				continue
			}
			t := v.m.Consts.TypeOf(ir.ExprID(x))
			if t != ir.TypeI32 && t != ir.TypeU32 || wanted != 0 && t != wanted {
				v.errorf(CodeWorkgroupSize, cmp.Or(v.m.Consts.SpanOf(ir.ExprID(x)), span),
					"the dimensions of a workgroup are all i32 or all u32, not %s", v.m.TypeName(t))
			}
			wanted = t
			v.positive(x, "a dimension of a workgroup", CodeWorkgroupSize, span)
		case e.WorkgroupSize[d] == 0:
			v.errorf(CodeWorkgroupSize, span, "the workgroup of %q has no invocations", e.Name)
			return
		}
	}
}

// derivativeGroup checks how invocations of a workgroup form quads. Sizes that are overrides are
// checked when a pipeline gives their values.
func (v *Validator) derivativeGroup(e *ir.EntryPoint, span diag.Span) {
	if e.DerivativeGroup == ir.NoDerivativeGroup {
		return
	}
	v.need(ComputeDerivatives, span, "derivatives in the "+e.Stage.String()+" stage")
	if !e.Stage.Info().Workgroups {
		v.errorf(CodeEntryPoint, span, "a %s entry point has no workgroup whose invocations form quads", e.Stage)
		return
	}
	if rule := e.DerivativeGroup.Misfit(e.WorkgroupSize); rule != "" && e.WorkgroupSizeExpr == [3]ir.ConstID{} {
		v.errorf(CodeWorkgroupSize, span, "the workgroup of %q is %d, %d, %d: %s", e.Name, e.WorkgroupSize[0], e.WorkgroupSize[1], e.WorkgroupSize[2], rule)
	}
}

// subgroupSize checks the size that subgroups must have.
func (v *Validator) subgroupSize(e *ir.EntryPoint, span diag.Span) {
	x := e.SubgroupSizeExpr
	if x == 0 && e.SubgroupSize == 0 {
		return
	}
	v.need(Subgroups, span, "a size of subgroups")
	if e.Stage != ir.StageCompute {
		v.errorf(CodeWorkgroupSize, span, "a %s entry point can't ask for a size of subgroups", e.Stage)
	}
	if x == 0 {
		if n := e.SubgroupSize; n&(n-1) != 0 {
			v.errorf(CodeWorkgroupSize, span, "the size of subgroups is %d: it must be a power of two", n)
		}
		return
	}
	v.check.Consts()
	if !v.consts.visit(x) {
		return
	}
	if t := v.m.Consts.TypeOf(ir.ExprID(x)); t != ir.TypeI32 && t != ir.TypeU32 {
		v.errorf(CodeWorkgroupSize, cmp.Or(v.m.Consts.SpanOf(ir.ExprID(x)), span), "the size of subgroups is i32 or u32, not %s", v.m.TypeName(t))
	}
	v.positive(x, "the size of subgroups", CodeWorkgroupSize, span)
}

// closure collects the uses of an entry point, callees included, and checks them against
// the stage and against each other.
func (v *Validator) closure(i int, e *ir.EntryPoint, span diag.Span) {
	g, s := &v.graph, &v.fn
	info := &v.info.EntryPoints[i]
	fn := &v.info.Functions[e.Function]
	info.Uses = fn.All
	s.samplings = s.samplings[:0]
	g.stack = append(g.stack[:0], uint32(e.Function))
	g.seen[e.Function] = uint32(i) + 1
	for len(g.stack) > 0 {
		id := ir.FuncID(g.stack[len(g.stack)-1])
		g.stack = g.stack[:len(g.stack)-1]
		f := &v.info.Functions[id]
		for _, u := range f.Globals {
			v.touch(root(rootGlobal, uint32(u.Global)), u.Access)
		}
		for _, p := range f.Samplings {
			if p.Image.Param() < 0 && p.Sampler.Param() < 0 {
				s.samplings = append(s.samplings, p)
			}
		}
		for _, c := range f.Calls {
			if g.seen[c] != uint32(i)+1 {
				g.seen[c] = uint32(i) + 1
				g.stack = append(g.stack, uint32(c))
			}
		}
	}
	slices.SortFunc(s.samplings, compareSamplings)
	first := len(g.pairs)
	g.pairs = append(g.pairs, slices.Compact(s.samplings)...)
	info.Samplings = g.pairs[first:len(g.pairs):len(g.pairs)]
	g.globals, info.Globals = s.globalUses(g.globals)
	if fn.All&UsesInterpolation != 0 {
		v.interpolations(e, uint32(i)+1, span)
	}
	v.stageUses(e, fn, span)
	v.resources(e, info, span)
	if e.Stage == ir.StageMesh && fn.All&UsesTaskPayload != 0 {
		v.readPayload(e, info, span)
	}
	if fn.All&UsesVariableIO != 0 {
		v.variableIO(e, info, span)
	}
}

// interpolations checks that an entry point has the inputs that its functions interpolate
// elsewhere.
func (v *Validator) interpolations(e *ir.EntryPoint, reached uint32, span diag.Span) {
	for _, at := range v.graph.interpolations {
		if v.graph.seen[at.fn] != reached {
			continue
		}
		f := v.m.Functions[at.fn]
		x := f.Interpolate(at.expr)
		in, ok := v.m.InputAt(v.m.Functions[e.Function], x.Location, x.Component)
		switch {
		case !ok || in.Type != f.TypeOf(at.expr):
			v.errorf(CodeIOInterpolation, cmp.Or(f.SpanOf(at.expr), span), "%q has no input of %s at location %d", e.Name, v.m.TypeName(f.TypeOf(at.expr)), x.Location)
		case in.Binding.Interpolation == ir.InterpolateFlat || in.Binding.Interpolation == ir.InterpolatePerVertex:
			v.errorf(CodeIOInterpolation, cmp.Or(f.SpanOf(at.expr), span), "the input at location %d isn't interpolated", x.Location)
		}
	}
}

// stageUses reports uses that a stage doesn't allow.
func (v *Validator) stageUses(e *ir.EntryPoint, fn *FunctionInfo, span diag.Span) {
	stage := StageSet(e.Stage)
	for u := range numUses {
		if fn.All>>u&1 == 0 {
			continue
		}
		at := v.graph.own[e.Function].first[u]
		if stagesOf[u]&stage == 0 && !(e.HasQuads() && 1<<u&(UsesDerivative|UsesImplicitLevel) != 0) {
			d := v.errorf(CodeStage, at.span, "a %s entry point can't use %s", e.Stage, useNames[u])
			d.Label(span, "reached from %q", e.Name)
			continue
		}
		if e.Stage != ir.StageVertex {
			continue
		}
		switch Uses(1) << u {
		case UsesSubgroup, UsesSubgroupBarrier:
			v.need(SubgroupVertexStage, at.span, "a subgroup operation in the vertex stage")
		case UsesAtomic:
			v.need(AtomicVertexStage, at.span, "an atomic operation in the vertex stage")
		}
	}
}

// isWritable reports whether a global is storage with access that writes.
func (v *Validator) isWritable(g *ir.Global) bool {
	switch g.Space {
	case ir.SpaceStorage:
		return g.Access&(ir.AccessWrite|ir.AccessAtomic) != 0
	case ir.SpaceHandle:
		t := v.m.Types.At(g.Type)
		if t.Kind == ir.TypeBindingArray {
			t = v.m.Types.At(t.Base)
		}
		return t.Kind == ir.TypeImage && t.Class == ir.ImageStorage && t.Access&(ir.AccessWrite|ir.AccessAtomic) != 0
	}
	return false
}

// resources checks the joint uses of an entry point: one binding for each resource, one
// variable of immediate data.
func (v *Validator) resources(e *ir.EntryPoint, info *EntryPointInfo, span diag.Span) {
	bound := v.io.bound[:0]
	var immediate *ir.Global
	for _, u := range info.Globals {
		g := &v.m.Globals[u.Global]
		if g.HasBinding {
			bound = append(bound, u.Global)
		}
		if g.Space == ir.SpaceImmediate {
			if immediate != nil {
				d := v.errorf(CodeImmediates, g.Span, "the entry point %q uses two variables of immediate data", e.Name)
				d.Label(immediate.Span, "the other one")
			}
			immediate = g
		}
		if e.Stage == ir.StageVertex && v.isWritable(g) {
			if v.required = v.required.With(VertexWritableStorage); !v.allowed.Has(VertexWritableStorage) {
				d := v.errorf(CodeCapability, span, "the vertex entry point %q uses %q, which can be written to", e.Name, g.Name)
				d.Label(cmp.Or(g.Span, span), "%s", pick(g.Space == ir.SpaceStorage, "read_write access", "an image to write to"))
				d.Note("writing to storage in the vertex stage is off by default: --capabilities default,%s", VertexWritableStorage)
			}
		}
	}
	slices.SortFunc(bound, func(a, b ir.GlobalID) int {
		x, y := v.m.Globals[a].Binding, v.m.Globals[b].Binding
		return cmp.Or(cmp.Compare(x.Group, y.Group), cmp.Compare(x.Binding, y.Binding), cmp.Compare(a, b))
	})
	for i := 1; i < len(bound); i++ {
		x, y := &v.m.Globals[bound[i-1]], &v.m.Globals[bound[i]]
		if x.Binding != y.Binding {
			continue
		}
		if v.required = v.required.With(AliasedBindings); !v.allowed.Has(AliasedBindings) {
			d := v.errorf(CodeBindingCollision, y.Span, "%q has the same binding as %q: group %d, binding %d",
				y.Name, x.Name, y.Binding.Group, y.Binding.Binding)
			d.Label(x.Span, "%q", x.Name)
			d.Label(span, "the entry point %q uses both", e.Name)
		}
	}
	v.io.bound = bound
}
