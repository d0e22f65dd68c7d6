package main

// Watching a project: it is built again whenever something has changed.

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"time"
)

// watchInterval is how often files are looked at.
const watchInterval = 200 * time.Millisecond

// watchProject builds whenever something has changed, until it is interrupted.
func (b *build) watchProject() error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	for first := true; ; first = false {
		start := time.Now().UnixNano()
		x, err := b.projectOnce(!first)
		if err != nil && !errors.Is(err, errReported) {
			var usage *usageError
			if first || !errors.As(err, &usage) {
				return err
			}
			fmt.Fprintf(b.err, "refract: %v\n", err) // refract.toml is being written
		}
		if !untilChanged(ctx, start, func() (string, int64) { return b.watched(x) }) {
			return nil
		}
	}
}

// untilChanged waits until the description from look changes, or may differ from the files
// that were read from start on; false: the context has ended. look returns a description of
// files and the newest of their times.
func untilChanged(ctx context.Context, start int64, look func() (all string, newest int64)) bool {
	last, newest := look()
	// A file that has changed since the start may have been read before it did.
	again := newest+grain >= start && newest <= time.Now().UnixNano()
	for now := last; now == last; now, _ = look() {
		select {
		case <-ctx.Done():
			return false
		case <-time.After(watchInterval):
		}
		if again {
			break
		}
	}
	return true
}

// watched describes the watched files: the times of the project's file, of the sources and
// of their includes, and the list of sources; and the newest of the times.
func (b *build) watched(x *projectBuild) (all string, newest int64) {
	files := []string{b.flags.config}
	if x == nil {
		return stampsOf(files)
	}
	if p, err := readProject(b.flags.config); err == nil {
		if list, err := p.find(x.dir); err == nil {
			for _, name := range list {
				files = append(files, filepath.Join(x.dir, filepath.FromSlash(name)))
			}
		}
	}
	files = append(files, x.tried...)
	for i := range x.jobs {
		if x.state == nil {
			break
		}
		if state := x.state.Jobs[x.jobs[i].key]; state != nil {
			for _, r := range state.Read {
				files = append(files, r.Name)
			}
			files = append(files, state.Missed...)
		}
	}
	return stampsOf(files)
}

// stampsOf describes files, without reading them, and the newest of their times.
func stampsOf(files []string) (all string, newest int64) {
	var s strings.Builder
	for _, name := range files {
		stamp, err := stampOf(name)
		newest = max(newest, stamp.Time)
		fmt.Fprintln(&s, name, stamp.Size, stamp.Time, err != nil)
	}
	return s.String(), newest
}
