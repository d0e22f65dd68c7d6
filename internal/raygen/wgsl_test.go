package raygen_test

// This file runs programs and pipelines by way of WGSL for wgpu, which refract writes and reads.

import (
	"context"
	"encoding/binary"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"refract"
	"refract/back/wgsl"
	"refract/exec/interp"
	"refract/internal/raygen"
	"refract/internal/sweep"
	"refract/internal/vkrun"
	"refract/ir/validate"
	"refract/spirv"
)

// asWGSL writes a shader as WGSL for wgpu; "" if wgpu has no form for it.
func asWGSL(t testing.TB, valid *refract.Valid) string {
	t.Helper()
	o := wgsl.NewOptions()
	o.WGPU = true
	out, err := refract.Write(context.Background(), valid, refract.WriteOptions{Language: refract.WGSL, Options: refract.LanguageOptions{refract.WGSL: &o}})
	if err != nil {
		t.Log(err)
		return ""
	}
	return out.Text
}

// readWGSL reads and optimizes WGSL.
func readWGSL(t testing.TB, text string, level int) *refract.Valid {
	t.Helper()
	valid, err := refract.Check(context.Background(), "a.wgsl", []byte(text), refract.CheckOptions{Validate: refract.ValidateOptions{Capabilities: validate.All}})
	if err == nil && level > 0 {
		valid, err = refract.Optimize(context.Background(), valid, refract.OptimizeOptions{Level: level})
	}
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return valid
}

// naga compiles WGSL to SPIR-V as the crate of the name does; nil if there is no such program.
func naga(t testing.TB, text string) []byte {
	t.Helper()
	program, err := exec.LookPath("naga")
	if err != nil {
		return nil
	}
	file := filepath.Join(t.TempDir(), "a.wgsl")
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	if message, err := exec.Command(program, file, file+".spv", "--spirv-version", "1.4").CombinedOutput(); err != nil {
		t.Fatalf("naga: %s\n%s", message, text)
	}
	code, err := os.ReadFile(file + ".spv")
	if err != nil {
		t.Fatal(err)
	}
	return instances(code, text)
}

// instances gives the index of the instance that a ray hit its built-in value: naga takes that of vertex shaders.
func instances(code []byte, text string) []byte {
	if !strings.Contains(text, "@closest_hit") && !strings.Contains(text, "@any_hit") {
		return code
	}
	for at := 20; at < len(code); {
		words := code[at:]
		n := int(binary.LittleEndian.Uint16(words[2:]))
		if spirv.Op(binary.LittleEndian.Uint16(words)) == spirv.OpDecorate && spirv.Decoration(words[8]) == spirv.DecorationBuiltIn && spirv.BuiltIn(words[12]) == spirv.BuiltInInstanceIndex {
			words[12] = byte(spirv.BuiltInInstanceId)
		}
		at += 4 * n
	}
	return code
}

// TestQueriesAsWGSL compares programs by way of WGSL with themselves, on the reference engine.
func TestQueriesAsWGSL(t *testing.T) {
	same, left := 0, 0
	for k := range uint64(sweep.Sample(40)) {
		seed := first() + k
		p := raygen.New(seed)
		scene, err := p.Build()
		if err != nil {
			t.Fatal(err)
		}
		valid := read(t, p.Source, int(seed%3))
		if valid, err = refract.Optimize(t.Context(), valid, refract.OptimizeOptions{Passes: "lower-returns, inline-functions"}); err != nil {
			t.Fatal(err)
		}
		text := asWGSL(t, valid)
		if text == "" {
			left++
			continue
		}
		if sweep.On() {
			naga(t, text)
		}
		want := run(t, interp.Engine{}, module(read(t, p.Source, 0).Module), p, scene)
		got := run(t, interp.Engine{}, module(readWGSL(t, text, 0).Module), p, scene)
		if err := compare(p, got, want, true); err != nil {
			t.Fatalf("program %d: %v\n%s\n%s", seed, err, p.Source, text)
		}
		same++
	}
	t.Logf("%d programs are the same, %d refused by the writer", same, left)
}

// TestPipelinesAsWGSL compares plain pipelines by way of WGSL with SPIR-V by glslang, on a driver: as WGSL is
// read again, and as naga compiles it.
func TestPipelinesAsWGSL(t *testing.T) {
	d := vkrun.OpenRays(t)
	byNaga := 0
	for k := range uint64(sweep.Sample(6)) {
		seed := first() + k
		p := raygen.NewPlainPipeline(seed)
		reference := func(s stageSource) []byte { return glslangStage(t, s.extension, s.text, false) }
		want := driverPipeline(t, d, p, reference)
		through := func(code func(text string) []byte) []byte {
			return driverPipeline(t, d, p, func(s stageSource) []byte {
				if s.extension == "rint" { // WGSL has none
					return reference(s)
				}
				text := asWGSL(t, readStage(t, s, int(seed%3)))
				if text == "" {
					t.Fatal(s.text)
				}
				return code(text)
			})
		}
		differs := func(name string, got []byte) {
			if err := compareWords(p.IsFloat, got, want, false); err != nil {
				t.Errorf("pipeline %d, %s: %v\n%s", seed, name, err, pipelineText(p))
			}
		}
		differs("read again", through(func(text string) []byte {
			return written(t, readWGSL(t, text, int((seed+1)%3)), refract.SPIRV, nil, text)
		}))
		if _, err := exec.LookPath("naga"); err == nil {
			differs("compiled by naga", through(func(text string) []byte { return naga(t, text) }))
			byNaga++
		}
		if t.Failed() {
			return
		}
	}
	t.Logf("%d pipelines by naga", byNaga)
}
