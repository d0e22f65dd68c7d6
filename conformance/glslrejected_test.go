package conformance

// This file reads the GLSL of the corpus that glslang rejects in both flavours. A list
// in testdata says of each what it complains of first.

import (
	"bufio"
	"errors"
	"os"
	"strconv"
	"strings"
	"testing"

	"refract/diag"
	"refract/internal/harness"
)

// rejectedRow is a line of testdata/glsl_rejected.tsv: the row's name, the flavour it
// was meant for, the line of glslang's first error (0: none in particular), whether that
// is an error of the language (yes), what is made of it here, and what it is about. Not
// of the language are extensions that this version of glslang doesn't know, locations
// and bindings that are given here where they are left open, rules of the other flavour
// or of old versions of SPIR-V, and other sources to link with.
//
// What is made of it here: line is an error on that line; elsewhere, errors on others
// alone; refused, a feature that isn't supported; accepted.
type rejectedRow struct {
	vulkan, language bool
	line             int
	here             string
}

func rejectedRows(t *testing.T) map[string]rejectedRow {
	f, err := os.Open("testdata/glsl_rejected.tsv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows := map[string]rejectedRow{}
	for s := bufio.NewScanner(f); s.Scan(); {
		c := strings.Split(s.Text(), "\t")
		if len(c) != 6 {
			t.Fatalf("a line has %d fields: %s", len(c), s.Text())
		}
		line, err := strconv.Atoi(c[2])
		if err != nil {
			t.Fatal(err)
		}
		rows[c[0]] = rejectedRow{c[1] == "vulkan", c[3] == "yes", line, c[4]}
	}
	return rows
}

// TestGLSLRejected counts the errors of the language that are reported on the line on
// which glslang reports them, and checks the list.
func TestGLSLRejected(t *testing.T) {
	rows := rejectedRows(t)
	count := harness.Count{}
	harness.Corpus(t, "glsl.jsonl.gz", func(row glslRow) {
		want, listed := rows[row.Name]
		if row.Vulkan || row.OpenGL {
			return
		}
		if !listed {
			if os.Getenv("REFRACT_CORPUS") == "" {
				t.Errorf("%s is not in the list", row.Name)
			}
			return
		}
		row.Vulkan = want.vulkan
		_, err := row.check()
		here := "accepted"
		var found *diag.Diagnostics
		if errors.As(err, &found) {
			here = "refused"
			unsupported := false
			for _, d := range found.Items {
				if d.Severity != diag.Error {
					continue
				}
				if d.Code == "unsupported-feature" {
					unsupported = true
					continue
				}
				at, _ := found.Sources.Position(d.Span.Start)
				if at.Line == want.line || want.line == 0 && at.Line <= 1 {
					here = "line"
					break
				}
				if here != "line" {
					here = "elsewhere"
				}
			}
			if here == "elsewhere" && unsupported {
				here = "refused"
			}
		}
		if here != want.here {
			t.Errorf("%s: %s, the list says %s", row.Name, here, want.here)
		}
		if want.language {
			count.Total++
			if here == "line" {
				count.Passed++
			}
		}
	})
	t.Logf("%d of %d errors of the language are reported on their line", count.Passed, count.Total)
	if count.Passed*100 < count.Total*93 {
		t.Error("that is less than 93%")
	}
}
