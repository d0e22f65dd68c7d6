package transform

// This file makes the memory that atomic operations reach atomic by its type, as WGSL and
// MSL want it. GLSL and SPIR-V have memory of numbers with both kinds of access:
//
//	struct @S { count : u32  list : array<u32> }
//	global @s : @S storage binding(0, 0)
//	%1 = access_index @s, .count
//	atomic add %1, 1u
//	%2 = load %1
//
// becomes
//
//	struct @S { count : atomic<u32>  list : array<u32> }
//	global @s : @S storage binding(0, 0)
//	%1 = access_index @s, .count
//	atomic add %1, 1u
//	%2 = load %1
//
// A struct that is a type of values, too, stays; memory then has one of its own. Loads and
// stores of the whole go by its parts.

import (
	"slices"

	"refract/diag"
	"refract/internal/ir/compact"
	"refract/internal/ir/rewrite"
	"refract/ir"
)

// An AtomicMemoryError names memory that can't be atomic by its type.
type AtomicMemoryError struct {
	What string
	Span diag.Span
}

func (e *AtomicMemoryError) Error() string { return e.What }

// AtomicMemory makes memory that atomic operations reach atomic by its type. It fails with
// an *AtomicMemoryError or a *SpecializeError; the module is unusable then.
func AtomicMemory(m *ir.Module) error {
	if !HasPlainAtomics(m) {
		return nil
	}
	if slices.ContainsFunc(m.Functions[1:], func(f *ir.Function) bool { return hasParameterAtomics(m, f) }) {
		// Functions are copied for the memory that they are called with.
		if err := PointerParams(m, PointerParamOptions{Workgroup: true}); err != nil {
			return err
		}
		// Calls are of copies now.
		compact.Module(m, compact.Options{KeepUnused: true, Pipelines: true, Drop: func(f *ir.Function) bool { return pointsToBuffers(m, f) }})
	}
	a := atomicMemory{m: m, roots: map[atomicRoot]*atomicNode{}}
	for _, f := range m.Functions[1:] {
		if err := a.mark(f); err != nil {
			return err
		}
	}
	a.findValues()
	for i := range m.Globals {
		if n := a.roots[atomicRoot{global: ir.GlobalID(i)}]; n != nil && n.find() {
			t, err := a.retype(m.Globals[i].Type, n, m.Globals[i].Span)
			if err != nil {
				return err
			}
			n.root = t
			m.Globals[i].Type = t
		}
	}
	for id, count := ir.FirstModuleType, ir.TypeID(m.Types.Len()); id < count; id++ {
		if n := a.roots[atomicRoot{pointer: id}]; n != nil && n.find() {
			t, err := a.retype(m.Types.At(id).Base, n, diag.Span{})
			if err != nil {
				return err
			}
			n.root = t
		}
	}
	for _, f := range m.Functions[1:] {
		a.pointers(f)
		rewrite.Function(m, f, &a)
	}
	if a.err != nil {
		return a.err
	}
	return nil
}

// HasPlainAtomics reports whether an atomic operation reaches memory of another type.
func HasPlainAtomics(m *ir.Module) bool {
	for _, f := range m.Functions[1:] {
		if !f.MayHaveStmt(ir.StmtAtomic) {
			continue
		}
		for s := ir.StmtID(1); int(s) < f.StmtCount(); s++ {
			if isPlainAtomic(m, f, s) {
				return true
			}
		}
	}
	return false
}

func isPlainAtomic(m *ir.Module, f *ir.Function, s ir.StmtID) bool {
	return f.StmtKind(s) == ir.StmtAtomic && m.Types.At(m.Types.Pointee(f.TypeOf(f.Atomic(s).Pointer))).Kind != ir.TypeAtomic
}

// atomicRoot is the beginning of memory: a variable, or the target of pointers of a type
// that are made of addresses.
type atomicRoot struct {
	global  ir.GlobalID
	pointer ir.TypeID
}

// atomicNode is a part of memory.
type atomicNode struct {
	atomic bool
	has    bool                   // it is atomic, or a part of it is
	parts  map[uint32]*atomicNode // members; elements all have the number 0
	root   ir.TypeID              // of a root: its type
}

// find finds out which nodes hold atomics.
func (n *atomicNode) find() bool {
	n.has = n.atomic
	for _, p := range n.parts {
		n.has = p.find() || n.has
	}
	return n.has
}

type atomicMemory struct {
	m      *ir.Module
	roots  map[atomicRoot]*atomicNode
	places []*atomicNode // by ExprID, of the function at hand
	values []bool        // by StructID: there are values of it
	err    error
}

// place finds the parts of memory that the pointers of a function point to.
func (a *atomicMemory) place(f *ir.Function) {
	a.places = append(a.places[:0], make([]*atomicNode, f.ExprCount())...)
	for x := ir.ExprID(1); int(x) < f.ExprCount(); x++ {
		switch f.Kind(x) {
		case ir.KindGlobal:
			a.places[x] = a.root(atomicRoot{global: f.GlobalRef(x)})
		case ir.KindPointerAt:
			a.places[x] = a.root(atomicRoot{pointer: f.TypeOf(x)})
		case ir.KindAccess:
			a.places[x] = a.places[f.Access(x).Base].part(0)
		case ir.KindAccessIndex:
			v := f.AccessIndex(x)
			if n := a.places[v.Base]; n != nil && a.m.StructOf(a.m.Types.Pointee(f.TypeOf(v.Base))) != nil {
				a.places[x] = n.part(v.Index)
			} else {
				a.places[x] = n.part(0)
			}
		}
	}
}

func (a *atomicMemory) root(r atomicRoot) *atomicNode {
	n := a.roots[r]
	if n == nil {
		n = new(atomicNode)
		a.roots[r] = n
	}
	return n
}

func (n *atomicNode) part(i uint32) *atomicNode {
	if n == nil {
		return nil
	}
	p := n.parts[i]
	if p == nil {
		p = new(atomicNode)
		if n.parts == nil {
			n.parts = map[uint32]*atomicNode{}
		}
		n.parts[i] = p
	}
	return p
}

// hasParameterAtomics reports whether an atomic operation on memory of numbers goes through
// a parameter.
func hasParameterAtomics(m *ir.Module, f *ir.Function) bool {
	for s := ir.StmtID(1); int(s) < f.StmtCount(); s++ {
		if isPlainAtomic(m, f, s) && f.Kind(f.Root(f.Atomic(s).Pointer)) == ir.KindArgument {
			return true
		}
	}
	return false
}

// mark marks the memory that a function's atomic operations reach.
func (a *atomicMemory) mark(f *ir.Function) error {
	a.place(f)
	for s := ir.StmtID(1); int(s) < f.StmtCount(); s++ {
		if !isPlainAtomic(a.m, f, s) {
			continue
		}
		p := f.Atomic(s).Pointer
		if a.places[p] == nil {
			return &AtomicMemoryError{"an atomic operation through a parameter", f.StmtSpan(s)}
		}
		a.places[p].atomic = true
	}
	return nil
}

// findValues finds the structs that are types of values, or of memory that isn't marked.
func (a *atomicMemory) findValues() {
	m := a.m
	a.values = make([]bool, len(m.Structs))
	var see func(t ir.TypeID)
	see = func(t ir.TypeID) {
		switch ty := m.Types.At(t); ty.Kind {
		case ir.TypeArray, ir.TypeBindingArray:
			see(ty.Base)
		case ir.TypeStruct:
			if !a.values[ty.Struct] {
				a.values[ty.Struct] = true
				for i := range m.Structs[ty.Struct].Members {
					see(m.Structs[ty.Struct].Members[i].Type)
				}
			}
		}
	}
	users := make([]int, len(m.Structs)) // globals and members of the type
	var use func(t ir.TypeID)
	use = func(t ir.TypeID) {
		switch ty := m.Types.At(t); ty.Kind {
		case ir.TypeArray, ir.TypeBindingArray, ir.TypePointer:
			use(ty.Base)
		case ir.TypeStruct:
			users[ty.Struct]++
		}
	}
	for i := range m.Globals {
		use(m.Globals[i].Type)
	}
	for r := range a.roots {
		if r.pointer != 0 {
			use(r.pointer)
		}
	}
	for i := range m.Structs {
		for k := range m.Structs[i].Members {
			use(m.Structs[i].Members[k].Type)
		}
	}
	for s, n := range users {
		if n > 1 {
			a.values[s] = true
		}
	}
	exprs := func(e *ir.Exprs) {
		for x := ir.ExprID(1); int(x) < e.ExprCount(); x++ {
			see(e.TypeOf(x))
		}
	}
	exprs(&m.Consts)
	for _, f := range m.Functions[1:] {
		see(f.Result)
		for i := range f.Args {
			see(f.Args[i].Type)
		}
		for i := range f.Locals {
			see(f.Locals[i].Type)
		}
		exprs(&f.Exprs)
	}
}

// retype is the type of memory with atomics in it.
func (a *atomicMemory) retype(t ir.TypeID, n *atomicNode, span diag.Span) (ir.TypeID, error) {
	if n == nil || !n.has {
		return t, nil
	}
	ty := *a.m.Types.At(t)
	switch ty.Kind {
	case ir.TypeScalar:
		if to := ir.AtomicOf(ty.Scalar); to != 0 {
			return to, nil
		}
	case ir.TypeArray, ir.TypeBindingArray:
		base, err := a.retype(ty.Base, n.parts[0], span)
		if err != nil {
			return 0, err
		}
		ty.Base = base
		return a.m.Types.Intern(ty), nil
	case ir.TypeStruct:
		s := a.m.Structs[ty.Struct]
		s.Members = slices.Clone(s.Members)
		for i := range s.Members {
			to, err := a.retype(s.Members[i].Type, n.parts[uint32(i)], s.Members[i].Span)
			if err != nil {
				return 0, err
			}
			s.Members[i].Type = to
		}
		if !a.values[ty.Struct] {
			a.m.Structs[ty.Struct].Members = s.Members
			return t, nil
		}
		return a.m.AddStruct(s), nil
	}
	return 0, &AtomicMemoryError{"atomic operations on a part of " + a.m.TypeName(t), span}
}

// pointers gives the pointers of a function their types.
func (a *atomicMemory) pointers(f *ir.Function) {
	a.place(f)
	for x := ir.ExprID(1); int(x) < f.ExprCount(); x++ {
		n := a.places[x]
		if n == nil || !n.has {
			continue
		}
		switch f.Kind(x) {
		case ir.KindGlobal, ir.KindPointerAt:
			t := *a.m.Types.At(f.TypeOf(x))
			if t.Kind == ir.TypePointer {
				f.SetType(x, a.m.Types.Pointer(n.root, t.Space, t.Access, t.Layout))
			} else {
				f.SetType(x, n.root)
			}
		case ir.KindAccess:
			f.SetType(x, a.m.ElementType(f.TypeOf(f.Access(x).Base), 0))
		case ir.KindAccessIndex:
			v := f.AccessIndex(x)
			f.SetType(x, a.m.ElementType(f.TypeOf(v.Base), v.Index))
		}
	}
}

// Kinds implements rewrite.Selective.
func (*atomicMemory) Kinds() ir.KindSet { return ir.Kinds(ir.KindLoad) }

// Expr loads values that hold atomics by their parts.
func (a *atomicMemory) Expr(e *rewrite.Editor, x ir.ExprID) {
	p := e.F.Operand(x)
	if n := a.placeOf(p); n != nil && n.has && !n.atomic {
		b := e.Ahead()
		e.Become(a.load(b, p, e.F.TypeOf(x), new(int)))
	}
}

// Stmt stores values that hold atomics by their parts.
func (a *atomicMemory) Stmt(e *rewrite.Editor, s ir.StmtID) {
	switch e.F.StmtKind(s) {
	case ir.StmtStore:
		v := e.F.Store(s)
		if n := a.placeOf(v.Pointer); n != nil && n.has && !n.atomic {
			a.store(e.Remove(), v.Pointer, v.Value, new(int))
		}
	case ir.StmtCall:
		for _, x := range e.F.Call(s).Args {
			if n := a.placeOf(x); n != nil && n.has {
				a.err = &AtomicMemoryError{"atomics behind a parameter", e.F.StmtSpan(s)}
			}
		}
	}
}

func (a *atomicMemory) placeOf(x ir.ExprID) *atomicNode {
	if int(x) < len(a.places) {
		return a.places[x]
	}
	return nil
}

// maxAtomicParts bounds the parts by which a value is loaded or stored.
const maxAtomicParts = 1024

// parts is how many parts a value in memory has; 0: it is loaded and stored as it is.
func (a *atomicMemory) parts(b *ir.Builder, p ir.ExprID, done *int) uint32 {
	t := a.m.Types.Pointee(b.TypeOf(p))
	ty := a.m.Types.At(t)
	n := uint32(0)
	switch ty.Kind {
	case ir.TypeArray:
		if a.holds(t) {
			n = max(ty.Length, 1)
		}
	case ir.TypeStruct:
		if a.holds(t) {
			n = uint32(len(a.m.Structs[ty.Struct].Members))
		}
	}
	if *done += int(min(n, maxAtomicParts+1)); *done > maxAtomicParts {
		a.err = &AtomicMemoryError{"a copy of a large value with atomics in it", b.Span}
		return 0
	}
	return n
}

// holds reports whether a type holds atomics.
func (a *atomicMemory) holds(t ir.TypeID) bool {
	switch ty := a.m.Types.At(t); ty.Kind {
	case ir.TypeAtomic:
		return true
	case ir.TypeArray:
		return a.holds(ty.Base)
	case ir.TypeStruct:
		return slices.ContainsFunc(a.m.Structs[ty.Struct].Members, func(m ir.Member) bool { return a.holds(m.Type) })
	}
	return false
}

func (a *atomicMemory) load(b *ir.Builder, p ir.ExprID, t ir.TypeID, done *int) ir.ExprID {
	n := a.parts(b, p, done)
	if n == 0 {
		return b.Load(p)
	}
	list := make([]ir.ExprID, n)
	for i := range list {
		list[i] = a.load(b, b.AccessIndex(p, uint32(i)), a.m.ElementType(t, uint32(i)), done)
	}
	return b.Compose(t, list...)
}

func (a *atomicMemory) store(b *ir.Builder, p, v ir.ExprID, done *int) {
	n := a.parts(b, p, done)
	if n == 0 {
		b.Store(p, v)
		return
	}
	for i := range n {
		a.store(b, b.AccessIndex(p, i), b.AccessIndex(v, i), done)
	}
}
