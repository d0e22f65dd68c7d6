package exec

// This file declares samplers: how coordinates outside a texture are mapped into
// it, how texels are filtered and how depths are compared.

import "slices"

// AddressMode is the treatment of coordinates outside [0, 1].
type AddressMode uint8

const (
	ClampToEdge AddressMode = iota
	Repeat
	MirrorRepeat
	ClampToBorder // texels outside are the sampler's Border; cubes have none
	numAddressModes
)

var addressNames = [numAddressModes]string{"clamp-to-edge", "repeat", "mirror-repeat", "clamp-to-border"}

func (a AddressMode) String() string { return nameAt(addressNames[:], a) }

// AddressModeByName finds an AddressMode by its name.
func AddressModeByName(s string) (AddressMode, bool) { return nameIn[AddressMode](addressNames[:], s) }

// Border is the value of texels outside of a texture (Vulkan, "VkBorderColor"): for
// integers 1 stands for white.
type Border uint8

const (
	TransparentBlack Border = iota
	OpaqueBlack
	OpaqueWhite
	numBorders
)

var borderNames = [numBorders]string{"transparent-black", "opaque-black", "opaque-white"}

func (b Border) String() string { return nameAt(borderNames[:], b) }

// BorderByName finds a Border by its name.
func BorderByName(s string) (Border, bool) { return nameIn[Border](borderNames[:], s) }

// nameAt is an entry of a table of names; "?" beyond it.
func nameAt[T ~uint8](names []string, x T) string {
	if int(x) < len(names) {
		return names[x]
	}
	return "?"
}

// nameIn finds an entry of a table of names.
func nameIn[T ~uint8](names []string, s string) (T, bool) {
	i := slices.Index(names, s)
	return T(max(i, 0)), i >= 0
}

// Filter is the way in which texels are combined.
type Filter uint8

const (
	Nearest Filter = iota
	Linear
	numFilters
)

var filterNames = [numFilters]string{"nearest", "linear"}

func (f Filter) String() string { return nameAt(filterNames[:], f) }

// FilterByName finds a Filter by its name.
func FilterByName(s string) (Filter, bool) { return nameIn[Filter](filterNames[:], s) }

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

func (c Compare) String() string { return nameAt(compareNames[:], c) }

// CompareByName finds a Compare by its name; "none" is none.
func CompareByName(s string) (Compare, bool) {
	c, ok := nameIn[Compare](compareNames[:], s)
	return c, ok && c != NoCompare
}

// Order takes a comparison that is an order apart: a < b, with its sides exchanged or equal ones let
// through; ok is false if it is none.
func (c Compare) Order() (exchanged, orEqual, ok bool) {
	switch c {
	case CompareLess, CompareLessEqual, CompareGreater, CompareGreaterEqual:
		return c == CompareGreater || c == CompareGreaterEqual, c == CompareLessEqual || c == CompareGreaterEqual, true
	}
	return false, false, false
}

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

// A Sampler is the state for sampling a texture. The zero Sampler clamps, takes the nearest
// texel, and only the base level: set LodMax (WebGPU's default is 32).
type Sampler struct {
	AddressU, AddressV, AddressW AddressMode
	Magnify, Minify, Mipmap      Filter
	LodMin, LodMax               float32
	Compare                      Compare // NoCompare: not a comparison sampler
	Border                       Border  // of ClampToBorder
	MaxAnisotropy                uint8   // most samples along a stretched footprint, up to MaxAnisotropy; 0 and 1: one
}

// MaxAnisotropy is the greatest Sampler.MaxAnisotropy that counts.
const MaxAnisotropy = 16

// NewSampler is a sampler with one filter and address mode for everything and
// all levels open.
func NewSampler(f Filter, a AddressMode) *Sampler {
	return &Sampler{AddressU: a, AddressV: a, AddressW: a, Magnify: f, Minify: f, Mipmap: f, LodMax: 32}
}
