package ir

// This file holds the Builder, through which front ends and transforms append
// code to a function so that it reads like the shader it makes.

import (
	"math"

	"refract/diag"
)

// A Builder appends expressions and statements to a function. Expressions that
// need an Emit gather in a pending list, which the next statement flushes in
// front of itself, so that they are evaluated in the order of their making.
// Statements gather on a stack from Begin to End.
type Builder struct {
	M    *Module
	F    *Function
	Span diag.Span // given to what is built next

	pending []ExprID
	stack   []StmtID
	clauses []clause // of chains under construction
}

// Start makes the builder append to f, a function of m, and keeps its memory.
func (b *Builder) Start(m *Module, f *Function) {
	b.M, b.F, b.Span = m, f, diag.Span{}
	b.pending = b.pending[:0]
	b.stack = b.stack[:0]
	b.clauses = b.clauses[:0]
}

// Begin opens a block and returns the mark that End wants.
func (b *Builder) Begin() int {
	b.Flush()
	return len(b.stack)
}

// End closes the block opened at mark and returns it.
func (b *Builder) End(mark int) BlockID {
	b.Flush()
	id := b.F.AddBlock(b.stack[mark:])
	b.stack = b.stack[:mark]
	return id
}

// Discard drops the statements built since mark; it removes unreachable code.
func (b *Builder) Discard(mark int) {
	b.pending = b.pending[:0]
	b.stack = b.stack[:mark]
}

// Position is a place between pending expressions of a builder.
type Position struct{ stack, pending int }

// Here is the present place.
func (b *Builder) Here() Position { return Position{len(b.stack), len(b.pending)} }

// Since lists the expressions made since p that are still pending; ok is false
// if a statement was made since then.
func (b *Builder) Since(p Position) (list []ExprID, ok bool) {
	if len(b.stack) != p.stack {
		return nil, false
	}
	return b.pending[p.pending:], true
}

// Branch turns the statements built since p into the beginning of a new block, and returns
// the mark for End. Values pending at p are flushed ahead of the block; nothing may have
// been pending at p if a statement was made since.
func (b *Builder) Branch(p Position) (mark int) {
	if len(b.stack) != p.stack {
		return p.stack
	}
	late := b.pending[p.pending:]
	b.pending = b.pending[:p.pending]
	tail := append([]ExprID(nil), late...)
	b.Flush()
	mark = len(b.stack)
	b.pending = append(b.pending, tail...)
	return mark
}

// Flush turns the pending expressions into an Emit.
func (b *Builder) Flush() {
	if len(b.pending) > 0 {
		b.stack = append(b.stack, b.F.AddEmit(b.pending, b.F.spans[b.pending[0]]))
		b.pending = b.pending[:0]
	}
}

// Push appends a statement made by one of Function's constructors.
func (b *Builder) Push(s StmtID) {
	if b.M != nil {
		b.M.Meter.Step()
	}
	b.Flush()
	b.stack = append(b.stack, s)
}

// Pend lists an expression for the next Emit, if its kind needs one.
func (b *Builder) Pend(e ExprID) ExprID {
	if b.F.nodes[e].kind.NeedsEmit() {
		b.pending = append(b.pending, e)
	}
	return e
}

// TypeOf is the type of an expression of the function.
func (b *Builder) TypeOf(e ExprID) TypeID { return b.F.nodes[e].ty }

// Values that exist everywhere.

// Bits is a scalar literal with the given bits.
func (b *Builder) Bits(t TypeID, bits uint64) ExprID { return b.F.AddLiteral(t, bits, b.Span) }

// Bool is the literal true or false.
func (b *Builder) Bool(v bool) ExprID {
	if v {
		return b.Bits(TypeBool, 1)
	}
	return b.Bits(TypeBool, 0)
}

// I32 is a literal of type i32.
func (b *Builder) I32(v int32) ExprID { return b.Bits(TypeI32, uint64(uint32(v))) }

// U32 is a literal of type u32.
func (b *Builder) U32(v uint32) ExprID { return b.Bits(TypeU32, uint64(v)) }

// F32 is a literal of type f32.
func (b *Builder) F32(v float32) ExprID { return b.Bits(TypeF32, uint64(math.Float32bits(v))) }

// Integer is an integer literal of the scalar s, wrapped to its width.
func (b *Builder) Integer(s Scalar, v int64) ExprID {
	bits := uint64(v)
	if w := s.Bits(); w < 64 {
		bits &= 1<<w - 1
	}
	return b.Bits(ScalarTypeOf(s), bits)
}

// Zero is the zero value of a type.
func (b *Builder) Zero(t TypeID) ExprID { return b.F.AddZeroValue(t, b.Span) }

// Constant is the value of a named constant.
func (b *Builder) Constant(id ConstantID) ExprID {
	return b.F.AddRef(KindConstant, b.M.Constants[id].Type, uint32(id), b.Span)
}

// Override is the value of an override.
func (b *Builder) Override(id OverrideID) ExprID {
	return b.F.AddRef(KindOverride, b.M.Overrides[id].Type, uint32(id), b.Span)
}

// Argument is the value of parameter i.
func (b *Builder) Argument(i int) ExprID {
	return b.F.AddRef(KindArgument, b.F.Args[i].Type, uint32(i), b.Span)
}

// Global is the pointer to a global, or the resource itself in SpaceHandle.
func (b *Builder) Global(id GlobalID) ExprID {
	return b.F.AddRef(KindGlobal, b.M.PointerTo(id), uint32(id), b.Span)
}

// Local is the pointer to a local variable.
func (b *Builder) Local(id LocalID) ExprID {
	t := b.M.Types.Pointer(b.F.Locals[id].Type, SpaceFunction, AccessReadWrite, NoLayout)
	return b.F.AddRef(KindLocal, t, uint32(id), b.Span)
}

// Values that the next Emit evaluates.

// Compose is a vector, matrix, array or struct made of its parts.
func (b *Builder) Compose(t TypeID, parts ...ExprID) ExprID {
	return b.Pend(b.F.AddCompose(t, parts, b.Span))
}

// Splat is a vector of n equal components; for n == 1 the scalar itself.
func (b *Builder) Splat(n int, v ExprID) ExprID {
	if n == 1 {
		return v
	}
	return b.Pend(b.F.AddUnaryKind(KindSplat, VectorOf(b.M.Types.ScalarOf(b.TypeOf(v)), n), 0, v, b.Span))
}

// SplatLike is v, or a vector of it with as many components as type t, or a cooperative matrix.
func (b *Builder) SplatLike(t TypeID, v ExprID) ExprID {
	if b.M.Types.At(t).Kind == TypeCooperative {
		return b.Pend(b.F.AddUnaryKind(KindSplat, t, 0, v, b.Span))
	}
	return b.Splat(max(1, b.M.Types.ComponentCount(t)), v)
}

// Swizzle picks two to four components.
func (b *Builder) Swizzle(v ExprID, pattern ...uint8) ExprID {
	sw := Swizzle{Vector: v, Size: len(pattern)}
	copy(sw.Pattern[:], pattern)
	return b.Pend(b.F.AddSwizzle(VectorOf(b.M.Types.ScalarOf(b.TypeOf(v)), len(pattern)), sw, b.Span))
}

// Access is the element at an index of a value, or the pointer to that element of the
// memory behind a pointer.
func (b *Builder) Access(base, index ExprID) ExprID {
	return b.Pend(b.F.AddAccess(b.M.ElementType(b.TypeOf(base), 0), 0, Access{base, index}, b.Span))
}

// AccessIndex is Access with a known index, or of a member of a struct.
func (b *Builder) AccessIndex(base ExprID, index uint32) ExprID {
	return b.Pend(b.F.AddAccessIndex(b.M.ElementType(b.TypeOf(base), index), AccessIndex{base, index}, b.Span))
}

// Load is the value that the memory behind a pointer holds.
func (b *Builder) Load(pointer ExprID) ExprID {
	return b.Pend(b.F.AddUnaryKind(KindLoad, b.M.LoadType(b.TypeOf(pointer)), 0, pointer, b.Span))
}

// Unary is an operator applied to a value.
func (b *Builder) Unary(op UnaryOp, v ExprID) ExprID {
	return b.Pend(b.F.AddUnary(b.TypeOf(v), 0, Unary{op, v}, b.Span))
}

// Binary is an operator applied to two values.
func (b *Builder) Binary(op BinaryOp, left, right ExprID) ExprID {
	return b.Pend(b.F.AddBinary(b.M.BinaryType(op, b.TypeOf(left), b.TypeOf(right)), 0, Binary{op, left, right}, b.Span))
}

// Select is accept if cond holds, else reject: component by component, or as a whole.
func (b *Builder) Select(cond, accept, reject ExprID) ExprID {
	return b.Pend(b.F.AddSelect(b.TypeOf(accept), Select{cond, accept, reject}, b.Span))
}

// Relational is a test of a value.
func (b *Builder) Relational(op RelationalOp, v ExprID) ExprID {
	return b.Pend(b.F.AddRelational(b.M.RelationalType(op, b.TypeOf(v)), Relational{op, v}, b.Span))
}

// Math is a built-in function of its arguments.
func (b *Builder) Math(op MathOp, args ...ExprID) ExprID {
	v := Math{Op: op}
	copy(v.Args[:], args)
	var second TypeID
	if len(args) > 1 {
		second = b.TypeOf(args[1])
	}
	return b.Pend(b.F.AddMath(b.M.MathType(op, b.TypeOf(args[0]), second), 0, v, b.Span))
}

// Convert converts a scalar, vector or matrix to another scalar.
func (b *Builder) Convert(s Scalar, v ExprID) ExprID {
	return b.Pend(b.F.AddAs(b.M.Types.WithScalar(b.TypeOf(v), s), 0, As{v, false}, b.Span))
}

// Bitcast reads the bits of v as type t.
func (b *Builder) Bitcast(t TypeID, v ExprID) ExprID {
	return b.Pend(b.F.AddAs(t, 0, As{v, true}, b.Span))
}

// Derivative is the derivative of a value along an axis of the screen.
func (b *Builder) Derivative(axis DerivativeAxis, c DerivativeControl, v ExprID) ExprID {
	return b.Pend(b.F.AddDerivative(b.TypeOf(v), Derivative{axis, c, v}, b.Span))
}

// ImageSample is a sample of an image.
func (b *Builder) ImageSample(v ImageSample) ExprID {
	return b.Pend(b.F.AddImageSample(b.M.ImageSampleType(b.TypeOf(v.Image), v), v, b.Span))
}

// ImageLoad is a texel of an image.
func (b *Builder) ImageLoad(v ImageLoad) ExprID {
	t := TypeU32
	if !v.Residency {
		t = b.M.ImageLoadType(b.TypeOf(v.Image))
	}
	return b.Pend(b.F.AddImageLoad(t, 0, v, b.Span))
}

// ImageQuery is a query of an image: its size or how many levels, layers or samples it has;
// level may be 0.
func (b *Builder) ImageQuery(op ImageQueryOp, image, level ExprID) ExprID {
	return b.Pend(b.F.AddImageQuery(b.M.ImageQueryType(op, b.TypeOf(image)), ImageQuery{op, image, level}, b.Span))
}

// ArrayLength is the number of elements of the runtime-sized array behind a pointer.
func (b *Builder) ArrayLength(pointer ExprID) ExprID {
	return b.Pend(b.F.AddUnaryKind(KindArrayLength, TypeU32, 0, pointer, b.Span))
}

// PointerAt is a pointer of type t into the memory at an address, a u64.
func (b *Builder) PointerAt(t TypeID, address ExprID) ExprID {
	return b.Pend(b.F.AddUnaryKind(KindPointerAt, t, 0, address, b.Span))
}

// BufferView is a view of a buffer, of type t.
func (b *Builder) BufferView(t TypeID, v BufferView) ExprID {
	return b.Pend(b.F.AddBufferView(t, v, b.Span))
}

// Interpolate is an input of type t, interpolated elsewhere.
func (b *Builder) Interpolate(t TypeID, v Interpolate) ExprID {
	return b.Pend(b.F.AddInterpolate(t, v, b.Span))
}

// Statements.

// DeclareLocal enters the scope of a local; init may be 0.
func (b *Builder) DeclareLocal(l LocalID, init ExprID) {
	b.Push(b.F.AddLocalDecl(LocalDecl{l, init}, b.Span))
}

// Store writes a value to the memory behind a pointer.
func (b *Builder) Store(pointer, value ExprID) { b.Push(b.F.AddStore(Store{pointer, value}, b.Span)) }

// If takes one of two blocks; either may be 0.
func (b *Builder) If(cond ExprID, accept, reject BlockID) {
	b.Push(b.F.AddIf(If{cond, accept, reject}, b.Span))
}

// Loop appends a loop over blocks that were built before.
func (b *Builder) Loop(v Loop) { b.Push(b.F.AddLoop(v, b.Span)) }

// Break leaves the innermost loop or switch.
func (b *Builder) Break() { b.Push(b.F.AddSimple(StmtBreak, b.Span)) }

// Continue goes on with the next round of the innermost loop.
func (b *Builder) Continue() { b.Push(b.F.AddSimple(StmtContinue, b.Span)) }

// Return leaves the function with a value, or with none if v is 0.
func (b *Builder) Return(v ExprID) { b.Push(b.F.AddReturn(v, b.Span)) }

// Nested appends a block as a statement.
func (b *Builder) Nested(id BlockID) { b.Push(b.F.AddBlockStmt(id, b.Span)) }

// Call calls a function and returns its result, or 0 if it has none.
func (b *Builder) Call(fn FuncID, args ...ExprID) ExprID {
	var result ExprID
	if t := b.M.Functions[fn].Result; t != 0 {
		result = b.F.AddResult(KindCallResult, t, b.Span)
	}
	b.Push(b.F.AddCall(Call{fn, args, result}, b.Span))
	return result
}

// Atomic appends an atomic operation and returns its result; v.Result is
// ignored.
func (b *Builder) Atomic(v Atomic) ExprID {
	t := b.M.LoadType(b.TypeOf(v.Pointer))
	if v.Op == AtomicCompareExchange {
		t = b.M.SpecialStruct(SpecialAtomicExchange, t)
	}
	v.Result = b.F.AddResult(KindAtomicResult, t, b.Span)
	b.Push(b.F.AddAtomic(v, b.Span))
	return v.Result
}

// Barrier appends a workgroup barrier that orders the given memory.
func (b *Builder) Barrier(mem Memory) {
	b.Push(b.F.AddBarrier(StmtControlBarrier, Barrier{Memory: mem}, b.Span))
}
