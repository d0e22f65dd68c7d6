package conformance

// Our writers beside SPIRV-Cross, on the same modules: how many entry points of them
// each writes, and how many of those the compilers take.

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	osexec "os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"refract"
	"refract/internal/harness"
	"refract/ir"
	"refract/spirv"
)

// crossLanguage is a language that both write.
type crossLanguage struct {
	name, oracle string
	flags        []string // of spirv-cross
	language     refract.Language
	options      [][2]string
	least        float64 // share of what we write that must compile
}

var crossLanguages = []crossLanguage{
	{"GLSL", "glsl", []string{"--vulkan-semantics", "--version", "460"}, refract.GLSL, [][2]string{{"glsl.version", "460"}, {"glsl.vulkan", "true"}}, 0.98},
	{"HLSL", "hlsl", []string{"--hlsl", "--shader-model", "66", "--hlsl-enable-16bit-types"}, refract.HLSL, [][2]string{{"hlsl.shader_model", "6.6"}}, 0.98},
	{"MSL", "msl", []string{"--msl", "--msl-version", "30100"}, refract.MSL, [][2]string{{"msl.version", "3.1"}}, 0.98},
	{"WGSL", "tint", nil, refract.WGSL, [][2]string{{"wgsl.standard", "true"}}, 0.99},
}

// entryOf is an entry point of a module.
type entryOf struct {
	row   spirvRow
	name  string
	stage ir.Stage
}

// entriesOf are the entry points of modules in the stages that both write.
func entriesOf(rows []spirvRow) (list []entryOf) {
	stages := map[uint32]ir.Stage{0: ir.StageVertex, 4: ir.StageFragment, 5: ir.StageCompute}
	for _, r := range rows {
		for at := 5; at < len(r.words); {
			n := int(r.words[at] >> 16)
			if n == 0 {
				break
			}
			if spirv.Op(r.words[at]&0xFFFF) == spirv.OpEntryPoint {
				name, _ := spirv.String(r.words[at+3 : at+n])
				if s, ok := stages[r.words[at+1]]; ok {
					list = append(list, entryOf{r, name, s})
				}
			}
			at += n
		}
	}
	return list
}

// compilerRowOf is an entry point's text for the compiler of a language.
func (l *crossLanguage) compilerRowOf(e *entryOf, source, entry string) compilerRow {
	row := compilerRow{Name: e.row.name + ": " + e.name, Source: source}
	switch l.oracle {
	case "glsl":
		row.Stage, row.Client = glslStage[e.stage], "vulkan"
	case "hlsl":
		profiles := map[ir.Stage]string{ir.StageVertex: "vs_6_6", ir.StageFragment: "ps_6_6", ir.StageCompute: "cs_6_6"}
		row.Entry, row.Profile, row.Args = entry, profiles[e.stage], []string{"-enable-16bit-types"}
	}
	return row
}

// byCross are the texts that spirv-cross writes, "" where it doesn't.
func byCross(t *testing.T, l *crossLanguage, list []entryOf) []string {
	dir := t.TempDir()
	out := make([]string, len(list))
	var group sync.WaitGroup
	slots := make(chan bool, runtime.NumCPU())
	for i := range list {
		e := &list[i]
		group.Add(1)
		slots <- true
		go func() {
			defer func() { <-slots; group.Done() }()
			file := filepath.Join(dir, fmt.Sprint(i, ".spv"))
			if os.WriteFile(file, spirv.AppendBytes(nil, e.row.words), 0o666) != nil {
				return
			}
			defer os.Remove(file)
			args := append([]string{file, "--entry", e.name, "--stage", glslStage[e.stage]}, l.flags...)
			if text, err := osexec.Command("spirv-cross", args...).Output(); err == nil {
				out[i] = string(text)
			}
		}()
	}
	group.Wait()
	return out
}

// TestBesideSPIRVCross prints, by language, how many entry points SPIRV-Cross and we
// write and how many of those compile, of the assembly of the corpus and of what
// glslang makes. REFRACT_ALL asks for it.
func TestBesideSPIRVCross(t *testing.T) {
	if os.Getenv("REFRACT_ALL") != "1" {
		t.Skip("REFRACT_ALL is not 1")
	}
	if _, err := osexec.LookPath("spirv-cross"); err != nil {
		t.Skip(err)
	}
	producers := map[string]func() []spirvRow{
		"assembly": func() []spirvRow { return assembly(t) },
		"glslang":  func() []spirvRow { return glslangRows(t, "1.3", "") },
	}
	for _, producer := range slices.Sorted(maps.Keys(producers)) {
		list := entriesOf(producers[producer]())
		valid := map[string]*refract.Valid{}
		read := 0
		for _, e := range list {
			if _, done := valid[e.row.name]; !done {
				v, err := refract.Check(context.Background(), e.row.name, spirv.AppendBytes(nil, e.row.words), refract.CheckOptions{Parse: refract.ParseOptions{Language: refract.SPIRV}})
				if err != nil {
					v = nil
				}
				valid[e.row.name] = v
			}
			if valid[e.row.name] != nil {
				read++
			}
		}
		t.Logf("%s: %d entry points, %d read", producer, len(list), read)
		for k := range crossLanguages {
			l := &crossLanguages[k]
			if x := os.Getenv("COMPILER"); x != "" && x != l.oracle {
				continue
			}
			var theirs []string
			if l.flags != nil {
				theirs = byCross(t, l, list)
			}
			var rows []compilerRow
			var whose []int // 0: theirs, 1: ours
			var written [2]int
			for i := range list {
				e := &list[i]
				if theirs != nil && theirs[i] != "" {
					rows, whose = append(rows, l.compilerRowOf(e, theirs[i], "main")), append(whose, 0)
					written[0]++
				}
				v := valid[e.row.name]
				if v == nil {
					continue
				}
				out, err := l.write(v, e)
				if err != nil {
					if theirs != nil && theirs[i] != "" || os.Getenv("SHADER") != "" {
						why, _, _ := strings.Cut(err.Error(), "\n")
						t.Logf("not written: %s: %s: %s", l.name, e.row.name, why)
					}
					continue
				}
				entry := "main"
				if m := out.Mapping(); m != nil && len(m.EntryPoints) == 1 {
					entry = m.EntryPoints[0].Text
				}
				rows, whose = append(rows, l.compilerRowOf(e, out.Text, entry)), append(whose, 1)
				written[1]++
			}
			var compiled [2]int
			for i, v := range harness.Oracle(t, l.oracle, rows) {
				if v.OK {
					compiled[whose[i]]++
				} else if whose[i] == 1 {
					t.Logf("%s: %s: %s", l.name, v.Name, v.Text())
				}
			}
			t.Logf("%-9s %-5s SPIRV-Cross: %4d written, %4d compile; refract: %4d written, %4d compile (%.1f%%)", producer, l.name,
				written[0], compiled[0], written[1], compiled[1], 100*float64(compiled[1])/float64(max(written[1], 1)))
			if share := float64(compiled[1]) / float64(max(written[1], 1)); share < l.least {
				t.Errorf("%s of %s: %.1f%% compile, want %.1f%%", l.name, producer, 100*share, 100*l.least)
			}
			// Layouts that Metal has no types for are still refused.
			if producer == "assembly" && l.oracle != "msl" {
				atLeast(t, l.name+" written, beside what SPIRV-Cross writes that compiles", written[1], compiled[0])
			}
		}
	}
}

// write writes an entry point.
func (l *crossLanguage) write(v *refract.Valid, e *entryOf) (*refract.Output, error) {
	o := refract.WriteOptions{Language: l.language, EntryPoint: e.name}
	if l.language != refract.WGSL {
		o.Overrides = harness.OverrideValues(v.Module)
	}
	for _, x := range l.options {
		if err := o.Set(x[0], x[1]); err != nil {
			return nil, err
		}
	}
	out, err := refract.Write(context.Background(), v, o)
	if err == nil && out.Text == "" {
		err = errors.New("nothing is written")
	}
	return out, err
}
