package lsp

// This file is the server: it takes messages in turn and answers them.

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"runtime/debug"
	"slices"
	"time"

	"github.com/sourcegraph/jsonrpc2"

	"refract/internal/embedded"
	"refract/internal/lazy"
	"refract/ir/validate"
)

// quiet is how long after a change diagnostics are computed.
const quiet = 150 * time.Millisecond

// A server is the state of a session.
type server struct {
	conn      *jsonrpc2.Conn
	version   string
	options   Options
	workspace workspace
	documents map[string]*document
	folders   []string        // of the workspace, by full names, as the client has named them
	watches   bool            // the client can be asked to tell of files that change
	registers bool            // the client takes a registration of formatting by language
	refreshes map[string]bool // requests to repeat requests that the client answers
	typed     *document       // that changed last; nil: none
	started   bool
	down      bool // shutdown has been asked for
	due       *time.Timer
	asides    chan readAside // documents that have been read
	failed    error          // of writing
}

// Serve answers a client until its exit notification or the end of the input. version is
// sent to the client. The error is that of reading or writing, or of a client that left
// without shutting down.
func Serve(in io.Reader, out io.Writer, version string, o Options) error {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	s := &server{version: version, options: o, documents: map[string]*document{}, due: time.NewTimer(time.Hour), asides: make(chan readAside)}
	s.workspace.open = map[string]*document{}
	s.due.Stop()
	requests := newQueue()
	conn, stream := connect(ctx, in, out, requests)
	s.conn = conn
	for s.failed == nil {
		select {
		case <-requests.some:
			r, cancelled := requests.next()
			switch {
			case r == nil || r.Method == "exit":
				s.drain(ctx)
				return s.left(r, stream)
			case cancelled:
				s.wrote(conn.ReplyWithError(ctx, r.ID, rpcError(codeRequestCancelled, r.Method+" is cancelled")))
			default:
				s.take(ctx, r)
			}
		case read := <-s.asides:
			s.finish(ctx, read)
		case <-s.due.C:
			s.publish(ctx)
		case <-conn.DisconnectNotify():
			return s.left(nil, stream)
		}
	}
	return s.failed
}

// left is the error of a client that has sent exit, or whose messages end.
func (s *server) left(exit *jsonrpc2.Request, from *stream) error {
	switch {
	case exit != nil && !s.down:
		return errors.New("the client left without shutting down")
	case exit != nil || errors.Is(from.err, io.EOF):
		return nil
	}
	return from.err
}

func (s *server) notify(method string, params any) {
	s.wrote(s.conn.Notify(context.Background(), method, params))
}

// wrote keeps the first error of writing.
func (s *server) wrote(err error) {
	if err != nil && s.failed == nil && !errors.Is(err, jsonrpc2.ErrClosed) {
		s.failed = err
	}
}

// take handles a request or a notification.
func (s *server) take(ctx context.Context, r *jsonrpc2.Request) {
	if d := s.unread(r); d != nil && s.started && !s.down && !s.isAnsweredStale(r.Method, d) {
		d.waiting = append(d.waiting, r)
		s.readAside(ctx, d)
		return
	}
	if r.Method == "$/cancelRequest" && r.Params != nil {
		s.cancelWaiting(ctx, *r.Params)
		return
	}
	if r.Method == "shutdown" && s.started && !s.down {
		s.publish(ctx) // what is due
		s.drain(ctx)
	}
	result, err := s.handle(r)
	if r.Notif {
		return
	}
	if err == nil {
		s.wrote(s.conn.Reply(ctx, r.ID, result))
		return
	}
	var e *jsonrpc2.Error
	if !errors.As(err, &e) {
		e = rpcError(jsonrpc2.CodeInternalError, err.Error())
	}
	s.wrote(s.conn.ReplyWithError(ctx, r.ID, e))
}

// handle calls the function of a method; a fault in it is an error.
func (s *server) handle(r *jsonrpc2.Request) (result any, err error) {
	params := json.RawMessage("null")
	if r.Params != nil {
		params = *r.Params
	}
	defer func() {
		if fault := recover(); fault != nil {
			err = rpcError(jsonrpc2.CodeInternalError, fmt.Sprintf("%s: %v\n%s", r.Method, fault, debug.Stack()))
		}
	}()
	switch f, known := methods.Get()[r.Method]; {
	case r.Method == "initialize":
		return s.initialize(params)
	case !s.started:
		return nil, rpcError(codeNotInitialized, "initialize comes first")
	case s.down:
		return nil, rpcError(jsonrpc2.CodeInvalidRequest, "the server is shut down")
	case r.Method == "shutdown":
		s.down = true
		return nil, nil
	case known && s.lacksForKage(r.Method, params):
		return nil, nil
	case known:
		return f(s, params)
	case len(r.Method) > 2 && r.Method[:2] == "$/", r.Notif:
		return nil, nil
	}
	return nil, rpcError(jsonrpc2.CodeMethodNotFound, "there is no method "+r.Method)
}

// initialization is the settings of clients.
type initialization struct {
	Options struct {
		Capabilities string            `json:"capabilities"`
		Includes     []string          `json:"includes"`
		Defines      map[string]string `json:"defines"`
	} `json:"initializationOptions"`
	RootURI string `json:"rootUri"`
	Folders []struct {
		URI string `json:"uri"`
	} `json:"workspaceFolders"`
	Capabilities struct {
		Workspace struct {
			Watched struct {
				Dynamic bool `json:"dynamicRegistration"`
			} `json:"didChangeWatchedFiles"`
			Tokens refreshing `json:"semanticTokens"`
			Hints  refreshing `json:"inlayHint"`
		} `json:"workspace"`
		TextDocument struct {
			Formatting struct {
				Dynamic bool `json:"dynamicRegistration"`
			} `json:"formatting"`
		} `json:"textDocument"`
	} `json:"capabilities"`
}

// refreshing is whether a client can be asked to repeat requests.
type refreshing struct {
	Supported bool `json:"refreshSupport"`
}

func (s *server) initialize(params json.RawMessage) (any, error) {
	var p initialization
	if err := json.Unmarshal(params, &p); err != nil {
		return nil, rpcError(jsonrpc2.CodeInvalidParams, err.Error())
	}
	if c := p.Options.Capabilities; c != "" {
		allowed, err := validate.ParseCapabilities(c)
		if err != nil {
			return nil, rpcError(jsonrpc2.CodeInvalidParams, err.Error())
		}
		s.options.Capabilities = allowed
	}
	if p.Options.Includes != nil {
		s.options.Includes = p.Options.Includes
	}
	if p.Options.Defines != nil {
		s.options.Defines = p.Options.Defines
	}
	for _, f := range p.Folders {
		s.folders = append(s.folders, fullPath(pathOf(f.URI)))
	}
	if len(p.Folders) == 0 && p.RootURI != "" {
		s.folders = []string{fullPath(pathOf(p.RootURI))}
	}
	s.watches = p.Capabilities.Workspace.Watched.Dynamic
	s.registers = p.Capabilities.TextDocument.Formatting.Dynamic
	s.refreshes = map[string]bool{
		"workspace/semanticTokens/refresh": p.Capabilities.Workspace.Tokens.Supported,
		"workspace/inlayHint/refresh":      p.Capabilities.Workspace.Hints.Supported,
	}
	s.started = true
	type object = map[string]any
	return object{
		"capabilities": object{
			"positionEncoding":                "utf-16",
			"textDocumentSync":                object{"openClose": true, "change": 2, "save": true},
			"hoverProvider":                   true,
			"definitionProvider":              true,
			"referencesProvider":              true,
			"documentHighlightProvider":       true,
			"documentSymbolProvider":          true,
			"renameProvider":                  object{"prepareProvider": true},
			"completionProvider":              object{"triggerCharacters": []string{".", "@", "#", "(", ":", "<", "{"}},
			"signatureHelpProvider":           object{"triggerCharacters": []string{"(", ","}},
			"inlayHintProvider":               true,
			"foldingRangeProvider":            true,
			"documentFormattingProvider":      !s.registers,
			"documentRangeFormattingProvider": !s.registers,
			"workspaceSymbolProvider":         true,
			"callHierarchyProvider":           true,
			"codeLensProvider":                object{},
			"codeActionProvider":              object{"codeActionKinds": []string{"quickfix", "source.fixAll"}},
			"workspace":                       object{"workspaceFolders": object{"supported": true, "changeNotifications": true}},
			"semanticTokensProvider":          object{"legend": object{"tokenTypes": semanticTypes, "tokenModifiers": semanticModifiers}, "full": true},
		},
		"serverInfo": object{"name": "refract", "version": s.version},
	}, nil
}

// watched are the files whose changes matter.
const watched = "**/{refract.toml,wesl.toml,*.wgsl,*.wesl,*.hlsl,*.hlsli,*.kage,*.glsl,*.vert,*.frag,*.comp,*.essl}"

// formatted are the languages of editors whose documents are formatted: programs have a formatter
// of their own.
var formatted = [...]string{"wgsl", "wesl", "glsl", "essl", "kage"}

// initialized registers for changes of files with a client that can watch: imported and
// included files, and settings of projects; and for formatting of shaders.
func (s *server) initialized(json.RawMessage) (any, error) {
	type object = map[string]any
	var list []object
	if s.watches {
		list = append(list, object{"id": "files", "method": "workspace/didChangeWatchedFiles", "registerOptions": object{"watchers": []object{{"globPattern": watched}}}})
	}
	if s.registers {
		selector := make([]object, len(formatted))
		for i, language := range formatted {
			selector[i] = object{"language": language}
		}
		for _, of := range [...]string{"formatting", "rangeFormatting"} {
			list = append(list, object{"id": of, "method": "textDocument/" + of, "registerOptions": object{"documentSelector": selector}})
		}
	}
	if len(list) > 0 {
		_, err := s.conn.DispatchCall(context.Background(), "client/registerCapability", object{"registrations": list})
		s.wrote(err)
	}
	return nil, nil
}

// foldersChanged adds folders to the workspace, and takes others away.
func (s *server) foldersChanged(params json.RawMessage) (any, error) {
	type folder struct {
		URI string `json:"uri"`
	}
	var p struct {
		Event struct {
			Added   []folder `json:"added"`
			Removed []folder `json:"removed"`
		} `json:"event"`
	}
	if err := json.Unmarshal(params, &p); err != nil {
		return nil, rpcError(jsonrpc2.CodeInvalidParams, err.Error())
	}
	for _, f := range p.Event.Removed {
		gone := fullPath(pathOf(f.URI))
		s.folders = slices.DeleteFunc(s.folders, func(name string) bool { return name == gone })
	}
	for _, f := range p.Event.Added {
		s.folders = append(s.folders, fullPath(pathOf(f.URI)))
	}
	return nil, nil
}

// at is the document and position of most requests.
type at struct {
	TextDocument struct {
		URI string `json:"uri"`
	} `json:"textDocument"`
	Position position  `json:"position"`
	Range    textRange `json:"range"`
	NewName  string    `json:"newName"`
	Context  struct {
		IncludeDeclaration bool `json:"includeDeclaration"`
	} `json:"context"`
}

// A method answers a request or takes a notification.
type method func(*server, json.RawMessage) (any, error)

// about makes a method of a function about a document; of one that isn't open it answers
// null.
func about(f func(s *server, d *document, x *index, p *at) (any, error)) method {
	return ofText(func(s *server, d *document, p *at) (any, error) { return f(s, d, s.indexOf(d), p) })
}

// ofText makes a method of a function about the text of a document, which isn't read for it.
// In a program it is about the shader at the position.
func ofText(f func(s *server, d *document, p *at) (any, error)) method {
	return onDocument(func(s *server, d *document, p *at) (any, error) {
		if d.host != embedded.NoHost {
			if d = d.shaderAt(&s.workspace, &s.options, p.Position); d == nil {
				return nil, nil
			}
		}
		return f(s, d, p)
	})
}

// onDocument makes a method of a function about an open document.
func onDocument(f func(s *server, d *document, p *at) (any, error)) method {
	return func(s *server, params json.RawMessage) (any, error) {
		var p at
		if err := json.Unmarshal(params, &p); err != nil {
			return nil, rpcError(jsonrpc2.CodeInvalidParams, err.Error())
		}
		d := s.documents[p.TextDocument.URI]
		if d == nil {
			return nil, nil
		}
		return f(s, d, &p)
	}
}

// methods are those that the server knows.
var methods = lazy.Value[map[string]method]{Make: func() map[string]method {
	return map[string]method{
		"initialized":                         (*server).initialized,
		"textDocument/didOpen":                (*server).open,
		"textDocument/didChange":              (*server).change,
		"textDocument/didClose":               (*server).close,
		"textDocument/didSave":                (*server).saved,
		"workspace/didChangeWatchedFiles":     (*server).filesChanged,
		"workspace/didChangeWorkspaceFolders": (*server).foldersChanged,
		"workspace/symbol":                    (*server).symbols,
		"callHierarchy/incomingCalls":         (*server).incoming,
		"callHierarchy/outgoingCalls":         (*server).outgoing,
		"textDocument/prepareCallHierarchy": about(func(_ *server, d *document, x *index, p *at) (any, error) {
			return d.prepareCalls(x, d.text.offset(p.Position)), nil
		}),
		"textDocument/hover": about(func(_ *server, d *document, x *index, p *at) (any, error) {
			if h := d.hover(x, d.text.offset(p.Position)); h != nil {
				return h, nil
			}
			return nil, nil
		}),
		"textDocument/definition": about(func(_ *server, d *document, x *index, p *at) (any, error) {
			return d.definition(x, d.text.offset(p.Position)), nil
		}),
		"textDocument/references": about(func(s *server, d *document, x *index, p *at) (any, error) {
			return s.references(d, x, d.text.offset(p.Position), p.Context.IncludeDeclaration), nil
		}),
		"textDocument/documentHighlight": about(func(_ *server, d *document, x *index, p *at) (any, error) {
			list := []map[string]textRange{}
			for _, s := range d.occurrences(x, d.text.offset(p.Position), true) {
				list = append(list, map[string]textRange{"range": d.text.rangeOf(s)})
			}
			return list, nil
		}),
		"textDocument/prepareRename": about(func(s *server, d *document, x *index, p *at) (any, error) {
			offset := d.text.offset(p.Position)
			if d.kage {
				if i := x.at(offset); i >= 0 && x.symbols[x.uses[i].sym].name != kageEntry {
					return map[string]any{"range": d.text.rangeOf(x.uses[i].at), "placeholder": x.symbols[x.uses[i].sym].name}, nil
				}
				return nil, nil
			}
			w, _ := s.wide(d, x, offset, false)
			defer s.keep(w)
			if declaring, _, _ := w.declaringDocument(&s.options, d, x, offset); declaring != nil {
				i := x.at(offset)
				return map[string]any{"range": d.text.rangeOf(x.uses[i].at), "placeholder": x.symbols[x.uses[i].sym].name}, nil
			}
			return nil, nil
		}),
		"textDocument/rename": about(func(s *server, d *document, x *index, p *at) (any, error) {
			offset := d.text.offset(p.Position)
			if d.kage {
				return d.renameKage(x, offset, p.NewName)
			}
			w, outside := s.wide(d, x, offset, true)
			defer s.keep(w)
			if outside != "" {
				return nil, rpcError(codeRequestFailed, "it is declared in "+outside+", which is none of the workspace's files")
			}
			return d.rename(x, &s.options, w, offset, p.NewName)
		}),
		"textDocument/completion": about(func(s *server, d *document, x *index, p *at) (any, error) {
			return map[string]any{"isIncomplete": false, "items": d.complete(&s.workspace, &s.options, x, d.text.offset(p.Position))}, nil
		}),
		"textDocument/signatureHelp": about(func(_ *server, d *document, x *index, p *at) (any, error) {
			if h := d.signatureHelp(x, d.text.offset(p.Position)); h != nil {
				return h, nil
			}
			return nil, nil
		}),
		"textDocument/inlayHint": whole(func(d *document, x *index, p *at, list []inlayHint) []inlayHint {
			return append(list, d.hints(x, d.text.spanOf(p.Range))...)
		}),
		"textDocument/foldingRange": onDocument(func(s *server, d *document, _ *at) (any, error) { return d.folding(), nil }),
		"textDocument/formatting": onDocument(func(_ *server, d *document, _ *at) (any, error) {
			if d.host != embedded.NoHost {
				return nil, nil
			}
			return d.format(), nil
		}),
		"textDocument/rangeFormatting": onDocument(func(_ *server, d *document, p *at) (any, error) {
			if d.host != embedded.NoHost {
				return nil, nil
			}
			return d.formatRange(d.text.spanOf(p.Range)), nil
		}),
		"textDocument/documentSymbol": whole(func(d *document, x *index, _ *at, list []documentSymbol) []documentSymbol {
			return append(list, d.outline(x)...)
		}),
		"textDocument/codeAction": whole(func(d *document, _ *index, p *at, list []codeAction) []codeAction {
			if !d.overlaps(p.Range) {
				return list
			}
			return append(list, d.actions(d.text.spanOf(p.Range))...)
		}),
		"textDocument/codeLens": onDocument(func(s *server, d *document, _ *at) (any, error) {
			list := []codeLens{}
			for _, part := range d.parts(s) {
				list = part.lenses(&s.options, list)
			}
			s.indexOf(d)
			return d.lenses(&s.options, list), nil
		}),
		"textDocument/semanticTokens/full": onDocument((*server).semanticTokens),
	}
}}

// semanticTokens are the words of a document, or of the shaders in a program.
func (s *server) semanticTokens(d *document, _ *at) (any, error) {
	data, previous := []uint32{}, position{}
	if d.host == embedded.NoHost {
		data = d.semanticTokens(s.indexOf(d), data, &previous)
	}
	for _, part := range d.parts(s) {
		data = part.semanticTokens(part.index, data, &previous)
	}
	return map[string]any{"data": data}, nil
}

// references are the places in all files of the workspace that name the symbol at an
// offset.
func (s *server) references(d *document, x *index, offset int, declaration bool) []location {
	list := []location{}
	add := func(d *document, places []span) {
		for _, p := range places {
			list = append(list, location{d.uri, d.text.rangeOf(p)})
		}
	}
	if d.kage { // a program is one file
		add(d, d.occurrences(x, offset, declaration))
		return list
	}
	w, _ := s.wide(d, x, offset, true)
	defer s.keep(w)
	declaring, y, there := w.declaringDocument(&s.options, d, x, offset)
	if declaring == nil {
		add(d, d.occurrences(x, offset, declaration))
		return list
	}
	add(declaring, declaring.occurrences(y, there, declaration))
	elsewhere := w.elsewhere(&s.options, declaring, &y.symbols[y.uses[y.at(there)].sym])
	for _, name := range sortedKeys(w.open) {
		other := w.open[name]
		add(other, elsewhere[other])
	}
	return list
}

func (s *server) open(params json.RawMessage) (any, error) {
	var p struct {
		TextDocument struct {
			URI        string `json:"uri"`
			LanguageID string `json:"languageId"`
			Version    int    `json:"version"`
			Text       string `json:"text"`
		} `json:"textDocument"`
	}
	if err := json.Unmarshal(params, &p); err != nil {
		return nil, rpcError(jsonrpc2.CodeInvalidParams, err.Error())
	}
	path := pathOf(p.TextDocument.URI)
	isGLSL, ok := languageOf(p.TextDocument.LanguageID, path)
	inHLSL, inKage := isHLSL(p.TextDocument.LanguageID, path), isKage(p.TextDocument.LanguageID, path)
	host := embedded.NoHost
	if !ok && !inHLSL && !inKage {
		if host = embedded.HostOfID(p.TextDocument.LanguageID); p.TextDocument.LanguageID == "" {
			host = embedded.HostOfFile(path)
		}
		if host == embedded.NoHost {
			return nil, nil
		}
	}
	d := &document{host: host, uri: p.TextDocument.URI, path: path, version: p.TextDocument.Version, dialect: dialect{isGLSL && !inHLSL && !inKage, inHLSL, inKage}}
	d.setText(p.TextDocument.Text)
	s.documents[d.uri] = d
	s.workspace.open[fullPath(d.path)] = d
	s.typed = d
	s.fileChanged(d.path)
	return nil, nil
}

// fileChanged has the documents read again that a file is, or is a part of, and those that lack
// something, which it may be.
func (s *server) fileChanged(path string) {
	full := fullPath(path)
	for _, d := range s.documents {
		if fullPath(d.path) == full || d.reads[full] || d.lacks() {
			d.forget()
		}
	}
	s.due.Reset(0)
}

// lacks reports whether a document names files that aren't there.
func (d *document) lacks() bool {
	return slices.ContainsFunc(d.found, func(f finding) bool {
		switch f.Code {
		case "unresolved-import", "include-failed", "unreadable-input":
			return true
		}
		return false
	})
}

// saved has a document read again, and those that it is a part of.
func (s *server) saved(params json.RawMessage) (any, error) {
	var p at
	if err := json.Unmarshal(params, &p); err != nil {
		return nil, rpcError(jsonrpc2.CodeInvalidParams, err.Error())
	}
	if d := s.documents[p.TextDocument.URI]; d != nil {
		s.typed = d
		s.fileChanged(d.path)
	}
	return nil, nil
}

// filesChanged has documents read again that files are a part of which have changed, or
// have gone; all of them if files have appeared, which others may mean now, or if one of
// the files has settings for reading.
func (s *server) filesChanged(params json.RawMessage) (any, error) {
	var p struct {
		Changes []struct {
			URI  string `json:"uri"`
			Type int    `json:"type"`
		} `json:"changes"`
	}
	all := json.Unmarshal(params, &p) != nil || len(p.Changes) == 0
	for _, c := range p.Changes {
		path := pathOf(c.URI)
		switch filepath.Ext(path) {
		case ".wgsl", ".wesl", ".glsl", ".vert", ".frag", ".comp", ".geom", ".tesc", ".tese", ".task", ".mesh", ".rgen", ".rint", ".rahit", ".rchit", ".rmiss", ".rcall", ".essl", ".hlsl", ".hlsli", ".fx", ".fxh", ".vsh", ".psh":
			all = all || c.Type == 1
			s.fileChanged(path)
		default:
			all = true
		}
	}
	if all {
		for _, d := range s.documents {
			d.forget()
		}
	}
	s.due.Reset(0)
	return nil, nil
}

func (s *server) change(params json.RawMessage) (any, error) {
	var p struct {
		TextDocument struct {
			URI     string `json:"uri"`
			Version int    `json:"version"`
		} `json:"textDocument"`
		ContentChanges []struct {
			Range *textRange `json:"range"`
			Text  string     `json:"text"`
		} `json:"contentChanges"`
	}
	if err := json.Unmarshal(params, &p); err != nil {
		return nil, rpcError(jsonrpc2.CodeInvalidParams, err.Error())
	}
	d := s.documents[p.TextDocument.URI]
	if d == nil {
		return nil, nil
	}
	d.version = p.TextDocument.Version
	for _, c := range p.ContentChanges {
		if c.Range == nil {
			d.last.edited(replacementOf(d.text.s, c.Text))
			d.setText(c.Text)
			continue
		}
		at := d.text.spanOf(*c.Range)
		d.last.edited(replacement{at.start, at.end, at.start + len(c.Text)})
		d.text = d.text.edited(at, c.Text)
		d.forget()
	}
	s.refuse(context.Background(), d, codeContentModified, "the document has changed")
	s.typed = d
	full := fullPath(d.path)
	for _, other := range s.documents {
		if other != d && other.reads[full] {
			other.forget()
		}
	}
	s.due.Reset(quiet)
	return nil, nil
}

func (s *server) close(params json.RawMessage) (any, error) {
	var p at
	if err := json.Unmarshal(params, &p); err != nil {
		return nil, rpcError(jsonrpc2.CodeInvalidParams, err.Error())
	}
	if d := s.documents[p.TextDocument.URI]; d != nil {
		s.refuse(context.Background(), d, codeContentModified, "the document is closed")
		d.leave()
		delete(s.documents, d.uri)
		delete(s.workspace.open, fullPath(d.path))
		if s.typed == d {
			s.typed = nil
		}
		s.fileChanged(d.path)
		s.notify("textDocument/publishDiagnostics", published{URI: d.uri, Diagnostics: []lspDiagnostic{}})
	}
	return nil, nil
}

type published struct {
	URI         string          `json:"uri"`
	Version     int             `json:"version,omitempty"`
	Diagnostics []lspDiagnostic `json:"diagnostics"`
}

// publish sends the findings in documents that have changed, the last edited one first. The
// others wait for requests in the meantime.
func (s *server) publish(ctx context.Context) {
	var d *document
	for _, uri := range sortedKeys(s.documents) {
		one := s.documents[uri]
		if one.dirty && one.isUnread() {
			s.readAside(ctx, one) // which publishes
			continue
		}
		if one.dirty && (d == nil || one == s.typed) {
			if d != nil {
				s.due.Reset(0)
			}
			d = one
		} else if one.dirty {
			s.due.Reset(0)
		}
	}
	if d == nil {
		return
	}
	d.dirty = false
	defer func() {
		if fault := recover(); fault != nil {
			s.notify("window/logMessage", map[string]any{"type": 1, "message": fmt.Sprintf("%v\n%s", fault, debug.Stack())})
		}
	}()
	d.read(&s.workspace, &s.options)
	s.notify("textDocument/publishDiagnostics", published{d.uri, d.version, d.diagnostics()})
}
