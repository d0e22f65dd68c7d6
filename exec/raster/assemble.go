package raster

// This file assembles vertices to primitives.

import (
	"math"
	"slices"
)

// overlap reports whether primitives share vertices with earlier ones.
func (t Topology) overlap() bool {
	return t == TriangleStrip || t == TriangleFan || t == LineStrip
}

// triangles reports whether primitives are triangles.
func (t Topology) triangles() bool {
	return t == TriangleList || t == TriangleStrip || t == TriangleFan
}

// An assembler makes primitives of a stream of vertices, which comes in chunks.
type assembler struct {
	topology Topology
	carried  []uint32 // numbers of the vertices that the next chunk begins with
	parity   bool     // the next triangle of the strip is turned
}

// assemble takes a chunk: places of vertices, from base on, -1 at the end of a strip. The
// vertices carried come first.
func (a *assembler) assemble(d *drawing, order []int32, numbers []uint32, base int32) {
	var v [3]int32 // the last vertices
	n := 0
	parity := a.parity
	for _, s := range order {
		if s < 0 {
			n, parity = 0, false
			continue
		}
		switch a.topology {
		case PointList:
			if d.captured(s) {
				continue
			}
			before := d.begin()
			d.point(s)
			d.end(before)
			continue
		case LineList, LineStrip:
			v[n] = s
			if n++; n < 2 {
				continue
			}
			if !d.captured(v[0], v[1]) {
				before := d.begin()
				d.line(v[0], v[1])
				d.end(before)
			}
			if n = 0; a.topology == LineStrip {
				v[0], n = v[1], 1
			}
			continue
		}
		v[n] = s
		if n++; n < 3 {
			continue
		}
		draw := func(i, j, k int32) {
			if !d.captured(i, j, k) {
				before := d.begin()
				d.triangle(i, j, k)
				d.end(before)
			}
		}
		switch a.topology {
		case TriangleList:
			draw(v[0], v[1], v[2])
			n = 0
		case TriangleStrip:
			if parity {
				draw(v[0], v[2], v[1])
			} else {
				draw(v[0], v[1], v[2])
			}
			parity = !parity
			v[0], v[1], n = v[1], v[2], 2
		case TriangleFan:
			draw(v[1], v[2], v[0])
			v[1], n = v[2], 2
		}
	}
	a.parity = parity
	for i := range n {
		a.carried = append(a.carried, numbers[v[i]-base])
	}
}

// A vertex is the parts of a shaded vertex for clipping and set-up.
type vertex struct {
	clip    [4]float32
	record  int32 // first word of its record
	window  [3]float32
	oow     float32 // 1/w
	bad     bool    // a coordinate is no number
	outside uint8   // planes that it lies outside of; 0: it is projected
}

// infinity is the bits that infinite numbers have, and bits that are no number.
const infinity = 0x7F80_0000

// process adds the chunk's vertices, whose records begin at a place, and reads their
// positions.
func (d *drawing) process(n, record int) {
	first := len(d.vertices)
	d.vertices = slices.Grow(d.vertices, n)[:first+n]
	for i := range n {
		v := &d.vertices[first+i]
		*v = vertex{record: int32(record + i*d.vertexWords)}
		if d.pipeline.Primitive.Discard {
			continue
		}
		for k, bits := range d.records[int(v.record)+d.position:][:4] {
			v.clip[k] = math.Float32frombits(bits)
			v.bad = v.bad || bits&infinity == infinity
		}
		d.normalize(v)
		if v.outside = d.outside(v); v.outside == 0 {
			d.project(v)
		}
	}
}

// normalize brings a position into the form that clipping expects: y as the rows of
// the attachments run, depth from 0 to w.
func (d *drawing) normalize(v *vertex) {
	switch d.pipeline.Clip {
	case ClipWebGPU:
		v.clip[1] = -v.clip[1]
	case ClipOpenGL:
		v.clip[2] = (v.clip[2] + v.clip[3]) / 2
	}
}

// project computes the place in the window (Vulkan, "Controlling the Viewport").
func (d *drawing) project(v *vertex) {
	p := &d.viewport
	v.oow = 1 / v.clip[3]
	v.window[0] = float32(v.clip[0]*v.oow)*(p.Width/2) + (p.X + p.Width/2)
	v.window[1] = float32(v.clip[1]*v.oow)*(p.Height/2) + (p.Y + p.Height/2)
	v.window[2] = float32(v.clip[2]*v.oow)*(p.MaxDepth-p.MinDepth) + p.MinDepth
}
