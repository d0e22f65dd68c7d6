package direct3d

// This file finds the resource that a variable of the SSA form is.

import (
	"refract/ir"
	"refract/ssa"
)

// A Lookup finds resources of a list by the variables that name them.
type Lookup struct {
	m         *ir.Module
	globals   []ir.GlobalID              // of the resources
	byBinding map[ir.ResourceBinding]int // the first resource with a binding; nil: there are few
}

// fewResources is the number of resources up to which all of them are looked at.
const fewResources = 16

// Reset makes the lookup one of a list of n resources, which are globals of a module.
func (l *Lookup) Reset(m *ir.Module, n int, global func(k int) ir.GlobalID) {
	l.m, l.globals, l.byBinding = m, l.globals[:0], nil
	for k := range n {
		l.globals = append(l.globals, global(k))
	}
	if n <= fewResources {
		return
	}
	l.byBinding = make(map[ir.ResourceBinding]int, n)
	for k := n - 1; k >= 0; k-- {
		if g := &m.Globals[l.globals[k]]; g.HasBinding {
			l.byBinding[g.Binding] = k
		}
	}
}

// Find returns the place in the list of the resource that a variable is, or -1.
func (l *Lookup) Find(v *ssa.Variable) int {
	is := func(k int) bool {
		g := &l.m.Globals[l.globals[k]]
		return g.HasBinding == v.HasBinding && g.Binding == v.Binding && g.Name == v.Name
	}
	if k, ok := l.byBinding[v.Binding]; ok && is(k) {
		return k
	}
	for k := range l.globals {
		if is(k) {
			return k
		}
	}
	return -1
}
