package dxbc

// This file holds the entry into the package: the writer and its results.

import (
	"cmp"
	"encoding/binary"
	"slices"

	"refract/diag"
	"refract/internal/back"
	"refract/internal/back/direct3d"
	"refract/internal/dxbc"
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
	inputs     []element
	outputs    []element
	invocation [ir.BuiltInCount]uint8 // components of built-in values that a compute shader reads
	refactor   bool                   // floats may be computed in another order
	gen        generator
}

// sizeOf is the number of bytes of a type.
func (w *Writer) sizeOf(m *ir.Module, t ir.TypeID, l ir.LayoutID) uint32 {
	info, err := layout.NewPlaces(m).Info(layout.Place{Type: t, Layout: l})
	if err != nil {
		return 0
	}
	return info.Size
}

// candidate reports whether the options leave an entry point.
func (w *Writer) candidate(e *ir.EntryPoint) bool {
	return (w.opts.EntryPoint == "" || e.Name == w.opts.EntryPoint) && (w.opts.Stage == ir.NoStage || e.Stage == w.opts.Stage)
}

// missing is the error of options that leave no entry point, or several.
func (w *Writer) missing(m *ir.Module) error {
	e := &back.EntryPointError{Name: w.opts.EntryPoint, Stage: w.opts.Stage, Others: back.EntryPoints(m), Single: "DXBC"}
	for i := range m.EntryPoints {
		if w.candidate(&m.EntryPoints[i]) {
			e.Candidates = append(e.Candidates, e.Others[i])
		}
	}
	return e
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
	if err := w.start(); err != nil {
		return nil, nil, err
	}
	found := -1
	for i := range m.EntryPoints {
		if w.candidate(&m.EntryPoints[i]) {
			if found >= 0 {
				return nil, nil, w.missing(m)
			}
			found = i
		}
	}
	if found < 0 {
		return nil, nil, w.missing(m)
	}
	w.entry = &m.EntryPoints[found]
	if w.checkStage(); w.failed != nil {
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
	some := false
	for i := range m.EntryPoints {
		w.opts = opts
		e := &m.EntryPoints[i]
		if !w.candidate(e) {
			continue
		}
		some = true
		one := opts
		one.EntryPoint, one.Stage = e.Name, e.Stage
		out, r, err := w.Write(m, info, one, optimize)
		if err == nil {
			err = f(out, r)
		}
		if err != nil {
			return err
		}
	}
	if !some {
		w.opts = opts
		return w.missing(m)
	}
	return nil
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
	w.module, w.entry = m, &m.EntryPoints[0]
	w.invocation = [ir.BuiltInCount]uint8{}
	w.findResources(m)
	w.findInterface(m)
	if w.failed != nil {
		return nil, nil, w.failed
	}
	f, err := w.machineForm(m, optimize)
	if err != nil {
		return nil, nil, err
	}
	g := &w.gen
	g.generate(w, f)
	if w.failed != nil {
		return nil, nil, w.failed
	}
	g.ids = w.numberResources(g.ids)
	temps := g.allocate()
	p := dxbc.NewProgram(w.stage(), uint8(w.opts.Profile/10), uint8(w.opts.Profile%10))
	if err := w.declare(p, f, temps); err != nil {
		return nil, nil, err
	}
	g.encode(p)
	return w.container(p)
}

// stage is the entry point's stage in containers.
func (w *Writer) stage() dxbc.Stage {
	switch w.entry.Stage {
	case ir.StageVertex:
		return dxbc.Vertex
	case ir.StageFragment:
		return dxbc.Pixel
	}
	return dxbc.Compute
}

// container makes the container of a program.
func (w *Writer) container(p *dxbc.Program) ([]byte, *Reflection, error) {
	code, err := p.Bytes()
	if err != nil {
		w.unsupported("so long an instruction: "+err.Error(), w.entry.Span)
		return nil, nil, w.failed
	}
	var c dxbc.Container
	d := w.definitions()
	if w.opts.Definitions {
		c.Add(dxbc.ChunkRDEF, d.Bytes())
	}
	in := dxbc.Signature{Kind: dxbc.ChunkISGN, Elements: elements(w.inputs, false)}
	out := dxbc.Signature{Kind: dxbc.ChunkOSGN, Elements: elements(w.outputs, true)}
	c.Add(in.Kind, in.Bytes())
	c.Add(out.Kind, out.Bytes())
	c.Add(p.ChunkKind(), code)
	if f := p.Features(d); f != 0 {
		c.Add(dxbc.ChunkSFI0, binary.LittleEndian.AppendUint64(nil, uint64(f)))
	}
	c.Add(dxbc.ChunkSTAT, w.statistics(p))
	data := c.Bytes()
	if w.limit > 0 && len(data) > w.limit {
		return nil, nil, &back.TooLongError{What: "bytes of DXBC", Limit: w.limit}
	}
	return data, w.reflection(), nil
}

// elements are the elements of a signature, in the order of registers.
func elements(list []element, output bool) []dxbc.Element {
	var all []dxbc.Element
	for k := range list {
		if list[k].kind == dxbc.InputCoverageMask {
			continue // signatures lack it
		}
		e := list[k].Element
		used := list[k].used << firstLane(e.Mask) & e.Mask
		if e.Used = used; output {
			e.Used = 15 &^ used
		}
		all = append(all, e)
	}
	slices.SortStableFunc(all, func(a, b dxbc.Element) int {
		if c := cmp.Compare(a.Register, b.Register); c != 0 || a.Register != dxbc.NoRegister {
			return cmp.Or(c, cmp.Compare(a.Mask, b.Mask))
		}
		return cmp.Compare(a.Semantic, b.Semantic)
	})
	return all
}

// declare emits the declarations.
func (w *Writer) declare(p *dxbc.Program, f *ssa.Function, temps int) error {
	g := &w.gen
	flags := dxbc.Control(0)
	if w.refactor {
		flags |= dxbc.RefactoringAllowed
	}
	if w.entry.Stage == ir.StageFragment && w.entry.EarlyDepth == ir.EarlyDepthForce && w.opts.Profile >= Profile50 {
		flags |= dxbc.ForceEarlyDepthStencil
	}
	if flags != 0 {
		p.Emit(dxbc.Instruction{Opcode: dxbc.OpDclGlobalFlags, Control: flags}, nil)
	}
	if err := w.declareConstants(p, f); err != nil {
		return err
	}
	w.declareResources(p)
	w.declareInputs(p)
	w.declareOutputs(p)
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
	if w.entry.Stage == ir.StageCompute {
		if size := w.sharedSize(f.Shader); size > 0 {
			if size > maxShared {
				w.unsupported("more than 32 KiB of workgroup memory", w.entry.Span)
				return w.failed
			}
			p.Emit(dxbc.Instruction{Opcode: dxbc.OpDclTGSMRaw}, []dxbc.Operand{p.Register(dxbc.ThreadGroupSharedMemory, dxbc.None, 0, dxbc.At(0))}, (size+3)&^3)
		}
		size := w.entry.WorkgroupSize
		total := uint64(1)
		for k := range size {
			size[k] = max(1, size[k])
			total *= uint64(size[k])
			if size[k] > 1024 || k == 2 && size[k] > 64 || total > 1024 {
				w.unsupported("a workgroup of so many invocations: the most are 1024, 64 of them in the third dimension", w.entry.Span)
				return w.failed
			}
		}
		p.Emit(dxbc.Instruction{Opcode: dxbc.OpDclThreadGroup}, nil, size[0], size[1], size[2])
	}
	return nil
}

// maxShared is the most bytes of shared memory of a workgroup.
const maxShared = 32 << 10

// sharedSize is the size of the workgroup's memory.
func (w *Writer) sharedSize(s *ssa.Shader) (size uint32) {
	for k := range s.Vars {
		if v := &s.Vars[k]; v.Mode == ssa.ModeShared && v.HasAt {
			size = max(size, v.At+w.sizeOf(s.Module, v.Type, v.Layout))
		}
	}
	return size
}

// declareConstants emits the immediate constant buffer.
func (w *Writer) declareConstants(p *dxbc.Program, f *ssa.Function) error {
	s := f.Shader
	var data []uint32
	for k := range s.Vars {
		v := &s.Vars[k]
		if v.Mode != ssa.ModeConstant || !v.HasAt {
			continue
		}
		size := w.sizeOf(s.Module, v.Type, v.Layout)
		for int(v.At+size+3)/4 > len(data) {
			data = append(data, 0)
		}
		if v.Init != 0 && !direct3d.Fill(s.Module, data, v.At, v.Type, v.Layout, ir.ExprID(v.Init)) {
			w.unsupported("the constants of "+v.Name, v.Span)
			return w.failed
		}
	}
	if data == nil {
		return nil
	}
	if len(data) > maxElements {
		w.unsupported("more than 16 KiB of arrays of constants", w.entry.Span)
		return w.failed
	}
	list := make([]uint32, 0, 4*len(data))
	for k := range data {
		for c := range 4 {
			word := uint32(0)
			if k+c < len(data) {
				word = data[k+c]
			}
			list = append(list, word)
		}
	}
	p.Emit(dxbc.Instruction{Opcode: dxbc.OpCustomData, Control: dxbc.CustomClass(dxbc.CustomConstantBuffer)}, nil, list...)
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

// words are the bytes of a container as words.
func wordsOf(data []byte) []uint32 {
	list := make([]uint32, 0, (len(data)+3)/4)
	for len(data) >= 4 {
		list = append(list, binary.LittleEndian.Uint32(data))
		data = data[4:]
	}
	return list
}
