package progen

// This file makes code with several allowed results: accesses out of bounds, NaN, and
// numbers so small that they may be zero. The program itself tests whether the result is
// among the ones that WGSL allows (sections "Out of bounds access" and "Floating Point
// Evaluation"), and stores the outcome.

import (
	"fmt"
	"strings"
)

// nothings are zeros that compilers don't know: bits that the invocation lacks.
const nothings = "var<private> z_none: u32;\nvar<private> z_nil: f32;\n"

// odd makes one of them.
func (g *gen) odd() {
	switch g.r.n(5) {
	case 0, 1:
		g.outOfBoundsRead()
	case 2:
		g.outOfBoundsWrite()
	case 3:
		g.notNumbers()
	case 4:
		g.denormals()
	}
}

// far is an index out of the bounds of n elements, in most cases, which compilers don't
// know.
func (g *gen) far(n int) string {
	if g.r.percent(40) {
		return fmt.Sprintf("(%s - i32(z_none))", one(g.r, []string{"-1", "i32(-2147483648)", "-5", "2147483647", fmt.Sprint(n)}))
	}
	return fmt.Sprintf("(%s + z_none)", one(g.r, []string{fmt.Sprintf("%du", n), fmt.Sprintf("%du", n+1), "4294967295u", "2147483648u", "1000000u", "65536u"}))
}

// outOfBoundsRead reads an element that isn't there: the result is an element, or zero.
func (g *gen) outOfBoundsRead() {
	n := g.r.between(2, 4)
	name, got := g.fresh(), g.fresh()
	elements := make([]string, n)
	for i := range elements {
		elements[i] = fmt.Sprintf("%du", 10+i)
	}
	list := strings.Join(elements, ", ")
	form := g.r.n(5)
	switch form {
	case 0:
		g.line("let %s = array<u32, %d>(%s);", name, n, list)
	case 1:
		g.line("var %s = array<u32, %d>(%s);", name, n, list)
	case 2:
		g.line("var %s = vec%d<u32>(%s);", name, n, list)
	case 3:
		g.line("let %s = vec%d<u32>(%s);", name, n, list)
	case 4:
		g.need("z_few", func() string { return "var<private> z_few: array<u32, 4> = array(10u, 11u, 12u, 13u);\n" })
		name, n = "z_few", 4
	}
	g.line("let %s = %s[%s];", got, name, g.far(n))
	g.line("z_note(select(0u, 1u, %s == 0u || (%s >= 10u && %s < %du)));", got, got, got, 10+n)
}

// outOfBoundsWrite writes an element that isn't there: at most one of the others changes,
// and the memory beside it doesn't.
func (g *gen) outOfBoundsWrite() {
	n := g.r.between(2, 4)
	before, name, after, changed := g.fresh(), g.fresh(), g.fresh(), g.fresh()
	vector := g.r.percent(30)
	g.line("var %s = 77u;", before)
	if vector {
		g.line("var %s: vec%d<u32>;", name, n)
	} else {
		g.line("var %s: array<u32, %d>;", name, n)
	}
	g.line("var %s = 78u;", after)
	g.line("%s[%s] = 9u;", name, g.far(n))
	g.line("var %s = 0u;", changed)
	for i := range n {
		g.line("%s += select(0u, 1u, %s[%d] != 0u);", changed, name, i)
	}
	g.line("z_note(select(0u, 1u, %s <= 1u && %s == 77u && %s == 78u));", changed, before, after)
}

// notNumbers computes with infinities and NaN, whose results are open: converted to
// integers they are still integers, as indices they still give elements, and conditions are
// true or false.
func (g *gen) notNumbers() {
	if !g.swarm.floats {
		g.outOfBoundsRead()
		return
	}
	name, list, got := g.fresh(), g.fresh(), g.fresh()
	bits := one(g.r, []string{"0x7f800000u", "0xff800000u", "0x7fc00000u", "0x7f800001u", "0xffffffffu"})
	g.line("var %s = bitcast<f32>(%s + z_none);", name, bits)
	switch g.r.n(5) {
	case 0:
		g.line("%s = %s * 2.0 - %s;", name, name, name)
	case 1:
		g.line("%s = clamp(%s, -1.0, 5.0);", name, name)
	case 2:
		g.line("%s = 1.0 / (%s - %s);", name, name, name)
	case 3:
		g.line("%s = sqrt(-abs(%s));", name, name)
	}
	g.line("var %s = array<u32, 3>(5u, 6u, 7u);", list)
	g.line("let %s = %s[%s(%s)];", got, list, one(g.r, []string{"i32", "u32"}), name)
	g.line("z_note(select(0u, 1u, %s == 0u || (%s >= 5u && %s <= 7u)));", got, got, got)
	both := g.fresh()
	g.line("var %s = 0u;", both)
	g.line("if %s %s 1.0 { %s += 1u; } else { %s += 1u; }", name, one(g.r, []string{"<", ">=", "==", "!="}), both, both)
	g.line("z_note(%s);", both)
}

// denormals computes with numbers so small that they may be taken for zero.
func (g *gen) denormals() {
	if !g.swarm.floats {
		g.outOfBoundsRead()
		return
	}
	x, y, b := g.fresh(), g.fresh(), g.fresh()
	bits := one(g.r, []string{"1u", "0x00000100u", "0x007fffffu", "0x80000001u", "0x00400000u"})
	g.line("let %s = bitcast<f32>(%s + z_none);", x, bits)
	g.line("let %s = %s;", y, fmt.Sprintf(one(g.r, []string{"%[1]s * 1.0", "%[1]s + 0.0", "abs(%[1]s)", "max(%[1]s, %[1]s)", "-(-%[1]s)", "%[1]s * 0.5"}), x))
	g.line("let %s = bitcast<u32>(%s) & 0x7fffffffu;", b, y)
	g.line("z_note(select(0u, 1u, %s <= 0x007fffffu));", b)
	g.line("z_note(select(0u, 1u, %s * 1e30 < 1.0 && %s > -1.0));", x, x)
}
