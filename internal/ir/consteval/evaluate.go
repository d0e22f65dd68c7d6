package consteval

// This file evaluates expressions in their arenas: module-scope expressions wholly,
// expressions of functions as far as they depend on nothing that is known only when the
// shader runs. Operands are evaluated before their users, on a stack of its own, each once:
// depth is bounded by memory only, and shared operands cost nothing.

import (
	"refract/ir"
)

// Overrides gives overrides their values: of the override's type, and false if
// the pipeline doesn't set it, so that its initializer counts. Nil sets none.
type Overrides func(ir.OverrideID) (Value, bool)

// evaluation is the state of one arena.
type evaluation struct {
	arena    *ir.Exprs
	function *ir.Function // nil: the module's arena
	named    []bool       // function: values that the author named
	values   []Value      // by expression; of those that are done. No value: unknown
	states   []state
	stack    []ir.ExprID
	operands []ir.ExprID
	args     []Value
}

type state uint8

const (
	unseen state = iota
	started
	done
)

// Forget drops the results of evaluation: for another choice of overrides, or after
// expressions have changed.
func (e *Evaluator) Forget() {
	clear(e.module.states)
	e.local.function = nil
}

// Evaluate is the value of a module-scope expression. Values are kept until
// Forget.
func (e *Evaluator) Evaluate(id ir.ConstID, overrides Overrides) (Value, *Error) {
	e.overrides = overrides
	return e.global(id)
}

func (e *Evaluator) global(id ir.ConstID) (Value, *Error) {
	v := &e.module
	v.arena = &e.m.Consts
	v.grow()
	r, err := e.run(v, ir.ExprID(id))
	if err != nil && err.Expr == 0 {
		err.Expr = ir.ConstID(v.stack[len(v.stack)-1])
	}
	return r, err
}

// EvaluateIn is the value of an expression of a function, or no value if it is known only
// when the shader runs. A named value (a let) is unknown to its users, as in WGSL. Errors
// are the errors of Evaluate, and of operations with some operands known: see CheckBinary
// and CheckCall.
func (e *Evaluator) EvaluateIn(f *ir.Function, id ir.ExprID, overrides Overrides) (Value, *Error) {
	e.overrides = overrides
	v := &e.local
	if v.function != f {
		v.function, v.arena = f, &f.Exprs
		v.grow()
		clear(v.states)
		clear(v.named)
		for _, n := range f.Named {
			v.named[n.Expr] = true
		}
	}
	r, err := e.run(v, id)
	if err != nil && err.Expr == 0 {
		err.Local = v.stack[len(v.stack)-1]
	}
	return r, err
}

// giveUp makes an erroneous expression of a function one that is known only when the shader
// runs, so that its users can be checked.
func (e *Evaluator) giveUp() {
	v := &e.local
	x := v.stack[len(v.stack)-1]
	v.states[x], v.values[x] = done, Value{}
}

func (v *evaluation) grow() {
	if n := v.arena.ExprCount() - len(v.states); n > 0 {
		v.states = append(v.states, make([]state, n)...)
		v.values = append(v.values, make([]Value, n)...)
		v.named = append(v.named, make([]bool, n)...)
	}
}

// of is the value of an operand.
func (v *evaluation) of(id ir.ExprID) Value {
	if v.function != nil && v.named[id] {
		return Value{}
	}
	return v.values[id]
}

// run evaluates an expression and all it needs. On an error, the expression that
// failed is left on top of the stack.
func (e *Evaluator) run(v *evaluation, id ir.ExprID) (Value, *Error) {
	v.stack = append(v.stack[:0], id)
	for len(v.stack) > 0 {
		x := v.stack[len(v.stack)-1]
		if v.states[x] == done {
			v.stack = v.stack[:len(v.stack)-1]
			continue
		}
		wait, err := e.push(v, x)
		if err == nil && !wait {
			if v.values[x], err = e.compute(v, x); err == nil {
				v.states[x] = done
				v.stack = v.stack[:len(v.stack)-1]
			}
		}
		if err != nil {
			for _, x := range v.stack {
				v.states[x] = unseen
			}
			return Value{}, err
		}
	}
	return v.values[id], nil
}

// push puts the operands that aren't done on the stack and reports whether
// there are any.
func (e *Evaluator) push(v *evaluation, x ir.ExprID) (bool, *Error) {
	v.operands = e.needs(v, x, v.operands[:0])
	v.states[x] = started
	wait := false
	for i := len(v.operands) - 1; i >= 0; i-- {
		o := v.operands[i]
		switch v.states[o] {
		case done:
			continue
		case started: // what has started and isn't done needs x
			return false, errorf(CodeCycle, "this constant needs its own value")
		}
		v.stack = append(v.stack, o)
		wait = true
	}
	return wait, nil
}

// needs appends the expressions of the same arena that must be done before x:
// the right side of && and || only if the left one doesn't decide.
func (e *Evaluator) needs(v *evaluation, x ir.ExprID, buf []ir.ExprID) []ir.ExprID {
	c := v.arena
	switch c.Kind(x) {
	case ir.KindConstant:
		if v.function == nil {
			return append(buf, ir.ExprID(e.m.Constants[c.ConstantRef(x)].Init))
		}
		return buf
	case ir.KindOverride:
		o := c.OverrideRef(x)
		if init := e.m.Overrides[o].Init; init != 0 && v.function == nil {
			if _, ok := e.override(o); !ok {
				return append(buf, ir.ExprID(init))
			}
		}
		return buf
	case ir.KindBinary:
		b := c.Binary(x)
		if (b.Op == ir.LogicalAnd || b.Op == ir.LogicalOr) && (v.states[b.Left] != done || decides(b.Op, v.of(b.Left))) {
			return append(buf, b.Left)
		}
	}
	return c.Operands(x, buf)
}

// decides reports whether the left side of && or || is known and the result.
func decides(op ir.BinaryOp, left Value) bool {
	return left.IsKnown() && left.True() == (op == ir.LogicalOr)
}

// override is the value from the pipeline.
func (e *Evaluator) override(id ir.OverrideID) (Value, bool) {
	if e.overrides == nil {
		return Value{}, false
	}
	return e.overrides(id)
}

// compute evaluates an expression whose operands are done.
func (e *Evaluator) compute(v *evaluation, x ir.ExprID) (Value, *Error) {
	c := v.arena
	t := c.TypeOf(x)
	kind := c.Kind(x)
	switch kind {
	case ir.KindLiteral:
		return Value{t, c.LiteralBits(x)}, nil
	case ir.KindZeroValue:
		return Value{t, 0}, nil
	case ir.KindConstant:
		init := e.m.Constants[c.ConstantRef(x)].Init
		if v.function != nil {
			return e.global(init)
		}
		return v.values[init], nil
	case ir.KindOverride:
		return e.overrideValue(v, c.OverrideRef(x))
	}
	if v.function != nil {
		if b, ok := e.shortCircuit(v, x); ok {
			return b, nil
		}
		v.operands = c.Operands(x, v.operands[:0])
		known := kind.NeedsEmit()
		for _, o := range v.operands {
			known = known && v.of(o).IsKnown()
		}
		if !known {
			return Value{}, e.partial(v, x)
		}
	}
	return e.apply(v, x, kind, t)
}

func (e *Evaluator) overrideValue(v *evaluation, o ir.OverrideID) (Value, *Error) {
	if r, ok := e.override(o); ok {
		return r, nil
	}
	init := e.m.Overrides[o].Init
	switch {
	case init == 0:
		return Value{}, errorf(CodeMissingOverride, "override %s has no value", e.m.Overrides[o].Name)
	case v.function != nil:
		return e.global(init)
	}
	return v.values[init], nil
}

// shortCircuit is the value of && or || whose left side decides.
func (e *Evaluator) shortCircuit(v *evaluation, x ir.ExprID) (Value, bool) {
	if v.arena.Kind(x) != ir.KindBinary {
		return Value{}, false
	}
	b := v.arena.Binary(x)
	left := v.of(b.Left)
	return left, (b.Op == ir.LogicalAnd || b.Op == ir.LogicalOr) && decides(b.Op, left)
}

// apply evaluates an operation whose operands are known.
func (e *Evaluator) apply(v *evaluation, x ir.ExprID, kind ir.Kind, t ir.TypeID) (Value, *Error) {
	c := v.arena
	switch kind {
	case ir.KindCompose:
		v.args = v.args[:0]
		for _, p := range c.Compose(x).Components {
			v.args = append(v.args, v.of(p))
		}
		return e.Compose(t, v.args)
	case ir.KindSplat:
		return e.Splat(t, v.of(c.Operand(x)))
	case ir.KindSwizzle:
		s := c.Swizzle(x)
		return e.Swizzle(v.of(s.Vector), s.Pattern[:s.Size])
	case ir.KindAccess:
		a := c.Access(x)
		return e.Index(v.of(a.Base), v.of(a.Index))
	case ir.KindAccessIndex:
		a := c.AccessIndex(x)
		return e.Member(v.of(a.Base), int(a.Index)), nil
	case ir.KindUnary:
		u := c.Unary(x)
		return e.Unary(u.Op, v.of(u.Value))
	case ir.KindBinary:
		if b, ok := e.shortCircuit(v, x); ok {
			return b, nil
		}
		b := c.Binary(x)
		return e.Binary(b.Op, v.of(b.Left), v.of(b.Right))
	case ir.KindSelect:
		s := c.Select(x)
		return e.Select(v.of(s.Reject), v.of(s.Accept), v.of(s.Condition))
	case ir.KindRelational:
		r := c.Relational(x)
		return e.Relational(r.Op, v.of(r.Value))
	case ir.KindMath:
		m := c.Math(x)
		var args [4]Value
		n := int(m.Op.Info().Args)
		for i := range n {
			args[i] = v.of(m.Args[i])
		}
		return e.Math(m.Op, t, args[:n])
	case ir.KindAs:
		a := c.As(x)
		if a.Bitcast {
			return e.Bitcast(v.of(a.Value), t)
		}
		return e.Convert(v.of(a.Value), t)
	}
	if v.function != nil {
		return Value{}, nil
	}
	return Value{}, errorf(CodeNotConstant, "this expression can't be evaluated before the shader runs")
}

// partial checks an operation with an unknown operand.
func (e *Evaluator) partial(v *evaluation, x ir.ExprID) *Error {
	c := v.arena
	switch c.Kind(x) {
	case ir.KindBinary:
		b := c.Binary(x)
		return e.CheckBinary(b.Op, c.TypeOf(b.Left), v.of(b.Right))
	case ir.KindMath:
		m := c.Math(x)
		var args [4]Value
		for i := range int(m.Op.Info().Args) {
			args[i] = v.of(m.Args[i])
		}
		return e.checkMath(m.Op, c.TypeOf(m.Args[0]), args[:])
	case ir.KindAccess:
		a := c.Access(x)
		return e.CheckIndex(c.TypeOf(a.Base), v.of(a.Index))
	}
	return nil
}
