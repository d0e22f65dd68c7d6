package dot

// This file registers this back end.

import (
	"refract/internal/back"
	"refract/language"
)

// BackEnd is the back end for DOT, Graphviz' language.
var BackEnd = back.BackEnd{
	Language: &language.Info{Name: "dot", Title: "DOT", Extensions: []string{".dot"}, Aliases: []string{"graphviz"}},
	Options:  func() any { return new(Options) },
	New:      func() back.Writer { return backEnd{} },
	Docs: []back.Doc{
		{"control_flow", "draw statements only, without the evaluation of values"},
	},
}

type backEnd struct{}

func (backEnd) Write(r *back.Request) (back.Output, error) {
	return back.Output{Text: Write(r.Module, back.OptionsOf(r, func() (o Options) { return o }))}, nil
}
