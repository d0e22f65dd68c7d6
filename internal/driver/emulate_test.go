package driver

// Scalars that a language lacks: what is computed in their place is the same.

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"refract/internal/ssa/fromir"
	"refract/internal/ssatest"
	"refract/internal/sweep"
	"refract/ir"
	"refract/ir/validate"
	"refract/ssa"
	"refract/ssa/op"
)

var (
	smallScalars = ir.Scalars(ir.I8, ir.U8, ir.I16, ir.U16)
	wideScalars  = ir.Scalars(ir.I64, ir.U64, ir.F64)
)

// TestEmulatedNumbers emulates made-up functions of arithmetic on numbers of all sizes and
// runs them. REFRACT_PROGRAMS is how many there are of each kind.
func TestEmulatedNumbers(t *testing.T) {
	count := uint64(sweep.Count(60))
	// Of functions that no language has for 64 bits there are none.
	hasForm := func(o op.Op) bool {
		info := o.Info()
		return info.Result.Base != op.Float || info.Props&op.Conversion != 0
	}
	for _, c := range []struct {
		name         string
		lacks        ir.ScalarSet
		ints, floats []int
	}{
		{"small", smallScalars, []int{8, 16, 32}, []int{16, 32}},
		{"wide", wideScalars, []int{64, 32}, []int{32}},
		{"small beside wide", smallScalars, []int{8, 16, 32, 64}, []int{32}},
		{"wide beside small", wideScalars, []int{8, 16, 32, 64}, []int{16, 32}},
		{"all", smallScalars | wideScalars, []int{8, 16, 32, 64}, []int{16, 32}},
		{"floats", wideScalars, []int{32, 64}, []int{64, 32}},
		{"floats alone", ir.Scalars(ir.F64), []int{32, 64}, []int{64, 32}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			acted := 0
			for seed := range count {
				s := ssatest.Numbers(seed, ssatest.NumberOptions{Ints: c.ints, Floats: c.floats, Ops: hasForm, Module: true})
				v, err := FromSSA(context.Background(), s)
				if err != nil {
					t.Fatal(err)
				}
				narrowed, set, err := emulated(nil, v, c.lacks)
				if err != nil {
					t.Fatalf("seed %d: %v\n%s", seed, err, ir.Print(v.Module))
				}
				if set == 0 {
					continue
				}
				acted++
				for _, x := range sizedScalars {
					if c.lacks&x.scalars != 0 && narrowed.Info.Required.Has(x.capability) {
						t.Fatalf("seed %d: %s are left\n%s", seed, x.what, ir.Print(narrowed.Module))
					}
				}
				ran, difference := ssatest.Compare(shaderOf(v), shaderOf(narrowed))
				if difference != "" || ran == 0 {
					t.Fatalf("seed %d: %d ran: %s\nbefore:\n%s\nafter:\n%s", seed, ran, difference, ir.Print(v.Module), ir.Print(narrowed.Module))
				}
			}
			if acted < int(count)/3 {
				t.Errorf("it does something in %d of %d", acted, count)
			}
			t.Logf("%d of %d emulated", acted, count)
		})
	}
}

func shaderOf(v *Valid) *ssa.Shader {
	return fromir.Module(v.Module.Clone(), fromir.Options{Strict: true})
}

// TestEmulatedConversions goes through all conversions between small integers, and between
// these and other scalars, and all ways to read the bits of one as another.
func TestEmulatedConversions(t *testing.T) {
	var text strings.Builder
	number := func(s ir.Scalar, from string) string { // lines that make a number of bits
		switch {
		case s == ir.Bool:
			return "  %v = lt " + from + ", 1000000000u\n"
		case s.IsInteger():
			return "  %v = as " + from + " : " + s.String() + "\n"
		case s == ir.F32:
			return "  %v = bitcast " + from + " : f32\n"
		}
		return "  %h = as " + from + " : i16\n  %j = as %h : i32\n  %f = as %j : f32\n  %g = mul %f, 8f\n  %v = as %g : " + s.String() + "\n"
	}
	word := func(s ir.Scalar) string { // lines that make a word of a number
		switch {
		case s == ir.F32:
			return "  %n = ne %w, %w : bool\n  %b = bitcast %w : u32\n  %r = select %n, 7u, %b\n"
		case s == ir.F16:
			return "  %b = as %w : f32\n  %r = bitcast %b : u32\n"
		}
		return "  %r = as %w : u32\n"
	}
	scalars := []ir.Scalar{ir.Bool, ir.I8, ir.U8, ir.I16, ir.U16, ir.I32, ir.U32, ir.F16, ir.F32}
	for _, from := range scalars {
		for _, to := range scalars {
			fmt.Fprintf(&text, "func @as_%v_%v($x : u32) -> u32 {\n%s  %%w = as %%v : %v\n%s  return %%r\n}\n", from, to, number(from, "$x"), to, word(to))
			if from.Bits() != to.Bits() || from == ir.Bool || to == ir.Bool {
				continue
			}
			fmt.Fprintf(&text, "func @bits_%v_%v($x : u32) -> u32 {\n%s  %%w = bitcast %%v : %v\n%s  return %%r\n}\n", from, to, number(from, "$x"), to, word(to))
		}
	}
	// The bits of vectors, two words of them, are read as those of others.
	sized := []ir.Scalar{ir.I8, ir.U8, ir.I16, ir.U16, ir.F16, ir.I32, ir.U32, ir.F32}
	for _, bits := range []int{16, 32, 48, 64} {
		typ := func(s ir.Scalar) string {
			switch n := bits / s.Bits(); {
			case n*s.Bits() != bits || n > 4:
				return ""
			case n > 1:
				return fmt.Sprintf("vec%d<%v>", n, s)
			}
			return s.String()
		}
		for _, from := range sized {
			for _, to := range sized {
				// There and back through words: what is above is cut off by u16.
				words := map[int]string{16: "u16", 32: "u32", 48: "vec3<u16>", 64: "vec2<u32>"}[bits]
				a, z := typ(from), typ(to)
				if a == "" || z == "" || from.IsFloat() || to.IsFloat() { // whose NaN may become another
					continue
				}
				fmt.Fprintf(&text, "func @vector_%d_%v_%v($x : u32, $y : u32) -> u32 {\n", bits, from, to)
				switch bits {
				case 16:
					text.WriteString("  %s = as $x : u16\n")
				case 32:
					text.WriteString("  %s = bitcast $x : u32\n")
				case 48:
					text.WriteString("  %s0 = compose $x, $y : vec2<u32>\n  %s1 = bitcast %s0 : vec4<u16>\n  %s = swizzle %s1 zyx : vec3<u16>\n")
				default:
					text.WriteString("  %s = compose $x, $y : vec2<u32>\n")
				}
				fmt.Fprintf(&text, "  %%a = bitcast %%s : %s\n  %%z = bitcast %%a : %s\n  %%t = bitcast %%z : %s\n", a, z, words)
				switch bits {
				case 16:
					text.WriteString("  %r = as %t : u32\n")
				case 32:
					text.WriteString("  %r = add %t, 0u : u32\n")
				default:
					text.WriteString("  %t0 = access_index %t, 0\n  %t1 = access_index %t, 1\n  %u0 = as %t0 : u32\n  %u1 = as %t1 : u32\n  %m = mul %u0, 31u : u32\n  %r = add %m, %u1 : u32\n")
				}
				// And the first number of the other.
				first := "%z"
				if strings.HasPrefix(z, "vec") {
					first = "%first"
					text.WriteString("  %first = access_index %z, 1\n")
				}
				fmt.Fprintf(&text, "  %%first32 = as %s : u32\n  %%mixed = xor %%r, %%first32 : u32\n  return %%mixed\n}\n", first)
			}
		}
	}
	m, err := ir.ParseString("conversions", text.String())
	if err != nil {
		t.Fatal(err)
	}
	v, err := Validate(context.Background(), m, Rules{Capabilities: validate.All})
	if err != nil {
		t.Fatal(err)
	}
	narrowed, _, err := emulated(nil, v, smallScalars)
	if err != nil {
		t.Fatal(err)
	}
	if narrowed.Info.Required.HasAny(validate.Int8, validate.Int16) {
		t.Fatalf("not all gone:\n%s", ir.Print(narrowed.Module))
	}
	if ran, difference := ssatest.Compare(shaderOf(v), shaderOf(narrowed)); difference != "" || ran < 100 {
		t.Errorf("%d ran: %s", ran, difference)
	}
}
