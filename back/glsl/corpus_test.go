package glsl

// This file writes the corpus for several versions and has outside compilers
// read what comes out.

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"testing"

	"refract/internal/harness"
	"refract/internal/ir/transform"
)

// checkRow is what the checkers of GLSL are asked.
type checkRow struct {
	Name   string `json:"name"`
	Source string `json:"source"`
	Stage  string `json:"stage"`
	Client string `json:"client"`
}

// setting is a way to write the corpus. mesa says that a driver compiles all of
// it where GLSL_MESA is set.
type setting struct {
	name string
	mesa bool
	set  func(o *Options)
}

var settings = []setting{
	{"450", true, func(o *Options) {}},
	{"310 es", true, func(o *Options) { o.Version = Version{310, true} }},
	{"310 es with image formats", false, func(o *Options) { o.Version, o.ImageFormats = Version{310, true}, true }},
	{"300 es", true, func(o *Options) { o.Version = Version{300, true} }},
	{"320 es", true, func(o *Options) { o.Version = Version{320, true} }},
	{"430", true, func(o *Options) { o.Version = Version{430, false} }},
	{"330", true, func(o *Options) { o.Version = Version{330, false} }},
	{"460 unchecked", false, func(o *Options) {
		o.Version = Version{460, false}
		o.Bounds, o.IntDivChecks = transform.BoundsOptions{}, false
	}},
	{"vulkan", false, func(o *Options) { o.Vulkan = true }},
	{"vulkan 460 loops", false, func(o *Options) { o.Vulkan, o.Version, o.ForceLoopBounding = true, Version{460, false}, true }},
	{"450 minified", true, func(o *Options) { o.Minify = true }},
}

// gaps are extensions that glslang lacks, or knows by name alone, and what it says
// then. A text that it refuses so is for Mesa's compiler to judge.
var gaps = []struct{ extension, says string }{
	{"GL_ARB_texture_query_levels", "extension not supported: GL_ARB_texture_query_levels"},
	{"GL_EXT_clip_cull_distance", "extension not supported: GL_EXT_clip_cull_distance"},
	{"GL_ARB_gpu_shader5", "'gl_SampleMaskIn' : undeclared identifier"},
	{"GL_ARB_gpu_shader5", "syntax error, unexpected"}, // of sample, a keyword since 400
}

// gap reports whether glslang refuses a row for want of an extension.
func gap(r *checkRow, v *harness.Verdict) bool {
	for i := range v.Messages {
		if v.Messages[i].Type != "error" {
			continue
		}
		for _, g := range gaps {
			if strings.Contains(r.Source, "#extension "+g.extension+" ") && strings.Contains(v.Messages[i].Text, g.says) {
				return true
			}
		}
		return false
	}
	return false
}

// turns is the number of settings of which one has an entry point of the corpus, unless all have.
const turns = 4

// TestCorpus writes every entry point of every core shader that Tint accepts. The settings take
// turns: see [harness.InTurn].
func TestCorpus(t *testing.T) {
	for way, s := range settings {
		t.Run(s.name, func(t *testing.T) { corpus(t, way, s) })
	}
}

func corpus(t *testing.T, way int, s setting) {
	var w Writer
	var rows []checkRow
	refused := map[string]int{}
	entries := 0
	dump := os.Getenv("GLSL_DUMP")
	for i, shader := range harness.Shaders(t) {
		if !harness.InTurn(i, &shader, way, turns) {
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
			o.ImageFormats = false // of an extension that glslang lacks
			s.set(&o)
			out, _, err := w.Write(m, nil, o)
			var unsupported *UnsupportedError
			var override *transform.OverrideError
			switch {
			case errors.As(err, &unsupported):
				refused[unsupported.Feature]++
				if os.Getenv("SHADER") != "" {
					t.Logf("%s: %s: %v", shader.Name, e.Name, err)
				}
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
			rows = append(rows, checkRow{shader.Name + ": " + e.Name, desktopFormats(string(out)), e.Stage.String(), client})
			if dump != "" {
				name := filepath.Join(dump, s.name, shader.Name+"."+e.Name+extensions[e.Stage])
				os.MkdirAll(filepath.Dir(name), 0o777)
				os.WriteFile(name, out, 0o666)
			}
		}
	}
	var second []checkRow
	failed := check(t, rows, func(r *checkRow, v *harness.Verdict) bool {
		if !gap(r, v) {
			return false
		}
		second = append(second, *r)
		return true
	})
	if len(second) > 0 {
		failed += check(t, second, nil, "--mesa")
	}
	list := []string{}
	for f, n := range refused {
		list = append(list, fmt.Sprintf("%4d refused: %s", n, f))
	}
	sort.Strings(list)
	for _, l := range list {
		t.Log(l)
	}
	valid := len(rows) - failed
	t.Logf("%d entry points, %d written, %d valid: %d by glslang, %d with extensions that it lacks by Mesa",
		entries, len(rows), valid, len(rows)-len(second), valid-len(rows)+len(second))
	if os.Getenv("SHADER") == "" {
		harness.RatchetTurns(t, "glsl/"+s.name, harness.Count{Passed: valid, Total: entries})
	}
	if s.mesa && os.Getenv("GLSL_MESA") != "" {
		t.Logf("mesa refuses %d of %d", check(t, rows, lacking, "--mesa"), len(rows))
	}
}

// desktopFormats makes a text with GL_NV_image_formats, which neither compiler
// knows, one of OpenGL, which has these formats.
func desktopFormats(text string) string {
	const extension = "#extension GL_NV_image_formats : require\n"
	if !strings.Contains(text, extension) {
		return text
	}
	return strings.Replace(strings.Replace(text, extension, "", 1), "#version 310 es\n", "#version 450\n", 1)
}

// lacking reports whether Mesa refuses a row for an extension that its OpenGL
// doesn't have.
func lacking(r *checkRow, v *harness.Verdict) bool {
	for i := range v.Messages {
		m := v.Messages[i].Text
		if strings.Contains(m, "extension `GL_KHR_shader_subgroup_") || strings.Contains(m, "extension `GL_EXT_shader_explicit_arithmetic_types_float16'") {
			return strings.Contains(m, "' unsupported in ")
		}
	}
	return false
}

// check has a compiler read rows and returns how many it refuses, of which
// forgiven, where it isn't nil, takes out those that don't count.
func check(t *testing.T, rows []checkRow, forgiven func(*checkRow, *harness.Verdict) bool, args ...string) int {
	failed := 0
	for i, v := range harness.Oracle(t, "glsl", rows, args...) {
		if v.OK || forgiven != nil && forgiven(&rows[i], &v) {
			continue
		}
		failed++
		m := ""
		for _, x := range v.Messages {
			if x.Type == "error" || x.Type == "crash" {
				m = fmt.Sprintf("%d: %s", x.Line, x.Text)
				break
			}
		}
		t.Logf("%v: %s: %s", args, rows[i].Name, m)
	}
	return failed
}
