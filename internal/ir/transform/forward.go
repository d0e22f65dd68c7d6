package transform

// This file forwards the members of the predeclared structs that polyfills put
// together:
//
//	%1 = trunc %x
//	%2 = sub %x, %1
//	%3 = compose %2, %1 : modf_result<f32>
//	%4 = access_index %3, .whole
//	... %4 ...
//
// becomes
//
//	%1 = trunc %x
//	%2 = sub %x, %1
//	... %1 ...

import (
	"slices"

	"refract/internal/ir/rewrite"
	"refract/internal/reuse"
	"refract/ir"
)

// ForwardResults replaces the members of a predeclared struct (ir.Struct.Special) that a
// Compose made by the Compose's parts. A Compose that nothing uses then is taken out.
func ForwardResults(m *ir.Module) {
	special := slices.ContainsFunc(m.Structs, func(s ir.Struct) bool { return s.Special != ir.NotSpecial })
	if !special {
		return
	}
	var v *forwarding
	for _, f := range m.Functions[1:] {
		for x := f.Next(0, memberAccesses); x != 0; x = f.Next(x, memberAccesses) {
			if forwards(m, f, x) {
				if v == nil {
					v = new(forwarding)
				}
				v.uses.reset()
				rewrite.Function(m, f, v)
				v.uses.apply(f)
				v.findUsed(f)
				rewrite.Function(m, f, (*sweeping)(v))
				break
			}
		}
	}
}

const memberAccesses ir.KindSet = 1 << ir.KindAccessIndex

func forwards(m *ir.Module, f *ir.Function, x ir.ExprID) bool {
	if f.Kind(f.Operand(x)) != ir.KindCompose {
		return false
	}
	s := m.StructOf(f.TypeOf(f.Operand(x)))
	return s != nil && s.Special != ir.NotSpecial
}

type forwarding struct {
	uses replacements
	used []bool // by ExprID
}

// findUsed notes which values are used, but by accesses that are no more.
func (v *forwarding) findUsed(f *ir.Function) {
	v.used = reuse.Zeroed(v.used, f.ExprCount())
	use := func(x ir.ExprID) ir.ExprID {
		v.used[x] = true
		return x
	}
	for x := ir.ExprID(1); int(x) < f.ExprCount(); x++ {
		if v.uses.of(x) == x {
			f.MapOperands(x, use)
		}
	}
	for s := ir.StmtID(1); int(s) < f.StmtCount(); s++ {
		f.MapStmtOperands(s, use)
	}
}

// sweeping takes out structs that nothing uses.
type sweeping forwarding

// Kinds implements rewrite.Selective.
func (*sweeping) Kinds() ir.KindSet { return ir.Kinds(ir.KindCompose) }

func (v *sweeping) Expr(e *rewrite.Editor, x ir.ExprID) {
	if s := e.M.StructOf(e.F.TypeOf(x)); s != nil && s.Special != ir.NotSpecial && int(x) < len(v.used) && !v.used[x] {
		e.Remove()
	}
}

func (*sweeping) Stmt(*rewrite.Editor, ir.StmtID) {}

// Kinds implements rewrite.Selective.
func (*forwarding) Kinds() ir.KindSet { return memberAccesses }

func (v *forwarding) Expr(e *rewrite.Editor, x ir.ExprID) {
	if forwards(e.M, e.F, x) {
		a := e.F.AccessIndex(x)
		e.Remove()
		v.uses.set(e.F, x, e.F.Compose(a.Base).Components[a.Index])
	}
}

func (*forwarding) Stmt(*rewrite.Editor, ir.StmtID) {}
