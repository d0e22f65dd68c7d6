package transform

// This file takes the uniforms outside of blocks apart, which a front end gathers as the
// members of one buffer, for targets whose hosts set them one by one:
//
//	struct @Uniforms { mvp : mat4x4<f32>  time : f32 }
//	global @uniforms : @Uniforms uniform binding(0, 0) layout(std140) block(loose)
//	%1 = access_index @uniforms, .time : ptr<uniform, f32, read>
//
// becomes
//
//	global @mvp : mat4x4<f32> uniform binding(0, 0) layout(std140) default
//	global @time : f32 uniform binding(0, 0) layout(std140) default
//	%1 = @time : ptr<uniform, f32, read>
//
// Each keeps the binding of the buffer and its offset there, for reflection.

import (
	"slices"

	"refract/internal/ir/layout"
	"refract/internal/ir/rewrite"
	"refract/ir"
)

// LooseUniforms splits the globals of form BlockLoose. A buffer that a function uses
// as a whole stays, and loses the form.
func LooseUniforms(m *ir.Module) {
	if !slices.ContainsFunc(m.Globals, func(g ir.Global) bool { return g.Block == ir.BlockLoose }) {
		return
	}
	for i, whole := range UsedWhole(m) {
		if g := &m.Globals[i]; g.Block == ir.BlockLoose {
			g.Block = ir.BlockInstance
			if s := m.StructOf(g.Type); s != nil && g.Space == ir.SpaceUniform && !whole {
				splitLoose(m, ir.GlobalID(i), s)
			}
		}
	}
}

// splitLoose makes a global of each member of a buffer.
func splitLoose(m *ir.Module, id ir.GlobalID, s *ir.Struct) {
	whole, first := m.Globals[id], len(m.Globals)
	places := layout.NewPlaces(m)
	for i := range s.Members {
		mem := &s.Members[i]
		g := whole
		g.Name, g.Type, g.Layout, g.Default, g.Span, g.Doc = mem.Name, mem.Type, m.MemberLayout(whole.Layout, i), true, mem.Span, mem.Doc
		g.Relaxed = mem.Binding.Relaxed
		g.Part = ir.UniformPart{Of: whole.Name, Default: mem.Default, Bool: mem.Bool, Rows: mem.RowMajor}
		if _, at, err := places.Member(layout.Place{Type: whole.Type, Layout: whole.Layout}, i); err == nil {
			g.Part.Offset = at
		}
		m.Globals = append(m.Globals, g)
	}
	rewrite.Functions(m, nil, &looseSplit{id, first})
}

// looseSplit makes accesses to the members of a buffer references to globals.
type looseSplit struct {
	id    ir.GlobalID
	first int // the global of the first member
}

func (l *looseSplit) Kinds() ir.KindSet { return ir.Kinds(ir.KindAccessIndex) }

func (l *looseSplit) Stmt(*rewrite.Editor, ir.StmtID) {}

func (l *looseSplit) Expr(e *rewrite.Editor, x ir.ExprID) {
	f := e.F
	if v := f.AccessIndex(x); f.Kind(v.Base) == ir.KindGlobal && f.GlobalRef(v.Base) == l.id {
		e.Remove()
		id := ir.GlobalID(l.first + int(v.Index))
		f.Overwrite(x, f.AddRef(ir.KindGlobal, e.M.PointerTo(id), uint32(id), f.SpanOf(x)))
	}
}

// UsedWhole finds, by global, the ones that a function uses other than by their members.
func UsedWhole(m *ir.Module) []bool {
	whole := make([]bool, len(m.Globals))
	for _, f := range m.Functions[1:] {
		if !f.MayHave(ir.KindGlobal) {
			continue
		}
		mark := func(x ir.ExprID) {
			if x != 0 && f.Kind(x) == ir.KindGlobal {
				whole[f.GlobalRef(x)] = true
			}
		}
		var operands []ir.ExprID
		for x := ir.ExprID(1); int(x) < f.ExprCount(); x++ {
			operands = f.Operands(x, operands[:0])
			for k, o := range operands {
				if f.Kind(x) != ir.KindAccessIndex || k > 0 {
					mark(o)
				}
			}
		}
		for s := ir.StmtID(1); int(s) < f.StmtCount(); s++ {
			if f.StmtKind(s) == ir.StmtEmit {
				continue
			}
			operands = f.StmtOperands(s, operands[:0])
			for _, o := range operands {
				mark(o)
			}
		}
	}
	return whole
}
