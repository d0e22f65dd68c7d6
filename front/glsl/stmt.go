package glsl

// This file checks statements and lowers them.

import (
	"refract/diag"
	"refract/internal/front/clike"
	"refract/internal/front/glsl/syntax"
	"refract/ir"
)

// loopState has the loops and switches around the statement under check.
type loopState struct {
	inLoop      bool
	breakTarget bool
}

// switchScope is a switch whose clauses are being built.
type switchScope struct {
	scope   scope
	end     syntax.Node // the last node of the switch
	labels  []syntax.Node
	hoisted []ir.LocalID // locals that later clauses use too
}

// stmts checks a list of statements. Statements after one that control never leaves
// forwards are checked too, but not built.
func (c *checker) stmts(list []syntax.Node) clike.Behavior {
	bh := clike.Next
	for i, s := range list {
		// barrier() orders shared memory already.
		if c.callsOnly(s, "groupMemoryBarrier") && i+1 < len(list) && c.callsOnly(list[i+1], "barrier") {
			c.beside = ir.MemoryStorage | ir.MemoryTexture // barrier() then orders these for the workgroup, too
			continue
		}
		if c.callsOnly(s, "memoryBarrierShared") && (i+1 < len(list) && c.callsOnly(list[i+1], "barrier") || i > 0 && c.callsOnly(list[i-1], "barrier")) {
			continue
		}
		if bh&clike.Next == 0 {
			mark := c.b.Begin()
			c.stmts(list[i:])
			c.b.Discard(mark)
			return bh
		}
		bh = bh&^clike.Next | c.stmt(s)
	}
	return bh
}

// callsOnly reports whether a statement is a call of a function of the language
// without arguments.
func (c *checker) callsOnly(n syntax.Node, name string) bool {
	if !c.stage.Info().Workgroups || c.t.Kind(n) != syntax.KindExprStmt {
		return false
	}
	x := c.t.ExprStmt(n)
	if c.t.Kind(x) != syntax.KindCall {
		return false
	}
	call := c.t.Call(x)
	if len(call.Args) > 0 || c.t.Kind(call.Callee) != syntax.KindIdent {
		return false
	}
	s := c.t.Ident(call.Callee)
	return c.bind[s] == 0 && c.t.Name(s) == name
}

// block checks the statements of a compound statement, in a scope of their own.
func (c *checker) blockOf(list []syntax.Node) (ir.BlockID, clike.Behavior) {
	old := c.push()
	mark := c.b.Begin()
	bh := c.stmts(list)
	id := c.b.End(mark)
	c.pop(old)
	return id, bh
}

// body checks the statement that an if or loop guards.
func (c *checker) body(n syntax.Node) (ir.BlockID, clike.Behavior) {
	if c.t.Kind(n) == syntax.KindBlock {
		return c.blockOf(c.t.Block(n))
	}
	return c.blockOf([]syntax.Node{n})
}

func (c *checker) stmt(n syntax.Node) clike.Behavior {
	c.opts.Preprocessor.Meter.Step()
	if !c.enter(n) {
		c.leave()
		return clike.Next
	}
	c.b.Span = c.t.Span(n)
	bh := c.statement(n)
	c.leave()
	return bh
}

func (c *checker) statement(n syntax.Node) clike.Behavior {
	switch c.t.Kind(n) {
	case syntax.KindBad, syntax.KindEmpty:
	case syntax.KindDeclaration:
		c.declaration(n)
	case syntax.KindRequalify:
		c.requalify(n)
	case syntax.KindPrecision:
		c.setPrecision(n)
	case syntax.KindFunction:
		c.function(n)
	case syntax.KindAttributed:
		v := c.t.Attributed(n)
		for _, a := range v.Attrs {
			for _, x := range c.t.Attribute(a).Args {
				c.constExpr(x, false)
			}
		}
		return c.statement(v.X)
	case syntax.KindBlock:
		id, bh := c.blockOf(c.t.Block(n))
		c.b.Span = c.t.Span(n)
		c.b.Nested(id)
		return bh
	case syntax.KindExprStmt:
		x := c.t.ExprStmt(n)
		if c.t.Kind(x) == syntax.KindIdent && c.bind[c.t.Ident(x)] == 0 {
			if m := meaningOf(c.t.Ident(x)); m != nil && m.ty != 0 { // float; declares nothing
				c.namedType(x, c.t.Ident(x))
				break
			}
		}
		c.expr(x)
		if c.pipe.ended {
			c.pipe.ended = false
			return clike.Returns
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
			c.errorf(codeStage, c.t.Span(n), "only fragment shaders have discard")
			return clike.Next
		}
		c.b.Push(c.fn.AddSimple(ir.StmtTerminate, c.b.Span))
		return clike.Returns
	case syntax.KindDemote:
		if !c.stage.Info().Discards {
			c.errorf(codeStage, c.t.Span(n), "only fragment shaders have demote")
			return clike.Next
		}
		if d := c.demotedVar(); d != 0 {
			c.b.Store(c.b.Global(d), c.b.Bits(ir.TypeBool, 1))
		}
		c.b.Push(c.fn.AddSimple(ir.StmtDemote, c.b.Span))
	case syntax.KindTerminate:
		if c.endsHit(n) {
			return clike.Returns
		}
		if c.t.Name(c.t.Terminate(n)) != "terminateInvocation" || !c.stage.Info().Discards {
			c.unsupported(c.t.Span(n), c.t.Name(c.t.Terminate(n)))
			return clike.Next
		}
		c.b.Push(c.fn.AddSimple(ir.StmtTerminate, c.b.Span))
		return clike.Returns
	case syntax.KindCase, syntax.KindDefault:
		c.errorf(codeSwitch, c.t.Span(n), "a label can stand only at the outermost level of a switch")
	case syntax.KindInterface:
		c.errorf(codeVariable, c.t.Span(n), "a block can't be declared in a function")
	default:
		c.errorf(codeFlow, c.t.Span(n), "a statement is wanted here")
	}
	return clike.Next
}

func (c *checker) returnStmt(n syntax.Node) clike.Behavior {
	x := c.t.Return(n)
	if c.isMain {
		if x != syntax.None {
			c.errorf(codeType, c.t.Span(x), "main returns nothing")
			return clike.Returns
		}
		c.returnOutputs()
		return clike.Returns
	}
	switch {
	case x == syntax.None && c.result != 0:
		c.errorf(codeType, c.t.Span(n), "return needs a value of type %s", c.name(c.result))
	case x == syntax.None:
		c.b.Return(0)
	case c.result == 0:
		if v := c.expr(x); v.ok() {
			c.errorf(codeType, c.t.Span(x), "the function returns nothing, but a value is returned")
		}
	default:
		v := c.expression(x)
		if v.ok() && v.ty != c.result {
			a := since(420, never, exts{extShadingLanguage420})
			if c.convertsType(v.ty, c.result) && !c.lang.has(&a) && c.lang.Profile == ES {
				c.needs(c.t.Span(x), "an implicit conversion of the value returned", &a)
			}
		}
		v = c.implicit(v, c.result, c.t.Span(x), "the value returned")
		if v.ok() {
			e := c.toExpr(v)
			c.b.Span = c.t.Span(n)
			c.b.Return(e)
		}
	}
	return clike.Returns
}

// condition checks a condition: a bool, or a declaration with an initial value.
func (c *checker) condition(n syntax.Node, what string) (operand, bool) {
	var x operand
	if c.t.Kind(n) == syntax.KindDeclaration {
		c.declaration(n)
		d := c.t.Declaration(n)
		if len(d.Declarators) != 1 {
			return operand{}, false
		}
		v := c.t.Declarator(d.Declarators[0])
		id := c.bind[v.Name]
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
	if x.ty != ir.TypeBool {
		c.errorf(codeType, c.t.Span(n), "the condition of %s must be bool, found %s", what, c.typeName(x))
		return x, false
	}
	return x, true
}

func (c *checker) ifStmt(n syntax.Node) clike.Behavior {
	s := c.t.If(n)
	span := c.t.Span(n)
	c.b.Span = span
	chain := c.b.Chain(len(s.Clauses))
	bh := clike.Behavior(0)
	for _, cl := range s.Clauses {
		v := c.t.IfClause(cl)
		c.b.Span = span
		chain.Next()
		var cond ir.ExprID
		if x, ok := c.condition(v.Cond, "if"); ok {
			cond = c.toExpr(x)
		}
		accept, b := c.body(v.Body)
		bh |= b
		chain.Clause(cond, accept)
	}
	var reject ir.BlockID
	if s.Else != syntax.None {
		var b clike.Behavior
		reject, b = c.body(s.Else)
		bh |= b
	} else {
		bh |= clike.Next
	}
	c.b.Span = span
	chain.End(reject, bh&clike.Next == 0)
	return bh
}

// loopBody begins a loop and returns the state to restore behind it.
func (c *checker) loopBody() (loopState, []switchScope) {
	saved, sw := c.loop, c.switches
	c.loop = loopState{inLoop: true, breakTarget: true}
	c.switches = nil
	return saved, sw
}

func (c *checker) forStmt(n syntax.Node) clike.Behavior {
	s := c.t.For(n)
	old := c.push()
	outer := c.b.Begin()
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
	index := c.webGLLoop(&s)
	bh := c.loopStmts(s.Body, true)
	c.decls[index].flags &^= flagIndex
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
	id := c.b.End(outer)
	c.pop(old)
	c.b.Nested(id)
	return clike.LoopBehavior(bh, conditional)
}

// loopStmts checks the body of a loop and appends it to the block that is open. The body
// of a do loop is a scope of its own. That of the others is part of the scope that their
// heads begin, so that it can't declare a name of the head anew.
func (c *checker) loopStmts(n syntax.Node, withHead bool) clike.Behavior {
	inner := c.push()
	if withHead {
		c.scope.first = inner.first
	}
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

func (c *checker) whileStmt(n syntax.Node) clike.Behavior {
	c.beyondWebGL(c.t.Primary(n), "while loops")
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
	bh := c.loopStmts(s.Body, true)
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

func (c *checker) doStmt(n syntax.Node) clike.Behavior {
	c.beyondWebGL(c.t.Primary(n), "do loops")
	s := c.t.Do(n)
	c.b.Flush()
	saved, sw := c.loopBody()
	mark := c.b.Begin()
	bh := c.loopStmts(s.Body, false)
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

// crossesCase reports whether a name declared at the outermost level of a switch
// is used behind a later label.
func (c *checker) crossesCase(name syntax.Symbol) bool {
	if len(c.switches) == 0 {
		return false
	}
	s := &c.switches[len(c.switches)-1]
	if s.scope != c.scope {
		return false
	}
	last := c.scan.of(name).lastUse
	for _, l := range s.labels {
		if l > c.now && l < last {
			return true
		}
	}
	return false
}

// switchStmt checks a switch. Its clauses are one scope; control falls from one
// into the next.
func (c *checker) switchStmt(n syntax.Node) clike.Behavior {
	s := c.t.Switch(n)
	x := c.expression(s.Value)
	ok := x.ok()
	if ok && x.ty != ir.TypeI32 && x.ty != ir.TypeU32 {
		c.errorf(codeSwitch, c.t.Span(s.Value), "the selector of switch must be int or uint, found %s", c.typeName(x))
		ok = false
	}
	var sel ir.ExprID
	if ok {
		sel = c.toExpr(x)
	}
	c.b.Flush()
	loop := c.loop
	c.loop.breakTarget = true
	old := c.push()
	sw := switchScope{scope: c.scope, end: n}
	for _, st := range s.Stmts {
		if k := c.t.Kind(st); k == syntax.KindCase || k == syntax.KindDefault {
			sw.labels = append(sw.labels, st)
		}
	}
	c.switches = append(c.switches, sw)
	at := len(c.switches) - 1
	grammar := clike.SwitchGrammar{T: &c.t.Tree, B: &c.b, Fn: c.fn, Stmts: c.stmts,
		Errorf: func(at diag.Span, format string, args ...any) *diag.Diagnostic {
			return c.errorf(codeSwitch, at, format, args...)
		},
		Label: func(n syntax.Node) (uint32, int64, bool) {
			v, ok := c.caseValue(n, x)
			return v, int64(int32(v)), ok
		},
	}
	return c.clauses.Lower(&grammar, s.Stmts, func(cases []ir.Case) {
		hoisted := c.switches[at].hoisted
		c.switches = c.switches[:at]
		c.pop(old)
		c.loop = loop
		c.b.Span = c.t.Span(n)
		if !ok || cases == nil {
			return
		}
		id := c.fn.AddSwitch(ir.Switch{Selector: sel, Cases: cases}, c.b.Span)
		for _, l := range hoisted {
			c.b.DeclareLocal(l, 0)
		}
		c.b.Push(id)
	})
}

// caseValue is the value of a label, as bits of the selector's type.
func (c *checker) caseValue(n syntax.Node, sel operand) (uint32, bool) {
	o := c.constExpr(c.t.Case(n), false)
	if !o.ok() {
		return 0, false
	}
	if o.ty != ir.TypeI32 && o.ty != ir.TypeU32 {
		c.errorf(codeSwitch, c.t.Span(n), "a case must be int or uint, found %s", c.typeName(o))
		return 0, false
	}
	if sel.ok() && o.ty != sel.ty && !c.converts(ir.I32, ir.U32) {
		c.errorf(codeSwitch, c.t.Span(n), "the case is %s, but the selector %s", c.typeName(o), c.typeName(sel))
		return 0, false
	}
	return uint32(o.bits), true
}
