package transform

// This file ends fragments that are discarded, for targets that can't make a helper
// invocation of one that runs. If no derivative is taken, the others don't miss it and it
// ends at once:
//
//	demote
//
// becomes
//
//	terminate
//
// Elsewhere it goes on, without a trace, to the end:
//
//	global @discarded : bool = false private
//	func @fs() -> ... {
//	  ...
//	  store @discarded, true
//	  ...
//	  %1 = load @discarded
//	  %2 = lnot %1
//	  if %2 { store @buffer, %v }
//	  ...
//	  %3 = load @discarded
//	  if %3 { terminate }
//	  return %r
//	}

import (
	"slices"

	"refract/internal/ir/rewrite"
	"refract/ir"
)

// TerminateDemoted replaces every StmtDemote of fragment entry points and their callees.
func TerminateDemoted(m *ir.Module) {
	if !slices.ContainsFunc(m.Functions[1:], demotes) {
		return
	}
	d := demotion{m: m, deferred: needsQuads(m)}
	if d.deferred {
		c := ir.ConstID(m.Consts.AddLiteral(ir.TypeBool, 0, m.EntryPoints[0].Span))
		m.Globals = append(m.Globals, ir.Global{Name: "discarded", Space: ir.SpacePrivate, Access: ir.AccessReadWrite, Type: ir.TypeBool, Init: c})
		d.flag = ir.GlobalID(len(m.Globals) - 1)
	}
	for i, f := range m.Functions[1:] {
		d.entry = false
		for j := range m.EntryPoints {
			d.entry = d.entry || m.EntryPoints[j].Function == ir.FuncID(i+1) && m.EntryPoints[j].Stage.Info().Discards
		}
		rewrite.Function(m, f, &d)
		if d.deferred && d.entry {
			atEnd(new(ir.Builder), m, f, d.terminate)
		}
	}
}

// needsQuads reports whether anything in the module needs the neighbours of a
// fragment to run: derivatives, explicit or for the level of a sample, and
// subgroup operations.
func needsQuads(m *ir.Module) bool {
	for _, f := range m.Functions[1:] {
		for x := ir.ExprID(1); int(x) < f.ExprCount(); x++ {
			switch f.Kind(x) {
			case ir.KindDerivative, ir.KindSubgroupResult:
				return true
			case ir.KindImageSample:
				if f.ImageSample(x).Level.IsImplicit() {
					return true
				}
			}
		}
	}
	return false
}

type demotion struct {
	m        *ir.Module
	deferred bool
	entry    bool // the function at hand is an entry point
	flag     ir.GlobalID
}

// Kinds implements rewrite.Selective.
func (*demotion) Kinds() ir.KindSet { return 0 }

func (*demotion) Expr(*rewrite.Editor, ir.ExprID) {}

func (d *demotion) Stmt(e *rewrite.Editor, s ir.StmtID) {
	f := e.F
	switch k := f.StmtKind(s); k {
	case ir.StmtDemote:
		if !d.deferred {
			f.OverwriteStmt(s, f.AddSimple(ir.StmtTerminate, f.StmtSpan(s)))
			return
		}
		b := e.Remove()
		b.Store(b.Global(d.flag), b.Bool(true))
	case ir.StmtReturn:
		if d.deferred && d.entry {
			d.terminate(e.Ahead())
		}
	case ir.StmtStore:
		if d.deferred && d.isVisible(f, f.Store(s).Pointer) {
			d.guard(e, s)
		}
	case ir.StmtAtomic:
		if d.deferred && d.isVisible(f, f.Atomic(s).Pointer) {
			d.guard(e, s)
		}
	case ir.StmtImageStore, ir.StmtImageAtomic:
		if d.deferred {
			d.guard(e, s)
		}
	}
}

// terminate ends the invocation if it was discarded.
func (d *demotion) terminate(b *ir.Builder) {
	gone := b.Load(b.Global(d.flag))
	mark := b.Begin()
	b.Push(b.F.AddSimple(ir.StmtTerminate, b.Span))
	b.If(gone, b.End(mark), 0)
}

// isVisible reports whether others see stores to a place.
func (d *demotion) isVisible(f *ir.Function, pointer ir.ExprID) bool {
	return d.m.Types.At(f.TypeOf(pointer)).Space == ir.SpaceStorage
}

// guard makes the current statement run only if the fragment isn't discarded.
func (d *demotion) guard(e *rewrite.Editor, s ir.StmtID) {
	b := e.Ahead()
	runs(e, s, b.Unary(ir.LogicalNot, b.Load(b.Global(d.flag))))
}
