package dxil

// This file makes the metadata of the module, and the parts of the container.

import (
	"cmp"
	"slices"
	"strconv"

	"refract/internal/back/direct3d"
	"refract/internal/dxil"
	"refract/internal/llvm"
	"refract/ir"
)

// validator is the minor version of the validator's rules, 1.8, that the container keeps.
const validator = 8

// stage is the entry point's stage in containers.
func (w *Writer) stage() dxil.Stage {
	switch w.entry.Stage {
	case ir.StageVertex:
		return dxil.Vertex
	case ir.StageFragment:
		return dxil.Pixel
	case ir.StageGeometry:
		return dxil.Geometry
	case ir.StageTessellationControl:
		return dxil.Hull
	case ir.StageTessellationEvaluation:
		return dxil.Domain
	case ir.StageTask:
		return dxil.Amplification
	case ir.StageMesh:
		return dxil.Mesh
	}
	if w.isLibrary() {
		return dxil.Library
	}
	return dxil.Compute
}

// program is a module's bitcode with its header.
func (w *Writer) program(code []byte) *dxil.Program {
	minor := uint8(w.opts.Profile % 10)
	return &dxil.Program{Stage: w.stage(), Major: 6, Minor: minor, DXILMajor: 1, DXILMinor: minor, Bitcode: code}
}

// library makes the container of a library.
func (w *Writer) library(code []byte, flags uint64, hash *dxil.Hash) ([]byte, error) {
	s := dxil.Shader{Features: featuresOf(flags), Hash: hash, Runtime: w.runtime(flags), Program: w.program(code)}
	if w.opts.Definitions {
		var err error
		if s.Definitions, err = w.definitions(flags); err != nil {
			return nil, err
		}
	}
	c, err := s.Container()
	if err != nil {
		return nil, err
	}
	return c.Bytes(), nil
}

// container makes the container.
func (w *Writer) container() ([]byte, error) {
	flags := w.shaderFlags()
	if w.entry.SubgroupSize != 0 {
		w.needs(Profile66, "a size of subgroups that the shader gives", w.entry.Span)
	}
	if flags&flagNative != 0 {
		w.needs(Profile62, "16-bit numbers", w.entry.Span)
	}
	if err := w.failure(); err != nil {
		return nil, err
	}
	w.metadata(flags)
	code, err := w.gen.out.Bytes()
	if err != nil {
		return nil, err
	}
	hash := dxil.HashOf(code)
	if w.isLibrary() {
		return w.library(code, flags, &hash)
	}
	s := dxil.Shader{
		Features: featuresOf(flags),
		Inputs:   w.signature(w.inputs, false), Outputs: w.signature(w.outputs, true),
		Pipeline: w.pipeline(flags), Hash: &hash,
		Program: w.program(code),
	}
	if w.opts.Definitions {
		if s.Definitions, err = w.definitions(flags); err != nil {
			return nil, err
		}
	}
	if w.root != nil {
		s.RootSignature = w.root.Bytes()
	}
	if len(w.patch) > 0 {
		s.PatchConstants = w.signature(w.patch, w.entry.Stage != ir.StageTessellationEvaluation)
	}
	c, err := s.Container()
	if err != nil {
		return nil, err
	}
	return c.Bytes(), nil
}

// componentTypes are the types of components in signatures, by the types of metadata.
var componentTypes = [...]dxil.ComponentType{componentI1: dxil.TypeUint32, componentI16: dxil.TypeInt16, componentU16: dxil.TypeUint16, componentI32: dxil.TypeInt32, componentU32: dxil.TypeUint32,
	componentF16: dxil.TypeFloat16, componentF32: dxil.TypeFloat32}

// signatureValues are the system values of semantics.
var signatureValues = [dxil.SemanticStartInstanceLocation + 1]dxil.SystemValue{
	dxil.SemanticPosition: dxil.ValuePosition, dxil.SemanticClipDistance: dxil.ValueClipDistance, dxil.SemanticCullDistance: dxil.ValueCullDistance,
	dxil.SemanticInstanceID: dxil.ValueInstanceID, dxil.SemanticVertexID: dxil.ValueVertexID, dxil.SemanticDepth: dxil.ValueDepth,
	dxil.SemanticDepthLessEqual: dxil.ValueDepthLessEqual, dxil.SemanticDepthGreaterEqual: dxil.ValueDepthGreaterEqual,
	dxil.SemanticFrontFace: dxil.ValueFrontFace, dxil.SemanticPrimitiveID: dxil.ValuePrimitiveID, dxil.SemanticSampleIndex: dxil.ValueSampleIndex,
	dxil.SemanticCoverage: dxil.ValueCoverage, dxil.SemanticTargetArrayIndex: dxil.ValueTargetArrayIndex, dxil.SemanticViewportIndex: dxil.ValueViewportIndex,
	dxil.SemanticStencilRef: dxil.ValueStencilRef, dxil.SemanticCullPrimitive: dxil.ValueCullPrimitive, dxil.SemanticTarget: dxil.ValueTarget, dxil.SemanticBarycentrics: dxil.ValueBarycentrics,
}

// signature is a signature of the container, in the order of registers.
func (w *Writer) signature(list []element, output bool) *dxil.Signature {
	s := &dxil.Signature{}
	for k := range list {
		e := &list[k]
		x := dxil.Element{Semantic: e.name, Order: uint32(k), Stream: uint32(e.stream), SystemValue: signatureValues[e.kind], Type: componentTypes[e.component], Register: dxil.NoRegister}
		shift := uint8(0)
		if e.row >= 0 {
			shift = uint8(e.column)
		}
		x.Mask = (1<<e.width - 1) << shift
		used := e.used << shift & x.Mask
		if x.Used = used; output {
			x.Used = 15 &^ used
		}
		for row := range uint32(e.rows) + 1 {
			if e.kind == dxil.SemanticTessFactor || e.kind == dxil.SemanticInsideTessFactor {
				x.SystemValue = factorValue(w.form.Setup.Domain, e.kind, row)
			}
			if x.Index = e.index + row; e.row >= 0 {
				x.Register = uint32(e.row) + row
			}
			s.Elements = append(s.Elements, x)
		}
	}
	slices.SortStableFunc(s.Elements, func(a, b dxil.Element) int {
		if a.Stream != b.Stream {
			return cmp.Compare(a.Stream, b.Stream)
		}
		if c := cmp.Compare(a.Register, b.Register); c != 0 || a.Register != dxil.NoRegister {
			return cmp.Or(c, cmp.Compare(a.Mask, b.Mask))
		}
		return 0
	})
	return s
}

// rowsOf is the number of rows of registers that a signature takes.
func rowsOf(list []element) (n uint8) {
	for k := range list {
		if e := &list[k]; e.row >= 0 {
			n = max(n, uint8(e.row)+e.rows+1)
		}
	}
	return n
}

// pipeline is the pipeline information.
func (w *Writer) pipeline(flags uint64) *dxil.PipelineInfo {
	p := &dxil.PipelineInfo{Version: dxil.PipelineVersion(1, validator), Stage: w.stage(), MaxLanes: ^uint32(0), Entry: "main",
		UsesViewID: flags&flagViewID != 0, InputVectors: rowsOf(w.inputs), OutputVectors: [4]uint8{rowsOf(w.outputs)}}
	for k := range w.outputs {
		switch w.outputs[k].kind {
		case dxil.SemanticPosition:
			p.Position = true
		case dxil.SemanticDepth, dxil.SemanticDepthLessEqual, dxil.SemanticDepthGreaterEqual:
			p.Depth = true
		}
	}
	p.SampleFrequency = w.perSample()
	if w.entry.Stage.Info().Workgroups {
		p.Threads = w.entry.WorkgroupSize
		for k := range p.Threads {
			p.Threads[k] = max(1, p.Threads[k])
		}
		p.GroupSharedBytes = w.sharedBytes
		if n := w.entry.SubgroupSize; n != 0 {
			p.MinLanes, p.MaxLanes = n, n
		}
	}
	p.Inputs, p.Outputs = pipelineElements(w.inputs), pipelineElements(w.outputs)
	if w.form != nil {
		w.stagePipeline(p)
	}
	w.dependencyTables(p)
	for _, c := range []class{classCBuffer, classSampler, classSRV, classUAV} {
		for k := range w.resources {
			r := &w.resources[k]
			if !r.isListed() || r.class != c {
				continue
			}
			x := dxil.Resource{Space: r.at.Space, Lower: r.at.Register, Upper: r.at.Register + r.count - 1, Kind: r.shape}
			if r.count == 0 {
				x.Upper = ^uint32(0)
			}
			switch {
			case c == classCBuffer:
				x.Type = dxil.ResourceCBV
			case c == classSampler:
				x.Type = dxil.ResourceSampler
			case r.stride != 0 && c == classSRV:
				x.Type = dxil.ResourceSRVStructured
			case r.counts:
				x.Type = dxil.ResourceUAVStructuredCounter
			case r.stride != 0:
				x.Type = dxil.ResourceUAVStructured
			case r.raw && c == classSRV, r.shape == dxil.KindAccelerationStructure:
				x.Type = dxil.ResourceSRVRaw
			case c == classSRV:
				x.Type = dxil.ResourceSRVTyped
			case r.raw:
				x.Type = dxil.ResourceUAVRaw
			default:
				x.Type = dxil.ResourceUAVTyped
			}
			if r.atomic64 {
				x.Flags = dxil.ResourceAtomic64
			}
			p.Resources = append(p.Resources, x)
		}
	}
	return p
}

func pipelineElements(list []element) []dxil.PipelineElement {
	var all []dxil.PipelineElement
	for k := range list {
		e := &list[k]
		x := dxil.PipelineElement{Indices: []uint32{e.index}, Stream: e.stream, Columns: e.width, Kind: e.kind, Type: componentTypes[e.component], Interpolation: dxil.Interpolation(e.interp)}
		for row := range uint32(e.rows) {
			x.Indices = append(x.Indices, e.index+row+1)
		}
		if e.kind == dxil.SemanticArbitrary {
			x.Semantic = e.name
		}
		if e.row >= 0 {
			x.Allocated, x.Row, x.Column = true, uint8(e.row), uint8(e.column)
		}
		all = append(all, x)
	}
	return all
}

// metadata adds the metadata of the module.
func (w *Writer) metadata(flags uint64) {
	o := w.gen.out
	minor := int64(w.opts.Profile % 10)
	o.DataLayout = "e-m:e-p:32:32-i1:32-i8:32-i16:32-i32:32-i64:64-f16:32-f32:32-f64:64-n8:16:32:64"
	if flags&flagNative != 0 {
		o.DataLayout = "e-m:e-p:32:32-i1:32-i8:8-i16:16-i32:32-i64:64-f16:16-f32:32-f64:64-n8:16:32:64"
	}
	o.Name("llvm.ident", o.Node(o.Text("refract")))
	o.Name("dx.version", o.Node(o.Int(1), o.Int(minor)))
	o.Name("dx.valver", o.Node(o.Int(1), o.Int(validator)))
	o.Name("dx.shaderModel", o.Node(o.Text(w.stage().Profile()), o.Int(6), o.Int(minor)))
	resources := w.resourceLists()
	if resources != 0 {
		o.Name("dx.resources", resources)
	}
	if w.isLibrary() {
		w.libraryMetadata(flags, resources)
		return
	}
	if state := w.viewState(flags); state != 0 {
		o.Name("dx.viewIdState", o.Node(o.ValueMD(state)))
	}
	if w.described != nil {
		w.described.annotations()
	}
	var signatures llvm.MD
	if in, out := w.elementList(w.inputs), w.elementList(w.outputs); in != 0 || out != 0 || len(w.patch) > 0 {
		signatures = o.Node(in, out, w.elementList(w.patch))
	}
	o.Name("dx.entryPoints", o.Node(o.ValueMD(w.gen.fns[0].Value), o.Text("main"), signatures, resources, w.entryTags(flags)))
}

// libraryMetadata is the metadata of the functions of a library.
func (w *Writer) libraryMetadata(flags uint64, resources llvm.MD) {
	const (
		tagFlags      = 0
		tagAutoSpace  = 5
		tagPayload    = 6
		tagAttributes = 7
		tagStage      = 8
	)
	o := w.gen.out
	if w.described != nil {
		w.described.annotations()
	}
	var tags llvm.MD
	if flags != 0 {
		tags = o.Node(o.Int(tagFlags), o.ValueMD(o.I64(int64(flags))))
	}
	f := w.gen.fns[0]
	list := []llvm.MD{o.Int(tagStage), o.Int(int64(rayStages[w.entry.Stage]))}
	for k, n := range w.paramBytes {
		list = append(list, o.Int(int64(tagPayload+k)), o.Int(int64(n)))
	}
	list = append(list, o.Int(tagAutoSpace), o.Node(o.Int(0)))
	o.Name("dx.entryPoints", o.Node(0, o.Text(""), 0, resources, tags), o.Node(o.ValueMD(f.Value), o.Text(f.Name), 0, 0, o.Node(list...)))
}

// entryTags are the tags of the entry point.
func (w *Writer) entryTags(flags uint64) llvm.MD {
	const (
		tagFlags   = 0
		tagThreads = 4
		tagWave    = 11
		tagWaves   = 23 // a range of sizes, and the preferred one
	)
	o := w.gen.out
	var list []llvm.MD
	if flags != 0 {
		list = append(list, o.Int(tagFlags), o.ValueMD(o.I64(int64(flags))))
	}
	if w.form != nil {
		list = append(list, w.stageTags()...)
	} else if w.entry.Stage.Info().Workgroups {
		size := w.entry.WorkgroupSize
		list = append(list, o.Int(tagThreads), o.Node(o.Int(int64(max(1, size[0]))), o.Int(int64(max(1, size[1]))), o.Int(int64(max(1, size[2])))))
		if n := w.entry.SubgroupSize; n != 0 {
			if w.opts.Profile >= Profile68 {
				list = append(list, o.Int(tagWaves), o.Node(o.Int(int64(n)), o.Int(0), o.Int(0)))
			} else {
				list = append(list, o.Int(tagWave), o.Node(o.Int(int64(n))))
			}
		}
	}
	if list == nil {
		return 0
	}
	return o.Node(list...)
}

// elementList is the metadata of a signature.
func (w *Writer) elementList(list []element) llvm.MD {
	const (
		tagStream = 0
		tagUsage  = 3
	)
	o := w.gen.out
	var all []llvm.MD
	i8 := func(v int) llvm.MD { return o.ValueMD(o.I8(int64(v))) }
	for k := range list {
		e := &list[k]
		var usage llvm.MD
		if e.used != 0 {
			usage = o.Node(o.Int(tagUsage), o.Int(int64(e.used)))
			if e.stream != 0 {
				usage = o.Node(o.Int(tagStream), o.Int(int64(e.stream)), o.Int(tagUsage), o.Int(int64(e.used)))
			}
		} else if e.stream != 0 {
			usage = o.Node(o.Int(tagStream), o.Int(int64(e.stream)))
		}
		indices := []llvm.MD{o.Int(int64(e.index))}
		for row := range int64(e.rows) {
			indices = append(indices, o.Int(int64(e.index)+row+1))
		}
		all = append(all, o.Node(o.Int(int64(k)), o.Text(e.name), i8(int(e.component)), i8(int(e.kind)), o.Node(indices...), i8(int(e.interp)),
			o.Int(1+int64(e.rows)), i8(int(e.width)), o.Int(int64(e.row)), i8(int(e.column)), usage))
	}
	if all == nil {
		return 0
	}
	return o.Node(all...)
}

// resourceLists is the metadata of resources, by class.
func (w *Writer) resourceLists() llvm.MD {
	o := w.gen.out
	var lists [numClasses][]llvm.MD
	for k := range w.resources {
		r := &w.resources[k]
		if r.isListed() {
			lists[r.class] = append(lists[r.class], w.resourceRow(r))
		}
	}
	var nodes [numClasses]llvm.MD
	some := false
	for c, list := range lists {
		if list != nil {
			nodes[c] = o.Node(list...)
			some = true
		}
	}
	if !some {
		return 0
	}
	return o.Node(nodes[classSRV], nodes[classUAV], nodes[classCBuffer], nodes[classSampler])
}

// resourceRow is the metadata of a resource.
func (w *Writer) resourceRow(r *resource) llvm.MD {
	const (
		tagComponent = 0
		tagStride    = 1
	)
	o, g := w.gen.out, &w.module.Globals[r.global]
	t := w.module.Types.At(r.ty)
	symbol := w.symbolType(r)
	count := int64(r.count)
	if r.count == 0 {
		count = -1
	}
	if r.count != 1 {
		symbol = o.ArrayOf(symbol, r.count)
	}
	of := o.UndefOf(o.PointerTo(symbol, 0))
	if r.symbol != 0 {
		of = r.symbol
		if w.opts.Profile >= Profile66 { // handles stand for resources
			of = o.CastOf(llvm.OpBitCast, of, o.PointerTo(symbol, 0))
		}
	}
	row := []llvm.MD{o.Int(int64(r.id)), o.ValueMD(of), o.Text(direct3d.BufferName(g)), o.Int(int64(r.at.Space)), o.Int(int64(r.at.Register)), o.Int(count)}
	flag := func(v bool) llvm.MD { return o.ValueMD(o.I1(v)) }
	var tags llvm.MD
	switch r.shape {
	case dxil.KindRawBuffer, dxil.KindCBuffer, dxil.KindSampler:
	case dxil.KindStructuredBuffer:
		tags = o.Node(o.Int(tagStride), o.Int(int64(r.stride)))
	case dxil.KindAccelerationStructure:
		tags = o.Node(o.Int(tagComponent), o.Int(componentI32))
	default:
		tags = o.Node(o.Int(tagComponent), o.Int(int64(texelComponent(t))))
	}
	switch r.class {
	case classSRV:
		samples := int64(0)
		row = append(row, o.Int(int64(r.shape)), o.Int(samples), tags)
	case classUAV:
		row = append(row, o.Int(int64(r.shape)), flag(g.Memory&ir.Coherent != 0), flag(r.counts), flag(false), tags)
	case classCBuffer:
		row = append(row, o.Int(int64(r.bytes)), 0)
	case classSampler:
		kind := int64(0)
		if t.Comparison {
			kind = 1
		}
		row = append(row, o.Int(kind), 0)
	}
	return o.Node(row...)
}

// symbolType is the type that stands for a resource.
func (w *Writer) symbolType(r *resource) llvm.Type {
	o, g := w.gen.out, &w.gen
	t := w.module.Types.At(r.ty)
	switch r.shape {
	case dxil.KindCBuffer:
		if w.described != nil {
			return w.described.buffer(r)
		}
		return o.StructOf(w.module.Globals[r.global].Name, o.ArrayOf(o.VectorOf(g.f32, 4), (r.bytes+15)/16))
	case dxil.KindSampler:
		if t.Comparison {
			return o.StructOf("struct.SamplerComparisonState", g.i32)
		}
		return o.StructOf("struct.SamplerState", g.i32)
	case dxil.KindAccelerationStructure:
		return o.StructOf("struct.RaytracingAccelerationStructure", g.i32)
	case dxil.KindStructuredBuffer:
		return w.structuredSymbol(r)
	case dxil.KindRawBuffer:
		if r.class == classUAV {
			return o.StructOf("struct.RWByteAddressBuffer", g.i32)
		}
		return o.StructOf("struct.ByteAddressBuffer", g.i32)
	}
	elem := g.texelType(t)
	n := w.module.Globals[r.global].Register.TexelComponents(t)
	scalar := map[string]string{"f32": "float", "f16": "half", "i32": "int", "i16": "short", "i64": "long"}[g.scalarName(elem)]
	name := "class."
	if r.class == classUAV {
		name += "RW"
	}
	name += shapeNames[r.shape]
	if n > 1 {
		return o.StructOf(name+"<vector<"+scalar+", "+strconv.Itoa(n)+"> >", o.VectorOf(elem, uint32(n)))
	}
	return o.StructOf(name+"<"+scalar+">", elem)
}

// structuredSymbol is the type that stands for a structured buffer: a class of its elements.
func (w *Writer) structuredSymbol(r *resource) llvm.Type {
	o, g := w.gen.out, &w.module.Globals[r.global]
	class := "class.StructuredBuffer"
	switch {
	case g.Register.Form == ir.BufferAppend:
		class = "class.AppendStructuredBuffer"
	case g.Register.Form == ir.BufferConsume:
		class = "class.ConsumeStructuredBuffer"
	case r.class == classUAV:
		class = "class.RWStructuredBuffer"
	}
	if w.described != nil && !r.hidden {
		return w.described.structured(r, class)
	}
	return o.StructOf(class+"<"+direct3d.BufferName(g)+">", o.ArrayOf(w.gen.i32, r.stride/4))
}

var shapeNames = [...]string{
	dxil.KindTexture1D: "Texture1D", dxil.KindTexture2D: "Texture2D", dxil.KindTexture2DMS: "Texture2DMS", dxil.KindTexture3D: "Texture3D",
	dxil.KindTextureCube: "TextureCube", dxil.KindTexture1DArray: "Texture1DArray", dxil.KindTexture2DArray: "Texture2DArray",
	dxil.KindTexture2DMSArray: "Texture2DMSArray", dxil.KindTextureCubeArray: "TextureCubeArray", dxil.KindTypedBuffer: "Buffer",
}
