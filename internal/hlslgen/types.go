package hlslgen

// This file has types and variables.

import (
	"fmt"
	"strings"
)

// typ is a type: a scalar, a vector or a matrix.
type typ struct {
	scalar     string // int, uint, float, bool, int64_t, uint64_t or double
	rows, cols int    // rows 0: no matrix; cols 1: a scalar
}

func (t typ) String() string {
	switch {
	case t.rows > 0:
		return fmt.Sprintf("%s%dx%d", t.scalar, t.rows, t.cols)
	case t.cols > 1:
		return fmt.Sprintf("%s%d", t.scalar, t.cols)
	}
	return t.scalar
}

func (t typ) isFloat() bool { return t.scalar == "float" || t.scalar == "double" }

// isWide reports whether the scalar has 64 bits.
func (t typ) isWide() bool {
	return t.scalar == "int64_t" || t.scalar == "uint64_t" || t.scalar == "double"
}

// of is the type with another scalar.
func (t typ) of(scalar string) typ { return typ{scalar, t.rows, t.cols} }

// spell is one of the spellings of a type.
func (g *gen) spell(t typ) string {
	switch {
	case g.plain() || g.r.n(6) != 0:
		return t.String()
	case t.rows > 0:
		return fmt.Sprintf("matrix<%s, %d, %d>", t.scalar, t.rows, t.cols)
	case t.cols > 1:
		return fmt.Sprintf("vector<%s, %d>", t.scalar, t.cols)
	case t.scalar == "uint":
		return g.either("dword", "unsigned int", "uint1", "uint")
	}
	return t.String()
}

// A variable is a name, or an expression for a part of a variable.
type variable struct {
	name string
	t    typ
	set  bool // may be written
}

// A member of a struct.
type member struct {
	name   string
	t      typ
	length int  // of an array; 0: none
	of     int  // index of a struct; -1: t
	major  bool // row_major or column_major
}

// A structure is a struct; the members of its base come first.
type structure struct {
	name    string
	members []member
	simple  bool // no member has 64 bits
	adds    bool // there is an operator +, else a function plus
}

func (g *gen) typ() typ {
	scalars := []string{"int", "uint", "float", "int", "float", "bool", "float"}
	if g.modern() {
		scalars = append(scalars, "int64_t", "uint64_t", "double")
	}
	t := typ{scalar: scalars[g.r.n(len(scalars))], cols: 1 + g.r.n(4)}
	if g.r.one(4) && t.scalar != "bool" && !t.isWide() {
		t.rows, t.cols = 2+g.r.n(3), 1+g.r.n(4)
		if t.cols == 1 {
			t.rows, t.cols = 2+g.r.n(3), 2+g.r.n(3)
		}
	}
	return t
}

// narrow is a type of 32 bits.
func (g *gen) narrow() typ {
	for {
		if t := g.typ(); !t.isWide() {
			return t
		}
	}
}

// structure declares a struct, of a random base, with functions of its own.
func (g *gen) structure() {
	s := structure{name: fmt.Sprintf("S%d", len(g.structs)), simple: true}
	base := ""
	if n := len(g.structs); n > 0 && g.modern() && g.r.one(3) {
		b := g.structs[g.r.n(n)]
		base = " : " + b.name
		s.members, s.simple = append(s.members, b.members...), b.simple
	}
	var text strings.Builder
	own := len(s.members)
	for range 2 + g.r.n(3) {
		m := member{name: "m" + g.name(), t: g.typ(), of: -1}
		if n := len(g.structs); n > 0 && g.r.one(4) {
			m.of = g.r.n(n)
		}
		if g.r.one(4) {
			m.length = 2 + g.r.n(2)
		}
		g.member(&text, &m)
		s.simple = s.simple && (m.of >= 0 && g.structs[m.of].simple || m.of < 0 && !m.t.isWide())
		s.members = append(s.members, m)
	}
	// A function that reads and one that writes: bodies know the members alone.
	g.vars = g.vars[:0]
	for _, m := range s.members[own:] {
		g.addMember("", m, true)
	}
	fmt.Fprintf(&text, " int sum(int k) { return (int)(%s) + k; }", g.bounded(typ{"int", 0, 1}, 2))
	mutating := ""
	if g.plain() {
		mutating = "[mutating] "
	}
	if p, t, ok := g.place(); ok {
		fmt.Fprintf(&text, " %svoid add(int k) { %s = %s; }", mutating, p, g.bounded(t, 2))
	} else {
		text.WriteString(" " + mutating + "void add(int k) {}")
	}
	s.adds = g.modern() && g.r.one(2)
	how := "plus"
	if s.adds {
		how = "operator+"
	}
	fmt.Fprintf(&text, " %s %s(%s other) { %s r = (%s)0;", s.name, how, s.name, s.name, s.name)
	for _, m := range s.members {
		fmt.Fprintf(&text, " r.%s = %s;", m.name, g.either("", "this.")+m.name)
	}
	text.WriteString(" r.add(other.sum(2)); return r; }")
	g.line("struct %s%s {%s };", s.name, base, text.String())
	g.structs = append(g.structs, s)
}

// member declares a member.
func (g *gen) member(b *strings.Builder, m *member) {
	switch {
	case m.of >= 0:
		fmt.Fprintf(b, " %s %s", g.structs[m.of].name, m.name)
	default:
		order := ""
		if m.t.rows > 0 && !g.plain() {
			order = g.either("", "", "row_major ", "column_major ")
			m.major = order != ""
		}
		fmt.Fprintf(b, " %s%s %s", order, g.spell(m.t), m.name)
	}
	if m.length > 0 {
		fmt.Fprintf(b, "[%d]", m.length)
	}
	b.WriteByte(';')
}

// addMember adds the variables of a member: one element of an array each.
func (g *gen) addMember(path string, m member, set bool) {
	name := path + m.name
	if m.length > 0 {
		name += fmt.Sprintf("[%d]", g.r.n(m.length))
	}
	if m.of < 0 {
		g.vars = append(g.vars, variable{name, m.t, set})
		return
	}
	for _, sub := range g.structs[m.of].members {
		g.addMember(name+".", sub, set)
	}
}

// declareStruct declares and uses variables of a struct in main.
func (g *gen) declareStruct(k int) {
	s := &g.structs[k]
	a, b := g.name(), g.name()
	g.line("%s %s = (%s)%s, %s[2] = { %s, %s };", s.name, a, s.name, g.filled(), b, a, a)
	for _, m := range s.members {
		g.addMember(a+".", m, true)
		if g.r.one(2) {
			g.addMember(fmt.Sprintf("%s[%d].", b, g.r.n(2)), m, true)
		}
	}
	for range 2 {
		switch g.r.n(4) {
		case 0:
			g.line("%s.add(%d);", a, g.r.n(9))
		case 1:
			g.line("%s[%s].add(small(%s));", b, g.index(2), g.expr(typ{"int", 0, 1}, 2))
		case 2:
			g.line("%s[%d] = %s;", b, g.r.n(2), a)
		default:
			if s.adds {
				g.line("%s = %s + %s[%d];", a, a, b, g.r.n(2))
			} else {
				g.line("%s = %s.plus(%s[%d]);", a, a, b, g.r.n(2))
			}
		}
	}
	g.line("put(%s.sum(%d)); put(%s[1].sum(3));", a, g.r.n(9), b)
}

// print writes the words of a variable.
func (g *gen) print(v variable) {
	part := func(x string) {
		switch v.t.scalar {
		case "float":
			g.line("put(asuint(%s + 0.0));", x)
		case "bool":
			g.line("put(%s ? 1 : 0);", x)
		case "double":
			g.line("put(asuint((float)%s + 0.0));", x)
		case "int64_t", "uint64_t":
			g.line("put64((uint64_t)%s);", x)
		default:
			g.line("put((uint)%s);", x)
		}
	}
	switch {
	case v.t.rows > 0:
		for r := range v.t.rows {
			for c := range v.t.cols {
				part(fmt.Sprintf(g.either("%s[%d][%d]", "%s._m%d%d"), v.name, r, c))
			}
		}
	case v.t.cols > 1:
		for c := range v.t.cols {
			part(fmt.Sprintf("%s.%c", v.name, g.either("xyzw", "rgba")[c]))
		}
	default:
		part(v.name)
	}
}
