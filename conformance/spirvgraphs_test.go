package conformance

// Random control flow in SPIR-V, structured and not, is read, written in the languages
// that are read too, read again, and run: what comes out is what an interpreter of the
// words finds.

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	osexec "os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"refract"
	"refract/diag"
	"refract/exec"
	"refract/exec/interp"
	"refract/front/glsl"
	"refract/front/wgsl"
	"refract/internal/spirvtest"
	"refract/internal/sweep"
	"refract/ir"
	"refract/ir/validate"
	"refract/spirv"
)

// graphInputs are what modules of graphs are run with.
var graphInputs = [][spirvtest.Inputs]uint32{{0, 0, 0}, {77, 12345, 9}, {0xFFFFFFFF, 0xDEADBEEF, 1}, {5, 99, 0x80000000}}

// graphRun is what the words of a module do with an input.
type graphRun struct{ in, out []byte }

// graphRuns are the runs of words that end, and are defined.
func graphRuns(words []uint32) (list []graphRun, err error) {
	m, err := spirvtest.Load(words)
	if err != nil {
		return nil, err
	}
	for _, in := range graphInputs {
		data := make([]byte, 4*spirvtest.Words)
		for k, x := range in {
			binary.LittleEndian.PutUint32(data[4*k:], x)
		}
		out := slices.Clone(data)
		err = m.Run(spirvtest.Options{Entry: "main", Steps: 20000}, map[spirvtest.Binding][]byte{{0, 0}: out})
		undefined := new(spirvtest.UndefinedError)
		switch {
		case errors.Is(err, spirvtest.ErrLong) || errors.As(err, &undefined):
		case err != nil:
			return list, err
		default:
			list = append(list, graphRun{data, out})
		}
	}
	return list, nil
}

// ranAlike runs a module of a graph and compares.
func ranAlike(m *ir.Module, fragment bool, runs []graphRun) error {
	p, err := interp.Engine{}.Load(m, exec.LoadOptions{})
	if err != nil {
		return err
	}
	for _, x := range runs {
		data := slices.Clone(x.in)
		var resources exec.Resources
		resources.Bind(0, 0, &exec.Buffer{Data: data})
		entry := m.EntryPoints[0].Name
		if fragment {
			_, err = p.Fragments(context.Background(), entry, exec.FragmentGrid{Width: 1, Height: 1}, &resources, exec.RunOptions{MaxSteps: 1 << 20})
		} else {
			_, err = p.Dispatch(context.Background(), entry, [3]uint32{1, 1, 1}, &resources, exec.RunOptions{MaxSteps: 1 << 18})
		}
		if long := new(exec.StepLimitError); fragment && errors.As(err, &long) {
			continue // a helper invocation, whose writes aren't done, may never end
		}
		if err != nil {
			return fmt.Errorf("of %x: %w", x.in[:12], err)
		}
		if string(data) != string(x.out) {
			return fmt.Errorf("of %x:\n%x, want\n%x", x.in[:12], data, x.out)
		}
	}
	return nil
}

// textForm is a language that modules are written in.
type textForm struct {
	name    string
	to      refract.Language
	options [][2]string
}

// asText are the languages that modules of graphs are written in and read from.
var asText = []textForm{
	{"WGSL", refract.WGSL, nil},
	{"GLSL", refract.GLSL, [][2]string{{"glsl.version", "460"}, {"glsl.vulkan", "true"}}},
}

// readOptions are the options with which what is written is read.
func readOptions(stage ir.Stage) refract.LanguageOptions {
	return refract.LanguageOptions{refract.WGSL: &wgsl.Options{Allowed: wgsl.AllExtensions}, refract.GLSL: &glsl.Options{Stage: stage}}
}

// compareGraph reads the words of a module of a graph and compares what it does, as
// a module and as text, with what the words do. It returns how many runs there were.
func compareGraph(words []uint32, fragment bool) (ran int, err error) {
	what := "the words"
	text := ""
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v\n%s", r, debug.Stack())
		}
		if err != nil {
			err = fmt.Errorf("%s: %w\n%s", what, err, text)
		}
	}()
	runs, err := graphRuns(words)
	if err != nil {
		return 0, err
	}
	what = "the module"
	v, err := refract.Check(context.Background(), "graph.spv", spirv.AppendBytes(nil, words), refract.CheckOptions{Parse: refract.ParseOptions{Language: refract.SPIRV}})
	if err != nil {
		return 0, err
	}
	if err := ranAlike(v.Module, fragment, runs); err != nil {
		text = ir.Print(v.Module)
		return 0, err
	}
	for _, c := range asText {
		what = c.name
		o := refract.WriteOptions{Language: c.to}
		for _, x := range c.options {
			if err := o.Set(x[0], x[1]); err != nil {
				return 0, err
			}
		}
		out, err := refract.Write(context.Background(), v, o)
		if err != nil {
			return 0, err
		}
		text = out.Text
		parse := refract.ParseOptions{Language: c.to}
		parse.Options = readOptions(v.Module.EntryPoints[0].Stage)
		again, err := refract.Check(context.Background(), "graph", []byte(out.Text), refract.CheckOptions{Parse: parse, Validate: refract.ValidateOptions{Capabilities: validate.All}})
		if err != nil {
			return 0, err
		}
		if err := ranAlike(again.Module, fragment, runs); err != nil {
			return 0, err
		}
	}
	return len(runs), nil
}

// assembled are the words of a text.
func assembled(t *testing.T, text string) []uint32 {
	t.Helper()
	var list diag.List
	words, ok := spirv.Assemble(text, 0, spirv.AssembleOptions{}, &list)
	if !ok {
		t.Fatalf("%v\n%s", list.Err(new(diag.Sources)), text)
	}
	return words
}

// graphOf is the module of a seed: its kind, size and stage follow from it.
func graphOf(seed uint64, kind spirvtest.Flow) (text string, fragment bool) {
	fragment = seed%5 == 4
	return spirvtest.RandomModule(seed, kind, 3+int(seed%23), fragment), fragment
}

// TestRandomSPIRV reads modules of random graphs: REFRACT_PROGRAMS of each kind, from
// REFRACT_SEED on.
func TestRandomSPIRV(t *testing.T) {
	first, n := number("REFRACT_SEED", 0), sweep.Count(150)
	for kind := range spirvtest.FlowKinds {
		t.Run(kind.String(), func(t *testing.T) {
			total, wrong := 0, 0
			for seed := first; seed < first+n && wrong < 12; seed++ {
				module, fragment := graphOf(uint64(seed), kind)
				ran, err := compareGraph(assembled(t, module), fragment)
				if err != nil {
					wrong++
					kept, _, _ := strings.Cut(err.Error(), ":")
					small := spirvtest.Reduce(module, func(text string) bool {
						words, ok := spirv.Assemble(text, 0, spirv.AssembleOptions{}, new(diag.List))
						if !ok {
							return false
						}
						_, err := compareGraph(words, fragment)
						return err != nil && strings.HasPrefix(err.Error(), kept+":") && !strings.Contains(err.Error(), "[spirv-invalid]")
					})
					_, err = compareGraph(assembled(t, small), fragment)
					t.Errorf("seed %d: %v\nof\n%s", seed, err, small)
				}
				total += ran
			}
			t.Logf("%d graphs, %d runs", n, total)
			if total < n {
				t.Errorf("%d runs of %d graphs", total, n)
			}
		})
	}
}

// spirvTools finds the tools of SPIR-V, or skips the test.
func spirvTools(t *testing.T) {
	for _, tool := range []string{"spirv-opt", "spirv-val"} {
		if _, err := osexec.LookPath(tool); err != nil {
			if os.Getenv("REFRACT_REQUIRE_TOOLS") == "1" {
				t.Fatal(err)
			}
			t.Skip(err)
		}
	}
}

// optPasses are passes of spirv-opt that change control flow, or what flows.
var optPasses = []string{"--eliminate-dead-branches", "--merge-return", "--inline-entry-points-exhaustive", "--loop-unroll", "--loop-peeling",
	"--merge-blocks", "--if-conversion", "--simplify-instructions", "--ssa-rewrite", "--ccp", "--cfg-cleanup", "--convert-local-access-chains",
	"--copy-propagate-arrays", "--eliminate-dead-code-aggressive", "--eliminate-dead-inserts", "--eliminate-local-single-block",
	"--eliminate-local-single-store", "--local-redundancy-elimination", "--loop-fission=2", "--loop-invariant-code-motion",
	"--loop-unswitch", "--private-to-local", "--reduce-load-size", "--redundancy-elimination", "--scalar-replacement=100",
	"--strength-reduction", "--vector-dce", "--workaround-1209", "--wrap-opkill", "--combine-access-chains", "--code-sink", "--replace-invalid-opcode"}

// TestRandomSPIRVOpt reads what spirv-opt makes of valid modules of graphs, by its own
// lists of passes and lists made up. The words that it makes are what is compared with,
// so that its own mistakes don't count.
func TestRandomSPIRVOpt(t *testing.T) {
	spirvTools(t)
	first, n := number("REFRACT_SEED", 0), sweep.Count(40)
	dir := t.TempDir()
	in, out := filepath.Join(dir, "in.spv"), filepath.Join(dir, "out.spv")
	valid := func(file string) bool {
		return osexec.Command("spirv-val", "--target-env", "vulkan1.3", file).Run() == nil
	}
	total, modules, theirs := 0, 0, 0
	for seed := first; seed < first+n; seed++ {
		kind := spirvtest.FlowConstructs
		if seed%4 == 3 {
			kind = spirvtest.FlowOdd
		}
		text, fragment := graphOf(uint64(seed), kind)
		words := assembled(t, text)
		if err := os.WriteFile(in, spirv.AppendBytes(nil, words), 0o666); err != nil {
			t.Fatal(err)
		}
		if !valid(in) {
			continue
		}
		before, err := graphRuns(words)
		if err != nil {
			t.Fatal(err)
		}
		r := rand.New(rand.NewPCG(uint64(seed), 9))
		lists := [][]string{{"-O"}, {"-Os"}, nil}
		for range 2 + r.IntN(8) {
			lists[2] = append(lists[2], optPasses[r.IntN(len(optPasses))])
		}
		for _, list := range lists {
			if osexec.Command("spirv-opt", append(slices.Clone(list), in, "-o", out)...).Run() != nil || !valid(out) {
				theirs++ // what it makes isn't valid
				continue
			}
			b, err := os.ReadFile(out)
			if err != nil {
				t.Fatal(err)
			}
			optimized, err := spirv.FromBytes(b)
			if err != nil {
				t.Fatal(err)
			}
			modules++
			ran, err := compareGraph(optimized, fragment)
			if err != nil {
				text, _ := spirv.Disassemble(optimized, spirv.DisassembleOptions{})
				t.Errorf("seed %d, %v: %v\nof\n%s", seed, list, err, text)
			}
			total += ran
			after, err := graphRuns(optimized)
			if err != nil {
				t.Fatal(err)
			}
			if len(after) < len(before) || !slices.EqualFunc(before, after[:len(before)], func(x, y graphRun) bool { return string(x.out) == string(y.out) }) {
				t.Logf("seed %d: what spirv-opt %v makes does something else than the words that it is made of", seed, list)
				theirs++
			}
		}
	}
	t.Logf("%d modules, %d runs; %d times spirv-opt is wrong", modules, total, theirs)
	if total < n {
		t.Errorf("%d runs", total)
	}
}

// TestSPIRVOptLosesStore proves that spirv-opt makes another program of one with a
// private variable that a loop sets: why generated programs don't go through it. The
// words that it makes, run word by word, give 1, those that it is given 0.
func TestSPIRVOptLosesStore(t *testing.T) {
	spirvTools(t)
	out, err := refract.Translate(context.Background(), "a.wgsl", []byte(`enable f16;
@group(0) @binding(0) var<storage, read_write> b: array<i32, 16>;
var<private> z: i32 = 1;
var<private> half: f16;
@compute @workgroup_size(1) fn main() {
    for (var n = 0u; n < 1u; n = 1u) { z = i32(half); }
    b[3] = z;
}
`), refract.TranslateOptions{To: refract.SPIRV, Parse: refract.ParseOptions{Options: readOptions(ir.StageCompute)},
		Validate: refract.ValidateOptions{Capabilities: validate.All}})
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	in, made := filepath.Join(dir, "in.spv"), filepath.Join(dir, "out.spv")
	if err := os.WriteFile(in, out.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	if text, err := osexec.Command("spirv-opt", "-O", in, "-o", made).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	data, err := os.ReadFile(made)
	if err != nil {
		t.Fatal(err)
	}
	words, err := spirv.FromBytes(data)
	if err != nil {
		t.Fatal(err)
	}
	before, err := graphRuns(out.Words)
	if err != nil {
		t.Fatal(err)
	}
	after, err := graphRuns(words)
	if err != nil {
		t.Fatal(err)
	}
	if len(before) == 0 || binary.LittleEndian.Uint32(before[0].out[12:]) != 0 {
		t.Fatal("the words that spirv-opt is given don't give 0")
	}
	if len(after) > 0 && string(after[0].out) == string(before[0].out) {
		t.Skip("this spirv-opt is right")
	}
	if _, err := compareGraph(words, false); err != nil {
		t.Error(err) // we read what it makes as it is
	}
}

// TestSPIRVClamp holds a clamp whose bounds aren't in order to what WGSL says of it, also
// when spirv-opt has seen it: GLSL.std.450 leaves such a clamp undefined.
func TestSPIRVClamp(t *testing.T) {
	spirvTools(t)
	for level := range 2 {
		out, err := refract.Translate(context.Background(), "a.wgsl", []byte(`@group(0) @binding(0) var<storage, read_write> b: array<i32, 16>;
@compute @workgroup_size(1) fn main() {
    b[3] = clamp(0, 0, b[1]);
    b[4] = vec2i(clamp(vec2u(3, 9), vec2u(5), vec2u(u32(b[2]), 7))).x;
}
`), refract.TranslateOptions{To: refract.SPIRV, Optimize: refract.OptimizeOptions{Level: level}})
		if err != nil {
			t.Fatal(err)
		}
		dir := t.TempDir()
		in, made := filepath.Join(dir, "in.spv"), filepath.Join(dir, "out.spv")
		if err := os.WriteFile(in, out.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
		if text, err := osexec.Command("spirv-opt", "-O", in, "-o", made).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, text)
		}
		for _, file := range []string{in, made} {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			words, err := spirv.FromBytes(data)
			if err != nil {
				t.Fatal(err)
			}
			runs, err := graphRuns(words)
			if err != nil || len(runs) != len(graphInputs) {
				t.Fatalf("%d runs, %v", len(runs), err)
			}
			for k, r := range runs {
				first := min(0, int32(graphInputs[k][1]))
				second := min(5, graphInputs[k][2])
				if x, y := int32(binary.LittleEndian.Uint32(r.out[12:])), binary.LittleEndian.Uint32(r.out[16:]); x != first || y != second {
					t.Errorf("-O%d, %s, of %v: %d and %d, want %d and %d", level, filepath.Base(file), graphInputs[k], x, y, first, second)
				}
			}
		}
	}
}
