package stagegen

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"refract/ir"
)

// Sums is how many words the buffer at set 0, binding 0 has.
const Sums = 64

// Shader is a shader of a pipeline.
type Shader struct {
	Stage  ir.Stage
	Source string
}

// Pipeline is a random pipeline. It has no vertex buffers, and a buffer of Sums words.
type Pipeline struct {
	Shaders  []Shader
	Input    ir.Topology // of the vertices that are drawn, if there is no patch and no mesh
	Patch    uint32      // vertices of a patch; 0: there are no patches
	Vertices int
	Groups   [3]uint32 // of tasks or meshes
	Captures [4]uint32 // bytes of a vertex in each buffer of transform feedback

	Views     uint32 // of a multiview draw, a bit each
	Instances int    // of a multiview draw
}

// Kind is what a pipeline has beside vertices and fragments.
type Kind int

const (
	Geometry Kind = iota
	Tessellation
	TessellationGeometry
	Mesh
	TaskMesh
	NumKinds

	// VertexAlone has the vertex stage alone, which captures.
	VertexAlone = NumKinds
)

// String names the kind.
func (k Kind) String() string {
	return [NumKinds + 1]string{"geometry", "tessellation", "tessellation and geometry", "mesh", "task and mesh", "vertex"}[k]
}

type kind uint8

const (
	float kind = iota
	integer
	unsigned
)

type typ struct {
	kind kind
	n    int
}

func (t typ) String() string {
	if t.n == 1 {
		return [...]string{"float", "int", "uint"}[t.kind]
	}
	return fmt.Sprintf("%svec%d", [...]string{"", "i", "u"}[t.kind], t.n)
}

// A varying is handed from a stage to the next.
type varying struct {
	name     string
	t        typ
	length   int // of an array; 0: it is none
	location int
}

// values is a name of something that can be read, and its type.
type value struct {
	text string
	t    typ
}

type gen struct {
	*rand.Rand
	out    strings.Builder
	indent int
	values []value
	sums   int

	primitives []varying // of a mesh, one per primitive
	smooth     bool      // small differences of values make small ones of floats
	capture    *capture  // of the stage that is written; nil: it captures nothing
	views      viewUse
}

// viewUse is the use that shaders make of the number of the view.
type viewUse uint8

const (
	noViews viewUse = iota
	viewedPositions
	viewedValues
)

func (g *gen) percent(n int) bool { return g.IntN(100) < n }

func pick[T any](g *gen, list ...T) T { return list[g.IntN(len(list))] }

func (g *gen) line(format string, args ...any) {
	g.out.WriteString(strings.Repeat("    ", g.indent))
	fmt.Fprintf(&g.out, format+"\n", args...)
}

// NewMultiview makes a pipeline of a vertex and a fragment stage, to be drawn in several views. Their values
// depend on the view, or only the positions of vertices do.
func NewMultiview(seed uint64, values bool) *Pipeline {
	g := &gen{Rand: rand.New(rand.NewPCG(seed, 100)), views: viewedPositions}
	if values {
		g.views = viewedValues
	}
	p := newPipeline(VertexAlone, g, nil)
	p.Views, p.Instances = 1+uint32(g.IntN(15)), 1+g.IntN(3)
	return p
}

// New makes a pipeline of a kind.
func New(seed uint64, k Kind) *Pipeline {
	return newPipeline(k, &gen{Rand: rand.New(rand.NewPCG(seed, uint64(k)))}, nil)
}

func newPipeline(k Kind, g *gen, last *capture) *Pipeline {
	p := &Pipeline{Groups: [3]uint32{1, 1, 1}}
	captures := func(is bool) {
		if g.capture = nil; is {
			g.capture = last
		}
	}
	varyings := g.varyings()
	if k == Mesh || k == TaskMesh {
		g.primitives = nil
		for i := range g.IntN(3) {
			g.primitives = append(g.primitives, varying{name: fmt.Sprintf("q%d", i), t: g.typ(), location: 20 + i})
		}
		payload := 0
		if k == TaskMesh {
			payload = 1 + g.IntN(4)
			p.Shaders = append(p.Shaders, Shader{ir.StageTask, g.task(payload)})
		}
		p.Groups = [3]uint32{uint32(1 + g.IntN(3)), uint32(1 + g.IntN(2)), 1}
		p.Shaders = append(p.Shaders, Shader{ir.StageMesh, g.mesh(varyings, payload)})
		p.Shaders = append(p.Shaders, Shader{ir.StageFragment, g.fragment(varyings)})
		return p
	}
	p.Input = pick(g, ir.TopologyPoints, ir.TopologyLines, ir.TopologyTriangles, ir.TopologyLinesAdjacency, ir.TopologyTrianglesAdjacency)
	if k == VertexAlone { // no stage reads the vertices beside a primitive
		p.Input = pick(g, ir.TopologyPoints, ir.TopologyLines, ir.TopologyTriangles)
	}
	p.Vertices = p.Input.Vertices() * (1 + g.IntN(4))
	captures(k == VertexAlone)
	p.Shaders = append(p.Shaders, Shader{ir.StageVertex, g.vertex(varyings)})
	captures(false)
	topology := p.Input
	if k == VertexAlone {
		p.Shaders = append(p.Shaders, Shader{ir.StageFragment, g.fragment(varyings)})
		return p
	}
	if k != Geometry {
		p.Patch = uint32(1 + g.IntN(4))
		p.Vertices = int(p.Patch) * (1 + g.IntN(4))
		vertices := 1 + g.IntN(4)
		next, patch := g.varyings(), g.patches()
		p.Shaders = append(p.Shaders, Shader{ir.StageTessellationControl, g.control(varyings, next, patch, int(p.Patch), vertices)})
		varyings = g.varyings()
		domain := pick(g, "triangles", "quads", "isolines")
		points := g.percent(15)
		captures(k == Tessellation)
		p.Shaders = append(p.Shaders, Shader{ir.StageTessellationEvaluation, g.evaluation(next, varyings, patch, vertices, domain, points)})
		switch {
		case points:
			topology = ir.TopologyPoints
		case domain == "isolines":
			topology = ir.TopologyLines
		default:
			topology = ir.TopologyTriangles
		}
	}
	if k != Tessellation {
		next := g.varyings()
		captures(true)
		p.Shaders = append(p.Shaders, Shader{ir.StageGeometry, g.geometry(varyings, next, topology)})
		varyings = next
	}
	captures(false)
	p.Shaders = append(p.Shaders, Shader{ir.StageFragment, g.fragment(varyings)})
	return p
}

// varyings are those between two stages.
func (g *gen) varyings() (list []varying) {
	at := 0
	for i := range 1 + g.IntN(4) {
		v := varying{name: fmt.Sprintf("v%d_%d", i, g.IntN(100)), t: g.typ(), location: at}
		if g.percent(15) {
			v.length = 2
		}
		at += max(1, v.length)
		if g.percent(20) {
			at++
		}
		list = append(list, v)
	}
	return list
}

// patches are values of a patch, at locations that no values of vertices have.
func (g *gen) patches() (list []varying) {
	for i := range g.IntN(3) {
		list = append(list, varying{name: fmt.Sprintf("p%d", i), t: g.typ(), location: 20 + i})
	}
	return list
}

func (g *gen) typ() typ {
	return typ{pick(g, float, float, float, integer, unsigned), 1 + g.IntN(4)}
}

// declare declares varyings, one by one or as a block.
func (g *gen) declare(list []varying, way, qualifier, dims, prefix string) (names []string) {
	dim := func(v varying) string {
		if v.length > 0 {
			return fmt.Sprintf("[%d]", v.length)
		}
		return ""
	}
	flat := func(v varying) string {
		if v.t.kind != float && qualifier != "patch " {
			return "flat "
		}
		return ""
	}
	if prefix != "" { // a block
		g.line("%s%s%s %sBlock {", g.captureBlock(way), qualifier, way, prefix)
		for _, v := range list {
			g.line("    layout(location = %d%s) %s%s %s%s;", v.location, g.captured(way, v, true), flat(v), v.t, v.name, dim(v))
		}
		g.line("} %s%s;", prefix, dims)
		for _, v := range list {
			names = append(names, prefix+"%s."+v.name)
		}
		return names
	}
	for _, v := range list {
		name := way + "_" + v.name
		g.line("layout(location = %d%s) %s%s%s %s %s%s%s;", v.location, g.captured(way, v, false), qualifier, flat(v), way, v.t, name, dims, dim(v))
		names = append(names, name+"%s")
	}
	return names
}

// block is a name for a block, or "" for none.
func (g *gen) block(name string) string {
	if g.percent(35) {
		return name
	}
	return ""
}

// head begins a shader.
func (g *gen) head(lines ...string) {
	g.out.Reset()
	g.indent, g.values, g.sums = 0, nil, g.IntN(Sums)
	g.line("#version 460")
	if g.views != noViews {
		g.line("#extension GL_EXT_multiview : require")
	}
	for _, l := range lines {
		g.line("%s", l)
	}
	g.line("layout(std430, set = 0, binding = 0) buffer Sums { uint sums[%d]; };", Sums)
	g.line("uint hash(uint x) { x ^= x >> 16; x *= 0x7feb352du; x ^= x >> 15; x *= 0x846ca68bu; return x ^ (x >> 16); }")
	g.line("float unit(uint x) { return float(hash(x) & 0xFFFFu) / 65536.0; }")
	g.line("uint bits(float x) { return floatBitsToUint(x == 0.0 ? 0.0 : x); }")
}

// note adds a hash of a value to a sum.
func (g *gen) note(v value, also string) {
	g.sums++
	for i := range v.t.n {
		part := v.text
		if v.t.n > 1 {
			part += "." + "xyzw"[i:i+1]
		}
		word := "uint(" + part + ")"
		if v.t.kind == float {
			word = "bits(" + part + ")"
		}
		g.line("atomicAdd(sums[%d], hash(%s + %du + %s));", g.sums%Sums, word, 7*i+1, also)
	}
}

// local gives an expression a name.
func (g *gen) local(t typ) value {
	v := value{fmt.Sprintf("l%d", len(g.values)), t}
	g.line("%s %s = %s;", t, v.text, g.bounded(t, 3))
	g.values = append(g.values, v)
	return v
}

// bounded is a random expression; floats are small enough that no products of them overflow.
func (g *gen) bounded(t typ, depth int) string {
	if t.kind == float {
		return fmt.Sprintf("clamp(%s, -1000.0, 1000.0)", g.expr(t, depth))
	}
	return g.expr(t, depth)
}

// convertible is text of a value of a kind, such that its conversion to another is defined.
func convertible(text string, from, to kind) string {
	switch {
	case from == float && to == unsigned:
		return "clamp(" + text + ", 0.0, 1000.0)"
	case from == float && to == integer:
		return "clamp(" + text + ", -1000.0, 1000.0)"
	case from == integer && to == float:
		return "(" + text + " & 255)"
	case from == unsigned && to == float:
		return "(" + text + " & 255u)"
	}
	return text
}

// expr is a random expression.
func (g *gen) expr(t typ, depth int) string {
	if depth == 0 || g.percent(15) {
		return g.leaf(t)
	}
	x, y := g.expr(t, depth-1), g.expr(t, depth-1)
	if t.kind == float {
		n := g.IntN(9)
		if g.smooth {
			n = g.IntN(7)
		}
		switch n {
		case 0:
			return fmt.Sprintf("(%s + %s)", x, y)
		case 1:
			return fmt.Sprintf("(%s - %s)", x, y)
		case 2:
			return fmt.Sprintf("(%s * %s)", x, y)
		case 3:
			return fmt.Sprintf("min(%s, %s)", x, y)
		case 4:
			return fmt.Sprintf("max(%s, %s)", x, y)
		case 5:
			return fmt.Sprintf("clamp(%s, %s(-2.0), %s(2.0))", x, t, t)
		case 6:
			return fmt.Sprintf("abs(%s)", x)
		case 7:
			return fmt.Sprintf("floor(%s * 4.0)", x)
		default:
			return fmt.Sprintf("(%s < %s ? %s : %s)", g.expr(typ{float, 1}, depth-1), g.expr(typ{float, 1}, depth-1), x, y)
		}
	}
	switch g.IntN(7) {
	case 0:
		return fmt.Sprintf("(%s + %s)", x, y)
	case 1:
		return fmt.Sprintf("(%s - %s)", x, y)
	case 2:
		return fmt.Sprintf("(%s * %s)", x, y)
	case 3:
		return fmt.Sprintf("(%s & %s)", x, y)
	case 4:
		return fmt.Sprintf("(%s ^ %s)", x, y)
	case 5:
		return fmt.Sprintf("(%s >> %d)", x, g.IntN(5))
	default:
		return fmt.Sprintf("max(%s, %s)", x, y)
	}
}

// leaf is a value that is there, converted, or a number.
func (g *gen) leaf(t typ) string {
	if len(g.values) > 0 && g.percent(80) {
		v := pick(g, g.values...)
		if v.t == t {
			return v.text
		}
		if v.t.n == t.n {
			return fmt.Sprintf("%s(%s)", t, convertible(v.text, v.t.kind, t.kind))
		}
		parts := make([]string, t.n)
		for i := range parts {
			text := v.text
			if v.t.n > 1 {
				text += "." + "xyzw"[i%v.t.n:i%v.t.n+1]
			}
			parts[i] = convertible(text, v.t.kind, t.kind)
		}
		return fmt.Sprintf("%s(%s)", t, strings.Join(parts, ", "))
	}
	if t.kind == float { // a few bits, since compilers fold constants in 32 or in 64 bits
		return fmt.Sprintf("%s(%.3f)", t, float64(g.IntN(33)-16)/8)
	}
	return fmt.Sprintf("%s(%d)", t, g.IntN(50))
}

// read makes the values of inputs known; at is the index of the vertex, or "".
func (g *gen) read(names []string, list []varying, at string) {
	for i, v := range list {
		text := fmt.Sprintf(names[i], at)
		if v.length > 0 {
			text += fmt.Sprintf("[%d]", g.IntN(v.length))
		}
		g.values = append(g.values, value{text, v.t})
	}
}

// write writes outputs; at is as in read.
func (g *gen) write(names []string, list []varying, at string) {
	for i, v := range list {
		text := fmt.Sprintf(names[i], at)
		for k := range max(1, v.length) {
			part := text
			if v.length > 0 {
				part += fmt.Sprintf("[%d]", k)
			}
			g.line("%s = %s;", part, g.bounded(v.t, 2))
		}
	}
}

// place is an expression for a position.
func (g *gen) place(seed string) string {
	return fmt.Sprintf("vec4(unit(%s) * 1.8 - 0.9, unit(%s + 1u) * 1.8 - 0.9, 0.5, 1.0)", seed, seed)
}

func (g *gen) vertex(out []varying) string {
	g.head()
	names := g.declare(out, "out", "", "", "")
	g.capturePosition("")
	g.line("void main() {")
	g.indent++
	g.values = append(g.values, value{"uint(gl_VertexIndex)", typ{unsigned, 1}}, value{"unit(uint(gl_VertexIndex) * 3u)", typ{float, 1}})
	seed := "uint(gl_VertexIndex) * 2u"
	if g.views != noViews {
		seed = g.viewed(seed)
	}
	g.line("gl_Position = %s;", g.place(seed))
	if g.percent(30) {
		g.line("gl_PointSize = 1.0;")
	}
	g.local(g.typ())
	g.write(names, out, "")
	g.indent--
	g.line("}")
	return g.out.String()
}

// viewed adds the view and the instance to the seed of a position, and makes them known.
func (g *gen) viewed(seed string) string {
	g.line("uint seed = %s + uint(gl_InstanceIndex) * 11u;", seed)
	switch g.IntN(3) {
	case 0:
		g.line("seed += uint(gl_ViewIndex) * 31u;")
	case 1:
		g.line("for (int i = 0; i < gl_ViewIndex; i++) seed = hash(seed);")
	default:
		g.line("if (gl_ViewIndex %% 2 == 1) seed ^= 77u; else seed += uint(gl_ViewIndex);")
	}
	g.values = append(g.values, value{"gl_InstanceIndex", typ{integer, 1}})
	if g.views == viewedValues {
		g.values = append(g.values, value{"gl_ViewIndex", typ{integer, 1}})
	}
	return "seed"
}

func (g *gen) control(in, out, patch []varying, points, vertices int) string {
	g.head()
	g.line("layout(vertices = %d) out;", vertices)
	ins := g.declare(in, "in", "", "[]", "")
	outs := g.declare(out, "out", "", "[]", g.block("handed"))
	var patches []string
	if len(patch) > 0 {
		patches = g.declare(patch, "out", "patch ", "", g.block("whole"))
	}
	helper := g.percent(40)
	if helper {
		g.line("float level(uint x) { return 1.0 + floor(unit(x) * 5.0) * 0.5 + float(gl_InvocationID) * 0.0; }")
	}
	g.line("void main() {")
	g.indent++
	at := fmt.Sprintf("[gl_InvocationID %% %d]", points)
	g.read(ins, in, at)
	g.read(ins, in, fmt.Sprintf("[%d]", g.IntN(points)))
	g.values = append(g.values, value{"gl_InvocationID", typ{integer, 1}}, value{"gl_PrimitiveID", typ{integer, 1}}, value{"gl_in" + at + ".gl_Position", typ{float, 4}},
		value{"gl_PatchVerticesIn", typ{integer, 1}})
	v := g.local(g.typ())
	g.note(v, "uint(gl_InvocationID + 4 * gl_PrimitiveID)")
	g.line("gl_out[gl_InvocationID].gl_Position = gl_in%s.gl_Position;", at)
	g.write(outs, out, "[gl_InvocationID]")
	if len(patch) > 0 || g.percent(50) {
		g.line("barrier();")
		g.read(outs, out, fmt.Sprintf("[%d]", g.IntN(vertices)))
	}
	g.line("if (gl_InvocationID == %d) {", g.IntN(vertices))
	g.indent++
	for i := range 4 {
		if helper {
			g.line("gl_TessLevelOuter[%d] = level(uint(gl_PrimitiveID * 7 + %d));", i, i)
		} else {
			g.line("gl_TessLevelOuter[%d] = 1.0 + floor(unit(uint(gl_PrimitiveID * 5 + %d)) * 4.0);", i, i)
		}
	}
	g.line("gl_TessLevelInner[0] = %d.0;", 1+g.IntN(4))
	g.line("gl_TessLevelInner[1] = gl_TessLevelOuter[%d];", g.IntN(4))
	g.write(patches, patch, "")
	g.indent--
	g.line("}")
	g.indent--
	g.line("}")
	return g.out.String()
}

func (g *gen) evaluation(in, out, patch []varying, vertices int, domain string, points bool) string {
	g.head()
	words := []string{domain, pick(g, "equal_spacing", "fractional_even_spacing", "fractional_odd_spacing"), pick(g, "cw", "ccw")}
	if points {
		words = append(words, "point_mode")
	}
	g.line("layout(%s) in;", strings.Join(words, ", "))
	prefix := "" // the block is that of the control stage: locations match all the same
	ins := g.declare(in, "in", "", "[]", prefix)
	var patches []string
	if len(patch) > 0 {
		patches = g.declare(patch, "in", "patch ", "", "")
	}
	outs := g.declare(out, "out", "", "", g.block("made"))
	g.capturePosition("")
	g.line("void main() {")
	g.indent++
	g.read(ins, in, fmt.Sprintf("[%d]", g.IntN(vertices)))
	g.read(ins, in, fmt.Sprintf("[gl_PrimitiveID %% %d]", vertices))
	g.read(patches, patch, "")
	g.values = append(g.values, value{"gl_TessCoord", typ{float, 3}}, value{"gl_PrimitiveID", typ{integer, 1}})
	g.line("vec4 p = vec4(0.0);")
	g.line("for (int i = 0; i < %d; i++) p += gl_in[i].gl_Position * (i == 0 ? gl_TessCoord.x : i == 1 ? gl_TessCoord.y : 0.25);", vertices)
	g.line("gl_Position = vec4(p.xy, 0.5, 1.0);")
	if points {
		g.line("gl_PointSize = 1.0;")
	}
	v := g.local(g.typ())
	g.note(v, "0u")
	g.note(value{"gl_TessCoord", typ{float, 3}}, "uint(gl_PrimitiveID)")
	g.note(value{"gl_TessLevelOuter[0]", typ{float, 1}}, "0u")
	g.write(outs, out, "")
	g.indent--
	g.line("}")
	return g.out.String()
}

func (g *gen) geometry(in, out []varying, topology ir.Topology) string {
	g.head()
	invocations := 1
	if g.percent(40) {
		invocations = 1 + g.IntN(3)
	}
	n := topology.Vertices()
	output := pick(g, "points", "line_strip", "triangle_strip")
	most := 3 + g.IntN(6)
	g.line("layout(%s, invocations = %d) in;", topology, invocations)
	also := g.declareStream(output == "points") * most
	g.line("layout(%s, max_vertices = %d) out;", output, most+also)
	ins := g.declare(in, "in", "", "[]", "")
	outs := g.declare(out, "out", "", "", g.block("sent"))
	helper, clips := g.percent(50), g.percent(25)
	if also := map[bool]string{true: " float gl_ClipDistance[1];"}[clips]; g.capturePosition(also) {
	} else if clips {
		g.line("out gl_PerVertex { vec4 gl_Position; float gl_PointSize; float gl_ClipDistance[1]; };")
	}
	if helper {
		g.line("void place(uint k) { gl_Position = %s; gl_PointSize = 1.0; }", g.place("k"))
	}
	emit := "EmitVertex();"
	if g.percent(40) {
		g.line("int emitted = 0;")
		g.line("void emit(bool keep) { if (!keep) return; EmitVertex(); emitted++; }")
		emit = "emit(emitted != 2);"
	}
	g.line("void main() {")
	g.indent++
	g.read(ins, in, fmt.Sprintf("[%d]", g.IntN(n)))
	g.values = append(g.values, value{"gl_PrimitiveIDIn", typ{integer, 1}}, value{"gl_InvocationID", typ{integer, 1}},
		value{fmt.Sprintf("gl_in[%d].gl_Position", g.IntN(n)), typ{float, 4}})
	v := g.local(g.typ())
	g.note(v, "uint(gl_PrimitiveIDIn + 16 * gl_InvocationID)")
	g.line("for (int i = 0; i < %d; i++) {", 1+g.IntN(most))
	g.indent++
	depth := len(g.values)
	g.values = append(g.values, value{"i", typ{integer, 1}}, value{fmt.Sprintf("gl_in[i %% %d].gl_Position", n), typ{float, 4}})
	g.read(ins, in, fmt.Sprintf("[i %% %d]", n))
	if helper {
		g.line("place(uint(i + gl_PrimitiveIDIn * 5 + gl_InvocationID * 31));")
	} else {
		g.line("gl_Position = vec4(gl_in[i %% %d].gl_Position.xy * (0.5 + 0.1 * float(i)), 0.5, 1.0);", n)
		g.line("gl_PointSize = 1.0;")
	}
	if clips {
		g.line("gl_ClipDistance[0] = unit(uint(i * 3)) - 0.25;")
	}
	if g.percent(30) {
		g.line("gl_PrimitiveID = gl_PrimitiveIDIn * 3 + i;")
	}
	g.write(outs, out, "")
	if g.percent(30) {
		g.line("if ((i + gl_PrimitiveIDIn) %% 3 != 1) {")
		g.line("    %s", emit)
		g.line("}")
	} else {
		g.line("%s", emit)
	}
	if g.percent(40) {
		g.line("if (i %% %d == %d) EndPrimitive();", 3+g.IntN(2), 2)
	}
	g.emitStream(output == "points")
	g.values = g.values[:depth]
	g.indent--
	g.line("}")
	if g.percent(60) {
		g.line("EndPrimitive();")
	}
	g.indent--
	g.line("}")
	if c := g.capture; c != nil && c.stream {
		return strings.NewReplacer("EmitVertex()", "EmitStreamVertex(0)", "EndPrimitive()", "EndStreamPrimitive(0)").Replace(g.out.String())
	}
	return g.out.String()
}

func (g *gen) task(payload int) string {
	g.head("#extension GL_EXT_mesh_shader : require")
	size := pick(g, 1, 4, 8, 32)
	g.line("layout(local_size_x = %d) in;", size)
	g.line("struct Payload { uint seeds[%d]; vec4 color; };", payload)
	g.line("taskPayloadSharedEXT Payload payload;")
	g.line("shared uint count;")
	g.line("void main() {")
	g.indent++
	g.values = append(g.values, value{"gl_LocalInvocationIndex", typ{unsigned, 1}}, value{"gl_WorkGroupID", typ{unsigned, 3}}, value{"gl_GlobalInvocationID", typ{unsigned, 3}})
	v := g.local(g.typ())
	g.note(v, "gl_GlobalInvocationID.x + 64u * gl_WorkGroupID.y")
	g.line("if (gl_LocalInvocationIndex == 0u) { count = 0u; payload.color = %s; }", g.bounded(typ{float, 4}, 2))
	g.line("barrier();")
	g.line("for (uint i = gl_LocalInvocationIndex; i < %du; i += %du) {", payload, size)
	g.line("    payload.seeds[i] = hash(i + gl_WorkGroupID.x * 8u);")
	g.line("    atomicAdd(count, 1u);")
	g.line("}")
	g.line("barrier();")
	if g.percent(40) {
		g.line("if (gl_WorkGroupID.x == 1u) EmitMeshTasksEXT(0u, 1u, 1u);")
	}
	g.line("EmitMeshTasksEXT(count, %du, 1u);", 1+g.IntN(2))
	g.indent--
	g.line("}")
	return g.out.String()
}

func (g *gen) mesh(out []varying, payload int) string {
	g.head("#extension GL_EXT_mesh_shader : require")
	size := pick(g, 1, 3, 8, 32)
	vertices, primitives := 3+g.IntN(14), 1+g.IntN(10)
	kind := pick(g, "points", "lines", "triangles")
	g.line("layout(local_size_x = %d) in;", size)
	g.line("layout(%s, max_vertices = %d, max_primitives = %d) out;", kind, vertices, primitives)
	if payload > 0 {
		g.line("struct Payload { uint seeds[%d]; vec4 color; };", payload)
		g.line("taskPayloadSharedEXT Payload payload;")
	}
	outs := g.declare(out, "out", "", "[]", g.block("made"))
	flats := g.declare(g.primitives, "out", "perprimitiveEXT ", "[]", "")
	g.line("void main() {")
	g.indent++
	g.values = append(g.values, value{"gl_LocalInvocationIndex", typ{unsigned, 1}}, value{"gl_WorkGroupID", typ{unsigned, 3}})
	seed := "gl_WorkGroupID.x * 7u + gl_WorkGroupID.y * 31u"
	if payload > 0 {
		seed = fmt.Sprintf("payload.seeds[gl_WorkGroupID.x %% %du] + gl_WorkGroupID.y", payload)
		g.values = append(g.values, value{"payload.color", typ{float, 4}}, value{fmt.Sprintf("payload.seeds[%d]", g.IntN(payload)), typ{unsigned, 1}})
	}
	g.line("uint seed = %s;", seed)
	g.values = append(g.values, value{"seed", typ{unsigned, 1}})
	v := g.local(g.typ())
	g.note(v, "gl_LocalInvocationIndex + 32u * gl_WorkGroupID.x")
	madeV, madeP := fmt.Sprint(vertices, "u"), fmt.Sprint(primitives, "u")
	if g.percent(40) {
		madeP = fmt.Sprintf("(1u + seed %% %du)", primitives)
	}
	g.line("SetMeshOutputsEXT(%s, %s);", madeV, madeP)
	g.line("for (uint i = gl_LocalInvocationIndex; i < %s; i += %du) {", madeV, size)
	g.indent++
	depth := len(g.values)
	g.values = append(g.values, value{"i", typ{unsigned, 1}})
	g.line("gl_MeshVerticesEXT[i].gl_Position = %s;", g.place("seed + i * 2u"))
	if kind == "points" {
		g.line("gl_MeshVerticesEXT[i].gl_PointSize = 1.0;")
	}
	g.write(outs, out, "[i]")
	g.values = g.values[:depth]
	g.indent--
	g.line("}")
	g.line("for (uint i = gl_LocalInvocationIndex; i < %s; i += %du) {", madeP, size)
	g.indent++
	index := func(k int) string { return fmt.Sprintf("(i * 3u + %du) %% %du", k, vertices) }
	switch kind {
	case "points":
		g.line("gl_PrimitivePointIndicesEXT[i] = %s;", index(0))
	case "lines":
		g.line("gl_PrimitiveLineIndicesEXT[i] = uvec2(%s, %s);", index(0), index(1))
	default:
		g.line("gl_PrimitiveTriangleIndicesEXT[i] = uvec3(%s, %s, %s);", index(0), index(1), index(2))
	}
	if g.percent(40) {
		g.line("gl_MeshPrimitivesEXT[i].gl_PrimitiveID = int(i + seed %% 16u);")
	}
	if g.percent(25) {
		g.line("gl_MeshPrimitivesEXT[i].gl_CullPrimitiveEXT = (i + seed) %% 3u == 0u;")
	}
	depth = len(g.values)
	g.values = append(g.values, value{"i", typ{unsigned, 1}})
	g.write(flats, g.primitives, "[i]")
	g.values = g.values[:depth]
	g.indent--
	g.line("}")
	g.indent--
	g.line("}")
	return g.out.String()
}

func (g *gen) fragment(in []varying) string {
	if len(g.primitives) > 0 {
		g.head("#extension GL_EXT_mesh_shader : require")
	} else {
		g.head()
	}
	names := g.declare(in, "in", "", "", "")
	flats := g.declare(g.primitives, "in", "perprimitiveEXT ", "", "")
	g.line("layout(location = 0) out vec4 color;")
	g.line("void main() {")
	g.indent++
	g.read(names, in, "")
	g.read(flats, g.primitives, "")
	if g.views == viewedValues {
		g.values = append(g.values, value{"gl_ViewIndex", typ{integer, 1}})
	}
	g.smooth = true
	g.line("vec4 c = %s;", g.expr(typ{float, 4}, 2))
	g.line("color = 0.5 + 0.5 * c / (1.0 + abs(c));")
	g.smooth = false
	g.indent--
	g.line("}")
	return g.out.String()
}
