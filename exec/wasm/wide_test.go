package wasm_test

// Numbers of 64 bits: random programs in GLSL leave what they leave on the reference
// engine.

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"refract/diag"
	"refract/exec"
	"refract/exec/interp"
	"refract/exec/wasm"
	"refract/front/glsl"
	"refract/ir"
	"refract/ir/validate"
)

// wideProgram makes a program of integers and floats of 64 bits, in vectors, matrices,
// structs and arrays, in memory of all kinds.
func wideProgram(seed uint64, size int) string {
	r := rand.New(rand.NewPCG(seed, 64))
	pick := func(list ...string) string { return list[r.IntN(len(list))] }
	var w strings.Builder
	fmt.Fprintf(&w, `#version 460
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
layout(local_size_x = %d) in;
struct S { uint64_t u; double d; int n; dvec3 v; };
layout(std430, binding = 0) buffer B { uint64_t u[16]; double d[16]; S s[4]; dmat3 m; u64vec2 p; };
shared double t[64];
int64_t table[4] = int64_t[](1l, -5l, 0x123456789abcdefl, 77l);
void main() {
  uint i = gl_LocalInvocationIndex;
  uint64_t a = u[i & 15u], b = a * 3ul + uint64_t(i);
  int64_t c = int64_t(u[3]), e = int64_t(b) - 9l;
  double x = d[i & 15u], y = d[2] + double(i);
  dvec3 v = dvec3(x, y, 1.0lf), z = s[1].v;
  dvec2 q[3];
  q[0] = dvec2(x); q[1] = dvec2(y, x); q[2] = dvec2(0.5lf);
  S l = s[i & 3u];
`, size)
	var body func(depth int)
	body = func(depth int) {
		for range 4 + r.IntN(5) {
			switch r.IntN(14) {
			case 0, 1:
				fmt.Fprintf(&w, "%s = %s %s (%s %s %s);\n", pick("a", "b"), pick("a", "b", "l.u"), pick("+", "-", "*", "^", "|"), pick("a", "b"), pick("+", "&", "*", "^"), pick("b", "uint64_t(c)", "7ul", "uint64_t(i)"))
			case 2:
				fmt.Fprintf(&w, "%s = %s %s (%s | 1l);\n", pick("c", "e"), pick("c", "e"), pick("/", "%"), pick("c", "e", "int64_t(i)"))
			case 3:
				fmt.Fprintf(&w, "%s = %s %s (%s & 63%s);\n", pick("a", "b"), pick("a", "b"), pick("<<", ">>"), "uint(b)", "u")
			case 4, 5:
				fmt.Fprintf(&w, "%s = %s %s %s;\n", pick("x", "y", "l.d"), pick("x", "y", "l.d", "v.y"), pick("+", "-", "*", "/"), pick("x", "y", "z.x", "0.3lf"))
			case 6:
				fmt.Fprintf(&w, "%s = %s;\n", pick("x", "y"), pick("sqrt(abs(x))", "floor(y)", "fract(x)", "min(x, y)", "max(x, y)", "mix(x, y, 0.25lf)", "fma(x, y, l.d)", "dot(v, z)", "length(v)",
					"clamp(x, y, 2.0lf)", "sign(y)", "trunc(x)", "ceil(y)", "inversesqrt(abs(y) + 1.0lf)", "mod(x, y)", "round(x)"))
			case 7:
				fmt.Fprintf(&w, "%s = %s;\n", pick("v", "z"), pick("cross(v, z)", "v * x", "z.zxy + v", "m * v", "normalize(z)", "l.v", "abs(v)", "-z", "reflect(v, z)", "mix(v, z, x)"))
			case 8:
				fmt.Fprintf(&w, "%s;\n", pick("x = double(c)", "y = double(a)", "c = int64_t(clamp(x, -1e18lf, 1e18lf))", "x = double(float(y))", "y = double(int(i) - 3)", "x = double(float(i) * 0.1)",
					"a = uint64_t(double(i) * 1.5lf)", "e = int64_t(clamp(y, -1e6lf, 1e6lf))", "a = packUint2x32(unpackUint2x32(b).yx)", "x = packDouble2x32(uvec2(i, 0x3ff00000u + i))", "y = double(x < y)"))
			case 9:
				fmt.Fprintf(&w, "%s;\n", pick("q[i % 3u] = v.xy", "x = q[uint(a) % 3u].y", "q[uint(b) % 3u].x = y", "v[i % 3u] = x", "y = z[uint(a % 3ul)]", "l.v.yz = q[1]", "c = table[i & 3u]", "table[uint(a) & 3u] = e", "l = s[uint(b) & 3u]"))
			case 10:
				if depth < 2 {
					fmt.Fprintf(&w, "if (%s) {\n", pick("a < b", "c > e", "x < y", "(a & 1ul) == 0ul", "x == y", "i < 3u", "isnan(x)", "c != 0l"))
					body(depth + 1)
					if r.IntN(2) == 0 {
						w.WriteString("} else {\n")
						body(depth + 1)
					}
					w.WriteString("}\n")
				}
			case 11:
				if depth < 2 {
					fmt.Fprintf(&w, "for (uint k%[1]d = 0u; k%[1]d < %[2]s; k%[1]d++) {\n", depth, pick("2u", "i % 3u", "uint(a % 3ul)"))
					body(depth + 1)
					w.WriteString("}\n")
				}
			case 12:
				fmt.Fprintf(&w, "%s = %s ? %s : %s;\n", pick("a", "b"), pick("x < y", "c < e", "b > a"), pick("a", "b", "9ul"), pick("b", "a"))
				fmt.Fprintf(&w, "%s = %s ? %s : %s;\n", pick("x", "y"), pick("x < y", "c < e", "b > a"), pick("x", "y", "9.5lf"), pick("y", "x"))
			default:
				fmt.Fprintf(&w, "%s;\n", pick("a = min(a, b)", "c = max(c, e)", "c = abs(e)", "c = sign(e)", "a = ~b", "c = -c", "b = a + uint64_t(bitCount(uint(b)))", "x = -y"))
			}
		}
	}
	body(0)
	w.WriteString(`  t[i] = x + y;
  barrier();
  y += t[(i + 1u) % gl_WorkGroupSize.x];
  barrier();
  l.u ^= b; l.n += int(c); l.v += v;
  u[i & 15u] = a ^ uint64_t(e);
  d[i & 15u] = x;
  if (i < 4u) { s[i] = l; s[i].v.x = y; s[i].d = q[i % 3u].x; }
  if (i == 0u) { m[1] = z; p.y = uint64_t(c); }
}
`)
	return w.String()
}

// TestWide compares what they leave in memory.
func TestWide(t *testing.T) {
	refused := map[string]int{}
	ran := 0
	for seed := firstProgram(); seed < firstProgram()+programs(60); seed++ {
		size := []int{1, 4, 6, 8, 19}[seed%5]
		source := wideProgram(seed, size)
		m := ir.NewModule()
		var list diag.List
		var sources diag.Sources
		base := sources.Add("wide.comp", source)
		if new(glsl.Reader).Read(m, source, base, glsl.Options{Stage: ir.StageCompute}, &sources, &list) == nil {
			t.Fatalf("seed %d: %v\n%s", seed, list.Sorted(), source)
		}
		if new(validate.Validator).Validate(m, validate.Options{Capabilities: validate.All}, &list); list.HasErrors() {
			t.Fatalf("seed %d: %v\n%s", seed, list.Sorted(), source)
		}
		contents := wideContents(seed)
		run := func(e exec.Engine) ([]byte, error) {
			p, err := e.Load(m, exec.LoadOptions{})
			if err != nil {
				return nil, err
			}
			var res exec.Resources
			data := bytes.Clone(contents)
			res.Bind(0, 0, &exec.Buffer{Data: data})
			_, err = p.Dispatch(context.Background(), "main", [3]uint32{1, 1, 1}, &res, exec.RunOptions{})
			return data, err
		}
		want, err := run(interp.Engine{})
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		got, err := run(wasm.Engine{})
		var no *exec.UnsupportedError
		switch {
		case errors.As(err, &no):
			refused[no.Feature]++
		case err != nil:
			t.Errorf("seed %d: %v", seed, err)
		case !bytes.Equal(want, got):
			at := 0
			for want[at] == got[at] {
				at++
			}
			at &^= 7
			t.Errorf("seed %d at %d: %x, not %x", seed, at, got[at:at+8], want[at:at+8])
			if os.Getenv("REFRACT_SHOW") != "" {
				t.Log(source)
			}
		default:
			ran++
		}
	}
	t.Logf("%d ran; refused: %v", ran, refused)
	if len(refused) > 0 {
		t.Error("some were refused")
	}
}

// wideContents are numbers of all kinds.
func wideContents(seed uint64) []byte {
	r := rand.New(rand.NewPCG(seed, 65))
	out := make([]byte, 1024)
	for at := 0; at < len(out); at += 8 {
		x := math.Float64bits((r.Float64() - 0.5) * math.Exp2(float64(r.IntN(40)-10)))
		switch r.IntN(8) {
		case 0:
			x = r.Uint64()
		case 1:
			x = []uint64{0, 1 << 63, 0x7ff0 << 48, 0x7ff8 << 48, 1, 0x7fef_ffff_ffff_ffff, 0x7ff8_0000_0000_0001}[r.IntN(7)]
		}
		binary.LittleEndian.PutUint64(out[at:], x)
	}
	return out
}
