package confine

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestRead reads names of every kind below a root, and of none outside of it.
func TestRead(t *testing.T) {
	top := t.TempDir()
	root, more := filepath.Join(top, "root"), filepath.Join(top, "more")
	for name, text := range map[string]string{
		"root/a.h": "a", "root/deep/b.h": "b", "more/c.h": "c", "secret": "s", "rooted/d.h": "d", "root/long": strings.Repeat("x", 101),
	} {
		if err := os.MkdirAll(filepath.Join(top, filepath.Dir(name)), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(top, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for link, to := range map[string]string{"root/out": "../secret", "root/folder": "..", "root/in": "deep/b.h", "root/across": "../more/c.h", "root/knot": "knot"} {
		if err := os.Symlink(to, filepath.Join(top, link)); err != nil {
			t.Skip(err)
		}
	}
	t.Chdir(root)
	for _, c := range []struct {
		name string
		want string // content
		err  error
	}{
		{"a.h", "a", nil}, {"deep/b.h", "b", nil}, {"deep/../a.h", "a", nil}, {filepath.Join(root, "a.h"), "a", nil}, {"in", "b", nil},
		{"../more/c.h", "c", nil}, {"across", "c", nil}, {"../root/a.h", "a", nil},
		{"none.h", "", fs.ErrNotExist}, {"a.h/none.h", "", fs.ErrNotExist}, {"none/none.h", "", fs.ErrNotExist},
		{"../secret", "", ErrOutside}, {"out", "", ErrOutside}, {"folder/secret", "", ErrOutside}, {"/etc/passwd", "", ErrOutside},
		{"../rooted/d.h", "", ErrOutside}, {"../none", "", ErrOutside}, {"deep", "", ErrNoFile}, {"/dev/zero", "", ErrOutside},
	} {
		text, err := Read(c.name, 100, ".", more)
		if string(text) != c.want || !errors.Is(err, c.err) || (err == nil) != (c.err == nil) {
			t.Errorf("%s: %q, %v; %q, %v is expected", c.name, text, err, c.want, c.err)
		}
	}
	for _, name := range []string{"long", "knot"} {
		if text, err := Read(name, 100, "."); err == nil {
			t.Errorf("%s: %q", name, text)
		}
	}
	if _, err := Regular(os.DevNull, 100); !errors.Is(err, ErrNoFile) {
		t.Errorf("%s: %v", os.DevNull, err)
	}
}

// TestStandard: the roots of a source hold its folder.
func TestStandard(t *testing.T) {
	top := t.TempDir()
	t.Chdir(top)
	for _, c := range []struct{ source, want string }{
		{"a.frag", ". ."}, {"deep/a.frag", ". deep"}, {"../a.frag", ".."}, {filepath.Join(top, "x", "a.frag"), ". " + filepath.Join(top, "x")},
		{"/a.frag", ""}, {"/x/a.frag", "/x"},
	} {
		if got := strings.Join(Standard(c.source), " "); got != filepath.FromSlash(c.want) {
			t.Errorf("%s: %q", c.source, got)
		}
	}
}
