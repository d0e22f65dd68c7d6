package builtin

// This file holds the overloads of the texture functions. They follow from a few facts per
// function (the images it takes, the arguments besides the coordinates) and from the image
// (how many coordinates, whether it has layers and may be read with an offset), so they are
// made from these facts.

import (
	"slices"

	"refract/ir"
)

// imagePattern is a set of image types that one overload takes.
type imagePattern struct {
	class        ir.ImageClass
	dim          ir.ImageDim
	arrayed      bool
	multisampled bool
	texel        class         // scalars of a sampled or storage image
	access       ir.AccessMode // that a storage image must allow
}

// imagePatterns are the patterns that overloads refer to.
var (
	imagePatterns []imagePattern
	imageMemory   [maxImagePatterns + numImages]imagePattern // of these, and of lists
	madeImages    = maxImagePatterns
)

const (
	maxImagePatterns = 39
	numImages        = 105
)

func (p *imagePattern) match(t *ir.Type) bool {
	if t.Class != p.class || t.Dim != p.dim || t.Arrayed != p.arrayed || t.Multisampled != p.multisampled {
		return false
	}
	switch p.class {
	case ir.ImageSampled:
		return bitOf[t.Scalar]&p.texel != 0
	case ir.ImageStorage:
		return t.Access&p.access == p.access && bitOf[t.Format.Texel()]&p.texel != 0
	}
	return true
}

// Sampled images.
const texels = bitF32 | bitI32 | bitU32

func sampled(d ir.ImageDim, arrayed bool, c class) imagePattern {
	return imagePattern{class: ir.ImageSampled, dim: d, arrayed: arrayed, texel: c}
}

func depth(d ir.ImageDim, arrayed bool) imagePattern {
	return imagePattern{class: ir.ImageDepth, dim: d, arrayed: arrayed}
}

func storage(d ir.ImageDim, arrayed bool, a ir.AccessMode) imagePattern {
	return imagePattern{class: ir.ImageStorage, dim: d, arrayed: arrayed, texel: texels | bitI64 | bitU64, access: a}
}

func join(lists ...[]imagePattern) []imagePattern {
	var few [64]imagePattern
	all := few[:0]
	for _, l := range lists {
		all = append(all, l...)
	}
	return images(all...)
}

// images is a list of patterns in the tables' memory.
func images(list ...imagePattern) []imagePattern {
	at := madeImages
	if madeImages += len(list); madeImages > len(imageMemory) {
		return slices.Clone(list)
	}
	copy(imageMemory[at:], list)
	return imageMemory[at:madeImages:madeImages]
}

// storages are the storage images that allow an access.
func storages(a ir.AccessMode) []imagePattern {
	return images(storage(ir.Dim1D, false, a), storage(ir.Dim2D, false, a), storage(ir.Dim2D, true, a), storage(ir.Dim3D, false, a))
}

// A recipe makes one overload per image, and one more per image that can be
// read with an offset.
type recipe struct {
	images    []imagePattern
	component bool   // a component to gather comes first
	sampler   form   // formNone, formSampler or formComparison
	coords    uint8  // scalar of the coordinates: ir.F32, or a variable for i32 or u32; 0: none
	extra     []Role // after coordinates and array index
	level     uint8  // scalar of RoleLevel: ir.F32, or a variable
	offset    bool
	result    pattern // formNone with aux 1: by the image's dimension
}

var (
	texel      = pattern{formTexel, 0, 0}
	size       = pattern{formNone, 0, 1}
	vec4f      = exact(uint8(ir.F32), 4)
	scalarC    = pattern{formScalar, variable, 0}
	scalarA    = pattern{formScalar, second, 0}
	scalarL    = pattern{formScalar, third, 0}
	component  = pattern{formScalar, fourth, 0}
	anyInt     = [maxVariables]class{int32s, int32s, int32s, int32s}
	coordCount = [...]int{ir.Dim1D: 1, ir.Dim2D: 2, ir.Dim3D: 3, ir.DimCube: 3}
)

// brew makes the overloads of some recipes.
func brew(recipes ...recipe) []Overload {
	var few [64]Overload
	list := few[:0]
	for i := range recipes {
		r := &recipes[i]
		for _, im := range r.images {
			list = append(list, r.overload(im, false))
			if r.offset && im.dim != ir.DimCube {
				list = append(list, r.overload(im, true))
			}
		}
	}
	return several(list...)
}

func (r *recipe) overload(im imagePattern, offset bool) Overload {
	o := Overload{vars: anyInt, result: r.result}
	var few [MaxParams]Param
	list := few[:0]
	add := func(role Role, p pattern) { list = append(list, Param{role, p}) }
	if r.component {
		add(RoleComponent, component)
	}
	add(RoleTexture, pattern{formImage, 0, patternIndex(im)})
	if r.sampler != formNone {
		add(RoleSampler, pattern{r.sampler, 0, 0})
	}
	n := coordCount[im.dim]
	if r.coords != 0 {
		add(RoleCoords, exact(r.coords, n))
		if im.arrayed {
			add(RoleArrayIndex, scalarA)
		}
	}
	for _, role := range r.extra {
		switch role {
		case RoleLevel:
			add(role, pattern{formScalar, r.level, 0})
		case RoleSample:
			add(role, scalarL)
		case RoleBias, RoleDepthRef:
			add(role, f32)
		case RoleDdx, RoleDdy:
			add(role, exact(uint8(ir.F32), n))
		case RoleTexel:
			add(role, texel)
		case RoleValue:
			add(role, pattern{formTexelScalar, 0, 0})
		default:
			panic("builtin: no recipe for role " + role.String())
		}
	}
	if offset {
		add(RoleOffset, exact(uint8(ir.I32), n))
	}
	if r.result == size {
		if im.dim == ir.DimCube {
			n = 2
		}
		o.result = exact(uint8(ir.U32), n)
	}
	o.Params = params(list)
	return o
}

// patternIndex finds or adds an image pattern.
func patternIndex(im imagePattern) uint8 {
	for i := range imagePatterns {
		if imagePatterns[i] == im {
			return uint8(i)
		}
	}
	if imagePatterns == nil {
		imagePatterns = imageMemory[:0:maxImagePatterns]
	}
	imagePatterns = append(imagePatterns, im)
	return uint8(len(imagePatterns) - 1)
}

const floatCoords = uint8(ir.F32)

var textureSizes, textureGathers, textureGatherCompares, textureLoads, textureLayers, textureLevels,
	textureSamples, textureSample, textureSampleBias, textureSampleCompare, textureSampleGrad, textureSampleLevel,
	textureClampToEdge, textureStores, textureAtomics, textureAtomicLimits []Overload

// fillTextures makes the lists of texture functions.
func fillTextures() {
	sampled1D := images(sampled(ir.Dim1D, false, texels))
	sampled3D := images(sampled(ir.Dim3D, false, texels))
	sampled2D := images(sampled(ir.Dim2D, false, texels), sampled(ir.Dim2D, true, texels))
	sampledCube := images(sampled(ir.DimCube, false, texels), sampled(ir.DimCube, true, texels))
	sampled1DF := images(sampled(ir.Dim1D, false, bitF32))
	sampledF := images(sampled(ir.Dim2D, false, bitF32), sampled(ir.Dim2D, true, bitF32), sampled(ir.Dim3D, false, bitF32),
		sampled(ir.DimCube, false, bitF32), sampled(ir.DimCube, true, bitF32))
	multisampled := images(imagePattern{class: ir.ImageSampled, dim: ir.Dim2D, multisampled: true, texel: texels})
	depths := images(depth(ir.Dim2D, false), depth(ir.Dim2D, true), depth(ir.DimCube, false), depth(ir.DimCube, true))
	depths2D := depths[:2]
	depthMulti := images(imagePattern{class: ir.ImageDepth, dim: ir.Dim2D, multisampled: true})
	external := images(imagePattern{class: ir.ImageExternal, dim: ir.Dim2D})

	leveled := join(sampled1D, sampled2D, sampled3D, sampledCube, depths)
	textureSizes = brew(
		recipe{images: join(leveled, multisampled, depthMulti, external, storages(0)), result: size},
		recipe{images: leveled, extra: []Role{RoleLevel}, level: third, result: size})
	textureGathers = brew(
		recipe{images: join(sampled2D, sampledCube), component: true, sampler: formSampler, coords: floatCoords, offset: true, result: texel},
		recipe{images: depths, sampler: formSampler, coords: floatCoords, offset: true, result: vec4f})
	textureGatherCompares = brew(
		recipe{images: depths, sampler: formComparison, coords: floatCoords, extra: []Role{RoleDepthRef}, offset: true, result: vec4f})
	textureLoads = brew(
		recipe{images: join(sampled1D, sampled2D, sampled3D), coords: variable, extra: []Role{RoleLevel}, level: third, result: texel},
		recipe{images: multisampled, coords: variable, extra: []Role{RoleSample}, result: texel},
		recipe{images: depths2D, coords: variable, extra: []Role{RoleLevel}, level: third, result: f32},
		recipe{images: depthMulti, coords: variable, extra: []Role{RoleSample}, result: f32},
		recipe{images: join(external, storages(ir.AccessRead)), coords: variable, result: texel})
	textureLayers = brew(
		recipe{images: arrayed(join(sampled2D, sampledCube, depths, storages(0))), result: u32})
	textureLevels = brew(recipe{images: leveled, result: u32})
	textureSamples = brew(recipe{images: join(multisampled, depthMulti), result: u32})
	textureSample = brew(
		recipe{images: sampled1DF, sampler: formSampler, coords: floatCoords, result: vec4f},
		recipe{images: sampledF, sampler: formSampler, coords: floatCoords, offset: true, result: vec4f},
		recipe{images: depths, sampler: formSampler, coords: floatCoords, offset: true, result: f32})
	textureSampleBias = brew(
		recipe{images: sampledF, sampler: formSampler, coords: floatCoords, extra: []Role{RoleBias}, offset: true, result: vec4f})
	textureSampleCompare = brew(
		recipe{images: depths, sampler: formComparison, coords: floatCoords, extra: []Role{RoleDepthRef}, offset: true, result: f32})
	textureSampleGrad = brew(
		recipe{images: sampledF, sampler: formSampler, coords: floatCoords, extra: []Role{RoleDdx, RoleDdy}, offset: true, result: vec4f})
	textureSampleLevel = brew(
		recipe{images: sampled1DF, sampler: formSampler, coords: floatCoords, extra: []Role{RoleLevel}, level: floatCoords, result: vec4f},
		recipe{images: sampledF, sampler: formSampler, coords: floatCoords, extra: []Role{RoleLevel}, level: floatCoords, offset: true, result: vec4f},
		recipe{images: depths, sampler: formSampler, coords: floatCoords, extra: []Role{RoleLevel}, level: third, offset: true, result: f32})
	textureClampToEdge = brew(
		recipe{images: join(images(sampledF[0]), external), sampler: formSampler, coords: floatCoords, result: vec4f})
	textureStores = brew(
		recipe{images: storages(ir.AccessWrite), coords: variable, extra: []Role{RoleTexel}, result: none})
	textureAtomics = brew(
		recipe{images: atomicImages(bitI32 | bitU32), coords: variable, extra: []Role{RoleValue}, result: none})
	textureAtomicLimits = brew(
		recipe{images: atomicImages(bitI32 | bitU32 | bitI64 | bitU64), coords: variable, extra: []Role{RoleValue}, result: none})
}

// arrayed picks the images that have layers.
func arrayed(list []imagePattern) []imagePattern {
	var few [64]imagePattern
	picked := few[:0]
	for _, im := range list {
		if im.arrayed {
			picked = append(picked, im)
		}
	}
	return images(picked...)
}

// atomicImages are storage images that allow atomic operations on texels of the
// given scalars.
func atomicImages(c class) []imagePattern {
	list := storages(ir.AccessAtomic)
	for i := range list {
		list[i].texel = c
	}
	return list
}
