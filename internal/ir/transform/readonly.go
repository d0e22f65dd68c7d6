package transform

// This file declares unwritten memory read-only, for targets whose stages may not have
// memory that they could write:
//
//	global @data : array<f32> storage read_write group 0 binding 0
//	%1 = access_index @data, 0 : ptr<storage, f32, read_write>
//	%2 = load %1
//
// becomes
//
//	global @data : array<f32> storage read group 0 binding 0
//	%1 = access_index @data, 0 : ptr<storage, f32, read>
//	%2 = load %1

import "refract/ir"

// Unwritten are the storage buffers among the writable globals in want that no function
// writes, operates on atomically or hands to another by a pointer.
func Unwritten(m *ir.Module, want []bool) []bool {
	list := make([]bool, len(m.Globals))
	for g := range list {
		x := &m.Globals[g]
		list[g] = want[g] && x.Space == ir.SpaceStorage && x.Access&ir.AccessWrite != 0 && !holdsAtomics(m, x.Type)
	}
	drop := func(f *ir.Function, x ir.ExprID) {
		if g := globalOf(f, x); g != 0 {
			list[g] = false
		}
	}
	var operands []ir.ExprID
	for _, f := range m.Functions[1:] {
		for s := ir.StmtID(1); int(s) < f.StmtCount(); s++ {
			switch f.StmtKind(s) {
			case ir.StmtEmit, ir.StmtReturn, ir.StmtIf, ir.StmtSwitch, ir.StmtLoop, ir.StmtBlock:
				continue
			}
			operands = f.StmtOperands(s, operands[:0])
			for _, x := range operands {
				if t := m.Types.At(f.TypeOf(x)); t.Kind == ir.TypePointer && t.Space == ir.SpaceStorage {
					drop(f, x)
				}
			}
		}
	}
	return list
}

// globalOf is the global that a pointer points into, or 0.
func globalOf(f *ir.Function, x ir.ExprID) ir.GlobalID {
	if x = f.Root(x); f.Kind(x) == ir.KindGlobal {
		return f.GlobalRef(x)
	}
	return 0
}

// holdsAtomics reports whether there are atomics in a type.
func holdsAtomics(m *ir.Module, t ir.TypeID) bool {
	switch x := m.Types.At(t); x.Kind {
	case ir.TypeAtomic:
		return true
	case ir.TypeArray, ir.TypeBindingArray:
		return holdsAtomics(m, x.Base)
	case ir.TypeStruct:
		for _, member := range m.Structs[x.Struct].Members {
			if holdsAtomics(m, member.Type) {
				return true
			}
		}
	}
	return false
}

// ReadOnly makes globals that [Unwritten] lists read only.
func ReadOnly(m *ir.Module, list []bool) {
	for g := range list {
		if list[g] {
			m.Globals[g].Access = ir.AccessRead
		}
	}
	for _, f := range m.Functions[1:] {
		for x := ir.ExprID(1); int(x) < f.ExprCount(); x++ {
			switch f.Kind(x) {
			case ir.KindGlobal, ir.KindAccess, ir.KindAccessIndex:
			default:
				continue
			}
			t := *m.Types.At(f.TypeOf(x))
			if t.Kind == ir.TypePointer && list[globalOf(f, x)] {
				t.Access = ir.AccessRead
				f.SetType(x, m.Types.Intern(t))
			}
		}
	}
}
