package diag_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"refract/diag"
	"refract/internal/harness"
)

func TestPosition(t *testing.T) {
	var s diag.Sources
	texts := []string{"a\nbc\r\nd\re", "", "é名x\n\xff\xfe!", "\ufeffx"}
	bases := make([]uint32, len(texts))
	for i, text := range texts {
		bases[i] = s.Add(fmt.Sprint(i), text)
	}
	if bases[0] != 1 {
		t.Errorf("the first base is %d, want 1", bases[0])
	}
	for _, c := range []struct{ file, offset, line, column int }{
		{0, 0, 1, 1}, {0, 1, 1, 2}, {0, 2, 2, 1}, {0, 3, 2, 2}, {0, 4, 2, 3}, {0, 5, 2, 3}, {0, 6, 3, 1},
		{0, 7, 3, 2}, {0, 8, 4, 1}, {0, 9, 4, 2},
		{1, 0, 1, 1},
		{2, 0, 1, 1}, {2, 1, 1, 1}, {2, 2, 1, 2}, {2, 5, 1, 3}, {2, 6, 1, 4}, {2, 7, 2, 1}, {2, 8, 2, 2}, {2, 10, 2, 4},
		{3, 0, 1, 1}, {3, 3, 1, 1}, {3, 4, 1, 2},
	} {
		want := diag.Position{File: fmt.Sprint(c.file), Line: c.line, Column: c.column, Offset: c.offset}
		if got, ok := s.Position(bases[c.file] + uint32(c.offset)); !ok || got != want {
			t.Errorf("text %d offset %d: got %v %v, want %v", c.file, c.offset, got, ok, want)
		}
	}
	for _, offset := range []uint32{0, bases[3] + 5, 1 << 31} {
		if p, ok := s.Position(offset); ok {
			t.Errorf("offset %d is at %v, want nowhere", offset, p)
		}
	}
	if got := s.Text(diag.Span{Start: bases[2], End: bases[2] + 5}); got != "é名" {
		t.Errorf("Text is %q", got)
	}
}

// TestColumnOfLongLine counts across the marks, with code points that straddle
// them.
func TestColumnOfLongLine(t *testing.T) {
	var s diag.Sources
	text := "a" + strings.Repeat("名", 4000)
	base := s.Add("x", text)
	column := 0
	for i := range text {
		column++
		if p, _ := s.Position(base + uint32(i)); p.Column != column {
			t.Fatalf("offset %d: column %d, want %d", i, p.Column, column)
		}
	}
	if p, _ := s.Position(base + uint32(len(text))); p.Column != column+1 {
		t.Errorf("end: column %d, want %d", p.Column, column+1)
	}
}

func TestErr(t *testing.T) {
	var s diag.Sources
	s.Add("a.wgsl", "one two")
	var l diag.List
	if err := l.Err(&s); err != nil {
		t.Errorf("an empty list is the error %v", err)
	}
	l.Warnf("w", diag.Span{Start: 1, End: 4}, "careful")
	if err := l.Err(&s); err != nil {
		t.Errorf("a list of warnings is the error %v", err)
	}
	l.Errorf("e", diag.Span{Start: 5, End: 8}, "wrong")
	l.Report(diag.Off, "o", diag.Span{Start: 5, End: 8}, "silent")
	err := fmt.Errorf("wrapped: %w", l.Err(&s))
	var ds *diag.Diagnostics
	if !errors.As(err, &ds) || len(ds.Items) != 2 || ds.Count(diag.Error) != 1 {
		t.Fatalf("got %v", err)
	}
	if got, want := ds.Error(), "a.wgsl:1:1: warning: careful [w]\na.wgsl:1:5: error: wrong [e]"; got != want {
		t.Errorf("Error() is\n%s\nwant\n%s", got, want)
	}
	for i := range 200 {
		l.Errorf(diag.Code(fmt.Sprint(i)), diag.Span{}, "wrong")
	}
	if l.ErrorCount() != 201 || l.Dropped() != 102 {
		t.Errorf("%d errors, %d dropped", l.ErrorCount(), l.Dropped())
	}
	if got := l.Err(&s).Error(); !strings.HasSuffix(got, "and 192 more") {
		t.Errorf("Error() is %s", got)
	}
}

// TestHugeLine holds the renderer to time in proportion to the input: every
// finding on one line of 32 MB.
func TestHugeLine(t *testing.T) {
	var s diag.Sources
	text := strings.Repeat("let x = 1; ", 3<<20)
	base := s.Add("a.wgsl", text)
	var l diag.List
	for i := range diag.DefaultCap {
		at := base + uint32(i*len(text)/diag.DefaultCap)
		l.Errorf("x", diag.Span{Start: at, End: at + 2000}, "wrong").At("here").
			Label(diag.Span{Start: base, End: base + uint32(len(text))}, "in all of this").
			Suggest(diag.Span{Start: at, End: at + 1}, "y", "change it")
	}
	took := harness.CPUTime(func() {
		ds := l.Diagnostics(&s)
		if err := errors.Join(ds.WriteHuman(io.Discard, diag.HumanOptions{}), ds.WriteShort(io.Discard), ds.WriteJSON(io.Discard, "a")); err != nil {
			t.Error(err)
		}
	})
	if took > 5*time.Second {
		t.Errorf("rendering took %v", took)
	}
}

// TestSARIFRequired checks what the SARIF schema requires of what is written.
func TestSARIFRequired(t *testing.T) {
	var out strings.Builder
	if err := diag.WriteSARIF(&out, diag.SARIFTool{Name: "refract"}, nil, nil); err != nil {
		t.Fatal(err)
	}
	var log struct {
		Version string
		Runs    []struct {
			Tool    struct{ Driver struct{ Name string } }
			Results *[]any
		}
	}
	if err := json.Unmarshal([]byte(out.String()), &log); err != nil {
		t.Fatal(err)
	}
	if log.Version != "2.1.0" || len(log.Runs) != 1 || log.Runs[0].Tool.Driver.Name != "refract" || log.Runs[0].Results == nil {
		t.Errorf("got %s", out.String())
	}
}

func TestNilRendersAsNothing(t *testing.T) {
	var ds *diag.Diagnostics
	var out strings.Builder
	if err := errors.Join(ds.WriteHuman(&out, diag.HumanOptions{}), ds.WriteShort(&out), ds.WriteJSON(&out, "a")); err != nil {
		t.Fatal(err)
	}
	if want := `{"file":"a","ok":true,"diagnostics":[]}` + "\n"; out.String() != want {
		t.Errorf("got %q, want %q", out.String(), want)
	}
}

// FuzzRender draws any spans over any bytes, with expansions that may form
// cycles: nothing may panic, and every form ends its last line.
func FuzzRender(f *testing.F) {
	f.Add("fn f() {\n\treturn 名;\n}", "x", uint32(1), uint32(9), uint32(3), uint32(20), uint32(25), uint32(2), 30)
	f.Add("\xff\xfe\r\r\n", "\ufeff", uint32(0), uint32(1<<31), uint32(7), uint32(2), uint32(6), uint32(6), 0)
	f.Add(strings.Repeat("e\u0301", 500), "", uint32(700), uint32(2), uint32(1), uint32(900), uint32(1500), uint32(1), 25)
	f.Fuzz(func(t *testing.T, one, two string, a, b, c, d, e, g uint32, width int) {
		var s diag.Sources
		s.Add(one, one)
		base := s.Add("two\n", two)
		s.AddExpansion(e, g, diag.Span{Start: a, End: c}, "m")
		s.AddInclude(base, uint32(len(two)), diag.Span{Start: d, End: b}, two)
		var l diag.List
		l.Errorf("x", diag.Span{Start: a, End: b}, "%s", one).At("%s", two).
			Label(diag.Span{Start: c, End: d}, "second").Label(diag.Span{Start: b, End: c}, "third").
			Label(diag.Span{Start: a, End: d}, "fourth").Suggest(diag.Span{Start: d, End: e}, two, "%s", one)
		l.Warnf("y", diag.Span{Start: base, End: e}, "y").Suggest(diag.Span{Start: base, End: g}, one, "fix")
		ds := l.Diagnostics(&s)
		for _, write := range []func(w io.Writer) error{
			func(w io.Writer) error { return ds.WriteHuman(w, diag.HumanOptions{Width: width, Color: a%2 == 0}) },
			ds.WriteShort,
			func(w io.Writer) error { return ds.WriteJSON(w, one) },
			func(w io.Writer) error { return diag.WriteSARIF(w, diag.SARIFTool{Name: one}, ds) },
		} {
			var out strings.Builder
			if err := write(&out); err != nil {
				t.Fatal(err)
			}
			if !strings.HasSuffix(out.String(), "\n") {
				t.Errorf("no line end: %q", out.String())
			}
		}
	})
}

// TestWithin: findings in a text that is a part of another have positions in the other.
func TestWithin(t *testing.T) {
	var s diag.Sources
	base := s.Add("part", "one\ntwo")
	s.Within(0, "whole.go", "x := `\n\n  one\\ntwo`", func(start, end int) (int, int) { // the end of the line is an escape
		moved := func(at int) int {
			if at > 3 {
				at++
			}
			return at + 10
		}
		return moved(start), moved(end)
	})
	at := diag.Span{Start: base + 4, End: base + 7}
	start, end, ok := s.Range(at)
	if want := (diag.Position{File: "whole.go", Line: 3, Column: 8, Offset: 15}); !ok || start != want || end.Offset != 18 {
		t.Errorf("%v to %v, want %v", start, end, want)
	}
	var l diag.List
	l.Errorf("e", at, "wrong")
	if got := l.Diagnostics(&s).Error(); got != "whole.go:3:8: error: wrong [e]" {
		t.Error(got)
	}
}
