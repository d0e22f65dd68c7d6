package pp

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"refract/diag"
)

// TestDirsAreConfined includes files in every way out of the folders that may be read.
func TestDirsAreConfined(t *testing.T) {
	top := t.TempDir()
	for name, text := range map[string]string{"work/src/a.h": "inside\n", "work/b.h": "beside\n", "more/c.h": "more\n", "secret.h": "secret;\n"} {
		name = filepath.Join(top, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(filepath.Join(top, "secret.h"), filepath.Join(top, "work", "src", "link.h")); err != nil {
		t.Skip(err)
	}
	t.Chdir(filepath.Join(top, "work"))
	for _, c := range []struct {
		name string
		want string // the text, or what the error says
	}{
		{"a.h", "inside"}, {"../b.h", "beside"}, {"c.h", "more"}, {filepath.Join(top, "more", "c.h"), "more"},
		{"../../secret.h", "outside"}, {"link.h", "outside"}, {filepath.Join(top, "secret.h"), "outside"}, {"/etc/passwd", "outside"},
		{"/dev/zero", "outside"}, {"../../none.h", "outside"}, {"none.h", "not found in 2 places"}, {"../src", "no regular file"},
	} {
		var sources diag.Sources
		var list diag.List
		var places []string
		looked := func(place, _ string, found bool) { places = append(places, place) }
		source := "#version 450\n#include \"" + c.name + "\"\n"
		p := New(nil)
		_, tokens := p.Run(source, sources.Add("src/main.frag", source), &Options{Includer: &Search{Dirs: []string{"../more"}, Looked: looked}}, &sources, &list)
		got := ""
		for _, t := range tokens[:len(tokens)-1] {
			got += p.Text(t)
		}
		for _, d := range list.Sorted() {
			got += d.Message
		}
		if !strings.Contains(got, c.want) || strings.Contains(got, "secret;") {
			t.Errorf("%s: %s", c.name, got)
		}
		for _, place := range places {
			if full, err := filepath.Abs(place); err != nil || filepath.Base(full) == "secret.h" || strings.HasPrefix(full, "/etc") {
				t.Errorf("%s: %s was looked at", c.name, place)
			}
		}
	}
}
