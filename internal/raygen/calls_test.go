package raygen_test

// This file divides the shaders of pipelines at their calls.

import (
	"context"
	"testing"

	"refract"
	rexec "refract/exec"
	"refract/exec/interp"
	"refract/internal/raygen"
	"refract/internal/ssa/pipeline"
	"refract/internal/sweep"
	"refract/internal/vkrun"
	form "refract/ssa"
	"refract/ssa/op"
)

// divided is a shader of a pipeline in SSA form that is divided at calls, and the number of functions
// that it is divided into.
func divided(t testing.TB, s stageSource, level int, passes string) (*form.Shader, int) {
	t.Helper()
	x, err := refract.ToSSA(context.Background(), readStage(t, s, level), refract.OptimizeOptions{Strict: true})
	if err != nil {
		t.Fatal(err)
	}
	run := func(list string) {
		p, err := pipeline.Parse(list)
		if err != nil {
			t.Fatal(err)
		}
		before := form.Print(x)
		if _, err := pipeline.Run(x, p, pipeline.Options{Verify: true, Establish: true}); err != nil {
			t.Fatalf("%s: %v\nbefore:\n%s\nafter:\n%s", list, err, before, form.Print(x))
		}
	}
	run("inline-functions, dead-functions, lower-switch, lower-continue")
	n := len(x.Funcs)
	run(passes)
	return x, len(x.Funcs) - n
}

var callPasses = []string{"vars-to-ssa, shader-calls", "shader-calls", "vars-to-ssa, shader-calls{rematerialize=off}",
	"global-to-local, (opt-deref, split-struct-vars, vars-to-ssa, copy-prop, cse, dce)*, shader-calls, (copy-prop, constant-folding, dead-cf, dce)*"}

// TestShaderCalls runs pipelines whose shaders are divided, in SSA form and as modules.
func TestShaderCalls(t *testing.T) {
	several := 0
	for k := range uint64(sweep.Count(60)) {
		seed := first() + k
		p := raygen.NewCalls(seed)
		if seed%4 == 3 {
			p = raygen.NewPipeline(seed)
		}
		load := func(make func(s stageSource) (rexec.Program, error)) []byte {
			return runPipeline(t, p, pipelineOf(t, p, func(s stageSource) rexec.Program {
				x, err := make(s)
				if err != nil {
					t.Fatalf("%v\n%s", err, s.text)
				}
				return x
			}))
		}
		level := int(seed % 3)
		want := load(func(s stageSource) (rexec.Program, error) {
			return interp.Engine{}.Load(readStage(t, s, 0).Module, rexec.LoadOptions{})
		})
		for _, passes := range callPasses {
			for name, got := range map[string][]byte{
				"in SSA form": load(func(s stageSource) (rexec.Program, error) {
					x, n := divided(t, s, level, passes)
					if n > 2 {
						several++
					}
					return interp.SSAEngine{}.Load(x, rexec.LoadOptions{})
				}),
				"as a module": load(func(s stageSource) (rexec.Program, error) {
					x, _ := divided(t, s, level, passes)
					v, err := refract.FromSSA(context.Background(), x)
					if err != nil {
						return nil, err
					}
					return interp.Engine{}.Load(v.Module, rexec.LoadOptions{})
				})} {
				if err := compareWords(p.IsFloat, got, want, true); err != nil {
					t.Fatalf("pipeline %d, %s, %s: %v\n%s", seed, passes, name, err, p.Generation)
				}
			}
		}
	}
	if several == 0 {
		t.Error("no shader has several calls")
	}
}

// TestSystemValues runs pipelines whose shaders load their system values, matrices by columns.
func TestSystemValues(t *testing.T) {
	matrices := 0
	for k := range uint64(sweep.Count(40)) {
		p := raygen.NewPipeline(first() + k)
		load := func(lowered bool) []byte {
			return runPipeline(t, p, pipelineOf(t, p, func(s stageSource) rexec.Program {
				v := readStage(t, s, int(k%3))
				if lowered {
					x, _ := divided(t, s, int(k%3), "lower-returns, io-to-variables, explicit-io, lower-system-values")
					for b := range x.Funcs[1].Blocks() {
						for i := range x.Funcs[1].Instrs(b) {
							switch x.Funcs[1].Op(i) {
							case op.Param:
								t.Errorf("a parameter is left\n%s", form.Print(x))
							case op.LoadSystemValue:
								if x.Funcs[1].Field(i, "column") > 0 {
									matrices++
								}
							}
						}
					}
					var err error
					if v, err = refract.FromSSA(context.Background(), x); err != nil {
						t.Fatalf("%v\n%s", err, form.Print(x))
					}
				}
				program, err := interp.Engine{}.Load(v.Module, rexec.LoadOptions{})
				if err != nil {
					t.Fatal(err)
				}
				return program
			}))
		}
		if err := compareWords(p.IsFloat, load(true), load(false), true); err != nil {
			t.Fatalf("pipeline %d: %v\n%s", first()+k, err, pipelineText(p))
		}
	}
	if matrices == 0 {
		t.Error("no matrix is loaded")
	}
}

// TestShaderCallsDriver runs pipelines on a driver, with the ray generation shader before and after it is divided.
func TestShaderCallsDriver(t *testing.T) {
	d := vkrun.OpenRays(t)
	for k := range uint64(sweep.Sample(10)) {
		seed := first() + k
		p := raygen.NewCalls(seed)
		want := driverPipeline(t, d, p, func(s stageSource) []byte { return glslangStage(t, s.extension, s.text, false) })
		got := driverPipeline(t, d, p, func(s stageSource) []byte {
			x, _ := divided(t, s, int(seed%3), callPasses[seed%2])
			v, err := refract.FromSSA(context.Background(), x)
			if err != nil {
				t.Fatal(err)
			}
			return written(t, v, refract.SPIRV, nil, s.text)
		})
		if err := compareWords(p.IsFloat, got, want, false); err != nil {
			t.Fatalf("pipeline %d: %v\n%s", seed, err, p.Generation)
		}
	}
}
