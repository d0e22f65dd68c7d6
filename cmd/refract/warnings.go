package main

// Which warnings are shown, and which are errors.

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"refract/diag"
	"refract/docs/diagnostics"
	"refract/internal/spell"
)

// A warningFlags is the flags about warnings.
type warningFlags struct {
	warn   []string // -W CODE, -Wno-CODE, in order
	errors []string
	all    bool // --Werror
}

// allWarnings stands for every code.
const allWarnings = "all"

func (f *warningFlags) register(c *cobra.Command) {
	flags := c.PersistentFlags()
	flags.StringArrayVarP(&f.warn, "warn", "W", nil, "show warnings of a `code`, or with -Wno-CODE don't; 'all' is every code, the last flag counts")
	flags.StringArrayVar(&f.errors, "error", nil, "make warnings of a `code` errors; may be repeated")
	flags.BoolVar(&f.all, "Werror", false, "make all warnings errors")
	registerCompletion(c, "error", diagnostics.Codes())
}

// check refuses codes that there are not.
func (f *warningFlags) check() error {
	for _, list := range []struct {
		flag  string
		codes []string
	}{{"-W", f.warn}, {"--error", f.errors}} {
		for _, word := range list.codes {
			code := word
			if list.flag == "-W" {
				code = strings.TrimPrefix(word, "no-")
			}
			if code == allWarnings || list.flag == "-W" && code == "error" {
				continue
			}
			if _, ok := diagnostics.Page(code); ok {
				continue
			}
			if _, ok := diagnostics.Page(word); ok { // one that begins with no-
				continue
			}
			if near := spell.Nearest(code, diagnostics.Codes()); near != "" {
				return usagef("%s %s: there is no such code; is %q meant?", list.flag, word, near)
			}
			return usagef("%s %s: there is no such code; 'refract explain' lists them", list.flag, word)
		}
	}
	return nil
}

// severity is the severity of a finding under the flags.
func (f *warningFlags) severity(d *diag.Diagnostic) diag.Severity {
	if d.Severity != diag.Warning {
		return d.Severity
	}
	out := diag.Warning
	promoted := f.all
	for _, word := range f.warn {
		switch {
		case word == "error":
			promoted = true
		case word == string(d.Code) || word == allWarnings:
			out = diag.Warning
		case word == "no-"+string(d.Code) || word == "no-"+allWarnings:
			out = diag.Off
		}
	}
	if out == diag.Warning && (promoted || slices.Contains(f.errors, string(d.Code)) || slices.Contains(f.errors, allWarnings)) {
		return diag.Error
	}
	return out
}

// apply returns the findings as they count; nil if none is left. promoted is true if a
// warning has become an error.
func (f *warningFlags) apply(found *diag.Diagnostics) (out *diag.Diagnostics, promoted bool) {
	if found == nil || len(f.warn) == 0 && len(f.errors) == 0 && !f.all {
		return found, false
	}
	same := true
	for _, d := range found.Items {
		same = same && f.severity(d) == d.Severity
	}
	if same {
		return found, false
	}
	changed := *found
	changed.Items = nil
	for _, d := range found.Items {
		switch s := f.severity(d); s {
		case diag.Off:
		case d.Severity:
			changed.Items = append(changed.Items, d)
		default:
			e := *d
			e.Severity = s
			promoted = promoted || s == diag.Error
			changed.Items = append(changed.Items, &e)
		}
	}
	if len(changed.Items) == 0 && changed.Dropped == 0 {
		return nil, false
	}
	return &changed, promoted
}
