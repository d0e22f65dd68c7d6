package dxil

// This file calls the functions of DXIL's operations.

import (
	"strconv"

	"refract/internal/dxil"
	"refract/internal/llvm"
)

// call calls the function of an operation. The overload is a type, or 0 if the function has none.
func (g *generator) call(op dxil.Op, overload llvm.Type, args ...llvm.Value) llvm.Value {
	f, err := g.functions.Get(op, overload)
	if err != nil {
		g.unsupported("the operation " + op.String() + " of " + g.scalarName(overload))
		return g.out.UndefOf(overload)
	}
	if model := Profile60 + Profile(op.Describe().Model); model > g.w.opts.Profile {
		g.needs(model, "the operation "+op.String())
	}
	g.args = append(append(g.args[:0], f.Value, g.out.I32(int64(op))), args...)
	return g.fn.Add(llvm.Instr{Op: llvm.OpCall, Type: g.out.At(f.Type).Elem}, g.args...)
}

// scalarName is the name of a scalar type, as "f32".
func (g *generator) scalarName(t llvm.Type) string {
	letter := "i"
	if g.kindOfType(t) == real {
		letter = "f"
	}
	return letter + strconv.Itoa(g.sizeOf(t))
}

// part is a member of a struct that a call returned.
func (g *generator) part(v llvm.Value, k int) llvm.Value {
	if g.out.At(g.fn.TypeOf(v)).Kind != llvm.Struct { // the call was refused
		return v
	}
	return g.fn.Add(llvm.Instr{Op: llvm.OpExtractValue, Sub: uint8(k), Type: g.out.At(g.fn.TypeOf(v)).Fields[k]}, v)
}
