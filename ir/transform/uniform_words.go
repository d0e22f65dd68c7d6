package transform

// This file reads uniform buffers as words, where a target can't lay a buffer out
// as the module has it: the elements of a constant buffer's arrays are 16 bytes
// apart in GLSL and HLSL, its structs and matrices begin at a multiple of 16. The
// buffer becomes an array of vec4<u32>, and what is read is put together from it:
//
//	global @u : array<f32, 5> uniform layout(natural)
//	%1 = access @u, %i : ptr<uniform, f32, read, natural>
//	%2 = load %1 : f32
//
// becomes
//
//	global @u : array<vec4<u32>, 2> uniform layout(natural)
//	%3 = mul %i, 4u
//	%4 = shr %3, 4u
//	%5 = access @u, %4 : ptr<uniform, vec4<u32>, read, natural>
//	%6 = shr %3, 2u
//	%7 = and %6, 3u
//	%8 = access %5, %7 : ptr<uniform, u32, read, natural>
//	%9 = load %8 : u32
//	%2 = bitcast %9 : f32
//
// Structs and arrays are read by functions that take an offset, one for each type,
// so that a module doesn't grow beyond what it declares. The last word is read with
// its whole vector: a buffer must be a multiple of 16 bytes, as both languages want.

import (
	stdbits "math/bits"

	"refract/ir"
	"refract/ir/layout"
	"refract/ir/rewrite"
)

// UniformWords makes arrays of vec4<u32> of the chosen uniform buffers and
// immediates, those that hold scalars of 16 and 32 bits only. It reports whether
// there was one. No parameter of a function may point into them (see PointerParams),
// and what bounds indices (BoundsChecks) comes before. What is read is made by
// bitcasts, of 16-bit floats from u32 to vec2<f16>: see SplitBitcasts.
func UniformWords(m *ir.Module, chosen func(g ir.GlobalID) bool) bool {
	var u *uniformWords
	for i := 1; i < len(m.Globals); i++ {
		g := &m.Globals[i]
		if g.Space != ir.SpaceUniform && g.Space != ir.SpaceImmediate || g.Layout == ir.NoLayout || !chosen(ir.GlobalID(i)) {
			continue
		}
		if u == nil {
			u = &uniformWords{m: m, before: make([]wordsBuffer, len(m.Globals)), built: map[wordsKey]ir.FuncID{}}
			u.layouts.Reset(m)
		}
		u.change(g, &u.before[i])
	}
	if u == nil {
		return false
	}
	rewrite.Functions(m, u.start, u)
	return true
}

type uniformWords struct {
	m       *ir.Module
	layouts layout.Cache
	before  []wordsBuffer // by GlobalID
	places  []wordsPlace  // by ExprID, in the function at hand
	built   map[wordsKey]ir.FuncID
}

// wordsBuffer is what a changed buffer was.
type wordsBuffer struct {
	ty     ir.TypeID // 0: not changed
	layout ir.LayoutID
	array  bool // of buffers: each is a struct of the words
}

// wordsPlace is what a pointer into a changed buffer became: an offset in bytes.
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
}

// wordsKey names a function that reads.
type wordsKey struct {
	global ir.GlobalID
	ty     ir.TypeID
	layout ir.LayoutID
	rows   bool
	stride uint32
}

// change makes a buffer one of words, if what it holds can be read so.
func (u *uniformWords) change(g *ir.Global, was *wordsBuffer) {
	t := u.m.Types.At(g.Type)
	array := t.Kind == ir.TypeBindingArray
	held := g.Type
	if array {
		held = t.Base
	}
	info, err := u.layouts.Of(held, g.Layout)
	if err != nil || info.Open || info.Size == 0 || u.isWords(held) || !u.readable(held, 0) {
		return
	}
	*was = wordsBuffer{g.Type, g.Layout, array}
	words := u.m.Types.Array(ir.VectorOf(ir.U32, 4), (info.Size+15)/16)
	g.Layout = ir.LayoutNatural
	if !array {
		g.Type = words
		return
	}
	ty := *u.m.Types.At(g.Type)
	ty.Base = u.m.AddStruct(ir.Struct{Name: g.Name + "_words", Members: []ir.Member{{Name: "words", Type: words}}, Span: g.Span})
	g.Type = u.m.Types.Intern(ty)
}

// isWords reports whether a type is what a buffer would become.
func (u *uniformWords) isWords(t ir.TypeID) bool {
	if s := u.m.StructOf(t); s != nil && len(s.Members) == 1 {
		t = s.Members[0].Type
	}
	ty := u.m.Types.At(t)
	return ty.Kind == ir.TypeArray && ty.Base == ir.VectorOf(ir.U32, 4)
}

// readable reports whether a value of a type can be put together from words.
func (u *uniformWords) readable(t ir.TypeID, depth int) bool {
	if depth > layout.MaxDepth {
		return false
	}
	switch ty := u.m.Types.At(t); ty.Kind {
	case ir.TypeScalar, ir.TypeVector, ir.TypeMatrix:
		switch ty.Scalar {
		case ir.U32, ir.I32, ir.F32, ir.F16, ir.U16, ir.I16:
			return true
		}
	case ir.TypeArray:
		return ty.Length > 0 && u.readable(ty.Base, depth+1)
	case ir.TypeStruct:
		for i := range u.m.Structs[ty.Struct].Members {
			if !u.readable(u.m.Structs[ty.Struct].Members[i].Type, depth+1) {
				return false
			}
		}
		return true
	}
	return false
}

// start prepares for a function; it reports whether it uses a changed buffer.
func (u *uniformWords) start(f *ir.Function) bool {
	u.places = u.places[:0]
	for x := ir.ExprID(1); int(x) < f.ExprCount(); x++ {
		if f.Kind(x) != ir.KindGlobal {
			continue
		}
		g := f.GlobalRef(x)
		if int(g) >= len(u.before) || u.before[g].ty == 0 {
			continue
		}
		was := &u.before[g]
		f.SetType(x, u.m.PointerTo(g))
		if len(u.places) == 0 {
			u.places = append(u.places, make([]wordsPlace, f.ExprCount())...)
		}
		p := wordsPlace{base: x, ty: was.ty, layout: was.layout, array: was.array}
		if !was.array {
			p.global = g
			p.info, _ = u.layouts.Of(p.ty, p.layout)
			p.step = u.m.Types.ScalarOf(p.ty).Bytes()
		}
		u.places[x] = p
	}
	return len(u.places) > 0
}

func (u *uniformWords) place(x ir.ExprID) wordsPlace {
	if int(x) < len(u.places) {
		return u.places[x]
	}
	return wordsPlace{}
}

// Stmt implements rewrite.Visitor.
func (u *uniformWords) Stmt(*rewrite.Editor, ir.StmtID) {}

// Kinds implements rewrite.Selective.
func (*uniformWords) Kinds() ir.KindSet {
	return ir.Kinds(ir.KindAccess, ir.KindAccessIndex, ir.KindLoad)
}

// Expr implements rewrite.Visitor.
func (u *uniformWords) Expr(e *rewrite.Editor, x ir.ExprID) {
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
			b := e.Remove()
			f.Overwrite(x, f.AddResult(ir.KindCallResult, p.ty, f.SpanOf(x)))
			b.Push(f.AddCall(ir.Call{Function: u.function(p), Args: []ir.ExprID{p.bytes(b)}, Result: x}, b.Span))
		default:
			e.Become(u.read(e.Ahead(), p))
		}
	}
}

// access makes a place of x, an access to one by a dynamic or static index.
func (u *uniformWords) access(e *rewrite.Editor, x ir.ExprID, p wordsPlace, index ir.ExprID, static uint32) {
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
func (u *uniformWords) distance(p wordsPlace) uint32 {
	switch t := u.m.Types.At(p.ty); {
	case t.Kind == ir.TypeMatrix && p.info.RowMajor:
		return t.Scalar.Bytes()
	case t.Kind == ir.TypeVector:
		return p.step
	}
	return p.info.Stride
}

// part is the place of a part of what is at a place.
func (u *uniformWords) part(p wordsPlace, i uint32) wordsPlace {
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
			// The rule doesn't say by rows, the member did: elements fill their array.
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
func (u *uniformWords) moved(b *ir.Builder, p wordsPlace, index ir.ExprID, distance uint32) wordsPlace {
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
func (u *uniformWords) read(b *ir.Builder, p wordsPlace) ir.ExprID {
	t := *u.m.Types.At(p.ty)
	switch t.Kind {
	case ir.TypeScalar:
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

// isCalled reports whether a function reads what is at a place: structs and arrays,
// of a buffer that functions know.
func (u *uniformWords) isCalled(p wordsPlace) bool {
	k := u.m.Types.At(p.ty).Kind
	return p.global != 0 && (k == ir.TypeArray || k == ir.TypeStruct)
}

// wordsUnrolled is how many elements of an array are read one by one.
const wordsUnrolled = 8

// parts builds a struct or an array from its parts.
func (u *uniformWords) parts(b *ir.Builder, p wordsPlace, t *ir.Type) ir.ExprID {
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
func (u *uniformWords) long(b *ir.Builder, p wordsPlace, n uint32) ir.ExprID {
	whole := b.F.AddLocal(ir.Local{Type: p.ty})
	counter := b.F.AddLocal(ir.Local{Type: ir.TypeU32})
	b.DeclareLocal(whole, 0)
	b.DeclareLocal(counter, b.U32(0))
	mark := b.Begin()
	i := b.Load(b.Local(counter))
	inside := b.Binary(ir.Lt, i, b.U32(n))
	inner := b.Begin()
	b.Break()
	b.If(inside, 0, b.End(inner))
	value := u.read(b, u.moved(b, u.part(p, 0), i, u.distance(p)))
	to := b.Access(b.Local(whole), i)
	b.F.SetFlags(to, ir.FlagInBounds)
	b.Store(to, value)
	body := b.End(mark)
	mark = b.Begin()
	b.Store(b.Local(counter), b.Binary(ir.Add, i, b.U32(1)))
	next := b.End(mark)
	b.Loop(ir.Loop{Shape: ir.LoopFor, Body: body, Continuing: next})
	return b.Load(b.Local(whole))
}

// function is the one that reads what is at a place, given its offset.
func (u *uniformWords) function(p wordsPlace) ir.FuncID {
	key := wordsKey{p.global, p.ty, p.layout, p.info.RowMajor, p.info.Stride}
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
func (u *uniformWords) vector(b *ir.Builder, p wordsPlace, t *ir.Type) ir.ExprID {
	n := int(t.Rows)
	first := p.static % 16
	if t.Scalar.Bits() == 32 && p.step == 4 && (p.offset == 0 || p.align == 16) && first+4*uint32(n) <= 16 {
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
func (u *uniformWords) quad(b *ir.Builder, p wordsPlace) ir.ExprID {
	if p.offset == 0 {
		return b.AccessIndex(p.base, p.static/16)
	}
	x := b.Access(p.base, shifted(b, ir.Shr, p.bytes(b), b.U32(4)))
	b.F.SetFlags(x, ir.FlagInBounds)
	return x
}

// scalar builds a number of 16 or 32 bits.
func (u *uniformWords) scalar(b *ir.Builder, p wordsPlace, s ir.Scalar) ir.ExprID {
	quad := u.quad(b, p)
	var word ir.ExprID
	if p.offset == 0 || p.align == 16 {
		word = b.Load(b.AccessIndex(quad, p.static%16/4))
	} else {
		x := b.Access(quad, b.Binary(ir.And, shifted(b, ir.Shr, p.bytes(b), b.U32(2)), b.U32(3)))
		b.F.SetFlags(x, ir.FlagInBounds)
		word = b.Load(x)
	}
	if s.Bits() == 32 {
		return cast(b, ir.ScalarTypeOf(s), word)
	}
	half := uint32(0)
	if p.offset == 0 || p.align >= 4 {
		half = p.static % 4 / 2
	} else {
		// Bit 1 of the offset chooses: it times 8 is how far the number lies.
		bit := b.Binary(ir.And, p.bytes(b), b.U32(2))
		word = shifted(b, ir.Shr, word, shifted(b, ir.Shl, bit, b.U32(3)))
	}
	if s == ir.F16 {
		return b.AccessIndex(b.Bitcast(vec2h, word), half)
	}
	if half != 0 {
		word = shifted(b, ir.Shr, word, b.U32(16))
	} else {
		word = b.Binary(ir.And, word, b.U32(0xFFFF))
	}
	return cast(b, ir.ScalarTypeOf(s), b.Convert(ir.U16, word))
}
