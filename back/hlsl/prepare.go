package hlsl

// This file makes names for what the module declares, puts declarations in an
// order in which none is used before it stands, and finds out what printing
// needs to know of them.

import (
	"strconv"

	"refract/back/text"
	"refract/ir"
)

// role is what a struct is as input or output.
type role uint8

const (
	roleUser     role = 1 << iota // semantics LOCn
	roleTarget                    // semantics SV_Targetn
	roleVaryings                  // passes between vertex and fragment stage
)

// prepare fills the side tables.
func (w *Writer) prepare() {
	m := w.m
	w.repeated, w.tall = 0, false
	w.declare()
	w.findOrder()
	w.calls.Of(m)
	w.packed = text.Cleared(w.packed, len(m.Structs))
	w.written = text.Cleared(w.written, len(m.Globals))
	for i := 1; i < len(m.Globals); i++ {
		if g := &m.Globals[i]; g.Space == ir.SpaceUniform || g.Space == ir.SpaceImmediate {
			w.markPacked(g.Type, g.Layout, 0) // uniformWords has seen to it that it can be
		}
	}
	for _, f := range m.Functions[1:] {
		if !f.MayHaveStmt(ir.StmtStore) {
			continue
		}
		for s := ir.StmtID(1); int(s) < f.StmtCount(); s++ {
			if f.StmtKind(s) == ir.StmtStore {
				if g := rootGlobal(f, f.Store(s).Pointer); g != 0 {
					w.written[g] = true
				}
			}
		}
	}
	w.findRoles()
	w.assignRegisters()
	w.helpers.reset()
}

// rootGlobal is the global that a pointer points into, or 0.
func rootGlobal(f *ir.Function, ptr ir.ExprID) ir.GlobalID {
	for {
		switch f.Kind(ptr) {
		case ir.KindGlobal:
			return f.GlobalRef(ptr)
		case ir.KindAccess, ir.KindAccessIndex:
			ptr = f.Operand(ptr)
		default:
			return 0
		}
	}
}

// declare makes the names of module scope.
func (w *Writer) declare() {
	m, o := w.m, &w.out
	w.entries = text.Cleared(w.entries, len(m.EntryPoints))
	for i := range m.EntryPoints {
		w.entries[i] = o.ModuleName(m.EntryPoints[i].Name, "main", true)
	}
	w.structs = text.Cleared(w.structs, len(m.Structs))
	w.members = w.members[:0]
	for i := range m.Structs {
		w.members = append(w.members, nil)
		if i > 0 {
			w.structs[i] = o.ModuleName(m.Structs[i].Name, "Struct", false)
			w.members[i] = w.memberNames(&m.Structs[i])
		}
	}
	o.KeepMembersApart(m, w.structs, w.memberName)
	w.constants = text.Cleared(w.constants, len(m.Constants))
	for i := 1; i < len(m.Constants); i++ {
		w.constants[i] = o.ModuleName(m.Constants[i].Name, "constant", false)
	}
	w.globals = text.Cleared(w.globals, len(m.Globals))
	for i := 1; i < len(m.Globals); i++ {
		w.globals[i] = o.ModuleName(m.Globals[i].Name, "global", false)
	}
	w.functions = text.Cleared(w.functions, len(m.Functions))
	w.isEntry = text.Cleared(w.isEntry, len(m.Functions))
	for i := range m.EntryPoints {
		f := m.EntryPoints[i].Function
		w.isEntry[f] = true
		if w.functions[f] == 0 {
			w.functions[f] = w.entries[i]
		}
	}
	for i := 1; i < len(m.Functions); i++ {
		if w.functions[i] == 0 {
			w.functions[i] = o.ModuleName(m.Functions[i].Name, "function", false)
		}
	}
}

// memberNames are the names of a struct's members where they can't all be kept,
// else nil.
func (w *Writer) memberNames(s *ir.Struct) []string {
	if w.opts.Minify {
		list := make([]string, len(s.Members))
		for i := range list {
			list[i] = shortMember(i)
		}
		return list
	}
	var few [16]string
	list := few[:0]
	for i := range s.Members {
		list = append(list, s.Members[i].Name)
	}
	return words.MemberNames(list, nil, nil)
}

// shortMember is the name of a member in minified text: no word begins so.
func shortMember(i int) string {
	if i < 26 {
		return string(rune('a' + i))
	}
	return "m" + strconv.Itoa(i)
}

// memberName is the name of a member in the text.
func (w *Writer) memberName(s ir.StructID, i int) string {
	if list := w.members[s]; list != nil {
		return list[i]
	}
	return w.m.Structs[s].Members[i].Name
}

// findOrder lists functions so that callees come before callers, else in the
// module's order.
func (w *Writer) findOrder() {
	m := w.m
	w.order = w.order[:0]
	w.done = text.Cleared(w.done, len(m.Functions))
	type visit struct {
		fn   ir.FuncID
		next ir.StmtID
	}
	var stack []visit
	for i := 1; i < len(m.Functions); i++ {
		if w.done[i] {
			continue
		}
		w.done[i] = true
		stack = append(stack[:0], visit{ir.FuncID(i), 1})
		for len(stack) > 0 {
			v := &stack[len(stack)-1]
			f := m.Func(v.fn)
			if int(v.next) >= f.StmtCount() {
				w.order = append(w.order, v.fn)
				stack = stack[:len(stack)-1]
				continue
			}
			s := v.next
			v.next++
			if f.StmtKind(s) == ir.StmtCall {
				if to := f.Call(s).Function; !w.done[to] {
					w.done[to] = true
					stack = append(stack, visit{to, 1})
				}
			}
		}
	}
}

// markPacked marks the structs of which values lie in constant buffers; it reports
// false where one lies otherwise in another buffer.
func (w *Writer) markPacked(t ir.TypeID, l ir.LayoutID, depth int) bool {
	if depth > maxTypeDepth {
		return true
	}
	switch ty := w.m.Types.At(t); ty.Kind {
	case ir.TypeArray:
		return w.markPacked(ty.Base, w.m.ElementLayout(l), depth+1)
	case ir.TypeBindingArray:
		return w.markPacked(ty.Base, l, depth+1)
	case ir.TypeStruct:
		if was := w.packed[ty.Struct]; was != ir.NoLayout {
			return was == l
		}
		w.packed[ty.Struct] = l
		for i := range w.m.Structs[ty.Struct].Members {
			if !w.markPacked(w.m.Structs[ty.Struct].Members[i].Type, w.m.MemberLayout(l, i), depth+1) {
				return false
			}
		}
	}
	return true
}

// findRoles finds the structs that are inputs or outputs.
func (w *Writer) findRoles() {
	m := w.m
	w.roles = text.Cleared(w.roles, len(m.Structs))
	mark := func(t ir.TypeID, r role) {
		if t != 0 {
			if t := m.Types.At(t); t.Kind == ir.TypeStruct {
				w.roles[t.Struct] |= r
			}
		}
	}
	for i := range m.EntryPoints {
		f := m.Func(m.EntryPoints[i].Function)
		in, out := roleUser, roleUser
		switch m.EntryPoints[i].Stage {
		case ir.StageVertex:
			out |= roleVaryings
		case ir.StageFragment:
			in |= roleVaryings
			out = roleTarget
		}
		for j := range f.Args {
			mark(f.Args[j].Type, in)
		}
		mark(f.Result, out)
	}
}

// inOrder calls do for each struct after those that it holds.
func (w *Writer) inOrder(do func(ir.StructID)) {
	w.done = text.Cleared(w.done, len(w.m.Structs))
	for i := 1; i < len(w.m.Structs); i++ {
		w.structInOrder(ir.StructID(i), 0, do)
	}
}

func (w *Writer) structInOrder(id ir.StructID, depth int, do func(ir.StructID)) {
	if w.done[id] || depth > maxTypeDepth {
		return
	}
	w.done[id] = true
	for i := range w.m.Structs[id].Members {
		t := w.m.Types.At(w.m.Structs[id].Members[i].Type)
		for t.Kind == ir.TypeArray {
			t = w.m.Types.At(t.Base)
		}
		if t.Kind == ir.TypeStruct {
			w.structInOrder(t.Struct, depth+1, do)
		}
	}
	do(id)
}

// reflection says what the text calls things and where they are.
func (w *Writer) reflection() *Reflection {
	r := new(Reflection)
	m := w.m
	if n := len(m.EntryPoints); n > 0 {
		r.EntryPoints = make([]EntryPoint, 0, n)
	}
	for i := range m.EntryPoints {
		e := &m.EntryPoints[i]
		r.EntryPoints = append(r.EntryPoints, EntryPoint{Name: e.Name, Stage: e.Stage, Text: w.out.TextOf(w.entries[i])})
	}
	resources := 0
	for i := range w.registers {
		if w.registers[i].class != 0 {
			resources++
		}
	}
	if resources > 0 {
		r.Resources = make([]Resource, 0, resources)
	}
	for i := 1; i < len(m.Globals); i++ {
		g := &m.Globals[i]
		if c := w.registers[i].class; c != 0 {
			r.Resources = append(r.Resources, Resource{Name: g.Name, Text: w.out.TextOf(w.globals[i]), Group: g.Binding.Group,
				Binding: g.Binding.Binding, HasBinding: g.HasBinding, Class: string(c), Register: w.registers[i].at, Count: w.registers[i].count})
		}
	}
	return r
}
