package main

// Progress of long work, on standard error where that is a terminal.

import (
	"fmt"
	"io"
	"time"
)

// A frameProgress says how far frames are. It is silent for the first second, and where
// nobody looks.
type frameProgress struct {
	w      io.Writer // nil: nobody looks
	frames int
	at     int // the frame that is drawn
	steps  string
	start  time.Time
	last   time.Time
	shown  bool
}

// Times of progress.
const (
	progressAfter = time.Second
	progressEvery = 100 * time.Millisecond
)

func newFrameProgress(w io.Writer, frames int) *frameProgress {
	p := &frameProgress{frames: frames, start: time.Now()}
	if isTerminal(w) {
		p.w = w
	}
	return p
}

// frame says that a frame begins.
func (p *frameProgress) frame(i int) {
	p.at, p.steps = i, ""
	p.show()
}

// step says how far the frame is.
func (p *frameProgress) step(done, all uint64) {
	if all > 1 {
		p.steps = fmt.Sprintf(", step %d of %d", done, all)
	}
	p.show()
}

func (p *frameProgress) show() {
	now := time.Now()
	if p.w == nil || now.Sub(p.start) < progressAfter || now.Sub(p.last) < progressEvery {
		return
	}
	p.last, p.shown = now, true
	fmt.Fprintf(p.w, "\r\x1b[K%s", p.text(now))
}

// text is the line.
func (p *frameProgress) text(now time.Time) string {
	s := fmt.Sprintf("frame %d of %d%s", p.at+1, p.frames, p.steps)
	if p.at > 0 {
		left := time.Duration(float64(now.Sub(p.start)) / float64(p.at) * float64(p.frames-p.at))
		s += fmt.Sprintf(", %v left", left.Round(time.Second))
	}
	return s
}

// end takes the line away.
func (p *frameProgress) end() {
	if p.shown {
		fmt.Fprint(p.w, "\r\x1b[K")
	}
}
