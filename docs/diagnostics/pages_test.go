package diagnostics_test

// Pages against the program: codes are collected from the Go sources, examples
// are run.

import (
	"context"
	"errors"
	"flag"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"refract"
	"refract/diag"
	"refract/docs/diagnostics"
	"refract/exec"
	"refract/exec/interp"
	"refract/front/wgsl"
	"refract/internal/front/wgsl/format"
	_ "refract/internal/harness/plans"
	"refract/internal/ir/consteval"
	"refract/ir"
	"refract/ir/validate"
)

var update = flag.Bool("update", false, "rewrite what is printed for the examples")

// kebab is the form of a code, which messages don't have.
var kebab = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)

// codesInSource collects the constants whose type is Code and the codes that
// are written where something is reported.
func codesInSource(t *testing.T) map[string]string {
	t.Helper()
	found := map[string]string{}
	set := token.NewFileSet()
	add := func(e ast.Expr) {
		if lit, ok := e.(*ast.BasicLit); ok && lit.Kind == token.STRING {
			if code, err := strconv.Unquote(lit.Value); err == nil && kebab.MatchString(code) {
				found[code] = set.Position(lit.Pos()).String()
			}
		}
	}
	const top = "../.."
	err := filepath.WalkDir(top, func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && name != top && (strings.HasPrefix(d.Name(), ".") || d.Name() == "testdata"):
			return fs.SkipDir
		case d.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		f, err := parser.ParseFile(set, name, nil, 0)
		if err != nil {
			return err
		}
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.ValueSpec:
				if isCode(n.Type) {
					for _, v := range n.Values {
						add(v)
					}
				}
			case *ast.CallExpr:
				name := ""
				switch f := n.Fun.(type) {
				case *ast.SelectorExpr:
					name = f.Sel.Name
				case *ast.Ident:
					name = f.Name
				}
				switch {
				case (name == "Errorf" || name == "Warnf") && len(n.Args) >= 3:
					add(n.Args[0])
				case (name == "Report" || name == "inexpressible") && len(n.Args) >= 3:
					add(n.Args[1])
				}
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(found) < 100 {
		t.Fatalf("only %d codes found", len(found))
	}
	return found
}

func isCode(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name == "Code"
	case *ast.SelectorExpr:
		return e.Sel.Name == "Code"
	}
	return false
}

// TestComplete: no code without a page, no page without a code.
func TestComplete(t *testing.T) {
	inSource := codesInSource(t)
	pages := diagnostics.Codes()
	for code, where := range inSource {
		if !slices.Contains(pages, code) {
			t.Errorf("%s: the code %q has no page docs/diagnostics/%s.md", where, code, code)
		}
	}
	for _, code := range pages {
		if inSource[code] == "" {
			t.Errorf("the page %s.md is about no code", code)
		}
	}
}

// shape is what a page looks like. Pages of what hangs on files, sizes or runs
// show a console instead, and those of what only a program can build show Go;
// neither is checked.
var shape = regexp.MustCompile("(?s)\\A# ([a-z0-9-]+)\n\n([^\n]+\\.)\n\n(.+?)\n\n## Example\n\n(?:" +
	"```(wgsl|wgsl run|wgsl with [^\n]+|wesl|glsl|hlsl|ir|ir all|ir run|ssa|spvasm)\n(.*?)```\n\n```text\n(.*?)```\n\n## Corrected\n\n```(wgsl|wgsl run|wgsl with [^\n]+|wesl|glsl|hlsl|ir|ir all|ir run|ssa|spvasm)\n(.*?)```\n|```(?:console|go)\n(.*?)```\n)\\z")

// unchecked are the codes whose page shows a console or Go.
var unchecked = []string{
	"bad-handle", "beyond-target", "binary-input", "const-cycle", "constant-cycle", "constant-too-large", "empty-input", "input-too-large",
	"dropped-in-target", "emulated-in-target", "include-failed", "invalid-emit", "invalid-populate", "invalid-utf8", "malformed-dxbc", "malformed-spirv", "name-too-long", "no-such-entry-point",
	"internal-fault", "invalid-shader-tag", "unknown-placeholder", "not-const-expression", "null-character", "optimizer-fault", "preprocessor-limit", "run-failed", "scene", "scene-syntax", "several-entry-points", "shared-block", "source-too-large", "spirv-limit", "stages-do-not-link", "too-many-copies", "type-nesting",
	"unreadable-input",
}

// TestPages runs the examples.
func TestPages(t *testing.T) {
	for _, code := range diagnostics.Codes() {
		t.Run(code, func(t *testing.T) {
			page, _ := diagnostics.Page(code)
			m := shape.FindStringSubmatchIndex(page)
			if m == nil {
				t.Fatal("the page isn't formed as it should be")
			}
			part := func(i int) string {
				if m[2*i] < 0 {
					return ""
				}
				return page[m[2*i]:m[2*i+1]]
			}
			if part(1) != code {
				t.Errorf("the title is %s", part(1))
			}
			if len(part(2)) > 100 {
				t.Errorf("the summary has %d characters", len(part(2)))
			}
			if got := part(9) != ""; got != slices.Contains(unchecked, code) {
				t.Errorf("the page shows a console or Go: %v", got)
			}
			if part(9) != "" {
				return
			}
			found := check(part(4), part(5))
			if found == nil {
				t.Fatal("nothing is wrong with the example")
			}
			for _, item := range found.Items {
				if string(item.Code) != code {
					t.Errorf("the example causes %s: %s", item.Code, item.Message)
				}
			}
			var out strings.Builder
			if err := found.WriteHuman(&out, diag.HumanOptions{}); err != nil {
				t.Fatal(err)
			}
			if got, want := out.String(), part(6); got != want && !t.Failed() {
				if *update {
					text := page[:m[12]] + got + page[m[13]:]
					if err := os.WriteFile(code+".md", []byte(text), 0o666); err != nil {
						t.Fatal(err)
					}
				} else {
					t.Errorf("printed is\n%s\nthe page says\n%s", got, want)
				}
			}
			if text := part(8); strings.HasPrefix(part(7), "wgsl") {
				if formatted, err := format.Source("", text); err != nil || formatted != text {
					t.Errorf("the corrected example isn't laid out as by refract fmt (%v); it would be\n%s", err, formatted)
				}
			}
			if left := check(part(7), part(8)); left.Count(diag.Error) > 0 {
				t.Errorf("the corrected example causes %v", left)
			}
		})
	}
}

// check reads, validates and writes an example and returns what is found.
func check(kind, text string) *diag.Diagnostics {
	var found *diag.Diagnostics
	keep := func(d *diag.Diagnostics) {
		if found == nil {
			found = d
		} else {
			found.Items = append(found.Items, d.Items...)
		}
	}
	kind, how, _ := strings.Cut(kind, " ")
	name := "example." + kind
	var err error
	switch kind {
	case "wgsl":
		if how == "run" {
			var m *ir.Module
			if m, err = refract.Parse(context.Background(), name, []byte(text), refract.ParseOptions{Warn: keep}); err == nil {
				err = runModule(m, keep)
			}
			break
		}
		_, err = refract.TranslateAll(context.Background(), name, []byte(text), refract.TranslateOptions{Warn: keep, Overrides: overrides(how)}, refract.Target{Language: refract.SPIRV})
	case "spvasm", "ssa":
		_, err = refract.Check(context.Background(), name, []byte(text), refract.CheckOptions{Parse: refract.ParseOptions{Warn: keep}})
	case "wesl":
		o := refract.TranslateOptions{Warn: keep}
		o.Parse.Options = refract.LanguageOptions{refract.WGSL: &wgsl.Options{
			Features: map[string]bool{"fog": true}, Importer: wgsl.FS(modules, "", map[string]wgsl.Package{"noise": {FS: modules, Root: "lib"}})}}
		_, err = refract.TranslateAll(context.Background(), name, []byte(text), o, refract.Target{Language: refract.SPIRV})
	case "glsl", "hlsl":
		_, err = refract.Check(context.Background(), name, []byte(text), refract.CheckOptions{Parse: refract.ParseOptions{Warn: keep}})
	case "ir":
		err = checkIR(name, text, how, keep)
	}
	var ds *diag.Diagnostics
	if errors.As(err, &ds) {
		keep(ds)
	} else if err != nil {
		panic(err)
	}
	return found
}

// modules are what examples in WESL import; the pages show the part that matters.
var modules = fstest.MapFS{
	"light.wesl": {Data: []byte("fn falloff(d: f32) -> f32 { return 1 / max(d * d, limit); }\nprivate const limit = 0.01;\n" +
		"@group(0) @binding(0) public var<uniform> sun: vec4f;\nfn brightness() -> f32 { return sun.x; }\n")},
	"lib/package.wesl": {Data: []byte("fn hash(x: f32) -> f32 { return fract(sin(x) * 43758.5); }\n")},
}

// overrides reads "with a=1 b=2", the values of overrides in a pipeline.
func overrides(how string) map[string]float64 {
	list, ok := strings.CutPrefix(how, "with ")
	if !ok {
		return nil
	}
	values := map[string]float64{}
	for pair := range strings.FieldsSeq(list) {
		name, text, _ := strings.Cut(pair, "=")
		v, err := strconv.ParseFloat(text, 64)
		if err != nil {
			panic(err)
		}
		values[name] = v
	}
	return values
}

// runModule runs the only entry point of a module with all checks.
func runModule(m *ir.Module, keep func(*diag.Diagnostics)) error {
	p, err := interp.Engine{}.Load(m, exec.LoadOptions{})
	if err != nil {
		return err
	}
	report, err := p.Dispatch(context.Background(), "main", [3]uint32{1, 1, 1}, &exec.Resources{}, exec.RunOptions{Check: exec.CheckAll})
	if report != nil && report.Findings != nil {
		keep(report.Findings)
	}
	return err
}

// checkIR validates a module in text form and evaluates its constants, or runs
// it.
func checkIR(name, text, how string, keep func(*diag.Diagnostics)) error {
	var list diag.List
	sources := new(diag.Sources)
	base := sources.Add(name, text)
	m := ir.Parse(text, base, &list)
	if m == nil {
		return list.Err(sources)
	}
	var v validate.Validator
	var o validate.Options
	if how == "all" {
		o.Capabilities = validate.All
	}
	v.Validate(m, o, &list)
	if list.HasErrors() {
		return list.Err(sources)
	}
	if how == "run" {
		m.Sources = sources
		return runModule(m, keep)
	}
	var e consteval.Evaluator
	e.Start(m)
	for i := range m.Constants {
		if i == 0 {
			continue
		}
		c := &m.Constants[i]
		if _, err := e.Evaluate(c.Init, nil); err != nil {
			list.Errorf(err.Code, c.Span, "%s", err.Message)
		}
	}
	for i := range m.Overrides {
		if i == 0 || m.Overrides[i].Init == 0 {
			continue
		}
		if _, err := e.Evaluate(m.Overrides[i].Init, nil); err != nil {
			list.Errorf(err.Code, m.Overrides[i].Span, "%s", err.Message)
		}
	}
	return list.Err(sources)
}
