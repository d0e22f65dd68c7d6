package main

// Manual pages, made of the commands' own help.

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

func newMan() *cobra.Command {
	return &cobra.Command{
		Use: "man FOLDER", Short: "Write manual pages",
		Long: `Man writes manual pages about refract and its commands into a folder, which is made if it
isn't there: refract.1, refract-check.1 and so on.`,
		Example: "  refract man ~/.local/share/man/man1",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return usagef("one folder is expected, %d given", len(args))
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error {
			if err := os.MkdirAll(args[0], 0o777); err != nil {
				return fmt.Errorf("%s cannot be made: %w", args[0], cause(err))
			}
			root := c.Root()
			for _, c := range append([]*cobra.Command{root}, root.Commands()...) {
				if c.Hidden || c.Name() == "help" || c.Name() == "completion" {
					continue
				}
				file := filepath.Join(args[0], strings.ReplaceAll(c.CommandPath(), " ", "-")+".1")
				if err := writeFile(file, []byte(manPage(root, c))); err != nil {
					return err
				}
			}
			return nil
		},
	}
}

// cutStatus splits the part about the exit status off the end of a command's description.
func cutStatus(long string) (about, status string) {
	if i := strings.LastIndex(long, "\nExit status"); i >= 0 {
		_, status, _ = strings.Cut(long[i+1:], ": ")
		if !strings.Contains(status, "3 ") {
			status = strings.TrimSuffix(status, ".") + "; 3 refract itself has failed."
		}
		return strings.TrimRight(long[:i], "\n"), status
	}
	return long, "0 done; 1 the input has errors, or a file can't be read or written; 2 the command line is wrong; 3 refract itself has failed."
}

// manPage is the page about a command, in the macros of man.
func manPage(root, c *cobra.Command) string {
	var b strings.Builder
	name := strings.ReplaceAll(c.CommandPath(), " ", "-")
	fmt.Fprintf(&b, ".TH %s 1 \"\" refract\n.SH NAME\n%s \\- %s\n", roff(strings.ToUpper(name)), roff(name), roff(strings.ToLower(c.Short[:1])+c.Short[1:]))
	fmt.Fprintf(&b, ".SH SYNOPSIS\n.B %s\n.SH DESCRIPTION\n", roff(c.UseLine()))
	about, status := cutStatus(c.Long)
	for i, part := range strings.Split(about, "\n\n") {
		if i > 0 {
			b.WriteString(".PP\n")
		}
		if strings.HasPrefix(part, " ") {
			b.WriteString(".nf\n" + roff(part) + "\n.fi\n")
		} else {
			b.WriteString(roff(part) + "\n")
		}
	}
	c.InitDefaultHelpFlag()
	options := func(title string, set *pflag.FlagSet) {
		if !set.HasAvailableFlags() {
			return
		}
		b.WriteString(".SH " + title + "\n")
		set.VisitAll(func(f *pflag.Flag) {
			if f.Hidden {
				return
			}
			value, usage := pflag.UnquoteUsage(f)
			b.WriteString(".TP\n")
			if f.Shorthand != "" {
				fmt.Fprintf(&b, "\\fB%s\\fR, ", roff("-"+f.Shorthand))
			}
			fmt.Fprintf(&b, "\\fB%s\\fR", roff("--"+f.Name))
			if value != "" {
				fmt.Fprintf(&b, " \\fI%s\\fR", roff(value))
			}
			b.WriteString("\n" + roff(usage) + "\n")
		})
	}
	options("OPTIONS", c.NonInheritedFlags())
	options("GENERAL OPTIONS", c.InheritedFlags())
	if c.Example != "" {
		b.WriteString(".SH EXAMPLES\n.nf\n" + roff(c.Example) + "\n.fi\n")
	}
	b.WriteString(".SH EXIT STATUS\n" + roff(status) + "\n")
	if c == root {
		b.WriteString(".SH SEE ALSO\n")
		for i, sub := range root.Commands() {
			if sub.Hidden || sub.Name() == "help" || sub.Name() == "completion" {
				continue
			}
			if i > 0 {
				b.WriteString(",\n")
			}
			b.WriteString("\\fBrefract\\-" + roff(sub.Name()) + "\\fR(1)")
		}
		b.WriteString("\n")
	}
	return b.String()
}

// roff is a text as it is, for the formatter.
func roff(s string) string {
	s = strings.NewReplacer("\\", "\\e", "-", "\\-").Replace(s)
	lines := strings.Split(s, "\n")
	for i, l := range lines {
		if strings.HasPrefix(l, ".") || strings.HasPrefix(l, "'") {
			lines[i] = "\\&" + l
		}
	}
	return strings.Join(lines, "\n")
}
