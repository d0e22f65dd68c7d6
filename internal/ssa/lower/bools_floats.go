package lower

// This file replaces bools by floats, 1 and 0, for machines whose registers hold nothing else.
//
//	before                         after
//	%2 = flt %1, %zero : bool      %3 = slt %1, %zero : f32
//	%4 = inot %2 : bool            %5 = fsub 1.0, %3 : f32
//	%6 = bcsel %4, %a, %b          %6 = fcsel %5, %a, %b
//	if %2 {                        %7 = f2b %3
//	                               if %7 {
//
// Conditions, arguments, stores and ballots keep bools: f2b makes a bool of a float for them, and b2f
// makes a float of their bools and of comparisons of integers.

import (
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// BoolsToFloats makes floats of bools.
var BoolsToFloats = &pass.Pass{
	Name:        "bools-to-floats",
	Doc:         "computed bools become floats, 1 and 0",
	Replaces:    []string{"lower_bool_to_float"},
	Establishes: pass.FloatBools,
	Destroys:    pass.Scalar,
	Preserves:   ssa.ControlFlow,
	Machine:     true,
	Function:    boolsToFloats,
}

// isFlag reports whether an instruction yields bools that become floats.
func isFlag(f *ssa.Function, i ssa.InstrID) bool {
	if !isBoolValue(f, i) || f.Op(i) == op.F2B || f.Op(i) == op.I2B {
		return false
	}
	switch f.Op(i) {
	case op.ILt, op.ILe, op.ULt, op.ULe, op.IEq, op.INe:
		return f.Bits(f.Arg(i, 0)) == 1
	}
	return true
}

// OnBools reports whether an instruction computes bools, or with bools, that could be floats.
func OnBools(f *ssa.Function, i ssa.InstrID) bool {
	switch o := f.Op(i); o {
	case op.BCsel:
		return true
	case op.SelectWhole:
		return f.Comps(i) > 0
	case op.B2F, op.B2I:
		return isFlag(f, f.Arg(i, 0)) || f.Op(f.Arg(i, 0)) == op.F2B
	}
	return isFlag(f, i)
}

// A flagMaker makes the floats of a function.
type flagMaker struct {
	f     *ssa.Function
	flag  []ssa.Value // by bool: its float
	backs []ssa.Value // by bool: a bool made of its float again
	isOld []bool
}

func boolsToFloats(f *ssa.Function) bool {
	var list, old, phis []ssa.InstrID
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			if OnBools(f, i) {
				list = append(list, i)
			}
		}
	}
	if list == nil {
		return comparesWithZero(f)
	}
	n := f.InstrCount()
	m := flagMaker{f, make([]ssa.Value, n), make([]ssa.Value, n), make([]bool, n)}
	for _, i := range list {
		if !isFlag(f, i) {
			continue
		}
		old = append(old, i)
		m.isOld[i] = true
		if f.Op(i) == op.Phi {
			m.flag[i] = f.PhiAt(f.BeforeInstr(i), m.typeOf(i))
			f.SetName(m.flag[i], f.NameOf(i))
			phis = append(phis, i)
		}
	}
	for _, i := range list {
		switch {
		case f.Op(i) == op.Phi:
		case m.isOld[i]:
			c := calc{f.BuildBefore(i)}
			m.flag[i] = m.compute(&c, i)
			if f.NameOf(m.flag[i]) == "" {
				f.SetName(m.flag[i], f.NameOf(i))
			}
		default:
			c := calc{f.BuildBefore(i)}
			replace(f, i, m.choose(&c, i))
		}
	}
	for _, p := range phis {
		for k := range f.Preds(f.Block(p)) {
			f.SetSrc(m.flag[p], k, ssa.Whole(m.of(ssa.Whole(f.Arg(p, k))).Value))
		}
	}
	replaceOld(f, old, func(user ssa.InstrID) bool { return int(user) < n && m.isOld[user] }, m.again)
	comparesWithZero(f)
	return true
}

// comparesWithZero makes the operands of f2b 1 or 0.
func comparesWithZero(f *ssa.Function) bool {
	var list []ssa.InstrID
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			if f.Op(i) == op.F2B {
				list = append(list, i)
			}
		}
	}
	if list == nil {
		return false
	}
	flags := assumed(f, isFlagNumber)
	changed := false
	for _, i := range list {
		if s := f.Src(i, 0); !flags[s.Value] {
			c := calc{f.BuildBefore(i)}
			v := c.notZero(i)
			f.SetSrc(i, 0, ssa.Src{Value: v, Swizzle: ssa.Identity, Comps: uint8(f.Comps(i))})
			changed = true
		}
	}
	return changed
}

// notZero is 1 if the operand of f2b isn't zero, else 0.
func (c *calc) notZero(i ssa.InstrID) ssa.Value {
	f := c.F
	s, n := f.Src(i, 0), f.Comps(i)
	zero := c.Const(ir.VectorOf(f.Shader.Module.Types.ScalarOf(f.Type(s.Value)), 1), 0)
	v := c.Instr(op.Sne, ir.VectorOf(ir.F32, n), s, ssa.Src{Value: zero, Comps: uint8(n)})
	f.SetFP(v, f.FP(i))
	return v
}

// isFlagNumber reports whether a float is 1 or 0.
func isFlagNumber(f *ssa.Function, i ssa.InstrID, flags []bool) bool {
	isOne := func(v ssa.Value) bool { return f.Op(v) == op.Const && f.ConstBits(v, 0) == 0x3f80_0000 }
	first := 0
	switch o := f.Op(i); o {
	case op.B2F, op.Slt, op.Sge, op.Seq, op.Sne, op.Undef:
		return true
	case op.Const:
		for k := range f.Comps(i) {
			if x := f.ConstBits(i, k); x != 0 && x != 0x3f80_0000 {
				return false
			}
		}
		return true
	case op.FSub:
		return isOne(f.Arg(i, 0)) && flags[f.Arg(i, 1)]
	case op.FMul:
		if d := f.Arg(i, 0); d == f.Arg(i, 1) && f.Op(d) == op.FSub && f.Src(i, 0) == f.Src(i, 1) {
			return flags[f.Arg(d, 0)] && flags[f.Arg(d, 1)]
		}
	case op.BCsel, op.SelectWhole, op.CselMask, op.FCsel:
		first = 1
	case op.ExtractDynamic:
		return f.Comps(f.Arg(i, 0)) > 0 && flags[f.Arg(i, 0)]
	case op.InsertDynamic:
		return flags[f.Arg(i, 0)] && flags[f.Arg(i, 1)]
	case op.Mov, op.Vec, op.Insert, op.Phi, op.FMin, op.FMax:
	default:
		return false
	}
	for k := first; k < f.NumSrcs(i); k++ {
		if !flags[f.Arg(i, k)] {
			return false
		}
	}
	return true
}

func (m *flagMaker) typeOf(i ssa.Value) ir.TypeID { return ir.VectorOf(ir.F32, m.f.Comps(i)) }

// of is a source as floats.
func (m *flagMaker) of(s ssa.Src) ssa.Src {
	f := m.f
	v := s.Value
	if m.flag[v] == 0 { // made once, where the bool is
		at := calc{builderAfter(f, v)}
		if f.Op(v) == op.F2B {
			m.flag[v] = at.notZero(v)
		} else {
			m.flag[v] = at.Op(op.B2F, m.typeOf(v), v)
		}
	}
	s.Value = m.flag[v]
	return s
}

// again is the bool that a float stands for, made once behind it.
func (m *flagMaker) again(v ssa.Value) ssa.Value {
	if m.backs[v] == 0 {
		b := builderAfter(m.f, m.flag[v])
		m.backs[v] = b.Op(op.F2B, m.f.Type(v), m.flag[v])
	}
	return m.backs[v]
}

// compute makes the float of a bool.
func (m *flagMaker) compute(c *calc, i ssa.InstrID) ssa.Value {
	f := m.f
	o := f.Op(i)
	n := uint8(f.Comps(i))
	t := m.typeOf(i)
	arg := func(k int) ssa.Src { return m.of(f.Src(i, k)) }
	all := func(v ssa.Value) ssa.Src { return ssa.Src{Value: v, Swizzle: ssa.Identity, Comps: n} }
	number := func(x uint32) ssa.Src { return ssa.Src{Value: c.f32(x), Comps: n} }
	do := func(o op.Op, list ...ssa.Src) ssa.Value {
		v := c.Instr(o, t, list...)
		f.SetFP(v, exact|ssa.NoSignedZero)
		return v
	}
	compare := func(o op.Op, x, y ssa.Src) ssa.Value {
		v := c.Instr(o, t, x, y)
		f.SetFP(v, f.FP(i))
		return v
	}
	switch o {
	case op.Const:
		var list [4]uint64
		for k := range f.Comps(i) {
			list[k] = f.ConstBits(i, k) * 0x3f80_0000
		}
		return c.Const(t, list[:n]...)
	case op.Undef:
		return c.Undef(t)
	case op.Mov, op.Vec, op.Insert, op.InsertDynamic, op.ExtractDynamic:
		var list []ssa.Src
		for k := range f.NumSrcs(i) {
			s := f.Src(i, k)
			if f.Bits(s.Value) == 1 && (k < 2 || o != op.InsertDynamic) && (k < 1 || o != op.ExtractDynamic) {
				s = m.of(s)
			}
			list = append(list, s)
		}
		v := c.Instr(o, t, list...)
		f.SetWords(v, f.Words(i))
		f.SetFlags(v, f.Flags(i))
		return v
	case op.INot:
		return do(op.FSub, number(0x3f80_0000), arg(0))
	case op.IAnd:
		return do(op.FMul, arg(0), arg(1))
	case op.IOr:
		return do(op.FMax, arg(0), arg(1))
	case op.IXor, op.INe, op.IEq: // the difference is -1, 0 or 1
		d := all(do(op.FSub, arg(0), arg(1)))
		d = all(do(op.FMul, d, d))
		if o == op.IEq {
			return do(op.FSub, number(0x3f80_0000), d)
		}
		return d.Value
	case op.FLt:
		return compare(op.Slt, f.Src(i, 0), f.Src(i, 1))
	case op.FLe:
		return compare(op.Sge, f.Src(i, 1), f.Src(i, 0))
	case op.FEq:
		return compare(op.Seq, f.Src(i, 0), f.Src(i, 1))
	case op.FNeu:
		return compare(op.Sne, f.Src(i, 0), f.Src(i, 1))
	case op.FIsNan:
		return c.Instr(op.Sne, t, f.Src(i, 0), f.Src(i, 0))
	case op.FIsInf:
		s := f.Src(i, 0)
		scalar := ir.ScalarOf(ir.FloatKind, f.Bits(s.Value))
		abs := c.Instr(op.FAbs, ir.VectorOf(scalar, int(n)), s)
		return c.Instr(op.Seq, t, all(abs), ssa.Src{Value: c.Const(ir.ScalarTypeOf(scalar), infinityBits(scalar.Bits())), Comps: n})
	case op.BCsel, op.SelectWhole:
		return m.selected(c, i, t, m.of)
	case op.CselMask, op.FCsel: // between bools
		return c.Instr(o, t, f.Src(i, 0), arg(1), arg(2))
	case op.BAll, op.BAny:
		join := op.FMul
		if o == op.BAny {
			join = op.FMax
		}
		s := arg(0)
		v := c.part(s, 0)
		for k := 1; k < int(s.Comps); k++ {
			v = do(join, all(v), all(c.part(s, k)))
		}
		return v
	}
	panic("lower: " + o.String() + " of bools")
}

// infinityBits are the bits of infinity as a float of a size.
func infinityBits(size int) uint64 {
	switch size {
	case 16:
		return 0x7C00
	case 32:
		return 0x7f80_0000
	}
	return infF64
}

// selected makes a choice between values, which value makes of the sources.
func (m *flagMaker) selected(c *calc, i ssa.InstrID, t ir.TypeID, value func(ssa.Src) ssa.Src) ssa.Value {
	f := m.f
	n := uint8(f.Comps(i))
	cond, x, y := m.of(f.Src(i, 0)), value(f.Src(i, 1)), value(f.Src(i, 2))
	if f.Op(i) == op.SelectWhole {
		cond = ssa.Src{Value: cond.Value, Swizzle: ssa.Splat(cond.Swizzle.At(0)), Comps: n}
		for _, s := range [...]*ssa.Src{&x, &y} {
			if s.Comps == 0 {
				s.Swizzle, s.Comps = ssa.Identity, n
			}
		}
	}
	return c.Instr(op.FCsel, t, cond, x, y)
}

// choose builds the replacement of an operation on bools whose result is no bool.
func (m *flagMaker) choose(c *calc, i ssa.InstrID) ssa.Value {
	f := m.f
	t := f.Type(i)
	switch f.Op(i) {
	case op.B2F:
		s := m.of(f.Src(i, 0))
		v := c.Instr(op.Mov, m.typeOf(i), s)
		if f.Bits(i) != 32 {
			v = c.Op(op.F2F, t, v)
		}
		return v
	case op.B2I:
		return c.Instr(op.F2I, t, m.of(f.Src(i, 0)))
	}
	return m.selected(c, i, t, func(s ssa.Src) ssa.Src { return s })
}
