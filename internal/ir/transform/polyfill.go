package transform

// This file spells built-in functions by simpler ones, for targets that lack them. The
// target selects them by a set of Polyfills; each family of functions has its file.

import (
	"refract/internal/builtin/formula"
	"refract/internal/ir/rewrite"
	"refract/internal/lazy"
	"refract/ir"
)

// Polyfills is a set of functions that a target lacks.
type Polyfills uint32

const (
	PolyfillBitCounts         Polyfills = 1 << iota // count_leading_zeros, count_trailing_zeros, by first_leading_bit and first_trailing_bit
	PolyfillFirstBits                               // first_leading_bit, first_trailing_bit, by count_leading_zeros and count_trailing_zeros
	PolyfillBitFields                               // extract_bits, insert_bits beyond the width, by clamped operands (sets ir.FlagInRange)
	PolyfillBitFieldOps                             // extract_bits, insert_bits altogether, by shifts and masks
	PolyfillPackInteger                             // pack and unpack of four 8-bit integers
	PolyfillPackNorm                                // pack and unpack of normalized floats
	PolyfillDotPacked                               // dot4_i8_packed, dot4_u8_packed
	PolyfillIntegerDot                              // dot of integer vectors
	PolyfillCarry                                   // add_carry, sub_borrow, mul_extended
	PolyfillSaturate                                // by clamp
	PolyfillInverseHyperbolic                       // asinh, acosh, atanh
	PolyfillAngles                                  // degrees, radians
	PolyfillFma                                     // by mul and add
	PolyfillModf                                    // modf
	PolyfillFrexp                                   // frexp of f32 and f16
	PolyfillLdexp                                   // ldexp of f32 and f16
	PolyfillQuantize                                // quantize_to_f16, by packing
	PolyfillOuter                                   // outer
	PolyfillInverse                                 // inverse
	PolyfillFaceForward                             // face_forward
	PolyfillClampEdge                               // image_sample with ir.FlagClampEdge, but of external images
	PolyfillSelect                                  // select of values that are neither scalar nor vector, by branches
	PolyfillBitScans                                // count_one_bits, reverse_bits, first_leading_bit, first_trailing_bit of 32 bits, by shifts and masks
	PolyfillVectorSelect                            // select of vectors other than f32 by a vector, by selects of their components
	PolyfillDeterminant                             // determinant
	PolyfillIntegerClamp                            // clamp of integers, but for bounds that are known to be in order, by max and min
	PolyfillScalarReflect                           // reflect, refract, face_forward of scalars
	PolyfillBitWidths                               // functions on bits of integers of other widths than 32
)

// SPIRVPolyfills are the functions that GLSL.std.450 and SPIR-V's own instructions lack.
const SPIRVPolyfills = PolyfillBitCounts | PolyfillBitFields | PolyfillPackInteger | PolyfillIntegerDot | PolyfillClampEdge | PolyfillIntegerClamp |
	PolyfillBitWidths

// mathPolyfill makes the value of a math function of type t from its arguments.
type mathPolyfill struct {
	set   Polyfills
	build func(b *ir.Builder, t ir.TypeID, a []ir.ExprID) ir.ExprID
}

// mathPolyfills has up to two ways per function; the first in the target's set is taken.
var mathPolyfills = lazy.Value[map[ir.MathOp][]mathPolyfill]{Make: func() map[ir.MathOp][]mathPolyfill {
	return map[ir.MathOp][]mathPolyfill{
		ir.MathCountLeadingZeros:  {{PolyfillBitCounts, countLeadingZeros}},
		ir.MathCountTrailingZeros: {{PolyfillBitCounts, countTrailingZeros}},
		ir.MathFirstLeadingBit:    {{PolyfillFirstBits, firstLeadingBit}, {PolyfillBitScans, scanLeadingBit}},
		ir.MathFirstTrailingBit:   {{PolyfillFirstBits, firstTrailingBit}, {PolyfillBitScans, scanTrailingBit}},
		ir.MathCountOneBits:       {{PolyfillBitScans, scanOneBits}},
		ir.MathReverseBits:        {{PolyfillBitScans, scanReverse}},
		ir.MathExtractBits:        {{PolyfillBitFieldOps, extractBits}, {PolyfillBitFields, clampExtractBits}},
		ir.MathInsertBits:         {{PolyfillBitFieldOps, insertBits}, {PolyfillBitFields, clampInsertBits}},
		ir.MathPack4xI8:           {{PolyfillPackInteger, pack4xI8}},
		ir.MathPack4xU8:           {{PolyfillPackInteger, pack4xU8}},
		ir.MathPack4xI8Clamp:      {{PolyfillPackInteger, pack4xI8Clamp}},
		ir.MathPack4xU8Clamp:      {{PolyfillPackInteger, pack4xU8Clamp}},
		ir.MathUnpack4xI8:         {{PolyfillPackInteger, unpack4xI8}},
		ir.MathUnpack4xU8:         {{PolyfillPackInteger, unpack4xU8}},
		ir.MathPack4x8snorm:       {{PolyfillPackNorm, pack4x8snorm}},
		ir.MathPack4x8unorm:       {{PolyfillPackNorm, pack4x8unorm}},
		ir.MathPack2x16snorm:      {{PolyfillPackNorm, pack2x16snorm}},
		ir.MathPack2x16unorm:      {{PolyfillPackNorm, pack2x16unorm}},
		ir.MathUnpack4x8snorm:     {{PolyfillPackNorm, unpack4x8snorm}},
		ir.MathUnpack4x8unorm:     {{PolyfillPackNorm, unpack4x8unorm}},
		ir.MathUnpack2x16snorm:    {{PolyfillPackNorm, unpack2x16snorm}},
		ir.MathUnpack2x16unorm:    {{PolyfillPackNorm, unpack2x16unorm}},
		ir.MathDot4I8Packed:       {{PolyfillDotPacked, dot4I8Packed}},
		ir.MathDot4U8Packed:       {{PolyfillDotPacked, dot4U8Packed}},
		ir.MathDot:                {{PolyfillIntegerDot, integerDot}},
		ir.MathAddCarry:           {{PolyfillCarry, addCarry}},
		ir.MathSubBorrow:          {{PolyfillCarry, subBorrow}},
		ir.MathMulExtended:        {{PolyfillCarry, mulExtended}},
		ir.MathSaturate:           {{PolyfillSaturate, composed(formula.FSat)}},
		ir.MathAsinh:              {{PolyfillInverseHyperbolic, asinh}},
		ir.MathAcosh:              {{PolyfillInverseHyperbolic, acosh}},
		ir.MathAtanh:              {{PolyfillInverseHyperbolic, atanh}},
		ir.MathDegrees:            {{PolyfillAngles, composed(formula.FDegrees)}},
		ir.MathRadians:            {{PolyfillAngles, composed(formula.FRadians)}},
		ir.MathFma:                {{PolyfillFma, fma}},
		ir.MathModf:               {{PolyfillModf, modf}},
		ir.MathFrexp:              {{PolyfillFrexp, frexp}},
		ir.MathLdexp:              {{PolyfillLdexp, ldexp}},
		ir.MathQuantizeToF16:      {{PolyfillQuantize, quantizeToF16}},
		ir.MathClamp:              {{PolyfillIntegerClamp, integerClamp}},
		ir.MathOuter:              {{PolyfillOuter, outer}},
		ir.MathInverse:            {{PolyfillInverse, inverse}},
		ir.MathDeterminant:        {{PolyfillDeterminant, determinant}},
		ir.MathFaceForward:        {{PolyfillFaceForward, composed(formula.FFaceForward)}, {PolyfillScalarReflect, composed(formula.FFaceForward)}},
		ir.MathReflect:            {{PolyfillScalarReflect, composed(formula.FReflect)}},
		ir.MathRefract:            {{PolyfillScalarReflect, composed(formula.FRefract)}},
	}
}}

// mathSets are the sets of each function's polyfills, for the scan.
var mathSets = lazy.Value[*[256]Polyfills]{Make: func() *[256]Polyfills {
	sets := new([256]Polyfills)
	for op, list := range mathPolyfills.Get() {
		for _, p := range list {
			sets[op] |= p.set
		}
	}
	return sets
}}

// Polyfill replaces functions of the set.
func Polyfill(m *ir.Module, set Polyfills) {
	rewrite.Apply(m, polyfilling{set})
}

type polyfilling struct{ set Polyfills }

func (polyfilling) Kinds() ir.KindSet {
	return ir.Kinds(ir.KindMath, ir.KindImageSample, ir.KindSelect)
}

// Matches reports whether the set has the operation of x.
func (p polyfilling) Matches(m *ir.Module, f *ir.Function, x ir.ExprID) bool {
	set := p.set
	switch f.Kind(x) {
	case ir.KindMath:
		op := f.MathOp(x)
		switch {
		case set&PolyfillBitWidths != 0 && hasOtherWidth(m, f, x):
			return true
		case mathSets.Get()[op]&set == 0:
			return false
		case op == ir.MathDot:
			return m.Types.ScalarOf(f.TypeOf(x)).IsInteger()
		case op == ir.MathExtractBits || op == ir.MathInsertBits:
			return set&PolyfillBitFieldOps != 0 || f.Flags(x)&ir.FlagInRange == 0
		case op == ir.MathClamp:
			return m.Types.ScalarOf(f.TypeOf(x)).IsInteger() && !inOrder(m, f, x)
		case op == ir.MathReflect || op == ir.MathRefract || op == ir.MathFaceForward && set&PolyfillFaceForward == 0:
			return m.Types.At(f.TypeOf(x)).Kind == ir.TypeScalar
		case op == ir.MathFrexp || op == ir.MathLdexp:
			return m.Types.ScalarOf(f.TypeOf(f.Math(x).Args[0])) != ir.F64
		}
		return true
	case ir.KindImageSample:
		return set&PolyfillClampEdge != 0 && f.Flags(x)&ir.FlagClampEdge != 0 &&
			m.Types.At(f.TypeOf(f.ImageSample(x).Image)).Class != ir.ImageExternal
	case ir.KindSelect:
		if !m.Types.IsScalarOrVector(f.TypeOf(x)) {
			return set&PolyfillSelect != 0
		}
		return set&PolyfillVectorSelect != 0 && f.TypeOf(f.Select(x).Condition) != ir.TypeBool && m.Types.ScalarOf(f.TypeOf(x)) != ir.F32
	}
	return false
}

func (p polyfilling) Change(e *rewrite.Editor, x ir.ExprID) {
	f := e.F
	switch f.Kind(x) {
	case ir.KindMath:
		v := f.Math(x)
		if p.set&PolyfillBitWidths != 0 && hasOtherWidth(e.M, f, x) {
			e.Become(otherWidth(e.Ahead(), v.Op, f.TypeOf(x), v.Args[:v.Op.Info().Args]))
			return
		}
		for _, way := range mathPolyfills.Get()[v.Op] {
			if way.set&p.set != 0 {
				e.Become(way.build(e.Ahead(), f.TypeOf(x), v.Args[:v.Op.Info().Args]))
				return
			}
		}
	case ir.KindImageSample:
		clampEdge(e, x)
	case ir.KindSelect:
		if e.M.Types.IsScalarOrVector(f.TypeOf(x)) {
			selectComponents(e, x)
		} else {
			branch(e, x)
		}
	}
}

// branch makes a select of any value by an if.
func branch(e *rewrite.Editor, x ir.ExprID) {
	v := e.F.Select(x)
	e.Become(selectByBranch(e.Ahead(), v.Condition, v.Accept, v.Reject))
}

// selectByBranch is accept if condition holds, else reject.
func selectByBranch(b *ir.Builder, condition, accept, reject ir.ExprID) ir.ExprID {
	l := b.F.AddLocal(ir.Local{Name: "selected", Type: b.TypeOf(accept)})
	b.DeclareLocal(l, reject)
	mark := b.Begin()
	b.Store(b.Local(l), accept)
	b.If(condition, b.End(mark), 0)
	return b.Load(b.Local(l))
}

// selectComponents makes a select by a vector one for each component.
func selectComponents(e *rewrite.Editor, x ir.ExprID) {
	v := e.F.Select(x)
	b := e.Ahead()
	list := make([]ir.ExprID, b.M.Types.ComponentCount(b.TypeOf(x)))
	for i := range list {
		part := func(v ir.ExprID) ir.ExprID { return b.AccessIndex(v, uint32(i)) }
		list[i] = b.Select(part(v.Condition), part(v.Accept), part(v.Reject))
	}
	e.Become(b.Compose(b.TypeOf(x), list...))
}

// clampEdge samples the base level at least half a texel inside the edges (WGSL
// section "textureSampleBaseClampToEdge").
func clampEdge(e *rewrite.Editor, x ir.ExprID) {
	v := e.F.ImageSample(x)
	b := e.Ahead()
	v.Coordinate = insideEdge(b, v.Image, v.Coordinate)
	v.ClampEdge = false
	v.Level = ir.LevelZero
	e.Become(b.ImageSample(v))
}

// insideEdge clamps a coordinate to half a texel inside the edges.
func insideEdge(b *ir.Builder, image, coordinate ir.ExprID) ir.ExprID {
	level := ir.ExprID(0)
	if b.M.Types.At(b.TypeOf(image)).Class != ir.ImageExternal {
		level = b.I32(0)
	}
	size := b.Convert(ir.F32, b.ImageQuery(ir.QuerySize, image, level))
	t := b.TypeOf(coordinate)
	half := b.Binary(ir.Div, floatLike(b, t, 0.5), size)
	return b.Math(ir.MathClamp, coordinate, half, b.Binary(ir.Sub, floatLike(b, t, 1), half))
}

// integerClamp is WGSL's clamp (section "clamp"), which GLSL.std.450, GLSL and Metal leave
// undefined if the bounds aren't in order.
func integerClamp(b *ir.Builder, _ ir.TypeID, a []ir.ExprID) ir.ExprID {
	return b.Math(ir.MathMin, b.Math(ir.MathMax, a[0], a[1]), a[2])
}

// inOrder reports whether the bounds of a clamp of integers are constants, none of the
// lower ones above one of the upper ones.
func inOrder(m *ir.Module, f *ir.Function, x ir.ExprID) bool {
	v, s := f.Math(x), m.Types.ScalarOf(f.TypeOf(x))
	first, most, ordered := true, uint64(0), true
	above := func(a, b uint64) bool {
		if s.IsSigned() {
			return signed(s, a) > signed(s, b)
		}
		return a > b
	}
	known := everyComponent(m, &f.Exprs, v.Args[1], func(bits uint64) bool {
		if first || above(bits, most) {
			first, most = false, bits
		}
		return true
	})
	return known && everyComponent(m, &f.Exprs, v.Args[2], func(bits uint64) bool {
		ordered = ordered && !above(most, bits)
		return true
	}) && ordered
}
