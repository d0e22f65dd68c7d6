package glslgen

// This file makes shaders of numbers of all sizes: 8, 16, 32 and 64 bits, in blocks of all
// layouts, in structs, arrays, matrices and memory of the workgroup, moved and converted.

import (
	"fmt"
	"slices"
	"strings"
)

// sizedTypes are the scalars, with the prefix of their vectors' names.
var sizedTypes = []struct{ name, vector string }{
	{"int8_t", "i8vec"}, {"uint8_t", "u8vec"}, {"int16_t", "i16vec"}, {"uint16_t", "u16vec"}, {"int", "ivec"}, {"uint", "uvec"},
	{"int64_t", "i64vec"}, {"uint64_t", "u64vec"}, {"float", "vec"}, {"double", "dvec"},
}

// A place is something that can be read and written.
type sizedPlace struct {
	path   string
	scalar int // of sizedTypes
	comps  int
	ro     bool
}

// sizedStruct is a struct with its places behind a path.
type sizedStruct struct {
	name   string
	places []sizedPlace
}

type sizedGen struct {
	r       random
	out     strings.Builder
	structs []sizedStruct
	places  []sizedPlace
	wholes  map[string][]string // paths of structs by their names; the first half can be written
	names   int
	scalars []int // of sizedTypes
	o       SizedOptions
}

// scalar draws one of sizedTypes.
func (g *sizedGen) scalar() int { return pick(&g.r, g.scalars) }

func (g *sizedGen) line(format string, args ...any) { fmt.Fprintf(&g.out, format+"\n", args...) }

// SizedOptions select the numbers that Sized leaves out.
type SizedOptions struct {
	NoBytes   bool // integers of 8 bits
	NoDoubles bool
	Words     bool // integers of other sizes than 32 bits
	NoFma     bool // sums of a product
	Defined   bool // what is open: quotients by zero, and the lesser of zeros
}

// scalars are the numbers that are used, of sizedTypes.
func (o SizedOptions) scalars() (list []int) {
	for k, t := range sizedTypes {
		switch {
		case k < 2 && o.NoBytes, o.Words && t.name != "int" && t.name != "uint" && t.name != "float" && t.name != "double", t.name == "double" && o.NoDoubles:
		default:
			list = append(list, k)
		}
	}
	return list
}

// Sized returns the shader of a seed: one invocation that moves numbers of all sizes
// through memory.
func Sized(seed uint64, o SizedOptions) string {
	g := &sizedGen{r: random(seed ^ 0x517ed), wholes: map[string][]string{}, scalars: o.scalars(), o: o}
	g.line("#version 450")
	for _, e := range []string{"GL_EXT_shader_explicit_arithmetic_types", "GL_EXT_shader_8bit_storage", "GL_EXT_shader_16bit_storage", "GL_EXT_scalar_block_layout"} {
		g.line("#extension %s : require", e)
	}
	g.line("layout(local_size_x = 1) in;")
	for k := range 1 + g.r.n(3) {
		g.structure("S"+fmt.Sprint(k), 2+g.r.n(4))
	}
	for k := range 1 + g.r.n(3) {
		g.block(k)
	}
	for k := range g.r.n(3) {
		name := fmt.Sprintf("shared_%d", k)
		g.declare("shared ", name, ";", false)
	}
	for k := range g.r.n(2) {
		g.declare("", fmt.Sprintf("global_%d", k), ";", false)
	}
	g.functions()
	g.line("void main() {")
	for _, p := range g.places { // what isn't in a block begins with something
		if strings.HasPrefix(p.path, "shared_") || strings.HasPrefix(p.path, "global_") {
			g.line("%s = %s;", p.path, g.literal(p.scalar, p.comps))
		}
	}
	for k := range 1 + g.r.n(3) {
		from := len(g.places)
		g.declare("", fmt.Sprintf("local_%d", k), ";", false)
		all := g.places
		g.places = all[:from] // what has a value
		for _, p := range all[from:] {
			g.line("%s = %s;", p.path, g.value(p.scalar, p.comps, 1))
		}
		g.places = all
	}
	for range 8 + g.r.n(24) {
		g.statement()
	}
	g.line("}")
	return g.out.String()
}

func typeName(scalar, comps int) string {
	t := sizedTypes[scalar]
	if comps == 1 {
		return t.name
	}
	return t.vector + fmt.Sprint(comps)
}

// member is a declaration of a name and the places that it makes.
func (g *sizedGen) member(name string) (text string, places []sizedPlace) {
	s, comps := g.scalar(), 1
	if g.r.percent(45) {
		comps = 2 + g.r.n(3)
	}
	switch k := g.r.n(10); {
	case k < 5:
		return typeName(s, comps) + " " + name, []sizedPlace{{name, s, comps, false}}
	case k < 8 || len(g.structs) == 0 && k < 9:
		n := 2 + g.r.n(3)
		for i := range n {
			places = append(places, sizedPlace{fmt.Sprintf("%s[%d]", name, i), s, comps, false})
		}
		return fmt.Sprintf("%s %s[%d]", typeName(s, comps), name, n), places
	case k < 9:
		x := pick(&g.r, g.structs)
		for _, p := range x.places {
			p.path = name + "." + p.path
			places = append(places, p)
		}
		return x.name + " " + name, places
	}
	columns, rows, kind, scalar := 2+g.r.n(3), 2+g.r.n(3), "mat", 8
	if g.r.percent(60) && slices.Contains(g.scalars, 9) {
		kind, scalar = "dmat", 9
	}
	for i := range columns {
		places = append(places, sizedPlace{fmt.Sprintf("%s[%d]", name, i), scalar, rows, false})
	}
	return fmt.Sprintf("%s%dx%d %s", kind, columns, rows, name), places
}

func (g *sizedGen) structure(name string, n int) {
	s := sizedStruct{name: name}
	g.line("struct %s {", name)
	for i := range n {
		text, places := g.member(fmt.Sprintf("m%d", i))
		g.line("\t%s;", text)
		s.places = append(s.places, places...)
	}
	g.line("};")
	g.structs = append(g.structs, s)
}

// block declares a buffer.
func (g *sizedGen) block(k int) {
	layout := pick(&g.r, []string{"std430", "std140", "scalar", "std430, row_major"})
	kind, ro := "buffer", false
	switch g.r.n(4) {
	case 0:
		kind, ro, layout = "uniform", true, pick(&g.r, []string{"std140", "std140, row_major"})
	case 1:
		kind, ro = "readonly buffer", true
	}
	if k == 0 {
		kind, ro = "buffer", false
	}
	name := fmt.Sprintf("block_%d", k)
	g.line("layout(%s, binding = %d) %s Block_%d {", layout, k, kind, k)
	for i := range 2 + g.r.n(4) {
		text, places := g.member(fmt.Sprintf("m%d", i))
		g.line("\t%s;", text)
		for _, p := range places {
			g.places = append(g.places, sizedPlace{name + "." + p.path, p.scalar, p.comps, ro})
		}
		if !ro && len(g.structs) > 0 && strings.HasPrefix(text, "S") {
			x, _, _ := strings.Cut(text, " ")
			g.wholes[x] = append(g.wholes[x], fmt.Sprintf("%s.m%d", name, i))
		}
	}
	if kind != "uniform" && g.r.percent(50) {
		s, comps := g.scalar(), 1+g.r.n(4)
		g.line("\t%s list[];", typeName(s, comps))
		for i := range 3 {
			g.places = append(g.places, sizedPlace{fmt.Sprintf("%s.list[%d]", name, i), s, comps, ro})
		}
		if !ro {
			g.places = append(g.places, sizedPlace{fmt.Sprintf("%s.list[min(uint(%s.list.length()) - 1u, 2u)]", name, name), s, comps, ro})
		}
	}
	g.line("} %s;", name)
}

// declare declares a variable.
func (g *sizedGen) declare(before, name, after string, ro bool) {
	text, places := g.member(name)
	g.line("%s%s%s", before, text, after)
	for _, p := range places {
		p.ro = ro
		g.places = append(g.places, p)
	}
	if strings.HasPrefix(text, "S") {
		x, _, _ := strings.Cut(text, " ")
		g.wholes[x] = append(g.wholes[x], name)
	}
}

// functions declares functions that take and return numbers and structs.
func (g *sizedGen) functions() {
	for _, s := range g.scalars {
		t, operators := sizedTypes[s].name, []string{"+", "-", "*"}
		if t == "float" { // whose products may be fused with sums
			operators = operators[:2]
		}
		g.line("%s half_%d(%s x, inout %s y) { y = %s(y %s x); return %s(x - y.x); }", t, s, t, typeName(s, 3), typeName(s, 3), pick(&g.r, operators), t)
	}
	for _, x := range g.structs {
		p := pick(&g.r, x.places)
		g.line("%s with_%s(%s s, %s v) { s.%s = v; return s; }", x.name, x.name, x.name, typeName(p.scalar, p.comps), p.path)
		g.line("%s of_%s(const %s s) { return s.%s; }", typeName(p.scalar, p.comps), x.name, x.name, p.path)
	}
}

// literal is a number or a vector of one.
func (g *sizedGen) literal(scalar, comps int) string {
	n := g.r.n(200)
	if g.r.percent(20) {
		n = int(g.r.next() >> 33)
	}
	text := fmt.Sprint(n)
	switch sizedTypes[scalar].name {
	case "uint64_t":
		text = fmt.Sprintf("%dul", g.r.next()>>uint(g.r.n(64)))
	case "int64_t":
		text = fmt.Sprintf("-%dl", g.r.next()>>uint(1+g.r.n(63)))
	case "double":
		text = fmt.Sprintf("%d.%dlf", n, g.r.n(1000))
	case "float":
		text = fmt.Sprintf("%d.%d", n%1000, 125*g.r.n(8))
	}
	return typeName(scalar, comps) + "(" + text + ")"
}

// operand is a place with a number of components, or part of one, as a type.
func (g *sizedGen) operand(scalar, comps int) string {
	for range 20 {
		p := pick(&g.r, g.places)
		switch {
		case p.comps == comps && (p.scalar == scalar || g.r.percent(40)):
			if p.scalar == scalar {
				return p.path
			}
			return typeName(scalar, comps) + "(" + g.tame(p, p.path) + ")"
		case p.comps > comps:
			swizzle := ""
			for range comps {
				swizzle += string("xyzw"[g.r.n(p.comps)])
			}
			if comps == 1 && g.r.percent(40) {
				swizzle = ""
				return typeName(scalar, 1) + "(" + g.tame(sizedPlace{scalar: p.scalar, comps: 1}, fmt.Sprintf("%s[%s & 1]", p.path, g.index())) + ")"
			}
			return typeName(scalar, comps) + "(" + g.tame(sizedPlace{scalar: p.scalar, comps: comps}, p.path+"."+swizzle) + ")"
		case p.comps == 1 && comps > 1:
			return typeName(scalar, comps) + "(" + g.tame(p, p.path) + ")"
		}
	}
	return g.literal(scalar, comps)
}

// tame keeps floats in the range of integers, whose conversion isn't defined elsewhere.
func (g *sizedGen) tame(p sizedPlace, text string) string {
	if p.scalar < 8 {
		return text
	}
	t := typeName(p.scalar, p.comps)
	zero, big := "(0)", "(100)"
	return fmt.Sprintf("clamp(%s, %s%s, %s%s)", text, t, zero, t, big)
}

// index is an integer that is read.
func (g *sizedGen) index() string {
	for range 10 {
		if p := pick(&g.r, g.places); p.comps == 1 && p.scalar < 8 {
			return "int(" + p.path + ")"
		}
	}
	return fmt.Sprint(g.r.n(4))
}

// value is an expression of a type.
func (g *sizedGen) value(scalar, comps, depth int) string {
	if depth > 2 || g.r.percent(35) {
		return g.operand(scalar, comps)
	}
	x, y := g.value(scalar, comps, depth+1), g.value(scalar, comps, depth+1)
	t := typeName(scalar, comps)
	if scalar >= 8 {
		list := []string{x + " + " + y, x + " - " + y, "min(" + x + ", " + y + ")", "floor(" + x + ")", "abs(" + x + ")"}
		if g.o.Defined {
			list[2] = "min(" + x + ", abs(" + y + ") + " + t + "(0.25))"
		}
		if sizedTypes[scalar].name == "double" { // products of 32 bits may be fused with sums
			quotient := x + " / " + y
			if g.o.Defined {
				quotient = x + " / (abs(" + y + ") + " + t + "(0.5))"
			}
			list = append(list, x+" * "+y, quotient, "sqrt(abs("+x+"))")
			if !g.o.NoFma {
				list = append(list, "fma("+x+", "+y+", "+x+")")
			}
		}
		return t + "(" + pick(&g.r, list) + ")"
	}
	bits := []int{8, 8, 16, 16, 32, 32, 64, 64}[scalar]
	list := []string{x + " + " + y, x + " - " + y, x + " * " + y, x + " & " + y, x + " | " + y, x + " ^ " + y, "~" + x,
		fmt.Sprintf("%s << %d", x, g.r.n(bits)), fmt.Sprintf("%s >> %d", x, g.r.n(bits)), "max(" + x + ", " + y + ")"}
	if scalar%2 == 1 { // quotients of what isn't zero
		list = append(list, x+" / ("+y+" | "+t+"(1))", x+" % ("+y+" | "+t+"(1))")
	} else {
		list = append(list, "abs("+x+")", "sign("+x+")", "-"+x)
	}
	if comps == 1 {
		list = append(list, "("+x+" < "+y+" ? "+x+" : "+y+")")
	} else {
		list = append(list, "mix("+x+", "+y+", lessThan("+x+", "+y+"))")
	}
	return t + "(" + pick(&g.r, list) + ")"
}

func (g *sizedGen) statement() {
	var p sizedPlace
	for p = pick(&g.r, g.places); p.ro; {
		p = pick(&g.r, g.places)
	}
	g.names++
	switch k := g.r.n(12); {
	case k == 0 && p.comps > 1:
		g.line("%s[%s & 1] = %s;", p.path, g.index(), g.value(p.scalar, 1, 1))
	case k == 1 && p.comps > 1:
		g.line("%s.%s = %s;", p.path, []string{"yx", "zx", "wy"}[p.comps-2], g.value(p.scalar, 2, 1))
	case k == 2:
		v := fmt.Sprintf("v%d", g.names)
		g.line("%s %s = %s;", typeName(p.scalar, 3), v, g.value(p.scalar, 3, 1))
		g.line("%s = %s(half_%d(%s, %s)) + %s.%s;", p.path, typeName(p.scalar, p.comps), p.scalar, g.value(p.scalar, 1, 1), v, v, "zyxx"[:p.comps])
	case k == 3 && len(g.structs) > 0:
		x := pick(&g.r, g.structs)
		list := g.wholes[x.name]
		if len(list) > 1 {
			g.line("%s = %s;", pick(&g.r, list), pick(&g.r, list))
		}
	case k == 4:
		g.line("if (%s > %s) %s = %s; else %s = %s;", g.value(p.scalar, 1, 1), g.value(p.scalar, 1, 1), p.path, g.value(p.scalar, p.comps, 1), p.path, g.operand(p.scalar, p.comps))
	case k == 5:
		g.line("for (int i%d = 0; i%d < %d; i%d++) %s = %s;", g.names, g.names, 1+g.r.n(3), g.names, p.path, g.value(p.scalar, p.comps, 1))
	default:
		g.line("%s = %s;", p.path, g.value(p.scalar, p.comps, 0))
	}
}
