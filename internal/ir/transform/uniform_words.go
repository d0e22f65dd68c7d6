package transform

// This file reads uniform buffers as words, for targets that can't lay a buffer out as the
// module has it: the elements of a constant buffer's arrays are 16 bytes apart in GLSL and
// HLSL, its structs and matrices begin at a multiple of 16. The buffer becomes an array of
// vec4<u32>, and loaded values are put together from it:
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
// Functions that take an offset read structs and arrays, one for each type, so that a
// module doesn't grow beyond its declarations. The last word is read with its whole vector:
// a buffer must be a multiple of 16 bytes, as both languages require.

import (
	"refract/internal/ir/layout"
	"refract/internal/ir/rewrite"
	"refract/ir"
)

// UniformWords makes arrays of vec4<u32> of the chosen uniform buffers, immediates and shader records that
// hold scalars of 16 and 32 bits only. It reports whether there was one. No parameter of a
// function may point into them (see PointerParams), and bounds checks (BoundsChecks) come
// before. Loaded values are made by bitcasts, of 16-bit floats from u32 to vec2<f16>: see
// SplitBitcasts.
func UniformWords(m *ir.Module, chosen func(g ir.GlobalID) bool) bool {
	var u *uniformWords
	for i := 1; i < len(m.Globals); i++ {
		g := &m.Globals[i]
		if g.Space != ir.SpaceUniform && g.Space != ir.SpaceImmediate && g.Space != ir.SpaceShaderRecord || g.Layout == ir.NoLayout || !chosen(ir.GlobalID(i)) {
			continue
		}
		if u == nil {
			u = &uniformWords{words: newWords(m), before: make([]wordsBuffer, len(m.Globals))}
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
	words
	before []wordsBuffer // by GlobalID
	all    bool          // scalars of every size are readable, arrays also without a length
}

// wordsBuffer is the former state of a changed buffer.
type wordsBuffer struct {
	ty     ir.TypeID // 0: not changed
	layout ir.LayoutID
	array  bool // of buffers: each is a struct of the words
}

// change makes a buffer one of words, if its contents can be read so.
func (u *uniformWords) change(g *ir.Global, was *wordsBuffer) {
	t := u.m.Types.At(g.Type)
	array := t.Kind == ir.TypeBindingArray
	held, l := u.m.Held(g)
	info, err := u.layouts.Of(held, l)
	if err != nil || info.Open || info.Size == 0 || u.isWords(held) || !u.readable(held, 0) {
		return
	}
	*was = wordsBuffer{g.Type, l, array}
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

// isWords reports whether a type is the replacement of a buffer already.
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
		return u.all && ty.Scalar.IsNumeric()
	case ir.TypeAtomic:
		return u.all && ty.Scalar.Bits() == 32
	case ir.TypeArray:
		return (ty.Length > 0 || u.all && ty.LengthExpr == 0) && u.readable(ty.Base, depth+1)
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

// Stmt implements rewrite.Visitor.
func (u *uniformWords) Stmt(*rewrite.Editor, ir.StmtID) {}

// Kinds implements rewrite.Selective.
func (*uniformWords) Kinds() ir.KindSet {
	return ir.Kinds(ir.KindAccess, ir.KindAccessIndex, ir.KindLoad)
}

// Expr implements rewrite.Visitor.
func (u *uniformWords) Expr(e *rewrite.Editor, x ir.ExprID) { u.visit(e, x) }
