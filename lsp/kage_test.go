package lsp

// This file tests documents in Kage.

import (
	"strings"
	"testing"
)

const kageText = `//kage:unit pixels

package main

const Speed = 2.5

var Time float

func wave(p vec2) (float, vec2) {
	return sin(p.x * Speed), p.yx
}

func Fragment(dstPos vec4, src0Pos vec2, color vec4) vec4 {
	w, q := wave(src0Pos+Time)
	return imageSrc0At(q) * w * color.rgba
}
`

// TestKage opens a program in Kage and asks about its names.
func TestKage(t *testing.T) {
	c := newClient(t)
	const uri = "file:///x/wave.kage"
	c.open(uri, "kage", kageText)
	if list := c.found[uri]; len(list) != 0 {
		t.Errorf("findings: %+v", list)
	}
	text := newText(kageText)
	ask := func(method, name string, more int, out any) {
		t.Helper()
		c.ask("textDocument/"+method, map[string]any{"textDocument": map[string]any{"uri": uri}, "position": text.position(strings.Index(kageText, name) + more),
			"context": map[string]any{"includeDeclaration": true}}, out)
	}
	for name, want := range map[string]string{
		"w, q":        "var w float",
		"wave(src":    "func wave(p vec2) (float, vec2)",
		"Speed), p":   "const Speed = 2.5",
		"Time)":       "var Time float // a uniform",
		"sin(p":       "func sin(x T) T",
		"imageSrc0At": "func imageSrc0At(pos vec2) vec4",
		"rgba":        "vec4",
	} {
		var h *hover
		ask("hover", name, 0, &h)
		if h == nil || !strings.Contains(h.Contents.Value, want) {
			t.Errorf("%s: hover %+v, want %s", name, h, want)
		}
	}
	var places []location
	if ask("definition", "wave(src", 0, &places); len(places) != 1 || places[0].Range.Start != text.position(strings.Index(kageText, "wave(p")) {
		t.Errorf("definition: %+v", places)
	}
	if ask("references", "Speed =", 0, &places); len(places) != 2 {
		t.Errorf("references: %+v", places)
	}
	var outline []documentSymbol
	ask("documentSymbol", "package", 0, &outline)
	names := ""
	for _, s := range outline {
		names += s.Name + " "
	}
	if names != "Speed Time wave Fragment " {
		t.Errorf("outline: %s", names)
	}
	var tokens struct{ Data []uint32 }
	ask("semanticTokens/full", "package", 0, &tokens)
	kinds := map[uint32]int{}
	for i := 3; i < len(tokens.Data); i += 5 {
		kinds[tokens.Data[i]]++
	}
	if kinds[semKeyword] != 7 || kinds[semType] < 8 || kinds[semFunction] != 5 || kinds[semComment] != 1 || kinds[semNumber] != 1 {
		t.Errorf("tokens: %v", kinds)
	}
	var list struct{ Items []completionItem }
	ask("completion", "w * color", 0, &list)
	found := map[string]string{}
	for _, item := range list.Items {
		found[item.Label] = item.Detail
	}
	for name, detail := range map[string]string{"w": "", "q": "", "Time": "", "wave": "func wave(p vec2) (float, vec2)", "imageSrc3At": "func imageSrc3At(pos vec2) vec4", "vec3": "type vec3", "for": ""} {
		if got, ok := found[name]; !ok || got != detail {
			t.Errorf("completion: %s is %q, %v; want %q", name, got, ok, detail)
		}
	}
	if _, ok := found["p"]; ok {
		t.Error("completion has a parameter of another function")
	}
	if ask("completion", "rgba", 0, &list); len(list.Items) != 0 {
		t.Errorf("completion behind a dot: %v", list.Items)
	}
	for name, want := range map[string]string{
		"src0Pos+Time)": "func wave(p vec2) (float, vec2); p vec2",
		"p.x * Speed":   "func sin(x T) T; x T",
		"q) * w":        "func imageSrc0At(pos vec2) vec4; pos vec2",
		"dstPos vec4":   "func Fragment(dstPos vec4, src0Pos vec2, color vec4) vec4; dstPos vec4, src0Pos vec2, color vec4",
		"w, q":          "",
	} {
		var help *signatureHelp
		ask("signatureHelp", name, 0, &help)
		got := ""
		if help != nil && len(help.Signatures) == 1 {
			var parts []string
			for _, p := range help.Signatures[0].Parameters {
				parts = append(parts, p.Label)
			}
			got = help.Signatures[0].Label + "; " + strings.Join(parts, ", ")
		}
		if got != want {
			t.Errorf("%s: signature %q, want %q", name, got, want)
		}
	}
	rename := func(at, name string) (edit workspaceEdit, err error) {
		err = c.try("textDocument/rename", map[string]any{"textDocument": map[string]any{"uri": uri}, "position": text.position(strings.Index(kageText, at)), "newName": name}, &edit)
		return edit, err
	}
	if edit, err := rename("wave(p", "swell"); err != nil || len(edit.Changes[uri]) != 2 {
		t.Errorf("renamed by %+v, %v", edit, err)
	}
	for _, wrong := range [][2]string{{"wave(p", "q"}, {"wave(p", "sin"}, {"wave(p", "imageSrc0At"}, {"wave(p", "for"}, {"wave(p", "1x"}, {"Time float", "time"}, {"Fragment", "Pixel"}, {"package", "x"}} {
		if edit, err := rename(wrong[0], wrong[1]); err == nil {
			t.Errorf("%s is renamed to %s by %+v", wrong[0], wrong[1], edit)
		}
	}
	var hints any
	if ask("inlayHint", "package", 0, &hints); hints != nil {
		t.Errorf("hints: %v", hints)
	}
	p := c.page("bad.kage", "package main\n\nfunc Fragment( ) vec4 {\n  return vec4( Tine )\n}\n\nvar Time float\n")
	if list := c.found[p.uri]; len(list) != 1 || !strings.Contains(list[0].Message, "Tine") {
		t.Errorf("findings: %+v", list)
	}
	var edits []textEdit
	c.ask("textDocument/formatting", p.all(), &edits)
	if got := p.apply(edits); !strings.Contains(got, "func Fragment() vec4 {\n\treturn vec4(Tine)\n") {
		t.Errorf("formatted: %s", got)
	}
}
