package main

// What commands cost, over every construct that nests, repeats or refers to another: twice as
// many of it take twice the time.

import (
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"refract/internal/harness"
	"refract/internal/harness/growing"
	"refract/lsp"
)

// scalingPaths are command lines, in which IN is the shader.
var scalingPaths = []struct {
	name string
	args []string
	spv  bool // of the shader as SPIR-V
}{
	{"check", []string{"check", "IN"}, false},
	{"spv", []string{"IN", "-o", "OUT.spv"}, false},
	{"wgsl", []string{"IN", "-o", "OUT.wgsl"}, false},
	{"glsl", []string{"IN", "--to", "glsl", "-o", "OUT.glsl"}, false},
	{"hlsl", []string{"IN", "-o", "OUT.hlsl"}, false},
	{"msl", []string{"IN", "-o", "OUT.metal"}, false},
	{"dot", []string{"IN", "-o", "OUT.dot"}, false},
	{"O1 spv", []string{"IN", "-O1", "-o", "OUT.spv"}, false},
	{"O1 wgsl", []string{"IN", "-O1", "-o", "OUT.wgsl"}, false},
	{"O2 spv", []string{"IN", "-O2", "-o", "OUT.spv"}, false},
	{"dxbc", []string{"IN", "-o", "OUT.dxbc"}, false},
	{"dxil", []string{"IN", "-o", "OUT.dxil"}, false},
	{"O2 dxbc", []string{"IN", "-O2", "-o", "OUT.dxbc"}, false},
	{"O2 dxil", []string{"IN", "-O2", "-o", "OUT.dxil"}, false},
	{"O2 hlsl", []string{"IN", "-O2", "-o", "OUT.hlsl"}, false},
	{"from spv", []string{"IN", "-o", "OUT.wgsl"}, true},
	{"from spv O2", []string{"IN", "-O2", "-o", "OUT.spv"}, true},
	{"stats", []string{"stats", "IN"}, false},
	{"run", []string{"run", "IN", "--max-steps", "1000"}, false},
	{"run interp", []string{"run", "IN", "--engine", "interp", "--max-steps", "1000"}, false},
	{"reflect", []string{"reflect", "IN"}, false},
	{"fmt", []string{"fmt", "IN"}, false},
	{"bindgen", []string{"bindgen", "--to", "go", "IN", "-o", "OUT.go"}, false},
	{"diff", []string{"diff", "IN", "SAME"}, false},
	{"lsp", nil, false},
}

// serve has the language server read a file, and asks it about the end.
func serve(name, text string) {
	language := "glsl"
	switch {
	case strings.HasSuffix(name, "wgsl") || strings.HasSuffix(name, "wesl"):
		language = "wgsl"
	case strings.HasSuffix(name, "hlsl"):
		language = "hlsl"
	}
	var in strings.Builder
	message := func(format string, args ...any) {
		m := fmt.Sprintf(format, args...)
		fmt.Fprintf(&in, "Content-Length: %d\r\n\r\n%s", len(m), m)
	}
	uri := "file://" + filepath.ToSlash(name)
	message(`{"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"capabilities": {}}}`)
	message(`{"jsonrpc": "2.0", "method": "initialized", "params": {}}`)
	message(`{"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {"textDocument": {"uri": %q, "languageId": %q, "version": 1, "text": %q}}}`, uri, language, text)
	at := fmt.Sprintf(`{"textDocument": {"uri": %q}, "position": {"line": 2, "character": 4}}`, uri)
	for i, ask := range []string{"hover", "completion", "documentSymbol", "semanticTokens/full", "foldingRange", "references", "documentHighlight", "inlayHint"} {
		message(`{"jsonrpc": "2.0", "id": %d, "method": "textDocument/%s", "params": %s}`, i+2, ask, at)
	}
	message(`{"jsonrpc": "2.0", "id": 90, "method": "shutdown"}`)
	message(`{"jsonrpc": "2.0", "method": "exit"}`)
	_ = lsp.Serve(strings.NewReader(in.String()), io.Discard, "test", lsp.Options{})
}

// scalingCost is how long a path takes with n constructs: the least of several times. ok: the
// path takes the shader.
func scalingCost(t *testing.T, f *growing.Family, path int, n, repeats int) (best time.Duration, size int, ok bool) {
	p := &scalingPaths[path]
	dir := t.TempDir()
	text := f.Make(n)
	in := filepath.Join(dir, "in."+f.Extension)
	for _, name := range []string{in, filepath.Join(dir, "same."+f.Extension)} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if p.spv {
		spv := filepath.Join(dir, "in.spv")
		if run([]string{in, "-o", spv}, streams{strings.NewReader(""), io.Discard, io.Discard}) != exitDone {
			return 0, len(text), false
		}
		in = spv
	}
	args := make([]string, len(p.args))
	for i, a := range p.args {
		switch {
		case a == "IN":
			a = in
		case a == "SAME":
			a = filepath.Join(dir, "same."+f.Extension)
		case strings.HasPrefix(a, "OUT"):
			a = filepath.Join(dir, a)
		}
		args[i] = a
	}
	for range repeats {
		d := harness.ProcessTime(func() {
			if args == nil || len(args) == 0 {
				serve(in, text)
				return
			}
			if status := run(args, streams{strings.NewReader(""), io.Discard, io.Discard}); status == exitFault {
				t.Errorf("%s, %s, %d: a fault", f.Name, p.name, n)
			}
		})
		if best == 0 || d < best {
			best = d
		}
	}
	return best, len(text), true
}

// TestScalingCommands measures every construct on every path. REFRACT_SCALING is a regular
// expression of the constructs and paths, "construct, path"; without it there is a sample.
func TestScalingCommands(t *testing.T) {
	if testing.Short() || slowdown > 1 {
		t.Skip("times are measured")
	}
	const enough = 60 * time.Millisecond // that a measurement takes at least
	const most = 3 << 20                 // bytes of a shader
	pattern, limit, every := os.Getenv("REFRACT_SCALING"), 1.2, 1
	if pattern == "" {
		pattern, limit, every = ".", 1.5, 211
	}
	wanted := regexp.MustCompile(pattern)
	defer debug.SetGCPercent(debug.SetGCPercent(400))
	families := growing.Families()
	count := 0
	for i := range families {
		f := &families[i]
		for k := range scalingPaths {
			name := f.Name + ", " + scalingPaths[k].name
			if count++; count%every != 0 || !wanted.MatchString(name) {
				continue
			}
			t.Run(name, func(t *testing.T) {
				n := 128
				for {
					d, size, ok := scalingCost(t, f, k, n, 1)
					if !ok {
						return
					}
					if f.Most > 0 && 2*n > f.Most || d > enough/2 || size > most/2 {
						break
					}
					n *= 2
				}
				if f.Most > 0 {
					n = min(n, f.Most)
				}
				slope := math.Inf(1)
				var part, full time.Duration
				for range 4 {
					part, _, _ = scalingCost(t, f, k, n/4, 3)
					full, _, _ = scalingCost(t, f, k, n, 2)
					if slope = min(slope, math.Log2(full.Seconds()/part.Seconds())/2); slope <= limit || full < enough/4 {
						break
					}
				}
				if slope > limit && full >= enough/4 {
					t.Errorf("exponent %.2f: %d take %v, %d take %v", slope, n/4, part, n, full)
				}
			})
		}
	}
}
