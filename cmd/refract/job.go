package main

// One input on its way through the library, and many at once.

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"sync"

	"refract"
	"refract/diag"
	"refract/internal/embedded"
)

// A job is the result of one input.
type job struct {
	name    string              // for reports
	found   *diag.Diagnostics   // nil: nothing
	outputs [][]*refract.Output // by target; nil: there were errors; nil for those that couldn't be written
	err     error               // what is not about the input's content
}

// translate reads an input and translates it into each of the targets.
func translate(s streams, name string, o refract.TranslateOptions, to []refract.Target) job {
	src, err := readInput(s, name)
	return translated(name, src, err, o, to)
}

// translated translates the text of an input that was read, unless that failed.
func translated(name string, src []byte, err error, o refract.TranslateOptions, to []refract.Target) job {
	j := job{name: displayName(name)}
	if err == nil {
		o.Warn = j.warn
		j.outputs, err = refract.TranslateAll(context.Background(), j.name, src, o, to...)
	}
	j.fail(err)
	return j
}

// translatedShader translates a shader in a program.
func translatedShader(name string, s *embedded.Shader, o refract.TranslateOptions, to []refract.Target) job {
	if len(s.Holes) > 0 {
		return job{name: name, found: s.Unknown(name, diag.Error)}
	}
	j := translated(name, []byte(s.Text), nil, o, to)
	j.found = s.Placed(j.found, name)
	return j
}

// warn keeps warnings of a step.
func (j *job) warn(found *diag.Diagnostics) { j.found = merge(j.found, found) }

// fail keeps the text of an error.
func (j *job) fail(err error) {
	var found *diag.Diagnostics
	switch {
	case err == nil:
	case errors.As(err, &found):
		faults.note(err)
		j.found = merge(j.found, found)
	default:
		j.err = err
	}
}

// deliver reports the only input of a command and writes its outputs.
func (j *job) deliver(s streams, r *reporter, targets []target) error {
	if j.err != nil {
		return j.err
	}
	if err := r.add(j.name, j.found); err != nil {
		return err
	}
	if err := r.close(); err != nil {
		return err
	}
	if err := writeAll(s, targets, j.only()); err != nil || j.whole() {
		return err
	}
	return errReported
}

// only are the outputs of targets that are one each; nil: there are none.
func (j *job) only() []*refract.Output {
	if j.outputs == nil {
		return nil
	}
	outputs := make([]*refract.Output, len(j.outputs))
	for i, list := range j.outputs {
		if list != nil {
			outputs[i] = list[0]
		}
	}
	return outputs
}

// whole reports whether every output is there.
func (j *job) whole() bool {
	return j.outputs != nil && !slices.ContainsFunc(j.outputs, func(list []*refract.Output) bool { return list == nil })
}

// inOrder runs work for 0 to n-1 on several goroutines and hands the results
// to emit on the caller's, in order, as soon as their turn comes. It stops at
// emit's first error and returns it.
func inOrder[T any](n, workers int, work func(i int) T, emit func(T) error) error {
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	workers = min(workers, n)
	type result struct {
		value T
		fault any // of work, which is one of the caller then
	}
	results := make([]chan result, n)
	for i := range results {
		results[i] = make(chan result, 1)
	}
	try := func(i int) (r result) {
		defer func() { r.fault = recover() }()
		r.value = work(i)
		return r
	}
	// At most a few results wait for their turn, so that memory stays bounded.
	tickets := make(chan int, n)
	for i := range n {
		tickets <- i
	}
	close(tickets)
	ahead := make(chan struct{}, 4*workers)
	stop := make(chan struct{})
	var running sync.WaitGroup
	for range workers {
		running.Go(func() {
			for {
				select {
				case ahead <- struct{}{}:
				case <-stop:
					return
				}
				i, more := <-tickets
				if !more {
					return
				}
				results[i] <- try(i)
			}
		})
	}
	defer running.Wait()
	defer close(stop)
	for _, c := range results {
		r := <-c
		if r.fault != nil {
			panic(r.fault)
		}
		if err := emit(r.value); err != nil {
			return err
		}
		<-ahead
	}
	return nil
}
