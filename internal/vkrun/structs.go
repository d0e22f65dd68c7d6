package vkrun

// This file holds Vulkan's structures, with its field order and Go's field names. The number after each
// sType is the value of that structure's VkStructureType.

type applicationInfo struct { // 0
	sType                     uint32
	next, name                pointer
	version                   uint32
	engine                    pointer
	engineVersion, apiVersion uint32
}

type instanceCreateInfo struct { // 1
	sType      uint32
	next       pointer
	flags      uint32
	app        pointer
	layerCount uint32
	layers     pointer
	extCount   uint32
	extensions pointer
}

type deviceQueueCreateInfo struct { // 2
	sType                uint32
	next                 pointer
	flags, family, count uint32
	priorities           pointer
}

type deviceCreateInfo struct { // 3
	sType      uint32
	next       pointer
	flags      uint32
	queueCount uint32
	queues     pointer
	layerCount uint32
	layers     pointer
	extCount   uint32
	extensions pointer
	features   pointer
}

type submitInfo struct { // 4
	sType        uint32
	next         pointer
	waitCount    uint32
	waits        pointer
	waitStages   pointer
	commandCount uint32
	commands     pointer
	signalCount  uint32
	signals      pointer
}

type memoryAllocateInfo struct { // 5
	sType     uint32
	next      pointer
	size      uint64
	typeIndex uint32
}

type memoryAllocateFlagsInfo struct { // 1000060000
	sType   uint32
	next    pointer
	flags   uint32
	devices uint32
}

type bufferDeviceAddressInfo struct { // 1000244001
	sType  uint32
	next   pointer
	buffer handle
}

type memoryRequirements struct {
	size, alignment uint64
	typeBits        uint32
}

type bufferCreateInfo struct { // 12
	sType       uint32
	next        pointer
	flags       uint32
	size        uint64
	usage       uint32
	sharing     uint32
	familyCount uint32
	families    pointer
}

type imageCreateInfo struct { // 14
	sType                    uint32
	next                     pointer
	flags, imageType, format uint32
	width, height, depth     uint32
	mips, layers, samples    uint32
	tiling, usage, sharing   uint32
	familyCount              uint32
	families                 pointer
	layout                   uint32
}

type subresourceRange struct{ aspect, mip, mips, layer, layers uint32 }

type bufferViewCreateInfo struct { // 13
	sType  uint32
	next   pointer
	flags  uint32
	buffer handle
	format uint32
	offset uint64
	size   uint64
}

type imageViewCreateInfo struct { // 15
	sType            uint32
	next             pointer
	flags            uint32
	image            handle
	viewType, format uint32
	components       [4]uint32
	subresources     subresourceRange
}

type shaderModuleCreateInfo struct { // 16
	sType uint32
	next  pointer
	flags uint32
	size  uint64
	code  pointer
}

type specializationMapEntry struct {
	id, offset uint32
	size       uint64
}

type specializationInfo struct {
	count   uint32
	entries pointer
	size    uint64
	data    pointer
}

type shaderStageCreateInfo struct { // 18
	sType          uint32
	next           pointer
	flags, stage   uint32
	module         handle
	name           pointer
	specialization pointer
}

type vertexInputState struct { // 19
	sType          uint32
	next           pointer
	flags          uint32
	bindingCount   uint32
	bindings       pointer
	attributeCount uint32
	attributes     pointer
}

type inputAssemblyState struct { // 20
	sType                    uint32
	next                     pointer
	flags, topology, restart uint32
}

type tessellationState struct { // 21
	sType         uint32
	next          pointer
	flags, points uint32
}

type viewportState struct { // 22
	sType         uint32
	next          pointer
	flags         uint32
	viewportCount uint32
	viewports     pointer
	scissorCount  uint32
	scissors      pointer
}

type rasterizationState struct { // 23
	sType                              uint32
	next                               pointer
	flags, depthClamp, discard         uint32
	polygonMode, cullMode, frontFace   uint32
	depthBias                          uint32
	biasConstant, biasClamp, biasSlope float32
	lineWidth                          float32
}

type multisampleState struct { // 24
	sType                   uint32
	next                    pointer
	flags, samples, shading uint32
	minShading              float32
	mask                    pointer
	toCoverage, toOne       uint32
}

type depthStencilState struct { // 25
	sType                uint32
	next                 pointer
	flags, test, write   uint32
	compare              uint32
	boundsTest, stencils uint32
	front, back          [7]uint32
	least, most          float32
}

type blendAttachment struct {
	enable                      uint32
	srcColor, dstColor, opColor uint32
	srcAlpha, dstAlpha, opAlpha uint32
	writeMask                   uint32
}

type colorBlendState struct { // 26
	sType            uint32
	next             pointer
	flags, logic, op uint32
	count            uint32
	attachments      pointer
	constants        [4]float32
}

type graphicsPipelineCreateInfo struct { // 28
	sType                                            uint32
	next                                             pointer
	flags, stageCount                                uint32
	stages, vertexInput, inputAssembly, tessellation pointer
	viewport, rasterization, multisample             pointer
	depthStencil, colorBlend, dynamic                pointer
	layout, renderPass                               handle
	subpass                                          uint32
	base                                             handle
	baseIndex                                        int32
}

type computePipelineCreateInfo struct { // 29
	sType        uint32
	next         pointer
	flags        uint32
	stage        shaderStageCreateInfo
	layout, base handle
	baseIndex    int32
}

type pushConstantRange struct{ stages, offset, size uint32 }

type pipelineLayoutCreateInfo struct { // 30
	sType     uint32
	next      pointer
	flags     uint32
	setCount  uint32
	sets      pointer
	pushCount uint32
	pushes    pointer
}

type samplerCreateInfo struct { // 31
	sType                          uint32
	next                           pointer
	flags, magnify, minify, mipmap uint32
	address                        [3]uint32
	lodBias                        float32
	anisotropy                     uint32
	mostAnisotropy                 float32
	compare, op                    uint32
	lodMin, lodMax                 float32
	border, unnormalized           uint32
}

type setLayoutBinding struct {
	binding, descriptorType, count, stages uint32
	samplers                               pointer
}

type setLayoutCreateInfo struct { // 32
	sType        uint32
	next         pointer
	flags        uint32
	bindingCount uint32
	bindings     pointer
}

type poolSize struct{ descriptorType, count uint32 }

type descriptorPoolCreateInfo struct { // 33
	sType          uint32
	next           pointer
	flags, maxSets uint32
	sizeCount      uint32
	sizes          pointer
}

type descriptorSetAllocateInfo struct { // 34
	sType    uint32
	next     pointer
	pool     handle
	setCount uint32
	layouts  pointer
}

type descriptorImageInfo struct {
	sampler, view handle
	layout        uint32
}

type descriptorBufferInfo struct {
	buffer       handle
	offset, size uint64
}

type writeDescriptorSet struct { // 35
	sType                                   uint32
	next                                    pointer
	set                                     handle
	binding, element, count, descriptorType uint32
	images, buffers, texels                 pointer
}

type commandPoolCreateInfo struct { // 39
	sType         uint32
	next          pointer
	flags, family uint32
}

type commandBufferAllocateInfo struct { // 40
	sType        uint32
	next         pointer
	pool         handle
	level, count uint32
}

type commandBufferBeginInfo struct { // 42
	sType       uint32
	next        pointer
	flags       uint32
	inheritance pointer
}

type imageMemoryBarrier struct { // 45
	sType                uint32
	next                 pointer
	srcAccess, dstAccess uint32
	oldLayout, newLayout uint32
	srcFamily, dstFamily uint32
	image                handle
	subresources         subresourceRange
}

type bufferImageCopy struct {
	offset                    uint64
	rowLength, rows           uint32
	aspect, mip, layer, count uint32
	origin                    [3]int32
	extent                    [3]uint32
}

type pipelineRenderingCreateInfo struct { // 1000044002
	sType          uint32
	next           pointer
	viewMask       uint32
	count          uint32
	formats        pointer
	depth, stencil uint32
}

type renderingAttachmentInfo struct { // 1000044001
	sType                      uint32
	next                       pointer
	view                       handle
	layout, resolveMode        uint32
	resolveView                handle
	resolveLayout, load, store uint32
	clear                      [4]float32
}

type renderingInfo struct { // 1000044000
	sType                  uint32
	next                   pointer
	flags                  uint32
	area                   [4]uint32
	layers, viewMask       uint32
	count                  uint32
	colors, depth, stencil pointer
}
