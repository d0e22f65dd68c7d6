package glsl

// This file lowers parts of values: elements, members, components, and lengths.

import (
	"slices"
	"strings"

	"refract/internal/front/glsl/syntax"
	"refract/internal/spell"
	"refract/ir"
)

// element is a member or element of an operand by static index.
func (c *checker) element(x operand, i uint32, n syntax.Node) operand {
	if x.kind == opConst || x.kind == opValue {
		if x.size > 0 {
			x = c.rvalue(x)
		}
		y := c.component(x, i)
		y.decl = x.decl
		return y
	}
	if x.size > 0 { // a component of a swizzle that is memory
		x.pattern[0], x.size = x.pattern[i], 1
		x.ty = ir.ScalarTypeOf(c.m.Types.ScalarOf(x.ty))
		return c.oneComponent(x)
	}
	e := c.b.AccessIndex(x.expr(), i)
	y := operand{kind: x.kind, ty: c.valueElement(x.ty, i), handle: uint32(e), decl: x.decl, opq: x.opq}
	return y
}

// oneComponent turns a swizzle of one component into a pointer to it.
func (c *checker) oneComponent(x operand) operand {
	e := c.b.AccessIndex(x.expr(), uint32(x.pattern[0]))
	return operand{kind: opRef, ty: x.ty, handle: uint32(e), decl: x.decl}
}

// valueElement is the type of an element as GLSL sees it.
func (c *checker) valueElement(t ir.TypeID, i uint32) ir.TypeID { return c.m.ElementType(t, i) }

// index checks x[i].
func (c *checker) index(n syntax.Node) operand {
	if c.leaves != nil {
		if x, ok := c.opaquePart(n); ok {
			return x
		}
	}
	v := c.t.Index(n)
	x := c.expr(v.X)
	nonUniform := c.isNonUniform(v.Index)
	i := c.expression(v.Index)
	if !x.ok() || !i.ok() {
		return operand{}
	}
	if x.kind == opVoid {
		c.wantValue(x, v.X)
		return operand{}
	}
	if s := c.at(i.ty); c.referenceOf(x.ty) != nil && s.Kind == ir.TypeScalar && s.Scalar.IsInteger() {
		if x = c.wantValue(x, v.X); !x.ok() {
			return x
		}
		return c.moved(n, ir.Add, x, i)
	}
	ty := *c.at(x.ty)
	length := uint32(0)
	switch ty.Kind {
	case ir.TypeVector:
		length = uint32(ty.Rows)
	case ir.TypeMatrix:
		length = uint32(ty.Columns)
	case ir.TypeArray, ir.TypeBindingArray:
		length = ty.Length
	case ir.TypeCooperative:
	default:
		c.errorf(codeIndex, c.t.Span(v.X), "a value of type %s can't be indexed", c.typeName(x))
		return operand{}
	}
	if s := c.at(i.ty); s.Kind != ir.TypeScalar || !s.Scalar.IsInteger() {
		c.errorf(codeIndex, c.t.Span(v.Index), "an index must be an integer, found %s", c.typeName(i))
		return operand{}
	}
	if at, ok := c.constInteger(i); ok && (at < 0 || length != 0 && at >= int64(length) || at >= 1<<31) {
		d := c.errorf(codeIndex, c.t.Span(v.Index), "the index %d is out of bounds", at)
		if length != 0 {
			d.Note("%s has %d elements", c.typeName(x), length)
		}
		return operand{}
	}
	return c.elementAt(x, i, nonUniform, v.Index, n)
}

// elementAt is an element of an operand by an index that is in bounds if it is known;
// at is where the index stands.
func (c *checker) elementAt(x, i operand, nonUniform bool, at, n syntax.Node) operand {
	if known, ok := c.constInteger(i); ok && c.at(x.ty).Kind != ir.TypeCooperative {
		return c.element(x, uint32(known), n)
	}
	c.webGLIndex(&x, at)
	if c.fn == nil {
		c.errorf(codeConstWanted, c.t.Span(at), "a constant index is wanted here")
		return operand{}
	}
	if c.at(x.ty).Kind == ir.TypeBindingArray && x.kind == opRef && c.lang.Profile == ES {
		if c.decls[x.decl].flags&flagBuffer != 0 {
			c.errorf(codeConstWanted, c.t.Span(at), "GLSL ES wants a constant index here, of an array of buffer blocks")
			return operand{}
		}
		a := since(never, 320, exts{extGPUShader5ES})
		c.needs(c.t.Span(at), "an index that isn't constant, of an array of uniform blocks", &a)
	}
	if a := since(400, 320, exts{extGPUShader5, extGPUShader5ES, extNonuniform}); x.kind == opResource && c.lang.atLeast(130, 300) && !c.lang.has(&a) {
		c.needs(c.t.Span(at), "an index that isn't constant, of an array of "+c.opaques[x.opq].String(), &a)
	}
	if s := c.m.Types.ScalarOf(i.ty); s.Bits() != 32 {
		if s.IsSigned() {
			i = c.cast(ir.I32, i)
		} else {
			i = c.cast(ir.U32, i)
		}
	}
	if x.size > 0 && repeats(x.pattern[:x.size]) { // no place
		x = c.rvalue(x)
	}
	if x.size > 0 && x.kind == opRef {
		// Component i of those that the pattern names, which may be written.
		var parts [4]operand
		for k := range x.size {
			parts[k] = constUint(uint32(x.pattern[k]))
		}
		which := c.toExpr(c.compose(ir.VectorOf(ir.U32, int(x.size)), parts[:x.size]...))
		i = c.made(c.ex.AddAccess(ir.TypeU32, 0, ir.Access{Base: which, Index: i.expr()}, c.t.Span(n)), false)
		x.size, x.ty = 0, c.m.Types.WithScalar(c.m.Types.Pointee(c.ex.TypeOf(x.expr())), c.m.Types.ScalarOf(x.ty))
	}
	if x.kind == opConst && c.structOpaque(x.ty) { // stands for nothing
		return operand{kind: opConst, ty: c.valueElement(x.ty, 0), bits: c.zero(c.valueElement(x.ty, 0)).bits, decl: x.decl}
	}
	if x.kind == opConst {
		// A table that is indexed lies in a variable.
		x = c.table(x)
	}
	base := c.toExpr(x)
	elem := c.m.ElementType(c.ex.TypeOf(base), 0)
	var flags ir.Flags
	if nonUniform && c.at(x.ty).Kind == ir.TypeBindingArray {
		flags = ir.FlagNonUniform
	}
	e := c.pend(c.ex.AddAccess(elem, flags, ir.Access{Base: base, Index: c.toExpr(i)}, c.t.Span(n)))
	return operand{kind: x.kind, ty: c.valueElement(x.ty, 0), handle: uint32(e), decl: x.decl, opq: x.opq}
}

// repeats reports whether a pattern names a component twice.
func repeats(pattern []uint8) bool {
	seen := uint8(0)
	for _, p := range pattern {
		if seen>>p&1 != 0 {
			return true
		}
		seen |= 1 << p
	}
	return false
}

// table makes a value that can be indexed at run time of a constant.
func (c *checker) table(x operand) operand {
	if c.at(x.ty).Kind == ir.TypeVector {
		return operand{kind: opValue, ty: x.ty, handle: uint32(c.toExpr(x))}
	}
	if d := &c.decls[x.decl]; x.decl != 0 && d.kind == declConst && d.ty == x.ty && d.bits == x.bits { // not a part of it
		// One constant of the module for each that the author named.
		if d.handle == 0 {
			init := ir.ConstID(c.ev.MaterializeInto(&c.m.Consts, x.val(), d.span))
			c.m.Constants = append(c.m.Constants, ir.Constant{Name: c.t.Name(d.name), Type: x.ty, Init: init, Span: d.span})
			d.handle = uint32(len(c.m.Constants) - 1)
		}
		return operand{kind: opValue, ty: x.ty, handle: uint32(c.b.Constant(ir.ConstantID(d.handle)))}
	}
	return operand{kind: opValue, ty: x.ty, handle: uint32(c.toExpr(x))}
}

// isNonUniform reports whether an index is marked with nonuniformEXT.
func (c *checker) isNonUniform(n syntax.Node) bool {
	n = c.t.Unparen(n)
	if c.t.Kind(n) != syntax.KindCall {
		return false
	}
	callee := c.t.Call(n).Callee
	return c.t.Kind(callee) == syntax.KindIdent && c.t.Name(c.t.Ident(callee)) == "nonuniformEXT"
}

// member checks x.name: a member of a struct, or components of a vector.
func (c *checker) member(n syntax.Node) operand {
	v := c.t.Member(n)
	if c.leaves != nil {
		if x, ok := c.opaquePart(n); ok {
			return x
		}
	}
	if x, ok := c.workgroupPart(v.X, c.t.Name(v.Name)); ok {
		return x
	}
	x := c.expr(v.X)
	if !x.ok() {
		return x
	}
	if c.referenceOf(x.ty) != nil {
		if x = c.follow(x, v.X); !x.ok() {
			return x
		}
	}
	name := c.t.Name(v.Name)
	switch ty := c.at(x.ty); {
	case ty.Kind == ir.TypeStruct && x.ty != c.queries:
		members := c.m.Structs[ty.Struct].Members
		if i := c.memberNamed(ty.Struct, name); i >= 0 {
			if !c.viewMember(name, c.t.Primary(n)) {
				return operand{}
			}
			return c.blockMember(x, uint32(i), n)
		}
		if strings.HasPrefix(name, "gl_") && (strings.HasSuffix(name, "PerViewNV") || strings.HasPrefix(name, "gl_ViewportMask")) {
			c.unsupported(c.t.Primary(n), name)
			return operand{}
		}
		d := c.errorf(codeMember, c.t.Primary(n), "%s has no member %q", c.typeName(x), name)
		if !c.suggestions.Spend(len(members)) {
			return operand{}
		}
		names := make([]string, len(members))
		for i := range members {
			names[i] = members[i].Name
		}
		if s := spell.Nearest(name, names); s != "" {
			d.Suggest(c.t.Primary(n), s, "did you mean %q?", s)
		}
	case ty.Kind == ir.TypeScalar, ty.Kind == ir.TypeVector:
		return c.swizzled(n, x, name)
	default:
		if x.kind == opVoid {
			c.wantValue(x, v.X)
			return operand{}
		}
		c.errorf(codeMember, c.t.Primary(n), "a value of type %s has no member %q", c.typeName(x), name)
	}
	return operand{}
}

// manyMembers is how many members of a struct are looked up by an index of them.
const manyMembers = 32

// memberNamed finds a member of a struct; -1: it has none of the name.
func (c *checker) memberNamed(id ir.StructID, name string) int {
	members := c.m.Structs[id].Members
	if len(members) < manyMembers {
		return slices.IndexFunc(members, func(m ir.Member) bool { return m.Name == name })
	}
	index := c.memberIndex[id]
	if len(index) != len(members) {
		index = make(map[string]int, len(members))
		for i := len(members) - 1; i >= 0; i-- {
			index[members[i].Name] = i
		}
		if c.memberIndex == nil {
			c.memberIndex = map[ir.StructID]map[string]int{}
		}
		c.memberIndex[id] = index
	}
	if i, ok := index[name]; ok {
		return i
	}
	return -1
}

// blockMember is a member of a struct; where memory has another type for bools,
// the member's type is that of the value.
func (c *checker) blockMember(x operand, i uint32, n syntax.Node) operand {
	y := c.element(x, i, n)
	if v, ok := c.blockValues[blockKey{x.ty, i}]; ok {
		if y.kind == opValue {
			return c.reshape(y, v)
		}
		y.ty = v
	}
	return y
}

// blockKey names a member of a block's struct.
type blockKey struct {
	strct ir.TypeID
	i     uint32
}

// componentLetters numbers the letters that name components, from 1 on: four of each set.
var componentLetters = [256]uint8{
	'x': 1, 'y': 2, 'z': 3, 'w': 4,
	'r': 5, 'g': 6, 'b': 7, 'a': 8,
	's': 9, 't': 10, 'p': 11, 'q': 12,
}

// swizzled picks components of a vector by name.
func (c *checker) swizzled(n syntax.Node, x operand, name string) operand {
	size := c.shapeOf(x.ty)
	if size == 1 {
		a := since(420, never, exts{extShadingLanguage420})
		if !c.needs(c.t.Primary(n), "a component of a scalar", &a) {
			return operand{}
		}
	}
	var pattern [4]uint8
	set := -1
	ok := len(name) >= 1 && len(name) <= 4
	for i := 0; ok && i < len(name); i++ {
		at := int(componentLetters[name[i]]) - 1
		if at < 0 || set >= 0 && at/4 != set {
			ok = false
			break
		}
		set = at / 4
		if at%4 >= size {
			c.errorf(codeMember, c.t.Primary(n), "a vector of %d components has no component %q", size, name[i:i+1])
			return operand{}
		}
		pattern[i] = uint8(at % 4)
	}
	if !ok {
		c.errorf(codeMember, c.t.Primary(n), "%q is no component or swizzle of a vector", name).
			Note("use up to four of xyzw, of rgba or of stpq")
		return operand{}
	}
	if x.kind != opRef {
		y := c.swizzle(x, pattern[:len(name)]...)
		y.decl = x.decl
		return y
	}
	if size == 1 && len(name) == 1 && x.size == 0 { // of a scalar, the scalar
		return x
	}
	if c.decls[x.decl].flags&flagWriteOnly == 0 && x.size == 0 && size == 1 {
		return c.splat(len(name), c.rvalue(x))
	}
	if x.size > 0 {
		for i := range len(name) {
			pattern[i] = x.pattern[pattern[i]]
		}
	}
	x.ty = ir.VectorOf(c.m.Types.ScalarOf(x.ty), len(name))
	x.pattern, x.size = pattern, uint8(len(name))
	if len(name) == 1 {
		return c.oneComponent(x)
	}
	return x
}

// isSampleMask reports whether a variable is an array whose length depends on the device
// (section "Fragment Shader Special Variables").
func isSampleMask(name string) bool { return name == "gl_SampleMask" || name == "gl_SampleMaskIn" }

// method checks x.length().
func (c *checker) method(n syntax.Node) operand {
	v := c.t.Method(n)
	if c.t.Name(v.Name) != "length" || len(v.Args) != 0 {
		c.errorf(codeMember, v.NameSpan, "the only method is length()")
		return operand{}
	}
	if p, ok := c.pathOf(v.X); ok {
		if l := c.leafOf(&p); l != nil && len(p.indices) < len(l.dims) && l.dims[len(p.indices)] != 0 {
			return constInt(int64(l.dims[len(p.indices)]))
		}
	}
	if c.fn == nil && c.t.Kind(c.t.Unparen(v.X)) == syntax.KindIdent { // outside of functions there are no variables, but lengths of them
		if d := &c.decls[c.bind[c.t.Ident(c.t.Unparen(v.X))]]; d.kind == declGlobal && d.flags&flagUnsized == 0 && c.at(d.ty).Kind == ir.TypeArray && c.at(d.ty).Length != 0 {
			return constInt(int64(c.at(d.ty).Length))
		}
	}
	x := c.expr(v.X)
	if !x.ok() {
		return x
	}
	t := c.at(x.ty)
	if d := &c.decls[x.decl]; c.t.Kind(c.t.Unparen(v.X)) == syntax.KindIdent && d.flags&flagUnsized != 0 && t.Kind == ir.TypeArray && t.Length != 0 {
		c.errorf(codeMember, v.NameSpan, "the array %q was declared without a size, and has no length", c.t.Name(d.name)).Label(d.span, "declared here")
		return operand{}
	}
	if d := &c.decls[x.decl]; c.t.Kind(c.t.Unparen(v.X)) == syntax.KindIdent && isSampleMask(c.t.Name(d.name)) {
		c.errorf(codeMember, v.NameSpan, "the length of %q is that of the device's samples, which isn't known here", c.t.Name(d.name))
		return operand{}
	}
	switch t.Kind {
	case ir.TypeVector:
		return constInt(int64(t.Rows))
	case ir.TypeMatrix:
		return constInt(int64(t.Columns))
	case ir.TypeCooperative:
		if c.fn != nil {
			zero := c.ex.AddZeroValue(x.ty, c.b.Span)
			return c.cast(ir.I32, c.made(c.ex.AddUnaryKind(ir.KindArrayLength, ir.TypeU32, 0, zero, c.b.Span), false))
		}
	case ir.TypeArray, ir.TypeBindingArray:
		if t.Length != 0 {
			return constInt(int64(t.Length))
		}
		if t.LengthExpr != 0 {
			return c.lengthValue(t.LengthExpr)
		}
		if x.kind == opRef && c.fn != nil {
			return c.cast(ir.I32, operand{kind: opValue, ty: ir.TypeU32, handle: uint32(c.b.ArrayLength(x.expr()))})
		}
	}
	c.errorf(codeMember, v.NameSpan, "a value of type %s has no length", c.typeName(x))
	return operand{}
}
