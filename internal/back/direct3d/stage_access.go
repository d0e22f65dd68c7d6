package direct3d

// This file changes accesses of the inputs and outputs of stages: a load of an input of a vertex reads
// the elements of signatures if its place behind the vertex is known, and each vertex that is
// emitted takes the outputs.

import (
	"slices"

	"refract/internal/ir/rewrite"
	"refract/ir"
)

// A vertexPlace is the place of a value in an input of a vertex.
type vertexPlace struct {
	global ir.GlobalID
	index  ir.ExprID // of the vertex; 0: number
	number uint32
	path   []uint32
	known  bool // all steps behind the vertex are
}

// vertexPlaceOf is the place that a pointer names.
func vertexPlaceOf(f *ir.Function, p ir.ExprID) (v vertexPlace) {
	v.known = true
	var steps []ir.ExprID
	for f.Kind(p) == ir.KindAccess || f.Kind(p) == ir.KindAccessIndex {
		steps = append(steps, p)
		p = f.Operand(p)
	}
	if f.Kind(p) != ir.KindGlobal || len(steps) == 0 {
		return vertexPlace{}
	}
	v.global = f.GlobalRef(p)
	slices.Reverse(steps)
	if f.Kind(steps[0]) == ir.KindAccess {
		v.index = f.Access(steps[0]).Index
	} else {
		v.number = f.AccessIndex(steps[0]).Index
	}
	for _, s := range steps[1:] {
		if f.Kind(s) != ir.KindAccessIndex {
			v.known = false
			break
		}
		v.path = append(v.path, f.AccessIndex(s).Index)
	}
	return v
}

// readInputs makes loads of inputs of vertices read the elements, of variables whose uses are all
// such loads.
func (x *splitter) readInputs() {
	m := x.m
	x.direct = make([]bool, len(m.Globals))
	for _, e := range x.form.In {
		for i := range e.Parts {
			x.direct[e.Parts[i].Global] = true
		}
	}
	for _, f := range m.Functions[1:] {
		inChain := make([]bool, f.ExprCount()) // pointers that an access or a load takes
		for e := ir.ExprID(1); int(e) < f.ExprCount(); e++ {
			switch f.Kind(e) {
			case ir.KindAccess, ir.KindAccessIndex:
				inChain[f.Operand(e)] = true
			case ir.KindLoad:
				p := f.Operand(e)
				inChain[p] = true
				if g := rootGlobal(f, p); g != 0 && x.direct[g] && !vertexPlaceOf(f, p).known {
					x.direct[g] = false
				}
			}
		}
		note := func(p ir.ExprID) ir.ExprID { // of a statement
			if m.Types.At(f.TypeOf(p)).Kind == ir.TypePointer {
				if g := rootGlobal(f, p); g != 0 && int(g) < len(x.direct) {
					x.direct[g] = false
				}
			}
			return p
		}
		var list []ir.ExprID
		for s := ir.StmtID(1); int(s) < f.StmtCount(); s++ {
			if f.StmtKind(s) != ir.StmtEmit {
				for _, p := range f.StmtOperands(s, list[:0]) {
					if p != 0 {
						note(p)
					}
				}
			}
		}
	}
	if slices.Contains(x.direct, true) {
		for _, f := range slices.Clone(m.Functions[1:]) {
			rewrite.Function(m, f, &inputReading{x})
		}
	}
}

type inputReading struct{ *splitter }

// Kinds implements rewrite.Selective.
func (*inputReading) Kinds() ir.KindSet { return ir.Kinds(ir.KindLoad) }

func (r *inputReading) Stmt(*rewrite.Editor, ir.StmtID) {}

func (r *inputReading) Expr(e *rewrite.Editor, x ir.ExprID) {
	f := e.F
	p := f.Operand(x)
	if g := rootGlobal(f, p); g == 0 || int(g) >= len(r.direct) || !r.direct[g] {
		return
	}
	v := vertexPlaceOf(f, p)
	b := e.Ahead()
	made := r.value(b, &v, v.path, f.TypeOf(x))
	e.Become(made)
}

// value is the value of a place in an input of a vertex.
func (r *inputReading) value(b *ir.Builder, v *vertexPlace, path []uint32, t ir.TypeID) ir.ExprID {
	for k := range r.form.In {
		e := &r.form.In[k]
		for i := range e.Parts {
			p := &e.Parts[i]
			if p.Global != v.global {
				continue
			}
			if slices.Equal(p.Path, path) {
				return e.part(b, p, r.load(b, v, e))
			}
			if n := len(path) - 1; n >= 0 && slices.Equal(p.Path, path[:n]) { // a component
				return b.AccessIndex(e.part(b, p, r.load(b, v, e)), path[n])
			}
		}
	}
	m := r.m
	var list []ir.ExprID
	ty := *m.Types.At(t)
	n, element := ty.Length, ty.Base
	switch ty.Kind {
	case ir.TypeStruct:
		n = uint32(len(m.Structs[ty.Struct].Members))
	case ir.TypeMatrix:
		n, element = uint32(ty.Columns), ir.VectorOf(ty.Scalar, int(ty.Rows))
	case ir.TypeArray:
	default:
		return b.Load(b.Global(r.zero(t))) // no part of a signature
	}
	for k := range n {
		if ty.Kind == ir.TypeStruct {
			element = m.Structs[ty.Struct].Members[k].Type
		}
		list = append(list, r.value(b, v, behind(path, k), element))
	}
	return b.Compose(t, list...)
}

// zero is a private variable that nothing stores.
func (x *splitter) zero(t ir.TypeID) ir.GlobalID {
	x.m.Globals = append(x.m.Globals, ir.Global{Name: "none", Space: ir.SpacePrivate, Access: ir.AccessReadWrite, Type: t})
	return ir.GlobalID(len(x.m.Globals) - 1)
}

// load is the value of an element for a vertex.
func (r *inputReading) load(b *ir.Builder, v *vertexPlace, e *StageElement) ir.ExprID {
	at := b.Global(e.Variable)
	if v.index != 0 {
		return b.Load(b.Access(at, v.index))
	}
	return b.Load(b.AccessIndex(at, min(v.number, r.form.Vertices-1)))
}

// emits has each vertex that is emitted take the outputs.
func (x *splitter) emits() {
	for _, f := range slices.Clone(x.m.Functions[1:]) {
		if f.MayHaveStmt(ir.StmtPipeline) {
			rewrite.Function(x.m, f, &emitting{x})
		}
	}
}

type emitting struct{ *splitter }

// Kinds implements rewrite.Selective.
func (*emitting) Kinds() ir.KindSet { return 0 }

func (*emitting) Expr(*rewrite.Editor, ir.ExprID) {}

func (m *emitting) Stmt(e *rewrite.Editor, s ir.StmtID) {
	if e.F.StmtKind(s) != ir.StmtPipeline || e.F.Pipeline(s).Op != ir.EmitVertex {
		return
	}
	m.b = e.Ahead()
	m.send(m.form.Streams[e.F.Pipeline(s).Stream])
}

// ownOutputs makes accesses of outputs of control points those of one: an invocation has its own.
func (x *splitter) ownOutputs() {
	for _, f := range slices.Clone(x.m.Functions[1:]) {
		rewrite.Function(x.m, f, &ownOutputs{x})
	}
}

type ownOutputs struct{ *splitter }

// Kinds implements rewrite.Selective.
func (*ownOutputs) Kinds() ir.KindSet { return ir.Kinds(ir.KindAccess, ir.KindAccessIndex) }

func (*ownOutputs) Stmt(*rewrite.Editor, ir.StmtID) {}

func (o *ownOutputs) Expr(e *rewrite.Editor, x ir.ExprID) {
	f := e.F
	base := f.Operand(x)
	if f.Kind(base) != ir.KindGlobal {
		return
	}
	g := &o.m.Globals[f.GlobalRef(base)]
	if g.Space != ir.SpaceOutput || o.m.Types.At(g.Type).Kind != ir.TypeArray || g.IO != nil && rateOf(g.IO) == PerPatch {
		return
	}
	b := e.Ahead()
	e.Become(b.AccessIndex(base, 0))
}
