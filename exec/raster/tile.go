package raster

// This file walks the quads of a tile's triangles.

import (
	"image"
	"math"

	"refract/exec"
	"refract/ir"
)

// A quad is four pixels of a triangle that wait for the fragment stage.
type quad struct {
	triangle int32
	x, y     int32       // the upper left pixel
	mask     [4]uint8    // samples covered, by pixel
	z        [16]float32 // depth by pixel and sample
}

// A tile draws tiles, one after the other; each worker has one.
type tile struct {
	d       *drawing
	stage   exec.Stage // nil: there is no fragment shader
	samples [][2]int64
	places  [4][2]float64 // of the samples, in pixels
	steps   [3]quadSteps
	quads   []quad
	shading shading
	allowed uint8 // samples that may be written
	reject  bool  // what fails the depth test now fails it later
}

func newTile(d *drawing, worker int) *tile {
	t := &tile{d: d, samples: samplePlaces[d.samples], allowed: 255}
	for s, at := range t.samples {
		t.places[s] = [2]float64{float64(at[0]) / one, float64(at[1]) / one}
	}
	if d.pipeline.SampleMask != 0 {
		t.allowed = uint8(d.pipeline.SampleMask)
	}
	if len(d.fragmentStages) > 0 {
		t.stage = d.fragmentStages[worker]
		t.prepare()
	}
	t.reject = !d.early && d.depth != nil && d.pipeline.Depth != nil && d.pipeline.Stencil == nil && !d.effects &&
		builtIn(d.fragmentOut, ir.BuiltInFragDepth) < 0
	if t.reject {
		switch d.pipeline.Depth.Compare {
		case exec.CompareLess, exec.CompareLessEqual, exec.CompareGreater, exec.CompareGreaterEqual, exec.CompareNever:
		default:
			t.reject = false
		}
	}
	return t
}

// maxQuads is how many quads are shaded at once.
const maxQuads = 256

// draw draws the triangles of a tile, in order.
func (t *tile) draw(at int) error {
	d := t.d
	x, y := at%d.across*tileSize, at/d.across*tileSize
	area := image.Rect(x, y, x+tileSize, y+tileSize)
	for _, i := range d.bins[at] {
		if err := t.cover(i, area); err != nil {
			return err
		}
	}
	return t.flush()
}

// cover finds the quads that a triangle covers.
func (t *tile) cover(i int32, area image.Rectangle) error {
	d := t.d
	tri := &d.triangles[i]
	area = area.Intersect(tri.bounds)
	whole := t.inside(tri, area)
	plain := d.depth == nil && d.pipeline.Stencil == nil
	all := (uint8(1)<<len(t.samples) - 1) & t.allowed
	if !whole {
		t.prepareEdges(tri)
	}
	for y := area.Min.Y &^ 1; y < area.Max.Y; y += 2 {
		for x := area.Min.X &^ 1; x < area.Max.X; x += 2 {
			q := quad{triangle: i, x: int32(x), y: int32(y)}
			any := uint8(0)
			if whole && x >= area.Min.X && x+1 < area.Max.X && y >= area.Min.Y && y+1 < area.Max.Y {
				any, q.mask = all, [4]uint8{all, all, all, all}
			} else {
				any = t.coverQuad(tri, &q, area)
			}
			if any == 0 {
				continue
			}

			if !plain && t.depths(tri, &q) == 0 {
				continue
			}
			if t.quads = append(t.quads, q); len(t.quads) == maxQuads {
				if err := t.flush(); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// quadSteps is how much an edge function rises from a quad's corner to each sample, by
// pixel and sample, and the least and the most.
type quadSteps struct {
	by          [16]int64
	least, most int64
}

// prepareEdges finds the steps of a triangle's edges.
func (t *tile) prepareEdges(tri *triangle) {
	for k := range t.steps {
		e, s := &tri.edges[k], &t.steps[k]
		s.least, s.most = math.MaxInt64, math.MinInt64
		for p := range 4 {
			for i, at := range t.samples {
				by := e.a*(int64(p&1)*one+at[0]) + e.b*(int64(p>>1)*one+at[1])
				s.by[4*p+i] = by
				s.least, s.most = min(s.least, by), max(s.most, by)
			}
		}
	}
}

// coverQuad finds the samples of a quad that a triangle covers, and which are covered in
// any pixel.
func (t *tile) coverQuad(tri *triangle, q *quad, area image.Rectangle) (any uint8) {
	var at [3]int64
	whole := true
	for k := range at {
		e, s := &tri.edges[k], &t.steps[k]
		at[k] = e.a*(int64(q.x)*one) + e.b*(int64(q.y)*one) + e.c
		if at[k]+s.most < 0 {
			return 0
		}
		whole = whole && at[k]+s.least >= 0
	}
	for p := range 4 {
		x, y := int(q.x)+p&1, int(q.y)+p>>1
		if x < area.Min.X || x >= area.Max.X || y < area.Min.Y || y >= area.Max.Y {
			continue
		}
		mask := uint8(0)
		for s := range t.samples {
			// Negative where any of them is.
			if i := 4*p + s; whole || (at[0]+t.steps[0].by[i])|(at[1]+t.steps[1].by[i])|(at[2]+t.steps[2].by[i]) >= 0 {
				mask |= 1 << s
			}
		}
		q.mask[p] = mask & t.allowed
		any |= q.mask[p]
	}
	return any
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

// depths computes the depth of each sample, makes the tests that come before the
// fragment stage, and returns the samples that are left.
func (t *tile) depths(tri *triangle, q *quad) (left uint8) {
	d := t.d
	for p := range 4 {
		if q.mask[p] == 0 {
			continue
		}
		x, y := int(q.x)+p&1, int(q.y)+p>>1
		for s := range t.samples {
			if q.mask[p]>>s&1 == 0 {
				continue
			}
			at := &t.places[s]
			z := float32(tri.z.value(float64(x)+at[0]-tri.x, float64(y)+at[1]-tri.y))
			z = d.clampDepth(z)
			q.z[4*p+s] = z
			keep := true
			switch {
			case d.early:
				keep = d.test(x, y, s, z, tri.front)
			case t.reject:
				keep = compare(d.pipeline.Depth.Compare, d.quantize(z), d.stored(x, y, s))
			}
			if !keep {
				q.mask[p] &^= 1 << s
			}
		}
		left |= q.mask[p]
	}
	return left
}
