package exec

// This file makes textures of pictures and pictures of textures.

import (
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

// TextureOf makes a texture of a picture. Integers are the picture's as they are with
// eight bits, other numbers from 0 to 1, or what a FloatImage has; of an sRGB format the
// picture's colors are the encoded ones. The error is an *InputError.
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

// Image is the first layer of the base level as a picture with eight bits a channel:
// floats from 0 to 1, integers up to 255, one channel as grey.
func (t *Texture) Image() *image.NRGBA {
	img := image.NewNRGBA(image.Rect(0, 0, int(t.Width), int(t.Height)))
	srgb := t.Format == Rgba8UnormSrgb || t.Format == Bgra8UnormSrgb
	for y := range int(t.Height) {
		for x := range int(t.Width) {
			texel := t.At(0, uint32(x), uint32(y), 0, 0)
			var c [4]uint8
			for i := range c {
				v := math.Float32frombits(uint32(texel[i]))
				switch {
				case t.Format.Texel() != ir.F32:
					c[i] = uint8(min(texel[i], 255))
				case srgb && i < 3:
					c[i] = num.SRGB8FromLinear(v)
				default:
					c[i] = uint8(num.UnormFromF32(v, 8))
				}
			}
			switch {
			case t.Format.Channels() == 1:
				c[1], c[2], c[3] = c[0], c[0], 255
			case t.Format.Channels() < 4:
				c[3] = 255
			}
			img.SetNRGBA(x, y, color.NRGBA{R: c[0], G: c[1], B: c[2], A: c[3]})
		}
	}
	return img
}
