package msl

// This file lists the transforms that a module goes through before it is
// printed.

import (
	"cmp"

	"refract/internal/back"
	"refract/internal/ir/transform"
	"refract/ir"
)

// polyfills are the functions that Metal's library lacks, or leaves undefined.
const polyfills = transform.PolyfillFirstBits | transform.PolyfillBitFields | transform.PolyfillDotPacked |
	transform.PolyfillIntegerDot | transform.PolyfillIntegerClamp | transform.PolyfillCarry | transform.PolyfillAngles | transform.PolyfillModf |
	transform.PolyfillFrexp | transform.PolyfillOuter | transform.PolyfillInverse | transform.PolyfillFaceForward |
	transform.PolyfillClampEdge | transform.PolyfillScalarReflect

// legalize makes a module one that the printer can write.
func (w *Writer) legalize(m *ir.Module) error {
	o := &w.opts
	// First: constants need fewer checks.
	if o.Overrides != nil {
		if err := transform.SubstituteOverrides(m, o.Overrides); err != nil {
			return err
		}
	} else if len(m.Overrides) > 1 {
		if err := w.freezeLengths(m); err != nil {
			return err
		}
	}
	// Before anything looks at memory: values read there become words.
	transform.DropPrints(m)
	transform.MappedTexels(m)
	if o.Version < simdgroupMatrices || !cooperativeForm(m).Fits(m) {
		transform.Cooperative(m)
	}
	if err := transform.BufferViews(m); err != nil {
		return err
	}
	if o.Version < 302 {
		transform.MergeFences(m)
	}
	transform.HelpDiscarded(m, true) // discard makes a helper invocation
	transform.CarryTermination(m)
	transform.SplitSamplers(m)
	transform.InputAttachments2D(m)
	transform.StorageCubes2D(m)
	// Ahead of PointerParams: the functions that read planes take pointers.
	if err := w.ReplaceExternal(m, w.opts.ExternalForm, w.opts.ExternalBindings, "msl"); err != nil || w.Lacks != nil {
		return cmp.Or(err, w.failure())
	}
	// A pointer into a buffer has neither the memory layout nor the length; a parameter
	// that is a texture can't declare that the texture is coherent.
	if err := transform.PointerParams(m, transform.PointerParamOptions{Resources: o.hasCoherentImages(m)}); err != nil {
		return err
	}
	transform.SpreadElements(m, transform.SpreadOptions{})
	if err := w.wordBuffers(m); err != nil {
		return err
	}
	if err := transform.AtomicMemory(m); err != nil {
		if e, ok := err.(*transform.AtomicMemoryError); ok {
			return &UnsupportedError{w.opts.Version, back.Unsupported{Feature: e.What, Span: e.Span}}
		}
		return err
	}
	transform.MergeComponents(m)
	if o.AdjustCoordinateSpace {
		transform.ConvertPositions(m, ir.ClipSpaceWebGPU)
	}
	if o.PointSize {
		transform.AddPointSize(m, false)
	}
	if err := w.meshStages(m); err != nil {
		return err
	}
	if err := w.tessellation(m); err != nil {
		return err
	}
	var err error
	if w.pulled, err = transform.PullVertices(m, o.VertexBuffers); err != nil {
		return err
	}
	transform.LinearIndices(m)

	transform.CollectiveLoops(m, lacksCollective)
	// Ahead of the checks, which see to the operations that it uses.
	transform.Polyfill(m, polyfills)
	if o.IntDivChecks {
		transform.Divisions(m, transform.DivisionOptions{})
	}
	transform.Shifts(m)
	transform.Conversions(m, transform.ConversionOptions{})

	// Ahead of BoundsChecks, so that the load inside is checked.
	transform.UniformLoads(m)
	// Threadgroup memory begins undefined, as do variables of C++.
	transform.ZeroInitialize(m, transform.ZeroOptions{Locals: true, Private: true, Workgroup: o.ZeroWorkgroup})
	transform.BoundsChecks(m, o.Bounds)
	if o.ForceLoopBounding {
		transform.BoundLoops(m, transform.LoopOptions{})
	}
	// After all that computes. In C++, & of bools is an int.
	transform.BoolScalars(m)
	transform.CountersDontWrap(m)
	transform.WrapSigned(m)
	// Members for padding are assigned with the others.
	transform.StoreParts(m, transform.StorePartsOptions{Vectors: true})
	// C++ has no continuing blocks.
	transform.Continuing(m)

	// Last, as the others look for inputs and outputs.
	roles := findRoles(m, nil)
	w.interpolated = transform.FindInterpolatedInputs(m)
	transform.SplitInputs(m, func(e *ir.EntryPoint, t ir.TypeID) bool {
		return len(w.interpolated) == 0 && keepsInput(m, roles, e, t)
	})
	w.numberSamples(m)
	transform.SeparateOutputs(m, "Output", func(e *ir.EntryPoint, t ir.TypeID) bool { return !keepsOutput(m, roles, e, t) })
	return nil
}

// freezeLengths gives the overrides that give lengths of arrays, or that have a type that
// function constants can't have, their initial values. Function constants are no constant
// expressions (Metal Shading Language specification, section 5.8).
func (w *Writer) freezeLengths(m *ir.Module) error {
	var marked []bool
	transform.MarkLengths(m, false, &marked)
	transform.MarkTwins(m, marked)
	frozen, err := transform.FreezeOverrides(m, marked)
	for _, f := range frozen {
		w.dropped = append(w.dropped, back.Dropped{What: f.What, Span: f.Span})
	}
	return err
}
