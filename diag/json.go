package diag

// The form for programs: one JSON object per input, on one line. The names of
// the fields are stable; new ones may be added.
//
//	file         name of the input
//	ok           whether it has no error
//	diagnostics  the findings, in source order
//	  severity     "error", "warning" or "info"
//	  code         stable name of the kind of finding
//	  message      one line
//	  start, end   where, end exclusive; absent without a position
//	    file         name of the file: that of an include, if it is in one
//	    line         from 1
//	    column       from 1, in Unicode code points
//	    offset       from 0, in bytes of the file
//	  label        what is said at that place; absent if nothing
//	  labels       secondary positions: message, start, end
//	  notes        further lines of explanation
//	  fix          suggested edit: message, start, end, replacement; also, further edits that
//	               belong to it: start, end, replacement; absent if none
//	dropped      number of findings left out; absent if none

import (
	"encoding/json"
	"io"
)

type jsonInput struct {
	File        string     `json:"file"`
	OK          bool       `json:"ok"`
	Diagnostics []jsonItem `json:"diagnostics"`
	Dropped     int        `json:"dropped,omitempty"`
}

type jsonItem struct {
	Severity string      `json:"severity"`
	Code     Code        `json:"code,omitempty"`
	Message  string      `json:"message"`
	Start    *jsonPlace  `json:"start,omitempty"`
	End      *jsonPlace  `json:"end,omitempty"`
	Label    string      `json:"label,omitempty"`
	Labels   []jsonLabel `json:"labels,omitempty"`
	Notes    []string    `json:"notes,omitempty"`
	Fix      *jsonFix    `json:"fix,omitempty"`
}

type jsonPlace struct {
	File   string `json:"file"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
	Offset int    `json:"offset"`
}

type jsonLabel struct {
	Message string     `json:"message"`
	Start   *jsonPlace `json:"start,omitempty"`
	End     *jsonPlace `json:"end,omitempty"`
}

type jsonFix struct {
	Message string `json:"message"`
	jsonEdit
	Also []jsonEdit `json:"also,omitempty"`
}

type jsonEdit struct {
	Start       *jsonPlace `json:"start,omitempty"`
	End         *jsonPlace `json:"end,omitempty"`
	Replacement string     `json:"replacement"`
}

// WriteJSON writes the findings about the input named file as one line of
// JSON. A nil d is an input without findings.
func (d *Diagnostics) WriteJSON(w io.Writer, file string) error {
	in := jsonInput{File: file, OK: d.Count(Error) == 0, Diagnostics: []jsonItem{}}
	if d != nil {
		in.Dropped = d.Dropped
		for _, item := range d.Items {
			in.Diagnostics = append(in.Diagnostics, d.jsonItem(item))
		}
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return enc.Encode(in)
}

func (d *Diagnostics) jsonItem(item *Diagnostic) jsonItem {
	out := jsonItem{
		Severity: item.Severity.String(),
		Code:     item.Code,
		Message:  item.Message,
		Label:    item.Primary,
	}
	at, notes := d.Sources.resolve(item.Span)
	out.Start, out.End = at.json()
	out.Notes = append(notes, item.Notes...)
	for _, l := range item.Labels {
		at, _ := d.Sources.resolve(l.Span)
		start, end := at.json()
		out.Labels = append(out.Labels, jsonLabel{l.Message, start, end})
	}
	if f := item.Fix; f != nil {
		out.Fix = &jsonFix{Message: f.Message}
		for i, e := range f.Edits() {
			at, _ := d.Sources.resolve(e.Span)
			start, end := at.json()
			one := jsonEdit{start, end, e.Replacement}
			if i == 0 {
				out.Fix.jsonEdit = one
			} else {
				out.Fix.Also = append(out.Fix.Also, one)
			}
		}
	}
	return out
}

// json returns both ends of the place, nil without a position.
func (p place) json() (start, end *jsonPlace) {
	if p.file == nil {
		return nil, nil
	}
	at := func(offset int) *jsonPlace {
		pos := p.file.position(offset)
		return &jsonPlace{pos.File, pos.Line, pos.Column, pos.Offset}
	}
	return at(p.start), at(p.end)
}
