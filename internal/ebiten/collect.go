// Package ebiten collects the shaders of a program that uses Ebitengine, as Ebitengine's own
// tool shadercollector does, and computes their source ids.
//
// Versions of Ebitengine differ in how programs mark shaders and in how ids are computed, so
// that only the versions of Versions are accepted.
package ebiten

import (
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/constant"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// ModulePath is Ebitengine's module.
const ModulePath = "github.com/hajimehoshi/ebiten/v2"

// Versions are the versions of Ebitengine whose rules this package has.
var Versions = [...]string{"v2.10.0", "v2.10.1", "v2.10.2", "v2.10.3", "v2.10.4"}

// A VersionError reports a version of Ebitengine whose rules aren't known.
type VersionError struct{ Version string }

func (e *VersionError) Error() string {
	return fmt.Sprintf("Ebitengine %s marks and registers shaders in a way that isn't known; %s to %s are known", e.Version, Versions[0], Versions[len(Versions)-1])
}

// A Module is a program's version of Ebitengine.
type Module struct {
	Version string
	Dir     string // with the sources
}

// goCommand runs the go command in a folder.
func goCommand(dir string, args ...string) ([]byte, error) {
	cmd := exec.Command("go", args...)
	cmd.Dir = dir
	var message strings.Builder
	cmd.Stderr = &message
	out, err := cmd.Output()
	if err != nil {
		text := strings.TrimSpace(message.String())
		if text == "" {
			text = err.Error()
		}
		return nil, fmt.Errorf("go %s: %s", args[0], text)
	}
	return out, nil
}

// FindModule finds the version of Ebitengine that the module of a folder requires. The error is a
// *VersionError if that isn't known.
func FindModule(dir string) (*Module, error) {
	out, err := goCommand(dir, "list", "-mod=readonly", "-m", "-json", ModulePath)
	if err != nil {
		return nil, err
	}
	var m struct {
		Version, Dir string
		Replace      *struct{ Version, Dir string }
	}
	if err := json.Unmarshal(out, &m); err != nil {
		return nil, err
	}
	if m.Replace != nil {
		m.Dir = m.Replace.Dir
		if m.Replace.Version != "" {
			m.Version = m.Replace.Version
		}
	}
	switch {
	case !slices.Contains(Versions[:], m.Version):
		return nil, &VersionError{m.Version}
	case m.Dir == "":
		return nil, errors.New("Ebitengine isn't downloaded: run go mod download " + ModulePath)
	}
	return &Module{m.Version, m.Dir}, nil
}

// A Source is a shader.
type Source struct {
	Package string // "": of a manifest
	File    string // with the source: Kage, or Go with a constant
	Text    string
	ID      string
}

// A goPackage is a package as go list describes it.
type goPackage struct {
	Dir, ImportPath, Name string
	Standard              bool
	GoFiles, CgoFiles     []string
	ImportMap             map[string]string
}

// collector collects from the packages of one program.
type collector struct {
	fset     *token.FileSet
	packages map[string]*goPackage
	order    []*goPackage
	checked  map[string]*types.Package
	parsed   map[string][]*ast.File
	defined  map[*ast.Ident]types.Object
	sources  []Source
	warn     func(string)
}

// Collect finds the shaders of packages and of the packages that they import, and of a
// manifest, if that is named. Misplaced directives are reported to warn.
func Collect(dir string, patterns []string, manifest string, warn func(string)) ([]Source, error) {
	c := &collector{fset: token.NewFileSet(), packages: map[string]*goPackage{}, checked: map[string]*types.Package{}, parsed: map[string][]*ast.File{},
		defined: map[*ast.Ident]types.Object{}, warn: warn}
	if len(patterns) > 0 {
		if err := c.list(dir, patterns); err != nil {
			return nil, err
		}
		for _, p := range c.order {
			if p.Standard || strings.HasPrefix(p.ImportPath, "golang.org/x/") {
				continue
			}
			if err := c.collect(p); err != nil {
				return nil, err
			}
		}
	}
	if manifest != "" {
		if err := c.manifest(filepath.Join(dir, manifest)); err != nil {
			return nil, err
		}
	}
	return c.sources, nil
}

// list asks the go command for packages and their dependencies.
func (c *collector) list(dir string, patterns []string) error {
	out, err := goCommand(dir, append([]string{"list", "-deps", "-json=Dir,ImportPath,Name,Standard,GoFiles,CgoFiles,ImportMap", "--"}, patterns...)...)
	if err != nil {
		return err
	}
	for d := json.NewDecoder(strings.NewReader(string(out))); ; {
		p := new(goPackage)
		if err := d.Decode(p); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
		c.packages[p.ImportPath] = p
		c.order = append(c.order, p)
	}
}

// files parses the files of a package.
func (c *collector) files(p *goPackage) ([]*ast.File, error) {
	if files, ok := c.parsed[p.ImportPath]; ok {
		return files, nil
	}
	var files []*ast.File
	for _, name := range slices.Concat(p.GoFiles, p.CgoFiles) {
		f, err := parser.ParseFile(c.fset, filepath.Join(p.Dir, name), nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	c.parsed[p.ImportPath] = files
	return files, nil
}

// The directives of shaders.
const (
	sourceDirective = "//ebitengine:shadersource"
	fileDirective   = "//ebitengine:shaderfile"
)

// filePatterns are the patterns that a line of a comment gives to the directive of files.
func filePatterns(line string) []string {
	rest, ok := strings.CutPrefix(strings.TrimLeft(line, "\t\n\f\r "), fileDirective+" ")
	if !ok {
		return nil
	}
	return strings.FieldsFunc(rest, func(r rune) bool { return strings.ContainsRune(" \t\v\n\r", r) })
}

// collect finds the shaders of a package.
func (c *collector) collect(p *goPackage) error {
	mentioned := false
	for _, name := range slices.Concat(p.GoFiles, p.CgoFiles) {
		text, err := os.ReadFile(filepath.Join(p.Dir, name))
		if err != nil {
			return err
		}
		mentioned = mentioned || strings.Contains(string(text), "ebitengine:shader")
	}
	if !mentioned {
		return nil
	}
	files, err := c.files(p)
	if err != nil {
		return err
	}
	if err := c.fileDirectives(p, files); err != nil {
		return err
	}
	for _, f := range files {
		if err := c.sourceDirectives(p, f); err != nil {
			return err
		}
	}
	return nil
}

// fileDirectives reads the files that directives outside of functions name: paths, folders
// and patterns, relative to the package's folder.
func (c *collector) fileDirectives(p *goPackage, files []*ast.File) error {
	seen := map[string]bool{}
	read := func(path string) error {
		if seen[path] {
			return nil
		}
		seen[path] = true
		return c.file(p.ImportPath, path)
	}
	for _, f := range files {
		for _, group := range f.Comments {
			for _, comment := range group.List {
				if inFunction(f, comment) {
					continue
				}
				for line := range strings.SplitSeq(comment.Text, "\n") {
					for _, pattern := range filePatterns(line) {
						if err := eachFile(filepath.Join(p.Dir, filepath.FromSlash(pattern)), read); err != nil {
							return err
						}
					}
				}
			}
		}
	}
	return nil
}

func inFunction(f *ast.File, c *ast.Comment) bool {
	return slices.ContainsFunc(f.Decls, func(d ast.Decl) bool {
		fd, ok := d.(*ast.FuncDecl)
		return ok && fd.Pos() <= c.Pos() && c.Pos() < fd.End()
	})
}

// eachFile calls read with the files of a path, a folder or a pattern.
func eachFile(pattern string, read func(path string) error) error {
	if !strings.ContainsAny(pattern, "*?[]") {
		info, err := os.Stat(pattern)
		switch {
		case err == nil && info.IsDir():
			return filepath.WalkDir(pattern, func(path string, d os.DirEntry, err error) error {
				if err != nil || d.IsDir() {
					return err
				}
				return read(path)
			})
		case err != nil && !errors.Is(err, os.ErrNotExist):
			return err
		}
	}
	paths, err := filepath.Glob(pattern)
	if err != nil {
		return err
	}
	for _, path := range paths {
		if err := read(path); err != nil {
			return err
		}
	}
	return nil
}

// file adds a shader that is a file.
func (c *collector) file(pkg, path string) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	c.sources = append(c.sources, Source{Package: pkg, File: path, Text: string(text)})
	return nil
}

// manifest adds the shaders of a manifest, relative to its folder.
func (c *collector) manifest(path string) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	var m struct{ ShaderFiles []string }
	if err := json.Unmarshal(text, &m); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	seen := map[string]bool{}
	for _, name := range m.ShaderFiles {
		file := filepath.FromSlash(name)
		if !filepath.IsAbs(file) {
			file = filepath.Join(filepath.Dir(path), file)
		}
		if seen[file] {
			continue
		}
		seen[file] = true
		if err := c.file("", file); err != nil {
			return err
		}
	}
	return nil
}

// marked reports whether a comment has the directive of constants.
func marked(doc *ast.CommentGroup) bool {
	if doc == nil {
		return false
	}
	for _, c := range doc.List {
		for line := range strings.SplitSeq(c.Text, "\n") {
			if strings.TrimLeft(line, " \t\r\f\v") == sourceDirective {
				return true
			}
		}
	}
	return false
}

// sourceDirectives adds the constants that directives mark.
func (c *collector) sourceDirectives(p *goPackage, f *ast.File) (err error) {
	top := map[ast.Node]bool{}
	for _, d := range f.Decls {
		top[d] = true
	}
	warn := func(at token.Pos, format string, args ...any) {
		c.warn(fmt.Sprintf("%s: "+format, append([]any{c.fset.Position(at)}, args...)...))
	}
	ast.Inspect(f, func(n ast.Node) bool {
		d, ok := n.(*ast.GenDecl)
		if !ok || err != nil {
			return err == nil
		}
		if d.Lparen.IsValid() && marked(d.Doc) {
			warn(d.Doc.Pos(), "%s belongs to a constant, not to a list of them", sourceDirective)
		}
		for _, s := range d.Specs {
			spec, ok := s.(*ast.ValueSpec)
			if !ok {
				continue
			}
			doc := d.Doc
			if d.Lparen.IsValid() {
				doc = spec.Doc
			}
			switch {
			case !marked(doc):
			case !top[d]:
				warn(doc.Pos(), "%s stands in a function", sourceDirective)
			case len(spec.Names) != 1:
				warn(doc.Pos(), "%s marks one constant, not several", sourceDirective)
			case d.Tok != token.CONST:
				warn(doc.Pos(), "%s marks a constant, not a %s", sourceDirective, d.Tok)
			default:
				err = c.constant(p, spec, func(format string, args ...any) { warn(doc.Pos(), format, args...) })
			}
		}
		return err == nil
	})
	return err
}

// constant adds a shader that is a constant.
func (c *collector) constant(p *goPackage, spec *ast.ValueSpec, warn func(format string, args ...any)) error {
	if _, err := c.check(p); err != nil {
		return err
	}
	k, ok := c.defined[spec.Names[0]].(*types.Const) // which may be _
	if !ok || k.Val().Kind() != constant.String {
		warn("%s marks a constant that is no string", sourceDirective)
		return nil
	}
	c.sources = append(c.sources, Source{Package: p.ImportPath, File: c.fset.Position(spec.Pos()).Filename, Text: constant.StringVal(k.Val())})
	return nil
}

// check checks the declarations of a package. Errors in it are ignored: constants that have
// values need not the rest.
func (c *collector) check(p *goPackage) (*types.Package, error) {
	if pkg := c.checked[p.ImportPath]; pkg != nil {
		return pkg, nil
	}
	files, err := c.files(p)
	if err != nil {
		return nil, err
	}
	config := types.Config{IgnoreFuncBodies: true, FakeImportC: true, Error: func(error) {}, Importer: importer{c, p}}
	info := &types.Info{Defs: c.defined}
	pkg, _ := config.Check(p.ImportPath, c.fset, files, info)
	c.checked[p.ImportPath] = pkg
	return pkg, nil
}

// importer imports from source.
type importer struct {
	c *collector
	p *goPackage
}

// Import implements types.Importer.
func (i importer) Import(path string) (*types.Package, error) {
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	if mapped := i.p.ImportMap[path]; mapped != "" {
		path = mapped
	}
	p := i.c.packages[path]
	if p == nil {
		return nil, errors.New("no package " + path)
	}
	return i.c.check(p)
}
