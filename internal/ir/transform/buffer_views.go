package transform

// This file makes arrays of words of buffers whose bytes are read as many types
// (ir.TypeBuffer), and reads and writes words in place of views of them:
//
//	global @b : buffer<64> storage read_write
//	%1 = buffer_view @b offset %o : ptr<storage, array<f32>, read_write>
//	%2 = access %1, %i : ptr<storage, f32, read_write>
//	store %2, %x
//
// becomes
//
//	global @b : array<u32, 16> storage read_write
//	%3 = and %o, 0xFFFFFFFCu
//	%4 = mul %i, 4u
//	%5 = add %3, %4
//	%6 = shr %5, 2u
//	%7 = access @b, %6 : ptr<storage, u32, read_write>
//	%8 = bitcast %x : u32
//	store %7, %8
//
// Uniform buffers become arrays of vec4<u32>, which every target can lay out so. Bounds
// checks (BoundsChecks) come afterwards: if a view goes beyond its buffer, or an index
// beyond a view, some words of the buffer are read or written.

import (
	"slices"

	"refract/internal/ir/compact"
	"refract/internal/ir/rewrite"
	"refract/ir"
)

// BufferViews replaces all buffers and their views. Functions with parameters that point
// to memory which one of them may be in get copies, as PointerParams makes them; the
// error is a *SpecializeError.
func BufferViews(m *ir.Module) error {
	if !hasBuffers(m) {
		return nil
	}
	if err := PointerParams(m, PointerParamOptions{Workgroup: true}); err != nil {
		return err
	}
	// Calls are of copies now.
	compact.Module(m, compact.Options{KeepUnused: true, Pipelines: true, Drop: func(f *ir.Function) bool { return pointsToBuffers(m, f) }})
	v := &bufferViews{words: newWords(m), before: make([]ir.TypeID, len(m.Globals))}
	for i := 1; i < len(m.Globals); i++ {
		g := &m.Globals[i]
		if m.Types.At(g.Type).Kind == ir.TypeBuffer {
			v.before[i] = g.Type
			g.Type = v.wordsOf(g.Type, g.Space)
		}
	}
	rewrite.Functions(m, v.start, v)
	return nil
}

// hasBuffers reports whether a variable is a buffer, or a parameter points to one.
func hasBuffers(m *ir.Module) bool {
	isBuffer := func(t ir.TypeID) bool { return m.Types.At(m.Types.Pointee(t)).Kind == ir.TypeBuffer }
	return slices.ContainsFunc(m.Globals[1:], func(g ir.Global) bool { return isBuffer(g.Type) }) ||
		slices.ContainsFunc(m.Functions[1:], func(f *ir.Function) bool {
			return slices.ContainsFunc(f.Args, func(a ir.Argument) bool { return isBuffer(a.Type) })
		})
}

// pointsToBuffers reports whether a function has a parameter that may point into a
// buffer.
func pointsToBuffers(m *ir.Module, f *ir.Function) bool {
	for i := range f.Args {
		t := m.Types.At(f.Args[i].Type)
		if t.Kind == ir.TypePointer && (t.Space == ir.SpaceStorage || t.Space == ir.SpaceUniform || t.Space == ir.SpaceWorkgroup) {
			return true
		}
	}
	return false
}

type bufferViews struct {
	words
	before []ir.TypeID // by GlobalID: the buffer that it was, or 0
}

// wordsOf is the type that a buffer becomes.
func (v *bufferViews) wordsOf(buffer ir.TypeID, space ir.AddressSpace) ir.TypeID {
	t, word, bytes := *v.m.Types.At(buffer), ir.TypeU32, uint32(4)
	if space == ir.SpaceUniform {
		word, bytes = ir.VectorOf(ir.U32, 4), 16
	}
	a := ir.Type{Kind: ir.TypeArray, Base: word, Length: uint32((uint64(t.Length) + uint64(bytes) - 1) / uint64(bytes))}
	if x := ir.ExprID(t.LengthExpr); x != 0 {
		c := &v.m.Consts
		ty, span := c.TypeOf(x), c.SpanOf(x)
		up := c.AddBinary(ty, 0, ir.Binary{Op: ir.Add, Left: x, Right: c.AddLiteral(ty, uint64(bytes-1), span)}, span)
		a.LengthExpr = ir.ConstID(c.AddBinary(ty, 0, ir.Binary{Op: ir.Div, Left: up, Right: c.AddLiteral(ty, uint64(bytes), span)}, span))
	}
	return v.m.Types.Intern(a)
}

// start prepares for a function; it reports whether it uses a buffer.
func (v *bufferViews) start(f *ir.Function) bool {
	v.places = v.places[:0]
	for x := ir.ExprID(1); int(x) < f.ExprCount(); x++ {
		if f.Kind(x) != ir.KindGlobal || v.before[f.GlobalRef(x)] == 0 {
			continue
		}
		g := f.GlobalRef(x)
		p := wordsPlace{base: x, global: g, ty: v.before[g], flat: v.m.Globals[g].Space != ir.SpaceUniform}
		f.SetType(x, v.m.PointerTo(g))
		if len(v.places) == 0 {
			v.places = append(v.places, make([]wordsPlace, f.ExprCount())...)
		}
		p.length, p.open = v.m.Types.At(p.ty).Length, true
		v.places[x] = p
	}
	return len(v.places) > 0
}

// Kinds implements rewrite.Selective.
func (*bufferViews) Kinds() ir.KindSet {
	return ir.Kinds(ir.KindAccess, ir.KindAccessIndex, ir.KindLoad, ir.KindArrayLength, ir.KindBufferView)
}

// Expr implements rewrite.Visitor.
func (v *bufferViews) Expr(e *rewrite.Editor, x ir.ExprID) {
	switch e.F.Kind(x) {
	case ir.KindBufferView:
		view := e.F.BufferView(x)
		if p := v.place(view.Buffer); p.base != 0 {
			v.places[x] = v.view(e, p, view, e.M.Types.Pointee(e.F.TypeOf(x)))
			e.Remove()
		}
	case ir.KindArrayLength:
		if p := v.place(e.F.Operand(x)); p.base != 0 {
			e.Become(v.count(e.Ahead(), p))
		}
	default:
		v.visit(e, x)
	}
}

// Stmt implements rewrite.Visitor.
func (v *bufferViews) Stmt(e *rewrite.Editor, s ir.StmtID) {
	switch e.F.StmtKind(s) {
	case ir.StmtStore:
		to := e.F.Store(s)
		if p := v.place(to.Pointer); p.base != 0 {
			v.write(e.Remove(), p, to.Value)
		}
	case ir.StmtWorkgroupUniformLoad:
		if p := v.place(e.F.WorkgroupUniformLoad(s).Pointer); p.base != 0 {
			b := e.Ahead()
			b.Barrier(ir.MemoryWorkgroup)
			if v.isCalled(p) {
				v.call(e.Remove(), p, e.F.StmtResult(s))
			} else {
				e.Result(v.read(b, p))
			}
			b.Barrier(ir.MemoryWorkgroup)
		}
	}
}

// view is the place that a view of a buffer begins at, as a value of type t.
func (v *bufferViews) view(e *rewrite.Editor, p wordsPlace, view ir.BufferView, t ir.TypeID) wordsPlace {
	p.ty = t
	if view.Offset == 0 {
		if n := v.m.Types.At(t).Length; n != 0 {
			p.length = n
		}
		return p
	}
	p.layout = ir.LayoutNatural
	p.info, _ = v.layouts.Of(t, p.layout)
	p.step = v.m.Types.ScalarOf(t).Bytes()
	b := e.Ahead()
	align := p.info.Align
	if b.F.Kind(view.Offset) == ir.KindLiteral {
		p.static = uint32(b.F.LiteralBits(view.Offset)) &^ (align - 1)
	} else {
		p.align = min(align, 16)
		p.offset = b.Binary(ir.And, asU32(b, view.Offset), b.U32(^(align - 1)))
	}
	if view.Size != 0 {
		p.end = b.Binary(ir.Add, p.bytes(b), asU32(b, view.Size))
	}
	return p
}

// count is how many bytes a buffer has, or how many elements an array at the end of a view.
func (v *bufferViews) count(b *ir.Builder, p wordsPlace) ir.ExprID {
	end := p.end
	if end == 0 {
		end = v.size(b, p)
	}
	if v.m.Types.At(p.ty).Kind == ir.TypeBuffer {
		return end
	}
	from := p.bytes(b)
	return b.Binary(ir.Div, b.Binary(ir.Sub, b.Math(ir.MathMax, end, from), from), b.U32(p.info.Stride))
}

// size is how many bytes the buffer has that a place lies in.
func (v *bufferViews) size(b *ir.Builder, p wordsPlace) ir.ExprID {
	if p.length != 0 {
		return b.U32(p.length)
	}
	if x := v.m.Types.At(v.before[p.global]).LengthExpr; x != 0 {
		return importU32(b, x)
	}
	return b.Binary(ir.Mul, b.ArrayLength(p.base), b.U32(4))
}
