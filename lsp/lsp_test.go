package lsp

// This file talks to the server as editors do: messages over a pair of pipes.

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/sourcegraph/jsonrpc2"

	"refract/internal/embedded"
	"refract/internal/harness"
)

// A client is the other end of a session.
type client struct {
	t     testing.TB
	out   io.WriteCloser
	in    *bufio.Reader
	next  int
	found map[string][]lspDiagnostic // by URI, the last that were published
	ended chan error
}

// newClient starts a server, and initializes it.
func newClient(t testing.TB) *client { return newClientOf(t, Options{}) }

func newClientOf(t testing.TB, o Options) *client {
	t.Helper()
	toServer, out := io.Pipe()
	in, fromServer := io.Pipe()
	c := &client{t: t, out: out, in: bufio.NewReader(in), found: map[string][]lspDiagnostic{}, ended: make(chan error, 1)}
	go func() {
		err := Serve(toServer, fromServer, "test", o)
		fromServer.Close()
		c.ended <- err
	}()
	var got struct {
		Capabilities map[string]any
		ServerInfo   struct{ Name string }
	}
	c.ask("initialize", map[string]any{"capabilities": map[string]any{}}, &got)
	if got.ServerInfo.Name != "refract" || got.Capabilities["hoverProvider"] != true {
		t.Fatalf("initialized with %+v", got)
	}
	c.tell("initialized", map[string]any{})
	t.Cleanup(func() {
		c.ask("shutdown", nil, nil)
		c.tell("exit", nil)
		if err := <-c.ended; err != nil {
			t.Error(err)
		}
	})
	return c
}

// A message is a request (ID and Method), a notification (Method) or a response (ID).
type message struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id,omitempty"`
	Method  string          `json:"method,omitempty"`
	Params  json.RawMessage `json:"params,omitempty"`
	Result  json.RawMessage `json:"result,omitempty"`
	Error   *jsonrpc2.Error `json:"error,omitempty"`
}

func (c *client) write(m *message) {
	c.t.Helper()
	m.Version = "2.0"
	if err := (jsonrpc2.VSCodeObjectCodec{}).WriteObject(c.out, m); err != nil {
		c.t.Fatal(err)
	}
}

func raw(c *client, v any) json.RawMessage {
	text, err := json.Marshal(v)
	if err != nil {
		c.t.Fatal(err)
	}
	return text
}

func (c *client) tell(method string, params any) {
	c.t.Helper()
	c.write(&message{Method: method, Params: raw(c, params)})
}

// read takes the next message, and keeps what is published.
func (c *client) read() *message {
	c.t.Helper()
	m := new(message)
	if err := (jsonrpc2.VSCodeObjectCodec{}).ReadObject(c.in, m); err != nil {
		c.t.Fatal(err)
	}
	if m.Method == "textDocument/publishDiagnostics" {
		var p published
		if err := json.Unmarshal(m.Params, &p); err != nil {
			c.t.Fatal(err)
		}
		c.found[p.URI] = p.Diagnostics
	}
	if m.Method == "window/logMessage" {
		c.t.Fatalf("the server says %s", m.Params)
	}
	return m
}

// try asks, and returns the error of the answer.
func (c *client) try(method string, params, result any) error {
	c.t.Helper()
	c.next++
	id := fmt.Sprint(c.next)
	c.write(&message{ID: json.RawMessage(id), Method: method, Params: raw(c, params)})
	for {
		m := c.read()
		if string(m.ID) != id {
			continue
		}
		if m.Error != nil {
			return m.Error
		}
		if result != nil {
			if err := json.Unmarshal(m.Result, result); err != nil {
				c.t.Fatalf("%s: %v in %s", method, err, m.Result)
			}
		}
		return nil
	}
}

func (c *client) ask(method string, params, result any) {
	c.t.Helper()
	if err := c.try(method, params, result); err != nil {
		c.t.Fatalf("%s: %v", method, err)
	}
}

// open opens a document and waits for its diagnostics.
func (c *client) open(uri, language, text string) {
	c.t.Helper()
	c.tell("textDocument/didOpen", map[string]any{"textDocument": map[string]any{"uri": uri, "languageId": language, "version": 1, "text": text}})
	delete(c.found, uri)
	c.wait(uri)
}

func (c *client) wait(uri string) []lspDiagnostic {
	c.t.Helper()
	for {
		if list, ok := c.found[uri]; ok {
			return list
		}
		c.read()
	}
}

// A page is a document in a test, in which «1» marks places.
type page struct {
	c     *client
	uri   string
	text  *text
	marks map[string]int
}

func (c *client) page(name, marked string) *page { return c.pageOf(name, "", marked) }

// pageOf opens a document of a language.
func (c *client) pageOf(name, language, marked string) *page {
	c.t.Helper()
	p := &page{c: c, uri: "file:///shaders/" + name, marks: map[string]int{}}
	var b strings.Builder
	for marked != "" {
		before, rest, found := strings.Cut(marked, "«")
		b.WriteString(before)
		if !found {
			break
		}
		mark, after, _ := strings.Cut(rest, "»")
		p.marks[mark] = b.Len()
		marked = after
	}
	p.text = newText(b.String())
	c.open(p.uri, language, b.String())
	return p
}

// at are parameters about a mark.
func (p *page) at(mark string, more ...any) map[string]any {
	offset, ok := p.marks[mark]
	if !ok {
		p.c.t.Helper()
		p.c.t.Fatalf("there is no mark %s", mark)
	}
	params := map[string]any{"textDocument": map[string]any{"uri": p.uri}, "position": p.text.position(offset)}
	for i := 0; i+1 < len(more); i += 2 {
		params[more[i].(string)] = more[i+1]
	}
	return params
}

func (p *page) all() map[string]any {
	return map[string]any{"textDocument": map[string]any{"uri": p.uri}, "range": textRange{End: position{Line: len(p.text.lines)}}}
}

// apply applies edits.
func (p *page) apply(edits []textEdit) string {
	s := p.text.s
	for i := len(edits) - 1; i >= 0; i-- {
		at := p.text.spanOf(edits[i].Range)
		s = s[:at.start] + edits[i].NewText + s[at.end:]
	}
	return s
}

const scene = `enable f16;
/// A light of the scene.
struct Li«light-def»ght {
  color: vec3f,
  intens«field-def»ity: f32,
  at: vec3f, // where
}
struct Scene { count: u32, lights: array<Light> }
@group(0) @binding(0) var<storage> scene: Scene;
const half = 0.5 * 3;
// Weighs a light.
// By its distance.
fn wei«fn-def»gh(light: Light, far: f32) -> f32 {
  let 距離 = distance(light.at, vec3f(0)) /* 🎨 */ * far«far-use»;
  return light.inten«field-use»sity / 距«let-use»離;
}
@fragment fn main(@bui«attr»ltin(position) p: vec4f) -> @location(0) vec4f {
  var sum = vec3f();
  for (var i = 0u; i < scene.count; i++) {
    let near = &scene.lights[i];
    sum += (*near).color * we«call»igh(*near, ha«const-use»lf) * cl«builtin»amp(p.x, 0, 1);
  }
  return vec4f(sum.xy«swizzle»z, 1);
}
`

func TestHover(t *testing.T) {
	p := newClient(t).page("scene.wgsl", scene)
	if list := p.c.found[p.uri]; len(list) > 0 {
		t.Fatalf("findings: %+v", list)
	}
	for mark, want := range map[string][]string{
		"light-def": {"struct Light", "32 bytes, align 16", "offset   12  size    4  intensity: f32", "offset   28  size    4  padding", "A light of the scene."},
		"field-use": {"Light.intensity: f32 // offset 12 size 4"},
		"fn-def":    {"fn weigh(light: Light, far: f32) -> f32", "Weighs a light.\nBy its distance."},
		"let-use":   {"let 距離: f32 = distance"},
		"const-use": {"const half: abstract-float = 0.5 * 3; // 1.5"},
		"builtin":   {"clamp(e1: T, e2: T, e3: T) -> T", "restricted to a range"},
		"attr":      {"@builtin(value)"},
		"swizzle":   {"vec3<f32>"},
	} {
		var h hover
		p.c.ask("textDocument/hover", p.at(mark), &h)
		for _, w := range want {
			if !strings.Contains(h.Contents.Value, w) {
				t.Errorf("%s: %q isn't in\n%s", mark, w, h.Contents.Value)
			}
		}
	}
}

func TestDefinitionAndReferences(t *testing.T) {
	p := newClient(t).page("scene.wgsl", scene)
	for mark, want := range map[string]string{"field-use": "field-def", "call": "fn-def"} {
		var list []location
		p.c.ask("textDocument/definition", p.at(mark), &list)
		if len(list) != 1 || !p.text.spanOf(list[0].Range).holds(p.marks[want]) {
			t.Errorf("%s: %+v", mark, list)
		}
	}
	var list []location
	p.c.ask("textDocument/references", p.at("field-def", "context", map[string]any{"includeDeclaration": false}), &list)
	if len(list) != 1 || !p.text.spanOf(list[0].Range).holds(p.marks["field-use"]) {
		t.Errorf("references: %+v", list)
	}
	p.c.ask("textDocument/references", p.at("light-def", "context", map[string]any{"includeDeclaration": true}), &list)
	if len(list) != 3 {
		t.Errorf("references of Light: %+v", list)
	}
}

func TestRename(t *testing.T) {
	p := newClient(t).page("scene.wgsl", scene)
	var edit workspaceEdit
	p.c.ask("textDocument/rename", p.at("let-use", "newName", "d"), &edit)
	got := p.apply(edit.Changes[p.uri])
	if want := strings.ReplaceAll(p.text.s, "距離", "d"); got != want {
		t.Errorf("got\n%s", got)
	}
	p.c.ask("textDocument/rename", p.at("field-use", "newName", "power"), &edit)
	if got, want := p.apply(edit.Changes[p.uri]), strings.ReplaceAll(p.text.s, "intensity", "power"); got != want {
		t.Errorf("got\n%s", got)
	}
	for _, name := range []string{"far", "light", "1x", "let", "__x", "", "class", "x y"} {
		if err := p.c.try("textDocument/rename", p.at("let-use", "newName", name), nil); err == nil {
			t.Errorf("renamed to %q", name)
		}
	}
	if err := p.c.try("textDocument/rename", p.at("builtin", "newName", "x"), nil); err == nil {
		t.Error("a function of the language is renamed")
	}
}

// TestFreshNames: a name that is nowhere else is known to be harmless without reading what the
// rename makes; others aren't taken for that.
func TestFreshNames(t *testing.T) {
	for _, x := range []struct {
		glsl       bool
		text, name string
		want       bool
	}{
		{false, "fn f() {}\n", "g", true},
		{false, "fn f() {} // g\n", "g", false},
		{false, "fn f() {}\n", "class", false},
		{false, "fn f() {}\n", "max", false},
		{true, "#version 450\nvoid f() {}\n", "g", true},
		{true, "void f() {}\n", "g", true},
		{true, "#version 450\nvoid f() {}\n", "sin", false},
		{true, "#version 450\nvoid f() {}\n", "common", false},
		{true, "#version 450\n#define A(x) int x##y;\nA(z)\nvoid f() {}\n", "g", false},
		{true, "#version 450\nvoid f() {}\n", "SET", false},
	} {
		d := &document{path: "fresh", uri: "file:///fresh", dialect: dialect{glsl: x.glsl}}
		d.setText(x.text)
		o, w := &Options{Defines: map[string]string{"SET": "other"}}, &workspace{open: map[string]*document{}}
		d.read(w, o)
		if got := d.isFresh(o, w, x.name); got != x.want {
			t.Errorf("%q in %q: %v", x.name, x.text, got)
		}
	}
}

func TestCompletion(t *testing.T) {
	c := newClient(t)
	p := c.page("broken.wgsl", `struct Light { color: vec3f, at: vec3f }
var<private> lights: array<Light, 4>;
fn helper(x: f32) -> Light { return lights[0]; }
@fr«attr»
fn main() {
  let first = lights[0];
  first.«member»;
  lights[1].color.«swizzle»;
  helper(1).«result»;
  { let hidden = 1; }
  he«name»
}
fn f(@builtin(«builtin»
`)
	labels := func(mark string) map[string]bool {
		var got struct{ Items []completionItem }
		c.ask("textDocument/completion", p.at(mark), &got)
		set := map[string]bool{}
		for _, item := range got.Items {
			set[item.Label] = true
		}
		return set
	}
	for mark, want := range map[string]string{"member": "color at", "swizzle": "x y z rgb", "result": "color at", "name": "helper first main lights clamp let vec3f", "attr": "fragment binding",
		"builtin": "position vertex_index"} {
		got := labels(mark)
		for _, w := range strings.Fields(want) {
			if !got[w] {
				t.Errorf("%s: %q is missing of %d", mark, w, len(got))
			}
		}
	}
	if got := labels("name"); got["hidden"] || got["color"] {
		t.Error("what can't be seen is offered")
	}
	if got := labels("member"); len(got) != 2 {
		t.Errorf("members: %v", got)
	}
	if len(c.found[p.uri]) == 0 {
		t.Error("nothing is wrong with a broken shader")
	}
}

func TestSignatureHelp(t *testing.T) {
	c := newClient(t)
	p := c.page("call.wgsl", "fn mine(a: f32, b: vec2f) -> f32 { return a; }\nfn main() { let x = mine(max(1, 2«inner»), vec2f(1, 2)«outer»); let y = clamp(1, «builtin» }\n")
	for mark, want := range map[string]struct {
		label  string
		active int
	}{"outer": {"fn mine(a: f32, b: vec2f) -> f32", 1}, "inner": {"max(e1: T, e2: T) -> T", 1}, "builtin": {"clamp(e1: T", 1}} {
		var h signatureHelp
		c.ask("textDocument/signatureHelp", p.at(mark), &h)
		if len(h.Signatures) == 0 || !strings.HasPrefix(h.Signatures[h.ActiveSignature].Label, want.label) || h.ActiveParameter != want.active {
			t.Errorf("%s: %+v", mark, h)
		}
	}
}

func TestHintsAndTokens(t *testing.T) {
	c := newClient(t)
	p := c.page("scene.wgsl", scene)
	var hints []inlayHint
	c.ask("textDocument/inlayHint", p.all(), &hints)
	got := ""
	for _, h := range hints {
		at := p.text.offset(h.Position)
		got += p.text.s[wordAt(p.text.s, at).start:at] + h.Label + ";"
	}
	for _, want := range []string{"距離: f32;", "sum: vec3<f32>;", "i: u32;", "near: ptr<storage, Light, read>;", "far:;", "half: abstract-float;"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q isn't in %s", want, got)
		}
	}
	var tokens struct{ Data []uint32 }
	c.ask("textDocument/semanticTokens/full", p.all(), &tokens)
	words := map[string]string{}
	at := position{}
	for i := 0; i+4 < len(tokens.Data); i += 5 {
		d := tokens.Data[i : i+5]
		if d[0] > 0 {
			at = position{at.Line + int(d[0]), 0}
		}
		at.Character += int(d[1])
		end := position{at.Line, at.Character + int(d[2])}
		words[p.text.s[p.text.offset(at):p.text.offset(end)]] = semanticTypes[d[3]]
	}
	for word, want := range map[string]string{"struct": "keyword", "Light": "struct", "weigh": "function", "clamp": "function", "距離": "variable", "far": "parameter", "intensity": "property",
		"vec3f": "type", "/// A light of the scene.": "comment", "/* 🎨 */": "comment", "0.5": "number", "fragment": "decorator", "position": "variable", "xyz": "property"} {
		if words[word] != want {
			t.Errorf("%s is a %q, want %q", word, words[word], want)
		}
	}
	var folds []foldingRange
	c.ask("textDocument/foldingRange", p.all(), &folds)
	if len(folds) != 5 {
		t.Errorf("%d folds: %+v", len(folds), folds)
	}
	var outline []documentSymbol
	c.ask("textDocument/documentSymbol", p.all(), &outline)
	names := ""
	for _, s := range outline {
		names += s.Name + " "
	}
	if names != "Light Scene scene half weigh main " {
		t.Errorf("outline: %s", names)
	}
}

func TestFormatting(t *testing.T) {
	c := newClient(t)
	for name, text := range map[string]string{"a.wgsl": "fn  f( ) {\nlet x=1 ;\n}\n", "a.frag": "#version 450\nvoid  main( ) {\nint x=1 ;\n}\n"} {
		p := c.page(name, text)
		var edits []textEdit
		c.ask("textDocument/formatting", p.all(), &edits)
		if got := p.apply(edits); !strings.Contains(got, "x = 1;") || !strings.Contains(got, "{\n    ") {
			t.Errorf("%s: got\n%s", name, got)
		}
	}
	p := c.page("bad.wgsl", "fn f( {")
	var edits []textEdit
	c.ask("textDocument/formatting", p.all(), &edits)
	if len(edits) != 0 {
		t.Errorf("what has errors is laid out: %+v", edits)
	}
}

// TestTyping changes a document piece by piece, with characters of all lengths before the
// changes, and takes the fix that is offered.
func TestTyping(t *testing.T) {
	c := newClient(t)
	p := c.page("typing.wgsl", "// 🎨é\nfn f() -> f32 {\n  /* 🎨é */ let value = 1.0;\n  return «here»;\n}\n")
	at := p.text.position(p.marks["here"])
	version := 1
	for _, r := range "vaule" {
		version++
		c.tell("textDocument/didChange", map[string]any{"textDocument": map[string]any{"uri": p.uri, "version": version},
			"contentChanges": []any{map[string]any{"range": textRange{at, at}, "text": string(r)}}})
		at.Character++
	}
	delete(c.found, p.uri)
	list := c.wait(p.uri)
	if len(list) != 1 || list[0].Code != "unknown-name" && !strings.Contains(list[0].Message, "vaule") || list[0].Range != (textRange{position{3, 9}, position{3, 14}}) {
		t.Fatalf("findings: %+v", list)
	}
	var actions []codeAction
	c.ask("textDocument/codeAction", map[string]any{"textDocument": map[string]any{"uri": p.uri}, "range": list[0].Range, "context": map[string]any{"diagnostics": list}}, &actions)
	if len(actions) == 0 || actions[0].Kind != "quickfix" || actions[0].Edit.Changes[p.uri][0].NewText != "value" {
		t.Fatalf("actions: %+v", actions)
	}
	edit := actions[0].Edit.Changes[p.uri][0]
	c.tell("textDocument/didChange", map[string]any{"textDocument": map[string]any{"uri": p.uri, "version": 99}, "contentChanges": []any{map[string]any{"range": edit.Range, "text": edit.NewText}}})
	delete(c.found, p.uri)
	if list := c.wait(p.uri); len(list) != 0 {
		t.Errorf("after the fix: %+v", list)
	}
	c.tell("textDocument/didClose", map[string]any{"textDocument": map[string]any{"uri": p.uri}})
}

func TestGLSL(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "light.glsl"), []byte("struct Light { vec3 color; float power; };\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	c := newClient(t)
	p := c.page("x.frag", "#version 450\n#extension GL_GOOGLE_include_directive : require\n#define TWICE(x) ((x) + (x))\n// Of the whole frame.\nlayout(binding = 0) uniform Frame { mat4 view; vec3 eye; } frame;\n"+
		"layout(location = 0) in vec2 uv;\nlayout(location = 0) out vec4 color;\nfloat lum«fn»a(vec3 c);\nfloat luma(vec3 c) { return dot(c, vec3(0.2, 0.7, 0.1)); }\nvoid main() {\n  vec3 e«local» = frame.ey«member»e * TWICE(uv.x);\n"+
		"  for (int i = 0; i < 3; i++) e«use».x += lu«call»ma(e) * sm«builtin»oothstep(0.0, 1.0, e.y);\n  color = vec4(e, 1);\n}\n")
	if list := c.found[p.uri]; len(list) > 0 {
		t.Fatalf("findings: %+v", list)
	}
	for mark, want := range map[string]string{"member": "Frame.eye: vec3", "call": "float luma(vec3 c)", "builtin": "smoothstep(", "use": "vec3 e = frame.eye"} {
		var h hover
		c.ask("textDocument/hover", p.at(mark), &h)
		if !strings.Contains(h.Contents.Value, want) {
			t.Errorf("%s: %q isn't in\n%s", mark, want, h.Contents.Value)
		}
	}
	var edit workspaceEdit
	c.ask("textDocument/rename", p.at("call", "newName", "gray"), &edit)
	if got, want := p.apply(edit.Changes[p.uri]), strings.ReplaceAll(p.text.s, "luma", "gray"); got != want {
		t.Errorf("got\n%s", got)
	}
	// What an included file declares.
	q := c.page("../"+strings.TrimPrefix(filepath.ToSlash(dir), "/")+"/main.frag", "#version 450\n#extension GL_GOOGLE_include_directive : require\n#include \"light.glsl\"\nlayout(location = 0) out vec4 o;\nvoid main() { Li«type»ght l = Light(vec3(1), 2.0); o = vec4(l.po«field»wer); }\n")
	_ = q
	uri := uriOf(filepath.Join(dir, "main.frag"))
	c.open(uri, "glsl", q.text.s)
	q.uri = uri
	if list := c.found[uri]; len(list) > 0 {
		t.Fatalf("findings: %+v", list)
	}
	var list []location
	c.ask("textDocument/definition", q.at("type"), &list)
	if len(list) != 1 || list[0].URI != uriOf(filepath.Join(dir, "light.glsl")) || list[0].Range.Start != (position{0, 7}) {
		t.Errorf("definition: %+v", list)
	}
	edit = workspaceEdit{}
	c.ask("textDocument/rename", q.at("field", "newName", "watts"), &edit)
	if len(edit.Changes[uri]) != 1 || len(edit.Changes[list[0].URI]) != 1 {
		t.Errorf("what a closed file declares is renamed by %+v", edit)
	}
}

// TestWrong sends what no client should.
func TestWrong(t *testing.T) {
	c := newClient(t)
	if err := c.try("textDocument/nonsense", map[string]any{}, nil); err == nil {
		t.Error("an unknown method is answered")
	}
	if err := c.try("textDocument/hover", []int{1}, nil); err == nil {
		t.Error("wrong parameters are taken")
	}
	var got any = 1
	c.ask("textDocument/hover", map[string]any{"textDocument": map[string]any{"uri": "file:///none.wgsl"}, "position": position{-3, 9}}, &got)
	if got != nil {
		t.Errorf("of a document that isn't open: %v", got)
	}
	p := c.page("small.wgsl", "«x»fn f() {}\n")
	for _, at := range []position{{-1, -1}, {99, 0}, {0, 9999}} {
		for _, m := range []string{"hover", "definition", "completion", "signatureHelp", "references", "documentHighlight", "prepareRename"} {
			c.ask("textDocument/"+m, p.at("x", "position", at), nil)
		}
	}
}

// TestPositions converts back and forth.
func TestPositions(t *testing.T) {
	x := newText("a\r\n🎨é\rz\n")
	for offset, want := range map[int]position{0: {0, 0}, 1: {0, 1}, 3: {1, 0}, 7: {1, 2}, 9: {1, 3}, 10: {2, 0}, 12: {3, 0}} {
		if got := x.position(offset); got != want {
			t.Errorf("%d is %v, want %v", offset, got, want)
		}
		if got := x.offset(want); got != offset {
			t.Errorf("%v is %d, want %d", want, got, offset)
		}
	}
}

// long is a shader of about 2,000 lines.
func long() string {
	var b strings.Builder
	b.WriteString("struct Light { color: vec3f, intensity: f32, at: vec3f }\n@group(0) @binding(0) var<storage> lights: array<Light>;\n")
	for i := 0; strings.Count(b.String(), "\n") < 1990; i++ {
		fmt.Fprintf(&b, `// Function number %d.
fn calc%d(p: vec3f, n: u32) -> vec3f {
  var sum = vec3f(%d.5);
  for (var i = 0u; i < n; i++) {
    let light = lights[i];
    let d = distance(light.at, p) + f32(i) * 0.5;
    if (d > 0.25 && light.intensity > 0) {
      sum += light.color * light.intensity / max(d, 0.01);
    }
  }
  return mix(sum, p, clamp(sum.x, 0.0, 1.0));
}
`, i, i, i)
	}
	b.WriteString("@fragment fn main(@builtin(position) p: vec4f) -> @location(0) vec4f { return vec4f(calc0(p.xyz, 3u), 1); }\n")
	return b.String()
}

// TestSpeed: every answer about 2,000 lines takes less than 50 ms, the first after a
// change among them.
func TestSpeed(t *testing.T) {
	d := &document{path: "long.wgsl", uri: "file:///long.wgsl"}
	d.setText(long())
	lines := len(d.text.lines)
	middle := strings.Index(d.text.s, "intensity > 0")
	p, o := &workspace{}, &Options{}
	d.read(p, o) // the parsers are warm afterwards
	if len(d.found) > 0 {
		t.Fatal(d.found)
	}
	for name, f := range map[string]func(x *index){
		"hover": func(x *index) { d.hover(x, middle) }, "completion": func(x *index) { d.complete(p, o, x, middle) }, "definition": func(x *index) { d.definition(x, middle) },
		"references": func(x *index) { d.occurrences(x, middle, true) }, "tokens": func(x *index) { d.semanticTokens(x, nil, new(position)) }, "hints": func(x *index) { d.hints(x, span{0, len(d.text.s)}) },
		"folding": func(*index) { d.folding() }, "formatting": func(*index) { d.format() }, "signature": func(x *index) { d.signatureHelp(x, middle) },
		"outline": func(x *index) { d.outline(x) }, "diagnostics": func(*index) { d.diagnostics() },
	} {
		best := time.Hour
		for range 3 {
			d.setText(d.text.s)
			best = min(best, harness.CPUTime(func() { f(d.read(p, o)) }))
		}
		t.Logf("%-12s %6.2f ms over %d lines, after a change", name, best.Seconds()*1e3, lines)
		if best > 50*time.Millisecond {
			t.Errorf("%s takes %v", name, best)
		}
	}
	best := time.Hour
	for range 3 {
		x := d.read(p, o)
		best = min(best, harness.CPUTime(func() {
			if _, err := d.rename(x, o, p, middle, "power"); err != nil {
				t.Fatal(err)
			}
		}))
	}
	t.Logf("%-12s %6.2f ms", "rename", best.Seconds()*1e3)
	if best > 50*time.Millisecond {
		t.Errorf("rename takes %v", best)
	}
}

// FuzzDocument asks everything about any text.
func FuzzDocument(f *testing.F) {
	f.Add(strings.NewReplacer("«", "", "»", "").Replace(scene), 40, false)
	f.Add("#version 450\n#define A(x) x x\nfloat A(b);\nvoid main() { A(b).c[ }", 30, true)
	f.Fuzz(func(t *testing.T, s string, offset int, isGLSL bool) {
		if len(s) <= 4000 {
			askAll(t, &document{path: "fuzz.wgsl", uri: "file:///fuzz.wgsl", dialect: dialect{glsl: isGLSL}}, s, offset)
		}
	})
}

// FuzzHLSL asks everything about any text as HLSL.
func FuzzHLSL(f *testing.F) {
	f.Add(strings.NewReplacer("«", "", "»", "").Replace(hlslScene), 400)
	f.Add("template<typename T> struct A : B<T> { void f() {} }; using X = A<int>; enum E { a = E::b, b }; void A::f() { x.y.z(", 80)
	f.Fuzz(func(t *testing.T, s string, offset int) {
		if len(s) <= 4000 {
			askAll(t, &document{path: "fuzz.hlsl", uri: "file:///fuzz.hlsl", dialect: dialect{hlsl: true}}, s, offset)
		}
	})
}

// FuzzProgram asks everything about the shaders in any text as a program.
func FuzzProgram(f *testing.F) {
	f.Add(strings.NewReplacer("«", "", "»", "").Replace(goProgram), 400, uint8(embedded.Go))
	f.Add("const n = 4; s = wgsl`fn f() { let x = ${n}; } \\u{e9} `; t = /* hlsl */ 'float f() {'", 30, uint8(embedded.JavaScript))
	f.Fuzz(func(t *testing.T, s string, offset int, host uint8) {
		if len(s) > 4000 {
			return
		}
		d := &document{path: "fuzz.go", uri: "file:///fuzz.go", host: 1 + embedded.Host(host%4)}
		d.setText(s)
		d.read(&workspace{}, &Options{})
		d.diagnostics()
		for _, part := range d.shaders {
			askAbout(t, part, part.index, offset)
		}
	})
}

// askAll asks everything about a text.
func askAll(t *testing.T, d *document, s string, offset int) {
	d.setText(s)
	askAbout(t, d, d.read(&workspace{}, &Options{}), offset)
}

// askAbout asks everything about a document that was read.
func askAbout(t *testing.T, d *document, x *index, offset int) {
	s := d.text.s
	o, p := &Options{}, &workspace{}
	offset = max(0, min(offset, len(s)))
	offset = d.text.offset(d.text.position(offset))
	d.hover(x, offset)
	d.complete(p, o, x, offset)
	importsIn(s)
	pathAt(s[:offset])
	d.definition(x, offset)
	d.signatureHelp(x, offset)
	d.semanticTokens(x, nil, new(position))
	d.hints(x, span{0, len(s)})
	d.folding()
	d.outline(x)
	d.actions(span{0, len(s)})
	d.diagnostics()
	d.prepareCalls(x, offset)
	d.formatRange(span{offset, offset})
	if _, err := d.rename(x, o, p, offset, "renamed"); err != nil {
		if _, ok := err.(*jsonrpc2.Error); !ok {
			t.Errorf("%T", err)
		}
	}
}

// TestLargeAside: while a large document is read, others are answered, what is asked about it
// waits, can be cancelled, and is out of date where the document changes first.
func TestLargeAside(t *testing.T) {
	c := newClient(t)
	const huge, small = "file:///shaders/huge.wgsl", "file:///shaders/small.wgsl"
	c.open(small, "wgsl", "const two = 2;\nconst four = two * two;\n")
	var b strings.Builder
	for i := 0; b.Len() < 2<<20; i++ {
		fmt.Fprintf(&b, "fn huge%d(x: f32) -> f32 { var y = x; for (var i = 0; i < %d; i++) { y = y * 1.5 + f32(i); } return y; }\n", i, i%7+2)
	}
	send := func(id, method string, params any) {
		c.write(&message{ID: json.RawMessage(id), Method: method, Params: raw(c, params)})
	}
	where := func(uri string, line, character int) map[string]any {
		return map[string]any{"textDocument": map[string]any{"uri": uri}, "position": map[string]any{"line": line, "character": character}}
	}
	// next is the next response, with diagnostics of the large document as a response named "found".
	next := func() (string, *jsonrpc2.Error, string) {
		for {
			m := c.read()
			if m.ID != nil {
				return string(m.ID), m.Error, string(m.Result)
			}
			if m.Method == "textDocument/publishDiagnostics" && strings.Contains(string(m.Params), huge) {
				return "found", nil, ""
			}
		}
	}
	c.tell("textDocument/didOpen", map[string]any{"textDocument": map[string]any{"uri": huge, "languageId": "wgsl", "version": 1, "text": b.String()}})
	send("1001", "textDocument/hover", where(huge, 0, 4))
	send("1002", "textDocument/hover", where(huge, 1, 4))
	send("1003", "textDocument/hover", where(small, 1, 7))
	c.tell("$/cancelRequest", map[string]any{"id": 1002})
	for range 2 { // the cancellation may be seen before or after the third
		switch id, fault, result := next(); {
		case id == "1003" && fault == nil && strings.Contains(result, "four"):
		case id == "1002" && fault != nil && fault.Code == codeRequestCancelled:
		default:
			t.Fatalf("first comes %s: %v %s", id, fault, result)
		}
	}
	if id, fault, result := next(); id != "1001" || fault != nil || !strings.Contains(result, "huge0") {
		t.Fatalf("then comes %s: %v %s", id, fault, result)
	}
	if id, _, _ := next(); id != "found" {
		t.Fatalf("then comes %s", id)
	}
	send("1004", "textDocument/hover", where(huge, 0, 4)) // it is read now
	if id, fault, result := next(); id != "1004" || fault != nil || !strings.Contains(result, "huge0") {
		t.Fatalf("then comes %s: %v %s", id, fault, result)
	}
	edit := func(version int, text string) {
		c.tell("textDocument/didChange", map[string]any{"textDocument": map[string]any{"uri": huge, "version": version}, "contentChanges": []any{
			map[string]any{"range": map[string]any{"start": map[string]any{"line": 0, "character": 0}, "end": map[string]any{"line": 0, "character": 0}}, "text": text}}})
	}
	edit(2, "\n")
	send("1005", "textDocument/codeAction", where(huge, 1, 4)) // which waits for the new text's findings
	edit(3, "\n")
	send("1006", "textDocument/hover", where(huge, 2, 4))
	if id, fault, _ := next(); id != "1005" || fault == nil || fault.Code != codeContentModified {
		t.Fatalf("then comes %s: %v", id, fault)
	}
	if id, fault, result := next(); id != "1006" || fault != nil || !strings.Contains(result, "huge0") {
		t.Fatalf("then comes %s: %v %s", id, fault, result)
	}
	send("1007", "textDocument/documentSymbol", where(huge, 0, 0))
	for id := ""; id != "1007"; {
		if id, _, _ = next(); id != "1007" && id != "found" {
			t.Fatalf("then comes %s", id)
		}
	}
}
