package dxil

// This file makes the signatures of geometry, hull and domain shaders, and reads and writes their
// elements. Package direct3d gives them a form in which each element is a variable; a hull shader has
// two functions, one for each of its phases.

import (
	"refract/internal/back"
	"refract/internal/back/direct3d"
	"refract/internal/dxbc"
	"refract/internal/dxil"
	"refract/internal/llvm"
	"refract/ir"
	"refract/ssa"
)

// checkStage notes stages that aren't written.
func (w *Writer) checkStage(m *ir.Module) {
	back.FloatAtomics(m, w.entry, true, w.unsupported)
	switch w.entry.Stage {
	case ir.StageVertex, ir.StageFragment, ir.StageCompute, ir.StageGeometry, ir.StageTessellationControl, ir.StageTessellationEvaluation:
	case ir.StageTask, ir.StageMesh:
		w.needs(Profile65, "shaders of the stage "+w.entry.Stage.String(), w.entry.Span)
	case ir.StageRayGeneration, ir.StageIntersection, ir.StageAnyHit, ir.StageClosestHit, ir.StageMiss, ir.StageCallable:
		w.needs(Profile63, "shaders of the stage "+w.entry.Stage.String(), w.entry.Span)
	default:
		w.unsupported(back.StageFeature(w.entry.Stage), w.entry.Span)
	}
}

// hasForm reports whether the inputs and outputs of the entry point are variables.
func (w *Writer) hasForm() bool {
	return w.entry.Stage.Info().Variables && !w.isLibrary() || w.isMesh()
}

// stageOptions are the facts about a tessellation stage, of its entry point, that of the other stage,
// or the options.
func (w *Writer) stageOptions(m *ir.Module) direct3d.StageOptions {
	given := ir.Tessellation{Domain: ir.TessDomain(w.opts.Domain), Spacing: ir.TessSpacing(w.opts.Spacing), Order: ir.TessOrder(w.opts.Order), Points: w.opts.TessellatedPoints}
	o, feature, hint := direct3d.StageOptionsOf(m, w.entry, w.opts.PatchVertices, given, "dxil")
	if feature != "" && w.failed == nil {
		w.failed = &UnsupportedError{w.opts.Profile, back.Unsupported{Feature: feature, Hint: hint, Span: w.entry.Span}}
	}
	return o
}

// A patchPlace is the element, and its row, that an element of the patch is.
type patchPlace struct{ element, row int }

// findStageInterface fills the signatures of a shader in this form.
func (w *Writer) findStageInterface(m *ir.Module) {
	s := w.form
	add := func(list *[]element, from []direct3d.StageElement, output bool, stream uint8) {
		for k := range from {
			x := &from[k]
			n := len(*list)
			if w.addElement(m, list, output, &x.Binding, x.Type(), w.entry.Span); len(*list) == n {
				*list = append(*list, element{}) // refused
			}
			(*list)[n].stream = stream
		}
	}
	w.patchPlaces = w.patchPlaces[:0]
	add(&w.inputs, s.In, false, 0)
	if w.entry.Stage == ir.StageGeometry {
		f := m.Func(w.entry.Function)
		for i := range f.Args {
			if b := &f.Args[i].Binding; b.Kind == ir.BindBuiltIn && b.BuiltIn == ir.BuiltInPrimitiveIndex {
				w.inputs = append(w.inputs, element{binding: *b, name: "SV_PrimitiveID", kind: dxil.SemanticPrimitiveID, value: dxbc.ValuePrimitiveID,
					component: componentU32, scalar: ir.U32, width: 1, row: -1, column: -1})
			}
		}
	}
	if w.entry.Stage == ir.StageMesh {
		add(&w.patch, s.Patch, true, 0)
		for k := range w.patch {
			w.patchPlaces = append(w.patchPlaces, patchPlace{k, 0})
		}
	} else {
		w.addPatch(m, s.Patch)
	}
	add(&w.outputs, s.Out, true, 0)
	w.streams = [len(w.streams)]int{}
	for k := range s.Streams {
		if !s.Used[k] {
			continue
		}
		at := len(w.outputs)
		w.streams[k] = at
		add(&w.outputs, s.Streams[k], true, uint8(k))
		w.pack(w.outputs[at:], dxbc.LinkageFirst)
	}
	w.pack(w.inputs, dxbc.LinkageFirst)
	if len(s.Out) > 0 {
		w.pack(w.outputs, dxbc.LinkageFirst)
	}
	if w.entry.Stage == ir.StageMesh {
		w.pack(w.patch, dxbc.LinkageFirst)
	} else {
		w.packPatch()
	}
}

// packPatch gives the elements of a patch their registers, as DXC does: arrays of tessellation factors
// have the last component of registers that follow each other; a factor alone is in none of these.
func (w *Writer) packPatch() {
	n := 0
	for ; n < len(w.patch) && w.patch[n].binding.Kind != ir.BindBuiltIn; n++ {
	}
	located, factors := w.patch[:n], w.patch[n:]
	w.pack(located, dxbc.LinkageFirst)
	var width [32]int // of what is in registers
	var array [32]bool
	for _, e := range located {
		if at := int(e.row); e.row >= 0 && at < len(width) {
			width[at] = max(width[at], int(e.column)+int(e.width))
		}
	}
	for k := range factors {
		e := &factors[k]
		fits := func(first int) bool {
			for row := first; row <= first+int(e.rows); row++ {
				if row >= len(width) || width[row] > 3 || array[row] {
					return false
				}
			}
			return true
		}
		first := 0
		for first < len(width) && !fits(first) {
			first++
		}
		if first == len(width) {
			w.unsupported("constants of a patch in more than 32 registers", w.entry.Span)
			return
		}
		e.row, e.column = int32(first), 3
		if e.rows == 0 {
			e.column = int8(width[first])
			width[first]++
		}
		for row := range int(e.rows) {
			array[first+row], array[first+row+1] = true, true
		}
	}
}

// addPatch adds the elements of a patch; tessellation factors of a kind are rows of one.
func (w *Writer) addPatch(m *ir.Module, from []direct3d.StageElement) {
	for k := range from {
		b := &from[k].Binding
		n := len(w.patch)
		if b.Kind == ir.BindBuiltIn {
			if n > 0 && sameBinding(&w.patch[n-1].binding, b) {
				w.patch[n-1].rows++
				w.patchPlaces = append(w.patchPlaces, patchPlace{n - 1, int(w.patch[n-1].rows)})
				continue
			}
			e := element{binding: *b, name: "SV_TessFactor", kind: dxil.SemanticTessFactor, component: componentF32, scalar: ir.F32, width: 1, value: dxbc.SignatureTriEdge}
			if b.BuiltIn == ir.BuiltInTessLevelInner {
				e.name, e.kind, e.value = "SV_InsideTessFactor", dxil.SemanticInsideTessFactor, dxbc.SignatureTriInside
			}
			w.patch = append(w.patch, e)
		} else if w.addElement(m, &w.patch, w.entry.Stage == ir.StageTessellationControl, b, from[k].Type(), w.entry.Span); len(w.patch) == n {
			w.patch = append(w.patch, element{}) // refused
		} else {
			w.patch[n].interp = dxbc.InterpolationUndefined
		}
		w.patchPlaces = append(w.patchPlaces, patchPlace{n, 0})
	}
}

// A file is one of the signatures of a stage, or the control points that a hull shader has made.
type file uint8

const (
	fileInputs file = iota
	filePatch
	fileOutputs
	filePoints
	fileIndices // of the primitives of a mesh
)

// A stagePlace is the element of a load or store.
type stagePlace struct {
	file file
	n    int // in its signature
	row  int
	e    *element
}

// stagePlace is the place of a load or store; its element is nil if there is none.
func (g *generator) stagePlace(i ssa.InstrID, mode ssa.Mode) (p stagePlace) {
	w, f := g.w, g.f
	base := f.Field(i, "base")
	for k := range f.Shader.Vars {
		v := &f.Shader.Vars[k]
		if v.Mode != mode || !v.HasAt || v.At != base || v.IO.Kind != ir.BindLocation {
			continue
		}
		location := v.IO.Location
		p.n = int(location % direct3d.OfStream)
		list := w.inputs
		switch location &^ (direct3d.FirstIn - 1) {
		case direct3d.FirstPatch:
			if p.n >= len(w.patchPlaces) {
				return p
			}
			at := w.patchPlaces[p.n]
			p.file, p.n, p.row, list = filePatch, at.element, at.row, w.patch
		case direct3d.FirstIndices:
			return stagePlace{file: fileIndices, e: &element{}}
		case direct3d.FirstPoints:
			p.file, list = filePoints, w.outputs
		case direct3d.FirstOut:
			p.file, list = fileOutputs, w.outputs
			p.n += w.streams[location%direct3d.FirstIn/direct3d.OfStream]
		}
		if p.n < len(list) {
			p.e = &list[p.n]
		}
		return p
	}
	return p
}

// loadStage reads an input.
func (g *generator) loadStage(i ssa.InstrID) {
	f := g.f
	p := g.stagePlace(i, ssa.ModeShaderIn)
	if p.e == nil {
		g.unsupported("an input that isn't declared")
		g.zeros(i)
		return
	}
	component := int(f.Field(i, "component"))
	t := g.elementType(p.e)
	k := kindOf(g.scalarOf(i))
	n, row := g.out.I32(int64(p.n)), g.out.I32(int64(p.row))
	vertex := g.component(f.Arg(i, f.NumSrcs(i)-1), 0, whole)
	g.each(i, func(c int) llvm.Value {
		column := g.out.I8(int64(component + c))
		if p.file != filePoints {
			p.e.used |= 1 << (component + c)
		}
		switch p.file {
		case filePatch:
			return g.as(g.call(dxil.OpLoadPatchConstant, t, n, row, column), k)
		case filePoints:
			return g.as(g.call(dxil.OpLoadOutputControlPoint, t, n, row, column, vertex), k)
		}
		return g.as(g.call(dxil.OpLoadInput, t, n, row, column, vertex), k)
	})
}

// storeStage writes an output.
func (g *generator) storeStage(i ssa.InstrID) {
	f := g.f
	p := g.stagePlace(i, ssa.ModeShaderOut)
	if p.e == nil {
		g.unsupported("an output that isn't declared")
		return
	}
	if p.file == fileIndices {
		g.emitIndices(i)
		return
	}
	component, mask := int(f.Field(i, "component")), f.Field(i, "mask")
	t := g.elementType(p.e)
	store := dxil.OpStoreOutput
	if p.file == filePatch {
		store = dxil.OpStorePatchConstant
	}
	var of []llvm.Value // the vertex or primitive
	if g.w.entry.Stage == ir.StageMesh {
		if store = dxil.OpStoreVertexOutput; p.file == filePatch {
			store = dxil.OpStorePrimitiveOutput
		}
		of = []llvm.Value{g.component(f.Arg(i, 1), 0, whole)}
	}
	for c := range g.width(f.Arg(i, 0)) {
		if mask != 0 && mask>>c&1 == 0 {
			continue
		}
		p.e.used |= 1 << (component + c)
		g.call(store, t, append([]llvm.Value{g.out.I32(int64(p.n)), g.out.I32(int64(p.row)), g.out.I8(int64(component + c)), g.src(i, 0, c, g.kindOfType(t))}, of...)...)
	}
}

// storeUnwritten stores zeros to the outputs of a geometry shader that never emits a vertex: the
// validator refuses outputs without a store.
func (g *generator) storeUnwritten() {
	if g.w.entry.Stage != ir.StageGeometry {
		return
	}
	for n := range g.w.outputs {
		e := &g.w.outputs[n]
		t, bits := g.elementType(e), 32
		if e.narrow() {
			bits = 16
		}
		for c := range e.width {
			if e.used>>c&1 == 0 {
				e.used |= 1 << c
				g.call(dxil.OpStoreOutput, t, g.out.I32(int64(n)), g.out.I32(0), g.out.I8(int64(c)), g.literal(g.kindOfType(t), bits, 0))
			}
		}
	}
}

// stageValue reads a built-in value that a function gives in these stages, if it is one.
func (g *generator) stageValue(i ssa.InstrID, b ir.BuiltIn) bool {
	if g.w.form == nil || g.w.isMesh() {
		return false
	}
	code, t := dxil.OpPrimitiveID, g.i32
	switch b {
	case ir.BuiltInPrimitiveIndex:
	case ir.BuiltInInvocationID:
		if code = dxil.OpOutputControlPointID; g.w.entry.Stage == ir.StageGeometry {
			code = dxil.OpGSInstanceID
		}
	case ir.BuiltInTessCoord:
		code, t = dxil.OpDomainLocation, g.f32
	default:
		return false
	}
	k := kindOf(g.scalarOf(i))
	g.each(i, func(c int) llvm.Value {
		return g.as(g.once(onceKey{op: onceValue, a: uint32(code), b: uint32(c)}, func() llvm.Value {
			if code == dxil.OpDomainLocation {
				return g.call(code, t, g.out.I8(int64(c)))
			}
			return g.call(code, t)
		}), k)
	})
	return true
}

// Numbers of topologies and domains, in metadata and pipeline information.
var (
	inputPrimitives = [...]uint32{ir.TopologyPoints: 1, ir.TopologyLines: 2, ir.TopologyTriangles: 3, ir.TopologyLinesAdjacency: 6, ir.TopologyTrianglesAdjacency: 7}
	outputStrips    = [...]uint32{ir.TopologyPoints: 1, ir.TopologyLineStrip: 3, ir.TopologyTriangleStrip: 5}
	domains         = [...]uint32{ir.TessIsolines: 1, ir.TessTriangles: 2, ir.TessQuads: 3}
	partitionings   = [...]uint32{ir.NoTessSpacing: 1, ir.TessEqual: 1, ir.TessFractionalOdd: 3, ir.TessFractionalEven: 4}
)

// factorValue is the system value of a tessellation factor in signatures.
func factorValue(d ir.TessDomain, k dxil.SemanticKind, row uint32) dxil.SystemValue {
	switch {
	case d == ir.TessIsolines && row == 0:
		return dxil.ValueLineDensity
	case d == ir.TessIsolines:
		return dxil.ValueLineDetail
	case d == ir.TessQuads && k == dxil.SemanticTessFactor:
		return dxil.ValueQuadEdge
	case d == ir.TessQuads:
		return dxil.ValueQuadInside
	case k == dxil.SemanticTessFactor:
		return dxil.ValueTriangleEdge
	}
	return dxil.ValueTriangleInside
}

// hullPrimitive is the number of the output primitive of the tessellator.
func (w *Writer) hullPrimitive() uint32 {
	x := &w.form.Setup
	switch {
	case x.Points:
		return 1
	case x.Domain == ir.TessIsolines:
		return 2
	case x.Order == ir.TessClockwise:
		return 3
	}
	return 4
}

// maxEmitted is how many scalars an invocation of a geometry shader may emit
// (D3D11_GS_MAX_OUTPUT_VERTEX_COUNT_ACROSS_INSTANCES).
const maxEmitted = 1024

// streamMask is the set of the streams that are written.
func (w *Writer) streamMask() (mask uint32) {
	for k, used := range w.form.Used {
		if used {
			mask |= 1 << k
		}
	}
	return mask
}

// streamOf is the outputs of a stream, or all outputs of a stage without streams.
func (w *Writer) streamOf(k int) []element {
	if w.form == nil || w.entry.Stage != ir.StageGeometry {
		if k == 0 {
			return w.outputs
		}
		return nil
	}
	if !w.form.Used[k] {
		return nil
	}
	return w.outputs[w.streams[k]:][:len(w.form.Streams[k])]
}

// checkForm checks limits of these stages.
func (w *Writer) checkForm() {
	if w.isMesh() {
		w.checkMesh()
		return
	}
	if w.entry.Stage != ir.StageGeometry {
		return
	}
	for k := range w.form.Streams {
		scalars := 0
		for _, e := range w.streamOf(k) {
			scalars += int(e.width)
		}
		if scalars*int(w.entry.Setup().Geometry.MaxVertices) > maxEmitted {
			w.unsupported("a geometry shader that emits more than 1,024 numbers", w.entry.Span)
		}
	}
}

// stageTags are the tags of the entry point's metadata with the setup of the stage.
func (w *Writer) stageTags() []llvm.MD {
	const (
		tagGeometry = 1
		tagDomain   = 2
		tagHull     = 3
		maxFactor   = 64
	)
	o, s := w.gen.out, w.form
	numbers := func(list ...uint32) (all []llvm.MD) {
		for _, n := range list {
			all = append(all, o.Int(int64(n)))
		}
		return all
	}
	switch w.entry.Stage {
	case ir.StageTask, ir.StageMesh:
		return w.meshTags()
	case ir.StageGeometry:
		x := w.entry.Setup().Geometry
		return []llvm.MD{o.Int(tagGeometry), o.Node(numbers(inputPrimitives[x.Input], x.MaxVertices, w.streamMask(), outputStrips[x.Output], max(1, x.Invocations))...)}
	case ir.StageTessellationEvaluation:
		return []llvm.MD{o.Int(tagDomain), o.Node(numbers(domains[s.Setup.Domain], s.Vertices)...)}
	case ir.StageTessellationControl:
		list := append([]llvm.MD{o.ValueMD(w.gen.fns[1].Value)},
			numbers(s.Vertices, s.Setup.Vertices, domains[s.Setup.Domain], partitionings[s.Setup.Spacing], w.hullPrimitive())...)
		return []llvm.MD{o.Int(tagHull), o.Node(append(list, o.ValueMD(o.F32(maxFactor)))...)}
	}
	return nil
}

// stagePipeline fills in the pipeline information of these stages.
func (w *Writer) stagePipeline(p *dxil.PipelineInfo) {
	s := w.form
	switch w.entry.Stage {
	case ir.StageTask, ir.StageMesh:
		w.meshPipeline(p)
	case ir.StageGeometry:
		x := w.entry.Setup().Geometry
		p.InputPrimitive, p.OutputTopology, p.StreamMask, p.MaxVertexCount = inputPrimitives[x.Input], outputStrips[x.Output], w.streamMask(), uint16(x.MaxVertices)
		for k := range p.OutputVectors {
			p.OutputVectors[k] = rowsOf(w.streamOf(k))
		}
	case ir.StageTessellationControl:
		p.InputPoints, p.OutputPoints, p.Domain, p.OutputPrimitive = s.Vertices, s.Setup.Vertices, domains[s.Setup.Domain], w.hullPrimitive()
	case ir.StageTessellationEvaluation:
		p.InputPoints, p.Domain = s.Vertices, domains[s.Setup.Domain]
	}
	p.PatchConstants, p.PatchVectors = pipelineElements(w.patch), rowsOf(w.patch)
}
