package exec

// This file holds textures and views of them: memory for texels, with mip
// levels, layers and samples.

import (
	"fmt"

	"refract/ir"
)

// MaxTextureBytes is the largest texture that NewTexture makes.
const MaxTextureBytes = 1 << 31

// maxTexelBuffer is the largest number of texels in a texel buffer, Vulkan's and
// Direct3D's usual limit.
const maxTexelBuffer = 1 << 27

// TextureDesc describes a texture. Zero counts mean 1.
type TextureDesc struct {
	Dim     ir.ImageDim // Dim1D, Dim2D, Dim3D or DimBuffer; for a cube, Dim2D with six layers
	Format  Format
	Width   uint32
	Height  uint32
	Depth   uint32 // Dim3D
	Layers  uint32 // Dim1D and Dim2D
	Levels  uint32 // mip levels
	Samples uint32 // 1 or 4
}

// A Texture is memory for texels.
type Texture struct {
	TextureDesc
	levels [][]byte

	unmapped []Hole
	holes    *Texture // 1 in texels without memory; nil: all have memory
}

// NewTexture makes a texture of zeros. The error is an *InputError.
func NewTexture(d TextureDesc) (*Texture, error) {
	bad := func(format string, args ...any) (*Texture, error) {
		return nil, &InputError{"texture", fmt.Sprintf(format, args...)}
	}
	for _, n := range []*uint32{&d.Height, &d.Depth, &d.Layers, &d.Levels, &d.Samples} {
		*n = max(*n, 1)
	}
	switch {
	case d.Format == 0 || d.Format >= numFormats:
		return bad("the format is missing")
	case d.Width == 0:
		return bad("the width is zero")
	case d.Dim == ir.DimCube || d.Dim > ir.DimBuffer:
		return bad("a texture has one, two or three dimensions; a cube is a view of six layers")
	case (d.Dim == ir.Dim1D || d.Dim == ir.DimBuffer) && d.Height > 1, d.Dim == ir.DimBuffer && d.Levels > 1,
		d.Dim != ir.Dim2D && (d.Dim != ir.Dim1D && d.Layers > 1 || d.Samples > 1), d.Dim != ir.Dim3D && d.Depth > 1:
		return bad("a %s texture of %d×%d×%d texels, %d layers, %d levels and %d samples is not possible",
			d.Dim, d.Width, d.Height, d.Depth, d.Layers, d.Levels, d.Samples)
	case d.Samples > 1 && (d.Samples != 4 || d.Levels > 1):
		return bad("a multisampled texture has four samples and one level")
	}
	if most := levelsOf(max(d.Width, d.Height, d.Depth)); d.Levels > most {
		return bad("%d levels are wanted where %d are possible", d.Levels, most)
	}
	t := &Texture{TextureDesc: d}
	var total uint64
	sizes := make([]uint64, d.Levels)
	for l := range d.Levels {
		w, h, z := t.Size(l)
		plane := uint64(w) * uint64(h)
		if most := uint32(1) << 16; (w > most && d.Dim != ir.DimBuffer) || w > maxTexelBuffer || h > most || z > most || d.Layers > most {
			return bad("an extent is above 65536 (of a texel buffer, %d)", maxTexelBuffer)
		}
		if plane > MaxTextureBytes || plane*uint64(z) > MaxTextureBytes {
			return bad("it is larger than %d bytes", MaxTextureBytes)
		}
		sizes[l] = plane * uint64(z) * uint64(d.Layers) * uint64(d.Samples) * uint64(d.Format.Bytes())
		if total += sizes[l]; total > MaxTextureBytes {
			return bad("it is larger than %d bytes", MaxTextureBytes)
		}
	}
	for _, size := range sizes {
		t.levels = append(t.levels, make([]byte, size))
	}
	return t, nil
}

// levelsOf is the number of mip levels down to a single texel.
func levelsOf(extent uint32) uint32 {
	n := uint32(1)
	for ; extent > 1; extent /= 2 {
		n++
	}
	return n
}

// Size returns the extents of a mip level, each at least 1.
func (t *Texture) Size(level uint32) (width, height, depth uint32) {
	width, height, depth = max(t.Width>>level, 1), max(t.Height>>level, 1), 1
	if t.Dim == ir.Dim3D {
		depth = max(t.Depth>>level, 1)
	}
	return
}

// Level is the memory of a mip level: layer after layer, slice after slice, row
// after row, texel after texel, sample after sample, without padding. Texels in holes must stay
// zero.
func (t *Texture) Level(level uint32) []byte { return t.levels[level] }

// offset is the place of a texel in its level; the coordinates are in range. z is the slice
// or the layer.
func (t *Texture) offset(level, x, y, z, sample uint32) int {
	w, h, _ := t.Size(level)
	return int(((uint64(z)*uint64(h)+uint64(y))*uint64(w)+uint64(x))*uint64(t.Samples)+uint64(sample)) * t.Format.Bytes()
}

// At reads a texel; z is the slice of a 3D texture and the layer of others. It panics if
// there is none.
func (t *Texture) At(level, x, y, z, sample uint32) Texel {
	return t.Format.Decode(t.levels[level][t.offset(level, x, y, z, sample):])
}

// Set writes a texel if it has memory; see At.
func (t *Texture) Set(level, x, y, z, sample uint32, v Texel) {
	if t.inHole(level, x, y, z) {
		return
	}
	t.Format.Encode(t.levels[level][t.offset(level, x, y, z, sample):], v)
}

// A TextureView is the part of a texture that a shader sees, and its kind.
type TextureView struct {
	Texture   *Texture
	Dim       ir.ImageDim // Dim1D, Dim2D, Dim3D, DimCube or DimBuffer
	Arrayed   bool
	BaseLevel uint32
	Levels    uint32
	BaseLayer uint32
	Layers    uint32 // for cubes, six for each
}

// View is the whole texture: arrayed if it has more layers than one.
func (t *Texture) View() *TextureView {
	return &TextureView{Texture: t, Dim: t.Dim, Arrayed: t.Layers > 1, Levels: t.Levels, Layers: t.Layers}
}

// CubeView is the whole texture as cubes, six layers each.
func (t *Texture) CubeView() *TextureView {
	return &TextureView{Texture: t, Dim: ir.DimCube, Arrayed: t.Layers > 6, Levels: t.Levels, Layers: t.Layers}
}

// problem is the fault of the view itself, or "".
func (v *TextureView) problem() string {
	t := v.Texture
	switch {
	case t == nil:
		return "the view has no texture"
	case v.Levels == 0 || uint64(v.BaseLevel)+uint64(v.Levels) > uint64(t.Levels):
		return fmt.Sprintf("levels %d to %d of a texture with %d are viewed", v.BaseLevel, uint64(v.BaseLevel)+uint64(v.Levels), t.Levels)
	case v.Layers == 0 || uint64(v.BaseLayer)+uint64(v.Layers) > uint64(t.Layers):
		return fmt.Sprintf("layers %d to %d of a texture with %d are viewed", v.BaseLayer, uint64(v.BaseLayer)+uint64(v.Layers), t.Layers)
	case v.Dim != t.Dim && !(v.Dim == ir.DimCube && t.Dim == ir.Dim2D):
		return fmt.Sprintf("a %s texture is viewed as %s", t.Dim, v.Dim)
	case v.Dim == ir.DimCube && (v.Layers%6 != 0 || t.Width != t.Height || t.Samples > 1):
		return fmt.Sprintf("%d layers of %d×%d texels are no cubes", v.Layers, t.Width, t.Height)
	case v.Dim == ir.DimCube && !v.Arrayed && v.Layers != 6, v.Dim != ir.DimCube && !v.Arrayed && v.Layers != 1:
		return fmt.Sprintf("a view that is not arrayed has %d layers", v.Layers)
	}
	return ""
}

// Size returns the extents of a level of the view, which counts from BaseLevel.
func (v *TextureView) Size(level uint32) (width, height, depth uint32) {
	return v.Texture.Size(v.BaseLevel + level)
}

// LayerCount is the number of array layers: cubes, if the view is of cubes.
func (v *TextureView) LayerCount() uint32 {
	if v.Dim == ir.DimCube {
		return v.Layers / 6
	}
	return v.Layers
}

// in reports whether the texel exists; z is the slice or the layer.
func (v *TextureView) in(level, x, y, z, sample uint32) bool {
	if level >= v.Levels || sample >= v.Texture.Samples {
		return false
	}
	w, h, d := v.Size(level)
	if v.Dim != ir.Dim3D {
		d = v.Layers
	}
	return x < w && y < h && z < d
}

// Bytes returns the memory of a texel, or nil if there is none; level and layer count from
// the view's.
func (v *TextureView) Bytes(level, x, y, z, sample uint32) []byte {
	if !v.in(level, x, y, z, sample) {
		return nil
	}
	t := v.Texture
	if v.Dim != ir.Dim3D {
		z += v.BaseLayer
	}
	at := t.offset(v.BaseLevel+level, x, y, z, sample)
	return t.levels[v.BaseLevel+level][at : at+t.Format.Bytes()]
}

// Load reads a texel; ok is false and the texel zero if there is none.
func (v *TextureView) Load(level, x, y, z, sample uint32) (t Texel, ok bool) {
	b := v.Bytes(level, x, y, z, sample)
	if b == nil {
		return Texel{}, false
	}
	return v.Texture.Format.Decode(b), true
}

// Store writes a texel, if it has memory, and reports whether the texel exists.
func (v *TextureView) Store(level, x, y, z, sample uint32, t Texel) bool {
	b := v.Bytes(level, x, y, z, sample)
	if b == nil {
		return false
	}
	if !v.Resident(level, x, y, z) {
		return true
	}
	v.Texture.Format.Encode(b, t)
	return true
}
