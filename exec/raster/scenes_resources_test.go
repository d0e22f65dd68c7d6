package raster_test

// The resources of random scenes: textures of several kinds, and memory that fragments
// write.

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"strings"

	"refract/exec"
	"refract/exec/raster"
	"refract/internal/vkrun"
	"refract/ir"
)

const resourceDeclarations = `
@group(0) @binding(0) var layers: texture_2d_array<f32>;
@group(0) @binding(1) var smp: sampler;
@group(0) @binding(2) var around: texture_cube<f32>;
@group(0) @binding(3) var shadow: texture_depth_2d;
@group(0) @binding(4) var cmp: sampler_comparison;
@group(0) @binding(5) var<storage, read_write> counts: array<atomic<u32>>;
@group(0) @binding(6) var stored: texture_storage_2d<rgba8unorm, write>;
@group(0) @binding(7) var solid: texture_3d<f32>;
@group(0) @binding(8) var arounds: texture_cube_array<f32>;
@group(0) @binding(9) var several: texture_multisampled_2d<f32>;
@group(0) @binding(10) var row: texture_1d<f32>;
`

// writtenWidth is that of what fragments write, a place for each pixel.
const writtenWidth = 96

// resourceUses are statements that change the color c by resources, and such that write.
func resourceUses(r *rand.Rand, samples int) string {
	var b strings.Builder
	switch r.IntN(4) { // what is written doesn't depend on the order of fragments
	case 0:
		if samples > 1 {
			// A fragment may run more often than it must (Vulkan, "Sample Shading": at least so
			// often): llvmpipe runs some at the edge of one triangle twice (TestDriverInvocations).
			b.WriteString("  atomicOr(&counts[u32(f.p.y) * 96u + u32(f.p.x)], 1u << (f.n % 32u));\n")
			break
		}
		b.WriteString("  atomicAdd(&counts[u32(f.p.y) * 96u + u32(f.p.x)], f.n + 1u);\n")
	case 1:
		b.WriteString("  atomicMax(&counts[u32(f.p.y) * 96u + u32(f.p.x)], f.n * 7u);\n")
	case 2:
		b.WriteString("  textureStore(stored, vec2u(f.p.xy), vec4f(floor(f.p.xy) / 128, f32(u32(f.p.x) & 3u) / 3, 1));\n")
	}
	level := []string{"0", "0.6", "1", "f.uv.x * 3", "2.4"}[r.IntN(5)]
	list := []string{
		"  c = textureSampleLevel(layers, smp, f.uv * 2 - 0.5, i32(f.n % 5u) - 1, LEVEL);\n",
		"  c = textureSampleLevel(layers, smp, f.p.xy / 40, 1, LEVEL, vec2i(1, -2));\n",
		"  c = textureSampleLevel(around, smp, f.h * 2 - 1 + vec3f(0, 0, 0.01), LEVEL);\n",
		"  c = textureSampleLevel(around, smp, vec3f(f.uv - 0.4, 0.3), LEVEL);\n",
		"  c.y = textureSampleCompareLevel(shadow, cmp, f.uv * 1.5, 0.4);\n",
		"  c.x = textureSampleCompareLevel(shadow, cmp, f.p.xy / 50, f.h.x);\n",
		"  c = textureLoad(layers, vec2u(f.p.xy) % 16u, f.n % 3u, 1);\n",
		"  c = textureGather(1, layers, smp, f.p.xy / 64, 2);\n",
		"  c = textureSampleLevel(solid, smp, vec3f(f.uv, f.h.x) * 1.5 - 0.2, LEVEL);\n",
		"  c.z = textureLoad(shadow, vec2u(f.p.xy) % 32u, 0);\n",
		"  c = textureSampleGrad(layers, smp, f.uv, 1, vec2f(0.03, 0), vec2f(0, 0.03));\n",
		"  c = textureSampleLevel(arounds, smp, vec3f(f.uv - 0.4, 0.3), f.n % 3u, LEVEL);\n",
		"  c = textureLoad(several, vec2u(f.p.xy) % 16u, f.n % 4u);\n",
		"  c.x = textureLoad(row, u32(f.p.x) % 32u, 0).y + textureSampleLevel(row, smp, f.uv.y, 0).x;\n",
	}
	for range 1 + r.IntN(2) {
		b.WriteString(strings.ReplaceAll(list[r.IntN(len(list))], "LEVEL", level))
	}
	return b.String()
}

// waves fills a texture's base level with smooth waves, over each slice or layer.
func waves(r *rand.Rand, x *exec.Texture, size, slices int) {
	var phase [4]float64
	for k := range phase {
		phase[k] = r.Float64() * 7
	}
	data := x.Level(0)
	for z := range slices {
		for y := range size {
			for i := range size {
				for k := range 4 {
					wave := math.Sin(phase[k]+2*math.Pi*float64(i)/float64(size)+float64(z)*0.4) * math.Cos(2*math.Pi*float64(y)/float64(size)+float64(k))
					data[4*((z*size+y)*size+i)+k] = uint8(127.5 + 127*wave)
				}
			}
		}
	}
}

// bindResources makes the resources of a draw, in both forms.
func bindResources(r *rand.Rand, v *vkrun.SceneDraw, d *raster.Draw) {
	d.Resources = &exec.Resources{}
	add := func(binding uint32, x exec.Resource, b vkrun.Binding) {
		b.Binding = binding
		d.Resources.Bind(0, binding, x)
		v.Bindings = append(v.Bindings, b)
	}
	must := func(err error) {
		if err != nil {
			panic(err)
		}
	}
	texture := func(binding uint32, desc exec.TextureDesc, view vkrun.View, fill func(x *exec.Texture)) {
		x, err := exec.NewTexture(desc)
		must(err)
		fill(x)
		if x.Levels > 1 {
			must(x.MakeLevels())
		}
		f, _ := vkrun.FormatByName(desc.Format.String())
		t := &vkrun.Texture{View: view, Format: f, Width: desc.Width, Height: desc.Height, Layers: desc.Layers, Depth: desc.Depth, Samples: desc.Samples}
		for level := range x.Levels {
			t.Levels = append(t.Levels, append([]byte{}, x.Level(level)...))
		}
		whole := x.View()
		if view == vkrun.ViewCube || view == vkrun.ViewCubeArray {
			whole = x.CubeView()
		}
		add(binding, whole, vkrun.Binding{Texture: t})
	}
	modes := [...]vkrun.AddressMode{exec.ClampToEdge: vkrun.ClampToEdge, exec.Repeat: vkrun.Repeat, exec.MirrorRepeat: vkrun.MirrorRepeat, exec.ClampToBorder: vkrun.ClampToBorder}
	sampler := func(binding uint32, compare exec.Compare) {
		s := exec.NewSampler(exec.Linear, exec.AddressMode(r.IntN(4)))
		s.AddressV, s.AddressW = exec.AddressMode(r.IntN(4)), exec.AddressMode(r.IntN(4))
		s.Border, s.Compare, s.Mipmap = exec.Border(r.IntN(3)), compare, exec.Filter(r.IntN(2))
		if r.IntN(4) == 0 {
			s.LodMin, s.LodMax = 0.4, 1.6 // which level half of one is nearest to is the driver's choice ("Image Level(s) Selection")
		}
		add(binding, s, vkrun.Binding{Sampler: &vkrun.Sampler{Magnify: vkrun.Linear, Minify: vkrun.Linear, Mipmap: vkrun.Filter(s.Mipmap),
			Address: [3]vkrun.AddressMode{modes[s.AddressU], modes[s.AddressV], modes[s.AddressW]}, LodMin: s.LodMin, LodMax: s.LodMax,
			Border: 2 * uint32(s.Border), Compare: vkrun.Compare(compare)}})
	}
	bytes := exec.FormatByName("rgba8unorm")
	texture(0, exec.TextureDesc{Dim: ir.Dim2D, Format: bytes, Width: 32, Height: 32, Layers: 3, Levels: 6}, vkrun.View2DArray, func(x *exec.Texture) { waves(r, x, 32, 3) })
	sampler(1, exec.NoCompare)
	texture(2, exec.TextureDesc{Dim: ir.Dim2D, Format: bytes, Width: 32, Height: 32, Layers: 6, Levels: 6}, vkrun.ViewCube, func(x *exec.Texture) { waves(r, x, 32, 6) })
	texture(3, exec.TextureDesc{Dim: ir.Dim2D, Format: exec.Depth32Float, Width: 32, Height: 32}, vkrun.View2D, func(x *exec.Texture) {
		for at := 0; at < len(x.Level(0)); at += 4 {
			binary.LittleEndian.PutUint32(x.Level(0)[at:], math.Float32bits(float32(at/4%7)/7))
		}
	})
	sampler(4, exec.Compare(1+r.IntN(8)))
	counts := make([]byte, 4*writtenWidth*writtenWidth)
	add(5, &exec.Buffer{Data: counts}, vkrun.Binding{Data: append([]byte{}, counts...)})
	written, err := exec.NewTexture(exec.TextureDesc{Dim: ir.Dim2D, Format: bytes, Width: writtenWidth, Height: writtenWidth})
	must(err)
	add(6, written, vkrun.Binding{Texture: &vkrun.Texture{View: vkrun.View2D, Format: vkrun.RGBA8, Width: writtenWidth, Height: writtenWidth, Storage: true, Levels: [][]byte{append([]byte{}, written.Level(0)...)}}})
	texture(7, exec.TextureDesc{Dim: ir.Dim3D, Format: bytes, Width: 16, Height: 16, Depth: 16}, vkrun.View3D, func(x *exec.Texture) { waves(r, x, 16, 16) })
	texture(8, exec.TextureDesc{Dim: ir.Dim2D, Format: bytes, Width: 16, Height: 16, Layers: 12, Levels: 5}, vkrun.ViewCubeArray, func(x *exec.Texture) { waves(r, x, 16, 12) })
	texture(9, exec.TextureDesc{Dim: ir.Dim2D, Format: exec.FormatByName("rgba32float"), Width: 16, Height: 16, Samples: 4}, vkrun.View2D, func(x *exec.Texture) {
		for at := 0; at < len(x.Level(0)); at += 4 {
			binary.LittleEndian.PutUint32(x.Level(0)[at:], math.Float32bits(r.Float32()))
		}
	})
	texture(10, exec.TextureDesc{Dim: ir.Dim1D, Format: bytes, Width: 32}, vkrun.View1D, func(x *exec.Texture) {
		for at := range x.Level(0) {
			x.Level(0)[at] = uint8(127.5 + 127*math.Sin(float64(at/4)/3+float64(at%4)))
		}
	})
}

// compareWritten counts the words that fragments have written, and those in which the
// driver's differ, which are told.
func compareWritten(s *vkrun.Scene, draws []*raster.Draw, leave func(x, y int) bool, differs func(draw, x, y int, got, want uint32)) (words, bad int) {
	for i, d := range draws {
		m := d.Pipeline.Fragment.Program.Module()
		for id := 1; id < len(m.Globals); id++ {
			g := &m.Globals[id]
			if !g.HasBinding || g.Binding.Binding != 5 && g.Binding.Binding != 6 {
				continue
			}
			bound, err := d.Resources.Resolve(m, []ir.GlobalID{ir.GlobalID(id)})
			if err != nil {
				panic(err)
			}
			var got, want []byte
			if b := s.Draws[i].Bindings[g.Binding.Binding]; g.Binding.Binding == 5 {
				got, want = bound[0].Memory[0], b.Data
			} else {
				got, want = bound[0].Textures[0].Texture.Level(0), b.Texture.Levels[0]
			}
			for at := 0; at < len(got); at += 4 {
				if leave(at/4%writtenWidth, at/4/writtenWidth) {
					continue
				}
				a, b := binary.LittleEndian.Uint32(got[at:]), binary.LittleEndian.Uint32(want[at:])
				if a != 0 || b != 0 {
					words++
				}
				if a != b {
					bad++
					differs(i, at/4%writtenWidth, at/4/writtenWidth, a, b)
				}
			}
		}
	}
	return words, bad
}
