package main

// Format WGSL, GLSL and Kage source: fmt.

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"refract"
	"refract/diag"
	glslformat "refract/internal/front/glsl/format"
	kageformat "refract/internal/front/kage/format"
	"refract/internal/front/wgsl/format"
)

const fmtLong = `Fmt formats WGSL, GLSL, HLSL and Kage source in one style and prints it on standard output:
four spaces a level, one statement a line, attributes of a function on a line of
their own. Comments and line breaks within expressions stay, and several blank lines
become one. Directives of GLSL and HLSL are unchanged, and all branches of conditionals are
formatted. Kage has the style of gofmt. Folders stand for the WGSL, GLSL, HLSL and Kage files
in and below them; standard input is WGSL, or the language of --from.

Syntax errors of WGSL and Kage are reported, and the file is left unchanged. Other mistakes are
not checked.

With --check only the names of unformatted files are printed.

Exit status: 0 done; 1 a file has syntax errors or can't be read or written, or
--check names one; 2 the command line is wrong.`

const fmtExample = `  refract fmt blur.wgsl
  refract fmt -w shaders/
  refract fmt -d blur.wgsl | less
  refract fmt --check shaders/
  generate-shader | refract fmt -`

// A layout is one run of the subcommand.
type layout struct {
	streams
	report             *reportFlags
	diff, write, check bool
	from               string
}

func newFmt(s streams, report *reportFlags) *cobra.Command {
	l := &layout{streams: s, report: report}
	c := &cobra.Command{
		Use:               "fmt FILES|DIRS|-",
		Short:             "Format WGSL, GLSL, HLSL and Kage source",
		Long:              fmtLong,
		Example:           fmtExample,
		Args:              someInputs,
		ValidArgsFunction: cobra.FixedCompletions([]string{"wgsl", "glsl", "vert", "frag", "comp", "hlsl", "kage"}, cobra.ShellCompDirectiveFilterFileExt),
		RunE:              func(_ *cobra.Command, args []string) error { return l.run(args) },
	}
	c.Flags().StringVar(&l.from, "from", "", "`language` of files named, whatever their extension, and of standard input")
	registerCompletion(c, "from", []string{"wgsl", "glsl", "hlsl", "kage"})
	c.Flags().BoolVarP(&l.diff, "diff", "d", false, "print the changes, as a unified diff")
	c.Flags().BoolVarP(&l.write, "write", "w", false, "write the files instead of printing them")
	c.Flags().BoolVar(&l.check, "check", false, "print the names of files that would change")
	return c
}

// run formats the inputs in order.
func (l *layout) run(args []string) error {
	if l.check && (l.write || l.diff) {
		return usagef("--check stands without -w and -d")
	}
	r, err := l.report.reporter(l.err)
	if err != nil {
		return err
	}
	from := refract.Auto
	if l.from != "" {
		var known bool
		if from, known = refract.LanguageByName(l.from); l.from == shadertoyName {
			from, known = refract.GLSL, true
		}
		if !known || !laidOut(from) {
			return usagef("--from %s: wgsl, glsl, hlsl or kage is expected", l.from)
		}
	}
	inputs, err := expand(args, laidOut, nil, nil)
	if err != nil {
		return err
	}
	var f format.Formatter
	var g glslformat.Formatter
	failed := false
	for _, in := range inputs {
		if in.name == stdName && l.write {
			return usagef("standard input can't be written back; leave out -w")
		}
		j := job{name: displayName(in.name)}
		src, err := readInput(l.streams, in.name)
		var out []byte
		if err == nil && bytes.IndexByte(src[:min(len(src), 8192)], 0) >= 0 {
			var found diag.List
			sources := new(diag.Sources)
			sources.Add(j.name, "")
			found.Errorf("binary-input", diag.Span{}, "the input is binary, not text")
			err = found.Err(sources)
		}
		if err == nil {
			language := from
			if language == refract.Auto {
				language, _ = languageOf(in.name)
			}
			switch language {
			case refract.GLSL, refract.ESSL, refract.HLSL:
				g.HLSL = language == refract.HLSL
				out, err = g.Source(j.name, string(src))
			case refract.Kage:
				out, err = kageformat.Source(j.name, src)
			default:
				out, err = f.Source(j.name, string(src))
			}
		}
		if err != nil {
			failed = true
			if j.fail(err); j.err != nil {
				return j.err
			}
			if err := r.add(j.name, j.found); err != nil {
				return err
			}
			continue
		}
		changed := string(src) != string(out)
		if l.check && changed {
			failed = true
		}
		if err := l.deliver(in.name, string(src), string(out), changed); err != nil {
			return err
		}
	}
	if err := r.close(); err != nil {
		return err
	}
	if failed {
		return errReported
	}
	return nil
}

// laidOut reports whether there is a layout for sources in a language.
func laidOut(l refract.Language) bool {
	return l == refract.WGSL || l == refract.GLSL || l == refract.ESSL || l == refract.HLSL || l == refract.Kage
}

// deliver writes a formatted source to the place that the flags choose.
func (l *layout) deliver(name, src, out string, changed bool) error {
	var text string
	switch {
	case l.check && changed:
		text = displayName(name) + "\n"
	case l.diff && changed:
		after := " (formatted)"
		if strings.Contains(src, "\r\n") {
			after = " (formatted; lines end in LF instead of CR LF)"
		}
		text = unifiedDiff(displayName(name), displayName(name)+after, src, out)
	case !l.check && !l.diff && !l.write:
		text = out
	}
	if _, err := io.WriteString(l.out, text); err != nil {
		return fmt.Errorf("standard output cannot be written: %w", err)
	}
	if l.write && changed {
		return writeFile(name, []byte(out))
	}
	return nil
}
