package main

// Look for mistakes in many files.

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"refract"
	"refract/diag"
	"refract/front/glsl"
	"refract/internal/embedded"
	"refract/ir"
)

const checkLong = `Check reads and validates files, the shaders in folders and below, and the shaders inside of
programs: tagged literals of Go, Rust, C, C++, JavaScript and TypeScript, and the files that
they embed (docs/commands.md, "Shaders inside programs"). It reports mistakes on standard
output, and writes no files. Without files,
in a folder with a refract.toml, it checks that project's sources, each with the
settings and permutations of 'refract build'. Named files and folders are checked with the
settings of the command line alone, even in a project; with --config they choose among the
project's sources.

Forms of the report (--format):
  human  the source with the places underlined, notes and suggested fixes
  short  file:line:column: error: message [code], one line each
  json   one object per file, one per line: file, ok, diagnostics
  sarif  one SARIF 2.1.0 log, as code hosts read it
  github commands of GitHub's workflows, which show findings beside the lines

Warnings have codes as errors have: -Wno-CODE hides one, --error=CODE and --Werror
make errors of them. With --fix the suggested edits are made in the files first, as
long as that leaves no more errors than there were.

Exit status: 0 no errors (there may be warnings), 1 errors, 2 the command line
is wrong.`

const checkExample = `  refract check blur.wgsl
  refract check --format short shaders/
  refract check --config refract.toml shaders/blur.wgsl
  refract check --format sarif shaders/ > report.sarif
  generate-shader | refract check --from wgsl -`

// A check is one run of the subcommand.
type check struct {
	streams
	report *reportFlags
	steps  stepFlags
	from   string
	config string // of the project
	jobs   int
	apply  bool // fixes
	flags  *pflag.FlagSet
}

func newCheck(s streams, report *reportFlags) *cobra.Command {
	k := &check{streams: s, report: report}
	c := &cobra.Command{
		Use:               "check [FILES|DIRS...]",
		Short:             "Report mistakes in shaders",
		Long:              checkLong,
		Example:           checkExample,
		Args:              inputsOrProject,
		ValidArgsFunction: completeInputs,
		RunE:              func(_ *cobra.Command, args []string) error { return k.run(args) },
	}
	c.Flags().StringVar(&k.from, "from", "", "`language` of files named, whatever their extension")
	c.Flags().StringVar(&k.config, "config", "", "the `file` of a project, whose sources are checked with its settings; by default refract.toml, if no inputs are named")
	c.Flags().IntVar(&k.jobs, "jobs", 0, "how `many` files at once; 0: as many as there are cores")
	c.Flags().BoolVar(&k.apply, "fix", false, "apply the suggested fixes, then report the remaining findings")
	k.steps.registerCapabilities(c)
	k.steps.registerOverride(c)
	k.flags = c.LocalNonPersistentFlags()
	registerCompletion(c, "from", names(refract.CanRead))
	return c
}

func (k *check) run(args []string) error {
	r, err := k.report.reporter(k.out)
	if err != nil {
		return err
	}
	var items []checkItem
	if len(args) == 0 || k.config != "" {
		items, err = k.projectItems(args)
	} else {
		items, err = k.items(args)
	}
	if err != nil {
		return err
	}
	if k.apply {
		if err := k.fixAll(items); err != nil {
			return err
		}
	}
	failed, n := 0, 0
	var said repeats
	var files []string // a program's shaders are next to each other
	err = inOrder(len(items), k.jobs,
		func(i int) job { return k.one(&items[i]) },
		func(j job) error {
			in := &items[n]
			n++
			if j.err != nil {
				return j.err
			}
			if name := in.name; len(files) == 0 || files[len(files)-1] != name {
				files = append(files, name)
			}
			if r.format != "json" {
				j.found = said.left(in.name, in.permuted, j.found)
			}
			before := r.errors
			if err := r.add(j.name, j.found); err != nil {
				return err
			}
			if r.errors > before {
				failed++
			}
			return nil
		})
	if err != nil {
		return err
	}
	if err := r.close(); err != nil && !errors.Is(err, errReported) {
		return err
	}
	if words := r.summary(); words != "" && r.format == "human" {
		fmt.Fprintf(r.out, "\n%s in %s\n", words, count(len(files), "file"))
	}
	if failed > 0 {
		return errReported
	}
	return nil
}

// A checkItem is an input, and how it is read.
type checkItem struct {
	name     string
	language refract.Language
	options  refract.TranslateOptions
	permuted string // of a project's source: the permutation

	// Of a program: the key of a shader in it, the shader and the text of the program; or
	// its mistakes.
	key      string
	shader   *embedded.Shader
	program  string
	rule     embedded.Rule
	problems []embedded.Problem
}

// inputsOrProject takes the names of inputs, or none if there is a project.
func inputsOrProject(c *cobra.Command, args []string) error {
	if len(args) == 0 && (hasProject() || c.Flags().Changed("config")) {
		return nil
	}
	if len(args) == 0 {
		return noProject()
	}
	return nil
}

// items are the inputs that the command line names.
func (k *check) items(args []string) ([]checkItem, error) {
	k.steps.source.all = true
	o, err := k.steps.options(k.from)
	if err != nil {
		return nil, err
	}
	inputs, err := expand(args, refract.CanRead, hasShaders, k.err)
	if err != nil {
		return nil, err
	}
	standalone(&o)
	items := make([]checkItem, 0, len(inputs))
	for _, in := range inputs {
		if k.from == "" && isProgram(in.name) {
			if items, err = k.shadersOf(items, in.name); err != nil {
				return nil, err
			}
			continue
		}
		l, err := inputLanguage(in.name, k.from)
		if err != nil {
			return nil, err
		}
		if !refract.CanRead(l) {
			return nil, usagef("%s: %w", in.name, &refract.LanguageError{Language: l})
		}
		items = append(items, checkItem{name: in.name, language: l, options: o})
	}
	return onceEach(items), nil
}

// standalone has stages of GLSL checked as files of their own.
func standalone(o *refract.TranslateOptions) {
	if g, ok := o.Parse.Options[refract.GLSL].(*glsl.Options); ok {
		g.Standalone = true
	}
}

// onceEach removes files that programs embed and that are inputs already.
func onceEach(items []checkItem) []checkItem {
	seen := map[string]bool{}
	return slices.DeleteFunc(items, func(in checkItem) bool {
		key := filepath.Clean(in.name)
		again := seen[key] && in.shader == nil && in.problems == nil
		seen[key] = seen[key] || in.shader == nil && in.problems == nil
		return again
	})
}

// shadersOf appends the shaders in a program, and the files that it embeds.
func (k *check) shadersOf(items []checkItem, name string) ([]checkItem, error) {
	src, err := readInput(k.streams, name)
	if err != nil {
		return append(items, checkItem{name: name}), nil // which reports the error
	}
	text := string(src)
	p := readProgram(name, text, nil)
	files, problems := embeddedFiles(name, &p)
	if p.Problems = append(p.Problems, problems...); len(p.Problems) > 0 {
		items = append(items, checkItem{name: name, program: text, problems: p.Problems})
	}
	tagged := func(in checkItem, tag *embedded.Tag, stage ir.Stage) error {
		steps := k.steps
		if in.language, err = steps.tagged(tag, stage, in.name, ""); err != nil {
			return err
		}
		if in.options, err = steps.options(""); err != nil {
			return err
		}
		standalone(&in.options)
		items = append(items, in)
		return nil
	}
	keys := shaderKeys(p.Shaders)
	for i := range p.Shaders {
		if err := tagged(checkItem{name: name, key: keys[i], shader: &p.Shaders[i], program: text}, &p.Shaders[i].Tag, p.Shaders[i].Stage()); err != nil {
			return nil, err
		}
	}
	for _, f := range files {
		if err := tagged(checkItem{name: f.name}, f.known(), f.tag.Stage); err != nil {
			return nil, err
		}
	}
	if len(p.Shaders)+len(p.Files)+len(p.Problems) == 0 {
		fmt.Fprintf(k.err, "skipped %s: no literal in it is tagged as a shader\n", name)
	}
	return items, nil
}

// checkedFlagNames are the flags of a check of a project.
var checkedFlagNames = []string{"jobs", "fix", "config"}

// projectItems are the sources of the project, once for each permutation: those that are
// named or in folders named, or all.
func (k *check) projectItems(args []string) ([]checkItem, error) {
	if err := onlyFlags(k.flags, checkedFlagNames); err != nil {
		return nil, err
	}
	config := cmp.Or(k.config, projectName)
	p, err := readProject(config)
	if err != nil {
		return nil, err
	}
	jobs, err := p.plan(projectDir(config))
	if err != nil {
		return nil, err
	}
	named := make([]bool, len(args))
	var items []checkItem
	for i := range jobs {
		chosen := len(args) == 0
		for n, arg := range args {
			if isBelow(jobs[i].source, arg) {
				chosen, named[n] = true, true
			}
		}
		if !chosen {
			continue
		}
		jobs[i].flags.source.all = true
		o, err := jobs[i].flags.options(jobs[i].word)
		if err != nil {
			return nil, err
		}
		j := &jobs[i]
		items = append(items, checkItem{name: j.source, language: j.from, options: o, permuted: j.permuted,
			key: j.shader, shader: j.embedded, program: j.program, rule: j.rule, problems: j.problems})
	}
	if n := slices.Index(named, false); n >= 0 {
		return nil, usagef("%s: no source of %s", args[n], config)
	}
	return items, nil
}

// isBelow reports whether a file is the one named, or in the folder named.
func isBelow(file, name string) bool {
	file, err1 := filepath.Abs(file)
	name, err2 := filepath.Abs(name)
	if err1 != nil || err2 != nil {
		return false
	}
	rest, err := filepath.Rel(name, file)
	return err == nil && filepath.IsLocal(rest)
}

// one checks an input.
func (k *check) one(in *checkItem) job {
	j := job{name: displayName(in.name)}
	switch {
	case in.problems != nil:
		j.found = embedded.Misplaced(in.problems, j.name, in.program)
		return j
	case in.shader != nil:
		in.checkShader(&j)
		return j
	}
	src, err := readInput(k.streams, in.name)
	if err == nil {
		err = in.check(&j, src)
	}
	j.fail(err)
	return j
}

// checkShader checks a shader in a program.
func (in *checkItem) checkShader(j *job) {
	if len(in.shader.Holes) > 0 {
		j.found = in.shader.Unknown(j.name, diag.Warning)
		return
	}
	j.fail(in.check(j, []byte(in.shader.Text)))
	j.found = in.shader.Placed(j.found, j.name)
}

// after is the item for the same shader in another text of the program; false: it is gone.
func (in *checkItem) after(text string) (checkItem, bool) {
	p := readProgram(in.name, text, in.rule)
	changed := *in
	changed.program, changed.shader = text, findShader(&p, in.key)
	return changed, changed.shader != nil
}

// check checks a text of the input.
func (in *checkItem) check(j *job, src []byte) error {
	o := in.options
	o.Parse.Language, o.Parse.Warn, o.Validate.Warn, o.Validate.Overrides = in.language, j.warn, j.warn, o.Overrides
	_, err := refract.Check(context.Background(), j.name, src, refract.CheckOptions{Parse: o.Parse, Validate: o.Validate})
	return err
}
