package glslgen

// This file makes statements.

import (
	"fmt"
	"slices"
	"strings"
)

// stmts writes some statements.
func (g *gen) stmts(n int) {
	for range n {
		if g.budget <= 0 {
			return
		}
		g.budget--
		g.effects = g.r.percent(60)
		g.stmt()
	}
}

// block writes a block of some statements.
func (g *gen) block(n int) {
	base := len(g.vars)
	g.indent++
	g.depth++
	g.stmts(n)
	g.depth--
	g.indent--
	g.vars = g.vars[:base]
}

func (g *gen) stmt() {
	k := g.r.n(27)
	if g.depth > 3 && k >= 14 || g.loops > 1 && k >= 24 {
		k = g.r.n(14)
	}
	switch k {
	case 0, 1, 2:
		g.declaration()
	case 3, 4, 5, 6:
		g.assignment()
	case 7, 8:
		g.compound()
	case 9:
		g.callStmt()
	case 10:
		g.swap()
	case 11:
		g.outputs()
	case 12:
		if g.inLoop && g.r.percent(50) {
			g.line("if (%s) %s;", g.expr(boolT, 2).s, pick(&g.r, []string{"break", "continue"}))
			return
		}
		if g.r.percent(25) && g.depth > 0 {
			g.ret()
			return
		}
		g.assignment()
	case 13:
		// Comma expressions and values that nothing wants.
		a, b := g.expr(intT, 2), g.expr(uintT, 2)
		v := g.place(intT, false)
		if v.s != "" && !g.isBlocked(v.s) {
			g.line("%s = (%s, %s, %s);", v.s, g.in(a, assignment), g.in(b, assignment), g.in(g.expr(intT, 2), assignment))
		}
	case 14, 15, 16:
		g.ifStmt()
	case 17, 18, 19:
		g.forStmt()
	case 20:
		g.whileStmt()
	case 21, 22:
		g.switchStmt()
	case 23:
		g.line("{")
		g.block(2)
		g.line("}")
	default:
		g.shape()
	}
}

// declaration declares one or several variables.
func (g *gen) declaration() {
	t := g.anyType()
	name := g.name()
	if g.depth > 0 && len(g.vars) > 0 && g.r.percent(20) {
		name = pick(&g.r, g.vars).name // shadows, unless it is of this block: then it is an error
		if g.isBlocked(name) || name == "lid" || name == "o" || strings.Contains(name, ".") || slices.Contains(g.taken, name) {
			name = g.name()
		} else {
			// In a block of its own, so that nothing is declared twice. The initial value is
			// that of the variable shadowed, if the type is the same.
			g.line("{")
			g.indent++
			g.line("%s = %s;", g.declare(t, name), g.settled(t))
			g.vars = append(g.vars, variable{name: name, t: t})
			g.stmts(2)
			for i := len(g.vars) - 1; ; i-- {
				if g.vars[i].name == name && g.vars[i].t == t {
					g.vars = g.vars[:i]
					break
				}
			}
			g.indent--
			g.line("}")
			return
		}
	}
	if t.scalar() && g.r.percent(25) {
		a, b := g.name(), g.name()
		if a != b && a != name && b != name {
			g.line("%s %s = %s, %s = %s;", t.core(), a, g.settled(t), b, g.settled(t))
			g.vars = append(g.vars, variable{name: a, t: t}, variable{name: b, t: t})
			return
		}
	}
	switch {
	case !g.es && len(t.dims) == 1 && t.st == nil && g.r.percent(30):
		var parts []string
		for range t.dims[0] {
			parts = append(parts, g.part(t.element(), 2))
		}
		d := g.declare(t, name)
		if g.r.percent(40) {
			d = t.core() + " " + name + "[]"
		}
		g.line("%s = { %s };", d, strings.Join(parts, ", "))
	case g.r.percent(20):
		g.line("const %s = %s;", g.declare(t, name), g.literal(t))
		g.vars = append(g.vars, variable{name: name, t: t, ro: true})
		return
	case !g.es && t.plain() && g.r.percent(10):
		g.line("const %s = %s;", g.declare(t, name), g.settled(t)) // not a constant expression, perhaps
		g.vars = append(g.vars, variable{name: name, t: t, ro: true})
		return
	default:
		g.line("%s = %s;", g.declare(t, name), g.settled(t))
	}
	g.vars = append(g.vars, variable{name: name, t: t})
}

// target is something to write to.
func (g *gen) target(t *typ) (string, bool) {
	v := g.place(t, false)
	return v.s, v.s != "" && !g.isBlocked(v.s)
}

func (g *gen) assignment() {
	t := g.anyType()
	if v, ok := g.target(t); ok {
		g.line("%s = %s;", v, g.settled(t))
	}
}

// compound writes v op= e, v++ and so on.
func (g *gen) compound() {
	t := g.simpleType()
	v, ok := g.target(t)
	if !ok || t.base == 'b' {
		return
	}
	if strings.ContainsAny(v, "=") || strings.Contains(v, "++") || strings.Contains(v, "--") {
		return // what follows would have the effects again
	}
	switch {
	case t.cols > 0:
		op := pick(&g.r, []string{"+=", "-=", "*="})
		rhs := g.place(t, true).s
		if op == "*=" {
			rhs = g.place(&typ{base: 'f', rows: t.cols, cols: t.cols}, true).s
			if g.r.percent(30) {
				rhs = g.quantized(g.expr(floatT, 2)).s
			}
		}
		g.line("%s %s %s;", v, op, rhs)
		i := "c_"
		g.line("for (int %s = 0; %s < %d; %s++) %s[%s] = Q(%s[%s]);", i, i, t.cols, i, v, i, v, i)
	case t.base == 'f':
		switch g.r.n(4) {
		case 0:
			g.line("%s;", pick(&g.r, []string{v + "++", "++" + v, v + "--", "--" + v}))
		case 1:
			if t.rows > 1 {
				g.line("%s *= %s;", v, g.place(&typ{base: 'f', rows: t.rows, cols: t.rows}, true).s)
				break
			}
			fallthrough
		default:
			e := g.quantized(g.expr(t, 2))
			if t.rows > 1 && g.r.percent(30) {
				e = g.quantized(g.expr(floatT, 2))
			}
			g.line("%s %s %s;", v, pick(&g.r, []string{"+=", "-=", "*="}), g.in(e, assignment))
		}
		g.line("%s = Q(%s);", v, v)
	default:
		u := ""
		if t.base == 'u' {
			u = "u"
		}
		switch g.r.n(5) {
		case 0:
			g.line("%s;", pick(&g.r, []string{v + "++", "++" + v, v + "--", "--" + v}))
		case 1:
			g.line("%s %s %s & 31%s;", v, pick(&g.r, []string{"<<=", ">>="}), g.in(g.expr(t, 2), bitAnd), u)
		case 2:
			g.line("%s /= (%s & 3%s) + 1%s;", v, g.in(g.expr(t, 2), bitAnd), u, u)
		default:
			e := g.expr(t, 2)
			if t.rows > 1 && g.r.percent(30) {
				e = g.expr(&typ{base: t.base, rows: 1}, 2)
			}
			g.line("%s %s %s;", v, pick(&g.r, []string{"+=", "-=", "*=", "&=", "|=", "^="}), g.in(e, assignment))
		}
	}
}

func (g *gen) callStmt() {
	if len(g.funcs) == 0 {
		return
	}
	f := &g.funcs[g.r.n(len(g.funcs))]
	if f.cost > g.calls {
		return
	}
	s, ok := g.callText(f, 3)
	if !ok {
		return
	}
	if f.cost <= g.calls && g.r.percent(25) { // one of two calls, with or without a value
		if other, ok := g.callText(f, 2); ok {
			g.line("(%s) ? %s : %s;", g.expr(boolT, 2).s, s, other)
			return
		}
	}
	g.line("%s;", s)
}

func (g *gen) swap() {
	t := g.simpleType()
	a, ok := g.target(t)
	b, ok2 := g.target(t)
	if ok && ok2 && !strings.Contains(a+b, "(") && t.plain() {
		g.line("SWAP(%s, %s, %s)", t.core(), a, b)
	}
}

// outputs writes to the invocation's part of the output in between.
func (g *gen) outputs() {
	if g.fn != nil || g.loops > 0 || g.depth > 0 {
		g.assignment()
		return
	}
	g.line("o[lid].g[%d] = %s;", g.r.n(60), g.settled(floatT))
}

func (g *gen) ret() {
	switch {
	case g.fn == nil:
		g.assignment() // main goes on, so that all is written
	case g.fn.result == nil:
		g.line("if (%s) return;", g.expr(boolT, 2).s)
	default:
		g.line("if (%s) return %s;", g.expr(boolT, 2).s, g.settled(g.fn.result))
	}
}

func (g *gen) ifStmt() {
	g.line("if (%s) {", g.expr(boolT, 3).s)
	g.block(1 + g.r.n(3))
	for g.r.percent(30) {
		g.line("} else if (%s) {", g.expr(boolT, 2).s)
		g.block(1 + g.r.n(2))
	}
	if g.r.percent(50) {
		g.line("} else {")
		g.block(1 + g.r.n(2))
	}
	g.line("}")
}

func (g *gen) enterLoop(counter string) (bool, int) {
	was, calls := g.inLoop, g.calls
	g.inLoop = true
	g.loops++
	g.calls /= 4
	g.blocked = append(g.blocked, counter)
	return was, calls
}

func (g *gen) leaveLoop(was bool, calls int) {
	g.inLoop, g.calls = was, calls-min(calls, 4*(calls/4-g.calls))
	g.loops--
	g.blocked = g.blocked[:len(g.blocked)-1]
}

func (g *gen) forStmt() {
	if g.loops > 1 {
		g.ifStmt()
		return
	}
	i := g.name()
	if g.r.percent(40) && g.loops == 0 {
		i = pick(&g.r, []string{"i", "j"})
		for k := range g.vars {
			if g.vars[k].name == i && !g.vars[k].glob {
				i = g.name()
				break
			}
		}
		if slices.ContainsFunc(g.funcs, func(f function) bool { return f.name == i }) {
			i = g.name()
		}
	}
	n := 1 + g.r.n(4)
	switch g.r.n(6) {
	case 0:
		g.line("REP(%s, %d) {", i, n)
	case 1:
		g.line("for (int %s = %d; %s > 0; --%s) {", i, n, i, i)
	case 2:
		g.line("for (int %s = 0, end_%s = %s & 3; %s < end_%s; %s++) {", i, i, g.in(g.expr(intT, 2), bitAnd), i, i, i)
	case 3:
		g.line("for (int %s = 0; %s < %d && %s; %s += 1) {", i, i, n, g.in(g.expr(boolT, 2), bitOr), i)
	default:
		g.line("for (int %s = 0; %s < %d; %s++) {", i, i, n, i)
	}
	base := len(g.vars)
	g.vars = append(g.vars, variable{name: i, t: intT, ro: true})
	was, calls := g.enterLoop(i)
	g.block(1 + g.r.n(4))
	g.leaveLoop(was, calls)
	g.vars = g.vars[:base]
	g.line("}")
}

func (g *gen) whileStmt() {
	if g.loops > 1 {
		g.assignment()
		return
	}
	g.names++
	i := fmt.Sprintf("n%d", g.names)
	n := 1 + g.r.n(4)
	g.line("int %s = 0;", i)
	base := len(g.vars)
	if g.r.percent(50) {
		g.line("while (%s++ < %d) {", i, n)
		was, calls := g.enterLoop(i)
		g.block(1 + g.r.n(3))
		g.leaveLoop(was, calls)
		g.line("}")
	} else {
		g.line("do {")
		was, calls := g.enterLoop(i)
		g.block(1 + g.r.n(3))
		g.leaveLoop(was, calls)
		g.line("} while (++%s < %d);", i, n)
	}
	g.vars = g.vars[:base]
}

func (g *gen) switchStmt() {
	t, u := intT, ""
	if g.r.percent(30) {
		t, u = uintT, "u"
	}
	g.line("switch (%s & 3%s) {", g.in(g.expr(t, 2), bitAnd), u)
	base := len(g.vars)
	was := g.inLoop
	labels := g.r.n(4) + 1
	def := g.r.n(labels + 1)
	for k := range labels {
		if k == def {
			g.line("default:")
		}
		g.line("case %d%s:", k, u)
		if g.r.percent(15) && k+1 < labels {
			continue
		}
		g.indent++
		g.depth++
		inner := len(g.vars)
		g.inLoop = false
		if g.r.percent(30) {
			g.line("{")
			g.block(2)
			g.line("}")
		} else if g.r.percent(20) {
			// A variable that later clauses see too, without its value.
			g.names++
			name := fmt.Sprintf("s%d", g.names)
			g.line("int %s;", name)
			g.line("%s = %s;", name, g.settled(intT))
			if v, ok := g.target(intT); ok {
				g.line("%s = %s + 1;", v, name)
			}
		}
		g.simple()
		g.inLoop = was
		if was && g.r.percent(20) {
			g.line("if (%s) continue;", g.expr(boolT, 1).s)
		}
		if g.r.percent(20) {
			g.ret()
		}
		g.vars = g.vars[:inner]
		g.depth--
		g.indent--
		if g.r.percent(65) || k == labels-1 {
			g.line("\tbreak;")
		}
	}
	g.vars = g.vars[:base]
	g.line("}")
}

// simple writes a statement that declares nothing.
func (g *gen) simple() {
	switch g.r.n(3) {
	case 0:
		g.compound()
	default:
		g.assignment()
	}
}
