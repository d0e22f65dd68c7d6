package lsp

// This file makes code lenses: a line above each entry point with its statistics. They are counted
// at a request, once for each text, and only for texts that are counted quickly.

import (
	"context"
	"time"

	"refract/diag"
)

const (
	maxLens  = 64 << 10 // bytes of a document with lenses
	lensTime = 500 * time.Millisecond
)

type codeLens struct {
	Range   textRange   `json:"range"`
	Command lensCommand `json:"command"`
}

// lensCommand has the text of a lens; it does nothing.
type lensCommand struct {
	Title   string `json:"title"`
	Command string `json:"command"`
}

// lenses appends the lenses of a document without errors.
func (d *document) lenses(o *Options, list []codeLens) []codeLens {
	if d.module == nil || o.Statistics == nil {
		return list
	}
	if d.statistics == nil {
		ctx, stop := context.WithTimeout(context.Background(), lensTime)
		defer stop()
		lines, err := o.Statistics(ctx, d.module)
		if err != nil || lines == nil { // too large, or not in time: there are no lenses
			lines = []string{}
		}
		d.statistics = lines
	}
	for i, line := range d.statistics {
		at := d.module.EntryPoints[i].Span
		s := span{int(at.Start) - 1, int(at.End) - 1}
		if at == (diag.Span{}) || s.end > len(d.text.s) || s.start > s.end {
			s = span{} // such as that of a file that is included
		}
		list = append(list, codeLens{d.text.rangeOf(s), lensCommand{Title: line}})
	}
	return list
}
