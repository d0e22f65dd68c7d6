package glsl

// This file keeps the opaque objects in uniforms that are structs or arrays of
// arrays. The module IR has neither: each opaque member, however deep, is a resource of
// its own, an array of as many as there are along its path. uniform struct { sampler2D
// t; float w; } m[4]; becomes an array m_t of four textures, and m of structs of w.

import (
	"slices"

	"refract/diag"
	"refract/internal/front/glsl/syntax"
	"refract/ir"
)

// opaqueMember is an opaque object in a struct.
type opaqueMember struct {
	memberInfo
	path []syntax.Symbol // of members, from the struct inwards
}

// leaf is an opaque object in a variable.
type leaf struct {
	path []syntax.Symbol
	dims []uint32 // of all arrays along the path, outermost first
	id   declID   // the resource
}

// nest lists the opaque members of a struct that is a member of another one.
func (c *checker) nest(list []opaqueMember, m *memberInfo) []opaqueMember {
	t, dims := c.structDims(m.Type)
	for i := range c.structs[c.at(t).Struct].opaques {
		o := c.structs[c.at(t).Struct].opaques[i]
		o.Name = m.Name + "_" + o.Name
		o.path = append([]syntax.Symbol{m.name}, o.path...)
		o.dims = append(slices.Clone(dims), o.dims...)
		list = append(list, o)
	}
	return list
}

// structDims are the lengths of the arrays around a struct, outermost first.
func (c *checker) structDims(t ir.TypeID) (ir.TypeID, []uint32) {
	var dims []uint32
	for c.at(t).Kind == ir.TypeArray {
		dims = append(dims, c.at(t).Length)
		t = c.at(t).Base
	}
	return t, dims
}

// product is the number of elements of arrays of arrays; ok is false if it is more
// than a module has.
func product(dims []uint32) (n uint32, ok bool) {
	all := uint64(1)
	for _, d := range dims {
		all *= uint64(d)
		if all > maxScalars {
			return 0, false
		}
	}
	return uint32(all), true
}

// structUniform declares a uniform that is a struct with opaque members, or an array
// of these: the other members are a struct in the block.
func (c *checker) structUniform(v *syntax.Declarator, q *qualifiers, t gtype) {
	strct, dims := c.structDims(t.ty)
	d := decl{kind: declGlobal, name: v.Name, span: v.NameSpan, ty: t.ty, member: -1, flags: flagReadOnly | flagUniform}
	if v.Init != syntax.None {
		c.errorf(codeVariable, c.t.Span(v.Init), "a struct with opaque members can't have an initial value")
	}
	c.withoutValue(&d, strct)
	if d.kind == declGlobal {
		index := c.addLoose(ir.Member{Name: c.t.Name(v.Name), Type: c.hostType(t.ty), Span: v.NameSpan}, v.NameSpan)
		d.handle, d.member = uint32(c.uniforms.global), int32(index)
	}
	id := c.declare(d)
	for i := range c.structs[c.at(strct).Struct].opaques {
		m := c.structs[c.at(strct).Struct].opaques[i]
		part := *v
		part.Name, part.NameSpan, part.Init = syntax.NoSymbol, v.NameSpan, syntax.None
		mq := m.q
		mq.storage = syntax.QualUniform
		if q.layout.binding >= 0 && i == 0 {
			mq.layout.binding = q.layout.binding
		}
		before := len(c.m.Globals)
		all := append(slices.Clone(dims), m.dims...)
		c.opaqueUniform(&part, &mq, gtype{opq: m.opq, dims: all, ok: true})
		if len(c.m.Globals) == before {
			continue
		}
		c.m.Globals[before].Name = c.t.Name(v.Name) + "_" + m.Name
		c.addLeaf(id, leaf{m.path, all, declID(len(c.decls) - 1)})
	}
}

// withoutValue makes a constant of the declaration of a struct that has opaque
// members only: it stands for nothing.
func (c *checker) withoutValue(d *decl, strct ir.TypeID) {
	if c.structs[c.at(strct).Struct].empty {
		d.kind, d.bits = declConst, c.zero(d.ty).bits
	}
}

func (c *checker) addLeaf(id declID, l leaf) {
	if c.leaves == nil {
		c.leaves = make(map[declID][]leaf)
	}
	c.leaves[id] = append(c.leaves[id], l)
}

// trail is the variable and path that an expression names, as in m.layers[i].texture.
type trail struct {
	root    declID
	names   []syntax.Symbol
	indices []syntax.Node
}

// pathOf is the path that an expression is, if it is one and begins with a variable
// that has opaque parts.
func (c *checker) pathOf(n syntax.Node) (p trail, ok bool) {
	if c.leaves == nil {
		return p, false
	}
	for {
		n = c.t.Unparen(n)
		switch c.t.Kind(n) {
		case syntax.KindMember:
			v := c.t.Member(n)
			p.names = append(p.names, v.Name)
			n = v.X
		case syntax.KindIndex:
			v := c.t.Index(n)
			p.indices = append(p.indices, v.Index)
			n = v.X
		case syntax.KindIdent:
			p.root = c.bind[c.t.Ident(n)]
			slices.Reverse(p.names)
			slices.Reverse(p.indices)
			return p, len(c.leaves[p.root]) > 0
		default:
			return p, false
		}
	}
}

// leafOf is the opaque object, or array of these, that a path leads to.
func (c *checker) leafOf(p *trail) *leaf {
	list := c.leaves[p.root]
	for i := range list {
		if slices.Equal(list[i].path, p.names) {
			return &list[i]
		}
	}
	return nil
}

// opaquePart is the operand of an expression that names an opaque object within a
// variable.
func (c *checker) opaquePart(n syntax.Node) (operand, bool) {
	p, ok := c.pathOf(n)
	if !ok {
		return operand{}, false
	}
	l := c.leafOf(&p)
	if l == nil {
		return operand{}, false
	}
	return c.leafElement(*l, p.indices, n), true
}

// leafElement is an element of a leaf, an array in it, or all of it. An array in it is
// the whole one, with where it begins.
func (c *checker) leafElement(l leaf, indices []syntax.Node, n syntax.Node) operand {
	x := c.reference(l.id, n)
	if !x.ok() || len(indices) == 0 {
		return x
	}
	if len(indices) > len(l.dims) {
		c.errorf(codeIndex, c.t.Span(n), "a value of type %s can't be indexed", c.leafName(x))
		return operand{}
	}
	if len(indices) < len(l.dims) && c.fn == nil {
		c.errorf(codeConstWanted, c.t.Span(n), "a constant expression is wanted here")
		return operand{}
	}
	nonUniform := false
	var sum operand
	for k, at := range indices {
		nonUniform = nonUniform || c.isNonUniform(at)
		i := c.expression(at)
		if !i.ok() {
			return operand{}
		}
		if s := c.at(i.ty); s.Kind != ir.TypeScalar || !s.Scalar.IsInteger() {
			c.errorf(codeIndex, c.t.Span(at), "an index must be an integer, found %s", c.typeName(i))
			return operand{}
		}
		if v, ok := c.constInteger(i); ok && (v < 0 || l.dims[k] != 0 && v >= int64(l.dims[k])) {
			c.errorf(codeIndex, c.t.Span(at), "the index %d is out of bounds", v).Note("there are %d elements", l.dims[k])
			return operand{}
		}
		if k == 0 {
			sum = i
			continue
		}
		if k == 1 {
			sum = c.cast(ir.I32, sum)
		}
		sum = c.binary(ir.Add, c.binary(ir.Mul, sum, constInt(int64(l.dims[k]))), c.cast(ir.I32, i))
	}
	rest, _ := product(l.dims[len(indices):])
	if rest != 1 || x.bits != 0 {
		sum = c.cast(ir.I32, sum)
	}
	if rest != 1 {
		sum = c.binary(ir.Mul, sum, constInt(int64(rest)))
	}
	if x.bits != 0 {
		sum = c.binary(ir.Add, operand{kind: opValue, ty: ir.TypeI32, handle: uint32(x.bits)}, sum)
		x.bits = 0
	}
	if len(indices) == len(l.dims) {
		return c.elementAt(x, sum, nonUniform, indices[0], n)
	}
	x.ty = c.m.Types.Intern(ir.Type{Kind: ir.TypeBindingArray, Base: c.at(x.ty).Base, Length: rest})
	x.bits = uint64(c.toExpr(sum))
	return x
}

// leafName describes the elements of a leaf.
func (c *checker) leafName(x operand) string {
	if x.opq != 0 {
		return c.opaques[x.opq].String()
	}
	return c.m.TypeName(c.at(x.ty).Base)
}

// partArg names an argument that is a part of an array: the next one is the index
// where it begins.
type partArg struct {
	fn  ir.FuncID
	arg int
}

// partMark stands before the type of such an argument among an instance's types.
const partMark = ^ir.TypeID(0)

// opaqueArguments are the opaque members of an argument that is a struct, in the
// struct's order.
func (c *checker) opaqueArguments(n syntax.Node, strct ir.TypeID) (list []operand, ok bool) {
	p, found := c.pathOf(n)
	if !found {
		c.unsupported(c.t.Span(n), "a struct with opaque members that is no uniform or parameter")
		return nil, false
	}
	for _, at := range p.indices {
		// They are evaluated for each member.
		if k := c.t.Kind(c.t.Unparen(at)); k != syntax.KindIdent && !c.isLiteral(at) {
			c.unsupported(c.t.Span(at), "an index that is neither a variable nor a number, of a struct with opaque members that is an argument")
			return nil, false
		}
	}
	for i := range c.structs[c.at(strct).Struct].opaques {
		p := trail{p.root, append(slices.Clone(p.names), c.structs[c.at(strct).Struct].opaques[i].path...), p.indices}
		l := c.leafOf(&p)
		if l == nil {
			return nil, false
		}
		x := c.leafElement(*l, p.indices, n)
		if !x.ok() {
			return nil, false
		}
		list = append(list, x)
	}
	return list, true
}

func (c *checker) isLiteral(n syntax.Node) bool {
	switch c.t.Kind(c.t.Unparen(n)) {
	case syntax.KindLiteral:
		return true
	}
	return false
}

// opaqueParams declares the opaque members of a parameter that is a struct, from
// argument arg on, and returns how many arguments stand for them.
func (c *checker) opaqueParams(id declID, t ir.TypeID, span diag.Span, arg int) int {
	strct, dims := c.structDims(t)
	first := arg
	for i := range c.structs[c.at(strct).Struct].opaques {
		m := c.structs[c.at(strct).Struct].opaques[i]
		all := append(slices.Clone(dims), m.dims...)
		part, took := c.resourceParam(syntax.NoSymbol, span, m.opq, all, arg)
		arg += took
		c.addLeaf(id, leaf{m.path, all, part})
	}
	return arg - first
}
