package hlsl

// This file checks declarations at global scope, in namespaces and in structs.

import (
	"strconv"
	"strings"

	"refract/diag"
	"refract/internal/front/hlsl/syntax"
	"refract/ir"
)

// item checks a declaration at global scope or in a namespace.
func (c *checker) item(n node) {
	c.order = uint32(n)
	switch c.t.Kind(n) {
	case syntax.KindDeclaration:
		c.globalDeclaration(n)
	case syntax.KindFunction:
		c.function(n, 0)
	case syntax.KindBuffer:
		c.constantBuffer(n)
	case syntax.KindNamespace:
		c.namespace(n)
	case syntax.KindTypedef, syntax.KindUsing, syntax.KindTemplate, syntax.KindStaticAssert:
		c.typeItem(n, 0)
	case syntax.KindTechnique:
		c.warnf(codeUnsupported, c.t.Span(n), "techniques are left out")
	}
}

// typeItem checks a declaration that may stand anywhere.
func (c *checker) typeItem(n node, strct uint32) {
	switch c.t.Kind(n) {
	case syntax.KindTypedef:
		v := c.t.Typedef(n)
		t, major, ok := c.typeOf(v.Type)
		for _, dn := range v.Declarators {
			d := c.t.Declarator(dn)
			ty := t
			if ok {
				ty, ok = c.dims(t, d.Dims, d.NameSpan)
			}
			if !ok {
				c.declareError(d.Name, d.NameSpan)
				continue
			}
			if old, here := c.declaredHere(d.Name); here && c.decls[old].kind == declType && c.decls[old].ty == ty {
				continue
			}
			c.declare(decl{kind: declType, name: d.Name, span: d.NameSpan, ty: ty, major: major, member: -1})
		}
	case syntax.KindUsing:
		v := c.t.Using(n)
		if v.Type != syntax.None {
			t, major, ok := c.typeOf(v.Type)
			if !ok {
				c.declareError(v.Name, v.NameSpan)
				return
			}
			c.declare(decl{kind: declType, name: v.Name, span: v.NameSpan, ty: t, major: major, member: -1})
			return
		}
		var id declID
		name := syntax.NoSymbol
		if c.t.Kind(v.Space) == syntax.KindIdent {
			name = c.t.Ident(v.Space)
			id = c.lookup(name)
		} else {
			name = c.t.NameOf(v.Space).Name
			id = c.qualified(v.Space)
		}
		switch {
		case id == 0:
			c.unknown(c.t.Span(v.Space), name, "namespace")
		case c.decls[id].kind == declSpace:
			c.scopes[c.scope].uses = append(c.scopes[c.scope].uses, scopeID(c.decls[id].handle))
		case c.decls[id].kind != declError:
			c.bindName(name, id)
		}
	case syntax.KindTemplate:
		c.template(n, strct)
	case syntax.KindStaticAssert:
		x := c.constExpr(c.t.StaticAssert(n))
		if x.ok() && x.ty.numeric() && c.ev.IsZero(c.val(c.castTo(x, tBool, c.t.Span(n)))) {
			c.errorf(codeTypeRule, c.t.Span(n), "the static assertion fails")
		}
	}
}

// namespace checks the items of a namespace.
func (c *checker) namespace(n node) {
	v := c.t.Namespace(n)
	if !c.enter(n) {
		c.leave()
		return
	}
	defer c.leave()
	if v.Name == syntax.NoSymbol {
		for _, i := range v.Items {
			c.item(i)
		}
		return
	}
	old, here := c.declaredHere(v.Name)
	if !here || c.decls[old].kind != declSpace {
		s := c.newScope(c.scope, c.scopes[c.scope].name+c.t.Name(v.Name)+"_")
		old = c.declare(decl{kind: declSpace, name: v.Name, span: v.NameSpan, handle: uint32(s), member: -1})
	}
	outer := c.scope
	c.scope = scopeID(c.decls[old].handle)
	for _, i := range v.Items {
		c.item(i)
	}
	c.scope = outer
}

// typeOf is the type that a KindType names, and the orientation of matrices in it.
func (c *checker) typeOf(n node) (t typeID, major int8, ok bool) {
	v := c.t.Type(n)
	switch c.t.Kind(v.Name) {
	case syntax.KindStruct:
		t = c.structType(v.Name, typeArgs{})
	case syntax.KindEnum:
		t = c.enumType(v.Name)
	default:
		t, major = c.namedType(v.Name, v.Mods)
	}
	if t == tNone || t == tError {
		return tNone, 0, false
	}
	if v.Mods&syntax.ModUnsigned != 0 && t.numeric() && t.kind() == kInt {
		t = t.withKind(kUint)
	}
	switch {
	case v.Mods&syntax.ModRowMajor != 0:
		major = 1
	case v.Mods&syntax.ModColumnMajor != 0:
		major = -1
	}
	if v.Mods&(syntax.ModRowMajor|syntax.ModColumnMajor) != 0 {
		if e := c.innermost(t); v.Mods&syntax.ModRowMajor != 0 && v.Mods&syntax.ModColumnMajor != 0 {
			c.errorf(codeQualifier, c.t.Span(n), "row_major and column_major exclude each other")
		} else if e.numeric() && !e.isMatrix() {
			c.errorf(codeQualifier, c.t.Span(n), "only matrices are row_major or column_major, not %s", c.name(t))
		}
	}
	if v.Mods&(syntax.ModUnorm|syntax.ModSnorm) != 0 && t.numeric() && !t.kind().isFloat() {
		c.errorf(codeQualifier, c.t.Span(n), "only floating-point types are unorm or snorm, not %s", c.name(t))
	}
	t, ok = c.dims(t, v.Dims, c.t.Span(n))
	return t, major, ok
}

// namedType is the type of a name.
func (c *checker) namedType(n node, m mods) (typeID, int8) {
	var name syntax.Symbol
	var id declID
	var given []node
	root := false
	if c.t.Kind(n) == syntax.KindIdent {
		name = c.t.Ident(n)
		id = c.lookup(name)
	} else {
		v := c.t.NameOf(n)
		name, given, root = v.Name, v.Args, len(v.Scope) > 0
		if c.isVulkan(v.Scope) {
			c.unsupported(c.t.Span(n), "vk::"+c.t.Name(name))
			return tError, 0
		}
		id = c.qualified(n)
		if len(given) > 0 {
			id = c.ofTemplate(id, name)
		}
	}
	if id != 0 {
		d := &c.decls[id]
		switch d.kind {
		case declType:
			return d.ty, d.major
		case declTemplate:
			return c.instantiate(int(d.handle), given, n), 0
		case declError:
			return tError, 0
		}
		c.errorf(codeNotType, c.t.Span(n), "%q is a %s; a type is wanted here", c.t.Name(name), d.kind)
		return tError, 0
	}
	if x := meaningOf(name); x != nil && !root {
		switch {
		case x.ty != 0:
			return x.ty, 0
		case x.templ != notTempl:
			return c.numericTemplate(x.templ, given, n), 0
		case x.res != 0:
			return c.resourceType(x.res, given, n)
		}
	}
	c.unknown(c.t.Span(n), name, "type")
	if c.t.Kind(n) == syntax.KindIdent && c.quiet == 0 {
		c.declareError(name, c.t.Span(n))
	}
	return tError, 0
}

// numericTemplate is vector<T, n> or matrix<T, r, c>.
func (c *checker) numericTemplate(k templKind, args []node, n node) typeID {
	t := tFloat
	size := [2]int64{4, 4}
	most := 2
	if k == templMatrix {
		most = 3
	}
	if len(args) > most {
		c.errorf(codeArgCount, c.t.Span(n), "the template takes %d arguments, found %d", most, len(args))
		return tError
	}
	for i, a := range args {
		if i == 0 {
			if c.t.Kind(a) != syntax.KindType {
				c.errorf(codeNotType, c.t.Span(a), "a scalar type is wanted here")
				return tError
			}
			s, _, ok := c.typeOf(a)
			if !ok {
				return tError
			}
			if !s.isScalar() {
				c.errorf(codeTypeRule, c.t.Span(a), "vectors and matrices are made of scalars, not of %s", c.name(s))
				return tError
			}
			t = s
			continue
		}
		v, ok := c.constIndex(a)
		if !ok {
			return tError
		}
		if v < 1 || v > 4 {
			if k == templVector && v > 4 && v <= 1024 {
				c.unsupported(c.t.Span(a), "vectors of more than four components")
				return tError
			}
			c.errorf(codeTypeRule, c.t.Span(a), "a size is 1 to 4, found %d", v)
			return tError
		}
		size[i-1] = v
	}
	if k == templVector {
		return vectorType(t.kind(), int(size[0]))
	}
	return matrixType(t.kind(), int(size[0]), int(size[1]))
}

// maxElements bounds the elements of an array, and its scalars.
const maxElements = 1 << 24

// dims is the array of a type with the given dimensions, outermost first; the ones of t are
// inside.
func (c *checker) dims(t typeID, list []node, at span) (typeID, bool) {
	for i := len(list) - 1; i >= 0; i-- {
		if t == tVoid {
			c.errorf(codeTypeRule, at, "an array can't hold void")
			return tError, false
		}
		if list[i] == syntax.None {
			if i > 0 {
				c.errorf(codeTypeRule, at, "only the outermost dimension of an array may have no size")
				return tError, false
			}
			t = c.arrayOf(t, 0)
			continue
		}
		v, ok := c.constIndex(list[i])
		if !ok {
			return tError, false
		}
		if v < 1 || v > maxElements {
			c.errorf(codeTypeRule, c.t.Span(list[i]), "the length of an array is at least 1 and at most %d, found %d", maxElements, v)
			return tError, false
		}
		t = c.arrayOf(t, uint32(v))
		if c.scalars(t) > 1<<20 && !c.holdsResource(t) {
			c.errorf(codeLimit, at, "the array has more than %d scalars", 1<<20)
			return tError, false
		}
	}
	return t, true
}

// constIndex is the value of a constant integer expression.
func (c *checker) constIndex(n node) (int64, bool) {
	if c.t.Kind(n) == syntax.KindType { // a name that may be a constant, as an argument of a template
		v := c.t.Type(n)
		if k := c.t.Kind(v.Name); k == syntax.KindIdent || k == syntax.KindName {
			n = v.Name
		}
	}
	x := c.constExpr(n)
	if !x.ok() {
		return 0, false
	}
	v, ok := c.constInteger(x)
	if !ok {
		if x.ty.numeric() && x.ty.shape().count() == 1 && x.isConst() {
			return c.constInteger(c.castTo(x, scalarType(kI64), c.t.Span(n)))
		}
		c.errorf(codeType, c.t.Span(n), "a constant integer is wanted here, found %s", c.typeName(x))
	}
	return v, ok
}

// constExpr checks an expression that must be known before the shader runs.
func (c *checker) constExpr(n node) operand {
	fn, ex, at := c.fn, c.ex, c.b.Span
	c.fn, c.ex = nil, &c.m.Consts
	o := c.expression(n)
	c.fn, c.ex, c.b.Span = fn, ex, at
	if o.ok() && !o.isConst() {
		c.errorf(codeConstWanted, c.t.Span(n), "a constant expression is wanted here")
		return operand{}
	}
	return o
}

// tryConst is the value of an expression if it is known before the shader runs.
func (c *checker) tryConst(f func() operand) (operand, bool) {
	fn, ex, at, failed := c.fn, c.ex, c.b.Span, c.failed
	args, lefts, exprs := len(c.args), len(c.lefts), len(c.exprs)
	c.fn, c.ex = nil, &c.m.Consts
	c.quiet++
	c.failed = false
	decls := len(c.decls)
	o := f()
	bad := c.failed || !o.isConst()
	c.quiet--
	c.failed = failed
	c.fn, c.ex, c.b.Span = fn, ex, at
	c.args, c.lefts, c.exprs = c.args[:args], c.lefts[:lefts], c.exprs[:exprs]
	_ = decls
	return o, !bad
}

// enumType declares an enumeration.
func (c *checker) enumType(n node) typeID {
	v := c.t.Enum(n)
	t := tInt
	if v.Type != syntax.None {
		u, _, ok := c.typeOf(v.Type)
		if !ok {
			return tError
		}
		if !u.isScalar() || !u.kind().isInt() {
			c.errorf(codeTypeRule, c.t.Span(v.Type), "the values of an enumeration are integers, not %s", c.name(u))
			return tError
		}
		t = u
	}
	s := c.newScope(c.scope, "")
	if v.Name != syntax.NoSymbol {
		c.declare(decl{kind: declType, name: v.Name, span: v.NameSpan, ty: t, handle: uint32(s), member: -1})
	}
	next := int64(0)
	for _, e := range v.List {
		x := c.t.Enumerator(e)
		if x.Value != syntax.None {
			i, ok := c.constIndexIn(x.Value, s)
			if !ok {
				continue
			}
			next = i
		}
		val := c.castTo(constant(scalarType(kI64), uint64(next)), t, c.t.Span(e))
		d := decl{kind: declConst, name: x.Name, span: c.t.Span(e), ty: t, bits: val.bits, member: -1, order: c.order}
		c.decls = append(c.decls, d)
		c.table2[scopeKey{s, x.Name}] = declID(len(c.decls) - 1)
		if !v.Scoped {
			c.declare(d)
		}
		next++
	}
	return t
}

// constIndexIn is constIndex with the names of a scope.
func (c *checker) constIndexIn(n node, s scopeID) (int64, bool) {
	old := c.scope
	c.scope = s
	v, ok := c.constIndex(n)
	c.scope = old
	return v, ok
}

// typeArgs are the arguments of the template that a struct is made of.
type typeArgs struct {
	name  string // of the instance; "": no template
	scope scopeID
}

// structType declares a struct.
func (c *checker) structType(n node, args typeArgs) typeID {
	v := c.t.Struct(n)
	name := c.t.Name(v.Name)
	if !c.enter(n) {
		c.leave()
		return tError
	}
	defer c.leave()
	var t typeID
	if old, here := c.declaredHere(v.Name); v.Name != syntax.NoSymbol && here && args.name == "" {
		d := &c.decls[old]
		if d.kind == declType && c.isStruct(d.ty) && (v.Forward || !c.structOf(d.ty).defined) {
			t = d.ty
		}
	}
	if v.Forward && t == tNone { // a use, or the first mention
		if id := c.lookup(v.Name); id != 0 && c.decls[id].kind == declType {
			return c.decls[id].ty
		}
	}
	if t == tNone {
		switch {
		case args.name != "":
			name = args.name
		case v.Name == syntax.NoSymbol:
			name = "Unnamed"
		}
		c.structs = append(c.structs, hstruct{name: c.scopes[c.scope].name + name, sym: uint32(v.Name), span: v.NameSpan})
		i := uint32(len(c.structs) - 1)
		t = c.intern(htype{kind: htStruct, strct: i})
		c.structs[i].self = t
		parent := c.scope
		if args.name != "" {
			parent = args.scope
		}
		c.structs[i].scope = c.newScope(parent, c.structs[i].name+"_")
		c.scopes[c.structs[i].scope].strct = i
		if v.Name != syntax.NoSymbol && args.name == "" {
			c.declare(decl{kind: declType, name: v.Name, span: v.NameSpan, ty: t, member: -1})
		} else if args.name != "" { // the name within is the instance
			c.decls = append(c.decls, decl{kind: declType, name: v.Name, span: v.NameSpan, ty: t, member: -1})
			c.table2[scopeKey{c.structs[i].scope, v.Name}] = declID(len(c.decls) - 1)
		}
	}
	if v.Forward {
		return t
	}
	c.structBody(t, &v)
	return t
}

// structBody checks the members of a struct.
func (c *checker) structBody(t typeID, v *syntax.Struct) {
	i := c.at(t).strct
	c.structs[i].iface = v.Interface
	c.structs[i].defined = true
	var members []hmember
	ok := true
	outer := c.scope
	for _, b := range v.Bases {
		c.scope = c.scopes[c.structs[i].scope].parent // the parameters of a template are there
		bt, _, good := c.typeOf(b)
		c.scope = outer
		if !good {
			ok = false
			continue
		}
		if !c.isStruct(bt) || !c.structOf(bt).defined || bt == t {
			c.errorf(codeTypeRule, c.t.Span(b), "the base of a struct is another struct, not %s", c.name(bt))
			continue
		}
		c.structs[i].base = append(c.structs[i].base, bt)
		offset := int32(len(members))
		members = append(members, c.structOf(bt).members...)
		for k := range members[offset:] {
			members[int(offset)+k].store += offset
		}
	}
	outerScope, inFunction := c.scope, c.inFunction
	c.scope, c.inFunction = c.structs[i].scope, false
	own := len(members)
	first := map[syntax.Symbol]diag.Span{}
	for _, n := range v.Members {
		switch c.t.Kind(n) {
		case syntax.KindDeclaration:
			members = c.memberDeclaration(members, n, own, t, first)
		case syntax.KindFunction:
			c.structs[i].members = members // for the bodies, which come later
			c.function(n, i)
		case syntax.KindTypedef, syntax.KindUsing, syntax.KindTemplate, syntax.KindStaticAssert:
			c.typeItem(n, i)
		}
	}
	c.scope, c.inFunction = outerScope, inFunction
	s := &c.structs[i]
	s.members = members
	if len(members) > manyMembers {
		s.byName = make(map[syntax.Symbol]int32, len(members))
		for k := range members {
			s.byName[syntax.Symbol(members[k].sym)] = int32(k)
		}
	}
	if n := len(s.base); n > 0 && own > 0 && own < len(members) {
		members[own].after = s.base[n-1]
	}
	_ = ok
	c.finishStruct(i)
}

// finishStruct makes the module's struct.
func (c *checker) finishStruct(i uint32) {
	list := make([]ir.Member, 0, len(c.structs[i].members))
	n := 0
	for k := range c.structs[i].members {
		m := &c.structs[i].members[k]
		ty := m.ty
		m.index = -1
		if m.field {
			if m.bits > 0 {
				n++
			}
			continue
		}
		if inner := c.innermost(ty); c.isResource(inner) {
			c.structs[i].resources = true
			continue
		}
		if c.holdsResource(ty) {
			c.structs[i].resources = true
		}
		c.structs[i].queries = c.structs[i].queries || c.holdsRayObject(ty)
		if c.changes(ty) {
			c.structs[i].bools = true
		}
		m.index = int32(len(list))
		if !m.hidden {
			n = min(n+c.scalars(ty), 1<<20+1)
		}
		list = append(list, ir.Member{Name: m.name, Type: c.irOf(ty), Span: m.span})
	}
	if len(list) == 0 {
		list = append(list, ir.Member{Name: "unused", Type: ir.TypeI32})
	}
	s := &c.structs[i]
	s.scalars = n
	s.ty = c.m.AddStruct(ir.Struct{Name: s.name, Members: list, Span: s.span})
}

// memberDeclaration checks members of a struct. The struct's own begin at own in the list; first has
// their names.
func (c *checker) memberDeclaration(list []hmember, n node, own int, self typeID, first map[syntax.Symbol]diag.Span) []hmember {
	v := c.t.Declaration(n)
	t, major, ok := c.typeOf(v.Type)
	if !ok {
		for _, dn := range v.Declarators {
			d := c.t.Declarator(dn)
			list = append(list, hmember{sym: uint32(d.Name), name: c.t.Name(d.Name), ty: tInt, span: d.NameSpan, invalid: true})
		}
		return list
	}
	for _, dn := range v.Declarators {
		d := c.t.Declarator(dn)
		ty, good := c.dims(t, d.Dims, d.NameSpan)
		if !good {
			continue
		}
		if v.Mods&syntax.ModStatic != 0 {
			c.variable(dn, v.Mods, ty, c.majorOf(v.Mods, major), v.Attrs)
			continue
		}
		switch {
		case ty == tVoid:
			c.errorf(codeTypeRule, d.NameSpan, "a member can't be void")
			continue
		case c.innermost(ty) == self || c.isStruct(c.innermost(ty)) && !c.structOf(c.innermost(ty)).defined:
			c.errorf(codeTypeRule, d.NameSpan, "the type of the member %q isn't complete here", c.t.Name(d.Name))
			continue
		case c.isArray(ty) && c.at(ty).length == 0 && !c.isResource(c.innermost(ty)):
			c.errorf(codeTypeRule, d.NameSpan, "an array in a struct must have a size")
			continue
		}
		if d.Init != syntax.None {
			c.errorf(codeVariable, c.t.Span(d.Init), "a member of a struct can't have an initial value")
		}
		m := hmember{sym: uint32(d.Name), name: c.t.Name(d.Name), ty: ty, mods: v.Mods | c.t.Type(v.Type).Mods, span: d.NameSpan, offset: -1, attrs: v.Attrs}
		m.major = c.majorOf(m.mods, major)
		for _, a := range d.Annots {
			switch c.t.Kind(a) {
			case syntax.KindSemantic:
				m.sem = c.t.Name(c.t.Semantic(a))
			case syntax.KindPackOffset:
				c.errorf(codeLayout, c.t.Span(a), "only members of constant buffers have a packoffset")
			}
		}
		if span, declared := first[d.Name]; declared && d.Name != syntax.NoSymbol {
			c.errorf(codeRedeclared, d.NameSpan, "there are two members named %q", m.name).Label(span, "the first one")
			good = false
		} else {
			first[d.Name] = d.NameSpan
		}
		switch {
		case good && d.Bits != syntax.None:
			list = c.bitField(list, own, m, d.Bits)
		case good:
			list = append(list, m)
		}
	}
	return list
}

// manyMembers is the number of members from which a struct has a map of them.
const manyMembers = 64

// findMember is the index of a member of a struct, or -1. Members of the struct itself come
// before members of its bases.
func (s *hstruct) findMember(name syntax.Symbol) int {
	if s.byName != nil {
		if i, ok := s.byName[name]; ok {
			return int(i)
		}
		return -1
	}
	for i := len(s.members) - 1; i >= 0; i-- {
		if s.members[i].sym == uint32(name) {
			return i
		}
	}
	return -1
}

// globalDeclaration checks variables at global scope.
func (c *checker) globalDeclaration(n node) {
	v := c.t.Declaration(n)
	t, major, ok := c.typeOf(v.Type)
	for _, dn := range v.Declarators {
		d := c.t.Declarator(dn)
		ty := t
		good := ok
		if ok {
			ty, good = c.dims(t, d.Dims, d.NameSpan)
		}
		if !good {
			c.declareError(d.Name, d.NameSpan)
			continue
		}
		m := v.Mods | c.t.Type(v.Type).Mods
		c.variable(dn, m, ty, c.majorOf(m, major), v.Attrs)
	}
}

// variable declares a variable that is no local one.
func (c *checker) variable(dn node, m mods, t typeID, major int8, attrs []node) {
	d := c.t.Declarator(dn)
	fail := func() { c.declareError(d.Name, d.NameSpan) }
	if c.isStruct(c.innermost(t)) && !c.structOf(c.innermost(t)).defined {
		c.errorf(codeTypeRule, d.NameSpan, "the type %s of %q isn't complete here", c.name(t), c.t.Name(d.Name))
		fail()
		return
	}
	if m := meaningOf(d.Name); m != nil && c.scope == 0 && m.res != 0 && resources[m.res].elem {
		c.errorf(codeRedeclared, d.NameSpan, "%q is a type of the language", c.t.Name(d.Name))
	}
	if t == tVoid {
		c.errorf(codeTypeRule, d.NameSpan, "a variable can't be void")
		fail()
		return
	}
	if t == tString || c.isResource(c.innermost(t)) && resources[c.at(c.innermost(t)).res].form == resState {
		c.declare(decl{kind: declError, name: d.Name, span: d.NameSpan, member: -1, ty: tError}) // of effects
		return
	}
	if m&(syntax.ModIn|syntax.ModOut|syntax.ModInout) != 0 {
		c.errorf(codeQualifier, d.NameSpan, "only parameters are in, out or inout")
	}
	static := m&(syntax.ModStatic|syntax.ModConstexpr) != 0
	if x, ok := c.attribute(attrs, "vk", "constant_id"); ok {
		c.override(dn, t, x)
		return
	}
	if static && c.holdsResource(t) {
		if c.isResource(c.innermost(t)) && d.Init != syntax.None {
			x := c.globalRef(d.Init)
			if x.kind == opResource && x.ty == t {
				c.declare(decl{kind: declResource, name: d.Name, span: d.NameSpan, ty: x.ty, handle: uint32(x.ref), member: -1})
				return
			}
		}
		if r, ok := c.heapConstant(d.Init, t); ok {
			c.declare(decl{kind: declResource, name: d.Name, span: d.NameSpan, ty: t, handle: uint32(r), member: -1})
			return
		}
		if d.Init == syntax.None && c.isResource(c.innermost(t)) && c.isAssigned(d.Name) {
			c.declareStatic(d.Name, d.NameSpan, t)
			return
		}
		if c.isResource(t) && d.Init == syntax.None && c.info(t).form != resSubpass { // nothing sets it
			c.declare(decl{kind: declResource, name: d.Name, span: d.NameSpan, ty: t, handle: uint32(c.newRef(resRef{unset: true})), member: -1})
			return
		}
		c.unsupported(d.NameSpan, "static variables that are resources or hold them")
		fail()
		return
	}
	switch {
	case c.holdsRayObject(t):
		c.globalQuery(dn, m, t)
		return
	case c.isResource(c.innermost(t)):
		c.declareResource(d, m, t, major, attrs)
		return
	case c.holdsResource(t):
		c.globalBundle(dn, m, t, major)
		return
	}
	name := c.qualifiedName(d.Name)
	if m&syntax.ModGroupShared != 0 {
		if d.Init != syntax.None {
			c.warnf(codeVariable, c.t.Span(d.Init), "the initial value of a groupshared variable is ignored")
		}
		if c.isArray(t) && c.at(t).length == 0 {
			c.errorf(codeTypeRule, d.NameSpan, "a groupshared array must have a size")
			fail()
			return
		}
		c.m.Globals = append(c.m.Globals, ir.Global{Name: name, Space: ir.SpaceWorkgroup, Access: ir.AccessReadWrite, Type: c.irOf(t), Span: d.NameSpan})
		c.declare(decl{kind: declGlobal, name: d.Name, span: d.NameSpan, ty: t, handle: uint32(len(c.m.Globals) - 1), member: -1})
		return
	}
	if !static && !(m&syntax.ModConst != 0 && d.Init != syntax.None && m&(syntax.ModUniform|syntax.ModExtern) == 0) {
		c.looseUniform(d, t, major)
		return
	}
	fixed := m&(syntax.ModConst|syntax.ModConstexpr) != 0
	if d.Init == syntax.None {
		if fixed {
			c.warnf(codeVariable, d.NameSpan, "the constant %q has no initial value", c.t.Name(d.Name))
		}
		if c.isArray(t) && c.at(t).length == 0 {
			c.errorf(codeTypeRule, d.NameSpan, "an array must have a size or an initial value")
			fail()
			return
		}
	}
	x := operand{}
	known := true
	if d.Init != syntax.None {
		x, known = c.tryConst(func() operand { return c.initial(d.Init, t) })
		if !known && c.isArray(t) && c.at(t).length == 0 {
			n := c.initLength(d.Init, t)
			if n == 0 {
				c.initial(d.Init, t)
				fail()
				return
			}
			t = c.arrayOf(c.at(t).base, n)
		} else if known {
			t = x.ty
		}
	} else {
		x = c.zero(t)
	}
	if known && fixed {
		c.declare(decl{kind: declConst, name: d.Name, span: d.NameSpan, ty: t, bits: x.bits, member: -1})
		return
	}
	g := ir.Global{Name: name, Space: ir.SpacePrivate, Access: ir.AccessReadWrite, Type: c.irOf(t), Span: d.NameSpan}
	if known && !c.ev.IsZero(c.val(x)) {
		g.Init = ir.ConstID(c.ev.MaterializeInto(&c.m.Consts, c.val(x), d.NameSpan))
	}
	c.m.Globals = append(c.m.Globals, g)
	id := c.declare(decl{kind: declGlobal, name: d.Name, span: d.NameSpan, ty: t, handle: uint32(len(c.m.Globals) - 1), member: -1, fixed: fixed, static: true})
	if !known && c.fn != nil { // the entry point has begun
		c.unsupported(d.NameSpan, "static members of structs made in functions with an initial value that isn't constant")
		return
	}
	if !known {
		c.inits = append(c.inits, globalInit{id, d.Init, c.scope, c.order})
	}
}

// globalInit is the initial value of a static variable that isn't constant: it is computed
// where the entry point begins.
type globalInit struct {
	decl  declID
	init  node
	scope scopeID
	order uint32
}

// qualifiedName is the name of a global with the namespaces around it.
func (c *checker) qualifiedName(name syntax.Symbol) string {
	return c.scopes[c.scope].name + c.t.Name(name)
}

// attribute is the attribute with a name, of a list.
func (c *checker) attribute(list []node, scope, name string) (node, bool) {
	for _, a := range list {
		v := c.t.Attribute(a)
		word := c.t.Name(v.Name)
		if scope == "" && v.Scope == syntax.NoSymbol && strings.EqualFold(word, name) || v.Scope != syntax.NoSymbol && c.t.Name(v.Scope) == scope && word == name {
			return a, true
		}
	}
	return syntax.None, false
}

// attributeInts are the constant arguments of an attribute.
func (c *checker) attributeInts(a node) []int64 {
	var list []int64
	for _, n := range c.t.Attribute(a).Args {
		if v, ok := c.constIndex(n); ok {
			list = append(list, v)
		}
	}
	return list
}

// override declares a specialization constant.
func (c *checker) override(dn node, t typeID, a node) {
	d := c.t.Declarator(dn)
	ids := c.attributeInts(a)
	if len(ids) != 1 || ids[0] < 0 || ids[0] > 65535 {
		c.errorf(codeLayout, c.t.Span(a), "vk::constant_id takes a number below 65536")
		c.declareError(d.Name, d.NameSpan)
		return
	}
	if !t.isScalar() {
		c.errorf(codeTypeRule, d.NameSpan, "a specialization constant is a scalar, not %s", c.name(t))
		c.declareError(d.Name, d.NameSpan)
		return
	}
	o := ir.Override{Name: c.qualifiedName(d.Name), HasID: true, ID: uint16(ids[0]), Type: c.irOf(t), Span: d.NameSpan}
	if d.Init != syntax.None {
		x := c.constExpr(d.Init)
		x = c.implicit(x, t, c.t.Span(d.Init), "the initial value")
		if !x.ok() {
			c.declareError(d.Name, d.NameSpan)
			return
		}
		o.Init = ir.ConstID(c.ev.MaterializeInto(&c.m.Consts, c.val(x), d.NameSpan))
	}
	c.m.Overrides = append(c.m.Overrides, o)
	c.declare(decl{kind: declOverride, name: d.Name, span: d.NameSpan, ty: t, handle: uint32(len(c.m.Overrides) - 1), member: -1, fixed: true})
}

// predeclare declares the structs and constants of the language.
func (c *checker) predeclare() {
	in := c.t.Interner()
	for i := range constants {
		k := &constants[i]
		s := in.Lookup(k.name)
		if s != syntax.NoSymbol {
			c.declare(decl{kind: declConst, name: s, ty: tUint, bits: uint64(k.value), member: -1})
		}
	}
	c.predeclareStruct("RayDesc", predeclaredMember{"Origin", vectorType(kFloat, 3)}, predeclaredMember{"TMin", tFloat},
		predeclaredMember{"Direction", vectorType(kFloat, 3)}, predeclaredMember{"TMax", tFloat})
	c.predeclareStruct(triangleAttributes, predeclaredMember{"barycentrics", vectorType(kFloat, 2)})
	c.bind = append(c.bind, make([]declID, max(0, in.Len()+1-len(c.bind)))...)
}

// predeclaredMember is a member of a struct of the language.
type predeclaredMember struct {
	name string
	ty   typeID
}

// predeclareStruct declares a struct of the language if the source names it.
func (c *checker) predeclareStruct(name string, members ...predeclaredMember) {
	in := c.t.Interner()
	s := in.Lookup(name)
	if s == syntax.NoSymbol || !c.t.Uses(s) {
		return
	}
	c.structs = append(c.structs, hstruct{name: name, sym: uint32(s), defined: true})
	i := uint32(len(c.structs) - 1)
	t := c.intern(htype{kind: htStruct, strct: i})
	c.structs[i].self = t
	c.structs[i].scope = c.newScope(0, "")
	c.scopes[c.structs[i].scope].strct = i
	for _, m := range members {
		c.structs[i].members = append(c.structs[i].members, hmember{sym: uint32(in.Intern(m.name)), name: m.name, ty: m.ty, offset: -1, major: -1})
	}
	c.finishStruct(i)
	c.declare(decl{kind: declType, name: s, ty: t, member: -1})
}

// constants are the constants of the language.
var constants = []struct {
	name  string
	value uint32
}{{"RAY_FLAG_NONE", 0}, {"RAY_FLAG_FORCE_OPAQUE", 1}, {"RAY_FLAG_FORCE_NON_OPAQUE", 2},
	{"RAY_FLAG_ACCEPT_FIRST_HIT_AND_END_SEARCH", 4}, {"RAY_FLAG_SKIP_CLOSEST_HIT_SHADER", 8},
	{"RAY_FLAG_CULL_BACK_FACING_TRIANGLES", 0x10}, {"RAY_FLAG_CULL_FRONT_FACING_TRIANGLES", 0x20},
	{"RAY_FLAG_CULL_OPAQUE", 0x40}, {"RAY_FLAG_CULL_NON_OPAQUE", 0x80}, {"RAY_FLAG_SKIP_TRIANGLES", 0x100},
	{"RAY_FLAG_SKIP_PROCEDURAL_PRIMITIVES", 0x200},
	{"COMMITTED_NOTHING", 0}, {"COMMITTED_TRIANGLE_HIT", 1}, {"COMMITTED_PROCEDURAL_PRIMITIVE_HIT", 2},
	{"CANDIDATE_NON_OPAQUE_TRIANGLE", 0}, {"CANDIDATE_PROCEDURAL_PRIMITIVE", 1},
	{"HIT_KIND_TRIANGLE_FRONT_FACE", 254}, {"HIT_KIND_TRIANGLE_BACK_FACE", 255}}

// number spells a number.
func number(n int) string { return strconv.Itoa(n) }
