package glsl

// This file writes the corpus for several versions and has outside compilers
// read what comes out.

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"testing"

	"refract/internal/harness"
	"refract/ir/transform"
)

// checkRow is what the checkers of GLSL are asked.
type checkRow struct {
	Name   string `json:"name"`
	Source string `json:"source"`
	Stage  string `json:"stage"`
	Client string `json:"client"`
}

// setting is a way to write the corpus. mesa says that a driver compiles it.
type setting struct {
	name string
	mesa bool
	set  func(o *Options)
}

var settings = []setting{
	{"450", true, func(o *Options) {}},
	{"310 es", true, func(o *Options) { o.Version = Version{310, true} }},
	{"300 es", true, func(o *Options) { o.Version = Version{300, true} }},
	{"320 es", true, func(o *Options) { o.Version = Version{320, true} }},
	{"330", true, func(o *Options) { o.Version = Version{330, false} }},
	{"460 unchecked", false, func(o *Options) {
		o.Version = Version{460, false}
		o.Bounds, o.IntDivChecks = transform.BoundsOptions{}, false
	}},
	{"vulkan", false, func(o *Options) { o.Vulkan = true }},
	{"vulkan 460 loops", false, func(o *Options) { o.Vulkan, o.Version, o.ForceLoopBounding = true, Version{460, false}, true }},
	{"450 minified", true, func(o *Options) { o.Minify = true }},
}

// allowed is how many texts of each setting glslang may refuse: those with
// extensions that it doesn't know.
const allowed = 0.02

// TestCorpus writes every entry point of every core shader that Tint accepts.
func TestCorpus(t *testing.T) {
	for _, s := range settings {
		t.Run(s.name, func(t *testing.T) { corpus(t, s) })
	}
}

func corpus(t *testing.T, s setting) {
	var w Writer
	var rows []checkRow
	refused := map[string]int{}
	entries := 0
	dump := os.Getenv("GLSL_DUMP")
	for _, shader := range harness.Shaders(t) {
		if only := os.Getenv("SHADER"); only != "" && only != shader.Name {
			continue
		}
		m, _ := parse(shader.Source)
		if m == nil {
			continue
		}
		for i := range m.EntryPoints {
			e := &m.EntryPoints[i]
			entries++
			o := NewOptions()
			o.EntryPoint, o.Stage = e.Name, e.Stage
			s.set(&o)
			out, _, err := w.Write(m, nil, o)
			var unsupported *UnsupportedError
			var override *transform.OverrideError
			switch {
			case errors.As(err, &unsupported):
				refused[unsupported.Feature]++
				t.Logf("%s: %s: %v", shader.Name, e.Name, err)
				continue
			case errors.As(err, &override):
				refused["value for an override"]++
				continue
			case err != nil:
				t.Errorf("%s: %s: %v", shader.Name, e.Name, err)
				continue
			}
			client := "opengl"
			if o.Vulkan {
				client = "vulkan"
			}
			rows = append(rows, checkRow{shader.Name + ": " + e.Name, string(out), e.Stage.String(), client})
			if dump != "" {
				name := filepath.Join(dump, s.name, shader.Name+"."+e.Name+extensions[e.Stage])
				os.MkdirAll(filepath.Dir(name), 0o777)
				os.WriteFile(name, out, 0o666)
			}
		}
	}
	failed := check(t, "glsl", rows)
	list := []string{}
	for f, n := range refused {
		list = append(list, fmt.Sprintf("%4d %s", n, f))
	}
	sort.Strings(list)
	for _, l := range list {
		t.Log(l)
	}
	t.Logf("%d entry points, %d written, %d valid", entries, len(rows), len(rows)-failed)
	if float64(failed) > allowed*float64(len(rows)) {
		t.Errorf("glslang refuses %d of %d", failed, len(rows))
	}
	if s.mesa && os.Getenv("GLSL_MESA") != "" {
		failed = check(t, "glsl", rows, "--mesa")
		t.Logf("mesa refuses %d of %d", failed, len(rows))
	}
}

// check has a compiler read rows and returns how many it refuses.
func check(t *testing.T, name string, rows []checkRow, args ...string) int {
	failed := 0
	for i, v := range harness.Oracle(t, name, rows, args...) {
		if !v.OK {
			failed++
			m := ""
			for _, x := range v.Messages {
				if x.Type == "error" {
					m = fmt.Sprintf("%d: %s", x.Line, x.Text)
					break
				}
			}
			t.Logf("%v: %s: %s", args, rows[i].Name, m)
		}
	}
	return failed
}
