package main

// The command's search for imports of WESL: modules below the root of the package that the
// source is in, which wesl.toml names or which is the source's folder, and packages that
// wesl.toml or node_modules lists.

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/pelletier/go-toml/v2"

	"refract"
	"refract/front/wgsl"
	"refract/internal/confine"
)

// weslFile describes a package.
const weslFile = "wesl.toml"

// A weslImporter is an Importer over folders. A package's key is its root folder.
type weslImporter struct {
	mu       sync.Mutex
	packages map[string]*weslPackage // by root
	roots    map[string]string       // roots of sources, by their folder
	looked   lookedFunc              // is called for each place that was looked at; may be nil
}

func newImporter() *weslImporter {
	return &weslImporter{packages: map[string]*weslPackage{}, roots: map[string]string{}}
}

// A lookedFunc takes a place where a file was looked for, with the file's text; found:
// there is one. Of a folder that was found it isn't called.
type lookedFunc func(place, text string, found bool)

// note calls w.looked.
func (w *weslImporter) note(place string, text []byte, err error) {
	if w.looked != nil && (err == nil || errors.Is(err, fs.ErrNotExist)) {
		w.looked(place, string(text), err == nil)
	}
}

// A weslPackage is the description of a package in wesl.toml.
type weslPackage struct {
	file string // the wesl.toml, or ""
	dir  string // that the file is in
	root string
	deps map[string]weslDependency
	err  error
	name string // that wesl.toml gives it
	own  string // see Own; "": not known yet
}

type weslDependency struct {
	pkg  string // its name for npm
	path string // its folder
}

// Self is the package of a source: that of the nearest wesl.toml above whose root holds
// the source, else the source's folder.
func (w *weslImporter) Self(name string) (string, []string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	dir := filepath.Dir(name)
	if strings.HasPrefix(name, "<") { // standard input
		dir, name = ".", "main.wesl"
	}
	root, known := w.roots[dir]
	if !known {
		root = w.rootAbove(dir)
		w.roots[dir] = root
	}
	if rel, err := filepath.Rel(root, filepath.Join(dir, filepath.Base(name))); err == nil {
		return root, wgsl.ModulePath(filepath.ToSlash(rel))
	}
	return root, wgsl.ModulePath(filepath.Base(name))
}

// rootAbove finds the root that a folder is below.
func (w *weslImporter) rootAbove(dir string) string {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return dir
	}
	up := dir
	for at := abs; ; {
		if p := w.readPackage(up); p.file != "" {
			if rel, err := filepath.Rel(p.root, dir); err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
				w.packages[p.root] = p
				return p.root
			}
		}
		parent := filepath.Dir(at)
		if parent == at {
			break
		}
		at, up = parent, filepath.Join(up, "..")
	}
	w.packages[dir] = &weslPackage{dir: dir, root: dir}
	return dir
}

// maxWESLFile is the size in bytes of the largest wesl.toml that is read.
const maxWESLFile = 1 << 20

// readPackage reads the wesl.toml of a folder, or takes the defaults without one.
func (w *weslImporter) readPackage(dir string) *weslPackage {
	p := &weslPackage{dir: dir, root: dir}
	file := filepath.Join(dir, weslFile)
	text, err := confine.Regular(file, maxWESLFile)
	w.note(file, text, err)
	if errors.Is(err, fs.ErrNotExist) {
		return p
	}
	p.file = file
	p.root = filepath.Join(dir, "shaders")
	var found struct {
		Package struct {
			Root string `toml:"root"`
			Name string `toml:"name"`
		} `toml:"package"`
		Dependencies any `toml:"dependencies"` // a table, or "auto", which is as none
	}
	if err == nil {
		err = toml.Unmarshal(bytes.TrimPrefix(text, []byte(byteOrderMark)), &found)
	}
	if err != nil {
		p.err = err
		return p
	}
	if table, ok := found.Dependencies.(map[string]any); ok {
		p.deps = map[string]weslDependency{}
		for name, v := range table {
			of, _ := v.(map[string]any)
			d := weslDependency{}
			d.pkg, _ = of["package"].(string)
			d.path, _ = of["path"].(string)
			p.deps[name] = d
		}
	}
	p.name = found.Package.Name
	if found.Package.Root != "" {
		p.root = filepath.Join(dir, filepath.FromSlash(found.Package.Root))
	}
	return p
}

// Where explains that a package is a source's own folder for lack of a wesl.toml.
func (w *weslImporter) Where(pkg string) string {
	w.mu.Lock()
	defer w.mu.Unlock()
	if p := w.packages[pkg]; p != nil && p.file == "" && p.dir == p.root {
		return "without a wesl.toml above, 'package' is the folder of the file that is read, " + filepath.ToSlash(pkg)
	}
	return ""
}

// Own is the name of a package: that in its wesl.toml, its package.json or its Cargo.toml,
// which has - for _.
func (w *weslImporter) Own(pkg string) string {
	w.mu.Lock()
	defer w.mu.Unlock()
	p := w.packages[pkg]
	if p == nil {
		return ""
	}
	if p.own == "" {
		p.own = w.ownName(p)
	}
	return p.own
}

func (w *weslImporter) ownName(p *weslPackage) string {
	name := p.name
	var npm struct {
		Name string `json:"name"`
	}
	var cargo struct {
		Package struct {
			Name string `toml:"name"`
		} `toml:"package"`
	}
	for _, file := range []struct {
		name string
		read func(text []byte) error
	}{
		{"package.json", func(text []byte) error { return json.Unmarshal(text, &npm) }},
		{"Cargo.toml", func(text []byte) error { return toml.Unmarshal(text, &cargo) }},
	} {
		if name != "" {
			break
		}
		place := filepath.Join(p.dir, file.name)
		text, err := confine.Regular(place, maxWESLFile)
		w.note(place, text, err)
		if err == nil && file.read(text) == nil {
			name = cmp.Or(npm.Name, cargo.Package.Name)
		}
	}
	return strings.ReplaceAll(name, "-", "_")
}

// Package finds a dependency: by the path that wesl.toml gives it, or among the packages
// that npm has put into node_modules.
func (w *weslImporter) Package(from, name string) (string, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	p := w.packages[from]
	if p == nil {
		return "", fs.ErrNotExist
	}
	if p.err != nil {
		return "", p.err
	}
	dep, listed := p.deps[name]
	if listed && dep.path != "" {
		return w.add(filepath.Join(p.dir, filepath.FromSlash(dep.path)))
	}
	npm := name
	if dep.pkg != "" {
		npm = dep.pkg
	}
	if !filepath.IsLocal(filepath.FromSlash(npm)) {
		return "", fs.ErrNotExist
	}
	for at := p.dir; ; at = filepath.Join(at, "..") {
		found := filepath.Join(at, "node_modules", filepath.FromSlash(npm))
		if info, err := os.Stat(found); err == nil && info.IsDir() {
			return w.add(found)
		} else {
			w.note(found, nil, err)
		}
		abs, err := filepath.Abs(at)
		if err != nil || filepath.Dir(abs) == abs {
			return "", fs.ErrNotExist
		}
	}
}

// add makes the package in a folder known.
func (w *weslImporter) add(dir string) (string, error) {
	if info, err := os.Stat(dir); err != nil {
		return "", cause(err)
	} else if !info.IsDir() {
		return "", errors.New("it is no folder")
	}
	p := w.readPackage(dir)
	if p.err != nil {
		return "", p.err
	}
	if w.packages[p.root] == nil {
		w.packages[p.root] = p
	}
	return p.root, nil
}

// Names are the modules, and folders of modules, right below a path of a package, and, if
// the path is empty, the packages that its wesl.toml lists.
func (w *weslImporter) Names(pkg string, path []string) (modules, packages []string) {
	list, _ := os.ReadDir(filepath.Join(pkg, filepath.Join(path...)))
	modules = wgsl.ModulesAmong(list)
	w.mu.Lock()
	defer w.mu.Unlock()
	if p := w.packages[pkg]; p != nil && len(path) == 0 {
		packages = slices.Sorted(maps.Keys(p.deps))
	}
	return modules, packages
}

// Module reads a module below a root.
func (w *weslImporter) Module(pkg string, path []string) (string, string, error) {
	for _, file := range wgsl.ModuleFiles(path) {
		name := filepath.Join(pkg, filepath.FromSlash(file))
		text, err := confine.Read(name, refract.MaxSourceBytes, pkg)
		w.note(name, text, err)
		if err == nil {
			return name, string(text), nil
		}
		if !errors.Is(err, fs.ErrNotExist) {
			return "", "", cause(err)
		}
	}
	return "", "", fs.ErrNotExist
}

// features are the values of WESL's features that -D gives: NAME, NAME=true, NAME=false,
// and as macros have them, NAME=1 and NAME=0. Other text is for macros: a feature that is
// "off", or text before a comma, has no value, which is reported at its use.
func features(defines []string) map[string]bool {
	all := map[string]bool{}
	for _, text := range defines {
		name, value, given := strings.Cut(text, "=")
		if !given {
			all[name] = true
		} else if value == "" {
			all[name] = false
		} else if b, err := strconv.ParseBool(value); err == nil {
			all[name] = b
		} else if n, err := strconv.ParseInt(value, 0, 64); err == nil {
			all[name] = n != 0
		}
	}
	return all
}
