package exec

// This file makes textures of pictures and pictures of textures.

import (
	"fmt"
	"image"
	"image/color"
	"math"

	"refract/internal/num"
	"refract/ir"
)

// A FloatImage is a picture whose channels aren't bound to numbers from 0 to 1.
type FloatImage interface {
	image.Image
	FloatAt(x, y int) [4]float32 // linear
}

// TextureOf makes a texture of a picture. Integers are the picture's numbers of eight bits,
// other numbers are from 0 to 1, or from a FloatImage; in an sRGB format the picture's
// colors are the encoded ones. The error is an *InputError.
func TextureOf(img image.Image, f Format) (*Texture, error) {
	size := img.Bounds().Size()
	t, err := NewTexture(TextureDesc{Dim: ir.Dim2D, Format: f, Width: uint32(size.X), Height: uint32(size.Y)})
	if err != nil {
		return nil, err
	}
	floats, isFloat := img.(FloatImage)
	isFloat = isFloat && f.Texel() == ir.F32
	for y := range size.Y {
		for x := range size.X {
			if isFloat {
				var texel Texel
				for i, v := range floats.FloatAt(img.Bounds().Min.X+x, img.Bounds().Min.Y+y) {
					texel[i] = uint64(math.Float32bits(v))
				}
				t.Set(0, uint32(x), uint32(y), 0, 0, texel)
				continue
			}
			c := color.NRGBA64Model.Convert(img.At(img.Bounds().Min.X+x, img.Bounds().Min.Y+y)).(color.NRGBA64)
			var texel Texel
			for i, v := range [4]uint16{c.R, c.G, c.B, c.A} {
				switch {
				case f.Texel() != ir.F32:
					texel[i] = uint64(v >> 8)
				case (f == Rgba8UnormSrgb || f == Bgra8UnormSrgb) && i < 3:
					texel[i] = uint64(math.Float32bits(num.LinearFromSRGB(float32(v) / 65535)))
				default:
					texel[i] = uint64(math.Float32bits(float32(v) / 65535))
				}
			}
			t.Set(0, uint32(x), uint32(y), 0, 0, texel)
		}
	}
	return t, nil
}

// Image is the first layer of the base level as a picture, see TextureView.Image.
func (t *Texture) Image() *image.NRGBA { return t.View().Image() }

// Image is the view's first layer, or slice, of its base level as a picture with eight bits
// a channel: floats from 0 to 1, integers from 0 to 255, one channel as grey. The first of
// several samples is shown.
func (v *TextureView) Image() *image.NRGBA {
	t := v.Texture
	width, height, _ := v.Size(0)
	img := image.NewNRGBA(image.Rect(0, 0, int(width), int(height)))
	if t.Format == FormatOf(ir.Rgba8Unorm) && t.Samples == 1 {
		copy(img.Pix, t.Level(v.BaseLevel)[len(img.Pix)*int(v.BaseLayer):])
		return img
	}
	srgb := t.Format == Rgba8UnormSrgb || t.Format == Bgra8UnormSrgb
	for y := range height {
		for x := range width {
			texel := t.At(v.BaseLevel, x, y, v.BaseLayer, 0)
			var c [4]uint8
			for i := range c {
				f := math.Float32frombits(uint32(texel[i]))
				switch {
				case t.Format.Texel() == ir.I32:
					c[i] = uint8(min(max(int32(texel[i]), 0), 255))
				case t.Format.Texel() != ir.F32:
					c[i] = uint8(min(texel[i], 255))
				case srgb && i < 3:
					c[i] = num.SRGB8FromLinear(f)
				default:
					c[i] = uint8(num.UnormFromF32(f, 8))
				}
			}
			switch {
			case t.Format.Channels() == 1:
				c[1], c[2], c[3] = c[0], c[0], 255
			case t.Format.Channels() < 4:
				c[3] = 255
			}
			img.SetNRGBA(int(x), int(y), color.NRGBA{R: c[0], G: c[1], B: c[2], A: c[3]})
		}
	}
	return img
}

// MakeLevels fills the mip levels after the first: each texel is the mean of the texels
// that it covers in the level before. The error is an *InputError.
func (t *Texture) MakeLevels() error {
	if t.Format.Texel() != ir.F32 && t.Levels > 1 {
		return &InputError{"texture", fmt.Sprintf("there is no mean of texels of %s", t.Format)}
	}
	for level := uint32(1); level < t.Levels; level++ {
		w, h, d := t.Size(level)
		pw, ph, pd := t.Size(level - 1)
		slices := max(d, t.Layers)
		for z := range slices {
			zs := [2]uint32{z, z}
			if t.Dim == ir.Dim3D {
				zs = [2]uint32{min(2*z, pd-1), min(2*z+1, pd-1)}
			}
			for y := range h {
				for x := range w {
					var sum [4]float64
					for i := range uint32(8) {
						texel := t.At(level-1, min(2*x+i&1, pw-1), min(2*y+i>>1&1, ph-1), zs[i>>2], 0)
						for k := range sum {
							sum[k] += float64(channel(texel, k))
						}
					}
					var mean Texel
					for k := range mean {
						mean[k] = f32(float32(sum[k] / 8))
					}
					t.Set(level, x, y, z, 0, mean)
				}
			}
		}
	}
	return nil
}

// TurnOver makes a picture's first row its last.
func TurnOver(img *image.NRGBA) {
	width, height := img.Rect.Dx(), img.Rect.Dy()
	for y := range height / 2 {
		above, below := img.Pix[y*img.Stride:][:4*width], img.Pix[(height-1-y)*img.Stride:][:4*width]
		for i, x := range above {
			above[i], below[i] = below[i], x
		}
	}
}
