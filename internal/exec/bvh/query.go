package bvh

// This file declares ray queries: the operations of SPV_KHR_ray_query on the state of one
// traversal.

import "math"

// Kind is the kind of an intersection.
type Kind uint32

const (
	NoHit       Kind = iota
	TriangleHit      // committed, or a candidate
	Generated        // committed, in a box
	BoxHit           // a candidate
)

// A Hit is a committed intersection or a candidate.
type Hit struct {
	Kind      Kind
	T         float32 // distance in units of the direction; 0 of a candidate that is a box
	Instance  uint32  // its number
	Geometry  uint32
	Primitive uint32
	U, V      float32 // barycentric coordinates, of the second and third corner
	Front     bool    // a triangle shows its front
	Opaque    bool    // of a candidate that is a box: it counts as opaque
}

// A Ray is the argument of a query. The flags and the mask are numbers of a shader: only
// the lowest bits count.
type Ray struct {
	Flags             uint32
	Mask              uint32
	Least, Most       float32 // distances
	Origin, Direction Vec3
}

// Misuse is a use of a query that the specification leaves undefined. Such a use has no
// effect.
type Misuse uint8

const (
	NoMisuse      Misuse = iota
	NotBegun             // the query was never initialized
	NotTriangle          // the candidate to be confirmed is no triangle
	NotBox               // a hit is generated, and the candidate is no box
	BeyondNearest        // a hit is generated before the ray's beginning, or behind its end or the committed hit
)

var misuses = [...]string{"", "a ray query is used that was never initialized",
	"an intersection is confirmed, and the candidate is no triangle",
	"an intersection is generated, and the candidate is no box",
	"an intersection is generated at a distance out of the ray's range"}

func (m Misuse) String() string { return misuses[m] }

// entry is a node that is still to be visited, and the distance of its bounds.
type entry struct {
	node ref
	t    float32
}

// A Query is the state of a traversal. The zero Query was never initialized.
type Query struct {
	Candidate Hit // valid after Proceed has returned true
	Committed Hit

	top  *Top
	ray  Ray
	far  float32 // no hit lies farther: the ray's end, or the committed hit
	done bool

	world, object line
	inside        *placed // the instance at hand, or nil
	opacity       uint32  // the state of opaque geometries, and of others: see decide
	cull          int8    // the side of triangles that is left out: 1 front, -1 back, 0 none
	next, end     uint32  // primitives of the leaf at hand that are still to be tested
	sp, base      int     // of the stack: its top, and where the entries of the instance begin
	steps         uint64
	stack         [2 * (maxDepth + 1)]entry
}

// Initialize begins a traversal. A ray with a number that isn't finite (but for the
// farthest distance), a negative least distance, or one above the farthest, hits nothing.
func (q *Query) Initialize(t *Top, r Ray) {
	q.Candidate, q.Committed = Hit{}, Hit{}
	q.top, q.ray, q.far = t, r, r.Most
	q.inside, q.sp, q.base, q.next, q.end = nil, 0, 0, 0, 0
	q.done = !(r.Least >= 0 && r.Least <= r.Most && r.Least < float32(math.Inf(1)) && r.Origin.isFinite() && r.Direction.isFinite()) || t.root == noRef
	if q.done {
		return
	}
	q.world.set(r.Origin, r.Direction)
	q.push(t.root, r.Least)
}

// Begun reports whether the query was initialized.
func (q *Query) Begun() bool { return q.top != nil }

// Far is the distance that no further hit may exceed: the ray's end, or the committed hit.
func (q *Query) Far() float32 { return q.far }

// Top is the structure that the query goes through.
func (q *Query) Top() *Top { return q.top }

// Reset makes the query one that was never initialized.
func (q *Query) Reset() { q.top = nil }

// Steps is the work since the last call: about the number of nodes and primitives visited.
func (q *Query) Steps() uint64 {
	n := q.steps
	q.steps = 0
	return n
}

// Terminate ends the traversal.
func (q *Query) Terminate() Misuse {
	if q.top == nil {
		return NotBegun
	}
	q.done = true
	return NoMisuse
}

// Confirm commits the candidate, a triangle.
func (q *Query) Confirm() Misuse {
	switch {
	case q.top == nil:
		return NotBegun
	case q.Candidate.Kind != TriangleHit:
		return NotTriangle
	}
	q.commit(q.Candidate)
	return NoMisuse
}

// Generate commits a hit in the candidate, a box.
func (q *Query) Generate(t float32) Misuse {
	switch {
	case q.top == nil:
		return NotBegun
	case q.Candidate.Kind != BoxHit:
		return NotBox
	case !(t >= q.ray.Least && t <= q.far):
		return BeyondNearest
	}
	h := q.Candidate
	h.Kind, h.T = Generated, t
	q.commit(h)
	return NoMisuse
}

// commit makes a hit the nearest.
func (q *Query) commit(h Hit) {
	q.Committed = h
	q.far = h.T
	if q.ray.Flags&uint32(RayTerminateOnFirst) != 0 {
		q.done = true
	}
}

// Proceed goes on to the next candidate and reports whether there is one: a triangle that
// isn't opaque, or a box. Triangles of opaque geometries are committed on the way.
func (q *Query) Proceed() (candidate bool, m Misuse) {
	if q.top == nil {
		return false, NotBegun
	}
	q.Candidate.Kind = NoHit
	for !q.done {
		if q.inside != nil {
			if q.inside.Bottom.boxes != nil {
				candidate = q.findBox()
			} else {
				candidate = q.findTriangle()
			}
			if candidate {
				return true, NoMisuse
			}
			q.inside = nil
			continue
		}
		if !q.findInstance() {
			q.done = true
		}
	}
	return false, NoMisuse
}

// Ray is the ray of the query.
func (q *Query) Ray() Ray { return q.ray }
