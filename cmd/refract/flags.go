package main

// Flags of the commands that translate or check: features of the input, and the options of
// the output.

import (
	"encoding/json"
	"fmt"
	"maps"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"refract"
	"refract/internal/ssa/pipeline"
	"refract/ir/validate"
)

// A stepFlags is the flags about the steps of a translation.
type stepFlags struct {
	source       sourceFlags
	capabilities string
	overrides    []string
	entry        string
	file         string
	set          []string
	debug        bool
	optimize     int
	float        string
	drop         bool
	joinLimits   bool
	halves       bool
	unused       bool
}

// registerCapabilities adds the flags of reading and checking.
func (f *stepFlags) registerCapabilities(c *cobra.Command) {
	f.source.register(c)
	c.Flags().StringVar(&f.capabilities, "capabilities", "", "the capabilities that the input may use, a `list` of names: 'core', 'default', 'all', 'default,float64', 'all,-subgroups'")
}

// registerOverride adds the flag of pipelines.
func (f *stepFlags) registerOverride(c *cobra.Command) {
	c.Flags().StringSliceVar(&f.overrides, "override", nil, "overrides' values in the pipeline, `NAME=NUMBER`,..., by id if it has one; may be repeated")
}

// registerEntry adds the flag that picks an entry point.
func (f *stepFlags) registerEntry(c *cobra.Command) {
	c.Flags().StringVar(&f.entry, "entry", "", "write only the entry point of this `name`, and the declarations that it uses")
}

// registerSet adds the flag of writing.
func (f *stepFlags) registerSet(c *cobra.Command) {
	c.Flags().StringArrayVar(&f.set, "set", nil, "an option of the output, as `NAME=VALUE`; may be repeated: 'spv.version=1.5'; 'refract options' lists them")
	c.Flags().BoolVarP(&f.debug, "debug", "g", false, "keep the lines of the source in outputs: debug information in SPIR-V, #line in HLSL, MSL and GLSL")
	c.Flags().BoolVar(&f.unused, "keep-unused", false, "declare resources that nothing uses in outputs, too")
	c.Flags().StringVar(&f.file, "options", "", "options of the outputs, from a JSON `file`")
	complete := func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		var words []string
		for _, name := range refract.OptionNames() {
			words = append(words, name+"=")
		}
		return words, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
	}
	if err := c.RegisterFlagCompletionFunc("set", complete); err != nil {
		panic(err) // the flag doesn't exist
	}
}

// registerOptimize adds the flags of optimization.
func (f *stepFlags) registerOptimize(c *cobra.Command) {
	registerOptimize(c, &f.optimize, &f.float)
	c.Flags().BoolVar(&f.drop, "drop-resources", false, "let optimized entry points go of resources that they no longer need; layouts derived from shaders then lack them")
	c.Flags().BoolVar(&f.joinLimits, "join-limits", false, "give neighbouring elements, a[i] and a[i+1], one check of bounds in optimized SPIR-V; if one of them is out of bounds, the others may be another element, too")
	c.Flags().BoolVar(&f.halves, "halves", false, "compute floats of reduced precision (mediump, RelaxedPrecision) in 16 bits, at any level: half, min16float, f16; results differ")
}

func registerOptimize(c *cobra.Command, level *int, float *string) {
	c.Flags().VarP((*levelValue)(level), "optimize", "O", fmt.Sprintf("`level` of optimization, 0 to %d, or s for small; 'refract passes' lists the passes", refract.MaxOptimization))
	registerFloat(c, float)
}

// levelValue is a flag's level of optimization: a number, or "s".
type levelValue int

func (v *levelValue) String() string {
	return strings.TrimPrefix(pipeline.LevelName(int(*v)), "-O")
}

func (v *levelValue) Set(name string) error {
	level, ok := pipeline.LevelByName(name)
	if !ok {
		return fmt.Errorf("there is no such level of optimization; there are 0 to %d, and s", refract.MaxOptimization)
	}
	*v = levelValue(level)
	return nil
}

func (v *levelValue) Type() string { return "level" }

func registerFloat(c *cobra.Command, float *string) {
	c.Flags().StringVar(float, "float", "fast", "floating point under optimization, a `word`: 'strict' keeps every bit, 'fast' takes the freedom that WGSL gives")
	registerCompletion(c, "float", []string{"fast", "strict"})
}

// optimizeOptions are the options that the flags of optimization set.
func optimizeOptions(level int, float string) (o refract.OptimizeOptions, err error) {
	switch float {
	case "strict":
		o.Strict = true
	case "fast":
	default:
		return o, usagef("--float %s: 'fast' or 'strict' is expected", float)
	}
	o.Level = level
	return o, nil
}

// debugOptions are the options that -g stands for; --set counts after it.
var debugOptions = [...][2]string{{"spv.debug", "lines"}, {"hlsl.line_directives", "true"}, {"msl.line_directives", "true"}, {"glsl.line_directives", "true"},
	{"essl.line_directives", "true"}}

// unusedOptions are the languages whose options --keep-unused sets. Direct3D's bytecode has no resources
// that the code doesn't use.
var unusedOptions = [...]string{"spv", "wgsl", "hlsl", "msl", "glsl", "essl"}

// options returns the options that the flags set; from is the flag of that name.
func (f *stepFlags) options(from string) (refract.TranslateOptions, error) {
	var o refract.TranslateOptions
	f.source.entry = f.entry
	if err := f.source.apply(&o.Parse, from); err != nil {
		return o, err
	}
	if f.float != "" {
		var err error
		if o.Optimize, err = optimizeOptions(f.optimize, f.float); err != nil {
			return o, err
		}
		o.Optimize.DropResources, o.Optimize.JoinLimits, o.Optimize.Halves = f.drop, f.joinLimits, f.halves
		o.Optimize.LinkStages = len(f.source.links) > 0 // one program
	}
	if f.capabilities != "" {
		allowed, err := validate.ParseCapabilities(f.capabilities)
		if err != nil {
			return o, usagef("--capabilities: %w", err)
		}
		o.Validate.Capabilities = allowed
	}
	if f.file != "" {
		text, err := readFile(f.file)
		if err != nil {
			return o, fmt.Errorf("--options %s: cannot be read: %w", f.file, cause(err))
		}
		if err := json.Unmarshal(text, &o.Write); err != nil {
			return o, usagef("--options %s: %w", f.file, err)
		}
		o.Overrides = o.Write.Overrides
	}
	if f.debug {
		for _, option := range debugOptions {
			if err := o.Write.Set(option[0], option[1]); err != nil {
				panic(err)
			}
		}
	}
	if f.unused {
		for _, l := range unusedOptions {
			if err := o.Write.Set(l+".include_unused", "true"); err != nil {
				panic(err)
			}
		}
	}
	o.Write.EntryPoint = f.entry
	if len(f.overrides) > 0 {
		values, err := parseOverrides(f.overrides)
		if err != nil {
			return o, err
		}
		if o.Overrides == nil {
			o.Overrides = values
		}
		maps.Copy(o.Overrides, values)
	}
	for _, pair := range f.set {
		name, value, ok := strings.Cut(pair, "=")
		if !ok {
			return o, usagef("--set %s: NAME=VALUE is expected", pair)
		}
		if err := o.Write.Set(name, value); err != nil {
			return o, usagef("--set %w", err)
		}
	}
	return o, nil
}

// parseOverrides reads the pairs of --override.
func parseOverrides(pairs []string) (map[string]float64, error) {
	out := map[string]float64{}
	for _, pair := range pairs {
		name, text, ok := strings.Cut(pair, "=")
		if !ok || name == "" {
			return nil, usagef("--override %s: NAME=NUMBER is expected", pair)
		}
		switch text {
		case "true":
			out[name] = 1
			continue
		case "false":
			out[name] = 0
			continue
		}
		x, err := strconv.ParseFloat(text, 64)
		if err != nil {
			if n, e := strconv.ParseInt(text, 0, 64); e == nil {
				x, err = float64(n), nil
			}
		}
		if err != nil {
			return nil, usagef("--override %s: %q is no number", pair, text)
		}
		out[name] = x
	}
	return out, nil
}
