package clike

// This file has several goroutines write the functions of a large module: a language makes
// writers like its own, a Part each, whose pieces of text are put behind one another in the
// order of the functions. So the text is the same however many there are.

import (
	"refract/diag"
	"refract/internal/back/text"
	"refract/internal/parallel"
	"refract/ir"
)

// A Part is a writer that writes some of the functions of the module of another, with the
// names and tables of that.
type Part interface {
	// Function writes a function.
	Function(id ir.FuncID)
	// IsApart reports whether the text of the functions so far would be the same behind any
	// other.
	IsApart() bool
	// Join gives the other writer this one's notes beside its text.
	Join()
}

// share is the memory of Writer.Share.
type share struct {
	parts []Part
	own   []*Writer // of parts
	forks []text.Fork
	by    []madeBy
}

// madeBy is who wrote a part of the functions.
type madeBy struct{ worker, piece int }

// Share writes functions in their order; write writes one. Several goroutines write the
// functions of a large module: part makes a Part, or makes one ready again that it made
// before, and returns its Writer; if plans need the effects of calls, it sees to it that
// these are found (text.CallEffects.FindAll).
func (w *Writer) Share(ids []ir.FuncID, write func(ir.FuncID), part func(was Part) (Part, *Writer)) {
	for len(ids) > 0 && w.Out.Len() == 0 { // the first has no empty line before it
		write(ids[0])
		ids = ids[1:]
	}
	weight := 0
	for _, id := range ids {
		weight += cost(w.M.Func(id))
	}
	workers := parallel.Workers(w.Workers, weight)
	if workers == 1 || w.directives.On { // a directive depends on the one before
		for _, id := range ids {
			write(id)
		}
		return
	}
	s := &w.share
	for len(s.parts) < workers-1 {
		s.parts, s.own = append(s.parts, nil), append(s.own, nil)
	}
	s.forks = append(s.forks, make([]text.Fork, max(0, workers-1-len(s.forks)))...)
	for i := range workers - 1 {
		s.parts[i], s.own[i] = part(s.parts[i])
		s.own[i].begin(w)
		s.forks[i].Start(&s.own[i].Out, &w.Out)
	}
	ends := parallel.Parts(ids, workers, func(id ir.FuncID) int { return cost(w.M.Func(id)) })
	n := len(ends) - 1
	s.by = append(s.by[:0], make([]madeBy, n)...)
	front := parallel.Run(workers, n, func(worker, at int) bool {
		list := ids[ends[at]:ends[at+1]]
		if worker == 0 {
			for _, id := range list {
				write(id)
			}
			return true
		}
		p, own := s.parts[worker-1], s.own[worker-1]
		s.by[at] = madeBy{worker - 1, s.forks[worker-1].BeginPiece()}
		for _, id := range list {
			p.Function(id)
		}
		return own.Lacks == nil && p.IsApart()
	})
	if front == n {
		return
	}
	for at := front; at < n; at++ {
		s.forks[s.by[at].worker].JoinPiece(s.by[at].piece)
	}
	for i := range workers - 1 {
		s.forks[i].Joined()
		s.parts[i].Join()
	}
}

// cost is about the work of writing a function, in expressions.
func cost(f *ir.Function) int { return f.ExprCount() + f.StmtCount() }

// begin makes the writer of a part ready for the module of another writer.
func (w *Writer) begin(of *Writer) {
	w.M, w.Terse, w.Lacks = of.M, of.Terse, nil
	w.Span, w.Depth, w.Less, w.Typed, w.Loop, w.Loops = diag.Span{}, 0, false, false, nil, 0
	w.Calls = of.Calls.Shared()
	w.entryOf, w.entryNext = of.entryOf, of.entryNext
	w.Layout.Reset(w.M)
	w.directives, w.source = LineDirectives{}, sourceLine{}
	w.Structs, w.Members, w.Constants, w.Overrides, w.Functions = of.Structs, of.Members, of.Constants, of.Overrides, of.Functions
	w.Leave()
}
