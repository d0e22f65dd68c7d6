package dxil

// This file makes the array with the shader's constant data.

import (
	"refract/internal/back/direct3d"
	"refract/internal/llvm"
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
)

// makeConstants declares the array if something reads it: the validator refuses one that is unused.
func (g *generator) makeConstants() {
	types := accesses(g.f, op.MemoryConstant)
	if types.least == 0 {
		return
	}
	s := g.f.Shader
	size := g.extent(s.Vars, ssa.ModeConstant)
	words := make([]uint32, (size+7)/8*2)
	for k := range s.Vars {
		v := &s.Vars[k]
		if v.Mode != ssa.ModeConstant || !v.HasAt {
			continue
		}
		if v.Init != 0 && !direct3d.Fill(s.Module, words, v.At, v.Type, v.Layout, ir.ExprID(v.Init)) {
			g.w.unsupported("the constants of "+v.Name, v.Span)
			return
		}
	}
	a := g.newArena(types, size, 0)
	n := g.out.At(a.array).N
	list := make([]llvm.Value, n)
	k := g.kindOfType(a.elem)
	for j := range list {
		var bits uint64
		switch a.bits {
		case 64:
			bits = uint64(words[2*j]) | uint64(words[2*j+1])<<32
		case 16:
			bits = uint64(words[j/2] >> (j % 2 * 16) & 0xFFFF)
		default:
			bits = uint64(words[j])
		}
		list[j] = g.literal(k, a.bits, bits)
	}
	a.value = g.out.AddGlobal(llvm.Global{Name: "constants", Type: a.array, Constant: true, Init: g.out.AggregateOf(a.array, list...), Linkage: llvm.Internal, Unnamed: true, Align: uint32(a.bits / 8)})
	g.data = a
}
