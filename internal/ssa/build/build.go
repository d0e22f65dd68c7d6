// Package build inserts operations with less writing than package ssa's builder: a function
// for each, whose result type follows from the sources if it can, and mathematics made of
// simpler operations.
//
//go:generate go run gen.go
package build

import (
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
)

// resultType is the type of an operation's result on whole values.
func resultType(b *ssa.Builder, o op.Op, args ...ssa.Value) ir.TypeID {
	info := o.Info()
	r := info.Result
	f := b.F
	types := &f.Shader.Module.Types
	comps, bits := int(r.Comps), int(r.Bits)
	var hint ir.Scalar
	for k, v := range args {
		s := info.Srcs[min(k, len(info.Srcs)-1)]
		if v == 0 || s.Base == op.Whole {
			continue
		}
		if comps == 0 && s.Comps == 0 {
			comps = f.Comps(v)
		}
		if s.Bits == 0 && s.Base != op.Bool {
			if bits == 0 {
				bits = f.Bits(v)
			}
			if hint == 0 {
				hint = types.ScalarOf(f.Type(v))
			}
		}
	}
	comps = max(1, comps)
	switch r.Base {
	case op.Bool:
		return ir.VectorOf(ir.Bool, comps)
	case op.Float:
		return ir.VectorOf(ir.ScalarOf(ir.FloatKind, bits), comps)
	}
	if bits == 1 {
		return ir.VectorOf(ir.Bool, comps)
	}
	switch {
	case hint != 0 && hint.Bits() == bits && (r.Base == op.Any || hint.IsInteger()):
		// Kinds that agree with the sources need the fewest reinterpretations.
		if r.Base == op.Any || hint.IsSigned() == (r.Base == op.Int) || r.Base == op.IntB {
			return ir.VectorOf(hint, comps)
		}
	}
	if r.Base == op.Int {
		return ir.VectorOf(ir.ScalarOf(ir.SintKind, bits), comps)
	}
	return ir.VectorOf(ir.ScalarOf(ir.UintKind, bits), comps)
}

// Op inserts any operation, whose result type follows from the sources.
func Op(b *ssa.Builder, o op.Op, args ...ssa.Value) ssa.Value {
	return b.Op(o, resultType(b, o, args...), args...)
}
