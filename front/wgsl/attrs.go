package wgsl

// This file reads attributes (section "Attributes" of the WGSL specification).

import (
	"refract/internal/front/wgsl/syntax"
	"refract/internal/spell"
	"refract/ir"
)

// attrSet is a set of attributes.
type attrSet uint32

func (s attrSet) has(a attribute) bool { return s>>a&1 != 0 }

const (
	ioAttrs       attrSet = 1<<attrBuiltin | 1<<attrLocation | 1<<attrBlendSrc | 1<<attrInterpolate | 1<<attrInvariant | 1<<attrPerPrimitive
	memberAttrs   attrSet = ioAttrs | 1<<attrAlign | 1<<attrSize
	functionAttrs attrSet = 1<<attrVertex | 1<<attrFragment | 1<<attrCompute | 1<<attrWorkgroupSize | 1<<attrMustUse |
		1<<attrDiagnostic | 1<<attrSubgroupSize | 1<<attrEarlyDepthTest | 1<<attrTask | 1<<attrMesh | 1<<attrPayload |
		1<<attrRayGeneration | 1<<attrAnyHit | 1<<attrClosestHit | 1<<attrMiss | 1<<attrIncomingPayload
	resourceAttrs  attrSet = 1<<attrGroup | 1<<attrBinding
	memoryAttrs    attrSet = 1<<attrCoherent | 1<<attrVolatile
	overrideAttrs  attrSet = 1 << attrID
	statementAttrs attrSet = 1 << attrDiagnostic
)

// attrs are the attributes of one thing: which are there, and their nodes.
type attrs struct {
	set   attrSet
	nodes [numAttributes]syntax.Node
}

// attributes reads a list of attributes into a, which is empty. Attributes in allowed may
// stand here; messages call the entity what.
func (c *checker) attributes(a *attrs, list []syntax.Node, allowed attrSet, what string) {
	for _, n := range list {
		at := c.t.Attribute(n)
		k := c.attributeOf(at.Name)
		switch {
		case k == noAttribute:
			d := c.errorf(codeAttribute, c.t.Primary(n), "unknown attribute %q", "@"+c.t.Name(at.Name))
			if s := spell.Nearest(c.t.Name(at.Name), attributeNames[1:]); s != "" {
				d.Note("did you mean \"@%s\"?", s)
			}
			continue
		case k == attrConst:
			c.errorf(codeAttribute, c.t.Primary(n), "the attribute \"@const\" can't be written in a program")
			continue
		case !allowed.has(k):
			c.errorf(codeAttribute, c.t.Primary(n), "the attribute \"@%s\" can't stand on %s", attributeNames[k], what)
			continue
		case a.set.has(k) && k != attrDiagnostic:
			c.errorf(codeAttribute, c.t.Primary(n), "the attribute \"@%s\" is repeated", attributeNames[k]).
				Label(c.t.Primary(a.nodes[k]), "first here")
			continue
		}
		least, most := attributeArgs(k)
		if len(at.Args) < least || len(at.Args) > most {
			want := plural(least, "argument")
			if most > least {
				want += " to " + plural(most, "")
			}
			c.errorf(codeAttribute, c.t.Span(n), "the attribute \"@%s\" takes %s, found %d", attributeNames[k], want, len(at.Args))
			continue
		}
		if most == 0 && at.HasParens {
			c.errorf(codeAttribute, c.t.Span(n), "the attribute \"@%s\" takes no arguments", attributeNames[k])
			continue
		}
		a.set |= 1 << k
		a.nodes[k] = n
	}
}

// attributeOf is the attribute of a name, or noAttribute.
func (c *checker) attributeOf(name syntax.Symbol) attribute {
	if m := c.meaningOf(name); m != nil {
		return m.attr
	}
	for k := noAttribute + 1; k < numAttributes; k++ {
		if k.isReserved() && c.t.Name(name) == attributeNames[k] {
			return k
		}
	}
	return noAttribute
}

func attributeArgs(k attribute) (least, most int) {
	switch k {
	case attrBuiltin:
		return 1, 2
	case attrAlign, attrBinding, attrBlendSrc, attrGroup, attrID, attrLocation, attrSize, attrSubgroupSize,
		attrEarlyDepthTest, attrMesh, attrPayload, attrIncomingPayload:
		return 1, 1
	case attrDiagnostic:
		return 2, 2
	case attrInterpolate:
		return 1, 2
	case attrWorkgroupSize:
		return 1, 3
	}
	return 0, 0
}

// diagnosticFilters collects the @diagnostic attributes of a list.
func (c *checker) diagnosticFilters(list []syntax.Node, out *[]ir.DiagnosticFilter) {
	for _, n := range list {
		at := c.t.Attribute(n)
		if c.t.Name(at.Name) != "diagnostic" || len(at.Args) != 2 {
			continue
		}
		if f, ok := c.diagnosticFilter(at.Args[0], at.Args[1]); ok {
			c.addFilter(out, f, c.t.Span(n), true)
		}
	}
}

// attrInt evaluates the single argument of an attribute to a const-expression of
// type i32 or u32 between least and most.
func (c *checker) attrInt(n syntax.Node, k attribute, least, most int64) (uint32, bool) {
	arg := c.t.Attribute(n).Args[0]
	v, ok := c.constInt(arg, k)
	if !ok {
		return 0, false
	}
	if v < least || v > most {
		if most >= 1<<31-1 {
			c.errorf(codeAttribute, c.t.Span(arg), "the argument of \"@%s\" must be at least %d, found %d", attributeNames[k], least, v)
		} else {
			c.errorf(codeAttribute, c.t.Span(arg), "the argument of \"@%s\" must be between %d and %d, found %d", attributeNames[k], least, most, v)
		}
		return 0, false
	}
	return uint32(v), true
}

// constInt evaluates an argument of attribute k that is a const-expression of
// type i32, u32 or abstract integer.
func (c *checker) constInt(n syntax.Node, k attribute) (int64, bool) {
	x := c.moduleExpr(n)
	if (x.ty == 0 || x.stage > stageConst) && !c.wantStage(x, stageConst, n, "the argument of \"@"+attributeNames[k]+"\"") {
		return 0, false
	}
	x = c.concretize(x, n)
	switch x.ty {
	case ir.TypeI32:
		return int64(int32(x.bits)), true
	case ir.TypeU32:
		return int64(uint32(x.bits)), true
	case 0:
		return 0, false
	}
	c.errorf(codeType, c.t.Span(n), "the argument of \"@%s\" must be i32 or u32, found %s", attributeNames[k], c.typeName(x.ty))
	return 0, false
}

// binding reads the attributes that bind an input or output.
func (c *checker) binding(a *attrs) (b ir.Binding) {
	if a.set&ioAttrs == 0 {
		return b
	}
	if a.set.has(attrBuiltin) {
		args := c.t.Attribute(a.nodes[attrBuiltin]).Args
		if m := c.builtInName(args[0]); m != ir.NoBuiltIn {
			b.Kind, b.BuiltIn = ir.BindBuiltIn, m
			if c.t.Text(args[0]) == linearBarycentric {
				b.Interpolation = ir.InterpolateLinear
			}
		}
		if len(args) > 1 {
			b.Depth = c.depthMode(args[1], b.BuiltIn)
		}
	}
	if a.set.has(attrLocation) {
		if a.set.has(attrBuiltin) {
			c.errorf(codeAttribute, c.t.Primary(a.nodes[attrLocation]), "\"@location\" and \"@builtin\" can't stand together")
			return b
		}
		if v, ok := c.attrInt(a.nodes[attrLocation], attrLocation, 0, 1<<32-1); ok {
			b.Kind, b.Location = ir.BindLocation, v
		}
	}
	if a.set.has(attrBlendSrc) {
		n := a.nodes[attrBlendSrc]
		c.need(ExtDualSourceBlending, c.t.Primary(n), "the attribute \"@blend_src\"")
		if !a.set.has(attrLocation) {
			c.errorf(codeAttribute, c.t.Primary(n), "\"@blend_src\" needs \"@location\" too")
		} else if v, ok := c.attrInt(n, attrBlendSrc, 0, 1); ok {
			b.HasBlendSrc, b.BlendSrc = true, uint8(v)
		}
	}
	if a.set.has(attrPerPrimitive) {
		n := a.nodes[attrPerPrimitive]
		c.need(ExtMeshShader, c.t.Primary(n), "the attribute \"@per_primitive\"")
		if b.PerPrimitive = b.Kind == ir.BindLocation; !b.PerPrimitive && !a.set.has(attrLocation) {
			c.errorf(codeAttribute, c.t.Primary(n), "\"@per_primitive\" needs \"@location\" too")
		}
	}
	if a.set.has(attrInvariant) {
		if b.Kind == ir.BindBuiltIn && b.BuiltIn == ir.BuiltInPosition {
			b.Invariant = true
		} else {
			c.errorf(codeAttribute, c.t.Primary(a.nodes[attrInvariant]), "\"@invariant\" may stand only beside \"@builtin(position)\"")
		}
	}
	if a.set.has(attrInterpolate) {
		c.interpolate(a, &b)
	}
	return b
}

// depthMode reads the second argument of @builtin(frag_depth, mode).
func (c *checker) depthMode(n syntax.Node, b ir.BuiltIn) ir.EarlyDepth {
	if b != ir.BuiltInFragDepth {
		c.errorf(codeAttribute, c.t.Span(n), "only the built-in value frag_depth takes a depth mode")
		return ir.EarlyDepthDefault
	}
	switch c.t.Text(n) {
	case "any":
		return ir.EarlyDepthDefault
	case "greater":
		return ir.EarlyDepthGreaterEqual
	case "less":
		return ir.EarlyDepthLessEqual
	}
	c.errorf(codeAttribute, c.t.Span(n), "expected a depth mode: any, greater or less")
	return ir.EarlyDepthDefault
}

// builtInName reads the name of a built-in value.
func (c *checker) builtInName(n syntax.Node) ir.BuiltIn {
	name := c.t.Text(n)
	var b ir.BuiltIn
	if c.t.Kind(n) == syntax.KindIdent {
		if m := c.meaningOf(c.t.Ident(n).Name); m != nil {
			b = m.builtIn
		}
	}
	span := c.t.Span(n)
	switch b {
	case ir.NoBuiltIn:
		d := c.errorf(codeAttribute, span, "unknown built-in value %q", name)
		names := make([]string, len(builtInValues))
		for i, v := range builtInValues {
			names[i] = v.String()
		}
		if s := spell.Nearest(name, names); s != "" {
			d.Suggest(span, s, "did you mean %q?", s)
		}
	case ir.BuiltInClipDistances:
		c.need(ExtClipDistances, span, "the built-in value clip_distances")
	case ir.BuiltInPrimitiveIndex:
		if c.enabled&ExtRayTracingPipeline == 0 { // hit stages have it anyway
			c.need(ExtPrimitiveIndex, span, "the built-in value primitive_index")
		}
	case ir.BuiltInSubgroupSize, ir.BuiltInSubgroupInvocationID, ir.BuiltInSubgroupID, ir.BuiltInNumSubgroups:
		c.need(ExtSubgroups, span, "the built-in value "+name)
	case ir.BuiltInDrawIndex:
		c.need(ExtDrawIndex, span, "the built-in value "+name)
	case ir.BuiltInViewIndex:
		c.need(ExtMultiview, span, "the built-in value "+name)
	case ir.BuiltInBarycentric:
		c.need(ExtBarycentrics, span, "the built-in value "+name)
	case ir.BuiltInMeshTaskSize, ir.BuiltInCullPrimitive, ir.BuiltInPointIndex, ir.BuiltInLineIndices, ir.BuiltInTriangleIndices,
		ir.BuiltInVertexCount, ir.BuiltInVertices, ir.BuiltInPrimitiveCount, ir.BuiltInPrimitives:
		c.need(ExtMeshShader, span, "the built-in value "+name)
	case ir.BuiltInRayInvocationID, ir.BuiltInNumRayInvocations, ir.BuiltInInstanceCustomData, ir.BuiltInGeometryIndex,
		ir.BuiltInWorldRayOrigin, ir.BuiltInWorldRayDirection, ir.BuiltInObjectRayOrigin, ir.BuiltInObjectRayDirection,
		ir.BuiltInRayTMin, ir.BuiltInRayTCurrentMax, ir.BuiltInObjectToWorld, ir.BuiltInWorldToObject, ir.BuiltInHitKind:
		c.need(ExtRayTracingPipeline, span, "the built-in value "+name)
	}
	return b
}

func (c *checker) interpolate(a *attrs, b *ir.Binding) {
	n := a.nodes[attrInterpolate]
	args := c.t.Attribute(n).Args
	if !a.set.has(attrLocation) {
		c.errorf(codeAttribute, c.t.Primary(n), "\"@interpolate\" needs \"@location\" too")
		return
	}
	word := func(n syntax.Node) *meaning {
		if c.t.Kind(n) == syntax.KindIdent {
			if m := c.meaningOf(c.t.Ident(n).Name); m != nil {
				return m
			}
		}
		return &meaning{}
	}
	b.Interpolation = word(args[0]).interpolation
	switch {
	case b.Interpolation == ir.DefaultInterpolation:
		c.errorf(codeAttribute, c.t.Span(args[0]), "expected perspective, linear or flat")
		return
	case b.Interpolation == ir.InterpolatePerVertex && c.enabled&ExtBarycentrics == 0:
		c.need(ExtPerVertex, c.t.Span(args[0]), "the interpolation per_vertex")
	}
	if len(args) < 2 {
		return
	}
	b.Sampling = word(args[1]).sampling
	flat := b.Interpolation == ir.InterpolateFlat
	isFlat := b.Sampling == ir.SampleFirst || b.Sampling == ir.SampleEither
	switch {
	case b.Sampling == ir.DefaultSampling || flat != isFlat:
		want := "center, centroid or sample"
		if flat {
			want = "first or either"
		}
		c.errorf(codeAttribute, c.t.Span(args[1]), "expected %s", want)
	}
}
