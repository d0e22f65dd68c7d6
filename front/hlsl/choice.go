package hlsl

// This file has choices between resources that are made at run time: by ?:, by select, by variables
// that are set in branches, and by functions with several returns. A choice is a list of resources and
// the number of the chosen one. Elements of one array differ by their index alone, so that they are
// no choice. Functions that read are called for each resource, and the value is selected; other
// functions, and functions of the source, are called in branches.

import (
	"strings"

	"refract/internal/front/hlsl/syntax"
	"refract/ir"
)

// choice is one of several resources.
type choice struct {
	list  []resRef // without an index: index has that
	which operand  // a uint
	index operand  // a uint, of resources in arrays
}

// maxChoices bounds the resources of a choice.
const maxChoices = 64

// spread is a reference as a choice.
func (c *checker) spread(ref int32) choice {
	r := c.refs[ref]
	if r.choice != 0 {
		return c.choices[r.choice]
	}
	x := choice{which: constUint(0), index: constUint(0)}
	if i := c.refIndex(r); i != 0 {
		x.index = value(i, tUint)
		if c.ex.Kind(i) == ir.KindLiteral {
			x.index = constUint(uint32(c.ex.LiteralBits(i)))
		}
	}
	x.list = []resRef{{res: r.res, arrayed: r.index != 0 || r.at != 0, nonUnif: r.nonUnif}}
	return x
}

// joined is the reference of a choice.
func (c *checker) joined(x choice) int32 {
	if len(x.list) > 1 {
		c.choices = append(c.choices, x)
		return c.newRef(resRef{choice: int32(len(c.choices) - 1)})
	}
	return c.newRef(c.chosen(&x, 0))
}

// chosen is resource k of a choice.
func (c *checker) chosen(x *choice, k int) resRef {
	r := x.list[k]
	if r.arrayed {
		if at, known := c.constInteger(x.index); known {
			r.at = uint32(at) + 1
		} else {
			r.index = c.toExpr(x.index)
		}
	}
	return r
}

// within adds the resources of x to a list, and returns which of the list x is.
func (c *checker) within(list *[]resRef, x *choice) operand {
	which := constUint(0)
	for k, r := range x.list {
		at := 0
		for at < len(*list) && ((*list)[at].res != r.res || (*list)[at].arrayed != r.arrayed) {
			at++
		}
		if at == len(*list) {
			*list = append(*list, r)
		}
		(*list)[at].nonUnif = (*list)[at].nonUnif || r.nonUnif
		if k == 0 {
			which = constUint(uint32(at))
		} else {
			which = c.selects(c.binary(ir.Eq, x.which, constUint(uint32(k))), constUint(uint32(at)), which)
		}
	}
	return which
}

// chooseRef is one of two resources.
func (c *checker) chooseRef(n node, cond operand, yes, no int32) int32 {
	switch a, b := c.refs[yes], c.refs[no]; {
	case a == b || b.unset:
		return yes
	case a.unset:
		return no
	}
	a, b := c.spread(yes), c.spread(no)
	var x choice
	wa := c.within(&x.list, &a)
	wb := c.within(&x.list, &b)
	if len(x.list) > maxChoices {
		c.errorf(codeLimit, c.t.Span(n), "a choice between more than %d resources", maxChoices)
		return yes
	}
	x.which, x.index = c.selects(cond, wa, wb), c.selects(cond, a.index, b.index)
	return c.joined(x)
}

// isChoice reports whether an operand is a choice between resources.
func (c *checker) isChoice(x operand) bool {
	return x.kind == opResource && c.refs[x.ref].choice != 0
}

// with is an operand with a reference of its own.
func with(x operand, ref int32) operand {
	x.ref, x.slots = ref, 0
	return x
}

// eitherValue is a value that is read of each resource of a choice.
func (c *checker) eitherValue(x operand, read func(x operand) operand) operand {
	ch := c.choices[c.refs[x.ref].choice]
	var v operand
	for k := range ch.list {
		y := read(with(x, c.newRef(c.chosen(&ch, k))))
		if !y.ok() {
			return y
		}
		y = c.rvalue(y)
		if k == 0 {
			v = y
			continue
		}
		is := c.binary(ir.Eq, ch.which, constUint(uint32(k)))
		if y.ty.numeric() {
			v = c.choose(is, y, v)
		} else {
			v = c.selects(is, y, v)
		}
	}
	return v
}

// either is a place in one of several buffers.
type either struct {
	x  operand                 // the choice
	of func(x operand) operand // the place in one of them
}

// eitherPlace is a place in one of several buffers.
func (c *checker) eitherPlace(x operand, of func(x operand) operand) operand {
	mark := c.b.Begin()
	ch := c.choices[c.refs[x.ref].choice]
	y := of(with(x, c.newRef(c.chosen(&ch, 0))))
	c.b.Discard(mark)
	if !y.ok() {
		return y
	}
	c.eithers = append(c.eithers, either{x, of})
	return operand{kind: opEither, ty: y.ty, handle: uint32(len(c.eithers) - 1), decl: x.decl, fixed: y.fixed}
}

// eitherPart is a part of a place in one of several buffers.
func (c *checker) eitherPart(x operand, part func(x operand) operand) operand {
	e := c.eithers[x.handle]
	return c.eitherPlace(e.x, func(x operand) operand { return part(e.of(x)) })
}

// eitherCall calls a function in a branch for each resource of a choice.
func (c *checker) eitherCall(x operand, call func(x operand) operand) operand {
	ch := c.choices[c.refs[x.ref].choice]
	var local ir.LocalID
	result := operand{kind: opVoid, ty: tVoid}
	c.b.Flush()
	blocks := make([]ir.BlockID, len(ch.list))
	conds := make([]ir.ExprID, len(ch.list))
	for k := range ch.list {
		if k > 0 {
			conds[k] = c.toExpr(c.binary(ir.Eq, ch.which, constUint(uint32(k))))
		}
	}
	c.b.Flush()
	for k := range ch.list {
		mark := c.b.Begin()
		y := call(with(x, c.newRef(c.chosen(&ch, k))))
		if !y.ok() || y.kind == opResource {
			c.b.End(mark)
			if y.ok() {
				return c.unsupported(c.b.Span, "functions that return resources, with choices between resources as arguments")
			}
			return operand{}
		}
		if y.kind != opVoid {
			y = c.settled(c.rvalue(y))
			if k == 0 {
				local = c.fn.AddLocal(ir.Local{Type: c.irOf(y.ty), Span: c.b.Span})
				result = y
			}
			c.b.Store(c.b.Local(local), c.toExpr(y))
		}
		blocks[k] = c.b.End(mark)
	}
	if result.kind != opVoid {
		c.b.DeclareLocal(local, 0)
	}
	last := blocks[0]
	for k := 1; k < len(blocks); k++ {
		mark := c.b.Begin()
		c.b.If(conds[k], blocks[k], last)
		last = c.b.End(mark)
	}
	c.b.Nested(last)
	if result.kind == opVoid {
		return result
	}
	return value(c.b.Load(c.b.Local(local)), result.ty)
}

// reads reports whether a function of a resource changes nothing.
func (k *mcall) reads() bool {
	for _, x := range k.a {
		if x.isPlace() && k.name == "GetDimensions" {
			return false
		}
	}
	if n := len(k.a); n > 2 && k.a[n-1].isPlace() { // a status may be written
		return false
	}
	for _, prefix := range []string{"Sample", "Gather", "Load", "CalculateLevel"} {
		if strings.HasPrefix(k.name, prefix) {
			return true
		}
	}
	return false
}

// eitherMethod calls a function of a resource for each resource of the choice that it has, or that
// an argument is.
func (c *checker) eitherMethod(k *mcall, v *syntax.Method) (operand, bool) {
	at := -2
	if c.isChoice(k.x) {
		at = -1
	}
	for i := range k.a {
		if at == -2 && c.isChoice(k.a[i]) {
			at = i
		}
	}
	if at == -2 {
		return operand{}, false
	}
	call := func(x operand) operand {
		one := *k
		one.a = append([]operand(nil), k.a...)
		if at < 0 {
			one.x = x
		} else {
			one.a[at] = x
		}
		return c.callMethod(&one, v)
	}
	x := k.x
	if at >= 0 {
		x = k.a[at]
	}
	if k.reads() {
		return c.eitherValue(x, call), true
	}
	return c.eitherCall(x, call), true
}

// eitherInvoke calls a function of the source for each resource of a choice among its arguments.
func (c *checker) eitherInvoke(n node, index int32, list []operand, nodes []node, object operand) (operand, bool) {
	for i := range list {
		if !c.isChoice(list[i]) {
			continue
		}
		return c.eitherCall(list[i], func(x operand) operand {
			args := append([]operand(nil), list...)
			args[i] = x
			return c.invoke(n, index, args, nodes, object)
		}), true
	}
	return operand{}, false
}

// several is a variable that stands for several resources, or a result of several returns.
type several struct {
	list         []resRef
	which, index ir.LocalID
	at           span // the declaration
	k            int32
}

// newSeveral makes the variables of a choice. Resources that earlier runs found come first.
func (c *checker) newSeveral(at span, k int32) *several {
	s := &several{at: at, k: k}
	s.which = c.fn.AddLocal(ir.Local{Type: ir.TypeU32, Span: at})
	s.index = c.fn.AddLocal(ir.Local{Type: ir.TypeU32, Span: at})
	for _, u := range c.uses {
		if u.several == at && !at.IsZero() && u.slot == k && u.res.res != 0 {
			s.list = append(s.list, u.res)
		}
	}
	return s
}

// declare builds the declarations of the variables.
func (c *checker) declareSeveral(s *several) {
	c.b.DeclareLocal(s.which, 0)
	c.b.DeclareLocal(s.index, 0)
}

// setSeveral sets the variables to a resource.
func (c *checker) setSeveral(s *several, ref int32) {
	if c.refs[ref].unset {
		return
	}
	x := c.spread(ref)
	known := len(s.list)
	which := c.within(&s.list, &x)
	for _, r := range s.list[known:] {
		if c.loop.inLoop && !s.at.IsZero() { // reads before this one need it, too
			c.uses = append(c.uses, use{several: s.at, slot: s.k, res: r})
			c.again = true
		}
	}
	c.b.Store(c.b.Local(s.which), c.toExpr(which))
	c.b.Store(c.b.Local(s.index), c.toExpr(x.index))
}

// refSeveral is the resource that the variables have.
func (c *checker) refSeveral(s *several) int32 {
	if len(s.list) == 0 {
		return c.newRef(resRef{unset: true})
	}
	x := choice{list: append([]resRef(nil), s.list...), which: constUint(0), index: constUint(0)}
	if len(s.list) > 1 {
		x.which = value(c.b.Load(c.b.Local(s.which)), tUint)
	}
	for _, r := range s.list {
		if r.arrayed && x.index.isConst() {
			x.index = value(c.b.Load(c.b.Local(s.index)), tUint)
		}
	}
	return c.joined(x)
}

// isSeveral reports whether an earlier run found that a variable stands for several resources.
func (c *checker) isSeveral(at span, k int32) bool {
	for _, u := range c.uses {
		if u.several == at && u.slot == k && !at.IsZero() {
			return true
		}
	}
	return false
}

// chooseResource is one of two resources by a condition.
func (c *checker) chooseResource(n node, cond, a, b operand) operand {
	switch {
	case !a.ok() || !b.ok():
		return operand{}
	case b.kind != opResource || a.ty != b.ty:
		c.errorf(codeType, c.t.Span(n), "both sides of a choice must have one type, found %s and %s", c.typeName(a), c.typeName(b))
		return operand{}
	case !c.isResource(a.ty):
		return c.unsupported(c.t.Span(n), "a choice between arrays of resources")
	case cond.isConst() && cond.bits != 0:
		return a
	case cond.isConst():
		return b
	}
	return with(a, c.chooseRef(n, cond, a.ref, b.ref))
}

// chooseSides is a ? b : c of resources, of which a was lowered since start. The sides go into branches
// if they have effects.
func (c *checker) chooseSides(n node, v syntax.Conditional, cond, a operand, start ir.Position) operand {
	list, simple := c.b.Since(start)
	simple = simple && c.harmless(list)
	if simple {
		middle := c.b.Here()
		b := c.side(v.Else)
		list, simple = c.b.Since(middle)
		if simple && c.harmless(list) || !b.ok() {
			return c.chooseResource(n, cond, a, b)
		}
		s := c.newSeveral(span{}, 0)
		mark := c.b.Branch(middle)
		c.setEither(n, s, b, a.ty)
		reject := c.b.End(mark)
		c.declareSeveral(s)
		c.setEither(n, s, a, a.ty)
		c.b.If(cond.expr(), 0, reject)
		return with(a, c.refSeveral(s))
	}
	s := c.newSeveral(span{}, 0)
	mark := c.b.Branch(start)
	c.setEither(n, s, a, a.ty)
	accept := c.b.End(mark)
	mark = c.b.Begin()
	b := c.side(v.Else)
	c.setEither(n, s, b, a.ty)
	reject := c.b.End(mark)
	c.declareSeveral(s)
	c.b.If(cond.expr(), accept, reject)
	return with(a, c.refSeveral(s))
}

// setEither sets the variables of a choice to a side of ?:.
func (c *checker) setEither(n node, s *several, x operand, t typeID) {
	switch {
	case !x.ok():
	case x.kind != opResource || x.ty != t || !c.isResource(t):
		c.errorf(codeType, c.t.Span(n), "both sides of a choice must have one type, found %s and %s", c.name(t), c.typeName(x))
	default:
		c.setSeveral(s, x.ref)
	}
}

// setsResource reports whether a function sets a resource of its caller.
func (c *checker) setsResource(f *userFunction) bool {
	for i := range f.params {
		if p := &f.params[i]; p.dir != dirIn && c.isResource(p.ty) && !c.isStream(p.ty) {
			return true
		}
	}
	return false
}

// tail lowers the statements of a function that is inlined, up to its returns: the last statement of
// each path is one. The result is the returned value. Nodes up to prev aren't of the list.
func (c *checker) tail(list []node, prev node, result typeID) operand {
	old := c.push()
	defer c.pop(old)
	for i, s := range list {
		if !c.hasReturn(prev, s) {
			c.stmt(s)
			prev = s
			continue
		}
		if c.t.Kind(s) == syntax.KindAttributed {
			s = c.t.Attributed(s).X
		}
		switch c.t.Kind(s) {
		case syntax.KindReturn:
			e := c.t.Return(s)
			if e == syntax.None {
				return operand{kind: opVoid, ty: tVoid}
			}
			return c.converted(c.expression(e), result, e, "the value returned")
		case syntax.KindBlock:
			return c.tail(c.t.Block(s), prev, result)
		case syntax.KindIf:
			return c.tailIf(s, 0, prev, list[i+1:], result)
		}
		return c.unsupported(c.t.Span(s), "returns of resources in loops and switches")
	}
	if result != tVoid {
		return c.unsupported(c.b.Span, "functions with resources that may end without a value")
	}
	return operand{kind: opVoid, ty: tVoid}
}

// tailIf lowers clause k of an if, the clauses behind it, and the statements behind the if.
func (c *checker) tailIf(n node, k int, prev node, rest []node, result typeID) operand {
	s := c.t.If(n)
	if k == len(s.Clauses) {
		if s.Else != syntax.None {
			return c.tail(c.listOf(s.Else), s.Clauses[k-1], result)
		}
		return c.tail(rest, n, result)
	}
	v := c.t.IfClause(s.Clauses[k])
	cond, ok := c.condition(v.Cond, "if")
	if !ok {
		return operand{}
	}
	then := func() operand { return c.tail(c.listOf(v.Body), v.Cond, result) }
	if cond.isConst() && cond.bits != 0 {
		return then()
	} else if cond.isConst() {
		return c.tailIf(n, k+1, prev, rest, result)
	}
	if !c.isResource(result) {
		return c.unsupported(c.t.Span(n), "functions with resources that return in several places")
	}
	c.b.Flush()
	c.nest++
	both := c.newSeveral(span{}, 0)
	mark := c.b.Begin()
	a := then()
	c.setEither(n, both, a, result)
	accept := c.b.End(mark)
	mark = c.b.Begin()
	b := c.tailIf(n, k+1, prev, rest, result)
	c.setEither(n, both, b, result)
	reject := c.b.End(mark)
	c.nest--
	if !a.ok() || !b.ok() {
		return operand{}
	}
	c.declareSeveral(both)
	c.b.If(c.toExpr(cond), accept, reject)
	return with(a, c.refSeveral(both))
}

// listOf are the statements of a compound statement, or the one statement.
func (c *checker) listOf(n node) []node {
	if c.t.Kind(n) == syntax.KindBlock {
		return c.t.Block(n)
	}
	return []node{n}
}

// hasReturn reports whether a statement, whose nodes follow prev, returns.
func (c *checker) hasReturn(prev, n node) bool {
	for i := prev + 1; i <= n; i++ {
		if c.t.Kind(i) == syntax.KindReturn {
			return true
		}
	}
	return false
}
