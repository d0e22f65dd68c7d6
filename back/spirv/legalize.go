package spirv

// This file lists the transforms that a module goes through before it is
// printed.

import (
	"refract/internal/ir/transform"
	"refract/ir"
	"refract/spirv"
)

// legalize makes a module one that the printer can write: it puts the values of overrides
// in place, gives entry points the shape that the options request, makes total the
// operations that SPIR-V leaves undefined and spells the ones that it lacks.
func (w *Writer) legalize(m *ir.Module) error {
	o := &w.opts
	// First: constants need fewer checks.
	if o.Overrides != nil {
		if err := transform.SubstituteOverrides(m, o.Overrides); err != nil {
			return err
		}
	}
	// Before anything looks at memory: values read there become words.
	if err := transform.BufferViews(m); err != nil {
		return err
	}
	// Early: expressions that it moves into functions are made total there.
	forms := moduleForms{m: m}
	transform.ComputeOverrides(m, forms.has)
	// Ahead of PointerParams: the functions that read planes take pointers.
	if err := w.externalImages(m); err != nil {
		return err
	}
	// Logical addressing has pointers to whole variables only (section 2.16.1).
	// Early, so that the checks see which buffer is accessed.
	if err := transform.PointerParams(m, transform.PointerParamOptions{Resources: true}); err != nil {
		return err
	}

	if !o.UseStorageInputOutput16 {
		transform.WidenVaryings(m, ir.Scalars(ir.F16))
	}
	if o.AdjustCoordinateSpace {
		transform.ConvertPositions(m, ir.ClipSpaceVulkan)
	}
	// After ConvertPositions: positions that are only copied aren't converted.
	if !w.passesPrimitives(m) {
		transform.EmitPrimitives(m)
	}
	if o.ForcePointSize {
		transform.AddPointSize(m, false)
	}
	if o.ClampFragDepth {
		transform.ClampFragDepth(m)
	}
	transform.LinearIndices(m)

	// Ahead of the checks, which see to the operations that it uses.
	transform.Polyfill(m, w.polyfills())
	if o.IntDivChecks {
		transform.Divisions(m, transform.DivisionOptions{Magnitudes: true}) // x/0 and MIN/-1 are undefined (section 3.42.13)
	}
	transform.Remainders(m, transform.RemainderOptions{Magnitudes: true})
	transform.Shifts(m)                                     // so are shifts by the width or more (3.42.14)
	transform.Conversions(m, transform.ConversionOptions{}) // and floats that don't fit an integer (3.42.11)

	// Ahead of BoundsChecks, so that the load inside is checked.
	transform.UniformLoads(m)
	// Variables begin undefined; private ones get their null value as printed.
	transform.ZeroInitialize(m, transform.ZeroOptions{Locals: true, Workgroup: o.ZeroInitializeWorkgroup == ZeroPolyfill})
	// Vulkan wants the columns of a matrix in a uniform buffer 16 bytes apart.
	// After ZeroInitialize: the variables that it makes need no zeros.
	transform.UniformMatrices(m)
	// Only memory is indexed dynamically, and vectors. After UniformMatrices,
	// which makes values of matrices; ahead of BoundsChecks, which look at both.
	transform.SpillDynamic(m, transform.SpillOptions{})
	transform.BoundsChecks(m, o.Bounds)
	// Last: its counters need no checks.
	if o.ForceLoopBounding {
		transform.BoundLoops(m, transform.LoopOptions{Late: true})
	}
	return nil
}

// externalImages makes external images ones that SPIR-V has.
func (w *Writer) externalImages(m *ir.Module) error {
	if w.opts.ExternalForm == transform.ExternalNative {
		return nil
	}
	err := transform.ReplaceExternal(m, w.opts.ExternalForm, w.opts.ExternalBindings)
	if e, ok := err.(*transform.ExternalError); ok {
		return &UnsupportedError{Feature: e.Error(), Span: e.Span}
	}
	return err
}

// polyfills is the set of functions that the version and the capabilities lack.
func (w *Writer) polyfills() transform.Polyfills {
	set := transform.SPIRVPolyfills
	// Integer dot products are core since 1.6, but a capability of their own.
	if w.opts.Version < 6 || !w.canUse(spirv.CapabilityDotProduct) || !w.canUse(spirv.CapabilityDotProductInput4x8BitPacked) {
		set |= transform.PolyfillDotPacked
	}
	if w.opts.Version < 4 { // OpSelect takes scalars and vectors only
		set |= transform.PolyfillSelect
	}
	return set
}
