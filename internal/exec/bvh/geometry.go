package bvh

// This file declares the input of structures: geometries and instances, and their flags,
// whose bits are Vulkan's.

import (
	"fmt"
	"math"
)

// Vec3 is a point or a direction.
type Vec3 [3]float32

// A Box is an axis-aligned box, with its faces.
type Box struct{ Min, Max Vec3 }

// Matrix is an affine transform: three rows of four.
type Matrix [3][4]float32

// Identity is the transform that moves nothing.
func Identity() Matrix { return Matrix{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}} }

// GeometryFlags are Vulkan's VkGeometryFlagsKHR.
type GeometryFlags uint32

const (
	GeometryOpaque      GeometryFlags = 1 << iota // its intersections need no confirmation
	GeometryNoDuplicate                           // each candidate is found once, as always here
)

// A Geometry is triangles or boxes, whose numbers are their indices here.
type Geometry struct {
	// Vertices of triangles. Indices are three for each triangle; without any, each three
	// vertices are a triangle. A triangle with a coordinate that is no finite number is
	// inactive.
	Vertices []Vec3
	Indices  []uint32

	Boxes []Box // instead of triangles

	Flags GeometryFlags
}

// InstanceFlags are Vulkan's VkGeometryInstanceFlagsKHR.
type InstanceFlags uint32

const (
	InstanceCullDisable   InstanceFlags = 1 << iota // triangles have no side that is culled
	InstanceFlipFacing                              // triangles show their other side
	InstanceForceOpaque                             // whatever the geometry's flags are
	InstanceForceNoOpaque                           // likewise
)

// An Instance places a bottom level in a top level.
type Instance struct {
	Bottom    *Bottom // nil: the instance is inactive
	Transform Matrix  // from object space to world space; if it has no inverse, the instance is inactive
	Custom    uint32  // custom index: 24 bits
	Mask      uint8   // rays hit it if their mask has a bit of this one
	Offset    uint32  // of the shader binding table's record: 24 bits
	Flags     InstanceFlags
}

// RayFlags are SPIR-V's ray flags.
type RayFlags uint32

const (
	RayOpaque           RayFlags = 1 << iota // all geometries count as opaque
	RayNoOpaque                              // none does
	RayTerminateOnFirst                      // the first committed intersection ends the traversal
	RaySkipClosestHit                        // of ray-tracing pipelines
	RayCullBackFacing                        // triangles that show their back are no candidates
	RayCullFrontFacing                       // nor are the others
	RayCullOpaque                            // opaque geometries are left out
	RayCullNoOpaque                          // all others are
	RaySkipTriangles                         // triangles are left out
	RaySkipBoxes                             // boxes are
)

// maxPrimitives is the most triangles or boxes of a bottom level, and instances of a top
// level.
const maxPrimitives = 1 << 26

// An Error is a fault of the input.
type Error struct {
	Index     int // of the geometry or instance
	Primitive int // or -1
	Message   string
}

func (e *Error) Error() string {
	if e.Primitive < 0 {
		return fmt.Sprintf("number %d: %s", e.Index, e.Message)
	}
	return fmt.Sprintf("number %d, primitive %d: %s", e.Index, e.Primitive, e.Message)
}

// isFinite reports whether each coordinate is a finite number.
func (v *Vec3) isFinite() bool {
	s := (v[0] - v[0]) + (v[1] - v[1]) + (v[2] - v[2]) // an infinity minus itself is no number
	return s == 0
}

// extend makes a box contain a point.
func (b *Box) extend(p *Vec3) {
	for k := range 3 {
		if p[k] < b.Min[k] {
			b.Min[k] = p[k]
		}
		if p[k] > b.Max[k] {
			b.Max[k] = p[k]
		}
	}
}

// join makes a box contain another.
func (b *Box) join(o *Box) {
	b.extend(&o.Min)
	b.extend(&o.Max)
}

// empty is the box that contains nothing.
func empty() Box {
	inf := float32(math.Inf(1))
	return Box{Vec3{inf, inf, inf}, Vec3{-inf, -inf, -inf}}
}

// area is half the surface of a box.
func (b *Box) area() float64 {
	x, y, z := float64(b.Max[0])-float64(b.Min[0]), float64(b.Max[1])-float64(b.Min[1]), float64(b.Max[2])-float64(b.Min[2])
	return float64(x*(y+z)) + float64(y*z)
}

// inverse is the inverse of a transform; it reports whether there is one.
func (m *Matrix) inverse() (out [3][4]float64, ok bool) {
	var a [3][4]float64
	for r := range 3 {
		for c := range 4 {
			a[r][c] = float64(m[r][c])
		}
	}
	minor := func(r, c int) float64 {
		r1, r2, c1, c2 := (r+1)%3, (r+2)%3, (c+1)%3, (c+2)%3
		return float64(a[r1][c1]*a[r2][c2]) - float64(a[r1][c2]*a[r2][c1])
	}
	det := float64(a[0][0]*minor(0, 0)) + float64(a[0][1]*minor(0, 1)) + float64(a[0][2]*minor(0, 2))
	if det == 0 || math.IsNaN(det) || math.IsInf(det, 0) {
		return out, false
	}
	for r := range 3 {
		for c := range 3 {
			out[r][c] = minor(c, r) / det
		}
	}
	for r := range 3 {
		out[r][3] = -(float64(out[r][0]*a[0][3]) + float64(out[r][1]*a[1][3]) + float64(out[r][2]*a[2][3]))
	}
	for r := range 3 {
		for c := range 4 {
			if x := float32(out[r][c]); math.IsInf(float64(x), 0) || x != x {
				return out, false
			}
		}
	}
	return out, true
}
