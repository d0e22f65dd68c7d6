package transform

// This file changes selectors of switches for FXC. FXC ends with an internal error if a clause
// assigns the variable that the switch tests, also by way of a copy:
//
//	switch load $state { case 0 { store $state, 1 } default { } }
//
// becomes
//
//	switch load $state ^ 0 { case 0 { store $state, 1 } default { } }
//
// FXC also takes the default clause if it knows the selector, and the value of the right clause is
// negative (or 2^31 or greater). Such a value changes places with one that no clause has:
//
//	switch $x { case -1 { } case 0 { } default { } }
//
// becomes
//
//	switch select(select($x, -1, $x == 1), 1, $x == -1) { case 1 { } case 0 { } default { } }

import (
	"slices"

	"refract/internal/ir/rewrite"
	"refract/ir"
)

// ComputeSelectors changes every switch with a clause that assigns the variable whose value
// is the selector, or that has values with the highest bit set. Selectors have 32 bits.
func ComputeSelectors(m *ir.Module) {
	rewrite.Functions(m, func(f *ir.Function) bool {
		if f.MayHaveStmt(ir.StmtSwitch) {
			for s := ir.StmtID(1); int(s) < f.StmtCount(); s++ {
				if f.StmtKind(s) == ir.StmtSwitch && (hasNegative(f, s) || assignsSelector(f, s)) {
					return true
				}
			}
		}
		return false
	}, computingSelectors{})
}

type computingSelectors struct{}

func (computingSelectors) Expr(*rewrite.Editor, ir.ExprID) {}

func (computingSelectors) Stmt(e *rewrite.Editor, s ir.StmtID) {
	f := e.F
	if f.StmtKind(s) != ir.StmtSwitch {
		return
	}
	x := f.Switch(s)
	cases := slices.Clone(x.Cases)
	var b *ir.Builder
	switch {
	case hasNegative(f, s):
		b = e.Ahead()
		x.Selector = withoutNegatives(b, x.Selector, cases)
	case assignsSelector(f, s):
		b = e.Ahead()
		x.Selector = b.Binary(ir.Xor, x.Selector, b.Bits(f.TypeOf(x.Selector), 0))
	default:
		return
	}
	f.OverwriteStmt(s, f.AddSwitch(ir.Switch{Selector: x.Selector, Cases: cases}, f.StmtSpan(s)))
}

const highestBit = 1 << 31

// hasNegative reports whether a clause of a switch that isn't the default has a value with the
// highest bit set.
func hasNegative(f *ir.Function, s ir.StmtID) bool {
	for _, c := range f.Switch(s).Cases {
		if !c.Default && slices.ContainsFunc(f.CaseValues(&c), func(v uint32) bool { return v >= highestBit }) {
			return true
		}
	}
	return false
}

// withoutNegatives exchanges values of clauses that have the highest bit set, each for one that
// no clause has, and returns the selector for the new values.
func withoutNegatives(b *ir.Builder, selector ir.ExprID, cases []ir.Case) ir.ExprID {
	f, t := b.F, b.TypeOf(selector)
	taken := map[uint32]bool{}
	for i := range cases {
		for _, v := range f.CaseValues(&cases[i]) {
			taken[v] = true
		}
	}
	free := uint32(0)
	is := func(v uint32) ir.ExprID { return b.Binary(ir.Eq, selector, b.Bits(t, uint64(v))) }
	result := selector
	for i := range cases {
		c := &cases[i]
		if c.Default {
			continue
		}
		values := slices.Clone(f.CaseValues(c))
		for k, v := range values {
			if v < highestBit {
				continue
			}
			for taken[free] {
				free++
			}
			taken[free] = true
			result = b.Select(is(free), b.Bits(t, uint64(v)), result)
			result = b.Select(is(v), b.Bits(t, uint64(free)), result)
			values[k] = free
		}
		f.AddCaseValues(c, values)
	}
	return result
}

// assignsSelector reports whether a clause of a switch assigns the variable that the selector
// was loaded from.
func assignsSelector(f *ir.Function, s ir.StmtID) bool {
	x := f.Switch(s)
	if f.Kind(x.Selector) != ir.KindLoad {
		return false
	}
	variable := variableOf(f, f.Operand(x.Selector))
	found := false
	for _, c := range x.Cases {
		eachStmt(f, c.Body, func(s ir.StmtID) {
			if f.StmtKind(s) == ir.StmtStore {
				found = found || sameVariable(f, variableOf(f, f.Store(s).Pointer), variable)
			}
		})
	}
	return found
}

// variableOf is the variable, or parameter, that a pointer points into.
func variableOf(f *ir.Function, p ir.ExprID) ir.ExprID {
	for f.Kind(p) == ir.KindAccess || f.Kind(p) == ir.KindAccessIndex {
		p = f.Operand(p)
	}
	return p
}

// sameVariable reports whether two expressions name one variable.
func sameVariable(f *ir.Function, x, y ir.ExprID) bool {
	switch {
	case f.Kind(x) != f.Kind(y):
		return false
	case f.Kind(x) == ir.KindLocal:
		return f.LocalRef(x) == f.LocalRef(y)
	case f.Kind(x) == ir.KindGlobal:
		return f.GlobalRef(x) == f.GlobalRef(y)
	}
	return x == y
}
