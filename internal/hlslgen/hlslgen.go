// Package hlslgen makes random compute shaders in HLSL: scalars, vectors and matrices of
// integers and floats, swizzles that are read and written, structs with functions, arrays,
// arguments that are out and inout, loops, switches, implicit conversions, constant buffers
// and structured buffers. A seed gives the same text for good. Only tests import it.
//
// Indices stay in bounds, divisors aren't zero, variables have values before they are read,
// and floats are small whole numbers, so that no operation rounds.
package hlslgen

import (
	"fmt"
	"strings"
)

// random is splitmix64.
type random uint64

func (r *random) next() uint64 {
	*r += 0x9e3779b97f4a7c15
	x := uint64(*r)
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

func (r *random) n(n int) int { return int((r.next() >> 1) % uint64(n)) }

// typ is a type: a vector or matrix of scalars.
type typ struct {
	scalar     string // int, uint, float or bool
	rows, cols int    // rows 0: no matrix; cols 1: a scalar
}

func (t typ) String() string {
	switch {
	case t.rows > 0:
		return fmt.Sprintf("%s%dx%d", t.scalar, t.rows, t.cols)
	case t.cols > 1:
		return fmt.Sprintf("%s%d", t.scalar, t.cols)
	}
	return t.scalar
}

type variable struct {
	name string
	t    typ
	set  bool // may be written
}

type gen struct {
	r     random
	out   strings.Builder
	vars  []variable
	names int
	depth int
	loops int
	funcs []function
}

type function struct {
	name   string
	result typ
	params []typ
	dirs   []string
}

// Program returns the shader of a seed. It reads words of t0 and floats of b0, and writes u0.
func Program(seed uint64) string {
	g := &gen{r: random(seed)}
	g.line("ByteAddressBuffer src : register(t0);")
	g.line("cbuffer Numbers : register(b0) { int4 ci[16]; };")
	g.line("RWStructuredBuffer<uint> o : register(u0);")
	g.line("static uint at = 0;")
	g.line("void put(uint v) { o[at] = v; at = min(at + 1, 1000u); }")
	g.line("int small(int v) { return v & 15; }")
	g.line("struct Pair { int a; float2 b; uint3 c; int sum() { return a + (int)b.x + (int)c.z; } void add(int n) { a += n; b.y = n & 7; c.zx = uint2(n, a) & 7; } };")
	for range 1 + g.r.n(3) {
		g.function()
	}
	g.line("[numthreads(1, 1, 1)] void main() {")
	g.vars = nil
	for range 3 {
		g.declare()
	}
	g.line("Pair pair = (Pair)0; Pair pairs[3] = { pair, pair, pair };")
	g.block(10)
	g.line("pair.add(small(%s)); pairs[%s].add(%d); Pair copy = pairs[%d]; copy.c = pair.c.yzx;", g.expr(typ{"int", 0, 1}, 2), g.index(3), g.r.n(9), g.r.n(3))
	g.line("put(pair.sum()); put(copy.sum()); put(pairs[1].sum()); put(asuint(pair.b.y)); put(copy.c.x);")
	for _, v := range g.vars {
		g.print(v)
	}
	g.line("}")
	return g.out.String()
}

func (g *gen) line(format string, args ...any) {
	fmt.Fprintf(&g.out, format+"\n", args...)
}

func (g *gen) name() string {
	g.names++
	return fmt.Sprintf("v%d", g.names)
}

func (g *gen) typ() typ {
	t := typ{scalar: []string{"int", "uint", "float", "int", "float", "bool"}[g.r.n(6)], cols: 1 + g.r.n(4)}
	if g.r.n(5) == 0 && t.scalar != "bool" {
		t.rows, t.cols = 2+g.r.n(3), 2+g.r.n(3)
	}
	return t
}

// print writes the words of a variable.
func (g *gen) print(v variable) {
	part := func(x string) {
		switch v.t.scalar {
		case "float":
			g.line("put(asuint(%s + 0.0));", x)
		case "bool":
			g.line("put(%s ? 1 : 0);", x)
		default:
			g.line("put((uint)%s);", x)
		}
	}
	switch {
	case v.t.rows > 0:
		for r := range v.t.rows {
			for c := range v.t.cols {
				part(fmt.Sprintf("%s[%d][%d]", v.name, r, c))
			}
		}
	case v.t.cols > 1:
		for c := range v.t.cols {
			part(fmt.Sprintf("%s.%c", v.name, "xyzw"[c]))
		}
	default:
		part(v.name)
	}
}

func (g *gen) declare() {
	t := g.typ()
	n := g.name()
	g.line("%s %s = %s;", t, n, g.bounded(t, 3))
	g.vars = append(g.vars, variable{n, t, true})
}

// bounded is an expression whose floats are small.
func (g *gen) bounded(t typ, depth int) string {
	e := g.expr(t, depth)
	switch t.scalar {
	case "float":
		return fmt.Sprintf("fmod(%s, 64.0)", e)
	case "bool":
		return e
	}
	return fmt.Sprintf("(%s) %% (%s)1000", e, t)
}

func (g *gen) index(n int) string {
	if g.r.n(2) == 0 {
		return fmt.Sprint(g.r.n(n))
	}
	return fmt.Sprintf("(uint)(%s) %% %d", g.expr(typ{"uint", 0, 1}, 1), n)
}

// leaf is an expression without operands.
func (g *gen) leaf(t typ) string {
	var fit []string
	for _, v := range g.vars {
		switch {
		case v.t == t:
			fit = append(fit, v.name, v.name)
		case v.t.scalar == t.scalar && t.rows == 0 && v.t.rows == 0 && v.t.cols > 1:
			s := v.name + "."
			for range t.cols {
				s += string("xyzw"[g.r.n(v.t.cols)])
			}
			fit = append(fit, s)
		case v.t.scalar == t.scalar && t.rows == 0 && v.t.rows > 0 && t.cols == v.t.cols:
			fit = append(fit, fmt.Sprintf("%s[%d]", v.name, g.r.n(v.t.rows)))
		case v.t.scalar == t.scalar && t.rows == 0 && t.cols == 1 && v.t.rows > 0:
			fit = append(fit, fmt.Sprintf("%s._m%d%d", v.name, g.r.n(v.t.rows), g.r.n(v.t.cols)))
		}
	}
	if len(fit) > 0 && g.r.n(4) != 0 {
		return fit[g.r.n(len(fit))]
	}
	if t.cols > 1 && g.r.n(2) == 0 && t.rows == 0 && t.scalar != "bool" {
		parts := make([]string, t.cols)
		for i := range parts {
			parts[i] = g.leaf(typ{t.scalar, 0, 1})
		}
		return fmt.Sprintf("%s(%s)", t, strings.Join(parts, ", "))
	}
	k := g.r.n(20) - 4
	switch t.scalar {
	case "float":
		if g.r.n(3) == 0 {
			return fmt.Sprintf("(%s)small(ci[%d].%c)", t, g.r.n(16), "xyzw"[g.r.n(4)])
		}
		return fmt.Sprintf("(%s)%d.0", t, k)
	case "uint":
		if g.r.n(3) == 0 {
			return fmt.Sprintf("(%s)src.Load(%d)", t, 4*g.r.n(64))
		}
		return fmt.Sprintf("(%s)%du", t, k+4)
	case "bool":
		return fmt.Sprintf("(%s)%v", t, k > 5)
	}
	if g.r.n(3) == 0 {
		return fmt.Sprintf("(%s)small(ci[%d].%c)", t, g.r.n(16), "xyzw"[g.r.n(4)])
	}
	return fmt.Sprintf("(%s)(%d)", t, k)
}

// expr is an expression of a type.
func (g *gen) expr(t typ, depth int) string {
	if depth <= 0 || g.r.n(6) == 0 {
		return g.leaf(t)
	}
	sub := func(t typ) string { return g.expr(t, depth-1) }
	if g.r.n(8) == 0 {
		for _, f := range g.funcs {
			if f.result == t {
				if e, ok := g.call(f, depth); ok {
					return e
				}
			}
		}
	}
	if t.scalar == "bool" {
		u := typ{[]string{"int", "uint", "float"}[g.r.n(3)], 0, t.cols}
		switch g.r.n(4) {
		case 0:
			return fmt.Sprintf("!%s", g.leaf(t))
		case 1:
			if t.cols == 1 {
				return fmt.Sprintf("(%s && %s || %s)", sub(t), sub(t), sub(t))
			}
			return fmt.Sprintf("and(%s, %s)", sub(t), sub(t))
		}
		return fmt.Sprintf("(%s %s %s)", sub(u), []string{"<", ">", "<=", ">=", "==", "!="}[g.r.n(6)], sub(u))
	}
	switch g.r.n(11) {
	case 0: // another scalar
		u := typ{map[string]string{"int": "float", "uint": "int", "float": "int"}[t.scalar], t.rows, t.cols}
		if u.scalar == "float" {
			return fmt.Sprintf("(%s)(%s)", t, g.bounded(u, depth-1))
		}
		if t.scalar == "float" {
			return fmt.Sprintf("(%s)((%s) & 63)", t, sub(u))
		}
		return fmt.Sprintf("(%s)(%s)", t, sub(u))
	case 1:
		c := sub(typ{"bool", 0, 1})
		return fmt.Sprintf("((%s) ? %s : %s)", c, sub(t), sub(t))
	case 2:
		if t.rows == 0 && t.cols > 1 {
			return fmt.Sprintf("select(%s, %s, %s)", sub(typ{"bool", 0, t.cols}), sub(t), sub(t))
		}
	case 3:
		if t.scalar == "float" && t.rows == 0 && t.cols > 1 { // a product with a matrix
			n := 2 + g.r.n(3)
			return fmt.Sprintf("mul(%s, %s)", g.leaf(typ{"float", t.cols, n}), g.leaf(typ{"float", 0, n}))
		}
		if t.rows > 0 && t.scalar == "float" {
			n := 2 + g.r.n(3)
			return fmt.Sprintf("mul(%s, %s)", g.leaf(typ{"float", t.rows, n}), g.leaf(typ{"float", n, t.cols}))
		}
	case 4:
		if t.rows > 0 {
			return fmt.Sprintf("transpose(%s)", sub(typ{t.scalar, t.cols, t.rows}))
		}
	case 5:
		if t.scalar == "float" {
			return fmt.Sprintf("%s(%s)", []string{"abs", "floor", "ceil", "sign", "trunc", "saturate"}[g.r.n(6)], sub(t))
		}
		if t.rows == 0 {
			return fmt.Sprintf("(%s %s (%s & 15))", sub(t), []string{"<<", ">>"}[g.r.n(2)], g.leaf(t))
		}
	case 6:
		return fmt.Sprintf("%s(%s, %s)", []string{"min", "max"}[g.r.n(2)], sub(t), sub(t))
	case 7: // a scalar that is widened
		if t.cols > 1 {
			return fmt.Sprintf("(%s %s %s)", g.leaf(t), []string{"+", "-"}[g.r.n(2)], g.leaf(typ{t.scalar, 0, 1}))
		}
	case 8:
		if t.scalar != "float" {
			return fmt.Sprintf("(%s %s %s)", sub(t), []string{"&", "|", "^"}[g.r.n(3)], sub(t))
		}
	case 9:
		return fmt.Sprintf("(-%s)", g.leaf(t))
	}
	if t.scalar == "float" {
		return fmt.Sprintf("(%s %s %s)", g.bounded(t, depth-1), []string{"+", "-", "*"}[g.r.n(3)], g.bounded(t, depth-2))
	}
	return fmt.Sprintf("(%s %s %s)", sub(t), []string{"+", "-", "*"}[g.r.n(3)], sub(t))
}

func (g *gen) call(f function, depth int) (string, bool) {
	var args []string
	taken := map[string]bool{}
	for i, t := range f.params {
		if f.dirs[i] == "in" {
			args = append(args, g.expr(t, depth-2))
			continue
		}
		return "", false
	}
	_ = taken
	return fmt.Sprintf("%s(%s)", f.name, strings.Join(args, ", ")), true
}

// place is a variable, or a part of one, that may be written.
func (g *gen) place() (string, typ, bool) {
	if len(g.vars) == 0 {
		return "", typ{}, false
	}
	v := g.vars[g.r.n(len(g.vars))]
	if !v.set {
		return "", typ{}, false
	}
	switch {
	case v.t.rows > 0 && g.r.n(2) == 0:
		return fmt.Sprintf("%s[%s]", v.name, g.index(v.t.rows)), typ{v.t.scalar, 0, v.t.cols}, true
	case v.t.rows == 0 && v.t.cols > 1 && g.r.n(3) == 0:
		order := []string{"x", "y", "yx", "xy"}
		if v.t.cols == 4 {
			order = append(order, "wx", "zyx", "wzyx")
		}
		s := order[g.r.n(len(order))]
		return v.name + "." + s, typ{v.t.scalar, 0, len(s)}, true
	case v.t.rows == 0 && v.t.cols > 1 && g.r.n(3) == 0:
		return fmt.Sprintf("%s[%s]", v.name, g.index(v.t.cols)), typ{v.t.scalar, 0, 1}, true
	}
	return v.name, v.t, true
}

func (g *gen) statement() {
	switch g.r.n(9) {
	case 0:
		if g.depth < 3 {
			g.declare()
			return
		}
	case 1:
		if g.depth < 3 {
			g.line("if (%s) {", g.expr(typ{"bool", 0, 1}, 2))
			g.block(2)
			if g.r.n(2) == 0 {
				g.line("} else {")
				g.block(2)
			}
			g.line("}")
			return
		}
	case 2:
		if g.depth < 3 && g.loops < 2 {
			n := g.name()
			g.loops++
			g.line("for (int %s = %d; %s < %d; %s++) {", n, g.r.n(3), n, 2+g.r.n(4), n)
			mark := len(g.vars)
			g.vars = append(g.vars, variable{n, typ{"int", 0, 1}, false})
			g.block(2)
			if g.r.n(3) == 0 {
				g.line("if (%s) %s;", g.expr(typ{"bool", 0, 1}, 1), []string{"break", "continue"}[g.r.n(2)])
			}
			g.block(1)
			g.line("}")
			g.vars = g.vars[:mark]
			g.loops--
			return
		}
	case 3:
		if g.depth < 3 {
			g.line("switch (small(%s)) {", g.expr(typ{"int", 0, 1}, 2))
			for range 1 + g.r.n(3) {
				g.names++
				g.line("case %d: {", g.names%16)
				g.block(1)
				g.line("break; }")
				if g.names%16 > 10 {
					break
				}
			}
			g.line("default: { put(%d); } }", g.r.n(99))
			return
		}
	case 4:
		for _, f := range g.funcs {
			var args []string
			used := map[string]bool{}
			ok := true
			for i, t := range f.params {
				if f.dirs[i] == "in" {
					args = append(args, g.expr(t, 1))
					continue
				}
				found := ""
				for _, v := range g.vars {
					if v.t == t && v.set && !used[v.name] {
						found = v.name
					}
				}
				used[found] = true
				ok = ok && found != ""
				args = append(args, found)
			}
			if ok && g.r.n(2) == 0 {
				g.line("%s(%s);", f.name, strings.Join(args, ", "))
				return
			}
		}
	}
	p, t, ok := g.place()
	if !ok {
		return
	}
	if t.scalar == "int" && g.r.n(5) == 0 {
		g.line("%s%s;", p, []string{"++", "--", " ^= 5", " += 3", " <<= 1"}[g.r.n(5)])
		return
	}
	g.line("%s = %s;", p, g.bounded(t, 3))
}

// block is statements; what they declare ends with it.
func (g *gen) block(n int) {
	mark := len(g.vars)
	g.depth++
	g.line("{")
	for range n {
		g.statement()
	}
	g.line("}")
	g.depth--
	g.vars = g.vars[:mark]
}

func (g *gen) function() {
	f := function{name: "f" + g.name(), result: g.typ()}
	g.vars = nil
	var params []string
	for range g.r.n(4) {
		t := g.typ()
		dir := []string{"in", "in", "inout", "in"}[g.r.n(4)]
		n := g.name()
		f.params, f.dirs = append(f.params, t), append(f.dirs, dir)
		params = append(params, fmt.Sprintf("%s %s %s", dir, t, n))
		g.vars = append(g.vars, variable{n, t, true})
	}
	g.line("%s %s(%s) {", f.result, f.name, strings.Join(params, ", "))
	g.block(4)
	if g.r.n(2) == 0 {
		g.line("if (%s) return %s;", g.expr(typ{"bool", 0, 1}, 1), g.bounded(f.result, 2))
	}
	g.line("return %s;\n}", g.bounded(f.result, 3))
	g.funcs = append(g.funcs, f)
}
