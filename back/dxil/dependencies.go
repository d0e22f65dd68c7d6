package dxil

// This file finds the components of inputs that each component of an output depends on, for the
// pipeline information: drivers that draw several views at once run the parts of a shader that don't
// depend on the view once.
//
// A value depends on the inputs of its sources; a phi and a store also on the conditions that
// control their block; a load from an array of the shader on all that was stored to arrays.

import (
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
)

// A depSet is a set of components of inputs, and the view.
type depSet struct {
	bits [4]uint32 // 32 registers of four components
	view bool
}

func (d *depSet) add(x *depSet) bool {
	was := *d
	for k := range d.bits {
		d.bits[k] |= x.bits[k]
	}
	d.view = d.view || x.view
	return was != *d
}

// dependencies are the sets of the components of outputs.
type dependencies struct {
	outputs [128]depSet
}

// each calls a function with each component of an input and each that depends on it.
func (d *dependencies) each(f func(in, out int)) {
	for out := range d.outputs {
		for in := range 128 {
			if d.outputs[out].bits[in/32]>>(in%32)&1 != 0 {
				f(in, out)
			}
		}
	}
}

// eachView calls a function with each component of an output that depends on the view.
func (d *dependencies) eachView(f func(out int)) {
	for out := range d.outputs {
		if d.outputs[out].view {
			f(out)
		}
	}
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

// dependencies finds those of a function that was written last, by repetition until nothing changes.
func (w *Writer) dependencies(f *ssa.Function) *dependencies {
	d := new(dependencies)
	if w.entry.Stage.Info().Workgroups || len(w.outputs) == 0 {
		return d
	}
	x := depWalk{w: w, g: &w.gen, f: f, values: make([]depSet, f.InstrCount()), control: make([]depSet, f.NodeCount()), out: d, changed: true}
	for x.changed {
		x.changed = false
		for b := range f.Blocks() {
			f.Shader.Module.Meter.Step()
			x.block(b)
		}
	}
	return d
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
	if n := x.g.slotElement(i, ssa.ModeShaderIn, f.Arg(i, f.NumSrcs(i)-1)); n >= 0 && x.w.inputs[n].row >= 0 {
		d.mark(&x.w.inputs[n], int(f.Field(i, "component"))+c)
	}
	return d
}

// mark adds a component of an element.
func (d *depSet) mark(e *element, component int) {
	at := 4*int(e.row) + int(e.column) + component
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
	n := x.g.slotElement(i, ssa.ModeShaderOut, f.Arg(i, 1))
	if n < 0 || x.w.outputs[n].row < 0 {
		return
	}
	e := &x.w.outputs[n]
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
		x.grow(&x.out.outputs[4*int(e.row)+int(e.column)+int(f.Field(i, "component"))+c], &d)
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
