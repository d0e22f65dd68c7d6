package raster_test

// Vertex attributes of every format, at odd strides and offsets, here and on a Vulkan
// driver; points with sizes; tests before the fragment stage.

import (
	"bytes"
	"context"
	"encoding/binary"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"refract"
	"refract/exec"
	"refract/exec/raster"
	"refract/exec/wasm"
	"refract/internal/vkrun"
)

// vertexFormatOf is Vulkan's format of a vertex attribute.
func vertexFormatOf(t *testing.T, f raster.VertexFormat) vkrun.Format {
	name := f.String()
	switch name {
	case "unorm10-10-10-2":
		name = "rgb10a2unorm"
	case "unorm8x4-bgra":
		name = "bgra8unorm"
	default:
		kind, count, several := strings.Cut(name, "x")
		channels := "r"
		if several {
			channels = "rgba"[:count[0]-'0']
		}
		word := strings.TrimRight(kind, "0123456789")
		name = channels + kind[len(word):] + word
		switch name { // there are no texels of these
		case "rgb32uint":
			return 104
		case "rgb32sint":
			return 105
		case "rgb32float":
			return 106
		}
	}
	out, ok := vkrun.FormatByName(name)
	if !ok {
		t.Fatalf("no format %s of %s", name, f)
	}
	return out
}

// TestVertexFormats draws points that take their colors from attributes of every format,
// where all bytes may be anything, from a buffer with an odd stride.
func TestVertexFormats(t *testing.T) {
	device := vkrun.OpenTest(t)
	r := rand.New(rand.NewPCG(5, 6))
	const count = 64
	for f := raster.Uint8; f.String() != "?"; f++ {
		typ, result := "f", "rgba32float"
		switch {
		case strings.HasPrefix(f.String(), "uint"):
			typ, result = "u", "rgba32uint"
		case strings.HasPrefix(f.String(), "sint"):
			typ, result = "i", "rgba32sint"
		}
		source := strings.ReplaceAll(`struct V { @builtin(position) p: vec4f, @location(0) @interpolate(flat) c: vec4T }
@vertex fn vs(@location(2) x: f32, @location(5) c: vec4T) -> V { return V(vec4f(x, 0, 0.5, 1), c); }
@fragment fn fs(@location(0) @interpolate(flat) c: vec4T) -> @location(0) vec4T { return c; }`, "T", typ)
		sh := shaderOf(t, source)
		// Vulkan wants offsets that the components' size divides; strides too.
		align := min(f.Bytes(), 4)
		if strings.Contains(f.String(), "8") && !strings.Contains(f.String(), "bgra") {
			align = 1
		} else if strings.Contains(f.String(), "16") {
			align = 2
		}
		offset, stride := 3*align, f.Bytes()+4*align+align*r.IntN(3)
		data := make([]byte, count*stride)
		for i := range data {
			data[i] = byte(r.Uint32())
		}
		for i := range count { // floats are finite, and not too small for drivers that flush
			at := data[i*stride+offset:]
			switch {
			case strings.HasPrefix(f.String(), "float16"):
				for k := 0; k < f.Bytes(); k += 2 {
					binary.LittleEndian.PutUint16(at[k:], uint16(r.IntN(0x7000)+0x400)|uint16(r.IntN(2)<<15))
				}
			case strings.HasPrefix(f.String(), "float32"):
				for k := 0; k < f.Bytes(); k += 4 {
					binary.LittleEndian.PutUint32(at[k:], math.Float32bits(r.Float32()*200-100))
				}
			}
		}
		var places []byte
		for i := range count {
			places = append(places, floats((float32(i)+0.5)/count*2-1)...)
		}
		v := vkrun.SceneDraw{Vertex: vkrun.Shader{SPIRV: sh.spirv, Entry: "vs"}, Fragment: vkrun.Shader{SPIRV: sh.spirv, Entry: "fs"}, Instances: 1, LineWidth: 1, Count: count,
			Viewport: [6]float32{0, 0, count, 1, 0, 1}, Scissor: [4]uint32{0, 0, count, 1}, Blend: []vkrun.BlendState{{WriteMask: 15}},
			Buffers: []vkrun.VertexBuffer{
				{Data: data, Stride: uint32(stride), Attributes: []vkrun.VertexAttribute{{Location: 5, Format: vertexFormatOf(t, f), Offset: uint32(offset)}}},
				{Data: places, Stride: 4, Attributes: []vkrun.VertexAttribute{{Location: 2, Format: 100}}}}}
		format, _ := vkrun.FormatByName(result)
		want, _, err := device.DrawScene(&vkrun.Scene{Width: count, Height: 1, Samples: 1, Colors: []vkrun.SceneColor{{Format: format}}, Draws: []vkrun.SceneDraw{v}})
		if err != nil {
			t.Fatal(f, err)
		}
		for _, program := range []exec.Program{sh.program, sh.fast} {
			picture := target(t, result, count, 1, 1)
			pass := &raster.Pass{Colors: []raster.Color{{View: picture.View()}}}
			if err := pass.Draw(context.Background(), &raster.Draw{Count: count, Buffers: [][]byte{data, places},
				Pipeline: &raster.Pipeline{Vertex: raster.Shader{Program: program, Entry: "vs"}, Fragment: raster.Shader{Program: program, Entry: "fs"},
					Primitive: raster.Primitive{Topology: raster.PointList},
					Buffers: []raster.VertexLayout{{Stride: stride, Attributes: []raster.Attribute{{Location: 5, Format: f, Offset: offset}}},
						{Stride: 4, Attributes: []raster.Attribute{{Location: 2, Format: raster.Float32}}}}}}); err != nil {
				t.Fatal(f, err)
			}
			got := picture.Level(0)
			for at := 0; at < len(got); at += 4 {
				a, b := binary.LittleEndian.Uint32(got[at:]), binary.LittleEndian.Uint32(want[0][at:])
				x, y := float64(math.Float32frombits(a)), float64(math.Float32frombits(b))
				if a != b && !(typ == "f" && math.Abs(x-y) <= 1e-6*max(1, math.Abs(x))) {
					t.Errorf("%s, vertex %d, component %d: %#x, driver %#x (%g, %g)", f, at/16, at/4%4, a, b, x, y)
					break
				}
			}
		}
	}
}

// glslShaders translates a vertex and a fragment shader of GLSL for the driver and loads
// them for the rasterizer.
func glslShaders(t *testing.T, vertex, fragment string) (v, f vkrun.Shader, vs, fs raster.Shader) {
	one := func(name, source string) (vkrun.Shader, raster.Shader) {
		out, err := refract.Translate(context.Background(), name, []byte(source), refract.TranslateOptions{To: refract.SPIRV, Write: asWritten()})
		if err != nil {
			t.Fatal(err)
		}
		m, err := refract.Parse(context.Background(), name, []byte(source), refract.ParseOptions{})
		if err != nil {
			t.Fatal(err)
		}
		p, err := (wasm.Engine{}).Load(m, exec.LoadOptions{})
		if err != nil {
			t.Fatal(err)
		}
		return vkrun.Shader{SPIRV: bytes.Clone(out.Bytes()), Entry: "main"}, raster.Shader{Program: p, Entry: "main"}
	}
	v, vs = one("a.vert", vertex)
	f, fs = one("a.frag", fragment)
	return v, f, vs, fs
}

// drawPair draws without vertex buffers, with 32 by 32 pixels of floats and a depth of
// one, here and on the driver, and counts the pixels that differ by more than 1/255.
func drawPair(t *testing.T, vertex, fragment string, count, samples int, topology raster.Topology, depth bool) (got, want []byte, bad int) {
	const size = 32
	device := vkrun.OpenTest(t)
	v, f, vs, fs := glslShaders(t, vertex, fragment)
	format, _ := vkrun.FormatByName("rgba32float")
	s := &vkrun.Scene{Width: size, Height: size, Samples: uint32(samples), Colors: []vkrun.SceneColor{{Format: format}}, ClearDepth: 1,
		Draws: []vkrun.SceneDraw{{Vertex: v, Fragment: f, Instances: 1, LineWidth: 1, Count: uint32(count), Topology: vkTopology[topology],
			Viewport: [6]float32{0, 0, size, size, 0, 1}, Scissor: [4]uint32{0, 0, size, size}, Blend: []vkrun.BlendState{{WriteMask: 15}},
			DepthTest: depth, DepthWrite: depth, DepthCompare: 1}}}
	pass, picture, err := raster.NewPass(size, size, exec.FormatByName("rgba32float"), samples, depth)
	if err != nil {
		t.Fatal(err)
	}
	d := &raster.Draw{Count: count, Pipeline: &raster.Pipeline{Vertex: vs, Fragment: fs, Clip: raster.ClipVulkan, Primitive: raster.Primitive{Topology: topology}}}
	if depth {
		s.Depth, _ = vkrun.FormatByName("depth32float")
		d.Pipeline.Depth = &raster.Depth{Compare: exec.CompareLess, Write: true}
		if err := pass.ClearDepth(1); err != nil {
			t.Fatal(err)
		}
	}
	colors, _, err := device.DrawScene(s)
	if err != nil {
		t.Fatal(err)
	}
	if err := pass.Draw(context.Background(), d); err != nil {
		t.Fatal(err)
	}
	if err := pass.Resolve(); err != nil {
		t.Fatal(err)
	}
	got, want = picture.Level(0), colors[0]
	for at := 0; at < len(got); at += 16 {
		a, b := channels(picture.Format, got[at:]), channels(picture.Format, want[at:])
		for k := range a {
			if math.Abs(a[k]-b[k]) > 1/255.0 {
				if bad++; bad <= 12 {
					t.Logf("at %d, %d: %v, driver %v", at/16%size, at/16/size, a, b)
				}
				break
			}
		}
	}
	return got, want, bad
}

// TestPointSizes draws points of several sizes, with the place in them as color. With four
// samples the driver has that of a pixel's corner, not of its middle (Vulkan, "Basic Point
// Rasterization"): there it's what they cover that is compared.
func TestPointSizes(t *testing.T) {
	const vertex = `#version 450
void main() {
  gl_PointSize = 1.0 + float(gl_VertexIndex) * 1.75;
  gl_Position = vec4(float(gl_VertexIndex % 3) * 0.63 - 0.61, float(gl_VertexIndex / 3) * 0.59 - 0.57, 0.5, 1.0);
}`
	for samples, color := range map[int]string{1: "gl_PointCoord, 1.0, 1.0", 4: "vec2(0.5), 1.0, 1.0"} {
		got, want, bad := drawPair(t, vertex, "#version 450\nlayout(location = 0) out vec4 color;\nvoid main() { color = vec4("+color+"); }", 9, samples, raster.PointList, false)
		if bad > 0 {
			t.Errorf("%d samples: %d of %d pixels differ", samples, bad, len(got)/16)
		}
		if bytes.Equal(want, make([]byte, len(want))) {
			t.Error("nothing is drawn")
		}
	}
}

// TestEarlyTests draws two triangles, the nearer one first, of which every other pixel is
// discarded: depths are written before, and where they are not, the second one shows.
func TestEarlyTests(t *testing.T) {
	const vertex = `#version 450
layout(location = 0) flat out int which;
void main() {
  which = gl_VertexIndex / 3;
  int i = gl_VertexIndex % 3;
  gl_Position = vec4(float(i & 1) * 4.0 - 1.0, float(i & 2) * 2.0 - 1.0, which == 0 ? 0.25 : 0.5, 1.0);
}`
	for _, early := range []string{"layout(early_fragment_tests) in;", ""} {
		fragment := `#version 450
` + early + `
layout(location = 0) flat in int which;
layout(location = 0) out vec4 color;
void main() {
  if (which == 0 && (int(gl_FragCoord.x) + int(gl_FragCoord.y)) % 2 == 0) discard;
  color = vec4(float(which + 1), 0.0, 0.0, 1.0);
}`
		for _, samples := range []int{1, 4} {
			got, _, bad := drawPair(t, vertex, fragment, 6, samples, raster.TriangleList, true)
			if bad > 0 {
				t.Errorf("%q, %d samples: %d pixels differ", early, samples, bad)
			}
			want := float32(2)
			if early != "" {
				want = 0
			}
			if x := math.Float32frombits(binary.LittleEndian.Uint32(got)); x != want {
				t.Errorf("%q, %d samples: the first pixel is %g, want %g", early, samples, x, want)
			}
		}
	}
}

// TestDistances draws primitives of every topology with distances that cull and that clip,
// taken from the numbers of their vertices.
func TestDistances(t *testing.T) {
	for topology := raster.TriangleList; topology <= raster.PointList; topology++ {
		for _, distances := range []string{"cull", "clip", "both"} {
			vertex := `#version 450
out float gl_CullDistance[2];
out float gl_ClipDistance[2];
layout(location = 0) flat out int which;
layout(location = 1) out float shade;
float hash(int i) { return fract(sin(float(i) * 12.9898) * 437.58); }
void main() {
  int i = gl_VertexIndex;
  which = i;
  shade = hash(i + 900);
  gl_Position = vec4(hash(i) * 2.0 - 1.0, hash(i + 100) * 2.0 - 1.0, 0.2 + 0.6 * hash(i + 200), 1.0);
  gl_PointSize = 3.0;
  gl_CullDistance[0] = CULL ? hash(i + 300) - 0.6 : 1.0;
  gl_CullDistance[1] = CULL ? hash(i + 400) - 0.6 : 0.0;
  gl_ClipDistance[0] = CLIP ? hash(i + 500) - 0.3 : 1.0;
  gl_ClipDistance[1] = CLIP ? hash(i + 600) - 0.2 : 0.0;
}`
			vertex = strings.NewReplacer("CULL", strconv.FormatBool(distances != "clip"), "CLIP", strconv.FormatBool(distances != "cull")).Replace(vertex)
			got, want, bad := drawPair(t, vertex, `#version 450
layout(location = 0) flat in int which;
layout(location = 1) in float shade;
layout(location = 0) out vec4 color;
void main() { color = vec4(float(which + 1), shade, 1.0, 1.0); }`, 40, 1, topology, true)
			if bad > 0 {
				t.Errorf("%s, %s distances: %d of %d pixels differ", topology, distances, bad, len(got)/16)
			}
			if bytes.Equal(want, make([]byte, len(want))) {
				t.Errorf("%s, %s distances: nothing is drawn", topology, distances)
			}
		}
	}
}
