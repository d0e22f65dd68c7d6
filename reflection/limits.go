package reflection

// This file computes the limits and features of WebGPU that a device needs (WebGPU,
// sections "Limits" and "Feature Index"). Limits on formats of attachments and on
// dispatches depend on more than the shader, and aren't here.

import (
	"slices"
	"strings"

	"refract/ir"
	"refract/ir/validate"
)

// The limits, in the order of the specification.
const (
	maxBindGroups                     = "maxBindGroups"
	maxBindingsPerBindGroup           = "maxBindingsPerBindGroup"
	maxSampledTexturesPerShaderStage  = "maxSampledTexturesPerShaderStage"
	maxSamplersPerShaderStage         = "maxSamplersPerShaderStage"
	maxStorageBuffersPerShaderStage   = "maxStorageBuffersPerShaderStage"
	maxStorageTexturesPerShaderStage  = "maxStorageTexturesPerShaderStage"
	maxUniformBuffersPerShaderStage   = "maxUniformBuffersPerShaderStage"
	maxUniformBufferBindingSize       = "maxUniformBufferBindingSize"
	maxStorageBufferBindingSize       = "maxStorageBufferBindingSize"
	maxVertexAttributes               = "maxVertexAttributes"
	maxInterStageShaderVariables      = "maxInterStageShaderVariables"
	maxColorAttachments               = "maxColorAttachments"
	maxComputeWorkgroupStorageSize    = "maxComputeWorkgroupStorageSize"
	maxComputeInvocationsPerWorkgroup = "maxComputeInvocationsPerWorkgroup"
	maxComputeWorkgroupSizeX          = "maxComputeWorkgroupSizeX"
	maxComputeWorkgroupSizeY          = "maxComputeWorkgroupSizeY"
	maxComputeWorkgroupSizeZ          = "maxComputeWorkgroupSizeZ"
	maxImmediateSize                  = "maxImmediateSize"
)

var limitOrder = []string{maxBindGroups, maxBindingsPerBindGroup, maxSampledTexturesPerShaderStage, maxSamplersPerShaderStage,
	maxStorageBuffersPerShaderStage, maxStorageTexturesPerShaderStage, maxUniformBuffersPerShaderStage, maxUniformBufferBindingSize,
	maxStorageBufferBindingSize, maxVertexAttributes, maxInterStageShaderVariables, maxColorAttachments,
	maxComputeWorkgroupStorageSize, maxComputeInvocationsPerWorkgroup, maxComputeWorkgroupSizeX, maxComputeWorkgroupSizeY,
	maxComputeWorkgroupSizeZ, maxImmediateSize}

// needs are values of limits by name; zero needs nothing.
type needs map[string]uint64

func (n needs) add(name string, count uint64)     { n[name] += count }
func (n needs) atLeast(name string, value uint64) { n[name] = max(n[name], value) }

func (n needs) list() []Limit {
	out := []Limit{}
	for _, name := range limitOrder {
		if n[name] > 0 {
			out = append(out, Limit{name, n[name]})
		}
	}
	return out
}

// limits are the limits of one entry point.
func (r *reflector) limits(e *ir.EntryPoint, info *validate.EntryPointInfo, d *EntryPoint) []Limit {
	n := needs{}
	for _, u := range info.Globals {
		r.resourceLimits(n, &r.m.Globals[u.Global])
	}
	for _, v := range d.VertexInputs {
		n.atLeast(maxVertexAttributes, uint64(v.Location.Value())+1)
	}
	switch e.Stage {
	case ir.StageVertex:
		// Each of the built-ins is an attribute too.
		count := uint64(len(d.VertexInputs))
		for _, v := range d.Inputs {
			if v.BuiltIn == "vertex_index" || v.BuiltIn == "instance_index" {
				count++
			}
		}
		n.atLeast(maxVertexAttributes, count)
		interStage(n, d.Outputs)
	case ir.StageFragment:
		interStage(n, d.Inputs)
		for _, v := range d.Outputs {
			if v.Location.Is() {
				n.atLeast(maxColorAttachments, uint64(v.Location.Value())+1)
			}
		}
	}
	if w := d.Workgroup; w != nil && e.Stage == ir.StageCompute {
		if w.Size != nil {
			n[maxComputeInvocationsPerWorkgroup] = uint64(w.Size[0]) * uint64(w.Size[1]) * uint64(w.Size[2])
			n[maxComputeWorkgroupSizeX], n[maxComputeWorkgroupSizeY], n[maxComputeWorkgroupSizeZ] =
				uint64(w.Size[0]), uint64(w.Size[1]), uint64(w.Size[2])
		}
		if w.Memory != nil {
			n[maxComputeWorkgroupStorageSize] = *w.Memory
		}
	}
	return n.list()
}

// interStage counts the values between stages (WebGPU, "validating inter-stage
// interfaces").
func interStage(n needs, list []Varying) {
	count, locations, extra, clip := uint64(0), uint64(0), uint64(0), uint64(0)
	for _, v := range list {
		switch {
		case v.Location.Is():
			count++
			locations = max(locations, uint64(v.Location.Value())+1)
		case v.BuiltIn == "clip_distances":
			clip = 1 // eight distances at most, four for each variable
			if rest, ok := strings.CutPrefix(v.Type, "array<f32, "); ok && rest[0] > '4' {
				clip = 2
			}
		case v.BuiltIn == "front_facing" || v.BuiltIn == "sample_index" || v.BuiltIn == "sample_mask" || v.BuiltIn == "primitive_index":
			extra = 1
		}
	}
	n.atLeast(maxInterStageShaderVariables, max(count+extra, locations)+clip)
}

// resourceLimits counts a resource of an entry point.
func (r *reflector) resourceLimits(n needs, g *ir.Global) {
	if g.HasBinding {
		n.atLeast(maxBindGroups, uint64(g.Binding.Group)+1)
		n.atLeast(maxBindingsPerBindGroup, uint64(g.Binding.Binding)+1)
	}
	id, count := g.Type, uint64(1)
	if t := r.m.Types.At(id); t.Kind == ir.TypeBindingArray {
		if length, _ := r.length(t); length > 0 {
			count = uint64(length)
		}
		id = t.Base
	}
	switch g.Space {
	case ir.SpaceUniform, ir.SpaceStorage:
		size, _ := r.footprint(id, g.Layout)
		if g.Space == ir.SpaceUniform {
			n.add(maxUniformBuffersPerShaderStage, count)
			n.atLeast(maxUniformBufferBindingSize, size)
		} else {
			n.add(maxStorageBuffersPerShaderStage, count)
			n.atLeast(maxStorageBufferBindingSize, size)
		}
	case ir.SpaceImmediate:
		size, _ := r.footprint(id, g.Layout)
		n.atLeast(maxImmediateSize, size)
	case ir.SpaceHandle:
		switch t := r.m.Types.At(id); {
		case t.Kind == ir.TypeSampler:
			n.add(maxSamplersPerShaderStage, count)
		case t.Kind == ir.TypeSampledImage:
			n.add(maxSamplersPerShaderStage, count)
			n.add(maxSampledTexturesPerShaderStage, count)
		case t.Kind == ir.TypeImage && t.Class == ir.ImageStorage:
			n.add(maxStorageTexturesPerShaderStage, count)
		case t.Kind == ir.TypeImage && t.Class == ir.ImageExternal:
			n.add(maxSampledTexturesPerShaderStage, 4*count)
			n.add(maxSamplersPerShaderStage, count)
			n.add(maxUniformBuffersPerShaderStage, count)
		case t.Kind == ir.TypeImage:
			n.add(maxSampledTexturesPerShaderStage, count)
		}
	}
}

// merged is the largest value of each limit.
func merged(entries []EntryPoint) []Limit {
	n := needs{}
	for i := range entries {
		for _, l := range entries[i].Limits {
			n.atLeast(l.Name, l.Value)
		}
	}
	return n.list()
}

var featureNames = []struct {
	needs []validate.Capability // any of them
	name  string
}{
	{[]validate.Capability{validate.Float16}, "shader-f16"},
	{[]validate.Capability{validate.ClipDistances}, "clip-distances"},
	{[]validate.Capability{validate.DualSourceBlending}, "dual-source-blending"},
	{[]validate.Capability{validate.Subgroups, validate.SubgroupBarrier}, "subgroups"},
	{[]validate.Capability{validate.PrimitiveIndex}, "primitive-index"},
	{[]validate.Capability{validate.Texture16BitNorm}, "texture-formats-tier1"},
}

// coreStorage are the formats that every device stores to, and tier2 the ones that it reads
// and writes with texture-formats-tier2 (WebGPU, "Texture Format Capabilities");
// "r32float", "r32uint" and "r32sint" need nothing.
var (
	coreStorage = []string{"rgba8unorm", "rgba8snorm", "rgba8uint", "rgba8sint", "rgba16uint", "rgba16sint", "rgba16float",
		"rg32uint", "rg32sint", "rg32float", "rgba32uint", "rgba32sint", "rgba32float", "r32uint", "r32sint", "r32float"}
	readWriteCore = []string{"r32uint", "r32sint", "r32float"}
)

// features are the features that a device needs.
func features(c validate.Capabilities, bindings []Binding) []string {
	names := []string{}
	for _, f := range featureNames {
		if c.HasAny(f.needs...) {
			names = append(names, f.name)
		}
	}
	for i := range bindings {
		switch b := &bindings[i]; {
		case b.Kind != "storage_texture":
		case b.Format == "bgra8unorm":
			names = append(names, "bgra8unorm-storage")
		default:
			if !slices.Contains(coreStorage, b.Format) {
				names = append(names, "texture-formats-tier1")
			}
			if b.Access == "read_write" && !slices.Contains(readWriteCore, b.Format) {
				names = append(names, "texture-formats-tier2")
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}
