package main

// Reporting of findings, in the form that --format names.

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"refract/diag"
	"refract/docs/diagnostics"
)

var (
	formatNames = []string{"human", "short", "json", "sarif", "github"}
	colorNames  = []string{"auto", "always", "never"}
)

// A reportFlags is the flags that every command has.
type reportFlags struct {
	format   string
	color    string
	warnings warningFlags
}

func (f *reportFlags) register(c *cobra.Command) {
	flags := c.PersistentFlags()
	flags.StringVar(&f.format, "format", "human", "`form` of reports: human, short, json (one object per input, one per line), sarif, or github (commands of its workflows)")
	f.warnings.register(c)
	flags.StringVar(&f.color, "color", "auto", "`when` to colour them: auto, always or never")
	registerCompletion(c, "format", formatNames)
	registerCompletion(c, "color", colorNames)
}

// A reporter writes reports, input by input.
type reporter struct {
	out      io.Writer
	format   string
	color    bool
	sets     []*diag.Diagnostics // for SARIF, which is one document
	started  bool
	errors   int
	warnings int
	faults   int // of refract itself
	flags    *warningFlags
	promoted bool // a warning counted as an error
}

// reporter returns a reporter that writes to out, or an error about the flags.
func (f *reportFlags) reporter(out io.Writer) (*reporter, error) {
	if !slices.Contains(formatNames, f.format) {
		return nil, usagef("--format %s: there are %s", f.format, strings.Join(formatNames, ", "))
	}
	if err := f.warnings.check(); err != nil {
		return nil, err
	}
	r := &reporter{out: out, format: f.format, flags: &f.warnings}
	switch f.color {
	case "auto":
		r.color = os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" && isTerminal(out)
	case "always":
		r.color = true
	case "never":
	default:
		return nil, usagef("--color %s: there are %s", f.color, strings.Join(colorNames, ", "))
	}
	return r, nil
}

// isTerminal reports whether a stream is a terminal: a character device other
// than the one that swallows everything.
func isTerminal(w any) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	if err != nil || info.Mode()&os.ModeCharDevice == 0 {
		return false
	}
	null, err := os.Stat(os.DevNull)
	return err != nil || !os.SameFile(info, null)
}

// add reports the findings about one input; nil is nothing.
func (r *reporter) add(name string, found *diag.Diagnostics) error {
	found, promoted := r.flags.apply(found)
	r.promoted = r.promoted || promoted
	r.errors += found.Count(diag.Error)
	r.warnings += found.Count(diag.Warning)
	if found != nil {
		for _, d := range found.Items {
			if d.Code == "internal-fault" {
				r.faults++
			}
		}
	}
	switch r.format {
	case "human":
		if found == nil {
			return nil
		}
		if r.started {
			if _, err := io.WriteString(r.out, "\n"); err != nil {
				return err
			}
		}
		r.started = true
		return found.WriteHuman(r.out, diag.HumanOptions{Color: r.color})
	case "short":
		return found.WriteShort(r.out)
	case "json":
		return found.WriteJSON(r.out, name)
	case "github":
		return writeGitHub(r.out, name, found)
	case "sarif":
		r.sets = append(r.sets, found)
		return nil
	default:
		panic("format " + r.format)
	}
}

// close ends the report. The error is errFault if there is a fault of refract, and
// errReported if a warning counts as an error.
func (r *reporter) close() error {
	switch err := r.end(); {
	case err != nil:
		return err
	case r.faults > 0:
		return errFault
	case r.promoted:
		return errReported
	}
	return nil
}

// rulePage is the page about a code, or "".
func rulePage(c diag.Code) string {
	page, _ := diagnostics.Page(string(c))
	return page
}

func (r *reporter) end() error {
	if r.format != "sarif" {
		return nil
	}
	return diag.WriteSARIF(r.out, diag.SARIFTool{Name: "refract", Version: version(), Page: rulePage}, r.sets...)
}

// summary is the counts in words, "2 errors and 1 warning", or "".
func (r *reporter) summary() string {
	var parts []string
	for _, c := range []struct {
		n    int
		noun string
	}{{r.errors, "error"}, {r.warnings, "warning"}} {
		if c.n > 0 {
			parts = append(parts, count(c.n, c.noun))
		}
	}
	return strings.Join(parts, " and ")
}

// count is a number with its noun.
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	if stem, ok := strings.CutSuffix(noun, "y"); ok {
		return fmt.Sprintf("%d %sies", n, stem)
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// A repeats recognizes findings about a source that another permutation has reported
// already, or another shader of a program that has the same text in it.
type repeats struct {
	source string
	seen   map[string]bool
}

// left are the findings about a source that were not there in the permutations and shaders
// before, each with a note of the permutation that it is in.
func (r *repeats) left(source, permutation string, found *diag.Diagnostics) *diag.Diagnostics {
	if source != r.source || r.seen == nil {
		r.source, r.seen = source, map[string]bool{}
	}
	if found == nil {
		return nil
	}
	out := &diag.Diagnostics{Sources: found.Sources, Dropped: found.Dropped}
	for _, d := range found.Items {
		at, _ := found.Sources.Position(d.Span.Start)
		key := fmt.Sprint(d.Code, at.File, at.Offset, d.Message)
		if r.seen[key] {
			continue
		}
		r.seen[key] = true
		if permutation != "" {
			noted := *d
			noted.Notes = append(slices.Clip(d.Notes), "first in the permutation "+permutation)
			d = &noted
		}
		out.Items = append(out.Items, d)
	}
	if len(out.Items) == 0 && out.Dropped == 0 {
		return nil
	}
	return out
}

// merge returns the findings of two steps about the same sources as one set.
func merge(a, b *diag.Diagnostics) *diag.Diagnostics {
	switch {
	case a == nil:
		return b
	case b == nil:
		return a
	}
	return &diag.Diagnostics{Sources: a.Sources, Items: slices.Concat(a.Items, b.Items), Dropped: a.Dropped + b.Dropped}
}
