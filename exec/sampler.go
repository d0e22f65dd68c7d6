package exec

// This file declares samplers: how coordinates outside a texture are mapped into
// it, how texels are filtered and how depths are compared.

// AddressMode says what a coordinate outside [0, 1] means.
type AddressMode uint8

const (
	ClampToEdge AddressMode = iota
	Repeat
	MirrorRepeat
	numAddressModes
)

var addressNames = [numAddressModes]string{"clamp-to-edge", "repeat", "mirror-repeat"}

func (a AddressMode) String() string { return addressNames[a] }

// Filter says how texels are combined.
type Filter uint8

const (
	Nearest Filter = iota
	Linear
	numFilters
)

var filterNames = [numFilters]string{"nearest", "linear"}

func (f Filter) String() string { return filterNames[f] }

// Compare is the comparison of a comparison sampler: reference OP texel.
type Compare uint8

const (
	NoCompare Compare = iota
	CompareNever
	CompareLess
	CompareEqual
	CompareLessEqual
	CompareGreater
	CompareNotEqual
	CompareGreaterEqual
	CompareAlways
	numCompares
)

var compareNames = [numCompares]string{"none", "never", "less", "equal", "less-equal", "greater", "not-equal", "greater-equal", "always"}

func (c Compare) String() string { return compareNames[c] }

// holds is the result of a comparison.
func (c Compare) holds(reference, texel float32) bool {
	switch c {
	case CompareLess:
		return reference < texel
	case CompareEqual:
		return reference == texel
	case CompareLessEqual:
		return reference <= texel
	case CompareGreater:
		return reference > texel
	case CompareNotEqual:
		return reference != texel
	case CompareGreaterEqual:
		return reference >= texel
	case CompareAlways:
		return true
	}
	return false
}

// A Sampler says how a texture is sampled. The zero Sampler clamps, takes the
// nearest texel, and only the base level: set LodMax (WebGPU's default is 32).
type Sampler struct {
	AddressU, AddressV, AddressW AddressMode
	Magnify, Minify, Mipmap      Filter
	LodMin, LodMax               float32
	Compare                      Compare // NoCompare: not a comparison sampler
}

// NewSampler is a sampler with one filter and address mode for everything and
// all levels open.
func NewSampler(f Filter, a AddressMode) *Sampler {
	return &Sampler{AddressU: a, AddressV: a, AddressW: a, Magnify: f, Minify: f, Mipmap: f, LodMax: 32}
}
