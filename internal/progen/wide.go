package progen

// This file makes the code of Options.Wide: shapes of programs that translators have got
// wrong before. Copies, swaps and rotations of variables, aliases of parameters, constants
// and overrides, loops with break if ahead of other statements, loops without an end but by
// return, variables in loops that are read before they are set, lengths through pointers,
// abstract literals in every overload.
//
// See also names.go, odd.go, functions.go, counted.go and shapes.go.

import (
	"fmt"
	"strings"
)

// wide makes a statement, or a few, of one of the shapes.
func (g *gen) wide(depth int) {
	inside := 1
	if depth <= 0 || g.flow.times > 60 {
		inside = 0
	}
	odd := 0
	if g.o.Odd {
		odd = 12
	}
	switch g.r.weighted(20, 14, 8, 12*inside, 12*inside, 8*inside, 8, 10, odd, 6, 14*inside, 24*inside) {
	case 0:
		g.swapped()
	case 1:
		g.alias()
	case 2:
		g.selfCopy()
	case 3:
		g.flatLoop(depth)
	case 4:
		g.freshLoop(depth)
	case 5:
		g.swapLoop()
	case 6:
		g.lengthThrough()
	case 7:
		g.abstractCall()
	case 8:
		g.odd()
	case 9:
		g.known()
	case 10:
		g.countedLoop(depth)
	case 11:
		g.common()
	}
}

// whole are visible variables of a type that can be assigned as a whole, each once.
func (g *gen) whole(t *typ) (list []*variable) {
	g.visible(func(v *variable) {
		if v.t == t && v.mutable && v.index == 0 && !v.pointer && v.text == v.name {
			list = append(list, v)
		}
	})
	shuffle(g.r, list)
	return list
}

// several are up to n variables of a type to move values between, new ones if there are too
// few.
func (g *gen) several(n int) (t *typ, list []*variable) {
	t = one(g.r, g.pool)
	list = g.whole(t)
	for len(list) < n {
		text := g.stored(g.expr(t, 2), t)
		name := g.newName()
		g.line("var %s = %s;", name, text)
		list = append(list, g.declare(&variable{name: name, t: t, space: inFunction, mutable: true}))
	}
	// A found variable may have been hidden by later declarations.
	hidden := map[string]bool{}
	var seen []*variable
	for i := n - 1; i >= 0; i-- {
		if v := list[i]; !hidden[v.name] && g.lookup(v.name) == v {
			seen = append(seen, v)
			hidden[v.name] = true
		}
	}
	return t, seen
}

// lookup is the variable of a name here, if it is visible.
func (g *gen) lookup(name string) (found *variable) {
	g.visible(func(v *variable) {
		if v.name == name && found == nil {
			found = v
		}
	})
	return found
}

// fresh is a name that nothing has.
func (g *gen) fresh() string {
	g.nextID++
	return fmt.Sprintf("v%d", g.nextID)
}

// swapped copies variables, swaps two or rotates several.
func (g *gen) swapped() {
	t, list := g.several(g.r.between(2, 4))
	g.moves(t, list)
}

// moves moves values between variables: in a circle through a temporary value, or
// along a row.
func (g *gen) moves(t *typ, list []*variable) {
	if len(list) == 0 {
		return
	}
	circle := g.r.percent(75) && len(list) > 1
	name := g.fresh()
	if circle {
		g.line("%s %s = %s;", one(g.r, []string{"let", "let", "var"}), name, list[0].name)
	}
	for i := 1; i < len(list); i++ {
		g.line("%s = %s;", list[i-1].name, list[i].name)
	}
	if circle {
		g.line("%s = %s;", list[len(list)-1].name, name)
		if g.r.percent(50) {
			g.declare(&variable{name: name, t: t})
		}
	}
}

// selfCopy assigns a variable, or a part, to itself or to a part of itself.
func (g *gen) selfCopy() {
	t := one(g.r, g.pool)
	to, ok := g.target(t)
	if !ok || strings.Contains(to.text, "z_call") {
		g.alias()
		return
	}
	if t.kind == kVector && !to.part && g.r.percent(70) {
		order := []string{"x", "y", "z", "w"}[:t.n]
		shuffle(g.r, order)
		g.line("%s = %s.%s;", to.text, to.text, strings.Join(order, ""))
		return
	}
	if t.kind == kVector && !to.part {
		a, b := g.r.n(t.n), g.r.n(t.n)
		g.line("%s.%c = %s.%c;", to.text, "xyzw"[a], to.text, "xyzw"[b])
		return
	}
	name := g.fresh()
	g.line("let %s = %s;", name, to.text)
	g.line("%s = %s;", to.text, name)
	g.declare(&variable{name: name, t: t})
}

// alias gives a value that has a name another one.
func (g *gen) alias() {
	t := one(g.r, g.pool)
	if g.r.percent(40) {
		t = one(g.r, g.anchorTypes())
	}
	if t == g.f32 && !g.swarm.floats || t == g.bool && !g.swarm.bools {
		t = g.u32
	}
	list := g.candidates(t, func(v *variable) bool { return v.t == t && !v.pointer })
	if len(list) == 0 {
		return
	}
	v := one(g.r, list)
	name := g.newName()
	text := v.text
	if g.r.percent(60) {
		g.line("let %s = %s;", name, text)
		g.declare(&variable{name: name, t: t})
	} else {
		g.line("var %s = %s;", name, text)
		g.declare(&variable{name: name, t: t, space: inFunction, mutable: true})
	}
	if again := g.fresh(); g.r.percent(30) {
		g.line("let %s = %s;", again, name)
		g.declare(&variable{name: again, t: t})
	}
}

// flatLoop makes a loop with break if in the block at hand, which goes on with other
// statements.
func (g *gen) flatLoop(depth int) {
	name, t := g.counter()
	trips := g.r.between(1, 3)
	g.line("var %s = %s;", name, g.integerText(t, 0))
	v := g.declare(&variable{name: name, t: t, space: inFunction, index: trips + 1})
	saved := g.flow
	g.flow.times *= trips
	g.flow.loop, g.flow.inSwitch, g.flow.canContinue = true, false, false
	g.line("loop {")
	g.indent++
	g.push()
	if g.r.percent(60) {
		g.statements(g.r.between(1, 3), depth-1)
	}
	g.line("continuing {")
	g.indent++
	g.push()
	g.flow.loop, g.flow.canContinue, g.flow.canReturn = false, false, false
	g.line("%s++;", name)
	if g.r.percent(40) {
		g.statements(1, 0)
	}
	g.line("break if %s >= %s;", name, g.integerText(t, int64(trips)))
	g.pop()
	g.indent--
	g.line("}")
	g.pop()
	g.indent--
	g.line("}")
	g.flow = saved
	after := g.fresh()
	g.line("let %s = %s;", after, v.text)
	if !g.r.percent(70) {
		return
	}
	u := g.expr(one(g.r, []*typ{g.i32, g.u32}), 2)
	g.line("z_note(u32(%s) ^ u32(%s * %s));", after, after, after)
	g.line("z_note(u32(%s));", u.s)
}

// freshLoop makes a loop whose body declares variables, reads them and sets them: each
// iteration begins with new ones.
func (g *gen) freshLoop(depth int) {
	name, t := g.counter()
	trips := g.r.between(2, 4)
	limit := g.integerText(t, int64(trips))
	saved := g.flow
	g.push()
	form := g.r.n(3)
	switch form {
	case 0:
		g.line("for (var %s = %s; %s < %s; %s++) {", name, g.integerText(t, 0), name, limit, name)
	case 1:
		g.line("var %s = %s;", name, g.integerText(t, 0))
		g.line("while %s < %s {", name, limit)
	case 2:
		g.line("var %s = %s;", name, g.integerText(t, 0))
		g.line("loop {")
	}
	g.declare(&variable{name: name, t: t, space: inFunction, index: trips + 1})
	g.indent++
	g.push()
	switch form {
	case 1:
		g.line("%s++;", name)
	case 2:
		g.line("if %s >= %s { break; }", name, limit)
	}
	g.flow.times *= trips
	g.flow.loop, g.flow.inSwitch, g.flow.canContinue = true, false, form != 2
	var list []*variable
	for range g.r.between(1, 2) {
		x := one(g.r, g.pool)
		v := &variable{name: g.fresh(), t: x, space: inFunction, mutable: true}
		switch {
		case g.r.percent(60):
			g.line("var %s: %s;", v.name, g.spell(x))
		case x.kind == kVector && x.elem.isFloat():
			g.line("var %s = %s(%s);", v.name, g.spell(x), g.floatText(x.elem, 0))
		default:
			g.line("var %s = %s();", v.name, g.spell(x))
		}
		list = append(list, g.declare(v))
	}
	for _, v := range list {
		g.note(v)
	}
	g.statements(g.r.n(3), depth-1)
	for _, v := range list {
		if g.lookup(v.name) == v {
			g.line("%s = %s;", v.name, g.stored(g.expr(v.t, 2), v.t))
			g.note(v)
		}
	}
	if form == 2 {
		g.line("continuing {")
		g.line("\t%s++;", name)
		g.line("}")
	}
	g.pop()
	g.indent--
	g.line("}")
	g.pop()
	g.flow = saved
}

// swapLoop rotates variables in a loop, and uses them behind it.
func (g *gen) swapLoop() {
	t, list := g.several(g.r.between(2, 3))
	name, c := g.counter()
	g.line("for (var %s = %s; %s < %s; %s++) {", name, g.integerText(c, 0), name, g.integerText(c, int64(g.r.between(1, 5))), name)
	g.indent++
	g.push()
	g.declare(&variable{name: name, t: c, gone: true})
	if g.r.percent(40) && len(list) > 0 {
		g.note(list[0])
	}
	g.moves(t, list)
	if g.r.percent(40) && len(list) > 0 && t.scalar().isInteger() && t.kind <= kVector {
		g.line("%s += %s;", list[0].name, list[len(list)-1].name)
	}
	g.pop()
	g.indent--
	g.line("}")
	for _, v := range list {
		g.note(v)
	}
}

// lengthThrough takes the length of the buffer through pointers.
func (g *gen) lengthThrough() {
	if !g.lengths {
		g.alias()
		return
	}
	if g.r.percent(40) {
		name := g.fresh()
		g.line("let %s = &many;", name)
		g.line("z_note(arrayLength(%s));", name)
		return
	}
	g.need("z_count", func() string {
		return fmt.Sprintf("fn z_count(p: ptr<storage, array<%s>>) -> u32 {\n\treturn arrayLength(p);\n}\n", g.many.name)
	})
	g.line("z_note(z_count(&many));")
}

// abstract is a literal without a suffix that a value of the type may be given by.
func (g *gen) abstract(t *typ) string {
	switch t.kind {
	case kI32:
		return fmt.Sprint(g.r.between(-9, 200))
	case kU32:
		return fmt.Sprint(g.r.n(200))
	}
	high, _ := std(t)
	text := fmt.Sprint(g.r.n(1 << (high - 1)))
	return text + one(g.r, []string{"", ".0", ".5", "."})
}

// abstractCall calls functions with abstract literals beside a value.
func (g *gen) abstractCall() {
	s := one(g.r, g.anchorTypes())
	if s == g.bool || s == g.f32 && !g.swarm.floats {
		s = one(g.r, []*typ{g.i32, g.u32})
	}
	v := g.varying(s, 2)
	x := v.at(precUnary)
	if s.isFloat() {
		x = "(" + g.stored(v, s) + ")"
	}
	lit := func() string { return g.abstract(s) }
	forms := []string{
		fmt.Sprintf("min(%s, %s)", lit(), x), fmt.Sprintf("max(%s, %s)", x, lit()), fmt.Sprintf("clamp(%s, 0, 2)", x),
		fmt.Sprintf("clamp(%s, max(%s, 3), 300)", lit(), x), fmt.Sprintf("select(%s, %s, %s)", lit(), x, g.varying(g.bool, 1).s),
		fmt.Sprintf("select(%s, %s, %s)", x, lit(), g.varying(g.bool, 1).s), fmt.Sprintf("vec2(%s, %s).x", lit(), x),
		fmt.Sprintf("vec3(%s, %s, %s).%c", x, lit(), lit(), "xyz"[g.r.n(3)]), fmt.Sprintf("array(%s, %s, %s)[1]", x, lit(), lit()),
		fmt.Sprintf("array(%s, %s)[%s & 1]", lit(), x, g.varying(g.u32, 1).at(precUnary)),
	}
	if s.kind == kF16 {
		forms = forms[:2]
	}
	if s.isInteger() {
		forms = append(forms, fmt.Sprintf("(%s + %s)", lit(), x), fmt.Sprintf("%s * %s", lit(), x), fmt.Sprintf("(%s ^ %s)", x, lit()),
			fmt.Sprintf("dot(vec2(%s, 3), vec2(%s, %s))", x, lit(), lit()), fmt.Sprintf("insertBits(%s, %s, 3, 9)", lit(), x),
			fmt.Sprintf("extractBits(%s, 2, 7)", x))
	}
	if s.kind == kF32 {
		forms = append(forms, fmt.Sprintf("step(%s, %s)", lit(), x), fmt.Sprintf("fma(0, %s, 2)", x), fmt.Sprintf("mix(1, 3, vec2(%s).y * 0)", x),
			fmt.Sprintf("ldexp(%s, 1)", x), fmt.Sprintf("sign(%s) * 2", x))
	}
	text := one(g.r, forms)
	if s.isFloat() {
		name := g.fresh()
		g.line("let %s = %s(%s);", name, g.tame(s), text)
		g.note(g.declare(&variable{name: name, t: s}))
		return
	}
	g.line("z_note(u32(%s));", text)
}

// endless is the end of a function that returns from a loop without another way out.
func (g *gen) endless(t *typ) {
	name, c := g.counter()
	g.line("var %s = %s;", name, g.integerText(c, 0))
	trips := g.r.between(1, 3)
	g.declare(&variable{name: name, t: c, space: inFunction, index: trips + 1})
	form := g.r.n(3)
	switch form {
	case 0:
		g.line("loop {")
	case 1:
		g.line("for (;;) {")
	case 2:
		g.line("for (;; %s++) {", name)
	}
	saved := g.flow
	g.flow.times *= trips + 1
	g.flow.loop, g.flow.canContinue, g.flow.inSwitch = false, false, false // break would be a way out
	g.indent++
	g.push()
	g.statements(g.r.n(3), 1)
	g.line("if %s >= %s {", name, g.integerText(c, int64(trips)))
	g.line("\treturn %s;", g.stored(g.expr(t, 2), t))
	g.line("}")
	if form != 2 {
		g.line("%s += 1;", name)
	}
	g.pop()
	g.indent--
	g.line("}")
	g.flow = saved
}
