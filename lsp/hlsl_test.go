package lsp

// This file is about documents in HLSL.

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const hlslScene = `// A light of the scene.
struct Base { float3 co«base-def»lor; };
struct Li«struct»ght : Base {
	float inten«field-def»sity;
	float weigh(float far) { return inten«field-in»sity * far; }
};
namespace tone { static const float gam«const»ma = 2.2; float3 map(float3 c) { return pow(c, gamma); } }
enum Mode { Plain, Bri«enumerator»ght };
cbuffer Camera : register(b0) { float4x4 view; float exposure; };
StructuredBuffer<Light> lights : register(t0);
Texture2D<float4> image;
SamplerState smp;
#define TWICE(x) ((x) * 2)

// Shades a point.
float3 sha«fn»de(float3 at, Light l, int n = 2) {
	float3 sum = l.co«base-use»lor * l.inten«field-use»sity;
	for (int i = 0; i < n; i++) {
		sum += lights[i].intensity * sat«builtin»urate(at);
	}
	return tone::m«qualified»ap(TWICE(sum)) * ler«lerp»p(0, 1, 0.5) * exposure;
}

float4 main(float4 p : SV_Position, float2 uv : TEXCOORD) : SV_Target {
	Light l = lights[0];
	Mode mode = Bri«enumerator-use»ght;
	float4 texel = image.Sample(smp, uv);
	while (bool mo«condition»re = any(texel > 1)) { texel.a = mo«condition-use»re ? texel.a / 2 : 0; }
	return float4(sha«call»de(p.xyz, l, «argument»2), texel.a«swizzle») + mode;
}
`

func TestHLSL(t *testing.T) {
	c := newClient(t)
	p := c.pageOf("shade.ps.hlsl", "hlsl", hlslScene)
	if list := c.found[p.uri]; len(list) > 0 {
		t.Fatalf("findings: %+v", list)
	}
	for mark, want := range map[string][]string{
		"struct":         {"struct Light : Base", "```hlsl"},
		"field-use":      {"Light.intensity: float"},
		"base-use":       {"Base.color: float3"},
		"fn":             {"float3 shade(float3 at, Light l, int n = 2)", "Shades a point."},
		"qualified":      {"float3 map(float3 c)"},
		"builtin":        {"saturate(x)"},
		"lerp":           {"lerp(x, y, z)", "linear"},
		"enumerator-use": {"Mode::Bright"},
		"swizzle":        {"float"},
	} {
		var h *hover
		if c.ask("textDocument/hover", p.at(mark), &h); h == nil {
			t.Errorf("hover at %s: nothing", mark)
			continue
		}
		for _, w := range want {
			if !strings.Contains(h.Contents.Value, w) {
				t.Errorf("hover at %s: %s, want %s", mark, h.Contents.Value, w)
			}
		}
	}
	for use, declaration := range map[string]string{"field-use": "field-def", "field-in": "field-def", "base-use": "base-def", "call": "fn", "enumerator-use": "enumerator", "condition-use": "condition"} {
		var list []location
		if c.ask("textDocument/definition", p.at(use), &list); len(list) != 1 || p.text.spanOf(list[0].Range).start > p.marks[declaration] || p.text.spanOf(list[0].Range).end < p.marks[declaration] {
			t.Errorf("definition of %s: %+v", use, list)
		}
	}
	var places []location
	if c.ask("textDocument/references", p.at("field-def", "context", map[string]any{"includeDeclaration": true}), &places); len(places) != 4 {
		t.Errorf("references: %+v", places)
	}
	var edit workspaceEdit
	c.ask("textDocument/rename", p.at("field-use", "newName", "power"), &edit)
	if got := p.apply(edit.Changes[p.uri]); strings.Contains(got, "intensity") || strings.Count(got, "power") != 4 {
		t.Errorf("rename: %s", got)
	}
	if err := c.try("textDocument/rename", p.at("fn", "newName", "float3"), nil); err == nil {
		t.Error("a function is called as a type of the language")
	}
	var help signatureHelp
	if c.ask("textDocument/signatureHelp", p.at("argument"), &help); help.ActiveParameter != 2 || !strings.HasPrefix(help.Signatures[0].Label, "float3 shade(") {
		t.Errorf("signature: %+v", help)
	}
	var tokens struct{ Data []int }
	c.ask("textDocument/semanticTokens/full", p.all(), &tokens)
	checkTokens(t, p, tokens.Data, map[string]int{"struct": semKeyword, "Light": semStruct, "saturate": semFunction, "float4x4": semType, "intensity": semProperty, "cbuffer": semKeyword, "Texture2D": semType, "uv": semParameter})
	var symbols []documentSymbol
	c.ask("textDocument/documentSymbol", p.all(), &symbols)
	var names []string
	for _, s := range symbols {
		names = append(names, s.Name)
	}
	for _, want := range []string{"Light", "Camera", "exposure", "lights", "shade", "main", "Mode", "map"} {
		if !slices.Contains(names, want) {
			t.Errorf("%q lack %s", names, want)
		}
	}
	var edits []textEdit
	crowded := c.pageOf("crowded.hlsl", "hlsl", "Texture2D < float4 >t;float f(){return(float)1;}")
	if c.ask("textDocument/formatting", crowded.all(), &edits); len(edits) == 0 {
		t.Error("a crowded source isn't formatted")
	}
}

func TestCompleteHLSL(t *testing.T) {
	c := newClient(t)
	for _, x := range []struct {
		text      string
		want, not []string
	}{
		{"struct S { float3 color; };\nStructuredBuffer<S> list;\nvoid f() { list[0].«1»", []string{"color"}, []string{"x"}},
		{"struct S { float3 color; };\nStructuredBuffer<S> list;\nvoid f() { S s = list[0]; s.color.«1»", []string{"x", "rgb"}, []string{"w", "color"}},
		{"float helper() { return 1; }\nfloat4 main(float4 p : SV_Position) : SV_Target { float first = 1; if (true) { float second = 2; «1»", []string{"helper", "p", "first", "second", "saturate", "float4", "cbuffer", "Texture2D"}, []string{"vec4", "textureSample"}},
		{"float4x4 m;\nvoid f() { m[0].«1»; }", []string{"x", "w"}, []string{"m"}},
		{"#«1»", []string{"include", "pragma"}, nil},
	} {
		p := c.pageOf("complete.hlsl", "hlsl", x.text)
		var got struct{ Items []completionItem }
		c.ask("textDocument/completion", p.at("1"), &got)
		has := func(name string) bool {
			return slices.ContainsFunc(got.Items, func(i completionItem) bool { return i.Label == name })
		}
		for _, name := range x.want {
			if !has(name) {
				t.Errorf("%s: there is no %s among %d", x.text, name, len(got.Items))
			}
		}
		for _, name := range x.not {
			if has(name) {
				t.Errorf("%s: there is %s", x.text, name)
			}
		}
		c.tell("textDocument/didClose", map[string]any{"textDocument": map[string]any{"uri": p.uri}})
	}
}

// TestHLSLFiles renames a name that an included file declares.
func TestHLSLFiles(t *testing.T) {
	dir := t.TempDir()
	library := filepath.Join(dir, "light.hlsli")
	if err := os.WriteFile(library, []byte("float lit(float x) { return x; }\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	c := newClientOf(t, Options{Root: func(string) string { return dir }})
	uri := uriOf(filepath.Join(dir, "main.ps.hlsl"))
	text := "#include \"light.hlsli\"\nfloat4 main() : SV_Target { return lit(1); }\n"
	c.open(uri, "hlsl", text)
	if len(c.found[uri]) > 0 {
		t.Fatalf("findings: %+v", c.found[uri])
	}
	at := map[string]any{"textDocument": map[string]any{"uri": uri}, "position": position{1, 36}, "newName": "shine"}
	var list []location
	if c.ask("textDocument/definition", at, &list); len(list) != 1 || list[0].URI != uriOf(library) {
		t.Errorf("definition: %+v", list)
	}
	var edit workspaceEdit
	if c.ask("textDocument/rename", at, &edit); len(edit.Changes[uri]) != 1 || len(edit.Changes[uriOf(library)]) != 1 {
		t.Errorf("rename: %+v", edit)
	}
}
