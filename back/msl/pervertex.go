package msl

// This file reads inputs of fragment shaders that have the values of each vertex. The module
// has an array of three values; Metal has a type that returns the value of a vertex (Metal
// Shading Language specification, section 2.20):
//
//	v: array<vec3f, 3>      struct Input { vertex_value<float3> v [[user(locn0)]]; };
//	                        Array3_float3 v = {{ in.v.get(vertex_index::first), ... }};

import "refract/ir"

// vertexNames are the names of the vertices of a primitive.
var vertexNames = [...]string{"first", "second", "third"}

// perVertexType writes the type of a member of the inputs.
func (w *Writer) perVertexType(a *ir.Argument) {
	w.since(400, "values of each vertex", a.Span)
	w.Out.Str("vertex_value<")
	w.typeName(w.M.Types.At(a.Type).Base)
	w.Out.Byte('>')
}

// perVertexValues declares the arrays of the values of each vertex.
func (w *Writer) perVertexValues() {
	o := &w.Out
	for i := range w.F.Args {
		a := &w.F.Args[i]
		if !a.Binding.IsPerVertex() {
			continue
		}
		o.Line()
		w.typeName(a.Type)
		o.Byte(' ')
		w.Args[i] = w.declareLocal(a.Name, "vertices")
		o.Infix("=")
		o.Str("{{ ")
		for k, name := range vertexNames {
			if k > 0 {
				o.Comma()
			}
			o.Name(w.input)
			o.Byte('.')
			o.Str(w.stageIn[i])
			o.Str(".get(vertex_index::")
			o.Str(name)
			o.Byte(')')
		}
		o.Str(" }};")
		w.stageIn[i] = ""
	}
}
