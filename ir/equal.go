package ir

// This file compares modules up to numbering: named entities correspond by their order,
// types and module-scope expressions by their contents, values and statements by their
// places of evaluation. Unused types, values in no Emit, and predeclared result structs
// don't count, nor how a run of values is divided into Emits.

import (
	"fmt"
	"slices"

	"refract/diag"
)

// EqualOptions selects further parts that Equal compares, or leaves out.
type EqualOptions struct {
	IgnoreValueNames bool // the author's names of values
	IgnoreDocs       bool
	Spans            bool // source positions, but those of values that exist everywhere
}

// Equal reports whether two modules are the same up to numbering.
func Equal(a, b *Module, opts EqualOptions) bool { return Diff(a, b, opts) == "" }

// Diff describes the first difference of two modules, or is empty if they are equal.
func Diff(a, b *Module, opts EqualOptions) string {
	c := &comparer{a: a, b: b, opts: opts, types: make([]TypeID, a.Types.Len()), consts: make([]ConstID, a.Consts.ExprCount()),
		structs: make([]StructID, len(a.Structs))}
	c.module()
	return c.diff
}

type comparer struct {
	a, b    *Module
	opts    EqualOptions
	diff    string
	types   []TypeID   // of b, by a's; 0: not compared yet
	consts  []ConstID  // likewise
	structs []StructID // likewise, paired by order

	f, g   *Function
	values []ExprID // of g, by f's
	depth  int
}

// same notes a difference unless ok, and reports whether there is none yet.
func (c *comparer) same(ok bool, format string, args ...any) bool {
	if !ok && c.diff == "" {
		c.diff = fmt.Sprintf(format, args...)
		if c.f != nil {
			c.diff = "function " + c.f.Name + ": " + c.diff
		}
	}
	return c.diff == ""
}

func equalAt[T comparable](c *comparer, what string, a, b T) bool {
	return c.same(a == b, "%s: %v and %v", what, a, b)
}

func (c *comparer) span(what string, a, b diag.Span) {
	if c.opts.Spans {
		equalAt(c, what+": position", a, b)
	}
}

func (c *comparer) doc(what, a, b string) {
	if !c.opts.IgnoreDocs {
		equalAt(c, what+": documentation", a, b)
	}
}

func (c *comparer) module() {
	a, b := c.a, c.b
	c.doc("module", a.Doc, b.Doc)
	c.same(slices.Equal(a.Diagnostics, b.Diagnostics), "diagnostic filters: %v and %v", a.Diagnostics, b.Diagnostics)
	c.same(slices.Equal(a.Formats, b.Formats), "formats: %q and %q", a.Formats, b.Formats)
	if equalAt(c, "number of layouts", len(a.Layouts), len(b.Layouts)) {
		for i := range a.Layouts {
			x, y := &a.Layouts[i], &b.Layouts[i]
			c.same(slices.Equal(x.Offsets, y.Offsets) && slices.Equal(x.Members, y.Members) && x.Stride == y.Stride &&
				x.RowMajor == y.RowMajor, "layout %d: %v and %v", i, *x, *y)
		}
	}
	if !c.pairStructs() {
		return
	}
	for i := range a.Structs {
		if j := c.structs[i]; j != 0 {
			c.structDecl(&a.Structs[i], &b.Structs[j])
		}
	}
	if equalAt(c, "number of overrides", len(a.Overrides), len(b.Overrides)) {
		for i := range a.Overrides {
			c.override(&a.Overrides[i], &b.Overrides[i])
		}
	}
	if equalAt(c, "number of constants", len(a.Constants), len(b.Constants)) {
		for i := range a.Constants {
			x, y := &a.Constants[i], &b.Constants[i]
			equalAt(c, "constant", x.Name, y.Name)
			c.typ("constant "+x.Name, x.Type, y.Type)
			c.constant(x.Init, y.Init)
			c.doc(x.Name, x.Doc, y.Doc)
			c.span(x.Name, x.Span, y.Span)
		}
	}
	if equalAt(c, "number of globals", len(a.Globals), len(b.Globals)) {
		for i := range a.Globals {
			c.global(a.Globals[i], b.Globals[i])
		}
	}
	if equalAt(c, "number of functions", len(a.Functions), len(b.Functions)) {
		for i := 1; i < len(a.Functions); i++ {
			c.function(a.Functions[i], b.Functions[i])
		}
	}
	if equalAt(c, "number of entry points", len(a.EntryPoints), len(b.EntryPoints)) {
		for i := range a.EntryPoints {
			c.entryPoint(a.EntryPoints[i], b.EntryPoints[i])
		}
	}
}

// pairStructs pairs the structs that aren't predeclared, by order.
func (c *comparer) pairStructs() bool {
	j := 1
	for i := 1; i < len(c.a.Structs); i++ {
		if c.a.Structs[i].Special != NotSpecial {
			continue
		}
		for j < len(c.b.Structs) && c.b.Structs[j].Special != NotSpecial {
			j++
		}
		if !c.same(j < len(c.b.Structs), "struct %s is missing in the second", c.a.Structs[i].Name) {
			return false
		}
		c.structs[i] = StructID(j)
		j++
	}
	for ; j < len(c.b.Structs); j++ {
		c.same(c.b.Structs[j].Special != NotSpecial, "struct %s is missing in the first", c.b.Structs[j].Name)
	}
	return c.diff == ""
}

func (c *comparer) structDecl(x, y *Struct) {
	what := "struct " + x.Name
	equalAt(c, "struct", x.Name, y.Name)
	c.doc(what, x.Doc, y.Doc)
	c.span(what, x.Span, y.Span)
	if !equalAt(c, what+": number of members", len(x.Members), len(y.Members)) {
		return
	}
	for i := range x.Members {
		m, n := x.Members[i], y.Members[i]
		c.typ(what+"."+m.Name, m.Type, n.Type)
		c.doc(what+"."+m.Name, m.Doc, n.Doc)
		c.span(what+"."+m.Name, m.Span, n.Span)
		n.Type, n.Doc, n.Span = m.Type, m.Doc, m.Span
		equalAt(c, what, m, n)
	}
}

func (c *comparer) override(x, y *Override) {
	equalAt(c, "override", x.Name, y.Name)
	equalAt(c, "override "+x.Name+": has an id", x.HasID, y.HasID)
	equalAt(c, "override "+x.Name+": id", x.ID, y.ID)
	c.typ("override "+x.Name, x.Type, y.Type)
	c.constant(x.Init, y.Init)
	c.doc(x.Name, x.Doc, y.Doc)
	c.span(x.Name, x.Span, y.Span)
}

func (c *comparer) global(x, y Global) {
	c.typ("global "+x.Name, x.Type, y.Type)
	c.constant(x.Init, y.Init)
	c.doc(x.Name, x.Doc, y.Doc)
	c.span(x.Name, x.Span, y.Span)
	if c.same((x.IO == nil) == (y.IO == nil), "global %s: one has no place", x.Name) && x.IO != nil {
		equalAt(c, "global "+x.Name, *x.IO, *y.IO)
	}
	y.Type, y.Init, y.Doc, y.Span, y.IO = x.Type, x.Init, x.Doc, x.Span, x.IO
	equalAt(c, "global", x, y)
}

func (c *comparer) entryPoint(x, y EntryPoint) {
	for i := range 3 {
		c.constant(x.WorkgroupSizeExpr[i], y.WorkgroupSizeExpr[i])
	}
	c.constant(x.SubgroupSizeExpr, y.SubgroupSizeExpr)
	c.span(x.Name, x.Span, y.Span)
	equalAt(c, "entry point "+x.Name, x.Setup(), y.Setup())
	y.WorkgroupSizeExpr, y.SubgroupSizeExpr, y.Span, y.Pipeline = x.WorkgroupSizeExpr, x.SubgroupSizeExpr, x.Span, x.Pipeline
	equalAt(c, "entry point", x, y)
}

// maxEqualDepth bounds the depth of types and blocks that Equal follows; deeper
// ones count as different.
const maxEqualDepth = 4000

func (c *comparer) typ(what string, x, y TypeID) bool {
	if int(x) >= len(c.types) || int(y) >= c.b.Types.Len() {
		return c.same(false, "%s: a type is out of range", what)
	}
	if x < FirstModuleType || y < FirstModuleType {
		return x == y || c.same(false, "%s: %s and %s", what, c.a.TypeString(x), c.b.TypeString(y))
	}
	if c.types[x] != 0 {
		return c.types[x] == y || c.same(false, "%s: %s and %s", what, c.a.TypeString(x), c.b.TypeString(y))
	}
	c.depth++
	defer func() { c.depth-- }()
	if !c.same(c.depth < maxEqualDepth, "%s: types nest too deep", what) {
		return false
	}
	c.types[x] = y
	s, t := *c.a.Types.At(x), *c.b.Types.At(y)
	if s.Kind == TypeStruct && t.Kind == TypeStruct {
		p, q := &c.a.Structs[s.Struct], &c.b.Structs[t.Struct]
		if p.Special != NotSpecial {
			return c.same(p.Special == q.Special, "%s: struct %s and %s", what, p.Name, q.Name) && c.typ(what, p.Param, q.Param)
		}
		return c.same(c.structs[s.Struct] == t.Struct, "%s: struct %s and %s", what, p.Name, q.Name)
	}
	if !c.typ(what, s.Base, t.Base) || !c.constant(s.LengthExpr, t.LengthExpr) {
		return false
	}
	t.Base, t.LengthExpr = s.Base, s.LengthExpr
	return s == t || c.same(false, "%s: %s and %s", what, c.a.TypeString(x), c.b.TypeString(y))
}

// constant compares module-scope expressions, operands before users.
func (c *comparer) constant(x, y ConstID) bool {
	type pair struct{ x, y ConstID }
	stack := []pair{{x, y}}
	var ox, oy []ExprID
	for len(stack) > 0 {
		t := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if t.x == 0 || t.y == 0 || c.consts[t.x] != 0 {
			if !c.same(t.x == t.y || t.x != 0 && c.consts[t.x] == t.y || c.implicitConst(t.x, t.y), "module-scope expressions differ") {
				return false
			}
			continue
		}
		c.consts[t.x] = t.y
		if !c.node(&c.a.Consts, &c.b.Consts, ExprID(t.x), ExprID(t.y)) {
			return false
		}
		ox, oy = c.a.Consts.Operands(ExprID(t.x), ox[:0]), c.b.Consts.Operands(ExprID(t.y), oy[:0])
		if !equalAt(c, "number of operands", len(ox), len(oy)) {
			return false
		}
		for i := range ox {
			stack = append(stack, pair{ConstID(ox[i]), ConstID(oy[i])})
		}
	}
	return true
}

// implicitConst reports whether two module-scope values that exist everywhere
// are the same; how often they are written down doesn't matter.
func (c *comparer) implicitConst(x, y ConstID) bool {
	return x != 0 && y != 0 && c.a.Consts.nodes[x].kind.IsImplicit() && c.node(&c.a.Consts, &c.b.Consts, ExprID(x), ExprID(y))
}

// node compares two expressions but for their operands.
func (c *comparer) node(a, b *Exprs, x, y ExprID) bool {
	if int(x) >= len(a.nodes) || int(y) >= len(b.nodes) {
		return c.same(false, "an expression is out of range")
	}
	m, n := a.nodes[x], b.nodes[y]
	if !c.same(m.kind == n.kind, "%s and %s", m.kind, n.kind) || !c.typ(m.kind.String(), m.ty, n.ty) {
		return false
	}
	if !c.same(m.op == n.op && m.flags == n.flags, "%s: operation or flags differ", m.kind) {
		return false
	}
	switch m.kind {
	case KindLiteral:
		return c.same(a.LiteralBits(x) == b.LiteralBits(y), "literals %#x and %#x", a.LiteralBits(x), b.LiteralBits(y))
	case KindConstant, KindOverride, KindArgument, KindGlobal, KindLocal:
		return c.same(m.a == n.a, "%s %d and %d", m.kind, m.a, n.a)
	case KindInterpolate:
		return c.same(m.b == n.b && m.c == n.c && (m.a == 0) == (n.a == 0), "%s of locations %d and %d", m.kind, m.b, n.b)
	case KindSwizzle, KindAccessIndex:
		return c.same(m.b == n.b, "%s %d and %d", m.kind, m.b, n.b)
	}
	return c.same(m.slots().presence(a.pool, m.a, m.b, m.c, 0) == n.slots().presence(b.pool, n.a, n.b, n.c, 0),
		"%s: not the same operands are present", m.kind)
}
