package validate

// This file names the capabilities: features of a module that not every target has. Options
// allow a set of them; Info has the ones that a module requires.

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"refract/internal/ir/typing"
)

// Capability is one optional feature. Zero is none.
type Capability uint8

const (
	noCapabilities                    Capability = iota // marks the set None
	Immediates                                          // variables in the immediate space ("push constants")
	Float16                                             // f16 values
	Float16InFloat32                                    // packing of f16 values held in f32
	Float64                                             // f64 values
	Int8                                                // i8 and u8 values
	Int16                                               // i16 and u16 values
	Int64                                               // i64 and u64 values
	Int64AtomicMinMax                                   // atomic min and max of 64-bit integers whose result isn't used
	Int64AtomicAll                                      // all atomic operations on 64-bit integers
	Float32Atomic                                       // atomic operations on f32
	TextureAtomic                                       // atomic operations on texels
	TextureInt64Atomic                                  // likewise on 64-bit texels
	TextureExternal                                     // external textures (video frames)
	Texture16BitNorm                                    // storage formats of 16-bit normalized channels
	CubeArrayTextures                                   // arrayed cube images
	MultisampledShading                                 // sample_index, and varyings sampled per sample
	LinearInterpolation                                 // varyings interpolated without perspective
	PrimitiveIndex                                      // primitive_index in the fragment stage
	Barycentrics                                        // barycentric coordinates
	PerVertex                                           // varyings read per vertex
	ClipDistances                                       // clip_distances
	CullDistances                                       // cull_distances
	Multiview                                           // view_index
	DrawIndex                                           // draw_index
	LayerAndViewport                                    // layer and viewport_index
	EarlyDepthTest                                      // entry points that set when the depth test runs
	DualSourceBlending                                  // blend_src
	Subgroups                                           // subgroup and quad operations in compute and fragment stages
	SubgroupBarrier                                     // barriers of subgroups
	SubgroupVertexStage                                 // subgroup operations in the vertex stage
	AtomicVertexStage                                   // atomic operations in the vertex stage
	RayQuery                                            // ray queries and acceleration structures
	RayHitVertexPosition                                // ray queries that return vertex positions
	RayTracingPipeline                                  // ray tracing stages
	MeshShader                                          // task and mesh stages
	TextureBindingArray                                 // binding arrays of sampled images and samplers
	StorageTextureBindingArray                          // binding arrays of storage images
	UniformBufferBindingArray                           // binding arrays of uniform buffers
	StorageBufferBindingArray                           // binding arrays of storage buffers
	AccelerationStructureBindingArray                   // binding arrays of acceleration structures
	TextureNonUniform                                   // access to those with an index that differs among invocations
	StorageTextureNonUniform
	UniformBufferNonUniform
	StorageBufferNonUniform
	AccelerationStructureNonUniform
	MemoryCoherent        // coherent memory
	MemoryVolatile        // volatile memory
	UniformStandardLayout // uniform buffers without the 16-byte rules of arrays and structs
	UnboundResources      // resources without a group and binding number
	AliasedBindings       // several resources of an entry point at one binding
	VertexWritableStorage // storage buffers and images that the vertex stage may write to
	StencilExport         // stencil_ref
	PhysicalMemory        // pointers from addresses
	PullInterpolation     // inputs interpolated elsewhere than declared
	ClusteredSubgroups    // subgroup operations in clusters
	FragmentInterlock     // critical sections of fragments
	MultisampledStorage   // storage images of several samples
	HardwareBuiltIns      // built-in values that tell of the device: its index, shading rates, multiprocessors
	GeometryShader        // the geometry stage
	TessellationShader    // the tessellation stages
	TransformFeedback     // outputs written to buffers
	ComputeDerivatives    // derivatives in compute, task and mesh stages
	FloatAtomics          // atomic operations on f16 and f64, and the least and greatest of f32
	CooperativeMatrix     // matrices that a subgroup holds
	ShaderClock           // clocks that shaders read
	HitObjects            // hits that are variables, and invocations that are reordered by them
	RayMotion             // rays with a time
	RayPrimitives         // clusters, spheres, linear swept spheres and displaced micro-triangles in acceleration structures
	numCapabilities
)

// Capabilities is a set of optional features. Sets are equal by ==, and the zero value of
// options stands for Default.
type Capabilities struct{ words [2]uint64 } // a bit for each Capability

// The sets as numbers of 128 bits, and a word of them.
const (
	word       = 1<<64 - 1
	none       = 1 << noCapabilities
	all        = 1<<numCapabilities - 1 - none
	core       = 1<<Float16InFloat32 | 1<<TextureExternal | 1<<CubeArrayTextures | 1<<MultisampledShading | 1<<LinearInterpolation | 1<<UniformStandardLayout
	byStandard = core | 1<<Immediates | 1<<Float16 | 1<<PrimitiveIndex | 1<<ClipDistances | 1<<DualSourceBlending | 1<<Subgroups |
		1<<SubgroupBarrier | 1<<Texture16BitNorm
)

var (
	// None is nothing optional. It is an element of its own, since the zero value of options
	// stands for Default.
	None = Capabilities{[2]uint64{none & word, none >> 64}}

	// All is every capability.
	All = Capabilities{[2]uint64{all & word, all >> 64}}

	// Core is the capabilities of every WebGPU implementation.
	Core = Capabilities{[2]uint64{core & word, core >> 64}}

	// Default is Core and the optional features of the WebGPU and WGSL
	// specifications, which nearly every device has.
	Default = Capabilities{[2]uint64{byStandard & word, byStandard >> 64}}
)

var capabilityNames = [numCapabilities]string{
	"none", "immediates", "float16", "float16-in-float32", "float64", "int8", "int16", "int64",
	"int64-atomic-min-max", "int64-atomic-all", "float32-atomic", "texture-atomic", "texture-int64-atomic",
	"texture-external", "texture-16bit-norm", "cube-array-textures", "multisampled-shading", "linear-interpolation",
	"primitive-index", "barycentrics", "per-vertex", "clip-distances", "cull-distances", "multiview", "draw-index",
	"layer-and-viewport", "early-depth-test", "dual-source-blending", "subgroups", "subgroup-barrier",
	"subgroup-vertex-stage", "atomic-vertex-stage", "ray-query", "ray-hit-vertex-position", "ray-tracing-pipeline", "mesh-shader",
	"texture-binding-array", "storage-texture-binding-array", "uniform-buffer-binding-array",
	"storage-buffer-binding-array", "acceleration-structure-binding-array", "texture-non-uniform",
	"storage-texture-non-uniform", "uniform-buffer-non-uniform", "storage-buffer-non-uniform",
	"acceleration-structure-non-uniform", "memory-coherent", "memory-volatile", "uniform-standard-layout",
	"unbound-resources", "aliased-bindings", "vertex-writable-storage", "stencil-export",
	"physical-memory", "pull-interpolation", "clustered-subgroups", "fragment-interlock", "multisampled-storage", "hardware-built-ins",
	"geometry-shader", "tessellation-shader", "transform-feedback", "compute-derivatives", "float-atomics",
	"cooperative-matrix", "shader-clock", "hit-objects", "ray-motion", "ray-primitives",
}

// enables are the enable-extensions of WGSL (and the wgpu_ ones of wgpu), and the
// capabilities of each.
var enables = []struct {
	name string
	caps []Capability
}{
	{"f16", []Capability{Float16}},
	{"clip_distances", []Capability{ClipDistances}},
	{"dual_source_blending", []Capability{DualSourceBlending}},
	{"subgroups", []Capability{Subgroups}},
	{"primitive_index", []Capability{PrimitiveIndex}},
	{"draw_index", []Capability{DrawIndex}},
	{"wgpu_immediates", []Capability{Immediates}},
	{"wgpu_float64", []Capability{Float64}},
	{"wgpu_int16", []Capability{Int16}},
	{"wgpu_int64", []Capability{Int64}},
	{"wgpu_int64_atomics", []Capability{Int64, Int64AtomicMinMax, Int64AtomicAll}},
	{"wgpu_float_atomics", []Capability{Float32Atomic}},
	{"wgpu_texture_atomics", []Capability{TextureAtomic, TextureInt64Atomic}},
	{"wgpu_16bit_norm", []Capability{Texture16BitNorm}},
	{"wgpu_multiview", []Capability{Multiview}},
	{"wgpu_barycentrics", []Capability{Barycentrics}},
	{"wgpu_per_vertex", []Capability{PerVertex}},
	{"wgpu_mesh_shader", []Capability{MeshShader}},
	{"wgpu_ray_query", []Capability{RayQuery}},
	{"wgpu_ray_query_vertex_return", []Capability{RayQuery, RayHitVertexPosition}},
	{"wgpu_ray_tracing_pipeline", []Capability{RayTracingPipeline}},
	{"wgpu_cooperative_matrix", []Capability{CooperativeMatrix}},
	{"wgpu_binding_array", []Capability{TextureBindingArray, StorageTextureBindingArray, UniformBufferBindingArray,
		StorageBufferBindingArray, AccelerationStructureBindingArray, TextureNonUniform, StorageTextureNonUniform,
		UniformBufferNonUniform, StorageBufferNonUniform, AccelerationStructureNonUniform}},
}

// EnableCapabilities returns the capabilities of a WGSL enable-extension, or the empty set
// for an unknown name.
func EnableCapabilities(extension string) Capabilities {
	for _, e := range enables {
		if e.name == extension {
			return SetOf(e.caps...)
		}
	}
	return Capabilities{}
}

// SetOf returns the set of the given capabilities.
func SetOf(list ...Capability) Capabilities { return Capabilities{}.With(list...) }

// Empty reports whether nothing is in c, not even the mark of None.
func (c Capabilities) Empty() bool { return c.words[0]|c.words[1] == 0 }

// Has reports whether d is in c.
func (c Capabilities) Has(d Capability) bool { return c.words[d>>6]>>(d&63)&1 != 0 }

// HasAny reports whether any of the given capabilities are in c.
func (c Capabilities) HasAny(list ...Capability) bool {
	for _, d := range list {
		if c.Has(d) {
			return true
		}
	}
	return false
}

// HasAll reports whether all of d are in c.
func (c Capabilities) HasAll(d Capabilities) bool { return d.Minus(c).Empty() }

// Overlaps reports whether c and d have a capability in common.
func (c Capabilities) Overlaps(d Capabilities) bool { return c.Minus(d) != c }

// With returns c and the given capabilities.
func (c Capabilities) With(list ...Capability) Capabilities {
	for _, d := range list {
		c.words[d>>6] |= 1 << (d & 63)
	}
	return c
}

// Without returns c without the given capabilities.
func (c Capabilities) Without(list ...Capability) Capabilities { return c.Minus(SetOf(list...)) }

// Union returns the capabilities of c and those of d.
func (c Capabilities) Union(d Capabilities) Capabilities {
	return Capabilities{[2]uint64{c.words[0] | d.words[0], c.words[1] | d.words[1]}}
}

// Minus returns the capabilities of c that are not in d.
func (c Capabilities) Minus(d Capabilities) Capabilities {
	return Capabilities{[2]uint64{c.words[0] &^ d.words[0], c.words[1] &^ d.words[1]}}
}

// String returns the name of a capability, in kebab case.
func (d Capability) String() string { return capabilityNames[d] }

// String lists the names in kebab case, separated by commas: "float16,subgroups".
// The empty set is "none".
func (c Capabilities) String() string {
	var names []string
	for d := noCapabilities + 1; d < numCapabilities; d++ {
		if c.Has(d) {
			names = append(names, capabilityNames[d])
		}
	}
	if len(names) == 0 {
		return "none"
	}
	return strings.Join(names, ",")
}

// ParseCapabilities reads a list of names separated by commas: the names of String, in
// kebab or snake case; WGSL's enable-extensions; and "none", "core", "default" and "all". A
// name after a minus sign is taken away from the names before it.
func ParseCapabilities(list string) (Capabilities, error) {
	var c Capabilities
	for name := range strings.SplitSeq(list, ",") {
		name = strings.TrimSpace(name)
		if name == "" {
			continue
		}
		bare, without := strings.CutPrefix(name, "-")
		one, ok := capabilityByName(bare)
		if !ok {
			return c, fmt.Errorf("unknown capability %q", bare)
		}
		if without {
			c = c.Minus(one)
		} else {
			c = c.Union(one)
		}
	}
	if c.Empty() && strings.Trim(list, ", ") != "" {
		c = None
	}
	return c, nil
}

func capabilityByName(name string) (Capabilities, bool) {
	switch name {
	case "none":
		return Capabilities{}, true
	case "core":
		return Core, true
	case "default":
		return Default, true
	case "all":
		return All, true
	}
	kebab := strings.ReplaceAll(name, "_", "-")
	if i := slices.Index(capabilityNames[:], kebab); i > 0 {
		return SetOf(Capability(i)), true
	}
	c := EnableCapabilities(name)
	return c, !c.Empty()
}

// featureCapabilities is the capabilities that the features of a type require, by bit.
var featureCapabilities = [typing.NumFeatures]Capability{
	Int8, Int16, Int64, Float16, Float64, noCapabilities, Float32Atomic, CubeArrayTextures, MultisampledStorage, TextureExternal, Texture16BitNorm,
	TextureAtomic, TextureInt64Atomic, RayQuery, RayHitVertexPosition, FloatAtomics, CooperativeMatrix,
	HitObjects,
}

// capabilitiesOf is the capabilities that features of types require. For atomics of 64-bit
// integers, the operations decide.
func capabilitiesOf(f typing.Features) Capabilities {
	var c Capabilities
	for ; f != 0; f &= f - 1 {
		c = c.With(featureCapabilities[bits.TrailingZeros32(uint32(f))])
	}
	return c.Minus(None)
}
