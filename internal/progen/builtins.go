package progen

// This file makes programs that call built-in functions, one after the other: each
// overload with each type that package builtin has for it, of arguments that are known
// early or read from memory. So no function is left to chance.
//
// Arguments are in the domain of the function. Functions that round, or have an error, are
// in programs of their own, to be compared with that in mind.

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"refract/internal/builtin"
	"refract/ir"
)

// A BuiltinCall is an overload of a built-in function, with the types of a call.
type BuiltinCall struct {
	Name     string
	Template string // of bitcast: the type that it gives
	Args     []string
	Overload int
	F16      bool // a type has f16

	id     builtin.ID
	args   []ir.TypeID
	result ir.TypeID
}

// String is the call's types, as in "min(f32, f32)".
func (c *BuiltinCall) String() string {
	template := ""
	if c.Template != "" {
		template = "<" + c.Template + ">"
	}
	return c.Name + template + "(" + strings.Join(c.Args, ", ") + ")"
}

// Exact reports whether the result of the call is the same everywhere, for the arguments
// that programs have.
func (c *BuiltinCall) Exact() bool { return !slices.Contains(inexactBuiltins, c.Name) }

// inexactBuiltins have errors, or round their results.
var inexactBuiltins = []string{"acos", "acosh", "asin", "asinh", "atan", "atanh", "atan2", "cos", "cosh", "degrees", "determinant",
	"distance", "exp", "exp2", "inverseSqrt", "length", "log", "log2", "normalize", "pow", "radians", "reflect", "refract", "sin",
	"sinh", "smoothstep", "sqrt", "tan", "tanh", "unpack4x8snorm", "unpack4x8unorm", "unpack2x16snorm", "unpack2x16unorm"}

var builtinScalars = []ir.Scalar{ir.F32, ir.I32, ir.U32, ir.F16, ir.Bool}

// BuiltinCalls are the calls of functions of values that WGSL has, without functions of
// memory, textures and other invocations. The order is always the same.
var BuiltinCalls = sync.OnceValue(func() (list []BuiltinCall) {
	m := ir.NewModule()
	var all []ir.TypeID
	for _, s := range builtinScalars {
		all = append(all, ir.ScalarTypeOf(s))
		for n := 2; n <= 4; n++ {
			all = append(all, ir.VectorOf(s, n))
		}
		for n := 0; n < 9 && s.IsFloat(); n++ {
			all = append(all, ir.MatrixOf(s, 2+n/3, 2+n%3))
		}
	}
	seen := map[string]bool{}
	add := func(id builtin.ID, template, args []ir.TypeID) {
		var match builtin.Match
		if builtin.Resolve(m, id, template, args, true, &match) != nil {
			return
		}
		c := BuiltinCall{Name: id.Info().Name, Overload: match.Overload, id: id, args: slices.Clone(args), result: match.Result}
		for _, t := range append(args, template...) {
			c.F16 = c.F16 || m.Types.ScalarOf(t) == ir.F16
		}
		for _, t := range args {
			c.Args = append(c.Args, builtin.TypeName(m, t))
		}
		for _, t := range template {
			c.Template = builtin.TypeName(m, t)
		}
		if !seen[c.String()] {
			seen[c.String()] = true
			list = append(list, c)
		}
	}
	for i := range builtin.Names() {
		id := builtin.ID(i + 1)
		info := id.Info()
		if op := info.Op; op.Stmt != 0 || info.Stages != 0 || info.Needs != builtin.NoFeature && info.Needs != builtin.FeaturePackedDot ||
			op.Kind == ir.KindImageSample || op.Kind == ir.KindImageLoad || op.Kind == ir.KindImageQuery || op.Kind == ir.KindArrayLength {
			continue
		}
		if id == builtin.Bitcast {
			for _, from := range all {
				for _, to := range all {
					add(id, []ir.TypeID{to}, []ir.TypeID{from})
				}
			}
			continue
		}
		for _, o := range builtin.Overloads(id) {
			for _, t := range all {
				var try func(args []ir.TypeID)
				s, n := m.Types.ScalarOf(t), max(1, int(m.Types.At(t).Rows))
				try = func(args []ir.TypeID) {
					if len(args) == len(o.Params) {
						add(id, nil, args)
						return
					}
					more := []ir.TypeID{t, ir.ScalarTypeOf(s), ir.TypeU32, ir.TypeI32, ir.TypeBool}
					if n > 1 {
						more = append(more, ir.VectorOf(ir.I32, n), ir.VectorOf(ir.Bool, n))
					}
					for _, next := range more {
						try(append(args, next))
					}
				}
				try([]ir.TypeID{t})
			}
		}
	}
	return list
})

// BuiltinPrograms makes programs that together make every call, with arguments read from
// memory, and once more with constants. The calls of a program are all exact, or none is.
// f16 selects the calls with f16 operands; otherwise only the rest are made.
func BuiltinPrograms(seed uint64, f16 bool) (list []CallProgram[BuiltinCall]) {
	r := random(seed*0x2545f4914f6cdd1d + 7)
	for _, exact := range []bool{true, false} {
		for _, constant := range []bool{false, true} {
			list = append(list, callPrograms(&r, BuiltinCalls(), callsPerProgram,
				func(c *BuiltinCall) bool { return c.Exact() == exact && c.F16 == f16 },
				func(part []*BuiltinCall) string {
					b := builtinGen{r: &r, m: ir.NewModule(), constant: constant}
					return b.program(part, f16)
				})...)
		}
	}
	return list
}

// builtinGen makes one program.
type builtinGen struct {
	r        *random
	m        *ir.Module
	constant bool // arguments are constants
	body     strings.Builder
	next     int
}

func (g *builtinGen) program(calls []*BuiltinCall, f16 bool) string {
	for i, c := range calls {
		g.call(i, c)
	}
	return fmt.Sprintf(`%s@group(0) @binding(0) var<storage, read_write> floats: array<vec4f, %d>;
@group(0) @binding(1) var<storage, read_write> words: array<vec4u, %[2]d>;
@group(0) @binding(2) var<storage> f: array<vec4f, 16>;
@group(0) @binding(3) var<storage> u: array<vec4u, 16>;

@compute @workgroup_size(1)
fn main() {
%s}
`, enableF16(f16), len(calls)*4, g.body.String())
}

// call writes a call and stores its result.
func (g *builtinGen) call(at int, c *BuiltinCall) {
	var args []string
	for i, t := range c.args {
		args = append(args, g.argument(c, i, t))
	}
	template := ""
	if c.Template != "" {
		template = "<" + c.Template + ">"
	}
	declare := "let"
	if g.constant {
		declare = one(g.r, []string{"let", "const"})
	}
	name := fmt.Sprint("r", at)
	fmt.Fprintf(&g.body, "\t%s %s = %s%s(%s);\n", declare, name, c.Name, template, strings.Join(args, ", "))
	switch c.Name {
	case "modf":
		g.store(4*at, name+".fract", c.args[0])
		g.store(4*at+1, name+".whole", c.args[0])
	case "frexp":
		g.store(4*at, name+".fract", c.args[0])
		ints := ir.TypeI32
		if n := g.m.Types.At(c.args[0]).Rows; n > 1 {
			ints = ir.VectorOf(ir.I32, int(n))
		}
		g.store(4*at+1, name+".exp", ints)
	default:
		if c.Name == "bitcast" && c.Template != "" && g.m.Types.ScalarOf(c.result).IsFloat() && !g.m.Types.ScalarOf(c.args[0]).IsFloat() {
			name = g.plain(name, c) // NaNs may change when they are moved
		}
		g.store(4*at, name, c.result)
	}
}

// plain is a value whose NaNs are ones.
func (g *builtinGen) plain(name string, c *BuiltinCall) string {
	return fmt.Sprintf("select(%s(1), %s, abs(%[2]s) < %[1]s(30000))", c.Template, name)
}

// store writes a value into the results.
func (g *builtinGen) store(at int, value string, t ir.TypeID) {
	ty := g.m.Types.At(t)
	if ty.Kind == ir.TypeMatrix {
		for i := range int(ty.Columns) {
			g.store(at+i, fmt.Sprintf("%s[%d]", value, i), ir.VectorOf(ty.Scalar, int(ty.Rows)))
		}
		return
	}
	n := max(1, int(ty.Rows))
	pad := strings.Repeat(", 0", 4-n)
	scalar := g.m.Types.ScalarOf(t)
	to, buffer := "u32", "words"
	if scalar.IsFloat() {
		to, buffer = "f32", "floats"
	}
	switch {
	case n > 1:
		value = fmt.Sprintf("vec%d<%s>(%s)", n, to, value)
	default:
		value = to + "(" + value + ")"
	}
	if scalar == ir.I32 {
		value = strings.Replace(value, to, "u32", 1)
	}
	fmt.Fprintf(&g.body, "\t%s[%d] = vec4(%s%s);\n", buffer, at, value, pad)
}

// argument is a value of a type in the domain that a function has for its argument.
func (g *builtinGen) argument(c *BuiltinCall, i int, t ir.TypeID) string {
	ty := g.m.Types.At(t)
	scalar, name := g.m.Types.ScalarOf(t), c.Args[i]
	if ty.Kind == ir.TypeMatrix {
		var columns []string
		for k := range int(ty.Columns) {
			column := ir.VectorOf(scalar, int(ty.Rows))
			text := g.value(c, i, column, builtin.TypeName(g.m, column))
			if c.Name == "determinant" { // of one whose rows are far from each other
				text = fmt.Sprintf("%s + %s", text, g.unit(column, k, int(ty.Rows)))
			}
			columns = append(columns, text)
		}
		return name + "(" + strings.Join(columns, ", ") + ")"
	}
	return g.value(c, i, t, name)
}

// unit is a vector of zeros with a 4 somewhere.
func (g *builtinGen) unit(t ir.TypeID, at, n int) string {
	parts := make([]string, n)
	for i := range parts {
		parts[i] = "0"
	}
	parts[at%n] = "4"
	return builtin.TypeName(g.m, t) + "(" + strings.Join(parts, ", ") + ")"
}

// value is a scalar or vector.
func (g *builtinGen) value(c *BuiltinCall, i int, t ir.TypeID, name string) string {
	n := max(1, int(g.m.Types.At(t).Rows))
	scalar := g.m.Types.ScalarOf(t)
	if !scalar.IsFloat() {
		if scalar == ir.Bool {
			return g.bools(n, name)
		}
		return g.integers(c, i, n, scalar, name)
	}
	low, high, step := -64.0, 64.0, 0.25
	switch c.Name {
	case "acos", "asin":
		low, high = -1, 1
	case "atanh":
		low, high = -0.75, 0.75
	case "acosh":
		low, high = 1.25, 64
	case "log", "log2", "inverseSqrt", "sqrt":
		low, high = 0.25, 64
	case "pow":
		low, high = 0.25, 4
		if i == 1 {
			low, high = -2, 2
		}
	case "atan2":
		low, high = 0.25, 8
	case "cosh", "sinh", "exp", "exp2", "sin", "cos", "asinh":
		low, high = -3, 3
	case "tan":
		low, high = -1, 1
	case "determinant":
		low, high, step = -1, 1, 0.25
	case "smoothstep":
		low, high = float64(4*i-8), float64(4*i-6)
		if i == 2 {
			low, high = -8, 0
		}
	case "mix":
		if i == 2 {
			low, high = 0, 1
		}
	case "clamp":
		low, high = float64(8*i-16), float64(8*i-8)
		if i == 0 {
			low, high = -32, 32
		}
	case "normalize", "length", "distance", "reflect", "refract":
		low, high = 0.25, 2
		if i == 1 {
			low, high = -2, -0.25
		}
		if c.Name == "refract" && i == 2 {
			low, high = 0.25, 0.25
		}
	case "cross", "dot", "fma", "faceForward":
		low, high = -4, 4
	case "ldexp":
		low, high = -16, 16
	case "pack4x8snorm", "pack4x8unorm", "pack2x16snorm", "pack2x16unorm":
		// 1/2 would be a tie.
		texts := make([]string, n)
		for k := range texts {
			texts[k] = one(g.r, []string{"0.0", "0.25", "-0.25", "0.75", "-0.75", "1.0", "-1.0", "2.0", "-3.0"})
		}
		if !g.constant {
			return fmt.Sprintf("select(%s(%s), %[1]s(0.25), f[%[3]d].x > 1000)", name, strings.Join(texts, ", "), g.r.n(16))
		}
		return name + "(" + strings.Join(texts, ", ") + ")"
	case "bitcast":
		low, high = 0.25, 64
	}
	if !g.constant {
		// Values in memory are multiples of 1/4 in [-255, 255].
		of := fmt.Sprintf("f[%d]%s", g.r.n(16), []string{".x", ".yz", ".xzw", ""}[n-1])
		if scalar == ir.F16 {
			of = name + "(" + of + ")"
		}
		if low < 0 {
			return fmt.Sprintf("clamp(%s, %s(%v), %s(%v))", of, name, low, name, high)
		}
		return fmt.Sprintf("clamp(abs(%s), %s(%v), %s(%v))", of, name, low, name, high)
	}
	texts := make([]string, n)
	for k := range texts {
		texts[k] = fmt.Sprint(low + step*float64(g.r.n(int((high-low)/step)+1)))
	}
	return name + "(" + strings.Join(texts, ", ") + ")"
}

func (g *builtinGen) bools(n int, name string) string {
	if !g.constant {
		of := fmt.Sprintf("u[%d]%s", g.r.n(16), []string{".x", ".yz", ".xzw", ""}[n-1])
		if n == 1 {
			return "(" + of + " % 2 == 0)"
		}
		return fmt.Sprintf("(%s %% vec%du(2) == vec%[2]du())", of, n)
	}
	texts := make([]string, n)
	for k := range texts {
		texts[k] = one(g.r, []string{"true", "false"})
	}
	return name + "(" + strings.Join(texts, ", ") + ")"
}

func (g *builtinGen) integers(c *BuiltinCall, i, n int, scalar ir.Scalar, name string) string {
	limit := 0
	switch {
	case c.Name == "ldexp":
		limit = 8
	case (c.Name == "extractBits" || c.Name == "insertBits") && i >= len(c.args)-2:
		limit = 17 // offset and count together are at most 32: more is an error of constants
	}
	if !g.constant {
		of := fmt.Sprintf("u[%d]%s", g.r.n(16), []string{".x", ".yz", ".xzw", ""}[n-1])
		if scalar != ir.U32 {
			of = "bitcast<" + name + ">(" + of + ")"
		}
		if limit > 0 && c.Name == "ldexp" {
			return fmt.Sprintf("(%s %% %s(%d))", of, name, limit)
		}
		if c.Name == "unpack2x16float" {
			return "((" + of + " & 0x83ff83ff) | 0x3c003c00)" // no NaN, infinity or denormal
		}
		return of
	}
	texts := make([]string, n)
	for k := range texts {
		x := int64(int32(g.r.next() >> 32))
		switch {
		case limit > 0:
			x = int64(g.r.n(limit))
		case c.Name == "unpack2x16float":
			x = x&0x03ff03ff | 0x3c003c00
		case c.Name == "clamp":
			x = int64(1000*i + g.r.n(1000))
			if i == 0 {
				x = int64(g.r.n(5000))
			}
		case c.Name == "dot" || g.r.percent(30):
			x = int64(g.r.n(100))
		}
		if scalar == ir.U32 {
			x &= 0xffffffff
		}
		if c.Name == "bitcast" && strings.Contains(c.Template, "f") {
			x = x&0x03ff03ff | 0x3c003c00 // finite as f32 and as two f16
		}
		texts[k] = fmt.Sprint(x)
	}
	return name + "(" + strings.Join(texts, ", ") + ")"
}
