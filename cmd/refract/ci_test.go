package main

// What examples/ci says is run.

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var ciCommands = regexp.MustCompile(`(?m)^\s*(?:- run: |entry: |\t)refract (.*)$`)

// TestCI runs the commands of the workflow and of the hooks on a project that is right,
// and on one that is not.
func TestCI(t *testing.T) {
	good := "@compute @workgroup_size(1)\nfn main() {}\n"
	examples, err := filepath.Abs("../../examples/ci")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		shader string
		right  bool
	}{{good, true}, {"fn f() -> u32 { return 1f; }\n", false}} {
		dir := t.TempDir()
		for name, text := range map[string]string{"shaders/a.wgsl": c.shader, projectName: "out-dir = \"build\"\nsources = [\"shaders/*.wgsl\"]\ntargets = [\"spv\"]\n"} {
			if err := makeFile(filepath.Join(dir, name), []byte(text)); err != nil {
				t.Fatal(err)
			}
		}
		t.Chdir(dir)
		ran, failed := 0, 0
		for _, name := range []string{"shaders.yml", "pre-commit-hooks.yaml", "Makefile"} {
			text, err := os.ReadFile(filepath.Join(examples, name))
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range ciCommands.FindAllStringSubmatch(string(text), -1) {
				args := strings.Fields(m[1])
				if name == "pre-commit-hooks.yaml" {
					args = append(args, "shaders/a.wgsl")
				}
				var log strings.Builder
				os.MkdirAll("build", 0o777)
				status := run(args, streams{strings.NewReader(""), &log, &log})
				ran++
				if status != 0 {
					failed++
				}
				if status == exitUsage || c.right && status != 0 {
					t.Errorf("%s: refract %s: status %d\n%s", name, m[1], status, log.String())
				}
			}
		}
		if ran != 8 || c.right != (failed == 0) {
			t.Errorf("%d commands, %d failed", ran, failed)
		}
		if make, err := exec.LookPath("make"); err == nil && c.right {
			program, err := os.Executable()
			if err != nil {
				t.Fatal(err)
			}
			bin := t.TempDir()
			if err := os.Symlink(program, filepath.Join(bin, "refract")); err != nil {
				t.Skip(err)
			}
			run := exec.Command(make, "-f", filepath.Join(examples, "Makefile"), "shaders", "check")
			run.Env = append(os.Environ(), "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"))
			if out, err := run.CombinedOutput(); err != nil {
				t.Errorf("make: %v\n%s", err, out)
			}
			if !exists("build/shaders/a.spv") || !exists("build/shaders.d") {
				t.Error("make has built nothing")
			}
		}
	}
}
