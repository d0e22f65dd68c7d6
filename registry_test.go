package refract

import (
	"context"
	"encoding/json"
	"testing"

	"refract/internal/back"
	"refract/language"
)

// TestRegistry goes over the front ends and back ends: names, other names and extensions
// are of one language, options are JSON objects, and writers are what they are said to
// be.
func TestRegistry(t *testing.T) {
	owner := map[string]*language.Info{}
	claim := func(l *language.Info) {
		for _, name := range append(append([]string{l.Name}, l.Aliases...), l.Extensions...) {
			if other := owner[name]; other != nil && other != l {
				t.Errorf("%s is of %s and of %s", name, other.Title, l.Title)
			}
			owner[name] = l
		}
		if l.Name == "" || l.Title == "" || len(l.Extensions) == 0 {
			t.Errorf("%+v lacks something", l)
		}
	}
	for _, f := range frontEnds {
		claim(f.Language)
		if f.OptionsOf != nil && f.Options == nil || f.New() == nil {
			t.Errorf("the front end of %s lacks something", f.Language.Title)
		}
	}
	for _, b := range backEnds {
		claim(b.Language)
		w := b.New()
		if _, each := w.(back.EachWriter); each != b.Single && b.Single {
			t.Errorf("%s holds one entry point, and its writer writes none by one", b.Language.Title)
		}
		if b.Options == nil {
			t.Errorf("%s has no options", b.Language.Title)
			continue
		}
		if text, err := json.Marshal(b.Options()); err != nil || text[0] != '{' {
			t.Errorf("the options of %s are %s, %v", b.Language.Title, text, err)
		}
		if b.Overrides != nil && b.Overrides(b.Options()) != nil {
			t.Errorf("%s has values of overrides from the start", b.Language.Title)
		}
		for _, d := range b.Docs {
			if d[0] == "" || d[1] == "" {
				t.Errorf("%s: an option without a name or a meaning: %q", b.Language.Title, d)
			}
		}
	}
}

// TestWrongOptions gives a language the options of another.
func TestWrongOptions(t *testing.T) {
	m, err := Parse(context.Background(), "a.wgsl", []byte("@compute @workgroup_size(1) fn main() {}"), ParseOptions{})
	if err != nil {
		t.Fatal(err)
	}
	v, err := Validate(context.Background(), m, ValidateOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range backEnds {
		l := Language(b.Language.Name)
		_, err := Write(context.Background(), v, WriteOptions{Language: l, Options: LanguageOptions{l: &struct{}{}}})
		if _, is := err.(*OptionError); !is {
			t.Errorf("%v with options of another type: %v", l, err)
		}
	}
}
