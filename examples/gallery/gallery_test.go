package gallery

import (
	"context"
	"encoding/binary"
	"image"
	"math"
	"os"
	"runtime"
	"testing"

	"refract/exec"
	"refract/exec/raster"
	_ "refract/exec/wasm" // draws fast
	_ "refract/internal/harness/plans"
	"refract/ir"
	"refract/shadertest"
)

const width, height = 160, 90

var size = []float32{width, height}

// TestGallery draws every shader.
func TestGallery(t *testing.T) {
	for name, draw := range map[string]func(*testing.T, *shadertest.Shader) image.Image{
		"gradient": func(t *testing.T, s *shadertest.Shader) image.Image {
			return full(t, s.Run("main").Set("resolution", size))
		},
		"fractal": func(t *testing.T, s *shadertest.Shader) image.Image {
			return full(t, s.Run("main").Set("resolution", size))
		},
		"text": func(t *testing.T, s *shadertest.Shader) image.Image {
			return full(t, s.Run("main").Set("resolution", size))
		},
		"scene":     timed("camera"),
		"ocean":     timed("view"),
		"clouds":    timed("view"),
		"reaction":  reaction,
		"mesh":      mesh,
		"grass":     grass,
		"particles": particles,
		"post":      post,
		"tracer":    tracer,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			source, err := os.ReadFile(name + ".wgsl")
			if err != nil {
				t.Fatal(err)
			}
			s := shadertest.Load(t, name+".wgsl", string(source))
			shadertest.Golden(t, draw(t, s), name+".png", shadertest.ImageTolerance{})
		})
	}
}

// TestForms draws those that a fragment shader paints alone, small, at every level of
// optimization and through SPIR-V, WGSL and GLSL.
func TestForms(t *testing.T) {
	for _, name := range []string{"gradient", "fractal", "text", "scene", "ocean", "clouds"} {
		t.Run(name, func(t *testing.T) {
			source, err := os.ReadFile(name + ".wgsl")
			if err != nil {
				t.Fatal(err)
			}
			// Optimizing may round otherwise, which edges of the scene show.
			shadertest.Everywhere(t, name+".wgsl", string(source), shadertest.Options{}, shadertest.ImageTolerance{Channel: 2, Share: 0.02}, func(t *testing.T, f shadertest.Form) image.Image {
				r := f.Shader.Run(f.Entry("main"))
				id, err := exec.GlobalByName(f.Shader.Module(), "0.0")
				if err != nil {
					t.Fatal(err)
				}
				b, err := exec.BufferFor(f.Shader.Module(), id, 1)
				if err != nil {
					t.Fatal(err)
				}
				for i, x := range []float32{48, 27, 1} {
					if len(b.Data) >= 4*i+4 {
						binary.LittleEndian.PutUint32(b.Data[4*i:], math.Float32bits(x))
					}
				}
				return r.Bind("0.0", b).MustDraw(t, shadertest.DrawOptions{Width: 48, Height: 27})
			})
		})
	}
}

// full draws with a fragment shader alone.
func full(t *testing.T, r *shadertest.Run) image.Image {
	return r.MustDraw(t, shadertest.DrawOptions{Width: width, Height: height})
}

// timed draws a shader whose uniform has a resolution and a time, of one second.
func timed(uniform string) func(*testing.T, *shadertest.Shader) image.Image {
	return func(t *testing.T, s *shadertest.Shader) image.Image {
		return full(t, s.Run("main").Set(uniform, map[string]any{"resolution": size, "time": 1}))
	}
}

// reaction lets the substances react on the CPU, too.
func reaction(t *testing.T, s *shadertest.Shader) image.Image {
	cells := make([][2]float32, width*height)
	seed := uint32(7)
	for i := range cells {
		cells[i] = [2]float32{1, 0}
	}
	for range 30 {
		seed = seed*1664525 + 1013904223
		x, y := int(seed>>8)%(width-8), int(seed>>20)%(height-8)
		for j := range 6 {
			for i := range 6 {
				cells[(y+j)*width+x+i] = [2]float32{0.5, 0.5}
			}
		}
	}
	extent := map[string]any{"width": width, "height": height}
	module := s.Module()
	var buffers [2]*exec.Buffer
	for i, name := range []string{"before", "after"} {
		id, err := exec.GlobalByName(module, name)
		if err != nil {
			t.Fatal(err)
		}
		if buffers[i], err = exec.BufferOf(module, id, cells); err != nil {
			t.Fatal(err)
		}
	}
	for i := range 200 {
		s.Run("step_once").Check(0).Set("size", extent).Bind("before", buffers[i%2]).Bind("after", buffers[1-i%2]).
			MustDispatch(t, (width+7)/8, (height+7)/8, 1)
	}
	return full(t, s.Run("draw").Set("size", extent).Bind("before", buffers[0]))
}

// grass draws many instances of a strip.
func grass(t *testing.T, s *shadertest.Shader) image.Image {
	r := s.Run("leaf").Set("view", map[string]any{"aspect": float32(width) / height, "time": 1})
	return r.MustDraw(t, shadertest.DrawOptions{Width: width, Height: height, Vertex: "blade", Depth: true, Samples: 4,
		Clear: [4]float64{0.81, 0.88, 0.93, 1},
		Draw: &raster.Draw{Count: 10, Instances: 2600, Pipeline: &raster.Pipeline{
			Primitive: raster.Primitive{Topology: raster.TriangleStrip},
			Depth:     &raster.Depth{Compare: exec.CompareLess, Write: true},
		}}})
}

// particles moves them by a compute shader and adds them up.
func particles(t *testing.T, s *shadertest.Shader) image.Image {
	const n = 1500
	moving := s.Run("move_all").Make("moved", n)
	moving.MustDispatch(t, (n+63)/64, 1, 1)
	type particle struct {
		Place, Speed [2]float32
		Heat         float32
	}
	all := shadertest.Get[[]particle](t, moving, "moved")
	add := raster.Equation{Src: raster.BlendOne, Dst: raster.BlendOne}
	return s.Run("glow").Set("particles", all).Set("aspect", float32(width)/height).MustDraw(t, shadertest.DrawOptions{
		Width: width, Height: height, Vertex: "sprite", Clear: [4]float64{0.01, 0.01, 0.03, 1},
		Draw: &raster.Draw{Count: 4, Instances: n, Pipeline: &raster.Pipeline{
			Primitive: raster.Primitive{Topology: raster.TriangleStrip},
			Targets:   []raster.Target{{Blend: &raster.Blend{Color: add, Alpha: add}}},
		}}})
}

// post takes the fractal through a chain of passes.
func post(t *testing.T, s *shadertest.Shader) image.Image {
	source, err := os.ReadFile("fractal.wgsl")
	if err != nil {
		t.Fatal(err)
	}
	picture := full(t, shadertest.Load(t, "fractal.wgsl", string(source)).Run("main").Set("resolution", size))
	linear := exec.NewSampler(exec.Linear, exec.ClampToEdge)
	pass := func(entry string, picture, bloom image.Image, step [2]float32, threshold float32) image.Image {
		r := s.Run(entry).Picture("picture", picture).Bind("filtering", linear).
			Set("settings", map[string]any{"step": step[:], "threshold": threshold})
		if bloom != nil {
			r.Picture("bloom", bloom)
		}
		return full(t, r)
	}
	across := pass("blur", picture, nil, [2]float32{1.0 / width, 0}, 0.6)
	down := pass("blur", across, nil, [2]float32{0, 1.0 / height}, 0)
	return pass("grade", picture, down, [2]float32{}, 0)
}

// texture makes a texture.
func texture(t *testing.T, format exec.Format, w, h uint32) *exec.Texture {
	x, err := exec.NewTexture(exec.TextureDesc{Dim: ir.Dim2D, Format: format, Width: w, Height: h})
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// tracer adds up paths in a texture of floats.
func tracer(t *testing.T, s *shadertest.Shader) image.Image {
	const paths = 32
	sum := texture(t, exec.FormatOf(ir.Rgba32Float), width, height)
	program := s.Program()
	add := raster.Equation{Src: raster.BlendOne, Dst: raster.BlendOne}
	pipeline := &raster.Pipeline{Fragment: raster.Shader{Program: program, Entry: "main"}, Targets: []raster.Target{{Blend: &raster.Blend{Color: add, Alpha: add}}}}
	pass := &raster.Pass{Colors: []raster.Color{{View: sum.View()}}, Workers: runtime.GOMAXPROCS(0)}
	for i := range paths {
		id, err := exec.GlobalByName(s.Module(), "frame")
		if err != nil {
			t.Fatal(err)
		}
		frame, err := exec.BufferOf(s.Module(), id, map[string]any{"resolution": size, "number": i})
		if err != nil {
			t.Fatal(err)
		}
		var resources exec.Resources
		resources.Bind(0, 0, frame)
		if err := pass.Draw(context.Background(), &raster.Draw{Pipeline: pipeline, Resources: &resources, Count: raster.Fullscreen}); err != nil {
			t.Fatal(err)
		}
	}
	return full(t, s.Run("show").Set("frame", map[string]any{"resolution": size, "number": paths}).Bind("sum", sum))
}

// A solid is the vertices of a mesh: place, normal, texture coordinate, tint.
type solid struct {
	data    []byte
	indices []byte
	n       uint32
}

func (s *solid) vertex(values ...float32) {
	for _, x := range values {
		s.data = binary.LittleEndian.AppendUint32(s.data, math.Float32bits(x))
	}
	s.n++
}

func (s *solid) triangle(list ...uint32) {
	for _, i := range list {
		s.indices = binary.LittleEndian.AppendUint16(s.indices, uint16(i))
	}
}

// torus adds a ring around an axis that is turned.
func (s *solid) torus(center [3]float32, ring, tube float64, tint [3]float32) {
	const around, about = 40, 20
	first := s.n
	for i := range around + 1 {
		for j := range about + 1 {
			a, b := 2*math.Pi*float64(i)/around, 2*math.Pi*float64(j)/about
			n := [3]float64{math.Cos(a) * math.Cos(b), math.Sin(a) * math.Cos(b), math.Sin(b)}
			s.vertex(center[0]+float32((ring+tube*math.Cos(b))*math.Cos(a)), center[1]+float32((ring+tube*math.Cos(b))*math.Sin(a)), center[2]+float32(tube*math.Sin(b)),
				float32(n[0]), float32(n[1]), float32(n[2]), float32(i)/around*8, float32(j)/about*2, tint[0], tint[1], tint[2])
		}
	}
	for i := range uint32(around) {
		for j := range uint32(about) {
			at := first + i*(about+1) + j
			s.triangle(at, at+about+1, at+1, at+1, at+about+1, at+about+2)
		}
	}
}

// side adds a parallelogram.
func (s *solid) side(corner, u, v, normal [3]float32, repeat float32, tint [3]float32) {
	first := s.n
	for i := range 4 {
		a, b := float32(i&1), float32(i>>1)
		s.vertex(corner[0]+a*u[0]+b*v[0], corner[1]+a*u[1]+b*v[1], corner[2]+a*u[2]+b*v[2], normal[0], normal[1], normal[2], a*repeat, b*repeat, tint[0], tint[1], tint[2])
	}
	s.triangle(first, first+1, first+2, first+2, first+1, first+3)
}

// multiply and look are the matrices of a camera, column by column.
func multiply(a, b [16]float64) (c [16]float64) {
	for i := range 4 {
		for j := range 4 {
			for k := range 4 {
				c[4*i+j] += a[4*k+j] * b[4*i+k]
			}
		}
	}
	return c
}

func look(eye, at [3]float64) [16]float64 {
	sub := func(a, b [3]float64) [3]float64 { return [3]float64{a[0] - b[0], a[1] - b[1], a[2] - b[2]} }
	dot := func(a, b [3]float64) float64 { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] }
	unit := func(a [3]float64) [3]float64 {
		l := math.Sqrt(dot(a, a))
		return [3]float64{a[0] / l, a[1] / l, a[2] / l}
	}
	cross := func(a, b [3]float64) [3]float64 {
		return [3]float64{a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]}
	}
	f := unit(sub(at, eye))
	r := unit(cross(f, [3]float64{0, 1, 0}))
	u := cross(r, f)
	return [16]float64{r[0], u[0], f[0], 0, r[1], u[1], f[1], 0, r[2], u[2], f[2], 0, -dot(r, eye), -dot(u, eye), -dot(f, eye), 1}
}

func mesh(t *testing.T, s *shadertest.Shader) image.Image {
	var m solid
	m.side([3]float32{-6, 0, -6}, [3]float32{12, 0, 0}, [3]float32{0, 0, 12}, [3]float32{0, 1, 0}, 8, [3]float32{0.9, 0.9, 0.95})
	m.torus([3]float32{-0.3, 1.15, 0}, 0.8, 0.32, [3]float32{1, 0.8, 0.6})
	for i := range 3 {
		x, h := float32(1.3), float32(0.5+0.4*float64(i))
		z := float32(1.1) - float32(i)*0.9
		tint := [3]float32{0.6, 0.8, 1}
		m.side([3]float32{x, 0, z + 0.6}, [3]float32{0.6, 0, 0}, [3]float32{0, h, 0}, [3]float32{0, 0, 1}, 1, tint)
		m.side([3]float32{x, 0, z}, [3]float32{0, 0, 0.6}, [3]float32{0, h, 0}, [3]float32{-1, 0, 0}, 1, tint)
		m.side([3]float32{x + 0.6, 0, z}, [3]float32{0, 0, 0.6}, [3]float32{0, h, 0}, [3]float32{1, 0, 0}, 1, tint)
		m.side([3]float32{x, h, z}, [3]float32{0.6, 0, 0}, [3]float32{0, 0, 0.6}, [3]float32{0, 1, 0}, 1, tint)
		m.side([3]float32{x, 0, z}, [3]float32{0.6, 0, 0}, [3]float32{0, h, 0}, [3]float32{0, 0, -1}, 1, tint)
	}
	// A perspective and an orthographic projection, depth from 0 to 1.
	const near, far, focus = 0.5, 20.0, 3.0
	perspective := [16]float64{focus * height / width, 0, 0, 0, 0, focus, 0, 0, 0, 0, far / (far - near), 1, 0, 0, -near * far / (far - near), 0}
	flat := [16]float64{1 / 3.5, 0, 0, 0, 0, 1 / 3.5, 0, 0, 0, 0, 1.0 / 12, 0, 0, 0, 0, 1}
	view := multiply(perspective, look([3]float64{-2.2, 2.6, 4.4}, [3]float64{0.5, 0.75, 0}))
	light := multiply(flat, look([3]float64{-3, 5, 2.5}, [3]float64{0, 0.5, 0}))
	single := func(a [16]float64) (out []float32) {
		for _, x := range a {
			out = append(out, float32(x))
		}
		return out
	}
	length := math.Sqrt(9 + 4.5*4.5 + 2.5*2.5)
	uniform := map[string]any{"view": single(view), "light": single(light), "sun": []float32{float32(-3 / length), float32(4.5 / length), float32(2.5 / length)}}
	id, err := exec.GlobalByName(s.Module(), "scene")
	if err != nil {
		t.Fatal(err)
	}
	buffer, err := exec.BufferOf(s.Module(), id, uniform)
	if err != nil {
		t.Fatal(err)
	}
	bricks := image.NewNRGBA(image.Rect(0, 0, 64, 64))
	for y := range 64 {
		for x := range 64 {
			shade := uint8(190 + (x*7+y*13)%31)
			if y%16 < 2 || (x+y/16%2*16)%32 < 2 {
				shade = 110
			}
			i := bricks.PixOffset(x, y)
			bricks.Pix[i], bricks.Pix[i+1], bricks.Pix[i+2], bricks.Pix[i+3] = shade, shade-20, shade-30, 255
		}
	}
	const shadowSize = 256
	shadows := texture(t, exec.Depth32Float, shadowSize, shadowSize)
	var resources exec.Resources
	resources.Bind(0, 0, buffer)
	layout := []raster.VertexLayout{{Stride: 44, Attributes: []raster.Attribute{
		{Location: 0, Format: raster.Float32x3, Offset: 0}, {Location: 1, Format: raster.Float32x3, Offset: 12},
		{Location: 2, Format: raster.Float32x2, Offset: 24}, {Location: 3, Format: raster.Float32x3, Offset: 32}}}}
	first := &raster.Pass{Depth: shadows.View(), Workers: runtime.GOMAXPROCS(0)}
	if err := first.ClearDepth(1); err != nil {
		t.Fatal(err)
	}
	draw := raster.Draw{Resources: &resources, Buffers: [][]byte{m.data}, Indices: m.indices, IndexFormat: raster.Uint16Indices, Count: len(m.indices) / 2}
	draw.Pipeline = &raster.Pipeline{Vertex: raster.Shader{Program: s.Program(), Entry: "from_light"}, Buffers: layout,
		Depth: &raster.Depth{Compare: exec.CompareLess, Write: true}}
	if err := first.Draw(context.Background(), &draw); err != nil {
		t.Fatal(err)
	}
	compare := exec.NewSampler(exec.Linear, exec.ClampToEdge)
	compare.Compare = exec.CompareLessEqual
	draw.Pipeline = &raster.Pipeline{Buffers: layout, Depth: &raster.Depth{Compare: exec.CompareLess, Write: true}}
	return s.Run("surface").Bind("scene", buffer).Bind("shadow_map", shadows).Bind("compare", compare).Picture("bricks", bricks).
		Bind("filtering", exec.NewSampler(exec.Linear, exec.Repeat)).MustDraw(t, shadertest.DrawOptions{Width: width, Height: height,
		Vertex: "from_eye", Depth: true, Samples: 4, Clear: [4]float64{0.55, 0.65, 0.8, 1}, Draw: &draw})
}
