package dxil

// This file lists the transforms of the module, and the passes over the SSA form, that make a
// shader one that the generator takes.

import (
	"refract/internal/back"
	"refract/internal/back/direct3d"
	"refract/internal/ir/transform"
	"refract/internal/lazy"
	"refract/internal/ssa/fromir"
	"refract/internal/ssa/lower"
	"refract/internal/ssa/pipeline"
	"refract/ir"
	"refract/ssa"
)

// polyfills are the functions that the generator has no code for.
const polyfills = transform.PolyfillBitFieldOps | transform.PolyfillPackNorm |
	transform.PolyfillPackInteger | transform.PolyfillIntegerClamp | transform.PolyfillCarry | transform.PolyfillInverseHyperbolic |
	transform.PolyfillModf | transform.PolyfillFrexp | transform.PolyfillLdexp | transform.PolyfillOuter |
	transform.PolyfillInverse | transform.PolyfillDeterminant | transform.PolyfillClampEdge | transform.PolyfillSelect | transform.PolyfillIntegerDot

// legalize makes a copy of a module one that the SSA form takes as the machine has it, and gives
// its resources registers, over all entry points, so that the stages of a module agree.
func (w *Writer) legalize(src *ir.Module, shared bool) (*ir.Module, error) {
	o := &w.opts
	if lacks, ok := back.LacksRays(src); ok {
		return nil, &UnsupportedError{o.Profile, lacks}
	}
	p, err := direct3d.Prepare(src, direct3d.Preparation{Overrides: o.Overrides, ExternalForm: o.ExternalForm, ExternalBindings: o.ExternalBindings,
		AdjustPositions: o.AdjustCoordinateSpace, Draw: o.SpecialConstants != nil, VertexOutputs: o.VertexOutputs, Renamed: o.Semantic != ""})
	if e, ok := err.(*transform.ExternalError); ok {
		return nil, &UnsupportedError{o.Profile, back.Unsupported{Feature: e.Error(), Hint: e.Hint("dxil"), Span: e.Span}}
	} else if err != nil {
		return nil, err
	}
	m := p.Module
	w.frozen, w.special = p.Frozen, p.Special
	w.sparse = transform.HasResidency(m)
	transform.CollectiveLoops(m, lacksCollective)
	set := polyfills
	if o.Profile < Profile64 {
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
	transform.Conversions(m, transform.ConversionOptions{})           // undefined out of range
	transform.UniformLoads(m)
	transform.ZeroInitialize(m, transform.ZeroOptions{Locals: true, Private: true, Workgroup: o.ZeroInitializeWorkgroup})
	// Only memory is indexed dynamically, and vectors.
	transform.SpillDynamic(m, transform.SpillOptions{})
	transform.BoundsChecks(m, o.Bounds)
	if o.ForceLoopBounding {
		transform.BoundLoops(m, transform.LoopOptions{Late: true})
	}
	transform.RemoveFallThrough(m) // which HLSL lacks, and translators of bytecode don't know
	w.places = w.assign(m, shared)
	return m, nil
}

// assign gives resources their registers.
func (w *Writer) assign(m *ir.Module, shared bool) []direct3d.Place {
	o := &w.opts
	a := direct3d.Assigner{Map: o.BindingMap, Fake: o.FakeMissingBindings, Spaces: true, Shared: shared, Counters: true, Heaps: true,
		Special: w.special, SpecialAt: o.SpecialConstants, Root: o.RootConstants,
		Report: func(g *ir.Global, p direct3d.Problem) {
			if p == direct3d.NotMapped {
				if w.failed == nil {
					w.failed = &UnsupportedError{o.Profile, back.Unsupported{Feature: "the resource " + g.Name + ", for which the binding map has no place",
						Hint: "registers can be made up (--set dxil.fake_missing_bindings=true)", Span: g.Span}}
				}
				return
			}
			w.unsupported("the resource "+g.Name+", which has no binding", g.Span)
		}}
	places, _ := a.Assign(m, nil)
	return places
}

// only is the legalized module with one entry point, whose globals keep their places.
func (w *Writer) only(m *ir.Module, e *ir.EntryPoint) *ir.Module {
	one, places := direct3d.Only(m, e, w.allPlaces)
	w.places = places
	return one
}

// simple simplifies the results of lowering.
const simple = "(copy-prop, constant-folding, algebraic, cse, ranges, dead-cf, remove-phis, dce)*"

// machine and machineDoubles are the pipelines that make the machine form: the latter of shaders
// with 64-bit floats.
var (
	machine        = lazy.Value[*direct3d.Passes]{Make: func() *direct3d.Passes { return makePipeline(new(direct3d.Passes)) }}
	machineDoubles = lazy.Value[*direct3d.Passes]{Make: func() *direct3d.Passes {
		p := new(direct3d.Passes)
		p.Add(lower.Matrices, lower.Float64(lower.Float64Options{Ops: lower.Float64Sqrt | lower.Float64Round}))
		return makePipeline(p)
	}}
)

// makePipeline appends the passes for all shaders.
func makePipeline(p *direct3d.Passes) *direct3d.Passes {
	p.Interface("lower-returns, inline-functions, dead-functions, global-to-local")
	p.Add(direct3d.StageElements)
	p.Text("explicit-io, explicit-buffers{elements}, explicit-shared, large-constants")
	p.Add(direct3d.Wholes)
	p.Add(lower.MatricesByRows(lower.MatrixOptions{RowDots: true}))
	p.Add(direct3d.Wholes, lower.Regs(lower.RegOptions{Most: maxElements, Arrays: true}))
	p.Text("locals-to-scratch, ubo-to-vec4, lower-flrp{exact}")
	p.Add(direct3d.Wholes, lower.ALU(lower.ALUOptions{Ops: lower.ALURotate | lower.ALUSaturate | lower.ALUIntegerDot}))
	p.Text("alu-to-scalar, phis-to-scalar")
	p.Vectorize(simple)
	p.Text("shrink-vectors, shrink-stores, conditional-discard, undef-to-zero, " +
		"copy-prop, constant-folding, cse, dce")
	return p
}

// maxElements is how many elements an array of registers has at most.
const maxElements = 4096

// machineForm is the SSA form of a module with one entry point as the generator takes it.
func (w *Writer) machineForm(m *ir.Module, optimize *back.Optimizer) (*ssa.Function, error) {
	s := fromir.Module(m, fromir.Options{Strict: optimize != nil && optimize.Strict})
	if w.form != nil {
		direct3d.KeepElements(s)
	}
	if optimize != nil && optimize.Run != nil {
		if err := optimize.Run(s); err != nil {
			return nil, err
		}
	}
	if w.opts.Bounds.Buffer == transform.Unchecked {
		direct3d.LeaveBuffers(s)
	}
	for k := range s.Vars {
		if v := &s.Vars[k]; v.Mode&(ssa.ModePushConstant|ssa.ModeUniform|ssa.ModeShaderRecord) != 0 {
			v.Mode = ssa.ModeUBO
		}
	}
	passes := machine.Get()
	if w.doubles {
		passes = machineDoubles.Get()
	}
	if passes.Err != nil {
		return nil, passes.Err
	}
	if _, err := pipeline.Run(s, passes.List, pipeline.Options{Establish: true, Unlisted: true}); err != nil {
		return nil, err
	}
	f := s.Funcs[s.EntryPoints[0].Function]
	offsetUnits(f)
	direct3d.SeparateElements(f)
	tidy, err := pipeline.Parse("(copy-prop, constant-folding, cse, dce)*")
	if err != nil {
		return nil, err
	}
	_, err = pipeline.Run(s, tidy, pipeline.Options{Unlisted: true})
	return f, err
}
