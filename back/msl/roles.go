package msl

// This file decides which structs of the author serve as inputs and outputs of a stage:
// structs with one role only, whose members all may have attributes.

import "refract/ir"

// findRoles gives every struct the first interface that it is in, by StructID.
func findRoles(m *ir.Module, buf []ir.Interface) []ir.Interface {
	roles := append(buf[:0], make([]ir.Interface, len(m.Structs))...)
	hosts := make([]bool, len(m.Structs))
	for i := range m.Globals {
		markHosts(m, &m.Globals[i], hosts)
	}
	play := func(t ir.TypeID, r ir.Interface) {
		if ty := m.Types.At(t); ty.Kind == ir.TypeStruct && roles[ty.Struct] == ir.NoInterface && !hosts[ty.Struct] {
			roles[ty.Struct] = r
		}
	}
	// Outputs first: fragment shaders take the results of vertex shaders.
	for i := range m.EntryPoints {
		e := &m.EntryPoints[i]
		if f := m.Func(e.Function); f.Result != 0 {
			play(f.Result, e.Stage.Info().Outputs)
		}
	}
	for i := range m.EntryPoints {
		e := &m.EntryPoints[i]
		f := m.Func(e.Function)
		for j := range f.Args {
			play(f.Args[j].Type, e.Stage.Info().Inputs)
		}
	}
	return roles
}

func (w *Writer) findRoles() { w.roles = findRoles(w.M, w.roles) }

// markHosts marks the structs that a global in memory of the host is made of.
func markHosts(m *ir.Module, g *ir.Global, hosts []bool) {
	if g.Space.IsBuffer() {
		markHost(m, g.Type, hosts)
	}
}

func markHost(m *ir.Module, t ir.TypeID, hosts []bool) {
	for {
		ty := m.Types.At(t)
		switch ty.Kind {
		case ir.TypeArray, ir.TypeBindingArray:
			t = ty.Base
			continue
		case ir.TypeStruct:
			if !hosts[ty.Struct] {
				hosts[ty.Struct] = true
				for i := range m.Structs[ty.Struct].Members {
					markHost(m, m.Structs[ty.Struct].Members[i].Type, hosts)
				}
			}
		}
		return
	}
}

// keepsInput reports whether a struct is an entry point's parameter as it is.
func keepsInput(m *ir.Module, roles []ir.Interface, e *ir.EntryPoint, t ir.TypeID) bool {
	r := e.Stage.Info().Inputs
	id := m.Types.At(t).Struct
	if r == ir.NoInterface || roles[id] != r {
		return false
	}
	f := m.Func(e.Function) // there is one [[stage_in]]
	for i := range f.Args {
		a := &f.Args[i]
		if a.Binding.Kind == ir.BindLocation || a.Binding.Kind == ir.NoBinding && a.Type != t {
			return false
		}
	}
	count := 0
	for i := range f.Args {
		if f.Args[i].Type == t {
			count++
		}
	}
	for i := range m.Structs[id].Members {
		b := &m.Structs[id].Members[i].Binding
		if b.IsPerVertex() || b.Kind != ir.BindLocation && (r != ir.Varyings || b.BuiltIn != ir.BuiltInPosition) {
			return false
		}
	}
	return count == 1
}

// keepsOutput reports whether a struct is an entry point's result as it is.
func keepsOutput(m *ir.Module, roles []ir.Interface, e *ir.EntryPoint, t ir.TypeID) bool {
	r := e.Stage.Info().Outputs
	id := m.Types.At(t).Struct
	if r == ir.NoInterface || roles[id] != r {
		return false
	}
	for i := range m.Structs[id].Members {
		mem := &m.Structs[id].Members[i]
		if mem.Binding.Kind == ir.NoBinding || m.Types.At(mem.Type).Kind == ir.TypeArray {
			return false
		}
	}
	return true
}
