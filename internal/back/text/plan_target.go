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
// have one, and multiplications if the options have it; of operations on the pipeline arrays that are read of hits.
func (p *Planner) isOutResult(e ir.ExprID) bool {
	if p.opts.OutResults == 0 || !p.f.Kind(e).IsResult() {
		return false
	}
	s := ir.StmtID(p.values[e].extra)
	switch k := p.f.StmtKind(s); {
	case p.opts.OutResults>>k&1 == 0,
		k == ir.StmtCooperative && p.f.Cooperative(s).Op != ir.CooperativeLoad && !p.opts.OutProducts,
		k == ir.StmtPipeline && !p.readsArray(s):
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

// readsArray reports whether an operation on the pipeline reads an array of a hit.
func (p *Planner) readsArray(s ir.StmtID) bool {
	v := p.f.Pipeline(s)
	x, _ := v.Property()
	return v.Op == ir.ReadHit && x.IsArray()
}

// mustName reports whether a value can't be written in place.
func (p *Planner) mustName(e ir.ExprID) bool {
	return p.opts.Initializers && p.values[e].apart && p.isAggregate(e) || p.isOutResult(e)
}
