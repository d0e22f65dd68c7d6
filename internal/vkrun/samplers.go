package vkrun

// This file makes samplers.

// Filter is VkFilter, and VkSamplerMipmapMode.
type Filter uint32

const (
	Nearest Filter = iota
	Linear
)

// AddressMode is VkSamplerAddressMode.
type AddressMode uint32

const (
	Repeat AddressMode = iota
	MirrorRepeat
	ClampToEdge
	ClampToBorder
)

// Compare is VkCompareOp and one more: the zero Compare doesn't compare.
type Compare uint32

const (
	NoCompare Compare = iota
	Never
	Less
	Equal
	LessEqual
	Greater
	NotEqual
	GreaterEqual
	Always
)

// A Sampler is the state for sampling textures.
type Sampler struct {
	Magnify, Minify, Mipmap Filter
	Address                 [3]AddressMode
	LodMin, LodMax          float32
	Compare                 Compare
	Border                  uint32  // VkBorderColor
	Anisotropy              float32 // above 1: the greatest
}

func (r *resources) sampler(s *Sampler) (h handle) {
	info := samplerCreateInfo{
		sType: 31, magnify: uint32(s.Magnify), minify: uint32(s.Minify), mipmap: uint32(s.Mipmap),
		address: [3]uint32{uint32(s.Address[0]), uint32(s.Address[1]), uint32(s.Address[2])},
		lodMin:  s.LodMin, lodMax: s.LodMax,
	}
	info.border = s.Border
	if s.Anisotropy > 1 {
		info.anisotropy, info.mostAnisotropy = 1, s.Anisotropy
	}
	if s.Compare != NoCompare {
		info.compare, info.op = 1, uint32(s.Compare)-1
	}
	check("vkCreateSampler", vk.CreateSampler(r.d.device, ref(r, info), nil, pointer(&h)))
	r.later(func() { vk.DestroySampler(r.d.device, h, nil) })
	return h
}
