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

// planes are the planes that the draw clips against.
func (d *drawing) planes() []plane {
	guarded := d.pipeline.Primitive.Topology.triangles() // what is wide would show where none of its line does
	var out []plane
	// w comes first: the others are then never divided by zero or a negative number.
	out = append(out, func(v *vertex) float32 { return v.clip[3] - 1e-20 })
	if !d.pipeline.Primitive.Unclipped {
		out = append(out,
			func(v *vertex) float32 { return v.clip[2] },
			func(v *vertex) float32 { return v.clip[3] - v.clip[2] })
	}
	p := &d.viewport
	low, high := [2]float32{-1, -1}, [2]float32{1, 1}
	if guarded && p.X <= 0 && p.Y <= 0 && p.X+p.Width >= float32(d.width) && p.Y+p.Height >= float32(d.height) {
		// Nothing shows beyond the viewport: the guard band does.
		low = [2]float32{(-guard-p.X)*2/p.Width - 1, (-guard-p.Y)*2/p.Height - 1}
		high = [2]float32{(guard-p.X)*2/p.Width - 1, (guard-p.Y)*2/p.Height - 1}
	}
	for axis := range 2 {
		out = append(out,
			func(v *vertex) float32 { return v.clip[axis] - low[axis]*v.clip[3] },
			func(v *vertex) float32 { return high[axis]*v.clip[3] - v.clip[axis] })
	}
	for _, w := range d.clips {
		out = append(out, func(v *vertex) float32 { return math.Float32frombits(d.records[v.record+w]) })
	}
	return out
}

// isInside reports whether a vertex is inside of all planes.
func (d *drawing) isInside(v *vertex) bool {
	if d.clipping == nil {
		d.clipping = d.planes()
	}
	for _, p := range d.clipping {
		if !(p(v) >= 0) {
			return false
		}
	}
	return true
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
	if d.clipping == nil {
		d.clipping = d.planes()
	}
	for _, p := range d.clipping {
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
		out := d.clipped[d.flip][:0]
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
		d.clipped[d.flip] = out
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
	out := vertex{record: int32(len(d.records))}
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
