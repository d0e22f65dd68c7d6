package wgsl

// This file warns of code that is allowed but useless.

import (
	"strconv"

	"refract/internal/front/wgsl/syntax"
)

// unused warns of the declarations in a function, from the first on, that nothing names. A
// name that begins with _ marks this as intended.
func (c *checker) unused(first declID) {
	if c.diags.HasErrors() {
		return // what is in error may hide uses
	}
	for id := first; int(id) < len(c.decls); id++ {
		d := &c.decls[id]
		if d.used || d.kind != declLocal && d.kind != declLet && d.kind != declConst {
			continue
		}
		if name := c.t.Name(d.name); name != "" && name[0] != '_' {
			message := "the " + d.kind.String() + " " + strconv.Quote(name) + " is never used"
			c.diags.Warn(codeUnused, c.t.Variable(d.node).NameSpan, message)
		}
	}
}

// unreachable warns of statements that control never reaches, at the first of
// them, unless they lie among others that were warned of.
func (c *checker) unreachable(list []syntax.Node) {
	first := c.t.Span(list[0])
	if first.Start < c.dead {
		return
	}
	c.diags.Warnf(codeUnreachable, first, "this statement is never reached")
	c.dead = c.t.Span(list[len(list)-1]).End
}
