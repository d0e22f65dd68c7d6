package lower_test

// This file compares arithmetic on 64-bit floats that integers do with numbers of any
// precision, and with package internal/num.

import (
	"context"
	"encoding/binary"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"refract/exec"
	"refract/exec/interp"
	"refract/internal/num"
	"refract/internal/ssa/lower"
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
)

// doubles is a function that does one operation on the bits of numbers, before and after
// the pass.
func doubles(t *testing.T, o op.Op, result ir.Scalar) func(x ...uint64) uint64 {
	t.Helper()
	s := ssa.NewShader(ir.NewModule())
	_, f := s.NewFunction("f")
	b := f.Build(f.EndOf(f.FirstBlock()))
	var args []ssa.Value
	for k, row := range o.Info().Srcs {
		typ, to := ir.U64, ir.F64
		if row.Base == op.Int {
			typ, to = ir.I32, ir.I32
		}
		f.Params = append(f.Params, ir.Argument{Name: string(rune('a' + k)), Type: ir.ScalarTypeOf(typ)})
		p := b.Instr(op.Param, ir.ScalarTypeOf(typ))
		f.SetWords(p, [2]uint32{uint32(k)})
		if typ != to {
			p = b.Op(op.Bitcast, ir.ScalarTypeOf(to), p)
		}
		args = append(args, p)
	}
	v := b.Op(o, ir.ScalarTypeOf(result), args...)
	f.Result = ir.ScalarTypeOf(result)
	switch result {
	case ir.Bool:
		f.Result = ir.TypeU32
		v = b.Op(op.B2I, ir.TypeU32, v)
	case ir.F64:
		f.Result = ir.ScalarTypeOf(ir.U64)
		v = b.Op(op.Bitcast, f.Result, v)
	}
	b.Jump(op.Return, ssa.Whole(v))
	if !lower.LowerFloat64.Run(s) || !lower.LowerInt64.Run(s) {
		t.Fatalf("%s: nothing to do", o)
	}
	if err := ssa.Verify(s); err != nil {
		t.Fatalf("%s: %v", o, err)
	}
	for _, f := range s.Funcs[1:] {
		for b := range f.Blocks() {
			for i := range f.Instrs(b) {
				if lower.OnFloat64(f, i) || lower.OnInt64(f, i) {
					t.Fatalf("%s: %s is left", o, f.Op(i))
				}
			}
		}
	}
	p, err := interp.SSAEngine{}.Load(s, exec.LoadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return func(x ...uint64) uint64 {
		var args []any
		for k, v := range x {
			if o.Info().Srcs[k].Base == op.Int {
				args = append(args, int64(int32(v)))
			} else {
				args = append(args, v)
			}
		}
		v, _, err := p.Call(context.Background(), "f", args, nil, exec.RunOptions{})
		if err != nil {
			t.Fatal(err)
		}
		var word [8]byte
		copy(word[:], v.Data)
		return binary.LittleEndian.Uint64(word[:])
	}
}

// double makes up the bits of a number: zeros, infinities, NaNs, subnormals, numbers near
// another one, with few digits or with many.
func double(r *rand.Rand, near uint64) uint64 {
	x := r.Uint64()
	switch r.IntN(10) {
	case 0:
		return []uint64{0, 1 << 63, 0x7ff << 52, 0xfff << 52, 0x7ff8 << 48, 0x7ff1 << 48, 1, 1<<52 - 1, 1 << 52, 0x7fefffffffffffff, 0x3ff << 52, 0x3fe << 52}[r.IntN(12)]
	case 1:
		return x &^ (0x7ff << 52)
	case 2, 3:
		return near ^ x&(1<<r.IntN(55)-1) ^ x&(1<<63)
	case 4:
		return near + uint64(r.IntN(5)) - 2
	case 5, 6:
		x &^= 1<<r.IntN(53) - 1
		fallthrough
	case 7:
		return x&^(0x7ff<<52) | uint64(1023-60+r.IntN(120))<<52
	}
	return x
}

const floatRuns = 1500

// TestFloat64IsRight compares with numbers of any precision.
func TestFloat64IsRight(t *testing.T) {
	exact := func() *big.Float { return new(big.Float).SetPrec(5000) }
	is := func(x float64) *big.Float { return exact().SetFloat64(x) }
	rounded := func(z *big.Float) float64 { f, _ := z.Float64(); return f }
	for _, c := range []struct {
		o    op.Op
		want func(x, y, z float64) (r float64, finite bool)
	}{
		{op.FAdd, func(x, y, _ float64) (float64, bool) {
			r := exact().Add(is(x), is(y))
			return rounded(r), r.Sign() != 0
		}},
		{op.FSub, func(x, y, _ float64) (float64, bool) {
			r := exact().Sub(is(x), is(y))
			return rounded(r), r.Sign() != 0
		}},
		{op.FMul, func(x, y, _ float64) (float64, bool) {
			r := exact().Mul(is(x), is(y))
			return rounded(r), r.Sign() != 0
		}},
		{op.FFma, func(x, y, z float64) (float64, bool) {
			r := exact().Add(exact().Mul(is(x), is(y)), is(z))
			return rounded(r), r.Sign() != 0
		}},
		{op.FDiv, func(x, y, _ float64) (float64, bool) {
			if x == 0 || y == 0 {
				return 0, false
			}
			return rounded(exact().Quo(is(x), is(y))), true
		}},
		{op.FSqrt, func(x, _, _ float64) (float64, bool) {
			if x <= 0 {
				return 0, false
			}
			return rounded(new(big.Float).SetPrec(400).Sqrt(is(x))), true
		}},
	} {
		f := doubles(t, c.o, ir.F64)
		r := rand.New(rand.NewPCG(1, uint64(c.o)))
		compared := 0
		for range floatRuns {
			var x [3]uint64
			var v [3]float64
			finite := true
			for k := range c.o.Info().Srcs {
				x[k] = double(r, x[max(k-1, 0)])
				v[k] = math.Float64frombits(x[k])
				finite = finite && !math.IsNaN(v[k]) && !math.IsInf(v[k], 0)
			}
			if !finite {
				continue
			}
			want, ok := c.want(v[0], v[1], v[2])
			if !ok {
				continue
			}
			compared++
			if got := f(x[:len(c.o.Info().Srcs)]...); got != math.Float64bits(want) {
				t.Fatalf("%s of %x is %#x, not %#x", c.o, x, got, math.Float64bits(want))
			}
		}
		if compared < floatRuns/3 {
			t.Errorf("%s: %d compared", c.o, compared)
		}
	}
}

// TestFloat64IsNum compares all operations with package internal/num, bit for bit.
func TestFloat64IsNum(t *testing.T) {
	for o := op.Op(1); int(o) < op.Count; o++ {
		info := o.Info()
		if info.Class != op.ClassALU || info.Result.Comps != 0 || info.Result.Base == op.Whole || info.Srcs[0].Base != op.Float || info.Srcs[0].Bits == 32 || info.IR.Form == op.FormWhole || o == op.F2F || o == op.Bitcast {
			continue
		}
		results := []ir.Scalar{ir.F64}
		switch {
		case info.Result.Base == op.Bool:
			results = []ir.Scalar{ir.Bool}
		case o == op.F2I:
			results = []ir.Scalar{ir.I8, ir.I16, ir.I32, ir.I64}
		case o == op.F2U:
			results = []ir.Scalar{ir.U8, ir.U16, ir.U32, ir.U64}
		case o == op.FFrexpExp:
			results = []ir.Scalar{ir.I32}
		}
		if !isSoftOp(o) {
			continue
		}
		for _, result := range results {
			f := doubles(t, o, result)
			r := rand.New(rand.NewPCG(2, uint64(o)))
			for range floatRuns {
				var x [4]uint64
				for k := range info.Srcs {
					x[k] = double(r, x[max(k-1, 0)])
					if info.Srcs[k].Base == op.Int {
						x[k] = uint64(uint32(r.IntN(5000) - 2500))
						if r.IntN(8) == 0 {
							x[k] = uint64(r.Uint32())
						}
					}
				}
				want, ok := op.Fold(o, 64, result.Bits(), x)
				if !ok {
					t.Fatalf("%s isn't folded", o)
				}
				if n := result.Bits(); n < 64 {
					want &= 1<<n - 1
				}
				got := f(x[:len(info.Srcs)]...)
				if n := result.Bits(); n < 64 {
					got &= 1<<n - 1
				}
				if got != want && !(result == ir.F64 && math.IsNaN(math.Float64frombits(got)) && math.IsNaN(math.Float64frombits(want))) {
					t.Fatalf("%s to %v of %x is %#x, not %#x", o, result, x, got, want)
				}
				if got != want && o != op.FMin && o != op.FMax && o != op.FClamp && o != op.FSat && o != op.FNeg && o != op.FAbs && o != op.FSign {
					t.Fatalf("%s of %x is the NaN %#x, not %#x", o, x, got, uint64(num.NaNBits64))
				}
			}
		}
	}
}

// isSoftOp reports whether the pass knows an operation on 64-bit floats.
func isSoftOp(o op.Op) bool {
	s := ssa.NewShader(ir.NewModule())
	_, f := s.NewFunction("f")
	b := f.Build(f.EndOf(f.FirstBlock()))
	var args []ssa.Value
	for range o.Info().Srcs {
		args = append(args, b.Const(ir.ScalarTypeOf(ir.F64), 0))
	}
	return lower.OnFloat64(f, b.Op(o, ir.ScalarTypeOf(ir.F64), args...))
}
