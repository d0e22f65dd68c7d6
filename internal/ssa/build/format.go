package build

// This file builds conversions between texels as memory holds them and numbers: channels of
// so many bits, side by side from the lowest bit of a list of words, and the formats that
// share an exponent or have floats of few bits.

import (
	"math"

	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
)

// ChannelKind is the meaning of a channel's bits.
type ChannelKind uint8

const (
	Unorm        ChannelKind = iota // 0 to 1
	Snorm                           // -1 to 1
	UintChannel                     // unsigned
	SintChannel                     // signed
	FloatChannel                    // of 16 or 32 bits
)

// Channels describes a format: the bits of up to four channels; absent ones have none.
// Channels of 32 bits are a word each, and no channel lies in two words.
type Channels struct {
	Kind ChannelKind
	Bits [4]uint8
}

// Count is how many channels there are.
func (c Channels) Count() int {
	n := 0
	for _, bits := range c.Bits {
		if bits > 0 {
			n++
		}
	}
	return n
}

func (c Channels) scalar() ir.Scalar {
	switch c.Kind {
	case UintChannel:
		return ir.U32
	case SintChannel:
		return ir.I32
	}
	return ir.F32
}

// eachChannel calls fn with the word and the first bit of each channel.
func (c Channels) eachChannel(fn func(k, word, shift int, bits int)) {
	at := 0
	for k := range c.Count() {
		fn(k, at/32, at%32, int(c.Bits[k]))
		at += int(c.Bits[k])
	}
}

// Unpack inserts the channels of a texel as a scalar or vector of f32, u32 or i32.
func (c Channels) Unpack(b *ssa.Builder, words ...ssa.Value) ssa.Value {
	var list []ssa.Value
	c.eachChannel(func(k, word, shift, bits int) {
		u := b.Op(op.UShr, ir.TypeU32, words[word], b.U32(uint32(shift)))
		if bits < 32 {
			u = b.Op(op.IAnd, ir.TypeU32, u, b.U32(1<<bits-1))
		}
		list = append(list, c.number(b, u, bits))
	})
	if len(list) == 1 {
		return list[0]
	}
	return b.Op(op.Vec, ir.VectorOf(c.scalar(), len(list)), list...)
}

// number is the number in the lowest bits of a word.
func (c Channels) number(b *ssa.Builder, u ssa.Value, bits int) ssa.Value {
	signed := func() ssa.Value {
		up := b.U32(uint32(32 - bits))
		i := b.Op(op.Bitcast, ir.TypeI32, b.Op(op.IShl, ir.TypeU32, u, up))
		return b.Op(op.IShr, ir.TypeI32, i, up)
	}
	switch c.Kind {
	case Unorm:
		x := b.Op(op.U2F, ir.TypeF32, u)
		return FDiv(b, x, Float(b, x, float64(uint32(1<<bits-1))))
	case Snorm:
		x := b.Op(op.I2F, ir.TypeF32, signed())
		x = FDiv(b, x, Float(b, x, float64(uint32(1)<<(bits-1)-1)))
		return FMax(b, x, Float(b, x, -1))
	case SintChannel:
		return signed()
	case FloatChannel:
		if bits == 16 {
			return b.Component(b.Op(op.UnpackHalf2x16, ir.VectorOf(ir.F32, 2), u), 0)
		}
		return b.Op(op.Bitcast, ir.TypeF32, u)
	}
	return u
}

// Pack inserts the words of a texel of a scalar or vector of f32, u32 or i32. Numbers out
// of a channel's range are clamped.
func (c Channels) Pack(b *ssa.Builder, v ssa.Value) []ssa.Value {
	var words []ssa.Value
	c.eachChannel(func(k, word, shift, bits int) {
		x := v
		if b.F.Comps(v) > 1 {
			x = b.Component(v, k)
		}
		u := c.bits(b, x, bits)
		if shift > 0 {
			u = b.Op(op.IShl, ir.TypeU32, u, b.U32(uint32(shift)))
		}
		if word == len(words) {
			words = append(words, u)
		} else {
			words[word] = b.Op(op.IOr, ir.TypeU32, words[word], u)
		}
	})
	return words
}

// bits are the bits of a number, in the lowest bits of a word.
func (c Channels) bits(b *ssa.Builder, x ssa.Value, bits int) ssa.Value {
	mask := func(i ssa.Value) ssa.Value {
		u := b.Op(op.Bitcast, ir.TypeU32, i)
		if bits == 32 {
			return u
		}
		return b.Op(op.IAnd, ir.TypeU32, u, b.U32(1<<bits-1))
	}
	switch c.Kind {
	case Unorm:
		x = FMul(b, b.Op(op.FSat, ir.TypeF32, x), Float(b, x, float64(uint32(1<<bits-1))))
		return b.Op(op.F2U, ir.TypeU32, FAdd(b, x, Float(b, x, 0.5)))
	case Snorm:
		x = b.Op(op.FClamp, ir.TypeF32, x, Float(b, x, -1), Float(b, x, 1))
		x = FMul(b, x, Float(b, x, float64(uint32(1)<<(bits-1)-1)))
		x = b.Op(op.FFloor, ir.TypeF32, FAdd(b, x, Float(b, x, 0.5)))
		return mask(b.Op(op.F2I, ir.TypeI32, x))
	case SintChannel:
		if bits < 32 {
			most := int64(1)<<(bits-1) - 1
			x = b.Op(op.IClamp, ir.TypeI32, x, Int(b, x, -most-1), Int(b, x, most))
		}
		return mask(x)
	case FloatChannel:
		if bits == 16 {
			return b.Op(op.PackHalf2x16, ir.TypeU32, b.Op(op.Vec, ir.VectorOf(ir.F32, 2), x, Float(b, x, 0)))
		}
		return b.Op(op.Bitcast, ir.TypeU32, x)
	}
	if bits < 32 {
		x = b.Op(op.UMin, ir.TypeU32, x, b.U32(1<<bits-1))
	}
	return x
}

// LinearFromSRGB inserts the linear value of an f32 of the sRGB curve.
func LinearFromSRGB(b *ssa.Builder, x ssa.Value) ssa.Value {
	low := FDiv(b, x, Float(b, x, 12.92))
	high := FDiv(b, FAdd(b, x, Float(b, x, 0.055)), Float(b, x, 1.055))
	high = b.Op(op.FPow, b.F.Type(x), high, Float(b, x, 2.4))
	return b.Op(op.BCsel, ir.TypeF32, b.Op(op.FLe, ir.TypeBool, x, Float(b, x, 0.04045)), low, high)
}

// SRGBFromLinear inserts the value on the sRGB curve of an f32, clamped to 0 and 1.
func SRGBFromLinear(b *ssa.Builder, x ssa.Value) ssa.Value {
	x = b.Op(op.FSat, ir.TypeF32, x)
	low := FMul(b, x, Float(b, x, 12.92))
	high := b.Op(op.FPow, b.F.Type(x), x, Float(b, x, 1/2.4))
	high = FSub(b, FMul(b, high, Float(b, x, 1.055)), Float(b, x, 0.055))
	return b.Op(op.BCsel, ir.TypeF32, b.Op(op.FLe, ir.TypeBool, x, Float(b, x, 0.0031308)), low, high)
}

// UnpackRG11B10 inserts the three floats, of eleven and ten bits, of a word.
func UnpackRG11B10(b *ssa.Builder, word ssa.Value) ssa.Value {
	var list []ssa.Value
	for k, at := range []uint32{0, 11, 22} { // they are f16 without the sign and the last bits of the fraction
		mask, up := uint32(0x7ff), uint32(4)
		if k == 2 {
			mask, up = 0x3ff, 5
		}
		u := b.Op(op.IAnd, ir.TypeU32, b.Op(op.UShr, ir.TypeU32, word, b.U32(at)), b.U32(mask))
		half := b.Op(op.IShl, ir.TypeU32, u, b.U32(up))
		list = append(list, b.Component(b.Op(op.UnpackHalf2x16, ir.VectorOf(ir.F32, 2), half), 0))
	}
	return b.Op(op.Vec, ir.VectorOf(ir.F32, 3), list...)
}

// PackRG11B10 inserts the word of three floats: rounded to nearest even, negative numbers
// to zero, finite numbers beyond the range to the greatest.
func PackRG11B10(b *ssa.Builder, v ssa.Value) ssa.Value {
	var word ssa.Value
	for k, at := range []uint32{0, 11, 22} {
		fraction := uint32(6)
		if k == 2 {
			fraction = 5
		}
		u := smallFloat(b, b.Component(v, k), fraction)
		if k == 0 {
			word = u
			continue
		}
		word = b.Op(op.IOr, ir.TypeU32, word, b.Op(op.IShl, ir.TypeU32, u, b.U32(at)))
	}
	return word
}

// smallFloat is a float without sign with five bits of exponent.
func smallFloat(b *ssa.Builder, x ssa.Value, fraction uint32) ssa.Value {
	u := func(o op.Op, list ...ssa.Value) ssa.Value { return b.Op(o, ir.TypeU32, list...) }
	choose := func(c, yes, no ssa.Value) ssa.Value { return u(op.BCsel, c, yes, no) }
	bits := u(op.Bitcast, x)
	shift, infinity := 23-fraction, uint32(31)<<fraction
	m := u(op.ISub, bits, b.U32(0x3800_0000)) // the exponent has another bias
	odd := u(op.IAnd, u(op.UShr, m, b.U32(shift)), b.U32(1))
	normal := u(op.UShr, u(op.IAdd, u(op.IAdd, m, b.U32(1<<(shift-1)-1)), odd), b.U32(shift))
	scaled := FMul(b, x, Float(b, x, math.Ldexp(1, int(14+fraction))))
	tiny := u(op.F2U, b.Op(op.FRoundEven, ir.TypeF32, scaled))
	r := choose(b.Op(op.ULt, ir.TypeBool, bits, b.U32(0x3880_0000)), tiny, u(op.UMin, normal, b.U32(infinity-1)))
	r = choose(b.Op(op.IEq, ir.TypeBool, bits, b.U32(0x7f80_0000)), b.U32(infinity), r)
	r = choose(b.Op(op.ULe, ir.TypeBool, b.U32(0x8000_0000), bits), b.U32(0), r)
	nan := b.Op(op.ULt, ir.TypeBool, b.U32(0x7f80_0000), u(op.IAnd, bits, b.U32(0x7fff_ffff)))
	return choose(nan, b.U32(infinity|1<<(fraction-1)), r)
}

// UnpackRGB9E5 inserts the three numbers of a word, of nine bits with one exponent.
func UnpackRGB9E5(b *ssa.Builder, word ssa.Value) ssa.Value {
	e := b.Op(op.UShr, ir.TypeU32, word, b.U32(27))
	unit := exponential(b, b.Op(op.IAdd, ir.TypeU32, e, b.U32(127-24)))
	var list []ssa.Value
	for k := range uint32(3) {
		u := b.Op(op.IAnd, ir.TypeU32, b.Op(op.UShr, ir.TypeU32, word, b.U32(9*k)), b.U32(511))
		list = append(list, FMul(b, b.Op(op.U2F, ir.TypeF32, u), unit))
	}
	return b.Op(op.Vec, ir.VectorOf(ir.F32, 3), list...)
}

// exponential is the power whose exponent, with its bias, is a u32 from 1 to 254.
func exponential(b *ssa.Builder, e ssa.Value) ssa.Value {
	return b.Op(op.Bitcast, ir.TypeF32, b.Op(op.IShl, ir.TypeU32, e, b.U32(23)))
}

// PackRGB9E5 inserts the word of three numbers, rounded to the nearest that the greatest of
// them lets nine bits hold.
func PackRGB9E5(b *ssa.Builder, v ssa.Value) ssa.Value {
	var x [3]ssa.Value
	for k := range x {
		c := b.Component(v, k)
		c = b.Op(op.BCsel, ir.TypeF32, b.Op(op.FLt, ir.TypeBool, Float(b, c, 0), c), c, Float(b, c, 0)) // nor NaN
		x[k] = FMin(b, c, Float(b, c, 65408))
	}
	greatest := FMax(b, FMax(b, x[0], x[1]), x[2])
	// The exponent of the greatest, at least -16, as it is stored.
	e := b.Op(op.UShr, ir.TypeU32, b.Op(op.Bitcast, ir.TypeU32, greatest), b.U32(23))
	e = b.Op(op.ISub, ir.TypeU32, b.Op(op.UMax, ir.TypeU32, e, b.U32(127-16)), b.U32(127-16))
	unitOf := func(e ssa.Value) ssa.Value { return exponential(b, b.Op(op.ISub, ir.TypeU32, b.U32(127+24), e)) }
	half := Float(b, greatest, 0.5)
	over := b.Op(op.FLe, ir.TypeBool, Float(b, greatest, 512), FAdd(b, FMul(b, greatest, unitOf(e)), half))
	e = b.Op(op.IAdd, ir.TypeU32, e, b.Op(op.BCsel, ir.TypeU32, over, b.U32(1), b.U32(0)))
	unit := unitOf(e)
	word := b.Op(op.IShl, ir.TypeU32, e, b.U32(27))
	for k := range x {
		u := b.Op(op.F2U, ir.TypeU32, FAdd(b, FMul(b, x[k], unit), half))
		word = b.Op(op.IOr, ir.TypeU32, word, b.Op(op.IShl, ir.TypeU32, u, b.U32(uint32(9*k))))
	}
	return word
}
