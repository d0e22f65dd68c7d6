package direct3d

// This file holds the transforms of modules that all bytecode begins with.

import (
	"refract/internal/ir/compact"
	"refract/internal/ir/transform"
	"refract/ir"
)

// A Preparation is the options of these transforms.
type Preparation struct {
	Overrides        map[string]float64 // nil: constants have their initial values
	ExternalForm     transform.ExternalForm
	ExternalBindings []transform.ExternalBinding
	AdjustPositions  bool // to Direct3D's clip space
	Renamed          bool // semantics of the source aren't kept
	Draw             bool // the first vertex and instance are in a constant buffer
	VertexOutputs    []uint32
}

// Prepared is a copy of a module in the form.
type Prepared struct {
	Module  *ir.Module
	Frozen  []transform.FrozenOverride
	Special ir.GlobalID // the constant buffer with facts about draws and dispatches
}

// Prepare makes a copy of a module. The error is a *transform.ExternalError, a
// *transform.OverrideError or another transform's.
func Prepare(src *ir.Module, o Preparation) (p Prepared, err error) {
	m := src.Clone()
	p.Module = m
	if o.Overrides == nil {
		p.Frozen = transform.InitialOverrides(m)
	}
	if err := transform.SubstituteOverrides(m, o.Overrides); err != nil {
		return p, err
	}
	if o.Renamed {
		transform.DropSemantics(m)
	}
	transform.DropPrints(m)
	transform.Cooperative(m) // Direct3D has none
	if err := transform.BufferViews(m); err != nil {
		return p, err
	}
	transform.HelpDiscarded(m, false) // discard makes a helper invocation
	transform.CarryTermination(m)
	transform.SplitSamplers(m)
	transform.InputAttachments2D(m)
	transform.StorageCubes2D(m)
	if err := transform.ReplaceExternal(m, o.ExternalForm, o.ExternalBindings); err != nil {
		return p, err
	}
	if err := transform.PointerParams(m, transform.PointerParamOptions{Variables: true}); err != nil {
		return p, err
	}
	if o.AdjustPositions {
		transform.ConvertPositions(m, ir.ClipSpaceWebGPU)
	}
	transform.EmitPrimitives(m)
	transform.ReciprocalW(m)
	transform.LinearIndices(m) // asks for num_workgroups
	p.Special = transform.BuiltInInputs(m, transform.BuiltInInputOptions{Draw: o.Draw, Dispatch: true, Subgroups: true})
	transform.MergeComponents(m)
	transform.ArrangeInterfaces(m, transform.ArrangeOptions{Outputs: o.VertexOutputs})
	return p, nil
}

// Only is a module with one entry point of another, and the places of its globals.
func Only(m *ir.Module, e *ir.EntryPoint, places []Place) (*ir.Module, []Place) {
	if e.Stage.Info().Variables && len(m.EntryPoints) == 1 { // inputs and outputs that nothing uses have registers
		return m.Clone(), places
	}
	one := new(ir.Module)
	compact.Into(one, m, compact.Options{EntryPoint: e.Name, Stage: e.Stage})
	return one, Kept(one, m, places)
}

// Values makes local variables values and simplifies the results.
const Values = "(opt-deref, split-struct-vars, split-array-vars, lower-var-copies, vars-to-ssa, " +
	"copy-prop-vars, dead-writes, copy-prop, constant-folding, algebraic, remove-phis, peephole-select, cse, ranges, dead-cf, loop-unroll-once, loop-once, " +
	"merge-ifs, trivial-jumps, dce, dead-variables)*"
