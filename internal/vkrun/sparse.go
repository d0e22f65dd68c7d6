package vkrun

// This file makes sparse images: blocks of 64 KiB have memory of their own, or none in the
// holes of a texture. Levels that are smaller than a block share memory, the tail.

import "slices"

// A Hole is a box of texels without memory: of whole blocks, at most up to the end of the level.
// z is the slice or the layer.
type Hole struct {
	Level    uint32
	At, Size [3]uint32
}

const (
	imageSparse = 0x1 | 0x2 // with residency

	featureImage2D = 46 // of VkPhysicalDeviceFeatures
	featureImage3D = 47
)

type sparseImageMemoryRequirements struct {
	aspect      uint32
	granularity [3]uint32
	flags       uint32
	tailFirst   uint32
	tailSize    uint64
	tailOffset  uint64
	tailStride  uint64
}

type sparseMemoryBind struct {
	offset, size uint64
	memory       handle
	memoryOffset uint64
	flags        uint32
}

type sparseImageMemoryBind struct {
	aspect, level, layer uint32
	offset, extent       [3]uint32
	memory               handle
	memoryOffset         uint64
	flags                uint32
}

type sparseImageOpaqueMemoryBindInfo struct {
	image handle
	count uint32
	binds pointer
}

type bindSparseInfo struct { // 7
	sType       uint32
	next        pointer
	waitCount   uint32
	waits       pointer
	bufferCount uint32
	buffers     pointer
	opaqueCount uint32
	opaque      pointer
	imageCount  uint32
	images      pointer
	signalCount uint32
	signals     pointer
}

// Sparse reports whether the device has sparse images of two and three dimensions.
func (d *Device) Sparse() bool { return d.sparse }

// sparseImage makes a sparse image with the memory that the texture has.
func (r *resources) sparseImage(t *Texture, info imageCreateInfo) (i handle, err error) {
	if !r.d.sparse {
		return 0, &UnsupportedError{t.Format, "a sparse texture"}
	}
	info.flags |= imageSparse
	check("vkCreateImage", vk.CreateImage(r.d.device, ref(r, info), nil, pointer(&i)))
	r.later(func() { vk.DestroyImage(r.d.device, i, nil) })
	var req memoryRequirements
	vk.GetImageMemoryRequirements(r.d.device, i, pointer(&req))
	var n uint32
	vk.GetImageSparseMemoryRequirements(r.d.device, i, pointer(&n), nil)
	if n != 1 {
		return 0, &UnsupportedError{t.Format, "a sparse texture"}
	}
	var form sparseImageMemoryRequirements
	vk.GetImageSparseMemoryRequirements(r.d.device, i, pointer(&n), pointer(&form))
	tails := uint32(0)
	if form.tailFirst < info.mips {
		tails = info.layers
		if form.flags&1 != 0 { // one for all layers
			tails = 1
		}
	}
	memory := memoryRequirements{typeBits: req.typeBits, size: req.size + uint64(tails)*form.tailSize}
	m := r.memory(memory, 0, nil)
	next := uint64(0)
	take := func(size uint64) (at uint64) {
		at, next = next, next+size
		return at
	}
	var blocks []sparseImageMemoryBind
	for level := range min(form.tailFirst, info.mips) {
		for layer := range info.layers {
			r.blocks(t, &form, level, layer, func(at, size [3]uint32) {
				blocks = append(blocks, sparseImageMemoryBind{aspect: form.aspect, level: level, layer: layer, offset: at, extent: size,
					memory: m, memoryOffset: take(req.alignment)})
			})
		}
	}
	var whole []sparseMemoryBind
	for k := range tails {
		whole = append(whole, sparseMemoryBind{offset: form.tailOffset + uint64(k)*form.tailStride, size: form.tailSize, memory: m, memoryOffset: take(form.tailSize)})
	}
	bind := bindSparseInfo{sType: 7}
	if len(blocks) > 0 {
		bind.imageCount, bind.images = 1, ref(r, sparseImageOpaqueMemoryBindInfo{i, uint32(len(blocks)), refs(r, blocks)})
	}
	if len(whole) > 0 {
		bind.opaqueCount, bind.opaque = 1, ref(r, sparseImageOpaqueMemoryBindInfo{i, uint32(len(whole)), refs(r, whole)})
	}
	check("vkQueueBindSparse", vk.QueueBindSparse(r.d.queue, 1, ref(r, bind), 0))
	check("vkQueueWaitIdle", vk.QueueWaitIdle(r.d.queue))
	return i, nil
}

// blocks yields the blocks of a level of a layer that have memory.
func (r *resources) blocks(t *Texture, form *sparseImageMemoryRequirements, level, layer uint32, yield func(at, size [3]uint32)) {
	e := t.extent(int(level))
	for z := uint32(0); z < e[2]; z += form.granularity[2] {
		for y := uint32(0); y < e[1]; y += form.granularity[1] {
			for x := uint32(0); x < e[0]; x += form.granularity[0] {
				at := [3]uint32{x, y, z}
				place := at
				if t.View != View3D {
					place[2] = layer
				}
				if slices.ContainsFunc(t.Holes, func(h Hole) bool { return h.Level == level && h.has(place) }) {
					continue
				}
				size := form.granularity
				for k := range size {
					size[k] = min(size[k], e[k]-at[k])
				}
				yield(at, size)
			}
		}
	}
}

func (h *Hole) has(at [3]uint32) bool {
	for k := range at {
		if at[k] < h.At[k] || at[k] >= h.At[k]+h.Size[k] {
			return false
		}
	}
	return true
}
