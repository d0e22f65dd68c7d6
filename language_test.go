package refract_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"refract"
	"refract/diag"
)

func TestLanguageNames(t *testing.T) {
	for _, l := range refract.Languages() {
		if got, ok := refract.LanguageByName(l.String()); !ok || got != l {
			t.Errorf("LanguageByName(%q) is %v, %v", l, got, ok)
		}
		for _, extension := range l.Extensions() {
			for _, name := range []string{"x" + extension, "a.b/x.y" + strings.ToUpper(extension)} {
				if got, ok := refract.LanguageOfFile(name); !ok || got != l {
					t.Errorf("LanguageOfFile(%q) is %v, %v, want %v", name, got, ok, l)
				}
			}
		}
	}
	for _, name := range []string{"", "wgsl", "x.txt", "x.wgsl/y", ".", "-"} {
		if got, ok := refract.LanguageOfFile(name); ok {
			t.Errorf("LanguageOfFile(%q) is %v", name, got)
		}
	}
	if refract.Language("none").String() != "none" || refract.Language("none").Extensions() != nil {
		t.Error("an unknown language is not handled")
	}
}

func TestLanguageErrors(t *testing.T) {
	for _, c := range []struct {
		name string
		o    refract.TranslateOptions
		want string
	}{
		{"a.txt", refract.TranslateOptions{To: refract.SPIRV}, `the language of "a.txt" can't be told from its name`},
		{"a.spvasm", refract.TranslateOptions{}, "no language to write is given"},
		{"a.spvasm", refract.TranslateOptions{To: "none"}, "none can't be written"},
		{"a.spvasm", refract.TranslateOptions{From: "none", To: refract.SPIRV}, "none can't be read"},
	} {
		_, err := refract.Translate(context.Background(), c.name, nil, c.o)
		var language *refract.LanguageError
		if !errors.As(err, &language) || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s %+v: got %v, want %s", c.name, c.o, err, c.want)
		}
	}
}

func TestInputAsAWhole(t *testing.T) {
	for _, c := range []struct {
		name, src string
		want      diag.Code // "" is success
	}{
		{"a.spvasm", "OpNop", ""},
		{"a.spvasm", " \n", "empty-input"},
		{"a.spvasm", "\x03\x02\x23\x07....", "binary-input"},
		{"a.spvasm", "\x07\x23\x02\x03", "binary-input"},
		{"a.spvasm", "OpNop\x00", "binary-input"},
		{"a.spvasm", strings.Repeat(" ", refract.MaxSourceBytes+1), "input-too-large"},
		{"a.spv", "", "malformed-spirv"},
		{"a.spv", "abc", "malformed-spirv"},
		{"a.spv", strings.Repeat("\x00", refract.MaxSourceBytes+1), "input-too-large"},
	} {
		var codes []diag.Code
		keep := func(found *diag.Diagnostics) {
			for _, d := range found.Items {
				codes = append(codes, d.Code)
			}
		}
		_, err := refract.Translate(context.Background(), c.name, []byte(c.src), refract.TranslateOptions{To: refract.SPIRV, Warn: keep})
		var found *diag.Diagnostics
		if errors.As(err, &found) {
			keep(found)
		}
		if c.want == "" && (err != nil || codes != nil) || c.want != "" && !slices.Contains(codes, c.want) {
			t.Errorf("%s %.20q: got %v %v, want %q", c.name, c.src, codes, err, c.want)
		}
	}
}
