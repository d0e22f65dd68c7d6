package progen

// This file makes loops that count in the ways that optimizers reason about: down, by
// two and three, by shifts and products, with two ways out, with a counter that the body
// changes too, towards a bound that is computed or comes nearer, across the ends of the
// numbers, with values that go from round to round, and with neighbours of the counter as
// indices.

import (
	"fmt"
	"strings"
)

// A count is how a loop counts, with $n for the counter: few rounds whatever its bound is.
type count struct {
	first, test, step string
	t                 *typ
	rounds            int // at most
	wraps             bool
}

// count makes up a way to count.
func (g *gen) count() count {
	bound := fmt.Sprintf("%du", g.r.n(7))
	switch k := g.r.n(10); {
	case k < 3 && g.lengths:
		bound = "min(arrayLength(&many), 5u)"
	case k < 6:
		bound = g.fresh()
		g.line("let %s = %s %% %du;", bound, g.expr(g.u32, 2).at(precMultiply), g.r.between(1, 6))
	}
	step := g.r.between(1, 3)
	u := func(first, test, step string, rounds int) count {
		return count{first, test, step, g.u32, rounds, false}
	}
	i := func(first, test, step string, rounds int) count {
		return count{first, test, step, g.i32, rounds, false}
	}
	across := func(c count) count { c.wraps = true; return c }
	switch g.r.n(14) {
	case 0:
		return u(bound, "$n > 0u", "$n--", 6)
	case 1:
		return u(bound, "$n != 0u", fmt.Sprintf("$n -= min($n, %du)", step), 6)
	case 2:
		return u("0u", "$n < "+bound, fmt.Sprintf("$n += %du", step), 6)
	case 3:
		return u(fmt.Sprintf("%du", g.r.n(4)), "$n + 1u < "+bound, "$n++", 6)
	case 4:
		return u("1u", "$n < 64u", fmt.Sprintf("$n = $n << %du", step), 6)
	case 5:
		return u(fmt.Sprintf("%du", g.r.n(40)), "$n > 0u", "$n >>= 1u", 6)
	case 6:
		return u("1u", "$n <= 100u", "$n *= 3u", 5)
	case 7:
		return i("i32("+bound+") - 3", "$n < 3", "$n++", 6)
	case 8:
		return i("i32("+bound+")", "$n >= 0", fmt.Sprintf("$n -= %d", step), 7)
	case 9:
		return across(u(fmt.Sprintf("%du", 4294967295-g.r.n(3)), fmt.Sprintf("$n != %du", g.r.n(3)), "$n++", 6))
	case 10:
		return across(u(fmt.Sprintf("%du", g.r.n(4)), "$n < 6u", "$n--", 6))
	case 11:
		return across(i(fmt.Sprintf("%d", 2147483647-g.r.n(4)), "$n > 0", "$n += 1", 5))
	case 12:
		return across(u(fmt.Sprintf("%du", 2147483648-uint32(g.r.n(3))), fmt.Sprintf("$n < %du", 2147483648+uint32(g.r.n(3))), "$n += 1u", 6))
	}
	return across(i(fmt.Sprintf("i32(%s) - 2147483647", bound), "$n < 0", "$n -= 1", 8))
}

// countedLoop makes a counted loop, sometimes one in another.
func (g *gen) countedLoop(depth int) {
	if g.flow.times > 60 {
		g.alias()
		return
	}
	saved := g.flow
	g.push()
	g.line("{")
	g.indent++
	a, b, w := g.fresh(), g.fresh(), g.fresh()
	g.line("var %s = %s;", a, g.expr(g.u32, 2).s)
	g.line("var %s = 1u;", b)
	g.line("var %s = array<u32, 8>(1, 2, 3, 5, 8, 13, 21, 34);", w)
	if g.r.percent(25) {
		g.search(a, b, w)
	} else {
		g.counting(a, b, w, depth, g.r.percent(40))
	}
	g.line("z_note(%s ^ %s ^ %s[%du]);", a, b, w, g.r.n(8))
	g.indent--
	g.line("}")
	g.pop()
	g.flow = saved
}

// counting is one loop, and perhaps one in it, that changes two variables and an array.
func (g *gen) counting(a, b, w string, depth int, nested bool) {
	c := g.count()
	g.nextID++
	name := fmt.Sprintf("n%d", g.nextID)
	test, step := strings.ReplaceAll(c.test, "$n", name), strings.ReplaceAll(c.step, "$n", name)
	g.push()
	form := g.r.n(3)
	switch form {
	case 0:
		g.line("for (var %s = %s; %s; %s) {", name, c.first, test, step)
	case 1:
		g.line("var %s = %s;", name, c.first)
		g.line("while %s {", test)
	case 2:
		g.line("var %s = %s;", name, c.first)
		g.line("loop {")
		g.line("\tif !(%s) { break; }", test)
	}
	g.indent++
	v := &variable{name: name, t: c.t, space: inFunction, gone: true}
	g.declare(v)
	g.flow.times *= c.rounds
	g.flow.loop, g.flow.inSwitch, g.flow.canContinue = true, false, form == 0
	g.rounds(a, b, w, name)
	if nested && g.flow.times <= 60 {
		g.counting(a, b, w, depth-1, false)
	}
	if g.r.percent(30) {
		g.statements(1, min(depth-1, 1))
	}
	if g.r.percent(30) {
		g.line("if %s > %du { break; }", a, g.r.between(1, 1<<16))
	}
	switch form {
	case 1:
		if !c.wraps && g.r.percent(20) { // the body goes on by more, of what counts up
			g.line("%s;", step)
			g.line("if !(%s) { break; }", test)
		}
		g.line("%s;", step)
	case 2:
		g.line("continuing {")
		g.line("\t%s;", step)
		g.line("}")
	}
	g.indent--
	g.line("}")
	g.pop()
}

// rounds changes the variables by their values in the previous iteration, and by the
// counter.
func (g *gen) rounds(a, b, w, name string) {
	n := "u32(" + name + ")"
	at := one(g.r, []string{
		fmt.Sprintf("%s[%s %% 8u]", w, n), fmt.Sprintf("%s[min(%s, 7u)]", w, n), fmt.Sprintf("%s[min(%s - 1u, 7u)]", w, n),
		fmt.Sprintf("%s[(%s + 1u) & 7u]", w, n), fmt.Sprintf("%s[%s & 3u]", w, a),
	})
	for range g.r.between(1, 3) {
		switch g.r.n(6) {
		case 0:
			g.line("%s = %s * 3u + %s;", a, b, n)
			g.line("%s = %s ^ (%s >> 1u);", b, a, b)
		case 1:
			g.line("%s += %s;", a, at)
		case 2:
			g.line("%s = %s + %du;", at, b, g.r.n(5))
		case 3:
			g.line("if (%s & 1u) == 0u { %s += %s; } else { %s -= 1u; }", n, a, b, b)
		case 4:
			g.line("{ let t = %s; %s = %s; %s = t + 1u; }", a, a, b, b)
		case 5:
			g.line("%s = select(%s, %s, %s < %s) + 1u;", b, a, n, n, a)
		}
	}
}

// search narrows the range between two ends.
func (g *gen) search(a, b, w string) {
	low, high := g.fresh(), g.fresh()
	g.line("var %s = 0u;", low)
	g.line("var %s = %s %% 9u;", high, g.expr(g.u32, 2).at(precMultiply))
	g.line("while %s < %s {", low, high)
	middle := one(g.r, []string{fmt.Sprintf("%s + (%s - %s) / 2u", low, high, low), fmt.Sprintf("(%s + %s) / 2u", low, high), fmt.Sprintf("(%s + %s) >> 1u", low, high)})
	g.line("\tlet m = %s;", middle)
	g.line("\t%s += %s[m];", b, w)
	g.line("\tif %s[m] <= %s %% 40u { %s = m + 1u; } else { %s = m; }", w, a, low, high)
	g.line("}")
	g.line("%s ^= %s;", a, low)
}
