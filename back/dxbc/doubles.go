package dxbc

// This file makes arithmetic on 64-bit floats. A double is two components of a register, x and y
// or z and w, the low word first. Operations are on single doubles: their sources read the
// double in both places, so that the result may be in either.
//
// Direct3D 11 has sums, products, comparisons, choices, and conversions to and from floats.
// Quotients, sums of a product and conversions to and from integers are of Direct3D 11.1. Other
// operations are computed with integers.

import (
	"fmt"
	"slices"

	"refract/internal/back"
	"refract/internal/back/direct3d"
	"refract/internal/dxbc"
	"refract/internal/ssa/build"
	"refract/internal/ssa/lower"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// Doubles selects how 64-bit floats are computed.
type Doubles uint8

const (
	DoublesEmulated Doubles = iota // with integers, on all hardware
	DoublesBasic                   // by instructions of Direct3D 11
	DoublesExtended                // by instructions of Direct3D 11.1
)

var doublesNames = [...]string{"emulated", "basic", "extended"}

// String returns "emulated".
func (d Doubles) String() string {
	if int(d) < len(doublesNames) {
		return doublesNames[d]
	}
	return fmt.Sprintf("Doubles(%d)", uint8(d))
}

// MarshalText returns "emulated".
func (d Doubles) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// UnmarshalText reads "emulated".
func (d *Doubles) UnmarshalText(text []byte) error {
	k := slices.Index(doublesNames[:], string(text))
	if k < 0 {
		return fmt.Errorf("%q is no way to compute doubles: emulated, basic and extended are", text)
	}
	*d = Doubles(k)
	return nil
}

// checkDoubles reports doubles that the profile lacks.
func (o *Options) checkDoubles() error {
	if o.Doubles != DoublesEmulated && o.Profile < Profile50 {
		return &back.OptionError{Name: "dxbc.doubles", Err: fmt.Errorf("doubles of the hardware need shader model 5.0, and the profile is %s", o.Profile)}
	}
	return nil
}

// softDoubles are the operations that the machine lacks.
func (d Doubles) softDoubles() lower.Float64Ops {
	soft := lower.Float64Sqrt | lower.Float64Round | lower.Float64Bits
	if d == DoublesBasic {
		soft |= lower.Float64Div | lower.Float64Convert | lower.Float64Fma
	}
	return soft
}

// beginDoubles takes operations on 64-bit floats apart; operations that the machine lacks become
// calls.
func beginDoubles(p *direct3d.Passes, d Doubles) {
	p.Add(lower.Matrices, lower.Float64(lower.Float64Options{Apart: true}), lower.Float64(lower.Float64Options{Ops: d.softDoubles()}), lower.LowerInt64)
}

// endDoubles leaves single doubles, which only arithmetic makes.
func endDoubles(p *direct3d.Passes) {
	p.Text("copy-prop, to-lcssa")
	p.Add(lower.Split64, lower.Float64(lower.Float64Options{Apart: true}), doubleElements, lower.ALUToScalarOf(lower.ScalarOptions{Bits: 64}))
	p.Text("copy-prop, constant-folding, cse, dce")
}

// doubleElements is a pass of the back end's own.
var doubleElements = &pass.Pass{
	Name:      "dxbc-double-elements",
	Doc:       "elements of vectors of doubles are chosen by comparisons of the index",
	Preserves: ssa.ControlFlow,
	Machine:   true,
	Function:  chooseElements,
}

func chooseElements(f *ssa.Function) bool {
	changed := false
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			if f.Bits(i) != 64 {
				continue
			}
			at := f.BuildBefore(i)
			at.Span = f.SpanOf(i)
			v := ssa.Value(0)
			switch f.Op(i) {
			case op.ExtractDynamic:
				v = chosen(&at, f.Arg(i, 0), f.Arg(i, 1))
			case op.InsertDynamic:
				v = changedAt(&at, f.Arg(i, 0), f.Arg(i, 1), f.Arg(i, 2))
			}
			if v != 0 {
				f.ReplaceUses(i, v)
				f.Remove(i)
				changed = true
			}
		}
	}
	return changed
}

// chosen is the element of a vector at an index.
func chosen(b *ssa.Builder, v, index ssa.Value) ssa.Value {
	x := b.Component(v, 0)
	for k := 1; k < b.F.Comps(v); k++ {
		x = build.Op(b, op.BCsel, build.Op(b, op.IEq, index, b.U32(uint32(k))), b.Component(v, k), x)
	}
	return x
}

// changedAt is a vector with another element at an index.
func changedAt(b *ssa.Builder, v, element, index ssa.Value) ssa.Value {
	parts := make([]ssa.Value, b.F.Comps(v))
	for k := range parts {
		parts[k] = build.Op(b, op.BCsel, build.Op(b, op.IEq, index, b.U32(uint32(k))), element, b.Component(v, k))
	}
	return b.Op(op.Vec, b.F.Type(v), parts...)
}

// doubleFlags are the flags of a program with doubles.
func (w *Writer) doubleFlags() dxbc.Control {
	switch {
	case !w.doubles:
		return 0
	case w.opts.Doubles == DoublesExtended:
		return dxbc.DoublePrecision | dxbc.DoubleExtensions
	}
	return dxbc.DoublePrecision
}

// isDouble reports whether an instruction reads or makes a 64-bit float.
func isDouble(f *ssa.Function, i ssa.InstrID) bool { return lower.OnBits(f, i, 64) }

// doubleRules are the opcodes of operations on doubles.
var doubleRules = [op.Count]rule{
	op.FAdd: {dxbc.OpDadd, plain}, op.FMul: {dxbc.OpDmul, plain}, op.FMin: {dxbc.OpDmin, plain}, op.FMax: {dxbc.OpDmax, plain},
	op.FLtMask: {dxbc.OpDlt, plain}, op.FLeMask: {dxbc.OpDge, swapped}, op.FEqMask: {dxbc.OpDeq, plain}, op.FNeuMask: {dxbc.OpDne, plain},
	op.CselMask: {dxbc.OpDmovc, plain}, op.FDiv: {dxbc.OpDdiv, plain}, op.FFma: {dxbc.OpDfma, plain},
	op.F2I: {dxbc.OpDtoi, plain}, op.F2U: {dxbc.OpDtou, plain}, op.I2F: {dxbc.OpItod, plain}, op.U2F: {dxbc.OpUtod, plain},
}

// isExtension reports whether an opcode is one of Direct3D 11.1.
func isExtension(o dxbc.Opcode) bool {
	return dxbc.OpDdiv <= o && o <= dxbc.OpUtod
}

// double makes the code of an operation that reads or makes a double.
func (g *generator) double(i ssa.InstrID) {
	f := g.f
	x := func(k int) operand { return g.doubleSrc(i, k) }
	r := doubleRules[f.Op(i)]
	switch f.Op(i) {
	case op.FSub:
		g.compute(dxbc.OpDadd, i, g.dest(i), x(0), negated(x(1)))
		return
	case op.FNeg:
		g.compute(dxbc.OpDmov, i, g.dest(i), negated(x(0)))
		return
	case op.FAbs:
		g.compute(dxbc.OpDmov, i, g.dest(i), absolute(x(0)))
		return
	case op.F2F:
		if r = (rule{dxbc.OpFtod, plain}); f.Bits(i) == 32 {
			r.op = dxbc.OpDtof
		}
	case op.Bitcast: // of a pair of words
		v := g.src(i, 0)
		v.swizzle = [4]uint8{v.swizzle[0], v.swizzle[1], v.swizzle[0], v.swizzle[1]}
		if g.isPair(v) {
			v.whole = true
			g.locs[i], g.known[i] = v, true
			return
		}
		d := g.dest(i)
		g.put(dxbc.OpMov, 1, d, v)
		return
	}
	if r.form == noRule || isExtension(r.op) && g.w.opts.Doubles != DoublesExtended {
		g.unsupported("a " + f.Op(i).String() + " of " + g.m.TypeName(f.Type(f.Arg(i, 0))))
		g.dest(i)
		return
	}
	var list [3]operand
	n := f.NumSrcs(i)
	for k := range n {
		list[k] = x(k)
	}
	if r.form == swapped {
		list[0], list[1] = list[1], list[0]
	}
	g.compute(r.op, i, g.dest(i), list[:n]...)
}

// isPair reports whether two words are a pair of a register that stays as it is: a vector of a
// constant buffer, or a register that pairs were loaded to.
func (g *generator) isPair(o operand) bool {
	if o.swizzle[0]%2 != 0 || o.swizzle[1] != o.swizzle[0]+1 || o.modifier != 0 {
		return false
	}
	switch o.kind {
	case dxbc.ConstantBuffer:
		return o.lane%2 == 0
	case dxbc.Temp:
		return g.regs[o.reg].loaded
	}
	return false
}

// doubleSrc is a source of an operation on doubles: a double, or one component of 32 bits for
// both places.
func (g *generator) doubleSrc(i ssa.InstrID, k int) operand {
	f := g.f
	s := f.Src(i, k)
	at := 0
	if s.Comps != 0 {
		at = s.Swizzle.At(0)
	}
	if f.Bits(s.Value) != 64 {
		return g.source(s).comp(0)
	}
	if bits, ok := f.KnownBits(s.Value, at); ok {
		lo, hi := uint32(bits), uint32(bits>>32)
		return operand{kind: dxbc.Immediate64, imm: [4]uint32{lo, hi, lo, hi}, swizzle: [4]uint8{0, 1, 0, 1}, whole: true}
	}
	if f.Comps(s.Value) > 1 {
		g.unsupported("a vector of doubles as the value of a " + f.Op(s.Value).String())
	}
	return g.value(s.Value)
}

// doubleAlias is the operand of a double that no instruction computes, or of the words of one.
func (g *generator) doubleAlias(v ssa.Value) operand {
	f := g.f
	switch f.Op(v) {
	case op.Mov, op.FNeg, op.FAbs, op.Bitcast:
	default:
		g.unsupported("the value of a " + f.Op(v).String() + " of " + g.m.TypeName(f.Type(v)))
		return imm(0)
	}
	o := g.doubleSrc(v, 0)
	switch f.Op(v) {
	case op.FNeg:
		return negated(o)
	case op.FAbs:
		return absolute(o)
	case op.Bitcast: // to words
		o.whole = false
		o.swizzle[2], o.swizzle[3] = o.swizzle[1], o.swizzle[1]
		if o.kind == dxbc.Immediate64 {
			o.kind = dxbc.Immediate32
		}
	}
	return o
}

// negated is a double with its sign changed.
func negated(o operand) operand {
	if o.kind == dxbc.Immediate64 {
		o.imm[1] ^= 1 << 31
		o.imm[3] ^= 1 << 31
		return o
	}
	o.modifier ^= dxbc.Negate
	return o
}

// absolute is a double without its sign.
func absolute(o operand) operand {
	if o.kind == dxbc.Immediate64 {
		o.imm[1] &^= 1 << 31
		o.imm[3] &^= 1 << 31
		return o
	}
	o.modifier = dxbc.Absolute
	return o
}

// doubleDest is the place of a double.
func (g *generator) doubleDest(i ssa.InstrID) operand {
	r := g.newReg(2)
	g.regs[r].pair = true
	d := operand{kind: dxbc.Temp, dims: 1, reg: r, swizzle: [4]uint8{0, 1, 0, 1}}
	g.locs[i], g.known[i] = d, true
	g.locs[i].whole = true
	d.mask = 3
	return d
}

// becomesDouble reports whether a pair of an instruction's words becomes a double.
func becomesDouble(f *ssa.Function, i ssa.InstrID) bool {
	for u := f.FirstUse(i); u != 0; u = f.NextUse(u) {
		if user, _ := f.UserOf(u); user != 0 && f.Op(user) == op.Bitcast && f.Bits(user) == 64 {
			return true
		}
	}
	return false
}
