package driver

// The memory that reading, validating and writing work in. It outlives a call, so that a
// program that translates many shaders allocates little for each.

import (
	"context"
	"sync"

	"refract/diag"
	"refract/internal/back"
	"refract/internal/budget"
	"refract/internal/front"
	"refract/ir"
	"refract/ir/validate"
)

// A job serves one call at a time.
type job struct {
	module    *ir.Module         // of translations, which don't give it away
	validator validate.Validator // likewise
	readers   []kept[*front.FrontEnd, front.Reader]
	writers   []kept[*back.BackEnd, back.Writer]

	call
}

// A kept is the reader of a front end or the writer of a back end.
type kept[End comparable, Worker any] struct {
	end    End
	worker Worker
}

// A call is the state of one call in a job, so that it need not be allocated. It may
// hold memory of the caller, so release clears it.
type call struct {
	meter   *budget.Meter
	source  front.Source
	reading front.Request
	list    diag.List // of what validating finds
	valid   Valid     // the job's own module, of translations
	writing back.Request
}

// largeSource is the size in bytes from which on a reader's memory, several times that,
// isn't kept while the module is validated and written.
const largeSource = 1 << 20

var jobs = sync.Pool{New: func() any { return &job{module: ir.NewModule()} }}

// start returns a job that is at rest, for a call with the meter; release gives it back.
// A job that has panicked is not given back.
func start(meter *budget.Meter) *job {
	j := jobs.Get().(*job)
	j.meter = meter
	return j
}

func (j *job) release() {
	j.module.Meter = nil
	j.call = call{}
	jobs.Put(j)
}

// reader returns the reader of a front end.
func (j *job) reader(f *front.FrontEnd) front.Reader {
	for i := range j.readers {
		if j.readers[i].end == f {
			return j.readers[i].worker
		}
	}
	r := f.New()
	j.readers = append(j.readers, kept[*front.FrontEnd, front.Reader]{f, r})
	return r
}

// forgetReaders frees the memory of the readers.
func (j *job) forgetReaders() { j.readers = nil }

// writer returns the writer of a back end.
func (j *job) writer(b *back.BackEnd) back.Writer {
	for i := range j.writers {
		if j.writers[i].end == b {
			return j.writers[i].worker
		}
	}
	w := b.New()
	j.writers = append(j.writers, kept[*back.BackEnd, back.Writer]{b, w})
	return w
}

// forgetWriters replaces the writers by fresh ones after one has panicked halfway.
func (j *job) forgetWriters() { j.writers = nil }

// begin returns the meter of a call, or the error of a context that is already done.
func begin(ctx context.Context) (*budget.Meter, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return budget.New(ctx), nil
}
