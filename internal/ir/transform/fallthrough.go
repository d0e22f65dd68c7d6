package transform

// This file removes falling through from one clause of a switch into the next,
// which GLSL and SPIR-V have and WGSL and HLSL don't.
//
// A clause with an empty body gives its values to the next:
//
//	switch %x { case 1 { } fallthrough  case 2 { BODY } ... }
//
// becomes
//
//	switch %x { case 1, 2 { BODY } ... }
//
// A switch with a body that falls through becomes a loop of ifs:
//
//	switch %x { case 1 { A } fallthrough  case 2 { B }  default { C } }
//
// becomes
//
//	local $falls = false
//	loop {
//	  if %x == 1 { A; store $falls, true }
//	  if load $falls || %x == 2 { B; break }
//	  if %x is neither 1 nor 2 { C; break }
//	  break
//	}
//
// with a continue in it forwarded as ForwardContinues does. BoundLoops comes before: it
// doesn't see that the loop ends.

import (
	"refract/diag"
	"refract/internal/ir/rewrite"
	"refract/ir"
)

// RemoveFallThrough rewrites every switch with a clause that falls through.
func RemoveFallThrough(m *ir.Module) {
	var v *unfalling
	for _, f := range m.Functions[1:] {
		if !f.MayHaveStmt(ir.StmtSwitch) {
			continue
		}
		for s := ir.StmtID(1); int(s) < f.StmtCount(); s++ {
			if f.StmtKind(s) == ir.StmtSwitch && fallsThrough(f, s, false) {
				if v == nil {
					v = new(unfalling)
				}
				v.forwarder.start(m, f)
				rewrite.Function(m, f, v)
				break
			}
		}
	}
}

// fallsThrough reports whether a clause falls through, if so asked with a body
// that isn't empty.
func fallsThrough(f *ir.Function, s ir.StmtID, withBody bool) bool {
	for _, c := range f.Switch(s).Cases {
		if c.FallThrough && (!withBody || len(f.Block(c.Body)) > 0) {
			return true
		}
	}
	return false
}

type unfalling struct{ forwarder }

func (v *unfalling) Stmt(e *rewrite.Editor, s ir.StmtID) {
	f := e.F
	switch f.StmtKind(s) {
	case ir.StmtContinue:
		v.forward(e)
	case ir.StmtSwitch:
		switch {
		case fallsThrough(f, s, true):
			v.unroll(e, s)
		case fallsThrough(f, s, false):
			mergeClauses(f, s)
			v.through(e, s)
		default:
			v.through(e, s)
		}
	}
}

// mergeClauses gives the values of empty clauses that fall through to the next.
func mergeClauses(f *ir.Function, s ir.StmtID) {
	v := f.Switch(s)
	var cases []ir.Case
	var values []uint32
	isDefault := false
	for i := range v.Cases {
		c := v.Cases[i]
		values = append(values, f.CaseValues(&c)...)
		isDefault = isDefault || c.Default
		if c.FallThrough && i < len(v.Cases)-1 {
			continue
		}
		merged := ir.Case{Body: c.Body, Default: isDefault}
		f.AddCaseValues(&merged, values)
		cases = append(cases, merged)
		values, isDefault = values[:0], false
	}
	f.OverwriteStmt(s, f.AddSwitch(ir.Switch{Selector: v.Selector, Cases: cases}, diag.Span{}))
}

// unroll makes a switch a loop of ifs.
func (v *unfalling) unroll(e *rewrite.Editor, s ir.StmtID) {
	f := e.F
	sw := f.Switch(s)
	continues := false
	for _, c := range sw.Cases {
		continues = continues || leaves(f, c.Body, ir.StmtContinue)
	}
	b := e.Ahead()
	b.Span = diag.Span{}
	t := f.TypeOf(sw.Selector)
	matches := make([]ir.ExprID, len(sw.Cases)) // whether a value of the clause is the selector's, or 0
	var any ir.ExprID
	or := func(x, y ir.ExprID) ir.ExprID {
		if x == 0 || y == 0 {
			return x | y
		}
		return b.Binary(ir.LogicalOr, x, y)
	}
	for i := range sw.Cases {
		for _, bits := range f.CaseValues(&sw.Cases[i]) {
			matches[i] = or(matches[i], b.Binary(ir.Eq, sw.Selector, b.Bits(t, uint64(bits))))
		}
		any = or(any, matches[i])
	}
	falls := f.AddLocal(ir.Local{Name: "falls", Type: ir.TypeBool})
	b.DeclareLocal(falls, b.Bool(false))
	if continues && v.inLoop(e) {
		v.open(e, s)
	}
	var inner ir.Builder // of the loop's body, which takes the place of the switch
	inner.Start(e.M, f)
	mark := inner.Begin()
	completes := false // some clause goes on after the switch
	for i, c := range sw.Cases {
		completes = completes || leaves(f, c.Body, ir.StmtBreak)
		enter := matches[i]
		if c.Default {
			rest := inner.Bool(true)
			if any != 0 {
				rest = inner.Unary(ir.LogicalNot, any)
			}
			if enter != 0 {
				rest = inner.Binary(ir.LogicalOr, enter, rest)
			}
			enter = rest
		}
		if i > 0 && sw.Cases[i-1].FallThrough {
			fell := inner.Load(inner.Local(falls))
			if enter != 0 {
				fell = inner.Binary(ir.LogicalOr, fell, enter)
			}
			enter = fell
		}
		if enter == 0 {
			continue
		}
		body := inner.Begin()
		for _, st := range f.Block(c.Body) {
			inner.Push(st)
		}
		ends := neverEnds(f, c.Body)
		switch {
		case ends:
		case c.FallThrough:
			inner.Store(inner.Local(falls), inner.Bool(true))
		default:
			inner.Break()
			completes = true
		}
		inner.If(enter, inner.End(body), 0)
	}
	if completes || continues { // else the end isn't reached: some clause always matches
		inner.Break()
	}
	f.OverwriteStmt(s, f.AddLoop(ir.Loop{Body: inner.End(mark)}, diag.Span{}))
}

// neverEnds reports whether control doesn't come to the end of a block, as far as its
// statements alone decide.
func neverEnds(f *ir.Function, b ir.BlockID) bool {
	list := f.Block(b)
	if len(list) == 0 {
		return false
	}
	switch s := list[len(list)-1]; f.StmtKind(s) {
	case ir.StmtBlock:
		return neverEnds(f, f.BlockStmt(s))
	case ir.StmtIf:
		v := f.If(s)
		return neverEnds(f, v.Accept) && neverEnds(f, v.Reject)
	case ir.StmtSwitch:
		isDefault := false
		for _, c := range f.Switch(s).Cases {
			if isDefault = isDefault || c.Default; leaves(f, c.Body, ir.StmtBreak) || !c.FallThrough && !neverEnds(f, c.Body) {
				return false
			}
		}
		return isDefault
	case ir.StmtLoop:
		v := f.Loop(s)
		return v.BreakIf == 0 && !leaves(f, v.Body, ir.StmtBreak)
	default:
		return f.StmtKind(s).IsTerminator()
	}
}
