package transform

// This file computes overrides in functions whose initial values a target can't state at
// module scope. An override stands for its initializer:
//
//	override @f : f32 = 4
//	override @n : u32 = as(@f)
//	func @main() { ... @n ... }
//
// becomes
//
//	func @main() { %1 = as @f : u32 ... %1 ... }
//
// and a private variable whose initial value depends on one is stored to at the
// start of each entry point that reaches it. It runs ahead of the transforms that
// make operations total, so that these are, too.

import "refract/ir"

// ComputeOverrides replaces the overrides whose initializers, expressions of
// m.Consts, hasForm doesn't hold of.
func ComputeOverrides(m *ir.Module, hasForm func(x ir.ExprID) bool) {
	if len(m.Overrides) <= 1 {
		return
	}
	c := &computing{m: m, hasForm: hasForm, order: make([]int32, len(m.Overrides))}
	found := false
	for o := 1; o < len(m.Overrides); o++ {
		found = found || c.isComputed(ir.OverrideID(o))
	}
	late := c.lateGlobals()
	if !found && late == nil {
		return
	}
	if late != nil {
		var r reach
		for i := range m.EntryPoints {
			r.from(m, m.EntryPoints[i].Function)
			var stored []ir.GlobalID
			for _, g := range late {
				if r.globals[g] {
					stored = append(stored, g)
				}
			}
			if stored != nil {
				c.store(m.OwnFunction(i), stored)
			}
		}
		for _, g := range late {
			m.Globals[g].Init = 0
		}
	}
	for _, f := range m.Functions[1:] {
		c.function(f)
	}
}

type computing struct {
	m       *ir.Module
	hasForm func(ir.ExprID) bool
	order   []int32 // by override: 1 + its place in an order in which it follows what it is made of; negative: being ordered
	sorted  []ir.OverrideID
	stack   []ir.ExprID
	b       ir.Builder
}

func (c *computing) isComputed(o ir.OverrideID) bool {
	init := c.m.Overrides[o].Init
	return init != 0 && !c.hasForm(ir.ExprID(init))
}

// lateGlobals are the private variables whose initial values have no form.
func (c *computing) lateGlobals() (late []ir.GlobalID) {
	for g := 1; g < len(c.m.Globals); g++ {
		if v := &c.m.Globals[g]; v.Space == ir.SpacePrivate && v.Init != 0 && !c.hasForm(ir.ExprID(v.Init)) {
			late = append(late, ir.GlobalID(g))
		}
	}
	return late
}

// store makes an entry point begin by storing the initial values of globals.
func (c *computing) store(f *ir.Function, globals []ir.GlobalID) {
	prepend(&c.b, c.m, f, func(b *ir.Builder) {
		for _, g := range globals {
			v := &c.m.Globals[g]
			b.Span = v.Span
			b.Store(b.Global(g), importConst(b, v.Init))
		}
	})
}

// function computes, at the start of a function, the overrides that it uses.
func (c *computing) function(f *ir.Function) {
	c.sorted = c.sorted[:0]
	clear(c.order)
	old, stmts := ir.ExprID(f.ExprCount()), ir.StmtID(f.StmtCount())
	for x := ir.ExprID(1); x < old; x++ {
		if f.Kind(x) == ir.KindOverride {
			c.sort(f.OverrideRef(x))
		}
	}
	if len(c.sorted) == 0 {
		return
	}
	values := make([]ir.ExprID, len(c.m.Overrides))
	replace := func(limit ir.ExprID) func(x ir.ExprID) ir.ExprID {
		return func(x ir.ExprID) ir.ExprID {
			if x < limit && f.Kind(x) == ir.KindOverride && values[f.OverrideRef(x)] != 0 {
				return values[f.OverrideRef(x)]
			}
			return x
		}
	}
	prepend(&c.b, c.m, f, func(b *ir.Builder) {
		for _, o := range c.sorted {
			v := &c.m.Overrides[o]
			b.Span = v.Span
			first := ir.ExprID(f.ExprCount())
			root := importConst(b, v.Init)
			for x := first; int(x) < f.ExprCount(); x++ {
				f.MapOperands(x, replace(ir.ExprID(f.ExprCount())))
			}
			if f.Kind(root) == ir.KindOverride && values[f.OverrideRef(root)] != 0 {
				root = values[f.OverrideRef(root)]
			}
			values[o] = root
		}
	})
	for x := ir.ExprID(1); x < old; x++ {
		f.MapOperands(x, replace(old))
	}
	for s := ir.StmtID(1); s < stmts; s++ {
		f.MapStmtOperands(s, replace(old))
	}
	// Nothing names them now.
	for x := ir.ExprID(1); x < old; x++ {
		if f.Kind(x) == ir.KindOverride && values[f.OverrideRef(x)] != 0 {
			f.Overwrite(x, f.AddZeroValue(f.TypeOf(x), f.SpanOf(x)))
		}
	}
}

// sort appends an override that is computed to sorted, after the ones that it needs.
func (c *computing) sort(root ir.OverrideID) {
	pending := []ir.OverrideID{root}
	for len(pending) > 0 {
		o := pending[len(pending)-1]
		if c.order[o] > 0 || !c.isComputed(o) {
			pending = pending[:len(pending)-1]
			continue
		}
		if c.order[o] < 0 { // what it needs is done
			c.sorted = append(c.sorted, o)
			c.order[o] = int32(len(c.sorted))
			pending = pending[:len(pending)-1]
			continue
		}
		c.order[o] = -1
		x := &c.m.Consts
		c.stack = append(c.stack[:0], ir.ExprID(c.m.Overrides[o].Init))
		for len(c.stack) > 0 {
			at := c.stack[len(c.stack)-1]
			c.stack = c.stack[:len(c.stack)-1]
			if x.Kind(at) == ir.KindOverride && c.order[x.OverrideRef(at)] == 0 {
				pending = append(pending, x.OverrideRef(at))
			}
			c.stack = x.Operands(at, c.stack)
		}
	}
}
