package spirv

// This file reads cooperative matrices (the extension SPV_KHR_cooperative_matrix). The module's
// scalars have the signedness that a multiplication takes from its operands' mask.

import (
	"refract/ir"
	"refract/spirv"
	"refract/ssa"
	"refract/ssa/op"
)

// cooperativeType converts OpTypeCooperativeMatrixKHR; e is the type of the components.
func (r *reader) cooperativeType(info *typeInfo, inst spirv.Inst, e *typeInfo) {
	if e.bad != "" {
		return
	}
	if e.op != spirv.OpTypeInt && e.op != spirv.OpTypeFloat {
		r.invalid("the components of a cooperative matrix are numbers")
	}
	number := func(id uint32) uint64 {
		if r.constantAt(id).spec {
			n := r.defaultNumber(id)
			r.list.Warnf(CodeFixedConstant, r.span(), "a cooperative matrix keeps its default size %d: a specialization constant can't change it", n)
			return n
		}
		n, ok := r.constantNumber(r.constantAt(id))
		if !ok {
			r.invalid("a cooperative matrix of a size that is no constant")
		}
		return n
	}
	scope, rows, columns, use := number(inst[3]), number(inst[4]), number(inst[5]), number(inst[6])
	switch {
	case scope != uint64(spirv.ScopeSubgroup):
		info.bad = "a cooperative matrix of the scope " + spirv.Scope(scope).String()
	case rows == 0 || columns == 0 || rows > 255 || columns > 255:
		info.bad = "a cooperative matrix of so many rows or columns"
	case use > uint64(ir.CooperativeC):
		r.invalid("there is no use %d of a cooperative matrix", use)
	default:
		info.t = r.m.Types.CooperativeOf(r.m.Types.At(e.t).Scalar, int(rows), int(columns), ir.CooperativeUse(use))
		info.count, info.size, info.align = 1, e.size, e.size
	}
}

func (r *reader) isCooperative(t ir.TypeID) bool { return r.m.Types.At(t).Kind == ir.TypeCooperative }

// cooperativeArith makes arithmetic on elements.
func cooperativeArith(b *ssa.Builder, o uint32, t ir.TypeID, args ...ssa.Value) ssa.Value {
	v := b.Op(op.CooperativeArith, t, args...)
	b.F.SetWords(v, [2]uint32{o})
	return v
}

// cooperativeForms are the instructions of arithmetic on elements.
var cooperativeForms = [...]struct {
	inst spirv.Op
	o    uint32
}{
	{spirv.OpFAdd, op.CooperativeAdd}, {spirv.OpIAdd, op.CooperativeAdd}, {spirv.OpFSub, op.CooperativeSub}, {spirv.OpISub, op.CooperativeSub},
	{spirv.OpFMul, op.CooperativeMul}, {spirv.OpIMul, op.CooperativeMul}, {spirv.OpFDiv, op.CooperativeDiv}, {spirv.OpSDiv, op.CooperativeDiv},
	{spirv.OpUDiv, op.CooperativeDiv}, {spirv.OpFNegate, op.CooperativeNegate}, {spirv.OpSNegate, op.CooperativeNegate},
	{spirv.OpMatrixTimesScalar, op.CooperativeScale}, {spirv.OpFConvert, op.CooperativeConvert}, {spirv.OpConvertFToS, op.CooperativeConvert},
	{spirv.OpConvertFToU, op.CooperativeConvert}, {spirv.OpConvertSToF, op.CooperativeConvert}, {spirv.OpConvertUToF, op.CooperativeConvert},
	{spirv.OpSConvert, op.CooperativeConvert}, {spirv.OpUConvert, op.CooperativeConvert},
}

// cooperativeOp reads an instruction on cooperative matrices; false if it is none.
func (r *reader) cooperativeOp(inst spirv.Inst) bool {
	x := &r.fn
	switch inst.Op() {
	case spirv.OpCooperativeMatrixLoadKHR:
		r.set(inst[2], r.cooperativeLoad(inst))
		return true
	case spirv.OpCooperativeMatrixStoreKHR:
		r.cooperativeStore(inst)
		return true
	case spirv.OpCooperativeMatrixMulAddKHR:
		r.cooperativeMultiplyAdd(inst)
		return true
	case spirv.OpCooperativeMatrixLengthKHR:
		r.set(inst[2], x.b.Op(op.CooperativeLength, r.value(inst[1]), x.b.Zero(r.value(inst[3]))))
		return true
	}
	if !inst.Op().HasResultType() || len(inst) < 4 {
		return false
	}
	t := r.typeAt(inst[1]).t
	if t == 0 || !r.isCooperative(t) {
		return false
	}
	switch inst.Op() {
	case spirv.OpCompositeConstruct:
		if len(inst) != 4 {
			r.invalid("a cooperative matrix is made of one scalar")
		}
		r.set(inst[2], cooperativeArith(&x.b, op.CooperativeSplat, t, r.val(inst[3])))
		return true
	case spirv.OpBitcast:
		from, to := r.m.Types.ScalarOf(x.f.Type(r.val(inst[3]))), r.m.Types.ScalarOf(t)
		if from.IsFloat() || to.IsFloat() || from.Bits() != to.Bits() {
			r.unsupported("a bitcast between cooperative matrices of %s and %s", from, to)
		}
		r.set(inst[2], cooperativeArith(&x.b, op.CooperativeConvert, t, r.val(inst[3])))
		return true
	}
	for _, f := range cooperativeForms {
		if f.inst != inst.Op() {
			continue
		}
		var args [2]ssa.Value
		for k, id := range inst[3:min(len(inst), 5)] {
			args[k] = r.val(id)
		}
		r.set(inst[2], r.cooperativeSigned(inst.Op(), f.o, t, args[:len(inst)-3]))
		return true
	}
	return false
}

// cooperativeSigned is arithmetic on elements whose instruction defines how integers are read.
func (r *reader) cooperativeSigned(o spirv.Op, form uint32, t ir.TypeID, args []ssa.Value) ssa.Value {
	x := &r.fn
	b := &x.b
	as := func(v ssa.Value, signed bool) ssa.Value { return r.cooperativeAs(v, signed) }
	switch o {
	case spirv.OpConvertSToF, spirv.OpSConvert:
		args[0] = as(args[0], true)
	case spirv.OpConvertUToF, spirv.OpUConvert:
		args[0] = as(args[0], false)
	case spirv.OpSDiv, spirv.OpSNegate, spirv.OpUDiv:
		for k := range args {
			args[k] = as(args[k], o != spirv.OpUDiv)
		}
		own := x.f.Type(args[0])
		v := cooperativeArith(b, form, own, args...)
		if own != t {
			v = cooperativeArith(b, op.CooperativeConvert, t, v)
		}
		return v
	case spirv.OpConvertFToS, spirv.OpConvertFToU:
		s := r.m.Types.ScalarOf(t)
		if wanted := s.Unsigned(); o == spirv.OpConvertFToU && s != wanted {
			v := cooperativeArith(b, form, r.m.Types.WithScalar(t, wanted), args...)
			return cooperativeArith(b, op.CooperativeConvert, t, v)
		}
	}
	return cooperativeArith(b, form, t, args...)
}

// cooperativeAs is a matrix of integers as one of the other signedness, with the same bits.
func (r *reader) cooperativeAs(v ssa.Value, signed bool) ssa.Value {
	t := r.fn.f.Type(v)
	s := r.m.Types.ScalarOf(t)
	if !s.IsInteger() || s.IsSigned() == signed {
		return v
	}
	kind := ir.UintKind
	if signed {
		kind = ir.SintKind
	}
	return cooperativeArith(&r.fn.b, op.CooperativeConvert, r.m.Types.WithScalar(t, ir.ScalarOf(kind, int(s.Bits()))), v)
}

// cooperativePlace reads the place of a matrix: array, index and stride, and the type of the
// matrix that lies there, which differs from t in the signedness at most.
func (r *reader) cooperativePlace(pointer, layout, stride uint32, t ir.TypeID) (args [3]ssa.Value, rowMajor uint32, lies ir.TypeID) {
	x := &r.fn
	p := r.pointer(pointer)
	if x.f.Op(p) != op.DerefArray || r.m.Types.At(x.f.Type(x.f.Arg(p, 0))).Kind != ir.TypePointer ||
		r.m.Types.At(r.m.Types.Pointee(x.f.Type(x.f.Arg(p, 0)))).Kind != ir.TypeArray {
		r.unsupported("a cooperative matrix at a pointer that is not to an element of an array")
	}
	n, ok := r.constantNumber(r.constantAt(layout))
	switch {
	case !ok:
		r.invalid("the layout of a cooperative matrix is a constant")
	case n > 1:
		r.unsupported("a cooperative matrix of the layout %s", spirv.CooperativeMatrixLayout(n))
	case n == 0:
		rowMajor = 1
	}
	in, is := r.m.Types.ScalarOf(r.m.Types.Pointee(x.f.Type(p))), r.m.Types.ScalarOf(t)
	if lies = t; in != is {
		if !in.IsInteger() || !is.IsInteger() || in.Bits() != is.Bits() {
			r.unsupported("a cooperative matrix of %s in memory of %s", is, in)
		}
		lies = r.m.Types.WithScalar(t, in)
	}
	return [3]ssa.Value{x.f.Arg(p, 0), x.f.Arg(p, 1), r.index(r.val(stride))}, rowMajor, lies
}

func (r *reader) cooperativeLoad(inst spirv.Inst) ssa.Value {
	x := &r.fn
	t := r.value(inst[1])
	if len(inst) < 6 {
		r.unsupported("a cooperative matrix without a stride")
	}
	args, rowMajor, lies := r.cooperativePlace(inst[3], inst[4], inst[5], t)
	v := x.b.Op(op.CooperativeLoad, lies, args[:]...)
	x.f.SetWords(v, [2]uint32{rowMajor})
	if lies != t {
		v = cooperativeArith(&x.b, op.CooperativeConvert, t, v)
	}
	return v
}

func (r *reader) cooperativeStore(inst spirv.Inst) {
	x := &r.fn
	if len(inst) < 5 {
		r.unsupported("a cooperative matrix without a stride")
	}
	v := r.val(inst[2])
	args, rowMajor, lies := r.cooperativePlace(inst[1], inst[3], inst[4], x.f.Type(v))
	if lies != x.f.Type(v) {
		v = cooperativeArith(&x.b, op.CooperativeConvert, lies, v)
	}
	i := x.b.Op(op.CooperativeStore, 0, args[0], args[1], args[2], v)
	x.f.SetWords(i, [2]uint32{rowMajor})
}

func (r *reader) cooperativeMultiplyAdd(inst spirv.Inst) {
	x := &r.fn
	t := r.value(inst[1])
	var mask spirv.CooperativeMatrixOperands
	if len(inst) > 6 {
		mask = spirv.CooperativeMatrixOperands(inst[6])
	}
	const known = spirv.CooperativeMatrixOperandsMatrixASignedComponentsKHR | spirv.CooperativeMatrixOperandsMatrixBSignedComponentsKHR |
		spirv.CooperativeMatrixOperandsMatrixCSignedComponentsKHR | spirv.CooperativeMatrixOperandsMatrixResultSignedComponentsKHR |
		spirv.CooperativeMatrixOperandsSaturatingAccumulationKHR
	if mask&^known != 0 {
		r.unsupported("a multiplication of cooperative matrices with the operands %s", mask)
	}
	var args [3]ssa.Value
	for k, bit := range [...]spirv.CooperativeMatrixOperands{spirv.CooperativeMatrixOperandsMatrixASignedComponentsKHR,
		spirv.CooperativeMatrixOperandsMatrixBSignedComponentsKHR, spirv.CooperativeMatrixOperandsMatrixCSignedComponentsKHR} {
		args[k] = r.cooperativeAs(r.val(inst[3+k]), mask&bit != 0)
	}
	own := x.f.Type(args[2])
	v := x.b.Op(op.CooperativeMultiplyAdd, own, args[:]...)
	if mask&spirv.CooperativeMatrixOperandsSaturatingAccumulationKHR != 0 {
		x.f.SetWords(v, [2]uint32{1})
	}
	if own != t {
		v = cooperativeArith(&x.b, op.CooperativeConvert, t, v)
	}
	r.set(inst[2], v)
}
