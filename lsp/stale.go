package lsp

// This file answers requests about a large document while it is read again: from the index of
// its last complete reading, whose places move with the edits since. A use in text that is
// replaced is dropped, and a declaration that overlaps such text covers the replacement. Types
// of expressions are known again after the next reading.

// completeReading is the last complete reading of a large document.
type completeReading struct {
	index *index        // nil: there is none
	edits []replacement // of the text since, in order
}

// maxEdits bounds the edits that are kept: the index moves when there are more.
const maxEdits = 64

// edited notes an edit of the text.
func (c *completeReading) edited(r replacement) {
	if c.index == nil {
		return
	}
	if c.edits = append(c.edits, r); len(c.edits) > maxEdits {
		c.move()
	}
}

// move moves the index to the text after the edits.
func (c *completeReading) move() {
	if len(c.edits) > 0 {
		c.index, c.edits = c.index.moved(c.edits), nil
	}
}

// answersStale reports whether requests of a method are answered from the last complete
// reading. refresh is the request by which the server has the client repeat them after the
// next reading, "" if clients repeat them by themselves.
func answersStale(method string) (refresh string, ok bool) {
	switch method {
	case "textDocument/hover", "textDocument/definition", "textDocument/documentHighlight",
		"textDocument/completion", "textDocument/signatureHelp", "textDocument/documentSymbol":
		return "", true
	case "textDocument/semanticTokens/full":
		return "workspace/semanticTokens/refresh", true
	case "textDocument/inlayHint":
		return "workspace/inlayHint/refresh", true
	}
	return "", false
}

// isAnsweredStale reports whether a request about an unread document is answered at once.
func (s *server) isAnsweredStale(method string, d *document) bool {
	refresh, ok := answersStale(method)
	if !ok || d.last.index == nil || refresh != "" && !s.refreshes[refresh] {
		return false
	}
	if refresh != "" {
		if d.refresh == nil {
			d.refresh = map[string]bool{}
		}
		d.refresh[refresh] = true
	}
	return true
}

// indexOf returns the index that a request about a document is answered from.
func (s *server) indexOf(d *document) *index {
	if c := &d.last; d.isUnread() && c.index != nil {
		c.move()
		return c.index
	}
	return d.read(&s.workspace, &s.options)
}

// A replacement is an edit: the text from start to oldEnd became that from start to newEnd.
type replacement struct{ start, oldEnd, newEnd int }

// replacementOf returns the shortest replacement that makes one text of another.
func replacementOf(from, to string) replacement {
	prefix := commonPrefix(from, to)
	suffix := commonSuffix(from[prefix:], to[prefix:])
	return replacement{prefix, len(from) - suffix, len(to) - suffix}
}

// commonPrefix is the number of bytes with which both texts begin.
func commonPrefix(a, b string) (n int) {
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return n
}

// commonSuffix is the number of bytes with which both texts end.
func commonSuffix(a, b string) (n int) {
	for n < min(len(a), len(b)) && a[len(a)-1-n] == b[len(b)-1-n] {
		n++
	}
	return n
}

// overlaps reports whether a span has text that was replaced, or has text inserted in it.
func (r replacement) overlaps(s span) bool { return s.start < r.oldEnd && s.end > r.start }

// moved is the span of a text after the replacement.
func (r replacement) moved(s span) span {
	switch {
	case s.start >= r.oldEnd && (s.end > s.start || s.start > r.start):
		s.start += r.newEnd - r.oldEnd
	case s.start > r.start:
		s.start = r.start
	}
	switch {
	case s.end >= r.oldEnd && s.end > r.start:
		s.end += r.newEnd - r.oldEnd
	case s.end > r.start:
		s.end = r.newEnd
	}
	s.end = max(s.end, s.start)
	return s
}

// moved returns the index with its places as they are after edits. The index itself stays as
// it is.
func (x *index) moved(edits []replacement) *index {
	y := &index{symbols: make([]symbol, len(x.symbols)), uses: make([]use, 0, len(x.uses)), calls: make([]call, 0, len(x.calls)),
		structs: x.structs, layouts: x.layouts}
	move := func(s span) (moved span, intact bool) {
		intact = true
		for _, r := range edits {
			intact = intact && !r.overlaps(s)
			s = r.moved(s)
		}
		return s, intact
	}
	for i := range x.symbols {
		s := x.symbols[i]
		if s.file == "" {
			s.at, _ = move(s.at)
			s.full, _ = move(s.full)
			s.seen, _ = move(s.seen)
			if s.init != (span{}) {
				s.init, _ = move(s.init)
			}
		}
		y.symbols[i] = s
	}
	for _, u := range x.uses {
		var intact bool
		if u.at, intact = move(u.at); intact {
			y.uses = append(y.uses, u)
		}
	}
	for _, c := range x.calls {
		args := make([]span, len(c.args))
		for i, a := range c.args {
			args[i], _ = move(a)
		}
		c.at, _ = move(c.at)
		c.args = args
		y.calls = append(y.calls, c)
	}
	return y
}
