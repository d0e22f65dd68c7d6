package main

// Neovim itself with the configuration in editors/neovim, headless, on a project: what it
// makes of the server's answers. REFRACT_NEOVIM names programs in place of nvim, with ':'
// between them.

import (
	"cmp"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

const neovimProject = `
-- refract.toml --
out-dir = "out"
sources = ["wave.*"]
targets = ["spv"]
defines = { WIDTH = 2.0 }
-- wave.wgsl --
@group(0) @binding(0) var<storage, read_write> heights: array<f32>;
fn twice(x: f32) -> f32 { return x * 2; }
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) {
    let count = arrayLength(&heights);
 heights[id.x]=twice(f32(cuont)); // 🌊 WIDTH
}
-- wave.comp --
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { float heights[]; };
float twice(float x) { return x * 2.0; }
void main() { uint count = heights.length();
 heights[0]=twice(float(cuont))*WIDTH; // 🌊
}
`

func TestNeovim(t *testing.T) {
	program := asRefract(t)
	for _, editor := range filepath.SplitList(cmp.Or(os.Getenv("REFRACT_NEOVIM"), "nvim")) {
		path, err := exec.LookPath(editor)
		if err != nil {
			if os.Getenv("REFRACT_REQUIRE_TOOLS") != "" {
				t.Fatal(err)
			}
			t.Skip(err)
		}
		t.Run(filepath.Base(path), func(t *testing.T) {
			dir, _ := unpack(t, neovimProject)
			home := t.TempDir()
			script, err := filepath.Abs("testdata/neovim.lua")
			if err != nil {
				t.Fatal(err)
			}
			// As the documentation has it: cp -r editors/neovim/. ~/.config/nvim/
			if err := os.CopyFS(filepath.Join(home, ".config", "nvim"), os.DirFS("../../editors/neovim")); err != nil {
				t.Fatal(err)
			}
			says := filepath.Join(home, "says")
			ctx, stop := context.WithTimeout(context.Background(), time.Minute)
			defer stop()
			run := exec.CommandContext(ctx, path, "--headless", "-n", "-c", "luafile "+script)
			run.Dir = dir
			run.Env = append(os.Environ(), "HOME="+home, "XDG_CONFIG_HOME="+filepath.Join(home, ".config"), "XDG_DATA_HOME="+home, "XDG_STATE_HOME="+home,
				"XDG_CACHE_HOME="+home, "PATH="+filepath.Dir(program)+string(filepath.ListSeparator)+os.Getenv("PATH"), "REFRACT_SAYS="+says, "LC_ALL=C.UTF-8")
			out, err := run.CombinedOutput()
			text, readErr := os.ReadFile(says)
			if err != nil || readErr != nil {
				t.Fatalf("%v, %v\n%s", err, readErr, out)
			}
			t.Logf("%s", text)
			if strings.Contains(string(text), "WRONG") || strings.Count(string(text), "\nok ") < 10 || !strings.HasSuffix(string(text), "\ndone\n") {
				t.Errorf("%s\n%s", text, out)
			}
		})
	}
}
