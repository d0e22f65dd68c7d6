package main

// The module: its path, its files, another path for it, and the form of the protocol of
// module proxies (go help goproxy).

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// modulePath is the name of a folder's module in go.mod.
func modulePath(dir string) (string, error) {
	text, err := os.ReadFile(filepath.Join(dir, "go.mod"))
	if err != nil {
		return "", err
	}
	first, _, _ := strings.Cut(string(text), "\n")
	path, ok := strings.CutPrefix(strings.TrimSpace(first), "module ")
	if !ok {
		return "", fmt.Errorf("%s does not begin with the module's path", filepath.Join(dir, "go.mod"))
	}
	return strings.TrimSpace(path), nil
}

// files are the files of a module, relative to its folder: the ones that git tracks, or all
// but hidden folders if there is no checkout.
func files(dir string) (names []string, err error) {
	list := exec.Command("git", "ls-files", "-z")
	list.Dir = dir
	if out, err := list.Output(); err == nil && len(out) > 0 {
		return strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00"), nil
	}
	err = filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && name != dir && strings.HasPrefix(d.Name(), "."):
			return fs.SkipDir
		case d.Type().IsRegular():
			name, err = filepath.Rel(dir, name)
			names = append(names, filepath.ToSlash(name))
		}
		return err
	})
	return names, err
}

// modulePathForm is the form of paths that can be fetched: the first element has a dot.
var modulePathForm = regexp.MustCompile(`^[a-z0-9-]+(\.[a-z0-9-]+)+(/[A-Za-z0-9._~-]+)*$`)

// rename gives the module in a folder another path: in go.mod, and in every quoted path of
// one of its packages in the Go files, in imports and in the strings of generators.
func rename(dir, path string) error {
	if !modulePathForm.MatchString(path) {
		return fmt.Errorf("%q is no module path that can be fetched, such as example.org/refract", path)
	}
	old, err := modulePath(dir)
	if err != nil {
		return err
	}
	names, err := files(dir)
	if err != nil {
		return err
	}
	// The root package is imported by the path alone, with or without a name.
	root := regexp.MustCompile(`(?m)^((?:import )?\s*(?:[\w.]+ )?)"` + regexp.QuoteMeta(old) + `"$`)
	inside := regexp.MustCompile(`"` + regexp.QuoteMeta(old) + `/`)
	format := []string{"-w"} // imports are sorted by path
	for _, name := range names {
		name = filepath.FromSlash(name)
		if filepath.Ext(name) != ".go" && filepath.Base(name) != "go.mod" {
			continue
		}
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			return err
		}
		var changed []byte
		if filepath.Base(name) == "go.mod" {
			changed = bytes.Replace(text, []byte("module "+old+"\n"), []byte("module "+path+"\n"), 1)
			changed = bytes.Replace(changed, []byte("module "+old+"/"), []byte("module "+path+"/"), 1) // one inside of it
		} else {
			changed = root.ReplaceAll(text, []byte(`${1}"`+path+`"`))
			changed = inside.ReplaceAll(changed, []byte(`"`+path+`/`))
		}
		if bytes.Equal(text, changed) {
			continue
		}
		if err := os.WriteFile(filepath.Join(dir, name), changed, 0o644); err != nil {
			return err
		}
		if filepath.Ext(name) == ".go" {
			format = append(format, name)
		}
	}
	gofmt := exec.Command("gofmt", format...)
	gofmt.Dir = dir
	if out, err := gofmt.CombinedOutput(); err != nil {
		return fmt.Errorf("gofmt: %w\n%s", err, out)
	}
	return nil
}

// inModule reports whether a file belongs to a module inside of the one whose files are
// listed, which versions of that leave out.
func inModule(names []string, file string) bool {
	for dir := path.Dir(file); dir != "."; dir = path.Dir(dir) {
		if slices.Contains(names, dir+"/go.mod") {
			return true
		}
	}
	return false
}

// writeProxy writes a version of the module in a folder to another folder, which
// GOPROXY=file://... can then name.
func writeProxy(dir, version, to string) error {
	root, err := modulePath(dir)
	if err != nil {
		return err
	}
	names, err := files(dir)
	if err != nil {
		return err
	}
	var module bytes.Buffer
	z := zip.NewWriter(&module)
	for _, name := range names {
		if inModule(names, name) {
			continue
		}
		text, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
		if err != nil {
			return err
		}
		w, err := z.Create(root + "@" + version + "/" + name)
		if err != nil {
			return err
		}
		if _, err := w.Write(text); err != nil {
			return err
		}
	}
	if err := z.Close(); err != nil {
		return err
	}
	mod, err := os.ReadFile(filepath.Join(dir, "go.mod"))
	if err != nil {
		return err
	}
	// Capital letters are written with an exclamation mark before the small one.
	escaped := regexp.MustCompile("[A-Z]").ReplaceAllStringFunc(root, func(s string) string { return "!" + strings.ToLower(s) })
	versions := filepath.Join(to, filepath.FromSlash(escaped), "@v")
	if err := os.MkdirAll(versions, 0o755); err != nil {
		return err
	}
	for _, f := range []struct {
		name string
		text []byte
	}{
		{"list", []byte(version + "\n")},
		{version + ".info", fmt.Appendf(nil, "{\"Version\":%q}\n", version)},
		{version + ".mod", mod},
		{version + ".zip", module.Bytes()},
	} {
		if err := os.WriteFile(filepath.Join(versions, f.name), f.text, 0o644); err != nil {
			return err
		}
	}
	return nil
}
