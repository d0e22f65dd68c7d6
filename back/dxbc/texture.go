package dxbc

// This file makes operations on textures and on storage textures.

import (
	"refract/internal/dxbc"
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
)

// imageType is the type of an image value.
func (g *generator) imageType(v ssa.Value) *ir.Type { return g.types.At(g.f.Type(v)) }

// toFloat is the conversion of a level to a float, or 0.
func (g *generator) toFloat(v ssa.Value) dxbc.Opcode {
	switch s := g.types.ScalarOf(g.f.Type(v)); {
	case s.IsFloat():
		return 0
	case s.IsSigned():
		return dxbc.OpItof
	}
	return dxbc.OpUtof
}

// place is a coordinate, which source k of an instruction is.
func (g *generator) place(i ssa.InstrID, k int) operand { return g.value(g.f.Arg(i, k)).atPlaces() }

// onTexture appends an instruction with a resource, whose result is a value.
func (g *generator) onTexture(o dxbc.Opcode, i ssa.InstrID, v ssa.Value, list ...operand) *instr {
	d := null()
	texels, _ := g.readTexels(i)
	switch texels {
	case 0:
		in := g.compute(o, i, d, list...)
		g.describe(in, v)
		return in
	case i:
		d = g.dest(i)
	default:
		d = g.earlyDest(texels)
	}
	if u := g.plan.used[texels]; u != 0 {
		mask := uint8(0)
		for k := range max(1, g.f.Comps(texels)) {
			if u>>k&1 != 0 {
				mask |= 1 << d.swizzle[k]
			}
		}
		if mask != 0 {
			d.mask = mask
		}
	}
	in := g.compute(o, texels, d, list...)
	g.describe(in, v)
	return in
}

// describe adds the tokens that name the resource's shape.
func (g *generator) describe(in *instr, v ssa.Value) {
	if g.w.opts.Profile != Profile50 {
		return
	}
	t := g.imageType(v)
	in.extended |= dxbc.ExtendedResource | dxbc.ExtendedReturns
	in.dim, in.returns = dimensionOf(t), returnsOf(t)
}

// sampler is a sampler as an operand.
func (g *generator) sampler(v ssa.Value) operand {
	o := g.resource(v)
	o.none, o.free = true, false
	return o
}

// texture makes the code of an operation on a texture.
func (g *generator) texture(i ssa.InstrID) {
	f := g.f
	v := f.Arg(i, 0)
	t := g.imageType(v)
	if g.wasEarly(i) {
		return
	}
	switch f.Op(i) {
	case op.Tex:
		g.sample(i, t)
	case op.Txf:
		g.fetch(i, t)
	case op.Txs, op.TexLevels, op.TexLayers:
		g.query(i, t)
	case op.TexSamples:
		g.needs(Profile41, "the number of samples")
		g.onTexture(dxbc.OpSampleInfo, i, v, g.resource(v).comp(0).asFree()).control |= sampleInfoUint
		in := &g.instrs[len(g.instrs)-1]
		in.extended = 0
	}
}

// sampleInfoUint makes the result of sampleinfo an integer.
const sampleInfoUint dxbc.Control = 1 << 11

func (o operand) asFree() operand {
	o.free = true
	return o
}

func (g *generator) needs(p Profile, feature string) {
	if g.w.opts.Profile < p {
		g.w.needs(p, feature, g.span)
	}
}

func (g *generator) sample(i ssa.InstrID, t *ir.Type) {
	f := g.f
	word := f.Word(i, 0)
	v := f.Arg(i, 0)
	level, gather := ir.SampleLevel(word&15), int(word>>4&7)-1
	compare, compares := g.present(i, 7)
	least, limited := g.present(i, 8)
	at := g.place(i, 2)
	r := g.resource(v)
	s := g.sampler(f.Arg(i, 1))
	if gather < 0 && level != ir.LevelQuery && t.Texel().IsInteger() {
		g.unsupported("samples of textures of integers")
	}
	if t.Dim == ir.DimCube && t.Arrayed {
		g.needs(Profile41, "arrays of cubes")
	}
	one := func(o operand) operand {
		o = o.comp(0)
		o.one = true
		return o
	}
	arg := func() operand {
		x, _ := g.present(i, 5)
		if c := g.toFloat(f.Arg(i, 5)); c != 0 {
			return one(g.step(c, 1, x.comp(0)))
		}
		return one(x)
	}
	var in *instr
	switch {
	case level == ir.LevelQuery:
		if compares || g.types.At(f.Type(f.Arg(i, 1))).Comparison {
			g.unsupported("the level of detail of a sample that compares")
		}
		g.needs(Profile41, "levels of detail")
		in = g.onTexture(dxbc.OpLod, i, v, at, r, s)
	case gather >= 0:
		s.none = false
		s = s.comp(max(0, gather))
		s.one = true
		o := dxbc.OpGather4
		list := []operand{at, r, s}
		if compares {
			g.needs(Profile50, "gathers that compare")
			o, list = dxbc.OpGather4C, append(list, one(compare))
		} else if g.needs(Profile41, "gathers"); gather > 0 {
			g.needs(Profile50, "gathers of other components than the first")
		}
		if x, ok := g.present(i, 4); ok && x.kind != dxbc.Immediate32 {
			g.needs(Profile50, "offsets that aren't constant")
			o += dxbc.OpGather4PO - dxbc.OpGather4
			if compares {
				o = dxbc.OpGather4POC
			}
			list = append([]operand{at, x.atPlaces()}, list[1:]...)
		}
		in = g.onTexture(o, i, v, list...)
	case compares && level == ir.LevelAuto:
		in = g.onTexture(dxbc.OpSampleC, i, v, at, r.comp(0).asFree(), s, one(compare))
	case compares && (level == ir.LevelZero || level == ir.LevelExact && g.isZero(f.Arg(i, 5))):
		in = g.onTexture(dxbc.OpSampleCLZ, i, v, at, r.comp(0).asFree(), s, one(compare))
	case compares:
		g.unsupported("a sample that compares, with a level of " + level.String())
		g.dest(i)
		return
	case level == ir.LevelAuto:
		in = g.onTexture(dxbc.OpSample, i, v, at, r, s)
	case level == ir.LevelZero:
		zero := imm(0)
		zero.one = true
		in = g.onTexture(dxbc.OpSampleL, i, v, at, r, s, zero)
	case level == ir.LevelExact:
		in = g.onTexture(dxbc.OpSampleL, i, v, at, r, s, arg())
	case level == ir.LevelBias:
		in = g.onTexture(dxbc.OpSampleB, i, v, at, r, s, arg())
	default:
		x, _ := g.present(i, 5)
		y, _ := g.present(i, 6)
		in = g.onTexture(dxbc.OpSampleD, i, v, at, r, s, x.atPlaces(), y.atPlaces())
	}
	if o, ok := g.present(i, 4); ok && in.op != dxbc.OpGather4PO && in.op != dxbc.OpGather4POC {
		if o.kind != dxbc.Immediate32 {
			g.unsupported("offsets of samples that aren't constant")
			return
		}
		for k := range t.Dim.CoordinateCount() {
			in.offsets[k] = int8(int32(o.imm[o.swizzle[k]]))
		}
		if in.offsets != [3]int8{} {
			in.extended |= dxbc.ExtendedOffsets
		}
	}
	g.finish(i, least, limited)
}

// isZero reports whether a number is known to be zero.
func (g *generator) isZero(v ssa.Value) bool {
	bits, ok := g.f.KnownBits(v, 0)
	return ok && bits == 0
}

func (g *generator) fetch(i ssa.InstrID, t *ir.Type) {
	f := g.f
	v := f.Arg(i, 0)
	if t.Multisampled {
		g.needs(Profile50, "textures of several samples")
		s := g.src(i, 3).comp(0)
		s.one = true
		g.onTexture(dxbc.OpLdMS, i, v, g.place(i, 1), g.resource(v), s)
	} else {
		g.onTexture(dxbc.OpLd, i, v, g.place(i, 1), g.resource(v))
	}
	g.finish(i, operand{}, false)
}

// query makes the code of a question about a texture's size.
func (g *generator) query(i ssa.InstrID, t *ir.Type) {
	f := g.f
	v := f.Arg(i, 0)
	r := g.resource(v)
	if t.Dim == ir.DimBuffer {
		g.needs(Profile50, "sizes of buffers of texels")
		g.onTexture(dxbc.OpBufinfo, i, v, r.comp(0).asFree())
		return
	}
	level := imm(0)
	if x, ok := g.present(i, 1); ok && f.Op(i) == op.Txs {
		level = x.comp(0)
	}
	level.one = true
	switch f.Op(i) {
	case op.TexLevels:
		r = r.comp(3)
	case op.TexLayers:
		k := 2
		if t.Dim == ir.Dim1D {
			k = 1
		}
		r = r.comp(k)
	}
	in := g.onTexture(dxbc.OpResinfo, i, v, level, r.asFree())
	in.control |= dxbc.ResinfoUint
}

// storageTexture is the register of a storage texture.
func (g *generator) storageTexture(v ssa.Value) operand {
	if g.imageType(v).Multisampled {
		g.unsupported("storage textures of several samples")
	}
	return g.resource(v)
}

func (g *generator) imageLoad(i ssa.InstrID) {
	f := g.f
	v := f.Arg(i, 0)
	if g.wasEarly(i) {
		return
	}
	o := dxbc.OpLdUAVTyped
	r := g.storageTexture(v)
	if r.kind == dxbc.Resource {
		o = dxbc.OpLd
	}
	g.onTexture(o, i, v, g.place(i, 1), r)
	g.finish(i, operand{}, false)
}

func (g *generator) imageStore(i ssa.InstrID) {
	f := g.f
	v := f.Arg(i, 0)
	r := g.storageTexture(v)
	r.mask, r.free = 15, false
	g.put(dxbc.OpStoreUAVTyped, 1, r, g.place(i, 1), g.value(f.Arg(i, 3)))
}

func (g *generator) imageAtomic(i ssa.InstrID) {
	f := g.f
	v := f.Arg(i, 0)
	t := g.imageType(v)
	compare, compares := g.present(i, 4)
	g.atomic(i, ir.AtomicOp(f.Field(i, "op")), t.Texel(), g.resource(v), g.place(i, 1), g.src(i, 3), compare, compares)
}

// dimensionOf is the shape of a texture.
func dimensionOf(t *ir.Type) dxbc.ResourceDimension {
	switch {
	case t.Dim == ir.DimBuffer:
		return dxbc.DimensionBuffer
	case t.Dim == ir.Dim1D && t.Arrayed:
		return dxbc.DimensionTexture1DArray
	case t.Dim == ir.Dim1D:
		return dxbc.DimensionTexture1D
	case t.Dim == ir.Dim3D:
		return dxbc.DimensionTexture3D
	case t.Dim == ir.DimCube && t.Arrayed:
		return dxbc.DimensionTextureCubeArray
	case t.Dim == ir.DimCube:
		return dxbc.DimensionTextureCube
	case t.Multisampled && t.Arrayed:
		return dxbc.DimensionTexture2DMSArray
	case t.Multisampled:
		return dxbc.DimensionTexture2DMS
	case t.Arrayed:
		return dxbc.DimensionTexture2DArray
	}
	return dxbc.DimensionTexture2D
}

// returnOf is the type of a texture's components.
func returnOf(t *ir.Type) dxbc.ResourceReturn {
	if t.Class == ir.ImageStorage {
		switch t.Format {
		case ir.R8Unorm, ir.Rg8Unorm, ir.Rgba8Unorm, ir.Bgra8Unorm, ir.R16Unorm, ir.Rg16Unorm, ir.Rgba16Unorm, ir.Rgb10a2Unorm:
			return dxbc.ReturnUnorm
		case ir.R8Snorm, ir.Rg8Snorm, ir.Rgba8Snorm, ir.R16Snorm, ir.Rg16Snorm, ir.Rgba16Snorm:
			return dxbc.ReturnSnorm
		}
	}
	switch s := t.Texel(); {
	case s.IsFloat():
		return dxbc.ReturnFloat
	case s.IsSigned():
		return dxbc.ReturnSint
	}
	return dxbc.ReturnUint
}

func returnsOf(t *ir.Type) dxbc.ResourceReturns { return dxbc.Returns(returnOf(t)) }
