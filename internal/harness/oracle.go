package harness

// This file runs the outside checkers, each a program that reads JSON rows and
// answers one JSON line for each, in order.

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"refract/internal/sweep"
)

// Verdict is the answer of an outside checker for a row.
type Verdict struct {
	Name     string
	OK       bool
	Crash    bool
	Messages []struct {
		Type   string
		Line   int
		Column int
		Text   string
	}
	Buffers     map[string]string // hex, by "group.binding"
	Textures    map[string]string // hex, by index, of msl-run
	Pixels      string            // hex
	SPIRV       string            // base64
	Code        string            // base64: a container of DXIL
	Disassembly string            `json:"text"` // of dxil --text
	Hash        string            // hex: the validator's checksum of a container, of dxil
	Outputs     map[string]json.RawMessage
	Opt         json.RawMessage               // of spirv --opt
	Stats       map[string]map[string]float64 // by stage
}

// Text is the first error, or the first message, or "".
func (v *Verdict) Text() string {
	for _, m := range v.Messages {
		if m.Type == "error" || m.Type == "crash" {
			return m.Text
		}
	}
	if len(v.Messages) == 0 {
		return ""
	}
	return v.Messages[0].Text
}

// Oracle runs the checker with the given name on rows. The checkers are in
// $REFRACT_ORACLE_KIT, or in shared/oracles beside the repository. If one is absent the
// test is skipped, or fails if REFRACT_REQUIRE_TOOLS is 1. A sample of tests has no
// checkers: see package sweep. Without arguments, texts of MSL are read several at once.
func Oracle[Row any](t testing.TB, name string, rows []Row, args ...string) []Verdict {
	t.Helper()
	sweep.Only(t)
	if name == "msl" && len(args) == 0 {
		texts := metalTexts(t, rows)
		if len(rows) > 4 {
			return checkMetal(t, texts)
		}
		return ask(t, name, texts)
	}
	return ask(t, name, rows, args...)
}

// ask is Oracle for a checker that reads each row by itself.
func ask[Row any](t testing.TB, name string, rows []Row, args ...string) []Verdict {
	t.Helper()
	kit := cmp.Or(os.Getenv("REFRACT_ORACLE_KIT"), filepath.Join(Root(t), "..", "shared", "oracles"))
	var in, out, log bytes.Buffer
	enc := json.NewEncoder(&in)
	for _, r := range rows {
		if err := enc.Encode(r); err != nil {
			t.Fatal(err)
		}
	}
	run := exec.Command(filepath.Join(kit, name), args...)
	run.Stdin, run.Stdout, run.Stderr = &in, &out, &log
	err := run.Run()
	if state := run.ProcessState; state != nil {
		t.Logf("%s: %d rows in %.2f s of processor time", name, len(rows), (state.UserTime() + state.SystemTime()).Seconds())
	}
	var exit *exec.ExitError
	switch absent := errors.Is(err, fs.ErrNotExist) || errors.As(err, &exit) && exit.ExitCode() == 3; {
	case absent && os.Getenv("REFRACT_REQUIRE_TOOLS") != "1":
		t.Skipf("%s: not installed", name)
	case err != nil:
		t.Fatalf("%s: %v\n%s", name, err, log.Bytes())
	}
	var list []Verdict
	for dec := json.NewDecoder(&out); dec.More(); {
		var v Verdict
		if err := dec.Decode(&v); err != nil {
			t.Fatal(err)
		}
		list = append(list, v)
	}
	if len(list) != len(rows) {
		t.Fatalf("%s answered %d of %d rows\n%s", name, len(list), len(rows), log.Bytes())
	}
	return list
}

// Newer is the path of a newer version of a tool, as "spirv-val", that the oracle newer
// installs: below $REFRACT_ORACLES, or in the user's cache. If it is absent that is "", or
// a failure if REFRACT_REQUIRE_TOOLS is 1.
func Newer(t testing.TB, tool string) string {
	t.Helper()
	file := filepath.Join(Oracles(), "newer", "bin", tool)
	if _, err := os.Stat(file); err == nil {
		return file
	}
	if os.Getenv("REFRACT_REQUIRE_TOOLS") == "1" {
		t.Fatalf("%s: not installed", file)
	}
	return ""
}

// Oracles is the folder that the checkers install into.
func Oracles() string {
	cache, _ := os.UserCacheDir()
	return cmp.Or(os.Getenv("REFRACT_ORACLES"), filepath.Join(cache, "refract-oracles"))
}
