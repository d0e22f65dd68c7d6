package main

// bindgen: writing host code for shaders, in the host's language.

import (
	"context"
	"fmt"
	"go/scanner"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"github.com/spf13/cobra"

	"refract"
	"refract/bindgen"
	"refract/internal/confine"
	"refract/internal/ir/transform"
	"refract/internal/lazy"
	"refract/reflection"
)

const bindgenLong = `Bindgen writes the interface of shaders in a host program's language:
structs that lie in memory as the shader's do, with padding as fields and with offsets
and sizes that are asserted at compile time; constants for groups, bindings, locations
and overrides; entry points and workgroup sizes; layouts of bind groups and of vertex
buffers.

The language follows from the extension of the output (.go, .h, .hpp, .rs, .ts), or
from --lang. Declarations that several shaders share, such as a vertex and a fragment
shader in GLSL, are written once.

--map gives types of a library of mathematics: 'mgl32', or 'vec3f=example.org/lin.Vec3'
for one type; --layouts writes layouts in the types of a package for WebGPU: cogentcore
and gogpu in Go, wgpu in Rust; 'encase' writes structs for that crate of Rust instead of
bytemuck's, which lays them out itself, with vectors of mint. With --to the shaders are
translated into files beside the output, which the output embeds; with --sources gio the output holds them as values of
gio's shader.Sources, with the data for its renderers: SPIR-V and Direct3D bytecode, and
of graphics GLSL ES 1.00 and GLSL 1.50. --template uses a template of your own; 'go doc
refract/bindgen' describes its data.

With --check nothing is written: the names of files that are out of date are printed, and
the exit status is 1 if there are any. For go generate:

  //go:generate go tool refract bindgen blur.wgsl -o blur_gen.go`

const bindgenExample = `  refract bindgen blur.wgsl -o blur_gen.go
  refract bindgen blur.wgsl -o blur_gen.go --map mgl32 --layouts cogentcore --to wgsl
  refract bindgen sky.vert sky.frag -o sky.h
  refract bindgen sky.vert sky.frag -o sky_gen.go --sources gio
  refract bindgen --check blur.wgsl -o blur_gen.go
  refract bindgen blur.wgsl -o blur.rs --layouts wgpu`

// A binding is one run of the subcommand.
type bindingsRun struct {
	streams
	report   *reportFlags
	steps    stepFlags
	output   string
	lang     string
	pkg      string
	prefix   string
	mapping  []string
	layouts  string
	template string
	sources  string
	to       []string
	from     string
	check    bool
}

func newBindgen(s streams, report *reportFlags) *cobra.Command {
	v := &bindingsRun{streams: s, report: report}
	c := &cobra.Command{
		Use: "bindgen FILES... -o OUT", Short: "Write structs and constants for host programs", Long: bindgenLong, Example: bindgenExample,
		Args: someInputs, ValidArgsFunction: completeInputs,
		RunE: func(_ *cobra.Command, args []string) error { return v.run(args) },
	}
	f := c.Flags()
	f.StringVarP(&v.output, "output", "o", stdName, "write to `file`, '-' for standard output")
	f.StringVar(&v.lang, "lang", "", "`language` of the host: "+strings.Join(bindgen.Languages(), ", "))
	f.StringVar(&v.pkg, "package", "", "`name` of the Go package or C++ namespace; by default the package of go generate, else of the Go files in the output's folder, else the folder's name")
	f.StringVar(&v.prefix, "prefix", "", "begin all names with a `word`")
	f.StringArrayVar(&v.mapping, "map", nil, "use a type of yours, `SHADERTYPE=TYPE`, or all of a library: mgl32; may be repeated")
	f.StringVar(&v.layouts, "layouts", "", "write layouts in the types of an `API`: "+strings.Join(bindgen.APIs(), ", "))
	f.StringVar(&v.template, "template", "", "a template of your own, from a `file`")
	f.StringSliceVar(&v.to, "to", nil, "`languages` to translate the shaders to, in files that the output embeds (Go, Rust)")
	f.StringVar(&v.sources, "sources", "", "write the shaders as values of a Go `library`, from embedded files: gio")
	f.StringVar(&v.from, "from", "", "`language` of the inputs")
	f.BoolVar(&v.check, "check", false, "print the names of files that are out of date")
	v.steps.registerCapabilities(c)
	v.steps.registerEntry(c)
	v.steps.registerOverride(c)
	v.steps.registerSet(c)
	v.steps.registerOptimize(c)
	registerCompletion(c, "from", names(refract.CanRead))
	registerCompletion(c, "to", writable())
	registerCompletion(c, "lang", bindgen.Languages())
	registerCompletion(c, "layouts", bindgen.APIs())
	registerCompletion(c, "sources", []string{gioSources})
	return c
}

// hostLanguages are the languages of hosts by extension.
var hostLanguages = lazy.Value[map[string]string]{Make: func() map[string]string {
	return map[string]string{
		".go": "go", ".h": "c", ".hpp": "cpp", ".hh": "cpp", ".hxx": "cpp", ".rs": "rust", ".ts": "ts", ".mts": "ts",
	}
}}

// A bindFile is a file that the command makes.
type bindFile struct {
	name    string
	content []byte
}

func (v *bindingsRun) run(args []string) error {
	o, err := v.options()
	if err != nil {
		return err
	}
	inputs, err := expand(args, refract.CanRead, nil, nil)
	if err != nil {
		return err
	}
	to, err := v.targets(o)
	if err != nil {
		return err
	}
	r, err := v.report.reporter(v.err)
	if err != nil {
		return err
	}
	steps, err := v.steps.options(v.from)
	if err != nil {
		return err
	}
	var sources []bindgen.Source
	var files []bindFile
	failed := false
	for _, in := range inputs {
		from, err := inputLanguage(in.name, v.from)
		if err != nil {
			return err
		}
		if err := refract.Supported(from, to...); err != nil || !refract.CanRead(from) {
			return usagef("%s: %w", displayName(in.name), &refract.LanguageError{Language: from})
		}
		j := job{name: displayName(in.name)}
		source, made, err := v.source(&j, in.name, from, steps, to, &o)
		if j.fail(err); j.err != nil {
			return j.err
		}
		if err := r.add(j.name, j.found); err != nil {
			return err
		}
		if source == nil {
			failed = true
			continue
		}
		sources, files = append(sources, *source), append(files, made...)
	}
	if err := r.close(); err != nil {
		return err
	}
	if failed {
		return errReported
	}
	text, err := bindgen.Generate(sources, o)
	if err != nil {
		return err
	}
	return v.deliver(append(files, bindFile{v.output, text}))
}

// options are those of the output.
func (v *bindingsRun) options() (o bindgen.Options, err error) {
	for _, m := range v.mapping {
		if from, to, pair := strings.Cut(m, "="); !slices.Contains(bindgen.Libraries(), m) && (!pair || from == "" || to == "") {
			return o, usagef("--map %s: SHADERTYPE=TYPE is expected, as in vec3f=example.org/math.Vec3, or the name of a library%s: %s", m, meant(m, bindgen.Libraries()), strings.Join(bindgen.Libraries(), ", "))
		}
	}
	o = bindgen.Options{Language: v.lang, Package: v.pkg, Prefix: v.prefix, Map: v.mapping, Layouts: v.layouts}
	if o.Language == "" {
		o.Language = hostLanguages.Get()[strings.ToLower(filepath.Ext(v.output))]
	}
	switch {
	case o.Language != "" && !slices.Contains(bindgen.Languages(), o.Language):
		return o, usagef("--lang %s: no such language of a host%s; there are %s", o.Language, meant(o.Language, bindgen.Languages()), strings.Join(bindgen.Languages(), ", "))
	case o.Layouts != "" && !slices.Contains(bindgen.APIs(), o.Layouts):
		return o, usagef("--layouts %s: no such API%s; there are %s", o.Layouts, meant(o.Layouts, bindgen.APIs()), strings.Join(bindgen.APIs(), ", "))
	case o.Layouts != "" && o.Language != "" && !slices.Contains(bindgen.APIsOf(o.Language), o.Layouts):
		return o, usagef("--layouts %s is not of %s; in Go there are %s, in Rust %s", o.Layouts, o.Language, strings.Join(bindgen.APIsOf("go"), " and "), strings.Join(bindgen.APIsOf("rust"), " and "))
	case o.Language == "" && v.output == stdName:
		return o, usagef("--lang LANGUAGE is missing: standard output has no extension; the languages are %s", strings.Join(bindgen.Languages(), ", "))
	case o.Language == "":
		return o, usagef("%s: no host language has the extension %q; give --lang LANGUAGE, one of %s", v.output, filepath.Ext(v.output), strings.Join(bindgen.Languages(), ", "))
	case v.check && v.output == stdName:
		return o, usagef("--check needs -o FILE, which it compares")
	case v.sources != "" && v.sources != gioSources:
		return o, usagef("--sources %s: no such library%s; there is %s", v.sources, meant(v.sources, []string{gioSources}), gioSources)
	case v.sources != "" && (o.Language != "go" || v.output == stdName):
		return o, usagef("--sources needs -o FILE.go, beside which the translations are")
	case len(v.to) > 0 && (v.output == stdName || o.Language != "go" && o.Language != "rust"):
		return o, usagef("--to needs -o FILE in Go or Rust, beside which the translations are")
	}
	for _, bad := range []string{v.prefix, v.pkg} {
		if bad != "" && !token.IsIdentifier(bad) && o.Language != "cpp" {
			return o, usagef("%q is no name", bad)
		}
	}
	if o.Package == "" {
		o.Package = v.packageName(o.Language)
	}
	if v.template != "" {
		text, err := readFile(v.template)
		if err != nil {
			return o, fmt.Errorf("--template %s: cannot be read: %w", v.template, cause(err))
		}
		o.Template = string(text)
	}
	return o, nil
}

// packageIn is the package that the Go files of a folder belong to, or "".
func packageIn(dir string) string {
	names, _ := filepath.Glob(filepath.Join(dir, "*.go")) // the only error is of the pattern
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		text, err := confine.Regular(name, refract.MaxSourceBytes)
		if err != nil {
			continue
		}
		var s scanner.Scanner
		s.Init(token.NewFileSet().AddFile(name, -1, len(text)), text, nil, 0)
		if _, first, _ := s.Scan(); first != token.PACKAGE {
			continue
		}
		if _, second, name := s.Scan(); second == token.IDENT {
			return name
		}
	}
	return ""
}

// packageName is the package unless one is given.
func (v *bindingsRun) packageName(language string) string {
	name := os.Getenv("GOPACKAGE")
	if language != "go" {
		name = strings.TrimSuffix(filepath.Base(v.output), filepath.Ext(v.output))
	} else if name == "" && v.output != stdName {
		if full, err := filepath.Abs(v.output); err == nil {
			if name = packageIn(filepath.Dir(full)); name != "" {
				return name
			}
			name = filepath.Base(filepath.Dir(full))
		}
	}
	name = strings.Map(func(r rune) rune {
		if r == '_' || r < 128 && (unicode.IsLetter(r) || unicode.IsDigit(r)) {
			return unicode.ToLower(r)
		}
		return '_'
	}, name)
	if !token.IsIdentifier(name) {
		return "shaders"
	}
	return name
}

// targets are the languages of --to.
func (v *bindingsRun) targets(bindgen.Options) ([]refract.Language, error) {
	var to []refract.Language
	for _, word := range v.to {
		l, err := outputLanguage("", word)
		if err != nil {
			return nil, err
		}
		to = append(to, l)
	}
	return to, nil
}

// source reads a shader; nil: it has errors. The files are its translations.
func (v *bindingsRun) source(j *job, name string, from refract.Language, steps refract.TranslateOptions, to []refract.Language, o *bindgen.Options) (*bindgen.Source, []bindFile, error) {
	src, err := readInput(v.streams, name)
	if err != nil {
		return nil, nil, err
	}
	check := steps
	check.Parse.Language, check.Parse.Warn, check.Validate.Warn, check.Validate.Overrides = from, j.warn, j.warn, steps.Overrides
	valid, err := refract.Check(context.Background(), j.name, src, refract.CheckOptions{Parse: check.Parse, Validate: check.Validate})
	if err != nil {
		return nil, nil, err
	}
	if isForWebGPU(to, o) {
		if valid, err = parted(valid, check.Validate); err != nil {
			return nil, nil, err
		}
	}
	found, err := refract.Reflect(context.Background(), valid, reflection.Options{EntryPoint: v.steps.entry, Overrides: steps.Overrides})
	if err != nil {
		return nil, nil, err
	}
	base := filepath.Base(j.name)
	source := &bindgen.Source{Name: base, Reflection: found}
	if v.sources == gioSources {
		files, err := v.gio(j, base, valid, found, steps, o)
		if err != nil {
			return nil, nil, err
		}
		if len(to) == 0 {
			return source, files, nil
		}
		more, err := v.translations(j, base, src, steps, from, to, o)
		if err != nil {
			return nil, nil, err
		}
		return source, append(files, more...), nil
	}
	if len(to) == 0 {
		return source, nil, nil
	}
	files, err := v.translations(j, base, src, steps, from, to, o)
	if err != nil {
		return nil, nil, err
	}
	return source, files, nil
}

// translations are the files of --to.
func (v *bindingsRun) translations(j *job, base string, src []byte, steps refract.TranslateOptions, from refract.Language, to []refract.Language, o *bindgen.Options) ([]bindFile, error) {
	targets := make([]refract.Target, len(to))
	for i, l := range to {
		targets[i] = refract.Target{Language: l, Each: v.steps.entry == ""}
	}
	steps.From = from
	lists, err := refract.TranslateAll(context.Background(), j.name, src, steps, targets...)
	if err != nil {
		return nil, err
	}
	dir := filepath.Dir(v.output)
	var files []bindFile
	for i, list := range lists {
		for _, out := range list {
			stem := fileWord(strings.TrimSuffix(base, filepath.Ext(base)))
			if len(list) > 1 {
				stem += "." + fileWord(out.EntryPoint)
			}
			stem += ".gen"
			file := stem + to[i].Extensions()[0]
			o.Embeds = append(o.Embeds, bindgen.Embed{Name: strings.ReplaceAll(strings.TrimSuffix(stem, ".gen"), ".", "_") + "_" + strings.ToUpper(to[i].String()), File: file, Binary: to[i].Binary()})
			files = append(files, bindFile{filepath.Join(dir, file), out.Bytes()})
		}
	}
	return files, nil
}

// isForWebGPU reports whether bindings are for shaders in WGSL.
func isForWebGPU(to []refract.Language, o *bindgen.Options) bool {
	if len(to) == 0 {
		return o.Language == "ts" || o.Layouts != ""
	}
	return !slices.ContainsFunc(to, func(l refract.Language) bool { return l != refract.WGSL })
}

// parted is a module with textures and samplers apart, as WGSL has them.
func parted(v *refract.Valid, o refract.ValidateOptions) (*refract.Valid, error) {
	if !transform.HasCombinedSamplers(v.Module) {
		return v, nil
	}
	m := v.Module.Clone()
	transform.SplitSamplers(m)
	o.Warn = nil // which has been told
	return refract.Validate(context.Background(), m, o)
}

// deliver writes the files that have changed, or lists them.
func (v *bindingsRun) deliver(files []bindFile) error {
	stale := false
	made := map[string]bool{}
	for _, f := range files {
		if f.name == stdName {
			if _, err := v.out.Write(f.content); err != nil {
				return fmt.Errorf("standard output cannot be written: %w", err)
			}
			continue
		}
		if made[f.name] {
			return usagef("several inputs would become %s", f.name)
		}
		made[f.name] = true
		if holds(f.name, f.content) {
			continue
		}
		if v.check {
			stale = true
			if _, err := fmt.Fprintln(v.out, f.name); err != nil {
				return fmt.Errorf("standard output cannot be written: %w", err)
			}
			continue
		}
		if err := writeFile(f.name, f.content); err != nil {
			return err
		}
	}
	if stale {
		return errReported
	}
	return nil
}
