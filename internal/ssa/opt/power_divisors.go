package opt

// This file divides by powers of two that aren't known, but are powers of two.
//
//	before                              after
//	loop {                              loop {
//	  %h = phi 1, %2                      %h = phi 1, %2
//	  if %h < 256 {} else { break }       if %h < 256 {} else { break }
//	  %3 = urem %t, %h                    %6 = isub %h, 1
//	                                      %3 = iand %t, %6
//	  %4 = udiv %t, %h                    %7 = inot %6
//	  %5 = imul %4, %h                    %5 = iand %t, %7
//	  %2 = imul %h, 2                     %2 = imul %h, 2
//	}                                   }
//
// A value that begins as a power of two and is doubled or halved stays one, or becomes
// zero; the range of its numbers excludes zero. Fourier transforms, sorting networks and
// sums over a workgroup divide by such counters, and machines have no division. Numbers
// with a sign must be positive.

import (
	"refract/internal/ssa/analysis"
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// PowerDivisors divides by powers of two that aren't known by shifting.
var PowerDivisors = &pass.Pass{
	Name:      "power-divisors",
	Doc:       "quotients and remainders by numbers that are powers of two, whichever, become shifts and masks",
	Preserves: ssa.ControlFlow,
	Function:  powerDivisors,
}

func powerDivisors(f *ssa.Function) bool {
	changed := false
	for powerDivisorsOnce(f) { // a mask has a range where a quotient had none
		changed = true
	}
	return changed
}

func powerDivisorsOnce(f *ssa.Function) bool {
	changed := false
	var r *analysis.Ranges
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			switch o := f.Op(i); o {
			case op.UDiv, op.URem, op.IDiv, op.IRem:
				if f.Comps(i) != 1 || f.Bits(i) != 32 || isKnown(f, f.Arg(i, 1)) || !mayBePower(f, f.Arg(i, 1)) {
					continue
				}
				if r == nil {
					r = analysis.FindRanges(f)
				}
				n := r.At(i, 1)
				if isSigned := o == op.IDiv || o == op.IRem; n.Lo == 0 || isSigned && (n.SLo <= 0 || r.At(i, 0).SLo < 0) {
					continue
				}
				p := powers{f: f, r: r}
				if p.is(f.Src(i, 1)) {
					dividePower(f, i)
					changed = true
				}
			}
		}
	}
	return changed
}

// mayBePower reports whether a value is an operation that makes powers of two of such.
func mayBePower(f *ssa.Function, v ssa.Value) bool {
	switch f.Op(v) {
	case op.Phi, op.IShl, op.UShr, op.IShr, op.IMul, op.UDiv, op.IDiv, op.UMin, op.UMax, op.IMin, op.IMax, op.BCsel, op.SelectWhole, op.IAnd, op.Mov:
		return true
	}
	return false
}

// dividePower makes a mask or a shift of a division by a power of two.
func dividePower(f *ssa.Function, i ssa.InstrID) {
	t := f.Type(i)
	a, by := f.Src(i, 0), f.Src(i, 1)
	mask := func(at ssa.Builder, i ssa.InstrID, by ssa.Value) {
		instead(f, i, at.Instr(op.IAnd, t, a, component(ssa.Whole(by))))
	}
	rest := func(at ssa.Builder) ssa.Value { // the bits below
		return at.Instr(op.ISub, t, by, component(ssa.Whole(at.Const(t, 1))))
	}
	if o := f.Op(i); o == op.URem || o == op.IRem {
		at := f.BuildBefore(i)
		mask(at, i, rest(at))
		return
	}
	var whole []ssa.InstrID // the quotient times the divisor
	for u := f.FirstUse(i); u != 0; u = f.NextUse(u) {
		if m, _ := f.UserOf(u); m != 0 && f.Op(m) == op.IMul && f.Type(m) == t && f.Comps(m) == 1 && (f.Src(m, 0) == by && f.Arg(m, 1) == i || f.Src(m, 1) == by && f.Arg(m, 0) == i) {
			whole = append(whole, m)
		}
	}
	for _, m := range whole {
		at := f.BuildBefore(m)
		mask(at, m, at.Instr(op.INot, t, component(ssa.Whole(rest(at)))))
	}
	if !f.HasUses(i) {
		f.Remove(i)
		return
	}
	at := f.BuildBefore(i)
	by = component(ssa.Whole(at.Instr(op.FindLSB, ir.TypeU32, by)))
	o := op.UShr
	if t == ir.TypeI32 {
		o = op.IShr
	}
	shift := at.Instr(o, t, a, by)
	f.SetFlags(shift, ir.FlagInRange)
	instead(f, i, shift)
}

// powers finds out whether numbers have at most one bit that is set.
type powers struct {
	f    *ssa.Function
	r    *analysis.Ranges
	seen []ssa.Value // that are looked at: a phi is what it is where all others are
}

// maxPowers bounds how many values one number may come from.
const maxPowers = 24

// is reports whether a number is a power of two or zero.
func (p *powers) is(s ssa.Src) bool {
	f, v := p.f, s.Value
	if isKnown(f, v) {
		x, ok := knownBits(f, v, s.Swizzle.At(0))
		return ok && x&(x-1) == 0
	}
	if f.Comps(v) != 1 || f.Bits(v) != 32 {
		return false
	}
	for _, x := range p.seen {
		if x == v {
			return true
		}
	}
	if len(p.seen) == maxPowers {
		return false
	}
	p.seen = append(p.seen, v)
	switch o := f.Op(v); o {
	case op.IShl, op.UShr, op.Mov:
		return p.is(f.Src(v, 0))
	case op.IShr: // of what has no sign
		return p.r.At(v, 0).SLo >= 0 && p.is(f.Src(v, 0))
	case op.IMul, op.UDiv, op.UMin, op.UMax, op.IMin, op.IMax:
		return p.is(f.Src(v, 0)) && p.is(f.Src(v, 1))
	case op.IDiv:
		return p.r.At(v, 0).SLo >= 0 && p.r.At(v, 1).SLo >= 0 && p.is(f.Src(v, 0)) && p.is(f.Src(v, 1))
	case op.BCsel, op.SelectWhole:
		return p.is(f.Src(v, 1)) && p.is(f.Src(v, 2))
	case op.IAnd:
		x, y := f.Src(v, 0), f.Src(v, 1)
		if isNegated(f, x, y) || isNegated(f, y, x) {
			return true
		}
		mark := len(p.seen)
		if p.is(x) {
			return true
		}
		p.seen = p.seen[:mark] // what was looked at in vain is assumed no more
		return p.is(y)
	case op.Phi:
		for k := range f.NumSrcs(v) {
			if !p.is(f.Src(v, k)) {
				return false
			}
		}
		return true
	}
	return false
}

// isNegated reports whether a number is another with the other sign: a number equal to its
// negative is one bit.
func isNegated(f *ssa.Function, x, of ssa.Src) bool {
	switch v := x.Value; f.Op(v) {
	case op.INeg:
		return f.Src(v, 0) == of
	case op.ISub:
		if z := f.Src(v, 0); isKnown(f, z.Value) && f.Src(v, 1) == of {
			bits, ok := knownBits(f, z.Value, z.Swizzle.At(0))
			return ok && bits == 0
		}
	}
	return false
}
