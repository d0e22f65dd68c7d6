package exec

// This file samples textures: level selection, addressing, filtering, gathering
// and comparing (WGSL, section "Texture Built-in Functions"; WebGPU, sampling;
// the arithmetic is that of the Vulkan specification, "Image Operations").
//
// Coordinates are computed in f64, weights are not quantized, and cube maps are
// filtered across their edges.

import (
	"math"

	"refract/internal/lazy"
	"refract/internal/num"
	"refract/ir"
)

// A SampleQuery is the arguments of a sample.
type SampleQuery struct {
	Coordinate [3]float32 // of a cube: the direction
	Layer      int64      // array layer, clamped
	Offset     [3]int32   // in texels
	Level      float32    // the level of detail; before the sampler's clamp
	Compare    bool       // compare with Reference
	Reference  float32
	compared   int  // the channel; formats of depths lack all but the first, and so have 0, 0, 1
	ClampEdge  bool // base level, coordinates kept half a texel inside

	// The derivatives that Level was computed of; without HasSlopes there are none, and
	// no anisotropic filtering.
	HasSlopes bool
	Ddx, Ddy  [3]float32
}

// AtLeast raises the level to one that it must reach.
func (q *SampleQuery) AtLeast(level float32) {
	if level > q.Level {
		q.Level, q.HasSlopes = level, false
	}
}

// LevelOfDetail is the level that follows from the derivatives of the coordinate: log2 of
// the longer side of the pixel's footprint, in texels of the view's base level.
func (v *TextureView) LevelOfDetail(ddx, ddy [3]float32) float32 {
	w, h, d := v.Size(0)
	size := [3]float64{float64(w), float64(h), float64(d)}
	return float32(math.Log2(max(lengthIn(size, ddx), lengthIn(size, ddy))))
}

// lengthIn is the length of a derivative in texels.
func lengthIn(size [3]float64, g [3]float32) float64 {
	sum := 0.0
	for i, x := range g {
		s := float64(x) * size[i]
		sum += s * s
	}
	return math.Sqrt(sum)
}

// CubeLevelOfDetail is LevelOfDetail for a cube, by the derivatives of the
// direction.
func (v *TextureView) CubeLevelOfDetail(dir, ddx, ddy [3]float32) float32 {
	return v.LevelOfDetail(faceDerivative(dir, ddx), faceDerivative(dir, ddy))
}

// Sample returns a filtered texel; of a comparison, and of a depth texture, the
// first channel.
func (v *TextureView) Sample(s *Sampler, q SampleQuery) Texel {
	if q.ClampEdge {
		return v.baseClampEdge(s, q)
	}
	if s.MaxAnisotropy > 1 && q.HasSlopes && v.Dim == ir.Dim2D {
		if n, along, ratio := v.stretch(s, &q); n > 1 {
			return v.sampleAlong(s, q, n, along, ratio)
		}
	}
	return v.sampleLevels(s, q)
}

// stretch is how the footprint of a pixel is filtered that is longer one way than the
// other (Vulkan, section "Scale Factor Operation, LOD Operation and Image Level(s)
// Selection"): how many samples lie along which derivative, and how often the shorter
// side goes into the longer.
func (v *TextureView) stretch(s *Sampler, q *SampleQuery) (n int, along [3]float32, ratio float64) {
	w, h, d := v.Size(0)
	size := [3]float64{float64(w), float64(h), float64(d)}
	x, y := lengthIn(size, q.Ddx), lengthIn(size, q.Ddy)
	along = q.Ddx
	if y > x {
		x, y, along = y, x, q.Ddy
	}
	if !(x > 0) || math.IsInf(x, 0) {
		return 1, along, 1
	}
	ratio = float64(min(s.MaxAnisotropy, MaxAnisotropy))
	if y > 0 {
		ratio = min(ratio, x/y)
	}
	return int(math.Ceil(ratio)), along, ratio
}

// sampleAlong is the mean of n samples along a derivative, of the level that follows from
// the shorter side of the footprint (Vulkan, section "Texel Anisotropic Filtering").
func (v *TextureView) sampleAlong(s *Sampler, q SampleQuery, n int, along [3]float32, ratio float64) Texel {
	q.Level -= float32(math.Log2(ratio))
	if v.Texture.Format.Texel() != ir.F32 {
		return v.sampleLevels(s, q)
	}
	middle := q.Coordinate
	var sum [4]float64
	for i := range n {
		at := float32(i+1)/float32(n+1) - 0.5
		for k := range middle {
			q.Coordinate[k] = middle[k] + at*along[k]
		}
		t := v.sampleLevels(s, q)
		for k := range sum {
			sum[k] += float64(channel(t, k))
		}
	}
	var out Texel
	for k := range sum {
		out[k] = f32(float32(sum[k] / float64(n)))
	}
	return out
}

// sampleLevels samples the levels of a level of detail.
func (v *TextureView) sampleLevels(s *Sampler, q SampleQuery) Texel {
	level := q.Level
	if level != level {
		level = 0
	}
	level = min(max(level, s.LodMin), s.LodMax)
	filter := s.Minify
	if level <= 0 {
		filter = s.Magnify
	}
	last := float32(v.Levels - 1)
	level = min(max(level, 0), last)
	if s.Mipmap == Nearest {
		return v.sampleLevel(s, q, uint32(math.Ceil(float64(level)+0.5)-1), filter)
	}
	low := float32(math.Floor(float64(level)))
	t := v.sampleLevel(s, q, uint32(low), filter)
	weight := float64(level - low)
	if weight == 0 {
		return t
	}
	u := v.sampleLevel(s, q, uint32(min(low+1, last)), filter)
	if v.Texture.Format.Texel() != ir.F32 {
		return t
	}
	for i := range t {
		t[i] = f32(float32(float64(channel(t, i))*(1-weight) + float64(channel(u, i))*weight))
	}
	return t
}

// QueryLevel is the level of the view that a sample reads, between two levels if the
// sampler mixes them, and the level of detail itself, which anisotropic filtering makes
// smaller (Vulkan, section "Scale Factor Operation, LOD Operation and Image Level(s)
// Selection").
func (v *TextureView) QueryLevel(s *Sampler, q SampleQuery) (accessed, detail float32) {
	detail = q.Level
	if s.MaxAnisotropy > 1 && q.HasSlopes && v.Dim == ir.Dim2D {
		if n, _, ratio := v.stretch(s, &q); n > 1 {
			detail -= float32(math.Log2(ratio))
		}
	}
	level := detail
	if level != level {
		level = 0
	}
	level = min(max(min(max(level, s.LodMin), s.LodMax), 0), float32(v.Levels-1))
	if s.Mipmap == Nearest {
		return float32(math.Ceil(float64(level)+0.5) - 1), detail
	}
	return level, detail
}

func channel(t Texel, i int) float32 { return math.Float32frombits(uint32(t[i])) }

// baseClampEdge is textureSampleBaseClampToEdge.
func (v *TextureView) baseClampEdge(s *Sampler, q SampleQuery) Texel {
	w, h, _ := v.Size(0)
	for i, n := range [2]uint32{w, h} {
		half := 0.5 / float32(n)
		q.Coordinate[i] = min(max(q.Coordinate[i], half), 1-half)
	}
	clamped := *s
	clamped.AddressU, clamped.AddressV = ClampToEdge, ClampToEdge
	q.Level = 0 // which the sampler's limits may raise
	return v.sampleLevels(&clamped, q)
}

// A footprint is the texels that one sample combines: their places along each
// axis, and how far between the two of an axis the sample lies.
type footprint struct {
	level  uint32
	layer  uint32 // first layer: of a cube, face 0's
	face   int    // cube
	place  [3][2]int64
	weight [3]float64 // of the second place
	size   [3]int64
}

// footprint finds the texels around a coordinate; near: the nearest alone, twice.
func (v *TextureView) footprint(s *Sampler, q *SampleQuery, level uint32, near bool) footprint {
	w, h, d := v.Size(level)
	p := footprint{level: level, size: [3]int64{int64(w), int64(h), int64(d)}}
	p.layer = uint32(min(max(q.Layer, 0), int64(v.LayerCount()-1)))
	at := [3]float64{float64(q.Coordinate[0]), float64(q.Coordinate[1]), float64(q.Coordinate[2])}
	modes := [3]AddressMode{s.AddressU, s.AddressV, s.AddressW}
	axes := v.Dim.CoordinateCount()
	if v.Dim == ir.DimCube {
		p.layer *= 6
		p.face, at[0], at[1] = cubeFace(at)
		axes = 2
	}
	for i := range axes {
		x := at[i]*float64(p.size[i]) + float64(q.Offset[i])
		if !(math.Abs(x) < 1<<40) { // NaN and what is too far away to address
			x = 0
		}
		if !near {
			x -= 0.5
		}
		low := math.Floor(x)
		p.place[i] = [2]int64{int64(low), int64(low) + 1}
		p.weight[i] = x - low
		if near {
			p.place[i][1], p.weight[i] = p.place[i][0], 0
		}
		mode := modes[i]
		if v.Dim == ir.DimCube {
			if !near { // across the edges
				continue
			}
			mode = ClampToEdge // a coordinate of 1 lies beyond the last texel
		}
		for j := range p.place[i] {
			p.place[i][j] = address(mode, p.place[i][j], p.size[i])
		}
	}
	return p
}

// outside is the place of a texel that the texture doesn't have.
const outside = -1

// address maps a place along an axis into the texture.
func address(mode AddressMode, x, size int64) int64 {
	switch mode {
	case ClampToEdge:
		return min(max(x, 0), size-1)
	case Repeat:
		if uint64(x) < uint64(size) {
			return x
		}
		return ((x % size) + size) % size
	case MirrorRepeat:
		x = ((x % (2 * size)) + 2*size) % (2 * size)
		if x >= size {
			x = 2*size - 1 - x
		}
		return x
	case ClampToBorder:
		if uint64(x) >= uint64(size) {
			return outside
		}
		return x
	}
	panic("exec: address mode")
}

// texel reads one of the texels of a footprint, compared if the query compares; the bits of
// which choose between the two places of each axis.
func (v *TextureView) texel(s *Sampler, q *SampleQuery, p *footprint, which int) Texel {
	x, y, z := p.place[0][which&1], p.place[1][which>>1&1], p.place[2][which>>2&1]
	if v.Dim != ir.DimCube && (x|y|z) < 0 {
		return v.border(s, q)
	}
	switch v.Dim {
	case ir.DimCube:
		return v.cubeTexel(s, q, p, x, y)
	case ir.Dim3D:
	default:
		z = int64(p.layer)
	}
	return v.fetch(s, q, p.level, x, y, z)
}

// border is a texel outside of the texture: the channels that the format has are the
// border's (Vulkan, section "Texel Replacement").
func (v *TextureView) border(s *Sampler, q *SampleQuery) Texel {
	f := v.Texture.Format
	one := uint64(1)
	if f.Texel() == ir.F32 {
		one = f32(1)
	}
	t := Texel{3: one}
	if s.Border == OpaqueWhite {
		t[0], t[1], t[2] = one, one, one
	}
	for k := f.Channels(); k < 3; k++ {
		t[k] = 0
	}
	if f.Channels() == 4 && s.Border == TransparentBlack {
		t[3] = 0
	}
	if q.Compare {
		return v.compared(s, q, t)
	}
	return t
}

// fetch reads the texel at a place and compares it.
func (v *TextureView) fetch(s *Sampler, q *SampleQuery, level uint32, x, y, z int64) Texel {
	t, _ := v.Load(level, uint32(x), uint32(y), uint32(z), 0)
	if q.Compare {
		return v.compared(s, q, t)
	}
	return t
}

// cubeTexel reads a texel of a cube that may lie beyond an edge of the face, or beyond a
// corner, at which there is none: then it is the average of the three around the corner
// (Vulkan, section "Cube Map Edge Handling"), or for integers one of them.
func (v *TextureView) cubeTexel(s *Sampler, q *SampleQuery, p *footprint, x, y int64) Texel {
	size := p.size[0]
	fetch := func(x, y int64) Texel {
		face := p.face
		if x < 0 || y < 0 || x >= size || y >= size {
			face, x, y = acrossEdge(face, x, y, size)
		}
		return v.fetch(s, q, p.level, x, y, int64(p.layer)+int64(face))
	}
	inX, inY := min(max(x, 0), size-1), min(max(y, 0), size-1)
	if x == inX || y == inY {
		return fetch(x, y)
	}
	t := fetch(x, inY)
	if v.Texture.Format.Texel() != ir.F32 {
		return t
	}
	a, b := fetch(inX, y), fetch(inX, inY)
	for i := range t {
		t[i] = f32(float32((float64(channel(t, i)) + float64(channel(a, i)) + float64(channel(b, i))) / 3))
	}
	return t
}

// sampleLevel samples one mip level.
func (v *TextureView) sampleLevel(s *Sampler, q SampleQuery, level uint32, f Filter) Texel {
	level = min(level, v.Levels-1)
	near := f == Nearest || v.Texture.Format.Texel() != ir.F32
	p := v.footprint(s, &q, level, near)
	if table := v.bytes8(&q); table != nil && s.AddressU != ClampToBorder && s.AddressV != ClampToBorder {
		return v.sampleBytes(&p, table)
	}
	return v.sampleFootprint(s, &q, &p, near)
}

// sampleFootprint combines the texels of a footprint, or takes the nearest.
func (v *TextureView) sampleFootprint(s *Sampler, q *SampleQuery, p *footprint, near bool) Texel {
	if near {
		return v.texel(s, q, p, 0)
	}
	var sum [4]float64
	for which := range 8 {
		weight := 1.0
		for axis := range 3 {
			if which>>axis&1 == 1 {
				weight *= p.weight[axis]
			} else {
				weight *= 1 - p.weight[axis]
			}
		}
		if weight == 0 {
			continue
		}
		t := v.texel(s, q, p, which)
		for i := range sum {
			sum[i] += float64(channel(t, i)) * weight
		}
	}
	return Texel{f32(float32(sum[0])), f32(float32(sum[1])), f32(float32(sum[2])), f32(float32(sum[3]))}
}

// decoded has the values of a channel's bytes: normalized, and as a component of sRGB.
var decoded = lazy.Value[*[2][256]float32]{Make: func() *[2][256]float32 {
	var t [2][256]float32
	for x := range t[0] {
		t[0][x], t[1][x] = num.F32FromUnorm(uint32(x), 8), num.LinearFromSRGB8(uint8(x))
	}
	return &t
}}

// bytes8 are the values of the bytes of the first three channels, if a query reads a
// two-dimensional texture of four bytes a texel without swizzle; nil: it doesn't.
func (v *TextureView) bytes8(q *SampleQuery) *[256]float32 {
	if v.Dim != ir.Dim2D || q.Compare || v.Texture.Samples != 1 {
		return nil
	}
	switch v.Texture.Format {
	case Format(ir.Rgba8Unorm), Format(ir.Bgra8Unorm):
		return &decoded.Get()[0]
	case Rgba8UnormSrgb, Bgra8UnormSrgb:
		return &decoded.Get()[1]
	}
	return nil
}

// sampleBytes is sampleLevel of a footprint, for textures of bytes.
func (v *TextureView) sampleBytes(p *footprint, table *[256]float32) Texel {
	t := v.Texture
	width, height := uint64(p.size[0]), uint64(p.size[1])
	data := t.levels[v.BaseLevel+p.level][4*width*height*uint64(v.BaseLayer+p.layer):]
	order := t.Format.order()
	alpha := &decoded.Get()[0]
	var sum [4]float64
	for which := range 4 {
		x, y := which&1, which>>1
		weight := p.weight[0]
		if x == 0 {
			weight = 1 - p.weight[0]
		}
		if y == 0 {
			weight *= 1 - p.weight[1]
		} else {
			weight *= p.weight[1]
		}
		if weight == 0 {
			continue
		}
		at := 4 * (uint64(p.place[1][y])*width + uint64(p.place[0][x]))
		b := data[at:][:4]
		sum[0] += float64(table[b[order[0]]]) * weight
		sum[1] += float64(table[b[1]]) * weight
		sum[2] += float64(table[b[order[2]]]) * weight
		sum[3] += float64(alpha[b[3]]) * weight
	}
	return Texel{f32(float32(sum[0])), f32(float32(sum[1])), f32(float32(sum[2])), f32(float32(sum[3]))}
}

// compared is the result of comparing a texel with the reference, which depths of fixed
// point clamp (Vulkan, section "Depth Compare Operation").
func (v *TextureView) compared(s *Sampler, q *SampleQuery, t Texel) Texel {
	reference := q.Reference
	if v.Texture.Format == Depth16Unorm {
		reference = min(max(reference, 0), 1)
	}
	if s.Compare.holds(reference, channel(t, q.compared)) {
		one := f32(1)
		return Texel{one, one, one, one}
	}
	return Texel{}
}

// Gather returns one channel of the four texels that a linear sample of the base
// level would combine, counter-clockwise from the lower left: (umin, vmax),
// (umax, vmax), (umax, vmin), (umin, vmin).
func (v *TextureView) Gather(s *Sampler, q SampleQuery, component int) Texel {
	p := v.footprint(s, &q, 0, false)
	q.compared = component
	var out Texel
	for i, which := range [4]int{2, 3, 1, 0} {
		out[i] = v.texel(s, &q, &p, which)[component]
	}
	return out
}
