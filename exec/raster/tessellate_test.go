package raster

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"refract/internal/harness"
	"refract/internal/sweep"
	"refract/internal/vkrun"
	"refract/ir"
)

const control = `#version 460
layout(vertices = 1) out;
layout(push_constant) uniform Levels { vec4 outer; vec2 inner; };
void main() {
    for (int i = 0; i < 4; i++) gl_TessLevelOuter[i] = outer[i];
    for (int i = 0; i < 2; i++) gl_TessLevelInner[i] = inner[i];
}`

const evaluation = `#version 460
layout(%s, %s, ccw, point_mode) in;
layout(std430, set = 0, binding = 0) buffer Points { uint count; vec4 points[]; };
void main() {
    uint k = atomicAdd(count, 1u);
    if (k < 8000u) points[k] = vec4(gl_TessCoord, 1.0);
    gl_Position = vec4(0.0);
}`

// compilePoints compiles a pipeline that stores the places of points.
func compilePoints(t *testing.T, domain, spacing string) (list []vkrun.StageShader) {
	t.Helper()
	for _, s := range []struct {
		name, source string
		stage        vkrun.Stage
	}{
		{"a.vert", "#version 460\nvoid main() { gl_Position = vec4(0.0); }", vkrun.Vertex},
		{"a.tesc", control, vkrun.TessellationControl},
		{"a.tese", fmt.Sprintf(evaluation, domain, spacing), vkrun.TessellationEvaluation},
		{"a.frag", "#version 460\nvoid main() {}", vkrun.Fragment},
	} {
		file := filepath.Join(t.TempDir(), s.name)
		if err := os.WriteFile(file, []byte(s.source), 0o666); err != nil {
			t.Fatal(err)
		}
		said, err := exec.Command(harness.Newer(t, "glslangValidator"), "-V", "--target-env", "vulkan1.3", "-o", file+".spv", file).CombinedOutput()
		if err != nil {
			t.Fatalf("%s", said)
		}
		code, err := os.ReadFile(file + ".spv")
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, vkrun.StageShader{Shader: vkrun.Shader{SPIRV: code}, Stage: s.stage})
	}
	return list
}

// driverPoints are the places of points that a driver makes.
func driverPoints(t *testing.T, d *vkrun.Device, stages []vkrun.StageShader, levels [6]float32) (out [][3]float32) {
	t.Helper()
	p := vkrun.Pipeline{Primitive: vkrun.Patches, Patch: 1, Vertices: 1, Stages: stages}
	data := make([]byte, 16+16*8000)
	var push []byte
	for _, x := range levels {
		push = binary.LittleEndian.AppendUint32(push, math.Float32bits(x))
	}
	if _, err := d.DrawPipeline(p, []vkrun.Binding{{Data: data}}, push, vkrun.RGBA32F, 4, 4); err != nil {
		t.Fatal(err)
	}
	for k := range binary.LittleEndian.Uint32(data) {
		var p [3]float32
		for i := range p {
			p[i] = math.Float32frombits(binary.LittleEndian.Uint32(data[16+16*k+4*uint32(i):]))
		}
		out = append(out, p)
	}
	return out
}

// TestTessellation compares the points of divided patches with those of a driver. Triangles cover
// the patch once, and run counterclockwise.
func TestTessellation(t *testing.T) {
	d := vkrun.OpenRays(t)
	if harness.Newer(t, "glslangValidator") == "" {
		t.Skip("needs glslang 15")
	}
	domains := map[string]ir.TessDomain{"triangles": ir.TessTriangles, "quads": ir.TessQuads, "isolines": ir.TessIsolines}
	spacings := map[string]ir.TessSpacing{"equal_spacing": ir.TessEqual, "fractional_even_spacing": ir.TessFractionalEven, "fractional_odd_spacing": ir.TessFractionalOdd}
	r := rand.New(rand.NewPCG(1, 2))
	for _, domain := range []string{"triangles", "quads", "isolines"} {
		for _, spacing := range []string{"equal_spacing", "fractional_even_spacing", "fractional_odd_spacing"} {
			stages := compilePoints(t, domain, spacing)
			for n := range sweep.Count(8) {
				var levels [6]float32
				for i := range levels {
					levels[i] = float32(r.IntN(1+[]int{8, 40, 260}[n%3]))/4 + float32(min(n%2, 1))*0.25
				}
				if n == 0 {
					levels = [6]float32{1, 1, 1, 1, 1, 1}
				}
				want := driverPoints(t, d, stages, levels)
				var x tessellation
				x.tessellate(ir.Tessellation{Domain: domains[domain], Spacing: spacings[spacing]}, [4]float32(levels[:4]), [2]float32(levels[4:]))
				compare := func(a, b [3]float32) int { return slices.Compare(a[:], b[:]) }
				got := slices.SortedFunc(slices.Values(x.points), compare)
				slices.SortFunc(want, compare)
				if !slices.Equal(got, want) {
					t.Errorf("%s, %s, levels %v: %d points, driver %d\n%v\n%v", domain, spacing, levels, len(got), len(want), got, want)
				}
				area := 0.0
				for k := 0; domain != "isolines" && k < len(x.order); k += 3 {
					a, b, c := x.points[x.order[k]], x.points[x.order[k+1]], x.points[x.order[k+2]]
					cross := float64(b[0]-a[0])*float64(c[1]-a[1]) - float64(b[1]-a[1])*float64(c[0]-a[0])
					if cross < -1e-7 {
						t.Errorf("%s, %s, levels %v: the triangle %v %v %v is turned", domain, spacing, levels, a, b, c)
					}
					area += cross / 2
				}
				if whole := map[string]float64{"triangles": 0.5, "quads": 1}[domain]; len(x.order) > 0 && math.Abs(area-whole) > 1e-4 {
					t.Errorf("%s, %s, levels %v: triangles cover %v, not %v", domain, spacing, levels, area, whole)
				}
			}
		}
	}
}
