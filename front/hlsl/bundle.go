package hlsl

// This file has resources in local variables, in structs and in results of functions. These
// are known as the shader is read: a variable has a slot for each of its resources. The
// other members of a struct with resources are a variable of their own.

import (
	"strconv"
	"strings"

	"refract/internal/front/hlsl/syntax"
	"refract/ir"
)

// slot is a resource of a variable.
type slot struct {
	ref   int32
	nest  int32 // of the control flow at the variable's declaration
	at    span  // the declaration
	k     int32 // of its slots
	fixed bool  // can't be set
	read  bool
	many  *several // it stands for several resources
}

// maxSlots bounds the resources of one variable.
const maxSlots = 1 << 10

// slotCount is how many resources a value of a type has.
func (c *checker) slotCount(t typeID) int32 {
	switch h := *c.at(t); h.kind {
	case htResource:
		return 1
	case htArray:
		if !c.holdsResource(h.base) {
			return 0
		}
		return int32(min(int64(h.length)*int64(c.slotCount(h.base)), maxSlots+1))
	case htStruct:
		if !c.structs[h.strct].resources {
			return 0
		}
		n := int32(0)
		for i := range c.structs[h.strct].members {
			n = min(n+c.slotCount(c.structs[h.strct].members[i].ty), maxSlots+1)
		}
		return n
	}
	return 0
}

// memberSlot is the first slot of a member.
func (c *checker) memberSlot(base int32, t typeID, i int) int32 {
	if base == 0 {
		return 0
	}
	s := c.structOf(t)
	if !c.holdsResource(s.members[i].ty) {
		return 0
	}
	for k := range s.members[:i] {
		base += c.slotCount(s.members[k].ty)
	}
	return base
}

// elementSlot is the first slot of an element of an array.
func (c *checker) elementSlot(n node, x, i operand) (int32, bool) {
	if x.slots == 0 || !c.isArray(x.ty) {
		return 0, true
	}
	at, known := c.constInteger(i)
	if !known && c.wantConstant() {
		return 0, false
	}
	if !known {
		c.unsupported(c.t.Span(n), "variable indices of arrays of structs with resources")
		return 0, false
	}
	return x.slots + int32(at)*c.slotCount(c.at(x.ty).base), true
}

// newSlots makes the slots of a variable, without values.
func (c *checker) newSlots(t typeID, at span) int32 {
	n := c.slotCount(t)
	if n > maxSlots {
		c.errorf(codeLimit, at, "a variable has at most %d resources", maxSlots)
		return 0
	}
	if n == 0 {
		return 0
	}
	base := int32(len(c.slots))
	for k := range n {
		c.slots = append(c.slots, c.newSlot(at, k))
	}
	return base
}

// newSlot is slot k of a variable, without a value.
func (c *checker) newSlot(at span, k int32) slot {
	s := slot{ref: c.newRef(resRef{unset: true}), nest: c.nest, at: at, k: k}
	if c.fn != nil && c.isSeveral(at, k) {
		s.many = c.newSeveral(at, k)
		c.declareSeveral(s.many)
	}
	return s
}

// slotRef is the resource in a slot.
func (c *checker) slotRef(i int32) int32 {
	s := &c.slots[i]
	s.read = true
	if s.many != nil {
		return c.refSeveral(s.many)
	}
	return s.ref
}

// fixSlots keeps slots from being set.
func (c *checker) fixSlots(base int32, t typeID) {
	if base != 0 {
		for i := range c.slots[base : base+c.slotCount(t)] {
			c.slots[base+int32(i)].fixed = true
		}
	}
}

// inSlots is the resource, or array of resources, in slots.
func (c *checker) inSlots(base int32, t typeID) operand {
	x := operand{kind: opResource, ty: t, slots: base}
	if base == 0 {
		x.ref = c.newRef(resRef{unset: true})
		return x
	}
	if c.isArray(t) {
		x.ref = c.wholeRef(base, t)
	} else {
		x.ref = c.slotRef(base)
	}
	return x
}

// wholeRef is the array in slots, if they have the elements of one array in order.
func (c *checker) wholeRef(base int32, t typeID) int32 {
	n := c.slotCount(t)
	if n == 0 || n > maxSlots {
		return c.newRef(resRef{unset: true})
	}
	first := c.refs[c.slots[base].ref]
	for k := range n {
		r := c.refs[c.slots[base+k].ref]
		if r.unset || r.at == 0 || r.res != first.res || r.at != first.at+uint32(k) || r.nonUnif != first.nonUnif || r.index != 0 {
			return c.newRef(resRef{unset: true})
		}
	}
	start := first.at - 1
	switch r := c.res[first.res]; {
	case start == 0 && r.count == uint32(n):
		first.at = 0
	case start%uint32(n) == 0:
		first.at = start/uint32(n) + 1
	default:
		return c.newRef(resRef{unset: true})
	}
	return c.newRef(first)
}

// refOf is resource k of a value.
func (c *checker) refOf(x operand, k int32) int32 {
	switch {
	case x.slots != 0:
		return c.slotRef(x.slots + k)
	case x.kind == opResource && !c.isArray(x.ty):
		return x.ref
	case x.kind == opResource:
		r := c.refs[x.ref]
		if r.unset {
			break
		}
		n := uint32(c.slotCount(x.ty))
		if r.index == 0 {
			if r.at > 0 {
				r.at = (r.at-1)*n + uint32(k) + 1
			} else {
				r.at = uint32(k) + 1
			}
			return c.newRef(r)
		}
		r.index = c.toExpr(c.binary(ir.Add, c.binary(ir.Mul, value(r.index, tUint), constUint(n)), constUint(uint32(k))))
		return c.newRef(r)
	}
	return c.newRef(resRef{unset: true})
}

// setSlots sets the resources of a variable.
func (c *checker) setSlots(base int32, t typeID, x operand, n node) bool {
	if base == 0 {
		return true
	}
	for k := range c.slotCount(t) {
		if !c.setSlot(base+k, c.refOf(x, k), n) {
			return false
		}
	}
	return true
}

func (c *checker) setSlot(i, ref int32, n node) bool {
	s := &c.slots[i]
	if s.many != nil {
		c.setSeveral(s.many, ref)
		return true
	}
	old := c.refs[s.ref]
	if c.refs[ref] == old {
		return true
	}
	if s.fixed {
		c.unsupported(c.t.Span(n), "functions that set the resources of parameters and globals")
		return false
	}
	if x := &c.refs[ref]; c.nest != s.nest && (!old.unset || s.read || x.index != 0 || x.choice != 0) {
		if s.at.IsZero() {
			c.unsupported(c.t.Span(n), "variables that stand for several resources")
			return false
		}
		c.uses = append(c.uses, use{several: s.at, slot: s.k})
		c.again = true
	}
	s.ref = ref
	return true
}

// refIndex is the index of an element of an array of resources; 0: it is no element.
func (c *checker) refIndex(r resRef) ir.ExprID {
	if r.at > 0 {
		return c.toExpr(constUint(r.at - 1))
	}
	return r.index
}

// eachLeaf calls f with the resources in a type, with the path of names that leads to each.
func (c *checker) eachLeaf(t typeID, path string, major int8, f func(t typeID, path string, major int8)) {
	switch h := *c.at(t); {
	case c.isResource(c.innermost(t)):
		f(t, path, major)
	case h.kind == htArray && c.holdsResource(h.base):
		for i := range h.length {
			c.eachLeaf(h.base, path+"."+strconv.Itoa(int(i)), major, f)
		}
	case h.kind == htStruct && c.structs[h.strct].resources:
		for i := range c.structs[h.strct].members {
			m := c.structs[h.strct].members[i]
			c.eachLeaf(m.ty, path+"."+m.name, m.major, f)
		}
	}
}

// globalBundle declares a struct with resources at global scope: each resource is a variable
// of its own, and the other members are a uniform.
func (c *checker) globalBundle(dn node, m mods, t typeID, major int8) {
	d := c.t.Declarator(dn)
	base := c.newSlots(t, d.NameSpan)
	if base == 0 {
		c.declareError(d.Name, d.NameSpan)
		return
	}
	var next [256]int64 // the register of the next resource, by class
	for i := range next {
		next[i] = -1
	}
	space := int64(-1)
	for _, a := range d.Annots {
		if c.t.Kind(a) != syntax.KindRegister {
			continue
		}
		for _, x := range c.t.Register(a) {
			if c.t.Kind(x) != syntax.KindIdent {
				continue
			}
			text := strings.ToLower(c.t.Name(c.t.Ident(x)))
			if rest, ok := strings.CutPrefix(text, "space"); ok {
				if v, err := strconv.Atoi(rest); err == nil {
					space = int64(v)
				}
			} else if v, err := strconv.Atoi(text[1:]); err == nil && strings.ContainsAny(text[:1], "btus") {
				next[text[0]] = int64(v)
			}
		}
	}
	at := base
	ok := true
	c.eachLeaf(t, c.qualifiedName(d.Name), major, func(leaf typeID, name string, major int8) {
		inner := c.innermost(leaf)
		n, arrayed := c.arrayCount(leaf)
		if arrayed && n == 0 {
			c.unsupported(d.NameSpan, c.name(leaf)+" in structs")
			ok = false
			return
		}
		r := c.freshResource(name, c.t.Interner().Intern(name), inner, d.NameSpan)
		r.class, r.major, r.count, r.arrayed, r.space = c.info(inner).class, major, n, arrayed, space
		if k := &next[r.class]; *k >= 0 {
			r.reg = *k
			*k += int64(n)
		}
		id := c.addResource(r, m, nil)
		if id == 0 {
			ok = false
			return
		}
		for k := range int32(n) {
			x := resRef{res: id}
			if arrayed {
				x.at = uint32(k) + 1
			}
			c.slots[at].ref = c.newRef(x)
			at++
		}
	})
	if !ok {
		c.declareError(d.Name, d.NameSpan)
		return
	}
	c.fixSlots(base, t)
	if c.scalars(t) == 0 {
		c.declare(decl{kind: declBundle, name: d.Name, span: d.NameSpan, ty: t, member: -1, slots: base})
		return
	}
	c.looseUniform(d, t, major)
	c.decls[len(c.decls)-1].slots = base
}

// initBundle is the value of an initializer list for a type with resources: the other
// members are the value, the resources are set in slots.
func (c *checker) initBundle(n node, items *[]node, t typeID, base int32) (operand, bool) {
	if len(*items) == 0 {
		c.errorf(codeArgCount, c.t.Span(n), "the list has too few values for %s", c.name(t))
		return operand{}, false
	}
	item := (*items)[0]
	inner := items
	if c.t.Kind(item) == syntax.KindInitList {
		*items = (*items)[1:]
		list := append([]node(nil), c.t.InitList(item)...)
		inner = &list
	}
	h := *c.at(t)
	switch {
	case !c.holdsResource(t):
		*items = (*items)[min(1, len(*items)):]
		x := c.initial(item, t)
		return x, x.ok()
	case h.kind == htResource:
		if inner == items {
			*items = (*items)[1:]
		}
		x := c.expr(item)
		if x.kind == opHeap {
			x = c.fromHeap(x, t, c.t.Span(item))
		}
		if !x.ok() {
			return x, false
		}
		if x.kind != opResource || x.ty != t {
			c.errorf(codeType, c.t.Span(item), "the value must be %s, found %s", c.name(t), c.typeName(x))
			return operand{}, false
		}
		return x, c.setSlot(base, x.ref, item)
	case h.kind == htArray:
		var parts []operand
		per := c.slotCount(h.base)
		for i := range int32(h.length) {
			x, ok := c.initBundle(n, inner, h.base, base+i*per)
			if !ok {
				return operand{}, false
			}
			parts = append(parts, x)
		}
		if c.isResource(c.innermost(t)) {
			return c.inSlots(base, t), true
		}
		return c.compose(t, parts...), true
	}
	var parts []operand
	for i := range c.structOf(t).members {
		m := c.structOf(t).members[i]
		x, ok := c.initBundle(n, inner, m.ty, c.memberSlot(base, t, i))
		if !ok {
			return operand{}, false
		}
		if m.index >= 0 {
			parts = append(parts, x)
		}
	}
	if len(parts) == 0 {
		return c.zero(t), true
	}
	return c.compose(t, parts...), true
}

// maxInline bounds how deep functions that return resources call each other.
const maxInline = 16

// inline lowers a function that returns or sets resources in place of its call.
func (c *checker) inline(n node, index int32, list []operand, nodes []node, object operand) operand {
	f := c.funcs[index]
	name := "the function " + c.t.Name(f.name) + ", which is inlined"
	if f.node == syntax.None || c.t.Function(f.node).Body == syntax.None || c.inlines >= maxInline {
		return c.unsupported(c.t.Span(n), name)
	}
	v := c.t.Function(f.node)
	if len(list) != len(f.params) {
		return c.unsupported(c.t.Span(n), name+" and has default arguments")
	}
	for k := range list {
		p := &f.params[k]
		if p.dir != dirIn && c.isResource(p.ty) && list[k].kind == opResource && list[k].slots != 0 && list[k].ty == p.ty {
			continue // the variable itself
		}
		if p.dir != dirIn {
			return c.unsupported(c.t.Span(n), name+" and has out parameters")
		}
		if c.isResource(c.innermost(p.ty)) {
			if list[k].kind == opHeap {
				list[k] = c.fromHeap(list[k], p.ty, c.t.Span(nodes[k]))
			}
			if list[k].kind != opResource {
				return operand{}
			}
			continue
		}
		list[k] = c.converted(c.rvalue(list[k]), p.ty, nodes[k], "argument "+strconv.Itoa(k+1))
		if !list[k].ok() {
			return operand{}
		}
	}
	if object.ok() && object.kind != opRef && f.strct != 0 && !f.static {
		if object.kind == opResource {
			object = c.bufferRef(object)
		}
		if object.kind != opRef {
			slots := object.slots
			l := c.fn.AddLocal(ir.Local{Type: c.irOf(object.ty), Span: c.t.Span(n)})
			c.b.DeclareLocal(l, c.toExpr(c.rvalue(object)))
			object = operand{kind: opRef, ty: object.ty, handle: uint32(c.b.Local(l)), slots: slots}
		}
	}
	inputs := make([]namedInput, len(list))
	if c.namesVertices(index) {
		for k := range list {
			inputs[k].ctx, _ = c.inputNamed(nodes[k])
		}
	}
	scope, first, visible, this, thisOf, result, entry := c.scope, c.firstLocal, c.visible, c.this, c.thisOf, c.result, c.isEntry
	c.swapLocals(false)
	hidden := len(c.undo)
	c.inlines++
	c.scope, c.firstLocal, c.visible = f.scope, declID(len(c.decls)), ^uint32(0)
	if f.strct != 0 {
		c.scope = c.structs[f.strct].scope
	}
	c.this, c.thisOf, c.result, c.isEntry = tNone, operand{}, f.result, false
	if f.strct != 0 && !f.static {
		c.this, c.thisOf = object.ty, object
	}
	old := c.push()
	for k := range list {
		p := f.params[k]
		if p.dir != dirIn {
			c.declare(decl{kind: declResource, name: p.name, span: p.span, ty: p.ty, slots: list[k].slots, member: -1})
			continue
		}
		c.declareCopy(p.name, p.span, p.ty, list[k], nodes[k], p.major)
		if inputs[k].ctx.sem != "" {
			inputs[k].decl = declID(len(c.decls) - 1)
			c.entry.named = append(c.entry.named, inputs[k])
		}
	}
	var x operand
	early := c.early
	if c.early = nil; c.returnsEarly(c.t.Block(v.Body), v.Return) && !c.setsResource(&f) && !c.holdsResource(f.result) && !c.isResource(c.innermost(f.result)) {
		x = c.inlineEarly(index, c.t.Block(v.Body))
	} else {
		x = c.tail(c.t.Block(v.Body), v.Return, f.result)
	}
	c.early = early
	c.pop(old)
	c.inlines--
	c.scope, c.firstLocal, c.visible, c.this, c.thisOf, c.result, c.isEntry = scope, first, visible, this, thisOf, result, entry
	c.undo = c.undo[:hidden]
	c.swapLocals(true)
	x.decl = 0
	return x
}

// declareCopy declares a local variable that has a value.
func (c *checker) declareCopy(name syntax.Symbol, at span, t typeID, x operand, n node, major int8) {
	d := decl{name: name, span: at, ty: t, member: -1, major: major}
	if c.holdsResource(t) {
		if h := c.at(t); h.kind == htArray && h.length == 0 { // an array without a size
			d.kind, d.handle = declResource, uint32(x.ref)
			c.declare(d)
			return
		}
		d.slots = c.newSlots(t, at)
		c.setSlots(d.slots, t, x, n)
	}
	if c.isResource(c.innermost(t)) {
		d.kind = declResource
		c.declare(d)
		return
	}
	l := c.fn.AddLocal(ir.Local{Name: c.t.Name(name), Type: c.irOf(t), Span: at})
	init := c.toExpr(x)
	c.b.DeclareLocal(l, init)
	c.entry.given = append(c.entry.given, givenParam{l, init})
	d.kind, d.handle = declLocal, uint32(l)
	c.declare(d)
}

// swapLocals takes the names of local variables away, or brings these back.
func (c *checker) swapLocals(back bool) {
	swap := func(i int) {
		u := &c.undo[i]
		c.bind[u.name], u.old = u.old, c.bind[u.name]
	}
	if back {
		for i := range c.undo {
			swap(i)
		}
		return
	}
	for i := len(c.undo) - 1; i >= 0; i-- {
		swap(i)
	}
}

// heap is an array of all descriptors, as resources of one type.
type heap struct {
	ty  typeID
	res uint32
}

// heapOf is the heap that an expression names: 1 of resources, 2 of samplers, or 0.
func (c *checker) heapOf(n node) uint8 {
	if c.t.Kind(n) != syntax.KindIdent {
		return 0
	}
	name := c.t.Ident(n)
	if c.lookup(name) != 0 {
		return 0
	}
	switch c.t.Name(name) {
	case "ResourceDescriptorHeap":
		return 1
	case "SamplerDescriptorHeap":
		return 2
	}
	return 0
}

// heapElement is an element of a heap. Its use gives it a type.
func (c *checker) heapElement(v syntax.Index, heap uint8) operand {
	i := c.expression(v.Index)
	if !i.ok() {
		return operand{}
	}
	i, ok := c.indexOperand(i, v.Index)
	if !ok {
		return operand{}
	}
	if c.fn == nil {
		c.errorf(codeConstWanted, c.t.Span(v.Index), "a constant expression has no resources")
		return operand{}
	}
	return operand{kind: opHeap, ty: tVoid, handle: uint32(c.toExpr(c.cast(kUint, c.settled(i)))), bits: uint64(heap - 1), fixed: c.isNonUniform(v.Index)}
}

// heapResource is the array of a heap's descriptors as resources of a type.
func (c *checker) heapResource(t typeID, at span) uint32 {
	for _, h := range c.heaps {
		if h.ty == t {
			return h.res
		}
	}
	name := "ResourceDescriptorHeap"
	if c.info(t).class == 's' {
		name = "SamplerDescriptorHeap"
	}
	r := c.freshResource(name, c.t.Interner().Intern(name+" of "+c.name(t)), t, at)
	r.class, r.count, r.arrayed, r.order = c.info(t).class, 0, true, 0
	id := c.addResource(r, 0, nil)
	c.heaps = append(c.heaps, heap{t, id})
	return id
}

// fromHeap is an element of a heap as a resource of a type.
func (c *checker) fromHeap(x operand, t typeID, at span) operand {
	if !c.isResource(t) || (x.bits == 1) != (c.info(t).class == 's') {
		c.errorf(codeType, at, "a descriptor of this heap is no %s", c.name(t))
		return operand{}
	}
	id := c.heapResource(t, at)
	if id == 0 {
		return operand{}
	}
	return operand{kind: opResource, ty: t, ref: c.newRef(resRef{res: id, index: x.expr(), nonUnif: x.fixed})}
}

// heapConstant is an element of a heap, with a constant index, at global scope.
func (c *checker) heapConstant(n node, t typeID) (ref int32, ok bool) {
	if n == syntax.None || c.t.Kind(n) != syntax.KindIndex || !c.isResource(t) {
		return 0, false
	}
	v := c.t.Index(n)
	heap := c.heapOf(v.X)
	if heap == 0 || (heap == 2) != (c.info(t).class == 's') {
		return 0, false
	}
	at, ok := c.constIndex(v.Index)
	if !ok || at < 0 || at >= 1<<20 {
		return 0, false
	}
	id := c.heapResource(t, c.t.Span(n))
	return c.newRef(resRef{res: id, at: uint32(at) + 1}), id != 0
}
