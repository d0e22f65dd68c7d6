package syntax

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"refract/diag"
)

// This file parses the corpora, where they are present.

// corpusRows calls f with each row of a corpus, or skips the test.
func corpusRows[Row any](t testing.TB, name string, f func(Row)) {
	t.Helper()
	dir := os.Getenv("REFRACT_CORPUS")
	if dir == "" {
		dir = filepath.Join("..", "..", "..", "..", "shared", "corpus")
	}
	file, err := os.Open(filepath.Join(dir, name))
	if err != nil {
		t.Skip("no corpus: ", err)
	}
	defer file.Close()
	z, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(z)
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		var row Row
		if err := json.Unmarshal(lines.Bytes(), &row); err != nil {
			t.Fatal(err)
		}
		f(row)
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
}

type shaderRow struct {
	Name, Source string
	Core, Tint   bool
}

// messages are the diagnostics of a list, one a line.
func messages(list *diag.List) string {
	var b strings.Builder
	for _, d := range list.Sorted() {
		b.WriteString(string(d.Code) + ": " + d.Message + "\n")
	}
	return b.String()
}

// TestCorpusShaders parses every shader that another implementation accepts.
func TestCorpusShaders(t *testing.T) {
	p := NewParser(nil)
	total, failed := 0, 0
	corpusRows(t, "wgsl.jsonl.gz", func(r shaderRow) {
		if !r.Core || !r.Tint {
			return
		}
		total++
		var diags diag.List
		tree := p.Parse(r.Source, 1, Options{}, &diags)
		if diags.HasErrors() {
			failed++
			t.Errorf("%s: %s", r.Name, messages(&diags))
			return
		}
		checkTree(t, tree)
	})
	t.Logf("%d of %d shaders parse", total-failed, total)
}

// TestCorpusValidation parses every valid case of the conformance suite, and
// counts how many of the invalid cases about parsing fail to parse: those that
// don't are for later phases to find.
func TestCorpusValidation(t *testing.T) {
	type row struct {
		Test, Code, Kind string
		Params           any
		Expect           bool
	}
	p := NewParser(nil)
	valid, accepted, invalid, rejected := 0, 0, 0, 0
	corpusRows(t, "cts-validation.jsonl.gz", func(r row) {
		var diags diag.List
		p.Parse(r.Code, 1, Options{}, &diags)
		failed := diags.HasErrors()
		isParse := strings.Contains(r.Test, "shader,validation,parse")
		switch {
		case r.Expect || r.Kind == "compute":
			valid++
			if failed {
				t.Errorf("%s %v: %s%s", r.Test, r.Params, messages(&diags), r.Code)
			} else {
				accepted++
			}
		case isParse:
			invalid++
			if failed {
				rejected++
			} else if os.Getenv("SHOW_ACCEPTED") != "" {
				t.Logf("accepted: %s %v\n%s", r.Test, r.Params, r.Code)
			}
		}
	})
	t.Logf("%d of %d valid cases parse, %d of %d invalid cases about parsing don't", accepted, valid, rejected, invalid)
	if rejected < rejectedParseCases {
		t.Errorf("%d invalid cases about parsing are rejected, there were %d before", rejected, rejectedParseCases)
	}
}

// rejectedParseCases is how many invalid cases about parsing were rejected.
const rejectedParseCases = 246
