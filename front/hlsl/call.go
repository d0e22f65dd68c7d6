package hlsl

// This file checks calls: which function a name means with these arguments, and how
// arguments are passed.

import (
	"strings"

	"refract/internal/front/hlsl/syntax"
	"refract/ir"
)

// maxArgs is how many arguments a call may have.
const maxArgs = 255

func (c *checker) call(n node) operand {
	v := c.t.Call(n)
	if len(v.Args) > maxArgs && !c.isTypeName(v.Callee) {
		c.errorf(codeLimit, c.t.Span(n), "the call has more than %d arguments", maxArgs)
		return operand{}
	}
	var name syntax.Symbol
	var id declID
	var given []node
	switch c.t.Kind(v.Callee) {
	case syntax.KindIdent:
		name = c.t.Ident(v.Callee)
		id = c.lookup(name)
		if id == 0 || c.decls[id].kind == declFunc && id < c.firstLocal {
			if x, done := c.ownCall(n, name, id, v.Args); done {
				return x
			}
		}
	case syntax.KindName:
		q := c.t.NameOf(v.Callee)
		name, given = q.Name, q.Args
		if c.isVulkan(q.Scope) {
			return c.vulkanCall(n, c.t.Name(name), v.Args)
		}
		id = c.qualified(v.Callee)
		if id != 0 && c.decls[id].kind == declFunc {
			f := &c.funcs[c.decls[id].handle]
			if f.strct != 0 && c.this != tNone && !f.static { // Base::f()
				return c.callUser(n, int32(c.decls[id].handle), given, v.Args, c.thisOperand(), nil)
			}
		}
	case syntax.KindType:
		t, _, ok := c.typeOf(v.Callee)
		if !ok {
			return operand{}
		}
		return c.constructor(n, t, v.Args)
	default:
		x := c.expr(v.Callee)
		if !x.ok() {
			return x
		}
		if c.isStruct(x.ty) {
			return c.methodCall(n, v.Callee, x, c.t.Interner().Intern("operator()"), c.t.Span(n), nil, v.Args, syntax.NoSymbol)
		}
		c.errorf(codeNotCallable, c.t.Span(v.Callee), "this can't be called")
		return operand{}
	}
	if id != 0 {
		d := &c.decls[id]
		switch d.kind {
		case declType:
			return c.constructor(n, d.ty, v.Args)
		case declTemplate:
			t := c.instantiate(int(d.handle), given, v.Callee)
			if t == tError {
				return operand{}
			}
			return c.constructor(n, t, v.Args)
		case declFunc:
			m := meaningOf(name)
			if m != nil && m.fn != 0 && c.t.Kind(v.Callee) == syntax.KindIdent {
				return c.overloaded(n, m, int32(d.handle), v.Args)
			}
			return c.callUser(n, int32(d.handle), given, v.Args, operand{}, nil)
		case declError:
			for _, a := range v.Args {
				c.expr(a)
			}
			return operand{}
		}
		x := c.reference(id, v.Callee)
		if x.ok() && c.isStruct(x.ty) && x.kind != opResource {
			return c.methodCall(n, v.Callee, x, c.t.Interner().Intern("operator()"), c.t.Span(n), nil, v.Args, syntax.NoSymbol)
		}
		if x.ok() {
			c.errorf(codeNotCallable, c.t.Span(v.Callee), "%q is a %s and can't be called", c.t.Name(name), d.kind)
		}
		return operand{}
	}
	m := meaningOf(name)
	switch {
	case m != nil && (m.ty != 0 || m.templ != notTempl || m.res != 0):
		t, _ := c.namedType(v.Callee, 0)
		if t == tError {
			return operand{}
		}
		return c.constructor(n, t, v.Args)
	case m != nil && m.fn != 0:
		return c.intrinsicCall(n, m, v.Args, nil)
	}
	c.unknown(c.t.Span(v.Callee), name, "function")
	for _, a := range v.Args {
		c.expr(a)
	}
	return operand{}
}

func (c *checker) isTypeName(n node) bool {
	if c.t.Kind(n) == syntax.KindIdent {
		m := meaningOf(c.t.Ident(n))
		return m != nil && m.ty != 0
	}
	return c.t.Kind(n) == syntax.KindType
}

// ownCall calls a function of the struct whose function is under way.
func (c *checker) ownCall(n node, name syntax.Symbol, global declID, args []node) (operand, bool) {
	for s := c.scope; s != 0; s = c.scopes[s].parent {
		if c.scopes[s].strct == 0 {
			continue
		}
		id := c.inStruct(s, name)
		if id == 0 || c.decls[id].kind != declFunc {
			continue
		}
		f := &c.funcs[c.decls[id].handle]
		if f.static || c.this == tNone {
			return c.callUser(n, int32(c.decls[id].handle), nil, args, operand{}, nil), true
		}
		return c.callUser(n, int32(c.decls[id].handle), nil, args, c.thisOperand(), nil), true
	}
	return operand{}, false
}

// arguments checks the arguments of a call, and pushes them on c.args; see order.go. params are
// the parameters of the function that is called, or nil if it isn't known yet.
func (c *checker) arguments(args []node, params []param) (base int, ok bool) {
	base = len(c.args)
	for range args {
		c.args = append(c.args, operand{})
	}
	ok = true
	effects := c.effectsOf(args)
	order := c.orderOf(args, params, effects)
	for k, a := range args {
		if order != nil {
			k = order[k]
			a = args[k]
		}
		var x operand
		if k < len(params) && params[k].dir != dirIn {
			x = c.target(a)
		} else {
			x = c.expr(a)
		}
		if x.kind == opVoid {
			c.errorf(codeNotValue, c.t.Span(a), "the call has no value")
			x = operand{}
		}
		if effects&^(1<<min(k, 63)) != 0 {
			x = c.loadEarly(x)
		}
		ok = ok && x.ok()
		c.args[base+k] = x
	}
	return base, ok
}

// overloaded calls a function of the source that has the name of one of the language: the
// source's if it takes the arguments.
func (c *checker) overloaded(n node, m *meaning, chain int32, args []node) operand {
	base, ok := c.arguments(args, nil)
	list := append([]operand(nil), c.args[base:]...)
	c.args = c.args[:base]
	if !ok {
		return operand{}
	}
	if best, _ := c.pick2(chain, list, n, nil); best != 0 {
		return c.callUser(n, chain, nil, args, operand{}, list)
	}
	return c.intrinsicCall(n, m, args, list)
}

// callUser calls a function of the source. object is that of a member function; list has
// the arguments if they are checked already.
func (c *checker) callUser(n node, chain int32, given, args []node, object operand, list []operand) operand {
	base := len(c.args)
	if list == nil {
		var ok bool
		if base, ok = c.arguments(args, c.onlyParams(chain)); !ok {
			c.args = c.args[:base]
			return operand{}
		}
		list = append([]operand(nil), c.args[base:]...)
		c.args = c.args[:base]
	}
	name := c.t.Name(c.funcs[chain].name)
	best, ambiguous := c.pick2(chain, list, n, given)
	switch {
	case best == 0:
		if c.failedOverload(chain) {
			if c.quiet == 0 && !c.diags.HasErrors() && !c.checking {
				c.unsupported(c.t.Span(n), "the function "+name)
			}
			return operand{}
		}
		d := c.errorf(codeNoMatch, c.t.Span(n), "no function %s takes %s", name, c.typeList(list))
		for i, k := chain, 0; i != 0 && k < 4; i, k = c.funcs[i].next, k+1 {
			if c.funcs[i].templ == 0 {
				d.Label(c.funcs[i].span, "%s", c.signatureText(&c.funcs[i]))
			}
		}
		return operand{}
	case ambiguous:
		c.errorf(codeNoMatch, c.t.Span(n), "the call of %s is ambiguous: several functions take %s", name, c.typeList(list))
		return operand{}
	}
	return c.invoke(n, best, list, args, object)
}

func (c *checker) failedOverload(chain int32) bool {
	for i := chain; i != 0; i = c.funcs[i].next {
		if c.funcs[i].failed {
			return true
		}
	}
	return false
}

func (c *checker) typeList(list []operand) string {
	names := make([]string, len(list))
	for i := range list {
		names[i] = c.typeName(list[i])
	}
	return "(" + strings.Join(names, ", ") + ")"
}

func (c *checker) signatureText(f *userFunction) string {
	names := make([]string, len(f.params))
	for i := range f.params {
		p := &f.params[i]
		names[i] = [...]string{"", "out ", "inout "}[p.dir] + c.name(p.ty)
	}
	return c.t.Name(f.name) + "(" + strings.Join(names, ", ") + ")"
}

// accepts is the cost of an argument for a parameter.
func (c *checker) accepts(p *param, x operand) (cost int, ok bool) {
	if x.kind == opInit {
		return 0, !p.ty.isScalar() || true
	}
	if x.kind == opHeap {
		return 0, c.isResource(p.ty)
	}
	if x.kind == opString {
		return 0, p.ty == tString
	}
	if x.kind == opResource || c.isResource(c.innermost(p.ty)) {
		if p.ty == x.ty {
			return 0, true
		}
		if x.kind != opResource {
			return 0, false
		}
		if c.isArray(p.ty) && c.isArray(x.ty) {
			a, b := c.at(p.ty), c.at(x.ty)
			return 1, a.base == b.base && (a.length == 0 || a.length == b.length)
		}
		if c.isResource(x.ty) && c.info(x.ty).form == resConstants && c.isStruct(p.ty) && c.at(x.ty).base == p.ty {
			return 1, true
		}
		if c.isResource(p.ty) && c.isResource(x.ty) && c.info(p.ty).form == resSampler && c.info(x.ty).form == resSampler {
			return 1, true
		}
		return 0, false
	}
	switch p.dir {
	case dirIn:
		return c.cost(x.ty, p.ty)
	case dirOut:
		return c.cost(p.ty, x.ty)
	}
	a, ok1 := c.cost(x.ty, p.ty)
	b, ok2 := c.cost(p.ty, x.ty)
	return max(a, b), ok1 && ok2
}

// candidate is an overload that takes the arguments.
type candidate struct {
	fn    int32
	costs []int
	sum   int
	templ bool
}

// pick2 chooses among overloads; 0: none fits.
func (c *checker) pick2(chain int32, list []operand, n node, given []node) (best int32, ambiguous bool) {
	var found []candidate
	for i := chain; i != 0; i = c.funcs[i].next {
		fn := i
		f := &c.funcs[i]
		if f.order > c.visible {
			continue
		}
		if len(list) > len(f.params) || len(list) < len(f.params) && f.params[len(list)].init == syntax.None {
			continue
		}
		templ := f.templ != 0
		if len(given) > 0 && !templ {
			continue
		}
		if templ {
			errors := c.quiet
			c.quiet++
			failed := c.failed
			fn = c.instantiateFunction(i, given, list, n)
			c.failed = failed
			c.quiet = errors
			if fn == 0 {
				continue
			}
			f = &c.funcs[fn]
			if len(list) > len(f.params) {
				continue
			}
		}
		if f.failed {
			continue
		}
		x := candidate{fn: fn, costs: make([]int, len(list)), templ: templ}
		fits := true
		for k := range list {
			cost, ok := c.accepts(&c.funcs[fn].params[k], list[k])
			fits = fits && ok
			x.costs[k] = cost
			x.sum += cost
		}
		if fits {
			found = append(found, x)
		}
	}
	if len(found) == 0 {
		return 0, false
	}
	// The one that no other is better than in any argument; else the least sum.
	at := 0
	for i := 1; i < len(found); i++ {
		if found[i].sum < found[at].sum || found[i].sum == found[at].sum && found[at].templ && !found[i].templ {
			at = i
		}
	}
	for i := range found {
		if i == at {
			continue
		}
		if found[i].sum == found[at].sum && found[i].templ == found[at].templ {
			ambiguous = true
		}
	}
	return found[at].fn, ambiguous
}

// back is a copy of an argument that is stored behind a call.
type back struct {
	to    operand
	local ir.LocalID
	ty    typeID
}

// passSlots adds the resources of a value with some to the arguments of a call.
func (c *checker) passSlots(exprs []ir.ExprID, refs []int32, x operand, t typeID) ([]ir.ExprID, []int32) {
	if !c.holdsResource(t) {
		return exprs, refs
	}
	for k := range c.slotCount(t) {
		ref := c.refOf(x, k)
		refs = append(refs, ref)
		if i := c.refs[ref].index; i != 0 {
			exprs = append(exprs, i)
		}
	}
	return exprs, refs
}

// invoke builds the call of a function.
func (c *checker) invoke(n node, index int32, list []operand, nodes []node, object operand) operand {
	f := &c.funcs[index]
	if f.failed {
		return operand{}
	}
	if c.fn == nil {
		if c.quiet > 0 {
			c.failed = true
			return operand{}
		}
		c.errorf(codeConstWanted, c.t.Span(n), "a constant expression can't call %s", c.t.Name(f.name))
		return operand{}
	}
	c.calls = append(c.calls, callEdge{c.curFunc, index, c.t.Span(n)})
	if c.holdsResource(f.result) || c.setsResource(f) || c.namesVertices(index) || c.namesStatics(index) {
		return c.inline(n, index, list, nodes, object)
	}
	if x, done := c.eitherInvoke(n, index, list, nodes, object); done {
		return x
	}
	c.b.Span = c.t.Span(n)
	p := passing{index: index, list: list, this: tNone}
	ok := true
	if f.strct != 0 && !f.static {
		if !object.ok() {
			c.errorf(codeNotCallable, c.t.Span(n), "the function %s needs an object", c.t.Name(f.name))
			return operand{}
		}
		c.passObject(&p, n, object)
	}
	for k := range c.funcs[index].params {
		var x operand
		var at node
		if k < len(list) {
			x, at = list[k], nodes[k]
		} else {
			x, at = c.defaultArgument(index, k)
		}
		ok = c.passArgument(&p, k, x, at) && ok
	}
	if !ok {
		return operand{}
	}
	c.b.Span = c.t.Span(n)
	id := c.instanceOf(index, p.this, p.refs, p.direct, p.consts)
	result := c.funcs[index].result
	r := c.b.Call(id, p.exprs...)
	for _, x := range p.backs {
		v := value(c.b.Load(c.b.Local(x.local)), x.ty)
		if v.ty != x.to.ty {
			if v.ty.numeric() {
				v = c.convert(v, x.to.ty)
			} else {
				v = c.implicit(v, x.to.ty, c.t.Span(n), "the value")
			}
		}
		c.store(x.to, v)
	}
	if r == 0 {
		return operand{kind: opVoid, ty: tVoid}
	}
	return value(r, result)
}

// A passing is the list of arguments of a call under way.
type passing struct {
	index  int32
	list   []operand // as the call has them
	this   typeID    // the object's
	exprs  []ir.ExprID
	refs   []int32 // resources among the arguments
	backs  []back  // variables that are copied back
	direct uint64  // by parameter: the function accesses the variable that is the argument; see privateShift
	consts []constArg
}

// passObject passes the object of a function.
func (c *checker) passObject(p *passing, n node, object operand) {
	p.this = object.ty
	if object.kind == opResource {
		object = c.bufferRef(object)
		p.this = object.ty
	}
	if c.holdsRayObject(p.this) && object.kind == opRef {
		if c.m.Types.At(c.ex.TypeOf(object.expr())).Space == ir.SpacePrivate {
			p.direct |= privateObject
		}
		p.exprs = append(p.exprs, object.expr())
	} else if object.kind == opRef && c.passable(object, p.this) {
		p.exprs = append(p.exprs, object.expr())
	} else {
		l := c.fn.AddLocal(ir.Local{Type: c.irOf(p.this), Span: c.t.Span(n)})
		v := c.rvalue(object)
		c.b.DeclareLocal(l, c.toExpr(v))
		if object.isPlace() && !object.fixed && c.funcs[p.index].writes {
			p.backs = append(p.backs, back{object, l, p.this})
		}
		p.exprs = append(p.exprs, c.b.Local(l))
	}
	p.exprs, p.refs = c.passSlots(p.exprs, p.refs, object, p.this)
}

// defaultArgument is the value of a parameter that a call leaves out.
func (c *checker) defaultArgument(index int32, k int) (operand, node) {
	f := &c.funcs[index]
	at := f.params[k].init
	scope, fn, visible := c.scope, c.firstLocal, c.visible
	c.scope, c.firstLocal, c.visible = f.scope, ^declID(0), ^uint32(0)
	x := c.expr(at)
	c.scope, c.firstLocal, c.visible = scope, fn, visible
	return x, at
}

// passArgument passes argument k; false if it is wrong.
func (c *checker) passArgument(p *passing, k int, x operand, at node) bool {
	param := c.funcs[p.index].params[k]
	switch {
	case c.isResource(c.innermost(param.ty)):
		return c.passResource(p, param, x, at)
	case c.holdsResource(param.ty) && (c.slotCount(param.ty) == 0 || c.slotCount(param.ty) > maxSlots):
		c.unsupported(c.t.Span(at), "arrays without a size of structs with resources")
		return false
	case c.holdsRayObject(param.ty):
		return c.passQuery(p, k, x, at)
	case param.dir != dirIn:
		return c.passPlace(p, param, k, x, at)
	}
	if x.kind == opResource {
		x = c.bufferRef(x)
	}
	c.b.Span = c.t.Span(at)
	if x.isPlace() {
		x = c.rvalue(x)
	}
	v := c.converted(x, param.ty, at, argumentName(k))
	if v.ok() && c.isSpecial(p.index, k) {
		if v.isConst() {
			p.consts = append(p.consts, constArg{k, v})
			return true
		}
		c.wantConstantOf(at)
	}
	if v.ok() {
		p.exprs = append(p.exprs, c.toExpr(v))
		p.exprs, p.refs = c.passSlots(p.exprs, p.refs, v, param.ty)
	}
	return v.ok()
}

func argumentName(k int) string { return "argument " + number(k+1) }

// passResource passes a resource, with the index if it is an element of an array.
func (c *checker) passResource(p *passing, param param, x operand, at node) bool {
	if x.kind == opHeap {
		x = c.fromHeap(x, param.ty, c.t.Span(at))
	}
	if x.kind != opResource {
		return false
	}
	if param.dir != dirIn && !c.isStream(param.ty) {
		c.unsupported(c.t.Span(at), "resources as parameters that are out or inout")
		return false
	}
	p.refs = append(p.refs, x.ref)
	if i := c.refs[x.ref].index; i != 0 {
		p.exprs = append(p.exprs, i)
	}
	return true
}

// passQuery passes the place of what holds ray queries.
func (c *checker) passQuery(p *passing, k int, x operand, at node) bool {
	if x.kind != opRef || x.ty != c.funcs[p.index].params[k].ty {
		return false
	}
	if c.m.Types.At(c.ex.TypeOf(x.expr())).Space == ir.SpacePrivate {
		if k >= objectPlace {
			c.unsupported(c.t.Span(at), "a static ray query as an argument behind so many")
			return false
		}
		p.direct |= 1 << (privateShift + k)
	}
	p.exprs = append(p.exprs, x.expr())
	return true
}

// passPlace passes a place that the function writes: the place itself, or a variable that is copied back.
func (c *checker) passPlace(p *passing, param param, k int, x operand, at node) bool {
	if !c.writable(x, at, "pass for an out parameter") {
		return false
	}
	if c.isIncoming(x) && x.ty == param.ty && k < privateShift && !c.writtenTwice(p.index, p.list, k) {
		p.direct |= 1 << k
		return true
	}
	if x.kind == opRef && (x.early == 0 || param.dir == dirOut) && c.passable(x, param.ty) && !c.writtenTwice(p.index, p.list, k) {
		p.exprs = append(p.exprs, x.expr())
		p.exprs, p.refs = c.passSlots(p.exprs, p.refs, x, param.ty)
		return true
	}
	var init ir.ExprID
	if param.dir == dirInout {
		v := c.implicit(c.rvalue(x), param.ty, c.t.Span(at), argumentName(k))
		if !v.ok() {
			return false
		}
		init = c.toExpr(v)
	}
	l := c.fn.AddLocal(ir.Local{Type: c.irOf(param.ty), Span: c.t.Span(at)})
	c.b.DeclareLocal(l, init)
	p.backs = append(p.backs, back{x, l, param.ty})
	p.exprs = append(p.exprs, c.b.Local(l))
	p.exprs, p.refs = c.passSlots(p.exprs, p.refs, x, param.ty)
	return true
}

// isIncoming reports whether a place is the whole payload that the shader gets. Functions have the variable
// itself, since a shader may end in one.
func (c *checker) isIncoming(x operand) bool {
	return x.kind == opRef && x.n == 0 && c.entry.incoming != 0 && c.ex.Kind(x.expr()) == ir.KindGlobal && c.fn.GlobalRef(x.expr()) == c.entry.incoming
}

// passable reports whether a variable can be passed as it is: a whole local one, or
// parameter.
func (c *checker) passable(x operand, t typeID) bool {
	e := x.expr()
	p := c.m.Types.At(c.ex.TypeOf(e))
	if x.n > 0 || x.bitN > 0 || p.Space != ir.SpaceFunction || x.ty != t || p.Base != c.irOf(t) {
		return false
	}
	k := c.ex.Kind(e)
	return k == ir.KindLocal || k == ir.KindArgument
}

// writtenTwice reports whether a call writes the variable of argument k, or a part of it,
// through another argument too.
func (c *checker) writtenTwice(index int32, list []operand, k int) bool {
	for i := range list {
		if i != k && c.funcs[index].params[i].dir != dirIn && list[i].decl == list[k].decl {
			return true
		}
	}
	return false
}

// method checks x.name(args).
func (c *checker) method(n node) operand {
	v := c.t.Method(n)
	x := c.expr(v.X)
	if !x.ok() {
		for _, a := range v.Args {
			c.expr(a)
		}
		return operand{}
	}
	c.b.Span = c.t.Span(n)
	if x.kind == opResource && c.isResource(x.ty) {
		if c.info(x.ty).form != resConstants {
			return c.resourceMethod(n, x, v)
		}
		x = c.bufferRef(x)
	}
	if x.kind == opRef && c.at(x.ty).kind == htQuery {
		return c.rayMethod(n, x, v)
	}
	if !c.isStruct(x.ty) || x.kind == opVoid {
		c.errorf(codeMember, v.NameSpan, "a value of type %s has no function %q", c.typeName(x), c.t.Name(v.Name))
		return operand{}
	}
	return c.methodCall(n, v.X, x, v.Name, v.NameSpan, v.Types, v.Args, v.Scope)
}

// methodCall calls a function of a struct.
func (c *checker) methodCall(n, xn node, x operand, name syntax.Symbol, at span, given, args []node, scope syntax.Symbol) operand {
	if !x.ok() {
		return x
	}
	if x.kind == opResource {
		x = c.bufferRef(x)
	}
	if !c.isStruct(x.ty) {
		c.errorf(codeMember, at, "a value of type %s has no functions", c.typeName(x))
		return operand{}
	}
	s := c.structOf(x.ty)
	from := s.scope
	if scope != syntax.NoSymbol {
		if id := c.lookup(scope); id != 0 && c.decls[id].kind == declType && c.isStruct(c.decls[id].ty) {
			from = c.structOf(c.decls[id].ty).scope
		}
	}
	id := c.inStruct(from, name)
	if id == 0 || c.decls[id].kind != declFunc {
		if i := s.findMember(name); i >= 0 && c.isStruct(s.members[i].ty) {
			y := c.memberOperand(x, i, n)
			return c.methodCall(n, xn, y, c.t.Interner().Intern("operator()"), at, nil, args, syntax.NoSymbol)
		}
		text := c.t.Name(name)
		if op, ok := strings.CutPrefix(text, "operator"); ok {
			c.errorf(codeNoMatch, at, "%s has no operator %s", c.name(x.ty), op)
		} else {
			c.errorf(codeMember, at, "%s has no function %q", c.name(x.ty), text)
		}
		return operand{}
	}
	// The function sees the names of its own struct, and the members of the object.
	saved := c.visible
	c.visible = ^uint32(0)
	r := c.callUser(n, int32(c.decls[id].handle), given, args, x, nil)
	c.visible = saved
	return r
}

// operatorCall calls an operator that a struct defines.
func (c *checker) operatorCall(n node, name string, xn node, x operand, args []node) operand {
	if !x.ok() {
		return x
	}
	s := c.t.Interner().Lookup(name)
	if s != syntax.NoSymbol && c.isStruct(x.ty) {
		if id := c.inStruct(c.structOf(x.ty).scope, s); id != 0 {
			return c.methodCall(n, xn, x, s, c.t.Span(n), nil, args, syntax.NoSymbol)
		}
	}
	what := ""
	if len(args) == 1 {
		y := c.expression(args[0])
		if !y.ok() {
			return y
		}
		what = " and " + c.typeName(y)
	}
	c.errorf(codeNoMatch, c.t.Span(n), "the operator %s doesn't take %s%s", strings.TrimPrefix(name, "operator"), c.typeName(x), what)
	return operand{}
}

// conversionOperator converts a struct by an operator that it defines.
func (c *checker) conversionOperator(n, xn node, x operand, t typeID) (operand, bool) {
	s := c.t.Interner().Lookup("operator cast")
	if s == syntax.NoSymbol || !c.isStruct(x.ty) {
		return operand{}, false
	}
	id := c.inStruct(c.structOf(x.ty).scope, s)
	if id == 0 {
		return operand{}, false
	}
	for i := int32(c.decls[id].handle); i != 0; i = c.funcs[i].next {
		if _, ok := c.cost(c.funcs[i].result, t); ok && !c.funcs[i].failed {
			y := c.invoke(n, i, nil, nil, x)
			return c.implicit(y, t, c.t.Span(n), "the value"), true
		}
	}
	return operand{}, false
}

// constructor builds a value of a type from arguments.
func (c *checker) constructor(n node, t typeID, args []node) operand {
	if t == tError {
		return operand{}
	}
	if !t.numeric() {
		for _, a := range args {
			c.expr(a)
		}
		c.errorf(codeNotCallable, c.t.Span(n), "%s has no constructor", c.name(t)).Note("a list in braces, or a cast, makes a value of it")
		return operand{}
	}
	if len(args) == 0 {
		c.errorf(codeArgCount, c.t.Span(n), "the constructor of %s needs arguments", c.name(t))
		return operand{}
	}
	base := len(c.args)
	ok := true
	total := 0
	for _, a := range args {
		x := c.numericExpr(a)
		ok = ok && x.ok()
		if x.ok() {
			total += x.ty.shape().count()
		}
		c.args = append(c.args, x)
	}
	list := append([]operand(nil), c.args[base:]...)
	c.args = c.args[:base]
	if !ok {
		return operand{}
	}
	c.b.Span = c.t.Span(n)
	want := t.shape().count()
	if len(list) == 1 && total == want && (want == 1 || t.shape() == list[0].ty.shape()) {
		return c.castTo(list[0], t, c.t.Span(n))
	}
	if total != want {
		d := c.errorf(codeArgCount, c.t.Span(n), "%s needs %d components, found %d", c.name(t), want, total)
		if len(list) == 1 {
			d.Note("a cast, such as (%s)x, repeats or cuts a value", c.name(t))
		}
		return operand{}
	}
	k, s := t.kind(), t.shape()
	if s.form == formVector && s.cols > 1 {
		var parts [4]operand
		whole := true
		for i, x := range list {
			if x.ty.isMatrix() || i >= 4 {
				whole = false
				break
			}
			parts[i] = c.cast(k, x)
		}
		if whole {
			return c.compose(t, parts[:len(list)]...)
		}
	}
	if s.form == formMatrix && len(list) == int(s.rows) {
		rows := true
		for _, x := range list {
			rows = rows && x.ty.size() == int(s.cols)
		}
		if rows {
			return c.byRows(t, func(i uint32) operand {
				r := c.cast(k, list[i])
				r.ty = rowType(t)
				return r
			})
		}
	}
	var flat []operand
	for _, x := range list {
		flat = c.flatten(flat, x)
	}
	return c.unflatten(t, &flat)
}
