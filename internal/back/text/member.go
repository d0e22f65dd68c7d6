package text

// This file names the members of structs; each struct has a scope of its own.

import (
	"strconv"

	"refract/ir"
)

// fewMembers is up to how many names are compared each with each.
const fewMembers = 16

// StructMembers chooses the names of a struct's members as MemberNames does; or short
// ones.
func (ws *Words) StructMembers(s *ir.Struct, short bool, legal func(string) bool, instead func(string) string) []string {
	if short {
		return ws.ShortMembers(len(s.Members))
	}
	var few [fewMembers]string
	list := few[:0]
	for i := range s.Members {
		list = append(list, s.Members[i].Name)
	}
	return ws.MemberNames(list, legal, instead)
}

// MemberNames chooses the names of a struct's members: nil if each can have the wanted one.
// legal reports whether a name can be had, nil: if it is an identifier and no reserved
// word; instead makes a legal one of an identifier that isn't, nil: by an underscore at its
// end.
func (ws *Words) MemberNames(wanted []string, legal func(string) bool, instead func(string) string) []string {
	if legal == nil {
		legal = func(n string) bool { return ws.IsIdentifier(n) && !ws.IsReserved(n) }
	}
	if instead == nil {
		instead = func(n string) string { return n + "_" }
	}
	kept := true
	for i := 0; kept && i < len(wanted); i++ {
		kept = legal(wanted[i])
	}
	if kept && distinct(wanted) {
		return nil
	}
	used := make(map[string]int, len(wanted)) // by name: the last suffix tried
	list := make([]string, len(wanted))
	for i := range list {
		base := ws.Legalize(wanted[i], "member")
		if !legal(base) {
			base = instead(base)
		}
		name := base
		for used[name] > 0 {
			name = base + "_" + strconv.Itoa(used[base])
			used[base]++
		}
		used[name] = max(1, used[name])
		list[i] = name
	}
	return list
}

// KeepMembersApart keeps the names of types that members have distinct from names of
// members, for languages in which a member hides its name from there to the end of the
// struct. structs are the types' names, member is a member's name.
func (w *Writer) KeepMembersApart(m *ir.Module, structs []Name, member func(s ir.StructID, i int) string) {
	for s := ir.StructID(1); int(s) < len(m.Structs); s++ {
		for i := range m.Structs[s].Members {
			w.Member(member(s, i))
			t := m.Types.At(m.Structs[s].Members[i].Type)
			for t.Kind == ir.TypeArray {
				t = m.Types.At(t.Base)
			}
			if t.Kind == ir.TypeStruct {
				w.MemberType(structs[t.Struct])
			}
		}
	}
}

func distinct(names []string) bool {
	if len(names) > fewMembers {
		seen := make(map[string]bool, len(names))
		for _, n := range names {
			if seen[n] {
				return false
			}
			seen[n] = true
		}
		return true
	}
	for i := range names {
		for j := range i {
			if names[i] == names[j] {
				return false
			}
		}
	}
	return true
}

// ShortMembers are a, b, ..., z, aa, ab, ... without reserved words.
func (ws *Words) ShortMembers(count int) []string {
	list := make([]string, 0, count)
	for n := 1; len(list) < count; n++ {
		s := ""
		for k := n; k > 0; k = (k - 1) / 26 {
			s = string(rune('a'+(k-1)%26)) + s
		}
		if !ws.IsReserved(s) {
			list = append(list, s)
		}
	}
	return list
}
