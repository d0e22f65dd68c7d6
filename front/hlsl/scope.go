package hlsl

// This file holds declarations and scopes. Locals and names at global scope are
// bind[symbol]; a scope that ends restores the names that its declarations shadowed. Names
// in namespaces, structs and templates are in tables of their scopes, which are searched
// from the inside out.

import (
	"refract/diag"
	"refract/internal/front/hlsl/syntax"
	"refract/internal/spell"
	"refract/ir"
)

type (
	span = diag.Span
	node = syntax.Node
	mods = syntax.Modifiers
)

type declID uint32

type declKind uint8

const (
	declNone     declKind = iota
	declError             // had an error: no second message
	declConst             // a value known now
	declOverride          // a specialization constant: expression in the module's arena
	declValue             // a value of the function under way
	declLocal             // LocalID
	declPointer           // an argument that is a pointer
	declGlobal            // GlobalID, or a member of its struct
	declResource          // index in refs
	declType
	declTemplate // index in templates
	declFunc     // index in funcs of the newest overload
	declSpace    // a namespace: handle is its scope
	declField    // a member of the struct whose function is under way
	declLater    // a constant or static variable whose initial value is being evaluated
	declBundle   // a struct with resources
	declMesh     // outputs of a mesh: index in meshRefs
)

var declNames = [...]string{"nothing", "invalid declaration", "constant", "specialization constant", "value", "variable",
	"parameter", "variable", "resource", "type", "template", "function", "namespace", "member", "variable", "variable", "output"}

func (k declKind) String() string { return declNames[k] }

// decl is one declaration.
type decl struct {
	kind   declKind
	fixed  bool // can't be written
	host   bool // memory in the form of the host
	static bool
	loop   bool // of the head of a loop that has ended
	major  int8
	member int32 // declGlobal: index of the member, or -1
	name   syntax.Symbol
	ty     typeID
	handle uint32
	slots  int32     // of a variable with resources: the first of its slots
	expr   ir.ExprID // in function fnGen: the pointer
	fnGen  uint32
	order  uint32 // number of the node: names that come later can't be used
	bits   uint64
	span   span
}

type shadow struct {
	name syntax.Symbol
	old  declID
}

// localScope is the beginning of a local scope.
type localScope struct {
	undo  uint32
	first declID
}

// scopeID is a scope with a table: a namespace, a struct, or the parameters of a template.
type scopeID int32

type scopeInfo struct {
	parent scopeID
	strct  uint32 // index in structs, or 0
	name   string // with a point behind it, for messages
	uses   []scopeID
}

type scopeKey struct {
	scope scopeID
	name  syntax.Symbol
}

func (c *checker) push() localScope {
	old := c.local
	c.local = localScope{uint32(len(c.undo)), declID(len(c.decls))}
	return old
}

func (c *checker) pop(old localScope) {
	for i := len(c.undo) - 1; i >= int(c.local.undo); i-- {
		c.bind[c.undo[i].name] = c.undo[i].old
	}
	c.undo = c.undo[:c.local.undo]
	c.local = old
}

// newScope makes a scope with a table.
func (c *checker) newScope(parent scopeID, name string) scopeID {
	c.scopes = append(c.scopes, scopeInfo{parent: parent, name: name})
	return scopeID(len(c.scopes) - 1)
}

// declare binds a name in the innermost scope.
func (c *checker) declare(d decl) declID {
	id := declID(len(c.decls))
	if d.order == 0 {
		d.order = c.order
	}
	c.decls = append(c.decls, d)
	if d.name == syntax.NoSymbol {
		return id
	}
	old, here := c.declaredHere(d.name)
	if here && c.decls[old].kind != declError && d.kind != declError && !c.decls[old].loop {
		c.errorf(codeRedeclared, d.span, "%q is declared twice in this scope", c.t.Name(d.name)).
			Label(c.decls[old].span, "first declared here")
	}
	c.bindName(d.name, id)
	return id
}

// declaredHere is the declaration of a name in the innermost scope.
func (c *checker) declaredHere(name syntax.Symbol) (declID, bool) {
	if c.inFunction {
		old := c.bind[name]
		return old, old != 0 && old >= c.local.first
	}
	if c.scope != 0 {
		old := c.table2[scopeKey{c.scope, name}]
		return old, old != 0
	}
	old := c.bind[name]
	return old, old != 0
}

func (c *checker) bindName(name syntax.Symbol, id declID) {
	switch {
	case c.inFunction:
		c.undo = append(c.undo, shadow{name, c.bind[name]})
		c.bind[name] = id
	case c.scope != 0:
		c.table2[scopeKey{c.scope, name}] = id
	default:
		c.bind[name] = id
	}
}

func (c *checker) declareError(name syntax.Symbol, at span) {
	if _, here := c.declaredHere(name); here {
		return
	}
	c.declare(decl{kind: declError, name: name, span: at, member: -1, ty: tError})
}

// lookup is the declaration that a name has here, or 0.
func (c *checker) lookup(name syntax.Symbol) declID {
	id := c.bind[name]
	if id >= c.firstLocal && id != 0 {
		return id
	}
	for s := c.scope; s != 0; s = c.scopes[s].parent {
		if found := c.inScope(s, name); found != 0 {
			return found
		}
	}
	if id == 0 && len(c.scopes[0].uses) > 0 {
		for _, u := range c.scopes[0].uses {
			if found := c.inScope(u, name); found != 0 {
				return found
			}
		}
	}
	if id != 0 && c.decls[id].order > c.visible {
		return 0
	}
	return id
}

// ofTemplate is the template that a name with arguments means: within a template its name alone is
// the instance.
func (c *checker) ofTemplate(id declID, name syntax.Symbol) declID {
	if id == 0 || c.decls[id].kind != declType || !c.isStruct(c.decls[id].ty) {
		return id
	}
	for s := c.structOf(c.decls[id].ty).scope; s != 0; s = c.scopes[s].parent {
		if found := c.inScope(s, name); found != 0 && c.decls[found].kind == declTemplate {
			return found
		}
	}
	if found := c.bind[name]; found != 0 && c.decls[found].kind == declTemplate {
		return found
	}
	return id
}

// inScope is the declaration of a name in a scope with a table.
func (c *checker) inScope(s scopeID, name syntax.Symbol) declID {
	if id := c.table2[scopeKey{s, name}]; id != 0 {
		return id
	}
	for _, u := range c.scopes[s].uses {
		if id := c.table2[scopeKey{u, name}]; id != 0 {
			return id
		}
	}
	return 0
}

// qualified is the declaration of a name with scopes: A::B.
func (c *checker) qualified(n node) declID {
	v := c.t.NameOf(n)
	if len(v.Scope) == 0 && !v.Root {
		return c.lookup(v.Name)
	}
	scope := scopeID(0)
	for i, s := range v.Scope {
		name, given := c.t.ScopeName(s)
		var id declID
		if i == 0 && !v.Root {
			id = c.lookup(name)
		} else if scope == 0 {
			id = c.bind[name]
		} else {
			id = c.inScope(scope, name)
		}
		if len(given) > 0 {
			id = c.ofTemplate(id, name)
		}
		d := &c.decls[id]
		switch {
		case id != 0 && d.kind == declSpace:
			scope = scopeID(d.handle)
		case id != 0 && d.kind == declTemplate:
			ty := c.instantiate(int(d.handle), given, s)
			if !c.isStruct(ty) {
				return c.errorDecl()
			}
			scope = c.structOf(ty).scope
		case id != 0 && d.kind == declType && c.isStruct(d.ty):
			scope = c.structOf(d.ty).scope
		case id != 0 && d.kind == declType && c.enums[d.ty] != 0:
			scope = c.enums[d.ty]
		case id != 0 && d.kind == declType && d.handle != 0: // an enumeration
			scope = scopeID(d.handle)
		case id != 0 && d.kind == declError:
			return id
		default:
			c.errorf(codeUnresolved, c.t.Span(s), "%q is no namespace or struct", c.t.Name(name))
			return c.errorDecl()
		}
	}
	if scope == 0 {
		return c.bind[v.Name]
	}
	return c.inStruct(scope, v.Name)
}

// isVulkan reports whether a scope is the language's namespace vk.
func (c *checker) isVulkan(scope []node) bool {
	if len(scope) != 1 {
		return false
	}
	name, _ := c.t.ScopeName(scope[0])
	return c.t.Name(name) == "vk" && c.lookup(name) == 0
}

// inStruct is inScope, in the bases of a struct too.
func (c *checker) inStruct(s scopeID, name syntax.Symbol) declID {
	if id := c.inScope(s, name); id != 0 {
		return id
	}
	if x := c.scopes[s].strct; x != 0 {
		for _, b := range c.structs[x].base {
			if id := c.inStruct(c.structOf(b).scope, name); id != 0 {
				return id
			}
		}
	}
	return 0
}

// errorDecl is a declaration that had an error.
func (c *checker) errorDecl() declID {
	if c.badDecl == 0 {
		c.badDecl = declID(len(c.decls))
		c.decls = append(c.decls, decl{kind: declError, ty: tError, member: -1})
	}
	return c.badDecl
}

// pointer is the pointer to a variable: once for each function.
func (c *checker) pointer(id declID) ir.ExprID {
	d := &c.decls[id]
	if d.fnGen == c.fnGen && d.expr != 0 {
		return d.expr
	}
	at := c.b.Span
	c.b.Span = d.span
	var e ir.ExprID
	switch d.kind {
	case declLocal:
		e = c.b.Local(ir.LocalID(d.handle))
	case declPointer:
		e = c.b.Argument(int(d.handle))
	case declGlobal:
		e = c.b.Global(ir.GlobalID(d.handle))
	}
	c.b.Span = at
	if d.member >= 0 {
		return c.b.AccessIndex(e, uint32(d.member))
	}
	d.expr, d.fnGen = e, c.fnGen
	return e
}

// reference is the operand that a declaration stands for.
func (c *checker) reference(id declID, n node) operand {
	d := &c.decls[id]
	switch d.kind {
	case declConst:
		return operand{kind: opConst, ty: d.ty, bits: d.bits, decl: id}
	case declValue:
		if c.fn == nil {
			c.notConst(n, d.name)
			return operand{}
		}
		return operand{kind: opValue, ty: d.ty, handle: uint32(d.expr), decl: id, fixed: d.fixed, slots: d.slots}
	case declOverride:
		if c.fn == nil {
			return operand{kind: opValue, ty: d.ty, handle: uint32(c.m.Consts.AddRef(ir.KindOverride, c.irOf(d.ty), d.handle, d.span)), decl: id}
		}
		return operand{kind: opValue, ty: d.ty, handle: uint32(c.b.Override(ir.OverrideID(d.handle))), decl: id}
	case declLocal, declPointer, declGlobal:
		if c.fn == nil {
			c.notConst(n, d.name)
			return operand{}
		}
		return operand{kind: opRef, ty: d.ty, handle: uint32(c.pointer(id)), decl: id, host: d.host, major: d.major, fixed: d.fixed, slots: d.slots}
	case declResource:
		if c.fn == nil {
			c.notConst(n, d.name)
			return operand{}
		}
		if d.slots != 0 {
			x := c.inSlots(d.slots, d.ty)
			x.decl = id
			return x
		}
		return operand{kind: opResource, ty: d.ty, ref: int32(d.handle), decl: id}
	case declField:
		return c.field(id, n)
	case declMesh:
		return operand{kind: opMesh, ty: d.ty, ref: int32(d.handle), decl: id}
	case declBundle:
		x := c.zero(d.ty)
		x.decl, x.slots, x.fixed = id, d.slots, true
		return x
	case declLater:
		c.notConst(n, d.name)
	case declType:
		c.errorf(codeNotValue, c.t.Span(n), "%q is a type; a value is wanted here", c.t.Name(d.name))
	case declFunc:
		c.errorf(codeNotValue, c.t.Span(n), "%q is a function; a value is wanted here", c.t.Name(d.name))
	case declTemplate, declSpace:
		c.errorf(codeNotValue, c.t.Span(n), "%q is a %s; a value is wanted here", c.t.Name(d.name), d.kind)
	}
	return operand{}
}

func (c *checker) notConst(n node, name syntax.Symbol) {
	if c.quiet > 0 {
		c.failed = true
		return
	}
	c.errorf(codeConstWanted, c.t.Span(n), "%q is a variable; a constant expression is wanted here", c.t.Name(name))
}

// unknown reports a name that nothing declares.
func (c *checker) unknown(at span, name syntax.Symbol, what string) {
	text := c.t.Name(name)
	d := c.errorf(codeUnresolved, at, "unknown %s %q", what, text)
	if id := c.bind[name]; id != 0 && c.decls[id].order > c.visible {
		d.Label(c.decls[id].span, "it is declared behind its use")
		return
	}
	if !c.suggestions.Spend(len(c.decls)) {
		return
	}
	best, dist := "", spell.Farthest(text)
	consider := func(s string) {
		if e := spell.Distance(text, s, dist); (e < dist || e == dist && best == "") && e <= spell.Farthest(s) {
			best, dist = s, e
		}
	}
	for i := range c.decls {
		if n := c.decls[i].name; n != syntax.NoSymbol && c.bind[n] == declID(i) {
			consider(c.t.Name(n))
		}
	}
	for i := range language.meanings {
		consider(c.t.Name(syntax.FirstPredeclared + syntax.Symbol(i)))
	}
	if best != "" {
		d.Suggest(at, best, "%q is the nearest name", best)
	}
}
