package glslgen

// This file holds types, their spelling, literals and constructors.

import (
	"fmt"
	"strings"
)

// typ is a type: a scalar, vector or matrix of base, or a struct; and the dimensions
// of an array of it, the outermost first.
type typ struct {
	base byte // 'f', 'i', 'u', 'b'
	rows int
	cols int // of a matrix; 0: none
	st   *structure
	dims []int
}

type structure struct {
	name    string
	members []member
}

type member struct {
	name string
	t    *typ
}

var (
	floatT = &typ{base: 'f', rows: 1}
	intT   = &typ{base: 'i', rows: 1}
	uintT  = &typ{base: 'u', rows: 1}
	boolT  = &typ{base: 'b', rows: 1}
)

func vecT(base byte, n int) *typ { return &typ{base: base, rows: n} }

func (t *typ) scalar() bool { return t.rows == 1 && t.plain() }
func (t *typ) plain() bool  { return t.st == nil && len(t.dims) == 0 }

func (t *typ) element() *typ {
	e := *t
	e.dims = t.dims[1:]
	return &e
}

func (t *typ) arrayOf(n int) *typ {
	e := *t
	e.dims = append([]int{n}, t.dims...)
	return &e
}

func (t *typ) same(u *typ) bool {
	if t.st != u.st || t.st == nil && (t.base != u.base || t.rows != u.rows || t.cols != u.cols) || len(t.dims) != len(u.dims) {
		return false
	}
	for i := range t.dims {
		if t.dims[i] != u.dims[i] {
			return false
		}
	}
	return true
}

func (t *typ) floats() bool {
	if t.st != nil {
		for _, m := range t.st.members {
			if m.t.floats() {
				return true
			}
		}
		return false
	}
	return t.base == 'f'
}

func (t *typ) hasMatrix() bool {
	if t.st != nil {
		for _, m := range t.st.members {
			if m.t.hasMatrix() {
				return true
			}
		}
		return false
	}
	return t.cols > 0
}

// core spells a type without its dimensions.
func (t *typ) core() string {
	switch {
	case t.st != nil:
		return t.st.name
	case t.cols > 0 && t.cols == t.rows:
		return fmt.Sprintf("mat%d", t.cols)
	case t.cols > 0:
		return fmt.Sprintf("mat%dx%d", t.cols, t.rows)
	case t.rows == 1:
		return map[byte]string{'f': "float", 'i': "int", 'u': "uint", 'b': "bool"}[t.base]
	}
	return map[byte]string{'f': "vec", 'i': "ivec", 'u': "uvec", 'b': "bvec"}[t.base] + fmt.Sprint(t.rows)
}

func (g *gen) spell(t *typ) string {
	s := t.core()
	for _, d := range t.dims {
		s += fmt.Sprintf("[%d]", d)
	}
	return s
}

// declare spells the declaration of a variable: sizes stand with the name, or with
// the type.
func (g *gen) declare(t *typ, name string) string {
	if len(t.dims) == 0 {
		return t.core() + " " + name
	}
	if g.r.percent(40) {
		return g.spell(t) + " " + name
	}
	s := t.core() + " " + name
	for _, d := range t.dims {
		s += fmt.Sprintf("[%d]", d)
	}
	return s
}

// simpleType is a scalar or vector, sometimes a matrix.
func (g *gen) simpleType() *typ {
	switch g.r.n(10) {
	case 0, 1:
		return &typ{base: 'f', rows: 2 + g.r.n(3), cols: 2 + g.r.n(3)}
	case 2, 3, 4:
		return vecT(pick(&g.r, []byte("ffiub")), 2+g.r.n(3))
	case 5, 6:
		return vecT('f', 2+g.r.n(3))
	}
	return pick(&g.r, []*typ{floatT, floatT, intT, intT, uintT, boolT})
}

func (g *gen) anyType() *typ {
	t := g.simpleType()
	if len(g.structs) > 0 && g.r.percent(15) {
		t = &typ{st: pick(&g.r, g.structs)}
	}
	if g.r.percent(15) {
		t = t.arrayOf(2 + g.r.n(3))
		if g.r.percent(20) {
			t = t.arrayOf(2)
		}
	}
	return t
}

// blockType is a type of a member of a block.
func (g *gen) blockType() *typ { return g.anyType() }

func (g *gen) structure() {
	s := &structure{name: fmt.Sprintf("%s%d", pick(&g.r, []string{"S", "Light", "Material", "ray_"}), len(g.structs))}
	g.line("struct %s {", s.name)
	for range 1 + g.r.n(4) {
		t := g.anyType()
		name := fmt.Sprintf("%s%d", pick(&g.r, []string{"a", "pos", "x", "r", "color", "float"}), len(s.members))
		g.line("\t%s;", g.declare(t, name))
		s.members = append(s.members, member{name, t})
	}
	g.line("};")
	g.structs = append(g.structs, s)
}

// leaves calls f for every scalar of a value.
func (g *gen) leaves(path string, t *typ, f func(string, *typ)) {
	switch {
	case len(t.dims) > 0:
		for i := range t.dims[0] {
			g.leaves(fmt.Sprintf("%s[%d]", path, i), t.element(), f)
		}
	case t.st != nil:
		for _, m := range t.st.members {
			g.leaves(path+"."+m.name, m.t, f)
		}
	case t.cols > 0:
		for i := range t.cols {
			g.leaves(fmt.Sprintf("%s[%d]", path, i), vecT('f', t.rows), f)
		}
	case t.rows > 1:
		set := pick(&g.r, []string{"xyzw", "rgba", "stpq"})
		for i := range t.rows {
			f(path+"."+set[i:i+1], &typ{base: t.base, rows: 1})
		}
	default:
		f(path, t)
	}
}

// number is a literal of a scalar; floats are multiples of 1/8 below 16.
func (g *gen) number(base byte) string {
	switch base {
	case 'f':
		n := g.r.n(128)
		switch g.r.n(5) {
		case 0:
			return fmt.Sprintf("%d.", n/8)
		case 1:
			return fmt.Sprintf("%d.%d", n/8, []int{0, 5, 25, 125}[g.r.n(4)])
		case 2:
			return pick(&g.r, []string{".5", ".25", "1e0", "0.5e1", "2.5e-1", "1.5", "3.", "8.0", "0.0", "1.0"})
		case 3:
			return fmt.Sprintf("float(%d)", n/8)
		}
		return fmt.Sprintf("%d.0", n/8)
	case 'i':
		return pick(&g.r, []string{"0", "1", "2", "3", "7", "-1", "-5", "0x1F", "017", "255", "65535", "0x7fffffff", "(-2147483647 - 1)", "100", "-1000003", "LIMIT", "ONE"})
	case 'u':
		return pick(&g.r, []string{"0u", "1u", "2u", "31u", "0xffu", "0xFFFFFFFFu", "0x80000000u", "12345u", "017u", "uint(LIMIT)"})
	}
	return pick(&g.r, []string{"true", "false"})
}

// literal is a constant expression for a type.
func (g *gen) literal(t *typ) string {
	switch {
	case len(t.dims) > 0:
		var parts []string
		for range t.dims[0] {
			parts = append(parts, g.literal(t.element()))
		}
		if !g.es && g.r.percent(35) && !strings.Contains(strings.Join(parts, ""), "{") {
			return g.arraySpell(t) + "(" + strings.Join(parts, ", ") + ")"
		}
		return g.spell(t) + "(" + strings.Join(parts, ", ") + ")"
	case t.st != nil:
		var parts []string
		for _, m := range t.st.members {
			parts = append(parts, g.literal(m.t))
		}
		return t.st.name + "(" + strings.Join(parts, ", ") + ")"
	case t.cols > 0:
		if g.r.percent(30) {
			return t.core() + "(" + g.number('f') + ")"
		}
		var parts []string
		byColumn := g.r.percent(50)
		for range t.cols {
			if byColumn {
				parts = append(parts, g.literal(vecT('f', t.rows)))
				continue
			}
			for range t.rows {
				parts = append(parts, g.number('f'))
			}
		}
		return t.core() + "(" + strings.Join(parts, ", ") + ")"
	case t.rows > 1:
		if g.r.percent(30) {
			return t.core() + "(" + g.number(t.base) + ")"
		}
		var parts []string
		for range t.rows {
			parts = append(parts, g.number(t.base))
		}
		return t.core() + "(" + strings.Join(parts, ", ") + ")"
	}
	return g.number(t.base)
}

// arraySpell spells an array type without its first size.
func (g *gen) arraySpell(t *typ) string {
	s := t.core() + "[]"
	for _, d := range t.dims[1:] {
		s += fmt.Sprintf("[%d]", d)
	}
	return s
}
