package opt

// This file makes uses of moves use the moved value.
//
//	before                        after
//	%1 = mov %a.zyx               %3 = fadd %a.zyx, %a.z
//	%2 = vec %a.z, %b.x
//	%3 = fadd %1, %2.x
//
// A part taken out of a composition, or out of an insertion, is the part put in. An ALU
// source that reads a move, or components of a vec that come from one value, reads that
// value by a swizzle instead. Sources that take a value whole can do so only if the move
// changes nothing.

import (
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// CopyProp makes uses of moves use the moved value.
var CopyProp = &pass.Pass{
	Name:      "copy-prop",
	Doc:       "uses of moves and of vecs' components read the original value",
	Replaces:  []string{"opt_copy_propagate"},
	Preserves: ssa.ControlFlow,
	Settles:   true,
	Function:  copyProp,
}

func copyProp(f *ssa.Function) bool {
	if !f.MayHave(op.Mov) && !f.MayHave(op.Vec) && !f.MayHave(op.Bitcast) && !f.MayHave(op.Extract) {
		return false
	}
	changed := false
	for b := f.FirstBlock(); b != 0; b = f.NextBlock(b) {
		for i := f.First(b); i != 0; {
			next := f.Next(i)
			if f.Op(i) == op.Extract && copyPart(f, i) {
				changed = true
			} else {
				for k := range f.NumSrcs(i) {
					switch f.Op(f.Arg(i, k)) {
					case op.Mov, op.Bitcast, op.Vec: // what else there is moves nothing
						changed = copySource(f, i, k) || changed
					}
				}
			}
			i = next
		}
		if n := f.NextNode(b); n != 0 && f.Kind(n) != ssa.NodeLoop {
			changed = wholeSource(f, f.Cond(n), func(s ssa.Src) { f.SetCond(n, s) }) || changed
		}
	}
	return changed
}

// copyPart makes uses of a part of a whole value use the part's own value.
func copyPart(f *ssa.Function, i ssa.InstrID) bool {
	v, zero := extracted(f, f.Arg(i, 0), f.IndexOf(i))
	if zero {
		b := f.BuildBefore(i)
		v = b.Zero(f.Type(i))
	}
	if v == 0 {
		return false
	}
	if name := f.NameOf(i); name != "" && f.NameOf(v) == "" && f.Op(v).Class() == op.ClassALU {
		f.SetName(v, name)
	}
	f.ReplaceUses(i, v)
	f.Remove(i)
	return true
}

// copySource makes a source read the moved value if a move made its value.
func copySource(f *ssa.Function, i ssa.InstrID, k int) bool {
	set := func(s ssa.Src) { f.SetSrc(i, k, s) }
	s := f.Src(i, k)
	if s.Comps > 0 && f.Op(i) != op.Phi {
		if f.Op(i) == op.Bitcast && f.Op(s.Value) == op.Bitcast && f.Bits(s.Value) != f.Bits(f.Arg(s.Value, 0)) && s.IsIdentity() && int(s.Comps) == f.Comps(s.Value) {
			set(f.Src(s.Value, 0)) // the bits of all components, cut anew
			return true
		}
		return swizzledSource(f, s, set)
	}
	return wholeSource(f, s, set)
}

// extracted is the value that a part of a whole value is, if one holds it, or 0;
// zero reports that the part is all zero.
func extracted(f *ssa.Function, whole ssa.Value, index int) (v ssa.Value, zero bool) {
	for {
		switch f.Op(whole) {
		case op.Compose:
			return f.Arg(whole, index), false
		case op.Zero:
			return 0, true
		case op.Insert:
			if f.IndexOf(whole) == index {
				return f.Arg(whole, 1), false
			}
			whole = f.Arg(whole, 0)
			continue
		}
		return 0, false
	}
}

// wholeSource follows moves that change nothing.
func wholeSource(f *ssa.Function, s ssa.Src, set func(ssa.Src)) bool {
	from := s.Value
	for {
		v := s.Value
		o := f.Op(v)
		if o != op.Mov && o != op.Bitcast {
			break
		}
		m := f.Src(v, 0)
		if !m.IsIdentity() || f.Comps(m.Value) != f.Comps(v) || f.Bits(m.Value) != f.Bits(v) {
			break
		}
		if o == op.Bitcast && f.Type(m.Value) != f.Type(v) {
			break // what takes it whole may read it by its type
		}
		s.Value = m.Value
	}
	if s.Value == from {
		return false
	}
	set(s)
	return true
}

// swizzledSource follows moves and vecs.
func swizzledSource(f *ssa.Function, s ssa.Src, set func(ssa.Src)) bool {
	from := s.Value
	for {
		v := s.Value
		switch o := f.Op(v); {
		case o == op.Mov, o == op.Bitcast && f.Bits(v) == f.Bits(f.Arg(v, 0)):
			m := f.Src(v, 0)
			s.Value, s.Swizzle = m.Value, m.Swizzle.Then(s.Swizzle)
			continue
		case o == op.Vec:
			// All components that are read must come from one source value.
			var value ssa.Value
			var swizzle ssa.Swizzle
			one := true
			for c := range int(s.Comps) {
				part, comp := vecComponent(f, v, s.Swizzle.At(c))
				if value != 0 && part != value {
					one = false
					break
				}
				value, swizzle = part, swizzle.With(c, comp)
			}
			if one {
				s.Value, s.Swizzle = value, swizzle
				continue
			}
		}
		break
	}
	if s.Value == from {
		return false
	}
	set(s)
	return true
}

// vecComponent is the value and the component of it that component c of a vec
// is.
func vecComponent(f *ssa.Function, vec ssa.Value, c int) (ssa.Value, int) {
	for k := range f.NumSrcs(vec) {
		s := f.Src(vec, k)
		if c < int(s.Comps) {
			return s.Value, s.Swizzle.At(c)
		}
		c -= int(s.Comps)
	}
	panic("opt: a vec without that component")
}
