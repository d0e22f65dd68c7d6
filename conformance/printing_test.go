package conformance

// This file runs shaders that print: on the interpreter, after passes, as SPIR-V that is read again, and
// with pass lower-printf on the interpreter and on a driver. The lines are the same.

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"refract"
	glslback "refract/back/glsl"
	hlslback "refract/back/hlsl"
	spirvback "refract/back/spirv"
	"refract/diag"
	"refract/exec"
	"refract/exec/interp"
	"refract/internal/harness/differential"
	"refract/internal/sweep"
	"refract/internal/vkrun"
	"refract/ir"
	"refract/ir/validate"
)

// A printingCase is a shader that prints.
type printingCase struct {
	name, file, source string
	want               []string
}

// printing are shaders of 8 invocations with a buffer of 16 words, and the lines that they print.
var printing = []printingCase{
	{"glsl", "a.comp", `#version 450
#extension GL_EXT_debug_printf : require
layout(local_size_x = 8) in;
layout(binding = 0) buffer B { uint n[]; };
void show(float x) { debugPrintfEXT("x %.2f", x); }
void main() {
  uint i = gl_GlobalInvocationID.x;
  if (i > 5u) {
    debugPrintfEXT("%u: %v3f \"%d\" %u\n", i, vec3(i, 0.5, -1.0), -int(i), i == 6u);
    show(float(i) * 0.25);
  }
  for (uint k = 0u; k < i; k++) {
    n[i] += k;
    if (n[i] == 10u) debugPrintfEXT("ten");
  }
}
`, []string{"9:5 (6, 0, 0) 6: 6.000000, 0.500000, -1.000000 \"-6\" 1\n", "9:5 (7, 0, 0) 7: 7.000000, 0.500000, -1.000000 \"-7\" 0\n",
		"5:22 (6, 0, 0) x 1.50", "5:22 (7, 0, 0) x 1.75", "14:22 (5, 0, 0) ten", "14:22 (6, 0, 0) ten", "14:22 (7, 0, 0) ten"}},
	{"hlsl", "a.hlsl", `RWStructuredBuffer<uint> n : register(u0);
[numthreads(8, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
  if (i % 4 == 3) {
    printf("%d of %v2u, 100%%\t%x", i, uint2(i, i * i), i * 16);
  }
  n[i] = i;
}
`, []string{"5:5 (3, 0, 0) 3 of 3, 9, 100%\t30", "5:5 (7, 0, 0) 7 of 7, 49, 100%\t70"}},
}

// lines are the lines that a module prints, sorted.
func lines(t *testing.T, m *ir.Module, entry string, r *exec.Resources) (list []string) {
	t.Helper()
	p, err := interp.Engine{}.Load(m, exec.LoadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	_, err = p.Dispatch(context.Background(), entry, [3]uint32{1, 1, 1}, r, exec.RunOptions{Workers: 4, Print: func(p *exec.Printed) { list = append(list, line(p)) }})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(list)
	return list
}

func line(p *exec.Printed) string {
	return fmt.Sprintf("%d:%d %v %s", p.Position.Line, p.Position.Column, p.Invocation, p.Text)
}

// TestPrinting runs shaders that print.
func TestPrinting(t *testing.T) {
	ctx := context.Background()
	for _, c := range printing {
		t.Run(c.name, func(t *testing.T) {
			v, err := refract.Check(ctx, c.file, []byte(c.source), refract.CheckOptions{Validate: refract.ValidateOptions{Capabilities: validate.All}})
			if err != nil {
				t.Fatal(err)
			}
			resources := func() *exec.Resources {
				var r exec.Resources
				r.Bind(0, 0, &exec.Buffer{Data: make([]byte, 64)})
				return &r
			}
			slices.Sort(c.want)
			same := func(how string, got []string) {
				t.Helper()
				if !slices.Equal(got, c.want) {
					t.Errorf("%s prints\n%q, not\n%q", how, got, c.want)
				}
			}
			same("the shader", lines(t, v.Module, "main", resources()))
			for _, o := range []refract.OptimizeOptions{{Level: 1}, {Level: refract.MaxOptimization}, {Passes: "lower-returns, inline-functions, vars-to-ssa, loop-unroll, cse, dce, gcm, algebraic, leave-ssa"}} {
				better, err := refract.Optimize(ctx, v, o)
				if err != nil {
					t.Fatal(err)
				}
				same(fmt.Sprintf("-O%d %s", o.Level, o.Passes), lines(t, better.Module, "main", resources()))
				spirv := spirvAgain(t, better)
				got := lines(t, spirv.Module, "main", resources())
				same("SPIR-V of "+fmt.Sprintf("-O%d %s", o.Level, o.Passes), got)
			}
			lowered, err := refract.Optimize(ctx, v, refract.OptimizeOptions{Passes: "lower-printf"})
			if err != nil {
				t.Fatal(err)
			}
			r := resources()
			printed := make([]byte, 4096)
			r.Bind(0, 1, &exec.Buffer{Data: printed})
			if got := lines(t, lowered.Module, "main", r); len(got) > 0 {
				t.Errorf("after the pass it still prints %q", got)
			}
			same("lower-printf", linesOf(t, printed, lowered.Module))
			small := make([]byte, 76) // for one record
			r = resources()
			r.Bind(0, 1, &exec.Buffer{Data: small})
			lines(t, lowered.Module, "main", r)
			if list, lost := exec.ReadPrinted(small, lowered.Module.Formats); !lost || len(list) == 0 || len(list) >= len(c.want) {
				t.Errorf("a small buffer has %d lines, lost: %v", len(list), lost)
			}
			if sweep.On() {
				same("the driver", linesOf(t, printedOn(t, lowered), lowered.Module))
			}
			c.others(t, v)
		})
	}
}

// linesOf are the lines in a buffer, sorted.
func linesOf(t *testing.T, printed []byte, m *ir.Module) (list []string) {
	t.Helper()
	all, lost := exec.ReadPrinted(printed, m.Formats)
	if lost {
		t.Error("lines are lost")
	}
	for k := range all {
		list = append(list, line(&all[k]))
	}
	slices.Sort(list)
	return list
}

// spirvAgain reads the SPIR-V of a module, with lines.
func spirvAgain(t *testing.T, v *refract.Valid) *refract.Valid {
	t.Helper()
	ctx := context.Background()
	o := spirvback.NewOptions()
	o.Debug = spirvback.DebugLines
	out, err := refract.Write(ctx, v, refract.WriteOptions{Language: refract.SPIRV, Options: refract.LanguageOptions{refract.SPIRV: &o}})
	if err != nil {
		t.Fatal(err)
	}
	again, err := refract.Check(ctx, "a.spv", out.Bytes(), refract.CheckOptions{Parse: refract.ParseOptions{Language: refract.SPIRV}, Validate: refract.ValidateOptions{Capabilities: validate.All}})
	if err != nil {
		t.Fatal(err)
	}
	return again
}

// printedOn runs a module on a driver, and returns its buffer of lines.
func printedOn(t *testing.T, v *refract.Valid) []byte {
	t.Helper()
	j, err := differential.NewDeviceModuleJob("printing", v.Module, v.Info, ir.StageCompute, "main", 1)
	if err != nil {
		t.Fatal(err)
	}
	for k := range j.Buffers {
		j.Buffers[k].Data = make([]byte, 4096)
	}
	result, err := differential.Vulkan(vkrun.OpenTest(t), differential.AllSPIRVOptions()[0], false).Run(j)
	if err != nil {
		t.Fatal(err)
	}
	return result[1]
}

// others writes the shader in languages that don't print, with a warning, and in GLSL for Vulkan, which prints.
func (c *printingCase) others(t *testing.T, v *refract.Valid) {
	t.Helper()
	ctx := context.Background()
	vulkan := glslback.NewOptions()
	vulkan.Vulkan = true
	out, err := refract.Write(ctx, v, refract.WriteOptions{Language: refract.GLSL, Options: refract.LanguageOptions{refract.GLSL: &vulkan}})
	if err != nil {
		t.Fatal(err)
	}
	again, err := refract.Check(ctx, "a.comp", out.Bytes(), refract.CheckOptions{Validate: refract.ValidateOptions{Capabilities: validate.All}})
	if err != nil {
		t.Fatalf("%v\n%s", err, out.Bytes())
	}
	var r exec.Resources
	r.Bind(0, 0, &exec.Buffer{Data: make([]byte, 64)})
	if got := lines(t, again.Module, "main", &r); len(got) != len(c.want) {
		t.Errorf("GLSL prints %q\n%s", got, out.Bytes())
	}
	direct := hlslback.NewOptions()
	direct.Printf = true
	if out, err = refract.Write(ctx, v, refract.WriteOptions{Language: refract.HLSL, Options: refract.LanguageOptions{refract.HLSL: &direct}}); err != nil {
		t.Fatal(err)
	}
	if again, err = refract.Check(ctx, "a.hlsl", out.Bytes(), refract.CheckOptions{Validate: refract.ValidateOptions{Capabilities: validate.All}}); err != nil {
		t.Fatalf("%v\n%s", err, out.Bytes())
	}
	r = exec.Resources{}
	r.Bind(0, 0, &exec.Buffer{Data: make([]byte, 64)})
	if got := lines(t, again.Module, "main", &r); len(got) != len(c.want) {
		t.Errorf("HLSL prints %q\n%s", got, out.Bytes())
	}
	for _, to := range []refract.Language{refract.WGSL, refract.HLSL, refract.MSL, refract.GLSL, refract.DXBC, refract.DXIL} {
		warned := false
		_, err := refract.Write(ctx, v, refract.WriteOptions{Language: to, Warn: func(d *diag.Diagnostics) { warned = warned || strings.Contains(d.Error(), "what the shader prints") }})
		if err != nil {
			t.Errorf("%v: %v", to, err)
		} else if !warned {
			t.Errorf("%v leaves the lines out without a warning", to)
		}
	}
}
