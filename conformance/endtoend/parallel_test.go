package endtoend

// This file has functions checked and written by several goroutines, and by one: outputs,
// what is told of them, and errors are the same.

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"refract"
	glslback "refract/back/glsl"
	hlslback "refract/back/hlsl"
	mslback "refract/back/msl"
	wgslback "refract/back/wgsl"
	"refract/diag"
	"refract/front/wgsl"
	"refract/internal/harness"
	"refract/internal/parallel"
	"refract/ir"
	"refract/ir/validate"
)

// shareSmall has jobs of any size shared, by as many as four, until the test ends.
func shareSmall(t *testing.T) {
	processors := runtime.GOMAXPROCS(4)
	restore := parallel.SetLeast(1)
	t.Cleanup(func() {
		runtime.GOMAXPROCS(processors)
		restore()
	})
}

// written translates a shader to all languages, by at most so many goroutines, and tells
// all of it: texts, names, errors, warnings.
func written(name string, src []byte, o refract.TranslateOptions, workers int) (all []string) {
	budget := refract.Budget{Workers: workers}
	if o.Budget != nil {
		budget = *o.Budget
		budget.Workers = workers
	}
	o.Budget, o.Validate.Capabilities = &budget, validate.All
	for _, l := range []refract.Language{refract.SPIRV, refract.WGSL, refract.HLSL, refract.MSL, refract.GLSL, refract.ESSL} {
		o.Warn = func(found *diag.Diagnostics) { all = append(all, found.Error()) }
		lists, err := refract.TranslateAll(context.Background(), name, src, o, refract.Target{Language: l, Each: true})
		all = append(all, fmt.Sprint(l, err))
		for _, list := range lists {
			for _, out := range list {
				mapping, _ := json.Marshal(out.Mapping())
				all = append(all, string(out.Bytes()), string(mapping))
			}
		}
	}
	return all
}

// smallTexts are options for compact text.
func smallTexts() refract.LanguageOptions {
	h, m, g := hlslback.NewOptions(), mslback.NewOptions(), glslback.NewOptions()
	h.Minify, m.Minify, g.Minify = true, true, true
	return refract.LanguageOptions{refract.WGSL: &wgslback.Options{Minify: true}, refract.HLSL: &h, refract.MSL: &m, refract.GLSL: &g}
}

// oldTexts are options for GLSL ES 1.00.
func oldTexts() refract.LanguageOptions {
	g := glslback.NewOptionsES()
	g.Version.Number = 100
	return refract.LanguageOptions{refract.ESSL: &g}
}

// TestSharedFunctions compares what several goroutines make of shaders with what one makes.
func TestSharedFunctions(t *testing.T) {
	shareSmall(t)
	sources := map[string]string{}
	for i, s := range harness.Shaders(t) {
		if harness.Chosen(i, &s, 40) {
			sources[s.Name] = s.Source
		}
	}
	for _, pattern := range []string{"testdata/shaders/*.wgsl", "conformance/testdata/hostile/*.wgsl"} {
		files, _ := filepath.Glob(pattern)
		for i, file := range files {
			if src, err := os.ReadFile(file); err == nil && (i%4 == 0 || len(files) < 20) {
				sources[file] = string(src)
			}
		}
	}
	for _, n := range []int{1, 3, 50, 1000} {
		sources[fmt.Sprintf("functions %d.wgsl", n)] = generated[0].make(n)
	}
	compareShared(t, sources)
}

// TestConcurrentFunctions is TestSharedFunctions over few shaders, for the race detector.
func TestConcurrentFunctions(t *testing.T) {
	shareSmall(t)
	sources := map[string]string{"functions.wgsl": generated[0].make(100)}
	for name, src := range shaders(t) {
		sources[name] = string(src)
	}
	compareShared(t, sources)
}

func compareShared(t *testing.T, sources map[string]string) {
	t.Helper()
	for name, src := range sources {
		for _, o := range []refract.TranslateOptions{
			{},
			{Write: refract.WriteOptions{Options: smallTexts()}},
			{Write: refract.WriteOptions{Options: oldTexts()}},
			{Budget: &refract.Budget{Output: max(100, len(src)/2)}},
		} {
			o.From = refract.WGSL
			want := written(name, []byte(src), o, 1)
			got := written(name, []byte(src), o, 4)
			if !reflect.DeepEqual(got, want) {
				for i := range want {
					if i >= len(got) || got[i] != want[i] {
						t.Errorf("%s: by several goroutines\n%s\nby one\n%s", name, got[min(i, len(got)-1)], want[i])
						break
					}
				}
			}
		}
	}
}

// TestSharedSizes translates a shader that grows past the size from which on functions
// are shared.
func TestSharedSizes(t *testing.T) {
	t.Cleanup(func(processors int) func() { return func() { runtime.GOMAXPROCS(processors) } }(runtime.GOMAXPROCS(3)))
	for _, n := range []int{100, 2500, 3500, 8000} {
		src := []byte(generated[0].make(n))
		for workers := range 4 {
			want, got := written("f.wgsl", src, refract.TranslateOptions{}, 1), written("f.wgsl", src, refract.TranslateOptions{}, workers)
			if !reflect.DeepEqual(got, want) {
				t.Errorf("%d functions by %d goroutines differ from those by one", n, workers)
			}
		}
	}
}

// TestSharedChecks validates modules by several goroutines and by one: what is learned,
// and what is wrong, is the same.
func TestSharedChecks(t *testing.T) {
	check := func(m *ir.Module, workers int) (*validate.Info, string) {
		info, err := validate.Module(m, validate.Options{Capabilities: validate.All, Workers: workers})
		return info, fmt.Sprint(err)
	}
	shareSmall(t)
	for i, s := range harness.Shaders(t) {
		if !harness.Chosen(i, &s, 20) {
			continue
		}
		m, err := refract.Parse(context.Background(), "a.wgsl", []byte(s.Source), refract.ParseOptions{})
		if err != nil {
			continue
		}
		want, none := check(m, 1)
		got, wrong := check(m, 4)
		if learned := func(i *validate.Info) string {
			return fmt.Sprintf("%+v %+v %v %v", i.Functions, i.EntryPoints, i.Order, i.Required)
		}; none != wrong ||
			learned(got) != learned(want) {
			t.Errorf("%s: %s and %s, or what is learned differs", s.Name, wrong, none)
		}
		for k, f := range m.Functions[1:] {
			if k%3 == 1 || len(m.Functions) < 4 { // what they return is wrong now
				f.Result = ir.TypeU32
				if k%2 == 0 {
					f.Result = ir.TypeF32
				}
			}
		}
		_, found := check(m, 1)
		_, again := check(m, 4)
		if found != again || len(m.Functions) > 1 && !strings.Contains(found, "error") {
			t.Errorf("%s: by several goroutines\n%s\nby one\n%s", s.Name, again, found)
		}
	}
}

// TestConcurrentCapabilities has capabilities lack in several functions: they are told in order.
func TestConcurrentCapabilities(t *testing.T) {
	shareSmall(t)
	var b strings.Builder
	b.WriteString("enable subgroups;\nenable f16;\n")
	for i := range 60 {
		fmt.Fprintf(&b, "fn g%d(x: f32) -> f32 { return x + subgroupAdd(x) + f32(f16(x)); }\n", i)
	}
	var list [2]string
	for i := range list {
		m, err := refract.Parse(context.Background(), "a.wgsl", []byte(b.String()), refract.ParseOptions{})
		if err != nil {
			t.Fatal(err)
		}
		_, err = refract.Validate(context.Background(), m, refract.ValidateOptions{Capabilities: validate.SetOf(validate.Float64), Budget: refract.Budget{Workers: 1 + 3*i}})
		list[i] = fmt.Sprint(err)
	}
	if list[0] != list[1] || !strings.Contains(list[0], "f59") && !strings.Contains(list[0], ":7:56") {
		t.Errorf("%s\n%s", list[1], list[0])
	}
}

// TestSharedReading reads shaders by several goroutines and by one: as they are, with
// mistakes, with what is warned of, with types and constants that few functions have.
func TestSharedReading(t *testing.T) {
	shareSmall(t)
	read := func(src string, workers int) (all string) {
		o := refract.ParseOptions{Language: refract.WGSL, Budget: refract.Budget{Workers: workers}, Warn: func(found *diag.Diagnostics) { all += found.Error() }}
		o.Options = refract.LanguageOptions{refract.WGSL: &wgsl.Options{Allowed: wgsl.AllExtensions}}
		m, err := refract.Parse(context.Background(), "a.wgsl", []byte(src), o)
		all += fmt.Sprintln(err)
		if m != nil {
			for id := 1; id < m.Types.Len(); id++ {
				all += fmt.Sprintln(*m.Types.At(ir.TypeID(id)))
			}
			all += ir.Print(m)
		}
		return all
	}
	some := func(src, old, to string, every int) string {
		parts := strings.Split(src, old)
		var b strings.Builder
		for i, p := range parts {
			if b.WriteString(p); i+1 < len(parts) {
				if i%every == every/2 {
					b.WriteString(to)
				} else {
					b.WriteString(old)
				}
			}
		}
		return b.String()
	}
	read1 := 0
	for i, s := range harness.Shaders(t) {
		if !harness.Chosen(i, &s, 4) || strings.Count(s.Source, "fn ") < 3 {
			continue
		}
		read1++
		for kind, src := range []string{s.Source,
			some(s.Source, "return ", "return undeclared + ", 3),
			some(s.Source, "return", "let unused = 1; return", 2),
			some(s.Source, "return", "{ var unused = array<vec3<i32>, 3>(); let p = &unused; if (*p)[0].x == 1 { discard; } } return", 3),
			some(s.Source, "return", "{ let unused = frexp(0.5).exp; const c = vec3(1.5, 2, 3) * 2; var d = c; } return; return", 4),
			some(some(s.Source, "return ", "let unused = 1; return (", 5), "var ", "var var ", 7),
			s.Source + "\nfn more(a: ptr<function, array<i32, 5>>) -> i32 { const k = 3; let p = &(*a)[k]; return *p; }\nfn other() { var v: array<i32, 5>; let q = &v; let r = more(q); }\n",
		} {
			if want, got := read(src, 1), read(src, 4); got != want {
				t.Errorf("%s, %d: by several goroutines\n%s\nby one\n%s", s.Name, kind, got, want)
			}
		}
	}
	if read1 == 0 {
		t.Skip("no shaders")
	}
	t.Log(read1, "shaders")
}
