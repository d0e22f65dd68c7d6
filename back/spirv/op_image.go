package spirv

// This file holds image operations (section 3.42.10).

import (
	"refract/internal/back"
	"refract/ir"
	"refract/spirv"
)

// image is a loaded image, or a texture and sampler in one.
type image struct {
	id         id
	ty         ir.TypeID // of the image itself
	combined   bool      // id is of its OpTypeSampledImage
	nonUniform bool
}

// plain returns the image without a sampler.
func (e *emitter) plain(i image) id {
	if !i.combined {
		return i.id
	}
	r := e.inst1(spirv.OpImage, e.typ(i.ty), i.id)
	if i.nonUniform {
		e.out.Decorate(r, spirv.DecorationNonUniform)
	}
	return r
}

// sampledImage joins an image and a sampler; the result must be used in the
// block that makes it.
func (e *emitter) sampledImage(i image, sampler id, nonUniform bool) id {
	r := e.inst2(spirv.OpSampledImage, e.intern(spirv.OpTypeSampledImage, 0, e.typ(i.ty)), i.id, sampler)
	if i.nonUniform || nonUniform {
		e.out.Decorate(r, spirv.DecorationNonUniform)
	}
	return r
}

// arrayCoordinate appends the array index of a texel to its coordinates. Both
// have the scalar of the coordinate, and n is how many components that has. Texels of an
// array of cubes count layers and faces in one component.
func (e *emitter) arrayCoordinate(s ir.Scalar, n int, coordinate, index id) id {
	if n == 3 && s.IsInteger() {
		six, zero := e.i32(6), e.i32(0)
		if !s.IsSigned() {
			six, zero = e.u32(6), e.u32(0)
		}
		t := ir.VectorOf(s, 3)
		faces := e.inst2(spirv.OpIMul, e.typ(ir.ScalarTypeOf(s)), index, six)
		return e.inst2(spirv.OpIAdd, e.typ(t), coordinate, e.compose(t, []id{zero, zero, faces}))
	}
	return e.compose(ir.VectorOf(s, n+1), []id{coordinate, index})
}

// sampling holds the operands of a sample; absent ids are 0.
type sampling struct {
	sampled    id // of type OpTypeSampledImage
	coordinate id // with the array index, all f32
	level      ir.SampleLevel
	arg, argY  id // level or bias (f32), or derivatives
	least      id // the least level (f32)
	offset     id
	depthRef   id
	gather     int       // the component, or -1
	texels     ir.TypeID // of the residency that is wanted: the type of the texels, of four components or a depth; or 0
	nonUniform bool
}

// imageOperands gathers the optional operands of an image instruction: a mask,
// then their ids in the order of the bits.
type imageOperands struct {
	words [8]uint32
	n     int
}

func (o *imageOperands) add(bit spirv.ImageOperands, ids ...id) {
	o.words[0] |= uint32(bit)
	o.n += copy(o.words[1+o.n:], ids)
}

// list is empty if there are no operands.
func (o *imageOperands) list() []uint32 {
	if o.words[0] == 0 {
		return nil
	}
	return o.words[:1+o.n]
}

// sampleOps picks the opcode of a sample: without and with a comparison, by
// implicit and explicit level.
var sampleOps = [2][2]spirv.Op{
	{spirv.OpImageSampleImplicitLod, spirv.OpImageSampleExplicitLod},
	{spirv.OpImageSampleDrefImplicitLod, spirv.OpImageSampleDrefExplicitLod},
}

// sample reads filtered texels of an image. The result has type t: f32 if a depth image is
// sampled, or compared with.
func (e *emitter) sample(t ir.TypeID, depth bool, v sampling) id {
	if v.level == ir.LevelQuery {
		e.need(spirv.CapabilityImageQuery)
		return e.inst2(spirv.OpImageQueryLod, e.typ(t), v.sampled, v.coordinate)
	}
	var o imageOperands
	if v.gather < 0 {
		switch v.level {
		case ir.LevelAuto:
		case ir.LevelBias:
			o.add(spirv.ImageOperandsBias, v.arg)
		case ir.LevelZero:
			o.add(spirv.ImageOperandsLod, e.number(ir.F32, 0))
		case ir.LevelExact:
			o.add(spirv.ImageOperandsLod, v.arg)
		case ir.LevelGradient:
			o.add(spirv.ImageOperandsGrad, v.arg, v.argY)
		default:
			panic("spirv: level " + v.level.String())
		}
	}
	switch {
	case v.offset == 0:
	case e.isConstant(v.offset):
		o.add(spirv.ImageOperandsConstOffset, v.offset)
	case v.gather >= 0:
		e.need(spirv.CapabilityImageGatherExtended)
		o.add(spirv.ImageOperandsOffset, v.offset)
	default:
		e.fail("the offset of a sample must be constant")
	}
	if v.least != 0 {
		e.need(spirv.CapabilityMinLod)
		o.add(spirv.ImageOperandsMinLod, v.least)
	}
	operands := [12]uint32{v.sampled, v.coordinate}
	list := operands[:2]
	var op spirv.Op
	switch {
	case v.gather >= 0 && v.depthRef != 0:
		if v.gather > 0 {
			e.fail(back.ComparedChannel)
		}
		op = spirv.OpImageDrefGather
		list = append(list, v.depthRef)
	case v.gather >= 0:
		op = spirv.OpImageGather
		list = append(list, e.u32(uint32(v.gather)))
	default:
		compare, explicit := 0, 0
		if v.depthRef != 0 {
			compare = 1
			list = append(list, v.depthRef)
		}
		if v.level != ir.LevelAuto && v.level != ir.LevelBias {
			explicit = 1
		}
		op = sampleOps[compare][explicit]
	}
	list = append(list, o.list()...)
	if v.texels != 0 {
		return e.residency(sparse(op), v.texels, list)
	}
	if depth && v.gather < 0 && v.depthRef == 0 { // the depth comes in a vector
		return e.extract(t, e.inst(op, e.typ(ir.VectorOf(ir.F32, 4)), list...), 0)
	}
	return e.inst(op, e.typ(t), list...)
}

// sparse is the operation that gives the residency of the texels beside them.
func sparse(o spirv.Op) spirv.Op {
	switch o {
	case spirv.OpImageSampleImplicitLod:
		return spirv.OpImageSparseSampleImplicitLod
	case spirv.OpImageSampleExplicitLod:
		return spirv.OpImageSparseSampleExplicitLod
	case spirv.OpImageSampleDrefImplicitLod:
		return spirv.OpImageSparseSampleDrefImplicitLod
	case spirv.OpImageSampleDrefExplicitLod:
		return spirv.OpImageSparseSampleDrefExplicitLod
	case spirv.OpImageGather:
		return spirv.OpImageSparseGather
	case spirv.OpImageDrefGather:
		return spirv.OpImageSparseDrefGather
	case spirv.OpImageFetch:
		return spirv.OpImageSparseFetch
	case spirv.OpImageRead:
		return spirv.OpImageSparseRead
	}
	panic("spirv: no residency of " + o.String())
}

// residency is whether texels of a type, which an operation reads, have memory: 1 or 0.
func (e *emitter) residency(op spirv.Op, texels ir.TypeID, operands []id) id {
	e.need(spirv.CapabilitySparseResidency)
	result := e.intern(spirv.OpTypeStruct, 0, e.typ(ir.TypeI32), e.typ(texels))
	code := e.extract(ir.TypeI32, e.inst(op, result, operands...), 0)
	resident := e.inst1(spirv.OpImageSparseTexelsResident, e.typ(ir.TypeBool), code)
	return e.inst3(spirv.OpSelect, e.typ(ir.TypeU32), resident, e.u32(1), e.u32(0))
}

// texelsOf is the type of the texels that a sample reads, as its instruction has them.
func (e *emitter) texelsOf(image ir.TypeID, compares, gathers bool) ir.TypeID {
	if compares && !gathers {
		return ir.TypeF32
	}
	return ir.VectorOf(e.m.ImageTexel(image), 4)
}

// fetch reads one texel of an image; sample and level may be 0, and of an input
// attachment the coordinate is.
func (e *emitter) fetch(t ir.TypeID, i image, coordinate, sample, level id, resident bool) id {
	ty := e.m.Types.At(i.ty)
	if coordinate == 0 { // it counts from the fragment's own place
		coordinate = e.null(e.typ(ir.VectorOf(ir.I32, 2)))
	}
	var o imageOperands
	op := spirv.OpImageFetch
	if ty.Class == ir.ImageStorage || ty.Dim == ir.DimSubpass {
		op = spirv.OpImageRead
	} else if level != 0 {
		o.add(spirv.ImageOperandsLod, level)
	}
	if sample != 0 {
		o.add(spirv.ImageOperandsSample, sample)
	}
	operands := [8]uint32{e.plain(i), coordinate}
	list := append(operands[:2], o.list()...)
	if resident {
		return e.residency(sparse(op), e.texelsOf(i.ty, false, false), list)
	}
	if ty.Class == ir.ImageDepth {
		return e.extract(t, e.inst(op, e.typ(ir.VectorOf(ir.F32, 4)), list...), 0)
	}
	return e.inst(op, e.typ(t), list...)
}

// writeTexel stores a texel of a storage image; sample may be 0.
func (e *emitter) writeTexel(i image, coordinate, sample, value id) {
	if sample != 0 {
		e.code.Op(spirv.OpImageWrite, i.id, coordinate, value, uint32(spirv.ImageOperandsSample), sample)
		return
	}
	e.code.Op3(spirv.OpImageWrite, i.id, coordinate, value)
}

// texel points at a texel of the storage image behind a pointer, for atomics; sample
// may be 0.
func (e *emitter) texel(p pointer, s ir.Scalar, coordinate, sample id) pointer {
	ty := e.scalarType(s)
	if sample == 0 {
		sample = e.u32(0)
	}
	r := e.inst3(spirv.OpImageTexelPointer, e.pointerType(spirv.StorageClassImage, ty), p.id, coordinate, sample)
	return pointer{id: r, ty: ir.ScalarTypeOf(s), qualities: qualities{class: spirv.StorageClassImage}}
}

// imageSize is the last queried size of an image, with its block.
type imageSize struct{ block, image, level, size id }

// query answers a question about an image, as u32. level may be 0.
func (e *emitter) query(op ir.ImageQueryOp, t ir.TypeID, i image, level id) id {
	e.need(spirv.CapabilityImageQuery)
	ty := *e.m.Types.At(i.ty)
	switch op {
	case ir.QueryLevels:
		return e.inst1(spirv.OpImageQueryLevels, e.typ(t), e.plain(i))
	case ir.QuerySamples:
		return e.inst1(spirv.OpImageQuerySamples, e.typ(t), e.plain(i))
	}
	n := ty.Dim.CoordinateCount()
	if ty.Dim == ir.DimCube { // its size is that of a face
		n = 2
	}
	all := n
	if ty.Arrayed { // the number of layers comes last
		all++
	}
	full := ir.VectorOf(ir.U32, all)
	levels := !ty.Multisampled && ty.Class != ir.ImageStorage && ty.Dim != ir.DimBuffer
	if level == 0 && levels {
		level = e.u32(0)
	}
	size := e.size.size
	if e.block == 0 || e.size.block != e.block || e.size.image != i.id || e.size.level != level {
		if !levels {
			size = e.inst1(spirv.OpImageQuerySize, e.typ(full), e.plain(i))
		} else {
			size = e.inst2(spirv.OpImageQuerySizeLod, e.typ(full), e.plain(i), level)
		}
		e.size = imageSize{e.block, i.id, level, size}
	}
	switch {
	case op == ir.QueryLayers:
		return e.extract(t, size, uint32(n))
	case all == n:
		return size
	case n == 1:
		return e.extract(t, size, 0)
	}
	return e.swizzle(t, size, []uint8{0, 1, 2}[:n])
}
