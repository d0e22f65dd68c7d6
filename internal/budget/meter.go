// Package budget ends work whose context is done. Readers, validators, passes and writers
// call Step once for each piece of work; the cost is one load of a flag.
package budget

import (
	"context"
	"sync/atomic"
)

// A Meter ends the work of one call when the call's context is done. The nil Meter never
// ends anything. Several goroutines may share a Meter.
type Meter struct {
	done    atomic.Bool
	ctx     context.Context
	release func() bool
}

// A Stopped is the value that Step panics with. The function that made the Meter recovers
// it and returns Err.
type Stopped struct{ Err error }

func (s *Stopped) Error() string { return s.Err.Error() }
func (s *Stopped) Unwrap() error { return s.Err }

// New returns a Meter of the context, or nil for a context that is never done. Release
// ends the Meter's hold on the context.
func New(ctx context.Context) *Meter {
	if ctx.Done() == nil {
		return nil
	}
	m := &Meter{ctx: ctx}
	m.release = context.AfterFunc(ctx, func() { m.done.Store(true) })
	return m
}

// Release frees the resources that the context holds for the Meter.
func (m *Meter) Release() {
	if m != nil {
		m.release()
	}
}

// Step panics with a *Stopped if the context is done.
func (m *Meter) Step() {
	if m != nil && m.done.Load() {
		m.stop()
	}
}

// stop isn't inlined, so that a step is short.
//
//go:noinline
func (m *Meter) stop() { panic(&Stopped{m.ctx.Err()}) }

// Done reports whether the context is done.
func (m *Meter) Done() bool { return m != nil && m.done.Load() }

// Err returns the error of the context, or nil if the context isn't done.
func (m *Meter) Err() error {
	if m == nil {
		return nil
	}
	return m.ctx.Err()
}
