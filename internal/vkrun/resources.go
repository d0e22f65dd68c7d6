package vkrun

// This file owns the objects of a run.

import (
	"runtime"
	"unsafe"
)

// resources owns the objects of one run: pinned Go memory and Vulkan objects. free releases
// all of it, the newest first.
type resources struct {
	d     *Device
	pin   runtime.Pinner
	frees []func()
}

func (r *resources) free() {
	for i := len(r.frees) - 1; i >= 0; i-- {
		r.frees[i]()
	}
	r.pin.Unpin()
}

func (r *resources) later(f func()) { r.frees = append(r.frees, f) }

// ref returns a pointer to a copy of v that Vulkan may keep until r is freed.
func ref[T any](r *resources, v T) pointer {
	p := &v
	r.pin.Pin(p)
	return pointer(p)
}

// refs is ref for the elements of s; nil for none.
func refs[T any](r *resources, s []T) pointer {
	if len(s) == 0 {
		return nil
	}
	s = append([]T(nil), s...)
	r.pin.Pin(&s[0])
	return pointer(&s[0])
}

const (
	hostVisibleCoherent = 2 | 4

	usageTransferDst   = 0x02
	usageUniformBuffer = 0x10
	usageStorageBuffer = 0x20
	usageAddress       = 0x20000
)

// memory allocates the requirements from the first memory type with these properties; next
// are structures that extend the request.
func (r *resources) memory(req memoryRequirements, properties uint32, next pointer) handle {
	for i, flags := range r.d.memoryTypes {
		if req.typeBits&(1<<i) == 0 || flags&properties != properties {
			continue
		}
		var m handle
		info := memoryAllocateInfo{sType: 5, next: next, size: req.size, typeIndex: uint32(i)}
		check("vkAllocateMemory", vk.AllocateMemory(r.d.device, ref(r, info), nil, pointer(&m)))
		r.later(func() { vk.FreeMemory(r.d.device, m, nil) })
		return m
	}
	panic(vkError{"no suitable memory type", -1})
}

// hostBuffer is a buffer in memory that the host can map.
type hostBuffer struct {
	buffer, memory handle
	size           uint64
}

func (r *resources) buffer(size int, usage uint32) hostBuffer {
	b := hostBuffer{size: uint64(max(4, (size+3)&^3))}
	info := bufferCreateInfo{sType: 12, size: b.size, usage: usage}
	check("vkCreateBuffer", vk.CreateBuffer(r.d.device, ref(r, info), nil, pointer(&b.buffer)))
	r.later(func() { vk.DestroyBuffer(r.d.device, b.buffer, nil) })
	var req memoryRequirements
	vk.GetBufferMemoryRequirements(r.d.device, b.buffer, pointer(&req))
	var flags pointer
	if usage&usageAddress != 0 {
		const deviceAddress = 2
		flags = ref(r, memoryAllocateFlagsInfo{sType: 1000060000, flags: deviceAddress})
	}
	b.memory = r.memory(req, hostVisibleCoherent, flags)
	check("vkBindBufferMemory", vk.BindBufferMemory(r.d.device, b.buffer, b.memory, 0))
	return b
}

// mapped calls f with the buffer's bytes.
func (r *resources) mapped(b hostBuffer, f func([]byte)) {
	var p pointer
	check("vkMapMemory", vk.MapMemory(r.d.device, b.memory, 0, b.size, 0, pointer(&p)))
	f(unsafe.Slice((*byte)(p), b.size))
	vk.UnmapMemory(r.d.device, b.memory)
}

// stage makes a shader module of s and returns its pipeline stage.
func (r *resources) stage(s Shader, stage uint32) (shaderStageCreateInfo, error) {
	m, err := parseModule(s.SPIRV)
	if err != nil {
		return shaderStageCreateInfo{}, err
	}
	var module handle
	info := shaderModuleCreateInfo{sType: 16, size: uint64(4 * len(m.words)), code: refs(r, m.words)}
	check("vkCreateShaderModule", vk.CreateShaderModule(r.d.device, ref(r, info), nil, pointer(&module)))
	r.later(func() { vk.DestroyShaderModule(r.d.device, module, nil) })

	specialization, err := r.specialization(m, s.Overrides)
	return shaderStageCreateInfo{
		sType: 18, stage: stage, module: module,
		name: refs(r, append([]byte(s.entry()), 0)), specialization: specialization,
	}, err
}

func (r *resources) specialization(m *module, overrides map[uint32]float64) (pointer, error) {
	var entries []specializationMapEntry
	var data []byte
	for id, value := range overrides {
		bytes, err := m.specConstant(id, value)
		if err != nil {
			return nil, err
		}
		entries = append(entries, specializationMapEntry{id, uint32(len(data)), uint64(len(bytes))})
		data = append(data, bytes...)
	}
	if len(entries) == 0 {
		return nil, nil
	}
	return ref(r, specializationInfo{uint32(len(entries)), refs(r, entries), uint64(len(data)), refs(r, data)}), nil
}

// commands records a command buffer with record, runs it and waits.
func (r *resources) commands(record func(c object)) {
	var c object
	info := commandBufferAllocateInfo{sType: 40, pool: r.d.pool, count: 1}
	check("vkAllocateCommandBuffers", vk.AllocateCommandBuffers(r.d.device, ref(r, info), pointer(&c)))
	buffers := ref(r, c)
	r.later(func() { vk.FreeCommandBuffers(r.d.device, r.d.pool, 1, buffers) })
	check("vkBeginCommandBuffer", vk.BeginCommandBuffer(c, ref(r, commandBufferBeginInfo{sType: 42, flags: 1})))
	record(c)
	check("vkEndCommandBuffer", vk.EndCommandBuffer(c))
	check("vkQueueSubmit", vk.QueueSubmit(r.d.queue, 1, ref(r, submitInfo{sType: 4, commandCount: 1, commands: buffers}), 0))
	check("vkQueueWaitIdle", vk.QueueWaitIdle(r.d.queue))
}
