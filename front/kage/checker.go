package kage

// This file has the state of the checker, and the scopes of names.

import (
	"go/ast"
	"go/constant"
	"go/token"

	"refract/diag"
	"refract/ir"
)

// checker checks one program and lowers it.
type checker struct {
	m     *ir.Module
	b     ir.Builder
	opts  *Options
	base  uint32 // of the source in the sources
	size  uint32
	file  *token.File // of the declarations that are checked; nil: in the bridge
	own   *token.File // of the program
	unit  Unit
	diags *diag.List
	here  diag.Span // of the last declaration or statement, for errors without a node

	globals   map[string]*object
	uniforms  []*object // in the order of the buffer
	buffer    ir.GlobalID
	textures  [SourceImages]ir.GlobalID
	functions []*function
	queue     []*function // of the bridge, called and not lowered yet

	fn     *function // whose body is checked
	scopes []scope
	pool   []*object // objects of local scopes, in the order of declarations
	types  []string  // names of declared types, which nothing can use
	loops  int

	resultVars []ir.LocalID // of the function's named results
	returns    bool         // the function has a return
}

// An objectKind is a class of declared things.
type objectKind uint8

const (
	objVariable objectKind = iota // a local variable or a parameter
	objConstant
	objUniform
	objFunction
	objUnknown // a variable whose value is wrong
	objBytes   // words of the uniform buffer that hold bools; see groupBools
)

// An object is a declared thing.
type object struct {
	kind     objectKind
	name     string
	t        typ
	span     diag.Span
	val      constant.Value // of a constant
	local    ir.LocalID     // of a variable in memory
	value    ir.ExprID      // of a parameter that is never assigned to
	input    bool           // a parameter of an entry point: = doesn't assign to it
	used     bool
	checked  bool   // unused is an error
	member   uint32 // of a uniform
	flags    bool   // of a uniform: bools that are bytes, from byte on in the words of the member
	byte     uint32
	function *function
}

// scope is a block: the objects from first on, and the names of declared types.
type scope struct{ first, types int }

// A function is a function of the program or of the bridge.
type function struct {
	name    string
	decl    *ast.FuncDecl
	bridge  bool
	params  []parameter
	results []parameter
	named   bool // the results have names
	result  ir.TypeID
	id      ir.FuncID
	entry   ir.Stage // NoStage: it is none
	queued  bool
	calls   []*function
	state   uint8 // of the search for recursion
	plain   bool  // has the name of an entry point, and is none
	facing  int   // the argument with the built-in value of frontfacing; 0: none, else it and 1
}

type parameter struct {
	name string
	span diag.Span
	t    typ
}

// start begins a program.
func (c *checker) start(m *ir.Module, opts *Options, base, size uint32, diags *diag.List) {
	*c = checker{m: m, b: c.b, opts: opts, base: base, size: size, diags: diags, here: diag.Span{Start: base, End: base},
		globals: make(map[string]*object, 64), functions: c.functions[:0], scopes: c.scopes[:0], pool: c.pool[:0]}
}

// Positions.

// at is the offset of a position in the sources; 0 in the bridge.
func (c *checker) at(p token.Pos) uint32 {
	if c.file == nil || !p.IsValid() {
		return 0
	}
	base, size := token.Pos(c.file.Base()), token.Pos(c.file.Size())
	if p < base || p > base+size {
		return c.here.Start
	}
	return c.base + uint32(p-base)
}

func (c *checker) spanOf(n ast.Node) diag.Span {
	if c.file == nil {
		return diag.Span{}
	}
	return diag.Span{Start: c.at(n.Pos()), End: c.at(n.End())}
}

func (c *checker) errorf(code diag.Code, p token.Pos, format string, args ...any) *diag.Diagnostic {
	at := c.at(p)
	return c.errorAt(code, diag.Span{Start: at, End: at}, format, args...)
}

func (c *checker) errorOn(code diag.Code, n ast.Node, format string, args ...any) *diag.Diagnostic {
	return c.errorAt(code, c.spanOf(n), format, args...)
}

func (c *checker) errorAt(code diag.Code, span diag.Span, format string, args ...any) *diag.Diagnostic {
	return c.diags.Errorf(code, span, format, args...)
}

// Scopes.

func (c *checker) push() { c.scopes = append(c.scopes, scope{len(c.pool), len(c.types)}) }

// pop closes the innermost scope and reports the variables that nothing reads.
func (c *checker) pop() {
	s := c.scopes[len(c.scopes)-1]
	c.scopes = c.scopes[:len(c.scopes)-1]
	for _, o := range c.pool[s.first:] {
		if o.checked && !o.used {
			c.errorAt(codeUnused, o.span, "the local variable %s is not used", o.name)
		}
	}
	c.pool, c.types = c.pool[:s.first], c.types[:s.types]
}

// inScope is the object that the innermost scope declares, or nil.
func (c *checker) inScope(name string) *object {
	for _, o := range c.pool[c.scopes[len(c.scopes)-1].first:] {
		if o.name == name {
			return o
		}
	}
	return nil
}

// lookup finds a name, or returns nil.
func (c *checker) lookup(name string) *object {
	for i := len(c.pool) - 1; i >= 0; i-- {
		if c.pool[i].name == name {
			return c.pool[i]
		}
	}
	return c.globals[name]
}

// declare adds an object to the innermost scope. It reports a name that the scope has.
func (c *checker) declare(o *object) bool {
	if o.name != "_" {
		if old := c.inScope(o.name); old != nil {
			c.redeclared(o, old)
			return false
		}
		c.symbol(o, true)
	}
	c.pool = append(c.pool, o)
	return true
}

// declareGlobal adds an object to the scope of the program.
func (c *checker) declareGlobal(o *object) bool {
	if o.name == "_" {
		return true
	}
	if old := c.globals[o.name]; old != nil {
		c.redeclared(o, old)
		return false
	}
	c.globals[o.name] = o
	c.symbol(o, false)
	return true
}

func (c *checker) redeclared(o, old *object) {
	if o.span.IsZero() { // the bridge declares a name of the program
		c.errorAt(codeRedeclared, old.span, "%s is a name of Ebitengine's", o.name)
		return
	}
	d := c.errorAt(codeRedeclared, o.span, "%s is declared twice", o.name)
	if !old.span.IsZero() {
		d.Label(old.span, "the first declaration")
	}
}

// variable makes a local variable without a name in any scope.
func (c *checker) variable(name string, t typ, span diag.Span) *object {
	return &object{kind: objVariable, name: name, t: t, span: span,
		local: c.b.F.AddLocal(ir.Local{Name: name, Type: c.irType(t), Span: span})}
}

// symbol reports a declaration to the editor.
func (c *checker) symbol(o *object, local bool) {
	if c.opts.Editor == nil || c.file == nil || o.span.IsZero() {
		return
	}
	s := Symbol{Name: o.name, At: o.span, Full: o.span, Local: local, Code: "var " + o.name + " " + o.t.String()}
	if local && c.fn != nil {
		s.Function = c.spanOf(c.fn.decl)
	}
	switch o.kind {
	case objConstant:
		s.Constant = true
		s.Code = "const " + o.name
		if o.t != (typ{}) {
			s.Code += " " + o.t.String()
		}
		s.Code += " = " + o.val.String()
	case objUniform:
		s.Code += " // a uniform"
	case objFunction:
		s.IsFunction = true
		s.Code, s.Full = o.function.String(), c.spanOf(o.function.decl)
	}
	c.opts.Editor.Symbol(s)
}

// use reports a use of a name to the editor.
func (c *checker) use(n ast.Node, o *object) {
	if c.opts.Editor != nil && c.file != nil && !o.span.IsZero() {
		c.opts.Editor.Use(c.spanOf(n), o.span)
	}
}
