package stagegen_test

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"encoding/hex"
	"os"
	"slices"
	"strconv"
	"testing"

	"refract"
	"refract/exec"
	"refract/exec/interp"
	"refract/exec/raster"
	"refract/exec/wasm"
	"refract/internal/harness"
	"refract/internal/stagegen"
	"refract/internal/sweep"
	"refract/internal/vkrun"
	"refract/ir"
)

// capturing are the kinds of pipelines that capture.
var capturing = []stagegen.Kind{stagegen.VertexAlone, stagegen.Geometry, stagegen.Tessellation, stagegen.TessellationGeometry}

const captured = 4096 // bytes of each buffer: some pipelines capture more

// freshBuffers are buffers as a draw finds them. Those of patches hold all vertices, whose order
// isn't known.
func freshBuffers(p *stagegen.Pipeline) (list [ir.FeedbackBuffers][]byte) {
	n := captured
	if p.Patch > 0 {
		n *= 16
	}
	for i := range list {
		list[i] = bytes.Repeat([]byte{byte(0xA0 + i)}, n)
	}
	return list
}

// TestCapture draws random pipelines that capture outputs on a driver, with the shaders as another
// compiler has them, as SPIR-V of each level of the optimizer, read from GLSL and from SPIR-V, and as
// GLSL that was written; and on the CPU with both engines. All capture the same bytes.
func TestCapture(t *testing.T) {
	if harness.Newer(t, "glslangValidator") == "" {
		t.Skip("needs glslang 15")
	}
	d := vkrun.OpenRays(t)
	first, _ := strconv.ParseUint(os.Getenv("REFRACT_SEED"), 10, 64)
	ran, full := 0, 0
	for n := range uint64(sweep.Sample(16)) {
		seed := first + n
		for _, k := range capturing {
			p := stagegen.NewCapturing(seed, k)
			all := func(f func(i int, s stagegen.Shader) []byte) [][]byte {
				list := make([][]byte, len(p.Shaders))
				for i, s := range p.Shaders {
					list[i] = f(i, s)
				}
				return list
			}
			reference := all(func(_ int, s stagegen.Shader) []byte { return glslang(t, []byte(s.Source), s.Stage) })
			want := onDriver(t, d, p, reference)
			if ran++; want[0].Used > captured/2 {
				full++
			}
			same := func(name string, code [][]byte) {
				compare(t, p, seed, k, name, onDriver(t, d, p, code), want, false)
			}
			level := int(seed % 3)
			same("SPIR-V of GLSL", all(func(_ int, s stagegen.Shader) []byte {
				return write(t, check(t, "a", []byte(s.Source), s.Stage, level), refract.SPIRV)
			}))
			same("SPIR-V", all(func(i int, _ stagegen.Shader) []byte {
				return write(t, check(t, "a.spv", reference[i], ir.NoStage, level), refract.SPIRV)
			}))
			same("GLSL", all(func(_ int, s stagegen.Shader) []byte {
				return glslang(t, write(t, check(t, "a", []byte(s.Source), s.Stage, level), refract.GLSL), s.Stage)
			}))
			// The order of the primitives of a patch, and of their vertices, is each implementation's own.
			loose := k == stagegen.Tessellation
			slow := captureOnRaster(t, interp.Engine{}, p, level)
			if k != stagegen.TessellationGeometry {
				compare(t, p, seed, k, "the rasterizer", slow, want, loose)
			}
			compare(t, p, seed, k, "the fast engine", captureOnRaster(t, wasm.Engine{}, p, (level+1)%3), slow, false)
			if t.Failed() {
				return
			}
		}
	}
	t.Logf("%d pipelines captured, %d of them half a buffer or more", ran, full)
}

// onDriver captures on a driver.
func onDriver(t *testing.T, d *vkrun.Device, p *stagegen.Pipeline, code [][]byte) []vkrun.FeedbackBuffer {
	t.Helper()
	v := vkrun.Pipeline{Primitive: topologies[p.Input], Patch: p.Patch, Vertices: p.Vertices, Groups: p.Groups}
	if p.Patch > 0 {
		v.Primitive = vkrun.Patches
	}
	for i, s := range p.Shaders {
		v.Stages = append(v.Stages, vkrun.StageShader{Shader: vkrun.Shader{SPIRV: code[i]}, Stage: stages[s.Stage]})
	}
	for _, b := range freshBuffers(p) {
		v.Feedback = append(v.Feedback, vkrun.FeedbackBuffer{Data: b})
	}
	if _, err := d.DrawPipeline(v, []vkrun.Binding{{Data: make([]byte, 4*stagegen.Sums)}}, nil, vkrun.RGBA32F, size, size); err != nil {
		t.Fatal(err)
	}
	return v.Feedback
}

// captureOnRaster captures on the CPU.
func captureOnRaster(t *testing.T, engine exec.Engine, p *stagegen.Pipeline, level int) (list []vkrun.FeedbackBuffer) {
	t.Helper()
	draw, _, _ := rasterDraw(t, engine, p, level, ir.ClipSpaceVulkan)
	draw.Feedback = &raster.Feedback{Buffers: freshBuffers(p)}
	pass, _, err := raster.NewPass(size, size, exec.FormatByName("rgba32float"), 1, false)
	if err != nil {
		t.Fatal(err)
	}
	if err := pass.Draw(t.Context(), draw); err != nil {
		t.Fatal(err)
	}
	for i, b := range draw.Feedback.Buffers {
		list = append(list, vkrun.FeedbackBuffer{Data: b, Used: uint32(draw.Feedback.Used[i])})
	}
	return list
}

// compare compares captured buffers; loose ones as sets of different vertices.
func compare(t *testing.T, p *stagegen.Pipeline, seed uint64, k stagegen.Kind, name string, got, want []vkrun.FeedbackBuffer, loose bool) {
	t.Helper()
	for i := range want {
		a, b := withoutSigns(got[i].Data), withoutSigns(want[i].Data)
		if loose && p.Captures[i] > 0 {
			a, b = sorted(a, int(p.Captures[i])), sorted(b, int(p.Captures[i]))
		}
		if got[i].Used == want[i].Used && bytes.Equal(a, b) {
			continue
		}
		t.Errorf("pipeline %d of %s, %s: buffer %d, of %d bytes a vertex, has %d bytes, not %d", seed, k, name, i, p.Captures[i], got[i].Used, want[i].Used)
		at := 0
		for at < min(len(a), len(b)) && a[at] == b[at] {
			at++
		}
		if at = at &^ 3; at < len(b) {
			end := min(at+32, len(b))
			t.Errorf("from byte %d on: %s\nnot %s", at, hex.EncodeToString(a[min(at, len(a)):min(end, len(a))]), hex.EncodeToString(b[at:end]))
		}
		t.Logf("%s", p.Shaders[len(p.Shaders)-2].Source)
		return
	}
}

// withoutSigns makes zeros of negative zeros: drivers fold additions of zero.
func withoutSigns(data []byte) []byte {
	data = slices.Clone(data)
	for i := 0; i+4 <= len(data); i += 4 {
		if binary.LittleEndian.Uint32(data[i:]) == 1<<31 {
			data[i+3] = 0
		}
	}
	return data
}

// sorted sorts the vertices of a buffer, each once.
func sorted(data []byte, stride int) []byte {
	var list [][]byte
	for len(data) >= stride {
		list = append(list, data[:stride])
		data = data[stride:]
	}
	slices.SortFunc(list, func(a, b []byte) int { return cmp.Compare(string(a), string(b)) })
	return bytes.Join(slices.CompactFunc(list, bytes.Equal), nil)
}
