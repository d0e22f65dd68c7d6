package wasm

// This file runs the workgroups of a dispatch on several goroutines. Each has an instance
// with memory of its own, a copy of the buffers; the writes of a workgroup are the
// differences from the buffers before. As workgroups neither write the same memory nor read
// another's writes, unless the shader has a data race, joining the differences leaves the
// bytes that one worker would have left. The groups of a worker follow from their numbers
// alone, so that even a race gives the same bytes in every run with as many workers.

import (
	"context"
	"encoding/binary"
	"sync"

	"refract/exec"
)

const (
	minParallel  = 64       // workgroups of a run with several workers
	minSteps     = 1 << 20  // that pay for starting them
	maxCopied    = 64 << 20 // bytes of copies for all workers but one
	chunksOfEach = 16       // turns of a worker
)

// pays reports whether so many steps are worth the copies of the buffers.
func (d *dispatch) pays(steps uint64) bool {
	size := uint64(0)
	for _, b := range d.buffers {
		size += uint64(len(b))
	}
	return steps >= minSteps && steps/4 >= size && size*uint64(d.options.Workers-1) <= maxCopied
}

// parallel runs the groups from first on, with an instance whose buffers have just been
// copied out. If not all end well within the steps that are left, it reports false and
// returns a new instance with the memory as it was: one worker finds out which invocation
// is to blame.
func (d *dispatch) parallel(i *instance, first, groups, steps uint64) (_ *instance, left uint64, ok bool, err error) {
	workers := uint64(d.options.Workers)
	chunk := max((groups-first)/(workers*chunksOfEach), 1)
	instances := make([]*instance, workers)
	instances[0] = i
	for w := range instances[1:] {
		if instances[w+1], err = d.open(); err != nil {
			break
		}
	}
	used := make([]uint64, workers)
	errs := make([]error, workers)
	if err == nil {
		var wait sync.WaitGroup
		ctx, stop := context.WithCancel(d.ctx)
		for w := range workers {
			wait.Go(func() {
				defer exec.Protect(&errs[w])
				left := steps
				h := &host{funcs: d.hosts, resources: d.handles}
				for at := first + w*chunk; at < groups && errs[w] == nil; at += workers * chunk {
					left, errs[w] = d.entry.call(ctx, instances[w], h, at, min(chunk, groups-at), left)
				}
				if used[w] = steps - left; errs[w] != nil {
					stop()
				}
			})
		}
		wait.Wait()
		stop()
	}
	total := uint64(0)
	failed := err != nil
	for w := range workers {
		failed = failed || errs[w] != nil
		total += used[w]
	}
	if !failed && total <= steps {
		for _, other := range instances[1:] {
			d.join(i, other)
			d.release(other)
		}
		return i, steps - total, true, nil
	}
	for _, each := range instances {
		if each != nil {
			each.module.Close(context.Background())
		}
	}
	if err := d.ctx.Err(); err != nil {
		return nil, 0, false, err
	}
	i, err = d.open()
	return i, steps, false, err
}

// join copies another instance's changes of the buffers into the memory of an instance.
func (d *dispatch) join(to, from *instance) {
	for k, old := range d.buffers {
		if !d.writable(d.m, k) {
			continue
		}
		a, b := to.memory[to.where[k]:][:len(old)], from.memory[from.where[k]:][:len(old)]
		at := 0
		for ; at+8 <= len(old); at += 8 {
			if binary.LittleEndian.Uint64(b[at:]) == binary.LittleEndian.Uint64(old[at:]) {
				continue
			}
			for n := at; n < at+8; n++ {
				if b[n] != old[n] {
					a[n] = b[n]
				}
			}
		}
		for ; at < len(old); at++ {
			if b[at] != old[at] {
				a[at] = b[at]
			}
		}
	}
}
