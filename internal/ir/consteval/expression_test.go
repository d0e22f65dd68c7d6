package consteval

import (
	"errors"
	"testing"

	"refract/diag"
	"refract/internal/builtin"
)

// TestExpressions evaluates const-expressions; a value is spelled with
// parentheses around components and members.
func TestExpressions(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		// Integers: abstract ones are checked, concrete ones wrap.
		{"1 + 2 * 3", "7"},
		{"9223372036854775806 + 1", "9223372036854775807"},
		{"-(-9223372036854775807 - 1)", "-9223372036854775808"},
		{"2147483647i + 1i", "-2147483648"},
		{"-1 * i32(-2147483648)", "-2147483648"},
		{"4294967295u + 2", "1"},
		{"1u - 2", "4294967295"},
		{"-7 / 2", "-3"},
		{"-7 % 2", "-1"},
		{"7u % 4", "3"},
		{"~0", "-1"},
		{"~0u", "4294967295"},
		{"12 & 10 | 1 ^ 3", "10"},
		{"1 << 62", "4611686018427387904"},
		{"0 << 70", "0"},
		{"-1i << 31u", "-2147483648"},
		{"-8 >> 1", "-4"},
		{"-8 >> 70", "-1"},
		{"0xffffffffu >> 31", "1"},
		{"vec2(1, 2) + 1", "(2 3)"},
		{"2u * vec3(1, 2, 3)", "(2 4 6)"},
		{"vec2(6, 7) / vec2(2i, 3i)", "(3 2)"},
		{"vec2(1u, 2u) << vec2(3, 4)", "(8 32)"},
		{"(0x1ffffffff / 8)", "1073741823"},
		{"abs(-9223372036854775807 - 1)", "-9223372036854775808"},
		{"(1 + (1 + (1 + (1 + 1)))) + 1u", "6"},

		// Logic and comparison.
		{"true && !false || false", "true"},
		{"false && (10i < i32(5 * 1000 * 1000 * 1000))", "false"},
		{"true || 1 / 0 == 1", "true"},
		{"true & false", "false"},
		{"vec2(true, false) | vec2(false)", "(true false)"},
		{"1 < 2.5", "true"},
		{"vec3(1, 2, 3) >= vec3(2u)", "(false true true)"},
		{"vec2(0.0, 1.0) == vec2(-0.0, 2.0)", "(true false)"},
		{"all(vec2(true, false))", "false"},
		{"any(vec2(true, false))", "true"},
		{"select(1, 2.5, true)", "2.5"},
		{"select(vec2(1, 2), vec2(3, 4), vec2(true, false))", "(3 2)"},
		{"select(vec2(1, 2), vec2(3, 4), true)", "(3 4)"},

		// Floats.
		{"0.1 + 0.2", "0.30000000000000004"},
		{"0.1f + 0.2f", "0.3"},
		{"0.1h + 0.2h", "0.2998047"},
		{"1.0 / 3", "0.3333333333333333"},
		{"5.5 % -2.0", "1.5"},
		{"-5.5f % 2f", "-1.5"},
		{"mat2x2(1, 2, 3, 4) * vec2(5, 6)", "(23 34)"},
		{"vec2(5f, 6f) * mat2x2(1, 2, 3, 4)", "(17 39)"},
		{"mat2x3(1, 2, 3, 4, 5, 6) * mat2x2(1f, 0, 0, 2)", "((1 2 3) (8 10 12))"},
		{"mat2x2(1, 2, 3, 4) * 2", "((2 4) (6 8))"},
		{"mat2x2(1, 2, 3, 4) - mat2x2(1f, 1, 1, 1)", "((0 1) (2 3))"},

		// Constructors and conversions.
		{"i32(2.9) - i32(-2.9h)", "4"},
		{"u32(-1.5)", "0"},
		{"u32(1e20f)", "4294967040"},
		{"i32(1e20f)", "2147483520"},
		{"i32(1e20)", "2147483647"},
		{"i32(4294967295u)", "-1"},
		{"u32(-1i)", "4294967295"},
		{"f32(16777217)", "1.6777216e+07"},
		{"f32(true)", "1"},
		{"bool(0.5)", "true"},
		{"bool(-0.0f)", "false"},
		{"vec2<u32>(vec2(1.5, 3.5))", "(1 3)"},
		{"vec4(1, vec2(2, 3), 4f)", "(1 2 3 4)"},
		{"vec3<f16>()", "(0 0 0)"},
		{"vec3(7)", "(7 7 7)"},
		{"mat2x2f(vec2(1, 2), vec2(3, 4))[1].x", "3"},
		{"mat2x2<f16>(mat2x2f(1, 2, 3, 0.1))", "((1 2) (3 0.099975586))"},
		{"array(1, 2u)", "(1 2)"},
		{"array(vec2(1, 2), vec2(1.5, 2))[0].x", "1"},
		{"array<array<f32, 2>, 2>()[1]", "(0 0)"},
		{"array<f32, 1000000000>()[999999999]", "0"},
		{"vec4(1, 2, 3, 4).wzyx.rg", "(4 3)"},
		{"bitcast<u32>(1f)", "1065353216"},
		{"bitcast<f32>(0x40490fdb)", "3.1415927"},
		{"bitcast<vec2<f16>>(0x40003c00)", "(1 2)"},
		{"bitcast<vec2<u32>>(vec4(1h, 2h, 3h, 4h))", "(1073757184 1140867584)"},

		// Functions.
		{"abs(vec2(-1, 2.5))", "(1 2.5)"},
		{"acos(1.0)", "0"},
		{"atan2(1.0, 1.0)", "0.7853981633974483"},
		{"ceil(1.2) + floor(-1.2) + round(2.5) + trunc(-2.7)", "0"},
		{"fract(-0.25)", "0.75"},
		{"clamp(5, 0, 3u)", "3"},
		{"clamp(vec2(-1.0, 9.0), vec2(0), vec2(1))", "(0 1)"},
		{"countLeadingZeros(1)", "31"},
		{"countOneBits(vec2(7u, 0))", "(3 0)"},
		{"countTrailingZeros(0i)", "32"},
		{"firstLeadingBit(-2i)", "0"},
		{"firstLeadingBit(0u)", "4294967295"},
		{"firstTrailingBit(8i)", "3"},
		{"reverseBits(1u)", "2147483648"},
		{"extractBits(0xf0u, 4, 4)", "15"},
		{"extractBits(-1i, 4, 4)", "-1"},
		{"insertBits(0u, 0xffu, 8, 4)", "3840"},
		{"cross(vec3(1, 0, 0), vec3(0, 1, 0))", "(0 0 1)"},
		{"degrees(0.0) + radians(0f)", "0"},
		{"determinant(mat3x3(2, 0, 0, 0, 3, 0, 0, 0, 4))", "24"},
		{"determinant(mat4x4(1, 0, 0, 2, 0, 1, 0, 0, 0, 0, 1, 0, 3, 0, 0, 1))", "-5"},
		{"distance(vec2(1, 1), vec2(4, 5))", "5"},
		{"dot(vec3(1, 2, 3), vec3(4, 5, 6u))", "32"},
		{"dot4U8Packed(0x01020304, 0x01010101)", "10"},
		{"dot4I8Packed(0xff020304, 0x01010101)", "8"},
		{"exp2(3.0) + log2(8f)", "11"},
		{"faceForward(vec2(1, 2), vec2(1, 0), vec2(-1, 0))", "(1 2)"},
		{"faceForward(vec2(1, 2), vec2(1, 0), vec2(1, 0))", "(-1 -2)"},
		{"fma(2.0, 3.0, 4.0)", "10"},
		{"frexp(vec2(1.5, -8.0)).fract", "(0.75 -0.5)"},
		{"frexp(vec2(1.5, -8.0)).exp", "(1 4)"},
		{"frexp(0.125h).exp", "-2"},
		{"inverse(mat2x2(4f, 2, 7, 6))", "((0.6 -0.2) (-0.7 0.4))"},
		{"inverseSqrt(4.0)", "0.5"},
		{"ldexp(0.75, 3)", "6"},
		{"ldexp(vec2(1f), vec2(-1i, 4))", "(0.5 16)"},
		{"length(vec2(3, 4))", "5"},
		{"length(-3.0)", "3"},
		{"max(1, min(2.5, 3))", "2.5"},
		{"mix(1.0, 3.0, 0.25)", "1.5"},
		{"mix(vec2(1.0, 2.0), vec2(3.0), 0.5)", "(2 2.5)"},
		{"modf(vec2(1.5, -2.25)).fract", "(0.5 -0.25)"},
		{"modf(-2.25).whole", "-2"},
		{"normalize(vec2(3f, 4f))", "(0.6 0.8)"},
		{"pow(2.0, 10.0)", "1024"},
		{"quantizeToF16(1.0001)", "1"},
		{"reflect(vec2(1, -1), vec2(0, 1))", "(1 1)"},
		{"refract(vec2(0.0, -1.0), vec2(0, 1), 1.5)", "(0 -1)"},
		{"refract(vec2(1.0, 0.0), vec2(0, 1), 1.5)", "(0 0)"},
		{"saturate(vec2(-1h, 2h))", "(0 1)"},
		{"sign(vec3(-2.5, 0, 7))", "(-1 0 1)"},
		{"sign(-7)", "-1"},
		{"smoothstep(0.0, 2.0, 1.0)", "0.5"},
		{"smoothstep(2.0, 1.0, 1.5)", "0.5"},
		{"sqrt(vec2(4, 9f))", "(2 3)"},
		{"step(vec2(1.0, 2.0), vec2(1.5))", "(1 0)"},
		{"transpose(mat2x3(1, 2, 3, 4, 5, 6))", "((1 4) (2 5) (3 6))"},
		{"pack4x8unorm(vec4(1, 0, 0.5, 1))", "4286578943"},
		{"pack2x16float(vec2(1, -2))", "3221240832"},
		{"pack4xI8(vec4(-1, 2, 3, 4))", "67306239"},
		{"pack4xU8Clamp(vec4(300, 2, 3, 4))", "67306239"},
		{"unpack4xI8(0x040302ffu)", "(-1 2 3 4)"},
		{"unpack4xU8(0x040302ffu)", "(255 2 3 4)"},
		{"unpack2x16float(0xc0003c00u)", "(1 -2)"},
		{"unpack4x8snorm(0x7f818000u)", "(0 -1 -1 1)"},

		// Errors.
		{"9223372036854775807 + 1", "error constant-overflow"},
		{"-9223372036854775807 - 2", "error constant-overflow"},
		{"4294967296 * 4294967296", "error constant-overflow"},
		{"(-9223372036854775807 - 1) / -1", "error constant-overflow"},
		{"i32(-2147483648) / -1i", "error constant-overflow"},
		{"1 / 0", "error division-by-zero"},
		{"vec2(1u, 2u) % vec2(1, 0)", "error division-by-zero"},
		{"1i << 31u", "error constant-overflow"},
		{"1u << 32u", "error shift-out-of-range"},
		{"1u >> 32u", "error shift-out-of-range"},
		{"1 << 63", "error constant-overflow"},
		{"1.0 / 0.0", "error constant-not-finite"},
		{"0.0 % 0.0", "error constant-not-finite"},
		{"1e38f % 1e-38f", "error constant-not-finite"},
		{"1e308 * 10", "error constant-not-finite"},
		{"3e38f + 3e38f", "error constant-not-finite"},
		{"40000h + 40000h", "error constant-not-finite"},
		{"i32(4294967295)", "error constant-overflow"},
		{"u32(-1)", "error constant-overflow"},
		{"1u + -1", "error constant-overflow"},
		{"f16(65505)", "error constant-overflow"},
		{"f16(65504.5f)", "error constant-overflow"},
		{"f32(1e39)", "error constant-overflow"},
		{"1f + 1e39", "error constant-overflow"},
		{"array(1, 2)[2]", "error index-out-of-bounds"},
		{"vec2(1, 2)[-1]", "error index-out-of-bounds"},
		{"array<f32, 4>()[4u]", "error index-out-of-bounds"},
		{"bitcast<f32>(0x7f800000)", "error constant-not-finite"},
		{"bitcast<vec2<f16>>(0x7c00u)", "error constant-not-finite"},
		{"bitcast<u32>(-1)", "error constant-overflow"},
		{"acos(1.1)", "error constant-not-finite"},
		{"acosh(0.9)", "error constant-not-finite"},
		{"atanh(1.0)", "error constant-not-finite"},
		{"log(0.0)", "error constant-not-finite"},
		{"log2(-1f)", "error constant-not-finite"},
		{"sqrt(-1)", "error constant-not-finite"},
		{"inverseSqrt(0.0)", "error constant-not-finite"},
		{"pow(-1.0, 2.0)", "error argument-out-of-domain"},
		{"pow(0.0, -1.0)", "error constant-not-finite"},
		{"exp(100f)", "error constant-not-finite"},
		{"clamp(1, 3, 2)", "error argument-out-of-domain"},
		{"clamp(vec2(1f), vec2(0, 3), vec2(1, 2))", "error argument-out-of-domain"},
		{"smoothstep(1.0, 1.0, 0.0)", "error argument-out-of-domain"},
		{"ldexp(1f, 129)", "error argument-out-of-domain"},
		{"ldexp(1h, 17)", "error argument-out-of-domain"},
		{"extractBits(1u, 31, 2)", "error argument-out-of-domain"},
		{"insertBits(1u, 0, 4294967295, 2)", "error argument-out-of-domain"},
		{"quantizeToF16(65505)", "error constant-not-finite"},
		{"pack2x16float(vec2(0, 1e6))", "error constant-not-finite"},
		{"unpack2x16float(0x7c00)", "error constant-not-finite"},
		{"normalize(vec2(0.0))", "error constant-not-finite"},
		{"length(vec2(1e200, 0))", "error constant-not-finite"},
		{"dot(vec2(9223372036854775807, 1), vec2(1, 1))", "error constant-overflow"},
		{"inverse(mat2x2f())", "error constant-not-finite"},
		{"array(vec2(1), vec2(array<u32, 2000000>()[0]))[0].x", "1"},
	} {
		r := newReader()
		v, err := r.read(c.text)
		got := ""
		var e *Error
		switch {
		case errors.As(err, &e):
			got = "error " + string(e.Code)
		case err != nil:
			got = err.Error()
		default:
			got = r.show(v)
		}
		if got != c.want {
			t.Errorf("%s is %s, want %s", c.text, got, c.want)
		}
	}
}

// TestMessages checks what errors say.
func TestMessages(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"1 / 0", "the right operand of / is zero (abstract-int)"},
		{"u32(-1)", "the value -1 can't be represented as u32"},
		{"1f + 1e39", "the value 1e+39 can't be represented as f32"},
		{"1u << 40u", "the distance of << is not less than the width of u32"},
		{"sqrt(-1f)", "the argument of sqrt is -1: it must be at least 0"},
		{"clamp(1, 3, 2)", "the low end of clamp is greater than the high end (abstract-int)"},
		{"vec2(1, 2)[5]", "index 5 is out of bounds: there are 2 elements"},
	} {
		_, err := newReader().read(c.text)
		var e *Error
		if !errors.As(err, &e) || e.Message != c.want {
			t.Errorf("%s: %v, want %s", c.text, err, c.want)
		}
	}
	for f := overflow; f < numFaults; f++ {
		if faults[f].code == diag.Code("") || faults[f].text == "" {
			t.Errorf("fault %d has no text", f)
		}
	}
}

// TestTotal checks that operations are total on request.
func TestTotal(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"7i / 0i", "7"}, {"7i % 0i", "0"}, {"1u << 33u", "2"}, {"array(1, 2)[7]", "2"}, {"vec2(1, 2)[-3]", "1"},
		{"1f / 0f == bitcast<f32>(0x7f800000)", "true"}, {"clamp(1, 3, 2)", "2"}, {"9223372036854775807 + 1", "-9223372036854775808"},
		{"f16(70000f) > 65504h", "true"}, {"sqrt(-1f) == 0f", "false"}, {"extractBits(0xf0000000u, 28, 9)", "15"},
	} {
		r := newReader()
		r.e.Total = true
		v, err := r.read(c.text)
		if err != nil || r.show(v) != c.want {
			t.Errorf("%s is %s, %v, want %s", c.text, r.show(v), err, c.want)
		}
	}
}

// TestConvertComposites converts arrays and the structs of modf and frexp.
func TestConvertComposites(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"array(array(1, 2), array(3, 4))", "((1 2) (3 4))"},
		{"frexp(vec2(1.5, -8.0))", "((0.75 -0.5) (1 4))"},
		{"modf(0.1)", "(0.1 0)"},
		{"array(modf(1e39))", "the value 1e+39 can't be represented as f32"},
		{"array<array<f32, 3>, 2>()", "((0 0 0) (0 0 0))"},
	} {
		r := newReader()
		v, err := r.read(c.text)
		if err != nil {
			t.Fatal(err)
		}
		to := builtin.Concretize(r.m, v.Type)
		got, bad := r.e.Convert(v, to)
		text := r.show(got)
		if bad != nil {
			text = bad.Message
		} else if got.Type != to || builtin.IsAbstract(r.m, to) {
			t.Errorf("%s becomes %s", c.text, builtin.TypeName(r.m, got.Type))
		}
		if text != c.want {
			t.Errorf("%s converts to %s, want %s", c.text, text, c.want)
		}
	}
}
