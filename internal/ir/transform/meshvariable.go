package transform

// This file gives mesh shaders WGSL's form, in which a workgroup variable holds the vertices, the
// primitives and how many there are of both, and the stage reads it when all invocations have ended:
//
//	global @position : array<vec4<f32>, 3> output builtin(position)
//	global @indices : array<vec3<u32>, 1> output builtin(triangle_indices)
//	pipeline set_mesh_outputs 3u, 1u
//	%1 = access @position, %i; store %1, %p
//
// becomes
//
//	struct @MeshOutput {
//	  vertices : array<@MeshVertex, 3> builtin(vertices)
//	  primitives : array<@MeshPrimitive, 1> builtin(primitives)
//	  vertex_count : u32 builtin(vertex_count)
//	  primitive_count : u32 builtin(primitive_count)
//	}
//	global @mesh_output : @MeshOutput workgroup
//	store @mesh_output.vertex_count, 3u; store @mesh_output.primitive_count, 1u
//	store @mesh_output.vertices[%i].position, %p
//
// An output that is a matrix, an array or a struct at several locations, or whose elements code doesn't
// name one by one, becomes a workgroup variable of its own, which the end of the entry point copies.

import (
	"fmt"
	"slices"

	"refract/diag"
	"refract/internal/ir/calls"
	"refract/internal/ir/rewrite"
	"refract/ir"
)

// MeshError reports an output of a mesh shader that has no form in the variable.
type MeshError struct {
	What string
	Span diag.Span
}

func (e *MeshError) Error() string { return e.What }

// MeshOptions are the built-in values that a target's vertices and primitives may have.
type MeshOptions struct {
	Points bool // the size of points; else it is lost
	Layers bool // layers and viewports
}

// MeshVariables gives the module's mesh entry points their variables, which it returns by entry point; 0:
// it is of another stage; nil: there is no mesh stage. Entry points that share outputs share a variable.
// points is the place of a size of points that is lost. Positions have the clip space of the target. Other
// stages must not have outputs that are variables. The error is a *MeshError.
func MeshVariables(m *ir.Module, opts MeshOptions) (of []ir.GlobalID, points diag.Span, err error) {
	if !slices.ContainsFunc(m.EntryPoints, func(e ir.EntryPoint) bool { return e.Stage == ir.StageMesh }) {
		return nil, points, nil
	}
	x := &meshVariables{m: m, opts: opts, group: make([]int, len(m.Globals)), of: make([]ir.GlobalID, len(m.EntryPoints)),
		slot: map[slotKey]*meshSlot{}, drop: map[slotKey]bool{}, signed: map[slotKey]bool{}, structured: map[ir.GlobalID]bool{}}
	x.findGroups()
	if x.err == nil {
		x.groups = slices.DeleteFunc(x.groups, x.reuse)
		x.number()
	}
	for _, g := range x.groups {
		x.slots(g)
	}
	if x.err != nil {
		return nil, points, x.err
	}
	x.findUses()
	for i := range m.Globals {
		if g := &m.Globals[i]; g.Space == ir.SpaceOutput {
			g.Space, g.Access, g.IO = ir.SpaceWorkgroup, ir.AccessReadWrite, nil
		}
	}
	m.MapTypes(func(t ir.TypeID) ir.TypeID {
		if p := *m.Types.At(t); p.Kind == ir.TypePointer && p.Space == ir.SpaceOutput {
			return m.Types.Pointer(p.Base, ir.SpaceWorkgroup, ir.AccessReadWrite, ir.NoLayout)
		}
		return t
	})
	for _, g := range x.groups {
		x.declare(g)
	}
	for _, f := range m.Functions[1:] {
		x.cast = nil
		rewrite.Function(m, f, x)
	}
	for _, g := range x.groups {
		x.copies(g)
		x.unbind(g)
	}
	return x.of, x.points, nil
}

type meshVariables struct {
	m      *ir.Module
	opts   MeshOptions
	groups []*meshGroup
	group  []int // by global: 1 + the index of its group; 0: it is no output
	slot   map[slotKey]*meshSlot
	drop   map[slotKey]bool   // outputs that are lost
	signed map[slotKey]bool   // outputs that are signed, and unsigned in WGSL
	cast   map[ir.ExprID]bool // pointers to these, of the function at hand

	structured map[ir.GlobalID]bool // outputs whose members have places
	whole      map[ir.GlobalID]bool // outputs that stay variables
	of         []ir.GlobalID        // by entry point
	points     diag.Span
	err        error
}

// meshGroup is the mesh entry points that share outputs.
type meshGroup struct {
	entries  []int
	outputs  []ir.GlobalID
	setup    ir.Mesh
	variable ir.GlobalID
	list     []*meshSlot
	span     diag.Span
}

// The members of the variable.
const (
	meshVertices uint32 = iota
	meshPrimitives
	meshVertexCount
	meshPrimitiveCount
)

// fail notes the first output without a form.
func (x *meshVariables) fail(span diag.Span, format string, args ...any) {
	if x.err == nil {
		x.err = &MeshError{fmt.Sprintf(format, args...), span}
	}
}

// findGroups finds the entry points and their outputs.
func (x *meshVariables) findGroups() {
	for i := range x.m.EntryPoints {
		e := &x.m.EntryPoints[i]
		if e.Stage != ir.StageMesh {
			continue
		}
		x.m.OwnFunction(i)
		outputs := x.outputsOf(e)
		var g *meshGroup
		for _, o := range outputs {
			if k := x.group[o]; k > 0 {
				g = x.groups[k-1]
			}
		}
		setup := e.Setup().Mesh
		switch {
		case setup.MaxVertices == 0:
			x.fail(e.Span, "mesh shaders without a most number of vertices")
			continue
		case g == nil:
			g = &meshGroup{setup: setup, span: e.Span}
			x.groups = append(x.groups, g)
		case g.setup != setup:
			x.fail(e.Span, "mesh shaders that share outputs and differ in how many vertices or primitives they make")
		}
		g.entries = append(g.entries, i)
		at := slices.Index(x.groups, g) + 1
		for _, o := range outputs {
			if x.group[o] > 0 && x.group[o] != at {
				x.fail(e.Span, "mesh shaders that share outputs with several others")
			}
			if x.group[o] == 0 {
				x.group[o] = at
				g.outputs = append(g.outputs, o)
			}
		}
	}
	for _, g := range x.groups {
		slices.Sort(g.outputs)
	}
}

// number numbers the groups that are left.
func (x *meshVariables) number() {
	clear(x.group)
	for k, g := range x.groups {
		for _, o := range g.outputs {
			x.group[o] = k + 1
		}
	}
}

// outputsOf lists the outputs that the functions of an entry point name.
func (x *meshVariables) outputsOf(e *ir.EntryPoint) (list []ir.GlobalID) {
	var r calls.Reached
	r.Start(x.m)
	r.Add(x.m, e.Function)
	seen := make([]bool, len(x.m.Globals))
	kinds := ir.Kinds(ir.KindGlobal)
	for _, id := range r.List {
		f := x.m.Func(id)
		for e := f.Next(0, kinds); e != 0; e = f.Next(e, kinds) {
			if g := f.GlobalRef(e); x.m.Globals[g].Space == ir.SpaceOutput && !seen[g] {
				seen[g] = true
				list = append(list, g)
			}
		}
	}
	return list
}

// declare declares the variable of a group.
func (x *meshVariables) declare(g *meshGroup) {
	for _, s := range g.list {
		x.whole[s.global] = x.whole[s.global] || s.copied
	}
	vertex, primitive := ir.Struct{Name: "MeshVertex", Span: g.span}, ir.Struct{Name: "MeshPrimitive", Span: g.span}
	for _, s := range g.list {
		s.copied = s.copied || x.whole[s.global]
		into := &vertex
		if s.primitive {
			into = &primitive
		}
		s.field = uint32(len(into.Members))
		t := s.t
		if x.m.Types.ScalarOf(t) == ir.I32 && s.binding.Kind == ir.BindBuiltIn {
			t = x.m.Types.WithScalar(t, ir.U32)
		}
		name := s.name
		for n := 1; slices.ContainsFunc(into.Members, func(m ir.Member) bool { return m.Name == name }); n++ {
			name = fmt.Sprintf("%s_%d", s.name, n)
		}
		into.Members = append(into.Members, ir.Member{Name: name, Type: t, Binding: s.binding})
		if s.global != 0 && !s.copied {
			x.slot[s.slotKey] = s
		}
	}
	builtIn := func(b ir.BuiltIn) ir.Binding { return ir.Binding{Kind: ir.BindBuiltIn, BuiltIn: b} }
	s := ir.Struct{Name: "MeshOutput", Span: g.span, Members: []ir.Member{
		{Name: "vertices", Type: x.m.Types.Array(x.m.AddStruct(vertex), g.setup.MaxVertices), Binding: builtIn(ir.BuiltInVertices)},
		{Name: "primitives", Type: x.m.Types.Array(x.m.AddStruct(primitive), g.setup.MaxPrimitives), Binding: builtIn(ir.BuiltInPrimitives)},
		{Name: "vertex_count", Type: ir.TypeU32, Binding: builtIn(ir.BuiltInVertexCount)},
		{Name: "primitive_count", Type: ir.TypeU32, Binding: builtIn(ir.BuiltInPrimitiveCount)},
	}}
	g.variable = ir.GlobalID(len(x.m.Globals))
	x.m.Globals = append(x.m.Globals, ir.Global{Name: "mesh_output", Space: ir.SpaceWorkgroup, Access: ir.AccessReadWrite, Type: x.m.AddStruct(s), Span: g.span})
	for _, i := range g.entries {
		x.of[i] = g.variable
	}
}

// findUses finds the outputs that code doesn't name element by element, and of structs member by member.
// An output that is lost or changes its sign is one of these if code reads it.
func (x *meshVariables) findUses() {
	x.whole = map[ir.GlobalID]bool{}
	for _, f := range x.m.Functions[1:] {
		use := func(operand, user ir.ExprID, stored bool) {
			isBase := user != 0 && (f.Kind(user) == ir.KindAccess || f.Kind(user) == ir.KindAccessIndex) && f.Operand(user) == operand
			if f.Kind(operand) == ir.KindGlobal {
				if g := f.GlobalRef(operand); int(g) < len(x.group) && x.group[g] > 0 && !isBase {
					x.whole[g] = true
				}
				return
			}
			g := x.elementOf(f, operand)
			if g == 0 && f.Kind(operand) == ir.KindAccessIndex {
				if g = x.elementOf(f, f.AccessIndex(operand).Base); g != 0 && x.onlyStored(slotKey{g, int(f.AccessIndex(operand).Index)}) && !stored {
					x.whole[g] = true
				}
				return
			}
			if g != 0 && (x.structured[g] && !isBase || x.onlyStored(slotKey{g, -1}) && !stored) {
				x.whole[g] = true
			}
		}
		var buf []ir.ExprID
		for e := ir.ExprID(1); int(e) < f.ExprCount(); e++ {
			buf = f.Operands(e, buf[:0])
			for _, o := range buf {
				use(o, e, false)
			}
		}
		for s := ir.StmtID(1); int(s) < f.StmtCount(); s++ {
			k := f.StmtKind(s)
			if k == ir.StmtEmit {
				continue
			}
			buf = f.StmtOperands(s, buf[:0])
			for _, o := range buf {
				use(o, 0, k == ir.StmtStore && f.Store(s).Pointer == o && f.Store(s).Value != o)
			}
		}
	}
}

// onlyStored reports whether an output has to be only stored to, since it is lost or changes its sign.
func (x *meshVariables) onlyStored(key slotKey) bool { return x.drop[key] || x.signed[key] }

// elementOf is the output of which an expression is an element; 0: of none.
func (x *meshVariables) elementOf(f *ir.Function, e ir.ExprID) ir.GlobalID {
	if k := f.Kind(e); k != ir.KindAccess && k != ir.KindAccessIndex || f.Kind(f.Operand(e)) != ir.KindGlobal {
		return 0
	}
	if g := f.GlobalRef(f.Operand(e)); int(g) < len(x.group) && x.group[g] > 0 {
		return g
	}
	return 0
}

// Kinds implements rewrite.Selective.
func (x *meshVariables) Kinds() ir.KindSet { return ir.Kinds(ir.KindAccess, ir.KindAccessIndex) }

// Expr implements rewrite.Visitor.
func (x *meshVariables) Expr(e *rewrite.Editor, at ir.ExprID) {
	f := e.F
	if g := x.elementOf(f, at); g != 0 {
		if s := x.slot[slotKey{g, -1}]; s != nil {
			e.Become(x.element(e.Ahead(), s, at))
			x.note(at, s)
		} else if !x.whole[g] {
			e.Remove() // its members have places, or it is lost
		}
		return
	}
	if f.Kind(at) != ir.KindAccessIndex {
		return
	}
	base := f.AccessIndex(at).Base
	if g := x.elementOf(f, base); g != 0 && !x.whole[g] {
		if s := x.slot[slotKey{g, int(f.AccessIndex(at).Index)}]; s != nil {
			e.Become(x.element(e.Ahead(), s, base))
			x.note(at, s)
		} else {
			e.Remove()
		}
	}
}

// note notes the pointer to a member that is unsigned now.
func (x *meshVariables) note(at ir.ExprID, s *meshSlot) {
	if !x.signed[s.slotKey] {
		return
	}
	if x.cast == nil {
		x.cast = map[ir.ExprID]bool{}
	}
	x.cast[at] = true
}

// element is the pointer to a member of the vertex or primitive that an access to an output names.
func (x *meshVariables) element(b *ir.Builder, s *meshSlot, access ir.ExprID) ir.ExprID {
	array := meshVertices
	if s.primitive {
		array = meshPrimitives
	}
	p := b.AccessIndex(b.Global(x.groups[x.group[s.global]-1].variable), array)
	if b.F.Kind(access) == ir.KindAccess {
		p = b.Access(p, b.F.Access(access).Index)
	} else {
		p = b.AccessIndex(p, b.F.AccessIndex(access).Index)
	}
	return b.AccessIndex(p, s.field)
}

// Stmt implements rewrite.Visitor: it sets the numbers of vertices and primitives, and removes stores to
// outputs that are lost.
func (x *meshVariables) Stmt(e *rewrite.Editor, s ir.StmtID) {
	switch e.F.StmtKind(s) {
	case ir.StmtPipeline:
		v := e.F.Pipeline(s)
		if v.Op != ir.SetMeshOutputs {
			return
		}
		for _, g := range x.groups {
			if x.calls(g, e.F) {
				b := e.Remove()
				b.Store(b.AccessIndex(b.Global(g.variable), meshVertexCount), v.Args[0])
				b.Store(b.AccessIndex(b.Global(g.variable), meshPrimitiveCount), v.Args[1])
				return
			}
		}
	case ir.StmtStore:
		p := e.F.Store(s).Pointer
		if x.cast[p] {
			b := e.Remove()
			b.Store(p, b.Convert(ir.U32, e.F.Store(s).Value))
			return
		}
		key := slotKey{x.elementOf(e.F, p), -1}
		if key.global == 0 && e.F.Kind(p) == ir.KindAccessIndex {
			key = slotKey{x.elementOf(e.F, e.F.AccessIndex(p).Base), int(e.F.AccessIndex(p).Index)}
		}
		if x.drop[key] && !x.whole[key.global] {
			e.Remove()
		}
	}
}

// calls reports whether a function is one that entry points of a group reach.
func (x *meshVariables) calls(g *meshGroup, f *ir.Function) bool {
	var r calls.Reached
	r.Start(x.m)
	for _, i := range g.entries {
		r.Add(x.m, x.m.EntryPoints[i].Function)
	}
	return slices.ContainsFunc(r.List, func(id ir.FuncID) bool { return x.m.Func(id) == f })
}

// copies makes the entry points of a group copy outputs into the variable at their end.
func (x *meshVariables) copies(g *meshGroup) {
	var list [2][]*meshSlot
	for _, s := range g.list {
		if s.copied {
			k := 0
			if s.primitive {
				k = 1
			}
			list[k] = append(list[k], s)
		}
	}
	if list[0] == nil && list[1] == nil {
		return
	}
	for _, i := range g.entries {
		b := rewrite.OpenEntryEnd(x.m, i)
		index, size := b.Invocation()
		b.Settle()
		for k, most := range [2]uint32{g.setup.MaxVertices, g.setup.MaxPrimitives} {
			if list[k] == nil {
				continue
			}
			n := b.Load(b.AccessIndex(b.Global(g.variable), meshVertexCount+uint32(k)))
			n = b.Math(ir.MathMin, n, b.U32(most))
			b.Share(index, size, n, most, func(i ir.ExprID) {
				to := b.Access(b.AccessIndex(b.Global(g.variable), uint32(k)), i)
				for _, s := range list[k] {
					p := b.Access(b.Global(s.global), i)
					if s.member >= 0 {
						p = b.AccessIndex(p, uint32(s.member))
					}
					for _, part := range s.path {
						p = b.AccessIndex(p, part)
					}
					v := b.Load(p)
					if s.binding.Kind == ir.BindBuiltIn && x.m.Types.ScalarOf(s.t) == ir.I32 {
						v = b.Convert(ir.U32, v)
					}
					b.Store(b.AccessIndex(to, s.field), v)
				}
			})
		}
		b.Close()
	}
}

// unbind takes the places away from the structs of outputs that are variables now.
func (x *meshVariables) unbind(g *meshGroup) {
	for _, o := range g.outputs {
		if !x.structured[o] || !x.whole[o] {
			continue
		}
		s := x.m.StructOf(x.m.Types.At(x.m.Globals[o].Type).Base)
		for i := range s.Members {
			s.Members[i].Binding = ir.Binding{}
		}
	}
}
