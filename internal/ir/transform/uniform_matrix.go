package transform

// This file stores the matrices of uniform buffers as columns, for targets that need the
// columns of a matrix in a uniform buffer 16 bytes apart, if WGSL's layout has them closer
// (mat2x2<f32>, matrices of f16, ...). A member of this kind becomes one member for each
// column, at the same offsets; an element of an array becomes a struct of its columns:
//
//	struct @S { a : f32  m : mat2x2<f32> }
//	global @u : @S uniform
//	%1 = access_index @u, .m : ptr<uniform, mat2x2<f32>, read>
//	%2 = load %1 : mat2x2<f32>
//
// becomes
//
//	struct @S { a : f32  m_0 : vec2<f32>  m_1 : vec2<f32> }
//	%1 = access_index @u, .m_0 : ptr<uniform, vec2<f32>, read>
//	%2 = load %1 : vec2<f32>
//	...
//	%5 = compose %2, %4 : mat2x2<f32>
//
// Values keep their types: whole loads are put together from parts, long arrays in a loop.
// A dynamic index into a column or a matrix of the buffer is one into the loaded matrix
// then.

import (
	"strconv"
	"sync"

	"refract/internal/ir/layout"
	"refract/internal/ir/rewrite"
	"refract/internal/reuse"
	"refract/ir"
)

// UniformMatrices splits the matrices in uniform buffers of natural layout whose
// columns aren't a multiple of 16 bytes apart. No parameter of a function may
// point into a uniform buffer: see PointerParams.
func UniformMatrices(m *ir.Module) {
	u := matrixSplitters.Get().(*uniformMatrices)
	u.split(m)
	u.m = nil
	matrixSplitters.Put(u)
}

var matrixSplitters = sync.Pool{New: func() any { return new(uniformMatrices) }}

func (u *uniformMatrices) split(m *ir.Module) {
	first := 0
	u.m, u.laidOut = m, false
	u.needs = reuse.Zeroed(u.needs, m.Types.Len())
	for i := range m.Globals {
		if g := &m.Globals[i]; g.Space == ir.SpaceUniform && !g.Default && g.Layout == ir.LayoutNatural && u.need(g.Type) {
			first = i
			break
		}
	}
	if first == 0 {
		return
	}
	u.places = u.places[:0]
	u.became = reuse.Zeroed(u.became, m.Types.Len())
	u.first = reuse.Zeroed(u.first, len(m.Structs))
	u.before = reuse.Zeroed(u.before, len(m.Globals))
	for i := first; i < len(m.Globals); i++ {
		g := &m.Globals[i]
		if g.Space == ir.SpaceUniform && !g.Default && g.Layout == ir.LayoutNatural && u.need(g.Type) {
			u.before[i] = g.Type
			g.Type = u.splitOf(g.Type)
		}
	}
	rewrite.Functions(m, u.start, u)
	clear(u.first)
}

type uniformMatrices struct {
	m       *ir.Module
	layouts layout.Cache
	laidOut bool         // layouts is of this module
	needs   []int8       // by TypeID: 1 if it holds a matrix to split, -1 if not, 0 not known yet
	became  []ir.TypeID  // by TypeID: the type that takes its place
	first   [][]uint32   // by StructID: index of each member in the struct that takes its place
	before  []ir.TypeID  // by GlobalID: the type of a global that was changed
	places  []splitPlace // by ExprID, in the function at hand
}

// splitPlace is the replacement of a pointer into a changed buffer.
type splitPlace struct {
	kind   splitKind
	ty     ir.TypeID // what was there
	parent ir.ExprID // splitMatrix: pointer to the struct of columns; splitColumn and splitComponent: the matrix or column
	first  uint32    // splitMatrix: the member that is the first column
	index  ir.ExprID // splitColumn, splitComponent: the index, or 0
	static uint32    // splitComponent: the index where that is 0
}

type splitKind uint8

const (
	notSplit       splitKind = iota
	splitParts               // still a pointer, to a type with split matrices in it
	splitMatrix              // a matrix: no pointer any more
	splitColumn              // a column by a dynamic index
	splitComponent           // a component of such a column
)

// need reports whether a type holds a matrix to split.
func (u *uniformMatrices) need(t ir.TypeID) bool {
	if int(t) >= len(u.needs) {
		return false
	}
	if n := u.needs[t]; n != 0 {
		return n > 0
	}
	needs := false
	switch ty := u.m.Types.At(t); ty.Kind {
	case ir.TypeMatrix:
		if ty.Rows == 2 || ty.Scalar.Bits() != 32 { // else 16
			info, err := u.layoutOf(t)
			needs = err == nil && info.Stride%16 != 0
		}
	case ir.TypeArray, ir.TypeBindingArray:
		needs = u.need(ty.Base)
	case ir.TypeStruct:
		for _, mem := range u.m.Structs[ty.Struct].Members {
			needs = needs || u.need(mem.Type)
		}
	}
	u.needs[t] = -1
	if needs {
		u.needs[t] = 1
	}
	return needs
}

func (u *uniformMatrices) layoutOf(t ir.TypeID) (layout.Info, error) {
	if !u.laidOut {
		u.layouts.Reset(u.m)
		u.laidOut = true
	}
	return u.layouts.Of(t, ir.LayoutNatural)
}

// splitOf is the type that takes the place of one that holds a matrix to split.
func (u *uniformMatrices) splitOf(t ir.TypeID) ir.TypeID {
	if !u.need(t) {
		return t
	}
	if s := u.became[t]; s != 0 {
		return s
	}
	ty := *u.m.Types.At(t)
	var s ir.TypeID
	switch ty.Kind {
	case ir.TypeMatrix:
		decl := ir.Struct{Name: "mat" + strconv.Itoa(int(ty.Columns)) + "x" + strconv.Itoa(int(ty.Rows)) + "_" + ty.Scalar.String()}
		decl.Members = u.columns(decl.Members, ir.Member{Name: "column", Type: t}, &ty)
		s = u.m.AddStruct(decl)
	case ir.TypeStruct:
		s = u.splitStruct(ty.Struct)
	default:
		ty.Base = u.splitOf(ty.Base)
		s = u.m.Types.Intern(ty)
	}
	u.became[t] = s
	return s
}

// columns appends the members that a matrix becomes, at the same offsets.
func (u *uniformMatrices) columns(list []ir.Member, mem ir.Member, t *ir.Type) []ir.Member {
	info, _ := u.layoutOf(mem.Type)
	for i := range uint32(t.Columns) {
		c := ir.Member{Name: mem.Name + "_" + strconv.Itoa(int(i)), Type: ir.VectorOf(t.Scalar, int(t.Rows)), Span: mem.Span}
		if i == 0 {
			c.Align, c.Doc = mem.Align, mem.Doc
		}
		if i == uint32(t.Columns)-1 && mem.Size != 0 {
			c.Size = mem.Size - i*info.Stride
		} else if i == uint32(t.Columns)-1 && t.Rows == 3 {
			c.Size = info.Stride // nothing may follow in the column's padding, as it could after a vector
		}
		list = append(list, c)
	}
	return list
}

func (u *uniformMatrices) splitStruct(id ir.StructID) ir.TypeID {
	decl := u.m.Structs[id]
	members := decl.Members
	decl.Members, decl.Special = nil, ir.NotSpecial
	first := make([]uint32, len(members))
	for i, mem := range members {
		first[i] = uint32(len(decl.Members))
		t := *u.m.Types.At(mem.Type)
		if t.Kind == ir.TypeMatrix && u.need(mem.Type) {
			decl.Members = u.columns(decl.Members, mem, &t)
			continue
		}
		mem.Type = u.splitOf(mem.Type)
		decl.Members = append(decl.Members, mem)
	}
	u.first[id] = first
	return u.m.AddStruct(decl)
}

// start prepares for a function; it reports whether it uses a changed buffer.
func (u *uniformMatrices) start(f *ir.Function) bool {
	u.places = u.places[:0]
	for x := ir.ExprID(1); int(x) < f.ExprCount(); x++ {
		if f.Kind(x) != ir.KindGlobal {
			continue
		}
		g := f.GlobalRef(x)
		t := u.before[g]
		if t == 0 {
			continue
		}
		f.SetType(x, u.m.PointerTo(g))
		if len(u.places) == 0 {
			u.places = append(u.places, make([]splitPlace, f.ExprCount())...)
		}
		u.places[x] = u.placeOf(x, t)
	}
	return len(u.places) > 0
}

// placeOf is the replacement of pointer x, which pointed to a value of type t.
func (u *uniformMatrices) placeOf(x ir.ExprID, t ir.TypeID) splitPlace {
	switch {
	case !u.need(t):
		return splitPlace{}
	case u.m.Types.At(t).Kind == ir.TypeMatrix:
		return splitPlace{kind: splitMatrix, ty: t, parent: x}
	}
	return splitPlace{kind: splitParts, ty: t}
}

func (u *uniformMatrices) place(x ir.ExprID) splitPlace {
	if int(x) < len(u.places) {
		return u.places[x]
	}
	return splitPlace{}
}

// Stmt implements rewrite.Visitor.
func (u *uniformMatrices) Stmt(*rewrite.Editor, ir.StmtID) {}

// Kinds implements rewrite.Selective.
func (*uniformMatrices) Kinds() ir.KindSet {
	return ir.Kinds(ir.KindAccess, ir.KindAccessIndex, ir.KindLoad)
}

// Expr implements rewrite.Visitor.
func (u *uniformMatrices) Expr(e *rewrite.Editor, x ir.ExprID) {
	f := e.F
	switch f.Kind(x) {
	case ir.KindAccessIndex:
		a := f.AccessIndex(x)
		if p := u.place(a.Base); p.kind != notSplit {
			u.access(e, x, a.Base, 0, a.Index, p)
		}
	case ir.KindAccess:
		a := f.Access(x)
		if p := u.place(a.Base); p.kind != notSplit {
			u.access(e, x, a.Base, a.Index, 0, p)
		}
	case ir.KindLoad:
		from := f.Operand(x)
		if p := u.place(from); p.kind != notSplit {
			e.Become(u.read(e.Ahead(), from, p))
		}
	}
}

// access rewrites x, an access to a place by a dynamic or static index.
func (u *uniformMatrices) access(e *rewrite.Editor, x, base, index ir.ExprID, static uint32, p splitPlace) {
	ty := u.m.Types.At(p.ty)
	switch {
	case p.kind == splitMatrix && index == 0:
		e.Become(e.Ahead().AccessIndex(p.parent, p.first+static))
	case p.kind == splitMatrix:
		u.places[x] = splitPlace{kind: splitColumn, ty: ir.VectorOf(ty.Scalar, int(ty.Rows)), parent: base, index: index}
		e.Remove()
	case p.kind == splitColumn:
		u.places[x] = splitPlace{kind: splitComponent, ty: ir.ScalarTypeOf(ty.Scalar), parent: base, index: index, static: static}
		e.Remove()
	case ty.Kind == ir.TypeStruct:
		mem := u.m.Structs[ty.Struct].Members[static].Type
		at := u.first[ty.Struct][static]
		if u.m.Types.At(mem).Kind == ir.TypeMatrix && u.need(mem) {
			u.places[x] = splitPlace{kind: splitMatrix, ty: mem, parent: base, first: at}
			e.Remove()
			return
		}
		u.places[x] = u.placeOf(x, mem)
		e.Become(e.Ahead().AccessIndex(base, at))
	default:
		flags := e.F.Flags(x)
		u.places[x] = u.placeOf(x, ty.Base)
		if index != 0 {
			v := e.Ahead().Access(base, index)
			e.F.SetFlags(v, flags)
			e.Become(v)
		} else {
			e.Become(e.Ahead().AccessIndex(base, static))
		}
	}
}

// read builds the value at a place. x is the pointer, if there is one.
func (u *uniformMatrices) read(b *ir.Builder, x ir.ExprID, p splitPlace) ir.ExprID {
	switch p.kind {
	case splitMatrix:
		var columns [4]ir.ExprID
		n := u.m.Types.At(p.ty).Columns
		for i := range n {
			columns[i] = b.Load(b.AccessIndex(p.parent, p.first+uint32(i)))
		}
		return b.Compose(p.ty, columns[:n]...)
	case splitColumn:
		return b.Access(u.read(b, p.parent, u.places[p.parent]), p.index)
	case splitComponent:
		column := u.read(b, p.parent, u.places[p.parent])
		if p.index != 0 {
			return b.Access(column, p.index)
		}
		return b.AccessIndex(column, p.static)
	case splitParts:
		return u.readParts(b, x, p.ty)
	}
	return b.Load(x)
}

// splitUnrolled is how many elements of an array are read one by one.
const splitUnrolled = 8

// readParts builds a value of type t from the memory of pointer x, to the type in its
// place.
func (u *uniformMatrices) readParts(b *ir.Builder, x ir.ExprID, t ir.TypeID) ir.ExprID {
	ty := *u.m.Types.At(t)
	var parts []ir.ExprID
	switch {
	case ty.Kind == ir.TypeStruct:
		for i := range u.m.Structs[ty.Struct].Members {
			mem := u.m.Structs[ty.Struct].Members[i].Type
			at := u.first[ty.Struct][i]
			if u.m.Types.At(mem).Kind == ir.TypeMatrix && u.need(mem) {
				parts = append(parts, u.read(b, x, splitPlace{kind: splitMatrix, ty: mem, parent: x, first: at}))
				continue
			}
			part := b.AccessIndex(x, at)
			parts = append(parts, u.read(b, part, u.placeOf(part, mem)))
		}
	case ty.Length > splitUnrolled:
		return u.readLong(b, x, t, &ty)
	default:
		for i := range ty.Length {
			part := b.AccessIndex(x, i)
			parts = append(parts, u.read(b, part, u.placeOf(part, ty.Base)))
		}
	}
	return b.Compose(t, parts...)
}

// readLong builds a long array in a loop.
func (u *uniformMatrices) readLong(b *ir.Builder, x ir.ExprID, t ir.TypeID, ty *ir.Type) ir.ExprID {
	whole := b.F.AddLocal(ir.Local{Type: t})
	counter := b.F.AddLocal(ir.Local{Type: ir.TypeU32})
	b.DeclareLocal(whole, 0)
	b.DeclareLocal(counter, b.U32(0))
	mark := b.Begin()
	i := b.Load(b.Local(counter))
	inside := b.Binary(ir.Lt, i, b.U32(ty.Length))
	inner := b.Begin()
	b.Break()
	b.If(inside, 0, b.End(inner))
	part := b.Access(x, i)
	b.F.SetFlags(part, ir.FlagInBounds)
	value := u.read(b, part, u.placeOf(part, ty.Base))
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
