package conformance

// This file runs the shaders of testdata/hostile, which are written by hand to be shapes
// that no corpus and no generator has, by every path.

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"refract"
	"refract/internal/harness"
	"refract/internal/harness/differential"
	"refract/internal/vkrun"
	"refract/ir/validate"
)

// workgroupsOf is what a shader says of how many workgroups run, by a line of the form
// "// workgroups 2".
var workgroupsOf = regexp.MustCompile(`(?m)^// workgroups (\d)$`)

func TestHostile(t *testing.T) {
	d := vkrun.OpenTest(t)
	files, err := filepath.Glob("testdata/hostile/*.wgsl")
	if err != nil || len(files) == 0 {
		t.Fatal(err)
	}
	interpreter := differential.Interpreter()
	engines := []differential.Engine{interpreter, differential.Optimized(1), differential.GLSL(t, d)}
	for _, o := range differential.AllSPIRVOptions() {
		engines = append(engines, differential.Vulkan(d, o, false), differential.VulkanOptimized(d, o, false, 1))
	}
	var jobs, written []*differential.Job
	var want []differential.Result
	for _, file := range files {
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		name := filepath.Base(file)
		if only := os.Getenv("SHADER"); only != "" && !strings.Contains(name, only) {
			continue
		}
		groups := [3]uint32{1, 1, 1}
		if m := workgroupsOf.FindSubmatch(source); m != nil {
			groups[0] = uint32(m[1][0] - '0')
		}
		j, err := differential.NewJob(name, string(source), "main", groups, nil, 1)
		if err != nil {
			t.Error(err)
			continue
		}
		for _, e := range engines {
			if s := differ(j, []differential.Engine{interpreter, e}); s != "" {
				t.Errorf("%s: %s: %s", name, e.Name, s)
			}
		}
		result, err := interpreter.Run(j)
		if err != nil {
			continue
		}
		jobs, want = append(jobs, j), append(want, result)
		for level := range 2 {
			again, err := differential.Reread(j, level)
			if err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			if s := differ(again, []differential.Engine{interpreter}); s != "" {
				t.Errorf("%s: %s", again.Name, s)
			}
			if got, err := interpreter.Run(again); err == nil && j.Compare(result, got) != "" {
				t.Errorf("%s: %s", again.Name, j.Compare(result, got))
			}
			written = append(written, again)
		}
	}
	for _, r := range runners() {
		t.Run(r.name, func(t *testing.T) { r.agree(t, jobs, want) })
	}
	// As this module writes them: Dawn and wgpu don't reset variables of loops that have
	// no initializer, and wgpu lacks some of the language.
	for _, checker := range []string{"tint-run", "wgpu-run"} {
		t.Run(checker, func(t *testing.T) {
			results, errs := differential.Outside(t, checker, written)
			for i, j := range written {
				switch {
				case errs[i] != nil && (checker == "wgpu-run" || refusal.MatchString(errs[i].Error())):
					t.Logf("%s: %v", j.Name, errs[i])
				case errs[i] != nil:
					t.Errorf("%s: %v", j.Name, errs[i])
				case j.Compare(want[i/2], results[i]) != "":
					t.Errorf("%s: %s", j.Name, j.Compare(want[i/2], results[i]))
				}
			}
		})
	}
}

// TestHostileCompiles hands what the shaders of testdata/hostile/compile become, as they
// are and optimized, to the compilers: interfaces of every kind, textures of every kind,
// parts of zeros.
func TestHostileCompiles(t *testing.T) {
	files, err := filepath.Glob("testdata/hostile/compile/*.wgsl")
	if err != nil || len(files) == 0 {
		t.Fatal(err)
	}
	type sourceRow struct {
		Name   string `json:"name"`
		Source string `json:"source,omitempty"`
		SPIRV  []byte `json:"spirv,omitempty"`
	}
	var dxc []compilerRow
	rows := map[string][]sourceRow{}
	for _, file := range files {
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		v, err := refract.Check(file, source, refract.CheckOptions{Validate: refract.ValidateOptions{Capabilities: validate.All}})
		if err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		for level := range 2 {
			if v, err = refract.Optimize(v, refract.OptimizeOptions{Level: level}); err != nil {
				t.Fatal(err)
			}
			name := fmt.Sprintf("%s -O%d", filepath.Base(file), level)
			dxc = append(append(dxc, dxilRows(name, v, nil, false)...), dxilRows(name, v, nil, true)...)
			for checker, language := range map[string]refract.Language{"tint": refract.WGSL, "msl": refract.MSL, "spirv": refract.SPIRV} {
				out, err := refract.Write(v, refract.WriteOptions{Language: language})
				if err != nil {
					t.Errorf("%s: %v", name, err)
					continue
				}
				row := sourceRow{Name: name}
				if language == refract.SPIRV {
					row.SPIRV = out.Bytes()
				} else {
					row.Source = string(out.Bytes())
				}
				rows[checker] = append(rows[checker], row)
			}
		}
	}
	for i, v := range harness.Oracle(t, "hlsl", dxc, "--code") {
		if !v.OK {
			t.Errorf("%s: %s\n%s", dxc[i].Name, v.Text(), excerpt(dxc[i].Source, &v))
		}
	}
	for checker, list := range rows {
		for _, v := range harness.Oracle(t, checker, list) {
			if !v.OK {
				t.Errorf("%s: %s: %s", v.Name, checker, v.Text())
			}
		}
	}
}
