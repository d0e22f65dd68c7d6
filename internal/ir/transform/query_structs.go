package transform

// This file parts variables that are structs with ray queries, or arrays of such structs,
// into a variable for each member. Queries are variables then, or elements of arrays:
//
//	struct @S { q : ray_query  hits : u32 }
//	local $s : array<@S, 4>
//	%1 = access $s, %i
//	%2 = access_index %1, .q
//	ray_query proceed %2
//	call @f(%1)
//
// becomes
//
//	local $s_q : array<ray_query, 4>
//	local $s_hits : array<u32, 4>
//	%2 = access $s_q, %i
//	ray_query proceed %2
//	%3 = access $s_hits, %i
//	call @f(%2, %3)
//
// A leaf of such a type is a member that holds no struct with queries: the leaves are
// numbered in the order of the members, those of inner structs among them.

import (
	"fmt"
	"slices"

	"refract/diag"
	"refract/internal/ir/rewrite"
	"refract/ir"
)

// maxLeaves bounds the members of a variable with ray queries.
const maxLeaves = 1024

// QueryStructError reports a variable that has too many members.
type QueryStructError struct{ Span diag.Span }

// Diagnostic is the code of the error, and its place.
func (e *QueryStructError) Diagnostic() (diag.Code, diag.Span) { return codeCopies, e.Span }

func (e *QueryStructError) Error() string {
	return fmt.Sprintf("a variable with ray queries has more than %d members", maxLeaves)
}

// PlainQueries makes each variable and parameter with ray queries a query or an array of
// queries, as front ends give them to the others. An error is diag.Diagnosable.
func PlainQueries(m *ir.Module) error {
	if err := SplitQueryStructs(m); err != nil {
		return err
	}
	return FlattenQueryArrays(m)
}

// SplitQueryStructs parts the variables and parameters that are structs with ray queries.
func SplitQueryStructs(m *ir.Module) error {
	if !slices.ContainsFunc(m.Structs[1:], func(s ir.Struct) bool { return m.HoldsRayObject(s.Type) }) {
		return nil
	}
	s := &querySplit{m: m, leaves: map[ir.TypeID][]ir.TypeID{}, globals: map[ir.GlobalID]ir.GlobalID{}}
	for i := range len(m.Globals) {
		if g := m.Globals[i]; i > 0 && s.isWide(g.Type) {
			list := s.leavesOf(g.Type, g.Span)
			s.globals[ir.GlobalID(i)] = ir.GlobalID(len(m.Globals))
			for k, t := range list {
				leaf := g
				leaf.Name, leaf.Type = g.Name+s.nameOf(g.Type, k), t
				if k == 0 {
					m.Globals[i] = leaf
				} else {
					m.Globals = append(m.Globals, leaf)
				}
			}
		}
	}
	for _, f := range m.Functions[1:] {
		s.function(f)
	}
	return s.err
}

type querySplit struct {
	m       *ir.Module
	leaves  map[ir.TypeID][]ir.TypeID
	globals map[ir.GlobalID]ir.GlobalID // the variable of the second leaf
	locals  []leafLocals                // by LocalID
	args    []int                       // by parameter: the first that takes its place
	refs    []ir.ExprID                 // expressions that name parameters
	chain   []ir.ExprID
	err     error
}

// leafLocals are the variables of all leaves but the first, which takes the number of the
// whole.
type leafLocals struct {
	first ir.LocalID
	n     int
}

// isWide reports whether a type is a struct with ray queries, or an array of such structs.
func (s *querySplit) isWide(t ir.TypeID) bool {
	if t == 0 || t.IsElementary() {
		return false
	}
	ty := s.m.Types.At(t)
	for ty.Kind == ir.TypeArray {
		t = ty.Base
		ty = s.m.Types.At(t)
	}
	return ty.Kind == ir.TypeStruct && len(s.leavesOf(t, diag.Span{})) > 0
}

// leavesOf are the types of the leaves of a type; none if it holds no struct with queries.
func (s *querySplit) leavesOf(t ir.TypeID, span diag.Span) []ir.TypeID {
	list, known := s.leaves[t]
	if known {
		return list
	}
	switch ty := *s.m.Types.At(t); ty.Kind {
	case ir.TypeArray:
		for _, x := range s.leavesOf(ty.Base, span) {
			list = append(list, s.m.Types.Array(x, ty.Length))
		}
	case ir.TypeStruct:
		if !s.m.HoldsRayObject(t) {
			break
		}
		for _, member := range s.m.Structs[ty.Struct].Members {
			if inner := s.leavesOf(member.Type, span); inner != nil {
				list = append(list, inner...)
			} else {
				list = append(list, member.Type)
			}
			if len(list) > maxLeaves {
				s.err = &QueryStructError{span}
				list = list[:maxLeaves]
			}
		}
	}
	s.leaves[t] = list
	return list
}

// size is the number of leaves that a member takes.
func (s *querySplit) size(member ir.TypeID) int { return max(1, len(s.leavesOf(member, diag.Span{}))) }

// nameOf is the names of the members on the way to a leaf.
func (s *querySplit) nameOf(t ir.TypeID, leaf int) (name string) {
	for s.isWide(t) {
		if ty := s.m.Types.At(t); ty.Kind == ir.TypeArray {
			t = ty.Base
			continue
		}
		for _, member := range s.m.StructOf(t).Members {
			n := s.size(member.Type)
			if leaf < n {
				if member.Name != "" {
					name += "_" + member.Name
				}
				t = member.Type
				break
			}
			leaf -= n
		}
	}
	return name
}

// function parts the variables and parameters of a function.
func (s *querySplit) function(f *ir.Function) {
	old := ir.ExprID(f.ExprCount())
	s.locals = make([]leafLocals, len(f.Locals))
	wide := false
	for i := range len(f.Locals) {
		l := f.Locals[i]
		if i == 0 || !s.isWide(l.Type) {
			continue
		}
		wide = true
		list := s.leavesOf(l.Type, l.Span)
		s.locals[i] = leafLocals{ir.LocalID(len(f.Locals)), len(list) - 1}
		for k, t := range list {
			leaf := ir.Local{Name: l.Name, Type: t, Span: l.Span}
			if l.Name != "" {
				leaf.Name += s.nameOf(l.Type, k)
			}
			if k == 0 {
				f.Locals[i] = leaf
			} else {
				f.AddLocal(leaf)
			}
		}
	}
	wide = s.parameters(f) || wide
	if !wide && len(s.globals) == 0 {
		return
	}
	s.refs = s.refs[:0]
	for x := f.Next(0, arguments); x != 0; x = f.Next(x, arguments) {
		s.refs = append(s.refs, x)
	}
	rewrite.Function(s.m, f, s)
	s.forget(f, old)
}

// parameters gives a function a parameter for each leaf, and reports whether it changed.
func (s *querySplit) parameters(f *ir.Function) bool {
	var args []ir.Argument
	s.args = s.args[:0]
	for _, a := range f.Args {
		s.args = append(s.args, len(args))
		p := *s.m.Types.At(a.Type)
		if p.Kind != ir.TypePointer || !s.isWide(p.Base) {
			args = append(args, a)
			continue
		}
		for k, t := range s.leavesOf(p.Base, a.Span) {
			args = append(args, ir.Argument{Name: a.Name + s.nameOf(p.Base, k), Type: s.m.Types.Pointer(t, p.Space, p.Access, p.Layout), Span: a.Span})
		}
	}
	changed := len(args) != len(f.Args) || !slices.Equal(args, f.Args)
	f.Args = args
	return changed
}

// forget clears the expressions that lead to structs with queries, which nothing evaluates
// any more, and renumbers the parameters.
func (s *querySplit) forget(f *ir.Function, old ir.ExprID) {
	nothing := f.AddZeroValue(ir.TypeU32, f.Span)
	for _, x := range s.refs {
		if n := s.args[f.ArgumentIndex(x)]; n != f.ArgumentIndex(x) && !s.leads(f, x) {
			f.Overwrite(x, f.AddRef(ir.KindArgument, f.TypeOf(x), uint32(n), f.SpanOf(x)))
		}
	}
	for x := ir.ExprID(1); x < old; x++ {
		if s.leads(f, x) {
			f.Overwrite(x, nothing)
		}
	}
}

// leads reports whether an expression is a pointer to a struct with queries.
func (s *querySplit) leads(f *ir.Function, x ir.ExprID) bool {
	t := s.m.Types.At(f.TypeOf(x))
	return t.Kind == ir.TypePointer && s.isWide(t.Base)
}

// Kinds implements rewrite.Selective.
func (*querySplit) Kinds() ir.KindSet { return 1<<ir.KindAccess | 1<<ir.KindAccessIndex }

// Expr implements rewrite.Visitor.
func (s *querySplit) Expr(e *rewrite.Editor, x ir.ExprID) {
	f := e.F
	if !s.leads(f, f.Operand(x)) {
		return
	}
	if s.leads(f, x) {
		e.Remove()
		return
	}
	e.Become(s.leaf(e.Ahead(), x, 0))
}

// leaf builds the pointer to a leaf of a struct; leaf number 0 of a pointer to anything else
// is that.
func (s *querySplit) leaf(b *ir.Builder, x ir.ExprID, number int) ir.ExprID {
	f := b.F
	s.chain = s.chain[:0]
	for f.Kind(x) == ir.KindAccess || f.Kind(x) == ir.KindAccessIndex {
		base := f.Operand(x)
		str := s.m.StructOf(s.m.Types.Pointee(f.TypeOf(base)))
		if str == nil {
			s.chain = append(s.chain, x)
		} else {
			for _, member := range str.Members[:f.AccessIndex(x).Index] {
				number += s.size(member.Type)
			}
		}
		x = base
	}
	p := s.root(b, x, number)
	for _, step := range slices.Backward(s.chain) {
		if f.Kind(step) == ir.KindAccess {
			p = b.Access(p, f.Access(step).Index)
		} else {
			p = b.AccessIndex(p, f.AccessIndex(step).Index)
		}
		f.SetFlags(p, f.Flags(step))
	}
	return p
}

// root is the variable or parameter that is a leaf of another.
func (s *querySplit) root(b *ir.Builder, x ir.ExprID, leaf int) ir.ExprID {
	f := b.F
	switch f.Kind(x) {
	case ir.KindLocal:
		l := f.LocalRef(x)
		if leaf > 0 {
			l = s.locals[l].first + ir.LocalID(leaf-1)
		}
		return b.Local(l)
	case ir.KindGlobal:
		g := f.GlobalRef(x)
		if leaf > 0 {
			g = s.globals[g] + ir.GlobalID(leaf-1)
		}
		return b.Global(g)
	case ir.KindArgument:
		return b.Argument(s.args[f.ArgumentIndex(x)] + leaf)
	}
	panic("transform: ray queries behind a " + f.Kind(x).String())
}

// Stmt implements rewrite.Visitor.
func (s *querySplit) Stmt(e *rewrite.Editor, st ir.StmtID) {
	f := e.F
	switch f.StmtKind(st) {
	case ir.StmtLocal:
		l := f.LocalDecl(st).Local
		if int(l) >= len(s.locals) {
			return
		}
		for k := range s.locals[l].n {
			e.Keep().DeclareLocal(s.locals[l].first+ir.LocalID(k), 0)
		}
	case ir.StmtCall:
		call := f.Call(st)
		if !slices.ContainsFunc(call.Args, func(x ir.ExprID) bool { return s.leads(f, x) }) {
			return
		}
		b := e.Remove()
		var args []ir.ExprID
		for _, x := range call.Args {
			if !s.leads(f, x) {
				args = append(args, x)
				continue
			}
			for k := range s.leavesOf(s.m.Types.Pointee(f.TypeOf(x)), f.SpanOf(x)) {
				args = append(args, s.leaf(b, x, k))
			}
		}
		b.Push(f.AddCall(ir.Call{Function: call.Function, Args: args, Result: call.Result}, f.StmtSpan(st)))
	}
}
