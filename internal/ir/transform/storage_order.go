package transform

// This file keeps accesses of storage buffers in order for FXC. FXC evaluates a load where its value is
// used first, though a store stands between, and joins stores at neighbouring offsets in the last of
// them, though loads stand between:
//
//	%1 = load @b[%i]
//	store @b[%k], 3
//	... %1 ...
//
// becomes
//
//	%1 = load @b[%i]
//	memory_barrier storage
//	store @b[%k], 3
//	... %1 ...

import (
	"refract/internal/ir/rewrite"
	"refract/ir"
)

// OrderStorage inserts barriers of memory between accesses of a storage buffer that FXC exchanges, in a
// list of statements: ahead of a store, if a value that was loaded is used behind it, and ahead of a
// load between two stores at constant offsets. Calls count as stores.
func OrderStorage(m *ir.Module) {
	for _, f := range m.Functions[1:] {
		if (f.MayHaveStmt(ir.StmtStore) || f.MayHaveStmt(ir.StmtCall)) && loadsBuffers(m, f) {
			v := storageOrder{m: m, f: f}
			v.find()
			rewrite.Function(m, f, &v)
		}
	}
}

// loadsBuffers reports whether a function loads from buffers that the shader may store to.
func loadsBuffers(m *ir.Module, f *ir.Function) bool {
	for x := f.Next(0, bufferLoads); x != 0; x = f.Next(x, bufferLoads) {
		if isWrittenBuffer(m, rootOf(f, f.Operand(x))) {
			return true
		}
	}
	return false
}

const bufferLoads ir.KindSet = 1 << ir.KindLoad

// isWrittenBuffer reports whether a global is a buffer that the shader may store to.
func isWrittenBuffer(m *ir.Module, g ir.GlobalID) bool {
	return g != 0 && m.Globals[g].Space == ir.SpaceStorage && m.Globals[g].Access != ir.AccessRead
}

type storageOrder struct {
	m    *ir.Module
	f    *ir.Function
	pos  []int // by statement, in the order of the text
	last []int // by value: the last statement that uses it, or a value made of it

	list    ir.StmtID   // whose block is visited
	loaded  []ir.ExprID // values of buffers, since the last barrier or branch
	written ir.GlobalID // stored to at a constant offset since then
}

// find fills pos and last.
func (v *storageOrder) find() {
	f := v.f
	v.pos, v.last = make([]int, f.StmtCount()), make([]int, f.ExprCount())
	at := 0
	var operands []ir.ExprID
	eachStmt(f, f.Body, func(s ir.StmtID) {
		at++
		v.pos[s] = at
		if f.StmtKind(s) != ir.StmtEmit {
			for _, x := range f.StmtOperands(s, operands[:0]) {
				v.last[x] = at
			}
		}
	})
	for range maxCopies { // through variables of the function, from one to the next
		for x := ir.ExprID(f.ExprCount() - 1); x > 0; x-- { // operands come before
			for _, o := range f.Operands(x, operands[:0]) {
				v.last[o] = max(v.last[o], v.last[x])
			}
		}
		changed := false
		uses := make([]int, len(f.Locals))
		for x := f.Next(0, bufferLoads); x != 0; x = f.Next(x, bufferLoads) {
			if l := localOf(f, f.Operand(x)); l != 0 {
				uses[l] = max(uses[l], v.last[x])
			}
		}
		note := func(x ir.ExprID, l ir.LocalID) {
			if x != 0 && l != 0 && uses[l] > v.last[x] {
				v.last[x], changed = uses[l], true
			}
		}
		eachStmt(f, f.Body, func(s ir.StmtID) {
			switch f.StmtKind(s) {
			case ir.StmtStore:
				note(f.Store(s).Value, localOf(f, f.Store(s).Pointer))
			case ir.StmtLocal:
				note(f.LocalDecl(s).Init, f.LocalDecl(s).Local)
			}
		})
		if !changed {
			return
		}
	}
}

// maxCopies bounds the variables through which a value is followed.
const maxCopies = 4

// rootOf is the global that a pointer points into, or 0.
func rootOf(f *ir.Function, p ir.ExprID) ir.GlobalID {
	if p = variableOf(f, p); f.Kind(p) == ir.KindGlobal {
		return f.GlobalRef(p)
	}
	return 0
}

// localOf is the local variable that a pointer points into, or 0.
func localOf(f *ir.Function, p ir.ExprID) ir.LocalID {
	if p = variableOf(f, p); f.Kind(p) == ir.KindLocal {
		return f.LocalRef(p)
	}
	return 0
}

// isConstantPlace reports whether FXC may know the offset of a pointer: indices are made of literals
// and of variables of the function.
func isConstantPlace(f *ir.Function, p ir.ExprID) bool {
	for f.Kind(p) == ir.KindAccessIndex || f.Kind(p) == ir.KindAccess && mayBeConstant(f, f.Access(p).Index, 0) {
		p = f.Operand(p)
	}
	return f.Kind(p) == ir.KindGlobal
}

// mayBeConstant reports whether FXC may know a value.
func mayBeConstant(f *ir.Function, x ir.ExprID, depth int) bool {
	const most = 8
	switch k := f.Kind(x); {
	case k == ir.KindLiteral, k == ir.KindZeroValue, k == ir.KindConstant:
		return true
	case k == ir.KindLoad:
		return localOf(f, f.Operand(x)) != 0
	case k == ir.KindArgument || k == ir.KindGlobal || k == ir.KindLocal || k.IsResult() || depth > most:
		return false
	}
	for _, o := range f.Operands(x, nil) {
		if !mayBeConstant(f, o, depth+1) {
			return false
		}
	}
	return true
}

// Kinds implements rewrite.Selective.
func (*storageOrder) Kinds() ir.KindSet { return ir.Kinds(ir.KindLoad) }

// enter forgets accesses of other lists.
func (v *storageOrder) enter(e *rewrite.Editor) {
	if s := e.Enclosing(0); s != v.list {
		v.list, v.loaded, v.written = s, v.loaded[:0], 0
	}
}

func (v *storageOrder) barrier(e *rewrite.Editor) {
	b := e.Ahead()
	b.Push(b.F.AddBarrier(ir.StmtMemoryBarrier, ir.Barrier{Memory: ir.MemoryStorage}, b.Span))
	v.loaded, v.written = v.loaded[:0], 0
}

func (v *storageOrder) Expr(e *rewrite.Editor, x ir.ExprID) {
	if int(x) >= len(v.last) {
		return
	}
	g := rootOf(e.F, e.F.Operand(x))
	if !isWrittenBuffer(v.m, g) {
		return
	}
	v.enter(e)
	if v.written == g && v.joins(e, g) {
		v.barrier(e)
	}
	v.loaded = append(v.loaded, x)
}

// joins reports whether the next store to a buffer in the list is one at a constant offset.
func (v *storageOrder) joins(e *rewrite.Editor, g ir.GlobalID) bool {
	for _, s := range e.Rest() {
		switch e.F.StmtKind(s) {
		case ir.StmtStore:
			if p := e.F.Store(s).Pointer; rootOf(e.F, p) == g {
				return isConstantPlace(e.F, p)
			}
		case ir.StmtEmit, ir.StmtLocal:
		default:
			return false
		}
	}
	return false
}

func (v *storageOrder) Stmt(e *rewrite.Editor, s ir.StmtID) {
	f := e.F
	v.enter(e)
	stored := ir.GlobalID(0)
	switch f.StmtKind(s) {
	case ir.StmtStore:
		if stored = rootOf(f, f.Store(s).Pointer); !isWrittenBuffer(v.m, stored) {
			return
		}
	case ir.StmtCall:
	case ir.StmtEmit, ir.StmtLocal:
		return
	default:
		v.loaded, v.written = v.loaded[:0], 0
		return
	}
	if int(s) < len(v.pos) {
		for _, x := range v.loaded {
			if v.last[x] > v.pos[s] && (stored == 0 || rootOf(f, f.Operand(x)) == stored) {
				v.barrier(e)
				break
			}
		}
	}
	v.written = 0
	if stored != 0 && isConstantPlace(f, f.Store(s).Pointer) {
		v.written = stored
	}
}
