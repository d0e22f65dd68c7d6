package msl

// This file writes inputs that are interpolated elsewhere than they are declared to be: at the
// centroid, a sample or an offset. Metal has a type of inputs whose values functions return (Metal
// Shading Language specification, section "Interpolation Methods", from 2.3 on):
//
//	@a : vec4<f32>, location 0     struct Input { interpolant<float4, interpolation::perspective> a [[user(locn0)]]; };
//	                               float4 a = in.a.interpolate_at_center();
//	interpolate centroid           in.a.interpolate_at_centroid()
//
// A reference to the input has the place of a private variable: it is a parameter of each
// function that interpolates.

import (
	"slices"

	"refract/internal/ir/transform"
	"refract/ir"
)

// interpolantAt is the input that parameter i of the fragment entry point under way is, if that is
// interpolated elsewhere, or nil.
func (w *Writer) interpolantAt(i int) *transform.InterpolatedInput {
	a := &w.F.Args[i]
	for k := range w.interpolated {
		if in := &w.interpolated[k]; a.Binding.Kind == ir.BindLocation && a.Binding.Location == in.Location && uint32(a.Binding.Component) == in.Component &&
			a.Type == in.Type && w.uses[w.id].has(in.Global) {
			return in
		}
	}
	return nil
}

// interpolantOf is the input that a variable stands for, or nil.
func (w *Writer) interpolantOf(id ir.GlobalID) *transform.InterpolatedInput {
	for k := range w.interpolated {
		if in := &w.interpolated[k]; in.Global == id {
			return in
		}
	}
	return nil
}

// interpolantType writes the type of an input that is interpolated elsewhere. The entry points have
// to agree on its interpolation, since functions are shared.
func (w *Writer) interpolantType(in *transform.InterpolatedInput) {
	var linear, perspective bool
	for i := range w.M.EntryPoints {
		e := &w.M.EntryPoints[i]
		if e.Stage != ir.StageFragment || !w.uses[e.Function].has(in.Global) {
			continue
		}
		f := w.M.Func(e.Function)
		at, ok := w.M.InputAt(f, in.Location, in.Component)
		if !ok || at.Type != in.Type {
			w.Unsupported("an input that is interpolated elsewhere, and isn't declared", f.Span)
			continue
		}
		switch at.Binding.Interpolation {
		case ir.InterpolateLinear:
			linear = true
		case ir.DefaultInterpolation, ir.InterpolatePerspective:
			perspective = true
		default:
			w.Unsupported("an input that is interpolated elsewhere, and flat", f.Span)
		}
		if linear && perspective {
			w.Unsupported("an input that is interpolated elsewhere, in several ways", f.Span)
		}
	}
	o := &w.Out
	o.Str("interpolant<")
	w.typeName(in.Type)
	o.Comma()
	if linear {
		o.Str("interpolation::no_perspective>")
	} else {
		o.Str("interpolation::perspective>")
	}
}

// interpolants declares the values of the inputs that are interpolated elsewhere, and references to them.
func (w *Writer) interpolants() {
	o := &w.Out
	for i := range w.F.Args {
		in := w.interpolantAt(i)
		if in == nil {
			continue
		}
		id, a := in.Global, &w.F.Args[i]
		w.since(203, "inputs interpolated elsewhere than declared", a.Span)
		member := w.stageIn[i]
		w.stageIn[i] = ""
		o.Line()
		o.Str("thread ")
		w.interpolantType(in)
		o.Str("& ")
		w.Globals[id] = w.declareLocal(w.M.Globals[id].Name, "global")
		o.Infix("=")
		o.Name(w.input)
		o.Byte('.')
		o.Str(member)
		o.Byte(';')

		o.Line()
		w.typeName(a.Type)
		o.Byte(' ')
		w.Args[i] = w.declareLocal(a.Name, "in")
		o.Infix("=")
		o.Name(w.Globals[id])
		switch a.Binding.Sampling {
		case ir.SampleCentroid:
			o.Str(".interpolate_at_centroid();")
		case ir.SampleSample:
			o.Str(".interpolate_at_sample(")
			w.sampleIndex()
			o.Str(");")
		default:
			o.Str(".interpolate_at_center();")
		}
	}
}

// numberSamples gives entry points the number of the sample if they have an input of each sample
// that may be interpolated elsewhere.
func (w *Writer) numberSamples(m *ir.Module) {
	for i := range m.EntryPoints {
		if m.EntryPoints[i].Stage != ir.StageFragment {
			continue
		}
		f := m.Func(m.EntryPoints[i].Function)
		has := slices.ContainsFunc(f.Args, func(a ir.Argument) bool {
			return a.Binding.Kind == ir.BindBuiltIn && a.Binding.BuiltIn == ir.BuiltInSampleIndex
		})
		for _, in := range w.interpolated {
			at, ok := m.InputAt(f, in.Location, in.Component)
			if ok && !has && at.Binding.Sampling == ir.SampleSample {
				f, has = m.OwnFunction(i), true
				f.Args = append(slices.Clip(f.Args), ir.Argument{Name: "sample_index", Type: ir.TypeU32, Binding: ir.Binding{Kind: ir.BindBuiltIn, BuiltIn: ir.BuiltInSampleIndex}})
			}
		}
	}
}

// sampleIndex spells the number of the sample that the entry point under way runs for, which
// numberSamples has added.
func (w *Writer) sampleIndex() {
	for i := range w.F.Args {
		if b := &w.F.Args[i].Binding; b.Kind == ir.BindBuiltIn && b.BuiltIn == ir.BuiltInSampleIndex {
			w.Out.Name(w.Args[i])
			return
		}
	}
}

// interpolate spells an input that is interpolated elsewhere. Metal counts offsets from the upper
// left corner of the pixel, in 16ths.
func (w *Writer) interpolate(e ir.ExprID) {
	o := &w.Out
	v := w.Ex.Interpolate(e)
	o.Name(w.Globals[transform.InterpolatedInputOf(w.interpolated, w.F, e).Global])
	switch v.Op {
	case ir.InterpolateCentroid:
		o.Str(".interpolate_at_centroid()")
	case ir.InterpolateSample:
		o.Str(".interpolate_at_sample(")
		w.Expr(v.Arg, anyForm)
		o.Byte(')')
	case ir.InterpolateOffset:
		o.Str(".interpolate_at_offset(clamp(")
		w.Expr(v.Arg, primary)
		o.Str(" + 0.5, 0.0, 0.9375))")
	}
}
