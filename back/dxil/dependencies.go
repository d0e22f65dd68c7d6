package dxil

// This file finds the components of inputs that each component of an output depends on, for the
// pipeline information: drivers that draw several views at once run the parts of a shader that don't
// depend on the view once.
//
// A value depends on the inputs of its sources; a phi and a store also on the conditions that
// control their block; a load from an array of the shader on all that was stored to arrays.

import (
	"refract/internal/dxil"
	"refract/internal/llvm"
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
)

// A depSet is a set of components of inputs, and of constants of the patch, and the view.
type depSet struct {
	bits  [4]uint32 // 32 registers of four components
	patch [4]uint32
	view  bool
}

func (d *depSet) add(x *depSet) bool {
	was := *d
	for k := range d.bits {
		d.bits[k] |= x.bits[k]
		d.patch[k] |= x.patch[k]
	}
	d.view = d.view || x.view
	return was != *d
}

// A depTable is the sets of the components of a signature.
type depTable [128]depSet

// each calls a function with each component of an input and each that depends on it.
func (d *depTable) each(f func(in, out int)) {
	for out := range d {
		eachBit(&d[out].bits, func(in int) { f(in, out) })
	}
}

// eachPatch is each, with the components of constants of the patch.
func (d *depTable) eachPatch(f func(in, out int)) {
	for out := range d {
		eachBit(&d[out].patch, func(in int) { f(in, out) })
	}
}

// eachBit calls a function with each member of a set.
func eachBit(set *[4]uint32, f func(k int)) {
	for k := range 32 * len(set) {
		if set[k/32]>>(k%32)&1 != 0 {
			f(k)
		}
	}
}

// eachView calls a function with each component that depends on the view.
func (d *depTable) eachView(f func(out int)) {
	for out := range d {
		if d[out].view {
			f(out)
		}
	}
}

// dependencies are the sets of the components of outputs, by stream, and of a patch.
type dependencies struct {
	streams [4]depTable
	patch   depTable
}

// A depWalk is the state of the search.
type depWalk struct {
	w       *Writer
	g       *generator
	f       *ssa.Function
	values  []depSet
	memory  depSet   // all that was stored to arrays
	control []depSet // by node of the tree: the conditions in it, and around it
	out     *dependencies
	changed bool
}

// dependencies finds the dependencies of the function that was written last, by repetition until
// nothing changes.
func (w *Writer) dependencies(f *ssa.Function) {
	if w.entry.Stage.Info().Workgroups || len(w.outputs) == 0 && len(w.patch) == 0 {
		return
	}
	x := depWalk{w: w, g: &w.gen, f: f, values: make([]depSet, f.InstrCount()), control: make([]depSet, f.NodeCount()), out: w.deps, changed: true}
	for x.changed {
		x.changed = false
		for b := range f.Blocks() {
			f.Shader.Module.Meter.Step()
			x.block(b)
		}
	}
}

// around is the set of the conditions around a block.
func (x *depWalk) around(b ssa.NodeID) depSet {
	if p := x.f.Parent(b); p != 0 {
		return x.control[p]
	}
	return depSet{}
}

func (x *depWalk) grow(d, by *depSet) {
	if d.add(by) {
		x.changed = true
	}
}

// block goes over a block, and the condition of the node behind it.
func (x *depWalk) block(b ssa.NodeID) {
	f := x.f
	around := x.around(b)
	for i := range f.Instrs(b) {
		x.instruction(i, b, &around)
	}
	if n := f.NextNode(b); n != 0 {
		x.grow(&x.control[n], &around)
		switch f.Kind(n) {
		case ssa.NodeIf, ssa.NodeSwitch:
			c := x.values[f.Cond(n).Value]
			for p := n; p != 0; p = f.Parent(p) { // a jump in it decides about the rest of what is around
				x.grow(&x.control[p], &c)
			}
		}
	}
}

func (x *depWalk) instruction(i ssa.InstrID, b ssa.NodeID, around *depSet) {
	f := x.f
	var d depSet
	for k := range f.NumSrcs(i) {
		s := f.Src(i, k)
		switch {
		case s.Value == 0:
		case s.Comps == 0:
			d.add(&x.values[s.Value])
		default:
			for c := range int(s.Comps) {
				from := x.part(s.Value, s.Swizzle.At(c))
				d.add(&from)
			}
		}
	}
	switch o := f.Op(i); o {
	case op.Phi:
		if n := f.Before(b); n != 0 {
			d.add(&x.control[n])
		}
		d.add(around)
	case op.LoadInput, op.LoadInterpolatedInput:
		for c := range x.g.width(i) {
			part := x.input(i, c)
			d.add(&part)
		}
	case op.LoadSystemValue:
		b := ir.BuiltIn(f.Field(i, "value"))
		d.view = d.view || b == ir.BuiltInViewIndex
		for n := range x.w.inputs {
			if e := &x.w.inputs[n]; e.binding.Kind == ir.BindBuiltIn && e.binding.BuiltIn == b {
				x.read(&d, n, 0, i)
				break
			}
		}
	case op.StoreScratch, op.StoreReg:
		d.add(around)
		x.grow(&x.memory, &d)
		return
	case op.LoadScratch, op.LoadReg:
		d.add(&x.memory)
	case op.StoreOutput:
		x.store(i, around)
		return
	}
	x.grow(&x.values[i], &d)
}

// input is the component of an input that component c of a load is.
func (x *depWalk) input(i ssa.InstrID, c int) (d depSet) {
	f := x.f
	c += int(f.Field(i, "component"))
	if x.w.form != nil {
		p := x.g.stagePlace(i, ssa.ModeShaderIn)
		switch {
		case p.e == nil || p.e.row < 0:
		case p.file == filePatch:
			at := p.e.at(p.row, c)
			d.patch[at/32%4] |= 1 << (at % 32)
		case p.file == filePoints:
			return x.out.streams[0][p.e.at(0, c)]
		default:
			d.mark(p.e, c)
		}
		return d
	}
	if n := x.g.slotElement(i, ssa.ModeShaderIn, f.Arg(i, f.NumSrcs(i)-1)); n >= 0 && x.w.inputs[n].row >= 0 {
		d.mark(&x.w.inputs[n], c)
	}
	return d
}

// at is the number of a component of an element in the order of all registers.
func (e *element) at(row, component int) int { return 4*(int(e.row)+row) + int(e.column) + component }

// mark adds a component of an element.
func (d *depSet) mark(e *element, component int) {
	at := e.at(0, component)
	d.bits[at/32%4] |= 1 << (at % 32)
}

// read adds the components of a built-in value that an instruction reads.
func (x *depWalk) read(d *depSet, n, component int, i ssa.InstrID) {
	e := &x.w.inputs[n]
	if e.row < 0 {
		return
	}
	for c := range x.g.width(i) {
		if x.g.used[i]>>c&1 != 0 {
			d.mark(e, component+c)
		}
	}
}

// store adds the sets of the components that a store writes.
func (x *depWalk) store(i ssa.InstrID, around *depSet) {
	f := x.f
	var e *element
	row, table := 0, &x.out.streams[0]
	if x.w.form != nil {
		p := x.g.stagePlace(i, ssa.ModeShaderOut)
		if e, row = p.e, p.row; p.file == filePatch {
			table = &x.out.patch
		} else if e != nil {
			table = &x.out.streams[e.stream]
		}
	} else if n := x.g.slotElement(i, ssa.ModeShaderOut, f.Arg(i, 1)); n >= 0 {
		e = &x.w.outputs[n]
	}
	if e == nil || e.row < 0 {
		return
	}
	s := f.Src(i, 0)
	mask := f.Field(i, "mask")
	for c := range x.g.width(s.Value) {
		if mask != 0 && mask>>c&1 == 0 {
			continue
		}
		from := c
		if s.Comps > 0 {
			from = s.Swizzle.At(c)
		}
		d := x.part(s.Value, from)
		d.add(around)
		x.grow(&table[e.at(row, int(f.Field(i, "component"))+c)], &d)
	}
}

// part is the set of a component of a value, which inputs and vectors have of their own.
func (x *depWalk) part(v ssa.Value, c int) depSet {
	f := x.f
	switch f.Op(v) {
	case op.LoadInput:
		return x.input(v, c)
	case op.Mov:
		if s := f.Src(v, 0); s.Comps > 0 {
			return x.part(s.Value, s.Swizzle.At(c))
		}
	case op.Vec:
		at := 0
		for k := range f.NumSrcs(v) {
			s := f.Src(v, k)
			n := int(s.Comps)
			if n == 0 {
				n = x.g.width(s.Value)
			}
			if c < at+n {
				if from := c - at; s.Comps > 0 {
					return x.part(s.Value, s.Swizzle.At(from))
				}
				return x.part(s.Value, c-at)
			}
			at += n
		}
	}
	return x.values[v]
}

// dependencyTables fills in the tables of the pipeline information.
func (w *Writer) dependencyTables(p *dxil.PipelineInfo) {
	d := w.deps
	for k := range p.OutputVectors {
		outs := p.OutputVectors[k]
		if n := dxil.TableWords(p.InputVectors, outs); n > 0 {
			table := make([]uint32, n)
			d.streams[k].each(func(in, out int) { dxil.Depend(table, outs, in, out) })
			p.InputToOutput[k] = table
		}
		if n := dxil.MaskWords(outs); p.UsesViewID && n > 0 {
			mask := make([]uint32, n)
			d.streams[k].eachView(func(out int) { mask[out/32] |= 1 << (out % 32) })
			p.ViewIDOutputs[k] = mask
		}
	}
	switch w.entry.Stage {
	case ir.StageMesh:
		if p.UsesViewID {
			p.ViewIDOutputs[0], p.ViewIDPatch = allOf(w.outputs), allOf(w.patch)
		}
	case ir.StageTessellationControl:
		if p.UsesViewID {
			p.ViewIDPatch = make([]uint32, dxil.MaskWords(p.PatchVectors))
			d.patch.eachView(func(out int) { p.ViewIDPatch[out/32] |= 1 << (out % 32) })
		}
		p.InputToPatch = make([]uint32, dxil.TableWords(p.InputVectors, p.PatchVectors))
		d.patch.each(func(in, out int) { dxil.Depend(p.InputToPatch, p.PatchVectors, in, out) })
	case ir.StageTessellationEvaluation:
		p.PatchToOutput = make([]uint32, dxil.TableWords(p.PatchVectors, p.OutputVectors[0]))
		d.streams[0].eachPatch(func(in, out int) { dxil.Depend(p.PatchToOutput, p.OutputVectors[0], in, out) })
	}
}

// viewState is the array of the outputs that depend on the view, and on each input.
func (w *Writer) viewState(flags uint64) llvm.Value {
	if w.entry.Stage.Info().Workgroups && w.entry.Stage != ir.StageMesh {
		return 0
	}
	o, d := w.gen.out, w.deps
	ins, patch := componentsOf(w.inputs), componentsOf(w.patch)
	if ins == 0 && componentsOf(w.outputs) == 0 && patch == 0 {
		return 0
	}
	list := []uint32{uint32(ins)}
	view := func(outs int, t *depTable) {
		if flags&flagViewID != 0 {
			at := len(list)
			list = append(list, make([]uint32, (outs+31)/32)...)
			t.eachView(func(out int) { list[at+out/32] |= 1 << (out % 32) })
		}
	}
	table := func(ins, outs int, each func(func(in, out int))) {
		at, words := len(list), (outs+31)/32
		list = append(list, make([]uint32, ins*words)...)
		each(func(in, out int) { list[at+in*words+out/32] |= 1 << (out % 32) })
	}
	streams := 1
	if w.entry.Stage == ir.StageGeometry {
		streams = len(d.streams)
	}
	if w.entry.Stage == ir.StageMesh {
		for _, of := range [][]element{w.outputs, w.patch} {
			if list = append(list, uint32(componentsOf(of))); flags&flagViewID != 0 {
				list = append(list, allOf(of)[:(componentsOf(of)+31)/32]...)
			}
		}
		streams = 0
	}
	for k := range streams {
		outs, t := componentsOf(w.streamOf(k)), &d.streams[k]
		list = append(list, uint32(outs))
		view(outs, t)
		table(ins, outs, t.each)
	}
	switch w.entry.Stage {
	case ir.StageTessellationControl:
		list = append(list, uint32(patch))
		view(patch, &d.patch)
		table(ins, patch, d.patch.each)
	case ir.StageTessellationEvaluation:
		list = append(list, uint32(patch))
		table(patch, componentsOf(w.outputs), d.streams[0].eachPatch)
	}
	values := make([]llvm.Value, len(list))
	for k, x := range list {
		values[k] = o.I32(int64(x))
	}
	return o.AggregateOf(o.ArrayOf(w.gen.i32, uint32(len(values))), values...)
}

// allOf is the set of all components of a signature.
func allOf(list []element) []uint32 {
	mask := make([]uint32, dxil.MaskWords(rowsOf(list)))
	for k := range list {
		for c := range int(list[k].width) {
			if at := list[k].at(0, c); list[k].row >= 0 {
				mask[at/32] |= 1 << (at % 32)
			}
		}
	}
	return mask
}

// componentsOf is one more than the last component of registers that a signature takes.
func componentsOf(list []element) (n int) {
	for k := range list {
		if e := &list[k]; e.row >= 0 {
			n = max(n, e.at(int(e.rows), int(e.width)))
		}
	}
	return n
}
