package kage

// This file checks the bodies of functions, and makes entry points.

import (
	"go/ast"

	"refract/diag"
	"refract/ir"
)

// body checks and lowers the body of a function.
func (c *checker) body(f *function) {
	saved := c.here
	c.here = c.spanOf(f.decl.Name)
	fn := c.m.Functions[f.id]
	c.fn = f
	c.b.Start(c.m, fn)
	c.b.Span = c.here
	c.pool, c.scopes, c.resultVars, c.returns, c.loops = c.pool[:0], c.scopes[:0], c.resultVars[:0], false, 0
	c.push()
	mark := c.b.Begin()
	c.parameters(f)
	ends := c.stmts(f.decl.Body.List)
	if !ends && len(f.results) > 0 {
		if !c.returns {
			c.errorAt(codeReturn, c.spanOf(f.decl.Name), "the function %s has results, and no return", f.name)
		}
		c.b.Return(c.namedResults())
	}
	c.pop()
	fn.Body = c.b.End(mark)
	c.fn = nil
	c.here = saved
}

// parameters declares the parameters and the variables of named results.
func (c *checker) parameters(f *function) {
	written := assigned(f.decl.Body)
	for i, p := range f.params {
		if p.name == "" || p.name == "_" {
			continue
		}
		o := &object{kind: objVariable, name: p.name, t: p.t, span: p.span, input: f.entry != ir.NoStage, value: c.b.Argument(i)}
		if i == 1 && f.entry == ir.StageFragment && c.unit == Texels && !c.opts.Bare && p.t.is(vec2) {
			c.texelParameter(o)
			o.input = false // Ebitengine makes it a variable, which programs may assign to
		}
		if written[p.name] {
			o.local = c.b.F.AddLocal(ir.Local{Name: p.name, Type: c.irType(p.t), Span: p.span})
			c.b.DeclareLocal(o.local, o.value)
		}
		c.declare(o)
	}
	if !f.named {
		return
	}
	for _, r := range f.results {
		l := c.b.F.AddLocal(ir.Local{Name: r.name, Type: c.irType(r.t), Span: r.span})
		c.b.DeclareLocal(l, c.b.Zero(c.irType(r.t)))
		c.resultVars = append(c.resultVars, l)
		if r.name != "_" && c.inScope(r.name) == nil { // the parameter of the name hides the result
			c.declare(&object{kind: objVariable, name: r.name, t: r.t, span: r.span, local: l})
		}
	}
}

// assigned are the names that assignments in a body write to, or to parts of.
func assigned(body *ast.BlockStmt) map[string]bool {
	names := make(map[string]bool)
	add := func(e ast.Expr) {
		for {
			switch x := e.(type) {
			case *ast.ParenExpr:
				e = x.X
			case *ast.IndexExpr:
				e = x.X
			case *ast.SelectorExpr:
				e = x.X
			case *ast.Ident:
				names[x.Name] = true
				return
			default:
				return
			}
		}
	}
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, e := range n.Lhs {
				add(e)
			}
		case *ast.IncDecStmt:
			add(n.X)
		}
		return true
	})
	return names
}

// entryPoints prepares the functions of the entry points: their inputs and outputs.
func (c *checker) entryPoints() {
	var vertex, fragment *function
	for _, f := range c.functions {
		switch f.entry {
		case ir.StageVertex:
			vertex = f
		case ir.StageFragment:
			fragment = f
		}
	}
	if fragment == nil && !c.opts.Bare {
		c.errorAt(codeEntryPoint, diag.Span{Start: c.base, End: c.base}, "the function %s is missing", c.opts.Fragment)
	}
	if vertex != nil && fragment != nil {
		c.link(vertex, fragment)
	}
	for _, f := range [...]*function{vertex, fragment} {
		if f != nil {
			c.entryPoint(f)
		}
	}
}

// nameSpan is the extent of a function's name, whichever file is checked.
func (c *checker) nameSpan(f *function) diag.Span {
	if f.bridge {
		return diag.Span{}
	}
	saved := c.file
	c.file = c.own
	span := c.spanOf(f.decl.Name)
	c.file = saved
	return span
}

// link checks that the fragment entry point takes the results of the vertex entry point.
func (c *checker) link(vertex, fragment *function) {
	at := c.nameSpan(fragment)
	if len(vertex.results) == 0 || len(fragment.params) == 0 && len(fragment.results) == 0 {
		return
	}
	if len(fragment.params) > len(vertex.results) {
		c.errorAt(codeEntryPoint, at, "%s takes %d parameters, and only %d values come from the vertices", fragment.name, len(fragment.params), len(vertex.results))
		return
	}
	for i, p := range fragment.params {
		if want := vertex.results[i].t; p.t != want {
			c.errorAt(codeEntryPoint, p.span, "parameter %d of %s is a %s, not a %s", i+1, fragment.name, want, p.t)
		}
	}
	if !vertex.results[0].t.is(vec4) {
		c.errorAt(codeEntryPoint, c.nameSpan(vertex), "the first result of %s is the position, a vec4", vertex.name)
	}
	if len(fragment.results) != 1 || fragment.named || !fragment.results[0].t.is(vec4) {
		c.errorAt(codeEntryPoint, at, "%s has one result without a name, the color: a vec4", fragment.name)
	}
}

// transfers reports whether values of a type can be inputs and outputs.
func transfers(t typ) bool { return t.numbers() }

// entryPoint makes the function of an entry point. A program without the bridge may have a
// function with the name of an entry point that can't be one: it stays a function.
func (c *checker) entryPoint(f *function) {
	id, fn := c.m.NewFunction(f.name)
	f.id = id
	fn.Span = c.nameSpan(f)
	fits := true
	for _, p := range f.params {
		fits = fits && transfers(p.t)
	}
	for _, r := range f.results {
		fits = fits && transfers(r.t)
	}
	if f.entry == ir.StageVertex {
		fits = fits && len(f.results) > 0 && f.results[0].t.is(vec4)
	} else {
		fits = fits && len(f.results) <= 1 && (len(f.params) == 0 || f.params[0].t.is(vec4))
	}
	if !fits {
		if !c.opts.Bare {
			c.errorAt(codeEntryPoint, fn.Span, "the function %s can't be an entry point", f.name)
		}
		for _, p := range f.params {
			fn.Args = append(fn.Args, ir.Argument{Name: p.name, Type: c.irType(p.t), Span: p.span})
		}
		f.result = c.resultType(f)
		fn.Result = f.result
		f.plain = true
		return
	}
	for i, p := range f.params {
		b := c.location(p.t, uint32(i), "A")
		if f.entry == ir.StageFragment {
			if i == 0 {
				b = ir.Binding{Kind: ir.BindBuiltIn, BuiltIn: ir.BuiltInPosition}
			} else {
				b = c.location(p.t, uint32(i-1), "V")
			}
		}
		fn.Args = append(fn.Args, ir.Argument{Name: p.name, Type: c.irType(p.t), Binding: b, Span: p.span})
	}
	if f.entry == ir.StageFragment {
		if len(f.results) == 1 {
			f.result = c.irType(f.results[0].t)
			fn.Result, fn.ResultBinding = f.result, c.location(f.results[0].t, 0, "")
		}
	} else {
		fn.Result = c.vertexOutput(f)
	}
	name := f.name
	if c.opts.EngineNames {
		name = map[ir.Stage]string{ir.StageVertex: "Vertex", ir.StageFragment: "Fragment"}[f.entry]
		fn.Name = name
	}
	c.m.EntryPoints = append(c.m.EntryPoints, ir.EntryPoint{Name: name, Stage: f.entry, Function: id, Span: fn.Span})
}

// vertexOutput is the struct of a vertex entry point's results: the position and varyings.
func (c *checker) vertexOutput(f *function) ir.TypeID {
	names := [...]string{"position", "srcPos", "color", "custom"}
	s := ir.Struct{Name: "Varyings"}
	for i, r := range f.results {
		name := "r" + string(rune('0'+i/10%10)) + string(rune('0'+i%10))
		switch {
		case i < len(names) && f.bridge:
			name = names[i]
		case i == 0:
			name = names[0]
		}
		b := ir.Binding{Kind: ir.BindBuiltIn, BuiltIn: ir.BuiltInPosition}
		if i > 0 {
			b = c.location(r.t, uint32(i-1), "V")
		}
		s.Members = append(s.Members, ir.Member{Name: name, Type: c.irType(r.t), Binding: b})
	}
	return c.m.AddStruct(s)
}

// location is the place of an input or output. prefix begins Ebitengine's name for it.
func (c *checker) location(t typ, at uint32, prefix string) ir.Binding {
	b := ir.Binding{Kind: ir.BindLocation, Location: at}
	if t.integers() {
		b.Interpolation = ir.InterpolateFlat
	}
	if c.opts.EngineNames && prefix != "" {
		b.Link = ir.Link{Name: prefix + string(rune('0'+at%10)), Open: true}
		if at >= 10 {
			b.Link.Name = prefix + string(rune('0'+at/10%10)) + string(rune('0'+at%10))
		}
	}
	return b
}
