package build_test

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"refract/internal/num"
	"refract/internal/ssa/build"
	"refract/internal/ssa/opt"
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
)

// foldedWords folds an operation on words of a type to its first component's bits.
func foldedWords(t *testing.T, s ir.Scalar, fn func(b *ssa.Builder, x [3]ssa.Value) ssa.Value, args [3]uint32) []uint64 {
	t.Helper()
	sh := ssa.NewShader(ir.NewModule())
	_, f := sh.NewFunction("f")
	b := f.Build(f.EndOf(f.FirstBlock()))
	var x [3]ssa.Value
	for k := range x {
		x[k] = b.Const(ir.ScalarTypeOf(s), uint64(args[k]))
	}
	f.Result = ir.ScalarTypeOf(s)
	v := fn(&b, x)
	f.Result = f.Type(v)
	b.Jump(op.Return, ssa.Whole(v))
	if err := ssa.Verify(sh); err != nil {
		t.Fatal(err)
	}
	for opt.ConstantFolding.Run(sh) || opt.CopyProp.Run(sh) {
	}
	v = f.Arg(f.Jump(f.FirstBlock()), 0)
	if !f.IsConst(v) {
		t.Fatalf("%s isn't folded:\n%s", f.Op(v), sh)
	}
	var out []uint64
	for k := range f.Comps(v) {
		out = append(out, f.ConstBits(v, k))
	}
	return out
}

// within is a whole number, held within the numbers of 32 bits or with its low bits alone.
func within(x *big.Int, signed, saturate bool) uint64 {
	if saturate {
		low, high := big.NewInt(0), big.NewInt(math.MaxUint32)
		if signed {
			low, high = big.NewInt(math.MinInt32), big.NewInt(math.MaxInt32)
		}
		if x.Cmp(low) < 0 {
			x = low
		}
		if x.Cmp(high) > 0 {
			x = high
		}
	}
	return new(big.Int).And(x, big.NewInt(math.MaxUint32)).Uint64()
}

// part is a field of a word as a number.
func part(x uint32, k, size int, signed bool) int64 {
	x <<= 32 - size*(k+1)
	if signed {
		return int64(int32(x) >> (32 - size))
	}
	return int64(x >> (32 - size))
}

// sum is the sum of whole numbers.
func sum(list ...int64) *big.Int {
	r := new(big.Int)
	for _, x := range list {
		r.Add(r, big.NewInt(x))
	}
	return r
}

// halfOf is the greatest whole number that is at most half of another, or with up the least that is at least it.
func halfOf(x *big.Int, up bool) *big.Int {
	if up {
		x = new(big.Int).Add(x, big.NewInt(1))
	}
	return new(big.Int).Rsh(x, 1)
}

// TestSpecial compares operations of some machines with their definition in whole numbers.
func TestSpecial(t *testing.T) {
	type values = [3]ssa.Value
	number := func(x uint32, signed bool) int64 { return part(x, 0, 32, signed) }
	type row struct {
		name   string
		signed bool
		build  func(b *ssa.Builder, x values) ssa.Value
		want   func(x [3]uint32) uint64
	}
	var rows []row
	add := func(name string, signed bool, build func(b *ssa.Builder, x values) ssa.Value, want func(x [3]uint32) uint64) {
		rows = append(rows, row{name, signed, build, want})
	}
	for _, signed := range []bool{false, true} {
		for _, flag := range []bool{false, true} {
			add("halving", signed, func(b *ssa.Builder, x values) ssa.Value { return build.Halving(b, x[0], x[1], signed, flag) }, func(x [3]uint32) uint64 {
				return within(halfOf(sum(number(x[0], signed), number(x[1], signed)), flag), signed, false)
			})
			add("product16", signed, func(b *ssa.Builder, x values) ssa.Value { return build.Product16(b, x[0], x[1], signed, flag) }, func(x [3]uint32) uint64 {
				first := number(x[0], signed)
				if flag {
					first = part(x[0], 0, 16, signed)
				}
				return within(sum(first*part(x[1], 0, 16, signed)), signed, false)
			})
			add("dot2x16", signed, func(b *ssa.Builder, x values) ssa.Value { return build.Dot2x16(b, x[0], x[1], x[2], signed, flag) }, func(x [3]uint32) uint64 {
				return within(sum(part(x[0], 0, 16, signed)*part(x[1], 0, 16, signed), part(x[0], 1, 16, signed)*part(x[1], 1, 16, signed), number(x[2], signed)), signed, flag)
			})
			for _, n := range []int{2, 4} {
				add("pack", signed, func(b *ssa.Builder, x values) ssa.Value {
					return build.PackInts(b, b.Op(op.Vec, ir.VectorOf(b.F.Shader.Module.Types.ScalarOf(b.F.Type(x[0])), n), []ssa.Value{x[0], x[1], x[2], x[0]}[:n]...), signed, flag)
				}, func(x [3]uint32) (r uint64) {
					size := 32 / n
					for k, v := range []uint32{x[0], x[1], x[2], x[0]}[:n] {
						y := number(v, signed)
						if flag && signed {
							y = max(min(y, 1<<(size-1)-1), -1<<(size-1))
						} else if flag {
							y = min(y, 1<<size-1)
						}
						r |= uint64(y) & (1<<size - 1) << (k * size)
					}
					return r
				})
			}
		}
		add("product24", signed, func(b *ssa.Builder, x values) ssa.Value { return build.Product24(b, x[0], x[1], x[2], signed) }, func(x [3]uint32) uint64 {
			return within(sum(part(x[0], 0, 24, signed)*part(x[1], 0, 24, signed), int64(x[2])), signed, false)
		})
	}
	for _, saturate := range []bool{false, true} {
		add("mixeddot", true, func(b *ssa.Builder, x values) ssa.Value { return build.MixedDot(b, x[0], x[1], x[2], saturate) }, func(x [3]uint32) uint64 {
			list := []int64{number(x[2], true)}
			for k := range 4 {
				list = append(list, part(x[0], k, 8, true)*part(x[1], k, 8, false))
			}
			return within(sum(list...), true, saturate)
		})
	}
	add("differences", false, func(b *ssa.Builder, x values) ssa.Value { return build.AbsoluteDifferences(b, x[0], x[1], x[2]) }, func(x [3]uint32) uint64 {
		list := []int64{int64(x[2])}
		for k := range 4 {
			d := part(x[0], k, 8, false) - part(x[1], k, 8, false)
			list = append(list, max(d, -d))
		}
		return within(sum(list...), false, false)
	})
	add("modulo", true, func(b *ssa.Builder, x values) ssa.Value { return build.Modulo(b, x[0], x[1]) }, func(x [3]uint32) uint64 {
		p, q := number(x[0], true), number(x[1], true)
		if q == 0 {
			return 0
		}
		r := p % q
		if r != 0 && (r < 0) != (q < 0) {
			r += q
		}
		return uint64(uint32(r))
	})
	r := rand.New(rand.NewPCG(1, 2))
	edges := []uint32{0, 1, 2, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff, 0x8000_8000, 0x7fff_7fff, 0xffff_0000, 0xffff, 0x80, 0x8080_8080, 0x00ff_ffff, 0x0080_0000}
	for n := range 400 {
		var x [3]uint32
		for k := range x {
			if x[k] = r.Uint32() >> (r.IntN(4) * 8); n < 300 {
				x[k] = edges[r.IntN(len(edges))]
			}
		}
		for _, y := range rows {
			s := ir.U32
			if y.signed {
				s = ir.I32
			}
			if got, want := foldedWords(t, s, y.build, x)[0], y.want(x); got != want {
				t.Fatalf("%s(%#x), signed %v: %#x, not %#x", y.name, x, y.signed, got, want)
			}
		}
	}
}

// TestSpecialFloats checks products in which zero wins, and halves without subnormal numbers.
func TestSpecialFloats(t *testing.T) {
	inf, nan := math.Float32bits(float32(math.Inf(1))), math.Float32bits(float32(math.NaN()))
	for _, x := range [][3]uint32{{0, inf, 0x3f80_0000}, {nan, 0x8000_0000, 0x4000_0000}, {0x4000_0000, 0x4040_0000, 0x3f80_0000}} {
		p, q, a := math.Float32frombits(x[0]), math.Float32frombits(x[1]), math.Float32frombits(x[2])
		want := p * q
		if p == 0 || q == 0 {
			want = 0
		}
		got := foldedWords(t, ir.F32, func(b *ssa.Builder, x [3]ssa.Value) ssa.Value { return build.ZeroProduct(b, x[0], x[1], 0) }, x)[0]
		sum := foldedWords(t, ir.F32, func(b *ssa.Builder, x [3]ssa.Value) ssa.Value { return build.ZeroProduct(b, x[0], x[1], x[2]) }, x)[0]
		if uint32(got) != math.Float32bits(want) || uint32(sum) != math.Float32bits(want+a) {
			t.Errorf("%v * %v: %#x and %#x", p, q, got, sum)
		}
	}
	for _, x := range []uint32{0x03ff_8001, 0x3c00_0400, 0xfbff_7c00, 0x8200_0000} {
		got := foldedWords(t, ir.U32, func(b *ssa.Builder, x [3]ssa.Value) ssa.Value { return build.UnpackHalvesFlushed(b, x[0]) }, [3]uint32{x})
		for k := range 2 {
			h := num.F16(x >> (16 * k))
			if h&0x7c00 == 0 {
				h &= 0x8000
			}
			if want := math.Float32bits(float32(h.F64())); uint32(got[k]) != want {
				t.Errorf("%#x, half %d: %#x, not %#x", x, k, got[k], want)
			}
		}
	}
}
