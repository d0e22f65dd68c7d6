package wgsl

// This file spells calls of built-in functions that take more than their
// operands in order, and operations that are statements.

import (
	"refract/internal/back"
	"refract/internal/back/text"
	"refract/internal/ir/transform"
	"refract/ir"
)

func (w *Writer) math(e ir.ExprID) {
	v := w.Ex.Math(e)
	name := mathWords[v.Op]
	if name == 0 {
		w.Unsupported("the function "+v.Op.String(), w.Ex.SpanOf(e))
		return
	}
	w.Out.Word(name)
	if v.Op == ir.MathMix {
		if s := w.Splatted(v.Args[2]); s != 0 {
			v.Args[2] = s
		}
	}
	w.Arguments(e, v.Args[:]...)
}

// relational spells tests. WGSL has none for NaN and infinity: the bits are
// compared, since a compiler may assume that there are no such values.
func (w *Writer) relational(e ir.ExprID) {
	o, ex := &w.Out, w.Ex
	v := ex.Relational(e)
	if name := relWords[v.Op]; name != 0 {
		o.Word(name)
		w.Arguments(e, v.Value)
		return
	}
	t := ex.TypeOf(v.Value)
	scalar := w.M.Types.ScalarOf(t)
	if scalar != ir.F32 && scalar != ir.F16 {
		w.Unsupported("a test for NaN or infinity of "+w.M.TypeName(t), ex.SpanOf(e))
		return
	}
	bits := w.M.Types.WithScalar(t, ir.U32)
	number := func(digits string) {
		if w.M.Types.ComponentCount(t) == 1 {
			o.Str(digits)
			return
		}
		w.typeName(bits)
		o.Byte('(')
		o.Str(digits)
		o.Byte(')')
	}
	o.Byte('(')
	o.Word(bitcastWord)
	o.Byte('<')
	w.typeName(bits)
	o.Byte('>')
	if scalar == ir.F16 { // as a number of 32 bits it is NaN or infinite, too
		o.Byte('(')
		w.typeName(w.M.Types.WithScalar(t, ir.F32))
		w.Arguments(e, v.Value)
		o.Byte(')')
	} else {
		w.Arguments(e, v.Value)
	}
	o.Infix("&")
	number("0x7fffffffu")
	o.Byte(')')
	if v.Op == ir.IsNan {
		o.Infix(">")
	} else {
		o.Infix("==")
	}
	number("0x7f800000u")
}

var (
	sampleWord, sampleLevelWord    text.Word
	sampleBiasWord, sampleGradWord text.Word
	compareWord, compareLevelWord  text.Word
	gatherWord, gatherCompareWord  text.Word
	clampToEdgeWord                text.Word
	storageBarrierWord             text.Word
	workgroupBarrierWord           text.Word
	textureBarrierWord             text.Word
	subgroupBarrierWord            text.Word
)

func (w *Writer) imageSample(e ir.ExprID) {
	o, ex := &w.Out, w.Ex
	v := ex.ImageSample(e)
	name := sampleWord
	component := false
	switch {
	case v.MinLevel != 0:
		w.Unsupported("the least level of a sample", ex.SpanOf(e))
		return
	case v.Gather > 0 && v.DepthRef != 0:
		w.Unsupported(back.ComparedChannel, ex.SpanOf(e))
		return
	case v.ClampEdge:
		name = clampToEdgeWord
	case v.Gather >= 0 && v.DepthRef != 0:
		name = gatherCompareWord
	case v.Gather >= 0:
		name = gatherWord
		component = w.M.Types.At(ex.TypeOf(v.Image)).Class != ir.ImageDepth
	case w.M.Types.ScalarOf(ex.TypeOf(e)).IsInteger():
		w.Unsupported("samples of textures of integers", ex.SpanOf(e))
		return
	case v.Level == ir.LevelQuery:
		w.Unsupported("the level of detail of a sample", ex.SpanOf(e))
		return
	case v.DepthRef != 0 && v.Level == ir.LevelAuto:
		name = compareWord
	case v.DepthRef != 0 && v.Level == ir.LevelZero:
		name = compareLevelWord
	case v.DepthRef != 0:
		w.Unsupported("a sample that compares, with a level of "+v.Level.String(), ex.SpanOf(e))
		return
	case w.M.Types.At(ex.TypeOf(v.Image)).Class == ir.ImageDepth && (v.Level == ir.LevelBias || v.Level == ir.LevelGradient ||
		v.Level == ir.LevelExact && w.M.Types.ScalarOf(ex.TypeOf(v.LevelArg)).IsFloat()):
		w.Unsupported("a sample of a depth texture with a level that is no integer, a bias or derivatives", ex.SpanOf(e))
		return
	case w.M.Types.At(ex.TypeOf(v.Image)).Dim == ir.Dim1D && (v.Level == ir.LevelBias || v.Level == ir.LevelGradient || v.Offset != 0):
		w.Unsupported("a sample of a one-dimensional texture with a bias, derivatives or an offset", ex.SpanOf(e))
		return
	case v.Level == ir.LevelExact, v.Level == ir.LevelZero:
		name = sampleLevelWord
	case v.Level == ir.LevelBias:
		name = sampleBiasWord
	case v.Level == ir.LevelGradient:
		name = sampleGradWord
	}
	o.Word(name)
	o.Byte('(')
	less := w.Less
	w.Less = false
	if component {
		o.Uint(uint64(v.Gather))
		o.Comma()
	}
	w.Operand(e, v.Image, text.AnyForm)
	for _, a := range [...]ir.ExprID{v.Sampler, v.Coordinate, v.ArrayIndex, v.LevelArg, v.LevelArgY, v.DepthRef} {
		if a != 0 {
			o.Comma()
			w.Operand(e, a, text.AnyForm)
		}
	}
	if name == sampleLevelWord && v.Level == ir.LevelZero {
		o.Comma()
		if w.M.Types.At(ex.TypeOf(v.Image)).Class == ir.ImageDepth {
			o.Byte('0')
		} else {
			o.Str("0.0")
		}
	}
	if v.Offset != 0 && !isConstant(w.Ex, v.Offset, 0) {
		w.Unsupported("a gathering at an offset that isn't constant", w.Ex.SpanOf(e))
	}
	if v.Offset != 0 {
		o.Comma()
		w.Operand(e, v.Offset, text.AnyForm)
	}
	o.Byte(')')
	w.Less = less
}

// operation spells a statement that is a call: of a user function, or of a
// built-in one that acts on memory or on other invocations.
func (w *Writer) operation(s ir.StmtID) {
	o, f := &w.Out, w.F
	switch k := f.StmtKind(s); k {
	case ir.StmtAtomic:
		v := f.Atomic(s)
		o.Word(atomicWords[v.Op])
		w.Arguments(0, v.Pointer, v.Compare, v.Value)
	case ir.StmtImageAtomic:
		v := f.ImageAtomic(s)
		if texelWords[v.Op] == 0 || v.Result != 0 {
			w.Unsupported("an atomic "+v.Op.String()+" of a texel", f.StmtSpan(s))
			return
		}
		w.need |= extTextureAtomics
		o.Word(texelWords[v.Op])
		w.Arguments(0, v.Image, v.Coordinate, v.ArrayIndex, v.Value)
	case ir.StmtImageStore:
		v := f.ImageStore(s)
		o.Word(textureStoreWord)
		w.Arguments(0, v.Image, v.Coordinate, v.ArrayIndex, v.Value)
	case ir.StmtWorkgroupUniformLoad:
		o.Word(uniformLoadWord)
		w.Arguments(0, f.WorkgroupUniformLoad(s).Pointer)
	case ir.StmtRayQuery:
		w.need |= extRayQuery
		v := f.RayQuery(s)
		o.Word(rayWords[v.Op])
		w.Arguments(0, v.Query, v.A, v.B)
	case ir.StmtPipeline:
		w.pipeline(s)
	case ir.StmtCooperative:
		w.cooperative(s)
	case ir.StmtSubgroupBallot:
		w.need |= extSubgroups
		o.Word(ballotWord)
		w.Ballot(s)
	case ir.StmtSubgroupGather:
		w.need |= extSubgroups
		v := f.SubgroupGather(s)
		o.Word(gatherWords[v.Mode])
		if v.Mode.HasIndex() {
			w.withLane(v.Argument, v.Index)
			return
		}
		w.Arguments(0, v.Argument, v.Index)
	case ir.StmtSubgroupCollective:
		w.need |= extSubgroups
		v := f.SubgroupCollective(s)
		if groupWords[v.Op][v.Collective] == 0 || w.opts.WGPU && v.Op == ir.SubgroupElect {
			w.Unsupported("the subgroup operation "+v.Op.String()+" as "+v.Collective.String(), f.StmtSpan(s))
			return
		}
		o.Word(groupWords[v.Op][v.Collective])
		w.Arguments(0, v.Argument)
	case ir.StmtControlBarrier:
		w.barrier(s)
	case ir.StmtInterlock:
		w.Unsupported("critical sections of fragments", f.StmtSpan(s))
	case ir.StmtMemoryBarrier:
		if transform.OrdersDevice(f.Barrier(s)) {
			w.Unsupported("a memory barrier for other workgroups that doesn't wait for this one", f.StmtSpan(s))
		} else {
			w.Unsupported("a memory barrier that doesn't wait, where control flow may not be uniform", f.StmtSpan(s))
		}
	default:
		panic("wgsl: operation of kind " + k.String())
	}
}

// withLane spells arguments of which the second is the number of an invocation. wgpu takes
// it as u32 alone. No subgroup has an invocation behind the last: the value is any then, but
// a constant has to be less (WGSL section "subgroupShuffle").
func (w *Writer) withLane(value, lane ir.ExprID) {
	o, f := &w.Out, w.F
	t := f.TypeOf(lane)
	asU32 := w.opts.WGPU && w.M.Types.ScalarOf(t).IsSigned()
	o.Byte('(')
	w.Operand(0, value, text.AnyForm)
	o.Comma()
	switch isLiteral := f.Kind(lane) == ir.KindLiteral; {
	case isLiteral && (asU32 || f.LiteralBits(lane) > lastLane):
		if asU32 {
			t = ir.TypeU32
		}
		w.Literal(t, min(f.LiteralBits(lane), lastLane))
	case asU32:
		w.typeName(ir.TypeU32)
		o.Byte('(')
		w.Operand(0, lane, text.AnyForm)
		o.Byte(')')
	default:
		w.Operand(0, lane, text.AnyForm)
	}
	o.Byte(')')
}

// lastLane is the highest number of an invocation in a subgroup.
const lastLane = 127

// barrier spells a barrier: one call for each kind of memory.
func (w *Writer) barrier(s ir.StmtID) {
	o := &w.Out
	v := w.F.Barrier(s)
	mem := v.Memory
	if v.Scope == ir.ScopeSubgroup {
		mem |= ir.MemorySubgroup
	}
	if mem&ir.MemorySubgroup != 0 {
		if w.opts.Standard {
			w.Unsupported("barriers of subgroups", w.F.StmtSpan(s))
		}
		w.need |= extSubgroups
		o.Word(subgroupBarrierWord)
		o.Str("()")
		return
	}
	if transform.OrdersDevice(v) {
		w.dropped = append(w.dropped, back.Dropped{What: back.DeviceOrder, Span: w.F.StmtSpan(s)})
	}
	some := false
	for _, x := range [...]struct {
		mem  ir.Memory
		word text.Word
	}{{ir.MemoryStorage, storageBarrierWord}, {ir.MemoryTexture, textureBarrierWord}, {ir.MemoryWorkgroup, workgroupBarrierWord}} {
		if mem&x.mem == 0 && (x.mem != ir.MemoryWorkgroup || some) {
			continue
		}
		if some {
			o.Byte(';')
			w.Out.Line()
		}
		o.Word(x.word)
		o.Str("()")
		some = true
	}
}

// mustUse reports whether the value of an operation may not be dropped (section
// "must_use").
func (w *Writer) mustUse(s ir.StmtID) bool {
	switch w.F.StmtKind(s) {
	case ir.StmtCall:
		return w.M.Func(w.F.Call(s).Function).MustUse
	case ir.StmtWorkgroupUniformLoad, ir.StmtSubgroupBallot, ir.StmtSubgroupGather, ir.StmtSubgroupCollective:
		return true
	case ir.StmtCooperative:
		return w.F.StmtResult(s) != 0
	}
	return false
}

func makeCallTables() {
	sampleWord, sampleLevelWord = word("textureSample"), word("textureSampleLevel")
	sampleBiasWord, sampleGradWord = word("textureSampleBias"), word("textureSampleGrad")
	compareWord, compareLevelWord = word("textureSampleCompare"), word("textureSampleCompareLevel")
	gatherWord, gatherCompareWord = word("textureGather"), word("textureGatherCompare")
	clampToEdgeWord = word("textureSampleBaseClampToEdge")
	storageBarrierWord = word("storageBarrier")
	workgroupBarrierWord = word("workgroupBarrier")
	textureBarrierWord = word("textureBarrier")
	subgroupBarrierWord = word("subgroupBarrier")
}

// isConstant reports whether a value is spelled as a constant expression.
func isConstant(x *ir.Exprs, e ir.ExprID, depth int) bool {
	if depth > 100 {
		return false
	}
	switch x.Kind(e) {
	case ir.KindLiteral, ir.KindConstant, ir.KindZeroValue:
		return true
	case ir.KindCompose, ir.KindSplat, ir.KindSwizzle, ir.KindUnary, ir.KindBinary, ir.KindAs, ir.KindMath, ir.KindAccessIndex, ir.KindSelect:
		for _, o := range x.Operands(e, nil) {
			if !isConstant(x, o, depth+1) {
				return false
			}
		}
		return true
	}
	return false
}
