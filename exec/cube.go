package exec

// This file maps directions to the faces of a cube map and back (WGSL, section
// "Cube Maps"; the table is that of the Vulkan specification, "Cube Map Face
// Selection"). Faces are +x, -x, +y, -y, +z, -z.

import "math"

// faceAxes are, for each face, the axes and signs of its major, s and t coordinates.
var faceAxes = [6]struct {
	major, s, t             int
	majorSign, sSign, tSign float64
}{
	{0, 2, 1, +1, -1, -1},
	{0, 2, 1, -1, +1, -1},
	{1, 0, 2, +1, +1, +1},
	{1, 0, 2, -1, +1, -1},
	{2, 0, 1, +1, +1, -1},
	{2, 0, 1, -1, -1, -1},
}

// cubeFace is the face that a direction points at, and the coordinates there,
// from 0 to 1.
func cubeFace(d [3]float64) (face int, u, v float64) {
	x, y, z := math.Abs(d[0]), math.Abs(d[1]), math.Abs(d[2])
	axis := 0
	switch {
	case z >= x && z >= y:
		axis = 2
	case y >= x:
		axis = 1
	}
	face = 2 * axis
	if d[axis] < 0 {
		face++
	}
	u, v = onFace(face, d)
	return face, u, v
}

// onFace is the point at which a direction meets the plane of a face.
func onFace(face int, d [3]float64) (u, v float64) {
	a := &faceAxes[face]
	m := math.Abs(d[a.major])
	if m == 0 || m != m {
		return 0.5, 0.5
	}
	return (a.sSign*d[a.s]/m + 1) / 2, (a.tSign*d[a.t]/m + 1) / 2
}

// faceDerivative is the derivative of the coordinates on the face that a direction points
// at, of the derivative g of the direction (Vulkan, section "Cube Map Derivative
// Transformation").
func faceDerivative(dir, g [3]float32) (d [3]float32) {
	face, _, _ := cubeFace([3]float64{float64(dir[0]), float64(dir[1]), float64(dir[2])})
	a := &faceAxes[face]
	m, dm := math.Abs(float64(dir[a.major])), a.majorSign*float64(g[a.major])
	if m == 0 {
		return d
	}
	along := func(sign float64, axis int) float32 {
		return float32(sign * (m*float64(g[axis]) - float64(dir[axis])*dm) / (2 * m * m))
	}
	return [3]float32{along(a.sSign, a.s), along(a.tSign, a.t)}
}

// acrossEdge finds the texel that stands in for one beyond one edge of a face: its
// neighbour on the adjacent face.
func acrossEdge(face int, x, y, size int64) (int, int64, int64) {
	a := &faceAxes[face]
	center := func(i int64) float64 { return (float64(i)+0.5)/float64(size)*2 - 1 }
	var d [3]float64
	d[a.major], d[a.s], d[a.t] = a.majorSign, a.sSign*center(x), a.tSign*center(y)
	face, u, v := cubeFace(d)
	place := func(c float64) int64 { return min(max(int64(math.Floor(c*float64(size))), 0), size-1) }
	return face, place(u), place(v)
}
