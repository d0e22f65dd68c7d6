package dxbc

// This file holds the entry into the package: the writer and its results.

import (
	"refract/diag"
	"refract/internal/back"
	"refract/internal/back/direct3d"
	"refract/internal/dxbc"
	"refract/internal/dxil"
	"refract/internal/ir/layout"
	"refract/internal/ir/transform"
	"refract/ir"
	"refract/ir/validate"
	"refract/ssa"
)

// A Writer writes one module after the other and keeps its memory.
type Writer struct {
	opts      Options
	failed    *UnsupportedError
	frozen    []transform.FrozenOverride
	special   ir.GlobalID
	allPlaces []direct3d.Place // of the legalized module's globals
	places    []direct3d.Place // of those of module
	limit     int

	module     *ir.Module // with one entry point
	entry      *ir.EntryPoint
	resources  []resource
	lookup     direct3d.Lookup // of resources
	inputs     []element
	outputs    []element
	invocation [ir.BuiltInCount]uint8 // components of built-in values that a compute shader reads
	refactor   bool                   // floats may be computed in another order
	sparse     bool                   // the residency of texels is read
	doubles    bool                   // there are 64-bit floats, which the machine computes
	root       *dxil.RootSignature    // the root signature; nil: none
	gen        generator

	// Of stages whose inputs and outputs are variables: see stage.go.
	form    *direct3d.StageForm
	patch   []element
	points  []element // of control points, as inputs of the phase of the patch
	streams [4]int    // the first output of each stream
	second  generator // of the second phase of a hull shader
}

// choice is the entry point of the options.
func (o *Options) choice() back.Choice {
	return back.Choice{Name: o.EntryPoint, Stage: o.Stage, Single: "DXBC"}
}

// Write writes the one entry point that the options leave of a valid module as a container. The
// error is an *UnsupportedError, a *back.EntryPointError, a *back.OptionError or a
// *transform.OverrideError.
func Write(m *ir.Module, info *validate.Info, opts Options) ([]byte, *Reflection, error) {
	return new(Writer).Write(m, info, opts, nil)
}

// Write is the function of this name, with an optimizer that runs in SSA form; nil: there is none.
func (w *Writer) Write(m *ir.Module, info *validate.Info, opts Options, optimize *back.Optimizer) (out []byte, r *Reflection, err error) {
	w.opts, w.failed = opts, nil
	w.doubles = opts.Doubles != DoublesEmulated && info.Required.Has(validate.Float64)
	if err := w.start(); err != nil {
		return nil, nil, err
	}
	found, err := opts.choice().One(m)
	if err != nil {
		return nil, nil, err
	}
	w.entry = &m.EntryPoints[found]
	if w.checkStage(m); w.failed != nil {
		return nil, nil, w.failed
	}
	if direct3d.CheckControls(m, w.unsupported); w.failed != nil {
		return nil, nil, w.failed
	}
	legal, err := w.legalize(m, transform.HasSharedBindings(m, info.UsedGlobals()))
	if err == nil {
		err = w.failure()
	}
	if err != nil {
		return nil, nil, err
	}
	w.allPlaces = w.places
	return w.one(legal, &m.EntryPoints[found], optimize)
}

// WriteEach writes every entry point that the options leave, in the order of the module, and
// calls f with each. The error is that of the first entry point that can't be written, or f's.
func (w *Writer) WriteEach(m *ir.Module, info *validate.Info, opts Options, optimize *back.Optimizer, f func(out []byte, r *Reflection) error) error {
	return opts.choice().Each(m, func(i int) error {
		e, one := &m.EntryPoints[i], opts
		one.EntryPoint, one.Stage = e.Name, e.Stage
		out, r, err := w.Write(m, info, one, optimize)
		if err != nil {
			return err
		}
		return f(out, r)
	})
}

func (w *Writer) start() error {
	if !w.opts.Profile.Exists() {
		w.unsupported("", diag.Span{})
		return w.failed
	}
	return w.opts.check()
}

// one writes an entry point of the legalized module.
func (w *Writer) one(legal *ir.Module, e *ir.EntryPoint, optimize *back.Optimizer) ([]byte, *Reflection, error) {
	m := w.only(legal, e)
	w.module, w.entry, w.form = m, &m.EntryPoints[0], nil
	w.invocation = [ir.BuiltInCount]uint8{}
	phases := []*ir.Module{m}
	if w.isStage() {
		o := w.stageOptions(legal)
		if w.failed == nil {
			w.form, phases = direct3d.FormStage(m, o, w.unsupported)
		}
		w.places = append(w.places, make([]direct3d.Place, len(m.Globals)-len(w.places))...)
	}
	if w.failed != nil {
		return nil, nil, w.failed
	}
	w.findResources(m)
	w.findInterface(m)
	if w.failed != nil {
		return nil, nil, w.failed
	}
	var list []*function
	var err error
	constants := uint32(0)
	for k, m := range phases {
		f, err := w.machineForm(m, optimize)
		if err != nil {
			return nil, nil, err
		}
		x := &function{f: f, g: &w.gen}
		if k > 0 {
			x.g = &w.second
		}
		if x.g.phase, x.g.icb = noPhase, constants; len(phases) > 1 {
			x.g.phase = pointPhase + phase(k)
		}
		if x.constants, err = w.constants(f); err != nil {
			return nil, nil, err
		}
		constants += uint32(len(x.constants))
		x.g.generate(w, f)
		if w.failed != nil {
			return nil, nil, w.failed
		}
		list = append(list, x)
	}
	ids := w.numberResources(w.gen.ids)
	for _, x := range list {
		x.g.ids = ids
		x.temps = x.g.allocate()
	}
	var nine *dxbc.Level9
	if w.opts.Profile.isLevel9() {
		if nine, err = w.level9(m, optimize); err != nil {
			return nil, nil, err
		}
	}
	if err := w.makeRoot(legal, e); err != nil {
		return nil, nil, err
	}
	major, minor := w.opts.Profile.model()
	p := dxbc.NewProgram(w.stage(), major, minor)
	if err := w.declare(p, list); err != nil {
		return nil, nil, err
	}
	return w.container(p, nine)
}

// A function is a function of a program: there are two in a hull shader.
type function struct {
	f         *ssa.Function
	g         *generator
	constants []uint32 // words of the immediate constant buffer
	temps     int
}

// stage is the entry point's stage in containers.
func (w *Writer) stage() dxbc.Stage {
	switch w.entry.Stage {
	case ir.StageVertex:
		return dxbc.Vertex
	case ir.StageFragment:
		return dxbc.Pixel
	case ir.StageGeometry:
		return dxbc.Geometry
	case ir.StageTessellationControl:
		return dxbc.Hull
	case ir.StageTessellationEvaluation:
		return dxbc.Domain
	}
	return dxbc.Compute
}

// declare emits the declarations, and the code.
func (w *Writer) declare(p *dxbc.Program, list []*function) error {
	f, g, temps := list[0].f, list[0].g, list[0].temps
	switch w.entry.Stage {
	case ir.StageTessellationControl:
		p.Emit(dxbc.Instruction{Opcode: dxbc.OpHSDecls}, nil)
		w.declareTessellation(p)
	case ir.StageTessellationEvaluation:
		w.declareTessellation(p)
	}
	flags := w.doubleFlags()
	if w.refactor {
		flags |= dxbc.RefactoringAllowed
	}
	if w.entry.EarlyDepth == ir.EarlyDepthForce && w.opts.Profile >= Profile50 {
		flags |= dxbc.ForceEarlyDepthStencil
	}
	if flags != 0 {
		p.Emit(dxbc.Instruction{Opcode: dxbc.OpDclGlobalFlags, Control: flags}, nil)
	}
	if err := w.declareConstants(p, list); err != nil {
		return err
	}
	w.declareResources(p)
	switch w.entry.Stage {
	case ir.StageGeometry:
		if err := w.declareGeometry(p, g, temps); err != nil {
			return err
		}
	case ir.StageTessellationControl:
		for _, x := range list {
			if err := w.declarePhase(p, x.g, x.temps); err != nil {
				return err
			}
			x.g.encode(p)
		}
		return nil
	case ir.StageTessellationEvaluation:
		if err := w.declareDomain(p, g, temps); err != nil {
			return err
		}
	default:
		w.declareInputs(p)
		w.declareOutputs(p)
		if err := w.declareTemps(p, g, temps); err != nil {
			return err
		}
	}
	if w.entry.Stage == ir.StageCompute {
		if err := w.declareGroup(p, f); err != nil {
			return err
		}
	}
	g.encode(p)
	return nil
}

// declareTemps declares temporary registers.
func (w *Writer) declareTemps(p *dxbc.Program, g *generator, temps int) error {
	if temps > 0 {
		p.Emit(dxbc.Instruction{Opcode: dxbc.OpDclTemps}, nil, uint32(temps))
	}
	total := uint32(temps)
	for _, a := range g.arrays {
		if a.length > 0 {
			total += a.length
			comps := uint32(4)
			if a.comps < 4 {
				comps = uint32(a.comps)
			}
			p.Emit(dxbc.Instruction{Opcode: dxbc.OpDclIndexableTemp}, nil, a.number, a.length, comps)
		}
	}
	if total > maxElements {
		w.unsupported("more than 4096 temporary registers", w.entry.Span)
		return w.failed
	}
	return nil
}

// declareGroup declares the workgroup and its memory.
func (w *Writer) declareGroup(p *dxbc.Program, f *ssa.Function) error {
	if size := w.sharedSize(f.Shader); size > 0 {
		if size > maxShared {
			w.unsupported("more than 32 KiB of workgroup memory", w.entry.Span)
			return w.failed
		}
		p.Emit(dxbc.Instruction{Opcode: dxbc.OpDclTGSMRaw}, []dxbc.Operand{p.Register(dxbc.ThreadGroupSharedMemory, dxbc.None, 0, dxbc.At(0))}, (size+3)&^3)
	}
	if direct3d.CheckGroup(w.entry, w.unsupported); w.failed != nil {
		return w.failed
	}
	size := w.entry.WorkgroupSize
	p.Emit(dxbc.Instruction{Opcode: dxbc.OpDclThreadGroup}, nil, max(1, size[0]), max(1, size[1]), max(1, size[2]))
	return nil
}

// maxShared is the most bytes of shared memory of a workgroup.
const maxShared = 32 << 10

// sharedSize is the size of the workgroup's memory.
func (w *Writer) sharedSize(s *ssa.Shader) (size uint32) {
	places := layout.NewPlaces(s.Module)
	for k := range s.Vars {
		if v := &s.Vars[k]; v.Mode == ssa.ModeShared && v.HasAt {
			size = max(size, v.At+direct3d.Size(places, v.Type, v.Layout))
		}
	}
	return size
}

// constants are the words of the constants of a function.
func (w *Writer) constants(f *ssa.Function) (data []uint32, err error) {
	s := f.Shader
	places := layout.NewPlaces(s.Module)
	for k := range s.Vars {
		v := &s.Vars[k]
		if v.Mode != ssa.ModeConstant || !v.HasAt {
			continue
		}
		size := direct3d.Size(places, v.Type, v.Layout)
		for int(v.At+size+3)/4 > len(data) {
			data = append(data, 0)
		}
		if v.Init != 0 && !direct3d.Fill(s.Module, data, v.At, v.Type, v.Layout, ir.ExprID(v.Init)) {
			w.unsupported("the constants of "+v.Name, v.Span)
			return nil, w.failed
		}
	}
	return data, nil
}

// declareConstants emits the immediate constant buffer.
func (w *Writer) declareConstants(p *dxbc.Program, list []*function) error {
	var words []uint32
	for _, x := range list {
		for k := range x.constants {
			for c := range 4 {
				word := uint32(0)
				if k+c < len(x.constants) {
					word = x.constants[k+c]
				}
				words = append(words, word)
			}
		}
	}
	if words == nil {
		return nil
	}
	if len(words) > 4*maxElements {
		w.unsupported("more than 16 KiB of arrays of constants", w.entry.Span)
		return w.failed
	}
	p.Emit(dxbc.Instruction{Opcode: dxbc.OpCustomData, Control: dxbc.CustomClass(dxbc.CustomConstantBuffer)}, nil, words...)
	return nil
}

// usedComponents is a mask of the components that are read, as it is declared: from the first.
func usedComponents(e *element) uint8 { return e.used << firstLane(e.Mask) & e.Mask }

func (w *Writer) declareInputs(p *dxbc.Program) {
	emit := func(in dxbc.Instruction, o dxbc.Operand, words ...uint32) { p.Emit(in, []dxbc.Operand{o}, words...) }
	pixel := w.entry.Stage == ir.StageFragment
	for k := range w.inputs {
		e := &w.inputs[k]
		if e.used == 0 {
			continue
		}
		if e.kind == dxbc.InputCoverageMask {
			emit(dxbc.Instruction{Opcode: dxbc.OpDclInput}, p.Register(e.kind, dxbc.One, 0))
			continue
		}
		o := p.Register(dxbc.Input, dxbc.Masked, usedComponents(e), dxbc.At(e.Register))
		generated := false // by the pipeline, as opposed to interpreted
		switch e.binding.BuiltIn {
		case ir.BuiltInVertexIndex, ir.BuiltInInstanceIndex, ir.BuiltInPrimitiveIndex, ir.BuiltInFrontFacing, ir.BuiltInSampleIndex:
			generated = e.binding.Kind == ir.BindBuiltIn
		}
		in := dxbc.Instruction{Opcode: dxbc.OpDclInput}
		control := dxbc.Control(0)
		if pixel && !generated {
			control = dxbc.Interpolate(e.interp)
		}
		switch {
		case e.SystemValue == dxbc.ValueUndefined && pixel:
			in.Opcode, in.Control = dxbc.OpDclInputPS, control
			emit(in, o)
		case e.SystemValue == dxbc.ValueUndefined:
			emit(in, o)
		case pixel:
			if in.Opcode = dxbc.OpDclInputPSSIV; generated {
				in.Opcode = dxbc.OpDclInputPSSGV
				control = dxbc.Interpolate(dxbc.InterpolationConstant)
			}
			in.Control = control
			emit(in, o, uint32(e.SystemValue))
		default: // of vertices
			in.Opcode = dxbc.OpDclInputSGV
			emit(in, o, uint32(e.SystemValue))
		}
	}
	for _, b := range []ir.BuiltIn{ir.BuiltInWorkgroupID, ir.BuiltInLocalInvocationID, ir.BuiltInLocalInvocationIndex, ir.BuiltInGlobalInvocationID} {
		mask := w.invocation[b]
		if mask == 0 {
			continue
		}
		in := dxbc.Instruction{Opcode: dxbc.OpDclInput}
		if b == ir.BuiltInLocalInvocationIndex {
			emit(in, p.Register(invocationValues[b], dxbc.One, 0))
			continue
		}
		emit(in, p.Register(invocationValues[b], dxbc.Masked, mask))
	}
}

func (w *Writer) declareOutputs(p *dxbc.Program) {
	for k := range w.outputs {
		e := &w.outputs[k]
		if e.kind != dxbc.Output {
			p.Emit(dxbc.Instruction{Opcode: dxbc.OpDclOutput}, []dxbc.Operand{p.Register(e.kind, dxbc.One, 0)})
			continue
		}
		in := dxbc.Instruction{Opcode: dxbc.OpDclOutput}
		o := []dxbc.Operand{p.Register(dxbc.Output, dxbc.Masked, e.Mask, dxbc.At(e.Register))}
		if e.SystemValue == dxbc.ValueUndefined || e.SystemValue >= dxbc.SignatureTarget {
			p.Emit(in, o)
			continue
		}
		in.Opcode = dxbc.OpDclOutputSIV
		p.Emit(in, o, uint32(e.SystemValue))
	}
}
