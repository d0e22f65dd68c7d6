package exec_test

import (
	"encoding/binary"
	"math"
	"testing"

	"refract/exec"
	"refract/ir"
)

func f32(list ...float32) exec.PrintedValue {
	v := exec.PrintedValue{Scalar: ir.F32}
	for _, x := range list {
		v.Bits = append(v.Bits, uint64(math.Float32bits(x)))
	}
	return v
}

// TestFormatPrinted formats numbers.
func TestFormatPrinted(t *testing.T) {
	u32 := func(x uint64) exec.PrintedValue { return exec.PrintedValue{Scalar: ir.U32, Bits: []uint64{x}} }
	i32 := func(x int32) exec.PrintedValue {
		return exec.PrintedValue{Scalar: ir.I32, Bits: []uint64{uint64(uint32(x))}}
	}
	for _, c := range []struct {
		format string
		args   []exec.PrintedValue
		want   string
	}{
		{"no number", nil, "no number"}, {"100%% %d", []exec.PrintedValue{i32(-7)}, "100% -7"}, {"%5u|%-5u|%05x", []exec.PrintedValue{u32(7), u32(8), u32(255)}, "    7|8    |000ff"},
		{"%v3f!", []exec.PrintedValue{f32(1, 2, 0.5)}, "1.000000, 2.000000, 0.500000!"}, {"%1.2v2f", []exec.PrintedValue{f32(1, 2)}, "1.00, 2.00"}, {"%g %e", []exec.PrintedValue{f32(0.25), f32(1)}, "0.25 1.000000e+00"},
		{"%d", []exec.PrintedValue{f32(2.75)}, "2"}, {"%f", []exec.PrintedValue{i32(-2)}, "-2.000000"}, {"%u", []exec.PrintedValue{{Scalar: ir.Bool, Bits: []uint64{1}}}, "1"},
		{"%ul %lx %lu", []exec.PrintedValue{{Scalar: ir.U64, Bits: []uint64{1 << 40}}, {Scalar: ir.U64, Bits: []uint64{1 << 40}}, {Scalar: ir.U64, Bits: []uint64{3}}}, "1099511627776 10000000000 3"},
		{"%d %d", []exec.PrintedValue{i32(1)}, "1 %d"}, {"%", nil, "%"}, {"%y %d", []exec.PrintedValue{i32(1)}, "%y 1"}, {"%c", []exec.PrintedValue{u32('A')}, "A"},
		{"%999999999d", []exec.PrintedValue{i32(1)}, "1"}, {"%d", []exec.PrintedValue{f32(float32(math.NaN()))}, "0"}, {"%i", []exec.PrintedValue{{Scalar: ir.I8, Bits: []uint64{0xFF}}}, "-1"},
		{"%f", []exec.PrintedValue{{Scalar: ir.F16, Bits: []uint64{0x3C00}}}, "1.000000"}, {"%s", []exec.PrintedValue{u32(16)}, "0x10"},
	} {
		if got := exec.FormatPrinted(c.format, c.args); got != c.want {
			t.Errorf("%q: %q, not %q", c.format, got, c.want)
		}
	}
	for format, want := range map[string]int{"": 0, "%d%%%v3f %": 2, "%y": 0} {
		if n := exec.Conversions(format); n != want {
			t.Errorf("%q takes %d arguments, not %d", format, n, want)
		}
	}
}

// TestReadPrinted reads records, and memory that holds none.
func TestReadPrinted(t *testing.T) {
	formats := []string{"", "%u\n", "%v2f %lu"}
	buffer := func(words ...uint32) (b []byte) {
		for _, w := range words {
			b = binary.LittleEndian.AppendUint32(b, w)
		}
		return b
	}
	one, two := uint32(ir.PrintedShapeOf(ir.U32, 1)), uint32(ir.PrintedShapeOf(ir.F32, 2))
	list, lost := exec.ReadPrinted(buffer(24, 10, 1, 3, 9, uint32(ir.StageCompute), 7, 8, 9, one, 5, 14, 2, 4, 1, 0, 0, 0, 0, two, math.Float32bits(1), math.Float32bits(0.5), uint32(ir.PrintedShapeOf(ir.U64, 1)), 7, 1, 0, 0), formats)
	if lost || len(list) != 2 || list[0].Text != "5\n" || list[0].Position.Line != 3 || list[0].Position.Column != 9 || list[0].Invocation.String() != "(7, 8, 9)" || list[1].Text != "1.000000, 0.500000 4294967303" {
		t.Errorf("%v %+v", lost, list)
	}
	if list, lost = exec.ReadPrinted(buffer(30, 10, 1, 3, 9, 0, 0, 0, 0, one, 5, 0, 0), formats); !lost || len(list) != 1 {
		t.Errorf("a record that is lost: %v %+v", lost, list)
	}
	for _, words := range [][]uint32{nil, {0}, {9, 10, 1, 0, 0, 0, 0, 0, 0, one}, {10, 10, 9, 0, 0, 0, 0, 0, 0, one, 1}, {10, 10, 1, 0, 0, 0, 0, 0, 0, 0, 1}, {10, 0, 1, 0, 0, 0, 0, 0, 0, one, 1}, {10, 10, 1, 0, 0, 0, 0, 0, 0, one | 7<<8, 1}} {
		if list, _ := exec.ReadPrinted(buffer(words...), formats); len(list) > 0 {
			t.Errorf("%v holds %+v", words, list)
		}
	}
}
