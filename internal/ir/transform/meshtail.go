package transform

// This file recognizes mesh shaders that copy a workgroup variable into their outputs at their end, as the
// front end for WGSL makes them, so that MeshVariables takes that variable instead of a second one:
//
//	control_barrier workgroup
//	%v = min(load @w.vertex_count, N); %p = min(load @w.primitive_count, M)
//	pipeline set_mesh_outputs %v, %p
//	for (i = index; i < %v; i += size) { @position[i] = @w.vertices[i].position; ... }
//	for (i = index; i < %p; i += size) { @indices[i] = @w.primitives[i].indices; ... }
//
// A loop may be a condition.

import (
	"slices"

	"refract/internal/ir/rewrite"
	"refract/ir"
)

// meshTail is the copy at the end of an entry point.
type meshTail struct {
	m        *ir.Module
	f        *ir.Function
	variable ir.GlobalID
	body     []ir.StmtID // ahead of the copy
	counts   [2]ir.ExprID
	most     [2]uint32
	arrays   [2]uint32 // members of the variable: vertices, primitives
	numbers  [2]uint32 // members: how many there are
	outputs  [2][]ir.GlobalID
}

// reuse takes the variables of the group's entry points, if each ends with a copy of the same one and the
// outputs have no other use. It reports whether it did.
func (x *meshVariables) reuse(g *meshGroup) bool {
	tails := make([]*meshTail, 0, len(g.entries))
	uses := map[ir.GlobalID]int{}
	for _, i := range g.entries {
		t := findMeshTail(x.m, x.m.Func(x.m.EntryPoints[i].Function))
		if t == nil || t.most != [2]uint32{g.setup.MaxVertices, g.setup.MaxPrimitives} {
			return false
		}
		if first := append(tails, t)[0]; t.variable != first.variable || !slices.Equal(t.outputs[0], first.outputs[0]) || !slices.Equal(t.outputs[1], first.outputs[1]) {
			return false
		}
		tails = append(tails, t)
		for _, list := range t.outputs {
			for _, o := range list {
				uses[o]++
			}
		}
	}
	kinds := ir.Kinds(ir.KindGlobal)
	for _, f := range x.m.Functions[1:] {
		for e := f.Next(0, kinds); e != 0; e = f.Next(e, kinds) {
			if o := f.GlobalRef(e); x.m.Globals[o].Space == ir.SpaceOutput && slices.Contains(g.outputs, o) {
				uses[o]--
			}
		}
	}
	for _, o := range g.outputs {
		if uses[o] != 0 {
			return false
		}
	}
	if !tails[0].bind() {
		return false
	}
	for k, i := range g.entries {
		t := tails[k]
		t.f.Body = t.f.AddBlock(t.body)
		t.dropInputs()
		x.of[i] = t.variable
	}
	return true
}

// bind gives the members of the variable's structs their built-in values and locations. It reports whether
// they have no others.
func (t *meshTail) bind() bool {
	s := t.m.StructOf(t.m.Globals[t.variable].Type)
	if len(s.Members) != 4 {
		return false
	}
	var elements [2]*ir.Struct
	for k := range elements {
		elements[k] = t.m.StructOf(t.m.Types.At(s.Members[t.arrays[k]].Type).Base)
		for i, o := range t.outputs[k] {
			want, have := *t.m.Globals[o].IO, elements[k].Members[i].Binding
			if want.Kind == ir.BindBuiltIn {
				want.PerPrimitive = false
			}
			if have.Kind != ir.NoBinding && have != want {
				return false
			}
		}
	}
	for k := range elements {
		for i, o := range t.outputs[k] {
			b := &elements[k].Members[i].Binding
			if *b = *t.m.Globals[o].IO; b.Kind == ir.BindBuiltIn {
				b.PerPrimitive = false
			}
		}
	}
	for k, b := range [2][2]ir.BuiltIn{{ir.BuiltInVertices, ir.BuiltInVertexCount}, {ir.BuiltInPrimitives, ir.BuiltInPrimitiveCount}} {
		s.Members[t.arrays[k]].Binding = ir.Binding{Kind: ir.BindBuiltIn, BuiltIn: b[0]}
		s.Members[t.numbers[k]].Binding = ir.Binding{Kind: ir.BindBuiltIn, BuiltIn: b[1]}
	}
	return true
}

// dropInputs takes parameters away that only the copy needed, which have the names of their built-in values.
func (t *meshTail) dropInputs() {
	u := &usedArguments{used: make([]bool, len(t.f.Args))}
	rewrite.Function(t.m, t.f, u)
	for k := len(t.f.Args) - 1; k >= 0; k-- {
		if b := &t.f.Args[k].Binding; !u.used[k] && b.Kind == ir.BindBuiltIn && t.f.Args[k].Name == b.BuiltIn.String() &&
			(b.BuiltIn == ir.BuiltInLocalInvocationIndex || b.BuiltIn == ir.BuiltInWorkgroupSize) {
			t.f.DropArgument(k)
		}
	}
}

// usedArguments finds the parameters that a function uses.
type usedArguments struct {
	used []bool
	buf  []ir.ExprID
}

// Expr implements rewrite.Visitor.
func (u *usedArguments) Expr(e *rewrite.Editor, x ir.ExprID) { u.note(e, e.F.Operands(x, u.buf[:0])) }

// Stmt implements rewrite.Visitor.
func (u *usedArguments) Stmt(e *rewrite.Editor, s ir.StmtID) {
	u.note(e, e.F.StmtOperands(s, u.buf[:0]))
}

func (u *usedArguments) note(e *rewrite.Editor, list []ir.ExprID) {
	for _, x := range list {
		if e.F.Kind(x) == ir.KindArgument {
			u.used[e.F.ArgumentIndex(x)] = true
		}
	}
	u.buf = list
}

// findMeshTail finds the copy at the end of a function, or returns nil.
func findMeshTail(m *ir.Module, f *ir.Function) *meshTail {
	t := &meshTail{m: m, f: f}
	list := f.Block(f.Body)
	// The statements from the last to the first: two copies, the setting, and maybe a barrier.
	back := func() (s ir.StmtID) {
		for len(list) > 0 && f.StmtKind(list[len(list)-1]) == ir.StmtEmit {
			list = list[:len(list)-1]
		}
		if len(list) == 0 {
			return 0
		}
		s, list = list[len(list)-1], list[:len(list)-1]
		return s
	}
	var copies [2]ir.StmtID
	copies[1] = back()
	copies[0] = back()
	set := back()
	if set == 0 || f.StmtKind(set) != ir.StmtPipeline || f.Pipeline(set).Op != ir.SetMeshOutputs {
		return nil
	}
	for k, a := range f.Pipeline(set).Args {
		if !t.count(k, a) {
			return nil
		}
	}
	for k, s := range copies {
		if !t.copy(k, s) {
			return nil
		}
	}
	t.body = list
	rest := list
	if s := back(); s != 0 && f.StmtKind(s) == ir.StmtControlBarrier {
		t.body = list
	} else {
		t.body = rest
	}
	return t
}

// count reads how many vertices or primitives there are: the smaller one of a member and a literal.
func (t *meshTail) count(k int, e ir.ExprID) bool {
	f := t.f
	if f.Kind(e) != ir.KindMath || f.Math(e).Op != ir.MathMin {
		return false
	}
	load, most := f.Math(e).Args[0], f.Math(e).Args[1]
	if f.Kind(load) != ir.KindLoad || f.Kind(most) != ir.KindLiteral {
		return false
	}
	g, path := t.chain(f.Operand(load))
	if g == 0 || len(path) != 1 || t.variable != 0 && t.variable != g || t.m.Globals[g].Space != ir.SpaceWorkgroup {
		return false
	}
	t.variable, t.counts[k], t.most[k], t.numbers[k] = g, e, uint32(f.LiteralBits(most)), path[0]
	return true
}

// chain is the global of a pointer, and the known indices on the way; 0: it has no such form.
func (t *meshTail) chain(e ir.ExprID) (ir.GlobalID, []uint32) {
	f := t.f
	if f.Kind(e) == ir.KindGlobal {
		return f.GlobalRef(e), nil
	}
	if f.Kind(e) != ir.KindAccessIndex {
		return 0, nil
	}
	g, path := t.chain(f.AccessIndex(e).Base)
	return g, append(path, f.AccessIndex(e).Index)
}

// copy reads the copy of the vertices or primitives.
func (t *meshTail) copy(k int, s ir.StmtID) bool {
	f := t.f
	if s == 0 {
		return false
	}
	below := func(e ir.ExprID) bool {
		return f.Kind(e) == ir.KindBinary && f.Binary(e).Op == ir.Lt && f.Binary(e).Right == t.counts[k]
	}
	switch f.StmtKind(s) {
	case ir.StmtIf:
		v := f.If(s)
		return v.Reject == 0 && below(v.Condition) && t.stores(k, f.Block(v.Accept), 0)
	case ir.StmtBlock:
		list := f.Block(f.BlockStmt(s))
		if len(list) != 2 || f.StmtKind(list[0]) != ir.StmtLocal || f.StmtKind(list[1]) != ir.StmtLoop {
			return false
		}
		l, v := f.LocalDecl(list[0]).Local, f.Loop(list[1])
		body := f.Block(v.Body)
		for len(body) > 0 && f.StmtKind(body[0]) == ir.StmtEmit {
			body = body[1:]
		}
		if len(body) == 0 || f.StmtKind(body[0]) != ir.StmtIf {
			return false
		}
		stop := f.If(body[0])
		reject := f.Block(stop.Reject)
		return v.Shape == ir.LoopFor && stop.Accept == 0 && below(stop.Condition) && len(reject) == 1 && f.StmtKind(reject[0]) == ir.StmtBreak && t.stores(k, body[1:], l)
	}
	return false
}

// stores reads the stores of a copy, one for each member of a vertex or primitive; l is the local of the
// loop's index, or 0.
func (t *meshTail) stores(k int, list []ir.StmtID, l ir.LocalID) bool {
	f := t.f
	isIndex := func(e ir.ExprID) bool {
		if l == 0 {
			return f.Kind(e) == ir.KindArgument || f.Kind(e) == ir.KindAccessIndex
		}
		return f.Kind(e) == ir.KindLoad && f.Kind(f.Operand(e)) == ir.KindLocal && f.LocalRef(f.Operand(e)) == l
	}
	element := func(e ir.ExprID) (base, index ir.ExprID) {
		if f.Kind(e) != ir.KindAccess || !isIndex(f.Access(e).Index) {
			return 0, 0
		}
		return f.Access(e).Base, f.Access(e).Index
	}
	for _, s := range list {
		switch f.StmtKind(s) {
		case ir.StmtEmit:
			continue
		case ir.StmtStore:
		default:
			return false
		}
		v := f.Store(s)
		to, i := element(v.Pointer)
		if to == 0 || f.Kind(to) != ir.KindGlobal || f.Kind(v.Value) != ir.KindLoad || f.Kind(f.Operand(v.Value)) != ir.KindAccessIndex {
			return false
		}
		member := f.AccessIndex(f.Operand(v.Value))
		from, j := element(member.Base)
		same := i == j || f.Kind(i) == ir.KindArgument && f.Kind(j) == ir.KindArgument && f.ArgumentIndex(i) == f.ArgumentIndex(j)
		if from == 0 || !same || int(member.Index) != len(t.outputs[k]) {
			return false
		}
		g, path := t.chain(from)
		o := f.GlobalRef(to)
		if g != t.variable || len(path) != 1 || len(t.outputs[k]) > 0 && t.arrays[k] != path[0] || t.m.Globals[o].IO == nil {
			return false
		}
		t.arrays[k] = path[0]
		t.outputs[k] = append(t.outputs[k], o)
	}
	s := t.m.StructOf(t.m.Globals[t.variable].Type)
	if s == nil || len(t.outputs[k]) == 0 {
		return false
	}
	e := t.m.StructOf(t.m.Types.At(s.Members[t.arrays[k]].Type).Base)
	return e != nil && len(e.Members) == len(t.outputs[k])
}
