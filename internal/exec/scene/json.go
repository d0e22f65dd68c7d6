package scene

// This file reads JSON to a tree whose nodes have positions.

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"unicode/utf8"

	"refract/diag"
)

// Limits of the text.
const (
	MaxBytes = 16 << 20 // of a scene file
	maxDepth = 64       // values in values
)

const (
	codeSyntax diag.Code = "scene-syntax"
	codeScene  diag.Code = "scene"
)

// kind is the kind of a node.
type kind uint8

const (
	null kind = iota
	boolean
	number
	text
	array
	object
)

var kindNames = [...]string{"null", "true or false", "a number", "text", "an array", "an object"}

func (k kind) String() string { return kindNames[k] }

// A node is a JSON value.
type node struct {
	kind kind
	span diag.Span
	text string  // of text and numbers, and "true"
	list []*node // elements, or the values of keys
	keys []key
}

// A key is the name of a member.
type key struct {
	name string
	span diag.Span
}

// parser reads one text.
type parser struct {
	data    []byte
	base    uint32
	decoder *json.Decoder
	list    *diag.List
	depth   int
}

// errSyntax ends reading after a mistake that was reported.
var errSyntax = errors.New("scene: the text is no JSON")

// parseJSON reads a text; nil: a mistake was reported.
func parseJSON(data []byte, base uint32, list *diag.List) *node {
	p := &parser{data: data, base: base, list: list, decoder: json.NewDecoder(bytes.NewReader(data))}
	p.decoder.UseNumber()
	n, err := p.value()
	if err != nil {
		return nil
	}
	at := p.next()
	if _, err := p.decoder.Token(); err != io.EOF {
		p.fail(at, at+1, "the scene has ended, and more follows")
		return nil
	}
	return n
}

func (p *parser) span(start, end int) diag.Span {
	start, end = min(start, len(p.data)), min(end, len(p.data))
	return diag.Span{Start: p.base + uint32(start), End: p.base + uint32(max(start, end))}
}

func (p *parser) fail(start, end int, format string, args ...any) error {
	p.list.Errorf(codeSyntax, p.span(start, end), format, args...)
	return errSyntax
}

// next is the beginning of the next token.
func (p *parser) next() int {
	at := p.blanks(int(p.decoder.InputOffset()))
	if at < len(p.data) && (p.data[at] == ',' || p.data[at] == ':') {
		at = p.blanks(at + 1)
	}
	return at
}

// blanks is the end of the white space at a place.
func (p *parser) blanks(at int) int {
	for at < len(p.data) && bytes.IndexByte([]byte(" \t\r\n"), p.data[at]) >= 0 {
		at++
	}
	return at
}

// token reads a token and returns its place.
func (p *parser) token() (t json.Token, start, end int, err error) {
	start = p.next()
	t, err = p.decoder.Token()
	end = int(p.decoder.InputOffset())
	var syntax *json.SyntaxError
	switch {
	case err == nil:
		if s, ok := t.(string); ok && !utf8.ValidString(s) {
			return nil, start, end, p.fail(start, end, "the text isn't UTF-8")
		}
		return t, start, end, nil
	case errors.As(err, &syntax):
		at := p.blanks(end) // where a value should begin
		return nil, start, end, p.fail(at, at+1, "the scene is no JSON: %v", err)
	case err == io.EOF || err == io.ErrUnexpectedEOF:
		return nil, start, end, p.fail(len(p.data), len(p.data), "the scene ends too early")
	}
	return nil, start, end, p.fail(start, start+1, "the scene is no JSON: %v", err)
}

// value reads a value.
func (p *parser) value() (*node, error) {
	t, start, end, err := p.token()
	if err != nil {
		return nil, err
	}
	n := &node{span: p.span(start, end)}
	switch t := t.(type) {
	case nil:
	case bool:
		n.kind = boolean
		if t {
			n.text = "true"
		}
	case json.Number:
		n.kind, n.text = number, t.String()
	case string:
		n.kind, n.text = text, t
	case json.Delim:
		if p.depth++; p.depth > maxDepth {
			return nil, p.fail(start, end, "values are nested more than %d deep", maxDepth)
		}
		n.kind = array
		if t == '{' {
			n.kind = object
		}
		err = p.members(n)
		p.depth--
		n.span.End = p.base + uint32(p.decoder.InputOffset())
	}
	return n, err
}

// members reads the contents of an array or an object, up to its end.
func (p *parser) members(n *node) error {
	known := map[string]bool{}
	for p.decoder.More() {
		if n.kind == object {
			t, start, end, err := p.token()
			if err != nil {
				return err
			}
			name, _ := t.(string)
			if known[name] {
				return p.fail(start, end, "%q stands here twice", name)
			}
			known[name] = true
			n.keys = append(n.keys, key{name, p.span(start, end)})
		}
		x, err := p.value()
		if err != nil {
			return err
		}
		n.list = append(n.list, x)
	}
	_, _, _, err := p.token()
	return err
}
