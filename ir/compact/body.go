package compact

// This file marks what a function's statements use.

import "refract/ir"

func (c *compaction) markBody(id ir.FuncID) {
	f := c.m.Functions[id]
	c.f = f
	b := &c.bodies[id]
	c.r.Exprs, c.r.Locals = b.exprs, b.locals
	c.typ(f.Result)
	for i := range f.Args {
		c.typ(f.Args[i].Type)
	}
	c.inits = c.inits[:0]
	c.first = cleared(c.first, len(f.Locals))
	c.declarations()
	c.kept, c.marked, c.empty = 1, 1, false // what has number 0
	for _, n := range f.Named {             // names of values that exist everywhere cost nothing to keep
		if f.Kind(n.Expr).IsImplicit() && !c.refersToVariable(n.Expr) {
			c.value(n.Expr)
		}
	}
	c.block(f.Body)
	c.values()
	b.whole = !c.empty && c.kept == f.StmtCount() && c.marked == f.ExprCount()
	for l := 1; l < len(f.Locals); l++ {
		b.whole = b.whole && b.locals[l] != 0
	}
}

// refersToVariable reports whether keeping x would keep a variable.
func (c *compaction) refersToVariable(x ir.ExprID) bool {
	switch c.f.Kind(x) {
	case ir.KindGlobal, ir.KindLocal, ir.KindConstant, ir.KindOverride:
		return true
	}
	return false
}

// declarations notes the StmtLocals, whose initial values are used if the local
// is.
func (c *compaction) declarations() {
	f := c.f
	for s := ir.StmtID(1); int(s) < f.StmtCount(); s++ {
		if f.StmtKind(s) == ir.StmtLocal {
			v := f.LocalDecl(s)
			c.inits = append(c.inits, declaration{v.Init, c.first[v.Local]})
			c.first[v.Local] = len(c.inits)
		}
	}
}

// block marks what the statements of a block use, and reports whether any has an
// effect.
func (c *compaction) block(b ir.BlockID) bool {
	f := c.f
	effect := false
	list := f.Block(b)
	c.kept += len(list)
	c.empty = c.empty || b != 0 && len(list) == 0
	for _, s := range list {
		switch f.StmtKind(s) {
		case ir.StmtEmit:
			c.empty = c.empty || len(f.Emit(s)) == 0
			if c.volatile {
				for _, x := range f.Emit(s) {
					if f.Kind(x) == ir.KindLoad {
						c.value(x)
						effect = true
					}
				}
			}
			continue
		case ir.StmtLocal:
			effect = true
			continue
		case ir.StmtBlock:
			does := c.block(f.BlockStmt(s))
			c.empty = c.empty || !does
			effect = effect || does
			continue
		case ir.StmtIf:
			v := f.If(s)
			accept, reject := c.block(v.Accept), c.block(v.Reject)
			if !accept && !reject {
				c.empty = true
				continue
			}
		case ir.StmtSwitch:
			does := false
			for _, k := range f.Switch(s).Cases {
				does = c.block(k.Body) || does
			}
			if !does {
				c.empty = true
				continue
			}
		case ir.StmtLoop:
			v := f.Loop(s)
			c.block(v.Body)
			c.block(v.Continuing)
		case ir.StmtCall:
			c.function(f.Call(s).Function)
		}
		effect = true
		c.buf = f.StmtOperands(s, c.buf[:0])
		for _, x := range c.buf {
			c.value(x)
		}
		if r := f.StmtResult(s); r != 0 {
			c.value(r)
		}
	}
	return effect
}

func (c *compaction) value(x ir.ExprID) {
	if c.r.Exprs[x] == 0 {
		c.r.Exprs[x] = 1
		c.marked++
		c.exprs = append(c.exprs, x)
	}
}

// values marks what marked values use.
func (c *compaction) values() {
	f := c.f
	for len(c.exprs) > 0 {
		x := c.exprs[len(c.exprs)-1]
		c.exprs = c.exprs[:len(c.exprs)-1]
		c.typ(f.TypeOf(x))
		switch f.Kind(x) {
		case ir.KindConstant:
			c.constant(f.ConstantRef(x))
		case ir.KindOverride:
			c.override(f.OverrideRef(x))
		case ir.KindGlobal:
			c.global(f.GlobalRef(x))
		case ir.KindLocal:
			c.local(f.LocalRef(x))
		default:
			c.buf = f.Operands(x, c.buf[:0])
			for _, o := range c.buf {
				c.value(o)
			}
		}
	}
}

func (c *compaction) local(l ir.LocalID) {
	if c.r.Locals[l] != 0 {
		return
	}
	c.r.Locals[l] = 1
	c.typ(c.f.Locals[l].Type)
	for i := c.first[l]; i != 0; i = c.inits[i-1].next {
		if x := c.inits[i-1].init; x != 0 {
			c.value(x)
		}
	}
}
