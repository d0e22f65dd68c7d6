package progen

// This file makes statements that change the flow of control.

import (
	"fmt"
	"strings"
)

func (g *gen) conditional(depth int) {
	g.line("if %s {", g.condition(g.depthOf()))
	g.block(g.r.between(1, 4), depth-1)
	for range g.r.n(3) {
		if !g.r.percent(25) {
			break
		}
		g.line("} else if %s {", g.condition(g.depthOf()))
		g.block(g.r.between(0, 3), depth-1)
	}
	if g.r.percent(40) {
		g.line("} else {")
		g.block(g.r.between(0, 4), depth-1)
	}
	g.line("}")
}

// exit leaves a loop, a switch or the function, mostly on a condition.
func (g *gen) exit(depth int) {
	var ways []string
	if g.flow.loop || g.flow.inSwitch {
		ways = append(ways, "break;")
	}
	if g.flow.canContinue {
		ways = append(ways, "continue;", "continue;")
	}
	if g.flow.canReturn {
		if g.fn.result == nil {
			ways = append(ways, "return;")
		} else {
			ways = append(ways, "return ")
		}
	}
	if len(ways) == 0 {
		g.assign()
		return
	}
	way := one(g.r, ways)
	leave := func() {
		if way == "return " {
			g.line("return %s;", g.stored(g.expr(g.fn.result, 2), g.fn.result))
		} else {
			g.line("%s", way)
		}
	}
	if g.r.percent(6) { // what follows is never reached
		leave()
		return
	}
	g.line("if %s {", g.condition(g.depthOf()))
	g.indent++
	g.push()
	g.statements(g.r.n(3), depth-1)
	leave()
	g.pop()
	g.indent--
	if g.r.percent(20) {
		g.line("} else {")
		g.block(g.r.between(1, 2), depth-1)
	}
	g.line("}")
}

func (g *gen) switchOf(depth int) {
	s := one(g.r, []*typ{g.i32, g.u32})
	selector := g.varying(s, g.depthOf())
	text := selector.s
	if g.r.percent(70) {
		text = fmt.Sprintf("%s & %s", selector.at(precUnary), g.integerText(s, 7))
	}
	g.line("switch %s {", text)
	g.indent++
	saved := g.flow
	g.flow.inSwitch = true
	labels := []int64{0, 1, 2, 3, 4, 5, 6, 7}
	if g.r.percent(20) {
		labels = append(labels, 100, 1<<31-1)
		if s.kind == kI32 {
			labels = append(labels, -1, -5)
		} else {
			labels = append(labels, 1<<32-1)
		}
	}
	shuffle(g.r, labels)
	n := g.r.n(5)
	at := g.r.n(n + 1) // where the default is
	for i := range n + 1 {
		var list []string
		for range g.r.between(1, 2) {
			if len(labels) > 0 && (i != at || g.r.percent(30)) {
				list = append(list, g.caseLabel(s, labels[0]))
				labels = labels[1:]
			}
		}
		switch {
		case i == at && len(list) == 0:
			g.line("default {")
		case i == at:
			list = append(list, "default")
			shuffle(g.r, list)
			g.line("case %s {", strings.Join(list, ", "))
		case len(list) == 0:
			continue
		default:
			g.line("case %s%s {", strings.Join(list, ", "), one(g.r, []string{"", ":", ","}))
		}
		g.block(g.r.n(4), depth-1)
		g.line("}")
	}
	g.flow = saved
	g.indent--
	g.line("}")
}

// caseLabel spells a selector: a literal, or an expression with its value.
func (g *gen) caseLabel(t *typ, x int64) string {
	if g.r.percent(15) && x > 0 && x < 1000 {
		return fmt.Sprintf("%d + %d", x-1, 1)
	}
	suffix := one(g.r, []string{"", t.name[:1]})
	return fmt.Sprint(x) + suffix
}

// loop makes a loop of one of the forms, that runs a few times at most.
func (g *gen) loop(depth int) {
	trips := one(g.r, []int{0, 1, 2, 2, 3, 3, 4, 5, 8})
	if g.flow.times*trips > 60 {
		trips = 2
	}
	if g.flow.times > 200 {
		g.conditional(depth)
		return
	}
	saved := g.flow
	g.push()
	switch g.r.n(3) {
	case 0:
		g.forLoop(trips, depth)
	case 1:
		g.whileLoop(trips, depth)
	case 2:
		g.bareLoop(trips, depth)
	}
	g.pop()
	g.flow = saved
}

// body makes the body of a loop.
func (g *gen) body(trips, depth int) {
	g.flow.loop, g.flow.inSwitch, g.flow.canContinue = true, false, true
	g.flow.times *= max(trips, 1)
	g.block(g.r.between(1, 5), depth-1)
}

// counter is a name and type for a loop's counter.
func (g *gen) counter() (string, *typ) {
	g.nextID++
	return fmt.Sprintf("n%d", g.nextID), one(g.r, []*typ{g.i32, g.u32})
}

func (g *gen) forLoop(trips, depth int) {
	name, t := g.counter()
	zero, limit := g.integerText(t, 0), g.integerText(t, int64(trips))
	condition := name + " < " + limit
	if g.r.percent(20) {
		condition += " && " + g.varying(g.bool, 2).at(precRelation)
	}
	step := one(g.r, []string{name + "++", name + " += 1", name + " = " + name + " + 1"})
	index := trips
	init := "var " + name + " = " + zero
	if g.r.percent(20) { // down
		init, condition, index = "var "+name+" = "+limit, name+" > "+zero, trips+1
		step = one(g.r, []string{name + "--", name + " -= 1"})
	}
	before := g.r.percent(15)
	if before {
		g.line("{")
		g.indent++
		g.line("%s;", init)
		init = ""
	}
	inside := g.r.percent(15)
	if inside { // the condition stands in the body
		g.line("for (%s;; %s) {", init, step)
		g.indent++
		g.line("if (!(%s)) { break; }", condition)
		g.indent--
	} else {
		g.line("for (%s; %s; %s) {", init, condition, step)
	}
	g.declare(&variable{name: name, t: t, space: inFunction, index: index})
	g.body(trips, depth)
	g.line("}")
	if before {
		g.indent--
		g.line("}")
	}
}

func (g *gen) whileLoop(trips, depth int) {
	name, t := g.counter()
	g.line("{")
	g.indent++
	g.line("var %s = %s;", name, g.integerText(t, 0))
	condition := "(" + name + " < " + g.integerText(t, int64(trips)) + ")"
	if g.r.percent(40) {
		condition += " && " + g.varying(g.bool, 2).at(precRelation)
	}
	g.line("while %s {", condition)
	g.indent++
	g.line("%s++;", name)
	g.indent--
	g.declare(&variable{name: name, t: t, space: inFunction, index: trips + 1})
	g.body(trips, depth)
	g.line("}")
	g.indent--
	g.line("}")
}

// bareLoop makes a loop statement. A continuing block may use variables of the body only if
// no continue passes over their declarations.
func (g *gen) bareLoop(trips, depth int) {
	trips = max(trips, 1)
	name, t := g.counter()
	g.line("{")
	g.indent++
	g.line("var %s = %s;", name, g.integerText(t, 0))
	g.declare(&variable{name: name, t: t, space: inFunction, index: trips + 1})
	g.line("loop {")
	g.indent++
	limit := g.integerText(t, int64(trips))
	byIf := g.r.percent(50)
	if !byIf {
		g.line("if (%s >= %s) { break; }", name, limit)
	}
	g.flow.loop, g.flow.inSwitch, g.flow.canContinue = true, false, g.r.percent(60)
	shares := !g.flow.canContinue
	g.flow.times *= trips
	outer := g.flow
	g.push()
	kept := 0
	if !shares { // what stands before any continue is visible to the continuing block
		for range g.r.n(3) {
			if g.r.percent(30) {
				g.let()
			} else {
				g.variable()
			}
		}
		kept = len(g.scopes[len(g.scopes)-1].vars)
	}
	g.statements(g.r.between(1, 5), depth-1)
	if !shares {
		for _, v := range g.scopes[len(g.scopes)-1].vars[kept:] {
			v.gone = true
		}
	}
	g.line("continuing {")
	g.indent++
	g.push()
	g.flow.loop, g.flow.canContinue, g.flow.canReturn = false, false, false
	early := g.r.percent(50)
	if early {
		g.line("%s++;", name)
	}
	if g.r.percent(50) {
		g.statements(g.r.between(1, 3), min(depth-1, 1))
	}
	if !early {
		g.line("%s += 1;", name)
	}
	if byIf {
		condition := name + " >= " + limit
		if g.r.percent(40) {
			condition = "(" + condition + ") || " + g.varying(g.bool, 2).at(precRelation)
		}
		g.line("break if %s;", condition)
	}
	g.flow = outer
	g.pop()
	g.indent--
	g.line("}")
	g.pop()
	g.indent--
	g.line("}")
	g.indent--
	g.line("}")
}
