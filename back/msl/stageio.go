package msl

// This file writes the structs of inputs and outputs that the author didn't
// declare, and the attributes that tie values to the pipeline (section 5.2).

import (
	"fmt"

	"refract/diag"
	"refract/internal/back/text"
	"refract/ir"
)

// maxColors is how many color attachments Metal has.
const maxColors = 8

// inputDecl declares a struct for the parameters with a location, if there are
// any, and returns its name.
func (w *Writer) inputDecl(e *ir.EntryPoint) text.Name {
	o, f := &w.Out, w.F
	var wanted []string
	for i := range f.Args {
		if f.Args[i].Binding.Kind == ir.BindLocation {
			wanted = append(wanted, f.Args[i].Name)
		}
	}
	if len(wanted) == 0 {
		return 0
	}
	if list := memberNames(wanted); list != nil {
		wanted = list
	}
	name := w.moduleName(e.Name+"Input", "Input", false)
	o.Blank()
	o.Str("struct ")
	o.Declare(name)
	o.Space()
	o.Byte('{')
	o.Indent()
	for i := range f.Args {
		a := &f.Args[i]
		if a.Binding.Kind != ir.BindLocation {
			continue
		}
		w.stageIn[i], wanted = wanted[0], wanted[1:]
		o.Line()
		interpolant := w.interpolantAt(i)
		if a.Binding.IsPerVertex() {
			w.perVertexType(a)
		} else if interpolant != nil {
			w.interpolantType(interpolant)
		} else {
			w.typeName(a.Type)
		}
		o.Byte(' ')
		o.Str(w.stageIn[i])
		b := a.Binding
		if interpolant != nil {
			b.Interpolation, b.Sampling = ir.DefaultInterpolation, ir.DefaultSampling // the type has them
		}
		w.attribute(e.Stage.Info().Inputs, &b, a.Type, a.Span)
		o.Byte(';')
	}
	o.Outdent()
	o.Line()
	o.Str("};")
	o.End()
	return name
}

// outputDecl declares a struct for a single result, unless the result needs none:
// a position, or the first color.
func (w *Writer) outputDecl(e *ir.EntryPoint) {
	o, f := &w.Out, w.F
	b := &f.ResultBinding
	switch {
	case f.Result == 0 || b.Kind == ir.NoBinding:
		return
	case b.Kind == ir.BindBuiltIn && b.BuiltIn == ir.BuiltInPosition && !b.Invariant && e.Stage == ir.StageVertex,
		b.Kind == ir.BindLocation && b.Location == 0 && !b.HasBlendSrc && e.Stage == ir.StageFragment:
		return
	}
	w.outputs = w.moduleName(e.Name+"Output", "Output", false)
	o.Blank()
	o.Str("struct ")
	o.Declare(w.outputs)
	o.Space()
	o.Byte('{')
	o.Indent()
	o.Line()
	w.typeName(f.Result)
	o.Str(" value")
	w.attribute(e.Stage.Info().Outputs, b, f.Result, f.Span)
	o.Byte(';')
	o.Outdent()
	o.Line()
	o.Str("};")
	o.End()
}

// attribute writes the attributes of an input or output in a struct.
func (w *Writer) attribute(r ir.Interface, b *ir.Binding, t ir.TypeID, span diag.Span) {
	o := &w.Out
	o.Str(" [[")
	if b.Kind == ir.BindBuiltIn {
		w.builtIn(r, b, span)
		o.Str("]]")
		return
	}
	if b.Component != 0 {
		w.Unsupported("a component of a location", span)
	}
	if b.PerPrimitive {
		w.since(300, "values per primitive", span)
	}
	numbered := func(attribute string, n uint32) {
		o.Str(attribute)
		o.Uint(uint64(n))
		o.Byte(')')
	}
	switch r {
	case ir.Attributes:
		numbered("attribute(", b.Location)
	case ir.Colors:
		if b.Location >= maxColors {
			w.Unsupported(fmt.Sprintf("a color output at location %d, which is past color(%d)", b.Location, maxColors-1), span)
			return
		}
		numbered("color(", b.Location)
		if b.HasBlendSrc {
			w.since(102, "dual-source blending", span)
			if !w.M.BlendsPairs() {
				w.Unsupported("outputs with a blend source that aren't two of one type, at location 0 and alone", span)
			}
			numbered(", index(", uint32(b.BlendSrc))
		}
	case ir.Varyings:
		numbered("user(locn", b.Location)
		if b.PerPrimitive {
			o.Str(", flat")
		} else {
			w.interpolation(b, t)
		}
	}
	o.Str("]]")
}

// interpolation writes how a varying is interpolated; Metal's default is that of
// the module.
func (w *Writer) interpolation(b *ir.Binding, t ir.TypeID) {
	o := &w.Out
	at := "center"
	switch b.Sampling {
	case ir.SampleCentroid:
		at = "centroid"
	case ir.SampleSample:
		at = "sample"
	}
	switch b.Interpolation {
	case ir.DefaultInterpolation, ir.InterpolatePerspective:
		switch {
		case w.M.Types.ScalarOf(t).IsInteger():
			o.Str(", flat")
		case at != "center":
			o.Str(", " + at + "_perspective")
		}
	case ir.InterpolateLinear:
		o.Str(", " + at + "_no_perspective")
	case ir.InterpolateFlat:
		o.Str(", flat")
	case ir.InterpolatePerVertex: // see perVertexType
	}
}

// builtIn writes the attribute of a built-in value in a struct.
func (w *Writer) builtIn(r ir.Interface, b *ir.Binding, span diag.Span) {
	o := &w.Out
	switch {
	case b.BuiltIn == ir.BuiltInPosition && r == ir.Varyings:
		o.Str("position")
		if b.Invariant {
			w.since(201, "invariant positions", span)
			o.Str(", invariant")
		}
	case b.BuiltIn == ir.BuiltInPointSize && r == ir.Varyings:
		o.Str("point_size")
	case b.BuiltIn == ir.BuiltInClipDistances && r == ir.Varyings:
		o.Str("clip_distance")
	case b.BuiltIn == ir.BuiltInLayer && r == ir.Varyings:
		o.Str("render_target_array_index")
	case b.BuiltIn == ir.BuiltInViewportIndex && r == ir.Varyings:
		w.since(200, "the viewport index", span)
		o.Str("viewport_array_index")
	case b.BuiltIn == ir.BuiltInFragDepth && r == ir.Colors:
		switch b.Depth {
		case ir.EarlyDepthGreaterEqual:
			o.Str("depth(greater)")
		case ir.EarlyDepthLessEqual:
			o.Str("depth(less)")
		default:
			o.Str("depth(any)")
		}
	case b.BuiltIn == ir.BuiltInSampleMask && r == ir.Colors:
		o.Str("sample_mask")
	case b.BuiltIn == ir.BuiltInStencilRef && r == ir.Colors:
		w.since(201, "the stencil reference value", span)
		o.Str("stencil")
	default:
		w.Unsupported("the built-in output "+b.BuiltIn.String(), span)
	}
}

// inputAttributes are the attributes of built-in inputs, and the version that they
// need.
var inputAttributes = [ir.BuiltInCount]struct {
	name  string
	since Version
}{
	ir.BuiltInPosition:             {"position", 100},
	ir.BuiltInViewIndex:            {"amplification_id", 202},
	ir.BuiltInBaseInstance:         {"base_instance", 101},
	ir.BuiltInBaseVertex:           {"base_vertex", 101},
	ir.BuiltInInstanceIndex:        {"instance_id", 100},
	ir.BuiltInVertexIndex:          {"vertex_id", 100},
	ir.BuiltInPointCoord:           {"point_coord", 100},
	ir.BuiltInFrontFacing:          {"front_facing", 100},
	ir.BuiltInPrimitiveIndex:       {"primitive_id", 202},
	ir.BuiltInBarycentric:          {"barycentric_coord", 202},
	ir.BuiltInSampleIndex:          {"sample_id", 100},
	ir.BuiltInSampleMask:           {"sample_mask", 100},
	ir.BuiltInGlobalInvocationID:   {"thread_position_in_grid", 100},
	ir.BuiltInLocalInvocationID:    {"thread_position_in_threadgroup", 100},
	ir.BuiltInLocalInvocationIndex: {"thread_index_in_threadgroup", 100},
	ir.BuiltInWorkgroupID:          {"threadgroup_position_in_grid", 100},
	ir.BuiltInNumWorkgroups:        {"threadgroups_per_grid", 100},
	ir.BuiltInNumSubgroups:         {"simdgroups_per_threadgroup", 200},
	ir.BuiltInSubgroupID:           {"simdgroup_index_in_threadgroup", 200},
	ir.BuiltInSubgroupSize:         {"threads_per_simdgroup", 200},
	ir.BuiltInSubgroupInvocationID: {"thread_index_in_simdgroup", 200},
	ir.BuiltInLayer:                {"render_target_array_index", 100},
	ir.BuiltInViewportIndex:        {"viewport_array_index", 200},
	ir.BuiltInTessCoord:            {"position_in_patch", 102},
}

// builtInParameter declares a built-in input of entry point number entry.
func (w *Writer) builtInParameter(entry int, e *ir.EntryPoint, i int) {
	o := &w.Out
	a := &w.F.Args[i]
	in := inputAttributes[a.Binding.BuiltIn]
	if entry == w.evaluated && a.Binding.BuiltIn == ir.BuiltInPrimitiveIndex {
		in.name, in.since = "patch_id", 102
	}
	if in.name == "" {
		w.Unsupported("the built-in input "+a.Binding.BuiltIn.String(), a.Span)
		return
	}
	if w.opts.Version < in.since {
		w.since(in.since, "the built-in input "+a.Binding.BuiltIn.String(), a.Span)
	}
	w.typeName(a.Type)
	o.Byte(' ')
	w.Args[i] = w.declareLocal(a.Name, "arg")
	o.Str(" [[")
	o.Str(in.name)
	if a.Binding.BuiltIn == ir.BuiltInSampleMask && e.PostDepthCoverage {
		w.since(203, "sample masks after the depth test", a.Span)
		o.Str(", post_depth_coverage")
	}
	if a.Binding.BuiltIn == ir.BuiltInBarycentric && a.Binding.Interpolation == ir.InterpolateLinear {
		o.Str(", center_no_perspective")
	}
	o.Str("]]")
}
