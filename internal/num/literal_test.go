package num

import (
	"math"
	"math/big"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
)

// refLiteral reads well-formed text exactly, as a rational number.
func refLiteral(text string) *big.Rat {
	hex := strings.Contains(strings.ToLower(text), "0x")
	base, marker, scale := int64(10), "e", big.NewInt(10)
	if hex {
		base, marker, scale = 16, "p", big.NewInt(2)
	}
	lower := strings.Replace(strings.ToLower(text), "0x", "", 1)
	negative := strings.HasPrefix(lower, "-")
	lower = strings.TrimLeft(lower, "+-")
	significand, exponent, _ := strings.Cut(lower, marker)
	e, _ := strconv.Atoi(exponent)
	whole, fraction, _ := strings.Cut(significand, ".")
	m, _ := new(big.Int).SetString("0"+whole+fraction, int(base))
	v := new(big.Rat).SetFrac(m, new(big.Int).Exp(big.NewInt(base), big.NewInt(int64(len(fraction))), nil))
	p := new(big.Rat).SetInt(new(big.Int).Exp(scale, big.NewInt(int64(max(e, -e))), nil))
	if e < 0 {
		v.Quo(v, p)
	} else {
		v.Mul(v, p)
	}
	if negative {
		v.Neg(v)
	}
	return v
}

// roundRat rounds a rational number to a format: at 4400 bits plus a sticky one
// nothing is mistaken for a tie.
func (f format) roundRat(v *big.Rat) float64 {
	x := new(big.Float).SetPrec(4400).SetMode(big.ToZero).SetRat(v)
	if back, _ := x.Rat(nil); back != nil && back.Cmp(v) != 0 {
		s := new(big.Float).SetPrec(4400).SetMantExp(big.NewFloat(float64(x.Sign())), x.MantExp(nil)-4300)
		x.Add(x, s)
	}
	return f.round(x)
}

func checkLiteral(t *testing.T, text string) {
	t.Helper()
	v := refLiteral(text)
	hex := strings.ContainsAny(text, "xX")
	f64, s64 := ParseF64(text)
	f32, s32 := ParseF32(text)
	f16, s16 := ParseF16(text)
	for _, c := range []struct {
		name   string
		got    float64
		status LiteralStatus
		f      format
	}{{"F64", f64, s64, binary64}, {"F32", float64(f32), s32, binary32}, {"F16", f16.F64(), s16, binary16}} {
		want, status := c.f.roundRat(v), LiteralOK
		switch {
		case math.IsInf(want, 0):
			status = LiteralOverflow
		case hex && new(big.Rat).SetFloat64(want).Cmp(v) != 0:
			status = LiteralInexact
		}
		if c.got != want || c.status != status {
			t.Fatalf("Parse%s(%q) = %x, %v, want %x, %v", c.name, text, c.got, c.status, want, status)
		}
		if math.Signbit(c.got) != strings.HasPrefix(text, "-") {
			t.Fatalf("Parse%s(%q) has the wrong sign", c.name, text)
		}
	}
}

func TestLiteralTable(t *testing.T) {
	for _, text := range []string{
		"0", "0.0", "-0.0", ".5", "1.", "01.", "0.e+4", "12.34", "1e-3", "1E+20", "00012e-00003",
		"65504", "65519.99999999999999999999999999", "65520", "65520.0000000000000000000000000000001", "1e5", "-7e4",
		"5.9604644775390625e-8", "2.98023223876953125e-8", "2.980232238769531250000000000000000000000000000000000000001e-8",
		"2.9802322387695312499999999999999999999999999e-8", "1.00048828125", "1.000488281250000000000000000000000001",
		"1.00048828124999999999999999999999999999999999999999999", "1.00146484375", "0.00100048828125e3", "100048828125e-11",
		"10004882812500000000000000000000000000000000000001e-49", "3.4028235e38", "3.4028236e38", "1e39", "1e-46", "1e-400", "1e400",
		"1.7976931348623157e308", "1.7976931348623159e308", "4.9406564584124654e-324", "16777217", "16777217.0000000000000001",
		"0x0", "0x0p9", "0xa.fp+2", "0x1P+4", "0X.3", "0x3p+2", "0X1.fp-4", "0x1.8", "-0x.8p1", "0x1.fffffep127", "0x1.ffffffp127", "0x1p128",
		"0x1p-149", "0x1p-150", "0x1.8p-149", "0x1.000002p0", "0x1.000001p0", "0x1.0000010000000000000000000001p0", "0x1.ffcp15", "0x1.ffep15",
		"0x1.ffdp15", "0x1p-24", "0x1p-25", "0x1.8p-25", "0x1p-26", "0x1p1024", "0x1p-1074", "0x1p-1075", "0x1.8p-1074", "0x1.fffffffffffffp1023",
		"0x1.fffffffffffff8p1023", "0x123456789abcdef0123456789abcdef", "0x00000000000000000000000000000001p0", "0x.00000000000000000000000000000001p128",
		"0xfffffffffffff8000000000000", "0xfffffffffffffc000000000000", "0xffffffffffffffffffffffff.ffffff",
	} {
		checkLiteral(t, text)
	}
	for _, text := range []string{
		"", "+", "-", ".", "e5", ".e5", "1e", "1e+", "1.2.3", "1f", "1.0h", " 1", "1 ", "1_0", "0x", "0x.", "0xp1", "0x1p", "0x1p+", "0x1.p1p2",
		"0x1e+2", "inf", "nan", "1e5.", "--1", "0b1", "1p2", "0x1.g", "1.a", "٣", "1e1e1",
	} {
		_, s64 := ParseF64(text)
		_, s32 := ParseF32(text)
		_, s16 := ParseF16(text)
		if s64 != LiteralMalformed || s32 != LiteralMalformed || s16 != LiteralMalformed {
			t.Errorf("%q is %v, %v, %v, want malformed", text, s64, s32, s16)
		}
	}
	// Exponents beyond any type and any counter, long digits.
	for _, c := range []struct {
		text string
		want float64
	}{
		{"1e99999999999999999999", math.Inf(1)}, {"1e-99999999999999999999", 0}, {"0e99999999999999999999", 0},
		{"0x1p99999999999999999999", math.Inf(1)}, {"-0x1p99999999999999999999", math.Inf(-1)}, {"0x1p-99999999999999999999", 0}, {"0x0p99999999999999999999", 0},
		{"1" + strings.Repeat("0", 5000) + "e-5000", 1}, {"0." + strings.Repeat("0", 4999) + "1e5000", 1},
		{"0x1" + strings.Repeat("0", 5000) + "p-20000", 1}, {"0x." + strings.Repeat("0", 4999) + "1p20000", 1},
	} {
		f64, _ := ParseF64(c.text)
		f32, _ := ParseF32(c.text)
		f16, _ := ParseF16(c.text)
		if f64 != c.want || float64(f32) != c.want || f16.F64() != c.want {
			t.Errorf("%.40q = %v, %v, %v, want %v", c.text, f64, f32, f16.F64(), c.want)
		}
	}
	for s := LiteralOK; s <= LiteralMalformed; s++ {
		if s.String() == "" {
			t.Errorf("status %d has no name", s)
		}
	}
}

func TestLiteralRandom(t *testing.T) {
	r := rand.New(rand.NewPCG(15, 15))
	for i := range 6000 {
		var text string
		switch i % 4 {
		case 0: // a tie of f16, exactly, or changed far behind
			h := F16(r.IntN(0x7c00))
			tie := (h.F64() + f16Value(h+1)) / 2
			if h == LargestF16 {
				tie = 65520
			}
			text = strconv.FormatFloat(tie, 'f', -1, 64)
			if !strings.Contains(text, ".") {
				text += "."
			}
			text += strings.Repeat("0", r.IntN(60)) + []string{"", "1"}[r.IntN(2)]
			if r.IntN(3) == 0 { // just below
				text = strconv.FormatFloat(tie, 'e', 45, 64)
				m, e, _ := strings.Cut(text, "e")
				m = strings.TrimRight(m, "0")
				if !strings.HasSuffix(m, ".") {
					m = m[:len(m)-1] + string(m[len(m)-1]-1) + strings.Repeat("9", 1+r.IntN(50))
					text = m + "e" + e
				}
			}
		case 1: // any value of f32 or f64 to some digits
			text = strconv.FormatFloat(binary32.random(r), 'e', r.IntN(30), 64)
		case 2: // hexadecimal text
			text = "0x" + strconv.FormatUint(r.Uint64()>>r.IntN(64), 16) + "." + strings.TrimRight(strconv.FormatUint(r.Uint64()<<r.IntN(64), 16), "0") +
				"p" + strconv.Itoa(r.IntN(400)-200)
		case 3:
			text = strconv.FormatUint(r.Uint64()>>r.IntN(64), 10) + "." + strconv.FormatUint(r.Uint64(), 10) + "e" + strconv.Itoa(r.IntN(90)-60)
		}
		checkLiteral(t, text)
	}
}

// TestLiteralQuick reads short decimal texts, among them those next to ties of
// f32, which the quick path must leave alone or read right.
func TestLiteralQuick(t *testing.T) {
	r := rand.New(rand.NewPCG(17, 17))
	quick := 0
	check := func(text string) {
		want, _ := strconv.ParseFloat(text, 64)
		if v, ok := quickF64(text); ok {
			quick++
			eq(t, "f64", v, want, text)
		}
		want, _ = strconv.ParseFloat(text, 32)
		if v, ok := quickF32(text); ok {
			quick++
			eq(t, "f32", v, float32(want), text)
		}
	}
	for range 20000 {
		digits := strconv.FormatUint(r.Uint64()>>r.IntN(64), 10)
		at := r.IntN(len(digits) + 1)
		check(digits[:at] + "." + digits[at:])
		check(digits + "e" + strconv.Itoa(r.IntN(60)-30))
		x := math.Float32frombits(r.Uint32()&(1<<23-1) | uint32(127+r.IntN(30))<<23)
		tie := (float64(x) + float64(math.Nextafter32(x, 1e30))) / 2
		for _, p := range []int{-1, 6, 8, 10} {
			check(strconv.FormatFloat(tie, 'f', p, 64))
		}
	}
	if quick < 40000 {
		t.Errorf("only %d texts were read the quick way", quick)
	}
	for _, text := range []string{"", ".", "-", "1e", "1e+", "1x", "1..2", "1e1.5", "0x1", "e1", "-1", "1_0"} {
		if v, ok := quickF64(text); ok {
			t.Errorf("quickF64(%q) = %v", text, v)
		}
	}
}

// TestQuickFormat compares what is written without a search with what is written
// with one: every f16, decimals of few digits and their neighbours, and f32s of
// all sizes.
func TestQuickFormat(t *testing.T) {
	for b := range 1 << 16 {
		x := F16(b)
		if text, ok := appendQuickF16(nil, x); ok {
			eq(t, "f16", string(text), string(appendShortest(nil, shortestF16(x), 64)))
		}
	}
	count := 0
	check := func(x float32) {
		if text, ok := appendQuickF32(nil, x); ok {
			count++
			eq(t, "f32", string(text), string(appendShortest(nil, float64(x), 32)))
		}
	}
	step := 7
	if testing.Short() {
		step = 97
	}
	for n := 0; n < 1100000; n += min(step, n/100+1) {
		for _, ten := range exactTens[:8] {
			x := float32(float64(n) / ten)
			check(x)
			check(-x)
			check(math.Nextafter32(x, 0))
			check(math.Nextafter32(x, 2e6))
		}
	}
	for b := uint64(0); b < 1<<32; b += uint64(step) * 997 {
		check(math.Float32frombits(uint32(b)))
	}
	if count < 10000 {
		t.Errorf("%d numbers only", count)
	}
}

// TestFormatF16 checks for all values that the text reads back, has the form of
// a float, and that no shorter text reads back.
func TestFormatF16(t *testing.T) {
	for i := range 1 << 16 {
		h := F16(i)
		text := FormatF16(h)
		if !h.IsFinite() {
			continue
		}
		back, status := ParseF16(text)
		if back != h || status != LiteralOK {
			t.Fatalf("%v formats as %s, which reads as %v, %v", h.F64(), text, back.F64(), status)
		}
		checkForm(t, text)
		// The numbers with one digit less on either side of h.
		digits := len(strings.TrimRight(strings.TrimLeft(strings.ReplaceAll(strings.TrimLeft(strings.Split(text, "e")[0], "-"), ".", ""), "0"), "0"))
		if digits < 2 {
			continue
		}
		short, _ := strconv.ParseFloat(strconv.FormatFloat(h.F64(), 'e', digits-2, 64), 64)
		unit := math.Pow(10, math.Floor(math.Log10(math.Abs(short)))-float64(digits-2))
		for _, v := range []float64{short - unit, short, short + unit} {
			if F16FromF64(v) == h {
				t.Errorf("%v formats as %s, but %.*e is shorter", h.F64(), text, digits-2, v)
			}
		}
	}
}

func checkForm(t *testing.T, text string) {
	t.Helper()
	m, e, hasExponent := strings.Cut(text, "e")
	whole, fraction, hasPoint := strings.Cut(strings.TrimPrefix(m, "-"), ".")
	if whole == "" || hasPoint && fraction == "" || !hasPoint && !hasExponent || hasExponent && e[0] != '+' && e[0] != '-' {
		t.Errorf("%s is not in the form of a float", text)
	}
}

func TestFormat(t *testing.T) {
	for _, c := range []struct {
		x    float64
		want string
	}{
		{0, "0.0"}, {math.Copysign(0, -1), "-0.0"}, {1, "1.0"}, {0.1, "0.1"}, {-2.5, "-2.5"}, {1e20, "1e+20"}, {1.5e-7, "1.5e-07"}, {1e-5, "0.00001"},
		{100000, "100000.0"}, {1e15, "1000000000000000.0"}, {1e16, "1e+16"}, {math.Inf(1), "inf"}, {math.Inf(-1), "-inf"}, {math.NaN(), "nan"},
		{5e-324, "5e-324"}, {math.MaxFloat64, "1.7976931348623157e+308"},
	} {
		if got := FormatF64(c.x); got != c.want {
			t.Errorf("FormatF64(%v) = %s, want %s", c.x, got, c.want)
		}
	}
	eq(t, "f32", FormatF32(0.1), "0.1")
	eq(t, "f32", FormatF32(math.MaxFloat32), "3.4028235e+38")
	eq(t, "f32", FormatF32(0x1p-149), "1e-45")
	eq(t, "f32", FormatF32(16777216), "16777216.0")
	eq(t, "f16", FormatF16(0x2e66), "0.1")
	eq(t, "f16", FormatF16(LargestF16), "65500.0")
	eq(t, "f16", FormatF16(1), "6e-08")
	eq(t, "f16", FormatF16(InfF16|signF16), "-inf")
	eq(t, "f16", FormatF16(NaNF16), "nan")
	r := rand.New(rand.NewPCG(16, 16))
	for range 20000 {
		x := math.Float64frombits(r.Uint64())
		y := math.Float32frombits(r.Uint32())
		if x-x == 0 {
			text := FormatF64(x)
			checkForm(t, text)
			back, _ := ParseF64(text)
			eq(t, "f64 round trip", back, x, text)
		}
		if y-y == 0 {
			text := FormatF32(y)
			checkForm(t, text)
			back, _ := ParseF32(text)
			eq(t, "f32 round trip", back, y, text)
		}
	}
}

// FuzzLiteral checks that any text is read without a panic, and well-formed text
// of reasonable exponents correctly.
func FuzzLiteral(f *testing.F) {
	for _, s := range []string{"1.5", "0x1.8p3", "65520.0001", "1e-8", "-.5", "0x", "1e+", "0xffffffffffffffffffp-70"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		v, status := ParseF64(text)
		if status == LiteralMalformed {
			return
		}
		_, exponent, found := strings.Cut(strings.ToLower(text), "p")
		if !strings.ContainsAny(text, "xX") {
			_, exponent, found = strings.Cut(strings.ToLower(text), "e")
		}
		if e, err := strconv.Atoi(exponent); found && (err != nil || e > 2000 || e < -2000) || len(text) > 300 {
			return
		}
		checkLiteral(t, text)
		if status != LiteralOverflow {
			if back, _ := ParseF64(FormatF64(v)); back != v {
				t.Errorf("%q reads as %v, formatted reads as %v", text, v, back)
			}
		}
	})
}
