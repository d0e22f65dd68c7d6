package transform

// This file reads and writes memory that is an array of words: u32, or vec4<u32>. Places in
// it are offsets in bytes; values of any type are put together from words and taken apart.
// Functions that take an offset read and write structs and arrays, one for each type, so
// that a module doesn't grow beyond its declarations.

import (
	stdbits "math/bits"

	"refract/internal/ir/layout"
	"refract/internal/ir/rewrite"
	"refract/ir"
)

// words is the common part of the transforms that make arrays of words of memory.
type words struct {
	m       *ir.Module
	layouts layout.Cache
	places  []wordsPlace // by ExprID, in the function at hand
	built   map[wordsKey]ir.FuncID
	pairs   bool // numbers of 64 bits are reinterpreted as two words, not computed
}

func newWords(m *ir.Module) words {
	w := words{m: m, built: map[wordsKey]ir.FuncID{}}
	w.layouts.Reset(m)
	return w
}

// wordsPlace is the replacement of a pointer into a changed buffer: an offset in bytes.
type wordsPlace struct {
	base   ir.ExprID   // pointer to the words; 0: no such place
	global ir.GlobalID // of base; 0: a buffer of several, known to the function only
	array  bool        // of an array of buffers, as yet
	ty     ir.TypeID   // what was there
	layout ir.LayoutID // of ty
	info   layout.Info // of ty, for arrays, matrices and structs
	step   uint32      // bytes from component to component of a vector
	static uint32      // bytes
	offset ir.ExprID   // bytes further, or 0: none
	align  uint32      // a power of two that divides offset
	flat   bool        // the words are an array of u32, not of vec4<u32>
	open   bool        // nothing says that it is in bounds
	end    ir.ExprID   // of a view of a buffer: bytes up to its end; or 0: the buffer's
	length uint32      // of a view: what the buffer was last held to be, in bytes; or 0
}

// wordsKey names a function that reads.
type wordsKey struct {
	global ir.GlobalID
	ty     ir.TypeID
	layout ir.LayoutID
	rows   bool
	stride uint32
	store  bool
}

func (u *words) place(x ir.ExprID) wordsPlace {
	if int(x) < len(u.places) {
		return u.places[x]
	}
	return wordsPlace{}
}

// visit makes places of accesses to places, and values of loads.
func (u *words) visit(e *rewrite.Editor, x ir.ExprID) {
	f := e.F
	switch f.Kind(x) {
	case ir.KindAccessIndex:
		a := f.AccessIndex(x)
		if p := u.place(a.Base); p.base != 0 {
			u.access(e, x, p, 0, a.Index)
		}
	case ir.KindAccess:
		a := f.Access(x)
		if p := u.place(a.Base); p.base != 0 {
			u.access(e, x, p, a.Index, 0)
		}
	case ir.KindLoad:
		p := u.place(f.Operand(x))
		switch {
		case p.base == 0:
		case u.isCalled(p):
			u.call(e.Remove(), p, x)
		default:
			e.Become(u.read(e.Ahead(), p))
		}
	}
}

// call makes x the result of a call of the function that reads the value at a place.
func (u *words) call(b *ir.Builder, p wordsPlace, x ir.ExprID) {
	f := b.F
	f.Overwrite(x, f.AddResult(ir.KindCallResult, p.ty, f.SpanOf(x)))
	b.Push(f.AddCall(ir.Call{Function: u.function(p), Args: []ir.ExprID{p.bytes(b)}, Result: x}, b.Span))
}

// access makes a place of x, an access to one by a dynamic or static index.
func (u *words) access(e *rewrite.Editor, x ir.ExprID, p wordsPlace, index ir.ExprID, static uint32) {
	if p.array {
		flags := e.F.Flags(x)
		b := e.Ahead()
		var buffer ir.ExprID
		if index != 0 {
			buffer = b.Access(p.base, index)
			b.F.SetFlags(buffer, flags)
		} else {
			buffer = b.AccessIndex(p.base, static)
		}
		p.base, p.array, p.ty = b.AccessIndex(buffer, 0), false, u.m.Types.At(p.ty).Base
		p.info, _ = u.layouts.Of(p.ty, p.layout)
		p.step = u.m.Types.ScalarOf(p.ty).Bytes()
		u.places[x] = p
		e.Remove()
		return
	}
	if index == 0 {
		p = u.part(p, static)
	} else {
		first := u.part(p, 0)
		p = u.moved(e.Ahead(), first, index, u.distance(p))
	}
	u.places[x] = p
	e.Remove()
}

// distance is how many bytes the parts of an array, matrix or vector are apart.
func (u *words) distance(p wordsPlace) uint32 {
	switch t := u.m.Types.At(p.ty); {
	case t.Kind == ir.TypeMatrix && p.info.RowMajor:
		return t.Scalar.Bytes()
	case t.Kind == ir.TypeVector:
		return p.step
	}
	return p.info.Stride
}

// part is the place of a part of the value at a place.
func (u *words) part(p wordsPlace, i uint32) wordsPlace {
	t := u.m.Types.At(p.ty)
	if t.Kind == ir.TypeStruct {
		offset, info, _ := u.layouts.Member(p.ty, p.layout, int(i))
		mem := u.m.Structs[t.Struct].Members[i].Type
		p.static += offset
		p.layout = u.m.MemberLayout(p.layout, int(i))
		p.ty, p.info, p.step = mem, info, u.m.Types.ScalarOf(mem).Bytes()
		return p
	}
	p.static += i * u.distance(p)
	switch t.Kind {
	case ir.TypeMatrix:
		p.step = t.Scalar.Bytes()
		if p.info.RowMajor {
			p.step = p.info.Stride
		}
		p.ty, p.layout, p.info = ir.VectorOf(t.Scalar, int(t.Rows)), ir.NoLayout, layout.Info{}
	case ir.TypeVector:
		p.ty = ir.ScalarTypeOf(t.Scalar)
	case ir.TypeArray:
		inner := u.m.ElementLayout(p.layout)
		base := u.m.Types.At(t.Base)
		info, _ := u.layouts.Of(t.Base, inner)
		if p.info.RowMajor && p.layout < ir.FirstExplicitLayout {
			// The member was stored by rows, not the rule: elements fill their array.
			info.RowMajor, info.Size = true, p.info.Stride
			switch n := uint32(1); base.Kind {
			case ir.TypeArray:
				info.Stride = info.Size / max(n, base.Length)
			case ir.TypeMatrix:
				info.Stride = info.Size / max(n, uint32(base.Rows))
			}
		}
		p.ty, p.layout, p.info, p.step = t.Base, inner, info, base.Scalar.Bytes()
	}
	return p
}

// moved is a place index times distance bytes further.
func (u *words) moved(b *ir.Builder, p wordsPlace, index ir.ExprID, distance uint32) wordsPlace {
	if u.m.Types.ScalarOf(b.TypeOf(index)) != ir.U32 {
		index = b.Convert(ir.U32, index)
	}
	by := index
	if distance != 1 {
		by = b.Binary(ir.Mul, index, b.U32(distance))
	}
	align := uint32(1) << stdbits.TrailingZeros32(distance|16)
	if p.offset != 0 {
		by = b.Binary(ir.Add, p.offset, by)
		align = min(align, p.align)
	}
	p.offset, p.align = by, align
	return p
}

// aligned is the greatest power of two, up to 16, that is known to divide a place.
func (p *wordsPlace) aligned() uint32 {
	a := uint32(1) << stdbits.TrailingZeros32(p.static|16)
	if p.offset != 0 {
		a = min(a, p.align)
	}
	return a
}

// bytes is a place's offset as a value.
func (p *wordsPlace) bytes(b *ir.Builder) ir.ExprID {
	switch {
	case p.offset == 0:
		return b.U32(p.static)
	case p.static == 0:
		return p.offset
	}
	return b.Binary(ir.Add, p.offset, b.U32(p.static))
}

// read builds the value at a place.
func (u *words) read(b *ir.Builder, p wordsPlace) ir.ExprID {
	t := *u.m.Types.At(p.ty)
	switch t.Kind {
	case ir.TypeScalar, ir.TypeAtomic:
		return u.scalar(b, p, t.Scalar)
	case ir.TypeVector:
		return u.vector(b, p, &t)
	case ir.TypeMatrix:
		var columns [4]ir.ExprID
		for i := range uint32(t.Columns) {
			columns[i] = u.read(b, u.part(p, i))
		}
		return b.Compose(p.ty, columns[:t.Columns]...)
	}
	if u.isCalled(p) {
		return b.Call(u.function(p), p.bytes(b))
	}
	return u.parts(b, p, &t)
}

// isCalled reports whether a function reads the value at a place: structs and arrays, of a
// buffer that functions know.
func (u *words) isCalled(p wordsPlace) bool {
	k := u.m.Types.At(p.ty).Kind
	return p.global != 0 && (k == ir.TypeArray || k == ir.TypeStruct)
}

// wordsUnrolled is how many elements of an array are read one by one.
const wordsUnrolled = 8

// parts builds a struct or an array from its parts.
func (u *words) parts(b *ir.Builder, p wordsPlace, t *ir.Type) ir.ExprID {
	n := t.Length
	if t.Kind == ir.TypeStruct {
		n = uint32(len(u.m.Structs[t.Struct].Members))
	} else if n > wordsUnrolled {
		return u.long(b, p, n)
	}
	list := make([]ir.ExprID, n)
	for i := range n {
		list[i] = u.read(b, u.part(p, i))
	}
	return b.Compose(p.ty, list...)
}

// long builds a long array in a loop.
func (u *words) long(b *ir.Builder, p wordsPlace, n uint32) ir.ExprID {
	whole := b.F.AddLocal(ir.Local{Type: p.ty})
	b.DeclareLocal(whole, 0)
	u.each(b, n, func(i ir.ExprID) {
		value := u.read(b, u.moved(b, u.part(p, 0), i, u.distance(p)))
		to := b.Access(b.Local(whole), i)
		b.F.SetFlags(to, ir.FlagInBounds)
		b.Store(to, value)
	})
	return b.Load(b.Local(whole))
}

// each builds a loop over the numbers below n.
func (u *words) each(b *ir.Builder, n uint32, do func(i ir.ExprID)) {
	counter := b.F.AddLocal(ir.Local{Type: ir.TypeU32})
	b.DeclareLocal(counter, b.U32(0))
	mark := b.Begin()
	i := b.Load(b.Local(counter))
	inside := b.Binary(ir.Lt, i, b.U32(n))
	inner := b.Begin()
	b.Break()
	b.If(inside, 0, b.End(inner))
	do(i)
	body := b.End(mark)
	mark = b.Begin()
	b.Store(b.Local(counter), b.Binary(ir.Add, i, b.U32(1)))
	next := b.End(mark)
	b.Loop(ir.Loop{Shape: ir.LoopFor, Body: body, Continuing: next})
}

// function is the one that reads the value at a place, given its offset.
func (u *words) function(p wordsPlace) ir.FuncID {
	key := wordsKey{p.global, p.ty, p.layout, p.info.RowMajor, p.info.Stride, false}
	if id := u.built[key]; id != 0 {
		return id
	}
	g := &u.m.Globals[p.global]
	id, f := u.m.NewFunction(g.Name + "_at")
	f.Args, f.Result, f.Span = []ir.Argument{{Name: "offset", Type: ir.TypeU32}}, p.ty, g.Span
	u.built[key] = id
	var b ir.Builder
	b.Start(u.m, f)
	mark := b.Begin()
	p.base = b.Global(p.global)
	p.static, p.offset, p.align = 0, b.Argument(0), min(16, max(1, p.info.Align))
	b.Return(u.parts(&b, p, u.m.Types.At(p.ty)))
	f.Body = b.End(mark)
	return id
}

// vector builds a vector: of 32-bit numbers that lie in one vec4<u32>, from that.
func (u *words) vector(b *ir.Builder, p wordsPlace, t *ir.Type) ir.ExprID {
	n := int(t.Rows)
	first := p.static % 16
	if !p.flat && t.Scalar.Bits() == 32 && p.step == 4 && (p.offset == 0 || p.align == 16) && first+4*uint32(n) <= 16 {
		v := b.Load(u.quad(b, p))
		if n < 4 {
			var pattern [4]uint8
			for i := range n {
				pattern[i] = uint8(first/4) + uint8(i)
			}
			v = b.Swizzle(v, pattern[:n]...)
		}
		return cast(b, p.ty, v)
	}
	list := make([]ir.ExprID, n)
	for i := range list {
		list[i] = u.scalar(b, u.part(p, uint32(i)), t.Scalar)
	}
	return b.Compose(p.ty, list...)
}

// cast is v as a value of type t.
func cast(b *ir.Builder, t ir.TypeID, v ir.ExprID) ir.ExprID {
	if b.TypeOf(v) == t {
		return v
	}
	return b.Bitcast(t, v)
}

// quad points to the vec4<u32> that holds a place.
func (u *words) quad(b *ir.Builder, p wordsPlace) ir.ExprID {
	if p.offset == 0 {
		return b.AccessIndex(p.base, u.within(b, p, p.static/16))
	}
	x := b.Access(p.base, shifted(b, ir.Shr, p.bytes(b), b.U32(4)))
	if !p.open {
		b.F.SetFlags(x, ir.FlagInBounds)
	}
	return x
}

// within is the number of a word; the last one if a view goes beyond a buffer whose size an
// override gave.
func (u *words) within(b *ir.Builder, p wordsPlace, i uint32) uint32 {
	if n := u.m.Types.At(u.m.Types.Pointee(b.TypeOf(p.base))).Length; p.open && n != 0 {
		return min(i, n-1)
	}
	return i
}

// word points to the u32 that holds a place.
func (u *words) word(b *ir.Builder, p wordsPlace) ir.ExprID {
	if p.flat {
		if p.offset == 0 {
			return b.AccessIndex(p.base, u.within(b, p, p.static/4))
		}
		return b.Access(p.base, shifted(b, ir.Shr, p.bytes(b), b.U32(2)))
	}
	quad := u.quad(b, p)
	if p.offset == 0 || p.align == 16 {
		return b.AccessIndex(quad, p.static%16/4)
	}
	x := b.Access(quad, b.Binary(ir.And, shifted(b, ir.Shr, p.bytes(b), b.U32(2)), b.U32(3)))
	b.F.SetFlags(x, ir.FlagInBounds)
	return x
}

// scalar builds a number.
func (u *words) scalar(b *ir.Builder, p wordsPlace, s ir.Scalar) ir.ExprID {
	if s.Bits() == 64 {
		return cast(b, ir.ScalarTypeOf(s), u.long64(b, p))
	}
	word := b.Load(u.word(b, p))
	if s.Bits() == 32 {
		return cast(b, ir.ScalarTypeOf(s), word)
	}
	size := s.Bytes()
	part := uint32(0)
	if shift := p.partShift(b, size); shift != 0 {
		word = shifted(b, ir.Shr, word, shift)
	} else {
		part = p.static % 4 / size
	}
	if s == ir.F16 {
		return b.AccessIndex(b.Bitcast(vec2h, word), part)
	}
	if part != 0 {
		word = shifted(b, ir.Shr, word, b.U32(8*size*part))
	}
	if 8*size*(part+1) < 32 {
		word = b.Binary(ir.And, word, b.U32(1<<(8*size)-1))
	}
	return cast(b, ir.ScalarTypeOf(s), b.Convert(s.Unsigned(), word))
}

// partShift is the distance, in bits, of a number of one or two bytes from the start of its
// word, or 0 if the static part of the place has it.
func (p *wordsPlace) partShift(b *ir.Builder, size uint32) ir.ExprID {
	if p.offset == 0 || p.align >= 4 {
		return 0
	}
	// The lowest bits of the offset choose: they times 8 are how far the number lies.
	return shifted(b, ir.Shl, b.Binary(ir.And, p.bytes(b), b.U32(4-size)), b.U32(3))
}

// long64 builds the bits of a number of 64 bits.
func (u *words) long64(b *ir.Builder, p wordsPlace) ir.ExprID {
	low := b.Load(u.word(b, p))
	p.static += 4
	p.align = min(p.align, 4)
	high := b.Load(u.word(b, p))
	if u.pairs {
		return b.Bitcast(ir.TypeU64, b.Compose(pairType, low, high))
	}
	return b.Binary(ir.Or, b.Convert(ir.U64, low), shifted(b, ir.Shl, b.Convert(ir.U64, high), b.U32(32)))
}
