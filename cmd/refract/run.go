package main

// Run a compute shader on the CPU.

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"refract"
	"refract/diag"
	"refract/exec"
	"refract/front/wgsl"
	"refract/ir"
	"refract/ir/validate"
)

const runLong = `Run executes a compute entry point on the CPU, with resources from the command line,
and prints their contents afterwards.

Resources are named by GROUP.BINDING, or by the variable's name.
  --buffer 0.0=zero:1024       bytes of zeros
  --buffer 0.0=f32:1,2,3       numbers: i8 u8 i16 u16 i32 u32 i64 u64 f16 f32 f64
  --buffer 0.0=hex:0000803f    bytes
  --buffer 0.0=@in.bin         a file; @- is standard input
  --texture 0.1=in.png         a picture (PNG, JPEG, GIF, Radiance HDR), in the format
                               that the shader declares
  --texture 0.1=rgba8unorm:64x64    zeros: FORMAT:WIDTHxHEIGHT[xDEPTH]
  --sampler 0.2=linear,repeat  filter (nearest, linear), addresses (clamp-to-edge,
                               repeat, mirror-repeat), comparison (less, ...)
  --scene 0.3=world.json       an acceleration structure for ray queries: JSON that
                               docs/scenes.md describes

--dump prints a resource, one line each; with =FILE it writes a file instead:
  --dump 0.0                   the value, as the shader's type has it
  --dump 0.0:f32               numbers of a type
  --dump 0.0:hex               bytes
  --dump 0.0:bin=out.bin       bytes, to a file
  --dump 0.1:png=out.png       a texture

--check looks for mistakes while the shader runs and reports them on standard
error: non-uniform barriers, data races, accesses out of bounds, reads of
uninitialized memory.

With --jobs the input is a file of jobs, or '-': one JSON object a line, as
  {"name": "a", "source": "...", "entry": "main", "workgroups": [1, 1, 1],
   "buffers": {"0.0": {"hex": "01000000", "size": 16}}, "outputs": ["0.0"]}
or with "shader", the path of a file, instead of the source. Each is answered by
one line, in order, as soon as its turn comes:
  {"name": "a", "ok": true, "buffers": {"0.0": "0500..."}, "messages": []}
A job may also have "language", "overrides", "engine" (interp, wasm, auto), "optimize" (0, 1),
"float" ("fast", "strict"), "scenes" (the contents of files as --scene has them, by GROUP.BINDING),
"max_steps" (some four billion, or the value of --max-steps). A job that
fails is answered with "ok": false, and the others still run.

Exit status: 0 done (of jobs: all were answered); 1 the shader has errors or its
run failed; 2 the command line is wrong.`

const runExample = `  refract run double.wgsl --buffer 0.0=f32:1,2,3 --dump 0.0:f32
  refract run blur.wgsl --workgroups 8,8 --texture 0.0=in.png --texture 0.1=rgba8unorm:64x64 --dump 0.1:png=out.png
  refract run sim.wgsl --entry step --override N=8 --buffer 0.0=@state.bin --dump 0.0:bin=state.bin --check all
  refract run trace.wgsl --workgroups 8,8 --scene world=world.json --buffer 0.1=zero:65536 --dump 0.1:f32
  generate-jobs | refract run --jobs - > answers.jsonl`

// A running is one run of the subcommand.
type running struct {
	shaderFlags

	entry      string
	workgroups []uint
	dumps      []string
	checks     []string
	jobs       string
	workers    int
	subgroup   uint32
}

func newRun(s streams, report *reportFlags) *cobra.Command {
	v := &running{shaderFlags: shaderFlags{streams: s, report: report}}
	c := &cobra.Command{
		Use: "run IN [flags]", Short: "Run a compute shader on the CPU", Long: runLong, Example: runExample,
		Args: cobra.ArbitraryArgs, ValidArgsFunction: completeInputs,
		RunE: func(c *cobra.Command, args []string) error { return v.run(c, args) },
	}
	flags := c.Flags()
	flags.StringVar(&v.entry, "entry", "", "`name` of the entry point; may be left out if there is only one")
	flags.UintSliceVar(&v.workgroups, "workgroups", []uint{1, 1, 1}, "`X,Y,Z` workgroups")
	flags.StringArrayVar(&v.dumps, "dump", nil, "print a resource afterwards, `NAME[:FORM][=FILE]`; may be repeated")
	flags.StringSliceVar(&v.checks, "check", nil, "`mistakes` to look for: barriers, races, bounds, uninitialized, all")
	flags.StringVar(&v.jobs, "jobs", "", "run the jobs of a `file`, '-' for standard input")
	flags.IntVar(&v.workers, "workers", 0, "how `many` jobs run at once, or workgroups if that changes no result; 0: as many as there are cores")
	flags.Uint32Var(&v.subgroup, "subgroup-size", 0, "`invocations` in a subgroup; 0: 8")
	v.register(c, "run")
	registerCompletion(c, "check", checkNames())
	return c
}

func (v *running) run(c *cobra.Command, args []string) error {
	v.source.entry = v.entry
	ctx, stop := interruptible(c)
	defer stop()
	if v.jobs != "" {
		if len(args) > 0 {
			return usagef("--jobs takes no input besides")
		}
		if v.timeLimit > 0 {
			return usagef("--time-limit is for one run; jobs have steps")
		}
		return v.runJobs(ctx)
	}
	return v.one(ctx, c, args, v.single)
}

// readShader reads and validates a shader with everything allowed that the
// engine runs, and optimizes it.
func readShader(name string, src []byte, parse refract.ParseOptions, o refract.OptimizeOptions, warn refract.WarningFunc) (*ir.Module, error) {
	parse.Warn = warn
	options := refract.LanguageOptions{refract.WGSL: &wgsl.Options{Allowed: wgsl.AllExtensions}}
	maps.Copy(options, parse.Options)
	parse.Options = options
	valid, err := refract.Check(context.Background(), name, src, refract.CheckOptions{
		Parse:    parse,
		Validate: refract.ValidateOptions{Capabilities: validate.All, Warn: warn},
	})
	if err != nil {
		return nil, err
	}
	if valid, err = refract.Optimize(context.Background(), valid, o); err != nil {
		return nil, err
	}
	return valid.Module, nil
}

// inSource turns an error of a run that has a place in the source into a
// finding.
func inSource(m *ir.Module, err error) error {
	span := exec.SpanOf(err)
	if span.IsZero() || m.Sources == nil {
		return err
	}
	var list diag.List
	d := list.Errorf("run-failed", span, "%v", err)
	var binding *exec.BindingError
	if errors.As(err, &binding) && binding.Problem == exec.Missing {
		d.Note("%s binds one", bindingFlag(m, binding))
	}
	return list.Err(m.Sources)
}

// bindingFlag is the flag that binds a resource to the variable of an error.
func bindingFlag(m *ir.Module, e *exec.BindingError) string {
	for i := 1; i < len(m.Globals); i++ {
		g := &m.Globals[i]
		if g.Name != e.Name || g.HasBinding != e.HasBinding || e.HasBinding && g.Binding != (ir.ResourceBinding{Group: e.Group, Binding: e.Binding}) {
			continue
		}
		switch m.Types.At(g.Type).Kind {
		case ir.TypeImage:
			return "--texture " + e.Name + "=FILE"
		case ir.TypeSampler:
			return "--sampler " + e.Name + "=linear"
		case ir.TypeAccelerationStructure:
			return "--scene " + e.Name + "=FILE"
		}
	}
	return "--buffer " + e.Name + "=zero:BYTES"
}

// onlyEntry is the name of the compute entry point that is meant.
func onlyEntry(m *ir.Module, name string) (string, error) {
	if name != "" {
		return name, nil // running it says whether it is there
	}
	name, err := stageEntry(m, ir.StageCompute, "")
	if err == nil && name == "" {
		err = errors.New("the shader has no compute entry point")
	}
	return name, err
}

// single runs one shader by the flags.
func (v *running) single(ctx context.Context, name string, j *job) error {
	l, err := inputLanguage(name, v.from)
	if err != nil {
		return err
	}
	options, groups, err := v.options()
	if err != nil {
		return err
	}
	m, overrides, err := v.read(name, l, j)
	if err != nil {
		return err
	}
	entry, err := onlyEntry(m, v.entry)
	if err != nil {
		return fmt.Errorf("%s: %w", j.name, err)
	}
	engine, err := v.engineOf()
	if err != nil {
		return err
	}
	p, err := engine.Load(m, exec.LoadOptions{Overrides: overrides})
	if err != nil {
		return inSource(m, err)
	}
	b := bench{streams: v.streams, module: p.Module()}
	if err := b.resources(v.buffers, v.textures, v.samplers); err != nil {
		return err
	}
	if err := b.structures(v.scenes, v.source.includes); err != nil {
		return err
	}
	if err := b.planDumps(v.dumps); err != nil {
		return err
	}
	options.Print = printTo(v.err, j.name)
	report, err := p.Dispatch(ctx, entry, groups, &b.bound, options)
	if report != nil {
		j.warn(report.Findings)
	}
	if err != nil {
		return inSource(m, err)
	}
	return b.dump()
}

// options are the options of a run by the flags.
func (v *running) options() (o exec.RunOptions, groups [3]uint32, err error) {
	if groups, err = workgroups(v.workgroups); err != nil {
		return o, groups, err
	}
	o = exec.RunOptions{SubgroupSize: v.subgroup, MaxSteps: v.maxSteps, Workers: v.workers}
	if o.Workers <= 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	for _, name := range v.checks {
		i := slices.IndexFunc(checks, func(c checkName) bool { return c.name == name })
		if i < 0 {
			return o, groups, usagef("--check %s: there are %s", name, strings.Join(checkNames(), ", "))
		}
		o.Check |= checks[i].check
	}
	return o, groups, nil
}

type checkName struct {
	name  string
	check exec.Check
}

// checks are the words of --check.
var checks = []checkName{
	{"barriers", exec.CheckBarriers},
	{"races", exec.CheckRaces},
	{"bounds", exec.CheckBounds},
	{"uninitialized", exec.CheckUninitialized},
	{"all", exec.CheckAll},
}

func checkNames() []string {
	var names []string
	for _, c := range checks {
		names = append(names, c.name)
	}
	return names
}

// printTo writes the lines that shaders print, with their place and invocation; file is the name of the
// source, or "" for the name that the module has. Several goroutines may print.
func printTo(w io.Writer, file string) func(p *exec.Printed) {
	var lock sync.Mutex
	return func(p *exec.Printed) {
		name := file
		if name == "" {
			name = p.Position.File
		}
		lock.Lock()
		defer lock.Unlock()
		fmt.Fprintf(w, "%s:%d:%d: %v: %s\n", name, p.Position.Line, p.Position.Column, p.Invocation, strings.TrimSuffix(p.Text, "\n"))
	}
}
