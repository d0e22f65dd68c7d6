package main

// Flags of the commands that translate or check: what the input may use, and
// the options of what is written.

import (
	"strings"

	"github.com/spf13/cobra"

	"refract"
	"refract/front/wgsl"
	"refract/ir/validate"
)

// A stepFlags is the flags about the steps of a translation.
type stepFlags struct {
	capabilities string
	set          []string
}

// registerCapabilities adds the flag of checking.
func (f *stepFlags) registerCapabilities(c *cobra.Command) {
	c.Flags().StringVar(&f.capabilities, "capabilities", "", "what the input may use, a `list` of names: 'core', 'default', 'all', 'default,float64', 'all,-subgroups'")
}

// registerSet adds the flag of writing.
func (f *stepFlags) registerSet(c *cobra.Command) {
	c.Flags().StringArrayVar(&f.set, "set", nil, "an option of the output, as `NAME=VALUE`; may be repeated: 'spv.version=1.5'")
	var words []string
	for _, name := range refract.OptionNames() {
		words = append(words, name+"=")
	}
	if err := c.RegisterFlagCompletionFunc("set", cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp|cobra.ShellCompDirectiveNoSpace)); err != nil {
		panic(err) // the flag doesn't exist
	}
}

// options returns the options that the flags say.
func (f *stepFlags) options() (refract.TranslateOptions, error) {
	var o refract.TranslateOptions
	if f.capabilities != "" {
		allowed, err := validate.ParseCapabilities(f.capabilities)
		if err != nil {
			return o, usagef("--capabilities: %w", err)
		}
		o.Validate.Capabilities = allowed
		o.Parse.WGSL.Allowed = wgsl.AllExtensions // what they bring is the validator's to judge
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
