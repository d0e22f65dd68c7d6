package progen

// This file makes pairs of a vertex and a fragment shader: programs of Options.Vertex. The
// vertex stage is the program, and its results go to the fragment stage by values of many
// types, which that one takes in an order of its own, some of them or all, and folds into a
// color. Each triangle covers one pixel: of a row, that of its number.

import (
	"fmt"
	"strings"
)

// FragmentEntry is the name of the fragment stage of a program of Options.Vertex.
const FragmentEntry = "z_fragment"

// passed is a value that goes from one stage to the next.
type passed struct {
	name, typ     string
	n             int // components; 1: a scalar
	location      int
	interpolation string // with what it stands in the fragment stage too
	value         func(word string) string
}

func (p *passed) declaration() string {
	return fmt.Sprintf("@location(%d)%s %s: %s", p.location, p.interpolation, p.name, p.typ)
}

// vertexMain makes the two entry points.
func (g *gen) vertexMain() {
	g.entry = g.foreignName("main")
	f := &function{name: g.entry, isMain: true}
	g.begin(f)
	g.flow.canReturn = false
	g.line("let gid = vec3u(z_vertex / 3u, z_vertex, z_vertex %% 3u);")
	g.declare(&variable{name: "gid", t: g.vector(g.u32, 3)})
	g.line("let lid = (z_vertex / 3u) & 3u;")
	g.declare(&variable{name: "lid", t: g.u32, index: 4})
	if g.o.Wide {
		g.line("z_none = gid.x >> 31u;")
		g.line("z_nil = f32(z_none);")
	}
	g.budget = g.r.between(4, 8*g.o.Size)
	g.statements(g.budget, 3)
	g.results()

	values := g.passedValues()
	inside := []string{"@builtin(position) z_position: vec4f"}
	g.line("var z_out: Z_Passed;")
	// Triangle n is around the middle of pixel n.
	g.line("z_out.z_position = vec4f((f32(z_vertex / 3u) + array(0.125, 0.875, 0.5)[z_vertex %% 3u]) / %d.0 * 2.0 - 1.0, array(0.75, 0.75, -1.5)[z_vertex %% 3u], 0.5, 1.0);", VertexPixels)
	for i := range values {
		p := &values[i]
		inside = append(inside, p.declaration())
		parts := make([]string, p.n)
		for c := range parts {
			parts[c] = p.value(fmt.Sprintf("(z_result[%d] ^ (z_acc * %du))", g.r.n(g.shape.slots), 2*c+1))
			if !strings.Contains(p.interpolation, "flat") {
				parts[c] = fmt.Sprintf("f32(z_vertex / 3u + %du)", c) // the same at the corners
			}
		}
		text := parts[0]
		if p.n > 1 {
			text = p.typ + "(" + strings.Join(parts, ", ") + ")"
		}
		g.line("z_out.%s = %s;", p.name, text)
	}
	shuffle(g.r, inside)
	g.decls = append(g.decls, "struct Z_Passed {\n\t"+strings.Join(inside, ",\n\t")+",\n}\n")
	g.decls = append(g.decls, "@vertex\nfn "+g.entry+"(@builtin(vertex_index) z_vertex: u32) -> Z_Passed {\n"+g.out.String()+"\treturn z_out;\n}\n")
	g.fn = nil
	g.decls = append(g.decls, g.fragmentOf(values))
}

// VertexPixels is how many pixels wide the row is that programs of Options.Vertex draw.
const VertexPixels = 8

// passedValues chooses the values.
func (g *gen) passedValues() (values []passed) {
	locations := []int{0, 1, 2, 3, 4, 5, 6, 7, 9, 11}
	shuffle(g.r, locations)
	for i := range g.r.between(1, 8) {
		scalar := one(g.r, []string{"u32", "i32", "f32", "f32"})
		p := passed{name: fmt.Sprint("z_p", i), typ: scalar, n: g.r.between(1, 4), location: locations[i], interpolation: " @interpolate(flat)"}
		if g.r.percent(20) {
			p.interpolation = " @interpolate(flat, first)"
		}
		switch scalar {
		case "u32":
			p.value = func(word string) string { return word }
		case "i32":
			p.value = func(word string) string { return "bitcast<i32>(" + word + ")" }
		default:
			p.value = func(word string) string { return "f32(" + word + " & 1023u) / 4.0" }
			if g.r.percent(40) {
				p.interpolation = one(g.r, []string{"", " @interpolate(linear)", " @interpolate(perspective)", " @interpolate(linear, centroid)", " @interpolate(perspective, centroid)"})
			}
		}
		if p.n > 1 {
			p.typ = fmt.Sprintf("vec%d<%s>", p.n, scalar)
		}
		values = append(values, p)
	}
	return values
}

// fragmentOf makes the fragment stage.
func (g *gen) fragmentOf(values []passed) string {
	values = append([]passed{}, values...)
	shuffle(g.r, values)
	if n := len(values); n > 1 && g.r.percent(30) {
		values = values[:g.r.between(1, n-1)]
	}
	var params []string
	var body strings.Builder
	body.WriteString("\tvar z_c = 2166136261u;\n\tvar z_all = vec4u();\n")
	prefix := ""
	whole := g.r.percent(50) // a struct
	if whole {
		prefix = "z_in."
	}
	for i := range values {
		p := &values[i]
		params = append(params, p.declaration())
		for c := range p.n {
			text := prefix + p.name
			if p.n > 1 {
				text += "." + "xyzw"[c:c+1]
			}
			switch {
			case strings.Contains(p.typ, "f"):
				text = "u32(round(" + text + " * 4.0))"
			case strings.Contains(p.typ, "i"):
				text = "bitcast<u32>(" + text + ")"
			}
			fmt.Fprintf(&body, "\tz_c = (z_c ^ %s) * 16777619u;\n\tz_all[%d] ^= z_c;\n", text, (i+c)%4)
		}
	}
	if g.r.percent(40) {
		params = append(params, "@builtin(position) z_at: vec4f")
		fmt.Fprintf(&body, "\tz_all.x += u32(%sz_at.x);\n", prefix)
	}
	shuffle(g.r, params)
	head := "fn " + FragmentEntry + "(" + strings.Join(params, ", ") + ") -> @location(0) vec4u {\n"
	decl := ""
	if whole {
		decl = "struct Z_Taken {\n\t" + strings.Join(params, ",\n\t") + ",\n}\n"
		head = "fn " + FragmentEntry + "(z_in: Z_Taken) -> @location(0) vec4u {\n"
	}
	return decl + "@fragment\n" + head + body.String() + "\treturn z_all;\n}\n"
}
