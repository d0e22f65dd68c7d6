package hlslgen

// This file makes statements.

import (
	"fmt"
	"strings"
)

func (g *gen) declare() {
	t := g.typ()
	n := g.name()
	switch {
	case g.r.one(6) && t.scalar != "bool": // an array
		k := 2 + g.r.n(3)
		var list []string
		for range k {
			list = append(list, g.bounded(t, 2))
		}
		g.line("%s %s[%d] = { %s };", t, n, k, strings.Join(list, ", "))
		g.vars = append(g.vars, variable{fmt.Sprintf("%s[%d]", n, g.r.n(k)), t, true})
		if g.modern() { // FXC evaluates a variable index twice
			g.line("%s[%s] = %s;", n, g.index(k), g.bounded(t, 2))
		}
		return
	case g.r.one(8) && t.rows > 0: // a list of components
		var list []string
		for range t.rows {
			list = append(list, g.bounded(typ{t.scalar, 0, t.cols}, 1))
		}
		g.line("%s %s = { %s };", t, n, strings.Join(list, ", "))
	case g.r.one(6) && !t.isWide(): // converted
		g.line("%s %s = %s;", g.spell(t), n, g.convertible(t))
	default:
		constant := g.r.one(4)
		if constant {
			g.out.WriteString("const ")
		}
		g.line("%s %s = %s;", g.spell(t), n, g.bounded(t, 3))
		g.vars = append(g.vars, variable{n, t, !constant})
		return
	}
	g.vars = append(g.vars, variable{n, t, true})
}

// convertible is an expression of another type, which converts to t by itself.
func (g *gen) convertible(t typ) string {
	u := t
	switch t.scalar {
	case "int":
		u.scalar = g.either("uint", "float", "bool")
	case "uint":
		u.scalar = g.either("int", "bool")
	case "float":
		u.scalar = g.either("int", "bool")
	case "bool":
		u.scalar = g.either("int", "uint", "float")
	}
	if u.rows > 0 && u.scalar == "bool" {
		u.scalar = t.scalar
	}
	if u.rows == 0 && u.cols < 4 && !g.plain() && g.r.one(2) {
		u.cols += 1 + g.r.n(4-u.cols)
	} else if g.r.one(4) {
		u.rows, u.cols = 0, 1
	}
	switch {
	case u.scalar == "float":
		return g.bounded(u, 1)
	case t.scalar == "float" && u.scalar != "bool":
		return fmt.Sprintf("(%s) & 63", g.leaf(u))
	}
	return g.leaf(u)
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
	case v.t.rows > 0 && g.r.one(2):
		return fmt.Sprintf("%s[%s]", v.name, g.written(v.t.rows)), typ{v.t.scalar, 0, v.t.cols}, true
	case v.t.rows > 0 && g.r.one(3):
		return v.name + g.either("._m01_m10", "._11_22", "._m00_m01"), typ{v.t.scalar, 0, 2}, true
	case v.t.rows > 0 && g.r.one(3):
		return fmt.Sprintf("%s[%s][%s]", v.name, g.written(v.t.rows), g.written(v.t.cols)), typ{v.t.scalar, 0, 1}, true
	case v.t.rows == 0 && v.t.cols > 1 && g.r.one(3):
		order := []string{"x", "y", "yx", "xy", "g", "gr"}
		if v.t.cols == 4 {
			order = append(order, "wx", "zyx", "wzyx", "bra")
		}
		s := order[g.r.n(len(order))]
		return v.name + "." + s, typ{v.t.scalar, 0, len(s)}, true
	case v.t.rows == 0 && v.t.cols > 1 && g.r.one(3):
		return fmt.Sprintf("%s[%s]", v.name, g.written(v.t.cols)), typ{v.t.scalar, 0, 1}, true
	}
	return v.name, v.t, true
}

// written is an index of a component that is written: FXC takes constants alone.
func (g *gen) written(n int) string {
	if g.modern() {
		return g.index(n)
	}
	return g.constant(n)
}

func (g *gen) statement() {
	if g.depth < 3 {
		switch g.r.n(10) {
		case 0:
			g.declare()
			return
		case 1:
			g.branch()
			return
		case 2, 3:
			if g.loops < 2 {
				g.loop()
				return
			}
		case 4:
			g.choice()
			return
		case 5:
			if g.result.scalar != "" && g.r.one(2) {
				g.line("if (%s) return %s;", g.expr(typ{"bool", 0, 1}, 2), g.bounded(g.result, 2))
				return
			}
		}
	}
	if g.r.one(4) && g.callStatement() {
		return
	}
	g.assignment()
}

func (g *gen) branch() {
	attribute := g.either("", "", "[branch] ", "[flatten] ")
	if g.resources && !g.modern() { // FXC flattens no stores
		attribute = ""
	}
	g.line("%sif (%s) {", attribute, g.expr(typ{"bool", 0, 1}, 2))
	g.block(2)
	switch g.r.n(4) {
	case 0, 1:
		g.line("} else {")
		g.block(2)
	case 2:
		g.line("} else if (%s) {", g.expr(typ{"bool", 0, 1}, 1))
		g.block(1)
	}
	g.line("}")
}

func (g *gen) loop() {
	n := g.name()
	first, last := g.r.n(3), 2+g.r.n(4)
	g.loops++
	mark := len(g.vars)
	inside := func(body int) {
		g.vars = append(g.vars, variable{n, typ{"int", 0, 1}, false})
		g.block(body)
		if g.r.one(3) {
			g.line("if (%s) %s;", g.expr(typ{"bool", 0, 1}, 1), g.either("break", "continue"))
		}
		g.block(1)
	}
	attributes := []string{"", "", "[unroll] "}
	if g.modern() {
		attributes = append(attributes, "[loop] ")
	}
	switch g.r.n(4) {
	case 0:
		g.line("int %s = %d; while (%s++ < %d) {", n, first, n, last)
		inside(1)
		g.line("}")
	case 1:
		g.line("int %s = %d; do { %s += 1;", n, first, n)
		inside(1)
		g.line("} while (%s < %d);", n, last)
	default:
		g.line("%sfor (int %s = %d; %s < %s; %s) {", g.either(attributes...), n, first, n, g.either("COUNT", fmt.Sprint(last)), g.either(n+"++", "++"+n, n+" += 1"))
		inside(2)
		g.line("}")
	}
	g.vars = g.vars[:mark]
	g.loops--
}

// choice is a switch.
func (g *gen) choice() {
	selector := g.expr(typ{"int", 0, 1}, 2)
	switch g.r.n(3) {
	case 0:
		selector = "small(" + selector + ")"
	case 1:
		selector = "(uint)(" + selector + ") % 16"
	}
	g.line("switch (%s) {", selector)
	label := g.r.n(5)
	for range 1 + g.r.n(3) {
		g.line("case %d:", label)
		label += 1 + g.r.n(3)
		if g.r.one(4) {
			g.line("case %d:", label)
			label++
		}
		g.line("{")
		g.block(1)
		if g.r.one(4) && !g.plain() { // which slangc makes invalid branches of
			g.line("if (%s) break;", g.expr(typ{"bool", 0, 1}, 1))
			g.block(1)
		}
		g.line("break; }")
	}
	if g.r.n(3) > 0 && g.modern() { // FXC loses stores in switches of unrolled loops
		g.line("default: { put(%d); break; }", g.r.n(99))
	}
	g.line("}")
}

// callStatement calls a function for its effects, if the variables in scope fit one.
func (g *gen) callStatement() bool {
	if len(g.funcs) == 0 {
		return false
	}
	f := g.funcs[g.r.n(len(g.funcs))]
	var args []string
	used := map[string]bool{}
	for i, t := range f.params {
		if f.dirs[i] == "in" {
			args = append(args, g.expr(t, 1))
			continue
		}
		p := g.argument(t, f.dirs[i], used)
		if p == "" {
			return false
		}
		args = append(args, p)
	}
	call := fmt.Sprintf("%s(%s)", f.name, strings.Join(args, ", "))
	if p, t, ok := g.place(); ok && t == f.result && !used[base(p)] && g.modern() {
		g.line("%s = %s;", p, call)
	} else {
		g.line("%s;", call)
	}
	return true
}

// base is the name of the variable that a place is in.
func base(place string) string {
	if k := strings.IndexAny(place, ".["); k >= 0 {
		return place[:k]
	}
	return place
}

// argument is a place of type t, of a variable that isn't used yet; "": there is none. Some
// places are converted on the way in and out.
func (g *gen) argument(t typ, dir string, used map[string]bool) string {
	for range 12 {
		p, u, ok := g.place()
		if !ok || used[base(p)] || strings.Contains(p, "(") {
			continue
		}
		fits := u == t
		if !fits && u.rows == t.rows && u.cols == t.cols && g.modern() {
			fits = u.scalar == "int" && t.scalar == "uint" || u.scalar == "uint" && t.scalar == "int" || u.scalar == "float" && t.scalar == "int" && dir == "out"
		}
		if fits {
			used[base(p)] = true
			return p
		}
	}
	return ""
}

func (g *gen) assignment() {
	p, t, ok := g.place()
	if !ok {
		return
	}
	switch {
	case t.scalar == "int" && g.r.one(5):
		g.line("%s%s;", p, g.either("++", "--", " ^= 5", " += 3", " <<= 1", " %= 7", " *= -3", " |= true"))
	case t.isFloat() && g.r.one(6):
		g.line("%s %s %s;", p, g.either("+=", "-="), g.bounded(t, 2))
		g.line("%s = %s;", p, fmt.Sprintf("(%s)fmod((%s)%s, 64.0)", t, t.of("float"), p))
	case g.r.one(6) && !t.isWide() && !strings.Contains(p, "("):
		g.line("%s = %s;", p, g.convertible(t))
	case g.r.one(8):
		q, u, ok := g.place()
		if ok && u == t && base(p) != base(q) {
			g.line("%s = %s = %s;", p, q, g.bounded(t, 2))
			return
		}
		fallthrough
	default:
		g.line("%s = %s;", p, g.bounded(t, 3))
	}
}

// block is statements; their declarations end with it.
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
