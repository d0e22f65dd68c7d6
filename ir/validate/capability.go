package validate

// This file names the capabilities: features of a module that not every target has. Options
// allow a set of them; Info has the ones that a module requires.

import (
	"fmt"
	"math/bits"
	"strings"

	"refract/internal/ir/typing"
)

// Capabilities is a set of optional features.
type Capabilities uint64

const (
	Immediates                        Capabilities = 1 << iota // variables in the immediate space ("push constants")
	Float16                                                    // f16 values
	Float16InFloat32                                           // packing of f16 values held in f32
	Float64                                                    // f64 values
	Int8                                                       // i8 and u8 values
	Int16                                                      // i16 and u16 values
	Int64                                                      // i64 and u64 values
	Int64AtomicMinMax                                          // atomic min and max of 64-bit integers whose result isn't used
	Int64AtomicAll                                             // all atomic operations on 64-bit integers
	Float32Atomic                                              // atomic operations on f32
	TextureAtomic                                              // atomic operations on texels
	TextureInt64Atomic                                         // likewise on 64-bit texels
	TextureExternal                                            // external textures (video frames)
	Texture16BitNorm                                           // storage formats of 16-bit normalized channels
	CubeArrayTextures                                          // arrayed cube images
	MultisampledShading                                        // sample_index, and varyings sampled per sample
	LinearInterpolation                                        // varyings interpolated without perspective
	PrimitiveIndex                                             // primitive_index in the fragment stage
	Barycentrics                                               // barycentric coordinates
	PerVertex                                                  // varyings read per vertex
	ClipDistances                                              // clip_distances
	CullDistances                                              // cull_distances
	Multiview                                                  // view_index
	DrawIndex                                                  // draw_index
	LayerAndViewport                                           // layer and viewport_index
	EarlyDepthTest                                             // entry points that set when the depth test runs
	DualSourceBlending                                         // blend_src
	Subgroups                                                  // subgroup and quad operations in compute and fragment stages
	SubgroupBarrier                                            // barriers of subgroups
	SubgroupVertexStage                                        // subgroup operations in the vertex stage
	AtomicVertexStage                                          // atomic operations in the vertex stage
	RayQuery                                                   // ray queries and acceleration structures
	RayHitVertexPosition                                       // ray queries that return vertex positions
	RayTracingPipeline                                         // ray tracing stages
	MeshShader                                                 // task and mesh stages
	TextureBindingArray                                        // binding arrays of sampled images and samplers
	StorageTextureBindingArray                                 // binding arrays of storage images
	UniformBufferBindingArray                                  // binding arrays of uniform buffers
	StorageBufferBindingArray                                  // binding arrays of storage buffers
	AccelerationStructureBindingArray                          // binding arrays of acceleration structures
	TextureNonUniform                                          // access to those with an index that differs among invocations
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
	numCapabilities       = iota

	// None is nothing optional. It is a bit of its own, since the zero value of options
	// stands for Default.
	None Capabilities = 1 << 63

	// All is every capability.
	All Capabilities = 1<<numCapabilities - 1

	// Core is the capabilities of every WebGPU implementation.
	Core = Float16InFloat32 | TextureExternal | CubeArrayTextures | MultisampledShading | LinearInterpolation | UniformStandardLayout

	// Default is Core and the optional features of the WebGPU and WGSL
	// specifications, which nearly every device has.
	Default = Core | Immediates | Float16 | PrimitiveIndex | ClipDistances | DualSourceBlending | Subgroups |
		SubgroupBarrier | Texture16BitNorm
)

var capabilityNames = [numCapabilities]string{
	"immediates", "float16", "float16-in-float32", "float64", "int8", "int16", "int64",
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
}

// enables are the enable-extensions of WGSL (and the wgpu_ ones of wgpu), and the
// capabilities of each.
var enables = []struct {
	name string
	caps Capabilities
}{
	{"f16", Float16},
	{"clip_distances", ClipDistances},
	{"dual_source_blending", DualSourceBlending},
	{"subgroups", Subgroups},
	{"primitive_index", PrimitiveIndex},
	{"draw_index", DrawIndex},
	{"wgpu_immediates", Immediates},
	{"wgpu_float64", Float64},
	{"wgpu_int16", Int16},
	{"wgpu_int64", Int64},
	{"wgpu_int64_atomics", Int64 | Int64AtomicMinMax | Int64AtomicAll},
	{"wgpu_float_atomics", Float32Atomic},
	{"wgpu_texture_atomics", TextureAtomic | TextureInt64Atomic},
	{"wgpu_16bit_norm", Texture16BitNorm},
	{"wgpu_multiview", Multiview},
	{"wgpu_barycentrics", Barycentrics},
	{"wgpu_per_vertex", PerVertex},
	{"wgpu_mesh_shader", MeshShader},
	{"wgpu_ray_query", RayQuery},
	{"wgpu_ray_query_vertex_return", RayQuery | RayHitVertexPosition},
	{"wgpu_ray_tracing_pipeline", RayTracingPipeline},
	{"wgpu_binding_array", TextureBindingArray | StorageTextureBindingArray | UniformBufferBindingArray |
		StorageBufferBindingArray | AccelerationStructureBindingArray | TextureNonUniform | StorageTextureNonUniform |
		UniformBufferNonUniform | StorageBufferNonUniform | AccelerationStructureNonUniform},
}

// EnableCapabilities returns the capabilities of a WGSL enable-extension, or zero for an
// unknown name.
func EnableCapabilities(extension string) Capabilities {
	for _, e := range enables {
		if e.name == extension {
			return e.caps
		}
	}
	return 0
}

// Has reports whether all of d are in c.
func (c Capabilities) Has(d Capabilities) bool { return c&d == d }

// String lists the names in kebab case, separated by commas: "float16,subgroups".
// The empty set is "none".
func (c Capabilities) String() string {
	c &^= None
	if c == 0 {
		return "none"
	}
	var names []string
	for rest := c & All; rest != 0; rest &= rest - 1 {
		names = append(names, capabilityNames[bits.TrailingZeros64(uint64(rest))])
	}
	if unknown := c &^ All; unknown != 0 {
		names = append(names, fmt.Sprintf("%#x", uint64(unknown)))
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
			return 0, fmt.Errorf("unknown capability %q", bare)
		}
		if without {
			c &^= one
		} else {
			c |= one
		}
	}
	if c == 0 && strings.Trim(list, ", ") != "" {
		c = None
	}
	return c, nil
}

func capabilityByName(name string) (Capabilities, bool) {
	switch name {
	case "none":
		return 0, true
	case "core":
		return Core, true
	case "default":
		return Default, true
	case "all":
		return All, true
	}
	kebab := strings.ReplaceAll(name, "_", "-")
	for i, n := range capabilityNames {
		if n == kebab {
			return 1 << i, true
		}
	}
	c := EnableCapabilities(name)
	return c, c != 0
}

// featureCapabilities is the capabilities that the features of a type require, by bit.
var featureCapabilities = [typing.NumFeatures]Capabilities{
	Int8, Int16, Int64, Float16, Float64, 0, Float32Atomic, CubeArrayTextures, MultisampledStorage, TextureExternal, Texture16BitNorm,
	TextureAtomic, TextureInt64Atomic, RayQuery, RayHitVertexPosition, FloatAtomics,
}

// capabilitiesOf is the capabilities that features of types require. For atomics of 64-bit
// integers, the operations decide.
func capabilitiesOf(f typing.Features) Capabilities {
	var c Capabilities
	for ; f != 0; f &= f - 1 {
		c |= featureCapabilities[bits.TrailingZeros16(uint16(f))]
	}
	return c
}
