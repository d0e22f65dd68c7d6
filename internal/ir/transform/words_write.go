package transform

// This file stores values in memory that is an array of words; see words.go.

import "refract/ir"

// write stores a value at a place.
func (u *words) write(b *ir.Builder, p wordsPlace, value ir.ExprID) {
	t := *u.m.Types.At(p.ty)
	switch t.Kind {
	case ir.TypeScalar, ir.TypeAtomic:
		u.writeScalar(b, p, t.Scalar, value)
	case ir.TypeVector:
		u.writeVector(b, p, &t, value)
	case ir.TypeMatrix:
		u.writeParts(b, p, uint32(t.Columns), value)
	default:
		if u.isCalled(p) {
			b.Call(u.writer(p), p.bytes(b), value)
			return
		}
		u.writeAggregate(b, p, &t, value)
	}
}

func (u *words) writeParts(b *ir.Builder, p wordsPlace, n uint32, value ir.ExprID) {
	for i := range n {
		u.write(b, u.part(p, i), b.AccessIndex(value, i))
	}
}

// writeAggregate stores the members of a struct, or the elements of an array.
func (u *words) writeAggregate(b *ir.Builder, p wordsPlace, t *ir.Type, value ir.ExprID) {
	switch {
	case t.Kind == ir.TypeStruct:
		u.writeParts(b, p, uint32(len(u.m.Structs[t.Struct].Members)), value)
	case t.Length <= wordsUnrolled:
		u.writeParts(b, p, t.Length, value)
	default:
		u.each(b, t.Length, func(i ir.ExprID) {
			x := b.Access(value, i)
			b.F.SetFlags(x, ir.FlagInBounds)
			u.write(b, u.moved(b, u.part(p, 0), i, u.distance(p)), x)
		})
	}
}

// writer is the function that stores the value at a place, given its offset and the value.
func (u *words) writer(p wordsPlace) ir.FuncID {
	key := wordsKey{p.global, p.ty, p.layout, p.info.RowMajor, p.info.Stride, true}
	if id := u.built[key]; id != 0 {
		return id
	}
	g := &u.m.Globals[p.global]
	id, f := u.m.NewFunction(g.Name + "_put")
	f.Args = []ir.Argument{{Name: "offset", Type: ir.TypeU32}, {Name: "value", Type: p.ty}}
	f.Span = g.Span
	u.built[key] = id
	var b ir.Builder
	b.Start(u.m, f)
	mark := b.Begin()
	p.base = b.Global(p.global)
	p.static, p.offset, p.align = 0, b.Argument(0), min(16, max(1, p.info.Align))
	u.writeAggregate(&b, p, u.m.Types.At(p.ty), b.Argument(1))
	f.Body = b.End(mark)
	return id
}

// writeVector stores the components of a vector, components of 16 bits two by two.
func (u *words) writeVector(b *ir.Builder, p wordsPlace, t *ir.Type, value ir.ExprID) {
	n := uint32(t.Rows)
	for i := uint32(0); i < n; i++ {
		at := u.part(p, i)
		if t.Scalar == ir.F16 && p.aligned() >= 4 && i+1 < n {
			pair := b.Compose(vec2h, b.AccessIndex(value, i), b.AccessIndex(value, i+1))
			b.Store(u.word(b, at), b.Bitcast(ir.TypeU32, pair))
			i++
			continue
		}
		u.writeScalar(b, at, t.Scalar, b.AccessIndex(value, i))
	}
}

// writeScalar stores a number. One of less than a word is put into its word by atomic
// operations, as another invocation may be at another part.
func (u *words) writeScalar(b *ir.Builder, p wordsPlace, s ir.Scalar, value ir.ExprID) {
	switch s.Bits() {
	case 32:
		b.Store(u.word(b, p), cast(b, ir.TypeU32, value))
		return
	case 64:
		if u.pairs {
			bits := b.Bitcast(pairType, value)
			b.Store(u.word(b, p), b.AccessIndex(bits, 0))
			p.static += 4
			p.align = min(p.align, 4)
			b.Store(u.word(b, p), b.AccessIndex(bits, 1))
			return
		}
		bits := cast(b, ir.TypeU64, value)
		b.Store(u.word(b, p), b.Convert(ir.U32, bits))
		p.static += 4
		p.align = min(p.align, 4)
		b.Store(u.word(b, p), b.Convert(ir.U32, shifted(b, ir.Shr, bits, b.U32(32))))
		return
	}
	var bits ir.ExprID
	mask := uint32(1)<<s.Bits() - 1
	if s == ir.F16 {
		bits = b.Bitcast(ir.TypeU32, b.Compose(vec2h, value, b.Zero(ir.TypeF16)))
	} else {
		bits = b.Binary(ir.And, b.Convert(ir.U32, value), b.U32(mask))
	}
	low := p.static % 4 * 8
	keep := b.U32(^(mask << low))
	shift := p.partShift(b, s.Bytes())
	if shift != 0 {
		keep = b.Unary(ir.BitwiseNot, shifted(b, ir.Shl, b.U32(mask), shift))
	} else if low != 0 {
		shift = b.U32(low)
	}
	if shift != 0 {
		bits = shifted(b, ir.Shl, bits, shift)
	}
	b.Atomic(ir.Atomic{Op: ir.AtomicAnd, Pointer: u.word(b, p), Value: keep})
	b.Atomic(ir.Atomic{Op: ir.AtomicOr, Pointer: u.word(b, p), Value: bits})
}
