package exec

// This file samples the most usual textures faster than sample.go, with the same results:
// two-dimensional ones of four bytes a texel, and comparisons with depths that are floats.

import (
	"encoding/binary"
	"math"

	"refract/internal/lazy"
	"refract/ir"
)

// A Quick is a texture together with a sampler.
type Quick struct {
	levels     []quickLevel
	table      *[256]float64 // of the first three channels
	alpha      *[256]float64
	red, blue  uint8 // shifts of the channels
	u, v       AddressMode
	magnify    Filter
	minify     Filter
	mipmap     Filter
	low, high  float32 // levels of detail
	compare    Compare // of depths
	sameFilter bool
	inside     bool // one level with a linear filter: most lie between four texels
}

// quickLevel is a mip level.
type quickLevel struct {
	data          []byte
	width, height int64
}

// quickTables are exec's decoded in double precision, which sums are made in.
var quickTables = lazy.Value[*[2][256]float64]{Make: func() *[2][256]float64 {
	var t [2][256]float64
	for k := range t {
		for x := range t[k] {
			t[k][x] = float64(decoded.Get()[k][x])
		}
	}
	return &t
}}

// NewQuick prepares sampling, or comparing; nil: the texture or the sampler isn't one of
// the usual.
func NewQuick(v *TextureView, s *Sampler, compare bool) *Quick {
	t := v.Texture
	if v.Dim != ir.Dim2D || v.Arrayed || t.Samples != 1 || s.AddressU == ClampToBorder || s.AddressV == ClampToBorder || s.MaxAnisotropy > 1 {
		return nil
	}
	p := &Quick{u: s.AddressU, v: s.AddressV, magnify: s.Magnify, minify: s.Minify, mipmap: s.Mipmap, low: s.LodMin, high: s.LodMax}
	p.sameFilter = s.Magnify == s.Minify
	var q SampleQuery
	switch {
	case compare:
		if t.Format != Depth32Float || s.Compare == NoCompare {
			return nil
		}
		p.compare = s.Compare
	case v.bytes8(&q) == nil:
		return nil
	default:
		p.table = &quickTables.Get()[0]
		if v.bytes8(&q) == &decoded.Get()[1] {
			p.table = &quickTables.Get()[1]
		}
		order := t.Format.order()
		p.red, p.blue, p.alpha = 8*order[0], 8*order[2], &quickTables.Get()[0]
	}
	for level := range v.Levels {
		w, h, _ := v.Size(level)
		size := 4 * int(w) * int(h)
		p.levels = append(p.levels, quickLevel{t.levels[v.BaseLevel+level][int(v.BaseLayer)*size:][:size], int64(w), int64(h)})
	}
	p.inside = len(p.levels) == 1 && p.sameFilter && p.magnify == Linear
	return p
}

// NeedsLevel reports whether the level of detail matters.
func (p *Quick) NeedsLevel() bool { return len(p.levels) > 1 || !p.sameFilter }

// A Flat is a sampling of one mip level, with weights between four texels or of the nearest one, at
// coordinates that are repeated or limited to the edges.
type Flat struct {
	Data          []byte // texels, row by row
	Width, Height int
	Repeat        [2]bool // along each axis
	Nearest       bool
	Swapped       bool    // the first byte is blue
	Compare       Compare // of depths, which are floats; NoCompare: texels are four normalized bytes
}

// Flat is the sampling of a level of detail that doesn't matter or, with base, is zero. It reports
// false if the sampling has another form.
func (p *Quick) Flat(base bool) (Flat, bool) {
	if p.NeedsLevel() && !(base && p.low <= 0) || p.u == MirrorRepeat || p.v == MirrorRepeat || p.compare == NoCompare && p.table != p.alpha {
		return Flat{}, false
	}
	l := &p.levels[0]
	size := 4 * l.width * l.height
	return Flat{l.data[:size], int(l.width), int(l.height), [2]bool{p.u == Repeat, p.v == Repeat}, p.magnify == Nearest, p.blue < p.red, p.compare}, true
}

// A quickPlace is the texels and weights that a sample combines.
type quickPlace struct {
	at     [4]int // offsets of the texels, of which the second lies beside the first
	weight [4]float64
}

// along finds the two places of an axis, and how far between them the sample lies.
func along(mode AddressMode, x float32, offset int32, size int64, near bool) (a, b int64, weight float64) {
	// Most lie between two texels.
	if at := float64(float64(x)*float64(size)) + float64(offset) - 0.5; !near && at >= 0 && at < float64(size-1) {
		a = int64(at)
		return a, a + 1, at - float64(a)
	}
	return alongEdge(mode, x, offset, size, near)
}

// alongEdge is along for any sample.
func alongEdge(mode AddressMode, x float32, offset int32, size int64, near bool) (a, b int64, weight float64) {
	at := float64(x)*float64(size) + float64(offset)
	if !(math.Abs(at) < 1<<40) {
		at = 0
	}
	if near {
		a = address(mode, int64(math.Floor(at)), size)
		return a, a, 0
	}
	at -= 0.5
	a = int64(at) // the greatest integer below
	if float64(a) > at {
		a--
	}
	weight = at - float64(a)
	b = a + 1
	if a >= 0 && b < size {
		return a, b, weight
	}
	return address(mode, a, size), address(mode, b, size), weight
}

// place finds the texels of a sample.
func (p *Quick) place(l *quickLevel, x, y float32, offset [2]int32, f Filter, q *quickPlace) {
	near := f == Nearest
	x0, x1, wx := along(p.u, x, offset[0], l.width, near)
	y0, y1, wy := along(p.v, y, offset[1], l.height, near)
	y0, y1 = y0*l.width, y1*l.width
	q.at = [4]int{int(4 * (y0 + x0)), int(4 * (y0 + x1)), int(4 * (y1 + x0)), int(4 * (y1 + x1))}
	ux, uy := 1-wx, 1-wy
	q.weight = [4]float64{ux * uy, wx * uy, ux * wy, wx * wy}
}

// sampleLevel samples a level.
func (p *Quick) sampleLevel(l *quickLevel, x, y float32, offset [2]int32, f Filter) (out [4]float32) {
	var q quickPlace
	p.place(l, x, y, offset, f, &q)
	table, alpha, red, blue := p.table, p.alpha, p.red&31, p.blue&31
	var r, g, b, a float64
	for k, weight := range &q.weight {
		t := binary.LittleEndian.Uint32(l.data[q.at[k]:])
		r += float64(table[t>>red&255] * weight)
		g += float64(table[t>>8&255] * weight)
		b += float64(table[t>>blue&255] * weight)
		a += float64(alpha[t>>24] * weight)
	}
	return [4]float32{float32(r), float32(g), float32(b), float32(a)}
}

// Sample is TextureView.Sample of a place, with a level of detail if it matters.
func (p *Quick) Sample(x, y, level float32, offset [2]int32) [4]float32 {
	first, second, weight, f := p.choose(level)
	t := p.sampleLevel(first, x, y, offset, f)
	if weight == 0 {
		return t
	}
	u := p.sampleLevel(second, x, y, offset, f)
	for i := range t {
		t[i] = float32(float64(t[i])*(1-weight) + float64(u[i])*weight)
	}
	return t
}

// Compare is the first channel of TextureView.Sample of a comparison.
func (p *Quick) Compare(x, y, level, reference float32, offset [2]int32) float32 {
	if p.inside && offset == [2]int32{} {
		if t, ok := p.compareInside(&p.levels[0], x, y, reference); ok {
			return t
		}
	}
	first, second, weight, f := p.choose(level)
	t := p.compareLevel(first, x, y, reference, offset, f)
	if weight == 0 {
		return t
	}
	u := p.compareLevel(second, x, y, reference, offset, f)
	return float32(float64(t)*(1-weight) + float64(u)*weight)
}

func (p *Quick) compareLevel(l *quickLevel, x, y, reference float32, offset [2]int32, f Filter) float32 {
	var q quickPlace
	p.place(l, x, y, offset, f, &q)
	sum := 0.0
	for k, weight := range &q.weight {
		if p.compare.holds(reference, math.Float32frombits(binary.LittleEndian.Uint32(l.data[q.at[k]:]))) {
			sum += weight
		}
	}
	return float32(sum)
}

// compareInside compares between four texels that lie side by side; false: these don't.
func (p *Quick) compareInside(l *quickLevel, x, y, reference float32) (float32, bool) {
	u, v := float64(float64(x)*float64(l.width))-0.5, float64(float64(y)*float64(l.height))-0.5
	if !(u >= 0 && u < float64(l.width-1) && v >= 0 && v < float64(l.height-1)) {
		return 0, false
	}
	column, row := int64(u), int64(v)
	upper := l.data[4*(row*l.width+column):]
	lower := upper[4*l.width:]
	a, b := binary.LittleEndian.Uint64(upper), binary.LittleEndian.Uint64(lower)
	ta, tb := math.Float32frombits(uint32(a)), math.Float32frombits(uint32(a>>32))
	tc, td := math.Float32frombits(uint32(b)), math.Float32frombits(uint32(b>>32))
	var ha, hb, hc, hd bool
	switch p.compare {
	case CompareLessEqual:
		ha, hb, hc, hd = reference <= ta, reference <= tb, reference <= tc, reference <= td
	case CompareLess:
		ha, hb, hc, hd = reference < ta, reference < tb, reference < tc, reference < td
	default:
		c := p.compare
		ha, hb, hc, hd = c.holds(reference, ta), c.holds(reference, tb), c.holds(reference, tc), c.holds(reference, td)
	}
	if !(ha || hb || hc || hd) {
		return 0, true
	}
	wx, wy := u-float64(column), v-float64(row)
	ux, uy := 1-wx, 1-wy
	sum := 0.0
	if ha {
		sum = float64(ux * uy)
	}
	if hb {
		sum += float64(wx * uy)
	}
	if hc {
		sum += float64(ux * wy)
	}
	if hd {
		sum += float64(wx * wy)
	}
	return float32(sum), true
}

// choose finds the levels of a level of detail, and the weight of the second.
func (p *Quick) choose(level float32) (first, second *quickLevel, weight float64, f Filter) {
	if len(p.levels) == 1 && p.sameFilter {
		return &p.levels[0], nil, 0, p.magnify
	}
	if level != level {
		level = 0
	}
	level = min(max(level, p.low), p.high)
	f = p.minify
	if level <= 0 {
		f = p.magnify
	}
	last := float32(len(p.levels) - 1)
	level = min(max(level, 0), last)
	if p.mipmap == Nearest {
		n := int(math.Ceil(float64(level)+0.5) - 1)
		return &p.levels[min(n, len(p.levels)-1)], nil, 0, f
	}
	low := float32(math.Floor(float64(level)))
	return &p.levels[int(low)], &p.levels[int(min(low+1, last))], float64(level - low), f
}
