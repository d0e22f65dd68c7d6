package hlsl

// This file lowers elements and functions of structured buffers and byte address buffers,
// and ray queries.

import (
	"strings"

	"refract/internal/front/hlsl/syntax"
	"refract/internal/ir/layout"
	"refract/internal/lazy"
	"refract/ir"
)

// bufferRef is the memory of a constant buffer with a name.
func (c *checker) bufferRef(x operand) operand {
	if !c.isResource(x.ty) || c.info(x.ty).form != resConstants || c.fn == nil || c.refs[x.ref].res == 0 {
		return operand{}
	}
	r := c.res[c.refs[x.ref].res]
	return operand{kind: opRef, ty: c.at(x.ty).base, handle: uint32(c.handle(x)), decl: x.decl, host: true, major: r.major, fixed: true}
}

// structuredElement is an element of a structured buffer.
func (c *checker) structuredElement(x, i operand) operand {
	r := c.res[c.refs[x.ref].res]
	e := c.access(c.data(x), i)
	return operand{kind: opRef, ty: c.at(x.ty).base, handle: uint32(e), decl: x.decl, host: true, major: r.major, fixed: !c.info(x.ty).write}
}

// data is the runtime-sized array of a structured or byte address buffer.
func (c *checker) data(x operand) ir.ExprID {
	e := c.handle(x)
	if c.res[c.refs[x.ref].res].arrayed && c.m.Types.At(c.ex.TypeOf(e)).Kind == ir.TypePointer {
		e = c.b.AccessIndex(e, 0)
	}
	return e
}

// structuredMethod is a function of a structured buffer.
func (c *checker) structuredMethod(k *mcall) operand {
	r := c.refs[k.x.ref]
	counter := func() ir.ExprID {
		return c.b.AccessIndex(c.ofArray(c.b.Global(c.counterOf(r.res)), r), 0)
	}
	switch {
	case k.name == "Load":
		i := c.next(k, tInt, "an index")
		if k.bad {
			return operand{}
		}
		return c.rvalue(c.structuredElement(k.x, i))
	case k.name == "GetDimensions":
		if len(k.a) != 2 {
			c.errorf(codeArgCount, c.t.Span(k.n), "GetDimensions takes 2 variables, found %d arguments", len(k.a))
			k.bad = true
			return operand{}
		}
		n := value(c.b.ArrayLength(c.data(k.x)), tUint)
		c.outArgument(k, n)
		c.outArgument(k, constUint(c.stride(k.x.ty, c.res[r.res].major)))
		return operand{kind: opVoid, ty: tVoid}
	case (k.name == "IncrementCounter" || k.name == "DecrementCounter") && k.info.write && k.info.buffer == ir.BufferStructured:
		p := operand{kind: opRef, ty: tUint, handle: uint32(counter())}
		if k.name == "IncrementCounter" {
			return c.memoryAtomic(p, ir.AtomicAdd, operand{}, constUint(1))
		}
		return c.binary(ir.Sub, c.memoryAtomic(p, ir.AtomicSub, operand{}, constUint(1)), constUint(1))
	case k.name == "Append" && k.info.buffer == ir.BufferAppend:
		v := c.next(k, c.at(k.x.ty).base, "a value")
		if k.bad {
			return operand{}
		}
		p := operand{kind: opRef, ty: tUint, handle: uint32(counter())}
		i := c.memoryAtomic(p, ir.AtomicAdd, operand{}, constUint(1))
		c.store(c.structuredElement(k.x, i), v)
		return operand{kind: opVoid, ty: tVoid}
	case k.name == "Consume" && k.info.buffer == ir.BufferConsume:
		p := operand{kind: opRef, ty: tUint, handle: uint32(counter())}
		i := c.binary(ir.Sub, c.memoryAtomic(p, ir.AtomicSub, operand{}, constUint(1)), constUint(1))
		return c.rvalue(c.structuredElement(k.x, i))
	}
	return c.noMethod(k)
}

// stride is the bytes of an element of a structured buffer.
func (c *checker) stride(buffer typeID, major int8) uint32 {
	layouts := len(c.m.Layouts)
	l := c.layoutOf(c.at(buffer).base, major, false)
	c.m.Layouts = c.m.Layouts[:layouts]
	return max(layout.RoundUp(l.size, l.align), 1)
}

// outArgument writes the next argument.
func (c *checker) outArgument(k *mcall, v operand) {
	x, at := k.a[k.used], k.nodes[k.used]
	k.used++
	if k.bad || !c.writable(x, at, "pass for an out parameter") {
		k.bad = true
		return
	}
	if v = c.implicit(v, x.ty, c.t.Span(at), "the value"); !v.ok() {
		k.bad = true
		return
	}
	c.store(x, v)
}

// word is a word of a byte address buffer, at an index.
func (c *checker) word(buffer ir.ExprID, first operand, offset uint32) operand {
	i := first
	if offset != 0 {
		i = c.binary(ir.Add, first, constUint(offset))
	}
	return operand{kind: opRef, ty: tUint, handle: uint32(c.access(buffer, i))}
}

// wordIndex is the index of the word at an address.
func (c *checker) wordIndex(address operand) operand {
	return c.shift(ir.Shr, address, constUint(2))
}

// bytesMethod is a function of a byte address buffer.
func (c *checker) bytesMethod(k *mcall, types []node) operand {
	buffer := c.data(k.x)
	t := tUint
	major := int8(1) // a matrix is read by rows, and written by the pragma, else by columns, as DXC has it
	if strings.HasPrefix(k.name, "Store") {
		major = c.majorOf(0, 0)
	}
	if len(types) > 0 {
		if len(types) != 1 || c.t.Kind(types[0]) != syntax.KindType {
			c.errorf(codeNotType, c.t.Span(k.n), "a type is wanted in the angle brackets")
			return operand{}
		}
		u, m, ok := c.typeOf(types[0])
		if m != 0 {
			major = m
		}
		if !ok {
			return operand{}
		}
		if u == tVoid || c.holdsResource(u) || c.isArray(u) && c.at(u).length == 0 {
			c.errorf(codeTypeRule, c.t.Span(types[0]), "%s can't be in a buffer", c.name(u))
			return operand{}
		}
		t = u
	}
	switch {
	case k.name == "Load" || k.name == "Load2" || k.name == "Load3" || k.name == "Load4":
		if len(k.name) == 5 {
			t = vectorType(kUint, int(k.name[4]-'0'))
		}
		address := c.next(k, tUint, "an address")
		if k.bad {
			return operand{}
		}
		return c.loadBytes(buffer, address, 0, t, major)
	case k.name == "GetDimensions":
		if len(k.a) != 1 {
			c.errorf(codeArgCount, c.t.Span(k.n), "GetDimensions takes a variable, found %d arguments", len(k.a))
			k.bad = true
			return operand{}
		}
		n := value(c.b.ArrayLength(buffer), tUint)
		c.outArgument(k, c.shift(ir.Shl, n, constUint(2)))
		return operand{kind: opVoid, ty: tVoid}
	}
	if !k.info.write {
		return c.noMethod(k)
	}
	switch {
	case k.name == "Store" || k.name == "Store2" || k.name == "Store3" || k.name == "Store4":
		address := c.next(k, tUint, "an address")
		if k.bad {
			return operand{}
		}
		if k.used >= len(k.a) {
			c.errorf(codeArgCount, c.t.Span(k.n), "%s needs a value", k.name)
			return operand{}
		}
		if len(k.name) == 6 {
			t = vectorType(kUint, int(k.name[5]-'0'))
		} else if len(types) == 0 {
			if x := k.a[k.used]; x.ok() && (x.kind == opConst || x.kind == opValue || x.isPlace()) {
				t = x.ty.settle() // by the value
			}
		}
		v := c.next(k, t, "a value")
		if k.bad {
			return operand{}
		}
		c.storeBytes(buffer, address, 0, v, major)
		return operand{kind: opVoid, ty: tVoid}
	case strings.HasPrefix(k.name, "Interlocked"):
		return c.bytesAtomic(k, buffer)
	}
	return c.noMethod(k)
}

// maxBytes bounds the scalars of a value that is loaded or stored at an address.
const maxBytes = 1 << 10

// loadBytes is the value of a type at an address in a buffer of words.
func (c *checker) loadBytes(buffer ir.ExprID, address operand, offset uint32, t typeID, major int8) operand {
	if c.scalars(t) > maxBytes {
		return c.unsupported(c.b.Span, "large values at an address")
	}
	if t.numeric() {
		s, k := t.shape(), t.kind()
		b := c.bytesOf(k)
		if s.form == formMatrix {
			if major > 0 {
				row := uint32(0)
				return c.byRows(t, func(uint32) operand {
					v := c.loadBytes(buffer, address, offset+row*b*uint32(s.cols), rowType(t), major)
					row++
					return v
				})
			}
			var cols [4]operand
			for i := range uint32(s.cols) {
				cols[i] = c.loadBytes(buffer, address, offset+i*b*uint32(s.rows), vectorType(k, int(s.rows)), major)
			}
			return c.ofColumns(t, cols[:s.cols])
		}
		var parts [4]operand
		for i := range uint32(s.cols) {
			parts[i] = c.loadScalar(buffer, address, offset+i*b, k)
		}
		if s.cols == 1 {
			parts[0].ty = t
			return parts[0]
		}
		if c.scalarOf(k) == ir.F32 || c.scalarOf(k) == ir.I32 { // one bitcast of all
			var words [4]operand
			for i := range uint32(s.cols) {
				words[i] = c.unbitcast(parts[i])
			}
			if words[0].ok() {
				return c.bitcast(k, c.compose(vectorType(kUint, int(s.cols)), words[:s.cols]...))
			}
		}
		return c.compose(t, parts[:s.cols]...)
	}
	layouts := len(c.m.Layouts)
	defer func() { c.m.Layouts = c.m.Layouts[:layouts] }()
	base := len(c.args)
	switch h := *c.at(t); h.kind {
	case htArray:
		e := c.layoutOf(h.base, major, false)
		stride := layout.RoundUp(e.size, e.align)
		for i := range h.length {
			v := c.loadBytes(buffer, address, offset+i*stride, h.base, major)
			c.args = append(c.args, v)
		}
	case htStruct:
		for i, at := range c.offsetsOf(h.strct) {
			m := c.structs[h.strct].members[i]
			if m.index >= 0 {
				v := c.loadBytes(buffer, address, offset+at, m.ty, m.major)
				c.args = append(c.args, v)
			}
		}
	}
	list := c.args[base:]
	var v operand
	if len(list) == 0 {
		v = c.zero(t)
	} else {
		v = c.compose(t, list...)
	}
	c.args = c.args[:base]
	return v
}

// unbitcast is the word that a value was made of by a bitcast just now.
func (c *checker) unbitcast(x operand) operand {
	if x.isConst() || c.ex.Kind(x.expr()) != ir.KindAs {
		return operand{}
	}
	a := c.ex.As(x.expr())
	if !a.Bitcast || c.ex.TypeOf(a.Value) != ir.TypeU32 {
		return operand{}
	}
	return value(a.Value, tUint)
}

// offsetsOf are the offsets of the members of a struct, packed without gaps.
func (c *checker) offsetsOf(i uint32) []uint32 {
	layouts := len(c.m.Layouts)
	var list []uint32
	at := uint32(0)
	for k := range c.structs[i].members {
		m := c.structs[i].members[k]
		p := placed{align: 1}
		if m.after != tNone {
			at = layout.RoundUp(at, c.layoutOf(m.after, m.major, false).align)
		}
		if m.index >= 0 {
			p = c.layoutOf(m.ty, m.major, false)
		}
		at = layout.RoundUp(at, p.align)
		list = append(list, at)
		at += p.size
	}
	c.m.Layouts = c.m.Layouts[:layouts]
	return list
}

// loadScalar is a scalar at an address.
func (c *checker) loadScalar(buffer ir.ExprID, address operand, offset uint32, k kind) operand {
	first := c.wordIndex(address)
	switch b := c.bytesOf(k); b {
	case 4:
		w := c.rvalue(c.word(buffer, first, offset/4))
		if k == kBool {
			return c.cast(kBool, w)
		}
		return c.bitcast(k, w)
	case 8:
		lo, hi := c.rvalue(c.word(buffer, first, offset/4)), c.rvalue(c.word(buffer, first, offset/4+1))
		w := c.compose(vectorType(kUint, 2), lo, hi)
		return value(c.pend(c.ex.AddAs(c.irOf(scalarType(k)), 0, ir.As{Value: c.toExpr(w), Bitcast: true}, c.b.Span)), scalarType(k))
	default: // a half of a word
		at := address
		if offset != 0 {
			at = c.binary(ir.Add, address, constUint(offset))
		}
		w := c.rvalue(c.word(buffer, c.wordIndex(at), 0))
		bit := c.shift(ir.Shl, c.binary(ir.And, at, constUint(2)), constUint(3))
		w = c.shift(ir.Shr, w, bit)
		if k.isFloat() { // bits stay as they are
			pair := c.pend(c.ex.AddAs(ir.TypeVec2F16, 0, ir.As{Value: c.toExpr(w), Bitcast: true}, c.b.Span))
			return value(c.b.AccessIndex(pair, 0), scalarType(k))
		}
		return c.bitcast(k, c.cast(kU16, c.binary(ir.And, w, constUint(0xFFFF))))
	}
}

// storeBytes writes a value at an address.
func (c *checker) storeBytes(buffer ir.ExprID, address operand, offset uint32, v operand, major int8) {
	t := v.ty
	if !v.ok() {
		return
	}
	if c.scalars(t) > maxBytes {
		c.unsupported(c.b.Span, "large values at an address")
		return
	}
	v = c.settled(v)
	t = v.ty
	if t.numeric() {
		s, k := t.shape(), t.kind()
		b := c.bytesOf(k)
		if s.form == formMatrix {
			if major > 0 {
				for i := range uint32(s.rows) {
					c.storeBytes(buffer, address, offset+i*b*uint32(s.cols), c.component(v, i), major)
				}
				return
			}
			for i := range uint32(s.cols) {
				c.storeBytes(buffer, address, offset+i*b*uint32(s.rows), c.column(v, i), major)
			}
			return
		}
		if b == 4 && k != kBool && k != kUint && s.cols > 1 {
			v = c.bitcast(kUint, v)
			k = kUint
		}
		if b == 2 {
			c.storeHalves(buffer, address, offset, v)
			return
		}
		for i := range uint32(s.cols) {
			c.storeScalar(buffer, address, offset+i*b, c.component(v, i))
		}
		return
	}
	switch h := *c.at(t); h.kind {
	case htArray:
		layouts := len(c.m.Layouts)
		e := c.layoutOf(h.base, major, false)
		c.m.Layouts = c.m.Layouts[:layouts]
		stride := layout.RoundUp(e.size, e.align)
		for i := range h.length {
			c.storeBytes(buffer, address, offset+i*stride, c.component(v, i), major)
		}
	case htStruct:
		for i, at := range c.offsetsOf(h.strct) {
			if m := c.structs[h.strct].members[i]; m.index >= 0 {
				c.storeBytes(buffer, address, offset+at, c.memberOf(v, i), m.major)
			}
		}
	}
}

func (c *checker) storeScalar(buffer ir.ExprID, address operand, offset uint32, v operand) {
	first := c.wordIndex(address)
	k := v.ty.kind()
	if c.bytesOf(k) == 8 {
		w := value(c.pend(c.ex.AddAs(ir.TypeVec2U32, 0, ir.As{Value: c.toExpr(v), Bitcast: true}, c.b.Span)), vectorType(kUint, 2))
		c.store(c.word(buffer, first, offset/4), c.component(w, 0))
		c.store(c.word(buffer, first, offset/4+1), c.component(w, 1))
		return
	}
	if k == kBool {
		v = c.cast(kUint, v)
	} else {
		v = c.bitcast(kUint, v)
	}
	v.ty = tUint
	c.store(c.word(buffer, first, offset/4), v)
}

// storeHalves writes numbers of 16 bits: by pairs if the address is a multiple of 4, which
// is checked at run time for single ones.
func (c *checker) storeHalves(buffer ir.ExprID, address operand, offset uint32, v operand) {
	n := v.ty.size()
	bits := func(i uint32) operand {
		x := c.component(v, i)
		if x.ty.kind().isFloat() {
			pair := c.b.Compose(ir.TypeVec2F16, c.toExpr(x), c.b.Zero(ir.TypeF16))
			return value(c.pend(c.ex.AddAs(ir.TypeU32, 0, ir.As{Value: pair, Bitcast: true}, c.b.Span)), tUint)
		}
		return c.cast(kUint, c.bitcast(kU16, x))
	}
	for i := range uint32(n) {
		at := address
		if o := offset + 2*i; o != 0 {
			at = c.binary(ir.Add, address, constUint(o))
		}
		w := c.word(buffer, c.wordIndex(at), 0)
		bit := c.shift(ir.Shl, c.binary(ir.And, at, constUint(2)), constUint(3))
		// Other lanes may write the other half: two atomic operations change only this one.
		mask := c.unary(ir.BitwiseNot, c.shift(ir.Shl, constUint(0xFFFF), bit))
		c.memoryAtomic(w, ir.AtomicAnd, operand{}, mask)
		c.memoryAtomic(w, ir.AtomicOr, operand{}, c.shift(ir.Shl, bits(i), bit))
	}
}

// bytesAtomic is an interlocked function of a byte address buffer.
func (c *checker) bytesAtomic(k *mcall, buffer ir.ExprID) operand {
	name := k.name
	op := atomicOf(name)
	address := c.next(k, tUint, "an address")
	if k.bad {
		return operand{}
	}
	if strings.HasSuffix(name, "64") {
		return c.wideAtomic(k, op, address)
	}
	kd := kUint
	if strings.Contains(name, "Float") {
		kd = kFloat
	} else if i := k.used; i < len(k.a) && k.a[i].ok() && k.a[i].ty.numeric() {
		if kk := k.a[i].ty.kind(); kk == kInt || kk == kLitInt && k.used+1 < len(k.a) && k.a[k.used+1].ty == tInt && !strings.Contains(name, "Compare") {
			kd = kInt
		}
	}
	var compare operand
	if op == ir.AtomicCompareExchange {
		compare = c.bitcast(kUint, c.next(k, scalarType(kd), "a value to compare with"))
	}
	v := c.next(k, scalarType(kd), "a value")
	if k.bad {
		return operand{}
	}
	p := c.word(buffer, c.wordIndex(address), 0)
	var old operand
	if kd == kInt && (op == ir.AtomicMin || op == ir.AtomicMax) {
		old = c.signedAtomic(p, op, v)
	} else {
		old = c.memoryAtomic(p, op, compare, c.bitcast(kUint, v))
	}
	if kd == kFloat {
		old = c.bitcast(kFloat, old)
	}
	if k.used < len(k.a) {
		c.outArgument(k, old)
	}
	return operand{kind: opVoid, ty: tVoid}
}

// wideAtomic is an interlocked function of 64 bits, on the buffer as an array of 64-bit integers.
func (c *checker) wideAtomic(k *mcall, op ir.AtomicOp, address operand) operand {
	kd := kU64
	if i := k.used; i < len(k.a) && k.a[i].ok() && k.a[i].ty.numeric() && k.a[i].ty.kind().isSigned() {
		kd = kI64
	}
	var compare operand
	if op == ir.AtomicCompareExchange {
		compare = c.next(k, scalarType(kd), "a value to compare with")
	}
	v := c.next(k, scalarType(kd), "a value")
	if k.bad {
		return operand{}
	}
	r := c.refs[k.x.ref]
	e := c.ofArray(c.b.Global(c.wideOf(r.res, kd)), r)
	if c.res[r.res].arrayed && c.m.Types.At(c.ex.TypeOf(e)).Kind == ir.TypePointer {
		e = c.b.AccessIndex(e, 0)
	}
	p := operand{kind: opRef, ty: scalarType(kd), handle: uint32(c.access(e, c.shift(ir.Shr, address, constUint(3))))}
	old := c.memoryAtomic(p, op, compare, v)
	if k.used < len(k.a) {
		c.outArgument(k, old)
	}
	return operand{kind: opVoid, ty: tVoid}
}

// wideOf is a variable with the place of a buffer of bytes, whose elements are 64-bit integers.
func (c *checker) wideOf(id uint32, kd kind) ir.GlobalID {
	at := kd - kI64
	if g := c.res[id].wide[at]; g != 0 {
		return g
	}
	r := c.res[id]
	c.m.Globals[r.global].Memory |= ir.Aliased
	g := c.m.Globals[r.global]
	g.Name += "_" + kindNames[kd]
	g.Type = c.m.Types.Array(c.irOf(scalarType(kd)), 0)
	g.Layout = c.addLayout(ir.LayoutNode{Stride: 8, Members: []ir.LayoutID{ir.NoLayout}})
	if r.arrayed {
		c.inArray(&g, &r)
	}
	c.m.Globals = append(c.m.Globals, g)
	r.global, r.alias, r.counter = ir.GlobalID(len(c.m.Globals)-1), id, 0
	c.res[id].wide[at] = r.global
	c.res = append(c.res, r)
	return r.global
}

// signedAtomic is an atomic minimum or maximum of signed numbers in a word: a loop of
// exchanges. The words of the buffer are unsigned.
func (c *checker) signedAtomic(p operand, op ir.AtomicOp, v operand) operand {
	v = c.runtime(v)
	old := c.fn.AddLocal(ir.Local{Type: ir.TypeU32, Span: c.b.Span})
	c.b.DeclareLocal(old, c.b.Load(p.expr()))
	ptr := c.b.Local(old)
	c.b.Flush()
	mark := c.b.Begin()
	was := value(c.b.Load(ptr), tUint)
	m := ir.MathMin
	if op == ir.AtomicMax {
		m = ir.MathMax
	}
	want := c.bitcast(kUint, c.math(m, tInt, c.bitcast(kInt, was), v))
	r := c.b.Atomic(ir.Atomic{Op: ir.AtomicCompareExchange, Pointer: p.expr(), Value: c.toExpr(want), Compare: was.expr()})
	now := c.made(c.ex.AddAccessIndex(ir.TypeU32, ir.AccessIndex{Base: r}, c.b.Span), tUint)
	same := c.binary(ir.Eq, now, was)
	c.b.Store(ptr, now.expr())
	inner := c.b.Begin()
	c.b.Break()
	c.b.If(same.expr(), c.b.End(inner), 0)
	c.b.Loop(ir.Loop{Shape: ir.LoopPlain, Body: c.b.End(mark)})
	return value(c.b.Load(ptr), tUint)
}

// queryType is the module's type of ray queries: a struct that keeps the ray, too, if the source reads it, for
// which the module has no expression. Structs with queries become variables in the end (transform.PlainQueries).
func (c *checker) queryType() ir.TypeID {
	if c.query == 0 {
		c.query = c.plainQuery()
		if c.keepsRays() {
			c.query = c.m.AddStruct(ir.Struct{Name: "RayQuery", Members: []ir.Member{{Type: c.query}, {Name: "ray", Type: c.m.SpecialStruct(ir.SpecialRayDesc, 0)}}})
		}
	}
	return c.query
}

// plainQuery is the type of a ray query without its ray.
func (c *checker) plainQuery() ir.TypeID { return c.m.Types.Intern(ir.Type{Kind: ir.TypeRayQuery}) }

// misplacedQuery reports a variable with ray queries that has an initial value or no size.
func (c *checker) misplacedQuery(dn node, t typeID) bool {
	d := c.t.Declarator(dn)
	switch {
	case d.Init != syntax.None:
		c.unsupported(c.t.Span(d.Init), "copies of ray queries")
	case c.isArray(t) && c.at(t).length == 0:
		c.errorf(codeTypeRule, d.NameSpan, "an array must have a size or an initial value")
	default:
		return false
	}
	c.declareError(d.Name, d.NameSpan)
	return true
}

// globalQuery declares a static variable with ray queries.
func (c *checker) globalQuery(dn node, m mods, t typeID) {
	d := c.t.Declarator(dn)
	if m&syntax.ModStatic == 0 || m&syntax.ModGroupShared != 0 {
		c.errorf(codeVariable, d.NameSpan, "a ray query is a local or static variable")
		c.declareError(d.Name, d.NameSpan)
		return
	}
	if c.misplacedQuery(dn, t) {
		return
	}
	g := ir.GlobalID(0)
	for _, s := range c.statics { // one for all instances of a function
		if s.node == dn && s.ty == t {
			g = s.global
		}
	}
	if g == 0 {
		g = ir.GlobalID(len(c.m.Globals))
		c.m.Globals = append(c.m.Globals, ir.Global{Name: c.qualifiedName(d.Name), Space: ir.SpacePrivate, Access: ir.AccessReadWrite, Type: c.irOf(t), Span: d.NameSpan})
		c.statics = append(c.statics, static{node: dn, ty: t, global: g})
	}
	c.declare(decl{kind: declGlobal, name: d.Name, span: d.NameSpan, ty: t, handle: uint32(g), member: -1})
}

// keepsRays reports whether the source reads rays of queries.
func (c *checker) keepsRays() bool {
	for i := range c.uses {
		if c.uses[i].rays {
			return true
		}
	}
	return false
}

// rayParts are the functions that read the ray of a query: the member of RayDesc, and the type.
var rayParts = []struct {
	name   string
	member uint32
	ty     typeID
}{{"RayFlags", 0, tUint}, {"RayTMin", 2, tFloat}, {"WorldRayOrigin", 4, tFloat3}, {"WorldRayDirection", 5, tFloat3},
	{"ObjectRayOrigin", 4, tFloat3}, {"ObjectRayDirection", 5, tFloat3}}

// rayPart reads the ray of a query, in world space or by way of the matrix to object space.
func (c *checker) rayPart(n node, x operand, name string, toObject func() ir.ExprID) (operand, bool) {
	for _, part := range rayParts {
		if part.name != name {
			continue
		}
		if c.checking {
			return c.zero(part.ty), true
		}
		if !c.keepsRays() {
			c.uses = append(c.uses, use{rays: true})
			c.again = true
			return c.zero(part.ty), true
		}
		if c.queryType() == c.plainQuery() { // the run that found the first use
			return c.zero(part.ty), true
		}
		v := value(c.b.Load(c.b.AccessIndex(c.b.AccessIndex(x.expr(), 1), part.member)), part.ty)
		if toObject == nil {
			return v, true
		}
		last := constFloat(0) // a direction isn't moved
		if part.member == 4 {
			last = constFloat(1)
		}
		v = c.compose(vectorType(kFloat, 4), v, last)
		m := toObject()
		return c.made(c.ex.AddBinary(ir.TypeVec3F32, 0, ir.Binary{Op: ir.Mul, Left: m, Right: v.expr()}, c.b.Span), part.ty), true
	}
	return operand{}, false
}

type rayGetter struct {
	member uint32
	ty     typeID
}

// rayGetters are the functions that read an intersection: the member of RayIntersection, and
// the type.
var rayGetters = lazy.Value[map[string]rayGetter]{Make: func() map[string]rayGetter {
	return map[string]rayGetter{
		"RayT": {1, scalarType(kFloat)}, "InstanceID": {2, scalarType(kUint)}, "InstanceIndex": {3, scalarType(kUint)},
		"InstanceContributionToHitGroupIndex": {4, scalarType(kUint)}, "GeometryIndex": {5, scalarType(kUint)},
		"PrimitiveIndex": {6, scalarType(kUint)}, "TriangleBarycentrics": {7, vectorType(kFloat, 2)},
		"TriangleFrontFace": {8, scalarType(kBool)}, "ObjectToWorld3x4": {9, matrixType(kFloat, 3, 4)},
		"WorldToObject3x4": {10, matrixType(kFloat, 3, 4)}, "ObjectToWorld4x3": {9, matrixType(kFloat, 4, 3)},
		"WorldToObject4x3": {10, matrixType(kFloat, 4, 3)},
	}
}}

// rayMethod is a function of a ray query.
func (c *checker) rayMethod(n node, x operand, v syntax.Method) operand {
	name := c.t.Name(v.Name)
	base, ok := c.arguments(v.Args, nil)
	list := append([]operand(nil), c.args[base:]...)
	c.args = c.args[:base]
	if !ok {
		return operand{}
	}
	c.b.Span = c.t.Span(n)
	k := &mcall{n: n, name: name, x: x, a: list, nodes: v.Args}
	query := x.expr()
	keeps := c.queryType() != c.plainQuery()
	if keeps {
		query = c.b.AccessIndex(query, 0)
	}
	q := ir.RayQuery{Query: query}
	void := operand{kind: opVoid, ty: tVoid}
	switch name {
	case "TraceRayInline":
		if len(list) != 4 || list[0].kind != opResource || !c.isResource(list[0].ty) || c.info(list[0].ty).form != resAcceleration {
			c.errorf(codeNoMatch, c.t.Span(n), "no function TraceRayInline takes %s", c.typeList(list))
			return operand{}
		}
		k.used = 1
		flags, mask := c.next(k, tUint, "flags"), c.next(k, tUint, "a mask")
		ray := list[3]
		if ray.isPlace() {
			ray = c.rvalue(ray)
		}
		if k.bad || !ray.ok() || !c.isStruct(ray.ty) || c.structOf(ray.ty).name != "RayDesc" {
			if !k.bad {
				c.errorf(codeType, c.t.Span(n), "the last argument of TraceRayInline is a RayDesc")
			}
			return operand{}
		}
		flags = c.binary(ir.Or, flags, constUint(c.at(x.ty).samples))
		parts := []ir.ExprID{c.toExpr(flags), c.toExpr(mask), c.toExpr(c.memberOf(ray, 1)), c.toExpr(c.memberOf(ray, 3)),
			c.toExpr(c.memberOf(ray, 0)), c.toExpr(c.memberOf(ray, 2))}
		q.Op, q.A, q.B = ir.RayInitialize, c.handle(list[0]), c.b.Compose(c.m.SpecialStruct(ir.SpecialRayDesc, 0), parts...)
		if keeps {
			c.b.Store(c.b.AccessIndex(x.expr(), 1), q.B)
		}
		c.b.Push(c.fn.AddRayQuery(q, c.b.Span))
		return void
	case "Proceed":
		q.Op = ir.RayProceed
		q.Result = c.fn.AddResult(ir.KindRayQueryProceedResult, ir.TypeBool, c.b.Span)
		c.b.Push(c.fn.AddRayQuery(q, c.b.Span))
		return value(q.Result, tBool)
	case "Abort":
		q.Op = ir.RayTerminate
		c.b.Push(c.fn.AddRayQuery(q, c.b.Span))
		return void
	case "CommitNonOpaqueTriangleHit":
		q.Op = ir.RayConfirmIntersection
		c.b.Push(c.fn.AddRayQuery(q, c.b.Span))
		return void
	case "CommitProceduralPrimitiveHit":
		t := c.next(k, tFloat, "a distance")
		if k.bad {
			return operand{}
		}
		q.Op, q.A = ir.RayGenerateIntersection, c.toExpr(t)
		c.b.Push(c.fn.AddRayQuery(q, c.b.Span))
		return void
	}
	committed := strings.HasPrefix(name, "Committed")
	var flags ir.Flags
	if committed {
		flags = ir.FlagCommitted
	}
	t := c.m.SpecialStruct(ir.SpecialRayIntersection, 0)
	get := func(member uint32) ir.ExprID {
		e := c.pend(c.ex.AddUnaryKind(ir.KindRayQueryGet, t, flags, query, c.b.Span))
		return c.b.AccessIndex(e, member)
	}
	switch name {
	case "CommittedStatus": // the module has 0, 1 and 2
		kind := value(get(0), tUint)
		box := c.binary(ir.Gt, kind, constUint(1))
		return c.selects(box, constUint(2), kind)
	case "CandidateType": // a triangle is 1 in the module, a box 3
		return c.selects(c.binary(ir.Eq, value(get(0), tUint), constUint(3)), constUint(1), constUint(0))
	}
	rest, isCandidate := strings.CutPrefix(name, "Candidate")
	if !isCandidate {
		rest = strings.TrimPrefix(name, "Committed")
	}
	toObject := func() ir.ExprID { return get(10) }
	if !isCandidate && !committed {
		toObject = nil
	}
	if strings.HasPrefix(rest, "ObjectRay") == (toObject != nil) {
		if v, ok := c.rayPart(n, x, rest, toObject); ok {
			return v
		}
	}
	if rest == "TriangleRayT" {
		rest = "RayT"
	}
	g, known := rayGetters.Get()[rest]
	if !known {
		return c.unsupported(c.t.Span(n), "RayQuery."+name)
	}
	e := get(g.member)
	if g.member >= 9 { // four columns of three rows: HLSL's 4x3
		m := value(e, matrixType(kFloat, 4, 3))
		if strings.HasSuffix(rest, "3x4") {
			return c.math(ir.MathTranspose, g.ty, m)
		}
		return m
	}
	return value(e, g.ty)
}
