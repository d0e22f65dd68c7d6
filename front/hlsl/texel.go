package hlsl

// This file lowers elements of textures and typed buffers: reads, assignments and atomic operations.

import (
	"refract/ir"
)

// levels is x.mips or x.sample.
func (c *checker) levels(n node, x operand, name string, isIndexed bool) operand {
	info := c.info(x.ty)
	mips := info.form == resTexture && !info.multi && info.dim != ir.DimBuffer && info.dim != ir.DimCube
	if (name != "mips" || !mips) && (name != "sample" || !info.multi) {
		c.errorf(codeMember, c.t.Span(n), "%s has no member %q", c.typeName(x), name)
		return operand{}
	}
	if !isIndexed {
		c.errorf(codeIndex, c.t.Span(n), ".%s needs two indices", name)
		return operand{}
	}
	if !c.valid(x, n) {
		return operand{}
	}
	x.kind = opLevels
	return x
}

// levelIndex is x[i] of levels, or of one level: the level or sample, then the texel.
func (c *checker) levelIndex(x, i operand, at node) operand {
	if x.kind == opLevels {
		if i = c.implicit(i, tInt, c.t.Span(at), "the index"); !i.ok() {
			return operand{}
		}
		x.kind, x.handle = opLevel, uint32(c.toExpr(i))
		return x
	}
	info := c.info(x.ty)
	n := info.dim.CoordinateCount()
	if info.arrayed {
		n++
	}
	p := c.implicit(i, sized(kUint, n), c.t.Span(at), "the index")
	if !p.ok() {
		return operand{}
	}
	level := value(x.expr(), tInt)
	x.kind = opResource
	if info.multi {
		return c.texelAt(x, p, level, operand{})
	}
	return c.texelAt(x, p, operand{}, level)
}

// texel is an element of a texture or typed buffer.
type texel struct {
	x      operand
	coord  operand // without the layer
	layer  operand
	sample operand
	level  operand
}

// texelAt is the element at coordinates, the layer in the last one.
func (c *checker) texelAt(x, p, sample, level operand) operand {
	info := c.info(x.ty)
	t := texel{x: x, sample: sample, level: level}
	n := info.dim.CoordinateCount()
	if info.arrayed {
		t.layer = c.runtime(c.component(p, uint32(n)))
		p = c.first(p, n)
	}
	t.coord = p
	if n == 1 {
		t.coord = c.scalar(p)
	}
	if info.multi && !sample.ok() {
		t.sample = constUint(0)
	}
	t.coord = c.runtime(t.coord)
	c.texels = append(c.texels, t)
	return operand{kind: opTexel, ty: c.at(x.ty).base, handle: uint32(len(c.texels) - 1), decl: x.decl, fixed: !info.write}
}

// texelPart is components of an element.
func (c *checker) texelPart(x operand, pattern []uint8) operand {
	y := x
	if x.n > 0 {
		for i, p := range pattern {
			y.pattern[i] = x.pattern[p]
		}
	} else {
		y.whole = x.ty
		copy(y.pattern[:], pattern)
	}
	y.n = uint8(len(pattern))
	y.ty = sized(x.ty.kind(), len(pattern))
	return y
}

// loadTexel is the value of an element.
func (c *checker) loadTexel(o operand) operand {
	t := c.texels[o.handle]
	if c.isChoice(t.x) {
		return c.eitherValue(t.x, func(x operand) operand { return c.loadTexel(c.texelOf(o, x)) })
	}
	whole := o.ty
	if o.n > 0 {
		whole = o.whole
	}
	info := c.info(t.x.ty)
	l := ir.ImageLoad{Image: c.handle(t.x), Coordinate: t.coord.expr()}
	if t.layer.ok() {
		l.ArrayIndex = c.toExpr(t.layer)
	}
	if t.sample.ok() {
		l.Sample = c.toExpr(t.sample)
	}
	if info.form == resTexture && !info.multi && info.dim != ir.DimBuffer {
		if t.level.ok() {
			l.Level = c.toExpr(t.level)
		} else {
			l.Level = c.b.U32(0)
		}
	}
	c.reads.load = l
	it := c.m.ImageLoadType(c.ex.TypeOf(l.Image))
	e := c.pend(c.ex.AddImageLoad(it, 0, l, c.b.Span))
	v := c.fromTexel(e, it, whole)
	switch {
	case o.row != 0:
		v = c.indexValue(v, value(ir.ExprID(o.row), c.indexType(ir.ExprID(o.row))))
	case o.n > 0:
		v = c.pick(v, o.pattern[:o.n])
		v.ty = o.ty
	}
	return v
}

// fromTexel makes the value of a texel of the module's: four components, or a depth.
func (c *checker) fromTexel(e ir.ExprID, it ir.TypeID, t typeID) operand {
	if v := c.texelVector(t); v != t {
		return c.flat(c.fromTexel(e, it, v), t)
	}
	s := c.m.Types.ScalarOf(it)
	k := kFloat
	switch s {
	case ir.I32:
		k = kInt
	case ir.U32:
		k = kUint
	case ir.I64:
		k = kI64
	case ir.U64:
		k = kU64
	}
	v := value(e, sized(k, c.m.Types.ComponentCount(it)))
	n := t.size()
	if c.width(t.kind()) == 64 && k == kUint {
		var parts [2]operand
		for i := range uint32(n) {
			parts[i] = c.ofWords(t.kind(), c.component(v, 2*i), c.component(v, 2*i+1))
		}
		return c.compose(t, parts[:n]...)
	}
	if v.ty.size() == 1 && n > 1 { // a depth: (d, 0, 0, 1), which textures of one channel read
		parts := []operand{v, c.zero(tFloat), c.zero(tFloat), constFloat(1)}
		v = c.compose(vectorType(kFloat, n), parts[:n]...)
	} else if v.ty.size() != n {
		v = c.first(v, n)
	}
	v = c.cast(t.kind(), v)
	v.ty = t
	return v
}

// ofWords is a number of 64 bits that has these words, the lower one first.
func (c *checker) ofWords(k kind, low, high operand) operand {
	if k == kDouble {
		w := c.compose(vectorType(kUint, 2), low, high)
		return value(c.pend(c.ex.AddAs(ir.TypeF64, 0, ir.As{Value: c.toExpr(w), Bitcast: true}, c.b.Span)), tDouble)
	}
	x := c.binary(ir.Or, c.cast(kU64, low), c.binary(ir.Shl, c.cast(kU64, high), constUint(32)))
	return c.cast(k, x)
}

// toWords are the words of a number of 64 bits.
func (c *checker) toWords(x operand) (low, high operand) {
	if x.ty.kind() == kDouble {
		w := value(c.pend(c.ex.AddAs(ir.TypeVec2U32, 0, ir.As{Value: c.toExpr(x), Bitcast: true}, c.b.Span)), vectorType(kUint, 2))
		return c.component(w, 0), c.component(w, 1)
	}
	x = c.cast(kU64, x)
	return c.cast(kUint, x), c.cast(kUint, c.binary(ir.Shr, x, constUint(32)))
}

// texelOf is a texel of another resource.
func (c *checker) texelOf(o, x operand) operand {
	t := c.texels[o.handle]
	t.x = x
	c.texels = append(c.texels, t)
	o.handle = uint32(len(c.texels) - 1)
	return o
}

// storeTexel writes an element; of some of its components, the element as a whole.
func (c *checker) storeTexel(to, v operand) {
	t := c.texels[to.handle]
	if c.isChoice(t.x) {
		c.eitherCall(t.x, func(x operand) operand {
			c.storeTexel(c.texelOf(to, x), v)
			return operand{kind: opVoid, ty: tVoid}
		})
		return
	}
	if to.n > 0 {
		whole := to
		whole.n, whole.row, whole.ty = 0, 0, to.whole
		old := c.loadTexel(whole)
		if to.row != 0 {
			v = c.replacedAt(old, v, ir.ExprID(to.row))
		} else {
			v = c.replaced(old, v, to.pattern[:to.n])
		}
	}
	image := c.handle(t.x)
	it := c.m.Types.At(c.ex.TypeOf(image))
	k := kFloat
	switch it.Texel() {
	case ir.I32:
		k = kInt
	case ir.U32:
		k = kUint
	case ir.I64:
		k = kI64
	case ir.U64:
		k = kU64
	}
	if t := c.texelVector(v.ty); t != v.ty {
		v = c.flat(v, t)
	}
	v = c.settled(v)
	if c.width(v.ty.kind()) == 64 && k == kUint {
		var words [4]operand
		size := v.ty.size()
		for i := range uint32(size) {
			words[2*i], words[2*i+1] = c.toWords(c.component(v, i))
		}
		v = c.compose(vectorType(kUint, 2*size), words[:2*size]...)
	}
	x := c.cast(k, v)
	n := x.ty.size()
	if n < 4 {
		parts := []operand{x}
		for range 4 - n {
			parts = append(parts, c.zero(scalarType(k)))
		}
		if n == 1 {
			parts[0] = c.scalar(x)
		}
		x = c.compose(vectorType(k, 4), parts...)
	}
	s := ir.ImageStore{Image: image, Coordinate: t.coord.expr(), Value: c.toExpr(x)}
	if t.layer.ok() {
		s.ArrayIndex = c.toExpr(t.layer)
	}
	if t.sample.ok() {
		s.Sample = c.toExpr(t.sample)
	}
	c.b.Push(c.fn.AddImageStore(s, c.b.Span))
}

// texelAtomic is an atomic operation on an element; the result is the old value.
func (c *checker) texelAtomic(k *icall, o operand, op ir.AtomicOp, compare, val operand) operand {
	t := c.texels[o.handle]
	image := c.handle(t.x)
	it := c.m.Types.At(c.ex.TypeOf(image))
	if it.Access&ir.AccessAtomic == 0 {
		return c.unsupported(c.t.Span(k.n), "atomic operations on "+c.typeName(t.x)+" of this format")
	}
	if o.n == 1 && (o.pattern[0] != 0 || o.row != 0) {
		return c.unsupported(c.t.Span(k.n), "atomic operations on a component of a texel")
	}
	a := ir.ImageAtomic{Op: op, Image: image, Coordinate: t.coord.expr(), Value: c.toExpr(val)}
	if t.layer.ok() {
		a.ArrayIndex = c.toExpr(t.layer)
	}
	if t.sample.ok() {
		a.Sample = c.toExpr(t.sample)
	}
	result := c.irOf(val.ty)
	if op == ir.AtomicCompareExchange {
		a.Compare = c.toExpr(compare)
		result = c.m.SpecialStruct(ir.SpecialAtomicExchange, result)
	}
	a.Result = c.fn.AddResult(ir.KindAtomicResult, result, c.b.Span)
	c.b.Push(c.fn.AddImageAtomic(a, c.b.Span))
	if op == ir.AtomicCompareExchange {
		return c.made(c.ex.AddAccessIndex(c.m.ElementType(result, 0), ir.AccessIndex{Base: a.Result}, c.b.Span), scalarType(val.ty.kind()))
	}
	return value(a.Result, scalarType(val.ty.kind()))
}
