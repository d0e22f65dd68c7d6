package lsp

// This file reads large documents aside, so that requests about others are answered
// meanwhile. A request about a document that is being read is answered from the reading
// before (stale.go), or waits if there is none or the request changes the text; where the
// document changes first, the answer is that it has (ContentModified), after which clients
// ask again. A change ends the reading of the text before.

import (
	"context"
	"encoding/json"
	"fmt"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/sourcegraph/jsonrpc2"

	"refract/internal/embedded"
)

// large is from how many bytes on a document is read aside: smaller documents are read
// before anybody waits for them.
const large = 128 << 10

// codeContentModified means that a document changed before the answer was known.
const codeContentModified = -32801

// A readAside is a document that has been read.
type readAside struct {
	d     *document
	turn  int       // of d, when it began
	as    *document // with what was found
	fault string
}

// isUnread reports whether a document is large and hasn't been read since it changed.
func (d *document) isUnread() bool {
	return d.index == nil && len(d.text.s) > large && d.host == embedded.NoHost // whose shaders are small
}

// unread is the document that has to be read before a request can be answered; nil: there
// is none.
func (s *server) unread(r *jsonrpc2.Request) *document {
	if r.Notif || !strings.HasPrefix(r.Method, "textDocument/") || r.Params == nil {
		return nil
	}
	switch r.Method {
	case "textDocument/foldingRange", "textDocument/formatting", "textDocument/rangeFormatting":
		return nil // which take the text alone
	case "textDocument/references", "textDocument/rename", "textDocument/prepareRename": // which look at all
		for _, uri := range sortedKeys(s.documents) {
			if d := s.documents[uri]; d.isUnread() {
				return d
			}
		}
		return nil
	}
	var p at
	if json.Unmarshal(*r.Params, &p) != nil {
		return nil
	}
	if d := s.documents[p.TextDocument.URI]; d != nil && d.isUnread() {
		return d
	}
	return nil
}

// readAside begins to read a document, unless that is under way.
func (s *server) readAside(ctx context.Context, d *document) {
	if d.aside {
		return
	}
	d.aside = true
	reading, stop := context.WithCancel(ctx)
	d.stop = stop
	w := workspace{open: map[string]*document{}, ctx: reading}
	for name, other := range s.workspace.open {
		w.open[name] = &document{uri: other.uri, path: other.path, dialect: other.dialect, text: other.text}
	}
	options := s.options
	done := readAside{d: d, turn: d.turn, as: &document{uri: d.uri, path: d.path, dialect: d.dialect, text: d.text, version: d.version}}
	go func() {
		defer func() {
			if fault := recover(); fault != nil {
				done.fault = fmt.Sprintf("%v\n%s", fault, debug.Stack())
			}
			select {
			case s.asides <- done:
			case <-ctx.Done():
			}
		}()
		done.as.read(&w, &options)
	}()
}

// finish takes over a reading, and answers the requests that waited for it.
func (s *server) finish(ctx context.Context, r readAside) {
	d := r.d
	d.aside = false
	d.leave()
	d.stop = nil
	switch {
	case s.documents[d.uri] != d: // closed
		s.refuse(ctx, d, codeContentModified, "the document is closed")
		return
	case d.turn != r.turn:
		if len(d.waiting) > 0 || d.dirty {
			s.readAside(ctx, d)
		}
		return
	case r.fault != "":
		s.notify("window/logMessage", map[string]any{"type": 1, "message": r.fault})
		d.index = newIndex() // once is enough
	default:
		d.index, d.found, d.problem, d.reads = r.as.index, r.as.found, r.as.problem, r.as.reads
		d.last = completeReading{index: d.index}
	}
	waiting := d.waiting
	d.waiting = nil
	for _, request := range waiting {
		s.take(ctx, request)
	}
	if d.dirty {
		d.dirty = false
		s.notify("textDocument/publishDiagnostics", published{d.uri, d.version, d.diagnostics()})
	}
	for _, method := range sortedKeys(d.refresh) {
		_, err := s.conn.DispatchCall(ctx, method, nil)
		s.wrote(err)
	}
	d.refresh = nil
}

// refuse answers the requests that wait for a document with an error.
func (s *server) refuse(ctx context.Context, d *document, code int64, why string) {
	for _, r := range d.waiting {
		s.wrote(s.conn.ReplyWithError(ctx, r.ID, rpcError(code, r.Method+": "+why)))
	}
	d.waiting = nil
}

// cancelWaiting cancels a request that waits for a document.
func (s *server) cancelWaiting(ctx context.Context, params json.RawMessage) {
	var p struct {
		ID jsonrpc2.ID `json:"id"`
	}
	if json.Unmarshal(params, &p) != nil {
		return
	}
	for _, uri := range sortedKeys(s.documents) {
		d := s.documents[uri]
		if i := slices.IndexFunc(d.waiting, func(r *jsonrpc2.Request) bool { return r.ID == p.ID }); i >= 0 {
			s.wrote(s.conn.ReplyWithError(ctx, p.ID, rpcError(codeRequestCancelled, d.waiting[i].Method+" is cancelled")))
			d.waiting = slices.Delete(d.waiting, i, i+1)
			return
		}
	}
}

// drain waits until nothing is read aside that is waited for.
func (s *server) drain(ctx context.Context) {
	for {
		busy := false
		for _, d := range s.documents {
			busy = busy || d.aside && (len(d.waiting) > 0 || d.dirty)
		}
		if !busy || s.failed != nil {
			return
		}
		s.finish(ctx, <-s.asides)
	}
}
