package lsp

// This file is about completion where blocks have no end yet.

import (
	"slices"
	"testing"
)

func TestCompleteUnclosed(t *testing.T) {
	c := newClient(t)
	for _, x := range []struct {
		name, text string
		want       []string
	}{
		{"a.wgsl", "fn helper() {}\nfn f(param: f32) {\n  let first = 1;\n  if true {\n    let second = 2;\n    «1»", []string{"param", "first", "second", "helper"}},
		{"b.wgsl", "fn f(param: f32) {\n  let first = 1;\n  for (var i = 0; i < 3; i++) {\n    let second = «1»", []string{"param", "first", "i"}},
		{"c.wgsl", "fn f(param: f32) {\n  let first = 1;\n  {\n    let second = 2;\n    sec«1»\n\nfn g() {}\n", []string{"param", "first", "second"}},
		{"d.wgsl", "fn f(param: f32) -> f32 {\n  let first = vec3f(1);\n  let second = first.x;\n  return fir«1»\n}\n", []string{"param", "first", "second"}},
		{"e.wgsl", "fn f(param: f32) {\n  let first = 1;\n  foo(first, «1»", []string{"param", "first"}},
		{"f.wgsl", "fn f(param: f32) {\n  switch 1 { case 1: { let first = 1;\n «1»", []string{"param", "first"}},
		{"g.wgsl", "fn f(param: f32) {\n  let first = 1;\n  if fir«1»\n}\nfn g(other: f32) { let third = 1; }\n", []string{"param", "first"}},
		{"h.wgsl", "fn f(param: f32) {\n  loop { let first = 1; while first < 2 { var second: f32; «1»", []string{"param", "first", "second"}},
		{"a.frag", "#version 450\nfloat helper() { return 1.0; }\nvoid f(float param) {\n  float first = 1.0;\n  if (true) {\n    float second = 2.0;\n    «1»", []string{"param", "first", "second", "helper"}},
		{"b.frag", "#version 450\nvoid f(float param) {\n  float first = 1.0;\n  for (int i = 0; i < 3; i++) {\n    float second = fir«1»", []string{"param", "first", "i"}},
		{"c.frag", "#version 450\nvoid f(float param) {\n  float first = 1.0;\n  first.«x»\n  vec3 second = vec3(fir«1»\n}\nvoid main() {}", []string{"param", "first"}},
		{"a.kage", "//kage:unit pixels\npackage main\nfunc f(param float) float {\n\tfirst := 1.0\n\tif first > 0 {\n\t\tsecond := 2.0\n\t\t«1»", []string{"param", "first", "second"}},
	} {
		p := c.page(x.name, x.text)
		var got struct{ Items []completionItem }
		p.c.ask("textDocument/completion", p.at("1"), &got)
		for _, want := range x.want {
			if !slices.ContainsFunc(got.Items, func(i completionItem) bool { return i.Label == want }) {
				t.Errorf("%s: there is no %s", x.name, want)
			}
		}
	}
}
