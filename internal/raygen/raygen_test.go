package raygen_test

// Tests that run random programs: the engines and a driver, by several paths.

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"

	"refract"
	rexec "refract/exec"
	"refract/exec/interp"
	"refract/exec/wasm"
	"refract/internal/raygen"
	"refract/internal/ssa/fromir"
	"refract/internal/sweep"
	"refract/internal/vkrun"
	"refract/ir"
	"refract/ir/validate"
)

// first is the number of the first program.
func first() uint64 {
	n, _ := strconv.ParseUint(os.Getenv("REFRACT_SEED"), 10, 64)
	return n
}

// read reads and optimizes the shader of a program.
func read(t testing.TB, source string, level int) *refract.Valid {
	t.Helper()
	valid, err := refract.Check(context.Background(), "test.comp", []byte(source), refract.CheckOptions{
		Validate: refract.ValidateOptions{Capabilities: validate.All}})
	if err == nil && level > 0 {
		valid, err = refract.Optimize(context.Background(), valid, refract.OptimizeOptions{Level: level})
	}
	if err != nil {
		t.Fatalf("%v\n%s", err, source)
	}
	return valid
}

// run runs a program on an engine.
func run(t testing.TB, e rexec.Engine, load func(e rexec.Engine) (rexec.Program, error), p *raygen.Program, scene *rexec.AccelerationStructure) []byte {
	t.Helper()
	program, err := load(e)
	if err != nil {
		t.Fatalf("%s: %v\n%s", e.Name(), err, p.Source)
	}
	var r rexec.Resources
	out := rexec.NewBuffer(int(p.Size))
	r.Bind(0, 0, scene)
	r.Bind(0, 1, &rexec.Buffer{Data: bytes.Clone(p.Rays)})
	r.Bind(0, 2, out)
	r.Bind(0, 3, &rexec.Buffer{Data: bytes.Clone(p.Boxes)})
	if _, err := program.Dispatch(context.Background(), "main", [3]uint32{p.Groups, 1, 1}, &r, rexec.RunOptions{}); err != nil {
		t.Fatalf("%s: %v\n%s", e.Name(), err, p.Source)
	}
	return out.Data
}

// compare reports the first word that differs; floats have a tolerance.
func compare(p *raygen.Program, got, want []byte, exact bool) error {
	for k := range len(want) / 4 {
		a, b := binary.LittleEndian.Uint32(got[4*k:]), binary.LittleEndian.Uint32(want[4*k:])
		if a == b {
			continue
		}
		if p.IsFloat(k) {
			x, y := float64(math.Float32frombits(a)), float64(math.Float32frombits(b))
			if !exact && math.Abs(x-y) <= 2e-3*(1+math.Abs(y)) {
				continue
			}
			return fmt.Errorf("word %d is %v, not %v", k, x, y)
		}
		return fmt.Errorf("word %d is %d, not %d", k, a, b)
	}
	return nil
}

func module(m *ir.Module) func(e rexec.Engine) (rexec.Program, error) {
	return func(e rexec.Engine) (rexec.Program, error) { return e.Load(m, rexec.LoadOptions{}) }
}

func ssa(m *ir.Module) func(e rexec.Engine) (rexec.Program, error) {
	return func(rexec.Engine) (rexec.Program, error) {
		return interp.SSAEngine{}.Load(fromir.Module(m, fromir.Options{Strict: true}), rexec.LoadOptions{})
	}
}

// TestEngines compares the engines, before and after the optimizer: they give the same
// bytes.
func TestEngines(t *testing.T) {
	hits := 0
	for k := range uint64(sweep.Count(2000)) {
		seed := first() + k
		p := raygen.New(seed)
		scene, err := p.Build()
		if err != nil {
			t.Fatal(err)
		}
		plain := read(t, p.Source, 0)
		want := run(t, interp.Engine{}, module(plain.Module), p, scene)
		if bytes.Count(want, []byte{0}) < len(want)*3/4 {
			hits++
		}
		for name, got := range map[string][]byte{
			"in SSA form": run(t, interp.Engine{}, ssa(plain.Module), p, scene),
			"wasm":        run(t, wasm.Engine{}, module(plain.Module), p, scene),
			"optimized":   run(t, interp.Engine{}, module(read(t, p.Source, 2).Module), p, scene),
		} {
			if err := compare(p, got, want, true); err != nil {
				t.Fatalf("program %d, %s: %v\n%s", seed, name, err, p.Source)
			}
		}
	}
	t.Logf("%d programs with many results", hits)
}

// glslang makes SPIR-V of GLSL, by the newest glslang at hand.
func glslang(t testing.TB, source string) []byte {
	t.Helper()
	folder := os.Getenv("REFRACT_ORACLES")
	if folder == "" {
		home, _ := os.UserHomeDir()
		folder = filepath.Join(home, ".cache", "refract-oracles")
	}
	tool := filepath.Join(folder, "newer", "bin", "glslangValidator")
	if _, err := os.Stat(tool); err != nil {
		tool = "glslangValidator"
	}
	dir := t.TempDir()
	in, out := filepath.Join(dir, "a.comp"), filepath.Join(dir, "a.spv")
	if err := os.WriteFile(in, []byte(source), 0o644); err != nil {
		t.Fatal(err)
	}
	if text, err := exec.Command(tool, "-V", "--target-env", "vulkan1.3", "-o", out, in).CombinedOutput(); err != nil {
		t.Fatalf("glslang: %v\n%s\n%s", err, text, source)
	}
	code, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	return code
}

// TestDriver compares a driver that runs SPIR-V of the source, of each level of the
// optimizer, and of GLSL that was written, with the reference engine.
func TestDriver(t *testing.T) {
	d := vkrun.OpenRays(t)
	for k := range uint64(sweep.Count(200)) {
		seed := first() + k
		p := raygen.New(seed)
		scene, err := p.Build()
		if err != nil {
			t.Fatal(err)
		}
		plain := read(t, p.Source, 0)
		want := run(t, interp.Engine{}, module(plain.Module), p, scene)
		code := map[string]func() []byte{"glslang": func() []byte { return glslang(t, p.Source) }}
		for level := range 3 {
			code[fmt.Sprintf("-O%d", level)] = func() []byte {
				out, err := refract.Write(context.Background(), read(t, p.Source, level), refract.WriteOptions{Language: refract.SPIRV})
				if err != nil {
					t.Fatalf("program %d: %v\n%s", seed, err, p.Source)
				}
				return out.Bytes()
			}
		}
		code["GLSL"] = func() []byte {
			out, err := refract.Write(context.Background(), read(t, p.Source, int(seed%3)), refract.WriteOptions{Language: refract.GLSL})
			if err != nil {
				t.Fatalf("program %d: %v\n%s", seed, err, p.Source)
			}
			return glslang(t, string(out.Bytes()))
		}
		for _, name := range []string{"glslang", "-O0", "-O1", "-O2", "GLSL"} {
			out := make([]byte, p.Size)
			bindings := []vkrun.Binding{{Structure: &vkrun.Structure{Bottoms: p.Bottoms, Instances: p.Instances, Of: p.Of}},
				{Binding: 1, Data: bytes.Clone(p.Rays)}, {Binding: 2, Data: out}, {Binding: 3, Data: bytes.Clone(p.Boxes)}}
			if err := d.Compute(vkrun.Shader{SPIRV: code[name]()}, bindings, nil, [3]uint32{p.Groups, 1, 1}); err != nil {
				t.Fatalf("program %d, %s: %v", seed, name, err)
			}
			if err := compare(p, out, want, false); err != nil {
				t.Errorf("program %d, %s: %v\n%s", seed, name, err, p.Source)
				break
			}
		}
		if t.Failed() {
			break
		}
	}
}
