package transform

// This file finds the outputs of entry points and changes the returned values: the common
// part of position.go, pointsize.go, fragdepth.go and half.go.

import (
	"slices"

	"refract/internal/ir/rewrite"
	"refract/ir"
)

// hasBuiltIn reports whether a binding is a built-in value.
func hasBuiltIn(b ir.Binding, is ir.BuiltIn) bool { return b.Kind == ir.BindBuiltIn && b.BuiltIn == is }

// findOutput finds a built-in output of a function: member is its index in the result's
// struct, or -1 if it is the result itself.
func findOutput(m *ir.Module, f *ir.Function, is ir.BuiltIn) (member int, ok bool) {
	return findResult(m, f, withBuiltIn(is))
}

// findResult finds the part of a result whose binding is such.
func findResult(m *ir.Module, f *ir.Function, is func(*ir.Binding) bool) (member int, ok bool) {
	if is(&f.ResultBinding) {
		return -1, true
	}
	if s := m.StructOf(f.Result); s != nil {
		for i := range s.Members {
			if is(&s.Members[i].Binding) {
				return i, true
			}
		}
	}
	return 0, false
}

// mapOutput replaces a built-in output, if entry points of the stage have it, by change of
// it, on every return.
func mapOutput(m *ir.Module, stage ir.Stage, is ir.BuiltIn, change func(b *ir.Builder, v ir.ExprID) ir.ExprID) {
	for i := range m.EntryPoints {
		if m.EntryPoints[i].Stage == stage {
			mapOutputOf(m, i, is, change)
		}
	}
}

// mapOutputOf is mapOutput for the entry point at index i.
func mapOutputOf(m *ir.Module, i int, is ir.BuiltIn, change func(b *ir.Builder, v ir.ExprID) ir.ExprID) {
	member, ok := findOutput(m, m.Functions[m.EntryPoints[i].Function], is)
	if !ok {
		return
	}
	f := m.OwnFunction(i)
	var old []ir.ExprID // composed values that are composed anew
	mapReturns(m, f, func(b *ir.Builder, v ir.ExprID) ir.ExprID {
		if member < 0 {
			return change(b, v)
		}
		list := parts(b, v)
		changed := change(b, list[member])
		if changed == list[member] {
			return v
		}
		if f.Kind(v) == ir.KindCompose {
			old = append(old, v)
		}
		list[member] = changed
		return b.Compose(f.Result, list...)
	})
	dropUnused(f, old)
}

// dropUnused removes values from the statements that emit them if nothing uses them.
func dropUnused(f *ir.Function, values []ir.ExprID) {
	if len(values) == 0 {
		return
	}
	unused := make([]bool, f.ExprCount())
	for _, x := range values {
		unused[x] = true
	}
	var operands []ir.ExprID
	for x := ir.ExprID(1); int(x) < f.ExprCount(); x++ {
		operands = f.Operands(x, operands[:0])
		for _, o := range operands {
			unused[o] = false
		}
	}
	for s := ir.StmtID(1); int(s) < f.StmtCount(); s++ {
		if f.StmtKind(s) != ir.StmtEmit {
			operands = f.StmtOperands(s, operands[:0])
			for _, o := range operands {
				unused[o] = false
			}
		}
	}
	for s := ir.StmtID(1); int(s) < f.StmtCount(); s++ {
		if f.StmtKind(s) == ir.StmtEmit && slices.ContainsFunc(f.Emit(s), func(x ir.ExprID) bool { return unused[x] }) {
			list := slices.DeleteFunc(slices.Clone(f.Emit(s)), func(x ir.ExprID) bool { return unused[x] })
			f.OverwriteStmt(s, f.AddEmit(list, f.StmtSpan(s)))
		}
	}
}

// mapReturns replaces the result of a function by change of it.
func mapReturns(m *ir.Module, f *ir.Function, change func(b *ir.Builder, v ir.ExprID) ir.ExprID) {
	rewrite.Function(m, f, returns{change})
}

type returns struct {
	change func(b *ir.Builder, v ir.ExprID) ir.ExprID
}

// Kinds implements rewrite.Selective.
func (returns) Kinds() ir.KindSet { return 0 }

func (returns) Expr(*rewrite.Editor, ir.ExprID) {}

func (r returns) Stmt(e *rewrite.Editor, s ir.StmtID) {
	if e.F.StmtKind(s) != ir.StmtReturn {
		return
	}
	if v := e.F.ReturnValue(s); v != 0 {
		v = r.change(e.Ahead(), v)
		e.F.MapStmtOperands(s, func(ir.ExprID) ir.ExprID { return v })
	}
}

// parts are the members of a struct value; of one just composed, its operands.
func parts(b *ir.Builder, v ir.ExprID) []ir.ExprID {
	if b.F.Kind(v) == ir.KindCompose {
		return append([]ir.ExprID(nil), b.F.Compose(v).Components...)
	}
	list := make([]ir.ExprID, len(b.M.StructOf(b.TypeOf(v)).Members))
	for i := range list {
		list[i] = b.AccessIndex(v, uint32(i))
	}
	return list
}

// hasStage reports whether the module has an entry point of a stage.
func hasStage(m *ir.Module, s ir.Stage) bool {
	for i := range m.EntryPoints {
		if m.EntryPoints[i].Stage == s {
			return true
		}
	}
	return false
}
