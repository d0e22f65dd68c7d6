package wgsl

// This file resolves the signatures of functions and checks their bodies.

import (
	"strings"

	"refract/diag"
	"refract/internal/front/wgsl/syntax"
	"refract/ir"
)

func (c *checker) resolveSignature(id declID) {
	n := c.decls[id].node
	s := c.t.Function(n)
	fid, f := c.m.NewFunction(c.t.GlobalName(s.Name))
	f.Span, f.Doc = s.NameSpan, c.doc(n)
	var a attrs
	c.attributes(&a, s.Attrs, functionAttrs, "a function")
	c.diagnosticFilters(s.Attrs, &f.Diagnostics)
	stage := c.stageOf(&a)
	ok := true
	if len(s.Params) > maxParams {
		c.errorf(codeLimit, s.NameSpan, "the function %q has %d parameters: the limit is %d", f.Name, len(s.Params), maxParams)
		ok = false
	}
	for _, pn := range s.Params {
		p := c.t.Field(pn)
		t := c.typeExpr(p.Type)
		var pa attrs
		c.attributes(&pa, p.Attrs, ioAttrs, "a parameter")
		arg := ir.Argument{Name: c.t.Name(p.Name), Type: t, Span: p.NameSpan}
		if t == 0 || !c.paramType(&p, t) {
			ok = false
		} else {
			arg.Binding = c.binding(&pa)
			if pa.set&ioAttrs != 0 && stage == ir.NoStage {
				c.errorf(codeAttribute, c.t.Span(p.Attrs[0]), "only parameters of entry points can have this attribute")
			}
		}
		f.Args = append(f.Args, arg)
	}
	var ra attrs
	c.attributes(&ra, s.ReturnAttrs, ioAttrs, "a result")
	if s.Return != syntax.None {
		t := c.typeExpr(s.Return)
		switch {
		case t == 0:
			ok = false
		case !c.constructible(t) || c.abstract(t):
			c.because(c.errorf(codeTypeRule, c.t.Span(s.Return), "a function can't return %s: it isn't constructible", c.typeName(t)), t)
			ok = false
		default:
			f.Result = t
			f.ResultBinding = c.binding(&ra)
			if f.ResultBinding.HasBlendSrc {
				c.errorf(codeBlendSrc, c.t.Primary(ra.nodes[attrBlendSrc]), "\"@blend_src\" may stand only on a member of a struct")
			}
			if ra.set&ioAttrs != 0 && stage == ir.NoStage {
				c.errorf(codeAttribute, c.t.Span(s.ReturnAttrs[0]), "only results of entry points can have this attribute")
			}
		}
	} else if a.set.has(attrMustUse) {
		c.errorf(codeAttribute, c.t.Primary(a.nodes[attrMustUse]), "\"@must_use\" needs a function with a result")
	}
	f.MustUse = a.set.has(attrMustUse)
	d := &c.decls[id]
	d.handle = uint32(fid)
	d.ty = f.Result
	if stage != ir.NoStage {
		c.entryPoint(&a, stage, fid, f)
		c.stageVariables(&a, stage, f)
		if ok {
			c.places(&s, stage, f)
		}
		if c.enabled&ExtClipDistances != 0 {
			c.outputsOnly(f)
		}
	} else if k := a.firstOf(attrPayload, attrIncomingPayload); k != noAttribute {
		c.errorf(codeAttribute, c.t.Primary(a.nodes[k]), "\"@%s\" may stand only on an entry point", attributeNames[k])
	} else if a.set.has(attrWorkgroupSize) {
		c.errorf(codeAttribute, c.t.Primary(a.nodes[attrWorkgroupSize]), "\"@workgroup_size\" may stand only on a compute entry point")
	}
	if !ok {
		c.decls[id].kind = declError
	}
}

func (c *checker) stageOf(a *attrs) (stage ir.Stage) {
	for _, x := range [...]struct {
		attr  attribute
		stage ir.Stage
		needs Extensions
	}{{attrVertex, ir.StageVertex, 0}, {attrFragment, ir.StageFragment, 0}, {attrCompute, ir.StageCompute, 0},
		{attrTask, ir.StageTask, ExtMeshShader}, {attrMesh, ir.StageMesh, ExtMeshShader},
		{attrRayGeneration, ir.StageRayGeneration, ExtRayTracingPipeline}, {attrAnyHit, ir.StageAnyHit, ExtRayTracingPipeline},
		{attrClosestHit, ir.StageClosestHit, ExtRayTracingPipeline}, {attrMiss, ir.StageMiss, ExtRayTracingPipeline}} {
		if !a.set.has(x.attr) {
			continue
		}
		if x.needs != 0 {
			c.need(x.needs, c.t.Primary(a.nodes[x.attr]), "the attribute \"@"+attributeNames[x.attr]+"\"")
		}
		if stage != ir.NoStage {
			c.errorf(codeEntryPoint, c.t.Primary(a.nodes[x.attr]), "an entry point has one stage only")
		}
		stage = x.stage
	}
	return stage
}

func (c *checker) paramType(p *syntax.Field, t ir.TypeID) bool {
	ty := c.m.Types.At(t)
	switch ty.Kind {
	case ir.TypePointer:
		c.pointerParams = true
		switch ty.Space {
		case ir.SpaceFunction, ir.SpacePrivate, ir.SpaceWorkgroup, ir.SpaceStorage, ir.SpaceUniform, ir.SpaceImmediate:
			return true
		}
	case ir.TypeImage, ir.TypeSampler, ir.TypeAccelerationStructure, ir.TypeBindingArray:
		return true
	default:
		if c.constructible(t) {
			return true
		}
	}
	c.because(c.errorf(codeTypeRule, c.t.Span(p.Type), "a parameter can't have type %s", c.typeName(t)), t)
	return false
}

func (c *checker) entryPoint(a *attrs, stage ir.Stage, fid ir.FuncID, f *ir.Function) {
	ep := ir.EntryPoint{Name: f.Name, Stage: stage, Function: fid, Span: f.Span}
	switch {
	case stage.Info().Workgroups && !a.set.has(attrWorkgroupSize):
		c.errorf(codeEntryPoint, f.Span, "the %s entry point %q needs \"@workgroup_size\"", stage, f.Name)
	case !stage.Info().Workgroups && a.set.has(attrWorkgroupSize):
		c.errorf(codeAttribute, c.t.Primary(a.nodes[attrWorkgroupSize]), "\"@workgroup_size\" may stand only on a compute entry point")
	case stage.Info().Workgroups:
		c.workgroupSize(a.nodes[attrWorkgroupSize], &ep)
	}
	if a.set.has(attrSubgroupSize) {
		c.subgroupSize(a.nodes[attrSubgroupSize], stage, &ep)
	}
	if a.set.has(attrEarlyDepthTest) {
		arg := c.t.Attribute(a.nodes[attrEarlyDepthTest]).Args[0]
		switch c.t.Text(arg) {
		case "force":
			ep.EarlyDepth = ir.EarlyDepthForce
		case "greater_equal":
			ep.EarlyDepth = ir.EarlyDepthGreaterEqual
		case "less_equal":
			ep.EarlyDepth = ir.EarlyDepthLessEqual
		case "unchanged":
			ep.EarlyDepth = ir.EarlyDepthUnchanged
		default:
			c.errorf(codeAttribute, c.t.Span(arg), "expected force, greater_equal, less_equal or unchanged")
		}
	}
	if ep.EarlyDepth == ir.EarlyDepthDefault {
		ep.EarlyDepth = c.m.ResultDepth(f)
	}
	c.m.EntryPoints = append(c.m.EntryPoints, ep)
}

// outputsOnly reports built-in values among the inputs of an entry point that
// WGSL has as outputs only, though other languages read them, too.
func (c *checker) outputsOnly(f *ir.Function) {
	report := func(b *ir.Binding, at, entry diag.Span) {
		if b.Kind != ir.BindBuiltIn || b.BuiltIn != ir.BuiltInClipDistances {
			return
		}
		d := c.errorf(codeAttribute, at, "the built-in value %s is an output of vertex entry points, not an input", b.BuiltIn)
		if entry != at {
			d.Label(entry, "an input here")
		}
	}
	for i := range f.Args {
		a := &f.Args[i]
		report(&a.Binding, a.Span, a.Span)
		if s := c.m.StructOf(a.Type); s != nil {
			for j := range s.Members {
				report(&s.Members[j].Binding, s.Members[j].Span, a.Span)
			}
		}
	}
}

func (c *checker) workgroupSize(n syntax.Node, ep *ir.EntryPoint) {
	ep.WorkgroupSize = [3]uint32{1, 1, 1}
	args := c.t.Attribute(n).Args
	// All dimensions have one type: i32 or u32.
	var values [3]operand
	t := ir.TypeID(0)
	for i, arg := range args {
		x := c.value(c.moduleExpr(arg))
		if !c.wantStage(x, stageOverride, arg, "a workgroup dimension") {
			return
		}
		if !c.abstract(x.ty) && t == 0 {
			t = x.ty
		}
		values[i] = x
	}
	if t == 0 {
		t = ir.TypeI32
	}
	if t != ir.TypeI32 && t != ir.TypeU32 {
		c.errorf(codeType, c.t.Span(n), "workgroup dimensions must be i32 or u32, found %s", c.typeName(t))
		return
	}
	for i, arg := range args {
		x := c.convert(values[i], t, arg, "a workgroup dimension")
		if x.ty == 0 {
			return
		}
		if x.stage == stageOverride {
			ep.WorkgroupSizeExpr[i] = ir.ConstID(x.expr())
			continue
		}
		v := int64(uint32(x.bits))
		if t == ir.TypeI32 {
			v = int64(int32(x.bits))
		}
		if v < 1 {
			c.errorf(codeEntryPoint, c.t.Span(arg), "a workgroup dimension must be positive, found %d", v)
			return
		}
		ep.WorkgroupSize[i] = uint32(v)
	}
}

// subgroupSize reads @subgroup_size, a power of two that the workgroup's first
// dimension is a multiple of.
func (c *checker) subgroupSize(n syntax.Node, stage ir.Stage, ep *ir.EntryPoint) {
	c.need(ExtSubgroupSizeControl, c.t.Primary(n), "the attribute \"@subgroup_size\"")
	if stage != ir.StageCompute {
		c.errorf(codeAttribute, c.t.Primary(n), "\"@subgroup_size\" may stand only on a compute entry point")
		return
	}
	arg := c.t.Attribute(n).Args[0]
	x := c.value(c.moduleExpr(arg))
	if !c.wantStage(x, stageOverride, arg, "the size of subgroups") {
		return
	}
	if x = c.concretize(x, arg); x.ty == 0 {
		return
	}
	if x.ty != ir.TypeI32 && x.ty != ir.TypeU32 {
		c.errorf(codeType, c.t.Span(arg), "the size of subgroups must be i32 or u32, found %s", c.typeName(x.ty))
		return
	}
	if x.stage == stageOverride {
		ep.SubgroupSizeExpr = ir.ConstID(x.expr())
		return
	}
	v := int64(uint32(x.bits))
	if x.ty == ir.TypeI32 {
		v = int64(int32(x.bits))
	}
	if v < 1 || v&(v-1) != 0 {
		c.errorf(codeEntryPoint, c.t.Span(arg), "the size of subgroups must be a power of two, found %d", v)
		return
	}
	ep.SubgroupSize = uint32(v)
}

// bodies checks the bodies of all functions, in source order. Declarations of locals gather
// behind the ones of module scope.
func (c *checker) bodies() {
	n := declID(len(c.decls))
	c.moduleDecls = n
	c.collective = resized(c.collective, len(c.m.Functions))
	c.owner = resized(c.owner, len(c.m.Functions))
	if c.shareBodies() {
		return
	}
	for id := declID(1); id < n; id++ {
		if c.t.Kind(c.decls[id].node) == syntax.KindFunction {
			c.body(id)
		}
	}
}

func (c *checker) body(id declID) {
	c.opts.meter.Step()
	d := &c.decls[id]
	s := c.t.Function(d.node)
	if d.handle == 0 {
		return
	}
	d.bits = uint64(len(c.decls))
	c.owner[d.handle] = id
	f := c.m.Func(ir.FuncID(d.handle))
	c.fn, c.ex, c.fnDecl, c.result = f, &f.Exprs, id, f.Result
	c.fnGen++
	c.stage = ir.NoStage
	c.loop, c.branches, c.returned = loopState{}, 0, false
	// By the nodes of the tree since the declaration before; one has seldom more than that.
	if nodes := int(s.Body) - int(c.decls[id-1].node); nodes > 0 {
		f.ReserveBody(nodes*3/4+1, nodes*9/16+1, nodes/4+1, nodes/12+1)
	}
	c.b.Start(c.m, f)
	old := c.push()
	for i, pn := range s.Params {
		p := c.t.Field(pn)
		d := c.declare(declParam, pn, p.Name, p.NameSpan)
		if d.ty, d.handle = f.Args[i].Type, uint32(i); d.ty == 0 {
			d.kind = declError
		}
	}
	mark := c.b.Begin()
	var bh behavior
	if c.t.Kind(s.Body) == syntax.KindBlock {
		// Parameters and the outermost declarations share one scope.
		b := c.t.Block(s.Body)
		f.Diagnostics = overlaid(f.Diagnostics, c.statementAttributes(b.Attrs))
		bh = c.stmts(b.Stmts)
		if bh&next != 0 && f.Result != 0 && !c.fnBad() {
			end := c.t.Span(s.Body)
			c.errorf(codeMissingReturn, diag.Span{Start: end.End - 1, End: end.End}, "the function %q can end without returning a value of type %s", f.Name, c.typeName(f.Result)).
				Label(s.NameSpan, "declared here")
		}
	}
	f.Body = c.b.End(mark)
	c.pop(old)
	c.unused(declID(c.decls[id].bits))
	c.fn, c.ex = nil, &c.m.Consts
}

// stageOnly reports a statement that one stage alone allows, in an entry point
// of another; for other functions the validator knows who calls them.
func (c *checker) stageOnly(n syntax.Node, stage ir.Stage) {
	for i := range c.m.EntryPoints {
		ep := &c.m.EntryPoints[i]
		if uint32(ep.Function) == c.decls[c.fnDecl].handle && ep.Stage != stage {
			c.errorf(codeStage, c.t.Span(n), "%q can't be used in a %s entry point", strings.TrimRight(c.t.Text(n), " ;"), ep.Stage)
		}
	}
}
