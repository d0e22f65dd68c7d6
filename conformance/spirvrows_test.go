package conformance

// What other compilers make is read: assembly of the corpus, glslang on GLSL of the
// corpus for Vulkan 1.0 and 1.3, as it is and through spirv-opt. What is read is
// written back as SPIR-V and in every language, and given to the checkers.

import (
	"context"
	"encoding/base64"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"refract"
	"refract/diag"
	"refract/internal/harness"
	"refract/internal/harness/glslang"
	"refract/ir"
	"refract/spirv"
)

// spirvRow is a module that another compiler made.
type spirvRow struct {
	name  string
	words []uint32
}

// assemblyRow is a row of spvasm.jsonl.gz.
type assemblyRow struct {
	Name, Source string
	Valid        bool
}

// stagesWithout are those that there are no modules of.
var stagesWithout = regexp.MustCompile(`OpEntryPoint (Geometry|Tessellation\w+|Mesh\w+|Task\w+)`)

// assembly are the valid modules of the corpus, without the stages that the module IR
// hasn't.
func assembly(t *testing.T) (list []spirvRow) {
	harness.Corpus(t, "spvasm.jsonl.gz", func(r assemblyRow) {
		if !r.Valid || stagesWithout.MatchString(r.Source) {
			return
		}
		var diags diag.List
		words, ok := spirv.Assemble(r.Source, 0, spirv.AssembleOptions{PreserveIDs: true}, &diags)
		if !ok {
			t.Errorf("%s: %v", r.Name, diags.Err(nil))
			return
		}
		list = append(list, spirvRow{r.Name, words})
	})
	return list
}

// ownAssembly are the modules of this repository that are run.
func ownAssembly(t *testing.T) (list []spirvRow) {
	files, err := filepath.Glob("testdata/spirv/*.spvasm")
	if err != nil || len(files) == 0 {
		t.Fatal("no modules: ", err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, spirvRow{filepath.Base(file), assembled(t, string(data))})
	}
	return list
}

// glslangCache has the SPIR-V that glslang made, by version of Vulkan and flag.
var glslangCache = map[string][]spirvRow{}

// glslangRows are the shaders of the corpus that glslang takes for a version of Vulkan,
// through spirv-opt if a flag is given.
func glslangRows(t *testing.T, vulkan, optimize string) (list []spirvRow) {
	glslang.Find(t)
	if list := glslangCache[vulkan+optimize]; list != nil {
		return list
	}
	defer func() { glslangCache[vulkan+optimize] = list }()
	if optimize != "" {
		return optimizedRows(t, glslangRows(t, vulkan, ""), "vulkan"+vulkan, optimize)
	}
	var shaders []glslRow
	harness.Corpus(t, "glsl.jsonl.gz", func(r glslRow) {
		if r.Vulkan || r.OpenGL {
			shaders = append(shaders, r)
		}
	})
	return eachRow(len(shaders), func(i int) (spirvRow, bool) {
		code, err := glslangWords(&shaders[i], vulkan)
		if err != nil {
			return spirvRow{}, false // not for Vulkan
		}
		words, err := spirv.FromBytes(code)
		return spirvRow{shaders[i].Name, words}, err == nil
	})
}

// optimizedRows are the modules that spirv-opt makes with a flag.
func optimizedRows(t *testing.T, rows []spirvRow, target, flag string) []spirvRow {
	tool, err := exec.LookPath("spirv-opt")
	if err != nil {
		if os.Getenv("REFRACT_REQUIRE_TOOLS") == "1" {
			t.Fatal(err)
		}
		t.Skip(err)
	}
	dir := t.TempDir()
	return eachRow(len(rows), func(i int) (spirvRow, bool) {
		file := filepath.Join(dir, fmt.Sprint(i, ".spv"))
		if os.WriteFile(file, spirv.AppendBytes(nil, rows[i].words), 0o666) != nil ||
			exec.Command(tool, flag, "--target-env="+target, file, "-o", file).Run() != nil {
			return spirvRow{}, false
		}
		code, err := os.ReadFile(file)
		if err != nil {
			return spirvRow{}, false
		}
		words, err := spirv.FromBytes(code)
		return spirvRow{rows[i].name, words}, err == nil
	})
}

// eachRow calls a function with each number below n, several at once, and returns the rows that
// there are, in order.
func eachRow(n int, row func(int) (spirvRow, bool)) (list []spirvRow) {
	rows, made := make([]spirvRow, n), make([]bool, n)
	var group sync.WaitGroup
	slots := make(chan bool, runtime.NumCPU())
	for i := range n {
		slots <- true
		group.Go(func() {
			defer func() { <-slots }()
			rows[i], made[i] = row(i)
		})
	}
	group.Wait()
	for i := range rows {
		if made[i] {
			list = append(list, rows[i])
		}
	}
	return list
}

// validated is what spirv-val says of a module: "" where it is valid.
func validated(t *testing.T, words []uint32, flags ...string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "module.spv")
	if err := os.WriteFile(file, spirv.AppendBytes(nil, words), 0o666); err != nil {
		t.Fatal(err)
	}
	text, err := exec.Command("spirv-val", append(flags, "--target-env", "vulkan1.3", file)...).CombinedOutput()
	if err == nil {
		return ""
	}
	first, _, _ := strings.Cut(string(text), "\n")
	return first + " " + err.Error()
}

// readRows reads modules; refused counts what is refused by what is named. A module that
// is refused otherwise must be one that spirv-val refuses, too.
func readRows(t *testing.T, rows []spirvRow) (read []*refract.Valid, names []string) {
	refused := map[string]int{}
	for _, r := range rows {
		v, err := refract.Check(context.Background(), r.name, spirv.AppendBytes(nil, r.words), refract.CheckOptions{Parse: refract.ParseOptions{Language: refract.SPIRV}})
		if err != nil {
			_, why, named := strings.Cut(err.Error(), "no form in a module: ")
			if !named {
				why = "an error in the module"
				if complaint := validated(t, r.words); complaint == "" {
					t.Errorf("%s: refused without a name: %v", r.name, err)
				} else {
					t.Logf("%s: %v; spirv-val: %s", r.name, err, complaint)
				}
			}
			why, _, _ = strings.Cut(why, "\n")
			refused[why]++
			if os.Getenv("SHADER") != "" {
				t.Logf("%s: %v", r.name, err)
			}
			continue
		}
		read, names = append(read, v), append(names, r.name)
	}
	list := slices.Sorted(maps.Keys(refused))
	slices.SortStableFunc(list, func(a, b string) int { return refused[b] - refused[a] })
	for _, why := range list {
		t.Logf("refused: %d: %s", refused[why], why)
	}
	return read, names
}

// TestSPIRVRows measures what is read, and what passes spirv-val written back. What
// glslang makes, which takes minutes, is measured where REFRACT_ALL is 1.
func TestSPIRVRows(t *testing.T) {
	for _, c := range []struct {
		name string
		rows func(t *testing.T) []spirvRow
	}{
		{"assembly", func(t *testing.T) []spirvRow {
			if harness.IsOwn() {
				return ownAssembly(t)
			}
			return assembly(t)
		}},
		{"glslang 1.0", func(t *testing.T) []spirvRow { return glslangRows(t, "1.0", "") }},
		{"glslang 1.3", func(t *testing.T) []spirvRow { return glslangRows(t, "1.3", "") }},
		{"glslang 1.0 -O", func(t *testing.T) []spirvRow { return glslangRows(t, "1.0", "-O") }},
		{"glslang 1.0 -Os", func(t *testing.T) []spirvRow { return glslangRows(t, "1.0", "-Os") }},
		{"glslang 1.3 -O", func(t *testing.T) []spirvRow { return glslangRows(t, "1.3", "-O") }},
		{"glslang 1.3 -Os", func(t *testing.T) []spirvRow { return glslangRows(t, "1.3", "-Os") }},
	} {
		if c.name != "assembly" && os.Getenv("REFRACT_ALL") != "1" {
			continue
		}
		t.Run(c.name, func(t *testing.T) {
			rows := c.rows(t)
			read, names := readRows(t, rows)
			written, passed := writtenBack(t, read, names, rows)
			t.Logf("%d of %d read, %d written back, %d of them valid", len(read), len(rows), written, passed)
			if c.name == "assembly" {
				harness.Ratchet(t, "spirv-in/assembly", harness.Count{Passed: len(read), Total: len(rows)})
				harness.Ratchet(t, "spirv-in/spirv-val", harness.Count{Passed: passed, Total: written})
			}
		})
	}
}

// atLeast fails the test where fewer modules of the corpus pass than have passed.
func atLeast(t *testing.T, what string, got, want int) {
	t.Helper()
	if got < want {
		t.Errorf("%s: %d, %d have been", what, got, want)
	}
}

// checkedSPIRV is a row for spirv-val.
type checkedSPIRV struct {
	Name  string `json:"name"`
	SPIRV string `json:"spirv"`
	Env   string `json:"env"`
}

// newestSPIRV writes a module as SPIR-V 1.6.
func newestSPIRV(t *testing.T, v *refract.Valid) (*refract.Output, error) {
	t.Helper()
	o := refract.WriteOptions{Language: refract.SPIRV}
	if err := o.Set("spv.version", "1.6"); err != nil {
		t.Fatal(err)
	}
	return refract.Write(context.Background(), v, o)
}

// writtenBack writes modules as SPIR-V 1.6 and gives them to spirv-val. It returns how
// many are written and how many of those are valid; what wasn't valid before isn't counted.
func writtenBack(t *testing.T, read []*refract.Valid, names []string, rows []spirvRow) (written, passed int) {
	before := map[string][]uint32{}
	for _, r := range rows {
		before[r.name] = r.words
	}
	var checks []checkedSPIRV
	var made [][]uint32
	for i, v := range read {
		out, err := newestSPIRV(t, v)
		if err != nil {
			t.Logf("%s: not written: %v", names[i], err)
			continue
		}
		written++
		made = append(made, out.Words)
		checks = append(checks, checkedSPIRV{names[i], base64.StdEncoding.EncodeToString(spirv.AppendBytes(nil, out.Words)), "vulkan1.3"})
	}
	for i, v := range harness.Oracle(t, "spirv", checks) {
		switch {
		case v.OK:
			passed++
		case strings.Contains(v.Text(), "layout rules") && validated(t, made[i], "--scalar-block-layout") == "":
			passed++ // as it was, for devices with scalar block layouts
		case strings.Contains(v.Text(), "layout rules") && before[v.Name] != nil && validated(t, before[v.Name], "--scalar-block-layout") != "":
			written-- // it wasn't valid before
			t.Logf("%s: not valid as it was: %s", v.Name, v.Text())
		default:
			t.Logf("%s: %s", v.Name, v.Text())
		}
	}
	return written, passed
}

// TestSPIRVRowsCompile writes what is read in every language and gives it to the
// compilers.
func TestSPIRVRowsCompile(t *testing.T) {
	producers := map[string]func() []spirvRow{"assembly": func() []spirvRow { return assembly(t) }}
	if os.Getenv("REFRACT_ALL") == "1" {
		producers["glslang"] = func() []spirvRow { return glslangRows(t, "1.3", "") }
	}
	for _, producer := range slices.Sorted(maps.Keys(producers)) {
		read, names := readRows(t, producers[producer]())
		for _, c := range []struct {
			name, oracle      string
			rows              func(string, *refract.Valid) []compilerRow
			written, compiled int // at least so many of the assembly
		}{{"GLSL", "glsl", vulkanRows, 185, 185}, {"HLSL", "hlsl", hlslRows, 175, 175}, {"WGSL", "tint", wgslRows, 169, 169}, {"MSL", "msl", mslRows, 161, 161}} {
			if x := os.Getenv("COMPILER"); x != "" && x != c.oracle {
				continue
			}
			t.Run(producer+" "+c.name, func(t *testing.T) {
				var rows []compilerRow
				writes, total := 0, 0
				refused := map[string]int{}
				for i, v := range read {
					for _, row := range c.rows(names[i], v) {
						total++
						if row.Source == "" {
							why := row.Name[strings.LastIndex(row.Name, ": ")+2:]
							refused[why]++
							if os.Getenv("SHADER") != "" {
								t.Log("not written: ", row.Name)
							}
							continue
						}
						writes++
						rows = append(rows, row)
					}
				}
				for _, why := range slices.Sorted(maps.Keys(refused)) {
					t.Logf("not written: %d: %s", refused[why], why)
				}
				passed := 0
				for i, v := range harness.Oracle(t, c.oracle, rows) {
					if v.OK {
						passed++
					} else {
						t.Logf("%s: %s", v.Name, v.Text())
						if dir := os.Getenv("REFRACT_FAILED"); dir != "" {
							os.WriteFile(filepath.Join(dir, fmt.Sprintf("%s%d.txt", c.oracle, i)), []byte("// "+v.Name+": "+v.Text()+"\n"+rows[i].Source), 0o666)
						}
					}
				}
				t.Logf("%d of %d written, %d of them compile", writes, total, passed)
				if producer == "assembly" {
					atLeast(t, "written as "+c.name, writes, c.written)
					atLeast(t, "compiled", passed, c.compiled)
				}
			})
		}
	}
}

// vulkanRows are entry points as GLSL for Vulkan.
func vulkanRows(name string, v *refract.Valid) (rows []compilerRow) {
	for i := range v.Module.EntryPoints {
		e := &v.Module.EntryPoints[i]
		o := refract.WriteOptions{Language: refract.GLSL, EntryPoint: e.Name, Overrides: harness.OverrideValues(v.Module)}
		err := o.Set("glsl.version", "460")
		if err == nil {
			err = o.Set("glsl.vulkan", "true")
		}
		var out *refract.Output
		if err == nil {
			out, err = refract.Write(context.Background(), v, o)
		}
		if err != nil {
			rows = append(rows, compilerRow{Name: name + ": " + e.Name + ": " + err.Error()})
			continue
		}
		rows = append(rows, compilerRow{Name: name + ": " + e.Name, Source: out.Text, Stage: glslStage[e.Stage], Client: "vulkan"})
	}
	return rows
}

var glslStage = map[ir.Stage]string{ir.StageVertex: "vert", ir.StageFragment: "frag", ir.StageCompute: "comp"}

// wgslRows is a module as WGSL of the specification.
func wgslRows(name string, v *refract.Valid) []compilerRow {
	o := refract.WriteOptions{Language: refract.WGSL}
	err := o.Set("wgsl.standard", "true")
	var out *refract.Output
	if err == nil {
		out, err = refract.Write(context.Background(), v, o)
	}
	if err != nil {
		return []compilerRow{{Name: name + ": " + err.Error()}}
	}
	return []compilerRow{{Name: name, Source: out.Text}}
}
