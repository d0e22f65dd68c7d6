package kage

// This file checks assignments and the declarations of local variables.

import (
	"go/ast"
	"go/constant"
	"go/token"

	"refract/ir"
)

// varSpec checks a local declaration with var.
func (c *checker) varSpec(s *ast.ValueSpec) {
	var t typ
	if s.Type != nil {
		var ok bool
		if t, ok = c.typeOf(s.Type, false); !ok {
			return
		}
	}
	if len(s.Values) == 0 {
		for _, n := range s.Names {
			c.newVariable(n, t, c.b.Zero(c.irType(t)))
		}
		return
	}
	list, ok := c.rightSide(s, s.Values, len(s.Names))
	if !ok {
		return
	}
	values := make([]ir.ExprID, len(list))
	types := make([]typ, len(list))
	for i := range list {
		types[i] = t
		if s.Type == nil {
			if types[i] = list[i].t; types[i] == (typ{}) {
				types[i] = defaultType(list[i].val)
			}
		}
		v, fits := c.assignTo(valueAt(s.Values, i), list[i], types[i], "the variable "+s.Names[i].Name)
		values[i] = v
		ok = ok && fits
	}
	for i, n := range s.Names {
		if !ok {
			values[i] = c.b.Zero(c.irType(types[i]))
		}
		c.newVariable(n, types[i], values[i])
	}
}

// valueAt is the expression of the i-th value: a call may have several.
func valueAt(list []ast.Expr, i int) ast.Expr { return list[min(i, len(list)-1)] }

// newVariable declares a local variable with a value.
func (c *checker) newVariable(n *ast.Ident, t typ, v ir.ExprID) {
	if n.Name == "_" {
		return
	}
	o := c.variable(n.Name, t, c.spanOf(n))
	o.checked = true
	c.declare(o)
	c.b.DeclareLocal(o.local, v)
}

// rightSide checks the right side of an assignment to n places: as many values, or a call
// with as many results.
func (c *checker) rightSide(s ast.Node, list []ast.Expr, n int) (values []operand, ok bool) {
	if len(list) == 1 && n > 1 {
		x := c.expr(list[0])
		switch {
		case x.mode == modeInvalid:
			return nil, false
		case x.mode != modeTuple || len(x.tuple.results) != n:
			c.errorOn(codeArgCount, s, "%d variables are assigned, but the right side has another number of values", n)
			return nil, false
		}
		return c.unpack(x), true
	}
	ok = true
	for _, e := range list {
		x := c.operand(e)
		ok = ok && x.mode != modeInvalid
		values = append(values, x)
	}
	if ok && len(values) != n {
		c.errorOn(codeArgCount, s, "%d variables are assigned %d values", n, len(values))
		return nil, false
	}
	return values, ok
}

func (c *checker) assignStmt(s *ast.AssignStmt) {
	switch s.Tok {
	case token.DEFINE:
		c.define(s)
	case token.ASSIGN:
		c.assign(s)
	default:
		c.compound(s, s.Tok+(token.ADD-token.ADD_ASSIGN), s.Lhs[0], s.Rhs[0])
	}
}

// define checks a declaration with :=. All of its names are new, or _.
func (c *checker) define(s *ast.AssignStmt) {
	names := make([]*ast.Ident, len(s.Lhs))
	fresh := false
	for i, e := range s.Lhs {
		n, ok := e.(*ast.Ident)
		if !ok {
			c.errorOn(codeAssign, e, "the left side of := has names only")
			return
		}
		names[i] = n
		fresh = fresh || n.Name != "_"
	}
	list, ok := c.rightSide(s, s.Rhs, len(s.Lhs))
	if !ok {
		c.declareUnknown(names)
		return
	}
	if !fresh {
		c.errorOn(codeVariable, s, "the left side of := has no new variable")
		return
	}
	types := make([]typ, len(list))
	values := make([]ir.ExprID, len(list))
	for i, x := range list {
		if types[i] = x.t; types[i] == (typ{}) {
			types[i] = defaultType(x.val)
		}
		values[i] = c.convert(x, types[i])
	}
	for i, n := range names {
		c.newVariable(n, types[i], values[i])
	}
}

// declareUnknown declares names whose values are wrong, so that their uses are no errors.
func (c *checker) declareUnknown(names []*ast.Ident) {
	for _, n := range names {
		if n.Name != "_" && c.inScope(n.Name) == nil {
			c.pool = append(c.pool, &object{kind: objUnknown, name: n.Name, span: c.spanOf(n), used: true})
		}
	}
}

// A target is a place that an assignment writes to.
type target struct {
	blank   bool
	pointer ir.ExprID
	t       typ
	pattern []uint8 // the components of the vector at pointer that are written; nil: all
}

func (c *checker) assign(s *ast.AssignStmt) {
	list, ok := c.rightSide(s, s.Rhs, len(s.Lhs))
	targets := make([]target, len(s.Lhs))
	for i, e := range s.Lhs {
		t, valid := c.target(e, false)
		targets[i] = t
		ok = ok && valid
	}
	if !ok {
		return
	}
	values := make([]ir.ExprID, len(list))
	for i, x := range list {
		if targets[i].blank {
			if x.mode == modeConst {
				continue
			}
			values[i] = c.toExpr(x)
			continue
		}
		v, fits := c.assignTo(valueAt(s.Rhs, i), x, targets[i].t, "the left side")
		values[i] = v
		ok = ok && fits
	}
	if !ok {
		return
	}
	for i := range targets {
		c.store(&targets[i], values[i])
	}
}

// store writes a value to a target.
func (c *checker) store(t *target, v ir.ExprID) {
	switch {
	case t.blank:
	case t.pattern == nil:
		c.b.Store(t.pointer, v)
	default:
		for i, at := range t.pattern {
			c.b.Store(c.b.AccessIndex(t.pointer, uint32(at)), c.b.AccessIndex(v, uint32(i)))
		}
	}
}

// target checks the left side of an assignment. compound is whether the assignment reads it.
func (c *checker) target(e ast.Expr, compound bool) (t target, ok bool) {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		if e.Name == "_" {
			if compound {
				c.errorOn(codeNotValue, e, "_ is no value")
			}
			return target{blank: true}, !compound
		}
		o := c.lookup(e.Name)
		if o == nil {
			return c.placeTarget(e, c.ident(e), compound)
		}
		used := o.used
		x := c.objectOperand(e, o)
		o.used = used || compound
		return c.placeTarget(e, x, compound)
	case *ast.IndexExpr:
		return c.elementTarget(e, compound)
	case *ast.SelectorExpr:
		return c.componentTarget(e, compound)
	default:
		c.expr(e)
		c.errorOn(codeAssign, e, "nothing can be assigned to this expression")
		return target{}, false
	}
}

// placeTarget checks that an operand is a place that can be written.
func (c *checker) placeTarget(e ast.Expr, x operand, compound bool) (t target, ok bool) {
	switch {
	case x.mode == modeInvalid:
		return target{}, false
	case x.mode == modeUniform:
		c.errorOn(codeAssign, e, "a uniform can't be assigned to")
	case x.mode != modePlace:
		c.errorOn(codeAssign, e, "nothing can be assigned to this expression")
	case x.object != nil && x.object.input && !compound:
		c.errorOn(codeAssign, e, "the parameter %s of the entry point can't be assigned to", x.object.name)
	default:
		return target{pointer: x.expr, t: x.t}, true
	}
	return target{}, false
}

// elementTarget checks an element of an array, a component or a column.
func (c *checker) elementTarget(e *ast.IndexExpr, compound bool) (t target, ok bool) {
	used := c.rootUsed(e.X)
	x := c.index(e)
	if !compound {
		c.restore(e.X, used)
	}
	return c.placeTarget(e, x, compound)
}

// rootUsed is whether the variable that an element belongs to was read; restore sets it.
func (c *checker) rootUsed(e ast.Expr) bool {
	if id, ok := ast.Unparen(e).(*ast.Ident); ok {
		if o := c.lookup(id.Name); o != nil {
			return o.used
		}
	}
	return true
}

func (c *checker) restore(e ast.Expr, used bool) {
	if id, ok := ast.Unparen(e).(*ast.Ident); ok {
		if o := c.lookup(id.Name); o != nil {
			o.used = used
		}
	}
}

// componentTarget checks components of a vector.
func (c *checker) componentTarget(e *ast.SelectorExpr, compound bool) (t target, ok bool) {
	x := c.operand(e.X)
	if x.mode == modeInvalid {
		return target{}, false
	}
	pattern, ok := swizzle(e.Sel.Name, x.t)
	if !ok {
		c.errorOn(codeMember, e.Sel, "a %s has no components %s", x.t, e.Sel.Name)
		return target{}, false
	}
	for i, a := range pattern {
		for _, b := range pattern[:i] {
			if a == b {
				c.errorOn(codeAssign, e.Sel, "the components %s name one of them twice", e.Sel.Name)
				return target{}, false
			}
		}
	}
	whole, ok := c.placeTarget(e, x, compound)
	if !ok {
		return target{}, false
	}
	part := vectorOf(x.t.scalar().kind, len(pattern))
	if len(pattern) == 1 {
		return target{pointer: c.b.AccessIndex(whole.pointer, uint32(pattern[0])), t: part}, true
	}
	return target{pointer: whole.pointer, t: part, pattern: pattern}, true
}

// read is the value that a target has.
func (c *checker) read(t *target) operand {
	v := c.b.Load(t.pointer)
	if t.pattern != nil {
		v = c.b.Swizzle(v, t.pattern...)
	}
	return value(t.t, v)
}

// compound checks an assignment that applies an operator.
func (c *checker) compound(s ast.Node, op token.Token, left, right ast.Expr) {
	x := c.operand(right)
	t, ok := c.target(left, true)
	if !ok || x.mode == modeInvalid {
		return
	}
	c.apply(s, op, &t, x)
}

func (c *checker) apply(s ast.Node, op token.Token, t *target, x operand) {
	r := c.operate(s, op, c.read(t), x)
	if r.mode == modeInvalid {
		return
	}
	if r.t != t.t {
		c.errorOn(codeType, s, "the result of the operator %s is a %s, not a %s", op, r.t, t.t)
		return
	}
	c.store(t, c.toExpr(r))
}

func (c *checker) incDec(s *ast.IncDecStmt) {
	op := token.ADD
	if s.Tok == token.DEC {
		op = token.SUB
	}
	t, ok := c.target(s.X, true)
	if !ok {
		return
	}
	if !t.t.numbers() {
		c.errorOn(codeNoMatch, s, "the operator %s takes no %s", s.Tok, t.t)
		return
	}
	c.apply(s, op, &t, constantOf(typ{}, constant.MakeInt64(1)))
}
