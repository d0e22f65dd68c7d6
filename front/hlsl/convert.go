package hlsl

// This file converts values: implicitly, with the costs by which overloads are ranked, and
// by casts. HLSL converts any number to any other, repeats scalars, and cuts vectors and
// matrices with a warning. A cast also goes by the flat list of scalars.

import (
	"refract/internal/ir/consteval"
)

// Costs of conversions, from which overloads are ranked as DXC and FXC rank them: the overload with the
// least sum is called. A cost outweighs sums of 63 lesser ones. A number that is repeated costs least; then
// come conversions of literals and of other scalars, from costConvert on; the cost of one that cuts components, or of a base struct, is greatest.
const (
	costSplat    = 1
	costConvert  = 1 << 6
	costTruncate = 1 << 56
)

// width is the rank of a kind among the kinds of its class.
func (c *checker) width(k kind) int { return c.scalarOf(k).Bits() }

// costGroup is a group of kinds that are the same to overloads.
type costGroup uint8

const (
	groupBool costGroup = iota
	groupInt
	groupUint
	groupInt64
	groupUint64
	groupInt16
	groupUint16
	groupHalf
	groupFloat
	groupDouble
	groupFloat16 // the minimum-precision ones
	groups
	groupLitInt   = groups
	groupLitFloat = groups + 1
)

func costGroupOf(k kind) costGroup {
	switch k {
	case kBool:
		return groupBool
	case kInt:
		return groupInt
	case kUint:
		return groupUint
	case kI64:
		return groupInt64
	case kU64:
		return groupUint64
	case kI16, kMin16Int, kMin12Int:
		return groupInt16
	case kU16, kMin16Uint:
		return groupUint16
	case kHalf, kF16:
		return groupHalf
	case kDouble:
		return groupDouble
	case kMin16Float, kMin10Float:
		return groupFloat16
	case kLitInt:
		return groupLitInt
	case kLitFloat:
		return groupLitFloat
	}
	return groupFloat
}

// kindCosts are the costs of conversions, by the group of the argument and that of the parameter: 0 is
// none, and each number outweighs the ones below it.
var kindCosts = [groups + 2][groups]uint8{
	//              bool int uint i64 u64 i16 u16 half float double float16
	groupBool:     {0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1},
	groupInt:      {3, 0, 2, 1, 1, 3, 4, 6, 5, 5, 5},
	groupUint:     {4, 2, 0, 3, 1, 4, 4, 6, 5, 5, 5},
	groupInt64:    {2, 2, 3, 0, 1, 2, 3, 5, 4, 4, 4},
	groupUint64:   {2, 2, 2, 1, 0, 2, 2, 4, 3, 3, 3},
	groupInt16:    {2, 1, 3, 1, 3, 0, 3, 4, 3, 3, 3},
	groupUint16:   {3, 2, 1, 2, 1, 3, 0, 5, 4, 4, 4},
	groupHalf:     {2, 3, 3, 3, 3, 3, 3, 0, 1, 1, 3},
	groupFloat:    {2, 2, 2, 2, 2, 2, 2, 2, 0, 1, 2},
	groupDouble:   {1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 1},
	groupFloat16:  {2, 2, 2, 2, 2, 2, 2, 3, 1, 1, 0},
	groupLitInt:   {1, 0, 0, 0, 0, 2, 2, 2, 2, 2, 2},
	groupLitFloat: {1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 2},
}

// kindCost is the cost of converting scalars.
func kindCost(from, to kind) int {
	if from == to || to.isLiteral() {
		return 0
	}
	k := kindCosts[costGroupOf(from)][costGroupOf(to)]
	switch {
	case k == 0:
		return 0
	case !from.isLiteral(): // of a literal the cost is less
		k += 2
	}
	return costConvert << (6 * (k - 1))
}

// cost is the cost of converting a type implicitly; ok is false if it can't be.
func (c *checker) cost(from, to typeID) (cost int, ok bool) {
	if from == to {
		return 0, true
	}
	if !from.numeric() || !to.numeric() {
		if c.derives(from, to) || c.sameUnnamed(from, to) {
			return costTruncate, true
		}
		a, b := c.at(from), c.at(to)
		if a.kind == htArray && b.kind == htArray && (b.length == 0 || a.length == b.length) {
			return c.cost(a.base, b.base)
		}
		return 0, false
	}
	f, t := from.shape(), to.shape()
	cost = kindCost(from.kind(), to.kind())
	line := func(s shape) bool { return s.form == formVector || s.rows == 1 || s.cols == 1 }
	switch {
	case f == t, f.count() == 1 && t.count() == 1:
	case f.count() == 1:
		cost += costSplat
	case t.count() == 1:
		cost += costTruncate
	case f.form == t.form:
		if f.rows < t.rows || f.cols < t.cols {
			return 0, false
		}
		cost += costTruncate
	case f.count() == t.count():
	case f.count() > t.count() && line(f) && line(t):
		cost += costTruncate
	default:
		return 0, false
	}
	return cost, true
}

// sameUnnamed reports whether two structs without names have the same members.
func (c *checker) sameUnnamed(from, to typeID) bool {
	if !c.isStruct(from) || !c.isStruct(to) {
		return false
	}
	a, b := c.structOf(from), c.structOf(to)
	if a.sym != 0 || b.sym != 0 || a.resources || len(a.members) != len(b.members) {
		return false
	}
	for i := range a.members {
		if a.members[i].sym != b.members[i].sym || a.members[i].ty != b.members[i].ty || a.members[i].field || b.members[i].field {
			return false
		}
	}
	return true
}

// derives reports whether a struct has another as its base.
func (c *checker) derives(from, to typeID) bool {
	if !c.isStruct(from) || !c.isStruct(to) {
		return false
	}
	for _, b := range c.structOf(from).base {
		if b == to || c.derives(b, to) {
			return true
		}
	}
	return false
}

// implicit converts a value to a type implicitly, or reports that it can't be.
func (c *checker) implicit(x operand, t typeID, at span, what string) operand {
	if x.kind == opInit {
		return c.initList(node(x.handle), t)
	}
	if x.kind == opHeap {
		return c.fromHeap(x, t, at)
	}
	if !x.ok() || x.ty == t || t == tNone || t == tError {
		return x
	}
	if x.kind == opResource && c.isStruct(t) && c.isResource(x.ty) && c.info(x.ty).form == resConstants && c.fn != nil {
		if y := c.bufferRef(x); y.ok() {
			return c.implicit(c.rvalue(y), t, at, what)
		}
	}
	if x.kind == opResource || x.kind == opVoid || x.kind == opString {
		c.errorf(codeType, at, "%s must be %s, found %s", what, c.name(t), c.typeName(x))
		return operand{}
	}
	cost, ok := c.cost(x.ty, t)
	if !ok {
		c.errorf(codeType, at, "%s must be %s, found %s", what, c.name(t), c.typeName(x))
		return operand{}
	}
	if cost >= costTruncate && x.ty.numeric() {
		c.diags.Warnf(codeTruncated, at, "implicit truncation of %s to %s", c.name(x.ty), c.name(t))
	}
	return c.convert(x, t)
}

// convert converts a value to a type that it converts to.
func (c *checker) convert(x operand, t typeID) operand {
	if !x.ok() || x.ty == t {
		return x
	}
	if !t.numeric() {
		if c.isArray(t) {
			if c.at(t).length == 0 || c.at(x.ty).base == c.at(t).base {
				return x
			}
			return c.flat(x, t)
		}
		if c.sameUnnamed(x.ty, t) {
			return c.flat(x, t)
		}
		return c.toBase(x, t)
	}
	f, s := x.ty.shape(), t.shape()
	k := t.kind()
	switch {
	case f == s:
		return c.cast(k, x)
	case f.count() == 1:
		x = c.scalar(x)
		return c.splat(t, c.cast(k, x))
	case s.count() == 1:
		for x.ty.size() != 1 {
			x = c.component(x, 0)
		}
		x = c.cast(k, c.scalar(x))
		x.ty = t
		return x
	case f.form == formVector && s.form == formVector:
		return c.cast(k, c.first(x, int(s.cols)))
	case f.form == formMatrix && s.form == formMatrix && f.rows >= s.rows && f.cols >= s.cols:
		return c.byRows(t, func(i uint32) operand {
			r := c.component(x, i)
			if f.cols != s.cols {
				r = c.first(r, int(s.cols))
				r.ty = vectorType(r.ty.kind(), int(s.cols))
			}
			return c.cast(k, r)
		})
	}
	return c.flat(x, t)
}

// scalar is the value of one component as a scalar.
func (c *checker) scalar(x operand) operand {
	for x.ty.isMatrix() {
		x = c.component(x, 0)
	}
	x.ty, x.decl = scalarType(x.ty.kind()), 0
	return x
}

// toBase is the part of a struct that is a base of it: the members of bases come first.
func (c *checker) toBase(x operand, t typeID) operand {
	if !c.isStruct(t) || !c.isStruct(x.ty) {
		return operand{}
	}
	base := len(c.args)
	s := c.structOf(t)
	offset := c.baseOffset(x.ty, t)
	for i := range s.members {
		if c.structOf(t).members[i].index >= 0 {
			m := c.memberOf(x, offset+i)
			c.args = append(c.args, m)
		}
	}
	if len(c.args) == base { // no members
		return c.zero(t)
	}
	v := c.compose(t, c.args[base:]...)
	c.args = c.args[:base]
	return v
}

// baseOffset is the number of the first member of a base.
func (c *checker) baseOffset(t, base typeID) int {
	at := 0
	for _, b := range c.structOf(t).base {
		if b == base {
			return at
		}
		if c.derives(b, base) {
			return at + c.baseOffset(b, base)
		}
		at += len(c.structOf(b).members)
	}
	return 0
}

// maxFlat bounds the scalars of values that are taken apart.
const maxFlat = 1 << 14

// flatten appends the scalars of a value to list.
func (c *checker) flatten(list []operand, x operand) []operand {
	if !x.ok() {
		return append(list, x)
	}
	switch {
	case x.ty.isMatrix():
		for i := range uint32(x.ty.shape().rows) {
			list = c.flatten(list, c.component(x, i))
		}
		return list
	case x.ty.numeric():
		n := x.ty.size()
		for i := range uint32(n) {
			list = append(list, c.component(x, i))
		}
		return list
	}
	switch h := *c.at(x.ty); h.kind {
	case htArray:
		for i := range h.length {
			list = c.flatten(list, c.component(x, i))
		}
	case htStruct:
		for i := range c.structs[h.strct].members {
			switch m := c.structs[h.strct].members[i]; {
			case m.field && m.bits > 0:
				list = append(list, c.fieldOf(c.memberOf(x, int(m.store)), m.ty, m.bitAt, m.bits))
			case m.index >= 0 && !m.hidden:
				list = c.flatten(list, c.memberOf(x, i))
			}
		}
	default:
		list = append(list, operand{})
	}
	return list
}

// unflatten makes a value of a type of scalars, which it takes from list.
func (c *checker) unflatten(t typeID, list *[]operand) operand {
	take := func(k kind) operand {
		x := (*list)[0]
		*list = (*list)[1:]
		return c.cast(k, x)
	}
	if t.numeric() {
		s, k := t.shape(), t.kind()
		if s.form == formMatrix {
			return c.byRows(t, func(uint32) operand { return c.unflatten(rowType(t), list) })
		}
		var parts [4]operand
		for i := range s.cols {
			parts[i] = take(k)
		}
		if s.cols == 1 {
			parts[0].ty = t
			return parts[0]
		}
		return c.compose(t, parts[:s.cols]...)
	}
	var parts []operand
	switch h := *c.at(t); h.kind {
	case htArray:
		for range h.length {
			parts = append(parts, c.unflatten(h.base, list))
		}
	case htStruct:
		for i := range c.structs[h.strct].members {
			switch m := c.structs[h.strct].members[i]; {
			case m.hidden:
				parts = append(parts, c.zero(m.ty))
			case m.field && m.bits > 0: // its member is the last one
				k := len(parts) - 1
				parts[k] = c.withField(parts[k], take(m.ty.kind()), m.ty, m.bitAt, m.bits)
			case m.index >= 0:
				parts = append(parts, c.unflatten(m.ty, list))
			}
		}
	}
	if len(parts) == 0 {
		return c.zero(t)
	}
	return c.compose(t, parts...)
}

// flat makes a value of a type of the first scalars of another.
func (c *checker) flat(x operand, t typeID) operand {
	n, have := c.scalars(t), c.scalars(x.ty)
	if have < n || have > maxFlat {
		return operand{}
	}
	list := c.flatten(nil, x)
	for i := range list {
		if !list[i].ok() {
			return operand{}
		}
	}
	return c.unflatten(t, &list)
}

// castTo converts a value by a cast.
func (c *checker) castTo(x operand, t typeID, at span) operand {
	if x.kind == opInit {
		return c.initList(node(x.handle), t)
	}
	if !x.ok() || x.ty == t {
		x.decl = 0
		return x
	}
	if t == tVoid {
		return operand{kind: opVoid}
	}
	bad := func() operand {
		c.errorf(codeType, at, "a value of type %s can't be cast to %s", c.typeName(x), c.name(t))
		return operand{}
	}
	switch {
	case x.kind == opResource || x.kind == opVoid || x.kind == opString || c.holdsResource(t):
		if c.isStruct(t) && x.isConst() && x.bits == 0 {
			return c.zero(t)
		}
		return bad()
	case c.isArray(t) && c.at(t).length == 0:
		return bad()
	}
	if _, ok := c.cost(x.ty, t); ok {
		return c.convert(x, t)
	}
	if x.ty.numeric() && t.numeric() {
		return bad()
	}
	if x.ty.numeric() && x.ty.shape().count() == 1 { // every scalar of it
		s := c.scalar(x)
		if s.isConst() && c.ev.IsZero(consteval.Value{Type: c.irOf(s.ty), Bits: s.bits}) {
			return c.zero(t)
		}
		if c.scalars(t) > maxFlat {
			return bad()
		}
		list := make([]operand, c.scalars(t))
		for i := range list {
			list[i] = s
		}
		return c.unflatten(t, &list)
	}
	if v := c.flat(x, t); v.ok() {
		return v
	}
	return bad()
}

// typeName describes the type of an operand.
func (c *checker) typeName(x operand) string {
	switch x.kind {
	case opVoid:
		return "void"
	case opString:
		return "string"
	case opInit:
		return "an initializer list"
	case opHeap:
		return "a descriptor of a heap"
	}
	return c.name(x.ty)
}

// commonKind is the kind that two operands of an arithmetic operator are converted to.
func (c *checker) commonKind(a, b kind) kind {
	if a == b {
		return a
	}
	if a.isLiteral() || b.isLiteral() {
		if b.isLiteral() {
			a, b = b, a
		}
		// a is a literal.
		switch {
		case b.isLiteral():
			return kLitFloat
		case a == kLitInt && b == kBool:
			return kInt
		case a == kLitInt || b.isFloat():
			return b
		}
		return kFloat
	}
	if a == kBool {
		return b
	}
	if b == kBool {
		return a
	}
	wa, wb := c.width(a), c.width(b)
	switch {
	case a.isFloat() && b.isFloat():
		if wa >= wb {
			return a
		}
		return b
	case a.isFloat():
		return a
	case b.isFloat():
		return b
	case wa != wb:
		if wa > wb {
			return a
		}
		return b
	case !a.isSigned():
		return a
	}
	return b
}

// commonShape is the shape of the result of an operator; ok is false if there is none. cut:
// an operand loses components.
func commonShape(a, b shape) (s shape, cut, ok bool) {
	switch {
	case a == b:
		return a, false, true
	case a.count() == 1 && b.count() == 1:
		if a.form >= b.form {
			return a, false, true
		}
		return b, false, true
	case a.count() == 1:
		return b, false, true
	case b.count() == 1:
		return a, false, true
	case a.form == b.form:
		return shape{a.form, min(a.rows, b.rows), min(a.cols, b.cols)}, true, true
	case a.count() == b.count():
		if a.form == formVector {
			return a, false, true
		}
		return b, false, true
	}
	return a, false, false
}

// unify converts two operands to one type. Of two with one component each it has the form of the left one.
func (c *checker) unify(l, r operand, k kind, at span) (operand, operand, bool) {
	s, cut, ok := commonShape(l.ty.shape(), r.ty.shape())
	if !ok {
		return l, r, false
	}
	if l.ty.shape().count() == 1 && r.ty.shape().count() == 1 {
		s = l.ty.shape()
	}
	if cut {
		from := l.ty
		if c.rank(r.ty) > c.rank(l.ty) {
			from = r.ty
		}
		c.diags.Warnf(codeTruncated, at, "implicit truncation of %s to %s", c.name(from), c.name(s.of(from.kind())))
	}
	t := s.of(k)
	return c.convert(l, t), c.convert(r, t), true
}

func (c *checker) rank(t typeID) int { return t.shape().count() }
