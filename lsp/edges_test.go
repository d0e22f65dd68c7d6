package lsp

// What editors send beside what is usual: edits at the end of a file, half characters,
// files that import one another, files that are gone, requests that are taken back.

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf16"

	"github.com/sourcegraph/jsonrpc2"

	"refract/front/wgsl"
)

// edit replaces a range of a document.
func (c *client) edit(uri string, from, to position, text string) {
	c.t.Helper()
	delete(c.found, uri)
	c.tell("textDocument/didChange", map[string]any{"textDocument": map[string]any{"uri": uri, "version": 2},
		"contentChanges": []any{map[string]any{"range": textRange{from, to}, "text": text}}})
}

// TestEditsAtTheEnd: positions behind the last character are that end, as the protocol says
// of a line's ("Position").
func TestEditsAtTheEnd(t *testing.T) {
	c := newClient(t)
	p := c.page("end.wgsl", "fn a() {}")
	for _, e := range []struct {
		from, to position
		text     string
		errors   int
	}{
		{position{0, 9}, position{0, 9}, "\n", 0},
		{position{1, 0}, position{1, 0}, "fn b() { a(); }\r\n", 0},
		{position{2, 0}, position{2, 0}, "fn c() { b(); x }", 1},
		{position{2, 14}, position{2, 16}, "", 0},
		{position{2, 99}, position{9, 9}, "\n// 🌊", 0},
		{position{3, 5}, position{3, 5}, "\nfn d() { c(); }", 0},
		{position{99, 0}, position{99, 0}, "\nerror", 1},
		{position{0, 0}, position{99, 99}, "", 1},
		{position{0, 0}, position{0, 0}, "fn e() { a(); }", 1},
	} {
		c.edit(p.uri, e.from, e.to, e.text)
		if list := c.wait(p.uri); len(list) != e.errors {
			t.Fatalf("after %+v: %+v", e, list)
		}
	}
}

// TestEditsAtRandom: after any edits the server's text is the client's, which counts in
// UTF-16 as the protocol does.
func TestEditsAtRandom(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	pieces := []string{"", "a", "é", "🎨", "\n", "\r\n", "\r", "// ", "fn f() {}\n", "🌊🌊", "\t"}
	for range 300 {
		d := &document{path: "random.wgsl"}
		d.setText("")
		units := []uint16{}
		for range 30 {
			// The client's lines, of which no place inside of "\r\n" is chosen, nor one inside of
			// a pair.
			var places []int
			for i := 0; i <= len(units); i++ {
				inside := i > 0 && i < len(units) && (units[i-1] == '\r' && units[i] == '\n' || utf16.IsSurrogate(rune(units[i])) && units[i] >= 0xDC00)
				if !inside {
					places = append(places, i)
				}
			}
			at := func(offset int) (p position) {
				for i := 0; i < offset; i++ {
					if u := units[i]; u == '\n' || u == '\r' && (i+1 == len(units) || units[i+1] != '\n') {
						p = position{p.Line + 1, 0}
					} else {
						p.Character++
					}
				}
				return p
			}
			i, j := r.IntN(len(places)), r.IntN(len(places))
			from, to := places[min(i, j)], places[max(i, j)]
			text := pieces[r.IntN(len(pieces))]
			where := d.text.spanOf(textRange{at(from), at(to)})
			d.text = d.text.edited(where, text)
			if want := newText(d.text.s).lines; !slices.Equal(d.text.lines, want) {
				t.Fatalf("%q: lines begin at %d, want %d", d.text.s, d.text.lines, want)
			}
			units = append(append(append([]uint16{}, units[:from]...), utf16.Encode([]rune(text))...), units[to:]...)
			if want := string(utf16.Decode(units)); d.text.s != want {
				t.Fatalf("%q, want %q", d.text.s, want)
			}
		}
	}
}

// TestEditsOfLines: wherever a change is, the lines are those of the text that it makes.
func TestEditsOfLines(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	pieces := []string{"", "a", "\n", "\r\n", "\r", "\n\r", "\r\r\n", "bc\nd", "\n\n\n"}
	for range 2000 {
		x := newText("")
		for range 12 {
			i, j := r.IntN(len(x.s)+1), r.IntN(len(x.s)+1)
			before := x.s
			x = x.edited(span{min(i, j), max(i, j)}, pieces[r.IntN(len(pieces))]+pieces[r.IntN(len(pieces))])
			if want := newText(x.s).lines; !slices.Equal(x.lines, want) {
				t.Fatalf("%q becomes %q by a change of %d to %d: lines begin at %d, want %d", before, x.s, min(i, j), max(i, j), x.lines, want)
			}
		}
	}
}

// TestMany: opening and saving files has only those read again that they are a part of.
func TestMany(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "late.wesl"), []byte("fn late() {}\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	s := &server{documents: map[string]*document{}, due: time.NewTimer(time.Hour), started: true}
	s.workspace.open = map[string]*document{}
	s.options.Importer = func() wgsl.Importer { return folderImporter{wgsl.FS(os.DirFS(dir), "", nil), dir} }
	tell := func(method string, params any) {
		text, err := json.Marshal(params)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.handle(&jsonrpc2.Request{Method: method, Params: (*json.RawMessage)(&text), Notif: true}); err != nil {
			t.Fatal(method, err)
		}
	}
	open := func(name, text string) {
		tell("textDocument/didOpen", map[string]any{"textDocument": map[string]any{"uri": uriOf(filepath.Join(dir, name)), "languageId": "wgsl", "version": 1, "text": text}})
	}
	read := func() {
		for _, d := range s.documents {
			d.read(&s.workspace, &s.options)
			d.dirty = false
		}
	}
	dirty := func() (names []string) {
		for _, d := range s.documents {
			if d.dirty {
				names = append(names, filepath.Base(d.path))
			}
		}
		slices.Sort(names)
		return names
	}
	expect := func(when string, want ...string) {
		if got := dirty(); !slices.Equal(got, want) {
			t.Errorf("%s: %v are read again, want %v", when, got, want)
		}
		read()
	}
	event := func(name string, kind int) {
		tell("workspace/didChangeWatchedFiles", map[string]any{"changes": []any{map[string]any{"uri": uriOf(filepath.Join(dir, name)), "type": kind}}})
	}
	open("alone.wgsl", "fn f() {}\n")
	open("user.wesl", "import package::late::late;\nfn g() { late(); }\n")
	open("wrong.wesl", "import package::nothing::x;\nfn g() { x(); }\n")
	open("error.wgsl", "fn f() -> u32 { return 1.0; }\n")
	expect("opened", "alone.wgsl", "error.wgsl", "user.wesl", "wrong.wesl")
	open("late.wesl", "fn late() {}\n")
	expect("a module is opened", "late.wesl", "user.wesl", "wrong.wesl")
	saved := map[string]any{"textDocument": map[string]any{"uri": uriOf(filepath.Join(dir, "alone.wgsl"))}}
	tell("textDocument/didSave", saved)
	expect("saved", "alone.wgsl", "wrong.wesl")
	event("late.wesl", 2)
	expect("a module changes", "late.wesl", "user.wesl", "wrong.wesl")
	event("other.wesl", 3)
	expect("a file goes that nothing needs", "wrong.wesl")
	event("nothing.wesl", 1)
	expect("a file comes", "alone.wgsl", "error.wgsl", "late.wesl", "user.wesl", "wrong.wesl")
	event("refract.toml", 2)
	expect("the project changes", "alone.wgsl", "error.wgsl", "late.wesl", "user.wesl", "wrong.wesl")
}

// weslFolder starts a server for modules in a folder.
func weslFolder(t *testing.T, files map[string]string) (c *client, dir string) {
	dir = t.TempDir()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	c = newClientOf(t, Options{Importer: func() wgsl.Importer { return folderImporter{wgsl.FS(os.DirFS(dir), "", nil), dir} }})
	return c, dir
}

// TestImportEachOther: of two open files that import one another each sees the other as it
// stands in the editor.
func TestImportEachOther(t *testing.T) {
	even := "import package::odd::is_odd;\nfn is_even(n: u32) -> bool { if n == 0 { return true; } return third(n); }\nfn third(n: u32) -> bool { return n == 3; }\n"
	odd := "import package::even::third;\nfn is_odd(n: u32) -> bool { return third(n); }\n"
	c, dir := weslFolder(t, map[string]string{"even.wesl": even, "odd.wesl": odd})
	a, b := uriOf(filepath.Join(dir, "even.wesl")), uriOf(filepath.Join(dir, "odd.wesl"))
	c.open(a, "wgsl", even)
	c.open(b, "wgsl", odd)
	if len(c.found[a])+len(c.found[b]) > 0 {
		t.Fatalf("%+v", c.found)
	}
	// third is called otherwise, in the editor only: the file that imports it is told.
	delete(c.found, b)
	c.edit(a, position{2, 3}, position{2, 8}, "threefold")
	if list := c.wait(b); len(list) == 0 || !strings.Contains(list[0].Message, "third") {
		t.Errorf("odd.wesl: %+v", list)
	}
	// And it is as before once the change is closed away.
	delete(c.found, b)
	c.tell("textDocument/didClose", map[string]any{"textDocument": map[string]any{"uri": a}})
	if list := c.wait(b); len(list) != 0 {
		t.Errorf("odd.wesl, after the other is closed: %+v", list)
	}
}

// TestRenameAcross: a name is changed in all open files, from wherever it is asked for.
func TestRenameAcross(t *testing.T) {
	light := "struct Light { power: f32 }\nfn falloff(l: Light, d: f32) -> f32 { return l.power / d; }\n"
	main := "import package::light::{ Light, falloff as fade };\nimport package::light;\nfn f(l: Light) -> f32 { return fade(l, 2) + light::falloff(l, 1) + l.power; }\n"
	c, dir := weslFolder(t, map[string]string{"main.wesl": main, "light.wesl": light})
	a, b := uriOf(filepath.Join(dir, "main.wesl")), uriOf(filepath.Join(dir, "light.wesl"))
	c.open(a, "wgsl", main)
	c.open(b, "wgsl", light)
	pages := map[string]*page{a: {c: c, uri: a, text: newText(main)}, b: {c: c, uri: b, text: newText(light)}}
	for _, x := range []struct {
		uri, word, name string
		refused         bool
	}{
		{a, "falloff as", "dim", false}, {b, "falloff", "dim", false}, {a, "power", "watts", false}, {b, "power;", "watts", true}, {b, "power", "watts", false},
		{a, "Light", "Lamp", false}, {b, "Light", "f", true}, {b, "falloff", "Light", true}, {a, "fade(", "x", false},
	} {
		from := pages[x.uri].text.position(strings.Index(pages[x.uri].text.s, x.word))
		at := map[string]any{"textDocument": map[string]any{"uri": x.uri}, "position": from, "newName": x.name, "context": map[string]any{"includeDeclaration": true}}
		word := strings.TrimRight(strings.Fields(x.word)[0], "(;")
		var edit workspaceEdit
		err := c.try("textDocument/rename", at, &edit)
		if x.word == "power;" || x.word == "fade(" {
			continue
		}
		if x.refused {
			if err == nil {
				t.Errorf("%s is renamed to %s: %+v", word, x.name, edit)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", word, err)
			continue
		}
		places := 0
		for uri, p := range pages {
			if got, want := p.apply(edit.Changes[uri]), strings.ReplaceAll(p.text.s, word, x.name); got != want {
				t.Errorf("%s as %s: got\n%s", word, x.name, got)
			}
			places += strings.Count(p.text.s, word)
		}
		var list []location
		c.ask("textDocument/references", at, &list)
		if len(list) != places {
			t.Errorf("%s: %d references, want %d: %+v", word, len(list), places, list)
		}
	}
}

// TestFileGone: a file that is deleted while it is open is what the editor has; one that it
// imports is missed once that is told.
func TestFileGone(t *testing.T) {
	main := "import package::parts::one;\nfn f() -> f32 { return one; }\n"
	c, dir := weslFolder(t, map[string]string{"main.wesl": main, "parts.wesl": "const one = 1.0;\n"})
	uri := uriOf(filepath.Join(dir, "main.wesl"))
	c.open(uri, "wgsl", main)
	if len(c.found[uri]) > 0 {
		t.Fatalf("%+v", c.found[uri])
	}
	for _, name := range []string{"main.wesl", "parts.wesl"} {
		if err := os.Remove(filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
		delete(c.found, uri)
		c.tell("workspace/didChangeWatchedFiles", map[string]any{"changes": []any{map[string]any{"uri": uriOf(filepath.Join(dir, name)), "type": 3}}})
		if list := c.wait(uri); (len(list) > 0) != (name == "parts.wesl") {
			t.Errorf("without %s: %+v", name, list)
		}
	}
	var h hover
	c.ask("textDocument/hover", map[string]any{"textDocument": map[string]any{"uri": uri}, "position": position{1, 4}}, &h)
	if !strings.Contains(h.Contents.Value, "fn f() -> f32") {
		t.Error(h.Contents.Value)
	}
}

// TestPlacesOfOthers: places in other files count UTF-16, too.
func TestPlacesOfOthers(t *testing.T) {
	main := "import package::parts::one;\nfn f() -> f32 { return one; }\n"
	c, dir := weslFolder(t, map[string]string{"main.wesl": main, "parts.wesl": "// first\n/* 🌊é */ const one = 1.0;\n"})
	uri := uriOf(filepath.Join(dir, "main.wesl"))
	c.open(uri, "wgsl", main)
	var list []location
	c.ask("textDocument/definition", map[string]any{"textDocument": map[string]any{"uri": uri}, "position": position{1, 23}}, &list)
	if len(list) != 1 || list[0].Range != (textRange{position{1, 16}, position{1, 19}}) {
		t.Errorf("WESL: %+v", list)
	}
	if err := os.WriteFile(filepath.Join(dir, "parts.glsl"), []byte("/* 🌊é */ float one() { return 1.0; }\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	uri = uriOf(filepath.Join(dir, "main.comp"))
	c.open(uri, "glsl", "#version 450\n#extension GL_GOOGLE_include_directive : require\n#include \"parts.glsl\"\nvoid main() { float x = one(); }\n")
	c.ask("textDocument/definition", map[string]any{"textDocument": map[string]any{"uri": uri}, "position": position{3, 24}}, &list)
	if len(list) != 1 || list[0].Range != (textRange{position{0, 16}, position{0, 19}}) {
		t.Errorf("GLSL: %+v", list)
	}
}

// TestCancel: what waits and is taken back is answered as the protocol says
// ("Cancellation Support"), and everything else is answered still.
func TestCancel(t *testing.T) {
	in, toServer := io.Pipe()
	fromServer, out := io.Pipe()
	ended := make(chan error, 1)
	go func() {
		ended <- Serve(in, out, "test", Options{})
		out.Close()
	}()
	go func() {
		send := func(text string) { fmt.Fprintf(toServer, "Content-Length: %d\r\n\r\n%s", len(text), text) }
		send(`{"jsonrpc":"2.0","id":"start","method":"initialize","params":{}}`)
		text, _ := json.Marshal(long())
		send(`{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file:///long.wgsl","languageId":"wgsl","version":1,"text":` + string(text) + `}}}`)
		for i := range 20 { // the first waits for the document to be read
			send(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"textDocument/hover","params":{"textDocument":{"uri":"file:///long.wgsl"},"position":{"line":%d,"character":4}}}`, i, i))
		}
		for i := 1; i < 20; i += 2 {
			send(fmt.Sprintf(`{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":%d}}`, i))
		}
		send(`{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":"none"}}`)
		send(`{"jsonrpc":"2.0","method":"$/cancelRequest"}`)
		send(`{"jsonrpc":"2.0","id":"end","method":"shutdown"}`)
		send(`{"jsonrpc":"2.0","method":"exit"}`)
	}()
	c := &client{t: t, in: bufio.NewReader(fromServer), found: map[string][]lspDiagnostic{}}
	cancelled, answered := 0, 0
	for {
		m := c.read()
		if m.Method != "" {
			continue
		}
		if string(m.ID) == `"end"` {
			break
		}
		if m.Error != nil && m.Error.Code == codeRequestCancelled {
			var id int
			if json.Unmarshal(m.ID, &id) != nil || id%2 != 1 {
				t.Errorf("%s is cancelled", m.ID)
			}
			cancelled++
		} else if m.Error != nil {
			t.Errorf("%s: %v", m.ID, m.Error)
		}
		answered++
	}
	if answered != 21 || cancelled == 0 {
		t.Errorf("%d answers, %d cancelled", answered, cancelled)
	}
	t.Logf("%d of 10 were cancelled in time", cancelled)
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// longGLSL is a shader of 2,000 lines.
func longGLSL() string {
	var b strings.Builder
	b.WriteString("#version 450\nstruct Light { vec3 color; float intensity; vec3 at; };\nlayout(std430, binding = 0) buffer Lights { Light lights[]; };\nlayout(location = 0) out vec4 result;\n")
	for i := 0; strings.Count(b.String(), "\n") < 1990; i++ {
		fmt.Fprintf(&b, `// Function number %d.
vec3 calc%d(vec3 p, uint n) {
  vec3 sum = vec3(%d.5);
  for (uint i = 0u; i < n; i++) {
    Light light = lights[i];
    float d = distance(light.at, p) + float(i) * 0.5;
    if (d > 0.25 && light.intensity > 0.0) {
      sum += light.color * light.intensity / max(d, 0.01);
    }
  }
  return mix(sum, p, clamp(sum.x, 0.0, 1.0));
}
`, i, i, i)
	}
	b.WriteString("void main() { result = vec4(calc0(gl_FragCoord.xyz, 3u), 1); }\n")
	return b.String()
}
