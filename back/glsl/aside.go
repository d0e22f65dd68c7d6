package glsl

// This file keeps functions that no text will show from being made total, if one entry
// point of several is written: the common parts of the texts are their interfaces.

import (
	"refract/internal/ir/calls"
	"refract/internal/reuse"
	"refract/ir"
)

// An aside holds the functions that the entry point which is written doesn't reach,
// while empty ones stand in the module for them.
type aside struct {
	reached   calls.Reached
	functions []*ir.Function // by FuncID: set aside, or nil
	empty     []*ir.Function // what stands for them
	blank     *ir.Function
}

// setAside takes the functions out of the module that the only entry point to be
// written doesn't reach, if there is one.
func (w *Writer) setAside(m *ir.Module) {
	if w.alone == nil || hasSpecial(m) {
		return
	}
	a := &w.aside
	if a.blank == nil {
		_, a.blank = new(ir.Module).NewFunction("")
	}
	a.reached.Start(m)
	a.reached.Add(m, w.find(w.alone).Function)
	a.functions = reuse.Zeroed(a.functions, len(m.Functions))
	n := 0
	for i := 1; i < len(m.Functions); i++ {
		if a.reached.Has[i] {
			continue
		}
		if n == len(a.empty) {
			a.empty = append(a.empty, new(ir.Function))
		}
		a.empty[n].CopyBody(a.blank)
		a.functions[i], m.Functions[i] = m.Functions[i], a.empty[n]
		n++
	}
}

// hasSpecial reports whether the module has structs that are results of functions, which
// the transforms replace.
func hasSpecial(m *ir.Module) bool {
	for i := range m.Structs {
		if m.Structs[i].Special != ir.NotSpecial {
			return true
		}
	}
	return false
}

// putBack undoes setAside.
func (w *Writer) putBack(m *ir.Module) {
	for i, f := range w.aside.functions {
		if f != nil {
			m.Functions[i] = f
		}
	}
	clear(w.aside.functions)
}
