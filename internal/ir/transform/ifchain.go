package transform

// This file spells switches by ifs, for languages that have none:
//
//	switch %x { case 1, 2 { A; break }  default { B } }
//
// becomes
//
//	%1 = eq %x, 1i
//	%2 = eq %x, 2i
//	%3 = lor %1, %2
//	if %3 { A } else { B }
//
// One whose clauses fall through, or break elsewhere than at their ends, becomes a loop
// of ifs as RemoveFallThrough makes them.

import (
	"refract/diag"
	"refract/internal/ir/rewrite"
	"refract/ir"
)

// SwitchesToIfs replaces all switches. BoundLoops comes before: it doesn't see that the
// loops end.
func SwitchesToIfs(m *ir.Module) {
	var v *chaining
	for _, f := range m.Functions[1:] {
		for s := ir.StmtID(1); int(s) < f.StmtCount(); s++ {
			if f.StmtKind(s) == ir.StmtSwitch {
				if v == nil {
					v = new(chaining)
				}
				v.start(m, f)
				rewrite.Function(m, f, v)
				break
			}
		}
	}
}

type chaining struct{ unfalling }

func (v *chaining) Stmt(e *rewrite.Editor, s ir.StmtID) {
	f := e.F
	switch f.StmtKind(s) {
	case ir.StmtContinue:
		v.forward(e)
	case ir.StmtSwitch:
		if fallsThrough(f, s, false) && !fallsThrough(f, s, true) {
			mergeClauses(f, s)
		}
		if fallsThrough(f, s, true) {
			v.unroll(e, s)
			return
		}
		for _, c := range f.Switch(s).Cases {
			if leaves(f, withoutBreak(f, c.Body), ir.StmtBreak) {
				v.unroll(e, s)
				return
			}
		}
		chain(e, s)
	}
}

// withoutBreak is a block without the break at its end.
func withoutBreak(f *ir.Function, b ir.BlockID) ir.BlockID {
	list := f.Block(b)
	if n := len(list); n > 0 && f.StmtKind(list[n-1]) == ir.StmtBreak {
		return f.AddBlock(list[:n-1])
	}
	return b
}

// chain makes a switch an if for each clause, in the else of the one before.
func chain(e *rewrite.Editor, s ir.StmtID) {
	f := e.F
	sw := f.Switch(s)
	b := e.Ahead()
	b.Span = diag.Span{}
	t := f.TypeOf(sw.Selector)
	matches := make([]ir.ExprID, len(sw.Cases))
	rest, whole := f.AddBlock(nil), ir.StmtID(0)
	for i := range sw.Cases {
		c := &sw.Cases[i]
		if c.Default {
			rest = withoutBreak(f, c.Body) // values beside it need no question
			continue
		}
		for _, bits := range f.CaseValues(c) {
			is := b.Binary(ir.Eq, sw.Selector, b.Bits(t, uint64(bits)))
			if matches[i] != 0 {
				is = b.Binary(ir.LogicalOr, matches[i], is)
			}
			matches[i] = is
		}
	}
	for i := len(sw.Cases) - 1; i >= 0; i-- {
		if matches[i] == 0 {
			continue
		}
		whole = f.AddIf(ir.If{Condition: matches[i], Accept: withoutBreak(f, sw.Cases[i].Body), Reject: rest}, diag.Span{})
		rest = f.AddBlock([]ir.StmtID{whole})
	}
	if whole == 0 { // a default alone
		whole = f.AddBlockStmt(rest, diag.Span{})
	}
	f.OverwriteStmt(s, whole)
}
