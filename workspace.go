package refract

// The memory that reading, validating and writing work in. It outlives a call,
// so that a program that translates many shaders allocates little for each.

import (
	"sync"

	"refract/back"
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
}

// largeSource is the size in bytes from which on a reader's memory, several times that,
// isn't kept while the module is validated and written.
const largeSource = 1 << 20

var workspaces = sync.Pool{New: func() any { return &workspace{module: ir.NewModule()} }}

// takeWorkspace returns a workspace that is at rest; release gives it back.
// What has panicked is not given back.
func takeWorkspace() *workspace { return workspaces.Get().(*workspace) }

func (w *workspace) release() { workspaces.Put(w) }

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
