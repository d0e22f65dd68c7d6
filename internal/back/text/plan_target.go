package text

// This file knows the expressions that a target can't write in place.

import "refract/ir"

// isAggregate reports whether a value is a struct or array made of its parts.
func (p *Planner) isAggregate(e ir.ExprID) bool {
	if p.f.Kind(e) != ir.KindCompose {
		return false
	}
	k := p.m.Types.At(p.f.TypeOf(e)).Kind
	return k == ir.TypeStruct || k == ir.TypeArray
}

// isByCall reports whether the memory behind a pointer is read and written by
// calls.
func (p *Planner) isByCall(ptr ir.ExprID) bool {
	return p.opts.ByCall>>p.m.Types.At(p.f.TypeOf(ptr)).Space&1 != 0
}

// isOutResult reports whether a value comes back through a parameter. Most atomic
// operations may leave it away; exchanges may not. Of operations on cooperative matrices loads
// have one, and multiplications if the options have it.
func (p *Planner) isOutResult(e ir.ExprID) bool {
	if p.opts.OutResults == 0 || !p.f.Kind(e).IsResult() {
		return false
	}
	s := ir.StmtID(p.values[e].extra)
	if k := p.f.StmtKind(s); p.opts.OutResults>>k&1 == 0 || k == ir.StmtCooperative && p.f.Cooperative(s).Op != ir.CooperativeLoad && !p.opts.OutProducts {
		return false
	}
	if v := &p.values[e]; v.uses > 0 || v.name != 0 {
		return true
	}
	switch p.f.StmtKind(s) {
	case ir.StmtAtomic:
		return p.f.Atomic(s).Op >= ir.AtomicExchange
	case ir.StmtImageAtomic:
		return p.f.ImageAtomic(s).Op >= ir.AtomicExchange
	}
	return true
}

// mustName reports whether a value can't be written in place.
func (p *Planner) mustName(e ir.ExprID) bool {
	return p.opts.Initializers && p.values[e].apart && p.isAggregate(e) || p.isOutResult(e)
}
