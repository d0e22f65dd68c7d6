package transform

// This file stores values in buffers by their parts if there is padding between them, which
// the host may use: WGSL leaves it as it is (section "Memory Layout"), but an assignment of
// a struct with members for its padding overwrites it.
//
//	struct @S { a : u32  b : vec3<u32> }
//	store @buffer, %1
//
// becomes
//
//	%2 = access_index @buffer, .a : ptr<storage, u32, read_write>
//	%3 = access_index %1, .a : u32
//	store %2, %3
//	...
//
// Elements of an array are stored in a loop. Metal's vectors of three have the size of
// vectors of four, so that there columns of matrices, too, have padding behind them.

import (
	"refract/internal/ir/layout"
	"refract/internal/ir/rewrite"
	"refract/ir"
)

// StorePartsOptions selects types with padding besides structs.
type StorePartsOptions struct {
	Vectors bool // vectors of three components with a fourth behind them, in arrays and matrices
}

// StoreParts stores values with padding in storage buffers by their parts. Values of more
// than 4096 parts stay as they are.
func StoreParts(m *ir.Module, o StorePartsOptions) {
	if storesAggregates(m, o.Vectors) {
		s := storeSplitter{m: m, layouts: layout.New(m), vectors: o.Vectors, found: map[storedType]int{}}
		s.run()
	}
}

// storesAggregates reports whether anything but scalars, vectors and (unless they count)
// matrices is stored in a buffer.
func storesAggregates(m *ir.Module, matrices bool) bool {
	for _, f := range m.Functions[1:] {
		if !f.MayHaveStmt(ir.StmtStore) {
			continue
		}
		for i := ir.StmtID(1); int(i) < f.StmtCount(); i++ {
			if f.StmtKind(i) != ir.StmtStore {
				continue
			}
			if v := f.Store(i); (!f.TypeOf(v.Value).IsElementary() || matrices && m.Types.At(f.TypeOf(v.Value)).Kind == ir.TypeMatrix) && m.Types.At(f.TypeOf(v.Pointer)).Space == ir.SpaceStorage {
				return true
			}
		}
	}
	return false
}

// maxStoredParts bounds the parts of a value, as structs that hold a struct twice
// each may have any number.
const maxStoredParts = 4096

// unrolledParts is how many elements of an array are stored one by one.
const unrolledParts = 4

// storedType is a type in memory of a layout.
type storedType struct {
	ty     ir.TypeID
	layout ir.LayoutID
}

// storeSplitter is the state of StoreParts.
type storeSplitter struct {
	m       *ir.Module
	layouts *layout.Cache
	vectors bool               // of StorePartsOptions
	added   [][]int            // by StructID: as padding.forms, whose added members are the padding; nil: gaps are
	found   map[storedType]int // statements that a value takes if it is stored by its parts; 0: it needn't be
}

func (s *storeSplitter) run() { rewrite.Functions(s.m, s.start, s) }

// start reports whether a function stores anything of the kind.
func (s *storeSplitter) start(f *ir.Function) bool {
	for i := ir.StmtID(1); int(i) < f.StmtCount(); i++ {
		if f.StmtKind(i) == ir.StmtStore && s.splits(f, f.Store(i)) {
			return true
		}
	}
	return false
}

func (s *storeSplitter) splits(f *ir.Function, v ir.Store) bool {
	p := s.m.Types.At(f.TypeOf(v.Pointer))
	if p.Space != ir.SpaceStorage || s.isWhole(p.Base) {
		return false
	}
	n := s.parts(p.Base, p.Layout, 0)
	return n > 0 && n <= maxStoredParts
}

// isWhole reports whether a value of a type is stored in one piece: scalars, vectors,
// and matrices without padding behind their columns.
func (s *storeSplitter) isWhole(t ir.TypeID) bool {
	if !t.IsElementary() {
		return false
	}
	ty := s.m.Types.At(t)
	return !s.vectors || ty.Kind != ir.TypeMatrix || ty.Rows != 3
}

// parts is the number of statements that store a value by its parts, or 0 if it has
// no padding. It stops counting beyond maxStoredParts.
func (s *storeSplitter) parts(t ir.TypeID, l ir.LayoutID, depth int) int {
	if s.isWhole(t) || depth > layout.MaxDepth {
		return 0
	}
	key := storedType{t, l}
	if n, ok := s.found[key]; ok {
		return n
	}
	n := 0
	switch ty := s.m.Types.At(t); ty.Kind {
	case ir.TypeMatrix:
		n = int(ty.Columns)
	case ir.TypeArray:
		n = s.parts(ty.Base, s.m.ElementLayout(l), depth+1)
		if e := s.m.Types.At(ty.Base); s.vectors && e.Kind == ir.TypeVector && e.Rows == 3 {
			n = 1
		}
		if n > 0 && ty.Length <= unrolledParts {
			n *= int(ty.Length)
		}
	case ir.TypeStruct:
		members := s.m.Structs[ty.Struct].Members
		padded := s.isPadded(t, ty.Struct, l)
		for i := range members {
			inner := s.parts(members[i].Type, s.m.MemberLayout(l, i), depth+1)
			padded = padded || inner > 0
			n += max(1, inner)
		}
		if !padded {
			n = 0
		}
	}
	n = min(n, maxStoredParts+1)
	s.found[key] = n
	return n
}

// isPadded reports whether there is padding between the members of a struct, or
// behind them.
func (s *storeSplitter) isPadded(t ir.TypeID, id ir.StructID, l ir.LayoutID) bool {
	if s.added != nil {
		for _, was := range s.added[id] {
			if was < 0 {
				return true
			}
		}
		return false
	}
	whole, err := s.layouts.Of(t, l)
	if err != nil || whole.Open {
		return false
	}
	end := uint32(0)
	for i := range s.m.Structs[id].Members {
		offset, info, err := s.layouts.Member(t, l, i)
		if err != nil {
			return false
		}
		if offset != end {
			return true
		}
		end = offset + info.Size
	}
	return end != whole.Size
}

// Kinds implements rewrite.Selective.
func (*storeSplitter) Kinds() ir.KindSet { return 0 }

// Expr implements rewrite.Visitor.
func (*storeSplitter) Expr(*rewrite.Editor, ir.ExprID) {}

// Stmt implements rewrite.Visitor.
func (s *storeSplitter) Stmt(e *rewrite.Editor, id ir.StmtID) {
	if e.F.StmtKind(id) != ir.StmtStore {
		return
	}
	if v := e.F.Store(id); s.splits(e.F, v) {
		s.store(e.Remove(), v.Pointer, source{value: v.Value})
	}
}

// source is the place of the value to be stored: value, or behind pointer.
type source struct{ value, pointer ir.ExprID }

// part is a member or element of a source, of type t.
func (s *storeSplitter) part(b *ir.Builder, from source, i uint32, t ir.TypeID) source {
	if from.pointer != 0 {
		return source{pointer: b.AccessIndex(from.pointer, i)}
	}
	switch b.F.Kind(from.value) {
	case ir.KindCompose:
		return source{value: b.F.Compose(from.value).Components[i]}
	case ir.KindZeroValue:
		return source{value: b.Zero(t)}
	}
	return source{value: b.AccessIndex(from.value, i)}
}

// store stores a value, by its parts if they have padding among them.
func (s *storeSplitter) store(b *ir.Builder, to ir.ExprID, from source) {
	p := *s.m.Types.At(b.TypeOf(to))
	if s.parts(p.Base, p.Layout, 0) == 0 {
		if from.pointer != 0 {
			from.value = b.Load(from.pointer)
		}
		b.Store(to, from.value)
		return
	}
	t := *s.m.Types.At(p.Base)
	switch {
	case t.Kind == ir.TypeStruct:
		for i := range s.m.Structs[t.Struct].Members {
			if s.added != nil && s.added[t.Struct] != nil && s.added[t.Struct][i] < 0 {
				continue
			}
			s.store(b, b.AccessIndex(to, uint32(i)), s.part(b, from, uint32(i), s.m.Structs[t.Struct].Members[i].Type))
		}
	case t.Kind == ir.TypeMatrix:
		for i := range uint32(t.Columns) {
			s.store(b, b.AccessIndex(to, i), s.part(b, from, i, ir.VectorOf(t.Scalar, int(t.Rows))))
		}
	case t.Length <= unrolledParts:
		for i := range t.Length {
			s.store(b, b.AccessIndex(to, i), s.part(b, from, i, t.Base))
		}
	default:
		s.elements(b, to, from, p.Base, t.Length)
	}
}

// elements stores the elements of an array in a loop.
func (s *storeSplitter) elements(b *ir.Builder, to ir.ExprID, from source, t ir.TypeID, length uint32) {
	if from.pointer == 0 {
		whole := b.F.AddLocal(ir.Local{Type: t})
		b.DeclareLocal(whole, from.value)
		from.pointer = b.Local(whole)
	}
	counter := b.F.AddLocal(ir.Local{Type: ir.TypeU32})
	b.DeclareLocal(counter, b.U32(0))
	mark := b.Begin()
	i := b.Load(b.Local(counter))
	inside := b.Binary(ir.Lt, i, b.U32(length))
	inner := b.Begin()
	b.Break()
	b.If(inside, 0, b.End(inner))
	element := func(base ir.ExprID) ir.ExprID {
		x := b.Access(base, i)
		b.F.SetFlags(x, ir.FlagInBounds)
		return x
	}
	s.store(b, element(to), source{pointer: element(from.pointer)})
	body := b.End(mark)
	mark = b.Begin()
	b.Store(b.Local(counter), b.Binary(ir.Add, b.Load(b.Local(counter)), b.U32(1)))
	next := b.End(mark)
	b.Loop(ir.Loop{Shape: ir.LoopFor, Body: body, Continuing: next})
}
