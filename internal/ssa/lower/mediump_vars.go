package lower

// This file stores variables, inputs and outputs of reduced precision in 16 bits.
//
//	before                                  after
//	var @uv : vec2<f32> shader_in relaxed   var @uv : vec2<f16> shader_in relaxed
//	%1 = deref_var @uv                      %1 = deref_var @uv
//	%2 = load %1 : vec2<f32>                %2 = load %1 : vec2<f16>
//	                                        %3 = f2f %2 : vec2<f32> !relaxed
//
// Inputs and outputs have their precision from their declaration; other variables have reduced
// precision if all loads of them have it. Both stages of a pipeline have to agree on an input and its
// output, as pass link-stages has them. Pass explicit-io makes slots of the variables: a value of 16 bits
// has a component of a slot for itself.

import (
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// MediumpVarsOptions selects the variables that are stored in 16 bits.
type MediumpVarsOptions struct {
	Modes     ssa.Mode `doc:"the kinds of memory"`
	Force     bool     `doc:"inputs and outputs have reduced precision, whatever their declaration is"`
	Whole     bool     `doc:"integers, too"`
	Locations int      `doc:"the locations of inputs and outputs below 32 that are meant, a bit each; 0: all"`
}

// mediumpIO are the modes of inputs and outputs.
const mediumpIO = ssa.ModeShaderIn | ssa.ModeShaderOut | ssa.ModeStageIn | ssa.ModeStageOut

// AllMediumpVars has all variables that may be.
var AllMediumpVars = MediumpVarsOptions{Modes: mediumpIO | ssa.ModeFunctionTemp | ssa.ModeShaderTemp | ssa.ModeShared, Whole: true}

// MediumpVars stores all variables in 16 bits that may be.
var MediumpVars = &pass.Pass{
	Name:      "mediump-variables",
	Doc:       "variables, inputs and outputs with reduced precision are stored in 16 bits",
	Replaces:  []string{"lower_mediump"},
	Destroys:  pass.Scalar | pass.NoSmall | pass.NoHalfConversions,
	Preserves: ssa.ControlFlow,
	Shader:    func(s *ssa.Shader) bool { return mediumpVars(s, AllMediumpVars) },
}

// MediumpVarsOf is the pass with options.
func MediumpVarsOf(o MediumpVarsOptions) *pass.Pass {
	p := *MediumpVars
	p.Shader = func(s *ssa.Shader) bool { return mediumpVars(s, o) }
	return &p
}

func mediumpVars(s *ssa.Shader, o MediumpVarsOptions) bool {
	sampled := sampledElsewhere(s)
	x := retyping{s: s, m: s.Module, suffix: "half", modes: o.Modes & AllMediumpVars.Modes, leaf: halfSize, convert: resize}
	if !o.Whole {
		x.leaf = func(t *ir.Type) (ir.TypeID, bool) {
			if !t.Scalar.IsFloat() {
				return 0, false
			}
			return halfSize(t)
		}
	}
	x.fits = func(v *ssa.Variable) bool {
		if v.Mode&mediumpIO == 0 {
			return true
		}
		return v.IO.Kind == ir.BindLocation && (v.IO.Relaxed || o.Force) && !v.HasAt && !v.IO.Feedback.Captured &&
			!sampled[v.IO.Location] && (o.Locations == 0 || v.IO.Location < 32 && o.Locations>>v.IO.Location&1 != 0)
	}
	x.takes = func(f *ssa.Function, p ssa.Value, i ssa.InstrID) bool {
		return f.Op(i) != op.Load || f.Flags(i)&ir.FlagRelaxed != 0 || modeOfAddress(f, p)&mediumpIO != 0
	}
	return x.run()
}

// sampledElsewhere are the locations of inputs that are interpolated elsewhere than at their declared place.
func sampledElsewhere(s *ssa.Shader) map[uint32]bool {
	found := map[uint32]bool{}
	for _, f := range s.Funcs[1:] {
		if !f.MayHave(op.Interpolate) {
			continue
		}
		for b := range f.Blocks() {
			for i := range f.Instrs(b) {
				if f.Op(i) == op.Interpolate {
					found[f.Field(i, "location")] = true
				}
			}
		}
	}
	return found
}

// modeOfAddress is the mode of the variable that an address names a part of; 0: it isn't known.
func modeOfAddress(f *ssa.Function, p ssa.Value) ssa.Mode {
	if v := rootVar(f, p); v != 0 {
		return f.Var(v).Mode
	}
	return 0
}

// halfSize is the type of 16 bits in place of one of 32.
func halfSize(t *ir.Type) (ir.TypeID, bool) {
	to, ok := ir.HalfSize(t.Scalar)
	switch {
	case !ok:
		return 0, false
	case t.Kind == ir.TypeMatrix:
		return ir.MatrixOf(to, int(t.Columns), int(t.Rows)), true
	case t.Kind == ir.TypeVector:
		return ir.VectorOf(to, int(t.Rows)), true
	}
	return ir.ScalarTypeOf(to), true
}

// resize converts a scalar or vector to another size, without a change of kind. Wider ones are marked as
// of reduced precision.
func resize(b *ssa.Builder, v ssa.Value, to ir.TypeID) ssa.Value {
	s := b.F.Shader.Module.Types.ScalarOf(to)
	if isNarrowed(b.F, ssa.Whole(v)) && b.F.Type(b.F.Arg(v, 0)) == to {
		return b.F.Arg(v, 0)
	}
	w := b.Op(sizeOp(s), to, v)
	if s.Bits() == 32 {
		b.F.SetFlags(w, ir.FlagRelaxed)
	}
	return w
}
