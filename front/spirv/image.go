package spirv

// This file reads the instructions on images. SPIR-V keeps the layer of an arrayed image in
// the coordinate, as a float if the image is sampled; the module keeps it apart, as an
// integer. A depth image gives a scalar in place of SPIR-V's vector.

import (
	"math"
	"slices"

	"refract/ir"
	"refract/spirv"
	"refract/ssa"
	"refract/ssa/op"
)

// imageOp reads an instruction about images; false if it is none.
func (r *reader) imageOp(inst spirv.Inst) bool {
	x := &r.fn
	switch o := inst.Op(); o {
	case spirv.OpSampledImage:
		if x.joined == nil {
			x.joined = map[uint32]joined{}
		}
		x.joined[inst[2]] = joined{r.val(inst[3]), r.val(inst[4])}
	case spirv.OpImage:
		if j, ok := x.joined[inst[3]]; ok {
			r.put(inst[2], j.image)
		} else {
			r.put(inst[2], r.val(inst[3]))
		}
	case spirv.OpImageSampleImplicitLod, spirv.OpImageSampleExplicitLod, spirv.OpImageSampleProjImplicitLod, spirv.OpImageSampleProjExplicitLod,
		spirv.OpImageSampleDrefImplicitLod, spirv.OpImageSampleDrefExplicitLod, spirv.OpImageSampleProjDrefImplicitLod,
		spirv.OpImageSampleProjDrefExplicitLod, spirv.OpImageGather, spirv.OpImageDrefGather, spirv.OpImageFetch, spirv.OpImageRead:
		r.set(inst[2], r.texels(inst, false))
	case spirv.OpImageSparseSampleImplicitLod, spirv.OpImageSparseSampleExplicitLod, spirv.OpImageSparseSampleDrefImplicitLod,
		spirv.OpImageSparseSampleDrefExplicitLod, spirv.OpImageSparseGather, spirv.OpImageSparseDrefGather, spirv.OpImageSparseFetch, spirv.OpImageSparseRead:
		r.sparse(inst)
	case spirv.OpImageSparseTexelsResident:
		code := r.val(inst[3])
		r.set(inst[2], x.b.Op(op.INe, ir.TypeBool, code, x.b.Const(x.f.Type(code), 0)))
	case spirv.OpImageWrite:
		r.imageWrite(inst)
	case spirv.OpImageQueryLod:
		r.queryLod(inst)
	case spirv.OpImageQuerySizeLod, spirv.OpImageQuerySize:
		r.imageSize(inst)
	case spirv.OpImageQueryLevels:
		r.set(inst[2], x.b.Op(op.TexLevels, r.value(inst[1]), r.imageVal(inst[3])))
	case spirv.OpImageQuerySamples:
		r.set(inst[2], x.b.Op(op.TexSamples, r.value(inst[1]), r.imageVal(inst[3])))
	case spirv.OpImageTexelPointer:
		if x.texels == nil {
			x.texels = map[uint32]texel{}
		}
		x.texels[inst[2]] = texel{inst[3], inst[4], inst[5]}
	default:
		return false
	}
	return true
}

// imageVal is an image.
func (r *reader) imageVal(id uint32) ssa.Value {
	if j, ok := r.fn.joined[id]; ok {
		return j.image
	}
	v := r.val(id)
	r.imageOf(v)
	return v
}

// imageOf is the type of an image that a value is.
func (r *reader) imageOf(v ssa.Value) ir.Type {
	t := r.m.Types.At(r.fn.f.Type(v))
	if t.Kind == ir.TypeSampledImage {
		t = r.m.Types.At(t.Base)
	}
	if t.Kind != ir.TypeImage {
		r.invalid("a value where an image is wanted")
	}
	return *t
}

// imageOperands are the optional operands of an instruction on images; 0 if they are
// absent.
type imageOperands struct {
	mask                 spirv.ImageOperands
	bias, lod, ddx, ddy  uint32
	constOffset, offset  uint32
	constOffsets, sample uint32
	minLod               uint32
}

// operandsOf reads the optional operands, which begin at a word.
func (r *reader) operandsOf(inst spirv.Inst, at int) (o imageOperands) {
	if at >= len(inst) {
		return o
	}
	o.mask = spirv.ImageOperands(inst[at])
	list := inst[at+1:]
	next := func() uint32 {
		if len(list) == 0 {
			r.invalid("an operand of the image instruction is missing")
		}
		v := list[0]
		list = list[1:]
		return v
	}
	for _, x := range []struct {
		bit spirv.ImageOperands
		to  []*uint32
	}{
		{spirv.ImageOperandsBias, []*uint32{&o.bias}}, {spirv.ImageOperandsLod, []*uint32{&o.lod}},
		{spirv.ImageOperandsGrad, []*uint32{&o.ddx, &o.ddy}}, {spirv.ImageOperandsConstOffset, []*uint32{&o.constOffset}},
		{spirv.ImageOperandsOffset, []*uint32{&o.offset}}, {spirv.ImageOperandsConstOffsets, []*uint32{&o.constOffsets}},
		{spirv.ImageOperandsSample, []*uint32{&o.sample}}, {spirv.ImageOperandsMinLod, []*uint32{&o.minLod}},
	} {
		if o.mask&x.bit != 0 {
			for _, to := range x.to {
				*to = next()
			}
		}
	}
	if o.mask&spirv.ImageOperandsOffsets != 0 {
		r.unsupported("offsets of a gathering that aren't constant")
	}
	return o
}

// split takes a coordinate apart: as many components as the image has dimensions, and the
// layer. integer is set if coordinates are integers.
func (r *reader) split(t *ir.Type, v ssa.Value, integer bool) (coord, layer ssa.Value) {
	x := &r.fn
	n, have := t.Dim.CoordinateCount(), x.f.Comps(v)
	if t.Dim == ir.DimCube && t.Class == ir.ImageStorage && t.Arrayed {
		r.unsupported("texels of an array of cubes")
	}
	need := n
	if t.Arrayed {
		need++
	}
	if have < need {
		r.invalid("a coordinate of %d components, where the image has %d", have, need)
	}
	coord = v
	if have != n {
		coord = r.components(v, 0, n)
	}
	if !t.Arrayed {
		return coord, 0
	}
	if integer {
		return coord, r.components(v, n, 1)
	}
	if k := r.integerBehind(v, n); k != 0 {
		return coord, k
	}
	float := r.components(v, n, 1)
	return coord, x.b.Op(op.F2I, ir.TypeI32, x.b.Op(op.FRoundEven, x.f.Type(float), float))
}

// components picks n components from the first on. The components of a vector that was just
// put together are its parts.
func (r *reader) components(v ssa.Value, first, n int) ssa.Value {
	x := &r.fn
	t := ir.VectorOf(r.m.Types.ScalarOf(x.f.Type(v)), n)
	if x.f.Op(v) == op.Vec {
		at := 0
		for k := range x.f.NumSrcs(v) {
			s := x.f.Src(v, k)
			if at == first && int(s.Comps) == n && s.IsIdentity() && x.f.Comps(s.Value) == n {
				return s.Value
			}
			at += int(s.Comps)
		}
	}
	var s ssa.Swizzle
	for k := range n {
		s = s.With(k, first+k)
	}
	return x.b.Instr(op.Mov, t, ssa.Src{Value: v, Swizzle: s, Comps: uint8(n)})
}

// integerBehind is the integer that a component of a vector was converted from, or 0.
func (r *reader) integerBehind(v ssa.Value, comp int) ssa.Value {
	f := r.fn.f
	if f.Op(v) != op.Vec {
		return 0
	}
	for k := range f.NumSrcs(v) {
		s := f.Src(v, k)
		if comp >= int(s.Comps) {
			comp -= int(s.Comps)
			continue
		}
		if o := f.Op(s.Value); (o == op.I2F || o == op.U2F) && f.Comps(s.Value) == 1 && f.Bits(f.Arg(s.Value, 0)) == 32 {
			return f.Arg(s.Value, 0)
		}
		return 0
	}
	return 0
}

// combined is the image and the sampler (0 if it is in the image) of an id.
func (r *reader) combined(id uint32) (image, sampler ssa.Value) {
	if j, ok := r.fn.joined[id]; ok {
		return j.image, j.sampler
	}
	return r.val(id), 0
}

// isZero reports whether a value is the number zero.
func (r *reader) isZero(v ssa.Value) bool {
	f := r.fn.f
	if !f.IsConst(v) {
		return false
	}
	for k := range f.Comps(v) {
		if f.ConstBits(v, k) != 0 {
			return false
		}
	}
	return true
}

// texels are the texels that an instruction reads, or their residency.
func (r *reader) texels(inst spirv.Inst, resident bool) ssa.Value {
	switch inst.Op() {
	case spirv.OpImageFetch:
		return r.fetch(inst, resident)
	case spirv.OpImageRead:
		return r.imageRead(inst, resident)
	}
	return r.sample(inst, resident)
}

// sparseOps pairs the instructions that give residency beside texels with the plain ones.
var sparseOps = [...][2]spirv.Op{
	{spirv.OpImageSparseSampleImplicitLod, spirv.OpImageSampleImplicitLod}, {spirv.OpImageSparseSampleExplicitLod, spirv.OpImageSampleExplicitLod},
	{spirv.OpImageSparseSampleDrefImplicitLod, spirv.OpImageSampleDrefImplicitLod}, {spirv.OpImageSparseSampleDrefExplicitLod, spirv.OpImageSampleDrefExplicitLod},
	{spirv.OpImageSparseGather, spirv.OpImageGather}, {spirv.OpImageSparseDrefGather, spirv.OpImageDrefGather},
	{spirv.OpImageSparseFetch, spirv.OpImageFetch}, {spirv.OpImageSparseRead, spirv.OpImageRead},
}

// sparse reads an instruction that makes a struct of a code and texels: the code is their residency.
func (r *reader) sparse(inst spirv.Inst) {
	x := &r.fn
	info := r.typeAt(inst[1])
	if info.op != spirv.OpTypeStruct || len(info.members) != 2 {
		r.invalid("texels and their residency that are no struct of two members")
	}
	plain := slices.Clone(inst)
	for _, o := range sparseOps {
		if o[0] == inst.Op() {
			plain[0] = uint32(o[1])
		}
	}
	t := r.value(inst[1])
	plain[1] = r.words[info.at+3]
	code := r.texels(plain, true)
	if to := r.m.StructOf(t).Members[0].Type; to != ir.TypeU32 {
		if to != ir.TypeI32 {
			r.unsupported("a residency of the type %s", r.m.TypeName(to))
		}
		code = x.b.Op(op.Bitcast, to, code)
	}
	r.set(inst[2], x.b.Op(op.Compose, t, code, r.texels(plain, false)))
}

// marked is an operation on texels whose result is their residency, if that is wanted, or a texel of
// type t.
func (r *reader) marked(o op.Op, t ir.TypeID, words uint32, resident bool, args ...ssa.Value) ssa.Value {
	x := &r.fn
	if resident {
		t, words = ir.TypeU32, words|1<<8
	}
	i := x.b.Op(o, t, args...)
	x.f.SetWords(i, [2]uint32{words})
	return i
}

func (r *reader) sample(inst spirv.Inst, resident bool) ssa.Value {
	x := &r.fn
	f := x.f
	b := &x.b
	image, sampler := r.combined(inst[3])
	t := r.imageOf(image)
	if sampler == 0 && r.m.Types.At(f.Type(image)).Kind != ir.TypeSampledImage {
		r.invalid("an image without a sampler is sampled")
	}
	var dref, explicit, proj, gather bool
	switch inst.Op() {
	case spirv.OpImageSampleExplicitLod:
		explicit = true
	case spirv.OpImageSampleProjImplicitLod:
		proj = true
	case spirv.OpImageSampleProjExplicitLod:
		proj, explicit = true, true
	case spirv.OpImageSampleDrefImplicitLod:
		dref = true
	case spirv.OpImageSampleDrefExplicitLod:
		dref, explicit = true, true
	case spirv.OpImageSampleProjDrefImplicitLod:
		proj, dref = true, true
	case spirv.OpImageSampleProjDrefExplicitLod:
		proj, dref, explicit = true, true, true
	case spirv.OpImageGather:
		gather = true
	case spirv.OpImageDrefGather:
		gather, dref = true, true
	}
	at := 5
	if dref || gather {
		at = 6
	}
	o := r.operandsOf(inst, at)
	v := r.val(inst[4])
	if !r.m.Types.ScalarOf(f.Type(v)).IsFloat() {
		r.unsupported("an image sampled by integers")
	}
	if f.Bits(v) != 32 {
		v = b.Op(op.F2F, ir.VectorOf(ir.F32, f.Comps(v)), v)
	}
	rect := r.isRect(inst[3])
	var ref ssa.Value
	if dref {
		ref = r.val(inst[5])
	}
	if proj {
		n := t.Dim.CoordinateCount()
		if f.Comps(v) <= n {
			r.invalid("a projection without its divisor")
		}
		q := r.components(v, n, 1)
		coord := r.components(v, 0, n)
		v = b.Instr(op.FDiv, f.Type(coord), f.SrcFor(op.FDiv, 0, coord), spread(q, n))
		if dref {
			ref = b.Op(op.FDiv, f.Type(ref), ref, q)
		}
	}
	coord, layer := r.split(&t, v, false)
	if rect {
		if o.ddx != 0 {
			r.unsupported("a rectangle image sampled with derivatives")
		}
		coord = r.ofSize(coord, image)
	}
	var level ir.SampleLevel
	var lod, ddy ssa.Value
	switch {
	case o.lod != 0:
		lod, level = r.val(o.lod), ir.LevelExact
		switch {
		case r.isZero(lod) && (dref || gather):
			lod, level = 0, ir.LevelZero
		case t.Class == ir.ImageDepth && !dref:
			lod = r.wholeLevel(lod)
		}
	case o.bias != 0:
		lod, level = r.val(o.bias), ir.LevelBias
	case o.ddx != 0:
		lod, ddy, level = r.val(o.ddx), r.val(o.ddy), ir.LevelGradient
	case explicit:
		r.invalid("an explicit level of detail is missing")
	}
	var least ssa.Value
	if o.minLod != 0 {
		if o.lod != 0 || gather {
			r.invalid("a least level of detail goes with one that is computed")
		}
		least = r.val(o.minLod)
	}
	if o.sample != 0 {
		r.invalid("a sample of an image that is sampled")
	}
	component := uint32(0)
	if gather && !dref {
		c := r.constantAt(inst[5])
		n, ok := r.constantNumber(c)
		if !ok || c.spec {
			r.unsupported("a gathering of a component that isn't constant")
		}
		if n > 3 {
			r.invalid("there is no component %d to gather", n)
		}
		component = uint32(n)
	}
	words := uint32(level)
	if gather {
		words |= (component + 1) << 4
	}
	texels := ir.VectorOf(r.m.ImageTexel(f.Type(image)), 4)
	one := func(offset ssa.Value) ssa.Value {
		rt := texels
		if !gather && t.Class == ir.ImageDepth {
			rt = ir.TypeF32
		}
		return r.marked(op.Tex, rt, words, resident, image, sampler, coord, layer, offset, lod, ddy, ref, least)
	}
	if gather && t.Class == ir.ImageDepth && component != 0 {
		r.unsupported("a gathering of component %d of an image that is compared with elsewhere", component)
	}
	switch {
	case o.constOffsets != 0 && resident:
		r.unsupported("the residency of texels at four offsets")
	case o.constOffsets != 0:
		return r.gatherOffsets(o.constOffsets, &t, one)
	}
	i := one(r.offset(&o, &t, gather))
	if resident {
		return i
	}
	if !gather && !dref && t.Class == ir.ImageDepth {
		i = r.depthTexel(i)
	}
	return r.fitted(inst, i)
}

// isRect reports whether an id is a rectangle image, which has one level and whose
// coordinates count texels.
func (r *reader) isRect(id uint32) bool {
	info := r.typeOfValue(id)
	if info != nil && info.op == spirv.OpTypeSampledImage {
		info = &r.types[info.element]
	}
	return info != nil && info.op == spirv.OpTypeImage && spirv.Dim(r.words[info.at+3]) == spirv.DimRect
}

// ofSize is a coordinate in texels as one from 0 to 1.
func (r *reader) ofSize(coord, image ssa.Value) ssa.Value {
	b := &r.fn.b
	t := r.fn.f.Type(coord)
	size := b.Op(op.Txs, ir.VectorOf(ir.U32, 2), image, 0)
	return b.Op(op.FDiv, t, coord, b.Op(op.U2F, t, size))
}

// queryLod queries the level that a sample would have. The coordinate has no layer.
func (r *reader) queryLod(inst spirv.Inst) {
	x := &r.fn
	image, sampler := r.combined(inst[3])
	t := r.imageOf(image)
	if sampler == 0 && r.m.Types.At(x.f.Type(image)).Kind != ir.TypeSampledImage {
		r.invalid("an image without a sampler is sampled")
	}
	v := r.val(inst[4])
	n := t.Dim.CoordinateCount()
	if x.f.Comps(v) < n || !r.m.Types.ScalarOf(x.f.Type(v)).IsFloat() {
		r.invalid("a coordinate of %d components, where the image has %d", x.f.Comps(v), n)
	}
	if x.f.Comps(v) > n {
		v = r.components(v, 0, n)
	}
	if x.f.Bits(v) != 32 {
		v = x.b.Op(op.F2F, ir.VectorOf(ir.F32, n), v)
	}
	i := x.b.Op(op.Tex, ir.VectorOf(ir.F32, 2), image, sampler, v, 0, 0, 0, 0, 0, 0)
	x.f.SetWords(i, [2]uint32{uint32(ir.LevelQuery)})
	r.set(inst[2], i)
}

// wholeLevel is the level of a depth image: if it is known and whole, as the integer that
// WGSL takes there.
func (r *reader) wholeLevel(lod ssa.Value) ssa.Value {
	f := r.fn.f
	if !f.IsConst(lod) || f.Comps(lod) != 1 || f.Bits(lod) != 32 {
		return lod
	}
	x := math.Float32frombits(uint32(f.ConstBits(lod, 0)))
	if n := int32(x); float32(n) == x && n >= 0 && n < 64 {
		return r.fn.b.Const(ir.TypeI32, uint64(n))
	}
	return lod
}

// fitted is a texel converted to the instruction's result type, if that has fewer bits or
// components.
func (r *reader) fitted(inst spirv.Inst, v ssa.Value) ssa.Value {
	x := &r.fn
	t := r.value(inst[1])
	n, have := r.m.Types.ComponentCount(t), x.f.Comps(v)
	if n == 0 || n > have {
		r.invalid("a texel as %s", r.m.TypeName(t))
	}
	if n < have {
		v = r.components(v, 0, n)
	}
	s := r.m.Types.ScalarOf(t)
	if s.Bits() == x.f.Bits(v) {
		return v
	}
	from := r.m.Types.ScalarOf(x.f.Type(v))
	if s.Kind() != from.Kind() {
		r.invalid("a texel of %s as %s", from, r.m.TypeName(t))
	}
	switch {
	case s.IsFloat():
		return x.b.Op(op.F2F, t, v)
	case s.IsSigned():
		return x.b.Op(op.I2I, t, v)
	}
	return x.b.Op(op.U2U, t, v)
}

// depthTexel is SPIR-V's result of reading a depth image: the depth, zeros and one.
func (r *reader) depthTexel(v ssa.Value) ssa.Value {
	b := &r.fn.b
	rest := b.Const(ir.VectorOf(ir.F32, 3), 0, 0, 0x3f800000)
	return b.Op(op.Vec, ir.VectorOf(ir.F32, 4), v, rest)
}

// offset is the offset of an operation, a constant unless texels are gathered, or 0.
func (r *reader) offset(o *imageOperands, t *ir.Type, gather bool) ssa.Value {
	id := o.constOffset
	if id == 0 {
		id = o.offset
	}
	if id == 0 {
		return 0
	}
	v := r.val(id)
	if !r.fn.f.IsConst(v) && !gather {
		r.unsupported("an offset that isn't constant")
	}
	if r.fn.f.Comps(v) != t.Dim.CoordinateCount() {
		r.invalid("an offset of %d components", r.fn.f.Comps(v))
	}
	return v
}

// gatherOffsets gathers with an offset for each of four texels: of each gathering the
// last component is the texel at the offset.
func (r *reader) gatherOffsets(id uint32, t *ir.Type, one func(ssa.Value) ssa.Value) ssa.Value {
	x := &r.fn
	c := r.constantAt(id)
	if len(c.parts) != 4 || c.spec {
		r.unsupported("offsets that aren't four constants")
	}
	parts := [4]ssa.Src{}
	texels := ir.TypeID(0)
	for k, p := range c.parts {
		offset := r.val(p)
		if !x.f.IsConst(offset) || x.f.Comps(offset) != t.Dim.CoordinateCount() {
			r.unsupported("offsets that aren't four constants")
		}
		v := one(offset)
		texels = x.f.Type(v)
		parts[k] = ssa.Src{Value: v, Swizzle: 3, Comps: 1}
	}
	return x.b.Instr(op.Vec, texels, parts[:]...)
}

// fetch reads a texel of a sampled image.
func (r *reader) fetch(inst spirv.Inst, resident bool) ssa.Value {
	x := &r.fn
	image := r.imageVal(inst[3])
	t := r.imageOf(image)
	o := r.operandsOf(inst, 5)
	coord, layer := r.split(&t, r.val(inst[4]), true)
	if offset := r.offset(&o, &t, true); offset != 0 { // it is added
		coord = x.b.Op(op.IAdd, x.f.Type(coord), coord, offset)
	}
	var sample, lod ssa.Value
	switch {
	case t.Multisampled && o.sample == 0:
		r.invalid("a texel of a multisampled image without the number of a sample")
	case t.Multisampled:
		sample = r.index(r.val(o.sample))
	case t.Dim == ir.DimBuffer:
	case o.lod != 0:
		lod = r.index(r.val(o.lod))
	default:
		lod = x.b.U32(0)
	}
	rt := ir.VectorOf(r.m.ImageTexel(x.f.Type(image)), 4)
	if t.Class == ir.ImageDepth {
		rt = ir.TypeF32
	}
	if t.Class == ir.ImageStorage || t.Dim == ir.DimCube {
		r.invalid("a texel of an image that isn't to be fetched from")
	}
	v := r.marked(op.Txf, rt, 0, resident, image, r.coordinate(coord), layer, sample, lod)
	if resident {
		return v
	}
	if t.Class == ir.ImageDepth {
		v = r.depthTexel(v)
	}
	return r.fitted(inst, v)
}

// coordinate is an integer coordinate of 32 bits.
func (r *reader) coordinate(v ssa.Value) ssa.Value {
	x := &r.fn
	if x.f.Bits(v) == 32 {
		return v
	}
	return x.b.Op(op.I2I, ir.VectorOf(ir.I32, x.f.Comps(v)), v)
}

func (r *reader) imageRead(inst spirv.Inst, resident bool) ssa.Value {
	x := &r.fn
	image := r.imageVal(inst[3])
	t := r.imageOf(image)
	if t.Dim == ir.DimSubpass {
		return r.subpassRead(inst, image, &t)
	}
	if t.Class != ir.ImageStorage {
		r.invalid("a read of an image that isn't a storage image")
	}
	coord, layer := r.split(&t, r.val(inst[4]), true)
	sample := r.sampleNumber(inst, 5, &t)
	v := r.marked(op.ImageLoad, ir.VectorOf(r.m.ImageTexel(x.f.Type(image)), 4), 0, resident, image, r.coordinate(coord), layer, sample)
	if resident {
		return v
	}
	return r.fitted(inst, v)
}

// subpassRead reads an input attachment at the fragment's own place, the only one that
// Vulkan allows.
func (r *reader) subpassRead(inst spirv.Inst, image ssa.Value, t *ir.Type) ssa.Value {
	x := &r.fn
	if !r.isZero(r.val(inst[4])) {
		r.unsupported("an input attachment read at another place than the fragment's")
	}
	v := x.b.Op(op.Txf, ir.VectorOf(t.Scalar, 4), image, 0, 0, r.sampleNumber(inst, 5, t), 0)
	return r.fitted(inst, v)
}

// sampleNumber is the number of the sample that an instruction reads or writes, among
// its optional operands, which begin at a word; 0 if the image has one sample.
func (r *reader) sampleNumber(inst spirv.Inst, at int, t *ir.Type) ssa.Value {
	o := r.operandsOf(inst, at)
	switch {
	case !t.Multisampled:
		return 0
	case o.sample == 0:
		r.invalid("a texel of a multisampled image without the number of a sample")
	}
	return r.index(r.val(o.sample))
}

func (r *reader) imageWrite(inst spirv.Inst) {
	x := &r.fn
	image := r.imageVal(inst[1])
	t := r.imageOf(image)
	if t.Class != ir.ImageStorage {
		r.invalid("a write to an image that isn't a storage image")
	}
	coord, layer := r.split(&t, r.val(inst[2]), true)
	v := r.val(inst[3])
	n := x.f.Comps(v)
	if n == 0 {
		r.invalid("a texel that is no scalar or vector")
	}
	want := ir.VectorOf(r.m.ImageTexel(x.f.Type(image)), 4)
	if s := r.m.Types.ScalarOf(want); s.Bits() != x.f.Bits(v) {
		wide := ir.VectorOf(s, n)
		switch {
		case s.IsFloat():
			v = x.b.Op(op.F2F, wide, v)
		case s.IsSigned():
			v = x.b.Op(op.I2I, wide, v)
		default:
			v = x.b.Op(op.U2U, wide, v)
		}
	}
	if n < 4 {
		var zeros [4]uint64
		rest := x.b.Const(ir.VectorOf(r.m.Types.ScalarOf(want), 4-n), zeros[:4-n]...)
		v = x.b.Op(op.Vec, want, v, rest)
	}
	x.b.Op(op.ImageStore, 0, image, r.coordinate(coord), layer, v, r.sampleNumber(inst, 4, &t))
}

// imageSize is the size of an image, with the number of its layers last.
func (r *reader) imageSize(inst spirv.Inst) {
	x := &r.fn
	image := r.imageVal(inst[3])
	t := r.imageOf(image)
	var lod ssa.Value
	if len(inst) > 4 {
		if lod = r.index(r.val(inst[4])); t.Multisampled || t.Class == ir.ImageStorage || t.Dim == ir.DimBuffer {
			lod = 0
		}
	}
	rt := r.value(inst[1])
	size := r.m.ImageQueryType(ir.QuerySize, x.f.Type(image))
	n := r.m.Types.ComponentCount(size)
	s := r.m.Types.ScalarOf(rt)
	if !s.IsInteger() || s.Bits() != 32 {
		r.unsupported("the size of an image as %s", r.m.TypeName(rt))
	}
	if !t.Arrayed {
		r.set(inst[2], x.b.Op(op.Txs, ir.VectorOf(s, n), image, lod))
		return
	}
	v := x.b.Op(op.Txs, ir.VectorOf(s, n), image, lod)
	r.set(inst[2], x.b.Op(op.Vec, rt, v, x.b.Op(op.TexLayers, ir.ScalarTypeOf(s), image)))
}
