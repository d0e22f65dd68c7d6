package lower

// This file replaces bools by masks: integers with all bits set, or none.
//
//	before                         after
//	%2 = flt %1, %zero : bool      %3 = flt_mask %1, %zero : u32
//	%4 = inot %2 : bool            %5 = inot %3 : u32
//	%6 = bcsel %4, %a, %b          %6 = csel_mask %5, %a, %b
//	if %2 {                        %7 = mask_bool %3
//	                               if %7 {
//
// Conditions, arguments, stores and ballots keep bools: mask_bool converts a mask for them,
// and bool_mask converts their bools. Masks have 32 bits, or, with sizes, as many as the
// values compared, up to 32; if masks of two sizes meet, both get the greater.

import (
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// BoolOptions selects the form of bools.
type BoolOptions struct {
	Sized bool // masks of the size of what is compared; else of 32 bits
}

// BoolsToInt32 makes masks of 32 bits.
var BoolsToInt32 = &pass.Pass{
	Name:        "bools-to-int32",
	Doc:         "computed bools become masks of 32 bits",
	Replaces:    []string{"lower_bool_to_int32"},
	Establishes: pass.NoBools,
	Destroys:    pass.Scalar,
	Preserves:   ssa.ControlFlow,
	Machine:     true,
	Function:    func(f *ssa.Function) bool { return boolsToMasks(f, BoolOptions{}) },
}

// BoolsToSizes makes masks of the size of the values compared.
var BoolsToSizes = &pass.Pass{
	Name:        "bools-to-sizes",
	Doc:         "computed bools become masks of the size of the compared values",
	Replaces:    []string{"lower_bool_to_bitsize"},
	Establishes: pass.NoBools,
	Destroys:    pass.Scalar,
	Preserves:   ssa.ControlFlow,
	Machine:     true,
	Function:    func(f *ssa.Function) bool { return boolsToMasks(f, BoolOptions{Sized: true}) },
}

// IsBoolArithmetic reports whether an instruction computes bools, or with bools.
func IsBoolArithmetic(f *ssa.Function, i ssa.InstrID) bool {
	o := f.Op(i)
	if isBoolValue(f, i) {
		return true
	}
	switch o {
	case op.BCsel, op.B2I, op.B2F:
		return true
	case op.SelectWhole: // of what has no components
		return f.Comps(i) > 0
	}
	return false
}

// isBoolValue reports whether an instruction yields bools that can be masks.
func isBoolValue(f *ssa.Function, i ssa.InstrID) bool {
	if f.Comps(i) == 0 || f.Bits(i) != 1 {
		return false
	}
	switch f.Op(i).Class() {
	case op.ClassPhi, op.ClassUndef:
		return true
	case op.ClassConst:
		return f.Op(i) == op.Const
	case op.ClassALU:
		return f.Op(i) != op.MaskBool && f.Op(i) != op.Extract && (f.Op(i) != op.ExtractDynamic || f.Comps(f.Arg(i, 0)) > 0)
	}
	return false
}

// A masker makes the masks of a function.
type masker struct {
	f     *ssa.Function
	sized bool
	size  []uint8     // by value: the bits of its mask
	mask  []ssa.Value // by value
	backs []ssa.Value // by value: a bool made of its mask again
	old   []ssa.InstrID
}

func boolsToMasks(f *ssa.Function, o BoolOptions) bool {
	m := masker{f: f, sized: o.Sized}
	var list []ssa.InstrID
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			if IsBoolArithmetic(f, i) {
				list = append(list, i)
			}
		}
	}
	if list == nil {
		return false
	}
	n := f.InstrCount()
	m.size, m.mask, m.backs = make([]uint8, n), make([]ssa.Value, n), make([]ssa.Value, n)
	for more := true; more; {
		more = false
		for _, i := range list {
			if s := m.sizeOf(i); isBoolValue(f, i) && s > m.size[i] {
				m.size[i], more = s, true
			}
		}
	}
	var phis []ssa.InstrID
	for _, i := range list {
		if !isBoolValue(f, i) {
			continue
		}
		m.old = append(m.old, i)
		if f.Op(i) == op.Phi {
			m.mask[i] = f.PhiAt(f.BeforeInstr(i), m.typeOf(i))
			f.SetName(m.mask[i], f.NameOf(i))
			phis = append(phis, i)
		}
	}
	// Masks of other values come first: lists are in the order of the tree, and definitions
	// dominate uses.
	for _, i := range list {
		switch {
		case f.Op(i) == op.Phi:
		case isBoolValue(f, i):
			c := calc{f.BuildBefore(i)}
			m.mask[i] = m.compute(&c, i)
			if f.NameOf(m.mask[i]) == "" {
				f.SetName(m.mask[i], f.NameOf(i))
			}
		default:
			c := calc{f.BuildBefore(i)}
			replace(f, i, m.choose(&c, i))
		}
	}
	for _, p := range phis {
		for k, pred := range f.Preds(f.Block(p)) {
			c := calc{f.Build(f.EndOf(pred))}
			f.SetSrc(m.mask[p], k, ssa.Whole(m.of(&c, ssa.Whole(f.Arg(p, k)), int(m.size[p])).Value))
		}
	}
	m.finish()
	return true
}

// sizeOf is the size of the mask of a value, from the sizes known so far.
func (m *masker) sizeOf(i ssa.Value) uint8 {
	f := m.f
	if !m.sized {
		return 32
	}
	if int(i) >= len(m.size) || !isBoolValue(f, i) {
		return 32
	}
	s := uint8(8)
	for k := range f.NumSrcs(i) {
		v := f.Arg(i, k)
		if f.Comps(v) == 0 {
			continue
		}
		switch n := f.Bits(v); {
		case n > 1 && f.Op(i) != op.ExtractDynamic && f.Op(i) != op.InsertDynamic:
			s = max(s, uint8(min(n, 32)))
		case n == 1 && isBoolValue(f, v):
			s = max(s, m.size[v])
		case n == 1:
			s = 32
		}
	}
	return s
}

func (m *masker) typeOf(i ssa.Value) ir.TypeID {
	return ir.VectorOf(ir.ScalarOf(ir.UintKind, int(m.size[i])), m.f.Comps(i))
}

// of is a source whose masks have a size.
func (m *masker) of(c *calc, s ssa.Src, size int) ssa.Src {
	f := m.f
	v := s.Value
	switch {
	case isBoolValue(f, v):
		s.Value = m.mask[v]
	case m.mask[v] == 0: // made once, where the bool is
		at := builderAfter(f, v)
		m.mask[v] = at.Op(op.BoolMask, ir.VectorOf(ir.U32, f.Comps(v)), v)
		fallthrough
	default:
		s.Value = m.mask[v]
	}
	if f.Bits(s.Value) != size {
		s.Value = c.Op(op.I2I, ir.VectorOf(ir.ScalarOf(ir.SintKind, size), f.Comps(s.Value)), s.Value)
	}
	return s
}

// maskOps are the comparisons that make masks.
var maskOps = [op.Count]op.Op{op.FLt: op.FLtMask, op.FLe: op.FLeMask, op.FEq: op.FEqMask, op.FNeu: op.FNeuMask, op.ILt: op.ILtMask,
	op.ILe: op.ILeMask, op.ULt: op.ULtMask, op.ULe: op.ULeMask, op.IEq: op.IEqMask, op.INe: op.INeMask}

// compute makes the mask of a value.
func (m *masker) compute(c *calc, i ssa.InstrID) ssa.Value {
	f := m.f
	n := int(m.size[i])
	t := m.typeOf(i)
	arg := func(k int) ssa.Src { return m.of(c, f.Src(i, k), n) }
	// A constant for each component of a source.
	like := func(s ssa.Src, bits uint64) ssa.Src {
		v := c.Const(ir.VectorOf(f.Shader.Module.Types.ScalarOf(f.Type(s.Value)), 1), bits)
		return ssa.Src{Value: v, Comps: s.Comps}
	}
	instr := func(o op.Op, srcs ...ssa.Src) ssa.Value {
		v := c.Instr(o, t, srcs...)
		f.SetFP(v, f.FP(i))
		return v
	}
	switch o := f.Op(i); o {
	case op.Const:
		var bits [4]uint64
		for k := range f.Comps(i) {
			bits[k] = -f.ConstBits(i, k) & (1<<n - 1)
		}
		return c.Const(t, bits[:f.Comps(i)]...)
	case op.Undef:
		return c.Undef(t)
	case op.Mov, op.Vec, op.INot, op.IAnd, op.IOr, op.IXor, op.Insert, op.InsertDynamic, op.ExtractDynamic:
		var srcs []ssa.Src
		for k := range f.NumSrcs(i) {
			s := f.Src(i, k)
			if f.Bits(s.Value) == 1 && (k < 2 || o != op.InsertDynamic) && (k < 1 || o != op.ExtractDynamic) {
				s = arg(k)
			}
			srcs = append(srcs, s)
		}
		v := c.Instr(o, t, srcs...)
		f.SetWords(v, f.Words(i))
		f.SetFlags(v, f.Flags(i))
		return v
	case op.FLt, op.FLe, op.FEq, op.FNeu, op.ILt, op.ILe, op.ULt, op.ULe, op.IEq, op.INe:
		if f.Bits(f.Arg(i, 0)) == 1 {
			x := c.Instr(op.IXor, t, arg(0), arg(1))
			if o == op.INe {
				return x
			}
			return c.Op(op.INot, t, x)
		}
		return instr(maskOps[o], f.Src(i, 0), f.Src(i, 1))
	case op.BCsel, op.SelectWhole:
		cond, x, y := f.Src(i, 0), arg(1), arg(2)
		cond = m.of(c, cond, m.bitsOf(cond.Value))
		if o == op.SelectWhole {
			cond, x, y = m.spread(cond, i), m.picked(x, i), m.picked(y, i)
		}
		return c.Instr(op.CselMask, t, cond, x, y)
	case op.CselMask, op.FCsel: // between bools
		return c.Instr(o, t, f.Src(i, 0), arg(1), arg(2))
	case op.BAll, op.BAny:
		join := op.IAnd
		if o == op.BAny {
			join = op.IOr
		}
		s := arg(0)
		v := c.part(s, 0)
		for k := 1; k < int(s.Comps); k++ {
			v = c.Op(join, t, v, c.part(s, k))
		}
		return v
	case op.F2B:
		return instr(op.FNeuMask, f.Src(i, 0), like(f.Src(i, 0), 0))
	case op.I2B:
		return c.Instr(op.INeMask, t, f.Src(i, 0), like(f.Src(i, 0), 0))
	case op.FIsNan:
		return c.Instr(op.FNeuMask, t, f.Src(i, 0), f.Src(i, 0))
	case op.FIsInf:
		s := f.Src(i, 0)
		inf := infinityBits(f.Bits(s.Value))
		abs := c.Instr(op.FAbs, ir.VectorOf(ir.ScalarOf(ir.FloatKind, f.Bits(s.Value)), int(s.Comps)), s)
		return c.Instr(op.FEqMask, t, ssa.Src{Value: abs, Swizzle: ssa.Identity, Comps: s.Comps}, like(s, inf))
	default:
		// An operation that knows no masks.
		v := c.Instr(o, f.Type(i), m.bools(i)...)
		f.SetWords(v, f.Words(i))
		f.SetFlags(v, f.Flags(i))
		return c.Op(op.BoolMask, t, v)
	}
}

// bools are an instruction's sources, bools made of masks among them.
func (m *masker) bools(i ssa.InstrID) (list []ssa.Src) {
	for k := range m.f.NumSrcs(i) {
		s := m.f.Src(i, k)
		if s.Value != 0 && isBoolValue(m.f, s.Value) {
			s.Value = m.again(s.Value)
		}
		list = append(list, s)
	}
	return list
}

// bitsOf is the size of the mask of a value.
func (m *masker) bitsOf(v ssa.Value) int {
	if isBoolValue(m.f, v) {
		return int(m.size[v])
	}
	return 32
}

// spread is a source of one component for each of an instruction.
func (m *masker) spread(s ssa.Src, i ssa.InstrID) ssa.Src {
	return ssa.Src{Value: s.Value, Swizzle: ssa.Splat(s.Swizzle.At(0)), Comps: uint8(m.f.Comps(i))}
}

// picked is a source that was taken whole, by its components.
func (m *masker) picked(s ssa.Src, i ssa.InstrID) ssa.Src {
	if s.Comps == 0 {
		return ssa.Src{Value: s.Value, Swizzle: ssa.Identity, Comps: uint8(m.f.Comps(i))}
	}
	return s
}

// choose builds the replacement of an operation on bools whose result is no bool.
func (m *masker) choose(c *calc, i ssa.InstrID) ssa.Value {
	f := m.f
	s := f.Src(i, 0)
	t := f.Type(i)
	switch o := f.Op(i); o {
	case op.B2I, op.B2F:
		n := f.Bits(i)
		one := uint64(1)
		if o == op.B2F {
			one = oneBits(n)
		}
		s = m.of(c, s, n)
		w := ir.ScalarOf(ir.UintKind, n)
		v := c.Instr(op.IAnd, ir.VectorOf(w, f.Comps(i)), s, ssa.Src{Value: c.Const(ir.ScalarTypeOf(w), one), Comps: s.Comps})
		if o == op.B2F {
			v = c.Op(op.Bitcast, t, v)
		}
		return v
	default:
		cond := m.of(c, s, m.bitsOf(s.Value))
		x, y := f.Src(i, 1), f.Src(i, 2)
		if o == op.SelectWhole {
			cond, x, y = m.spread(cond, i), m.picked(x, i), m.picked(y, i)
		}
		return c.Instr(op.CselMask, t, cond, x, y)
	}
}

// oneBits are the bits of the float 1 of a size.
func oneBits(n int) uint64 {
	bits, _ := op.Fold(op.I2F, 32, n, [4]uint64{1})
	return bits
}

// again is the bool that a mask stands for, made once behind it.
func (m *masker) again(v ssa.Value) ssa.Value {
	if m.backs[v] == 0 {
		f := m.f
		x := m.mask[v]
		b := f.BuildAfter(x)
		if f.Op(x) == op.Phi {
			b = f.Build(f.StartOf(f.Block(x)))
		}
		m.backs[v] = b.Op(op.MaskBool, f.Type(v), x)
	}
	return m.backs[v]
}

// finish gives bools to uses that need them, and removes the old instructions.
func (m *masker) finish() {
	isOld := make([]bool, len(m.mask))
	for _, i := range m.old {
		isOld[i] = true
	}
	replaceOld(m.f, m.old, func(user ssa.InstrID) bool { return int(user) < len(isOld) && isOld[user] }, m.again)
}
