package progen

// This file makes module-scope variables, constants and overrides.

import (
	"fmt"
	"strings"
)

// atomicPlace is an atomic in memory that all invocations share.
type atomicPlace struct {
	text  string
	t     *typ
	ops   []string // functions that commute with each other
	space space
}

// global declares a module-scope variable.
func (g *gen) global(v *variable, text string) *variable {
	if v.text == "" {
		v.text = v.name
	}
	g.globals = append(g.globals, v)
	g.decls = append(g.decls, text)
	return v
}

// anchorTypes are the scalars in use.
func (g *gen) anchorTypes() []*typ {
	list := []*typ{g.i32, g.u32, g.bool, g.f32}
	if g.swarm.halves {
		list = append(list, g.f16)
	}
	return list
}

func (g *gen) globalDecls() {
	for _, t := range g.anchorTypes() {
		g.global(&variable{name: "z_" + t.name, t: t, space: inPrivate, mutable: true},
			fmt.Sprintf("var<private> z_%s: %s = %s;\n", t.name, t.name, g.literal(t).s))
	}
	if g.o.Subgroups {
		g.decls = append(g.decls, "var<private> z_lane: u32;\n")
	}
	if g.o.Wide {
		g.decls = append(g.decls, nothings)
	}
	g.decls = append(g.decls, "var<private> z_here: u32;\n", "var<private> z_acc: u32 = 2166136261u;\n",
		"fn z_note(x: u32) {\n\tz_acc = (z_acc ^ x) * 16777619u + 1u;\n}\n",
		g.resultDecl())
	for i := range g.r.between(1, 2+g.o.Size/2) {
		t := one(g.r, g.pool)
		name := g.foreignName(fmt.Sprintf("p%d", i))
		text := fmt.Sprintf("var<private> %s: %s", name, t.name)
		if g.r.percent(50) {
			text += " = " + g.literal(t).s
		}
		g.global(&variable{name: name, t: t, space: inPrivate, mutable: true,
			lent: g.swarm.pointers && g.r.percent(40)}, text+";\n")
	}
	g.bufferDecls()
	if g.swarm.atomics {
		g.atomicDecls()
	}
	if g.swarm.workgroup {
		g.workgroupDecls()
	}
}

// resultDecl declares the buffer of the program's results.
func (g *gen) resultDecl() string {
	if g.o.Fragment {
		return fmt.Sprintf("var<private> z_result: array<u32, %d>;\n", g.shape.slots)
	}
	return fmt.Sprintf("@group(0) @binding(0) var<storage, read_write> result: array<u32, %d>;\n", g.shape.total*g.shape.slots)
}

// hosted are the types of the pool that buffers can hold.
func (g *gen) hosted() (list []*typ) {
	for _, t := range g.pool {
		if t.host {
			list = append(list, t)
		}
	}
	return list
}

func (g *gen) bufferDecls() {
	pool := g.hosted()
	input := g.array(one(g.r, pool), g.r.between(1, 4))
	if g.r.percent(50) {
		input = g.newStruct(pool, true)
	}
	g.global(&variable{name: "inp", t: input, uniform: true},
		fmt.Sprintf("@group(0) @binding(1) var<storage, read> inp: %s;\n", input.name))
	if g.lengths = g.r.percent(40); g.lengths {
		t := one(g.r, pool)
		g.many = t
		g.decls = append(g.decls, fmt.Sprintf("@group(0) @binding(2) var<storage> many: array<%s>;\n", t.name),
			fmt.Sprintf("fn z_many(i: u32) -> %s {\n\treturn many[i %% arrayLength(&many)];\n}\n", t.name))
		g.funcs = append(g.funcs, &function{name: "z_many", params: []param{{t: g.u32}}, result: t, cost: 2, size: 2})
	}
	if g.swarm.storage {
		t := g.newStruct(pool, true)
		v := &variable{name: "state", t: t, space: inStorage, mutable: true, lent: g.swarm.pointers && g.r.percent(50)}
		whole := t.name
		if !g.swarm.solo {
			v.text, whole = "state[z_here]", fmt.Sprintf("array<%s, %d>", t.name, g.shape.total)
		}
		g.global(v, fmt.Sprintf("@group(1) @binding(0) var<storage, read_write> state: %s;\n", whole))
	}
	if g.swarm.uniform {
		t := g.uniformStruct(pool)
		g.global(&variable{name: "uni", t: t, space: inUniform, uniform: true},
			fmt.Sprintf("@group(0) @binding(3) var<uniform> uni: %s;\n", t.name))
	}
}

// uniformStruct declares a struct that uniform buffers can hold: structs and
// arrays in them lie at multiples of 16 bytes.
func (g *gen) uniformStruct(pool []*typ) *typ {
	var members []member
	aligned := false
	for i := range g.r.between(1, 5) {
		m := member{name: fmt.Sprintf("u%d", i), t: one(g.r, pool)}
		if aligned {
			m.attr = "@align(16) "
		}
		aligned = false
		switch {
		case m.t.kind == kStruct || m.t.kind == kArray && m.t.elem.kind >= kArray:
			m.t = g.vector(one(g.r, []*typ{g.i32, g.u32}), g.r.between(2, 4))
		case m.t.kind == kArray && !g.strideOf16(m.t.elem):
			m.t = g.array(g.vector(one(g.r, []*typ{g.i32, g.u32}), g.r.between(3, 4)), m.t.n)
			fallthrough
		case m.t.kind == kArray:
			m.attr, aligned = "@align(16) ", true
		}
		members = append(members, m)
	}
	if g.r.percent(40) {
		inner := g.structure(fmt.Sprintf("S%d", len(g.structs)), append([]member(nil), members...))
		g.decls = append(g.decls, inner.declaration())
		members = append(members, member{name: "in", t: inner, attr: "@align(16) "}, member{name: "tail", t: g.u32, attr: "@align(16) "})
	}
	t := g.structure(fmt.Sprintf("S%d", len(g.structs)), members)
	g.decls = append(g.decls, t.declaration())
	return t
}

// strideOf16 reports whether elements of the type lie at multiples of 16 bytes.
func (g *gen) strideOf16(t *typ) bool {
	switch {
	case t.elem == nil || t.elem.kind == kF16:
		return false
	case t.kind == kVector:
		return t.n >= 3
	case t.kind == kMatrix:
		return t.n >= 3 || t.columns%2 == 0
	}
	return false
}

// families are atomic functions that commute with each other.
var families = [][]string{{"atomicAdd", "atomicSub"}, {"atomicMax"}, {"atomicMin"}, {"atomicAnd"}, {"atomicOr"}, {"atomicXor"}}

func (g *gen) atomicDecls() {
	n := g.r.between(1, 4)
	t := one(g.r, []*typ{g.i32, g.u32})
	if g.r.percent(50) {
		g.decls = append(g.decls, fmt.Sprintf("@group(0) @binding(4) var<storage, read_write> counts: array<atomic<%s>, %d>;\n", t.name, n))
		for i := range n {
			g.atomics = append(g.atomics, atomicPlace{fmt.Sprintf("counts[%d]", i), t, one(g.r, families), inStorage})
		}
		return
	}
	var b strings.Builder
	b.WriteString("struct Counts {\n")
	for i := range n {
		fmt.Fprintf(&b, "\tc%d: atomic<%s>,\n", i, t.name)
		g.atomics = append(g.atomics, atomicPlace{fmt.Sprintf("counts.c%d", i), t, one(g.r, families), inStorage})
	}
	g.decls = append(g.decls, b.String()+"}\n", "@group(0) @binding(4) var<storage, read_write> counts: Counts;\n")
}

// workgroupDecls declares workgroup memory: in solo programs it is memory like
// any other, else each invocation has an element to write.
func (g *gen) workgroupDecls() {
	for i := range g.r.between(1, 2) {
		t := one(g.r, g.pool)
		v := &variable{name: fmt.Sprintf("w%d", i), t: t, space: inWorkgroup, mutable: g.swarm.solo, lent: !g.swarm.solo || g.r.percent(30)}
		whole := t.name
		if !g.swarm.solo {
			whole = g.array(t, g.shape.perGroup).name
			if g.r.percent(30) {
				g.need("z_length", func() string { return fmt.Sprintf("override z_length = %du;\n", g.shape.perGroup) })
				whole = fmt.Sprintf("array<%s, z_length>", t.name)
			}
			g.shared = append(g.shared, v)
			g.decls = append(g.decls, fmt.Sprintf("var<workgroup> %s: %s;\n", v.name, whole))
			continue
		}
		g.global(v, fmt.Sprintf("var<workgroup> %s: %s;\n", v.name, whole))
	}
	if g.swarm.atomics {
		t := one(g.r, []*typ{g.i32, g.u32})
		g.decls = append(g.decls, fmt.Sprintf("var<workgroup> wcount: array<atomic<%s>, 2>;\n", t.name))
		for i := range 2 {
			g.atomics = append(g.atomics, atomicPlace{fmt.Sprintf("wcount[%d]", i), t, one(g.r, families), inWorkgroup})
		}
	}
}

// overrideDecls declares overrides and chooses values for some.
func (g *gen) overrideDecls() map[string]float64 {
	values := map[string]float64{}
	if !g.swarm.overrides {
		return values
	}
	types := []*typ{g.i32, g.u32, g.bool}
	if g.swarm.floats {
		types = append(types, g.f32)
	}
	for i := range g.r.between(1, 4) {
		t := one(g.r, types)
		name := fmt.Sprintf("o%d", i)
		if i > 0 && g.r.percent(30) {
			g.derivedOverride(name, one(g.r, g.globals))
			continue
		}
		key, attr := name, ""
		if g.r.percent(40) {
			key = fmt.Sprint(10 * (i + 1))
			attr = "@id(" + key + ") "
		}
		value := 0.0
		switch t.kind {
		case kBool:
			value = float64(g.r.n(2))
		case kF32:
			value = g.floatValue(t)
		default:
			value = float64(g.integerValue(t))
		}
		init := " = " + g.literal(t).s
		given := g.r.percent(40)
		if given && g.r.percent(50) {
			init = ""
		}
		if given {
			values[key] = value
		}
		g.global(&variable{name: name, t: t, fixed: true, uniform: true}, fmt.Sprintf("%soverride %s: %s%s;\n", attr, name, t.name, init))
	}
	return values
}

// derivedOverride declares an override whose initial value depends on another.
func (g *gen) derivedOverride(name string, of *variable) {
	t, init := of.t, ""
	switch t.kind {
	case kBool:
		init = one(g.r, []string{"!%s", "%s || false", "%s && (1u < 2u)", "select(true, false, %s)"})
	case kF32:
		init = one(g.r, []string{"-%s", "%s + 1.5f", "floor(%s)", "max(%s, 0.5f)"})
	case kI32:
		init = one(g.r, []string{"(%s & 255i) * -3i", "%s / 2i", "max(%s, 0i) %% 7i", "~%s >> 3u", "i32(%s < 4i)"})
	default:
		init = one(g.r, []string{"(%s & 255u) * 3u", "%s / 2u", "%s %% 5u + 1u", "(%s ^ 7u) >> 2u", "countOneBits(%s)"})
	}
	g.global(&variable{name: name, t: t, fixed: true, uniform: true}, fmt.Sprintf("override %s: %s = "+init+";\n", name, t.name, of.name))
}

// constantDecls declares named constants.
func (g *gen) constantDecls() {
	if !g.swarm.constants {
		return
	}
	for i := range g.r.between(1, 4) {
		t := one(g.r, []*typ{g.i32, g.u32, g.bool})
		if g.swarm.floats && g.r.percent(30) {
			t = g.f32
		}
		name := fmt.Sprintf("k%d", i)
		c := g.constant(t, 3)
		text := "const " + name + " = " + c.s + ";\nconst_assert " + g.assertion(name, t, c) + ";\n"
		if !c.holds(t) {
			g.decls = append(g.decls, text)
			continue
		}
		g.global(&variable{name: name, t: t, fixed: true, uniform: true}, text)
	}
	if g.r.percent(40) {
		t := one(g.r, g.pool)
		if t.leaves <= 16 {
			g.global(&variable{name: "table", t: t, fixed: true, uniform: true}, "const table = "+g.literal(t).s+";\n")
		}
	}
}
