package hlsl

// This file declares functions and lowers their bodies, once for each choice of resources.

import (
	"strconv"
	"strings"

	"refract/internal/front/clike"
	"refract/internal/front/hlsl/syntax"
	"refract/ir"
)

type direction uint8

const (
	dirIn direction = iota
	dirOut
	dirInout
)

// param is a parameter of a function.
type param struct {
	name  syntax.Symbol
	span  span
	ty    typeID
	major int8
	dir   direction
	fixed bool
	mods  mods
	sem   string
	init  node // default argument
	attrs []node
	node  node
}

// userFunction is a function of the source.
type userFunction struct {
	name     syntax.Symbol
	node     node // KindFunction of the definition; None: only declared
	decl     node // the first declaration
	span     span
	params   []param
	result   typeID
	next     int32 // the overload declared before
	scope    scopeID
	strct    uint32 // of a member function
	static   bool
	order    uint32 // from which on it can be called
	visible  uint32 // names that its body can use
	templ    int32  // index in templates: it is instantiated
	insts    []instance
	failed   bool
	special  bool // resources are parameters: one instance for each choice
	writes   bool // a member function may change its object
	bound    bool // it depends on the entry point: it, or a function that it calls, reads built-in values or acts on the pipeline
	reached  bool
	mentions [numMentions]found // 0: not known
	sem      string
	attrs    []node
}

// instance is a function of the module.
type instance struct {
	key  string
	id   ir.FuncID
	this typeID
}

// pendingFunc is a body to be lowered.
type pendingFunc struct {
	fn     int32
	id     ir.FuncID
	this   typeID
	refs   []int32 // of resource parameters, in order; the index of each that has one is an argument
	direct uint64  // parameters that are the payload of the shader
	consts []constArg
}

// constArg is a parameter that is a constant in an instance of a function.
type constArg struct {
	param int
	value operand
}

type callEdge struct {
	from, to int32
	span     span
}

// maxOverloads bounds the functions of one name.
const maxOverloads = 256

// function declares a function, at global scope or of a struct.
func (c *checker) function(n node, strct uint32) int32 {
	v := c.t.Function(n)
	if len(v.Scope) > 0 {
		return c.outside(n, &v)
	}
	f, ok := c.signature(n, &v)
	if name := c.t.Name(v.Name); strct == 0 && ok && strings.HasPrefix(name, "operator") && name != "operator" {
		c.errorf(codeRedeclared, v.NameSpan, "only structs have operators")
	}
	if c.t.Name(v.Name) == "operator=" {
		c.errorf(codeRedeclared, v.NameSpan, "the operator = can't be overloaded")
	}
	if v.Mods&syntax.ModExtern != 0 {
		c.errorf(codeQualifier, v.NameSpan, "a function can't be extern")
	}
	f.strct = strct
	f.failed = f.failed || !ok
	if strct != 0 {
		f.static = v.Mods&syntax.ModStatic != 0
		f.writes = v.Body == syntax.None || c.mayWrite(n, strct)
	}
	return c.declareFunction(n, &v, f)
}

// outside defines a function of a struct, or of a namespace, outside of it.
func (c *checker) outside(n node, v *syntax.Function) int32 {
	scope := scopeID(0)
	for i, s := range v.Scope {
		name := c.t.Ident(s)
		var id declID
		if i == 0 {
			id = c.lookup(name)
		} else {
			id = c.inScope(scope, name)
		}
		d := &c.decls[id]
		switch {
		case id != 0 && d.kind == declSpace:
			scope = scopeID(d.handle)
		case id != 0 && d.kind == declType && c.isStruct(d.ty):
			scope = c.structOf(d.ty).scope
		default:
			c.errorf(codeUnresolved, c.t.Span(s), "%q is no namespace or struct", c.t.Name(name))
			return 0
		}
	}
	old := c.scope
	c.scope = scope
	f, ok := c.signature(n, v)
	f.failed = !ok
	f.strct = c.scopes[scope].strct
	if f.strct != 0 {
		f.writes = c.mayWrite(n, f.strct)
	}
	chain := int32(0)
	if id := c.inScope(scope, v.Name); id != 0 && c.decls[id].kind == declFunc {
		chain = int32(c.decls[id].handle)
	}
	found := int32(0)
	for i := chain; i != 0; i = c.funcs[i].next {
		if c.sameSignature(&c.funcs[i], &f) {
			found = i
		}
	}
	if found == 0 && f.strct != 0 {
		c.errorf(codeUnresolved, v.NameSpan, "the struct has no function %q with these parameters", c.t.Name(v.Name))
		c.scope = old
		return 0
	}
	if found == 0 {
		found = c.declareFunction(n, v, f)
	} else {
		g := &c.funcs[found]
		f.static = g.static
		if g.node != syntax.None {
			c.errorf(codeRedeclared, v.NameSpan, "the function %q is defined twice", c.t.Name(v.Name)).Label(g.span, "first defined here")
		}
		next, order := g.next, g.order
		f.next, f.order, f.visible = next, order, c.order
		f.node, f.decl = n, g.decl
		c.funcs[found] = f
	}
	c.scope = old
	return found
}

// mayWrite reports whether the body of a member function may change the object: an
// assignment or call in it names a member.
func (c *checker) mayWrite(n node, strct uint32) bool {
	v := c.t.Function(n)
	if v.Body == syntax.None {
		return true
	}
	for i := v.Body; i > v.Return; i-- {
		switch c.t.Kind(i) {
		case syntax.KindAssign:
			if c.rootIsMember(c.t.Assign(i).Left, strct) {
				return true
			}
		case syntax.KindUnary:
			if u := c.t.Unary(i); u.Op >= syntax.OpPreIncrement && c.rootIsMember(u.X, strct) {
				return true
			}
		case syntax.KindCall:
			v := c.t.Call(i)
			if c.t.Kind(v.Callee) == syntax.KindIdent && c.bind[c.t.Ident(v.Callee)] == 0 && meaningOf(c.t.Ident(v.Callee)) == nil {
				return true // another function of the struct
			}
			for _, a := range v.Args {
				if c.rootIsMember(a, strct) && meaningOf(c.calleeName(v.Callee)) == nil {
					return true
				}
			}
		case syntax.KindMethod:
			if c.rootIsMember(c.t.Method(i).X, strct) {
				return true
			}
		}
	}
	return false
}

func (c *checker) calleeName(n node) syntax.Symbol {
	if c.t.Kind(n) == syntax.KindIdent {
		return c.t.Ident(n)
	}
	return syntax.NoSymbol
}

// rootIsMember reports whether an expression may name a part of this.
func (c *checker) rootIsMember(n node, strct uint32) bool {
	for {
		n = c.t.Unparen(n)
		switch c.t.Kind(n) {
		case syntax.KindMember:
			n = c.t.Member(n).X
		case syntax.KindIndex:
			n = c.t.Index(n).X
		case syntax.KindCast:
			n = c.t.Cast(n).X
		case syntax.KindThis:
			return true
		case syntax.KindIdent:
			return c.structs[strct].findMember(c.t.Ident(n)) >= 0 || !c.structs[strct].defined || len(c.structs[strct].members) == 0
		default:
			return false
		}
	}
}

// signature reads the parameters and result of a function.
func (c *checker) signature(n node, v *syntax.Function) (userFunction, bool) {
	f := userFunction{name: v.Name, decl: n, span: v.NameSpan, scope: c.scope, order: c.order, visible: c.order, attrs: v.Attrs}
	ok := true
	t, _, good := c.typeOf(v.Return)
	if good && len(v.Dims) > 0 {
		t, good = c.dims(t, v.Dims, v.NameSpan)
	}
	ok = ok && good
	f.result = t
	if good && c.isResource(c.innermost(t)) && c.info(c.innermost(t)).form == resUnsupported {
		f.failed = true
	}
	for _, a := range v.Annots {
		if c.t.Kind(a) == syntax.KindSemantic {
			f.sem = c.t.Name(c.t.Semantic(a))
		}
	}
	defaults := false
	for _, pn := range v.Params {
		q := c.t.Param(pn)
		t, major, good := c.typeOf(q.Type)
		if good {
			t, good = c.dims(t, q.Dims, q.NameSpan)
		}
		if !good {
			ok = false
			t = tError
		}
		m := q.Mods | c.t.Type(q.Type).Mods
		p := param{name: q.Name, span: q.NameSpan, ty: t, mods: m, init: q.Default, attrs: q.Attrs, fixed: m&syntax.ModConst != 0, node: pn}
		if q.Name == syntax.NoSymbol {
			p.span = c.t.Span(pn)
		}
		p.major = c.majorOf(m, major)
		switch {
		case m&syntax.ModInout != 0 || m&syntax.ModIn != 0 && m&syntax.ModOut != 0:
			p.dir = dirInout
		case m&syntax.ModOut != 0:
			p.dir = dirOut
		}
		if good && t == tVoid {
			c.errorf(codeTypeRule, p.span, "a parameter can't be void")
			ok = false
		}
		if good && c.isArray(t) && c.at(t).length == 0 && !c.isResource(c.innermost(t)) {
			c.errorf(codeTypeRule, p.span, "an array that is a parameter must have a size")
			ok = false
		}
		if p.dir == dirOut && p.fixed {
			c.errorf(codeQualifier, p.span, "a parameter that is out can't be const")
			ok = false
		}
		for _, a := range q.Annots {
			if c.t.Kind(a) == syntax.KindSemantic {
				p.sem = c.t.Name(c.t.Semantic(a))
			}
		}
		if q.Default != syntax.None {
			defaults = true
		} else if defaults {
			c.errorf(codeVariable, p.span, "a parameter behind one with a default needs one, too")
			ok = false
		}
		if good && c.holdsResource(t) {
			f.special = true
			if h := c.at(c.innermost(t)); h.kind == htResource && resources[h.res].form == resUnsupported {
				f.failed = true
			}
		}
		for _, before := range f.params {
			if p.name != syntax.NoSymbol && before.name == p.name {
				c.errorf(codeRedeclared, p.span, "there are two parameters named %q", c.t.Name(p.name)).Label(before.span, "the first one")
				ok = false
			}
		}
		f.params = append(f.params, p)
	}
	return f, ok
}

func (c *checker) sameSignature(a, b *userFunction) bool {
	if len(a.params) != len(b.params) || a.templ != b.templ {
		return false
	}
	for i := range a.params {
		if a.params[i].ty != b.params[i].ty {
			return false
		}
	}
	return true
}

// declareFunction adds an overload, or finds the one that is declared already.
func (c *checker) declareFunction(n node, v *syntax.Function, f userFunction) int32 {
	var chain int32
	old, here := c.declaredHere(v.Name)
	if here {
		switch d := &c.decls[old]; d.kind {
		case declFunc:
			chain = int32(d.handle)
		case declError:
		default:
			c.errorf(codeRedeclared, v.NameSpan, "%q is declared twice in this scope", c.t.Name(v.Name)).Label(d.span, "first declared here")
			return 0
		}
	} else if m := meaningOf(v.Name); m != nil && m.fn == 0 && c.scope == 0 && !(c.isDXC() && m.res != 0 && resources[m.res].form == resState) {
		c.errorf(codeRedeclared, v.NameSpan, "%q is a type of the language", c.t.Name(v.Name))
		return 0
	}
	if v.Body != syntax.None {
		f.node = n
	}
	count := 0
	for i := chain; i != 0; i = c.funcs[i].next {
		g := &c.funcs[i]
		if count++; !c.sameSignature(g, &f) || g.failed || f.failed {
			continue
		}
		if g.result != f.result && g.templ == 0 {
			c.errorf(codeRedeclared, v.NameSpan, "%q is declared with another type of result", c.t.Name(v.Name)).Label(g.span, "first declared here")
			return 0
		}
		for k := range f.params {
			if f.params[k].dir != g.params[k].dir {
				c.errorf(codeRedeclared, f.params[k].span, "the parameter is declared with another direction").Label(g.params[k].span, "first declared here")
				return 0
			}
		}
		if g.templ != 0 {
			continue
		}
		if v.Body != syntax.None && g.node != syntax.None {
			c.errorf(codeRedeclared, v.NameSpan, "the function %q is defined twice", c.t.Name(v.Name)).Label(g.span, "first defined here")
			return 0
		}
		if v.Body != syntax.None {
			next, order := g.next, g.order
			for k := range f.params {
				if f.params[k].init == syntax.None {
					f.params[k].init = g.params[k].init
				}
				if f.params[k].sem == "" {
					f.params[k].sem = g.params[k].sem
				}
			}
			f.next, f.order = next, order
			if len(f.attrs) == 0 {
				f.attrs = g.attrs
			}
			c.funcs[i] = f
		}
		return i
	}
	if count >= maxOverloads {
		c.errorf(codeLimit, v.NameSpan, "more than %d functions are called %q", maxOverloads, c.t.Name(v.Name))
		return 0
	}
	f.next = chain
	c.funcs = append(c.funcs, f)
	index := int32(len(c.funcs) - 1)
	c.decls = append(c.decls, decl{kind: declFunc, name: v.Name, span: v.NameSpan, handle: uint32(index), member: -1, order: c.order})
	if chain != 0 {
		c.decls[len(c.decls)-1].order = c.decls[old].order
	}
	c.bindName(v.Name, declID(len(c.decls)-1))
	return index
}

// The low bits of a set of parameters are those that are the payload of the shader; the high ones point to
// ray queries that are static.
const (
	privateShift  = 32
	directParams  = 1<<privateShift - 1
	objectPlace   = 31 // of the object of a function, behind the parameters
	privateObject = 1 << (privateShift + objectPlace)
)

// instanceOf is the function of the module for a choice of resources, and the type of this. Parameters whose
// bits are set in direct are the payload of the shader, or point to static ray queries; those in consts are
// constants.
func (c *checker) instanceOf(index int32, this typeID, refs []int32, direct uint64, consts []constArg) ir.FuncID {
	direct, private := direct&directParams, direct>>privateShift
	key := strconv.Itoa(int(this))
	for _, x := range consts {
		key += "c" + strconv.Itoa(x.param) + "=" + strconv.FormatUint(x.value.bits, 16)
	}
	if private != 0 {
		key += "p" + strconv.FormatUint(private, 16)
	}
	if direct != 0 {
		c.funcs[index].bound = true
		key += "d" + strconv.FormatUint(direct, 16)
	}
	key += c.entryKey(&c.funcs[index])
	for _, r := range refs {
		x := &c.refs[r]
		key += "," + strconv.Itoa(int(x.res))
		if x.index != 0 {
			key += "i"
		}
		if x.at != 0 {
			key += "a" + strconv.Itoa(int(x.at))
		}
		if x.nonUnif {
			key += "n"
		}
	}
	f := &c.funcs[index]
	for _, x := range f.insts {
		if x.key == key {
			return x.id
		}
	}
	f.reached = true
	name := c.t.Name(f.name)
	if len(name) > 8 && name[:8] == "operator" {
		name = "operator_"
	}
	if f.strct != 0 {
		name = c.structs[f.strct].name + "_" + name
	} else {
		name = c.scopes[f.scope].name + name
	}
	id, fn := c.m.NewFunction(name)
	fn.Span = f.span
	if f.result != tVoid && !c.isResource(c.innermost(f.result)) {
		fn.Result = c.irOf(f.result)
	}
	pointer := func(t typeID) ir.TypeID {
		return c.m.Types.Pointer(c.irOf(t), ir.SpaceFunction, ir.AccessReadWrite, ir.NoLayout)
	}
	if this != tNone {
		a := ir.Argument{Name: "self", Type: pointer(this), Span: f.span}
		if private>>objectPlace != 0 {
			a.Type = c.m.Types.Pointer(c.irOf(this), ir.SpacePrivate, ir.AccessReadWrite, ir.NoLayout)
		}
		fn.Args = append(fn.Args, a)
	}
	k := 0
	slots := func(t typeID, name string) {
		if !c.holdsResource(t) {
			return
		}
		for range c.slotCount(t) {
			if c.refs[refs[k]].index != 0 {
				fn.Args = append(fn.Args, ir.Argument{Name: name + "_index", Type: ir.TypeU32, Span: f.span})
			}
			k++
		}
	}
	slots(this, "self")
	for i := range f.params {
		p := &f.params[i]
		if direct>>i&1 != 0 || constOf(consts, i) != nil {
			continue
		}
		a := ir.Argument{Name: c.t.Name(p.name), Type: c.irOf(p.ty), Span: p.span}
		if a.Name == "" {
			a.Name = "p"
		}
		if c.isResource(c.innermost(p.ty)) {
			if c.refs[refs[k]].index != 0 {
				a.Name, a.Type = a.Name+"_index", ir.TypeU32
				fn.Args = append(fn.Args, a)
			}
			k++
			continue
		}
		if p.dir != dirIn || c.holdsRayObject(p.ty) {
			a.Type = pointer(p.ty)
			if private>>i&1 != 0 {
				a.Type = c.m.Types.Pointer(c.irOf(p.ty), ir.SpacePrivate, ir.AccessReadWrite, ir.NoLayout)
			}
		}
		fn.Args = append(fn.Args, a)
		slots(p.ty, a.Name)
	}
	f.insts = append(f.insts, instance{key, id, this})
	c.queue = append(c.queue, pendingFunc{index, id, this, append([]int32(nil), refs...), direct, consts})
	return id
}

// maxFunctions bounds the functions of a module: templates and resources multiply them.
const maxFunctions = 1 << 14

// lowerQueue lowers the bodies of functions that are called.
func (c *checker) lowerQueue() {
	for k := 0; k < len(c.queue); k++ {
		if len(c.queue) > maxFunctions {
			c.errorf(codeLimit, c.funcs[c.queue[k].fn].span, "the shader has more than %d functions", maxFunctions)
			break
		}
		p := c.queue[k]
		c.lower(p)
		if c.diags.HasErrors() && len(c.diags.Sorted()) > 100 {
			break
		}
	}
	c.queue = c.queue[:0]
}

// lower builds the body of a function.
func (c *checker) lower(p pendingFunc) {
	f := &c.funcs[p.fn]
	fn := c.m.Func(p.id)
	c.startFunction(fn, p.fn)
	c.this = p.this
	old := c.push()
	c.b.Begin()
	if f.node == syntax.None || c.t.Function(f.node).Body == syntax.None {
		if !c.checking {
			c.errorf(codeUnresolved, f.span, "the function %q is called but not defined", c.t.Name(f.name))
		}
		c.returnZero()
		fn.Body = c.b.End(0)
		c.pop(old)
		c.endFunction()
		return
	}
	v := c.t.Function(f.node)
	c.markWritten(f.node)
	arg := 0
	if p.this != tNone {
		arg++
	}
	k := 0
	c.thisSlots = c.takeSlots(p.this, &arg, p.refs, &k)
	c.fixSlots(c.thisSlots, p.this)
	for i := range f.params {
		q := &c.funcs[p.fn].params[i]
		if p.direct>>i&1 != 0 {
			c.declare(decl{kind: declGlobal, name: q.name, span: q.span, ty: q.ty, handle: uint32(c.entry.incoming), member: -1})
			continue
		}
		if x := constOf(p.consts, i); x != nil {
			c.declareConst(q, x.value)
			continue
		}
		arg += c.declareParam(q, arg, p.refs, &k)
	}
	bh := c.stmts(c.t.Block(v.Body))
	if bh&clike.Next != 0 {
		c.b.Span = c.t.Span(v.Body)
		if bh&clike.Never == 0 {
			c.fallsOff(p.fn)
		}
		c.returnZero()
	}
	fn.Body = c.b.End(0)
	c.pop(old)
	c.endFunction()
}

// fallsOff reports a function with a result whose end may be reached.
func (c *checker) fallsOff(index int32) {
	f := &c.funcs[index]
	if f.result != tVoid && (c.isDXC() || !c.checking) {
		c.errorf(codeType, f.span, "the function %s may end without a value", c.t.Name(f.name))
	}
}

// returnZero ends a function that doesn't return.
func (c *checker) returnZero() {
	if c.fn.Result != 0 {
		c.b.Return(c.b.Zero(c.fn.Result))
	}
}

// startFunction makes a function the one under way.
func (c *checker) startFunction(fn *ir.Function, index int32) {
	f := &c.funcs[index]
	c.b.Start(c.m, fn)
	c.fn, c.ex = fn, &fn.Exprs
	c.genCount++
	c.fnGen = c.genCount
	c.curFunc = index
	c.result = f.result
	c.scope = f.scope
	c.visible = f.visible
	c.order = 0
	c.inFunction = true
	c.firstLocal = declID(len(c.decls))
	c.local = localScope{uint32(len(c.undo)), c.firstLocal}
	c.loop, c.switches = loopState{}, c.switches[:0]
	c.this, c.thisSlots, c.thisOf = tNone, 0, operand{}
	c.nest, c.loops = 0, c.loops[:0]
	c.precise = false
}

func (c *checker) endFunction() {
	c.fn, c.ex = nil, &c.m.Consts
	c.inFunction = false
	c.firstLocal = ^declID(0)
	c.scope = 0
	c.curFunc = 0
	c.visible = ^uint32(0)
	c.this = tNone
	c.local = localScope{}
}

// declareParam declares a parameter and returns how many arguments stand for it.
func (c *checker) declareParam(p *param, arg int, refs []int32, k *int) int {
	d := decl{name: p.name, span: p.span, ty: p.ty, handle: uint32(arg), member: -1, major: p.major}
	if c.isResource(c.innermost(p.ty)) {
		r := c.refs[refs[*k]]
		*k++
		took := 0
		if r.index != 0 {
			r.index = c.b.Argument(arg)
			took = 1
		}
		d.kind, d.handle = declResource, uint32(c.newRef(r))
		if c.isResource(p.ty) {
			d.slots = c.newSlots(p.ty, p.span)
			c.setSlot(d.slots, int32(d.handle), p.node)
		}
		c.declare(d)
		return took
	}
	next := arg + 1
	if d.slots = c.takeSlots(p.ty, &next, refs, k); p.dir != dirIn {
		c.fixSlots(d.slots, p.ty)
	}
	switch {
	case p.dir != dirIn || c.holdsRayObject(p.ty):
		d.kind = declPointer
	case p.name == syntax.NoSymbol:
		return next - arg
	case p.fixed || !c.written(p.name) && !c.isArray(p.ty):
		d.kind, d.expr, d.fixed = declValue, c.b.Argument(arg), p.fixed
	default:
		c.b.Span = p.span
		l := c.fn.AddLocal(ir.Local{Name: c.t.Name(p.name), Type: c.irOf(p.ty), Span: p.span})
		c.b.DeclareLocal(l, c.b.Argument(arg))
		d.kind, d.handle = declLocal, uint32(l)
	}
	c.declare(d)
	return next - arg
}

// takeSlots makes the slots of a parameter.
func (c *checker) takeSlots(t typeID, arg *int, refs []int32, k *int) int32 {
	if !c.holdsResource(t) {
		return 0
	}
	base := c.newSlots(t, span{})
	for i := range c.slotCount(t) {
		r := c.refs[refs[*k]]
		*k++
		if r.index != 0 {
			r.index = c.b.Argument(*arg)
			*arg++
		}
		c.slots[base+i].ref = c.newRef(r)
	}
	return base
}

// written reports whether the function under way may write a name.
func (c *checker) written(name syntax.Symbol) bool {
	return int(name) < len(c.marks) && c.marks[name]>>1 == c.fnGen
}

// assigned reports whether the function under way may write a name, other than as the status of a sample.
func (c *checker) assigned(name syntax.Symbol) bool {
	return int(name) < len(c.marks) && c.marks[name] == 2*c.fnGen+1
}

// markWritten marks the names that a function may write: those in an assignment, a step, or
// an argument of a function that isn't the language's.
func (c *checker) markWritten(n node) {
	v := c.t.Function(n)
	if len(c.marks) < len(c.bind) {
		c.marks = append(c.marks, make([]uint32, len(c.bind)-len(c.marks))...)
	}
	write := func(n node, strong uint32) {
		for {
			n = c.t.Unparen(n)
			switch c.t.Kind(n) {
			case syntax.KindMember:
				n = c.t.Member(n).X
			case syntax.KindIndex:
				n = c.t.Index(n).X
			case syntax.KindCast:
				n = c.t.Cast(n).X
			case syntax.KindIdent:
				if s := c.t.Ident(n); int(s) < len(c.marks) && c.marks[s] < 2*c.fnGen+strong {
					c.marks[s] = 2*c.fnGen + strong
				}
				return
			default:
				return
			}
		}
	}
	mark := func(n node) { write(n, 1) }
	for i := v.Body; i > v.Return; i-- {
		switch c.t.Kind(i) {
		case syntax.KindAssign:
			mark(c.t.Assign(i).Left)
		case syntax.KindUnary:
			if u := c.t.Unary(i); u.Op >= syntax.OpPreIncrement {
				mark(u.X)
			}
		case syntax.KindCall:
			x := c.t.Call(i)
			if m := meaningOf(c.calleeName(x.Callee)); m != nil && (m.ty != 0 || m.fn != 0 && !intrinsics[m.fn-1].outs()) {
				continue
			}
			for _, a := range x.Args {
				mark(a)
			}
		case syntax.KindMethod:
			x := c.t.Method(i)
			mark(x.X)
			strong := uint32(1)
			if name := c.t.Name(x.Name); strings.HasPrefix(name, "Sample") || strings.HasPrefix(name, "Gather") {
				strong = 0 // a status, at most
			}
			for _, a := range x.Args {
				write(a, strong)
			}
		}
	}
}

// checkRecursion reports functions that call themselves.
func (c *checker) checkRecursion() {
	if len(c.calls) == 0 {
		return
	}
	const open, done = 1, 2
	state := make([]uint8, len(c.funcs))
	edges := make([][]callEdge, len(c.funcs))
	for _, e := range c.calls {
		edges[e.from] = append(edges[e.from], e)
	}
	type frame struct{ fn, at int32 }
	for root := range c.funcs {
		if state[root] != 0 {
			continue
		}
		stack := []frame{{int32(root), 0}}
		state[root] = open
		for len(stack) > 0 {
			top := &stack[len(stack)-1]
			if int(top.at) == len(edges[top.fn]) {
				state[top.fn] = done
				stack = stack[:len(stack)-1]
				continue
			}
			e := edges[top.fn][top.at]
			top.at++
			switch state[e.to] {
			case open:
				c.errorf(codeRecursion, e.span, "the function %q calls itself, directly or through others", c.t.Name(c.funcs[e.to].name))
				return
			case 0:
				state[e.to] = open
				stack = append(stack, frame{e.to, 0})
			}
		}
	}
}

// checkUnreached looks for errors in functions that the entry point doesn't reach: they are
// lowered, and dropped.
func (c *checker) checkUnreached() {
	n, calls := len(c.m.Functions), len(c.calls)
	c.checking = true
	for i := int32(1); int(i) < len(c.funcs); i++ {
		f := &c.funcs[i]
		if f.failed || f.special || f.node == syntax.None || f.templ != 0 || len(f.insts) > 0 || f.reached || c.namesStatics(i) {
			continue
		}
		if f.strct != 0 && (c.structs[f.strct].resources || c.structs[f.strct].iface) || c.isResource(c.innermost(f.result)) {
			continue
		}
		this := tNone
		if f.strct != 0 && !f.static {
			this = c.structs[f.strct].self
		}
		if len(c.m.Functions) > maxFunctions {
			break
		}
		c.instanceOf(i, this, nil, 0, nil)
		c.lowerQueue()
	}
	c.checking = false
	for _, f := range c.m.Functions[n:] {
		c.m.Release(f)
	}
	c.m.Functions, c.calls = c.m.Functions[:n], c.calls[:calls]
}
