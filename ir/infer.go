package ir

// This file derives the type of a new expression from the types of its operands,
// for builders. It trusts its input: on operands that no rule allows it returns
// zero. Package internal/ir/typing derives types anew, with every check, for validation.

// ElementType is the type of an element (or member index) of a vector, matrix,
// array, binding array or struct, or of a pointer to one: a pointer then, into
// the same memory, except that an element of a binding array in SpaceHandle is
// the resource itself. index matters for structs only.
func (m *Module) ElementType(base TypeID, index uint32) TypeID {
	t := m.Types.At(base)
	if t.Kind != TypePointer {
		return m.elementOf(base, index)
	}
	elem := m.elementOf(t.Base, index)
	if elem == 0 {
		return 0
	}
	layout := t.Layout
	if m.Types.At(t.Base).Kind == TypeStruct {
		layout = m.MemberLayout(layout, int(index))
	} else {
		layout = m.ElementLayout(layout)
	}
	return m.Types.Pointer(elem, t.Space, t.Access, layout)
}

func (m *Module) elementOf(base TypeID, index uint32) TypeID {
	t := m.Types.At(base)
	switch t.Kind {
	case TypeVector, TypeCooperative:
		return ScalarTypeOf(t.Scalar)
	case TypeMatrix:
		return VectorOf(t.Scalar, int(t.Rows))
	case TypeArray, TypeBindingArray:
		return t.Base
	case TypeStruct:
		if s := &m.Structs[t.Struct]; int(index) < len(s.Members) {
			return s.Members[index].Type
		}
	}
	return 0
}

// LoadType is the type of the value behind a pointer; an atomic's is its scalar.
func (m *Module) LoadType(pointer TypeID) TypeID {
	t := m.Types.At(m.Types.Pointee(pointer))
	if t.Kind == TypeAtomic {
		return ScalarTypeOf(t.Scalar)
	}
	return m.Types.Pointee(pointer)
}

// BinaryType is the type of a binary operation.
func (m *Module) BinaryType(op BinaryOp, left, right TypeID) TypeID {
	switch {
	case op.IsComparison():
		return m.Types.WithScalar(left, Bool)
	case op != Mul || left == right && m.Types.At(left).Kind != TypeMatrix:
		return left
	}
	l, r := m.Types.At(left), m.Types.At(right)
	switch {
	case l.Kind == TypeMatrix && r.Kind == TypeMatrix:
		return MatrixOf(l.Scalar, int(r.Columns), int(l.Rows))
	case l.Kind == TypeMatrix && r.Kind == TypeVector:
		return VectorOf(l.Scalar, int(l.Rows))
	case l.Kind == TypeVector && r.Kind == TypeMatrix:
		return VectorOf(l.Scalar, int(r.Columns))
	case l.Kind == TypeScalar:
		return right
	}
	return left
}

// RelationalType is the type of a relational test.
func (m *Module) RelationalType(op RelationalOp, value TypeID) TypeID {
	if op == All || op == Any {
		return TypeBool
	}
	return m.Types.WithScalar(value, Bool)
}

// MathType is the type of a math function from its first two arguments' types;
// second is used by MathOuter only.
func (m *Module) MathType(op MathOp, first, second TypeID) TypeID {
	info := op.Info()
	switch info.Result {
	case ResultSame:
		return first
	case ResultScalar:
		return ScalarTypeOf(m.Types.ScalarOf(first))
	case ResultFixed:
		return info.Fixed
	case ResultStruct:
		return m.SpecialStruct(mathSpecial(op), first)
	case ResultOuter:
		return MatrixOf(m.Types.ScalarOf(first), m.Types.ComponentCount(second), m.Types.ComponentCount(first))
	case ResultTransposed:
		t := m.Types.At(first)
		return MatrixOf(t.Scalar, int(t.Rows), int(t.Columns))
	}
	panic("ir: math result of " + info.Name)
}

func mathSpecial(op MathOp) SpecialKind {
	switch op {
	case MathModf:
		return SpecialModf
	case MathFrexp:
		return SpecialFrexp
	case MathAddCarry:
		return SpecialAddCarry
	case MathSubBorrow:
		return SpecialSubBorrow
	case MathMulExtended:
		return SpecialMulExtended
	}
	return NotSpecial
}

// ImageTexel is the scalar of an image's texels as the shader sees them.
func (m *Module) ImageTexel(image TypeID) Scalar {
	t := m.Types.At(image)
	if t.Kind == TypeSampledImage {
		t = m.Types.At(t.Base)
	}
	return t.Texel()
}

// Texel is the scalar of the texels of an image as the shader sees them.
func (t *Type) Texel() Scalar {
	switch {
	case t.Class == ImageSampled, t.Class == ImageStorage && t.Format == NoFormat:
		return t.Scalar
	case t.Class == ImageStorage:
		return t.Format.Texel()
	}
	return F32
}

// ImageSampleType is the type of an ImageSample on an image of the given type.
func (m *Module) ImageSampleType(image TypeID, v ImageSample) TypeID {
	t := m.Types.At(image)
	if t.Kind == TypeSampledImage {
		t = m.Types.At(t.Base)
	}
	if v.Residency {
		return TypeU32
	}
	if v.Level == LevelQuery {
		return VectorOf(F32, 2)
	}
	if v.Gather < 0 && (v.DepthRef != 0 || t.Class == ImageDepth) {
		return TypeF32
	}
	return VectorOf(m.ImageTexel(image), 4)
}

// ImageLoadType is the type of an ImageLoad.
func (m *Module) ImageLoadType(image TypeID) TypeID {
	if m.Types.At(image).Class == ImageDepth {
		return TypeF32
	}
	return VectorOf(m.ImageTexel(image), 4)
}

// ImageQueryType is the type of an ImageQuery.
func (m *Module) ImageQueryType(op ImageQueryOp, image TypeID) TypeID {
	if op != QuerySize {
		return TypeU32
	}
	t := m.Types.At(image)
	if t.Kind == TypeSampledImage {
		t = m.Types.At(t.Base)
	}
	switch t.Dim {
	case Dim1D, DimBuffer:
		return TypeU32
	case Dim3D:
		return VectorOf(U32, 3)
	}
	return VectorOf(U32, 2)
}
