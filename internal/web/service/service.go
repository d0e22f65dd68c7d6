// Package service is the library as a browser has it: methods that take an object in JSON
// and return one. The WebAssembly files of the npm package and 'refract playground' answer
// by it; package engine adds methods that need the optimizer and the engines.
//
// Every answer has "ok" and "diagnostics", the findings in the form of the command's
// --format json; an answer that isn't about a shader has "error", a text.
package service

// This file calls methods, and makes answers of errors.

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"refract"
	"refract/diag"
)

// A Method answers a request. Its result is merged into the answer.
type Method func(c *Call) (any, error)

// A Call is a request on its way.
type Call struct {
	Request
	Context context.Context   // done when nobody waits for the answer
	found   []json.RawMessage // diagnostics
	list    []*diag.Diagnostics
	text    []byte
}

// A Service has methods by name.
type Service struct {
	methods map[string]Method
}

// New returns a service that checks and translates.
func New() *Service {
	return &Service{map[string]Method{
		"check":     check,
		"translate": translate,
		"reflect":   reflect,
		"format":    layOut,
		"languages": languages,
		"options":   func(*Call) (any, error) { return object{"options": refract.Options()}, nil },
	}}
}

// Add adds methods.
func (s *Service) Add(methods map[string]Method) {
	for name, m := range methods {
		s.methods[name] = m
	}
}

// object is a part of an answer.
type object = map[string]any

// Answer answers a request of a method. It doesn't fail: errors are in the answer.
// The work ends early if ctx is done.
func (s *Service) Answer(ctx context.Context, method string, request []byte) []byte {
	var answer object
	c := &Call{Context: ctx, text: request}
	m := s.methods[method]
	if m == nil {
		return encode(object{"ok": false, "error": fmt.Sprintf("there is no method %q", method), "diagnostics": []int{}})
	}
	result, err := c.run(m)
	answer, ok := result.(object)
	if !ok || answer == nil {
		answer = object{}
	}
	answer["ok"] = err == nil
	if err != nil {
		c.fail(answer, err)
	}
	if c.found == nil {
		c.found = []json.RawMessage{}
	}
	answer["diagnostics"] = c.found
	return encode(answer)
}

func (c *Call) run(m Method) (result any, err error) {
	defer func() {
		if fault := recover(); fault != nil {
			err = fmt.Errorf("internal fault: %v", fault)
		}
	}()
	d := json.NewDecoder(bytes.NewReader(c.text))
	d.DisallowUnknownFields()
	if err := d.Decode(&c.Request); err != nil && len(c.text) > 0 {
		return nil, requestError(err)
	}
	return m(c)
}

// kindOf is JSON's name for a kind of Go's; "": nothing.
func kindOf(kind string) string {
	switch kind {
	case "string":
		return "a string"
	case "bool":
		return "true or false"
	case "slice":
		return "a list"
	case "map", "struct":
		return "an object"
	case "int", "uint32", "uint64":
		return "a whole number"
	case "uint8":
		return "a string of base64"
	case "float64":
		return "a number"
	}
	return ""
}

// requestError is an error of decoding a request, in the words of JSON.
func requestError(err error) error {
	var bad *json.UnmarshalTypeError
	if errors.As(err, &bad) {
		where := bad.Field
		if where == "" {
			where = "the request"
		}
		if kind := kindOf(bad.Type.Kind().String()); kind != "" {
			return fmt.Errorf("%s: %s is expected, not %s", where, kind, bad.Value)
		}
	}
	return fmt.Errorf("the request: %w", err)
}

// fail puts an error into an answer: its diagnostics, or its text.
func (c *Call) fail(answer object, err error) {
	var found *diag.Diagnostics
	if !errors.As(err, &found) {
		answer["error"] = err.Error()
		return
	}
	c.Warn(found)
}

// Warn adds findings to the answer, each once.
func (c *Call) Warn(found *diag.Diagnostics) {
	if found == nil {
		return
	}
	for _, d := range c.list {
		if d == found {
			return
		}
	}
	c.list = append(c.list, found)
	var b bytes.Buffer
	if err := found.WriteJSON(&b, c.Name); err != nil {
		return // a buffer takes everything
	}
	var input struct {
		Diagnostics []json.RawMessage `json:"diagnostics"`
	}
	if json.Unmarshal(b.Bytes(), &input) == nil {
		c.found = append(c.found, input.Diagnostics...)
	}
}

func encode(v any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return []byte(`{"ok":false,"diagnostics":[],"error":"the answer has no form in JSON"}`)
	}
	return b.Bytes()
}
