package hlsl

// This file reads GetAttributeAtVertex: an input of a pixel shader that it names is an array of the values
// of the three vertices. The input's own value is that of the first vertex. The types of inputs
// are known only behind the body that names them, so the source is lowered once more.

import (
	"slices"
	"strconv"
	"strings"

	"refract/internal/front/hlsl/syntax"
	"refract/ir"
)

// vertexInput is an input that has the values of each vertex.
type vertexInput struct {
	key  string
	expr ir.ExprID // the array
	ty   typeID    // of its elements
}

// inputKey tells inputs apart: the semantic with its number.
func inputKey(sem string, index int) string {
	name, i, _ := semantic(sem)
	return name + strconv.Itoa(i+index)
}

// isVertexInput reports whether GetAttributeAtVertex names an input.
func (c *checker) isVertexInput(ctx ioContext) bool {
	for i := range c.uses {
		if u := &c.uses[i]; u.vertex != "" && u.entry == c.entryNumber && u.vertex == inputKey(ctx.sem, ctx.index) {
			return true
		}
	}
	return false
}

// vertexArgument makes a parameter of an input with the values of each vertex. The result is the first value.
func (c *checker) vertexArgument(ctx ioContext, it ir.TypeID, ty typeID, b ir.Binding) ir.ExprID {
	b.Interpolation, b.Sampling = ir.InterpolatePerVertex, ir.DefaultSampling
	e := c.argument(ctx.name, c.m.Types.Array(it, 3), b, ctx.span)
	c.entry.vertices = append(c.entry.vertices, vertexInput{inputKey(ctx.sem, ctx.index), e, ty})
	return c.b.AccessIndex(e, 0)
}

// attributeAtVertex is GetAttributeAtVertex.
func (c *checker) attributeAtVertex(k *icall) operand {
	x := k.a[0]
	if !x.ok() || !x.ty.numeric() || x.ty.isMatrix() {
		return c.noOverload(k)
	}
	if c.checking {
		return c.zero(x.ty)
	}
	ctx, ok := c.inputNamed(k.nodes[0])
	if c.stage != ir.StageFragment || !c.isEntry && c.inlines == 0 || !ok || c.systemInput(ctx) != ir.NoBuiltIn {
		return c.unsupported(c.t.Span(k.n), k.name()+" of this value")
	}
	if ctx.mods&syntax.ModNoInterpolation == 0 {
		c.errorf(codeQualifier, c.t.Span(k.nodes[0]), "the input of GetAttributeAtVertex must be nointerpolation")
		return operand{}
	}
	i := c.implicit(k.a[1], tUint, c.t.Span(k.nodes[1]), "the number of a vertex")
	if !i.ok() {
		return i
	}
	if at, known := c.constInteger(i); known && at > 2 {
		c.errorf(codeIndex, c.t.Span(k.nodes[1]), "a triangle has no vertex %d", at)
		return operand{}
	}
	key := inputKey(ctx.sem, ctx.index)
	for _, v := range c.entry.vertices {
		if v.key == key {
			y := c.cast(x.ty.kind(), value(c.access(v.expr, i), v.ty))
			y.ty = x.ty
			return y
		}
	}
	if !c.isVertexInput(ctx) {
		c.uses = append(c.uses, use{vertex: key, entry: c.entryNumber})
		c.again = true
	}
	return c.zero(x.ty)
}

// A namedInput is a parameter of a function that is inlined, with the input that its argument names.
type namedInput struct {
	decl declID
	ctx  ioContext
}

// A mention is a kind of names that a function, or one that it calls, may have.
type mention uint8

const (
	mentionsTaker  mention = iota // a function of inputTakers
	mentionsStatic                // a static variable that is a resource and that the shader sets
	numMentions
)

// A found is the answer to a question that is asked once.
type found uint8

const (
	foundNone found = 1 + iota // or under way
	foundOne
)

// mentions reports whether a function, or one that it calls, has a name of a kind.
func (c *checker) mentions(index int32, kind mention, is func(name syntax.Symbol) bool, depth int) bool {
	f := &c.funcs[index]
	if f.node == syntax.None || depth > maxInline {
		return false
	}
	if f.mentions[kind] == 0 {
		f.mentions[kind] = foundNone
		if c.findMention(index, kind, is, depth) {
			c.funcs[index].mentions[kind] = foundOne
		}
	}
	return c.funcs[index].mentions[kind] == foundOne
}

// findMention looks for a name in the body of a function, and in the functions that it calls.
func (c *checker) findMention(index int32, kind mention, is func(name syntax.Symbol) bool, depth int) bool {
	v := c.t.Function(c.funcs[index].node)
	for i := v.Body; i > v.Return; i-- {
		switch c.t.Kind(i) {
		case syntax.KindIdent:
			if is(c.t.Ident(i)) {
				return true
			}
		case syntax.KindCall:
			callee := c.calleeName(c.t.Call(i).Callee)
			if callee != syntax.NoSymbol && is(callee) {
				return true
			}
			if d := c.bind[callee]; d != 0 && c.decls[d].kind == declFunc {
				for k := int32(c.decls[d].handle); k != 0; k = c.funcs[k].next {
					if k != index && c.mentions(k, kind, is, depth+1) {
						return true
					}
				}
			}
		}
	}
	return false
}

// namesVertices reports whether a function, or one that it calls, has a function of inputTakers.
func (c *checker) namesVertices(index int32) bool {
	if c.stage != ir.StageFragment {
		return false
	}
	var names [len(inputTakers)]syntax.Symbol
	some := false
	for k, text := range inputTakers {
		names[k] = c.t.Interner().Lookup(text)
		some = some || names[k] != syntax.NoSymbol && c.t.Uses(names[k])
	}
	return some && c.mentions(index, mentionsTaker, func(name syntax.Symbol) bool { return slices.Contains(names[:], name) }, 0)
}

// inputTakers are the functions that take an input, and no value: a function that has one is inlined.
var inputTakers = [...]string{"GetAttributeAtVertex", "EvaluateAttributeAtSample", "EvaluateAttributeCentroid", "EvaluateAttributeAtCentroid",
	"EvaluateAttributeSnapped"}

// inputNamed is the context of the input that an expression names: a parameter of the entry point, or a
// member of one.
func (c *checker) inputNamed(n node) (ioContext, bool) {
	var path []syntax.Symbol
	for n = c.t.Unparen(n); c.t.Kind(n) == syntax.KindMember; n = c.t.Unparen(c.t.Member(n).X) {
		path = append(path, c.t.Member(n).Name)
	}
	if c.t.Kind(n) != syntax.KindIdent {
		return ioContext{}, false
	}
	d := c.lookup(c.t.Ident(n))
	for _, x := range c.entry.named { // parameters of functions that are inlined
		if x.decl == d && len(path) == 0 {
			return x.ctx, true
		}
	}
	f := &c.funcs[c.entry.fn]
	for i := range f.params {
		p := &f.params[i]
		if p.name != c.t.Ident(n) || c.decls[d].span != p.span {
			continue
		}
		ctx, t := ioContext{sem: p.sem, mods: p.mods, attrs: p.attrs, major: p.major, span: p.span}, p.ty
		for k := len(path) - 1; k >= 0; k-- {
			if !c.isStruct(t) {
				return ctx, false
			}
			s := c.structOf(t)
			m := s.findMember(path[k])
			if m < 0 {
				return ctx, false
			}
			at := 0
			for j := range s.members[:m] {
				at += c.rowsOf(s.members[j].ty, s.members[j].major)
			}
			ctx, t = ctx.sub(&s.members[m], at), s.members[m].ty
		}
		return ctx, t.numeric() && !t.isMatrix() && !strings.HasPrefix(strings.ToUpper(ctx.sem), "SV_")
	}
	return ioContext{}, false
}
