package wgsl

// This file names the module's declarations, and reports the names.

import (
	"slices"

	"refract/internal/reuse"
	"refract/ir"
)

// declare makes the names of module scope.
func (w *Writer) declare() {
	m, o := w.M, &w.Out
	w.IndexEntries()
	w.long = hidesShortTypes(m)
	w.entries = reuse.Zeroed(w.entries, len(m.EntryPoints))
	for i := range m.EntryPoints {
		w.entries[i] = o.ModuleName(m.EntryPoints[i].Name, "main", true)
	}
	w.Overrides = reuse.Zeroed(w.Overrides, len(m.Overrides))
	for i := 1; i < len(m.Overrides); i++ {
		v := &m.Overrides[i]
		w.Overrides[i] = o.ModuleName(v.Name, "override_value", !v.HasID && v.Name != "")
	}
	w.NameModule(w.entries, w.memberNames)
	w.nameAliases()
}

// hidesShortTypes reports whether something has a name like vec3f or mat2x2f.
func hidesShortTypes(m *ir.Module) bool {
	is := func(s string) bool {
		return (len(s) == 5 && s[:3] == "vec" || len(s) == 7 && s[:3] == "mat") && words.Has(s)
	}
	for _, f := range m.Functions[1:] {
		if is(f.Name) {
			return true
		}
		for i := range f.Args {
			if is(f.Args[i].Name) {
				return true
			}
		}
		for i := range f.Locals {
			if is(f.Locals[i].Name) {
				return true
			}
		}
		for i := range f.Named {
			if is(f.Named[i].Name) {
				return true
			}
		}
	}
	for i := range m.Structs {
		if is(m.Structs[i].Name) {
			return true
		}
	}
	for i := range m.Globals {
		if is(m.Globals[i].Name) {
			return true
		}
	}
	for i := range m.Constants {
		if is(m.Constants[i].Name) {
			return true
		}
	}
	for i := range m.Overrides {
		if is(m.Overrides[i].Name) {
			return true
		}
	}
	return false
}

// memberNames are the names of a struct's members where they can't all be kept,
// else nil.
func (w *Writer) memberNames(s *ir.Struct) []string {
	return words.StructMembers(s, w.opts.Minify, nil, nil)
}

// reflection lists the names that were changed.
func (w *Writer) reflection() *Reflection {
	r := new(Reflection)
	note := func(k EntityKind, owner, from, to string) {
		if from != to {
			r.Renames = append(r.Renames, Rename{k, owner, from, to})
		}
	}
	m, o := w.M, &w.Out
	for i := 1; i < len(m.Structs); i++ {
		s := &m.Structs[i]
		if s.Special != ir.NotSpecial || slices.Contains(w.left, ir.StructID(i)) {
			continue
		}
		note(EntityStruct, "", s.Name, o.TextOf(w.Structs[i]))
		for j, name := range w.Members[i] {
			if j == w.members(ir.StructID(i)) {
				break
			}
			note(EntityMember, s.Name, s.Members[j].Name, name)
		}
	}
	for i := 1; i < len(m.Constants); i++ {
		if !w.skipped[i] {
			note(EntityConstant, "", m.Constants[i].Name, o.TextOf(w.Constants[i]))
		}
	}
	for i := 1; i < len(m.Overrides); i++ {
		note(EntityOverride, "", m.Overrides[i].Name, o.TextOf(w.Overrides[i]))
	}
	for i := 1; i < len(m.Globals); i++ {
		note(EntityGlobal, "", m.Globals[i].Name, o.TextOf(w.Globals[i]))
	}
	for _, x := range w.moved {
		g := &m.Globals[x.Global]
		r.Moved = append(r.Moved, Moved{Name: g.Name, Text: o.TextOf(w.Globals[x.Global]), From: x.From, To: g.Binding})
	}
	for _, x := range w.split {
		for k, s := range [2]ir.GlobalID{x.Sampler, x.Comparison} {
			if s != 0 {
				r.Samplers = append(r.Samplers, Sampler{Texture: m.Globals[x.Texture].Name, At: m.Globals[x.Texture].Binding,
					Text: o.TextOf(w.Globals[s]), Binding: m.Globals[s].Binding, Comparison: k == 1})
			}
		}
	}
	isEntry := make([]bool, len(m.Functions))
	for i := range m.EntryPoints {
		isEntry[m.EntryPoints[i].Function] = true
		note(EntityEntryPoint, "", m.EntryPoints[i].Name, o.TextOf(w.entries[i]))
	}
	for i := 1; i < len(m.Functions); i++ {
		if !isEntry[i] {
			note(EntityFunction, "", m.Functions[i].Name, o.TextOf(w.Functions[i]))
		}
	}
	return r
}
