package raster_test

// Tests of single rules, each with a picture small enough to be read.

import (
	"context"
	"errors"
	"image"
	"strings"
	"testing"

	"refract"
	"refract/exec"
	"refract/exec/interp"
	"refract/exec/raster"
	_ "refract/internal/harness/plans"
)

// load reads a WGSL shader.
func load(t testing.TB, source string) exec.Program {
	t.Helper()
	m, err := refract.Parse(context.Background(), "test.wgsl", []byte(source), refract.ParseOptions{Language: refract.WGSL})
	if err != nil {
		t.Fatal(err)
	}
	p, err := interp.Engine{}.Load(m, exec.LoadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// target makes a texture to draw to.
func target(t testing.TB, format string, width, height, samples int) *exec.Texture {
	t.Helper()
	x, err := exec.NewTexture(exec.TextureDesc{Dim: dim2D, Format: exec.FormatByName(format),
		Width: uint32(width), Height: uint32(height), Samples: uint32(samples)})
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// flat draws positions given in pixels of a picture of 8 by 8, each primitive with the
// number of its first vertex, from 1.
const flat = `
struct F { @builtin(position) p: vec4f, @location(0) @interpolate(flat) n: u32 }
@vertex fn vs(@location(0) p: vec3f, @builtin(vertex_index) n: u32) -> F {
  return F(vec4f(p.x / 4 - 1, 1 - p.y / 4, p.z, 1), n + 1);
}
@fragment fn fs(f: F) -> @location(0) u32 { return f.n; }
`

// picture draws vertices with a topology and returns the rows of numbers.
func picture(t *testing.T, p raster.Primitive, vertices []float32, change func(*raster.Draw)) string {
	t.Helper()
	program := load(t, flat)
	x := target(t, "r32uint", 8, 8, 1)
	pass := &raster.Pass{Colors: []raster.Color{{View: x.View()}}}
	draw := &raster.Draw{
		Pipeline: &raster.Pipeline{
			Vertex: raster.Shader{Program: program, Entry: "vs"}, Fragment: raster.Shader{Program: program, Entry: "fs"},
			Buffers:   []raster.VertexLayout{{Stride: 12, Attributes: []raster.Attribute{{Location: 0, Format: raster.Float32x3}}}},
			Primitive: p,
		},
		Buffers: [][]byte{floats(vertices...)},
		Count:   len(vertices) / 3,
	}
	if change != nil {
		change(draw)
	}
	if err := pass.Draw(context.Background(), draw); err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for y := range uint32(8) {
		for i := range uint32(8) {
			b.WriteByte(".123456789"[min(x.At(0, i, y, 0, 0)[0], 9)])
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func TestPictures(t *testing.T) {
	for _, c := range []struct {
		name      string
		primitive raster.Primitive
		vertices  []float32
		change    func(*raster.Draw)
		want      string
	}{
		{"two triangles share an edge", raster.Primitive{}, []float32{1, 1, 0, 5, 1, 0, 1, 5, 0, 5, 1, 0, 5, 5, 0, 1, 5, 0}, nil, `
........
.1114...
.1144...
.1444...
.4444...
........
........
........
`},
		{"strip", raster.Primitive{Topology: raster.TriangleStrip}, []float32{0, 0, 0, 0, 4, 0, 4, 0, 0, 4, 4, 0, 8, 0, 0}, nil, `
1112333.
112233..
12223...
2222....
........
........
........
........
`},
		{"fan", raster.Primitive{Topology: raster.TriangleFan}, []float32{4, 4, 0, 0, 0, 0, 8, 0, 0, 8, 8, 0}, nil, `
22222223
.2222233
..222333
...23333
....3333
.....333
......33
.......3
`},
		{"points", raster.Primitive{Topology: raster.PointList}, []float32{0.5, 0.5, 0, 3.9, 3.1, 0, 7.99, 7.99, 0}, nil, `
1.......
........
........
...2....
........
........
........
.......3
`},
		{"lines", raster.Primitive{Topology: raster.LineList}, []float32{1, 2.5, 0, 6, 2.5, 0, 3.5, 4, 0, 3.5, 7, 0}, nil, `
........
........
.11111..
........
...3....
...3....
...3....
........
`},
		{"back faces are culled", raster.Primitive{Cull: raster.CullBack}, []float32{0, 0, 0, 4, 0, 0, 0, 4, 0, 4, 4, 0, 8, 4, 0, 4, 8, 0}, nil, strings.Repeat("........\n", 8)},
		{"clockwise in front", raster.Primitive{Cull: raster.CullBack, Front: raster.Clockwise}, []float32{0, 0, 0, 4, 0, 0, 0, 4, 0}, nil, `
111.....
11......
1.......
........
........
........
........
........
`},
		{"behind the near plane", raster.Primitive{}, []float32{0, 0, -1, 8, 0, 1, 0, 8, -1}, nil, `
....111.
....11..
....1...
........
........
........
........
........
`},
		{"unclipped", raster.Primitive{Unclipped: true}, []float32{0, 0, -1, 4, 0, 1, 0, 4, -1}, nil, `
111.....
11......
1.......
........
........
........
........
........
`},
		{"scissor", raster.Primitive{}, []float32{0, 0, 0, 16, 0, 0, 0, 16, 0}, func(d *raster.Draw) {
			r := image.Rect(2, 3, 5, 6)
			d.Scissor = &r
		}, `
........
........
........
..111...
..111...
..111...
........
........
`},
		{"viewport", raster.Primitive{}, []float32{0, 0, 0, 16, 0, 0, 0, 16, 0}, func(d *raster.Draw) {
			d.Viewport = &raster.Viewport{X: 2, Y: 1, Width: 4, Height: 4, MaxDepth: 1}
		}, `
........
..1111..
..1111..
..1111..
..1111..
........
........
........
`},
		{"restart", raster.Primitive{Topology: raster.TriangleStrip, Restart: true}, []float32{0, 0, 0, 0, 3, 0, 3, 0, 0, 5, 5, 0, 5, 8, 0, 8, 5, 0}, func(d *raster.Draw) {
			d.IndexFormat, d.Indices = raster.Uint16Indices, []byte{0, 0, 1, 0, 2, 0, 255, 255, 3, 0, 4, 0, 5, 0}
			d.Count = 7
		}, `
11......
1.......
........
........
........
.....44.
.....4..
........
`},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := picture(t, c.primitive, c.vertices, c.change); got != strings.TrimPrefix(c.want, "\n") {
				t.Errorf("got\n%swant%s", got, c.want)
			}
		})
	}
}

// TestMistakes asks for what can't be drawn.
func TestMistakes(t *testing.T) {
	program := load(t, flat)
	x := target(t, "r32uint", 8, 8, 1)
	for _, c := range []struct {
		name   string
		change func(*raster.Pass, *raster.Draw)
		want   string
	}{
		{"no pipeline", func(p *raster.Pass, d *raster.Draw) { d.Pipeline = nil }, "no pipeline"},
		{"no attachments", func(p *raster.Pass, d *raster.Draw) { p.Colors = nil }, "no attachments"},
		{"no view", func(p *raster.Pass, d *raster.Draw) { p.Colors[0].View = nil }, "no view"},
		{"few vertices", func(p *raster.Pass, d *raster.Draw) { d.Count = 4 }, "48 are read"},
		{"no buffer", func(p *raster.Pass, d *raster.Draw) { d.Buffers = nil }, "no vertex buffer 0"},
		{"negative", func(p *raster.Pass, d *raster.Draw) { d.Count = -1 }, "negative"},
		{"indices", func(p *raster.Pass, d *raster.Draw) { d.IndexFormat = raster.Uint32Indices }, "index buffer has 0 bytes"},
		{"depth", func(p *raster.Pass, d *raster.Draw) { d.Pipeline.Depth = &raster.Depth{} }, "no depth attachment"},
		{"stencil", func(p *raster.Pass, d *raster.Draw) { d.Pipeline.Stencil = &raster.Stencil{} }, "no stencil attachment"},
		{"entry", func(p *raster.Pass, d *raster.Draw) { d.Pipeline.Fragment.Entry = "vs" }, `"vs"`},
		{"format", func(p *raster.Pass, d *raster.Draw) { d.Pipeline.Buffers[0].Attributes[0].Format = raster.Sint32x3 }, "sint32x3"},
		{"no attribute", func(p *raster.Pass, d *raster.Draw) { d.Pipeline.Buffers = nil }, "location 0"},
		{"color type", func(p *raster.Pass, d *raster.Draw) { p.Colors[0].View = target(t, "rgba8unorm", 8, 8, 1).View() }, "rgba8unorm"},
		{"sizes", func(p *raster.Pass, d *raster.Draw) { p.Depth = target(t, "depth32float", 4, 8, 1).View() }, "4×8"},
		{"viewport", func(p *raster.Pass, d *raster.Draw) { d.Viewport = &raster.Viewport{Width: -1} }, "not possible"},
	} {
		t.Run(c.name, func(t *testing.T) {
			pass := &raster.Pass{Colors: []raster.Color{{View: x.View()}}}
			draw := &raster.Draw{
				Pipeline: &raster.Pipeline{
					Vertex: raster.Shader{Program: program, Entry: "vs"}, Fragment: raster.Shader{Program: program, Entry: "fs"},
					Buffers: []raster.VertexLayout{{Stride: 12, Attributes: []raster.Attribute{{Location: 0, Format: raster.Float32x3}}}},
				},
				Buffers: [][]byte{make([]byte, 36)},
				Count:   3,
			}
			c.change(pass, draw)
			err := pass.Draw(context.Background(), draw)
			var fault *exec.FaultError
			if err == nil || errors.As(err, &fault) || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
}
