package hlsl

// This file holds operands, and the operations on values that fold if all operands are
// known.

import (
	"math"

	"refract/internal/ir/consteval"
	"refract/ir"
)

type operandKind uint8

const (
	opNone     operandKind = iota // an error was reported
	opVoid                        // a call without a value
	opConst                       // a value known now: bits
	opValue                       // an expression
	opRef                         // a pointer: memory that holds the value
	opTexel                       // an element of a typed resource: handle is the index in texels
	opResource                    // a resource, or an array of these: ref
	opInit                        // an initializer list: handle is its node
	opString                      // a string: handle is its node
	opHeap                        // a descriptor of a heap: handle is its index, bits 1 that of samplers, fixed that it isn't uniform
	opEither                      // a place in one of several buffers: handle is the index in eithers
	opLevels                      // x.mips or x.sample: ref is the texture
	opLevel                       // an element of one: handle is the level or sample
	opMesh                        // a part of the outputs of a mesh: index in meshRefs
)

// operand is the result of checking an expression.
type operand struct {
	ty      typeID // of the value
	whole   typeID // n > 0: of the whole that pattern picks from
	handle  uint32 // ExprID
	decl    declID // the variable at the root, for the rules of its use
	row     uint32 // opRef, n > 0: ExprID of the row that pattern's columns are in; 0: pattern has it
	early   uint32 // opRef, opTexel: ExprID of the value that was loaded before an effect; 0: none was
	bits    uint64 // opConst: the value
	ref     int32  // opResource: index in refs; opMesh: in meshRefs
	slots   int32  // of a value with resources: the first of its slots; 0: none
	pattern [4]uint8
	bitAt   uint8 // bitN > 0: opRef: a bit field of the integer there
	bitN    uint8
	n       uint8 // > 0: opRef, opTexel: these components of a vector, or elements of a matrix (row*4 + column)
	kind    operandKind
	host    bool // opRef: the memory has the form that the host sees
	major   int8 // of such memory: 1 if matrices in it lie by rows, -1 by columns
	fixed   bool // opRef, opTexel: can't be written
}

func (o operand) ok() bool        { return o.kind != opNone }
func (o operand) expr() ir.ExprID { return ir.ExprID(o.handle) }
func (o operand) isConst() bool   { return o.kind == opConst }
func (o operand) isPlace() bool {
	return o.kind == opRef || o.kind == opTexel || o.kind == opMesh || o.kind == opEither
}
func constant(t typeID, b uint64) operand { return operand{kind: opConst, ty: t, bits: b} }
func constInt(v int64) operand            { return constant(tInt, uint64(uint32(int32(v)))) }
func constUint(v uint32) operand          { return constant(tUint, uint64(v)) }
func constBool(v bool) operand {
	if v {
		return constant(tBool, 1)
	}
	return constant(tBool, 0)
}
func constFloat(v float64) operand { return constant(tFloat, uint64(math.Float32bits(float32(v)))) }

func (c *checker) val(o operand) consteval.Value {
	return consteval.Value{Type: c.irOf(o.ty), Bits: o.bits}
}

// number is a number of a scalar kind.
func (c *checker) number(k kind, v float64) operand {
	return c.cast(k, constant(scalarType(kLitFloat), math.Float64bits(v)))
}

// pend lists an expression for the next Emit of the function under way.
func (c *checker) pend(e ir.ExprID) ir.ExprID {
	if c.fn != nil {
		c.b.Pend(e)
	}
	return e
}

// toExpr makes an expression of a value.
func (c *checker) toExpr(o operand) ir.ExprID {
	if o.kind != opConst {
		return o.expr()
	}
	o = c.settled(o)
	if c.fn == nil {
		return c.ev.MaterializeInto(c.ex, c.val(o), c.b.Span)
	}
	return c.ev.Materialize(&c.b, c.val(o))
}

// settled gives literals a type of their own: int, or float.
func (c *checker) settled(o operand) operand {
	switch o.ty.kind() {
	case kLitInt:
		if o.ty.isScalar() && o.isConst() && int64(o.bits) != int64(int32(o.bits)) && o.bits > math.MaxUint32 {
			return c.cast(kI64, o)
		}
		return c.cast(kInt, o)
	case kLitFloat:
		return c.cast(kFloat, o)
	}
	return o
}

// settledKind is the kind of settled values.
func settledKind(k kind) kind {
	switch k {
	case kLitInt:
		return kInt
	case kLitFloat:
		return kFloat
	}
	return k
}

// made is the operand of an expression just added.
func (c *checker) made(e ir.ExprID, t typeID) operand {
	c.pend(e)
	return operand{kind: opValue, ty: t, handle: uint32(e)}
}

func value(e ir.ExprID, t typeID) operand { return operand{kind: opValue, ty: t, handle: uint32(e)} }

// folded is the operand of an evaluation.
func (c *checker) folded(v consteval.Value, err *consteval.Error, t typeID) operand {
	if err != nil {
		c.errorf(err.Code, c.b.Span, "%s", err.Message)
		return operand{}
	}
	return operand{kind: opConst, ty: t, bits: v.Bits}
}

func (c *checker) flags(k kind) ir.Flags {
	if c.precise && k.isFloat() {
		return ir.FlagPrecise
	}
	return 0
}

// byRows computes a matrix row by row.
func (c *checker) byRows(t typeID, row func(i uint32) operand) operand {
	var parts [4]operand
	n := uint32(t.shape().rows)
	for i := range n {
		parts[i] = row(i)
	}
	return c.compose(t, parts[:n]...)
}

// ofColumns is the matrix of some columns.
func (c *checker) ofColumns(t typeID, cols []operand) operand {
	return c.byRows(t, func(i uint32) operand {
		var row [4]operand
		for k := range cols {
			row[k] = c.component(cols[k], i)
		}
		return c.compose(rowType(t), row[:len(cols)]...)
	})
}

// binary is an operator on two values of one type.
func (c *checker) binary(op ir.BinaryOp, l, r operand) operand {
	if !l.ok() || !r.ok() {
		return operand{}
	}
	t := l.ty
	if op.IsComparison() {
		t = t.withKind(kBool)
	}
	if l.ty.isMatrix() && !(c.plainMatrix(l.ty) && (op == ir.Add || op == ir.Sub) && !(l.isConst() && r.isConst())) {
		return c.byRows(t, func(i uint32) operand { return c.binary(op, c.component(l, i), c.component(r, i)) })
	}
	if l.isConst() && r.isConst() {
		v, err := c.ev.Binary(op, c.val(l), c.val(r))
		return c.folded(v, err, t)
	}
	le, re := c.toExpr(l), c.toExpr(r)
	return c.made(c.ex.AddBinary(c.m.BinaryType(op, c.ex.TypeOf(le), c.ex.TypeOf(re)), c.flags(l.ty.kind()), ir.Binary{Op: op, Left: le, Right: re}, c.b.Span), t)
}

func (c *checker) unary(op ir.UnaryOp, x operand) operand {
	if !x.ok() {
		return x
	}
	if x.ty.isMatrix() {
		return c.byRows(x.ty, func(i uint32) operand { return c.unary(op, c.component(x, i)) })
	}
	if x.isConst() {
		v, err := c.ev.Unary(op, c.val(x))
		return c.folded(v, err, x.ty)
	}
	return c.made(c.ex.AddUnary(c.irOf(x.ty), c.flags(x.ty.kind()), ir.Unary{Op: op, Value: x.expr()}, c.b.Span), x.ty)
}

// math is a function with a result of type t; matrices are taken row by row.
func (c *checker) math(op ir.MathOp, t typeID, args ...operand) operand {
	known := true
	for _, a := range args {
		if !a.ok() {
			return operand{}
		}
		known = known && a.isConst()
	}
	if args[0].ty.isMatrix() && op != ir.MathTranspose && op != ir.MathDeterminant {
		return c.byRows(t, func(i uint32) operand {
			var parts [4]operand
			for k, a := range args {
				parts[k] = c.component(a, i)
			}
			return c.math(op, rowType(t), parts[:len(args)]...)
		})
	}
	if known && op != ir.MathModf && op != ir.MathFrexp && op != ir.MathMulExtended && op != ir.MathAddCarry {
		base := len(c.vals)
		for _, a := range args {
			c.vals = append(c.vals, c.val(a))
		}
		v, err := c.ev.Math(op, c.irOf(t), c.vals[base:])
		c.vals = c.vals[:base]
		return c.folded(v, err, t)
	}
	var m ir.Math
	m.Op = op
	for i, a := range args {
		m.Args[i] = c.toExpr(a)
	}
	var second ir.TypeID
	if len(args) > 1 {
		second = c.ex.TypeOf(m.Args[1])
	}
	return c.made(c.ex.AddMath(c.m.MathType(op, c.ex.TypeOf(m.Args[0]), second), c.flags(args[0].ty.kind()), m, c.b.Span), t)
}

func (c *checker) relational(op ir.RelationalOp, x operand) operand {
	if !x.ok() {
		return x
	}
	t := tBool
	if op == ir.IsNan || op == ir.IsInf {
		t = x.ty.withKind(kBool)
	}
	if x.ty.isMatrix() {
		if op == ir.IsNan || op == ir.IsInf {
			return c.byRows(t, func(i uint32) operand { return c.relational(op, c.component(x, i)) })
		}
		join := ir.LogicalAnd
		if op == ir.Any {
			join = ir.LogicalOr
		}
		var y operand
		for i := range uint32(x.ty.shape().rows) {
			r := c.relational(op, c.component(x, i))
			if i == 0 {
				y = r
			} else {
				y = c.binary(join, y, r)
			}
		}
		return y
	}
	if x.isConst() {
		v, err := c.ev.Relational(op, c.val(x))
		return c.folded(v, err, t)
	}
	if (op == ir.All || op == ir.Any) && x.ty.size() == 1 { // of one component, itself
		return operand{kind: x.kind, ty: tBool, handle: x.handle}
	}
	return c.made(c.ex.AddRelational(c.irOf(t), ir.Relational{Op: op, Value: x.expr()}, c.b.Span), t)
}

// selects chooses between two values of one type by a scalar condition, or component by
// component.
func (c *checker) selects(cond, accept, reject operand) operand {
	if !cond.ok() || !accept.ok() || !reject.ok() {
		return operand{}
	}
	if accept.ty.isMatrix() && cond.ty.isMatrix() {
		return c.byRows(accept.ty, func(i uint32) operand {
			return c.selects(c.component(cond, i), c.component(accept, i), c.component(reject, i))
		})
	}
	if cond.isConst() && accept.isConst() && reject.isConst() {
		v, err := c.ev.Select(c.val(reject), c.val(accept), c.val(cond))
		return c.folded(v, err, accept.ty)
	}
	s := ir.Select{Condition: c.toExpr(cond), Accept: c.toExpr(accept), Reject: c.toExpr(reject)}
	return c.made(c.ex.AddSelect(c.irOf(accept.ty), s, c.b.Span), accept.ty)
}

// cast converts the scalars of a numeric value.
func (c *checker) cast(k kind, x operand) operand {
	if !x.ok() || x.ty.kind() == k {
		return x
	}
	t := x.ty.withKind(k)
	from, to := c.irOf(x.ty), c.irOf(t)
	if from == to {
		x.ty, x.decl = t, 0
		return x
	}
	if x.ty.isMatrix() && !(c.plainMatrix(x.ty) && c.plainMatrix(t)) || x.ty.isMatrix() && x.isConst() {
		return c.byRows(t, func(i uint32) operand { return c.cast(k, c.component(x, i)) })
	}
	if x.isConst() {
		v, err := c.ev.Convert(c.val(x), to)
		return c.folded(v, err, t)
	}
	return c.made(c.ex.AddAs(to, 0, ir.As{Value: x.expr()}, c.b.Span), t)
}

// bitcast reads the bits of a scalar or vector as another kind of the same width.
func (c *checker) bitcast(k kind, x operand) operand {
	if !x.ok() {
		return x
	}
	t := x.ty.withKind(k)
	if x.ty.isMatrix() {
		return c.byRows(t, func(i uint32) operand { return c.bitcast(k, c.component(x, i)) })
	}
	if c.irOf(t) == c.irOf(x.ty) {
		x.ty, x.decl = t, 0
		return x
	}
	if x.isConst() {
		v, err := c.ev.Bitcast(c.val(x), c.irOf(t))
		return c.folded(v, err, t)
	}
	return c.made(c.ex.AddAs(c.irOf(t), 0, ir.As{Value: x.expr(), Bitcast: true}, c.b.Span), t)
}

// splat repeats a scalar into a numeric type of its kind.
func (c *checker) splat(t typeID, x operand) operand {
	if !x.ok() {
		return x
	}
	s := t.shape()
	switch {
	case s.form == formMatrix:
		row := c.splat(rowType(t), x)
		return c.byRows(t, func(uint32) operand { return row })
	case s.cols == 1:
		x.ty, x.decl = t, 0
		return x
	}
	if x.isConst() {
		v, err := c.ev.Splat(c.irOf(t), c.val(x))
		return c.folded(v, err, t)
	}
	return c.made(c.ex.AddUnaryKind(ir.KindSplat, c.irOf(t), 0, x.expr(), c.b.Span), t)
}

// compose makes a vector of scalars and vectors, a matrix of rows, an array or a struct.
func (c *checker) compose(t typeID, parts ...operand) operand {
	known := true
	for _, p := range parts {
		if !p.ok() {
			return operand{}
		}
		known = known && p.isConst()
	}
	it := c.irOf(t)
	if len(parts) == 1 && t.numeric() && c.irOf(parts[0].ty) == it {
		x := parts[0]
		x.ty, x.decl = t, 0
		return x
	}
	if known {
		base := len(c.vals)
		for _, p := range parts {
			c.vals = append(c.vals, c.val(p))
		}
		v, err := c.ev.Compose(it, c.vals[base:])
		c.vals = c.vals[:base]
		return c.folded(v, err, t)
	}
	base := len(c.exprs)
	for _, p := range parts {
		c.exprs = append(c.exprs, c.toExpr(p))
	}
	e := c.ex.AddCompose(it, c.exprs[base:], c.b.Span)
	c.exprs = c.exprs[:base]
	return c.made(e, t)
}

// swizzle picks components of a scalar or vector.
func (c *checker) swizzle(x operand, pattern ...uint8) operand {
	if !x.ok() {
		return x
	}
	t := sized(x.ty.kind(), len(pattern))
	if x.ty.size() == 1 {
		x.ty = scalarType(x.ty.kind())
		return c.splat(t, x)
	}
	if len(pattern) == 1 {
		return c.component(x, uint32(pattern[0]))
	}
	identity := len(pattern) == x.ty.size()
	for i, p := range pattern {
		identity = identity && int(p) == i
	}
	if identity {
		return x
	}
	if x.isConst() {
		v, err := c.ev.Swizzle(c.val(x), pattern)
		return c.folded(v, err, t)
	}
	s := ir.Swizzle{Vector: x.expr(), Size: len(pattern)}
	copy(s.Pattern[:], pattern)
	return c.made(c.ex.AddSwizzle(c.irOf(t), s, c.b.Span), t)
}

// first is a vector of the first n components, or a scalar.
func (c *checker) first(x operand, n int) operand {
	if x.ty.size() == n && n > 1 {
		return x
	}
	return c.swizzle(x, []uint8{0, 1, 2, 3}[:n]...)
}

// component is component i of a vector, row i of a matrix, or element i of an array.
func (c *checker) component(x operand, i uint32) operand {
	if !x.ok() {
		return x
	}
	var t typeID
	switch {
	case x.ty.isMatrix():
		t = rowType(x.ty)
	case x.ty.numeric():
		t = scalarType(x.ty.kind())
		if x.ty.size() == 1 {
			x.ty, x.decl = t, 0
			return x
		}
	default:
		t = c.at(x.ty).base
	}
	return c.part(x, i, t)
}

// part is part i of a composite of the module, of type t.
func (c *checker) part(x operand, i uint32, t typeID) operand {
	if x.isConst() {
		v := c.ev.Member(c.val(x), int(i))
		return operand{kind: opConst, ty: t, bits: v.Bits}
	}
	base := x.expr()
	if c.ex.Kind(base) == ir.KindCompose {
		if list := c.ex.Compose(base).Components; c.at(x.ty).kind != htNone && int(i) < len(list) {
			return value(list[i], t)
		}
	}
	return c.made(c.ex.AddAccessIndex(c.m.ElementType(c.ex.TypeOf(base), i), ir.AccessIndex{Base: base, Index: i}, c.b.Span), t)
}

// memberOf is the value of a member of a struct.
func (c *checker) memberOf(x operand, i int) operand {
	m := &c.structOf(x.ty).members[i]
	if m.index < 0 {
		return operand{}
	}
	return c.part(x, uint32(m.index), m.ty)
}

// element is an element of a matrix.
func (c *checker) element(x operand, at uint8) operand {
	return c.component(c.component(x, uint32(at/4)), uint32(at%4))
}

func (c *checker) zero(t typeID) operand { return operand{kind: opConst, ty: t} }

// runtime makes an expression of a constant, for operations that don't fold.
func (c *checker) runtime(x operand) operand {
	if x.isConst() {
		x = c.settled(x)
		return value(c.toExpr(x), x.ty)
	}
	return x
}

// rvalue is the value of an operand: the value in memory, if it is memory.
func (c *checker) rvalue(o operand) operand {
	if o.early != 0 {
		return value(ir.ExprID(o.early), o.ty)
	}
	switch o.kind {
	case opTexel:
		return c.loadTexel(o)
	case opEither:
		return c.eitherValue(c.eithers[o.handle].x, c.eithers[o.handle].of)
	case opMesh:
		return c.unsupported(c.b.Span, "reads of outputs of a mesh")
	case opRef:
		if c.holdsRayObject(o.ty) {
			return c.unsupported(c.b.Span, "copies of ray queries")
		}
	default:
		return o
	}
	if o.bitN > 0 {
		v := c.fromHost(c.b.Load(o.expr()), scalarType(c.unitOf(o.ty)), o.host, o.major)
		return c.fieldOf(v, o.ty, o.bitAt, o.bitN)
	}
	whole := o.ty
	if o.n > 0 {
		whole = o.whole
		// A single element is read alone.
		if o.n == 1 && whole.isVector() && whole.size() > 1 {
			e := c.b.AccessIndex(o.expr(), uint32(o.pattern[0]))
			return c.fromHost(c.b.Load(e), o.ty, o.host, o.major)
		}
	}
	v := c.fromHost(c.b.Load(o.expr()), whole, o.host, o.major)
	switch {
	case o.row != 0:
		v = c.pick(c.indexValue(v, value(ir.ExprID(o.row), c.indexType(ir.ExprID(o.row)))), o.pattern[:o.n])
		v.ty = o.ty
	case o.n > 0:
		v = c.pick(v, o.pattern[:o.n])
		v.ty = o.ty
	default:
		v.decl = o.decl
		v.slots = o.slots
	}
	return v
}

// pick is the value of a pattern of components or elements.
func (c *checker) pick(x operand, pattern []uint8) operand {
	if !x.ty.isMatrix() {
		return c.swizzle(x, pattern...)
	}
	var parts [4]operand
	for i, p := range pattern {
		parts[i] = c.element(x, p)
	}
	return c.compose(sized(x.ty.kind(), len(pattern)), parts[:len(pattern)]...)
}

// constInteger is the value of an integer constant.
func (c *checker) constInteger(o operand) (int64, bool) {
	if !o.isConst() || !o.ty.isScalar() && o.ty.size() != 1 {
		return 0, false
	}
	switch k := o.ty.kind(); {
	case k == kBool:
		return int64(o.bits), true
	case !k.isInt():
		return 0, false
	case k.isSigned():
		switch c.scalarOf(k).Bits() {
		case 16:
			return int64(int16(o.bits)), true
		case 32:
			return int64(int32(o.bits)), true
		}
		return int64(o.bits), true
	}
	return int64(o.bits), true
}
