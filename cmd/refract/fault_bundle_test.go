package main

import (
	"archive/zip"
	"bytes"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"refract"
)

// A broken writer panics, as a fault in the command would.
type broken struct{}

func (broken) Write([]byte) (int, error) { panic("the writer is broken") }

// TestFaultBundle has the command fail: the status says so, and the file that it names
// holds what a report needs.
func TestFaultBundle(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	shader := filepath.Join(dir, "a.wgsl")
	if err := os.WriteFile(shader, []byte("const a = 1;\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	faults = faultLog{}
	faults.note(&refract.FaultError{Name: "a.wgsl", Value: "boom", Stack: "where it was"})
	if status := run([]string{shader, "--to", "wgsl"}, streams{strings.NewReader(""), broken{}, &out}); status != exitFault {
		t.Fatalf("exit status %d, not %d: %s", status, exitFault, &out)
	}
	m := regexp.MustCompile(`report it with the file\n(.*\.zip),`).FindStringSubmatch(out.String())
	if m == nil {
		t.Fatalf("no file is named:\n%s", &out)
	}
	z, err := zip.OpenReader(m[1])
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	contents := map[string]string{}
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		b, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		contents[f.Name] = string(b)
	}
	if contents["inputs/1-a.wgsl"] != "const a = 1;\n" || len(contents) != 2 {
		t.Errorf("the bundle holds %q", contents)
	}
	for _, want := range []string{`"--to" "wgsl"`, "the writer is broken", "fault_bundle_test.go", "boom", "where it was"} {
		if !strings.Contains(contents["report.txt"], want) {
			t.Errorf("the report lacks %q:\n%s", want, contents["report.txt"])
		}
	}
}
