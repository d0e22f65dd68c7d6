package rewrite

// This file applies rules: transforms that look at expressions one by one.

import "refract/ir"

// A Rule changes expressions, each by its own contents.
type Rule interface {
	// Kinds has all expressions that the rule may change.
	Kinds() ir.KindSet
	// Matches reports whether an expression of these kinds is to be changed.
	Matches(m *ir.Module, f *ir.Function, x ir.ExprID) bool
	// Change is called for an expression that matches, as Visitor.Expr is.
	Change(e *Editor, x ir.ExprID)
}

// Apply applies a rule to every function of m. Inserted expressions aren't visited. A
// function in whose arena nothing matches isn't walked.
func Apply[R Rule](m *ir.Module, r R) {
	kinds := r.Kinds()
	var e *Editor
	for _, f := range m.Functions[1:] {
		if !f.MayHaveAny(kinds) {
			continue
		}
		x := f.Next(0, kinds)
		for x != 0 && !r.Matches(m, f, x) {
			x = f.Next(x, kinds)
		}
		if x == 0 {
			continue
		}
		if e == nil {
			e = editors.Get().(*Editor)
		}
		e.rule = ruleVisitor{r, kinds}
		e.Function(m, f, &e.rule)
	}
	if e != nil {
		e.release()
	}
}

// ruleVisitor is the Visitor that a rule is, in the memory of the editor.
type ruleVisitor struct {
	rule  Rule
	kinds ir.KindSet
}

func (v *ruleVisitor) Kinds() ir.KindSet { return v.kinds }

func (v *ruleVisitor) Expr(e *Editor, x ir.ExprID) {
	if v.rule.Matches(e.M, e.F, x) {
		v.rule.Change(e, x)
	}
}

func (*ruleVisitor) Stmt(*Editor, ir.StmtID) {}
