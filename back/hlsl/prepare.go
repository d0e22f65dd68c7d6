package hlsl

// This file makes names for the module's declarations, orders declarations so that none is
// used before it stands, and computes the facts that printing needs.

import (
	"slices"

	"strconv"

	"refract/internal/back/clike"
	"refract/internal/ir/calls"
	"refract/internal/reuse"
	"refract/ir"
)

// role is the set of uses of a struct as input or output.
type role uint8

const (
	roleUser     role = 1 << iota // semantics LOCn
	roleTarget                    // semantics SV_Targetn
	roleVaryings                  // passes between vertex and fragment stage
)

// prepare fills the side tables.
func (w *Writer) prepare() {
	m := w.M
	w.tall = false
	w.declare()
	w.Calls.Of(m)
	w.packed, w.extents = reuse.Zeroed(w.packed, len(m.Structs)), reuse.Zeroed(w.extents, len(m.Structs))
	w.written = reuse.Zeroed(w.written, len(m.Globals))
	for i := 1; i < len(m.Globals); i++ {
		if g := &m.Globals[i]; isConstants(g.Space) {
			w.markPacked(g.Type, g.Layout, 0) // uniformWords has seen to it that it can be
		}
	}
	w.rowArrays = w.arraysByRows()
	for _, f := range m.Functions[1:] {
		if !f.MayHaveStmt(ir.StmtStore) {
			continue
		}
		for s := ir.StmtID(1); int(s) < f.StmtCount(); s++ {
			if f.StmtKind(s) == ir.StmtStore {
				if g := clike.RootGlobal(f, f.Store(s).Pointer); g != 0 {
					w.written[g] = true
				}
			}
		}
	}
	w.findSingles()
	w.findRoles()
	w.assignRegisters()
	w.helpers.reset()
}

// declare makes the names of module scope.
func (w *Writer) declare() {
	m, o := w.M, &w.Out
	w.IndexEntries()
	w.entries = reuse.Zeroed(w.entries, len(m.EntryPoints))
	for i := range m.EntryPoints {
		w.entries[i] = o.ModuleName(m.EntryPoints[i].Name, "main", true)
	}
	w.NameModule(w.entries, w.memberNames)
	w.findEmitting()
	w.findStages()
	w.nameStages()
	o.KeepMembersApart(m, w.Structs, w.MemberName)
	w.findGraphics(m)
	w.isEntry = reuse.Zeroed(w.isEntry, len(m.Functions))
	for i := range m.EntryPoints {
		w.isEntry[m.EntryPoints[i].Function] = true
	}
}

// memberNames are the names of a struct's members if they can't all be kept, else nil.
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

// markPacked marks the structs with values in constant buffers; it reports false if one has
// another layout in another buffer.
func (w *Writer) markPacked(t ir.TypeID, l ir.LayoutID, depth int) bool {
	if depth > maxTypeDepth {
		return true
	}
	switch ty := w.M.Types.At(t); ty.Kind {
	case ir.TypeArray, ir.TypeBindingArray:
		return w.markPacked(ty.Base, w.M.ElementLayout(l), depth+1)
	case ir.TypeStruct:
		if was := w.packed[ty.Struct]; was != ir.NoLayout {
			return was == l
		}
		w.packed[ty.Struct] = l
		for i := range w.M.Structs[ty.Struct].Members {
			if !w.markPacked(w.M.Structs[ty.Struct].Members[i].Type, w.M.MemberLayout(l, i), depth+1) {
				return false
			}
		}
	}
	return true
}

// arraysByRows reports whether arrays of matrices lie in constant buffers by rows alone.
// Then all arrays do: DXC copies one that does to another that doesn't wrongly.
func (w *Writer) arraysByRows() bool {
	m := w.M
	rows, columns := false, false
	note := func(isColumns bool) {
		if isColumns {
			columns = true
		} else {
			rows = true
		}
	}
	for i := 1; i < len(m.Globals); i++ {
		if g := &m.Globals[i]; isConstants(g.Space) && w.isMatrixArray(g.Type) {
			info, _ := w.Layout.Of(g.Type, g.Layout)
			note(info.RowMajor)
		}
	}
	for id, l := range w.packed {
		if l == ir.NoLayout {
			continue
		}
		for i := range m.Structs[id].Members {
			if w.isMatrixArray(m.Structs[id].Members[i].Type) {
				_, info, _ := w.Layout.Member(m.Structs[id].Type, l, i)
				note(info.RowMajor)
			}
		}
	}
	return rows && !columns
}

// isMatrixArray reports whether the elements of a type are matrices.
func (w *Writer) isMatrixArray(t ir.TypeID) bool {
	ty := w.M.Types.At(t)
	if ty.Kind != ir.TypeArray {
		return false
	}
	for ty.Kind == ir.TypeArray {
		ty = w.M.Types.At(ty.Base)
	}
	return ty.Kind == ir.TypeMatrix
}

// findRoles finds the structs that are inputs or outputs.
func (w *Writer) findRoles() {
	m := w.M
	w.roles = reuse.Zeroed(w.roles, len(m.Structs))
	mark := func(t ir.TypeID, r role) {
		if t != 0 {
			if t := m.Types.At(t); t.Kind == ir.TypeStruct {
				w.roles[t.Struct] |= r
			}
		}
	}
	for i := range m.EntryPoints {
		f := m.Func(m.EntryPoints[i].Function)
		info, in, out := m.EntryPoints[i].Stage.Info(), roleUser, roleUser
		if info.Inputs == ir.Varyings {
			in |= roleVaryings
		}
		switch info.Outputs {
		case ir.Varyings:
			out |= roleVaryings
		case ir.Colors:
			out = roleTarget
		}
		for j := range f.Args {
			mark(f.Args[j].Type, in)
		}
		mark(f.Result, out)
	}
}

// inOrder calls do for each struct after the structs that it contains.
func (w *Writer) inOrder(do func(ir.StructID)) {
	w.done = reuse.Zeroed(w.done, len(w.M.Structs))
	for i := 1; i < len(w.M.Structs); i++ {
		w.structInOrder(ir.StructID(i), 0, do)
	}
}

func (w *Writer) structInOrder(id ir.StructID, depth int, do func(ir.StructID)) {
	if w.done[id] || depth > maxTypeDepth {
		return
	}
	w.done[id] = true
	for i := range w.M.Structs[id].Members {
		t := w.M.Types.At(w.M.Structs[id].Members[i].Type)
		for t.Kind == ir.TypeArray {
			t = w.M.Types.At(t.Base)
		}
		if t.Kind == ir.TypeStruct {
			w.structInOrder(t.Struct, depth+1, do)
		}
	}
	do(id)
}

// reflection is the text's names and places.
func (w *Writer) reflection() *Reflection {
	r := new(Reflection)
	m := w.M
	if n := len(m.EntryPoints); n > 0 {
		r.EntryPoints = make([]EntryPoint, 0, n)
	}
	for i := range m.EntryPoints {
		e := &m.EntryPoints[i]
		r.EntryPoints = append(r.EntryPoints, EntryPoint{Name: e.Name, Stage: e.Stage, Text: w.Out.TextOf(w.entries[i])})
	}
	resources := 0
	for i := range w.registers {
		if w.registers[i].Class != 0 {
			resources++
		}
	}
	if resources > 0 {
		r.Resources = make([]Resource, 0, resources)
	}
	for i := 1; i < len(m.Globals); i++ {
		g := &m.Globals[i]
		if c := w.registers[i].Class; c != 0 {
			r.Resources = append(r.Resources, Resource{Name: g.Name, Text: w.Out.TextOf(w.Globals[i]), Group: g.Binding.Group,
				Binding: g.Binding.Binding, HasBinding: g.HasBinding, Class: string(c), Register: w.registers[i].At, Count: w.registers[i].Count})
		}
	}
	return r
}

// findGraphics finds the functions with barriers that vertex and fragment shaders reach.
func (w *Writer) findGraphics(m *ir.Module) {
	w.graphics = w.graphics[:0]
	hasBarrier := func(f *ir.Function) bool {
		return f.MayHaveStmt(ir.StmtControlBarrier) || f.MayHaveStmt(ir.StmtMemoryBarrier)
	}
	if !slices.ContainsFunc(m.Functions[1:], hasBarrier) {
		return
	}
	var reached calls.Reached
	reached.Start(m)
	var entries []ir.FuncID
	for i := range m.EntryPoints {
		if !m.EntryPoints[i].Stage.Info().Workgroups {
			entries = append(entries, m.EntryPoints[i].Function)
		}
	}
	reached.Add(m, entries...)
	for _, id := range reached.List {
		if f := m.Functions[id]; hasBarrier(f) {
			w.graphics = append(w.graphics, f)
		}
	}
}
