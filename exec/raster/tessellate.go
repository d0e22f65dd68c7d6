package raster

// This file divides patches (Vulkan, "Tessellation"; the points of an edge are those of
// Direct3D 11's rules, in numbers with 16 bits behind the point).

import (
	"math"

	"refract/ir"
)

const (
	oneFixed  = 1 << 16
	halfFixed = oneFixed / 2
	twoThirds = oneFixed * 2 / 3
	maxLevel  = 64
)

// A division is the points of an edge.
type division struct {
	segments        int
	odd             bool
	half            int // points of a half
	split           int // points of the lesser division come no further
	fraction        int // of the way from the lesser division to the greater
	onFloor, onCeil int // fixed-point lengths of segments
}

// divide divides an edge by a level.
func divide(level float32, spacing ir.TessSpacing) division {
	var v division
	switch {
	case spacing == ir.TessFractionalOdd:
		level = min(max(level, 1), maxLevel-1)
		v.odd = true
	case spacing == ir.TessFractionalEven:
		level = min(max(level, 2), maxLevel)
	default:
		level = float32(math.Ceil(float64(min(max(level, 1), maxLevel))))
		v.odd = int(level)%2 == 1
	}
	fixed := int(math.RoundToEven(float64(level) * oneFixed))
	half := (fixed + 1) / 2
	if v.odd || half == halfFixed {
		half += halfFixed
	}
	floor := half &^ (oneFixed - 1)
	ceil := (half + oneFixed - 1) &^ (oneFixed - 1)
	v.fraction = half - floor
	v.half = ceil >> 16
	low := 0 // the point that is new is found by the bits behind the highest
	switch {
	case ceil == floor:
		v.split = v.half + 1
	case v.odd:
		if floor > oneFixed {
			low = floor>>16 - 1
			v.split = withoutHighest(low)<<1 + 1
		}
	default:
		v.split = withoutHighest(floor>>16)<<1 + 1
	}
	onFloor, onCeil := floor*2>>16, ceil*2>>16
	if v.odd {
		onFloor--
		onCeil--
	}
	v.onFloor, v.onCeil = reciprocal(onFloor), reciprocal(onCeil)
	v.segments = onCeil
	return v
}

// withoutHighest is a number without its highest bit.
func withoutHighest(n int) int {
	for bit := 1 << 30; bit > 0; bit >>= 1 {
		if n&bit != 0 {
			return n &^ bit
		}
	}
	return 0
}

// reciprocal is 1/n, rounded.
func reciprocal(n int) int {
	if n == 0 {
		return -1
	}
	return int(math.RoundToEven(oneFixed / float64(n)))
}

// at is the place of a point, from 0 to oneFixed.
func (v *division) at(point int) int {
	flip := false
	if point >= v.half {
		point = v.half*2 - point
		if v.odd {
			point--
		}
		flip = true
	}
	if point == v.half {
		return halfFixed
	}
	onCeil, onFloor := point, point
	if point > v.split {
		onFloor--
	}
	x := onFloor*v.onFloor*(oneFixed-v.fraction) + onCeil*v.onCeil*v.fraction
	x = (x + halfFixed) >> 16
	if flip {
		x = oneFixed - x
	}
	return x
}

// A tessellation is a patch that was divided.
type tessellation struct {
	points [][3]float32 // u, v, w
	order  []uint32     // points of lines or triangles
	flip   bool         // triangles run clockwise
	made   levels       // of the last patch
	known  bool         // there was one
}

// levels are the facts that the points of a patch follow from.
type levels struct {
	setup ir.Tessellation
	outer [4]float32
	inner [2]float32
}

// tessellate divides a patch; there are no points if it is discarded.
func (t *tessellation) tessellate(s ir.Tessellation, outer [4]float32, inner [2]float32) {
	made := levels{s, outer, inner}
	if t.known && t.made == made {
		return // neighbours often have the same levels
	}
	t.made, t.known = made, true
	t.points, t.order, t.flip = t.points[:0], t.order[:0], s.Order == ir.TessClockwise
	edges := map[ir.TessDomain]int{ir.TessTriangles: 3, ir.TessIsolines: 2}[s.Domain]
	if edges == 0 {
		edges = 4
	}
	for _, x := range outer[:edges] {
		if !(x > 0) {
			return
		}
	}
	switch s.Domain {
	case ir.TessTriangles:
		t.triangles(s.Spacing, outer, inner[0])
	case ir.TessIsolines:
		t.isolines(s.Spacing, outer)
	default:
		t.quads(s.Spacing, outer, inner)
	}
}

// add adds a point of fixed-point coordinates.
func (t *tessellation) add(u, v int, w float32) uint32 {
	t.points = append(t.points, [3]float32{float32(u) / oneFixed, float32(v) / oneFixed, w})
	return uint32(len(t.points) - 1)
}

// addTriangle adds a point of a triangle.
func (t *tessellation) addTriangle(u, v int) uint32 {
	x, y := float32(u)/oneFixed, float32(v)/oneFixed
	return t.add(u, v, 1-x-y)
}

// triangle adds a triangle that runs counterclockwise.
func (t *tessellation) triangle(a, b, c uint32) {
	if t.flip {
		b, c = c, b
	}
	t.order = append(t.order, a, b, c)
}

// stitch fills the space between two rows of points, the second on the left of the first.
func (t *tessellation) stitch(outer, inner []uint32) {
	n, m := len(outer)-1, len(inner)-1
	for i, j := 0, 0; i < n || j < m; {
		// The row whose next point comes first goes on; from the middle on, the other.
		a, b := (2*i+1)*max(m, 1), (2*j+1)*max(n, 1)
		if j == m || i < n && (a < b || a == b && 2*i < n) {
			t.triangle(outer[i], outer[i+1], inner[j])
			i++
		} else {
			t.triangle(outer[i], inner[j+1], inner[j])
			j++
		}
	}
}

// isolines makes lines along u.
func (t *tessellation) isolines(spacing ir.TessSpacing, outer [4]float32) {
	lines, along := divide(outer[0], ir.TessEqual), divide(outer[1], spacing)
	for i := range lines.segments {
		for j := range along.segments + 1 {
			p := t.add(along.at(j), lines.at(i), 0)
			if j > 0 {
				t.order = append(t.order, p-1, p)
			}
		}
	}
}

// quads divides the unit square.
func (t *tessellation) quads(spacing ir.TessSpacing, outer [4]float32, inner [2]float32) {
	var sides [4]division
	undivided := true
	for i := range sides {
		sides[i] = divide(outer[i], spacing)
		undivided = undivided && sides[i].segments == 1
	}
	along := [2]division{divide(inner[0], spacing), divide(inner[1], spacing)}
	if undivided && along[0].segments == 1 && along[1].segments == 1 {
		a, b, c, d := t.add(0, 0, 0), t.add(oneFixed, 0, 0), t.add(oneFixed, oneFixed, 0), t.add(0, oneFixed, 0)
		t.triangle(a, b, c)
		t.triangle(a, c, d)
		return
	}
	for i := range along {
		if along[i].segments == 1 {
			along[i] = divide(1+1.0/oneFixed, spacing)
		}
	}
	// Rows run counterclockwise: bottom (v=0), right (u=1), top (v=1), left (u=0).
	var rows [4][]uint32
	side := func(v *division, at func(x int) (int, int)) (row []uint32) {
		for k := range v.segments {
			a, b := at(v.at(k))
			row = append(row, t.add(a, b, 0))
		}
		return row
	}
	rows[0] = side(&sides[1], func(x int) (int, int) { return x, 0 })
	rows[1] = side(&sides[2], func(x int) (int, int) { return oneFixed, x })
	rows[2] = side(&sides[3], func(x int) (int, int) { return oneFixed - x, oneFixed })
	rows[3] = side(&sides[0], func(x int) (int, int) { return 0, oneFixed - x })
	close4(&rows)
	w, h := along[0].segments, along[1].segments
	for ring := 1; ; ring++ {
		wide, high := w-2*ring, h-2*ring
		if wide < 0 || high < 0 {
			return
		}
		grid := func(i, j int) uint32 { return t.add(along[0].at(i), along[1].at(j), 0) }
		var next [4][]uint32
		switch {
		case wide == 0 && high == 0:
			p := grid(ring, ring)
			next = [4][]uint32{{p}, {p}, {p}, {p}}
		case high == 0:
			for i := range wide + 1 {
				next[0] = append(next[0], grid(ring+i, ring))
			}
			next[1], next[2], next[3] = next[0][wide:], backwards(next[0]), next[0][:1]
		case wide == 0:
			for j := range high + 1 {
				next[1] = append(next[1], grid(ring, ring+j))
			}
			next[0], next[2], next[3] = next[1][:1], next[1][high:], backwards(next[1])
		default:
			for i := range wide {
				next[0] = append(next[0], grid(ring+i, ring))
			}
			for j := range high {
				next[1] = append(next[1], grid(w-ring, ring+j))
			}
			for i := range wide {
				next[2] = append(next[2], grid(w-ring-i, h-ring))
			}
			for j := range high {
				next[3] = append(next[3], grid(ring, h-ring-j))
			}
			close4(&next)
		}
		for k := range rows {
			t.stitch(rows[k], next[k])
		}
		if wide <= 0 || high <= 0 {
			return
		}
		if wide == 1 || high == 1 {
			// What is left is a strip of squares.
			if high == 1 {
				t.stitch(next[0], backwards(next[2]))
			} else {
				t.stitch(next[1], backwards(next[3]))
			}
			return
		}
		rows = next
	}
}

// close4 ends each row where the next begins.
func close4(rows *[4][]uint32) {
	for k := range rows {
		rows[k] = append(rows[k], rows[(k+1)%4][0])
	}
}

func backwards(row []uint32) []uint32 {
	out := make([]uint32, len(row))
	for i, x := range row {
		out[len(row)-1-i] = x
	}
	return out
}

// triangles divides a triangle.
func (t *tessellation) triangles(spacing ir.TessSpacing, outer [4]float32, inner float32) {
	var sides [3]division
	undivided := true
	for i := range sides {
		sides[i] = divide(outer[i], spacing)
		undivided = undivided && sides[i].segments == 1
	}
	inside := divide(inner, spacing)
	if inside.segments == 1 {
		if undivided {
			a, b, c := t.addTriangle(oneFixed, 0), t.addTriangle(0, oneFixed), t.addTriangle(0, 0)
			t.triangle(a, b, c)
			return
		}
		inside = divide(1+1.0/oneFixed, spacing)
	}
	// Rows run from (0,1,0) along u=0 to w, along v=0 to u, along w=0 back.
	var rows [3][]uint32
	for k := range sides[0].segments {
		rows[0] = append(rows[0], t.addTriangle(0, oneFixed-sides[0].at(k)))
	}
	for k := range sides[1].segments {
		rows[1] = append(rows[1], t.addTriangle(sides[1].at(k), 0))
	}
	for k := range sides[2].segments {
		x := sides[2].at(k)
		rows[2] = append(rows[2], t.addTriangle(oneFixed-x, x))
	}
	for k := range rows {
		rows[k] = append(rows[k], rows[(k+1)%3][0])
	}
	n := inside.segments
	for ring := 1; ; ring++ {
		left := n - 2*ring
		if left < 0 {
			break
		}
		away := (inside.at(ring)*twoThirds + halfFixed) >> 16 // from the edge
		if left == 0 {
			third := (oneFixed + 1) / 3
			p := t.addTriangle(third, third)
			for k := range rows {
				t.stitch(rows[k], []uint32{p})
			}
			return
		}
		var next [3][]uint32
		for k := range left {
			x := inside.at(n-ring-k) - (away+1)/2
			next[0] = append(next[0], t.addTriangle(away, x))
		}
		for k := range left {
			x := inside.at(ring+k) - (away+1)/2
			next[1] = append(next[1], t.addTriangle(x, away))
		}
		for k := range left {
			x := inside.at(n-ring-k) - (away+1)/2
			next[2] = append(next[2], t.addTriangle(x, oneFixed-away-x))
		}
		for k := range next {
			next[k] = append(next[k], next[(k+1)%3][0])
		}
		for k := range rows {
			t.stitch(rows[k], next[k])
		}
		rows = next
		if left == 1 {
			t.triangle(next[0][0], next[1][0], next[2][0])
			return
		}
	}
}
