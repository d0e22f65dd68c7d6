package wgsl

// This file orders the functions of a module so that analyses of the call graph
// see callees before callers, and finds recursion on the way.

import (
	"math/bits"
	"slices"

	"refract/diag"
	"refract/internal/front/wgsl/syntax"
	"refract/ir"
)

// callEdge is a call of one user function by another.
type callEdge struct {
	from, to    ir.FuncID
	span        diag.Span
	dropped     bool // it is never reached, and isn't in the module
	conditional bool // see checker.conditional
}

// callGraph holds the calls of user functions.
type callGraph struct {
	order []ir.FuncID // callees before callers
	start []uint32    // by caller: where its calls begin in edges; one more at the end
	edges []callEdge  // grouped by caller, in the order of the calls

	state []uint8
	at    []uint32
	stack []ir.FuncID
}

// callees are the calls that a function makes.
func (g *callGraph) callees(f ir.FuncID) []callEdge { return g.edges[g.start[f]:g.start[f+1]] }

// orderCalls makes the call graph and reports its cycles.
func (c *checker) orderCalls() {
	g := &c.graph
	n := len(c.m.Functions)
	g.order = g.order[:0]
	g.start = resized(g.start, n+2)
	g.edges = resized(g.edges, len(c.calls))
	for _, e := range c.calls {
		g.start[e.from+1]++
	}
	for i := 1; i <= n; i++ {
		g.start[i] += g.start[i-1]
	}
	g.at = append(g.at[:0], g.start...)
	for _, e := range c.calls {
		g.edges[g.at[e.from]] = e
		g.at[e.from]++
	}
	const unseen, open, done = 0, 1, 2
	g.state = resized(g.state, n)
	copy(g.at, g.start)
	for root := 1; root < n; root++ {
		if g.state[root] != unseen {
			continue
		}
		g.stack = append(g.stack[:0], ir.FuncID(root))
		g.state[root] = open
		for len(g.stack) > 0 {
			f := g.stack[len(g.stack)-1]
			if g.at[f] == g.start[f+1] {
				g.state[f] = done
				g.order = append(g.order, f)
				g.stack = g.stack[:len(g.stack)-1]
				continue
			}
			e := g.edges[g.at[f]]
			g.at[f]++
			switch g.state[e.to] {
			case unseen:
				g.state[e.to] = open
				g.stack = append(g.stack, e.to)
			case open:
				d := c.errorf(codeRecursion, e.span, "recursive call of %q", c.m.Func(e.to).Name)
				d.Label(c.m.Func(e.to).Span, "declared here")
				on := slices.Index(g.stack, e.to)
				for i, f := range g.stack[on : len(g.stack)-1] {
					if i == mostLinks {
						d.Note("and through %d more", len(g.stack)-1-on-i)
						break
					}
					link := g.edges[g.at[f]-1]
					d.Label(link.span, "%q calls %q", c.m.Func(link.from).Name, c.m.Func(link.to).Name)
				}
			}
		}
	}
}

// keepUses makes functions name the globals and overrides that their callees use in
// unreachable code: such uses count as any other for the interface of a shader (section
// "Shader Interface"). A function with its callees has a set of bits, one for each global
// and override.
func (c *checker) keepUses() {
	if !slices.ContainsFunc(c.calls, func(e callEdge) bool { return e.dropped }) {
		return
	}
	g := &c.graph
	globals := len(c.m.Globals)
	words := (globals + len(c.m.Overrides) + 63) / 64
	rows := make([]uint64, words*len(c.m.Functions))
	kept := make([]uint64, words)
	kinds := ir.Kinds(ir.KindGlobal, ir.KindOverride)
	for _, id := range g.order {
		f, row := c.m.Func(id), rows[words*int(id):][:words]
		for x := f.Next(0, kinds); x != 0; x = f.Next(x, kinds) {
			bit := int(f.GlobalRef(x))
			if f.Kind(x) == ir.KindOverride {
				bit = globals + int(f.OverrideRef(x))
			}
			row[bit/64] |= 1 << (bit % 64)
		}
		clear(kept)
		for _, e := range g.callees(id) {
			for i, w := range rows[words*int(e.to):][:words] {
				if e.dropped {
					kept[i] |= w &^ row[i]
				}
				row[i] |= w
			}
		}
		for i, w := range kept {
			for ; w != 0; w &= w - 1 {
				bit := 64*i + bits.TrailingZeros64(w)
				if bit >= globals {
					id := ir.OverrideID(bit - globals)
					f.AddRef(ir.KindOverride, c.m.Overrides[id].Type, uint32(id), f.Span)
				} else {
					id := ir.GlobalID(bit)
					f.AddRef(ir.KindGlobal, c.m.PointerTo(id), uint32(id), f.Span)
				}
			}
		}
	}
}

// rootOf is the root identifier of a memory view: the declaration of the
// variable, or of the parameter of pointer type, that an expression of reference
// or pointer type starts from. It is 0 for other expressions.
// (Section "Root Identifier" of the WGSL specification.)
func (c *checker) rootOf(n syntax.Node) declID {
	for {
		switch c.t.Kind(n) {
		case syntax.KindParen:
			n = c.t.Paren(n).X
		case syntax.KindUnary:
			u := c.t.Unary(n)
			if u.Op != syntax.OpDeref && u.Op != syntax.OpAddressOf {
				return 0
			}
			n = u.X
		case syntax.KindIndex:
			n = c.t.Index(n).X
		case syntax.KindMember:
			n = c.t.Member(n).X
		case syntax.KindCall:
			v := c.t.Call(n)
			if !c.isView(v.Callee) || len(v.Args) == 0 {
				return 0
			}
			n = v.Args[0]
		case syntax.KindIdent:
			id := c.idents[n]
			switch d := &c.decls[id]; d.kind {
			case declLocal:
				return id
			case declGlobal:
				if c.m.Globals[d.handle].Space != ir.SpaceHandle {
					return id
				}
			case declParam:
				if c.m.Types.At(d.ty).Kind == ir.TypePointer {
					return id
				}
			case declLet:
				if c.m.Types.At(d.ty).Kind == ir.TypePointer {
					return declID(d.bits)
				}
			}
			return 0
		default:
			return 0
		}
	}
}
