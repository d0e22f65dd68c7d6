package dxil_test

// This file compares the package with containers that DXC writes of the corpus's shaders.

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"refract/internal/dxbc"
	"refract/internal/dxil"
	"refract/internal/harness"
)

// row is a shader for DXC.
type row struct {
	Name    string   `json:"name"`
	Source  string   `json:"source"`
	Entry   string   `json:"entry"`
	Profile string   `json:"profile"`
	Args    []string `json:"args,omitempty"`
}

// container is DXC's container of a shader, with the text of Microsoft's disassembler.
type container struct {
	Name string `json:"name"`
	DXIL []byte `json:"dxil"`
	Text string `json:"text,omitempty"`
}

var update = flag.Bool("update", false, "rewrite the containers of testdata, by DXC")

// goldenFile has DXC's containers of our own shaders, with the text of Microsoft's disassembler.
const goldenFile = "testdata/dxc.jsonl.gz"

// compiled returns the containers of the rows that DXC accepts, each once, with texts.
func compiled(t testing.TB, rows []row) (list []container) {
	t.Helper()
	list = code(t, rows)
	for i, v := range harness.Oracle(t, "dxil", list, "--text") {
		list[i].Text = v.Disassembly
	}
	return list
}

// code returns the containers of the rows that DXC accepts, each once.
func code(t testing.TB, rows []row) (list []container) {
	t.Helper()
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
	return list
}

// ownRows are our own shaders: those of testdata, whose first line has the profiles, and those that
// package dxbc has for FXC, in the lowest shader model.
func ownRows(t testing.TB) (rows []row) {
	read := func(name string) (text string, profiles []string) {
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		first, _, _ := strings.Cut(string(b), "\n")
		list, is := strings.CutPrefix(first, "// profiles: ")
		if !is {
			t.Fatalf("%s: no profiles", name)
		}
		return string(b), strings.Fields(list)
	}
	files, err := filepath.Glob("testdata/*.hlsl")
	if err != nil || len(files) == 0 {
		t.Fatal("no shaders", err)
	}
	for _, name := range files {
		text, profiles := read(name)
		var args []string
		if _, rest, is := strings.Cut(text, "\n// args: "); is {
			line, _, _ := strings.Cut(rest, "\n")
			args = strings.Fields(line)
		}
		for _, p := range profiles {
			entry := "main"
			if strings.HasPrefix(p, "lib") {
				entry = ""
			}
			rows = append(rows, row{filepath.Base(name) + " " + p, text, entry, p, args})
		}
	}
	files, err = filepath.Glob("../dxbc/testdata/*.hlsl")
	if err != nil || len(files) == 0 {
		t.Fatal("no shaders", err)
	}
	for _, name := range files {
		base := filepath.Base(name)
		if base == "bits.hlsl" || base == "interfaces.hlsl" {
			continue // DXC rejects them
		}
		text, profiles := read(name)
		prefix, _, _ := strings.Cut(profiles[0], "_")
		rows = append(rows, row{base + " of dxbc", text, "main", prefix + "_6_0", []string{"-HV", "2018"}})
	}
	return rows
}

// golden returns the containers of testdata.
func golden(t testing.TB) (list []container) {
	t.Helper()
	data, err := os.ReadFile(goldenFile)
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

// TestOwn compares the containers of testdata.
func TestOwn(t *testing.T) {
	rows := ownRows(t)
	if *update {
		list := compiled(t, rows)
		if len(list) != len(rows) {
			t.Fatalf("DXC takes %d of %d", len(list), len(rows))
		}
		var b bytes.Buffer
		z, _ := gzip.NewWriterLevel(&b, gzip.BestCompression)
		for e := json.NewEncoder(z); len(list) > 0; list = list[1:] {
			if err := e.Encode(list[0]); err != nil {
				t.Fatal(err)
			}
		}
		if err := cmp.Or(z.Close(), os.WriteFile(goldenFile, b.Bytes(), 0o666)); err != nil {
			t.Fatal(err)
		}
	}
	list := golden(t)
	if len(list) != len(rows) {
		t.Fatalf("%d containers of %d shaders", len(list), len(rows))
	}
	for i := range list {
		if list[i].Name != rows[i].Name {
			t.Fatalf("the container %s is in the place of %s", list[i].Name, rows[i].Name)
		}
	}
	compare(t, list)
}

// corpusRows are the shaders of the corpus that DXC accepts: every fourth or, with REFRACT_ALL=1, all,
// by turns in several shader models and with several validator versions.
func corpusRows(t testing.TB) (rows []row) {
	type shader struct {
		Name, Entry, Profile, Source string
		DXC                          bool
	}
	n := 0
	harness.Corpus(t, "hlsl.jsonl.gz", func(s shader) {
		if !s.DXC {
			return
		}
		if n++; n%4 != 1 && os.Getenv("REFRACT_ALL") != "1" {
			return
		}
		prefix, _, _ := strings.Cut(s.Profile, "_")
		r := row{s.Name + " " + s.Entry, s.Source, s.Entry, prefix + "_6_6", []string{"-HV", "2021"}}
		rows = append(rows, r)
		if prefix != "ms" && prefix != "as" {
			older := []string{"1.0", "1.2", "1.5", "1.6", "1.8"}[n%5]
			r.Profile, r.Args = prefix+"_6_0", append(r.Args, "-validator-version", older)
			r.Name += " " + older
			rows = append(rows, r)
		}
	})
	return rows
}

// rewritten reads a part and writes it; nil: the package keeps it as bytes.
func rewritten(stage dxil.Stage, k *dxbc.Chunk) ([]byte, error) {
	switch k.Kind {
	case dxil.PartISG1, dxil.PartOSG1, dxil.PartPSG1:
		s, err := dxil.ParseSignature(k.Data)
		if err != nil {
			return nil, err
		}
		return s.Bytes(), nil
	case dxil.PartSFI0:
		f, err := dxil.ParseFeatures(k.Data)
		return f.Bytes(), err
	case dxil.PartPSV0:
		p, err := dxil.ParsePipelineInfo(stage, k.Data)
		if err != nil {
			return nil, err
		}
		return p.Bytes()
	case dxil.PartHASH:
		h, err := dxil.ParseHash(k.Data)
		return h.Bytes(), err
	case dxil.PartILDN:
		d, err := dxil.ParseDebugName(k.Data)
		return d.Bytes(), err
	case dxil.PartRDAT:
		d, err := dxil.ParseRuntimeData(k.Data)
		if err != nil {
			return nil, err
		}
		return d.Bytes(), nil
	case dxil.PartRTS0:
		return rewrittenRoot(k.Data)
	case dxil.PartDXIL:
		p, err := dxil.ParseProgram(k.Data)
		if err != nil {
			return nil, err
		}
		return p.Bytes(), nil
	}
	return nil, nil
}

// rewrittenRoot reads a root signature, and writes it from its text.
func rewrittenRoot(data []byte) ([]byte, error) {
	s, err := dxil.ParseRootSignature(data)
	if err != nil {
		return nil, err
	}
	if b := s.Bytes(); !bytes.Equal(b, data) {
		return b, nil
	}
	again, err := dxil.ParseRootSignatureText(s.String(), s.Version)
	if err != nil {
		return nil, err
	}
	return again.Bytes(), nil
}

// TestCorpus compares the containers of the corpus.
func TestCorpus(t *testing.T) { compare(t, compiled(t, corpusRows(t))) }

// compare reports the differences of containers, and counts what is the same.
func compare(t *testing.T, list []container) {
	t.Helper()
	same := map[string]int{}
	failed := 0
	for i := range list {
		problems := problems(&list[i], same)
		if problems == nil {
			continue
		}
		if failed++; failed <= 20 {
			t.Errorf("%s: %s", list[i].Name, strings.Join(problems, "\n"))
		}
	}
	if failed > 0 {
		t.Errorf("%d containers differ", failed)
	}
	t.Logf("%d containers; the same: %v", len(list), same)
}

// problems are the differences of a container; same is raised by the parts that are the same.
func problems(c *container, same map[string]int) (list []string) {
	box, err := dxbc.ReadContainer(c.DXIL)
	if err != nil {
		return []string{err.Error()}
	}
	chunk, _ := box.Chunk(dxil.PartDXIL)
	program, err := dxil.ParseProgram(chunk)
	if err != nil {
		return []string{err.Error()}
	}
	if h, _ := box.Chunk(dxil.PartHASH); h != nil && bytes.Equal(h, dxil.HashOf(program.Bitcode).Bytes()) {
		same["hash of bitcode"]++
	}
	for i := range box.Chunks {
		k := &box.Chunks[i]
		switch again, err := rewritten(program.Stage, k); {
		case err != nil || again != nil && !bytes.Equal(again, k.Data):
			list = append(list, fmt.Sprintf("%v differs: %v\n%x\n%x", k.Kind, err, again, k.Data))
		case again != nil:
			same[k.Kind.String()]++
		}
	}
	text, err := dxil.Text(box)
	switch {
	case err != nil:
		list = append(list, err.Error())
	case strings.TrimRight(text, "\n") != strings.TrimRight(c.Text, "\n"):
		list = append(list, "the text differs: "+firstDifference(text, c.Text))
	default:
		same["text"]++
	}
	return list
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

// TestValidated has Microsoft's validator judge containers that are written from their parts, without
// the part STAT, and compares checksums with those that the validator signs with.
func TestValidated(t *testing.T) {
	var list []container
	var sums [][16]byte
	for _, c := range code(t, corpusRows(t)) {
		box, err := dxbc.ReadContainer(c.DXIL)
		if err != nil {
			t.Fatal(err)
		}
		s, err := dxil.ParseShader(box)
		if err != nil {
			t.Errorf("%s: %v", c.Name, err)
			continue
		}
		if box, err = s.Container(); err != nil {
			t.Errorf("%s: %v", c.Name, err)
			continue
		}
		c.DXIL = box.Bytes()
		list = append(list, c)
		sums = append(sums, dxbc.Checksum(c.DXIL))
	}
	valid := 0
	for i, v := range harness.Oracle(t, "dxil", list) {
		switch sum := fmt.Sprintf("%x", sums[i]); {
		case !v.OK:
			t.Errorf("%s: %s", v.Name, v.Text())
		case v.Hash != sum:
			t.Errorf("%s: the checksum is %s instead of %s", v.Name, sum, v.Hash)
		default:
			valid++
		}
	}
	t.Logf("%d of %d containers are valid, with the validator's checksum", valid, len(list))
}

// TestStripped compares the text of containers without some of their parts, as tools leave them.
func TestStripped(t *testing.T) {
	without := [][]dxbc.FourCC{
		{dxbc.ChunkSTAT},
		{dxil.PartPSV0},
		{dxil.PartISG1},
		{dxil.PartOSG1, dxil.PartPSG1, dxil.PartHASH},
		{dxil.PartSFI0, dxbc.ChunkSTAT, dxil.PartPSV0},
		{dxil.PartSFI0, dxil.PartISG1, dxil.PartOSG1, dxil.PartPSG1, dxil.PartPSV0, dxil.PartHASH, dxbc.ChunkSTAT},
	}
	var list []container
	for i, c := range golden(t) {
		for k := range 2 {
			box, err := dxbc.ReadContainer(c.DXIL)
			if err != nil {
				t.Fatal(err)
			}
			kinds := without[(i+3*k)%len(without)]
			box.Chunks = slices.DeleteFunc(box.Chunks, func(k dxbc.Chunk) bool { return slices.Contains(kinds, k.Kind) })
			list = append(list, container{Name: fmt.Sprint(c.Name, " without ", kinds), DXIL: box.Bytes()})
		}
	}
	same := 0
	for i, v := range harness.Oracle(t, "dxil", list, "--text") {
		c, err := dxbc.ReadContainer(list[i].DXIL)
		if err != nil {
			t.Fatal(err)
		}
		text, err := dxil.Text(c)
		if err != nil || strings.TrimRight(text, "\n") != strings.TrimRight(v.Disassembly, "\n") {
			t.Errorf("%s: %v %s", list[i].Name, err, firstDifference(text, v.Disassembly))
		} else {
			same++
		}
	}
	t.Logf("%d of %d have the same text", same, len(list))
}
