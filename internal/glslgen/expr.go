package glslgen

// This file makes expressions.

import (
	"fmt"
	"strings"
)

// ex is an expression: its text, its precedence (0 binds closest), and of floats, how
// many bits its values take before and behind the point.
type ex struct {
	s         string
	p         int
	mag, frac int
}

// Precedences.
const (
	atom = iota
	postfix
	prefix
	product
	sum
	shift
	relation
	equality
	bitAnd
	bitXor
	bitOr
	logicAnd
	logicXor
	logicOr
	choice
	assignment
	list
)

// The range of a variable of floats.
const (
	varMag  = 6
	varFrac = 3
	maxBits = 22
)

// in is the text of an expression as an operand that takes precedence p.
func (g *gen) in(e ex, p int) string {
	if e.p > p || g.r.percent(8) {
		return "(" + e.s + ")"
	}
	return e.s
}

func (g *gen) binary(op string, p int, a, b ex) ex {
	space := pick(&g.r, []string{" ", " ", " ", ""})
	if strings.HasPrefix(b.s, "-") || strings.HasPrefix(b.s, "+") || strings.HasSuffix(a.s, "+") || strings.HasSuffix(a.s, "-") || strings.HasSuffix(a.s, ".") {
		space = " "
	}
	return ex{s: g.in(a, p) + space + op + space + g.in(b, p-1), p: p}
}

// quantized makes a float expression fit a variable.
func (g *gen) quantized(e ex) ex {
	if e.mag <= varMag && e.frac <= varFrac {
		return e
	}
	return ex{s: "Q(" + e.s + ")", p: atom, mag: varMag, frac: varFrac}
}

// settled is the text of a value that a variable of the type may hold.
func (g *gen) settled(t *typ) string {
	e := g.expr(t, 3)
	if t.plain() && t.base == 'f' {
		if t.cols > 0 {
			if e.mag > varMag || e.frac > varFrac {
				return g.place(t, true).s
			}
		} else {
			e = g.quantized(e)
		}
	}
	if e.p >= list {
		return "(" + e.s + ")"
	}
	return e.s
}

// readable are the variables that an expression of the type can be taken from.
func (g *gen) place(t *typ, read bool) ex {
	type found struct {
		s string
		t *typ
	}
	var all []found
	seen := map[string]bool{}
	for i := len(g.vars) - 1; i >= 0; i-- {
		v := &g.vars[i]
		if seen[v.name] {
			continue
		}
		seen[v.name] = true
		if v.ro && !read {
			continue
		}
		all = append(all, found{v.name, v.t})
	}
	var fit []string
	var visit func(s string, u *typ, depth int)
	visit = func(s string, u *typ, depth int) {
		if u.same(t) {
			fit = append(fit, s)
			return
		}
		if depth == 0 || len(fit) > 40 {
			return
		}
		switch {
		case len(u.dims) > 0:
			visit(s+"["+g.index(u.dims[0])+"]", u.element(), depth-1)
		case u.st != nil:
			for _, m := range u.st.members {
				visit(s+"."+m.name, m.t, depth-1)
			}
		case u.cols > 0:
			if t.base == 'f' && t.plain() && t.cols == 0 {
				visit(s+"["+g.index(u.cols)+"]", vecT('f', u.rows), depth-1)
			}
		case u.rows > 1:
			if t.plain() && t.cols == 0 && t.base == u.base {
				if t.rows == 1 && g.r.percent(10) { // a component of some of them
					n := 2 + g.r.n(u.rows-1)
					fit = append(fit, s+"."+g.swizzle(u.rows, n, true)+"["+g.index(n)+"]")
				} else if t.rows == 1 && g.r.percent(40) {
					fit = append(fit, s+"["+g.index(u.rows)+"]")
				} else if sw := g.swizzle(u.rows, t.rows, !read); sw != "" {
					fit = append(fit, s+"."+sw)
				}
			}
		}
	}
	// A start anywhere, so that not always the newest are found.
	for range min(len(all), 12) {
		k := g.r.n(len(all))
		visit(all[k].s, all[k].t, 4)
	}
	if len(fit) == 0 {
		if !read {
			return ex{}
		}
		return ex{s: g.literal(t), p: prefix, mag: 4, frac: 3}
	}
	e := ex{s: pick(&g.r, fit), p: postfix, mag: varMag, frac: varFrac}
	if !strings.ContainsAny(e.s, ".[") {
		e.p = atom
	}
	return e
}

// swizzle names want of the n components of a vector; distinct, if it is to be
// written to.
func (g *gen) swizzle(n, want int, distinct bool) string {
	if distinct && want > n {
		return ""
	}
	set := pick(&g.r, []string{"xyzw", "xyzw", "rgba", "stpq"})[:n]
	s := ""
	for len(s) < want {
		c := set[g.r.n(n)]
		if distinct && strings.IndexByte(s, c) >= 0 {
			continue
		}
		s += string(c)
	}
	return s
}

// index is an index below n.
func (g *gen) index(n int) string {
	if g.depth > 8 || g.r.percent(50) {
		return fmt.Sprint(g.r.n(n))
	}
	g.depth += 4
	defer func() { g.depth -= 4 }()
	e := g.expr(pick(&g.r, []*typ{intT, uintT}), 1)
	isUint := false
	if n == 2 || n == 4 {
		if g.r.percent(70) {
			return fmt.Sprintf("int(%s) & %d", e.s, n-1)
		}
	}
	_ = isUint
	return fmt.Sprintf("(int(%s) & 0xff) %% %d", e.s, n)
}

// expr is an expression of a type.
func (g *gen) expr(t *typ, depth int) ex {
	if depth <= 0 || g.r.percent(18) {
		if g.r.percent(30) && t.plain() {
			return g.leafLiteral(t)
		}
		return g.place(t, true)
	}
	if g.r.percent(10) {
		if e, ok := g.callOf(t, depth); ok {
			return e
		}
	}
	if g.r.percent(7) {
		a, b := g.expr(t, depth-1), g.expr(t, depth-1)
		c := g.expr(boolT, depth-1)
		mag, frac := max(a.mag, b.mag), max(a.frac, b.frac)
		if len(t.dims) > 0 && g.es {
			return a
		}
		if g.r.percent(25) && t.plain() {
			return ex{s: fmt.Sprintf("PICK(%s, %s, %s)", g.in(c, assignment), g.in(a, assignment), g.in(b, assignment)), p: atom, mag: mag, frac: frac}
		}
		return ex{s: g.in(c, logicOr) + " ? " + g.in(a, choice) + " : " + g.in(b, choice), p: choice, mag: mag, frac: frac}
	}
	if g.effects && g.r.percent(6) {
		if e, ok := g.effect(t, depth); ok {
			return e
		}
	}
	switch {
	case len(t.dims) > 0:
		var parts []string
		for range t.dims[0] {
			parts = append(parts, g.part(t.element(), depth-1))
		}
		if g.r.percent(60) {
			return g.place(t, true)
		}
		return ex{s: g.spell(t) + "(" + strings.Join(parts, ", ") + ")", p: postfix, mag: varMag, frac: varFrac}
	case t.st != nil:
		if g.r.percent(60) {
			return g.place(t, true)
		}
		var parts []string
		for _, m := range t.st.members {
			parts = append(parts, g.part(m.t, depth-1))
		}
		return ex{s: t.st.name + "(" + strings.Join(parts, ", ") + ")", p: postfix, mag: varMag, frac: varFrac}
	case t.cols > 0:
		return g.matrixExpr(t, depth)
	case t.base == 'f':
		return g.floatExpr(t, depth)
	case t.base == 'b':
		return g.boolExpr(t, depth)
	}
	return g.intExpr(t, depth)
}

// part is a value for a component of something: floats fit variables.
func (g *gen) part(t *typ, depth int) string {
	e := g.expr(t, depth)
	if t.plain() && t.base == 'f' {
		if t.cols > 0 && (e.mag > varMag || e.frac > varFrac) {
			e = g.place(t, true)
		} else if t.cols == 0 {
			e = g.quantized(e)
		}
	}
	return g.in(e, assignment)
}

func (g *gen) leafLiteral(t *typ) ex {
	s := g.literal(t)
	p := postfix
	if strings.HasPrefix(s, "-") {
		p = prefix
	}
	return ex{s: s, p: p, mag: 4, frac: 3}
}

// effect is an expression that writes a variable.
func (g *gen) effect(t *typ, depth int) (ex, bool) {
	if !t.plain() || t.base == 'b' && false {
		return ex{}, false
	}
	v := g.place(t, false)
	if v.s == "" || g.isBlocked(v.s) {
		return ex{}, false
	}
	switch {
	case t.base == 'i' || t.base == 'u':
		switch g.r.n(4) {
		case 0:
			return ex{s: v.s + pick(&g.r, []string{"++", "--"}), p: postfix}, true
		case 1:
			return ex{s: pick(&g.r, []string{"++", "--"}) + v.s, p: prefix}, true
		case 2:
			return ex{s: v.s + pick(&g.r, []string{" += ", " -= ", " ^= ", " |= ", " &= ", " *= "}) + g.in(g.expr(t, depth-1), assignment), p: assignment}, true
		}
	}
	if t.cols > 0 {
		return ex{}, false
	}
	e := g.expr(t, depth-1)
	if t.base == 'f' {
		e = g.quantized(e)
	}
	if w := g.place(t, false); w.s != "" && !g.isBlocked(w.s) && g.r.percent(25) {
		v.s += " = " + w.s
	}
	return ex{s: v.s + " = " + g.in(e, assignment), p: assignment, mag: varMag, frac: varFrac}, true
}

// isBlocked reports whether a text names the counter of a loop.
func (g *gen) isBlocked(s string) bool {
	for _, b := range g.blocked {
		if s == b || strings.HasPrefix(s, b+".") || strings.HasPrefix(s, b+"[") {
			return true
		}
	}
	return false
}

func (g *gen) floatExpr(t *typ, depth int) ex {
	same := func() ex { return g.expr(t, depth-1) }
	// An operand may be a scalar beside a vector, or an integer that converts.
	other := func() ex {
		if t.rows > 1 && g.r.percent(30) {
			return g.expr(floatT, depth-1)
		}
		if !g.es && g.r.percent(12) {
			e := g.expr(vecT('i', t.rows), depth-1)
			return ex{s: g.in(e, bitAnd) + " & 15", p: bitAnd, mag: 4}
		}
		return same()
	}
	switch g.r.n(13) {
	case 0, 1, 2:
		a, b := same(), other()
		if g.r.percent(20) {
			a, b = b, a
			if a.p == bitAnd && b.p == bitAnd {
				b = same()
			}
		}
		for max(a.mag, b.mag)+1+max(a.frac, b.frac) > maxBits {
			a, b = g.quantized(a), g.quantized(b)
		}
		e := g.binary(pick(&g.r, []string{"+", "-"}), sum, a, b)
		e.mag, e.frac = max(a.mag, b.mag)+1, max(a.frac, b.frac)
		return e
	case 3, 4:
		a, b := same(), other()
		if a.mag+b.mag+a.frac+b.frac > maxBits {
			a, b = g.quantized(a), g.quantized(b)
		}
		e := g.binary("*", product, a, b)
		e.mag, e.frac = a.mag+b.mag, a.frac+b.frac
		return e
	case 5:
		a := same()
		if a.mag+a.frac+3 > maxBits {
			a = g.quantized(a)
		}
		k := g.r.n(3)
		e := g.binary("/", product, a, ex{s: []string{"2.0", "4.", "8.0"}[k]})
		e.mag, e.frac = a.mag, a.frac+k+1
		return e
	case 6:
		a := same()
		return ex{s: "-" + g.in(a, postfix), p: prefix, mag: a.mag, frac: a.frac}
	case 7:
		a := same()
		switch g.r.n(6) {
		case 0:
			return ex{s: "floor(" + a.s + ")", mag: a.mag + 1}
		case 1:
			return ex{s: "abs(" + a.s + ")", mag: a.mag, frac: a.frac}
		case 2:
			return ex{s: "fract(" + a.s + ")", mag: 1, frac: a.frac}
		case 3:
			return ex{s: "sign(" + a.s + ")", mag: 1}
		case 4:
			return ex{s: pick(&g.r, []string{"ceil", "trunc", "roundEven"}) + "(" + a.s + ")", mag: a.mag + 1}
		}
		return ex{s: "mod(" + g.in(a, assignment) + ", 8.0)", mag: 3, frac: a.frac}
	case 8:
		a, b := same(), same()
		mag, frac := max(a.mag, b.mag), max(a.frac, b.frac)
		switch g.r.n(4) {
		case 0:
			if t.rows > 1 && g.r.percent(40) {
				b = g.expr(floatT, depth-1)
				mag, frac = max(a.mag, b.mag), max(a.frac, b.frac)
			}
			return ex{s: fmt.Sprintf("%s(%s, %s)", pick(&g.r, []string{"min", "max"}), g.in(a, assignment), g.in(b, assignment)), mag: mag, frac: frac}
		case 1:
			return ex{s: fmt.Sprintf("clamp(%s, 1.0, 9.5)", g.in(a, assignment)), mag: max(a.mag, 4), frac: max(a.frac, 1)}
		case 2:
			return ex{s: fmt.Sprintf("step(%s, %s)", g.in(a, assignment), g.in(b, assignment)), mag: 1}
		}
		c := g.expr(vecT('b', t.rows), depth-1)
		return ex{s: fmt.Sprintf("mix(%s, %s, %s)", g.in(a, assignment), g.in(b, assignment), g.in(c, assignment)), mag: mag, frac: frac}
	case 9:
		if t.rows == 1 {
			n := 2 + g.r.n(3)
			a, b := g.quantized(g.expr(vecT('f', n), depth-1)), g.quantized(g.expr(vecT('f', n), depth-1))
			return ex{s: fmt.Sprintf("dot(%s, %s)", g.in(a, assignment), g.in(b, assignment)), mag: a.mag + b.mag + 2, frac: a.frac + b.frac}
		}
		if t.rows == 3 && g.r.percent(50) {
			a, b := g.quantized(same()), g.quantized(same())
			return ex{s: fmt.Sprintf("cross(%s, %s)", g.in(a, assignment), g.in(b, assignment)), mag: a.mag + b.mag + 1, frac: a.frac + b.frac}
		}
		// matrix * vector or vector * matrix
		n := 2 + g.r.n(3)
		if g.r.percent(50) {
			m, v := g.place(&typ{base: 'f', rows: t.rows, cols: n}, true), g.quantized(g.expr(vecT('f', n), depth-1))
			e := g.binary("*", product, m, v)
			e.mag, e.frac = m.mag+v.mag+2, m.frac+v.frac
			return e
		}
		v, m := g.quantized(g.expr(vecT('f', n), depth-1)), g.place(&typ{base: 'f', rows: n, cols: t.rows}, true)
		e := g.binary("*", product, v, m)
		e.mag, e.frac = m.mag+v.mag+2, m.frac+v.frac
		return e
	case 10:
		return g.constructed(t, depth)
	case 11:
		// A swizzle of an expression's value.
		n := 2 + g.r.n(3)
		a := g.expr(vecT('f', n), depth-1)
		return ex{s: g.in(a, postfix) + "." + g.swizzle(n, t.rows, false), p: postfix, mag: a.mag, frac: a.frac}
	}
	return g.place(t, true)
}

// constructed is a constructor of a vector or a conversion.
func (g *gen) constructed(t *typ, depth int) ex {
	if t.rows == 1 {
		switch t.base {
		case 'f':
			switch g.r.n(3) {
			case 0:
				return ex{s: "float(" + g.in(g.expr(intT, depth-1), bitAnd) + " & 31)", mag: 5}
			case 1:
				return ex{s: "float(" + g.in(g.expr(uintT, depth-1), bitAnd) + " & 31u)", mag: 5}
			}
			return ex{s: "float(" + g.expr(boolT, depth-1).s + ")", mag: 1}
		case 'i':
			switch g.r.n(3) {
			case 0:
				return ex{s: "int(" + g.expr(floatT, depth-1).s + ")"}
			case 1:
				return ex{s: "int(" + g.expr(uintT, depth-1).s + ")"}
			}
			return ex{s: "int(" + g.expr(boolT, depth-1).s + ")"}
		case 'u':
			switch g.r.n(3) {
			case 0:
				return ex{s: "uint(abs(" + g.expr(floatT, depth-1).s + "))"}
			case 1:
				return ex{s: "uint(" + g.expr(intT, depth-1).s + ")"}
			}
			return ex{s: "uint(" + g.expr(boolT, depth-1).s + ")"}
		}
		return ex{s: "bool(" + g.expr(pick(&g.r, []*typ{intT, uintT, floatT}), depth-1).s + ")"}
	}
	var parts []string
	mag, frac := 0, 0
	left := t.rows
	for left > 0 {
		n := 1 + g.r.n(left)
		if n == 1 && left == t.rows {
			n = max(1, left-1)
		}
		if g.r.percent(20) {
			e := g.converted(t.base, n, depth)
			mag, frac = max(mag, e.mag), max(frac, e.frac)
			parts = append(parts, g.in(e, assignment))
			left -= n
			continue
		}
		e := g.expr(vecT(t.base, n), depth-1)
		mag, frac = max(mag, e.mag), max(frac, e.frac)
		if n == left && g.r.percent(15) && n > 1 && len(parts) > 0 {
			e = g.expr(vecT(t.base, 4), depth-1) // more than is needed
			mag, frac = max(mag, e.mag), max(frac, e.frac)
		}
		parts = append(parts, g.in(e, assignment))
		left -= n
	}
	if t.base != 'f' && g.r.percent(20) {
		from := pick(&g.r, []byte("iub"))
		return ex{s: t.core() + "(" + g.expr(vecT(from, t.rows), depth-1).s + ")"}
	}
	return ex{s: t.core() + "(" + strings.Join(parts, ", ") + ")", p: postfix, mag: mag, frac: frac}
}

// converted is a value of n components that a constructor of base takes of another type.
func (g *gen) converted(base byte, n, depth int) ex {
	from := pick(&g.r, []byte("fiub"))
	e := g.expr(vecT(from, n), depth-1)
	switch {
	case from == base || from == 'b' || base == 'b':
		e.mag = max(e.mag, 1)
	case base == 'f' && from == 'i':
		return ex{s: g.in(e, bitAnd) + " & 15", p: bitAnd, mag: 4}
	case base == 'f':
		return ex{s: g.in(e, bitAnd) + " & 15u", p: bitAnd, mag: 4}
	case from == 'f':
		return ex{s: "abs(" + e.s + ")", p: postfix}
	}
	return e
}

func (g *gen) matrixExpr(t *typ, depth int) ex {
	m := func(cols, rows int) ex { return g.place(&typ{base: 'f', rows: rows, cols: cols}, true) }
	switch g.r.n(8) {
	case 0:
		a, b := m(t.cols, t.rows), m(t.cols, t.rows)
		e := g.binary(pick(&g.r, []string{"+", "-"}), sum, a, b)
		e.mag, e.frac = varMag+1, varFrac
		return e
	case 1:
		n := 2 + g.r.n(3)
		e := g.binary("*", product, m(n, t.rows), m(t.cols, n))
		e.mag, e.frac = 2*varMag+2, 2*varFrac
		return e
	case 2:
		return ex{s: "transpose(" + m(t.rows, t.cols).s + ")", mag: varMag, frac: varFrac}
	case 3:
		e := ex{s: fmt.Sprintf("matrixCompMult(%s, %s)", m(t.cols, t.rows).s, m(t.cols, t.rows).s), mag: 2 * varMag, frac: 2 * varFrac}
		return e
	case 4:
		a, b := g.quantized(g.expr(vecT('f', t.rows), depth-1)), g.quantized(g.expr(vecT('f', t.cols), depth-1))
		return ex{s: fmt.Sprintf("outerProduct(%s, %s)", g.in(a, assignment), g.in(b, assignment)), mag: 2 * varMag, frac: 2 * varFrac}
	case 5:
		var parts []string
		if g.r.percent(40) { // of pieces that don't end where columns do
			for left := t.cols * t.rows; left > 0; {
				n := 1 + g.r.n(min(4, left))
				parts = append(parts, g.part(vecT('f', n), min(depth-1, 1)))
				left -= n
			}
		} else {
			for range t.cols {
				parts = append(parts, g.part(vecT('f', t.rows), depth-1))
			}
		}
		return ex{s: t.core() + "(" + strings.Join(parts, ", ") + ")", mag: varMag, frac: varFrac}
	case 6:
		// From another matrix: missing elements are the identity's.
		return ex{s: t.core() + "(" + m(2+g.r.n(3), 2+g.r.n(3)).s + ")", mag: varMag, frac: varFrac}
	case 7:
		if g.r.percent(50) {
			return ex{s: t.core() + "(" + g.quantized(g.expr(floatT, depth-1)).s + ")", mag: varMag, frac: varFrac}
		}
		e := g.binary("*", product, m(t.cols, t.rows), g.quantized(g.expr(floatT, depth-1)))
		e.mag, e.frac = 2*varMag, 2*varFrac
		return e
	}
	return m(t.cols, t.rows)
}

func (g *gen) boolExpr(t *typ, depth int) ex {
	if t.rows > 1 {
		switch g.r.n(5) {
		case 0:
			return ex{s: "not(" + g.expr(t, depth-1).s + ")"}
		case 1, 2:
			u := vecT(pick(&g.r, []byte("fiu")), t.rows)
			a, b := g.expr(u, depth-1), g.expr(u, depth-1)
			return ex{s: fmt.Sprintf("%s(%s, %s)", pick(&g.r, []string{"lessThan", "lessThanEqual", "greaterThan", "greaterThanEqual", "equal", "notEqual"}), g.in(a, assignment), g.in(b, assignment))}
		case 3:
			return g.constructed(t, depth)
		}
		return g.place(t, true)
	}
	switch g.r.n(9) {
	case 0, 1:
		op := g.r.n(3)
		a, b := g.expr(t, depth-1), g.expr(t, depth-1)
		return g.binary([]string{"&&", "||", "^^"}[op], []int{logicAnd, logicOr, logicXor}[op], a, b)
	case 2, 3, 4:
		u := pick(&g.r, []*typ{floatT, intT, uintT})
		return g.binary(pick(&g.r, []string{"<", ">", "<=", ">="}), relation, g.expr(u, depth-1), g.expr(u, depth-1))
	case 5:
		u := g.anyType()
		a, b := g.place(u, true), g.place(u, true)
		if g.r.percent(30) && (u.cols == 0 || !u.plain()) {
			a = g.expr(u, depth-1)
		}
		e := g.binary(pick(&g.r, []string{"==", "!="}), equality, a, b)
		if !u.plain() && strings.Contains(a.s, "(") && strings.Contains(b.s, "(") {
			// Constants perhaps; glslang gets the comparison of their result wrong.
			return ex{s: "bool(int(" + e.s + "))"}
		}
		return e
	case 6:
		return ex{s: "!" + g.in(g.expr(t, depth-1), postfix), p: prefix}
	case 7:
		return ex{s: pick(&g.r, []string{"any", "all"}) + "(" + g.expr(vecT('b', 2+g.r.n(3)), depth-1).s + ")"}
	}
	return g.constructed(t, depth)
}

func (g *gen) intExpr(t *typ, depth int) ex {
	u := ""
	if t.base == 'u' {
		u = "u"
	}
	same := func() ex { return g.expr(t, depth-1) }
	other := func() ex {
		if t.rows > 1 && g.r.percent(30) {
			return g.expr(&typ{base: t.base, rows: 1}, depth-1)
		}
		return same()
	}
	switch g.r.n(14) {
	case 0, 1, 2:
		return g.binary(pick(&g.r, []string{"+", "-"}), sum, same(), other())
	case 3:
		return g.binary("*", product, same(), other())
	case 4:
		d := other()
		return g.binary("/", product, same(), ex{s: "((" + g.in(d, bitAnd) + " & 7" + u + ") + 1" + u + ")"})
	case 5:
		a, b := same(), other()
		return g.binary("%", product, ex{s: "(" + g.in(a, bitAnd) + " & 0xffff" + u + ")"}, ex{s: "((" + g.in(b, bitAnd) + " & 15" + u + ") + 1" + u + ")"})
	case 6, 7:
		op := g.r.n(3)
		return g.binary([]string{"&", "|", "^"}[op], []int{bitAnd, bitOr, bitXor}[op], same(), other())
	case 8:
		b := other()
		return g.binary(pick(&g.r, []string{"<<", ">>"}), shift, same(), ex{s: "(" + g.in(b, bitAnd) + " & 31" + u + ")"})
	case 9:
		a := same()
		return ex{s: pick(&g.r, []string{"~", "-"}) + g.in(a, postfix), p: prefix}
	case 10:
		a, b := same(), same()
		switch g.r.n(6) {
		case 0:
			return ex{s: fmt.Sprintf("%s(%s, %s)", pick(&g.r, []string{"min", "max"}), g.in(a, assignment), g.in(b, assignment))}
		case 1:
			return ex{s: fmt.Sprintf("clamp(%s, %s, %s)", g.in(a, assignment), "2"+u, "90"+u)}
		case 2:
			return ex{s: fmt.Sprintf("bitfieldExtract(%s, %d, %d)", g.in(a, assignment), g.r.n(16), g.r.n(17))}
		case 3:
			return ex{s: fmt.Sprintf("bitfieldInsert(%s, %s, %d, %d)", g.in(a, assignment), g.in(b, assignment), g.r.n(16), g.r.n(17))}
		case 4:
			return ex{s: fmt.Sprintf("bitfieldReverse(%s)", a.s)}
		}
		if t.base == 'i' {
			f := pick(&g.r, []string{"bitCount", "findLSB", "findMSB"})
			return ex{s: f + "(" + g.expr(vecT(pick(&g.r, []byte("iu")), t.rows), depth-1).s + ")"}
		}
		return a
	case 11:
		if t.base == 'i' && t.rows == 1 {
			for i := range g.vars {
				if v := &g.vars[i]; len(v.t.dims) > 0 && g.r.percent(50) && g.visible(i) {
					return ex{s: v.name + ".length()", p: postfix}
				}
			}
		}
		return g.constructed(t, depth)
	case 12:
		n := 2 + g.r.n(3)
		a := g.expr(vecT(t.base, n), depth-1)
		return ex{s: g.in(a, postfix) + "." + g.swizzle(n, t.rows, false), p: postfix}
	}
	return g.constructed(t, depth)
}

// visible reports whether nothing shadows a variable.
func (g *gen) visible(i int) bool {
	for k := i + 1; k < len(g.vars); k++ {
		if g.vars[k].name == g.vars[i].name {
			return false
		}
	}
	return true
}

// callOf is a call of a function that gives the type.
func (g *gen) callOf(t *typ, depth int) (ex, bool) {
	for range 4 {
		if len(g.funcs) == 0 {
			return ex{}, false
		}
		f := &g.funcs[g.r.n(len(g.funcs))]
		if f.result == nil || !f.result.same(t) || f.cost > g.calls {
			continue
		}
		if s, ok := g.callText(f, depth); ok {
			return ex{s: s, p: postfix, mag: varMag, frac: varFrac}, true
		}
	}
	return ex{}, false
}

// callText spells a call; ok is false if there is nothing to pass.
func (g *gen) callText(f *function, depth int) (string, bool) {
	for i := range g.vars {
		if g.vars[i].name == f.name {
			return "", false // shadowed
		}
	}
	g.calls -= f.cost
	var args []string
	for _, p := range f.params {
		if p.dir == "out " || p.dir == "inout " {
			v := g.place(p.t, false)
			if v.s == "" || g.isBlocked(v.s) {
				return "", false
			}
			args = append(args, v.s)
			continue
		}
		args = append(args, g.part(p.t, depth-1))
	}
	return f.name + "(" + strings.Join(args, ", ") + ")", true
}
