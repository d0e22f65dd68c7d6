// Assembling and disassembling the modules of the corpus, and comparing with
// spirv-as and spirv-dis where they are installed.

package spirv

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"refract/diag"
)

type corpusModule struct {
	Name   string `json:"name"`
	Source string `json:"source"`
	Valid  bool   `json:"valid"`
	Env    string `json:"env"`
}

// corpus reads the assembly texts, or skips the test where there are none.
func corpus(t testing.TB) []corpusModule {
	t.Helper()
	dir := os.Getenv("REFRACT_CORPUS")
	if dir == "" {
		dir = filepath.Join("..", "..", "shared", "corpus")
	}
	f, err := os.Open(filepath.Join(dir, "spvasm.jsonl.gz"))
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip("no corpus: set REFRACT_CORPUS")
	}
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(bufio.NewReader(f))
	if err != nil {
		t.Fatal(err)
	}
	var modules []corpusModule
	for dec := json.NewDecoder(z); dec.More(); {
		var m corpusModule
		if err := dec.Decode(&m); err != nil {
			t.Fatal(err)
		}
		modules = append(modules, m)
	}
	return modules
}

// version reads the version out of an environment's name: spv1.4, vulkan1.1spv1.4.
func (m *corpusModule) version() Version {
	if _, v, ok := strings.Cut(m.Env, "spv1."); ok {
		return V(1, v[0]-'0')
	}
	return V(1, 6)
}

func diagnostics(l *diag.List) string {
	var b strings.Builder
	for _, d := range l.Sorted() {
		b.WriteString(d.Message + "\n")
	}
	return b.String()
}

func TestCorpusRoundTrip(t *testing.T) {
	for _, m := range corpus(t) {
		var diags diag.List
		words, ok := Assemble(m.Source, 1, AssembleOptions{Version: m.version()}, &diags)
		if !ok {
			t.Errorf("%s: valid %v: %s", m.Name, m.Valid, diagnostics(&diags))
			continue
		}
		for _, opt := range []DisassembleOptions{{}, {NoIndent: true}, {Names: true}} {
			text, err := Disassemble(words, opt)
			if err != nil {
				t.Errorf("%s: %v", m.Name, err)
				continue
			}
			again, ok := Assemble(text, 1, AssembleOptions{PreserveIDs: !opt.Names}, &diags)
			if !ok {
				t.Errorf("%s: again: %s", m.Name, diagnostics(&diags))
				continue
			}
			if opt.Names {
				// Numbers change; the text doesn't.
				retext, err := Disassemble(again, opt)
				if _, l1, _ := strings.Cut(text, "\n"); err != nil || !strings.HasSuffix(retext, l1) {
					t.Errorf("%s: names change", m.Name)
				}
			} else if !slices.Equal(words, again) {
				t.Errorf("%s: words change", m.Name)
			}
		}
	}
}

// newerNames are those that the grammar prefers since SPIRV-Tools 2023.
var newerNames = strings.NewReplacer(
	"OutputPrimitivesNV", "OutputPrimitivesEXT",
	"OutputTrianglesNV", "OutputTrianglesEXT",
	"PerPrimitiveNV", "PerPrimitiveEXT",
)

// unnamedBuiltIns get no name, or another one, from spirv-dis.
var unnamedBuiltIns = []string{"ViewIndex", "PrimitiveTriangleIndicesEXT", "NumSubgroups"}

// tool runs one of SPIRV-Tools' programs on stdin.
func tool(t *testing.T, in []byte, name string, args ...string) ([]byte, error) {
	t.Helper()
	if _, err := exec.LookPath(name); err != nil {
		if os.Getenv("REFRACT_REQUIRE_TOOLS") == "1" {
			t.Fatal(err)
		}
		t.Skip(err)
	}
	cmd := exec.Command(name, append(args, "-o", "-", "-")...)
	cmd.Stdin = bytes.NewReader(in)
	return cmd.Output()
}

func TestCorpusAgainstTools(t *testing.T) {
	same := 0
	for _, m := range corpus(t) {
		env := m.Env
		if env == "" {
			env = "spv1.6"
		}
		for _, preserve := range []bool{false, true} {
			flags := []string{"--target-env", env}
			if preserve {
				flags = append(flags, "--preserve-numeric-ids")
			}
			binary, err := tool(t, []byte(m.Source), "spirv-as", flags...)
			if err != nil {
				if m.Valid {
					t.Errorf("%s: spirv-as: %v", m.Name, err)
				}
				continue
			}
			want, err := FromBytes(binary)
			if err != nil {
				t.Fatal(err)
			}
			var diags diag.List
			got, ok := Assemble(m.Source, 1, AssembleOptions{Version: Version(want[1]), Generator: want[2], PreserveIDs: preserve}, &diags)
			if ok && preserve && got[3] > want[3] {
				got[3] = want[3] // the text's own bound is kept here
			}
			if !ok || !slices.Equal(got, want) {
				at := 0
				for at < min(len(got), len(want)) && got[at] == want[at] {
					at++
				}
				t.Errorf("%s: preserve %v: word %d of %d and %d differs from spirv-as: %s", m.Name, preserve, at, len(got), len(want), diagnostics(&diags))
				continue
			}
			same++
			for _, names := range []bool{false, true} {
				args := []string{"--no-color"}
				if !names {
					args = append(args, "--raw-id")
				}
				wantText, err := tool(t, binary, "spirv-dis", args...)
				if err != nil {
					t.Fatal(err)
				}
				gotText, err := Disassemble(got, DisassembleOptions{Names: names})
				if err != nil {
					t.Fatal(err)
				}
				if line, a, b := firstDifference(gotText, newerNames.Replace(string(wantText))); line != 0 {
					if names && slices.ContainsFunc(unnamedBuiltIns, func(b string) bool { return strings.Contains(m.Source, b) }) {
						continue
					}
					t.Errorf("%s: line %d is %q, of spirv-dis %q", m.Name, line, a, b)
				}
			}
		}
	}
	t.Logf("%d modules as spirv-as assembles them", same)
}

func firstDifference(a, b string) (line int, la, lb string) {
	as, bs := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range max(len(as), len(bs)) {
		la, lb = "", ""
		if i < len(as) {
			la = as[i]
		}
		if i < len(bs) {
			lb = bs[i]
		}
		if la != lb {
			return i + 1, la, lb
		}
	}
	return 0, "", ""
}
