package lower

// This file does what old hardware did with pixels: it drew bitmaps and images by fragments of
// a rectangle, and mixed colors with the ones that targets have. The example is bitmap{0, 0, 1}.
//
//	before                    after
//	%1 = ...                  %2 = load @texcoord
//	                          %3 = tex @bitmap, @bitmap_sampler, %2.xy
//	                          if %3.x is zero { halt }
//	                          %1 = ...

import (
	"math"

	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// Bitmap ends the fragments of a bitmap's unset bits.
var Bitmap = &pass.Pass{
	Name:      "bitmap",
	Doc:       "fragments end if a texture, the bitmap, is zero at their texture coordinate",
	Replaces:  []string{"lower_bitmap"},
	Requires:  pass.NoCalls | pass.IOVariables,
	Destroys:  pass.ExplicitTemps | pass.NoMatrices | pass.Scalar | pass.LoopClosed | pass.NoDiscardIf,
	Preserves: ssa.NoAnalyses,
	Machine:   true,
	Shader:    func(s *ssa.Shader) bool { return bitmap(s, BitmapOptions{Texture: 0, Sampler: 1, Location: -1}) },
}

// BitmapOptions is the state of a bitmap.
type BitmapOptions struct {
	Location int    `doc:"the location of the texture coordinate; -1: there is no bitmap"`
	Group    uint32 `doc:"the group of texture and sampler"`
	Texture  uint32 `doc:"the binding of the texture"`
	Sampler  uint32 `doc:"the binding of the sampler"`
}

// BitmapOf is the pass with options. It is not idempotent.
func BitmapOf(o BitmapOptions) *pass.Pass {
	p := *Bitmap
	p.Shader = func(s *ssa.Shader) bool { return bitmap(s, o) }
	return &p
}

func bitmap(s *ssa.Shader, o BitmapOptions) bool {
	if o.Location < 0 {
		return false
	}
	return fixedStage(s, ir.StageFragment, func(x *fixedFunction) bool {
		texel := x.texel(uint32(o.Location), FixedBinding{o.Group, o.Texture}, FixedBinding{o.Group, o.Sampler}, "bitmap")
		c := calc{x.f.BuildAfter(texel)}
		n := c.F.InsertIf(c.At, ssa.Whole(c.do(op.FEq, c.Component(texel, 0), c.f32(0))), c.Span)
		c.F.AddJump(c.F.ListFirst(c.F.Then(n)), op.Halt, c.Span)
		return true
	})
}

// texel samples a texture of the host's at an input, at the start of the function.
func (x *fixedFunction) texel(location uint32, texture, sampler FixedBinding, name string) ssa.Value {
	f := x.f
	ioTemporaries(f)
	var at ssa.VarID
	if have := x.variables(ssa.ModeShaderIn, atLocation(location)); len(have) > 0 {
		at = have[0]
	} else {
		at = ioVar(x.s, "texcoord", ssa.ModeShaderIn, ir.Binding{Kind: ir.BindLocation, Location: location}, ir.VectorOf(ir.F32, 2))
	}
	b := f.Build(f.Entry())
	coord := b.Load(b.DerefVar(at))
	if f.Comps(coord) > 2 {
		coord = b.Swizzle(coord, ssa.Identity, 2)
	}
	image := x.resource(texture, name, x.types().Intern(ir.Type{Kind: ir.TypeImage, Dim: ir.Dim2D, Class: ir.ImageSampled, Scalar: ir.F32}))
	s := x.resource(sampler, name+"_sampler", x.types().Intern(ir.Type{Kind: ir.TypeSampler}))
	v := b.Op(op.Tex, ir.VectorOf(ir.F32, 4), b.DerefVar(image), b.DerefVar(s), coord)
	f.SetField(v, "level", uint32(ir.LevelAuto))
	return v
}

// resource is the variable of a texture or sampler of the host's.
func (x *fixedFunction) resource(at FixedBinding, name string, t ir.TypeID) ssa.VarID {
	for v := range x.s.Vars {
		if y := &x.s.Vars[v]; v > 0 && y.Mode == ssa.ModeResource && y.HasBinding && y.Binding == at.binding() && y.Type == t {
			return ssa.VarID(v)
		}
	}
	return x.s.AddVar(ssa.Variable{Name: name, Mode: ssa.ModeResource, Type: t, Access: ir.AccessRead, HasBinding: true, Binding: at.binding()})
}

// DrawPixels makes the color of fragments that of an image.
var DrawPixels = &pass.Pass{
	Name:      "draw-pixels",
	Doc:       "the color that fragments read becomes the texel of an image at their texture coordinate, scaled and moved",
	Replaces:  []string{"lower_drawpixels"},
	Requires:  pass.NoCalls | pass.IOVariables,
	Destroys:  pass.ExplicitTemps | pass.NoMatrices | pass.Scalar,
	Preserves: ssa.NoAnalyses,
	Machine:   true,
	Shader:    func(s *ssa.Shader) bool { return drawPixels(s, NoImage) },
}

// DrawPixelsOptions is the state of an image that is drawn.
type DrawPixelsOptions struct {
	Color    int     `doc:"the location of the color; -1: no image is drawn"`
	Location int     `doc:"the location of the texture coordinate"`
	Group    uint32  `doc:"the group of texture and sampler"`
	Texture  uint32  `doc:"the binding of the texture"`
	Sampler  uint32  `doc:"the binding of the sampler"`
	Scale    float32 `doc:"a factor of the color"`
	Bias     float32 `doc:"a number that is added to it"`
}

// NoImage draws no image.
var NoImage = DrawPixelsOptions{Color: -1, Location: 1, Sampler: 1, Scale: 1}

// DrawPixelsOf is the pass with options.
func DrawPixelsOf(o DrawPixelsOptions) *pass.Pass {
	p := *DrawPixels
	p.Shader = func(s *ssa.Shader) bool { return drawPixels(s, o) }
	return &p
}

func drawPixels(s *ssa.Shader, o DrawPixelsOptions) bool {
	if o.Color < 0 {
		return false
	}
	return fixedStage(s, ir.StageFragment, func(x *fixedFunction) bool {
		changed := false
		for _, v := range x.variables(ssa.ModeShaderIn, atLocation(uint32(o.Color))) {
			changed = x.mapInput(v, func(c *calc, value ssa.Value) ssa.Value {
				if !c.F.HasUses(value) || c.F.Comps(value) != 4 {
					return value
				}
				t := x.texel(uint32(o.Location), FixedBinding{o.Group, o.Texture}, FixedBinding{o.Group, o.Sampler}, "image")
				if o.Scale != 1 {
					t = c.do(op.FMul, t, c.float(t, float64(o.Scale)))
				}
				if o.Bias != 0 {
					t = c.do(op.FAdd, t, c.float(t, float64(o.Bias)))
				}
				return t
			}) || changed
		}
		return changed
	})
}

// Blend mixes the color of fragments with the target's.
var Blend = &pass.Pass{
	Name:      "blend",
	Doc:       "the color of fragments is mixed with the one that the target has, which a texture holds",
	Replaces:  []string{"lower_blend.c", "lower_blend.h", "lower_fb_read"},
	Requires:  pass.NoCalls | pass.IOVariables,
	Destroys:  pass.ExplicitTemps | pass.NoMatrices | pass.Scalar,
	Preserves: ssa.NoAnalyses,
	Machine:   true,
	Shader:    func(s *ssa.Shader) bool { return blend(s, NoBlending) },
}

// A Factor is a factor of a color in blending.
type Factor uint8

// The factors.
const (
	FactorOne Factor = iota
	FactorZero
	FactorSrc
	FactorOneMinusSrc
	FactorSrcAlpha
	FactorOneMinusSrcAlpha
	FactorDst
	FactorOneMinusDst
	FactorDstAlpha
	FactorOneMinusDstAlpha
	FactorSrcAlphaSaturated
	FactorConstant
	FactorOneMinusConstant
)

// Choices are the names of the factors, those of WebGPU.
func (Factor) Choices() []string {
	return []string{"one", "zero", "src", "one-minus-src", "src-alpha", "one-minus-src-alpha", "dst", "one-minus-dst", "dst-alpha", "one-minus-dst-alpha", "src-alpha-saturated", "constant", "one-minus-constant"}
}

// A BlendOp combines the two products.
type BlendOp uint8

// The operations.
const (
	BlendAdd BlendOp = iota
	BlendSubtract
	BlendReverseSubtract
	BlendMin
	BlendMax
)

// Choices are the names of the operations.
func (BlendOp) Choices() []string {
	return []string{"add", "subtract", "reverse-subtract", "min", "max"}
}

// A LogicOp combines the bits of two colors.
type LogicOp uint8

// Choices are the names of the operations, off aside those of Vulkan.
func (LogicOp) Choices() []string {
	return []string{"off", "clear", "and", "and-reverse", "copy", "and-inverted", "no-op", "xor", "or", "nor", "equivalent", "invert", "or-reverse", "copy-inverted", "or-inverted", "nand", "set"}
}

// BlendOptions is the state of blending.
type BlendOptions struct {
	Src      Factor  `doc:"the factor of the fragment's color"`
	Dst      Factor  `doc:"the factor of the target's color"`
	Op       BlendOp `doc:"the operation on the colors"`
	AlphaSrc Factor  `doc:"the factor of the fragment's alpha"`
	AlphaDst Factor  `doc:"the factor of the target's alpha"`
	AlphaOp  BlendOp `doc:"the operation on alpha"`
	Logic    LogicOp `doc:"an operation on the bits of 8-bit colors instead"`
	Constant float32 `doc:"the components of the constant color"`
	Group    uint32  `doc:"the group of the texture with the target's color"`
	Texture  uint32  `doc:"its binding"`
}

// NoBlending replaces the target's color.
var NoBlending = BlendOptions{Dst: FactorZero, AlphaDst: FactorZero}

// BlendOf is the pass with options. It is not idempotent.
func BlendOf(o BlendOptions) *pass.Pass {
	p := *Blend
	p.Shader = func(s *ssa.Shader) bool { return blend(s, o) }
	return &p
}

func blend(s *ssa.Shader, o BlendOptions) bool {
	if none := NoBlending; o.Src == none.Src && o.Dst == none.Dst && o.Op == none.Op && o.AlphaSrc == none.AlphaSrc && o.AlphaDst == none.AlphaDst && o.AlphaOp == none.AlphaOp && o.Logic == 0 {
		return false
	}
	return fixedStage(s, ir.StageFragment, func(x *fixedFunction) bool {
		changed := false
		for _, v := range x.variables(ssa.ModeShaderOut, atLocation(0)) {
			changed = x.mapOutput(v, func(c *calc, src ssa.Value) ssa.Value {
				if c.F.Comps(src) != 4 || x.types().ScalarOf(c.F.Type(src)) != ir.F32 {
					return src
				}
				dst := x.target(c, FixedBinding{o.Group, o.Texture})
				if o.Logic != 0 {
					return c.logic(o.Logic, src, dst)
				}
				return c.blend(&o, src, dst)
			}) || changed
		}
		return changed
	})
}

// target is the color that the target has at the fragment.
func (x *fixedFunction) target(c *calc, at FixedBinding) ssa.Value {
	image := x.resource(at, "target", x.types().Intern(ir.Type{Kind: ir.TypeImage, Dim: ir.Dim2D, Class: ir.ImageSampled, Scalar: ir.F32}))
	position := x.system(ir.BuiltInPosition, ir.VectorOf(ir.F32, 4))
	two := c.Op(op.F2I, ir.VectorOf(ir.I32, 2), c.Swizzle(position, ssa.Identity, 2))
	v := c.Instr(op.Txf, ir.VectorOf(ir.F32, 4), ssa.Whole(c.DerefVar(image)), ssa.Whole(two), ssa.Src{}, ssa.Src{}, ssa.Whole(c.Const(ir.TypeI32, 0)))
	return v
}

// blend is the mixture of two colors.
func (c *calc) blend(o *BlendOptions, src, dst ssa.Value) ssa.Value {
	var parts [4]ssa.Value
	one := c.f32(0x3f80_0000)
	for k := range parts {
		s, d := c.Component(src, k), c.Component(dst, k)
		sa, da := c.Component(src, 3), c.Component(dst, 3)
		factor := func(f Factor) ssa.Value {
			switch f {
			case FactorZero:
				return c.f32(0)
			case FactorSrc:
				return s
			case FactorOneMinusSrc:
				return c.do(op.FSub, one, s)
			case FactorSrcAlpha:
				return sa
			case FactorOneMinusSrcAlpha:
				return c.do(op.FSub, one, sa)
			case FactorDst:
				return d
			case FactorOneMinusDst:
				return c.do(op.FSub, one, d)
			case FactorDstAlpha:
				return da
			case FactorOneMinusDstAlpha:
				return c.do(op.FSub, one, da)
			case FactorSrcAlphaSaturated:
				if k == 3 {
					return one
				}
				return c.do(op.FMin, sa, c.do(op.FSub, one, da))
			case FactorConstant:
				return c.f32(math.Float32bits(o.Constant))
			case FactorOneMinusConstant:
				return c.f32(math.Float32bits(1 - o.Constant))
			}
			return one
		}
		sf, df, operation := o.Src, o.Dst, o.Op
		if k == 3 {
			sf, df, operation = o.AlphaSrc, o.AlphaDst, o.AlphaOp
		}
		switch operation {
		case BlendMin:
			parts[k] = c.do(op.FMin, s, d)
			continue
		case BlendMax:
			parts[k] = c.do(op.FMax, s, d)
			continue
		}
		a, b := c.do(op.FMul, s, factor(sf)), c.do(op.FMul, d, factor(df))
		switch operation {
		case BlendAdd:
			parts[k] = c.do(op.FAdd, a, b)
		case BlendSubtract:
			parts[k] = c.do(op.FSub, a, b)
		default:
			parts[k] = c.do(op.FSub, b, a)
		}
	}
	return c.Op(op.Vec, c.F.Type(src), parts[:]...)
}

// logic combines the bits of two colors of 8 bits a component.
func (c *calc) logic(o LogicOp, src, dst ssa.Value) ssa.Value {
	bits := func(v ssa.Value) ssa.Value {
		scaled := c.do(op.FMul, c.do(op.FSat, v), c.float(v, 255))
		return c.Op(op.F2U, ir.VectorOf(ir.U32, 4), c.do(op.FRoundEven, scaled))
	}
	s, d := bits(src), bits(dst)
	all := c.Const(c.F.Type(s), 255, 255, 255, 255)
	not := func(v ssa.Value) ssa.Value { return c.xor(v, all) }
	var r ssa.Value
	switch (LogicOp(0)).Choices()[o] {
	case "clear":
		r = c.Zero(c.F.Type(s))
	case "and":
		r = c.and(s, d)
	case "and-reverse":
		r = c.and(s, not(d))
	case "copy":
		r = s
	case "and-inverted":
		r = c.and(not(s), d)
	case "no-op":
		r = d
	case "xor":
		r = c.xor(s, d)
	case "or":
		r = c.or(s, d)
	case "nor":
		r = not(c.or(s, d))
	case "equivalent":
		r = not(c.xor(s, d))
	case "invert":
		r = not(d)
	case "or-reverse":
		r = c.or(s, not(d))
	case "copy-inverted":
		r = not(s)
	case "or-inverted":
		r = c.or(not(s), d)
	case "nand":
		r = not(c.and(s, d))
	default:
		r = all
	}
	f := c.Op(op.U2F, ir.VectorOf(ir.F32, 4), r)
	return c.do(op.FDiv, f, c.float(f, 255))
}

// ScaleDivisions keeps quotients of floats by great and small numbers from becoming zero.
var ScaleDivisions = &pass.Pass{
	Name:      "scale-fdiv",
	Doc:       "quotients of 32-bit floats are computed of scaled numbers if the divisor is so great or small that its reciprocal is subnormal or infinite",
	Replaces:  []string{"scale_fdiv"},
	Preserves: ssa.ControlFlow,
	Machine:   true,
	Function: func(f *ssa.Function) bool {
		return expandScalars(f, func(i ssa.InstrID) bool { return f.Op(i) == op.FDiv && f.Bits(i) == 32 && !isScaled(f, i) }, func(c *calc, _ ssa.InstrID, x []ssa.Value) ssa.Value {
			y := c.do(op.FAbs, x[1])
			number := func(exp int) ssa.Value { return c.f32(math.Float32bits(float32(math.Ldexp(1, exp)))) }
			scale := c.sel(c.do(op.FLt, number(96), y), number(-32), c.sel(c.do(op.FLt, y, number(-96)), number(32), number(0)))
			return c.do(op.FDiv, c.do(op.FMul, x[0], scale), c.do(op.FMul, x[1], scale))
		})
	},
}

// isScaled reports whether a quotient is of scaled numbers.
func isScaled(f *ssa.Function, i ssa.InstrID) bool {
	for k := range 2 {
		if v := f.Arg(i, k); f.Op(v) != op.FMul || f.Op(f.Arg(v, 1)) != op.BCsel {
			return false
		}
	}
	return f.Arg(f.Arg(i, 0), 1) == f.Arg(f.Arg(i, 1), 1)
}
