package lower

// This file does what old hardware did with points, and with smooth points, lines and polygons:
// it limited sizes, replaced texture coordinates by the place in the point, and put the covered
// part of a pixel into alpha. The example is texcoord-replace{2}.
//
//	before                    after
//	%1 = load @uv             %2 = load @point_coord
//	                          %1 = vec %2, 0, 1

import (
	"math"

	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// PointSizes limits the sizes of points.
var PointSizes = &pass.Pass{
	Name:      "point-size",
	Doc:       "sizes of points are limited, and vertices that write none write the state's",
	Replaces:  []string{"lower_point_size", "lower_point_size_mov"},
	Requires:  pass.NoCalls | pass.IOVariables,
	Destroys:  pass.ExplicitTemps | pass.NoMatrices | pass.Scalar,
	Preserves: ssa.NoAnalyses,
	Machine:   true,
	Shader:    func(s *ssa.Shader) bool { return pointSizes(s, NoPointLimits) },
}

// PointSizeOptions is the state of points.
type PointSizeOptions struct {
	Least float32 `doc:"the least size; 0: there is none"`
	Most  float32 `doc:"the greatest size; 0: there is none"`
	Size  float32 `doc:"the size that vertices write that write none; 0: they go on writing none"`
	Force bool    `doc:"all vertices write the size"`
}

// NoPointLimits changes nothing.
var NoPointLimits = PointSizeOptions{}

// PointSizesOf is the pass with options.
func PointSizesOf(o PointSizeOptions) *pass.Pass {
	p := *PointSizes
	p.Shader = func(s *ssa.Shader) bool { return pointSizes(s, o) }
	return &p
}

func pointSizes(s *ssa.Shader, o PointSizeOptions) bool {
	return fixedStage(s, ir.StageVertex, func(x *fixedFunction) bool {
		have := x.variables(ssa.ModeShaderOut, atBuiltIn(ir.BuiltInPointSize))
		if len(have) == 0 {
			if o.Size == 0 {
				return false
			}
			x.write("point_size", ir.TypeF32, ir.Binding{Kind: ir.BindBuiltIn, BuiltIn: ir.BuiltInPointSize}, func(c *calc) ssa.Value {
				return c.f32(math.Float32bits(o.Size))
			})
			return true
		}
		return x.mapOutput(have[0], func(c *calc, v ssa.Value) ssa.Value {
			switch {
			case o.Force && o.Size != 0:
				if k, known := c.F.KnownBits(v, 0); known && uint32(k) == math.Float32bits(o.Size) {
					return v
				}
				return c.f32(math.Float32bits(o.Size))
			case c.F.Op(v) == op.FMin || c.F.Op(v) == op.FMax || c.F.IsConst(v): // limited
				return v
			}
			if o.Least != 0 {
				v = c.do(op.FMax, v, c.f32(math.Float32bits(o.Least)))
			}
			if o.Most != 0 {
				v = c.do(op.FMin, v, c.f32(math.Float32bits(o.Most)))
			}
			return v
		})
	})
}

// TexcoordReplace replaces texture coordinates by the place in a point.
var TexcoordReplace = &pass.Pass{
	Name:      "texcoord-replace",
	Doc:       "inputs of fragments become the place in the point that is drawn, as with point sprites",
	Replaces:  []string{"lower_texcoord_replace"},
	Requires:  pass.NoCalls | pass.IOVariables,
	Destroys:  pass.ExplicitTemps | pass.NoMatrices | pass.Scalar,
	Preserves: ssa.NoAnalyses,
	Machine:   true,
	Shader:    func(s *ssa.Shader) bool { return texcoordReplace(s, TexcoordOptions{Location: -1}) },
}

// TexcoordOptions selects the input.
type TexcoordOptions struct {
	Location int  `doc:"the location of the input; -1: none"`
	Flip     bool `doc:"the place is counted from below"`
}

// TexcoordReplaceOf is the pass with options.
func TexcoordReplaceOf(o TexcoordOptions) *pass.Pass {
	p := *TexcoordReplace
	p.Shader = func(s *ssa.Shader) bool { return texcoordReplace(s, o) }
	return &p
}

func texcoordReplace(s *ssa.Shader, o TexcoordOptions) bool {
	if o.Location < 0 {
		return false
	}
	return fixedStage(s, ir.StageFragment, func(x *fixedFunction) bool {
		changed := false
		for _, v := range x.variables(ssa.ModeShaderIn, atLocation(uint32(o.Location))) {
			if x.types().ScalarOf(x.s.Vars[v].Type) != ir.F32 {
				continue
			}
			changed = x.mapInput(v, func(c *calc, value ssa.Value) ssa.Value {
				if !c.F.HasUses(value) {
					return value
				}
				place := x.system(ir.BuiltInPointCoord, ir.VectorOf(ir.F32, 2))
				parts := []ssa.Value{c.Component(place, 0), c.Component(place, 1), c.f32(0), c.f32(0x3f80_0000)}
				if o.Flip {
					parts[1] = c.do(op.FSub, parts[3], parts[1])
				}
				n := c.F.Comps(value)
				if n == 1 {
					return parts[0]
				}
				return c.Op(op.Vec, c.F.Type(value), parts[:n]...)
			}) || changed
		}
		return changed
	})
}

// PointCoordFlip turns the place in a point upside down.
var PointCoordFlip = &pass.Pass{
	Name:      "point-coord-flip",
	Doc:       "the place in a point is counted from the other side",
	Replaces:  []string{"lower_pntc_ytransform"},
	Requires:  pass.NoCalls | pass.IOVariables,
	Destroys:  pass.ExplicitTemps | pass.NoMatrices | pass.Scalar,
	Preserves: ssa.NoAnalyses,
	Machine:   true,
	Shader:    pointCoordFlip,
}

// pointCoordFlip is not idempotent but by its own form, which it recognizes.
func pointCoordFlip(s *ssa.Shader) bool {
	return fixedStage(s, ir.StageFragment, func(x *fixedFunction) bool {
		changed := false
		for _, v := range x.variables(ssa.ModeSystemValue, atBuiltIn(ir.BuiltInPointCoord)) {
			for _, d := range x.uses(v) {
				for u := x.f.FirstUse(d); u != 0; u = x.f.NextUse(u) {
					i, _ := x.f.UserOf(u)
					if x.f.Op(i) != op.Load || x.isFlipped(i) {
						continue
					}
					c := calc{x.f.BuildAfter(i)}
					from := ssa.InstrID(x.f.InstrCount())
					y := c.do(op.FSub, c.f32(0x3f80_0000), c.Component(i, 1))
					x.replaceBefore(i, c.Op(op.Vec, x.f.Type(i), c.Component(i, 0), y), from)
					changed = true
				}
			}
		}
		return changed
	})
}

// isFlipped reports whether a load is only used for its flipped form.
func (x *fixedFunction) isFlipped(i ssa.InstrID) bool {
	n := 0
	for u := x.f.FirstUse(i); u != 0; u = x.f.NextUse(u) {
		j, _ := x.f.UserOf(u)
		if x.f.Op(j) != op.Mov {
			return false
		}
		n++
	}
	return n == 2
}

// SmoothPoints puts the covered part of pixels of round points into alpha.
var SmoothPoints = &pass.Pass{
	Name:      "smooth-points",
	Doc:       "points are round: the alpha of fragments is multiplied by the part of the pixel that is in the circle",
	Replaces:  []string{"lower_point_smooth"},
	Requires:  pass.NoCalls | pass.IOVariables,
	Destroys:  pass.ExplicitTemps | pass.NoMatrices | pass.Scalar,
	Preserves: ssa.NoAnalyses,
	Machine:   true,
	Shader: func(s *ssa.Shader) bool {
		return smooth(s, func(x *fixedFunction, c *calc) ssa.Value {
			place := x.system(ir.BuiltInPointCoord, ir.VectorOf(ir.F32, 2))
			// The distance from the border in pixels: derivatives give the size of a pixel.
			center := c.do(op.FSub, place, c.Const(ir.VectorOf(ir.F32, 2), 0x3f00_0000, 0x3f00_0000))
			d := c.do(op.FSqrt, c.dot2(center))
			pixel := c.Instr(op.Derivative, ir.TypeF32, ssa.Whole(c.Component(place, 0)))
			c.F.SetField(pixel, "axis", uint32(ir.AxisX))
			distance := c.do(op.FDiv, c.do(op.FSub, c.f32(0x3f00_0000), d), c.do(op.FAbs, pixel))
			return c.do(op.FSat, c.do(op.FAdd, distance, c.f32(0x3f00_0000)))
		})
	},
}

// dot2 is the product of a vector of two with itself.
func (c *calc) dot2(v ssa.Value) ssa.Value {
	x, y := c.Component(v, 0), c.Component(v, 1)
	return c.do(op.FAdd, c.do(op.FMul, x, x), c.do(op.FMul, y, y))
}

// SmoothLines puts the covered part of pixels of lines and polygons into alpha.
var SmoothLines = &pass.Pass{
	Name:      "smooth-lines",
	Doc:       "lines and polygons are smooth: the alpha of fragments is multiplied by the part of the samples that are covered",
	Replaces:  []string{"lower_poly_line_smooth"},
	Requires:  pass.NoCalls | pass.IOVariables,
	Destroys:  pass.ExplicitTemps | pass.NoMatrices | pass.Scalar,
	Preserves: ssa.NoAnalyses,
	Machine:   true,
	Shader:    func(s *ssa.Shader) bool { return smoothLines(s, SmoothOptions{Samples: 4}) },
}

// SmoothOptions is the number of samples.
type SmoothOptions struct {
	Samples int `doc:"the samples of a pixel"`
}

// SmoothLinesOf is the pass with options.
func SmoothLinesOf(o SmoothOptions) *pass.Pass {
	p := *SmoothLines
	p.Shader = func(s *ssa.Shader) bool { return smoothLines(s, o) }
	return &p
}

func smoothLines(s *ssa.Shader, o SmoothOptions) bool {
	return smooth(s, func(x *fixedFunction, c *calc) ssa.Value {
		mask := x.system(ir.BuiltInSampleMask, ir.TypeU32)
		n := c.convert(op.U2F, ir.F32, c.do(op.BitCount, mask))
		return c.do(op.FMul, n, c.f32(math.Float32bits(1/float32(max(o.Samples, 1)))))
	})
}

// smooth multiplies the alpha of fragments by their coverage. It is idempotent: it recognizes
// its own product.
func smooth(s *ssa.Shader, coverage func(x *fixedFunction, c *calc) ssa.Value) bool {
	return fixedStage(s, ir.StageFragment, func(x *fixedFunction) bool {
		changed := false
		for _, v := range x.variables(ssa.ModeShaderOut, func(at *ir.Binding) bool { return at.Kind == ir.BindLocation }) {
			changed = x.mapOutput(v, func(c *calc, value ssa.Value) ssa.Value {
				f := c.F
				if f.Comps(value) != 4 || x.types().ScalarOf(f.Type(value)) != ir.F32 || f.NameOf(value) == smoothName {
					return value
				}
				alpha := c.do(op.FMul, c.Component(value, 3), coverage(x, c))
				r := c.Op(op.Vec, f.Type(value), c.Component(value, 0), c.Component(value, 1), c.Component(value, 2), alpha)
				f.SetName(r, smoothName)
				return r
			}) || changed
		}
		return changed
	})
}

// smoothName is the name of colors whose alpha has the coverage.
const smoothName = "smooth"
