package vkrun

// This file binds buffers to shaders.

// Binding is a buffer bound to a shader. A run replaces the contents of Data by what the
// shader left there.
type Binding struct {
	Set, Binding uint32
	Data         []byte
}

const (
	descriptorUniformBuffer = 6
	descriptorStorageBuffer = 7
)

// bound is a pipeline layout together with what is bound to it.
type bound struct {
	layout  handle
	sets    []handle
	buffers []hostBuffer
	push    []byte
	stages  uint32
}

// bind makes the buffers, descriptor sets and pipeline layout of a run. kind gives each
// binding's descriptor type.
func (r *resources) bind(bindings []Binding, kind func(Binding) uint32, push []byte, stages uint32) *bound {
	b := &bound{push: push, stages: stages}
	setCount := uint32(0)
	for _, x := range bindings {
		setCount = max(setCount, x.Set+1)
		buffer := r.buffer(len(x.Data), usageStorageBuffer|usageUniformBuffer)
		r.mapped(buffer, func(p []byte) { copy(p, x.Data) })
		b.buffers = append(b.buffers, buffer)
	}
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
		for i, x := range bindings {
			buffer := descriptorBufferInfo{b.buffers[i].buffer, 0, ^uint64(0)}
			vk.UpdateDescriptorSets(r.d.device, 1, ref(r, writeDescriptorSet{
				sType: 35, set: b.sets[x.Set], binding: x.Binding, count: 1, descriptorType: kind(x), buffers: ref(r, buffer),
			}), 0, nil)
		}
	}
	return b
}

func (r *resources) setLayout(bindings []Binding, kind func(Binding) uint32, set, stages uint32) handle {
	var entries []setLayoutBinding
	for _, x := range bindings {
		if x.Set == set {
			entries = append(entries, setLayoutBinding{binding: x.Binding, descriptorType: kind(x), count: 1, stages: stages})
		}
	}
	var layout handle
	info := setLayoutCreateInfo{sType: 32, bindingCount: uint32(len(entries)), bindings: refs(r, entries)}
	check("vkCreateDescriptorSetLayout", vk.CreateDescriptorSetLayout(r.d.device, ref(r, info), nil, pointer(&layout)))
	r.later(func() { vk.DestroyDescriptorSetLayout(r.d.device, layout, nil) })
	return layout
}

func (r *resources) descriptorSets(layouts []handle, bindings int) []handle {
	n := uint32(len(layouts))
	sizes := []poolSize{{descriptorUniformBuffer, uint32(bindings)}, {descriptorStorageBuffer, uint32(bindings)}}
	var pool handle
	info := descriptorPoolCreateInfo{sType: 33, maxSets: n, sizeCount: 2, sizes: refs(r, sizes)}
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

// readBack copies the buffers' contents into the bindings.
func (r *resources) readBack(b *bound, bindings []Binding) {
	for i, x := range bindings {
		r.mapped(b.buffers[i], func(p []byte) { copy(x.Data, p) })
	}
}
