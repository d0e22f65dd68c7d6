package raster

// This file writes colors to the attachments (Vulkan, "The Framebuffer": blending).

import (
	"encoding/binary"
	"math"

	"refract/exec"
	"refract/internal/lazy"
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

// colorKind is how colors are written to an attachment.
type colorKind uint8

const (
	noColor     colorKind = iota // none is written
	storeBytes                   // as four normalized bytes
	blendBytes                   // the same, blended by factors that follow from the source
	blendFloats                  // floats, blended so
	anyColor
)

// colorKind finds how the colors of an attachment are written.
func (d *drawing) colorKind(i int) colorKind {
	a, o, target := &d.colors[i], &d.outputs[i], &d.targets[i]
	plain := target.Keep == 0 && o.scalar == ir.F32 && o.whole()
	switch {
	case o.scalar == ir.NoScalar || target.Keep == 15:
		return noColor
	case plain && a.bytes8 && target.Blend == nil:
		return storeBytes
	case plain && a.bytes8 && target.Blend.bySource():
		return blendBytes
	case plain && a.floats && target.Blend.bySource():
		return blendFloats
	}
	return anyColor
}

// writeQuad writes the colors of a quad to an attachment.
func (d *drawing) writeQuad(i int, q *quad, mask coverage, out []uint32) {
	o := &d.outputs[i]
	switch o.kind {
	case noColor:
	case storeBytes:
		d.storeQuad(i, q, mask, (*[16]uint32)(out[4*o.color[0]:]))
	case blendBytes, blendFloats:
		d.blendQuad(i, q, mask, (*[16]uint32)(out[4*o.color[0]:]))
	default:
		for p := range 4 {
			if m := mask.of(p); m != 0 {
				d.write(i, int(q.x)+p&1, int(q.y)+p>>1, m, out[p:])
			}
		}
	}
}

// pixel is the memory of a pixel of a quad.
func (d *drawing) pixel(a *attachment, q *quad, p int) []byte {
	size := a.bytes * d.samples
	return a.data[(int(q.y)+p>>1)*a.row+(int(q.x)+p&1)*size:][:size]
}

// storeQuad writes a quad's colors to texels of four normalized bytes.
func (d *drawing) storeQuad(i int, q *quad, mask coverage, out *[16]uint32) {
	a := &d.colors[i]
	red, blue := 0, 16
	if a.swapped {
		red, blue = 16, 0
	}
	word := func(p int) uint32 {
		return unorm8(out[p])<<red | unorm8(out[4+p])<<8 | unorm8(out[8+p])<<blue | unorm8(out[12+p])<<24
	}
	if d.samples == 1 && mask == 0x1111 {
		at := int(q.y)*a.row + 4*int(q.x)
		binary.LittleEndian.PutUint64(a.data[at:], uint64(word(0))|uint64(word(1))<<32)
		binary.LittleEndian.PutUint64(a.data[at+a.row:], uint64(word(2))|uint64(word(3))<<32)
		return
	}
	for p := range 4 {
		m := mask.of(p)
		if m == 0 {
			continue
		}
		word := word(p)
		b := d.pixel(a, q, p)
		switch {
		case d.samples == 1:
			binary.LittleEndian.PutUint32(b, word)
		case m == 15:
			binary.LittleEndian.PutUint64(b, uint64(word)<<32|uint64(word))
			binary.LittleEndian.PutUint64(b[8:], uint64(word)<<32|uint64(word))
		default:
			for s := range d.samples {
				if m>>s&1 != 0 {
					binary.LittleEndian.PutUint32(b[4*s:], word)
				}
			}
		}
	}
}

// bySource reports whether the source and the stored color are added up, times factors that
// follow from the source's alpha alone.
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
var unorms = lazy.Value[*[256]float32]{Make: func() *[256]float32 {
	var t [256]float32
	for x := range t {
		t[x] = num.F32FromUnorm(uint32(x), 8)
	}
	return &t
}}

// bySource is a factor that follows from the source's alpha alone.
func (f BlendFactor) bySource(alpha float32) float32 {
	switch f {
	case BlendZero:
		return 0
	case BlendOne:
		return 1
	case BlendSrcAlpha:
		return alpha
	}
	return 1 - alpha
}

// blendQuad blends a quad's colors with texels of four normalized bytes, or of four floats,
// if factors follow from the source.
func (d *drawing) blendQuad(i int, q *quad, mask coverage, out *[16]uint32) {
	a, how := &d.colors[i], d.targets[i].Blend
	table := unorms.Get()
	for p := range 4 {
		m := mask.of(p)
		if m == 0 {
			continue
		}
		src := [4]float32{math.Float32frombits(out[p]), math.Float32frombits(out[4+p]), math.Float32frombits(out[8+p]), math.Float32frombits(out[12+p])}
		if a.unorm {
			src = [4]float32{saturate(src[0]), saturate(src[1]), saturate(src[2]), saturate(src[3])}
		}
		// The factors of the target, and the source times its own.
		color, alpha := how.Color.Dst.bySource(src[3]), how.Alpha.Dst.bySource(src[3])
		s, t := how.Color.Src.bySource(src[3]), how.Alpha.Src.bySource(src[3])
		src = [4]float32{src[0] * s, src[1] * s, src[2] * s, src[3] * t}
		if a.swapped {
			src[0], src[2] = src[2], src[0]
		}
		b := d.pixel(a, q, p)
		for ; m != 0; m, b = m>>1, b[min(a.bytes, len(b)):] {
			if m&1 == 0 {
				continue
			}
			if a.floats {
				for k, x := range src {
					at, by := b[4*k:][:4], color
					if k == 3 {
						by = alpha
					}
					old := math.Float32frombits(binary.LittleEndian.Uint32(at))
					sum := x + float32(old*by)
					if sum != sum { // its bits don't depend on the order of operations
						sum = num.NaNF32()
					}
					binary.LittleEndian.PutUint32(at, math.Float32bits(sum))
				}
				continue
			}
			old := (*[4]byte)(b)
			binary.LittleEndian.PutUint32(b, byteOf(src[0]+float32(table[old[0]]*color))|byteOf(src[1]+float32(table[old[1]]*color))<<8|
				byteOf(src[2]+float32(table[old[2]]*color))<<16|byteOf(src[3]+float32(table[old[3]]*alpha))<<24)
		}
	}
}

// saturate limits a number to [0, 1]; NaN becomes 0.
func saturate(x float32) float32 {
	if !(x > 0) {
		return 0
	}
	if x > 1 {
		return 1
	}
	return x
}

// whole reports whether the four components are written, side by side.
func (o *outputWords) whole() bool {
	w := o.color[0]
	return w >= 0 && o.color == [4]int32{w, w + 1, w + 2, w + 3}
}

// unorm8 is num.UnormFromF32 of 8 bits.
func unorm8(bits uint32) uint32 {
	switch {
	case bits < 0x3f800000: // from 0 to below 1
		return uint32(int32(float64(math.Float32frombits(bits))*255 + 0.5))
	case bits <= 0x7f800000:
		return 255
	}
	return 0 // negative, or no number
}

func byteOf(x float32) uint32 { return unorm8(math.Float32bits(x)) }

// write writes a fragment's color to the samples of an attachment.
func (d *drawing) write(i, x, y int, mask uint8, out []uint32) {
	a, o, target := &d.colors[i], &d.outputs[i], &d.targets[i]
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

// clamp limits a color to the range of a normalized format.
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
