package transform

// This file lowers dynamic indexing of values. Few targets index an array or matrix that
// isn't in memory by a dynamic index, so the value is stored to a variable at its
// definition:
//
//	%v = call @f()
//	%e = access %v, $i : f32
//
// becomes
//
//	var $spilled : array<f32, 4>
//	%v = call @f()
//	store $spilled, %v
//	%1 = access $spilled, $i : ptr<function, f32>
//	%e = load %1 : f32
//
// A constant goes to a private global with an initial value, so that it isn't copied at
// each call. A value that was just loaded (no statement stands between) isn't stored again:
// its memory is indexed. The outermost of nested values is stored, once.

import (
	"refract/internal/ir/rewrite"
	"refract/ir"
)

// SpillOptions selects values that SpillDynamic leaves alone.
type SpillOptions struct {
	Vectors  bool // vectors too can't be indexed dynamically
	Matrices bool // matrices can be
	Arrays   bool // arrays can be
}

// SpillDynamic makes every Access with an array, matrix or, if asked, vector
// value as base one with a pointer as base. Flags of the Access stay.
func SpillDynamic(m *ir.Module, opts SpillOptions) {
	var s *spilling
	for _, f := range m.Functions[1:] {
		if !f.MayHave(ir.KindAccess) {
			continue
		}
		first := ir.ExprID(0)
		for x := ir.ExprID(1); int(x) < f.ExprCount(); x++ {
			if f.Kind(x) == ir.KindAccess && spills(m, f.TypeOf(f.Access(x).Base), opts) {
				first = x
				break
			}
		}
		if first != 0 {
			if s == nil {
				s = &spilling{opts: opts}
			}
			s.function(m, f, first)
		}
	}
}

// spills reports whether a base of type t must be in memory.
func spills(m *ir.Module, t ir.TypeID, opts SpillOptions) bool {
	switch m.Types.At(t).Kind {
	case ir.TypeVector:
		return opts.Vectors
	case ir.TypeMatrix:
		return !opts.Matrices
	case ir.TypeCooperative:
		return true
	case ir.TypeArray:
		return !opts.Arrays
	}
	return false
}

type spilling struct {
	opts      SpillOptions
	wanted    []bool        // by ExprID: the value is to be in memory
	far       []bool        // by ExprID: memory is asked for beyond the Emit that evaluates it
	memory    []ir.ExprID   // by ExprID: pointer to the value's memory, once it is evaluated
	arguments []ir.LocalID  // by parameter
	constants []ir.GlobalID // by ConstantID
}

func (s *spilling) function(m *ir.Module, f *ir.Function, first ir.ExprID) {
	n := f.ExprCount()
	s.wanted, s.far, s.memory = make([]bool, n), make([]bool, n), make([]ir.ExprID, n)
	s.arguments = make([]ir.LocalID, len(f.Args))
	emitOf := make([]ir.StmtID, n)
	for st := ir.StmtID(1); int(st) < f.StmtCount(); st++ {
		if f.StmtKind(st) == ir.StmtEmit {
			for _, x := range f.Emit(st) {
				emitOf[x] = st
			}
		}
	}
	for x := first; int(x) < n; x++ {
		if f.Kind(x) == ir.KindAccess && spills(m, f.TypeOf(f.Access(x).Base), s.opts) {
			if root := s.want(f, f.Access(x).Base); emitOf[root] != emitOf[x] {
				s.far[root] = true
			}
		}
	}
	rewrite.Function(m, f, s)
	s.spillArguments(m, f)
}

// want requires a value to be in memory; for an element or member, the whole, which it
// returns.
func (s *spilling) want(f *ir.Function, x ir.ExprID) ir.ExprID {
	for {
		s.wanted[x] = true
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

// Stmt spills the result of a statement.
func (s *spilling) Stmt(e *rewrite.Editor, st ir.StmtID) {
	if r := e.F.StmtResult(st); r != 0 && int(r) < len(s.wanted) && s.wanted[r] {
		s.store(e, r)
	}
}

// store spills the value of the current item.
func (s *spilling) store(e *rewrite.Editor, x ir.ExprID) {
	b := e.Keep()
	l := b.F.AddLocal(ir.Local{Name: "spilled", Type: b.TypeOf(x)})
	b.DeclareLocal(l, x)
	s.memory[x] = b.Local(l)
}

func (s *spilling) Expr(e *rewrite.Editor, x ir.ExprID) {
	if int(x) >= len(s.wanted) {
		return
	}
	f := e.F
	switch f.Kind(x) {
	case ir.KindAccess:
		v := f.Access(x)
		if !spills(e.M, f.TypeOf(v.Base), s.opts) {
			return
		}
		p := e.Ahead().Access(s.memoryOf(e, v.Base), v.Index)
		f.SetFlags(p, f.Flags(x))
		s.memory[x] = p
		e.Become(e.Ahead().Load(p))
	case ir.KindAccessIndex:
		if s.wanted[x] {
			v := f.AccessIndex(x)
			s.memory[x] = e.Ahead().AccessIndex(s.memoryOf(e, v.Base), v.Index)
		}
	case ir.KindLoad:
		if s.wanted[x] && !s.far[x] && e.M.Types.At(f.TypeOf(f.Operand(x))).Kind == ir.TypePointer {
			s.memory[x] = f.Operand(x)
		} else if s.wanted[x] {
			s.store(e, x)
		}
	default:
		if !s.wanted[x] {
			return
		}
		if c, ok := exportConst(e.M, f, x, 0); ok {
			s.memory[x] = e.Ahead().Global(tableGlobal(e.M, "table", f.TypeOf(x), c))
			return
		}
		s.store(e, x)
	}
}

// memoryOf is a pointer to the memory of a wanted value.
func (s *spilling) memoryOf(e *rewrite.Editor, x ir.ExprID) ir.ExprID {
	m, f, b := e.M, e.F, e.Ahead()
	switch f.Kind(x) {
	case ir.KindArgument:
		i := f.ArgumentIndex(x)
		if s.arguments[i] == 0 {
			s.arguments[i] = f.AddLocal(ir.Local{Name: f.Args[i].Name, Type: f.Args[i].Type})
		}
		return b.Local(s.arguments[i])
	case ir.KindConstant:
		c := f.ConstantRef(x)
		if len(s.constants) <= int(c) {
			s.constants = append(s.constants, make([]ir.GlobalID, len(m.Constants)-len(s.constants))...)
		}
		if s.constants[c] == 0 {
			s.constants[c] = tableGlobal(m, m.Constants[c].Name, m.Constants[c].Type, m.Constants[c].Init)
		}
		return b.Global(s.constants[c])
	case ir.KindZeroValue:
		if s.memory[x] == 0 {
			c := ir.ConstID(m.Consts.AddZeroValue(f.TypeOf(x), f.SpanOf(x)))
			s.memory[x] = b.Global(tableGlobal(m, "table", f.TypeOf(x), c))
		}
	}
	return s.memory[x]
}

// spillArguments stores parameters at the beginning of the function.
func (s *spilling) spillArguments(m *ir.Module, f *ir.Function) {
	for i, l := range s.arguments {
		if l != 0 {
			prepend(new(ir.Builder), m, f, func(b *ir.Builder) { b.DeclareLocal(l, b.Argument(i)) })
		}
	}
}

// tableGlobal adds a private global that holds a constant.
func tableGlobal(m *ir.Module, name string, t ir.TypeID, c ir.ConstID) ir.GlobalID {
	m.Globals = append(m.Globals, ir.Global{Name: name, Space: ir.SpacePrivate, Access: ir.AccessReadWrite, Type: t, Init: c})
	return ir.GlobalID(len(m.Globals) - 1)
}
