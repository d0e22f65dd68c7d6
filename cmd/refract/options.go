package main

// List the options of outputs.

import (
	"bufio"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"refract"
)

const optionsLong = `Options lists the options of outputs: names as --set takes them, the default in
brackets, and the meaning. With a language it lists only the options of that language.

  refract IN -o OUT --set spv.version=1.5 --set spv.bounds.index=unchecked
  refract IN -o OUT --options FILE

A value is text or JSON. A file of options is JSON, by language: 'refract options
--json' prints the defaults, without empty ones; a file may name only the changed
options. --set counts after --options.`

// An optionList is one run of the subcommand.
type optionList struct {
	streams
	json bool
}

func newOptions(s streams) *cobra.Command {
	v := &optionList{streams: s}
	c := &cobra.Command{
		Use: "options [LANGUAGE]", Short: "List the options of outputs", Long: optionsLong,
		Args: cobra.MaximumNArgs(1),
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return optionLanguages(), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(_ *cobra.Command, args []string) error { return v.run(args) },
	}
	c.Flags().BoolVar(&v.json, "json", false, "print a file for --options, with the defaults")
	help := c.HelpFunc()
	c.SetHelpFunc(func(c *cobra.Command, args []string) {
		help(c, args)
		fmt.Fprintln(s.out)
		v.run(nil) // what can't be written has failed above
	})
	return c
}

// optionLanguages names the languages that have options.
func optionLanguages() []string {
	var names []string
	for _, o := range refract.OptionNames() {
		l, _, _ := strings.Cut(o, ".")
		names = append(names, l)
	}
	return slices.Compact(names)
}

func (v *optionList) run(args []string) error {
	if v.json {
		if len(args) > 0 {
			return usagef("--json is of all languages")
		}
		text, err := indented(refract.WriteOptions{})
		if err != nil {
			return err
		}
		_, err = v.out.Write(text)
		return err
	}
	if len(args) > 0 && !slices.Contains(optionLanguages(), args[0]) {
		return usagef("%s has no options, or is no language; there are %s", args[0], strings.Join(optionLanguages(), ", "))
	}
	w := bufio.NewWriter(v.out)
	last := ""
	for _, o := range refract.Options() {
		l, _, _ := strings.Cut(o.Name, ".")
		if len(args) > 0 && args[0] != l {
			continue
		}
		if last != "" && last != l {
			fmt.Fprintln(w)
		}
		last = l
		value := o.Default
		if value == "" {
			value = "none"
		}
		fmt.Fprintf(w, "%s [%s]\n    %s\n", o.Name, value, o.Doc)
	}
	return w.Flush()
}
