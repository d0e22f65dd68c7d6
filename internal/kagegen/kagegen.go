// Package kagegen makes random programs in Kage: constants, uniforms, functions with several
// results, arrays, vectors and matrices, swizzles that are read and written, loops of both
// kinds, conditionals, assignments to several places, source images, both units. A seed gives
// the same text for good. Only tests import it.
//
// Indices stay in bounds and divisors aren't zero. Floats that decide anything are sixteenths
// of small integers, so that no operation rounds; sines and the like are added to the color
// last.
package kagegen

import (
	"fmt"
	"slices"
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

func (r *random) pick(list ...string) string { return list[r.n(len(list))] }

// A variable is a name that expressions can read.
type variable struct {
	name, t string
	set     bool // may be assigned to
}

type function struct {
	name    string
	params  []string
	results []string
}

type gen struct {
	r       random
	out     strings.Builder
	vars    []variable
	funcs   []function
	names   int
	indent  int
	depth   int // of statements
	loops   int
	result  []string // types of the function's results; nil: there is no return
	outputs []string // variables of the results
}

// types are the types of variables.
var types = []string{"int", "float", "vec2", "vec3", "vec4", "ivec2", "ivec3", "ivec4", "bool"}

// Program returns the program of a seed.
func Program(seed uint64) string {
	g := &gen{r: random(seed)}
	unit := g.r.pick("pixels", "pixels", "texels")
	g.line("//kage:unit %s", unit)
	g.line("")
	g.line("package main")
	g.line("")
	g.line("const (")
	g.line("\tFour = 2 + 2")
	g.line("\tHalf float = 1.0 / 2")
	g.line("\tBig = 1 << 6")
	g.line(")")
	g.line("")
	for i := range 1 + g.r.n(4) {
		t := g.r.pick("int", "float", "vec2", "vec3", "vec4", "ivec2", "ivec3", "ivec4", "bool", "mat2", "mat3", "mat4", "[3]float", "[2]vec3", "[3]int", "[2]mat2", "[2]ivec2")
		g.line("var U%d %s", i, t)
		g.vars = append(g.vars, variable{name: fmt.Sprint("U", i), t: t})
	}
	g.vars = append(g.vars, variable{name: "Four", t: "int"}, variable{name: "Big", t: "int"}, variable{name: "Half", t: "float"})
	globals := len(g.vars)
	for range g.r.n(4) {
		g.function()
		g.vars = g.vars[:globals]
	}
	g.fragment(unit)
	return g.out.String()
}

func (g *gen) line(format string, args ...any) {
	g.out.WriteString(strings.Repeat("\t", g.indent))
	fmt.Fprintf(&g.out, format, args...)
	g.out.WriteByte('\n')
}

func (g *gen) name() string {
	g.names++
	return fmt.Sprint("v", g.names)
}

func (g *gen) anyType() string { return types[g.r.n(len(types))] }

func (g *gen) function() {
	f := function{name: "f" + g.name()}
	var params, results, outputs []string
	for range g.r.n(4) {
		v := variable{name: g.name(), t: g.anyType(), set: true}
		if g.r.n(5) == 0 {
			v.t = "[3]int"
		}
		g.vars = append(g.vars, v)
		f.params = append(f.params, v.t)
		params = append(params, v.name+" "+v.t)
	}
	named := g.r.n(3) == 0
	for range 1 + g.r.n(3) {
		t := g.anyType()
		f.results = append(f.results, t)
		if named {
			v := variable{name: g.name(), t: t, set: true}
			g.vars = append(g.vars, v)
			results = append(results, v.name+" "+t)
			outputs = append(outputs, v.name)
		} else {
			results = append(results, t)
		}
	}
	head := "func " + f.name + "(" + strings.Join(params, ", ") + ") "
	if named || len(results) > 1 {
		head += "(" + strings.Join(results, ", ") + ")"
	} else {
		head += results[0]
	}
	g.line("%s {", head)
	g.result, g.outputs = f.results, outputs
	g.block(3 + g.r.n(4))
	g.indent++
	if named && g.r.n(2) == 0 {
		g.line("return")
	} else {
		g.returns()
	}
	g.outputs, g.result = nil, nil
	g.indent--
	g.line("}")
	g.line("")
	g.funcs = append(g.funcs, f)
}

// returns writes a return, now and then of a call.
func (g *gen) returns() {
	for _, f := range g.funcs {
		if len(f.results) > 1 && slices.Equal(f.results, g.result) && g.r.n(2) == 0 {
			vars := g.vars
			g.vars = slices.DeleteFunc(slices.Clone(g.vars), func(v variable) bool { return slices.Contains(g.outputs, v.name) })
			g.line("return %s", g.call(f))
			g.vars = vars
			return
		}
	}
	// Ebitengine writes the results one after the other, so that a value sees the variables of
	// the results before it.
	vars := g.vars
	g.vars = slices.DeleteFunc(slices.Clone(g.vars), func(v variable) bool { return slices.Contains(g.outputs, v.name) })
	defer func() { g.vars = vars }()
	list := make([]string, len(g.result))
	for i, t := range g.result {
		list[i] = g.expr(t, 2)
	}
	g.line("return %s", strings.Join(list, ", "))
}

func (g *gen) fragment(unit string) {
	g.line("func Fragment(dstPos vec4, srcPos vec2, color vec4, custom vec4) vec4 {")
	g.indent++
	g.line("at := ivec2(int(floor(dstPos.x)), int(floor(dstPos.y)))")
	g.line("pos := floor(dstPos.xy)")
	g.line("_, _ = at, pos")
	g.indent--
	g.vars = append(g.vars, variable{name: "at", t: "ivec2", set: true}, variable{name: "pos", t: "vec2", set: true})
	g.result = []string{"vec4"}
	if g.r.n(4) == 0 {
		g.line("\tif (at.x+at.y)%%7 == %d {", g.r.n(7))
		g.line("\t\tdiscard()")
		g.line("\t}")
	}
	if g.r.n(6) == 0 {
		g.line("\tif frontfacing() {")
		g.line("\t\tpos.x += 1")
		g.line("\t}")
	}
	g.result = nil
	g.block(4 + g.r.n(8))
	g.indent++
	if unit == "texels" && g.r.n(3) == 0 {
		g.line("srcPos += vec2(%d, 1) / imageSrcTextureSize()", g.r.n(3))
	}
	g.line("sum := %s", g.expr("vec4", 2))
	for _, t := range []string{"float", "int", "vec3"} {
		switch e := g.expr(t, 2); t {
		case "float":
			g.line("sum.x += %s", e)
		case "int":
			g.line("sum.y += float((%s)%%64) / 64", e)
		default:
			g.line("sum.zxy += %s", e)
		}
	}
	g.line("sum = fract(sum/8) * 0.5")
	if g.r.n(2) == 0 {
		g.line("sum += 0.125 * color")
	}
	if g.r.n(3) == 0 {
		g.line("sum.%s += %s(custom.x*0.5+0.25) * 0.125", g.r.pick("r", "y", "b"), g.r.pick("sin", "cos", "exp", "sqrt", "tan", "atan", "inversesqrt"))
	}
	i := g.r.n(4)
	suffix := ""
	if i > 0 && g.r.n(2) == 0 {
		suffix = "FromSrc0Pos"
	}
	switch g.r.n(3) {
	case 0:
		g.line("sum += imageSrc%dAt%s(srcPos) * 0.25", i, suffix)
	case 1:
		g.line("sum += imageSrc%dUnsafeAt%s(srcPos) * 0.25", i, suffix)
	}
	if g.r.n(3) == 0 {
		g.line("sum.xy += (imageSrc%dOrigin() + imageSrc%dSize() + imageDstOrigin() + imageDstSize()) / 256", i, g.r.n(4))
	}
	g.line("return vec4(sum.xyz, 1)")
	g.indent--
	g.line("}")
}

// block writes statements, and forgets their variables after.
func (g *gen) block(n int) {
	g.indent++
	g.depth++
	for range n {
		g.stmt()
	}
	g.depth--
	g.indent--
}

// scope writes a block with braces around it.
func (g *gen) scope(head string, n int) {
	g.line("%s {", head)
	saved := len(g.vars)
	g.block(n)
	g.vars = g.vars[:saved]
	g.line("}")
}

func (g *gen) declare(t, format string, args ...any) {
	v := variable{name: g.name(), t: t, set: true}
	g.line("%s "+format, append([]any{v.name}, args...)...)
	g.line("_ = %s", v.name)
	g.vars = append(g.vars, v)
}

// target is a place that can be assigned to, and its type; "" if there is none.
func (g *gen) target() (place, t string) {
	var list []variable
	for _, v := range g.vars {
		if v.set {
			list = append(list, v)
		}
	}
	if len(list) == 0 {
		return "", ""
	}
	v := list[g.r.n(len(list))]
	switch {
	case strings.HasPrefix(v.t, "[3]"):
		return v.name + "[" + g.index(3) + "]", v.t[3:]
	case strings.Contains(v.t, "vec") && g.r.n(2) == 0:
		n := int(v.t[len(v.t)-1] - '0')
		if g.r.n(3) == 0 {
			return v.name + "[" + fmt.Sprint(g.r.n(n)) + "]", scalarOf(v.t)
		}
		s := ""
		set := g.r.pick("xyzw", "rgba")[:n]
		for len(s) < 1+g.r.n(n) {
			if c := set[g.r.n(n)]; !strings.ContainsRune(s, rune(c)) {
				s += string(c)
			}
		}
		return v.name + "." + s, vectorOf(scalarOf(v.t), len(s))
	}
	return v.name, v.t
}

func scalarOf(t string) string {
	if strings.HasPrefix(t, "i") {
		return "int"
	}
	return "float"
}

func vectorOf(scalar string, n int) string {
	switch {
	case n == 1:
		return scalar
	case scalar == "int":
		return fmt.Sprint("ivec", n)
	}
	return fmt.Sprint("vec", n)
}

func (g *gen) stmt() {
	switch k := g.r.n(19); {
	case k < 3:
		t := g.anyType()
		switch g.r.n(3) {
		case 0:
			g.declare(t, ":= %s", g.expr(t, 3))
		default:
			v := variable{name: g.name(), t: t, set: true}
			e := g.expr(t, 3)
			g.line("var %s %s = %s", v.name, t, e)
			g.line("_ = %s", v.name)
			g.vars = append(g.vars, v)
		}
	case k == 3:
		e := g.r.pick("int", "float")
		g.declare("[3]"+e, ":= [%s]%s{%s, %s, %s}", g.r.pick("3", "...", "Four - 1"), e, g.expr(e, 1), g.expr(e, 1), g.expr(e, 1))
	case k == 4:
		if len(g.funcs) > 0 {
			g.callStmt(g.funcs[g.r.n(len(g.funcs))])
		}
	case k == 5 && g.depth < 4:
		g.scope("if "+g.expr("bool", 2), 1+g.r.n(3))
		if g.r.n(2) == 0 {
			text := strings.TrimSuffix(g.out.String(), "\n")
			g.out.Reset()
			g.out.WriteString(text)
			saved := g.indent
			g.indent = 0
			g.out.WriteString(" else {\n")
			g.indent = saved
			vars := len(g.vars)
			g.block(1 + g.r.n(2))
			g.vars = g.vars[:vars]
			g.line("}")
		}
	case k == 6 && g.depth < 3 && g.loops < 2:
		g.loop()
	case k == 7:
		a, t := g.target()
		b, u := g.target()
		if a != "" && t == u && root(a) != root(b) {
			g.line("%s, %s = %s, %s", a, b, b, a)
		}
	case k == 8:
		if p, t := g.target(); p != "" && t != "bool" {
			g.line("%s%s", p, g.r.pick("++", "--"))
			g.line("%s = %s", p, g.tame(t, p))
		}
	case k == 14:
		v := variable{name: g.name(), t: "int"}
		g.line("const %s = %s", v.name, g.r.pick("3", "1 + 2*3", "7 % 4", "-5 / 2", "Four << 1", "6 &^ 3", "len([5]int{})"))
		g.vars = append(g.vars, v)
	case k == 15 && g.depth < 4:
		v := variable{name: g.name(), t: g.r.pick("int", "float"), set: true}
		head := fmt.Sprintf("if %s := %s; %s %s %s", v.name, g.expr(v.t, 2), v.name, g.r.pick("<", ">", "=="), g.expr(v.t, 1))
		saved := len(g.vars)
		g.vars = append(g.vars, v)
		g.scope(head, 1+g.r.n(2))
		g.vars = g.vars[:saved]
	case k == 16:
		n := 2 + g.r.n(3)
		v := variable{name: g.name(), t: fmt.Sprint("mat", n)}
		g.line("%s := %s", v.name, g.matrixOf(n))
		g.line("%s[%s] = floor(mod(%s, 8))", v.name, g.index(n), g.expr(fmt.Sprint("vec", n), 1))
		g.line("%s[%d].%s = %d", v.name, g.r.n(n), g.r.pick("x", "g"), g.r.n(4))
		if g.r.n(2) == 0 {
			g.line("%s %s", v.name, g.r.pick("*= 2", "= -"+v.name, "/= 2", "*= mat"+fmt.Sprint(n)+"(2)", "+= "+g.matrixOf(n)))
			g.line("%s[0] = mod(%s[0], 8)", v.name, v.name)
		}
		g.vars = append(g.vars, v)
	case k == 17 && g.result != nil:
		g.line("if %s {", g.expr("bool", 1))
		g.indent++
		g.returns()
		g.indent--
		g.line("}")
	default:
		p, t := g.target()
		if p == "" {
			return
		}
		if t != "bool" && g.r.n(3) == 0 {
			g.line("%s %s= %s", p, g.r.pick("+", "-"), g.expr(t, 2))
			g.line("%s = %s", p, g.tame(t, p))
			return
		}
		g.line("%s = %s", p, g.expr(t, 3))
	}
}

// root is the variable of a place.
func root(place string) string {
	if i := strings.IndexAny(place, ".["); i >= 0 {
		return place[:i]
	}
	return place
}

func (g *gen) callStmt(f function) {
	var names []string
	for _, t := range f.results {
		v := variable{name: g.name(), t: t, set: true}
		names = append(names, v.name)
		defer func() { g.vars = append(g.vars, v) }()
	}
	g.line("%s := %s", strings.Join(names, ", "), g.call(f))
	for _, n := range names {
		g.line("_ = %s", n)
	}
}

func (g *gen) call(f function) string {
	var args []string
	for _, t := range f.params {
		args = append(args, g.expr(t, 1))
	}
	return f.name + "(" + strings.Join(args, ", ") + ")"
}

func (g *gen) loop() {
	i := variable{name: g.name(), t: "int"}
	head := ""
	switch g.r.n(5) {
	case 4:
		i.t = "float"
		head = fmt.Sprintf("for %s := %d.0; %s > 0; %s -= 0.5", i.name, 1+g.r.n(2), i.name, i.name)
	case 0:
		head = fmt.Sprintf("for %s := 0; %s < %d; %s++", i.name, i.name, 1+g.r.n(4), i.name)
	case 1:
		head = fmt.Sprintf("for %s := %d; %s >= 0; %s -= 2", i.name, 1+g.r.n(6), i.name, i.name)
	case 2:
		head = fmt.Sprintf("for %s := range %d", i.name, 1+g.r.n(4))
	default:
		for _, v := range g.vars {
			if strings.HasPrefix(v.t, "[3]") {
				e := variable{name: g.name(), t: v.t[3:]}
				head = fmt.Sprintf("for %s, %s := range %s", i.name, e.name, v.name)
				saved := len(g.vars)
				frozen := slices.Clone(g.vars) // the array is not written in the loop
				for k := range g.vars {
					if g.vars[k].name == v.name {
						g.vars[k].set = false
					}
				}
				g.vars = append(g.vars, i, e)
				g.body(head, "_, _ = "+i.name+", "+e.name)
				copy(g.vars[:saved], frozen)
				g.vars = g.vars[:saved]
				return
			}
		}
		head = fmt.Sprintf("for %s := range Four", i.name)
	}
	saved := len(g.vars)
	g.vars = append(g.vars, i)
	g.body(head, "_ = "+i.name)
	g.vars = g.vars[:saved]
}

func (g *gen) body(head, first string) {
	g.loops++
	g.line("%s {", head)
	g.line("\t%s", first)
	saved := len(g.vars)
	g.block(1 + g.r.n(3))
	if g.r.n(3) == 0 {
		g.line("\tif %s {", g.expr("bool", 1))
		g.line("\t\t%s", g.r.pick("break", "continue"))
		g.line("\t}")
	}
	g.vars = g.vars[:saved]
	g.line("}")
	g.loops--
}

// index is an index below n.
func (g *gen) index(n int) string {
	if g.r.n(2) == 0 {
		return fmt.Sprint(g.r.n(n))
	}
	return fmt.Sprintf("clamp(%s, 0, %d)", g.expr("int", 1), n-1)
}

// tame brings a value near zero.
func (g *gen) tame(t, e string) string {
	switch {
	case t == "bool":
		return e
	case strings.HasPrefix(t, "i"):
		return "(" + e + ") % 97"
	}
	return "mod(" + e + ", 16)"
}
