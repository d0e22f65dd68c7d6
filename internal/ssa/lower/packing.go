package lower

// This file packs and unpacks small vectors with shifts.
//
//	before                              after
//	%2 = pack_4xu8 %1 : u32             %3 = iand %1.x, %0xFF
//	                                    %4 = iand %1.y, %0xFF
//	                                    %5 = ishl %4, %8
//	                                    ...
//
// Normalized numbers are rounded as they are defined, to the last bit: the significand is
// multiplied as an integer, since 32-bit floats can't hold the product.

import (
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// PackOptions names the operations that a machine lacks.
type PackOptions struct {
	Ops PackOps `doc:"the kinds of operations"`
}

// PackOps is a set of kinds of operations.
type PackOps uint16

const (
	PackNorm   PackOps = 1 << iota // normalized numbers
	PackHalves                     // two 16-bit floats
	PackBytes                      // four bytes, of which each is an integer
	PackDots                       // products of four bytes
	PackWords                      // the bits of vectors of 8 and 16 bits as one number of 16, 32 or 64
	PackPairs                      // two 32-bit numbers as one of 64

	AllPacks PackOps = 1<<6 - 1
)

// Elements are the names of the kinds.
func (PackOps) Elements() []string {
	return []string{"norm", "halves", "bytes", "dots", "words", "pairs"}
}

// LowerPack replaces all operations but the ones that make 64-bit numbers of pairs, from
// which 64-bit arithmetic is built.
var LowerPack = &pass.Pass{
	Name:        "lower-pack",
	Doc:         "small vectors are packed and unpacked by shifts",
	Machine:     true,
	Replaces:    []string{"lower_packing"},
	Preserves:   ssa.ControlFlow,
	Establishes: pass.NoPacks,
	Function:    func(f *ssa.Function) bool { return runPack(f, PackOptions{AllPacks &^ PackPairs}) },
}

// Pack is the pass with options.
func Pack(o PackOptions) *pass.Pass {
	p := *LowerPack
	p.Function = func(f *ssa.Function) bool { return runPack(f, o) }
	if o.Ops&^PackPairs != AllPacks&^PackPairs {
		p.Establishes = 0
	}
	return &p
}

func runPack(f *ssa.Function, o PackOptions) bool {
	return lowerPack(f, o.Ops)
}

// PackKind is the kind of an instruction that packs or unpacks, or 0.
func PackKind(f *ssa.Function, i ssa.InstrID) PackOps {
	switch f.Op(i) {
	case op.PackSnorm4x8, op.PackUnorm4x8, op.PackSnorm2x16, op.PackUnorm2x16, op.UnpackSnorm4x8, op.UnpackUnorm4x8, op.UnpackSnorm2x16, op.UnpackUnorm2x16:
		return PackNorm
	case op.PackHalf2x16, op.UnpackHalf2x16:
		return PackHalves
	case op.PackI8, op.PackU8, op.PackI8Clamp, op.PackU8Clamp, op.UnpackI8, op.UnpackU8:
		return PackBytes
	case op.SDot4x8, op.UDot4x8:
		return PackDots
	case op.Bitcast:
		from, to := f.Bits(f.Arg(i, 0)), f.Bits(i)
		switch small := min(from, to); {
		case from == to:
			return 0
		case small == 32:
			return PackPairs
		default:
			return PackWords
		}
	}
	return 0
}

func lowerPack(f *ssa.Function, kinds PackOps) bool {
	return expandWhole(f, func(i ssa.InstrID) bool { return kinds&PackKind(f, i) != 0 }, func(c *calc, i ssa.InstrID) ssa.Value {
		return c.packed(i, kinds)
	})
}

func (c *calc) packed(i ssa.InstrID, kinds PackOps) ssa.Value {
	f := c.F
	src := f.Src(i, 0)
	list := func(n int, fn func(k int) ssa.Value) ssa.Value {
		parts := make([]ssa.Value, n)
		for k := range parts {
			parts[k] = fn(k)
		}
		return c.join(i, parts...)
	}
	// Bits of a number from a place on, with and without a sign.
	field := func(v ssa.Value, k, size int, signed bool) ssa.Value {
		if signed {
			return c.ishri(c.bitcast(ir.I32, c.shli(v, uint32(32-size*(k+1)))), uint32(32-size))
		}
		return c.andi(c.ushri(v, uint32(size*k)), 1<<size-1)
	}
	// The sum of numbers of a size side by side.
	sum := func(n, size int, fn func(k int) ssa.Value) ssa.Value {
		var r ssa.Value
		for k := range n {
			v := c.bitcast(ir.U32, fn(k))
			v = c.shli(c.andi(v, 1<<size-1), uint32(size*k))
			if k > 0 {
				v = c.or(r, v)
			}
			r = v
		}
		return r
	}
	switch o := f.Op(i); o {
	case op.PackSnorm4x8, op.PackUnorm4x8:
		return sum(4, 8, func(k int) ssa.Value { return c.toNorm(c.part(src, k), 8, o == op.PackSnorm4x8) })
	case op.PackSnorm2x16, op.PackUnorm2x16:
		return sum(2, 16, func(k int) ssa.Value { return c.toNorm(c.part(src, k), 16, o == op.PackSnorm2x16) })
	case op.UnpackSnorm4x8, op.UnpackUnorm4x8, op.UnpackSnorm2x16, op.UnpackUnorm2x16:
		signed := o == op.UnpackSnorm4x8 || o == op.UnpackSnorm2x16
		v, n := c.part(src, 0), f.Comps(i)
		return list(n, func(k int) ssa.Value { return c.fromNorm(field(v, k, 32/n, signed), 32/n, signed) })
	case op.PackHalf2x16:
		return sum(2, 16, func(k int) ssa.Value {
			return c.resize(32, c.bitcast(ir.U16, c.convert(op.F2F, ir.F16, c.part(src, k))))
		})
	case op.UnpackHalf2x16:
		v := c.part(src, 0)
		return list(2, func(k int) ssa.Value {
			return c.convert(op.F2F, ir.F32, c.bitcast(ir.F16, c.resize(16, field(v, k, 16, false))))
		})
	case op.PackI8, op.PackU8:
		return sum(4, 8, func(k int) ssa.Value { return c.part(src, k) })
	case op.PackI8Clamp:
		return sum(4, 8, func(k int) ssa.Value {
			v := c.part(src, k)
			return c.do(op.IClamp, v, c.number(v, 1<<32-128), c.number(v, 127))
		})
	case op.PackU8Clamp:
		return sum(4, 8, func(k int) ssa.Value {
			v := c.part(src, k)
			return c.do(op.UMin, v, c.number(v, 255))
		})
	case op.UnpackI8, op.UnpackU8:
		v := c.part(src, 0)
		return list(4, func(k int) ssa.Value { return field(v, k, 8, o == op.UnpackI8) })
	case op.SDot4x8, op.UDot4x8:
		signed := o == op.SDot4x8
		v, w := c.part(src, 0), c.part(f.Src(i, 1), 0)
		var r ssa.Value
		for k := range 4 {
			p := c.mul(field(v, k, 8, signed), field(w, k, 8, signed))
			if k > 0 {
				p = c.add(r, p)
			}
			r = p
		}
		return r
	default:
		return c.recast(i, src, list)
	}
}

// recast is the bits of a vector as one of another number of components.
func (c *calc) recast(i ssa.InstrID, src ssa.Src, list func(n int, fn func(k int) ssa.Value) ssa.Value) ssa.Value {
	f := c.F
	from, to := f.Bits(src.Value), f.Bits(i)
	result := f.Shader.Module.Types.ScalarOf(f.Type(i))
	unsigned := func(v ssa.Value) ssa.Value { return c.bitcast(ir.ScalarOf(ir.UintKind, f.Bits(v)), v) }
	if from > to {
		each := from / to
		return list(f.Comps(i), func(k int) ssa.Value {
			v := unsigned(c.part(src, k/each))
			return c.bitcast(result, c.resize(to, c.ushri(v, uint32(to*(k%each)))))
		})
	}
	each := to / from
	return list(f.Comps(i), func(k int) ssa.Value {
		var r ssa.Value
		for j := range each {
			v := c.shli(c.resize(to, unsigned(c.part(src, k*each+j))), uint32(from*j))
			if j > 0 {
				v = c.or(r, v)
			}
			r = v
		}
		return c.bitcast(result, r)
	})
}

// toNorm rounds a float to a normalized integer of a size: floor(0.5 + x*scale).
func (c *calc) toNorm(v ssa.Value, size int, signed bool) ssa.Value {
	scale := uint32(1)<<size - 1
	if signed {
		scale >>= 1
	}
	b := c.bitcast(ir.U32, v)
	m := c.andi(b, 0x7FFF_FFFF)
	// The significand times the scale, in units of 2^-shift.
	p := c.mul32(c.ori(c.andi(m, 0x7f_ffff), 0x80_0000), c.U32(scale))
	shift := c.sub(c.U32(150), c.ushri(m, 23))
	half := c.shl64(c.pairOf(1), c.subi(shift, 1))
	if signed { // of a negative number a half goes up too: towards zero
		less := c.bit(c.negative(b))
		half = c.sub64(half, pair{less, c.U32(0)})
	}
	r := c.shr64(c.add64(p, half), shift, false).lo
	r = c.sel(c.ult(m, c.U32((127-uint32(size)-2)<<23)), c.U32(0), r)
	r = c.sel(c.ult(m, c.U32(0x3f80_0000)), r, c.U32(scale))
	r = c.sel(c.ult(c.U32(0x7f80_0000), m), c.U32(0), r)
	if signed {
		return c.sel(c.negative(b), c.neg(r), r)
	}
	return c.sel(c.negative(b), c.U32(0), r)
}

// fromNorm is the float that a normalized integer stands for.
func (c *calc) fromNorm(v ssa.Value, size int, signed bool) ssa.Value {
	if !signed {
		return c.fdiv(c.convert(op.U2F, ir.F32, v), c.floatNumber(v, float64(int(1)<<size-1)))
	}
	r := c.fdiv(c.convert(op.I2F, ir.F32, v), c.floatNumber(v, float64(int(1)<<(size-1)-1)))
	return c.do(op.FMax, r, c.floatNumber(v, -1))
}
