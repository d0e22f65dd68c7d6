package bvh

// This file goes through the trees.

// A line is a ray's origin and direction in some space, prepared for the tests.
type line struct {
	origin, direction Vec3
	inverse           [3]float32 // of the direction
	side              [3]uint8   // 1 if the direction is negative: the upper bound comes first

	// The shear that makes the direction the unit vector of an axis.
	axis  [3]uint8
	shear Vec3
}

// set prepares a line for tests of bounds.
func (l *line) set(origin, direction Vec3) {
	l.origin, l.direction = origin, direction
	for k := range 3 {
		l.inverse[k] = 1 / direction[k]
		l.side[k] = 0
		if l.inverse[k] < 0 {
			l.side[k] = 1
		}
	}
}

// setShear prepares a line for tests of triangles.
func (l *line) setShear() {
	z := 0
	d := l.direction
	abs := func(x float32) float32 {
		if x < 0 {
			return -x
		}
		return x
	}
	if abs(d[1]) > abs(d[z]) {
		z = 1
	}
	if abs(d[2]) > abs(d[z]) {
		z = 2
	}
	x, y := (z+1)%3, (z+2)%3
	if d[z] < 0 { // triangles keep their winding
		x, y = y, x
	}
	l.axis = [3]uint8{uint8(x), uint8(y), uint8(z)}
	l.shear = Vec3{d[x] / d[z], d[y] / d[z], 1 / d[z]}
}

// farther makes up for the rounding of the far distance of bounds: two units in the last
// place.
const farther = 1.00000024

func (q *Query) push(n ref, t float32) {
	q.stack[q.sp] = entry{n, t}
	q.sp++
}

// find goes through a tree from the stack down to base, until there is a leaf.
func (q *Query) find(nodes []node, l *line) ref {
	ox, oy, oz := l.origin[0], l.origin[1], l.origin[2]
	ix, iy, iz := l.inverse[0], l.inverse[1], l.inverse[2]
	sx, sy, sz := l.side[0], l.side[1], l.side[2]
	least, far := q.ray.Least, q.far
	visited := uint64(0)
	for q.sp > q.base {
		q.sp--
		e := q.stack[q.sp]
		if e.t > far {
			continue
		}
		at := e.node
		for at&leafBit == 0 {
			n := &nodes[at]
			visited++
			// Comparisons with a distance that is no number, of a ray in the plane of a
			// bound, are false: that bound has no effect.
			n0, n1, f0, f1 := least, least, far, far
			if t := (n.bounds[0][sx&1] - ox) * ix; t > n0 {
				n0 = t
			}
			if t := (n.bounds[1][sy&1] - oy) * iy; t > n0 {
				n0 = t
			}
			if t := (n.bounds[2][sz&1] - oz) * iz; t > n0 {
				n0 = t
			}
			if t := (n.bounds[0][sx&1^1] - ox) * ix * farther; t < f0 {
				f0 = t
			}
			if t := (n.bounds[1][sy&1^1] - oy) * iy * farther; t < f0 {
				f0 = t
			}
			if t := (n.bounds[2][sz&1^1] - oz) * iz * farther; t < f0 {
				f0 = t
			}
			if t := (n.bounds[0][sx&1|2] - ox) * ix; t > n1 {
				n1 = t
			}
			if t := (n.bounds[1][sy&1|2] - oy) * iy; t > n1 {
				n1 = t
			}
			if t := (n.bounds[2][sz&1|2] - oz) * iz; t > n1 {
				n1 = t
			}
			if t := (n.bounds[0][sx&1^3] - ox) * ix * farther; t < f1 {
				f1 = t
			}
			if t := (n.bounds[1][sy&1^3] - oy) * iy * farther; t < f1 {
				f1 = t
			}
			if t := (n.bounds[2][sz&1^3] - oz) * iz * farther; t < f1 {
				f1 = t
			}
			if n0 <= f0 {
				if n1 <= f1 {
					if n1 < n0 {
						q.push(n.child[0], n0)
						at = n.child[1]
					} else {
						q.push(n.child[1], n1)
						at = n.child[0]
					}
					continue
				}
				at = n.child[0]
				continue
			}
			if n1 > f1 {
				at = noRef
				break
			}
			at = n.child[1]
		}
		if at != noRef {
			q.steps += visited
			return at
		}
	}
	q.steps += visited
	return noRef
}

// findInstance enters the next instance that the ray may hit, and reports whether there is
// one.
func (q *Query) findInstance() bool {
	t := q.top
	for {
		at := q.find(t.nodes, &q.world)
		if at == noRef {
			return false
		}
		first, _ := at.primitives()
		x := &t.placed[first]
		q.steps++
		if uint32(x.Mask)&q.ray.Mask == 0 || !q.enter(x) {
			continue
		}
		return true
	}
}

// Bits of a query's opacity.
const (
	opaqueAsOpaque = 1 << iota // opaque geometries count as opaque
	othersAsOpaque             // other geometries do
	cullsOpaque
	cullsOthers
)

// enter begins the traversal of an instance; false if the ray's flags leave it out.
func (q *Query) enter(x *placed) bool {
	flags := RayFlags(q.ray.Flags)
	b := x.Bottom
	if b.boxes != nil && flags&RaySkipBoxes != 0 || b.boxes == nil && flags&RaySkipTriangles != 0 {
		return false
	}
	q.opacity = opaqueAsOpaque
	switch {
	case flags&RayOpaque != 0:
		q.opacity = opaqueAsOpaque | othersAsOpaque
	case flags&RayNoOpaque != 0:
		q.opacity = 0
	case x.Flags&InstanceForceOpaque != 0:
		q.opacity = opaqueAsOpaque | othersAsOpaque
	case x.Flags&InstanceForceNoOpaque != 0:
		q.opacity = 0
	}
	if flags&RayCullOpaque != 0 {
		q.opacity |= cullsOpaque
	}
	if flags&RayCullNoOpaque != 0 {
		q.opacity |= cullsOthers
	}
	q.cull = 0
	if x.Flags&InstanceCullDisable == 0 {
		switch {
		case flags&RayCullFrontFacing != 0:
			q.cull = 1
		case flags&RayCullBackFacing != 0:
			q.cull = -1
		}
	}
	m := &x.toObject
	var o, d Vec3
	for r := range 3 {
		x, y, z := float64(q.ray.Direction[0]), float64(q.ray.Direction[1]), float64(q.ray.Direction[2])
		d[r] = float32(float64(m[r][0]*x) + float64(m[r][1]*y) + float64(m[r][2]*z))
		x, y, z = float64(q.ray.Origin[0]), float64(q.ray.Origin[1]), float64(q.ray.Origin[2])
		o[r] = float32(float64(m[r][0]*x) + float64(m[r][1]*y) + float64(m[r][2]*z) + m[r][3])
	}
	q.object.set(o, d)
	if b.boxes == nil {
		q.object.setShear()
	}
	q.inside = x
	q.next, q.end = 0, 0
	q.base = q.sp
	q.push(b.root, q.ray.Least)
	return true
}

// decide reports whether a primitive counts as opaque, and whether it is left out.
func (q *Query) decide(geometry uint32) (opaque, out bool) {
	as, cull := uint32(othersAsOpaque), uint32(cullsOthers)
	if geometry&opaqueBit != 0 {
		as = opaqueAsOpaque
	}
	if opaque = q.opacity&as != 0; opaque {
		cull = cullsOpaque
	}
	return opaque, q.opacity&cull != 0
}

// leave ends the traversal of an instance, or all of it.
func (q *Query) leave() { q.sp, q.base = q.base, 0 }

// findTriangle goes on in an instance of triangles until there is a candidate.
func (q *Query) findTriangle() bool {
	b := q.inside.Bottom
	for {
		for q.next < q.end {
			t := &b.triangles[q.next]
			q.next++
			q.steps++
			var h Hit
			if !q.object.meets(t, q.ray.Least, q.far, &h) {
				continue
			}
			opaque, out := q.decide(t.geometry)
			if out {
				continue
			}
			if q.cull != 0 && h.Front == (q.cull > 0) != (q.inside.Flags&InstanceFlipFacing != 0) {
				continue
			}
			if q.inside.Flags&InstanceFlipFacing != 0 {
				h.Front = !h.Front
			}
			h.Kind, h.Instance, h.Geometry, h.Primitive = TriangleHit, q.inside.number, t.geometry&^opaqueBit, t.primitive
			if !opaque {
				q.Candidate = h
				return true
			}
			q.commit(h)
			if q.done {
				return false
			}
		}
		at := q.find(b.nodes, &q.object)
		if at == noRef {
			q.leave()
			return false
		}
		q.next, q.end = at.primitives()
	}
}

// meets tests a triangle: see the package's documentation.
func (l *line) meets(t *triangle, least, far float32, h *Hit) bool {
	x, y, z := l.axis[0]&3, l.axis[1]&3, l.axis[2]&3
	ox, oy, oz := l.origin[x], l.origin[y], l.origin[z]
	sx, sy := l.shear[0], l.shear[1]
	az, bz, cz := t.corner[0][z]-oz, t.corner[1][z]-oz, t.corner[2][z]-oz
	ax, ay := float64(t.corner[0][x]-ox-float32(sx*az)), float64(t.corner[0][y]-oy-float32(sy*az))
	bx, by := float64(t.corner[1][x]-ox-float32(sx*bz)), float64(t.corner[1][y]-oy-float32(sy*bz))
	cx, cy := float64(t.corner[2][x]-ox-float32(sx*cz)), float64(t.corner[2][y]-oy-float32(sy*cz))
	u, v, w := float64(cx*by)-float64(cy*bx), float64(ax*cy)-float64(ay*cx), float64(bx*ay)-float64(by*ax)
	if (u < 0 || v < 0 || w < 0) && (u > 0 || v > 0 || w > 0) {
		return false
	}
	det := u + v + w
	if det == 0 {
		return false
	}
	scaled := (float64(u*float64(az)) + float64(v*float64(bz)) + float64(w*float64(cz))) * float64(l.shear[2])
	inverse := 1 / det
	d := float32(scaled * inverse)
	if !(d >= least && d < far) {
		return false
	}
	h.T, h.U, h.V, h.Front = d, float32(v*inverse), float32(w*inverse), det > 0
	return true
}

// findBox goes on in an instance of boxes until there is a candidate.
func (q *Query) findBox() bool {
	b := q.inside.Bottom
	for {
		for q.next < q.end {
			x := &b.boxes[q.next]
			q.next++
			q.steps++
			opaque, out := q.decide(x.geometry)
			if out || !q.object.enters(x, q.ray.Least, q.far) {
				continue
			}
			q.Candidate = Hit{Kind: BoxHit, Opaque: opaque, Instance: q.inside.number, Geometry: x.geometry &^ opaqueBit, Primitive: x.primitive}
			return true
		}
		at := q.find(b.nodes, &q.object)
		if at == noRef {
			q.leave()
			return false
		}
		q.next, q.end = at.primitives()
	}
}

// enters reports whether a line is in a box somewhere between two distances.
func (l *line) enters(b *box, least, far float32) bool {
	for k := range 3 {
		s := l.side[k] & 1
		if t := (b.bounds[k][s] - l.origin[k]) * l.inverse[k]; t > least {
			least = t
		}
		if t := (b.bounds[k][s^1] - l.origin[k]) * l.inverse[k] * farther; t < far {
			far = t
		}
	}
	return least <= far
}
