package service

// This file has the methods that check and translate.

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"refract"
	"refract/diag"
	glslformat "refract/internal/front/glsl/format"
	wgslformat "refract/internal/front/wgsl/format"
	"refract/ir/validate"
	"refract/reflection"
	"refract/spirv"
)

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// check looks for mistakes: {name, text}.
func check(c *Call) (any, error) {
	_, err := c.Check()
	return nil, err
}

// An Output is one of the outputs of translate.
type Output struct {
	Language   string              `json:"language"`
	EntryPoint string              `json:"entry_point,omitempty"` // of languages that hold one
	Text       string              `json:"text,omitempty"`
	Bytes      []byte              `json:"bytes,omitempty"` // of binary languages
	Mapping    *reflection.Mapping `json:"mapping,omitempty"`
}

// A failure is an output that can't be written.
type failure struct {
	Language string `json:"language"`
	Error    string `json:"error"`
}

// translate writes languages: {name, text, to, entry, options, overrides, optimize, strict,
// passes}. "outputs" has the texts, "failed" the languages that can't hold the shader and
// why.
func translate(c *Call) (any, error) {
	parse, err := c.Parse()
	if err != nil {
		return nil, err
	}
	o := refract.TranslateOptions{From: parse.Language, Parse: parse, Warn: c.Warn, Overrides: c.Values}
	if c.Allow {
		o.Validate.Capabilities = validate.All
	}
	if o.Optimize, err = c.Optimization(); err != nil {
		return nil, err
	}
	if c.Options != nil {
		if err := json.Unmarshal(c.Options, &o.Write); err != nil {
			return nil, fmt.Errorf("options: %w", err)
		}
	}
	outputs, failed := []Output{}, []failure{}
	for i, name := range c.To {
		l, ok := refract.LanguageByName(name)
		if !ok {
			return nil, fmt.Errorf("there is no language %q", name)
		}
		if i > 0 {
			o.Warn, o.Parse.Warn = nil, nil // said already
		}
		lists, err := refract.TranslateAll(c.Context, c.Name, c.Source(), o, refract.Target{Language: l, EntryPoint: c.Entry, Each: c.Entry == ""})
		if err != nil {
			var found *diag.Diagnostics
			if !errors.As(err, &found) || len(c.To) == 1 {
				return nil, err
			}
			if c.broken() {
				return nil, err // the shader itself is at fault
			}
			failed = append(failed, failure{name, found.Error()})
			continue
		}
		for _, out := range lists[0] {
			w := Output{Language: name, EntryPoint: out.EntryPoint, Text: out.Text, Mapping: out.Mapping()}
			if l.Binary() {
				w.Bytes = spirv.AppendBytes(nil, out.Words)
			}
			outputs = append(outputs, w)
		}
	}
	return object{"outputs": outputs, "failed": failed}, nil
}

// broken reports whether the shader has errors of its own.
func (c *Call) broken() bool {
	quiet := Call{Request: c.Request, Context: c.Context}
	_, err := quiet.Check()
	return err != nil
}

// Optimization makes the options of the optimizer.
func (c *Call) Optimization() (o refract.OptimizeOptions, err error) {
	o.Strict, o.Passes = c.Strict, c.Passes
	switch c.Optimize {
	case "":
	case "s":
		o.Level = refract.SmallestOptimization
	default:
		if o.Level, err = strconv.Atoi(string(c.Optimize)); err != nil || o.Level < 0 || o.Level > refract.MaxOptimization {
			return o, fmt.Errorf("optimize %q: 0 to %d, or s, is expected", c.Optimize, refract.MaxOptimization)
		}
	}
	return o, nil
}

// reflect describes the shader for its host: {name, text, entry, overrides}. "reflection"
// is the output of 'refract reflect --json', "table" that of 'refract reflect'.
func reflect(c *Call) (any, error) {
	v, err := c.Check()
	if err != nil {
		return nil, err
	}
	r, err := refract.Reflect(c.Context, v, reflection.Options{EntryPoint: c.Entry, Overrides: c.Values})
	if err != nil {
		return nil, err
	}
	return object{"reflection": r, "table": string(r.AppendTable(nil))}, nil
}

// layOut formats WGSL, GLSL and HLSL: {name, text}.
func layOut(c *Call) (any, error) {
	l, err := c.Language()
	if err != nil {
		return nil, err
	}
	var out []byte
	switch l {
	case refract.WGSL:
		var f wgslformat.Formatter
		out, err = f.Source(c.Name, c.Text)
	case refract.GLSL, refract.ESSL, refract.HLSL:
		f := glslformat.Formatter{HLSL: l == refract.HLSL}
		out, err = f.Source(c.Name, c.Text)
	default:
		return nil, fmt.Errorf("there is no layout for %s", l.Title())
	}
	return object{"text": string(out)}, err
}

// A languageInfo is a language of the list.
type languageInfo struct {
	Name       string   `json:"name"`
	Title      string   `json:"title"`
	Extensions []string `json:"extensions"`
	Binary     bool     `json:"binary"`
	Read       bool     `json:"read"`
	Write      bool     `json:"write"`
}

// languages lists them: {}.
func languages(*Call) (any, error) {
	var list []languageInfo
	for _, l := range refract.Languages() {
		list = append(list, languageInfo{l.String(), l.Title(), l.Extensions(), l.Binary(), refract.CanRead(l), refract.CanWrite(l)})
	}
	return object{"languages": list}, nil
}
