package vkrun

// This file draws.

import "encoding/binary"

// Draw renders vertices vertices as triangles into a cleared (zero) target of the given
// size and returns its pixels, row by row from the top. There are no vertex buffers. The
// zero Shader as vertex shader is [Fullscreen], drawn with 3 vertices. Clockwise is the
// front.
func (d *Device) Draw(vertex, fragment Shader, bindings []Binding, push []byte, format Format, width, height, vertices int) (pixels []byte, err error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	defer recoverTo(&err)
	r := &resources{d: d}
	defer r.free()

	if vertex.SPIRV == nil {
		vertex, vertices = Fullscreen(), 3
	}
	t := r.target(format, uint32(width), uint32(height))
	pipeline, b, err := r.drawing(vertex, fragment, bindings, push, t)
	if err != nil {
		return nil, err
	}
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

// drawing makes the objects for drawing to a target.
func (r *resources) drawing(vertex, fragment Shader, bindings []Binding, push []byte, t target) (pipeline handle, b *bound, err error) {
	vs, err := r.stage(vertex, stageVertex)
	if err != nil {
		return 0, nil, err
	}
	fs, err := r.stage(fragment, stageFragment)
	if err != nil {
		return 0, nil, err
	}
	if b, err = r.bind(bindings, descriptorTypes(vertex, fragment), push, stageVertex|stageFragment); err != nil {
		return 0, nil, err
	}
	return r.graphicsPipeline([]shaderStageCreateInfo{vs, fs}, b.layout, t), b, nil
}

// target is the image drawn to, one of depths as the depth buffer.
type target struct {
	format        Format
	width, height uint32
	samples       uint32
	image, view   handle
}

const (
	aspectColor        = 1
	imageType1D        = 0
	imageType2D        = 1
	imageType3D        = 2
	usageTransferSrc   = 0x01
	usageColor         = 0x10
	layoutColor        = 2
	layoutDepth        = 3
	layoutTransferSrc  = 6
	accessColorWrite   = 0x100
	accessTransferRead = 0x800
	stageTop           = 0x1
	stageColorOutput   = 0x400
	stageTransfer      = 0x1000
)

func (t target) whole() subresourceRange { return subresourceRange{t.format.aspect(), 0, 1, 0, 1} }

// layout is the image's while it is drawn to.
func (t target) layout() uint32 {
	if t.format.isDepth() {
		return layoutDepth
	}
	return layoutColor
}

func (r *resources) target(format Format, width, height uint32) target {
	t := target{format: format, width: width, height: height, samples: 1}
	t.image = r.image(imageCreateInfo{
		sType: 14, imageType: imageType2D, format: uint32(format), width: width, height: height, depth: 1,
		mips: 1, layers: 1, samples: 1, usage: usageColor | usageTransferSrc,
	})
	t.view = r.view(t.image, uint32(View2D), format, t.whole())
	return t
}

func (r *resources) graphicsPipeline(stages []shaderStageCreateInfo, layout handle, t target) handle {
	return r.graphicsPipelineOf(stages, layout, t, Triangles, 0, false)
}

// graphicsPipelineOf makes a pipeline of primitives; patch is the vertices of patches.
func (r *resources) graphicsPipelineOf(stages []shaderStageCreateInfo, layout handle, t target, primitive, patch uint32, mesh bool) handle {
	viewport := [6]float32{0, 0, float32(t.width), float32(t.height), 0, 1}
	scissor := [4]uint32{0, 0, t.width, t.height}
	attachment := blendAttachment{writeMask: 0xf}
	blend := colorBlendState{sType: 26, count: 1, attachments: ref(r, attachment)}
	rendering := pipelineRenderingCreateInfo{sType: 1000044002, count: 1, formats: ref(r, t.format)}
	if t.format.isDepth() {
		blend = colorBlendState{sType: 26}
		rendering = pipelineRenderingCreateInfo{sType: 1000044002, depth: uint32(t.format)}
	}
	multisample := multisampleState{sType: 24, samples: t.samples}
	if t.samples > 1 {
		multisample.shading, multisample.minShading = 1, 1
	}
	const always = 7
	info := graphicsPipelineCreateInfo{
		sType: 28, stageCount: uint32(len(stages)), stages: refs(r, stages), layout: layout,
		next:          ref(r, rendering),
		vertexInput:   ref(r, vertexInputState{sType: 19}),
		inputAssembly: ref(r, inputAssemblyState{sType: 20, topology: primitive}),
		viewport:      ref(r, viewportState{sType: 22, viewportCount: 1, viewports: ref(r, viewport), scissorCount: 1, scissors: ref(r, scissor)}),
		rasterization: ref(r, rasterizationState{sType: 23, frontFace: 1, lineWidth: 1}),
		multisample:   ref(r, multisample),
		depthStencil:  ref(r, depthStencilState{sType: 25, test: 1, write: 1, compare: always}),
		colorBlend:    ref(r, blend),
	}
	if mesh {
		info.vertexInput, info.inputAssembly = nil, nil
	}
	if patch != 0 {
		info.tessellation = ref(r, tessellationState{sType: 21, points: patch})
	}
	var pipeline handle
	check("vkCreateGraphicsPipelines", vk.CreateGraphicsPipelines(r.d.device, 0, 1, ref(r, info), nil, pointer(&pipeline)))
	r.later(func() { vk.DestroyPipeline(r.d.device, pipeline, nil) })
	return pipeline
}

func (r *resources) beginTarget(c object, t target) {
	r.barrier(c, t.image, t.whole(), imageMemoryBarrier{dstAccess: accessAny, newLayout: t.layout()}, stageTop, stageAll)
	const loadClear = 1
	attachment := ref(r, renderingAttachmentInfo{sType: 1000044001, view: t.view, layout: t.layout(), load: loadClear})
	info := renderingInfo{sType: 1000044000, area: [4]uint32{0, 0, t.width, t.height}, layers: 1}
	if t.format.isDepth() {
		info.depth = attachment
	} else {
		info.count, info.colors = 1, attachment
	}
	vk.CmdBeginRendering(c, ref(r, info))
}

func (r *resources) endTarget(c object, t target, readback hostBuffer) {
	vk.CmdEndRendering(c)
	r.barrier(c, t.image, t.whole(), imageMemoryBarrier{
		srcAccess: accessColorWrite, dstAccess: accessTransferRead, oldLayout: layoutColor, newLayout: layoutTransferSrc,
	}, stageColorOutput, stageTransfer)
	region := bufferImageCopy{aspect: aspectColor, count: 1, extent: [3]uint32{t.width, t.height, 1}}
	vk.CmdCopyImageToBuffer(c, t.image, layoutTransferSrc, readback.buffer, 1, ref(r, region))
}

// Fullscreen returns a vertex shader that covers the target with one triangle. Its output
// at location 0 is a vec2 that runs from (0, 0) at the top left to (1, 1).
func Fullscreen() Shader { return Shader{SPIRV: littleEndian(fullscreen)} }

// littleEndian is the bytes of words.
func littleEndian(words []uint32) []byte {
	b := make([]byte, 0, 4*len(words))
	for _, w := range words {
		b = binary.LittleEndian.AppendUint32(b, w)
	}
	return b
}
