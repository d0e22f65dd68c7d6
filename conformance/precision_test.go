package conformance

// This file follows the precision of GLSL to SPIR-V.

import (
	"strings"
	"testing"

	"refract"
	hlslback "refract/back/hlsl"
	"refract/exec"
	"refract/exec/interp"
	"refract/internal/harness/differential"
	"refract/internal/sweep"
	"refract/ir"
	"refract/spirv"
)

// TestRelaxedPrecision counts the instructions of SPIR-V that 16 bits are enough for: the sample, the
// two products and the sine of a shader, and none where a highp value takes part.
func TestRelaxedPrecision(t *testing.T) {
	const head = "#version 320 es\nprecision mediump float;\nprecision highp int;\nuniform mediump sampler2D s; uniform highp float h; in vec2 p; out vec4 o;\n"
	for _, c := range []struct {
		body  string
		least int // at each level
		most  int
	}{
		{"o = sin(texture(s, p) * 2.0) * 3.0;", 6, 12},
		{"highp vec4 c = vec4(h); o = sin(c * 2.0) * 3.0;", 0, 4}, // the output, and loads
	} {
		for level := range 3 {
			out, err := refract.Translate(t.Context(), "a.frag", []byte(head+"void main() { "+c.body+" }"),
				refract.TranslateOptions{To: refract.SPIRV, Optimize: refract.OptimizeOptions{Level: level}})
			if err != nil {
				t.Fatal(err)
			}
			found := 0
			for at := 5; at < len(out.Words); at += int(out.Words[at] >> 16) {
				if spirv.Op(out.Words[at]&0xffff) == spirv.OpDecorate && spirv.Decoration(out.Words[at+2]) == spirv.DecorationRelaxedPrecision {
					found++
				}
			}
			if found < c.least || found > c.most {
				t.Errorf("%s at -O%d: %d instructions are relaxed, not %d to %d", c.body, level, found, c.least, c.most)
			}
		}
	}
}

// halvesShader has reduced precision in a loop's variable, a function, a workgroup's memory and a choice.
const halvesShader = `#version 310 es
precision mediump float;
layout(local_size_x = 4) in;
layout(binding = 0, std430) buffer B { highp float x[4]; highp float y[4]; };
shared vec2 both[4];
float square(float v) { return v * v + 0.125; }
void main() {
	uint i = gl_LocalInvocationIndex;
	float v = fract(x[i]) + 0.25, sum = 0.0;
	for (int k = 0; k < 3; k++) { sum = sum * v + square(v); }
	both[i] = vec2(sum, -sum);
	barrier();
	highp float most = x[i] * 3.0 + 0.0001;
	y[i] = (both[3u - i].x > 1.0 ? both[3u - i].x : both[i].y) + most * 0.001 + sin(v);
}
`

// TestHalves computes values of reduced precision in 16 bits: each language has its word for them, outside
// compilers take the output, and results differ by the precision of 16 bits.
func TestHalves(t *testing.T) {
	for level := range 3 {
		options := refract.OptimizeOptions{Level: level, Halves: true}
		hlsl := hlslback.NewOptions()
		hlsl.MinPrecision = true
		for _, c := range []struct {
			to        refract.Language
			has, lack string
			options   refract.LanguageOptions
		}{
			{refract.MSL, "half", "", nil}, {refract.WGSL, "f16", "", nil}, {refract.HLSL, "half", "min16float", nil},
			{refract.HLSL, "min16float", "half", refract.LanguageOptions{refract.HLSL: &hlsl}},
			{refract.ESSL, "mediump", "float16", nil}, {refract.SPIRV, "", "", nil},
		} {
			out, err := refract.Translate(t.Context(), "a.comp", []byte(halvesShader), refract.TranslateOptions{To: c.to, Optimize: options, Write: refract.WriteOptions{Options: c.options}})
			if err != nil {
				t.Fatal(c.to, err)
			}
			if !strings.Contains(out.Text, c.has) || c.lack != "" && strings.Contains(out.Text, c.lack) {
				t.Errorf("%s at -O%d lacks %q or has %q\n%s", c.to, level, c.has, c.lack, out.Text)
			}
			if c.to != refract.SPIRV {
				continue
			}
			if text, err := spirv.Disassemble(out.Words, spirv.DisassembleOptions{}); err != nil || !strings.Contains(text, "OpTypeFloat 16") || sweep.On() && !validSPIRV(t, spirv.AppendBytes(nil, out.Words)) {
				t.Errorf("SPIR-V at -O%d has no floats of 16 bits", level)
			}
		}
		wide, narrow := halvesRun(t, refract.OptimizeOptions{Level: level}), halvesRun(t, options)
		if difference := wide.j.Compare(wide.result, narrow.result); difference != "" {
			t.Errorf("at -O%d: %s", level, difference)
		}
		wide.j.Loose = 0
		if wide.j.Compare(wide.result, narrow.result) == "" {
			t.Errorf("at -O%d the results are those of 32 bits", level)
		}
	}
}

type halvesResult struct {
	j      *differential.Job
	result differential.Result
}

func halvesRun(t *testing.T, options refract.OptimizeOptions) halvesResult {
	m, err := refract.Parse(t.Context(), "a.comp", []byte(halvesShader), refract.ParseOptions{})
	if err != nil {
		t.Fatal(err)
	}
	v, err := refract.Validate(t.Context(), m, refract.ValidateOptions{})
	if err == nil {
		v, err = refract.Optimize(t.Context(), v, options)
	}
	if err != nil {
		t.Fatal(err)
	}
	j, err := differential.NewModuleJob("halves", v.Module, v.Info, ir.StageCompute, [3]uint32{1, 1, 1}, 3)
	if err != nil {
		t.Fatal(err)
	}
	j.Loose = 1.0 / 128
	result, err := differential.Run(interp.Engine{}, j, exec.CheckRaces|exec.CheckBounds)
	if err != nil {
		t.Fatal(err)
	}
	return halvesResult{j, result}
}
