package gallery

// The gallery beside a Vulkan driver: the same pixels, and how long they take.

import (
	"context"
	"math"
	"os"
	"syscall"
	"testing"
	"time"

	"refract"
	back "refract/back/spirv"
	"refract/exec"
	"refract/exec/raster"
	"refract/internal/vkrun"
	"refract/ir"
)

// TestDriver compares every pass of the gallery with a Vulkan driver's: at least 99.9% of
// the pixels are within 1/255.
func TestDriver(t *testing.T) {
	device := vkrun.OpenTest(t)
	for name := range pictures {
		t.Run(name, func(t *testing.T) {
			c := &canvas{TB: t, width: 512, height: 256, rounds: 100} // of which quotients are exact
			c.picture(name)
			for i := range c.steps {
				pixels, far := c.compare(device, &c.steps[i])
				t.Logf("pass %d: %.3f%% of %d pixels within 1/255", i, 100*float64(pixels-far)/float64(pixels), pixels)
				if far*1000 > pixels {
					t.Error("less than 99.9%")
				}
			}
		})
	}
}

// compare counts the pixels of a step that a driver draws otherwise.
func (c *canvas) compare(device *vkrun.Device, s *step) (pixels, far int) {
	if err := s.draw(); err != nil {
		c.Fatal(err)
	}
	colors, depths, err := device.DrawScene(c.scene(s, true))
	if err != nil {
		c.Fatal(err)
	}
	picture, want := s.picture, depths
	if picture == nil {
		picture = s.pass.Depth.Texture
	} else {
		want = colors[0]
	}
	got, f := picture.Level(0), picture.Format
	for at := 0; at < len(got); at += f.Bytes() {
		a, b := f.Decode(got[at:]), f.Decode(want[at:])
		for k := range a {
			x, y := float64(math.Float32frombits(uint32(a[k]))), float64(math.Float32frombits(uint32(b[k])))
			if !(math.Abs(x-y) <= 1.01*max(1, math.Abs(x), math.Abs(y))/255) {
				far++
				break
			}
		}
		pixels++
	}
	return pixels, far
}

// cover is the vertex shader of draws that have none.
const cover = `
struct Covered { @builtin(position) p: vec4f, @location(0) uv: vec2f }
@vertex fn cover_all(@builtin(vertex_index) i: u32) -> Covered {
  let p = vec2f(f32(i & 1) * 4 - 1, f32(i & 2) * 2 - 1);
  return Covered(vec4f(p, 0, 1), p * vec2f(0.5, -0.5) + 0.5);
}
`

// scene is a step for a driver, which computes in the order of the shader or, as Vulkan
// lets it ("Precision and Operation of SPIR-V Instructions"), in another.
func (c *canvas) scene(s *step, exact bool) *vkrun.Scene {
	o := back.NewOptions()
	o.AdjustCoordinateSpace = false // scenes have a flipped viewport
	o.NoContraction = exact
	out, err := refract.Translate(context.Background(), "scene.wgsl", []byte(s.shader.source+cover), refract.TranslateOptions{From: refract.WGSL, To: refract.SPIRV, Write: refract.WriteOptions{Options: refract.LanguageOptions{refract.SPIRV: &o}}})
	if err != nil {
		c.Fatal(err)
	}
	scene := &vkrun.Scene{ClearDepth: 1}
	for _, color := range s.pass.Colors {
		t := color.View.Texture
		to := vkrun.SceneColor{Format: c.format(t.Format)}
		for k, x := range s.clear {
			to.Clear[k] = math.Float32bits(float32(x))
		}
		scene.Colors = append(scene.Colors, to)
		scene.Width, scene.Height, scene.Samples = t.Width, t.Height, t.Samples
	}
	if v := s.pass.Depth; v != nil {
		t := v.Texture
		scene.Depth = c.format(t.Format)
		scene.Width, scene.Height, scene.Samples = t.Width, t.Height, t.Samples
	}
	for _, d := range s.draws {
		scene.Draws = append(scene.Draws, c.sceneDraw(scene, s, d, out.Bytes(), exact))
	}
	return scene
}

func (c *canvas) format(f exec.Format) vkrun.Format {
	out, ok := vkrun.FormatByName(f.String())
	if !ok {
		c.Fatal(f)
	}
	return out
}

// sceneDraw is a draw for a driver, so far as the gallery needs it.
func (c *canvas) sceneDraw(scene *vkrun.Scene, s *step, d *raster.Draw, spirv []byte, exact bool) vkrun.SceneDraw {
	p := d.Pipeline
	w, h := float32(scene.Width), float32(scene.Height)
	out := vkrun.SceneDraw{Vertex: vkrun.Shader{SPIRV: spirv, Entry: "cover_all"}, Count: uint32(d.Count), Instances: uint32(max(d.Instances, 1)), LineWidth: 1, FlipY: true,
		Topology: 3, Viewport: [6]float32{0, 0, w, h, 0, 1}, Scissor: [4]uint32{0, 0, scene.Width, scene.Height}}
	if p.Vertex.Program != nil {
		out.Vertex.Entry = p.Vertex.Entry
		out.Topology = map[raster.Topology]uint32{raster.TriangleList: 3, raster.TriangleStrip: 4}[p.Primitive.Topology]
	} else {
		out.Count = 3
	}
	if p.Fragment.Program != nil {
		out.Fragment = vkrun.Shader{SPIRV: spirv, Entry: p.Fragment.Entry}
	}
	formats := map[raster.VertexFormat]string{raster.Float32x2: "rg32float", raster.Float32x3: "", raster.Float32x4: "rgba32float"}
	for i, layout := range p.Buffers {
		b := vkrun.VertexBuffer{Data: d.Buffers[i], Stride: uint32(layout.Stride), PerInstance: layout.PerInstance}
		for _, a := range layout.Attributes {
			const rgb32 = 106
			format := vkrun.Format(rgb32)
			if name := formats[a.Format]; name != "" {
				format, _ = vkrun.FormatByName(name)
			}
			b.Attributes = append(b.Attributes, vkrun.VertexAttribute{Location: a.Location, Format: format, Offset: uint32(a.Offset)})
		}
		out.Buffers = append(out.Buffers, b)
	}
	if d.IndexFormat != raster.NoIndices {
		out.Indices, out.IndexType = d.Indices, uint32(d.IndexFormat-raster.Uint16Indices)
	}
	if p.Depth != nil {
		out.DepthTest, out.DepthWrite, out.DepthCompare = true, p.Depth.Write, uint32(p.Depth.Compare-exec.CompareNever)
	}
	for i := range scene.Colors {
		b := vkrun.BlendState{WriteMask: 15}
		if i < len(p.Targets) && p.Targets[i].Blend != nil {
			b.Enable, b.SrcColor, b.DstColor, b.SrcAlpha, b.DstAlpha = true, 1, 1, 1, 1
			if one := (raster.Equation{Src: raster.BlendOne, Dst: raster.BlendOne}); p.Targets[i].Blend.Color != one || p.Targets[i].Blend.Alpha != one {
				c.Fatal("a blend equation that no picture has had")
			}
		}
		out.Blend = append(out.Blend, b)
	}
	out.Bindings = c.bindings(s, d, exact)
	return out
}

// bindings are the resources of a draw for a driver.
func (c *canvas) bindings(s *step, d *raster.Draw, exact bool) (out []vkrun.Binding) {
	m := s.shader.Module()
	used := map[ir.GlobalID]bool{}
	for _, stage := range []raster.Shader{d.Pipeline.Vertex, d.Pipeline.Fragment} {
		if stage.Program == nil {
			continue
		}
		globals, err := stage.Program.Globals(stage.Entry)
		if err != nil {
			c.Fatal(err)
		}
		for _, id := range globals {
			used[id] = true
		}
	}
	for id := ir.GlobalID(1); int(id) < len(m.Globals); id++ {
		g := &m.Globals[id]
		if !used[id] || !g.HasBinding {
			continue
		}
		bound, err := d.Resources.Resolve(m, []ir.GlobalID{id})
		if err != nil {
			c.Fatal(err)
		}
		b := vkrun.Binding{Set: g.Binding.Group, Binding: g.Binding.Binding}
		switch x := bound[0]; {
		case x.Memory != nil:
			b.Data = append([]byte{}, x.Memory[0]...)
		case x.Textures != nil:
			t := x.Textures[0].Texture
			b.Texture = &vkrun.Texture{View: vkrun.View2D, Format: c.format(t.Format), Width: t.Width, Height: t.Height}
			for level := range t.Levels {
				b.Texture.Levels = append(b.Texture.Levels, t.Level(level))
			}
			if exact && t.Format == exec.FormatOf(ir.Rgba8Unorm) {
				// Of normalized bytes, llvmpipe's filter weighs and adds with eight bits (Vulkan,
				// "Texel Filtering" and the limit subTexelPrecisionBits).
				floats := exec.FormatOf(ir.Rgba32Float)
				b.Texture.Format = c.format(floats)
				for level, data := range b.Texture.Levels {
					wide := make([]byte, 4*len(data))
					for at := 0; at < len(data); at += 4 {
						floats.Encode(wide[4*at:], t.Format.Decode(data[at:]))
					}
					b.Texture.Levels[level] = wide
				}
			}
		default:
			f := x.Samplers[0]
			modes := [...]vkrun.AddressMode{exec.ClampToEdge: vkrun.ClampToEdge, exec.Repeat: vkrun.Repeat, exec.MirrorRepeat: vkrun.MirrorRepeat, exec.ClampToBorder: vkrun.ClampToBorder}
			b.Sampler = &vkrun.Sampler{Magnify: vkrun.Filter(f.Magnify), Minify: vkrun.Filter(f.Minify), Mipmap: vkrun.Filter(f.Mipmap),
				Address: [3]vkrun.AddressMode{modes[f.AddressU], modes[f.AddressV], modes[f.AddressW]}, LodMax: f.LodMax, Compare: vkrun.Compare(f.Compare)}
		}
		out = append(out, b)
	}
	return out
}

// processor is the processor time that this process has used.
func processor() time.Duration {
	var u syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// TestSpeed prints the processor time of the draws of the gallery beside that of a Vulkan
// driver, without what starting takes, where REFRACT_SPEED=1 asks for it. PICTURE chooses
// one. LP_NATIVE_VECTOR_WIDTH=128 gives Mesa's driver as many lanes as WebAssembly has, with
// MESA_SHADER_CACHE_DISABLE=true: what it has kept on disk is of the width that it was made
// with.
func TestSpeed(t *testing.T) {
	if os.Getenv("REFRACT_SPEED") != "1" {
		t.Skip("REFRACT_SPEED=1 measures")
	}
	device, err := vkrun.Open()
	if err != nil && os.Getenv("REFRACT_REQUIRE_TOOLS") != "" {
		t.Fatal(err)
	}
	product, count := 1.0, 0
	for _, name := range []string{"gradient", "fractal", "text", "scene", "ocean", "clouds", "reaction", "mesh", "grass", "particles", "post", "tracer"} {
		if only := os.Getenv("PICTURE"); only != "" && only != name {
			continue
		}
		c := &canvas{TB: t, width: 1280, height: 720, rounds: 8}
		c.picture(name)
		var ours, theirs time.Duration
		for i := range c.steps {
			s := &c.steps[i]
			took := least(t, s.draw)
			ours += took
			if device == nil {
				continue
			}
			scene := c.scene(s, false)
			draw := func(times int) time.Duration {
				scene.Repeat = times
				return least(t, func() error { _, _, err := device.DrawScene(scene); return err })
			}
			more := 2
			if took < 50*time.Millisecond {
				more = 20 // else the difference is as small as that of two runs of what starting takes
			}
			theirs += (draw(1+more) - draw(1)) / time.Duration(more)
		}
		if device == nil {
			t.Logf("%-10s %9v", name, ours.Round(10*time.Microsecond))
			continue
		}
		ratio := float64(theirs) / float64(ours)
		t.Logf("%-10s %9v, driver %9v: %.2f of its speed", name, ours.Round(10*time.Microsecond), theirs.Round(10*time.Microsecond), ratio)
		product *= ratio
		count++
	}
	if count > 0 {
		t.Logf("geometric mean of %d: %.2f", count, math.Pow(product, 1/float64(count)))
	}
}

// least is the least processor time of three runs, of short ones of up to thirty.
func least(t *testing.T, f func() error) time.Duration {
	best, all := time.Duration(math.MaxInt64), time.Duration(0)
	for n := 0; n < 3 || n < 30 && all < time.Second; n++ {
		begin := processor()
		if err := f(); err != nil {
			t.Fatal(err)
		}
		took := processor() - begin
		best = min(best, took)
		all += took
	}
	return best
}
