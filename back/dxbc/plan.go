package dxbc

// This file decides, before anything is emitted, which values need no instruction and which
// share a virtual register.
//
// A constant, an input or a component of a constant buffer is an operand of its uses; a
// move or bitcast is another name of its source; a sign or absolute value is a modifier if all
// uses take modifiers; a product that is only added is a part of mad. A component that only a
// vector uses is computed in the vector's register, and a value that a register of the SSA form
// takes is computed there, if nothing reads the register's old value in between.

import (
	"refract/internal/reuse"
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
)

// A fate is how a value is made.
type fate uint8

const (
	computed fate = iota // by instructions, in a virtual register
	direct               // an operand: a constant, an input, a constant buffer
	alias                // its source, with other components
	folded               // a modifier of its source's operand, or a factor of mad
	absent               // nothing: resources, addresses
)

// A loopSpan is the positions of a loop.
type loopSpan struct {
	start, end int32
	parent     int32 // -1: none
}

// A plan is the decisions about a function.
type plan struct {
	f     *ssa.Function
	order []ssa.InstrID
	pos   []int32 // by instruction, from 1
	in    []int32 // the innermost loop; -1: none
	end   []int32 // the last use
	loops []loopSpan
	fates []fate
	used  []uint8 // by value: components that something reads
	uses  []int32
	conds []nodeUse
	sat   []bool // by value: the result is clamped to 0 to 1
	regs  []regUse
	views []view
	early []int32 // by store to a register: where the register is written

	nine, pixel bool // of a program of shader model 2, and of pixels
	doubles     bool // there are 64-bit floats
}

// A nodeUse is the use of a value as condition or selector.
type nodeUse struct {
	value ssa.Value
	pos   int32
	loop  int32
}

// A regUse is the accesses of a register of the SSA form.
type regUse struct {
	stores, loads []ssa.InstrID
	array         bool
	vreg          uint32
}

// A view is the components of a virtual register, or of an output, that a value is computed in.
type view struct {
	reg   uint32
	comps [4]uint8
	some  bool
}

func (p *plan) make(f *ssa.Function, nine *generator9, doubles bool) {
	n := f.InstrCount()
	*p = plan{f: f, order: p.order[:0], loops: p.loops[:0], conds: p.conds[:0], pos: reuse.Zeroed(p.pos, n), in: reuse.Zeroed(p.in, n), end: reuse.Zeroed(p.end, n),
		fates: reuse.Zeroed(p.fates, n), used: reuse.Zeroed(p.used, n), uses: reuse.Zeroed(p.uses, n), sat: reuse.Zeroed(p.sat, n),
		views: reuse.Zeroed(p.views, n), early: reuse.Zeroed(p.early, n), nine: nine != nil, pixel: nine != nil && nine.pixel, doubles: doubles}
	p.regs = make([]regUse, len(f.Regs))
	at := int32(0)
	p.number(ssa.Body, -1, &at)
	for _, i := range p.order {
		p.countUses(i)
	}
	for _, c := range p.conds {
		p.uses[c.value]++
		p.used[c.value] |= 1
	}
	for _, i := range p.order {
		p.fates[i] = p.fateOf(i)
	}
	p.findEnds()
}

// number gives instructions their positions.
func (p *plan) number(l ssa.ListID, loop int32, at *int32) {
	f := p.f
	for n := f.ListFirst(l); n != 0; n = f.NextNode(n) {
		switch f.Kind(n) {
		case ssa.NodeBlock:
			for i := range f.Instrs(n) {
				*at++
				p.pos[i], p.in[i], p.early[i] = *at, loop, *at
				p.order = append(p.order, i)
				switch f.Op(i) {
				case op.LoadReg:
					r := &p.regs[f.Word(i, 0)]
					r.loads = append(r.loads, i)
				case op.StoreReg:
					r := &p.regs[f.Word(i, 0)]
					r.stores = append(r.stores, i)
				}
			}
		case ssa.NodeIf:
			*at++
			p.conds = append(p.conds, nodeUse{f.Cond(n).Value, *at, loop})
			p.number(f.Then(n), loop, at)
			p.number(f.Else(n), loop, at)
		case ssa.NodeLoop:
			*at++
			k := int32(len(p.loops))
			p.loops = append(p.loops, loopSpan{*at, 0, loop})
			p.number(f.LoopBody(n), k, at)
			if c := f.LoopContinue(n); c != 0 {
				p.number(c, k, at)
			}
			*at++
			p.loops[k].end = *at
		case ssa.NodeSwitch:
			*at++
			p.conds = append(p.conds, nodeUse{f.Cond(n).Value, *at, loop})
			for _, c := range f.Cases(n) {
				p.number(c.List, loop, at)
			}
		}
	}
}

// width is the number of components that a source has.
func width(f *ssa.Function, s ssa.Src) int {
	if s.Comps == 0 {
		return f.Comps(s.Value)
	}
	return int(s.Comps)
}

// countUses notes the components of sources that an instruction reads.
func (p *plan) countUses(i ssa.InstrID) {
	f := p.f
	for k := range f.NumSrcs(i) {
		s := f.Src(i, k)
		if s.Value == 0 {
			continue
		}
		p.uses[s.Value]++
		if s.Comps == 0 {
			p.used[s.Value] |= 15
			continue
		}
		for c := range int(s.Comps) {
			p.used[s.Value] |= 1 << s.Swizzle.At(c)
		}
	}
}

// fateOf decides about an instruction; the instructions ahead of it are decided.
func (p *plan) fateOf(i ssa.InstrID) fate {
	f := p.f
	if p.nine {
		if x, ok := p.fateOf9(i); ok {
			return x
		}
	}
	if p.doubles && isDouble(f, i) {
		return p.fateOfDouble(i)
	}
	switch o := f.Op(i); o {
	case op.Const, op.Constant, op.Zero, op.Undef, op.LoadInput, op.LoadSystemValue:
		return direct
	case op.LoadInterpolatedInput:
		if at := op.Barycentric(f.Field(f.Arg(i, 0), "at")); at == op.BarycentricAtSample || at == op.BarycentricAtOffset || p.interpolatesElsewhere(i) {
			return computed
		}
		return direct
	case op.LoadBarycentric, op.ResourceIndex, op.ElementOffset, op.DerefVar, op.DerefArray:
		return absent
	case op.LoadUBOVec4, op.LoadConstant:
		at := f.Arg(i, f.NumSrcs(i)-1)
		if _, known := f.KnownBits(at, 0); known || p.uses[i] == 1 && (p.fates[at] == computed || p.fates[at] == folded && o == op.LoadUBOVec4 || f.Op(at) == op.LoadReg) {
			return direct
		}
	case op.Mov, op.BoolMask, op.MaskBool:
		return alias
	case op.I2I, op.U2U:
		if f.Bits(i) == f.Bits(f.Arg(i, 0)) {
			return alias
		}
	case op.Bitcast:
		if f.Bits(i) == f.Bits(f.Arg(i, 0)) || f.Bits(f.Arg(i, 0)) == 1 {
			return alias
		}
	case op.Vec:
		if p.isSwizzle(i) {
			return alias
		}
	case op.FNeg, op.FAbs:
		if p.uses[i] > 0 && p.allTake(i) {
			return folded
		}
	case op.INeg:
		if p.uses[i] > 0 && p.allUsers(i, func(user ssa.InstrID) bool { return f.Op(user) == op.IAdd }) {
			return folded
		}
	case op.FMul:
		if p.isFactor(i) {
			return folded
		}
	case op.IAdd:
		if p.isVectorNumber(i) {
			return folded
		}
	case op.IMul:
		if p.isIntegerFactor(i) {
			return folded
		}
	case op.FSat:
		if v := f.Arg(i, 0); p.uses[v] == 1 && p.fates[v] == computed && takesSaturation(f.Op(v)) && f.Src(i, 0).IsIdentity() && f.Comps(v) == f.Comps(i) && f.Block(v) == f.Block(i) {
			p.sat[v] = true
			return alias
		}
	}
	return computed
}

// fateOfDouble is fateOf of an operation that reads or makes a double.
func (p *plan) fateOfDouble(i ssa.InstrID) fate {
	f := p.f
	switch f.Op(i) {
	case op.Const, op.Constant, op.Zero, op.Undef:
		return direct
	case op.Mov:
		return alias
	case op.Bitcast:
		if f.Bits(i) != 64 {
			return alias
		}
	case op.FNeg, op.FAbs:
		if p.uses[i] > 0 && p.allTake(i) {
			return folded
		}
	}
	return computed
}

// interpolatesElsewhere reports whether an input is interpolated elsewhere than its declaration
// has it.
func (p *plan) interpolatesElsewhere(i ssa.InstrID) bool {
	f := p.f
	at := op.Barycentric(f.Field(f.Arg(i, 0), "at"))
	for k := range f.Shader.Vars {
		v := &f.Shader.Vars[k]
		if v.Mode == ssa.ModeShaderIn && v.HasAt && v.At == f.Field(i, "base") {
			declared := op.BarycentricPixel
			switch v.IO.Sampling {
			case ir.SampleCentroid:
				declared = op.BarycentricCentroid
			case ir.SampleSample:
				declared = op.BarycentricSample
			}
			return at != declared
		}
	}
	return false
}

// isSwizzle reports whether a vector is made of components of one value that is no constant.
func (p *plan) isSwizzle(i ssa.InstrID) bool {
	f := p.f
	v := f.Arg(i, 0)
	if f.Op(v).Class() == op.ClassConst {
		return false
	}
	for k := 1; k < f.NumSrcs(i); k++ {
		if f.Arg(i, k) != v {
			return false
		}
	}
	return true
}

// allUsers reports whether all users of a value are instructions that satisfy a condition.
func (p *plan) allUsers(v ssa.Value, ok func(ssa.InstrID) bool) bool {
	for u := p.f.FirstUse(v); u != 0; u = p.f.NextUse(u) {
		if user, _ := p.f.UserOf(u); user == 0 || !ok(user) {
			return false
		}
	}
	return true
}

// allTake reports whether all users of a float take modifiers on it.
func (p *plan) allTake(v ssa.Value) bool {
	return p.allUsers(v, func(user ssa.InstrID) bool {
		o := p.f.Op(user)
		return takesModifiers(o) || p.nine && (takesModifiers9(o) || o == op.Vec && p.isPosition(user))
	})
}

// takesModifiers reports whether an operation's float operands may be negated or absolute.
func takesModifiers(o op.Op) bool {
	switch o {
	case op.FAdd, op.FSub, op.FMul, op.FDiv, op.FFma, op.FMin, op.FMax, op.FDot, op.FLtMask, op.FLeMask, op.FEqMask, op.FNeuMask, op.FFloor,
		op.FCeil, op.FTrunc, op.FRoundEven, op.FFract, op.FSqrt, op.FRsq, op.FExp2, op.FLog2, op.FSin, op.FCos, op.F2I, op.F2U, op.FRcp:
		return true
	}
	return false
}

// takesSaturation reports whether the machine can clamp an operation's result.
func takesSaturation(o op.Op) bool {
	switch o {
	case op.FAdd, op.FSub, op.FMul, op.FDiv, op.FFma, op.FMin, op.FMax, op.FDot, op.FFloor, op.FFract, op.FSqrt, op.FRsq, op.FExp2, op.FLog2:
		return true
	}
	return false
}

// isFactor reports whether a product is only used by one sum, which may be fused with it.
func (p *plan) isFactor(i ssa.InstrID) bool {
	f := p.f
	if p.uses[i] != 1 || f.FP(i)&ssa.Contract == 0 {
		return false
	}
	u := f.FirstUse(i)
	user, _ := f.UserOf(u)
	if user == 0 || f.Op(user) != op.FAdd && f.Op(user) != op.FSub || f.FP(user)&ssa.Contract == 0 {
		return false
	}
	other := 1 - f.UseIndex(u)
	v := f.Arg(user, other)
	// The first of two products is folded.
	return v == i || !(f.Op(v) == op.FMul && p.fates[v] == folded)
}

// isVectorNumber reports whether a sum is only used as the number of a vector in a constant
// buffer, whose operand has a constant part; the rest has to be in a register.
func (p *plan) isVectorNumber(i ssa.InstrID) bool {
	f := p.f
	bits, ok := f.KnownBits(f.Arg(i, 1), 0)
	if !ok || bits >= 4096 || f.Comps(i) != 1 {
		return false
	}
	s := f.Src(i, 0)
	if s.Swizzle.At(0) != 0 || f.Comps(s.Value) != 1 || p.fates[s.Value] != computed && f.Op(s.Value) != op.LoadReg {
		return false
	}
	return p.uses[i] > 0 && p.allUsers(i, func(user ssa.InstrID) bool { return f.Op(user) == op.LoadUBOVec4 && f.Arg(user, 1) == i })
}

// isIntegerFactor reports whether a product of integers, which no shift makes, is only used by
// one sum.
func (p *plan) isIntegerFactor(i ssa.InstrID) bool {
	f := p.f
	if p.uses[i] != 1 {
		return false
	}
	for k := range 2 {
		if bits, ok := f.KnownBits(f.Arg(i, k), 0); ok && bits&(bits-1) == 0 {
			return false
		}
	}
	u := f.FirstUse(i)
	user, _ := f.UserOf(u)
	if user == 0 || f.Op(user) != op.IAdd {
		return false
	}
	v := f.Arg(user, 1-f.UseIndex(u))
	return v == i || !(f.Op(v) == op.IMul && p.fates[v] == folded)
}

// extend notes a use of a value at a position in a loop.
func (p *plan) extend(v ssa.Value, at, loop int32) {
	for ; loop >= 0; loop = p.loops[loop].parent {
		if p.loops[loop].start > p.pos[v] {
			at = max(at, p.loops[loop].end)
		}
	}
	p.end[v] = max(p.end[v], at)
}

// findEnds finds the last use of each value. A value that isn't computed lets its sources live
// as long as itself.
func (p *plan) findEnds() {
	f := p.f
	for _, i := range p.order {
		for k := range f.NumSrcs(i) {
			if v := f.Arg(i, k); v != 0 {
				p.extend(v, p.pos[i], p.in[i])
			}
		}
	}
	for _, c := range p.conds {
		p.extend(c.value, c.pos, c.loop)
	}
	for n := len(p.order) - 1; n >= 0; n-- {
		i := p.order[n]
		if p.fates[i] == computed {
			continue
		}
		for k := range f.NumSrcs(i) {
			if v := f.Arg(i, k); v != 0 {
				p.end[v] = max(p.end[v], p.end[i])
			}
		}
	}
}

// keeps reports whether a value loaded from a register can stay there: nothing is stored in the
// register until its last use.
func (p *plan) keeps(i ssa.InstrID) bool {
	r := &p.regs[p.f.Word(i, 0)]
	if r.array {
		return false
	}
	for _, s := range r.stores {
		if at := p.pos[s]; at > p.pos[i] && at < p.end[i] {
			return false
		}
	}
	return true
}

// root is the value whose instruction computes a value.
func (p *plan) root(v ssa.Value) ssa.Value {
	for p.f.Op(v) == op.FSat && p.fates[v] == alias {
		v = p.f.Arg(v, 0)
	}
	return v
}

// isOpen reports whether a register of the SSA form can be written from a position on, ahead of
// a store: nothing reads or stores it in between, and no value in it is used later.
func (p *plan) isOpen(r *regUse, from, to int32, self ssa.InstrID, whole bool) bool {
	for _, l := range r.loads {
		at, end := p.pos[l], p.end[l]
		if p.fates[l] == alias {
			if at < to && end > from || !whole && end == from {
				return false
			}
		} else if at > from && at < to {
			return false
		}
	}
	for _, s := range r.stores {
		if at := p.pos[s]; s != self && at >= from && at < to {
			return false
		}
	}
	return true
}

// join finds the values that are computed in the registers of others. newReg makes a virtual
// register, and output gives the one of a store to an output; 0: the output is no register
// that can be written early.
func (p *plan) join(newReg func(comps int) uint32, output func(i ssa.InstrID) (uint32, uint8, bool)) {
	f := p.f
	for k := 1; k < len(f.Regs); k++ {
		if r := &p.regs[k]; f.Regs[k].Length > 0 {
			r.array = true
		} else if len(r.stores)+len(r.loads) > 0 {
			r.vreg = newReg(max(1, f.Shader.Module.Types.ComponentCount(f.Regs[k].Type)))
		}
	}
	for _, i := range p.order {
		if f.Op(i) == op.LoadReg && p.keeps(i) {
			p.fates[i] = alias
		}
	}
	p.joinOutputs(output)
	for n := len(p.order) - 1; n >= 0; n-- {
		i := p.order[n]
		switch f.Op(i) {
		case op.StoreReg:
			if f.NumSrcs(i) > 1 && f.Arg(i, 1) != 0 {
				continue
			}
			p.joinStore(i)
		case op.StoreOutput:
			p.joinOutput(i, output)
		case op.Vec:
			if p.fates[i] == computed {
				p.joinVector(i, newReg)
			}
		}
	}
}

// joinOutputs makes outputs of registers that are only read to be stored in an output.
func (p *plan) joinOutputs(output func(i ssa.InstrID) (uint32, uint8, bool)) {
	f := p.f
	for _, i := range p.order {
		if f.Op(i) != op.StoreOutput {
			continue
		}
		v := f.Arg(i, 0)
		if f.Op(v) != op.LoadReg || p.fates[v] != alias || p.uses[v] != 1 {
			continue
		}
		if s := f.Src(i, 0); s.Comps != 0 && !s.IsIdentity() {
			continue
		}
		r := &p.regs[f.Word(v, 0)]
		if r.array || len(r.loads) != 1 {
			continue
		}
		if reg, _, ok := output(i); ok {
			r.vreg = reg
		}
	}
}

// joinStore lets the value of a register be computed in it.
func (p *plan) joinStore(i ssa.InstrID) {
	f := p.f
	v := p.root(f.Arg(i, 0))
	r := &p.regs[f.Word(i, 0)]
	if p.fates[v] != computed || f.Op(v) == op.LoadReg || p.views[v].some || f.Block(v) != f.Block(i) || f.Comps(v) != f.Comps(f.Arg(i, 0)) {
		return
	}
	if s := f.Src(i, 0); s.Comps != 0 && !s.IsIdentity() {
		return
	}
	if !p.isOpen(r, p.pos[v], p.pos[i], i, writesLast(f.Op(v)) || p.keepsPlaces(v, f.Word(i, 0))) {
		return
	}
	last := max(p.end[v], p.end[f.Arg(i, 0)])
	for _, s := range r.stores {
		if at := p.early[s]; s != i && p.pos[s] > p.pos[i] && at < last {
			return // another use reads the value later
		}
	}
	p.views[v] = view{r.vreg, identity, true}
	p.early[i] = p.pos[v]
}

// keepsPlaces reports whether the components of a vector that are those of a register stay in their places, so that the
// vector can be made there.
func (p *plan) keepsPlaces(v ssa.Value, reg uint32) bool {
	f := p.f
	if f.Op(v) != op.Vec {
		return false
	}
	at := 0
	for k := range f.NumSrcs(v) {
		s := f.Src(v, k)
		n := width(f, s)
		switch fate := p.fates[s.Value]; {
		case fate == computed, f.Op(s.Value).Class() == op.ClassConst:
		case fate == alias && f.Op(s.Value) == op.LoadReg:
			for c := range n {
				if f.Word(s.Value, 0) == reg && s.Swizzle.At(c) != at+c {
					return false
				}
			}
		default:
			return false
		}
		at += n
	}
	return true
}

// joinOutput lets a value that is only stored in an output be computed there.
func (p *plan) joinOutput(i ssa.InstrID, output func(i ssa.InstrID) (uint32, uint8, bool)) {
	f := p.f
	v := p.root(f.Arg(i, 0))
	if p.fates[v] != computed || f.Op(v) == op.LoadReg || p.views[v].some || p.uses[f.Arg(i, 0)] != 1 || p.uses[v] != 1 || f.Block(v) != f.Block(i) {
		return
	}
	if reg, _, ok := output(i); ok {
		p.views[v] = view{reg, identity, true}
	}
}

// joinVector lets components of a vector be computed in its register.
func (p *plan) joinVector(i ssa.InstrID, newReg func(comps int) uint32) {
	f := p.f
	if !p.views[i].some {
		p.views[i] = view{newReg(f.Comps(i)), identity, true}
	}
	w := p.views[i]
	at := 0
	for k := range f.NumSrcs(i) {
		s := f.Src(i, k)
		n := width(f, s)
		v := p.root(s.Value)
		if p.fates[v] == computed && f.Op(v) != op.LoadReg && !p.views[v].some && p.uses[s.Value] == 1 && p.uses[v] == 1 && n == f.Comps(v) &&
			s.IsIdentity() && p.canJoin(i, v) {
			x := view{reg: w.reg, some: true}
			for c := range n {
				x.comps[c] = w.comps[at+c]
			}
			p.views[v] = x
		}
		at += n
	}
}

// canJoin reports whether a component can be computed early in a vector's register.
func (p *plan) canJoin(i ssa.InstrID, v ssa.Value) bool {
	for k := range p.regs {
		r := &p.regs[k]
		if r.vreg == 0 || r.vreg != p.views[i].reg {
			continue
		}
		// The vector is stored in a register.
		if p.f.Block(v) != p.f.Block(i) {
			return false
		}
		for _, s := range r.stores {
			if p.pos[s] >= p.pos[i] && p.f.Block(s) == p.f.Block(i) {
				if !p.isOpen(r, p.pos[v], p.pos[s], s, false) {
					return false
				}
				p.early[s] = min(p.early[s], p.pos[v])
				return true
			}
		}
		return false
	}
	return true
}

// writesLast reports whether the code of an operation writes its result after it has read all
// sources.
func writesLast(o op.Op) bool {
	switch o {
	case op.Vec, op.InsertDynamic, op.Insert, op.LoadScratch, op.LoadConstant, op.FCross, op.FNormalize, op.Txs:
		return false
	}
	return true
}
