package transform

// This file moves resources to other groups and bindings.

import (
	"cmp"
	"fmt"
	"slices"

	"refract/diag"
	"refract/ir"
)

// BindingOptions configures RemapBindings.
type BindingOptions struct {
	Map     map[ir.ResourceBinding]ir.ResourceBinding
	Missing MissingBinding
}

// MissingBinding is the treatment of a resource that the map lacks.
type MissingBinding uint8

const (
	RefuseMissing MissingBinding = iota // it is an error
	KeepMissing                         // it stays where it is
	AssignMissing                       // it gets the next free binding of its group
)

// BindingError reports a resource without a place.
type BindingError struct {
	Name    string
	Binding ir.ResourceBinding
	Span    diag.Span
}

func (e *BindingError) Error() string {
	return fmt.Sprintf("the binding map has no place for %s at group %d, binding %d", e.Name, e.Binding.Group, e.Binding.Binding)
}

// RemapBindings moves every global with a binding. It fails with a
// *BindingError before it has moved any.
func RemapBindings(m *ir.Module, opts BindingOptions) error {
	var missing []ir.GlobalID
	for i := 1; i < len(m.Globals); i++ {
		g := &m.Globals[i]
		if !g.HasBinding {
			continue
		}
		if _, ok := opts.Map[g.Binding]; !ok {
			if opts.Missing == RefuseMissing {
				return &BindingError{g.Name, g.Binding, g.Span}
			}
			missing = append(missing, ir.GlobalID(i))
		}
	}
	next := map[uint32]uint32{} // free binding by group
	for _, to := range opts.Map {
		next[to.Group] = max(next[to.Group], to.Binding+1)
	}
	for i := 1; i < len(m.Globals); i++ {
		if g := &m.Globals[i]; g.HasBinding {
			if to, ok := opts.Map[g.Binding]; ok {
				g.Binding = to
			}
		}
	}
	if opts.Missing != AssignMissing {
		return nil
	}
	slices.SortStableFunc(missing, func(a, b ir.GlobalID) int {
		x, y := m.Globals[a].Binding, m.Globals[b].Binding
		return cmp.Or(cmp.Compare(x.Group, y.Group), cmp.Compare(x.Binding, y.Binding))
	})
	from, to := ir.ResourceBinding{}, ir.ResourceBinding{}
	for i, id := range missing {
		g := &m.Globals[id]
		if i == 0 || g.Binding != from { // else two names for one place
			from = g.Binding
			to = ir.ResourceBinding{Group: from.Group, Binding: next[from.Group]}
			next[from.Group]++
		}
		g.Binding = to
	}
	return nil
}

// A MovedBinding is a global that SeparateBindings moved.
type MovedBinding struct {
	Global ir.GlobalID
	From   ir.ResourceBinding
}

// SeparateBindings moves resources that an entry point uses together with another one at
// the same group and binding, which SPIR-V and HLSL allow and WGSL doesn't, behind the
// last binding of their group. used lists the globals that each entry point uses.
func SeparateBindings(m *ir.Module, used [][]ir.GlobalID) (moved []MovedBinding) {
	next := map[uint32]uint32{} // free binding by group
	for i := 1; i < len(m.Globals); i++ {
		if g := &m.Globals[i]; g.HasBinding {
			next[g.Binding.Group] = max(next[g.Binding.Group], g.Binding.Binding+1)
		}
	}
	for _, list := range used {
		at := map[ir.ResourceBinding]bool{}
		for _, id := range list {
			g := &m.Globals[id]
			switch {
			case !g.HasBinding:
			case at[g.Binding]:
				moved = append(moved, MovedBinding{id, g.Binding})
				g.Binding.Binding = next[g.Binding.Group]
				next[g.Binding.Group]++
			default:
				at[g.Binding] = true
			}
		}
	}
	return moved
}

// HasSharedBindings reports whether an entry point uses several resources at one group
// and binding.
func HasSharedBindings(m *ir.Module, used [][]ir.GlobalID) bool {
	for _, list := range used {
		var at map[ir.ResourceBinding]bool
		if len(list) > 16 {
			at = make(map[ir.ResourceBinding]bool, len(list))
		}
		for i, a := range list {
			x := &m.Globals[a]
			if !x.HasBinding {
				continue
			}
			if at != nil {
				if at[x.Binding] {
					return true
				}
				at[x.Binding] = true
				continue
			}
			for _, b := range list[:i] {
				if y := &m.Globals[b]; y.HasBinding && x.Binding == y.Binding {
					return true
				}
			}
		}
	}
	return false
}
