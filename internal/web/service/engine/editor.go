package engine

// This file answers editors: the language server has one document for as long as a request takes.

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path"

	"refract/internal/web/service"
	"refract/lsp"
)

// uri is the document's. It has no file, so that nothing is read from a disk.
const uri = "untitled:"

// languageServer makes a method of a request of the Language Server Protocol about a place: {name, text,
// line, character}. line and character count from 0, the latter in code units of UTF-16. "result" is the
// protocol's.
func languageServer(method string) service.Method {
	return func(c *service.Call) (any, error) {
		document := object{"uri": uri + path.Base(c.Name)}
		place := object{"textDocument": document, "position": object{"line": c.Line, "character": c.Character}}
		l, err := c.Language()
		if err != nil {
			return nil, err
		}
		opened := object{"uri": document["uri"], "languageId": string(l), "version": 1, "text": c.Text}
		markdown := object{"textDocument": object{"completion": object{"completionItem": object{"documentationFormat": []string{"plaintext"}}},
			"hover": object{"contentFormat": []string{"plaintext"}}}}
		var in, out bytes.Buffer
		for _, m := range []object{
			{"id": 1, "method": "initialize", "params": object{"capabilities": markdown}},
			{"method": "initialized", "params": object{}},
			{"method": "textDocument/didOpen", "params": object{"textDocument": opened}},
			{"id": 2, "method": method, "params": place},
			{"id": 3, "method": "shutdown"},
			{"method": "exit"},
		} {
			m["jsonrpc"] = "2.0"
			text, err := json.Marshal(m)
			if err != nil {
				return nil, err
			}
			fmt.Fprintf(&in, "Content-Length: %d\r\n\r\n%s", len(text), text)
		}
		if err := lsp.Serve(&in, &out, "", lsp.Options{}); err != nil {
			return nil, err
		}
		return reply(&out)
	}
}

// reply is the answer to the second request.
func reply(out io.Reader) (any, error) {
	for r := bufio.NewReader(out); ; {
		var size int
		if _, err := fmt.Fscanf(r, "Content-Length: %d\r\n\r\n", &size); err != nil {
			return nil, fmt.Errorf("the language server gives no answer: %w", err)
		}
		body := make([]byte, size)
		if _, err := io.ReadFull(r, body); err != nil {
			return nil, err
		}
		var answer struct {
			ID     int
			Result json.RawMessage
			Error  *struct{ Message string }
		}
		switch err := json.Unmarshal(body, &answer); {
		case err != nil || answer.ID != 2: // a notification, or a request to the editor
		case answer.Error != nil:
			return nil, errors.New(answer.Error.Message)
		default:
			return object{"result": answer.Result}, nil
		}
	}
}
