package msl

// This file makes names for the module's declarations.

import (
	"slices"
	"strings"

	"refract/internal/back/text"
	"refract/internal/reuse"
)

// moduleName makes a name at module scope. None is that of something in Metal's
// library, which is in scope there.
func (w *Writer) moduleName(want, otherwise string, fixed bool) text.Name {
	if s := words.Legalize(want, otherwise); words.Has(s) {
		want = s + "_"
	}
	return w.Out.ModuleName(want, otherwise, fixed)
}

// declare makes the names of module scope.
func (w *Writer) declare() {
	m := w.M
	w.IndexEntries()
	w.entries = reuse.Zeroed(w.entries, len(m.EntryPoints))
	for i := range m.EntryPoints {
		w.entries[i] = w.moduleName(m.EntryPoints[i].Name, "main_", true)
	}
	w.Overrides = reuse.Zeroed(w.Overrides, len(m.Overrides))
	for i := 1; i < len(m.Overrides); i++ {
		w.Overrides[i] = w.moduleName(m.Overrides[i].Name, "override_value", false)
	}
	w.Structs = reuse.Zeroed(w.Structs, len(m.Structs))
	w.Members = append(w.Members[:0], nil)
	for i := 1; i < len(m.Structs); i++ {
		s := &m.Structs[i]
		w.Structs[i] = w.moduleName(s.Name, "Struct", false)
		var list [16]string
		members := list[:0]
		for j := range s.Members {
			members = append(members, s.Members[j].Name)
		}
		w.Members = append(w.Members, memberNames(members))
	}
	w.Out.KeepMembersApart(m, w.Structs, w.MemberName)
	w.Out.Member(elements)
	w.Constants = reuse.Zeroed(w.Constants, len(m.Constants))
	for i := 1; i < len(m.Constants); i++ {
		w.Constants[i] = w.moduleName(m.Constants[i].Name, "value", false)
	}
	w.Functions = reuse.Zeroed(w.Functions, len(m.Functions))
	for i := 1; i < len(m.Functions); i++ {
		w.Functions[i] = w.moduleName(m.Functions[i].Name, "function", false)
	}
	w.arrays = reuse.Zeroed(w.arrays, m.Types.Len())
	if cap(w.typeState) < m.Types.Len() {
		w.typeState = make([]declState, m.Types.Len())
	}
	w.typeState = w.typeState[:m.Types.Len()]
	clear(w.typeState)

	w.sizeNames = w.sizeNames[:0]
	for _, g := range w.sized {
		w.sizeNames = append(w.sizeNames, m.Globals[g].Name)
	}
	if list := memberNames(w.sizeNames); list != nil {
		w.sizeNames = list
	}
}

// memberNames are the names that members get, or nil if all are kept.
func memberNames(wanted []string) []string {
	return words.MemberNames(wanted, isMember, func(n string) string { return n + "_m" })
}

// elements is the member of a struct that stands for an array.
const elements = "inner"

// memberTypes are the types of the library that members have.
var memberTypes = [...]string{"array", "atomic", "atomic_int", "atomic_uint", "atomic_long", "atomic_ulong", "atomic_float", "atomic_bool", "sampler", "raytracing", "metal"}

// isMember reports whether a member can have a name: no reserved word, none that
// padding gets, and none of a type that other members have.
func isMember(n string) bool {
	return words.IsIdentifier(n) && !words.IsReserved(n) && !slices.Contains(memberTypes[:], n) && !(strings.HasPrefix(n, "pad") && strings.HasSuffix(n, "_"))
}
