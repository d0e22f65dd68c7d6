package wgsl

// This file spells cooperative matrices in wgpu's dialect: square ones of f32 or f16 with 8 or 16
// rows, which lie in arrays of numbers. Other modules get arrays of elements
// (internal/ir/transform/cooperative.go).

import (
	"fmt"
	"strings"

	"refract/internal/back/clike"
	"refract/internal/back/text"
	"refract/internal/ir/transform"
	"refract/ir"
)

// cooperativeForm is the form of cooperative matrices in wgpu's dialect.
func cooperativeForm(m *ir.Module) *transform.CooperativeForm {
	return &transform.CooperativeForm{
		Type: func(t *ir.Type) bool {
			return (t.Scalar == ir.F32 || t.Scalar == ir.F16) && t.Rows == t.Columns && (t.Rows == 8 || t.Rows == 16)
		},
		Expr: func(f *ir.Function, e ir.ExprID) bool {
			switch f.Kind(e) {
			case ir.KindUnary, ir.KindSelect:
				return true
			case ir.KindBinary:
				v := f.Binary(e)
				return v.Op == ir.Add || v.Op == ir.Sub || v.Op == ir.Mul && f.TypeOf(v.Left) != f.TypeOf(v.Right)
			}
			return false
		},
		Stmt: func(f *ir.Function, v ir.Cooperative) bool {
			if v.Op == ir.CooperativeMultiplyAdd {
				return true
			}
			p := m.Types.At(f.TypeOf(v.Args[0]))
			array := m.Types.At(p.Base)
			if p.Space != ir.SpaceStorage && p.Space != ir.SpaceWorkgroup || m.Types.At(array.Base).Kind != ir.TypeScalar {
				return false
			}
			return f.Kind(v.Args[1]) != ir.KindLiteral || array.Length == 0 || f.LiteralBits(v.Args[1]) < uint64(array.Length)
		},
	}
}

// cooperativeType spells the type of a cooperative matrix.
func (w *Writer) cooperativeType(t *ir.Type) {
	o := &w.Out
	w.need |= extCooperative
	o.Word(word(fmt.Sprintf("coop_mat%dx%d", t.Columns, t.Rows)))
	o.Byte('<')
	w.scalar(t.Scalar)
	o.Comma()
	o.Word(word(strings.ToUpper(t.Use.String())))
	o.Byte('>')
}

// cooperative spells an operation on cooperative matrices.
func (w *Writer) cooperative(s ir.StmtID) {
	o, f := &w.Out, w.F
	w.need |= extCooperative
	v := f.Cooperative(s)
	rows := 0
	if v.RowMajor {
		rows = 1
	}
	o.Word(cooperativeWords[v.Op][rows])
	switch v.Op {
	case ir.CooperativeMultiplyAdd:
		w.Arguments(0, v.Args...)
		return
	case ir.CooperativeLoad:
		o.Byte('<')
		w.typeName(f.TypeOf(v.Result))
		o.Byte('>')
	}
	o.Byte('(')
	if v.Op == ir.CooperativeStore {
		w.Operand(0, v.Args[3], text.AnyForm)
		o.Comma()
	}
	w.ampersand()
	w.place(v.Args[0], clike.Primary)
	o.Byte('[')
	w.Operand(0, v.Args[1], text.AnyForm)
	o.Byte(']')
	o.Comma()
	w.Operand(0, v.Args[2], text.AnyForm)
	o.Byte(')')
}
