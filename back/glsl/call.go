package glsl

// This file spells built-in functions and operations that are statements.

import (
	"refract/internal/back/clike"
	"refract/internal/back/text"
	"refract/internal/builtin/row"
	"refract/ir"
)

var (
	lengthWord text.Word
	mixWord    text.Word
	notWord    text.Word
	clampWord  text.Word
)

var compareWords [ir.Ge + 1]text.Word

var relationalWords [ir.IsInf + 1]text.Word

// mathRow is the spelling of a math function.
type mathRow struct {
	word text.Word
	need feature
	// scalars are the arguments that may be a scalar beside vectors, together: a bit
	// for each.
	scalars uint8
	// ints are the arguments that are int in place of the IR's u32.
	ints uint8
	// result is the scalar of the result, if that may differ from the IR's.
	result ir.Scalar
}

var mathRows = [row.Count]mathRow{
	ir.MathCountOneBits:     {result: ir.I32},
	ir.MathExtractBits:      {ints: 6},
	ir.MathInsertBits:       {ints: 12},
	ir.MathFirstTrailingBit: {result: ir.I32},
	ir.MathFirstLeadingBit:  {result: ir.I32},
	ir.MathPack2x16float:    {need: halfPacking},
	ir.MathUnpack2x16float:  {need: halfPacking},
}

// math spells a math function.
func (w *Writer) math(e ir.ExprID) {
	o, ex := &w.Out, w.Ex
	v := ex.Math(e)
	t := ex.TypeOf(e)
	if w.isIdentity(v) {
		w.Operand(e, v.Args[0], anyForm)
		return
	}
	if v.Op == ir.MathSaturate {
		s := ir.ScalarTypeOf(w.M.Types.ScalarOf(t))
		o.Word(clampWord)
		o.Byte('(')
		w.Operand(e, v.Args[0], anyForm)
		o.Comma()
		w.Literal(s, 0)
		o.Comma()
		w.Literal(s, oneBits(w.M.Types.ScalarOf(t)))
		o.Byte(')')
		return
	}
	row := &mathRows[v.Op]
	if row.word == 0 {
		w.Unsupported("the function "+v.Op.String()+" of "+w.M.TypeName(ex.TypeOf(v.Args[0])), ex.SpanOf(e))
		return
	}
	w.require(row.need, ex.SpanOf(e))
	if s := w.M.Types.ScalarOf(ex.TypeOf(v.Args[0])); s.Bits() == 64 && s.IsInteger() && row.result|ir.Scalar(row.ints) != 0 {
		w.Unsupported("the function "+v.Op.String()+" of "+w.M.TypeName(ex.TypeOf(v.Args[0])), ex.SpanOf(e))
		return
	}
	convert := row.result != ir.NoScalar && row.result != w.M.Types.ScalarOf(t)
	if convert {
		w.typeName(t)
		o.Byte('(')
	}
	o.Word(row.word)
	w.withoutSplats(&v, row.scalars)
	if row.ints == 0 {
		w.Arguments(e, v.Args[:v.Op.Info().Args]...)
	} else {
		o.Byte('(')
		for i, a := range v.Args[:v.Op.Info().Args] {
			if i > 0 {
				o.Comma()
			}
			if row.ints>>i&1 != 0 {
				w.asInt(a)
			} else {
				w.Operand(e, a, anyForm)
			}
		}
		o.Byte(')')
	}
	if convert {
		o.Byte(')')
	}
}

// oneBits are the bits of 1.
func oneBits(s ir.Scalar) uint64 {
	switch s {
	case ir.F16:
		return 0x3C00
	case ir.F64:
		return 0x3FF << 52
	}
	return 0x3F800000
}

// withoutSplats makes scalars of the arguments that may be, if all of them are
// splats.
func (w *Writer) withoutSplats(v *ir.Math, scalars uint8) {
	if scalars == 0 {
		return
	}
	args := v.Args
	for i := range args {
		if scalars>>i&1 != 0 {
			if args[i] = w.Splatted(args[i]); args[i] == 0 {
				return
			}
		}
	}
	v.Args = args
}

// asInt spells an integer scalar or vector as int.
func (w *Writer) asInt(e ir.ExprID) {
	o, ex := &w.Out, w.Ex
	t := ex.TypeOf(e)
	switch {
	case w.M.Types.ScalarOf(t) == ir.I32:
		w.Expr(e, anyForm)
	case !w.IsNamed(e) && ex.Kind(e) == ir.KindLiteral && ex.LiteralBits(e) < 1<<31:
		o.Uint(ex.LiteralBits(e))
	case w.isInt(e):
		w.convertInt(w.M.Types.WithScalar(t, ir.I32), e)
	default:
		w.vectorName(ir.I32, w.M.Types.ComponentCount(t))
		w.Arguments(0, e)
	}
}

// bitcastWords are the functions that reinterpret bits; integers of one width
// convert by constructors, which keep them.
var bitcastWords map[[2]ir.Scalar]text.Word

var interpolateWords [ir.InterpolateOffset + 1]text.Word

var packHalvesWord, packWordsWord, unpackWordsWord text.Word

// as spells a conversion or bitcast.
func (w *Writer) as(e ir.ExprID) {
	o, ex := &w.Out, w.Ex
	v := ex.As(e)
	to, from := ex.TypeOf(e), ex.TypeOf(v.Value)
	st, sf := w.M.Types.ScalarOf(to), w.M.Types.ScalarOf(from)
	if !v.Bitcast || st == sf || st.IsInteger() && sf.IsInteger() && st.Bits() == sf.Bits() {
		if to == from {
			w.Operand(e, v.Value, primary)
			return
		}
		if w.isInt(v.Value) {
			w.convertInt(to, v.Value)
			return
		}
		if w.isSame(st, sf) {
			w.Operand(e, v.Value, anyForm)
			return
		}
		w.typeName(to)
		w.Arguments(e, v.Value)
		return
	}
	half := ir.VectorOf(ir.F16, 2)
	switch {
	case st.Bits() == 32 && sf.Bits() == 32:
		w.require(bitEncoding, ex.SpanOf(e))
		o.Word(bitcastWords[[2]ir.Scalar{sf, st}])
		w.Arguments(0, v.Value)
	case bitcastWords[[2]ir.Scalar{sf, st}] != 0:
		o.Word(bitcastWords[[2]ir.Scalar{sf, st}])
		w.Arguments(0, v.Value)
	case from == half && w.M.Types.ComponentCount(to) == 1:
		w.halvesTo(st, v.Value)
	case to == half && w.M.Types.ComponentCount(from) == 1:
		o.Word(unpackHalvesWord)
		o.Byte('(')
		w.halfWord(sf, v.Value)
		o.Byte(')')
	case from == ir.TypeU64 && to == ir.VectorOf(ir.U32, 2):
		o.Word(unpackWordsWord)
		w.Arguments(0, v.Value)
	case from == ir.VectorOf(ir.U32, 2) && to == ir.TypeU64:
		w.needScalar(ir.U64)
		o.Word(packWordsWord)
		w.Arguments(0, v.Value)
	default:
		w.Unsupported("a bitcast from "+w.M.TypeName(from)+" to "+w.M.TypeName(to), ex.SpanOf(e))
	}
}

// hasBitcast reports whether there is a function for a bitcast between numbers of
// different widths.
func hasBitcast(from, to ir.TypeID) bool {
	half, words := ir.VectorOf(ir.F16, 2), ir.VectorOf(ir.U32, 2)
	word := func(t ir.TypeID) bool { return t == ir.TypeU32 || t == ir.TypeI32 || t == ir.TypeF32 }
	return from == half && word(to) || to == half && word(from) ||
		from == ir.TypeU64 && to == words || from == words && to == ir.TypeU64
}

// isInt reports whether GLSL has an int for the u32 e of the IR, so that the conversion to
// u32 needn't be spelled ahead of another one.
func (w *Writer) isInt(e ir.ExprID) bool {
	if w.IsNamed(e) || w.M.Types.ScalarOf(w.Ex.TypeOf(e)) != ir.U32 {
		return false
	}
	k := w.Ex.Kind(e)
	return k == ir.KindImageQuery || k == ir.KindArrayLength
}

// convertInt spells the conversion of an expression that isInt accepts.
func (w *Writer) convertInt(to ir.TypeID, e ir.ExprID) {
	raw := w.imageQuery
	if w.Ex.Kind(e) == ir.KindArrayLength {
		raw = w.arrayLength
	}
	if w.M.Types.ScalarOf(to) == ir.I32 {
		raw(e)
		return
	}
	w.typeName(to)
	w.Out.Byte('(')
	raw(e)
	w.Out.Byte(')')
}

// halvesTo spells a pair of f16 as a 32-bit scalar.
func (w *Writer) halvesTo(s ir.Scalar, e ir.ExprID) {
	o := &w.Out
	switch s {
	case ir.F32:
		o.Word(uintToFloatWord)
		o.Byte('(')
		defer o.Byte(')')
	case ir.I32:
		o.Str("int(")
		defer o.Byte(')')
	}
	o.Word(packHalvesWord)
	w.Arguments(0, e)
}

// halfWord spells a 32-bit scalar as uint.
func (w *Writer) halfWord(s ir.Scalar, e ir.ExprID) {
	o := &w.Out
	switch s {
	case ir.F32:
		o.Word(bitcastWords[[2]ir.Scalar{ir.F32, ir.U32}])
		o.Byte('(')
		defer o.Byte(')')
	case ir.I32:
		o.Str("uint(")
		defer o.Byte(')')
	}
	w.Expr(e, anyForm)
}

var derivativeWords [ir.AxisWidth + 1][ir.ControlFine + 1]text.Word

// derivative spells a derivative; if precision can't be requested, the plain one, which may
// be either.
func (w *Writer) derivative(e ir.ExprID) {
	v := w.Ex.Derivative(e)
	if v.Control != ir.ControlNone {
		if w.available(derivativeControl) {
			w.require(derivativeControl, w.Ex.SpanOf(e))
		} else {
			v.Control = ir.ControlNone
		}
	}
	w.require(derivatives, w.Ex.SpanOf(e))
	w.Out.Word(derivativeWords[v.Axis][v.Control])
	w.Arguments(e, v.Value)
}

var atomicWords [ir.AtomicCompareExchange + 1]text.Word

var imageAtomicWords [ir.AtomicCompareExchange + 1]text.Word

type gatherRow struct {
	word text.Word
	need feature
}

var gatherWords = [ir.QuadSwapDiagonal + 1]gatherRow{
	ir.BroadcastFirst:   {need: subgroupBallot},
	ir.Broadcast:        {need: subgroupBallot},
	ir.Shuffle:          {need: subgroupShuffle},
	ir.ShuffleDown:      {need: subgroupShuffleRelative},
	ir.ShuffleUp:        {need: subgroupShuffleRelative},
	ir.ShuffleXor:       {need: subgroupShuffle},
	ir.QuadBroadcast:    {need: subgroupQuad},
	ir.QuadSwapX:        {need: subgroupQuad},
	ir.QuadSwapY:        {need: subgroupQuad},
	ir.QuadSwapDiagonal: {need: subgroupQuad},
}

var collectiveWords [ir.SubgroupElect + 1][ir.Clustered + 1]text.Word

// operation spells a statement that is a call: of a user function, or of a
// built-in one that acts on memory or on other invocations.
func (w *Writer) operation(s ir.StmtID) {
	o, f := &w.Out, w.F
	switch k := f.StmtKind(s); k {
	case ir.StmtAtomic:
		v := f.Atomic(s)
		scalar := w.M.Types.ScalarOf(w.M.Types.Pointee(f.TypeOf(v.Pointer)))
		w.comparesFloats(scalar, v.Op, s)
		switch scalar {
		case ir.I32, ir.U32:
		case ir.F16:
			w.require(wideFloatAtomics, f.StmtSpan(s))
		case ir.F32, ir.F64:
			if v.Op == ir.AtomicMin || v.Op == ir.AtomicMax {
				w.require(wideFloatAtomics, f.StmtSpan(s))
			} else {
				w.require(floatAtomics, f.StmtSpan(s))
			}
		default:
			if !w.opts.Vulkan { // OpenGL has none in memory of workgroups
				w.Unsupported(features[int64Atomics].name, f.StmtSpan(s))
			} else {
				w.require(int64Atomics, f.StmtSpan(s))
			}
		}
		o.Word(atomicWords[v.Op])
		w.Arguments(0, v.Pointer, v.Compare, v.Value)
	case ir.StmtImageAtomic:
		v := f.ImageAtomic(s)
		w.comparesFloats(w.M.ImageTexel(f.TypeOf(v.Image)), v.Op, s)
		w.require(imageAtomics, f.StmtSpan(s))
		if w.M.ImageTexel(f.TypeOf(v.Image)).IsFloat() {
			switch v.Op {
			case ir.AtomicAdd:
				w.require(floatAtomics, f.StmtSpan(s))
			case ir.AtomicMin, ir.AtomicMax:
				w.require(wideFloatAtomics, f.StmtSpan(s))
			}
		}
		o.Word(imageAtomicWords[v.Op])
		o.Byte('(')
		w.Expr(v.Image, anyForm)
		o.Comma()
		w.texel(v.Image, v.Coordinate, v.ArrayIndex)
		w.sampleNumber(v.Sample)
		for _, a := range [...]ir.ExprID{v.Compare, v.Value} {
			if a != 0 {
				o.Comma()
				w.Expr(a, anyForm)
			}
		}
		o.Byte(')')
	case ir.StmtImageStore:
		v := f.ImageStore(s)
		o.Word(imageStoreWord)
		o.Byte('(')
		w.Expr(v.Image, anyForm)
		o.Comma()
		w.texel(v.Image, v.Coordinate, v.ArrayIndex)
		w.sampleNumber(v.Sample)
		o.Comma()
		w.Expr(v.Value, anyForm)
		o.Byte(')')
	case ir.StmtRayQuery:
		w.rayQuery(s)
	case ir.StmtPipeline:
		w.pipeline(s)
	case ir.StmtCooperative:
		w.cooperative(s, 0)
	case ir.StmtSubgroupBallot:
		w.require(subgroupBallot, f.StmtSpan(s))
		o.Word(ballotWord)
		w.Ballot(s)
	case ir.StmtSubgroupGather:
		v := f.SubgroupGather(s)
		row := &gatherWords[v.Mode]
		w.require(row.need, f.StmtSpan(s))
		w.subgroupType(v.Argument)
		o.Word(row.word)
		o.Byte('(')
		w.Expr(v.Argument, anyForm)
		if v.Index != 0 {
			o.Comma()
			w.asUint(v.Index)
		}
		o.Byte(')')
	case ir.StmtSubgroupCollective:
		v := f.SubgroupCollective(s)
		need := subgroupArithmetic
		switch v.Op {
		case ir.SubgroupAll, ir.SubgroupAny:
			need = subgroupVote
		case ir.SubgroupElect:
			need = subgroupBasic
		}
		if v.Collective == ir.Clustered {
			need = subgroupClustered
		}
		w.require(need, f.StmtSpan(s))
		name := collectiveWords[v.Op][v.Collective]
		if name == 0 {
			w.Unsupported("the subgroup operation "+v.Op.String()+" as "+v.Collective.String(), f.StmtSpan(s))
			return
		}
		w.subgroupType(v.Argument)
		o.Word(name)
		o.Byte('(')
		if v.Argument != 0 {
			w.Expr(v.Argument, clike.AnyForm)
		}
		if v.Collective == ir.Clustered {
			o.Comma()
			o.Uint(uint64(v.Cluster))
			o.Byte('u')
		}
		o.Byte(')')
	case ir.StmtControlBarrier, ir.StmtMemoryBarrier:
		w.barrier(s)
	case ir.StmtInterlock:
		w.require(interlocks, f.StmtSpan(s))
		if w.entry == nil || f != w.M.Func(w.entry.Function) {
			w.Unsupported("a critical section in a function that is called", f.StmtSpan(s))
		}
		o.Word(interlockWords[f.Interlock(s)])
		o.Str("()")
	case ir.StmtPrint:
		w.require(printing, f.StmtSpan(s))
		w.Print("debugPrintfEXT", f.Printing(s))
	default:
		panic("glsl: operation of kind " + k.String())
	}
}

// subgroupType requires the extension that lets subgroup operations take values of other
// widths than 32 bits.
func (w *Writer) subgroupType(e ir.ExprID) {
	if e == 0 {
		return
	}
	switch s := w.M.Types.ScalarOf(w.Ex.TypeOf(e)); {
	case s == ir.F16:
		w.addExtension("GL_EXT_shader_subgroup_extended_types_float16")
	case s.IsInteger() && s.Bits() != 32:
		w.addExtension("GL_EXT_shader_subgroup_extended_types_int" + uintString(uint32(s.Bits())))
	}
}

// asUint spells an integer as uint.
func (w *Writer) asUint(e ir.ExprID) {
	if w.Ex.TypeOf(e) == ir.TypeU32 {
		w.Expr(e, anyForm)
		return
	}
	if !w.IsNamed(e) && w.Ex.Kind(e) == ir.KindLiteral {
		w.Literal(ir.TypeU32, w.Ex.LiteralBits(e))
		return
	}
	w.Out.Str("uint")
	w.Arguments(0, e)
}

var (
	ballotWord          text.Word
	imageStoreWord      text.Word
	interlockWords      [2]text.Word
	barrierWord         text.Word
	subgroupBarrierWord text.Word
	memoryBarrierWords  [3]text.Word
)

var memoryBarrierMemories = [...]ir.Memory{ir.MemoryStorage, ir.MemoryWorkgroup, ir.MemoryTexture}

// barrier spells a barrier: the ordering of memory, and the waiting.
func (w *Writer) barrier(s ir.StmtID) {
	o := &w.Out
	v := w.F.Barrier(s)
	control := w.F.StmtKind(s) == ir.StmtControlBarrier
	if v.Memory&ir.MemorySubgroup != 0 || v.Scope == ir.ScopeSubgroup {
		w.require(subgroupBasic, w.F.StmtSpan(s))
		o.Word(subgroupBarrierWord)
		o.Str("()")
		return
	}
	some := false
	if v.Memory&(ir.MemoryStorage|ir.MemoryTexture) != 0 {
		w.require(memoryBarriers, w.F.StmtSpan(s))
	}
	for i, mem := range memoryBarrierMemories {
		if v.Memory&mem != 0 {
			if !w.opts.Version.ES && w.opts.Version.Number < 430 { // which have one for all
				o.Str("memoryBarrier()")
				some = true
				break
			}
			if some {
				o.Byte(';')
				o.Line()
			}
			some = true
			o.Word(memoryBarrierWords[i])
			o.Str("()")
		}
	}
	if control {
		if some {
			o.Byte(';')
			o.Line()
		}
		o.Word(barrierWord)
		o.Str("()")
	}
}

// wordRows are variables that hold words, and the words: plain data, which the linker lays
// out.
var wordRows = [...]struct {
	to   *text.Word
	name string
}{
	{&lengthWord, "length"},
	{&mixWord, "mix"},
	{&notWord, "not"},
	{&clampWord, "clamp"},
	{&packHalvesWord, "packFloat2x16"},
	{&ballotWord, "subgroupBallot"},
	{&imageStoreWord, "imageStore"},
	{&barrierWord, "barrier"},
	{&subgroupBarrierWord, "subgroupBarrier"},
	{&compareWords[ir.Eq], "equal"},
	{&compareWords[ir.Ne], "notEqual"},
	{&compareWords[ir.Lt], "lessThan"},
	{&compareWords[ir.Le], "lessThanEqual"},
	{&compareWords[ir.Gt], "greaterThan"},
	{&compareWords[ir.Ge], "greaterThanEqual"},
	{&derivativeWords[ir.AxisX][ir.ControlNone], "dFdx"},
	{&derivativeWords[ir.AxisX][ir.ControlCoarse], "dFdxCoarse"},
	{&derivativeWords[ir.AxisX][ir.ControlFine], "dFdxFine"},
	{&derivativeWords[ir.AxisY][ir.ControlNone], "dFdy"},
	{&derivativeWords[ir.AxisY][ir.ControlCoarse], "dFdyCoarse"},
	{&derivativeWords[ir.AxisY][ir.ControlFine], "dFdyFine"},
	{&derivativeWords[ir.AxisWidth][ir.ControlNone], "fwidth"},
	{&derivativeWords[ir.AxisWidth][ir.ControlCoarse], "fwidthCoarse"},
	{&derivativeWords[ir.AxisWidth][ir.ControlFine], "fwidthFine"},
	{&atomicWords[ir.AtomicAdd], "atomicAdd"},
	{&atomicWords[ir.AtomicAnd], "atomicAnd"},
	{&atomicWords[ir.AtomicOr], "atomicOr"},
	{&atomicWords[ir.AtomicXor], "atomicXor"},
	{&atomicWords[ir.AtomicMin], "atomicMin"},
	{&atomicWords[ir.AtomicMax], "atomicMax"},
	{&atomicWords[ir.AtomicExchange], "atomicExchange"},
	{&atomicWords[ir.AtomicCompareExchange], "atomicCompSwap"},
	{&imageAtomicWords[ir.AtomicAdd], "imageAtomicAdd"},
	{&imageAtomicWords[ir.AtomicAnd], "imageAtomicAnd"},
	{&imageAtomicWords[ir.AtomicOr], "imageAtomicOr"},
	{&imageAtomicWords[ir.AtomicXor], "imageAtomicXor"},
	{&imageAtomicWords[ir.AtomicMin], "imageAtomicMin"},
	{&imageAtomicWords[ir.AtomicMax], "imageAtomicMax"},
	{&imageAtomicWords[ir.AtomicExchange], "imageAtomicExchange"},
	{&imageAtomicWords[ir.AtomicCompareExchange], "imageAtomicCompSwap"},
	{&collectiveWords[ir.SubgroupAll][ir.Reduce], "subgroupAll"},
	{&collectiveWords[ir.SubgroupAny][ir.Reduce], "subgroupAny"},
	{&collectiveWords[ir.SubgroupElect][ir.Reduce], "subgroupElect"},
	{&collectiveWords[ir.SubgroupAdd][ir.Reduce], "subgroupAdd"},
	{&collectiveWords[ir.SubgroupAdd][ir.InclusiveScan], "subgroupInclusiveAdd"},
	{&collectiveWords[ir.SubgroupAdd][ir.ExclusiveScan], "subgroupExclusiveAdd"},
	{&collectiveWords[ir.SubgroupAdd][ir.Clustered], "subgroupClusteredAdd"},
	{&collectiveWords[ir.SubgroupMul][ir.Reduce], "subgroupMul"},
	{&collectiveWords[ir.SubgroupMul][ir.InclusiveScan], "subgroupInclusiveMul"},
	{&collectiveWords[ir.SubgroupMul][ir.ExclusiveScan], "subgroupExclusiveMul"},
	{&collectiveWords[ir.SubgroupMul][ir.Clustered], "subgroupClusteredMul"},
	{&collectiveWords[ir.SubgroupMin][ir.Reduce], "subgroupMin"},
	{&collectiveWords[ir.SubgroupMin][ir.InclusiveScan], "subgroupInclusiveMin"},
	{&collectiveWords[ir.SubgroupMin][ir.ExclusiveScan], "subgroupExclusiveMin"},
	{&collectiveWords[ir.SubgroupMin][ir.Clustered], "subgroupClusteredMin"},
	{&collectiveWords[ir.SubgroupMax][ir.Reduce], "subgroupMax"},
	{&collectiveWords[ir.SubgroupMax][ir.InclusiveScan], "subgroupInclusiveMax"},
	{&collectiveWords[ir.SubgroupMax][ir.ExclusiveScan], "subgroupExclusiveMax"},
	{&collectiveWords[ir.SubgroupMax][ir.Clustered], "subgroupClusteredMax"},
	{&collectiveWords[ir.SubgroupAnd][ir.Reduce], "subgroupAnd"},
	{&collectiveWords[ir.SubgroupAnd][ir.InclusiveScan], "subgroupInclusiveAnd"},
	{&collectiveWords[ir.SubgroupAnd][ir.ExclusiveScan], "subgroupExclusiveAnd"},
	{&collectiveWords[ir.SubgroupAnd][ir.Clustered], "subgroupClusteredAnd"},
	{&collectiveWords[ir.SubgroupOr][ir.Reduce], "subgroupOr"},
	{&collectiveWords[ir.SubgroupOr][ir.InclusiveScan], "subgroupInclusiveOr"},
	{&collectiveWords[ir.SubgroupOr][ir.ExclusiveScan], "subgroupExclusiveOr"},
	{&collectiveWords[ir.SubgroupOr][ir.Clustered], "subgroupClusteredOr"},
	{&collectiveWords[ir.SubgroupXor][ir.Reduce], "subgroupXor"},
	{&collectiveWords[ir.SubgroupXor][ir.InclusiveScan], "subgroupInclusiveXor"},
	{&collectiveWords[ir.SubgroupXor][ir.ExclusiveScan], "subgroupExclusiveXor"},
	{&collectiveWords[ir.SubgroupXor][ir.Clustered], "subgroupClusteredXor"},
	{&interpolateWords[0], "interpolateAtCentroid"},
	{&interpolateWords[1], "interpolateAtSample"},
	{&interpolateWords[2], "interpolateAtOffset"},
	{&packWordsWord, "packUint2x32"},
	{&unpackWordsWord, "unpackUint2x32"},
	{&interlockWords[ir.InterlockBegin], "beginInvocationInterlockARB"},
	{&interlockWords[ir.InterlockEnd], "endInvocationInterlockARB"},
	{&memoryBarrierWords[0], "memoryBarrierBuffer"},
	{&memoryBarrierWords[1], "memoryBarrierShared"},
	{&memoryBarrierWords[2], "memoryBarrierImage"},
	{&gatherWords[ir.BroadcastFirst].word, "subgroupBroadcastFirst"},
	{&gatherWords[ir.Broadcast].word, "subgroupBroadcast"},
	{&gatherWords[ir.Shuffle].word, "subgroupShuffle"},
	{&gatherWords[ir.ShuffleDown].word, "subgroupShuffleDown"},
	{&gatherWords[ir.ShuffleUp].word, "subgroupShuffleUp"},
	{&gatherWords[ir.ShuffleXor].word, "subgroupShuffleXor"},
	{&gatherWords[ir.QuadBroadcast].word, "subgroupQuadBroadcast"},
	{&gatherWords[ir.QuadSwapX].word, "subgroupQuadSwapHorizontal"},
	{&gatherWords[ir.QuadSwapY].word, "subgroupQuadSwapVertical"},
	{&gatherWords[ir.QuadSwapDiagonal].word, "subgroupQuadSwapDiagonal"},
	{&textureWord, "texture"},
	{&texelFetchWord, "texelFetch"},
	{&imageLoadWord, "imageLoad"},
	{&subpassLoadWord, "subpassLoad"},
	{&queryLodWord, "textureQueryLod"},
	{&imageSizeWord, "imageSize"},
	{&textureSizeWord, "textureSize"},
	{&queryLevelsWord, "textureQueryLevels"},
	{&querySamplesWord, "textureSamples"},
	{&imageSamplesWord, "imageSamples"},
	{&gatherWord, "textureGather"},
	{&gatherOffsetWord, "textureGatherOffset"},
	{&sampleLodWord, "textureLod"},
	{&sampleLodOffsetWord, "textureLodOffset"},
	{&sampleGradWord, "textureGrad"},
	{&sampleGradOffsetWord, "textureGradOffset"},
	{&sampleOffsetWord, "textureOffset"},
	{&leastWord, "textureClampARB"},
	{&leastOffsetWord, "textureOffsetClampARB"},
	{&leastGradWord, "textureGradClampARB"},
	{&leastGradOffsetWord, "textureGradOffsetClampARB"},
	{&uintToFloatWord, "uintBitsToFloat"},
	{&unpackHalvesWord, "unpackFloat2x16"},
}

// bitcastRows are the functions that reinterpret bits.
var bitcastRows = [...]struct {
	from, to ir.Scalar
	name     string
}{
	{ir.F32, ir.I32, "floatBitsToInt"},
	{ir.F32, ir.U32, "floatBitsToUint"},
	{ir.I32, ir.F32, "intBitsToFloat"},
	{ir.U32, ir.F32, "uintBitsToFloat"},
	{ir.F64, ir.I64, "doubleBitsToInt64"},
	{ir.F64, ir.U64, "doubleBitsToUint64"},
	{ir.I64, ir.F64, "int64BitsToDouble"},
	{ir.U64, ir.F64, "uint64BitsToDouble"},
	{ir.F16, ir.I16, "halfBitsToInt16"},
	{ir.F16, ir.U16, "halfBitsToUint16"},
	{ir.I16, ir.F16, "int16BitsToHalf"},
	{ir.U16, ir.F16, "uint16BitsToHalf"},
}

// makeCallTables finds the words.
func makeCallTables() {
	for i := range wordRows {
		*wordRows[i].to = word(wordRows[i].name)
	}
	relationalWords = clike.Relations(words)
	for op, w := range clike.MathWords(words, glslName) {
		mathRows[op].word = w
		mathRows[op].scalars = row.Of(ir.MathOp(op)).Mixed
	}
	bitcastWords = make(map[[2]ir.Scalar]text.Word, len(bitcastRows))
	for _, x := range bitcastRows {
		bitcastWords[[2]ir.Scalar{x.from, x.to}] = word(x.name)
	}
}

// comparesFloats reports an exchange that compares floats.
func (w *Writer) comparesFloats(s ir.Scalar, op ir.AtomicOp, at ir.StmtID) {
	if s.IsFloat() && op == ir.AtomicCompareExchange {
		w.Unsupported("an atomic "+op.String()+" of "+s.String(), w.F.StmtSpan(at))
	}
}
