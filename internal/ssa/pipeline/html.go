package pipeline

// This file makes one page of a run: a column for the shader as it came and one
// for each application of a pass. Columns of applications that changed nothing
// are narrow and empty. A value or block that is clicked is marked in every
// column, whatever its number there: the page goes by handles, which a value keeps
// as long as it lives. The page needs nothing but itself.

import (
	"bytes"
	"fmt"
	"html"
	"regexp"
	"strconv"
	"strings"

	"refract/ssa"
)

// A Recorder makes a page of a run.
type Recorder struct {
	title string
	out   bytes.Buffer

	notedHandle, definition, reference, functionRow *regexp.Regexp
}

// NewRecorder starts a page with the shader as it is.
func NewRecorder(title string, s *ssa.Shader) *Recorder {
	r := &Recorder{
		title:       title,
		notedHandle: regexp.MustCompile(`^\s*// \^ #([ib]\d+)$`),
		definition:  regexp.MustCompile(`^\s*(%\d+|b\d+)\b`),
		reference:   regexp.MustCompile(`%\d+\b|\bb\d+\b`),
		functionRow: regexp.MustCompile(`^func (@\S+?)\(`),
	}
	r.column("input", "", s)
	return r
}

// After records an application; it is for Options.After.
func (r *Recorder) After(a *Application, s *ssa.Shader) {
	if !a.Changed {
		fmt.Fprintf(&r.out, "<section class=same title=\"%s: no change\"><h2>%d</h2></section>\n", html.EscapeString(a.String()), a.Number)
		return
	}
	where := "the shader"
	if a.Func != 0 {
		where = "@" + a.Function
	}
	if a.Round > 0 {
		where += fmt.Sprintf(", iteration %d", a.Round)
	}
	r.column(fmt.Sprintf("%d %s", a.Number, a.Pass.Name), where, s)
}

// Page is the page so far.
func (r *Recorder) Page() []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, pageHead, html.EscapeString(r.title), html.EscapeString(r.title))
	b.Write(r.out.Bytes())
	b.WriteString(pageTail)
	return b.Bytes()
}

// column writes the text of a shader with the handles of the named objects.
func (r *Recorder) column(title, where string, s *ssa.Shader) {
	text := ssa.AppendText(nil, s, ssa.PrintOptions{Notes: func(_ *ssa.Function, i ssa.InstrID, n ssa.NodeID) []string {
		if i != 0 {
			return []string{"#i" + strconv.Itoa(int(i))}
		}
		return []string{"#b" + strconv.Itoa(int(n))}
	}})
	fmt.Fprintf(&r.out, "<section><h2>%s</h2><p>%s</p><pre>", html.EscapeString(title), html.EscapeString(where))
	lines := strings.Split(strings.TrimRight(string(text), "\n"), "\n")
	for first := 0; first < len(lines); {
		last := first + 1
		for last < len(lines) && lines[last] != "}" {
			last++
		}
		r.lines(lines[first:min(last+1, len(lines))])
		first = last + 1
	}
	r.out.WriteString("</pre></section>\n")
}

// lines writes the lines up to the end of a function.
func (r *Recorder) lines(lines []string) {
	handles := map[string]string{}
	function, before := "", ""
	for _, line := range lines {
		if m := r.functionRow.FindStringSubmatch(line); m != nil {
			function = m[1]
		}
		if m := r.notedHandle.FindStringSubmatch(line); m != nil {
			if d := r.definition.FindStringSubmatch(before); d != nil {
				handles[d[1]] = function + " " + m[1]
			}
			continue
		}
		before = line
	}
	for _, line := range lines {
		if r.notedHandle.MatchString(line) {
			continue
		}
		code, comment, _ := strings.Cut(line, "//")
		at := 0
		for _, m := range r.reference.FindAllStringIndex(code, -1) {
			h, known := handles[code[m[0]:m[1]]]
			if !known {
				continue
			}
			r.out.WriteString(html.EscapeString(code[at:m[0]]))
			fmt.Fprintf(&r.out, "<a data-v=\"%s\">%s</a>", html.EscapeString(h), code[m[0]:m[1]])
			at = m[1]
		}
		r.out.WriteString(html.EscapeString(code[at:]))
		if len(comment) > 0 {
			r.out.WriteString("<i>//" + html.EscapeString(comment) + "</i>")
		}
		r.out.WriteByte('\n')
	}
}

const pageHead = `<!DOCTYPE html>
<html lang="en"><meta charset="utf-8"><title>%s</title>
<style>
body { margin: 0; font: 13px/1.4 sans-serif; }
h1 { font-size: 15px; margin: 8px; }
main { display: flex; align-items: stretch; overflow-x: auto; }
section { flex: none; border-left: 1px solid #bbb; padding: 0 8px; min-width: 28em; }
section.same { min-width: 0; padding: 0 4px; background: #eee; color: #888; }
section.folded { min-width: 0; } section.folded pre, section.folded p { display: none; }
h2 { font-size: 13px; margin: 4px 0; cursor: pointer; white-space: nowrap; }
p { margin: 0; color: #555; } pre { font: 12px/1.35 monospace; } i { color: #888; }
a { cursor: pointer; } a:hover { text-decoration: underline; } a.on { background: #fd6; }
</style>
<h1>%s</h1>
<main>
`

const pageTail = `</main>
<script>
document.addEventListener("click", function (e) {
  var a = e.target.closest("a[data-v]"), h = e.target.closest("h2");
  if (h) h.parentNode.classList.toggle("folded");
  if (!a) return;
  var on = !a.classList.contains("on");
  document.querySelectorAll("a[data-v]").forEach(function (x) {
    if (x.dataset.v === a.dataset.v) x.classList.toggle("on", on);
  });
});
</script>
</html>
`
