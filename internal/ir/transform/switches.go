package transform

// This file lowers forms of switch that some compilers get wrong.

import (
	"refract/diag"
	"refract/internal/ir/rewrite"
	"refract/ir"
)

// SimplifySwitches replaces every switch with a single clause:
//
//	switch %x { default { BODY } }
//
// becomes
//
//	block { BODY }
//
// or, if the body breaks out of the switch elsewhere than at its end,
//
//	loop { BODY; break }
//
// with a continue in the body forwarded as ForwardContinues does. BoundLoops comes before:
// it doesn't see that the loop ends.
func SimplifySwitches(m *ir.Module) {
	var v *simplifying
	for _, f := range m.Functions[1:] {
		if !f.MayHaveStmt(ir.StmtSwitch) {
			continue
		}
		for s := ir.StmtID(1); int(s) < f.StmtCount(); s++ {
			if f.StmtKind(s) == ir.StmtSwitch && len(f.Switch(s).Cases) == 1 {
				if v == nil {
					v = new(simplifying)
				}
				v.forwarder.start(m, f)
				rewrite.Function(m, f, v)
				break
			}
		}
	}
}

type simplifying struct{ forwarder }

func (v *simplifying) Stmt(e *rewrite.Editor, s ir.StmtID) {
	f := e.F
	switch f.StmtKind(s) {
	case ir.StmtContinue:
		v.forward(e)
	case ir.StmtSwitch:
		if len(f.Switch(s).Cases) != 1 {
			v.through(e, s)
			return
		}
		body := f.Switch(s).Cases[0].Body
		list := f.Block(body)
		ends := len(list) > 0 && f.StmtKind(list[len(list)-1]).IsTerminator()
		if ends && f.StmtKind(list[len(list)-1]) == ir.StmtBreak {
			list = list[:len(list)-1]
			body, ends = f.AddBlock(list), false
		}
		if !leaves(f, body, ir.StmtBreak) {
			f.OverwriteStmt(s, f.AddBlockStmt(body, diag.Span{}))
			return
		}
		if v.inLoop(e) && leaves(f, body, ir.StmtContinue) {
			v.open(e, s)
		}
		if !ends {
			list = append(append([]ir.StmtID(nil), list...), f.AddSimple(ir.StmtBreak, diag.Span{}))
			body = f.AddBlock(list)
		}
		f.OverwriteStmt(s, f.AddLoop(ir.Loop{Body: body}, diag.Span{}))
	}
}

// ForwardContinues replaces every continue inside a switch inside a loop, which
// FXC and some drivers mistake:
//
//	switch %x { case 1 { continue } default { } }
//
// becomes
//
//	local $continues = false
//	switch %x { case 1 { store $continues, true; break } default { } }
//	if load $continues { continue }
func ForwardContinues(m *ir.Module) {
	var v *continuesForwarding
	for _, f := range m.Functions[1:] {
		if !f.MayHaveStmt(ir.StmtSwitch) || !f.MayHaveStmt(ir.StmtContinue) {
			continue
		}
		switches, continues := false, false
		for s := ir.StmtID(1); int(s) < f.StmtCount(); s++ {
			switches = switches || f.StmtKind(s) == ir.StmtSwitch
			continues = continues || f.StmtKind(s) == ir.StmtContinue
		}
		if switches && continues {
			if v == nil {
				v = new(continuesForwarding)
			}
			v.forwarder.start(m, f)
			rewrite.Function(m, f, v)
		}
	}
}

type continuesForwarding struct{ forwarder }

func (v *continuesForwarding) Stmt(e *rewrite.Editor, s ir.StmtID) {
	f := e.F
	switch f.StmtKind(s) {
	case ir.StmtContinue:
		v.forward(e)
	case ir.StmtSwitch:
		if !v.inLoop(e) {
			return
		}
		for _, c := range f.Switch(s).Cases {
			if leaves(f, c.Body, ir.StmtContinue) {
				v.open(e, s)
				return
			}
		}
	}
}

// forwarder takes continues out of statements by way of a flag: of a nest of
// such statements, one flag, asked after each.
type forwarder struct {
	flags map[ir.StmtID]ir.LocalID // by statement that a continue doesn't cross
}

// Kinds implements rewrite.Selective.
func (*forwarder) Kinds() ir.KindSet { return 0 }

func (v *forwarder) Expr(*rewrite.Editor, ir.ExprID) {}

func (v *forwarder) start(m *ir.Module, f *ir.Function) { v.flags = map[ir.StmtID]ir.LocalID{} }

// breakable is the innermost loop or switch around the current item.
func breakable(e *rewrite.Editor) ir.StmtID {
	for level := 0; ; level++ {
		s := e.Enclosing(level)
		if s == 0 || e.F.StmtKind(s) == ir.StmtLoop || e.F.StmtKind(s) == ir.StmtSwitch {
			return s
		}
	}
}

// inLoop reports whether a continue here has a loop to go on with.
func (v *forwarder) inLoop(e *rewrite.Editor) bool {
	for level := 0; ; level++ {
		s := e.Enclosing(level)
		if s == 0 {
			return false
		}
		if e.F.StmtKind(s) == ir.StmtLoop && v.flags[s] == 0 {
			return true
		}
	}
}

// open makes continues inside s, the current item, leave s and go on from there.
func (v *forwarder) open(e *rewrite.Editor, s ir.StmtID) {
	outer := breakable(e)
	flag, nested := v.flags[outer]
	b := e.Ahead()
	if !nested {
		flag = e.F.AddLocal(ir.Local{Name: "continues", Type: ir.TypeBool})
		b.DeclareLocal(flag, b.Bool(false))
	}
	v.flags[s] = flag
	e.Keep()
	cond := b.Load(b.Local(flag))
	mark := b.Begin()
	if nested {
		b.Break()
	} else {
		b.Continue()
	}
	b.If(cond, b.End(mark), 0)
}

// through lets continues inside s, the current item, a switch that stays, leave the
// statement around it too, if that is one that continues don't cross.
func (v *forwarder) through(e *rewrite.Editor, s ir.StmtID) {
	if v.flags[breakable(e)] == 0 {
		return
	}
	for _, c := range e.F.Switch(s).Cases {
		if leaves(e.F, c.Body, ir.StmtContinue) {
			v.open(e, s)
			return
		}
	}
}

// forward takes a continue, the current item, out of the statement around it.
func (v *forwarder) forward(e *rewrite.Editor) {
	if flag, ok := v.flags[breakable(e)]; ok {
		b := e.Remove()
		b.Store(b.Local(flag), b.Bool(true))
		b.Break()
	}
}

// leaves reports whether a block holds a break, or continue, that belongs to the
// statement around it.
func leaves(f *ir.Function, b ir.BlockID, k ir.StmtKind) bool {
	for _, s := range f.Block(b) {
		switch f.StmtKind(s) {
		case k:
			return true
		case ir.StmtBlock:
			if leaves(f, f.BlockStmt(s), k) {
				return true
			}
		case ir.StmtIf:
			v := f.If(s)
			if leaves(f, v.Accept, k) || leaves(f, v.Reject, k) {
				return true
			}
		case ir.StmtSwitch:
			if k == ir.StmtContinue {
				for _, c := range f.Switch(s).Cases {
					if leaves(f, c.Body, k) {
						return true
					}
				}
			}
		}
	}
	return false
}
