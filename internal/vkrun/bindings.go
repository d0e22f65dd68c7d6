package vkrun

// This file binds buffers, textures and samplers to shaders.

import "slices"

// Binding is a resource bound to a shader: a buffer, a texture, a sampler, a texture combined
// with a sampler, or an acceleration structure. A run replaces the contents of Data, and of a Texture that is a
// storage image of one sample, by the shader's results.
//
// A buffer with an Address is bound to nothing: shaders reach it by its address, which is
// the device's. In the contents of all buffers and of push constants Address and the numbers
// up to its end stand for it.
type Binding struct {
	Address      uint64
	Set, Binding uint32
	Element      uint32 // of an array: a Binding for each
	Data         []byte
	Texture      *Texture
	Sampler      *Sampler
	Structure    *Structure
}

const (
	descriptorSampler       = 0
	descriptorCombined      = 1
	descriptorSampledImage  = 2
	descriptorStorageImage  = 3
	descriptorUniformTexels = 4
	descriptorStorageTexels = 5
	descriptorUniformBuffer = 6
	descriptorStorageBuffer = 7
	descriptorAttachment    = 10
	descriptorAcceleration  = 1000150000
)

// slot is a binding on the device.
type slot struct {
	buffer  hostBuffer
	image   image
	sampler handle

	structure handle
}

// bound is a pipeline layout together with its bound resources.
type bound struct {
	layout handle
	sets   []handle
	slots  []slot
	places places
	push   []byte
	stages uint32
}

// bind makes the resources, descriptor sets and pipeline layout of a run. kind gives each
// binding's descriptor type.
func (r *resources) bind(bindings []Binding, kind func(*Binding) uint32, push []byte, stages uint32) (*bound, error) {
	b := &bound{push: push, stages: stages}
	setCount := uint32(0)
	for i := range bindings {
		s, err := r.slot(&bindings[i])
		if err != nil {
			return nil, err
		}
		b.slots = append(b.slots, s)
		if bindings[i].Address == 0 {
			setCount = max(setCount, bindings[i].Set+1)
		}
	}
	b.places = r.places(bindings, b.slots)
	r.fillBuffers(b, bindings)
	push = slices.Clone(push)
	b.places.toDevice(push)
	b.push = push
	layouts := make([]handle, setCount)
	for set := range layouts {
		layouts[set] = r.setLayout(bindings, kind, uint32(set), stages)
	}
	info := pipelineLayoutCreateInfo{sType: 30, setCount: setCount, sets: refs(r, layouts)}
	if len(push) > 0 {
		info.pushCount, info.pushes = 1, ref(r, pushConstantRange{stages, 0, uint32(len(push))})
	}
	check("vkCreatePipelineLayout", vk.CreatePipelineLayout(r.d.device, ref(r, info), nil, pointer(&b.layout)))
	r.later(func() { vk.DestroyPipelineLayout(r.d.device, b.layout, nil) })
	if setCount > 0 {
		b.sets = r.descriptorSets(layouts, len(bindings))
		for i := range bindings {
			x := &bindings[i]
			if x.Address != 0 {
				continue
			}
			write := writeDescriptorSet{sType: 35, set: b.sets[x.Set], binding: x.Binding, element: x.Element, count: 1, descriptorType: kind(x)}
			switch {
			case x.Structure != nil:
				write.next = ref(r, writeStructure{sType: 1000150007, count: 1, structures: ref(r, b.slots[i].structure)})
			case x.Texture != nil && x.Texture.View == ViewBuffer:
				write.texels = ref(r, b.slots[i].image.view)
			case x.Texture != nil || x.Sampler != nil:
				write.images = ref(r, descriptorImageInfo{b.slots[i].sampler, b.slots[i].image.view, layoutGeneral})
			default:
				write.buffers = ref(r, descriptorBufferInfo{b.slots[i].buffer.buffer, 0, ^uint64(0)})
			}
			vk.UpdateDescriptorSets(r.d.device, 1, ref(r, write), 0, nil)
		}
	}
	return b, nil
}

// slot makes the resource of a binding.
func (r *resources) slot(x *Binding) (s slot, err error) {
	if x.Sampler != nil {
		s.sampler = r.sampler(x.Sampler)
	}
	switch {
	case x.Structure != nil:
		s.structure = r.structure(x.Structure)
	case x.Texture != nil:
		s.image, err = r.texture(x.Texture)
	case x.Sampler == nil:
		usage := uint32(usageStorageBuffer | usageUniformBuffer)
		if x.Address != 0 {
			usage |= usageAddress
		}
		s.buffer = r.buffer(len(x.Data), usage)
	}
	return s, err
}

func (r *resources) setLayout(bindings []Binding, kind func(*Binding) uint32, set, stages uint32) handle {
	var entries []setLayoutBinding
	for i := range bindings {
		x := &bindings[i]
		if x.Set != set || x.Address != 0 {
			continue
		}
		at := slices.IndexFunc(entries, func(e setLayoutBinding) bool { return e.binding == x.Binding })
		if at < 0 {
			at = len(entries)
			entries = append(entries, setLayoutBinding{binding: x.Binding, descriptorType: kind(x), stages: stages})
		}
		entries[at].count = max(entries[at].count, x.Element+1)
	}
	var layout handle
	info := setLayoutCreateInfo{sType: 32, bindingCount: uint32(len(entries)), bindings: refs(r, entries)}
	check("vkCreateDescriptorSetLayout", vk.CreateDescriptorSetLayout(r.d.device, ref(r, info), nil, pointer(&layout)))
	r.later(func() { vk.DestroyDescriptorSetLayout(r.d.device, layout, nil) })
	return layout
}

func (r *resources) descriptorSets(layouts []handle, bindings int) []handle {
	n := uint32(len(layouts))
	var sizes []poolSize
	for _, kind := range []uint32{descriptorSampler, descriptorCombined, descriptorSampledImage, descriptorStorageImage,
		descriptorUniformTexels, descriptorStorageTexels, descriptorUniformBuffer, descriptorStorageBuffer, descriptorAttachment, descriptorAcceleration} {
		if kind == descriptorAcceleration && !r.d.rays {
			continue
		}
		sizes = append(sizes, poolSize{kind, uint32(bindings)})
	}
	var pool handle
	info := descriptorPoolCreateInfo{sType: 33, maxSets: n, sizeCount: uint32(len(sizes)), sizes: refs(r, sizes)}
	check("vkCreateDescriptorPool", vk.CreateDescriptorPool(r.d.device, ref(r, info), nil, pointer(&pool)))
	r.later(func() { vk.DestroyDescriptorPool(r.d.device, pool, nil) })
	sets := make([]handle, n)
	alloc := descriptorSetAllocateInfo{sType: 34, pool: pool, setCount: n, layouts: refs(r, layouts)}
	check("vkAllocateDescriptorSets", vk.AllocateDescriptorSets(r.d.device, ref(r, alloc), pointer(&sets[0])))
	return sets
}

// use records the binding of b for the pipelines of a bind point.
func (r *resources) use(c object, b *bound, point uint32) {
	if len(b.sets) > 0 {
		vk.CmdBindDescriptorSets(c, point, b.layout, 0, uint32(len(b.sets)), refs(r, b.sets), 0, nil)
	}
	if len(b.push) > 0 {
		vk.CmdPushConstants(c, b.layout, b.stages, 0, uint32(len(b.push)), refs(r, b.push))
	}
}

// readBack copies the device's contents of the buffers and storage images into the
// bindings.
func (r *resources) readBack(b *bound, bindings []Binding) {
	for i := range bindings {
		switch x, s := &bindings[i], &b.slots[i]; {
		case x.Texture != nil && x.Texture.Storage && x.Texture.Samples <= 1: // of several nothing can be copied
			r.download(x.Texture, s.image)
		case x.Texture == nil && x.Sampler == nil && x.Structure == nil:
			r.mapped(s.buffer, func(p []byte) { copy(x.Data, p) })
			b.places.toHost(x.Data)
		}
	}
}
