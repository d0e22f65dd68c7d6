package raster

// This file clips primitives (Vulkan, "Primitive Clipping"): against the near and far
// planes, the planes of clip distances, and the sides of the viewport or, for triangles if
// it covers the attachments, a guard band that keeps window coordinates in range.

import (
	"math"

	"refract/internal/num"
	"refract/ir"
)

// guard is the largest window coordinate, in pixels, either way.
const guard = 1 << 15

// A plane is a plane of the clip volume, by the distance of a vertex from it: inside if
// that is not negative.
type plane func(v *vertex) float32

// A clipVolume is the planes that a draw clips against.
type clipVolume struct {
	planes    []plane    // nil: they aren't made
	low, high [2]float32 // of the sides, in multiples of w
}

// volume makes the planes.
func (d *drawing) volume() *clipVolume {
	c := &d.clipping
	if c.planes != nil {
		return c
	}
	guarded := d.pipeline.Primitive.Topology.triangles() // what is wide would show where none of its line does
	// w comes first: the others are then never divided by zero or a negative number.
	c.planes = append(c.planes, func(v *vertex) float32 { return v.clip[3] - leastW })
	if !d.pipeline.Primitive.Unclipped {
		c.planes = append(c.planes,
			func(v *vertex) float32 { return v.clip[2] },
			func(v *vertex) float32 { return v.clip[3] - v.clip[2] })
	}
	p := &d.viewport
	c.low, c.high = [2]float32{-1, -1}, [2]float32{1, 1}
	if guarded && p.X <= 0 && p.Y <= 0 && p.X+p.Width >= float32(d.width) && p.Y+p.Height >= float32(d.height) {
		// Nothing shows beyond the viewport: the guard band does.
		c.low = [2]float32{(-guard-p.X)*2/p.Width - 1, (-guard-p.Y)*2/p.Height - 1}
		c.high = [2]float32{(guard-p.X)*2/p.Width - 1, (guard-p.Y)*2/p.Height - 1}
	}
	for axis := range 2 {
		c.planes = append(c.planes,
			func(v *vertex) float32 { return v.clip[axis] - c.low[axis]*v.clip[3] },
			func(v *vertex) float32 { return c.high[axis]*v.clip[3] - v.clip[axis] })
	}
	for _, w := range d.clips {
		c.planes = append(c.planes, func(v *vertex) float32 { return math.Float32frombits(d.records[v.record+w]) })
	}
	return c
}

// leastW is the least w of a vertex that is divided by it.
const leastW = 1e-20

// The bits of vertex.outside: planes that it lies outside of, those of clip distances as one.
const (
	outsideW = 1 << iota
	outsideNear
	outsideFar
	outsideLeft
	outsideRight
	outsideTop
	outsideBottom
	outsideDistance
)

// outside is the planes that a vertex lies outside of. A distance that is no number is outside.
func (d *drawing) outside(v *vertex) (out uint8) {
	c := d.volume()
	x, y, z, w := v.clip[0], v.clip[1], v.clip[2], v.clip[3]
	if !(w-leastW >= 0) {
		out |= outsideW
	}
	if !d.pipeline.Primitive.Unclipped {
		if !(z >= 0) {
			out |= outsideNear
		}
		if !(w-z >= 0) {
			out |= outsideFar
		}
	}
	if !(x-c.low[0]*w >= 0) {
		out |= outsideLeft
	}
	if !(c.high[0]*w-x >= 0) {
		out |= outsideRight
	}
	if !(y-c.low[1]*w >= 0) {
		out |= outsideTop
	}
	if !(c.high[1]*w-y >= 0) {
		out |= outsideBottom
	}
	for _, k := range d.clips {
		if !(math.Float32frombits(d.records[v.record+k]) >= 0) {
			out |= outsideDistance
		}
	}
	return out
}

// clipped clips a primitive whose vertices may lie outside of planes.
func (d *drawing) clipped(polygon []int32) []int32 {
	some, all := uint8(0), uint8(0xFF&^outsideDistance)
	for _, v := range polygon {
		out := d.vertices[v].outside
		some |= out
		all &= out
	}
	switch {
	case some == 0:
		return polygon
	case all != 0:
		return nil
	}
	return d.clip(polygon)
}

// culled reports whether a primitive lies outside a cull distance's half space
// altogether.
func (d *drawing) culled(vs ...int32) bool {
	for _, w := range d.culls {
		outside := true
		for _, v := range vs {
			outside = outside && math.Float32frombits(d.records[d.vertices[v].record+w]) < 0
		}
		if outside {
			d.gone = &d.tally.Culled
			return true
		}
	}
	return false
}

// clip clips a convex polygon, or a line if it has two vertices. The result is valid until
// the next call.
func (d *drawing) clip(polygon []int32) []int32 {
	for _, p := range d.volume().planes {
		inside := 0
		for _, v := range polygon {
			// A distance that is no number is outside.
			if p(&d.vertices[v]) >= 0 {
				inside++
			}
		}
		if inside == len(polygon) {
			continue
		}
		if inside == 0 {
			return nil
		}
		out := d.polygons[d.flip][:0]
		for i, v := range polygon {
			next := polygon[(i+1)%len(polygon)]
			a, b := p(&d.vertices[v]), p(&d.vertices[next])
			if a >= 0 {
				out = append(out, v)
			}
			// A line has one edge, which is met twice.
			if (a >= 0) != (b >= 0) && (len(polygon) > 2 || i == 0) {
				out = append(out, d.between(v, next, a, b))
			}
		}
		d.polygons[d.flip] = out
		polygon = out
		d.flip ^= 1
	}
	return polygon
}

// between makes the vertex at which an edge crosses a plane that its ends lie a and b from.
func (d *drawing) between(i, j int32, a, b float32) int32 {
	// The same edge gives the same vertex, whichever way a primitive runs along it.
	if a < 0 {
		i, j, a, b = j, i, b, a
	}
	t := float64(a) / (float64(a) - float64(b))
	if !(t >= 0 && t <= 1) {
		t = 0
	}
	v, w := &d.vertices[i], &d.vertices[j]
	out := vertex{record: int32(len(d.records)), outside: outsideW} // it isn't projected yet
	for k := range out.clip {
		out.clip[k] = mix(v.clip[k], w.clip[k], t)
	}
	from, to := d.records[v.record:][:d.vertexWords], d.records[w.record:][:d.vertexWords]
	d.records = append(d.records, from...)
	record := d.records[out.record:]
	for _, x := range d.clips {
		record[x] = mixWord(ir.F32, from[x], to[x], t)
	}
	// Linear inputs run evenly over the window, not over the clip volume.
	straight := t
	if at := float64(v.clip[3])*(1-t) + float64(w.clip[3])*t; at != 0 {
		straight = t * float64(w.clip[3]) / at
	}
	for k := range d.varyings {
		x := &d.varyings[k]
		switch x.kind {
		case ir.InterpolatePerspective:
			record[x.from] = mixWord(x.scalar, from[x.from], to[x.from], t)
		case ir.InterpolateLinear:
			record[x.from] = mixWord(x.scalar, from[x.from], to[x.from], straight)
		}
	}
	d.vertices = append(d.vertices, out)
	return int32(len(d.vertices) - 1)
}

func mix(a, b float32, t float64) float32 {
	return float32(float64(a) + (float64(b)-float64(a))*t)
}

// mixWord interpolates between two words.
func mixWord(s ir.Scalar, a, b uint32, t float64) uint32 {
	if s == ir.F16 {
		return uint32(num.F16FromF32(mix(num.F16(a).F32(), num.F16(b).F32(), t)))
	}
	return math.Float32bits(mix(math.Float32frombits(a), math.Float32frombits(b), t))
}
