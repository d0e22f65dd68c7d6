package hlsl

// This file checks statements and lowers them.

import (
	"slices"

	"refract/diag"
	"refract/internal/front/clike"
	"refract/internal/front/hlsl/syntax"
	"refract/internal/lazy"
	"refract/ir"
)

// loopState has the loops and switches around the statement under check.
type loopState struct {
	inLoop      bool
	breakTarget bool
}

// switchScope is a switch whose clauses are being built.
type switchScope struct {
	local   localScope
	hoisted []ir.LocalID
}

// stmts checks a list of statements. Statements that control never reaches are checked too,
// but not built.
func (c *checker) stmts(list []node) clike.Behavior {
	bh := clike.Next
	for i, s := range list {
		if bh&clike.Next == 0 {
			mark := c.b.Begin()
			checking := c.checking
			c.checking = true
			c.stmts(list[i:])
			c.checking = checking
			c.b.Discard(mark)
			return bh
		}
		bh = bh&^clike.Next | c.stmt(s)
	}
	return bh
}

// blockOf checks the statements of a compound statement, in a scope of their own.
func (c *checker) blockOf(list []node) (ir.BlockID, clike.Behavior) {
	old := c.push()
	mark := c.b.Begin()
	bh := c.stmts(list)
	id := c.b.End(mark)
	c.pop(old)
	return id, bh
}

// body checks the statement that an if or loop guards.
func (c *checker) body(n node) (ir.BlockID, clike.Behavior) {
	if c.t.Kind(n) == syntax.KindBlock {
		return c.blockOf(c.t.Block(n))
	}
	return c.blockOf([]node{n})
}

func (c *checker) stmt(n node) clike.Behavior {
	if !c.enter(n) {
		c.leave()
		return clike.Next
	}
	c.b.Span = c.t.Span(n)
	nest := c.nest
	switch c.t.Kind(n) {
	case syntax.KindIf, syntax.KindFor, syntax.KindWhile, syntax.KindDo, syntax.KindSwitch:
		c.nest++
	}
	var bh clike.Behavior
	switch c.t.Kind(n) {
	case syntax.KindFor, syntax.KindWhile, syntax.KindDo, syntax.KindSwitch:
		if c.early != nil {
			bh = c.breakable(n)
			break
		}
		fallthrough
	default:
		bh = c.statement(n)
	}
	c.nest = nest
	c.leave()
	return bh
}

// statementAttributes are the attributes of statements; other ones are warned of.
var statementAttributes = lazy.Value[map[string]bool]{Make: func() map[string]bool {
	return map[string]bool{"unroll": true, "loop": true, "fastopt": true, "allow_uav_condition": true, "branch": true,
		"flatten": true, "forcecase": true, "call": true, "unroll_x": true, "isolate": true}
}}

func (c *checker) statement(n node) clike.Behavior {
	switch c.t.Kind(n) {
	case syntax.KindBad, syntax.KindEmpty:
	case syntax.KindDeclaration:
		c.localDeclaration(n)
	case syntax.KindTypedef, syntax.KindUsing, syntax.KindStaticAssert:
		c.typeItem(n, 0)
	case syntax.KindFunction:
		v := c.t.Function(n)
		if v.Body != syntax.None {
			c.errorf(codeVariable, c.t.Span(n), "a function can't be defined within another one")
			break
		}
		if id := c.bind[v.Name]; id != 0 && c.decls[id].kind == declFunc { // a prototype of a later function
			c.visible = ^uint32(0)
		}
	case syntax.KindAttributed:
		v := c.t.Attributed(n)
		for _, a := range v.Attrs {
			x := c.t.Attribute(a)
			c.statementArguments(c.t.Name(x.Name), x.Args)
			if !statementAttributes.Get()[c.t.Name(x.Name)] && x.Scope == syntax.NoSymbol {
				c.warnf(codeAttribute, c.t.Span(a), "unknown attribute %q", c.t.Name(x.Name))
			}
		}
		return c.stmt(v.X)
	case syntax.KindBlock:
		id, bh := c.blockOf(c.t.Block(n))
		c.b.Span = c.t.Span(n)
		c.b.Nested(id)
		return bh
	case syntax.KindExprStmt:
		c.whole, c.ended = c.t.Unparen(c.t.ExprStmt(n)), false
		x := c.expr(c.t.ExprStmt(n))
		c.whole = syntax.None
		if c.ended {
			c.ended = false
			return clike.Returns
		}
		if x.kind == opInit {
			c.errorf(codeNotValue, c.t.Span(n), "a list in braces is no statement")
		}
	case syntax.KindIf:
		return c.ifStmt(n)
	case syntax.KindSwitch:
		return c.switchStmt(n)
	case syntax.KindFor:
		return c.forStmt(n)
	case syntax.KindWhile:
		return c.whileStmt(n)
	case syntax.KindDo:
		return c.doStmt(n)
	case syntax.KindBreak:
		if !c.loop.breakTarget {
			c.errorf(codeFlow, c.t.Span(n), "break must stand in a loop or switch")
			return clike.Next
		}
		c.b.Break()
		return clike.Breaks
	case syntax.KindContinue:
		if !c.loop.inLoop {
			c.errorf(codeFlow, c.t.Span(n), "continue must stand in a loop")
			return clike.Next
		}
		c.b.Continue()
		return clike.Continues
	case syntax.KindReturn:
		return c.returnStmt(n)
	case syntax.KindDiscard:
		if !c.stage.Info().Discards {
			if !c.checking {
				c.errorf(codeStage, c.t.Span(n), "only pixel shaders have discard")
			}
			return clike.Next
		}
		c.b.Push(c.fn.AddSimple(ir.StmtDemote, c.b.Span))
	case syntax.KindCase, syntax.KindDefault:
		c.errorf(codeSwitch, c.t.Span(n), "a label can stand only at the outermost level of a switch")
	case syntax.KindTemplate, syntax.KindBuffer, syntax.KindNamespace:
		c.errorf(codeVariable, c.t.Span(n), "this can't be declared in a function")
	default:
		c.errorf(codeFlow, c.t.Span(n), "a statement is wanted here")
	}
	return clike.Next
}

// localDeclaration checks the declaration of local variables.
func (c *checker) localDeclaration(n node) {
	v := c.t.Declaration(n)
	t, major, ok := c.typeOf(v.Type)
	m := v.Mods | c.t.Type(v.Type).Mods
	if m&syntax.ModGroupShared != 0 {
		c.errorf(codeQualifier, c.t.Span(n), "only variables at global scope are groupshared")
	}
	for _, dn := range v.Declarators {
		d := c.t.Declarator(dn)
		for _, a := range d.Annots {
			c.errorf(codeQualifier, c.t.Span(a), "a local variable has no semantic, register or packoffset")
		}
		ty := t
		good := ok
		if ok {
			ty, good = c.dims(t, d.Dims, d.NameSpan)
		}
		if !good {
			if d.Init != syntax.None && c.t.Kind(d.Init) != syntax.KindState {
				c.expr(d.Init)
			}
			c.declareError(d.Name, d.NameSpan)
			continue
		}
		c.b.Span = d.NameSpan
		c.localVariable(dn, m, ty, c.majorOf(m, major))
	}
}

// localVariable declares a local variable.
func (c *checker) localVariable(dn node, m mods, t typeID, major int8) {
	d := c.t.Declarator(dn)
	switch {
	case t == tVoid:
		c.errorf(codeTypeRule, d.NameSpan, "a variable can't be void")
		c.declareError(d.Name, d.NameSpan)
		return
	case t == tString:
		c.declareError(d.Name, d.NameSpan)
		return
	case m&(syntax.ModIn|syntax.ModOut|syntax.ModInout) != 0:
		c.errorf(codeQualifier, d.NameSpan, "only parameters are in, out or inout")
	case m&(syntax.ModUniform|syntax.ModExtern) != 0:
		c.errorf(codeQualifier, d.NameSpan, "a local variable can't be uniform or extern")
	case c.isStruct(c.innermost(t)) && !c.structOf(c.innermost(t)).defined:
		c.errorf(codeTypeRule, d.NameSpan, "the type %s of %q isn't complete here", c.name(t), c.t.Name(d.Name))
		c.declareError(d.Name, d.NameSpan)
		return
	}
	if c.isResource(c.innermost(t)) {
		c.localResource(dn, t)
		return
	}
	if c.holdsResource(t) {
		c.localBundle(dn, m, t, major)
		return
	}
	if c.holdsRayObject(t) && c.misplacedQuery(dn, t) {
		return
	}
	if m&syntax.ModStatic != 0 {
		c.staticLocal(dn, m, t, major)
		return
	}
	if t == tAuto {
		if d.Init == syntax.None || c.t.Kind(d.Init) == syntax.KindInitList {
			c.errorf(codeTypeRule, d.NameSpan, "a variable of type auto needs an initial value")
			c.declareError(d.Name, d.NameSpan)
			return
		}
		mark := c.b.Begin()
		x := c.expression(d.Init)
		c.b.Discard(mark)
		if !x.ok() {
			c.declareError(d.Name, d.NameSpan)
			return
		}
		t = x.ty.settle()
		if x.kind == opResource {
			c.localResource(dn, t)
			return
		}
	}
	fixed := m&(syntax.ModConst|syntax.ModConstexpr) != 0
	unsized := c.isArray(t) && c.at(t).length == 0
	if d.Init == syntax.None {
		if unsized {
			c.errorf(codeTypeRule, d.NameSpan, "an array must have a size or an initial value")
			c.declareError(d.Name, d.NameSpan)
			return
		}
		l := c.fn.AddLocal(ir.Local{Name: c.t.Name(d.Name), Type: c.irOf(t), Span: d.NameSpan})
		c.b.DeclareLocal(l, 0)
		c.declare(decl{kind: declLocal, name: d.Name, span: d.NameSpan, ty: t, handle: uint32(l), member: -1, fixed: fixed, major: major})
		return
	}
	precise := c.precise
	if m&syntax.ModPrecise != 0 {
		c.precise = true
	}
	var x operand
	if c.t.Kind(d.Init) == syntax.KindInitList {
		x = c.initList(d.Init, t)
	} else {
		x = c.expression(d.Init)
		if x.ok() && !(unsized && c.isArray(x.ty) && c.at(x.ty).base == c.at(t).base) {
			x = c.converted(x, t, d.Init, "the initial value")
		}
	}
	c.precise = precise
	if !x.ok() || x.kind == opResource || x.kind == opString {
		if x.ok() {
			c.errorf(codeType, c.t.Span(d.Init), "the initial value must be %s, found %s", c.name(t), c.typeName(x))
		}
		c.declareError(d.Name, d.NameSpan)
		return
	}
	if unsized {
		t = x.ty
	}
	c.b.Span = d.NameSpan
	special := c.isSpecialLocal(d.Name, d.NameSpan)
	if special && !x.isConst() {
		c.wantConstantOf(d.Init)
	}
	if x.isConst() && (fixed || special) {
		c.declare(decl{kind: declConst, name: d.Name, span: d.NameSpan, ty: t, bits: x.bits, member: -1})
		return
	}
	if fixed && t.numeric() && !t.isMatrix() && !c.isLoad(x) {
		e := c.toExpr(x)
		if x.decl == 0 && c.fn.NameOf(e) == "" {
			c.fn.SetName(e, c.t.Name(d.Name))
		}
		c.declare(decl{kind: declValue, name: d.Name, span: d.NameSpan, ty: t, expr: e, fixed: true, member: -1})
		return
	}
	init := c.toExpr(x)
	l := c.fn.AddLocal(ir.Local{Name: c.t.Name(d.Name), Type: c.irOf(t), Span: d.NameSpan})
	c.b.DeclareLocal(l, init)
	c.declare(decl{kind: declLocal, name: d.Name, span: d.NameSpan, ty: t, handle: uint32(l), member: -1, fixed: fixed, major: major})
}

// isLoad reports whether a value is implicit, and so has no place where a name can be given.
func (c *checker) isLoad(x operand) bool {
	return x.isConst() || c.fn.Kind(x.expr()).IsImplicit()
}

// staticLocal declares a variable that keeps its value.
func (c *checker) staticLocal(dn node, m mods, t typeID, major int8) {
	d := c.t.Declarator(dn)
	if c.holdsRayObject(t) {
		c.globalQuery(dn, m, t)
		return
	}
	x := c.zero(t)
	known := true
	if d.Init != syntax.None {
		x, known = c.tryConst(func() operand { return c.initial(d.Init, t) })
	}
	if !known {
		if m&syntax.ModConst != 0 { // as a local constant
			c.localVariable(dn, m&^syntax.ModStatic, t, major)
			return
		}
		if c.isArray(t) && c.at(t).length == 0 {
			c.unsupported(d.NameSpan, "static local arrays without a size, with an initial value that isn't constant")
			c.declareError(d.Name, d.NameSpan)
			return
		}
		x = c.zero(t)
	}
	t = x.ty
	if m&syntax.ModConst != 0 {
		c.declare(decl{kind: declConst, name: d.Name, span: d.NameSpan, ty: t, bits: x.bits, member: -1})
		return
	}
	if c.isArray(t) && c.at(t).length == 0 {
		c.errorf(codeTypeRule, d.NameSpan, "an array must have a size or an initial value")
		c.declareError(d.Name, d.NameSpan)
		return
	}
	for _, s := range c.statics { // one for all instances of the function
		if s.node == dn && s.ty == t {
			id := c.declare(decl{kind: declGlobal, name: d.Name, span: d.NameSpan, ty: t, handle: uint32(s.global), member: -1})
			c.initOnce(id, s, d.Init)
			return
		}
	}
	g := ir.Global{Name: c.t.Name(d.Name), Space: ir.SpacePrivate, Access: ir.AccessReadWrite, Type: c.irOf(t), Span: d.NameSpan}
	if !c.ev.IsZero(c.val(x)) {
		g.Init = ir.ConstID(c.ev.MaterializeInto(&c.m.Consts, c.val(x), d.NameSpan))
	}
	c.m.Globals = append(c.m.Globals, g)
	id := ir.GlobalID(len(c.m.Globals) - 1)
	s := static{node: dn, ty: t, global: id}
	if !known {
		c.m.Globals = append(c.m.Globals, ir.Global{Name: g.Name + "_set", Space: ir.SpacePrivate, Access: ir.AccessReadWrite, Type: ir.TypeBool, Span: d.NameSpan})
		s.set = id + 1
	}
	c.statics = append(c.statics, s)
	v := c.declare(decl{kind: declGlobal, name: d.Name, span: d.NameSpan, ty: t, handle: uint32(id), member: -1})
	c.initOnce(v, s, d.Init)
}

// initOnce gives a static local variable its initial value when control first passes it.
func (c *checker) initOnce(id declID, s static, init node) {
	if s.set == 0 {
		return
	}
	set := c.b.Global(s.set)
	unset := c.unary(ir.LogicalNot, value(c.b.Load(set), tBool))
	c.b.Flush()
	mark := c.b.Begin()
	if v := c.initial(init, s.ty); v.ok() {
		c.b.Store(c.pointer(id), c.toExpr(v))
	}
	c.b.Store(set, c.b.Bool(true))
	c.b.If(c.toExpr(unset), c.b.End(mark), 0)
}

// static is a local variable that keeps its value.
type static struct {
	node   node
	ty     typeID
	global ir.GlobalID
	set    ir.GlobalID // whether it has its initial value, if that isn't constant
}

// localResource declares a local variable that stands for a resource.
func (c *checker) localResource(dn node, t typeID) {
	d := c.t.Declarator(dn)
	if d.Init == syntax.None || c.t.Kind(d.Init) == syntax.KindInitList {
		if h := *c.at(t); h.kind == htArray && h.length == 0 && d.Init != syntax.None {
			t = c.arrayOf(h.base, uint32(len(c.t.InitList(d.Init))))
		}
		slots := c.newSlots(t, d.NameSpan)
		if slots == 0 {
			if !c.diags.HasErrors() {
				c.errorf(codeTypeRule, d.NameSpan, "an array must have a size or an initial value")
			}
			c.declareError(d.Name, d.NameSpan)
			return
		}
		if d.Init != syntax.None {
			items := []node{d.Init}
			if _, ok := c.initBundle(d.Init, &items, t, slots); !ok {
				c.declareError(d.Name, d.NameSpan)
				return
			}
		}
		c.declare(decl{kind: declResource, name: d.Name, span: d.NameSpan, ty: t, slots: slots, member: -1})
		return
	}
	x := c.expr(d.Init)
	if x.kind == opHeap {
		x = c.fromHeap(x, t, c.t.Span(d.Init))
	}
	if !x.ok() {
		c.declareError(d.Name, d.NameSpan)
		return
	}
	if x.kind != opResource || x.ty != t {
		c.errorf(codeType, c.t.Span(d.Init), "the initial value must be %s, found %s", c.name(t), c.typeName(x))
		c.declareError(d.Name, d.NameSpan)
		return
	}
	c.declareCopy(d.Name, d.NameSpan, t, x, d.Init, -1)
}

// localBundle declares a local variable that is a struct with resources, or an array of
// these.
func (c *checker) localBundle(dn node, m mods, t typeID, major int8) {
	d := c.t.Declarator(dn)
	slots := c.newSlots(t, d.NameSpan)
	if slots == 0 || m&syntax.ModStatic != 0 {
		c.unsupported(d.NameSpan, "static variables and arrays without a size that hold resources")
		c.declareError(d.Name, d.NameSpan)
		return
	}
	var init ir.ExprID
	if d.Init != syntax.None {
		var x operand
		if c.t.Kind(d.Init) == syntax.KindInitList {
			items := []node{d.Init}
			x, _ = c.initBundle(d.Init, &items, t, slots)
		} else {
			x = c.converted(c.expression(d.Init), t, d.Init, "the initial value")
			if x.ok() && !c.setSlots(slots, t, x, d.Init) {
				x = operand{}
			}
		}
		if !x.ok() {
			c.declareError(d.Name, d.NameSpan)
			return
		}
		init = c.toExpr(x)
	}
	c.b.Span = d.NameSpan
	l := c.fn.AddLocal(ir.Local{Name: c.t.Name(d.Name), Type: c.irOf(t), Span: d.NameSpan})
	c.b.DeclareLocal(l, init)
	c.declare(decl{kind: declLocal, name: d.Name, span: d.NameSpan, ty: t, handle: uint32(l), member: -1, major: major, slots: slots})
}

// statementArguments checks the arguments of a statement's attribute. A count that isn't constant is that of
// an attribute without one.
func (c *checker) statementArguments(name string, args []node) {
	for _, a := range args {
		mark := c.b.Begin()
		x := c.expression(a)
		c.b.Discard(mark)
		if name == "unroll" && !c.checking && x.isConst() && x.ty.isScalar() && (x.ty.kind() == kBool || int64(c.cast(kI64, x).bits) < 0) {
			c.errorf(codeAttribute, c.t.Span(a), "unroll takes a number of iterations, found %s", c.typeName(x))
		}
	}
}

func (c *checker) returnStmt(n node) clike.Behavior {
	x := c.t.Return(n)
	if x != syntax.None && c.t.Kind(x) == syntax.KindInitList {
		c.errorf(codeType, c.t.Span(x), "a list in braces can't be returned").Note("a variable can have it as its initial value")
		return clike.Returns
	}
	if c.isEntry {
		c.returnEntry(n, x)
		return clike.Returns
	}
	if c.early != nil {
		return c.returnEarly(n, x)
	}
	v := c.returned(n, x)
	switch {
	case v.ok() && v.kind == opResource:
		c.unsupported(c.t.Span(n), "functions that return resources")
	case v.ok() && v.kind != opVoid:
		e := c.toExpr(v)
		c.b.Span = c.t.Span(n)
		c.b.Return(e)
	case v.ok():
		c.b.Return(0)
	}
	return clike.Returns
}

// returned is the value of a return with an expression, or without one: void, of a function that returns
// nothing.
func (c *checker) returned(n, x node) operand {
	switch {
	case x == syntax.None && c.result != tVoid:
		c.errorf(codeType, c.t.Span(n), "return needs a value of type %s", c.name(c.result))
		return operand{}
	case x == syntax.None:
		return operand{kind: opVoid, ty: tVoid}
	case c.result != tVoid:
		return c.converted(c.expression(x), c.result, x, "the value returned")
	}
	v := c.expr(x)
	if v.ok() && v.kind != opVoid {
		c.errorf(codeType, c.t.Span(x), "the function returns nothing, but a value is returned")
		return operand{}
	}
	return v
}

// condition checks a condition: a number of one component, or a declaration with an initial
// value.
func (c *checker) condition(n node, what string) (operand, bool) {
	var x operand
	if c.t.Kind(n) == syntax.KindDeclaration {
		c.localDeclaration(n)
		d := c.t.Declaration(n)
		if len(d.Declarators) != 1 {
			return operand{}, false
		}
		id := c.lookup(c.t.Declarator(d.Declarators[0]).Name)
		if id == 0 || c.decls[id].kind == declError {
			return operand{}, false
		}
		x = c.rvalue(c.reference(id, n))
	} else {
		x = c.expression(n)
	}
	if !x.ok() {
		return x, false
	}
	if !x.ty.numeric() || x.ty.shape().count() != 1 {
		c.errorf(codeType, c.t.Span(n), "the condition of %s must be a scalar, found %s", what, c.typeName(x))
		return x, false
	}
	c.b.Span = c.t.Span(n)
	return c.cast(kBool, c.scalar(x)), true
}

func (c *checker) ifStmt(n node) clike.Behavior {
	s := c.t.If(n)
	at := c.t.Span(n)
	c.b.Span = at
	old := c.push()
	chain := c.b.Chain(len(s.Clauses))
	bh := clike.Behavior(0)
	goesOn := false  // control may get behind the statement
	decided := false // a clause before is always taken
	clause := func(b clike.Behavior) {
		bh |= b &^ clike.Never
		goesOn = goesOn || !decided && b&(clike.Next|clike.Never) == clike.Next
	}
	for _, cl := range s.Clauses {
		v := c.t.IfClause(cl)
		c.b.Span = at
		chain.Next()
		var cond ir.ExprID
		x, ok := c.condition(v.Cond, "if")
		if ok {
			cond = c.toExpr(x)
		}
		accept, b := c.body(v.Body)
		if ok && x.isConst() && x.bits == 0 {
			b |= clike.Never
		}
		clause(b)
		decided = decided || ok && x.isConst() && x.bits != 0
		chain.Clause(cond, accept)
	}
	reject, b := ir.BlockID(0), clike.Next
	if s.Else != syntax.None {
		reject, b = c.body(s.Else)
	}
	clause(b)
	c.b.Span = at
	chain.End(reject, bh&clike.Next == 0)
	c.pop(old)
	if bh&clike.Next != 0 && !goesOn {
		bh |= clike.Never
	}
	return bh
}

// loopBody begins a loop and returns the state to restore behind it.
func (c *checker) loopBody() (loopState, []switchScope) {
	saved, sw := c.loop, c.switches
	c.loop = loopState{inLoop: true, breakTarget: true}
	c.switches = nil
	return saved, sw
}

func (c *checker) forStmt(n node) clike.Behavior {
	s := c.t.For(n)
	if c.unrolls(n) {
		if bh, done := c.unrolled(n); done {
			return bh
		}
	} else {
		c.loops = append(c.loops, n)
		defer func() { c.loops = c.loops[:len(c.loops)-1] }()
	}
	old := c.push()
	leaks := c.opts.Version < 2021 // names of the head are visible behind the loop
	outer := 0
	if !leaks {
		outer = c.b.Begin()
	}
	if s.Init != syntax.None {
		c.stmt(s.Init)
	}
	c.b.Flush()
	saved, sw := c.loopBody()
	mark := c.b.Begin()
	conditional := false
	if s.Cond != syntax.None {
		c.b.Span = c.t.Span(s.Cond)
		if cond, ok := c.condition(s.Cond, "for"); ok && !(cond.isConst() && cond.bits != 0) {
			conditional = true
			clike.ExitUnless(&c.b, func() ir.ExprID { return c.toExpr(cond) })
		}
	}
	bh := c.loopStmts(s.Body)
	l := ir.Loop{Shape: ir.LoopFor, Body: c.b.End(mark)}
	if s.Step != syntax.None {
		mark := c.b.Begin()
		c.b.Span = c.t.Span(s.Step)
		c.expr(s.Step)
		l.Continuing = c.b.End(mark)
	}
	c.loop, c.switches = saved, sw
	c.b.Span = c.t.Span(n)
	clike.Endless(&c.b, &l, bh, conditional)
	c.b.Loop(l)
	if leaks {
		var names []shadow
		for i := int(c.local.undo); i < len(c.undo); i++ {
			name := c.undo[i].name
			c.decls[c.bind[name]].loop = true
			names = append(names, shadow{name, c.bind[name]})
		}
		c.pop(old)
		for _, s := range names {
			c.bindName(s.name, s.old)
		}
		return clike.LoopBehavior(bh, conditional)
	}
	id := c.b.End(outer)
	c.pop(old)
	c.b.Nested(id)
	return clike.LoopBehavior(bh, conditional)
}

// loopStmts checks the body of a loop and appends it to the block that is open.
func (c *checker) loopStmts(n node) clike.Behavior {
	inner := c.push()
	var bh clike.Behavior
	if c.t.Kind(n) == syntax.KindBlock {
		bh = c.stmts(c.t.Block(n))
	} else {
		bh = c.stmt(n)
	}
	c.b.Flush()
	c.pop(inner)
	return bh
}

func (c *checker) whileStmt(n node) clike.Behavior {
	s := c.t.While(n)
	old := c.push()
	c.b.Flush()
	saved, sw := c.loopBody()
	mark := c.b.Begin()
	conditional := false
	if cond, ok := c.condition(s.Cond, "while"); ok && !(cond.isConst() && cond.bits != 0) {
		conditional = true
		clike.ExitUnless(&c.b, func() ir.ExprID { return c.toExpr(cond) })
	}
	bh := c.loopStmts(s.Body)
	l := ir.Loop{Shape: ir.LoopWhile, Body: c.b.End(mark)}
	if c.t.Kind(s.Cond) == syntax.KindDeclaration || !conditional {
		l.Shape = ir.LoopPlain
	}
	c.loop, c.switches = saved, sw
	c.b.Span = c.t.Span(n)
	clike.Endless(&c.b, &l, bh, conditional)
	c.b.Loop(l)
	c.pop(old)
	return clike.LoopBehavior(bh, conditional)
}

func (c *checker) doStmt(n node) clike.Behavior {
	s := c.t.Do(n)
	c.b.Flush()
	saved, sw := c.loopBody()
	mark := c.b.Begin()
	bh := c.loopStmts(s.Body)
	l := ir.Loop{Shape: ir.LoopDo, Body: c.b.End(mark)}
	mark = c.b.Begin()
	c.b.Span = c.t.Span(s.Cond)
	var end clike.DoCond
	cond, ok := c.condition(s.Cond, "do")
	if end.Constant = cond.isConst(); end.Constant {
		end.Holds = cond.bits != 0
	} else if ok {
		end.Not = c.unary(ir.LogicalNot, cond).expr()
	}
	conditional := clike.EndDo(&c.b, c.fn, &l, mark, end, ok, bh)
	c.loop, c.switches = saved, sw
	c.b.Span = c.t.Span(n)
	clike.Endless(&c.b, &l, bh, conditional)
	c.b.Loop(l)
	return clike.LoopBehavior(bh, conditional)
}

// wideCases are the values of the labels of a switch on integers of 64 bits, each once.
func (c *checker) wideCases(k kind, list []node) []uint64 {
	values := []uint64{}
	for _, n := range list {
		if c.t.Kind(n) != syntax.KindCase {
			continue
		}
		v, known := c.tryConst(func() operand { return c.expression(c.t.Case(n)) })
		if !known || !v.ty.numeric() || v.ty.shape().count() != 1 {
			continue
		}
		if bits := c.cast(k, c.scalar(v)).bits; !slices.Contains(values, bits) && len(values) < maxWide {
			values = append(values, bits)
		}
	}
	return values
}

// maxWide bounds the labels of a switch on integers of 64 bits.
const maxWide = 1 << 10

// wideSelector is the selector of a switch whose labels are numbers in a list: the module's switches are on
// integers of 32 bits.
func (c *checker) wideSelector(x operand, values []uint64) operand {
	x = c.runtime(x)
	at := constUint(uint32(len(values)))
	for i, v := range values {
		at = c.selects(c.binary(ir.Eq, x, constant(x.ty, v)), constUint(uint32(i)), at)
	}
	return at
}

// switchStmt checks a switch. Each clause is a scope of its own.
func (c *checker) switchStmt(n node) clike.Behavior {
	s := c.t.Switch(n)
	x := c.expression(s.Value)
	ok := x.ok()
	if ok && (!x.ty.numeric() || x.ty.shape().count() != 1 || x.ty.kind() == kDouble) {
		c.errorf(codeSwitch, c.t.Span(s.Value), "the selector of switch must be an integer, found %s", c.typeName(x))
		ok = false
	}
	var sel ir.ExprID
	var wide []uint64
	wideKind := x.ty.kind()
	k := kInt
	if ok {
		x = c.settled(c.scalar(x))
		if x.ty.kind() == kUint {
			k = kUint
		}
		if x.ty.kind().isInt() && c.width(x.ty.kind()) == 64 {
			wide = c.wideCases(x.ty.kind(), s.Stmts)
			k, x = kUint, c.wideSelector(x, wide)
		}
		sel = c.toExpr(c.cast(k, x))
	}
	c.b.Flush()
	loop := c.loop
	c.loop.breakTarget = true
	old := c.push()
	beyond := false // the limit of labels was reported
	grammar := clike.SwitchGrammar{T: &c.t.Tree, B: &c.b, Fn: c.fn,
		Stmts: func(list []node) clike.Behavior { return c.stmts(list) &^ clike.Never },
		Errorf: func(at diag.Span, format string, args ...any) *diag.Diagnostic {
			return c.errorf(codeSwitch, at, format, args...)
		},
		Label: func(n node) (uint32, int64, bool) {
			v := c.constExpr(c.t.Case(n))
			switch {
			case !v.ok():
				return 0, 0, false
			case !v.ty.numeric() || v.ty.shape().count() != 1:
				c.errorf(codeSwitch, c.t.Span(n), "a case must be an integer, found %s", c.typeName(v))
				return 0, 0, false
			case wide == nil:
				bits := uint32(c.cast(k, c.scalar(v)).bits)
				return bits, int64(int32(bits)), true
			}
			number := c.cast(wideKind, c.scalar(v)).bits
			at := slices.Index(wide, number)
			if at < 0 && !beyond {
				c.errorf(codeLimit, c.t.Span(n), "a switch on integers of 64 bits has more than %d labels", maxWide)
				beyond = true
			}
			return uint32(at), int64(number), at >= 0
		},
	}
	return c.clauses.Lower(&grammar, s.Stmts, func(cases []ir.Case) {
		c.pop(old)
		c.loop = loop
		c.b.Span = c.t.Span(n)
		if ok && cases != nil {
			c.b.Push(c.fn.AddSwitch(ir.Switch{Selector: sel, Cases: cases}, c.b.Span))
		}
	})
}
