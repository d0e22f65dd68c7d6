package syntax

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"refract/diag"
)

// This file tests what is reported. The sources in testdata/errors are snippets
// between lines of ---; a comment at the end of a line says what must be
// reported on that line: `//! code: message`, or several with ` | ` between
// them, and after ` => ` what the line's first fix makes of the line. Nothing
// else may be reported.

var update = flag.Bool("update", false, "write what is reported into testdata/errors")

var wantComment = regexp.MustCompile(`//! (.*)$`)

func TestErrors(t *testing.T) {
	files, err := filepath.Glob("testdata/errors/*.wgsl")
	if err != nil || len(files) == 0 {
		t.Fatal("no tests: ", err)
	}
	p := NewParser(nil)
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		line := 1
		var annotated []string
		for _, snippet := range strings.SplitAfter(string(text), "---\n") {
			src := strings.TrimSuffix(snippet, "---\n")
			annotated = append(annotated, checkErrors(t, p, fmt.Sprintf("%s:%d", file, line), src))
			line += strings.Count(snippet, "\n")
		}
		if *update {
			if err := os.WriteFile(file, []byte(strings.Join(annotated, "---\n")), 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// checkErrors compares what is reported about src with what its comments want,
// and returns src with the comments that would be right.
func checkErrors(t *testing.T, p *Parser, name, src string) string {
	t.Helper()
	lines := strings.SplitAfter(src, "\n")
	starts := make([]int, len(lines)+1)
	for i, l := range lines {
		starts[i+1] = starts[i] + len(l)
	}
	got := make([]string, len(lines))
	var diags diag.List
	const base = 1
	checkTree(t, p.Parse(src, base, Options{}, &diags))
	for _, d := range diags.Sorted() {
		at := int(d.Span.Start) - base
		i := 0
		for i+1 < len(lines) && starts[i+1] <= at {
			i++
		}
		if got[i] != "" {
			got[i] += " | "
		}
		got[i] += string(d.Code) + ": " + d.Message
		if f := d.Fix; f != nil && int(f.Span.Start)-base >= starts[i] && int(f.Span.End)-base <= starts[i+1] {
			from, to := int(f.Span.Start)-base-starts[i], int(f.Span.End)-base-starts[i]
			fixed := lines[i][:from] + f.Replacement + lines[i][to:]
			got[i] += " => " + strings.TrimSpace(wantComment.ReplaceAllString(strings.TrimRight(fixed, "\n"), ""))
		}
	}
	annotated := ""
	for i, l := range lines {
		want := ""
		if m := wantComment.FindStringSubmatch(strings.TrimRight(l, "\n")); m != nil {
			want = m[1]
		}
		if got[i] == want {
			annotated += l
			continue
		}
		bare := strings.TrimRight(wantComment.ReplaceAllString(strings.TrimRight(l, "\n"), ""), " ")
		if annotated += bare; got[i] != "" {
			annotated += " //! " + got[i]
		}
		if strings.HasSuffix(l, "\n") {
			annotated += "\n"
		}
		if !*update {
			t.Errorf("%s+%d: %s\n got %s\nwant %s", name, i, bare, got[i], want)
		}
	}
	return annotated
}
