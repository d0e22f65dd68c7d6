package dot

import (
	"bytes"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"refract/diag"
	"refract/front/wgsl"
	"refract/internal/harness"
	"refract/ir"
)

var update = flag.Bool("update", false, "rewrite the expected graphs under testdata")

// check writes a module and checks the form of the graph: the lines of the text
// form were used up, strings and braces close, and edges lead to nodes.
func check(t *testing.T, name string, m *ir.Module, opts Options) string {
	t.Helper()
	w := writer{m: m, opts: opts, text: ir.AppendText(nil, m, ir.PrintOptions{})}
	w.module()
	if len(w.text) > 0 {
		t.Errorf("%s: lines are left: %.100q", name, w.text)
	}
	nodes := map[string]bool{}
	var edges [][2]string
	depth := 0
	for line := range strings.Lines(string(w.out)) {
		line = strings.TrimSpace(line)
		head, _, _ := strings.Cut(line, " [")
		switch from, to, isEdge := strings.Cut(head, " -> "); {
		case isEdge:
			edges = append(edges, [2]string{from, to})
		case strings.HasSuffix(line, "{"):
			depth++
		case line == "}":
			depth--
		case strings.Contains(line, " ["):
			nodes[head] = true
			if !strings.HasSuffix(line, "]") {
				t.Errorf("%s: the label of a node doesn't end: %s", name, line)
			}
		}
	}
	for _, e := range edges {
		if !nodes[e[0]] || !nodes[e[1]] {
			t.Errorf("%s: an edge from %s to %s, but there is no such node", name, e[0], e[1])
		}
	}
	if depth != 0 {
		t.Errorf("%s: braces don't close", name)
	}
	return string(w.out)
}

// TestGolden writes the modules in testdata/*.txtar: a file "case [flow]" holds a
// module in IR text, the file after it, ".out", its graph.
func TestGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no tests", err)
	}
	for _, path := range files {
		archive, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		var out []txtar.File
		for i := 0; i < len(archive.Files); i++ {
			c, want := archive.Files[i], ""
			if i+1 < len(archive.Files) && archive.Files[i+1].Name == ".out" {
				i++
				want = string(archive.Files[i].Data)
			}
			m, err := ir.ParseString(c.Name, string(c.Data))
			if err != nil {
				t.Fatal(err)
			}
			got := check(t, c.Name, m, Options{ControlFlow: strings.HasSuffix(c.Name, " flow")})
			if got != want && !*update {
				t.Errorf("%s: %s:\ngot\n%s\nwant\n%s", path, c.Name, got, want)
			}
			out = append(out, c, txtar.File{Name: ".out", Data: []byte(got)})
		}
		if *update {
			archive.Files = out
			if err := os.WriteFile(path, txtar.Format(archive), 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// TestEverything draws a module with one of everything.
func TestEverything(t *testing.T) {
	src, err := os.ReadFile("../../../ir/testdata/all.ir")
	if err != nil {
		t.Fatal(err)
	}
	m, err := ir.ParseString("all.ir", string(src))
	if err != nil {
		t.Fatal(err)
	}
	render(t, check(t, "all.ir", m, Options{}))
	render(t, check(t, "all.ir", m, Options{ControlFlow: true}))
}

// render has Graphviz read a graph, where it is installed.
func render(t *testing.T, graph string) {
	dot, err := exec.LookPath("dot")
	if err != nil {
		return
	}
	run := exec.Command(dot, "-Tsvg")
	run.Stdin = strings.NewReader(graph)
	var log bytes.Buffer
	run.Stderr = &log
	if err := run.Run(); err != nil {
		t.Errorf("%v: %s\n%s", err, log.Bytes(), graph)
	}
}

func TestCorpus(t *testing.T) {
	for _, s := range harness.Shaders(t) {
		var list diag.List
		if m := wgsl.Parse(s.Source, 1, wgsl.Options{}, &list); m != nil {
			check(t, s.Name, m, Options{})
		}
	}
}

// TestDeep draws blocks that nest deeper than the text form goes, and a function
// with many blocks.
func TestDeep(t *testing.T) {
	m := ir.NewModule()
	_, f := m.NewFunction("f")
	var b ir.Builder
	b.Start(m, f)
	inner := ir.BlockID(0)
	for range 5000 {
		mark := b.Begin()
		b.Nested(inner)
		inner = b.End(mark)
	}
	f.Body = inner
	_, g := m.NewFunction("g")
	b.Start(m, g)
	mark := b.Begin()
	for range 20000 {
		b.If(b.Bool(true), 0, 0)
	}
	g.Body = b.End(mark)
	check(t, "deep", m, Options{})
}
