package dxbc

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
const polyfills = transform.PolyfillBitCounts | transform.PolyfillBitFieldOps | transform.PolyfillPackNorm |
	transform.PolyfillPackInteger | transform.PolyfillIntegerClamp | transform.PolyfillCarry | transform.PolyfillInverseHyperbolic |
	transform.PolyfillModf | transform.PolyfillFrexp | transform.PolyfillLdexp | transform.PolyfillOuter |
	transform.PolyfillInverse | transform.PolyfillDeterminant | transform.PolyfillClampEdge | transform.PolyfillSelect | transform.PolyfillDotPacked | transform.PolyfillIntegerDot

// legalize makes a copy of a module one that the SSA form takes as the machine has it, and gives
// its resources registers, over all entry points, so that the stages of a module agree.
func (w *Writer) legalize(src *ir.Module, shared bool) (*ir.Module, error) {
	o := &w.opts
	p, err := direct3d.Prepare(src, direct3d.Preparation{Overrides: o.Overrides, ExternalForm: o.ExternalForm, ExternalBindings: o.ExternalBindings,
		AdjustPositions: o.AdjustCoordinateSpace, Draw: o.SpecialConstants != nil, VertexOutputs: o.VertexOutputs, Renamed: o.Semantic != ""})
	if e, ok := err.(*transform.ExternalError); ok {
		return nil, &UnsupportedError{o.Profile, back.Unsupported{Feature: e.Error(), Hint: e.Hint("dxbc"), Span: e.Span}}
	} else if err != nil {
		return nil, err
	}
	m := p.Module
	w.frozen, w.special = p.Frozen, p.Special
	set := polyfills
	if o.Profile < Profile50 {
		set |= transform.PolyfillBitScans | transform.PolyfillQuantize
	}
	transform.Polyfill(m, set)
	transform.ForwardResults(m) // of modf and frexp
	if o.Profile < Profile50 {
		transform.MappedTexels(m)
	}
	w.sparse = transform.HasResidency(m)
	transform.DerivativeWidths(m)
	transform.SplitBitcasts(m)
	level9 := o.Profile.isLevel9() // loops are unrolled, and integers are floats
	if o.IntDivChecks && !level9 {
		transform.Divisions(m, transform.DivisionOptions{Magnitudes: true})
	}
	if !level9 {
		transform.Remainders(m, transform.RemainderOptions{Magnitudes: true})
	}
	if o.ClampConversions {
		transform.Conversions(m, transform.ConversionOptions{NaN: true})
	}
	transform.UniformLoads(m)
	transform.ZeroInitialize(m, transform.ZeroOptions{Locals: true, Private: true, Workgroup: o.ZeroInitializeWorkgroup})
	// Only memory is indexed dynamically, and vectors.
	transform.SpillDynamic(m, transform.SpillOptions{})
	transform.BoundsChecks(m, o.Bounds)
	if o.ForceLoopBounding && !level9 {
		transform.BoundLoops(m, transform.LoopOptions{Late: true})
	}
	transform.RemoveFallThrough(m)
	w.places = w.assign(m, shared)
	return m, nil
}

// assign gives resources their registers.
func (w *Writer) assign(m *ir.Module, shared bool) []direct3d.Place {
	o := &w.opts
	a := direct3d.Assigner{Map: o.BindingMap, Fake: o.FakeMissingBindings, Spaces: o.Profile >= Profile51, Shared: shared, Counters: true,
		Special: w.special, SpecialAt: o.SpecialConstants, Root: o.RootConstants,
		Report: func(g *ir.Global, p direct3d.Problem) {
			if p == direct3d.NotMapped {
				if w.failed == nil {
					w.failed = &UnsupportedError{o.Profile, back.Unsupported{Feature: "the resource " + g.Name + ", for which the binding map has no place",
						Hint: "registers can be made up (--set dxbc.fake_missing_bindings=true)", Span: g.Span}}
				}
				return
			}
			w.unsupported("the resource "+g.Name+", which has no binding", g.Span)
		}}
	places, _ := a.Assign(m, nil)
	if o.Profile < Profile51 {
		for i := range places {
			if places[i].Class != 0 && places[i].At.Space != 0 {
				w.needs(Profile51, "register spaces", m.Globals[i].Span)
			}
			if places[i].Class != 0 && places[i].Count == 0 {
				w.needs(Profile51, "binding arrays without a length", m.Globals[i].Span)
			}
		}
	}
	return places
}

// only is the legalized module with one entry point, whose globals keep their places.
func (w *Writer) only(m *ir.Module, e *ir.EntryPoint) *ir.Module {
	one, places := direct3d.Only(m, e, w.allPlaces)
	w.places = places
	return one
}

// simple simplifies the results of lowering.
const simple = "(copy-prop, constant-folding, algebraic, cse, ranges, dead-cf, dce)*"

// machine4 and machine5 are the passes that make the machine form, before shader model 5 and from
// it on.
var (
	machine4 = lazy.Value[*direct3d.Passes]{Make: func() *direct3d.Passes { return makePipeline(false, DoublesEmulated) }}
	machine5 = [...]lazy.Value[*direct3d.Passes]{
		DoublesEmulated: {Make: func() *direct3d.Passes { return makePipeline(true, DoublesEmulated) }},
		DoublesBasic:    {Make: func() *direct3d.Passes { return makePipeline(true, DoublesBasic) }},
		DoublesExtended: {Make: func() *direct3d.Passes { return makePipeline(true, DoublesExtended) }},
	}
)

func makePipeline(model5 bool, doubles Doubles) *direct3d.Passes {
	p := new(direct3d.Passes)
	if doubles != DoublesEmulated {
		beginDoubles(p, doubles)
	}
	p.Interface("lower-returns, inline-functions, dead-functions, global-to-local")
	p.Add(direct3d.StageElements)
	p.Text("explicit-io, explicit-buffers{elements}, explicit-shared, large-constants")
	p.Add(direct3d.Wholes)
	p.Add(lower.MatricesByRows(lower.MatrixOptions{RowDots: true, RowSums: true}), direct3d.Wholes, lower.Regs(lower.RegOptions{Most: maxElements, Arrays: true, Bits: 32}))
	p.Text("locals-to-scratch")
	if doubles != DoublesEmulated {
		p.Add(lower.Split64Memory)
	}
	p.Text("ubo-to-vec4, lower-flrp{exact}")
	p.Add(direct3d.Wholes)
	ops := lower.ALUFields | lower.ALURotate | lower.ALUSaturate | lower.ALUIntegerDot
	if !model5 {
		ops |= lower.ALUFindBits | lower.ALUBitCount | lower.ALUBitReverse
		p.Text("half-conversions")
	}
	p.Add(coordinates, bitcasts, lower.ALU(lower.ALUOptions{Ops: ops}))
	p.Vectorize(simple)
	p.Text("shrink-vectors, shrink-stores, conditional-discard")
	if doubles != DoublesEmulated {
		endDoubles(p)
	}
	p.Text("bools-to-int32, undef-to-zero, copy-prop, constant-folding, cse, dce")
	p.Add(switchContinues)
	p.Text("leave-ssa, dce")
	return p
}

// maxElements is how many elements an indexable temporary has at most: there are 4,096 registers
// in all (D3D11_COMMONSHADER_TEMP_REGISTER_COUNT).
const maxElements = 4096

// machineForm is the SSA form of a module with one entry point as the generator takes it.
func (w *Writer) machineForm(m *ir.Module, optimize *back.Optimizer) (*ssa.Function, error) {
	passes := &machine4
	if w.opts.Profile >= Profile50 {
		passes = &machine5[DoublesEmulated]
		if w.doubles {
			passes = &machine5[w.opts.Doubles]
		}
	}
	return w.lowered(m, optimize, passes.Get())
}

// lowered is the SSA form of a module behind some passes.
func (w *Writer) lowered(m *ir.Module, optimize *back.Optimizer, passes *direct3d.Passes) (*ssa.Function, error) {
	if passes.Err != nil {
		return nil, passes.Err
	}
	strict := optimize != nil && optimize.Strict
	w.refactor = !strict
	s := fromir.Module(m, fromir.Options{Strict: strict})
	direct3d.KeepElements(s)
	if optimize != nil && optimize.Run != nil {
		if err := optimize.Run(s); err != nil {
			return nil, err
		}
	}
	if w.opts.Bounds.Buffer == transform.Unchecked {
		direct3d.LeaveBuffers(s)
	}
	for k := range s.Vars {
		if v := &s.Vars[k]; v.Mode == ssa.ModePushConstant || v.Mode == ssa.ModeUniform {
			v.Mode = ssa.ModeUBO
		}
	}
	if _, err := pipeline.Run(s, passes.List, pipeline.Options{Establish: true, Unlisted: true}); err != nil {
		return nil, err
	}
	f := s.Funcs[s.EntryPoints[0].Function]
	direct3d.UnitOffsets(f, offsetUnit)
	direct3d.SeparateElements(f)
	bitTests(f)
	tidy, err := pipeline.Parse("dce")
	if err != nil {
		return nil, err
	}
	_, err = pipeline.Run(s, tidy, pipeline.Options{Unlisted: true})
	return f, err
}
