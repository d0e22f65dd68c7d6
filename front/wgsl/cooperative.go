package wgsl

// This file checks cooperative matrices (wgpu's extension wgpu_cooperative_matrix).

import (
	"refract/internal/builtin"
	"refract/internal/front/wgsl/syntax"
	"refract/ir"
)

// cooperativeType is the type of a cooperative matrix: coop_mat8x8<f32, A>.
func (c *checker) cooperativeType(n syntax.Node, id syntax.Ident, m *meaning) ir.TypeID {
	c.need(ExtCooperativeMatrix, c.t.Primary(n), "the type "+c.t.Name(id.Name))
	if !c.wantArgs(n, id, 2, 2) {
		return 0
	}
	elem := c.typeExpr(id.Args[0])
	if elem == 0 {
		return 0
	}
	if elem != ir.TypeF32 && elem != ir.TypeF16 {
		c.errorf(codeTypeRule, c.t.Span(id.Args[0]), "the component type of %q must be f32 or f16, found %s", c.t.Name(id.Name), c.typeName(elem))
		return 0
	}
	use := -1
	if c.t.Kind(id.Args[1]) == syntax.KindIdent {
		role := c.t.Ident(id.Args[1])
		if c.bind[role.Name] == 0 && len(role.Args) == 0 {
			use = indexOf(cooperativeRoles, c.t.Name(role.Name))
		}
	}
	if use < 0 {
		c.errorf(codeTemplate, c.t.Span(id.Args[1]), "expected the role of a cooperative matrix: A, B or C")
		return 0
	}
	return c.m.Types.CooperativeOf(c.m.Types.At(elem).Scalar, int(m.rows), int(m.columns), ir.CooperativeUse(use))
}

// cooperativeRoles are the names of uses.
var cooperativeRoles = []string{ir.CooperativeA: "A", ir.CooperativeB: "B", ir.CooperativeC: "C"}

// checkElement reports a load or store of a cooperative matrix whose pointer is not to an
// element of an array.
func (c *checker) checkElement(op builtin.Op, nodes []syntax.Node, args []operand) bool {
	i := 0
	if op.Cooperative() == ir.CooperativeStore {
		i = 1
	}
	if array, _ := c.elementOf(args[i].expr()); array == 0 {
		c.errorf(codeTypeRule, c.t.Span(nodes[i]), "a cooperative matrix lies in an array of numbers: its pointer is &a[i]")
		return false
	}
	return true
}

// elementOf splits a pointer to an element of an array into a pointer to the array and the
// index; 0 if it is none.
func (c *checker) elementOf(p ir.ExprID) (array, index ir.ExprID) {
	switch c.fn.Kind(p) {
	case ir.KindAccess:
		v := c.fn.Access(p)
		array, index = v.Base, v.Index
	case ir.KindAccessIndex:
		array = c.fn.AccessIndex(p).Base
	default:
		return 0, 0
	}
	if t := c.m.Types.At(c.fn.TypeOf(array)); t.Kind != ir.TypePointer || c.m.Types.At(t.Base).Kind != ir.TypeArray {
		return 0, 0
	}
	return array, index
}

// cooperative makes the statement of a call.
func (c *checker) cooperative(op builtin.Op, t ir.TypeID, nodes []syntax.Node, a []ir.ExprID) ir.ExprID {
	v := ir.Cooperative{Op: op.Cooperative(), RowMajor: op.RowMajor()}
	var args [4]ir.ExprID
	v.Args = args[:v.Op.Operands()]
	if v.Op == ir.CooperativeMultiplyAdd {
		copy(v.Args, a)
		return c.b.Cooperative(v, t)
	}
	pointer, node, rest := a[0], nodes[0], a[1:]
	shape := t
	if v.Op == ir.CooperativeStore {
		args[3], shape = a[0], c.fn.TypeOf(a[0])
		pointer, node, rest = a[1], nodes[1], a[2:]
	}
	array, index := c.elementOf(pointer)
	switch {
	case index == 0:
		index = c.b.U32(c.fn.AccessIndex(pointer).Index)
	case c.fn.TypeOf(index) != ir.TypeU32:
		index = c.b.Convert(ir.U32, index)
	}
	args[0], args[1] = array, index
	if c.t.Kind(c.t.Unparen(node)) == syntax.KindUnary {
		c.b.Drop(pointer) // &a[i], which has no other use
	}
	if len(rest) > 0 {
		args[2] = rest[0]
	} else {
		m := c.m.Types.At(shape)
		args[2] = c.b.U32(uint32(m.Rows)) // a column holds so many
		if v.RowMajor {
			args[2] = c.b.U32(uint32(m.Columns))
		}
	}
	return c.b.Cooperative(v, t)
}
