package raster_test

import (
	"encoding/binary"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"refract"
	"refract/exec"
	"refract/exec/interp"
	"refract/exec/raster"
	"refract/exec/wasm"
	"refract/ir"
)

// feedbackShader loads a shader in GLSL.
func feedbackShader(t *testing.T, engine exec.Engine, file, source string) raster.Shader {
	t.Helper()
	m, err := refract.Parse(t.Context(), file, []byte(source), refract.ParseOptions{})
	if err != nil {
		t.Fatal(err)
	}
	p, err := engine.Load(m, exec.LoadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return raster.Shader{Program: p, Entry: "main"}
}

// captureIn draws without a fragment stage, and captures in buffers of some bytes.
func captureIn(t *testing.T, p raster.Pipeline, draw raster.Draw, sizes ...int) (*raster.Feedback, error) {
	t.Helper()
	pass, _, err := raster.NewPass(4, 4, exec.FormatByName("rgba8unorm"), 1, false)
	if err != nil {
		t.Fatal(err)
	}
	f := &raster.Feedback{}
	for i, n := range sizes {
		f.Buffers[i] = make([]byte, n)
	}
	draw.Pipeline, draw.Feedback = &p, f
	return f, pass.Draw(t.Context(), &draw)
}

// words are the contents of a buffer.
func words(b []byte) (list []uint32) {
	for ; len(b) >= 4; b = b[4:] {
		list = append(list, binary.LittleEndian.Uint32(b))
	}
	return list
}

// TestFeedback captures the vertices of each topology, as section "Primitive Topologies" of Vulkan
// orders them.
func TestFeedback(t *testing.T) {
	const source = "#version 450\nlayout(location = 0, xfb_buffer = 1, xfb_offset = 0) flat out uint n;\nvoid main() { n = uint(gl_VertexIndex); gl_Position = vec4(0, 0, 0, 1); }"
	for _, engine := range []exec.Engine{interp.Engine{}, wasm.Engine{}} {
		vertex := feedbackShader(t, engine, "a.vert", source)
		for _, c := range []struct {
			topology raster.Topology
			indices  []uint16
			size     int
			want     []uint32
		}{
			{raster.PointList, nil, 64, []uint32{0, 1, 2, 3, 4}},
			{raster.LineList, nil, 64, []uint32{0, 1, 2, 3}},
			{raster.LineStrip, nil, 64, []uint32{0, 1, 1, 2, 2, 3, 3, 4}},
			{raster.TriangleList, nil, 64, []uint32{0, 1, 2}},
			{raster.TriangleStrip, nil, 64, []uint32{0, 1, 2, 1, 3, 2, 2, 3, 4}},
			{raster.TriangleFan, nil, 64, []uint32{1, 2, 0, 2, 3, 0, 3, 4, 0}},
			{raster.TriangleStrip, []uint16{7, 6, 5, 0xFFFF, 9, 8, 7, 6}, 64, []uint32{7, 6, 5, 9, 8, 7, 8, 6, 7}},
			{raster.TriangleStrip, nil, 32, []uint32{0, 1, 2, 1, 3, 2}}, // the third doesn't fit
		} {
			p := raster.Pipeline{Vertex: vertex, Primitive: raster.Primitive{Topology: c.topology, Restart: true, Discard: true}}
			draw := raster.Draw{Count: 5}
			for _, n := range c.indices {
				draw.Indices, draw.IndexFormat, draw.Count = binary.LittleEndian.AppendUint16(draw.Indices, n), raster.Uint16Indices, len(c.indices)
			}
			f, err := captureIn(t, p, draw, 0, c.size)
			if err != nil {
				t.Fatal(err)
			}
			if got := words(f.Buffers[1][:f.Used[1]]); !slices.Equal(got, c.want) || f.Used[0] != 0 {
				t.Errorf("%s captures %v, want %v", c.topology, got, c.want)
			}
			if all := map[bool]int{true: 3, false: f.Captured[0]}[c.size == 32]; f.Generated[0] != all {
				t.Errorf("%s: %d primitives are generated, want %d", c.topology, f.Generated[0], all)
			}
		}
	}
}

// TestFeedbackStreams captures the streams of a geometry stage, and goes on where a draw before ended.
func TestFeedbackStreams(t *testing.T) {
	engine := interp.Engine{}
	p := raster.Pipeline{
		Vertex: feedbackShader(t, engine, "a.vert", "#version 450\nvoid main() { gl_Position = vec4(gl_VertexIndex); }"),
		Geometry: feedbackShader(t, engine, "a.geom", `#version 450
layout(points) in;
layout(points, max_vertices = 3) out;
layout(xfb_buffer = 0, xfb_stride = 20) out;
layout(xfb_buffer = 0, stream = 0) out gl_PerVertex { layout(xfb_offset = 4) vec4 gl_Position; };
layout(stream = 2, xfb_buffer = 3) out;
layout(location = 0, xfb_offset = 0) out uvec2 at;
void main() {
    for (uint i = 7u; i < 9u; i++) { at = uvec2(gl_PrimitiveIDIn, i); EmitStreamVertex(2); }
    gl_Position = gl_in[0].gl_Position;
    EmitStreamVertex(0);
}`),
		Primitive: raster.Primitive{Topology: raster.PointList, Discard: true},
	}
	f, err := captureIn(t, p, raster.Draw{Count: 2}, 64, 0, 0, 64)
	if err != nil {
		t.Fatal(err)
	}
	one := math.Float32bits(1)
	if got := words(f.Buffers[0][:f.Used[0]]); !slices.Equal(got, []uint32{0, 0, 0, 0, 0, 0, one, one, one, one}) {
		t.Errorf("stream 0: %v", got)
	}
	if got := words(f.Buffers[3][:f.Used[3]]); !slices.Equal(got, []uint32{0, 7, 0, 8, 1, 7, 1, 8}) {
		t.Errorf("stream 2: %v", got)
	}
	if f.Captured != [ir.FeedbackBuffers]int{2, 0, 4, 0} {
		t.Errorf("captured primitives: %v", f.Captured)
	}
}

// TestFeedbackMistakes refuses to capture nothing.
func TestFeedbackMistakes(t *testing.T) {
	p := raster.Pipeline{Vertex: feedbackShader(t, interp.Engine{}, "a.vert", "#version 450\nvoid main() { gl_Position = vec4(1); }"), Primitive: raster.Primitive{Discard: true}}
	_, err := captureIn(t, p, raster.Draw{Count: 3}, 64)
	var input *exec.InputError
	if !errors.As(err, &input) || !strings.Contains(err.Error(), "captures no outputs") {
		t.Errorf("%v", err)
	}
}
