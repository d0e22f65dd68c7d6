// Package repair puts functions into SSA form: for a variable with several definitions it
// finds the value that reaches each place, with phis in the blocks in which values meet;
// and it mends values that no longer dominate their uses.
package repair

import (
	"sync"

	"refract/diag"
	"refract/internal/reuse"
	"refract/internal/ssa/analysis"
	"refract/ir"
	"refract/ssa"
)

// Phis finds reaching definitions of variables that exist only while it works. Add declares
// them, Walk visits the blocks, in which Value reads and Define writes, and Finish
// completes the phis that the reading needed. No other phi is made.
//
// The walk goes down the dominator tree. In the iterated dominance frontiers of the blocks
// that define a variable it notes that a phi may be needed, and at the end of each
// predecessor the value that the phi would take from there; it becomes a phi when it is
// read. Time and memory are linear in the function, the definitions and the frontiers.
type Phis struct {
	f     *ssa.Function
	dom   *analysis.Dom
	order *analysis.Order
	vars  []variable
	meets []meet
	first []int32 // by place of a block: its first meet plus one
	tail  []int32 // by place: its last
	last  []ssa.Value
	froms []origin // of the meets, one per predecessor
	made  []int32  // meets whose phis have no sources yet
	undo  []undo
	stamp []int32 // by place: the last variable that meets there, plus one

	starts []int32 // see edges
	list   []edge
	next   []int32
	stack  []open
}

// open is a block that the walk is in.
type open struct {
	b    ssa.NodeID
	mark int // length of undo before the block
	next int // the child to come
}

// memories keep the memory of finished Phis.
var memories = sync.Pool{New: func() any { return new(Phis) }}

// maxKept bounds the blocks of functions whose memory is kept.
const maxKept = 1 << 14

// Release gives up the work's memory. Nothing else may be called after it.
func (p *Phis) Release() {
	if len(p.order.Blocks) > maxKept || cap(p.froms) > 16*maxKept {
		return
	}
	clear(p.vars)
	*p = Phis{vars: p.vars[:0], meets: p.meets[:0], first: p.first, tail: p.tail, last: p.last, froms: p.froms[:0], made: p.made[:0],
		undo: p.undo[:0], stamp: p.stamp, starts: p.starts, list: p.list, next: p.next, stack: p.stack[:0]}
	memories.Put(p)
}

// Var is the number of a variable of Phis.
type Var int32

type variable struct {
	ty    ir.TypeID
	name  string // of the phis
	now   origin
	undef ssa.Value
}

// origin is the source of a value: positive, that value; negative, the meet with that
// number less one, inverted; 0, nowhere.
type origin int32

// meet is a phi of a variable, or a candidate.
type meet struct {
	v     Var
	block ssa.NodeID
	phi   ssa.Value // 0: not needed yet
	froms int32     // in Phis.froms
	next  int32     // of the same block, plus one
}

type undo struct {
	v   Var
	was origin
}

// New prepares for a function, whose control flow must not change until Finish.
func New(f *ssa.Function) *Phis {
	o := analysis.BlockOrder(f)
	n := len(o.Blocks)
	p := memories.Get().(*Phis)
	p.f, p.dom, p.order = f, analysis.Dominance(f), o
	p.first, p.tail, p.stamp, p.last = reuse.Zeroed(p.first, n), reuse.Zeroed(p.tail, n), reuse.Zeroed(p.stamp, n), reuse.Zeroed(p.last, n)
	return p
}

// Add declares a variable that the listed blocks define.
func (p *Phis) Add(t ir.TypeID, name string, blocks []ssa.NodeID) Var {
	v := Var(len(p.vars))
	p.vars = append(p.vars, variable{ty: t, name: name})
	var queue [16]ssa.NodeID
	work := append(queue[:0], blocks...)
	var buf [16]ssa.NodeID
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if !p.dom.Reachable(b) {
			continue
		}
		for _, d := range p.dom.Frontier(b, buf[:0]) {
			if k := p.order.Index[d]; p.stamp[k] != int32(v)+1 {
				p.stamp[k] = int32(v) + 1
				p.meet(v, d, k)
				work = append(work, d)
			}
		}
	}
	return v
}

// meet notes that a variable's definitions may meet in a block.
func (p *Phis) meet(v Var, b ssa.NodeID, place int32) {
	p.meets = append(p.meets, meet{v: v, block: b, froms: int32(len(p.froms))})
	for range p.f.Preds(b) {
		p.froms = append(p.froms, 0)
	}
	m := int32(len(p.meets))
	if t := p.tail[place]; t != 0 {
		p.meets[t-1].next = m
	} else {
		p.first[place] = m
	}
	p.tail[place] = m
}

// edge leads to a block with a candidate, as its predecessor number pred.
type edge struct{ to, pred int32 }

// edges are the edges that Walk needs, sorted by their sources: of the block with place k,
// list[starts[k]:starts[k+1]].
func (p *Phis) edges() (starts []int32, list []edge) {
	p.starts = reuse.Zeroed(p.starts, len(p.first)+1)
	starts = p.starts
	for to, m := range p.first {
		if m != 0 {
			for _, b := range p.f.Preds(p.order.Blocks[to]) {
				starts[p.order.Index[b]+1]++
			}
		}
	}
	for k := 1; k < len(starts); k++ {
		starts[k] += starts[k-1]
	}
	p.list = reuse.Zeroed(p.list, int(starts[len(starts)-1]))
	p.next = append(p.next[:0], starts...)
	list, next := p.list, p.next
	for to, m := range p.first {
		if m != 0 {
			for k, b := range p.f.Preds(p.order.Blocks[to]) {
				from := p.order.Index[b]
				list[next[from]] = edge{int32(to), int32(k)}
				next[from]++
			}
		}
	}
	return starts, list
}

// Walk calls visit for each block that control can come to, dominators first. In a
// block Value and Define are to be called in the order of the places that they are
// about.
func (p *Phis) Walk(visit func(b ssa.NodeID)) {
	starts, edges := p.edges()
	stack := p.stack[:0]
	defer func() { p.stack = stack }()
	b := p.f.FirstBlock()
	for {
		mark := len(p.undo)
		place := p.order.Index[b]
		for m := p.first[place]; m != 0; m = p.meets[m-1].next {
			p.set(p.meets[m-1].v, origin(-m))
		}
		visit(b)
		for _, e := range edges[starts[place]:starts[place+1]] {
			for m := p.first[e.to]; m != 0; m = p.meets[m-1].next {
				x := &p.meets[m-1]
				p.froms[x.froms+e.pred] = p.vars[x.v].now
			}
		}
		stack = append(stack, open{b, mark, 0})
		for {
			top := &stack[len(stack)-1]
			if b = p.dom.Child(top.b, top.next); b != 0 {
				top.next++
				break
			}
			for k := len(p.undo) - 1; k >= top.mark; k-- {
				p.vars[p.undo[k].v].now = p.undo[k].was
			}
			p.undo = p.undo[:top.mark]
			stack = stack[:len(stack)-1]
			if len(stack) == 0 {
				return
			}
		}
	}
}

func (p *Phis) set(v Var, x origin) {
	p.undo = append(p.undo, undo{v, p.vars[v].now})
	p.vars[v].now = x
}

// Define gives a variable a value at the present place of the walk.
func (p *Phis) Define(v Var, value ssa.Value) { p.set(v, origin(value)) }

// Value is the value of a variable at the present place of the walk; undefined if no
// definition reaches it.
func (p *Phis) Value(v Var) ssa.Value { return p.value(v, p.vars[v].now) }

func (p *Phis) value(v Var, from origin) ssa.Value {
	switch {
	case from > 0:
		return ssa.Value(from)
	case from < 0:
		return p.phi(int32(-from - 1))
	}
	x := &p.vars[v]
	if x.undef == 0 {
		x.undef = p.f.Undef(x.ty)
	}
	return x.undef
}

// phi makes a meet a phi, with sources to come.
func (p *Phis) phi(m int32) ssa.Value {
	x := &p.meets[m]
	if x.phi != 0 {
		return x.phi
	}
	v := &p.vars[x.v]
	place := p.order.Index[x.block]
	at := p.f.StartOf
	if l := p.last[place]; l != 0 {
		at = func(ssa.NodeID) ssa.Cursor { return p.f.AfterInstr(l) }
	}
	x.phi = p.f.PhiAt(at(x.block), v.ty)
	p.last[place] = x.phi
	p.f.SetSpan(x.phi, diag.Span{})
	if v.name != "" {
		p.f.SetName(x.phi, v.name)
	}
	p.made = append(p.made, m)
	return x.phi
}

// Finish gives the phis their sources.
func (p *Phis) Finish() {
	for len(p.made) > 0 {
		x := p.meets[p.made[len(p.made)-1]]
		p.made = p.made[:len(p.made)-1]
		for k := range p.f.Preds(x.block) {
			p.f.SetSrc(x.phi, k, ssa.Whole(p.value(x.v, p.froms[int(x.froms)+k])))
		}
	}
}
