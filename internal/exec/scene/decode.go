package scene

// This file reads fields of objects and reports wrong contents.

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"refract/diag"
	"refract/exec/raster"
	"refract/internal/spell"
)

// A reader reads a scene and reports.
type reader struct {
	list *diag.List
	clip raster.ClipSpace // of pipelines that don't say it
}

// fail reports a mistake.
func (r *reader) fail(at diag.Span, format string, args ...any) *diag.Diagnostic {
	return r.list.Errorf(codeScene, at, format, args...)
}

// A fields is an object whose fields are read one by one. A nil one has none.
type fields struct {
	*reader
	of    *node
	asked []string
}

// object is the fields of an object; none if it is no object, which is reported.
func (r *reader) object(n *node, what string) *fields {
	if n.kind != object {
		r.fail(n.span, "%s is an object, not %v", what, n.kind)
		return &fields{reader: r, of: &node{span: n.span}}
	}
	return &fields{reader: r, of: n}
}

// get is a field, or nil.
func (f *fields) get(name string) *node {
	f.asked = append(f.asked, name)
	for i, k := range f.of.keys {
		if k.name == name && f.of.list[i].kind != null {
			return f.of.list[i]
		}
	}
	return nil
}

// has reports whether there is a field, without asking for it.
func (f *fields) has(name string) bool {
	return slices.ContainsFunc(f.of.keys, func(k key) bool { return k.name == name })
}

// done reports fields that nothing has read.
func (f *fields) done() {
	for _, k := range f.of.keys {
		if !slices.Contains(f.asked, k.name) {
			f.unknown(k.span, fmt.Sprintf("there is no field %q here", k.name), k.name, f.asked)
		}
	}
}

// unknown reports a name that isn't among some: with the name that it was probably meant to
// be, or the known names.
func (r *reader) unknown(at diag.Span, message, name string, names []string) {
	if n := closest(name, names); n != "" {
		r.fail(at, "%s; did you mean %q?", message, n)
		return
	}
	r.fail(at, "%s; there are %s", message, quoted(names))
}

// closest is the name of some that is most like another; "": none is.
func closest(name string, names []string) string {
	best, least := "", len(name)/3
	for _, n := range names {
		if d := spell.Distance(name, n, least); d <= least {
			best, least = n, d-1
		}
	}
	return best
}

// quoted lists names, without doublets.
func quoted(names []string) string {
	var list []string
	for _, n := range names {
		if q := strconv.Quote(n); !slices.Contains(list, q) {
			list = append(list, q)
		}
	}
	if len(list) == 0 {
		return "none"
	}
	return strings.Join(list, ", ")
}

// A name is text at a place.
type name struct {
	text string
	span diag.Span
}

func (n name) given() bool { return n.text != "" }

// textOf is a node's text.
func (r *reader) textOf(n *node, what string) name {
	if n.kind != text || n.text == "" {
		r.fail(n.span, "%s is text, not %v", what, describe(n))
		return name{}
	}
	return name{n.text, n.span}
}

// describe names the kind of a node.
func describe(n *node) string {
	if n.kind == text {
		return "empty text"
	}
	return n.kind.String()
}

// name is a field of text; without: the zero name.
func (f *fields) name(field string) name {
	if n := f.get(field); n != nil {
		return f.textOf(n, strconv.Quote(field))
	}
	return name{}
}

// flag is a field of true or false.
func (f *fields) flag(field string) bool {
	n := f.get(field)
	if n == nil {
		return false
	}
	if n.kind != boolean {
		f.fail(n.span, "%q is true or false, not %v", field, n.kind)
	}
	return n.text == "true"
}

// numberOf is a node's number.
func (r *reader) numberOf(n *node, what string) float64 {
	if n.kind != number {
		r.fail(n.span, "%s is a number, not %v", what, n.kind)
		return 0
	}
	x, err := strconv.ParseFloat(n.text, 64)
	if err != nil {
		r.fail(n.span, "%s is a number that is too large: %s", what, n.text)
	}
	return x
}

// number is a field of a number in a range.
func (f *fields) number(field string, without, low, high float64) float64 {
	n := f.get(field)
	if n == nil {
		return without
	}
	x := f.numberOf(n, strconv.Quote(field))
	if !(x >= low && x <= high) {
		f.fail(n.span, "%q is a number from %g to %g, not %s", field, low, high, n.text)
		return without
	}
	return x
}

// integerOf is a node's integer in a range.
func (r *reader) integerOf(n *node, what string, low, high int) int {
	if x := r.numberOf(n, what); n.kind == number {
		if x == math.Trunc(x) && x >= float64(low) && x <= float64(high) {
			return int(x)
		}
		r.fail(n.span, "%s is a whole number from %d to %d, not %s", what, low, high, n.text)
	}
	return low
}

// integer is a field of an integer in a range.
func (f *fields) integer(field string, without, low, high int) int {
	if n := f.get(field); n != nil {
		return f.integerOf(n, strconv.Quote(field), low, high)
	}
	return without
}

// array is the elements of a field; none if it is no array.
func (f *fields) array(field string) []*node {
	n := f.get(field)
	switch {
	case n == nil:
		return nil
	case n.kind != array:
		f.fail(n.span, "%q is an array, not %v", field, n.kind)
	}
	return n.list
}

// numbers is a field of least to most numbers; nil: there is none.
func (f *fields) numbers(field string, least, most int) []float64 {
	n := f.get(field)
	if n == nil {
		return nil
	}
	list := f.array(field)
	if n.kind == array && (len(list) < least || len(list) > most) {
		count := strconv.Itoa(least)
		if most > least {
			count += " to " + strconv.Itoa(most)
		}
		f.fail(n.span, "%q has %s numbers, not %d", field, count, len(list))
		return nil
	}
	out := make([]float64, 0, len(list))
	for _, x := range list {
		out = append(out, f.numberOf(x, "an element of "+strconv.Quote(field)))
	}
	if len(out) < least {
		return nil
	}
	return out
}

// integers is numbers for integers in a range.
func (f *fields) integers(field string, least, most, low, high int) []int {
	n := f.get(field)
	if n == nil || f.numbers(field, least, most) == nil {
		return nil
	}
	var out []int
	for _, x := range n.list {
		out = append(out, f.integerOf(x, "an element of "+strconv.Quote(field), low, high))
	}
	return out
}

// names is a field of texts, or of one.
func (f *fields) names(field string) (out []name) {
	n := f.get(field)
	switch {
	case n == nil:
		return nil
	case n.kind == array:
		for _, x := range n.list {
			out = append(out, f.textOf(x, "an element of "+strconv.Quote(field)))
		}
		return out
	}
	return []name{f.textOf(n, strconv.Quote(field))}
}

// each calls do for the members of a field that is an object of named things.
func (f *fields) each(field string, do func(at name, n *node)) {
	n := f.get(field)
	if n == nil {
		return
	}
	if n.kind != object {
		f.fail(n.span, "%q is an object of named things, not %v", field, n.kind)
		return
	}
	for i, k := range n.keys {
		do(name{k.name, k.span}, n.list[i])
	}
}

// choice is a field that names one of some.
func choice[T ~uint8](f *fields, field string, without T, find func(string) (T, bool), spelled func(T) string) T {
	n := f.get(field)
	if n == nil {
		return without
	}
	return choiceOf(f.reader, n, field, without, find, spelled)
}

// choiceOf is choice for a node.
func choiceOf[T ~uint8](r *reader, n *node, field string, without T, find func(string) (T, bool), spelled func(T) string) T {
	if n.kind == text {
		if x, ok := find(n.text); ok {
			return x
		}
	}
	// The names are the spellings that find knows for the numbers.
	var names []string
	for i := range T(64) {
		s := spelled(i)
		if _, ok := find(s); ok && !slices.Contains(names, s) {
			names = append(names, s)
		}
	}
	what := n.kind.String()
	if n.kind == text {
		what = strconv.Quote(n.text)
	}
	r.unknown(n.span, fmt.Sprintf("%q is not %s", field, what), n.text, names)
	return without
}
