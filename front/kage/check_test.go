package kage_test

// This file holds statements and declarations that Kage accepts and refuses.

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"refract/diag"
	"refract/front/kage"
	"refract/internal/ir/layout"
	"refract/ir"
)

// around is the program that a test's statements stand in: %s.
const around = `//kage:unit pixels

package main

var U vec4
var I int
var A [3]float
var M mat3
var B bool
var BS [2]bool

const C = 3

func two() (int, float) { return 1, 2 }
func pair() (vec2, vec2) { return vec2(1), vec2(2) }
func half(x float) float { return x / 2 }
func nothing() {}
func first(a [3]int) int { return a[0] }

func Fragment(dstPos vec4, srcPos vec2, color vec4) vec4 {
	f, i, b := 1.5, 2, true
	v2, v3, v4 := vec2(1), vec3(2), vec4(3)
	i2, i3 := ivec2(1, 2), ivec3(3)
	m2, m3, m4 := mat2(1), mat3(2), mat4(3)
	a, s := [3]int{1, 2}, [...]vec2{vec2(1), vec2(2)}
	_, _, _, _, _, _, _, _, _, _, _, _, _ = f, i, b, v2, v3, v4, i2, i3, m2, m3, m4, a, s
	%s
	return color
}
`

// statements are accepted, or refused with part of a message.
var statements = []struct{ text, message string }{
	{"", ""},
	{"x := 1; _ = x", ""},
	{"x := 1", "x is not used"},
	{"var x int", "x is not used"},
	{"var x [2]int; x[0] = 1", "x is not used"},
	{"var x vec2; x.x = 1", ""},
	{"x := 1; x = 2", "x is not used"},
	{"x := 1; x += 2", ""},
	{"x := 1; x++", ""},
	{"f := 1; _ = f", "declared twice"},
	{"dstPos := 1; _ = dstPos", "declared twice"},
	{"{ f := 1; _ = f }", ""},
	{"var x, y = 1, 2.5; _, _ = x, y", ""},
	{"var x, y = two(); _, _ = x, y", ""},
	{"var x, y float = two(); _, _ = x, y", "not int"},
	{"var x, y, z = two()", "another number"},
	{"x, y := two(); _, _ = x, y", ""},
	{"x, y := 1; _, _ = x, y", "another number"},
	{"x := two(); _ = x", "2 results"},
	{"x := nothing(); _ = x", "no result"},
	{"_ := 1", "no new variable"},
	{"_, _ = two()", ""},
	{"i, f = two()", ""},
	{"f, i = two()", "not int"},
	{"f, i = 1, 2", ""},
	{"v2, v4.zw = pair()", ""},
	{"f, v2 = v2.x, vec2(f)", ""},
	{"v4 = vec4(pair())", ""},
	{"f = half(1)", ""},
	{"f = half(i)", "not int"},
	{"f = half(1, 2)", "1 arguments"},
	{"half(1)", ""},
	{"two()", ""},
	{"nothing()", ""},
	{"sin(1)", "not used"},
	{"f", "not used"},
	{"Fragment(dstPos, srcPos, color)", "entry point"},
	{"f = half", "function is no value"},
	{"f = sin", "function is no value"},
	{"f()", "only functions"},
	{"unknown()", "nothing declares"},
	{"f = hafl(1)", "nothing declares hafl"},
	{"_ = imageSrc0At(srcPos)", ""},
	{"_ = imageSrc3UnsafeAtFromSrc0Pos(srcPos)", ""},
	{"_ = imageSrc4At(srcPos)", "nothing declares"},
	{"_ = __t0", "texture is no value"},
	{"_ = __texelAt(__t0, srcPos)", ""},
	{"_ = __texelAt(__t4, srcPos)", "nothing declares"},
	{"_ = __texelAt(f, srcPos)", "takes no"},

	// Constants.
	{"const x = 1 + 2; f = x; i = x", ""},
	{"const x int = 1.0; i = x", ""},
	{"const x int = 1.5", "is a int"},
	{"const x float = 1; f = x", ""},
	{"const x float = 1; i = x", "not float"},
	{"const x = f", "not constant"},
	{"const x = U", "not constant"},
	{"const x, y = 1", "has no value"},
	{"const x = 1 << 70 >> 69; i = x", ""},
	{"const x = 1 << 100000", "shift by"},
	{"const x = 1 / 0", "division by zero"},
	{"i = 1 / 0", "division by zero"},
	{"i = 7 / 2", ""},
	{"i = 7.0 / 2", "not the constant"},
	{"f = 7 / 2", ""},
	{"i = 1.0", ""},
	{"i = 1e3", ""},
	{"i = 5000000000", "does not fit"},
	{"f = 1e60", "does not fit"},
	{"b = 1 < 2 && true", ""},
	{"b = 1 + true", "takes no"},
	{"i = len(a) + cap(A)", ""},
	{"i = len(v2)", "takes an array"},
	{`i = "text"`, "no such literal"},
	{"i = 'a'", "no such literal"},
	{"i = 2i", "no such literal"},
	{"i = 0x1F + 0b11 + 0o17 + 1_000", ""},

	// Operators.
	{"f = f + 1", ""},
	{"f = f + i", "takes no float and int"},
	{"i = i + 1.0", ""},
	{"i = i + 1.5", "takes no"},
	{"v2 = v2 + 1; v2 = 2 * v2; v2 = v2 / f; v2 = f - v2", ""},
	{"v2 = v2 + v3", "takes no vec2 and vec3"},
	{"i2 = i2 + 1; i2 = 2 * i2; i2 = i2 / i; i2 = i2 % 3; i2 = i2 % i2", ""},
	{"i2 = i2 + v2", "takes no"},
	{"i = i % 2; i = i &^ 1; i = i ^ 3; i = ^i; i = i << 2 >> 1", ""},
	{"i2 = 1 | i2; i2 = i2 << i2; i2 = i2 >> 1; i2 = ^i2", ""},
	{"i2 = 1 << i2", "takes no"},
	{"f = f % 2", "takes no"},
	{"f = ^f", "takes no"},
	{"f = f << 1", "takes no"},
	{"i = i << -1", ""},
	{"m2 = m2 + m2; m2 = m2 * 2; m2 = 2 * m2; m2 = m2 / 2; m2 = m2 * m2; m2 = -m2", ""},
	{"m2 = m2 / m2", "takes no"},
	{"m2 = m2 + 1", "takes no"},
	{"m2 = 1 / m2", "takes no"},
	{"m2 = m2 * m3", "takes no"},
	{"v3 = m3 * v3; v3 = v3 * m3; v3 *= m3; m3 *= 2; m3 /= f", ""},
	{"v3 = m2 * v3", "takes no"},
	{"m3 *= v3", "a mat3"},
	{"b = f < 1; b = i >= I; b = v2 == v2; b = i2 != i2; b = b == B", ""},
	{"b = f < i", "takes no"},
	{"b = v2 < v2", "takes no"},
	{"b = m2 == m2", "takes no"},
	{"b = a == a", "takes no"},
	{"b = b && !B || true", ""},
	{"b = b + b", "takes no"},
	{"b = !i", "takes no"},
	{"i = -i + +i", ""},
	{"b = -b", "takes no"},
	{"f += 1; f -= f; f *= 2; f /= 3; i %= 2; i |= 1; i &^= 2; i <<= 1", ""},
	{"f %= 2", "takes no"},
	{"f += i", "takes no"},
	{"i += i2", "a ivec2"},
	{"i2 += 1; v2 *= v2; v2 += f", ""},
	{"v2 += i2", "takes no"},
	{"i++; f--; v2++; i2--", ""},
	{"b++", "takes no bool"},
	{"m2++", "takes no mat2"},

	// Components, elements, places.
	{"v3.xy = v3.yx; v3.r = v3.b; v3[2] = 1; v3.st = v2", ""},
	{"v3.xx = v2", "twice"},
	{"v3.w = 1", "no components"},
	{"v3.xg = v2", "no components"},
	{"v3.xyzwx = v3", "no components"},
	{"f = f.x", "no components"},
	{"f = v3.x.x", "no components"},
	{"a[0] = 1; a[i] = a[1]; s[i].x = 2; m3[1] = v3; m3[i][0] = 1", ""},
	{"a[3] = 1", "out of range"},
	{"a[-1] = 1", "out of range"},
	{"a[f] = 1", "an index is an int"},
	{"a[1.5] = 1", "no integer"},
	{"a[1.0] = 1", ""},
	{"i[0] = 1", "no elements"},
	{"U = v4", "uniform can't"},
	{"U.x = 1", "uniform can't"},
	{"U.x += 1", "uniform can't"},
	{"A[0] = 1", "uniform can't"},
	{"C = 1", "can't be assigned|nothing can be"},
	{"half(1) = 2", "nothing can be"},
	{"1 = 2", "nothing can be"},
	{"color = v4", "entry point"},
	{"color.x = 1", "entry point"},
	{"color *= 2", ""},
	{"_ = A; _ = BS; b = BS[i]; b = BS[0]; b = B", ""},
	{"_++", "_ is no value"},
	{"f = _", "_ is no value"},

	// Conversions and constructors.
	{"f = float(i) + float(1) + float(f); i = int(f) + int(2.0); b = bool(b)", ""},
	{"i = int(1.5)", "is no int"},
	{"f = float(b)", "takes no"},
	{"f = float(true)", "is no float"},
	{"b = bool(1)", "is no bool"},
	{"v2 = vec2(1); v2 = vec2(1, f); v2 = vec2(i2); v2 = vec2(v2)", ""},
	{"v2 = vec2(v3)", "takes no"},
	{"v2 = vec2(i, i)", "takes no"},
	{"v2 = vec2()", "takes no"},
	{"v3 = vec3(v2, 1); v3 = vec3(1, v2); v3 = vec3(1, 2, 3)", ""},
	{"v3 = vec3(v2, v2)", "takes no"},
	{"v3 = vec3(v2)", "takes no"},
	{"v4 = vec4(v2, v2); v4 = vec4(v3, 1); v4 = vec4(1, v2, 1); v4 = vec4(1, v3)", ""},
	{"v4 = vec4(v2, 1)", "takes no"},
	{"v4 = vec4(v2, i2)", "takes no"},
	{"i3 = ivec3(i2, 1); i3 = ivec3(v3); i3 = ivec3(1.0)", ""},
	{"i3 = ivec3(1.5)", "takes no"},
	{"i3 = ivec3(f)", "takes no"},
	{"m2 = mat2(1, 2, 3, 4); m2 = mat2(v2, v2); m2 = mat2(f); m2 = mat2(m2)", ""},
	{"m2 = mat2(1, 2, 3)", "takes no"},
	{"m2 = mat2(m3)", "takes no"},
	{"m3 = mat3(v3, v3, v3); m4 = mat4(v4, v4, v4, v4)", ""},
	{"a = [3]int{1, 2, 3}; a = [3]int{}; a = [C]int{1}; i = first([...]int{1, 2, 3})", ""},
	{"a = [2]int{1, 2}", "is a [3]int"},
	{"a = [3]int{1, 2, 3, 4}", "has 4 values"},
	{"a = [3]int{1.5}", "not the constant"},
	{"a = [3]int{f}", "not float"},
	{"a = [3]int{0: 1}", "no keys"},
	{"_ = [2]vec2{1, 2}", "not the constant"},
	{"_ = [2][2]int{}", "no arrays"},
	{"_ = []int{1}", "has a length"},
	{"_ = [i]int{1}", "constant integer"},
	{"var x [...]int; _ = x", "needs the values"},
	{"_ = [0]int{}", "an element at least"},
	{"_ = vec2{1, 2}", "is no array"},
	{"_ = struct{}{}", "no structs"},
	{"var x string", "is no type"},
	{"type T int", ""},
	{"type T int; var x T", "is no type"},

	// Built-in functions.
	{"f = sin(f) + cos(1) + tan(1.5) + pow(2, f) + atan2(f, 1) + exp2(f) + inversesqrt(f)", ""},
	{"v3 = sin(v3) + floor(v3) + fract(v3) + normalize(v3) + cross(v3, v3) + reflect(v3, v3) + refract(v3, v3, 1)", ""},
	{"f = sin(i)", "takes no"},
	{"f = sin(int(1))", "takes no"},
	{"f = pow(v2, 2)", "takes no"},
	{"f = length(v2) + distance(v3, v3) + dot(v4, v4) + length(f) + dot(f, 2) + distance(1, f)", ""},
	{"f = normalize(f) + faceforward(f, f, 1) + reflect(f, 1) + refract(f, f, 2)", ""},
	{"f = dot(v2, v3)", "takes no"},
	{"f = cross(v2, v2)", "takes no"},
	{"i = abs(i) + sign(-1) + abs(-2); f = abs(f); i2 = abs(i2)", ""},
	{"i = min(1, 2) + max(i, 2, 3) + clamp(i, 0, 1) + min(i); f = min(f, 1) + clamp(f, 0, 1)", ""},
	{"f = min(f, i)", "takes no"},
	{"i = min(i, 1.5)", "takes no"},
	{"v2 = min(v2, 1) + max(v2, v2) + clamp(v2, 0, 1) + clamp(v2, v2, v2)", ""},
	{"v2 = min(v2, v2, 1)", "takes no"},
	{"v2 = min(1, v2)", "takes no"},
	{"v2 = clamp(v2, v2, 1)", "takes no"},
	{"f = min()", "at least"},
	{"v2 = mix(v2, v2, 0.5) + mix(v2, v2, v2) + mod(v2, 2) + step(1, v2) + smoothstep(0, 1, v2)", ""},
	{"v2 = mix(v2, 1, f)", "takes no"},
	{"v2 = step(v2, f)", "takes no"},
	{"v2 = mod(f, v2)", "takes no"},
	{"m3 = transpose(m3); m3 = transpose(M)", ""},
	{"v3 = transpose(v3)", "takes no"},
	{"f = dfdx(f) + dfdy(f) + fwidth(f); v2 = dfdx(v2)", ""},
	{"f = radians(f)", "nothing declares"},
	{"b = frontfacing()", ""},
	{"discard()", ""},
	{"if b { discard() }", ""},
	{"discard(1)", "0 arguments"},

	// Control flow.
	{"if b { f = 1 } else if i == 2 { f = 2 } else { f = 3 }", ""},
	{"if x := f * 2; x > 1 { f = x }", ""},
	{"if f { }", "a condition is a bool"},
	{"if true { return color }", ""},
	{"return v4", ""},
	{"return v3", "not vec3"},
	{"return", "returns 1 values"},
	{"return v4, v4", "returns 1 values"},
	{"for j := 0; j < 4; j++ { f += 1 }", ""},
	{"for j := 4.0; j > 0; j -= 0.5 { f += j }", ""},
	{"for j := 0; j != C; j = j + 1 { if j == 2 { continue }; if f > 3 { break } }", ""},
	{"for j := 0; j < i; j++ { }", "ends at a constant"},
	{"for j := i; j < 4; j++ { }", "a loop has the form"},
	{"for j := 0; 4 > j; j++ { }", "a loop has the form"},
	{"for j := 0; j < 4; j *= 2 { }", "a loop has the form"},
	{"for j := 0; j < 4; j += i { }", "step of a loop"},
	{"for j := 0; j < 4; i++ { }", "a loop has the form"},
	{"for i < 3 { i++ }", "a loop has the form"},
	{"for { }", "a loop has the form"},
	{"for j := range 3 { i += j }", ""},
	{"for range 3 { i++ }", ""},
	{"for j := range C { i += j }", ""},
	{"for j := range i { i += j }", "ends at a constant"},
	{"for j := range 3.0 { }", "integers or an array"},
	{"for j := range 3 { }", "j is not used"},
	{"for j, x := range a { i += j * x }", ""},
	{"for _, x := range A { f += x }", ""},
	{"for j, x := range 3 { }", "one variable"},
	{"for j := range v2 { }", "integers or an array"},
	{"for _, x := range [2]int{1, 2} { i += x }", "a variable"},
	{"for i = range 3 { }", "declares its variables"},
	{"for j := 0; j < 3; j++ { }; for j := 0; j < 3; j++ { }; j := 1.5; _ = j", ""},
	{"break", "stands in a loop"},
	{"goto x", "no labels"},
	{"x: for j := range 3 { break x }", "no such statement"},
	{"switch i { case 1: }", "no such statement"},
	{"go nothing()", "no such statement"},
	{"defer nothing()", "no such statement"},
	{"x := func() {}; _ = x", "no such expression"},
	{"x := &f; _ = x", "takes no"},
	{"var x *float", "a type is expected"},
	{"x := a[0:1]; _ = x", "no such expression"},
	{"for j := range 3 { x := j }", "x is not used"},
}

func TestStatements(t *testing.T) {
	for _, s := range statements {
		check(t, s.text, fmt.Sprintf(around, s.text), s.message)
	}
}

// check reads a program and compares its errors.
func check(t *testing.T, name, src, message string) {
	t.Helper()
	_, err := read(src, &kage.Options{})
	var found *diag.Diagnostics
	switch {
	case err == nil && message == "":
	case err == nil:
		t.Errorf("%s: accepted, want %s", name, message)
	case !errors.As(err, &found):
		t.Errorf("%s: %v", name, err)
	case message == "":
		t.Errorf("%s: %v", name, err)
	default:
		for _, m := range strings.Split(message, "|") {
			if strings.Contains(err.Error(), m) {
				return
			}
		}
		t.Errorf("%s: %v, want %s", name, err, message)
	}
}

// declarations are programs whose Fragment is given.
var declarations = []struct{ text, message string }{
	{"func Fragment() vec4 { return vec4(1) }", ""},
	{"func Fragment(dstPos vec4) vec4 { return dstPos }", ""},
	{"func Fragment(_ vec4, _ vec2, _ vec4, c vec4) vec4 { return c }", ""},
	{"func Fragment(vec4, vec2) vec4 { return vec4(1) }", ""},
	{"", "Fragment is missing"},
	{"func Fragment(dstPos vec2) vec4 { return vec4(1) }", "is a vec4, not a vec2"},
	{"func Fragment(a vec4, b vec2, c, d, e vec4) vec4 { return a }", "only 4 values"},
	{"func Fragment() vec3 { return vec3(1) }", "one result"},
	{"func Fragment() (c vec4) { return vec4(1) }", "one result"},
	{"func Fragment() vec4 { }", "no return"},
	{"func Fragment() vec4 { return vec4(f()) }; func f() float { return g() }; func g() float { return f() }", "calls itself"},
	{"func Fragment() vec4 { return vec4(f(1)) }; func f(x float) float { return f(x) }", "calls itself"},
	{"func Fragment() vec4 { return vec4(f()) }; func f() (x float) { x = 2; return }", ""},
	{"func Fragment() vec4 { return vec4(f()) }; func f() (x, y, z, w float) { x = 2; return }", ""},
	{"func Fragment() vec4 { return f() }; func f() vec4 { discard(); return vec4(1) }", "only the function"},
	{"func Fragment() vec4 { return f() }; func f() vec4 { frontfacing(); return vec4(1) }", "only the function"},
	{"func Fragment() vec4 { return vec4(F) }; var F float", ""},
	{"func Fragment() vec4 { return vec4(1) }; var f float", "capital letter"},
	{"func Fragment() vec4 { return vec4(1) }; var F float = 1", "no initial value"},
	{"func Fragment() vec4 { return vec4(1) }; var F, F float", "declared twice"},
	{"func Fragment() vec4 { return vec4(1) }; func Fragment() vec4 { return vec4(1) }", "declared twice"},
	{"func Fragment() vec4 { return vec4(1) }; const F = 1; var F float", "declared twice"},
	{"func Fragment() vec4 { return vec4(1) }; func imageDstSize() vec2 { return vec2(1) }", "Ebitengine's"},
	{"func Fragment() vec4 { return vec4(1) }; func sin(x int) int { return x }", ""},
	{"func Fragment() vec4 { return vec4(1) }; func init() {}", "init"},
	{"func Fragment() vec4 { return vec4(1) }; func f()", "no body"},
	{"func Fragment() vec4 { return vec4(1) }; func (x float) f() {}", "no methods"},
	{"func Fragment() vec4 { return vec4(1) }; func f[T any](x int) {}", "no generic"},
	{"func Fragment() vec4 { return vec4(1) }; func f(x ...int) {}", "a type is expected"},
	{"func Fragment() vec4 { return vec4(1) }; func f(x int) (float, int) { return 1, x }", ""},
	{"func Fragment() vec4 { return vec4(1) }; func f() { return 1 }", "returns 0 values"},
	{"func Fragment() vec4 { return vec4(1) }; func f() [2]int { return [2]int{1, 2} }", ""},
	{`import "math"; func Fragment() vec4 { return vec4(1) }`, "imports nothing"},
	{"func Fragment() vec4 { return vec4(M[0], N[1].x, 1, 1) }; var M mat2; var N [4]ivec3", "takes no"},
	{"func Fragment( vec4 { return vec4(1) }", "expected"},
}

func TestDeclarations(t *testing.T) {
	for _, d := range declarations {
		check(t, d.text, "//kage:unit pixels\n\npackage main\n\n"+d.text+"\n", d.message)
	}
}

// TestUnit reads the directive that chooses the unit.
func TestUnit(t *testing.T) {
	const rest = "package main\n\nfunc Fragment(dstPos vec4, srcPos vec2) vec4 { return imageSrc1At(srcPos) }\n"
	for head, message := range map[string]string{
		"//kage:unit pixels\n\n":           "",
		"//kage:unit texels\n\n":           "",
		"":                                 "",
		"\t //kage:unit   pixels \t\r\n\n": "",
		"//kage:unit miles\n\n":            "unknown unit",
		"//kage:unit pixels\n//kage:unit texels\n\n": "one //kage:unit directive",
		"//kage:units pixels\n\n":                    "",
	} {
		check(t, head, head+rest, message)
	}
}

// TestTexelPosition assigns to the position in the source, which is a variable of programs in
// texels only.
func TestTexelPosition(t *testing.T) {
	const body = "package main\n\nfunc Fragment(dstPos vec4, srcPos vec2) vec4 {\n\tsrcPos = srcPos + 1\n\tsrcPos.x = 0\n\treturn imageSrc0At(srcPos)\n}\n"
	check(t, "texels", body, "")
	check(t, "pixels", "//kage:unit pixels\n"+body, "entry point")
}

// TestLimits reads programs without end: they are errors, at once.
func TestLimits(t *testing.T) {
	deep := func(open, inner, shut string, n int) string {
		return strings.Repeat(open, n) + inner + strings.Repeat(shut, n)
	}
	constants := "const c0 = 1 << 60000\n"
	for i := range 40 {
		constants += fmt.Sprintf("const c%d = c%d * c%d\n", i+1, i, i)
	}
	for name, src := range map[string]string{
		"nested expressions": fmt.Sprintf(around, "f = "+deep("(", "f", ")", 5000)),
		"nested blocks":      fmt.Sprintf(around, deep("{", "", "}", 5000)),
		"sums":               fmt.Sprintf(around, "f = f"+strings.Repeat("+f", 5000)),
		"else ifs":           fmt.Sprintf(around, "if b {}"+strings.Repeat(" else if b {}", 5000)),
		"constants":          fmt.Sprintf(around, constants),
		"arrays":             fmt.Sprintf(around, "var x [1 << 40]int; _ = x"),
		"exponents":          fmt.Sprintf(around, "i = 1e1000000000"),
		"parameters":         "package main\nfunc f(" + strings.Repeat("x float, ", 1000) + ") {}\nfunc Fragment() vec4 { return vec4(1) }\n",
	} {
		if _, err := read(src, &kage.Options{}); err == nil {
			t.Errorf("%s are accepted", name)
		}
	}
}

// TestLayouts lays the uniform buffer out as Ebitengine's drivers do.
func TestLayouts(t *testing.T) {
	const src = "//kage:unit pixels\n\npackage main\n\nvar F float\nvar V vec3\nvar G float\nvar M mat3\nvar A [3]vec2\nvar H float\n\nfunc Fragment() vec4 { return vec4(F, V.x, G, M[0].x) + vec4(A[2], H, 0) }\n"
	for rules, want := range map[kage.Layout]string{
		kage.LayoutStd140:   "0 16 80 88 96 160 224 288 304 316 320 368 416",
		kage.LayoutDirect3D: "0 16 72 80 96 160 224 288 292 304 320 368 408",
		kage.LayoutMetal:    "0 8 40 48 56 88 128 192 208 224 240 288 312",
	} {
		v, err := read(src, &kage.Options{Layout: rules})
		if err != nil {
			t.Errorf("%d: %v", rules, err)
			continue
		}
		var got []string
		for i := 1; i < len(v.Module.Globals); i++ {
			if g := &v.Module.Globals[i]; g.Space == ir.SpaceUniform {
				cache := offsetsOf(t, v.Module, g)
				for _, o := range cache {
					got = append(got, fmt.Sprint(o))
				}
			}
		}
		if text := strings.Join(got, " "); text != want {
			t.Errorf("%d: offsets %s, want %s", rules, text, want)
		}
	}
}

// offsetsOf are the offsets of the members of a buffer.
func offsetsOf(t *testing.T, m *ir.Module, g *ir.Global) (list []uint32) {
	t.Helper()
	cache := layout.New(m)
	for i := range m.StructOf(g.Type).Members {
		offset, _, err := cache.Member(g.Type, g.Layout, i)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, offset)
	}
	return list
}
