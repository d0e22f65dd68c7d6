package lsp_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/textproto"
	"strconv"
	"strings"

	"refract/lsp"
)

// An editor opens a file; the server says what is wrong with it.
func ExampleServe() {
	var in, out bytes.Buffer
	for _, message := range []string{
		`{"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"capabilities": {}}}`,
		`{"jsonrpc": "2.0", "method": "initialized", "params": {}}`,
		`{"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {"textDocument":
			{"uri": "file:///a.wgsl", "languageId": "wgsl", "version": 1, "text": "fn f() -> f32 { return pi; }"}}}`,
		`{"jsonrpc": "2.0", "id": 2, "method": "shutdown"}`,
		`{"jsonrpc": "2.0", "method": "exit"}`,
	} {
		fmt.Fprintf(&in, "Content-Length: %d\r\n\r\n%s", len(message), message)
	}
	if err := lsp.Serve(&in, &out, "1.0", lsp.Options{}); err != nil {
		fmt.Println(err)
		return
	}
	for r := textproto.NewReader(bufio.NewReader(&out)); ; {
		header, err := r.ReadMIMEHeader()
		if err != nil {
			return
		}
		size, _ := strconv.Atoi(header.Get("Content-Length"))
		body := make([]byte, size)
		io.ReadFull(r.R, body)
		var answer struct {
			Method string
			Params struct{ Diagnostics []struct{ Message string } }
		}
		json.Unmarshal(body, &answer)
		if strings.HasSuffix(answer.Method, "publishDiagnostics") {
			fmt.Println(answer.Params.Diagnostics)
		}
	}
	// Output:
	// [{unresolved identifier "pi"}]
}
