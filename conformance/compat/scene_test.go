//go:build linux

// Package compat_test draws shaders of old GLSL with the fixed functions of OpenGL's compatibility
// profile: by an OpenGL driver, and by refract, whose passes put the functions into the shaders.
package compat_test

// This file makes up the state of fixed functions, and the values of the uniforms that show it.

import (
	"math"
	"math/rand/v2"

	"refract/internal/vkrun/glrun"
)

// A scene is a draw with fixed functions.
type scene struct {
	r                *rand.Rand
	fixed            glrun.Fixed
	points           bool
	vertex, fragment string
	attributes       []glrun.Attribute
	triangles        int // or points
}

const (
	side   = 64 // of the picture
	cells  = 3  // primitives in a row
	lights = 2
	units  = 2 // of textures
)

type matrix [16]float32

// product is a times b.
func product(a, b matrix) (m matrix) {
	for c := range 4 {
		for r := range 4 {
			sum := 0.0
			for k := range 4 {
				sum += float64(a[4*k+r]) * float64(b[4*c+k])
			}
			m[4*c+r] = float32(sum)
		}
	}
	return m
}

func (m matrix) transpose() (t matrix) {
	for k := range m {
		t[k%4*4+k/4] = m[k]
	}
	return t
}

// inverse is by elimination.
func (m matrix) inverse() matrix {
	var a [4][8]float64
	for r := range 4 {
		for c := range 4 {
			a[r][c] = float64(m[4*c+r])
		}
		a[r][4+r] = 1
	}
	for c := range 4 {
		best := c
		for r := c; r < 4; r++ {
			if math.Abs(a[r][c]) > math.Abs(a[best][c]) {
				best = r
			}
		}
		a[c], a[best] = a[best], a[c]
		d := a[c][c]
		for k := range a[c] {
			a[c][k] /= d
		}
		for r := range a {
			if f := a[r][c]; r != c {
				for k := range a[r] {
					a[r][k] -= f * a[c][k]
				}
			}
		}
	}
	var out matrix
	for r := range 4 {
		for c := range 4 {
			out[4*c+r] = float32(a[r][4+c])
		}
	}
	return out
}

// apply is the matrix times a vector.
func (m matrix) apply(v [4]float32) (out [4]float32) {
	for r := range 4 {
		for k := range 4 {
			out[r] += m[4*k+r] * v[k]
		}
	}
	return out
}

func (s *scene) unit() float32 { return float32(s.r.IntN(65)) / 64 }

func (s *scene) color() (c [4]float32) {
	for k := range c {
		c[k] = s.unit()
	}
	return c
}

// affine is a rotation by a small angle, a scale and a translation.
func (s *scene) affine() matrix {
	sin, cos := math.Sincos(float64(s.unit()) - 0.5)
	k := float64(0.75 + s.unit()/4)
	return matrix{float32(cos * k), float32(sin * k), 0, 0, float32(-sin * k), float32(cos * k), 0, 0, 0, 0, 0.5, 0, s.unit()/8 - 1.0/16, s.unit()/8 - 1.0/16, s.unit() / 4, 1}
}

func (s *scene) material() glrun.Material {
	return glrun.Material{Emission: s.color(), Ambient: s.color(), Diffuse: s.color(), Specular: s.color(), Shininess: float32(1 + s.r.IntN(100))}
}

// newScene makes up a scene.
func newScene(seed uint64) *scene {
	s := &scene{r: rand.New(rand.NewPCG(seed, 11))}
	f := &s.fixed
	s.points = s.r.IntN(4) == 0
	if s.r.IntN(2) == 0 {
		f.AlphaFunc, f.AlphaReference = 0x200+uint32(s.r.IntN(8)), s.unit()+1.0/512
	}
	f.TwoSided, f.Flat = s.r.IntN(2) == 0 && !s.points, s.r.IntN(3) == 0
	f.ModelView, f.Projection = s.affine(), matrix{0: 1, 5: 1, 10: 1, 15: 1}
	if s.r.IntN(2) == 0 { // w differs from vertex to vertex
		f.Projection[3], f.Projection[7] = s.unit()/4, s.unit()/4
	}
	for range units {
		f.Texture = append(f.Texture, s.affine())
	}
	for range s.r.IntN(3) {
		angle := float64(s.r.IntN(64))
		f.Planes = append(f.Planes, [4]float64{math.Cos(angle), math.Sin(angle), 0, float64(s.unit()) - 0.25})
	}
	for range lights {
		l := glrun.Light{Ambient: s.color(), Diffuse: s.color(), Specular: s.color(), Position: s.color(), SpotDirection: [3]float32{0, 0.6, -0.8},
			SpotExponent: float32(s.r.IntN(16)), SpotCutoff: float32(s.r.IntN(91)), Attenuation: [3]float32{1 + s.unit(), s.unit(), s.unit()}}
		if s.r.IntN(8) == 0 {
			l.SpotCutoff = 180
		}
		l.Position[0] += 0.25
		l.Position[3] = float32(s.r.IntN(2))
		f.Lights = append(f.Lights, l)
	}
	f.ModelAmbient, f.Front, f.Back = s.color(), s.material(), s.material()
	f.FogColor, f.FogDensity, f.FogStart, f.FogEnd = s.color(), s.unit(), s.unit()/4, 1+s.unit()
	f.ProgramSize = s.r.IntN(2) == 0
	f.Size, f.SizeMin, f.SizeMax, f.SizeFade = float32(3+s.r.IntN(6)), 2, 12, s.unit()
	f.SizeAttenuation = [3]float32{1, s.unit(), s.unit()}
	if s.points {
		f.Replace, f.LowerLeft = uint32(s.r.IntN(1<<units)), s.r.IntN(2) == 0
	}
	s.geometry()
	s.shaders()
	return s
}

// geometry makes a triangle or point in each cell of a grid.
func (s *scene) geometry() {
	s.triangles = cells * cells
	corners := 3
	if s.points {
		corners = 1
	}
	lists := map[string][]float32{}
	add := func(name string, v ...float32) { lists[name] = append(lists[name], v...) }
	for k := range s.triangles {
		x, y := (float32(k%cells)+0.5)*2/cells-1, (float32(k/cells)+0.5)*2/cells-1
		angle, turn := float64(s.unit())*6, 1-2*float64(s.r.IntN(2))
		for c := range corners {
			sin, cos := math.Sincos(angle + turn*2.1*float64(c))
			r := float64(corners/3) * 0.9 / cells
			add("gl_Vertex", x+float32(r*cos), y+float32(r*sin), s.unit()/2, 1)
			add("gl_Normal", s.unit(), s.unit(), s.unit()+0.25)
			add("gl_Color", s.unit(), s.unit(), s.unit(), s.unit())
			add("gl_SecondaryColor", s.unit(), s.unit(), s.unit())
			add("gl_FogCoord", s.unit())
			add("gl_MultiTexCoord0", s.unit(), s.unit(), s.unit(), 1)
			add("gl_MultiTexCoord1", s.unit(), s.unit(), s.unit(), 1)
		}
	}
	for _, a := range attributePlaces {
		s.attributes = append(s.attributes, glrun.Attribute{Name: a.name, Size: a.size, Data: lists[a.name]})
	}
}

// attributePlaces are the attributes with their locations in a module.
var attributePlaces = []struct {
	name     string
	size     int
	location uint32
}{{"gl_Vertex", 4, 0}, {"gl_Normal", 3, 2}, {"gl_Color", 4, 3}, {"gl_SecondaryColor", 3, 4}, {"gl_FogCoord", 1, 5}, {"gl_MultiTexCoord0", 4, 8}, {"gl_MultiTexCoord1", 4, 9}}

// Values of uniforms, by the names that the module has.
type (
	lightValue struct {
		Ambient, Diffuse, Specular, Position, HalfVector                                                      [4]float32
		SpotDirection                                                                                         [3]float32
		SpotExponent, SpotCutoff, SpotCosCutoff, ConstantAttenuation, LinearAttenuation, QuadraticAttenuation float32
	}
	productValue struct{ Ambient, Diffuse, Specular [4]float32 }
)

func times(a, b [4]float32) [4]float32 {
	for k := range a {
		a[k] *= b[k]
	}
	return a
}

func plus(a, b [4]float32) [4]float32 {
	for k := range a {
		a[k] += b[k]
	}
	return a
}

// half is the vector between the light and the viewer.
func half(at [4]float32) (h [4]float32) {
	unit := func(v *[4]float32) {
		n := float32(math.Sqrt(float64(v[0]*v[0] + v[1]*v[1] + v[2]*v[2])))
		v[0], v[1], v[2] = v[0]/n, v[1]/n, v[2]/n
	}
	unit(&at)
	at[2]++
	unit(&at)
	at[3] = 1
	return at
}

// uniforms are the values of the built-in uniforms.
func (s *scene) uniforms() map[string]any {
	f := &s.fixed
	list := map[string]any{}
	matrices := func(name string, m matrix) {
		list[name], list[name+"Inverse"], list[name+"Transpose"], list[name+"InverseTranspose"] = m, m.inverse(), m.transpose(), m.inverse().transpose()
	}
	view, projection := matrix(f.ModelView), matrix(f.Projection)
	matrices("ModelViewMatrix", view)
	matrices("ProjectionMatrix", projection)
	matrices("ModelViewProjectionMatrix", product(projection, view))
	var textures [4][]matrix
	for _, m := range f.Texture {
		m := matrix(m)
		for k, x := range [4]matrix{m, m.inverse(), m.transpose(), m.inverse().transpose()} {
			textures[k] = append(textures[k], x)
		}
	}
	for k, suffix := range [4]string{"", "Inverse", "Transpose", "InverseTranspose"} {
		list["TextureMatrix"+suffix] = textures[k]
	}
	n := view.inverse().transpose()
	list["NormalMatrix"] = [9]float32{n[0], n[1], n[2], n[4], n[5], n[6], n[8], n[9], n[10]}
	list["NormalScale"] = float32(1)
	list["DepthRange"] = struct{ Near, Far, Diff float32 }{0, 1, 1}
	list["Fog"] = struct {
		Color                      [4]float32
		Density, Start, End, Scale float32
	}{f.FogColor, f.FogDensity, f.FogStart, f.FogEnd, 1 / (f.FogEnd - f.FogStart)}
	list["LightModel"] = struct{ Ambient [4]float32 }{f.ModelAmbient}
	list["FrontMaterial"], list["BackMaterial"] = f.Front, f.Back
	for name, m := range map[string]*glrun.Material{"Front": &f.Front, "Back": &f.Back} {
		list[name+"LightModelProduct"] = struct{ SceneColor [4]float32 }{plus(m.Emission, times(m.Ambient, f.ModelAmbient))}
		var products []productValue
		for _, l := range f.Lights {
			products = append(products, productValue{times(l.Ambient, m.Ambient), times(l.Diffuse, m.Diffuse), times(l.Specular, m.Specular)})
		}
		list[name+"LightProduct"] = products
	}
	var sources []lightValue
	for _, l := range f.Lights {
		sources = append(sources, lightValue{l.Ambient, l.Diffuse, l.Specular, l.Position, half(l.Position), l.SpotDirection, l.SpotExponent, l.SpotCutoff,
			float32(math.Cos(float64(l.SpotCutoff) * math.Pi / 180)), l.Attenuation[0], l.Attenuation[1], l.Attenuation[2]})
	}
	list["LightSource"] = sources
	list["Point"] = struct {
		Size, SizeMin, SizeMax, FadeThresholdSize                                            float32
		DistanceConstantAttenuation, DistanceLinearAttenuation, DistanceQuadraticAttenuation float32
	}{f.Size, f.SizeMin, f.SizeMax, f.SizeFade, f.SizeAttenuation[0], f.SizeAttenuation[1], f.SizeAttenuation[2]}
	var planes [][4]float32
	for _, p := range f.Planes {
		planes = append(planes, [4]float32{float32(p[0]), float32(p[1]), float32(p[2]), float32(p[3])})
	}
	list["ClipPlane"] = planes
	return list
}
