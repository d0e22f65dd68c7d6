package raster_test

import (
	"context"
	"encoding/binary"
	"math"
	"os"
	"syscall"
	"testing"
	"time"

	"refract"
	"refract/exec"
	"refract/exec/raster"
	"refract/exec/wasm"
	"refract/internal/vkrun"
	"refract/ir"
)

// processor is the processor time that this process has used.
func processor() time.Duration {
	var u syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// TestGallerySpeed prints the processor time of pictures of the gallery beside that of a
// Vulkan driver, without what starting takes, where REFRACT_SPEED=1 asks for it.
func TestGallerySpeed(t *testing.T) {
	if os.Getenv("REFRACT_SPEED") != "1" {
		t.Skip("REFRACT_SPEED=1 measures")
	}
	device := vkrun.OpenTest(t)
	const width, height = 640, 360
	product, count := 1.0, 0
	for _, name := range []string{"gradient", "fractal", "text", "scene", "ocean", "clouds"} {
		source, err := os.ReadFile("../../examples/gallery/" + name + ".wgsl")
		if err != nil {
			t.Fatal(err)
		}
		source = append(source, "\n@vertex fn cover(@builtin(vertex_index) i: u32) -> @builtin(position) vec4f { return vec4f(f32(i & 1) * 4 - 1, f32(i & 2) * 2 - 1, 0, 1); }\n"...)
		m, err := refract.Parse(name+".wgsl", source, refract.ParseOptions{Language: refract.WGSL})
		if err != nil {
			t.Fatal(err)
		}
		out, err := refract.Translate(name+".wgsl", source, refract.TranslateOptions{From: refract.WGSL, To: refract.SPIRV})
		if err != nil {
			t.Fatal(err)
		}
		p, err := wasm.Engine{}.Load(m, exec.LoadOptions{})
		if err != nil {
			t.Fatal(err)
		}
		uniform := make([]byte, 64)
		for k, x := range []float32{width, height, 1} {
			binary.LittleEndian.PutUint32(uniform[4*k:], math.Float32bits(x))
		}
		var r exec.Resources
		r.Bind(0, 0, &exec.Buffer{Data: uniform})
		pass, target, err := raster.NewPass(width, height, exec.FormatOf(ir.Rgba8Unorm), 1, false)
		if err != nil {
			t.Fatal(err)
		}
		pass.Workers = 2
		d := &raster.Draw{Pipeline: &raster.Pipeline{Vertex: raster.Shader{Program: p, Entry: "cover"}, Fragment: raster.Shader{Program: p, Entry: "main"}}, Resources: &r, Count: 3}
		ours := time.Duration(math.MaxInt64)
		for range 3 {
			begin := processor()
			if err := pass.Draw(context.Background(), d); err != nil {
				t.Fatal(err)
			}
			ours = min(ours, processor()-begin)
		}
		f, _ := vkrun.FormatByName("rgba8unorm")
		var pixels []byte
		scene := func(draws int) time.Duration {
			s := &vkrun.Scene{Width: width, Height: height, Samples: 1, Colors: []vkrun.SceneColor{{Format: f}}}
			for range draws {
				s.Draws = append(s.Draws, vkrun.SceneDraw{Vertex: vkrun.Shader{SPIRV: out.Bytes(), Entry: "cover"}, Fragment: vkrun.Shader{SPIRV: out.Bytes(), Entry: "main"},
					Bindings: []vkrun.Binding{{Data: uniform}}, Count: 3, Instances: 1, LineWidth: 1, FlipY: true, Topology: 3, Viewport: [6]float32{0, 0, width, height, 0, 1},
					Scissor: [4]uint32{0, 0, width, height}, Blend: []vkrun.BlendState{{WriteMask: 15}}})
			}
			begin := processor()
			colors, _, err := device.DrawScene(s)
			if err != nil {
				t.Fatal(err)
			}
			pixels = colors[0]
			return processor() - begin
		}
		scene(1)
		const more = 4
		one, many := scene(1), scene(1+more)
		for range 2 {
			one, many = min(one, scene(1)), min(many, scene(1+more))
		}
		driver := (many - one) / more
		far := 0
		got := target.Level(0)
		for k := range got {
			if max(got[k], pixels[k])-min(got[k], pixels[k]) > 1 {
				far++
			}
		}
		t.Logf("%-10s %8v, driver %8v: %.2f of its speed; %.3f%% of bytes within 1", name, ours.Round(time.Microsecond), driver.Round(time.Microsecond), float64(driver)/float64(ours), 100-100*float64(far)/float64(len(got)))
		product *= float64(driver) / float64(ours)
		count++
	}
	t.Logf("geometric mean: %.2f", math.Pow(product, 1/float64(count)))
}
