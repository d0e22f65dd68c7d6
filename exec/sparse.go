package exec

// This file gives textures holes: boxes of texels without memory, as sparse textures have
// (Vulkan's residencyNonResidentStrict). Texels in a hole read as zero and writes to them are
// discarded. The residency of a sample is computed with the same footprint and weights as the
// sample itself, of a texture of the same size that is 1 in holes and 0 elsewhere: all texels of
// the sample have memory if the result is 0.

import (
	"fmt"

	"refract/ir"
)

// A Hole is a box of texels of a level that have no memory. The third coordinate is the slice of
// a 3D texture and the layer of others.
type Hole struct {
	Level    uint32
	At, Size [3]uint32
}

// Holes are the holes of a texture, in the order in which they were made.
func (t *Texture) Holes() []Hole { return t.unmapped }

// Unmap makes a hole. The error is an *InputError.
func (t *Texture) Unmap(h Hole) error {
	level, at, size := h.Level, h.At, h.Size
	if level >= t.Levels {
		return &InputError{"texture", fmt.Sprintf("a hole in level %d of a texture with %d", level, t.Levels)}
	}
	var extent [3]uint32
	extent[0], extent[1], extent[2] = t.Size(level)
	if t.Dim != ir.Dim3D {
		extent[2] = t.Layers
	}
	for k := range 3 {
		if size[k] == 0 || uint64(at[k])+uint64(size[k]) > uint64(extent[k]) {
			return &InputError{"texture", fmt.Sprintf("a hole of %d×%d×%d texels at (%d, %d, %d) of level %d, which has %d×%d×%d",
				size[0], size[1], size[2], at[0], at[1], at[2], level, extent[0], extent[1], extent[2])}
		}
	}
	if t.holes == nil {
		d := t.TextureDesc
		d.Format, d.Samples = Format(ir.R8Unorm), 1
		holes, err := NewTexture(d)
		if err != nil {
			return err
		}
		t.holes = holes
	}
	t.unmapped = append(t.unmapped, h)
	for z := at[2]; z < at[2]+size[2]; z++ {
		for y := at[1]; y < at[1]+size[1]; y++ {
			from := t.offset(level, at[0], y, z, 0)
			clear(t.levels[level][from : from+int(size[0])*int(t.Samples)*t.Format.Bytes()])
			row := t.holes.levels[level][t.holes.offset(level, at[0], y, z, 0):][:size[0]]
			for x := range row {
				row[x] = 255
			}
		}
	}
	return nil
}

// inHole reports whether a texel of a texture exists and has no memory.
func (t *Texture) inHole(level, x, y, z uint32) bool {
	return t.holes != nil && t.holes.levels[level][t.holes.offset(level, x, y, z, 0)] != 0
}

// Resident reports whether a texel has memory, as texels that don't exist have; the arguments
// are those of Load.
func (v *TextureView) Resident(level, x, y, z uint32) bool {
	if v.Texture.holes == nil {
		return true
	}
	holes := v.ofHoles()
	b := holes.Bytes(level, x, y, z, 0)
	return b == nil || b[0] == 0
}

// SampleResident reports whether all texels have memory that contribute to a sample, or with
// gather to one of its channels.
func (v *TextureView) SampleResident(s *Sampler, q SampleQuery, gather bool) bool {
	if v.Texture.holes == nil {
		return true
	}
	plain := *s
	plain.Border, q.Compare = TransparentBlack, false
	holes := v.ofHoles()
	if gather {
		return holes.Gather(&plain, q, 0) == Texel{}
	}
	return holes.Sample(&plain, q)[0] == 0
}

// ofHoles is the same view of the texture of holes.
func (v *TextureView) ofHoles() *TextureView {
	holes := *v
	holes.Texture = v.Texture.holes
	return &holes
}
