package wgsl

// This file walks expressions for the uniformity analysis (sections "Uniformity
// Rules for Expressions" and "Uniformity Rules for Function Calls" of the WGSL
// specification). The outcome is the node of the value.
//
// If the specification is silent the analysis errs on the safe side: atomic operations may
// give non-uniform results, and parameters that point into the address spaces of resources
// depend on the address that is passed.

import (
	"refract/diag"
	"refract/internal/builtin"
	"refract/internal/front/wgsl/syntax"
	"refract/ir"
)

// view is a view of memory: an expression of reference or pointer type.
type view struct {
	root declID    // root identifier
	addr graphNode // what the choice of the memory in it depends on
	full bool      // all of the variable's memory
}

// slotOf is the variable of a root identifier, if it is one in the function
// address space.
func (u *uniformity) slotOf(root declID) (slot uint32, ok bool) {
	switch d := &u.c.decls[root]; d.kind {
	case declLocal:
	case declParam:
		if u.c.m.Types.At(d.ty).Space != ir.SpaceFunction {
			return 0, false
		}
	default:
		return 0, false
	}
	return uint32(root - u.memory.base), true
}

// loads reports whether the load rule applies to a view in the place of a value: it is a
// reference and no pointer.
func (u *uniformity) loads(n syntax.Node) bool {
	t := u.c.t
	switch n = t.Unparen(n); t.Kind(n) {
	case syntax.KindIdent:
		k := u.c.decls[u.c.idents[n]].kind
		return k == declLocal || k == declGlobal
	case syntax.KindUnary:
		return t.Unary(n).Op == syntax.OpDeref
	case syntax.KindCall:
		return !u.c.isView(t.Call(n).Callee)
	}
	return true
}

// current is the value of a variable at the analysis's place.
func (u *uniformity) current(slot uint32) graphNode {
	v := &u.memory.vars[slot]
	if v.cf == u.cf {
		return v.val
	}
	return u.graph.join(v.val, u.cf)
}

// view walks a view of memory, without loading from it.
func (u *uniformity) view(n syntax.Node) view {
	t := u.c.t
	base := len(u.spine)
	v := view{full: true}
	for t.Kind(n) != syntax.KindIdent {
		switch t.Kind(n) {
		case syntax.KindParen:
			n = t.Paren(n).X
		case syntax.KindUnary:
			n = t.Unary(n).X
		case syntax.KindIndex:
			x := t.Index(n)
			u.spine = append(u.spine, x.Index)
			n, v.full = x.X, false
		case syntax.KindMember:
			n, v.full = t.Member(n).X, false
		case syntax.KindCall:
			x := t.Call(n) // a view of a buffer
			u.spine = append(u.spine, x.Args[1:]...)
			n, v.full = x.Args[0], false
		default:
			panic("wgsl: view of memory of kind " + t.Kind(n).String())
		}
	}
	v.root, v.addr = u.c.idents[n], u.cf
	switch d := &u.c.decls[v.root]; d.kind {
	case declLet:
		slot := uint32(v.root - u.memory.base)
		v.addr = u.current(slot)
		v.full = v.full && u.memory.vars[slot].full
		v.root = declID(d.bits)
	case declParam:
		v.addr = u.graph.join(paramNode(d.handle), u.cf)
	}
	for len(u.spine) > base {
		i := u.spine[len(u.spine)-1]
		u.spine = u.spine[:len(u.spine)-1]
		v.addr = u.graph.joinIn(u.cf, v.addr, u.eval(i))
	}
	return v
}

// load is the value of the memory of a view, which the expression n is.
func (u *uniformity) load(v view, n syntax.Node) graphNode {
	if slot, ok := u.slotOf(v.root); ok {
		return u.graph.joinIn(u.cf, u.current(slot), v.addr)
	}
	access := ir.AccessRead
	switch d := &u.c.decls[v.root]; d.kind {
	case declGlobal:
		access = u.c.m.Globals[d.handle].Access
	case declParam:
		access = u.c.m.Types.At(d.ty).Access
	}
	if access&ir.AccessWrite != 0 {
		return u.graph.source(sourceMemory, n)
	}
	return v.addr
}

// eval walks an expression whose value is wanted.
func (u *uniformity) eval(n syntax.Node) graphNode {
	u.c.opts.meter.Step()
	t := u.c.t
	switch t.Kind(n) {
	case syntax.KindLiteral:
		return u.cf
	case syntax.KindParen:
		return u.eval(t.Unparen(n))
	case syntax.KindIdent:
		return u.ident(n)
	case syntax.KindUnary:
		x := t.Unary(n)
		switch x.Op {
		case syntax.OpAddressOf:
			return u.view(x.X).addr
		case syntax.OpDeref:
			return u.load(u.view(x.X), n)
		}
		return u.eval(x.X)
	case syntax.KindBinary:
		return u.binary(n)
	case syntax.KindCall:
		return u.call(n)
	case syntax.KindIndex, syntax.KindMember:
		if u.c.rootOf(n) != 0 {
			return u.load(u.view(n), n)
		}
		return u.component(n)
	}
	panic("wgsl: uniformity of an expression of kind " + t.Kind(n).String())
}

// ident walks the use of a name.
func (u *uniformity) ident(n syntax.Node) graphNode {
	id := u.c.idents[n]
	switch d := &u.c.decls[id]; d.kind {
	case declConst, declOverride:
		return u.cf
	case declLet, declLocal:
		return u.current(uint32(id - u.memory.base))
	case declParam:
		if u.c.m.Types.At(d.ty).Kind == ir.TypePointer {
			return u.graph.join(paramNode(d.handle), u.cf)
		}
		return u.current(uint32(id - u.memory.base))
	case declGlobal:
		g := &u.c.m.Globals[d.handle]
		if g.Space == ir.SpaceHandle || g.Access&ir.AccessWrite == 0 {
			return u.cf
		}
		return u.graph.source(sourceMemory, n)
	default:
		panic("wgsl: uniformity of the name of a " + d.kind.String())
	}
}

// component walks an element or member of a value.
func (u *uniformity) component(n syntax.Node) graphNode {
	t := u.c.t
	base := len(u.spine)
	for {
		n = t.Unparen(n)
		if k := t.Kind(n); k == syntax.KindIndex {
			x := t.Index(n)
			u.spine = append(u.spine, x.Index)
			n = x.X
		} else if k == syntax.KindMember {
			n = t.Member(n).X
		} else {
			break
		}
	}
	v := u.eval(n)
	for len(u.spine) > base {
		i := u.spine[len(u.spine)-1]
		u.spine = u.spine[:len(u.spine)-1]
		v = u.graph.joinIn(u.cf, v, u.eval(i))
	}
	return v
}

// binary walks a binary expression: its left spine in a loop, and short-circuit
// operators as the branches that they are.
func (u *uniformity) binary(n syntax.Node) graphNode {
	t := u.c.t
	base := len(u.spine)
	for t.Kind(n) == syntax.KindBinary {
		u.spine = append(u.spine, n)
		n = t.Binary(n).Left
	}
	v := u.eval(n)
	for len(u.spine) > base {
		b := t.Binary(u.spine[len(u.spine)-1])
		u.spine = u.spine[:len(u.spine)-1]
		if b.Op != syntax.OpLogicalAnd && b.Op != syntax.OpLogicalOr {
			v = u.graph.joinIn(u.cf, v, u.eval(b.Right))
			continue
		}
		outer := u.cf
		join := u.memory.newMerge(false)
		u.leaveFor(join)
		old := u.memory.enter(false)
		u.cf = u.graph.branch(u.cf, v, b.Left)
		v = u.eval(b.Right)
		u.leaveFor(join)
		u.memory.exit(old)
		u.cf = outer
		u.endMerge()
	}
	return v
}

// argument is an argument of a call.
type argument struct {
	value    graphNode
	contents graphNode // what it points to; 0 if it doesn't point into the function address space
	slot     uint32    // of what it points to
	full     bool      // it points to all of that variable
}

func (u *uniformity) call(n syntax.Node) graphNode {
	v := u.c.t.Call(n)
	if id := u.c.idents[v.Callee]; id != 0 {
		if d := &u.c.decls[id]; d.kind == declFunc {
			return u.callUser(n, v.Args, ir.FuncID(d.handle))
		}
	} else if fn := u.c.builtinCallee(v.Callee); fn != builtin.NoID {
		return u.callBuiltin(n, v.Args, fn)
	}
	return u.values(v.Args)
}

// values walks expressions and joins their values.
func (u *uniformity) values(list []syntax.Node) graphNode {
	v := u.cf
	for _, x := range list {
		v = u.graph.joinIn(u.cf, v, u.eval(x))
	}
	return v
}

// require records that a node must be uniform because a built-in function needs
// it.
func (u *uniformity) require(r requirement) {
	r.origin = uint32(len(u.reqs))
	u.addRequirement(r)
}

// requireToo records that a node must be uniform because a requirement of a
// function called needs it.
func (u *uniformity) requireToo(next uint32, node graphNode, call syntax.Node, arg int, contents bool) {
	if next == 0 {
		return
	}
	r := &u.reqs[next]
	u.addRequirement(requirement{node: node, call: call, arg: int16(arg), contents: contents, severity: r.severity, next: next, origin: r.origin})
}

func (u *uniformity) addRequirement(r requirement) {
	if n := &u.graph.nodes[r.node]; r.arg == controlFlow && n.kind == nodeBranch {
		r.decided = n.at
	}
	u.reqs = append(u.reqs, r)
}

// uniformArg is the argument of a built-in function that must be uniform, or
// controlFlow for none.
func uniformArg(fn builtin.ID) int {
	switch fn {
	case builtin.WorkgroupUniformLoad:
		return 0
	case builtin.SubgroupShuffleUp, builtin.SubgroupShuffleDown, builtin.SubgroupShuffleXor:
		return 1
	}
	return controlFlow
}

func (u *uniformity) callBuiltin(n syntax.Node, args []syntax.Node, fn builtin.ID) graphNode {
	flow := fn.Info().Uniform
	sev := u.severityOf(flow)
	collective := scopeOf(flow)&u.scope != 0 && sev != diag.Off
	need := uniformArg(fn)
	v := u.cf
	for i, x := range args {
		a := u.eval(x)
		if collective && i == need {
			u.require(requirement{node: a, call: n, arg: int16(i), severity: sev})
		}
		v = u.graph.joinIn(u.cf, v, a)
	}
	if collective {
		u.require(requirement{node: u.cf, call: n, arg: controlFlow, severity: sev})
	}
	if u.resultVaries(fn, args) {
		return u.graph.source(sourceBuiltin, n)
	}
	return v
}

// resultVaries reports whether the result of a built-in function may be
// non-uniform even if its arguments are uniform.
func (u *uniformity) resultVaries(fn builtin.ID, args []syntax.Node) bool {
	switch fn.Info().Uniform {
	case builtin.DerivativeFlow:
		return true
	case builtin.SubgroupFlow:
		return u.scope != subgroupScope || !sameInSubgroup(fn)
	}
	switch {
	case fn == builtin.TextureLoad:
		t := u.handleType(args[0])
		return t.Class == ir.ImageStorage && t.Access&ir.AccessReadWrite == ir.AccessReadWrite
	case isAtomic(fn):
		return true
	}
	return fn.Info().Needs == builtin.FeatureRayQuery || fn.Info().Needs == builtin.FeatureRayVertices
}

// sameInSubgroup reports whether a subgroup function gives all invocations of a
// subgroup the same result.
func sameInSubgroup(fn builtin.ID) bool {
	switch fn {
	case builtin.SubgroupAdd, builtin.SubgroupAll, builtin.SubgroupAnd, builtin.SubgroupAny, builtin.SubgroupBallot,
		builtin.SubgroupBroadcast, builtin.SubgroupBroadcastFirst, builtin.SubgroupMax, builtin.SubgroupMin,
		builtin.SubgroupMul, builtin.SubgroupOr, builtin.SubgroupXor:
		return true
	}
	return false
}

// handleType is the type of an expression that names a texture, perhaps one of
// several.
func (u *uniformity) handleType(n syntax.Node) *ir.Type {
	c := u.c
	for n = c.t.Unparen(n); c.t.Kind(n) == syntax.KindIndex; {
		n = c.t.Unparen(c.t.Index(n).X)
	}
	t := c.m.Types.At(0)
	if c.t.Kind(n) == syntax.KindIdent {
		t = c.m.Types.At(c.decls[c.idents[n]].ty)
		if t.Kind == ir.TypeBindingArray {
			t = c.m.Types.At(t.Base)
		}
	}
	return t
}

func (u *uniformity) callUser(n syntax.Node, list []syntax.Node, f ir.FuncID) graphNode {
	base := len(u.args)
	fn := u.c.m.Func(f)
	for i, x := range list {
		if u.c.m.Types.At(fn.Args[i].Type).Kind != ir.TypePointer {
			v := u.eval(x)
			u.args = append(u.args, argument{value: v})
			continue
		}
		p := u.view(x)
		a := argument{value: p.addr, full: p.full}
		if slot, ok := u.slotOf(p.root); ok {
			a.slot = slot
			a.contents = u.graph.joinIn(u.cf, u.current(slot), p.addr)
		}
		u.args = append(u.args, a)
	}
	v := u.applySummary(n, list, u.args[base:], &u.funcs[f])
	u.args = u.args[:base]
	return v
}

// applySummary adds the effects of a call of a user function to the graph, and returns the
// result.
func (u *uniformity) applySummary(n syntax.Node, nodes []syntax.Node, args []argument, s *summary) graphNode {
	g := &u.graph
	u.requireToo(s.flow, u.cf, n, controlFlow, false)
	result := u.cf
	if s.result.kind != noSource {
		result = g.source(sourceResult, n)
	}
	params := u.params[s.params:]
	for i := range args {
		a, p := &args[i], &params[i]
		u.requireToo(p.value, a.value, n, i, false)
		if p.toResult {
			result = g.joinIn(u.cf, result, a.value)
		}
		if a.contents != noGraphNode {
			u.requireToo(p.contents, a.contents, n, i, true)
			if p.thatResult {
				result = g.joinIn(u.cf, result, a.contents)
			}
		}
	}
	if !s.pointers {
		return result
	}
	all := u.cf
	if s.mixed {
		for i := range args {
			all = g.joinIn(u.cf, all, args[i].value)
			if args[i].contents != noGraphNode {
				all = g.joinIn(u.cf, all, args[i].contents)
			}
		}
	}
	for i := range args {
		a, p := &args[i], &params[i]
		if a.contents == noGraphNode {
			continue
		}
		after := g.joinIn(u.cf, a.value, all)
		if p.after.kind != noSource {
			after = g.source(sourceAfter, nodes[i])
		}
		for _, fl := range u.flows[p.from:p.until] {
			from := args[fl.arg].value
			if fl.contents {
				from = args[fl.arg].contents
			}
			after = g.joinIn(u.cf, after, from)
		}
		if !a.full {
			after = g.joinIn(u.cf, after, a.contents)
		}
		u.memory.set(a.slot, after, u.cf)
	}
	return result
}
