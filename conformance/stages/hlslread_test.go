package stages_test

// This file reads pipelines of all graphics stages from HLSL. The HLSL that refract writes draws the same
// pixels and writes the same buffers as the pipeline itself, on a driver or on the CPU; HLSL in the
// style of authors draws the same pixels as the containers that DXC makes of it.

import (
	"bytes"
	"testing"

	"refract"
	spirvback "refract/back/spirv"
	"refract/front/hlsl"
	"refract/internal/stagegen"
	"refract/internal/sweep"
	"refract/internal/vkrun"
	"refract/ir"
	"refract/ir/validate"
	"refract/spirv"
)

// readHLSL is the SPIR-V of a shader in HLSL of a shader model, whose positions stay as they are.
func readHLSL(t *testing.T, name, source string, stage ir.Stage, model string) []byte {
	t.Helper()
	o := refract.CheckOptions{Parse: refract.ParseOptions{Language: refract.HLSL}, Validate: refract.ValidateOptions{Capabilities: validate.All}}
	o.Parse.Options = refract.LanguageOptions{refract.HLSL: &hlsl.Options{EntryPoint: "main", Profile: hlslProfiles[stage] + model}}
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
			if out, err = refract.Write(t.Context(), v, p.hlslOptions(false)); err != nil {
				t.Fatal(err)
			}
			read = append(read, readHLSL(t, p.name+"."+s.extension+".hlsl", out.Text, stage, "_6_5"))
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

// TestGeneratedPipelinesFromHLSL draws random pipelines on the CPU, as they are and by way of HLSL.
func TestGeneratedPipelinesFromHLSL(t *testing.T) {
	same, left := 0, 0
	for n := range uint64(sweep.Count(60)) {
		for k := range stagegen.NumKinds {
			p := newGenerated(t, n, k)
			if p.texts == nil {
				left++
				continue
			}
			var read [][]byte
			for i, text := range p.texts {
				read = append(read, readHLSL(t, p.name+".hlsl", text, p.stages[i], "_6_5"))
			}
			if p.compare(t, read, 0) {
				same++
			}
		}
	}
	t.Logf("%d pipelines are the same, %d refused by the writer", same, left)
}
