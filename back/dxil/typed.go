package dxil

// This file holds structs, arrays and matrices: as values, which are the scalars in them in order, and
// in memory that has a type, as payloads have.

import (
	"refract/internal/llvm"
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
)

// A leaf is a scalar in a type.
type leaf struct {
	scalar ir.Scalar
	path   []uint32 // members, elements, columns, components
}

// maxLeaves bounds how many scalars a value has.
const maxLeaves = 4096

// leaves are the scalars of a type, in order.
func (g *generator) leaves(t ir.TypeID) []leaf {
	var list []leaf
	g.appendLeaves(&list, t, nil)
	return list
}

func (g *generator) appendLeaves(list *[]leaf, t ir.TypeID, path []uint32) {
	if len(*list) > maxLeaves {
		return
	}
	in := func(n uint32, part func(k uint32) ir.TypeID) {
		for k := range n {
			g.appendLeaves(list, part(k), append(path[:len(path):len(path)], k))
		}
	}
	switch ty := g.types.At(t); ty.Kind {
	case ir.TypeStruct:
		members := g.m.Structs[ty.Struct].Members
		in(uint32(len(members)), func(k uint32) ir.TypeID { return members[k].Type })
	case ir.TypeArray:
		in(ty.Length, func(uint32) ir.TypeID { return ty.Base })
	case ir.TypeMatrix:
		in(uint32(ty.Columns), func(uint32) ir.TypeID { return ir.VectorOf(ty.Scalar, int(ty.Rows)) })
	case ir.TypeVector:
		in(uint32(ty.Rows), func(uint32) ir.TypeID { return ir.ScalarTypeOf(ty.Scalar) })
	default:
		*list = append(*list, leaf{ty.Scalar, path})
	}
}

// flat are the scalars of a value.
func (g *generator) flat(v ssa.Value) []llvm.Value {
	f := g.f
	all := g.leaves(f.Type(v))
	list := make([]llvm.Value, len(all))
	for k := range all {
		kind := kindOf(all[k].scalar)
		switch {
		case f.Comps(v) > 0:
			list[k] = g.component(v, k, kind)
		case f.Op(v) == op.Zero || f.Op(v) == op.Undef:
			list[k] = g.literal(kind, all[k].scalar.Bits(), 0)
		case g.first[v] != 0:
			list[k] = g.parts[int(g.first[v])+k]
		default:
			g.unsupported("a value of type " + g.m.TypeName(f.Type(v)))
			list[k] = g.literal(kind, all[k].scalar.Bits(), 0)
		}
	}
	return list
}

// compose makes a struct, an array or a matrix.
func (g *generator) compose(i ssa.InstrID) {
	var list []llvm.Value
	for k := range g.f.NumSrcs(i) {
		list = append(list, g.flat(g.f.Arg(i, k))...)
	}
	g.set(i, list...)
}

// member is a part of a struct, an array or a matrix.
func (g *generator) member(i ssa.InstrID) {
	f := g.f
	base := f.Arg(i, 0)
	n := len(g.leaves(f.Type(i)))
	if g.first[base] == 0 {
		g.set(i, g.flat(i)...) // which notes the type
		return
	}
	at := 0
	for k := range f.IndexOf(i) {
		at += len(g.leaves(g.m.ElementType(f.Type(base), uint32(k))))
	}
	first := int(g.first[base]) + at
	g.set(i, g.parts[first:first+n]...)
}

// memoryType is a type as memory has it: bools are i32.
func (g *generator) memoryType(t ir.TypeID) llvm.Type {
	o := g.out
	scalar := func(s ir.Scalar) llvm.Type {
		if s == ir.Bool {
			return g.i32
		}
		return g.typeOf(kindOf(s), s.Bits())
	}
	switch ty := g.types.At(t); ty.Kind {
	case ir.TypeStruct:
		s := &g.m.Structs[ty.Struct]
		fields := make([]llvm.Type, len(s.Members))
		for k := range fields {
			fields[k] = g.memoryType(s.Members[k].Type)
		}
		return o.StructOf("struct."+s.Name, fields...)
	case ir.TypeArray:
		return o.ArrayOf(g.memoryType(ty.Base), ty.Length)
	case ir.TypeMatrix:
		return o.ArrayOf(g.memoryType(ir.VectorOf(ty.Scalar, int(ty.Rows))), uint32(ty.Columns))
	case ir.TypeVector:
		if g.w.isMesh() { // memory of workgroups has no vectors
			return o.ArrayOf(scalar(ty.Scalar), uint32(ty.Rows))
		}
		return o.VectorOf(scalar(ty.Scalar), uint32(ty.Rows))
	default:
		return scalar(ty.Scalar)
	}
}

// A typedMemory is a variable in memory that has a type.
type typedMemory struct {
	pointer llvm.Value
	of      llvm.Type
	space   uint32
	boxed   bool // it is a struct that has the variable as its only member
}

// typedModes are the modes of variables in such memory.
const typedModes = ssa.ModeTaskPayload | ssa.ModeRayPayload | ssa.ModeIncomingRayPayload | ssa.ModeHitAttribute | ssa.ModeCallableData | ssa.ModeIncomingCallableData

// pathOf is the memory that a pointer leads into, and the indices to its place; nil: none that has
// a type.
func (g *generator) pathOf(v ssa.Value) (*typedMemory, []llvm.Value) {
	f := g.f
	var steps []ssa.Value
	for f.Op(v) == op.DerefArray || f.Op(v) == op.DerefStruct {
		steps = append(steps, v)
		v = f.Arg(v, 0)
	}
	if f.Op(v) != op.DerefVar || f.VarOf(v).IsLocal() || int(f.VarOf(v)) >= len(g.typed) || g.typed[f.VarOf(v)].pointer == 0 {
		return nil, nil
	}
	m := &g.typed[f.VarOf(v)]
	path := []llvm.Value{g.out.I32(0)}
	if m.boxed {
		path = append(path, g.out.I32(0))
	}
	for k := len(steps) - 1; k >= 0; k-- {
		if s := steps[k]; f.Op(s) == op.DerefStruct {
			path = append(path, g.out.I32(int64(f.Field(s, "member"))))
		} else {
			path = append(path, g.component(f.Arg(s, 1), 0, whole))
		}
	}
	return m, path
}

// place is the pointer to a scalar behind indices.
func (g *generator) place(m *typedMemory, path []llvm.Value, l *leaf) (p llvm.Value, t llvm.Type) {
	path = path[:len(path):len(path)]
	for _, k := range l.path {
		path = append(path, g.out.I32(int64(k)))
	}
	if t = g.i32; l.scalar != ir.Bool {
		t = g.typeOf(kindOf(l.scalar), l.scalar.Bits())
	}
	operands := append([]llvm.Value{m.pointer}, path...)
	return g.fn.Add(llvm.Instr{Op: llvm.OpGEP, Flags: llvm.InBounds, Type: g.out.PointerTo(t, m.space), Base: m.of}, operands...), t
}

// loadTyped loads a value from such memory.
func (g *generator) loadTyped(i ssa.InstrID) {
	m, path := g.pathOf(g.f.Arg(i, 0))
	if m == nil {
		g.unsupported("a load of " + g.m.TypeName(g.f.Type(i)))
		g.zeros(i)
		return
	}
	all := g.leaves(g.f.Type(i))
	list := make([]llvm.Value, len(all))
	for k := range all {
		if k < 8 && len(all) <= 4 && g.used[i]>>k&1 == 0 {
			list[k] = g.literal(kindOf(all[k].scalar), all[k].scalar.Bits(), 0)
			continue
		}
		p, t := g.place(m, path, &all[k])
		list[k] = g.as(g.fn.Add(llvm.Instr{Op: llvm.OpLoad, Type: t, Base: t, Align: uint32(g.sizeOf(t) / 8)}, p), kindOf(all[k].scalar))
	}
	g.set(i, list...)
}

// storeTyped stores a value to such memory.
func (g *generator) storeTyped(i ssa.InstrID) {
	f := g.f
	m, path := g.pathOf(f.Arg(i, 0))
	v := f.Arg(i, 1)
	if m == nil {
		g.unsupported("a store of " + g.m.TypeName(f.Type(v)))
		return
	}
	all := g.leaves(f.Type(v))
	mask := f.Field(i, "mask")
	values := g.flat(v)
	for k := range all {
		if mask != 0 && mask>>k&1 == 0 {
			continue
		}
		p, t := g.place(m, path, &all[k])
		g.fn.Add(llvm.Instr{Op: llvm.OpStore, Type: g.void, Align: uint32(g.sizeOf(t) / 8)}, p, g.as(values[k], g.kindOfType(t)))
	}
}
