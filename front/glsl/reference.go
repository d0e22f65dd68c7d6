package glsl

// This file checks references to buffers (GL_EXT_buffer_reference, _reference2 and
// _reference_uvec2). A type of references is a struct around an address while the source is
// checked, so that it is a type of its own; when the module is done it is unwrapped, and
// numbers of 64 bits and pointers made of them remain.

import (
	"refract/diag"
	"refract/internal/front/glsl/syntax"
	"refract/internal/ir/transform"
	"refract/ir"
)

// reference is a type of references.
type reference struct {
	ty      ir.TypeID // of values
	block   ir.TypeID // 0: declared, but not defined yet
	pointer ir.TypeID // to the block
	decl    declID    // stands for the memory: says what may be done with it
	stride  uint64    // from one block to the next, in bytes
}

// referenceOf is the type of references that a type is, or nil.
func (c *checker) referenceOf(t ir.TypeID) *reference {
	if len(c.references) == 0 || t == 0 {
		return nil
	}
	ty := c.at(t)
	if ty.Kind != ir.TypeStruct || int(ty.Struct) >= len(c.structs) || c.structs[ty.Struct].reference == 0 {
		return nil
	}
	return &c.references[c.structs[ty.Struct].reference-1]
}

// declareReference declares a type of references: its name, for now.
func (c *checker) declareReference(name syntax.Symbol, span diag.Span) *reference {
	a := only(exts{extBufferReference})
	c.needs(span, "buffer_reference", &a)
	if id := c.bind[name]; id != 0 && c.decls[id].kind == declType {
		if r := c.referenceOf(c.decls[id].ty); r != nil {
			return r
		}
	}
	t := c.m.AddStruct(ir.Struct{Name: c.t.Name(name), Members: []ir.Member{{Name: "address", Type: ir.TypeU64}}, Span: span})
	c.references = append(c.references, reference{ty: t})
	c.noteStruct(t, structInfo{reference: uint16(len(c.references))})
	c.declare(decl{kind: declType, name: name, span: span, ty: t, member: -1})
	return &c.references[len(c.references)-1]
}

// defineReference completes a type of references by its members.
func (c *checker) defineReference(v *syntax.Interface, q *qualifiers, members []memberInfo, t ir.TypeID, l ir.LayoutID, major int8) {
	if len(c.references) > maxReferences {
		c.errorf(codeLimit, v.NameSpan, "there are more than %d types of references", maxReferences)
		return
	}
	r := c.declareReference(v.Name, v.NameSpan)
	if r.block != 0 {
		c.errorf(codeRedeclared, v.NameSpan, "the block %q is defined twice", c.t.Name(v.Name)).Label(c.decls[r.decl].span, "first defined here")
		return
	}
	access, flags := ir.AccessReadWrite, flagBuffer
	readOnly, writeOnly, memory := true, true, q.memory
	for i := range members {
		readOnly = readOnly && members[i].q.readOnly
		writeOnly = writeOnly && members[i].q.writeOnly
		memory |= members[i].q.memory
	}
	if q.readOnly || readOnly {
		access, flags = ir.AccessRead, flags|flagReadOnly
	}
	if q.writeOnly || writeOnly {
		flags |= flagWriteOnly
	}
	switch {
	case memory&ir.Volatile != 0:
		c.unsupported(v.NameSpan, "volatile memory behind references")
	case memory&ir.Coherent != 0:
		c.diags.Warnf(codeUnsupported, v.NameSpan, "coherent is lost: memory behind the references %q is seen by other invocations as other memory is", c.t.Name(v.Name))
	}
	align := uint64(16)
	if q.layout.referenceAlign > 0 {
		align = uint64(q.layout.referenceAlign)
	}
	c.decls = append(c.decls, decl{kind: declGlobal, flags: flags, name: v.Name, span: v.NameSpan, ty: t, member: -1})
	r.block, r.decl = t, declID(len(c.decls)-1)
	r.pointer = c.m.Types.Pointer(t, ir.SpacePhysical, access, l)
	r.stride = (c.blockSize(t, l, c.ruleOf(q), major) + align - 1) / align * align
}

// maxReferences bounds the types of references of a source.
const maxReferences = 1 << 14

// ruleOf is the rule that a block with references to it is laid out by.
func (c *checker) ruleOf(q *qualifiers) ir.LayoutID {
	if q.layout.block != 0 {
		return q.layout.block
	}
	return c.defaults.buffer
}

// blockSize is where the last member of a block ends.
func (c *checker) blockSize(t ir.TypeID, l, rule ir.LayoutID, major int8) (end uint64) {
	var offsets []uint32
	if l >= ir.FirstExplicitLayout {
		offsets = c.m.Layouts[l-ir.FirstExplicitLayout].Offsets
	}
	at := uint64(0)
	layouts := len(c.m.Layouts)
	for i := range c.m.StructOf(t).Members {
		x := c.explicit(c.m.StructOf(t).Members[i].Type, rule, c.m.StructOf(t).Members[i].RowMajor || major > 0)
		at = (at + uint64(x.align) - 1) / uint64(x.align) * uint64(x.align)
		if offsets != nil {
			at = uint64(offsets[i])
		}
		at += uint64(x.size)
		end = max(end, at)
	}
	c.m.Layouts = c.m.Layouts[:layouts]
	return end
}

// follow is the memory that a reference refers to.
func (c *checker) follow(x operand, n syntax.Node) operand {
	r := c.referenceOf(x.ty)
	if x = c.wantValue(x, n); !x.ok() {
		return x
	}
	if r.block == 0 {
		c.errorf(codeTypeRule, c.t.Span(n), "the block %q isn't defined yet", c.typeName(x))
		return operand{}
	}
	if c.fn == nil {
		c.errorf(codeConstWanted, c.t.Span(n), "the target of a reference is no constant")
		return operand{}
	}
	p := c.b.PointerAt(r.pointer, c.toExpr(c.component(x, 0)))
	return operand{kind: opRef, ty: r.block, handle: uint32(p), decl: r.decl}
}

// referenceTo makes a reference of the argument of its constructor; ok is false if there
// is none.
func (c *checker) referenceTo(n syntax.Node, t ir.TypeID, x operand) (y operand, ok bool) {
	switch {
	case c.referenceOf(x.ty) != nil:
		x = c.component(x, 0)
	case x.ty == ir.VectorOf(ir.U32, 2):
		a := only(exts{extBufferReferenceVector})
		if !c.needs(c.t.Span(n), "a reference of uvec2", &a) {
			return operand{}, true
		}
		x = c.bitcast(ir.TypeU64, x)
	case c.convertsType(x.ty, ir.TypeU64):
		x = c.cast(ir.U64, x)
	default:
		return operand{}, false
	}
	return c.compose(t, x), true
}

// addressOf makes a number of a reference, for the constructor of its type; ok is false if
// there is none.
func (c *checker) addressOf(n syntax.Node, t ir.TypeID, x operand) (y operand, ok bool) {
	switch t {
	case ir.TypeU64:
		return c.component(x, 0), true
	case ir.VectorOf(ir.U32, 2):
		a := only(exts{extBufferReferenceVector})
		if !c.needs(c.t.Span(n), "the uvec2 of a reference", &a) {
			return operand{}, true
		}
		return c.bitcast(t, c.component(x, 0)), true
	}
	return operand{}, false
}

// moved is a reference by some blocks further; i is an integer.
func (c *checker) moved(n syntax.Node, op ir.BinaryOp, x, i operand) operand {
	a := only(exts{extBufferReference2})
	if !c.needs(c.t.Span(n), "arithmetic on references", &a) {
		return operand{}
	}
	r := *c.referenceOf(x.ty)
	if r.block == 0 {
		c.errorf(codeTypeRule, c.t.Span(n), "the block %q isn't defined yet", c.typeName(x))
		return operand{}
	}
	if c.m.Types.ScalarOf(i.ty).IsSigned() {
		i = c.cast(ir.I64, i)
	}
	distance := c.binary(ir.Mul, c.cast(ir.U64, i), constant(ir.TypeU64, r.stride))
	return c.compose(r.ty, c.binary(op, c.component(x, 0), distance))
}

// referenceOp is + or - with a reference; none if there is no such operation.
func (c *checker) referenceOp(n syntax.Node, op syntax.Op, l, r operand) operand {
	integer := func(x operand) bool {
		t := c.at(x.ty)
		return t.Kind == ir.TypeScalar && t.Scalar.IsInteger()
	}
	left, right := c.referenceOf(l.ty), c.referenceOf(r.ty)
	switch {
	case left != nil && integer(r):
		return c.moved(n, binaryOps[op], l, r)
	case right != nil && op == syntax.OpAdd && integer(l):
		return c.moved(n, ir.Add, r, l)
	case left != nil && l.ty == r.ty && op == syntax.OpSub:
		a := only(exts{extBufferReference2})
		if !c.needs(c.t.Span(n), "arithmetic on references", &a) || left.block == 0 {
			return operand{}
		}
		distance := c.cast(ir.I64, c.binary(ir.Sub, c.component(l, 0), c.component(r, 0)))
		return c.binary(ir.Div, distance, constant(ir.TypeI64, max(left.stride, 1)))
	}
	return operand{}
}

// unwrapReferences makes numbers of references.
func (c *checker) unwrapReferences() {
	var structs []ir.StructID
	for i := range c.references {
		structs = append(structs, c.at(c.references[i].ty).Struct)
	}
	transform.Unwrap(c.m, structs)
}
