package main

// Reports as GitHub's workflow commands, which it shows beside the lines of a change.

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"refract/diag"
	"refract/internal/lazy"
)

// githubText and githubProperty escape characters that have a meaning in commands.
var (
	githubText     = lazy.Value[*strings.Replacer]{Make: func() *strings.Replacer { return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A") }}
	githubProperty = lazy.Value[*strings.Replacer]{Make: func() *strings.Replacer {
		return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
	}}
)

// githubFile is a file as GitHub finds it: relative to the checkout, which the environment
// names in a workflow, wherever the command runs.
func githubFile(name string) string {
	if root := os.Getenv("GITHUB_WORKSPACE"); root != "" {
		if abs, err := filepath.Abs(name); err == nil {
			if rel, err := filepath.Rel(root, abs); err == nil && filepath.IsLocal(rel) {
				return filepath.ToSlash(rel)
			}
		}
	}
	return filepath.ToSlash(filepath.Clean(name))
}

// writeGitHub writes a command for each finding.
func writeGitHub(w io.Writer, name string, found *diag.Diagnostics) error {
	if found == nil {
		return nil
	}
	for _, d := range found.Items {
		level := "notice"
		switch d.Severity {
		case diag.Error:
			level = "error"
		case diag.Warning:
			level = "warning"
		}
		place := "file=" + githubProperty.Get().Replace(githubFile(name))
		if !d.Span.IsZero() && found.Sources != nil {
			s := found.Sources.Visible(d.Span)
			if p, ok := found.Sources.Position(s.Start); ok {
				place = fmt.Sprintf("file=%s,line=%d,col=%d", githubProperty.Get().Replace(githubFile(p.File)), p.Line, p.Column)
				if e, ok := found.Sources.Position(s.End); ok && e.File == p.File && s.End > s.Start {
					place += fmt.Sprintf(",endLine=%d,endColumn=%d", e.Line, e.Column)
				}
			}
		}
		text := d.Message
		if d.Primary != "" {
			text += "\n" + d.Primary
		}
		for _, n := range d.Notes {
			text += "\nnote: " + n
		}
		if d.Fix != nil && d.Fix.Message != "" {
			text += "\nhelp: " + d.Fix.Message
		}
		if _, err := fmt.Fprintf(w, "::%s %s,title=%s::%s\n", level, place, githubProperty.Get().Replace(string(d.Code)), githubText.Get().Replace(text)); err != nil {
			return err
		}
	}
	if found.Dropped > 0 {
		_, err := fmt.Fprintf(w, "::notice file=%s::%d more findings\n", githubProperty.Get().Replace(githubFile(name)), found.Dropped)
		return err
	}
	return nil
}
