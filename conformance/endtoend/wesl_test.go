package endtoend

// Imports and conditions of WESL: programs of several files, the WGSL that they become,
// and what is wrong with others. Each is an archive in testdata/wesl: its comment has the
// features, the files are the modules, of which main.wesl is the root and those below
// packages/NAME/ are of packages; "want.wgsl" is the program, "want.txt" the report.

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rogpeppe/go-internal/txtar"

	"refract"
	"refract/diag"
	"refract/front/wgsl"
)

// weslProgram reads an archive: files, packages and features.
func weslProgram(a *txtar.Archive) (fstest.MapFS, *wgsl.Options) {
	files := fstest.MapFS{}
	packages := map[string]wgsl.Package{}
	for _, f := range a.Files {
		files[f.Name] = &fstest.MapFile{Data: f.Data}
		if rest, ok := strings.CutPrefix(f.Name, "packages/"); ok {
			name, _, _ := strings.Cut(rest, "/")
			packages[name] = wgsl.Package{FS: files, Root: "packages/" + name}
		}
	}
	features := map[string]bool{}
	for word := range strings.FieldsSeq(string(a.Comment)) {
		if name, ok := strings.CutPrefix(word, "-D"); ok {
			name, value, _ := strings.Cut(name, "=")
			features[name] = value != "false"
		}
	}
	return files, &wgsl.Options{Features: features, Importer: wgsl.FS(files, "", packages)}
}

func TestWESL(t *testing.T) {
	archives, err := filepath.Glob("testdata/wesl/*.txtar")
	if err != nil || len(archives) < 20 {
		t.Fatal(len(archives), err)
	}
	for _, name := range archives {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			a, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			files, options := weslProgram(a)
			src, err := fs.ReadFile(files, "main.wesl")
			if err != nil {
				t.Fatal(err)
			}
			var report strings.Builder
			o := refract.TranslateOptions{To: refract.WGSL, Warn: func(found *diag.Diagnostics) { found.WriteHuman(&report, diag.HumanOptions{}) }}
			o.Parse.Options = refract.LanguageOptions{refract.WGSL: options}
			out, err := refract.Translate(context.Background(), "main.wesl", src, o)
			text := ""
			var found *diag.Diagnostics
			switch {
			case errors.As(err, &found):
				found.WriteHuman(&report, diag.HumanOptions{})
			case err != nil:
				t.Fatal(err)
			default:
				text = out.Text
				if _, err := refract.Check(context.Background(), "want.wgsl", []byte(text), refract.CheckOptions{}); err != nil {
					t.Errorf("what is written isn't valid: %v", err)
				}
			}
			changed := compareFile(t, a, "want.wgsl", text)
			changed = compareFile(t, a, "want.txt", report.String()) || changed
			if changed && *update {
				if err := os.WriteFile(name, txtar.Format(a), 0o666); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

// compareFile compares a file of an archive, which is not there where it is empty; under
// -update it puts the text there.
func compareFile(t *testing.T, a *txtar.Archive, name, got string) (changed bool) {
	for i := range a.Files {
		if a.Files[i].Name != name {
			continue
		}
		if string(a.Files[i].Data) == got {
			return false
		}
		if !*update {
			t.Errorf("%s is\n%s\nwant\n%s", name, got, a.Files[i].Data)
		} else if a.Files[i].Data = []byte(got); got == "" {
			a.Files = append(a.Files[:i], a.Files[i+1:]...)
		}
		return true
	}
	if got == "" {
		return false
	}
	if !*update {
		t.Errorf("%s is\n%s\nwant nothing", name, got)
		return false
	}
	a.Files = append(a.Files, txtar.File{Name: name, Data: []byte(got)})
	return true
}

// FuzzWESL translates programs of two modules. Nothing may panic, and what is accepted
// is valid WGSL.
func FuzzWESL(f *testing.F) {
	archives, _ := filepath.Glob("testdata/wesl/*.txtar")
	for _, name := range archives {
		a, err := txtar.ParseFile(name)
		if err != nil {
			f.Fatal(err)
		}
		main, module := "", ""
		for _, file := range a.Files {
			switch {
			case file.Name == "main.wesl":
				main = string(file.Data)
			case strings.HasSuffix(file.Name, ".wesl") && module == "":
				module = string(file.Data)
			}
		}
		f.Add(main, module, "a")
	}
	f.Fuzz(func(t *testing.T, main, module, feature string) {
		if len(main)+len(module) > 1<<16 {
			return
		}
		data := &fstest.MapFile{Data: []byte(module)}
		files := fstest.MapFS{"main.wesl": {Data: []byte(main)}, "a.wesl": data, "lib.wesl": data, "b/a.wesl": data, "p/package.wesl": data}
		o := refract.TranslateOptions{To: refract.WGSL}
		o.Parse.Options = refract.LanguageOptions{refract.WGSL: &wgsl.Options{Features: map[string]bool{feature: true}, Lenient: true,
			Importer: wgsl.FS(files, "", map[string]wgsl.Package{"p": {FS: files, Root: "p"}})}}
		out, err := refract.Translate(context.Background(), "main.wesl", []byte(main), o)
		var fault *refract.FaultError
		if errors.As(err, &fault) {
			t.Fatal(err)
		}
		if err == nil {
			if _, err := refract.Check(context.Background(), "out.wgsl", []byte(out.Text), refract.CheckOptions{}); err != nil {
				t.Errorf("what is written isn't valid: %v\n%s", err, out.Text)
			}
		}
	})
}
