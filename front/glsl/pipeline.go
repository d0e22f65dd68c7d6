package glsl

// This file reads what the stages beyond vertex, fragment and compute have: their layouts, inputs and
// outputs that are variables of the module, the blocks gl_in and gl_out, payloads, and the
// functions that act on the pipeline.

import (
	"strings"

	"refract/diag"
	"refract/internal/front/glsl/syntax"
	"refract/internal/ir/transform"
	"refract/internal/spell"
	"refract/ir"
)

// Stages of features.
const (
	inTask       = stageSet(1 << ir.StageTask)
	inMesh       = stageSet(1 << ir.StageMesh)
	inGeometry   = stageSet(1 << ir.StageGeometry)
	inControl    = stageSet(1 << ir.StageTessellationControl)
	inEvaluation = stageSet(1 << ir.StageTessellationEvaluation)
	inHits       = stageSet(1<<ir.StageAnyHit | 1<<ir.StageClosestHit | 1<<ir.StageIntersection)
	inHit        = stageSet(1<<ir.StageAnyHit | 1<<ir.StageClosestHit)
	inRays       = inHits | stageSet(1<<ir.StageRayGeneration|1<<ir.StageMiss|1<<ir.StageCallable)
	inTraced     = inHits | stageSet(1<<ir.StageMiss)
)

func geometryAv() avail { return since(150, 320, exts{extPrimitiveIDES}) }
func tessAv() avail     { return since(400, 320, exts{extTessellation}) }
func meshAv() avail     { return only(exts{extMesh}) }
func meshNV() avail     { return only(exts{extMeshNV}) }
func traceAv() avail    { return only(exts{extRayTracing}) }
func traceNV() avail    { return only(exts{extRayTracingNV}) }
func motionAv() avail   { return only(exts{extRayMotion}) }
func spheresAv() avail  { return only(exts{extRaySpheres}) }
func micromapAv() avail { return only(exts{extRayMicromaps}) }

func viewportsAv() avail { return only(exts{extViewportLayerVertex}) }
func stereoAv() avail    { return only(exts{extStereoViews}) }
func perViewAv() avail   { return only(exts{extPerView}) }

// stageRows are the variables of these stages, where they have other rows than in the table of
// variables.
var stageRows = []variable{
	{"gl_Position", varStageOut, vec4, false, 0, ir.BuiltInPosition, 0, inGeometry | inEvaluation, always()},
	{"gl_PointSize", varStageOut, tFloat, false, 0, ir.BuiltInPointSize, 0, inGeometry | inEvaluation, always()},
	{"gl_ClipDistance", varStageOut, tFloat, true, 0, ir.BuiltInClipDistances, 0, inGeometry | inEvaluation, clipAv()},
	{"gl_CullDistance", varStageOut, tFloat, true, 0, ir.BuiltInCullDistances, 0, inGeometry | inEvaluation, cullAv()},
	{"gl_Layer", varStageOut, tInt, false, 0, ir.BuiltInLayer, 0, inGeometry | inEvaluation, always()},
	{"gl_ViewportIndex", varStageOut, tInt, false, 0, ir.BuiltInViewportIndex, 0, inGeometry | inEvaluation, always()},
	{"gl_ViewportMask", varStageOut, tInt, true, 0, ir.BuiltInViewportMask, 0, inGeometry | inEvaluation, viewportsAv()},
	{"gl_SecondaryPositionNV", varStageOut, vec4, false, 0, ir.BuiltInSecondaryPosition, 0, inGeometry | inEvaluation, stereoAv()},
	{"gl_SecondaryViewportMaskNV", varStageOut, tInt, true, 0, ir.BuiltInSecondaryViewportMask, 0, inGeometry | inEvaluation, stereoAv()},
	{"gl_PositionPerViewNV", varStageOut, vec4, true, 0, ir.BuiltInPositionPerView, 0, inGeometry | inEvaluation, perViewAv()},
	{"gl_ViewportMaskPerViewNV", varStageOut, tInt, true, 0, ir.BuiltInViewportMaskPerView, 0, inGeometry | inEvaluation, perViewAv()},
	{"gl_PrimitiveID", varStageOut, tInt, false, 0, ir.BuiltInPrimitiveIndex, 0, inGeometry, geometryAv()},
	{"gl_PrimitiveID", varInput, tInt, false, 0, ir.BuiltInPrimitiveIndex, 0, inControl | inEvaluation | inHits, always()},
	{"gl_InstanceID", varInput, tInt, false, 0, ir.BuiltInInstanceID, 0, inHits, traceAv()},
	{"gl_TessLevelOuter", varStageIn, tFloat, true, 4, ir.BuiltInTessLevelOuter, 0, inEvaluation, tessAv()},
	{"gl_TessLevelInner", varStageIn, tFloat, true, 2, ir.BuiltInTessLevelInner, 0, inEvaluation, tessAv()},
	{"gl_ViewIndex", varInput, tInt, false, 0, ir.BuiltInViewIndex, 0, inGeometry | inControl | inEvaluation | inTask | inMesh, only(exts{extMultiview})},
	{"gl_PrimitiveShadingRateEXT", varStageOut, tInt, false, 0, ir.BuiltInPrimitiveShadingRate, 0, inGeometry, only(exts{extShadingRate})},

	{"gl_NumWorkGroups", varInput, uvec3, false, 0, ir.BuiltInNumWorkgroups, 0, inTask | inMesh, compute()},
	{"gl_WorkGroupID", varInput, uvec3, false, 0, ir.BuiltInWorkgroupID, 0, inTask | inMesh, compute()},
	{"gl_LocalInvocationID", varInput, uvec3, false, 0, ir.BuiltInLocalInvocationID, 0, inTask | inMesh, compute()},
	{"gl_GlobalInvocationID", varInput, uvec3, false, 0, ir.BuiltInGlobalInvocationID, 0, inTask | inMesh, compute()},
	{"gl_LocalInvocationIndex", varInput, tUint, false, 0, ir.BuiltInLocalInvocationIndex, 0, inTask | inMesh, compute()},
	{"gl_WorkGroupSize", varWorkgroup, uvec3, false, 0, 0, 0, inTask | inMesh, compute()},
	{"gl_NumSubgroups", varInput, tUint, false, 0, ir.BuiltInNumSubgroups, 0, inTask | inMesh, sgBasic()},
	{"gl_SubgroupID", varInput, tUint, false, 0, ir.BuiltInSubgroupID, 0, inTask | inMesh, sgBasic()},
	{"gl_DrawID", varInput, tInt, false, 0, ir.BuiltInDrawIndex, 0, inTask | inMesh, drawParams()},
	{"gl_DrawIDARB", varInput, tInt, false, 0, ir.BuiltInDrawIndex, 0, inTask | inMesh, drawOld()},
}

// Codes of blocks of the language.
const (
	perVertexIn = iota
	perVertexOut
	meshVertices
	meshPrimitives
)

// perVertexMembers are the members of the blocks of vertices, primitiveMembers of that of
// primitives.
var (
	perVertexMembers = []ir.Member{
		{Name: "gl_Position", Type: vec4, Binding: ir.Binding{Kind: ir.BindBuiltIn, BuiltIn: ir.BuiltInPosition}},
		{Name: "gl_PointSize", Type: tFloat, Binding: ir.Binding{Kind: ir.BindBuiltIn, BuiltIn: ir.BuiltInPointSize}},
		{Name: "gl_ClipDistance", Type: tFloat, Binding: ir.Binding{Kind: ir.BindBuiltIn, BuiltIn: ir.BuiltInClipDistances}},
		{Name: "gl_CullDistance", Type: tFloat, Binding: ir.Binding{Kind: ir.BindBuiltIn, BuiltIn: ir.BuiltInCullDistances}},
		{Name: "gl_ViewportMask", Type: tInt, Binding: ir.Binding{Kind: ir.BindBuiltIn, BuiltIn: ir.BuiltInViewportMask}},
		{Name: "gl_SecondaryPositionNV", Type: vec4, Binding: ir.Binding{Kind: ir.BindBuiltIn, BuiltIn: ir.BuiltInSecondaryPosition}},
		{Name: "gl_SecondaryViewportMaskNV", Type: tInt, Binding: ir.Binding{Kind: ir.BindBuiltIn, BuiltIn: ir.BuiltInSecondaryViewportMask}},
		{Name: "gl_PositionPerViewNV", Type: vec4, Binding: ir.Binding{Kind: ir.BindBuiltIn, BuiltIn: ir.BuiltInPositionPerView}},
		{Name: "gl_ViewportMaskPerViewNV", Type: tInt, Binding: ir.Binding{Kind: ir.BindBuiltIn, BuiltIn: ir.BuiltInViewportMaskPerView}},
	}
	primitiveMembers = []ir.Member{
		{Name: "gl_PrimitiveID", Type: tInt, Binding: ir.Binding{Kind: ir.BindBuiltIn, BuiltIn: ir.BuiltInPrimitiveIndex, PerPrimitive: true}},
		{Name: "gl_Layer", Type: tInt, Binding: ir.Binding{Kind: ir.BindBuiltIn, BuiltIn: ir.BuiltInLayer, PerPrimitive: true}},
		{Name: "gl_ViewportIndex", Type: tInt, Binding: ir.Binding{Kind: ir.BindBuiltIn, BuiltIn: ir.BuiltInViewportIndex, PerPrimitive: true}},
		{Name: "gl_ViewportMask", Type: tInt, Binding: ir.Binding{Kind: ir.BindBuiltIn, BuiltIn: ir.BuiltInViewportMask, PerPrimitive: true}},
		{Name: "gl_CullPrimitiveEXT", Type: tBool, Binding: ir.Binding{Kind: ir.BindBuiltIn, BuiltIn: ir.BuiltInCullPrimitive, PerPrimitive: true}},
		{Name: "gl_PrimitiveShadingRateEXT", Type: tInt, Binding: ir.Binding{Kind: ir.BindBuiltIn, BuiltIn: ir.BuiltInPrimitiveShadingRate, PerPrimitive: true}},
	}
)

// pipelineLayout has the layout qualifiers of these stages. Numbers are -1 where there are
// none.
type pipelineLayout struct {
	topology                                         ir.Topology // as it is named; of the tessellation evaluation stage triangles is a domain
	domain                                           ir.TessDomain
	spacing                                          ir.TessSpacing
	order                                            ir.TessOrder
	points                                           bool // point_mode
	record                                           bool // shaderRecordEXT
	passed                                           bool // passthrough
	relative                                         bool // viewport_relative
	invocations, maxVertices, maxPrimitives, patches int64
	stream                                           int64
	span                                             diag.Span
}

// pipelineState is what is known of the stage.
type pipelineState struct {
	setup    ir.Pipeline
	used     map[syntax.Symbol]bool // members that are named; nil: not known yet
	open     []ir.GlobalID          // inputs and outputs that get their locations in the end
	payloads map[payloadKey]declID
	task     declID // the payload of tasks
	counts   transform.MeshCounts
	ended    bool // the expression ended the invocation
	feedback feedbackState
	passed   passthroughState
	stream   int64 // of outputs that give none
}

type payloadKey struct {
	space    ir.AddressSpace
	location int64
}

// variableRow is the row of a variable in the stage.
func (c *checker) variableRow(i int) *variable {
	v := &variables[i]
	for j := range vertexLayer {
		if w := &vertexLayer[j]; w.name == v.name && w.stages.has(c.stage) {
			return w
		}
	}
	if c.stage.Info().Variables {
		for j := range stageRows {
			if w := &stageRows[j]; w.name == v.name && w.stages.has(c.stage) {
				return w
			}
		}
	}
	return v
}

// pipelineLayoutID reads a layout qualifier of these stages; false if it is none.
func (c *checker) pipelineLayoutID(name string, span diag.Span, l *layoutInfo, number func(*int64)) bool {
	p := l.pipeline
	if p == nil {
		p = &pipelineLayout{invocations: -1, maxVertices: -1, maxPrimitives: -1, patches: -1, stream: -1, span: span}
	}
	if t := ir.TopologyByName(name); t != ir.NoTopology {
		p.topology = t
		l.pipeline = p
		return true
	}
	switch name {
	case "quads":
		p.domain = ir.TessQuads
	case "isolines":
		p.domain = ir.TessIsolines
	case "equal_spacing":
		p.spacing = ir.TessEqual
	case "fractional_even_spacing":
		p.spacing = ir.TessFractionalEven
	case "fractional_odd_spacing":
		p.spacing = ir.TessFractionalOdd
	case "cw":
		p.order = ir.TessClockwise
	case "ccw":
		p.order = ir.TessCounterClockwise
	case "point_mode":
		p.points = true
	case "vertices":
		number(&p.patches)
	case "invocations":
		number(&p.invocations)
	case "max_vertices":
		number(&p.maxVertices)
	case "max_primitives":
		number(&p.maxPrimitives)
	case "stream":
		number(&p.stream)
	case "shaderRecordEXT", "shaderRecordNV":
		p.record = true
	case "viewport_relative":
		a := viewportsAv()
		p.relative = c.needs(span, name, &a)
	case passthrough:
		if a := only(exts{extPassthrough}); !c.needs(span, name, &a) {
			break
		}
		if p.passed = c.stage == ir.StageGeometry; !p.passed {
			c.errorf(codeStage, span, "only geometry shaders pass inputs through")
		}
	default:
		return false
	}
	l.pipeline = p
	return true
}

// pipelineDefaults takes over the setup of the stage from a declaration like layout(triangles) in.
func (c *checker) pipelineDefaults(n syntax.Node, p *pipelineLayout, out bool) {
	x := &c.pipe.setup
	if p.passed {
		c.errorf(codeLayout, p.span, "passthrough qualifies inputs, not all of them")
	}
	misplaced := func(what string) {
		c.errorf(codeLayout, p.span, "%s of a %s shader can't be set here", what, c.stage)
	}
	switch c.stage {
	case ir.StageGeometry:
		g := &x.Geometry
		if p.topology != ir.NoTopology {
			if out {
				g.Output = p.topology
			} else {
				g.Input = p.topology
			}
		}
		if p.invocations >= 0 {
			g.Invocations = uint32(p.invocations)
		}
		if p.maxVertices >= 0 {
			g.MaxVertices = uint32(p.maxVertices)
		}
	case ir.StageTessellationControl:
		if p.patches >= 0 {
			if !out {
				misplaced("the vertices")
			}
			x.Tessellation.Vertices = uint32(p.patches)
		}
	case ir.StageTessellationEvaluation:
		t := &x.Tessellation
		if p.topology == ir.TopologyTriangles {
			t.Domain = ir.TessTriangles
		} else if p.domain != ir.NoTessDomain {
			t.Domain = p.domain
		}
		if p.spacing != ir.NoTessSpacing {
			t.Spacing = p.spacing
		}
		if p.order != ir.NoTessOrder {
			t.Order = p.order
		}
		t.Points = t.Points || p.points
	case ir.StageMesh:
		m := &x.Mesh
		if p.topology != ir.NoTopology {
			m.Output = p.topology
		}
		if p.maxVertices >= 0 {
			m.MaxVertices = uint32(p.maxVertices)
		}
		if p.maxPrimitives >= 0 {
			m.MaxPrimitives = uint32(p.maxPrimitives)
		}
	default:
		c.errorf(codeStage, p.span, "a %s shader has no such layout", c.stage)
	}
}

// startPipeline reads the setup of the stage ahead: sizes of arrays depend on it, and it may be
// declared behind them.
func (c *checker) startPipeline() {
	c.pipe = pipelineState{}
	if !c.stage.Info().Variables {
		return
	}
	c.pipe.used = map[syntax.Symbol]bool{}
	c.pipe.payloads = map[payloadKey]declID{}
	for n := syntax.Node(1); int(n) < c.t.Len(); n++ {
		if c.t.Kind(n) == syntax.KindMember {
			c.pipe.used[c.t.Member(n).Name] = true
		}
	}
	for _, n := range c.t.Items() {
		if c.t.Kind(n) != syntax.KindRequalify || len(c.t.Requalify(n).Names) > 0 || !c.plainLayouts(c.t.Requalify(n).Quals) {
			continue
		}
		var q qualifiers
		if c.qualifiers(c.t.Requalify(n).Quals, &q); q.layout.pipeline != nil {
			c.pipelineDefaults(n, q.layout.pipeline, q.storage == syntax.QualOut)
		}
	}
	c.findPassed()
}

// plainLayouts reports whether the values of layout qualifiers are literals.
func (c *checker) plainLayouts(list []syntax.Node) bool {
	for _, n := range list {
		if c.t.Kind(n) != syntax.KindLayout {
			continue
		}
		for _, id := range c.t.Layout(n) {
			v := c.t.LayoutID(id)
			if v.Value != syntax.None && c.t.Kind(v.Value) != syntax.KindLiteral || c.t.Name(v.Name) == passthrough {
				return false // extensions aren't known yet
			}
		}
	}
	return true
}

// maxPatch is gl_MaxPatchVertices.
const maxPatch = 32

// elements is how many elements the variables of the stage have, one for each vertex or primitive;
// 0: they have none.
func (c *checker) elements(q *qualifiers, out bool) uint32 {
	x := &c.pipe.setup
	switch {
	case q.patch:
		return 0
	case c.stage == ir.StageGeometry && !out:
		return uint32(x.Geometry.Input.Vertices())
	case c.stage == ir.StageTessellationControl && out:
		return x.Tessellation.Vertices
	case c.stage == ir.StageTessellationControl, c.stage == ir.StageTessellationEvaluation && !out:
		return maxPatch
	case c.stage == ir.StageMesh && out && q.perPrimitive:
		return x.Mesh.MaxPrimitives
	case c.stage == ir.StageMesh && out:
		return x.Mesh.MaxVertices
	}
	return 0
}

// arrayed reports whether variables of a direction have elements.
func (c *checker) arrayed(q *qualifiers, out bool) bool {
	switch c.stage {
	case ir.StageGeometry, ir.StageTessellationEvaluation:
		return !out && !q.patch
	case ir.StageTessellationControl:
		return !q.patch
	case ir.StageMesh:
		return out
	}
	return false
}

// sized gives an input or output the number of its elements.
func (c *checker) sized(name syntax.Symbol, span diag.Span, t *gtype, q *qualifiers, out bool) bool {
	if !c.arrayed(q, out) {
		if t.unsized {
			c.sizeUnsized(name, span, t)
		}
		return true
	}
	ty := c.at(t.ty)
	if ty.Kind != ir.TypeArray {
		c.errorf(codeTypeRule, span, "%q must be an array, with an element for each vertex or primitive", c.t.Name(name))
		return false
	}
	n := c.elements(q, out)
	switch {
	case n == 0:
		c.errorf(codeLayout, span, "the number of elements of %q depends on a layout of the shader, as layout(triangles) in, that is missing", c.t.Name(name))
		return false
	case t.unsized:
		t.ty, t.unsized = c.m.Types.Array(ty.Base, n), false
	case ty.Length != n && c.stage == ir.StageGeometry:
		c.errorf(codeTypeRule, span, "%q has %d elements, and the primitives of the shader %d vertices", c.t.Name(name), ty.Length, n)
		return false
	}
	return true
}

// fewLocations checks how many locations an input or output takes.
func (c *checker) fewLocations(span diag.Span, t ir.TypeID, q *qualifiers, out bool) bool {
	if c.arrayed(q, out) {
		t = c.at(t).Base
	}
	if c.scalars(t) <= 4*maxLeaves && c.m.Locations(t) <= maxLeaves {
		return true
	}
	c.errorf(codeLimit, span, "an input or output takes more than %d locations", maxLeaves)
	return false
}

// stageVariable declares an input or output of the author.
func (c *checker) stageVariable(v *syntax.Declarator, q *qualifiers, t gtype, out bool) {
	unnamed := c.passWhole(q, &t)
	if !c.fixLengths(v.Name, v.NameSpan, &t) || !c.stageIO(v.NameSpan, q, out) || !c.sized(v.Name, v.NameSpan, &t, q, out) || !c.fewLocations(v.NameSpan, t.ty, q, out) {
		c.declareError(v.Name, v.NameSpan)
		return
	}
	if c.hasBool(t.ty) {
		c.errorf(codeTypeRule, v.NameSpan, "an input or output can't hold bool")
		c.declareError(v.Name, v.NameSpan)
		return
	}
	if v.Init != syntax.None {
		c.errorf(codeVariable, c.t.Span(v.Init), "an input or output can't have an initial value")
	}
	b := c.stageBinding(q, out)
	b.Relaxed = c.holdsRelaxed(q, t.ty)
	b.Link = ir.Link{Name: c.t.Name(v.Name), Open: q.layout.location < 0}
	id := c.stageGlobal(c.t.Name(v.Name), t.ty, &b, out, v.NameSpan)
	if b.Passthrough {
		c.notePassed(id)
	}
	if unnamed {
		return
	}
	c.declareStage(v.Name, v.NameSpan, t.ty, id, -1, out)
}

// stageIO checks that the stage has inputs or outputs at locations.
func (c *checker) stageIO(span diag.Span, q *qualifiers, out bool) bool {
	ok := true
	switch {
	case c.stage == ir.StageTask, c.stage.Info().RayTracing, c.stage == ir.StageMesh && !out:
		ok = false
	case q.patch:
		ok = c.stage == ir.StageTessellationControl && out || c.stage == ir.StageTessellationEvaluation && !out
	case q.perPrimitive:
		ok = c.stage == ir.StageMesh
	}
	if !ok {
		c.errorf(codeStage, span, "a %s shader has no such %s", c.stage, map[bool]string{false: "input", true: "output"}[out])
	}
	return ok
}

// stageBinding is the place that qualifiers give.
func (c *checker) stageBinding(q *qualifiers, out bool) ir.Binding {
	b := ir.Binding{Patch: q.patch, PerPrimitive: q.perPrimitive, Interpolation: q.interp, Sampling: q.sampling, Feedback: q.capture, Passthrough: q.passes()}
	if out {
		b.Stream = c.streamOf(q)
	}
	if q.layout.location >= 0 {
		b.Kind, b.Location, b.Component = ir.BindLocation, uint32(q.layout.location), uint8(max(q.layout.component, 0))
	}
	if b.Interpolation == ir.InterpolateFlat {
		b.Sampling = 0
	}
	return b
}

// streamOf is the stream of an output.
func (c *checker) streamOf(q *qualifiers) uint8 {
	n := c.pipe.stream
	if p := q.layout.pipeline; p != nil && p.stream >= 0 {
		n = p.stream
	}
	return uint8(min(n, 255))
}

// stageGlobal adds a variable; a place without a location gets one in the end.
func (c *checker) stageGlobal(name string, t ir.TypeID, b *ir.Binding, out bool, span diag.Span) ir.GlobalID {
	g := ir.Global{Name: name, Space: ir.SpaceInput, Access: ir.AccessRead, Type: t, IO: b, Span: span}
	if out {
		g.Space, g.Access = ir.SpaceOutput, ir.AccessReadWrite
	}
	c.m.Globals = append(c.m.Globals, g)
	id := ir.GlobalID(len(c.m.Globals) - 1)
	if b != nil && b.Kind == ir.NoBinding {
		c.pipe.open = append(c.pipe.open, id)
	}
	return id
}

func (c *checker) declareStage(name syntax.Symbol, span diag.Span, t ir.TypeID, id ir.GlobalID, member int32, out bool) declID {
	d := decl{kind: declGlobal, name: name, span: span, ty: t, member: member, handle: uint32(id), flags: flagOutput}
	if !out {
		d.flags = flagReadOnly | flagInput
	}
	return c.declare(d)
}

// stageBlock declares a block of inputs or outputs.
func (c *checker) stageBlock(v *syntax.Interface, q *qualifiers, members []memberInfo) {
	out := q.storage == syntax.QualOut
	if !c.stageIO(v.NameSpan, q, out) {
		c.blockError(v)
		return
	}
	list := make([]ir.Member, len(members))
	next := q.layout.location
	passed := false
	for i := range members {
		m := &members[i]
		if m.unsized {
			m.Type = c.m.Types.Array(c.at(m.Type).Base, max(c.scan.of(m.name).highest, 1))
		}
		if m.q.interp == 0 {
			m.q.interp = q.interp
		}
		if m.q.sampling == 0 {
			m.q.sampling = q.sampling
		}
		m.q.patch, m.q.perPrimitive = m.q.patch || q.patch, m.q.perPrimitive || q.perPrimitive
		if m.q.layout.location < 0 {
			m.q.layout.location = next
		}
		if m.Binding = c.stageBinding(&m.q, out); out {
			m.Binding.Stream = c.streamOf(q)
		}
		m.Binding.Passthrough = m.Binding.Passthrough || q.passes()
		passed = passed || m.Binding.Passthrough
		if m.Binding.Kind == ir.BindLocation {
			m.Binding.Relaxed = c.holdsRelaxed(&m.q, m.Type)
			next = int64(m.Binding.Location) + int64(c.m.Locations(m.Type))
		}
		list[i] = m.Member
	}
	t := c.m.AddStruct(ir.Struct{Name: c.t.Name(v.Name), Members: list, Span: v.NameSpan})
	c.noteStruct(t, structInfo{})
	place := ir.Binding{Patch: q.patch, PerPrimitive: q.perPrimitive}
	place.Link = ir.Link{Name: c.t.Name(v.Name), Open: next < 0}
	if out {
		place.Stream = c.streamOf(q)
	}
	g := gtype{ty: t, ok: true}
	if len(v.Dims) > 0 {
		if g = c.arrays(g, v.Dims[0], v.Dims, nil); !g.ok {
			c.blockError(v)
			return
		}
	}
	unnamed := c.passWhole(q, &g)
	name := v.Instance
	if name == syntax.NoSymbol {
		name = v.Name
	}
	if !c.sized(name, v.NameSpan, &g, q, out) || !c.fewLocations(v.NameSpan, g.ty, q, out) {
		c.blockError(v)
		return
	}
	id := c.stageGlobal(c.t.Name(name), g.ty, &place, out, v.NameSpan)
	if passed {
		c.notePassed(id)
	}
	if unnamed {
		return
	}
	if v.Instance != syntax.NoSymbol {
		c.declareStage(v.Instance, v.InstanceSpan, g.ty, id, -1, out)
		return
	}
	c.m.Globals[id].Name = spell.LowerFirst(c.t.Name(v.Name))
	c.m.Globals[id].Block = ir.BlockOpen
	for i := range members {
		c.declareStage(members[i].name, members[i].Span, members[i].Type, id, int32(i), out)
	}
}

// memberLengths is the greatest length of a built-in value that is an array; 0: it is none.
func memberLengths(b ir.BuiltIn) uint32 {
	switch {
	case b == ir.BuiltInClipDistances || b == ir.BuiltInCullDistances:
		return 8
	case b.IsOfViews() && b != ir.BuiltInSecondaryPosition:
		return 32
	}
	return 0
}

// viewMember checks that the extension of a member of gl_in or its like is enabled.
func (c *checker) viewMember(name string, span diag.Span) bool {
	var a avail
	switch {
	case !strings.HasPrefix(name, "gl_"):
		return true
	case name == "gl_ViewportMask":
		if a = viewportsAv(); c.stage == ir.StageMesh {
			return true
		}
	case strings.HasPrefix(name, "gl_Secondary"):
		a = stereoAv()
	case strings.HasSuffix(name, "PerViewNV"):
		a = perViewAv()
	default:
		return true
	}
	return c.needs(span, name, &a)
}

// blockVariable declares a block of the language: gl_in, gl_out and those of meshes.
func (c *checker) blockVariable(d decl, v *variable) {
	var q qualifiers
	members, out, name := perVertexMembers, v.code != perVertexIn, "gl_PerVertex"
	switch v.code {
	case meshVertices:
		name = "gl_MeshPerVertexEXT"
	case meshPrimitives:
		members, name, q.perPrimitive = primitiveMembers, "gl_MeshPerPrimitiveEXT", true
	}
	n := c.elements(&q, out)
	if n == 0 {
		c.errorf(codeLayout, diag.Span{}, "the number of elements of %s depends on a layout of the shader that is missing", v.name)
		n = 1
	}
	s := ir.Struct{Name: name}
	for _, m := range members {
		at := symbolOf(m.Name)
		m.Binding.Passthrough = !out && c.pipe.passed.members[at]
		if !c.pipe.used[at] && !m.Binding.Passthrough {
			continue
		}
		if m.Binding.BuiltIn.IsOfViews() && (v.code == meshVertices || v.code == perVertexIn && !m.Binding.BuiltIn.PerVertex()) {
			continue // refused if they are named
		}
		if most := memberLengths(m.Binding.BuiltIn); most > 0 {
			size := c.perVertexSize(at)
			if size == 0 {
				size = max(c.scan.of(at).highest, 1)
			}
			m.Type = c.m.Types.Array(m.Type, min(size, most))
		}
		s.Members = append(s.Members, m)
	}
	if len(s.Members) == 0 {
		s.Members = append(s.Members, members[0])
	}
	t := c.m.AddStruct(s)
	c.noteStruct(t, structInfo{})
	ty := c.m.Types.Array(t, n)
	id := c.stageGlobal(v.name, ty, nil, out, diag.Span{})
	if !out && len(c.pipe.passed.members) > 0 {
		c.notePassed(id)
	}
	d.ty = ty
	c.declareBuiltInGlobal(d, id, out)
}

// declareBuiltInGlobal declares a variable of the language that is a global.
func (c *checker) declareBuiltInGlobal(d decl, id ir.GlobalID, out bool) {
	d.kind, d.handle, d.member = declGlobal, uint32(id), -1
	if !out {
		d.flags |= flagReadOnly
	}
	c.declare(d)
}

// stageBuiltIn declares a built-in input or output that is a variable.
func (c *checker) stageBuiltIn(d decl, v *variable) {
	out := v.kind == varStageOut
	b := ir.Binding{Kind: ir.BindBuiltIn, BuiltIn: v.in, Patch: v.in.PerPatch()}
	id := c.stageGlobal(v.name, d.ty, &b, out, diag.Span{})
	c.declareBuiltInGlobal(d, id, out)
}

// meshIndices declares the indices of the primitives of a mesh.
func (c *checker) meshIndices(d decl, v *variable) {
	q := qualifiers{perPrimitive: true}
	n := c.elements(&q, true)
	if n == 0 {
		c.errorf(codeLayout, diag.Span{}, "the number of elements of %s depends on layout(max_primitives = N) out, which is missing", v.name)
		n = 1
	}
	d.ty = c.m.Types.Array(v.ty, n)
	b := ir.Binding{Kind: ir.BindBuiltIn, BuiltIn: v.in, Patch: v.in.PerPatch()}
	id := c.stageGlobal(v.name, d.ty, &b, true, diag.Span{})
	c.declareBuiltInGlobal(d, id, true)
}

// meshCount declares a variable of NV's extension that takes the place of an operation.
func (c *checker) meshCount(d decl, v *variable) {
	if v.array {
		mesh := &c.pipe.setup.Mesh
		d.ty = c.m.Types.Array(tUint, max(mesh.MaxPrimitives*uint32(mesh.Output.Vertices()), 1))
	}
	c.m.Globals = append(c.m.Globals, ir.Global{Name: v.name[3:], Space: ir.SpaceWorkgroup, Access: ir.AccessReadWrite, Type: d.ty})
	id := ir.GlobalID(len(c.m.Globals) - 1)
	if v.array {
		c.pipe.counts.Indices = id
	} else {
		c.pipe.counts.Count = id
	}
	c.declareBuiltInGlobal(d, id, true)
}

// packedIndices stores four indices of vertices, each a byte of a number.
func (c *checker) packedIndices(first, packed ir.ExprID) {
	if c.pipe.counts.Indices == 0 {
		s := symbolOf("gl_PrimitiveIndicesNV")
		c.builtInVariable(int(meaningOf(s).variable)-1, &variables[meaningOf(s).variable-1])
	}
	for k := range uint32(4) {
		b := &c.b
		at := b.Access(b.Global(c.pipe.counts.Indices), b.Binary(ir.Add, first, b.U32(k)))
		b.Store(at, b.Binary(ir.And, b.Binary(ir.Shr, packed, b.U32(8*k)), b.U32(255)))
	}
}

// pipelineFunctions are the functions that act on the pipeline, by the operation.
var pipelineFunctions = []struct {
	name string
	op   ir.PipelineOp
	av   avail
}{
	{"EmitVertex", ir.EmitVertex, avail{desktop: 150, es: 310}},
	{"EndPrimitive", ir.EndPrimitive, avail{desktop: 150, es: 310}},
	{"EmitStreamVertex", ir.EmitVertex, avail{desktop: 400, es: never}},
	{"EndStreamPrimitive", ir.EndPrimitive, avail{desktop: 400, es: never}},
	{"SetMeshOutputsEXT", ir.SetMeshOutputs, avail{desktop: never, es: never, exts: exts{extMesh}}},
	{"EmitMeshTasksEXT", ir.EmitMeshTasks, avail{desktop: never, es: never, exts: exts{extMesh}}},
	{"writePackedPrimitiveIndices4x8NV", ir.SetMeshOutputs, avail{desktop: never, es: never, exts: exts{extMeshNV}}},
	{"traceRayEXT", ir.TraceRay, avail{desktop: never, es: never, exts: exts{extRayTracing}}},
	{"reportIntersectionEXT", ir.ReportIntersection, avail{desktop: never, es: never, exts: exts{extRayTracing}}},
	{"executeCallableEXT", ir.ExecuteCallable, avail{desktop: never, es: never, exts: exts{extRayTracing}}},
	{"traceNV", ir.TraceRay, avail{desktop: never, es: never, exts: exts{extRayTracingNV}}},
	{"reportIntersectionNV", ir.ReportIntersection, avail{desktop: never, es: never, exts: exts{extRayTracingNV}}},
	{"executeCallableNV", ir.ExecuteCallable, avail{desktop: never, es: never, exts: exts{extRayTracingNV}}},
	{"ignoreIntersectionNV", ir.IgnoreIntersection, avail{desktop: never, es: never, exts: exts{extRayTracingNV}}},
	{"terminateRayNV", ir.TerminateRay, avail{desktop: never, es: never, exts: exts{extRayTracingNV}}},
}

// pipelineParameters are the types of the parameters of an operation; 0 is one that isn't a
// number.
var pipelineParameters = [...][]ir.TypeID{
	ir.SetMeshOutputs:     {tUint, tUint},
	ir.EmitMeshTasks:      {tUint, tUint, tUint},
	ir.TraceRay:           {0, tUint, tUint, tUint, tUint, tUint, vec3, tFloat, vec3, tFloat, tInt},
	ir.ReportIntersection: {tFloat, tUint},
	ir.ExecuteCallable:    {tUint, tInt},
}

// placeStage gives locations to inputs and outputs that have none.
func (c *checker) placeStage() {
	if len(c.pipe.open) == 0 {
		return
	}
	var taken [2]map[uint32]bool
	sides := func(g *ir.Global, b *ir.Binding) []map[uint32]bool {
		if b.Passthrough {
			return taken[:] // it is an output, too
		}
		side := int(g.Space - ir.SpaceInput)
		return taken[side : side+1]
	}
	each := func(g *ir.Global, do func(b *ir.Binding, t ir.TypeID)) {
		t := g.Type
		if c.at(t).Kind == ir.TypeArray && c.isArrayed(g) {
			t = c.at(t).Base
		}
		if g.IO != nil && g.IO.Kind == ir.BindLocation {
			do(g.IO, t)
			return
		}
		if s := c.m.StructOf(t); s != nil && (g.IO == nil || g.IO.Kind == ir.NoBinding) {
			for i := range s.Members {
				do(&s.Members[i].Binding, s.Members[i].Type)
			}
		}
	}
	for i := range taken {
		taken[i] = map[uint32]bool{}
	}
	for i := range c.m.Globals {
		if g := &c.m.Globals[i]; g.Space == ir.SpaceInput || g.Space == ir.SpaceOutput {
			each(g, func(b *ir.Binding, t ir.TypeID) {
				for k := range c.m.Locations(t) {
					for _, side := range sides(g, b) {
						if b.Kind == ir.BindLocation {
							side[b.Location+k] = true
						}
					}
				}
			})
		}
	}
	for _, id := range c.pipe.open {
		g := &c.m.Globals[id]
		give := func(b *ir.Binding, t ir.TypeID) {
			if b.Kind != ir.NoBinding {
				return
			}
			used := sides(g, b)
			n := c.m.Locations(t)
			at := uint32(0)
			for free := uint32(0); free < n; at++ {
				if free++; used[0][at] || used[len(used)-1][at] {
					free = 0
				}
			}
			b.Kind, b.Location = ir.BindLocation, at-n
			for k := range n {
				for _, side := range used {
					side[b.Location+k] = true
				}
			}
		}
		t := g.Type
		if c.at(t).Kind == ir.TypeArray && c.isArrayed(g) {
			t = c.at(t).Base
		}
		if s := c.m.StructOf(t); s != nil && len(s.Members) > 0 && s.Members[0].Binding.Link.Name == "" && g.IO.Link.Name == s.Name {
			for i := range s.Members {
				give(&s.Members[i].Binding, s.Members[i].Type)
			}
		} else {
			give(g.IO, t)
		}
	}
}

// isArrayed reports whether the elements of a variable are those of vertices or primitives.
func (c *checker) isArrayed(g *ir.Global) bool {
	q := qualifiers{patch: g.IO != nil && g.IO.Patch}
	return c.arrayed(&q, g.Space == ir.SpaceOutput)
}

// transposedInput declares a matrix whose columns are the rows of a built-in input.
func (c *checker) transposedInput(d decl, v *variable) {
	hidden := decl{ty: ir.TypeMat4x3F32, member: -1, flags: flagReadOnly}
	x := ioVar{name: v.in.String(), ty: hidden.ty, irType: hidden.ty, builtIn: v.in, location: -1, component: -1, index: -1}
	c.builtInInput(hidden, x, false)
	d.ty = ir.MatrixOf(ir.F32, 3, 4)
	c.privateInput(&d, c.math(ir.MathTranspose, c.builtInValue(&c.io.ins[len(c.io.ins)-1])))
	d.flags |= flagReadOnly
	c.declare(d)
}

// countMeshes gives a mesh or task shader of NV's extension the operations that its variables take the
// place of.
func (c *checker) countMeshes() {
	if c.stage != ir.StageMesh && c.stage != ir.StageTask || !c.lang.exts[extMeshNV] || c.lang.exts[extMesh] && c.pipe.counts == (transform.MeshCounts{}) {
		return
	}
	if c.stage == ir.StageMesh && c.pipe.setup.Mesh.MaxPrimitives == 0 {
		return // the module isn't valid
	}
	if c.pipe.task != 0 && c.stage == ir.StageTask {
		c.pipe.counts.Payload = ir.GlobalID(c.decls[c.pipe.task].handle)
	}
	transform.CountMeshes(c.m, len(c.m.EntryPoints)-1, c.pipe.counts)
}
