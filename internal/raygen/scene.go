package raygen

// This file makes scenes, and rays that keep a margin.

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"slices"

	"refract/exec"
)

// A Scene is bottom levels and instances of them; instance k is of bottom level Of[k].
type Scene struct {
	Bottoms   [][]exec.Geometry
	Instances []exec.Instance
	Of        []int

	toObject [][3][4]float64
}

// MaxGeometries is the most geometries of a bottom level.
const MaxGeometries = 4

func vec(r *rand.Rand, size float32) (v exec.Vec3) {
	for k := range v {
		v[k] = (r.Float32()*2 - 1) * size
	}
	return v
}

// transform is a rotation about an axis with different scales, which may mirror, a shear
// and a translation.
func transform(r *rand.Rand) exec.Transform {
	if r.IntN(6) == 0 {
		return exec.Identity()
	}
	angle := r.Float64() * 2 * math.Pi
	c, s := float32(math.Cos(angle)), float32(math.Sin(angle))
	x := r.IntN(3)
	y, z := (x+1)%3, (x+2)%3
	var m exec.Transform
	m[x][x], m[y][y], m[z][z] = 1, c, c
	m[y][z], m[z][y] = -s, s
	for k := range 3 {
		scale := 0.5 + r.Float32()
		if r.IntN(4) == 0 {
			scale = -scale
		}
		for row := range 3 {
			m[row][k] *= scale
		}
	}
	if r.IntN(3) == 0 {
		for row := range 3 {
			m[row][y] += 0.25 * m[row][x]
		}
	}
	t := vec(r, 4)
	for row := range 3 {
		m[row][3] = t[row]
	}
	return m
}

// newScene makes a scene.
func newScene(r *rand.Rand) *Scene {
	s := &Scene{}
	for range 1 + r.IntN(3) {
		var list []exec.Geometry
		boxes := r.IntN(3) == 0
		for range 1 + r.IntN(MaxGeometries) {
			var g exec.Geometry
			if r.IntN(3) == 0 {
				g.Flags |= exec.GeometryOpaque
			}
			if r.IntN(4) == 0 {
				g.Flags |= exec.GeometryNoDuplicate
			}
			n := 1 + r.IntN(24)
			switch {
			case boxes:
				for range n {
					b := exec.Box{Min: vec(r, 1.5)}
					for k := range 3 {
						b.Max[k] = b.Min[k] + 0.1 + r.Float32()*0.8
					}
					g.Boxes = append(g.Boxes, b)
				}
			case r.IntN(2) == 0: // corners that triangles share
				for range 3 + r.IntN(20) {
					g.Vertices = append(g.Vertices, vec(r, 1.5))
				}
				for range n {
					p := r.Perm(len(g.Vertices))
					g.Indices = append(g.Indices, uint32(p[0]), uint32(p[1]), uint32(p[2]))
				}
			default:
				for range n {
					at := vec(r, 1.5)
					for range 3 {
						v := vec(r, 0.8)
						for k := range v {
							v[k] += at[k]
						}
						g.Vertices = append(g.Vertices, v)
					}
				}
			}
			list = append(list, g)
		}
		s.Bottoms = append(s.Bottoms, list)
	}
	for range 1 + r.IntN(8) {
		x := exec.Instance{Transform: transform(r), Custom: uint32(r.IntN(1 << 24)), Mask: uint8(r.IntN(256)), Offset: uint32(r.IntN(1 << 24))}
		if r.IntN(3) == 0 {
			x.Mask = 255
		}
		if r.IntN(3) == 0 {
			x.Flags |= exec.InstanceCullDisable
		}
		if r.IntN(3) == 0 {
			x.Flags |= exec.InstanceFlipFacing
		}
		switch r.IntN(5) {
		case 0:
			x.Flags |= exec.InstanceForceOpaque
		case 1:
			x.Flags |= exec.InstanceForceNoOpaque
		}
		s.Instances = append(s.Instances, x)
		s.Of = append(s.Of, r.IntN(len(s.Bottoms)))
		s.toObject = append(s.toObject, inverse(&x.Transform))
	}
	return s
}

// Build makes the acceleration structure of a scene.
func (s *Scene) Build() (*exec.AccelerationStructure, error) {
	var bottoms []*exec.BottomLevel
	for _, list := range s.Bottoms {
		b, err := exec.NewBottomLevel(list)
		if err != nil {
			return nil, err
		}
		bottoms = append(bottoms, b)
	}
	instances := slices.Clone(s.Instances)
	for k := range instances {
		instances[k].Bottom = bottoms[s.Of[k]]
	}
	return exec.NewAccelerationStructure(instances)
}

// inverse is the inverse of a transform.
func inverse(m *exec.Transform) (out [3][4]float64) {
	minor := func(r, c int) float64 {
		r1, r2, c1, c2 := (r+1)%3, (r+2)%3, (c+1)%3, (c+2)%3
		return float64(m[r1][c1])*float64(m[r2][c2]) - float64(m[r1][c2])*float64(m[r2][c1])
	}
	det := float64(m[0][0])*minor(0, 0) + float64(m[0][1])*minor(0, 1) + float64(m[0][2])*minor(0, 2)
	for r := range 3 {
		for c := range 3 {
			out[r][c] = minor(c, r) / det
		}
	}
	for r := range 3 {
		out[r][3] = -(out[r][0]*float64(m[0][3]) + out[r][1]*float64(m[1][3]) + out[r][2]*float64(m[2][3]))
	}
	return out
}

// Ray flags, as SPIR-V has them.
const (
	flagOpaque        = 1
	flagNoOpaque      = 2
	flagFirst         = 4
	flagSkipClosest   = 8
	flagCullBack      = 16
	flagCullFront     = 32
	flagCullOpaque    = 64
	flagCullNoOpaque  = 128
	flagSkipTriangles = 256
	flagSkipBoxes     = 512
)

// ray is the ray of an invocation.
type ray struct {
	origin, direction exec.Vec3
	least, most       float32
	flags, mask, hash uint32
}

// rayWords is the number of words of a ray in the buffer.
const rayWords = 12

func (x *ray) appendTo(b []byte) []byte {
	f := func(v float32) { b = binary.LittleEndian.AppendUint32(b, math.Float32bits(v)) }
	u := func(v uint32) { b = binary.LittleEndian.AppendUint32(b, v) }
	for _, v := range x.origin {
		f(v)
	}
	f(x.least)
	for _, v := range x.direction {
		f(v)
	}
	f(x.most)
	u(x.flags)
	u(x.mask)
	u(x.hash)
	u(0)
	return b
}

// newRay makes a ray that keeps a margin, and often hits something.
func (s *Scene) newRay(r *rand.Rand) ray {
	for range 200 {
		x := ray{origin: vec(r, 7), hash: r.Uint32(), mask: uint32(r.IntN(256))}
		if r.IntN(2) == 0 {
			x.mask = 255
		}
		switch r.IntN(3) {
		case 0:
		case 1:
			x.least = 0.01
		case 2:
			x.least = r.Float32()
		}
		x.most = x.least + 1 + 20*r.Float32()
		if r.IntN(3) == 0 {
			x.most = 1e30
		}
		k := r.IntN(len(s.Instances))
		at := vec(r, 1.2)
		for c := range 3 {
			m := &s.Instances[k].Transform[c]
			x.direction[c] = (m[0]*at[0] + m[1]*at[1] + m[2]*at[2] + m[3] - x.origin[c]) * (0.2 + r.Float32())
		}
		if r.IntN(8) == 0 {
			x.origin = at // from inside
		}
		if s.keeps(&x) {
			return x
		}
	}
	return ray{origin: exec.Vec3{100, 100, 100}, direction: exec.Vec3{1, 2, 3}, least: 0, most: 10, mask: 255}
}

// keeps reports whether a ray keeps its margin.
func (s *Scene) keeps(x *ray) bool {
	const margin = 2e-3
	var hits []float64
	clear := true
	near := func(a, b float64) bool { return math.Abs(a-b) < margin*(1+min(math.Abs(a), math.Abs(b))) }
	hit := func(t float64) {
		if near(t, float64(x.least)) || near(t, float64(x.most)) {
			clear = false
		}
		if t < float64(x.least) || t > float64(x.most) {
			return
		}
		for _, other := range hits {
			clear = clear && !near(t, other)
		}
		hits = append(hits, t)
	}
	for k := range s.Instances {
		m := &s.toObject[k]
		var o, d [3]float64
		for r := range 3 {
			for c := range 3 {
				o[r] += m[r][c] * float64(x.origin[c])
				d[r] += m[r][c] * float64(x.direction[c])
			}
			o[r] += m[r][3]
		}
		for _, g := range s.Bottoms[s.Of[k]] {
			for i := range g.Boxes {
				lo, hi := float64(x.least), float64(x.most)
				for c := range 3 {
					a, b := (float64(g.Boxes[i].Min[c])-o[c])/d[c], (float64(g.Boxes[i].Max[c])-o[c])/d[c]
					lo, hi = max(lo, min(a, b)), min(hi, max(a, b))
				}
				if near(lo, hi) {
					return false
				}
				if lo < hi {
					hit((lo + hi) / 2)
				}
			}
			corner := func(k int) (v [3]float64) {
				if len(g.Indices) > 0 {
					k = int(g.Indices[k])
				}
				for c := range 3 {
					v[c] = float64(g.Vertices[k][c])
				}
				return v
			}
			n := len(g.Vertices)
			if len(g.Indices) > 0 {
				n = len(g.Indices)
			}
			for i := 0; i < n; i += 3 {
				a, b, c := corner(i), corner(i+1), corner(i+2)
				t, u, v, det := meet(o, d, a, b, c)
				edge := min(u, v, 1-u-v)
				switch {
				case math.IsNaN(t), edge < -margin:
				case edge < margin || math.Abs(det) < 1e-3:
					return false
				default:
					hit(t)
				}
			}
		}
		if !clear {
			return false
		}
	}
	return true
}

// meet intersects a line with a triangle's plane: distance and barycentric coordinates; det
// is the cosine of the angle between.
func meet(o, d, a, b, c [3]float64) (t, u, v, det float64) {
	sub := func(a, b [3]float64) [3]float64 { return [3]float64{a[0] - b[0], a[1] - b[1], a[2] - b[2]} }
	cross := func(a, b [3]float64) [3]float64 {
		return [3]float64{a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]}
	}
	dot := func(a, b [3]float64) float64 { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] }
	e1, e2, s := sub(b, a), sub(c, a), sub(o, a)
	h, q := cross(d, e2), cross(s, e1)
	det = dot(e1, h)
	n := cross(e1, e2)
	return dot(e2, q) / det, dot(s, h) / det, dot(d, q) / det, det / math.Sqrt(dot(n, n)*dot(d, d))
}

// boxTable is the buffer that shaders find boxes in: for each instance and geometry the
// number of its first box, then the boxes, a corner in four words.
func (s *Scene) boxTable() []byte {
	var first [MaxInstances * MaxGeometries]uint32
	var corners []byte
	n := uint32(0)
	f := func(v float32) { corners = binary.LittleEndian.AppendUint32(corners, math.Float32bits(v)) }
	for k := range s.Instances {
		for i, g := range s.Bottoms[s.Of[k]] {
			first[MaxGeometries*k+i] = n
			n += uint32(len(g.Boxes))
			for _, b := range g.Boxes {
				for _, v := range [2]exec.Vec3{b.Min, b.Max} {
					f(v[0])
					f(v[1])
					f(v[2])
					f(0)
				}
			}
		}
	}
	for len(corners) < 32 {
		f(0)
	}
	var out []byte
	for _, x := range first {
		out = binary.LittleEndian.AppendUint32(out, x)
	}
	return append(out, corners...)
}

// MaxInstances is the most instances of a scene.
const MaxInstances = 8
