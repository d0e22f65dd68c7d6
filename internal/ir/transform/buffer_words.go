package transform

// This file makes arrays of words of buffers that hold scalars which a target lacks, or
// whose layout it lacks, so that the memory of a host is unchanged:
//
//	struct @S { a : i8  b : u64  list : array<u16> }
//	global @s : @S storage(read_write) layout(natural)
//	%1 = access_index @s, .list
//	%2 = access %1, %i
//	store %2, %x
//
// becomes
//
//	global @s : array<u32> storage(read_write) layout(natural)
//	%3 = mul %i, 2u
//	%4 = add %3, 16u
//	... an atomic and and an atomic or of the word at %4 / 4
//
// Uniform buffers become arrays of vec4<u32>: see UniformWords. Values read and written
// keep their types, which NarrowScalars replaces.

import (
	"strconv"

	"refract/diag"
	"refract/internal/ir/compact"
	"refract/internal/ir/rewrite"
	"refract/ir"
)

// BufferWordsOptions selects the buffers that become words.
type BufferWordsOptions struct {
	Scalars ir.ScalarSet             // those that hold one of these
	Chosen  func(g ir.GlobalID) bool // if not nil: these
}

// BufferWords makes arrays of words of storage, uniform and immediate buffers. Functions
// with parameters that point into one get copies, as PointerParams makes them. It fails
// with a *NarrowError for buffers that can't be words, and with a *SpecializeError; the
// module is unusable then.
func BufferWords(m *ir.Module, o BufferWordsOptions) error {
	n := narrowing{m: m, set: o.Scalars}
	isChosen := func(id ir.GlobalID) bool {
		g := &m.Globals[id]
		return g.Space.IsBuffer() && (n.has(g.Type) || o.Chosen != nil && o.Chosen(id))
	}
	first := 1
	for first < len(m.Globals) && !isChosen(ir.GlobalID(first)) {
		first++
	}
	if first == len(m.Globals) {
		return nil
	}
	if err := PointerParams(m, PointerParamOptions{}); err != nil {
		return err
	}
	// Calls are of copies now.
	compact.Module(m, compact.Options{KeepUnused: true, Pipelines: true, Drop: func(f *ir.Function) bool { return pointsToBuffers(m, f) }})
	w := bufferWords{uniformWords: uniformWords{words: newWords(m), before: make([]wordsBuffer, len(m.Globals)), all: true}}
	w.pairs = true
	for i := first; i < len(m.Globals); i++ {
		if !isChosen(ir.GlobalID(i)) {
			continue
		}
		g, was := &m.Globals[i], &w.before[i]
		switch g.Space {
		case ir.SpaceStorage:
			w.changeStorage(g, was)
		case ir.SpaceImmediate:
			w.changeImmediate(g, was)
		default:
			w.change(g, was)
		}
		if was.ty == 0 && (g.Space == ir.SpaceStorage || !w.isWords(g.Type)) {
			return &NarrowError{"buffers like that of " + g.Name, g.Span}
		}
	}
	for _, f := range m.Functions[1:] {
		if w.start(f) {
			if err := w.checkAtomics(f); err != nil {
				return err
			}
			rewrite.Function(m, f, &w)
			if w.failed != nil {
				return w.failed
			}
		}
	}
	return nil
}

type bufferWords struct {
	uniformWords
	failed *NarrowError // what couldn't be done in a function
}

// changeStorage makes a storage buffer an array of u32, if its contents can be read and
// written so.
func (w *bufferWords) changeStorage(g *ir.Global, was *wordsBuffer) {
	t := *w.m.Types.At(g.Type)
	info, err := w.layouts.Of(g.Type, g.Layout)
	if err != nil || t.Kind == ir.TypeBindingArray || !w.readable(g.Type, 0) {
		return
	}
	*was = wordsBuffer{ty: g.Type, layout: g.Layout}
	words := ir.Type{Kind: ir.TypeArray, Base: ir.TypeU32}
	if !info.Open {
		words.Length = (info.Size + 3) / 4
	}
	g.Type, g.Layout = w.m.Types.Intern(words), ir.LayoutNatural
}

// changeImmediate makes immediate data a struct of words, as few targets allow arrays in
// it.
func (w *bufferWords) changeImmediate(g *ir.Global, was *wordsBuffer) {
	info, err := w.layouts.Of(g.Type, g.Layout)
	if err != nil || info.Open || info.Size == 0 || info.Size > maxImmediate || !w.readable(g.Type, 0) {
		return
	}
	*was = wordsBuffer{ty: g.Type, layout: g.Layout}
	members := make([]ir.Member, (info.Size+3)/4)
	for i := range members {
		members[i] = ir.Member{Name: "w" + strconv.Itoa(i), Type: ir.TypeU32, Span: g.Span}
	}
	g.Type, g.Layout = w.m.AddStruct(ir.Struct{Name: g.Name + "_words", Members: members, Span: g.Span}), ir.LayoutNatural
}

// maxImmediate is how many bytes of immediate data become words.
const maxImmediate = 1024

// start prepares for a function; it reports whether it uses a changed buffer.
func (w *bufferWords) start(f *ir.Function) bool {
	if !w.uniformWords.start(f) {
		return false
	}
	for x := range w.places {
		if p := &w.places[x]; p.base != 0 && !p.array {
			space := w.m.Globals[f.GlobalRef(p.base)].Space
			p.flat, p.open = space != ir.SpaceUniform, true
			if space == ir.SpaceImmediate {
				p.global = 0 // functions would need an offset that isn't known
			}
		}
	}
	return true
}

// checkAtomics refuses atomic operations that words can't do.
func (w *bufferWords) checkAtomics(f *ir.Function) error {
	// Places are known while the function is walked: so the question is the memory that a
	// pointer leads to.
	root := func(x ir.ExprID) ir.ExprID {
		for {
			switch f.Kind(x) {
			case ir.KindAccess:
				x = f.Access(x).Base
			case ir.KindAccessIndex:
				x = f.AccessIndex(x).Base
			default:
				return x
			}
		}
	}
	for s := ir.StmtID(1); int(s) < f.StmtCount(); s++ {
		if f.StmtKind(s) != ir.StmtAtomic {
			continue
		}
		a := f.Atomic(s)
		if x := root(a.Pointer); w.place(x).base == 0 {
			continue
		}
		scalar := w.m.Types.ScalarOf(w.m.Types.Pointee(f.TypeOf(a.Pointer)))
		signed := a.Op == ir.AtomicMin || a.Op == ir.AtomicMax || a.Op == ir.AtomicCompareExchange
		if scalar != ir.U32 && (scalar != ir.I32 || signed) {
			return &NarrowError{"atomic operations on " + scalar.String() + " beside what is read as words", f.StmtSpan(s)}
		}
	}
	return nil
}

// Kinds implements rewrite.Selective.
func (*bufferWords) Kinds() ir.KindSet {
	return ir.Kinds(ir.KindAccess, ir.KindAccessIndex, ir.KindLoad, ir.KindArrayLength)
}

// Expr implements rewrite.Visitor.
func (w *bufferWords) Expr(e *rewrite.Editor, x ir.ExprID) {
	if e.F.Kind(x) != ir.KindArrayLength {
		if e.F.Kind(x) == ir.KindAccess {
			if p := w.place(e.F.Access(x).Base); p.base != 0 && w.m.Globals[e.F.GlobalRef(p.base)].Space == ir.SpaceImmediate {
				w.failed = &NarrowError{"an index into immediate data that isn't known", e.F.SpanOf(x)}
				return
			}
		}
		w.visit(e, x)
		return
	}
	if p := w.place(e.F.Operand(x)); p.base != 0 {
		b := e.Ahead()
		bytes := b.Binary(ir.Mul, b.ArrayLength(p.base), b.U32(4))
		from := b.U32(p.static)
		e.Become(b.Binary(ir.Div, b.Binary(ir.Sub, b.Math(ir.MathMax, bytes, from), from), b.U32(p.info.Stride)))
	}
}

// Stmt implements rewrite.Visitor.
func (w *bufferWords) Stmt(e *rewrite.Editor, s ir.StmtID) {
	switch f := e.F; f.StmtKind(s) {
	case ir.StmtStore:
		to := f.Store(s)
		if p := w.place(to.Pointer); p.base != 0 {
			w.write(e.Remove(), p, to.Value)
		}
	case ir.StmtAtomic:
		a := f.Atomic(s)
		p := w.place(a.Pointer)
		if p.base == 0 {
			return
		}
		signed := w.m.Types.ScalarOf(p.ty) == ir.I32
		b := e.Ahead()
		a.Pointer = w.word(b, p)
		if a.Value != 0 {
			a.Value = asType(b, ir.TypeU32, a.Value)
		}
		if a.Result == 0 || !signed {
			f.OverwriteStmt(s, f.AddAtomic(a, diag.Span{}))
			return
		}
		e.Remove()
		a.Result = 0
		v := b.Atomic(a)
		f.Overwrite(f.StmtResult(s), f.AddAs(ir.TypeI32, 0, ir.As{Value: v, Bitcast: true}, b.Span))
		b.Pend(f.StmtResult(s))
	}
}
