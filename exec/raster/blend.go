package raster

// This file writes colors to the attachments (Vulkan, "The Framebuffer": blending).

import (
	"math"
	"sync"

	"refract/exec"
	"refract/internal/num"
	"refract/ir"
)

// float is component k of the color that a fragment has written.
func (o *outputWords) float(out []uint32, k int) float32 { return o.toFloat(out, o.color[k]) }

func (o *outputWords) toFloat(out []uint32, word int32) float32 {
	if word < 0 {
		return 0
	}
	if o.scalar == ir.F16 {
		return num.F16(out[4*word]).F32()
	}
	return math.Float32frombits(out[4*word])
}

// writeQuad writes the colors of a quad to an attachment.
func (d *drawing) writeQuad(i int, q *quad, masks *[4]uint8, out []uint32) {
	a, o, target := &d.colors[i], &d.outputs[i], &d.targets[i]
	if a.bytes8 && target.Keep == 0 && target.Blend == nil && o.scalar == ir.F32 && o.whole() {
		red, blue := 0, 2
		if a.swapped {
			red, blue = 2, 0
		}
		out = out[4*o.color[0]:][:16]
		for p, mask := range masks {
			if mask == 0 {
				continue
			}
			b := a.data[(int(q.y)+p>>1)*a.row+(int(q.x)+p&1)*4*d.samples:][:4*d.samples]
			var t [4]byte
			t[red], t[1], t[blue], t[3] = unorm8(out[p]), unorm8(out[4+p]), unorm8(out[8+p]), unorm8(out[12+p])
			for s := range d.samples {
				if mask>>s&1 != 0 {
					copy(b[4*s:], t[:])
				}
			}
		}
		return
	}
	if a.bytes8 && target.Keep == 0 && target.Blend.bySource() && o.scalar == ir.F32 && o.whole() {
		d.blendQuad(i, q, masks, out[4*o.color[0]:][:16])
		return
	}
	for p, mask := range masks {
		if mask != 0 {
			d.write(i, int(q.x)+p&1, int(q.y)+p>>1, mask, out[p:])
		}
	}
}

// bySource reports whether what is drawn and what is there are added up, times factors
// that follow from the source's alpha alone.
func (b *Blend) bySource() bool {
	if b == nil || b.Color.Op != BlendAdd || b.Alpha.Op != BlendAdd {
		return false
	}
	for _, f := range [4]BlendFactor{b.Color.Src, b.Color.Dst, b.Alpha.Src, b.Alpha.Dst} {
		switch f {
		case BlendZero, BlendOne, BlendSrcAlpha, BlendOneMinusSrcAlpha:
		default:
			return false
		}
	}
	return true
}

// unorms are the numbers that bytes stand for.
var unorms = sync.OnceValue(func() *[256]float32 {
	var t [256]float32
	for x := range t {
		t[x] = num.F32FromUnorm(uint32(x), 8)
	}
	return &t
})

// blendQuad blends a quad's colors with texels of four bytes, where factors follow from
// the source.
func (d *drawing) blendQuad(i int, q *quad, masks *[4]uint8, out []uint32) {
	a, how := &d.colors[i], d.targets[i].Blend
	var none [4]float32
	table := unorms()
	for p, mask := range masks {
		if mask == 0 {
			continue
		}
		src := [4]float32{math.Float32frombits(out[p]), math.Float32frombits(out[4+p]), math.Float32frombits(out[8+p]), math.Float32frombits(out[12+p])}
		a.clamp(&src)
		// The factors of the target, and the source times its own.
		color, alpha := factor(how.Color.Dst, 0, &src, &none, &none, &none), factor(how.Alpha.Dst, 3, &src, &none, &none, &none)
		s, t := factor(how.Color.Src, 0, &src, &none, &none, &none), factor(how.Alpha.Src, 3, &src, &none, &none, &none)
		src = [4]float32{src[0] * s, src[1] * s, src[2] * s, src[3] * t}
		if a.swapped {
			src[0], src[2] = src[2], src[0]
		}
		b := a.data[(int(q.y)+p>>1)*a.row+(int(q.x)+p&1)*4*d.samples:][:4*d.samples]
		for ; mask != 0; mask, b = mask>>1, b[min(4, len(b)):] {
			if mask&1 == 0 {
				continue
			}
			b[0], b[1] = byteOf(src[0]+float32(table[b[0]]*color)), byteOf(src[1]+float32(table[b[1]]*color))
			b[2], b[3] = byteOf(src[2]+float32(table[b[2]]*color)), byteOf(src[3]+float32(table[b[3]]*alpha))
		}
	}
}

// whole reports whether the four components are written, side by side.
func (o *outputWords) whole() bool {
	w := o.color[0]
	return w >= 0 && o.color == [4]int32{w, w + 1, w + 2, w + 3}
}

// unorm8 is num.UnormFromF32 of 8 bits.
func unorm8(bits uint32) byte { return byteOf(math.Float32frombits(bits)) }

func byteOf(x float32) byte {
	if x > 0 && x < 1 {
		return byte(uint32(float64(x)*255 + 0.5))
	}
	if x >= 1 {
		return 255
	}
	return 0
}

// write writes a fragment's color to the samples of an attachment.
func (d *drawing) write(i, x, y int, mask uint8, out []uint32) {
	a, o, target := &d.colors[i], &d.outputs[i], &d.targets[i]
	if o.scalar == ir.NoScalar || target.Keep == 15 {
		return
	}
	var t exec.Texel
	if a.scalar != ir.F32 {
		for k, w := range o.color {
			if w >= 0 {
				t[k] = uint64(out[4*w])
			}
		}
		d.store(a, x, y, mask, target.Keep, func(exec.Texel) exec.Texel { return t })
		return
	}
	var src, src1 [4]float32
	for k := range src {
		src[k], src1[k] = o.toFloat(out, o.color[k]), o.toFloat(out, o.second[k])
	}
	if o.color[3] < 0 {
		src[3] = 1
	}
	if a.bytes8 && target.Keep == 0 {
		for s := range d.samples {
			if mask>>s&1 != 0 {
				a.writeBytes(a.at(x, y, s, d.samples), target.Blend, &src, &src1, &d.draw.BlendConstant)
			}
		}
		return
	}
	if target.Blend == nil {
		for k := range src {
			t[k] = uint64(math.Float32bits(src[k]))
		}
		d.store(a, x, y, mask, target.Keep, func(exec.Texel) exec.Texel { return t })
		return
	}
	constant := d.draw.BlendConstant
	a.clamp(&src)
	a.clamp(&src1)
	a.clamp(&constant)
	d.store(a, x, y, mask, target.Keep, func(old exec.Texel) exec.Texel {
		var dst [4]float32
		for k := range dst {
			dst[k] = math.Float32frombits(uint32(old[k]))
		}
		blend(target.Blend, &dst, &src, &src1, &constant)
		for k := range dst {
			old[k] = uint64(math.Float32bits(dst[k]))
		}
		return old
	})
}

// blend blends a color into dst.
func blend(how *Blend, dst, src, src1, constant *[4]float32) {
	old := *dst
	for k := range 4 {
		e := &how.Color
		if k == 3 {
			e = &how.Alpha
		}
		s, b := src[k], old[k]
		if e.Op != BlendMin && e.Op != BlendMax {
			s *= factor(e.Src, k, src, src1, &old, constant)
			b *= factor(e.Dst, k, src, src1, &old, constant)
		}
		switch e.Op {
		case BlendSubtract:
			dst[k] = s - b
		case BlendReverseSubtract:
			dst[k] = b - s
		case BlendMin:
			dst[k] = min(s, b)
		case BlendMax:
			dst[k] = max(s, b)
		default:
			dst[k] = s + b
		}
	}
}

// writeBytes writes a color to a texel of four bytes, normalized: what Format.Encode
// writes.
func (a *attachment) writeBytes(b []byte, how *Blend, src, src1, constant *[4]float32) {
	b = b[:4]
	color := *src
	if how != nil {
		s, s1, c := *src, *src1, *constant
		a.clamp(&s)
		a.clamp(&s1)
		a.clamp(&c)
		for k, x := range b {
			color[k] = num.F32FromUnorm(uint32(x), 8)
		}
		if a.swapped {
			color[0], color[2] = color[2], color[0]
		}
		blend(how, &color, &s, &s1, &c)
	}
	if a.swapped {
		color[0], color[2] = color[2], color[0]
	}
	for k, x := range color {
		b[k] = byte(num.UnormFromF32(x, 8))
	}
}

// store writes the texel that a function makes of the old one to each sample.
func (d *drawing) store(a *attachment, x, y int, mask uint8, keep WriteMask, f func(exec.Texel) exec.Texel) {
	for s := range d.samples {
		if mask>>s&1 == 0 {
			continue
		}
		b := a.at(x, y, s, d.samples)
		old := a.format.Decode(b)
		t := f(old)
		for k := range t {
			if keep>>k&1 != 0 {
				t[k] = old[k]
			}
		}
		a.format.Encode(b, t)
	}
}

// clamp limits a color to what a normalized format holds.
func (a *attachment) clamp(c *[4]float32) {
	low := float32(0)
	switch {
	case a.snorm:
		low = -1
	case !a.unorm:
		return
	}
	for k, x := range c {
		if !(x >= low) { // NaN too
			x = low
		}
		c[k] = min(x, 1)
	}
}

// factor is a blend factor for channel k.
func factor(f BlendFactor, k int, src, src1, dst, constant *[4]float32) float32 {
	switch f {
	case BlendOne:
		return 1
	case BlendSrc:
		return src[k]
	case BlendOneMinusSrc:
		return 1 - src[k]
	case BlendSrcAlpha:
		return src[3]
	case BlendOneMinusSrcAlpha:
		return 1 - src[3]
	case BlendDst:
		return dst[k]
	case BlendOneMinusDst:
		return 1 - dst[k]
	case BlendDstAlpha:
		return dst[3]
	case BlendOneMinusDstAlpha:
		return 1 - dst[3]
	case BlendSrcAlphaSaturated:
		if k == 3 {
			return 1
		}
		return min(src[3], 1-dst[3])
	case BlendConstant:
		return constant[k]
	case BlendOneMinusConstant:
		return 1 - constant[k]
	case BlendSrc1:
		return src1[k]
	case BlendOneMinusSrc1:
		return 1 - src1[k]
	case BlendSrc1Alpha:
		return src1[3]
	case BlendOneMinusSrc1Alpha:
		return 1 - src1[3]
	}
	return 0
}
