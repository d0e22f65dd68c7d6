package opt

// This file loads a value once if several arms of an if or a switch load it first.
//
//	before                         after
//	switch %s {                    %1 = umin %i, 15
//	case 0 {                       %2 = deref_array %a, %1
//	  %1 = umin %i, 15             %3 = load %2
//	  %2 = deref_array %a, %1      switch %s {
//	  %3 = load %2                 case 0 { }
//	}                              case 1 { }
//	case 1 {                       ...
//	  %4 = umin %i, 15
//	  %5 = deref_array %a, %4
//	  %6 = load %5
//	}
//	...
//
// Elements of local arrays by an unknown index are a long choice on machines that keep the
// array in registers. If all arms load one, or three of them do, it is loaded ahead; in the
// latter case only if its index has a limit that keeps it in bounds everywhere.

import (
	"refract/internal/ssa/analysis"
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// HoistLoads loads a value once if several arms load it first.
var HoistLoads = &pass.Pass{
	Name:      "hoist-loads",
	Doc:       "elements of local arrays that several arms of an if or a switch load first are loaded once ahead of it",
	Preserves: ssa.ControlFlow,
	Function:  hoistLoads,
}

// Limits of hoisting: arms that must load a value if not all do, arms that are compared
// with each other, how deep indices are, and how many loads of an arm are examined.
const (
	minHoistedArms  = 3
	maxHoistedArms  = 64
	maxHoistedDepth = 6
	maxHoistedLoads = 16
)

func hoistLoads(f *ssa.Function) bool {
	var found []ssa.NodeID
	for b := range f.Blocks() {
		if n := f.NextNode(b); n != 0 && (f.Kind(n) == ssa.NodeIf || f.Kind(n) == ssa.NodeSwitch) {
			found = append(found, n)
		}
	}
	if found == nil {
		return false
	}
	h := loadHoister{f: f, dom: analysis.Dominance(f)}
	changed := false
	for again := true; again; { // what is loaded ahead may be part of another address
		again = false
		for k := range found { // inner ones first: what is hoisted out of them may go on
			if n := found[len(found)-1-k]; h.dom.Reachable(f.Before(n)) && h.node(n) {
				again, changed = true, true
			}
		}
	}
	return changed
}

// A loadHoister hoists loads.
type loadHoister struct {
	f    *ssa.Function
	dom  *analysis.Dom
	arms [][]ssa.InstrID // the loads of each with which it begins
}

// node hoists loads out of the arms of a node.
func (h *loadHoister) node(n ssa.NodeID) bool {
	f := h.f
	before := f.Before(n)
	h.arms = h.arms[:0]
	some := 0
	arm := func(l ssa.ListID) {
		var loads []ssa.InstrID
		if b := f.ListFirst(l); len(f.Preds(b)) == 1 {
			loads = h.loads(b, before)
		}
		if loads != nil {
			some++
		}
		h.arms = append(h.arms, loads)
	}
	if f.Kind(n) == ssa.NodeIf {
		arm(f.Then(n))
		arm(f.Else(n))
	} else {
		for k := range f.Cases(n) {
			arm(f.Cases(n)[k].List)
		}
	}
	if some < 2 || len(h.arms) > maxHoistedArms {
		return false
	}
	changed := false
	var same []ssa.InstrID
	for k, loads := range h.arms {
		for _, x := range loads {
			if f.Op(x) != op.Load {
				continue // it is gone
			}
			same = same[:0]
			for _, others := range h.arms[k+1:] {
				for _, y := range others {
					if f.Op(y) == op.Load && h.isSame(x, y, maxHoistedDepth) {
						same = append(same, y)
						break
					}
				}
			}
			if all := len(same)+1 == len(h.arms); !all && (len(same)+1 < minHoistedArms || !isLimited(f, f.Arg(x, 0))) {
				continue
			}
			h.hoist(x, before)
			for _, y := range same {
				instead(f, y, x)
			}
			changed = true
		}
	}
	return changed
}

// loads are the loads of elements of local arrays at the beginning of an arm.
func (h *loadHoister) loads(b, before ssa.NodeID) (loads []ssa.InstrID) {
	f := h.f
	for i := range f.Instrs(b) {
		switch o := f.Op(i); {
		case o == op.Load:
			p := f.Arg(i, 0)
			if f.Op(p) == op.DerefArray && f.Flags(i) == 0 && f.Shader.Module.Types.At(f.Type(p)).Space == ir.SpaceFunction &&
				h.canMove(i, before, maxHoistedDepth) && len(loads) < maxHoistedLoads {
				loads = append(loads, i)
			}
		case o.Has(op.WritesMemory | op.Synchronizes | op.Convergent), o.Class() == op.ClassJump, !o.Has(op.Eliminable):
			return loads
		}
	}
	return loads
}

// isAhead reports whether a value is known at the end of a block.
func (h *loadHoister) isAhead(v ssa.Value, b ssa.NodeID) bool {
	return h.dom.Dominates(h.f.Block(v), b)
}

// canMove reports whether the operands of a load or an address are known at the end of a
// block, or can be computed there.
func (h *loadHoister) canMove(i ssa.InstrID, to ssa.NodeID, depth int) bool {
	f := h.f
	if depth == 0 {
		return false
	}
	if o := f.Op(i); !mayHoist(o) && (o != op.Load || depth != maxHoistedDepth) {
		return false
	}
	for k := range f.NumSrcs(i) {
		if v := f.Arg(i, k); !h.isAhead(v, to) && !h.canMove(v, to, depth-1) {
			return false
		}
	}
	return true
}

// mayHoist reports whether an operation may be part of an address that is computed in
// advance: cheap operations, defined whatever their operands are.
func mayHoist(o op.Op) bool {
	switch o {
	case op.DerefArray, op.DerefStruct, op.DerefVar, op.Const, op.Mov, op.IAdd, op.ISub, op.IMul, op.INeg, op.INot, op.IAnd, op.IOr, op.IXor,
		op.UMin, op.UMax, op.IMin, op.IMax, op.BCsel, op.U2U, op.I2I, op.B2I:
		return true
	}
	return false
}

// isSame reports whether two values, loads of the same memory or parts of their addresses,
// are one.
func (h *loadHoister) isSame(x, y ssa.Value, depth int) bool {
	f := h.f
	if x == y {
		return true
	}
	o := f.Op(x)
	if depth == 0 || o != f.Op(y) || f.Type(x) != f.Type(y) || f.NumSrcs(x) != f.NumSrcs(y) || !mayHoist(o) && (o != op.Load || depth != maxHoistedDepth) {
		return false
	}
	if o == op.Const {
		return f.Comps(x) == 1 && f.Comps(y) == 1 && f.ConstBits(x, 0) == f.ConstBits(y, 0)
	}
	if f.Words(x) != f.Words(y) {
		return false
	}
	for k := range f.NumSrcs(x) {
		s, t := f.Src(x, k), f.Src(y, k)
		if s.Swizzle != t.Swizzle || s.Comps != t.Comps || !h.isSame(s.Value, t.Value, depth-1) {
			return false
		}
	}
	return true
}

// isLimited reports whether an element is in bounds at all places: its number is known, or
// has a limit that is.
func isLimited(f *ssa.Function, p ssa.Value) bool {
	for f.Op(p) == op.DerefArray {
		n := knownLength(f, f.Arg(p, 0))
		s := f.Src(p, 1)
		if v := s.Value; f.Op(v) == op.UMin && f.Comps(v) == 1 {
			if s = f.Src(v, 1); !isKnown(f, s.Value) {
				s = f.Src(v, 0)
			}
		}
		if !isKnown(f, s.Value) {
			return false
		}
		if x, ok := knownBits(f, s.Value, s.Swizzle.At(0)); !ok || x >= n {
			return false
		}
		p = f.Arg(p, 0)
	}
	return f.Op(p) == op.DerefVar
}

// hoist moves a load, and its operands, to the end of a block.
func (h *loadHoister) hoist(i ssa.InstrID, to ssa.NodeID) {
	f := h.f
	for k := range f.NumSrcs(i) {
		if v := f.Arg(i, k); !h.isAhead(v, to) {
			h.hoist(v, to)
		}
	}
	drop := ir.FlagNoWrap | ir.FlagInBounds // which held in the arm
	if f.Op(i) == op.DerefArray && isLimited(f, i) {
		drop &^= ir.FlagInBounds
	}
	f.SetFlags(i, f.Flags(i)&^drop)
	f.Move(i, f.EndOf(to))
}
