package hlsl

// This file declares some workgroup variables as arrays of one element, for DXC:
//
//	groupshared float4 sums[1];
//
// DXC evaluates stores of constants at the start of an entry point, and makes the results the
// initial values of the memory, which no driver gives it. DXC does so if the memory is an array of
// one dimension, but for variables that are declared so: a member that is an array, members of
// the elements of an array, and a vector or matrix that the shader indexes.

import (
	"refract/internal/back/clike"
	"refract/internal/reuse"
	"refract/ir"
)

// findSingles notes the variables with such memory to which a function stores at a place that is
// known, and the dimensions that they need to have two.
func (w *Writer) findSingles() {
	m := w.M
	w.singles = reuse.Zeroed(w.singles, len(m.Globals))
	if !w.isDXC() {
		return
	}
	var indexed []bool // by global: a function indexes it, or a part of it
	for _, f := range m.Functions[1:] {
		for s := ir.StmtID(1); int(s) < f.StmtCount(); s++ {
			if f.StmtKind(s) != ir.StmtStore {
				continue
			}
			p := f.Store(s).Pointer
			id := clike.RootGlobal(f, p)
			if id == 0 || m.Globals[id].Space != ir.SpaceWorkgroup || isIndexed(f, p) {
				continue
			}
			if indexed == nil {
				indexed = w.indexedGlobals()
			}
			w.singles[id] = w.dimensions(m.Globals[id].Type, indexed[id])
		}
	}
}

// indexedGlobals are the variables into which an index points that is no constant.
func (w *Writer) indexedGlobals() []bool {
	const accesses ir.KindSet = 1 << ir.KindAccess
	indexed := make([]bool, len(w.M.Globals))
	for _, f := range w.M.Functions[1:] {
		for e := f.Next(0, accesses); e != 0; e = f.Next(e, accesses) {
			indexed[clike.RootGlobal(f, e)] = true
		}
	}
	return indexed
}

// isIndexed reports whether a pointer is computed with an index that is no constant.
func isIndexed(f *ir.Function, p ir.ExprID) bool {
	for f.Kind(p) == ir.KindAccessIndex {
		p = f.Operand(p)
	}
	return f.Kind(p) == ir.KindAccess
}

// dimensions is the number of dimensions that a variable of a type gets.
func (w *Writer) dimensions(t ir.TypeID, indexed bool) uint8 {
	switch ty := w.M.Types.At(t); ty.Kind {
	case ir.TypeVector, ir.TypeMatrix:
		if indexed {
			return 1
		}
	case ir.TypeStruct:
		if indexed || w.hasArrays(t, 0) {
			return 2
		}
	case ir.TypeArray:
		if w.M.Types.At(ty.Base).Kind == ir.TypeStruct {
			return 1
		}
	}
	return 0
}

// hasArrays reports whether a type is a struct with an array inside.
func (w *Writer) hasArrays(t ir.TypeID, depth int) bool {
	s := w.M.StructOf(t)
	if s == nil || depth > maxTypeDepth {
		return false
	}
	for i := range s.Members {
		if w.M.Types.At(s.Members[i].Type).Kind == ir.TypeArray || w.hasArrays(s.Members[i].Type, depth+1) {
			return true
		}
	}
	return false
}

// workgroupVariable declares a workgroup variable.
func (w *Writer) workgroupVariable(id ir.GlobalID) {
	o, t := &w.Out, w.M.Globals[id].Type
	o.Str("groupshared ")
	if w.rowArrays && w.isMatrixArray(t) {
		o.Str("row_major ")
	}
	w.typeName(t)
	o.Byte(' ')
	o.Declare(w.Globals[id])
	for range w.singles[id] {
		o.Str("[1]")
	}
	w.lengths(t)
	o.Byte(';')
	o.End()
}

// globalPlace spells a variable of the module.
func (w *Writer) globalPlace(id ir.GlobalID) {
	w.Out.Name(w.Globals[id])
	for range w.singles[id] {
		w.Out.Str("[0]")
	}
}
