package hlsl

// This file lists the transforms that a module goes through before it is
// printed.

import (
	"cmp"
	"maps"
	"slices"

	"refract/internal/back"
	"refract/internal/ir/compact"
	"refract/internal/ir/transform"
	"refract/internal/reuse"
	"refract/ir"
)

// polyfills are the functions that HLSL lacks or defines otherwise.
const polyfills = transform.PolyfillBitCounts | transform.PolyfillBitFieldOps | transform.PolyfillPackNorm |
	transform.PolyfillPackInteger | transform.PolyfillIntegerClamp | transform.PolyfillCarry | transform.PolyfillInverseHyperbolic |
	transform.PolyfillModf | transform.PolyfillFrexp | transform.PolyfillLdexp | transform.PolyfillOuter |
	transform.PolyfillInverse | transform.PolyfillFaceForward | transform.PolyfillClampEdge | transform.PolyfillSelect

// copyReached makes m a copy of src, or if one entry point is selected of the entities that
// it uses, with the values of overrides in place: HLSL has no overridable constants, and
// constants need fewer checks. m may be src if no entry point is selected.
func (w *Writer) copyReached(m, src *ir.Module) error {
	o := &w.opts
	overrides := o.Overrides
	if o.EntryPoint == "" {
		if m != src {
			src.CloneInto(m)
		}
		return w.substitute(m, overrides)
	}
	if !compact.Into(m, src, compact.Options{EntryPoint: o.EntryPoint, Stage: o.Stage, Keep: w.unused(src)}) {
		return &back.EntryPointError{Name: o.EntryPoint, Stage: o.Stage, Others: back.EntryPoints(src)}
	}
	// Values may be given to overrides of another entry point.
	overrides = maps.Clone(overrides)
	maps.DeleteFunc(overrides, func(key string, _ float64) bool {
		return transform.FindOverride(src, key) != 0 && transform.FindOverride(m, key) == 0
	})
	return w.substitute(m, overrides)
}

// unused are the resources that stay, used or not.
func (w *Writer) unused(m *ir.Module) []ir.GlobalID {
	if w.opts.IncludeUnused {
		return back.Resources(m)
	}
	return nil
}

// substitute puts the values of overrides in place, and notes the loss if the host chose
// none.
func (w *Writer) substitute(m *ir.Module, overrides map[string]float64) error {
	w.frozen = nil
	if overrides == nil {
		w.frozen = transform.InitialOverrides(m)
	}
	return transform.SubstituteOverrides(m, overrides)
}

// legalize makes a module one that the printer can write.
func (w *Writer) legalize(m *ir.Module) error {
	o := &w.opts
	if o.Semantic != "" {
		transform.DropSemantics(m)
	}
	// Before anything looks at memory: values read there become words.
	if !o.Printf {
		transform.DropPrints(m)
	}
	transform.Cooperative(m) // Direct3D has none
	if err := transform.BufferViews(m); err != nil {
		return err
	}
	transform.HelpDiscarded(m, false) // discard makes a helper invocation
	transform.CarryTermination(m)
	transform.SplitSamplers(m)
	transform.InputAttachments2D(m)
	transform.StorageCubes2D(m)
	// Ahead of PointerParams: the functions that read planes take pointers.
	if err := w.ReplaceExternal(m, w.opts.ExternalForm, w.opts.ExternalBindings, "hlsl"); err != nil || w.Lacks != nil {
		return cmp.Or(err, w.failure())
	}
	// There are no pointers: parameters are copied in and out, which would do for
	// variables that nothing else sees.
	if err := transform.PointerParams(m, transform.PointerParamOptions{Variables: true}); err != nil {
		return err
	}

	if err := w.wordBuffers(m); err != nil {
		return err
	}
	if o.AdjustCoordinateSpace {
		transform.ConvertPositions(m, ir.ClipSpaceWebGPU)
	}
	transform.EmitPrimitives(m)
	transform.ReciprocalW(m)
	transform.LinearIndices(m) // asks for num_workgroups
	w.special = transform.BuiltInInputs(m, transform.BuiltInInputOptions{Draw: o.SpecialConstants != nil, Dispatch: true, Subgroups: true})
	transform.MergeComponents(m)
	transform.ArrangeInterfaces(m, transform.ArrangeOptions{Loose: isLoose, Outputs: o.VertexOutputs, Reserved: w.packedStructs(m)})
	splitPerVertex(m) // after ArrangeInterfaces, which makes structs

	// Additions and products have exclusive scans: see InclusiveScans.
	transform.CollectiveLoops(m, lacksCollective)
	// Ahead of the checks, which see to the operations that it uses.
	set := polyfills
	if o.ShaderModel < ShaderModel64 {
		set |= transform.PolyfillDotPacked
	}
	transform.Polyfill(m, set)
	transform.ForwardResults(m) // of modf and frexp
	transform.DerivativeWidths(m)
	transform.SplitBitcasts(m)
	transform.InclusiveScans(m)
	if o.IntDivChecks {
		transform.Divisions(m, transform.DivisionOptions{})
	}
	transform.Remainders(m, transform.RemainderOptions{Signed: true}) // undefined of operands with unequal signs
	// Direct3D shifts by the amount modulo the width, and DXC masks it; slangc folds
	// larger constants to 0, and to Vulkan they are undefined.
	transform.Shifts(m)
	// A conversion out of range is undefined to DXC.
	transform.Conversions(m, transform.ConversionOptions{})
	if o.WrapSigned {
		transform.CountersDontWrap(m)
		transform.WrapSigned(m) // DXC takes signed overflow for impossible, FXC folds it to the least or greatest number
	}
	if !w.isDXC() {
		transform.FoldIntegers(m) // FXC negates constants above 2147483647 as if they were signed
	}

	transform.UniformLoads(m)
	// Functions access atomics; HLSL lacks some of them. Ahead of ZeroInitialize: nothing
	// else runs yet when that stores zeros.
	transform.AtomicOperations(m, transform.AtomicOptions{Load: true, Store: true, Sub: true})
	if w.isDXC() {
		transform.InitializePrivate(m) // which DXC may take for unchanged, whatever is done to them
	}
	// Variables begin undefined.
	transform.ZeroInitialize(m, transform.ZeroOptions{Locals: true, Private: true, Workgroup: o.ZeroInitializeWorkgroup})
	w.interpolated = transform.InterpolatedInputs(m) // variables that are stored before they are read
	// Constant buffers have the columns of a matrix 16 bytes apart. After
	// ZeroInitialize: the variables that it makes need no zeros.
	transform.UniformMatrices(m)
	// After UniformMatrices, which makes values that are indexed.
	transform.BoundsChecks(m, o.Bounds)
	transform.KnownIndices(m) // which the compilers refuse out of bounds
	// After BoundsChecks, which looks at the indices that offsets are made of.
	w.uniformWords(m)
	if !w.isDXC() {
		transform.LocalizeStores(m) // FXC can't store to a component by a dynamic index
	} else {
		// DXC takes an element of a matrix that lies by rows, in an inout parameter, for that
		// of its transpose.
		transform.ParamVariables(m, func(t ir.TypeID) bool {
			r := rows{m, w.packedStructs(m), false}
			for i := 1; i < len(m.Globals) && !r.arrays; i++ {
				g := &m.Globals[i]
				r.arrays = isConstants(g.Space) && (&rows{m, nil, true}).in(g.Type, false, false, 0)
			}
			return r.in(t, false, false, 0)
		})
	}
	if o.ForceLoopBounding {
		transform.BoundLoops(m, transform.LoopOptions{Late: true})
	}
	// FXC takes no fall-through, nor a continue inside a switch. After BoundLoops,
	// since the loops that SimplifySwitches makes end.
	transform.RemoveFallThrough(m)
	if !w.isDXC() {
		transform.ForwardReturns(m) // ahead of loops that are no loops to FXC
		transform.EndReturns(m)
		transform.OrderStorage(m)
	}
	transform.SimplifySwitches(m)
	transform.ForwardContinues(m)
	if !w.isDXC() {
		transform.ComputeSelectors(m)
	}
	if len(m.EntryPoints) > 0 {
		// Specialized functions, and the constants that were copied to variables.
		special := w.special
		compact.Module(m, compact.Options{Keep: w.unused(m)})
		w.special = findSpecial(m, special)
	}
	return nil
}

// isLoose reports whether a built-in input is a function in HLSL, so that it can't
// be the member of a struct.
func isLoose(b ir.BuiltIn) bool {
	return b == ir.BuiltInSubgroupSize || b == ir.BuiltInSubgroupInvocationID || b == ir.BuiltInHelperInvocation
}

// findSpecial finds the buffer of special constants again: the only uniform that
// has no binding.
func findSpecial(m *ir.Module, was ir.GlobalID) ir.GlobalID {
	if was == 0 {
		return 0
	}
	for i := range m.Globals[1:] {
		if g := &m.Globals[1+i]; g.Space == ir.SpaceUniform && !g.HasBinding {
			return ir.GlobalID(1 + i)
		}
	}
	return 0
}

// rows finds matrices that are declared row_major.
type rows struct {
	m      *ir.Module
	packed []bool // by struct: members of it are
	arrays bool   // those in arrays are
}

// in reports whether a type contains a matrix by rows.
func (r *rows) in(t ir.TypeID, element, member bool, depth int) bool {
	switch ty := r.m.Types.At(t); ty.Kind {
	case ir.TypeMatrix:
		return element && r.arrays || member
	case ir.TypeArray, ir.TypeBindingArray:
		return r.in(ty.Base, true, member, depth)
	case ir.TypeStruct:
		member = r.packed != nil && r.packed[ty.Struct]
		return depth < maxTypeDepth && slices.ContainsFunc(r.m.Structs[ty.Struct].Members, func(v ir.Member) bool { return r.in(v.Type, false, member, depth+1) })
	}
	return false
}

// packedStructs are the structs that lie in constant buffers, if they may get padding: they
// are no inputs or outputs.
func (w *Writer) packedStructs(m *ir.Module) []bool {
	w.done = reuse.Zeroed(w.done, len(m.Structs))
	for i := range m.Globals[1:] {
		if g := &m.Globals[1+i]; isConstants(g.Space) {
			w.markStructs(m, g.Type, 0)
		}
	}
	return w.done
}

// markStructs marks the structs that a type holds.
func (w *Writer) markStructs(m *ir.Module, t ir.TypeID, depth int) {
	switch ty := m.Types.At(t); ty.Kind {
	case ir.TypeArray, ir.TypeBindingArray:
		w.markStructs(m, ty.Base, depth)
	case ir.TypeStruct:
		if w.done[ty.Struct] || depth > maxTypeDepth {
			return
		}
		w.done[ty.Struct] = true
		for i := range m.Structs[ty.Struct].Members {
			w.markStructs(m, m.Structs[ty.Struct].Members[i].Type, depth+1)
		}
	}
}
