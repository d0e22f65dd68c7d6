package glsl

// This file spells cooperative matrices (GL_KHR_cooperative_matrix). OpenGL has none: it gets
// arrays of elements (internal/ir/transform/cooperative.go).

import (
	"refract/internal/back/text"
	"refract/ir"
)

var cooperativeUses = [...]string{ir.CooperativeA: "A", ir.CooperativeB: "B", ir.CooperativeC: "Accumulator"}

// cooperativeType spells the type of a cooperative matrix.
func (w *Writer) cooperativeType(t *ir.Type) {
	o := &w.Out
	w.require(cooperativeMatrices, w.Span)
	w.addExtension("GL_KHR_memory_scope_semantics")
	w.needScalar(t.Scalar)
	o.Str("coopmat<")
	o.Str(scalarNames[t.Scalar].name)
	o.Comma()
	o.Str("gl_ScopeSubgroup")
	o.Comma()
	o.Uint(uint64(t.Rows))
	o.Comma()
	o.Uint(uint64(t.Columns))
	o.Comma()
	o.Str("gl_MatrixUse")
	o.Str(cooperativeUses[t.Use])
	o.Byte('>')
}

// let declares a name for a value. A matrix that is loaded, and an array that is read of a hit, come back
// through a parameter.
func (w *Writer) let(name text.Name, e ir.ExprID) {
	o := &w.Out
	w.letPrecision(e)
	w.declarator(w.F.TypeOf(e), name)
	if w.F.Kind(e) == ir.KindSubgroupResult {
		if s := w.Plan.ResultOf(e); w.F.StmtKind(s) == ir.StmtCooperative && w.F.Cooperative(s).Op == ir.CooperativeLoad {
			o.Bind(name)
			o.Byte(';')
			o.Line()
			w.cooperative(s, name)
			return
		}
	}
	if w.isOutArray(e) {
		o.Bind(name)
		o.Byte(';')
		o.Line()
		v := w.F.Pipeline(w.Plan.ResultOf(e))
		w.readHit(&v, name)
		return
	}
	w.Equals()
	w.Spell(e)
	o.Bind(name)
}

// cooperative spells an operation on cooperative matrices; a load is into a variable.
func (w *Writer) cooperative(s ir.StmtID, to text.Name) {
	o, f := &w.Out, w.F
	v := f.Cooperative(s)
	if v.Op == ir.CooperativeMultiplyAdd {
		o.Word(word("coopMatMulAdd"))
		o.Byte('(')
		for i, a := range v.Args {
			if i > 0 {
				o.Comma()
			}
			w.Expr(a, anyForm)
		}
		if v.Saturate {
			o.Comma()
			o.Str("gl_MatrixOperandsSaturatingAccumulation")
		}
		o.Byte(')')
		return
	}
	if v.Op == ir.CooperativeStore {
		o.Word(word("coopMatStore"))
		o.Byte('(')
		w.Expr(v.Args[3], anyForm)
	} else {
		o.Word(word("coopMatLoad"))
		o.Byte('(')
		o.Name(to)
	}
	o.Comma()
	w.Place(v.Args[0])
	for _, a := range v.Args[1:3] {
		o.Comma()
		w.Expr(a, anyForm)
	}
	o.Comma()
	o.Str("gl_CooperativeMatrixLayout")
	if v.RowMajor {
		o.Str("RowMajor")
	} else {
		o.Str("ColumnMajor")
	}
	o.Byte(')')
}
