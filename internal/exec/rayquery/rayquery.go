// Package rayquery turns the rays and intersections of a shader, which are structs of the
// module IR, into rays and hits of package bvh and back, as words: a word for each scalar in the
// order of the struct's members, a matrix column by column.
package rayquery

import (
	"math"

	"refract/internal/exec/bvh"
)

// RayWords is the number of words of a ray (ir.SpecialRayDesc), HitWords that of an
// intersection (ir.SpecialRayIntersection), CornerWords that of the corners of a triangle.
const (
	RayWords    = 10
	HitWords    = 34
	CornerWords = 9
)

// The first words of some members of an intersection.
const (
	toWorld  = 10
	toObject = 22
)

// Ray is the ray of some words.
func Ray(w *[RayWords]uint32) bvh.Ray {
	f := math.Float32frombits
	return bvh.Ray{Flags: w[0], Mask: w[1], Least: f(w[2]), Most: f(w[3]),
		Origin: bvh.Vec3{f(w[4]), f(w[5]), f(w[6])}, Direction: bvh.Vec3{f(w[7]), f(w[8]), f(w[9])}}
}

// hit is the committed intersection of a query, or the candidate.
func hit(q *bvh.Query, committed bool) *bvh.Hit {
	if committed {
		return &q.Committed
	}
	return &q.Candidate
}

// Hit are the words of an intersection. If there is none, or it lacks a member, as a box
// lacks barycentric coordinates, the words are zero.
func Hit(q *bvh.Query, committed bool) (w [HitWords]uint32) {
	h := hit(q, committed)
	if h.Kind == bvh.NoHit {
		return w
	}
	f := math.Float32bits
	x, inverse := q.Top().Instance(h.Instance)
	w[0], w[1], w[2], w[3], w[4], w[5], w[6] = uint32(h.Kind), f(h.T), x.Custom, h.Instance, x.Offset, h.Geometry, h.Primitive
	w[7], w[8] = f(h.U), f(h.V)
	if h.Front {
		w[9] = 1
	}
	for c := range 4 {
		for r := range 3 {
			w[toWorld+3*c+r] = f(x.Transform[r][c])
			w[toObject+3*c+r] = f(inverse[r][c])
		}
	}
	return w
}

// Word is one of the words of an intersection.
func Word(q *bvh.Query, committed bool, k int) uint32 {
	h := hit(q, committed)
	if h.Kind == bvh.NoHit {
		return 0
	}
	f := math.Float32bits
	switch k {
	case 0:
		return uint32(h.Kind)
	case 1:
		return f(h.T)
	case 3:
		return h.Instance
	case 5:
		return h.Geometry
	case 6:
		return h.Primitive
	case 7:
		return f(h.U)
	case 8:
		return f(h.V)
	case 9:
		if h.Front {
			return 1
		}
		return 0
	}
	x, inverse := q.Top().Instance(h.Instance)
	switch {
	case k == 2:
		return x.Custom
	case k == 4:
		return x.Offset
	case k >= toObject:
		return f(inverse[(k-toObject)%3][(k-toObject)/3])
	}
	return f(x.Transform[(k-toWorld)%3][(k-toWorld)/3])
}

// Corners are the words of the corners of an intersected triangle, in object space; zero if
// there is none.
func Corners(q *bvh.Query, committed bool) (w [CornerWords]uint32) {
	h := hit(q, committed)
	if h.Kind != bvh.TriangleHit {
		return w
	}
	x, _ := q.Top().Instance(h.Instance)
	for k, v := range x.Bottom.Corners(h.Geometry, h.Primitive) {
		for c := range 3 {
			w[3*k+c] = math.Float32bits(v[c])
		}
	}
	return w
}
