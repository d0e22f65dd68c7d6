package lower

// This file does arithmetic on integers with floats, for machines without integers.
//
//	before                         after
//	%3 = iadd %1, %2 : i32         %4 = i2f %1 : f32
//	%6 = ilt %3, %c : bool         %5 = i2f %2 : f32
//	store @v, %3                   %3 = fadd %4, %5 : f32
//	                               %6 = flt %3, %d : bool
//	                               %7 = f2i %3 : i32
//	                               store @v, %7
//
// An integer of 32 bits is the float of its value, which is exact from -2^24 to 2^24. Memory,
// inputs, textures and indices keep integers: i2f and f2i are at these places only, and f2i
// converts whole numbers only, so that a machine whose memory holds floats needs neither. Shifts
// by constants are products, and masks of low bits are remainders. Other operations on bits,
// constants of more than 24 bits and integers of other sizes have no form with floats: they
// stay, and are an error if that is asked for.

import (
	"math"

	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// IntFloatOptions selects the accuracy of integers as floats.
type IntFloatOptions struct {
	Approximate bool `doc:"the machine's quotients may be a little too small: half is added to dividends"`
	Zeros       bool `doc:"zeros may have either sign as floats, and divisors aren't zero"`
	All         bool `doc:"an operation that floats can't do is an error"`
}

// IntsToFloats does arithmetic on integers with floats.
var IntsToFloats = &pass.Pass{
	Name:        "ints-to-floats",
	Doc:         "arithmetic on 32-bit integers is done with floats, exactly for numbers of 24 bits",
	Replaces:    []string{"lower_int_to_float"},
	Establishes: pass.NoInts,
	Destroys:    pass.Scalar,
	Preserves:   ssa.ControlFlow,
	Machine:     true,
	Function:    func(f *ssa.Function) bool { return intsToFloats(f, IntFloatOptions{}) },
}

// IntsToFloatsOf is the pass with options.
func IntsToFloatsOf(o IntFloatOptions) *pass.Pass {
	p := *IntsToFloats
	p.Function = func(f *ssa.Function) bool { return intsToFloats(f, o) }
	if o.All {
		p.Left = isIntegerOperation
	}
	return &p
}

// maxWhole is the greatest number up to which floats hold all integers.
const maxWhole = 1 << 24

// floatOps are the operations on floats that operations on integers are.
var floatOps = [op.Count]op.Op{
	op.IAdd: op.FAdd, op.ISub: op.FSub, op.IMul: op.FMul, op.INeg: op.FSub, op.INot: op.FSub, op.IAbs: op.FAbs, op.ISign: op.FSign,
	op.IMin: op.FMin, op.UMin: op.FMin, op.IMax: op.FMax, op.UMax: op.FMax, op.IClamp: op.FClamp, op.UClamp: op.FClamp, op.IDot: op.FDot,
	op.USubSat: op.FSub, op.IDiv: op.FDiv, op.UDiv: op.FDiv, op.IRem: op.FDiv, op.URem: op.FDiv, op.IShl: op.FMul, op.IShr: op.FMul, op.UShr: op.FMul,
	op.IAnd: op.FMul, op.B2I: op.B2F, op.I2I: op.Mov, op.U2U: op.Mov, op.Bitcast: op.Mov,
	op.ILt: op.FLt, op.ULt: op.FLt, op.ILe: op.FLe, op.ULe: op.FLe, op.IEq: op.FEq, op.INe: op.FNeu, op.I2B: op.FNeu,
}

// isInteger reports whether a value is an integer, or a vector of them, of 32 bits.
func isInteger(f *ssa.Function, v ssa.Value) bool {
	return f.Comps(v) > 0 && f.Bits(v) == 32 && f.Shader.Module.Types.ScalarOf(f.Type(v)).IsInteger()
}

// IsIntArithmetic reports whether floats can do an instruction, which computes integers or with
// integers, or whether it makes an integer of a float that may not be whole.
func IsIntArithmetic(f *ssa.Function, i ssa.InstrID) bool {
	switch o := f.Op(i); o {
	case op.Phi, op.Undef, op.Mov, op.Vec, op.BCsel, op.CselMask, op.FCsel:
		return isInteger(f, i)
	case op.SelectWhole, op.Insert, op.InsertDynamic:
		return isInteger(f, i) && f.Comps(f.Arg(i, 1)) > 0
	case op.ExtractDynamic:
		return isInteger(f, i) && f.Comps(f.Arg(i, 0)) > 0
	case op.I2F, op.U2F:
		v := f.Arg(i, 0)
		return f.Op(v) == op.Const && f.Bits(v) == 32 || isFloatOfInteger(f, v) || f.Bits(v) == 32 && f.Op(v).Class() != op.ClassConst && IsIntArithmetic(f, v)
	case op.I2I, op.U2U, op.Bitcast:
		v := f.Arg(i, 0)
		return isInteger(f, i) && isInteger(f, v) && f.Comps(v) == f.Comps(i)
	case op.B2I:
		return isInteger(f, i)
	case op.IShl, op.IShr, op.UShr:
		return f.Bits(i) == 32 && smallNumbers(f, i, 0) && constantsBelow(f, f.Src(i, 1), 32)
	case op.IAnd:
		_, ok := lowMask(f, i)
		return f.Bits(i) == 32 && ok
	case op.ILt, op.ILe, op.ULt, op.ULe, op.IMin, op.IMax, op.UMin, op.UMax, op.IClamp, op.UClamp, op.I2B:
		return f.Bits(f.Arg(i, 0)) == 32
	default:
		if floatOps[o] == op.Invalid || f.Bits(f.Arg(i, 0)) != 32 {
			return false
		}
		for k := range f.NumSrcs(i) {
			if !smallNumbers(f, i, k) {
				return false
			}
		}
		return true
	}
}

// isFloatOfInteger reports whether a value is an integer made of a 32-bit float.
func isFloatOfInteger(f *ssa.Function, v ssa.Value) bool {
	return (f.Op(v) == op.F2I || f.Op(v) == op.F2U) && f.Bits(v) == 32 && f.Bits(f.Arg(v, 0)) == 32
}

// isIntegerOperation reports whether an instruction is one that machines without integers lack.
func isIntegerOperation(f *ssa.Function, i ssa.InstrID) bool {
	o := f.Op(i)
	if o.Class() != op.ClassALU {
		return false
	}
	switch o {
	case op.F2I, op.F2U, op.I2F, op.U2F:
		return false
	case op.Bitcast:
		return f.Shader.Module.Types.ScalarOf(f.Type(i)).IsInteger() || f.Shader.Module.Types.ScalarOf(f.Type(f.Arg(i, 0))).IsInteger()
	}
	isInt := func(b op.Base, v ssa.Value) bool {
		return (b == op.Int || b == op.Uint || b == op.IntB) && f.Comps(v) > 0 && f.Bits(v) > 1
	}
	rows := o.Info().Srcs
	for k := range f.NumSrcs(i) {
		if isInt(rows[min(k, len(rows)-1)].Base, f.Arg(i, k)) {
			return true
		}
	}
	return isInt(o.Info().Result.Base, i)
}

// smallNumbers reports whether floats hold the components of a source, if they are known.
func smallNumbers(f *ssa.Function, i ssa.InstrID, k int) bool {
	s := f.Src(i, k)
	if f.Op(s.Value) != op.Const {
		return true
	}
	for c := range width(f, s) {
		if v := int64(int32(f.ConstBits(s.Value, s.Swizzle.At(c)))); v > maxWhole || v < -maxWhole {
			return false
		}
	}
	return true
}

// width is the number of components of a source.
func width(f *ssa.Function, s ssa.Src) int {
	if s.Comps == 0 {
		return f.Comps(s.Value)
	}
	return int(s.Comps)
}

// constantsBelow reports whether the components of a source are constants below a limit.
func constantsBelow(f *ssa.Function, s ssa.Src, limit uint64) bool {
	if f.Op(s.Value) != op.Const {
		return false
	}
	for c := range width(f, s) {
		if f.ConstBits(s.Value, s.Swizzle.At(c)) >= limit {
			return false
		}
	}
	return true
}

// lowMask is the number of the source of an iand that is a mask of low bits.
func lowMask(f *ssa.Function, i ssa.InstrID) (k int, ok bool) {
	for k := range 2 {
		s := f.Src(i, k)
		ok := constantsBelow(f, s, maxWhole)
		for c := 0; ok && c < width(f, s); c++ {
			v := f.ConstBits(s.Value, s.Swizzle.At(c))
			ok = v&(v+1) == 0
		}
		if ok {
			return k, true
		}
	}
	return 0, false
}

// An intMaker makes the floats of a function.
type intMaker struct {
	f      *ssa.Function
	o      IntFloatOptions
	number []ssa.Value // by integer: its float
	result []ssa.Value // by old instruction whose result is no integer: the new one
	backs  []ssa.Value // by value: an integer made of its float again
	isOld  []bool
}

func intsToFloats(f *ssa.Function, o IntFloatOptions) bool {
	var list, phis []ssa.InstrID
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			if IsIntArithmetic(f, i) {
				list = append(list, i)
			}
		}
	}
	if list == nil {
		return truncates(f)
	}
	n := f.InstrCount()
	m := intMaker{f: f, o: o, number: make([]ssa.Value, n), result: make([]ssa.Value, n), backs: make([]ssa.Value, n), isOld: make([]bool, n)}
	for _, i := range list {
		m.isOld[i] = true
		if f.Op(i) == op.Phi {
			m.number[i] = f.PhiAt(f.BeforeInstr(i), m.typeOf(i))
			f.SetName(m.number[i], f.NameOf(i))
			phis = append(phis, i)
		}
	}
	for _, i := range list {
		if f.Op(i) == op.Phi {
			continue
		}
		c := calc{f.BuildBefore(i)}
		v := m.compute(&c, i)
		if f.NameOf(v) == "" {
			f.SetName(v, f.NameOf(i))
		}
		if isInteger(f, i) {
			m.number[i] = v
		} else {
			m.result[i] = v
		}
	}
	for _, p := range phis {
		for k, pred := range f.Preds(f.Block(p)) {
			c := calc{f.Build(f.EndOf(pred))}
			f.SetSrc(m.number[p], k, ssa.Whole(m.of(&c, ssa.Whole(f.Arg(p, k)), false).Value))
		}
	}
	m.finish(list)
	truncates(f)
	return true
}

func (m *intMaker) typeOf(i ssa.Value) ir.TypeID { return ir.VectorOf(ir.F32, m.f.Comps(i)) }

// of is a source as floats. Constants of unsigned operations are positive.
func (m *intMaker) of(c *calc, s ssa.Src, unsigned bool) ssa.Src {
	f := m.f
	v := s.Value
	if f.Op(v) == op.Const {
		var list [4]uint64
		for k := range f.Comps(v) {
			x := float32(int32(f.ConstBits(v, k)))
			if unsigned {
				x = float32(uint32(f.ConstBits(v, k)))
			}
			list[k] = uint64(math.Float32bits(x))
		}
		s.Value = c.Const(m.typeOf(v), list[:f.Comps(v)]...)
		return s
	}
	if m.number[v] == 0 { // made once, where the integer is
		bits := v
		if m.isOld[v] { // of which the bits are taken as an integer
			bits = m.result[v]
		}
		at := calc{builderAfter(f, bits)}
		if isFloatOfInteger(f, v) {
			m.number[v] = at.whole(f.Op(v), f.Src(v, 0), m.typeOf(v))
		} else {
			o := op.I2F
			if hint := f.Shader.Module.Types.ScalarOf(f.Type(v)); hint.IsInteger() && !hint.IsSigned() {
				o = op.U2F
			}
			m.number[v] = at.Op(o, m.typeOf(v), bits)
		}
	}
	s.Value = m.number[v]
	return s
}

// builderAfter inserts behind a value's instruction.
func builderAfter(f *ssa.Function, v ssa.Value) ssa.Builder {
	switch f.Op(v) {
	case op.Phi:
		return f.Build(f.StartOf(f.Block(v)))
	case op.Param:
		b := f.Build(f.StartOf(f.Block(v)))
		b.At = f.AfterInstr(v)
		return b
	}
	return f.BuildAfter(v)
}

// whole is the whole number that f2i or f2u makes of a float.
func (c *calc) whole(o op.Op, s ssa.Src, t ir.TypeID) ssa.Value {
	if o == op.F2I {
		return c.Instr(op.FTrunc, t, s)
	}
	return c.Op(op.FFloor, t, c.Instr(op.FMax, t, s, ssa.Src{Value: c.f32(0), Comps: uint8(width(c.F, s))}))
}

// exact is the freedom of operations on whole numbers, whose results are exact.
const exact = ssa.Contract | ssa.NoNaN | ssa.NoInf

// compute makes the float of an instruction, or, of a comparison, the comparison of floats.
func (m *intMaker) compute(c *calc, i ssa.InstrID) ssa.Value {
	f := m.f
	o := f.Op(i)
	n := f.Comps(i)
	t := m.typeOf(i)
	unsigned := len(o.Info().Srcs) > 0 && o.Info().Srcs[0].Base == op.Uint
	arg := func(k int) ssa.Src { return m.of(c, f.Src(i, k), unsigned) }
	all := func(v ssa.Value) ssa.Src {
		if f.Comps(v) == 1 {
			return ssa.Src{Value: v, Comps: uint8(n)}
		}
		return ssa.Src{Value: v, Swizzle: ssa.Identity, Comps: uint8(n)}
	}
	number := func(x float32) ssa.Src { return all(c.f32(math.Float32bits(x))) }
	do := func(o op.Op, list ...ssa.Src) ssa.Value {
		v := c.Instr(o, t, list...)
		f.SetFP(v, exact)
		return v
	}
	switch o {
	case op.Undef:
		return c.Undef(t)
	case op.Mov, op.Vec, op.BCsel, op.SelectWhole, op.CselMask, op.FCsel, op.Insert, op.InsertDynamic, op.ExtractDynamic:
		return m.moved(c, i)
	case op.I2I, op.U2U, op.Bitcast:
		return c.Instr(op.Mov, t, arg(0))
	case op.B2I:
		return c.Instr(op.B2F, t, f.Src(i, 0))
	case op.I2F, op.U2F:
		return m.float(c, i)
	case op.ILt, op.ILe, op.ULt, op.ULe, op.IEq, op.INe, op.I2B:
		y := number(0)
		if o != op.I2B {
			y = arg(1)
		}
		v := c.Instr(floatOps[o], f.Type(i), arg(0), y)
		f.SetFP(v, exact)
		return v
	case op.INeg:
		return do(op.FSub, number(0), arg(0))
	case op.INot:
		return do(op.FSub, number(-1), arg(0))
	case op.UMin: // an index that isn't known to be positive is limited
		return do(op.FMax, all(do(op.FMin, arg(0), arg(1))), number(0))
	case op.USubSat:
		return do(op.FMax, all(do(op.FSub, arg(0), arg(1))), number(0))
	case op.IShl:
		return do(op.FMul, arg(0), m.powers(c, f.Src(i, 1), 1))
	case op.IShr, op.UShr:
		return do(op.FFloor, all(do(op.FMul, arg(0), m.powers(c, f.Src(i, 1), -1))))
	case op.IAnd:
		k, _ := lowMask(f, i)
		size, part := m.sizes(c, f.Src(i, k))
		return do(op.FMul, all(do(op.FFract, all(do(op.FMul, arg(1-k), part)))), size)
	case op.IDiv, op.UDiv, op.IRem, op.URem:
		return m.divide(c, i, do, all, number)
	}
	var list []ssa.Src
	for k := range f.NumSrcs(i) {
		list = append(list, arg(k))
	}
	return do(floatOps[o], list...)
}

// moved makes an operation that moves integers one that moves floats.
func (m *intMaker) moved(c *calc, i ssa.InstrID) ssa.Value {
	f := m.f
	var list []ssa.Src
	for k := range f.NumSrcs(i) {
		s := f.Src(i, k)
		isNumber := true
		switch f.Op(i) {
		case op.BCsel, op.SelectWhole, op.CselMask, op.FCsel:
			isNumber = k > 0
		case op.InsertDynamic:
			isNumber = k < 2
		case op.ExtractDynamic:
			isNumber = k < 1
		}
		if isNumber {
			s = m.of(c, s, false)
		}
		list = append(list, s)
	}
	v := c.Instr(f.Op(i), m.typeOf(i), list...)
	f.SetWords(v, f.Words(i))
	f.SetFlags(v, f.Flags(i))
	return v
}

// float is the float that i2f or u2f makes of an integer.
func (m *intMaker) float(c *calc, i ssa.InstrID) ssa.Value {
	f := m.f
	s := m.of(c, f.Src(i, 0), f.Op(i) == op.U2F)
	t := m.typeOf(i)
	v := s.Value
	if m.o.Zeros || f.Op(v) == op.Const {
		v = c.Instr(op.Mov, t, s)
	} else {
		v = c.Instr(op.FAdd, t, s, ssa.Src{Value: c.f32(0), Comps: uint8(f.Comps(i))})
	}
	if f.Bits(i) != 32 {
		v = c.Op(op.F2F, f.Type(i), v)
	}
	return v
}

// powers are the powers of two that shifts multiply with.
func (m *intMaker) powers(c *calc, s ssa.Src, sign int) ssa.Src {
	return m.numbers(c, s, func(places uint64) float64 { return math.Ldexp(1, sign*int(places)) })
}

// numbers are constants made of the components of a constant.
func (m *intMaker) numbers(c *calc, s ssa.Src, of func(uint64) float64) ssa.Src {
	var list [4]uint64
	n := m.f.Comps(s.Value)
	for k := range n {
		list[k] = uint64(math.Float32bits(float32(of(m.f.ConstBits(s.Value, k)))))
	}
	s.Value = c.Const(m.typeOf(s.Value), list[:n]...)
	return s
}

// sizes are one more than masks, and the reciprocals.
func (m *intMaker) sizes(c *calc, s ssa.Src) (size, part ssa.Src) {
	size = m.numbers(c, s, func(mask uint64) float64 { return float64(mask + 1) })
	part = m.numbers(c, s, func(mask uint64) float64 { return 1 / float64(mask+1) })
	return size, part
}

// divide makes a quotient or a remainder. The quotient of floats, rounded once, is exact enough:
// it is at least 1/divisor away from the next whole number.
func (m *intMaker) divide(c *calc, i ssa.InstrID, do func(op.Op, ...ssa.Src) ssa.Value, all func(ssa.Value) ssa.Src, number func(float32) ssa.Src) ssa.Value {
	f := m.f
	o := f.Op(i)
	unsigned := o == op.UDiv || o == op.URem
	a, b := m.of(c, f.Src(i, 0), unsigned), m.of(c, f.Src(i, 1), unsigned)
	if !m.o.Zeros && f.Flags(i)&ir.FlagNonZero == 0 && !nonZero(f, f.Src(i, 1)) { // x / 0 is x, and x % 0 is 0
		zero := c.Instr(op.FEq, ir.VectorOf(ir.Bool, f.Comps(i)), b, number(0))
		b = all(c.Instr(op.BCsel, m.typeOf(i), all(zero), number(1), b))
	}
	p, q := a, b
	var quotient ssa.Value
	switch {
	case m.o.Approximate:
		if !unsigned {
			p, q = all(do(op.FAbs, a)), all(do(op.FAbs, b))
		}
		quotient = do(op.FFloor, all(do(op.FMul, all(do(op.FAdd, p, number(0.5))), all(do(op.FRcp, q)))))
	default:
		quotient = c.Instr(op.FTrunc, m.typeOf(i), all(c.Instr(op.FDiv, m.typeOf(i), a, b)))
	}
	signed := func(v ssa.Value, sign ssa.Src) ssa.Value {
		below := c.Instr(op.FLt, ir.VectorOf(ir.Bool, f.Comps(i)), sign, number(0))
		return do(op.BCsel, all(below), all(do(op.FSub, number(0), all(v))), all(v))
	}
	switch {
	case o == op.UDiv, o == op.IDiv && !m.o.Approximate:
		return quotient
	case o == op.URem, !m.o.Approximate:
		return do(op.FSub, a, all(do(op.FMul, all(quotient), b)))
	case o == op.IDiv:
		return signed(quotient, all(do(op.FMul, a, b)))
	}
	return signed(do(op.FSub, p, all(do(op.FMul, all(quotient), q))), a)
}

// nonZero reports whether no component of a source is zero, if they are known.
func nonZero(f *ssa.Function, s ssa.Src) bool {
	if f.Op(s.Value) != op.Const {
		return false
	}
	for c := range width(f, s) {
		if f.ConstBits(s.Value, s.Swizzle.At(c)) == 0 {
			return false
		}
	}
	return true
}

// again is the integer that a float stands for, made once behind it.
func (m *intMaker) again(v ssa.Value) ssa.Value {
	if m.result[v] != 0 {
		return m.result[v]
	}
	if m.backs[v] == 0 {
		b := builderAfter(m.f, m.number[v])
		m.backs[v] = b.Op(op.F2I, ir.VectorOf(ir.I32, m.f.Comps(v)), m.number[v])
	}
	return m.backs[v]
}

// finish gives integers to uses that take no floats, and removes the old instructions.
func (m *intMaker) finish(old []ssa.InstrID) {
	replaceOld(m.f, old, func(user ssa.InstrID) bool { return int(user) < len(m.isOld) && m.isOld[user] }, m.again)
}

// replaceOld gives uses of instructions, but for those of the instructions themselves, other values, and
// removes the instructions.
func replaceOld(f *ssa.Function, old []ssa.InstrID, isOld func(ssa.InstrID) bool, again func(ssa.Value) ssa.Value) {
	for _, i := range old {
		for u := f.FirstUse(i); u != 0; {
			next := f.NextUse(u)
			if user, _ := f.UserOf(u); user == 0 || !isOld(user) {
				s := f.SrcAt(u)
				s.Value = again(i)
				f.SetSrcAt(u, s)
			}
			u = next
		}
	}
	for _, i := range old {
		for k := range f.NumSrcs(i) {
			f.SetSrc(i, k, ssa.Src{})
		}
	}
	for _, i := range old {
		f.Remove(i)
	}
}
