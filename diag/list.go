package diag

// A List collects the reports of the stages of one compilation: it drops duplicates and
// keeps at most a fixed number of items, so that an input of nothing but mistakes costs no
// more than one with a few.

import (
	"cmp"
	"fmt"
	"slices"
)

// DefaultCap is how many diagnostics a List keeps before it drops the rest.
const DefaultCap = 100

// A List collects the diagnostics of one input. The zero List is ready to use.
type List struct {
	Cap     int // most diagnostics kept; 0 means DefaultCap
	items   []*Diagnostic
	errors  int
	dropped int
}

// Report adds a diagnostic and returns it, so that labels, notes and a fix can be chained.
// A second one with the same span and code is dropped silently (without a position, with
// the same code and message). Past the cap an error takes the place of the last kept
// diagnostic that is none; others are counted. A dropped diagnostic is returned all the
// same.
func (l *List) Report(sev Severity, code Code, span Span, format string, args ...any) *Diagnostic {
	return l.report(sev, code, span, fmt.Sprintf(format, args...))
}

func (l *List) report(sev Severity, code Code, span Span, message string) *Diagnostic {
	return l.add(&Diagnostic{Severity: sev, Code: code, Span: span, Message: message})
}

// Join reports the items that another list has kept.
func (l *List) Join(of *List) {
	for _, d := range of.items {
		l.add(d)
	}
}

func (l *List) add(d *Diagnostic) *Diagnostic {
	if d.Severity == Off || l.has(d) {
		return d
	}
	if d.Severity == Error {
		l.errors++
	}
	if len(l.items) < cmp.Or(l.Cap, DefaultCap) {
		l.items = append(l.items, d)
		return d
	}
	l.dropped++
	if d.Severity == Error {
		for i := len(l.items) - 1; i >= 0; i-- {
			if l.items[i].Severity != Error {
				l.items[i] = d
				break
			}
		}
	}
	return d
}

// has reports whether a kept diagnostic equals d.
func (l *List) has(d *Diagnostic) bool {
	return slices.ContainsFunc(l.items, func(k *Diagnostic) bool {
		return k.Span == d.Span && k.Code == d.Code && (!d.Span.IsZero() || k.Message == d.Message)
	})
}

// Errorf reports an error.
func (l *List) Errorf(code Code, span Span, format string, args ...any) *Diagnostic {
	return l.Report(Error, code, span, format, args...)
}

// Warnf reports a warning.
func (l *List) Warnf(code Code, span Span, format string, args ...any) *Diagnostic {
	return l.Report(Warning, code, span, format, args...)
}

// Warn reports a warning with a message as it is.
func (l *List) Warn(code Code, span Span, message string) *Diagnostic {
	return l.report(Warning, code, span, message)
}

// HasErrors reports whether any error was reported, kept or not.
func (l *List) HasErrors() bool { return l.errors > 0 }

// ErrorCount is the number of errors reported, kept or not.
func (l *List) ErrorCount() int { return l.errors }

// Len is the number of diagnostics kept.
func (l *List) Len() int { return len(l.items) }

// Dropped is the number of diagnostics past the cap.
func (l *List) Dropped() int { return l.dropped }

// Sorted returns the kept diagnostics in the order of their spans; ones without a position
// come first, and equal ones stay in the order reported.
func (l *List) Sorted() []*Diagnostic {
	items := slices.Clone(l.items)
	slices.SortStableFunc(items, func(a, b *Diagnostic) int { return compareSpans(a.Span, b.Span) })
	return items
}

// Diagnostics returns everything kept, in source order, with the sources that
// the spans refer to. It returns nil when nothing was reported.
func (l *List) Diagnostics(sources *Sources) *Diagnostics {
	if len(l.items) == 0 {
		return nil
	}
	items := l.Sorted()
	if sources.hasExpansions() {
		slices.SortStableFunc(items, func(a, b *Diagnostic) int {
			return compareSpans(sources.outermost(a.Span), sources.outermost(b.Span))
		})
	}
	return &Diagnostics{Sources: sources, Items: items, Dropped: l.dropped}
}

// Err returns a *Diagnostics with everything kept if an error was reported, else nil.
func (l *List) Err(sources *Sources) error {
	if !l.HasErrors() {
		return nil
	}
	return l.Diagnostics(sources)
}

// compareSpans orders spans by start, then by end.
func compareSpans(a, b Span) int {
	return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End))
}
