// Package repair puts functions into SSA form: where a variable has several
// definitions it finds the value that reaches each place, with phis where values
// meet; and it mends values that no longer dominate their uses.
package repair

import (
	"refract/diag"
	"refract/ir"
	"refract/ssa"
	"refract/ssa/analysis"
	"refract/ssa/op"
)

// Phis finds reaching definitions of variables that exist only while it works.
// Definitions come first (Define, for every block that has one), then Reaching
// and At answer, then Finish completes the phis that the answers needed. No
// other phi is made.
type Phis struct {
	f     *ssa.Function
	dom   *analysis.Dom
	order *analysis.Order
	vars  []*Var
	work  []pending
}

type pending struct {
	v     *Var
	block ssa.NodeID
}

// Var is a variable of Phis.
type Var struct {
	Type  ir.TypeID
	Name  string      // of the phis
	defs  []ssa.Value // by place in the order: the value at the block's end; 0: none of its own
	phis  []ssa.Value // by place: the phi at the block's start; 0: none (yet)
	meets []uint64    // by place: a phi is needed if asked for
}

// New prepares for a function, whose control flow must not change until Finish.
func New(f *ssa.Function) *Phis {
	return &Phis{f: f, dom: analysis.Dominance(f), order: analysis.BlockOrder(f)}
}

// Add declares a variable that the listed blocks define.
func (p *Phis) Add(t ir.TypeID, name string, blocks []ssa.NodeID) *Var {
	n := len(p.order.Blocks)
	v := &Var{Type: t, Name: name, defs: make([]ssa.Value, n), phis: make([]ssa.Value, n), meets: make([]uint64, (n+63)/64)}
	p.vars = append(p.vars, v)
	work := append([]ssa.NodeID(nil), blocks...)
	var buf [16]ssa.NodeID
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if !p.dom.Reachable(b) {
			continue
		}
		for _, d := range p.dom.Frontier(b, buf[:0]) {
			if k := p.order.Index[d]; v.meets[k/64]>>(k%64)&1 == 0 {
				v.meets[k/64] |= 1 << (k % 64)
				work = append(work, d)
			}
		}
	}
	return v
}

// Define says that a variable has a value at the end of a block, unless a later
// call says otherwise.
func (p *Phis) Define(v *Var, b ssa.NodeID, value ssa.Value) { v.defs[p.order.Index[b]] = value }

// At is the value that reaches the end of a block.
func (p *Phis) At(v *Var, b ssa.NodeID) ssa.Value {
	if x := v.defs[p.order.Index[b]]; x != 0 {
		return x
	}
	return p.Reaching(v, b)
}

// Reaching is the value that reaches the start of a block; undefined where no
// definition does.
func (p *Phis) Reaching(v *Var, b ssa.NodeID) ssa.Value {
	at := b
	for {
		k := p.order.Index[at]
		if v.phis[k] != 0 {
			return p.remember(v, b, at, v.phis[k])
		}
		if v.meets[k/64]>>(k%64)&1 != 0 {
			return p.remember(v, b, at, p.phi(v, at))
		}
		up := p.dom.Idom(at)
		if up == 0 {
			return p.f.Undef(v.Type)
		}
		if x := v.defs[p.order.Index[up]]; x != 0 {
			return p.remember(v, b, up, x)
		}
		at = up
	}
}

// remember shortens later ways up: blocks between from and the place that answered
// have no definition, so that the value is what leaves them.
func (p *Phis) remember(v *Var, from, to ssa.NodeID, x ssa.Value) ssa.Value {
	for at := from; at != to; {
		at = p.dom.Idom(at)
		if at == to || at == 0 {
			break
		}
		v.defs[p.order.Index[at]] = x
	}
	return x
}

// phi makes the phi of a block, with sources to come.
func (p *Phis) phi(v *Var, b ssa.NodeID) ssa.Value {
	n := len(p.f.Preds(b))
	var buf [8]ssa.Value
	values := append(buf[:0], make([]ssa.Value, n)...)
	x := p.f.Phi(b, v.Type, values...)
	p.f.SetSpan(x, diag.Span{})
	if v.Name != "" {
		p.f.SetName(x, v.Name)
	}
	v.phis[p.order.Index[b]] = x
	p.work = append(p.work, pending{v, b})
	return x
}

// Finish gives the phis their sources.
func (p *Phis) Finish() {
	for len(p.work) > 0 {
		w := p.work[len(p.work)-1]
		p.work = p.work[:len(p.work)-1]
		x := w.v.phis[p.order.Index[w.block]]
		for k, pred := range p.f.Preds(w.block) {
			var s ssa.Value
			if p.dom.Reachable(pred) {
				s = p.At(w.v, pred)
			} else {
				s = p.f.Undef(w.v.Type)
			}
			p.f.SetSrc(x, k, ssa.Whole(s))
		}
	}
}

// Function mends uses that their definitions don't dominate any more, as after
// code was moved or copied: each gets the value that reaches it by any way, or an
// undefined one. It reports whether anything was wrong. Pointers and resources,
// which no phi may choose among, are computed again at the use instead.
func Function(f *ssa.Function) bool {
	changed := false
	for mend(f) { // again where indices of addresses computed anew need it
		changed = true
	}
	return changed
}

func mend(f *ssa.Function) bool {
	dom := analysis.Dominance(f)
	order := analysis.InstrOrder(f)
	type broken struct {
		v    ssa.Value
		uses []ssa.UseID
	}
	var list []broken
	for b := range f.Blocks() {
		if !dom.Reachable(b) {
			continue
		}
		for v := range f.Instrs(b) {
			var uses []ssa.UseID
			for u := f.FirstUse(v); u != 0; u = f.NextUse(u) {
				if !reaches(f, dom, order, v, u) {
					uses = append(uses, u)
				}
			}
			if uses != nil {
				list = append(list, broken{v, uses})
			}
		}
	}
	if list == nil {
		return false
	}
	p := New(f)
	for _, x := range list {
		if f.Op(x.v).Class() == op.ClassDeref {
			for _, u := range x.uses {
				again(f, x.v, u)
			}
			continue
		}
		v := p.Add(f.Type(x.v), f.NameOf(x.v), []ssa.NodeID{f.Block(x.v)})
		p.Define(v, f.Block(x.v), x.v)
		for _, u := range x.uses {
			s := f.SrcAt(u)
			if user, _ := f.UserOf(u); user != 0 && f.Op(user) == op.Phi {
				s.Value = p.At(v, f.Preds(f.Block(user))[f.UseIndex(u)])
			} else {
				s.Value = p.Reaching(v, place(f, u))
			}
			f.SetSrcAt(u, s)
		}
	}
	p.Finish()
	f.Preserve(ssa.ControlFlow)
	return true
}

// place is the block where a use reads its value.
func place(f *ssa.Function, u ssa.UseID) ssa.NodeID {
	if user, node := f.UserOf(u); user == 0 {
		return f.Before(node)
	} else if f.Op(user) == op.Phi {
		return f.Preds(f.Block(user))[f.UseIndex(u)]
	} else {
		return f.Block(user)
	}
}

// reaches reports whether a value's definition dominates a use. Uses that can't
// be reached are fine.
func reaches(f *ssa.Function, dom *analysis.Dom, order *analysis.Instrs, v ssa.Value, u ssa.UseID) bool {
	home, at := f.Block(v), place(f, u)
	if !dom.Reachable(at) {
		return true
	}
	if user, _ := f.UserOf(u); home == at && user != 0 && f.Op(user) != op.Phi {
		return order.Index[v] < order.Index[user]
	}
	return dom.Dominates(home, at)
}

// again computes an address once more at a use.
func again(f *ssa.Function, v ssa.Value, u ssa.UseID) {
	at := f.EndOf(place(f, u))
	if user, _ := f.UserOf(u); user != 0 && f.Op(user) != op.Phi {
		at = f.BeforeInstr(user)
	}
	s := f.SrcAt(u)
	s.Value = copyDeref(f, v, at)
	f.SetSrcAt(u, s)
}

// copyDeref copies a chain of derefs to a cursor. Indices are used as they are.
func copyDeref(f *ssa.Function, v ssa.Value, at ssa.Cursor) ssa.Value {
	if f.Op(v).Class() != op.ClassDeref {
		return v
	}
	var srcs []ssa.Src
	for k := range f.NumSrcs(v) {
		s := f.Src(v, k)
		if k == 0 {
			s.Value = copyDeref(f, s.Value, at)
		}
		srcs = append(srcs, s)
	}
	b := f.Build(at)
	b.Span = f.SpanOf(v)
	i := b.Instr(f.Op(v), f.Type(v), srcs...)
	f.SetWords(i, f.Words(v))
	f.SetFlags(i, f.Flags(v))
	return i
}
