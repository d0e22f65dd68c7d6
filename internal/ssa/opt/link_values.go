package opt

// This file takes constants and equal outputs from a stage to the next, for link_stages.go.

import (
	"slices"

	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
)

// A written is the source of each write of an output.
type written struct {
	f     *ssa.Function
	src   ssa.Src
	at    ssa.InstrID // the return or the store
	block ssa.NodeID
}

// writes lists the writes of an output; false if some are of parts, or aren't seen.
func (x *linkStage) writes(p *linkPart) (list []written, ok bool) {
	if p.passed {
		return nil, false
	}
	if p.v != 0 {
		ok = x.accesses(p, func(f *ssa.Function, i ssa.InstrID, source int, t ir.TypeID) bool {
			if i != 0 && f.Op(i) == op.Load {
				return true
			}
			mask := uint32(0)
			if i != 0 && f.Op(i) == op.Store {
				mask = f.Field(i, "mask")
			}
			if i == 0 || f.Op(i) != op.Store || source != 0 || t != p.t || mask != 0 && mask != 1<<f.Shader.Module.Types.ComponentCount(t)-1 {
				return false
			}
			list = append(list, written{f, f.Src(i, 1), i, f.Block(i)})
			return true
		})
		return list, ok && len(list) > 0
	}
	f := x.f
	for b := range f.Blocks() {
		j := f.Jump(b)
		if j == 0 || f.Op(j) != op.Return {
			continue
		}
		v := f.Arg(j, 0)
		if p.member < 0 {
			list = append(list, written{f, f.Src(j, 0), j, b})
			continue
		}
		if f.Op(v) != op.Compose {
			return nil, false
		}
		list = append(list, written{f, f.Src(v, p.member), j, b})
	}
	return list, len(list) > 0
}

// bits are the components of a constant; false if it is none.
func (w *written) bits(n int) (list []uint64, ok bool) {
	for k := range n {
		from := k
		if w.src.Comps > 0 {
			from = int(w.src.Swizzle.At(k))
		}
		b, ok := w.f.KnownBits(w.src.Value, from)
		if !ok {
			return nil, false
		}
		list = append(list, b)
	}
	return list, true
}

// constants replaces inputs whose outputs are constant.
func (x *linkPair) constants() bool {
	changed := false
	for k := range x.from.outs {
		out := &x.from.outs[k]
		in := x.input(out)
		if in == nil || in.at.Interpolation == ir.InterpolatePerVertex {
			continue
		}
		list, ok := x.from.writes(out)
		if !ok {
			continue
		}
		n := x.s.Module.Types.ComponentCount(out.t)
		bits, ok := list[0].bits(n)
		for i := 1; ok && i < len(list); i++ {
			var other []uint64
			other, ok = list[i].bits(n)
			ok = ok && slices.Equal(bits, other)
		}
		if ok {
			changed = x.to.replaceInput(in, bits) || changed
		}
	}
	return changed
}

// replaceInput replaces the values of an input by a constant.
func (x *linkStage) replaceInput(p *linkPart, bits []uint64) bool {
	changed := false
	replace := func(f *ssa.Function, v ssa.InstrID) {
		if !f.HasUses(v) {
			return
		}
		b := f.Build(f.Entry())
		b.Span = f.SpanOf(v)
		f.ReplaceUses(v, b.Const(p.t, bits...))
		changed = true
	}
	if p.v == 0 {
		var values []ssa.InstrID
		x.params(p, func(v ssa.InstrID, whole bool) bool {
			if !whole {
				values = append(values, v)
			}
			return true
		})
		for _, f := range x.fns {
			for b := range f.Blocks() {
				for i := range f.Instrs(b) {
					if f.Op(i) == op.Interpolate && f.Field(i, "location") == p.at.Location && f.Field(i, "component") == uint32(p.at.Component) && f == x.f {
						values = append(values, i)
					}
				}
			}
		}
		for _, v := range values {
			replace(x.f, v)
		}
		return changed
	}
	type load struct {
		f *ssa.Function
		i ssa.InstrID
	}
	var loads []load
	x.accesses(p, func(f *ssa.Function, i ssa.InstrID, _ int, t ir.TypeID) bool {
		if i != 0 && f.Op(i) == op.Load && t == p.t {
			loads = append(loads, load{f, i})
		}
		return true
	})
	for _, l := range loads {
		replace(l.f, l.i)
	}
	return changed
}

// duplicates has one input read of several whose outputs are equal.
func (x *linkPair) duplicates() bool {
	changed := false
	for k := range x.from.outs {
		a := &x.from.outs[k]
		for j := k + 1; j < len(x.from.outs); j++ {
			b := &x.from.outs[j]
			if a.t != b.t || a.at.Patch != b.at.Patch || a.at.PerPrimitive != b.at.PerPrimitive {
				continue
			}
			first, second := x.input(a), x.input(b)
			if first == nil || second == nil || !x.equal(a, b) {
				continue
			}
			p, q := first.at, second.at
			if p.Interpolation != q.Interpolation || p.Sampling != q.Sampling {
				continue
			}
			changed = x.to.readOther(second, first) || changed
		}
	}
	return changed
}

// equal reports whether two outputs have the same values.
func (x *linkPair) equal(a, b *linkPart) bool {
	p, ok1 := x.from.writes(a)
	q, ok2 := x.from.writes(b)
	if !ok1 || !ok2 || len(p) != len(q) || (a.v == 0) != (b.v == 0) {
		return false
	}
	for k := range p {
		if p[k].f != q[k].f || p[k].src != q[k].src || p[k].block != q[k].block {
			return false
		}
	}
	if a.v == 0 {
		return true
	}
	// Variables are equal if they are written once, one behind the other, and at one place of arrays.
	s := x.s
	if len(p) != 1 || a.member >= 0 || b.member >= 0 || s.Vars[a.v].Type != s.Vars[b.v].Type {
		return false
	}
	f := p[0].f
	i, j := f.Arg(p[0].at, 0), f.Arg(q[0].at, 0)
	if f.Op(i) != f.Op(j) || f.Op(i) == op.DerefArray && (f.Arg(i, 1) != f.Arg(j, 1) || f.Op(f.Arg(i, 0)) != op.DerefVar || f.Op(f.Arg(j, 0)) != op.DerefVar) || f.Op(i) == op.DerefStruct {
		return false
	}
	for _, ends := range [2][2]ssa.InstrID{{p[0].at, q[0].at}, {q[0].at, p[0].at}} {
		for i := ends[0]; i != 0 && f.Op(i) != op.Pipeline && f.Op(i) != op.Call; i = f.Next(i) {
			if i == ends[1] {
				return true
			}
		}
	}
	return false
}

// readOther has the uses of an input read another one.
func (x *linkStage) readOther(p, other *linkPart) bool {
	if p.v != 0 {
		s := x.f.Shader
		if other.v == 0 || x.isPassed(p.v) || p.member >= 0 || other.member >= 0 || s.Vars[p.v].Type != s.Vars[other.v].Type {
			return false
		}
		changed := false
		for _, f := range x.fns {
			for b := range f.Blocks() {
				for i := range f.Instrs(b) {
					if f.Op(i) == op.DerefVar && f.VarOf(i) == p.v {
						f.SetWords(i, [2]uint32{uint32(other.v)})
						changed = true
					}
				}
			}
		}
		return changed
	}
	if other.v != 0 || x.interpolated(p) {
		return false
	}
	f := x.f
	var values []ssa.InstrID
	x.params(p, func(v ssa.InstrID, whole bool) bool {
		if !whole && f.HasUses(v) {
			values = append(values, v)
		}
		return true
	})
	if len(values) == 0 {
		return false
	}
	b := f.Build(f.Entry())
	b.Span = f.SpanOf(values[0])
	v := b.Instr(op.Param, f.Params[other.index].Type)
	f.SetWords(v, [2]uint32{uint32(other.index)})
	if other.member >= 0 {
		v = b.Extract(other.t, v, other.member)
	}
	for _, old := range values {
		f.ReplaceUses(old, v)
	}
	return true
}
