package vkrun

// This file draws scenes: several draws to several attachments, with all of the
// fixed-function state.

import (
	"fmt"
	"math"
)

// A Scene is the draws to attachments, which are cleared first. Enumerations are Vulkan's.
type Scene struct {
	Width, Height uint32
	Samples       uint32 // 1 or 4; colors are resolved
	Colors        []SceneColor
	Depth         Format // 0: no depth and no stencil attachment
	ClearDepth    float32
	ClearStencil  uint32
	Draws         []SceneDraw
	Repeat        int // how often all of it is drawn, cleared before; 0: once

	// Stencils receives the stencil values, row by row, if Depth is DepthStencil and there
	// is one sample.
	Stencils []byte
}

// A SceneColor is a color attachment. Clear are the bits of the clear color.
type SceneColor struct {
	Format Format
	Clear  [4]uint32
}

// DepthStencil is a format of a Scene's Depth that has stencil values too; its depths
// are floats of 32 bits.
const DepthStencil Format = 130

// VertexBuffer is a vertex buffer and how it is read.
type VertexBuffer struct {
	Data        []byte
	Stride      uint32
	PerInstance bool
	Attributes  []VertexAttribute
}

// VertexAttribute is an attribute of a vertex buffer.
type VertexAttribute struct {
	Location uint32
	Format   Format
	Offset   uint32
}

// BlendState is how a color attachment is blended.
type BlendState struct {
	Enable                      bool
	SrcColor, DstColor, OpColor uint32
	SrcAlpha, DstAlpha, OpAlpha uint32
	WriteMask                   uint32
}

// StencilFace is the stencil test of one side.
type StencilFace struct{ Fail, Pass, DepthFail, Compare uint32 }

// SceneDraw is one draw of a scene.
type SceneDraw struct {
	Vertex, Fragment Shader
	Bindings         []Binding
	Buffers          []VertexBuffer

	Indices       []byte
	IndexType     uint32 // where there are Indices: 0 of 16 bits, 1 of 32
	First, Count  uint32
	BaseVertex    int32
	Instances     uint32
	FirstInstance uint32

	Topology      uint32
	Restart       bool
	Cull          uint32
	FrontFace     uint32 // 0: counter-clockwise
	DepthClamp    bool
	LineWidth     float32
	FlipY         bool // the viewport's height is negative
	Viewport      [6]float32
	Scissor       [4]uint32
	Blend         []BlendState
	Constants     [4]float32
	DepthTest     bool
	DepthWrite    bool
	DepthCompare  uint32
	Bias          [3]float32 // constant, clamp, slope
	BiasEnable    bool
	StencilTest   bool
	Front, Back   StencilFace
	StencilMasks  [2]uint32 // read, write
	Reference     uint32
	SampleMask    uint32 // 0: all
	ToCoverage    bool
	SampleShading bool
}

// DrawScene draws a scene and returns the pixels of each color attachment, row by row
// from the top, and the depths.
func (d *Device) DrawScene(s *Scene) (colors [][]byte, depths []byte, err error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	defer recoverTo(&err)
	r := &resources{d: d}
	defer r.free()

	samples := max(s.Samples, 1)
	var formats []Format
	var attachments []renderingAttachmentInfo
	var images, single []handle
	const load, store = 1, 0
	for _, c := range s.Colors {
		make := func(samples uint32) (handle, handle) {
			i := r.image(imageCreateInfo{sType: 14, imageType: imageType2D, format: uint32(c.Format), width: s.Width, height: s.Height, depth: 1,
				mips: 1, layers: 1, samples: samples, usage: usageColor | usageTransferSrc})
			return i, r.view(i, uint32(View2D), c.Format, subresourceRange{aspectColor, 0, 1, 0, 1})
		}
		image, view := make(samples)
		a := renderingAttachmentInfo{sType: 1000044001, view: view, layout: layoutGeneral, load: load, store: store}
		for k, bits := range c.Clear {
			a.clear[k] = math.Float32frombits(bits)
		}
		result := image
		images = append(images, image)
		if samples > 1 {
			const average, sampleZero = 2, 1
			a.resolveMode = average
			if isInteger(c.Format) {
				a.resolveMode = sampleZero
			}
			result, a.resolveView = make(1)
			a.resolveLayout = layoutGeneral
			images = append(images, result)
		}
		single = append(single, result)
		attachments = append(attachments, a)
		formats = append(formats, c.Format)
	}
	info := renderingInfo{sType: 1000044000, area: [4]uint32{0, 0, s.Width, s.Height}, layers: 1,
		count: uint32(len(attachments)), colors: refs(r, attachments)}
	var depth handle
	aspects := uint32(aspectDepth)
	if s.Depth != 0 {
		if s.Depth == DepthStencil {
			aspects |= aspectStencil
		}
		depth = r.image(imageCreateInfo{sType: 14, imageType: imageType2D, format: uint32(s.Depth), width: s.Width, height: s.Height, depth: 1,
			mips: 1, layers: 1, samples: samples, usage: usageDepth | usageTransferSrc})
		view := r.view(depth, uint32(View2D), s.Depth, subresourceRange{aspects, 0, 1, 0, 1})
		a := renderingAttachmentInfo{sType: 1000044001, view: view, layout: layoutGeneral, load: load, store: store}
		a.clear[0] = s.ClearDepth
		a.clear[1] = math.Float32frombits(s.ClearStencil)
		info.depth = ref(r, a)
		if s.Depth == DepthStencil {
			info.stencil = info.depth
		}
	}
	var draws []func(object)
	var bounds []*bound
	for i := range s.Draws {
		f, b, err := r.sceneDraw(s, &s.Draws[i], formats, samples)
		if err != nil {
			return nil, nil, fmt.Errorf("draw %d: %w", i, err)
		}
		draws, bounds = append(draws, f), append(bounds, b)
	}
	var read []hostBuffer
	for _, f := range formats {
		read = append(read, r.buffer(int(s.Width*s.Height)*f.Size(), usageTransferDst))
	}
	depthBytes := 4
	if s.Depth == depth16 {
		depthBytes = 2
	}
	back := r.buffer(int(s.Width*s.Height)*depthBytes, usageTransferDst)
	stencils := s.Depth == DepthStencil && samples == 1
	var behind hostBuffer
	if stencils {
		behind = r.buffer(int(s.Width*s.Height), usageTransferDst)
	}
	r.commands(func(c object) {
		all := func(aspect uint32) subresourceRange { return subresourceRange{aspect, 0, 1, 0, 1} }
		for _, i := range images {
			r.barrier(c, i, all(aspectColor), imageMemoryBarrier{dstAccess: accessAny, newLayout: layoutGeneral}, stageTop, stageAll)
		}
		if depth != 0 {
			r.barrier(c, depth, all(aspects), imageMemoryBarrier{dstAccess: accessAny, newLayout: layoutGeneral}, stageTop, stageAll)
		}
	})
	for range max(s.Repeat, 1) {
		r.commands(func(c object) {
			vk.CmdBeginRendering(c, ref(r, info))
			for _, f := range draws {
				f(c)
			}
			vk.CmdEndRendering(c)
		})
	}
	r.commands(func(c object) {
		all := func(aspect uint32) subresourceRange { return subresourceRange{aspect, 0, 1, 0, 1} }
		settled := imageMemoryBarrier{srcAccess: accessAny, dstAccess: accessAny, oldLayout: layoutGeneral, newLayout: layoutGeneral}
		for i, image := range single {
			r.barrier(c, image, all(aspectColor), settled, stageAll, stageAll)
			region := bufferImageCopy{aspect: aspectColor, count: 1, extent: [3]uint32{s.Width, s.Height, 1}}
			vk.CmdCopyImageToBuffer(c, image, layoutGeneral, read[i].buffer, 1, ref(r, region))
		}
		if depth != 0 && samples == 1 {
			r.barrier(c, depth, all(aspects), settled, stageAll, stageAll)
			region := bufferImageCopy{aspect: aspectDepth, count: 1, extent: [3]uint32{s.Width, s.Height, 1}}
			vk.CmdCopyImageToBuffer(c, depth, layoutGeneral, back.buffer, 1, ref(r, region))
			if stencils {
				region.aspect = aspectStencil
				vk.CmdCopyImageToBuffer(c, depth, layoutGeneral, behind.buffer, 1, ref(r, region))
			}
		}
	})
	for i, b := range read {
		colors = append(colors, make([]byte, int(s.Width*s.Height)*formats[i].Size()))
		r.mapped(b, func(p []byte) { copy(colors[i], p) })
	}
	if depth != 0 && samples == 1 {
		depths = make([]byte, int(s.Width*s.Height)*depthBytes)
		r.mapped(back, func(p []byte) { copy(depths, p) })
	}
	if stencils {
		s.Stencils = make([]byte, int(s.Width*s.Height))
		r.mapped(behind, func(p []byte) { copy(s.Stencils, p) })
	}
	for i, b := range bounds {
		r.readBack(b, s.Draws[i].Bindings)
	}
	return colors, depths, nil
}

// isInteger reports whether a format of 8, 16 or 32 bits holds integers.
func isInteger(f Format) bool {
	name := f.String()
	return len(name) > 4 && (name[len(name)-4:] == "uint" || name[len(name)-4:] == "sint")
}

// sceneDraw makes the objects of a draw and returns the function that records it.
func (r *resources) sceneDraw(s *Scene, w *SceneDraw, formats []Format, samples uint32) (func(object), *bound, error) {
	vs, err := r.stage(w.Vertex, stageVertex)
	if err != nil {
		return nil, nil, err
	}
	stages := []shaderStageCreateInfo{vs}
	if w.Fragment.SPIRV != nil {
		fs, err := r.stage(w.Fragment, stageFragment)
		if err != nil {
			return nil, nil, err
		}
		stages = append(stages, fs)
	}
	shaders := []Shader{w.Vertex}
	if w.Fragment.SPIRV != nil {
		shaders = append(shaders, w.Fragment)
	}
	b, err := r.bind(w.Bindings, descriptorTypes(shaders...), nil, stageVertex|stageFragment)
	if err != nil {
		return nil, nil, err
	}
	flag := func(x bool) uint32 {
		if x {
			return 1
		}
		return 0
	}
	var bindings []struct{ binding, stride, rate uint32 }
	var attributes []struct{ location, binding, format, offset uint32 }
	var buffers []handle
	for i, v := range w.Buffers {
		bindings = append(bindings, struct{ binding, stride, rate uint32 }{uint32(i), v.Stride, flag(v.PerInstance)})
		for _, a := range v.Attributes {
			attributes = append(attributes, struct{ location, binding, format, offset uint32 }{a.Location, uint32(i), uint32(a.Format), a.Offset})
		}
		h := r.buffer(len(v.Data), usageVertexBuffer)
		r.mapped(h, func(p []byte) { copy(p, v.Data) })
		buffers = append(buffers, h.buffer)
	}
	viewport := w.Viewport
	if w.FlipY {
		viewport[1] += viewport[3]
		viewport[3] = -viewport[3]
	}
	var blends []blendAttachment
	for _, x := range w.Blend {
		blends = append(blends, blendAttachment{flag(x.Enable), x.SrcColor, x.DstColor, x.OpColor, x.SrcAlpha, x.DstAlpha, x.OpAlpha, x.WriteMask})
	}
	rendering := pipelineRenderingCreateInfo{sType: 1000044002, count: uint32(len(formats)), formats: refs(r, formats), depth: uint32(s.Depth)}
	if s.Depth == DepthStencil {
		rendering.stencil = uint32(s.Depth)
	}
	mask := w.SampleMask
	if mask == 0 {
		mask = ^uint32(0)
	}
	multisample := multisampleState{sType: 24, samples: samples, mask: ref(r, mask), toCoverage: flag(w.ToCoverage)}
	if w.SampleShading {
		multisample.shading, multisample.minShading = 1, 1
	}
	face := func(f StencilFace) [7]uint32 {
		return [7]uint32{f.Fail, f.Pass, f.DepthFail, f.Compare, w.StencilMasks[0], w.StencilMasks[1], w.Reference}
	}
	info := graphicsPipelineCreateInfo{
		sType: 28, stageCount: uint32(len(stages)), stages: refs(r, stages), layout: b.layout,
		next: ref(r, rendering),
		vertexInput: ref(r, vertexInputState{sType: 19, bindingCount: uint32(len(bindings)), bindings: refs(r, bindings),
			attributeCount: uint32(len(attributes)), attributes: refs(r, attributes)}),
		inputAssembly: ref(r, inputAssemblyState{sType: 20, topology: w.Topology, restart: flag(w.Restart)}),
		viewport:      ref(r, viewportState{sType: 22, viewportCount: 1, viewports: ref(r, viewport), scissorCount: 1, scissors: ref(r, w.Scissor)}),
		rasterization: ref(r, rasterizationState{sType: 23, depthClamp: flag(w.DepthClamp), cullMode: w.Cull, frontFace: w.FrontFace,
			depthBias: flag(w.BiasEnable), biasConstant: w.Bias[0], biasClamp: w.Bias[1], biasSlope: w.Bias[2], lineWidth: max(w.LineWidth, 1)}),
		multisample: ref(r, multisample),
		depthStencil: ref(r, depthStencilState{sType: 25, test: flag(w.DepthTest), write: flag(w.DepthWrite), compare: w.DepthCompare,
			stencils: flag(w.StencilTest), front: face(w.Front), back: face(w.Back)}),
		colorBlend: ref(r, colorBlendState{sType: 26, count: uint32(len(blends)), attachments: refs(r, blends), constants: w.Constants}),
	}
	var pipeline handle
	check("vkCreateGraphicsPipelines", vk.CreateGraphicsPipelines(r.d.device, 0, 1, ref(r, info), nil, pointer(&pipeline)))
	r.later(func() { vk.DestroyPipeline(r.d.device, pipeline, nil) })
	var indices hostBuffer
	if w.Indices != nil {
		indices = r.buffer(len(w.Indices), usageIndexBuffer)
		r.mapped(indices, func(p []byte) { copy(p, w.Indices) })
	}
	return func(c object) {
		vk.CmdBindPipeline(c, pointGraphics, pipeline)
		r.use(c, b, pointGraphics)
		if len(buffers) > 0 {
			vk.CmdBindVertexBuffers(c, 0, uint32(len(buffers)), refs(r, buffers), refs(r, make([]uint64, len(buffers))))
		}
		if w.Indices == nil {
			vk.CmdDraw(c, w.Count, w.Instances, w.First, w.FirstInstance)
			return
		}
		vk.CmdBindIndexBuffer(c, indices.buffer, 0, w.IndexType)
		vk.CmdDrawIndexed(c, w.Count, w.Instances, w.First, w.BaseVertex, w.FirstInstance)
	}, b, nil
}

const (
	usageIndexBuffer  = 0x40
	usageVertexBuffer = 0x80
)
