package kage

// This file checks the declarations of a program: constants, uniforms and functions.

import (
	"go/ast"
	"go/token"
	"slices"
	"strings"

	"refract/ir"
)

// program checks a file and lowers it, with the bridge.
func (c *checker) program(file *ast.File, unit Unit) {
	c.own, c.unit = c.file, unit
	scratch := new(ir.Function) // of expressions outside of functions
	scratch.ResetBody()
	c.b.Start(c.m, scratch)
	c.values(file)
	c.signatures(file, false)
	if !c.opts.Bare {
		bridge := bridgeFile(unit)
		c.file = nil
		c.values(bridge)
		c.signatures(bridge, true)
		c.file = c.own
	}
	c.order()
	c.declareUniforms()
	c.entryPoints()
	for _, f := range c.functions {
		if !f.bridge || f.entry != ir.NoStage {
			c.lower(f)
		}
	}
	for len(c.queue) > 0 {
		f := c.queue[len(c.queue)-1]
		c.queue = c.queue[:len(c.queue)-1]
		c.lower(f)
	}
	c.file = c.own
	c.recursion()
}

// lower checks the body of a function.
func (c *checker) lower(f *function) {
	c.file = c.own
	if f.bridge {
		c.file = nil
	}
	c.body(f)
}

// values checks the declarations that are no functions, in their order.
func (c *checker) values(file *ast.File) {
	for _, d := range file.Decls {
		if g, ok := d.(*ast.GenDecl); ok {
			c.genDecl(g)
		}
	}
}

// genDecl checks a declaration of constants, variables or types, in the program's scope or in
// that of a function.
func (c *checker) genDecl(g *ast.GenDecl) {
	switch g.Tok {
	case token.IMPORT:
		c.errorf(codeUnsupported, g.Pos(), "a shader imports nothing")
	case token.TYPE:
		for _, s := range g.Specs {
			c.typeSpec(s.(*ast.TypeSpec))
		}
	case token.CONST:
		for _, s := range g.Specs {
			c.constSpec(s.(*ast.ValueSpec))
		}
	case token.VAR:
		for _, s := range g.Specs {
			if c.fn == nil {
				c.uniformSpec(s.(*ast.ValueSpec))
			} else {
				c.varSpec(s.(*ast.ValueSpec))
			}
		}
	}
}

// typeSpec checks a declaration of a type. Kage reads it, and has no use of it.
func (c *checker) typeSpec(s *ast.TypeSpec) {
	c.here = c.spanOf(s)
	if _, ok := c.typeOf(s.Type, false); !ok || s.Name.Name == "_" {
		return
	}
	first := 0
	if len(c.scopes) > 0 {
		first = c.scopes[len(c.scopes)-1].types
	}
	if slices.Contains(c.types[first:], s.Name.Name) {
		c.errorOn(codeRedeclared, s.Name, "%s is declared twice", s.Name.Name)
		return
	}
	c.types = append(c.types, s.Name.Name)
}

func (c *checker) constSpec(s *ast.ValueSpec) {
	c.here = c.spanOf(s)
	var t typ
	if s.Type != nil {
		var ok bool
		if t, ok = c.typeOf(s.Type, false); !ok {
			return
		}
	}
	for i, n := range s.Names {
		if i >= len(s.Values) {
			c.errorOn(codeConstWanted, n, "the constant %s has no value", n.Name)
			return
		}
		x := c.expr(s.Values[i])
		if x.mode == modeInvalid {
			continue
		}
		if x.mode != modeConst {
			c.errorOn(codeConstWanted, s.Values[i], "the value of %s is not constant", n.Name)
			continue
		}
		// Without a type a constant is untyped, whatever its value is made of.
		o := &object{kind: objConstant, name: n.Name, val: x.val, span: c.spanOf(n)}
		if s.Type != nil {
			if !assignable(t, x.t, x.val) {
				c.mismatch(s.Values[i], x, t, "the constant "+n.Name)
				continue
			}
			if o.t = t; x.t != t {
				o.val, _ = represent(x.val, t)
			}
		}
		c.declareHere(o)
	}
	if len(s.Values) > len(s.Names) {
		c.errorOn(codeArgCount, s, "%d constants have %d values", len(s.Names), len(s.Values))
	}
}

// declareHere adds an object to the scope of the function, or of the program.
func (c *checker) declareHere(o *object) bool {
	if c.fn == nil {
		return c.declareGlobal(o)
	}
	return c.declare(o)
}

// reserved begins the names of Ebitengine's own uniforms.
const reserved = "__"

// uniformSpec checks a variable of the program's scope: a uniform.
func (c *checker) uniformSpec(s *ast.ValueSpec) {
	c.here = c.spanOf(s)
	if len(s.Values) > 0 {
		c.errorOn(codeVariable, s, "a uniform has no initial value: the host sets it")
		return
	}
	t, ok := c.typeOf(s.Type, false)
	if !ok {
		return
	}
	for _, n := range s.Names {
		if !strings.HasPrefix(n.Name, reserved) && (n.Name[0] < 'A' || n.Name[0] > 'Z') {
			c.errorOn(codeVariable, n, "a global variable is a uniform, whose name begins with a capital letter: %s does not", n.Name)
			continue
		}
		o := &object{kind: objUniform, name: n.Name, t: t, span: c.spanOf(n)}
		if c.declareGlobal(o) {
			c.uniforms = append(c.uniforms, o)
		}
	}
}

// order puts reserved uniforms first, as Ebitengine does.
func (c *checker) order() {
	slices.SortStableFunc(c.uniforms, func(a, b *object) int {
		first := func(o *object) int {
			if strings.HasPrefix(o.name, reserved) {
				return 0
			}
			return 1
		}
		return first(a) - first(b)
	})
}

// signatures declares the functions of a file.
func (c *checker) signatures(file *ast.File, bridge bool) {
	for _, d := range file.Decls {
		if fd, ok := d.(*ast.FuncDecl); ok {
			c.signature(fd, bridge)
		}
	}
}

func (c *checker) signature(d *ast.FuncDecl, bridge bool) {
	c.here = c.spanOf(d.Name)
	f := &function{name: d.Name.Name, decl: d, bridge: bridge}
	switch {
	case d.Recv != nil:
		c.errorOn(codeUnsupported, d.Name, "Kage has no methods")
		return
	case d.Type.TypeParams != nil:
		c.errorOn(codeUnsupported, d.Name, "Kage has no generic functions")
		return
	case f.name == "init":
		c.errorOn(codeUnsupported, d.Name, "Kage has no function init")
		return
	case d.Body == nil:
		c.errorOn(codeVariable, d.Name, "the function %s has no body", f.name)
		return
	}
	var ok bool
	if f.params, ok = c.fields(d.Type.Params); !ok {
		return
	}
	if f.results, ok = c.fields(d.Type.Results); !ok {
		return
	}
	f.named = d.Type.Results != nil && len(d.Type.Results.List) > 0 && len(d.Type.Results.List[0].Names) > 0
	switch {
	case !bridge && f.name == c.opts.Fragment:
		f.entry = ir.StageFragment
	case f.name == c.opts.Vertex:
		f.entry = ir.StageVertex
	}
	o := &object{kind: objFunction, name: f.name, span: c.spanOf(d.Name), function: f}
	if !c.declareGlobal(o) {
		return
	}
	c.functions = append(c.functions, f)
	if f.entry != ir.NoStage {
		return
	}
	id, fn := c.m.NewFunction(f.name)
	f.id = id
	fn.Span = c.spanOf(d.Name)
	for _, p := range f.params {
		fn.Args = append(fn.Args, ir.Argument{Name: p.name, Type: c.irType(p.t), Span: p.span})
	}
	f.result = c.resultType(f)
	fn.Result = f.result
}

// String is the signature of a function as Go writes it.
func (f *function) String() string {
	list := func(ps []parameter) string {
		var b strings.Builder
		for i, p := range ps {
			if i > 0 {
				b.WriteString(", ")
			}
			if p.name != "" {
				b.WriteString(p.name + " ")
			}
			b.WriteString(p.t.String())
		}
		return b.String()
	}
	text := "func " + f.name + "(" + list(f.params) + ")"
	switch {
	case len(f.results) == 0:
		return text
	case len(f.results) == 1 && !f.named:
		return text + " " + list(f.results)
	}
	return text + " (" + list(f.results) + ")"
}

// resultType is the type of the result in the module: a struct of several, 0 for none.
func (c *checker) resultType(f *function) ir.TypeID {
	switch len(f.results) {
	case 0:
		return 0
	case 1:
		return c.irType(f.results[0].t)
	}
	s := ir.Struct{Name: f.name + "_results"}
	for i, r := range f.results {
		name := r.name
		if name == "" || name == "_" {
			name = "r" + string(rune('0'+i%10))
			if i >= 10 {
				name = "r" + string(rune('0'+i/10%10)) + string(rune('0'+i%10))
			}
		}
		s.Members = append(s.Members, ir.Member{Name: name, Type: c.irType(r.t), Span: r.span})
	}
	return c.m.AddStruct(s)
}

// maxParameters bounds the parameters of a function, and its results.
const maxParameters = 64

// fields reads parameters or results.
func (c *checker) fields(list *ast.FieldList) (ps []parameter, ok bool) {
	if list == nil {
		return nil, true
	}
	ok = true
	for _, field := range list.List {
		t, valid := c.typeOf(field.Type, false)
		if !valid {
			ok = false
			continue
		}
		if len(field.Names) == 0 {
			ps = append(ps, parameter{"", c.spanOf(field), t})
		}
		for _, n := range field.Names {
			ps = append(ps, parameter{n.Name, c.spanOf(n), t})
		}
	}
	if len(ps) > maxParameters {
		c.errorOn(codeLimit, list, "a function has %d parameters or results at most", maxParameters)
		return nil, false
	}
	return ps, ok
}

// recursion reports functions that call themselves.
func (c *checker) recursion() {
	var visit func(f *function) bool
	visit = func(f *function) bool {
		switch f.state {
		case 1:
			return false
		case 2:
			return true
		}
		f.state = 1
		for _, g := range f.calls {
			if !visit(g) {
				if f.state == 1 {
					c.errorAt(codeRecursion, c.spanOf(f.decl.Name), "the function %s calls itself, directly or through others", f.name)
				}
				f.state = 2
				return true
			}
		}
		f.state = 2
		return true
	}
	for _, f := range c.functions {
		visit(f)
	}
}
