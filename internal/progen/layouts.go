package progen

// This file makes programs about memory: types of every size and alignment in uniform and
// storage buffers, and copies of their parts from one to the other, by every kind of path,
// static and dynamic, whole and in parts. Nothing is computed, so that every engine leaves
// the same bytes, padding included.

import (
	"fmt"
	"strings"
)

// LayoutOptions select the contents of the programs of [GenerateLayouts].
type LayoutOptions struct {
	F16     bool
	Uniform bool // a uniform buffer of any layout: uniform_buffer_standard_layout
}

// GenerateLayouts makes the program of a seed.
func GenerateLayouts(seed uint64, o LayoutOptions) Program {
	r := random(seed*0x9e3779b97f4a7c15 + 7)
	g := &layoutGen{r: &r, o: o}
	return g.program()
}

// held is a type in memory.
type held struct {
	name    string
	kind    byte // 's'calar, 'v'ector, 'm'atrix, 'a'rray, 'S'truct
	parts   int  // components, columns, elements
	inner   *held
	members []*held // of a struct
	align   int     // bytes
	size    int
	weight  int // scalars in it
}

type layoutGen struct {
	r     *random
	o     LayoutOptions
	decls strings.Builder
	body  strings.Builder
	types []*held
	count int // of structs and functions
}

func roundUp(n, align int) int { return (n + align - 1) / align * align }

// scalar is a scalar type.
func (g *layoutGen) scalar() *held {
	if g.o.F16 && g.r.percent(40) {
		return &held{name: "f16", kind: 's', align: 2, size: 2, weight: 1}
	}
	return &held{name: one(g.r, []string{"f32", "u32", "i32"}), kind: 's', align: 4, size: 4, weight: 1}
}

func vectorHeld(s *held, n int) *held {
	return &held{name: fmt.Sprintf("vec%d<%s>", n, s.name), kind: 'v', parts: n, inner: s, align: s.size * []int{2, 4, 4}[n-2], size: s.size * n, weight: n}
}

// make makes a type, of at most so many levels.
func (g *layoutGen) make(depth int) *held {
	w := []int{3, 4, 2, 0, 0}
	if depth > 0 {
		w[3], w[4] = 4, 5
	}
	switch g.r.weighted(w...) {
	case 0:
		return g.scalar()
	case 1:
		return vectorHeld(g.scalar(), one(g.r, []int{2, 3, 3, 4}))
	case 2:
		s := &held{name: "f32", kind: 's', align: 4, size: 4, weight: 1}
		if g.o.F16 && g.r.percent(50) {
			s = &held{name: "f16", kind: 's', align: 2, size: 2, weight: 1}
		}
		c, n := g.r.between(2, 4), g.r.between(2, 4)
		v := vectorHeld(s, n)
		return &held{name: fmt.Sprintf("mat%dx%d<%s>", c, n, s.name), kind: 'm', parts: c, inner: v, align: v.align, size: c * roundUp(v.size, v.align), weight: c * n}
	case 3:
		e, n := g.make(depth-1), one(g.r, []int{1, 2, 3, 3, 4, 5, 9})
		if e.weight*n > 120 {
			return e
		}
		return &held{name: fmt.Sprintf("array<%s, %d>", e.name, n), kind: 'a', parts: n, inner: e, align: e.align, size: n * roundUp(e.size, e.align), weight: e.weight * n}
	}
	return g.structure(depth)
}

func (g *layoutGen) structure(depth int) *held {
	var b strings.Builder
	s := &held{kind: 'S', align: 1}
	for range g.r.between(1, 5) {
		mem := g.make(depth - 1)
		if s.weight+mem.weight > 160 {
			break
		}
		align, size := mem.align, mem.size
		b.WriteString("  ")
		if g.r.percent(12) {
			align = max(align, one(g.r, []int{4, 8, 16, 32}))
			fmt.Fprintf(&b, "@align(%d) ", align)
		}
		if g.r.percent(12) {
			size = roundUp(size+one(g.r, []int{0, 4, 8, 12, 20}), 4)
			fmt.Fprintf(&b, "@size(%d) ", size)
		}
		fmt.Fprintf(&b, "m%d: %s,\n", len(s.members), mem.name)
		s.members = append(s.members, mem)
		s.align, s.size, s.weight = max(s.align, align), roundUp(s.size, align)+size, s.weight+mem.weight
	}
	if len(s.members) == 0 {
		return g.scalar()
	}
	s.size = roundUp(s.size, s.align)
	s.name = fmt.Sprintf("S%d", g.count)
	g.count++
	fmt.Fprintf(&g.decls, "struct %s {\n%s}\n", s.name, b.String())
	return s
}

// spot is a place in a variable: texts, and the type there.
type spot struct {
	text string
	ty   *held
}

// index is the text of an index below n, in one of several forms.
func (g *layoutGen) index(n int) string {
	switch g.r.n(4) {
	case 0:
		return fmt.Sprintf("z[%d] %% %du", g.r.n(4), n)
	case 1:
		return fmt.Sprintf("i32(z[id.x + %du] %% %du)", g.r.n(4), n)
	}
	return fmt.Sprint(g.r.n(n))
}

// walk goes on from a place at random; want, if not nil, is the type to end at, and if
// there is none on the way ty is nil.
func (g *layoutGen) walk(p spot, want *held) spot {
	for {
		if want == nil && g.r.percent(25) || want != nil && p.ty.name == want.name {
			return p
		}
		switch p.ty.kind {
		case 's':
			if want != nil {
				p.ty = nil
			}
			return p
		case 'S':
			i := g.r.n(len(p.ty.members))
			p = spot{fmt.Sprintf("%s.m%d", p.text, i), p.ty.members[i]}
		case 'v':
			if g.r.percent(50) {
				p = spot{p.text + "." + "xyzw"[g.r.n(p.ty.parts):][:1], p.ty.inner}
				continue
			}
			fallthrough
		default:
			p = spot{fmt.Sprintf("%s[%s]", p.text, g.index(p.ty.parts)), p.ty.inner}
		}
	}
}

func (g *layoutGen) program() Program {
	if g.o.F16 {
		g.decls.WriteString("enable f16;\n")
	}
	if g.o.Uniform {
		g.decls.WriteString("requires uniform_buffer_standard_layout;\nrequires unrestricted_pointer_parameters;\n")
	}
	t := g.make(3)
	for tries := 0; t.weight < 3 && tries < 20; tries++ {
		t = g.make(3)
	}
	open := g.make(2)
	vars := []spot{{"s", t}, {"t", t}, {"o[" + fmt.Sprint(g.r.n(7)) + "]", open}, {"o[z[1] % 7u]", open}}
	writable := len(vars)
	g.decls.WriteString("@group(0) @binding(0) var<storage> z: array<u32>;\n")
	fmt.Fprintf(&g.decls, "@group(0) @binding(1) var<storage, read_write> s: %s;\n", t.name)
	fmt.Fprintf(&g.decls, "@group(0) @binding(2) var<storage, read_write> t: %s;\n", t.name)
	fmt.Fprintf(&g.decls, "@group(0) @binding(3) var<storage, read_write> o: array<%s>;\n", open.name)
	if g.o.Uniform {
		fmt.Fprintf(&g.decls, "@group(0) @binding(4) var<uniform> u: %s;\n@group(0) @binding(5) var<uniform> v: %s;\n", t.name, open.name)
		vars = append(vars, spot{"u", t}, spot{"u", t}, spot{"v", open}, spot{"u", t})
	} else {
		fmt.Fprintf(&g.decls, "@group(0) @binding(4) var<storage> u: %s;\n", t.name)
		vars = append(vars, spot{"u", t})
	}
	for range g.r.between(3, 9) {
		from := g.walk(one(g.r, vars), nil)
		var to spot
		for range 40 {
			if to = g.walk(vars[g.r.n(writable)], from.ty); to.ty != nil {
				break
			}
		}
		if to.ty != nil {
			g.copy(to, from)
		}
	}
	return Program{Entry: "main", Workgroups: [3]uint32{1, 1, 1},
		Source: g.decls.String() + "@compute @workgroup_size(1)\nfn main(@builtin(global_invocation_id) id: vec3u) {\n" + g.body.String() + "}\n"}
}

// copy writes statements that assign a place to another.
func (g *layoutGen) copy(to, from spot) {
	n := g.count
	g.count++
	b, t := &g.body, from.ty
	switch g.r.n(10) {
	case 0:
		fmt.Fprintf(b, "  let v%d = %s;\n  %s = v%[1]d;\n", n, from.text, to.text)
	case 1:
		fmt.Fprintf(b, "  var v%d: %s;\n  v%[1]d = %[3]s;\n  %[4]s = v%[1]d;\n", n, t.name, from.text, to.text)
	case 2:
		part := g.walk(spot{fmt.Sprintf("v%d", n), t}, nil)
		var other spot
		for range 20 {
			if other = g.walk(from, part.ty); other.ty != nil {
				break
			}
		}
		fmt.Fprintf(b, "  var v%d = %s;\n", n, from.text)
		if other.ty != nil {
			fmt.Fprintf(b, "  %s = %s;\n", part.text, other.text)
		}
		fmt.Fprintf(b, "  %s = v%d;\n", to.text, n)
	case 3:
		if to.text[0] == from.text[0] || t.kind == 's' || strings.HasSuffix(to.text, ".x") {
			fmt.Fprintf(b, "  %s = %s;\n", to.text, from.text)
			break
		}
		fmt.Fprintf(b, "  { let p = &%s;\n    let q = &%s;\n    *p = *q; }\n", to.text, from.text)
	case 4:
		fmt.Fprintf(&g.decls, "fn f%d(a: %s) -> %s { return a; }\n", n, t.name, t.name)
		fmt.Fprintf(b, "  %s = f%d(%s);\n", to.text, n, from.text)
	case 5:
		if t.kind == 'v' {
			fmt.Fprintf(b, "  %s = %s.%s;\n", to.text, from.text, "wzyx"[4-t.parts:])
			break
		}
		fmt.Fprintf(b, "  if z[%d] != 3u { %s = %s; }\n", g.r.n(4), to.text, from.text)
	case 6:
		fmt.Fprintf(b, "  %s = %s();\n", to.text, t.name)
	case 7:
		if strings.HasPrefix(t.name, "vec") && strings.Contains(t.name, "32>") && !strings.Contains(t.name, "f32") {
			fmt.Fprintf(b, "  %s %s= %s;\n", to.text, one(g.r, []string{"+", "^", "-", "*"}), from.text)
			break
		}
		fmt.Fprintf(b, "  for (var i = 0u; i < 2u; i++) { %s = %s; }\n", to.text, from.text)
	case 8:
		// A pointer whose index nothing else uses, with parts of its target.
		first := g.walk(spot{"(*p)", t}, nil)
		var second spot
		for range 20 {
			if second = g.walk(spot{"(*p)", t}, first.ty); second.ty != nil {
				break
			}
		}
		if t.kind == 's' || second.ty == nil {
			fmt.Fprintf(b, "  %s = %s;\n", to.text, from.text)
			break
		}
		text := second.text
		if second.ty.kind == 'v' {
			text += "." + "wzyx"[4-second.ty.parts:]
		}
		if to.text[0] == 's' && g.r.percent(50) && g.o.Uniform { // and one that is a parameter
			fmt.Fprintf(&g.decls, "fn f%d(p: ptr<storage, %s, read_write>, id: vec3u) { %s = %s; }\n", n, t.name, first.text, text)
			fmt.Fprintf(b, "  f%d(&%s, id);\n", n, to.text)
			break
		}
		fmt.Fprintf(b, "  { let p = &%s;\n    %s = %s; }\n", to.text, first.text, text)
	default:
		fmt.Fprintf(b, "  %s = %s;\n", to.text, from.text)
	}
}
