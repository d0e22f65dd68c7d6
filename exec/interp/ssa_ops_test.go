package interp_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"math/big"
	"testing"

	"refract/exec"
	"refract/exec/interp"
	"refract/internal/ssa/opt"
	"refract/internal/ssa/toir"
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
)

// operandScalar is a type of a size that an operand accepts, or 0.
func operandScalar(x op.Operand, bits int) ir.Scalar {
	if x.Bits != 0 && x.Bits != op.VarBits && int(x.Bits) != bits {
		return ir.NoScalar
	}
	switch x.Base {
	case op.Bool:
		if bits == 1 {
			return ir.Bool
		}
		return ir.NoScalar
	case op.Float:
		if bits < 16 {
			return ir.NoScalar
		}
		return ir.ScalarOf(ir.FloatKind, bits)
	}
	switch {
	case bits == 1:
		if x.Base == op.IntB || x.Base == op.Any {
			return ir.Bool
		}
		return ir.NoScalar
	case x.Base == op.Int:
		return ir.ScalarOf(ir.SintKind, bits)
	}
	return ir.ScalarOf(ir.UintKind, bits)
}

// operandSizes are the sizes to try for an operand when those that share a size
// have another.
func operandSizes(x op.Operand, shared int) []int {
	switch x.Bits {
	case 0:
		return []int{shared}
	case op.VarBits:
		return []int{1, 8, 16, 32, 64}
	}
	return []int{int(x.Bits)}
}

// patterns are components of sources.
func patterns(bits, seed int) uint64 {
	x := uint64(seed) * 0x9e3779b97f4a7c15
	x ^= x >> 29
	switch seed % 5 {
	case 0:
		x = uint64(seed / 5 % 4)
	case 1:
		x = 1<<(bits-1) - uint64(seed/5%3)
	case 2:
		x = -uint64(seed / 5 % 3)
	case 3: // a float of moderate size
		x = map[int]uint64{16: 0x3E00, 32: 0x40490fdb, 64: 0x3fe8000000000000}[bits] + uint64(seed)
	}
	return x << (64 - bits) >> (64 - bits)
}

// call runs function f of a program and returns the result's bytes.
func call(p exec.Program, err error) ([]byte, error) {
	if err != nil {
		return nil, err
	}
	v, _, err := p.Call(context.Background(), "f", nil, nil, exec.RunOptions{})
	return v.Data, err
}

// TestSSAOperations computes every operation on scalars and vectors, of all sizes
// and with all kinds of swizzles, and compares with the folder, and with what the
// module IR makes of it.
func TestSSAOperations(t *testing.T) {
	runs, folded := 0, 0
	for o := op.Op(1); int(o) < op.Count; o++ {
		info := o.Info()
		whole := info.Result.Base == op.Whole
		for _, s := range info.Srcs {
			whole = whole || s.Base == op.Whole
		}
		if info.Class != op.ClassALU || whole || info.Props&op.Variadic != 0 || o == op.Bitcast {
			continue
		}
		ran := false
		for _, shared := range []int{1, 8, 16, 32, 64} {
			for _, from := range operandSizes(info.Srcs[0], shared) {
				for _, to := range operandSizes(info.Result, shared) {
					for _, comps := range []int{1, 2, 3, 4} {
						for seed := range 6 {
							ok, fold := operation(t, o, shared, from, to, comps, seed)
							ran = ran || ok
							if ok {
								runs++
							}
							if fold {
								folded++
							}
						}
					}
				}
			}
		}
		if !ran {
			t.Errorf("%s: nothing ran", o)
		}
	}
	t.Logf("%d runs, %d of them folded", runs, folded)
}

// operation runs one operation; ran says whether it exists for the sizes.
func operation(t *testing.T, o op.Op, shared, from, to, comps, seed int) (ran, fold bool) {
	info := o.Info()
	n := comps
	if c := info.Result.Comps; c != 0 && c != op.VarComps {
		n = int(c)
	}
	result := operandScalar(info.Result, to)
	if result == ir.NoScalar {
		return false, false
	}
	s := ssa.NewShader(ir.NewModule())
	_, f := s.NewFunction("f")
	b := f.Build(f.EndOf(f.FirstBlock()))
	var srcs []ssa.Src
	var values [4][4]uint64
	for k, x := range info.Srcs {
		bits := from
		if k > 0 {
			if bits = shared; x.Bits == op.VarBits {
				bits = 32
			} else if x.Bits != 0 {
				bits = int(x.Bits)
			}
		}
		scalar := operandScalar(x, bits)
		if scalar == ir.NoScalar {
			return false, false
		}
		width := n
		switch x.Comps {
		case 0:
		case op.VarComps:
			if width = comps; width == 1 {
				width = 2
			}
		default:
			width = int(x.Comps)
		}
		var all [4]uint64
		for c := range all {
			all[c] = patterns(bits, seed*31+k*7+c)
		}
		src := ssa.Src{Value: b.Const(ir.VectorOf(scalar, 4), all[:]...), Comps: uint8(width)}
		for c := range width {
			src.Swizzle = src.Swizzle.With(c, [...]int{c, 0, 3 - c, (c + 1) & 3, 2, c ^ 1}[(seed+k)%6])
			values[k][c] = all[src.Swizzle.At(c)]
		}
		srcs = append(srcs, src)
	}
	t0 := ir.ScalarTypeOf(result)
	if n > 1 {
		t0 = ir.VectorOf(result, n)
	}
	v := b.Instr(o, t0, srcs...)
	answer := v
	if result == ir.Bool {
		t0 = ir.TypeU32
		if n > 1 {
			t0 = ir.VectorOf(ir.U32, n)
		}
		answer = b.Op(op.B2I, t0, v)
	}
	f.Result = t0
	b.Jump(op.Return, ssa.Whole(answer))
	if err := ssa.Verify(s); err != nil {
		t.Fatalf("%s: %v", o, err)
	}
	got, err := call(interp.SSAEngine{}.Load(s, exec.LoadOptions{}))
	var missing *exec.UnsupportedError
	if errors.As(err, &missing) {
		return false, false
	}
	if err != nil {
		t.Fatalf("%s: %v", o, err)
	}
	known := s.Clone()
	opt.ConstantFolding.Run(known)
	g := known.Funcs[1]
	for i := range g.Instrs(g.FirstBlock()) {
		if g.Op(i) == o && o != op.Mov {
			t.Errorf("%s of %d comps, %d to %d bits isn't folded\n%s", o, comps, from, to, s)
		}
	}
	if again, err := call(interp.SSAEngine{}.Load(known, exec.LoadOptions{})); err != nil || !bytes.Equal(got, again) {
		t.Errorf("%s of %d comps, %d to %d bits: % x, folded % x, %v\n%s", o, comps, from, to, got, again, err, s)
	}
	m, err := toir.Module(s)
	if err == nil {
		want, err := call(interp.Engine{}.Load(m, exec.LoadOptions{}))
		if err == nil && !bytes.Equal(got, want) {
			t.Errorf("%s of %d comps, %d to %d bits: % x, in the module IR % x\n%s", o, comps, from, to, got, want, s)
		}
	}
	for c := range n {
		want, ok := op.Fold(o, from, to, [4]uint64{values[0][c], values[1][c], values[2][c], values[3][c]})
		if !ok || result == ir.Bool && n == 1 && len(info.Srcs) == 1 && info.Srcs[0].Comps == op.VarComps {
			continue
		}
		fold = true
		size := len(got) / n
		if n == 3 && len(got)%3 != 0 {
			size = len(got) / 4
		}
		var word [8]byte
		copy(word[:], got[c*size:(c+1)*size])
		if have := binary.LittleEndian.Uint64(word[:]); have != want {
			t.Errorf("%s of %d comps, %d to %d bits: component %d is %#x, folded %#x\n%s", o, comps, from, to, c, have, want, s)
		}
	}
	return true, fold
}

// TestSSAHighAndSaturated compares operations that nothing else has with
// arithmetic on numbers of any size.
func TestSSAHighAndSaturated(t *testing.T) {
	for _, bits := range []int{8, 16, 32, 64} {
		for seed := range 400 {
			x, y := patterns(bits, seed), patterns(bits, seed/5+seed*3)
			for _, c := range []struct {
				o      op.Op
				signed bool
				want   func(a, b *big.Int) *big.Int
			}{
				{op.UMulHigh, false, func(a, b *big.Int) *big.Int { return a.Rsh(a.Mul(a, b), uint(bits)) }},
				{op.IMulHigh, true, func(a, b *big.Int) *big.Int { return a.Rsh(a.Mul(a, b), uint(bits)) }},
				{op.IAddSat, true, func(a, b *big.Int) *big.Int { return saturated(a.Add(a, b), bits) }},
				{op.ISubSat, true, func(a, b *big.Int) *big.Int { return saturated(a.Sub(a, b), bits) }},
			} {
				scalar := ir.ScalarOf(ir.UintKind, bits)
				s := ssa.NewShader(ir.NewModule())
				_, f := s.NewFunction("f")
				b := f.Build(f.EndOf(f.FirstBlock()))
				f.Result = ir.ScalarTypeOf(scalar)
				v := b.Op(c.o, f.Result, b.Const(f.Result, x), b.Const(f.Result, y))
				b.Jump(op.Return, ssa.Whole(v))
				data, err := call(interp.SSAEngine{}.Load(s, exec.LoadOptions{}))
				if err != nil {
					t.Fatal(err)
				}
				var word [8]byte
				copy(word[:], data)
				number := func(x uint64) *big.Int {
					if c.signed {
						return big.NewInt(int64(x<<(64-bits)) >> (64 - bits))
					}
					return new(big.Int).SetUint64(x)
				}
				want := new(big.Int).And(c.want(number(x), number(y)), new(big.Int).SetUint64(1<<bits-1)).Uint64()
				if have := binary.LittleEndian.Uint64(word[:]); have != want {
					t.Fatalf("%s of %d bits of %#x and %#x is %#x, not %#x", c.o, bits, x, y, have, want)
				}
			}
		}
	}
}

// saturated holds a number within the range of signed integers of a size.
func saturated(x *big.Int, bits int) *big.Int {
	least := new(big.Int).Lsh(big.NewInt(-1), uint(bits-1))
	most := new(big.Int).Not(least)
	if x.Cmp(least) < 0 {
		return least
	}
	if x.Cmp(most) > 0 {
		return most
	}
	return x
}
