package diag

// Diagnostics is the error of a failed stage: the findings together with the sources they
// point into, so that a receiver of the error can render it.

import (
	"fmt"
	"io"
	"strings"
)

// A Diagnostics is an error that holds everything found about one input. Get
// at it with errors.As:
//
//	var ds *diag.Diagnostics
//	if errors.As(err, &ds) {
//		ds.WriteHuman(os.Stderr, diag.HumanOptions{})
//	}
//
// It must not be changed while it is rendered. A nil *Diagnostics holds
// nothing and renders as such.
type Diagnostics struct {
	Sources *Sources
	Items   []*Diagnostic // in source order
	Dropped int           // how many more there were
}

// errorLines is how many findings Error prints.
const errorLines = 10

// Error returns the first findings in the short form, one a line, and how many
// more there are.
func (d *Diagnostics) Error() string {
	var b strings.Builder
	shown := min(len(d.Items), errorLines)
	for i, item := range d.Items[:shown] {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(d.shortLine(item))
	}
	if more := len(d.Items) - shown + d.Dropped; more > 0 {
		fmt.Fprintf(&b, "\nand %d more", more)
	}
	return b.String()
}

// Count returns how many of the items have the severity.
func (d *Diagnostics) Count(s Severity) int {
	n := 0
	if d != nil {
		for _, item := range d.Items {
			if item.Severity == s {
				n++
			}
		}
	}
	return n
}

// WriteShort writes one line per finding, as compilers do and editors parse:
//
//	file:line:column: error: message [code]
//
// Columns count code points. Without a position only the name of the first
// text stands before the severity. Notes, labels and fixes are left out.
func (d *Diagnostics) WriteShort(w io.Writer) error {
	if d == nil {
		return nil
	}
	var b strings.Builder
	for _, item := range d.Items {
		b.WriteString(d.shortLine(item))
		b.WriteByte('\n')
	}
	if d.Dropped > 0 {
		fmt.Fprintf(&b, "and %d more\n", d.Dropped)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func (d *Diagnostics) shortLine(item *Diagnostic) string {
	var b strings.Builder
	if at, _ := d.Sources.resolve(item.Span); at.file != nil {
		p := at.file.position(at.start)
		fmt.Fprintf(&b, "%s:%d:%d: ", printable(p.File), p.Line, p.Column)
	} else if name := d.Sources.first(); name != "" {
		fmt.Fprintf(&b, "%s: ", printable(name))
	}
	fmt.Fprintf(&b, "%s: %s", item.Severity, printable(item.Message))
	if item.Code != "" {
		fmt.Fprintf(&b, " [%s]", printable(string(item.Code)))
	}
	return b.String()
}
