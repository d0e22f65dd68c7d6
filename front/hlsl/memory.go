package hlsl

// This file reads and writes memory. Memory that the host sees has no bools, which are
// numbers there, and of matrices that the module has no type for it has rows or columns, as
// the declaration says. Such memory has a type of its own.

import "refract/ir"

// changes reports whether memory of the host has another form than values of a type.
func (c *checker) changes(t typeID) bool {
	if t.numeric() {
		return t.kind() == kBool || t.isMatrix() && !c.plainMatrix(t)
	}
	switch h := c.at(t); h.kind {
	case htArray:
		return c.changes(h.base)
	case htStruct:
		return c.structs[h.strct].bools
	}
	return false
}

// hostKind is the scalar of a kind in memory of the host.
func (c *checker) hostScalar(k kind) ir.Scalar {
	if k == kBool {
		return ir.U32
	}
	return c.scalarOf(k)
}

// isBool reports whether a type is bool, or vectors, matrices or arrays of it, which are integers in memory.
func (c *checker) isBool(t typeID) bool {
	t = c.innermost(t)
	return t.numeric() && t.kind() == kBool
}

// hostType is the type of memory of the host.
func (c *checker) hostType(t typeID, major int8) ir.TypeID {
	if !c.changes(t) {
		return c.irOf(t)
	}
	if t.numeric() {
		s, k := t.shape(), c.hostScalar(t.kind())
		if s.form != formMatrix {
			return ir.VectorOf(k, int(s.cols))
		}
		if major > 0 {
			return c.m.Types.Array(ir.VectorOf(k, int(s.cols)), uint32(s.rows))
		}
		return c.m.Types.Array(ir.VectorOf(k, int(s.rows)), uint32(s.cols))
	}
	switch h := *c.at(t); h.kind {
	case htArray:
		return c.m.Types.Array(c.hostType(h.base, major), h.length)
	case htStruct:
		if c.structs[h.strct].host == 0 {
			s := &c.structs[h.strct]
			list := make([]ir.Member, 0, len(s.members))
			for i := range s.members {
				m := c.structs[h.strct].members[i]
				if m.index < 0 || int(m.index) != len(list) {
					continue
				}
				list = append(list, ir.Member{Name: m.name, Type: c.hostType(m.ty, m.major), Bool: c.isBool(m.ty), Span: m.span})
			}
			host := c.m.AddStruct(ir.Struct{Name: c.structs[h.strct].name + "Host", Members: list, Span: c.structs[h.strct].span})
			c.structs[h.strct].host = host
		}
		return c.structs[h.strct].host
	}
	return c.irOf(t)
}

// fromHost is the value that an expression read from memory has.
func (c *checker) fromHost(e ir.ExprID, t typeID, host bool, major int8) operand {
	if !host || !c.changes(t) {
		return value(e, t)
	}
	part := func(i uint32) ir.ExprID {
		return c.pend(c.ex.AddAccessIndex(c.m.ElementType(c.ex.TypeOf(e), i), ir.AccessIndex{Base: e, Index: i}, c.b.Span))
	}
	if t.numeric() {
		s := t.shape()
		if s.form != formMatrix {
			return c.made(c.ex.AddAs(c.irOf(t), 0, ir.As{Value: e}, c.b.Span), t)
		}
		if major > 0 {
			return c.byRows(t, func(i uint32) operand { return c.fromHost(part(i), rowType(t), true, major) })
		}
		column := vectorType(t.kind(), int(s.rows))
		var cols [4]operand
		for i := range uint32(s.cols) {
			cols[i] = c.fromHost(part(i), column, true, major)
		}
		return c.ofColumns(t, cols[:s.cols])
	}
	if c.scalars(t) > 1<<14 {
		c.unsupported(c.b.Span, "copies of large values with bools or matrices of integers in a buffer")
		return c.zero(t)
	}
	base := len(c.args)
	switch h := *c.at(t); h.kind {
	case htArray:
		for i := range h.length {
			p := c.fromHost(part(i), h.base, true, major)
			c.args = append(c.args, p)
		}
	case htStruct:
		for i := range c.structs[h.strct].members {
			if m := c.structs[h.strct].members[i]; m.index >= 0 {
				p := c.fromHost(part(uint32(m.index)), m.ty, true, m.major)
				c.args = append(c.args, p)
			}
		}
	}
	v := c.compose(t, c.args[base:]...)
	c.args = c.args[:base]
	return v
}

// toHost is the form of a value in memory.
func (c *checker) toHost(v operand, host bool, major int8) ir.ExprID {
	if !host || !c.changes(v.ty) {
		return c.toExpr(v)
	}
	t := v.ty
	it := c.hostType(t, major)
	var parts []ir.ExprID
	if t.numeric() {
		s := t.shape()
		if s.form != formMatrix {
			e := c.toExpr(v)
			return c.pend(c.ex.AddAs(it, 0, ir.As{Value: e}, c.b.Span))
		}
		if major > 0 {
			for i := range uint32(s.rows) {
				parts = append(parts, c.toHost(c.component(v, i), true, major))
			}
		} else {
			for k := range uint32(s.cols) {
				var column [4]operand
				for i := range uint32(s.rows) {
					column[i] = c.component(c.component(v, i), k)
				}
				parts = append(parts, c.toHost(c.compose(vectorType(t.kind(), int(s.rows)), column[:s.rows]...), true, major))
			}
		}
	} else {
		if c.scalars(t) > 1<<14 {
			c.unsupported(c.b.Span, "copies of large values with bools or matrices of integers in a buffer")
			return c.b.Zero(it)
		}
		switch h := *c.at(t); h.kind {
		case htArray:
			for i := range h.length {
				parts = append(parts, c.toHost(c.component(v, i), true, major))
			}
		case htStruct:
			for i := range c.structs[h.strct].members {
				if m := c.structs[h.strct].members[i]; m.index >= 0 {
					parts = append(parts, c.toHost(c.memberOf(v, i), true, m.major))
				}
			}
		}
	}
	return c.pend(c.ex.AddCompose(it, parts, c.b.Span))
}

// store writes a value of the type of the place.
func (c *checker) store(to, v operand) {
	if !to.ok() || !v.ok() {
		return
	}
	if to.kind == opTexel {
		c.storeTexel(to, v)
		return
	}
	if to.kind == opEither {
		e := c.eithers[to.handle]
		c.eitherCall(e.x, func(x operand) operand {
			c.store(e.of(x), v)
			return operand{kind: opVoid, ty: tVoid}
		})
		return
	}
	if to.kind == opMesh {
		c.storeMesh(to, v)
		return
	}
	p := to.expr()
	if to.bitN > 0 {
		unit := scalarType(c.unitOf(to.ty))
		old := c.fromHost(c.b.Load(p), unit, to.host, to.major)
		c.b.Store(p, c.toHost(c.withField(old, v, to.ty, to.bitAt, to.bitN), to.host, to.major))
		return
	}
	if to.n == 0 {
		c.b.Store(p, c.toHost(v, to.host, to.major))
		return
	}
	if to.whole.isMatrix() {
		c.storeElements(to, v)
		return
	}
	n := to.whole.size()
	if n == 1 {
		c.b.Store(p, c.toHost(c.component(v, 0), to.host, to.major))
		return
	}
	if int(to.n) == n {
		var inverse [4]uint8
		for i := range to.n {
			inverse[to.pattern[i]] = i
		}
		v.ty = v.ty.shape().of(v.ty.kind())
		c.b.Store(p, c.toHost(c.swizzle(v, inverse[:n]...), to.host, to.major))
		return
	}
	space := c.m.Types.At(c.ex.TypeOf(p)).Space
	if to.n > 1 && (space == ir.SpaceFunction || space == ir.SpacePrivate) {
		old := c.fromHost(c.b.Load(p), to.whole, to.host, to.major)
		v = c.replaced(old, v, to.pattern[:to.n])
		c.b.Store(p, c.toHost(v, to.host, to.major))
		return
	}
	for i := range to.n {
		part := c.toHost(c.component(v, uint32(i)), to.host, to.major)
		c.b.Store(c.b.AccessIndex(p, uint32(to.pattern[i])), part)
	}
}

// replaced is a vector with some components replaced.
func (c *checker) replaced(old, v operand, pattern []uint8) operand {
	var parts [4]operand
	n := old.ty.size()
	for i := range n {
		for k, p := range pattern {
			if int(p) == i {
				parts[i] = c.component(v, uint32(k))
			}
		}
		if !parts[i].ok() {
			parts[i] = c.component(old, uint32(i))
		}
	}
	return c.compose(old.ty, parts[:n]...)
}

// replacedAt is a vector with the component of an index replaced.
func (c *checker) replacedAt(old, v operand, index ir.ExprID) operand {
	var parts [4]operand
	n := old.ty.size()
	i := c.cast(kUint, value(index, c.indexType(index)))
	for k := range n {
		parts[k] = c.selects(c.binary(ir.Eq, i, constUint(uint32(k))), v, c.component(old, uint32(k)))
	}
	return c.compose(old.ty, parts[:n]...)
}

// indexType is the type of an index of 32 bits.
func (c *checker) indexType(e ir.ExprID) typeID {
	if c.ex.TypeOf(e) == ir.TypeU32 {
		return tUint
	}
	return tInt
}

// storeElements writes elements of a matrix, each alone: others may be written elsewhere meanwhile.
func (c *checker) storeElements(to, v operand) {
	for i := range to.n {
		part := c.toHost(c.component(v, uint32(i)), to.host, to.major)
		c.b.Store(c.elementPointer(to, to.pattern[i]), part)
	}
}

// elementPointer is the pointer to an element of the matrix at a place.
func (c *checker) elementPointer(o operand, at uint8) ir.ExprID {
	s := o.whole.shape()
	row, col, p := at/4, at%4, o.expr()
	if !o.host || !c.changes(o.whole) || o.major > 0 {
		p = c.b.AccessIndex(p, uint32(row))
		if s.cols > 1 {
			p = c.b.AccessIndex(p, uint32(col))
		}
		return p
	}
	p = c.b.AccessIndex(p, uint32(col))
	switch {
	case o.row != 0:
		return c.b.Access(p, ir.ExprID(o.row))
	case s.rows > 1:
		return c.b.AccessIndex(p, uint32(row))
	}
	return p
}

// rowPlace is row i of a matrix whose columns are in memory.
func (c *checker) rowPlace(x, i operand) operand {
	y, s := x, x.ty.shape()
	y.whole, y.ty, y.n = x.ty, rowType(x.ty), s.cols
	row, known := c.constInteger(i)
	if !known && s.rows > 1 {
		y.row = uint32(c.toExpr(c.index32(i)))
	}
	for k := range s.cols {
		y.pattern[k] = uint8(row)*4 + k
	}
	return y
}

// isRow reports whether a place is a whole row of a matrix whose columns are in memory.
func (c *checker) isRow(x operand) bool {
	if !x.whole.isMatrix() || !x.host || !c.changes(x.whole) || x.major > 0 || x.n != x.whole.shape().cols {
		return false
	}
	for k, p := range x.pattern[:x.n] {
		if p != x.pattern[0]+uint8(k) {
			return false
		}
	}
	return x.pattern[0]%4 == 0
}

// memberRef is a member of a struct in memory.
func (c *checker) memberRef(x operand, i int) operand {
	m := &c.structOf(x.ty).members[i]
	if m.index < 0 {
		return operand{}
	}
	y := x
	y.ty, y.major = m.ty, m.major
	y.handle = uint32(c.b.AccessIndex(x.expr(), uint32(m.index)))
	return y
}

// elementRef is an element of an array, a row of a matrix or a component of a vector in
// memory.
func (c *checker) elementRef(x, i operand) operand {
	if x.n > 0 {
		at, known := c.constInteger(i)
		if known && at >= 0 && at < int64(x.n) {
			x.pattern[0], x.n, x.ty = x.pattern[at], 1, scalarType(x.ty.kind())
			return x
		}
		if !c.isRow(x) {
			return c.indexValue(c.rvalue(x), i)
		}
		y := x
		y.n, y.row, y.ty = 0, 0, scalarType(x.ty.kind())
		y.handle = uint32(c.access(x.expr(), i))
		if s := x.whole.shape(); s.rows > 1 {
			row := constUint(uint32(x.pattern[0] / 4))
			if x.row != 0 {
				row = value(ir.ExprID(x.row), c.indexType(ir.ExprID(x.row)))
			}
			y.handle = uint32(c.access(y.expr(), row))
		}
		return y
	}
	y := x
	switch {
	case x.ty.isMatrix():
		if x.host && c.changes(x.ty) && x.major < 0 {
			if x.fixed {
				return c.indexValue(c.rvalue(x), i)
			}
			return c.rowPlace(x, i)
		}
		y.ty = rowType(x.ty)
	case x.ty.numeric():
		y.ty = scalarType(x.ty.kind())
		if x.ty.size() == 1 {
			return y
		}
	default:
		y.ty = c.at(x.ty).base
	}
	y.handle = uint32(c.access(x.expr(), i))
	return y
}

// access is an element behind a pointer, or of a value.
func (c *checker) access(base ir.ExprID, i operand) ir.ExprID {
	if at, ok := c.constInteger(i); ok && at >= 0 {
		return c.b.AccessIndex(base, uint32(at))
	}
	return c.b.Access(base, c.toExpr(c.index32(i)))
}

// index32 is an index of 32 bits.
func (c *checker) index32(i operand) operand {
	i = c.settled(i)
	if k := i.ty.kind(); k != kInt && k != kUint {
		to := kUint
		if k.isSigned() || k.isFloat() {
			to = kInt
		}
		i = c.cast(to, i)
	}
	if i.ty.size() == 1 {
		i.ty = scalarType(i.ty.kind())
	}
	return i
}

// indexValue is an element of a value.
func (c *checker) indexValue(x, i operand) operand {
	if at, ok := c.constInteger(i); ok {
		return c.component(x, uint32(at))
	}
	var t typeID
	switch {
	case x.ty.isMatrix():
		t = rowType(x.ty)
	case x.ty.numeric():
		t = scalarType(x.ty.kind())
		if x.ty.size() == 1 {
			x.ty = t
			return x
		}
	default:
		t = c.at(x.ty).base
	}
	x = c.settled(x)
	return value(c.access(c.table(x), i), t.settle())
}

// settle is the type of settled values.
func (t typeID) settle() typeID {
	if t.numeric() {
		return t.withKind(settledKind(t.kind()))
	}
	return t
}

// table is the expression of a value that is indexed at run time.
func (c *checker) table(x operand) ir.ExprID {
	d := &c.decls[x.decl]
	if !x.isConst() || x.decl == 0 || d.kind != declConst || d.ty != x.ty || d.bits != x.bits || x.ty.numeric() {
		return c.toExpr(x)
	}
	if d.handle == 0 {
		init := ir.ConstID(c.ev.MaterializeInto(&c.m.Consts, c.val(x), d.span))
		c.m.Constants = append(c.m.Constants, ir.Constant{Name: c.t.Name(d.name), Type: c.irOf(x.ty), Init: init, Span: d.span})
		d.handle = uint32(len(c.m.Constants) - 1)
	}
	return c.b.Constant(ir.ConstantID(d.handle))
}
