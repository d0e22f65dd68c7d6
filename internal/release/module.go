package main

// The module: its path, its files, a new path for it, and its form in the protocol of module
// proxies (go help goproxy).

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
	"unicode/utf8"
)

// modulePath returns the module path in the go.mod of a folder.
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

// files lists a module's files relative to its folder: the files that git tracks, or without
// a checkout all files outside hidden folders. The hidden folders of workflows and checks
// belong to the module.
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
		case d.IsDir() && name != dir && strings.HasPrefix(d.Name(), ".") && d.Name() != ".github" && d.Name() != ".ci":
			return fs.SkipDir
		case d.Type().IsRegular():
			name, err = filepath.Rel(dir, name)
			names = append(names, filepath.ToSlash(name))
		}
		return err
	})
	return names, err
}

// modulePathForm matches paths that the go command can fetch: the first element has a dot.
var modulePathForm = regexp.MustCompile(`^[a-z0-9-]+(\.[a-z0-9-]+)+(/[A-Za-z0-9._~-]+)*$`)

// goFolders returns the names of the module's top-level folders with Go files in or below
// them, as alternatives of a regular expression.
func goFolders(names []string) string {
	var list []string
	for _, name := range names {
		if first, _, below := strings.Cut(name, "/"); below && path.Ext(name) == ".go" && !slices.Contains(list, regexp.QuoteMeta(first)) {
			list = append(list, regexp.QuoteMeta(first))
		}
	}
	return strings.Join(list, "|")
}

// A renaming replaces a module's path in text files.
type renaming struct {
	new      string
	patterns []pathPattern
}

// A pathPattern finds a module's path in files with a suffix: group 2, after the text of
// group 1.
type pathPattern struct {
	suffix  string
	pattern *regexp.Regexp
}

func newRenaming(old, new string, names []string) *renaming {
	o := regexp.QuoteMeta(old)
	r := &renaming{new, []pathPattern{
		{"go.mod", regexp.MustCompile(`(?m)(^(?:module |require |replace |\t))(` + o + `)(?:[/ ]|$)`)},
		{"", regexp.MustCompile(`(?m)(^(?:import )?[ \t]*(?:[\w.]+ )?")(` + o + `)"$`)}, // an import of the root package
		{"", regexp.MustCompile(`((?:-replace|-require)[ =])(` + o + `)[=@]`)},          // go mod edit
		{".go", regexp.MustCompile(`(")(` + o + `)/`)},                                  // outside Go, a quoted path may be a file's
	}}
	if folders := goFolders(names); folders != "" {
		r.patterns = append(r.patterns, pathPattern{"", regexp.MustCompile(`(^|[^\w./@$-])(` + o + `)/(?:` + folders + `)\b`)}) // a package
	}
	return r
}

// apply returns the text of a file with the new path.
func (r *renaming) apply(name string, text []byte) []byte {
	for _, p := range r.patterns {
		if !strings.HasSuffix(name, p.suffix) {
			continue
		}
		var out []byte
		from := 0
		for _, at := range p.pattern.FindAllSubmatchIndex(text, -1) {
			out = append(append(out, text[from:at[4]]...), r.new...)
			from = at[5]
		}
		text = append(out, text[from:]...)
	}
	if path.Base(name) == "package.json" {
		text = setRepository(text, r.new)
	}
	return text
}

var (
	repositoryLines = regexp.MustCompile(`(?m)^ *"(?:homepage|repository)": .*\n`)
	licenseLine     = regexp.MustCompile(`(?m)^( *)"license": "MIT"(,?)$`)
)

// setRepository sets the addresses in a package.json, after its license.
func setRepository(text []byte, path string) []byte {
	text = repositoryLines.ReplaceAll(text, nil)
	return licenseLine.ReplaceAll(text, []byte(`${1}"license": "MIT",
${1}"homepage": "https://`+path+`",
${1}"repository": { "type": "git", "url": "git+https://`+path+`.git" }${2}`))
}

// rename gives the module in a folder another path: in the go.mod files of the module and
// of the modules inside it, in imports, and in documents, comments, messages, workflows and
// npm packages that name the module or a package of it.
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
	r := newRenaming(old, path, names)
	format := []string{"-w"} // imports are sorted by path
	for _, name := range names {
		file := filepath.Join(dir, filepath.FromSlash(name))
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		if !utf8.Valid(text) {
			continue
		}
		changed := r.apply(name, text)
		if bytes.Equal(text, changed) {
			continue
		}
		if err := os.WriteFile(file, changed, 0o644); err != nil {
			return err
		}
		if filepath.Ext(name) == ".go" {
			format = append(format, filepath.FromSlash(name))
		}
	}
	gofmt := exec.Command("gofmt", format...)
	gofmt.Dir = dir
	if out, err := gofmt.CombinedOutput(); err != nil {
		return fmt.Errorf("gofmt: %w\n%s", err, out)
	}
	return nil
}

// inModule reports whether a file belongs to a module inside the listed one. Versions of the
// outer module leave these files out.
func inModule(names []string, file string) bool {
	for dir := path.Dir(file); dir != "."; dir = path.Dir(dir) {
		if slices.Contains(names, dir+"/go.mod") {
			return true
		}
	}
	return false
}

// writeProxy writes a version of the module in a folder to another folder, for
// GOPROXY=file://... .
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
