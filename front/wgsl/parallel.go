package wgsl

// This file has several goroutines check the bodies of the functions of a large module.
// Each has a checker of its own beside that of the caller, with copies of the state that
// bodies change: declarations, scopes, and a fork of the module (ir.Fork). The caller
// checks bodies from the first on, as it does alone; then it takes over the others'
// results, in source order: types, declarations of locals, calls, warnings. A body with a
// mistake, or one that adds entities other than types to the module, is checked again by
// the caller when its turn comes. So the module and the diagnostics are the same as with
// one goroutine.

import (
	"refract/diag"
	"refract/internal/front/wgsl/syntax"
	"refract/internal/parallel"
	"refract/ir"
)

// A helper checks bodies of functions for another checker.
type helper struct {
	c       checker
	fork    ir.Fork
	list    diag.List
	enabled Extensions // of the module
	most    int        // nodes of functions that may have to be checked again
	again   int        // nodes of those that have
	bodies  []checkedBody
	types   []ir.Type // of bodies, that the module hadn't
}

// checkedBody is a body that a helper has checked, and the places of its dependences.
type checkedBody struct {
	id       declID
	again    bool // the caller is to check it
	warnings diag.List
	first    ir.TypeID
	at       bodyPlace
	until    bodyPlace
}

// bodyPlace is a place in the lists of a helper.
type bodyPlace struct{ locals, calls, types int }

func (h *helper) place() bodyPlace {
	return bodyPlace{len(h.c.decls), len(h.c.calls), len(h.types)}
}

// helpers is the memory of shareBodies.
type helpers struct {
	list   []*helper
	ids    []declID
	parts  []checkedPart
	became []ir.TypeID
}

// checkedPart is who checked a part of the functions: bodies of a helper, from first on.
type checkedPart struct {
	by    *helper
	first int
}

// nodesOf is how many nodes of the tree a function has.
func (c *checker) nodesOf(id declID) int { return int(c.decls[id].node - c.firstNode(id)) }

// shareBodies is bodies, by several goroutines; false: they are not worth it.
func (c *checker) shareBodies() bool {
	workers := parallel.Workers(c.opts.workers, c.t.Len())
	if workers == 1 || c.opts.Types != nil || c.diags.HasErrors() {
		return false
	}
	s := &c.help
	s.ids = s.ids[:0]
	for id := declID(1); id < c.moduleDecls; id++ {
		if c.t.Kind(c.decls[id].node) == syntax.KindFunction {
			s.ids = append(s.ids, id)
		}
	}
	for len(s.list) < workers-1 {
		s.list = append(s.list, new(helper))
	}
	for _, h := range s.list[:workers-1] {
		h.start(c)
	}
	ends := parallel.Parts(s.ids, workers, c.nodesOf)
	n := len(ends) - 1
	s.parts = append(s.parts[:0], make([]checkedPart, n)...)
	front := parallel.Run(workers, n, func(worker, at int) bool {
		list, p := s.ids[ends[at]:ends[at+1]], &s.parts[at]
		if worker > 0 {
			h := s.list[worker-1]
			*p = checkedPart{h, len(h.bodies)}
			for _, id := range list {
				h.body(id)
			}
			return true
		}
		for _, id := range list {
			if p.by != nil { // it was left halfway
				c.forgetBody(id)
			}
			c.body(id)
		}
		return true
	})
	if front < n {
		used, written := 0, 0
		for _, h := range s.list[:workers-1] {
			used += h.c.ev.Used() - c.ev.Used()
			written += h.c.written
		}
		fits := c.ev.Fits(max(0, used)) && (c.opts.MaxConstants == 0 || c.written+written <= c.opts.MaxConstants/2)
		if fits {
			c.written += written
		}
		for at := front; at < n; at++ {
			p := &s.parts[at]
			for i := range s.ids[ends[at]:ends[at+1]] {
				c.takeBody(p.by, &p.by.bodies[p.first+i], fits)
			}
		}
	}
	for _, h := range s.list[:workers-1] {
		h.end()
	}
	return true
}

// start makes a helper ready for another checker.
func (h *helper) start(of *checker) {
	c := &h.c
	h.fork.Start(of.m)
	c.t, c.m, c.diags, c.opts, c.enabled, c.swizzles = of.t, &h.fork.M, &h.list, of.opts, of.enabled, of.swizzles
	c.ev.Fork(&of.ev, c.m)
	c.layout.Reset(c.m)
	c.decls = append(c.decls[:0], of.decls...)
	c.bind = append(c.bind[:0], of.bind...)
	c.idents, c.collective, c.owner = of.idents, of.collective, of.owner
	c.undo, c.calls, c.scope, c.depth, c.skip = c.undo[:0], c.calls[:0], scope{}, 0, 0
	c.entries = nil
	c.fn, c.ex, c.fnGen, c.moduleDecls, c.written = nil, &c.m.Consts, of.fnGen, of.moduleDecls, 0
	c.structDepths = of.structDepths
	c.structFacts = append(c.structFacts[:0], of.structFacts...)
	h.enabled = of.enabled
	h.list, h.bodies, h.types = diag.List{}, h.bodies[:0], h.types[:0]
	h.again, h.most = 0, of.t.Len()/32
}

// end drops a helper's state about a source.
func (h *helper) end() {
	c := &h.c
	c.t, c.opts, c.idents, c.collective, c.owner, c.structDepths = nil, Options{}, nil, nil, nil, nil
	c.fn, c.b.M, c.b.F = nil, nil, nil
	clear(h.bodies)
}

// body checks the body of a function, or leaves it to the caller.
func (h *helper) body(id declID) {
	c := &h.c
	h.bodies = append(h.bodies, checkedBody{id: id, again: true, at: h.place()})
	b := &h.bodies[len(h.bodies)-1]
	if c.decls[id].handle == 0 || c.nodesOf(id) <= 0 || h.again > h.most {
		return
	}
	f := c.m.Func(ir.FuncID(c.decls[id].handle))
	filters, written := f.Diagnostics, c.written
	defer func() {
		if b.again {
			f.Diagnostics = filters
		}
	}()
	c.dead = 0
	c.body(id)
	added, first, ok := h.fork.Added()
	if ok && !h.list.HasErrors() && h.list.Dropped() == 0 && c.dead == 0 {
		h.types = append(h.types, added...)
		b.again, b.warnings, b.first, b.until = false, h.list, first, h.place()
	} else {
		h.again += c.nodesOf(id)
		c.decls, c.calls = c.decls[:b.at.locals], c.calls[:b.at.calls]
		c.written, c.enabled = written, h.enabled
	}
	h.list = diag.List{}
	if len(added) > 0 {
		c.layout.ForgetTypes(first)
		c.ev.ForgetTypes(first)
		h.fork.Drop()
	}
}

// forgetBody empties a function whose body is to be checked again.
func (c *checker) forgetBody(id declID) {
	if fid := ir.FuncID(c.decls[id].handle); fid != 0 {
		c.m.Func(fid).ResetBody()
		c.collective[fid] = 0
	}
}

// takeBody takes a body over that a helper checked; unless it may, it is checked again.
func (c *checker) takeBody(h *helper, b *checkedBody, may bool) {
	warned := b.warnings.Len() > 0
	if b.again || !may || warned && c.diags.HasErrors() {
		c.forgetBody(b.id)
		c.body(b.id)
		return
	}
	if warned {
		c.diags.Join(&b.warnings)
	}
	s := &c.help
	d := &c.decls[b.id]
	f := c.m.Func(ir.FuncID(d.handle))
	s.became = c.m.Adopt(f, h.types[b.at.types:b.until.types], b.first, s.became[:0])
	c.calls = append(c.calls, h.c.calls[b.at.calls:b.until.calls]...)
	moved := declID(len(c.decls) - b.at.locals)
	d.bits = uint64(len(c.decls))
	at := len(c.decls)
	c.decls = append(c.decls, h.c.decls[b.at.locals:b.until.locals]...)
	for i := range c.decls[at:] {
		d := &c.decls[at+i]
		if d.ty >= b.first {
			d.ty = s.became[d.ty-b.first]
		}
		if d.kind == declLet && d.bits >= uint64(c.moduleDecls) { // the variable that it points to
			d.bits = uint64(declID(d.bits) + moved)
		}
	}
	if moved != 0 {
		for n := c.firstNode(b.id); n < c.decls[b.id].node; n++ {
			if id := c.idents[n]; id >= c.moduleDecls {
				c.idents[n] = id + moved
			}
		}
	}
}
