package hlsl

// This file reads inputs of fragment shaders that have the values of each vertex. The
// module has an array of three values; HLSL has an input that isn't interpolated, and a
// function that returns its value at a vertex:
//
//	v: array<vec3f, 3>      float4 main(nointerpolation float3 vertices : LOC0)
//	                        {
//	                            float3 v[3] = { GetAttributeAtVertex(vertices, 0), ... };
//
// The function takes parameters of the entry point, and no members of structs.

import (
	"refract/internal/back/text"
	"refract/internal/ir/transform"
	"refract/ir"
)

// splitPerVertex makes parameters of the inputs that have the values of each vertex.
func splitPerVertex(m *ir.Module) {
	transform.SplitInputs(m, func(_ *ir.EntryPoint, t ir.TypeID) bool {
		for _, mem := range m.StructOf(t).Members {
			if mem.Binding.IsPerVertex() {
				return false
			}
		}
		return true
	})
}

// perVertex is an input that has the values of each vertex.
type perVertex struct {
	arg int
	raw text.Name // the parameter
}

// perVertexParameter declares the parameter of an input, without its semantic.
func (w *Writer) perVertexParameter(i int) {
	a := &w.F.Args[i]
	w.needs(ShaderModel61, "values of each vertex", a.Span)
	raw := w.Out.LocalName(a.Name+"_vertices", "vertices")
	w.declarator(w.M.Types.At(a.Type).Base, raw)
	w.Out.Bind(raw)
	w.vertices = append(w.vertices, perVertex{i, raw})
}

// perVertexValues declares the arrays of the values of each vertex.
func (w *Writer) perVertexValues() {
	o := &w.Out
	for _, v := range w.vertices {
		a := &w.F.Args[v.arg]
		o.Line()
		w.Args[v.arg] = o.LocalName(a.Name, "arg")
		w.declarator(a.Type, w.Args[v.arg])
		o.Bind(w.Args[v.arg])
		o.Infix("=")
		o.Str("{ ")
		for k := range uint64(3) {
			if k > 0 {
				o.Comma()
			}
			o.Str("GetAttributeAtVertex(")
			o.Name(v.raw)
			o.Comma()
			o.Uint(k)
			o.Byte(')')
		}
		o.Str(" };")
	}
	w.vertices = w.vertices[:0]
}
