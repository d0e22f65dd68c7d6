package wasm_test

// Every operator and built-in function on numbers of any bits: NaNs, infinities,
// denormal numbers, and what is near the edges of the kernels.

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"refract/exec"
	"refract/exec/interp"
	"refract/exec/wasm"
)

var floatForms = []string{
	"a + b", "a - b", "a * b", "a / b", "a % b", "-a", "-(a + b)", "abs(a)", "abs(a * b)", "acos(a)", "acosh(a)", "asin(a)", "asinh(a)", "atan(a)", "atanh(a)",
	"atan2(a, b)", "ceil(a)", "clamp(a, b, c)", "cos(a)", "cosh(a)", "degrees(a)", "exp(a)", "exp2(a)", "floor(a)", "fma(a, b, c)", "fract(a)",
	"inverseSqrt(a)", "ldexp(a, clamp(i, -100, 100))", "log(a)", "log2(a)", "max(a, b)", "min(a, b)", "max(a + b, c)", "mix(a, b, c)",
	"pow(a, b)", "pow(abs(a), b)", "quantizeToF16(a)", "radians(a)", "round(a)", "saturate(a)", "sign(a)", "sign(a + b)", "sin(a)", "sinh(a)", "smoothstep(a, b, c)",
	"sqrt(a)", "step(a, b)", "tan(a)", "tanh(a)", "trunc(a)", "select(a, b, c > a)", "select(a + b, a * b, i > 7)", "f32(i)", "f32(u)", "f32(a > b)",
	"dot(vec3f(a, b, c), vec3f(c, a, b))", "length(vec2f(a, b))", "distance(vec2f(a, b), vec2f(c, a))", "normalize(vec3f(a, b, c)).y",
	"cross(vec3f(a, b, c), vec3f(c, b, a)).x", "reflect(vec2f(a, b), vec2f(c, a)).y", "refract(vec2f(a, b), vec2f(c, a), c).x",
	"faceForward(vec2f(a, b), vec2f(c, a), vec2f(b, c)).x", "modf(a).fract", "modf(a).whole", "frexp(a).fract",
	"(mat2x2f(a, b, c, a) * vec2f(b, c)).y", "(vec3f(a, b, c) * mat2x3f(a, b, c, c, b, a)).y", "determinant(mat3x3f(a, b, c, c, a, b, b, a, a))",
	"transpose(mat2x3f(a, b, c, c, a, b))[1].y", "(mat2x2f(a, b, c, a) * mat2x2f(c, b, a, a))[1].x",
	"unpack4x8snorm(u).z", "unpack2x16float(u).y", "unpack2x16unorm(u).x",
	"vec4f(a, b, c, a)[u % 5u]", "array<f32, 3>(a, b + c, c)[u & 3u]", "select(a * b, c, a != a)",
}

var intForms = []string{
	"i + j", "i - j", "i * j", "i / j", "i % j", "-i", "~i", "abs(i)", "sign(i)", "i << (u & 31u)", "i >> (u & 31u)", "i << 5u", "i & j", "i | j", "i ^ j", "min(i, j)", "max(i, j)",
	"clamp(i, j, k)", "countOneBits(i)", "reverseBits(i)", "countLeadingZeros(i)", "countTrailingZeros(i)", "firstLeadingBit(i)", "firstTrailingBit(i)",
	"extractBits(i, u, v)", "insertBits(i, j, u, v)", "i32(a)", "i32(a * b)", "select(i, j, i < j)", "i32(i <= j)", "frexp(a).exp", "dot(vec3i(i, j, k), vec3i(k, i, j))",
	"i / 7", "i % 7", "i / -1", "i % 16", "bitcast<i32>(a)", "bitcast<i32>(a + b)", "bitcast<i32>(-(a * b))", "dot4I8Packed(u, v)", "i32(any(vec2<bool>(i > j, j > k)))",
}

var uintForms = []string{
	"u + v", "u - v", "u * v", "u / v", "u % v", "~u", "u << (v & 31u)", "u >> (v & 31u)", "u >> 3u", "min(u, v)", "max(u, v)", "clamp(u, v, w)", "countOneBits(u)", "reverseBits(u)",
	"countLeadingZeros(u)", "countTrailingZeros(u)", "firstLeadingBit(u)", "firstTrailingBit(u)", "extractBits(u, v, w)", "insertBits(u, v, w, u)", "u32(a)", "u32(a * b)",
	"u32(u < v)", "u / 7u", "u % 7u", "u / 8u", "u % 8u", "pack4x8snorm(vec4f(a, b, c, a))", "pack4x8unorm(vec4f(a, b, c, a))", "pack2x16float(vec2f(a, b))",
	"pack2x16snorm(vec2f(a, b))", "pack4xU8(vec4u(u, v, w, u))", "dot4U8Packed(u, v)", "bitcast<u32>(a)", "u32(all(vec2<bool>(u > v, v >= w)))", "u32(a <= b)", "u32(!(a < b))",
}

// values are bits of numbers: special ones, and any.
func values(n int, seed uint64) []byte {
	special := []uint32{0, 1 << 31, 1, 0x807fffff, 0x007fffff, 0x00800000, 0x3f800000, 0xbf800000, 0x7f800000, 0xff800000, 0x7fc00000, 0xffc00000, 0x7f800001,
		0xffbfffff, 0x7f7fffff, 0xff7fffff, 0x4f000000, 0xcf000000, 0x4f7fffff, 0x7fffffff, 0xffffffff, 31, 32, 33, 7, 8, 0x40490fdb, 0x3fc90fdb, 0x49000000, 0x48ffffff}
	r := rand.New(rand.NewPCG(seed, 1))
	b := make([]byte, 0, 4*n)
	for range n {
		var x uint32
		switch r.IntN(5) {
		case 0:
			x = special[r.IntN(len(special))]
		case 1:
			x = r.Uint32()
		case 2:
			x = math.Float32bits(float32(r.NormFloat64() * math.Pow(2, float64(r.IntN(40)-20))))
		case 3:
			x = math.Float32bits(float32(math.Round(r.NormFloat64()*8)/4) * math.Pi)
		default:
			x = uint32(r.IntN(64)) - 16
		}
		b = binary.LittleEndian.AppendUint32(b, x)
	}
	return b
}

// TestBuiltins compares each form, with arguments that differ by invocation and with
// some that don't.
func TestBuiltins(t *testing.T) {
	const n = 1 << 11
	form := func(t *testing.T, kind, text string, uniform bool) {
		index := "g.x"
		if uniform {
			index = "w.x"
		}
		var reads strings.Builder
		for k, name := range []string{"a", "b", "c", "i", "j", "k", "u", "v", "w0"} {
			ty := []string{"f32", "i32", "u32"}[k/3]
			fmt.Fprintf(&reads, "  let %s = bitcast<%s>(in[(%s * 9u + %du) %% %du]);\n", name, ty, index, k, n)
		}
		text = strings.ReplaceAll(text, "w)", "w0)")
		text = strings.ReplaceAll(text, "w,", "w0,")
		src := fmt.Sprintf(`@group(0) @binding(0) var<storage, read_write> o: array<%s>;
@group(0) @binding(1) var<storage, read> in: array<u32>;
@compute @workgroup_size(8) fn main(@builtin(global_invocation_id) g: vec3u, @builtin(workgroup_id) w: vec3u) {
%s  o[g.x] = %s;
}`, kind, reads.String(), text)
		m := readModule(t, src)
		a, err := interp.Engine{}.Load(m, exec.LoadOptions{})
		if err != nil {
			t.Fatal(err)
		}
		b, err := wasm.Engine{}.Load(m, exec.LoadOptions{})
		if err != nil {
			t.Fatal(err)
		}
		in := values(n, 7)
		want, got := make([]byte, 4*n), make([]byte, 4*n)
		if err := runKernel(a, [3]uint32{n / 8, 1, 1}, [][]byte{want, in}); err != nil {
			t.Fatal(err)
		}
		if err := runKernel(b, [3]uint32{n / 8, 1, 1}, [][]byte{got, in}); err != nil {
			t.Errorf("%s: %v", text, err)
			return
		}
		bad := 0
		for at := 0; at < len(want); at += 4 {
			x, y := binary.LittleEndian.Uint32(want[at:]), binary.LittleEndian.Uint32(got[at:])
			if x != y {
				if bad++; bad < 4 {
					k := at / 4
					if uniform {
						k /= 8
					}
					var args []string
					for n := range 3 {
						args = append(args, fmt.Sprintf("%#08x", binary.LittleEndian.Uint32(in[(k*9+n)*4%len(in):])))
					}
					t.Errorf("%s (uniform %v) of %v: %#08x, not %#08x", text, uniform, args, y, x)
				}
			}
		}
	}
	for _, uniform := range []bool{false, true} {
		for _, text := range floatForms {
			form(t, "f32", text, uniform)
		}
		for _, text := range intForms {
			form(t, "i32", text, uniform)
		}
		for _, text := range uintForms {
			form(t, "u32", text, uniform)
		}
	}
}
