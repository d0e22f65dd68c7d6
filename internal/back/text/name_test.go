package text

import (
	"strings"
	"testing"
)

var testWords = NewWords([]string{"if", "return"}, []string{"max", "float", "a0"}, false, func(s string) bool {
	return !strings.HasPrefix(s, "__")
})

var asciiWords = NewWords([]string{"if"}, nil, true, nil)

func TestLegalize(t *testing.T) {
	for _, c := range []struct{ in, unicode, ascii string }{
		{"plain", "plain", "plain"},
		{"snake_case", "snake_case", "snake_case"},
		{"a.b", "a_b", "a_b"},
		{"a..b", "a_b", "a_b"},
		{"2d", "n2d", "n2d"},
		{"", "none", "none"},
		{"...", "none", "none"},
		{"__x", "x", "__x"},
		{"größe", "größe", "gruf6_udf_e"},
		{"Δ", "Δ", "u394"},
		{"a\u0300", "a\u0300", "au300"},
		{"\u0300a", "n\u0300a", "u300_a"},
		{"\xffx", "x", "x"},
		{"x\x00", "x", "x"},
		{strings.Repeat("a ", 500), strings.Repeat("a_", 100) + "a", strings.Repeat("a_", 100) + "a"},
	} {
		if got := testWords.Legalize(c.in, "none"); got != c.unicode {
			t.Errorf("Legalize(%q) = %q, want %q", c.in, got, c.unicode)
		}
		if got := asciiWords.Legalize(c.in, "none"); got != c.ascii {
			t.Errorf("ASCII: Legalize(%q) = %q, want %q", c.in, got, c.ascii)
		}
	}
}

// script writes a little language: `x=name` makes and declares a local name and
// binds it, `X=name` makes a name of the module, `!X=name` a fixed one; x uses a
// name, `max` writes a predeclared word; { and } are scopes.
func script(s string, compact bool) string {
	var w Writer
	w.Reset(testWords, compact)
	names := map[string]Name{}
	for _, f := range strings.Fields(s) {
		if key, want, ok := strings.Cut(f, "="); ok {
			key, fixed := strings.CutPrefix(key, "!")
			if key[0] >= 'a' {
				names[key] = w.LocalName(want, "t")
				w.Declare(names[key])
				w.Bind(names[key])
			} else {
				names[key] = w.ModuleName(want, "m", fixed)
				continue
			}
		} else if f == "{" || f == "}" || f == "part" || f == "for" || f == "for'" {
			w.Str(f)
			switch f {
			case "{":
				w.Open()
			case "part":
				w.OpenPart()
			case "for":
				w.OpenHead(true)
			case "for'":
				w.OpenHead(false)
			default:
				w.Close()
			}
		} else if n, ok := names[f]; ok {
			w.Name(n)
		} else {
			w.Word(testWords.Word(f))
		}
		w.Byte(' ')
	}
	return strings.TrimSpace(string(w.Finish(nil)))
}

func TestNames(t *testing.T) {
	for _, c := range []struct{ script, plain, compact string }{
		{"{ x=a x }", "{ a a }", "{ a a }"},
		{"{ x=a y=a x y }", "{ a a_1 a a_1 }", "{ a b a b }"},
		{"{ x=a { y=a y } x }", "{ a { a a } a }", "{ a { b b } a }"},
		{"{ x=a { y=a x y } }", "{ a { a_1 a a_1 } }", "{ a { b a b } }"},
		{"{ x=a { x y=a y } }", "{ a { a a a } }", "{ a { a b b } }"},
		{"{ x=a { y=a y } { z=a z } }", "{ a { a a } { a a } }", "{ a { b b } { b b } }"},
		{"{ x=if x }", "{ if_1 if_1 }", "{ a a }"},
		{"{ x=max x }", "{ max max }", "{ a a }"},
		{"{ x=max x max }", "{ max_1 max_1 max }", "{ a a max }"},
		{"{ max x=max x }", "{ max max max }", "{ max a a }"},
		{"X=max { X }", "{ max }", "{ a }"},
		{"X=max { X max }", "{ max_1 max }", "{ a max }"},
		{"X=a Y=a !Z=a { X Y Z }", "{ a_1 a_2 a }", "{ b c a }"},
		{"X=a Y=b { Y Y X }", "{ b b a }", "{ a a b }"},
		{"X=g { x=g x } { y=g X y }", "{ g g } { g_1 g g_1 }", "{ a a } { b a b }"},
		{"{ x=t_1 y=t z=t x y z }", "{ t_1 t t_2 t_1 t t_2 }", "{ a b c a b c }"},
		{"{ x=a_ y=a_ }", "{ a_ a_1 }", "{ a b }"},
		{"{ x= y= x y }", "{ t t_1 t t_1 }", "{ a b a b }"},
		{"!X=if { X }", "{ if_1 }", "{ if_ }"},
		// What is declared in the head of a for stays visible behind the loop.
		{"{ x=a for y=a y } x }", "{ a for a_1 a_1 } a }", "{ a for b b } a }"},
		{"{ x=a x { for y=a y } } }", "{ a a { for a a } } }", "{ a a { for b b } } }"},
		{"{ x=a { for y=a y } { x } } }", "{ a { for a_1 a_1 } { a } } }", "{ a { for b b } { a } } }"},
		{"{ for y=a y } x=a x }", "{ for a a } a_1 a_1 }", "{ for a a } b b }"},
		{"{ for y=a y } for x=a x } }", "{ for a a } for a a } }", "{ for a a } for b b } }"},
		{"{ { for y=a y } } x=a x }", "{ { for a a } } a a }", "{ { for a a } } a a }"},
		{"{ for y=a { x=a x } } }", "{ for a { a_1 a_1 } } }", "{ for a { b b } } }"},
		{"{ for' y=a { x=a { z=a } } } x=a }", "{ for' a { a_1 { a } } } a }", "{ for' a { b { c } } } a }"},
		// A continuing block declares nothing that the body does.
		{"{ { y=a part x=a } } }", "{ { a part a_1 } } }", "{ { a part b } } }"},
		{"{ { y=a part { x=a } } } }", "{ { a part { a } } } }", "{ { a part { b } } } }"},
		{"{ y=a { part x=a } } }", "{ a { part a } } }", "{ a { part b } } }"},
		{"{ { y=a { x=a } } }", "{ { a { a } } }", "{ { a { b } } }"},
		{"X=a { { for y=a y } X } }", "{ { for a_1 a_1 } a } }", "{ { for b b } a } }"},
	} {
		if got := script(c.script, false); got != c.plain {
			t.Errorf("%s:\ngot  %s\nwant %s", c.script, got, c.plain)
		}
		if got := script(c.script, true); got != c.compact {
			t.Errorf("compact: %s:\ngot  %s\nwant %s", c.script, got, c.compact)
		}
	}
}

// TestManyNames settles a million names of one text in little time.
func TestManyNames(t *testing.T) {
	var w Writer
	w.Reset(testWords, false)
	w.Open()
	first := w.LocalName("x", "")
	w.Bind(first)
	for range 100000 {
		n := w.LocalName("x", "")
		w.Declare(n)
		w.Bind(n)
		w.Open()
		m := w.LocalName("x", "")
		w.Bind(m)
		w.Name(m)
		w.Close()
		w.Name(first)
	}
	w.Close()
	if n := len(w.Finish(nil)); n == 0 {
		t.Fatal("nothing")
	}
	// The writer forgets.
	w.Reset(testWords, false)
	w.Open()
	n := w.LocalName("x", "")
	w.Declare(n)
	w.Bind(n)
	w.Close()
	if got := string(w.Finish([]byte("> "))); got != "> x\n" {
		t.Errorf("got %q", got)
	}
}

func TestShortTexts(t *testing.T) {
	texts := shortTexts{ws: testWords}
	seen := map[string]bool{}
	for i := range 10000 {
		s := texts.at(i)
		if seen[s] || testWords.Has(s) || !testWords.IsIdentifier(s) {
			t.Fatalf("%d: %q", i, s)
		}
		seen[s] = true
	}
	if s := texts.at(9999); len(s) > 3 {
		t.Errorf("%q is not short", s)
	}
}
