package wgsl

// This file holds imports: the search for modules of WESL, and their meaning for the
// checker.

import (
	"errors"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"unicode"

	"refract/diag"
	"refract/internal/front/wgsl/syntax"
)

// An Importer finds the packages and modules that sources in WESL import. Packages are
// named by keys of the Importer's own choice, a module by its path below the root of its
// package: that of the module a::b is {"a", "b"}, that of the package's own file is empty.
type Importer interface {
	// Self is the module of the source with the given name.
	Self(name string) (pkg string, path []string)
	// Package is the meaning of a package's name inside of another package. The error is
	// fs.ErrNotExist if it means nothing.
	Package(from, name string) (pkg string, err error)
	// Module is the text of a module, with its name for reports. The error is
	// fs.ErrNotExist if there is none.
	Module(pkg string, path []string) (name, text string, err error)
}

// IsWESL reports whether a file's name marks it as WESL.
func IsWESL(name string) bool { return strings.EqualFold(path.Ext(name), ".wesl") }

// A Package is a folder of modules, for FS.
type Package struct {
	FS   fs.FS
	Root string // the folder below which its modules are; "" and ".": the top
}

// FS is an Importer that finds modules in file systems, such as an embed.FS: modules of the
// sources' own package below root, and packages by their names, whichever package imports
// them. A module a::b is the file a/b.wesl, or a/b.wgsl; the file of a package itself is
// package.wesl. Any number of goroutines may use it.
func FS(fsys fs.FS, root string, packages map[string]Package) Importer {
	return &fsImporter{Package{fsys, root}, packages}
}

type fsImporter struct {
	own      Package
	packages map[string]Package
}

func (x *fsImporter) Self(name string) (string, []string) {
	root := path.Clean(x.own.Root)
	below := path.Clean(strings.TrimPrefix(name, "./"))
	if rest, found := strings.CutPrefix(below, root+"/"); found {
		below = rest
	}
	return "", ModulePath(below)
}

// ModulePath is the path of the module that a file below a package's root is.
func ModulePath(file string) []string {
	file = strings.TrimSuffix(strings.Trim(strings.ReplaceAll(file, "\\", "/"), "/"), path.Ext(file))
	if file == "package" || file == "" || file == "." {
		return nil
	}
	return strings.Split(file, "/")
}

// ModuleFiles are the files below a package's root that a module may be, in order of
// preference.
func ModuleFiles(module []string) []string {
	if len(module) == 0 {
		return []string{"package.wesl", "package.wgsl"}
	}
	if len(module) == 1 && module[0] == "package" {
		return nil
	}
	name := strings.Join(module, "/")
	return []string{name + ".wesl", name + ".wgsl"}
}

func (x *fsImporter) Package(from, name string) (string, error) {
	if _, ok := x.packages[name]; ok {
		return name, nil
	}
	return "", fs.ErrNotExist
}

func (x *fsImporter) Module(pkg string, module []string) (string, string, error) {
	p := x.own
	if pkg != "" {
		p = x.packages[pkg]
	}
	for _, file := range ModuleFiles(module) {
		name := path.Join(p.Root, file)
		if !fs.ValidPath(name) {
			continue
		}
		text, err := fs.ReadFile(p.FS, name)
		if err == nil {
			if pkg != "" {
				name = pkg + "/" + file
			}
			return name, string(text), nil
		}
		if !errors.Is(err, fs.ErrNotExist) {
			return "", "", err
		}
	}
	return "", "", fs.ErrNotExist
}

// Names are the modules, and folders of modules, right below a path of a package, and, if
// the path is empty, the known packages.
func (x *fsImporter) Names(pkg string, module []string) (modules, packages []string) {
	p := x.own
	if pkg != "" {
		p = x.packages[pkg]
	}
	if p.FS != nil {
		list, _ := fs.ReadDir(p.FS, path.Join(append([]string{".", p.Root}, module...)...))
		modules = ModulesAmong(list)
	}
	if len(module) == 0 {
		packages = slices.Sorted(maps.Keys(x.packages))
	}
	return modules, packages
}

// ModulesAmong are the modules, and the possible folders of modules, among the files of a
// folder.
func ModulesAmong(files []fs.DirEntry) (modules []string) {
	for _, f := range files {
		name, extension := f.Name(), path.Ext(f.Name())
		switch {
		case !f.IsDir() && (extension == ".wesl" || extension == ".wgsl"):
			name = strings.TrimSuffix(name, extension)
		case !f.IsDir() || name == "node_modules":
			continue
		}
		isName := func(i int, r rune) bool { return r == '_' || unicode.IsLetter(r) || i > 0 && unicode.IsDigit(r) }
		wrong := name == "" || name == "package"
		for i, r := range name {
			wrong = wrong || !isName(i, r)
		}
		if !wrong && !slices.Contains(modules, name) {
			modules = append(modules, name)
		}
	}
	return modules
}

// modules is an Importer as the parser knows it.
type modules struct {
	importer Importer
	sources  *diag.Sources
	name     string
}

func (m *modules) Self() (string, []string) {
	pkg, path := m.importer.Self(m.name)
	return pkg, slices.Clone(path)
}

// Where is the place in which modules of a package are looked for, if the Importer has a
// method for it and that isn't plain.
func (m *modules) Where(pkg string) string {
	if w, ok := m.importer.(interface{ Where(pkg string) string }); ok {
		return w.Where(pkg)
	}
	return ""
}

// Own is the name by which a package may import from itself, if the Importer has a method for
// it.
func (m *modules) Own(pkg string) string {
	if w, ok := m.importer.(interface{ Own(pkg string) string }); ok {
		return w.Own(pkg)
	}
	return ""
}

func (m *modules) Package(from, name string) (string, error) { return m.importer.Package(from, name) }

func (m *modules) Module(pkg string, path []string, from diag.Span) (string, uint32, error) {
	name, text, err := m.importer.Module(pkg, path)
	if err != nil {
		return "", 0, err
	}
	if len(text) > m.sources.Room() {
		return "", 0, errors.New("the sources are too large")
	}
	base := m.sources.Add(name, text)
	m.sources.AddImport(base, uint32(len(text)), from, name)
	return text, base, nil
}

// ModulesOf serves an Importer's modules to the parser, for a source of the given name. It
// adds modules to the sources, whose last one the source must be.
func ModulesOf(importer Importer, sources *diag.Sources, name string) syntax.Modules {
	return &modules{importer, sources, name}
}

// syntax returns the options of the parser.
func (o *Options) syntax() syntax.Options {
	s := syntax.Options{Comments: o.DocComments, WESL: o.WESL, Features: o.Features, Lenient: o.Lenient, Meter: o.meter}
	if o.WESL && o.Importer != nil && o.sources != nil {
		s.Modules = &modules{o.Importer, o.sources, o.name}
	}
	return s
}

// linkImports gives the names that modules import their meaning.
func (c *checker) linkImports() {
	links := c.t.Links()
	if len(links) == 0 {
		return
	}
	of := map[syntax.Node]declID{}
	for i := range c.decls {
		of[c.decls[i].node] = declID(i)
	}
	for _, l := range links {
		if c.bind[l.Symbol] == 0 {
			c.bind[l.Symbol] = of[l.Item]
		}
	}
}
