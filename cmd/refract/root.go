package main

// The command itself: translate one input into one or more outputs.

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"refract"
)

const rootLong = `refract translates shaders from one language into another.

Languages follow from the extensions of the files:

%s
For other names, or '-' for standard input and output, give --from and --to. An
output .svg, .png or .pdf is a drawing of the module, which Graphviz makes of DOT.

GLSL is one entry point, whose stage is given by the extension, as .vert, or by --stage.
HLSL has several; --entry with --profile or --stage picks one that has no attribute for its
stage. -I and -D are for the preprocessor of both. '--from shadertoy' reads image
shaders of Shadertoy; -D SHADERTOY_CHANNEL0=samplerCube sets the type of a channel, and
-D SHADERTOY_FLIP_Y counts pixels from the bottom on targets that count from the top.
If a module has several entry points of a stage, --entry picks one. With any language
it leaves out the declarations that the entry point doesn't reach.

All mistakes in the input are reported on standard error at once, with their places in
the source; see --format for reports that programs read. An output file is written
completely or not at all.

Exit status: 0 done; 1 the input has errors, or a file can't be read or
written; 2 the command line is wrong; 3 refract itself has failed.`

const rootExample = `  # WGSL to SPIR-V
  refract blur.wgsl -o blur.spv

  # two outputs of one input
  refract blur.wgsl -o blur.spv -o blur.spvasm

  # a vertex and a fragment shader of a module, as two texts that link
  refract sky.wgsl -o sky.vert -o sky.frag

  # one entry point, and its declarations
  refract sky.wgsl -o stars.spv --entry stars

  # with options of the output
  refract blur.wgsl -o blur.spv --set spv.version=1.5 --set spv.debug=lines
  refract options spv

  # optimized
  refract blur.wgsl -O1 -o blur.spv

  # with a file of the places of resources
  refract blur.wgsl -o blur.hlsl --reflect blur.json

  # a drawing of it, by Graphviz
  refract blur.wgsl -o blur.svg

  # in a pipe
  generate-shader | refract - --from wgsl --to spv > shader.spv

  # only report mistakes, in a folder and its subfolders
  refract check shaders/`

// newRoot builds the command tree. Nothing in it is shared between calls.
func newRoot(s streams) *cobra.Command { return newRootWith(s, func(string) bool { return true }) }

// newRootFor builds as much of the command tree as a command line needs: the commands that
// it names, or all for help or completion.
func newRootFor(s streams, args []string) *cobra.Command {
	for _, a := range args {
		switch a {
		case "-h", "--help", "help", "man", "completion", cobra.ShellCompRequestCmd, cobra.ShellCompNoDescRequestCmd:
			return newRoot(s)
		}
	}
	if len(args) == 0 {
		return newRoot(s)
	}
	return newRootWith(s, func(name string) bool { return slices.Contains(args, name) })
}

// subcommands are the commands below the root, by name.
var subcommands = [...]struct {
	name string
	make func(streams, *reportFlags) *cobra.Command
}{
	{"check", newCheck},
	{"build", newBuild},
	{"asm", newAsm},
	{"dis", newDis},
	{"fmt", newFmt},
	{"explain", func(s streams, _ *reportFlags) *cobra.Command { return newExplain(s) }},
	{"run", newRun},
	{"render", newRender},
	{"reflect", newReflect},
	{"ebiten", newEbiten},
	{"bindgen", newBindgen},
	{"lsp", func(s streams, _ *reportFlags) *cobra.Command { return newLSP(s) }},
	{"reduce", func(s streams, _ *reportFlags) *cobra.Command { return newReduce(s) }},
	{"options", func(s streams, _ *reportFlags) *cobra.Command { return newOptions(s) }},
	{"opt", newOpt},
	{"diff", newDiff},
	{"stats", newStats},
	{"man", func(streams, *reportFlags) *cobra.Command { return newMan() }},
	{"playground", func(s streams, _ *reportFlags) *cobra.Command { return newPlayground(s) }},
	{"passes", func(s streams, _ *reportFlags) *cobra.Command { return newPasses(s) }},
	{"version", func(s streams, _ *reportFlags) *cobra.Command { return newVersion(s) }},
}

func newRootWith(s streams, with func(name string) bool) *cobra.Command {
	report := &reportFlags{}
	t := &translation{streams: s, report: report}
	root := &cobra.Command{
		Use:               "refract IN [-o OUT]...",
		Short:             "Translate shaders",
		Long:              fmt.Sprintf(rootLong, languageTable()),
		Example:           rootExample,
		Args:              cobra.ArbitraryArgs,
		SilenceUsage:      true,
		SilenceErrors:     true,
		ValidArgsFunction: completeInputs,
		RunE: func(c *cobra.Command, args []string) error {
			if t.version {
				return printVersion(s)
			}
			if len(args) == 0 && len(t.outputs) == 0 && t.from == "" && len(t.to) == 0 {
				return c.Help()
			}
			return t.run(c, args)
		},
	}
	root.SetIn(s.in)
	root.SetOut(s.out)
	root.SetErr(s.err)
	root.SetFlagErrorFunc(func(c *cobra.Command, err error) error { return wrongFlag(c, err) })
	root.SetHelpCommand(newHelp())
	root.CompletionOptions.SetDefaultShellCompDirective(cobra.ShellCompDirectiveDefault)

	flags := root.Flags()
	flags.StringArrayVarP(&t.outputs, "output", "o", nil, "write to `file`, '-' for standard output; may be repeated")
	flags.StringVar(&t.from, "from", "", "`language` of the input")
	flags.StringSliceVar(&t.to, "to", nil, "`languages` of the outputs, one for each -o; without -o, of standard output")
	flags.StringVar(&t.reflect, "reflect", "", "write the names and places of resources in the outputs, as JSON, to `file`")
	flags.BoolVar(&t.force, "force", false, "write over the input, too")
	flags.BoolVar(&t.version, "version", false, "print the version")
	root.PersistentFlags().StringVar(&stdinName, "stdin-name", "", "the `file` that standard input stands for: its language, its folder, its name in reports")
	report.register(root)
	t.steps.registerCapabilities(root)
	t.steps.registerEntry(root)
	t.steps.registerOverride(root)
	t.steps.registerSet(root)
	t.steps.registerOptimize(root)
	registerCompletion(root, "from", readable())
	registerCompletion(root, "to", writable())

	for _, c := range subcommands {
		if with(c.name) {
			root.AddCommand(c.make(s, report))
		}
	}
	return root
}

// oneInput is the argument check of commands that take one input.
func oneInput(_ *cobra.Command, args []string) error {
	switch len(args) {
	case 0:
		return noInput()
	case 1:
		return nil
	default:
		return usagef("one input is expected, %d are given", len(args))
	}
}

// someInputs is the argument check of commands that take any number of inputs.
func someInputs(_ *cobra.Command, args []string) error {
	if len(args) == 0 {
		return noInput()
	}
	return nil
}

// noInput is the error for a command without inputs.
func noInput() error {
	if stdinName != "" {
		return usagef("no input is given: '-' is standard input, which --stdin-name names")
	}
	return usagef("no input is given")
}

// A translation is one run of the root command.
type translation struct {
	streams
	report  *reportFlags
	steps   stepFlags
	outputs []string
	from    string
	to      []string
	reflect string // file for the mapping
	force   bool   // write over the input
	version bool   // asked for instead
}

// run translates.
func (t *translation) run(c *cobra.Command, args []string) error {
	switch {
	case len(args) == 0:
		return noInput()
	case len(args) > 1:
		if hint := misspelled(args[0]); hint != "" {
			return usagef("%s", hint)
		}
		if l, known := refract.LanguageOfFile(args[1]); (known || len(t.to) == 1) && len(args) == 2 && len(t.outputs) == 0 {
			// IN OUT, as naga takes it. An existing file that can be read may be meant as
			// an input.
			if known && refract.CanRead(l) && exists(args[1]) && !t.force {
				return usagef("one input is expected; %s is there already and may be a source: --force writes over it", args[1])
			}
			t.outputs = args[1:]
			return t.run(c, args[:1])
		}
		if len(args) == 2 && len(t.outputs) == 0 && filepath.Ext(args[1]) != "" && !exists(args[1]) {
			_, err := outputLanguage(args[1], "")
			if err != nil {
				return err
			}
		}
		return usagef("one input is expected, %d are given; for many files there is 'refract build'", len(args))
	}
	name := args[0]
	if hint := misspelled(name); hint != "" {
		return usagef("%s", hint)
	}
	if t.from == "" && name != stdName && filepath.Ext(name) == "" && !exists(name) {
		return usagef("there is no command and no file %q", name)
	}
	from, err := inputLanguage(name, t.from)
	if err != nil {
		return err
	}
	for _, to := range t.outputs {
		if isModule(to) {
			return t.writeModule(name, from, to)
		}
	}
	targets, err := t.targets()
	if err != nil {
		return err
	}
	if err := refract.Supported(from, languagesOf(targets)...); err != nil {
		return usagef("%s: %w", displayName(name), err)
	}
	r, err := t.report.reporter(t.err)
	if err != nil {
		return err
	}
	for _, target := range targets {
		if err := target.check(t.streams); err != nil {
			return err
		}
		if !t.force && (sameFile(name, target.name) || t.reflect != "" && sameFile(name, t.reflect)) {
			return usagef("%s is the input: --force writes over it", name)
		}
	}

	o, err := t.steps.options(t.from)
	if err != nil {
		return err
	}
	o.From = from
	j := translate(t.streams, name, o, written(targets))
	if err := j.deliver(t.streams, r, targets); err != nil || t.reflect == "" {
		return err
	}
	return writeMapping(t.streams, t.reflect, "", targets, j.only())
}

// targets pairs outputs with languages.
func (t *translation) targets() ([]target, error) {
	outputs := t.outputs
	if len(outputs) == 0 {
		if len(t.to) == 0 {
			return nil, usagef("no output: give -o FILE, or --to LANGUAGE for standard output; 'refract check' only reports mistakes")
		}
		outputs = []string{stdName}
	}
	if len(t.to) > 0 && len(t.to) != len(outputs) {
		return nil, usagef("--to names %d languages for %d outputs", len(t.to), len(outputs))
	}
	var targets []target
	seen := map[string]bool{}
	for i, name := range outputs {
		word := ""
		if len(t.to) > 0 {
			word = t.to[i]
		}
		picture := ""
		if word == "" {
			if picture = pictureForm(name); picture != "" {
				word = refract.DOT.String()
			}
		}
		if name == os.DevNull && word == "" { // only to see whether it can be written
			word = refract.SPIRV.String()
		}
		l, err := outputLanguage(name, word)
		if err != nil {
			return nil, err
		}
		if key := filepath.Clean(name); seen[key] {
			return nil, usagef("%s is written twice", name)
		} else {
			seen[key] = true
		}
		targets = append(targets, target{name, l, picture})
	}
	if t.reflect != "" {
		switch {
		case seen[filepath.Clean(t.reflect)]:
			return nil, usagef("%s is written twice", t.reflect)
		case isFolder(t.reflect):
			return nil, usagef("%s is a folder; name a file in it", t.reflect)
		}
	}
	return targets, nil
}

// otherNames are other tools' names of commands.
func otherNames() map[string]string {
	return map[string]string{
		"validate": "refract check", "lint": "refract check", "verify": "refract check", "analyze": "refract check", "test": "refract run",
		"translate": "refract IN -o OUT", "compile": "refract IN -o OUT", "convert": "refract IN -o OUT", "transpile": "refract IN -o OUT", "minify": "refract IN --to wgsl --set wgsl.minify=true",
		"format": "refract fmt", "bindings": "refract bindgen", "generate": "refract bindgen", "optimize": "refract opt", "optimise": "refract opt", "assemble": "refract asm",
		"disassemble": "refract dis", "inspect": "refract reflect", "reflection": "refract reflect", "draw": "refract render", "exec": "refract run", "execute": "refract run",
		"serve": "refract playground", "languages": "refract --help", "watch": "refract build --watch", "server": "refract lsp", "compare": "refract diff", "init": "refract build --help",
	}
}

// misspelled returns advice if an argument looks like a subcommand's name more than like a
// file's, else "".
func misspelled(arg string) string {
	if strings.ContainsAny(arg, `./\`) || arg == stdName {
		return ""
	}
	if exists(arg) {
		return ""
	}
	if command := otherNames()[strings.ToLower(arg)]; command != "" {
		return fmt.Sprintf("there is no command %q, and no such file; is '%s' meant?", arg, command)
	}
	all := newRoot(streams{}) // c may have no commands below it
	all.SuggestionsMinimumDistance = 2
	if names := all.SuggestionsFor(arg); len(names) > 0 {
		return fmt.Sprintf("there is no command %q, and no such file; is %q meant?", arg, names[0])
	}
	return ""
}

// inputLanguage returns the language of an input by the --from flag or its name.
func inputLanguage(name, flag string) (refract.Language, error) {
	l, ok := languageOf(name)
	switch {
	case flag == shadertoyName:
		return refract.GLSL, nil
	case flag != "":
		if l, ok = refract.LanguageByName(flag); !ok || l == refract.Auto {
			return "", usagef("--from %s: no such language%s; there are %s", flag, meant(flag, readable()), strings.Join(readable(), ", "))
		}
	case name == stdName && !ok:
		return "", usagef("no language: standard input has no extension; give --from LANGUAGE or --stdin-name FILE")
	case !ok:
		if isFolder(name) {
			return "", usagef("%s is a folder; 'refract build' and 'refract check' take folders", name)
		}
		if filepath.Ext(name) == "" && !exists(name) {
			return "", usagef("there is no file or folder %q", name)
		}
		return "", usagef("%s: no language has the extension %q%s; give --from LANGUAGE", name, filepath.Ext(name), meant(filepath.Ext(name), extensions(readable())))
	}
	return l, nil
}

// outputLanguage returns the language of an output by the --to flag or its name.
func outputLanguage(name, flag string) (refract.Language, error) {
	l, ok := refract.LanguageOfFile(name)
	switch {
	case flag != "":
		if l, ok = refract.LanguageByName(flag); !ok || l == refract.Auto {
			return "", usagef("--to %s: no such language%s; there are %s", flag, meant(flag, writable()), strings.Join(writable(), ", "))
		}
		if named, known := refract.LanguageOfFile(name); known && named != l && !(isGLSL(named) && isGLSL(l)) {
			return "", usagef("--to %s and -o %s contradict each other: the extension %s is %s's", flag, name, filepath.Ext(name), named.Title())
		}
	case name == stdName:
		return "", usagef("no language: standard output has no extension; give --to LANGUAGE")
	case !ok && isFolder(name):
		return "", usagef("%s is a folder; name a file in it", name)
	case !ok:
		return "", usagef("%s: no language has the extension %q%s; give --to LANGUAGE", name, filepath.Ext(name), meant(filepath.Ext(name), extensions(writable())))
	}
	return l, nil
}

// isGLSL reports whether a language is a form of GLSL; they share extensions.
func isGLSL(l refract.Language) bool { return l == refract.GLSL || l == refract.ESSL }

// exists reports whether there is a file or folder of the name.
func exists(name string) bool {
	_, err := os.Lstat(name)
	return !os.IsNotExist(err)
}

// isFolder reports whether the name is a folder's.
func isFolder(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.Mode()&fs.ModeDir != 0
}
