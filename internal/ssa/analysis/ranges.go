package analysis

// This file computes the bounds of integers of 32 bits, and the conditions that hold in
// each block.
//
// A block's facts are the comparisons that hold whenever control is in it: the conditions
// of the ifs whose arm dominates it, taken apart at and, or and not, and of the switches
// with one value. They form chains, each block's on that of its immediate dominator. A
// value's range follows from its operation and the ranges of its sources at its definition;
// at a use, the facts there narrow it. A counter of a loop is between its first value and
// the bound that the loop compares it with, if it can't step over the end of the numbers.
// Facts relate values to each other, too: i < length is known though neither has bounds of
// its own.

import (
	"math"
	"math/bits"

	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
)

// Range is the bounds of an integer of 32 bits, as unsigned and as signed. A bool is 0 or
// 1.
type Range struct {
	Lo, Hi   uint32
	SLo, SHi int32
}

var (
	everything = Range{0, math.MaxUint32, math.MinInt32, math.MaxInt32}
	anyBool    = Range{0, 1, 0, 1}
)

// IsOne reports whether there is but one number.
func (r Range) IsOne() bool { return r.Lo == r.Hi }

// Only is the range of one number.
func Only(x uint32) Range { return Range{x, x, int32(x), int32(x)} }

// unsigned is the range between two unsigned numbers; everything if it would wrap.
func unsigned(lo, hi uint64) Range {
	if hi > math.MaxUint32 || lo > hi {
		return everything
	}
	r := everything
	r.Lo, r.Hi = uint32(lo), uint32(hi)
	return r.tight()
}

// signed is the range between two signed numbers.
func signed(lo, hi int64) Range {
	if lo < math.MinInt32 || hi > math.MaxInt32 || lo > hi {
		return everything
	}
	r := everything
	r.SLo, r.SHi = int32(lo), int32(hi)
	return r.tight()
}

// tight lets each pair of bounds narrow the other. Bounds that exclude each other belong to
// unreachable code: they are ignored.
func (r Range) tight() Range {
	switch {
	case r.SLo >= 0 || r.SHi < 0:
		r.Lo, r.Hi = max(r.Lo, uint32(r.SLo)), min(r.Hi, uint32(r.SHi))
	}
	if r.Lo <= r.Hi && (r.Hi <= math.MaxInt32 || r.Lo > math.MaxInt32) {
		r.SLo, r.SHi = max(r.SLo, int32(r.Lo)), min(r.SHi, int32(r.Hi))
	}
	if r.Lo > r.Hi || r.SLo > r.SHi {
		return everything
	}
	return r
}

func (r Range) and(x Range) Range {
	return Range{max(r.Lo, x.Lo), min(r.Hi, x.Hi), max(r.SLo, x.SLo), min(r.SHi, x.SHi)}.tight()
}

func (r Range) or(x Range) Range {
	return Range{min(r.Lo, x.Lo), max(r.Hi, x.Hi), min(r.SLo, x.SLo), max(r.SHi, x.SHi)}
}

// scalar is a component of a value.
type scalar struct {
	value ssa.Value
	comp  uint8
}

// scalarOf is the scalar of a source, if it is one. Moves keep the scalar, and so do
// conversions that keep the bits.
func scalarOf(f *ssa.Function, s ssa.Src) (scalar, bool) {
	if s.Value == 0 || s.Comps > 1 || s.Comps == 0 && f.Comps(s.Value) != 1 {
		return scalar{}, false
	}
	for range 4 {
		o := f.Op(s.Value)
		if o != op.Mov && o != op.Bitcast && o != op.U2U && o != op.I2I {
			break
		}
		m := f.Src(s.Value, 0)
		if o != op.Mov && (m.Comps == 0 || int(m.Comps) != f.Comps(s.Value) || f.Bits(m.Value) != f.Bits(s.Value)) {
			break
		}
		s = ssa.Src{Value: m.Value, Swizzle: m.Swizzle.Then(s.Swizzle), Comps: 1}
	}
	return scalar{s.Value, uint8(s.Swizzle.At(0))}, true
}

// relation is the relation of two scalars in a fact.
type relation uint8

const (
	holds relation = iota // of one bool: truth
	isULt
	isULe
	isILt
	isILe
	isEq
	isNe
)

type fact struct {
	above int32 // the chain that it stands on, plus one
	rel   relation
	truth bool
	a, b  scalar
}

// maxFacts bounds how many facts are looked at for one question.
const maxFacts = 64

// Ranges holds the ranges and facts of a function's integers.
type Ranges struct {
	f     *ssa.Function
	facts []fact
	chain []int32 // by block: its last fact, plus one
	base  []Range // by value: of scalars, as far as they are computed
	known []bool  // by value: base is set

	clause []clause // by block

	size  [3]uint32 // see workgroup
	sized bool

	// The range of a loop's phi may be supposed; the consequences are computed on demand,
	// for so many values, and forgotten again.
	fuel    int
	guessed []ssa.Value
}

// FindRanges looks at a function. The result holds as long as the function isn't
// changed.
func FindRanges(f *ssa.Function) *Ranges {
	r := &Ranges{f: f, chain: make([]int32, f.NodeCount()), base: make([]Range, f.InstrCount()), known: make([]bool, f.InstrCount()), clause: make([]clause, f.NodeCount())}
	dom := Dominance(f)
	for b := range f.Blocks() {
		if !dom.Reachable(b) {
			continue
		}
		if up := dom.Idom(b); up != 0 {
			r.chain[b] = r.chain[up]
		}
		r.entered(b)
		if n := f.NextNode(b); n != 0 && f.Kind(n) == ssa.NodeSwitch {
			r.clauses(n)
		}
	}
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			if t := f.Type(i); t == ir.TypeI32 || t == ir.TypeU32 || t == ir.TypeBool {
				r.base[i], r.known[i] = r.result(i, b), true
			}
		}
	}
	return r
}

// entered adds the facts at the start of an arm or a clause.
func (r *Ranges) entered(b ssa.NodeID) {
	f := r.f
	l := f.ListOf(b)
	n := f.ListParent(l)
	if n == 0 || f.ListFirst(l) != b || len(f.Preds(b)) != 1 {
		return
	}
	switch f.Kind(n) {
	case ssa.NodeIf:
		if s, ok := scalarOf(f, f.Cond(n)); ok {
			r.condition(b, s, l == f.Then(n), 8)
		}
	case ssa.NodeSwitch:
		if x := r.clause[b]; x.chosen {
			if s, ok := scalarOf(f, f.Cond(n)); ok && f.Bits(s.value) == 32 {
				r.add(b, fact{rel: isEq, truth: true, a: s, b: scalar{ssa.Value(x.value), number}})
			}
		}
	}
}

// clause is the one number that leads to a clause of a switch.
type clause struct {
	chosen bool
	value  uint32
}

// clauses notes the clauses of a switch that one number leads to. The number stands
// for a scalar in facts.
func (r *Ranges) clauses(n ssa.NodeID) {
	f := r.f
	for k := range f.Cases(n) {
		c := &f.Cases(n)[k]
		if v := f.CaseValues(c); len(v) == 1 && !c.Default {
			r.clause[f.ListFirst(c.List)] = clause{true, uint32(v[0])}
		}
	}
}

// number marks a scalar that is a number itself.
const number = 0xFF

func (r *Ranges) add(b ssa.NodeID, x fact) {
	x.above = r.chain[b]
	r.facts = append(r.facts, x)
	r.chain[b] = int32(len(r.facts))
}

// condition adds the facts that follow from a bool's being true or false.
func (r *Ranges) condition(b ssa.NodeID, s scalar, truth bool, depth int) {
	f := r.f
	r.add(b, fact{rel: holds, truth: truth, a: s})
	if depth == 0 || s.comp != 0 || f.Comps(s.value) != 1 {
		return
	}
	v := s.value
	o := f.Op(v)
	src := func(k int) (scalar, bool) { return scalarOf(f, f.Src(v, k)) }
	switch o {
	case op.INot:
		if x, ok := src(0); ok {
			r.condition(b, x, !truth, depth-1)
		}
		return
	case op.IAnd, op.IOr:
		if truth == (o == op.IAnd) {
			for k := range 2 {
				if x, ok := src(k); ok {
					r.condition(b, x, truth, depth-1)
				}
			}
		}
		return
	}
	var rel relation
	switch o {
	case op.ULt:
		rel = isULt
	case op.ULe:
		rel = isULe
	case op.ILt:
		rel = isILt
	case op.ILe:
		rel = isILe
	case op.IEq:
		rel = isEq
	case op.INe:
		rel = isNe
	default:
		return
	}
	x, ok := src(0)
	y, also := src(1)
	if !ok || !also || f.Bits(x.value) != 32 {
		return
	}
	if !truth {
		switch rel {
		case isULt:
			rel, x, y = isULe, y, x
		case isULe:
			rel, x, y = isULt, y, x
		case isILt:
			rel, x, y = isILe, y, x
		case isILe:
			rel, x, y = isILt, y, x
		case isEq:
			rel = isNe
		case isNe:
			rel = isEq
		}
	}
	r.compared(b, fact{rel: rel, a: x, b: y}, depth)
}

// compared adds a comparison, and its consequences if it is with the least or the greatest
// of several: a number greater than the greatest is greater than each.
func (r *Ranges) compared(b ssa.NodeID, x fact, depth int) {
	f := r.f
	r.add(b, x)
	if depth == 0 {
		return
	}
	greatest, least := op.UMax, op.UMin
	switch x.rel {
	case isULt, isULe:
	case isILt, isILe:
		greatest, least = op.IMax, op.IMin
	default:
		return
	}
	for k := range 2 {
		if x.a.comp != number && f.Comps(x.a.value) == 1 && f.Op(x.a.value) == greatest {
			if s, ok := scalarOf(f, f.Src(x.a.value, k)); ok {
				r.compared(b, fact{rel: x.rel, a: s, b: x.b}, depth-1)
			}
		}
		if x.b.comp != number && f.Comps(x.b.value) == 1 && f.Op(x.b.value) == least {
			if s, ok := scalarOf(f, f.Src(x.b.value, k)); ok {
				r.compared(b, fact{rel: x.rel, a: x.a, b: s}, depth-1)
			}
		}
	}
}

// own is the range of a scalar wherever it is.
func (r *Ranges) own(s scalar) Range {
	if s.comp == number {
		return Only(uint32(s.value))
	}
	f := r.f
	size := f.Bits(s.value)
	if size != 32 && size != 1 {
		return everything
	}
	if x, ok := f.KnownBits(s.value, int(s.comp)); ok {
		return Only(uint32(x))
	}
	if int(s.value) >= len(r.known) {
		if size == 1 {
			return anyBool
		}
		return everything // it was made since
	}
	if f.Comps(s.value) == 1 {
		if !r.known[s.value] && r.fuel > 0 {
			r.guess(s.value)
		}
		if r.known[s.value] {
			return r.base[s.value]
		}
	}
	if size == 1 {
		return anyBool
	}
	return r.parameter(s)
}

// guess finds out the range of a value while a phi is supposed to lie somewhere. Phis
// of loops may be anything.
func (r *Ranges) guess(v ssa.Value) {
	f := r.f
	b := f.Block(v)
	if b == 0 || f.Op(v) == op.Phi && isHeader(f, b) {
		return
	}
	r.fuel--
	x := everything
	if f.Type(v) == ir.TypeBool {
		x = anyBool
	}
	r.base[v], r.known[v] = x, true
	r.guessed = append(r.guessed, v)
	r.base[v] = r.result(v, b)
}

// maxGuessed bounds how many values are looked at to find out about a phi.
const maxGuessed = 48

// after is the range of a loop's phi after an iteration that began with it in a range.
func (r *Ranges) after(phi ssa.Value, header ssa.NodeID, in Range) Range {
	f := r.f
	dom := Dominance(f)
	was, fuel := r.known[phi], r.fuel
	r.base[phi], r.known[phi], r.fuel = in, true, maxGuessed
	mark := len(r.guessed)
	out, some := everything, false
	for k, p := range f.Preds(header) {
		if v := f.Arg(phi, k); v != 0 && dom.Reachable(p) && (p == header || dom.Dominates(header, p)) {
			x := r.in(scalar{v, 0}, p)
			if !some {
				out, some = x, true
			} else {
				out = out.or(x)
			}
		}
	}
	for _, v := range r.guessed[mark:] {
		r.known[v] = false
	}
	r.guessed = r.guessed[:mark]
	r.known[phi], r.fuel = was, fuel
	return out
}

// induced is the range of a phi of a loop's header, which begins in a range: its values
// after an iteration, whatever it was before; and if it only goes up, or down, not beyond
// its beginning.
func (r *Ranges) induced(phi ssa.Value, header ssa.NodeID, first Range) Range {
	x := first.or(r.after(phi, header, everything)).tight()
	for _, try := range [...]Range{
		{first.Lo, x.Hi, math.MinInt32, math.MaxInt32},
		{x.Lo, first.Hi, math.MinInt32, math.MaxInt32},
		{0, math.MaxUint32, first.SLo, x.SHi},
		{0, math.MaxUint32, x.SLo, first.SHi},
	} {
		if g := x.and(try); g != x && r.after(phi, header, g).inside(g) && first.inside(g) {
			x = g
		}
	}
	return x
}

// inside reports whether a range is part of another.
func (r Range) inside(x Range) bool {
	return r.Lo >= x.Lo && r.Hi <= x.Hi && r.SLo >= x.SLo && r.SHi <= x.SHi
}

// parameter is the range of a component of a built-in input: the numbers of the invocations
// of a workgroup, and of subgroups.
func (r *Ranges) parameter(s scalar) Range {
	f := r.f
	var b ir.Binding
	switch f.Op(s.value) {
	case op.Param:
		b = f.Params[f.Word(s.value, 0)].Binding
	case op.Extract:
		p := f.Arg(s.value, 0)
		if f.Op(p) != op.Param {
			return everything
		}
		if t := f.Shader.Module.StructOf(f.Type(p)); t != nil {
			b = t.Members[f.IndexOf(s.value)].Binding
		}
	}
	if b.Kind != ir.BindBuiltIn {
		return everything
	}
	const largestSubgroup = 128 // of any machine
	switch b.BuiltIn {
	case ir.BuiltInLocalInvocationID, ir.BuiltInLocalInvocationIndex, ir.BuiltInSubgroupID, ir.BuiltInNumSubgroups:
	case ir.BuiltInSubgroupInvocationID:
		return unsigned(0, largestSubgroup-1)
	case ir.BuiltInSubgroupSize:
		return unsigned(1, largestSubgroup)
	default:
		return everything
	}
	size := r.workgroup()
	if size[0] == 0 || size[1] == 0 || size[2] == 0 {
		return everything
	}
	if b.BuiltIn == ir.BuiltInLocalInvocationID {
		return unsigned(0, uint64(size[s.comp])-1)
	}
	high, low := bits.Mul64(uint64(size[0])*uint64(size[1]), uint64(size[2]))
	switch {
	case high != 0:
		return everything
	case b.BuiltIn == ir.BuiltInNumSubgroups:
		return unsigned(1, low)
	}
	return unsigned(0, low-1)
}

// workgroup is the largest size of a workgroup that runs the function, zeros if that isn't
// known.
func (r *Ranges) workgroup() (size [3]uint32) {
	if r.sized {
		return r.size
	}
	s := r.f.Shader
	for k := range s.EntryPoints {
		e := &s.EntryPoints[k]
		if s.Funcs[e.Function] != r.f {
			continue
		}
		if e.WorkgroupSizeExpr != [3]ir.ConstID{} {
			size = [3]uint32{}
			break
		}
		for c := range size {
			size[c] = max(size[c], e.WorkgroupSize[c])
		}
	}
	r.size, r.sized = size, true
	return size
}

// in is the range of a scalar in a block.
func (r *Ranges) in(s scalar, b ssa.NodeID) Range {
	x := r.own(s)
	if x.IsOne() {
		return x
	}
	at := r.chain[b]
	for range maxFacts {
		if at == 0 {
			break
		}
		k := &r.facts[at-1]
		at = k.above
		switch {
		case k.rel == holds:
			if k.a == s {
				return Only(bit(k.truth))
			}
		case k.a == s:
			x = x.and(below(k.rel, r.own(k.b)))
		case k.b == s:
			x = x.and(above(k.rel, r.own(k.a)))
		}
		if k.rel == isNe && (k.a == s || k.b == s) {
			y := r.own(k.a)
			if k.a == s {
				y = r.own(k.b)
			}
			x = x.without(y)
		}
	}
	return x
}

func bit(b bool) uint32 {
	if b {
		return 1
	}
	return 0
}

// below is the range of a number that is in a relation with one in a range; above, of a
// number that one in the range is in a relation with.
func below(rel relation, x Range) Range {
	y := everything
	switch rel {
	case isEq:
		return x
	case isULe:
		y.Hi = x.Hi
	case isULt:
		if x.Hi > 0 {
			y.Hi = x.Hi - 1
		}
	case isILe:
		y.SHi = x.SHi
	case isILt:
		if x.SHi > math.MinInt32 {
			y.SHi = x.SHi - 1
		}
	}
	return y.tight()
}

func above(rel relation, x Range) Range {
	y := everything
	switch rel {
	case isEq:
		return x
	case isULe:
		y.Lo = x.Lo
	case isULt:
		if x.Lo < math.MaxUint32 {
			y.Lo = x.Lo + 1
		}
	case isILe:
		y.SLo = x.SLo
	case isILt:
		if x.SLo < math.MaxInt32 {
			y.SLo = x.SLo + 1
		}
	}
	return y.tight()
}

// without is a range less a number at one of its ends.
func (r Range) without(x Range) Range {
	if !x.IsOne() || r.IsOne() {
		return r
	}
	switch {
	case r.Lo == x.Lo:
		r.Lo++
	case r.Hi == x.Lo:
		r.Hi--
	}
	switch {
	case r.SLo == r.SHi:
	case r.SLo == x.SLo:
		r.SLo++
	case r.SHi == x.SLo:
		r.SHi--
	}
	return r.tight()
}

// Knows reports whether a value was there when the function was looked at.
func (r *Ranges) Knows(v ssa.Value) bool { return int(v) < len(r.base) }

// At is the range of source k of an instruction.
func (r *Ranges) At(i ssa.InstrID, k int) Range {
	if s, ok := scalarOf(r.f, r.f.Src(i, k)); ok {
		return r.in(s, r.f.Block(i))
	}
	return everything
}

// AtEnd is the range of the condition or selector of the node after a block.
func (r *Ranges) AtEnd(s ssa.Src, b ssa.NodeID) Range {
	if x, ok := scalarOf(r.f, s); ok {
		return r.in(x, b)
	}
	return everything
}

// Of is the range of an instruction's value.
func (r *Ranges) Of(v ssa.Value) Range {
	if int(v) < len(r.known) && r.known[v] {
		return r.base[v]
	}
	return everything
}

// relates reports whether facts at an instruction imply that one of its sources is less
// than another, or at most that, as unsigned or signed numbers.
func (r *Ranges) relates(b ssa.NodeID, x, y scalar, less, atMost relation) bool {
	at := r.chain[b]
	for range maxFacts {
		if at == 0 {
			return false
		}
		k := &r.facts[at-1]
		at = k.above
		if k.a == x && k.b == y && (k.rel == less || k.rel == atMost || k.rel == isEq && atMost != holds) {
			return true
		}
	}
	return false
}

// AtMost reports whether source j of an instruction is at most source k, as unsigned
// or signed numbers.
func (r *Ranges) AtMost(i ssa.InstrID, j, k int, isSigned bool) bool {
	x, ok := scalarOf(r.f, r.f.Src(i, j))
	y, also := scalarOf(r.f, r.f.Src(i, k))
	return ok && also && r.atMost(r.f.Block(i), x, y, isSigned, maxJoined)
}

// isAtMost is AtMost for the comparisons of a function, which are many.
func (r *Ranges) isAtMost(i ssa.InstrID, j, k int, isSigned bool) bool {
	if isSigned {
		return r.AtMost(i, j, k, true)
	}
	x, ok := scalarOf(r.f, r.f.Src(i, j))
	y, also := scalarOf(r.f, r.f.Src(i, k))
	return ok && also && r.prove(r.f.Block(i), x, y, 0)
}

// maxJoined bounds the number of phis between a value and its facts.
const maxJoined = 3

// atMost reports whether a scalar is at most another in a block.
func (r *Ranges) atMost(b ssa.NodeID, x, y scalar, isSigned bool, depth int) bool {
	if x == y {
		return true
	}
	p, q := r.in(x, b), r.in(y, b)
	if !isSigned {
		return p.Hi <= q.Lo || r.proveAtMost(b, x, y)
	}
	switch {
	case p.SHi <= q.SLo || r.relates(b, x, y, isILt, isILe):
		return true
	case p.SLo >= 0 && q.SLo >= 0 && r.prove(b, x, y, 0): // as unsigned numbers
		return true
	}
	return depth > 0 && r.joinedAtMost(x, y, depth-1)
}

// joinedAtMost reports whether a phi is at most a scalar, as signed numbers, since all its
// sources are, at the ends of their blocks. The scalar is the same there, and in all
// iterations of a loop.
func (r *Ranges) joinedAtMost(x, y scalar, depth int) bool {
	f := r.f
	if x.comp == number || f.Op(x.value) != op.Phi || f.Comps(x.value) != 1 {
		return false
	}
	b := f.Block(x.value)
	dom := Dominance(f)
	if !r.isFixed(y, b, dom, 4) {
		return false
	}
	for k, p := range f.Preds(b) {
		v := f.Arg(x.value, k)
		if !dom.Reachable(p) || v == x.value {
			continue
		}
		if v == 0 || !r.atMost(p, scalar{v, 0}, y, true, depth) {
			return false
		}
	}
	return true
}

// isFixed reports whether a scalar is the same whenever control comes to a block, and
// on all ways to it: it is computed ahead of it, or made of numbers and lengths.
func (r *Ranges) isFixed(s scalar, b ssa.NodeID, dom *Dom, depth int) bool {
	f := r.f
	if s.comp == number || f.IsConst(s.value) {
		return true
	}
	if at := f.Block(s.value); at != b && dom.Dominates(at, b) {
		return true
	}
	if depth == 0 {
		return false
	}
	switch f.Op(s.value) {
	case op.Param:
		return true
	case op.ArrayLength:
		for p := f.Arg(s.value, 0); ; p = f.Arg(p, 0) {
			switch f.Op(p) {
			case op.DerefVar:
				return true
			case op.DerefStruct:
			default:
				return false
			}
		}
	case op.ISub, op.IAdd:
		for k := range 2 {
			if x, ok := scalarOf(f, f.Src(s.value, k)); !ok || !r.isFixed(x, b, dom, depth-1) {
				return false
			}
		}
		return true
	}
	return false
}

// Less reports whether source j of an instruction is less than source k.
func (r *Ranges) Less(i ssa.InstrID, j, k int, isSigned bool) bool {
	f := r.f
	b := f.Block(i)
	x, ok := scalarOf(f, f.Src(i, j))
	y, also := scalarOf(f, f.Src(i, k))
	if !ok || !also {
		return false
	}
	p, q := r.in(x, b), r.in(y, b)
	if isSigned {
		return p.SHi < q.SLo || r.relates(b, x, y, isILt, holds) || p.SLo >= 0 && q.SLo >= 0 && r.prove(b, x, y, -1)
	}
	return p.Hi < q.Lo || r.prove(b, x, y, -1)
}

// Differs reports whether the first two sources of an instruction can't be equal.
func (r *Ranges) Differs(i ssa.InstrID) bool {
	f := r.f
	b := f.Block(i)
	x, ok := scalarOf(f, f.Src(i, 0))
	y, also := scalarOf(f, f.Src(i, 1))
	if !ok || !also {
		return false
	}
	p, q := r.in(x, b), r.in(y, b)
	if p.Hi < q.Lo || q.Hi < p.Lo || p.SHi < q.SLo || q.SHi < p.SLo {
		return true
	}
	for _, rel := range [...]relation{isULt, isILt, isNe} {
		if r.relates(b, x, y, rel, holds) || r.relates(b, y, x, rel, holds) {
			return true
		}
	}
	return false
}

// IndexInBounds reports whether an index of an array, vector or matrix lies within it at
// the access: by its range, or by a condition that compares it with the length of the
// array.
func (r *Ranges) IndexInBounds(i ssa.InstrID) bool {
	f := r.f
	b := f.Block(i)
	x, ok := scalarOf(f, f.Src(i, 1))
	if !ok || f.Bits(x.value) != 32 {
		return false
	}
	types := &f.Shader.Module.Types
	base := f.Arg(i, 0)
	length := uint32(0)
	switch t := types.At(types.Pointee(f.Type(base))); t.Kind {
	case ir.TypeVector:
		length = uint32(t.Rows)
	case ir.TypeMatrix:
		length = uint32(t.Columns)
	case ir.TypeArray:
		length = t.Length
	default:
		return false
	}
	if length != 0 {
		return r.in(x, b).Hi < length
	}
	at := r.chain[b]
	for range maxFacts {
		if at == 0 {
			return false
		}
		k := &r.facts[at-1]
		at = k.above
		if k.rel == isULt && k.a == x && k.b.comp != number && f.Op(k.b.value) == op.ArrayLength && CompareDerefs(f, f.Arg(k.b.value, 0), base) == Equal && AllInBounds(f, base) {
			return true
		}
	}
	return false
}

// IsSafeDivisor reports whether the second source of a division can be neither zero
// nor, of a signed one whose dividend may be the least number, -1.
func (r *Ranges) IsSafeDivisor(i ssa.InstrID, isSigned bool) bool {
	x, y := r.At(i, 0), r.At(i, 1)
	zero := y.Lo > 0
	if !isSigned {
		return zero
	}
	return zero && (y.SLo >= 0 || y.SHi < -1 || x.SLo > math.MinInt32)
}

// isHeader reports whether a loop begins with a block.
func isHeader(f *ssa.Function, b ssa.NodeID) bool {
	n := f.Parent(b)
	return n != 0 && f.Kind(n) == ssa.NodeLoop && f.LoopHeader(n) == b
}
