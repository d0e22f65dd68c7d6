package transform

// This file does without scalars that a target lacks, in modules that no longer compute
// with them: integers of 8 and 16 bits become integers of 32 that hold the same numbers,
// numbers of 64 bits pairs of words, the low one first.
//
//	func @f($a : u64, $b : i8) -> vec2<u64> {
//	  %1 = bitcast $a : vec2<u32>
//	  %2 = as $b : i32
//	  %3 = compose $a, 1lu
//	  return %3
//	}
//
// becomes
//
//	func @f($a : vec2<u32>, $b : i32) -> array<vec2<u32>, 2> {
//	  %4 = compose 1u, 0u
//	  %3 = compose $a, %4
//	  return %3
//	}
//
// %1 is $a now, and %2 is $b. Vectors and matrices of 64 bits become arrays. Memory that a
// host sees is read as words before: see BufferWords. Passes of package internal/ssa/lower do
// arithmetic with other scalars.

import (
	"refract/diag"
	"refract/internal/ir/rewrite"
	"refract/ir"
)

// A NarrowError names the use of a scalar that can't be replaced.
type NarrowError struct {
	What string // "arithmetic on u64"
	Span diag.Span
}

func (e *NarrowError) Error() string { return e.What }

// NarrowScalars replaces the scalars of a set: of I8, U8, I16, U16, I64, U64 and F64. It
// fails with a *NarrowError if one is computed with, is in memory that a host sees, goes
// from stage to stage or is an override; the module is unusable then.
func NarrowScalars(m *ir.Module, set ir.ScalarSet) error {
	if probe := (narrowing{m: m, set: set}); !probe.isNeeded() {
		return nil
	}
	n := narrowing{m: m, set: set}
	n.contains = make([]uint8, m.Types.Len())
	for t := range n.contains {
		n.has(ir.TypeID(t)) // of structs, before their members change
	}
	if err := n.check(); err != nil {
		return err
	}
	n.before = make([][]ir.TypeID, len(m.Functions))
	for i, f := range m.Functions[1:] {
		n.before[i+1] = typesOf(&f.Exprs)
	}
	consts := typesOf(&m.Consts)
	m.MapTypes(n.mapped)
	n.constants(consts)
	for i, f := range m.Functions[1:] {
		if n.wants(n.before[i+1]) {
			n.function(f, n.before[i+1])
		}
	}
	return nil
}

// isNeeded reports whether there is a scalar of the set.
func (n *narrowing) isNeeded() bool {
	m := n.m
	exprs := func(e *ir.Exprs) bool {
		for x := ir.ExprID(1); int(x) < e.ExprCount(); x++ {
			if n.has(e.TypeOf(x)) {
				return true
			}
		}
		return false
	}
	for i := range m.Globals {
		if n.has(m.Globals[i].Type) {
			return true
		}
	}
	for i := range m.Structs {
		for k := range m.Structs[i].Members {
			if n.has(m.Structs[i].Members[k].Type) {
				return true
			}
		}
	}
	for _, f := range m.Functions[1:] {
		if n.has(f.Result) || exprs(&f.Exprs) {
			return true
		}
		for i := range f.Locals {
			if n.has(f.Locals[i].Type) {
				return true
			}
		}
		for i := range f.Args {
			if n.has(f.Args[i].Type) {
				return true
			}
		}
	}
	return exprs(&m.Consts)
}

func typesOf(e *ir.Exprs) []ir.TypeID {
	list := make([]ir.TypeID, e.ExprCount())
	for x := range list {
		list[x] = e.TypeOf(ir.ExprID(x))
	}
	return list
}

type narrowing struct {
	m        *ir.Module
	set      ir.ScalarSet
	list     []ir.ExprID
	contains []uint8       // by type: 1: it has such a scalar, 2: it hasn't; 0: not asked yet
	before   [][]ir.TypeID // types of expressions as they were, by function

	f    *ir.Function
	old  []ir.TypeID // of f
	repl replacements
	b    ir.Builder
}

// has reports whether a type has a scalar of the set in it. Structs are asked as they were.
func (n *narrowing) has(t ir.TypeID) bool {
	if t == 0 {
		return false
	}
	if int(t) < len(n.contains) && n.contains[t] != 0 {
		return n.contains[t] == 1
	}
	ty := *n.m.Types.At(t)
	has := false
	switch ty.Kind {
	case ir.TypeScalar, ir.TypeVector, ir.TypeMatrix, ir.TypeAtomic, ir.TypeImage:
		has = n.set.Has(ty.Scalar)
	case ir.TypePointer, ir.TypeArray, ir.TypeBindingArray, ir.TypeSampledImage:
		has = n.has(ty.Base)
	case ir.TypeStruct:
		for i := range n.m.Structs[ty.Struct].Members {
			has = has || n.has(n.m.Structs[ty.Struct].Members[i].Type)
		}
	}
	if int(t) < len(n.contains) {
		n.contains[t] = 2
		if has {
			n.contains[t] = 1
		}
	}
	return has
}

func (n *narrowing) wants(types []ir.TypeID) bool {
	for _, t := range types {
		if n.has(t) {
			return true
		}
	}
	return false
}

// scalarIn names a scalar of the set that a type has.
func (n *narrowing) scalarIn(t ir.TypeID) string {
	ty := n.m.Types.At(t)
	switch ty.Kind {
	case ir.TypePointer, ir.TypeArray, ir.TypeBindingArray, ir.TypeSampledImage:
		return n.scalarIn(ty.Base)
	case ir.TypeStruct:
		for i := range n.m.Structs[ty.Struct].Members {
			if x := n.m.Structs[ty.Struct].Members[i].Type; n.has(x) {
				return n.scalarIn(x)
			}
		}
	}
	return ty.Scalar.String()
}

// isLoose reports whether a type is held by numbers alone: no atomic or image is in it.
func (n *narrowing) isLoose(t ir.TypeID) bool {
	ty := n.m.Types.At(t)
	switch ty.Kind {
	case ir.TypeAtomic, ir.TypeImage, ir.TypeSampledImage, ir.TypeBindingArray:
		return !n.has(t)
	case ir.TypePointer, ir.TypeArray:
		return n.isLoose(ty.Base)
	case ir.TypeStruct:
		for i := range n.m.Structs[ty.Struct].Members {
			if !n.isLoose(n.m.Structs[ty.Struct].Members[i].Type) {
				return false
			}
		}
	}
	return true
}

// check finds uses that can't be replaced.
func (n *narrowing) check() error {
	m := n.m
	fail := func(what string, t ir.TypeID, span diag.Span) error {
		return &NarrowError{what + " " + n.scalarIn(t), span}
	}
	for i := 1; i < len(m.Overrides); i++ {
		if o := &m.Overrides[i]; n.has(o.Type) {
			return fail("overrides of", o.Type, o.Span)
		}
	}
	for i := 1; i < len(m.Globals); i++ {
		switch g := &m.Globals[i]; {
		case !n.has(g.Type):
		case !n.isLoose(g.Type):
			return fail("atomic operations on, or images of,", g.Type, g.Span)
		case g.Space != ir.SpacePrivate && g.Space != ir.SpaceWorkgroup:
			return fail("buffers of", g.Type, g.Span)
		}
	}
	for i := range m.EntryPoints {
		f := m.Functions[m.EntryPoints[i].Function]
		if n.has(f.Result) {
			return fail("outputs of", f.Result, f.Span)
		}
		for j := range f.Args {
			if n.has(f.Args[j].Type) {
				return fail("inputs of", f.Args[j].Type, f.Span)
			}
		}
	}
	for x := ir.ExprID(1); int(x) < m.Consts.ExprCount(); x++ {
		switch m.Consts.Kind(x) {
		case ir.KindLiteral, ir.KindZeroValue, ir.KindConstant, ir.KindCompose:
		default:
			if t := n.involved(&m.Consts, x); t != 0 {
				return fail("constant "+m.Consts.Kind(x).String()+" of", t, m.Consts.SpanOf(x))
			}
		}
	}
	for _, f := range m.Functions[1:] {
		if err := n.checkFunction(f, fail); err != nil {
			return err
		}
	}
	return nil
}

// involved is the type of an expression or of one of its operands that has a scalar of the
// set; 0: there is none.
func (n *narrowing) involved(e *ir.Exprs, x ir.ExprID) (t ir.TypeID) {
	if n.has(e.TypeOf(x)) {
		return e.TypeOf(x)
	}
	n.list = e.Operands(x, n.list[:0])
	return n.firstOf(e)
}

// firstOf is the type of the first of the listed expressions that has a scalar of the set.
func (n *narrowing) firstOf(e *ir.Exprs) ir.TypeID {
	for _, o := range n.list {
		if t := e.TypeOf(o); n.has(t) {
			return t
		}
	}
	return 0
}

func (n *narrowing) checkFunction(f *ir.Function, fail func(string, ir.TypeID, diag.Span) error) error {
	for x := ir.ExprID(1); int(x) < f.ExprCount(); x++ {
		k := f.Kind(x)
		switch k {
		case ir.KindLiteral, ir.KindZeroValue, ir.KindConstant, ir.KindArgument, ir.KindGlobal, ir.KindLocal, ir.KindCompose, ir.KindSplat,
			ir.KindSwizzle, ir.KindAccess, ir.KindAccessIndex, ir.KindLoad, ir.KindCallResult, ir.KindWorkgroupUniformResult:
			continue
		case ir.KindAs:
			if a := f.As(x); a.Bitcast || n.converts(f, a.Value, x) {
				continue
			}
		case ir.KindSelect:
			// One condition can choose everything, several only vectors that stay vectors.
			if s := f.Select(x); f.TypeOf(s.Condition) == ir.TypeBool || !n.isWide(f.TypeOf(x)) {
				continue
			}
		case ir.KindSubgroupResult:
			continue // see the statements
		}
		if t := n.involved(&f.Exprs, x); t != 0 {
			what := k.String()
			if k == ir.KindUnary || k == ir.KindBinary || k == ir.KindMath {
				what = "arithmetic"
			}
			return fail(what+" on", t, f.SpanOf(x))
		}
	}
	for s := ir.StmtID(1); int(s) < f.StmtCount(); s++ {
		switch f.StmtKind(s) {
		case ir.StmtEmit, ir.StmtStore, ir.StmtLocal, ir.StmtCall, ir.StmtReturn, ir.StmtSubgroupGather, ir.StmtWorkgroupUniformLoad:
			continue
		}
		n.list = f.StmtOperands(s, n.list[:0])
		if t := n.firstOf(&f.Exprs); t != 0 {
			return fail(f.StmtKind(s).String()+" of", t, f.StmtSpan(s))
		}
	}
	return nil
}

// converts reports whether a conversion needs no number of 64 bits.
func (n *narrowing) converts(f *ir.Function, from, to ir.ExprID) bool {
	return !n.isWide(f.TypeOf(from)) && !n.isWide(f.TypeOf(to))
}

// isWide reports whether a type is a number, vector or matrix of 64 bits of the set.
func (n *narrowing) isWide(t ir.TypeID) bool {
	ty := n.m.Types.At(t)
	switch ty.Kind {
	case ir.TypeScalar, ir.TypeVector, ir.TypeMatrix:
		return n.set.Has(ty.Scalar) && ty.Scalar.Bits() == 64
	}
	return false
}

// isSmall reports whether a type is an integer or vector of less than 32 bits of the set.
func (n *narrowing) isSmall(t ir.TypeID) bool {
	ty := n.m.Types.At(t)
	return (ty.Kind == ir.TypeScalar || ty.Kind == ir.TypeVector) && n.set.Has(ty.Scalar) && ty.Scalar.Bits() < 32
}

const pairType = ir.TypeVec2U32

// mapped is the replacement of a type. Structs keep their handles: their members are
// mapped.
func (n *narrowing) mapped(t ir.TypeID) ir.TypeID {
	if t == 0 || !n.has(t) {
		return t
	}
	ty := *n.m.Types.At(t)
	switch ty.Kind {
	case ir.TypeScalar, ir.TypeVector, ir.TypeMatrix:
		if ty.Scalar.Bits() < 32 {
			return n.m.Types.WithScalar(t, wideScalar(ty.Scalar))
		}
		switch ty.Kind {
		case ir.TypeScalar:
			return pairType
		case ir.TypeVector:
			return n.m.Types.Array(pairType, uint32(ty.Rows))
		}
		return n.m.Types.Array(n.m.Types.Array(pairType, uint32(ty.Rows)), uint32(ty.Columns))
	case ir.TypeArray, ir.TypePointer:
		ty.Base = n.mapped(ty.Base)
		return n.m.Types.Intern(ty)
	}
	return t
}

// constants changes the expressions of the module. A number of 64 bits needs two more, which
// stand ahead of it: so all are made anew.
func (n *narrowing) constants(old []ir.TypeID) {
	if !n.wants(old) {
		return
	}
	e := &n.m.Consts
	now := make([]ir.ExprID, len(old))
	for i := range now {
		x := ir.ExprID(i)
		now[i] = x
		if !n.has(old[i]) {
			continue
		}
		e.MapOperands(x, func(o ir.ExprID) ir.ExprID { return now[o] })
		span := e.SpanOf(x)
		switch e.Kind(x) {
		case ir.KindLiteral:
			now[i] = n.literal(e, old[i], e.LiteralBits(x), span)
		case ir.KindCompose:
			now[i] = e.AddCompose(e.TypeOf(x), e.Compose(x).Components, span)
		default:
			now[i] = e.Move(x)
		}
	}
	for i := range n.m.Constants {
		n.m.Constants[i].Init = ir.ConstID(now[n.m.Constants[i].Init])
	}
	for i := range n.m.Globals {
		n.m.Globals[i].Init = ir.ConstID(now[n.m.Globals[i].Init])
	}
}

// literal makes the replacement of a literal of the set.
func (n *narrowing) literal(e *ir.Exprs, t ir.TypeID, bits uint64, span diag.Span) ir.ExprID {
	s := n.m.Types.ScalarOf(t)
	if s.Bits() == 64 {
		return e.AddCompose(pairType, []ir.ExprID{e.AddLiteral(ir.TypeU32, uint64(uint32(bits)), span), e.AddLiteral(ir.TypeU32, bits>>32, span)}, span)
	}
	shift := 64 - s.Bits()
	if s.IsSigned() {
		bits = uint64(uint32(int64(bits<<shift) >> shift))
	} else {
		bits = bits << shift >> shift
	}
	return e.AddLiteral(ir.ScalarTypeOf(wideScalar(s)), bits, span)
}

// function changes the expressions of a function.
func (n *narrowing) function(f *ir.Function, old []ir.TypeID) {
	n.f, n.old = f, old
	n.repl.reset()
	n.literals()
	rewrite.Function(n.m, f, n)
	n.repl.apply(f)
}

// literals puts literals of 64 bits, which are pairs now, at the start of the function.
func (n *narrowing) literals() {
	f, pairs := n.f, false
	for i := range n.old {
		x := ir.ExprID(i)
		if f.Kind(x) != ir.KindLiteral || !n.has(n.old[i]) {
			continue
		}
		if bits := f.LiteralBits(x); bits == 0 {
			f.Overwrite(x, f.AddZeroValue(f.TypeOf(x), f.SpanOf(x)))
		} else if n.isWide(n.old[i]) {
			pairs = true
		} else {
			f.Overwrite(x, n.literal(&f.Exprs, n.old[i], bits, f.SpanOf(x)))
		}
	}
	if !pairs {
		return
	}
	prepend(&n.b, n.m, f, func(b *ir.Builder) {
		made := map[uint64]ir.ExprID{}
		for i := range n.old {
			x := ir.ExprID(i)
			if f.Kind(x) != ir.KindLiteral || !n.isWide(n.old[i]) {
				continue
			}
			bits := f.LiteralBits(x)
			if made[bits] == 0 {
				b.Span = f.SpanOf(x)
				made[bits] = b.Compose(pairType, b.U32(uint32(bits)), b.U32(uint32(bits>>32)))
			}
			n.repl.set(f, x, made[bits])
		}
	})
}

// Kinds implements rewrite.Selective.
func (*narrowing) Kinds() ir.KindSet {
	return ir.Kinds(ir.KindCompose, ir.KindSplat, ir.KindSwizzle, ir.KindAs)
}

// Stmt implements rewrite.Visitor. Vectors that are arrays now go to other invocations by
// their components.
func (n *narrowing) Stmt(e *rewrite.Editor, s ir.StmtID) {
	f := e.F
	if f.StmtKind(s) != ir.StmtSubgroupGather {
		return
	}
	v := f.SubgroupGather(s)
	if t := n.typeOf(v.Argument); !n.isWide(t) || n.m.Types.At(t).Kind != ir.TypeVector {
		return
	}
	b, to := e.Remove(), v.Result
	list := n.components(b, v.Argument, n.typeOf(v.Argument))
	for i, part := range list {
		v.Argument, v.Result = part, f.AddResult(ir.KindSubgroupResult, pairType, b.Span)
		b.Push(f.AddSubgroupGather(v, b.Span))
		list[i] = v.Result
	}
	f.Overwrite(to, f.AddCompose(f.TypeOf(to), list, b.Span))
	b.Pend(to)
}

// Expr implements rewrite.Visitor.
func (n *narrowing) Expr(e *rewrite.Editor, x ir.ExprID) {
	if int(x) >= len(n.old) {
		return
	}
	f, t := e.F, n.old[x]
	switch f.Kind(x) {
	case ir.KindCompose:
		if n.isWide(t) && n.m.Types.At(t).Kind == ir.TypeVector {
			n.compose(e, x)
		}
	case ir.KindSplat:
		if n.isWide(t) {
			list := make([]ir.ExprID, n.m.Types.ComponentCount(t))
			for i := range list {
				list[i] = f.Operand(x)
			}
			e.Become(e.Ahead().Compose(f.TypeOf(x), list...))
		}
	case ir.KindSwizzle:
		if n.isWide(t) {
			v := f.Swizzle(x)
			b := e.Ahead()
			list := make([]ir.ExprID, v.Size)
			for i := range list {
				list[i] = b.AccessIndex(v.Vector, uint32(v.Pattern[i]))
			}
			e.Become(b.Compose(f.TypeOf(x), list...))
		}
	case ir.KindAs:
		if a := f.As(x); n.has(t) || n.has(n.old[a.Value]) {
			n.as(e, x, a)
		}
	}
}

// compose makes an array of a former vector of scalars and vectors.
func (n *narrowing) compose(e *rewrite.Editor, x ir.ExprID) {
	f := e.F
	parts := f.Compose(x).Components
	if len(parts) == n.m.Types.ComponentCount(n.old[x]) {
		return
	}
	b := e.Ahead()
	var list []ir.ExprID
	for _, p := range append([]ir.ExprID(nil), parts...) {
		list = append(list, n.components(b, p, n.typeOf(p))...)
	}
	e.Become(b.Compose(f.TypeOf(x), list...))
}

// typeOf is the type that an expression had.
func (n *narrowing) typeOf(x ir.ExprID) ir.TypeID {
	if int(x) < len(n.old) {
		return n.old[x]
	}
	return n.f.TypeOf(x)
}

// components lists the components of a value that had type t.
func (n *narrowing) components(b *ir.Builder, v ir.ExprID, t ir.TypeID) []ir.ExprID {
	if n.m.Types.At(t).Kind == ir.TypeScalar {
		return []ir.ExprID{v}
	}
	list := make([]ir.ExprID, n.m.Types.ComponentCount(t))
	for i := range list {
		list[i] = b.AccessIndex(v, uint32(i))
	}
	return list
}
