package wgsl

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"refract/diag"
	"refract/ir"
)

// This file tests what the analyses of checked functions report. The sources in
// testdata/analysis are snippets between lines of ---, each read with the
// declarations of analysisGlobals. A comment at the end of a line says what must
// be reported there, in the order of positions and between bars: a diagnostic as
// severity, code, text that it is at and message; a label as a caret, text and
// message. Nothing else may be reported.

var updateAnalysis = flag.Bool("update", false, "write what is reported into testdata/analysis")

const analysisGlobals = `
@group(0) @binding(0) var<uniform> un: vec4u;
@group(0) @binding(1) var<storage> ro: array<u32>;
@group(0) @binding(2) var<storage, read_write> rw: array<u32>;
@group(0) @binding(3) var tex: texture_2d<f32>;
@group(0) @binding(4) var smp: sampler;
@group(0) @binding(5) var rwTex: texture_storage_2d<r32uint, read_write>;
var<private> pr: u32;
var<workgroup> wg: array<u32, 64>;
var<workgroup> at: atomic<u32>;
override ov: u32 = 1;
`

var reportComment = regexp.MustCompile(` *//! (.*)$`)

func TestAnalyses(t *testing.T) {
	files, err := filepath.Glob("testdata/analysis/*.wgsl")
	if err != nil || len(files) == 0 {
		t.Fatal("no tests: ", err)
	}
	var r Reader
	m := ir.NewModule()
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		snippets := strings.Split(string(text), "---\n")
		line := 1
		for i, src := range snippets {
			snippets[i] = checkReports(t, &r, m, fmt.Sprintf("%s:%d", file, line), src)
			line += strings.Count(src, "\n") + 1
		}
		if *updateAnalysis {
			if err := os.WriteFile(file, []byte(strings.Join(snippets, "---\n")), 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// report is something reported at a position.
type report struct {
	span diag.Span
	text string
}

// checkReports compares what is reported about a snippet with what its comments
// want, and returns the snippet with the comments that would be right.
func checkReports(t *testing.T, r *Reader, m *ir.Module, name, src string) string {
	lines := strings.Split(src, "\n")
	bare := make([]string, len(lines))
	for i, l := range lines {
		bare[i] = reportComment.ReplaceAllString(l, "")
	}
	text := strings.Join(bare, "\n") + analysisGlobals
	var list diag.List
	const base = 1
	ok := r.Read(m, text, base, Options{}, &list) != nil
	if ok == list.HasErrors() {
		t.Errorf("%s: a module in spite of errors, or none without", name)
	}
	var reports []report
	at := func(s diag.Span, head, message string) {
		reports = append(reports, report{s, fmt.Sprintf("%s %q: %s", head, text[s.Start-base:s.End-base], message)})
	}
	for _, d := range list.Sorted() {
		at(d.Span, d.Severity.String()+" "+string(d.Code), d.Message)
		if d.Primary != "" {
			at(d.Span, "^", d.Primary)
		}
		for _, l := range d.Labels {
			at(l.Span, "^", l.Message)
		}
	}
	slices.SortStableFunc(reports, func(a, b report) int { return int(a.span.Start) - int(b.span.Start) })
	start := uint32(base)
	for i, l := range bare {
		end := start + uint32(len(l)) + 1
		var got []string
		for _, p := range reports {
			if p.span.Start >= start && p.span.Start < end && !slices.Contains(got, p.text) {
				got = append(got, p.text)
			}
		}
		start = end
		comment := strings.Join(got, " | ")
		want := ""
		if match := reportComment.FindStringSubmatch(lines[i]); match != nil {
			want = match[1]
		}
		if comment != want && !*updateAnalysis {
			t.Errorf("%s+%d: %s\n got %s\nwant %s", name, i, l, comment, want)
		}
		if comment != "" {
			l += " //! " + comment
		}
		lines[i] = l
	}
	for _, p := range reports {
		if p.span.Start >= start && p.text[0] != '^' {
			t.Errorf("%s: behind the snippet: %s", name, p.text)
		}
	}
	return strings.Join(lines, "\n")
}

// TestUniformityLimits checks that functions built to make the analysis slow are
// refused or taken in little time, with an answer on the safe side.
func TestUniformityLimits(t *testing.T) {
	repeat := func(n int, format string) string {
		var b strings.Builder
		for i := range n {
			b.WriteString(strings.ReplaceAll(format, "#", fmt.Sprint(i)))
		}
		return b.String()
	}
	all := repeat(100, "p#: ptr<function, u32>, ")
	for _, c := range []struct {
		name, src string
		code      diag.Code // "": no error
	}{
		{"breaks", "fn f() {" + repeat(4000, "var x# = 0u; ") + "loop {" + repeat(4000, "x# = 1; if x# == 0 { break; } ") + "break; } if x0 == 0 { workgroupBarrier(); } }", codeDepth},
		{"fewer breaks", "fn f() {" + repeat(400, "var x# = 0u; ") + "loop {" + repeat(400, "x# = 1; if x# == 0 { break; } ") + "break; } if x0 == 0 { workgroupBarrier(); } }", ""},
		{"pointers", "fn f(" + all + ") {" + repeat(100, "*p0 += *p#; ") + repeat(100, "*p# = *p0; ") + "} fn g(" + all + ") { f(" + repeat(100, "p#, ") + "); if *p7 == 0 { workgroupBarrier(); } }", ""},
		{"bad pointers", "fn f(" + all + ") {" + repeat(100, "*p0 += *p#; ") + repeat(100, "*p# = *p0; ") + "} fn g(" + all + ") { *p9 = rw[0]; f(" + repeat(100, "p#, ") + "); if *p7 == 0 { workgroupBarrier(); } }", codeBarrier},
		{"failures", "fn f() {" + repeat(2000, "if rw[#] == 0 { workgroupBarrier(); } ") + "}", codeBarrier},
	} {
		var list diag.List
		Parse(c.src+analysisGlobals, 1, Options{}, &list)
		got := diag.Code("")
		for _, d := range list.Sorted() {
			if d.Severity == diag.Error {
				got = d.Code
				break
			}
		}
		if got != c.code {
			t.Errorf("%s: want %q, got %q", c.name, c.code, got)
		}
	}
}

// TestStraight checks which functions the uniformity analysis looks at: none where all
// collective operations are reached in any case.
func TestStraight(t *testing.T) {
	const globals = `
@group(0) @binding(0) var<storage, read_write> rw: array<u32>;
var<workgroup> shared_value: u32;
fn sync() { workgroupBarrier(); }
fn synced() -> bool { workgroupBarrier(); return true; }
fn plain() -> u32 { if rw[0] == 1 { return 1; } return 2; }
`
	for _, c := range []struct {
		body     string
		analyzed bool
	}{
		{"workgroupBarrier();", false},
		{"if rw[0] == 0 { rw[1] = 2; } workgroupBarrier(); sync();", false},
		{"for (var i = 0u; i < rw[0]; i++) { if i == 7 { break; } else { continue; } } sync();", false},
		{"switch rw[0] { case 1: { break; } default: { rw[0] = 1; } } { sync(); }", false},
		{"let a = rw[0] == 1 && rw[1] == 2; sync();", false},
		{"rw[2] = plain(); sync();", false},
		{"sync(); if rw[0] == 0 { return; } rw[0] = 1;", false},
		{"if rw[0] == 0 { workgroupBarrier(); }", true},
		{"if rw[0] == 0 { sync(); }", true},
		{"if rw[0] == 0 { return; } sync();", true},
		{"if true { { if rw[0] == 0 { return; } } } workgroupBarrier();", true},
		{"loop { if rw[0] == 0 { return; } if rw[1] == 0 { break; } } sync();", true},
		{"loop { break; continuing { sync(); } }", true},
		{"while rw[0] == 0 { sync(); }", true},
		{"while synced() { }", true},
		{"for (; rw[0] == 0; sync()) { }", true},
		{"switch rw[0] { case 1: { sync(); } default: { } }", true},
		{"switch rw[0] { case 1: { return; } default: { } } sync();", true},
		{"let a = rw[0] == 1 && synced();", true},
		{"let a = rw[0] == 1 || synced();", true},
		{"let a = true && synced();", true},
		{"let a = workgroupUniformLoad(&shared_value);", true},
	} {
		var list diag.List
		var r Reader
		r.Read(ir.NewModule(), globals+"@compute @workgroup_size(64) fn main() { "+c.body+" }", 1, Options{}, &list)
		if got := len(r.c.uniform.reqs) > 1; got != c.analyzed {
			t.Errorf("%s: analyzed: %t, want %t", c.body, got, c.analyzed)
		}
	}
}
