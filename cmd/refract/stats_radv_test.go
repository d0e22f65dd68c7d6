package main

// stats --radv: what Mesa's driver tells is what an outside program is told, of each stage.

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"refract/internal/harness"
)

// withRADV builds refract-radv and puts it into PATH; without the driver the test is
// skipped, or fails where tools are required.
func withRADV(t *testing.T) {
	t.Helper()
	if _, err := radvDriver(); err != nil {
		if os.Getenv("REFRACT_REQUIRE_TOOLS") == "1" {
			t.Fatal(err)
		}
		t.Skip(err)
	}
	dir := t.TempDir()
	if out, err := exec.Command("go", "build", "-o", filepath.Join(dir, radvHelper), "refract/cmd/refract-radv").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	t.Setenv("PATH", dir+string(os.PathListSeparator)+os.Getenv("PATH"))
}

func radvStats(t *testing.T, args ...string) (int, string, string) {
	t.Helper()
	var out, report strings.Builder
	status := run(append([]string{"stats"}, args...), streams{strings.NewReader(""), &out, &report})
	return status, out.String(), report.String()
}

func TestRADV(t *testing.T) {
	withRADV(t)
	shaders, err := filepath.Glob("../../testdata/shaders/*.wgsl")
	if err != nil || len(shaders) < 5 {
		t.Fatal(shaders, err)
	}
	stages := map[string]int{}
	type key struct{ file, entry string }
	compute := map[key]map[string]float64{}
	var rows []map[string]any
	for _, name := range shaders {
		status, out, report := radvStats(t, name, "--radv", "--json")
		if status != exitDone {
			t.Fatalf("%s: %s", name, report)
		}
		var results []radvResult
		if err := json.Unmarshal([]byte(out), &results); err != nil {
			t.Fatal(err)
		}
		for _, r := range results {
			stages[r.Stage]++
			if r.Error != "" || !strings.Contains(r.Device, "NAVI21") || r.Statistics["Instructions"] < 2 || r.Statistics["VGPRs"] < 1 || r.Statistics["Latency"] < 1 {
				t.Errorf("%s: %+v", name, r)
			}
			if r.Stage == "compute" {
				compute[key{name, r.EntryPoint}] = r.Statistics
				spv := filepath.Join(t.TempDir(), "a.spv")
				var log strings.Builder
				if status := run([]string{name, "-O1", "--entry", r.EntryPoint, "-o", spv}, streams{strings.NewReader(""), &log, &log}); status != exitDone {
					t.Fatal(log.String())
				}
				text, err := os.ReadFile(spv)
				if err != nil {
					t.Fatal(err)
				}
				rows = append(rows, map[string]any{"name": name + " " + r.EntryPoint, "spirv": text, "entry": r.EntryPoint})
			}
		}
	}
	if stages["compute"] < 3 || stages["vertex"] == 0 || stages["fragment"] == 0 {
		t.Errorf("stages: %v", stages)
	}
	for _, r := range harness.Oracle(t, "radv", rows) {
		name, entry, _ := strings.Cut(r.Name, " ")
		ours := compute[key{name, entry}]
		if len(r.Stats["compute"]) == 0 {
			t.Errorf("%s %s: %s", name, entry, r.Text())
		}
		for stat, v := range r.Stats["compute"] {
			if ours[stat] != v && !strings.Contains(stat, "hash") {
				t.Errorf("%s %s: %s is %v, and %v elsewhere", name, entry, stat, ours[stat], v)
			}
		}
	}
}

// TestRADVStages: what one stage gives the other takes, so that nothing of it goes.
func TestRADVStages(t *testing.T) {
	withRADV(t)
	dir := t.TempDir()
	instructions := func(text string) map[string]float64 {
		t.Helper()
		name := filepath.Join(dir, "a.wgsl")
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		status, out, report := radvStats(t, name, "--radv=gfx1100", "--json")
		var results []radvResult
		if status != exitDone || json.Unmarshal([]byte(out), &results) != nil {
			t.Fatal(report, out)
		}
		all := map[string]float64{}
		for _, r := range results {
			if r.Error != "" {
				t.Fatal(r.Error)
			}
			all[r.EntryPoint] = r.Statistics["Instructions"]
		}
		return all
	}
	const between = `struct V { @builtin(position) p: vec4f, @location(0) a: vec3f, @location(2) @interpolate(flat) b: vec2u, @location(5) c: f32 }
@group(0) @binding(0) var t: texture_2d<f32>;
@group(0) @binding(1) var s: sampler;
@group(1) @binding(0) var<uniform> u: array<vec4f, 8>;
@group(1) @binding(2) var<storage, read> data: array<vec3f>;
`
	long := instructions(between + `@vertex fn v(@location(0) x: vec3f, @builtin(vertex_index) i: u32) -> V { return V(u[i % 8], x * u[1].xyz + data[i], vec2u(i, i / 3), exp(x.x)); }
@fragment fn f(in: V) -> @location(0) vec4f { return textureSample(t, s, in.a.xy) + vec4f(in.a, in.c) * f32(in.b.x % 7) * data[in.b.y].x; }`)
	short := instructions(between + `@vertex fn v(@location(0) x: vec3f, @builtin(vertex_index) i: u32) -> V { return V(u[0], x, vec2u(1), 0); }
@fragment fn f(in: V) -> @location(0) vec4f { return vec4f(1); }`)
	for _, name := range []string{"v", "f"} {
		if long[name] < short[name]+10 {
			t.Errorf("%s: %v instructions, and %v of one that does nothing", name, long[name], short[name])
		}
	}
}

// TestWithoutRADV: what is missing is named.
func TestWithoutRADV(t *testing.T) {
	shader := "../../testdata/shaders/blur.wgsl"
	if _, err := radvDriver(); err == nil {
		t.Setenv("PATH", t.TempDir())
		if status, _, report := radvStats(t, shader, "--radv"); status != exitInput || !strings.Contains(report, "refract-radv is neither beside refract nor in PATH") {
			t.Errorf("status %d: %s", status, report)
		}
	}
	defer func(before []string) { radvFolders = before }(radvFolders)
	radvFolders = []string{t.TempDir()}
	if status, _, report := radvStats(t, shader, "--radv"); status != exitInput || !strings.Contains(report, "Mesa's driver RADV isn't there") {
		t.Errorf("status %d: %s", status, report)
	}
}

// TestRADVFamily: a GPU that Mesa doesn't know is an error that names it.
func TestRADVFamily(t *testing.T) {
	withRADV(t)
	status, _, report := radvStats(t, "../../testdata/shaders/blur.wgsl", "--radv=voodoo2")
	if status != exitInput || !strings.Contains(report, "RADV for voodoo2: ") {
		t.Errorf("status %d: %s", status, report)
	}
}
