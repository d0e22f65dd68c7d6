package refract

// The memory that reading, validating and writing work in. It outlives a call,
// so that a program that translates many shaders allocates little for each.

import (
	"sync"

	"refract/back"
	"refract/diag"
	"refract/front"
	"refract/ir"
	"refract/ir/validate"
)

// A workspace serves one call at a time.
type workspace struct {
	module    *ir.Module         // of translations, which don't give it away
	validator validate.Validator // likewise
	readers   [len(frontEnds)]front.Reader
	writers   [len(backEnds)]back.Writer

	call
}

// A call is what one call keeps in a workspace, so that it need not be allocated. It may
// hold what is the caller's, so nothing of it stays when the workspace is released.
type call struct {
	source  front.Source
	reading front.Request
	list    diag.List // of what validating finds
	valid   Valid     // the workspace's own module, of translations
	writing back.Request
}

// largeSource is the size in bytes from which on a reader's memory, several times that,
// isn't kept while the module is validated and written.
const largeSource = 1 << 20

var workspaces = sync.Pool{New: func() any { return &workspace{module: ir.NewModule()} }}

// takeWorkspace returns a workspace that is at rest; release gives it back.
// What has panicked is not given back.
func takeWorkspace() *workspace { return workspaces.Get().(*workspace) }

func (w *workspace) release() {
	w.call = call{}
	workspaces.Put(w)
}

// reader returns the reader of a front end.
func (w *workspace) reader(i int) front.Reader {
	if w.readers[i] == nil {
		w.readers[i] = frontEnds[i].New()
	}
	return w.readers[i]
}

// writer returns the writer of a back end.
func (w *workspace) writer(i int) back.Writer {
	if w.writers[i] == nil {
		w.writers[i] = backEnds[i].New()
	}
	return w.writers[i]
}

// replaceWriters puts fresh writers in the place of those of which one has panicked
// halfway.
func (w *workspace) replaceWriters() { clear(w.writers[:]) }
