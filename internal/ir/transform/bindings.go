package transform

// This file moves resources to other bindings.

import (
	"refract/ir"
)

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
