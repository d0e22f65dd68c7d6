package msl

// This file gives texts to the checker. It starts a compiler for every row, which
// takes longer than the compiling, so that many texts go into one row, each in a
// namespace of its own. What that could hide is checked or kept from happening:
//
//   - Names of a namespace hide those of Metal's library, where names at file scope
//     clash with them: one more row declares every name beside the library's.
//   - The checker takes functions that differ in address spaces only for one: texts
//     with two such functions never share a row.
//   - A row with an error is read again, each text alone.

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"refract/internal/harness"
)

// row is what the checker reads.
type row struct {
	Name   string `json:"name"`
	Source string `json:"source"`
}

const (
	header    = "#include <metal_stdlib>\n#include <simd/simd.h>\n\nusing namespace metal;\n"
	batchSize = 32 // texts
)

var (
	signature = regexp.MustCompile(`(?:template\s*<[^<>{}();]*>\s*)?[\w:<>,&* \t]+?\b(\w+)\s*\([^(){};]*\)\s*\{`)
	spaces    = regexp.MustCompile(`\b(?:device|constant|threadgroup|thread|const)\b|\s+`)
	// atFileScope are the names at file scope, which begin their line.
	atFileScope = regexp.MustCompile(`(?m)^[A-Za-z][\w:<>, ]*[&* ] ?(\w+)(?: \{|\(| = |;|\[)`)
)

// batch is a row of several texts.
type batch struct {
	rows       []row
	signatures map[string]string // as the checker compares them, to their spelling
}

// add takes a text unless the checker would merge one of its functions with
// another text's.
func (b *batch) add(r row, signatures [][2]string) bool {
	for _, s := range signatures {
		if was, ok := b.signatures[s[0]]; ok && was != s[1] {
			return false
		}
	}
	for _, s := range signatures {
		b.signatures[s[0]] = s[1]
	}
	b.rows = append(b.rows, r)
	return true
}

// source is the batch's text.
func (b *batch) source() string {
	var text strings.Builder
	for i, r := range b.rows {
		fmt.Fprintf(&text, "namespace text_%d {\n%s}\n", i, r.Source)
	}
	return text.String()
}

// signatures are those of a text's functions: as the checker compares them, and as
// they are spelled.
func signatures(text string) (list [][2]string) {
	for _, s := range signature.FindAllString(text, -1) {
		s = strings.TrimSuffix(s, "{")
		list = append(list, [2]string{spaces.ReplaceAllString(s, ""), s})
	}
	return list
}

// wrong returns the rows that the checker finds wrong, with what it says of them.
func wrong(t *testing.T, rows []row) map[string]string {
	t.Helper()
	var open, batches []*batch
	names := map[string]bool{}
	for _, r := range rows {
		found := signatures(r.Source)
		at := slices.IndexFunc(open, func(b *batch) bool { return b.add(r, found) })
		if at < 0 {
			b := &batch{signatures: map[string]string{}}
			b.add(r, found)
			at, open, batches = len(open), append(open, b), append(batches, b)
		}
		if len(open[at].rows) == batchSize {
			open = slices.Delete(open, at, at+1)
		}
		for _, m := range atFileScope.FindAllStringSubmatch(strings.Replace(r.Source, "using namespace metal;", "", 1), -1) {
			names[m[1]] = true
		}
	}
	list := []row{{"names at file scope", besideLibrary(names)}}
	for i, b := range batches {
		list = append(list, row{fmt.Sprint("batch ", i), b.source()})
	}
	bad := map[string]string{}
	var again []row
	for i, v := range harness.Oracle(t, "msl", list) {
		switch {
		case v.OK:
		case i == 0:
			bad[v.Name] = v.Text()
		default:
			again = append(again, batches[i-1].rows...)
		}
	}
	if len(again) > 0 {
		for _, v := range harness.Oracle(t, "msl", again) {
			if !v.OK {
				bad[v.Name] = fmt.Sprintf("%d: %s", v.Messages[0].Line, v.Text())
			}
		}
	}
	return bad
}

// besideLibrary is a text in which each name is ambiguous if Metal's library
// declares it.
func besideLibrary(names map[string]bool) string {
	var text strings.Builder
	text.WriteString(header)
	for i, n := range slices.Sorted(maps.Keys(names)) {
		fmt.Fprintf(&text, "namespace of_name_%d { constant int %s = 1; }\nusing namespace of_name_%d;\nint use_of_name_%d() { return %s; }\n", i, n, i, i, n)
	}
	return text.String()
}

// TestBatches gives the checker texts with an error each in a batch, and one that
// clashes with the library.
func TestBatches(t *testing.T) {
	function := func(body string) string {
		return header + "\nstruct S {\n    float a;\n};\n\nfloat f(S s) {\n    " + body + "\n}\n"
	}
	bad := wrong(t, []row{
		{"right", function("return s.a;")},
		{"wrong", function("return s.b;")},
		{"other space", header + "\nfloat f(device float& x) {\n    return x;\n}\n"},
		{"no such space", header + "\nfloat f(thread float& x) {\n    return y;\n}\n"},
		{"clash", header + "\nstruct sampler {\n    int clamp;\n};\n"},
	})
	for _, name := range []string{"wrong", "no such space", "names at file scope"} {
		if bad[name] == "" {
			t.Errorf("%s: nothing found", name)
		}
		delete(bad, name)
	}
	if len(bad) > 0 {
		t.Error(bad)
	}
}
