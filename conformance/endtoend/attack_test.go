package endtoend

// What a few bytes may cost: over every construct of WGSL that nests, repeats or refers
// to another, reading, validating, optimizing and writing each language stay within
// time and memory that are a constant and so much for each byte of the input. What
// would cost more is an error of the budget.

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"refract"
	"refract/diag"
	"refract/internal/harness"
)

// chain makes n declarations, the i-th by each, and what uses the last.
func chain(n int, first string, each func(i int) string, last string) string {
	var b strings.Builder
	b.WriteString(first)
	for i := 1; i < n; i++ {
		b.WriteString(each(i))
	}
	return b.String() + "\n" + strings.ReplaceAll(last, "LAST", fmt.Sprint(n-1))
}

const (
	inMain = "@group(0) @binding(0) var<storage, read_write> o: array<u32>; @compute @workgroup_size(1) fn main() { "
	stored = "@group(0) @binding(0) var<storage, read_write> o: "
)

// around is a program with a statement that nests n deep.
func around(n int, open, inner, shut string) string {
	return inMain + strings.Repeat(open, n) + inner + strings.Repeat(shut, n) + " }"
}

// attacks are programs that ask for much, by what they are about.
var attacks = []struct {
	name string
	make func() string
}{
	// What nests.
	{"too many parentheses", func() string { return inMain + "o[0] = " + strings.Repeat("(", 100_000) }},
	{"parentheses", func() string {
		return around(1, "", "o[0] = "+strings.Repeat("(", 900)+"1"+strings.Repeat(")", 900)+";", "")
	}},
	{"minus", func() string { return inMain + "let x = i32(o[0]); o[1] = u32(" + strings.Repeat("- ", 900) + "x); }" }},
	{"not", func() string { return inMain + "o[1] = " + strings.Repeat("~", 900) + "o[0]; }" }},
	{"address and indirection", func() string { return inMain + "var x = 1u; o[1] = " + strings.Repeat("*&", 450) + "x; }" }},
	{"calls in calls", func() string {
		return inMain + "o[0] = " + strings.Repeat("max(", 450) + "o[1]" + strings.Repeat(", 1u)", 450) + "; }"
	}},
	{"constants in calls", func() string {
		return inMain + "o[0] = " + strings.Repeat("max(", 450) + "1u" + strings.Repeat(", 1u)", 450) + "; }"
	}},
	{"indices in indices", func() string {
		return inMain + "o[0] = " + strings.Repeat("o[", 450) + "0" + strings.Repeat("]", 450) + "; }"
	}},
	{"sums on the right", func() string {
		return inMain + "o[0] = " + strings.Repeat("o[0] + (", 450) + "1" + strings.Repeat(")", 450) + "; }"
	}},
	{"and, or", func() string {
		return inMain + "if " + strings.Repeat("o[0] > 1 && (o[1] > 2 || (", 300) + "true" + strings.Repeat("))", 300) + " { o[0] = 1; } }"
	}},
	{"blocks", func() string { return around(120, "{ ", "o[0] = 1;", "}") }},
	{"too many blocks", func() string { return around(5000, "{ ", "o[0] = 1;", "}") }},
	{"ifs", func() string { return around(120, "if o[0] > 1 { ", "o[0] = 1;", "}") }},
	{"ifs with else", func() string { return around(120, "if o[0] > 1 { o[1] = 2; } else { o[2] = 3; ", "o[0] = 1;", "}") }},
	{"loops", func() string { return around(100, "loop { if o[0] > 3 { break; } ", "o[0] = 1;", "}") }},
	{"fors", func() string { return around(100, "for (var i = 0u; i < o[0]; i++) { ", "o[0] = 1;", "}") }},
	{"continuing", func() string { return around(55, "loop { if o[1] > 2 { break; } continuing { ", "o[0] = 1;", "} }") }},
	{"continuing with continue", func() string {
		return around(60, "loop { if o[1] > 2 { continue; } o[3]++; continuing { ", "o[0] = 1;", " break if o[1] > 3; } }")
	}},
	{"switches", func() string { return around(55, "switch o[0] { case 1: { break; } default: { ", "o[0] = 1;", "} }") }},
	{"switches that break", func() string {
		return around(38, "for (;;) { switch o[0] { case 1: { continue; } case 2, default: { ", "o[0] = 1; break;", "} } break; }")
	}},
	{"types", func() string {
		return "var<private> x: " + strings.Repeat("array<", 250) + "u32" + strings.Repeat(", 1>", 250) + ";" + inMain + "var y = x; x = y; }"
	}},
	{"too many types", func() string {
		return "var<private> x: " + strings.Repeat("array<", 3000) + "u32" + strings.Repeat(", 1>", 3000) + ";"
	}},
	{"arrays of arrays", func() string {
		return "const x = " + strings.Repeat("array(", 256) + "1" + strings.Repeat(")", 256) + ";"
	}},
	{"arrays of arrays, fewer", func() string {
		return "const x = " + strings.Repeat("array(", 254) + "1" + strings.Repeat(")", 254) + ";" + inMain + "var y = x; let z = y; } "
	}},
	{"structs", func() string {
		return chain(14, "struct S0 { a: u32, b: u32 }", func(i int) string { return fmt.Sprintf("struct S%d { a: S%d, b: S%d }", i, i-1, i-1) }, stored+"SLAST; @compute @workgroup_size(1) fn main() { let x = o; var y = x; o = y; }")
	}},
	{"wide structs", func() string {
		return chain(4, "struct S0 { a: u32 }", func(i int) string {
			return fmt.Sprintf("struct S%d { %s }", i, strings.TrimSuffix(repeated(30, fmt.Sprintf("m%%d: S%d, ", i-1)), ", "))
		}, stored+"SLAST; @compute @workgroup_size(1) fn main() { let x = o; var y = x; o = y; }")
	}},
	{"structs of arrays", func() string {
		return chain(8, "struct S0 { a: u32 }", func(i int) string { return fmt.Sprintf("struct S%d { a: array<S%d, 10> }", i, i-1) }, stored+"SLAST; @compute @workgroup_size(1) fn main() { let x = o; var y = x; o = y; }")
	}},

	// What refers.
	{"constants twice each, up to the budget", func() string {
		return chain(14, "const c0 = array(1, 2);", func(i int) string { return fmt.Sprintf("const c%d = array(c%d, c%d);", i, i-1, i-1) }, inMain+"var x = cLAST; o[0] = u32(x[o[1]]"+strings.Repeat("[0]", 13)+"); }")
	}},
	{"constants twice each", func() string {
		return chain(40, "const c0 = array(1, 2);", func(i int) string { return fmt.Sprintf("const c%d = array(c%d, c%d);", i, i-1, i-1) }, inMain+"var x = cLAST; }")
	}},
	{"constants twice each, not used", func() string {
		return chain(17, "const c0 = array(1, 2);", func(i int) string { return fmt.Sprintf("const c%d = array(c%d, c%d);", i, i-1, i-1) }, "")
	}},
	{"numbers twice each", func() string {
		return chain(60, "const c0 = 0;", func(i int) string { return fmt.Sprintf("const c%d = c%d + c%d;", i, i-1, i-1) }, inMain+"o[0] = u32(cLAST); }")
	}},
	{"overrides twice each", func() string {
		return chain(60, "override c0 = 0u;", func(i int) string { return fmt.Sprintf("override c%d = c%d + c%d;", i, i-1, i-1) }, inMain+"o[0] = cLAST; }")
	}},
	{"float overrides twice each", func() string {
		return chain(60, "override c0 = 0.0;", func(i int) string { return fmt.Sprintf("override c%d = c%d + c%d;", i, i-1, i-1) }, inMain+"o[0] = u32(cLAST); }")
	}},
	{"lets twice each", func() string {
		return inMain + chain(60, "let x0 = o[0];", func(i int) string { return fmt.Sprintf("let x%d = x%d * x%d;", i, i-1, i-1) }, "o[0] = xLAST; }")
	}},
	{"constant lets twice each", func() string {
		return inMain + chain(60, "let x0 = vec4f(1);", func(i int) string { return fmt.Sprintf("let x%d = x%d * x%d;", i, i-1, i-1) }, "o[0] = u32(xLAST.x); }")
	}},
	{"functions twice each", func() string {
		return chain(30, "fn f0(x: u32) -> u32 { return x * 3; }", func(i int) string {
			return fmt.Sprintf("fn f%d(x: u32) -> u32 { return f%d(x) + f%d(x + 1); }", i, i-1, i-1)
		}, inMain+"o[0] = fLAST(o[1]); }")
	}},
	{"functions of pointers twice each", func() string {
		return chain(30, "fn f0(p: ptr<function, u32>) { *p = 1; }", func(i int) string {
			return fmt.Sprintf("fn f%d(p: ptr<function, u32>) { var q = *p; f%d(&q); f%d(p); }", i, i-1, i-1)
		}, inMain+"var x = o[1]; fLAST(&x); o[0] = x; }")
	}},
	{"functions of buffers twice each", func() string {
		return chain(30, "fn f0(p: ptr<storage, array<u32>, read_write>, i: u32) { p[i] = 1; }", func(i int) string {
			return fmt.Sprintf("fn f%d(p: ptr<storage, array<u32>, read_write>, i: u32) { f%d(p, i); f%d(p, i + 1); }", i, i-1, i-1)
		}, inMain+"fLAST(&o, 0); }")
	}},
	{"ways to a buffer", func() string {
		return stored + "array<array<array<array<array<array<u32, 4>, 4>, 4>, 4>, 4>, 4>; fn f0(p: ptr<storage, u32, read_write>) { *p = 1; } " +
			chain(7, "alias A0 = u32;", func(i int) string {
				return fmt.Sprintf("alias A%d = array<A%d, 4>; fn f%d(p: ptr<storage, A%d, read_write>) { %s }", i, i-1, i, i, repeated(4, fmt.Sprintf("f%d(&p[%%d]); ", i-1)))
			}, "@compute @workgroup_size(1) fn main() { fLAST(&o); }")
	}},
	{"aliases twice each", func() string {
		return chain(24, "alias A0 = array<u32, 2>;", func(i int) string { return fmt.Sprintf("alias A%d = array<A%d, 2>;", i, i-1) }, "var<private> x: ALAST;")
	}},
	{"aliases", func() string {
		return chain(5000, "alias A0 = u32;", func(i int) string { return fmt.Sprintf("alias A%d = A%d;", i, i-1) }, inMain+"o[0] = ALAST(3); }")
	}},

	// What is large.
	{"zeros", func() string {
		return "const a = array<array<array<u32, 65536>, 16>, 32>(); const c = array(a, a); const d = array(c, c);" + inMain + "var x = d; o[0] = x[1][0][o[0]][0][0]; }"
	}},
	{"one zero", func() string { return inMain + "var x = array<u32, 1>(); x[o[0]] = 1; o[1] = x[o[2]]; }" }},
	{"zeros that change", func() string {
		return inMain + "var x = array<array<u32, 1000>, 1000>(); x[o[0]][1] = 3; let y = x; o[1] = y[o[2]][o[3]]; }"
	}},
	{"private memory", func() string {
		return "var<private> p: array<array<u32, 65535>, 6553>;" + inMain + "p[o[0]][1] = 3; o[1] = p[o[2]][2]; }"
	}},
	{"locals", func() string { return inMain + "var b = array<u32, 60000000>(); let c = b; o[0] = c[o[1]]; }" }},
	{"arrays by value", func() string {
		return "fn f(a: array<u32, 50000>) -> array<u32, 50000> { var b = a; b[1] = 2; return b; } " + stored + "array<u32, 50000>; @compute @workgroup_size(1) fn main() { o = f(f(o)); }"
	}},
	{"parts of a constant", func() string {
		return "const t = array(array<u32, 1000>(" + strings.Repeat("1,", 1000) + "), array<u32, 1000>());" + inMain + strings.Repeat("{ var a = t[0]; o[0] = a[o[1]]; }", 250) + "}"
	}},
	{"workgroup memory", func() string {
		return "struct S { a: array<array<vec3f, 7>, 9>, b: atomic<u32>, c: array<array<array<u32, 8>, 8>, 8> } var<workgroup> w: array<S, 100>;" + inMain + "o[0] = atomicLoad(&w[o[1]].b); }"
	}},
	{"matrices of a uniform", func() string {
		return "struct S { m: array<mat2x2f, 200>, n: array<array<mat3x2f, 20>, 20> } @group(0) @binding(1) var<uniform> u: array<S, 4>;" + inMain + "let x = u; o[0] = u32(x[o[1]].n[1][o[2]][0].x); }"
	}},

	// What repeats.
	{"entry points and globals", func() string {
		return repeated(300, "@group(0) @binding(%[1]d) var<storage, read_write> g%[1]d: u32;\n") + "fn all() {" + repeated(300, "g%d = 1; ") + "}" + repeated(100, "@compute @workgroup_size(1) fn e%d() { all(); }\n")
	}},
	{"parameters", func() string {
		return "fn f(" + repeated(255, "a%d: vec4f, ") + ") -> vec4f { return a0 + a254; } " + inMain + repeated(40, "o[%d] = u32(f("+strings.Repeat("vec4f(f32(o[1])), ", 255)+").x);\n") + "}"
	}},
	{"attributes", func() string { return strings.Repeat("@diagnostic(off, derivative_uniformity) ", 5000) + "fn f() {}" }},
	{"directives", func() string {
		return strings.Repeat("diagnostic(off, derivative_uniformity);", 5000) + "requires " + strings.Repeat("subgroup_id, ", 5000) + ";"
	}},
	{"comments", func() string { return strings.Repeat("/*", 50000) + strings.Repeat("*/", 50000) + "fn f() {}" }},
	{"one name", func() string {
		n := strings.Repeat("a", 100_000)
		return "fn " + n + "() {} fn b() { " + strings.Repeat(n+"(); ", 3) + "}"
	}},
	{"errors", func() string { return "fn f() { " + strings.Repeat("x = y; ", 5000) + "}" }},
	{"similar names", func() string {
		return repeated(2000, "const abcdefgh%d = 1;\n") + "fn f() {" + repeated(2000, "_ = abcdefgx%d; ") + "}"
	}},
	{"brackets", func() string { return "fn f() { " + strings.Repeat("(<[{", 5000) }},
	{"templates", func() string { return "var<private> a: " + strings.Repeat("vec2<", 5000) }},
	{"assertions", func() string { return strings.Repeat("const_assert 1 + 1 == 2;\n", 5000) }},
	{"swizzles", func() string {
		return inMain + "let v = vec4f(f32(o[0])); o[0] = u32(v" + strings.Repeat(".wzyx", 3000) + ".x); }"
	}},
	{"members", func() string {
		return chain(14, "struct S0 { a: u32 }", func(i int) string { return fmt.Sprintf("struct S%d { a: S%d }", i, i-1) }, inMain+"var x: SLAST; "+strings.Repeat("x"+strings.Repeat(".a", 14)+" += 1; ", 500)+"}")
	}},
}

// repeated is text made n times, with the number of each.
func repeated(n int, form string) string {
	var b strings.Builder
	for i := range n {
		if strings.Contains(form, "%") {
			fmt.Fprintf(&b, form, i)
		} else {
			b.WriteString(form)
		}
	}
	return b.String()
}

// What an input may cost in each language, on the machine that tests run on, several
// of which share it.
const (
	attackTime         = 4 * time.Second
	attackTimePerByte  = 40 * time.Microsecond
	attackBytes        = 400 << 20
	attackBytesPerByte = 20 << 10
)

func TestAttacks(t *testing.T) {
	languages := []refract.Language{refract.SPIRV, refract.WGSL, refract.GLSL, refract.HLSL, refract.MSL, refract.DOT}
	for _, a := range attacks {
		t.Run(a.name, func(t *testing.T) {
			src := a.make()
			for level := range refract.MaxOptimization + 1 {
				for _, l := range languages {
					if level > 0 && l == refract.DOT {
						continue
					}
					var before, after runtime.MemStats
					runtime.ReadMemStats(&before)
					var err error
					took := harness.CPUTime(func() {
						_, err = refract.Translate(context.Background(), "attack.wgsl", []byte(src), refract.TranslateOptions{To: l, Optimize: refract.OptimizeOptions{Level: level}})
					})
					runtime.ReadMemStats(&after)
					used := after.TotalAlloc - before.TotalAlloc
					what := fmt.Sprintf("%d bytes to %v at level %d", len(src), l, level)
					var fault *refract.FaultError
					var found *diag.Diagnostics
					switch {
					case errors.As(err, &fault):
						t.Errorf("%s: %v\n%s", what, fault, fault.Stack)
					case err != nil && !errors.As(err, &found):
						t.Errorf("%s: an error without a place: %v", what, err)
					}
					if most := attackTime + time.Duration(len(src))*attackTimePerByte; took > most {
						t.Errorf("%s: %v, more than %v", what, took, most)
					}
					if most := uint64(attackBytes + len(src)*attackBytesPerByte); used > most {
						t.Errorf("%s: %d MiB, more than %d", what, used>>20, most>>20)
					}
					if testing.Verbose() {
						status := "written"
						if found != nil {
							status = found.Items[0].Message
						}
						t.Logf("%s: %v, %d MiB: %.100s", what, took.Round(time.Millisecond), used>>20, status)
					}
				}
			}
		})
	}
}
