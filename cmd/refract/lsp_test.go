package main

// The language server as editors start it: a process of its own, over its standard input
// and output; and what the editors' configurations say.

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net/textproto"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// TestServer opens a shader in a server of its own and reads what is wrong with it.
func TestServer(t *testing.T) {
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "refract")
	if err := os.Symlink(program, name); err != nil {
		t.Skip(err)
	}
	run := exec.Command(name, "lsp", "--stdio")
	in, err := run.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	pipe, err := run.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	run.Stderr = os.Stderr
	if err := run.Start(); err != nil {
		t.Fatal(err)
	}
	send := func(text string) { fmt.Fprintf(in, "Content-Length: %d\r\n\r\n%s", len(text), text) }
	out := bufio.NewReader(pipe)
	read := func() (m struct {
		ID     int
		Method string
		Params struct {
			Diagnostics []struct{ Message, Code string }
		}
	}) {
		header, err := textproto.NewReader(out).ReadMIMEHeader()
		if err != nil {
			t.Fatal(err)
		}
		n, _ := strconv.Atoi(header.Get("Content-Length"))
		body := make([]byte, n)
		if _, err := io.ReadFull(out, body); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(body, &m); err != nil {
			t.Fatal(err)
		}
		return m
	}
	send(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}`)
	if m := read(); m.ID != 1 {
		t.Fatalf("%+v", m)
	}
	send(`{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file:///a.wgsl","languageId":"wgsl","version":1,"text":"fn f() -> u32 { return 1f; }"}}}`)
	if m := read(); m.Method != "textDocument/publishDiagnostics" || len(m.Params.Diagnostics) != 1 || m.Params.Diagnostics[0].Code == "" {
		t.Fatalf("%+v", m)
	}
	send(`{"jsonrpc":"2.0","id":2,"method":"shutdown"}`)
	if m := read(); m.ID != 2 {
		t.Fatalf("%+v", m)
	}
	send(`{"jsonrpc":"2.0","method":"exit"}`)
	if err := run.Wait(); err != nil {
		t.Error(err)
	}
}

// TestEditors: the configurations call what there is.
func TestEditors(t *testing.T) {
	for name, words := range map[string][]string{
		"helix/languages.toml": {`command = "refract"`, `args = ["lsp"]`}, "neovim/lsp/refract.lua": {"{ 'refract', 'lsp' }"}, "vscode/extension.js": {"args: ['lsp']"},
	} {
		text, err := os.ReadFile(filepath.Join("../../editors", name))
		if err != nil {
			t.Fatal(err)
		}
		for _, w := range words {
			if !strings.Contains(string(text), w) {
				t.Errorf("%s lacks %s", name, w)
			}
		}
	}
	for _, name := range []string{"package.json", "language.json"} {
		text, err := os.ReadFile(filepath.Join("../../editors/vscode", name))
		if err != nil {
			t.Fatal(err)
		}
		var v any
		if err := json.Unmarshal(text, &v); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	if node, err := exec.LookPath("node"); err == nil {
		if out, err := exec.Command(node, "--check", "../../editors/vscode/extension.js").CombinedOutput(); err != nil {
			t.Errorf("%v\n%s", err, out)
		}
	}
}
