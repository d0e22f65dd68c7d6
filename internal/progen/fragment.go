package progen

// This file makes fragment shaders: programs of Options.Fragment, whose invocations are the
// fragments, with derivatives in uniform control flow, discards anywhere, and the program's
// results folded into the color. Buffers are read only.

import (
	"fmt"
	"strings"
)

// fragmentMain makes the entry point. The values at the locations are the ones that package
// differential makes up.
func (g *gen) fragmentMain() {
	g.entry = g.foreignName("main")
	f := &function{name: g.entry, isMain: true}
	g.begin(f)
	g.flow.canReturn = false
	g.line("let gid = vec3u(vec2u(z_position.xy), z_flat);")
	g.declare(&variable{name: "gid", t: g.vector(g.u32, 3)})
	g.line("let lid = u32(z_position.y) & 3u;")
	g.declare(&variable{name: "lid", t: g.u32, index: 4})
	if g.o.Wide {
		g.line("z_none = gid.x >> 31u;")
		g.line("z_nil = f32(z_none);")
	}
	for range g.r.between(0, 3) {
		g.derivative()
	}
	g.budget = g.r.between(4, 8*g.o.Size)
	for n := g.r.n(3); g.o.Helpers && n > 0; n-- {
		g.statements(g.budget/3, 3)
		g.afterDiscards()
	}
	g.statements(g.budget, 3)
	g.results()
	if g.o.Helpers {
		g.afterDiscards()
	}
	g.line("var z_color = vec4u(z_acc);")
	g.line("for (var z_i = 0; z_i < 16; z_i++) { z_color[z_i %% 4] = (z_color[z_i %% 4] ^ z_result[z_i]) * 16777619u; }")
	params := []string{"@builtin(position) z_position: vec4f",
		"@location(0) @interpolate(flat) z_flat: u32", "@location(1) z_linear: vec2f"}
	head := "fn " + g.entry + "(" + strings.Join(params, ", ") + ") -> @location(0) vec4u {\n"
	if g.r.percent(30) {
		g.decls = append(g.decls, "struct Fragment {\n\t"+strings.Join(params, ",\n\t")+",\n}\n",
			"struct Color {\n\t@location(0) color: vec4u,\n}\n")
		head = "fn " + g.entry + "(z_in: Fragment) -> Color {\n"
		text := g.out.String()
		for _, name := range []string{"z_position", "z_flat", "z_linear"} {
			text = strings.ReplaceAll(text, name, "z_in."+name)
		}
		g.decls = append(g.decls, "@fragment\n"+head+text+"\treturn Color(z_color);\n}\n")
	} else {
		g.decls = append(g.decls, "@fragment\n"+head+g.out.String()+"\treturn z_color;\n}\n")
	}
	g.fn = nil
}

// derivative takes derivatives of values that are linear in the position, or differ within
// the quad in a way that fine derivatives see.
func (g *gen) derivative() {
	name := g.fresh()
	linear := one(g.r, []string{"z_linear.x", "z_linear.y * 2.0", "z_position.x", "(z_position.x - z_position.y)", "(z_linear.x + z_linear.y * 4.0)", "z_linear"})
	t, plain := g.f32, []string{"dpdx", "dpdy", "dpdxCoarse", "dpdyCoarse", "dpdxFine", "dpdyFine", "fwidth", "fwidthCoarse", "fwidthFine"}
	if linear == "z_linear" {
		t = g.vector(g.f32, 2)
	}
	text := one(g.r, plain) + "(" + linear + ")"
	if g.r.percent(30) {
		t = g.f32
		text = one(g.r, []string{"dpdxFine", "dpdyFine"}) + one(g.r, []string{"(f32((gid.x * gid.y) & 7u))", "(f32((gid.x ^ gid.y) & 3u))", "(select(1.0, 3.0, (gid.y & 1u) == 0u))"})
	}
	if g.r.percent(25) { // in a loop
		g.line("var %s: %s;", name, t.name)
		g.line("for (var z_r = 0u; z_r < %du; z_r++) { %s += %s; }", g.r.n(4), name, text)
	} else {
		g.line("let %s = %s;", name, text)
	}
	if t.kind == kVector {
		name += one(g.r, []string{".x", ".y"})
	}
	g.line("z_note(u32(i32(%s * 8.0)));", name)
}

// afterDiscards takes derivatives of numbers that a fragment has computed so far, as a helper
// if it was discarded.
func (g *gen) afterDiscards() {
	axis := one(g.r, []string{"dpdxFine", "dpdyFine", "fwidthFine"})
	g.line("z_note(u32(i32(%s(f32(z_acc & %du)))));", axis, 1<<(3+g.r.n(14))-1)
}

// discard ends the outputs of the fragment, mostly on a condition.
func (g *gen) discard() {
	if g.o.Helpers {
		g.line("if (%s & 7u) == %du {", g.varying(g.u32, 2).at(precUnary), g.r.n(8))
		if g.r.percent(50) {
			g.line("z_note(%du);", g.r.n(100))
		}
		g.line("discard; }")
		return
	}
	if g.r.percent(10) && g.flow.times > 1 {
		g.line("discard;")
		return
	}
	condition := fmt.Sprintf("(%s & 7u) == %du", g.varying(g.u32, 2).at(precUnary), g.r.n(8))
	g.line("if %s { discard; }", condition)
}
