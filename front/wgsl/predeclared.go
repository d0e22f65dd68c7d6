package wgsl

// This file holds the meanings of the names predeclared by WGSL. Names are interned before
// anything is parsed, so that the meaning of a symbol is an array look-up.

import (
	"fmt"
	"sync"

	"refract/internal/builtin"
	"refract/internal/front/wgsl/syntax"
	"refract/internal/lazy"
	"refract/ir"
)

// generator is a predeclared type-generator.
type generator uint8

const (
	noGenerator generator = iota
	genVec2
	genVec3
	genVec4
	genMatrix // columns and rows in meaning.columns, meaning.rows
	genArray
	genAtomic
	genPtr
	genBindingArray
	genBuffer       // optional number of bytes
	genSampledImage // meaning.image; parameter: sampled type
	genStorageImage // meaning.image; parameters: texel format, access mode
	genRayQuery     // optional vertex_return
	genAccelerationStructure
	genRayDesc
	genRayIntersection
	genCooperative // meaning.columns, meaning.rows; parameters: scalar, use
)

// attribute is a name that may stand after @.
type attribute uint8

const (
	noAttribute attribute = iota
	attrAlign
	attrAnyHit
	attrBinding
	attrBlendSrc
	attrBuiltin
	attrClosestHit
	attrCoherent // wgpu's
	attrCompute
	attrConst
	attrDiagnostic
	attrEarlyDepthTest
	attrFragment
	attrGroup
	attrID
	attrIncomingPayload
	attrInterpolate
	attrInvariant
	attrLocation
	attrMesh
	attrMiss
	attrMustUse
	attrPayload
	attrPerPrimitive
	attrRayGeneration
	attrSize
	attrSubgroupSize
	attrTask
	attrVertex
	attrVolatile // wgpu's
	attrWorkgroupSize
	numAttributes
)

var attributeNames = [numAttributes]string{"", "align", "any_hit", "binding", "blend_src", "builtin", "closest_hit", "coherent", "compute", "const",
	"diagnostic", "early_depth_test", "fragment", "group", "id", "incoming_payload", "interpolate", "invariant", "location", "mesh", "miss",
	"must_use", "payload", "per_primitive", "ray_generation", "size", "subgroup_size", "task", "vertex", "volatile", "workgroup_size"}

// isReserved reports whether the name of an attribute is a keyword or a reserved word,
// which has no other meaning.
func (a attribute) isReserved() bool {
	return a == attrCoherent || a == attrConst || a == attrDiagnostic || a == attrVolatile
}

// meaning is everything that a predeclared name can mean; the place of the name decides
// which part counts.
type meaning struct {
	ty            ir.TypeID
	image         ir.Type // of ty or gen
	gen           generator
	columns, rows uint8
	space         ir.AddressSpace
	access        ir.AccessMode
	format        ir.StorageFormat
	attr          attribute
	builtIn       ir.BuiltIn
	interpolation ir.Interpolation
	sampling      ir.Sampling
	fn            builtin.ID
	isFn          bool
	isType        bool // ty, gen or image type
}

// rayConstants are the constants of ray queries (wgpu's extension), of type u32. They are
// looked for if nothing else has the name.
var rayConstants = lazy.Value[map[string]uint64]{Make: func() map[string]uint64 {
	return map[string]uint64{
		"RAY_FLAG_NONE":                    0x00,
		"RAY_FLAG_FORCE_OPAQUE":            0x01,
		"RAY_FLAG_FORCE_NO_OPAQUE":         0x02,
		"RAY_FLAG_TERMINATE_ON_FIRST_HIT":  0x04,
		"RAY_FLAG_SKIP_CLOSEST_HIT_SHADER": 0x08,
		"RAY_FLAG_CULL_BACK_FACING":        0x10,
		"RAY_FLAG_CULL_FRONT_FACING":       0x20,
		"RAY_FLAG_CULL_OPAQUE":             0x40,
		"RAY_FLAG_CULL_NO_OPAQUE":          0x80,
		"RAY_FLAG_SKIP_TRIANGLES":          0x100,
		"RAY_FLAG_SKIP_AABBS":              0x200,
		"RAY_QUERY_INTERSECTION_NONE":      0,
		"RAY_QUERY_INTERSECTION_TRIANGLE":  1,
		"RAY_QUERY_INTERSECTION_GENERATED": 2,
		"RAY_QUERY_INTERSECTION_AABB":      3,
	}
}}

var (
	predeclaredNames []string
	meanings         []meaning // by symbol - FirstPredeclared
)

// tables makes the tables, before the first source is read: a program that reads no
// WGSL doesn't pay for them.
var tables sync.Once

func makeTables() {
	index := map[string]int{}
	at := func(name string) *meaning {
		i, ok := index[name]
		if !ok {
			i = len(meanings)
			index[name] = i
			meanings = append(meanings, meaning{})
			predeclaredNames = append(predeclaredNames, name)
		}
		return &meanings[i]
	}
	typ := func(name string, t ir.TypeID) {
		m := at(name)
		m.ty, m.isType = t, true
	}
	gen := func(name string, g generator) *meaning {
		m := at(name)
		m.gen, m.isType = g, true
		return m
	}
	for _, s := range []ir.Scalar{ir.Bool, ir.I32, ir.U32, ir.F32, ir.F16, ir.I16, ir.U16, ir.I64, ir.U64, ir.F64} {
		typ(s.String(), ir.ScalarTypeOf(s))
	}
	for _, v := range []struct {
		suffix string
		scalar ir.Scalar
	}{{"i", ir.I32}, {"u", ir.U32}, {"f", ir.F32}, {"h", ir.F16}} {
		for n := 2; n <= 4; n++ {
			typ("vec"+string(rune('0'+n))+v.suffix, ir.VectorOf(v.scalar, n))
		}
		if !v.scalar.IsFloat() {
			continue
		}
		for c := 2; c <= 4; c++ {
			for r := 2; r <= 4; r++ {
				typ("mat"+string(rune('0'+c))+"x"+string(rune('0'+r))+v.suffix, ir.MatrixOf(v.scalar, c, r))
			}
		}
	}
	gen("vec2", genVec2).rows = 2
	gen("vec3", genVec3).rows = 3
	gen("vec4", genVec4).rows = 4
	for c := 2; c <= 4; c++ {
		for r := 2; r <= 4; r++ {
			m := gen("mat"+string(rune('0'+c))+"x"+string(rune('0'+r)), genMatrix)
			m.columns, m.rows = uint8(c), uint8(r)
		}
	}
	gen("array", genArray)
	gen("atomic", genAtomic)
	gen("ptr", genPtr)
	gen("binding_array", genBindingArray)
	gen("buffer", genBuffer)
	gen("ray_query", genRayQuery)
	gen("acceleration_structure", genAccelerationStructure)
	gen("RayDesc", genRayDesc)
	gen("RayIntersection", genRayIntersection)
	for _, size := range [...]uint8{8, 16} {
		m := gen(fmt.Sprintf("coop_mat%dx%[1]d", size), genCooperative)
		m.columns, m.rows = size, size
	}
	typ("sampler", ir.TypeSamplerFiltering)
	typ("sampler_comparison", ir.TypeSamplerComparison)
	image := func(name string, g generator, t ir.Type) {
		m := gen(name, g)
		t.Kind = ir.TypeImage
		m.image = t
	}
	for _, d := range []struct {
		suffix string
		t      ir.Type
	}{
		{"1d", ir.Type{Dim: ir.Dim1D}},
		{"2d", ir.Type{Dim: ir.Dim2D}},
		{"2d_array", ir.Type{Dim: ir.Dim2D, Arrayed: true}},
		{"3d", ir.Type{Dim: ir.Dim3D}},
		{"cube", ir.Type{Dim: ir.DimCube}},
		{"cube_array", ir.Type{Dim: ir.DimCube, Arrayed: true}},
	} {
		image("texture_"+d.suffix, genSampledImage, d.t)
		if d.t.Dim != ir.DimCube {
			s := d.t
			s.Class = ir.ImageStorage
			image("texture_storage_"+d.suffix, genStorageImage, s)
		}
		if d.t.Dim == ir.Dim2D || d.t.Dim == ir.DimCube {
			s := d.t
			s.Class = ir.ImageDepth
			image("texture_depth_"+d.suffix, noGenerator, s)
		}
	}
	image("texture_multisampled_2d", genSampledImage, ir.Type{Dim: ir.Dim2D, Multisampled: true})
	image("texture_depth_multisampled_2d", noGenerator, ir.Type{Dim: ir.Dim2D, Class: ir.ImageDepth, Multisampled: true})
	image("texture_external", noGenerator, ir.Type{Dim: ir.Dim2D, Class: ir.ImageExternal})

	for _, s := range []ir.AddressSpace{ir.SpaceFunction, ir.SpacePrivate, ir.SpaceWorkgroup, ir.SpaceUniform,
		ir.SpaceStorage, ir.SpaceImmediate, ir.SpaceTaskPayload, ir.SpaceRayPayload, ir.SpaceIncomingRayPayload} {
		at(s.String()).space = s
	}
	at("push_constant").space = ir.SpaceImmediate
	for _, a := range []ir.AccessMode{ir.AccessRead, ir.AccessWrite, ir.AccessReadWrite} {
		at(a.String()).access = a
	}
	at("atomic").access = ir.AccessReadWrite | ir.AccessAtomic
	for f := ir.R8Unorm; f <= ir.Rgba32Float; f++ {
		at(f.String()).format = f
	}
	for a := noAttribute + 1; a < numAttributes; a++ {
		if !a.isReserved() { // see attributeOf
			at(attributeNames[a]).attr = a
		}
	}
	for _, b := range builtInValues {
		at(b.String()).builtIn = b
	}
	at("draw_id").builtIn = ir.BuiltInDrawIndex
	at(linearBarycentric).builtIn = ir.BuiltInBarycentric
	for i := ir.InterpolatePerspective; i <= ir.InterpolatePerVertex; i++ {
		at(i.String()).interpolation = i
	}
	for s := ir.SampleCenter; s <= ir.SampleEither; s++ {
		at(s.String()).sampling = s
	}
	for i, name := range builtin.Names() {
		m := at(name)
		m.fn, m.isFn = builtin.ID(i+1), true
	}
}

// linearBarycentric is wgpu's name of barycentric coordinates without perspective.
const linearBarycentric = "barycentric_no_perspective"

// builtInValues are the built-in values that WGSL (with its extensions) names.
var builtInValues = []ir.BuiltIn{
	ir.BuiltInPosition, ir.BuiltInViewIndex, ir.BuiltInClipDistances, ir.BuiltInInstanceIndex, ir.BuiltInVertexIndex,
	ir.BuiltInDrawIndex, ir.BuiltInFragDepth, ir.BuiltInFrontFacing, ir.BuiltInPrimitiveIndex, ir.BuiltInBarycentric,
	ir.BuiltInSampleIndex, ir.BuiltInSampleMask, ir.BuiltInGlobalInvocationID, ir.BuiltInLocalInvocationID,
	ir.BuiltInLocalInvocationIndex, ir.BuiltInWorkgroupID, ir.BuiltInNumWorkgroups, ir.BuiltInGlobalInvocationIndex,
	ir.BuiltInWorkgroupIndex, ir.BuiltInNumSubgroups, ir.BuiltInSubgroupID, ir.BuiltInSubgroupSize,
	ir.BuiltInSubgroupInvocationID, ir.BuiltInPointSize,
	ir.BuiltInMeshTaskSize, ir.BuiltInCullPrimitive, ir.BuiltInPointIndex, ir.BuiltInLineIndices, ir.BuiltInTriangleIndices,
	ir.BuiltInVertexCount, ir.BuiltInVertices, ir.BuiltInPrimitiveCount, ir.BuiltInPrimitives,
	ir.BuiltInRayInvocationID, ir.BuiltInNumRayInvocations, ir.BuiltInInstanceCustomData, ir.BuiltInGeometryIndex,
	ir.BuiltInWorldRayOrigin, ir.BuiltInWorldRayDirection, ir.BuiltInObjectRayOrigin, ir.BuiltInObjectRayDirection,
	ir.BuiltInRayTMin, ir.BuiltInRayTCurrentMax, ir.BuiltInObjectToWorld, ir.BuiltInWorldToObject, ir.BuiltInHitKind,
}

// meaningOf is the meaning of a symbol if no declaration shadows it, or nil.
func (c *checker) meaningOf(s syntax.Symbol) *meaning {
	if i := int(c.t.Plain(s)) - int(syntax.FirstPredeclared); i >= 0 && i < len(meanings) {
		return &meanings[i]
	}
	return nil
}
