package glsl

// This file warns of constructs of GLSL ES 1.00 that WebGL 1 refuses. Devices must take only the
// loops and indices of the language's appendix A ("Limitations for ES 2.0", sections 4 and 5), and
// WebGL 1 takes nothing beyond them. It also limits names and the nesting of structs (WebGL 1.0
// specification, sections 6.20, 6.21 and 6.28).

import (
	"strings"

	"refract/diag"
	"refract/internal/front/glsl/syntax"
	"refract/ir"
)

const (
	webGLName    = 256 // bytes of a name
	webGLNesting = 4   // structs within each other
)

// isWebGL reports whether the source may be one of WebGL 1.
func (c *checker) isWebGL() bool { return c.lang.Profile == ES && c.lang.Number == 100 }

// beyondWebGL warns of a construct.
func (c *checker) beyondWebGL(span diag.Span, message string) {
	if c.isWebGL() {
		c.diags.Warn(codeWebGL, span, "WebGL 1 refuses "+message)
	}
}

// webGLName checks a name that the source declares.
func (c *checker) webGLName(name string, span diag.Span) {
	if !c.isWebGL() {
		return
	}
	for _, prefix := range [...]string{"webgl_", "_webgl_"} {
		if strings.HasPrefix(name, prefix) {
			c.beyondWebGL(span, "names that begin with "+prefix)
		}
	}
	if len(name) > webGLName {
		c.beyondWebGL(span, "names of more than 256 characters")
	}
}

// nestingOf is the number of structs within each other in a type.
func (c *checker) nestingOf(t ir.TypeID) int {
	for c.at(t).Kind == ir.TypeArray {
		t = c.at(t).Base
	}
	if c.at(t).Kind == ir.TypeStruct {
		return c.infoOf(t).nesting
	}
	return 0
}

// webGLLoop checks the head of a for loop behind its initial statement, and returns the declaration
// of its index, or 0 (appendix A, section 4, "Control Flow").
func (c *checker) webGLLoop(s *syntax.For) declID {
	if !c.isWebGL() {
		return 0
	}
	id := c.loopIndex(s.Init)
	if id == 0 {
		c.beyondWebGL(c.t.Span(s.Init), "a loop that doesn't begin with one int or float and its constant")
		return 0
	}
	name := c.decls[id].name
	if !c.isLoopCondition(s.Cond, name) {
		at := s.Init
		if s.Cond != syntax.None {
			at = s.Cond
		}
		c.beyondWebGL(c.t.Span(at), "a loop whose condition doesn't compare its index with a constant")
	}
	if !c.isLoopStep(s.Step, name) {
		at := s.Init
		if s.Step != syntax.None {
			at = s.Step
		}
		c.beyondWebGL(c.t.Span(at), "a loop whose step isn't ++, --, += or -= of its index by a constant")
	}
	c.decls[id].flags |= flagIndex
	return id
}

// loopIndex is the variable of a loop's initial statement if that declares one number with a
// constant.
func (c *checker) loopIndex(n syntax.Node) declID {
	if n == syntax.None || c.t.Kind(n) != syntax.KindDeclaration {
		return 0
	}
	list := c.t.Declaration(n).Declarators
	if len(list) != 1 {
		return 0
	}
	v := c.t.Declarator(list[0])
	id := c.bind[v.Name]
	if id == 0 || c.decls[id].kind != declLocal || !c.isConstantIndex(v.Init, false) {
		return 0
	}
	if t := c.decls[id].ty; t != ir.TypeI32 && t != ir.TypeF32 {
		return 0
	}
	return id
}

func (c *checker) isLoopCondition(n syntax.Node, index syntax.Symbol) bool {
	if n == syntax.None {
		return false
	}
	if n = c.t.Unparen(n); c.t.Kind(n) != syntax.KindBinary {
		return false
	}
	b := c.t.Binary(n)
	return b.Op >= syntax.OpLess && b.Op <= syntax.OpNotEqual && c.isName(b.Left, index) && c.isConstantIndex(b.Right, false)
}

func (c *checker) isLoopStep(n syntax.Node, index syntax.Symbol) bool {
	if n == syntax.None {
		return false
	}
	switch n = c.t.Unparen(n); c.t.Kind(n) {
	case syntax.KindUnary:
		u := c.t.Unary(n)
		return u.Op >= syntax.OpPreIncrement && c.isName(u.X, index)
	case syntax.KindAssign:
		a := c.t.Assign(n)
		return (a.Op == syntax.OpAdd || a.Op == syntax.OpSub) && c.isName(a.Left, index) && c.isConstantIndex(a.Right, false)
	}
	return false
}

func (c *checker) isName(n syntax.Node, name syntax.Symbol) bool {
	n = c.t.Unparen(n)
	return c.t.Kind(n) == syntax.KindIdent && c.t.Ident(n) == name
}

// webGLIndex checks the index of an element of x: uniforms of vertex shaders, except for samplers,
// take any index (appendix A, section 5, "Indexing of Arrays, Vectors and Matrices").
func (c *checker) webGLIndex(x *operand, index syntax.Node) {
	if !c.isWebGL() || c.isConstantIndex(index, true) {
		return
	}
	if c.stage == ir.StageVertex && x.kind != opResource && c.decls[x.decl].flags&flagUniform != 0 {
		return
	}
	c.beyondWebGL(c.t.Span(index), "indices that aren't made of constants and of the indices of loops")
}

// isConstantIndex reports whether an expression is made of constants, and of the indices of loops
// if loops is set (appendix A, section 5, "constant-index-expression").
func (c *checker) isConstantIndex(n syntax.Node, loops bool) bool {
	return n != syntax.None && c.isConstant(n, loops, maxDepth)
}

// isConstant is isConstantIndex of a node with up to depth nodes within each other; it takes deeper
// ones for constant.
func (c *checker) isConstant(n syntax.Node, loops bool, depth int) bool {
	if depth--; depth < 0 {
		return true
	}
	switch n = c.t.Unparen(n); c.t.Kind(n) {
	case syntax.KindLiteral:
		return true
	case syntax.KindIdent:
		d := &c.decls[c.bind[c.t.Ident(n)]]
		return d.kind == declConst || loops && d.flags&flagIndex != 0
	case syntax.KindUnary:
		u := c.t.Unary(n)
		return u.Op < syntax.OpPreIncrement && c.isConstant(u.X, loops, depth)
	case syntax.KindBinary:
		b := c.t.Binary(n)
		return c.isConstant(b.Left, loops, depth) && c.isConstant(b.Right, loops, depth)
	case syntax.KindConditional:
		x := c.t.Conditional(n)
		return c.isConstant(x.Cond, loops, depth) && c.isConstant(x.Then, loops, depth) && c.isConstant(x.Else, loops, depth)
	case syntax.KindIndex:
		x := c.t.Index(n)
		return c.isConstant(x.X, loops, depth) && c.isConstant(x.Index, loops, depth)
	case syntax.KindMember:
		return c.isConstant(c.t.Member(n).X, loops, depth)
	case syntax.KindCall:
		call := c.t.Call(n)
		if c.t.Kind(call.Callee) == syntax.KindIdent {
			if id := c.bind[c.t.Ident(call.Callee)]; id != 0 && c.decls[id].kind != declType {
				return false // a function of the source
			}
		}
		for _, a := range call.Args {
			if !c.isConstant(a, loops, depth) {
				return false
			}
		}
		return true
	}
	return false
}
