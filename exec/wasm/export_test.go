package wasm_test

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"os"
	osexec "os/exec"
	"path/filepath"
	"testing"

	"refract/exec"
	"refract/exec/interp"
	"refract/exec/wasm"
)

// TestExport runs an exported module under Node.js.
func TestExport(t *testing.T) {
	node, err := osexec.LookPath("node")
	if err != nil {
		if os.Getenv("REFRACT_REQUIRE_TOOLS") != "" {
			t.Fatal(err)
		}
		t.Skip(err)
	}
	m := readModule(t, `
struct U { factor: f32, n: u32 }
@group(0) @binding(0) var<storage, read_write> o: array<f32>;
@group(0) @binding(1) var<storage, read> a: array<f32>;
@group(1) @binding(2) var<uniform> u: U;
var<workgroup> s: array<f32, 8>;
@compute @workgroup_size(8) fn scale(@builtin(global_invocation_id) g: vec3u, @builtin(local_invocation_index) l: u32) {
  s[l] = a[g.x];
  workgroupBarrier();
  if g.x < u.n { o[g.x] = s[7u - l] * u.factor + f32(g.x); }
}`)
	out, err := wasm.Export(m, "scale", exec.LoadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "k.wasm"), out.Wasm, 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "k.js"), out.Script, 0o666); err != nil {
		t.Fatal(err)
	}
	in := floats(24)
	u := append([]byte{0, 0, 0x20, 0x40}, 21, 0, 0, 0)
	text, err := osexec.Command(node, filepath.Join(dir, "k.js"), "3", "0.0=zero:96", "0.1=hex:"+hex.EncodeToString(in), "1.2=hex:"+hex.EncodeToString(u)).Output()
	if err != nil {
		t.Fatalf("%v: %s", err, err.(*osexec.ExitError).Stderr)
	}
	var got map[string]string
	if err := json.Unmarshal(text, &got); err != nil {
		t.Fatal(err)
	}
	p, err := interp.Engine{}.Load(m, exec.LoadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	want := make([]byte, 96)
	var r exec.Resources
	r.Bind(0, 0, &exec.Buffer{Data: want})
	r.Bind(0, 1, &exec.Buffer{Data: in})
	r.Bind(1, 2, &exec.Buffer{Data: u})
	if _, err := p.Dispatch(t.Context(), "scale", [3]uint32{3, 1, 1}, &r, exec.RunOptions{}); err != nil {
		t.Fatal(err)
	}
	if len(got) != 1 || got["0.0"] != hex.EncodeToString(want) {
		t.Errorf("%v, not %x", got, want)
	}
	if bytes.Equal(want, make([]byte, 96)) {
		t.Error("nothing was computed")
	}
}

// TestExportRefuses has a shader that needs the engine's host.
func TestExportRefuses(t *testing.T) {
	m := readModule(t, `@group(0) @binding(0) var<storage, read_write> o: array<f32>;
@compute @workgroup_size(8) fn f(@builtin(global_invocation_id) g: vec3u) { o[g.x] = tan(o[g.x]); }`)
	_, err := wasm.Export(m, "f", exec.LoadOptions{})
	var no *exec.UnsupportedError
	if !errors.As(err, &no) {
		t.Errorf("%v", err)
	}
}
