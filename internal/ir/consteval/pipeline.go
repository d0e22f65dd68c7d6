package consteval

// This file checks the expressions that making a pipeline evaluates (WGSL section "override
// Expressions"): the override-expressions of an entry point's shader, in the functions that
// it reaches, in the variables and overrides that these name, and in the size of its
// workgroup.

import (
	"cmp"

	"refract/internal/ir/layout"
	"refract/ir"
)

// pipeline is the state of CheckEntryPoint.
type pipeline struct {
	e         *Evaluator
	overrides Overrides
	report    func(ir.FuncID, *Error)
	functions []ir.FuncID // reached, in the order in which they were
	seen      []bool      // by function
	globals   []bool
	consts    []bool // module-scope expressions whose overrides are checked
	pending   []ir.ExprID
	blocks    []ir.BlockID
	buf       []ir.ExprID
	uses      []bool // by expression of a function: another expression uses it
	reported  map[place]bool
	layouts   *layout.Cache // nil: not needed yet
}

// CheckEntryPoint evaluates all that a pipeline with the entry point and the given
// overrides evaluates, and reports each error with the function that it is in; 0: at module
// scope. Error has the place in it.
func (e *Evaluator) CheckEntryPoint(ep *ir.EntryPoint, overrides Overrides, report func(ir.FuncID, *Error)) {
	e.Forget()
	e.overrides = overrides
	p := &pipeline{e: e, overrides: overrides, report: report, reported: map[place]bool{},
		seen: make([]bool, len(e.m.Functions)), globals: make([]bool, len(e.m.Globals)), consts: make([]bool, e.m.Consts.ExprCount())}
	for _, x := range ep.WorkgroupSizeExpr {
		p.positive(x, "a dimension of the workgroup")
	}
	p.subgroup(ep)
	p.derivatives(ep)
	p.reach(ep.Function)
	for i := 0; i < len(p.functions); i++ {
		p.function(p.functions[i])
	}
}

// positive evaluates a module-scope expression, if there is one, that must be at
// least 1.
func (p *pipeline) positive(x ir.ConstID, what string) {
	if x == 0 {
		return
	}
	p.constant(x)
	v, err := p.e.global(x)
	if n, ok := v.Integer(); err == nil && ok && n < 1 {
		err = errorf(CodeSize, "%s is %d: it must be at least 1", what, n)
		err.Expr = x
	}
	p.fail(0, err)
}

// subgroup checks the size of subgroups: a power of two that the workgroup's first
// dimension is a multiple of.
func (p *pipeline) subgroup(ep *ir.EntryPoint) {
	n, width := int64(ep.SubgroupSize), int64(ep.WorkgroupSize[0])
	read := func(x ir.ConstID, n *int64) bool {
		if x == 0 {
			return true
		}
		v, err := p.e.global(x)
		number, ok := v.Integer()
		*n = number
		return err == nil && ok && number >= 1
	}
	p.positive(ep.SubgroupSizeExpr, "the size of subgroups")
	if !read(ep.SubgroupSizeExpr, &n) || !read(ep.WorkgroupSizeExpr[0], &width) || n == 0 {
		return
	}
	var err *Error
	switch {
	case n&(n-1) != 0:
		err = errorf(CodeSize, "the size of subgroups is %d: it must be a power of two", n)
	case width%n != 0:
		err = errorf(CodeSize, "the first dimension of the workgroup, %d, is no multiple of the size of subgroups, %d", width, n)
	default:
		return
	}
	err.Expr = cmp.Or(ep.SubgroupSizeExpr, ep.WorkgroupSizeExpr[0])
	p.fail(0, err)
}

// derivatives checks that the invocations of the workgroup form quads, if derivatives are taken.
func (p *pipeline) derivatives(ep *ir.EntryPoint) {
	size := ep.WorkgroupSize
	for d, x := range ep.WorkgroupSizeExpr {
		if x == 0 {
			continue
		}
		v, err := p.e.global(x)
		n, ok := v.Integer()
		if err != nil || !ok {
			return
		}
		size[d] = uint32(n)
	}
	if rule := ep.DerivativeGroup.Misfit(size); rule != "" {
		err := errorf(CodeSize, "the workgroup is %d, %d, %d: %s", size[0], size[1], size[2], rule)
		err.Expr = cmp.Or(ep.WorkgroupSizeExpr[0], ep.WorkgroupSizeExpr[1], ep.WorkgroupSizeExpr[2])
		p.fail(0, err)
	}
}

// place is the place of an error: an expression of a function or of the module.
type place struct {
	f ir.FuncID
	x uint32
}

// fail reports an error, once for each place.
func (p *pipeline) fail(f ir.FuncID, err *Error) {
	if err == nil {
		return
	}
	at := place{f, uint32(err.Local)}
	if err.Expr != 0 {
		at = place{0, uint32(err.Expr)}
	}
	if !p.reported[at] {
		p.reported[at] = true
		p.report(at.f, err)
	}
}

func (p *pipeline) reach(f ir.FuncID) {
	if !p.seen[f] {
		p.seen[f] = true
		p.functions = append(p.functions, f)
	}
}

// constant evaluates the initializers of all overrides that a module-scope expression
// names, and of the ones that these name.
func (p *pipeline) constant(x ir.ConstID) {
	c := &p.e.m.Consts
	p.pending = append(p.pending[:0], ir.ExprID(x))
	for len(p.pending) > 0 {
		x := p.pending[len(p.pending)-1]
		p.pending = p.pending[:len(p.pending)-1]
		if p.consts[x] {
			continue
		}
		p.consts[x] = true
		if c.Kind(x) == ir.KindOverride {
			_, err := p.e.global(ir.ConstID(x))
			p.fail(0, err)
			o := c.OverrideRef(x)
			if _, set := p.e.override(o); !set && p.e.m.Overrides[o].Init != 0 {
				p.pending = append(p.pending, ir.ExprID(p.e.m.Overrides[o].Init))
			}
		}
		p.pending = c.Operands(x, p.pending)
	}
}

// global checks a variable that a function names.
func (p *pipeline) global(g ir.GlobalID) {
	if p.globals[g] {
		return
	}
	p.globals[g] = true
	v := &p.e.m.Globals[g]
	switch t := p.e.m.Types.At(v.Type); t.Kind {
	case ir.TypeArray, ir.TypeBindingArray:
		p.positive(t.LengthExpr, "the number of elements")
	case ir.TypeBuffer:
		p.buffer(t.LengthExpr)
	}
	if v.Init != 0 {
		p.constant(v.Init)
		_, err := p.e.global(v.Init)
		p.fail(0, err)
	}
}

// function checks the expressions of a function. Unused expressions, operands of statements
// and named expressions are evaluated with all that they need, so that the guarded side of
// a decided && or || isn't.
func (p *pipeline) function(id ir.FuncID) {
	f := p.e.m.Functions[id]
	p.uses = append(p.uses[:0], make([]bool, f.ExprCount())...)
	for x := ir.ExprID(1); int(x) < f.ExprCount(); x++ {
		p.buf = f.Operands(x, p.buf[:0])
		for _, o := range p.buf {
			p.uses[o] = true
		}
	}
	evaluate := func(x ir.ExprID) {
		for {
			_, err := p.e.EvaluateIn(f, x, p.overrides)
			if err == nil {
				return
			}
			p.fail(id, err)
			p.e.giveUp()
		}
	}
	for x := ir.ExprID(1); int(x) < f.ExprCount(); x++ {
		switch f.Kind(x) {
		case ir.KindOverride:
			if o := f.OverrideRef(x); p.e.m.Overrides[o].Init != 0 {
				if _, set := p.e.override(o); !set {
					p.constant(p.e.m.Overrides[o].Init)
				}
			}
			evaluate(x)
		case ir.KindGlobal:
			p.global(f.GlobalRef(x))
		case ir.KindBufferView:
			p.view(id, f, x)
			fallthrough
		default:
			if !p.uses[x] && f.Kind(x).NeedsEmit() {
				evaluate(x)
			}
		}
	}
	for _, n := range f.Named {
		evaluate(n.Expr)
	}
	p.blocks = append(p.blocks[:0], f.Body)
	for len(p.blocks) > 0 {
		b := p.blocks[len(p.blocks)-1]
		p.blocks = p.blocks[:len(p.blocks)-1]
		for _, s := range f.Block(b) {
			p.statement(id, f, s, evaluate)
		}
	}
}

// statement checks the operands of a statement and goes into nested blocks.
func (p *pipeline) statement(id ir.FuncID, f *ir.Function, s ir.StmtID, evaluate func(ir.ExprID)) {
	switch f.StmtKind(s) {
	case ir.StmtBlock:
		p.blocks = append(p.blocks, f.BlockStmt(s))
	case ir.StmtIf:
		p.blocks = append(p.blocks, f.If(s).Accept, f.If(s).Reject)
	case ir.StmtSwitch:
		for _, c := range f.Switch(s).Cases {
			p.blocks = append(p.blocks, c.Body)
		}
	case ir.StmtLoop:
		p.blocks = append(p.blocks, f.Loop(s).Body, f.Loop(s).Continuing)
	case ir.StmtCall:
		p.reach(f.Call(s).Function)
	case ir.StmtSubgroupGather:
		if g := f.SubgroupGather(s); g.Mode.HasIndex() {
			v, err := p.e.EvaluateIn(f, g.Index, p.overrides)
			if p.e.local.named[g.Index] {
				v = Value{} // a let isn't known to what uses it
			}
			if n, ok := v.Integer(); err == nil && v.IsKnown() && (!ok || n < 0 || n > 127) && !p.e.Total {
				err = errorf(CodeDomain, "%s of a subgroup operation is %s: it must be at least 0 and at most 127", "the id", v)
				err.Local = g.Index
				p.fail(id, err)
			}
		}
	}
	var buf [8]ir.ExprID
	for _, x := range f.StmtOperands(s, buf[:0]) {
		evaluate(x)
	}
}
