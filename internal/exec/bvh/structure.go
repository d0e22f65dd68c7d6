package bvh

// This file makes bottom and top levels of their input.

import (
	"fmt"
	"math"
)

// A triangle has its corners, four numbers each, and where it comes from.
type triangle struct {
	corner    [3][4]float32
	geometry  uint32 // with opaqueBit
	primitive uint32
	_         [2]uint32 // 64 bytes in all
}

// opaqueBit marks the primitives of opaque geometries.
const opaqueBit = 1 << 31

// A box has its bounds, by axis, and where it comes from.
type box struct {
	bounds    [3][2]float32
	geometry  uint32 // with opaqueBit
	primitive uint32
}

// A Bottom is a bottom level: a tree of triangles or of boxes. It doesn't change.
type Bottom struct {
	tree
	triangles []triangle
	boxes     []box
	corners   [][][3]Vec3 // of triangles, by geometry and number
}

// NewBottom builds a bottom level. Either all geometries have triangles or all have boxes.
// The error is an *Error.
func NewBottom(geometries []Geometry) (*Bottom, error) {
	count, boxes := 0, false
	for i := range geometries {
		g := &geometries[i]
		if len(g.Boxes) > 0 && len(g.Vertices) > 0 {
			return nil, &Error{i, -1, "a geometry is triangles or boxes, not both"}
		}
		has := len(g.Boxes) > 0
		if i > 0 && has != boxes && (has || len(g.Vertices) > 0) && count > 0 {
			return nil, &Error{i, -1, "a bottom level has either triangles or boxes"}
		}
		boxes = boxes || has
		n, err := g.count(i)
		if err != nil {
			return nil, err
		}
		if count += n; count > maxPrimitives {
			return nil, &Error{i, -1, fmt.Sprintf("a bottom level has at most %d primitives", maxPrimitives)}
		}
	}
	items := make([]item, 0, count)
	var from []struct{ geometry, primitive uint32 }
	add := func(b Box, geometry, primitive int) {
		items = append(items, newItem(b, len(from)))
		from = append(from, struct{ geometry, primitive uint32 }{uint32(geometry), uint32(primitive)})
	}
	out := &Bottom{}
	for i := range geometries {
		g := &geometries[i]
		if boxes {
			for p, b := range g.Boxes {
				if b.Min.isFinite() && b.Max.isFinite() {
					add(b, i, p)
				}
			}
			continue
		}
		n, _ := g.count(i)
		all := make([][3]Vec3, n)
		for p := range all {
			b := empty()
			finite := true
			for k := range 3 {
				v := g.corner(p, k)
				all[p][k] = v
				b.extend(&v)
				finite = finite && v.isFinite()
			}
			if finite {
				add(b, i, p)
			}
		}
		out.corners = append(out.corners, all)
	}
	out.tree = build(items, leafSize)
	for k := range items {
		x := from[items[k].number]
		mark := uint32(0)
		if geometries[x.geometry].Flags&GeometryOpaque != 0 {
			mark = opaqueBit
		}
		if boxes {
			b := &items[k].box
			out.boxes = append(out.boxes, box{[3][2]float32{{b.Min[0], b.Max[0]}, {b.Min[1], b.Max[1]}, {b.Min[2], b.Max[2]}}, x.geometry | mark, x.primitive})
			continue
		}
		t := triangle{geometry: x.geometry | mark, primitive: x.primitive}
		for c, v := range out.corners[x.geometry][x.primitive] {
			copy(t.corner[c][:], v[:])
		}
		out.triangles = append(out.triangles, t)
	}
	return out, nil
}

// count is the number of primitives of geometry number i, whose input is checked.
func (g *Geometry) count(i int) (int, error) {
	if len(g.Boxes) > 0 {
		for p := range g.Boxes {
			for k := range 3 {
				if g.Boxes[p].Min[k] > g.Boxes[p].Max[k] {
					return 0, &Error{i, p, "the lower corner of a box lies above the upper one"}
				}
			}
		}
		return len(g.Boxes), nil
	}
	n := len(g.Vertices)
	if len(g.Indices) > 0 {
		n = len(g.Indices)
		for k, x := range g.Indices {
			if uint64(x) >= uint64(len(g.Vertices)) {
				return 0, &Error{i, k / 3, fmt.Sprintf("index %d is beyond the %d vertices", x, len(g.Vertices))}
			}
		}
	}
	if n%3 != 0 {
		return 0, &Error{i, -1, fmt.Sprintf("%d corners are no whole number of triangles", n)}
	}
	return n / 3, nil
}

// corner is corner k of a triangle.
func (g *Geometry) corner(triangle, k int) Vec3 {
	if len(g.Indices) > 0 {
		return g.Vertices[g.Indices[3*triangle+k]]
	}
	return g.Vertices[3*triangle+k]
}

// Bounds is the smallest box around all active primitives; if there are none, its lower
// corner lies above the upper one.
func (b *Bottom) Bounds() Box { return b.bounds }

// Corners are the corners of a triangle, by the numbers of its geometry and its own.
func (b *Bottom) Corners(geometry, primitive uint32) [3]Vec3 { return b.corners[geometry][primitive] }

// Len is the number of active primitives.
func (b *Bottom) Len() int { return len(b.triangles) + len(b.boxes) }

// placed is an active instance.
type placed struct {
	*Instance
	number   uint32
	toObject [3][4]float64
}

// A Top is a top level: a tree of instances. It doesn't change.
type Top struct {
	tree
	instances []Instance // as given
	toObject  []Matrix   // inverse transforms of all
	placed    []placed
}

// NewTop builds a top level. The error is an *Error.
func NewTop(instances []Instance) (*Top, error) {
	if len(instances) > maxPrimitives {
		return nil, &Error{maxPrimitives, -1, fmt.Sprintf("a top level has at most %d instances", maxPrimitives)}
	}
	t := &Top{instances: append([]Instance(nil), instances...), toObject: make([]Matrix, len(instances))}
	var items []item
	var list []placed
	for i := range t.instances {
		x := &t.instances[i]
		for r := range 3 {
			for _, v := range x.Transform[r] {
				if math.IsNaN(float64(v)) || math.IsInf(float64(v), 0) {
					return nil, &Error{i, -1, "the transform has numbers that aren't finite"}
				}
			}
		}
		if x.Custom>>24 != 0 || x.Offset>>24 != 0 {
			return nil, &Error{i, -1, "the custom index and the offset have at most 24 bits"}
		}
		inverse, ok := x.Transform.inverse()
		for r := range 3 {
			for c := range 4 {
				t.toObject[i][r][c] = float32(inverse[r][c])
			}
		}
		if !ok || x.Bottom == nil || x.Bottom.root == noRef {
			continue
		}
		items = append(items, newItem(x.Transform.bounds(&x.Bottom.bounds), len(list)))
		list = append(list, placed{x, uint32(i), inverse})
	}
	t.tree = build(items, 1)
	for i := range items {
		t.placed = append(t.placed, list[items[i].number])
	}
	return t, nil
}

// bounds is a box around a transformed box. It is a little larger: rays are rounded on their
// way to object space.
func (m *Matrix) bounds(b *Box) Box {
	const slack = 1e-5
	var out Box
	for r := range 3 {
		center, extent, size := float64(m[r][3]), 0.0, math.Abs(float64(m[r][3]))
		for c := range 3 {
			lo, hi, f := float64(b.Min[c]), float64(b.Max[c]), float64(m[r][c])
			center += float64(f * (lo + hi) / 2)
			extent += float64(math.Abs(f) * (hi - lo) / 2)
			size += float64(math.Abs(f) * max(math.Abs(lo), math.Abs(hi)))
		}
		extent += slack * size
		most := float64(math.MaxFloat32)
		out.Min[r], out.Max[r] = float32(max(center-extent, -most)), float32(min(center+extent, most))
		out.Min[r], out.Max[r] = min(out.Min[r], math.MaxFloat32), max(out.Max[r], -math.MaxFloat32)
	}
	return out
}

// Len is the number of instances.
func (t *Top) Len() int { return len(t.instances) }

// Instance is an instance, which must not be changed, and its transform from world space to
// object space.
func (t *Top) Instance(i uint32) (*Instance, *Matrix) { return &t.instances[i], &t.toObject[i] }

// Bounds is a box around all active instances; if there are none, its lower corner lies
// above the upper one.
func (t *Top) Bounds() Box { return t.bounds }
