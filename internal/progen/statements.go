package progen

// This file makes statements.

import (
	"fmt"
	"strings"
)

// statements makes up to n statements in the scope at hand.
func (g *gen) statements(n, depth int) {
	for range n {
		if g.budget <= 0 || g.full() {
			return
		}
		g.statement(depth)
	}
}

// full reports whether the function is as large as it may be.
func (g *gen) full() bool {
	if g.fn.isMain {
		return g.fn.cost > maxCost || g.fn.size > maxSize
	}
	return g.fn.cost > maxHelperCost || g.fn.size > maxHelperSize
}

// block makes statements in a scope of their own. The text that opens it stands
// already.
func (g *gen) block(n, depth int) {
	g.indent++
	g.push()
	g.statements(n, depth)
	g.pop()
	g.indent--
}

func (g *gen) condition(depth int) string {
	return "(" + g.varying(g.bool, depth).s + ")"
}

func (g *gen) statement(depth int) {
	g.spend(1, 1)
	compound := 0
	if depth > 0 {
		compound = 1
	}
	on := func(b bool, weight int) int {
		if b {
			return weight
		}
		return 0
	}
	exit := g.flow.loop || g.flow.inSwitch || g.flow.canReturn && g.flow.times > 0
	switch g.r.weighted(14, 10, 26, 14, 6, 16*compound, on(g.swarm.loops, 14*compound), on(g.swarm.switches, 9*compound),
		3*compound, on(exit && g.swarm.exits, 10), on(g.swarm.pointers, 6), on(g.swarm.atomics && g.swarm.solo, 6), 3,
		on(len(g.own) > 0, 6), on(g.o.Wide, 45), on(g.o.Fragment && !g.o.Vertex, 2)+on(g.o.Helpers, 12),
		on(g.o.Calls || g.views, 30)) {
	case 0:
		g.let()
	case 1:
		g.variable()
	case 2:
		g.assign()
	case 3:
		g.noteExpr()
	case 4:
		g.callStatement()
	case 5:
		g.conditional(depth)
	case 6:
		g.loop(depth)
	case 7:
		g.switchOf(depth)
	case 8:
		g.line("{")
		g.block(g.r.between(1, 4), depth-1)
		g.line("}")
	case 9:
		g.exit(depth)
	case 10:
		g.pointer()
	case 11:
		g.atomic()
	case 12:
		g.line("_ = %s;", g.varying(one(g.r, g.pool), 2).s)
	case 13:
		g.keptAtomic()
	case 14:
		g.wide(depth)
	case 15:
		g.discard()
	case 16:
		g.called()
	}
}

// depthOf is how deep the expressions of a statement go.
func (g *gen) depthOf() int { return g.r.between(1, 3) }

func (g *gen) let() {
	t := one(g.r, g.pool)
	if g.swarm.constants && g.r.percent(15) && t.isScalar() && t.kind != kF16 {
		c := g.constant(t, 2)
		name := g.newName()
		if !c.holds(t) { // nothing uses it: the name is to hide none that something uses
			g.nextID++
			name = fmt.Sprintf("v%d", g.nextID)
		}
		g.line("const %s = %s;", name, c.s)
		if c.holds(t) {
			g.declare(&variable{name: name, t: t, fixed: true, uniform: true})
		}
		g.line("const_assert %s;", g.assertion(name, t, c))
		return
	}
	text := g.stored(g.expr(t, g.depthOf()), t)
	name := g.newName()
	if g.r.percent(30) {
		g.line("let %s: %s = %s;", name, g.spell(t), text)
	} else {
		g.line("let %s = %s;", name, text)
	}
	g.declare(&variable{name: name, t: t})
}

func (g *gen) variable() {
	t := one(g.r, g.pool)
	text := g.stored(g.expr(t, g.depthOf()), t)
	name := g.newName()
	switch g.r.n(4) {
	case 0:
		g.line("var %s: %s;", name, g.spell(t))
	case 1:
		g.line("var %s: %s = %s;", name, g.spell(t), text)
	default:
		g.line("var %s = %s;", name, text)
	}
	g.declare(&variable{name: name, t: t, space: inFunction, mutable: true})
}

// target is a way to something that can be assigned.
func (g *gen) target(t *typ) (path, bool) {
	return g.pathTo(t, 2, func(v *variable) bool { return v.mutable && v.index == 0 })
}

func (g *gen) assign() {
	t := one(g.r, g.pool)
	if g.r.percent(30) {
		t = one(g.r, g.anchorTypes())
	}
	if t == g.f32 && !g.swarm.floats || t == g.bool && !g.swarm.bools {
		t = g.i32
	}
	to, ok := g.target(t)
	if !ok {
		g.noteExpr()
		return
	}
	depth := g.depthOf()
	if s := t.scalar(); s.isInteger() && g.r.percent(40) {
		switch g.r.n(5) {
		case 0:
			if t.isScalar() {
				g.line("%s%s;", to.text, one(g.r, []string{"++", "--"}))
				return
			}
			fallthrough
		case 1:
			g.line("%s %s %s;", to.text, one(g.r, []string{"+=", "-=", "*="}), g.expr(t, depth).s)
		case 2:
			g.line("%s %s %s;", to.text, one(g.r, []string{"&=", "|=", "^="}), g.expr(t, depth).s)
		case 3:
			by := g.varying(t, depth).s
			if g.r.percent(50) {
				by = g.nonzero(t)
			}
			g.line("%s %s %s;", to.text, one(g.r, []string{"/=", "%="}), by)
		case 4:
			g.line("%s %s %s;", to.text, one(g.r, []string{"<<=", ">>="}), g.amount(t.width(), depth).s)
		}
		return
	}
	if t.scalar().isFloat() && g.r.percent(40) && !strings.Contains(to.text, "(") {
		v := g.expr(t, depth)
		high, low := std(t.scalar())
		op := one(g.r, []string{"+=", "-=", "*="})
		if g.fits(t.scalar(), max(v.high+high, v.high+1, high+1), min(v.low+low, v.low, low)) {
			g.line("%s %s %s;", to.text, op, v.s)
			g.line("%s = %s(%s);", to.text, g.tame(t), to.text)
			return
		}
	}
	g.line("%s = %s;", to.text, g.stored(g.expr(t, depth), t))
}

// noteExpr puts an expression into the hash of everything seen.
func (g *gen) noteExpr() {
	t := one(g.r, g.pool)
	v := g.expr(t, g.depthOf())
	if text, ok := g.wordOf(t, v); ok {
		g.line("z_note(%s);", text)
		return
	}
	g.nextID++
	name := fmt.Sprintf("v%d", g.nextID)
	g.line("let %s = %s;", name, g.stored(v, t))
	g.note(g.declare(&variable{name: name, t: t}))
}

// wordOf is a u32 that depends on most bits of a scalar.
func (g *gen) wordOf(t *typ, v val) (string, bool) {
	switch t.kind {
	case kBool:
		return "select(0u, 1u, " + v.s + ")", true
	case kI32:
		if g.r.percent(50) {
			return "u32(" + v.s + ")", true
		}
		return "bitcast<u32>(" + v.s + ")", true
	case kU32:
		return v.s, true
	case kF32:
		return g.bits(v.s), true
	case kF16:
		return g.bits("f32(" + v.s + ")"), true
	}
	return "", false
}

// word is a u32 that depends on a variable.
func (g *gen) word(v *variable) (string, bool) {
	text, at := v.text, v.t
	if v.pointer {
		text = "(*" + v.name + ")"
	}
	for !at.isScalar() {
		part := one(g.r, g.parts(at))
		text, at, _ = g.step(text, at, part, 0)
	}
	return g.wordOf(at, stdVal(at, text, v.fixed))
}

// note puts some scalars of a variable into the hash.
func (g *gen) note(v *variable) {
	for range min(v.t.leaves, 3) {
		if text, ok := g.word(v); ok {
			g.line("z_note(%s);", text)
		}
	}
}

func (g *gen) callStatement() {
	var list []*function
	for _, f := range g.funcs {
		if g.affords(f) && g.argumentsExist(f) {
			list = append(list, f)
		}
	}
	if len(list) == 0 {
		g.noteExpr()
		return
	}
	f := one(g.r, list)
	if text, ok := g.callText(f, 3); ok {
		if f.mustUse {
			text = "_ = " + text
		}
		g.line("%s;", text)
	}
}

func (g *gen) pointer() {
	t := one(g.r, g.pool)
	p, ok := g.pathTo(t, 2, func(v *variable) bool { return v.mutable && v.index == 0 })
	if !ok || p.part {
		g.assign()
		return
	}
	name := g.newName()
	g.line("let %s = &%s;", name, p.text)
	g.declare(&variable{name: name, t: t, space: p.v.space, mutable: true, pointer: true, root: p.v, lent: p.v.lent,
		deep: p.deep || p.v.deep || p.v.text != p.v.name})
}

// atomic uses an atomic with its result, in programs of one invocation.
func (g *gen) atomic() {
	a := one(g.r, g.atomics)
	x := g.expr(a.t, 2).s
	note := func(text string) {
		if a.t.kind == kI32 {
			text = "bitcast<u32>(" + text + ")"
		}
		g.line("z_note(%s);", text)
	}
	switch g.r.n(5) {
	case 0:
		g.line("atomicStore(&%s, %s);", a.text, x)
	case 1:
		note("atomicLoad(&" + a.text + ")")
	case 2:
		note("atomicExchange(&" + a.text + ", " + x + ")")
	case 3:
		g.nextID++
		g.line("let v%d = atomicCompareExchangeWeak(&%s, %s, %s);", g.nextID, a.text, g.expr(a.t, 1).s, x)
		note(fmt.Sprintf("v%d.old_value", g.nextID))
		g.line("z_note(select(3u, 5u, v%d.exchanged));", g.nextID)
	case 4:
		op := one(g.r, one(g.r, families))
		if g.r.percent(50) {
			g.line("%s(&%s, %s);", op, a.text, x)
		} else {
			note(op + "(&" + a.text + ", " + x + ")")
		}
	}
}
