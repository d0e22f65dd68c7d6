package glsl

// This file holds declarations and scopes. The meaning of a name is bind[symbol]; a scope
// that ends restores the names that its declarations shadowed.

import (
	"strings"

	"refract/diag"
	"refract/internal/front/glsl/syntax"
	"refract/internal/spell"
	"refract/ir"
)

type declID uint32

type declKind uint8

const (
	declNone     declKind = iota
	declError             // what had an error: nothing complains of it again
	declConst             // a value known now
	declOverride          // a specialization constant: expression in the module's arena
	declValue             // a value of the function under way: a constant local, an input
	declLocal             // LocalID
	declPointer           // an argument that is a pointer
	declGlobal            // GlobalID, or a member of its struct
	declResource          // an opaque global, or an argument that is one
	declMember            // a member of an anonymous input or output block: of the variable at decl.of
	declType              // a struct
	declFunc              // index in funcs of the newest overload
	declComputed          // a variable of the language that is computed where it is read
	declBlock             // the name of an interface block: handle is its storage qualifier
)

var declNames = [...]string{"nothing", "invalid declaration", "constant", "specialization constant", "value", "variable",
	"parameter", "variable", "resource", "member", "type", "function", "variable", "block"}

func (k declKind) String() string { return declNames[k] }

// declFlags are qualities of a variable.
type declFlags uint32

const (
	flagReadOnly  declFlags = 1 << iota // can't be assigned
	flagWriteOnly                       // can't be read
	flagUnsized                         // an array that its uses size
	flagPrecise
	flagInvariant
	flagInput
	flagOutput
	flagUniform
	flagConst
	flagBuffer
	flagBuiltIn
	flagNoMain // not of main's function: private
	flagCounter
	flagPart  // a resource that is a part of an array: bits is where it begins
	flagSplit // a texture and a sampler that were combined at the call
	flagIndex // of a loop, as WebGL 1 has them
)

// decl is one declaration.
type decl struct {
	kind   declKind
	opq    uint16 // index in opaques
	flags  declFlags
	member int32 // declGlobal, declMember: index of the member, or -1
	node   syntax.Node
	span   diag.Span
	name   syntax.Symbol
	ty     ir.TypeID // of the value, as GLSL sees it; declType: the struct
	handle uint32    // GlobalID, LocalID, argument, ConstID, function, variable of the language
	of     declID    // declMember
	expr   ir.ExprID // in function fnGen: the value, pointer or resource
	fnGen  uint32
	bits   uint64 // declConst: of the value
}

type shadow struct {
	name syntax.Symbol
	old  declID
}

// scope is where a scope begins.
type scope struct {
	undo    uint32
	first   declID
	relaxed defaultPrecisions // those around it
}

func (c *checker) push() scope {
	old := c.scope
	c.scope = scope{uint32(len(c.undo)), declID(len(c.decls)), c.relaxed}
	return old
}

func (c *checker) pop(old scope) {
	for i := len(c.undo) - 1; i >= int(c.scope.undo); i-- {
		c.bind[c.undo[i].name] = c.undo[i].old
	}
	c.undo = c.undo[:c.scope.undo]
	c.relaxed = c.scope.relaxed
	c.scope = old
}

// declare binds a name in the innermost scope.
func (c *checker) declare(d decl) declID {
	id := declID(len(c.decls))
	c.decls = append(c.decls, d)
	if d.name == syntax.NoSymbol {
		return id
	}
	if old := c.bind[d.name]; old >= c.scope.first && old != 0 && old < id && c.decls[old].kind != declError && d.kind != declError {
		c.errorf(codeRedeclared, d.span, "%q is declared twice in this scope", c.t.Name(d.name)).
			Label(c.decls[old].span, "first declared here")
	}
	if d.kind != declError {
		c.noTypeName(d.name, d.span)
	}
	c.bindName(d.name, id)
	return id
}

// noTypeName reports a name to declare that is a type of the language.
func (c *checker) noTypeName(name syntax.Symbol, span diag.Span) {
	if c.t.Name(name) == "void" {
		c.errorf(codeVariable, span, "%q is a type and can't be declared anew", "void")
	}
	if m := meaningOf(name); m != nil && m.ty != 0 {
		if t := &typeNames[m.ty-1]; t.opq.kind == notOpaque && c.lang.has(&t.av) {
			c.errorf(codeVariable, span, "%q is a type and can't be declared anew", t.name)
		}
	}
}

// isReserved reports a name that only the language itself may declare (section
// "Identifiers").
func (c *checker) isReserved(name syntax.Symbol, span diag.Span) bool {
	text := c.t.Name(name)
	if len(text) > 3 && text[:3] == "gl_" {
		c.errorf(codeVariable, span, "names that begin with gl_ are reserved")
		return true
	}
	c.webGLName(text, span)
	return false
}

func (c *checker) bindName(name syntax.Symbol, id declID) {
	c.undo = append(c.undo, shadow{name, c.bind[name]})
	c.bind[name] = id
}

// atGlobal reports whether declarations are at global scope.
func (c *checker) atGlobal() bool { return c.scope.first == 0 }

func (c *checker) declareError(name syntax.Symbol, span diag.Span) {
	c.declare(decl{kind: declError, name: name, span: span, member: -1})
}

// reference is the operand that a declaration stands for.
func (c *checker) reference(id declID, n syntax.Node) operand {
	d := &c.decls[id]
	switch d.kind {
	case declConst:
		return operand{kind: opConst, ty: d.ty, bits: d.bits, decl: id}
	case declOverride:
		return c.overrideRef(id)
	case declValue:
		if c.fn == nil && d.bits != 0 {
			return operand{kind: opValue, spec: true, ty: d.ty, handle: uint32(d.bits), decl: id}
		}
		return operand{kind: opValue, spec: d.bits != 0, ty: d.ty, handle: uint32(d.expr), decl: id}
	case declLocal, declPointer, declGlobal:
		if c.fn == nil {
			c.errorf(codeConstWanted, c.t.Span(n), "%q is a variable; a constant expression is wanted here", c.t.Name(d.name))
			return operand{}
		}
		return operand{kind: opRef, ty: d.ty, handle: uint32(c.pointer(id)), decl: id, opq: d.opq}
	case declResource:
		if c.fn == nil {
			c.errorf(codeConstWanted, c.t.Span(n), "%q is no constant", c.t.Name(d.name))
			return operand{}
		}
		x := operand{kind: opResource, ty: d.ty, handle: uint32(c.pointer(id)), decl: id, opq: d.opq}
		if d.flags&flagPart != 0 {
			x.bits = d.bits
		}
		return x
	case declMember:
		x := c.reference(d.of, n)
		if x.kind == opNone {
			return x
		}
		x = c.element(x, uint32(d.member), n)
		x.decl = id
		return x
	case declComputed:
		return c.computed(id, n)
	case declNone:
		c.unsupported(c.t.Span(n), "structs with opaque members as values")
	case declType:
		c.errorf(codeNotValue, c.t.Span(n), "%q is a type; a value is wanted here", c.t.Name(d.name))
	case declBlock:
		c.errorf(codeNotValue, c.t.Span(n), "%q is the name of a block; a value is wanted here", c.t.Name(d.name))
	case declFunc:
		c.errorf(codeNotValue, c.t.Span(n), "%q is a function; a value is wanted here", c.t.Name(d.name))
	}
	return operand{}
}

// pointer is the pointer to a variable, or the resource: once for each function.
func (c *checker) pointer(id declID) ir.ExprID {
	d := &c.decls[id]
	if d.fnGen == c.fnGen && d.expr != 0 {
		return d.expr
	}
	span := c.b.Span
	c.b.Span = d.span
	var e ir.ExprID
	switch d.kind {
	case declLocal:
		e = c.b.Local(ir.LocalID(d.handle))
	case declPointer:
		e = c.b.Argument(int(d.handle))
	case declGlobal, declResource:
		e = c.b.Global(ir.GlobalID(d.handle))
	}
	c.b.Span = span
	if d.kind != declResource && d.member >= 0 {
		// Not kept: the access is evaluated where it stands.
		return c.b.AccessIndex(e, uint32(d.member))
	}
	d.expr, d.fnGen = e, c.fnGen
	return e
}

func (c *checker) overrideRef(id declID) operand {
	d := &c.decls[id]
	if c.fn == nil {
		return operand{kind: opValue, spec: true, ty: d.ty, decl: id,
			handle: uint32(c.m.Consts.AddRef(ir.KindOverride, d.ty, d.handle, d.span))}
	}
	return operand{kind: opValue, spec: true, ty: d.ty, handle: uint32(c.b.Override(ir.OverrideID(d.handle))), decl: id}
}

// unknown reports a name that nothing declares.
func (c *checker) unknown(n syntax.Node, name syntax.Symbol, what string) {
	text := c.t.Name(name)
	if feature, ok := refused(refusedFunctions[:], text); ok {
		c.unsupported(c.t.Primary(n), feature)
		return
	}
	for _, r := range []struct{ prefix, suffix, feature string }{
		{"", "AMD", "AMD's functions"}, {"sparseTexture", "", "sparse textures"}, {"sparseImage", "", "sparse images"},
		{"", "ClampARB", "sparse textures"}, {"subgroup", "NV", "partitioned subgroup operations"}, {"coopMat", "NV", "cooperative matrices"},
		{"imageAtomicLoad", "", "atomic loads of images"},
	} {
		if what == "function" && strings.HasPrefix(text, r.prefix) && strings.HasSuffix(text, r.suffix) {
			c.unsupported(c.t.Primary(n), r.feature+" ("+text+")")
			return
		}
	}
	d := c.errorf(codeUnresolved, c.t.Primary(n), "unknown %s %q", what, text)
	for _, x := range c.refused {
		d.Note("the extension %s is not supported", x)
	}
	if !c.suggestions.Spend(len(c.decls) + len(meanings)) {
		return
	}
	best, dist := "", spell.Farthest(text)
	for i := range c.decls {
		if c.decls[i].name == syntax.NoSymbol || c.bind[c.decls[i].name] != declID(i) {
			continue
		}
		s := c.t.Name(c.decls[i].name)
		if e := spell.Distance(text, s, dist); (e < dist || e == dist && best == "") && e <= spell.Farthest(s) {
			best, dist = s, e
		}
	}
	for i, s := range predeclaredNames {
		m := &meanings[i]
		if what == "type" && m.ty == 0 || what == "function" && m.fn == 0 && m.tex == 0 && m.mem == 0 && m.ty == 0 {
			continue
		}
		if e := spell.Distance(text, s, dist); e < dist {
			best, dist = s, e
		}
	}
	if best != "" {
		d.Suggest(c.t.Primary(n), best, "did you mean %q?", best)
	}
}

// needs reports a thing of the language that the version lacks.
func (c *checker) needs(span diag.Span, name string, a *avail) bool {
	if c.lang.has(a) {
		return true
	}
	if c.opts.Preprocessor.Vulkan && *a == vulkanAv() {
		return true
	}
	why := ""
	if c.t.Unit().VersionSpan.IsZero() && c.opts.Preprocessor.Version == 0 {
		why = ", as there is no #version"
	}
	c.errorf(codeExtension, span, "%q needs %s: this is version %s%s", name, c.lang.needs(a), c.lang.Version, why)
	return false
}
