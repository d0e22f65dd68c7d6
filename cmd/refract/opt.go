package main

// Passes over the SSA form, run one by one and looked at: opt.

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"refract"
	"refract/internal/ssa/pipeline"
	"refract/ssa"
	"refract/ssa/pass"
)

const optLong = `Opt runs passes over the SSA form of a shader and prints the result: the SSA
form as text (extension .ssa), or any language that refract writes. The input is
such text or any language that refract reads. Without passes it only shows the
SSA form.

A list of passes is separated by commas; a group in parentheses with a star is
repeated until nothing changes; a level stands for its passes:
  --passes 'vars-to-ssa, (copy-prop, constant-folding, dce)*'
  --passes '-O1, to-lcssa'
Options of a pass are in braces ('refract passes NAME' lists them):
  --passes 'lower-tex{gradients, shadow=less}, indirect-derefs{8}'
--pipeline runs the passes that produce a machine's form: cpu is the input of the code
generator of 'refract run --engine wasm', radv is for a scalar instruction set with memory
by offset and inputs and outputs by slot, zink is for SPIR-V without local variables. Other
languages than ssa have buffers of words for memory by offset, and parameters for slots.
--machine picks the passes and their options for a described machine: a file in JSON, or
one of the machines that docs/passes.md lists.
'refract passes' lists all.

If the requirements of a pass don't hold, the error names the pass that establishes
them; --establish runs that pass first.

--bisect CMD finds the pass that makes a command fail: sh runs CMD with the name of a
file that has the output after the first passes only. Bisection ends at the application
of a pass that makes CMD fail. The file has the language of --to or -o.

--html FILE writes a page with the shader after each pass side by side.`

const optExample = `  # the SSA form of a shader, and the result of a pass
  refract opt blur.wgsl
  refract opt blur.wgsl --passes vars-to-ssa

  # each step of the optimizer: as text, as a page, with times
  refract opt blur.wgsl -O1 --print-after all
  refract opt blur.wgsl -O1 --html steps.html -o blur.ssa
  refract opt blur.wgsl -O1 --time -o blur.spv

  # is a pass at fault?
  refract opt blur.wgsl -O1 --verify-each -o blur.spv
  refract opt blur.wgsl -O1 --disable cse -o blur.spv
  refract opt blur.wgsl -O1 --to spv --bisect 'spirv-val --target-env vulkan1.3'`

// An optimizing is one run of the subcommand.
type optimizing struct {
	streams
	report *reportFlags
	steps  stepFlags

	output, from, to string
	passes           string
	pipeline         string
	machine          string
	level            int
	levelSet         bool
	float            string
	establish        bool
	verify           bool
	times            bool
	printAfter       []string
	disable          []string
	limit            int
	bisect           string
	html             string
}

func newOpt(s streams, report *reportFlags) *cobra.Command {
	v := &optimizing{streams: s, report: report}
	c := &cobra.Command{
		Use: "opt IN [-o OUT] [--passes LIST | -O1]", Short: "Run passes of the optimizer", Long: optLong, Example: optExample,
		Args: oneInput, ValidArgsFunction: completeInputs,
		RunE: func(c *cobra.Command, args []string) error {
			v.levelSet = c.Flags().Changed("optimize")
			return v.run(args[0])
		},
	}
	flags := c.Flags()
	flags.StringVarP(&v.output, "output", "o", stdName, "write to `file`, '-' for standard output")
	flags.StringVar(&v.from, "from", "", "`language` of the input")
	flags.StringVar(&v.to, "to", "", "`language` of the output; by default 'ssa'")
	flags.StringVar(&v.machine, "machine", "", "the passes for a machine that a JSON `file` describes, or one of "+strings.Join(pipeline.Machines(), ", "))
	flags.StringVar(&v.pipeline, "pipeline", "", "the passes that end in the form that a `machine` takes, its optional passes in braces: "+strings.Join(pipeline.Names(), ", "))
	flags.StringVar(&v.passes, "passes", "", "the `list` of passes to run")
	registerOptimize(c, &v.level, &v.float)
	flags.BoolVar(&v.establish, "establish", false, "run the passes that establish the requirements of a pass before it")
	flags.BoolVar(&v.verify, "verify-each", false, "check the shader and the pass's own declarations after each pass")
	flags.BoolVar(&v.times, "time", false, "print the time of each pass on standard error")
	flags.StringSliceVar(&v.printAfter, "print-after", nil, "print the shader on standard error after the passes of these `names`, or 'all' that change it")
	flags.StringSliceVar(&v.disable, "disable", nil, "leave out the passes of these `names`")
	flags.IntVar(&v.limit, "limit", 0, "run the first `N` applications of passes only; 0: all")
	flags.StringVar(&v.bisect, "bisect", "", "find the pass that makes a `command` fail")
	flags.StringVar(&v.html, "html", "", "write a page with the shader after each pass to `file`")
	v.steps.registerCapabilities(c)
	v.steps.registerEntry(c)
	v.steps.registerSet(c)
	registerCompletion(c, "from", names(refract.CanRead))
	registerCompletion(c, "to", names(refract.CanWrite))
	registerCompletion(c, "pipeline", pipeline.Names())
	registerCompletion(c, "machine", pipeline.Machines())
	for _, flag := range []string{"disable", "print-after", "passes"} {
		registerCompletion(c, flag, passNames())
	}
	return c
}

// A plan is the work that the command line describes.
type optPlan struct {
	name    string
	from    refract.Language
	out     target
	step    refract.TranslateOptions
	passes  pipeline.Pipeline
	options pipeline.Options
	src     []byte
}

func (v *optimizing) run(name string) error {
	p, err := v.plan(name)
	if err != nil {
		return err
	}
	r, err := v.report.reporter(v.err)
	if err != nil {
		return err
	}
	j := job{name: displayName(name)}
	out, err := v.optimize(p, &j)
	j.fail(err)
	if j.err != nil {
		var lacking *pipeline.RequirementError
		if errors.As(j.err, &lacking) && !v.establish && lacking.By != nil {
			return usagef("%w; --establish runs it first", j.err)
		}
		return j.err
	}
	if err := r.add(j.name, j.found); err != nil {
		return err
	}
	if err := r.close(); err != nil {
		return err
	}
	switch {
	case out == nil:
		return errReported
	case v.bisect != "":
		return nil
	case v.output == stdName:
		if _, err := v.out.Write(out); err != nil {
			return fmt.Errorf("standard output cannot be written: %w", err)
		}
		return nil
	}
	return writeFile(v.output, out)
}

// plan reads the command line.
func (v *optimizing) plan(name string) (p *optPlan, err error) {
	p = &optPlan{name: name}
	if p.from, err = inputLanguage(name, v.from); err != nil {
		return nil, err
	}
	if !refract.CanRead(p.from) {
		return nil, usagef("%s: %w", displayName(name), &refract.LanguageError{Language: p.from})
	}
	if v.to == "" && v.output == stdName {
		p.out.language = refract.SSA
	} else {
		p.out.name = v.output
		to := v.to
		if v.output == os.DevNull && to == "" { // only to see whether it can be done
			to = refract.SSA.String()
		}
		if p.out.language, err = outputLanguage(v.output, to); err != nil {
			return nil, err
		}
		if !refract.CanWrite(p.out.language) {
			return nil, usagef("%w", &refract.LanguageError{Language: p.out.language, Write: true})
		}
		if err := p.out.check(v.streams); err != nil && v.bisect == "" {
			return nil, err
		}
	}
	if p.step, err = v.steps.options(v.from); err != nil {
		return nil, err
	}
	if p.step.Optimize, err = optimizeOptions(v.level, v.float); err != nil {
		return nil, err
	}
	if v.passes != "" && v.levelSet {
		return nil, usagef("--passes and -O are both given; a level may stand in the list: --passes '-O1, ...'")
	}
	switch {
	case v.pipeline != "" && v.machine != "":
		return nil, usagef("--pipeline and --machine are both given")
	case v.pipeline+v.machine != "" && (v.passes != "" || v.levelSet):
		return nil, usagef("--pipeline and --machine stand for their passes: --passes and -O can't be given besides")
	case v.pipeline != "":
		if p.passes, err = pipeline.Named(v.pipeline); err != nil {
			return nil, usagef("--pipeline: %v", err)
		}
	case v.machine != "":
		if p.passes, err = machinePasses(v.machine); err != nil {
			return nil, err
		}
	case v.passes != "":
		p.passes, err = pipeline.Parse(v.passes)
	default:
		p.passes, err = pipeline.Level(v.level)
	}
	if err := passError(err); err != nil {
		return nil, err
	}
	for _, name := range slices.Concat(v.disable, v.printAfter) {
		if name == "all" && !slices.Contains(v.disable, name) {
			continue
		}
		if _, err := findPass(name); err != nil {
			return nil, err
		}
	}
	if v.limit < 0 {
		return nil, usagef("--limit %d: a number that isn't negative is expected", v.limit)
	}
	p.options = pipeline.Options{Establish: v.establish || v.pipeline+v.machine != "", Verify: v.verify, Disable: v.disable, Limit: v.limit}
	return p, nil
}

// machinePasses are the passes for a machine: a file with its description, or a name.
func machinePasses(name string) (pipeline.Pipeline, error) {
	m, err := pipeline.MachineByName(name)
	if strings.ContainsAny(name, "./\\") {
		data, ioErr := readFile(name)
		if ioErr != nil {
			return nil, ioErr
		}
		m, err = pipeline.ReadMachine(bytes.NewReader(data))
	}
	if err != nil {
		return nil, usagef("--machine %s: %v", name, err)
	}
	return m.Pipeline()
}

// passError puts the errors of a list of passes in words about the command line.
func passError(err error) error {
	var unknown *pipeline.UnknownPassError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &unknown):
		_, err = findPass(unknown.Name)
		return err
	}
	return usagef("%w", err)
}

// load makes the SSA form of the input, anew each time.
func (p *optPlan) load(v *optimizing, j *job) (*ssa.Shader, error) {
	if p.src == nil {
		src, err := readInput(v.streams, p.name)
		if err != nil {
			return nil, err
		}
		p.src = append([]byte{}, src...)
	}
	if p.from == refract.SSA {
		s, err := ssa.Parse(j.name, p.src)
		if err != nil {
			return nil, err
		}
		if err := ssa.Verify(s); err != nil {
			return nil, fmt.Errorf("%s: %w", j.name, err)
		}
		return s, nil
	}
	parse, check := p.step.Parse, p.step.Validate
	parse.Language, parse.Warn, check.Warn = p.from, j.warn, j.warn
	valid, err := refract.Check(context.Background(), j.name, p.src, refract.CheckOptions{Parse: parse, Validate: check})
	if err != nil {
		return nil, err
	}
	return refract.ToSSA(context.Background(), valid, p.step.Optimize)
}

// emit is the output of a shader.
func (p *optPlan) emit(s *ssa.Shader) ([]byte, error) {
	if p.out.language == refract.SSA {
		return ssa.Print(s), nil
	}
	valid, err := refract.FromSSA(context.Background(), s)
	if err != nil {
		return nil, err
	}
	write := p.step.Write
	target := p.out.target()
	write.Language, write.Stage = target.Language, target.Stage
	out, err := refract.Write(context.Background(), valid, write)
	if err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// optimize runs the passes and returns the output; nil: there were errors.
func (v *optimizing) optimize(p *optPlan, j *job) ([]byte, error) {
	s, err := p.load(v, j)
	if err != nil {
		return nil, err
	}
	var page *pipeline.Recorder
	if v.html != "" {
		page = pipeline.NewRecorder(j.name, s)
	}
	o := p.options
	o.After = func(a *pipeline.Application, s *ssa.Shader) {
		if page != nil {
			page.After(a, s)
		}
		v.dump(a, s)
	}
	result, err := pipeline.Run(s, p.passes, o)
	if v.times && result != nil {
		printTimes(v.err, result.Applications)
	}
	if page != nil {
		// Of a run that failed the page has all until then.
		if err := writeFile(v.html, page.Page()); err != nil {
			return nil, err
		}
	}
	if err != nil {
		return nil, err
	}
	if result.Unfinished {
		fmt.Fprintf(v.err, "refract: a group of passes still changed something when its repetitions were used up\n")
	}
	if v.bisect != "" {
		return v.bisection(p, result.Applications)
	}
	return p.emit(s)
}

// dump prints a shader after a pass, if that is wanted.
func (v *optimizing) dump(a *pipeline.Application, s *ssa.Shader) {
	if !slices.Contains(v.printAfter, a.Pass.Name) && !(a.Changed && slices.Contains(v.printAfter, "all")) {
		return
	}
	w := bufio.NewWriter(v.err)
	if !a.Changed {
		fmt.Fprintf(w, "// after %v: no change\n", a)
	} else if fmt.Fprintf(w, "// after %v\n", a); a.Func != 0 {
		io.WriteString(w, ssa.PrintFunction(s.Funcs[a.Func]))
	} else {
		w.Write(ssa.Print(s))
	}
	w.Flush()
}

// printTimes prints a line for each pass, in the order in which they came first.
func printTimes(out io.Writer, applications []pipeline.Application) {
	type row struct {
		pass          *pass.Pass
		runs, changed int
		time          time.Duration
	}
	var rows []*row
	total := time.Duration(0)
	for k := range applications {
		a := &applications[k]
		at := slices.IndexFunc(rows, func(r *row) bool { return r.pass == a.Pass })
		if at < 0 {
			at = len(rows)
			rows = append(rows, &row{pass: a.Pass})
		}
		r := rows[at]
		r.runs++
		if a.Changed {
			r.changed++
		}
		r.time += a.Time
		total += a.Time
	}
	w := bufio.NewWriter(out)
	fmt.Fprintf(w, "%12s  %5s  %7s  pass\n", "time", "runs", "changed")
	for _, r := range rows {
		fmt.Fprintf(w, "%12v  %5d  %7d  %s\n", r.time, r.runs, r.changed, r.pass.Name)
	}
	fmt.Fprintf(w, "%12v  %5d           %s\n", total, len(applications), "all")
	w.Flush()
}

// extension is that of files with the output.
func (p *optPlan) extension() string {
	return strings.TrimSpace(p.out.language.Extensions()[0])
}
