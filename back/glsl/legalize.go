package glsl

// This file lists the transforms that a module goes through before it is
// printed.

import (
	"slices"

	"refract/internal/back"
	"refract/internal/ir/compact"
	"refract/internal/ir/transform"
	"refract/ir"
)

// copyReached makes m a copy of the entities that the entry points of src use, with the
// values of overrides in place: constants need fewer checks, and code that they rule out
// needn't be written.
func (w *Writer) copyReached(m, src *ir.Module) error {
	o := &w.opts
	options := compact.Options{KeepUnused: o.IncludeUnused}
	w.kept = w.kept[:0]
	if len(src.Overrides) == 1 && len(o.Overrides) == 0 {
		if options.Alone = w.others(src); options.Alone == nil {
			compact.Into(m, src, options)
			return nil
		}
		a := options.Alone
		compact.Into(m, src, options)
		if w.kept = a.Kept; !a.Left {
			w.kept = w.kept[:0]
		}
		w.kept = slices.DeleteFunc(w.kept, func(g ir.GlobalID) bool { return !m.Globals[g].Space.IsBuffer() })
		a.Fits, a.Kept = nil, w.kept
		return nil
	}
	src.CloneInto(m)
	if err := w.specialize(m); err != nil {
		return err
	}
	compact.Module(m, options)
	return nil
}

// clipSpace is the clip space of the text's positions.
func (o *Options) clipSpace() ir.ClipSpace {
	if o.Vulkan {
		return ir.ClipSpaceVulkan
	}
	return ir.ClipSpaceOpenGL
}

// legalize makes a module one that the printer can write: total in cases that GLSL leaves
// undefined, and without constructs that it, or the version, has no word for.
func (w *Writer) legalize(m *ir.Module) error {
	o := &w.opts
	if !o.Vulkan && !o.GatherUniforms {
		transform.LooseUniforms(m)
	}
	// Before anything looks at memory: values read there become words.
	if !o.Vulkan {
		transform.DropPrints(m)
	}
	if w.extension(cooperativeMatrices) == "" {
		transform.Cooperative(m)
	}
	if err := transform.BufferViews(m); err != nil {
		return err
	}
	if transform.ReadsCombinedDepth(m) {
		// CombineSamplers makes them anew, one for each way to read.
		transform.SplitSamplers(m)
	}
	if !o.Vulkan {
		transform.InputAttachments2D(m)
	}
	// Ahead of PointerParams: the functions that read planes take pointers.
	if o.ExternalForm == transform.ExternalPlanar {
		if _, err := transform.ExternalPlanes(m, o.ExternalBindings); err != nil {
			return err
		}
	}
	// Pointers become inout parameters, which are copies: pointers to memory that others
	// see are replaced by paths. Textures have to be known at their uses. Early, so that
	// the checks see which buffer is accessed.
	if err := transform.PointerParams(m, transform.PointerParamOptions{Resources: true, Workgroup: true, Parts: true,
		Checked: o.Bounds.Index == transform.ReadZeroSkipWrite}); err != nil {
		return err
	}

	if o.Version.ES {
		transform.DropEarlyDepth(m) // which ES refuses
	}
	transform.LinearIndices(m)
	transform.WidenVaryings(m, ir.Scalars(ir.F16))
	if o.ForcePointSize {
		transform.AddPointSize(m, false)
	}
	// Inputs and outputs are variables. Ahead of ConvertPositions, which can change
	// the position alone then.
	transform.SplitInputs(m, func(*ir.EntryPoint, ir.TypeID) bool { return false })
	transform.ComposeOutputs(m)
	if o.AdjustCoordinateSpace {
		transform.ConvertPositions(m, o.clipSpace())
	}
	// After ConvertPositions: positions that are only copied aren't converted.
	if !w.passesPrimitives(m) {
		transform.EmitPrimitives(m)
	}

	if o.ExternalForm == transform.ExternalNative && o.Version.ES && !o.Vulkan {
		transform.ClampExternalImages(m)
	} else {
		transform.ExternalImages2D(m)
	}
	if o.Version.ES {
		transform.Images1DTo2D(m)
	}

	transform.SwapBGRA(m)

	if !o.Demote && !o.Vulkan {
		transform.TerminateDemoted(m)
	}

	w.setAside(m)
	if w.isOld() {
		transform.SignedWords(m) // ahead of the checks of shifts
	}
	w.makeTotal(m)
	w.putBack(m)

	// Entities that the transforms left unused needn't be written. Handles are final from
	// here on.
	compact.Module(m, compact.Options{KeepUnused: o.IncludeUnused, Keep: w.kept})
	w.noteWhole(m)
	if !o.Vulkan {
		w.firstInstance = transform.AddFirstInstance(m, transform.FirstInstanceOptions{BuiltIn: o.DrawParameters, Name: "first_instance"})
		list, err := transform.CombineSamplers(m)
		if err != nil {
			return err
		}
		w.combined = list
	}
	uniform := ir.LayoutStd140
	storage, immediate := ir.LayoutStd430, ir.NoLayout
	if o.Vulkan {
		immediate = ir.LayoutStd430
	}
	return w.layOut(m, transform.PaddingOptions{Uniform: uniform, Storage: storage, Immediate: immediate})
}

// makeTotal gives operations the results that they have in the module, with the words of
// the version. It changes the computations of functions, not the resources that they use
// nor the values between stages.
func (w *Writer) makeTotal(m *ir.Module) {
	o := &w.opts
	// Ahead of the checks, which see to the operations that it uses.
	transform.Polyfill(m, w.polyfills())
	transform.SplitHalfBitcasts(m)
	transform.SplitBitcastsBut(m, hasBitcast)
	transform.ForwardResults(m)
	if o.IntDivChecks {
		transform.Divisions(m, transform.DivisionOptions{}) // x/0 is undefined (section "Operators and Expressions")
	}
	transform.Shifts(m) // so are shifts by the width or more
	transform.Remainders(m, transform.RemainderOptions{Floats: true, Signed: true})
	transform.Conversions(m, transform.ConversionOptions{SignedWords: w.isOld()}) // and floats that don't fit an integer

	// Ahead of BoundsChecks, so that the load inside is checked.
	transform.UniformLoads(m)
	transform.AtomicOperations(m, transform.AtomicOptions{Load: true, Store: true, Sub: true})
	// Variables begin undefined.
	transform.ZeroInitialize(m, transform.ZeroOptions{Locals: true, Workgroup: o.ZeroInitializeWorkgroup})
	// In uniform blocks the columns of a matrix are 16 bytes apart. After
	// ZeroInitialize: the variables that it makes need no zeros.
	if !w.isLoose() {
		w.putBack(m)
		transform.UniformMatrices(m)
		w.setAside(m)
	}
	transform.BoundsChecks(m, o.Bounds, w.unanswered()...)
	// After BoundsChecks, whose conditions are combined by &, and which keep results of
	// atomic operations in variables.
	transform.CompareExchanges(m)
	if w.isOld() {
		transform.BoolScalars(m)
	} else {
		transform.BoolOperations(m)
	}
	if o.ForceLoopBounding {
		transform.BoundLoops(m, transform.LoopOptions{Late: true}) // its counters need no checks
	}
	if w.isOld() {
		transform.SwitchesToIfs(m)
	}
	transform.Continuing(m)
	if w.isOld() {
		transform.Elementary(m)
		return
	}
	if !w.has(integerMix) {
		transform.Polyfill(m, transform.PolyfillVectorSelect) // the checks choose by vectors, too
	}
}

// unanswered are the questions about textures that the version can't answer, and
// the checks can't ask.
func (w *Writer) unanswered() []ir.ImageQueryOp {
	var unknown []ir.ImageQueryOp
	if !w.has(queryLevels) {
		unknown = append(unknown, ir.QueryLevels)
	}
	if !w.has(querySamples) {
		unknown = append(unknown, ir.QuerySamples)
	}
	return unknown
}

// polyfills is the set of functions that the version lacks.
func (w *Writer) polyfills() transform.Polyfills {
	set := transform.PolyfillBitCounts | transform.PolyfillBitFields | transform.PolyfillPackInteger | transform.PolyfillDotPacked |
		transform.PolyfillIntegerDot | transform.PolyfillIntegerClamp | transform.PolyfillCarry | transform.PolyfillModf | transform.PolyfillFrexp |
		transform.PolyfillBitWidths | transform.PolyfillQuantize | transform.PolyfillClampEdge | transform.PolyfillSelect
	if !w.has(bitFunctions) {
		set |= transform.PolyfillBitScans | transform.PolyfillBitFieldOps
	}
	if !w.has(ldexpFunction) {
		set |= transform.PolyfillLdexp
	}
	if !w.has(fusedMultiply) {
		set |= transform.PolyfillFma
	}
	if !w.has(normPacking) {
		set |= transform.PolyfillPackNorm
	}
	if w.isOld() {
		set |= transform.PolyfillInverseHyperbolic | transform.PolyfillOuter
	}
	if w.isOld() || !w.opts.Version.ES && w.opts.Version.Number < 150 {
		set |= transform.PolyfillDeterminant | transform.PolyfillInverse
	}
	return set
}

// errorOf makes an UnsupportedError of a transform's error.
func (w *Writer) errorOf(err error) error {
	switch e := err.(type) {
	case *transform.PaddingError:
		return &UnsupportedError{w.opts.Version, back.Unsupported{Feature: e.Error(), Span: e.Span}}
	case *transform.ExternalError:
		return &UnsupportedError{w.opts.Version, back.Unsupported{Feature: e.Error(), Span: e.Span}}
	case *transform.CombineError:
		return &UnsupportedError{w.opts.Version, back.Unsupported{Feature: e.Error(), Span: e.Span}}
	}
	return err
}
