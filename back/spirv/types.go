package spirv

// This file declares types (section 3.42.6).
//
// Two types without decorations must not be declared twice (section 2.8), so they are
// interned. Arrays and structs in memory that the host sees carry offsets and strides, and
// are apart from types of values: Vulkan allows these decorations in the storage classes of
// buffers only. See laid.go for types that are the same.

import (
	"slices"

	"cmp"

	"refract/ir"
	"refract/spirv"
)

// form is the decorations that a type in memory carries beyond its layout's.
type form uint8

const (
	formRowMajor    form = 1 << iota // matrices inside an array are row-major
	formBlock                        // a struct is the Block of a buffer
	formBufferBlock                  // likewise, of a storage buffer before SPIR-V 1.3
	formStage                        // a struct is a block of inputs or outputs, or an array holds such
)

// memoryEntry is a slot of the table of types in memory.
type memoryEntry struct {
	ty     ir.TypeID
	layout ir.LayoutID
	form   form
	id     id
}

func (e *emitter) void() id { return e.intern(spirv.OpTypeVoid, 0) }

// pointer is the type of pointers to a type in memory.
func (e *emitter) pointerType(class spirv.StorageClass, pointee id) id {
	return e.intern(spirv.OpTypePointer, 0, uint32(class), pointee)
}

// typ is the type of values of a type of the module.
func (e *emitter) typ(t ir.TypeID) id {
	if int(t) < len(e.values) {
		if v := e.values[t]; v != 0 {
			return v
		}
	}
	v := e.declare(t)
	for int(t) >= len(e.values) {
		e.values = append(e.values, 0)
	}
	e.values[t] = v
	return v
}

func (e *emitter) declare(id ir.TypeID) id {
	t := e.m.Types.At(id)
	if e.isLaid(id) {
		return e.memoryType(id, ir.LayoutNatural, 0)
	}
	switch t.Kind {
	case ir.TypeScalar, ir.TypeAtomic:
		return e.scalarType(t.Scalar)
	case ir.TypeVector:
		return e.intern(spirv.OpTypeVector, 0, e.scalarType(t.Scalar), uint32(t.Rows))
	case ir.TypeMatrix:
		return e.intern(spirv.OpTypeMatrix, 0, e.typ(ir.VectorOf(t.Scalar, int(t.Rows))), uint32(t.Columns))
	case ir.TypePointer:
		class := e.class(t.Space)
		return e.pointerType(class, e.memoryType(t.Base, t.Layout, 0))
	case ir.TypeCooperative:
		return e.cooperativeType(t)
	case ir.TypeArray:
		return e.arrayType(t, e.typ(t.Base))
	case ir.TypeStruct:
		return e.structType(t.Struct, ir.NoLayout, 0)
	case ir.TypeImage:
		return e.imageType(t)
	case ir.TypeSampler:
		return e.intern(spirv.OpTypeSampler, 0)
	case ir.TypeSampledImage:
		return e.intern(spirv.OpTypeSampledImage, 0, e.typ(t.Base))
	case ir.TypeAccelerationStructure:
		if !slices.ContainsFunc(e.m.EntryPoints, func(x ir.EntryPoint) bool { return x.Stage.Info().RayTracing }) {
			e.needRayQuery() // the stages bring another capability
		}
		return e.intern(spirv.OpTypeAccelerationStructureKHR, 0)
	case ir.TypeHitObject:
		return e.hitObjectType()
	case ir.TypeRayQuery:
		e.needRayQuery()
		return e.intern(spirv.OpTypeRayQueryKHR, 0)
	case ir.TypeBindingArray:
		return e.bindingArrayType(t, e.typ(t.Base), t.Length)
	}
	panic("spirv: type of kind " + t.Kind.String())
}

func (e *emitter) scalarType(s ir.Scalar) id {
	if v := e.values[s]; v != 0 {
		return v
	}
	var v id
	switch s.Kind() {
	case ir.BoolKind:
		v = e.intern(spirv.OpTypeBool, 0)
	case ir.SintKind:
		e.needInteger(s)
		v = e.intern(spirv.OpTypeInt, 0, uint32(s.Bits()), 1)
	case ir.UintKind:
		e.needInteger(s)
		v = e.intern(spirv.OpTypeInt, 0, uint32(s.Bits()), 0)
	case ir.FloatKind:
		switch s.Bits() {
		case 16:
			e.need(spirv.CapabilityFloat16)
		case 64:
			e.need(spirv.CapabilityFloat64)
		}
		v = e.intern(spirv.OpTypeFloat, 0, uint32(s.Bits()))
	default:
		panic("spirv: scalar " + s.String())
	}
	e.values[s] = v
	return v
}

func (e *emitter) needInteger(s ir.Scalar) {
	switch s.Bits() {
	case 8:
		e.need(spirv.CapabilityInt8)
	case 16:
		e.need(spirv.CapabilityInt16)
	case 64:
		e.need(spirv.CapabilityInt64)
	}
}

// arrayType declares a new array type: it may get decorations.
func (e *emitter) arrayType(t *ir.Type, element id) id {
	if t.IsRuntimeSized() {
		r := e.out.NewID()
		e.out.Globals.Op2(spirv.OpTypeRuntimeArray, r, element)
		return r
	}
	length := e.arrayLength(t)
	r := e.out.NewID()
	e.out.Globals.Op3(spirv.OpTypeArray, r, element, length)
	return r
}

// arrayLength is the constant that holds an array's length.
func (e *emitter) arrayLength(t *ir.Type) id {
	if x := t.LengthExpr; x != 0 {
		span := e.span
		defer func() { e.span = span }()
		e.span = cmp.Or(e.m.Consts.SpanOf(ir.ExprID(x)), span)
		if v := e.moduleConstant(ir.ExprID(x)); v != 0 {
			return e.positiveLength(v, x)
		}
		e.fail("an array length that overrides enter by other than arithmetic of integers: with values for them (--override) it can be written")
		return e.u32(1)
	}
	return e.u32(t.Length)
}

// bindingArrayType declares an array of resources or blocks.
func (e *emitter) bindingArrayType(t *ir.Type, element id, length uint32) id {
	switch {
	case t.LengthExpr != 0:
		return e.intern(spirv.OpTypeArray, 0, element, e.arrayLength(t))
	case length != 0:
		return e.intern(spirv.OpTypeArray, 0, element, e.u32(length))
	}
	e.need(spirv.CapabilityRuntimeDescriptorArray)
	return e.intern(spirv.OpTypeRuntimeArray, 0, element)
}

// memoryType is the type of memory that holds values of a type under a layout.
func (e *emitter) memoryType(t ir.TypeID, l ir.LayoutID, f form) id {
	ty := e.m.Types.At(t)
	if ty.Kind != ir.TypeArray && ty.Kind != ir.TypeStruct || l == ir.NoLayout && f == 0 && !e.isLaid(t) {
		return e.typ(t)
	}
	if l == ir.LayoutNatural && f == 0 && int(t) < len(e.natural) {
		if v := e.natural[t]; v != 0 {
			return v
		}
		v := e.declareMemory(t, ty, l, f)
		e.natural[t] = v
		return v
	}
	slot := e.memorySlot(t, l, f)
	if slot.id != 0 {
		return slot.id
	}
	v := e.declareMemory(t, ty, l, f)
	*e.memorySlot(t, l, f) = memoryEntry{t, l, f, v}
	e.memoryLen++
	return v
}

// memorySlot finds the slot of a type in memory, or the empty one it belongs in.
func (e *emitter) memorySlot(t ir.TypeID, l ir.LayoutID, f form) *memoryEntry {
	if 2*(e.memoryLen+1) > len(e.memory) {
		old := e.memory
		e.memory = make([]memoryEntry, max(64, 2*len(old)))
		for _, m := range old {
			if m.id != 0 {
				*e.memorySlot(m.ty, m.layout, m.form) = m
			}
		}
	}
	mask := uint32(len(e.memory) - 1)
	h := (uint32(t)*0x9E3779B1 ^ uint32(l)<<8 ^ uint32(f)) * 0x85EBCA6B
	for i := (h ^ h>>16) & mask; ; i = (i + 1) & mask {
		m := &e.memory[i]
		if m.id == 0 || m.ty == t && m.layout == l && m.form == f {
			return m
		}
	}
}

func (e *emitter) declareMemory(t ir.TypeID, ty *ir.Type, l ir.LayoutID, f form) id {
	if ty.Kind == ir.TypeStruct {
		return e.structType(ty.Struct, l, f)
	}
	v := e.arrayType(ty, e.memoryType(ty.Base, e.m.ElementLayout(l), f&(formRowMajor|formStage)))
	if l != ir.NoLayout {
		e.out.Decorate(v, spirv.DecorationArrayStride, e.arrayStride(t, l, f))
	}
	return v
}

// arrayStride is the distance of an array's elements in bytes.
func (e *emitter) arrayStride(t ir.TypeID, l ir.LayoutID, f form) uint32 {
	if f&formRowMajor == 0 {
		info, err := e.layouts.Of(t, l)
		if err != nil {
			e.fail(err.Error())
		}
		return info.Stride
	}
	// An array of row-major matrices: its elements follow each other without gaps.
	size := uint32(1)
	for t = e.m.Types.At(t).Base; e.m.Types.At(t).Kind == ir.TypeArray; t = e.m.Types.At(t).Base {
		size *= e.m.Types.At(t).Length
	}
	return size * e.rowStride(t, l) * uint32(e.m.Types.At(t).Rows)
}

// rowStride is the distance of the rows of a row-major matrix under a rule: a
// row is laid out as a vector.
func (e *emitter) rowStride(matrix ir.TypeID, l ir.LayoutID) uint32 {
	t := e.m.Types.At(matrix)
	row, err := e.layouts.Of(ir.VectorOf(t.Scalar, int(t.Columns)), l)
	if err != nil {
		e.fail(err.Error())
	}
	align := row.Align
	if l == ir.LayoutStd140 {
		align = max(align, 16)
	}
	return (row.Size + align - 1) &^ (align - 1)
}

// structName is the debug name of a struct: of uniforms outside of blocks the one that
// glslang's relaxed rules for Vulkan give their block, by which readers know them.
func (e *emitter) structName(decl *ir.Struct, f form) string {
	if f&formBlock != 0 && e.loose {
		return spirv.LooseUniforms
	}
	return decl.Name
}

// structType declares a struct under a layout, with its decorations.
func (e *emitter) structType(s ir.StructID, l ir.LayoutID, f form) id {
	decl := &e.m.Structs[s]
	members := make([]id, 0, 16)
	for i := range decl.Members {
		m := &decl.Members[i]
		members = append(members, e.memoryType(m.Type, e.m.MemberLayout(l, i), e.memberForm(m, l)))
	}
	v := e.out.NewID()
	e.out.Globals.Begin(spirv.OpTypeStruct)
	e.out.Globals.Word(v)
	e.out.Globals.Words(members...)
	e.out.Globals.End()
	if e.names {
		e.out.Name(v, e.structName(decl, f))
		for i := range decl.Members {
			e.out.MemberName(v, uint32(i), decl.Members[i].Name)
		}
	}
	for i := range decl.Members {
		if b := &decl.Members[i].Binding; b.Relaxed && b.Kind == ir.NoBinding {
			e.out.MemberDecorate(v, uint32(i), spirv.DecorationRelaxedPrecision)
		}
	}
	if l != ir.NoLayout {
		offsets := e.layouts.Offsets(decl.Type, l)
		if len(offsets) != len(decl.Members) {
			e.fail("struct " + decl.Name + " has no layout")
			return v
		}
		for i := range decl.Members {
			e.decorateMember(v, uint32(i), &decl.Members[i], e.m.MemberLayout(l, i), offsets[i], e.memberForm(&decl.Members[i], l))
		}
	}
	if f&formStage != 0 {
		e.decorateStageMembers(v, decl)
	}
	e.decorateBlock(v, f)
	return v
}

func (e *emitter) decorateBlock(v id, f form) {
	switch {
	case f&(formBlock|formStage) != 0:
		e.out.Decorate(v, spirv.DecorationBlock)
	case f&formBufferBlock != 0:
		e.out.Decorate(v, spirv.DecorationBufferBlock)
	}
}

// memberForm reports whether the matrices inside a member are row-major, if its layout is a
// rule that reads the member's flag.
func (e *emitter) memberForm(m *ir.Member, l ir.LayoutID) form {
	if m.RowMajor && l > ir.LayoutNatural && l < ir.FirstExplicitLayout && e.holdsMatrix(m.Type) {
		return formRowMajor
	}
	return 0
}

func (e *emitter) holdsMatrix(t ir.TypeID) bool {
	ty := e.m.Types.At(t)
	for ty.Kind == ir.TypeArray {
		ty = e.m.Types.At(ty.Base)
	}
	return ty.Kind == ir.TypeMatrix
}

// decorateMember sets the offset of a member, and the layout of a matrix in it.
func (e *emitter) decorateMember(s id, i uint32, m *ir.Member, l ir.LayoutID, offset uint32, f form) {
	e.out.MemberDecorate(s, i, spirv.DecorationOffset, offset)
	e.decorateMatrix(s, i, m.Type, l, f)
	if m.Memory&ir.Coherent != 0 {
		e.out.MemberDecorate(s, i, spirv.DecorationCoherent)
	}
	if m.Memory&ir.Volatile != 0 {
		e.out.MemberDecorate(s, i, spirv.DecorationVolatile)
	}
	if m.Memory&ir.Restrict != 0 {
		e.out.MemberDecorate(s, i, spirv.DecorationRestrict)
	}
}

// decorateMatrix gives a member that is a matrix, or an array of them, its
// stride and majority.
func (e *emitter) decorateMatrix(s id, i uint32, t ir.TypeID, l ir.LayoutID, f form) {
	ty := e.m.Types.At(t)
	for ty.Kind == ir.TypeArray {
		t, l = ty.Base, e.m.ElementLayout(l)
		ty = e.m.Types.At(t)
	}
	if ty.Kind != ir.TypeMatrix {
		return
	}
	info, err := e.layouts.Of(t, l)
	if err != nil {
		e.fail(err.Error())
	}
	if f&formRowMajor != 0 {
		info.RowMajor, info.Stride = true, e.rowStride(t, l)
	}
	if info.RowMajor {
		e.out.MemberDecorate(s, i, spirv.DecorationRowMajor)
	} else {
		e.out.MemberDecorate(s, i, spirv.DecorationColMajor)
	}
	e.out.MemberDecorate(s, i, spirv.DecorationMatrixStride, info.Stride)
}

// wrapperType declares the Block around a buffer whose type is no struct.
func (e *emitter) wrapperType(t ir.TypeID, l ir.LayoutID, f form) id {
	member := e.memoryType(t, l, 0)
	v := e.out.NewID()
	e.out.Globals.Op2(spirv.OpTypeStruct, v, member)
	e.out.MemberDecorate(v, 0, spirv.DecorationOffset, 0)
	e.decorateMatrix(v, 0, t, l, 0)
	e.decorateBlock(v, f)
	return v
}

// functionType is the type of a function.
func (e *emitter) functionType(result id, params ...id) id {
	var buf [16]uint32
	return e.intern(spirv.OpTypeFunction, 0, append(append(buf[:0], result), params...)...)
}

var dims = [...]spirv.Dim{ir.Dim1D: spirv.Dim1D, ir.Dim2D: spirv.Dim2D, ir.Dim3D: spirv.Dim3D, ir.DimCube: spirv.DimCube,
	ir.DimBuffer: spirv.DimBuffer, ir.DimSubpass: spirv.DimSubpassData}

func (e *emitter) imageType(t *ir.Type) id {
	flag := func(b bool) uint32 {
		if b {
			return 1
		}
		return 0
	}
	storage := t.Class == ir.ImageStorage
	if storage && t.Multisampled {
		e.need(spirv.CapabilityStorageImageMultisample)
		if t.Arrayed {
			e.need(spirv.CapabilityImageMSArray)
		}
	}
	switch {
	case t.Dim == ir.Dim1D && storage:
		e.need(spirv.CapabilityImage1D)
	case t.Dim == ir.Dim1D:
		e.need(spirv.CapabilitySampled1D)
	case t.Dim == ir.DimSubpass:
		e.need(spirv.CapabilityInputAttachment)
	case t.Dim == ir.DimBuffer && storage:
		e.need(spirv.CapabilityImageBuffer)
	case t.Dim == ir.DimBuffer:
		e.need(spirv.CapabilitySampledBuffer)
	case t.Dim == ir.DimCube && t.Arrayed && storage:
		e.need(spirv.CapabilityImageCubeArray)
	case t.Dim == ir.DimCube && t.Arrayed:
		e.need(spirv.CapabilitySampledCubeArray)
	}
	texel, depth, sampled, format := ir.F32, uint32(0), uint32(1), spirv.ImageFormatUnknown
	switch t.Class {
	case ir.ImageSampled:
		if texel = t.Scalar; t.Dim == ir.DimSubpass {
			sampled = 2
		}
	case ir.ImageDepth:
		depth = 1
	case ir.ImageStorage:
		sampled = 2
		texel, format = e.storageFormat(t)
	case ir.ImageExternal:
		e.fail("external textures have no form in SPIR-V")
	default:
		panic("spirv: image of class " + t.Class.String())
	}
	return e.intern(spirv.OpTypeImage, 0, e.scalarType(texel), uint32(dims[t.Dim]), depth,
		flag(t.Arrayed), flag(t.Multisampled), sampled, uint32(format))
}
