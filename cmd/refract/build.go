package main

// Translate many files into a folder.

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"refract"
	"refract/internal/embedded"
	"refract/ir"
)

const buildLong = `Build translates the project of the refract.toml in the current folder, or the named
files.

A refract.toml maps sources to targets; paths are relative to it:

  out-dir = "build"
  sources = ["shaders/**/*.wgsl", "post.frag"]
  exclude = ["shaders/old/*"]
  targets = ["spv", "msl"]
  optimize = 1                   # or 2, or "s" for small
  options = { "spv.version" = "1.5" }

  [[file]]                       # on top of that, for some sources
  match = "shaders/sky/*.wgsl"
  overrides = { quality = 2 }

  [[file]]                       # several ways to build a source
  match = "post.frag"
  permutation = [
    { name = "fast" },
    { name = "fine", defines = { SAMPLES = 16 } },
  ]

'shaders/sky/fog.wgsl' becomes 'build/shaders/sky/fog.spv', and with a permutation
'post.fine.spv'. Programs in Go, Rust, C, C++,
JavaScript and TypeScript are sources for the shaders in them: literals with a tag, and those
whose names a [[file]] has as its setting shader (docs/commands.md). Other settings: from, stage, entry, capabilities, float, include, link, wesl,
drop-resources, keep-extensions, debug (as -g), reflect (as --reflect), and cache, a folder as --cache takes
it. Outputs are rebuilt only after a change of their inputs, of the settings or of refract,
and files with unchanged contents aren't written. Equal outputs of one build are links to
one file if the file system has links. --dry-run lists the jobs.

A table [remote] lets machines share outputs by a server of Bazel's remote execution API,
and its workers build large sets (docs/remote.md):

  [remote]
  server = "grpcs://cache.example:8980"
  execute = 100                  # workers build if there are this many jobs

With inputs: build translates files, and the shaders in folders and below, into the folder
that --out-dir names, which is made if need be.

A file named on the command line gets its output directly in that folder; one
found in a folder keeps its place below it: with --to spv, 'shaders/sky/fog.wgsl'
of the folder 'shaders' becomes 'OUT/sky/fog.spv'. Two inputs that would become
the same output are an error of the command line; of 'sky.vert' and 'sky.frag'
--keep-extensions makes 'sky.vert.spv' and 'sky.frag.spv'.

GLSL is one entry point: of a module with several there is a file for each, named
after it: 'sky.wgsl' becomes 'OUT/sky.stars.glsl' and 'OUT/sky.clouds.glsl'. They
agree in names and bindings, so that stages link.

Files are translated in parallel and reported in order. One with errors gets no
output and doesn't stop the others, nor does a language that can't hold a shader
stop the other languages; the exit status is 1 then.`

const buildExample = `  refract build
  refract build --dry-run
  refract build --out-dir build --to spv shaders/
  refract build --out-dir build --to spv,spvasm blur.wgsl sky.wgsl
  refract build --out-dir build --to glsl,essl shaders/
  refract build --out-dir build --to spv --format json shaders/ 2> report.jsonl`

// A build is one run of the subcommand.
type build struct {
	streams
	report *reportFlags
	steps  stepFlags
	outDir string
	to     []string
	jobs   int
	mapped bool
	flags  projectFlags
	force  bool              // write over inputs
	keep   bool              // the extensions of inputs, in the names of outputs
	makers map[string]string // which input makes an output
}

func newBuild(s streams, report *reportFlags) *cobra.Command {
	b := &build{streams: s, report: report}
	c := &cobra.Command{
		Use:               "build [--out-dir DIR --to LANGUAGE,... FILES|DIRS...]",
		Short:             "Translate many files into a folder",
		Long:              buildLong,
		Example:           buildExample,
		Args:              cobra.ArbitraryArgs,
		ValidArgsFunction: completeInputs,
		RunE:              func(c *cobra.Command, args []string) error { return b.run(c.LocalNonPersistentFlags(), args) },
	}
	c.Flags().StringVar(&b.outDir, "out-dir", "", "`folder` to write to")
	c.Flags().StringSliceVar(&b.to, "to", nil, "`languages` to write")
	c.Flags().IntVar(&b.jobs, "jobs", 0, "how `many` files at once; 0: as many as there are cores")
	c.Flags().BoolVar(&b.mapped, "reflect", false, "beside the outputs of an input, write their names and places of resources, as NAME.reflect.json")
	c.Flags().BoolVar(&b.force, "force", false, "write over the inputs, too")
	c.Flags().BoolVar(&b.keep, "keep-extensions", false, "name outputs by the whole names of inputs: sky.frag becomes sky.frag.spv")
	c.Flags().StringVar(&b.flags.config, "config", "", "the `file` of the project; by default refract.toml, if no inputs are named")
	c.Flags().BoolVar(&b.flags.dryRun, "dry-run", false, "of a project: print the jobs, and their reasons")
	c.Flags().BoolVar(&b.flags.watch, "watch", false, "of a project: build again whenever a file has changed")
	c.Flags().StringVar(&b.flags.depfile, "depfile", "", "of a project: write the dependencies of outputs to a `file`, for Make and Ninja")
	c.Flags().StringVar(&b.flags.stamp, "depfile-target", "", "one `file` for the depfile to name instead of the outputs: the one that a rule of Make or Ninja makes")
	c.Flags().StringVar(&b.flags.cache, "cache", "", "of a project: keep outputs by content in a `folder`, which several builds may share")
	c.Flags().StringVar(&b.flags.remote, "remote", "", "of a project: share outputs by a `server` of the remote execution API, as grpc://HOST:PORT")
	c.Flags().BoolVar(&b.flags.once, "once", false, "of a project: build everything without the cache, and remember nothing for the next build")
	b.steps.registerCapabilities(c)
	b.steps.registerEntry(c)
	b.steps.registerOverride(c)
	b.steps.registerSet(c)
	b.steps.registerOptimize(c)
	registerCompletion(c, "to", writable())
	return c
}

// A buildItem is an input with the files that it becomes.
type buildItem struct {
	input
	from    refract.Language
	targets []target
	mapping string // file of --reflect, or ""

	shader   *embedded.Shader          // in a program; nil: the input is one
	program  string                    // the text of the program
	problems []embedded.Problem        // of the program, in place of a shader
	options  *refract.TranslateOptions // of the shader; nil: those of the command line
}

// projectFlagNames are the flags of a build of a project; the others' settings are in its
// file.
var projectFlagNames = []string{"jobs", "config", "dry-run", "watch", "depfile", "depfile-target", "cache", "remote", "once"}

func (b *build) run(flags *pflag.FlagSet, args []string) error {
	if b.flags.config != "" || len(args) == 0 && b.outDir == "" && len(b.to) == 0 && hasProject() {
		if len(args) > 0 || b.outDir != "" || len(b.to) > 0 {
			return usagef("a project lists its sources and targets; --config excludes inputs, --out-dir and --to")
		}
		if err := onlyFlags(flags, projectFlagNames); err != nil {
			return err
		}
		if b.flags.dryRun && b.flags.watch {
			return usagef("--dry-run builds nothing, and so there is nothing to --watch")
		}
		if b.flags.once && b.flags.cache != "" {
			return usagef("--once keeps no state for the next build and excludes --cache")
		}
		if b.flags.stamp != "" && b.flags.depfile == "" {
			return usagef("--depfile-target names the target in --depfile FILE; give both")
		}
		return b.project()
	}
	if b.flags != (projectFlags{}) {
		if len(args) == 0 && b.outDir == "" && len(b.to) == 0 {
			return noProject()
		}
		return usagef("--dry-run, --watch, --depfile, --cache, --remote and --once are for projects, which %s describes", projectName)
	}
	if len(args) == 0 {
		return noProject()
	}
	if b.outDir == "" {
		return usagef("no output folder: give --out-dir FOLDER")
	}
	if len(b.to) == 0 {
		return usagef("no output language: give --to LANGUAGE")
	}
	r, err := b.report.reporter(b.err)
	if err != nil {
		return err
	}
	o, err := b.steps.options("")
	if err != nil {
		return err
	}
	items, err := b.plan(args)
	if err != nil {
		return err
	}
	failed := 0
	err = inOrder(len(items), b.jobs,
		func(i int) job { return b.one(items[i], o) },
		func(j job) error {
			if j.err != nil {
				return j.err
			}
			if !j.whole() {
				failed++
			}
			return r.add(j.name, j.found)
		})
	if err != nil {
		return err
	}
	if err := r.close(); err != nil {
		return err
	}
	if failed > 0 {
		if r.format == "human" {
			fmt.Fprintf(b.err, "\n%s of %s not built: %s\n", count(failed, "file"), fmt.Sprint(len(items)), r.summary())
		}
		return errReported
	}
	return nil
}

// one translates an input and writes the outputs.
func (b *build) one(item buildItem, o refract.TranslateOptions) job {
	if item.options != nil {
		o = *item.options
	}
	o.From = item.from
	wanted := written(item.targets)
	for i := range wanted {
		wanted[i].Each = o.Write.EntryPoint == ""
	}
	var j job
	if item.problems != nil {
		return job{name: item.name, found: embedded.Misplaced(item.problems, item.name, item.program)}
	}
	if item.shader == nil {
		j = translate(b.streams, item.name, o, wanted)
	} else {
		j = translatedShader(item.name, item.shader, o, wanted)
	}
	if _, fails := b.report.warnings.apply(j.found); fails {
		j.outputs = nil
	}
	if j.err != nil || j.outputs == nil {
		return j
	}
	targets, outputs, err := b.files(item, j.outputs)
	if err != nil {
		j.err = err
		return j
	}
	for _, t := range targets {
		if err := os.MkdirAll(filepath.Dir(t.name), 0o777); err != nil {
			j.err = fmt.Errorf("the folder %s cannot be made: %w", filepath.Dir(t.name), cause(err))
			return j
		}
	}
	if j.err = writeAll(streams{out: io.Discard}, targets, outputs); j.err == nil && item.mapping != "" && len(targets) > 0 {
		j.err = writeMapping(streams{out: io.Discard}, item.mapping, filepath.Dir(item.mapping), targets, outputs)
	}
	return j
}

// files names the file of each output: if a target became several, after their
// entry points.
func (b *build) files(item buildItem, lists [][]*refract.Output) ([]target, []*refract.Output, error) {
	var targets []target
	var outputs []*refract.Output
	for i, list := range lists {
		t := item.targets[i]
		switch len(list) {
		case 0: // it couldn't be written
			continue
		case 1:
			targets, outputs = append(targets, t), append(outputs, list[0])
			continue
		}
		extension := filepath.Ext(t.name)
		stem := strings.TrimSuffix(t.name, extension)
		taken := map[string]bool{} // of files whose names differ in case some systems have one only
		for _, out := range list {
			entry := fileWord(out.EntryPoint)
			for n := 1; taken[strings.ToLower(entry)]; n++ {
				entry = fmt.Sprintf("%s_%d", fileWord(out.EntryPoint), n)
			}
			taken[strings.ToLower(entry)] = true
			one := t
			one.name = stem + "." + entry + extension
			if other, made := b.makers[one.name]; made {
				return nil, nil, usagef("%s and %s would both become %s", other, item.name, one.name)
			}
			targets, outputs = append(targets, one), append(outputs, out)
		}
	}
	return targets, outputs, nil
}

// fileWord is an entry point's name as a part of a file's: names from debug
// information may have anything in them.
func fileWord(name string) string {
	return strings.Map(func(r rune) rune {
		if r == '_' || r == '-' || unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.Is(unicode.Mn, r) {
			return r
		}
		return '_'
	}, name)
}

// plan finds the inputs and names their outputs.
func (b *build) plan(args []string) ([]buildItem, error) {
	var to []refract.Language
	for _, word := range b.to {
		l, err := outputLanguage("", word)
		if err != nil {
			return nil, err
		}
		to = append(to, l)
	}
	inputs, err := expand(args, func(from refract.Language) bool { return refract.Supported(from, to...) == nil }, hasShaders, b.err)
	if err != nil {
		return nil, err
	}
	var items []buildItem
	makers := map[string]string{}
	b.makers = makers
	for _, in := range inputs {
		if in.name == stdName {
			return nil, usagef("standard input has no name to build from; use 'refract -'")
		}
		if isProgram(in.name) {
			if items, err = b.shadersOf(items, in); err != nil {
				return nil, err
			}
			continue
		}
		from, err := inputLanguage(in.name, "")
		if err != nil {
			return nil, err
		}
		items = append(items, buildItem{input: in, from: from})
	}
	for i := range items {
		item := &items[i]
		in, from := &item.input, item.from
		if item.problems != nil {
			continue
		}
		if err := refract.Supported(from, to...); err != nil {
			return nil, usagef("%s: %w", in.name, err)
		}
		become := func(extension string) (string, error) {
			stem := in.relative
			if !b.keep {
				stem = strings.TrimSuffix(stem, filepath.Ext(stem))
			}
			name := filepath.Join(b.outDir, stem+extension)
			if other, taken := makers[name]; taken {
				return "", bothBecome(other, in.name, name, "--keep-extensions")
			}
			makers[name] = in.name
			return name, nil
		}
		for _, l := range to {
			name, err := become(l.Extensions()[0])
			if err != nil {
				return nil, err
			}
			item.targets = append(item.targets, target{name: name, language: l})
		}
		if b.mapped {
			if item.mapping, err = become(".reflect.json"); err != nil {
				return nil, err
			}
		}
	}
	if !b.force {
		return items, b.spareInputs(items)
	}
	return items, nil
}

// bothBecome is the error of two sources with one output; how is the setting that keeps sources
// apart which differ in their extensions.
func bothBecome(one, other, out, how string) error {
	if filepath.Ext(one) != filepath.Ext(other) {
		return usagef("%s and %s would both become %s: %s names outputs after whole names", one, other, out, how)
	}
	return usagef("%s and %s would both become %s", one, other, out)
}

// spareInputs refuses outputs that are inputs.
func (b *build) spareInputs(items []buildItem) error {
	inputs := make(map[string]string, len(items))
	for i := range items {
		if name, err := filepath.EvalSymlinks(items[i].name); err == nil {
			if name, err = filepath.Abs(name); err == nil {
				inputs[name] = items[i].name
			}
		}
	}
	for i := range items {
		names := []string{items[i].mapping}
		for _, t := range items[i].targets {
			names = append(names, t.name)
		}
		for _, name := range names {
			real, err := filepath.EvalSymlinks(name)
			if err != nil {
				continue // it isn't there yet
			}
			if real, err = filepath.Abs(real); err == nil && inputs[real] != "" {
				return usagef("%s would become %s, which is an input: --force writes over it", items[i].name, name)
			}
		}
	}
	return nil
}

// shadersOf appends the shaders in a program, and the files that it embeds.
func (b *build) shadersOf(items []buildItem, in input) ([]buildItem, error) {
	src, err := readFile(in.name)
	if err != nil {
		return nil, fmt.Errorf("%s cannot be read: %w", in.name, cause(err))
	}
	text := string(src)
	p := readProgram(in.name, text, nil)
	files, problems := embeddedFiles(in.name, &p)
	if p.Problems = append(p.Problems, problems...); len(p.Problems) > 0 {
		items = append(items, buildItem{input: in, program: text, problems: p.Problems})
	}
	add := func(item buildItem, tag *embedded.Tag, stage ir.Stage) error {
		steps := b.steps
		if item.from, err = steps.tagged(tag, stage, in.name, ""); err != nil {
			return err
		}
		o, err := steps.options("")
		if err != nil {
			return err
		}
		item.options = &o
		items = append(items, item)
		return nil
	}
	stem := strings.TrimSuffix(in.relative, filepath.Ext(in.relative))
	for i, key := range shaderKeys(p.Shaders) {
		item := buildItem{input: input{in.name, stem + "." + key + filepath.Ext(in.relative)}, shader: &p.Shaders[i], program: text}
		if err := add(item, &p.Shaders[i].Tag, p.Shaders[i].Stage()); err != nil {
			return nil, err
		}
	}
	for _, f := range files {
		if slices.ContainsFunc(items, func(item buildItem) bool { return item.shader == nil && sameFile(item.name, f.name) }) {
			continue
		}
		relative, err := filepath.Rel(filepath.Dir(in.name), f.name)
		if err != nil || !filepath.IsLocal(relative) {
			relative = filepath.Base(f.name)
		}
		if err := add(buildItem{input: input{f.name, filepath.Join(filepath.Dir(in.relative), relative)}}, f.known(), f.tag.Stage); err != nil {
			return nil, err
		}
	}
	if len(p.Shaders)+len(p.Files) == 0 {
		fmt.Fprintf(b.err, "skipped %s: no literal in it is tagged as a shader\n", in.name)
	}
	return items, nil
}
