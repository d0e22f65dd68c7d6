package raster

// This file sets primitives up for the tiles: everything becomes triangles with edges in
// 1/256 pixel and planes of interpolated values.

import (
	"image"
	"math"
	"slices"

	"refract/exec"
)

// one is a pixel in the units that positions are snapped to (Vulkan's
// subPixelPrecisionBits of 8).
const one = 256

// An edge is an edge function: a*x + b*y + c, not negative inside.
type edge struct{ a, b, c int64 }

// A slope is a value that is linear over the window: at the triangle's origin, and
// per pixel.
type slope struct{ at, dx, dy float64 }

func (s *slope) value(x, y float64) float64 { return s.at + x*s.dx + y*s.dy }

// A triangle is ready to be drawn.
type triangle struct {
	edges     [3]edge
	records   [3]int32 // of the vertices
	flat      int32    // record of the provoking vertex
	primitive uint32
	front     bool
	point     bool
	bounds    image.Rectangle // pixels that may be covered
	x, y      float64         // origin of the slopes
	l1, l2    slope           // barycentric coordinates of the second and third vertex
	z         slope
	oow       [3]float64
	flatW     bool     // all three are one
	coord     [2]slope // of points: point_coord
	corners   [3]int32 // the vertices before clipping
}

// triangle draws a triangle of vertices; the first is the provoking one.
func (d *drawing) triangle(a, b, c int32) {
	n := d.primitive
	d.primitive++
	if d.vertices[a].bad || d.vertices[b].bad || d.vertices[c].bad {
		d.gone = &d.tally.NotFinite
		return
	}
	if d.culled(a, b, c) {
		return
	}
	flat := d.vertices[a].record
	d.corners = [3]int32{a, b, c}
	polygon := d.clipped(d.corners[:])
	for _, v := range polygon {
		if v := &d.vertices[v]; v.outside != 0 { // the others are projected
			d.project(v)
		}
	}
	for i := 1; i+1 < len(polygon); i++ {
		d.setup(polygon[0], polygon[i], polygon[i+1], flat, n, facing)
	}
}

// shape is the primitive that a triangle is a part of.
type shape uint8

const (
	facing shape = iota // a triangle, which has a front and a back
	ofLine
	ofPoint
)

// line draws a line (Vulkan, "Basic Line Segment Rasterization": rectangular lines).
func (d *drawing) line(a, b int32) {
	n := d.primitive
	d.primitive++
	if d.vertices[a].bad || d.vertices[b].bad {
		d.gone = &d.tally.NotFinite
		return
	}
	if d.culled(a, b) {
		return
	}
	flat := d.vertices[a].record
	d.corners = [3]int32{a, b, b}
	ends := d.clipped(d.corners[:2])
	if len(ends) != 2 {
		return
	}
	v, w := d.vertices[ends[0]], d.vertices[ends[1]]
	if d.vertices[a].record != v.record && d.vertices[b].record != w.record && (d.vertices[a].record == w.record || d.vertices[b].record == v.record) {
		v, w = w, v
	}
	d.project(&v)
	d.project(&w)
	dx, dy := float64(w.window[0]-v.window[0]), float64(w.window[1]-v.window[1])
	length := math.Hypot(dx, dy)
	if !(length > 0) {
		d.gone = &d.tally.Empty
		return
	}
	width := float64(d.pipeline.Primitive.LineWidth)
	if !(width > 0) {
		width = 1
	}
	nx, ny := -dy/length*width/2, dx/length*width/2
	at := int32(len(d.vertices))
	corner := func(v vertex, side float64) {
		v.window[0] += float32(side * nx)
		v.window[1] += float32(side * ny)
		d.vertices = append(d.vertices, v)
	}
	corner(v, 1)
	corner(v, -1)
	corner(w, -1)
	corner(w, 1)
	d.setup(at, at+1, at+2, flat, n, ofLine)
	d.setup(at, at+2, at+3, flat, n, ofLine)
}

// point draws a point: a square around its position.
func (d *drawing) point(a int32) {
	n := d.primitive
	d.primitive++
	v := d.vertices[a]
	if v.bad {
		d.gone = &d.tally.NotFinite
		return
	}
	if d.culled(a) {
		return
	}
	d.corners = [3]int32{a, a, a}
	if len(d.clipped(d.corners[:1])) == 0 || abs(v.clip[0]) > v.clip[3] || abs(v.clip[1]) > v.clip[3] {
		return
	}
	d.project(&v)
	size := float32(1)
	if d.pointSize >= 0 {
		size = math.Float32frombits(d.records[int(v.record)+d.pointSize])
		if !(size > 0) {
			d.gone = &d.tally.Empty
			return
		}
		size = min(size, maxPointSize)
	}
	at := int32(len(d.vertices))
	for _, side := range [4][2]float32{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}} {
		w := v
		w.window[0] += side[0] * size / 2
		w.window[1] += side[1] * size / 2
		d.vertices = append(d.vertices, w)
	}
	first := len(d.triangles)
	d.setup(at, at+1, at+2, v.record, n, ofPoint)
	d.setup(at, at+2, at+3, v.record, n, ofPoint)
	for i := first; i < len(d.triangles); i++ {
		t := &d.triangles[i]
		left, top := float64(v.window[0]-size/2), float64(v.window[1]-size/2)
		t.coord[0] = slope{(t.x - left) / float64(size), 1 / float64(size), 0}
		t.coord[1] = slope{(t.y - top) / float64(size), 0, 1 / float64(size)}
		t.point = true
	}
}

// maxPointSize is the largest point, in pixels.
const maxPointSize = 1024

// snap rounds a window coordinate to the units of positions.
func snap(x float32) int64 { return int64(math.RoundToEven(float64(x) * one)) }

// setup makes a triangle of projected vertices.
func (d *drawing) setup(a, b, c, flat int32, primitive uint32, of shape) {
	v := [3]*vertex{&d.vertices[a], &d.vertices[b], &d.vertices[c]}
	var x, y [3]int64
	for i, w := range v {
		if !(abs(w.window[0]) <= 2*guard && abs(w.window[1]) <= 2*guard) {
			d.gone = &d.tally.NotFinite
			return
		}
		x[i], y[i] = snap(w.window[0]), snap(w.window[1])
	}
	area := (x[1]-x[0])*(y[2]-y[0]) - (x[2]-x[0])*(y[1]-y[0])
	if area == 0 {
		d.gone = &d.tally.Empty
		return
	}
	front := true
	if of == facing {
		// As rows run down, a triangle of positive area runs clockwise.
		clockwise := (area > 0) != (d.pipeline.Clip == ClipOpenGL)
		front = clockwise == (d.pipeline.Primitive.Front == Clockwise)
		if cull := d.pipeline.Primitive.Cull; cull == CullFront && front || cull == CullBack && !front {
			d.gone = &d.tally.Culled
			return
		}
	}
	if area < 0 {
		v[1], v[2] = v[2], v[1]
		x[1], x[2], y[1], y[2] = x[2], x[1], y[2], y[1]
		area = -area
	}
	half := int64(0)
	if d.samples == 1 {
		half = one / 2
	}
	bounds := image.Rectangle{
		Min: image.Pt(int((min(x[0], x[1], x[2])-half)>>8), int((min(y[0], y[1], y[2])-half)>>8)),
		Max: image.Pt(int((max(x[0], x[1], x[2])-half)>>8)+1, int((max(y[0], y[1], y[2])-half)>>8)+1),
	}.Intersect(d.scissor)
	if bounds.Empty() {
		d.gone = &d.tally.Empty
		return
	}
	if len(d.triangles) == cap(d.triangles) {
		d.triangles = slices.Grow(d.triangles, max(len(d.triangles), 256))
	}
	d.triangles = append(d.triangles, triangle{flat: flat, primitive: primitive, front: front, bounds: bounds, corners: d.corners})
	t := &d.triangles[len(d.triangles)-1]
	for i := range 3 {
		j := (i + 1) % 3
		dx, dy := x[j]-x[i], y[j]-y[i]
		// E = dx*(py-y) - dy*(px-x). Samples on a top edge, which runs to the right, or a
		// left one, which runs up, are inside.
		e := edge{a: -dy, b: dx, c: dy*x[i] - dx*y[i]}
		if !(dy < 0 || dy == 0 && dx > 0) {
			e.c--
		}
		t.edges[i] = e
	}
	t.x, t.y = float64(x[0])/one, float64(y[0])/one
	scale := one / float64(area)
	plane := func(p, q float64) slope { // of values that rise by p to the second vertex and q to the third
		return slope{
			dx: (p*float64(y[2]-y[0]) - q*float64(y[1]-y[0])) * scale,
			dy: (q*float64(x[1]-x[0]) - p*float64(x[2]-x[0])) * scale,
		}
	}
	t.l1, t.l2 = plane(1, 0), plane(0, 1)
	z := [3]float64{float64(v[0].window[2]), float64(v[1].window[2]), float64(v[2].window[2])}
	t.z = plane(z[1]-z[0], z[2]-z[0])
	t.z.at = z[0]
	if of == facing {
		t.z.at += d.bias(&t.z, max(z[0], z[1], z[2]))
	}
	for i, w := range v {
		t.records[i] = w.record
		t.oow[i] = float64(w.oow)
	}
	t.flatW = t.oow[0] == t.oow[1] && t.oow[0] == t.oow[2]
}

// bias is the depth bias (Vulkan, "Depth Bias"; for a normalized format a unit is a step,
// as WebGPU has it).
func (d *drawing) bias(z *slope, deepest float64) float64 {
	p := d.pipeline.Depth
	if p == nil || p.Bias == 0 && p.BiasSlope == 0 {
		return 0
	}
	unit := 1.0 / 65535
	if d.depth.format != exec.Depth16Unorm {
		_, e := math.Frexp(deepest)
		unit = math.Ldexp(1, e-1-23)
	}
	steepest := max(math.Abs(z.dx), math.Abs(z.dy))
	b := steepest*float64(p.BiasSlope) + unit*float64(p.Bias)
	switch {
	case p.BiasClamp > 0:
		b = min(b, float64(p.BiasClamp))
	case p.BiasClamp < 0:
		b = max(b, float64(p.BiasClamp))
	}
	return b
}
