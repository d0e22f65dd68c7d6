package opt

// This file simplifies addresses.
//
//	before                              after
//	%1 = deref_var a                    %1 = deref_var a
//	%2 = deref_cast %1                  %4 = deref_array.inbounds %1, 2
//	%3 = deref_cast %2                  store %4, %x
//	%4 = deref_array %3, 2
//	store %4, %x
//
// A cast to the type that the address has is the address; a cast of a cast is one
// cast. An index that is known to lie within the length promises so. Addresses
// that nothing uses go.

import (
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// Deref simplifies addresses.
var Deref = &pass.Pass{
	Name:      "opt-deref",
	Doc:       "casts that change nothing go, known indices promise to be in bounds, unused addresses are removed",
	Replaces:  []string{"deref"},
	Preserves: ssa.ControlFlow,
	Function:  optDeref,
}

func optDeref(f *ssa.Function) bool {
	if !f.MayHaveDerefs() {
		return false
	}
	changed := false
	var buf [16]ssa.InstrID
	last := buf[:0]
	for b := f.FirstBlock(); b != 0; b = f.NextBlock(b) {
		for i := f.First(b); i != 0; {
			next := f.Next(i)
			if f.Op(i).Class() == op.ClassDeref {
				if simplifyDeref(f, i) {
					changed = true
				}
				if f.Op(i) != op.Invalid {
					last = append(last, i)
				}
			}
			i = next
		}
	}
	for k := len(last) - 1; k >= 0; k-- { // users follow what they use
		if !f.HasUses(last[k]) {
			f.Remove(last[k])
			changed = true
		}
	}
	return changed
}

// simplifyDeref simplifies one address.
func simplifyDeref(f *ssa.Function, i ssa.InstrID) bool {
	switch f.Op(i) {
	case op.DerefCast:
		base := f.Arg(i, 0)
		for f.Op(base) == op.DerefCast {
			base = f.Arg(base, 0)
		}
		switch {
		case f.Type(base) == f.Type(i):
			f.ReplaceUses(i, base)
			f.Remove(i)
			return true
		case base != f.Arg(i, 0):
			f.SetSrc(i, 0, ssa.Whole(base))
			return true
		}
	case op.DerefArray:
		if index := f.Arg(i, 1); f.IsConst(index) && f.Flags(i)&ir.FlagInBounds == 0 && f.ConstBits(index, 0) < knownLength(f, f.Arg(i, 0)) {
			f.SetFlags(i, f.Flags(i)|ir.FlagInBounds)
			return true
		}
	}
	return false
}

// knownLength is the number of elements behind an address, 0 if it depends on an override
// or the buffer.
func knownLength(f *ssa.Function, base ssa.Value) uint64 {
	types := &f.Shader.Module.Types
	switch t := types.At(types.Pointee(f.Type(base))); t.Kind {
	case ir.TypeVector:
		return uint64(t.Rows)
	case ir.TypeMatrix:
		return uint64(t.Columns)
	case ir.TypeArray, ir.TypeBindingArray:
		return uint64(t.Length)
	}
	return 0
}
