package dxil_test

// This file compares the package with containers that DXC writes of the corpus's shaders.

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"os"
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
	Text string `json:"-"`
}

// compiled returns the containers of the rows that DXC accepts, each once.
func compiled(t testing.TB, rows []row) (list []container) {
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
	case dxil.PartDXIL:
		p, err := dxil.ParseProgram(k.Data)
		if err != nil {
			return nil, err
		}
		return p.Bytes(), nil
	}
	return nil, nil
}

// TestCorpus compares parts of DXC's containers with the same parts written again.
func TestCorpus(t *testing.T) {
	list := compiled(t, corpusRows(t))
	same, kept := map[string]int{}, map[string]int{}
	failed := 0
	for _, c := range list {
		box, err := dxbc.ReadContainer(c.DXIL)
		if err != nil {
			t.Errorf("%s: %v", c.Name, err)
			continue
		}
		chunk, _ := box.Chunk(dxil.PartDXIL)
		program, err := dxil.ParseProgram(chunk)
		if err != nil {
			t.Errorf("%s: %v", c.Name, err)
			continue
		}
		if h, _ := box.Chunk(dxil.PartHASH); h != nil && bytes.Equal(h, dxil.HashOf(program.Bitcode).Bytes()) {
			same["hash of bitcode"]++
		}
		for i := range box.Chunks {
			k := &box.Chunks[i]
			again, err := rewritten(program.Stage, k)
			switch {
			case err != nil || again != nil && !bytes.Equal(again, k.Data):
				if failed++; failed < 20 {
					t.Errorf("%s: %v differs: %v\n%x\n%x", c.Name, k.Kind, err, again, k.Data)
				}
			case again == nil:
				kept[k.Kind.String()]++
			default:
				same[k.Kind.String()]++
			}
		}
	}
	t.Log(fmt.Sprintf("%d containers, %d parts differ; the same: %v, kept as bytes: %v", len(list), failed, same, kept))
}

// TestValidated has Microsoft's validator judge containers that are written from their parts, without
// the part STAT, and compares checksums with those that the validator signs with.
func TestValidated(t *testing.T) {
	var list []container
	var sums [][16]byte
	for _, c := range compiled(t, corpusRows(t)) {
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
