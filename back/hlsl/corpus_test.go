package hlsl_test

// This file writes the core shaders of the corpus and has DXC and FXC compile
// every entry point.

import (
	"cmp"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	back "refract/back/hlsl"
	"refract/diag"
	front "refract/front/wgsl"
	"refract/internal/harness"
	"refract/ir"
	"refract/ir/validate"
)

// row is what the checker is given.
type row struct {
	Name    string   `json:"name"`
	Source  string   `json:"source"`
	Entry   string   `json:"entry"`
	Profile string   `json:"profile"`
	Args    []string `json:"args"`
}

// parse reads a shader, or returns nil.
func parse(src string) *ir.Module {
	list := new(diag.List)
	m := front.Parse(src, 1, front.Options{DocComments: true, Allowed: front.AllExtensions}, list)
	if m == nil || list.HasErrors() {
		return nil
	}
	return m
}

var profiles = map[ir.Stage]string{ir.StageVertex: "vs", ir.StageFragment: "ps", ir.StageCompute: "cs"}

// rowsOf are the entry points of a text.
func rowsOf(name, text string, r *back.Reflection, model back.ShaderModel) (list []row) {
	version := strings.Replace(model.String(), ".", "_", 1)
	for _, e := range r.EntryPoints {
		x := row{Name: name + " " + e.Name + " " + version, Source: text, Entry: e.Text, Profile: profiles[e.Stage] + "_" + version, Args: []string{}}
		if model >= back.ShaderModel62 {
			x.Args = append(x.Args, "-enable-16bit-types")
		}
		list = append(list, x)
	}
	return list
}

// options are those of the corpus for a shader model.
func options(model back.ShaderModel) back.Options {
	o := back.NewOptions()
	o.ShaderModel = model
	o.SpecialConstants = &back.Register{Register: 0, Space: 100}
	if model == back.ShaderModel50 {
		o.SpecialConstants = &back.Register{Register: 13}
	}
	return o
}

// hanging are the entry points that FXC doesn't finish in any form, with loops,
// branches and expressions spelled in whatever way; DXC takes them.
var hanging = []string{
	"tint/benchmark/atan2-const-eval.wgsl", // 1,000 stores
	"tint/vk-gl-cts/graphicsfuzz/cov-nested-loops-global-loop-counter-do-while-accumulate-float/0-opt.wgsl", // 15 loops within each other
}

// models are two shader models of each compiler. FXC refuses one entry point: flow
// control nested 76 deep, where the limit is 64 and unrolling takes no end.
var models = []back.ShaderModel{back.ShaderModel50, back.ShaderModel51, back.ShaderModel60, back.ShaderModel66}

// turns is the number of models of which one has a shader of the corpus, unless all have:
// each compiler reads it once.
const turns = 2

// TestCorpus writes the core shaders for two shader models of each compiler, FXC
// (5) and DXC (6), and has it compile the entry points. The models take turns: see
// [harness.InTurn]. For closer looks, HLSL_MODEL picks a shader model, SHADER shaders by
// the beginning of their names, HLSL_DUMP a folder to leave the texts in.
func TestCorpus(t *testing.T) {
	chosen := models
	if s := os.Getenv("HLSL_MODEL"); s != "" {
		chosen = make([]back.ShaderModel, 1)
		if err := chosen[0].UnmarshalText([]byte(s)); err != nil {
			t.Fatal(err)
		}
	}
	for _, model := range chosen {
		t.Run(model.String(), func(t *testing.T) { corpus(t, model) })
	}
}

func corpus(t *testing.T, model back.ShaderModel) {
	way := slices.Index(models, model)
	entryPoints := 0
	var shaders []shader
	for i, s := range harness.Shaders(t) {
		if !harness.InTurn(i, &s, way, turns) {
			continue
		}
		m := parse(s.Source)
		if m == nil {
			continue
		}
		if info, err := validate.Module(m, validate.Options{Capabilities: validate.All}); err == nil {
			shaders = append(shaders, shader{s.Name, m, info, harness.OverrideValues(m)})
			entryPoints += len(m.EntryPoints)
		}
	}
	compiled, unjudged := compileAll(t, model, shaders)
	if unjudged > maxUnjudged {
		t.Errorf("the compiler ended on %d entry points", unjudged)
	}
	if os.Getenv("SHADER") == "" && way >= 0 {
		harness.RatchetTurns(t, "hlsl/"+model.String(), harness.Count{Passed: compiled + unjudged, Total: entryPoints})
	}
}

// shader is a row of the corpus.
type shader struct {
	name      string
	module    *ir.Module
	info      *validate.Info
	overrides map[string]float64
}

// maxUnjudged bounds the entry points of a shader model on which the compiler may
// run out of time or end by itself, as it does now and then on a busy machine.
const maxUnjudged = 4

// compileAll returns how many entry points compile, and on how many the compiler
// ended; equal texts are compiled once.
func compileAll(t *testing.T, model back.ShaderModel, shaders []shader) (compiled, unjudged int) {
	dump := os.Getenv("HLSL_DUMP")
	type code struct{ source, entry, profile string }
	var w back.Writer
	var rows []row
	users := map[code]int{}
	refused := map[string]int{}
	total, written := 0, 0
	for _, s := range shaders {
		o := options(model)
		o.Overrides = s.overrides
		text, r, err := w.Write(s.module, s.info, o)
		var unsupported *back.UnsupportedError
		switch {
		case errors.As(err, &unsupported):
			refused[unsupported.Feature]++
			continue
		case err != nil:
			t.Errorf("%s: %v", s.name, err)
			continue
		}
		written++
		if dump != "" {
			p := filepath.Join(dump, model.String(), s.name+".hlsl")
			os.MkdirAll(filepath.Dir(p), 0o777)
			os.WriteFile(p, text, 0o666)
		}
		for _, r := range rowsOf(s.name, string(text), r, model) {
			total++
			if model < back.ShaderModel60 && slices.Contains(hanging, s.name) {
				t.Logf("%s: not given to FXC", r.Name)
				continue
			}
			c := code{r.Source, r.Entry, r.Profile}
			if users[c]++; users[c] == 1 {
				rows = append(rows, r)
			}
		}
	}
	for i, v := range harness.Oracle(t, "hlsl", rows) {
		if v.OK {
			compiled += users[code{rows[i].Source, rows[i].Entry, rows[i].Profile}]
			continue
		}
		text := ""
		for _, m := range v.Messages {
			if m.Type != "warning" {
				text = cmp.Or(text, m.Text)
			}
		}
		if v.Crash {
			unjudged += users[code{rows[i].Source, rows[i].Entry, rows[i].Profile}]
		}
		t.Logf("%s: %s", v.Name, cmp.Or(text, v.Text()))
	}
	t.Logf("shader model %v: %d of %d modules written; refused: %v", model, written, len(shaders), refused)
	t.Logf("shader model %v: %d of %d entry points compile (%.2f%%), %d different", model, compiled, total, 100*float64(compiled)/float64(max(1, total)), len(rows))
	return compiled, unjudged
}
