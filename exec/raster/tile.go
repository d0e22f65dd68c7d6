package raster

// This file walks the quads of a tile's triangles.

import (
	"image"

	"refract/exec"
	"refract/ir"
)

// A quad is four pixels of a triangle that wait for the fragment stage.
type quad struct {
	triangle int32
	x, y     int32       // the upper left pixel
	mask     coverage    // samples covered
	z        [16]float32 // depth by pixel and sample
}

// coverage are samples of a quad: four bits for each pixel.
type coverage uint16

// of are the samples of a pixel.
func (c coverage) of(pixel int) uint8 { return uint8(c>>(4*pixel)) & 15 }

// pixels are those with a sample, a bit for each.
func (c coverage) pixels() uint8 {
	c |= c >> 2
	c = (c | c>>1) & 0x1111
	return uint8(c|c>>3|c>>6|c>>9) & 15
}

// ofPixels are all samples of pixels, by the bits of the pixels.
var ofPixels = [16]coverage{0, 0xf, 0xf0, 0xff, 0xf00, 0xf0f, 0xff0, 0xfff, 0xf000, 0xf00f, 0xf0f0, 0xf0ff, 0xff00, 0xff0f, 0xfff0, 0xffff}

// The pixels of a quad's columns and rows.
const (
	leftPixels  coverage = 0x0f0f
	rightPixels coverage = 0xf0f0
	upperPixels coverage = 0x00ff
	lowerPixels coverage = 0xff00
)

// A tile draws tiles, one after the other; each worker has one.
type tile struct {
	d             *drawing
	stage         exec.Stage // nil: there is no fragment shader
	samples       [][2]int64
	places        [4][2]float64 // of the samples, in pixels
	spots         [16]spot
	steps         [3]quadSteps
	quads         []quad
	shading       shading
	merging       merging
	interpolation interpolation
	allowed       coverage // samples that may be written
	depths        depthKind
	shaded        int // quads
	written       int
	direct        bool // quads wait in the stage's memory
	placed        int  // so many
	reject        bool // what fails the depth test now fails it later

	exchanged, orEqual bool // the depth test, of quickDepth
}

func newTile(d *drawing, worker int) *tile {
	t := &tile{d: d, samples: exec.SamplePlaces(d.samples), quads: make([]quad, 0, maxQuads)}
	for s, at := range t.samples {
		t.places[s] = [2]float64{float64(at[0]) / one, float64(at[1]) / one}
	}
	t.findSpots()
	allowed := coverage(1)<<len(t.samples) - 1
	if d.pipeline.SampleMask != 0 {
		allowed &= coverage(d.pipeline.SampleMask)
	}
	t.allowed = allowed * 0x1111
	if len(d.fragmentStages) > 0 {
		t.stage = d.fragmentStages[worker]
		t.prepare()
	}
	t.reject = !d.early && d.depth != nil && d.pipeline.Depth != nil && d.pipeline.Stencil == nil && !d.effects &&
		builtIn(d.fragmentOut, ir.BuiltInFragDepth) < 0
	if t.reject && d.pipeline.Depth.Compare != exec.CompareNever {
		_, _, t.reject = d.pipeline.Depth.Compare.Order()
	}
	t.depths = t.depthKind()
	return t
}

// maxQuads is how many quads are shaded at once.
const maxQuads = 256

// draw draws the triangles of a tile, in order.
func (t *tile) draw(at int) error {
	d := t.d
	x, y := at%d.across*tileSize, at/d.across*tileSize
	area := image.Rect(x, y, x+tileSize, y+tileSize)
	t.shading.ramped = -1
	t.beginPixels(area)
	defer t.endPixels()
	for _, i := range d.bins[at] {
		if err := t.cover(i, area); err != nil {
			return err
		}
	}
	return t.flush()
}

// waiting is how many quads wait for the fragment stage.
func (t *tile) waiting() int { return t.placed + len(t.quads) }

// spanWidth is the width, in pixels, from which on it pays to find the beginning and end of
// a row of quads.
const spanWidth = 16

// cover finds the quads that a triangle covers.
func (t *tile) cover(i int32, area image.Rectangle) error {
	d := t.d
	tri := &d.triangles[i]
	bounds := tri.bounds
	area = area.Intersect(bounds)
	// No triangle covers all of its own bounds.
	whole := area != bounds && t.inside(tri, area)
	if !whole {
		t.prepareEdges(tri)
	}
	x0, x1 := area.Min.X&^1, area.Max.X
	wide := !whole && x1-x0 >= spanWidth
	for y := area.Min.Y &^ 1; y < area.Max.Y; y += 2 {
		rows := t.allowed
		if y < area.Min.Y {
			rows &= lowerPixels
		}
		if y+1 >= area.Max.Y {
			rows &= upperPixels
		}
		from, to := x0, x1
		inner, outer := x0, x1 // the quads between lie inside
		var at [3]int64
		if !whole {
			inner, outer = x1, x1
			for k := range at {
				e := &tri.edges[k]
				at[k] = e.a*(int64(x0)*one) + e.b*(int64(y)*one) + e.c
			}
			if wide {
				first, last := t.span(&at, tri, false, (x1-x0+1)/2)
				if first >= last {
					continue
				}
				inside, outside := t.span(&at, tri, true, (x1-x0+1)/2)
				from, to = x0+2*first, min(x1, x0+2*last)
				if inside < outside {
					inner, outer = x0+2*inside, x0+2*outside
				}
				for k := range at {
					at[k] += int64(first) * t.steps[k].across
				}
			}
		}
		for x := from; x < to; x += 2 {
			mask := rows
			if x < area.Min.X {
				mask &= rightPixels
			}
			if x+1 >= area.Max.X {
				mask &= leftPixels
			}
			if !whole {
				if x < inner || x >= outer {
					mask &= t.coverQuad(&at)
				}
				at[0] += t.steps[0].across
				at[1] += t.steps[1].across
				at[2] += t.steps[2].across
				if mask == 0 {
					continue
				}
			}
			n := len(t.quads)
			q := &t.quads[:n+1][n]
			q.triangle, q.x, q.y, q.mask = i, int32(x), int32(y), mask
			if t.depths != noDepth && t.depthQuad(tri, q) == 0 {
				continue
			}
			if t.direct {
				t.placeQuad(q, t.placed, t.recordOf(i, t.placed == 0))
				t.placed++
			} else {
				t.quads = t.quads[:n+1]
			}
			if t.waiting() == maxQuads {
				if err := t.flush(); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// quadSteps is how much an edge function rises from a quad's corner to each sample, by
// pixel and sample, the least and the most, and how much to the next quad.
type quadSteps struct {
	by          [16]int64
	least, most int64
	across      int64
}

// prepareEdges finds the steps of a triangle's edges.
func (t *tile) prepareEdges(tri *triangle) {
	for k := range t.steps {
		e, s := &tri.edges[k], &t.steps[k]
		right, down := e.a*one, e.b*one
		s.across = 2 * right
		first := e.a*t.samples[0][0] + e.b*t.samples[0][1]
		s.least, s.most = first, first
		for i, at := range t.samples {
			by := e.a*at[0] + e.b*at[1]
			s.by[i], s.by[4+i], s.by[8+i], s.by[12+i] = by, by+right, by+down, by+right+down
			s.least, s.most = min(s.least, by), max(s.most, by)
		}
		s.least += min(right, 0) + min(down, 0)
		s.most += max(right, 0) + max(down, 0)
	}
}

// span finds the quads of a row of n for which no edge rules out every sample or, if all
// samples should be inside, any. at are the edge functions at the row's first quad.
func (t *tile) span(at *[3]int64, tri *triangle, all bool, n int) (first, last int) {
	low, high := int64(0), int64(n)
	for k := range at {
		s := &t.steps[k]
		v := at[k] + s.most
		if all {
			v = at[k] + s.least
		}
		switch {
		case s.across > 0:
			if v < 0 {
				low = max(low, (-v+s.across-1)/s.across)
			}
		case v < 0:
			return 0, 0
		case s.across < 0:
			high = min(high, v/-s.across+1)
		}
	}
	return int(low), int(high)
}

// coverQuad finds the samples of a quad that a triangle covers; at are the edge functions at
// its corner.
func (t *tile) coverQuad(at *[3]int64) coverage {
	mask := coverage(0xffff)
	for k, v := range at {
		s := &t.steps[k]
		if v+s.most < 0 {
			return 0
		}
		if v+s.least >= 0 {
			continue
		}
		var out coverage // samples outside
		if len(t.samples) == 1 {
			out = coverage(uint64(v+s.by[0])>>63 | uint64(v+s.by[4])>>63<<4 | uint64(v+s.by[8])>>63<<8 | uint64(v+s.by[12])>>63<<12)
		} else {
			for i, by := range &s.by {
				out |= coverage(uint64(v+by)>>63) << i
			}
		}
		mask &^= out
	}
	return mask
}

// inside reports whether a triangle covers all samples of an area: it does if the
// area's corners are inside.
func (t *tile) inside(tri *triangle, area image.Rectangle) bool {
	x0, y0 := int64(area.Min.X)*one, int64(area.Min.Y)*one
	x1, y1 := int64(area.Max.X)*one, int64(area.Max.Y)*one
	for k := range tri.edges {
		e := &tri.edges[k]
		if !e.inside(x0, y0) || !e.inside(x1, y0) || !e.inside(x0, y1) || !e.inside(x1, y1) {
			return false
		}
	}
	return true
}

func (e *edge) inside(x, y int64) bool { return e.a*x+e.b*y+e.c >= 0 }

// depthKind is the treatment of depths before the fragment stage runs.
type depthKind uint8

const (
	noDepth     depthKind = iota // there are none
	onlyDepth                    // they are computed
	quickDepth                   // floats are tested, and perhaps written
	anyDepth                     // all tests are made
	rejectDepth                  // depths that fail the test later fail it now
)

func (t *tile) depthKind() depthKind {
	d := t.d
	if d.pipeline.Depth == nil && d.pipeline.Stencil == nil {
		return noDepth
	}
	isOrdered := false
	if d.pipeline.Depth != nil {
		t.exchanged, t.orEqual, isOrdered = d.pipeline.Depth.Compare.Order()
	}
	switch {
	case d.early && d.pipeline.Stencil == nil && d.depth.format == exec.Depth32Float && isOrdered:
		return quickDepth
	case d.early:
		return anyDepth
	case t.reject:
		return rejectDepth
	}
	return onlyDepth
}

// depthQuad computes the depth of each sample, makes the tests that come before the fragment
// stage, and returns the samples that are left, which it also notes.
func (t *tile) depthQuad(tri *triangle, q *quad) coverage {
	d := t.d
	if t.depths == quickDepth {
		q.mask = t.quickTest(tri, q)
		return q.mask
	}
	for s := range t.samples {
		at := &t.places[s]
		x0, y0 := float64(q.x)+at[0], float64(q.y)+at[1]
		x1, y1 := float64(q.x+1)+at[0], float64(q.y+1)+at[1]
		var z [4]float64
		tri.z.quad(x0-tri.x, x1-tri.x, y0-tri.y, y1-tri.y, &z)
		q.z[s], q.z[4+s], q.z[8+s], q.z[12+s] = d.clampDepth(float32(z[0])), d.clampDepth(float32(z[1])), d.clampDepth(float32(z[2])), d.clampDepth(float32(z[3]))
	}
	if t.depths == onlyDepth {
		return q.mask
	}
	for p := range 4 {
		mask := q.mask.of(p)
		if mask == 0 {
			continue
		}
		x, y := int(q.x)+p&1, int(q.y)+p>>1
		for s := range t.samples {
			if mask>>s&1 == 0 {
				continue
			}
			keep, z := false, q.z[4*p+s]
			if t.depths == anyDepth {
				keep = d.test(x, y, s, z, tri.front)
			} else {
				keep = compare(d.pipeline.Depth.Compare, d.quantize(z), d.stored(x, y, s))
			}
			if !keep {
				mask &^= 1 << s
			}
		}
		q.mask = q.mask&^(15<<(4*p)) | coverage(mask)<<(4*p)
	}
	return q.mask
}
