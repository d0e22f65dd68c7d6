package hlsl

// This file checks expressions.

import (
	"math"

	"refract/internal/front/glsl/pp"
	"refract/internal/front/hlsl/syntax"
	"refract/ir"
)

// expr checks an expression: a value, or a place that holds one.
func (c *checker) expr(n node) (o operand) {
	c.opts.Preprocessor.Meter.Step()
	if c.depth++; c.depth > maxDepth {
		c.depth--
		c.enter(n)
		c.leave()
		return operand{}
	}
	at := c.b.Span
	c.b.Span = c.t.Span(n)
	switch c.t.Kind(n) {
	case syntax.KindIdent:
		o = c.ident(n)
	case syntax.KindName:
		o = c.scopedName(n)
	case syntax.KindLiteral:
		o = c.literal(n)
	case syntax.KindParen:
		o = c.expr(c.t.Paren(n))
	case syntax.KindUnary:
		o = c.unaryExpr(n)
	case syntax.KindBinary:
		o = c.binaryExpr(n)
	case syntax.KindAssign:
		o = c.assign(n)
	case syntax.KindConditional:
		o = c.conditional(n)
	case syntax.KindComma:
		o = c.comma(n)
	case syntax.KindCall:
		o = c.call(n)
	case syntax.KindMethod:
		o = c.method(n)
	case syntax.KindIndex:
		o = c.index(n)
	case syntax.KindMember:
		o = c.member(n)
	case syntax.KindCast:
		o = c.castExpr(n)
	case syntax.KindThis:
		o = c.thisRef(n)
	case syntax.KindSizeof:
		o = c.sizeof(n)
	case syntax.KindInitList:
		o = operand{kind: opInit, handle: uint32(n)}
	case syntax.KindString:
		o = operand{kind: opString, handle: uint32(n), ty: tString}
	case syntax.KindBad:
	default:
		c.errorf(codeNotValue, c.t.Span(n), "a value is wanted here")
	}
	if c.opts.Types != nil && o.ok() && o.ty != tNone {
		c.opts.Types(c.t.Span(n), c.typeName(o))
	}
	c.b.Span = at
	c.depth--
	return o
}

// expression checks an expression and returns its value; resources and lists in braces are
// returned as they are.
func (c *checker) expression(n node) operand {
	o := c.expr(n)
	switch o.kind {
	case opVoid:
		c.errorf(codeNotValue, c.t.Span(n), "the call has no value")
		return operand{}
	case opRef, opTexel, opMesh, opEither:
		at := c.b.Span
		c.b.Span = c.t.Span(n)
		o = c.rvalue(o)
		c.b.Span = at
	}
	return o
}

// numericExpr checks an expression that must be a number, vector or matrix.
func (c *checker) numericExpr(n node) operand {
	o := c.expression(n)
	if o.ok() && !o.ty.numeric() {
		c.errorf(codeType, c.t.Span(n), "a number is wanted here, found %s", c.typeName(o))
		return operand{}
	}
	return o
}

func (c *checker) ident(n node) operand {
	name := c.t.Ident(n)
	if c.this != tNone && c.bind[name] < c.firstLocal { // members hide names outside of the struct
		if i := c.structOf(c.this).findMember(name); i >= 0 {
			return c.memberOperand(c.thisOperand(), i, n)
		}
	}
	if id := c.lookup(name); id != 0 {
		if c.decls[id].kind == declError {
			return operand{}
		}
		return c.reference(id, n)
	}
	if c.this != tNone || c.scopes[c.scope].strct != 0 {
		if o, ok := c.thisMember(name, n); ok {
			return o
		}
	}
	if m := meaningOf(name); m != nil {
		what := "type"
		if m.fn != 0 {
			what = "function"
		}
		c.errorf(codeNotValue, c.t.Span(n), "%q is a %s; a value is wanted here", c.t.Name(name), what)
		return operand{}
	}
	switch text := c.t.Name(name); text {
	case "ResourceDescriptorHeap", "SamplerDescriptorHeap":
		return c.unsupported(c.t.Span(n), text)
	}
	c.unknown(c.t.Span(n), name, "identifier")
	if c.inFunction && c.quiet == 0 {
		c.declareError(name, c.t.Span(n))
	}
	return operand{}
}

// thisMember is a member of the struct whose function is under way.
func (c *checker) thisMember(name syntax.Symbol, n node) (operand, bool) {
	if c.this != tNone {
		if i := c.structOf(c.this).findMember(name); i >= 0 {
			x := c.thisOperand()
			return c.memberOperand(x, i, n), true
		}
	}
	for s := c.scope; s != 0; s = c.scopes[s].parent {
		if c.scopes[s].strct != 0 {
			if id := c.inStruct(s, name); id != 0 && c.decls[id].kind != declError {
				return c.reference(id, n), true
			}
		}
	}
	return operand{}, false
}

// thisOperand is the object whose function is under way.
func (c *checker) thisOperand() operand {
	if c.thisOf.ok() {
		return c.thisOf
	}
	return operand{kind: opRef, ty: c.this, handle: uint32(c.b.Argument(0)), slots: c.thisSlots}
}

func (c *checker) thisRef(n node) operand {
	if c.this == tNone {
		c.errorf(codeNotValue, c.t.Span(n), "this stands in functions of structs only")
		return operand{}
	}
	return c.thisOperand()
}

func (c *checker) field(id declID, n node) operand { return operand{} }

func (c *checker) scopedName(n node) operand {
	v := c.t.NameOf(n)
	id := c.qualified(n)
	if id == 0 {
		if len(v.Scope) > 0 && c.this != tNone { // Base::member
			if i := c.structOf(c.this).findMember(v.Name); i >= 0 {
				return c.memberOperand(c.thisOperand(), i, n)
			}
		}
		c.unknown(c.t.Span(n), v.Name, "identifier")
		return operand{}
	}
	if c.decls[id].kind == declError {
		return operand{}
	}
	return c.reference(id, n)
}

func (c *checker) literal(n node) operand {
	l := c.t.Literal(n)
	switch l.Kind {
	case pp.LitBool:
		return constant(tBool, l.Bits)
	case pp.LitUntyped:
		if l.Decimal {
			return constant(tLitInt, l.Bits)
		}
		return constant(scalarType(kLitFloat), l.Bits)
	case pp.LitUint:
		if l.Bits > math.MaxUint32 {
			return constant(tU64, l.Bits)
		}
		return constant(tUint, l.Bits)
	case pp.LitInt64:
		return constant(scalarType(kI64), l.Bits)
	case pp.LitUint64:
		return constant(tU64, l.Bits)
	case pp.LitFloat:
		return constant(tFloat, uint64(math.Float32bits(float32(math.Float64frombits(l.Bits)))))
	case pp.LitDouble:
		return constant(tDouble, l.Bits)
	case pp.LitHalf:
		return c.cast(kHalf, constant(scalarType(kLitFloat), l.Bits))
	}
	panic("hlsl: literal kind")
}

func (c *checker) sizeof(n node) operand {
	x := c.t.Sizeof(n)
	var t typeID
	if c.t.Kind(x) == syntax.KindType {
		u, _, ok := c.typeOf(x)
		if !ok {
			return operand{}
		}
		t = u
	} else {
		mark := 0
		if c.fn != nil {
			mark = c.b.Begin()
		}
		o := c.expression(x)
		if c.fn != nil {
			c.b.Discard(mark)
		}
		if !o.ok() {
			return o
		}
		t = o.ty.settle()
	}
	if c.holdsResource(t) || t == tVoid || t == tString {
		c.errorf(codeTypeRule, c.t.Span(n), "%s has no size", c.name(t))
		return operand{}
	}
	return constUint(c.sizeOf(t))
}

// sizeOf is the size of a type in bytes, packed without gaps.
func (c *checker) sizeOf(t typeID) uint32 {
	if t.numeric() {
		return c.bytesOf(t.kind()) * uint32(t.shape().count())
	}
	layouts := len(c.m.Layouts)
	p := c.layoutOf(t, -1, false)
	c.m.Layouts = c.m.Layouts[:layouts]
	return p.size
}

func (c *checker) unaryExpr(n node) operand {
	u := c.t.Unary(n)
	if u.Op >= syntax.OpPreIncrement {
		return c.step(n, u)
	}
	x := c.expression(u.X)
	if !x.ok() {
		return x
	}
	if c.isStruct(x.ty) {
		return c.operatorCall(n, "operator"+u.Op.String(), u.X, x, nil)
	}
	if x.ty.numeric() {
		k := x.ty.kind()
		switch u.Op {
		case syntax.OpPlus:
			if k == kBool {
				x = c.cast(kInt, x)
			}
			x.decl = 0
			return x
		case syntax.OpNegate:
			if k == kBool {
				x = c.cast(kInt, x)
				k = kInt
			}
			if k.isInt() && !k.isSigned() {
				return c.binary(ir.Sub, c.zero(x.ty), x)
			}
			return c.unary(ir.Negate, x)
		case syntax.OpNot:
			return c.unary(ir.LogicalNot, c.cast(kBool, x))
		case syntax.OpComplement:
			if k == kBool {
				x = c.cast(kInt, x)
				k = kInt
			}
			if k.isInt() {
				return c.unary(ir.BitwiseNot, x)
			}
		}
	}
	c.errorf(codeNoMatch, c.t.Span(n), "the operator %s doesn't take %s", u.Op, c.typeName(x))
	return operand{}
}

var binaryOps = [...]ir.BinaryOp{
	syntax.OpMul: ir.Mul, syntax.OpDiv: ir.Div, syntax.OpRem: ir.Rem, syntax.OpAdd: ir.Add, syntax.OpSub: ir.Sub,
	syntax.OpShl: ir.Shl, syntax.OpShr: ir.Shr, syntax.OpLess: ir.Lt, syntax.OpGreater: ir.Gt, syntax.OpLessEqual: ir.Le,
	syntax.OpGreaterEqual: ir.Ge, syntax.OpEqual: ir.Eq, syntax.OpNotEqual: ir.Ne, syntax.OpAnd: ir.And, syntax.OpXor: ir.Xor,
	syntax.OpOr: ir.Or, syntax.OpLogicalAnd: ir.LogicalAnd, syntax.OpLogicalOr: ir.LogicalOr,
}

// binaryExpr checks a binary expression. Chains lean left and may be as long as the source,
// so the left spine is walked in a loop.
func (c *checker) binaryExpr(n node) operand {
	base := len(c.lefts)
	for c.t.Kind(n) == syntax.KindBinary {
		c.lefts = append(c.lefts, n)
		n = c.t.Binary(n).Left
	}
	left := n
	x := c.expression(n)
	for len(c.lefts) > base {
		top := c.lefts[len(c.lefts)-1]
		c.lefts = c.lefts[:len(c.lefts)-1]
		b := c.t.Binary(top)
		c.b.Span = c.t.Span(top)
		if b.Op == syntax.OpLogicalAnd || b.Op == syntax.OpLogicalOr {
			x = c.logical(top, b, x, left)
		} else {
			r := c.expression(b.Right)
			c.b.Span = c.t.Span(top)
			if x.ok() && c.isStruct(x.ty) {
				x = c.operatorCall(top, "operator"+b.Op.String(), left, x, []node{b.Right})
			} else {
				x = c.binaryOp(top, b.Op, x, r)
			}
		}
		left = top
	}
	return x
}

// binaryOp checks an operator other than && and || on two values.
func (c *checker) binaryOp(n node, op syntax.Op, l, r operand) operand {
	if !l.ok() || !r.ok() {
		return operand{}
	}
	bad := func() operand {
		c.errorf(codeNoMatch, c.t.Span(n), "the operator %s doesn't take %s and %s", op, c.typeName(l), c.typeName(r))
		return operand{}
	}
	if !l.ty.numeric() || !r.ty.numeric() {
		return bad()
	}
	lk, rk := l.ty.kind(), r.ty.kind()
	switch op {
	case syntax.OpMul, syntax.OpDiv, syntax.OpAdd, syntax.OpSub, syntax.OpRem:
		k := c.commonKind(lk, rk)
		if k == kBool {
			k = kInt
		}
		a, b, ok := c.unify(l, r, k, c.t.Span(n))
		if !ok {
			return bad()
		}
		if (op == syntax.OpDiv || op == syntax.OpRem) && k.isInt() && b.isConst() && a.isConst() && b.ty.isScalar() && c.ev.IsZero(c.val(b)) {
			c.errorf(codeTypeRule, c.t.Span(n), "division by zero")
			return operand{}
		}
		if op == syntax.OpMul && k.isFloat() && !k.isLiteral() && !(l.isConst() && r.isConst()) && a.ty.isVector() {
			// The module multiplies vectors by scalars.
			if l.ty.isScalar() && !r.ty.isScalar() {
				s := c.cast(k, c.scalar(l))
				if s.ty.isScalar() && b.ty.size() > 1 {
					return c.scaled(b, s)
				}
			} else if r.ty.isScalar() && a.ty.size() > 1 {
				return c.scaled(a, c.cast(k, c.scalar(r)))
			}
		}
		return c.binary(binaryOps[op], a, b)
	case syntax.OpAnd, syntax.OpXor, syntax.OpOr:
		if lk.isFloat() || rk.isFloat() {
			return bad()
		}
		k := c.commonKind(lk, rk)
		if k == kBool {
			k = kInt
			if op != syntax.OpXor && lk == kBool && rk == kBool {
				k = kBool
			}
		}
		a, b, ok := c.unify(l, r, k, c.t.Span(n))
		if !ok {
			return bad()
		}
		x := c.binary(binaryOps[op], a, b)
		if k == kBool {
			return x
		}
		return x
	case syntax.OpShl, syntax.OpShr:
		if lk.isFloat() || rk.isFloat() {
			return bad()
		}
		k := lk
		switch {
		case k == kBool:
			k = kInt
		case k == kLitInt && !r.isConst():
			k = settledKind(rk)
			if k == kBool {
				k = kInt
			}
		}
		a, b, ok := c.unify(l, r, k, c.t.Span(n))
		if !ok {
			return bad()
		}
		return c.shift(binaryOps[op], a, b)
	case syntax.OpLess, syntax.OpGreater, syntax.OpLessEqual, syntax.OpGreaterEqual, syntax.OpEqual, syntax.OpNotEqual:
		k := c.commonKind(lk, rk)
		if k == kBool && op != syntax.OpEqual && op != syntax.OpNotEqual {
			k = kInt
		}
		a, b, ok := c.unify(l, r, k, c.t.Span(n))
		if !ok {
			return bad()
		}
		if a.isConst() && b.isConst() {
			return c.binary(binaryOps[op], a, b)
		}
		return c.binary(binaryOps[op], c.settled(a), c.settled(b))
	}
	return bad()
}

// scaled multiplies a vector by a scalar.
func (c *checker) scaled(v, s operand) operand {
	ve, se := c.toExpr(v), c.toExpr(s)
	return c.made(c.ex.AddBinary(c.irOf(v.ty), c.flags(v.ty.kind()), ir.Binary{Op: ir.Mul, Left: ve, Right: se}, c.b.Span), v.ty)
}

// shift shifts by an amount of the same shape, modulo the width.
func (c *checker) shift(op ir.BinaryOp, a, b operand) operand {
	if a.ty.isMatrix() {
		return c.byRows(a.ty, func(i uint32) operand { return c.shift(op, c.component(a, i), c.component(b, i)) })
	}
	if !(a.isConst() && b.isConst()) {
		a, b = c.settled(a), c.settled(b)
	}
	b = c.cast(kUint, b)
	if a.isConst() && b.isConst() {
		v, err := c.ev.Binary(op, c.val(a), c.val(b))
		return c.folded(v, err, a.ty)
	}
	ae, be := c.toExpr(a), c.toExpr(b)
	return c.made(c.ex.AddBinary(c.irOf(a.ty), 0, ir.Binary{Op: op, Left: ae, Right: be}, c.b.Span), a.ty)
}

// castExpr checks (type)x.
func (c *checker) castExpr(n node) operand {
	v := c.t.Cast(n)
	t, _, ok := c.typeOf(v.Type)
	x := c.expr(v.X)
	if x.kind == opVoid && t != tVoid {
		c.errorf(codeNotValue, c.t.Span(v.X), "the call has no value")
		return operand{}
	}
	if !ok || !x.ok() {
		return operand{}
	}
	if x.kind == opHeap && c.isResource(t) {
		return c.fromHeap(x, t, c.t.Span(v.X))
	}
	if x.kind == opResource && x.ty == t {
		return x
	}
	if x.isPlace() && x.ty == t { // the place itself
		return x
	}
	c.b.Span = c.t.Span(n)
	x = c.rvalue(x)
	if c.isStruct(x.ty) && x.ty != t {
		if y, ok := c.conversionOperator(n, v.X, x, t); ok {
			return y
		}
	}
	return c.castTo(x, t, c.t.Span(n))
}

// index checks x[i].
func (c *checker) index(n node) operand {
	v := c.t.Index(n)
	if heap := c.heapOf(v.X); heap != 0 {
		return c.heapElement(v, heap)
	}
	isIndexed := c.indexed == n
	c.indexed = c.t.Unparen(v.X)
	x := c.expr(v.X)
	nonUniform := c.isNonUniform(v.Index)
	if x.ok() && c.isStruct(x.ty) && x.kind != opVoid {
		return c.methodCall(n, v.X, x, c.t.Interner().Intern("operator[]"), c.t.Span(n), nil, []node{v.Index}, syntax.NoSymbol)
	}
	i := c.expression(v.Index)
	if !x.ok() || !i.ok() {
		return operand{}
	}
	c.b.Span = c.t.Span(n)
	if x.kind == opResource {
		return c.resourceIndex(n, x, i, v.Index, nonUniform)
	}
	if x.kind == opLevels && !isIndexed {
		c.errorf(codeIndex, c.t.Span(n), "a level or sample needs an index, too")
		return operand{}
	}
	if x.kind == opLevels || x.kind == opLevel {
		return c.levelIndex(x, i, v.Index)
	}
	if x.kind == opVoid || x.kind == opInit || x.kind == opString {
		c.errorf(codeIndex, c.t.Span(v.X), "this can't be indexed")
		return operand{}
	}
	length := uint32(0)
	switch {
	case x.ty.isMatrix():
		length = uint32(x.ty.shape().rows)
	case x.ty.isVector():
		length = uint32(x.ty.shape().cols)
	case c.isArray(x.ty):
		length = c.at(x.ty).length
	default:
		c.errorf(codeIndex, c.t.Span(v.X), "a value of type %s can't be indexed", c.typeName(x))
		return operand{}
	}
	i, ok := c.indexOperand(i, v.Index)
	if !ok {
		return operand{}
	}
	if at, known := c.constInteger(i); known && (at < 0 || length != 0 && at >= int64(length)) {
		c.errorf(codeIndex, c.t.Span(v.Index), "the index %d is out of bounds", at).Note("%s has %d elements", c.typeName(x), length)
		return operand{}
	}
	slots, ok := c.elementSlot(n, x, i)
	if !ok {
		return operand{}
	}
	if x.kind == opRef {
		y := c.elementRef(x, i)
		y.slots = slots
		return y
	}
	if x.kind == opMesh {
		return c.meshElement(n, x, i)
	}
	if x.kind == opEither {
		return c.eitherPart(x, func(y operand) operand { return c.elementRef(y, i) })
	}
	if x.kind == opTexel { // a component of a texel
		if at, known := c.constInteger(i); known && x.ty.isVector() {
			return c.texelPart(x, []uint8{uint8(at)})
		}
		if !x.fixed && x.n == 0 && x.ty.isVector() {
			x.whole, x.ty, x.n, x.row = x.ty, scalarType(x.ty.kind()), 1, uint32(c.toExpr(c.index32(i)))
			return x
		}
		x = c.rvalue(x)
	}
	if _, known := c.constInteger(i); !known && c.fn == nil {
		c.errorf(codeConstWanted, c.t.Span(v.Index), "a constant index is wanted here")
		return operand{}
	}
	y := c.indexValue(x, i)
	y.slots = slots
	return y
}

// indexOperand checks an index: a scalar, which is made an integer.
func (c *checker) indexOperand(i operand, n node) (operand, bool) {
	if !i.ty.numeric() || i.ty.shape().count() != 1 {
		if i.ty.numeric() && i.ty.isVector() {
			c.diags.Warnf(codeTruncated, c.t.Span(n), "implicit truncation of %s to a scalar", c.name(i.ty))
			return c.indexOperand(c.component(i, 0), n)
		}
		c.errorf(codeIndex, c.t.Span(n), "an index must be an integer, found %s", c.typeName(i))
		return i, false
	}
	i = c.scalar(i)
	switch k := i.ty.kind(); {
	case k.isFloat():
		i = c.cast(kInt, i)
	case k == kBool:
		i = c.cast(kUint, i)
	}
	return i, true
}

// isNonUniform reports whether an index is marked with NonUniformResourceIndex.
func (c *checker) isNonUniform(n node) bool {
	n = c.t.Unparen(n)
	if c.t.Kind(n) != syntax.KindCall {
		return false
	}
	callee := c.t.Call(n).Callee
	return c.t.Kind(callee) == syntax.KindIdent && c.t.Name(c.t.Ident(callee)) == "NonUniformResourceIndex"
}

// member checks x.name: a member of a struct, components of a vector or elements of a
// matrix.
func (c *checker) member(n node) operand {
	v := c.t.Member(n)
	isIndexed := c.indexed == n
	x := c.expr(v.X)
	if !x.ok() {
		return x
	}
	c.b.Span = c.t.Span(n)
	name := c.t.Name(v.Name)
	switch {
	case x.kind == opResource:
		if c.isResource(x.ty) && c.info(x.ty).form == resConstants {
			x = c.bufferRef(x)
			break
		}
		if c.isResource(x.ty) && (name == "mips" || name == "sample") {
			return c.levels(n, x, name, isIndexed)
		}
		c.errorf(codeMember, c.t.Span(n), "%s has no member %q", c.typeName(x), name)
		return operand{}
	case x.kind == opVoid || x.kind == opInit || x.kind == opString:
		c.errorf(codeMember, c.t.Span(n), "a value of type %s has no members", c.typeName(x))
		return operand{}
	}
	if c.isStruct(x.ty) {
		s := c.structOf(x.ty)
		if i := s.findMember(v.Name); i >= 0 {
			return c.memberOperand(x, i, n)
		}
		if id := c.inStruct(s.scope, v.Name); id != 0 {
			if k := c.decls[id].kind; k == declConst || k == declGlobal || k == declOverride {
				return c.reference(id, n)
			}
			if c.derivesName(x.ty, v.Name) { // x.Base::member
				return x
			}
		}
		if c.derivesName(x.ty, v.Name) {
			return x
		}
		d := c.errorf(codeMember, c.t.Span(n), "%s has no member %q", c.name(x.ty), name)
		if !s.span.IsZero() {
			d.Label(s.span, "declared here")
		}
		return operand{}
	}
	if !x.ty.numeric() {
		if c.isPatch(x.ty) && name == "Length" || c.isArray(x.ty) && name == "length" {
			return constUint(c.at(x.ty).length)
		}
		c.errorf(codeMember, c.t.Span(n), "a value of type %s has no members", c.typeName(x))
		return operand{}
	}
	return c.components(n, x, name)
}

// derivesName reports whether a struct has a base of a name.
func (c *checker) derivesName(t typeID, name syntax.Symbol) bool {
	for _, b := range c.structOf(t).base {
		if c.structOf(b).sym == uint32(name) || c.derivesName(b, name) {
			return true
		}
	}
	return false
}

// memberOperand is member i of a struct.
func (c *checker) memberOperand(x operand, i int, n node) operand {
	m := &c.structOf(x.ty).members[i]
	if m.invalid {
		return operand{}
	}
	if m.field {
		t, at, n2 := m.ty, m.bitAt, m.bits
		y := c.memberOperand(x, int(m.store), n)
		if y.kind == opRef {
			y.ty, y.bitAt, y.bitN = t, at, n2
			return y
		}
		if !y.ok() {
			return y
		}
		return c.fieldOf(c.rvalue(y), t, at, n2)
	}
	slots := c.memberSlot(x.slots, x.ty, i)
	if m.index < 0 {
		if c.fn == nil {
			c.errorf(codeConstWanted, c.t.Span(n), "a constant expression has no resources")
			return operand{}
		}
		return c.inSlots(slots, m.ty)
	}
	if x.kind == opRef {
		y := c.memberRef(x, i)
		y.slots = slots
		return y
	}
	if x.kind == opMesh {
		return c.meshMember(x, i)
	}
	if x.kind == opEither {
		return c.eitherPart(x, func(y operand) operand { return c.memberOperand(y, i, n) })
	}
	x = c.rvalue(x)
	y := c.memberOf(x, i)
	y.decl = x.decl
	y.fixed = x.fixed
	y.slots = slots
	return y
}

// components is a swizzle.
func (c *checker) components(n node, x operand, name string) operand {
	var pattern [4]uint8
	var size int
	ok := false
	s := x.ty.shape()
	if s.form == formMatrix {
		pattern, size, ok = elementsOf(name, s.rows, s.cols)
	} else {
		pattern, size, ok = swizzleOf(name, int(s.cols))
	}
	if !ok {
		c.errorf(codeMember, c.t.Span(n), "%s has no components %q", c.name(x.ty), name)
		return operand{}
	}
	list := pattern[:size]
	if x.bitN > 0 {
		x = c.rvalue(x)
	}
	switch x.kind {
	case opRef:
		y := x
		if x.n > 0 {
			for i, p := range list {
				y.pattern[i] = x.pattern[p]
			}
		} else {
			y.whole = x.ty
			copy(y.pattern[:], list)
		}
		y.n = uint8(size)
		y.ty = sized(x.ty.kind(), size)
		return y
	case opTexel:
		return c.texelPart(x, list)
	case opEither:
		return c.eitherPart(x, func(y operand) operand { return c.components(n, y, name) })
	case opMesh:
		return c.meshComponents(x, list)
	}
	y := c.pick(x, list)
	y.decl, y.fixed = x.decl, x.fixed
	return y
}
