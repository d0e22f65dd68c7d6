package direct3d

// This file finds the resource that a variable of the SSA form is.

import (
	"slices"

	"refract/ir"
	"refract/ssa"
)

// A Lookup finds resources of a list by the variables that name them.
type Lookup struct {
	m         *ir.Module
	globals   []ir.GlobalID              // of the resources
	byBinding map[ir.ResourceBinding]int // the first resource with a binding; nil: there are few
	same      []int32                    // by resource: the first one with its place
}

// A SharedPlace is the place of a buffer, which several globals of one entry point may have: they are views of
// one resource.
type SharedPlace struct {
	Class byte // 0: no other global shares the place
	At    Register
}

// fewResources is the number of resources up to which all of them are looked at.
const fewResources = 16

// Reset makes the lookup one of a list of n resources, which are globals of a module.
func (l *Lookup) Reset(m *ir.Module, n int, global func(k int) (ir.GlobalID, SharedPlace)) {
	l.m, l.globals, l.byBinding, l.same = m, l.globals[:0], nil, l.same[:0]
	var places []SharedPlace
	var first map[SharedPlace]int32
	if n > fewResources {
		first = make(map[SharedPlace]int32, n)
	}
	for k := range n {
		id, place := global(k)
		same := int32(k)
		switch {
		case place.Class == 0:
		case first == nil:
			if j := slices.Index(places, place); j >= 0 {
				same = int32(j)
			}
		default:
			if j, ok := first[place]; ok {
				same = j
			} else {
				first[place] = same
			}
		}
		if first == nil {
			places = append(places, place)
		}
		l.globals, l.same = append(l.globals, id), append(l.same, same)
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

// Same is the first resource with the place of resource k, which may be k.
func (l *Lookup) Same(k int) int { return int(l.same[k]) }

// Find returns the place in the list of the resource that a variable is, or -1. It is the first resource with that
// place.
func (l *Lookup) Find(v *ssa.Variable) int {
	is := func(k int) bool {
		g := &l.m.Globals[l.globals[k]]
		return g.HasBinding == v.HasBinding && g.Binding == v.Binding && g.Name == v.Name
	}
	if k, ok := l.byBinding[v.Binding]; ok && is(k) {
		return l.Same(k)
	}
	for k := range l.globals {
		if is(k) {
			return l.Same(k)
		}
	}
	return -1
}
