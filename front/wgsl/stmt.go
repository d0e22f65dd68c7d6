package wgsl

// This file checks statements and lowers them, together with their behaviors
// (section "Statement Behavior Analysis" of the WGSL specification).

import (
	"slices"
	"strings"

	"refract/diag"
	"refract/internal/front/wgsl/syntax"
	"refract/ir"
)

// behavior is the set of ways by which control can leave a statement.
type behavior uint8

const (
	next behavior = 1 << iota
	breaks
	continues
	returns
)

// loopState is the constructs around the statement under check.
type loopState struct {
	inLoop       bool
	inSwitch     bool // innermost of loop and switch is a switch
	inContinuing bool
	breakTarget  bool // there is a loop or switch
}

// block checks the statements of a compound statement in a scope of their own
// and returns the block.
func (c *checker) block(stmts []syntax.Node) (ir.BlockID, behavior) {
	old := c.push()
	mark := c.b.Begin()
	bh := c.stmts(stmts)
	id := c.b.End(mark)
	c.pop(old)
	return id, bh
}

// compound is block of a KindBlock that is the body of a statement, with its attributes and
// the ones that hold for it from outside.
func (c *checker) compound(n syntax.Node, outer []ir.DiagnosticFilter) (ir.BlockID, behavior) {
	b := c.t.Block(n)
	filters := overlaid(outer, c.statementAttributes(b.Attrs))
	if len(filters) == 0 {
		return c.block(b.Stmts)
	}
	mark := c.b.Begin()
	id, bh := c.block(b.Stmts)
	c.filtered(id, filters, n)
	return c.b.End(mark), bh
}

// statementAttributes checks the attributes of a statement or body and returns
// their diagnostic filters.
func (c *checker) statementAttributes(list []syntax.Node) (filters []ir.DiagnosticFilter) {
	if len(list) > 0 {
		c.attributes(new(attrs), list, statementAttrs, "a statement")
		c.diagnosticFilters(list, &filters)
	}
	return filters
}

// filtered builds the block statement that filters hold for. The module has them nowhere
// else: an attribute of a statement holds for a block that has this statement only, one of
// a body for a block that is all of the body.
func (c *checker) filtered(id ir.BlockID, filters []ir.DiagnosticFilter, n syntax.Node) {
	c.b.Push(c.fn.AddFilteredBlock(id, c.m.AddFilters(filters), c.t.Span(n)))
}

// overlaid are the filters that hold inside of both lists.
func overlaid(outer, inner []ir.DiagnosticFilter) []ir.DiagnosticFilter {
	if len(outer) == 0 {
		return inner
	}
	list := slices.Clone(outer)
	for _, f := range inner {
		if i := slices.IndexFunc(list, func(o ir.DiagnosticFilter) bool { return o.Rule == f.Rule }); i >= 0 {
			list[i].Severity = f.Severity
		} else {
			list = append(list, f)
		}
	}
	return list
}

// lenient are the filters that make nothing an error.
func lenient(list []ir.DiagnosticFilter) []ir.DiagnosticFilter {
	return slices.DeleteFunc(slices.Clone(list), func(f ir.DiagnosticFilter) bool { return f.Severity == diag.Error })
}

// beginFiltered opens the block that holds a statement with filters; without
// any, there is none. endFiltered closes it.
func (c *checker) beginFiltered(filters []ir.DiagnosticFilter) (mark int) {
	if len(filters) > 0 {
		mark = c.b.Begin()
	}
	return mark
}

func (c *checker) endFiltered(mark int, filters []ir.DiagnosticFilter, n syntax.Node) {
	if len(filters) > 0 {
		c.filtered(c.b.End(mark), filters, n)
	}
}

// stmts checks a list of statements. Statements behind one that control never leaves
// forwards are checked too, but not built.
func (c *checker) stmts(list []syntax.Node) behavior {
	bh := next
	for i, s := range list {
		if bh&next == 0 {
			mark := c.b.Begin()
			calls := len(c.calls)
			c.unreachable(list[i:])
			c.stmts(list[i:])
			c.drop(mark, calls)
			return bh
		}
		bh = bh&^next | c.stmt(s)
	}
	return bh
}

// drop drops the statements built since mark, with the calls since that number.
func (c *checker) drop(mark, calls int) {
	c.b.Discard(mark)
	for i := calls; i < len(c.calls); i++ {
		c.calls[i].dropped = true
	}
}

func (c *checker) stmt(n syntax.Node) behavior {
	c.opts.meter.Step()
	if !c.enter(n) {
		c.leave()
		return next
	}
	c.b.Span = c.t.Span(n)
	bh := c.statement(n)
	c.leave()
	return bh
}

func (c *checker) statement(n syntax.Node) behavior {
	switch c.t.Kind(n) {
	case syntax.KindBad, syntax.KindEmpty:
	case syntax.KindBlock:
		b := c.t.Block(n)
		filters := c.statementAttributes(b.Attrs)
		id, bh := c.block(b.Stmts)
		c.filtered(id, filters, n)
		return bh
	case syntax.KindVar:
		c.localVar(n)
	case syntax.KindLet:
		c.let(n)
	case syntax.KindConst:
		v := c.t.Variable(n)
		id := declID(len(c.decls))
		c.decls = append(c.decls, decl{kind: declConst, state: resolving, node: n, name: v.Name})
		c.resolveConst(id)
		d := c.decls[id]
		c.decls = c.decls[:id]
		to := c.declare(d.kind, n, v.Name, v.NameSpan)
		d.state = resolved
		*to = d
	case syntax.KindConstAssert:
		c.constAssert(n)
	case syntax.KindAssign:
		c.assign(n)
	case syntax.KindIncrement, syntax.KindDecrement:
		c.step(n)
	case syntax.KindCallStmt:
		c.callStmt(n)
	case syntax.KindIf, syntax.KindSwitch, syntax.KindLoop, syntax.KindFor, syntax.KindWhile:
		c.branches++
		bh := c.branching(n)
		c.branches--
		return bh
	case syntax.KindBreak:
		return c.breakStmt(n)
	case syntax.KindContinue:
		if !c.loop.inLoop || c.loop.inContinuing {
			c.errorf(codeFlow, c.t.Span(n), "continue must stand in the body of a loop")
			return next
		}
		if c.skipFrom == 0 {
			c.skipFrom = declID(len(c.decls))
		}
		c.b.Continue()
		return continues
	case syntax.KindDiscard:
		c.stageOnly(n, ir.StageFragment)
		c.b.Push(c.fn.AddSimple(ir.StmtDemote, c.b.Span))
	case syntax.KindReturn:
		return c.returnStmt(n)
	case syntax.KindBreakIf:
		c.errorf(codeFlow, c.t.Span(n), "break if must be the last statement of a continuing block")
	default:
		panic("wgsl: statement of kind " + c.t.Kind(n).String())
	}
	return next
}

// branching checks a statement with parts that may not be executed.
func (c *checker) branching(n syntax.Node) behavior {
	switch c.t.Kind(n) {
	case syntax.KindIf:
		return c.ifStmt(n)
	case syntax.KindSwitch:
		return c.switchStmt(n)
	case syntax.KindLoop:
		return c.loopStmt(n)
	case syntax.KindFor:
		return c.forStmt(n)
	}
	return c.whileStmt(n)
}

func (c *checker) breakStmt(n syntax.Node) behavior {
	switch {
	case !c.loop.breakTarget:
		c.errorf(codeFlow, c.t.Span(n), "break must stand in a loop or switch")
		return next
	case c.loop.inContinuing && !c.loop.inSwitch:
		c.errorf(codeFlow, c.t.Span(n), "break can't leave a loop from its continuing block").Note("write `break if` at its end")
		return next
	}
	c.b.Break()
	return breaks
}

func (c *checker) returnStmt(n syntax.Node) behavior {
	x := c.t.Return(n).X
	c.returned = c.returned || c.branches > 0
	if c.loop.inContinuing {
		c.errorf(codeFlow, c.t.Span(n), "return can't stand in a continuing block")
		return next
	}
	switch {
	case x == syntax.None && c.result != 0:
		c.errorf(codeType, c.t.Span(n), "return needs a value of type %s", c.typeName(c.result))
	case x == syntax.None:
		c.b.Return(0)
	case c.result == 0:
		if v := c.expr(x); v.ty != 0 && !c.fnBad() {
			c.errorf(codeType, c.t.Span(x), "the function returns nothing, but a value is returned")
		}
	default:
		v := c.convert(c.value(c.expr(x)), c.result, x, "the value returned")
		if v.ty != 0 {
			e := c.toExpr(v)
			c.b.Span = c.t.Span(n)
			c.b.Return(e)
		}
	}
	return returns
}

// fnBad reports whether the signature of the function under check is in error.
func (c *checker) fnBad() bool { return c.decls[c.fnDecl].kind == declError }

func (c *checker) localVar(n syntax.Node) {
	v := c.t.Variable(n)
	space, _, ok := c.space(&v, n)
	if ok && space != ir.NoSpace && space != ir.SpaceFunction {
		c.errorf(codeVariable, v.NameSpan, "a variable in the %s address space must be declared at module scope", space)
		ok = false
	}
	t, x := c.typedInit(&v, false)
	if t == 0 && v.Init == syntax.None && v.Type == syntax.None {
		c.errorf(codeVariable, v.NameSpan, "the variable %q needs a type or an initializer", c.t.Name(v.Name))
	}
	if t != 0 && !c.constructible(t) && c.m.Types.At(t).Kind != ir.TypeRayQuery {
		span := v.NameSpan
		if v.Type != syntax.None {
			span = c.t.Span(v.Type)
		}
		c.because(c.errorf(codeTypeRule, span, "a variable can't have type %s: it isn't constructible", c.typeName(t)), t)
		t = 0
	}
	if t == 0 || !ok {
		c.declare(declError, n, v.Name, v.NameSpan)
		return
	}
	var init ir.ExprID
	switch {
	case x.ty != 0:
		init = c.toExpr(x)
	case v.Init == syntax.None && c.constructible(t):
		init = c.ex.AddZeroValue(t, c.t.Span(n))
	}
	c.b.Span = c.t.Span(n)
	l := c.fn.AddLocal(ir.Local{Name: c.t.Name(v.Name), Type: t, Span: v.NameSpan})
	c.b.DeclareLocal(l, init)
	d := c.declare(declLocal, n, v.Name, v.NameSpan)
	d.ty, d.handle = t, uint32(l)
}

func (c *checker) let(n syntax.Node) {
	v := c.t.Variable(n)
	t, x := c.typedInit(&v, false)
	if t == 0 || x.ty == 0 {
		c.declare(declError, n, v.Name, v.NameSpan)
		return
	}
	if k := c.m.Types.At(t).Kind; !c.constructible(t) && k != ir.TypePointer && k != ir.TypeImage && k != ir.TypeSampler {
		c.because(c.errorf(codeTypeRule, c.t.Span(v.Init), "let can't hold a value of type %s", c.typeName(t)), t)
		c.declare(declError, n, v.Name, v.NameSpan)
	} else {
		e, root := c.toExpr(x), declID(0)
		if k == ir.TypePointer {
			root = c.rootOf(v.Init)
		}
		if name := c.t.Name(v.Name); name != "" {
			c.fn.SetName(e, name)
		}
		d := c.declare(declLet, n, v.Name, v.NameSpan)
		d.ty, d.expr, d.fnGen, d.bits = t, e, c.fnGen, uint64(root)
	}
}

// lvalue checks the left side of an assignment and returns the reference.
func (c *checker) lvalue(n syntax.Node) (operand, bool) {
	return c.assignable(n, c.expr(n))
}

// assignable reports an operand that can't be assigned to.
func (c *checker) assignable(n syntax.Node, x operand) (operand, bool) {
	switch {
	case x.ty == 0:
		if x.stage == noValue {
			c.errorf(codeAssign, c.t.Span(n), "can't assign to the result of a call")
		}
		return x, false
	case !x.isRef():
		d := c.errorf(codeAssign, c.t.Span(n), "can't assign to this expression: it is a value, not a variable")
		if c.t.Kind(n) == syntax.KindIdent {
			if id := c.idents[n]; id != 0 {
				d.Label(c.t.Primary(c.decls[id].node), "%q is a %s", c.t.Name(c.decls[id].name), c.decls[id].kind)
				if c.decls[id].kind == declLet {
					d.Note("declare it with var to change it")
				}
			}
		}
		if c.t.Kind(n) == syntax.KindMember && c.m.Types.At(x.ty).Kind == ir.TypeVector {
			d.Note("with \"requires swizzle_assignment;\" several components can be assigned to at once")
		}
		return x, false
	}
	p := c.m.Types.At(c.ex.TypeOf(x.expr()))
	if p.Access&ir.AccessWrite == 0 {
		c.errorf(codeAssign, c.t.Span(n), "can't assign to memory in the %s address space with %s access", p.Space, p.Access)
		return x, false
	}
	if !c.constructible(x.ty) {
		c.because(c.errorf(codeAssign, c.t.Span(n), "can't assign to a variable of type %s: it isn't constructible", c.typeName(x.ty)), x.ty)
		return x, false
	}
	return x, true
}

func (c *checker) assign(n syntax.Node) {
	a := c.t.Assign(n)
	if c.t.Kind(a.Left) == syntax.KindPhony {
		x := c.value(c.expr(a.Right))
		if x.stage == noValue {
			c.errorf(codeNotValue, c.t.Span(a.Right), "the call has no value")
		}
		if x.ty == 0 || c.concreteType(x.ty) != x.ty {
			return // an abstract value is a constant, which no concrete type has to hold
		}
		if k := c.m.Types.At(x.ty).Kind; x.ty != 0 && !c.constructible(x.ty) && k != ir.TypePointer && k != ir.TypeImage && k != ir.TypeSampler {
			c.errorf(codeAssign, c.t.Span(a.Right), "a value of type %s can't be assigned", c.typeName(x.ty))
		}
		return
	}
	var left operand
	var ok bool
	if c.swizzles && c.t.Kind(a.Left) == syntax.KindMember {
		var done bool
		if left, done = c.assignParts(n, a); done {
			return
		}
		left, ok = c.assignable(a.Left, left)
	} else {
		left, ok = c.lvalue(a.Left)
	}
	var right operand
	if a.Op == syntax.OpNone {
		right = c.value(c.expr(a.Right))
		if !ok || right.ty == 0 {
			c.wantValue(right, a.Right)
			return
		}
		right = c.convert(right, left.ty, a.Right, "the value assigned")
	} else {
		if !ok {
			c.expr(a.Right)
			return
		}
		right = c.binaryOp(n, a.Op, c.load(left, a.Left), c.value(c.expr(a.Right)), a.Left, a.Right)
		if right.ty == 0 {
			return
		}
		right = c.convert(right, left.ty, n, "the value assigned")
	}
	if right.ty == 0 {
		return
	}
	v := c.toExpr(right)
	c.b.Span = c.t.Span(n)
	c.b.Store(left.expr(), v)
}

// assignParts checks an assignment to several components of a vector, v.xy = e. It returns
// the operand of any other left side.
func (c *checker) assignParts(n syntax.Node, a syntax.Assign) (left operand, done bool) {
	v := c.t.Member(a.Left)
	name := c.t.Name(v.Name)
	x := c.expr(v.X)
	if x.ty != 0 {
		x = c.throughPointer(x)
	}
	if x.ty == 0 || !x.isRef() || c.m.Types.At(x.ty).Kind != ir.TypeVector || !isSwizzle(name) {
		return c.memberOf(a.Left, v, x), false
	}
	vec, ok := c.assignable(v.X, x)
	old := c.swizzle(a.Left, vec, name, c.m.Types.At(x.ty).Rows)
	right := c.value(c.expr(a.Right))
	if !ok || old.ty == 0 || right.ty == 0 {
		c.wantValue(right, a.Right)
		return left, true
	}
	if a.Op != syntax.OpNone {
		if right = c.binaryOp(n, a.Op, old, right, a.Left, a.Right); right.ty == 0 {
			return left, true
		}
	}
	if right = c.convert(right, old.ty, a.Right, "the value assigned"); right.ty == 0 {
		return left, true
	}
	c.b.Span = c.t.Span(n)
	value := c.toExpr(right)
	seen := [4]bool{}
	for i := range len(name) {
		k := strings.IndexByte("xyzwrgba", name[i]) & 3
		if seen[k] {
			c.errorf(codeAssign, c.t.Primary(a.Left), "the component %q is assigned to twice", name[i:i+1])
			return left, true
		}
		seen[k] = true
		c.b.Store(c.b.AccessIndex(vec.expr(), uint32(k)), c.b.AccessIndex(value, uint32(i)))
	}
	return left, true
}

// isSwizzle reports whether a name has several components of a vector.
func isSwizzle(name string) bool {
	return len(name) >= 2 && len(name) <= 4 && (strings.Trim(name, "xyzw") == "" || strings.Trim(name, "rgba") == "")
}

// wantValue reports a call without a value in the place of one.
func (c *checker) wantValue(x operand, n syntax.Node) {
	if x.stage == noValue {
		c.errorf(codeNotValue, c.t.Span(n), "the call has no value")
	}
}

func (c *checker) step(n syntax.Node) {
	x := c.t.Step(n).X
	left, ok := c.lvalue(x)
	if !ok {
		return
	}
	if s := c.m.Types.At(left.ty); s.Kind != ir.TypeScalar || !s.Scalar.IsInteger() {
		c.errorf(codeType, c.t.Span(x), "++ and -- take an integer scalar, found %s", c.typeName(left.ty))
		return
	}
	op := ir.Add
	if c.t.Kind(n) == syntax.KindDecrement {
		op = ir.Sub
	}
	c.b.Span = c.t.Span(n)
	old := c.b.Load(left.expr())
	one := c.b.Bits(left.ty, 1)
	c.b.Store(left.expr(), c.b.Binary(op, old, one))
}

// condition checks a condition: a bool, built as an expression.
func (c *checker) condition(n syntax.Node, what string) (ir.ExprID, bool) {
	x := c.value(c.expr(n))
	if x.ty == 0 {
		c.wantValue(x, n)
		return 0, false
	}
	if x.ty != ir.TypeBool {
		c.errorf(codeType, c.t.Span(n), "the condition of %s must be bool, found %s", what, c.typeName(x.ty))
		return 0, false
	}
	return c.toExpr(x), true
}

func (c *checker) ifStmt(n syntax.Node) behavior {
	s := c.t.If(n)
	filters := c.statementAttributes(s.Attrs)
	outer := c.beginFiltered(filters)
	span := c.t.Span(n)
	c.b.Span = span
	chain := c.b.Chain(len(s.Clauses))
	bh := behavior(0)
	for _, cl := range s.Clauses {
		v := c.t.IfClause(cl)
		c.b.Span = span
		chain.Next()
		cond, _ := c.condition(v.Cond, "if")
		accept, b := c.compound(v.Body, nil)
		bh |= b
		chain.Clause(cond, accept)
	}
	var reject ir.BlockID
	if s.Else != syntax.None {
		var b behavior
		reject, b = c.compound(s.Else, nil)
		bh |= b
	} else {
		bh |= next
	}
	c.b.Span = span
	chain.End(reject, bh&next == 0)
	c.endFiltered(outer, filters, n)
	return bh
}

func (c *checker) switchStmt(n syntax.Node) behavior {
	s := c.t.Switch(n)
	filters := c.statementAttributes(s.Attrs)
	bodyFilters := c.statementAttributes(s.BodyAttrs)
	outer := c.beginFiltered(filters)
	x := c.value(c.expr(s.Value))
	c.wantValue(x, s.Value)
	// All selectors have one type: the first concrete one, or i32.
	t := ir.TypeID(0)
	if x.ty != 0 && !c.abstract(x.ty) {
		t = x.ty
	}
	base := len(c.args)
	selectors := 0
	for _, cn := range s.Cases {
		selectors += len(c.t.Case(cn).Selectors)
		for _, sn := range c.t.Case(cn).Selectors {
			if c.t.Kind(sn) == syntax.KindDefault {
				continue
			}
			v := c.value(c.moduleExpr(sn))
			c.args = append(c.args, v)
			if t == 0 && v.ty != 0 && !c.abstract(v.ty) {
				t = v.ty
			}
		}
	}
	if t == 0 {
		t = ir.TypeI32
	}
	ok := x.ty != 0
	if selectors > maxSelectors {
		c.errorf(codeLimit, c.t.Primary(n), "the switch has %d selectors: the limit is %d", selectors, maxSelectors)
	}
	if ok && t != ir.TypeI32 && t != ir.TypeU32 {
		c.errorf(codeSwitch, c.t.Span(s.Value), "the selector of switch must be i32 or u32, found %s", c.typeName(x.ty))
		ok = false
	}
	var sel ir.ExprID
	if ok {
		x = c.convert(x, t, s.Value, "the selector")
		if ok = x.ty != 0; ok {
			sel = c.toExpr(x)
		}
	}
	c.b.Flush()
	loop := c.loop
	c.loop.inSwitch, c.loop.breakTarget = true, true
	bh := behavior(0)
	caseBase := len(c.cases)
	seen := c.seen
	c.seen = nil
	var first syntax.Node
	args := base
	for _, cn := range s.Cases {
		cl := c.t.Case(cn)
		var out ir.Case
		selBase := len(c.sels)
		for _, sn := range cl.Selectors {
			if c.t.Kind(sn) == syntax.KindDefault {
				if first != syntax.None {
					c.errorf(codeSwitch, c.t.Span(sn), "switch has two defaults").Label(c.t.Span(first), "the first one")
				}
				first, out.Default = sn, true
				continue
			}
			v := c.args[args]
			args++
			if !ok || !c.wantStage(v, stageConst, sn, "a case selector") {
				ok = ok && v.ty != 0
				continue
			}
			if v = c.convert(v, t, sn, "a case selector"); v.ty == 0 {
				continue
			}
			bits := uint32(v.bits)
			if c.seen[bits] {
				c.errorf(codeSwitch, c.t.Span(sn), "the selector %s occurs twice", c.t.Text(sn))
			}
			if c.seen == nil {
				c.seen = map[uint32]bool{}
			}
			c.seen[bits] = true
			c.sels = append(c.sels, bits)
		}
		var b behavior
		out.Body, b = c.compound(cl.Body, bodyFilters)
		bh |= b
		c.fn.AddCaseValues(&out, c.sels[selBase:])
		c.sels = c.sels[:selBase]
		c.cases = append(c.cases, out)
	}
	c.seen = seen
	c.loop = loop
	if first == syntax.None {
		c.errorf(codeSwitch, c.t.Primary(n), "switch needs a default clause")
	}
	if ok {
		c.b.Push(c.fn.AddSwitch(ir.Switch{Selector: sel, Cases: c.cases[caseBase:]}, c.t.Span(n)))
	}
	c.cases = c.cases[:caseBase]
	c.args = c.args[:base]
	c.endFiltered(outer, filters, n)
	if bh&breaks != 0 {
		bh = bh&^breaks | next
	}
	return bh
}

// loopBody sets the state for the body of a loop.
func (c *checker) loopBody() (saved loopState) {
	saved = c.loop
	c.loop = loopState{inLoop: true, breakTarget: true}
	return saved
}

// loopBehavior is the behavior of a loop from its parts'; endless is set if no condition
// ends it.
func loopBehavior(body behavior, endless bool) behavior {
	bh := body &^ (next | breaks | continues)
	if !endless || body&breaks != 0 {
		bh |= next
	}
	return bh
}

func (c *checker) loopStmt(n syntax.Node) behavior {
	defer func(from, to declID) { c.skipFrom, c.skipTo = from, to }(c.skipFrom, c.skipTo)
	c.skipFrom, c.skipTo = 0, 0
	s := c.t.Loop(n)
	// A loop has no head, so that filters of its body are its own.
	filters := overlaid(c.statementAttributes(s.Attrs), c.statementAttributes(s.BodyAttrs))
	var cont syntax.Continuing
	var contFilters []ir.DiagnosticFilter
	var breakIf syntax.Node
	if s.Continuing != syntax.None {
		cont = c.t.Continuing(s.Continuing)
		contFilters = c.statementAttributes(cont.Attrs)
		if k := len(cont.Stmts); k > 0 && c.t.Kind(cont.Stmts[k-1]) == syntax.KindBreakIf {
			breakIf = cont.Stmts[k-1]
			cont.Stmts = cont.Stmts[:k-1]
			// The condition, and the variables that it uses, can't be in a block within the
			// continuing one. Filters that only let more pass can as well be the loop's.
			filters = overlaid(filters, lenient(contFilters))
			contFilters = nil
		}
	}
	c.b.Flush()
	outer := c.beginFiltered(filters)
	saved := c.loopBody()
	old := c.push()
	mark := c.b.Begin()
	bh := c.stmts(s.Stmts)
	body := c.b.End(mark)
	l := ir.Loop{Body: body}
	endless := true
	if s.Continuing != syntax.None {
		c.loop.inContinuing = true
		c.skipTo = declID(len(c.decls))
		inner := c.push()
		mark := c.b.Begin()
		within := c.beginFiltered(contFilters)
		c.stmts(cont.Stmts)
		c.endFiltered(within, contFilters, s.Continuing)
		if breakIf != syntax.None {
			if cond, ok := c.condition(c.t.BreakIf(breakIf).Cond, "break if"); ok {
				l.BreakIf = cond
			}
			endless = false
		}
		if bh&(next|continues) != 0 {
			l.Continuing = c.b.End(mark)
		} else { // control never gets here, and what was declared on the way was not built
			c.b.Discard(mark)
			l.BreakIf = 0
		}
		c.pop(inner)
	}
	c.pop(old)
	c.loop = saved
	c.b.Span = c.t.Span(n)
	c.b.Loop(l)
	c.endFiltered(outer, filters, n)
	bh = loopBehavior(bh, endless)
	if bh == 0 {
		c.errorf(codeFlow, c.t.Primary(n), "the loop never ends: it has no break, return or break if")
		return next
	}
	return bh
}

// exitUnless builds the exit of a for or while loop at the head of its body.
func (c *checker) exitUnless(cond ir.ExprID) {
	c.b.Flush()
	mark := c.b.Begin()
	c.b.Break()
	reject := c.b.End(mark)
	c.b.If(cond, 0, reject)
}

// bodyOf checks the body of a for or while loop, whose head is in the same block.
func (c *checker) bodyOf(n syntax.Node) behavior {
	body := c.t.Block(n)
	filters := c.statementAttributes(body.Attrs)
	mark := c.beginFiltered(filters)
	bh := c.stmts(body.Stmts)
	c.endFiltered(mark, filters, n)
	return bh
}

func (c *checker) whileStmt(n syntax.Node) behavior {
	defer func(from, to declID) { c.skipFrom, c.skipTo = from, to }(c.skipFrom, c.skipTo)
	s := c.t.While(n)
	filters := c.statementAttributes(s.Attrs)
	c.b.Flush()
	outer := c.beginFiltered(filters)
	saved := c.loopBody()
	mark := c.b.Begin()
	if cond, ok := c.condition(s.Cond, "while"); ok {
		c.exitUnless(cond)
	}
	old := c.push()
	bh := c.bodyOf(s.Body)
	c.pop(old)
	l := ir.Loop{Shape: ir.LoopWhile, Body: c.b.End(mark)}
	c.loop = saved
	c.b.Span = c.t.Span(n)
	c.b.Loop(l)
	c.endFiltered(outer, filters, n)
	return loopBehavior(bh, false)
}

func (c *checker) forStmt(n syntax.Node) behavior {
	defer func(from, to declID) { c.skipFrom, c.skipTo = from, to }(c.skipFrom, c.skipTo)
	s := c.t.For(n)
	filters := c.statementAttributes(s.Attrs)
	old := c.push()
	outer := c.b.Begin()
	if s.Init != syntax.None {
		c.stmt(s.Init)
	}
	c.b.Flush()
	saved := c.loopBody()
	mark := c.b.Begin()
	if s.Cond != syntax.None {
		if cond, ok := c.condition(s.Cond, "for"); ok {
			c.exitUnless(cond)
		}
	}
	inner := c.push()
	bh := c.bodyOf(s.Body)
	c.pop(inner)
	l := ir.Loop{Shape: ir.LoopFor, Body: c.b.End(mark)}
	if s.Update != syntax.None {
		c.loop.inContinuing = true
		mark := c.b.Begin()
		c.stmt(s.Update)
		l.Continuing = c.b.End(mark)
	}
	c.loop = saved
	c.b.Span = c.t.Span(n)
	c.b.Loop(l)
	id := c.b.End(outer)
	c.pop(old)
	c.filtered(id, filters, n)
	bh = loopBehavior(bh, s.Cond == syntax.None)
	if bh == 0 {
		c.errorf(codeFlow, c.t.Primary(n), "the loop never ends: it has no condition, break or return")
		return next
	}
	return bh
}
