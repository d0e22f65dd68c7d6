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
	"refract/front/glsl"
)

const checkLong = `Check reads and validates files, and the shaders in folders and below, and
reports mistakes on standard output. It writes no files. Without files,
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
	err = inOrder(len(items), k.jobs,
		func(i int) job { return k.one(&items[i]) },
		func(j job) error {
			in := &items[n]
			n++
			if j.err != nil {
				return j.err
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
		fmt.Fprintf(r.out, "\n%s in %s\n", words, count(len(items), "file"))
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
}

// inputsOrProject takes the names of inputs, or none where there is a project.
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
	inputs, err := expand(args, refract.CanRead, k.err)
	if err != nil {
		return nil, err
	}
	if g, ok := o.Parse.Options[refract.GLSL].(*glsl.Options); ok {
		g.Standalone = true
	}
	items := make([]checkItem, len(inputs))
	for i, in := range inputs {
		l, err := inputLanguage(in.name, k.from)
		if err != nil {
			return nil, err
		}
		if !refract.CanRead(l) {
			return nil, usagef("%s: %w", in.name, &refract.LanguageError{Language: l})
		}
		items[i] = checkItem{name: in.name, language: l, options: o}
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
		items = append(items, checkItem{jobs[i].source, jobs[i].from, o, jobs[i].permuted})
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
	src, err := readInput(k.streams, in.name)
	if err == nil {
		err = in.check(&j, src)
	}
	j.fail(err)
	return j
}

// check checks a text of the input.
func (in *checkItem) check(j *job, src []byte) error {
	o := in.options
	o.Parse.Language, o.Parse.Warn, o.Validate.Warn, o.Validate.Overrides = in.language, j.warn, j.warn, o.Overrides
	_, err := refract.Check(context.Background(), j.name, src, refract.CheckOptions{Parse: o.Parse, Validate: o.Validate})
	return err
}
