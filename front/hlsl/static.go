package hlsl

// This file has static variables that are resources and that the shader sets: they have slots, as local
// variables, and functions that name them are inlined.

import (
	"refract/internal/front/hlsl/syntax"
)

// staticResource is a static variable that the shader sets.
type staticResource struct {
	name  syntax.Symbol
	slots int32
	ty    typeID
	at    span
}

// isAssigned reports whether an assignment names a variable, or an element of it, as its left side.
func (c *checker) isAssigned(name syntax.Symbol) bool {
	if c.assignedNames == nil {
		c.assignedNames = map[syntax.Symbol]bool{}
		for i := node(1); int(i) < c.t.Len(); i++ {
			if c.t.Kind(i) != syntax.KindAssign {
				continue
			}
			left := c.t.Unparen(c.t.Assign(i).Left)
			for c.t.Kind(left) == syntax.KindIndex {
				left = c.t.Unparen(c.t.Index(left).X)
			}
			if c.t.Kind(left) == syntax.KindIdent {
				c.assignedNames[c.t.Ident(left)] = true
			}
		}
	}
	return c.assignedNames[name]
}

// declareStatic declares a static variable that is a resource and that the shader sets.
func (c *checker) declareStatic(name syntax.Symbol, at span, t typeID) {
	slots := c.newSlots(t, at)
	if slots == 0 {
		c.declareError(name, at)
		return
	}
	c.staticResources = append(c.staticResources, staticResource{name, slots, t, at})
	c.declare(decl{kind: declResource, name: name, span: at, ty: t, slots: slots, member: -1})
}

// startStatics takes the resources of an entry point before from static variables.
func (c *checker) startStatics() {
	for _, s := range c.staticResources {
		for k := range c.slotCount(s.ty) {
			x := slot{ref: c.newRef(resRef{unset: true}), at: s.at, k: k}
			if c.isSeveral(s.at, k) {
				x.many = c.newSeveral(s.at, k)
				c.declareSeveral(x.many)
			}
			c.slots[s.slots+k] = x
		}
	}
}

// namesStatics reports whether a function, or one that it calls, names a static variable that is a resource and
// that the shader sets.
func (c *checker) namesStatics(index int32, depth int) bool {
	f := &c.funcs[index]
	if len(c.staticResources) == 0 || f.node == syntax.None || depth > maxInline {
		return false
	}
	if f.statics == 0 {
		f.statics = cornersNo
		if c.findStatics(index, depth) {
			c.funcs[index].statics = cornersYes
		}
	}
	return c.funcs[index].statics == cornersYes
}

func (c *checker) findStatics(index int32, depth int) bool {
	v := c.t.Function(c.funcs[index].node)
	for i := v.Body; i > v.Return; i-- {
		switch c.t.Kind(i) {
		case syntax.KindIdent:
			for k := range c.staticResources {
				if c.staticResources[k].name == c.t.Ident(i) {
					return true
				}
			}
		case syntax.KindCall:
			d := c.bind[c.calleeName(c.t.Call(i).Callee)]
			if d == 0 || c.decls[d].kind != declFunc {
				continue
			}
			for k := int32(c.decls[d].handle); k != 0; k = c.funcs[k].next {
				if k != index && c.namesStatics(k, depth+1) {
					return true
				}
			}
		}
	}
	return false
}
