package transform

// This file takes the results of entry points apart, for targets whose outputs are
// variables of their own:
//
//	%1 = load $out : @Out
//	return %1
//
// becomes
//
//	%2 = access_index $out, .position
//	%3 = load %2
//	%4 = access_index $out, .color
//	%5 = load %4
//	%6 = compose %3, %5 : @Out
//	return %6

import (
	"slices"

	"refract/internal/ir/rewrite"
	"refract/ir"
)

// ComposeOutputs makes every return of a struct by an entry point one of a
// Compose that nothing else uses.
func ComposeOutputs(m *ir.Module) {
	for i := range m.EntryPoints {
		f := m.Functions[m.EntryPoints[i].Function]
		if f.Result != 0 && f.ResultBinding.Kind == ir.NoBinding && m.StructOf(f.Result) != nil {
			rewrite.Function(m, m.OwnFunction(i), &composing{})
		}
	}
}

type composing struct {
	fresh []ir.ExprID // loaded since the last statement that isn't an Emit
}

// Kinds implements rewrite.Selective.
func (*composing) Kinds() ir.KindSet { return ir.Kinds(ir.KindLoad) }

func (c *composing) Expr(_ *rewrite.Editor, x ir.ExprID) { c.fresh = append(c.fresh, x) }

func (c *composing) Stmt(e *rewrite.Editor, s ir.StmtID) {
	f := e.F
	if f.StmtKind(s) == ir.StmtReturn {
		if v := f.ReturnValue(s); v != 0 {
			b := e.Ahead()
			made := b.Compose(f.Result, c.parts(b, v)...)
			f.MapStmtOperands(s, func(ir.ExprID) ir.ExprID { return made })
		}
	}
	c.fresh = c.fresh[:0]
}

// parts are the members of a struct value; of one just loaded, loads of each.
func (c *composing) parts(b *ir.Builder, v ir.ExprID) []ir.ExprID {
	if !slices.Contains(c.fresh, v) {
		return parts(b, v)
	}
	list := make([]ir.ExprID, len(b.M.StructOf(b.TypeOf(v)).Members))
	for i := range list {
		list[i] = b.Load(b.AccessIndex(b.F.Operand(v), uint32(i)))
	}
	return list
}
