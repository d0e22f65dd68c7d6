package wgsl

// This file spells types.

import (
	"refract/diag"
	"refract/ir"
)

// maxTypeDepth bounds how deep types nest.
const maxTypeDepth = 255

// typeName spells a type.
func (w *Writer) typeName(id ir.TypeID) { w.nestedType(id, 0) }

func (w *Writer) nestedType(id ir.TypeID, depth int) {
	if depth > maxTypeDepth {
		w.Unsupported("a type that nests so deeply", diag.Span{})
		return
	}
	o := &w.Out
	if name := w.aliases.name(id); name != 0 {
		o.Name(name)
		return
	}
	t := w.M.Types.At(id)
	switch t.Kind {
	case ir.TypeScalar:
		w.scalar(t.Scalar)
	case ir.TypeVector:
		w.needScalar(t.Scalar)
		if short := shortVectors[t.Scalar][t.Rows]; short != 0 && !w.long {
			o.Word(short)
			return
		}
		o.Word(vectorWords[t.Rows])
		w.template(t.Scalar)
	case ir.TypeMatrix:
		w.needScalar(t.Scalar)
		if short := shortMatrices[t.Scalar][t.Columns][t.Rows]; short != 0 && !w.long {
			o.Word(short)
			return
		}
		o.Word(matrixWords[t.Columns][t.Rows])
		w.template(t.Scalar)
	case ir.TypeAtomic:
		switch t.Scalar {
		case ir.I64, ir.U64:
			w.need |= ext64BitAtomics
		case ir.F32:
			w.need |= extFloatAtomics
		}
		o.Word(atomicWord)
		w.template(t.Scalar)
	case ir.TypePointer:
		o.Word(ptrWord)
		o.Byte('<')
		w.space(t.Space)
		o.Comma()
		w.nestedType(t.Base, depth+1)
		if t.Space == ir.SpaceStorage && t.Access&ir.AccessWrite != 0 {
			o.Comma()
			o.Word(readWriteWord)
		}
		o.Byte('>')
	case ir.TypeArray:
		if w.M.Types.At(t.Base).Kind == ir.TypeRayQuery {
			w.Unsupported("arrays of ray queries", diag.Span{})
		}
		o.Word(arrayWord)
		w.elements(t, depth)
	case ir.TypeBindingArray:
		w.need |= extBindingArray
		o.Word(bindingArrayWord)
		w.elements(t, depth)
	case ir.TypeBuffer:
		o.Word(bufferWord)
		switch {
		case t.Length != 0:
			o.Byte('<')
			o.Uint(uint64(t.Length))
			o.Byte('>')
		case t.LengthExpr != 0:
			o.Byte('<')
			w.ModuleExpr(t.LengthExpr, sum)
			o.Byte('>')
		}
	case ir.TypeStruct:
		w.structName(t.Struct)
	case ir.TypeImage:
		w.image(t)
	case ir.TypeSampler:
		if t.Comparison {
			o.Word(comparisonWord)
		} else {
			o.Word(samplerWord)
		}
	case ir.TypeCooperative:
		w.cooperativeType(t)
	case ir.TypeSampledImage:
		w.Unsupported("a combined image and sampler", diag.Span{})
	case ir.TypeAccelerationStructure:
		w.rayType("acceleration_structure", t.VertexReturn)
	case ir.TypeHitObject:
		w.Unsupported("hit objects", diag.Span{})
	case ir.TypeRayQuery:
		w.rayType("ray_query", t.VertexReturn)
	default:
		panic("wgsl: type of kind " + t.Kind.String())
	}
}

func (w *Writer) template(s ir.Scalar) {
	w.Out.Byte('<')
	w.scalar(s)
	w.Out.Byte('>')
}

func (w *Writer) scalar(s ir.Scalar) {
	w.needScalar(s)
	w.Out.Word(scalarWords[s])
}

// needScalar notes the extension of a scalar type.
func (w *Writer) needScalar(s ir.Scalar) {
	switch s {
	case ir.F16:
		w.need |= extF16
	case ir.I16, ir.U16:
		w.need |= extInt16
	case ir.I64, ir.U64:
		w.need |= extInt64
	case ir.F64:
		w.need |= extFloat64
	case ir.I8, ir.U8:
		w.Unsupported("8-bit integers", diag.Span{})
	}
}

func (w *Writer) space(s ir.AddressSpace) {
	switch s {
	case ir.SpaceTaskPayload:
		w.need |= extMeshShader
	case ir.SpaceRayPayload, ir.SpaceIncomingRayPayload:
		w.need |= extRayTracing
	}
	w.Out.Word(spaceWords[s])
}

// elements spells the template arguments of an array.
func (w *Writer) elements(t *ir.Type, depth int) {
	o := &w.Out
	o.Byte('<')
	w.nestedType(t.Base, depth+1)
	switch {
	case t.Length != 0:
		o.Comma()
		o.Uint(uint64(t.Length))
	case t.LengthExpr != 0:
		o.Comma()
		w.ModuleExpr(t.LengthExpr, sum)
	}
	o.Byte('>')
}

// structName spells the name of a struct that the module declares.
func (w *Writer) structName(id ir.StructID) {
	s := &w.M.Structs[id]
	switch s.Special {
	case ir.NotSpecial:
		w.Out.Name(w.Structs[id])
	case ir.SpecialRayDesc, ir.SpecialRayIntersection:
		w.need |= w.rayNeed()
		w.Out.Word(word(s.Name))
	default:
		w.Unsupported("a name for the type "+s.Name, s.Span)
	}
}

// hasName reports whether a type can be spelled.
func (w *Writer) hasName(id ir.TypeID) bool {
	for w.M.Types.At(id).Kind == ir.TypeArray {
		id = w.M.Types.At(id).Base
	}
	s := w.M.StructOf(id)
	return s == nil || s.Special == ir.NotSpecial || s.Special >= ir.SpecialRayDesc
}

func (w *Writer) rayType(name string, vertices bool) {
	w.need |= w.rayNeed()
	w.Out.Word(word(name))
	if vertices {
		w.need |= extRayQueryVertexReturn
		w.Out.Byte('<')
		w.Out.Word(word("vertex_return"))
		w.Out.Byte('>')
	}
}

var dimNames = [...]string{ir.Dim1D: "1d", ir.Dim2D: "2d", ir.Dim3D: "3d", ir.DimCube: "cube"}

func (w *Writer) image(t *ir.Type) {
	o := &w.Out
	if t.Class == ir.ImageExternal {
		o.Word(word("texture_external"))
		return
	}
	if t.Dim == ir.DimBuffer {
		w.Unsupported("texel buffers", diag.Span{})
		return
	}
	if t.Multisampled && t.Class == ir.ImageStorage {
		w.Unsupported("storage textures of several samples", diag.Span{})
		return
	}
	name := dimNames[t.Dim]
	if t.Multisampled {
		name = "multisampled_" + name
	}
	if t.Arrayed {
		name += "_array"
	}
	switch t.Class {
	case ir.ImageDepth:
		name = "depth_" + name
	case ir.ImageStorage:
		name = "storage_" + name
	}
	name = "texture_" + name
	if !words.Has(name) {
		w.Unsupported("the type "+name, diag.Span{})
		return
	}
	o.Word(word(name))
	switch t.Class {
	case ir.ImageSampled:
		w.template(t.Scalar)
	case ir.ImageStorage:
		if t.Format == ir.NoFormat {
			w.Unsupported("storage textures without a format", diag.Span{})
			return
		}
		if t.Format == ir.R64Uint || t.Format == ir.R64Sint {
			w.need |= extInt64
		}
		o.Byte('<')
		o.Word(formatWords[t.Format])
		o.Comma()
		switch {
		case t.Access&ir.AccessAtomic != 0:
			w.need |= extTextureAtomics
			o.Word(atomicWord)
		case t.Access == ir.AccessRead:
			o.Word(readWord)
		case t.Access == ir.AccessWrite:
			o.Word(writeWord)
		default:
			o.Word(readWriteWord)
		}
		o.Byte('>')
	}
}
