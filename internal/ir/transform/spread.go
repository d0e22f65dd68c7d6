package transform

// This file changes buffers whose arrays and matrices have their parts further apart than a
// target's own rule puts them, as std140 has: 16 bytes from float to float, from column to
// column of a mat2. The parts become structs, which can be padded, matrices arrays of
// columns, or of rows if they are stored by rows:
//
//	struct @U { a : array<f32, 4>  m : mat2x2<f32> }
//	global @u : @U uniform layout(std140)
//	%1 = access @u.a, %i : ptr<uniform, f32, read, std140>
//	%2 = load @u.m : mat2x2<f32>
//
// becomes
//
//	struct @Padded { value : f32 }
//	struct @Padded_1 { value : vec2<f32> }
//	struct @U_1 { a : array<@Padded, 4>  m : array<@Padded_1, 2> }
//	%1 = access @u.a, %i . 0
//	%2 = compose ... of the columns
//
// If the option is set, vectors of storage buffers at places other than multiples of their
// alignment, as Direct3D's and scalar layouts have them, become arrays of numbers.
//
// Whole structs and arrays are converted by functions, one for each type and direction.

import (
	"refract/internal/ir/layout"
	"refract/internal/ir/rewrite"
	"refract/ir"
)

// SpreadOptions selects the buffers that SpreadElements changes.
type SpreadOptions struct {
	Vectors bool                     // those of storage buffers, too, that aren't aligned
	Chosen  func(g ir.GlobalID) bool // if not nil, says which buffers
}

// SpreadElements changes the uniform, storage and immediate buffers whose arrays and
// matrices have their parts further apart than the rules of WGSL do, or rows in place of
// columns; padding of structs is left to the layout of the target. No parameter of a
// function may point into a buffer (see PointerParams). It returns the structs that nothing
// uses since: their replacements have their names.
func SpreadElements(m *ir.Module, o SpreadOptions) (left []ir.StructID) {
	if !HasSpreadElements(m, o) {
		return nil
	}
	s := &spread{m: m, opts: o, before: make([]spreadBuffer, len(m.Globals)), made: map[spreadKey]spreadType{},
		wraps: map[spreadKey]spreadType{}, functions: map[spreadCall]ir.FuncID{}, replaced: map[ir.StructID]bool{}, first: ir.StructID(len(m.Structs))}
	s.layouts.Reset(m)
	for i := 1; i < len(m.Globals); i++ {
		if g := &m.Globals[i]; o.takes(g, ir.GlobalID(i)) {
			s.change(g, &s.before[i])
		}
	}
	rewrite.Functions(m, s.start, s)
	return s.unused()
}

// HasSpreadElements reports whether SpreadElements would change a buffer.
func HasSpreadElements(m *ir.Module, o SpreadOptions) bool {
	var s *spread
	for i := 1; i < len(m.Globals); i++ {
		g := &m.Globals[i]
		if !o.takes(g, ir.GlobalID(i)) {
			continue
		}
		if s == nil {
			s = &spread{m: m, opts: o}
			s.layouts.Reset(m)
		}
		if h, _, err := s.buffer(g); err == nil && s.needs(h, 0) {
			return true
		}
	}
	return false
}

// unused finds the structs that only buffers used, and unneeded new ones, and takes their
// names.
func (s *spread) unused() (left []ir.StructID) {
	used := UsedStructs(s.m)
	for id := range s.m.Structs {
		if (s.replaced[ir.StructID(id)] || ir.StructID(id) >= s.first) && !used[id] {
			s.m.Structs[id].Name = ""
			left = append(left, ir.StructID(id))
		}
	}
	return left
}

// UsedStructs reports for each struct whether anything has it as a type, or in one.
func UsedStructs(m *ir.Module) []bool {
	used := make([]bool, len(m.Structs))
	var use func(t ir.TypeID)
	use = func(t ir.TypeID) {
		switch ty := m.Types.At(t); ty.Kind {
		case ir.TypePointer, ir.TypeArray, ir.TypeBindingArray:
			use(ty.Base)
		case ir.TypeStruct:
			if !used[ty.Struct] {
				used[ty.Struct] = true
				for i := range m.Structs[ty.Struct].Members {
					use(m.Structs[ty.Struct].Members[i].Type)
				}
			}
		}
	}
	for i := 1; i < len(m.Globals); i++ {
		use(m.Globals[i].Type)
	}
	for i := 1; i < m.Consts.ExprCount(); i++ {
		use(m.Consts.TypeOf(ir.ExprID(i)))
	}
	for _, f := range m.Functions[1:] {
		use(f.Result)
		for i := range f.Args {
			use(f.Args[i].Type)
		}
		for i := 1; i < len(f.Locals); i++ {
			use(f.Locals[i].Type)
		}
		for i := 1; i < f.ExprCount(); i++ {
			if k := f.Kind(ir.ExprID(i)); k != ir.KindInvalid {
				use(f.TypeOf(ir.ExprID(i)))
			}
		}
	}
	return used
}

func (o *SpreadOptions) takes(g *ir.Global, id ir.GlobalID) bool {
	return isLaidOut(g) && (o.Chosen == nil || o.Chosen(id))
}

// isLaidOut reports whether a global is a buffer that lies by other rules than WGSL's.
func isLaidOut(g *ir.Global) bool {
	return g.Layout > ir.LayoutNatural && g.Space.IsBuffer()
}

type spread struct {
	m         *ir.Module
	opts      SpreadOptions
	layouts   layout.Cache
	before    []spreadBuffer // by GlobalID
	places    []spreadPlace  // by ExprID, in the function at hand
	made      map[spreadKey]spreadType
	wraps     map[spreadKey]spreadType // by what is in the struct
	functions map[spreadCall]ir.FuncID
	replaced  map[ir.StructID]bool
	first     ir.StructID // that was made here
}

// spreadHeld is a type as it lay in memory.
type spreadHeld struct {
	ty     ir.TypeID
	layout ir.LayoutID
	info   layout.Info
	align  uint32 // what its place is a multiple of, a power of 2; 0: vectors stay as they are
}

func (h spreadHeld) key() spreadKey {
	return spreadKey{h.ty, h.layout, h.info.Stride, h.align, h.info.RowMajor}
}

// within is a number that the place of a part is a multiple of, so many bytes from the
// beginning, or from a multiple of it.
func (h spreadHeld) within(offset uint32) uint32 {
	if h.align == 0 {
		return 0
	}
	return (h.align | offset) & -(h.align | offset)
}

type spreadKey struct {
	ty     ir.TypeID
	layout ir.LayoutID
	stride uint32
	align  uint32
	rows   bool
}

type spreadCall struct {
	key  spreadKey
	pack bool
}

// spreadType is the replacement of a type in memory.
type spreadType struct {
	ty      ir.TypeID
	layout  ir.LayoutID
	changed bool
	wrapped bool // of arrays, and of matrices that are ones: the elements are in structs
	rows    bool // of matrices: the array is one of rows
}

// spreadBuffer is the former state of a changed buffer.
type spreadBuffer struct {
	held  spreadHeld // ty 0: not changed
	array bool       // of buffers
}

// spreadPlace is a pointer into a changed buffer.
type spreadPlace struct {
	ptr    ir.ExprID // as it is now; 0: no such place
	held   spreadHeld
	array  bool      // of an array of buffers
	rows   bool      // held is a column of the matrix by rows at ptr:
	column ir.ExprID // number, or
	static uint32
	matrix spreadHeld
}

// change makes a buffer hold the replacements of its parts.
func (s *spread) change(g *ir.Global, was *spreadBuffer) {
	h, array, err := s.buffer(g)
	if err != nil || !s.needs(h, 0) {
		return
	}
	now := s.of(h, 0)
	if h.align > 0 && !s.fits(now.ty, now.layout, 0) {
		h.align = 1 // every vector
		now = s.of(h, 0)
	}
	*was = spreadBuffer{h, array}
	if !array {
		g.Type, g.Layout = now.ty, now.layout
		return
	}
	ty := *s.m.Types.At(g.Type)
	ty.Base = now.ty
	g.Type = s.m.Types.Intern(ty)
	if g.Layout >= ir.FirstExplicitLayout {
		g.Layout = s.explicit(ir.LayoutNode{Members: []ir.LayoutID{now.layout}})
	}
}

// buffer is the contents of a buffer, or of each in an array of buffers.
func (s *spread) buffer(g *ir.Global) (h spreadHeld, array bool, err error) {
	h = spreadHeld{ty: g.Type, layout: g.Layout}
	if t := s.m.Types.At(g.Type); t.Kind == ir.TypeBindingArray {
		h.ty, h.layout, array = t.Base, s.m.ElementLayout(g.Layout), true
	}
	if s.opts.Vectors && g.Space == ir.SpaceStorage {
		h.align = spreadAligned
	}
	h.info, err = s.layouts.Of(h.ty, h.layout)
	return h, array, err
}

// spreadAligned divides the beginning of buffers, and is more than a vector's alignment.
const spreadAligned = 256

// fits reports whether the replacement of a type has room in its place.
func (s *spread) fits(t ir.TypeID, l ir.LayoutID, depth int) bool {
	if l <= ir.LayoutNatural || depth > layout.MaxDepth {
		return true
	}
	switch ty := s.m.Types.At(t); ty.Kind {
	case ir.TypeArray:
		info, err := s.layouts.Of(t, l)
		element, err2 := s.layouts.Of(ty.Base, ir.LayoutNatural)
		return err == nil && err2 == nil && (element.Size <= info.Stride || element.Open) && info.Stride%max(1, element.Align) == 0 &&
			s.fits(ty.Base, s.m.ElementLayout(l), depth+1)
	case ir.TypeStruct:
		end := uint32(0)
		for i := range s.m.Structs[ty.Struct].Members {
			member := s.m.Structs[ty.Struct].Members[i].Type
			offset, _, err := s.layouts.Member(t, l, i)
			natural, err2 := s.layouts.Of(member, ir.LayoutNatural)
			if err != nil || err2 != nil || offset < end || offset%max(1, natural.Align) != 0 || !s.fits(member, s.m.MemberLayout(l, i), depth+1) {
				return false
			}
			end = offset + natural.Size
		}
	}
	return true
}

// needs reports whether a type in memory must become another.
func (s *spread) needs(h spreadHeld, depth int) bool {
	if s.isOdd(h) {
		return true
	}
	if h.layout <= ir.LayoutNatural || depth > layout.MaxDepth {
		return false
	}
	switch t := s.m.Types.At(h.ty); t.Kind {
	case ir.TypeMatrix:
		natural, _ := s.layouts.Of(h.ty, ir.LayoutNatural)
		return h.info.RowMajor || h.info.Stride != natural.Stride
	case ir.TypeArray:
		return s.further(t.Base, h) || s.needs(s.part(h, 0), depth+1)
	case ir.TypeStruct:
		if depth == 0 && h.align > 1 && !s.fits(h.ty, h.layout, 0) {
			h.align = 1
			return s.needs(h, 0)
		}
		for i := range s.m.Structs[t.Struct].Members {
			if s.needs(s.part(h, uint32(i)), depth+1) {
				return true
			}
		}
	}
	return false
}

// isOdd reports whether a vector, or a matrix, isn't aligned as it would be.
func (s *spread) isOdd(h spreadHeld) bool {
	if k := s.m.Types.At(h.ty).Kind; h.align == 0 || k != ir.TypeVector && k != ir.TypeMatrix {
		return false
	}
	natural, err := s.layouts.Of(h.ty, ir.LayoutNatural)
	return err == nil && natural.Align > h.align
}

// further reports whether the elements of an array, or of a matrix that becomes one, are
// further apart than they would be, and no structs, which can be padded.
func (s *spread) further(element ir.TypeID, h spreadHeld) bool {
	natural, err := s.layouts.Of(element, ir.LayoutNatural)
	return err == nil && s.m.StructOf(element) == nil && (natural.Size+natural.Align-1)&^(natural.Align-1) < h.info.Stride
}

func (s *spread) add(strct ir.Struct) ir.TypeID {
	t := s.m.AddStruct(strct)
	s.layouts.Reset(s.m)
	return t
}

func (s *spread) explicit(n ir.LayoutNode) ir.LayoutID {
	s.m.Layouts = append(s.m.Layouts, n)
	return ir.FirstExplicitLayout + ir.LayoutID(len(s.m.Layouts)-1)
}

// part is a part of the contents: a member, an element, a column.
func (s *spread) part(h spreadHeld, i uint32) spreadHeld {
	t := s.m.Types.At(h.ty)
	switch t.Kind {
	case ir.TypeStruct:
		offset, info, _ := s.layouts.Member(h.ty, h.layout, int(i))
		return spreadHeld{s.m.Structs[t.Struct].Members[i].Type, s.m.MemberLayout(h.layout, int(i)), info, h.within(offset)}
	case ir.TypeArray:
		inner := s.m.ElementLayout(h.layout)
		info, _ := s.layouts.Of(t.Base, inner)
		if base := s.m.Types.At(t.Base); h.info.RowMajor && h.layout < ir.FirstExplicitLayout {
			// The member was stored by rows, not the rule: elements fill their array.
			info.RowMajor, info.Size = true, h.info.Stride
			switch base.Kind {
			case ir.TypeArray:
				info.Stride = info.Size / uint32(max(1, base.Length))
			case ir.TypeMatrix:
				info.Stride = info.Size / uint32(max(1, base.Rows))
			}
		}
		return spreadHeld{t.Base, inner, info, h.within(h.info.Stride)}
	case ir.TypeMatrix:
		n := t.Rows
		if h.info.RowMajor {
			n = t.Columns
		}
		return s.line(h, ir.VectorOf(t.Scalar, int(n)))
	}
	return spreadHeld{ty: ir.ScalarTypeOf(t.Scalar)}
}

// line is a column of a matrix, or a row of one that is stored by rows.
func (s *spread) line(h spreadHeld, vector ir.TypeID) spreadHeld {
	line := spreadHeld{ty: vector, align: h.within(h.info.Stride)}
	if h.layout < ir.FirstExplicitLayout {
		line.layout = h.layout
	}
	return line
}

// column is a column of a matrix that is stored by rows.
func (s *spread) column(h spreadHeld) spreadHeld {
	t := s.m.Types.At(h.ty)
	return spreadHeld{ty: ir.VectorOf(t.Scalar, int(t.Rows))}
}

// of is the replacement of a type in memory.
func (s *spread) of(h spreadHeld, depth int) spreadType {
	if now, ok := s.made[h.key()]; ok {
		return now
	}
	now := spreadType{ty: h.ty, layout: h.layout}
	if depth > layout.MaxDepth {
		return now
	}
	switch t := *s.m.Types.At(h.ty); t.Kind {
	case ir.TypeVector:
		if !s.isOdd(h) {
			break
		}
		now = spreadType{ty: s.m.Types.Array(ir.ScalarTypeOf(t.Scalar), uint32(t.Rows)), layout: h.layout, changed: true}
		if h.layout == ir.NoLayout || h.layout >= ir.FirstExplicitLayout {
			now.layout = s.explicit(ir.LayoutNode{Stride: t.Scalar.Bytes(), Members: []ir.LayoutID{ir.NoLayout}})
		}
	case ir.TypeMatrix:
		natural, _ := s.layouts.Of(h.ty, ir.LayoutNatural)
		if !h.info.RowMajor && h.info.Stride == natural.Stride && !s.isOdd(h) {
			break
		}
		line, n := s.of(s.part(h, 0), depth+1), uint32(t.Columns)
		if h.info.RowMajor {
			n = uint32(t.Rows)
		}
		element := s.spaced(line.ty, line.layout, h)
		now = spreadType{s.m.Types.Array(element.ty, n), s.arrayLayout(h, element.layout), true, element.wrapped, h.info.RowMajor}
	case ir.TypeArray:
		inner := s.of(s.part(h, 0), depth+1)
		element := s.spaced(inner.ty, inner.layout, h)
		if !inner.changed && !element.wrapped {
			break
		}
		t.Base = element.ty
		now = spreadType{s.m.Types.Intern(t), s.arrayLayout(h, element.layout), true, element.wrapped, false}
	case ir.TypeStruct:
		now = s.structure(h, t.Struct, depth)
	}
	s.made[h.key()] = now
	return now
}

// structure is the replacement of a struct.
func (s *spread) structure(h spreadHeld, id ir.StructID, depth int) spreadType {
	now := spreadType{ty: h.ty, layout: h.layout}
	old := s.m.Structs[id]
	members := append([]ir.Member(nil), old.Members...)
	var layouts []ir.LayoutID
	var offsets []uint32
	for i := range members {
		offset, _, _ := s.layouts.Member(h.ty, h.layout, i)
		part := s.of(s.part(h, uint32(i)), depth+1)
		if part.changed {
			members[i].Type, members[i].RowMajor = part.ty, false
		}
		now.changed = now.changed || part.changed
		offsets, layouts = append(offsets, offset), append(layouts, part.layout)
	}
	if !now.changed {
		return now
	}
	s.replaced[id] = true
	now.ty = s.add(ir.Struct{Name: old.Name, Members: members, Span: old.Span})
	if h.layout >= ir.FirstExplicitLayout {
		now.layout = s.explicit(ir.LayoutNode{Offsets: offsets, Members: layouts})
	}
	return now
}

// spaced is an element of an array, or of a matrix that becomes one, at the stride of h: in
// a struct if it is smaller.
func (s *spread) spaced(t ir.TypeID, l ir.LayoutID, h spreadHeld) spreadType {
	now := spreadType{ty: t, layout: l}
	if !s.further(t, h) {
		return now
	}
	key := spreadKey{ty: t, layout: l, stride: h.info.Stride, rows: h.layout >= ir.FirstExplicitLayout}
	if !key.rows { // one by a rule, whatever the layout of a number is called
		key.layout = ir.NoLayout
	}
	if was, ok := s.wraps[key]; ok {
		return was
	}
	now.ty = s.add(ir.Struct{Name: "Padded", Members: []ir.Member{{Name: "value", Type: t}}})
	now.wrapped = true
	if now.layout = h.layout; h.layout >= ir.FirstExplicitLayout {
		now.layout = s.explicit(ir.LayoutNode{Offsets: []uint32{0}, Members: []ir.LayoutID{l}})
	}
	s.wraps[key] = now
	return now
}

// arrayLayout is the layout of an array in the place of the contents.
func (s *spread) arrayLayout(h spreadHeld, element ir.LayoutID) ir.LayoutID {
	if h.layout < ir.FirstExplicitLayout {
		return h.layout
	}
	return s.explicit(ir.LayoutNode{Stride: h.info.Stride, Members: []ir.LayoutID{element}})
}

// start prepares for a function; it reports whether it uses a changed buffer.
func (s *spread) start(f *ir.Function) bool {
	s.places = s.places[:0]
	for x := ir.ExprID(1); int(x) < f.ExprCount(); x++ {
		if f.Kind(x) != ir.KindGlobal {
			continue
		}
		g := f.GlobalRef(x)
		if int(g) >= len(s.before) || s.before[g].held.ty == 0 {
			continue
		}
		f.SetType(x, s.m.PointerTo(g))
		if len(s.places) == 0 {
			s.places = append(s.places, make([]spreadPlace, f.ExprCount())...)
		}
		s.places[x] = spreadPlace{ptr: x, held: s.before[g].held, array: s.before[g].array}
	}
	return len(s.places) > 0
}

func (s *spread) place(x ir.ExprID) spreadPlace {
	if int(x) < len(s.places) {
		return s.places[x]
	}
	return spreadPlace{}
}

// Kinds implements rewrite.Selective.
func (*spread) Kinds() ir.KindSet {
	return ir.Kinds(ir.KindAccess, ir.KindAccessIndex, ir.KindLoad)
}

// Expr implements rewrite.Visitor.
func (s *spread) Expr(e *rewrite.Editor, x ir.ExprID) {
	f := e.F
	switch f.Kind(x) {
	case ir.KindAccessIndex:
		if a := f.AccessIndex(x); s.place(a.Base).ptr != 0 {
			s.access(e, x, s.place(a.Base), 0, a.Index)
		}
	case ir.KindAccess:
		if a := f.Access(x); s.place(a.Base).ptr != 0 {
			s.access(e, x, s.place(a.Base), a.Index, 0)
		}
	case ir.KindLoad:
		p := s.place(f.Operand(x))
		switch {
		case p.ptr == 0:
		case p.rows:
			b := e.Ahead()
			var parts [4]ir.ExprID
			n := s.m.Types.At(p.held.ty).Rows
			for r := range uint32(n) {
				parts[r] = b.Load(s.inRow(b, p, 0, r, 0))
			}
			e.Become(b.Compose(p.held.ty, parts[:n]...))
		case s.of(p.held, 0).changed && s.m.Types.At(p.held.ty).Kind == ir.TypeVector:
			b := e.Ahead()
			e.Become(s.loaded(b, p.ptr, p.held))
		case s.of(p.held, 0).changed && s.m.Types.At(p.held.ty).Kind != ir.TypeMatrix:
			b := e.Remove()
			v := b.Load(p.ptr)
			f.Overwrite(x, f.AddResult(ir.KindCallResult, p.held.ty, f.SpanOf(x)))
			b.Push(f.AddCall(ir.Call{Function: s.function(p.held, false), Args: []ir.ExprID{v}, Result: x}, b.Span))
		case s.of(p.held, 0).changed:
			b := e.Ahead()
			e.Become(s.convert(b, b.Load(p.ptr), p.held, false))
		}
	}
}

// Stmt implements rewrite.Visitor.
func (s *spread) Stmt(e *rewrite.Editor, id ir.StmtID) {
	f := e.F
	if f.StmtKind(id) != ir.StmtStore {
		return
	}
	store := f.Store(id)
	p := s.place(store.Pointer)
	switch {
	case p.ptr == 0:
	case p.rows:
		b := e.Remove()
		for r := range uint32(s.m.Types.At(p.held.ty).Rows) {
			value := b.AccessIndex(store.Value, r)
			b.Store(s.inRow(b, p, 0, r, 0), value)
		}
	case s.of(p.held, 0).changed && s.m.Types.At(p.held.ty).Kind == ir.TypeVector:
		b := e.Remove()
		for i := range uint32(s.m.Types.At(p.held.ty).Rows) {
			b.Store(b.AccessIndex(p.ptr, i), b.AccessIndex(store.Value, i))
		}
	case s.of(p.held, 0).changed:
		b := e.Remove()
		b.Store(p.ptr, s.convert(b, store.Value, p.held, true))
	}
}

// loaded is a vector whose numbers are read one by one.
func (s *spread) loaded(b *ir.Builder, ptr ir.ExprID, h spreadHeld) ir.ExprID {
	var parts [4]ir.ExprID
	n := s.m.Types.At(h.ty).Rows
	for i := range uint32(n) {
		parts[i] = b.Load(b.AccessIndex(ptr, i))
	}
	return b.Compose(h.ty, parts[:n]...)
}

// inRow points to the number of a column of a matrix by rows in row r, or in the row of a
// dynamic index.
func (s *spread) inRow(b *ir.Builder, p spreadPlace, index ir.ExprID, r uint32, flags ir.Flags) ir.ExprID {
	var row ir.ExprID
	if index == 0 {
		row = b.AccessIndex(p.ptr, r)
	} else {
		row = b.Access(p.ptr, index)
		b.F.SetFlags(row, flags)
	}
	if s.of(p.matrix, 0).wrapped {
		row = b.AccessIndex(row, 0)
	}
	if p.column != 0 {
		return b.Access(row, p.column)
	}
	return b.AccessIndex(row, p.static)
}

// access makes a place of x, an access to one by a dynamic or static index.
func (s *spread) access(e *rewrite.Editor, x ir.ExprID, p spreadPlace, index ir.ExprID, static uint32) {
	flags := e.F.Flags(x)
	b := e.Ahead()
	at := func(base ir.ExprID) ir.ExprID {
		if index == 0 {
			return b.AccessIndex(base, static)
		}
		to := b.Access(base, index)
		b.F.SetFlags(to, flags)
		return to
	}
	now := s.of(p.held, 0)
	var next spreadPlace
	switch {
	case p.array:
		next = spreadPlace{ptr: at(p.ptr), held: p.held}
	case p.rows:
		if index == 0 {
			next.ptr = s.inRow(b, p, 0, static, 0)
		} else {
			next.ptr = s.inRow(b, p, index, 0, flags)
		}
		next.held = s.part(p.held, 0)
	case now.rows:
		s.places[x] = spreadPlace{ptr: p.ptr, held: s.column(p.held), rows: true, column: index, static: static, matrix: p.held}
		e.Remove()
		return
	default:
		next = spreadPlace{ptr: at(p.ptr), held: s.part(p.held, static)}
		if now.wrapped {
			next.ptr = b.AccessIndex(next.ptr, 0)
		}
	}
	e.Become(next.ptr)
	next.ptr = x
	s.places[x] = next
}

// spreadUnrolled is how many elements of an array are converted one by one.
const spreadUnrolled = 8

// convert makes the value that a type in memory became of a value of it, or back.
func (s *spread) convert(b *ir.Builder, v ir.ExprID, h spreadHeld, pack bool) ir.ExprID {
	if !s.of(h, 0).changed {
		return v
	}
	if k := s.m.Types.At(h.ty).Kind; k == ir.TypeArray || k == ir.TypeStruct {
		return b.Call(s.function(h, pack), v)
	}
	return s.parts(b, v, h, pack)
}

// function converts a struct or an array.
func (s *spread) function(h spreadHeld, pack bool) ir.FuncID {
	key := spreadCall{h.key(), pack}
	if id := s.functions[key]; id != 0 {
		return id
	}
	from, to, name := s.of(h, 0).ty, h.ty, "gather"
	if pack {
		from, to, name = to, from, "spread"
	}
	id, f := s.m.NewFunction(name)
	f.Args, f.Result = []ir.Argument{{Name: "value", Type: from}}, to
	s.functions[key] = id
	var b ir.Builder
	b.Start(s.m, f)
	mark := b.Begin()
	if t := s.m.Types.At(h.ty); t.Kind == ir.TypeArray && t.Length > spreadUnrolled {
		b.Return(s.long(&b, b.Argument(0), h, from, to, uint32(t.Length), pack))
	} else {
		b.Return(s.parts(&b, b.Argument(0), h, pack))
	}
	f.Body = b.End(mark)
	return id
}

// parts converts a value part by part.
func (s *spread) parts(b *ir.Builder, v ir.ExprID, h spreadHeld, pack bool) ir.ExprID {
	now, t := s.of(h, 0), *s.m.Types.At(h.ty)
	n := uint32(t.Length)
	switch t.Kind {
	case ir.TypeStruct:
		n = uint32(len(s.m.Structs[t.Struct].Members))
	case ir.TypeVector:
		n = uint32(t.Rows)
	case ir.TypeMatrix:
		if n = uint32(t.Columns); now.rows {
			return s.byRows(b, v, h, now, pack)
		}
	}
	list := make([]ir.ExprID, n)
	for i := range n {
		list[i] = s.element(b, b.AccessIndex(v, i), h, i, now, pack)
	}
	if pack {
		return b.Compose(now.ty, list...)
	}
	return b.Compose(h.ty, list...)
}

// element converts part i of the contents.
func (s *spread) element(b *ir.Builder, v ir.ExprID, h spreadHeld, i uint32, now spreadType, pack bool) ir.ExprID {
	part := s.part(h, i)
	if !pack {
		if now.wrapped {
			v = b.AccessIndex(v, 0)
		}
		return s.convert(b, v, part, false)
	}
	v = s.convert(b, v, part, true)
	if now.wrapped {
		v = b.Compose(s.m.Types.At(now.ty).Base, v)
	}
	return v
}

// byRows converts a matrix that is stored by rows.
func (s *spread) byRows(b *ir.Builder, v ir.ExprID, h spreadHeld, now spreadType, pack bool) ir.ExprID {
	t, row := *s.m.Types.At(h.ty), s.part(h, 0)
	turned := ir.MatrixOf(t.Scalar, int(t.Rows), int(t.Columns)) // its columns are the rows
	n := uint32(t.Rows)
	var rows [4]ir.ExprID
	if !pack {
		for i := range n {
			rows[i] = b.AccessIndex(v, i)
			if now.wrapped {
				rows[i] = b.AccessIndex(rows[i], 0)
			}
			rows[i] = s.convert(b, rows[i], row, false)
		}
		return b.Math(ir.MathTranspose, b.Compose(turned, rows[:n]...))
	}
	v = b.Math(ir.MathTranspose, v)
	for i := range n {
		rows[i] = s.convert(b, b.AccessIndex(v, i), row, true)
		if now.wrapped {
			rows[i] = b.Compose(s.m.Types.At(now.ty).Base, rows[i])
		}
	}
	return b.Compose(now.ty, rows[:n]...)
}

// long converts a long array in a loop.
func (s *spread) long(b *ir.Builder, v ir.ExprID, h spreadHeld, from, to ir.TypeID, n uint32, pack bool) ir.ExprID {
	now := s.of(h, 0)
	source, result := b.F.AddLocal(ir.Local{Type: from}), b.F.AddLocal(ir.Local{Type: to})
	counter := b.F.AddLocal(ir.Local{Type: ir.TypeU32})
	b.DeclareLocal(source, v)
	b.DeclareLocal(result, 0)
	b.DeclareLocal(counter, b.U32(0))
	mark := b.Begin()
	i := b.Load(b.Local(counter))
	inside := b.Binary(ir.Lt, i, b.U32(n))
	inner := b.Begin()
	b.Break()
	b.If(inside, 0, b.End(inner))
	in := b.Access(b.Local(source), i)
	b.F.SetFlags(in, ir.FlagInBounds)
	value := s.element(b, b.Load(in), h, 0, now, pack)
	out := b.Access(b.Local(result), i)
	b.F.SetFlags(out, ir.FlagInBounds)
	b.Store(out, value)
	body := b.End(mark)
	mark = b.Begin()
	b.Store(b.Local(counter), b.Binary(ir.Add, i, b.U32(1)))
	b.Loop(ir.Loop{Shape: ir.LoopFor, Body: body, Continuing: b.End(mark)})
	return b.Load(b.Local(result))
}
