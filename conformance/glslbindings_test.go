package conformance

// This file gives variables that share a binding bindings of their own, in a module and in
// what glslang made of the same source: which of them lies there, nothing says.

import (
	"refract/ir"
	"refract/spirv"
)

// separateBindings changes the binding of each variable but the first of those that share
// one, in the module and in SPIR-V with names.
func separateBindings(m *ir.Module, words []uint32) {
	next, taken := uint32(0), map[ir.ResourceBinding]bool{}
	for i := 1; i < len(m.Globals); i++ {
		if g := &m.Globals[i]; g.HasBinding {
			next = max(next, g.Binding.Binding+1)
		}
	}
	byName := map[string]uint32{}
	for i := 1; i < len(m.Globals); i++ {
		g := &m.Globals[i]
		if !g.HasBinding {
			continue
		}
		if !taken[g.Binding] {
			taken[g.Binding] = true
			continue
		}
		g.Binding.Binding = next
		byName[g.Name] = next
		if st := m.StructOf(g.Type); st != nil {
			byName[st.Name] = next // where the instance has no name
		}
		next++
	}
	if len(byName) == 0 {
		return
	}
	names, pointee, types := map[uint32]string{}, map[uint32]uint32{}, map[uint32]uint32{}
	for at := 5; at < len(words); at += int(words[at] >> 16) {
		switch op := words[at:]; spirv.Op(op[0] & 0xffff) {
		case spirv.OpName:
			names[op[1]], _ = spirv.String(op[2 : op[0]>>16])
		case spirv.OpTypePointer:
			pointee[op[1]] = op[3]
		case spirv.OpVariable:
			types[op[2]] = pointee[op[1]]
		}
	}
	for at := 5; at < len(words); at += int(words[at] >> 16) {
		op := words[at:]
		if spirv.Op(op[0]&0xffff) != spirv.OpDecorate || spirv.Decoration(op[2]) != spirv.DecorationBinding {
			continue
		}
		name := names[op[1]]
		if name == "" { // a block without a name for the instance
			name = names[types[op[1]]]
		}
		if binding, ok := byName[name]; ok {
			op[3] = binding
		}
	}
}
