package refract_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"refract"
	spirvback "refract/back/spirv"
	"refract/diag"
	_ "refract/internal/harness/plans"
	"refract/ir/validate"
	"refract/spirv"
)

func TestErrorsHoldEverything(t *testing.T) {
	src := "fn f() -> u32 { return one; }\nfn g() -> f32 { return 2u; }\n"
	_, err := refract.Parse(context.Background(), "a.wgsl", []byte(src), refract.ParseOptions{})
	var found *diag.Diagnostics
	if !errors.As(err, &found) || len(found.Items) != 2 {
		t.Fatalf("got %v", err)
	}
	if p, _ := found.Sources.Position(found.Items[1].Span.Start); p.Line != 2 || p.File != "a.wgsl" {
		t.Errorf("the second is at %v", p)
	}
}

func TestCapabilities(t *testing.T) {
	src := "enable f16;\n@group(0) @binding(0) var<storage, read_write> x: f16;\n@compute @workgroup_size(1) fn main() { x = 1h; }\n"
	_, err := refract.Check(context.Background(), "a.wgsl", []byte(src), refract.CheckOptions{
		Validate: refract.ValidateOptions{Capabilities: validate.Core},
	})
	var found *diag.Diagnostics
	if !errors.As(err, &found) || !strings.Contains(err.Error(), "a.wgsl:") {
		t.Errorf("got %v", err)
	}
}

// TestInexpressible: what a target can't express is a diagnostic with a place,
// and the back end's own error besides.
func TestInexpressible(t *testing.T) {
	src := "enable f16;\n@group(0) @binding(0) var<storage, read_write> x: f16;\n@compute @workgroup_size(1) fn main() { x = 1h; }\n"
	options := spirvback.NewOptions()
	options.AllowedCapabilities = []string{"Shader"}
	_, err := refract.Translate(context.Background(), "a.wgsl", []byte(src), refract.TranslateOptions{
		To:    refract.SPIRV,
		Write: refract.WriteOptions{Options: refract.LanguageOptions{refract.SPIRV: &options}},
	})
	var found *diag.Diagnostics
	var own *spirvback.UnsupportedError
	if !errors.As(err, &found) || !errors.As(err, &own) || found.Items[0].Code != "unsupported-in-target" {
		t.Errorf("got %v", err)
	}
}

func TestOutputBytes(t *testing.T) {
	words := &refract.Output{Language: refract.SPIRV, Words: []uint32{spirv.Magic}}
	if got := string(words.Bytes()); got != "\x03\x02\x23\x07" {
		t.Errorf("words are %q", got)
	}
	text := &refract.Output{Language: refract.WGSL, Text: "é"}
	if got := string(text.Bytes()); got != "é" {
		t.Errorf("text is %q", got)
	}
}
