package toir

// This file keeps operations that run from being evaluated when a pipeline is made. An
// operand made of constants and overrides is an override-expression, and if it makes an
// operation fail whatever the others are (a divisor that is zero, a shift by too much, an
// index out of bounds) the pipeline does. An operation that the author wrote with
// variables, or with parameters of a function that is inlined now, must not: the overrides
// of its operand are read through a variable.

import (
	"refract/internal/builtin/row"
	"refract/internal/reuse"
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
)

// maxFixed bounds how far operands are looked through.
const maxFixed = 32

// variables gives each override that an operation would fail with a variable, at the
// beginning of the function.
func (c *converter) variables() {
	g := c.g
	c.settings = c.settings[:0]
	if len(c.m.Overrides) < 2 {
		return
	}
	var found []ssa.Value
	for b := range g.Blocks() {
		for i := range g.Instrs(b) {
			k, end := c.deciding(i)
			left, n := maxFixed, len(found)
			for ; k < end; k++ {
				if !c.fixed(g.Arg(i, k), &found, &left) {
					found = found[:n]
					break
				}
			}
		}
	}
	for _, v := range found {
		if len(c.settings) == 0 {
			c.settings = reuse.Zeroed(c.settings, g.InstrCount())
		}
		if c.settings[v] == 0 {
			id := ir.OverrideID(g.Word(v, 0))
			c.settings[v] = c.f.AddLocal(ir.Local{Name: g.NameOf(v), Type: c.m.Overrides[id].Type})
			c.b.DeclareLocal(c.settings[v], c.b.Override(id))
		}
	}
}

// fixed reports whether a value is known when a pipeline is made, and collects the
// overrides that it depends on.
func (c *converter) fixed(v ssa.Value, found *[]ssa.Value, left *int) bool {
	g := c.g
	switch o := g.Op(v); {
	case o == op.Override:
		*found = append(*found, v)
		return true
	case o.Class() == op.ClassConst:
		return true
	case o.Class() != op.ClassALU:
		return false
	}
	if *left--; *left < 0 {
		return false
	}
	for k := range g.NumSrcs(v) {
		if !c.fixed(g.Arg(v, k), found, left) {
			return false
		}
	}
	return true
}

// deciding returns the sources, from first until end, that make an instruction an error if
// they are known before it runs; none if nothing does. That sums and products of floats can
// overflow is left out.
func (c *converter) deciding(i ssa.InstrID) (first, end int) {
	g := c.g
	switch g.Op(i) {
	case op.UDiv, op.URem:
		if !c.atLeastOne(g.Arg(i, 1)) {
			return 1, 2
		}
	case op.IDiv, op.IRem, op.IShl, op.IShr, op.UShr, op.ExtractDynamic:
		return 1, 2
	case op.DerefArray:
		if c.types.At(g.Type(i)).Kind == ir.TypePointer { // and not a resource
			return 1, 2
		}
	case op.InsertDynamic:
		return 2, 3
	case op.FDiv, op.FRem, op.FMod, op.FRcp, op.F2F:
		return 0, g.NumSrcs(i)
	}
	f, ok := g.Op(i).Math()
	if !ok {
		return 0, 0
	}
	switch r := row.Of(f); {
	case r.Domain.Rule != row.NoRule:
		return int(r.Domain.First), int(r.Domain.Last) + 1
	case r.Partial:
		return 0, g.NumSrcs(i)
	}
	return 0, 0
}

// atLeastOne reports whether a divisor has been checked: it is the greater of a value and a
// constant that isn't zero.
func (c *converter) atLeastOne(v ssa.Value) bool {
	g := c.g
	if g.Op(v) != op.UMax {
		return false
	}
	for k := range g.NumSrcs(v) {
		limit := g.Arg(v, k)
		if !g.IsConst(limit) {
			continue
		}
		least := uint64(1)
		for n := range c.types.ComponentCount(g.Type(limit)) {
			least = min(least, g.ConstBits(limit, n))
		}
		if least > 0 {
			return true
		}
	}
	return false
}
