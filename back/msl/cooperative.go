package msl

// This file spells cooperative matrices as Metal's simdgroup_matrix: of 8 rows and columns of float or
// half, which are loaded, stored, multiplied and filled. A module that does more gets arrays of
// elements (internal/ir/transform/cooperative.go).

import (
	"refract/internal/back/text"
	"refract/internal/ir/transform"
	"refract/ir"
)

// simdgroupMatrices is the first version with these matrices.
const simdgroupMatrices Version = 203

// cooperativeForm is the form of cooperative matrices in Metal.
func cooperativeForm(m *ir.Module) *transform.CooperativeForm {
	scalar := func(f *ir.Function, e ir.ExprID) ir.Scalar { return m.Types.ScalarOf(f.TypeOf(e)) }
	return &transform.CooperativeForm{
		Type: func(t *ir.Type) bool {
			return (t.Scalar == ir.F32 || t.Scalar == ir.F16) && t.Rows == 8 && t.Columns == 8
		},
		Expr: func(f *ir.Function, e ir.ExprID) bool { return f.Kind(e) == ir.KindSplat || f.Kind(e) == ir.KindSelect },
		Stmt: func(f *ir.Function, v ir.Cooperative) bool {
			if v.Op == ir.CooperativeMultiplyAdd {
				a, b, c := scalar(f, v.Args[0]), scalar(f, v.Args[1]), scalar(f, v.Args[2])
				return a == b && (a == c || a == ir.F16)
			}
			p := m.Types.At(f.TypeOf(v.Args[0]))
			return (p.Space == ir.SpaceStorage || p.Space == ir.SpaceWorkgroup) && p.Layout <= ir.LayoutNatural &&
				m.Types.At(m.Types.At(p.Base).Base).Kind == ir.TypeScalar
		},
	}
}

// cooperativeType spells the type of a cooperative matrix.
func (w *Writer) cooperativeType(t *ir.Type) {
	w.Out.Str("simdgroup_")
	w.scalar(t.Scalar)
	w.Out.Str("8x8")
}

// filled spells the beginning of a matrix whose elements are equal.
func (w *Writer) filled(t *ir.Type) {
	w.Out.Str("make_filled_simdgroup_matrix<")
	w.scalar(t.Scalar)
	w.Out.Str(", 8, 8>(")
}

func (w *Writer) splat(e ir.ExprID) {
	if t := w.M.Types.At(w.Ex.TypeOf(e)); t.Kind == ir.TypeCooperative {
		w.filled(t)
		w.Operand(e, w.Ex.Operand(e), text.AnyForm)
		w.Out.Byte(')')
		return
	}
	w.typeName(w.Ex.TypeOf(e))
	w.Arguments(e, w.Ex.Operand(e))
}

// let declares a name for a value. Matrices that are loaded or multiplied come back through a parameter.
func (w *Writer) let(name text.Name, e ir.ExprID) {
	w.declarator(w.F.TypeOf(e), name)
	w.Out.Bind(name)
	if w.F.Kind(e) == ir.KindSubgroupResult {
		if s := w.Plan.ResultOf(e); w.F.StmtKind(s) == ir.StmtCooperative {
			w.Out.Byte(';')
			w.Out.Line()
			w.cooperative(s, name)
			return
		}
	}
	w.Equals()
	w.Spell(e)
}

// cooperative spells an operation on cooperative matrices; a load and a multiplication are into a variable.
func (w *Writer) cooperative(s ir.StmtID, to text.Name) {
	o := &w.Out
	v := w.F.Cooperative(s)
	switch v.Op {
	case ir.CooperativeMultiplyAdd:
		o.Str("simdgroup_multiply_accumulate(")
		o.Name(to)
		for _, a := range v.Args {
			o.Comma()
			w.Expr(a, anyForm)
		}
		o.Byte(')')
		return
	case ir.CooperativeLoad:
		o.Str("simdgroup_load(")
		o.Name(to)
	case ir.CooperativeStore:
		o.Str("simdgroup_store(")
		w.Expr(v.Args[3], anyForm)
	}
	o.Comma()
	o.Byte('&')
	w.Place(v.Args[0])
	w.inner(w.typeBehind(v.Args[0]))
	o.Byte('[')
	w.Expr(v.Args[1], anyForm)
	o.Byte(']')
	o.Comma()
	w.Expr(v.Args[2], anyForm)
	if !v.RowMajor {
		o.Comma()
		o.Str("ulong2(0)")
		o.Comma()
		o.Str("true")
	}
	o.Byte(')')
}
