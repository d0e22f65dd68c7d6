package hlslgen

// This file makes expressions.

import (
	"fmt"
	"strings"
)

// bounded is an expression whose floats are small.
func (g *gen) bounded(t typ, depth int) string {
	e := g.expr(t, depth)
	switch t.scalar {
	case "float":
		return fmt.Sprintf("fmod(%s, 64.0)", e)
	case "double":
		return fmt.Sprintf("(%s)fmod((%s)(%s), 64.0)", t, t.of("float"), e)
	case "bool":
		return e
	}
	return fmt.Sprintf("(%s) %% (%s)1000", e, t)
}

func (g *gen) index(n int) string {
	if g.r.one(2) {
		return fmt.Sprint(g.r.n(n))
	}
	return fmt.Sprintf("(uint)(%s) %% %d", g.expr(typ{"uint", 0, 1}, 1), n)
}

// part is a part of a variable that has a type, if there is one.
func (g *gen) part(v variable, t typ) (string, bool) {
	if v.t == t {
		return v.name, true
	}
	if v.t.scalar != t.scalar || t.rows > 0 {
		return "", false
	}
	letters := g.either("xyzw", "rgba")
	switch {
	case v.t.rows == 0 && v.t.cols > 1:
		s := v.name + "."
		for range t.cols {
			s += string(letters[g.r.n(v.t.cols)])
		}
		return s, true
	case v.t.rows == 0 && g.plain():
		return "", false
	case v.t.rows == 0 && t.cols > 1: // a scalar's swizzle
		return v.name + "." + strings.Repeat(letters[:1], t.cols), !strings.Contains(v.name, "(")
	case v.t.rows > 0 && t.cols == v.t.cols && g.r.one(2):
		return fmt.Sprintf("%s[%s]", v.name, g.constant(v.t.rows)), true
	case v.t.rows > 0:
		s := v.name + "."
		one := g.r.one(2)
		for range t.cols {
			r, c := g.r.n(v.t.rows), g.r.n(v.t.cols)
			if one {
				s += fmt.Sprintf("_%d%d", r+1, c+1)
			} else {
				s += fmt.Sprintf("_m%d%d", r, c)
			}
		}
		return s, true
	}
	return "", false
}

func (g *gen) constant(n int) string { return fmt.Sprint(g.r.n(n)) }

// leaf is an expression without operands.
func (g *gen) leaf(t typ) string {
	if len(g.vars) > 0 && g.r.n(4) != 0 {
		at := g.r.n(len(g.vars))
		for k := range g.vars {
			if s, ok := g.part(g.vars[(at+k)%len(g.vars)], t); ok {
				return s
			}
		}
	}
	if t.cols > 1 && g.r.one(2) && t.scalar != "bool" {
		return g.constructor(t)
	}
	if g.r.one(3) && !t.isWide() {
		if s, ok := g.input(t); ok {
			return s
		}
	}
	k := g.r.n(20) - 4
	switch t.scalar {
	case "float", "double":
		return fmt.Sprintf("(%s)%s", t, fmt.Sprintf(g.either("%d.0", "%d.", "%d.0f", "%de0", "%d", "(%d)"), k))
	case "uint", "uint64_t":
		if g.r.one(3) {
			return fmt.Sprintf("(%s)src.Load(%d)", t, 4*g.r.n(64))
		}
		return fmt.Sprintf("(%s)%s", t, fmt.Sprintf(g.either("%du", "%dU", "0x%x", "%d", "0%o"), k+4))
	case "bool":
		return fmt.Sprintf("(%s)%s", t, fmt.Sprintf(g.either("%v", "%v"), k > 5))
	}
	return fmt.Sprintf("(%s)(%d)", t, k)
}

// constructor is a vector or matrix of parts.
func (g *gen) constructor(t typ) string {
	var parts []string
	for left := max(1, t.rows) * t.cols; left > 0; {
		n := 1 + g.r.n(min(left, 3))
		if t.isWide() || t.rows > 0 && g.plain() {
			n = 1
		}
		of := t.scalar
		if g.r.one(4) && !t.isWide() { // parts are converted
			of = map[string]string{"int": "uint", "uint": "int", "float": "int"}[of]
		}
		parts = append(parts, g.simple(typ{of, 0, n}))
		left -= n
	}
	return fmt.Sprintf("%s(%s)", t, strings.Join(parts, ", "))
}

// simple is a variable's part or a literal.
func (g *gen) simple(t typ) string {
	if len(g.vars) > 0 {
		at := g.r.n(len(g.vars))
		for k := range min(4, len(g.vars)) {
			if s, ok := g.part(g.vars[(at+k)%len(g.vars)], t); ok {
				return s
			}
		}
	}
	return fmt.Sprintf("(%s)%d", t, g.r.n(9))
}

// input is a part of a buffer, of few bits.
func (g *gen) input(t typ) (string, bool) {
	if len(g.inputs) == 0 {
		return "", false
	}
	at := g.r.n(len(g.inputs))
	for k := range g.inputs {
		v := g.inputs[(at+k)%len(g.inputs)]
		from := t
		if v.t.scalar != t.scalar && t.scalar != "bool" && v.t.scalar != "bool" {
			from = t.of(v.t.scalar)
		}
		s, ok := g.part(v, from)
		switch {
		case !ok:
			continue
		case t.scalar == "bool":
			return s, true
		}
		return fmt.Sprintf("(%s)(asint(%s) & 15)", t, s), true
	}
	return "", false
}

// expr is an expression of a type.
func (g *gen) expr(t typ, depth int) string {
	if depth <= 0 || g.r.one(6) {
		return g.leaf(t)
	}
	if g.resources && g.r.one(8) {
		if e, ok := g.fetch(t); ok {
			return e
		}
	}
	if g.r.one(8) {
		if e, ok := g.callOf(t, depth); ok {
			return e
		}
	}
	if t.scalar == "bool" {
		return g.boolean(t, depth)
	}
	for range 3 {
		if e, ok := g.operation(t, depth, g.r.n(15)); ok {
			return e
		}
	}
	if t.isFloat() {
		return fmt.Sprintf("(%s %s %s)", g.bounded(t, depth-1), g.either("+", "-", "*"), g.bounded(t, depth-2))
	}
	return fmt.Sprintf("(%s %s %s)", g.expr(t, depth-1), g.either("+", "-", "*"), g.expr(t, depth-1))
}

func (g *gen) boolean(t typ, depth int) string {
	sub := func(t typ) string { return g.expr(t, depth-1) }
	u := typ{g.either("int", "uint", "float"), 0, t.cols}
	switch g.r.n(6) {
	case 0:
		return fmt.Sprintf("!%s", g.leaf(t))
	case 1:
		if t.cols == 1 {
			return fmt.Sprintf("(%s && %s || %s)", sub(t), sub(t), sub(t))
		}
		if g.modern() {
			return fmt.Sprintf("%s(%s, %s)", g.either("and", "or"), sub(t), sub(t))
		}
	case 2:
		if t.cols == 1 {
			return fmt.Sprintf("%s(%s)", g.either("any", "all"), sub(typ{"bool", 0, 2 + g.r.n(3)}))
		}
	case 3:
		if t.cols == 1 {
			m := typ{g.either("int", "float"), 2 + g.r.n(3), 2 + g.r.n(3)}
			return fmt.Sprintf("%s(%s %s %s)", g.either("any", "all"), g.leaf(m), g.either("<", "==", "!=", ">="), g.leaf(m))
		}
	case 4:
		return fmt.Sprintf("(%s)%s", t, g.leaf(u))
	}
	return fmt.Sprintf("(%s %s %s)", sub(u), g.either("<", ">", "<=", ">=", "==", "!="), sub(u))
}

// operation is one of the operations on a type, if the type has it.
func (g *gen) operation(t typ, depth, which int) (string, bool) {
	sub := func(t typ) string { return g.expr(t, depth-1) }
	vector, matrix := t.rows == 0 && t.cols > 1, t.rows > 0
	switch which {
	case 0:
		return g.cast(t, depth), true
	case 1:
		return fmt.Sprintf("((%s) ? %s : %s)", sub(typ{"bool", 0, 1}), sub(t), sub(t)), true
	case 2:
		if vector && g.modern() {
			return fmt.Sprintf("select(%s, %s, %s)", sub(typ{"bool", 0, t.cols}), sub(t), sub(t)), true
		} else if vector {
			return fmt.Sprintf("(%s ? %s : %s)", sub(typ{"bool", 0, t.cols}), sub(t), sub(t)), true
		}
	case 3:
		return g.product(t)
	case 4:
		if matrix {
			return fmt.Sprintf("transpose(%s)", sub(typ{t.scalar, t.cols, t.rows})), true
		}
	case 5:
		return g.function1(t, depth)
	case 6:
		if t.scalar != "double" {
			return fmt.Sprintf("%s(%s, %s)", g.either("min", "max"), sub(t), sub(t)), true
		}
	case 7: // a scalar that is widened
		if t.cols > 1 {
			return fmt.Sprintf("(%s %s %s)", g.leaf(t), g.either("+", "-"), g.leaf(typ{t.scalar, 0, 1})), true
		}
	case 8:
		if !t.isFloat() {
			return fmt.Sprintf("(%s %s %s)", sub(t), g.either("&", "|", "^"), sub(t)), true
		}
	case 9:
		return fmt.Sprintf("(%s%s)", g.either("-", "-", "+"), g.leaf(t)), true
	case 10:
		if !t.isFloat() && !matrix {
			return fmt.Sprintf("(%s %s (%s & 15))", sub(t), g.either("<<", ">>"), g.leaf(t)), true
		}
	case 11: // operands of two kinds
		if t.scalar == "float" {
			return fmt.Sprintf("(%s %s %s)", g.bounded(t, depth-1), g.either("+", "*"), fmt.Sprintf("((%s) & 31)", g.expr(t.of("int"), depth-2))), true
		}
		if t.scalar == "uint" {
			return fmt.Sprintf("(%s %s %s)", g.leaf(t), g.either("+", "-", "*"), g.leaf(t.of("int"))), true
		}
		if t.scalar == "int" {
			return fmt.Sprintf("(%s %s %s)", g.leaf(t), g.either("+", "-"), g.leaf(t.of("bool"))), !matrix
		}
	case 12: // a divisor that isn't zero
		if t.scalar == "int" || t.scalar == "uint" {
			return fmt.Sprintf("(%s %s %s)", sub(t), g.either("/", "%"), fmt.Sprintf("((%s & 7) + (%s)1)", g.leaf(t), t)), !matrix
		}
	case 13: // a wider vector, whose end is dropped
		if g.plain() {
			return "", false
		}
		if t.rows == 0 && t.cols < 4 && !t.isWide() {
			u := typ{t.scalar, 0, t.cols + 1 + g.r.n(4-t.cols)}
			return fmt.Sprintf("(%s)%s", t, g.leaf(u)), true
		}
		if matrix && t.rows < 4 {
			return fmt.Sprintf("(%s)%s", t, g.leaf(typ{t.scalar, t.rows + 1, max(t.cols, 3)})), t.cols <= 3
		}
	case 14:
		if t.scalar != "double" {
			return fmt.Sprintf("TWICE(%s)", g.leaf(t)), true
		}
	}
	return "", false
}

// cast is an expression of another scalar, converted.
func (g *gen) cast(t typ, depth int) string {
	if t.isWide() {
		from := t.of(map[string]string{"int64_t": "int", "uint64_t": "uint", "double": "float"}[t.scalar])
		return fmt.Sprintf("(%s)(%s)", t, g.bounded(from, depth-1))
	}
	if g.modern() && t.rows == 0 && g.r.one(4) {
		wide := map[string]string{"int": "int64_t", "uint": "uint64_t", "float": "double"}[t.scalar]
		return fmt.Sprintf("(%s)(%s)", t, g.bounded(t.of(wide), depth-1))
	}
	u := t.of(map[string]string{"int": "float", "uint": "int", "float": "int"}[t.scalar])
	switch {
	case u.scalar == "float":
		return fmt.Sprintf("(%s)(%s)", t, g.bounded(u, depth-1))
	case t.scalar == "float":
		return fmt.Sprintf("(%s)((%s) & 63)", t, g.expr(u, depth-1))
	}
	return fmt.Sprintf("(%s)(%s)", t, g.expr(u, depth-1))
}

// product is a product of matrices and vectors.
func (g *gen) product(t typ) (string, bool) {
	n := 2 + g.r.n(3)
	few := func(t typ) string { // whose sums of products stay exact
		if t.scalar == "float" {
			return fmt.Sprintf("fmod(%s, 32.0)", g.leaf(t))
		}
		return g.leaf(t)
	}
	switch {
	case t.isWide() || t.scalar == "bool":
		return "", false
	case t.rows > 0:
		return fmt.Sprintf("mul(%s, %s)", few(typ{t.scalar, t.rows, n}), few(typ{t.scalar, n, t.cols})), true
	case t.cols > 1 && g.r.one(2):
		return fmt.Sprintf("mul(%s, %s)", few(typ{t.scalar, t.cols, n}), few(typ{t.scalar, 0, n})), true
	case t.cols > 1:
		return fmt.Sprintf("mul(%s, %s)", few(typ{t.scalar, 0, n}), few(typ{t.scalar, n, t.cols})), true
	}
	return fmt.Sprintf("%s(%s, %s)", g.either("dot", "mul"), few(typ{t.scalar, 0, n}), few(typ{t.scalar, 0, n})), true
}

// function1 is a built-in function of a type.
func (g *gen) function1(t typ, depth int) (string, bool) {
	sub := func(t typ) string { return g.expr(t, depth-1) }
	scalarOrVector := t.rows == 0
	switch t.scalar {
	case "float":
		switch g.r.n(7) {
		case 0:
			return fmt.Sprintf("clamp(%s, %s, %s)", sub(t), fmt.Sprintf("(%s)-3", t), fmt.Sprintf("(%s)20", t)), true
		case 1:
			return fmt.Sprintf("step(%s, %s)", sub(t), sub(t)), true
		case 2:
			return fmt.Sprintf("mad(%s, %s, %s)", g.bounded(t, depth-1), g.bounded(t, 0), g.bounded(t, 0)), true
		case 3:
			if scalarOrVector {
				return fmt.Sprintf("asfloat(asuint(%s) ^ (%s)0x80000000)", sub(t), t.of("uint")), true
			}
		case 4:
			if t == (typ{"float", 0, 3}) {
				return fmt.Sprintf("cross(fmod(%s, 32.0), fmod(%s, 32.0))", g.leaf(t), g.leaf(t)), true
			}
			if scalarOrVector {
				return fmt.Sprintf("f16tof32(f32tof16(%s))", g.bounded(t, depth-1)), true
			}
		}
		return fmt.Sprintf("%s(%s)", g.either("abs", "floor", "ceil", "sign", "trunc", "saturate", "round", "frac"), sub(t)), true
	case "uint":
		if scalarOrVector {
			return fmt.Sprintf("%s(%s)", g.either("countbits", "reversebits", "firstbitlow", "firstbithigh"), sub(t)), true
		}
	case "int":
		switch {
		case g.r.one(3):
			return fmt.Sprintf("clamp(%s, %s, %s)", sub(t), fmt.Sprintf("(%s)-9", t), fmt.Sprintf("(%s)99", t)), true
		case g.modern() && scalarOrVector && t.cols == 4:
			return fmt.Sprintf("unpack_s8s32((int8_t4_packed)%s)", sub(typ{"uint", 0, 1})), true
		}
		return fmt.Sprintf("%s(%s)", g.either("abs", "sign"), sub(t)), true
	}
	return "", false
}

// callOf calls a function with a result of a type.
func (g *gen) callOf(t typ, depth int) (string, bool) {
	for _, f := range g.funcs {
		if f.result != t {
			continue
		}
		var args []string
		n := len(f.params)
		if f.spare > 0 && g.r.one(2) {
			n -= f.spare
		}
		for i, u := range f.params[:n] {
			if f.dirs[i] != "in" {
				return "", false
			}
			args = append(args, g.expr(u, depth-2))
		}
		return fmt.Sprintf("%s(%s)", f.name, strings.Join(args, ", ")), true
	}
	return "", false
}
