package lower

// This file converts texels of luma and chroma to colors, as samplers of Vulkan with a conversion do (VK_KHR_sampler_ycbcr_conversion,
// chapter "Sampler Y'CBCR Conversion"). The example is lower-tex{ycbcr=t, model=bt709, range=narrow}.
//
//	before                          after
//	%1 = tex @t, @s, %uv            %2 = tex @t, @s, %uv
//	                                %y = (255 * %2.y - 16) / 219
//	                                %b = (255 * %2.z - 128) / 224
//	                                %r = (255 * %2.x - 128) / 224
//	                                %1 = vec %y + 1.5748 * %r, ..., %y + 1.8556 * %b, %2.w
//
// The texture has the chroma of red in x, the luma in y and the chroma of blue in z, after its swizzle.

import (
	"math"

	"refract/ssa"
	"refract/ssa/op"
)

// A ColorModel is the kind of colors that texels hold.
type ColorModel uint8

// The models of VkSamplerYcbcrModelConversion.
const (
	ModelRGB      ColorModel = iota // colors: nothing is converted
	ModelIdentity                   // luma and chroma, whose range is expanded alone
	Model709
	Model601
	Model2020
)

// Choices are the names of the models.
func (ColorModel) Choices() []string { return []string{"rgb", "identity", "bt709", "bt601", "bt2020"} }

// A ColorRange is the part of the numbers that luma and chroma take.
type ColorRange uint8

// The ranges of VkSamplerYcbcrRange.
const (
	RangeFull   ColorRange = iota
	RangeNarrow            // with room below black and above white
)

// Choices are the names of the ranges.
func (ColorRange) Choices() []string { return []string{"full", "narrow"} }

// shares are the parts of red and blue in the luma of a model.
func (m ColorModel) shares() (red, blue float64) {
	switch m {
	case Model709:
		return 0.2126, 0.0722
	case Model601:
		return 0.299, 0.114
	}
	return 0.2627, 0.0593
}

// toColor is the color of a texel, whose last component stays.
func (c *calc) toColor(texel [4]ssa.Value, o *TexOptions) [4]ssa.Value {
	if o.Model == ModelRGB {
		return texel
	}
	bits := int(min(max(o.Depth, 8), 16))
	most := float64(uint32(1)<<bits - 1)
	unit := math.Ldexp(1, bits-8) // the first number above zero of 8 bits
	number := func(x float64) ssa.Value { return c.f32(math.Float32bits(float32(x))) }
	expand := func(v ssa.Value, factor, offset float64) ssa.Value {
		if factor == 1 && offset == 0 {
			return v
		}
		return c.fadd(c.fmul(v, number(factor)), number(offset))
	}
	luma, chroma := [2]float64{1, 0}, [2]float64{1, -math.Ldexp(1, bits-1) / most}
	if o.Range == RangeNarrow {
		luma, chroma = [2]float64{most / (219 * unit), -16.0 / 219}, [2]float64{most / (224 * unit), -128.0 / 224}
	}
	r, y, b := expand(texel[0], chroma[0], chroma[1]), expand(texel[1], luma[0], luma[1]), expand(texel[2], chroma[0], chroma[1])
	if o.Model == ModelIdentity {
		return [4]ssa.Value{r, y, b, texel[3]}
	}
	red, blue := o.Model.shares()
	green := 1 - red - blue
	scaled := func(v ssa.Value, x float64) ssa.Value { return c.fmul(v, number(x)) }
	return [4]ssa.Value{
		c.fadd(y, scaled(r, 2*(1-red))),
		c.do(op.FSub, c.do(op.FSub, y, scaled(b, 2*blue*(1-blue)/green)), scaled(r, 2*red*(1-red)/green)),
		c.fadd(y, scaled(b, 2*(1-blue))),
		texel[3],
	}
}
