package wgsl

// This file holds declarations and scopes. The meaning of a name is bind[symbol]; the end
// of a scope restores the shadowed declarations.

import (
	"refract/diag"
	"refract/internal/front/wgsl/syntax"
	"refract/internal/spell"
	"refract/ir"
)

type declID uint32

type declKind uint8

const (
	declNone declKind = iota
	declError
	declConst    // const at any scope
	declOverride // override
	declGlobal   // module-scope var
	declFunc
	declStruct
	declAlias
	declLet
	declLocal // function-scope var
	declParam
)

var declNames = [...]string{"nothing", "invalid declaration", "constant", "override", "variable", "function",
	"struct", "type alias", "value", "variable", "parameter"}

func (k declKind) String() string { return declNames[k] }

type resolveState uint8

const (
	unresolved resolveState = iota
	resolving
	resolved
)

// decl is one declaration.
type decl struct {
	kind   declKind
	state  resolveState
	used   bool
	named  bool        // declConst: handle is a module constant of type ty2
	node   syntax.Node // of the declaration
	name   syntax.Symbol
	ty     ir.TypeID // of the value; of what a variable holds; the type itself
	ty2    ir.TypeID // declConst: type of the module constant
	handle uint32    // ConstantID, OverrideID, GlobalID, FuncID, LocalID or parameter index
	expr   ir.ExprID // in function fnGen: the value or pointer
	fnGen  uint32
	bits   uint64 // declConst: of the value; declLet of a pointer: its root identifier; declFunc: its first local declaration
}

type shadow struct {
	name syntax.Symbol
	old  declID
}

// declare binds a name in the innermost scope to a declaration that is resolved. The caller
// sets the other fields of the result, before anything else is declared.
func (c *checker) declare(kind declKind, n syntax.Node, name syntax.Symbol, span diag.Span) *decl {
	id := declID(len(c.decls))
	c.decls = append(c.decls, decl{})
	d := &c.decls[id]
	d.kind, d.state, d.node, d.name = kind, resolved, n, name
	if name != syntax.NoSymbol {
		old := c.bind[name]
		if old >= c.scope.first {
			c.redeclared(name, span, old)
		}
		c.undo = append(c.undo, shadow{name, old})
		c.bind[name] = id
	}
	return d
}

func (c *checker) redeclared(name syntax.Symbol, span diag.Span, first declID) {
	d := c.errorf(codeRedeclared, span, "%q is declared twice in this scope", c.t.Name(name))
	if first != 0 {
		d.Label(c.t.Primary(c.decls[first].node), "first declared here")
	}
}

// scope is the beginning of a scope.
type scope struct {
	undo  uint32 // index into checker.undo
	first declID // the first declaration that may be its own
}

// push opens a scope and returns the argument of pop.
func (c *checker) push() scope {
	old := c.scope
	c.scope = scope{uint32(len(c.undo)), declID(len(c.decls))}
	return old
}

// pop ends the innermost scope.
func (c *checker) pop(old scope) {
	for i := len(c.undo) - 1; i >= int(c.scope.undo); i-- {
		c.bind[c.undo[i].name] = c.undo[i].old
	}
	c.undo = c.undo[:c.scope.undo]
	c.scope = old
}

// collect binds the names of all module-scope declarations.
func (c *checker) collect() {
	for _, n := range c.t.Items() {
		c.opts.meter.Step()
		d := decl{node: n}
		var span diag.Span
		switch c.t.Kind(n) {
		case syntax.KindConst:
			d.kind = declConst
			v := c.t.Variable(n)
			d.name, span = v.Name, v.NameSpan
		case syntax.KindOverride:
			d.kind = declOverride
			v := c.t.Variable(n)
			d.name, span = v.Name, v.NameSpan
		case syntax.KindVar:
			d.kind = declGlobal
			v := c.t.Variable(n)
			d.name, span = v.Name, v.NameSpan
		case syntax.KindFunction:
			d.kind = declFunc
			v := c.t.Function(n)
			d.name, span = v.Name, v.NameSpan
		case syntax.KindStruct:
			d.kind = declStruct
			v := c.t.Struct(n)
			d.name, span = v.Name, v.NameSpan
		case syntax.KindAlias:
			d.kind = declAlias
			v := c.t.Alias(n)
			d.name, span = v.Name, v.NameSpan
		case syntax.KindConstAssert:
			d.kind = declNone
		default:
			continue
		}
		id := declID(len(c.decls))
		c.decls = append(c.decls, d)
		if d.name == syntax.NoSymbol {
			continue
		}
		if first := c.bind[d.name]; first != 0 {
			c.redeclared(d.name, span, first)
			continue
		}
		c.bind[d.name] = id
	}
}

// lookup resolves the name of a KindIdent to a declaration; 0 means that it is
// predeclared or unknown.
func (c *checker) lookup(n syntax.Node, name syntax.Symbol) declID {
	id := c.bind[name]
	if id != 0 {
		c.idents[n] = id
		d := &c.decls[id]
		d.used = true
		if c.skipTo != 0 && c.skipFrom != 0 && id >= c.skipFrom && id < c.skipTo {
			c.errorf(codeFlow, c.t.Primary(n), "the continuing block uses %q, whose declaration a continue may skip", c.t.Name(name)).
				Label(c.t.Primary(d.node), "declared here, behind a continue")
		}
		if d.state != resolved {
			c.demand(id, n)
		}
	}
	return id
}

// demand resolves a module-scope declaration that another one, at node n, uses.
// All of them are resolved before any function body is checked, so that no local
// name is in scope here.
func (c *checker) demand(id declID, n syntax.Node) {
	if c.decls[id].state == resolving {
		if c.decls[id].kind != declError {
			d := c.errorf(codeCycle, c.t.Primary(n), "the declaration of %q depends on itself", c.t.Name(c.decls[id].name)).
				Label(c.t.Primary(c.decls[id].node), "declared here")
			c.tellChain(d, id)
			c.decls[id].kind = declError
		}
		return
	}
	if !c.enter(n) {
		c.leave()
		c.decls[id].kind = declError
		c.decls[id].state = resolved
		return
	}
	c.chain = append(c.chain, demand{id, n})
	c.resolve(id)
	c.chain = c.chain[:len(c.chain)-1]
	c.leave()
}

// demand is the use of a declaration, at a node, that has it resolved.
type demand struct {
	id declID
	at syntax.Node
}

// mostLinks is how many links of a cycle are reported.
const mostLinks = 8

// tellChain reports by which other declarations one depends on itself.
func (c *checker) tellChain(d *diag.Diagnostic, id declID) {
	first := 0
	for i := range c.chain {
		if c.chain[i].id == id {
			first = i + 1
		}
	}
	user := id
	for i, link := range c.chain[first:] {
		if i == mostLinks {
			d.Note("and through %d more", len(c.chain)-first-i)
			return
		}
		d.Label(c.t.Primary(link.at), "%q needs %q", c.t.Name(c.decls[user].name), c.t.Name(c.decls[link.id].name))
		user = link.id
	}
}

// resolve resolves a module-scope declaration: everything but a function's body.
func (c *checker) resolve(id declID) {
	c.opts.meter.Step()
	if c.decls[id].state != unresolved {
		return
	}
	c.decls[id].state = resolving
	switch c.decls[id].kind {
	case declNone:
		c.constAssert(c.decls[id].node)
	case declConst:
		c.resolveConst(id)
	case declOverride:
		c.resolveOverride(id)
	case declGlobal:
		c.resolveGlobal(id)
	case declFunc:
		c.resolveSignature(id)
	case declStruct:
		c.resolveStruct(id)
	case declAlias:
		c.resolveAlias(id)
	}
	c.decls[id].state = resolved
}

// unknown reports a name that nothing declares and suggests a near one.
func (c *checker) unknown(n syntax.Node, name syntax.Symbol) {
	text := c.t.Name(name)
	d := c.errorf(codeUnresolved, c.t.Primary(n), "unresolved identifier %q", text)
	if c.foreign(d, n, text) {
		return
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
	for i := range meanings {
		if !meanings[i].isType && !meanings[i].isFn {
			continue
		}
		if e := spell.Distance(text, predeclaredNames[i], dist); e < dist {
			best, dist = predeclaredNames[i], e
		}
	}
	if best != "" {
		d.Suggest(c.t.Primary(n), best, "did you mean %q?", best)
	}
}
