package ir

import "refract/internal/lazy"

// This file holds the type arena: flat comparable records, interned, with a
// fixed prefix of scalars, vectors, matrices, atomics and samplers whose handles
// are the same in every module, so that the commonest types need no look-up.

// TypeKind is the kind of a type.
type TypeKind uint8

const (
	TypeNone TypeKind = iota
	TypeScalar
	TypeVector                // Scalar, Rows (2..4)
	TypeMatrix                // Scalar (float), Columns, Rows (2..4)
	TypeAtomic                // Scalar: i32 u32 i64 u64 f32
	TypePointer               // Base, Space, Access, Layout
	TypeArray                 // Base, and Length or LengthExpr; neither: runtime-sized
	TypeStruct                // Struct
	TypeImage                 // Dim, Arrayed, Multisampled, Class, Scalar | Format+Access
	TypeSampler               // Comparison
	TypeSampledImage          // Base: an image; texture and sampler in one (GLSL, SPIR-V)
	TypeAccelerationStructure // VertexReturn
	TypeRayQuery              // VertexReturn: a variable of one invocation, or in arrays and structs of these; it has no value
	TypeBindingArray          // Base: a resource or block; Length or LengthExpr; neither: unbounded
	TypeBuffer                // opaque bytes, read and written through views (KindBufferView): Length, in bytes, or LengthExpr; neither: runtime-sized
	TypeCooperative           // Scalar, Rows, Columns (1..255), Use: a matrix that a subgroup holds
	TypeHitObject             // see RayProperty
	numTypeKinds
)

// AddressSpace is the kind of memory that a pointer points into.
type AddressSpace uint8

const (
	NoSpace                   AddressSpace = iota
	SpaceFunction                          // a local variable of one invocation's call
	SpacePrivate                           // a module-scope variable of one invocation
	SpaceWorkgroup                         // shared by a workgroup
	SpaceUniform                           // a read-only buffer
	SpaceStorage                           // a buffer; Access says what may be done
	SpaceHandle                            // opaque resources: images, samplers, acceleration structures
	SpaceImmediate                         // immediate data ("push constants")
	SpaceTaskPayload                       // handed from task to mesh stage
	SpacePhysical                          // memory of buffers by their addresses: see KindPointerAt; Access says what may be done
	SpaceInput                             // an input of a stage whose interface is variables: Global.IO has its place
	SpaceOutput                            // an output, likewise; of a mesh or tessellation control stage, shared by the group
	SpaceRayPayload                        // handed to the shaders that a trace calls
	SpaceIncomingRayPayload                // the caller's, in these
	SpaceHitAttribute                      // of an intersection: the intersection stage writes it, hit stages read it
	SpaceCallableData                      // handed to a callable shader
	SpaceIncomingCallableData              // the caller's, in it
	SpaceShaderRecord                      // a read-only buffer beside the shader's handle in the shader binding table
	SpaceHitObjectAttribute                // attributes that a hit object is given, or that are read of it
	numSpaces
)

// AccessMode is the set of operations allowed on memory or a storage image.
type AccessMode uint8

const (
	AccessRead AccessMode = 1 << iota
	AccessWrite
	AccessAtomic // storage images: atomic operations too

	AccessReadWrite = AccessRead | AccessWrite
)

// ImageDim is the dimensionality of an image.
type ImageDim uint8

const (
	Dim1D ImageDim = iota
	Dim2D
	Dim3D
	DimCube
	DimBuffer  // texels in a buffer: a line without levels or layers, never sampled
	DimSubpass // an input attachment: the texel at the fragment's own place, sampled or multisampled, by loads without a coordinate
	numImageDims
)

// ImageClass is the kind of texels that an image is read as.
type ImageClass uint8

const (
	ImageSampled  ImageClass = iota // Scalar is f32, i32 or u32; may be Multisampled
	ImageDepth                      // f32 depth; may be Multisampled
	ImageStorage                    // Format (or of unknown format Scalar) and Access; may be Multisampled
	ImageExternal                   // video frame: 2D, f32
	numImageClasses
)

// Type is one type. The fields used depend on Kind, as documented by each TypeKind; the
// others are zero, so that == compares types.
type Type struct {
	Kind         TypeKind
	Scalar       Scalar
	Columns      uint8
	Rows         uint8
	Space        AddressSpace
	Access       AccessMode
	Dim          ImageDim
	Class        ImageClass
	Use          CooperativeUse
	Format       StorageFormat
	Arrayed      bool
	Multisampled bool
	Comparison   bool
	VertexReturn bool
	Base         TypeID
	Layout       LayoutID
	Length       uint32  // elements (of a TypeBuffer bytes); 0 if LengthExpr is set or the length is known at run time only
	LengthExpr   ConstID // override-expression of type i32 or u32
	Struct       StructID
}

// Predeclared handles. Vectors and matrices are computed by VectorOf and
// MatrixOf.
const (
	TypeBool = TypeID(Bool)
	TypeI8   = TypeID(I8)
	TypeU8   = TypeID(U8)
	TypeI16  = TypeID(I16)
	TypeU16  = TypeID(U16)
	TypeI32  = TypeID(I32)
	TypeU32  = TypeID(U32)
	TypeI64  = TypeID(I64)
	TypeU64  = TypeID(U64)
	TypeF16  = TypeID(F16)
	TypeF32  = TypeID(F32)
	TypeF64  = TypeID(F64)

	TypeAbstractFloat = TypeID(AbstractFloat)
	TypeAbstractInt   = TypeID(AbstractInt)

	firstVector  = TypeID(numScalars)
	firstMatrix  = firstVector + 3*(TypeID(numScalars)-1)
	firstAtomic  = firstMatrix + 4*9
	firstSampler = firstAtomic + 7

	// Types that tables name; VectorOf and MatrixOf return the others.
	TypeVec2F32 = firstVector + 3*(TypeF32-1)
	TypeVec3F32 = firstVector + 3*(TypeF32-1) + 1
	TypeVec4F32 = firstVector + 3*(TypeF32-1) + 2
	TypeVec2I32 = firstVector + 3*(TypeI32-1)
	TypeVec3I32 = firstVector + 3*(TypeI32-1) + 1
	TypeVec4I32 = firstVector + 3*(TypeI32-1) + 2
	TypeVec2U32 = firstVector + 3*(TypeU32-1)
	TypeVec3U32 = firstVector + 3*(TypeU32-1) + 1
	TypeVec4U32 = firstVector + 3*(TypeU32-1) + 2
	TypeVec2F16 = firstVector + 3*(TypeF16-1)
	TypeVec4F16 = firstVector + 3*(TypeF16-1) + 2
	TypeMat3F32 = firstMatrix + 9*(TypeF32-TypeF16) + 3*1 + 1
	TypeMat4F32 = firstMatrix + 9*(TypeF32-TypeF16) + 3*2 + 2

	// Four columns of three rows.
	TypeMat4x3F32 = firstMatrix + 9*(TypeF32-TypeF16) + 3*2 + 1

	TypeAtomicI32         = firstAtomic
	TypeAtomicU32         = firstAtomic + 1
	TypeAtomicI64         = firstAtomic + 2
	TypeAtomicU64         = firstAtomic + 3
	TypeAtomicF32         = firstAtomic + 4
	TypeAtomicF16         = firstAtomic + 5
	TypeAtomicF64         = firstAtomic + 6
	TypeSamplerFiltering  = firstSampler
	TypeSamplerComparison = firstSampler + 1

	// FirstModuleType is the first handle that means something different in
	// each module.
	FirstModuleType = firstSampler + 2
)

// ScalarTypeOf returns the type of a scalar.
func ScalarTypeOf(s Scalar) TypeID { return TypeID(s) }

// VectorOf returns the vector type of n components (2..4); for n == 1 the
// scalar itself.
func VectorOf(s Scalar, n int) TypeID {
	if n == 1 {
		return TypeID(s)
	}
	return firstVector + 3*(TypeID(s)-1) + TypeID(n-2)
}

// MatrixOf returns the matrix type of a float scalar.
func MatrixOf(s Scalar, columns, rows int) TypeID {
	return firstMatrix + 9*TypeID(s-F16) + 3*TypeID(columns-2) + TypeID(rows-2)
}

// AtomicOf returns the atomic type of a scalar, or zero if there is none.
func AtomicOf(s Scalar) TypeID {
	switch s {
	case I32:
		return TypeAtomicI32
	case U32:
		return TypeAtomicU32
	case I64:
		return TypeAtomicI64
	case U64:
		return TypeAtomicU64
	case F32:
		return TypeAtomicF32
	case F16:
		return TypeAtomicF16
	case F64:
		return TypeAtomicF64
	}
	return 0
}

// IsElementary reports whether a type is a scalar, vector or matrix.
func (t TypeID) IsElementary() bool { return t-1 < firstAtomic-1 }

var predeclared = lazy.Value[*[FirstModuleType]Type]{Make: func() *[FirstModuleType]Type {
	p := new([FirstModuleType]Type)
	for s := Bool; s < numScalars; s++ {
		p[s] = Type{Kind: TypeScalar, Scalar: s}
		for n := 2; n <= 4; n++ {
			p[VectorOf(s, n)] = Type{Kind: TypeVector, Scalar: s, Rows: uint8(n)}
		}
		if a := AtomicOf(s); a != 0 {
			p[a] = Type{Kind: TypeAtomic, Scalar: s}
		}
	}
	for s := F16; s <= AbstractFloat; s++ {
		for c := 2; c <= 4; c++ {
			for r := 2; r <= 4; r++ {
				p[MatrixOf(s, c, r)] = Type{Kind: TypeMatrix, Scalar: s, Columns: uint8(c), Rows: uint8(r)}
			}
		}
	}
	p[TypeSamplerFiltering] = Type{Kind: TypeSampler}
	p[TypeSamplerComparison] = Type{Kind: TypeSampler, Comparison: true}
	return p
}}

// Types is the interned type arena of a module.
type Types struct {
	list  []Type
	index []TypeID // open-addressed hash table over module types; length is a power of two
}

func (ts *Types) init() {
	if ts.list == nil {
		ts.list = make([]Type, 0, FirstModuleType+24)
	}
	p := predeclared.Get()
	ts.list = append(ts.list[:0], p[:]...)
	clear(ts.index)
}

// Len is one more than the largest handle.
func (ts *Types) Len() int { return len(ts.list) }

// At returns the type with handle id.
func (ts *Types) At(id TypeID) *Type { return &ts.list[id] }

// pointerHash is the hash of a pointer: short, since pointers are looked up for every
// access.
func pointerHash(base TypeID, space AddressSpace, access AccessMode, layout LayoutID) uint32 {
	h := (uint64(base) ^ uint64(layout)<<16 ^ uint64(space)<<32 ^ uint64(access)<<40) * 0x9E3779B97F4A7C15
	return uint32(h >> 40)
}

func (t *Type) hash() uint32 {
	if t.Kind == TypePointer {
		return pointerHash(t.Base, t.Space, t.Access, t.Layout)
	}
	const m = 0x9E3779B1
	h := uint32(t.Kind) | uint32(t.Scalar)<<8 | uint32(t.Columns)<<16 | uint32(t.Rows)<<24
	h = (h ^ uint32(t.Base)) * m
	h = (h ^ h>>15 ^ uint32(t.Space) ^ uint32(t.Access)<<8 ^ uint32(t.Dim)<<16 ^ uint32(t.Class)<<20 ^ uint32(t.Use)<<18 ^ uint32(t.Format)<<24) * m
	h = (h ^ h>>15 ^ t.Length ^ uint32(t.LengthExpr)<<16 ^ uint32(t.Struct)<<8 ^ uint32(t.Layout)<<24) * m
	if t.Arrayed {
		h ^= 0x55
	}
	if t.Multisampled {
		h ^= 0xAA00
	}
	return (h ^ h>>13) * m >> 3
}

// Intern returns the handle of a type, adding it if it is new. Scalars, vectors,
// matrices, atomics and samplers have predeclared handles.
func (ts *Types) Intern(t Type) TypeID {
	switch t.Kind {
	case TypeScalar:
		return TypeID(t.Scalar)
	case TypeVector:
		return VectorOf(t.Scalar, int(t.Rows))
	case TypeMatrix:
		return MatrixOf(t.Scalar, int(t.Columns), int(t.Rows))
	case TypeAtomic:
		return AtomicOf(t.Scalar)
	case TypeSampler:
		if t.Comparison {
			return TypeSamplerComparison
		}
		return TypeSamplerFiltering
	}
	if 2*(len(ts.list)-int(FirstModuleType)+1) > len(ts.index) {
		ts.rehash()
	}
	mask := uint32(len(ts.index) - 1)
	for i := t.hash() & mask; ; i = (i + 1) & mask {
		id := ts.index[i]
		if id == 0 {
			id = TypeID(len(ts.list))
			ts.list = append(ts.list, t)
			ts.index[i] = id
			return id
		}
		if ts.list[id] == t {
			return id
		}
	}
}

func (ts *Types) rehash() {
	n := max(64, 2*len(ts.index))
	ts.index = make([]TypeID, n)
	mask := uint32(n - 1)
	for id := FirstModuleType; int(id) < len(ts.list); id++ {
		i := ts.list[id].hash() & mask
		for ts.index[i] != 0 {
			i = (i + 1) & mask
		}
		ts.index[i] = id
	}
}

// Pointer interns a pointer type.
func (ts *Types) Pointer(base TypeID, space AddressSpace, access AccessMode, layout LayoutID) TypeID {
	if len(ts.index) > 0 {
		// Most are there already: they are looked up field by field.
		mask := uint32(len(ts.index) - 1)
		for i := pointerHash(base, space, access, layout) & mask; ; i = (i + 1) & mask {
			id := ts.index[i&uint32(len(ts.index)-1)]
			if id == 0 {
				break
			}
			if p := &ts.list[id]; p.Base == base && p.Kind == TypePointer && p.Space == space && p.Access == access && p.Layout == layout {
				return id
			}
		}
	}
	return ts.Intern(Type{Kind: TypePointer, Base: base, Space: space, Access: access, Layout: layout})
}

// Array interns an array of a fixed number of elements; 0 means runtime-sized.
func (ts *Types) Array(base TypeID, length uint32) TypeID {
	return ts.Intern(Type{Kind: TypeArray, Base: base, Length: length})
}

// ScalarOf is the scalar of a scalar, vector, matrix, cooperative matrix or atomic type, and
// NoScalar of any other.
func (ts *Types) ScalarOf(id TypeID) Scalar {
	switch t := &ts.list[id]; t.Kind {
	case TypeScalar, TypeVector, TypeMatrix, TypeAtomic, TypeCooperative:
		return t.Scalar
	}
	return NoScalar
}

// WithScalar returns the type of the same shape (scalar, vector, matrix, cooperative matrix) with
// another scalar; zero if there is none.
func (ts *Types) WithScalar(id TypeID, s Scalar) TypeID {
	switch t := &ts.list[id]; t.Kind {
	case TypeScalar:
		return TypeID(s)
	case TypeVector:
		return VectorOf(s, int(t.Rows))
	case TypeMatrix:
		if s.IsFloat() {
			return MatrixOf(s, int(t.Columns), int(t.Rows))
		}
	case TypeCooperative:
		return ts.CooperativeOf(s, int(t.Rows), int(t.Columns), t.Use)
	}
	return 0
}

// ComponentCount is 1 for a scalar, the size of a vector, and 0 otherwise.
func (ts *Types) ComponentCount(id TypeID) int {
	switch t := &ts.list[id]; t.Kind {
	case TypeScalar:
		return 1
	case TypeVector:
		return int(t.Rows)
	}
	return 0
}

// IsScalarOrVector reports whether the type is a scalar or vector.
func (ts *Types) IsScalarOrVector(id TypeID) bool {
	k := ts.list[id].Kind
	return k == TypeScalar || k == TypeVector
}

// Pointee is the type that a pointer points to; of any other type, itself.
func (ts *Types) Pointee(id TypeID) TypeID {
	if t := &ts.list[id]; t.Kind == TypePointer {
		return t.Base
	}
	return id
}

// IsRuntimeSized reports whether the length of an array, binding array or buffer is
// known only at run time.
func (t *Type) IsRuntimeSized() bool {
	return (t.Kind == TypeArray || t.Kind == TypeBindingArray || t.Kind == TypeBuffer) && t.Length == 0 && t.LengthExpr == 0
}
