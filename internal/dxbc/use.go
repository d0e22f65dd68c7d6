package dxbc

// This file derives from a program the facts that other chunks have: the components of signatures that it
// uses, and the features of hardware that it needs.

// The register files of signatures in declared.
const (
	fileInput = iota
	fileOutput
	filePatch
	files
)

// maxStreams is the number of streams of geometry programs.
const maxStreams = 4

// declared are the components that a program declares, by register file, stream and register.
type declared struct {
	masks [files][maxStreams][maxPackedRows]uint8
	// read are the inputs that a geometry program reads: it declares all of them.
	read      [maxPackedRows]bool
	primitive bool // the input of the primitive's number
	points    bool // a hull program has a phase of control points
}

// MarkUse sets the use of a signature's elements by the declarations of the program: FXC declares the
// components that are read, and the outputs.
func (p *Program) MarkUse(s *Signature) {
	d := p.declared()
	file, written := fileOutput, true
	switch s.Kind {
	case ChunkISGN, ChunkISG1:
		file, written = fileInput, false
	case ChunkPCSG, ChunkPSG1:
		file, written = filePatch, p.Stage == Hull
	}
	for i := range s.Elements {
		e := &s.Elements[i]
		mask := uint8(0)
		switch {
		case e.Register == NoRegister:
			if written || e.SystemValue != ValuePrimitiveID || d.primitive {
				mask = e.Mask
			}
		case p.Stage == Hull && file != filePatch && !d.points:
			mask = e.Mask // control points pass through
		case e.Register < maxPackedRows && e.Stream < maxStreams:
			mask = d.masks[file][e.Stream][e.Register] & e.Mask
		}
		if written {
			mask = 15 &^ mask
		}
		e.Used = mask
	}
}

// declared collects the declarations of inputs and outputs.
func (p *Program) declared() *declared {
	d := &declared{}
	stream, patch := uint32(0), false
	for i := range p.Instructions {
		in := &p.Instructions[i]
		switch in.Opcode {
		case OpDclStream:
			if x := p.IndicesOf(&p.OperandsOf(in)[0]); len(x) > 0 {
				stream = x[0].Value
			}
		case OpHSControlPointPhase:
			d.points = true
		case OpHSForkPhase, OpHSJoinPhase:
			patch = true
		case OpDclInput, OpDclInputSGV, OpDclInputSIV, OpDclInputPS, OpDclInputPSSGV, OpDclInputPSSIV:
			d.add(p, in, 0, false)
		case OpDclOutput, OpDclOutputSGV, OpDclOutputSIV:
			d.add(p, in, stream, patch)
		}
	}
	if p.Stage == Geometry {
		d.keepRead(p)
	}
	return d
}

// keepRead removes the inputs that no instruction reads.
func (d *declared) keepRead(p *Program) {
	d.primitive = false
	for i := range p.Instructions {
		in := &p.Instructions[i]
		if in.Opcode.Class() == ClassDeclare {
			continue
		}
		operands := p.OperandsOf(in)
		for k := range operands {
			d.noteRead(p, &operands[k])
		}
	}
	for register := range d.read {
		if !d.read[register] {
			d.masks[fileInput][0][register] = 0
		}
	}
}

// noteRead notes the inputs that an operand and the operands of its indices read.
func (d *declared) noteRead(p *Program, o *Operand) {
	x := p.IndicesOf(o)
	for i := range x {
		if x[i].Kind != IndexImmediate {
			d.noteRead(p, &p.Operands[x[i].Relative])
		}
	}
	switch {
	case o.Kind == InputPrimitiveID:
		d.primitive = true
	case o.Kind != Input || len(x) == 0:
	case x[len(x)-1].Kind != IndexImmediate:
		for register := range d.read {
			d.read[register] = true
		}
	case x[len(x)-1].Value < maxPackedRows:
		d.read[x[len(x)-1].Value] = true
	}
}

// add notes a declaration.
func (d *declared) add(p *Program, in *Instruction, stream uint32, patch bool) {
	o := &p.OperandsOf(in)[0]
	file := fileInput
	switch o.Kind {
	case Input, InputControlPoint:
	case InputPatchConstant:
		file = filePatch
	case Output:
		if file = fileOutput; patch {
			file = filePatch
		}
	case InputPrimitiveID:
		d.primitive = true
		return
	default:
		return
	}
	if x := p.IndicesOf(o); len(x) > 0 && x[len(x)-1].Value < maxPackedRows && stream < maxStreams {
		d.masks[file][stream][x[len(x)-1].Value] |= o.Select & 15
	}
}

// Features are the contents of the chunk SFI0: the features of hardware that a program needs beyond
// its shader model. FXC writes the chunk if there are any.
type Features uint64

// The features.
const (
	FeatureDoubles            Features = 1 << 0
	FeatureViewsInAllStages   Features = 1 << 2 // views in stages beside pixel and compute
	Feature64Views            Features = 1 << 3 // more than eight views
	FeatureMinimumPrecision   Features = 1 << 4
	FeatureDoubleExtensions   Features = 1 << 5
	FeatureShaderExtensions   Features = 1 << 6
	FeatureLevel9Comparison   Features = 1 << 7
	FeatureTiledResources     Features = 1 << 8
	FeatureStencilRef         Features = 1 << 9
	FeatureInnerCoverage      Features = 1 << 10
	FeatureTypedLoads         Features = 1 << 11 // loads from typed views beside single words
	FeatureRasterOrderedViews Features = 1 << 12
	FeatureArrayIndices       Features = 1 << 13 // SV_RenderTargetArrayIndex, SV_ViewportArrayIndex before the geometry stage
)

// Features returns the features that the program needs. The number of components of typed views is in
// the definitions, which may be nil: all typed loads need the feature then.
func (p *Program) Features(d *ResourceDefinitions) (f Features) {
	views := uint32(0)
	for i := range p.Instructions {
		in := &p.Instructions[i]
		operands := p.OperandsOf(in)
		switch in.Opcode {
		case OpDclGlobalFlags:
			f |= in.Control.features()
		case OpDclUAVTyped, OpDclUAVRaw, OpDclUAVStructured:
			if p.Stage != Pixel && p.Stage != Compute {
				f |= FeatureViewsInAllStages
			}
			if in.Control&RasterOrdered != 0 {
				f |= FeatureRasterOrderedViews
			}
			views = p.addViews(views, &operands[0])
		case OpDclOutputSIV, OpDclOutputSGV:
			switch SystemValue(p.WordsOf(in)[0]) {
			case ValueRenderTargetArrayIndex, ValueViewportArrayIndex:
				if p.Stage == Vertex || p.Stage == Domain || p.Stage == Hull {
					f |= FeatureArrayIndices
				}
			}
		case OpDclOutput:
			if operands[0].Kind == OutputStencilRef {
				f |= FeatureStencilRef
			}
		case OpDclInput:
			if operands[0].Kind == InnerCoverage {
				f |= FeatureInnerCoverage
			}
		case OpLdUAVTyped, OpLdUAVTypedS:
			if !d.isWord(p, &operands[len(operands)-1]) {
				f |= FeatureTypedLoads
			}
		case OpCheckAccessFullyMapped:
			f |= FeatureTiledResources
		}
		if OpGather4S <= in.Opcode && in.Opcode <= OpSampleCClS {
			f |= FeatureTiledResources
		}
	}
	if views > 8 {
		f |= Feature64Views
	}
	return f
}

// features are the features that global flags stand for.
func (c Control) features() (f Features) {
	for _, x := range [...]struct {
		flag    Control
		feature Features
	}{
		{DoublePrecision, FeatureDoubles},
		{MinimumPrecision, FeatureMinimumPrecision},
		{DoubleExtensions, FeatureDoubleExtensions},
		{ShaderExtensions, FeatureShaderExtensions},
	} {
		if c&x.flag != 0 {
			f |= x.feature
		}
	}
	return f
}

// addViews is the number of views after another declaration: the highest register, or in model 5.1
// the number of declarations, whatever their ranges.
func (p *Program) addViews(views uint32, o *Operand) uint32 {
	if x := p.IndicesOf(o); len(x) == 1 {
		return max(views, min(x[0].Value, 1<<16)+1)
	}
	return views + 1
}

// isWord reports whether a typed view has single components.
func (d *ResourceDefinitions) isWord(p *Program, o *Operand) bool {
	x := p.IndicesOf(o)
	if d == nil || len(x) == 0 {
		return false
	}
	for i := range d.Bindings {
		b := &d.Bindings[i]
		register := b.Point
		if len(x) > 1 {
			register = b.ID
		}
		if b.Type == InputUAVTyped && register == x[0].Value {
			return b.Flags&BindingComponents == 0
		}
	}
	return false
}
