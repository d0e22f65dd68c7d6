package vkrun

// This file holds the Vulkan functions in use.

import (
	"errors"
	"unsafe"
)

// ErrNoVulkan is wrapped by the error of [Open] if there is no Vulkan loader or driver.
var ErrNoVulkan = errors.New("no Vulkan")

type (
	handle  = uint64         // a non-dispatchable handle
	object  = uintptr        // a dispatchable handle
	pointer = unsafe.Pointer // to a Vulkan structure
)

// vk holds the functions; the Vulkan loader exports each as "vk" and the field's name.
var vk struct {
	CreateInstance                         func(info, alloc, out pointer) int32
	DestroyInstance                        func(i object, alloc pointer)
	EnumeratePhysicalDevices               func(i object, n, out pointer) int32
	GetPhysicalDeviceProperties            func(d object, out pointer)
	GetPhysicalDeviceFeatures2             func(d object, out pointer)
	GetPhysicalDeviceFormatProperties      func(d object, format uint32, out pointer)
	GetPhysicalDeviceQueueFamilyProperties func(d object, n, out pointer)
	GetPhysicalDeviceMemoryProperties      func(d object, out pointer)
	EnumerateDeviceExtensionProperties     func(d object, layer, n, out pointer) int32
	GetDeviceProcAddr                      func(d object, name pointer) uintptr
	CreateDevice                           func(d object, info, alloc, out pointer) int32
	DestroyDevice                          func(d object, alloc pointer)
	GetDeviceQueue                         func(d object, family, index uint32, out pointer)
	QueueSubmit                            func(q object, n uint32, info pointer, fence handle) int32
	QueueWaitIdle                          func(q object) int32

	AllocateMemory                   func(d object, info, alloc, out pointer) int32
	FreeMemory                       func(d object, m handle, alloc pointer)
	MapMemory                        func(d object, m handle, offset, size uint64, flags uint32, out pointer) int32
	UnmapMemory                      func(d object, m handle)
	CreateBuffer                     func(d object, info, alloc, out pointer) int32
	DestroyBuffer                    func(d object, b handle, alloc pointer)
	GetBufferMemoryRequirements      func(d object, b handle, out pointer)
	BindBufferMemory                 func(d object, b, m handle, offset uint64) int32
	GetBufferDeviceAddress           func(d object, info pointer) uint64
	CreateBufferView                 func(d object, info, alloc, out pointer) int32
	DestroyBufferView                func(d object, v handle, alloc pointer)
	CreateImage                      func(d object, info, alloc, out pointer) int32
	DestroyImage                     func(d object, i handle, alloc pointer)
	GetImageMemoryRequirements       func(d object, i handle, out pointer)
	BindImageMemory                  func(d object, i, m handle, offset uint64) int32
	GetImageSparseMemoryRequirements func(d object, i handle, n, out pointer)
	QueueBindSparse                  func(q object, n uint32, info pointer, fence handle) int32
	CreateImageView                  func(d object, info, alloc, out pointer) int32
	DestroyImageView                 func(d object, v handle, alloc pointer)
	CreateSampler                    func(d object, info, alloc, out pointer) int32
	DestroySampler                   func(d object, s handle, alloc pointer)

	CreateShaderModule         func(d object, info, alloc, out pointer) int32
	DestroyShaderModule        func(d object, m handle, alloc pointer)
	CreateDescriptorSetLayout  func(d object, info, alloc, out pointer) int32
	DestroyDescriptorSetLayout func(d object, l handle, alloc pointer)
	CreatePipelineLayout       func(d object, info, alloc, out pointer) int32
	DestroyPipelineLayout      func(d object, l handle, alloc pointer)
	CreateComputePipelines     func(d object, cache handle, n uint32, info, alloc, out pointer) int32
	CreateGraphicsPipelines    func(d object, cache handle, n uint32, info, alloc, out pointer) int32
	DestroyPipeline            func(d object, p handle, alloc pointer)
	CreateDescriptorPool       func(d object, info, alloc, out pointer) int32
	DestroyDescriptorPool      func(d object, p handle, alloc pointer)
	AllocateDescriptorSets     func(d object, info, out pointer) int32
	UpdateDescriptorSets       func(d object, n uint32, writes pointer, nc uint32, copies pointer)

	CreateCommandPool      func(d object, info, alloc, out pointer) int32
	DestroyCommandPool     func(d object, p handle, alloc pointer)
	AllocateCommandBuffers func(d object, info, out pointer) int32
	FreeCommandBuffers     func(d object, pool handle, n uint32, buffers pointer)
	BeginCommandBuffer     func(c object, info pointer) int32
	EndCommandBuffer       func(c object) int32
	CmdBindPipeline        func(c object, point uint32, p handle)
	CmdBindDescriptorSets  func(c object, point uint32, layout handle, first, n uint32, sets pointer, nd uint32, offsets pointer)
	CmdPushConstants       func(c object, layout handle, stages, offset, size uint32, data pointer)
	CmdDispatch            func(c object, x, y, z uint32)
	CmdBeginRendering      func(c object, info pointer)
	CmdEndRendering        func(c object)
	CmdDraw                func(c object, vertices, instances, firstVertex, firstInstance uint32)
	CmdDrawIndexed         func(c object, indices, instances, first uint32, baseVertex int32, firstInstance uint32)
	CmdBindVertexBuffers   func(c object, first, n uint32, buffers, offsets pointer)
	CmdBindIndexBuffer     func(c object, buffer handle, offset uint64, indexType uint32)
	CmdPipelineBarrier     func(c object, src, dst, dependency, nm uint32, m pointer, nb uint32, b pointer, ni uint32, i pointer)
	CmdCopyBufferToImage   func(c object, buffer, image handle, layout, n uint32, regions pointer)
	CmdCopyImageToBuffer   func(c object, image handle, layout uint32, buffer handle, n uint32, regions pointer)
}
