package lower

// This file does what old hardware did with colors: it clamped them, chose between the front
// and the back of a polygon, shaded flat, wrote one color to all targets, and tested alpha. The
// example is alpha-test{less, 0.5}.
//
//	before                          after
//	store @color, %1                %2 = mov %1.w
//	                                %3 = flt %2, 0.5
//	                                %4 = lnot %3
//	                                if %4 { halt }
//	                                store @color, %1

import (
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// ClampColors clamps the colors of fragments and vertices to 0 to 1.
var ClampColors = &pass.Pass{
	Name:      "clamp-color-outputs",
	Doc:       "colors of fragments, and of vertices at the locations of colors, are clamped to 0 to 1",
	Replaces:  []string{"lower_clamp_color_outputs"},
	Requires:  pass.NoCalls | pass.IOVariables,
	Destroys:  pass.ExplicitTemps | pass.NoMatrices | pass.Scalar,
	Preserves: ssa.NoAnalyses,
	Machine:   true,
	Shader:    func(s *ssa.Shader) bool { return clampColors(s, NoVertexColors) },
}

// ClampOptions selects the outputs that are clamped.
type ClampOptions struct {
	Front int `doc:"the location at which vertices write the front color; -1: none"`
	Back  int `doc:"the location at which vertices write the back color; -1: none"`
}

// NoVertexColors selects the colors of fragments only.
var NoVertexColors = ClampOptions{-1, -1}

// ClampColorsOf is the pass with options.
func ClampColorsOf(o ClampOptions) *pass.Pass {
	p := *ClampColors
	p.Shader = func(s *ssa.Shader) bool { return clampColors(s, o) }
	return &p
}

func clampColors(s *ssa.Shader, o ClampOptions) bool {
	saturate := func(c *calc, v ssa.Value) ssa.Value {
		types := &c.F.Shader.Module.Types
		if !types.ScalarOf(c.F.Type(v)).IsFloat() || c.F.Op(v) == op.FSat {
			return v
		}
		return c.do(op.FSat, v)
	}
	fragments := fixedStage(s, ir.StageFragment, func(x *fixedFunction) bool {
		changed := false
		for _, v := range x.variables(ssa.ModeShaderOut, func(at *ir.Binding) bool { return at.Kind == ir.BindLocation }) {
			changed = x.mapOutput(v, saturate) || changed
		}
		return changed
	})
	return fixedStage(s, ir.StageVertex, func(x *fixedFunction) bool {
		changed := false
		for _, v := range x.variables(ssa.ModeShaderOut, func(at *ir.Binding) bool {
			return at.Kind == ir.BindLocation && (int(at.Location) == o.Front || int(at.Location) == o.Back)
		}) {
			changed = x.mapOutput(v, saturate) || changed
		}
		return changed
	}) || fragments
}

// AlphaTest ends fragments whose alpha fails a comparison with a reference.
var AlphaTest = &pass.Pass{
	Name:      "alpha-test",
	Doc:       "fragments end if the alpha of their color fails a comparison with a reference",
	Replaces:  []string{"lower_alpha_test"},
	Requires:  pass.NoCalls | pass.IOVariables,
	Destroys:  pass.ExplicitTemps | pass.NoMatrices | pass.Scalar | pass.LoopClosed | pass.NoDiscardIf,
	Preserves: ssa.NoAnalyses,
	Machine:   true,
	Shader:    func(s *ssa.Shader) bool { return alphaTest(s, AlphaOptions{}) },
}

// AlphaOptions is the state of the alpha test.
type AlphaOptions struct {
	Test      ShadowTest `doc:"the comparison that fragments pass, of alpha with the reference; stays: there is no test"`
	Reference float32    `doc:"the reference"`
}

// AlphaTestOf is the pass with options. It is not idempotent.
func AlphaTestOf(o AlphaOptions) *pass.Pass {
	p := *AlphaTest
	p.Shader = func(s *ssa.Shader) bool { return alphaTest(s, o) }
	return &p
}

func alphaTest(s *ssa.Shader, o AlphaOptions) bool {
	if o.Test == ShadowStays || o.Test == ShadowAlways {
		return false
	}
	return fixedStage(s, ir.StageFragment, func(x *fixedFunction) bool {
		changed := false
		for _, v := range x.variables(ssa.ModeShaderOut, atLocation(0)) {
			x.mapOutput(v, func(c *calc, value ssa.Value) ssa.Value {
				if n := c.F.Comps(value); n != 4 || !c.F.Shader.Module.Types.ScalarOf(c.F.Type(value)).IsFloat() {
					return value
				}
				alpha := c.Component(value, 3)
				passes := c.compare(o.Test, alpha, c.float(alpha, float64(o.Reference)))
				n := c.F.InsertIf(c.At, ssa.Whole(c.do(op.INot, passes)), c.Span)
				c.F.AddJump(c.F.ListFirst(c.F.Then(n)), op.Halt, c.Span)
				changed = true
				return value
			})
		}
		return changed
	})
}

// compare is whether a number passes a comparison with a reference.
func (c *calc) compare(test ShadowTest, x, reference ssa.Value) ssa.Value {
	switch test {
	case ShadowLess:
		return c.do(op.FLt, x, reference)
	case ShadowLessEqual:
		return c.do(op.FLe, x, reference)
	case ShadowEqual:
		return c.do(op.FEq, x, reference)
	case ShadowNotEqual:
		return c.do(op.FNeu, x, reference)
	case ShadowGreater:
		return c.do(op.FLt, reference, x)
	case ShadowGreaterEqual:
		return c.do(op.FLe, reference, x)
	case ShadowNever:
		return c.Bool(false)
	}
	return c.Bool(true)
}

// Broadcast writes the color of a fragment to several targets.
var Broadcast = &pass.Pass{
	Name:      "fragcolor",
	Doc:       "the color of a fragment goes to several targets",
	Replaces:  []string{"lower_fragcolor"},
	Requires:  pass.NoCalls | pass.IOVariables,
	Destroys:  pass.ExplicitTemps | pass.NoMatrices | pass.Scalar,
	Preserves: ssa.NoAnalyses,
	Machine:   true,
	Shader:    func(s *ssa.Shader) bool { return broadcast(s, BroadcastOptions{Targets: 1}) },
}

// BroadcastOptions is the number of targets.
type BroadcastOptions struct {
	Targets int `doc:"the number of targets"`
}

// BroadcastOf is the pass with options.
func BroadcastOf(o BroadcastOptions) *pass.Pass {
	p := *Broadcast
	p.Shader = func(s *ssa.Shader) bool { return broadcast(s, o) }
	return &p
}

func broadcast(s *ssa.Shader, o BroadcastOptions) bool {
	return fixedStage(s, ir.StageFragment, func(x *fixedFunction) bool {
		have := x.variables(ssa.ModeShaderOut, atLocation(0))
		others := x.variables(ssa.ModeShaderOut, func(at *ir.Binding) bool { return at.Kind == ir.BindLocation && at.Location > 0 })
		if len(have) != 1 || len(others) > 0 || o.Targets < 2 {
			return false
		}
		v := x.s.Vars[have[0]]
		var copies []ssa.VarID
		for k := 1; k < min(o.Targets, 8); k++ {
			at := v.IO
			at.Location = uint32(k)
			copies = append(copies, ioVar(x.s, v.Name, ssa.ModeShaderOut, at, v.Type))
		}
		return x.mapOutput(have[0], func(c *calc, value ssa.Value) ssa.Value {
			for _, to := range copies {
				c.Store(c.DerefVar(to), value)
			}
			return value
		}) || true
	})
}

// TwoSidedColor chooses the color of the side of a polygon that is seen.
var TwoSidedColor = &pass.Pass{
	Name:      "two-sided-color",
	Doc:       "fragments read the color of the back instead of the front if they are of a polygon's back",
	Replaces:  []string{"lower_two_sided_color"},
	Requires:  pass.NoCalls | pass.IOVariables,
	Destroys:  pass.ExplicitTemps | pass.NoMatrices | pass.Scalar,
	Preserves: ssa.NoAnalyses,
	Machine:   true,
	Shader:    func(s *ssa.Shader) bool { return twoSidedColor(s, TwoSidedOptions{}) },
}

// TwoSidedOptions are the locations of colors.
type TwoSidedOptions struct {
	Front int `doc:"the location of the front's color"`
	Back  int `doc:"the location of the back's color; that of the front: nothing changes"`
}

// TwoSidedColorOf is the pass with options. It is not idempotent.
func TwoSidedColorOf(o TwoSidedOptions) *pass.Pass {
	p := *TwoSidedColor
	p.Shader = func(s *ssa.Shader) bool { return twoSidedColor(s, o) }
	return &p
}

func twoSidedColor(s *ssa.Shader, o TwoSidedOptions) bool {
	if o.Front == o.Back || o.Front < 0 || o.Back < 0 {
		return false
	}
	return fixedStage(s, ir.StageFragment, func(x *fixedFunction) bool {
		changed := false
		for _, v := range x.variables(ssa.ModeShaderIn, atLocation(uint32(o.Front))) {
			y := x.s.Vars[v]
			if x.types().ComponentCount(y.Type) == 0 {
				continue
			}
			at := y.IO
			at.Location, at.Link = uint32(o.Back), ir.Link{}
			back := ioVar(x.s, y.Name+"_back", ssa.ModeShaderIn, at, y.Type)
			changed = x.mapInput(v, func(c *calc, value ssa.Value) ssa.Value {
				front := x.system(ir.BuiltInFrontFacing, ir.TypeBool)
				other := c.Load(c.DerefVar(back))
				return c.Instr(op.BCsel, y.Type, ssa.Src{Value: front, Comps: uint8(c.F.Comps(value))}, c.F.SrcFor(op.BCsel, 1, value), c.F.SrcFor(op.BCsel, 2, other))
			}) || changed
		}
		return changed
	})
}

func (x *fixedFunction) types() *ir.Types { return &x.s.Module.Types }

// FlatShade makes inputs those of the first vertex of a primitive.
var FlatShade = &pass.Pass{
	Name:      "flat-shade",
	Doc:       "inputs of fragments without an interpolation of their own, as colors are, aren't interpolated",
	Replaces:  []string{"lower_flatshade"},
	Requires:  pass.IOVariables,
	Destroys:  pass.ExplicitIO,
	Preserves: ssa.AllAnalyses,
	Machine:   true,
	Shader:    func(s *ssa.Shader) bool { return flatShade(s, FlatOptions{}) },
}

// FlatOptions selects inputs by their locations.
type FlatOptions struct {
	First int `doc:"the first location"`
	Count int `doc:"the number of locations"`
}

// FlatShadeOf is the pass with options.
func FlatShadeOf(o FlatOptions) *pass.Pass {
	p := *FlatShade
	p.Shader = func(s *ssa.Shader) bool { return flatShade(s, o) }
	return &p
}

func flatShade(s *ssa.Shader, o FlatOptions) bool {
	changed := false
	flat := func(at *ir.Binding) bool {
		return at.Kind == ir.BindLocation && int(at.Location) >= o.First && int(at.Location) < o.First+o.Count && at.Interpolation == ir.DefaultInterpolation
	}
	change := func(mode ssa.Mode) func(x *fixedFunction) bool {
		return func(x *fixedFunction) bool {
			for _, v := range x.variables(mode, flat) {
				x.s.Vars[v].IO.Interpolation, x.s.Vars[v].IO.Sampling = ir.InterpolateFlat, 0
				changed = true
			}
			return changed
		}
	}
	fixedStage(s, ir.StageFragment, change(ssa.ModeShaderIn))
	fixedStage(s, ir.StageVertex, change(ssa.ModeShaderOut)) // stages agree
	return changed
}
