package msl

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"refract/diag"
	front "refract/front/wgsl"
	"refract/internal/harness"
	"refract/ir"
	"refract/ir/validate"
)

func parse(src string) (*ir.Module, *diag.List) {
	list := new(diag.List)
	return front.Parse(src, 1, front.Options{DocComments: true, Allowed: front.AllExtensions}, list), list
}

func messages(list *diag.List) (s string) {
	for _, d := range list.Sorted() {
		s += string(d.Code) + ": " + d.Message + "\n"
	}
	return s
}

// TestCorpus writes every core shader that Tint accepts, and has the checker read
// what was written. With MSL_DUMP set, the texts are left in that folder.
func TestCorpus(t *testing.T) {
	var rows []row
	var w Writer
	var v validate.Validator
	counts := map[string]int{}
	texts := map[string]bool{}
	total := 0
	dump := os.Getenv("MSL_DUMP")
	for i, s := range harness.Shaders(t) {
		if !harness.InTurn(i, &s, 0, 3) {
			continue
		}
		m, _ := parse(s.Source)
		if m == nil {
			counts["not read"]++
			continue
		}
		var list diag.List
		info := v.Validate(m, validate.Options{Capabilities: validate.All}, &list)
		if list.HasErrors() {
			counts["not valid"]++
			continue
		}
		opts := NewOptions()
		opts.Version = 301
		opts.Overrides = harness.OverrideValues(m)
		out, err := w.Write(m, info, opts)
		var unsupported *UnsupportedError
		switch {
		case errors.As(err, &unsupported):
			counts["refused"]++
			t.Logf("refused: %s: %v", s.Name, err)
			continue
		case err != nil:
			counts["failed"]++
			t.Errorf("failed: %s: %v", s.Name, err)
			continue
		}
		if dump != "" {
			path := filepath.Join(dump, s.Name+".metal")
			os.MkdirAll(filepath.Dir(path), 0o777)
			os.WriteFile(path, []byte(out.Text), 0o666)
		}
		if total++; !texts[out.Text] {
			texts[out.Text] = true
			rows = append(rows, row{s.Name, out.Text})
		}
	}
	t.Logf("%d written, %d different texts; %v", total, len(rows), counts)
	bad := wrong(t, rows)
	for name, text := range bad {
		t.Errorf("wrong: %s: %s", name, text)
	}
	harness.RatchetTurns(t, "msl/3.1", harness.Count{Passed: total - len(bad), Total: total + counts["refused"] + counts["failed"]})
}
