package stages_test

// This file reads pipelines of all graphics stages from HLSL. The HLSL that refract writes draws the same
// pixels and writes the same buffers as the pipeline itself, on a driver or on the CPU; HLSL in the
// style of authors draws the same pixels as the containers that DXC makes of it.

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"refract"
	hlslback "refract/back/hlsl"
	spirvback "refract/back/spirv"
	"refract/exec"
	"refract/exec/raster"
	"refract/front/hlsl"
	"refract/internal/stagegen"
	"refract/internal/sweep"
	"refract/internal/vkrun"
	"refract/ir"
	"refract/ir/validate"
	"refract/spirv"
)

// readHLSL is the SPIR-V of a shader in HLSL, whose positions stay as they are.
func readHLSL(t *testing.T, name, source string, stage ir.Stage) []byte {
	t.Helper()
	o := refract.CheckOptions{Parse: refract.ParseOptions{Language: refract.HLSL}, Validate: refract.ValidateOptions{Capabilities: validate.All}}
	o.Parse.Options = refract.LanguageOptions{refract.HLSL: &hlsl.Options{EntryPoint: "main", Profile: hlslProfiles[stage] + "_6_5"}}
	v, err := refract.Check(t.Context(), name, []byte(source), o)
	if err != nil {
		t.Fatalf("%v\n%s", err, source)
	}
	options := spirvback.NewOptions()
	options.AdjustCoordinateSpace = false
	out, err := refract.Write(t.Context(), v, refract.WriteOptions{Language: refract.SPIRV, Options: refract.LanguageOptions{refract.SPIRV: &options}})
	if err != nil {
		t.Fatal(err)
	}
	return spirv.AppendBytes(nil, out.Words)
}

// TestPipelinesFromHLSL draws with pipelines that refract writes as HLSL and reads again.
func TestPipelinesFromHLSL(t *testing.T) {
	d := vkrun.OpenRays(t)
	for i := range graphicsPipelines {
		p := &graphicsPipelines[i]
		var plain, read [][]byte
		for _, s := range p.stages {
			stage := ir.StageByName(s.extension)
			v, err := (&stageShader{p.name + "." + s.extension, s.source, stage, true}).check(t)
			if err != nil {
				t.Fatal(err)
			}
			out, err := refract.Write(t.Context(), v, refract.WriteOptions{Language: refract.SPIRV})
			if err != nil {
				t.Fatal(err)
			}
			plain = append(plain, spirv.AppendBytes(nil, out.Words))
			options := hlslback.NewOptions()
			options.ShaderModel, options.AdjustCoordinateSpace = hlslback.ShaderModel65, false
			options.PatchVertices, options.Domain, options.Spacing, options.Order = p.patch, hlslback.TessDomain(p.domain), hlslback.TessSpacing(p.spacing), hlslback.TessOrder(p.order)
			if out, err = refract.Write(t.Context(), v, refract.WriteOptions{Language: refract.HLSL, Options: refract.LanguageOptions{refract.HLSL: &options}}); err != nil {
				t.Fatal(err)
			}
			read = append(read, readHLSL(t, p.name+"."+s.extension+".hlsl", out.Text, stage))
		}
		own := func(_ byte, n uint32) uint32 { return n }
		draw := func(shaders [][]byte) (pixels, data []byte) {
			if p.groups != [3]uint32{} {
				return p.onRaster(t, shaders, own)
			}
			pixels, data, err := p.draw(d, shaders, own)
			if err != nil {
				t.Errorf("%s: %v", p.name, err)
			}
			return pixels, data
		}
		want, data := draw(plain)
		got, other := draw(read)
		if n := farPixels(want, got); n > 0 || len(want) != len(got) {
			t.Errorf("%s: %d pixels differ", p.name, n)
		}
		if !bytes.Equal(data, other) {
			t.Errorf("%s: the buffer has\n%x\nnot\n%x", p.name, other, data)
		}
	}
}

// TestGeneratedPipelinesFromHLSL draws random pipelines on the CPU, as they are and by way of HLSL. Control
// shaders are without their effects.
func TestGeneratedPipelinesFromHLSL(t *testing.T) {
	same, left := 0, 0
	for n := range uint64(sweep.Count(60)) {
		for k := range stagegen.NumKinds {
			p := stagegen.New(n, k)
			name := fmt.Sprintf("pipeline %d of %s", n, k)
			options := hlslback.NewOptions()
			options.ShaderModel, options.AdjustCoordinateSpace = hlslback.ShaderModel65, false
			var valid []*refract.Valid
			var stages []ir.Stage
			var vertices uint32
			for _, s := range p.Shaders {
				if s.Stage == ir.StageTessellationControl {
					s.Source = withoutEffects(s.Source)
				}
				v, err := (&stageShader{name, s.Source, s.Stage, true}).check(t)
				if err != nil {
					t.Fatal(err)
				}
				x := v.Module.EntryPoints[0].Setup().Tessellation
				vertices = max(vertices, x.Vertices)
				if s.Stage == ir.StageTessellationEvaluation {
					options.Domain, options.Spacing, options.Order = hlslback.TessDomain(x.Domain), hlslback.TessSpacing(x.Spacing), hlslback.TessOrder(x.Order)
					options.TessellatedPoints = x.Points
				}
				valid, stages = append(valid, v), append(stages, s.Stage)
			}
			var plain, read [][]byte
			for i, v := range valid {
				out, err := refract.Write(t.Context(), v, refract.WriteOptions{Language: refract.SPIRV})
				if err != nil {
					t.Fatal(err)
				}
				plain = append(plain, spirv.AppendBytes(nil, out.Words))
				if options.PatchVertices = p.Patch; stages[i] == ir.StageTessellationEvaluation {
					options.PatchVertices = vertices
				}
				out, err = refract.Write(t.Context(), v, refract.WriteOptions{Language: refract.HLSL, Options: refract.LanguageOptions{refract.HLSL: &options}})
				if err != nil {
					if !strings.Contains(err.Error(), "mesh shaders that make points") {
						t.Error(err)
					}
					break
				}
				read = append(read, readHLSL(t, name+".hlsl", out.Text, stages[i]))
			}
			if len(read) < len(valid) { // a mesh of points
				left++
				continue
			}
			draw := func(shaders [][]byte) ([]byte, []byte) {
				sums := exec.NewBuffer(4 * stagegen.Sums)
				var resources exec.Resources
				resources.Bind(0, 0, sums)
				pipeline := &raster.Pipeline{PatchVertices: int(p.Patch)}
				pipeline.Primitive.Topology = rasterTopologies[p.Input]
				return rasterizeStages(t, name, stages, shaders, pipeline, 16, &raster.Draw{Resources: &resources, Count: p.Vertices, Groups: p.Groups}), sums.Data
			}
			want, sums := draw(plain)
			got, other := draw(read)
			if bytes.Equal(want, got) && bytes.Equal(sums, other) {
				same++
				continue
			}
			t.Errorf("%s: the same pixels: %t, the same sums: %t", name, bytes.Equal(want, got), bytes.Equal(sums, other))
		}
	}
	t.Logf("%d pipelines are the same, %d refused by the writer", same, left)
}

// withoutEffects leaves out what a control shader adds to the buffer.
func withoutEffects(source string) string {
	lines := strings.Split(source, "\n")
	kept := lines[:0]
	for _, l := range lines {
		if !strings.Contains(l, "atomicAdd(sums") {
			kept = append(kept, l)
		}
	}
	return strings.Join(kept, "\n")
}
