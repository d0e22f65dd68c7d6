package refract_test

// The import graph: arrows run downwards only, and what a package may take
// from outside this module is fixed.

import (
	"bytes"
	"go/doc"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"refract"
)

// ranks orders the packages, the first match counting: a package imports lower
// ranks, and packages of its own family.
var ranks = []struct {
	pattern string // a path in this module; "/..." takes in what is below
	rank    int
}{
	{"conformance/...", 16},
	{"examples/...", 16},
	{"cmd/...", 15},
	{"bench", 13},
	{".", 12},
	{"internal/front", 8},
	{"internal/front/glsl/pp", 8}, // of GLSL and of HLSL
	{"internal/front/clike", 9},
	{"internal/front/...", 10},
	{"front/...", 10},
	{"internal/back", 7},
	{"internal/back/text", 8},
	{"internal/back/clike", 9},
	{"internal/back/direct3d", 8},
	{"internal/back/...", 10},
	{"back/...", 10},
	{"exec/...", 10},
	{"internal/exec/bvh", 1},
	{"internal/exec/rayquery", 1},
	{"internal/exec/...", 10},
	{"internal/web/service", 13},
	{"internal/web/service/engine", 14},
	{"internal/web/bridge", 14},
	{"web/playground", 13},
	{"web/...", 15},
	{"reflection", 6},
	{"shadertest/...", 13},
	{"bindgen", 12},
	{"lsp", 13},
	{"ssa/...", 6},
	{"internal/ssa/...", 6},
	{"ir", 3},
	{"ir/...", 5},
	{"internal/ir/...", 5},
	{"internal/builtin/...", 4},
	{"spirv/...", 3},
	{"diag", 2},
	{"language", 1},
	{"internal/harness/...", 13}, // for tests, as the next five
	{"internal/reduce", 12},
	{"internal/disguise", 12},
	{"internal/ssatest", 12},
	{"internal/spirvtest", 4},
	{"internal/progen", 5},
	{"internal/stagegen", 5},
	{"internal/raygen", 11},
	{"internal/driver", 11},
	{"internal/vkrun/...", 2},
	{"internal/embedded", 4},
	{"internal/...", 1},
	{"docs/...", 1},
}

// modules says which packages may import which modules of others.
var modules = map[string]string{
	"github.com/spf13/cobra":          "cmd/...",
	"github.com/spf13/pflag":          "cmd/...", // cobra's flags
	"github.com/fsnotify/fsnotify":    "cmd/...",
	"github.com/pelletier/go-toml":    "cmd/...", // refract.toml
	"github.com/tetratelabs/wazero":   "exec/wasm/...",
	"github.com/sourcegraph/jsonrpc2": "lsp/...",
	"github.com/ebitengine/purego":    "internal/vkrun/...", // which tests import, and cmd/refract-radv
}

// module is the path of this module.
var module = reflect.TypeFor[refract.Output]().PkgPath()

// testModules are those that only tests import.
var testModules = []string{
	"github.com/rogpeppe/go-internal",
	"github.com/google/go-cmp",
	"pgregory.net/rapid",
}

func matches(pattern, pkg string) bool {
	if base, below := strings.CutSuffix(pattern, "/..."); below {
		return pkg == base || strings.HasPrefix(pkg, base+"/")
	}
	return pkg == pattern
}

func rank(pkg string) int {
	for _, r := range ranks {
		if matches(r.pattern, pkg) {
			return r.rank
		}
	}
	return 0
}

// family is the part of the tree in which packages import each other freely:
// one language of front or back, else the first element. The private packages of front, back,
// exec, ir, ssa and web are in the family of the public ones.
func family(pkg string) string {
	below, internal := strings.CutPrefix(pkg, "internal/")
	parts := strings.Split(below, "/")
	switch parts[0] {
	case "front", "back":
		if len(parts) > 1 {
			return parts[0] + "/" + parts[1]
		}
		return parts[0]
	case "exec", "ir", "ssa", "web":
		return parts[0]
	}
	if internal {
		return "internal"
	}
	return parts[0]
}

// problem says what is wrong with an import, or nothing.
func problem(pkg, imported string, test bool) string {
	within := func(module string) bool {
		return imported == module || strings.HasPrefix(imported, module+"/")
	}
	if imported == "C" {
		return "cgo is not used"
	}
	if imported == module || strings.HasPrefix(imported, module+"/") {
		imported = strings.TrimPrefix(strings.TrimPrefix(imported, module), "/")
		if imported == "" {
			imported = "."
		}
		switch {
		case rank(imported) == 0:
			return "the package has no place in the order of imports_test.go"
		case test:
			return ""
		case family(pkg) == family(imported) && rank(imported) <= rank(pkg):
			return ""
		case rank(imported) >= rank(pkg):
			return "the import runs up, or to the side"
		}
		return ""
	}
	if !strings.Contains(strings.SplitN(imported, "/", 2)[0], ".") {
		return "" // standard library
	}
	for module, where := range modules {
		if within(module) && (test || matches(where, pkg)) {
			return ""
		}
	}
	for _, module := range testModules {
		if test && within(module) {
			return ""
		}
	}
	return "the package may import the standard library only"
}

// isModule reports whether a folder is a module of its own.
func isModule(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, "go.mod"))
	return err == nil
}

func TestImports(t *testing.T) {
	files := token.NewFileSet()
	seen := 0
	err := filepath.WalkDir(".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && name != "." && (strings.HasPrefix(d.Name(), ".") || d.Name() == "testdata"):
			return fs.SkipDir
		case d.IsDir() && name != "." && isModule(name):
			return fs.SkipDir // with requirements of its own
		case d.IsDir() || path.Ext(name) != ".go":
			return nil
		}
		f, err := parser.ParseFile(files, name, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		seen++
		pkg := path.Dir(filepath.ToSlash(name))
		if rank(pkg) == 0 {
			t.Errorf("%s: the package has no place in the order of imports_test.go", name)
		}
		for _, spec := range f.Imports {
			imported, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return err
			}
			if p := problem(pkg, imported, strings.HasSuffix(name, "_test.go")); p != "" {
				t.Errorf("%s imports %s: %s", files.Position(spec.Pos()), imported, p)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if seen == 0 {
		t.Fatal("no Go files found")
	}
}

// TestImportRules checks the check.
func TestImportRules(t *testing.T) {
	for _, c := range []struct {
		pkg, imported string
		test, ok      bool
	}{
		{"front/wgsl", "refract/internal/ir/typing", false, true},
		{"front/wgsl", "refract/internal/front/wgsl/syntax", false, true},
		{"front/wgsl", "refract/front/glsl", false, false},
		{"front/wgsl", "refract/back/wgsl", false, false},
		{"front/wgsl", "refract/back/wgsl", true, true},
		{"ir", "refract/internal/ir/layout", false, false},
		{"ir/validate", "refract/internal/ir/typing", false, true},
		{"internal/ir/typing", "refract/internal/builtin", false, true},
		{"internal/builtin", "refract/ir", false, true},
		{"ir", "refract/internal/builtin", false, false},
		{"ir", "refract/spirv", false, false},
		{"diag", "refract/internal/num", false, true},
		{"internal/num", "refract/diag", false, false},
		{"back/spirv", "refract/ssa", false, true},
		{"ssa", module, false, false},
		{".", "refract/cmd/refract", false, false},
		{".", "github.com/spf13/cobra", false, false},
		{"cmd/refract", "github.com/spf13/cobra", false, true},
		{"exec/wasm", "github.com/tetratelabs/wazero/api", false, true},
		{"exec/interp", "github.com/tetratelabs/wazero", false, false},
		{"ir", "github.com/google/go-cmp/cmp", false, false},
		{"ir", "github.com/google/go-cmp/cmp", true, true},
		{"ir", "refract/elsewhere", false, false},
		{"ir", "encoding/json", false, true},
		{"ir", "C", false, false},
	} {
		if p := problem(c.pkg, c.imported, c.test); (p == "") != c.ok {
			t.Errorf("%s imports %s: got %q, want allowed: %v", c.pkg, c.imported, p, c.ok)
		}
	}
}

// TestPlansAreChecked: every package whose tests can write text has plans checked.
func TestPlansAreChecked(t *testing.T) {
	imports, testImports := map[string][]string{}, map[string][]string{}
	files := token.NewFileSet()
	err := filepath.WalkDir(".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && name != "." && (strings.HasPrefix(d.Name(), ".") || d.Name() == "testdata"):
			return fs.SkipDir
		case d.IsDir() || path.Ext(name) != ".go":
			return nil
		}
		f, err := parser.ParseFile(files, name, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		pkg, list := path.Dir(filepath.ToSlash(name)), imports
		if strings.HasSuffix(name, "_test.go") {
			list = testImports
		}
		for _, spec := range f.Imports {
			switch imported := strings.Trim(spec.Path.Value, `"`); {
			case imported == module:
				list[pkg] = append(list[pkg], ".")
			case strings.HasPrefix(imported, module+"/"):
				list[pkg] = append(list[pkg], strings.TrimPrefix(imported, module+"/"))
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for pkg := range testImports {
		reached := map[string]bool{}
		var reach func(pkg string)
		reach = func(pkg string) {
			if !reached[pkg] {
				reached[pkg] = true
				for _, p := range imports[pkg] {
					reach(p)
				}
			}
		}
		reach(pkg)
		for _, p := range testImports[pkg] {
			reach(p)
		}
		if reached["internal/back/clike"] && !reached["internal/harness/plans"] {
			t.Errorf("%s: its tests write text and don't import internal/harness/plans", pkg)
		}
	}
}

// parts are folders of packages that nobody imports by themselves: tests, and parts of
// programs.
var parts = []string{"conformance/...", "examples/...", "docs/site", "docs/diagnostics", "web/npm", "web/playground"}

// public are the packages that programs import, each with its reason in ARCHITECTURE.md: a new one is a promise.
var public = func() map[string]string {
	text, err := os.ReadFile("ARCHITECTURE.md")
	if err != nil {
		panic(err)
	}
	_, text, _ = bytes.Cut(text, []byte("\n## Public packages\n"))
	text, _, _ = bytes.Cut(text, []byte("\n## "))
	reasons := map[string]string{}
	for _, row := range regexp.MustCompile("(?m)^\\| `([^`]+)` \\| (.+) \\|$").FindAllSubmatch(text, -1) {
		reasons[string(row[1])] = string(row[2])
	}
	return reasons
}()

// TestPublic: no package is public by accident, and the root's documentation lists them all.
func TestPublic(t *testing.T) {
	found := map[string]bool{}
	files := token.NewFileSet()
	err := filepath.WalkDir(".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && name != "." && (strings.HasPrefix(d.Name(), ".") || d.Name() == "testdata" || d.Name() == "internal" || isModule(name)):
			return fs.SkipDir
		case d.IsDir() || path.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		f, err := parser.ParseFile(files, name, nil, parser.PackageClauseOnly)
		if err != nil {
			return err
		}
		pkg := path.Dir(filepath.ToSlash(name))
		apart := slices.ContainsFunc(parts, func(pattern string) bool { return matches(pattern, pkg) })
		if f.Name.Name != "main" && !apart && public[pkg] == "" {
			t.Errorf("%s: the package is public and has no reason", name)
		}
		found[pkg] = true
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	doc, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	if len(public) == 0 {
		t.Error("ARCHITECTURE.md lists no public packages")
	}
	listed := strings.FieldsFunc(string(doc), func(r rune) bool { return strings.ContainsRune(" \n,;()", r) })
	for pkg := range public {
		if !found[pkg] {
			t.Errorf("%s: there is no such package", pkg)
		}
		if pkg != "." && !slices.Contains(listed, pkg) {
			t.Errorf("%s: doc.go doesn't list the package", pkg)
		}
	}
}

// TestExamples: every public package has an Example that is run, so that a reader sees
// what it is for.
func TestExamples(t *testing.T) {
	shown, public := map[string]bool{}, map[string]bool{}
	files := token.NewFileSet()
	err := filepath.WalkDir(".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && name != "." && (strings.HasPrefix(d.Name(), ".") || d.Name() == "testdata" || d.Name() == "internal" || isModule(name)):
			return fs.SkipDir
		case d.IsDir() || path.Ext(name) != ".go":
			return nil
		}
		pkg := path.Dir(filepath.ToSlash(name))
		if strings.HasSuffix(name, "_test.go") && shown[pkg] {
			return nil
		}
		f, err := parser.ParseFile(files, name, nil, parser.ParseComments)
		if err != nil {
			return err
		}
		if !strings.HasSuffix(name, "_test.go") {
			public[pkg] = f.Name.Name != "main"
			return nil
		}
		for _, e := range doc.Examples(f) {
			shown[pkg] = shown[pkg] || e.Output != ""
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for pkg := range public {
		part := slices.ContainsFunc(parts, func(pattern string) bool { return matches(pattern, pkg) })
		if public[pkg] && !part && !shown[pkg] {
			t.Errorf("%s: no test has an Example", pkg)
		}
	}
}
