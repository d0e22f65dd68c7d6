package hlsl_test

// This file writes the core shaders of the corpus and has DXC and FXC compile
// every entry point.

import (
	"cmp"
	"errors"
	"os"
	"path/filepath"
	"strconv"
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

// values gives every override without an initial value one.
func values(m *ir.Module) map[string]float64 {
	v := map[string]float64{}
	for i := 1; i < len(m.Overrides); i++ {
		if o := &m.Overrides[i]; o.Init == 0 {
			name := o.Name
			if o.HasID {
				name = strconv.Itoa(int(o.ID))
			}
			v[name] = 1
		}
	}
	return v
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

func TestCorpus(t *testing.T) {
	models := []back.ShaderModel{back.ShaderModel51, back.ShaderModel60, back.ShaderModel66}
	if s := os.Getenv("HLSL_MODEL"); s != "" {
		models = models[:1]
		if err := models[0].UnmarshalText([]byte(s)); err != nil {
			t.Fatal(err)
		}
	}
	dump := os.Getenv("HLSL_DUMP")
	for _, model := range models {
		t.Run(model.String(), func(t *testing.T) {
			var rows []row
			var w back.Writer
			refused, written, modules := map[string]int{}, 0, 0
			for _, s := range harness.Shaders(t) {
				if f := os.Getenv("HLSL_FILTER"); f != "" && !strings.Contains(s.Name, f) {
					continue
				}
				m := parse(s.Source)
				if m == nil {
					continue
				}
				info, err := validate.Module(m, validate.Options{Capabilities: validate.All})
				if err != nil {
					continue
				}
				modules++
				o := options(model)
				o.Overrides = values(m)
				text, r, err := w.Write(m, info, o)
				var unsupported *back.UnsupportedError
				switch {
				case errors.As(err, &unsupported):
					refused[unsupported.Feature]++
					if os.Getenv("HLSL_REFUSED") != "" {
						t.Logf("%s: %v", s.Name, err)
					}
					continue
				case err != nil:
					t.Errorf("%s: %v", s.Name, err)
					continue
				}
				written++
				if dump != "" {
					p := filepath.Join(dump, model.String(), s.Name+".hlsl")
					os.MkdirAll(filepath.Dir(p), 0o777)
					os.WriteFile(p, text, 0o666)
				}
				rows = append(rows, rowsOf(s.Name, string(text), r, model)...)
			}
			t.Logf("%d of %d modules written; refused: %v", written, modules, refused)
			if os.Getenv("HLSL_WRITE") != "" {
				return
			}
			wrong := 0
			for _, v := range harness.Oracle(t, "hlsl", rows) {
				if !v.OK {
					wrong++
					msg := ""
					for _, m := range v.Messages {
						if m.Type != "warning" {
							msg = cmp.Or(msg, m.Text)
						}
					}
					t.Logf("%s: %s", v.Name, cmp.Or(msg, v.Text()))
				}
			}
			t.Logf("%d of %d entry points compile (%.2f%%)", len(rows)-wrong, len(rows), 100*float64(len(rows)-wrong)/float64(max(1, len(rows))))
		})
	}
}
