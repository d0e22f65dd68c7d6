package transform

// This file takes away structs that a front end put around a value to distinguish its type
// from others:
//
//	struct Node { address : u64 }
//	%1 = load $node            : Node
//	%2 = access_index %1, .address : u64
//	... %2 ...
//
// becomes
//
//	%1 = load $node            : u64
//	... %1 ...

import (
	"refract/internal/ir/rewrite"
	"refract/ir"
)

// Unwrap replaces values of certain structs, which have one member each, by that member, in
// variables, other structs, arrays and pointers. Explicit layouts have to be the member's
// already.
func Unwrap(m *ir.Module, structs []ir.StructID) {
	if len(structs) == 0 {
		return
	}
	u := &unwrapping{m: m, wraps: make([]bool, len(m.Structs))}
	for _, s := range structs {
		u.wraps[s] = true
	}
	for i := range m.Structs {
		if !u.wraps[i] {
			for k := range m.Structs[i].Members {
				u.retype(&m.Structs[i].Members[k].Type)
			}
		}
	}
	for i := range m.Globals {
		u.retype(&m.Globals[i].Type)
	}
	for i := range m.Constants {
		u.retype(&m.Constants[i].Type)
	}
	// Constants exist everywhere, so that a copy of one stands for it.
	c := &m.Consts
	for x := ir.ExprID(1); int(x) < c.ExprCount(); x++ {
		if by := u.inside(c, x); by != 0 {
			c.Overwrite(x, by)
		}
	}
	u.exprs(c)
	for _, f := range m.Functions[1:] {
		u.uses.reset()
		rewrite.Function(m, f, u)
		u.uses.apply(f)
		u.forget(f)
		u.exprs(&f.Exprs)
		u.retype(&f.Result)
		for i := range f.Args {
			u.retype(&f.Args[i].Type)
		}
		for i := range f.Locals {
			u.retype(&f.Locals[i].Type)
		}
	}
}

type unwrapping struct {
	m     *ir.Module
	wraps []bool      // by StructID
	to    []ir.TypeID // by TypeID; 0: not known
	uses  replacements
}

// wrapper reports whether a type is one of the structs.
func (u *unwrapping) wrapper(t ir.TypeID) bool {
	ty := u.m.Types.At(t)
	return ty.Kind == ir.TypeStruct && u.wraps[ty.Struct]
}

// inside is the replacement of an expression that wraps or unwraps; or 0.
func (u *unwrapping) inside(e *ir.Exprs, x ir.ExprID) ir.ExprID {
	switch e.Kind(x) {
	case ir.KindCompose:
		if u.wrapper(e.TypeOf(x)) {
			return e.Compose(x).Components[0]
		}
	case ir.KindAccessIndex:
		base := e.AccessIndex(x).Base
		if t := e.TypeOf(base); u.wrapper(t) || u.m.Types.At(t).Kind == ir.TypePointer && u.wrapper(u.m.Types.At(t).Base) {
			return base
		}
	}
	return 0
}

// forget clears expressions that no block lists any more.
func (u *unwrapping) forget(f *ir.Function) {
	var nothing ir.ExprID
	for x := ir.ExprID(1); int(x) < f.ExprCount(); x++ {
		if u.inside(&f.Exprs, x) == 0 {
			continue
		}
		if nothing == 0 {
			nothing = f.AddZeroValue(ir.TypeU32, f.SpanOf(x))
		}
		f.Overwrite(x, nothing)
	}
}

// exprs gives expressions their types.
func (u *unwrapping) exprs(e *ir.Exprs) {
	for x := ir.ExprID(1); int(x) < e.ExprCount(); x++ {
		if t := e.TypeOf(x); t != 0 {
			u.retype(&t)
			e.SetType(x, t)
		}
	}
}

func (u *unwrapping) retype(t *ir.TypeID) {
	if *t != 0 {
		*t = u.of(*t)
	}
}

// of is the type that stands for another.
func (u *unwrapping) of(t ir.TypeID) ir.TypeID {
	for len(u.to) <= int(t) {
		u.to = append(u.to, 0)
	}
	if u.to[t] != 0 {
		return u.to[t]
	}
	to, ty := t, *u.m.Types.At(t)
	switch ty.Kind {
	case ir.TypeStruct:
		if u.wraps[ty.Struct] {
			to = u.of(u.m.Structs[ty.Struct].Members[0].Type)
		}
	case ir.TypeArray, ir.TypeBindingArray, ir.TypePointer:
		if base := u.of(ty.Base); base != ty.Base {
			ty.Base = base
			to = u.m.Types.Intern(ty)
		}
	}
	u.to[t] = to
	return to
}

// Kinds implements rewrite.Selective.
func (*unwrapping) Kinds() ir.KindSet { return ir.Kinds(ir.KindCompose, ir.KindAccessIndex) }

func (u *unwrapping) Expr(e *rewrite.Editor, x ir.ExprID) {
	if by := u.inside(&e.F.Exprs, x); by != 0 {
		e.Remove()
		u.uses.set(e.F, x, by)
	}
}

func (*unwrapping) Stmt(*rewrite.Editor, ir.StmtID) {}
