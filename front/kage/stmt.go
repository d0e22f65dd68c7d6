package kage

// This file checks statements.

import (
	"go/ast"
	"go/token"

	"refract/ir"
)

// stmts checks a list of statements; ends is whether control never reaches its end. Statements
// that control never reaches are checked, and not lowered.
func (c *checker) stmts(list []ast.Stmt) (ends bool) {
	mark := 0
	for _, s := range list {
		if c.stmt(s) && !ends {
			ends = true
			mark = c.b.Begin()
		}
	}
	if ends {
		c.b.Discard(mark)
	}
	return ends
}

// block checks the statements of a block in a scope of their own, and returns the block.
func (c *checker) block(list []ast.Stmt) (id ir.BlockID, ends bool) {
	c.push()
	mark := c.b.Begin()
	ends = c.stmts(list)
	c.pop()
	return c.b.End(mark), ends
}

// stmt checks a statement. ends is whether control never reaches the one behind it.
func (c *checker) stmt(s ast.Stmt) (ends bool) {
	c.m.Meter.Step()
	if c.file != nil {
		c.here = c.spanOf(s)
		c.b.Span = c.here
	}
	switch s := s.(type) {
	case *ast.EmptyStmt:
		return false
	case *ast.AssignStmt:
		c.assignStmt(s)
		return false
	case *ast.BlockStmt:
		id, ends := c.block(s.List)
		c.b.Nested(id)
		return ends
	case *ast.DeclStmt:
		c.genDecl(s.Decl.(*ast.GenDecl))
		return false
	case *ast.IncDecStmt:
		c.incDec(s)
		return false
	case *ast.ExprStmt:
		return c.exprStmt(s)
	case *ast.IfStmt:
		return c.ifStmt(s)
	case *ast.ForStmt:
		c.forStmt(s)
		return false
	case *ast.RangeStmt:
		c.rangeStmt(s)
		return false
	case *ast.BranchStmt:
		return c.branch(s)
	case *ast.ReturnStmt:
		c.returnStmt(s)
		return true
	}
	c.errorOn(codeUnsupported, s, "Kage has no such statement")
	return false
}

func (c *checker) branch(s *ast.BranchStmt) bool {
	switch {
	case s.Label != nil:
		c.errorOn(codeUnsupported, s, "Kage has no labels")
	case s.Tok != token.BREAK && s.Tok != token.CONTINUE:
		c.errorOn(codeUnsupported, s, "Kage has no %s", s.Tok)
	case c.loops == 0:
		c.errorOn(codeFlow, s, "a %s stands in a loop", s.Tok)
	case s.Tok == token.BREAK:
		c.b.Break()
		return true
	default:
		c.b.Continue()
		return true
	}
	return false
}

func (c *checker) exprStmt(s *ast.ExprStmt) (ends bool) {
	call, ok := ast.Unparen(s.X).(*ast.CallExpr)
	if !ok {
		c.errorOn(codeResult, s, "the expression is no call, and its value is not used")
		return false
	}
	x := c.expr(call)
	switch {
	case x.mode == modeInvalid:
	case x.mode == modeNone && x.name != "":
		c.b.Push(c.b.F.AddSimple(ir.StmtTerminate, c.b.Span))
		return true
	case x.mode == modeConst || x.mode == modeValue && c.callsBuiltin(call):
		c.errorOn(codeResult, s, "the result of the call is not used")
	}
	return false
}

// callsBuiltin reports whether a call is of a built-in function.
func (c *checker) callsBuiltin(e *ast.CallExpr) bool {
	id, ok := ast.Unparen(e.Fun).(*ast.Ident)
	return ok && c.lookup(id.Name) == nil
}

// ifStmt checks an if with its else ifs.
func (c *checker) ifStmt(s *ast.IfStmt) (ends bool) {
	c.push()
	outer := c.b.Begin()
	if s.Init != nil {
		c.stmt(s.Init)
	}
	cond := c.condition(s.Cond)
	accept, ends := c.block(s.Body.List)
	var reject ir.BlockID
	elseEnds := false
	if s.Else != nil {
		list := []ast.Stmt{s.Else}
		if b, ok := s.Else.(*ast.BlockStmt); ok {
			list = b.List
		}
		reject, elseEnds = c.block(list)
	}
	c.b.If(cond, accept, reject)
	c.pop()
	if id := c.b.End(outer); s.Init != nil {
		c.b.Nested(id)
	} else {
		c.inline(id)
	}
	return ends && elseEnds
}

// inline appends the statements of a block that needs no scope of its own.
func (c *checker) inline(id ir.BlockID) {
	for _, s := range c.b.F.Block(id) {
		c.b.Push(s)
	}
}

// condition is the condition of an if.
func (c *checker) condition(e ast.Expr) ir.ExprID {
	x := c.operand(e)
	if x.mode == modeInvalid {
		return c.b.Bool(false)
	}
	if !x.t.is(boolean) && !assignable(of(boolean), x.t, x.constOf()) {
		c.errorOn(codeType, e, "a condition is a bool, not %s", x.describe())
		return c.b.Bool(false)
	}
	return c.convert(x, of(boolean))
}

func (c *checker) returnStmt(s *ast.ReturnStmt) {
	f := c.fn
	c.returns = true
	n := len(f.results)
	switch {
	case len(s.Results) == 0 && (n == 0 || f.named):
		c.b.Return(c.namedResults())
		return
	case len(s.Results) == 1 && n > 1:
		c.returnCall(s)
		return
	case len(s.Results) != n:
		for _, e := range s.Results {
			c.expr(e)
		}
		c.errorOn(codeArgCount, s, "the function returns %d values, not %d", n, len(s.Results))
		return
	}
	values := make([]ir.ExprID, n)
	ok := true
	for i, e := range s.Results {
		v, fits := c.assignTo(e, c.operand(e), f.results[i].t, "the result")
		values[i] = v
		ok = ok && fits
	}
	if ok {
		c.b.Return(c.result(values))
	}
}

// returnCall returns the results of a call.
func (c *checker) returnCall(s *ast.ReturnStmt) {
	f := c.fn
	x := c.expr(s.Results[0])
	switch {
	case x.mode == modeInvalid:
		return
	case x.mode != modeTuple || len(x.tuple.results) != len(f.results):
		c.errorOn(codeArgCount, s, "the function returns %d values", len(f.results))
		return
	}
	list := c.unpack(x)
	values := make([]ir.ExprID, len(list))
	for i, r := range list {
		v, fits := c.assignTo(s.Results[0], r, f.results[i].t, "the result")
		if !fits {
			return
		}
		values[i] = v
	}
	c.b.Return(c.result(values))
}

// result is the value of the function's results.
func (c *checker) result(values []ir.ExprID) ir.ExprID {
	switch {
	case c.fn.entry == ir.StageVertex && !c.fn.plain:
		return c.b.Compose(c.b.F.Result, values...)
	case len(values) == 0:
		return 0
	case len(values) == 1:
		return values[0]
	}
	return c.b.Compose(c.fn.result, values...)
}

// namedResults is the value of the variables of results, or zero without variables.
func (c *checker) namedResults() ir.ExprID {
	f := c.fn
	if len(f.results) == 0 {
		return 0
	}
	values := make([]ir.ExprID, len(f.results))
	for i, r := range f.results {
		if i < len(c.resultVars) && c.resultVars[i] != 0 {
			values[i] = c.b.Load(c.b.Local(c.resultVars[i]))
		} else {
			values[i] = c.b.Zero(c.irType(r.t))
		}
	}
	return c.result(values)
}
