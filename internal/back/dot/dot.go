// Package dot writes modules as graphs for Graphviz: the declarations of a module, and for
// each function its basic blocks with their statements and how control goes from one to the
// next. Dashed edges are calls, dotted ones uses of globals. The lines are the IR's text
// form, so that a graph can be read beside it.
package dot

import (
	"bytes"
	"strconv"

	"refract/ir"
)

// Options select the contents.
type Options struct {
	// ControlFlow leaves out the evaluation of values: blocks hold statements
	// only.
	ControlFlow bool `json:"control_flow,omitempty"`
}

// Write draws a valid module. Blocks that nest deeper than the text form goes are
// left out.
func Write(m *ir.Module, opts Options) string {
	w := writer{m: m, opts: opts, text: ir.AppendText(nil, m, ir.PrintOptions{})}
	w.module()
	return string(w.out)
}

func (w *writer) module() {
	w.str("digraph module {\n")
	w.str("\tgraph [compound=true fontname=\"monospace\" labeljust=l rankdir=TB]\n")
	w.str("\tnode [fontname=\"monospace\" fontsize=10 shape=box]\n")
	w.str("\tedge [fontname=\"monospace\" fontsize=9]\n")
	w.declarations()
	for id := 1; id < len(w.m.Functions); id++ {
		w.function(ir.FuncID(id))
	}
	w.entryPoints()
	w.out = append(w.out, w.links...)
	w.str("}\n")
}

// maxDepth bounds how deep blocks are followed; ir.AppendText goes as deep.
const maxDepth = 2000

type writer struct {
	m     *ir.Module
	opts  Options
	text  []byte // what is left of the text form
	out   []byte
	links []byte // edges between clusters, written last
	ops   []ir.ExprID
	flow
}

func (w *writer) str(s string) { w.out = append(w.out, s...) }

func (w *writer) num(n int) { w.out = strconv.AppendInt(w.out, int64(n), 10) }

// line takes the next line of the text form, without its indentation.
func (w *writer) line() []byte {
	line, rest, _ := bytes.Cut(w.text, []byte{'\n'})
	w.text = rest
	return bytes.TrimLeft(line, " ")
}

// peek is the next line, which stays.
func (w *writer) peek() []byte {
	line, _, _ := bytes.Cut(w.text, []byte{'\n'})
	return line
}

// quoted appends text inside a quoted string of the language.
func quoted(dst, s []byte) []byte {
	for _, c := range s {
		if c == '"' || c == '\\' {
			dst = append(dst, '\\')
		}
		dst = append(dst, c)
	}
	return dst
}

// declarations draws the declarations before the functions: a node for each global, one for
// all that has no edges.
func (w *writer) declarations() {
	w.str("\tsubgraph cluster_module {\n\t\tlabel=\"module\" style=dashed\n")
	var rest [][]byte
	global := 0
	for len(w.text) > 0 {
		line := w.peek()
		if bytes.HasPrefix(line, []byte("func ")) || bytes.HasPrefix(line, []byte("entry ")) {
			break
		}
		w.line()
		switch {
		case bytes.HasPrefix(line, []byte("global ")):
			global++
			w.str("\t\tg")
			w.num(global)
			w.str(" [label=\"")
			w.out = quoted(w.out, line)
			w.str("\" style=rounded]\n")
		case len(line) > 0:
			rest = append(rest, line)
		}
	}
	if len(rest) > 0 {
		w.str("\t\tdeclarations [label=\"")
		for _, line := range rest {
			w.out = append(quoted(w.out, line), `\l`...)
		}
		w.str("\"]\n")
	}
	w.str("\t}\n")
}

// entryPoints draws the entry points, which the text form has last.
func (w *writer) entryPoints() {
	for i := range w.m.EntryPoints {
		w.str("\te")
		w.num(i)
		w.str(" [label=\"")
		w.out = quoted(w.out, w.line())
		w.str("\" shape=cds]\n\te")
		w.num(i)
		w.str(" -> f")
		w.num(int(w.m.EntryPoints[i].Function))
		w.str("\n")
	}
}
