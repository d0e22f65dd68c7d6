package vkrun

// This file makes images of textures: filled by way of a staging buffer, or if they are
// multisampled by drawing, and read back after the run if shaders may write them.

import "fmt"

// View is the kind of view that a shader has of a texture, as VkImageViewType.
type View uint32

const (
	View1D View = iota
	View2D
	View3D
	ViewCube
	View1DArray
	View2DArray
	ViewCubeArray
	ViewBuffer // texels in a buffer: none of VkImageViewType's
)

// A Texture is an image and its contents.
type Texture struct {
	View   View
	Format Format
	Width  uint32 // texels of the base level; the other extents 0 where there is no such axis
	Height uint32
	Depth  uint32
	Layers uint32 // of cubes, six each; 0 is 1
	// Samples is 0, 1 or 4. Four samples: one level of a 2D texture, of a format with
	// four channels of 32 bits or of depth32float.
	Samples uint32
	// Attachment: bound as an input attachment, which Mesa's driver reads as it does any
	// texture, though the rendering has none.
	Attachment bool
	Storage    bool // bound as a storage image, of which shaders see the base level
	// Levels are the contents, by mip level: layer after layer, slice after slice, row
	// after row, texel after texel, sample after sample, without padding. A run replaces
	// the base level of a storage image by the shader's results.
	Levels [][]byte
	Sparse bool   // made as a sparse image
	Holes  []Hole // of a sparse image
}

// image is a texture on the device.
type image struct {
	image, view handle
	texels      hostBuffer // of a ViewBuffer, which has no image
}

const (
	imageCubeCompatible = 0x10
	imageMutableFormat  = 0x08

	usageUniformTexels = 0x04 // of buffers
	usageStorageTexels = 0x08

	usageSampled = 0x04 // of images
	usageStorage = 0x08
	usageDepth   = 0x20
	usageInput   = 0x80

	aspectDepth   = 2
	aspectStencil = 4

	layoutGeneral     = 1
	layoutTransferDst = 7

	stageAll  = 0x10000
	accessAny = 0x18000 // reads and writes of memory, by anything
)

// texelBuffer makes a view of a buffer with the contents of a texture.
func (r *resources) texelBuffer(t *Texture) (i image, err error) {
	usage, need, use := uint32(usageUniformTexels), uint32(featureUniformTexels), "a sampled texel buffer"
	if t.Storage {
		usage, need, use = usageStorageTexels, featureStorageTexels, "a storage texel buffer"
	}
	r.d.needBuffer(t.Format, need, use)
	i.texels = r.buffer(len(t.Levels[0]), usage)
	r.mapped(i.texels, func(p []byte) { copy(p, t.Levels[0]) })
	info := bufferViewCreateInfo{sType: 13, buffer: i.texels.buffer, format: uint32(t.Format), size: uint64(len(t.Levels[0]))}
	check("vkCreateBufferView", vk.CreateBufferView(r.d.device, ref(r, info), nil, pointer(&i.view)))
	r.later(func() { vk.DestroyBufferView(r.d.device, i.view, nil) })
	return i, nil
}

// extent is the size of a level.
func (t *Texture) extent(level int) [3]uint32 {
	size := func(n uint32) uint32 { return max(n>>level, 1) }
	return [3]uint32{size(t.Width), size(t.Height), size(t.Depth)}
}

// problem is the fault of a texture, or "".
func (t *Texture) problem() string {
	if len(t.Levels) == 0 || t.Format.Size() == 0 {
		return "a texture without levels or a known format"
	}
	for level, data := range t.Levels {
		e := t.extent(level)
		if want := int(e[0]*e[1]*e[2]*max(t.Layers, 1)*max(t.Samples, 1)) * t.Format.Size(); len(data) != want {
			return fmt.Sprintf("level %d of a texture has %d bytes, not %d", level, len(data), want)
		}
	}
	return ""
}

// texture makes an image of a texture, with its contents, in the layout GENERAL.
func (r *resources) texture(t *Texture) (image, error) {
	if problem := t.problem(); problem != "" {
		return image{}, fmt.Errorf("vkrun: %s", problem)
	}
	if t.View == ViewBuffer {
		return r.texelBuffer(t)
	}
	usage, need, use := uint32(usageSampled), uint32(featureSampled), "a sampled texture"
	if t.Storage {
		usage, need, use = usageStorage, featureStorage, "a storage texture"
	}
	if t.Attachment {
		usage |= usageInput
	}
	r.d.need(t.Format, need, use)
	info := imageCreateInfo{
		sType: 14, imageType: t.imageType(), format: uint32(t.Format), width: t.Width, height: max(t.Height, 1), depth: max(t.Depth, 1),
		mips: uint32(len(t.Levels)), layers: max(t.Layers, 1), samples: max(t.Samples, 1), usage: usage | usageTransferSrc | usageTransferDst,
	}
	if t.View == ViewCube || t.View == ViewCubeArray {
		info.flags = imageCubeCompatible
	}
	if t.Samples > 1 {
		info.flags, info.usage = imageMutableFormat, usage|usageColor
		if t.Format.isDepth() {
			info.flags, info.usage = 0, usage|usageDepth
		}
	}
	var i image
	if t.Sparse {
		var err error
		if i.image, err = r.sparseImage(t, info); err != nil {
			return image{}, err
		}
	} else {
		i.image = r.image(info)
	}
	whole := subresourceRange{t.Format.aspect(), 0, uint32(len(t.Levels)), 0, info.layers}
	shown := whole
	if t.Storage {
		shown.mips = 1
	}
	i.view = r.view(i.image, uint32(t.View), t.Format, shown)
	if t.Samples > 1 {
		return i, r.fillSamples(t, i)
	}
	r.upload(t, i, whole)
	return i, nil
}

func (t *Texture) imageType() uint32 {
	switch t.View {
	case View1D, View1DArray:
		return imageType1D
	case View3D:
		return imageType3D
	}
	return imageType2D
}

// image makes an image with memory.
func (r *resources) image(info imageCreateInfo) (i handle) {
	check("vkCreateImage", vk.CreateImage(r.d.device, ref(r, info), nil, pointer(&i)))
	r.later(func() { vk.DestroyImage(r.d.device, i, nil) })
	var req memoryRequirements
	vk.GetImageMemoryRequirements(r.d.device, i, pointer(&req))
	check("vkBindImageMemory", vk.BindImageMemory(r.d.device, i, r.memory(req, 0, nil), 0))
	return i
}

func (r *resources) view(image handle, viewType uint32, f Format, part subresourceRange) (v handle) {
	info := imageViewCreateInfo{sType: 15, image: image, viewType: viewType, format: uint32(f), subresources: part}
	check("vkCreateImageView", vk.CreateImageView(r.d.device, ref(r, info), nil, pointer(&v)))
	r.later(func() { vk.DestroyImageView(r.d.device, v, nil) })
	return v
}

// copyAlignment is enough for the offset of any texel in a staging buffer.
const copyAlignment = 16

// upload fills an image by way of a staging buffer.
func (r *resources) upload(t *Texture, i image, whole subresourceRange) {
	var regions []bufferImageCopy
	size := 0
	for level, data := range t.Levels {
		regions = append(regions, bufferImageCopy{offset: uint64(size), aspect: whole.aspect, mip: uint32(level), count: whole.layers, extent: t.extent(level)})
		size += (len(data) + copyAlignment - 1) &^ (copyAlignment - 1)
	}
	staging := r.buffer(size, usageTransferSrc)
	r.mapped(staging, func(p []byte) {
		for level, data := range t.Levels {
			copy(p[regions[level].offset:], data)
		}
	})
	r.commands(func(c object) {
		r.barrier(c, i.image, whole, imageMemoryBarrier{dstAccess: accessAny, newLayout: layoutTransferDst}, stageTop, stageAll)
		vk.CmdCopyBufferToImage(c, staging.buffer, i.image, layoutTransferDst, uint32(len(regions)), refs(r, regions))
		r.barrier(c, i.image, whole, imageMemoryBarrier{
			srcAccess: accessAny, dstAccess: accessAny, oldLayout: layoutTransferDst, newLayout: layoutGeneral,
		}, stageAll, stageAll)
	})
}

// download copies the base level of an image back into its texture.
func (r *resources) download(t *Texture, i image) {
	if t.View == ViewBuffer {
		r.mapped(i.texels, func(p []byte) { copy(t.Levels[0], p) })
		return
	}
	base := subresourceRange{t.Format.aspect(), 0, 1, 0, max(t.Layers, 1)}
	staging := r.buffer(len(t.Levels[0]), usageTransferDst)
	r.commands(func(c object) {
		r.barrier(c, i.image, base, imageMemoryBarrier{
			srcAccess: accessAny, dstAccess: accessAny, oldLayout: layoutGeneral, newLayout: layoutTransferSrc,
		}, stageAll, stageAll)
		region := bufferImageCopy{aspect: base.aspect, count: base.layers, extent: t.extent(0)}
		vk.CmdCopyImageToBuffer(c, i.image, layoutTransferSrc, staging.buffer, 1, ref(r, region))
	})
	r.mapped(staging, func(p []byte) { copy(t.Levels[0], p) })
}

func (r *resources) barrier(c object, image handle, part subresourceRange, b imageMemoryBarrier, from, to uint32) {
	b.sType, b.image, b.subresources = 45, image, part
	b.srcFamily, b.dstFamily = ^uint32(0), ^uint32(0)
	vk.CmdPipelineBarrier(c, from, to, 0, 0, nil, 0, nil, 1, ref(r, b))
}

// fillSamples fills a multisampled image, into which nothing can be copied, by drawing:
// the fragment shader runs for each sample. Colors are drawn as bits.
func (r *resources) fillSamples(t *Texture, i image) error {
	var words []uint32
	data := t.Levels[0]
	target := target{format: t.Format, width: t.Width, height: t.Height, samples: t.Samples, image: i.image, view: i.view}
	switch {
	case t.Samples != 4:
		return &UnsupportedError{t.Format, fmt.Sprintf("a texture with %d samples", t.Samples)}
	case t.Format == depth32:
		words = fillDepth
	case t.Format.Size() == 16:
		words = fillColor
		target.format = RGBA32U
		target.view = r.view(i.image, uint32(View2D), RGBA32U, subresourceRange{aspectColor, 0, 1, 0, 1})
	case t.Format == r32uint, t.Format == r32sint, t.Format == r32float:
		words = fillColor
		target.format = r32uint
		target.view = r.view(i.image, uint32(View2D), r32uint, subresourceRange{aspectColor, 0, 1, 0, 1})
		data = make([]byte, 4*len(data)) // the shader reads four words for each sample
		for at := 0; at < len(data); at += 16 {
			copy(data[at:], t.Levels[0][at/4:at/4+4])
		}
	default:
		return &UnsupportedError{t.Format, "a multisampled texture"}
	}
	width := []byte{byte(t.Width), byte(t.Width >> 8), byte(t.Width >> 16), byte(t.Width >> 24)}
	pipeline, b, err := r.drawing(Fullscreen(), Shader{SPIRV: littleEndian(words)}, []Binding{{Data: data}}, width, target)
	if err != nil {
		return err
	}
	r.commands(func(c object) {
		r.beginTarget(c, target)
		vk.CmdBindPipeline(c, pointGraphics, pipeline)
		r.use(c, b, pointGraphics)
		vk.CmdDraw(c, 3, 1, 0, 0)
		vk.CmdEndRendering(c)
		r.barrier(c, i.image, target.whole(), imageMemoryBarrier{
			srcAccess: accessAny, dstAccess: accessAny, oldLayout: target.layout(), newLayout: layoutGeneral,
		}, stageAll, stageAll)
	})
	return nil
}
