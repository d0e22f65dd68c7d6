package llvm_test

// This file compares modules that are read with DXC's: their bytes when they are written again, and
// their text with that of Microsoft's disassembler, without its comments behind calls.

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"strings"
	"testing"

	"refract/internal/dxbc"
	"refract/internal/dxil"
	"refract/internal/harness"
	"refract/internal/llvm"
	"refract/internal/sweep"
)

// container is DXC's container of a shader, with the disassembler's text.
type container struct {
	Name string `json:"name"`
	DXIL []byte `json:"dxil"`
	Text string `json:"text,omitempty"`
}

// golden returns DXC's containers of our own shaders.
func golden(t testing.TB) (list []container) {
	t.Helper()
	data, err := os.ReadFile("../dxil/testdata/dxc.jsonl.gz")
	if err != nil {
		t.Fatal(err)
	}
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	for d := json.NewDecoder(z); d.More(); {
		var c container
		if err := d.Decode(&c); err != nil {
			t.Fatal(err)
		}
		list = append(list, c)
	}
	return list
}

// bitcode returns the bitcode of a container.
func bitcode(t testing.TB, c *container) []byte {
	t.Helper()
	box, err := dxbc.ReadContainer(c.DXIL)
	if err != nil {
		t.Fatal(err)
	}
	chunk, _ := box.Chunk(dxbc.ChunkDXIL)
	p, err := dxil.ParseProgram(chunk)
	if err != nil {
		t.Fatal(err)
	}
	return p.Bitcode
}

// comments match the disassembler's comments behind calls.
var comments = regexp.MustCompile(`(?m)^(  .*\bcall .*\).*?)  ; .*$`)

// moduleText returns the module's part of the disassembler's text, without comments behind calls.
func moduleText(text string) string {
	at := max(strings.Index(text, "target datalayout"), 0)
	return strings.TrimRight(comments.ReplaceAllString(text[at:], "$1"), "\n")
}

// firstDifference shows the first lines that differ.
func firstDifference(got, want string) string {
	a, b := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return fmt.Sprintf("line %d:\n%s\ninstead of\n%s", i+1, a[i], b[i])
		}
	}
	return fmt.Sprintf("%d lines instead of %d", len(a), len(b))
}

// compare reads modules, writes them again, and prints them.
func compare(t *testing.T, list []container) {
	t.Helper()
	sameBytes, sameText, failed := 0, 0, 0
	fail := func(format string, args ...any) {
		if failed++; failed <= 20 {
			t.Errorf(format, args...)
		}
	}
	for i := range list {
		c := &list[i]
		code := bitcode(t, c)
		m, err := llvm.Read(code)
		if err != nil {
			fail("%s: %v", c.Name, err)
			continue
		}
		switch again, err := m.Bytes(); {
		case err != nil:
			fail("%s: %v", c.Name, err)
		case !bytes.Equal(again, code):
			fail("%s: the bytes differ: %d instead of %d", c.Name, len(again), len(code))
		default:
			sameBytes++
		}
		if got, want := strings.TrimRight(m.Assembly(), "\n"), moduleText(c.Text); got == want {
			sameText++
		} else {
			fail("%s: the text differs: %s", c.Name, firstDifference(got, want))
		}
	}
	if failed > 0 {
		t.Errorf("%d differences", failed)
	}
	t.Logf("%d modules; %d have the same bytes when they are written again, %d the same text", len(list), sameBytes, sameText)
}

func TestGolden(t *testing.T) { compare(t, golden(t)) }

// TestCorpus compares modules of the corpus's shaders: every fourth or, with REFRACT_ALL=1, all; by
// turns in several shader models, with and without optimizations.
func TestCorpus(t *testing.T) {
	type shader struct {
		Name, Entry, Profile, Source string
		DXC                          bool
	}
	type argsRow struct {
		row
		Args []string `json:"args"`
	}
	var rows []argsRow
	n := 0
	harness.Corpus(t, "hlsl.jsonl.gz", func(s shader) {
		if !s.DXC {
			return
		}
		if n++; n%4 != 1 && os.Getenv("REFRACT_ALL") != "1" {
			return
		}
		prefix, _, _ := strings.Cut(s.Profile, "_")
		for k, o := range [][]string{{"6_6", "-O3"}, {"6_0", "-O1"}, {"6_5", "-Od"}, {"6_8", "-enable-16bit-types"}} {
			if k == 1 && (prefix == "ms" || prefix == "as") {
				continue
			}
			rows = append(rows, argsRow{row{s.Name + " " + s.Entry + " " + strings.Join(o, " "), s.Source, s.Entry, prefix + "_" + o[0]}, []string{"-HV", "2021", o[1]}})
		}
	})
	var list []container
	seen := map[string]bool{}
	for _, v := range harness.Oracle(t, "hlsl", rows, "--code") {
		if v.OK && !seen[v.Code] {
			seen[v.Code] = true
			data, err := base64.StdEncoding.DecodeString(v.Code)
			if err != nil {
				t.Fatal(err)
			}
			list = append(list, container{Name: v.Name, DXIL: data})
		}
	}
	for i, v := range harness.Oracle(t, "dxil", list, "--text") {
		list[i].Text = v.Disassembly
	}
	compare(t, list)
}

// check reads any bytes; a module that is read is printed and written, and the same when it is read
// again.
func check(t testing.TB, data []byte) bool {
	t.Helper()
	m, err := llvm.Read(data)
	if err != nil {
		var own *llvm.Error
		if !errors.As(err, &own) || own.Offset > len(data) {
			t.Errorf("%T: %v", err, err)
		}
		return false
	}
	text := m.Assembly()
	code, err := m.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	again, err := llvm.Read(code)
	if err != nil {
		t.Fatal(err)
	}
	if second := again.Assembly(); second != text {
		t.Fatalf("the text differs when the module is written and read again: %s", firstDifference(second, text))
	}
	return true
}

// TestMutants reads modules with a few bits changed.
func TestMutants(t *testing.T) {
	list := golden(t)
	r := rand.New(rand.NewPCG(1, 2))
	read := 0
	mutants := sweep.Count(30000)
	for range mutants {
		code := bytes.Clone(bitcode(t, &list[r.IntN(len(list))]))
		for range 1 + r.IntN(4) {
			code[r.IntN(len(code))] ^= 1 << r.IntN(8)
		}
		if r.IntN(8) == 0 {
			code = code[:r.IntN(len(code))]
		}
		if check(t, code) {
			read++
		}
	}
	t.Logf("%d of %d mutants are read", read, mutants)
}

// FuzzRead reads any bytes.
func FuzzRead(f *testing.F) {
	for _, c := range golden(f) {
		if code := bitcode(f, &c); len(code) < 4000 {
			f.Add(code)
		}
	}
	code, err := addShader().Bytes()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(code)
	f.Fuzz(func(t *testing.T, data []byte) { check(t, data) })
}
