package main

// Progress of long work, on standard error if that is a terminal.

import (
	"fmt"
	"io"
	"sync"
	"time"
)

// A frameProgress shows the progress of frames. It is silent for the first second, and
// if nobody looks. The line is written while nothing is reported, too, so that a draw
// without an end is seen to be one.
type frameProgress struct {
	w      io.Writer // nil: nobody looks
	frames int
	start  time.Time

	lock  sync.Mutex
	at    int // the frame that is drawn
	steps string
	tiles string
	shown bool
	stop  chan struct{}
}

// Times of progress.
const (
	progressAfter = time.Second
	progressEvery = 200 * time.Millisecond
)

func newFrameProgress(w io.Writer, frames int) *frameProgress {
	p := &frameProgress{frames: frames, start: time.Now()}
	if isTerminal(w) {
		p.w, p.stop = w, make(chan struct{})
		go p.run()
	}
	return p
}

// run writes the line again and again.
func (p *frameProgress) run() {
	wait := time.NewTimer(progressAfter)
	defer wait.Stop()
	for {
		select {
		case <-p.stop:
			return
		case now := <-wait.C:
			p.lock.Lock()
			p.show(now)
			p.lock.Unlock()
			wait.Reset(progressEvery)
		}
	}
}

// frame begins the report of a frame.
func (p *frameProgress) frame(i int) {
	p.lock.Lock()
	defer p.lock.Unlock()
	p.at, p.steps, p.tiles = i, "", ""
}

// step reports the progress of a frame.
func (p *frameProgress) step(done, all uint64) {
	p.lock.Lock()
	defer p.lock.Unlock()
	if p.tiles = ""; all > 1 {
		p.steps = fmt.Sprintf(", step %d of %d", done, all)
	}
}

// draw reports how many tiles of a draw are done.
func (p *frameProgress) draw(done, all int) {
	p.lock.Lock()
	defer p.lock.Unlock()
	p.tiles = ""
	if all > 1 && done < all {
		p.tiles = fmt.Sprintf(", %d of %d tiles", done, all)
	}
}

// show writes the line, under the lock.
func (p *frameProgress) show(now time.Time) {
	if p.w == nil {
		return
	}
	p.shown = true
	fmt.Fprintf(p.w, "\r\x1b[K%s", p.text(now))
}

// text is the line.
func (p *frameProgress) text(now time.Time) string {
	s := fmt.Sprintf("frame %d of %d%s%s", p.at+1, p.frames, p.steps, p.tiles)
	spent := now.Sub(p.start)
	if p.at > 0 {
		left := time.Duration(float64(spent) / float64(p.at) * float64(p.frames-p.at))
		return s + fmt.Sprintf(", %v left", left.Round(time.Second))
	}
	return s + fmt.Sprintf(", %v", spent.Round(time.Second))
}

// without does something, such as writing a frame, without the line in its way.
func (p *frameProgress) without(do func() error) error {
	p.lock.Lock()
	defer p.lock.Unlock()
	p.clear()
	return do()
}

// say writes another line.
func (p *frameProgress) say(w io.Writer, message string) {
	p.without(func() error { fmt.Fprintln(w, message); return nil })
}

// clear takes the line away, under the lock.
func (p *frameProgress) clear() {
	if p.shown {
		p.shown = false
		fmt.Fprint(p.w, "\r\x1b[K")
	}
}

// end takes the line away for good.
func (p *frameProgress) end() {
	p.lock.Lock()
	defer p.lock.Unlock()
	p.clear()
	if p.w != nil {
		p.w = nil
		close(p.stop)
	}
}
