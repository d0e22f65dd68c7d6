package main

// Counts of entry points' operations, from their SSA form.

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"refract"
	"refract/diag"
	"refract/internal/ssa/analysis"
	"refract/internal/ssa/opt"
	"refract/internal/ssa/pipeline"
	"refract/ir"
	"refract/ir/validate"
	"refract/ssa"
	"refract/ssa/op"
)

const statsLong = `Stats counts the operations of each entry point of a shader, with its functions inlined
and after the optimizer (-O1 by default):

  instructions  operations of the SSA form, without constants, phis and addresses
  alu           of these, arithmetic
  memory        loads, stores and atomic operations
  texture       sampling and fetching
  other         barriers, subgroup operations, inputs and outputs
  branches      ifs, switches and loops; divergent ones may differ between invocations of
                a workgroup
  registers     the most scalars of 32 bits that are live at once, without constants: a
                measure of pressure, not of a compiler's allocation
  estimate      the instructions, counted eight times for each loop around them:
                a number to compare versions of a shader by, not a time

For a geometry shader it reports how many vertices and strips an invocation emits, if the
numbers are the same for every primitive.

With --radv it reports the statistics of Mesa's compiler for AMD GPUs instead. Its driver
compiles the SPIR-V for a GPU that needn't be present (navi21, or --radv=FAMILY), and
reports instructions, bytes of code, vector and scalar registers and spills, and as
estimates the latency of a wave and the cycles that it keeps the unit busy (inverse
throughput; less is faster). A vertex shader is paired with a fragment shader that reads
all its outputs, a fragment shader with a vertex shader that writes all its inputs. It needs Mesa's Vulkan driver
and the program refract-radv, which loads it.`

const statsExample = `  refract stats blur.wgsl
  refract stats blur.wgsl -O2 --json
  refract stats scene.wesl -D shadows --entry main
  refract stats blur.wgsl --radv
  refract stats blur.wgsl -O0 --radv=gfx1100`

// A shaderStats is the statistics of an entry point.
type shaderStats struct {
	EntryPoint   string `json:"entry_point"`
	Stage        string `json:"stage"`
	Instructions int    `json:"instructions"`
	ALU          int    `json:"alu"`
	Memory       int    `json:"memory"`
	Texture      int    `json:"texture"`
	Other        int    `json:"other"`
	Branches     int    `json:"branches"`
	Loops        int    `json:"loops"`
	Divergent    int    `json:"divergent"`
	Registers    int    `json:"registers"`
	Estimate     int    `json:"estimate"`

	// Locations that are read and written, and built-in values.
	Inputs       []int    `json:"inputs,omitempty"`
	Outputs      []int    `json:"outputs,omitempty"`
	SystemValues []string `json:"system_values,omitempty"`

	// Of a geometry stage: the vertices and strips that an invocation emits to stream 0, if the
	// numbers are the same for every primitive.
	Vertices *int `json:"vertices,omitempty"`
	Strips   *int `json:"strips,omitempty"`
}

func newStats(s streams, report *reportFlags) *cobra.Command {
	v := &statistics{shaderFlags: shaderReading{streams: s, report: report}}
	c := &cobra.Command{
		Use: "stats IN", Short: "Count the operations of a shader", Long: statsLong, Example: statsExample,
		Args: oneInput, ValidArgsFunction: completeInputs,
		RunE: func(_ *cobra.Command, args []string) error {
			return v.one(args[0], func(j *job) (string, error) { return v.count(j, args[0]) })
		},
	}
	v.register(c)
	v.level = 1
	registerOptimize(c, &v.level, &v.float)
	c.Flags().BoolVar(&v.json, "json", false, "print JSON")
	c.Flags().StringVar(&v.radv, "radv", "", "report the statistics of Mesa's compiler for a `family` of AMD GPUs")
	c.Flags().Lookup("radv").NoOptDefVal = radvFamily
	registerCompletion(c, "radv", radvFamilies)
	return c
}

type statistics struct {
	shaderFlags shaderReading
	level       int
	float       string
	json        bool
	radv        string // a family of GPUs; "": none
}

func (v *statistics) register(c *cobra.Command) { v.shaderFlags.register(c) }

func (v *statistics) one(name string, do func(*job) (string, error)) error {
	return v.shaderFlags.one(name, do)
}

func (v *statistics) count(j *job, name string) (string, error) {
	valid, o, err := v.shaderFlags.read(j, name)
	if err != nil {
		return "", err
	}
	if o.Optimize, err = optimizeOptions(v.level, v.float); err != nil {
		return "", err
	}
	if len(valid.Module.EntryPoints) == 0 {
		return "", fmt.Errorf("%s: there is no entry point to count", j.name)
	}
	if v.radv != "" {
		results, err := v.radvOf(j, valid, o)
		if err != nil {
			return "", err
		}
		if v.json {
			text, err := indented(results)
			return string(text), err
		}
		return radvTable(results), nil
	}
	all, err := allStats(context.Background(), j.name, valid, o.Optimize, v.shaderFlags.steps.entry)
	if err != nil {
		return "", err
	}
	if v.json {
		text, err := indented(all)
		return string(text), err
	}
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "entry\tstage\tinstructions\talu\tmemory\ttexture\tother\tbranches\tdivergent\tregisters\testimate")
	for _, x := range all {
		fmt.Fprintf(w, "%s\t%s\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%d\n", x.EntryPoint, x.Stage, x.Instructions, x.ALU, x.Memory, x.Texture, x.Other,
			x.Branches, x.Divergent, x.Registers, x.Estimate)
	}
	w.Flush()
	for _, x := range all {
		if x.Vertices != nil && x.Strips != nil {
			fmt.Fprintf(&b, "an invocation of %s emits %d vertices in %d strips\n", x.EntryPoint, *x.Vertices, *x.Strips)
		}
	}
	return b.String(), nil
}

// allStats counts the entry points of a module, or the one of a name.
func allStats(ctx context.Context, name string, valid *refract.Valid, o refract.OptimizeOptions, entry string) ([]shaderStats, error) {
	s, err := refract.ToSSA(ctx, valid, o)
	if err != nil {
		return nil, err
	}
	if _, err := refract.RunPasses(ctx, s, o); err != nil {
		return nil, err
	}
	passes, err := pipeline.Parse("inline-functions, lower-returns")
	if err != nil {
		return nil, err
	}
	if _, err := pipeline.Run(s, passes, pipeline.Options{Establish: true}); err != nil {
		return nil, err
	}
	var all []shaderStats
	emitted, err := emissions(s)
	if err != nil {
		return nil, err
	}
	for i := range s.EntryPoints {
		ep := &s.EntryPoints[i]
		if at, has := callIn(s.Funcs[ep.Function]); has {
			var list diag.List
			list.Errorf("limit-exceeded", at, "the entry point %s has too many instructions to count with all calls inlined", ep.Name)
			return nil, list.Err(valid.Module.Sources)
		}
		if entry == "" || entry == ep.Name {
			one, err := statsOf(s, ep)
			if err != nil {
				return nil, fmt.Errorf("%s: the entry point %s: %w", name, ep.Name, err)
			}
			if emitted != nil && ep.Stage == ir.StageGeometry {
				one.Vertices, one.Strips = constant(emitted[i].Vertices), constant(emitted[i].Strips)
			}
			all = append(all, one)
		}
	}
	return all, nil
}

// emissions are the outputs of geometry stages to stream 0, by entry point; nil: there is no geometry stage.
func emissions(s *ssa.Shader) ([]analysis.Emission, error) {
	if !slices.ContainsFunc(s.EntryPoints, func(e ir.EntryPoint) bool { return e.Stage == ir.StageGeometry }) {
		return nil, nil
	}
	s = s.Clone()
	passes, err := pipeline.Parse("vars-to-ssa, gs-intrinsics, (copy-prop, constant-folding, algebraic, remove-phis, ranges, dead-cf, dce)*")
	if err != nil {
		return nil, err
	}
	unroll := opt.LoopUnrollOf(opt.LoopLimit{Rounds: 256, Instructions: 4096, Arrays: 4096, Convergent: true})
	passes = slices.Insert(passes, 1, pipeline.Step{Pass: unroll})
	if _, err := pipeline.Run(s, passes, pipeline.Options{Establish: true}); err != nil {
		return nil, err
	}
	list := make([]analysis.Emission, len(s.EntryPoints))
	for i := range list {
		list[i] = analysis.Emissions(s.Funcs[s.EntryPoints[i].Function])[0]
	}
	return list, nil
}

// constant is a number that is known, or nil.
func constant(n int) *int {
	if n < 0 {
		return nil
	}
	return &n
}

// statisticsLines is a line about each entry point, for editors.
func statisticsLines(ctx context.Context, m *ir.Module) ([]string, error) {
	valid, err := refract.Validate(ctx, m, refract.ValidateOptions{Capabilities: validate.All})
	if err != nil {
		return nil, err
	}
	o, err := optimizeOptions(1, "fast")
	if err != nil {
		return nil, err
	}
	all, err := allStats(ctx, "", valid, o, "")
	if err != nil || len(all) != len(valid.Module.EntryPoints) {
		return nil, err
	}
	lines := make([]string, len(all))
	for i, x := range all {
		branches := "1 branch"
		if x.Branches != 1 {
			branches = fmt.Sprintf("%d branches", x.Branches)
		}
		lines[i] = fmt.Sprintf("%s: %s, %s (%d divergent), %s", x.Stage, count(x.Registers, "register"), branches, x.Divergent, count(x.Instructions, "instruction"))
		if ep := &valid.Module.EntryPoints[i]; ep.Stage.Info().Workgroups {
			size := ep.WorkgroupSize
			lines[i] += fmt.Sprintf(", %d invocations of a workgroup", uint64(max(size[0], 1))*uint64(max(size[1], 1))*uint64(max(size[2], 1)))
		}
	}
	return lines, nil
}

// callIn finds a call that inlining has left, since the shader would be too large.
func callIn(f *ssa.Function) (diag.Span, bool) {
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			if f.Op(i) == op.Call {
				return f.SpanOf(i), true
			}
		}
	}
	return diag.Span{}, false
}

// loopWeight is how many times a loop is taken to run.
const loopWeight = 8

// statsOf counts an entry point.
func statsOf(s *ssa.Shader, ep *ir.EntryPoint) (shaderStats, error) {
	f := s.Funcs[ep.Function]
	out := shaderStats{EntryPoint: ep.Name, Stage: ep.Stage.String()}
	used := analysis.Gather(s, ep)
	out.Inputs = (used.Read.Vertex | used.Read.Patch | used.Read.Primitive).List()
	out.Outputs = (used.Written.Vertex | used.Written.Patch | used.Written.Primitive).List()
	for _, b := range used.SystemValues.List() {
		out.SystemValues = append(out.SystemValues, b.String())
	}
	size := [3]uint32{8, 8, 1}
	if ep.Stage == ir.StageCompute {
		size = ep.WorkgroupSize
	}
	for i := range size {
		size[i] = max(size[i], 1)
	}
	d := analysis.FindDivergence(f, analysis.Grouping{Size: size, Lanes: 4, Quads: ep.DerivativeGroup})
	order := analysis.BlockOrder(f)
	liveOut := make([][]ssa.Value, f.NodeCount()) // by place of the block
	live, places := analysis.Liveness(f), 0
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			if registers(f, ssa.Value(i)) == 0 {
				continue
			}
			for _, at := range live.OutOf(ssa.Value(i)) {
				liveOut[at] = append(liveOut[at], ssa.Value(i))
				places++
			}
			if places > maxLivePlaces {
				return out, &refract.BudgetError{What: "values that are live at ends of blocks", Limit: maxLivePlaces}
			}
		}
	}
	nodes := map[ssa.NodeID]bool{}
	for b := range f.Blocks() {
		weight := 1
		for n := f.Parent(b); n != 0; n = f.Parent(n) {
			if nodes[n] = true; f.Kind(n) == ssa.NodeLoop {
				weight = min(weight*loopWeight, 1<<24)
			}
		}
		for i := range f.Instrs(b) {
			info := f.Op(i).Info()
			switch info.Class {
			case op.ClassALU:
				out.ALU++
			case op.ClassTex:
				out.Texture++
			case op.ClassIntrinsic:
				switch {
				case strings.HasPrefix(info.Name, "load") || strings.HasPrefix(info.Name, "store") || strings.Contains(info.Name, "atomic") || strings.HasPrefix(info.Name, "copy"):
					out.Memory++
				case strings.Contains(info.Name, "image"):
					out.Texture++
				default:
					out.Other++
				}
			default:
				continue
			}
			out.Instructions++
			out.Estimate += weight
		}
		out.Registers = max(out.Registers, pressure(f, liveOut[order.Index[b]], b))
	}
	for n := range nodes {
		switch f.Kind(n) {
		case ssa.NodeIf, ssa.NodeSwitch:
			out.Branches++
			if d.OfCond(n) != analysis.UniformWorkgroup {
				out.Divergent++
			}
		case ssa.NodeLoop:
			out.Branches++
			out.Loops++
			if d.Leave(n) != analysis.UniformWorkgroup {
				out.Divergent++
			}
		}
	}
	return out, nil
}

// maxLivePlaces bounds how many values are live at how many ends of blocks of an entry point
// in all: many values that live long are live at each of many.
const maxLivePlaces = 1 << 23

// registers is how many scalars of 32 bits a value takes; 0: none.
func registers(f *ssa.Function, v ssa.Value) int {
	switch f.Op(ssa.InstrID(v)).Info().Class {
	case op.ClassConst, op.ClassUndef, op.ClassDeref:
		return 0
	}
	if f.Type(ssa.InstrID(v)) == 0 {
		return 0
	}
	return f.Comps(v) * max(1, (f.Bits(v)+31)/32)
}

// pressure is the most scalars of 32 bits that are live at once in a block.
func pressure(f *ssa.Function, out []ssa.Value, b ssa.NodeID) int {
	width := func(v ssa.Value) int { return registers(f, v) }
	// From the end of the block: live values at the end, then back over the instructions.
	now, most := 0, 0
	alive := map[ssa.Value]bool{}
	for _, v := range out {
		alive[v] = true
		now += width(v)
	}
	most = now
	for i := f.Last(b); i != 0; i = f.Prev(i) {
		if v := ssa.Value(i); alive[v] {
			delete(alive, v)
			now -= width(v)
		}
		if f.Op(i).Info().Class == op.ClassPhi {
			continue
		}
		for k := range f.NumSrcs(i) {
			if v := f.Arg(i, k); v != 0 && !alive[v] {
				alive[v] = true
				now += width(v)
			}
		}
		most = max(most, now)
	}
	return most
}

// A shaderReading is the common part of commands that read one shader and print text.
type shaderReading struct {
	streams
	report *reportFlags
	from   string
	steps  stepFlags
	src    []byte // what was read last
}

func (v *shaderReading) register(c *cobra.Command) {
	c.Flags().StringVar(&v.from, "from", "", "`language` of the input")
	v.steps.registerCapabilities(c)
	v.steps.registerOverride(c)
	c.Flags().StringVar(&v.steps.entry, "entry", "", "only the entry point of this `name`")
	registerCompletion(c, "from", names(refract.CanRead))
}

// one works on an input, reports findings and prints the text.
func (v *shaderReading) one(name string, do func(*job) (string, error)) error {
	r, err := v.report.reporter(v.err)
	if err != nil {
		return err
	}
	j := job{name: displayName(name)}
	text, err := do(&j)
	j.fail(err)
	if j.err != nil {
		return j.err
	}
	if err := r.add(j.name, j.found); err != nil {
		return err
	}
	if err := r.close(); err != nil {
		return err
	}
	if err != nil || j.found.Count(diag.Error) > 0 {
		return errReported
	}
	if _, err := fmt.Fprint(v.out, text); err != nil {
		return fmt.Errorf("standard output cannot be written: %w", err)
	}
	return nil
}

// read reads and validates an input.
func (v *shaderReading) read(j *job, name string) (*refract.Valid, refract.TranslateOptions, error) {
	o, err := v.steps.options(v.from)
	if err != nil {
		return nil, o, err
	}
	from, err := inputLanguage(name, v.from)
	if err != nil {
		return nil, o, err
	}
	if !refract.CanRead(from) {
		return nil, o, usagef("%s: %w", displayName(name), &refract.LanguageError{Language: from})
	}
	src, err := readInput(v.streams, name)
	if err != nil {
		return nil, o, err
	}
	v.src, o.From = src, from
	o.Parse.Language, o.Parse.Warn, o.Validate.Warn, o.Validate.Overrides = from, j.warn, j.warn, o.Overrides
	valid, err := refract.Check(context.Background(), displayName(name), src, refract.CheckOptions{Parse: o.Parse, Validate: o.Validate})
	return valid, o, err
}
