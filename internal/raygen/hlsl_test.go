package raygen_test

// This file runs pipelines by way of HLSL, which refract writes and reads.

import (
	"context"
	"strings"
	"testing"

	"refract"
	hlslback "refract/back/hlsl"
	rexec "refract/exec"
	"refract/exec/interp"
	"refract/front/hlsl"
	"refract/internal/raygen"
	"refract/internal/sweep"
	"refract/internal/vkrun"
	"refract/ir/validate"
)

// throughHLSL is a shader that is written as HLSL and read again; nil if it can't be written.
func throughHLSL(t testing.TB, s stageSource) *refract.Valid {
	t.Helper()
	options := hlslback.NewOptions()
	options.ShaderModel = hlslback.ShaderModel66
	out, err := refract.Write(context.Background(), readStage(t, s, 0), refract.WriteOptions{Language: refract.HLSL, Options: refract.LanguageOptions{refract.HLSL: &options}})
	if err != nil {
		t.Log(err)
		return nil
	}
	// HLSL tells a record from other buffers by the root signature, or for Vulkan by an attribute.
	text := strings.Replace(out.Text, "cbuffer record", "[[vk::shader_record_ext]] cbuffer record", 1)
	text = strings.Replace(text, "cbuffer Record", "[[vk::shader_record_ext]] cbuffer Record", 1)
	v, err := refract.Check(context.Background(), s.extension+".hlsl", []byte(text), refract.CheckOptions{
		Parse:    refract.ParseOptions{Language: refract.HLSL, Options: refract.LanguageOptions{refract.HLSL: &hlsl.Options{Profile: "lib_6_6"}}},
		Validate: refract.ValidateOptions{Capabilities: validate.All}})
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return v
}

// TestPipelinesFromHLSL compares pipelines by way of HLSL with themselves, on an engine and on a
// driver.
func TestPipelinesFromHLSL(t *testing.T) {
	var d *vkrun.Device
	if sweep.On() {
		d = vkrun.OpenRays(t)
	}
	same, left := 0, 0
	for k := range uint64(sweep.Sample(20)) {
		seed := first() + k
		p := raygen.NewPipeline(seed)
		refused := false
		load := func(s stageSource, through bool) rexec.Program {
			v := readStage(t, s, 0)
			if through {
				if v = throughHLSL(t, s); v == nil {
					refused, v = true, readStage(t, s, 0)
				}
			}
			x, err := interp.Engine{}.Load(v.Module, rexec.LoadOptions{})
			if err != nil {
				t.Fatal(err)
			}
			return x
		}
		want := runPipeline(t, p, pipelineOf(t, p, func(s stageSource) rexec.Program { return load(s, false) }))
		got := runPipeline(t, p, pipelineOf(t, p, func(s stageSource) rexec.Program { return load(s, true) }))
		if refused {
			left++
			continue
		}
		if err := compareWords(p.IsFloat, got, want, true); err != nil {
			t.Errorf("pipeline %d: %v\n%s", seed, err, pipelineText(p))
			continue
		}
		same++
		if d == nil {
			continue
		}
		got = driverPipeline(t, d, p, func(s stageSource) []byte {
			return written(t, throughHLSL(t, s), refract.SPIRV, nil, s.text)
		})
		if err := compareWords(p.IsFloat, got, want, false); err != nil {
			t.Errorf("pipeline %d on the driver: %v\n%s", seed, err, pipelineText(p))
		}
	}
	t.Logf("%d pipelines are the same, %d refused by the writer", same, left)
}
