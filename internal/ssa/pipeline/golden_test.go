package pipeline_test

// This file tests each pass by text: what stands before, the passes, what stands
// after.

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"refract/diag"
	front "refract/front/wgsl"
	"refract/internal/ssa/fromir"
	"refract/internal/ssa/pipeline"
	"refract/internal/ssatest"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// TestGolden runs the tests in testdata. Each is a txtar file whose comment has a
// line "passes:" with names of passes. Its input is the section in.wgsl, of which
// -update writes the SSA form as before.ssa, or before.ssa by itself. The section
// after.ssa must be what the passes make of it. What the comment claims is said
// as a check of its own, which -update doesn't change: at least one line "expect: count iadd = 1"
// demands so many of an operation, or of if, loop and switch, afterwards. Of every pass it is checked that it
// says that it changed something if and only if the text changed, and that the
// shader stays whole and computes the same; of the last one, that it does nothing
// when it is run again. A line "fixed function" is for passes that change the results of
// shaders by options, which conformance tests execute. Every pass is the last one of at least three files: in one
// of them it finds nothing to do, in two it does. A file of another kind fails the
// test.
func TestGolden(t *testing.T) {
	files, err := os.ReadDir("testdata")
	if err != nil {
		t.Fatal(err)
	}
	acts, rests := map[string]int{}, map[string]int{} // files, by their last pass
	for _, file := range files {
		name, ok := strings.CutSuffix(file.Name(), ".txtar")
		if !ok {
			t.Errorf("testdata/%s is read by no test", file.Name())
			continue
		}
		t.Run(name, func(t *testing.T) {
			last, changed := golden(t, filepath.Join("testdata", file.Name()))
			if changed {
				acts[last.Name]++
			} else {
				rests[last.Name]++
			}
		})
	}
	for _, p := range pipeline.All() {
		if acts[p.Name] < 2 || rests[p.Name] < 1 {
			t.Errorf("%s: %d tests in which it does something, %d in which it doesn't; there must be 2 and 1", p.Name, acts[p.Name], rests[p.Name])
		}
	}
}

// golden runs a test. It returns its last pass, and whether that changed something.
func golden(t *testing.T, file string) (last *pass.Pass, changed bool) {
	a, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var list []*pass.Pass
	for line := range strings.Lines(string(a.Comment)) {
		if names, ok := strings.CutPrefix(line, "passes:"); ok {
			if !strings.ContainsAny(names, "{,") { // names alone
				names = strings.Join(strings.Fields(names), ", ")
			}
			steps, err := pipeline.Parse(names)
			if err != nil {
				t.Fatal(err)
			}
			for _, step := range steps {
				list = append(list, step.Pass)
			}
		}
	}
	if len(list) == 0 {
		t.Fatal("no line \"passes:\"")
	}
	source, before, after := section(a, "in.wgsl"), section(a, "before.ssa"), section(a, "after.ssa")
	var s *ssa.Shader
	if source != nil {
		s = fromWGSL(t, source)
		text := ssa.Print(s)
		if *update {
			before = set(a, "before.ssa", text)
		} else if !bytes.Equal(text, before) {
			t.Errorf("before differs; it is\n%s", text)
		}
	} else if s, err = ssa.Parse(file, before); err != nil {
		t.Fatal(err)
	}
	if err := ssa.Verify(s); err != nil {
		t.Fatalf("before: %v", err)
	}
	first := s.Clone()
	for _, p := range list {
		last, changed = p, checkedRun(t, p, s)
	}
	// Buffers are filled by their types. Package conformance runs shaders whose buffers get others.
	fixed := bytes.Contains(a.Comment, []byte("\nfixed function\n"))
	if !bytes.Contains(before, []byte("undef")) && sameBuffers(first, s) && !fixed {
		ssatest.Same(t, first, s)
	}
	claims := 0
	for line := range strings.Lines(string(a.Comment)) {
		if claim, ok := strings.CutPrefix(line, "expect:"); ok {
			expect(t, s, claim)
			claims++
		}
	}
	if claims == 0 {
		t.Error("no line \"expect:\"")
	}
	text := ssa.Print(s)
	if *update {
		set(a, "after.ssa", text)
		if err := os.WriteFile(file, txtar.Format(a), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if !bytes.Equal(text, after) {
		t.Errorf("after differs; it is\n%s", text)
	}
	if !fixed && checkedRun(t, last, s) {
		t.Errorf("%s changes something when it is run again:\n%s", last.Name, ssa.Print(s))
	}
	return last, changed
}

// sameBuffers reports whether the buffers of two shaders have the same types.
func sameBuffers(x, y *ssa.Shader) bool {
	for k := len(x.Vars); k < len(y.Vars); k++ {
		if y.Vars[k].Mode == ssa.ModeSSBO {
			return false // one more that the shader writes
		}
	}
	for k := range min(len(x.Vars), len(y.Vars)) {
		if x.Vars[k].HasBinding && x.Module.TypeName(x.Vars[k].Type) != y.Module.TypeName(y.Vars[k].Type) {
			return false
		}
	}
	return true
}

// expect checks a claim about a shader.
func expect(t *testing.T, s *ssa.Shader, claim string) {
	t.Helper()
	words := strings.Fields(claim)
	if len(words) != 4 || words[0] != "count" || words[2] != "=" {
		t.Fatalf("a claim is \"count NAME = NUMBER\", not %q", claim)
	}
	want, err := strconv.Atoi(words[3])
	if err != nil {
		t.Fatal(err)
	}
	if _, known := op.ByName(words[1]); !known && words[1] != "if" && words[1] != "loop" && words[1] != "switch" {
		t.Fatalf("there is no operation %q", words[1])
	}
	n := 0
	for _, f := range s.Funcs[1:] {
		for b := range f.Blocks() {
			for i := range f.Instrs(b) {
				if f.Op(i).String() == words[1] {
					n++
				}
			}
			if x := f.NextNode(b); x != 0 && f.Kind(x).String() == words[1] {
				n++
			}
		}
	}
	if n != want {
		t.Errorf("there are %d of %s, not %d", n, words[1], want)
	}
}

// checkedRun runs a pass and checks what it says and leaves.
func checkedRun(t *testing.T, p *pass.Pass, s *ssa.Shader) bool {
	t.Helper()
	was := ssa.Print(s)
	changed := p.Run(s)
	is := ssa.Print(s)
	if changed != !bytes.Equal(was, is) {
		t.Errorf("%s says changed: %v of\n%s, which is now\n%s", p.Name, changed, was, is)
	}
	if err := ssa.Verify(s); err != nil {
		t.Errorf("after %s: %v\n%s", p.Name, err, is)
	}
	return changed
}

// fromWGSL is the SSA form of a WGSL module, with strict floating point.
func fromWGSL(t *testing.T, source []byte) *ssa.Shader {
	t.Helper()
	list := new(diag.List)
	m := front.Parse(string(source), 1, front.Options{Allowed: front.AllExtensions}, list)
	if m == nil {
		t.Fatalf("in.wgsl: %s", list.Sorted()[0].Message)
	}
	return fromir.Module(m, fromir.Options{Strict: true})
}

// section is the data of a file of the archive, or nil.
func section(a *txtar.Archive, name string) []byte {
	for _, f := range a.Files {
		if f.Name == name {
			return f.Data
		}
	}
	return nil
}

// set replaces or appends a file of the archive.
func set(a *txtar.Archive, name string, data []byte) []byte {
	for k := range a.Files {
		if a.Files[k].Name == name {
			a.Files[k].Data = data
			return data
		}
	}
	a.Files = append(a.Files, txtar.File{Name: name, Data: data})
	return data
}
