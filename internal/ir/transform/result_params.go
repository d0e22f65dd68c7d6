package transform

// This file makes results of some types parameters, for targets whose functions can't
// return them, or that can't assign a call's result:
//
//	func @f() : @T { ... return %1 }
//	%2 = call @f()
//
// becomes
//
//	func @f($result : ptr<function, @T>) { ... store $result, %1  return }
//	var $t : @T
//	call @f($t)
//	%2 = load $t

import (
	"slices"

	"refract/internal/ir/rewrite"
	"refract/ir"
)

// ResultParams replaces the results of the types that wanted accepts, except the results of
// entry points.
func ResultParams(m *ir.Module, wanted func(ir.TypeID) bool) {
	if !slices.ContainsFunc(m.Functions[1:], func(f *ir.Function) bool { return f.Result != 0 && wanted(f.Result) }) {
		return
	}
	r := &resultParams{m: m, changed: make([]bool, len(m.Functions))}
	entry := make([]bool, len(m.Functions))
	for i := range m.EntryPoints {
		entry[m.EntryPoints[i].Function] = true
	}
	found := false
	for i := 1; i < len(m.Functions); i++ {
		if f := m.Functions[i]; f.Result != 0 && !entry[i] && wanted(f.Result) {
			r.changed[i], found = true, true
		}
	}
	if !found {
		return
	}
	for i := 1; i < len(m.Functions); i++ {
		f := m.Functions[i]
		r.result = -1
		if r.changed[i] {
			r.result = len(f.Args)
			f.Args = append(f.Args, ir.Argument{Name: "result", Type: m.Types.Pointer(f.Result, ir.SpaceFunction, ir.AccessReadWrite, ir.NoLayout), Span: f.Span})
		}
		rewrite.Function(m, f, r)
	}
	for i := 1; i < len(m.Functions); i++ {
		if r.changed[i] {
			m.Functions[i].Result = 0
		}
	}
}

type resultParams struct {
	m       *ir.Module
	changed []bool // by FuncID
	result  int    // of the function under way: the parameter of its result, or -1
}

// Kinds implements rewrite.Selective.
func (*resultParams) Kinds() ir.KindSet { return 0 }

// Expr implements rewrite.Visitor.
func (*resultParams) Expr(*rewrite.Editor, ir.ExprID) {}

// Stmt implements rewrite.Visitor.
func (r *resultParams) Stmt(e *rewrite.Editor, s ir.StmtID) {
	switch e.F.StmtKind(s) {
	case ir.StmtReturn:
		if v := e.F.ReturnValue(s); r.result >= 0 && v != 0 {
			b := e.Remove()
			b.Store(b.Argument(r.result), v)
			b.Return(0)
		}
	case ir.StmtCall:
		call := e.F.Call(s)
		if !r.changed[call.Function] {
			return
		}
		b := e.Ahead()
		l := b.F.AddLocal(ir.Local{Type: r.m.Functions[call.Function].Result, Span: b.Span})
		args := append(append([]ir.ExprID(nil), call.Args...), b.Local(l))
		b.Push(b.F.AddCall(ir.Call{Function: call.Function, Args: args}, e.F.StmtSpan(s)))
		e.Result(b.Load(b.Local(l)))
	}
}
