package spirv

// This file reads the instructions that compute: arithmetic, comparisons, conversions, and
// operations that take values apart and put them together. Most are one operation of the
// SSA form on whole values, by a table.

import (
	"slices"

	"refract/internal/ssa/build"
	"refract/ir"
	"refract/spirv"
	"refract/ssa"
	"refract/ssa/op"
)

// operations has the instructions that are one operation, by opcode.
var operations = [512]operation{
	spirv.OpFNegate:              {op: op.FNeg, known: true},
	spirv.OpSNegate:              {op: op.INeg, known: true},
	spirv.OpNot:                  {op: op.INot, known: true},
	spirv.OpLogicalNot:           {op: op.INot, known: true},
	spirv.OpFAdd:                 {op: op.FAdd, known: true},
	spirv.OpFSub:                 {op: op.FSub, known: true},
	spirv.OpFMul:                 {op: op.FMul, known: true},
	spirv.OpFDiv:                 {op: op.FDiv, known: true},
	spirv.OpFRem:                 {op: op.FRem, known: true},
	spirv.OpFMod:                 {op: op.FMod, known: true},
	spirv.OpIAdd:                 {op: op.IAdd, known: true},
	spirv.OpISub:                 {op: op.ISub, known: true},
	spirv.OpIMul:                 {op: op.IMul, known: true},
	spirv.OpSDiv:                 {op: op.IDiv, known: true, flags: ir.FlagNonZero},
	spirv.OpUDiv:                 {op: op.UDiv, known: true, flags: ir.FlagNonZero},
	spirv.OpSRem:                 {op: op.IRem, known: true, flags: ir.FlagNonZero},
	spirv.OpUMod:                 {op: op.URem, known: true, flags: ir.FlagNonZero},
	spirv.OpBitwiseAnd:           {op: op.IAnd, known: true},
	spirv.OpBitwiseOr:            {op: op.IOr, known: true},
	spirv.OpBitwiseXor:           {op: op.IXor, known: true},
	spirv.OpLogicalAnd:           {op: op.IAnd, known: true},
	spirv.OpLogicalOr:            {op: op.IOr, known: true},
	spirv.OpLogicalEqual:         {op: op.IEq, known: true},
	spirv.OpLogicalNotEqual:      {op: op.INe, known: true},
	spirv.OpShiftLeftLogical:     {op: op.IShl, known: true, flags: ir.FlagInRange},
	spirv.OpShiftRightLogical:    {op: op.UShr, known: true, flags: ir.FlagInRange},
	spirv.OpShiftRightArithmetic: {op: op.IShr, known: true, flags: ir.FlagInRange},
	spirv.OpIEqual:               {op: op.IEq, known: true},
	spirv.OpINotEqual:            {op: op.INe, known: true},
	spirv.OpULessThan:            {op: op.ULt, known: true},
	spirv.OpSLessThan:            {op: op.ILt, known: true},
	spirv.OpULessThanEqual:       {op: op.ULe, known: true},
	spirv.OpSLessThanEqual:       {op: op.ILe, known: true},
	spirv.OpFOrdEqual:            {op: op.FEq, known: true},
	spirv.OpFUnordNotEqual:       {op: op.FNeu, known: true},
	spirv.OpFOrdLessThan:         {op: op.FLt, known: true},
	spirv.OpFOrdLessThanEqual:    {op: op.FLe, known: true},
	spirv.OpAny:                  {op: op.BAny, known: true},
	spirv.OpAll:                  {op: op.BAll, known: true},
	spirv.OpIsNan:                {op: op.FIsNan, known: true},
	spirv.OpIsInf:                {op: op.FIsInf, known: true},
	spirv.OpDot:                  {op: op.FDot, known: true},
	spirv.OpOuterProduct:         {op: op.MatOuter, known: true},
	spirv.OpTranspose:            {op: op.MatTranspose, known: true},
	spirv.OpMatrixTimesScalar:    {op: op.MatScale, known: true},
	spirv.OpMatrixTimesVector:    {op: op.MatVec, known: true},
	spirv.OpVectorTimesMatrix:    {op: op.VecMat, known: true},
	spirv.OpMatrixTimesMatrix:    {op: op.MatMul, known: true},
	spirv.OpConvertFToS:          {op: op.F2I, known: true, flags: ir.FlagInRange},
	spirv.OpConvertFToU:          {op: op.F2U, known: true, flags: ir.FlagInRange},
	spirv.OpConvertSToF:          {op: op.I2F, known: true},
	spirv.OpConvertUToF:          {op: op.U2F, known: true},
	spirv.OpUConvert:             {op: op.U2U, known: true},
	spirv.OpSConvert:             {op: op.I2I, known: true},
	spirv.OpFConvert:             {op: op.F2F, known: true},
	spirv.OpQuantizeToF16:        {op: op.FQuantizeToF16, known: true},
	spirv.OpBitCount:             {op: op.BitCount, known: true},
	spirv.OpBitReverse:           {op: op.BitReverse, known: true},
	spirv.OpDPdx:                 {op: op.Derivative, known: true, words: uint32(ir.AxisX)},
	spirv.OpDPdy:                 {op: op.Derivative, known: true, words: uint32(ir.AxisY)},
	spirv.OpFwidth:               {op: op.Derivative, known: true, words: uint32(ir.AxisWidth)},
	spirv.OpDPdxFine:             {op: op.Derivative, known: true, words: uint32(ir.AxisX) | uint32(ir.ControlFine)<<4},
	spirv.OpDPdyFine:             {op: op.Derivative, known: true, words: uint32(ir.AxisY) | uint32(ir.ControlFine)<<4},
	spirv.OpFwidthFine:           {op: op.Derivative, known: true, words: uint32(ir.AxisWidth) | uint32(ir.ControlFine)<<4},
	spirv.OpDPdxCoarse:           {op: op.Derivative, known: true, words: uint32(ir.AxisX) | uint32(ir.ControlCoarse)<<4},
	spirv.OpDPdyCoarse:           {op: op.Derivative, known: true, words: uint32(ir.AxisY) | uint32(ir.ControlCoarse)<<4},
	spirv.OpFwidthCoarse:         {op: op.Derivative, known: true, words: uint32(ir.AxisWidth) | uint32(ir.ControlCoarse)<<4},

	// Comparisons with the sources exchanged.
	spirv.OpUGreaterThan:         {op: op.ULt, known: true, exchanged: true},
	spirv.OpSGreaterThan:         {op: op.ILt, known: true, exchanged: true},
	spirv.OpUGreaterThanEqual:    {op: op.ULe, known: true, exchanged: true},
	spirv.OpSGreaterThanEqual:    {op: op.ILe, known: true, exchanged: true},
	spirv.OpFOrdGreaterThan:      {op: op.FLt, known: true, exchanged: true},
	spirv.OpFOrdGreaterThanEqual: {op: op.FLe, known: true, exchanged: true},

	// Comparisons that hold if another doesn't.
	spirv.OpFUnordLessThan:         {op: op.FLe, known: true, not: true, exchanged: true},
	spirv.OpFUnordLessThanEqual:    {op: op.FLt, known: true, not: true, exchanged: true},
	spirv.OpFUnordGreaterThan:      {op: op.FLe, known: true, not: true},
	spirv.OpFUnordGreaterThanEqual: {op: op.FLt, known: true, not: true},
}

// operation is an instruction as an operation.
type operation struct {
	op        op.Op
	known     bool
	exchanged bool     // the sources change places
	not       bool     // and the result is the opposite
	flags     ir.Flags // what SPIR-V leaves undefined otherwise
	words     uint32
}

// roundings are the directions of rounding modes.
var roundings = [...]build.Rounding{spirv.FPRoundingModeRTE: build.NearestEven, spirv.FPRoundingModeRTZ: build.TowardZero,
	spirv.FPRoundingModeRTP: build.Upward, spirv.FPRoundingModeRTN: build.Downward}

// compute reads an instruction that isn't control flow.
func (r *reader) compute(inst spirv.Inst) {
	x := &r.fn
	o := inst.Op()
	if o == spirv.OpFConvert {
		if mode := r.rounds(inst[2]); mode != spirv.FPRoundingModeRTE && int(mode) < len(roundings) {
			v := x.b.Instr(op.ConvertNumber, r.value(inst[1]), ssa.Whole(r.val(inst[3])))
			x.b.F.SetField(v, "rounding", uint32(roundings[mode]))
			r.set(inst[2], v)
			return
		}
	}
	if r.hasOp(spirv.OpTypeCooperativeMatrixKHR) && r.cooperativeOp(inst) {
		return
	}
	if int(o) < len(operations) && operations[o].known {
		r.operate(inst, &operations[o])
		return
	}
	b := &x.b
	switch o {
	case spirv.OpUndef:
		r.set(inst[2], b.Undef(r.value(inst[1])))
	case spirv.OpCopyObject:
		r.copyObject(inst)
	case spirv.OpCopyLogical:
		r.set(inst[2], r.copyLogical(r.value(inst[1]), r.val(inst[3]), 0))
	case spirv.OpBitcast:
		r.bitcast(inst)
	case spirv.OpConvertUToPtr, spirv.OpConvertPtrToU:
		r.convertPointer(inst)
	case spirv.OpFOrdNotEqual: // less or greater
		l, g := r.val(inst[3]), r.val(inst[4])
		t := r.value(inst[1])
		r.set(inst[2], b.Op(op.IOr, t, b.Op(op.FLt, t, l, g), b.Op(op.FLt, t, g, l)))
	case spirv.OpFUnordEqual:
		l, g := r.val(inst[3]), r.val(inst[4])
		t := r.value(inst[1])
		r.set(inst[2], b.Op(op.INot, t, b.Op(op.IOr, t, b.Op(op.FLt, t, l, g), b.Op(op.FLt, t, g, l))))
	case spirv.OpOrdered, spirv.OpUnordered:
		l, g := r.val(inst[3]), r.val(inst[4])
		t := r.value(inst[1])
		v := b.Op(op.IOr, t, b.Op(op.FIsNan, t, l), b.Op(op.FIsNan, t, g))
		if o == spirv.OpOrdered {
			v = b.Op(op.INot, t, v)
		}
		r.set(inst[2], v)
	case spirv.OpLessOrGreater:
		l, g := r.val(inst[3]), r.val(inst[4])
		t := r.value(inst[1])
		r.set(inst[2], b.Op(op.IOr, t, b.Op(op.FLt, t, l, g), b.Op(op.FLt, t, g, l)))
	case spirv.OpSMod:
		r.set(inst[2], r.floorMod(r.value(inst[1]), r.val(inst[3]), r.val(inst[4])))
	case spirv.OpVectorTimesScalar:
		v := r.val(inst[3])
		n := x.f.Comps(v)
		r.set(inst[2], b.Instr(op.FMul, r.value(inst[1]), x.f.SrcFor(op.FMul, 0, v), spread(r.val(inst[4]), n)))
	case spirv.OpSelect:
		r.selection(inst)
	case spirv.OpBitFieldInsert:
		r.set(inst[2], b.Op(op.Bfi, r.value(inst[1]), r.val(inst[3]), r.val(inst[4]), r.word(r.val(inst[5])), r.word(r.val(inst[6]))))
	case spirv.OpBitFieldSExtract:
		r.set(inst[2], b.Op(op.IBfe, r.value(inst[1]), r.val(inst[3]), r.word(r.val(inst[4])), r.word(r.val(inst[5]))))
	case spirv.OpBitFieldUExtract:
		r.set(inst[2], b.Op(op.UBfe, r.value(inst[1]), r.val(inst[3]), r.word(r.val(inst[4])), r.word(r.val(inst[5]))))
	case spirv.OpIAddCarry:
		r.pair(inst, op.AddCarry, ir.SpecialAddCarry)
	case spirv.OpISubBorrow:
		r.pair(inst, op.SubBorrow, ir.SpecialSubBorrow)
	case spirv.OpUMulExtended:
		r.pair(inst, op.UMulExtended, ir.SpecialMulExtended)
	case spirv.OpSMulExtended:
		r.pair(inst, op.IMulExtended, ir.SpecialMulExtended)
	case spirv.OpVectorShuffle:
		r.shuffle(inst)
	case spirv.OpCompositeConstruct:
		r.construct(inst)
	case spirv.OpCompositeExtract:
		v, _ := r.extract(r.val(inst[3]), inst[4:])
		r.set(inst[2], r.named(inst[2], v))
	case spirv.OpCompositeInsert:
		r.set(inst[2], r.insert(r.val(inst[4]), r.val(inst[3]), inst[5:]))
	case spirv.OpVectorExtractDynamic:
		r.set(inst[2], b.Instr(op.ExtractDynamic, r.value(inst[1]), ssa.Whole(r.val(inst[3])), ssa.Src{Value: r.index(r.val(inst[4])), Comps: 1}))
	case spirv.OpVectorInsertDynamic:
		r.set(inst[2], b.Instr(op.InsertDynamic, r.value(inst[1]), ssa.Whole(r.val(inst[3])), ssa.Whole(r.val(inst[4])),
			ssa.Src{Value: r.index(r.val(inst[5])), Comps: 1}))
	case spirv.OpFunctionCall:
		r.call(inst)
	case spirv.OpExtInst:
		r.extended(inst)
	case spirv.OpExtInstWithForwardRefsKHR: // about types that go round in a circle, for debuggers
	case spirv.OpDemoteToHelperInvocation:
		r.demote()
	case spirv.OpBeginInvocationInterlockEXT, spirv.OpEndInvocationInterlockEXT:
		i := b.Instr(op.Interlock, 0)
		if o == spirv.OpEndInvocationInterlockEXT {
			x.f.SetWords(i, [2]uint32{uint32(ir.InterlockEnd)})
		}
	case spirv.OpIsHelperInvocationEXT:
		r.set(inst[2], r.isHelper())
	case spirv.OpSDotKHR, spirv.OpUDotKHR, spirv.OpSUDotKHR:
		r.integerDot(inst)
	default:
		if r.memoryOp(inst) || r.imageOp(inst) || r.atomicOp(inst) || r.groupOp(inst) || r.rayOp(inst) || r.pipelineOp(inst) || r.hitOp(inst) {
			return
		}
		if caps := o.Capabilities(); len(caps) > 0 {
			r.unsupported("the instruction %s (the capability %s)", o, caps[0])
		}
		r.unsupported("the instruction %s", o)
	}
}

// operate makes the operation of an instruction.
func (r *reader) operate(inst spirv.Inst, o *operation) {
	x := &r.fn
	t := r.value(inst[1])
	if len(inst) == 4 {
		v := r.val(inst[3])
		code := o.op
		if x.f.Shader.Module.Types.At(x.f.Type(v)).Kind == ir.TypeMatrix {
			switch code {
			case op.FNeg:
				code = op.MatNeg
			case op.F2F:
				code = op.MatConvert
			}
		}
		if code == op.Derivative && x.f.Bits(v) == 16 { // there are derivatives of f32 only
			wide := ir.VectorOf(ir.F32, max(x.f.Comps(v), 1))
			d := x.b.Op(code, wide, x.b.Op(op.F2F, wide, v))
			x.f.SetWords(d, [2]uint32{o.words})
			r.set(inst[2], x.b.Op(op.F2F, t, d))
			return
		}
		res := x.b.Op(code, t, v)
		if code == op.Derivative {
			x.f.SetWords(res, [2]uint32{o.words})
		}
		if (code == op.U2U || code == op.I2I) && x.f.Bits(v) == x.f.Bits(res) {
			x.f.SetOp(res, op.Mov)
		}
		flags := o.flags
		if (code == op.F2I || code == op.F2U) && x.f.Op(v) == op.FClamp {
			flags = 0 // of NaN, too, which FClamp needn't clamp
		}
		x.f.SetFlags(res, flags)
		r.set(inst[2], res)
		return
	}
	if len(inst) != 5 {
		r.invalid("the instruction has %d operands", len(inst)-3)
	}
	a, b := r.val(inst[3]), r.val(inst[4])
	if o.exchanged {
		a, b = b, a
	}
	code := o.op
	switch code {
	case op.IShl, op.IShr, op.UShr:
		b = r.shiftCount(b)
	}
	if x.f.Shader.Module.Types.At(x.f.Type(a)).Kind == ir.TypeMatrix {
		switch code {
		case op.FAdd:
			code = op.MatAdd
		case op.FSub:
			code = op.MatSub
		}
	}
	res := x.b.Op(code, t, a, b)
	x.f.SetFlags(res, o.flags)
	if o.not {
		res = x.b.Op(op.INot, t, res)
	}
	r.set(inst[2], res)
}

// choose selects between two values by one condition.
func (r *reader) choose(c ssa.Value, t ir.TypeID, yes, no ssa.Value) ssa.Value {
	f := r.fn.f
	return r.fn.b.Instr(op.BCsel, t, spread(c, f.Comps(yes)), f.SrcFor(op.BCsel, 1, yes), f.SrcFor(op.BCsel, 2, no))
}

// spread is a scalar as a source of n components.
func spread(v ssa.Value, n int) ssa.Src {
	return ssa.Src{Value: v, Swizzle: ssa.Splat(0), Comps: uint8(max(n, 1))}
}

// word is an integer scalar as 32 bits.
func (r *reader) word(v ssa.Value) ssa.Value {
	x := &r.fn
	if n := x.f.Bits(v); n != 32 && x.f.Comps(v) == 1 && n >= 8 {
		return x.b.Op(op.U2U, ir.TypeU32, v)
	}
	return v
}

// shiftCount is the distance of a shift, as 32 bits, which is enough if the result is
// defined.
func (r *reader) shiftCount(v ssa.Value) ssa.Value {
	x := &r.fn
	if n := x.f.Bits(v); n == 32 || n < 8 || x.f.Comps(v) == 0 {
		return v
	}
	return x.b.Op(op.U2U, ir.VectorOf(ir.U32, x.f.Comps(v)), v)
}

// index is an integer scalar as an index of 32 bits, which is signed.
func (r *reader) index(v ssa.Value) ssa.Value {
	x := &r.fn
	n := x.f.Bits(v)
	if n == 32 || x.f.Comps(v) != 1 || n < 8 {
		return v
	}
	if r.m.Types.ScalarOf(x.f.Type(v)).IsSigned() {
		return x.b.Op(op.I2I, ir.TypeI32, v)
	}
	return x.b.Op(op.U2U, ir.TypeU32, v)
}

// named gives a value that stands for an id a name of its own, if the id has one and the
// value belongs to another.
func (r *reader) named(id uint32, v ssa.Value) ssa.Value { return v }

func (r *reader) copyObject(inst spirv.Inst) {
	x := &r.fn
	if w := x.ways[inst[2]]; w != nil {
		w.indices, w.made = r.ready(inst[3], r.wayTo(inst[3])).indices, true
		if w.varying {
			return
		}
	}
	if t, ok := x.texels[inst[3]]; ok {
		x.texels[inst[2]] = t
	}
	if j, ok := x.joined[inst[3]]; ok {
		x.joined[inst[2]] = j
		return
	}
	x.flags = 0
	r.put(inst[2], r.val(inst[3]))
}

// copyLogical makes a value of a type of a value of another with the same parts.
func (r *reader) copyLogical(t ir.TypeID, v ssa.Value, depth int) ssa.Value {
	x := &r.fn
	from := x.f.Type(v)
	if from == t {
		return v
	}
	a, b := *r.m.Types.At(from), *r.m.Types.At(t)
	if a.Kind != b.Kind || depth > maxDepth {
		r.invalid("a copy between types of different parts")
	}
	var n int
	switch a.Kind {
	case ir.TypeArray:
		if a.Length != b.Length || a.Length == 0 || a.Length > 4096 {
			r.unsupported("a copy between arrays of %d and %d elements", a.Length, b.Length)
		}
		n = int(a.Length)
	case ir.TypeStruct:
		if n = len(r.m.Structs[a.Struct].Members); n != len(r.m.Structs[b.Struct].Members) {
			r.invalid("a copy between structs of different members")
		}
	default:
		r.invalid("a copy between types of different parts")
	}
	parts := make([]ssa.Value, n)
	for k := range parts {
		p := x.b.Extract(r.m.ElementType(from, uint32(k)), v, k)
		parts[k] = r.copyLogical(r.m.ElementType(t, uint32(k)), p, depth+1)
	}
	return x.b.Op(op.Compose, t, parts...)
}

func (r *reader) bitcast(inst spirv.Inst) {
	x := &r.fn
	info := r.typeAt(inst[1])
	if info.op == spirv.OpTypePointer && !info.isPhysical() {
		r.unsupported("a cast of a pointer")
	}
	t := r.value(inst[1])
	v := r.val(inst[3])
	if x.f.Comps(v) == 0 {
		r.invalid("a cast of a value that is no number")
	}
	if x.f.Comps(v) == r.m.Types.ComponentCount(t) && x.f.Bits(v) == r.m.Types.ScalarOf(t).Bits() && x.f.Type(v) == t {
		x.flags = 0
		r.put(inst[2], v)
		return
	}
	r.set(inst[2], x.b.Op(op.Bitcast, t, v))
}

// floorMod is the remainder with the divisor's sign: the other is corrected if the signs
// differ.
func (r *reader) floorMod(t ir.TypeID, a, m ssa.Value) ssa.Value {
	x := &r.fn
	f := x.f
	n := f.Comps(a)
	if n == 0 {
		r.invalid("a remainder of a value that is no number")
	}
	bools := ir.VectorOf(ir.Bool, n)
	rem := x.b.Op(op.IRem, t, a, m)
	f.SetFlags(rem, ir.FlagNonZero)
	var zeros [4]uint64
	zero := x.b.Const(t, zeros[:n]...)
	off := x.b.Op(op.IAnd, bools, x.b.Op(op.INe, bools, rem, zero), x.b.Op(op.ILt, bools, x.b.Op(op.IXor, t, rem, m), zero))
	return x.b.Op(op.BCsel, t, off, x.b.Op(op.IAdd, t, rem, m), rem)
}

func (r *reader) selection(inst spirv.Inst) {
	x := &r.fn
	if info := r.typeAt(inst[1]); info.op == spirv.OpTypePointer && !info.isPhysical() {
		r.choosePointer(inst)
		return
	}
	t := r.value(inst[1])
	c, a, b := r.val(inst[3]), r.val(inst[4]), r.val(inst[5])
	n := r.m.Types.ComponentCount(t)
	if n == 0 {
		r.set(inst[2], x.b.Instr(op.SelectWhole, t, ssa.Src{Value: c, Comps: 1}, ssa.Whole(a), ssa.Whole(b)))
		return
	}
	cond := x.f.SrcFor(op.BCsel, 0, c)
	if x.f.Comps(c) == 1 {
		cond = spread(c, n)
	}
	r.set(inst[2], x.b.Instr(op.BCsel, t, cond, x.f.SrcFor(op.BCsel, 1, a), x.f.SrcFor(op.BCsel, 2, b)))
}

// pair makes an operation with two results, as a struct of the module's own, and from it
// the struct of the instruction's result type.
func (r *reader) pair(inst spirv.Inst, o op.Op, special ir.SpecialKind) {
	x := &r.fn
	a, b := r.val(inst[3]), r.val(inst[4])
	s := r.m.StructOf(r.value(inst[1]))
	if s == nil || len(s.Members) != 2 || x.f.Comps(a) == 0 || x.f.Bits(a) < 8 || x.f.Comps(b) != x.f.Comps(a) || x.f.Bits(b) != x.f.Bits(a) {
		r.invalid("the result is no struct of two values, or the operands aren't integers of one type")
	}
	if x.f.Bits(a) != 32 {
		first, second := r.widePair(o, a, b)
		r.set(inst[2], x.b.Op(op.Compose, r.value(inst[1]), first, second))
		return
	}
	kind := ir.U32
	if o == op.IMulExtended {
		kind = ir.I32
	}
	t := ir.VectorOf(kind, x.f.Comps(a))
	v := x.b.Op(o, r.m.SpecialStruct(special, t), a, b)
	r.set(inst[2], r.repack(v, r.value(inst[1])))
}

// repack makes a struct of the members of another.
func (r *reader) repack(v ssa.Value, t ir.TypeID) ssa.Value {
	x := &r.fn
	from := r.m.StructOf(x.f.Type(v))
	parts := make([]ssa.Value, len(from.Members))
	for k := range parts {
		parts[k] = x.b.Extract(r.m.StructOf(x.f.Type(v)).Members[k].Type, v, k)
	}
	return x.b.Op(op.Compose, t, parts...)
}

// shuffle makes a vector of components of two: runs that come from one are picked at
// once.
func (r *reader) shuffle(inst spirv.Inst) {
	x := &r.fn
	t := r.value(inst[1])
	v := [2]ssa.Value{r.val(inst[3]), r.val(inst[4])}
	first := x.f.Comps(v[0])
	total := first + x.f.Comps(v[1])
	list := inst[5:]
	if first == 0 || len(list) != r.m.Types.ComponentCount(t) {
		r.invalid("a shuffle takes vectors and makes one of as many components as it names")
	}
	var srcs []ssa.Src
	var buf [4]ssa.Src
	srcs = buf[:0]
	for _, k := range list {
		if k == ^uint32(0) { // any
			k = 0
			if n := len(srcs); n > 0 {
				s := srcs[n-1]
				k = uint32(s.Swizzle.At(int(s.Comps) - 1))
				if s.Value != v[0] || v[0] == v[1] && false {
					k += uint32(first)
				}
			}
		}
		if int(k) >= total {
			r.invalid("there is no component %d", k)
		}
		which, at := v[0], int(k)
		if at >= first {
			which, at = v[1], at-first
		}
		if n := len(srcs); n > 0 && srcs[n-1].Value == which {
			s := &srcs[n-1]
			s.Swizzle = s.Swizzle.With(int(s.Comps), at)
			s.Comps++
			continue
		}
		srcs = append(srcs, ssa.Src{Value: which, Swizzle: ssa.Swizzle(at), Comps: 1})
	}
	o := op.Vec
	if len(srcs) == 1 {
		if srcs[0].IsIdentity() && int(srcs[0].Comps) == x.f.Comps(srcs[0].Value) {
			x.flags = 0
			r.put(inst[2], srcs[0].Value)
			return
		}
		o = op.Mov
	}
	r.set(inst[2], x.b.Instr(o, t, srcs...))
}

func (r *reader) construct(inst spirv.Inst) {
	x := &r.fn
	t := r.value(inst[1])
	var buf [16]ssa.Value
	parts := buf[:0]
	for _, id := range inst[3:] {
		parts = append(parts, r.val(id))
	}
	o := op.Compose
	if len(parts) == 0 { // a struct without members
		r.set(inst[2], x.b.Zero(t))
		return
	}
	if r.m.Types.At(t).Kind == ir.TypeVector {
		o = op.Vec
		same := len(parts) > 1
		for _, p := range parts {
			if x.f.Comps(p) == 0 {
				r.invalid("a vector is made of scalars and vectors")
			}
			same = same && p == parts[0] && x.f.Comps(p) == 1
		}
		if same && len(parts) == r.m.Types.ComponentCount(t) {
			r.set(inst[2], x.b.Instr(op.Mov, t, spread(parts[0], len(parts))))
			return
		}
		if len(parts) == 1 {
			r.invalid("a vector is made of two or more parts")
		}
	}
	r.set(inst[2], x.b.Op(o, t, parts...))
}

// extract is a part of a value.
func (r *reader) extract(v ssa.Value, path []uint32) (ssa.Value, ir.TypeID) {
	x := &r.fn
	t := x.f.Type(v)
	for _, k := range path {
		r.partOf(t, k)
		e := r.m.ElementType(t, k)
		if r.m.Types.At(t).Kind == ir.TypeVector {
			v = x.b.Instr(op.Mov, e, ssa.Src{Value: v, Swizzle: ssa.Swizzle(k), Comps: 1})
		} else {
			v = x.b.Extract(e, v, int(k))
		}
		t = e
	}
	return v, t
}

// partOf checks that a type of values has a part.
func (r *reader) partOf(t ir.TypeID, k uint32) {
	n := uint32(0)
	switch ty := r.m.Types.At(t); ty.Kind {
	case ir.TypeVector:
		n = uint32(ty.Rows)
	case ir.TypeMatrix:
		n = uint32(ty.Columns)
	case ir.TypeArray:
		if n = ty.Length; ty.LengthExpr != 0 {
			n = 1 << 31
		}
	case ir.TypeCooperative:
		n = uint32(ty.Rows) * uint32(ty.Columns)
	case ir.TypeStruct:
		n = uint32(len(r.m.Structs[ty.Struct].Members))
	}
	if k >= n {
		if slices.Contains(r.viewed, t) {
			r.unsupported("built-in values of multiple views, or viewport masks")
		}
		r.invalid("%s has no part %d", r.m.TypeName(t), k)
	}
}

// insert is a value with a part replaced.
func (r *reader) insert(v, part ssa.Value, path []uint32) ssa.Value {
	x := &r.fn
	if len(path) == 0 {
		return part
	}
	if len(path) > maxDepth {
		r.invalid("a path of %d steps", len(path))
	}
	t := x.f.Type(v)
	r.partOf(t, path[0])
	if len(path) > 1 {
		inner, _ := r.extract(v, path[:1])
		part = r.insert(inner, part, path[1:])
	}
	i := x.b.Op(op.Insert, t, v, part)
	x.f.SetWords(i, [2]uint32{path[0]})
	return i
}

func (r *reader) call(inst spirv.Inst) {
	x := &r.fn
	d := r.definition(inst[3])
	if d.op != spirv.OpFunction || d.index == 0 {
		r.invalid("%%%d is no function", inst[3])
	}
	callee := r.functions[d.index]
	if len(callee.params) != len(inst)-4 {
		r.invalid("a call with %d arguments of a function with %d parameters", len(inst)-4, len(callee.params))
	}
	args := make([]ssa.Value, len(callee.params))
	for k, id := range inst[4:] {
		if j, ok := x.joined[id]; ok && j.image != 0 {
			r.unsupported("an image and a sampler that are joined and handed to a function")
		}
		args[k] = r.val(id)
		r.wholly(args[k])
	}
	i := x.b.Call(callee.fid, callee.f.Result, args...)
	if callee.f.Result != 0 {
		r.set(inst[2], i)
	}
}

// integerDot is a dot product of integers, of vectors of components or of four bytes.
func (r *reader) integerDot(inst spirv.Inst) {
	x := &r.fn
	a, b := r.val(inst[3]), r.val(inst[4])
	t := r.value(inst[1])
	if len(inst) > 5 || x.f.Comps(a) == 1 { // packed
		o := op.UDot4x8
		if inst.Op() != spirv.OpUDotKHR {
			o = op.SDot4x8
		}
		if r.m.Types.ScalarOf(t).Bits() != 32 || x.f.Bits(a) != 32 {
			r.unsupported("a dot product of bytes as %s", r.m.TypeName(t))
		}
		if inst.Op() == spirv.OpSUDotKHR { // the bytes of b are 128 more than those of b ^ 0x80808080, as signed ones
			less := x.b.Op(op.SDot4x8, t, a, x.b.Op(op.IXor, ir.TypeU32, b, x.b.U32(0x80808080)))
			ones := x.b.Op(op.SDot4x8, t, a, x.b.U32(0x01010101))
			r.set(inst[2], x.b.Op(op.IAdd, t, less, x.b.Op(op.IShl, t, ones, x.b.U32(7))))
			return
		}
		r.set(inst[2], x.b.Op(o, t, a, b))
		return
	}
	if x.f.Bits(a) != r.m.Types.ScalarOf(t).Bits() {
		widen := op.U2U
		if inst.Op() == spirv.OpSDotKHR {
			widen = op.I2I
		}
		wide := ir.VectorOf(r.m.Types.ScalarOf(t), x.f.Comps(a))
		first := widen
		if inst.Op() == spirv.OpSUDotKHR {
			first = op.I2I
		}
		a, b = x.b.Op(first, wide, a), x.b.Op(widen, wide, b)
	}
	r.set(inst[2], x.b.Op(op.IDot, t, a, b))
}
