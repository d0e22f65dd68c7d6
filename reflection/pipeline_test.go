package reflection_test

// Reflections proved by an implementation of WebGPU, which makes pipelines with
// the layouts that they say and refuses those that don't fit the shader.

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"refract/internal/harness"
	"refract/reflection"
)

// webgpu returns the path of the npm package webgpu; where it or node is missing,
// the test is skipped, or fails if REFRACT_REQUIRE_TOOLS is 1.
func webgpu(t *testing.T) string {
	t.Helper()
	home, err := os.UserHomeDir()
	if err == nil {
		dir := cmp.Or(os.Getenv("REFRACT_ORACLES"), filepath.Join(home, ".cache", "refract-oracles"))
		name := filepath.Join(dir, "npm", "webgpu", "node_modules", "webgpu", "index.js")
		_, missing := os.Stat(name)
		_, noNode := exec.LookPath("node")
		if err = errors.Join(missing, noNode); err == nil {
			return name
		}
	}
	if os.Getenv("REFRACT_REQUIRE_TOOLS") == "1" {
		t.Fatal(err)
	}
	t.Skip("no implementation of WebGPU: ", err)
	return ""
}

// ofTheDevice are parts of refusals that say what the device lacks, whatever the
// layout: a format for an access, or more of something than it has.
var ofTheDevice = []string{"does not support storage texture access", "is larger than the maximum", "exceeds maximum", "exceeds the maximum",
	"not measured: "}

// TestPipelines makes pipelines of the corpus.
func TestPipelines(t *testing.T) {
	name := webgpu(t)
	var in, out, log bytes.Buffer
	rows := json.NewEncoder(&in)
	for _, s := range harness.Shaders(t) {
		m, info := valid(s.Name, s.Source)
		if m == nil {
			continue
		}
		r, err := reflection.Module(m, info, reflection.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if err := rows.Encode(map[string]any{"name": s.Name, "source": s.Source, "reflection": r}); err != nil {
			t.Fatal(err)
		}
	}
	node := exec.Command("node", filepath.Join("testdata", "webgpu", "pipelines.mjs"))
	node.Env = append(os.Environ(), "WEBGPU_PACKAGE="+name)
	node.Stdin, node.Stdout, node.Stderr = &in, &out, &log
	if err := node.Run(); err != nil {
		t.Fatalf("%v\n%s", err, log.Bytes())
	}
	made, device, exact := 0, 0, 0
	for line := range strings.Lines(out.String()) {
		if !strings.HasPrefix(line, `{"name":`) {
			continue // a warning of Dawn's
		}
		var v struct {
			Name, Entry, Stage string
			Error              *string
			Exact              int
		}
		if err := json.Unmarshal([]byte(line), &v); err != nil {
			t.Fatal(err)
		}
		exact += v.Exact
		if v.Error == nil {
			made++
			continue
		}
		lacks := false
		for _, part := range ofTheDevice {
			lacks = lacks || strings.Contains(*v.Error, part)
		}
		if !lacks {
			t.Errorf("%s, %s %s: %s", v.Name, v.Stage, v.Entry, *v.Error)
		}
		device++
	}
	t.Logf("%d pipelines made, with %d sizes proved exact; %d beyond the device", made, exact, device)
	if made == 0 || exact == 0 {
		t.Error("nothing was proved")
	}
}
