package wgsl

// This file gives types names if that makes the text shorter, for the smallest:
//
//	var a:array<f32>;var b:array<f32>;var c:array<f32>;
//	alias d=array<f32>;var a:d;var b:d;var c:d;
//
// How often a type is spelled shows when everything has been written once.

import (
	"cmp"
	"slices"

	"refract/internal/back/text"
	"refract/internal/reuse"
	"refract/ir"
)

// typeAliases are the names of types, by TypeID.
type typeAliases struct {
	counts bool // the text under way is the one that shows how often types are spelled
	uses   []int
	names  []text.Name
	chosen []ir.TypeID
}

// begin makes ready for a module's types.
func (a *typeAliases) begin(types int, counts bool) {
	a.counts = counts
	a.uses = reuse.Zeroed(a.uses, types)
	a.names = reuse.Zeroed(a.names, types)
	a.chosen = a.chosen[:0]
}

// name is the name to be spelled for a type, or 0.
func (a *typeAliases) name(id ir.TypeID) text.Name {
	if int(id) >= len(a.names) {
		return 0
	}
	if a.counts {
		a.uses[id]++
	}
	return a.names[id]
}

// minUses is how often a named type is spelled at least: the names of others become longer
// by it.
const minUses = 3

// choose takes the types whose names make the text shorter. A part of one is spelled less
// often then.
func (w *Writer) chooseAliases() {
	a := &w.aliases
	a.counts = false
	type candidate struct {
		id     ir.TypeID
		length int
	}
	var list []candidate
	for id, n := range a.uses {
		if n < 2 {
			continue
		}
		if l := w.typeLength(ir.TypeID(id), 0); l != 0 {
			list = append(list, candidate{ir.TypeID(id), l})
		}
	}
	slices.SortStableFunc(list, func(x, y candidate) int { return cmp.Compare(y.length, x.length) })
	for _, c := range list {
		n := a.uses[c.id]
		if saved := n*(c.length-1) - c.length - len("alias a=;"); saved <= 0 || n < minUses && saved < 4 {
			continue
		}
		a.chosen = append(a.chosen, c.id)
		for t := w.M.Types.At(c.id); t.Kind == ir.TypeArray; t = w.M.Types.At(t.Base) {
			a.uses[t.Base] -= n - 1
		}
	}
	slices.Sort(a.chosen)
}

// typeLength is how many bytes a type is spelled with; 0: it gets no name.
func (w *Writer) typeLength(id ir.TypeID, depth int) int {
	t := w.M.Types.At(id)
	switch t.Kind {
	case ir.TypeScalar:
		if t.Scalar == ir.Bool {
			return len("bool")
		}
		return len("f32")
	case ir.TypeVector:
		if short := shortVectors[t.Scalar][t.Rows]; short != 0 && !w.long {
			return len("vec2f")
		}
	case ir.TypeMatrix:
		if short := shortMatrices[t.Scalar][t.Columns][t.Rows]; short != 0 && !w.long {
			return len("mat2x2f")
		}
	case ir.TypeStruct:
		if depth > 0 {
			return 1
		}
	case ir.TypeArray:
		if t.LengthExpr != 0 || depth > 4 {
			return 0
		}
		n := w.typeLength(t.Base, depth+1)
		if n == 0 {
			return 0
		}
		n += len("array<>")
		if t.Length != 0 {
			n++ // the comma
			for l := t.Length; l > 0; l /= 10 {
				n++
			}
		}
		return n
	}
	return 0
}

// nameAliases makes the names.
func (w *Writer) nameAliases() {
	for _, id := range w.aliases.chosen {
		w.aliases.names[id] = w.Out.ModuleName("", "type", false)
	}
}

// aliasDecls declares them.
func (w *Writer) aliasDecls() {
	o, a := &w.Out, &w.aliases
	for _, id := range a.chosen {
		name := a.names[id]
		o.Str("alias ")
		o.Declare(name)
		o.Infix("=")
		a.names[id] = 0
		w.typeName(id)
		a.names[id] = name
		o.Byte(';')
		o.End()
	}
}
