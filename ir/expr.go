package ir

// This file holds the expression arena: flat nodes, the views that read them,
// and the constructors (used by Builder and the text parser) that make them.

import "refract/diag"

// Kind is the kind of an expression.
type Kind uint8

const (
	KindInvalid Kind = iota

	// Values that exist everywhere; never in an Emit.

	KindLiteral   // a scalar: its bits, read as the type says
	KindConstant  // a named module-scope constant
	KindOverride  // a pipeline-overridable constant
	KindZeroValue // all bits zero; any constructible type
	KindArgument  // a parameter of the function
	KindGlobal    // a pointer to a global; in SpaceHandle, the resource itself
	KindLocal     // a pointer to a local variable

	// Values evaluated by the one Emit that lists them.

	KindCompose        // vector from scalars and vectors, matrix from columns, array from elements, struct from members; exact count
	KindSplat          // vector or cooperative matrix from one scalar
	KindSwizzle        // 2..4 components of a vector (1: use AccessIndex)
	KindAccess         // element by a dynamic i32 or u32 index, of a vector, matrix, cooperative matrix, array or binding array, or of a pointer to one
	KindAccessIndex    // element or member by a static index, likewise and of structs
	KindLoad           // the value behind a pointer (of an atomic: atomically)
	KindUnary          // see UnaryOp
	KindBinary         // see BinaryOp
	KindSelect         // condition bool: any type; condition bool vector: vector of the same size
	KindRelational     // see RelationalOp
	KindMath           // see MathOp
	KindAs             // conversion to another scalar kind or width, or bitcast
	KindDerivative     // f32 scalar or vector; fragment stage
	KindImageSample    // see ImageSample
	KindImageLoad      // one texel: vec4 of the image's scalar; of a depth image, f32
	KindImageQuery     // see ImageQueryOp
	KindArrayLength    // u32: elements in the runtime-sized array behind a pointer, or of a cooperative matrix that an invocation holds
	KindRayQueryGet    // struct RayIntersection: the committed or candidate intersection
	KindRayQueryVertex // array<vec3<f32>, 3>: vertex positions of an intersection
	KindPointerAt      // a pointer in SpacePhysical, from the address, a u64; the memory has the alignment of its largest scalar. Or an acceleration structure, from a u64 or vec2<u32>
	KindBufferView     // a pointer to a part of a buffer (TypeBuffer) as another type: see BufferView
	KindInterpolate    // an input of the fragment stage, f32 scalar or vector, interpolated elsewhere: see Interpolate

	// Values populated by exactly one statement; never in an Emit.

	KindCallResult             // of StmtCall
	KindAtomicResult           // of StmtAtomic or StmtImageAtomic
	KindWorkgroupUniformResult // of StmtWorkgroupUniformLoad
	KindSubgroupResult         // of StmtSubgroupBallot, StmtSubgroupGather, StmtSubgroupCollective, StmtCooperative
	KindRayQueryProceedResult  // of StmtRayQuery with RayProceed
	KindPipelineResult         // of StmtPipeline with ReportIntersection or ReadClock

	numKinds
)

// NumKinds is one more than the greatest kind, for tables by kind.
const NumKinds = int(numKinds)

var kindNames = [numKinds]string{"invalid", "literal", "constant", "override", "zero", "argument", "global", "local",
	"compose", "splat", "swizzle", "access", "access_index", "load", "unary", "binary", "select", "relational", "math",
	"as", "derivative", "image_sample", "image_load", "image_query", "array_length", "ray_query_get", "ray_query_vertex",
	"pointer_at", "buffer_view", "interpolate",
	"call_result", "atomic_result", "workgroup_uniform_result", "subgroup_result", "ray_query_proceed_result",
	"pipeline_result"}

func (k Kind) String() string { return kindNames[k] }

// IsImplicit reports whether the value exists everywhere, without an Emit.
func (k Kind) IsImplicit() bool { return k <= KindLocal }

// IsResult reports whether the value is populated by a statement.
func (k Kind) IsResult() bool { return k >= KindCallResult }

// NeedsEmit reports whether the value is evaluated by an Emit.
func (k Kind) NeedsEmit() bool { return k >= KindCompose && k < KindCallResult }

// Flags are promises about, or qualities of, an expression or statement.
type Flags uint16

const (
	FlagNonZero    Flags = 1 << iota // Div, Rem: the divisor isn't zero, nor is it MIN/-1
	FlagInBounds                     // Access, ImageLoad, ImageStore, Load: the index (or coordinate and level) is in bounds
	FlagInRange                      // Shl, Shr: the amount is below the bit width; As: the value fits; ExtractBits, InsertBits: offset + count is at most the bit width
	FlagNoWrap                       // Add, Sub, Mul, Negate: no overflow
	FlagPrecise                      // no contraction or reassociation
	FlagRelaxed                      // at least 16 bits of precision suffice ("mediump")
	FlagNonUniform                   // Access of a binding array: the index differs among invocations
	FlagBitcast                      // As: reinterpret the bits
	FlagCommitted                    // RayQueryGet, RayQueryVertex: the committed intersection, not the candidate
	FlagClampEdge                    // ImageSample: base level, coordinates clamped half a texel inside
	FlagWeak                         // AtomicCompareExchange: may fail spuriously
	FlagLimit                        // Math (min): of an index with the last element's, for safety: where the index is out of bounds, any element does

	allFlags = 1<<iota - 1
)

// node is one expression. Meaning of op, flags, a, b and c by kind:
//
//	Literal       a, b: low and high bits
//	Constant..Local  a: handle (Argument: index)
//	Compose       a: offset in pool, b: count
//	Splat         a: value
//	Swizzle       op: size, a: vector, b: pattern (2 bits each)
//	Access        a: base, b: index
//	AccessIndex   a: base, b: literal index
//	Load          a: pointer
//	Unary, Relational  op, a
//	Binary        op, a, b
//	Select        a: condition, b: accept, c: reject
//	Math          op, a, b, c; InsertBits: a: offset in pool of 4
//	As            a: value
//	Derivative    op: axis | control<<4, a
//	ImageSample   op: level | residency<<7, flags>>12: gather component+1, a: offset in pool of 9
//	ImageLoad     op: residency<<7, a: image, b: coordinate, c: offset in pool of 3 (array index, sample, level), or 0
//	ImageQuery    op, a: image, b: level
//	ArrayLength   a: pointer
//	RayQueryGet, RayQueryVertex  a: query pointer
//	PointerAt     a: address
//	BufferView    a: pointer, b: offset or 0, c: size or 0
//	Interpolate   op, a: operand or 0, b: location, c: component
//	SubgroupResult, CallResult, ...: type only
type node struct {
	kind  Kind
	op    uint8
	flags Flags
	ty    TypeID
	a     uint32
	b     uint32
	c     uint32
}

// Exprs is an arena of expressions: a function's, or Module.Consts.
type Exprs struct {
	nodes []node
	spans []diag.Span
	pool  []ExprID // operand lists of expressions, Emits and statements; [0] is unused
	kinds KindSet  // of all nodes ever added
}

// MayHave reports whether an expression of the kind may be in the arena: a quick
// way to see that there is nothing to do.
func (e *Exprs) MayHave(k Kind) bool { return e.MayHaveAny(Kinds(k)) }

// MayHaveBinary reports whether a binary operation may be in the arena.
func (e *Exprs) MayHaveBinary(op BinaryOp) bool { return e.MayHaveAny(BinaryOps(op)) }

// MayHaveAny reports whether an expression of a set may be in the arena.
func (e *Exprs) MayHaveAny(s KindSet) bool { return e.kinds&s != 0 }

func (e *Exprs) init() {
	e.nodes = append(e.nodes[:0], node{})
	e.spans = append(e.spans[:0], diag.Span{})
	e.pool = append(e.pool[:0], 0)
	e.kinds = 0
}

// ExprCount is one more than the largest expression handle.
func (e *Exprs) ExprCount() int { return len(e.nodes) }

// Kind is the kind of an expression.
func (e *Exprs) Kind(id ExprID) Kind { return e.nodes[id].kind }

// TypeOf is the type of an expression, stored when it was built.
func (e *Exprs) TypeOf(id ExprID) TypeID { return e.nodes[id].ty }

// Flags are the flags of an expression.
func (e *Exprs) Flags(id ExprID) Flags { return e.nodes[id].flags & allFlags }

// SetFlags adds flags to an expression.
func (e *Exprs) SetFlags(id ExprID, f Flags) { e.nodes[id].flags |= f }

// ClearFlags removes flags from an expression.
func (e *Exprs) ClearFlags(id ExprID, f Flags) { e.nodes[id].flags &^= f }

// SetType changes the stored type; for transforms that retype a value.
func (e *Exprs) SetType(id ExprID, t TypeID) { e.nodes[id].ty = t }

// SpanOf is the source position of an expression.
func (e *Exprs) SpanOf(id ExprID) diag.Span { return e.spans[id] }

// Views, one per kind with operands.
type (
	// Compose builds a value from its parts.
	Compose struct{ Components []ExprID } // the arena's own memory: read only
	// Swizzle picks components of a vector.
	Swizzle struct {
		Vector  ExprID
		Size    int
		Pattern [4]uint8 // the first Size are used; each 0..3
	}
	// Access is an element by dynamic index.
	Access struct{ Base, Index ExprID }
	// AccessIndex is an element or member by static index.
	AccessIndex struct {
		Base  ExprID
		Index uint32
	}
	// Unary applies a unary operator.
	Unary struct {
		Op    UnaryOp
		Value ExprID
	}
	// Binary applies a binary operator.
	Binary struct {
		Op          BinaryOp
		Left, Right ExprID
	}
	// Select is Accept if Condition holds, else Reject; both are evaluated.
	Select struct{ Condition, Accept, Reject ExprID }
	// Relational tests a value.
	Relational struct {
		Op    RelationalOp
		Value ExprID
	}
	// Math applies a math function to Args[:Op.Info().Args].
	Math struct {
		Op   MathOp
		Args [4]ExprID
	}
	// As converts Value to the scalar of the expression's type, or reinterprets
	// its bits; both have the same total width then.
	As struct {
		Value   ExprID
		Bitcast bool
	}
	// Derivative is the change of Value between neighbouring fragments.
	Derivative struct {
		Axis    DerivativeAxis
		Control DerivativeControl
		Value   ExprID
	}
	// ImageSample reads a filtered texel. Zero operands are absent.
	ImageSample struct {
		Image      ExprID
		Sampler    ExprID // 0: Image is a TypeSampledImage
		Coordinate ExprID // f32, as many components as the dimension has (of a combined image with Proj: not used)
		ArrayIndex ExprID // i32 or u32; LevelQuery: none
		Offset     ExprID // i32 vector; a constant expression, but for gathering
		Level      SampleLevel
		LevelArg   ExprID // Exact: level (f32; depth images i32 or u32); Bias: bias; Gradient: ddx
		LevelArgY  ExprID // Gradient: ddy
		MinLevel   ExprID // Auto, Bias, Gradient: the computed level is at least this (f32)
		DepthRef   ExprID // compare with this; the result is f32 (gather: vec4<f32>)
		Gather     int    // component gathered (0..3), or -1
		ClampEdge  bool
		Residency  bool // the result is no texel but whether there is memory for all that are read: 1 or 0 (u32)
	}
	// ImageLoad reads one texel. Zero operands are absent.
	ImageLoad struct {
		Image      ExprID
		Coordinate ExprID // i32 or u32; of an input attachment none
		ArrayIndex ExprID
		Sample     ExprID
		Level      ExprID
		Residency  bool // as of an ImageSample
	}
	// BufferView points to the memory of a buffer from Offset on, as the expression's type;
	// to Size bytes of it if the type has no fixed size. The offset is made a multiple of
	// the alignment of the type, the size one of whole elements. Without an offset the
	// result is the same buffer, held to be no longer than its type.
	BufferView struct {
		Buffer ExprID // pointer to a TypeBuffer
		Offset ExprID // i32 or u32, in bytes; or 0
		Size   ExprID // i32 or u32, in bytes; or 0
	}
	// Interpolate is the input at a location of the entry point that calls, interpolated in
	// another place than its declaration's. The expression's type is the input's.
	Interpolate struct {
		Op        InterpolateOp
		Location  uint32
		Component uint32 // the input's first, where several share the location
		Arg       ExprID // as Op says; or 0
	}
	// ImageQuery asks about an image.
	ImageQuery struct {
		Op    ImageQueryOp
		Image ExprID
		Level ExprID // QuerySize only; may be 0
	}
)

// LiteralBits are the bits of a literal, zero-extended to 64.
func (e *Exprs) LiteralBits(id ExprID) uint64 {
	n := &e.nodes[id]
	return uint64(n.a) | uint64(n.b)<<32
}

// ConstantRef is the constant named by a KindConstant.
func (e *Exprs) ConstantRef(id ExprID) ConstantID { return ConstantID(e.nodes[id].a) }

// OverrideRef is the override named by a KindOverride.
func (e *Exprs) OverrideRef(id ExprID) OverrideID { return OverrideID(e.nodes[id].a) }

// ArgumentIndex is the index of the parameter named by a KindArgument.
func (e *Exprs) ArgumentIndex(id ExprID) int { return int(e.nodes[id].a) }

// GlobalRef is the global named by a KindGlobal.
func (e *Exprs) GlobalRef(id ExprID) GlobalID { return GlobalID(e.nodes[id].a) }

// LocalRef is the local named by a KindLocal.
func (e *Exprs) LocalRef(id ExprID) LocalID { return LocalID(e.nodes[id].a) }

// Operand is the single operand of a Splat, Load, ArrayLength, RayQueryGet or
// RayQueryVertex (and the first of other kinds whose first field is one).
func (e *Exprs) Operand(id ExprID) ExprID { return ExprID(e.nodes[id].a) }

// Compose reads a KindCompose.
func (e *Exprs) Compose(id ExprID) Compose {
	n := &e.nodes[id]
	return Compose{e.pool[n.a : n.a+n.b : n.a+n.b]}
}

// Swizzle reads a KindSwizzle.
func (e *Exprs) Swizzle(id ExprID) Swizzle {
	n := &e.nodes[id]
	p := n.b
	return Swizzle{ExprID(n.a), int(n.op), [4]uint8{uint8(p & 3), uint8(p >> 2 & 3), uint8(p >> 4 & 3), uint8(p >> 6 & 3)}}
}

// Access reads an KindAccess.
func (e *Exprs) Access(id ExprID) Access {
	n := &e.nodes[id]
	return Access{ExprID(n.a), ExprID(n.b)}
}

// AccessIndex reads an KindAccessIndex.
func (e *Exprs) AccessIndex(id ExprID) AccessIndex {
	n := &e.nodes[id]
	return AccessIndex{ExprID(n.a), n.b}
}

// Unary reads an KindUnary.
func (e *Exprs) Unary(id ExprID) Unary {
	n := &e.nodes[id]
	return Unary{UnaryOp(n.op), ExprID(n.a)}
}

// Binary reads a KindBinary.
func (e *Exprs) Binary(id ExprID) Binary {
	n := &e.nodes[id]
	return Binary{BinaryOp(n.op), ExprID(n.a), ExprID(n.b)}
}

// Select reads a KindSelect.
func (e *Exprs) Select(id ExprID) Select {
	n := &e.nodes[id]
	return Select{ExprID(n.a), ExprID(n.b), ExprID(n.c)}
}

// Relational reads a KindRelational.
func (e *Exprs) Relational(id ExprID) Relational {
	n := &e.nodes[id]
	return Relational{RelationalOp(n.op), ExprID(n.a)}
}

// Math reads a KindMath.
func (e *Exprs) Math(id ExprID) Math {
	n := &e.nodes[id]
	if MathOp(n.op) == MathInsertBits {
		return Math{MathInsertBits, [4]ExprID(e.pool[n.a : n.a+4])}
	}
	return Math{MathOp(n.op), [4]ExprID{ExprID(n.a), ExprID(n.b), ExprID(n.c)}}
}

// As reads an KindAs.
func (e *Exprs) As(id ExprID) As {
	n := &e.nodes[id]
	return As{ExprID(n.a), n.flags&FlagBitcast != 0}
}

// Derivative reads a KindDerivative.
func (e *Exprs) Derivative(id ExprID) Derivative {
	n := &e.nodes[id]
	return Derivative{DerivativeAxis(n.op & 15), DerivativeControl(n.op >> 4), ExprID(n.a)}
}

// ImageSample reads an KindImageSample.
func (e *Exprs) ImageSample(id ExprID) ImageSample {
	n := &e.nodes[id]
	p := e.pool[n.a : n.a+9]
	return ImageSample{Image: p[0], Sampler: p[1], Coordinate: p[2], ArrayIndex: p[3], Offset: p[4],
		Level: SampleLevel(n.op &^ residencyBit), Residency: n.op&residencyBit != 0, LevelArg: p[5], LevelArgY: p[6], DepthRef: p[7], MinLevel: p[8],
		Gather: int(n.flags>>12) - 1, ClampEdge: n.flags&FlagClampEdge != 0}
}

// ImageLoad reads an KindImageLoad.
func (e *Exprs) ImageLoad(id ExprID) ImageLoad {
	n := &e.nodes[id]
	l := ImageLoad{Image: ExprID(n.a), Coordinate: ExprID(n.b), Residency: n.op&residencyBit != 0}
	if n.c != 0 {
		p := e.pool[n.c : n.c+3]
		l.ArrayIndex, l.Sample, l.Level = p[0], p[1], p[2]
	}
	return l
}

// ReadsResidency reports whether an expression is the residency of texels, of a sample or a load.
func (e *Exprs) ReadsResidency(id ExprID) bool {
	switch e.Kind(id) {
	case KindImageSample:
		return e.ImageSample(id).Residency
	case KindImageLoad:
		return e.ImageLoad(id).Residency
	}
	return false
}

// ImageQuery reads an KindImageQuery.
func (e *Exprs) ImageQuery(id ExprID) ImageQuery {
	n := &e.nodes[id]
	return ImageQuery{ImageQueryOp(n.op), ExprID(n.a), ExprID(n.b)}
}

// Interpolate reads an KindInterpolate.
func (e *Exprs) Interpolate(id ExprID) Interpolate {
	n := &e.nodes[id]
	return Interpolate{InterpolateOp(n.op), n.b, n.c, ExprID(n.a)}
}

// Constructors. They append a node of the given type; Builder wraps them,
// infers types and lists the expressions for the next Emit.

// head is the kind of a node or statement with its operator and flags.
func head(kind uint32, op uint8, f Flags) uint32 { return kind | uint32(op)<<8 | uint32(f)<<16 }

// add appends a node. Its fields are set in place: a node put together and then copied
// waits for its own stores.
//
//go:noinline
func (e *Exprs) add(head uint32, ty TypeID, a, b, c uint32, s diag.Span) ExprID {
	i := len(e.nodes)
	if i == cap(e.nodes) || i == cap(e.spans) {
		e.nodes, e.spans = append(e.nodes, node{}), append(e.spans, s)
	} else {
		e.nodes, e.spans = e.nodes[:i+1], e.spans[:i+1]
		e.spans[i] = s
	}
	n := &e.nodes[i]
	n.kind, n.op, n.flags, n.ty = Kind(head), uint8(head>>8), Flags(head>>16), ty
	n.a, n.b, n.c = a, b, c
	e.kinds |= n.set()
	return ExprID(i)
}

// addCopy is add of a node that is there.
func (e *Exprs) addCopy(n *node, s diag.Span) ExprID {
	return e.add(head(uint32(n.kind), n.op, n.flags), n.ty, n.a, n.b, n.c, s)
}

func (e *Exprs) addPool(ids ...ExprID) uint32 {
	off := len(e.pool)
	e.pool = append(e.pool, ids...)
	return uint32(off)
}

// AddLiteral adds a scalar with the given bits, zero-extended to 64.
func (e *Exprs) AddLiteral(ty TypeID, bits uint64, s diag.Span) ExprID {
	return e.add(uint32(KindLiteral), ty, uint32(bits), uint32(bits>>32), 0, s)
}

// AddRef adds a KindConstant, KindOverride, KindArgument, KindGlobal or
// KindLocal that names the given handle (or parameter index).
func (e *Exprs) AddRef(k Kind, ty TypeID, handle uint32, s diag.Span) ExprID {
	return e.add(uint32(k), ty, handle, 0, 0, s)
}

// AddZeroValue adds the zero value of a type.
func (e *Exprs) AddZeroValue(ty TypeID, s diag.Span) ExprID {
	return e.add(uint32(KindZeroValue), ty, 0, 0, 0, s)
}

// AddCompose adds a value built from its parts; parts is copied.
func (e *Exprs) AddCompose(ty TypeID, parts []ExprID, s diag.Span) ExprID {
	return e.add(uint32(KindCompose), ty, e.addPool(parts...), uint32(len(parts)), 0, s)
}

// BufferView is the view of a buffer.
func (e *Exprs) BufferView(id ExprID) BufferView {
	n := &e.nodes[id]
	return BufferView{ExprID(n.a), ExprID(n.b), ExprID(n.c)}
}

// AddBufferView adds a view of a buffer, of a pointer's type.
func (e *Exprs) AddBufferView(ty TypeID, v BufferView, s diag.Span) ExprID {
	return e.add(uint32(KindBufferView), ty, uint32(v.Buffer), uint32(v.Offset), uint32(v.Size), s)
}

// AddUnaryKind adds a Splat, Load, ArrayLength, RayQueryGet, RayQueryVertex or PointerAt.
func (e *Exprs) AddUnaryKind(k Kind, ty TypeID, f Flags, operand ExprID, s diag.Span) ExprID {
	return e.add(head(uint32(k), 0, f), ty, uint32(operand), 0, 0, s)
}

// AddSwizzle adds a choice of vector components.
func (e *Exprs) AddSwizzle(ty TypeID, v Swizzle, s diag.Span) ExprID {
	p := uint32(v.Pattern[0]) | uint32(v.Pattern[1])<<2 | uint32(v.Pattern[2])<<4 | uint32(v.Pattern[3])<<6
	return e.add(head(uint32(KindSwizzle), uint8(v.Size), 0), ty, uint32(v.Vector), p, 0, s)
}

// AddAccess appends an KindAccess of type ty.
func (e *Exprs) AddAccess(ty TypeID, f Flags, v Access, s diag.Span) ExprID {
	return e.add(head(uint32(KindAccess), 0, f), ty, uint32(v.Base), uint32(v.Index), 0, s)
}

// AddAccessIndex appends an KindAccessIndex of type ty.
func (e *Exprs) AddAccessIndex(ty TypeID, v AccessIndex, s diag.Span) ExprID {
	return e.add(uint32(KindAccessIndex), ty, uint32(v.Base), v.Index, 0, s)
}

// AddUnary appends an KindUnary of type ty.
func (e *Exprs) AddUnary(ty TypeID, f Flags, v Unary, s diag.Span) ExprID {
	return e.add(head(uint32(KindUnary), uint8(v.Op), f), ty, uint32(v.Value), 0, 0, s)
}

// AddBinary appends a KindBinary of type ty.
func (e *Exprs) AddBinary(ty TypeID, f Flags, v Binary, s diag.Span) ExprID {
	return e.add(head(uint32(KindBinary), uint8(v.Op), f), ty, uint32(v.Left), uint32(v.Right), 0, s)
}

// AddSelect appends a KindSelect of type ty.
func (e *Exprs) AddSelect(ty TypeID, v Select, s diag.Span) ExprID {
	return e.add(uint32(KindSelect), ty, uint32(v.Condition), uint32(v.Accept), uint32(v.Reject), s)
}

// AddRelational appends a KindRelational of type ty.
func (e *Exprs) AddRelational(ty TypeID, v Relational, s diag.Span) ExprID {
	return e.add(head(uint32(KindRelational), uint8(v.Op), 0), ty, uint32(v.Value), 0, 0, s)
}

// AddMath appends a KindMath of type ty.
func (e *Exprs) AddMath(ty TypeID, f Flags, v Math, s diag.Span) ExprID {
	h := head(uint32(KindMath), uint8(v.Op), f)
	if v.Op == MathInsertBits {
		return e.add(h, ty, e.addPool(v.Args[:]...), 0, 0, s)
	}
	return e.add(h, ty, uint32(v.Args[0]), uint32(v.Args[1]), uint32(v.Args[2]), s)
}

// AddAs appends an KindAs of type ty.
func (e *Exprs) AddAs(ty TypeID, f Flags, v As, s diag.Span) ExprID {
	if v.Bitcast {
		f |= FlagBitcast
	}
	return e.add(head(uint32(KindAs), 0, f), ty, uint32(v.Value), 0, 0, s)
}

// AddDerivative appends a KindDerivative of type ty.
func (e *Exprs) AddDerivative(ty TypeID, v Derivative, s diag.Span) ExprID {
	return e.add(head(uint32(KindDerivative), uint8(v.Axis)|uint8(v.Control)<<4, 0), ty, uint32(v.Value), 0, 0, s)
}

// AddImageSample appends an KindImageSample of type ty.
func (e *Exprs) AddImageSample(ty TypeID, v ImageSample, s diag.Span) ExprID {
	f := Flags(v.Gather+1) << 12
	if v.ClampEdge {
		f |= FlagClampEdge
	}
	return e.add(head(uint32(KindImageSample), uint8(v.Level)|residency(v.Residency), f), ty,
		e.addPool(v.Image, v.Sampler, v.Coordinate, v.ArrayIndex, v.Offset, v.LevelArg, v.LevelArgY, v.DepthRef, v.MinLevel), 0, 0, s)
}

// residencyBit is set in the op of samples and loads whose result is the residency of texels.
const residencyBit = 1 << 7

func residency(is bool) uint8 {
	if is {
		return residencyBit
	}
	return 0
}

// AddImageLoad appends an KindImageLoad of type ty.
func (e *Exprs) AddImageLoad(ty TypeID, f Flags, v ImageLoad, s diag.Span) ExprID {
	more := uint32(0)
	if v.ArrayIndex|v.Sample|v.Level != 0 {
		more = e.addPool(v.ArrayIndex, v.Sample, v.Level)
	}
	return e.add(head(uint32(KindImageLoad), residency(v.Residency), f), ty, uint32(v.Image), uint32(v.Coordinate), more, s)
}

// AddImageQuery appends an KindImageQuery of type ty.
func (e *Exprs) AddImageQuery(ty TypeID, v ImageQuery, s diag.Span) ExprID {
	return e.add(head(uint32(KindImageQuery), uint8(v.Op), 0), ty, uint32(v.Image), uint32(v.Level), 0, s)
}

// AddInterpolate appends an KindInterpolate of type ty.
func (e *Exprs) AddInterpolate(ty TypeID, v Interpolate, s diag.Span) ExprID {
	return e.add(head(uint32(KindInterpolate), uint8(v.Op), 0), ty, uint32(v.Arg), v.Location, v.Component, s)
}

// AddResult adds a result expression (see Kind.IsResult).
func (e *Exprs) AddResult(k Kind, ty TypeID, s diag.Span) ExprID {
	return e.add(uint32(k), ty, 0, 0, 0, s)
}

// Overwrite makes id the expression that src is, so that every use of id sees
// it: kind, operands, type and flags. Its span stays. src is left as it is; if
// it needs an Emit or a statement, that must list or populate id instead.
func (e *Exprs) Overwrite(id, src ExprID) { e.nodes[id] = e.nodes[src] }

// Move appends a copy of id as a new expression and returns it, so that id can
// then be overwritten with something computed from the copy.
func (e *Exprs) Move(id ExprID) ExprID { return e.addCopy(&e.nodes[id], e.spans[id]) }

// MapOperands replaces every operand of id by fn of it; absent operands are
// skipped. Operand lists are changed in place. fn may add expressions.
func (e *Exprs) MapOperands(id ExprID, fn func(ExprID) ExprID) {
	n := e.nodes[id]
	none := uint32(0)
	n.slots().replace(e.pool, &n.a, &n.b, &n.c, &none, fn)
	e.nodes[id] = n
}

// OnlyOperand is the operand of an expression with exactly one.
func (e *Exprs) OnlyOperand(id ExprID) (x ExprID, ok bool) {
	n := &e.nodes[id]
	return ExprID(n.a), oneOperand>>n.kind&1 != 0 && n.a != 0
}

// Inputs returns the operands of id, 0 for an absent one: up to three, and a list, the
// arena's own memory, of the remaining ones.
func (e *Exprs) Inputs(id ExprID) (a, b, c ExprID, list []ExprID) {
	n := &e.nodes[id]
	switch {
	case oneOperand>>n.kind&1 != 0:
		return ExprID(n.a), 0, 0, nil
	case n.kind == KindBinary || n.kind == KindAccess:
		return ExprID(n.a), ExprID(n.b), 0, nil
	}
	w := n.slots()
	if w.list != 0 {
		offset, count := w.span(n.a, n.b, n.c)
		list = e.pool[offset : offset+count : offset+count]
	}
	ma, mb, mc := w.masks()
	return ExprID(n.a & ma), ExprID(n.b & mb), ExprID(n.c & mc), list // each as it is, or nothing of it
}

// Root is the pointer that x is a part of: the base of nested accesses.
func (e *Exprs) Root(x ExprID) ExprID {
	for e.Kind(x) == KindAccess || e.Kind(x) == KindAccessIndex {
		x = e.Operand(x)
	}
	return x
}

// Operands appends the operands of id to buf in order, without absent ones, and
// returns it.
func (e *Exprs) Operands(id ExprID, buf []ExprID) []ExprID {
	n := &e.nodes[id]
	w := n.slots()
	if w.fields&slotA != 0 && n.a != 0 {
		buf = append(buf, ExprID(n.a))
	}
	if w.fields > slotA {
		if w.fields&slotB != 0 && n.b != 0 {
			buf = append(buf, ExprID(n.b))
		}
		if w.fields&slotC != 0 && n.c != 0 {
			buf = append(buf, ExprID(n.c))
		}
	}
	if w.list != 0 {
		buf = w.listed(buf, e.pool, n.a, n.b, n.c)
	}
	return buf
}
