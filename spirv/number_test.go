package spirv

import (
	"math"
	"os/exec"
	"strconv"
	"strings"
	"testing"
)

var (
	f8e4  = scalar{float8E4M3, 8}
	f8e5  = scalar{float8E5M2, 8}
	bf16  = scalar{bfloat16, 16}
	f16   = scalar{binaryFloat, 16}
	f32   = scalar{binaryFloat, 32}
	f64   = scalar{binaryFloat, 64}
	int8_ = scalar{signedInt, 8}
)

func TestParseNumber(t *testing.T) {
	for _, c := range []struct {
		text string
		s    scalar
		want uint64
		p    numberProblem
	}{
		{"0", scalar{unsignedInt, 32}, 0, ""},
		{"-0", scalar{unsignedInt, 32}, 0, ""},
		{"-1", scalar{unsignedInt, 32}, 0, negative},
		{"0XfF", scalar{unsignedInt, 8}, 255, ""},
		{"256", scalar{unsignedInt, 8}, 0, outOfRange},
		{"127", int8_, 127, ""},
		{"128", int8_, 0, outOfRange},
		{"-128", int8_, 0xffffff80, ""},
		{"-129", int8_, 0, outOfRange},
		{"0xff", int8_, 0xffffffff, ""},
		{"0x1ff", int8_, 0, outOfRange},
		{"-0x80", int8_, 0xffffff80, ""},
		{"-5", scalar{signedInt, 64}, math.MaxUint64 - 4, ""},
		{"18446744073709551615", scalar{unsignedInt, 64}, math.MaxUint64, ""},
		{"18446744073709551616", scalar{unsignedInt, 64}, 0, outOfRange},
		{"99999999999999999999999", scalar{unsignedInt, 64}, 0, outOfRange},
		{"5.0", scalar{unsignedInt, 32}, 0, notAnInt},
		{"0x", scalar{unsignedInt, 32}, 0, notAnInt},
		{"", scalar{unsignedInt, 32}, 0, notAnInt},
		{"-", scalar{unsignedInt, 32}, 0, notAnInt},
		{"--1", int8_, 0, notAnInt},
		{"1", f32, 0x3f800000, ""},
		{"-0", f32, 0x80000000, ""},
		{".5", f32, 0x3f000000, ""},
		{"1e10", f32, 0x501502f9, ""},
		{"1e40", f32, 0, outOfRange},
		{"1e-60", f32, 0, ""},
		{"inf", f32, 0, notANumber},
		{"nan", f32, 0, notANumber},
		{"1f", f32, 0, notANumber},
		{"1_0", f32, 0, notANumber},
		{"0x10", f32, 0, notANumber},
		{"0x1p", f32, 0, notANumber},
		{"0xp1", f32, 0, notANumber},
		{"0x1p+", f32, 0, notANumber},
		{"0x1p+1x", f32, 0, notANumber},
		{"0x1.8p+1", f32, 0x40400000, ""},
		{"0x.8P1", f32, 0x3f800000, ""},
		{"0x1p+128", f32, 0x7f800000, ""},
		{"-0x1.8p+128", f32, 0xffc00000, ""},
		{"0x1.fffffep+128", f32, 0x7fffffff, ""},
		{"0x1.ffffffp+128", f32, 0, outOfRange},
		{"0x1.ffffffp+127", f32, 0, outOfRange},
		{"0x1p+129", f32, 0, outOfRange},
		{"0x1p-149", f32, 1, ""},
		{"0x1p-150", f32, 0, ""},
		{"0x1.000001p-150", f32, 1, ""},
		{"0x1p-99999999999999999999", f32, 0, ""},
		{"0x1.000001p0", f32, 0x3f800000, ""},
		{"0x1.000003p0", f32, 0x3f800002, ""},
		{"0x1.0000010000000000000000001p0", f32, 0x3f800001, ""},
		{"0x100000000000000000000p-80", f32, 0x3f800000, ""},
		{"0x1.8p+1024", f64, 0x7ff8000000000000, ""},
		{"0x1p-1074", f64, 1, ""},
		{"0.1", f64, 0x3fb999999999999a, ""},
		{"1e300", f16, 0, outOfRange},
		{"65504", f16, 0x7bff, ""},
		{"65519", f16, 0x7bff, ""},
		{"65520", f16, 0, outOfRange},
		{"0x1p+16", f16, 0x7c00, ""},
		{"0.1", f16, 0x2e66, ""},
		{"-2", f16, 0xc000, ""},
		{"5.960464477539063e-08", f16, 1, ""},
		{"0", f16, 0, ""},
		{"1", bf16, 0x3f80, ""},
		{"0x1p+128", bf16, 0x7f80, ""},
		{"448", f8e4, 0x7e, ""},
		{"1", f8e5, 0x3c, ""},
	} {
		if got, p := parseNumber(c.text, c.s); got != c.want || p != c.p {
			t.Errorf("%s as %v: %#x %q, not %#x %q", c.text, c.s, got, p, c.want, c.p)
		}
	}
}

// TestNarrowFloats reads back every value of the narrow formats, and rounds
// what lies between two of them.
func TestNarrowFloats(t *testing.T) {
	for _, s := range []scalar{f8e4, f8e5, bf16, f16} {
		for v := range uint64(1) << s.width {
			text := string(appendNumber(nil, v, s))
			if got, p := parseNumber(text, s); got != v || p != "" {
				t.Fatalf("%v: %#x is %s, which reads as %#x %q", s, v, text, got, p)
			}
		}
	}
	// As strconv reads hexadecimal floats, so does round.
	for v := range uint64(1) << 12 {
		bits := v<<20 | 0x1234567>>3<<v%20&0xfffff
		f := math.Float32frombits(uint32(bits))
		if f != f || math.IsInf(float64(f), 0) {
			continue
		}
		text := strconv.FormatFloat(float64(f)*1.0000001, 'x', -1, 64)
		want, err := strconv.ParseFloat(text, 32)
		got, p := parseNumber(text, f32)
		if err == nil && (p != "" || got != uint64(math.Float32bits(float32(want)))) {
			t.Errorf("%s: %#x %q, not %#x", text, got, p, math.Float32bits(float32(want)))
		}
	}
}

// TestNumbersAgainstTools compares constants with spirv-as and spirv-dis.
func TestNumbersAgainstTools(t *testing.T) {
	var b strings.Builder
	b.WriteString("%f = OpTypeFloat 32 %d = OpTypeFloat 64 %h = OpTypeFloat 16 %s = OpTypeInt 16 1 %l = OpTypeInt 64 0\n")
	for _, n := range []string{"0", "-0", "1", "0.1", "1e10", "123456789", "1e-40", "3.4028235e38", "0x1.8p+128", "1e20", "1e-5", "0.0001", "1234567.5", "16777217", "0x1p-149"} {
		b.WriteString("%n = OpConstant %f " + n + "\n%n = OpConstant %d " + n + "\n")
	}
	for _, n := range []string{"0", "-0", "1", "0x1.8p+1", "-2.5", "0x1p-24", "0x1.8p+16"} {
		b.WriteString("%n = OpConstant %h " + n + "\n")
	}
	b.WriteString("%n = OpConstant %s -5 %n = OpConstant %s 0xfffb %n = OpConstant %l 0xffffffffffffffff %n = OpConstant %l 1\n")
	parts := strings.Split(b.String(), "%n")
	b.Reset()
	for i, p := range parts {
		if i > 0 {
			b.WriteString("%n" + strconv.Itoa(i))
		}
		b.WriteString(p)
	}
	body, errors := assembleBody(b.String(), AssembleOptions{})
	if errors != "" {
		t.Fatal(errors)
	}
	if _, err := exec.LookPath("spirv-as"); err != nil {
		t.Skip(err)
	}
	binary, err := tool(t, []byte(b.String()), "spirv-as")
	if err != nil {
		t.Fatal(err)
	}
	want, err := FromBytes(binary)
	if err != nil {
		t.Fatal(err)
	}
	for i, w := range want[headerWords:] {
		if body[i] != w {
			t.Fatalf("word %d is %#x, of spirv-as %#x", i, body[i], w)
		}
	}
	got, err := Disassemble(want, DisassembleOptions{})
	if err != nil {
		t.Fatal(err)
	}
	text, err := tool(t, binary, "spirv-dis", "--raw-id", "--no-color")
	if line, a, b := firstDifference(got, string(text)); err != nil || line != 0 {
		t.Errorf("line %d is %q, of spirv-dis %q: %v", line, a, b, err)
	}
}
