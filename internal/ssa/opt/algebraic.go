package opt

// This file applies the algebraic rules of package internal/ssa/rules.
//
//	before                          after
//	%1 = const 0 : u32              %4 = isub %a, %b
//	%2 = iadd %a, %1
//	%3 = ineg %b
//	%4 = iadd %2, %3
//
// One walk in program order, operands before their users: each value's state of the
// automaton follows from its operands', and selects the rules that may match. A replacement
// is matched again at once. Operations through whose result a source picks components are
// looked through, to the components of their operands. Unused operands are removed with
// their user, so that rules on a value's only use match.

import (
	"refract/internal/ssa/analysis"
	"refract/internal/ssa/rules"
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// Algebraic applies the rules that make expressions simpler.
var Algebraic = &pass.Pass{
	Name:      "algebraic",
	Doc:       "expressions become simpler ones of the same value",
	Replaces:  []string{"opt_algebraic", "algebraic.py", "search.c", "search.h", "search_helpers.h"},
	Preserves: ssa.ControlFlow,
	Function:  func(f *ssa.Function) bool { return simplify(f, false) },
}

// AlgebraicLate applies the rules that give expressions their last shape.
var AlgebraicLate = &pass.Pass{
	Name: "algebraic-late",
	Doc:  "expressions get the shape that targets have and people write",

	Preserves: ssa.ControlFlow,
	Function:  func(f *ssa.Function) bool { return simplify(f, true) },
}

// maxRewrites bounds how often an instruction is rewritten on average, in case that
// rules go round in circles.
const maxRewrites = 16

// maxDepth bounds how often parts of replacements are replaced at once.
const maxDepth = 8

// A simplifier applies rules to a function.
type simplifier struct {
	f      *ssa.Function
	late   bool
	rules  *rules.Matcher
	states []rules.State // by instruction
	left   int           // rewrites
	depth  int           // of replacements in replacements
	match  match
	unused []ssa.InstrID // what drop has to do
	floats analysis.Floats
	ranges *analysis.Ranges // made when a rule first asks
	later  []ssa.InstrID    // visited again after the walk: see retry
}

// A match holds the operands that a rule's pattern matched.
type match struct {
	vars    [8]ssa.Src
	fp      ssa.FP // what all float operations allow
	floats  bool   // there are any
	precise bool   // one is precise
	exact   bool   // one isn't relaxed
}

func simplify(f *ssa.Function, late bool) bool {
	m := rules.Acquire()
	defer m.Release()
	s := simplifier{f: f, late: late, rules: m, states: make([]rules.State, f.InstrCount(), f.InstrCount()+f.InstrCount()/4), left: maxRewrites * f.InstrCount()}
	s.floats.Reset(f)
	changed := s.walk()
	for more := changed; more; {
		if more = s.retry(); more {
			s.walk()
		}
	}
	return changed
}

// walk visits all instructions.
func (s *simplifier) walk() bool {
	f := s.f
	changed := false
	for b := range f.Blocks() {
		for i := f.First(b); i != 0; {
			next := f.Next(i)
			if f.Op(i).Class() == op.ClassALU && !f.HasUses(i) {
				i = next
				continue
			}
			if s.visit(i) {
				changed = true
			}
			i = next
		}
	}
	return changed
}

// retry visits instructions again that a rule may match since: their users read too many bits,
// and may have changed, or an operand lost all other uses.
func (s *simplifier) retry() bool {
	list := s.later
	s.later = nil
	changed := false
	for k := len(list) - 1; k >= 0; k-- {
		if i := list[k]; s.f.Block(i) != 0 && s.f.HasUses(i) && s.visit(i) {
			changed = true
		}
	}
	return changed
}

// visit finds the state of an instruction and replaces it as long as a rule does.
func (s *simplifier) visit(i ssa.InstrID) bool {
	changed := false
	for s.left > 0 {
		state := s.stateOf(i)
		s.note(i, state)
		v, ok := s.apply(i, state)
		if !ok {
			return changed
		}
		s.left--
		changed = true
		s.take(i, v)
		if i = v.Value; s.f.Op(i).Class() != op.ClassALU || s.f.Block(i) == 0 {
			return changed
		}
	}
	return changed
}

// stateOf is the state of an instruction whose operands' states are known.
func (s *simplifier) stateOf(i ssa.InstrID) rules.State {
	f := s.f
	o := f.Op(i)
	if o == op.Const {
		return rules.Constant
	}
	n := f.NumSrcs(i)
	if o.Class() != op.ClassALU || n == 0 || n > 3 {
		return rules.Anything
	}
	var buf [3]rules.State
	for k := range n {
		if v := f.Arg(i, k); v != 0 && int(v) < len(s.states) {
			buf[k] = s.states[v]
			if f.IsConst(v) {
				buf[k] = rules.Constant
			}
		}
	}
	return s.rules.Next(o, buf[:n])
}

// apply looks for a rule and builds its replacement, before the instruction.
func (s *simplifier) apply(i ssa.InstrID, state rules.State) (v ssa.Src, ok bool) {
	f := s.f
	if f.Op(i) == op.FDot && !s.late {
		if v, ok = s.axis(i); ok {
			return v, true
		}
	}
	if !s.late {
		if v, ok = s.sized(i); ok {
			return v, true
		}
	}
	for _, at := range s.rules.Candidates(state) {
		r := &s.rules.Rules[at]
		if r.Late != s.late {
			continue
		}
		comps, bits := f.Comps(i), f.Bits(i)
		if comps == 0 {
			continue
		}
		s.match = match{fp: ssa.Fast}
		if !s.matches(r.Pattern, ssa.Src{Value: i, Swizzle: ssa.Identity, Comps: uint8(comps)}, true) || s.match.floats && s.match.fp&r.FP != r.FP || !s.holds(r, i, bits) {
			continue
		}
		b := f.BuildBefore(i)
		b.FP = s.match.fp
		if !s.match.floats {
			b.FP = 0
		}
		return s.build(&b, r.Replacement, i, bits), true
	}
	return v, false
}

// axis makes a product of a dot product with a known vector with one component other than
// zero. Vectors have no letters in rules.
func (s *simplifier) axis(i ssa.InstrID) (v ssa.Src, ok bool) {
	f := s.f
	const free = ssa.NoSignedZero | ssa.NoNaN | ssa.NoInf
	if f.FP(i)&free != free || f.Flags(i)&ir.FlagPrecise != 0 {
		return v, false
	}
	for k := range 2 {
		c, x := f.Src(i, k), f.Src(i, 1-k)
		if !f.IsConst(c.Value) || c.Comps == 0 || x.Comps == 0 {
			continue
		}
		at, count := 0, 0
		for n := range int(c.Comps) {
			if f.ConstBits(c.Value, c.Swizzle.At(n))<<(64-f.Bits(c.Value)+1) != 0 { // its sign doesn't count
				at = n
				count++
			}
		}
		if count != 1 {
			continue
		}
		part := func(s ssa.Src) ssa.Src {
			return ssa.Src{Value: s.Value, Swizzle: ssa.Splat(s.Swizzle.At(at)) & 3, Comps: 1}
		}
		b := f.BuildBefore(i)
		b.FP = f.FP(i)
		p := b.Instr(op.FMul, f.Type(i), part(x), part(c))
		f.SetFlags(p, f.Flags(i))
		return ssa.Src{Value: p, Swizzle: ssa.Identity & 3, Comps: 1}, true
	}
	return v, false
}

// matches compares a source with a part of a pattern.
func (s *simplifier) matches(at uint16, src ssa.Src, root bool) bool {
	f, n := s.f, &s.rules.Nodes[at]
	switch n.Kind {
	case rules.Var, rules.Const:
		if n.Kind == rules.Const && !f.IsConst(src.Value) {
			return false
		}
		src.Swizzle = picked(src)
		known := &s.match.vars[n.Var]
		if known.Value == 0 {
			*known = src
			return true
		}
		return *known == src || s.sameConst(*known, src)
	case rules.Int, rules.Float:
		if !f.IsConst(src.Value) {
			return false
		}
		want := n.Bits(f.Bits(src.Value))
		for c := range int(src.Comps) {
			if f.ConstBits(src.Value, src.Swizzle.At(c)) != want {
				return false
			}
		}
		return true
	}
	i := src.Value
	if f.Op(i) != n.Op || n.Once && !usedOnce(f, i) {
		return false
	}
	if n.Size != 0 {
		bits := f.Bits(i)
		if n.Op.Info().Result.Bits == 1 {
			bits = f.Bits(f.Arg(i, 0))
		}
		if int(n.Size) != bits {
			return false
		}
	}
	if n.Op == op.Bitcast && f.Bits(f.Arg(i, 0)) != f.Bits(i) {
		return false
	}
	if n.Op.Has(op.FloatControl) {
		s.match.floats = true
		s.match.fp &= f.FP(i)
	}
	s.match.precise = s.match.precise || f.Flags(i)&ir.FlagPrecise != 0
	s.match.exact = s.match.exact || f.Flags(i)&ir.FlagRelaxed == 0
	for k := range f.NumSrcs(i) {
		a := f.Src(i, k)
		if !root {
			a.Swizzle = a.Swizzle.Then(src.Swizzle)
		}
		a.Comps = src.Comps
		if !s.matches(n.Args[k], a, false) {
			return false
		}
	}
	return true
}

// picked is the swizzle without the places that aren't read.
func picked(src ssa.Src) ssa.Swizzle {
	if src.Comps < 4 {
		return src.Swizzle & (1<<(2*src.Comps) - 1)
	}
	return src.Swizzle
}

// sameConst reports whether two sources read the same constants.
func (s *simplifier) sameConst(a, b ssa.Src) bool {
	f := s.f
	if !f.IsConst(a.Value) || !f.IsConst(b.Value) || a.Comps != b.Comps || f.Bits(a.Value) != f.Bits(b.Value) {
		return false
	}
	for c := range int(a.Comps) {
		if f.ConstBits(a.Value, a.Swizzle.At(c)) != f.ConstBits(b.Value, b.Swizzle.At(c)) {
			return false
		}
	}
	return true
}

// usedOnce reports whether a value has one use.
func usedOnce(f *ssa.Function, v ssa.Value) bool {
	u := f.FirstUse(v)
	return u != 0 && f.NextUse(u) == 0
}

// holds reports whether a rule's conditions hold for every component.
func (s *simplifier) holds(r *rules.Rule, i ssa.InstrID, bits int) bool {
	f := s.f
	for _, t := range r.Tests {
		if t.Condition == 0 {
			continue
		}
		first := s.match.vars[t.Vars[0]]
		if set := t.Condition.Floats(); set != 0 {
			if !s.floats.Of(first).In(set) {
				return false
			}
			continue
		}
		if t.Condition.IsRange() {
			if !s.inRange(&t) {
				return false
			}
			continue
		}
		if t.Condition.IsRead() {
			read := analysis.Demanded(f, i)
			for c := range int(first.Comps) {
				if !t.Condition.HoldsReading(f.ConstBits(first.Value, first.Swizzle.At(c)), read) {
					s.later = append(s.later, i)
					return false
				}
			}
			continue
		}
		if t.Condition == rules.SumInSize && f.Bits(first.Value) != f.Bits(s.match.vars[t.Vars[1]].Value) {
			return false // the sum needs one size
		}
		for c := range int(first.Comps) {
			var v [3]uint64
			for k, at := range t.Vars {
				if x := s.match.vars[at]; f.IsConst(x.Value) {
					v[k] = f.ConstBits(x.Value, x.Swizzle.At(c))
				}
			}
			if !t.Condition.Holds(f.Bits(first.Value), bits, v) {
				return false
			}
		}
	}
	return true
}

// inRange reports whether a condition on the ranges of integers of 32 bits holds.
func (s *simplifier) inRange(t *rules.Test) bool {
	f := s.f
	if s.ranges == nil {
		s.ranges = analysis.FindRanges(f)
	}
	var r [2]analysis.Range
	for k := range r {
		x := s.match.vars[t.Vars[k]]
		if k > 0 && t.Condition == rules.NeverNegative {
			break
		}
		switch {
		case x.Comps != 1 || f.Bits(x.Value) != 32:
			return false
		case f.IsConst(x.Value):
			r[k] = analysis.Only(uint32(f.ConstBits(x.Value, x.Swizzle.At(0))))
		case f.Comps(x.Value) != 1 || !s.ranges.Knows(x.Value):
			return false
		default:
			r[k] = s.ranges.Of(x.Value)
		}
	}
	switch t.Condition {
	case rules.NeverNegative:
		return r[0].SLo >= 0
	case rules.NoCarry:
		return uint64(r[0].Hi)+uint64(r[1].Hi) < 1<<32
	}
	return r[0].Lo >= r[1].Hi
}

// build makes a part of a replacement for instruction i: with the components of i, and bits
// as the size of parts that have no size of their own.
func (s *simplifier) build(b *ssa.Builder, at uint16, i ssa.InstrID, bits int) ssa.Src {
	f, n := s.f, &s.rules.Nodes[at]
	comps := f.Comps(i)
	switch n.Kind {
	case rules.Var, rules.Const:
		return s.match.vars[n.Var]
	case rules.Int, rules.Float:
		scalar := f.Shader.Module.Types.ScalarOf(f.Type(i))
		if scalar.Bits() != bits || n.Kind == rules.Float && !scalar.IsFloat() {
			kind := ir.UintKind
			switch {
			case bits == 1:
				kind = ir.BoolKind
			case n.Kind == rules.Float:
				kind = ir.FloatKind
			case s.isSigned(bits):
				kind = ir.SintKind
			}
			scalar = ir.ScalarOf(kind, bits)
		}
		v := b.Const(ir.VectorOf(scalar, 1), n.Bits(bits))
		s.note(v, rules.Constant)
		return ssa.Src{Value: v, Swizzle: 0, Comps: uint8(comps)}
	}
	info := n.Op.Info()
	size := bits
	if known := s.sizeOf(at); known != 0 {
		size = known
	}
	shared := size // of the operands that share one
	if info.Result.Bits != 0 {
		shared = 0
		for k := range info.Srcs {
			if info.Srcs[k].Bits == 0 && shared == 0 {
				shared = s.sizeOf(n.Args[k])
			}
		}
	}
	var buf [3]ssa.Src
	srcs := buf[:len(info.Srcs)]
	for k, o := range info.Srcs {
		want := shared
		switch {
		case o.Base == op.Bool:
			want = 1
		case o.Bits == op.VarBits:
			if want = s.sizeOf(n.Args[k]); want == 0 {
				want = 32
			}
		case o.Bits != 0:
			want = int(o.Bits)
		}
		srcs[k] = s.build(b, n.Args[k], i, want)
	}
	t := f.Type(i)
	if scalar := f.Shader.Module.Types.ScalarOf(t); !suits(scalar, info.Result.Base, size) {
		t = ir.VectorOf(s.resultOf(info.Result.Base, size, srcs), comps)
	}
	v := b.Instr(n.Op, t, srcs...)
	f.SetFlags(v, s.match.flags(n.Op))
	var out [4]uint64
	if allConst(f, v) && Fold(f, v, &out) {
		c := b.Const(t, out[:comps]...)
		f.Remove(v)
		s.note(c, rules.Constant)
		return ssa.Src{Value: c, Swizzle: ssa.Identity, Comps: uint8(comps)}
	}
	s.note(v, s.stateOf(v))
	if r, ok := s.again(v); ok {
		return r
	}
	return ssa.Src{Value: v, Swizzle: ssa.Identity, Comps: uint8(comps)}
}

// again applies rules to a part of a replacement. The match is kept.
func (s *simplifier) again(v ssa.Value) (r ssa.Src, ok bool) {
	if s.left <= 0 || s.depth == maxDepth {
		return r, false
	}
	s.depth++
	kept := s.match
	if r, ok = s.apply(v, s.states[v]); ok {
		s.left--
	}
	s.match = kept
	s.depth--
	if ok && !s.f.HasUses(v) {
		s.drop(v, r.Value)
	}
	return r, ok
}

// note records the state of a value.
func (s *simplifier) note(v ssa.Value, state rules.State) {
	for int(v) >= len(s.states) {
		s.states = append(s.states, rules.Anything)
	}
	s.states[v] = state
}

// flags are the flags of a match's replacement.
func (m *match) flags(o op.Op) (g ir.Flags) {
	if m.precise && o.Has(op.FloatControl) {
		g |= ir.FlagPrecise
	}
	if !m.exact {
		g |= ir.FlagRelaxed
	}
	return g
}

// suits reports whether a scalar type fits the result of an operation.
func suits(scalar ir.Scalar, base op.Base, bits int) bool {
	if scalar.Bits() != bits {
		return false
	}
	switch base {
	case op.Float:
		return scalar.IsFloat()
	case op.Int, op.Uint:
		return scalar.IsInteger()
	case op.IntB:
		return !scalar.IsFloat()
	}
	return true
}

// resultOf is the scalar type of a new operation's result.
func (s *simplifier) resultOf(base op.Base, bits int, srcs []ssa.Src) ir.Scalar {
	switch {
	case bits == 1:
		return ir.Bool
	case base == op.Float:
		return ir.ScalarOf(ir.FloatKind, bits)
	}
	for _, a := range srcs {
		if scalar := s.f.Shader.Module.Types.ScalarOf(s.f.Type(a.Value)); suits(scalar, base, bits) {
			return scalar
		}
	}
	if base == op.Int && s.isSigned(bits) {
		return ir.ScalarOf(ir.SintKind, bits)
	}
	return ir.ScalarOf(ir.UintKind, bits)
}

// isSigned reports whether the values of a size that the pattern has met are signed.
func (s *simplifier) isSigned(bits int) bool {
	for _, a := range s.match.vars {
		if a.Value != 0 && s.f.Bits(a.Value) == bits {
			return s.f.Shader.Module.Types.ScalarOf(s.f.Type(a.Value)).IsSigned()
		}
	}
	return false
}

// sizeOf is the size in bits of a part of a replacement, or 0 if the part has none.
func (s *simplifier) sizeOf(at uint16) int {
	n := &s.rules.Nodes[at]
	switch n.Kind {
	case rules.Var, rules.Const:
		return s.f.Bits(s.match.vars[n.Var].Value)
	case rules.Operate:
		info := n.Op.Info()
		switch {
		case n.Size != 0 && info.Result.Bits != 1:
			return int(n.Size)
		case n.Op == op.Bitcast:
			return s.sizeOf(n.Args[0])
		case info.Result.Bits == op.VarBits:
			return 0
		case info.Result.Bits != 0:
			return int(info.Result.Bits)
		}
		for k := range info.Srcs {
			if info.Srcs[k].Bits == 0 {
				if size := s.sizeOf(n.Args[k]); size != 0 {
					return size
				}
			}
		}
	}
	return 0
}

// take replaces an instruction by a source and removes it, with the operands that it leaves
// unused.
func (s *simplifier) take(i ssa.InstrID, v ssa.Src) {
	f := s.f
	by := v.Value
	if f.Type(by) != f.Type(i) || !v.IsIdentity() || int(v.Comps) != f.Comps(by) {
		b := f.BuildBefore(i)
		types := &f.Shader.Module.Types
		switch {
		case f.IsConst(by):
			var bits [4]uint64
			for c := range int(v.Comps) {
				bits[c] = f.ConstBits(by, v.Swizzle.At(c))
			}
			by = b.Const(f.Type(i), bits[:v.Comps]...)
			s.note(by, rules.Constant)
		case types.ScalarOf(f.Type(by)) != types.ScalarOf(f.Type(i)):
			by = b.Instr(op.Bitcast, f.Type(i), v)
			s.note(by, rules.Anything)
		default:
			by = b.Instr(op.Mov, f.Type(i), v)
			s.note(by, rules.Anything)
		}
	}
	if name := f.NameOf(i); name != "" && f.NameOf(by) == "" {
		f.SetName(by, name)
	}
	f.ReplaceUses(i, by)
	s.drop(i, 0)
}

// drop removes an instruction without uses, and its operands without other uses, except a
// value that will be used.
func (s *simplifier) drop(i ssa.InstrID, kept ssa.Value) {
	f := s.f
	s.unused = append(s.unused[:0], i)
	for len(s.unused) > 0 {
		i := s.unused[len(s.unused)-1]
		s.unused = s.unused[:len(s.unused)-1]
		if f.Block(i) == 0 {
			continue // it stood in the list twice
		}
		from := len(s.unused)
		for k := range f.NumSrcs(i) {
			s.unused = append(s.unused, f.Arg(i, k))
		}
		f.Remove(i)
		args := s.unused[from:]
		s.unused = s.unused[:from]
		for _, a := range args {
			switch {
			case a == 0 || f.Block(a) == 0 || f.Op(a).Class() != op.ClassALU:
			case !f.HasUses(a):
				if a != kept {
					s.unused = append(s.unused, a)
				}
			case usedOnce(f, a):
				if user, _ := f.UserOf(f.FirstUse(a)); user != 0 && f.Op(user).Class() == op.ClassALU {
					s.later = append(s.later, user)
				}
			}
		}
	}
}
