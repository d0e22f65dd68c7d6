package hlsl

// This file spells types and declarators. An array's lengths stand behind the declared
// name: float a[2][3].

import (
	"strings"

	"refract/diag"
	"refract/internal/back/text"
	"refract/ir"
)

// maxTypeDepth bounds how deep types nest.
const maxTypeDepth = 255

// typeName spells a type; of an array, that of its innermost elements.
func (w *Writer) typeName(id ir.TypeID) {
	o := &w.Out
	t := w.M.Types.At(id)
	for t.Kind == ir.TypeArray || t.Kind == ir.TypeBindingArray {
		t = w.M.Types.At(t.Base)
	}
	switch t.Kind {
	case ir.TypeScalar, ir.TypeAtomic:
		w.checkScalar(t.Scalar)
		o.Str(w.typeWord(t.Scalar, scalarNames[t.Scalar]))
	case ir.TypeVector:
		w.checkScalar(t.Scalar)
		o.Str(w.typeWord(t.Scalar, vectorNames[t.Scalar][t.Rows]))
	case ir.TypeMatrix:
		w.checkScalar(t.Scalar)
		o.Str(w.typeWord(t.Scalar, matrixNames[t.Scalar][t.Columns][t.Rows]))
	case ir.TypeStruct:
		o.Name(w.Structs[t.Struct])
	case ir.TypeImage:
		w.image(t)
	case ir.TypeSampler:
		if t.Comparison {
			o.Str("SamplerComparisonState")
		} else {
			o.Str("SamplerState")
		}
	case ir.TypeAccelerationStructure:
		w.needs(w.structuresModel(), "acceleration structures", diag.Span{})
		o.Str("RaytracingAccelerationStructure")
	case ir.TypeHitObject:
		w.Unsupported("hit objects", diag.Span{})
	case ir.TypeRayQuery:
		w.needs(ShaderModel65, "ray queries", diag.Span{})
		o.Str("RayQuery<")
		o.Word(word("RAY_FLAG_NONE"))
		o.Byte('>')
	case ir.TypeSampledImage:
		w.Unsupported("combined images and samplers", diag.Span{})
	default:
		w.Unsupported("a value of type "+w.M.TypeName(id), diag.Span{})
	}
}

// typeWord is the name of a type of scalars: with Options.MinPrecision, half4 is min16float4.
func (w *Writer) typeWord(s ir.Scalar, name string) string {
	if s == ir.F16 && w.opts.MinPrecision {
		return "min16float" + strings.TrimPrefix(name, scalarNames[s])
	}
	return name
}

// hasHalfMemory reports whether a buffer of a module may hold 16-bit floats, whose size in memory is that of half.
func hasHalfMemory(m *ir.Module) bool {
	var work []ir.TypeID
	seen := make([]bool, m.Types.Len())
	add := func(t ir.TypeID) {
		if !seen[t] {
			seen[t] = true
			work = append(work, t)
		}
	}
	for i := 1; i < len(m.Globals); i++ {
		switch m.Globals[i].Space {
		case ir.SpacePrivate, ir.SpaceWorkgroup, ir.SpaceHandle, ir.SpaceInput, ir.SpaceOutput:
		default:
			add(m.Globals[i].Type)
		}
	}
	for len(work) > 0 {
		t := m.Types.At(work[len(work)-1])
		work = work[:len(work)-1]
		switch t.Kind {
		case ir.TypeScalar, ir.TypeVector, ir.TypeMatrix:
			if t.Scalar == ir.F16 {
				return true
			}
		case ir.TypeArray, ir.TypeBindingArray:
			add(t.Base)
		case ir.TypeStruct:
			for k := range m.Structs[t.Struct].Members {
				add(m.Structs[t.Struct].Members[k].Type)
			}
		}
	}
	return false
}

// checkScalar rejects scalars that the shader model lacks.
func (w *Writer) checkScalar(s ir.Scalar) {
	switch s {
	case ir.I8, ir.U8:
		w.Unsupported("8-bit integers", diag.Span{})
	case ir.F16, ir.I16, ir.U16:
		if s == ir.F16 && w.opts.MinPrecision {
			return
		}
		w.needs(ShaderModel62, s.String(), diag.Span{})
	case ir.I64, ir.U64:
		w.needs(ShaderModel60, s.String(), diag.Span{})
	}
}

// maxFXCLength is the length of arrays that FXC takes.
const maxFXCLength = 65536

// lengths spells the lengths of an array.
func (w *Writer) lengths(id ir.TypeID) {
	o := &w.Out
	for range maxTypeDepth {
		t := w.M.Types.At(id)
		if t.Kind != ir.TypeArray {
			return
		}
		if t.Length > maxFXCLength {
			w.needs(ShaderModel60, "arrays of more than 65536 elements", diag.Span{})
		}
		o.Byte('[')
		o.Uint(uint64(t.Length))
		o.Byte(']')
		id = t.Base
	}
}

// declarator spells `type name[lengths]`.
func (w *Writer) declarator(t ir.TypeID, name text.Name) {
	if w.rowArrays && w.isMatrixArray(t) {
		w.Out.Str("row_major ")
	}
	w.bareDeclarator(t, name)
}

// bareDeclarator leaves out how matrices lie.
func (w *Writer) bareDeclarator(t ir.TypeID, name text.Name) {
	w.typeName(t)
	w.Out.Byte(' ')
	w.Out.Declare(name)
	w.lengths(t)
}

var imageDims = [...]string{ir.Dim1D: "1D", ir.Dim2D: "2D", ir.Dim3D: "3D", ir.DimCube: "Cube"}

// image spells the type of a texture. If its texels are read or written one by one, it
// includes the format.
func (w *Writer) image(t *ir.Type) {
	o := &w.Out
	if t.Class == ir.ImageStorage && t.Multisampled {
		w.Unsupported("storage textures of several samples", diag.Span{})
		return
	}
	if t.Class == ir.ImageStorage && t.Access&^ir.AccessRead != 0 {
		o.Str("RW")
	}
	if t.Dim == ir.DimBuffer {
		o.Str("Buffer")
	} else {
		o.Str("Texture")
		o.Str(imageDims[t.Dim])
	}
	if t.Multisampled {
		o.Str("MS")
	}
	if t.Arrayed {
		o.Str("Array")
	}
	o.Byte('<')
	switch t.Class {
	case ir.ImageDepth:
		o.Str("float")
	case ir.ImageStorage:
		w.texel(t)
	default:
		o.Str(vectorNames[t.Scalar][4])
	}
	o.Byte('>')
}

// texel spells the texel type of a storage texture.
func (w *Writer) texel(t *ir.Type) {
	o := &w.Out
	if t.Format == ir.R64Uint || t.Format == ir.R64Sint {
		w.needs(ShaderModel60, "64-bit texels", diag.Span{})
	}
	o.Str(normalization(t))
	o.Str(vectorNames[t.Texel()][texelSize(t)])
}

// normalization is the word for the normalized texels of a storage texture, with a space,
// or "".
func normalization(t *ir.Type) string {
	switch t.Format {
	case ir.R8Unorm, ir.Rg8Unorm, ir.Rgba8Unorm, ir.Bgra8Unorm, ir.R16Unorm, ir.Rg16Unorm, ir.Rgba16Unorm, ir.Rgb10a2Unorm:
		return "unorm "
	case ir.R8Snorm, ir.Rg8Snorm, ir.Rgba8Snorm, ir.R16Snorm, ir.Rg16Snorm, ir.Rgba16Snorm:
		return "snorm "
	}
	return ""
}

// texelSize is the number of components that a texel of a storage texture has in
// HLSL.
func texelSize(t *ir.Type) int {
	if t.Format == ir.NoFormat {
		return 4
	}
	return t.Format.Components()
}
