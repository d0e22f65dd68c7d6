package dxil

// This file makes operations on textures and on storage textures.

import (
	"math"

	"refract/internal/back/direct3d"
	"refract/internal/dxil"
	"refract/internal/llvm"
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
)

// imageType is the type of an image value.
func (g *generator) imageType(v ssa.Value) *ir.Type { return g.types.At(g.f.Type(v)) }

// texelType is the type of the texels of an image.
func (g *generator) texelType(t *ir.Type) llvm.Type {
	s := t.Texel()
	return g.typeOf(kindOf(s), s.Bits())
}

// toFloat is a number as a float.
func (g *generator) toFloat(v ssa.Value, k int) llvm.Value {
	switch s := g.scalarOf(v); {
	case s.IsFloat():
		x := g.component(v, k, real)
		if s.Bits() == 16 {
			return g.add(llvm.OpFPExt, 0, g.f32, x)
		}
		return x
	case s.IsSigned():
		return g.add(llvm.OpSIToFP, 0, g.f32, g.component(v, k, whole))
	}
	return g.add(llvm.OpUIToFP, 0, g.f32, g.component(v, k, whole))
}

// coordinates are n operands: the components of sources coord and layer, then undefined ones.
func (g *generator) coordinates(i ssa.InstrID, coord, n int, float bool) []llvm.Value {
	f := g.f
	list := make([]llvm.Value, 0, 4)
	add := func(v ssa.Value) {
		for k := range g.width(v) {
			if float {
				list = append(list, g.toFloat(v, k))
			} else {
				list = append(list, g.fit(g.component(v, k, whole), g.i32))
			}
		}
	}
	add(f.Arg(i, coord))
	if g.present(i, coord+1) {
		add(f.Arg(i, coord+1))
	}
	t := g.i32
	if float {
		t = g.f32
	}
	for len(list) < n {
		list = append(list, g.out.UndefOf(t))
	}
	return list
}

// offsets are the operands of an offset in texels: zeros, or undefined beyond the dimension's.
func (g *generator) offsets(i ssa.InstrID, src int, t *ir.Type, n int) []llvm.Value {
	list := make([]llvm.Value, 0, 3)
	count := t.Dim.CoordinateCount()
	if t.Dim == ir.DimCube {
		count = 0
	}
	for k := range n {
		switch {
		case k >= count:
			list = append(list, g.undef())
		case src >= 0 && g.present(i, src):
			list = append(list, g.fit(g.src(i, src, k, whole), g.i32))
		default:
			list = append(list, g.out.I32(0))
		}
	}
	return list
}

// texels records the components of a result that a call returned. If another instruction reads the same
// texels, its result is recorded too.
func (g *generator) texels(i ssa.InstrID, r llvm.Value) {
	g.texelsOf(i, r)
	if g.w.sparse {
		if other := direct3d.SameTexels(g.f, i); other != 0 {
			g.texelsOf(other, r)
		}
	}
}

func (g *generator) texelsOf(i ssa.InstrID, r llvm.Value) {
	if direct3d.ReadsResidency(g.f, i) {
		mapped := g.call(dxil.OpCheckAccessFullyMapped, g.i32, g.part(r, 4))
		g.set(i, g.add(llvm.OpZExt, 0, g.i32, mapped))
		return
	}
	k := kindOf(g.scalarOf(i))
	g.each(i, func(c int) llvm.Value { return g.as(g.part(r, c), k) })
}

// texture makes the code of an operation on a texture.
func (g *generator) texture(i ssa.InstrID) {
	f := g.f
	t := g.imageType(f.Arg(i, 0))
	if g.w.sparse && g.first[i] != 0 { // made with its residency
		return
	}
	switch f.Op(i) {
	case op.Tex:
		g.sample(i, t)
	case op.Txf:
		g.fetch(i, t)
	case op.Txs, op.TexLevels, op.TexLayers, op.TexSamples:
		g.imageQuery(i, t)
	default:
		g.unsupported("the operation " + f.Op(i).String())
	}
}

func (g *generator) sample(i ssa.InstrID, t *ir.Type) {
	f := g.f
	word := f.Word(i, 0)
	level, gather := ir.SampleLevel(word&15), int(word>>4&7)-1
	compares := g.present(i, 7)
	texel := g.texelType(t)
	if t.Class == ir.ImageDepth {
		texel = g.f32
	}
	h, s := g.handle(f.Arg(i, 0)), g.handle(f.Arg(i, 1))
	if gather < 0 && level != ir.LevelQuery && t.Texel().IsInteger() {
		g.needs(Profile67, "samples of textures of integers")
	}
	args := append([]llvm.Value{h, s}, g.coordinates(i, 2, 4, true)...)
	least := g.out.UndefOf(g.f32)
	if g.present(i, 8) {
		least = g.toFloat(f.Arg(i, 8), 0)
	}
	switch {
	case level == ir.LevelQuery:
		list := append([]llvm.Value{h, s}, g.coordinates(i, 2, 3, true)[:3]...)
		parts := make([]llvm.Value, 0, 2)
		for k := range g.width(i) { // the level that is accessed, then that which the coordinates want
			parts = append(parts, g.call(dxil.OpCalculateLOD, g.f32, append(list[:5:5], g.out.I1(k == 0))...))
		}
		g.set(i, parts...)
		return
	case gather >= 0:
		args = append(args, g.offsets(i, 4, t, 2)...)
		args = append(args, g.out.I32(int64(max(0, gather))))
		if compares {
			args = append(args, g.toFloat(f.Arg(i, 7), 0))
			g.texels(i, g.call(dxil.OpTextureGatherCmp, texel, args...))
			return
		}
		g.texels(i, g.call(dxil.OpTextureGather, texel, args...))
		return
	}
	args = append(args, g.offsets(i, 4, t, 3)...)
	switch {
	case compares && level == ir.LevelAuto:
		g.texels(i, g.call(dxil.OpSampleCmp, texel, append(args, g.toFloat(f.Arg(i, 7), 0), least)...))
	case compares && (level == ir.LevelZero || level == ir.LevelExact && g.isZero(f.Arg(i, 5))):
		g.texels(i, g.call(dxil.OpSampleCmpLevelZero, texel, append(args, g.toFloat(f.Arg(i, 7), 0))...))
	case compares && level == ir.LevelExact:
		g.needs(Profile67, "a sample that compares, of a level")
		g.texels(i, g.call(dxil.OpSampleCmpLevel, texel, append(args, g.toFloat(f.Arg(i, 7), 0), g.toFloat(f.Arg(i, 5), 0))...))
	case compares && level == ir.LevelBias:
		g.needs(Profile68, "a sample that compares, with a bias")
		g.texels(i, g.call(dxil.OpSampleCmpBias, texel, append(args, g.toFloat(f.Arg(i, 7), 0), g.bias(f.Arg(i, 5)), least)...))
	case compares:
		g.needs(Profile68, "a sample that compares, with derivatives")
		args = g.gradients(i, append(args, g.toFloat(f.Arg(i, 7), 0)))
		g.texels(i, g.call(dxil.OpSampleCmpGrad, texel, append(args, least)...))
	case level == ir.LevelAuto:
		g.texels(i, g.call(dxil.OpSample, texel, append(args, least)...))
	case level == ir.LevelZero:
		g.texels(i, g.call(dxil.OpSampleLevel, texel, append(args, g.out.F32(0))...))
	case level == ir.LevelExact:
		g.texels(i, g.call(dxil.OpSampleLevel, texel, append(args, g.toFloat(f.Arg(i, 5), 0))...))
	case level == ir.LevelBias:
		g.texels(i, g.call(dxil.OpSampleBias, texel, append(args, g.bias(f.Arg(i, 5)), least)...))
	default:
		args = g.gradients(i, args)
		g.texels(i, g.call(dxil.OpSampleGrad, texel, append(args, least)...))
	}
}

// gradients appends the operands of derivatives, three each.
func (g *generator) gradients(i ssa.InstrID, args []llvm.Value) []llvm.Value {
	for _, n := range []int{5, 6} {
		v := g.f.Arg(i, n)
		for k := range 3 {
			if k < g.width(v) {
				args = append(args, g.toFloat(v, k))
			} else {
				args = append(args, g.out.UndefOf(g.f32))
			}
		}
	}
	return args
}

// bias is a bias of levels, within the range that Direct3D has.
func (g *generator) bias(v ssa.Value) llvm.Value {
	x := g.toFloat(v, 0)
	if c := g.out.ConstantAt(x); c != nil {
		return g.out.F32(min(max(math.Float32frombits(uint32(c.Bits)), -16), 15.99))
	}
	return x
}

// isZero reports whether a number is known to be zero.
func (g *generator) isZero(v ssa.Value) bool {
	bits, ok := g.f.KnownBits(v, 0)
	return ok && bits == 0
}

// zeros is the result of an instruction that can't be written.
func (g *generator) zeros(i ssa.InstrID) {
	g.each(i, func(int) llvm.Value { return g.literal(kindOf(g.scalarOf(i)), max(1, g.f.Bits(i)), 0) })
}

func (g *generator) fetch(i ssa.InstrID, t *ir.Type) {
	f := g.f
	h := g.handle(f.Arg(i, 0))
	texel := g.texelType(t)
	if t.Class == ir.ImageDepth {
		texel = g.f32
	}
	if t.Dim == ir.DimBuffer {
		g.texels(i, g.call(dxil.OpBufferLoad, texel, h, g.coordinates(i, 1, 1, false)[0], g.undef()))
		return
	}
	level := g.out.I32(0)
	if t.Multisampled {
		level = g.undef()
		if g.present(i, 3) {
			level = g.fit(g.src(i, 3, 0, whole), g.i32)
		}
	} else if g.present(i, 4) {
		level = g.fit(g.src(i, 4, 0, whole), g.i32)
	}
	g.texels(i, g.load3(h, level, texel, g.coordinates(i, 1, 3, false), t))
}

// load3 calls the function that loads a texel.
func (g *generator) load3(h, level llvm.Value, texel llvm.Type, at []llvm.Value, t *ir.Type) llvm.Value {
	if t.Dim != ir.DimBuffer && (t.Class != ir.ImageStorage || t.Access&^ir.AccessRead == 0) {
		return g.call(dxil.OpTextureLoad, texel, append([]llvm.Value{h, level, at[0], at[1], at[2]}, g.offsets(0, -1, t, 3)...)...)
	}
	return g.call(dxil.OpTextureLoad, texel, h, g.undef(), at[0], at[1], at[2], g.undef(), g.undef(), g.undef())
}

// imageQuery makes the code of a question about a texture's size.
func (g *generator) imageQuery(i ssa.InstrID, t *ir.Type) {
	f := g.f
	h := g.handle(f.Arg(i, 0))
	level := g.undef()
	storage := t.Class == ir.ImageStorage && t.Access&^ir.AccessRead != 0
	if t.Dim != ir.DimBuffer && !t.Multisampled && !storage {
		level = g.out.I32(0)
		if f.Op(i) == op.Txs && g.present(i, 1) {
			level = g.fit(g.src(i, 1, 0, whole), g.i32)
		}
	}
	r := g.once(onceKey{op: onceSize, a: uint32(h), b: uint32(level)}, func() llvm.Value { return g.call(dxil.OpGetDimensions, 0, h, level) })
	switch f.Op(i) {
	case op.TexLevels, op.TexSamples:
		g.set(i, g.part(r, 3))
	case op.TexLayers:
		k := 2
		if t.Dim == ir.Dim1D {
			k = 1
		}
		g.set(i, g.part(r, k))
	default:
		g.each(i, func(c int) llvm.Value { return g.part(r, c) })
	}
}

func (g *generator) imageLoad(i ssa.InstrID) {
	f := g.f
	if g.w.sparse && g.first[i] != 0 { // made with its residency
		return
	}
	t := g.imageType(f.Arg(i, 0))
	h := g.handle(f.Arg(i, 0))
	g.noSamples(t)
	at := g.coordinates(i, 1, 3, false)
	if t.Dim == ir.DimBuffer {
		g.texels(i, g.call(dxil.OpBufferLoad, g.texelType(t), h, at[0], g.undef()))
		return
	}
	g.texels(i, g.load3(h, g.out.I32(0), g.texelType(t), at, t))
}

// noSamples notes storage textures of several samples, which Direct3D lacks.
func (g *generator) noSamples(t *ir.Type) {
	if t.Multisampled {
		g.unsupported("storage textures of several samples")
	}
}

func (g *generator) imageStore(i ssa.InstrID) {
	f := g.f
	t := g.imageType(f.Arg(i, 0))
	h := g.handle(f.Arg(i, 0))
	g.noSamples(t)
	at := g.coordinates(i, 1, 3, false)
	k := kindOf(t.Texel())
	v := f.Arg(i, 3)
	list := make([]llvm.Value, 0, 4)
	for c := range 4 {
		list = append(list, g.src(i, 3, min(c, g.width(v)-1), k))
	}
	if t.Dim == ir.DimBuffer {
		g.call(dxil.OpBufferStore, g.texelType(t), h, at[0], g.undef(), list[0], list[1], list[2], list[3], g.out.I8(15))
		return
	}
	g.call(dxil.OpTextureStore, g.texelType(t), h, at[0], at[1], at[2], list[0], list[1], list[2], list[3], g.out.I8(15))
}

func (g *generator) imageAtomic(i ssa.InstrID) {
	f := g.f
	t := g.imageType(f.Arg(i, 0))
	g.noSamples(t)
	compare := llvm.Value(0)
	if g.present(i, 4) {
		compare = g.src(i, 4, 0, whole)
	}
	at := g.coordinates(i, 1, 3, false)
	g.atomicAt(i, ir.AtomicOp(f.Field(i, "op")), t.Texel(), g.handle(f.Arg(i, 0)), [3]llvm.Value{at[0], at[1], at[2]}, g.src(i, 3, 0, whole), compare)
}
