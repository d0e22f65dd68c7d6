package progen

// This file makes the code of Options.Calls and Options.Views: functions that pack and
// unpack, in every overload; atomics among other members, in arrays in structs, reached by
// paths, pointers and parameters, with results kept and dropped; and memory that is viewed
// as several types.

import (
	"fmt"
	"strings"
)

// callDecls declares the memory of Options.Calls and Options.Views.
func (g *gen) callDecls() {
	buffers := func() int { return strings.Count(strings.Join(g.decls, ""), "var<storage") }
	if g.o.Calls {
		const cell = "struct z_Cell {\n\tplain: u32,\n\thits: atomic<u32>,\n\trows: array<atomic<i32>, 3>,\n\tpair: vec2u,\n}\n"
		g.decls = append(g.decls, cell)
		if buffers() < 8 { // as many as a device has
			g.decls = append(g.decls, fmt.Sprintf("@group(1) @binding(3) var<storage, read_write> z_cells: array<z_Cell, %d>;\n", g.shape.total))
			g.cells = append(g.cells, cells{"z_cells[z_here]", "storage", ", read_write"})
		}
		if g.r.percent(60) {
			if !g.localNeeded {
				g.decls = append(g.decls, "var<private> z_local: u32;\n")
				g.localNeeded = true
			}
			g.decls = append(g.decls, fmt.Sprintf("var<workgroup> z_room: array<z_Cell, %d>;\n", g.shape.perGroup))
			g.cells = append(g.cells, cells{"z_room[z_local]", "workgroup", ""})
		}
	}
	if g.o.Views && buffers() < 8 {
		g.views = true
		kind := fmt.Sprintf("buffer<%d>", viewBytes*g.shape.total)
		g.decls = append(g.decls, fmt.Sprintf("@group(1) @binding(4) var<storage, read_write> z_bytes: %s;\n", kind))
	}
}

// viewBytes is how many bytes of the viewed buffer an invocation has.
const viewBytes = 64

// cells are structs, one for each invocation.
type cells struct{ text, space, access string }

// called makes a statement of one of them.
func (g *gen) called() {
	on := func(b bool, weight int) int {
		if b {
			return weight
		}
		return 0
	}
	switch g.r.weighted(30, on(len(g.cells) > 0, 40), on(g.views, 40)) {
	case 0:
		g.repack()
	case 1:
		g.cellAtomic()
	case 2:
		g.view()
	}
}

// packings are words made by functions that pack and unpack, all of them exact: X, Y and Z
// are words.
var packings = []string{
	"u32(dot(unpack4xI8(X), vec4i(1, -2, 3, 5)))", "dot(unpack4xU8(X), vec4u(1, 2, 3, 5))", "u32(unpack4xI8(X)[Y & 3])", "unpack4xU8(X).zyxw[Y & 3]",
	"pack4xI8(bitcast<vec4i>(vec4u(X, Y, Z, X)))", "pack4xU8(vec4u(X, Y, Z, 255))", "pack4xU8(vec4(1, 2, 300, X))",
	"pack4xI8Clamp(bitcast<vec4i>(vec4u(X, Y, Z, 0x80u)))", "pack4xU8Clamp(vec4u(X, Y & 511, Z & 255, 256))",
	"dot4U8Packed(X, Y)", "bitcast<u32>(dot4I8Packed(X, Y))", "u32(dot4I8Packed(X, Y) * dot4I8Packed(Y, Z))",
	"pack4x8unorm(vec4f(f32(X & 1), f32(Y & 3), -1, f32(Z & 1)))", "pack4x8snorm(vec4f(f32(X & 1) - f32(Y & 1), 9, -9, f32(Z & 1) * -1))",
	"pack2x16unorm(vec2f(f32(X & 1), f32(Y & 2)))", "pack2x16snorm(vec2f(f32(X & 3) - 2, f32(Y & 1)))",
	"pack2x16float(vec2f(f32(X & 255), f32(Y & 255) * -0.5))", "bitcast<u32>(unpack2x16float((X & 0x83ff83ff) | 0x3c003c00).y)",
	"u32(unpack4x8unorm((X & 0x01010101) * 255)[Y & 3])", "u32(i32(unpack4x8snorm((X & 0x01010101) * 127).w) - i32(unpack4x8snorm((Y & 0x01010101) * 129).x))",
	"u32(unpack2x16unorm((X & 0x00010001) * 65535).y)", "u32(i32(unpack2x16snorm((X & 0x00010001) * 0x8001)[Y & 1]))",
	"u32(quantizeToF16(f32(X & 2047)))", "pack2x16float(unpack2x16float((X & 0x83ff83ff) | 0x40003c00))", "pack4xU8(unpack4xU8(X).wzyx)",
	"pack4xI8(unpack4xI8(X) >> vec4u(Y & 7))", "u32(bitcast<i32>(pack4xU8(unpack4xU8(X) + unpack4xU8(Y))) >> (Z & 31))",
}

// repack notes one of them.
func (g *gen) repack() {
	text := one(g.r, packings)
	for _, name := range []string{"X", "Y", "Z"} {
		if strings.Contains(text, name) {
			text = strings.ReplaceAll(text, name, "z_"+name)
		}
	}
	g.line("{")
	g.line("\tlet z_X = %s;", g.varying(g.u32, 2).s)
	g.line("\tlet z_Y = %s;", g.varying(g.u32, 1).s)
	g.line("\tlet z_Z = z_X %s z_Y;", one(g.r, []string{"*", "^", "-"}))
	g.line("\tz_note(%s);", text)
	g.line("}")
}

// cellAtomic uses a member of a struct with atomics.
func (g *gen) cellAtomic() {
	c := one(g.r, g.cells)
	name, place, t := g.fresh(), c.text+".hits", g.u32
	if g.r.percent(60) {
		t = g.i32
		place = fmt.Sprintf("%s.rows[%s]", c.text, g.index(3, 2))
	}
	pointer := "&" + place
	switch g.r.n(4) {
	case 0: // the pointer has a name, and its index changes behind it
		g.line("let %s = &%s;", name, place)
		pointer = name
	case 1: // so has one to what it is in
		g.line("let %s = &%s;", name, c.text)
		pointer = "&" + name + strings.TrimPrefix(place, c.text)
		if g.r.percent(50) {
			pointer = "&(*" + name + ")" + strings.TrimPrefix(place, c.text)
		}
	}
	x := g.expr(t, 2).s
	note := func(text string) string {
		if g.r.percent(50) {
			return "u32(" + text + ")"
		}
		return "bitcast<u32>(" + text + ")"
	}
	switch g.r.n(9) {
	case 0:
		g.line("atomicStore(%s, %s);", pointer, x)
	case 1:
		g.line("%s(%s, %s);", one(g.r, one(g.r, families)), pointer, x)
	case 2:
		g.line("z_note(%s);", note("atomicLoad("+pointer+")"))
	case 3:
		r := g.fresh()
		g.line("let %s = atomicCompareExchangeWeak(%s, %s, %s);", r, pointer, one(g.r, []string{"atomicLoad(" + pointer + ")", g.expr(t, 1).s}), x)
		g.line("if %s.exchanged { z_note(%s); } else { z_note(7u); }", r, note(r+".old_value"))
	case 4:
		g.line("z_note(select(3u, 4u, atomicCompareExchangeWeak(%s, %s, %s).exchanged));", pointer, g.expr(t, 1).s, x)
	case 5:
		g.line("%s.plain = %s.plain * 3u + %s;", c.text, c.text, note(fmt.Sprintf("%s(%s, %s)", one(g.r, append(one(g.r, families), "atomicExchange")), pointer, x)))
		g.line("z_note(%s.plain);", c.text)
	case 6:
		g.line("%s.pair%s = %s;", c.text, one(g.r, []string{".x", ".y", "[1]"}), note("atomicExchange("+pointer+", "+x+")"))
		g.line("z_note(%s.pair.x ^ %s.pair.y);", c.text, c.text)
	case 7: // until it has been exchanged
		f := fmt.Sprintf("z_swap_%s_%s", c.space, t.name)
		g.need(f, func() string {
			return fmt.Sprintf("fn %s(p: ptr<%s, atomic<%s>%s>, x: %s) -> u32 {\n\tvar tries = 0u;\n\tloop {\n\t\tlet old = atomicLoad(p);\n"+
				"\t\tlet r = atomicCompareExchangeWeak(p, old, %s);\n\t\ttries++;\n\t\tif r.exchanged { break; }\n\t\tcontinuing { break if tries > 9u; }\n\t}\n\treturn u32(atomicLoad(p));\n}\n",
				f, c.space, t.name, c.access, t.name, one(g.r, []string{"old + x", "max(old, x)", "x - old", "old ^ (x << 1u)"}))
		})
		g.line("z_note(%s(%s, %s));", f, pointer, x)
	case 8: // all members, through a pointer to the struct
		f := "z_whole_" + c.space
		g.need(f, func() string {
			return fmt.Sprintf("fn %s(p: ptr<%s, z_Cell%s>, i: u32) -> u32 {\n\tlet a = atomicAdd(&p.hits, i);\n\tlet b = atomicMax(&(*p).rows[i %% 3u], i32(i));\n"+
				"\tp.pair = vec2u(a, u32(b)) + p.pair.yx;\n\t(*p).plain ^= p.pair.x;\n\treturn p.plain + u32(atomicLoad(&p.rows[2]));\n}\n", f, c.space, c.access)
		})
		if c.space == "storage" || c.space == "workgroup" { // pointers to elements as arguments: unrestricted_pointer_parameters
			g.line("z_note(%s(&%s, %s));", f, c.text, g.varying(g.u32, 2).s)
		}
	}
}

// view writes through a view of memory, and reads through another.
func (g *gen) view() {
	words := 2 * g.r.n(4)
	offset := one(g.r, []string{fmt.Sprintf("z_here * %du + %du", viewBytes, 4*words), fmt.Sprintf("i32(z_here) * %d + %d", viewBytes, 4*words)})
	p, q := g.fresh(), g.fresh()
	x, y := g.varying(g.u32, 2), g.varying(g.u32, 1)
	switch g.r.n(5) {
	case 0:
		g.line("let %s = bufferView<array<u32, 4>>(&z_bytes, %s);", p, offset)
		g.line("%s[%s & 3u] = %s;", p, y.at(precUnary), x.s)
		g.line("(*%s)[1] %s %s[3];", p, one(g.r, []string{"+=", "^=", "="}), p)
	case 1:
		g.line("bufferView<vec2u>(&z_bytes, %s)%s = %s;", offset, one(g.r, []string{".x", ".y", "[1]"}), x.s)
	case 2:
		g.line("*bufferView<vec2i>(&z_bytes, %s) = vec2i(vec2u(%s, %s));", offset, x.s, y.s)
	case 3:
		g.need("z_fill", func() string {
			return "fn z_fill(p: ptr<storage, array<u32, 3>, read_write>, x: u32) -> u32 {\n\tvar s = x;\n\tfor (var i = 0; i < 3; i++) {\n\t\ts += p[i];\n\t\tp[i] = s;\n\t}\n\treturn s;\n}\n"
		})
		g.line("z_note(z_fill(bufferView<array<u32, 3>>(&z_bytes, %s), %s));", offset, x.s)
	case 4:
		g.need("z_Seen", func() string { return "struct z_Seen {\n\ta: u32,\n\tb: array<i32, 2>,\n\tc: u32,\n}\n" })
		g.line("let %s = bufferView<z_Seen>(&z_bytes, %s);", p, offset)
		g.line("var %s = *%s;", q, p)
		g.line("%s.b[%s & 1u] = i32(%s.a);", q, y.at(precUnary), q)
		g.line("%s.c = %s;", q, x.s)
		g.line("*%s = %s;", p, q)
	}
	read := one(g.r, []string{"bufferView<array<u32, 4>>(&z_bytes, %s)[2]", "u32(bufferView<array<i32, 4>>(&z_bytes, %s)[0])",
		"bufferView<vec2u>(&z_bytes, %s).y", "u32(dot(*bufferView<vec2i>(&z_bytes, %s), vec2i(3, 5)))", "arrayLength(bufferArrayView<array<u32>>(&z_bytes, %s, 20))",
		"bufferArrayView<array<u32>>(&z_bytes, %s, 16u)[3]", "bufferLength(&z_bytes) + *bufferView<u32>(&z_bytes, %s)"})
	g.line("z_note("+read+");", offset)
}
