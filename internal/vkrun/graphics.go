package vkrun

// This file draws.

import "encoding/binary"

// Format is the pixel format of a render target.
type Format uint32

// The formats that [Device.Draw] renders to, as VkFormat: 4 bytes a pixel, the others 16.
const (
	RGBA8   Format = 37
	RGBA32U Format = 107
	RGBA32I Format = 108
	RGBA32F Format = 109
)

// Size is the format's size in bytes per pixel.
func (f Format) Size() int {
	if f == RGBA8 {
		return 4
	}
	return 16
}

// Draw renders vertices vertices as triangles into a cleared (zero) target of the given
// size and returns its pixels, row by row from the top. There are no vertex buffers. The
// zero Shader as vertex shader is [Fullscreen], drawn with 3 vertices.
func (d *Device) Draw(vertex, fragment Shader, bindings []Binding, push []byte, format Format, width, height, vertices int) (pixels []byte, err error) {
	defer recoverTo(&err)
	r := &resources{d: d}
	defer r.free()

	if vertex.SPIRV == nil {
		vertex, vertices = Fullscreen(), 3
	}
	vs, err := r.stage(vertex, stageVertex)
	if err != nil {
		return nil, err
	}
	fs, err := r.stage(fragment, stageFragment)
	if err != nil {
		return nil, err
	}
	b := r.bind(bindings, descriptorTypes(vertex, fragment), push, stageVertex|stageFragment)
	t := r.target(format, uint32(width), uint32(height))
	pipeline := r.graphicsPipeline([]shaderStageCreateInfo{vs, fs}, b.layout, t)
	pixels = make([]byte, width*height*format.Size())
	readback := r.buffer(len(pixels), usageTransferDst)
	r.commands(func(c object) {
		r.beginTarget(c, t)
		vk.CmdBindPipeline(c, pointGraphics, pipeline)
		r.use(c, b, pointGraphics)
		vk.CmdDraw(c, uint32(vertices), 1, 0, 0)
		r.endTarget(c, t, readback)
	})
	r.mapped(readback, func(p []byte) { copy(pixels, p) })
	r.readBack(b, bindings)
	return pixels, nil
}

// target is the image drawn to.
type target struct {
	format        Format
	width, height uint32
	image, view   handle
}

const (
	aspectColor        = 1
	imageType2D        = 1
	usageTransferSrc   = 0x01
	usageColor         = 0x10
	layoutColor        = 2
	layoutTransferSrc  = 6
	accessColorWrite   = 0x100
	accessTransferRead = 0x800
	stageTop           = 0x1
	stageColorOutput   = 0x400
	stageTransfer      = 0x1000
)

var wholeImage = subresourceRange{aspectColor, 0, 1, 0, 1}

func (r *resources) target(format Format, width, height uint32) target {
	t := target{format: format, width: width, height: height}
	info := imageCreateInfo{
		sType: 14, imageType: imageType2D, format: uint32(format), width: width, height: height, depth: 1,
		mips: 1, layers: 1, samples: 1, usage: usageColor | usageTransferSrc,
	}
	check("vkCreateImage", vk.CreateImage(r.d.device, ref(r, info), nil, pointer(&t.image)))
	r.later(func() { vk.DestroyImage(r.d.device, t.image, nil) })
	var req memoryRequirements
	vk.GetImageMemoryRequirements(r.d.device, t.image, pointer(&req))
	check("vkBindImageMemory", vk.BindImageMemory(r.d.device, t.image, r.memory(req, 0), 0))
	view := imageViewCreateInfo{sType: 15, image: t.image, viewType: imageType2D, format: uint32(format), subresources: wholeImage}
	check("vkCreateImageView", vk.CreateImageView(r.d.device, ref(r, view), nil, pointer(&t.view)))
	r.later(func() { vk.DestroyImageView(r.d.device, t.view, nil) })
	return t
}

func (r *resources) graphicsPipeline(stages []shaderStageCreateInfo, layout handle, t target) handle {
	viewport := [6]float32{0, 0, float32(t.width), float32(t.height), 0, 1}
	scissor := [4]uint32{0, 0, t.width, t.height}
	attachment := blendAttachment{writeMask: 0xf}
	const triangleList = 3
	info := graphicsPipelineCreateInfo{
		sType: 28, stageCount: uint32(len(stages)), stages: refs(r, stages), layout: layout,
		next:          ref(r, pipelineRenderingCreateInfo{sType: 1000044002, count: 1, formats: ref(r, t.format)}),
		vertexInput:   ref(r, vertexInputState{sType: 19}),
		inputAssembly: ref(r, inputAssemblyState{sType: 20, topology: triangleList}),
		viewport:      ref(r, viewportState{sType: 22, viewportCount: 1, viewports: ref(r, viewport), scissorCount: 1, scissors: ref(r, scissor)}),
		rasterization: ref(r, rasterizationState{sType: 23, lineWidth: 1}),
		multisample:   ref(r, multisampleState{sType: 24, samples: 1}),
		colorBlend:    ref(r, colorBlendState{sType: 26, count: 1, attachments: ref(r, attachment)}),
	}
	var pipeline handle
	check("vkCreateGraphicsPipelines", vk.CreateGraphicsPipelines(r.d.device, 0, 1, ref(r, info), nil, pointer(&pipeline)))
	r.later(func() { vk.DestroyPipeline(r.d.device, pipeline, nil) })
	return pipeline
}

func (r *resources) beginTarget(c object, t target) {
	r.transition(c, t, imageMemoryBarrier{dstAccess: accessColorWrite, newLayout: layoutColor}, stageTop, stageColorOutput)
	const loadClear = 1
	color := renderingAttachmentInfo{sType: 1000044001, view: t.view, layout: layoutColor, load: loadClear}
	vk.CmdBeginRendering(c, ref(r, renderingInfo{
		sType: 1000044000, area: [4]uint32{0, 0, t.width, t.height}, layers: 1, count: 1, colors: ref(r, color),
	}))
}

func (r *resources) endTarget(c object, t target, readback hostBuffer) {
	vk.CmdEndRendering(c)
	r.transition(c, t, imageMemoryBarrier{
		srcAccess: accessColorWrite, dstAccess: accessTransferRead, oldLayout: layoutColor, newLayout: layoutTransferSrc,
	}, stageColorOutput, stageTransfer)
	region := bufferImageCopy{aspect: aspectColor, count: 1, extent: [3]uint32{t.width, t.height, 1}}
	vk.CmdCopyImageToBuffer(c, t.image, layoutTransferSrc, readback.buffer, 1, ref(r, region))
}

func (r *resources) transition(c object, t target, b imageMemoryBarrier, from, to uint32) {
	b.sType, b.image, b.subresources = 45, t.image, wholeImage
	b.srcFamily, b.dstFamily = ^uint32(0), ^uint32(0)
	vk.CmdPipelineBarrier(c, from, to, 0, 0, nil, 0, nil, 1, ref(r, b))
}

// Fullscreen returns a vertex shader that covers the target with one triangle. Its output
// at location 0 is a vec2 that runs from (0, 0) at the top left to (1, 1).
func Fullscreen() Shader {
	spirv := make([]byte, 0, 4*len(fullscreen))
	for _, w := range fullscreen {
		spirv = binary.LittleEndian.AppendUint32(spirv, w)
	}
	return Shader{SPIRV: spirv}
}
