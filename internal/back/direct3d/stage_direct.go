package direct3d

// This file gives mesh shaders that write their outputs once, as most do, a shorter form: a store to an
// output stores the elements, where it stands. It needs that outputs are only stored, by the entry point
// itself, behind the operation that sets how many vertices and primitives there are, and that the
// operation is in no condition:
//
//	pipeline set_mesh_outputs 3u, 1u
//	store @position[%i], %p        becomes        store @out1[%i], %p

import (
	"slices"

	"refract/internal/ir/rewrite"
	"refract/ir"
)

// isDirect reports whether the shader can have that form; its elements are known.
func (x *splitter) isDirect() bool {
	for _, list := range [][]StageElement{x.form.Out, x.form.Patch} {
		for k := range list {
			if len(list[k].Parts) != 1 {
				return false
			}
		}
	}
	c := directCheck{splitter: x, ok: true}
	for id, f := range x.m.Functions {
		if id == 0 {
			continue
		}
		for e := ir.ExprID(1); int(e) < f.ExprCount(); e++ {
			if f.Kind(e) == ir.KindLoad && x.outputOf(f, f.Operand(e)) != 0 {
				return false
			}
		}
		c.main = ir.FuncID(id) == x.entry.Function
		rewrite.Function(x.m, f, &c)
	}
	return c.ok && c.set && c.position
}

// outputOf is the output that a pointer points into, or 0.
func (x *splitter) outputOf(f *ir.Function, p ir.ExprID) ir.GlobalID {
	if t := x.m.Types.At(f.TypeOf(p)); t.Kind != ir.TypePointer || t.Space != ir.SpaceOutput {
		return 0
	}
	return rootGlobal(f, p)
}

// A directCheck looks at the statements of a function in their order.
type directCheck struct {
	*splitter
	main     bool // the function is the entry point's
	set, ok  bool // there was the operation; nothing is against the form
	position bool // it is stored: Direct3D asks for it
}

// Kinds implements rewrite.Selective.
func (*directCheck) Kinds() ir.KindSet { return 0 }

func (*directCheck) Expr(*rewrite.Editor, ir.ExprID) {}

func (c *directCheck) Stmt(e *rewrite.Editor, s ir.StmtID) {
	f := e.F
	switch f.StmtKind(s) {
	case ir.StmtEmit:
		return
	case ir.StmtPipeline:
		if f.Pipeline(s).Op == ir.SetMeshOutputs {
			c.ok = c.ok && c.main && !c.set && e.Enclosing(0) == 0
			c.set = true
		}
		return
	case ir.StmtStore:
		v := f.Store(s)
		if c.outputOf(f, v.Pointer) != 0 {
			c.ok = c.ok && c.main && c.set && c.isPart(f, v.Pointer)
		}
		if c.outputOf(f, v.Value) != 0 {
			c.ok = false
		}
		return
	}
	for _, p := range f.StmtOperands(s, nil) {
		if p != 0 && c.outputOf(f, p) != 0 { // an argument of a call, or an atomic operation
			c.ok = false
		}
	}
}

// isPart reports whether a pointer is to a part of an element, or to several.
func (c *directCheck) isPart(f *ir.Function, p ir.ExprID) bool {
	v := vertexPlaceOf(f, p)
	if !v.known || v.global == 0 {
		return false
	}
	g := &c.m.Globals[v.global]
	if g.IO != nil && isIndices(g.IO) {
		return len(v.path) == 0
	}
	found := false
	c.eachPart(&v, func(e *StageElement, _ *Part) {
		found = true
		c.position = c.position || e.rank == 0
	})
	return found
}

// eachPart calls a function with the parts behind a place.
func (x *splitter) eachPart(v *vertexPlace, f func(e *StageElement, p *Part)) {
	for _, list := range [][]StageElement{x.form.Out, x.form.Patch} {
		for k := range list {
			p := &list[k].Parts[0]
			if p.Global == v.global && len(p.Path) >= len(v.path) && slices.Equal(p.Path[:len(v.path)], v.path) {
				f(&list[k], p)
			}
		}
	}
}

// A directStores makes stores to outputs those of elements.
type directStores struct {
	*splitter
	indices ir.GlobalID // the variable of the indices
}

// Kinds implements rewrite.Selective.
func (*directStores) Kinds() ir.KindSet { return 0 }

func (*directStores) Expr(*rewrite.Editor, ir.ExprID) {}

func (d *directStores) Stmt(e *rewrite.Editor, s ir.StmtID) {
	f := e.F
	switch f.StmtKind(s) {
	case ir.StmtPipeline:
		v := f.Pipeline(s)
		if v.Op != ir.SetMeshOutputs {
			return
		}
		setup := d.entry.Setup().Mesh
		args := slices.Clone(v.Args)
		b := e.Remove()
		for k, most := range []uint32{setup.MaxVertices, setup.MaxPrimitives} {
			args[k] = b.Math(ir.MathMin, b.Bitcast(ir.TypeU32, args[k]), b.U32(most))
		}
		b.Push(b.F.AddPipeline(ir.PipelineStmt{Op: ir.SetMeshOutputs, Args: args}, b.Span))
	case ir.StmtStore:
		store := f.Store(s)
		if d.outputOf(f, store.Pointer) == 0 {
			return
		}
		v := vertexPlaceOf(f, store.Pointer)
		b := e.Remove()
		index := v.index
		if index == 0 {
			index = b.U32(v.number)
		}
		if g := &d.m.Globals[v.global]; g.IO != nil && isIndices(g.IO) {
			b.Store(b.Access(b.Global(d.indices), index), store.Value)
			return
		}
		d.b = b
		d.eachPart(&v, func(x *StageElement, p *Part) {
			part := store.Value
			for _, k := range p.Path[len(v.path):] {
				part = b.AccessIndex(part, k)
			}
			b.Store(b.Access(b.Global(x.Variable), index), d.sent(x, func(*Part) ir.ExprID { return part }))
		})
	}
}
