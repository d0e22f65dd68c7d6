package hlsl

// This file spells calls of built-in functions that take more than their
// operands in order, and operations that are statements.

import (
	"slices"

	"refract/diag"
	"refract/internal/back/text"
	"refract/internal/builtin/row"
	"refract/ir"
)

func (w *Writer) math(e ir.ExprID) {
	o, ex := &w.Out, w.Ex
	v := ex.Math(e)
	t := ex.TypeOf(v.Args[0])
	s := w.M.Types.ScalarOf(t)
	scalar := w.M.Types.ComponentCount(t) == 1
	switch v.Op {
	case ir.MathLength:
		if scalar {
			o.Word(absWord)
			w.Arguments(e, v.Args[0])
			return
		}
	case ir.MathDistance:
		if scalar {
			o.Word(absWord)
			o.Byte('(')
			w.Operand(e, v.Args[0], operators.Binary[ir.Sub].Left)
			o.Infix("-")
			w.Operand(e, v.Args[1], operators.Binary[ir.Sub].Right)
			o.Byte(')')
			return
		}
	case ir.MathAbs:
		if s.Kind() == ir.UintKind {
			w.Operand(e, v.Args[0], primary)
			return
		}
	case ir.MathCountOneBits, ir.MathReverseBits, ir.MathFirstLeadingBit, ir.MathFirstTrailingBit, ir.MathSign:
		w.bits(e, v, s)
		return
	case ir.MathQuantizeToF16:
		o.Word(f16tof32Word)
		o.Byte('(')
		o.Word(f32tof16Word)
		w.Arguments(e, v.Args[0])
		o.Byte(')')
		return
	case ir.MathPack2x16float:
		o.Name(w.helpers.name(helperKey{kind: helperPack}))
		w.Arguments(e, v.Args[0])
		return
	case ir.MathUnpack2x16float:
		o.Name(w.helpers.name(helperKey{kind: helperUnpack}))
		w.Arguments(e, v.Args[0])
		return
	case ir.MathDot4U8Packed, ir.MathDot4I8Packed:
		name := dot4u8Word
		if v.Op == ir.MathDot4I8Packed {
			name = dot4i8Word
		}
		o.Word(name)
		o.Byte('(')
		w.Listed(e, true, []ir.ExprID{v.Args[0], v.Args[1]})
		o.Comma()
		o.Byte('0')
		if v.Op == ir.MathDot4U8Packed {
			o.Byte('u')
		}
		o.Byte(')')
		return
	}
	name := mathWords[v.Op]
	if name == 0 {
		w.Unsupported("the function "+v.Op.String(), ex.SpanOf(e))
		return
	}
	if s == ir.F64 && v.Op != ir.MathAbs && v.Op != ir.MathMin && v.Op != ir.MathMax && v.Op != ir.MathClamp &&
		v.Op != ir.MathTranspose {
		w.Unsupported("the function "+v.Op.String()+" of f64", ex.SpanOf(e))
	}
	o.Word(name)
	if byComponent[v.Op] {
		w.byComponent(e, v.Args[:]...)
		return
	}
	w.Arguments(e, v.Args[:]...)
}

// isByComponent reports whether a function works on each component of its arguments, which are
// of one type.
func isByComponent(op ir.MathOp) bool {
	info, r := op.Info(), row.Of(op)
	return info.Args > 1 && info.Result == ir.ResultSame && r.Rest == row.Likewise && r.Shapes == row.Each && !r.Formula.IsWhole()
}

// byComponent spells the arguments of a function that works on each component of them:
// beside a vector, scalars stand for vectors with equal components.
func (w *Writer) byComponent(e ir.ExprID, args ...ir.ExprID) {
	vector := false
	for _, a := range args {
		vector = vector || a != 0 && w.IsVector(a) && !w.IsUniform(e, a)
	}
	if !vector {
		w.Arguments(e, args...)
		return
	}
	w.Out.Byte('(')
	for i, a := range args {
		if a == 0 {
			break
		}
		if i > 0 {
			w.Out.Comma()
		}
		if w.IsUniform(e, a) {
			w.Component(e, a, anyForm)
		} else {
			w.Operand(e, a, anyForm)
		}
	}
	w.Out.Byte(')')
}

// bits spells functions whose result is unsigned in HLSL, or signed.
func (w *Writer) bits(e ir.ExprID, v ir.Math, s ir.Scalar) {
	o := &w.Out
	asIs := s.Kind() == ir.UintKind || v.Op == ir.MathSign && s.IsInteger()
	if !asIs {
		w.typeName(w.Ex.TypeOf(e))
		o.Byte('(')
	}
	w.bitsCall(e, v)
	if !asIs {
		o.Byte(')')
	}
}

func (w *Writer) bitsCall(e ir.ExprID, v ir.Math) {
	w.Out.Word(mathWords[v.Op])
	w.Arguments(e, v.Args[0])
}

// isUnsignedBits reports whether a value, which has no name, is a call of a function
// whose result is unsigned in HLSL.
func (w *Writer) isUnsignedBits(e ir.ExprID) bool {
	if w.Ex.Kind(e) != ir.KindMath || w.IsNamed(e) {
		return false
	}
	op := w.Ex.MathOp(e)
	return bitFunctions[op] && op != ir.MathSign
}

// operation spells a statement that is a call: of a user function, or of a
// built-in one that acts on memory or on other invocations.
func (w *Writer) operation(s ir.StmtID) {
	f := w.F
	switch k := f.StmtKind(s); k {
	case ir.StmtAtomic:
		w.atomic(s, 0)
	case ir.StmtImageAtomic:
		w.imageAtomic(s, 0)
	case ir.StmtImageStore:
		w.imageStore(s)
	case ir.StmtRayQuery:
		w.rayQuery(s)
	case ir.StmtPipeline:
		w.pipeline(s)
	case ir.StmtSubgroupBallot, ir.StmtSubgroupGather, ir.StmtSubgroupCollective:
		w.needs(ShaderModel60, "subgroup operations", f.StmtSpan(s))
		w.wave(s)
	case ir.StmtInterlock:
		w.Unsupported("critical sections of fragments", f.StmtSpan(s))
	case ir.StmtControlBarrier, ir.StmtMemoryBarrier:
		w.barrier(s, k == ir.StmtControlBarrier)
	case ir.StmtPrint:
		w.needs(ShaderModel60, "printf", f.StmtSpan(s))
		w.Print("printf", f.Printing(s))
	default:
		panic("hlsl: operation of kind " + k.String())
	}
}

// barrier spells a barrier.
func (w *Writer) barrier(s ir.StmtID, waits bool) {
	v := w.F.Barrier(s)
	mem := v.Memory
	if mem&ir.MemorySubgroup != 0 || v.Scope == ir.ScopeSubgroup {
		waits = false // the lanes of a wave go together
		mem = ir.MemoryStorage | ir.MemoryWorkgroup
	}
	if slices.Contains(w.graphics, w.F) {
		mem, waits = ir.MemoryStorage, false // the only barrier that these stages have
	}
	name := allBarrierWord
	switch {
	case mem&(ir.MemoryStorage|ir.MemoryTexture) == 0:
		name = groupBarrierWord
		if waits {
			name = groupSyncWord
		}
	case mem&ir.MemoryWorkgroup == 0:
		name = deviceBarrierWord
		if waits {
			name = deviceSyncWord
		}
	case waits:
		name = allSyncWord
	}
	w.Out.Word(name)
	w.Out.Str("()")
}

// atomic spells an atomic operation, whose old value goes to result.
func (w *Writer) atomic(s ir.StmtID, result text.Name) {
	o := &w.Out
	v := w.F.Atomic(s)
	t := w.M.Types.At(w.M.Types.Pointee(w.Ex.TypeOf(v.Pointer)))
	wide := t.Scalar.Bits() == 64
	if wide {
		w.needs(ShaderModel66, "64-bit atomics", w.F.StmtSpan(s))
	}
	if t.Scalar.IsFloat() && v.Op != ir.AtomicExchange && v.Op != ir.AtomicCompareExchange {
		w.Unsupported("an atomic "+v.Op.String()+" of "+t.Scalar.String(), w.F.StmtSpan(s))
	}
	buffer := w.isBuffer(v.Pointer)
	if buffer {
		w.buffer(v.Pointer)
		o.Byte('.')
	}
	o.Word(atomicWords[v.Op])
	if wide && buffer {
		o.Str("64")
	}
	w.bitwise(t.Scalar, v.Op, w.F.StmtSpan(s))
	o.Byte('(')
	if buffer {
		w.address(v.Pointer)
	} else {
		w.Place(v.Pointer)
	}
	if buffer && (v.Op == ir.AtomicMin || v.Op == ir.AtomicMax) {
		o.Comma()
		w.typed(v.Value) // the type says how to compare
		w.atomicOut(s, false, result)
		return
	}
	w.atomicRest(s, v.Compare, v.Value, result)
}

// bitwise ends the name of an exchange that compares the bits of floats.
func (w *Writer) bitwise(s ir.Scalar, op ir.AtomicOp, span diag.Span) {
	if s.IsFloat() && op == ir.AtomicCompareExchange {
		w.needs(ShaderModel60, "an exchange that compares floats", span)
		w.Out.Str("FloatBitwise")
	}
}

// atomicRest spells the arguments behind the place.
func (w *Writer) atomicRest(s ir.StmtID, compare, value ir.ExprID, result text.Name) {
	w.Listed(0, false, []ir.ExprID{compare, value})
	w.atomicOut(s, compare != 0, result)
}

// atomicOut spells the last argument, which receives the old value, if something does.
func (w *Writer) atomicOut(s ir.StmtID, compares bool, result text.Name) {
	o := &w.Out
	if result != 0 {
		o.Comma()
		o.Name(result)
		if compares && w.M.StructOf(w.F.TypeOf(w.F.StmtResult(s))) != nil {
			o.Byte('.')
			o.Str(w.MemberName(w.M.Types.At(w.F.TypeOf(w.F.StmtResult(s))).Struct, 0))
		}
	}
	o.Byte(')')
}

// wave spells a subgroup operation.
func (w *Writer) wave(s ir.StmtID) {
	o, f := &w.Out, w.F
	switch f.StmtKind(s) {
	case ir.StmtSubgroupBallot:
		o.Word(ballotWord)
		w.Ballot(s)
	case ir.StmtSubgroupGather:
		w.gather(s)
	default:
		v := f.SubgroupCollective(s)
		switch {
		case v.Op == ir.SubgroupElect:
			o.Word(firstLaneWord)
			o.Str("()")
			return
		case v.Collective == ir.Reduce && w.scalarOf(v.Argument).IsSigned() && v.Op >= ir.SubgroupAnd:
			// There are none of signed integers.
			t := w.Ex.TypeOf(v.Argument)
			w.typeName(t)
			o.Byte('(')
			o.Word(waveReductions[v.Op])
			o.Byte('(')
			w.typeName(w.M.Types.WithScalar(t, w.M.Types.ScalarOf(t).Unsigned()))
			w.Arguments(0, v.Argument)
			o.Str("))")
			return
		case v.Collective == ir.Reduce:
			o.Word(waveReductions[v.Op])
		case v.Op == ir.SubgroupAdd && v.Collective == ir.ExclusiveScan:
			o.Word(prefixSumWord)
		case v.Op == ir.SubgroupMul && v.Collective == ir.ExclusiveScan:
			o.Word(prefixProductWord)
		default:
			w.Unsupported("the subgroup operation "+v.Op.String()+" as "+v.Collective.String(), f.StmtSpan(s))
			return
		}
		o.Byte('(')
		w.typed(v.Argument)
		o.Byte(')')
	}
}

// lacksCollective reports whether no function does a scan, or a reduction of clusters.
func lacksCollective(v ir.SubgroupCollective, _ ir.TypeID) bool {
	isPrefix := v.Collective != ir.Clustered && (v.Op == ir.SubgroupAdd || v.Op == ir.SubgroupMul)
	return v.Op >= ir.SubgroupAdd && v.Op <= ir.SubgroupXor && v.Collective != ir.Reduce && !isPrefix
}

// typed spells a value for a function that depends on its type, which literals lack. DXC
// crashes on some if the function is one of lanes.
func (w *Writer) typed(e ir.ExprID) {
	if w.isUntyped(e) {
		w.cast(e)
		return
	}
	w.Operand(0, e, anyForm)
}

// gather spells a read of another lane's value.
func (w *Writer) gather(s ir.StmtID) {
	o := &w.Out
	v := w.F.SubgroupGather(s)
	lane := func(op string) {
		o.Word(readLaneWord)
		o.Byte('(')
		w.typed(v.Argument)
		o.Comma()
		o.Word(laneIndexWord)
		o.Str("()")
		o.Infix(op)
		w.Operand(0, v.Index, operators.Binary[ir.Xor].Right)
		o.Byte(')')
	}
	call := func(function text.Word, index bool) {
		o.Word(function)
		o.Byte('(')
		w.typed(v.Argument)
		if index {
			o.Comma()
			w.Operand(0, v.Index, anyForm)
		}
		o.Byte(')')
	}
	switch v.Mode {
	case ir.BroadcastFirst:
		call(readFirstWord, false)
	case ir.Broadcast, ir.Shuffle:
		call(readLaneWord, true)
	case ir.ShuffleDown:
		lane("+")
	case ir.ShuffleUp:
		lane("-")
	case ir.ShuffleXor:
		lane("^")
	case ir.QuadBroadcast:
		call(quadReadWord, true)
	case ir.QuadSwapX:
		call(quadXWord, false)
	case ir.QuadSwapY:
		call(quadYWord, false)
	case ir.QuadSwapDiagonal:
		call(quadDiagonalWord, false)
	default:
		panic("hlsl: subgroup gather " + v.Mode.String())
	}
}
