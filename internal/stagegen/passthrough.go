package stagegen

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"refract/ir"
)

// This file makes geometry shaders that pass primitives through, by GL_NV_geometry_shader_passthrough, and
// shaders that do the same by emitting vertices.

// NewPassthrough makes a pipeline whose geometry shader passes primitives through, and another in which it
// emits copies of the vertices, in words of every driver.
func NewPassthrough(seed uint64) (passing, plain *Pipeline) {
	g := &gen{Rand: rand.New(rand.NewPCG(seed, 200))}
	varyings := g.varyings()
	p := Pipeline{Groups: [3]uint32{1, 1, 1}, Input: pick(g, ir.TopologyPoints, ir.TopologyLines, ir.TopologyTriangles)}
	p.Vertices = p.Input.Vertices() * (1 + g.IntN(4))
	vertex := Shader{ir.StageVertex, g.vertex(varyings)}
	sized := strings.Contains(vertex.Source, "gl_PointSize")
	x := passthrough{gen: g, topology: p.Input, in: varyings, sized: sized && g.percent(60), block: g.percent(50)}
	sources, next := x.shaders()
	fragment := Shader{ir.StageFragment, g.fragment(next)}
	list := make([]*Pipeline, len(sources))
	for i, s := range sources {
		q := p
		q.Shaders = []Shader{vertex, {ir.StageGeometry, s}, fragment}
		list[i] = &q
	}
	return list[0], list[1]
}

// passthrough makes a geometry shader in both ways.
type passthrough struct {
	*gen
	topology ir.Topology
	in, own  []varying
	passed   []bool // of in
	sized    bool   // sizes of points are passed
	block    bool   // the inputs are a block
	layered  bool
}

// shaders returns the shader that passes the primitive and the one that emits it, and their outputs.
func (x *passthrough) shaders() (sources [2]string, out []varying) {
	all := x.percent(50)
	for _, v := range x.in {
		x.passed = append(x.passed, all || x.percent(60))
		if x.passed[len(x.passed)-1] {
			out = append(out, v)
		}
	}
	for i := range x.IntN(3) {
		x.own = append(x.own, varying{name: fmt.Sprintf("own%d", i), t: x.typ(), location: 24 + i})
	}
	x.layered = x.percent(30)
	names := make([]string, len(x.in))
	for i, v := range x.in {
		if names[i] = "in_" + v.name + "%s"; x.block {
			names[i] = "given%s." + v.name
		}
	}
	body := x.body(names)
	for k := range sources {
		x.head([]string{"#extension GL_NV_geometry_shader_passthrough : require", ""}[k])
		x.declarePassed(k == 0, all)
		if k == 0 {
			x.line("void main() {\n%s}", body)
		} else {
			x.line("void compute() {\n%s}", body)
			x.emitCopies(names)
		}
		sources[k] = x.out.String()
	}
	return sources, append(out, x.own...)
}

// body computes the outputs of the primitive.
func (x *passthrough) body(names []string) string {
	x.head()
	x.out.Reset()
	x.indent++
	n := x.topology.Vertices()
	x.read(names, x.in, fmt.Sprintf("[%d]", x.IntN(n)))
	x.read(names, x.in, fmt.Sprintf("[gl_PrimitiveIDIn %% %d]", n))
	x.values = append(x.values, value{"gl_PrimitiveIDIn", typ{integer, 1}}, value{fmt.Sprintf("gl_in[%d].gl_Position", x.IntN(n)), typ{float, 4}})
	x.note(x.local(x.typ()), "uint(gl_PrimitiveIDIn)")
	outs := make([]string, len(x.own))
	for i, v := range x.own {
		outs[i] = "out_" + v.name + "%s"
	}
	x.write(outs, x.own, "")
	if x.layered {
		x.line("layer = 0;")
	}
	if !x.sized {
		x.line("size = 1.0;")
	}
	if x.percent(40) {
		x.line("if (gl_PrimitiveIDIn == %d) return;", x.IntN(3))
		x.write(outs, x.own, "")
	}
	return strings.NewReplacer("layer = ", "gl_Layer = ", "size = ", "gl_PointSize = ").Replace(x.out.String())
}

// declarePassed declares inputs and outputs: with qualifiers, or all outputs one by one, with variables for
// those of the primitive.
func (x *passthrough) declarePassed(passing, all bool) {
	mark := func(is bool) string {
		if passing && is {
			return "passthrough, "
		}
		return ""
	}
	x.line("layout(%s) in;", x.topology)
	if !passing {
		x.line("layout(%s, max_vertices = %d) out;", x.topology.Passed(), x.topology.Vertices())
	} else { // glslang drops the qualifier of members
		x.line("layout(passthrough) in gl_PerVertex { vec4 gl_Position;%s } gl_in[];", map[bool]string{true: " float gl_PointSize;"}[x.sized])
	}
	flat := func(v varying) string {
		if v.t.kind != float {
			return "flat "
		}
		return ""
	}
	dim := func(v varying) string {
		if v.length > 0 {
			return fmt.Sprintf("[%d]", v.length)
		}
		return ""
	}
	if x.block {
		x.line("%sin Given {", map[bool]string{true: "layout(passthrough) "}[passing && all])
	}
	for i, v := range x.in {
		if x.block {
			x.line("    layout(%slocation = %d) %s%s %s%s;", mark(x.passed[i] && !all), v.location, flat(v), v.t, v.name, dim(v))
		} else {
			x.line("layout(%slocation = %d) %sin %s in_%s[]%s;", mark(x.passed[i]), v.location, flat(v), v.t, v.name, dim(v))
		}
		if x.passed[i] && !passing {
			defer x.line("layout(location = %d) %sout %s sent_%s%s;", v.location, flat(v), v.t, v.name, dim(v))
		}
	}
	if x.block {
		x.line("} given[];")
	}
	for _, v := range x.own {
		if passing {
			x.line("layout(location = %d) %sout %s out_%s;", v.location, flat(v), v.t, v.name)
		} else {
			x.line("layout(location = %d) %sout %s sent_%s; %s out_%s;", v.location, flat(v), v.t, v.name, v.t, v.name)
		}
	}
}

// emitCopies emits the vertices.
func (x *passthrough) emitCopies(names []string) {
	x.line("void main() {")
	x.indent++
	x.line("compute();")
	x.line("for (int i = 0; i < %d; i++) {", x.topology.Vertices())
	x.indent++
	x.line("gl_Position = gl_in[i].gl_Position;")
	if x.sized {
		x.line("gl_PointSize = gl_in[i].gl_PointSize;")
	} else {
		x.line("gl_PointSize = 1.0;")
	}
	if x.layered {
		x.line("gl_Layer = 0;")
	}
	for i, v := range x.in {
		if x.passed[i] {
			x.line("sent_%s = %s;", v.name, fmt.Sprintf(names[i], "[i]"))
		}
	}
	for _, v := range x.own {
		x.line("sent_%s = out_%s;", v.name, v.name)
	}
	x.line("EmitVertex();")
	x.indent--
	x.line("}")
	x.indent--
	x.line("}")
}
