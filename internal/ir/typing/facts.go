package typing

// This file derives the allowed uses of each type: one record per handle, computed once per
// module, so that a rule costs one look-up.

import (
	"refract/internal/lazy"
	"refract/ir"
)

// Flags are the allowed uses of the values of a type. Names follow WGSL's type categories.
type Flags uint16

const (
	Sized         Flags = 1 << iota // has a size known when the module is made (WGSL: fixed footprint, without overrides)
	Plain                           // scalars, vectors, matrices, atomics, and arrays and structs of them
	Constructible                   // plain, sized, without atomics: can be made, loaded, stored, passed and returned
	HostShareable                   // plain, without bool
	IOShareable                     // numeric scalar or vector
	HasAtomic                       // is or holds an atomic
	RuntimeSized                    // is or ends in a runtime-sized array
	OverrideSized                   // is or holds an array whose length is an override-expression: it has values, but none is composed of parts
	Handle                          // image, sampler, sampled image, acceleration structure, or binding array of them
	Abstract                        // is or holds an abstract scalar
	HasRayObject                    // is or holds a ray query or hit object: a variable of one invocation, without a value
	Invalid                         // breaks a rule of its own; nothing else is said of it
)

// Has reports whether all of g are set.
func (f Flags) Has(g Flags) bool { return f&g == g }

// Features are the requirements of a type that not every target meets.
type Features uint32

const (
	NeedsInt8 Features = 1 << iota
	NeedsInt16
	NeedsInt64
	NeedsFloat16
	NeedsFloat64
	NeedsAtomicInt64
	NeedsAtomicFloat32
	NeedsCubeArray
	NeedsStorageMultisample
	NeedsExternalTexture
	NeedsNorm16Format
	NeedsTextureAtomic
	NeedsTextureAtomicInt64
	NeedsRayQuery
	NeedsVertexReturn
	NeedsAtomicFloats
	NeedsCooperative
	NeedsHitObject
	NumFeatures = iota
)

// Fact is the facts about one type.
type Fact struct {
	Flags    Flags
	Features Features
	Depth    uint16 // how deep it nests; a scalar is 1
	state    uint8
}

const (
	factUnknown = iota
	factPending
	factKnown
)

// MaxDepth is how deep types may nest.
const MaxDepth = 255

// A TypeProblem is a rule that a type breaks.
type TypeProblem struct {
	Code    Code
	Type    ir.TypeID
	Member  int // of a struct, or -1
	Message string
}

// Facts are the facts of all types of a module, indexed by TypeID.
type Facts struct {
	m        *ir.Module
	list     []Fact
	Problems []TypeProblem // of types that break a rule, in the order they were found
}

// Reset derives the facts of all types of m, whose handles must be in range (see
// ir.Module.CheckHandles), keeping the memory of fs. Problems holds the broken rules;
// predeclared abstract types are marked, but no problem until used.
func (fs *Facts) Reset(m *ir.Module) {
	n := m.Types.Len()
	fs.m = m
	fs.Problems = fs.Problems[:0]
	// Predeclared facts are the same in every module.
	switch {
	case cap(fs.list) >= n:
		fs.list = fs.list[:n]
		clear(fs.list[ir.FirstModuleType:])
	case cap(fs.list) == 0:
		fs.list = make([]Fact, n)
		copy(fs.list, predeclared.Get())
	default:
		fs.list = make([]Fact, n, n+n/2)
		copy(fs.list, predeclared.Get())
	}
	for id := ir.FirstModuleType; int(id) < n; id++ {
		if fs.list[id].state != factKnown {
			fs.derive(id, 1)
		}
	}
}

// predeclared has the facts of the types that are the same in every module.
var predeclared = lazy.Value[[]Fact]{Make: func() []Fact {
	fs := Facts{m: ir.NewModule(), list: make([]Fact, ir.FirstModuleType)}
	for id := range ir.FirstModuleType {
		fs.derive(id, 1)
	}
	return fs.list
}}

// Of returns the facts of a type.
func (fs *Facts) Of(t ir.TypeID) Fact { return fs.list[t] }

// Has reports whether a type has all of the flags.
func (fs *Facts) Has(t ir.TypeID, f Flags) bool { return fs.list[t].Flags&f == f }

func (fs *Facts) problem(t ir.TypeID, member int, code Code, message string) Fact {
	fs.Problems = append(fs.Problems, TypeProblem{code, t, member, message})
	return Fact{Flags: Invalid}
}

// unusable is the facts of a type with an invalid part. The part has been reported, unless
// there is none.
func (fs *Facts) unusable(t, part ir.TypeID, member int, message string) Fact {
	if fs.m.Types.At(part).Kind == ir.TypeNone {
		return fs.problem(t, member, CodeInvalidType, message)
	}
	return Fact{Flags: Invalid}
}

// derive computes the facts of a type and all it is made of. depth bounds the
// recursion.
func (fs *Facts) derive(t ir.TypeID, depth int) Fact {
	switch f := fs.list[t]; f.state {
	case factKnown:
		return f
	case factPending:
		return fs.problem(t, -1, CodeTypeCycle, "the type contains itself")
	}
	if depth > MaxDepth {
		return fs.problem(t, -1, CodeTypeNesting, "types nest too deep")
	}
	fs.list[t].state = factPending
	f := fs.compute(t, depth)
	if f.Depth > MaxDepth {
		f = fs.problem(t, -1, CodeTypeNesting, "types nest too deep")
	}
	f.state = factKnown
	fs.list[t] = f
	return f
}

// scalarFeatures is the features that a scalar needs.
func scalarFeatures(s ir.Scalar) Features {
	switch s {
	case ir.I8, ir.U8:
		return NeedsInt8
	case ir.I16, ir.U16:
		return NeedsInt16
	case ir.I64, ir.U64:
		return NeedsInt64
	case ir.F16:
		return NeedsFloat16
	case ir.F64:
		return NeedsFloat64
	}
	return 0
}

func (fs *Facts) compute(id ir.TypeID, depth int) Fact {
	t := fs.m.Types.At(id)
	switch t.Kind {
	case ir.TypeNone:
		return Fact{Flags: Invalid}
	case ir.TypeScalar, ir.TypeVector:
		return fs.numeric(t)
	case ir.TypeMatrix:
		f := fs.numeric(t)
		f.Flags &^= IOShareable
		return f
	case ir.TypeAtomic:
		f := Fact{Flags: Sized | Plain | HostShareable | HasAtomic, Features: scalarFeatures(t.Scalar), Depth: 1}
		switch t.Scalar {
		case ir.I64, ir.U64:
			f.Features |= NeedsAtomicInt64
		case ir.F32:
			f.Features |= NeedsAtomicFloat32
		case ir.F16, ir.F64:
			f.Features |= NeedsAtomicFloats
		}
		return f
	case ir.TypePointer:
		return fs.pointer(id, t, depth)
	case ir.TypeArray:
		return fs.array(id, t, depth)
	case ir.TypeStruct:
		return fs.structure(id, t, depth)
	case ir.TypeImage:
		return fs.image(id, t)
	case ir.TypeSampler:
		return Fact{Flags: Handle | Sized, Depth: 1}
	case ir.TypeSampledImage:
		base := fs.m.Types.At(t.Base)
		if base.Kind != ir.TypeImage || base.Class != ir.ImageSampled && base.Class != ir.ImageDepth || base.Dim >= ir.DimBuffer {
			return fs.problem(id, -1, CodeInvalidType, "a sampled image combines a sampled or depth image with a sampler")
		}
		return fs.derive(t.Base, depth+1)
	case ir.TypeAccelerationStructure, ir.TypeRayQuery:
		f := Fact{Features: NeedsRayQuery, Depth: 1}
		if t.VertexReturn {
			f.Features |= NeedsVertexReturn
		}
		f.Flags = HasRayObject
		if t.Kind == ir.TypeAccelerationStructure {
			f.Flags = Handle | Sized
		}
		return f
	case ir.TypeHitObject:
		return Fact{Flags: HasRayObject, Features: NeedsHitObject, Depth: 1}
	case ir.TypeCooperative:
		if !t.Scalar.IsNumeric() || t.Scalar.IsAbstract() || t.Rows == 0 || t.Columns == 0 {
			return fs.problem(id, -1, CodeInvalidType, "a cooperative matrix has rows and columns of numbers")
		}
		return Fact{Flags: Sized | Plain | Constructible, Features: scalarFeatures(t.Scalar) | NeedsCooperative, Depth: 1}
	case ir.TypeBindingArray:
		return fs.bindingArray(id, t, depth)
	case ir.TypeBuffer:
		return fs.buffer(id, t)
	}
	panic("typing: facts of type kind " + t.Kind.String())
}

func (fs *Facts) numeric(t *ir.Type) Fact {
	f := Fact{Flags: Sized | Plain | Constructible, Features: scalarFeatures(t.Scalar), Depth: 1}
	switch {
	case t.Scalar.IsAbstract():
		f.Flags |= Abstract
	case t.Scalar != ir.Bool:
		f.Flags |= HostShareable | IOShareable
	}
	return f
}

func (fs *Facts) pointer(id ir.TypeID, t *ir.Type, depth int) Fact {
	base := fs.derive(t.Base, depth+1)
	kind := fs.m.Types.At(t.Base).Kind
	switch {
	case base.Flags&Invalid != 0:
		return fs.unusable(id, t.Base, -1, "a pointer must point to a type")
	case kind == ir.TypeBindingArray:
		if base.Flags&Handle != 0 || t.Space != ir.SpaceUniform && t.Space != ir.SpaceStorage {
			return fs.problem(id, -1, CodeInvalidType, "a pointer to a binding array points to buffers")
		}
	case kind == ir.TypeBuffer:
		if t.Space != ir.SpaceUniform && t.Space != ir.SpaceStorage && t.Space != ir.SpaceWorkgroup {
			return fs.problem(id, -1, CodeInvalidType, "a buffer lies in the uniform, storage or workgroup space only")
		}
	case base.Flags&HasRayObject != 0:
		if t.Space != ir.SpaceFunction && t.Space != ir.SpacePrivate {
			return fs.problem(id, -1, CodeInvalidType, "ray queries live in the function and private spaces only")
		}
	case base.Features&NeedsCooperative != 0 && t.Space != ir.SpaceFunction && t.Space != ir.SpacePrivate:
		return fs.problem(id, -1, CodeInvalidType, "cooperative matrices live in the function and private spaces only")
	case base.Flags&Plain == 0:
		return fs.problem(id, -1, CodeInvalidType, "a pointer can't point to a value of this type")
	}
	access := ir.AccessReadWrite
	switch t.Space {
	case ir.SpaceFunction, ir.SpacePrivate:
		if base.Flags&(RuntimeSized|HasAtomic) != 0 {
			return fs.problem(id, -1, CodeInvalidType, "neither atomics nor runtime-sized arrays can lie in this space")
		}
	case ir.SpaceWorkgroup:
		// Views of buffers point to runtime-sized arrays in every space that has buffers.
	case ir.SpaceUniform:
		access = ir.AccessRead
		if base.Flags&(OverrideSized|HasAtomic) != 0 && kind != ir.TypeBindingArray {
			return fs.problem(id, -1, CodeInvalidType, "neither atomics nor arrays whose length is an override can lie in this space")
		}
	case ir.SpaceImmediate:
		access = ir.AccessRead
		if base.Flags&(RuntimeSized|OverrideSized|HasAtomic) != 0 && kind != ir.TypeBindingArray {
			return fs.problem(id, -1, CodeInvalidType, "neither atomics nor arrays without a fixed length can lie in this space")
		}
	case ir.SpaceStorage:
		access = t.Access
		if access != ir.AccessRead && access != ir.AccessReadWrite {
			return fs.problem(id, -1, CodeInvalidType, "storage is read or read_write")
		}
		if base.Flags&OverrideSized != 0 {
			return fs.problem(id, -1, CodeInvalidType, "an array whose length is an override can't lie in this space")
		}
	case ir.SpacePhysical:
		access = t.Access
		if access != ir.AccessRead && access != ir.AccessReadWrite {
			return fs.problem(id, -1, CodeInvalidType, "physical memory is read or read_write")
		}
		if base.Flags&OverrideSized != 0 {
			return fs.problem(id, -1, CodeInvalidType, "an array whose length is an override can't lie in this space")
		}
	case ir.SpaceTaskPayload:
		access = t.Access
		if access != ir.AccessRead && access != ir.AccessReadWrite {
			return fs.problem(id, -1, CodeInvalidType, "a task payload is read or read_write")
		}
		if base.Flags&(RuntimeSized|OverrideSized) != 0 {
			return fs.problem(id, -1, CodeInvalidType, "an array without a fixed length can't lie in this space")
		}
	case ir.SpaceInput:
		access = ir.AccessRead
	case ir.SpaceOutput, ir.SpaceRayPayload, ir.SpaceIncomingRayPayload, ir.SpaceCallableData, ir.SpaceIncomingCallableData, ir.SpaceHitObjectAttribute:
		if base.Flags&(RuntimeSized|OverrideSized|HasAtomic) != 0 {
			return fs.problem(id, -1, CodeInvalidType, "neither atomics nor arrays without a fixed length can lie in this space")
		}
	case ir.SpaceHitAttribute:
		access = t.Access
		if access != ir.AccessRead && access != ir.AccessReadWrite {
			return fs.problem(id, -1, CodeInvalidType, "a hit attribute is read or read_write")
		}
	case ir.SpaceShaderRecord:
		access = ir.AccessRead
		if base.Flags&(OverrideSized|HasAtomic) != 0 {
			return fs.problem(id, -1, CodeInvalidType, "neither atomics nor arrays whose length is an override can lie in this space")
		}
	default:
		return fs.problem(id, -1, CodeInvalidType, "a pointer can't point into this space")
	}
	if t.Access != access {
		return fs.problem(id, -1, CodeInvalidType, "the pointer's access mode is not its space's")
	}
	if !hostVisible(t.Space) {
		return Fact{Flags: Sized, Features: base.Features, Depth: base.Depth}
	}
	if base.Flags&HostShareable == 0 {
		return fs.problem(id, -1, CodeInvalidType, "the host can't share a value of this type")
	}
	return Fact{Flags: Sized, Features: base.Features, Depth: base.Depth}
}

// hostVisible reports whether the host writes or reads the memory of a space.
func hostVisible(s ir.AddressSpace) bool {
	return s == ir.SpaceUniform || s == ir.SpaceStorage || s == ir.SpaceImmediate || s == ir.SpacePhysical || s == ir.SpaceShaderRecord
}

func (fs *Facts) array(id ir.TypeID, t *ir.Type, depth int) Fact {
	f := fs.derive(t.Base, depth+1)
	switch {
	case f.Flags&Invalid != 0:
		return fs.unusable(id, t.Base, -1, "the elements of an array must have a type")
	case f.Flags&(Plain|HasRayObject) == 0 || f.Flags&RuntimeSized != 0:
		return fs.problem(id, -1, CodeInvalidType, "the elements of an array must be plain values of a fixed size")
	case f.Flags&HasRayObject != 0 && t.Length == 0:
		return fs.problem(id, -1, CodeInvalidType, "an array of ray queries has a fixed length")
	case t.Length != 0 && t.LengthExpr != 0:
		return fs.problem(id, -1, CodeInvalidType, "an array has one length")
	}
	f.Flags &^= IOShareable
	switch {
	case t.LengthExpr != 0:
		f.Flags = f.Flags&^(Sized|HostShareable) | OverrideSized
	case t.Length == 0:
		f.Flags = f.Flags&^(Sized|Constructible) | RuntimeSized
	}
	f.Depth++
	return f
}

func (fs *Facts) structure(id ir.TypeID, t *ir.Type, depth int) Fact {
	s := &fs.m.Structs[t.Struct]
	f := Fact{Flags: Sized | Plain | Constructible | HostShareable}
	if s.Type != id {
		return fs.problem(id, -1, CodeInvalidType, "a struct has one type")
	}
	if len(s.Members) == 0 {
		return fs.problem(id, -1, CodeInvalidStruct, "a struct must have a member")
	}
	for i := range s.Members {
		mem := fs.derive(s.Members[i].Type, depth+1)
		switch {
		case mem.Flags&Invalid != 0:
			return fs.unusable(id, s.Members[i].Type, i, "a member must have a type")
		case mem.Flags&(Plain|HasRayObject) == 0:
			return fs.problem(id, i, CodeInvalidStruct, "a member must be a plain value")
		case mem.Flags&RuntimeSized != 0 && (i != len(s.Members)-1 || fs.m.Types.At(s.Members[i].Type).Kind != ir.TypeArray):
			return fs.problem(id, i, CodeInvalidStruct, "a runtime-sized array must be the last member of the outermost struct")
		}
		const all = Sized | Plain | Constructible | HostShareable
		f.Flags = f.Flags&^(all&^mem.Flags) | mem.Flags&(HasAtomic|RuntimeSized|OverrideSized|Abstract|HasRayObject)
		f.Features |= mem.Features
		f.Depth = max(f.Depth, mem.Depth)
	}
	if s.Special != ir.NotSpecial && f.Flags&Abstract == 0 && !fs.specialShape(s) {
		return fs.problem(id, -1, CodeInvalidStruct, "a predeclared struct doesn't have the members of its kind")
	}
	f.Depth++
	return f
}

// specialShape reports whether a predeclared struct has the members that
// ir.Module.SpecialStruct gives to its kind.
func (fs *Facts) specialShape(s *ir.Struct) bool {
	p := s.Param
	is := func(types ...ir.TypeID) bool {
		if len(types) != len(s.Members) {
			return false
		}
		for i, t := range types {
			if s.Members[i].Type != t || t == 0 {
				return false
			}
		}
		return true
	}
	vec3, mat := ir.VectorOf(ir.F32, 3), ir.MatrixOf(ir.F32, 4, 3)
	switch s.Special {
	case ir.SpecialModf, ir.SpecialAddCarry, ir.SpecialSubBorrow, ir.SpecialMulExtended:
		return is(p, p)
	case ir.SpecialFrexp:
		return is(p, fs.m.Types.WithScalar(p, ir.I32))
	case ir.SpecialAtomicExchange:
		return is(p, ir.TypeBool)
	case ir.SpecialRayDesc:
		return is(ir.TypeU32, ir.TypeU32, ir.TypeF32, ir.TypeF32, vec3, vec3)
	case ir.SpecialRayIntersection:
		return is(ir.TypeU32, ir.TypeF32, ir.TypeU32, ir.TypeU32, ir.TypeU32, ir.TypeU32, ir.TypeU32, ir.VectorOf(ir.F32, 2),
			ir.TypeBool, mat, mat)
	}
	return false
}

func (fs *Facts) image(id ir.TypeID, t *ir.Type) Fact {
	f := Fact{Flags: Handle | Sized, Depth: 1}
	bad := func(message string) Fact { return fs.problem(id, -1, CodeInvalidImageType, message) }
	switch {
	case t.Arrayed && t.Dim == ir.Dim3D:
		return bad("a 3d image can't be arrayed")
	case t.Arrayed && t.Dim >= ir.DimBuffer:
		return bad("a texel buffer or an input attachment can't be arrayed")
	case t.Dim == ir.DimSubpass && t.Class != ir.ImageSampled:
		return bad("an input attachment holds f32, i32 or u32")
	case t.Dim == ir.DimBuffer && t.Class != ir.ImageSampled && t.Class != ir.ImageStorage:
		return bad("a texel buffer is a sampled or a storage image")
	case t.Multisampled && t.Dim != ir.Dim2D && t.Dim != ir.DimSubpass:
		return bad("a multisampled image is 2d")
	}
	if t.Arrayed && t.Dim == ir.DimCube {
		f.Features |= NeedsCubeArray
	}
	switch t.Class {
	case ir.ImageSampled:
		if t.Scalar != ir.F32 && t.Scalar != ir.I32 && t.Scalar != ir.U32 {
			return bad("a sampled image holds f32, i32 or u32")
		}
	case ir.ImageDepth:
		if t.Dim == ir.Dim3D {
			return bad("a depth image can't be 3d")
		}
	case ir.ImageStorage:
		return fs.storageImage(id, t, f)
	case ir.ImageExternal:
		if t.Dim != ir.Dim2D || t.Arrayed || t.Multisampled {
			return bad("an external image is 2d")
		}
		f.Features |= NeedsExternalTexture
	}
	return f
}

func (fs *Facts) storageImage(id ir.TypeID, t *ir.Type, f Fact) Fact {
	bad := func(message string) Fact { return fs.problem(id, -1, CodeInvalidImageType, message) }
	switch {
	case t.Format == ir.NoFormat && t.Scalar != ir.F32 && t.Scalar != ir.I32 && t.Scalar != ir.U32:
		return bad("a storage image without a format has texels of f32, i32 or u32")
	case t.Access&ir.AccessReadWrite == 0 && t.Access != ir.AccessAtomic:
		return bad("a storage image must be read, written or operated on")
	}
	if t.Multisampled {
		f.Features |= NeedsStorageMultisample
	}
	switch t.Format {
	case ir.R16Unorm, ir.R16Snorm, ir.Rg16Unorm, ir.Rg16Snorm, ir.Rgba16Unorm, ir.Rgba16Snorm:
		f.Features |= NeedsNorm16Format
	case ir.R64Uint, ir.R64Sint:
		f.Features |= NeedsTextureAtomicInt64 | NeedsInt64
	}
	if t.Access&ir.AccessAtomic != 0 {
		switch t.Format {
		case ir.R32Uint, ir.R32Sint, ir.R64Uint, ir.R64Sint, ir.R32Float:
			f.Features |= NeedsTextureAtomic
		default:
			return bad("atomic operations need a format of one 32-bit or 64-bit channel")
		}
	}
	return f
}

func (fs *Facts) buffer(id ir.TypeID, t *ir.Type) Fact {
	if t.Length != 0 && t.LengthExpr != 0 {
		return fs.problem(id, -1, CodeInvalidType, "a buffer has one length")
	}
	f := Fact{Flags: HostShareable, Depth: 1}
	switch {
	case t.IsRuntimeSized():
		f.Flags |= RuntimeSized
	case t.LengthExpr != 0:
		f.Flags |= OverrideSized
	}
	return f
}

func (fs *Facts) bindingArray(id ir.TypeID, t *ir.Type, depth int) Fact {
	f := fs.derive(t.Base, depth+1)
	kind := fs.m.Types.At(t.Base).Kind
	switch {
	case f.Flags&Invalid != 0:
		return fs.unusable(id, t.Base, -1, "the elements of a binding array must have a type")
	case kind == ir.TypeBindingArray:
		return fs.problem(id, -1, CodeInvalidType, "a binding array can't hold binding arrays")
	case f.Flags&Handle == 0 && kind != ir.TypeStruct:
		return fs.problem(id, -1, CodeInvalidType, "a binding array holds resources, or structs in buffers")
	case t.Length != 0 && t.LengthExpr != 0:
		return fs.problem(id, -1, CodeInvalidType, "a binding array has one length")
	}
	return Fact{Flags: f.Flags & (Handle | HostShareable | HasAtomic | RuntimeSized), Features: f.Features, Depth: f.Depth + 1}
}
