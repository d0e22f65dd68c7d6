package dxil

// This file makes operations on ray queries (shader model 6.5). A query is a handle; if the
// index of an element of an array isn't known, the handles are in memory of the function.

import (
	"refract/internal/dxil"
	"refract/internal/llvm"
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
)

// makeQueries allocates the ray queries of the function.
func (g *generator) makeQueries() {
	f := g.f
	g.queries = make([]queryHandles, len(f.Vars))
	for k := 1; k < len(f.Vars); k++ {
		v := &f.Vars[k]
		t, n := g.types.At(v.Type), uint32(1)
		if t.Kind == ir.TypeArray {
			t, n = g.types.At(t.Base), t.Length
		}
		if t.Kind != ir.TypeRayQuery || v.Mode != ssa.ModeFunctionTemp || !g.isNamed(ssa.VarID(k)|ssa.LocalVar) {
			continue
		}
		g.w.needs(Profile65, "ray queries", v.Span)
		if n > maxElements {
			g.w.unsupported("an array of so many ray queries", v.Span)
			n = 1
		}
		q := &g.queries[k]
		for range n {
			q.list = append(q.list, g.call(dxil.OpAllocateRayQuery, 0, g.out.I32(0)))
		}
		if n > 1 && g.isIndexed(ssa.VarID(k)|ssa.LocalVar) {
			q.array = g.out.ArrayOf(g.i32, n)
			q.memory = g.fn.Add(llvm.Instr{Op: llvm.OpAlloca, Type: g.out.PointerTo(q.array, 0), Base: q.array, Align: 4}, g.out.I32(1))
			for i, x := range q.list {
				g.fn.Add(llvm.Instr{Op: llvm.OpStore, Type: g.void, Align: 4}, g.handlePlace(q, g.out.I32(int64(i))), x)
			}
		}
	}
}

// queryHandles are the handles of the queries of a variable.
type queryHandles struct {
	list   []llvm.Value
	memory llvm.Value // an array of them; 0: no index is dynamic
	array  llvm.Type
}

// handlePlace is the address of a handle.
func (g *generator) handlePlace(q *queryHandles, index llvm.Value) llvm.Value {
	return g.fn.Add(llvm.Instr{Op: llvm.OpGEP, Flags: llvm.InBounds, Type: g.out.PointerTo(g.i32, 0), Base: q.array}, q.memory, g.out.I32(0), index)
}

// isIndexed reports whether there is an index into a variable that isn't known.
func (g *generator) isIndexed(v ssa.VarID) bool {
	f := g.f
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			if f.Op(i) != op.DerefArray || f.Op(f.Arg(i, 0)) != op.DerefVar || f.VarOf(f.Arg(i, 0)) != v {
				continue
			}
			if _, known := f.KnownBits(f.Arg(i, 1), 0); !known {
				return true
			}
		}
	}
	return false
}

// isNamed reports whether an instruction names a variable.
func (g *generator) isNamed(v ssa.VarID) bool {
	f := g.f
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			if f.Op(i) == op.DerefVar && f.VarOf(i) == v {
				return true
			}
		}
	}
	return false
}

// query is the query of an operation.
func (g *generator) query(i ssa.InstrID) llvm.Value {
	f := g.f
	v := f.Arg(i, 0)
	element := ssa.Value(0)
	if f.Op(v) == op.DerefArray {
		element, v = v, f.Arg(v, 0)
	}
	if f.Op(v) != op.DerefVar || !f.VarOf(v).IsLocal() || g.queries[f.VarOf(v)&^ssa.LocalVar].list == nil {
		g.unsupported("a ray query that isn't a variable")
		return g.out.I32(0)
	}
	q := &g.queries[f.VarOf(v)&^ssa.LocalVar]
	last := uint32(len(q.list) - 1)
	if element == 0 || last == 0 {
		return q.list[0]
	}
	if n, known := f.KnownBits(f.Arg(element, 1), 0); known {
		return q.list[min(uint32(n), last)]
	}
	index := g.call(dxil.OpUMin, g.i32, g.src(element, 1, 0, whole), g.out.I32(int64(last)))
	return g.fn.Add(llvm.Instr{Op: llvm.OpLoad, Type: g.i32, Base: g.i32, Align: 4}, g.handlePlace(q, index))
}

// Members of an intersection, as the IR numbers them.
const (
	hitKind = iota
	hitT
	hitInstanceID
	hitInstanceIndex
	hitOffset
	hitGeometry
	hitPrimitive
	hitBarycentrics
	hitFrontFace
	hitToWorld
	hitToObject
	hitMembers
)

// rayInitialize begins a traversal. A ray is its flags, the mask, the least and the greatest distance,
// the origin and the direction.
func (g *generator) rayInitialize(i ssa.InstrID) {
	f := g.f
	ray := g.flat(f.Arg(i, 2))
	args := []llvm.Value{g.query(i), g.handle(f.Arg(i, 1)), ray[0], ray[1]}
	args = append(args, ray[4:7]...)
	args = append(args, ray[2])
	args = append(args, ray[7:10]...)
	g.call(dxil.OpRayQueryTraceRayInline, 0, append(args, ray[3])...)
}

// A hitFunction reads a member of an intersection, of the candidate or the committed one.
type hitFunction struct{ candidate, committed dxil.Op }

var hitFunctions = [hitMembers]hitFunction{
	hitT: {dxil.OpRayQueryCandidateTriangleRayT, dxil.OpRayQueryCommittedRayT}, hitInstanceID: {dxil.OpRayQueryCandidateInstanceID, dxil.OpRayQueryCommittedInstanceID},
	hitInstanceIndex: {dxil.OpRayQueryCandidateInstanceIndex, dxil.OpRayQueryCommittedInstanceIndex}, hitOffset: {dxil.OpRayQueryCandidateInstanceContributionToHitGroupIndex, dxil.OpRayQueryCommittedInstanceContributionToHitGroupIndex},
	hitGeometry: {dxil.OpRayQueryCandidateGeometryIndex, dxil.OpRayQueryCommittedGeometryIndex}, hitPrimitive: {dxil.OpRayQueryCandidatePrimitiveIndex, dxil.OpRayQueryCommittedPrimitiveIndex},
	hitBarycentrics: {dxil.OpRayQueryCandidateTriangleBarycentrics, dxil.OpRayQueryCommittedTriangleBarycentrics}, hitFrontFace: {dxil.OpRayQueryCandidateTriangleFrontFace, dxil.OpRayQueryCommittedTriangleFrontFace},
	hitToWorld: {dxil.OpRayQueryCandidateObjectToWorld3x4, dxil.OpRayQueryCommittedObjectToWorld3x4}, hitToObject: {dxil.OpRayQueryCandidateWorldToObject3x4, dxil.OpRayQueryCommittedWorldToObject3x4},
}

// Kinds of intersections, as the IR numbers them; DXIL has the same numbers for committed ones.
const (
	kindTriangle = 1
	kindBox      = 3
)

// intersection reads the members of an intersection that are used; members that it lacks are
// zero, and nothing reads them then. A result has the components of all members in order.
func (g *generator) intersection(i ssa.InstrID) {
	f := g.f
	q := g.query(i)
	committed := f.Field(i, "committed") != 0
	var wanted [hitMembers]bool
	for u := f.FirstUse(i); u != 0; u = f.NextUse(u) {
		if user, _ := f.UserOf(u); user != 0 && f.Op(user) == op.Extract {
			wanted[f.IndexOf(user)] = true
		} else {
			g.unsupported("an intersection as a whole")
		}
	}
	wanted[hitKind] = true
	var parts [hitMembers][]llvm.Value
	state := g.call(dxil.OpRayQueryCandidateType, g.i32, q)
	if committed {
		state = g.call(dxil.OpRayQueryCommittedStatus, g.i32, q)
	}
	read := func(member int) {
		x := hitFunctions[member].candidate
		if committed {
			x = hitFunctions[member].committed
		}
		parts[member] = g.hitMember(x, member, q)
	}
	equal := func(n int64) llvm.Value { return g.add(llvm.OpICmp, llvm.IEQ, g.i1, state, g.out.I32(n)) }
	common := []int{hitInstanceID, hitInstanceIndex, hitOffset, hitGeometry, hitPrimitive, hitToWorld, hitToObject}
	if committed {
		parts[hitKind] = []llvm.Value{state}
		g.under(func() llvm.Value { return equal(kindTriangle) }, &wanted, &parts, read, hitBarycentrics, hitFrontFace)
		some := func() llvm.Value { return g.add(llvm.OpICmp, llvm.INE, g.i1, state, g.out.I32(0)) }
		g.under(some, &wanted, &parts, read, append(common, hitT)...)
	} else {
		triangle := equal(0)
		parts[hitKind] = []llvm.Value{g.add(llvm.OpSelect, 0, g.i32, triangle, g.out.I32(kindTriangle), g.out.I32(kindBox))}
		g.under(func() llvm.Value { return triangle }, &wanted, &parts, read, hitT, hitBarycentrics, hitFrontFace)
		for _, member := range common {
			if wanted[member] {
				read(member)
			}
		}
	}
	var all []llvm.Value
	for member := range parts {
		if parts[member] == nil { // nothing reads them
			parts[member] = make([]llvm.Value, len(g.leaves(g.m.ElementType(f.Type(i), uint32(member)))))
		}
		all = append(all, parts[member]...)
	}
	g.set(i, all...)
}

// hitMember reads a member: matrices by columns.
func (g *generator) hitMember(o dxil.Op, member int, q llvm.Value) (list []llvm.Value) {
	switch member {
	case hitBarycentrics:
		for c := range 2 {
			list = append(list, g.call(o, g.f32, q, g.out.I8(int64(c))))
		}
	case hitToWorld, hitToObject:
		for column := range 4 {
			for row := range 3 {
				list = append(list, g.call(o, g.f32, q, g.out.I32(int64(row)), g.out.I8(int64(column))))
			}
		}
	case hitT:
		list = append(list, g.call(o, g.f32, q))
	case hitFrontFace:
		list = append(list, g.call(o, g.i1, q))
	default:
		list = append(list, g.call(o, g.i32, q))
	}
	return list
}

// under reads members if a condition holds; else they are zero.
func (g *generator) under(cond func() llvm.Value, wanted *[hitMembers]bool, parts *[hitMembers][]llvm.Value, read func(member int), members ...int) {
	some := false
	for _, member := range members {
		some = some || wanted[member]
	}
	if !some {
		return
	}
	before, inside, after := g.block, g.fn.NewBlock(), g.fn.NewBlock()
	g.branchIf(cond(), inside, after)
	g.begin(inside)
	for _, member := range members {
		if wanted[member] {
			read(member)
		}
	}
	g.branch(after)
	g.begin(after)
	for _, member := range members {
		for c, v := range parts[member] {
			t := g.fn.TypeOf(v)
			parts[member][c] = g.fn.Jump(llvm.Instr{Op: llvm.OpPhi, Type: t}, []llvm.BlockID{before, inside}, g.out.Zero(t), v)
		}
	}
}
