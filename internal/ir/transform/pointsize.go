package transform

// This file makes vertex shaders write the size of points, which drawing points
// needs on some targets:
//
//	func @vs() -> vec4<f32> builtin(position) { ... return %p }
//
// becomes
//
//	struct @VertexOutput { position : vec4<f32> builtin(position); point_size : f32 builtin(point_size) }
//	func @vs() -> @VertexOutput { ... return compose %p, 1f : @VertexOutput }

import "refract/ir"

// AddPointSize makes every vertex entry point that doesn't write a point size write 1; if
// force is set, every vertex entry point.
func AddPointSize(m *ir.Module, force bool) {
	if !hasStage(m, ir.StageVertex) {
		return
	}
	for i := range m.EntryPoints {
		if m.EntryPoints[i].Stage != ir.StageVertex {
			continue
		}
		if _, ok := findOutput(m, m.Functions[m.EntryPoints[i].Function], ir.BuiltInPointSize); !ok {
			addPointSize(m, m.OwnFunction(i))
		}
	}
	if force {
		mapOutput(m, ir.StageVertex, ir.BuiltInPointSize, func(b *ir.Builder, v ir.ExprID) ir.ExprID { return b.F32(1) })
	}
}

func addPointSize(m *ir.Module, f *ir.Function) {
	if f.Result == 0 {
		return
	}
	size := ir.Member{Name: "point_size", Type: ir.TypeF32, Binding: ir.Binding{Kind: ir.BindBuiltIn, BuiltIn: ir.BuiltInPointSize}}
	s := m.StructOf(f.Result)
	if s == nil {
		old := f.ResultBinding
		f.ResultBinding = ir.Binding{}
		f.Result = m.AddStruct(ir.Struct{Name: "VertexOutput", Members: []ir.Member{{Name: "position", Type: f.Result, Binding: old}, size}})
		mapReturns(m, f, func(b *ir.Builder, v ir.ExprID) ir.ExprID { return b.Compose(f.Result, v, b.F32(1)) })
		return
	}
	grown := ir.Struct{Name: s.Name, Span: s.Span, Doc: s.Doc, Members: append(append([]ir.Member(nil), s.Members...), size)}
	f.Result = m.AddStruct(grown)
	mapReturns(m, f, func(b *ir.Builder, v ir.ExprID) ir.ExprID {
		return b.Compose(f.Result, append(parts(b, v), b.F32(1))...)
	})
}
