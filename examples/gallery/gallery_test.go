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

// pictures are the gallery: each function draws with a shader on a canvas.
var pictures = map[string]func(*canvas, shader) image.Image{
	"gradient":  plain,
	"fractal":   plain,
	"text":      plain,
	"scene":     timed("camera"),
	"ocean":     timed("view"),
	"clouds":    timed("view"),
	"reaction":  reaction,
	"mesh":      mesh,
	"grass":     grass,
	"particles": particles,
	"post":      post,
	"tracer":    tracer,
}

// TestGallery draws every shader.
func TestGallery(t *testing.T) {
	for name := range pictures {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := &canvas{TB: t, width: 320, height: 180, rounds: 200}
			shadertest.Golden(t, c.picture(name), name+".png", shadertest.ImageTolerance{})
		})
	}
}

// A canvas has a size, and keeps what was drawn on it.
type canvas struct {
	testing.TB
	width, height int
	rounds        int // of the reaction
	steps         []step
}

// A step is a pass with draws in it, by a shader.
type step struct {
	shader  shader
	pass    *raster.Pass
	picture *exec.Texture // what the pass leaves; nil: its depths
	clear   [4]float64
	draws   []*raster.Draw
}

// draw clears and draws a step.
func (s *step) draw() error {
	for i := range s.pass.Colors {
		if err := s.pass.ClearColor(i, s.clear); err != nil {
			return err
		}
	}
	if s.pass.Depth != nil {
		if err := s.pass.ClearDepth(1); err != nil {
			return err
		}
	}
	for _, d := range s.draws {
		if err := s.pass.Draw(context.Background(), d); err != nil {
			return err
		}
	}
	return s.pass.Resolve()
}

// A shader is that of a file.
type shader struct {
	*shadertest.Shader
	source string
}

func (c *canvas) load(name string) shader {
	source, err := os.ReadFile(name + ".wgsl")
	if err != nil {
		c.Fatal(err)
	}
	return shader{shadertest.Load(c, name+".wgsl", string(source)), string(source)}
}

func (c *canvas) picture(name string) image.Image { return pictures[name](c, c.load(name)) }

// pass makes and draws a step.
func (c *canvas) pass(s step) *exec.Texture {
	if err := s.draw(); err != nil {
		c.Fatal(err)
	}
	c.steps = append(c.steps, s)
	return s.picture
}

// draw draws with entry points of a shader and the resources of a run: the fragment entry
// point alone where no draw is given.
func (c *canvas) draw(s shader, r *shadertest.Run, vertex, fragment string, o shadertest.DrawOptions) image.Image {
	p, picture, err := raster.NewPass(c.width, c.height, exec.FormatOf(ir.Rgba8Unorm), o.Samples, o.Depth)
	if err != nil {
		c.Fatal(err)
	}
	p.Workers = runtime.GOMAXPROCS(0)
	d := raster.Draw{Count: raster.Fullscreen, Pipeline: &raster.Pipeline{}}
	if o.Draw != nil {
		d = *o.Draw
		state := *d.Pipeline
		d.Pipeline = &state
		d.Pipeline.Vertex = raster.Shader{Program: s.Program(), Entry: vertex}
	}
	d.Pipeline.Fragment = raster.Shader{Program: s.Program(), Entry: fragment}
	d.Resources = r.Resources()
	return c.pass(step{s, p, picture, o.Clear, []*raster.Draw{&d}}).Image()
}

// full draws with a fragment entry point alone.
func (c *canvas) full(s shader, r *shadertest.Run, entry string) image.Image {
	return c.draw(s, r, "", entry, shadertest.DrawOptions{})
}

func (c *canvas) size() []float32 { return []float32{float32(c.width), float32(c.height)} }

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

// plain draws a shader whose uniform is a resolution.
func plain(c *canvas, s shader) image.Image {
	return c.full(s, s.Run("main").Set("resolution", c.size()), "main")
}

// timed draws a shader whose uniform has a resolution and a time, of one second.
func timed(uniform string) func(*canvas, shader) image.Image {
	return func(c *canvas, s shader) image.Image {
		return c.full(s, s.Run("main").Set(uniform, map[string]any{"resolution": c.size(), "time": 1}), "main")
	}
}

// reaction lets the substances react on the CPU, too.
func reaction(c *canvas, s shader) image.Image {
	cells := make([][2]float32, c.width*c.height)
	seed := uint32(7)
	for i := range cells {
		cells[i] = [2]float32{1, 0}
	}
	for range c.width * c.height / 480 {
		seed = seed*1664525 + 1013904223
		x, y := int(seed>>8)%(c.width-8), int(seed>>20)%(c.height-8)
		for j := range 6 {
			for i := range 6 {
				cells[(y+j)*c.width+x+i] = [2]float32{0.5, 0.5}
			}
		}
	}
	extent := map[string]any{"width": c.width, "height": c.height}
	module := s.Module()
	var buffers [2]*exec.Buffer
	for i, name := range []string{"before", "after"} {
		id, err := exec.GlobalByName(module, name)
		if err != nil {
			c.Fatal(err)
		}
		if buffers[i], err = exec.BufferOf(module, id, cells); err != nil {
			c.Fatal(err)
		}
	}
	for i := range c.rounds {
		s.Run("step_once").Check(0).Set("size", extent).Bind("before", buffers[i%2]).Bind("after", buffers[1-i%2]).
			MustDispatch(c, uint32(c.width+7)/8, uint32(c.height+7)/8, 1)
	}
	return c.full(s, s.Run("draw").Set("size", extent).Bind("before", buffers[c.rounds%2]), "draw")
}

// grass draws many instances of a strip.
func grass(c *canvas, s shader) image.Image {
	r := s.Run("leaf").Set("view", map[string]any{"aspect": float32(c.width) / float32(c.height), "time": 1})
	return c.draw(s, r, "blade", "leaf", shadertest.DrawOptions{Depth: true, Samples: 4,
		Clear: [4]float64{0.81, 0.88, 0.93, 1},
		Draw: &raster.Draw{Count: 10, Instances: 2600, Pipeline: &raster.Pipeline{
			Primitive: raster.Primitive{Topology: raster.TriangleStrip},
			Depth:     &raster.Depth{Compare: exec.CompareLess, Write: true},
		}}})
}

// particles moves them by a compute shader and adds them up.
func particles(c *canvas, s shader) image.Image {
	const n = 1500
	moving := s.Run("move_all").Make("moved", n)
	moving.MustDispatch(c, (n+63)/64, 1, 1)
	type particle struct {
		Place, Speed [2]float32
		Heat         float32
	}
	all := shadertest.Get[[]particle](c, moving, "moved")
	add := raster.Equation{Src: raster.BlendOne, Dst: raster.BlendOne}
	r := s.Run("glow").Set("particles", all).Set("aspect", float32(c.width)/float32(c.height))
	return c.draw(s, r, "sprite", "glow", shadertest.DrawOptions{Clear: [4]float64{0.01, 0.01, 0.03, 1},
		Draw: &raster.Draw{Count: 4, Instances: n, Pipeline: &raster.Pipeline{
			Primitive: raster.Primitive{Topology: raster.TriangleStrip},
			Targets:   []raster.Target{{Blend: &raster.Blend{Color: add, Alpha: add}}},
		}}})
}

// post takes the fractal through a chain of passes.
func post(c *canvas, s shader) image.Image {
	picture := plain(c, c.load("fractal"))
	linear := exec.NewSampler(exec.Linear, exec.ClampToEdge)
	pass := func(entry string, picture, bloom image.Image, step [2]float32, threshold float32) image.Image {
		r := s.Run(entry).Picture("picture", picture).Bind("filtering", linear).
			Set("settings", map[string]any{"step": step[:], "threshold": threshold})
		if bloom != nil {
			r.Picture("bloom", bloom)
		}
		return c.full(s, r, entry)
	}
	across := pass("blur", picture, nil, [2]float32{1 / float32(c.width), 0}, 0.6)
	down := pass("blur", across, nil, [2]float32{0, 1 / float32(c.height)}, 0)
	return pass("grade", picture, down, [2]float32{}, 0)
}

// texture makes a texture.
func (c *canvas) texture(format exec.Format, w, h int) *exec.Texture {
	x, err := exec.NewTexture(exec.TextureDesc{Dim: ir.Dim2D, Format: format, Width: uint32(w), Height: uint32(h)})
	if err != nil {
		c.Fatal(err)
	}
	return x
}

// tracer adds up paths in a texture of floats.
func tracer(c *canvas, s shader) image.Image {
	const paths = 32
	sum := c.texture(exec.FormatOf(ir.Rgba32Float), c.width, c.height)
	add := raster.Equation{Src: raster.BlendOne, Dst: raster.BlendOne}
	pipeline := &raster.Pipeline{Fragment: raster.Shader{Program: s.Program(), Entry: "main"}, Targets: []raster.Target{{Blend: &raster.Blend{Color: add, Alpha: add}}}}
	pass := &raster.Pass{Colors: []raster.Color{{View: sum.View()}}, Workers: runtime.GOMAXPROCS(0)}
	trace := step{shader: s, pass: pass, picture: sum}
	for i := range paths {
		run := s.Run("main").Set("frame", map[string]any{"resolution": c.size(), "number": i})
		trace.draws = append(trace.draws, &raster.Draw{Pipeline: pipeline, Resources: run.Resources(), Count: raster.Fullscreen})
	}
	c.pass(trace)
	return c.full(s, s.Run("show").Set("frame", map[string]any{"resolution": c.size(), "number": paths}).Bind("sum", sum), "show")
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

func mesh(c *canvas, s shader) image.Image {
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
	perspective := [16]float64{focus * float64(c.height) / float64(c.width), 0, 0, 0, 0, focus, 0, 0, 0, 0, far / (far - near), 1, 0, 0, -near * far / (far - near), 0}
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
	shadows := c.texture(exec.Depth32Float, shadowSize, shadowSize)
	layout := []raster.VertexLayout{{Stride: 44, Attributes: []raster.Attribute{
		{Location: 0, Format: raster.Float32x3, Offset: 0}, {Location: 1, Format: raster.Float32x3, Offset: 12},
		{Location: 2, Format: raster.Float32x2, Offset: 24}, {Location: 3, Format: raster.Float32x3, Offset: 32}}}}
	draw := raster.Draw{Buffers: [][]byte{m.data}, Indices: m.indices, IndexFormat: raster.Uint16Indices, Count: len(m.indices) / 2}
	state := raster.Pipeline{Buffers: layout, Depth: &raster.Depth{Compare: exec.CompareLess, Write: true}}
	first, behind := draw, state
	behind.Vertex = raster.Shader{Program: s.Program(), Entry: "from_light"}
	first.Pipeline, first.Resources = &behind, s.Run("from_light").Set("scene", uniform).Resources()
	c.pass(step{shader: s, pass: &raster.Pass{Depth: shadows.View(), Workers: runtime.GOMAXPROCS(0)}, draws: []*raster.Draw{&first}})
	compare := exec.NewSampler(exec.Linear, exec.ClampToEdge)
	compare.Compare = exec.CompareLessEqual
	draw.Pipeline = &state
	r := s.Run("surface").Set("scene", uniform).Bind("shadow_map", shadows).Bind("compare", compare).Picture("bricks", bricks).
		Bind("filtering", exec.NewSampler(exec.Linear, exec.Repeat))
	return c.draw(s, r, "from_eye", "surface", shadertest.DrawOptions{Depth: true, Samples: 4, Clear: [4]float64{0.55, 0.65, 0.8, 1}, Draw: &draw})
}
