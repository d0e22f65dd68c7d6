package spirv

// This file reads made-up compute shaders of any control flow, structured and not.

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	osexec "os/exec"
	"path/filepath"
	"testing"

	"refract/diag"
	"refract/exec"
	"refract/exec/interp"
	"refract/internal/ssatest"
	"refract/ir"
	"refract/ir/validate"
	"refract/spirv"
	"refract/ssa"
)

// graphInputs are what graphs are run with.
var graphInputs = [][3]uint32{{0, 0, 0}, {77, 12345, 9}, {0xFFFFFFFF, 0xDEADBEEF, 1}, {5, 99, 0x80000000}}

// compareGraph reads a module made of a graph and compares what it computes with what
// the graph does, run as it is. ran counts the inputs with which the graph ends soon.
func compareGraph(f *ssa.Function, words []uint32) (ran int, err error) {
	var list diag.List
	sources := new(diag.Sources)
	m := Read(words, Options{}, sources, &list)
	if m == nil {
		return 0, list.Err(sources)
	}
	if _, err := validate.Module(m, validate.Options{Capabilities: validate.All}); err != nil {
		return 0, fmt.Errorf("%w\n%s", err, ir.Print(m))
	}
	p, err := interp.Engine{}.Load(m, exec.LoadOptions{})
	if err != nil {
		return 0, err
	}
	for _, in := range graphInputs {
		want, halted, ok := ssatest.RunFlat(f, in[:], 400)
		if !ok {
			continue
		}
		if halted {
			want = 7
		}
		data := make([]byte, 16)
		for k, x := range in {
			binary.LittleEndian.PutUint32(data[4*k:], x)
		}
		var resources exec.Resources
		resources.Bind(0, 0, &exec.Buffer{Data: data})
		if _, err := p.Dispatch(context.Background(), "main", [3]uint32{1, 1, 1}, &resources, exec.RunOptions{MaxSteps: 1 << 17}); err != nil {
			return ran, fmt.Errorf("of %v: %w\n%s", in, err, ir.Print(m))
		}
		if have := binary.LittleEndian.Uint32(data[12:]); have != want {
			return ran, fmt.Errorf("of %v: %d, want %d\n%s", in, have, want, ir.Print(m))
		}
		ran++
	}
	return ran, nil
}

// graphWords is a module made of a graph.
func graphWords(t *testing.T, f *ssa.Function) []uint32 {
	var list diag.List
	words, ok := spirv.Assemble(ssatest.FlatAssembly(f), 0, spirv.AssembleOptions{}, &list)
	if !ok {
		t.Fatal(list.Err(new(diag.Sources)))
	}
	return words
}

// TestRandomGraphs reads graphs of each kind.
func TestRandomGraphs(t *testing.T) {
	n := uint64(1000)
	if testing.Short() {
		n = 50
	}
	for kind := range ssatest.FlowKinds {
		t.Run(kind.String(), func(t *testing.T) {
			total := 0
			for seed := range n {
				f := ssatest.RandomFlat(seed, kind, 3+int(seed%17)).Funcs[1]
				ran, err := compareGraph(f, graphWords(t, f))
				if err != nil {
					t.Fatalf("seed %d: %v\nof\n%s", seed, err, ssatest.FlatAssembly(f))
				}
				total += ran
			}
			if total < int(n) {
				t.Errorf("%d runs of %d graphs", total, n)
			}
		})
	}
}

// TestOptimizedGraphs reads what spirv-opt makes of valid graphs, most of all what it
// does to structured control flow. It is skipped without SPIRV-Tools.
func TestOptimizedGraphs(t *testing.T) {
	for _, tool := range []string{"spirv-opt", "spirv-val"} {
		if _, err := osexec.LookPath(tool); err != nil {
			if os.Getenv("REFRACT_REQUIRE_TOOLS") == "1" {
				t.Fatal(err)
			}
			t.Skip(err)
		}
	}
	n := uint64(30)
	if testing.Short() {
		n = 10
	}
	passes := [][]string{
		{"-O"},
		{"-Os"},
		{"--eliminate-dead-branches", "--merge-return", "--inline-entry-points-exhaustive", "--loop-unroll-partial", "4"},
		{"--eliminate-dead-branches", "--merge-blocks", "--if-conversion", "--simplify-instructions"},
	}
	dir := t.TempDir()
	in, out := filepath.Join(dir, "in.spv"), filepath.Join(dir, "out.spv")
	valid := func(file string) bool {
		err := osexec.Command("spirv-val", "--target-env", "vulkan1.3", file).Run()
		if exit := new(osexec.ExitError); err != nil && !errors.As(err, &exit) {
			t.Fatal(err)
		}
		return err == nil
	}
	total := 0
	for _, kind := range []ssatest.Flow{ssatest.FlowConstructs, ssatest.FlowOdd} {
		for seed := range n {
			f := ssatest.RandomFlat(5000+seed, kind, 3+int(seed%17)).Funcs[1]
			if err := os.WriteFile(in, spirv.AppendBytes(nil, graphWords(t, f)), 0o666); err != nil {
				t.Fatal(err)
			}
			if !valid(in) {
				continue
			}
			for _, p := range passes {
				if osexec.Command("spirv-opt", append(p, in, "-o", out)...).Run() != nil || !valid(out) {
					continue // its own fault
				}
				b, err := os.ReadFile(out)
				if err != nil {
					t.Fatal(err)
				}
				words, err := spirv.FromBytes(b)
				if err != nil {
					t.Fatal(err)
				}
				ran, err := compareGraph(f, words)
				if err != nil {
					text, _ := spirv.Disassemble(words, spirv.DisassembleOptions{})
					t.Fatalf("%v, seed %d, %v: %v\nof\n%s", kind, 5000+seed, p, err, text)
				}
				total += ran
			}
		}
	}
	if total < int(n) {
		t.Errorf("%d runs", total)
	}
}
