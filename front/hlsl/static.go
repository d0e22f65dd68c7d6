package hlsl

// This file has static variables that are resources and that the shader sets. They have slots, as local
// variables have, and functions that name them are inlined.

import (
	"refract/internal/front/hlsl/syntax"
)

// staticResource is a static variable that the shader sets.
type staticResource struct {
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
	c.staticResources = append(c.staticResources, staticResource{slots, t, at})
	if c.staticNames == nil {
		c.staticNames = map[syntax.Symbol]bool{}
	}
	c.staticNames[name] = true
	c.declare(decl{kind: declResource, name: name, span: at, ty: t, slots: slots, member: -1})
}

// startStatics begins an entry point: no static variable has a resource.
func (c *checker) startStatics() {
	for _, s := range c.staticResources {
		for k := range c.slotCount(s.ty) {
			c.slots[s.slots+k] = c.newSlot(s.at, k)
		}
	}
}

// namesStatics reports whether a function, or one that it calls, names a static variable that is a resource and
// that the shader sets.
func (c *checker) namesStatics(index int32) bool {
	return len(c.staticResources) > 0 && c.mentions(index, mentionsStatic, func(name syntax.Symbol) bool { return c.staticNames[name] }, 0)
}
