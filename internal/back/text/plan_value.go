package text

// This file decides how values are written: in place, or by a name.
//
// A value can stand at its use if writing it there keeps the order of everything that
// matters. Values that touch no memory and depend on nothing but their operands are free to
// move. The others wait on a stack in the order of their evaluation. Each written
// expression takes its operands from there; if something else on the stack would have to
// change places with it, although the two conflict, the stack is given names up to there,
// in order.

import "refract/ir"

// operands lists the operands of e in the order in which writers spell them: as
// ir.Exprs.Operands, but the reject side of a Select first and its condition last, and the
// offset of an ImageSample last.
func (p *Planner) operands(e ir.ExprID) []ir.ExprID {
	p.ops = p.spelled(e, p.ops[:0])
	return p.ops
}

// spelled appends the operands of e to a list: see Planner.operands.
func (p *subject) spelled(e ir.ExprID, ops []ir.ExprID) []ir.ExprID {
	x, y, z, list := p.f.Inputs(e)
	switch p.f.Kind(e) {
	case ir.KindSelect:
		return append(ops, z, y, x)
	case ir.KindImageSample:
		s := p.f.ImageSample(e)
		for _, o := range [...]ir.ExprID{s.Image, s.Sampler, s.Coordinate, s.ArrayIndex, s.LevelArg, s.LevelArgY, s.DepthRef, s.Offset, s.MinLevel} {
			if o != 0 {
				ops = append(ops, o)
			}
		}
		return ops
	}
	if x != 0 {
		ops = append(ops, x)
	}
	if y != 0 {
		ops = append(ops, y)
	}
	if z != 0 {
		ops = append(ops, z)
	}
	for _, o := range list {
		if o != 0 {
			ops = append(ops, o)
		}
	}
	return ops
}

// stmtOperands lists a statement's operands: as ir.Function.StmtOperands, but the value
// expected by a compare-exchange comes before the new one.
func (p *Planner) stmtOperands(s ir.StmtID) []ir.ExprID {
	p.ops = p.stmtSpelled(s, p.ops[:0])
	return p.ops
}

// stmtSpelled makes a list of the operands of s: see Planner.stmtOperands.
func (p *subject) stmtSpelled(s ir.StmtID, ops []ir.ExprID) []ir.ExprID {
	ops = p.f.StmtOperands(s, ops[:0])
	if n := len(ops); n > 2 && p.f.StmtKind(s) == ir.StmtAtomic {
		ops[n-1], ops[n-2] = ops[n-2], ops[n-1]
	}
	return ops
}

// mix adds the effects of a part to the effects of a whole.
func mix(eff effects, local ir.LocalID, more effects, moreLocal ir.LocalID) (effects, ir.LocalID) {
	switch {
	case local == 0:
		local = moreLocal
	case moreLocal != 0 && moreLocal != local:
		local = manyLocals
	}
	return eff | more, local
}

const functionBits = readFunction | readFunction<<writes

// clash is conflict, except that two different variables of the function don't meet.
func clash(a effects, aLocal ir.LocalID, b effects, bLocal ir.LocalID) bool {
	if aLocal != bLocal && aLocal != manyLocals && bLocal != manyLocals {
		a &^= functionBits
	}
	return conflict(a, b)
}

// take writes the operands of something into it: waiting ones leave the stack. It returns
// the effects of the whole. root is set if the thing is written here and now; else it will
// wait itself.
func (p *Planner) take(ops []ir.ExprID, own effects, ownLocal ir.LocalID, root bool) (effects, ir.LocalID) {
	if len(p.stack) == p.base {
		return own, ownLocal
	}
	if (p.waiting | own).written() == 0 {
		return p.takeFree(ops, own, ownLocal, root)
	}
	p.stamp++
	waiting, last, lowest := 0, uint32(0), uint32(0)
	disordered := false
	eff, local := own, ownLocal
	for _, o := range ops {
		v := &p.values[o]
		if int(v.slot) <= p.base || v.mark == p.stamp {
			continue
		}
		v.mark = p.stamp
		if waiting == 0 || v.slot < lowest {
			lowest = v.slot
		}
		disordered = disordered || v.slot < last
		last = max(last, v.slot)
		waiting++
		eff, local = mix(eff, local, v.effects, v.local)
	}
	if waiting == 0 && !root {
		if len(p.stack)-p.base > maxWaiting {
			p.nameUpTo(len(p.stack))
		}
		return own, ownLocal
	}
	upTo := 0 // length of the stack that has to be named
	if waiting > 1 && eff.written() != 0 && (disordered || !p.opts.Ordered) && p.meet(ops) {
		upTo = int(last)
		if !disordered {
			upTo-- // the last may stay: all others are evaluated by then
		}
	}
	if root {
		for i := len(p.stack); i > max(p.base, upTo); i-- {
			if v := &p.values[p.stack[i-1]]; v.mark != p.stamp && clash(v.effects, v.local, eff, local) {
				upTo = i
				break
			}
		}
	} else {
		// A value taken from below something that stays will come after it.
		below, belowLocal := effects(0), ir.LocalID(0)
		for i := int(lowest); i <= len(p.stack); i++ {
			v := &p.values[p.stack[i-1]]
			if v.mark == p.stamp {
				below, belowLocal = mix(below, belowLocal, v.effects, v.local)
			} else if clash(v.effects, v.local, below, belowLocal) {
				upTo = max(upTo, i)
			}
		}
	}
	p.nameUpTo(upTo)
	eff, local = own, ownLocal
	taken := false
	for _, o := range ops {
		if v := &p.values[o]; int(v.slot) > p.base {
			eff, local = mix(eff, local, v.effects, v.local)
			v.slot = 0
			taken = true
		}
	}
	if taken {
		p.compact()
	}
	return eff, local
}

// takeFree is take if nothing writes: all is in order as it is.
func (p *Planner) takeFree(ops []ir.ExprID, eff effects, local ir.LocalID, root bool) (effects, ir.LocalID) {
	taken := 0
	for _, o := range ops {
		if v := &p.values[o]; int(v.slot) > p.base {
			eff, local = mix(eff, local, v.effects, v.local)
			v.slot = 0
			taken++
		}
	}
	n := len(p.stack)
	if taken == 0 {
		if n-p.base > maxWaiting && !root {
			p.nameUpTo(n)
		}
		return eff, local
	}
	for ; taken > 0 && p.values[p.stack[n-1]].slot == 0; taken-- {
		n--
	}
	p.stack = p.stack[:n]
	if taken > 0 {
		p.compact()
	}
	return eff, local
}

// meet reports whether some two of the operands that are being taken must stay
// in order.
func (p *Planner) meet(ops []ir.ExprID) bool {
	eff, local := effects(0), ir.LocalID(0)
	for _, o := range ops {
		v := &p.values[o]
		if int(v.slot) <= p.base {
			continue
		}
		if clash(v.effects, v.local, eff, local) {
			return true
		}
		eff, local = mix(eff, local, v.effects, v.local)
	}
	return false
}

// compact removes values that no longer wait from the stack.
func (p *Planner) compact() {
	n := p.base
	for _, e := range p.stack[p.base:] {
		if p.values[e].slot != 0 {
			p.stack[n] = e
			n++
			p.values[e].slot = uint32(n)
		}
	}
	p.stack = p.stack[:n]
}

// nameUpTo names the values in the first n places of the stack, in order.
func (p *Planner) nameUpTo(n int) {
	if n <= p.base {
		return
	}
	p.naming = true
	for i := p.base; i < n; i++ {
		e := p.stack[i]
		p.values[e].slot = 0
		p.name(e)
	}
	p.naming = false
	p.compact()
}

// name gives a value that waits, or is free to move, a name here and now. The indices of a
// pointer are named instead.
func (p *Planner) name(e ir.ExprID) {
	v := &p.values[e]
	if p.m.Types.At(p.f.TypeOf(e)).Kind == ir.TypePointer {
		p.nameIndices(e)
		v.effects, v.local = 0, 0
		return
	}
	if v.form == byName || p.f.Kind(e).IsImplicit() {
		return
	}
	if !p.mayName(e) {
		return // a resource picked from an array; its index is what could matter
	}
	p.let(e)
}

// nameIndices names the indices (and address) that a pointer, or element of an array
// of resources, is computed with, from the last pointer on that has a name: in the order
// of their evaluation.
func (p *Planner) nameIndices(e ir.ExprID) {
	first := len(p.indices)
	for chain := true; chain && p.values[e].form != byName; {
		switch p.f.Kind(e) {
		case ir.KindAccess:
			a := p.f.Access(e)
			p.indices = append(p.indices, a.Index)
			e = a.Base
		case ir.KindAccessIndex:
			e = p.f.AccessIndex(e).Base
		case ir.KindPointerAt:
			p.indices = append(p.indices, p.f.Operand(e))
			chain = false
		case ir.KindBufferView:
			v := p.f.BufferView(e)
			for _, x := range [...]ir.ExprID{v.Offset, v.Size} {
				if x != 0 {
					p.indices = append(p.indices, x)
				}
			}
			e = v.Buffer
		default:
			chain = false
		}
	}
	last := len(p.indices)
	for i := first; i < last; i++ {
		for k := i; k > first && p.values[p.indices[k]].at < p.values[p.indices[k-1]].at; k-- {
			p.indices[k], p.indices[k-1] = p.indices[k-1], p.indices[k]
		}
	}
	for i := first; i < last; i++ {
		p.nameIndex(p.indices[i])
	}
	p.indices = p.indices[:first]
}

func (p *Planner) nameIndex(o ir.ExprID) {
	v := &p.values[o]
	if v.form == byName || p.f.Kind(o).IsImplicit() || v.uses > 1 || p.isShort(o) {
		return // what is used often and has no name yet is repeated
	}
	if int(v.slot) > p.base {
		p.nameUpTo(int(v.slot))
		return
	}
	if !p.naming {
		p.settle(v.effects, v.local)
	}
	p.name(o)
}

// evaluate plans the evaluation of e by an Emit. Most values wait for nothing, and are
// written at their use: the order of their operands doesn't matter then.
func (p *Planner) evaluate(e ir.ExprID) {
	own, local := effects(0), ir.LocalID(0)
	special := false
	if p.f.In(e, effectful|p.lazy) {
		own, local = p.own(e)
		special = p.f.In(e, p.lazy)
	}
	v := &p.values[e]
	depth, slot := p.inputs(e)
	if special || v.guard != 0 || slot > uint32(p.base) || len(p.stack)-p.base > maxWaiting {
		p.value(e, p.operands(e), own, local)
		return
	}
	p.rank++
	v.at, v.depth = p.rank, max(v.depth, depth)+1
	if own == 0 && v.uses == 1 && v.block == v.used && v.name == 0 && !v.pinned && p.f.TypeOf(e).IsElementary() && int(v.depth) < p.opts.MaxDepth {
		return // as most values: what uses it is in the same block, and nothing asks for a name
	}
	v.effects, v.local = own, local
	p.place(e, v)
}

// inputs looks at the operands of e: how deep an expression nests that holds them, and the
// last place on the stack. It takes few branches, as processors don't foresee them.
func (p *Planner) inputs(e ir.ExprID) (depth uint16, slot uint32) {
	values := p.values
	x, y, z, list := p.f.Inputs(e)
	a, b, c := &values[x], &values[y], &values[z] // of 0 there is nothing
	depth, slot = max(a.depth, b.depth, c.depth), max(a.slot, b.slot, c.slot)
	for _, o := range list {
		w := &values[o]
		depth, slot = max(depth, w.depth), max(slot, w.slot)
	}
	return depth, slot
}

// value plans the evaluation of e, which takes ops and does own besides.
func (p *Planner) value(e ir.ExprID, ops []ir.ExprID, own effects, ownLocal ir.LocalID) {
	p.rank++
	v := &p.values[e]
	v.at = p.rank
	if v.guard != 0 {
		p.line(Line{Kind: LineGuard, Expr: v.guard, Guarded: e})
	}
	if p.f.In(e, p.lazy) {
		p.notLazy(e)
	}
	depth := v.depth
	for _, o := range ops {
		depth = max(depth, p.values[o].depth)
	}
	v.depth = depth + 1
	v.effects, v.local = p.take(ops, own, ownLocal, false)
	p.place(e, v)
}

// place decides how a value with known effects is written, and writes the parts that must
// be written now.
func (p *Planner) place(e ir.ExprID, v *value) {
	if v.twice && v.effects.written() != 0 {
		p.nameIndices(p.f.Operand(e))
		v.effects, v.local = p.own(e)
	}
	if p.isInline(e, v) || p.staysInPlace(e) {
		if v.effects != 0 {
			if len(p.stack) == p.base {
				p.waiting = 0
			}
			p.waiting |= v.effects
			p.stack = append(p.stack, e)
			v.slot = uint32(len(p.stack))
		}
		return
	}
	p.settle(v.effects, v.local)
	switch {
	case !p.mayName(e): // a pointer or resource that nothing uses
	case v.uses == 0 && v.name == 0 && !p.isOutResult(e):
		if p.opts.KeepUnused || v.effects.written() != 0 {
			p.line(Line{Kind: LineUnused, Expr: e})
			p.wrote(v.effects, v.local)
		}
	default:
		p.let(e)
	}
}

// logicalOps leave their right side out if the left one decides.
const logicalOps ir.KindSet = 1<<(ir.FirstOperator+ir.LogicalAnd) | 1<<(ir.FirstOperator+ir.LogicalOr)

const selects ir.KindSet = 1 << ir.KindSelect

// let names a value that nothing waits for any more.
func (p *Planner) let(e ir.ExprID) {
	v := &p.values[e]
	switch { // the pointer will be written once more
	case v.shared:
		p.nameIndices(p.f.Operand(e))
	case p.isCompound(e):
		p.nameIndices(p.f.Operand(p.f.Binary(e).Left))
	}
	p.line(Line{Kind: LineLet, Expr: e})
	p.wrote(v.effects, v.local)
	v.form, v.depth = byName, 0
}

// settle names waiting values that conflict with the next effect.
func (p *Planner) settle(eff effects, local ir.LocalID) {
	for i := len(p.stack); i > p.base; i-- {
		if v := &p.values[p.stack[i-1]]; clash(v.effects, v.local, eff, local) {
			p.nameUpTo(i)
			return
		}
	}
}

// notLazy names operands that are always evaluated, but would not be if the operator leaves
// one out.
func (p *Planner) notLazy(e ir.ExprID) {
	check := func(o ir.ExprID) {
		if v := &p.values[o]; int(v.slot) > p.base && v.effects&(writeAll|readFlow) != 0 {
			p.nameUpTo(int(v.slot))
		}
	}
	if p.f.Kind(e) == ir.KindSelect {
		s := p.f.Select(e)
		check(s.Accept)
		check(s.Reject)
		return
	}
	check(p.f.Binary(e).Right)
}

// isInline reports whether e is sure to be written at its use, as most values are: there is
// one use, in the same block, and nothing needs a name.
func (p *Planner) isInline(e ir.ExprID, v *value) bool {
	if v.uses != 1 || v.block != v.used || v.name != 0 || v.pinned {
		return false
	}
	t := p.f.TypeOf(e)
	if t.IsElementary() {
		return int(v.depth) < p.opts.MaxDepth && (p.opts.OutResults == 0 || !p.f.Kind(e).IsResult())
	}
	return p.m.Types.At(t).Kind == ir.TypePointer
}

// staysInPlace decides whether e is written at its use.
func (p *Planner) staysInPlace(e ir.ExprID) bool {
	v := &p.values[e]
	if !p.mayName(e) {
		if v.uses != 1 || v.block != v.used {
			p.nameIndices(e)
			v.effects, v.local = 0, 0
		}
		return v.uses > 0
	}
	switch {
	case v.required && v.fixed:
		return true
	case v.name != 0 || v.pinned || p.mustName(e):
		return false
	case v.fixed && p.isSmall(e):
		return v.uses > 0
	case p.m.Types.At(p.f.TypeOf(e)).Kind == ir.TypePointer:
		if v.uses > 1 || v.block != v.used && v.uses > 0 {
			p.nameIndices(e)
			v.effects, v.local = 0, 0
		}
		return v.uses > 0
	case int(v.depth) >= p.opts.MaxDepth && !p.isCompound(e):
		return false
	case v.uses == 1 && (v.block == v.used || p.opts.Short && p.goesInto(e)):
		return true
	}
	return v.uses > 0 && (p.isCheap(e) || p.isShort(e))
}

// isCompound reports whether e is the value of a compound assignment.
func (p *Planner) isCompound(e ir.ExprID) bool {
	return p.f.Kind(e) == ir.KindBinary && p.values[p.f.Binary(e).Left].shared
}

// isSmall reports whether a constant is short enough to be repeated.
func (p *Planner) isSmall(e ir.ExprID) bool {
	if p.values[e].uses <= 1 {
		return true
	}
	return p.size(e, 17) > 0
}

// size is the rest of a budget after spelling a constant.
func (p *Planner) size(e ir.ExprID, budget int) int {
	if budget--; budget <= 0 {
		return 0
	}
	switch p.f.Kind(e) {
	case ir.KindCompose:
		for _, c := range p.f.Compose(e).Components {
			if budget = p.size(c, budget); budget <= 0 {
				return 0
			}
		}
	case ir.KindSplat, ir.KindSwizzle, ir.KindAccessIndex:
		return p.size(p.f.Operand(e), budget)
	}
	return budget
}

// isCheap reports whether a value used often reads better without a name: a
// member of something that has one, or a scalar or vector of memory that nothing
// changes.
func (p *Planner) isCheap(e ir.ExprID) bool {
	if p.f.Kind(e) == ir.KindLoad {
		return p.isUniformMember(p.f.Operand(e)) && p.m.Types.IsScalarOrVector(p.f.TypeOf(e))
	}
	for range 4 {
		if p.f.Kind(e) != ir.KindAccessIndex {
			break
		}
		e = p.f.AccessIndex(e).Base
	}
	switch p.f.Kind(e) {
	case ir.KindArgument, ir.KindConstant:
		return true
	}
	return p.values[e].form == byName
}

// isUniformMember reports whether a pointer is to a uniform or a member of one.
func (p *Planner) isUniformMember(ptr ir.ExprID) bool {
	if space := p.m.Types.At(p.f.TypeOf(ptr)).Space; space != ir.SpaceUniform && space != ir.SpaceImmediate || p.isByCall(ptr) {
		return false
	}
	for range 4 {
		if p.f.Kind(ptr) != ir.KindAccessIndex {
			break
		}
		ptr = p.f.AccessIndex(ptr).Base
	}
	return p.f.Kind(ptr) == ir.KindGlobal || p.f.Kind(ptr) == ir.KindArgument
}
