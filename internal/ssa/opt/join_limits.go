package opt

// This file merges the limits of neighbouring elements into one.
//
//	before                              after
//	%n = array_length %p                %n = array_length %p
//	%1 = isub %n, 1                     %1 = ult %n, 3
//	%2 = umin %i, %1 !limit             if %1 {
//	%3 = deref_array %p, %2               return
//	%4 = load %3                        }
//	%5 = iadd %i, 2                     %2 = isub %n, 3
//	%6 = umin %5, %1 !limit             %3 = umin %i, %2 !limit
//	%7 = deref_array %p, %6             %4 = deref_array %p, %3
//	%8 = load %7                        %5 = load %4
//	                                    %6 = iadd %3, 2
//	                                    %7 = deref_array %p, %6
//	                                    %8 = load %7
//
// Elements i to i+k of an array that a block accesses one and all are in bounds if the
// first is at most the length less k+1. If it isn't, one of them is out of bounds, which is
// a dynamic error, after which WGSL only promises that memory outside of the binding isn't
// touched (Processing Errors): the others needn't be exact then. An array with fewer than
// k+1 elements is an error of this kind whatever the index is: the function returns.
// Elements by number need nothing else.
//
// Limits that the program has itself are kept; limits that make accesses safe are marked.

import (
	"refract/internal/ssa/analysis"
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// JoinLimits merges the limits of neighbouring elements into one.
var JoinLimits = &pass.Pass{
	Name:     "join-limits",
	Doc:      "bounds checks of neighbouring elements become one; if one element is out of bounds, the others may be any element, too",
	Destroys: pass.OneReturn,
	Shader:   joinLimits,
}

// Limits of joining: how far apart elements are, and how many groups of them are searched
// for one.
const (
	maxJoined       = 64
	maxJoinedGroups = 32
)

func joinLimits(s *ssa.Shader) bool {
	changed := false
	for id, f := range s.Funcs[1:] {
		j := limitJoiner{f: f, returns: mayReturnEarly(s, ssa.FuncID(id+1))}
		changed = j.function() || changed
	}
	return changed
}

// mayReturnEarly reports whether a function may return after an error in a compute shader:
// a group that synchronizes must do so as one.
func mayReturnEarly(s *ssa.Shader, id ssa.FuncID) bool {
	compute := false
	for k := range s.EntryPoints {
		if e := &s.EntryPoints[k]; e.Function == id {
			if !e.Stage.Info().Workgroups {
				return false
			}
			compute = true
		}
	}
	return compute
}

// limited is an access whose index has a limit.
type limited struct {
	deref  ssa.InstrID
	offset uint32 // added to the group's index
}

// A limitGroup is accesses by one index and an added number.
type limitGroup struct {
	array   ssa.Value // the address of one of the arrays
	index   ssa.Src   // a component; of no value: numbers alone
	length  ssa.Value // the array's length, 0: it is count
	count   uint32
	members []limited

	base, size uint32 // the least of what is added; elements from there to the last
}

type limitJoiner struct {
	f       *ssa.Function
	returns bool // it may return before its end
	waits   bool // it synchronizes
	enough  []enough
}

// enough is a length that is at least a number from somewhere on.
type enough struct {
	length ssa.Value
	least  uint32
}

func (j *limitJoiner) function() bool {
	f := j.f
	var blocks []ssa.NodeID
	for b := range f.Blocks() {
		some := false
		for i := range f.Instrs(b) {
			some = some || f.Op(i) == op.DerefArray
			j.waits = j.waits || f.Op(i).Has(op.Convergent|op.Synchronizes)
		}
		if some {
			blocks = append(blocks, b)
		}
	}
	changed := false
	for _, b := range blocks {
		groups := j.groups(b)
		for k := range groups {
			groups[k].measure()
		}
		top, mark := f.ListOf(b) == ssa.Body, len(j.enough)
		for k := range groups {
			changed = j.join(&groups[k], groups[k:]) || changed
		}
		if !top {
			j.enough = j.enough[:mark]
		}
	}
	return changed
}

// groups are the accesses of a block that have neighbours.
func (j *limitJoiner) groups(b ssa.NodeID) []limitGroup {
	f := j.f
	var list []limitGroup
	for d := range f.Instrs(b) {
		if f.Op(d) != op.DerefArray || !isAccessed(f, d, b) {
			continue
		}
		x, g, ok := j.limitOf(d)
		if !ok {
			continue
		}
		found := false
		for k := range list[max(0, len(list)-maxJoinedGroups):] {
			o := &list[max(0, len(list)-maxJoinedGroups)+k]
			if o.index == g.index && o.length == g.length && o.count == g.count {
				o.members = append(o.members, x)
				found = true
				break
			}
		}
		if !found {
			g.members = []limited{x}
			list = append(list, g)
		}
	}
	return list
}

// isAccessed reports whether a block that computes an address uses it, too, directly or for
// an element of its memory.
func isAccessed(f *ssa.Function, d ssa.InstrID, b ssa.NodeID) bool {
	for range 8 {
		var inner ssa.InstrID
		for u := f.FirstUse(d); u != 0; u = f.NextUse(u) {
			i, _ := f.UserOf(u)
			if i == 0 || f.Block(i) != b {
				continue
			}
			switch f.Op(i) {
			case op.Load, op.Store, op.Atomic:
				return true
			case op.DerefArray, op.DerefStruct:
				inner = i
			}
		}
		if inner == 0 {
			return false
		}
		d = inner
	}
	return false
}

// limitOf takes an address's index apart, if it has a limit that keeps it in bounds.
func (j *limitJoiner) limitOf(d ssa.InstrID) (limited, limitGroup, bool) {
	f := j.f
	x := limited{deref: d}
	g := limitGroup{array: f.Arg(d, 0)}
	limit := f.Arg(d, 1)
	if f.Flags(d)&ir.FlagInBounds == 0 || f.Op(limit) != op.UMin || f.Flags(limit)&ir.FlagLimit == 0 || f.Comps(limit) != 1 || f.Bits(limit) != 32 {
		return x, g, false
	}
	last, index := f.Src(limit, 1), f.Src(limit, 0)
	if !j.lastElement(&g, last) {
		last, index = index, last
		if !j.lastElement(&g, last) {
			return x, g, false
		}
	}
	if f.IsConst(index.Value) {
		bits, ok := knownBits(f, index.Value, index.Swizzle.At(0))
		x.offset = uint32(bits)
		return x, g, ok && bits < maxJoined
	}
	g.index = component(index)
	if f.Comps(index.Value) != 1 {
		return x, g, true
	}
	switch o := f.Op(index.Value); o {
	case op.IAdd, op.ISub:
		s, by := f.Src(index.Value, 0), f.Src(index.Value, 1)
		if !isKnown(f, by.Value) {
			s, by = by, s
			if o == op.ISub || !isKnown(f, by.Value) {
				break
			}
		}
		bits, ok := knownBits(f, by.Value, by.Swizzle.At(0))
		if !ok {
			break
		}
		if x.offset = uint32(bits); o == op.ISub {
			x.offset = -x.offset
		}
		g.index = component(s)
	}
	return x, g, true
}

// component is a source that reads one component.
func component(s ssa.Src) ssa.Src {
	return ssa.Src{Value: s.Value, Swizzle: ssa.Splat(s.Swizzle.At(0)), Comps: 1}
}

// lastElement reports whether a source is the number of the last element of a group's
// array, and notes how that is known.
func (j *limitJoiner) lastElement(g *limitGroup, s ssa.Src) bool {
	f := j.f
	if isKnown(f, s.Value) {
		bits, ok := knownBits(f, s.Value, s.Swizzle.At(0))
		if n := knownLength(f, g.array); ok && n != 0 && bits == n-1 {
			g.count = uint32(n)
			return true
		}
		return false
	}
	v := s.Value
	if f.Comps(v) != 1 || f.Op(v) != op.ISub {
		return false
	}
	if by := f.Src(v, 1); !isKnown(f, by.Value) {
		return false
	} else if bits, ok := knownBits(f, by.Value, by.Swizzle.At(0)); !ok || bits != 1 {
		return false
	}
	g.length = f.Arg(v, 0)
	return f.Op(g.length) == op.ArrayLength && analysis.CompareDerefs(f, f.Arg(g.length, 0), g.array) == analysis.Equal
}

// measure computes how far a group's elements are apart. The added number wraps: the least
// is the one that the others follow closest.
func (g *limitGroup) measure() {
	g.base = g.members[0].offset
	for _, x := range g.members {
		if int32(x.offset-g.base) < 0 {
			g.base = x.offset
		}
	}
	if g.index.Value == 0 {
		g.base = 0
	}
	for _, x := range g.members {
		g.size = max(g.size, x.offset-g.base)
	}
	if g.size < maxJoined {
		g.size++
	}
}

// isJoinable reports whether there is something to join.
func (g *limitGroup) isJoinable() bool {
	return g.size > 1 && g.size < maxJoined && (g.length != 0 || g.size <= g.count)
}

// join gives the accesses of a group, the first of a block's remaining groups, one limit.
func (j *limitJoiner) join(g *limitGroup, left []limitGroup) bool {
	f := j.f
	if !g.isJoinable() || g.length != 0 && !j.ensure(g, left) {
		return false
	}
	base, size := g.base, g.size
	first := g.members[0].deref
	b := f.BuildBefore(first)
	b.Span = f.SpanOf(first)
	var start ssa.Value // the limited index of the first element
	if g.index.Value != 0 {
		last := ssa.Value(0)
		if g.length == 0 {
			last = b.U32(g.count - size)
		} else {
			last = b.Op(op.ISub, ir.TypeU32, g.length, b.U32(size))
		}
		at := g.index
		if base != 0 {
			o, by := op.IAdd, base
			if int32(base) < 0 {
				o, by = op.ISub, -base
			}
			at = component(ssa.Whole(b.Instr(o, ir.TypeU32, at, component(ssa.Whole(b.U32(by))))))
		}
		start = b.Instr(op.UMin, ir.TypeU32, at, component(ssa.Whole(last)))
		f.SetFlags(start, ir.FlagLimit)
	}
	for _, x := range g.members {
		b := f.BuildBefore(x.deref)
		index := start
		switch {
		case start == 0:
			index = b.U32(x.offset)
		case x.offset != base:
			index = b.Op(op.IAdd, ir.TypeU32, start, b.U32(x.offset-base))
		}
		was := f.Arg(x.deref, 1)
		f.SetSrc(x.deref, 1, ssa.Whole(index))
		if !f.HasUses(was) {
			f.Remove(was)
		}
	}
	return true
}

// ensure lets a function return ahead of a group's first access if the array has fewer
// elements than it, or another of its block, needs. It reports false if that can't be.
func (j *limitJoiner) ensure(g *limitGroup, left []limitGroup) bool {
	f := j.f
	least := g.size
	for k := range left {
		if o := &left[k]; o.length == g.length && o.isJoinable() {
			least = max(least, o.size)
		}
	}
	for _, e := range j.enough {
		if e.length == g.length && e.least >= g.size {
			return true
		}
	}
	first := g.members[0].deref
	if !j.returns || j.waits && f.ListOf(f.Block(first)) != ssa.Body {
		return false
	}
	at := f.BuildBefore(first)
	few := at.Op(op.ULt, ir.TypeBool, g.length, at.U32(least))
	n := f.InsertIf(f.BeforeInstr(first), ssa.Whole(few), f.SpanOf(first))
	f.AddJump(f.ListFirst(f.Then(n)), op.Return, f.SpanOf(first))
	j.enough = append(j.enough, enough{g.length, least})
	return true
}
