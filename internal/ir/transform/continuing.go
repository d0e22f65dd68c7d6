package transform

// This file takes the continuing blocks out of loops, for languages of C's family, whose
// continue leads only to the head of the loop:
//
//	loop { ... continue ... } continuing { CONTINUING; break_if %c }
//
// becomes
//
//	local $first = true
//	loop {
//	  if $first { store $first, false } else { CONTINUING; if %c { break } }
//	  ...
//	}
//
// Values and variables of the body that the continuing block uses are in variables declared
// ahead of the loop then. A continuing block that is one assignment or call stays: it
// becomes the update of a for loop.

import (
	"slices"

	"refract/internal/ir/rewrite"
	"refract/internal/reuse"
	"refract/ir"
)

// maxUpdate is how many expressions an update of a for loop may have.
const maxUpdate = 16

// Continuing changes every loop with a continue in its body that has a break-if or a
// continuing block. Afterwards the loop has neither, or it is an ir.LoopFor whose
// continuing block is one store or call, with operands of its own, used once.
func Continuing(m *ir.Module) {
	var c *continuing
	for _, f := range m.Functions[1:] {
		if !f.MayHaveStmt(ir.StmtLoop) || !f.MayHaveStmt(ir.StmtContinue) {
			continue
		}
		found := false
		for s := ir.StmtID(1); int(s) < f.StmtCount(); s++ {
			found = found || hasContinuing(f, s)
		}
		if !found {
			continue
		}
		if c == nil {
			c = new(continuing)
		}
		c.start(m, f)
		rewrite.Function(m, f, c)
	}
}

// hasContinuing reports whether s is a loop that a continue goes on with code at
// its end.
func hasContinuing(f *ir.Function, s ir.StmtID) bool {
	if f.StmtKind(s) != ir.StmtLoop {
		return false
	}
	v := f.Loop(s)
	return (v.Continuing != 0 || v.BreakIf != 0) && leaves(f, v.Body, ir.StmtContinue)
}

type continuing struct {
	uses []uint32 // by ExprID
	own  []bool   // by ExprID: evaluated in the continuing block
	body []bool   // by ExprID: evaluated in the body
	buf  []ir.ExprID

	spilled []spilledValue
	hoisted []ir.LocalID
	brought map[ir.ExprID]ir.ExprID // values of the body, as the head of the loop sees them
	b       ir.Builder
}

type spilledValue struct {
	value ir.ExprID
	local ir.LocalID
}

// Kinds implements rewrite.Selective.
func (*continuing) Kinds() ir.KindSet { return 0 }

func (c *continuing) Expr(*rewrite.Editor, ir.ExprID) {}

// start counts uses.
func (c *continuing) start(m *ir.Module, f *ir.Function) {
	c.uses = reuse.Zeroed(c.uses, f.ExprCount())
	for x := ir.ExprID(1); int(x) < f.ExprCount(); x++ {
		c.buf = f.Operands(x, c.buf[:0])
		for _, o := range c.buf {
			c.uses[o]++
		}
	}
	for s := ir.StmtID(1); int(s) < f.StmtCount(); s++ {
		c.buf = f.StmtOperands(s, c.buf[:0])
		for _, o := range c.buf {
			c.uses[o]++
		}
	}
}

func (c *continuing) Stmt(e *rewrite.Editor, s ir.StmtID) {
	f := e.F
	if !hasContinuing(f, s) {
		return
	}
	v := f.Loop(s)
	c.own = reuse.Zeroed(c.own, f.ExprCount())
	c.evaluated(f, v.Continuing, c.own)
	if v.BreakIf == 0 && c.isUpdate(f, v) {
		f.SetLoopShape(s, ir.LoopFor)
		return
	}
	c.lower(e, s, v)
}

// evaluated marks the values that a block and its inner blocks evaluate.
func (c *continuing) evaluated(f *ir.Function, b ir.BlockID, marks []bool) {
	eachStmt(f, b, func(s ir.StmtID) {
		if f.StmtKind(s) == ir.StmtEmit {
			for _, x := range f.Emit(s) {
				marks[x] = true
			}
		} else if r := f.StmtResult(s); r != 0 {
			marks[r] = true
		}
	})
}

// eachStmt calls do for the statements of a block and its inner blocks.
func eachStmt(f *ir.Function, b ir.BlockID, do func(ir.StmtID)) {
	for _, s := range f.Block(b) {
		do(s)
		switch f.StmtKind(s) {
		case ir.StmtBlock:
			eachStmt(f, f.BlockStmt(s), do)
		case ir.StmtIf:
			v := f.If(s)
			eachStmt(f, v.Accept, do)
			eachStmt(f, v.Reject, do)
		case ir.StmtSwitch:
			for _, c := range f.Switch(s).Cases {
				eachStmt(f, c.Body, do)
			}
		case ir.StmtLoop:
			v := f.Loop(s)
			eachStmt(f, v.Body, do)
			eachStmt(f, v.Continuing, do)
		}
	}
}

// isUpdate reports whether a continuing block can be the update of a for loop.
func (c *continuing) isUpdate(f *ir.Function, v ir.Loop) bool {
	list := f.Block(v.Continuing)
	count := 0
	for i, s := range list {
		last := i == len(list)-1
		switch f.StmtKind(s) {
		case ir.StmtEmit:
			if last {
				return false
			}
			for _, x := range f.Emit(s) {
				if count++; count > maxUpdate || c.uses[x] != 1 || f.NameOf(x) != "" || f.Kind(x) == ir.KindDerivative {
					return false
				}
				if !c.usesOwn(f, f.Operands(x, c.buf[:0]), v) {
					return false
				}
			}
		case ir.StmtStore, ir.StmtCall, ir.StmtAtomic:
			if r := f.StmtResult(s); !last || r != 0 && (c.uses[r] != 0 || f.NameOf(r) != "") {
				return false
			}
			if !c.usesOwn(f, f.StmtOperands(s, c.buf[:0]), v) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// usesOwn reports whether operands are values of the continuing block or exist
// outside of the loop's body.
func (c *continuing) usesOwn(f *ir.Function, operands []ir.ExprID, v ir.Loop) bool {
	c.buf = operands
	for _, o := range operands {
		if !f.Kind(o).IsImplicit() {
			if !c.own[o] {
				return false
			}
			continue
		}
		if f.NameOf(o) != "" {
			return false
		}
		if f.Kind(o) == ir.KindLocal && declares(f, v.Body, f.LocalRef(o)) {
			return false
		}
	}
	return true
}

// declares reports whether a block itself declares a local.
func declares(f *ir.Function, b ir.BlockID, l ir.LocalID) bool {
	for _, s := range f.Block(b) {
		if f.StmtKind(s) == ir.StmtLocal && f.LocalDecl(s).Local == l {
			return true
		}
	}
	return false
}

// lower moves the continuing block to the head of the loop.
func (c *continuing) lower(e *rewrite.Editor, s ir.StmtID, v ir.Loop) {
	f := e.F
	c.body = reuse.Zeroed(c.body, f.ExprCount())
	for _, s := range f.Block(v.Body) { // what is nested isn't visible
		if f.StmtKind(s) == ir.StmtEmit {
			for _, x := range f.Emit(s) {
				c.body[x] = true
			}
		} else if r := f.StmtResult(s); r != 0 {
			c.body[r] = true
		}
	}
	c.spilled, c.hoisted = c.spilled[:0], c.hoisted[:0]

	c.b.Start(e.M, f)
	c.b.Span = f.StmtSpan(s)
	outer := c.b.Begin()
	ahead := e.Ahead()
	first := f.AddLocal(ir.Local{Name: "first", Type: ir.TypeBool})
	ahead.DeclareLocal(first, ahead.Bool(true))

	isFirst := c.b.Load(c.b.Local(first))
	c.b.Flush()
	mark := c.b.Begin()
	c.b.Store(c.b.Local(first), c.b.Bool(false))
	accept := c.b.End(mark)
	mark = c.b.Begin()
	c.bring(f, v)
	for _, s := range f.Block(v.Continuing) {
		c.b.Push(s)
	}
	if v.BreakIf != 0 {
		inner := c.b.Begin()
		c.b.Break()
		c.b.If(c.breakIf(f, v.BreakIf), c.b.End(inner), 0)
	}
	c.b.If(isFirst, accept, c.b.End(mark))
	c.keep(f, v)
	body := c.b.End(outer)

	for _, x := range c.spilled {
		ahead.DeclareLocal(x.local, 0)
	}
	for _, l := range c.hoisted {
		ahead.DeclareLocal(l, 0)
	}
	f.SetBlock(s, 0, body)
	f.SetBlock(s, 1, 0)
	f.SetBreakIf(s, 0)
	f.SetLoopShape(s, ir.LoopPlain)
}

// bring builds, ahead of the continuing block, loads of the body's values that
// it uses, and puts them in their place.
func (c *continuing) bring(f *ir.Function, v ir.Loop) {
	brought := map[ir.ExprID]ir.ExprID{}
	replace := func(x ir.ExprID) ir.ExprID { return c.value(f, v, x, brought) }
	var exprs []ir.ExprID
	var stmts []ir.StmtID
	eachStmt(f, v.Continuing, func(s ir.StmtID) {
		stmts = append(stmts, s)
		if f.StmtKind(s) == ir.StmtEmit {
			exprs = append(exprs, f.Emit(s)...)
		}
	})
	for _, x := range exprs {
		f.MapOperands(x, replace)
	}
	for _, s := range stmts {
		f.MapStmtOperands(s, replace)
	}
	if v.BreakIf != 0 && c.isBody(v.BreakIf) {
		replace(v.BreakIf)
	}
	c.b.Flush()
	c.brought = brought
}

func (c *continuing) isBody(x ir.ExprID) bool { return int(x) < len(c.body) && c.body[x] }

// breakIf is the break-if as the head of the loop sees it.
func (c *continuing) breakIf(f *ir.Function, x ir.ExprID) ir.ExprID {
	if y, ok := c.brought[x]; ok {
		return y
	}
	return x
}

// value is x as the head of the loop sees it.
func (c *continuing) value(f *ir.Function, v ir.Loop, x ir.ExprID, brought map[ir.ExprID]ir.ExprID) ir.ExprID {
	if f.Kind(x) == ir.KindLocal {
		if l := f.LocalRef(x); declares(f, v.Body, l) && !slices.Contains(c.hoisted, l) {
			c.hoisted = append(c.hoisted, l)
		}
		return x
	}
	if !c.isBody(x) {
		return x
	}
	if y, ok := brought[x]; ok {
		return y
	}
	var y ir.ExprID
	inner := func(o ir.ExprID) ir.ExprID { return c.value(f, v, o, brought) }
	switch t := c.b.M.Types.At(f.TypeOf(x)); {
	case f.Kind(x) == ir.KindAccess && !isValue(t.Kind):
		a := f.Access(x)
		base, index := inner(a.Base), inner(a.Index)
		y = c.b.Pend(f.AddAccess(f.TypeOf(x), f.Flags(x), ir.Access{Base: base, Index: index}, f.SpanOf(x)))
	case f.Kind(x) == ir.KindAccessIndex && !isValue(t.Kind):
		a := f.AccessIndex(x)
		y = c.b.Pend(f.AddAccessIndex(f.TypeOf(x), ir.AccessIndex{Base: inner(a.Base), Index: a.Index}, f.SpanOf(x)))
	default:
		l := f.AddLocal(ir.Local{Name: f.NameOf(x), Type: f.TypeOf(x)})
		c.spilled = append(c.spilled, spilledValue{x, l})
		y = c.b.Load(c.b.Local(l))
	}
	brought[x] = y
	return y
}

// isValue reports whether a variable can hold a value of a type.
func isValue(k ir.TypeKind) bool {
	switch k {
	case ir.TypeScalar, ir.TypeVector, ir.TypeMatrix, ir.TypeArray, ir.TypeStruct:
		return true
	}
	return false
}

// keep builds the body, with stores of the values that the continuing block uses.
func (c *continuing) keep(f *ir.Function, v ir.Loop) {
	store := func(x ir.ExprID) {
		for _, s := range c.spilled {
			if s.value == x {
				c.b.Store(c.b.Local(s.local), x)
			}
		}
	}
	for _, s := range f.Block(v.Body) {
		switch k := f.StmtKind(s); k {
		case ir.StmtEmit:
			for _, x := range slices.Clone(f.Emit(s)) {
				c.b.Pend(x)
				store(x)
			}
			c.b.Flush()
		case ir.StmtLocal:
			d := f.LocalDecl(s)
			if !slices.Contains(c.hoisted, d.Local) {
				c.b.Push(s)
			} else if d.Init != 0 {
				c.b.Push(f.AddStore(ir.Store{Pointer: c.b.Local(d.Local), Value: d.Init}, f.StmtSpan(s)))
			}
		default:
			c.b.Push(s)
			if r := f.StmtResult(s); r != 0 {
				store(r)
			}
		}
	}
}
