package raster_test

// This file makes random small scenes: shaders, states and draws, for this package and for a Vulkan driver.

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"image"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"refract/exec"
	"refract/exec/raster"
	"refract/internal/vkrun"
)

// stages writes a shader: what comes from the vertices and what the fragment stage
// does with it.
func stages(r *rand.Rand, colors int, scalars []string, samples int, allowed sceneKinds) (source string, blendable bool, perSample bool) {
	var b strings.Builder
	centroid, linear := "", "perspective"
	if allowed.centroid && samples > 1 && r.IntN(4) == 0 {
		centroid = ", centroid"
	}
	if allowed.perSample && samples > 1 && r.IntN(4) == 0 {
		centroid, perSample = ", sample", true
	}
	clip := r.IntN(4) == 0 && allowed.clip
	// llvmpipe draws NaN where it clips linear inputs, constant ones too
	// (TestDriverClippedLinear).
	if !clip && r.IntN(3) == 0 {
		linear = "linear"
	}
	if clip {
		b.WriteString("enable clip_distances;\n")
	}
	fmt.Fprintf(&b, `struct F { @builtin(position) p: vec4f, @location(0) @interpolate(perspective%s) color: vec4f,
  @location(1) @interpolate(%s) uv: vec2f, @location(2) @interpolate(flat) n: u32, @location(3) h: vec3f`, centroid, linear)
	if clip {
		b.WriteString(", @builtin(clip_distances) clip: array<f32, 2>")
	}
	b.WriteString(` }
@vertex fn vs(@location(0) p: vec4f, @location(1) color: vec4f, @location(2) uv: vec2f, @location(3) at: vec3f,
  @builtin(vertex_index) v: u32, @builtin(instance_index) i: u32) -> F {
  var f: F;
  f.p = p + vec4f(at * p.w, 0);
  f.color = color;
  f.uv = uv;
  f.n = v * 3 + i;
  f.h = vec3f(f32(v % 3), f32(v % 5), f32(i)) / 5;
`)
	if clip {
		b.WriteString("  f.clip[0] = uv.x - 0.25; f.clip[1] = 0.8 - uv.y;\n")
	}
	b.WriteString("  return f;\n}\n")
	b.WriteString("struct I { @builtin(position) p: vec4f, @location(0) @interpolate(perspective" + centroid + ") color: vec4f,\n" +
		"  @location(1) @interpolate(" + linear + ") uv: vec2f, @location(2) @interpolate(flat) n: u32, @location(3) h: vec3f }\n")
	if allowed.sampled {
		b.WriteString("@group(0) @binding(0) var tex: texture_2d<f32>;\n@group(0) @binding(1) var smp: sampler;\n")
	}
	if allowed.resources {
		b.WriteString(resourceDeclarations)
	}
	second := allowed.second && colors == 1 && scalars[0] == "f"
	numbered := allowed.states && r.IntN(4) == 0
	enable := ""
	if second {
		enable += "enable dual_source_blending;\n"
	}
	if numbered {
		enable += "enable primitive_index;\n"
	}
	if source := b.String(); enable != "" {
		b.Reset()
		b.WriteString(enable + source)
	}
	b.WriteString("struct O { ")
	for i := range colors {
		if second {
			b.WriteString("@location(0) @blend_src(0) c0: vec4f, @location(0) @blend_src(1) second: vec4f, ")
			continue
		}
		fmt.Fprintf(&b, "@location(%d) c%d: vec4%s, ", i, i, scalars[i])
	}
	depth := allowed.fragDepth && r.IntN(5) == 0
	mask := samples > 1 && r.IntN(6) == 0
	seen := allowed.states && samples > 1 && r.IntN(4) == 0
	if depth {
		b.WriteString("@builtin(frag_depth) d: f32, ")
	}
	if mask {
		b.WriteString("@builtin(sample_mask) m: u32, ")
	}
	b.WriteString("}\n@fragment fn fs(f: I, @builtin(front_facing) front: bool")
	var first string // what is made of built-in values
	if perSample && r.IntN(2) == 0 {
		b.WriteString(", @builtin(sample_index) s: u32")
		first += "  c += f32(s) / 9;\n"
	}
	if seen {
		b.WriteString(", @builtin(sample_mask) seen: u32")
		first += "  c.x = f32(seen) / 15;\n"
	}
	if numbered {
		b.WriteString(", @builtin(primitive_index) prim: u32")
		first += "  c.w = f32(prim % 7) / 7;\n"
	}
	b.WriteString(") -> O {\n  var c = f.color;\n" + first)
	if allowed.resources {
		b.WriteString(resourceUses(r, samples))
	}
	for range 1 + r.IntN(3) {
		b.WriteString([]string{
			"  c = c * vec4f(f.uv, 1 - f.uv.x, 1);\n",
			"  c.x = select(c.x, 1 - c.x, front);\n",
			"  c.y = f32(f.n % 7) / 7;\n",
			"  c = vec4f(f.h, c.w) * 0.5 + c * 0.5;\n",
			"  c.z = f.p.z;\n",
			"  c.z = fract(f.p.w);\n",
			"  c = vec4f(f.p.xy / 64, c.zw);\n",
			"  if (u32(f.p.x) + u32(f.p.y)) % 5 == 0 { discard; }\n",
			"  if f.uv.x * 8 - floor(f.uv.x * 8) < 0.02 { c = 1 - c; }\n",
		}[r.IntN(9)])
	}
	if allowed.sampled {
		scale := []string{"f.uv * 2", "f.uv * vec2f(6, 0.7)", "f.uv.yx * 3 + f.h.xy", "f.p.xy / 200", "vec2f(f.uv.x * 9, f.uv.y)"}[r.IntN(5)]
		b.WriteString("  c = " + []string{"textureSample(tex, smp, " + scale + ")", "textureSampleBias(tex, smp, " + scale + ", 0.7)"}[r.IntN(2)] + ";\n")
	}
	if allowed.derivatives && r.IntN(3) == 0 {
		b.WriteString("  c.w = saturate(abs(dpdxFine(f.uv.x)) * 8 + abs(dpdyFine(f.uv.y)) * 8);\n")
	}
	b.WriteString("  var o: O;\n")
	for i := range colors {
		switch scalars[i] {
		case "u":
			fmt.Fprintf(&b, "  o.c%d = vec4u(f.n, u32(f.p.x), u32(f.p.y), u32(front));\n", i)
		case "i":
			fmt.Fprintf(&b, "  o.c%d = vec4i(-i32(f.n), i32(f.p.x) - 30, i32(f.p.y), -i32(front));\n", i)
		default:
			fmt.Fprintf(&b, "  o.c%d = c / f32(%d);\n", i, i+1)
		}
	}
	if depth {
		b.WriteString("  o.d = saturate(f.p.z + f.uv.x * 0.25);\n")
	}
	if mask {
		b.WriteString("  o.m = 5u + f.n % 3;\n")
	}
	if second {
		b.WriteString("  o.second = vec4f(f.uv, 0.5, 0.75);\n")
	}
	b.WriteString("  return o;\n}\n")
	return b.String(), true, perSample
}

// scene makes a random scene in both forms.
func scene(t *testing.T, seed uint64, kinds sceneKinds) (*vkrun.Scene, *raster.Pass, []*raster.Draw) {
	r := rand.New(rand.NewPCG(seed, 77))
	width, height := 16+r.IntN(80), 16+r.IntN(80)
	samples := []int{1, 1, 4}[r.IntN(3)]
	s := &vkrun.Scene{Width: uint32(width), Height: uint32(height), Samples: uint32(samples)}
	pass := &raster.Pass{Workers: 1 + r.IntN(2)}
	formats := []string{"rgba8unorm", "rgba8unorm", "rgba8unorm", "bgra8unorm", "rgba16float", "rgba32float", "rgba8unorm-srgb", "rgba8uint", "rgba32uint", "rgb10a2unorm", "rg11b10ufloat", "rgba8snorm", "r32float", "rg16unorm"}
	if kinds.states {
		formats = append(formats, "r8unorm", "rg8unorm", "rg8snorm", "rgba8sint", "r8uint", "r16float", "rg16float", "rgba16sint", "rg32sint", "r32uint", "rgba16unorm", "rgb10a2uint", "bgra8unorm-srgb")
	}
	colors := 1 + r.IntN(3)
	if kinds.many && r.IntN(4) == 0 {
		colors = 4 + r.IntN(5)
	}
	if kinds.second {
		colors = 1
	}
	scalars := make([]string, colors)
	blendable := make([]bool, colors)
	for i := range colors {
		name := formats[r.IntN(len(formats))]
		switch scalars[i] = "f"; {
		case strings.HasSuffix(name, "uint"):
			scalars[i] = "u"
		case strings.HasSuffix(name, "sint"):
			scalars[i] = "i"
		}
		blendable[i] = scalars[i] == "f"
		f, _ := vkrun.FormatByName(name)
		clear := [4]float64{r.Float64(), r.Float64(), r.Float64(), r.Float64()}
		bits := [4]uint32{}
		for k := range clear {
			if scalars[i] != "f" { // clearing to what a format can't hold isn't defined ("Clear Values")
				clear[k] = float64(r.IntN(200))
				switch {
				case strings.HasPrefix(name, "rgb10a2"):
					clear[k] = float64(r.IntN(4))
				case strings.HasSuffix(name, "8sint"):
					clear[k] = float64(r.IntN(256) - 128)
				}
				bits[k] = uint32(int32(clear[k]))
			} else {
				clear[k] = float64(float32(clear[k]))
				bits[k] = math.Float32bits(float32(clear[k]))
			}
		}
		s.Colors = append(s.Colors, vkrun.SceneColor{Format: f, Clear: bits})
		c := raster.Color{View: target(t, name, width, height, samples).View()}
		if samples > 1 {
			c.Resolve = target(t, name, width, height, 1).View()
		}
		pass.Colors = append(pass.Colors, c)
		if err := pass.ClearColor(i, clear); err != nil {
			t.Fatal(err)
		}
	}
	stencil := false
	if r.IntN(3) > 0 {
		name := "depth32float"
		s.Depth, _ = vkrun.FormatByName(name)
		switch r.IntN(4) {
		case 0:
			name = "depth16unorm"
			s.Depth, _ = vkrun.FormatByName(name)
		case 1, 2:
			s.Depth, stencil = vkrun.DepthStencil, true
			pass.Stencil = target(t, "stencil8", width, height, samples).View()
			s.ClearStencil = uint32(r.IntN(4))
			if err := pass.ClearStencil(uint8(s.ClearStencil)); err != nil {
				t.Fatal(err)
			}
		}
		pass.Depth = target(t, name, width, height, samples).View()
		s.ClearDepth = []float32{1, 1, 0.5, 0}[r.IntN(4)]
		if err := pass.ClearDepth(float64(s.ClearDepth)); err != nil {
			t.Fatal(err)
		}
	}
	var draws []*raster.Draw
	for range 1 + r.IntN(3) {
		source, _, perSample := stages(r, colors, scalars, samples, kinds)
		shader := shaderOf(t, source)
		// llvmpipe divides by the w of a pixel's center where it interpolates at a sample
		// (TestDriverSamples).
		kinds.even = perSample
		v, d := sceneDraw(r, s, pass, shader, blendable, stencil, strings.Contains(source, "linear"), kinds)
		if v.SampleShading = perSample; perSample || scalars[0] != "f" {
			// Which samples an alpha covers, where each has its own, is the driver's choice, and
			// integers have none ("Multisample Coverage"): llvmpipe takes their bits for a float.
			v.ToCoverage, d.Pipeline.AlphaToCoverage = false, false
		}
		s.Draws = append(s.Draws, *v)
		draws = append(draws, d)
	}
	return s, pass, draws
}

func vkCompare(c exec.Compare) uint32 {
	if c == exec.NoCompare {
		return 7
	}
	return uint32(c - exec.CompareNever)
}

// sceneDraw makes one draw.
func sceneDraw(r *rand.Rand, s *vkrun.Scene, pass *raster.Pass, shader *sceneShader, blendable []bool, stencil, linear bool, kinds sceneKinds) (*vkrun.SceneDraw, *raster.Draw) {
	v := &vkrun.SceneDraw{Vertex: vkrun.Shader{SPIRV: shader.spirv, Entry: "vs"}, Fragment: vkrun.Shader{SPIRV: shader.spirv, Entry: "fs"}, FlipY: true, Instances: 1, LineWidth: 1}
	p := &raster.Pipeline{Vertex: raster.Shader{Program: shader.program, Entry: "vs"}, Fragment: raster.Shader{Program: shader.program, Entry: "fs"}}
	d := &raster.Draw{Pipeline: p}
	p.Primitive.Topology = raster.Topology(r.IntN(3))
	if kinds.wide {
		p.Primitive.Topology = raster.Topology(r.IntN(6))
		if r.IntN(2) == 0 {
			v.LineWidth = 1 + 7*r.Float32()
			p.Primitive.LineWidth = v.LineWidth
		}
	}
	v.Topology = vkTopology[p.Primitive.Topology]
	count := 3 + r.IntN(12)
	var vertices, instances []byte
	perspective := r.IntN(2) == 0 && !kinds.even
	outside := r.IntN(3) == 0 && !linear
	v.DepthClamp = r.IntN(4) == 0
	p.Primitive.Unclipped = v.DepthClamp
	reach := float32(3)
	if kinds.states && r.IntN(4) == 0 {
		reach = 60
	}
	for range count {
		w := float32(1)
		if perspective {
			w = 0.3 + 2*r.Float32()
			if outside && r.IntN(4) == 0 {
				w = -w
			}
		}
		spread := float32(1)
		if outside {
			spread = reach
		}
		z := r.Float32()*1.2*min(spread, 3) - 0.1
		if linear {
			z = r.Float32() * 0.9
		}
		vertices = append(vertices, floats((r.Float32()*2-1)*spread*w, (r.Float32()*2-1)*spread*w, z*w, w)...)
		for range 4 {
			vertices = append(vertices, byte(r.IntN(256)))
		}
		for range 2 {
			vertices = binary.LittleEndian.AppendUint16(vertices, uint16(r.IntN(65536)))
		}
	}
	if r.IntN(3) == 0 {
		v.Instances = uint32(1 + r.IntN(3))
		d.Instances = int(v.Instances)
		v.FirstInstance = uint32(r.IntN(2))
		d.FirstInstance = int(v.FirstInstance)
	}
	for range 5 {
		instances = append(instances, floats(r.Float32()*0.4-0.2, r.Float32()*0.4-0.2, r.Float32()*0.1)...)
	}
	unorm8, _ := vkrun.FormatByName("rgba8unorm")
	unorm16, _ := vkrun.FormatByName("rg16unorm")
	const rgb32 = 106
	v.Buffers = []vkrun.VertexBuffer{
		{Data: vertices, Stride: 24, Attributes: []vkrun.VertexAttribute{{Location: 0, Format: vkrun.RGBA32F, Offset: 0}, {Location: 1, Format: unorm8, Offset: 16}, {Location: 2, Format: unorm16, Offset: 20}}},
		{Data: instances, Stride: 12, PerInstance: true, Attributes: []vkrun.VertexAttribute{{Location: 3, Format: rgb32, Offset: 0}}},
	}
	p.Buffers = []raster.VertexLayout{
		{Stride: 24, Attributes: []raster.Attribute{{0, raster.Float32x4, 0}, {1, raster.Unorm8x4, 16}, {2, raster.Unorm16x2, 20}}},
		{Stride: 12, PerInstance: true, Attributes: []raster.Attribute{{3, raster.Float32x3, 0}}},
	}
	d.Buffers = [][]byte{vertices, instances}
	v.Count, d.Count = uint32(count), count
	if r.IntN(3) == 0 {
		n := 3 + r.IntN(20)
		wide := r.IntN(2)
		v.IndexType = uint32(wide)
		d.IndexFormat = raster.IndexFormat(1 + wide)
		strip := p.Primitive.Topology == raster.TriangleStrip || p.Primitive.Topology == raster.LineStrip || p.Primitive.Topology == raster.TriangleFan
		restart := strip && r.IntN(2) == 0
		v.Restart, p.Primitive.Restart = restart, restart
		for range n {
			i := uint32(r.IntN(count))
			if restart && r.IntN(5) == 0 {
				i = math.MaxUint32
			}
			if wide == 0 {
				v.Indices = binary.LittleEndian.AppendUint16(v.Indices, uint16(i))
			} else {
				v.Indices = binary.LittleEndian.AppendUint32(v.Indices, i)
			}
		}
		d.Indices = v.Indices
		v.Count, d.Count = uint32(n), n
	}
	if kinds.states && r.IntN(2) == 0 {
		// A part of the vertices or indices; what an index and the base vertex make is one
		// of the vertices.
		first := r.IntN(3)
		v.First, d.First = uint32(first), first
		d.Count -= first
		v.Count = uint32(d.Count)
		if d.IndexFormat != raster.NoIndices {
			base := r.IntN(3)
			v.BaseVertex, d.BaseVertex = int32(base), base
			more := append(bytes.Repeat(vertices[:24], base), vertices...)
			v.Buffers[0].Data, d.Buffers[0] = more, more
		}
	}
	v.Cull = []uint32{0, 0, 1, 2}[r.IntN(4)]
	p.Primitive.Cull = raster.Cull(v.Cull)
	v.FrontFace = uint32(r.IntN(2))
	p.Primitive.Front = raster.FrontFace(v.FrontFace)
	v.Viewport = [6]float32{0, 0, float32(s.Width), float32(s.Height), 0, 1}
	v.Scissor = [4]uint32{0, 0, s.Width, s.Height}
	if r.IntN(4) == 0 {
		v.Viewport = [6]float32{float32(r.IntN(8)), float32(r.IntN(8)), float32(s.Width) * 0.7, float32(s.Height) * 0.8, 0.1, 0.9}
		d.Viewport = &raster.Viewport{X: v.Viewport[0], Y: v.Viewport[1], Width: v.Viewport[2], Height: v.Viewport[3], MinDepth: 0.1, MaxDepth: 0.9}
		if kinds.states && r.IntN(2) == 0 {
			v.Viewport[4], v.Viewport[5] = v.Viewport[5], v.Viewport[4]
			d.Viewport.MinDepth, d.Viewport.MaxDepth = d.Viewport.MaxDepth, d.Viewport.MinDepth
		}
	}
	if r.IntN(4) == 0 {
		x, y, w, h := r.IntN(10), r.IntN(10), r.IntN(30), r.IntN(30)
		v.Scissor = [4]uint32{uint32(x), uint32(y), uint32(w), uint32(h)}
		rect := image.Rect(x, y, x+w, y+h)
		d.Scissor = &rect
	}
	if pass.Depth != nil && r.IntN(5) > 0 {
		p.Depth = &raster.Depth{Compare: exec.Compare(1 + r.IntN(8)), Write: r.IntN(3) > 0}
		v.DepthTest, v.DepthWrite, v.DepthCompare = true, p.Depth.Write, vkCompare(p.Depth.Compare)
		if r.IntN(4) == 0 {
			p.Depth.Bias, p.Depth.BiasSlope = int32(r.IntN(2000)-1000), r.Float32()
			if r.IntN(2) == 0 {
				p.Depth.BiasClamp = r.Float32() * 0.01
				if kinds.states && r.IntN(2) == 0 {
					p.Depth.BiasClamp = -p.Depth.BiasClamp
				}
			}
			v.BiasEnable, v.Bias = true, [3]float32{float32(p.Depth.Bias), p.Depth.BiasClamp, p.Depth.BiasSlope}
			if pass.Depth.Texture.Format == exec.Depth16Unorm {
				v.Bias[0] /= 2 // r is the driver's choice ("Depth Bias"): two steps of the format
			}
		}
	}
	if p.Depth != nil && p.Depth.Compare != exec.CompareAlways && p.Depth.Compare != exec.CompareNever && d.IndexFormat != raster.NoIndices {
		distinct(r, v, d, count)
	}
	if stencil && r.IntN(4) > 0 {
		face := func() (raster.StencilFace, vkrun.StencilFace) {
			f := raster.StencilFace{Compare: exec.Compare(1 + r.IntN(8)), Fail: raster.StencilOp(r.IntN(8)), DepthFail: raster.StencilOp(r.IntN(8)), Pass: raster.StencilOp(r.IntN(8))}
			return f, vkrun.StencilFace{Fail: vkStencil[f.Fail], Pass: vkStencil[f.Pass], DepthFail: vkStencil[f.DepthFail], Compare: vkCompare(f.Compare)}
		}
		p.Stencil = &raster.Stencil{ReadMask: uint8(r.IntN(256)) | 3, WriteMask: uint8(r.IntN(256)) | 1}
		p.Stencil.Front, v.Front = face()
		p.Stencil.Back, v.Back = face()
		v.StencilTest = true
		v.StencilMasks = [2]uint32{uint32(p.Stencil.ReadMask), uint32(p.Stencil.WriteMask)}
		d.StencilReference = uint8(r.IntN(4))
		v.Reference = uint32(d.StencilReference)
	}
	for i := range d.BlendConstant {
		d.BlendConstant[i] = r.Float32()
	}
	v.Constants = d.BlendConstant
	for i := range pass.Colors {
		var target raster.Target
		b := vkrun.BlendState{WriteMask: 15}
		if r.IntN(5) == 0 {
			target.Keep = raster.WriteMask(r.IntN(16))
			b.WriteMask = 15 &^ uint32(target.Keep)
		}
		if blendable[i] && r.IntN(2) == 0 {
			factors := 13
			if kinds.second {
				factors = 17
			}
			equation := func() (e raster.Equation) {
				for {
					e = raster.Equation{Src: raster.BlendFactor(r.IntN(factors)), Dst: raster.BlendFactor(r.IntN(factors)), Op: raster.BlendOp(r.IntN(5))}
					_, a := vkFactor[e.Src]
					_, b := vkFactor[e.Dst]
					if a && b {
						return e
					}
				}
			}
			target.Blend = &raster.Blend{Color: equation(), Alpha: equation()}
			b.Enable = true
			b.SrcColor, b.DstColor, b.OpColor = vkFactor[target.Blend.Color.Src], vkFactor[target.Blend.Color.Dst], uint32(target.Blend.Color.Op)
			b.SrcAlpha, b.DstAlpha, b.OpAlpha = vkFactor[target.Blend.Alpha.Src], vkFactor[target.Blend.Alpha.Dst], uint32(target.Blend.Alpha.Op)
		}
		p.Targets = append(p.Targets, target)
		v.Blend = append(v.Blend, b)
	}
	if kinds.sampled {
		bindTexture(r, v, d)
	}
	if kinds.resources {
		bindResources(r, v, d)
	}
	if kinds.coverage && s.Samples == 4 && r.IntN(2) == 0 {
		v.ToCoverage, p.AlphaToCoverage = true, true
	}
	if s.Samples == 4 && r.IntN(4) == 0 {
		p.SampleMask = uint32(1 + r.IntN(15))
		v.SampleMask = p.SampleMask
	}
	return v, d
}

// distinct makes the indices name each vertex once: of triangles in the same place, whose
// vertices come in another order, depths may differ in their last bits ("Invariance").
func distinct(r *rand.Rand, v *vkrun.SceneDraw, d *raster.Draw, count int) {
	size := 2 + 2*int(v.IndexType)
	n := min(len(v.Indices)/size, count)
	v.Indices = v.Indices[:n*size]
	for k, i := range r.Perm(count)[:n] {
		switch at := v.Indices[k*size:]; {
		case size == 2 && (!v.Restart || binary.LittleEndian.Uint16(at) != math.MaxUint16):
			binary.LittleEndian.PutUint16(at, uint16(i))
		case size == 4 && (!v.Restart || binary.LittleEndian.Uint32(at) != math.MaxUint32):
			binary.LittleEndian.PutUint32(at, uint32(i))
		}
	}
	d.Indices, d.Count = v.Indices, n-d.First
	v.Count = uint32(d.Count)
}

// bindTexture makes a texture of smooth waves with mip levels, and a sampler.
func bindTexture(r *rand.Rand, v *vkrun.SceneDraw, d *raster.Draw) {
	const size = 64
	x, err := exec.NewTexture(exec.TextureDesc{Dim: dim2D, Format: exec.FormatByName("rgba8unorm"), Width: size, Height: size, Levels: 7})
	if err != nil {
		panic(err)
	}
	var phase, pace [4]float64
	for k := range phase {
		phase[k], pace[k] = r.Float64()*7, float64(1+r.IntN(4))
	}
	for y := range size {
		for i := range size {
			for k := range 4 {
				wave := math.Sin(phase[k]+2*math.Pi*pace[k]*float64(i)/size) * math.Cos(2*math.Pi*pace[(k+1)%4]*float64(y)/size)
				x.Level(0)[4*(y*size+i)+k] = uint8(127.5 + 127*wave)
			}
		}
	}
	if err := x.MakeLevels(); err != nil {
		panic(err)
	}
	s := exec.NewSampler(exec.Linear, exec.AddressMode(r.IntN(4)))
	s.Border = exec.Border(r.IntN(3))
	s.MaxAnisotropy = []uint8{1, 1, 2, 4, 8, 16}[r.IntN(6)]
	if s.MaxAnisotropy == 1 {
		s.Mipmap = exec.Filter(r.IntN(2))
	}
	modes := [...]vkrun.AddressMode{exec.ClampToEdge: vkrun.ClampToEdge, exec.Repeat: vkrun.Repeat, exec.MirrorRepeat: vkrun.MirrorRepeat, exec.ClampToBorder: vkrun.ClampToBorder}
	mode := modes[s.AddressU]
	format, _ := vkrun.FormatByName("rgba8unorm")
	t := &vkrun.Texture{View: vkrun.View2D, Format: format, Width: size, Height: size}
	for level := range x.Levels {
		t.Levels = append(t.Levels, x.Level(level))
	}
	v.Bindings = []vkrun.Binding{{Binding: 0, Texture: t}, {Binding: 1, Sampler: &vkrun.Sampler{Magnify: vkrun.Linear, Minify: vkrun.Linear, Mipmap: vkrun.Filter(s.Mipmap),
		Address: [3]vkrun.AddressMode{mode, mode, mode}, LodMax: 32, Border: 2 * uint32(s.Border), Anisotropy: float32(s.MaxAnisotropy)}}}
	d.Resources = &exec.Resources{}
	d.Resources.Bind(0, 0, x)
	d.Resources.Bind(0, 1, s)
}
