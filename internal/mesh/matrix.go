package mesh

// This file makes matrices: of places and turns, of cameras and projections. Columns are
// vectors, y runs up, cameras look along -z, and depth runs from 0 to 1.

import "math"

// A Matrix has four columns of four rows.
type Matrix [16]float64

// Identity is the matrix that changes nothing.
var Identity = Matrix{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}

// Times is the matrix that applies b, then a.
func (a *Matrix) Times(b *Matrix) (c Matrix) {
	for i := range 4 {
		for j := range 4 {
			for k := range 4 {
				c[4*i+j] += a[4*k+j] * b[4*i+k]
			}
		}
	}
	return c
}

// Transposed has the rows as columns.
func (a *Matrix) Transposed() (t Matrix) {
	for i := range 4 {
		for j := range 4 {
			t[4*i+j] = a[4*j+i]
		}
	}
	return t
}

// Inverse undoes the matrix; false: nothing does.
func (a *Matrix) Inverse() (inverse Matrix, ok bool) {
	m, out := *a, Identity
	for c := range 4 {
		pivot := c
		for r := c + 1; r < 4; r++ {
			if math.Abs(m[4*c+r]) > math.Abs(m[4*c+pivot]) {
				pivot = r
			}
		}
		if m[4*c+pivot] == 0 {
			return Identity, false
		}
		for k := range 4 {
			m[4*k+c], m[4*k+pivot] = m[4*k+pivot], m[4*k+c]
			out[4*k+c], out[4*k+pivot] = out[4*k+pivot], out[4*k+c]
		}
		by := 1 / m[4*c+c]
		for k := range 4 {
			m[4*k+c] *= by
			out[4*k+c] *= by
		}
		for r := range 4 {
			if f := m[4*c+r]; r != c && f != 0 {
				for k := range 4 {
					m[4*k+r] -= f * m[4*k+c]
					out[4*k+r] -= f * out[4*k+c]
				}
			}
		}
	}
	return out, true
}

// Perspective is a camera's projection: its height's angle in radians, width by height.
func Perspective(angle, aspect, near, far float64) Matrix {
	focus := 1 / math.Tan(angle/2)
	return Matrix{0: focus / aspect, 5: focus, 10: far / (near - far), 11: -1, 14: near * far / (near - far)}
}

// Orthographic is a projection without perspective of a box.
func Orthographic(left, right, bottom, top, near, far float64) Matrix {
	return Matrix{0: 2 / (right - left), 5: 2 / (top - bottom), 10: 1 / (near - far),
		12: (left + right) / (left - right), 13: (bottom + top) / (bottom - top), 14: near / (near - far), 15: 1}
}

// LookAt is the view of a camera that is at eye and looks at a target.
func LookAt(eye, target, up [3]float64) Matrix {
	back := normalized([3]float64{eye[0] - target[0], eye[1] - target[1], eye[2] - target[2]})
	right := normalized(cross(up, back))
	above := cross(back, right)
	return Matrix{right[0], above[0], back[0], 0, right[1], above[1], back[1], 0, right[2], above[2], back[2], 0,
		-dot(right, eye), -dot(above, eye), -dot(back, eye), 1}
}

// Translation moves.
func Translation(by [3]float64) Matrix {
	m := Identity
	copy(m[12:], by[:])
	return m
}

// Scaling makes larger.
func Scaling(by [3]float64) Matrix { return Matrix{0: by[0], 5: by[1], 10: by[2], 15: 1} }

// Rotation turns around an axis by an angle in radians, counter-clockwise if the axis
// points at the eye.
func Rotation(axis [3]float64, angle float64) Matrix {
	a := normalized(axis)
	s, c := math.Sincos(angle)
	x, y, z, d := a[0], a[1], a[2], 1-c
	return Matrix{x*x*d + c, x*y*d + z*s, x*z*d - y*s, 0, x*y*d - z*s, y*y*d + c, y*z*d + x*s, 0, x*z*d + y*s, y*z*d - x*s, z*z*d + c, 0, 0, 0, 0, 1}
}

func dot(a, b [3]float64) float64 { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] }

func cross(a, b [3]float64) [3]float64 {
	return [3]float64{a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]}
}

// normalized has the length 1, or is zero.
func normalized(a [3]float64) [3]float64 {
	l := math.Sqrt(dot(a, a))
	if !(l > 0) || math.IsInf(l, 0) {
		return [3]float64{}
	}
	return [3]float64{a[0] / l, a[1] / l, a[2] / l}
}
