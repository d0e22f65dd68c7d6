package glslgen

// This file makes shaders of nothing but blocks, whose layouts are compared.

import "fmt"

// Blocks returns a compute shader with n blocks of random members and layouts, at the
// bindings from 0 on; each is used.
func Blocks(seed uint64, n int) string {
	g := &gen{r: random(seed)}
	g.line("#version 450\n#extension GL_EXT_scalar_block_layout : require\nlayout(local_size_x = 1) in;")
	for range 1 + g.r.n(4) {
		g.structure()
	}
	for b := range n {
		kind := pick(&g.r, []string{"uniform", "buffer", "buffer"})
		rule := pick(&g.r, []string{"std140", "std430", "scalar"})
		if kind == "uniform" && rule == "std430" {
			rule = "std140"
		}
		major := pick(&g.r, []string{"", "", ", row_major", ", column_major"})
		explicit := g.r.percent(30)
		g.line("layout(%s%s, binding = %d) %s B%d {", rule, major, b, kind, b)
		at := 0
		for k := range 1 + g.r.n(6) {
			t := g.blockType()
			q := ""
			if t.hasMatrix() {
				q = pick(&g.r, []string{"", "layout(row_major) ", "layout(column_major) "})
			}
			switch {
			case explicit && g.r.percent(40):
				at += 8192 * (1 + g.r.n(3))
				q += fmt.Sprintf("layout(offset = %d) ", at)
			case explicit && g.r.percent(40):
				q += fmt.Sprintf("layout(align = %d) ", 16<<g.r.n(4))
			}
			g.line("\t%s%s;", q, g.declare(t, fmt.Sprintf("m%d", k)))
		}
		if kind == "buffer" && g.r.percent(30) {
			g.line("\t%s;", g.declare(g.simpleType(), "open[]"))
		}
		g.line("} b%d;", b)
	}
	g.line("layout(std430, binding = %d) buffer Out { float o; };\nvoid main() {", n)
	g.indent++
	for b := range n {
		g.line("{ uint x = uint(b%d.m0 == b%d.m0); o += float(x); }", b, b)
	}
	g.indent--
	g.line("}")
	return g.out.String()
}
