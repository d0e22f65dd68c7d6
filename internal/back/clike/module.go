package clike

// This file writes the common parts of declarations of module scope.

import (
	"iter"
	"strings"

	"refract/internal/back/text"
	"refract/internal/reuse"
	"refract/ir"
)

// Doc writes a documentation comment.
func (w *Writer) Doc(s string) {
	if s == "" || w.Out.Compact() {
		return
	}
	mark, isApart := w.L.DocMark, strings.HasSuffix(w.L.DocMark, " ")
	for line := range strings.Lines(s) {
		w.Out.Str(mark)
		if line = strings.TrimRight(line, "\r\n"); line != "" {
			if !isApart {
				w.Out.Byte(' ')
			}
			w.Out.Str(strings.TrimRight(line, w.L.DocTrim))
		}
		w.Out.Line()
	}
}

// OpenStruct writes the beginning of the declaration of a struct.
func (w *Writer) OpenStruct(id ir.StructID) *ir.Struct {
	s := &w.M.Structs[id]
	o := &w.Out
	o.Blank()
	w.Doc(s.Doc)
	o.Str("struct ")
	o.Declare(w.Structs[id])
	o.Space()
	o.Byte('{')
	o.Indent()
	return s
}

// NameModule makes the names of structs, constants, globals and functions. Entry points
// have their names; members are the names of a struct's members.
func (w *Writer) NameModule(entries []text.Name, members func(*ir.Struct) []string) {
	m, o := w.M, &w.Out
	w.Structs = reuse.Zeroed(w.Structs, len(m.Structs))
	w.Members = append(w.Members[:0], make([][]string, len(m.Structs))...)
	for i := 1; i < len(m.Structs); i++ {
		if s := &m.Structs[i]; s.Special == ir.NotSpecial || !w.L.SpecialTypes {
			w.Structs[i] = o.ModuleName(s.Name, "Struct", false)
			w.Members[i] = members(s)
		}
	}
	w.Constants = reuse.Zeroed(w.Constants, len(m.Constants))
	for i := 1; i < len(m.Constants); i++ {
		w.Constants[i] = o.ModuleName(m.Constants[i].Name, "constant", false)
	}
	w.Globals = reuse.Zeroed(w.Globals, len(m.Globals))
	for i := 1; i < len(m.Globals); i++ {
		w.Globals[i] = o.ModuleName(m.Globals[i].Name, "global", false)
	}
	w.Functions = reuse.Zeroed(w.Functions, len(m.Functions))
	for i := range m.EntryPoints {
		if f := m.EntryPoints[i].Function; w.Functions[f] == 0 {
			w.Functions[f] = entries[i]
		}
	}
	for i := 1; i < len(m.Functions); i++ {
		if w.Functions[i] == 0 {
			w.Functions[i] = o.ModuleName(m.Functions[i].Name, "function", false)
		}
	}
}

// Operation spells a statement that is a call: of a user function, or of a built-in one
// that acts on memory or on other invocations.
func (w *Writer) Operation(s ir.StmtID) {
	params := w.Params
	defer func() { w.Params = params }()
	k := w.F.StmtKind(s)
	w.Params = k == ir.StmtCall || k == ir.StmtAtomic
	if k != ir.StmtCall {
		w.L.Operation(s)
		return
	}
	v := w.F.Call(s)
	if w.L.Call != nil {
		w.L.Call(v)
		return
	}
	w.Out.Name(w.Functions[v.Function])
	w.Arguments(0, v.Args...)
}

// Ballot spells the arguments of a ballot of a subgroup: without a predicate, true.
func (w *Writer) Ballot(s ir.StmtID) {
	if v := w.F.SubgroupBallot(s); v.Predicate != 0 {
		w.Arguments(0, v.Predicate)
		return
	}
	w.Out.Str("(true)")
}

// OpenFunction writes the head of a function up to its parameters, and opens their scope.
func (w *Writer) OpenFunction(id ir.FuncID) {
	o := &w.Out
	if w.F.Result != 0 {
		w.L.TypeName(w.F.Result)
	} else {
		o.Str("void")
	}
	o.Byte(' ')
	o.Declare(w.Functions[id])
	o.Open()
	o.Byte('(')
}

// CloseFunction writes the body of a function, whose outermost declarations share the
// scope of the parameters, and closes that.
func (w *Writer) CloseFunction(body func()) {
	o := &w.Out
	o.Byte('{')
	o.Indent()
	length := o.Len()
	body()
	o.Outdent()
	if o.Len() != length {
		o.Line()
	}
	o.Byte('}')
	o.Close()
	o.End()
}

// IndexEntries finds the entry points of each function, for EntriesOf.
func (w *Writer) IndexEntries() {
	w.entryOf = reuse.Zeroed(w.entryOf, len(w.M.Functions))
	w.entryNext = reuse.Zeroed(w.entryNext, len(w.M.EntryPoints))
	for i := len(w.M.EntryPoints) - 1; i >= 0; i-- {
		first := &w.entryOf[w.M.EntryPoints[i].Function]
		w.entryNext[i], *first = *first, int32(i+1)
	}
}

// EntriesOf yields the entry points that a function is, in their order.
func (w *Writer) EntriesOf(id ir.FuncID) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := w.entryOf[id]; i != 0; i = w.entryNext[i-1] {
			if !yield(int(i - 1)) {
				return
			}
		}
	}
}
