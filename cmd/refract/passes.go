package main

// The list of passes that optimization is made of: passes.

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"refract/internal/ssa/pipeline"
	"refract/ssa"
	"refract/ssa/pass"
)

const passesLong = `Passes lists the passes over the SSA form, which 'refract opt --passes' and the levels
of optimization run: the effect of each, the facts that it requires, and the facts that
it establishes or destroys. With names, it lists the named passes only, and their
options, which a list of passes states in braces: lower-tex{gradients, shadow=less}.
If the braces state a switch or a set, the other ones are off and empty.`

const passesExample = `  refract passes
  refract passes vars-to-ssa cse
  refract passes --json`

// A passInfo is the form of a pass in --json.
type passInfo struct {
	Name        string       `json:"name"`
	Doc         string       `json:"doc"`
	On          string       `json:"on"` // "function" or "shader"
	Requires    []string     `json:"requires"`
	Establishes []string     `json:"establishes"`
	Destroys    []string     `json:"destroys"`
	Preserves   []string     `json:"preserves"`
	Replaces    []string     `json:"replaces"`
	Options     []optionInfo `json:"options,omitempty"`
}

// An optionInfo is the form of an option of a pass in --json.
type optionInfo struct {
	Name    string   `json:"name"`
	Doc     string   `json:"doc"`
	Default string   `json:"default"`
	Values  []string `json:"values,omitempty"`
	Set     bool     `json:"set,omitempty"` // several values, joined by "+"
}

// A levelInfo is the form of a level of optimization in --json.
type levelInfo struct {
	Name   string `json:"name"`
	Level  int    `json:"level"` // -1: small
	Passes string `json:"passes"`
}

func newPasses(s streams) *cobra.Command {
	asJSON := false
	c := &cobra.Command{
		Use: "passes [NAME]...", Short: "List the passes of the optimizer", Long: passesLong, Example: passesExample,
		ValidArgsFunction: cobra.FixedCompletions(passNames(), cobra.ShellCompDirectiveNoFileComp),
		RunE: func(_ *cobra.Command, args []string) error {
			list := pipeline.All()
			if len(args) > 0 {
				list = nil
				for _, name := range args {
					p, err := findPass(name)
					if err != nil {
						return err
					}
					list = append(list, p)
				}
			}
			if asJSON {
				return passesJSON(s, list, len(args) == 0)
			}
			return listPasses(s, list, len(args) == 0)
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return c
}

func passNames() (names []string) {
	for _, p := range pipeline.All() {
		names = append(names, p.Name)
	}
	return names
}

// findPass finds a pass, or suggests one.
func findPass(name string) (*pass.Pass, error) {
	if p := pipeline.ByName(name); p != nil {
		return p, nil
	}
	if near := nearest(name, passNames()); near != "" {
		return nil, usagef("there is no pass %q; is %q meant?", name, near)
	}
	return nil, usagef("there is no pass %q; 'refract passes' lists them", name)
}

func listPasses(s streams, list []*pass.Pass, levels bool) error {
	w := bufio.NewWriter(s.out)
	for _, p := range list {
		fmt.Fprintf(w, "%s\n    %s\n", p.Name, p.Doc)
		for _, facts := range []struct {
			what string
			list pass.Props
		}{{"requires", p.Requires}, {"establishes", p.Establishes}, {"destroys", p.Destroys}} {
			if facts.list != 0 {
				fmt.Fprintf(w, "    %s %s\n", facts.what, strings.ReplaceAll(facts.list.String(), " ", ", "))
			}
		}
		listOptions(w, p, !levels)
	}
	if levels {
		for _, level := range pipeline.Levels() {
			p, err := pipeline.Level(level)
			if err != nil {
				return err
			}
			text := p.String()
			if text == "" {
				text = "nothing"
			}
			fmt.Fprintf(w, "%s\n    %s\n", pipeline.LevelName(level), text)
		}
	}
	return w.Flush()
}

// listOptions lists the options of a pass: their names, or each with its description.
func listOptions(w io.Writer, p *pass.Pass, whole bool) {
	list := pipeline.OptionsOf(p)
	if len(list) == 0 {
		return
	}
	if !whole {
		var names []string
		for _, o := range list {
			names = append(names, o.Name)
		}
		fmt.Fprintf(w, "    options %s\n", strings.Join(names, ", "))
		return
	}
	fmt.Fprintf(w, "    options, stated as %s{NAME, NAME=VALUE}\n", p.Name)
	for _, o := range list {
		fmt.Fprintf(w, "      %s (%s)\n          %s\n", o.Name, cmp.Or(o.Default, "none"), o.Doc)
		switch {
		case o.Set:
			fmt.Fprintf(w, "          some of %s\n", strings.Join(o.Values, "+"))
		case o.Values != nil:
			fmt.Fprintf(w, "          one of %s\n", strings.Join(o.Values, ", "))
		}
	}
}

func passesJSON(s streams, list []*pass.Pass, levels bool) error {
	out := struct {
		Passes []passInfo  `json:"passes"`
		Levels []levelInfo `json:"levels,omitempty"` // if no passes are named
	}{}
	for _, p := range list {
		info := passInfo{Name: p.Name, Doc: p.Doc, On: "function", Requires: factNames(p.Requires), Establishes: factNames(p.Establishes),
			Destroys: factNames(p.Destroys), Preserves: analysisNames(p.Preserves), Replaces: append([]string{}, p.Replaces...)}
		if p.Shader != nil {
			info.On = "shader"
		}
		for _, o := range pipeline.OptionsOf(p) {
			info.Options = append(info.Options, optionInfo{o.Name, o.Doc, o.Default, o.Values, o.Set})
		}
		out.Passes = append(out.Passes, info)
	}
	for _, level := range pipeline.Levels() {
		p, err := pipeline.Level(level)
		if err != nil {
			return err
		}
		if levels {
			out.Levels = append(out.Levels, levelInfo{pipeline.LevelName(level), level, p.String()})
		}
	}
	text, err := indented(out)
	if err != nil {
		return err
	}
	if _, err := s.out.Write(text); err != nil {
		return fmt.Errorf("standard output cannot be written: %w", err)
	}
	return nil
}

func factNames(p pass.Props) []string { return append([]string{}, strings.Fields(p.String())...) }

func analysisNames(set ssa.AnalysisSet) []string {
	names := []string{}
	for _, a := range []struct {
		id   ssa.Analysis
		name string
	}{{ssa.BlockOrder, "block-order"}, {ssa.Dominance, "dominance"}, {ssa.Liveness, "liveness"},
		{ssa.InstrOrder, "instruction-order"}, {ssa.LoopInfo, "loops"}, {ssa.Divergence, "divergence"}} {
		if set>>a.id&1 != 0 {
			names = append(names, a.name)
		}
	}
	return names
}
