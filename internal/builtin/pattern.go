package builtin

// This file holds the patterns that overloads are made of, and the bindings of arguments
// while they are matched.

import "refract/ir"

// A form is the shape that a pattern requires.
type form uint8

const (
	formNone         form = iota // no result
	formScalar                   // the scalar itself
	formExact                    // a vector of aux components (1: the scalar)
	formN                        // a scalar or vector; all of an overload have the same size
	formVecN                     // likewise, a vector
	formMatrix                   // a matrix; all of an overload have the same size
	formSquare                   // likewise, with as many columns as rows
	formColumns                  // a vector of as many components as the matrix has columns
	formRows                     // a vector of as many components as the matrix has rows
	formTransposed               // result: the matrix's type with columns and rows exchanged
	formBelow                    // a matrix with as many rows as the vector before it has components
	formFactor                   // a matrix with as many rows as the one before it has columns
	formProduct                  // result: the product of the two
	formImage                    // an image; aux indexes imagePatterns
	formSampler                  // a sampler
	formComparison               // a comparison sampler
	formTexel                    // vec4 of the image's texel scalar
	formTexelScalar              // the image's texel scalar
	formAtomic                   // pointer to an atomic in storage or workgroup memory
	formRuntimeArray             // pointer to a runtime-sized array
	formBuffer                   // pointer to a buffer
	formView                     // result: pointer to the type that the template names, in the buffer's space
	formWorkgroup                // pointer to workgroup memory that holds a constructible value or an atomic
	formRayQuery                 // pointer to a ray query
	formPayload                  // pointer to the payload of a ray
	formAcceleration             // an acceleration structure
	formSpecial                  // a special struct; aux is its ir.SpecialKind; of the overload's T, or nothing
	formPointee                  // result: what the pointer's memory holds
	formVertices                 // result: array<vec3<f32>, 3>
	formCooperative              // a cooperative matrix: all of an overload have the same type if aux is 0, else of use aux-1
	formElement                  // pointer to a number in storage or workgroup memory
	formTemplate                 // result: the cooperative matrix that the template names
	formAny                      // anything; the function has rules of its own
)

// A variable stands for a scalar, chosen by resolution, in a pattern's scalar
// field.
const (
	variable = 0x80 + iota // T or S
	second                 // U
	third                  // V
	fourth                 // W
)

const maxVariables = 4

// A pattern is the type of a parameter or result, up to the bindings of arguments.
type pattern struct {
	form   form
	scalar uint8 // an ir.Scalar, or a variable
	aux    uint8
}

// Patterns of numeric functions.
var (
	anyT    = pattern{formN, variable, 0}            // T: S or vecN<S>
	vectorT = pattern{formVecN, variable, 0}         // vecN<S>
	scalarT = pattern{formScalar, variable, 0}       // S
	anyU    = pattern{formN, second, 0}              // the same shape as T
	matrixT = pattern{formMatrix, variable, 0}       // matCxR<S>
	squareT = pattern{formSquare, variable, 0}       // matCxC<S>
	boolean = pattern{formScalar, uint8(ir.Bool), 0} // bool
	bools   = pattern{formVecN, uint8(ir.Bool), 0}   // vecN<bool>
	anyBool = pattern{formN, uint8(ir.Bool), 0}      // bool or vecN<bool>
	i32     = pattern{formScalar, uint8(ir.I32), 0}  // i32
	u32     = pattern{formScalar, uint8(ir.U32), 0}  // u32
	f32     = pattern{formScalar, uint8(ir.F32), 0}  // f32
	anyU32  = pattern{formN, uint8(ir.U32), 0}       // u32 or vecN<u32>
	anyF32  = pattern{formN, uint8(ir.F32), 0}       // f32 or vecN<f32>
	none    = pattern{}                              // no result
	special = func(k ir.SpecialKind) pattern { return pattern{formSpecial, variable, uint8(k)} }
)

// exact is a vector of n components.
func exact(s uint8, n int) pattern { return pattern{formExact, s, uint8(n)} }

// Param is one parameter of an overload.
type Param struct {
	Role Role
	pat  pattern
}

// Overload is one overload of a built-in function or operator, with the
// variables that it is parameterized by.
type Overload struct {
	Params []Param
	vars   [maxVariables]class
	result pattern
	splat  uint8 // parameters whose argument becomes a vector of the result's size
	single bool  // all parameters are T, and so is the result
}

// binding is the bindings of arguments while they are matched.
type binding struct {
	n       uint8 // vector size, 1 for a scalar; 0: not bound
	columns uint8
	rows    uint8
	masks   [maxVariables]class
	image   *ir.Type
	pointee ir.TypeID
	buffer  ir.TypeID // pointer to it
	view    ir.TypeID // the type that the template names
	matrix  ir.TypeID // a cooperative matrix
}

// match reports whether an argument's shape fits and narrows the variables by
// its scalar.
func (b *binding) match(m *ir.Module, p pattern, arg ir.TypeID) bool {
	t := m.Types.At(arg)
	switch p.form {
	case formScalar:
		return t.Kind == ir.TypeScalar && b.scalar(p.scalar, t.Scalar)
	case formN:
		return t.Kind <= ir.TypeVector && b.size(max(t.Rows, 1)) && b.scalar(p.scalar, t.Scalar)
	case formVecN:
		return t.Kind == ir.TypeVector && b.size(t.Rows) && b.scalar(p.scalar, t.Scalar)
	case formExact:
		return t.Kind <= ir.TypeVector && max(t.Rows, 1) == p.aux && b.scalar(p.scalar, t.Scalar)
	case formMatrix, formSquare:
		if t.Kind != ir.TypeMatrix || p.form == formSquare && t.Columns != t.Rows ||
			b.columns != 0 && (b.columns != t.Columns || b.rows != t.Rows) {
			return false
		}
		b.columns, b.rows = t.Columns, t.Rows
		return b.scalar(p.scalar, t.Scalar)
	case formColumns:
		return t.Kind == ir.TypeVector && t.Rows == b.columns && b.scalar(p.scalar, t.Scalar)
	case formRows:
		return t.Kind == ir.TypeVector && t.Rows == b.rows && b.scalar(p.scalar, t.Scalar)
	case formBelow:
		b.columns, b.rows = t.Columns, t.Rows
		return t.Kind == ir.TypeMatrix && t.Rows == b.n && b.scalar(p.scalar, t.Scalar)
	case formFactor:
		b.n = t.Columns
		return t.Kind == ir.TypeMatrix && t.Rows == b.columns && b.scalar(p.scalar, t.Scalar)
	case formImage:
		b.image = t
		return t.Kind == ir.TypeImage && imagePatterns[p.aux].match(t)
	case formSampler:
		return arg == ir.TypeSamplerFiltering
	case formComparison:
		return arg == ir.TypeSamplerComparison
	case formTexel:
		return t.Kind == ir.TypeVector && t.Rows == 4 && feasible[t.Scalar]&bitOf[texelOf(b.image)] != 0
	case formTexelScalar:
		return t.Kind == ir.TypeScalar && feasible[t.Scalar]&bitOf[texelOf(b.image)] != 0
	case formAtomic:
		if t.Kind != ir.TypePointer || t.Space != ir.SpaceStorage && t.Space != ir.SpaceWorkgroup || t.Access&ir.AccessReadWrite != ir.AccessReadWrite {
			return false
		}
		a := m.Types.At(t.Base)
		return a.Kind == ir.TypeAtomic && b.scalar(p.scalar, a.Scalar)
	case formRuntimeArray:
		if t.Kind != ir.TypePointer || t.Access&ir.AccessRead == 0 {
			return false
		}
		a := m.Types.At(t.Base)
		return a.Kind == ir.TypeArray && a.IsRuntimeSized()
	case formBuffer:
		b.buffer = arg
		return t.Kind == ir.TypePointer && m.Types.At(t.Base).Kind == ir.TypeBuffer
	case formWorkgroup:
		b.pointee = t.Base
		if t.Kind != ir.TypePointer || t.Space != ir.SpaceWorkgroup {
			return false
		}
		if a := m.Types.At(t.Base); a.Kind == ir.TypeAtomic {
			b.pointee = ir.ScalarTypeOf(a.Scalar)
			return true
		}
		return IsConstructible(m, t.Base)
	case formRayQuery:
		return t.Kind == ir.TypePointer && m.Types.At(t.Base).Kind == ir.TypeRayQuery
	case formPayload:
		return t.Kind == ir.TypePointer && (t.Space == ir.SpaceRayPayload || t.Space == ir.SpaceIncomingRayPayload)
	case formAcceleration:
		return t.Kind == ir.TypeAccelerationStructure
	case formSpecial:
		return t.Kind == ir.TypeStruct && m.Structs[t.Struct].Special == ir.SpecialKind(p.aux)
	case formCooperative:
		return t.Kind == ir.TypeCooperative && b.cooperative(m, p.aux, arg) && b.scalar(p.scalar, t.Scalar)
	case formElement:
		if t.Kind != ir.TypePointer || t.Space != ir.SpaceStorage && t.Space != ir.SpaceWorkgroup || t.Access&ir.AccessMode(p.aux) == 0 {
			return false
		}
		a := m.Types.At(t.Base)
		return a.Kind == ir.TypeScalar && b.scalar(p.scalar, a.Scalar)
	case formAny:
		return true
	}
	panic("builtin: a parameter of a result's form")
}

// cooperative binds a cooperative matrix. Of a use they have all the same number of rows and columns.
func (b *binding) cooperative(m *ir.Module, use uint8, arg ir.TypeID) bool {
	t := m.Types.At(arg)
	if use == 0 {
		if b.matrix == 0 {
			b.matrix = arg
		}
		return b.matrix == arg
	}
	if b.rows == 0 {
		b.rows, b.columns = t.Rows, t.Columns
	}
	b.matrix = arg
	return t.Use == ir.CooperativeUse(use-1) && t.Rows == b.rows && t.Columns == b.columns
}

// size binds the vector size.
func (b *binding) size(n uint8) bool {
	if b.n == 0 {
		b.n = n
	}
	return b.n == n
}

// scalar narrows a variable, or checks a fixed scalar.
func (b *binding) scalar(want uint8, have ir.Scalar) bool {
	if want >= variable {
		v := &b.masks[want-variable]
		*v &= feasible[have]
		return *v != 0
	}
	return feasible[have]&bitOf[want] != 0
}

// typeOf is the type that a pattern stands for once everything is bound; for
// forms that no conversion leads to, the argument's own.
func (b *binding) typeOf(m *ir.Module, p pattern, arg ir.TypeID) ir.TypeID {
	s := ir.Scalar(p.scalar)
	if p.scalar >= variable {
		s = b.masks[p.scalar-variable].first()
	}
	switch p.form {
	case formNone:
		return 0
	case formScalar:
		return ir.ScalarTypeOf(s)
	case formN, formVecN:
		return ir.VectorOf(s, int(b.n))
	case formExact:
		return ir.VectorOf(s, int(p.aux))
	case formMatrix, formSquare:
		return ir.MatrixOf(s, int(b.columns), int(b.rows))
	case formTransposed:
		return ir.MatrixOf(s, int(b.rows), int(b.columns))
	case formBelow:
		return ir.MatrixOf(s, int(b.columns), int(b.rows))
	case formFactor:
		return ir.MatrixOf(s, int(b.n), int(b.columns))
	case formProduct:
		return ir.MatrixOf(s, int(b.n), int(b.rows))
	case formColumns:
		return ir.VectorOf(s, int(b.columns))
	case formRows:
		return ir.VectorOf(s, int(b.rows))
	case formTexel:
		return ir.VectorOf(texelOf(b.image), 4)
	case formTexelScalar:
		return ir.ScalarTypeOf(texelOf(b.image))
	case formSpecial:
		if arg != 0 {
			return arg
		}
		if s == ir.NoScalar {
			return m.SpecialStruct(ir.SpecialKind(p.aux), 0)
		}
		return m.SpecialStruct(ir.SpecialKind(p.aux), ir.VectorOf(s, max(1, int(b.n))))
	case formView:
		t := *m.Types.At(b.buffer)
		return m.Types.Pointer(b.view, t.Space, t.Access, t.Layout)
	case formPointee:
		return b.pointee
	case formTemplate:
		return b.view
	case formCooperative:
		if arg != 0 {
			return arg
		}
		return b.matrix
	case formVertices:
		return m.Types.Array(ir.VectorOf(ir.F32, 3), 3)
	}
	return arg
}

// texelOf is the scalar of an image's texels as the shader sees them.
func texelOf(t *ir.Type) ir.Scalar {
	switch t.Class {
	case ir.ImageSampled:
		return t.Scalar
	case ir.ImageStorage:
		return t.Format.Texel()
	}
	return ir.F32
}

// IsConstructible reports whether values of a type can be made (WGSL section
// "Constructible Types"): scalars, vectors, matrices, arrays of fixed size and
// structs of them, and nothing with an atomic in it.
func IsConstructible(m *ir.Module, t ir.TypeID) bool { return constructible(m, t, 0) }

// maxNesting bounds the recursion into the types of members and elements.
const maxNesting = 255

func constructible(m *ir.Module, t ir.TypeID, depth int) bool {
	for ; depth < maxNesting; depth++ {
		switch ty := m.Types.At(t); ty.Kind {
		case ir.TypeScalar, ir.TypeVector, ir.TypeMatrix:
			return true
		case ir.TypeArray:
			if ty.Length == 0 {
				return false
			}
			t = ty.Base
		case ir.TypeStruct:
			members := m.Structs[ty.Struct].Members
			for i := range members {
				if !constructible(m, members[i].Type, depth+1) {
					return false
				}
			}
			return true
		default:
			return false
		}
	}
	return false
}
