package bvh_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"refract/internal/exec/bvh"
)

// A sample is a random structure and its input.
type sample struct {
	geometries [][]bvh.Geometry
	instances  []bvh.Instance
	top        *bvh.Top
}

func randomVec(r *rand.Rand, size float32) (v bvh.Vec3) {
	for k := range v {
		v[k] = (r.Float32()*2 - 1) * size
	}
	return v
}

// randomMatrix is a rotation about the z axis with a scale, which may mirror, and a
// translation.
func randomMatrix(r *rand.Rand) bvh.Matrix {
	angle, scale := r.Float64()*2*math.Pi, 0.5+r.Float64()
	c, s := float32(math.Cos(angle)*scale), float32(math.Sin(angle)*scale)
	m := bvh.Matrix{{c, -s, 0, 0}, {s, c, 0, 0}, {0, 0, float32(scale), 0}}
	if r.IntN(2) == 0 {
		m[2][2] = -m[2][2]
	}
	t := randomVec(r, 3)
	for k := range 3 {
		m[k][3] = t[k]
	}
	return m
}

func randomSample(t *testing.T, r *rand.Rand, boxes bool) *sample {
	t.Helper()
	s := &sample{}
	var bottoms []*bvh.Bottom
	for range 1 + r.IntN(3) {
		var list []bvh.Geometry
		for range 1 + r.IntN(3) {
			var g bvh.Geometry
			if r.IntN(2) == 0 {
				g.Flags = bvh.GeometryOpaque
			}
			n := 1 + r.IntN(60)
			for range n {
				at := randomVec(r, 2)
				if boxes {
					size := randomVec(r, 0.5)
					b := bvh.Box{Min: at, Max: at}
					for k := range 3 {
						b.Max[k] += float32(math.Abs(float64(size[k])))
					}
					g.Boxes = append(g.Boxes, b)
					continue
				}
				for range 3 {
					v := randomVec(r, 0.7)
					for k := range v {
						v[k] += at[k]
					}
					g.Vertices = append(g.Vertices, v)
				}
			}
			list = append(list, g)
		}
		b, err := bvh.NewBottom(list)
		if err != nil {
			t.Fatal(err)
		}
		s.geometries = append(s.geometries, list)
		bottoms = append(bottoms, b)
	}
	for range 1 + r.IntN(6) {
		s.instances = append(s.instances, bvh.Instance{Bottom: bottoms[r.IntN(len(bottoms))], Transform: randomMatrix(r), Custom: uint32(r.IntN(1 << 24)),
			Mask: uint8(r.IntN(256)), Flags: bvh.InstanceFlags(r.IntN(4))})
	}
	var err error
	if s.top, err = bvh.NewTop(s.instances); err != nil {
		t.Fatal(err)
	}
	for i := range s.instances {
		for k, b := range bottoms {
			if b == s.instances[i].Bottom {
				s.instances[i].Custom = uint32(k) // from here on: which bottom level
			}
		}
	}
	return s
}

// A crossing is an intersection that the reference finds.
type crossing struct {
	instance, geometry, primitive uint32
	t, u, v                       float64
	opaque                        bool
	near                          bool // it is close to an edge, or to an end of the ray
}

// reference intersects a ray with all triangles or boxes in float64.
func (s *sample) reference(r bvh.Ray) (out []crossing) {
	for i, x := range s.instances {
		if uint32(x.Mask)&r.Mask == 0 {
			continue
		}
		_, inverse := s.top.Instance(uint32(i))
		var o, d [3]float64
		for k := range 3 {
			for c := range 3 {
				o[k] += float64(inverse[k][c]) * float64(r.Origin[c])
				d[k] += float64(inverse[k][c]) * float64(r.Direction[c])
			}
			o[k] += float64(inverse[k][3])
		}
		for gi, g := range s.geometries[x.Custom] {
			add := func(p int, t, u, v, margin float64) {
				if margin < -1e-3 || t < float64(r.Least)-1e-3 || t > float64(r.Most)+1e-3 {
					return
				}
				out = append(out, crossing{uint32(i), uint32(gi), uint32(p), t, u, v, g.Flags&bvh.GeometryOpaque != 0,
					margin < 1e-3 || math.Abs(t-float64(r.Least)) < 1e-3 || math.Abs(t-float64(r.Most)) < 1e-3})
			}
			for p, b := range g.Boxes {
				lo, hi := float64(r.Least), float64(r.Most)
				for k := range 3 {
					a, b := (float64(b.Min[k])-o[k])/d[k], (float64(b.Max[k])-o[k])/d[k]
					lo, hi = max(lo, min(a, b)), min(hi, max(a, b))
				}
				add(p, (lo+hi)/2, 0, 0, hi-lo)
			}
			for p := range len(g.Vertices) / 3 {
				var e1, e2, h, s [3]float64
				for k := range 3 {
					a := float64(g.Vertices[3*p][k])
					e1[k], e2[k], s[k] = float64(g.Vertices[3*p+1][k])-a, float64(g.Vertices[3*p+2][k])-a, o[k]-a
				}
				cross := func(a, b [3]float64) [3]float64 {
					return [3]float64{a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]}
				}
				dot := func(a, b [3]float64) float64 { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] }
				h = cross(d, e2)
				det := dot(e1, h)
				q := cross(s, e1)
				u, v := dot(s, h)/det, dot(d, q)/det
				add(p, dot(e2, q)/det, u, v, min(u, v, 1-u-v))
			}
		}
	}
	slices.SortFunc(out, func(a, b crossing) int { return int(math.Copysign(1, a.t-b.t)) })
	return out
}

func TestTriangles(t *testing.T) { compare(t, false) }
func TestBoxes(t *testing.T)     { compare(t, true) }

// compare finds all candidates, and the nearest hit if a hash of the candidates decides.
func compare(t *testing.T, boxes bool) {
	r := rand.New(rand.NewPCG(1, 2))
	rays, hits := 0, 0
	for range 60 {
		s := randomSample(t, r, boxes)
		for range 100 {
			ray := bvh.Ray{Flags: uint32(bvh.RayNoOpaque), Mask: uint32(r.IntN(256)), Least: 0.01, Most: 1 + 20*r.Float32(),
				Origin: randomVec(r, 6)}
			at, to := randomVec(r, 2), s.instances[r.IntN(len(s.instances))].Transform
			for k := range 3 {
				ray.Direction[k] = (at[k] + to[k][3] - ray.Origin[k]) / 4
			}
			want := s.reference(ray)
			if slices.ContainsFunc(want, func(c crossing) bool { return c.near }) {
				continue
			}
			rays++
			hits += len(want)
			if got := s.all(ray); !same(got, want) {
				t.Fatalf("ray %v:\ngot  %v\nwant %v", ray, got, want)
			}
			got, ok := s.nearest(ray, boxes)
			best := slices.IndexFunc(want, func(c crossing) bool { return chosen(c.instance, c.geometry, c.primitive) })
			if ok != (best >= 0) || ok && !same([]crossing{got}, want[best:best+1]) {
				t.Fatalf("ray %v: nearest %v, want %v of %v", ray, got, best, want)
			}
			if boxes {
				continue
			}
			ray.Flags = 0
			got, ok = s.nearest(ray, boxes)
			best = slices.IndexFunc(want, func(c crossing) bool {
				x := s.instances[c.instance].Flags
				return x&bvh.InstanceForceOpaque != 0 || c.opaque || chosen(c.instance, c.geometry, c.primitive)
			})
			if ok != (best >= 0) || ok && !same([]crossing{got}, want[best:best+1]) {
				t.Fatalf("ray %v: nearest %v, want %v of %v", ray, got, best, want)
			}
		}
	}
	if t.Logf("%d rays, %d candidates", rays, hits); rays < 2000 || hits < 2000 {
		t.Errorf("%d rays with %d candidates are too few", rays, hits)
	}
}

// chosen is whether the tests confirm a candidate.
func chosen(instance, geometry, primitive uint32) bool {
	h := (instance*31+geometry)*17 + primitive
	return h*2654435761>>30 == 0
}

func (s *sample) all(r bvh.Ray) (out []crossing) {
	var q bvh.Query
	q.Initialize(s.top, r)
	for {
		if more, _ := q.Proceed(); !more {
			break
		}
		c := &q.Candidate
		out = append(out, crossing{instance: c.Instance, geometry: c.Geometry, primitive: c.Primitive, t: float64(c.T), u: float64(c.U), v: float64(c.V)})
	}
	return out
}

func (s *sample) nearest(r bvh.Ray, boxes bool) (crossing, bool) {
	var q bvh.Query
	q.Initialize(s.top, r)
	all := s.reference(r)
	for {
		if more, _ := q.Proceed(); !more {
			break
		}
		c := &q.Candidate
		if !chosen(c.Instance, c.Geometry, c.Primitive) {
			continue
		}
		if !boxes {
			q.Confirm()
			continue
		}
		for _, x := range all {
			if x.instance == c.Instance && x.geometry == c.Geometry && x.primitive == c.Primitive {
				q.Generate(float32(x.t))
			}
		}
	}
	c := &q.Committed
	return crossing{instance: c.Instance, geometry: c.Geometry, primitive: c.Primitive, t: float64(c.T), u: float64(c.U), v: float64(c.V)}, c.Kind != bvh.NoHit
}

// same compares crossings without regard to their order.
func same(got, want []crossing) bool {
	if len(got) != len(want) {
		return false
	}
	for _, w := range want {
		if !slices.ContainsFunc(got, func(g crossing) bool {
			return g.instance == w.instance && g.geometry == w.geometry && g.primitive == w.primitive &&
				(g.t == 0 || math.Abs(g.t-w.t) < 1e-3) && math.Abs(g.u-w.u) < 1e-2 && math.Abs(g.v-w.v) < 1e-2
		}) {
			return false
		}
	}
	return true
}

// sphere is a closed mesh of triangles around the origin.
func sphere(n int) bvh.Geometry {
	var g bvh.Geometry
	for i := range n + 1 {
		for j := range 2 * n {
			a, b := float64(i)/float64(n)*math.Pi, float64(j)/float64(n)*math.Pi
			v := bvh.Vec3{float32(math.Sin(a) * math.Cos(b)), float32(math.Sin(a) * math.Sin(b)), float32(math.Cos(a))}
			if i == 0 || i == n { // a pole is one point
				v[0], v[1] = 0, 0
			}
			g.Vertices = append(g.Vertices, v)
		}
	}
	for i := range n {
		for j := range 2 * n {
			at := func(i, j int) uint32 { return uint32(i*2*n + j%(2*n)) }
			g.Indices = append(g.Indices, at(i, j), at(i+1, j), at(i, j+1), at(i+1, j), at(i+1, j+1), at(i, j+1))
		}
	}
	g.Flags = bvh.GeometryOpaque
	return g
}

func sphereTop(t testing.TB, n int) *bvh.Top {
	b, err := bvh.NewBottom([]bvh.Geometry{sphere(n)})
	if err != nil {
		t.Fatal(err)
	}
	top, err := bvh.NewTop([]bvh.Instance{{Bottom: b, Transform: bvh.Identity(), Mask: 255}})
	if err != nil {
		t.Fatal(err)
	}
	return top
}

// TestWatertight aims rays from inside of a closed mesh at its corners, at points of its
// edges, and anywhere: all hit.
func TestWatertight(t *testing.T) {
	const n = 40
	top, g := sphereTop(t, n), sphere(n)
	r := rand.New(rand.NewPCG(3, 4))
	var q bvh.Query
	for k := range 200000 {
		at := g.Vertices[g.Indices[r.IntN(len(g.Indices))]]
		origin := randomVec(r, 0.3)
		if k%2 == 0 {
			p := 3 * r.IntN(len(g.Indices)/3)
			a, b := g.Vertices[g.Indices[p]], g.Vertices[g.Indices[p+1]]
			f := r.Float32()
			for c := range 3 {
				at[c] = a[c] + f*(b[c]-a[c])
			}
		}
		if k%3 == 0 {
			origin = bvh.Vec3{}
		}
		var d bvh.Vec3
		for c := range 3 {
			d[c] = at[c] - origin[c]
		}
		q.Initialize(top, bvh.Ray{Mask: 255, Most: 1e30, Origin: origin, Direction: d})
		q.Proceed()
		if q.Committed.Kind != bvh.TriangleHit {
			t.Fatalf("a ray from %v to %v of the mesh leaves through an edge", origin, at)
		}
	}
}

// TestMisuse does things in the wrong order.
func TestMisuse(t *testing.T) {
	top := sphereTop(t, 4)
	var q bvh.Query
	if _, m := q.Proceed(); m != bvh.NotBegun {
		t.Error(m)
	}
	if m := q.Terminate(); m != bvh.NotBegun {
		t.Error(m)
	}
	q.Initialize(top, bvh.Ray{Flags: uint32(bvh.RayNoOpaque), Mask: 255, Most: 10, Origin: bvh.Vec3{0.1, 0.2, -5}, Direction: bvh.Vec3{0, 0, 1}})
	if m := q.Confirm(); m != bvh.NotTriangle {
		t.Error(m)
	}
	if more, _ := q.Proceed(); !more {
		t.Fatal("no candidate")
	}
	if m := q.Generate(4); m != bvh.NotBox {
		t.Error(m)
	}
	if m := q.Confirm(); m != bvh.NoMisuse || q.Committed.Kind != bvh.TriangleHit {
		t.Error(m)
	}
	q.Terminate()
	if more, m := q.Proceed(); more || m != bvh.NoMisuse {
		t.Error(m)
	}
}

// TestErrors gives wrong input.
func TestErrors(t *testing.T) {
	for _, list := range [][]bvh.Geometry{
		{{Vertices: make([]bvh.Vec3, 4)}},
		{{Vertices: make([]bvh.Vec3, 3), Indices: []uint32{0, 1, 3}}},
		{{Boxes: []bvh.Box{{Min: bvh.Vec3{1, 0, 0}}}}},
		{{Boxes: make([]bvh.Box, 1)}, {Vertices: make([]bvh.Vec3, 3)}},
		{{Boxes: make([]bvh.Box, 1), Vertices: make([]bvh.Vec3, 3)}},
	} {
		if _, err := bvh.NewBottom(list); err == nil {
			t.Errorf("%v: no error", list)
		}
	}
	if _, err := bvh.NewTop([]bvh.Instance{{Custom: 1 << 24}}); err == nil {
		t.Error("no error")
	}
	if _, err := bvh.NewTop([]bvh.Instance{{Transform: bvh.Matrix{{float32(math.NaN())}}}}); err == nil {
		t.Error("no error")
	}
}

// BenchmarkRays shoots rays through a sphere of many triangles, and from its inside.
func BenchmarkRays(b *testing.B) {
	for _, n := range []int{16, 128, 512} {
		b.Run(fmt.Sprint(4*n*n), func(b *testing.B) {
			top := sphereTop(b, n)
			r := rand.New(rand.NewPCG(1, 2))
			rays := make([]bvh.Ray, 1<<14)
			for i := range rays {
				rays[i] = bvh.Ray{Mask: 255, Most: 1e30, Origin: randomVec(r, 1.5), Direction: randomVec(r, 1)}
			}
			var q bvh.Query
			b.ResetTimer()
			for i := range b.N {
				q.Initialize(top, rays[i%len(rays)])
				q.Proceed()
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "rays/s")
		})
	}
}

// BenchmarkBuild builds a bottom level.
func BenchmarkBuild(b *testing.B) {
	g := []bvh.Geometry{sphere(128)}
	for b.Loop() {
		if _, err := bvh.NewBottom(g); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N)*4*128*128/b.Elapsed().Seconds(), "triangles/s")
}

// FuzzQuery: no triangle, box or ray makes a traversal panic or go on for ever.
func FuzzQuery(f *testing.F) {
	f.Add([]byte("0123456789abcdefghijklmnopqrstuvwxyz0123456789abcdefghijklmnopqrstuvwxyz0123456789abcdefghijklmnopqrstuvwxyz"), uint32(0), false)
	f.Add(bytes.Repeat([]byte{0, 0, 128, 127, 0, 0, 128, 63}, 30), uint32(2), true)
	f.Fuzz(func(t *testing.T, data []byte, flags uint32, boxes bool) {
		at := 0
		vec := func() (v bvh.Vec3) {
			for k := range v {
				if at+4 <= len(data) {
					v[k] = math.Float32frombits(binary.LittleEndian.Uint32(data[at:]))
					at += 4
				}
			}
			return v
		}
		ray := bvh.Ray{Flags: flags, Mask: 255, Origin: vec(), Direction: vec()}
		least := vec()
		ray.Least, ray.Most = least[0], least[1]
		m := bvh.Matrix{{least[2], 0, 0, 1}, {0, 1, 0, 2}, {0, 0, 2, 3}}
		var g bvh.Geometry
		for at+24 <= len(data) {
			a, b := vec(), vec()
			if !boxes {
				g.Vertices = append(g.Vertices, a, b, vec())
				continue
			}
			for k := range a {
				a[k], b[k] = min(a[k], b[k]), max(a[k], b[k])
			}
			g.Boxes = append(g.Boxes, bvh.Box{Min: a, Max: b})
		}
		bottom, err := bvh.NewBottom([]bvh.Geometry{g})
		if err != nil {
			t.Fatal(err)
		}
		top, err := bvh.NewTop([]bvh.Instance{{Bottom: bottom, Transform: m, Mask: 1}, {Bottom: bottom, Transform: bvh.Identity(), Mask: 2}})
		if err != nil {
			return
		}
		var q bvh.Query
		q.Initialize(top, ray)
		for n := 0; ; n++ {
			more, _ := q.Proceed()
			if !more {
				break
			}
			if n > 2*(len(g.Boxes)+len(g.Vertices)) {
				t.Fatal("more candidates than primitives")
			}
			if n%2 == 0 {
				q.Confirm()
				q.Generate(ray.Least + 1)
			}
		}
		if h := q.Committed; h.Kind != bvh.NoHit && !(h.T >= ray.Least && h.T <= ray.Most) {
			t.Fatalf("a hit at %v of [%v, %v]", h.T, ray.Least, ray.Most)
		}
	})
}
