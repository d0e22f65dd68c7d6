package glsl

// This file writes the stages beyond vertex, fragment and compute: their layouts, inputs and
// outputs that are variables of the module, payloads, and operations on the pipeline.
//
// Built-in values of vertices are members of gl_in, gl_out and gl_MeshVerticesEXT, those of primitives
// of gl_MeshPrimitivesEXT: a variable that is an array of one built-in value is written as the
// member behind the index.

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"refract/internal/back/text"
	"refract/internal/ir/transform"
	"refract/ir"
)

// stageFeature is the feature that a stage is.
func stageFeature(s ir.Stage) feature {
	switch s {
	case ir.StageCompute:
		return computeShaders
	case ir.StageGeometry:
		return geometryShaders
	case ir.StageTessellationControl, ir.StageTessellationEvaluation:
		return tessellationShaders
	case ir.StageTask, ir.StageMesh:
		return meshShaders
	}
	if s.Info().RayTracing {
		return rayTracing
	}
	return noFeature
}

// isArrayed reports whether a variable of the entry point's stage has an element for each vertex or
// primitive.
func (w *Writer) isArrayed(g *ir.Global) bool {
	output, patch := g.Space == ir.SpaceOutput, g.IO != nil && g.IO.Patch
	if b := g.IO; b != nil && b.Kind == ir.BindBuiltIn && !output && !b.BuiltIn.PerVertex() {
		return false
	}
	return w.entry.Stage.Arrayed(output, patch)
}

// isArrayedBuiltIn reports whether a global is an array of one built-in value, which is a member of an array of
// the language.
func (w *Writer) isArrayedBuiltIn(g *ir.Global, i int) bool {
	return i > 0 && w.use.globals[i] && (g.Space == ir.SpaceInput || g.Space == ir.SpaceOutput) && g.IO != nil && g.IO.Kind == ir.BindBuiltIn &&
		w.isArrayed(g) && w.arrayOf(g.IO, g.Space == ir.SpaceOutput) != ""
}

// sharesArray is the first global before i whose built-in value is in the same array of the language as that
// of g, or 0.
func (w *Writer) sharesArray(g *ir.Global, i int) int {
	output := g.Space == ir.SpaceOutput
	for k := 1; k < i; k++ {
		if m := &w.M.Globals[k]; w.isArrayedBuiltIn(m, k) && m.Space == g.Space && w.arrayOf(m.IO, output) == w.arrayOf(g.IO, output) {
			return k
		}
	}
	return 0
}

// inEarlierBlock reports whether the block of an earlier global declares the sizes of a global's array, too.
func (w *Writer) inEarlierBlock(g *ir.Global, i int) bool {
	if !w.isArrayedBuiltIn(g, i) {
		return false
	}
	for k := 1; k < i; k++ {
		if m := &w.M.Globals[k]; w.isArrayedBuiltIn(m, k) && m.Space == g.Space && w.Globals[k] == w.Globals[i] && w.isDeclared(m) {
			return true
		}
	}
	return false
}

// stageStruct is the struct of a block of inputs or outputs, or nil.
func (w *Writer) stageStruct(g *ir.Global) *ir.Struct {
	if g.Space != ir.SpaceInput && g.Space != ir.SpaceOutput || g.IO != nil && g.IO.Kind != ir.NoBinding {
		return nil
	}
	t := g.Type
	if a := w.M.Types.At(t); a.Kind == ir.TypeArray {
		t = a.Base
	}
	return w.M.StructOf(t)
}

// hasBuiltIns reports whether the members of a block are built-in values.
func hasBuiltIns(s *ir.Struct) bool {
	return len(s.Members) > 0 && s.Members[0].Binding.Kind == ir.BindBuiltIn
}

// stageBuiltIn is the name of a built-in value that is a variable, or a member of a block.
func (w *Writer) stageBuiltIn(b *ir.Binding, output bool) string {
	switch b.BuiltIn {
	case ir.BuiltInPosition:
		return "gl_Position"
	case ir.BuiltInPointSize:
		return "gl_PointSize"
	case ir.BuiltInClipDistances:
		w.require(clipDistances, w.Span)
		return "gl_ClipDistance"
	case ir.BuiltInCullDistances:
		w.require(cullDistances, w.Span)
		return "gl_CullDistance"
	case ir.BuiltInLayer:
		return "gl_Layer"
	case ir.BuiltInViewportIndex:
		return "gl_ViewportIndex"
	case ir.BuiltInPrimitiveIndex:
		if !output && w.entry.Stage == ir.StageGeometry {
			return "gl_PrimitiveIDIn"
		}
		return "gl_PrimitiveID"
	case ir.BuiltInTessLevelOuter:
		return "gl_TessLevelOuter"
	case ir.BuiltInTessLevelInner:
		return "gl_TessLevelInner"
	case ir.BuiltInCullPrimitive:
		return "gl_CullPrimitiveEXT"
	case ir.BuiltInPrimitiveShadingRate:
		w.require(shadingRates, w.Span)
		return "gl_PrimitiveShadingRateEXT"
	case ir.BuiltInViewportMask:
		if w.entry.Stage == ir.StageMesh {
			w.Unsupported("viewport masks of mesh shaders", cmp.Or(w.Span, w.entry.Span))
		}
	case ir.BuiltInPointIndex:
		return "gl_PrimitivePointIndicesEXT"
	case ir.BuiltInLineIndices:
		return "gl_PrimitiveLineIndicesEXT"
	case ir.BuiltInTriangleIndices:
		return "gl_PrimitiveTriangleIndicesEXT"
	}
	return w.builtIn(b, output, w.Span).name
}

// isSigned reports whether a pointer is to a built-in variable that is signed in the language, though
// the module may have it unsigned.
func (w *Writer) isSigned(p ir.ExprID) bool {
	root := w.Ex.Root(p)
	if w.Ex.Kind(root) != ir.KindGlobal {
		return false
	}
	g := &w.M.Globals[w.Ex.GlobalRef(root)]
	if g.Space != ir.SpaceInput && g.Space != ir.SpaceOutput {
		return false
	}
	b := g.IO
	if s := w.stageStruct(g); s != nil {
		if w.Ex.Kind(p) != ir.KindAccessIndex {
			return false
		}
		member := w.Ex.AccessIndex(p).Index
		if int(member) >= len(s.Members) {
			return false
		}
		b = &s.Members[member].Binding
	}
	if b == nil || b.Kind != ir.BindBuiltIn {
		return false
	}
	switch b.BuiltIn {
	case ir.BuiltInLayer, ir.BuiltInViewportIndex, ir.BuiltInPrimitiveIndex, ir.BuiltInPrimitiveShadingRate:
		return true
	}
	return false
}

// arrayOf is the array of the language that the built-in values of vertices or primitives are
// members of.
func (w *Writer) arrayOf(b *ir.Binding, output bool) string {
	if w.entry.Stage != ir.StageMesh {
		if output {
			return "gl_out"
		}
		return "gl_in"
	}
	switch b.BuiltIn {
	case ir.BuiltInPointIndex, ir.BuiltInLineIndices, ir.BuiltInTriangleIndices:
		return ""
	case ir.BuiltInPosition, ir.BuiltInPointSize, ir.BuiltInClipDistances, ir.BuiltInCullDistances:
		return "gl_MeshVerticesEXT"
	}
	return "gl_MeshPrimitivesEXT"
}

// declareStageGlobals makes the names of inputs, outputs and payloads.
func (w *Writer) declareStageGlobals() {
	m := w.M
	w.behind = w.behind[:0]
	fixed := func(name string) text.Name { return w.Out.ModuleName(name, "global", true) }
	for i := 1; i < len(m.Globals); i++ {
		g := &m.Globals[i]
		if !w.use.globals[i] || g.Space != ir.SpaceInput && g.Space != ir.SpaceOutput {
			continue
		}
		w.Span = g.Span
		output := g.Space == ir.SpaceOutput
		if s := w.stageStruct(g); s != nil && hasBuiltIns(s) {
			id := m.Types.At(s.Type).Struct
			w.Members[id] = make([]string, len(s.Members))
			for k := range s.Members {
				w.Members[id][k] = w.stageBuiltIn(&s.Members[k].Binding, output)
			}
			if w.isArrayed(g) {
				w.Globals[i] = fixed(w.arrayOf(&s.Members[0].Binding, output))
				continue
			}
			for k := range s.Members {
				w.open[i] = append(w.open[i], fixed(w.Members[id][k]))
			}
			continue
		} else if s != nil {
			w.blocks[i] = w.blockName(g, s, i)
			if g.Block == ir.BlockOpen && !w.isArrayed(g) {
				for k := range s.Members {
					w.open[i] = append(w.open[i], w.hostName(s.Members[k].Name, "member"))
				}
				continue
			}
			w.Globals[i] = w.moduleName(g.Name, "block")
			continue
		}
		if g.IO == nil {
			continue
		}
		switch {
		case g.IO.Kind == ir.BindLocation:
			w.Globals[i] = w.hostName(g.Name, "varying")
		case w.isArrayed(g) && w.arrayOf(g.IO, output) != "":
			for len(w.behind) <= i {
				w.behind = append(w.behind, "")
			}
			w.behind[i] = "." + w.stageBuiltIn(g.IO, output)
			if k := w.sharesArray(g, i); k > 0 {
				w.Globals[i] = w.Globals[k]
			} else {
				w.Globals[i] = fixed(w.arrayOf(g.IO, output))
			}
		default:
			w.Globals[i] = fixed(w.stageBuiltIn(g.IO, output))
		}
	}
}

// blockName is the name of a block, by which other stages find it: an input and an output may share one.
func (w *Writer) blockName(g *ir.Global, s *ir.Struct, i int) text.Name {
	found := text.Name(0)
	for k := 1; k < i; k++ {
		m := &w.M.Globals[k]
		other := w.stageStruct(m)
		if w.blocks[k] == 0 || other == nil || other.Name != s.Name {
			continue
		}
		if m.Space == g.Space {
			return w.hostName(s.Name, "Block") // the second one of this direction
		}
		found = w.blocks[k]
	}
	if found != 0 {
		return found
	}
	return w.hostName(s.Name, "Block")
}

// member is the text behind the index of a global that is an array of one built-in value.
func (w *Writer) member(base ir.ExprID) string {
	if w.Ex.Kind(base) != ir.KindGlobal {
		return ""
	}
	if g := int(w.Ex.GlobalRef(base)); g < len(w.behind) {
		return w.behind[g]
	}
	return ""
}

// stageLayouts writes the setup of the stage.
func (w *Writer) stageLayouts(e *ir.EntryPoint) {
	o := &w.Out
	layout := func(way string, words ...string) {
		list := words[:0:0]
		for _, s := range words {
			if s != "" {
				list = append(list, s)
			}
		}
		if len(list) == 0 {
			return
		}
		o.Str("layout(")
		for i, s := range list {
			if i > 0 {
				o.Comma()
			}
			if key, value, ok := strings.Cut(s, "="); ok {
				o.Str(key)
				o.Infix("=")
				o.Str(value)
			} else {
				o.Str(s)
			}
		}
		o.Str(") " + way + ";")
		o.End()
	}
	number := func(key string, n uint32) string { return key + "=" + strconv.Itoa(int(n)) }
	x := e.Setup()
	switch e.Stage {
	case ir.StageGeometry:
		invocations := ""
		if x.Geometry.Invocations > 1 {
			invocations = number("invocations", x.Geometry.Invocations)
		}
		layout("in", x.Geometry.Input.String(), invocations)
		if !slices.ContainsFunc(w.M.Globals, func(g ir.Global) bool { return transform.IsPassed(w.M, &g) }) {
			layout("out", x.Geometry.Output.String(), number("max_vertices", x.Geometry.MaxVertices))
		}
	case ir.StageTessellationControl:
		layout("out", number("vertices", x.Tessellation.Vertices))
	case ir.StageTessellationEvaluation:
		t := &x.Tessellation
		points := ""
		if t.Points {
			points = "point_mode"
		}
		layout("in", t.Domain.String(), [...]string{"", "equal_spacing", "fractional_even_spacing", "fractional_odd_spacing"}[t.Spacing],
			[...]string{"", "ccw", "cw"}[t.Order], points)
	case ir.StageMesh:
		m := &x.Mesh
		layout("out", m.Output.String(), number("max_vertices", m.MaxVertices), number("max_primitives", m.MaxPrimitives))
	}
	for k, n := range w.strides() {
		if n != 0 {
			w.require(enhancedLayouts, w.Span)
			layout("out", number("xfb_buffer", uint32(k)), number("xfb_stride", n))
		}
	}
}

// stageGlobals declares inputs, outputs and payloads.
func (w *Writer) stageGlobals() {
	first := true
	write := func(do func()) {
		if first {
			w.Out.Blank()
			first = false
		}
		do()
	}
	if w.entry.Stage.Info().Variables {
		w.findBuiltIns()
		if w.block.declared {
			write(w.perVertexBlock)
		}
	}
	for i := 1; i < len(w.M.Globals); i++ {
		g := &w.M.Globals[i]
		if !w.use.globals[i] {
			continue
		}
		w.Span = g.Span
		switch g.Space {
		case ir.SpaceInput, ir.SpaceOutput:
			if w.isDeclared(g) && !w.inEarlierBlock(g, i) {
				write(func() { w.stageGlobal(ir.GlobalID(i)) })
			}
		case ir.SpaceTaskPayload, ir.SpaceRayPayload, ir.SpaceIncomingRayPayload, ir.SpaceHitAttribute, ir.SpaceCallableData, ir.SpaceIncomingCallableData,
			ir.SpaceHitObjectAttribute:
			write(func() { w.payload(ir.GlobalID(i)) })
		}
	}
}

// isDeclared reports whether an input or output has a declaration: built-in values have none, but
// for the sizes of their arrays.
func (w *Writer) isDeclared(g *ir.Global) bool {
	if transform.IsPassed(w.M, g) {
		return true
	}
	if s := w.stageStruct(g); s != nil {
		if !hasBuiltIns(s) {
			return true
		}
		for i := range s.Members {
			if b := &s.Members[i].Binding; isSized(b.BuiltIn) || g.Space == ir.SpaceOutput && w.isCaptured(b) {
				return true
			}
		}
		return false
	}
	if g.IO != nil && g.IO.Kind == ir.BindBuiltIn && g.IO.BuiltIn.IsOfViews() && !w.isArrayed(g) {
		return isSized(g.IO.BuiltIn) && w.isIndexed(g)
	}
	return g.IO != nil && (g.IO.Kind == ir.BindLocation || g.IO.Relative || isSized(g.IO.BuiltIn) && !(g.Space == ir.SpaceOutput && w.block.declared))
}

// isIndexed reports whether a global, an array, is used otherwise than by constant indices: then it needs a
// declaration, which not every compiler takes.
func (w *Writer) isIndexed(g *ir.Global) bool {
	var operands []ir.ExprID
	names := func(f *ir.Function, list []ir.ExprID) bool {
		return slices.ContainsFunc(list, func(x ir.ExprID) bool { return f.Kind(x) == ir.KindGlobal && &w.M.Globals[f.GlobalRef(x)] == g })
	}
	for i, f := range w.M.Functions[1:] {
		if !w.use.functions[i+1] {
			continue
		}
		for x := ir.ExprID(1); int(x) < f.ExprCount(); x++ {
			if operands = f.Operands(x, operands[:0]); f.Kind(x) != ir.KindAccessIndex && names(f, operands) {
				return true
			}
		}
		for s := ir.StmtID(1); int(s) < f.StmtCount(); s++ {
			if operands = f.StmtOperands(s, operands[:0]); names(f, operands) {
				return true
			}
		}
	}
	return false
}

// isSized reports whether a built-in value is an array whose size a declaration gives.
func isSized(b ir.BuiltIn) bool {
	return b == ir.BuiltInClipDistances || b == ir.BuiltInCullDistances || b.IsOfViews() && b != ir.BuiltInSecondaryPosition
}

// stageGlobal declares an input or output.
func (w *Writer) stageGlobal(id ir.GlobalID) {
	o := &w.Out
	g := &w.M.Globals[id]
	output := g.Space == ir.SpaceOutput
	way := "in "
	if output {
		way = "out "
	}
	s := w.stageStruct(g)
	switch {
	case s != nil && hasBuiltIns(s):
		w.builtInBlock(id, s, way)
		return
	case s == nil && g.IO.Kind == ir.BindBuiltIn:
		if w.isArrayed(g) {
			o.Str(way + map[bool]string{true: "gl_MeshPerVertexEXT", false: "gl_PerVertex"}[w.entry.Stage == ir.StageMesh])
			o.Space()
			o.Byte('{')
			if !w.hasPosition(g, id) {
				o.Str(" vec4 gl_Position;")
			}
			for i := range w.M.Globals {
				m := &w.M.Globals[i]
				if !w.isArrayedBuiltIn(m, i) || m.Space != g.Space || w.Globals[i] != w.Globals[id] {
					continue
				}
				o.Byte(' ')
				w.passed(m.IO, false)
				t := w.M.Types.At(m.Type).Base
				w.elementName(t)
				o.Str(" " + w.stageBuiltIn(m.IO, output))
				w.dimensions(t)
				o.Byte(';')
			}
			o.Str(" } ")
			o.Name(w.Globals[id])
			o.Str("[];")
		} else {
			if g.IO.BuiltIn == ir.BuiltInLayer {
				w.relativeLayer()
				return
			}
			o.Str(way)
			w.elementName(g.Type)
			o.Byte(' ')
			o.Name(w.Globals[id])
			w.dimensions(g.Type)
			o.Byte(';')
		}
		o.End()
		return
	case s != nil:
		var b ir.Binding
		if g.IO != nil {
			b = *g.IO
		}
		w.blockBuffer(&b, s, output)
		b.Passthrough = passesAll(s)
		w.stageQualifiers(&b, 0, way)
		o.Declare(w.blocks[id])
		o.Space()
		o.Byte('{')
		o.Indent()
		st := w.M.Types.At(s.Type).Struct
		for k := range s.Members {
			o.Line()
			mb := s.Members[k].Binding
			mb.Patch, mb.PerPrimitive, mb.Stream = false, false, 0
			mb.Passthrough = mb.Passthrough && !b.Passthrough
			mb.Feedback = *w.memberPlace(&mb)
			w.stageQualifiers(&mb, s.Members[k].Type, "")
			w.relaxed(mb.Relaxed, s.Members[k].Type)
			w.elementName(s.Members[k].Type)
			o.Byte(' ')
			if w.open[id] != nil {
				o.Declare(w.open[id][k])
			} else {
				o.Str(w.MemberName(st, k))
			}
			w.dimensions(s.Members[k].Type)
			o.Byte(';')
		}
		o.Outdent()
		o.Line()
		o.Byte('}')
		if w.open[id] == nil {
			o.Space()
			o.Declare(w.Globals[id])
			if w.isArrayed(g) {
				o.Str("[]")
			}
		}
		o.Byte(';')
		o.End()
		return
	}
	w.stageQualifiers(g.IO, g.Type, way)
	t := g.Type
	if w.isArrayed(g) {
		t = w.M.Types.At(t).Base
	}
	w.relaxed(g.IO.Relaxed, t)
	w.elementName(t)
	o.Byte(' ')
	o.Declare(w.Globals[id])
	if w.isArrayed(g) {
		o.Str("[]")
	}
	w.dimensions(t)
	o.Byte(';')
	o.End()
}

// hasPosition reports whether an array of one built-in value, or another that is in the same array of the
// language, is the position.
func (w *Writer) hasPosition(g *ir.Global, id ir.GlobalID) bool {
	for i := range w.M.Globals {
		if m := &w.M.Globals[i]; w.isArrayedBuiltIn(m, i) && m.Space == g.Space && w.Globals[i] == w.Globals[id] && m.IO.BuiltIn == ir.BuiltInPosition {
			return true
		}
	}
	return false
}

// builtInBlock declares a block of the language anew, for the sizes of the arrays in it.
func (w *Writer) builtInBlock(id ir.GlobalID, s *ir.Struct, way string) {
	o := &w.Out
	g := &w.M.Globals[id]
	name := "gl_PerVertex"
	if w.entry.Stage == ir.StageMesh {
		if name = "gl_MeshPerVertexEXT"; w.arrayOf(&s.Members[0].Binding, true) == "gl_MeshPrimitivesEXT" {
			name = "gl_MeshPerPrimitiveEXT"
			way = "perprimitiveEXT " + way
		}
	}
	var b ir.Binding
	w.blockBuffer(&b, s, g.Space == ir.SpaceOutput)
	w.captureLayout(&b.Feedback)
	whole := passesAll(s)
	w.passed(&ir.Binding{Passthrough: whole}, false)
	o.Str(way + name)
	o.Space()
	o.Byte('{')
	o.Indent()
	for k := range s.Members {
		o.Line()
		if g.Space == ir.SpaceOutput {
			w.captureLayout(w.memberPlace(&s.Members[k].Binding))
		}
		w.passed(&s.Members[k].Binding, whole)
		w.elementName(s.Members[k].Type)
		o.Byte(' ')
		o.Str(w.MemberName(w.M.Types.At(s.Type).Struct, k))
		w.dimensions(s.Members[k].Type)
		o.Byte(';')
	}
	o.Outdent()
	o.Line()
	o.Byte('}')
	if w.isArrayed(g) {
		o.Space()
		o.Name(w.Globals[id])
		o.Str("[]")
	}
	o.Byte(';')
	o.End()
}

// stageQualifiers writes the layout and the qualifiers of an input or output, or of a member of a
// block of them, whose type is t.
func (w *Writer) stageQualifiers(b *ir.Binding, t ir.TypeID, way string) {
	o := &w.Out
	byName := b.Link.Open && !w.opts.Vulkan
	list := layoutList{w: w}
	if b.Passthrough {
		list.passed()
	}
	if b.Kind == ir.BindLocation && !byName {
		list.add("location", b.Location)
		if b.Component != 0 {
			list.add("component", uint32(b.Component))
		}
	}
	if b.Stream != 0 {
		list.add("stream", uint32(b.Stream))
	}
	list.capture(&b.Feedback)
	list.end()
	if b.PerPrimitive {
		w.require(meshShaders, w.Span)
		o.Str("perprimitiveEXT ")
	}
	if b.Patch {
		o.Str("patch ")
	}
	switch b.Interpolation {
	case ir.InterpolateFlat:
		o.Str("flat ")
	case ir.InterpolateLinear:
		w.require(noPerspective, w.Span)
		o.Str("noperspective ")
	}
	switch b.Sampling {
	case ir.SampleCentroid:
		o.Str("centroid ")
	case ir.SampleSample:
		w.require(sampleInterpolation, w.Span)
		o.Str("sample ")
	}
	o.Str(way)
}

// payloadWords are the qualifiers of the spaces.
var payloadWords = [...]string{ir.SpaceTaskPayload: "taskPayloadSharedEXT ", ir.SpaceRayPayload: "rayPayloadEXT ",
	ir.SpaceIncomingRayPayload: "rayPayloadInEXT ", ir.SpaceHitAttribute: "hitAttributeEXT ", ir.SpaceCallableData: "callableDataEXT ",
	ir.SpaceIncomingCallableData: "callableDataInEXT "}

// payload declares a payload, a hit attribute or callable data.
func (w *Writer) payload(id ir.GlobalID) {
	o := &w.Out
	g := &w.M.Globals[id]
	if g.Space != ir.SpaceTaskPayload && g.Space != ir.SpaceHitAttribute {
		o.Str("layout(location")
		o.Infix("=")
		o.Uint(uint64(w.payloadLocation(id)))
		o.Byte(')')
		o.Space()
	}
	if g.Space == ir.SpaceHitObjectAttribute {
		o.Str("hitObjectAttribute" + w.hitSuffix() + " ")
	} else {
		o.Str(payloadWords[g.Space])
	}
	w.elementName(g.Type)
	o.Byte(' ')
	o.Declare(w.Globals[id])
	w.dimensions(g.Type)
	o.Byte(';')
	o.End()
}

// payloadKind is the kind of payloads among which a location names one.
func payloadKind(s ir.AddressSpace) int {
	switch s {
	case ir.SpaceRayPayload, ir.SpaceIncomingRayPayload:
		return 1
	case ir.SpaceCallableData, ir.SpaceIncomingCallableData:
		return 2
	case ir.SpaceHitObjectAttribute:
		return 3
	}
	return 0
}

// payloadLocation is the location of a payload, of callable data or of attributes: those of one kind
// have different ones.
func (w *Writer) payloadLocation(id ir.GlobalID) int {
	kind, n := payloadKind(w.M.Globals[id].Space), 0
	for i := 1; i < int(id); i++ {
		if w.use.globals[i] && payloadKind(w.M.Globals[i].Space) == kind {
			n++
		}
	}
	return n
}

// pipelineWords are the functions of operations.
var pipelineWords = [...]string{ir.EmitVertex: "EmitVertex", ir.EndPrimitive: "EndPrimitive", ir.SetMeshOutputs: "SetMeshOutputsEXT",
	ir.EmitMeshTasks: "EmitMeshTasksEXT", ir.TraceRay: "traceRayEXT", ir.ReportIntersection: "reportIntersectionEXT",
	ir.IgnoreIntersection: "ignoreIntersectionEXT", ir.TerminateRay: "terminateRayEXT", ir.ExecuteCallable: "executeCallableEXT"}

// pipeline spells an operation on the pipeline.
func (w *Writer) pipeline(s ir.StmtID) {
	o := &w.Out
	v := w.F.Pipeline(s)
	if v.Op == ir.ReadClock {
		if v.Stream == 0 {
			w.require(shaderClocks, w.F.StmtSpan(s))
			o.Word(word("clock2x32ARB"))
		} else {
			w.require(realtimeClocks, w.F.StmtSpan(s))
			o.Word(word("clockRealtime2x32EXT"))
		}
		o.Str("()")
		return
	}
	w.Span = w.F.StmtSpan(s)
	switch {
	case v.Op == ir.ReadHit:
		w.readHit(&v, 0)
		return
	case v.Op >= ir.TraceHit, v.Op == ir.TraceRay && len(v.Args) > 11:
		w.hitOperation(&v)
		return
	}
	word := pipelineWords[v.Op]
	if v.Stream != 0 {
		word = strings.Replace(strings.Replace(word, "EmitV", "EmitStreamV", 1), "EndP", "EndStreamP", 1)
	}
	o.Str(word)
	if v.Op == ir.IgnoreIntersection || v.Op == ir.TerminateRay {
		return
	}
	o.Byte('(')
	if v.Stream != 0 {
		o.Uint(uint64(v.Stream))
	}
	for i, a := range v.Args {
		if v.Op == ir.EmitMeshTasks && i == 3 {
			break // the payload is the only one
		}
		if i > 0 {
			o.Comma()
		}
		if w.M.Types.At(w.Ex.TypeOf(a)).Kind == ir.TypePointer {
			if w.Ex.Kind(a) != ir.KindGlobal {
				w.Unsupported("a payload that is a part of a variable", w.F.StmtSpan(s))
				return
			}
			o.Uint(uint64(w.payloadLocation(w.Ex.GlobalRef(a))))
			continue
		}
		w.Expr(a, anyForm)
	}
	o.Byte(')')
}

// isOwnInvocation reports whether an index is gl_InvocationID, by other words: a tessellation control
// stage writes its outputs there alone, and compilers want it named so.
func (w *Writer) isOwnInvocation(base, i ir.ExprID) bool {
	if w.entry.Stage != ir.StageTessellationControl || w.Ex.Kind(base) != ir.KindGlobal {
		return false
	}
	g := &w.M.Globals[w.Ex.GlobalRef(base)]
	return g.Space == ir.SpaceOutput && w.isArrayed(g) && w.isInvocation(w.F, i, 0)
}

func (w *Writer) isInvocation(f *ir.Function, e ir.ExprID, depth int) bool {
	if depth > 16 {
		return false
	}
	switch f.Kind(e) {
	case ir.KindAs:
		return w.isInvocation(f, f.Operand(e), depth+1)
	case ir.KindMath:
		v := f.Math(e)
		return v.Op == ir.MathMin && w.isInvocation(f, v.Args[0], depth+1)
	case ir.KindArgument:
		return f == w.main && f.Args[f.ArgumentIndex(e)].Binding.BuiltIn == ir.BuiltInInvocationID
	case ir.KindLoad:
		p := f.Operand(e)
		return f.Kind(p) == ir.KindGlobal && w.holdsInvocation(f.GlobalRef(p), depth+1) || f.Kind(p) == ir.KindLocal && w.storedOnce(f, p, depth+1)
	}
	return false
}

// holdsInvocation reports whether a private variable is gl_InvocationID: main alone stores to it, once.
func (w *Writer) holdsInvocation(g ir.GlobalID, depth int) bool {
	stores, own := 0, false
	for i, f := range w.M.Functions[1:] {
		if !w.use.functions[i+1] {
			continue
		}
		for s := ir.StmtID(1); int(s) < f.StmtCount(); s++ {
			if f.StmtKind(s) == ir.StmtStore {
				if v := f.Store(s); f.Kind(v.Pointer) == ir.KindGlobal && f.GlobalRef(v.Pointer) == g {
					stores++
					own = f == w.main && w.isInvocation(f, v.Value, depth)
				}
			}
		}
	}
	return stores == 1 && own
}

// storedOnce is holdsInvocation of a local variable.
func (w *Writer) storedOnce(f *ir.Function, p ir.ExprID, depth int) bool {
	stores, own := 0, false
	for s := ir.StmtID(1); int(s) < f.StmtCount(); s++ {
		switch f.StmtKind(s) {
		case ir.StmtStore:
			if v := f.Store(s); f.Kind(v.Pointer) == ir.KindLocal && f.LocalRef(v.Pointer) == f.LocalRef(p) {
				stores++
				own = w.isInvocation(f, v.Value, depth)
			}
		case ir.StmtLocal:
			if d := f.LocalDecl(s); d.Local == f.LocalRef(p) && d.Init != 0 {
				stores++
				own = w.isInvocation(f, d.Init, depth)
			}
		}
	}
	return stores == 1 && own
}
