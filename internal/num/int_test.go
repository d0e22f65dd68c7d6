package num

import (
	"math/big"
	"math/bits"
	"math/rand/v2"
	"testing"
)

// The model of an integer operation is its definition over big integers.

func toBig[T Int](a T) *big.Int {
	if IsSigned[T]() {
		return big.NewInt(int64(a))
	}
	return new(big.Int).SetUint64(uint64(a))
}

// wrap reduces x modulo 2^width to the range of T.
func wrap[T Int](x *big.Int) T {
	m := new(big.Int).Lsh(big.NewInt(1), uint(Width[T]()))
	return T(new(big.Int).Mod(x, m).Uint64())
}

func fits[T Int](x *big.Int) bool { return toBig(wrap[T](x)).Cmp(x) == 0 }

// maxInt returns the greatest value of T.
func maxInt[T Int]() T { return ^MinInt[T]() }

func eq[T comparable](t *testing.T, what string, got, want T, operands ...any) {
	t.Helper()
	if got != want {
		t.Fatalf("%s%v = %v, want %v", what, operands, got, want)
	}
}

func checkBinary[T Int](t *testing.T, a, b T) {
	t.Helper()
	x, y := toBig(a), toBig(b)
	w := uint(Width[T]())
	sum, diff, prod := new(big.Int).Add(x, y), new(big.Int).Sub(x, y), new(big.Int).Mul(x, y)

	eq(t, "Add", Add(a, b), wrap[T](sum), a, b)
	eq(t, "Sub", Sub(a, b), wrap[T](diff), a, b)
	eq(t, "Mul", Mul(a, b), wrap[T](prod), a, b)
	lo, hi := MulExtended(a, b)
	eq(t, "MulExtended lo", lo, wrap[T](prod), a, b)
	eq(t, "MulExtended hi", hi, wrap[T](new(big.Int).Rsh(prod, w)), a, b)

	r, ok := CheckedAdd(a, b)
	eq(t, "CheckedAdd", r, wrap[T](sum), a, b)
	eq(t, "CheckedAdd ok", ok, fits[T](sum), a, b)
	r, ok = CheckedSub(a, b)
	eq(t, "CheckedSub", r, wrap[T](diff), a, b)
	eq(t, "CheckedSub ok", ok, fits[T](diff), a, b)
	r, ok = CheckedMul(a, b)
	eq(t, "CheckedMul", r, wrap[T](prod), a, b)
	eq(t, "CheckedMul ok", ok, fits[T](prod), a, b)

	wantDiv, wantRem, wantOK := a, T(0), false
	if b != 0 {
		q, m := new(big.Int).QuoRem(x, y, new(big.Int))
		wantDiv, wantRem, wantOK = wrap[T](q), wrap[T](m), fits[T](q)
	}
	eq(t, "Div", Div(a, b), wantDiv, a, b)
	eq(t, "Rem", Rem(a, b), wantRem, a, b)
	r, ok = CheckedDiv(a, b)
	eq(t, "CheckedDiv", r, wantDiv, a, b)
	eq(t, "CheckedDiv ok", ok, wantOK, a, b)
	r, ok = CheckedRem(a, b)
	eq(t, "CheckedRem", r, wantRem, a, b)
	eq(t, "CheckedRem ok", ok, wantOK, a, b)

	less := x.Cmp(y) < 0
	wantMin, wantMax := b, a
	if less {
		wantMin, wantMax = a, b
	}
	eq(t, "Min", Min(a, b), wantMin, a, b)
	eq(t, "Max", Max(a, b), wantMax, a, b)
}

func checkUnary[T Int](t *testing.T, a T) {
	t.Helper()
	x := toBig(a)
	w := int(Width[T]())
	eq(t, "Neg", Neg(a), wrap[T](new(big.Int).Neg(x)), a)
	eq(t, "Abs", Abs(a), wrap[T](new(big.Int).Abs(x)), a)
	eq(t, "Sign", Sign(a), wrap[T](big.NewInt(int64(x.Sign()))), a)

	text := make([]byte, w) // most significant bit first
	for i := range text {
		text[i] = byte(a >> (w - 1 - i) & 1)
	}
	first := func(bit byte) int {
		for i, c := range text {
			if c == bit {
				return i
			}
		}
		return w
	}
	ones, last := 0, w
	var reversed T
	for i, c := range text {
		ones += int(c)
		if c == 1 {
			last = w - 1 - i
		}
		reversed |= T(c) << i
	}
	eq(t, "CountOneBits", CountOneBits(a), T(ones), a)
	eq(t, "CountLeadingZeros", CountLeadingZeros(a), T(first(1)), a)
	eq(t, "CountTrailingZeros", CountTrailingZeros(a), T(last), a)
	eq(t, "ReverseBits", ReverseBits(a), reversed, a)
	wantLow := ^T(0)
	if a != 0 {
		wantLow = T(last)
	}
	eq(t, "FirstTrailingBit", FirstTrailingBit(a), wantLow, a)
	differing := byte(1)
	if a < 0 {
		differing = 0
	}
	eq(t, "FirstLeadingBit", FirstLeadingBit(a), T(w-1-first(differing)), a)
}

func checkShifts[T Int](t *testing.T, a T) {
	t.Helper()
	w := Width[T]()
	x := toBig(a)
	for _, s := range []uint32{0, 1, 2, 3, 5, w - 2, w - 1, w, w + 1, 2*w - 1, 64, 65, 1 << 31, ^uint32(0)} {
		m := s % w
		left := new(big.Int).Lsh(x, uint(m))
		eq(t, "Shl", Shl(a, s), wrap[T](left), a, s)
		eq(t, "Shr", Shr(a, s), wrap[T](new(big.Int).Rsh(x, uint(m))), a, s)
		r, ok := CheckedShl(a, s)
		eq(t, "CheckedShl", r, Shl(a, s), a, s)
		eq(t, "CheckedShl ok", ok, s < w && fits[T](left), a, s)
		_, ok = CheckedShr(a, s)
		eq(t, "CheckedShr ok", ok, s < w, a, s)
	}
}

func checkFields[T Int](t *testing.T, a, b T, offset, count uint32) {
	t.Helper()
	w := Width[T]()
	o := min(offset, w)
	c := min(count, w-o)
	var want T
	inserted := a
	for i := range w {
		from := i
		if i >= c && IsSigned[T]() && c > 0 {
			from = c - 1
		}
		if from < c {
			want |= a >> (o + from) & 1 << i
		}
		if i >= o && i < o+c {
			inserted = inserted&^(1<<i) | b>>(i-o)&1<<i
		}
	}
	eq(t, "ExtractBits", ExtractBits(a, offset, count), want, a, offset, count)
	eq(t, "InsertBits", InsertBits(a, b, offset, count), inserted, a, b, offset, count)
	eq(t, "BitRangeValid", BitRangeValid[T](offset, count), uint64(offset)+uint64(count) <= uint64(w), offset, count)
}

// operands returns the edges of T and random values of any length.
func operands[T Int](n int) []T {
	r := rand.New(rand.NewPCG(3, uint64(Width[T]())))
	min, max := MinInt[T](), maxInt[T]()
	vs := []T{0, 1, 2, 3, min, min + 1, max, max - 1, ^T(0), ^T(1), max/2 + 1, T(1) << (Width[T]()/2 - 1)}
	for range n {
		vs = append(vs, T(r.Uint64()>>r.IntN(64)), -T(r.Uint64()>>r.IntN(64)))
	}
	return vs
}

func testInt[T Int](t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	vs := operands[T](60)
	if Width[T]() == 8 {
		vs = nil
		for i := range 256 {
			vs = append(vs, T(i))
		}
	}
	for _, a := range vs {
		checkUnary(t, a)
		checkShifts(t, a)
		for _, b := range vs {
			if Width[T]() > 8 || r.IntN(4) == 0 || a == MinInt[T]() || b == MinInt[T]() || b == ^T(0) {
				checkBinary(t, a, b)
			}
		}
		for range 8 {
			checkFields(t, a, vs[r.IntN(len(vs))], uint32(r.IntN(70)), uint32(r.IntN(70)))
		}
		checkFields(t, a, ^a, ^uint32(0), ^uint32(0))
		checkFields(t, a, ^a, 3, ^uint32(0))
		checkNarrow[T, int8](t, a)
		checkNarrow[T, uint32](t, a)
		checkNarrow[T, int64](t, a)
		checkNarrow[T, uint64](t, a)
	}
}

func checkNarrow[S, T Int](t *testing.T, a S) {
	t.Helper()
	got, ok := Narrow[T](a)
	eq(t, "Narrow", got, wrap[T](toBig(a)), a)
	eq(t, "Narrow ok", ok, fits[T](toBig(a)), a)
}

func TestInt8(t *testing.T)   { testInt[int8](t) }
func TestInt16(t *testing.T)  { testInt[int16](t) }
func TestInt32(t *testing.T)  { testInt[int32](t) }
func TestInt64(t *testing.T)  { testInt[int64](t) }
func TestUint8(t *testing.T)  { testInt[uint8](t) }
func TestUint16(t *testing.T) { testInt[uint16](t) }
func TestUint32(t *testing.T) { testInt[uint32](t) }
func TestUint64(t *testing.T) { testInt[uint64](t) }

func TestCarry(t *testing.T) {
	for _, a := range operands[uint32](40) {
		for _, b := range operands[uint32](40) {
			s, c := AddCarry(a, b)
			wantS, wantC := bits.Add32(a, b, 0)
			eq(t, "AddCarry", [2]uint32{s, c}, [2]uint32{wantS, wantC}, a, b)
			d, o := SubBorrow(a, b)
			wantD, wantO := bits.Sub32(a, b, 0)
			eq(t, "SubBorrow", [2]uint32{d, o}, [2]uint32{wantD, wantO}, a, b)
		}
	}
	s, c := AddCarry[uint8](200, 100)
	eq(t, "AddCarry 8", [2]uint8{s, c}, [2]uint8{44, 1})
}

func TestIntTables(t *testing.T) {
	eq(t, "Clamp", Clamp[int32](5, 10, 3), 3)
	eq(t, "Clamp", Clamp[uint32](5, 7, 9), 7)
	eq(t, "FromBool", FromBool[int16](true), 1)
	eq(t, "FromBool", FromBool[int16](false), 0)

	for _, c := range []struct {
		a    int64
		s    uint32
		want int64
		ok   bool
	}{
		{1, 62, 1 << 62, true},
		{1, 63, -1 << 63, false},
		{-1, 63, -1 << 63, true},
		{-1, 64, 0, false},
		{0, 64, 0, true},
		{0, 1 << 31, 0, true},
		{5, 1, 10, true},
	} {
		got, ok := CheckedShlAbstract(c.a, c.s)
		eq(t, "CheckedShlAbstract", got, c.want, c.a, c.s)
		eq(t, "CheckedShlAbstract ok", ok, c.ok, c.a, c.s)
	}
	eq(t, "ShrAbstract", ShrAbstract(-5, 100), -1)
	eq(t, "ShrAbstract", ShrAbstract(5, 1), 2)
}
